"""Mailboxes taken apart into mails: what opens one, and what only looks as if it did."""

from __future__ import annotations

from pathlib import Path

import pytest

from assets.tickets.mailbox import split

FIRST = (
    "From ana@mill.example Mon Mar  4 08:12:00 2024\nFrom: ana@mill.example\nSubject: Pump\n\nIt stops.\n\n"
)


def mails(folder: Path, behind: str) -> list[str]:
    """The mails of a box of one mail, with this behind it."""
    (folder / "b.mbox").write_text(FIRST + behind)
    return [place.data.decode() for place in split(folder / "b.mbox")]


@pytest.mark.parametrize(
    "opening",
    [
        "From bo@halvor.example Tue Mar  5 09:00:00 2024",
        "From bo@halvor.example  Tue Mar  5 09:00 CET 2024",
        "From bo at halvor.example  Tue Mar  5 09:00:00 2024",
        "From 1234567890@xxx Tue Mar 05 09:00:00 +0000 2024",
        "From bo@halvor.example Tue, 05 Mar 2024 09:00:00 +0100",
        "From MAILER-DAEMON Tue Mar  5 09:00:00 2024",
        "From - Tue Mar  5 09:00:00 2024",
        "From bo@halvor.example",
        "From -",
    ],
)
def test_a_line_with_a_sender_and_a_date_opens_a_mail(tmp_path: Path, opening: str) -> None:
    first, second = mails(tmp_path, f"{opening}\nSubject: Strainer\n\nWhich one?\n")
    assert first.endswith("It stops.\n\n")
    assert second == "Subject: Strainer\n\nWhich one?\n"


@pytest.mark.parametrize(
    "said",
    [
        "From bo@halvor.example we heard this:\nError: seal broken, and it burns.",
        "From bo@halvor.example at 10:30 on 4 March 2024:\nError: seal broken",
        "From 10:30 until 11:45 in May 2024 it stood still:\nAlarm: P3",
        "From here on I am lost.\nSubject: see above",
        "From bo@halvor.example\nError: seal broken",
        "From bo@halvor.example Tue Mar  5 09:00:00 2024\nit stands in the log like this.",
        "From x " + "00:00," * 20_000 + "\nError: x",
        "From " + "a@" * 20_000 + "\nError: x",
    ],
    ids=lambda said: said[:30],
)
def test_a_sentence_that_begins_so_opens_none(tmp_path: Path, said: str) -> None:
    (whole,) = mails(tmp_path, said + "\n")
    assert whole.endswith(said + "\n")
