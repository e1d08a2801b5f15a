"""Which mails of a mailbox are one conversation, and who asks and who helps in it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from assets.tickets.mail import read_mail
from assets.tickets.mail_threads import names_of, together
from assets.tickets.model import Ticket

ANA, BEA, CAI = "ana@mill.example", "bea@dock.example", "cai@quay.example"
DESK, TECH = "support@pumps.example", "rolf@pumps.example"
DAN, EVE = "dan@gmail.com", "eve@gmail.com"


def mail(number: int, sender: str, to: str, subject: str = "Pump", **said: Any) -> str:
    """A mail of a box: `number` is its id and its day; `names` the ids it names; other words are headers."""
    lines = [f"From - Mon Jan  1 00:00:00 2024\nFrom: {sender}", f"To: {to}", f"Subject: {subject}"]
    lines += [f"Message-ID: <{number}@x>", f"Date: {number:02} Jan 2024 10:00:00 +0000"]
    if names := said.pop("names", ()):
        lines.append("References: " + " ".join(f"<{each}@x>" for each in names))
    body = said.pop("body", f"Mail {number}.")
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in said.items()]
    return "\n".join([*lines, "", body, "", ""])


def read(folder: Path, *mails: str) -> list[Ticket]:
    (folder / "b.mbox").write_text("".join(mails))
    found = list(read_mail({"b.mbox": folder / "b.mbox"}))
    assert all(isinstance(each, Ticket) for each in found)
    return [each for each in found if isinstance(each, Ticket)]


def threads(folder: Path, *mails: str) -> list[list[int]]:
    """The numbers of the mails of each thread."""
    found = read(folder, *mails)
    assert len({each.id for each in found}) == len(found)
    return [[int(message.id.partition("@")[0]) for message in each.messages] for each in found]


APART = {
    "the same subject, to the same desk": [mail(1, ANA, DESK, "Help"), mail(2, BEA, DESK, "Re: Help")],
    "the same subject, with the desk's chief in copy": [
        mail(1, ANA, DESK, "Help", Cc=TECH), mail(2, BEA, DESK, "Re: Help", Cc=TECH)],
    "customers of one provider of mail": [mail(1, DAN, DESK, "Help"), mail(2, EVE, DESK, "Re: Help")],
    "answers to what went to many and is not there": [
        mail(1, ANA, DESK, "Re: Maintenance", names=[90]), mail(2, BEA, DESK, "Re: Maintenance", names=[90])],
    "such answers of customers of one provider": [
        mail(1, DAN, DESK, "Re: Maintenance", names=[90]), mail(2, EVE, DESK, "Re: Maintenance", names=[90])],
    "an address where an id should stand": [
        mail(1, ANA, DESK, In_Reply_To=f"Your message of Monday <{DESK}>"),
        mail(2, BEA, DESK, "Oven", In_Reply_To=f"Your message of Tuesday <{DESK}>")],
    "people of one house who ask its desk": [
        mail(1, "al@pumps.example", DESK, "Help"), mail(2, "bo@pumps.example", DESK, "Re: Help")],
    "a year lies between them": [
        mail(1, ANA, DESK), mail(2, ANA, DESK, "Re: Pump").replace("02 Jan 2024", "02 Jan 2025")],
}  # fmt: skip


@pytest.mark.parametrize("mails", APART.values(), ids=APART)
def test_what_has_only_the_house_in_common_stays_apart(tmp_path: Path, mails: list[str]) -> None:
    assert threads(tmp_path, *mails) == [[1], [2]]


@pytest.mark.parametrize("to", [f"{ANA}, {BEA}", DESK, "undisclosed-recipients:;"])
def test_answers_to_what_went_to_many_are_threads_of_their_own(tmp_path: Path, to: str) -> None:
    box = [
        mail(1, DESK, to, "Maintenance"),
        mail(2, ANA, DESK, "Re: Maintenance", names=[1]),
        mail(3, BEA, DESK, "Re: Maintenance", names=[1]),
        mail(4, DESK, ANA, "Re: Maintenance", names=[1, 2]),
        mail(5, CAI, DESK, "Oven"),
    ]
    found = threads(tmp_path, *box)
    assert [2, 4] in found
    assert [3] in found


def test_an_answer_goes_to_whom_it_is_written(tmp_path: Path) -> None:
    box = [mail(1, ANA, DESK, "Help"), mail(2, BEA, DESK, "Help"), mail(3, DESK, ANA, "Re: Help")]
    assert threads(tmp_path, *box) == [[1, 3], [2]]


def test_one_id_for_mails_of_several_people_joins_nobody(tmp_path: Path) -> None:
    second = mail(2, BEA, DESK, "Help").replace("<2@x>", "<1@x>")
    ids = [[each.id for each in ticket.messages] for ticket in read(tmp_path, mail(1, ANA, DESK), second)]
    assert ids == [["1@x"], ["1@x#2"]]


OTHERS = [mail(8, BEA, DESK, "Oven"), mail(9, CAI, DESK, "Lift")]
TOGETHER = {
    "an answer that names it": [mail(1, ANA, DESK), mail(2, TECH, ANA, "Re: Pump", names=[1])],
    "an answer by subject alone": [mail(1, ANA, DESK), mail(2, TECH, ANA, "AW: Pump")],
    "the same person again": [mail(1, ANA, DESK), mail(2, ANA, DESK, "Re: Pump")],
    "the first mail is missing": [
        mail(1, DESK, ANA, "Re: Pump", names=[90]), mail(2, ANA, DESK, "Re: Pump", names=[90, 91])],
    "a colleague answers what is missing": [
        mail(1, ANA, DESK, "Re: Pump", names=[90]), mail(2, "al@mill.example", DESK, "Re: Pump", names=[90])],
    "a colleague to whom it was forwarded": [
        mail(1, DESK, ANA), mail(2, "al@mill.example", DESK, "Re: Pump", names=[1])],
    "the house talks about it": [mail(1, ANA, DESK), mail(2, TECH, DESK, "Is that P3?", names=[1])],
    "it asks its supplier": [mail(1, ANA, DESK), mail(2, TECH, "jo@seals.example", "Fwd: Pump", names=[1])],
    "who stood in copy answers": [
        mail(1, ANA, DESK, Cc="jo@seals.example"), mail(2, "jo@seals.example", DESK, "Seals", names=[1])],
}  # fmt: skip


@pytest.mark.parametrize("mails", TOGETHER.values(), ids=TOGETHER)
def test_what_somebody_outside_says_and_hears_is_one_thread(tmp_path: Path, mails: list[str]) -> None:
    assert threads(tmp_path, *mails, *OTHERS)[0] == [1, 2]
    assert threads(tmp_path, *mails, *OTHERS)[1:] == [[8], [9]]


ROLES = {
    "asked, answered, and told from home": (
        [mail(1, ANA, DESK, Reply_To="ana@home.example"), mail(2, TECH, ANA, "Re: Pump", names=[1]),
         mail(3, "ana@home.example", DESK, "Re: Pump", names=[1, 2])],
        "requester agent requester"),
    "from another address under one's name": (
        [mail(1, f"Ana Holt <{ANA}>", DESK), mail(2, "Ana Holt <holt@gmail.com>", DESK, names=[1])],
        "requester requester"),
    "a colleague in copy": (
        [mail(1, ANA, DESK, Cc="al@mill.example"), mail(2, "al@mill.example", DESK, "Re: Pump", names=[1])],
        "requester requester"),
    "another firm in copy": (
        [mail(1, ANA, DESK, Cc="jo@seals.example"), mail(2, "jo@seals.example", DESK, "Re: Pump", names=[1])],
        "requester other"),
    "the first mail is missing": (
        [mail(1, DESK, ANA, "Re: Pump", names=[90]), mail(2, ANA, DESK, "Re: Pump", names=[90, 1])],
        "agent requester"),
    "the desk alone is left": ([mail(1, DESK, ANA, "Re: Pump", names=[90])], "agent"),
    "opened by a receipt": (
        [mail(1, DESK, ANA, Auto_Submitted="auto-generated", body="We have your mail."),
         mail(2, ANA, DESK, "Re: Pump", names=[1]), mail(3, TECH, ANA, "Re: Pump", names=[2])],
        "agent requester agent"),
    "opened by a machine": (
        [mail(1, "noreply@pumps.example", ANA), mail(2, ANA, DESK, "Re: Pump", names=[1])],
        "system requester"),
    "one of the house asks its desk": (
        [mail(1, "al@pumps.example", DESK), mail(2, DESK, "al@pumps.example", "Re: Pump", names=[1])],
        "requester agent"),
    "answers go back to the list that passed it on": (
        [mail(1, ANA, DESK, Reply_To=DESK), mail(2, DESK, ANA, "Re: Pump", names=[1])],
        "requester agent"),
}  # fmt: skip


@pytest.mark.parametrize("alone", [False, True], ids=["in a box", "alone"])
@pytest.mark.parametrize(("mails", "roles"), ROLES.values(), ids=ROLES)
def test_who_asks_and_who_helps(tmp_path: Path, mails: list[str], roles: str, alone: bool) -> None:
    found = read(tmp_path, *mails, *(() if alone else OTHERS))[0]
    assert " ".join(message.role for message in found.messages) == roles


def test_who_asks_everybody_is_no_house(tmp_path: Path) -> None:
    asked = [mail(n, ANA, to, f"Part {n}") for n, to in enumerate((DESK, BEA, CAI, "jo@seals.example"), 1)]
    found = read(tmp_path, *asked, mail(5, BEA, ANA, "Re: Part 2", names=[2]))
    assert [message.role for message in found[1].messages] == ["requester", "agent"]


def test_a_desk_that_tells_its_customers_of_something_helps(tmp_path: Path) -> None:
    answers = [mail(n, DESK, to, "Re: Pump", names=[90 + n]) for n, to in enumerate((ANA, BEA, CAI, DAN), 1)]
    found = read(tmp_path, *answers, mail(5, DESK, ANA, "Maintenance on Sunday"))
    assert {message.role for each in found for message in each.messages} == {"agent"}


def test_a_desk_at_a_provider_where_anybody_writes(tmp_path: Path) -> None:
    desk = "pumpdesk@gmail.com"
    box = [mail(1, DAN, desk), mail(2, EVE, desk, "Re: Pump"), mail(3, desk, DAN, "Re: Pump")]
    found = read(tmp_path, *box)
    assert [[message.role for message in each.messages] for each in found] == [
        ["requester", "agent"], ["requester"]]  # fmt: skip


def test_parts_in_several_files_need_somebody_in_common_as_well(tmp_path: Path) -> None:
    news = ["Re: News"]
    ana = read(tmp_path, mail(1, ANA, DESK, *news, names=[90]), *OTHERS)[0]
    bea = read(tmp_path, mail(2, BEA, DESK, *news, names=[90]), *OTHERS)[0]
    answer = read(tmp_path, mail(3, DESK, ANA, *news, names=[90, 1]), *OTHERS)[0]
    parts = [(n, frozenset({"desk"}), names_of(each.messages)) for n, each in enumerate((ana, bea, answer))]
    assert together(parts) == [[0, 2], [1]]
    for_others = (0, frozenset({"board"}), parts[0][2])
    assert together([for_others, *parts[1:]]) == [[0], [1], [2]]
