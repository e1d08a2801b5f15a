"""Where duplicates and merged tickets lead, and what of it cannot be."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from assets.tickets.links import CIRCLE, Known, Links, SettledLinks, links_of, settle
from assets.tickets.model import Ticket
from assets.tickets.thread_rows import rows_of
from tests.tickets.made import KEEP, ticket


def settled(*tickets: Ticket, file: str = "box") -> SettledLinks:
    known = {each.id: Known(file, alone=rows_of(each, file, [file], KEEP)[0]["alone"]) for each in tickets}
    return settle({each.id: links_of(each) for each in tickets}, known)


def test_links_are_followed_to_their_end() -> None:
    found = settled(
        ticket("A-1"),
        ticket("A-2", duplicate_of=["A-1"]),
        ticket("A-3", merged_into="A-2"),
        ticket("A-4", duplicate_of=["GONE-1", "A-3"]),
        ticket("A-5", duplicate_of=["GONE-2"]),
    )
    duplicates = {key: one.duplicates for key, one in found.links.items()}
    assert duplicates == {"A-1": ["A-2", "A-3", "A-4"], "A-2": [], "A-3": [], "A-4": [], "A-5": []}
    assert found.dangling == 2
    assert found.links["A-5"].duplicate_of == ["GONE-2"]
    assert {key: one.flags for key, one in found.links.items() if one.flags} == {"A-5": ["original_missing"]}


def test_a_ticket_that_another_took_in_says_so_itself() -> None:
    found = settled(ticket("A-1", extra={"merged": ["A-2", "A-2", "GONE-1"]}), ticket("A-2"))
    assert found.links["A-2"].merged_into == "A-1"
    assert found.links["A-1"].duplicates == ["A-2"]
    assert found.dangling == 1


def test_a_ticket_that_not_everybody_may_read_is_nobodys_duplicate() -> None:
    found = settled(ticket("A-1"), ticket("A-2", duplicate_of=["A-1"], restricted=True))
    assert not any(one.duplicates for one in found.links.values())


def test_a_circle_of_merges_and_duplicates_has_the_oldest_as_its_original() -> None:
    found = settled(
        ticket("B-2", merged_into="B-3"),
        ticket("B-3", duplicate_of=["B-1"]),
        ticket("B-1", merged_into="B-2"),
        ticket("B-4", merged_into="B-4"),
    ).links
    assert found["B-1"] == Links(merged_into=None, duplicates=["B-2", "B-3"], flags=[CIRCLE])
    assert found["B-2"].duplicates == found["B-3"].duplicates == []
    assert (found["B-4"].merged_into, found["B-4"].duplicates) == (None, [])


def test_merges_in_a_circle_are_said_and_broken_the_same_way_every_time() -> None:
    links = {"T-1": "T-2", "T-2": "T-10", "T-10": "T-1", "T-3": "T-2", "T-4": "T-4"}
    tickets = [
        ticket(key, merged_into=into, duplicate_of=[key] if key == "T-1" else [])
        for key, into in links.items()
    ]
    found = settled(*tickets)
    assert {key: one.merged_into for key, one in found.links.items()} == {
        "T-1": "T-2", "T-2": None, "T-10": "T-1", "T-3": "T-2", "T-4": None,
    }  # fmt: skip
    assert [problem.why for problem in found.problems] == [
        "ticket T-2 was merged into T-10, from where it leads back to T-2",
        "ticket T-4 was merged into itself",
        "ticket T-1 is a duplicate of itself",
    ]
    assert settled(*reversed(tickets)) == found


def test_a_long_chain_is_followed_once() -> None:
    found = settled(ticket("0"), *(ticket(str(n), merged_into=str(n - 1)) for n in range(1, 50_000)))
    assert len(found.links["0"].duplicates) == 49_999


KEYS = [f"T-{number}" for number in range(6)]
TIED = st.builds(
    Links,
    merged_into=st.sampled_from([None, *KEYS, "GONE"]),
    duplicate_of=st.lists(st.sampled_from([*KEYS, "GONE"]), max_size=2, unique=True),
    merged=st.lists(st.sampled_from(KEYS), max_size=2, unique=True),
)


@given(st.dictionaries(st.sampled_from(KEYS), TIED), st.randoms())
def test_nothing_leads_back_to_itself_whatever_exports_say(told: dict[str, Links], random: object) -> None:
    known = dict.fromkeys(KEYS, Known("a.jsonl"))
    found = settle(told, known)
    for key in KEYS:
        passed = {key}
        while links := [target for target in found.links.get(key, Links()).targets if target in known]:
            key = links[0]
            assert key not in passed
            passed.add(key)
    shuffled = list(told.items())
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert settle(dict(shuffled), dict(reversed(known.items()))) == found
