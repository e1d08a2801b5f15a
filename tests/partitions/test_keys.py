"""What may be a tenant's or a collection's name is the same wherever it is asked."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from partitions.keys import CollectionKey, parse_key
from resources.store import StoreError, check_name


def test_a_key_is_a_tenant_and_a_collection():
    assert parse_key("acme/sales-2024.v1") == CollectionKey("acme", "sales-2024.v1")
    assert str(parse_key("acme/sales")) == "acme/sales"


@pytest.mark.parametrize("text", ["acme", "a/b/c", "a b/c", "../c", "a/..", "/", "a|b/c", "Büro/c", "a/b\n"])
def test_what_is_no_key_is_refused_with_the_rule(text):
    with pytest.raises(ValueError, match="at most 100 characters"):
        parse_key(text)


def test_a_long_name_is_told_short():
    with pytest.raises(ValueError, match="is not a collection") as refusal:
        parse_key(f"acme/{'x' * 5000}")
    assert len(str(refusal.value)) < 250
    with pytest.raises(StoreError, match="at most 100 characters") as refusal:
        check_name("x" * 5000, "tenant")
    assert len(str(refusal.value)) < 250


@given(st.text(max_size=12) | st.text("ab.é_-", max_size=120))
@example("x" * 100)
@example("x" * 101)
def test_a_name_that_makes_a_key_makes_a_folder(name):
    """Else one folder of a wrong name would stop the run of all others."""

    def taken(check, text):
        try:
            check(text)
        except (ValueError, StoreError):
            return False
        return True

    assert taken(parse_key, f"{name}/{name}") == taken(lambda text: check_name(text, "tenant"), name)
