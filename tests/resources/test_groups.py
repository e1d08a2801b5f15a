"""What is open to two groups together is open to nobody who belongs to one of them alone."""

from hypothesis import given
from hypothesis import strategies as st

from resources.groups import joined, opened_by, single

NAMES = st.frozensets(
    st.sampled_from(["desk", "desk-internal", "legal", "R & D", "R", "D", "a\x1fb"]), max_size=4
)


@given(NAMES.map(single), NAMES.map(single), NAMES)
def test_joined_groups_open_to_those_in_one_of_each(groups, others, own):
    is_open = not opened_by(own).isdisjoint(joined(groups, others))
    assert is_open == (not own.isdisjoint(groups) and not own.isdisjoint(others))


def test_a_name_that_reads_like_two_groups_opens_nothing_for_them():
    assert "R & D" not in opened_by(["R", "D"])
    assert opened_by(joined(["desk"], ["desk-internal"])) == frozenset()
    assert joined(["desk"], ["desk"]) == ["desk"]
    assert joined([], ["desk-internal"]) == []
