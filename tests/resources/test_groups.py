"""What is open to two groups together is open to nobody who belongs to one of them alone."""

from hypothesis import given
from hypothesis import strategies as st

from resources.groups import PAIRED, joined, opened_by, opens, single

NAMES = st.frozensets(
    st.sampled_from(["desk", "desk-internal", "legal", "R & D", "R", "D", "a\x1fb"]), max_size=4
)


@given(NAMES.map(single), NAMES.map(single), NAMES)
def test_joined_groups_open_to_those_in_one_of_each(groups, others, own):
    of_each = not own.isdisjoint(groups) and not own.isdisjoint(others)
    assert opens(single(own), joined(groups, others)) == of_each
    assert (not opened_by(own).isdisjoint(joined(groups, others))) == of_each


def test_a_name_that_reads_like_two_groups_opens_nothing_for_them():
    assert "R & D" not in opened_by(["R", "D"])
    assert opened_by(joined(["desk"], ["desk-internal"])) == frozenset()
    assert joined(["desk"], ["desk"]) == ["desk"]
    assert joined([], ["desk-internal"]) == []


def test_of_very_many_groups_the_pairs_are_not_written_out():
    many = [f"team-{number}" for number in range(PAIRED + 1)]
    assert opened_by(many) == frozenset(many)
    assert opens(frozenset(many), joined(["team-1"], ["team-2"]))
