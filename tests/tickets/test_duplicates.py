"""Where duplicates and merged tickets lead."""

from __future__ import annotations

from assets.tickets.duplicates import CIRCLE, link
from tests.tickets.made import ticket


def test_links_are_followed_to_their_end() -> None:
    tickets = [
        ticket("A-1"),
        ticket("A-2", duplicate_of=["A-1"]),
        ticket("A-3", merged_into="A-2"),
        ticket("A-4", duplicate_of=["GONE-1", "A-3"]),
        ticket("A-5", duplicate_of=["GONE-2"]),
    ]
    link(tickets)
    assert [each.duplicates for each in tickets] == [["A-2", "A-3", "A-4"], [], [], [], []]


def test_a_circle_has_the_oldest_as_its_original() -> None:
    tickets = [
        ticket("B-2", merged_into="B-3"),
        ticket("B-3", duplicate_of=["B-1"]),
        ticket("B-1", merged_into="B-2"),
        ticket("B-4", merged_into="B-4"),
    ]
    link(tickets)
    second, third, first, alone = tickets
    assert (first.duplicates, first.merged_into, first.flags) == (["B-2", "B-3"], None, [CIRCLE])
    assert second.duplicates == third.duplicates == []
    assert (alone.merged_into, alone.duplicates) == (None, [])
