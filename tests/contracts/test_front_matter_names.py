"""Names of companies and people by example, and the short names contracts give them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assets.contracts.front_matter_aliases import short_names
from assets.contracts.front_matter_names import name_at
from assets.contracts.front_matter_places import is_place, short_place


def _name(text: str) -> str | None:
    found = name_at(text, 0, len(text))
    return found.text if found else None


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Quennick Pumps Ltd, whose registered office", "Quennick Pumps Ltd"),
        ("Orrimund, Inc., a Delaware corporation", "Orrimund, Inc."),
        ("ORRIMUND HOLDINGS, L.P. (the", "ORRIMUND HOLDINGS, L.P."),
        ("Halvorsted Castings AS and Acme", "Halvorsted Castings AS"),
        ("HALVORSTED CASTINGS AS", "HALVORSTED CASTINGS AS"),
        ("Tavrelle Polymer N.V., of Havenlaan", "Tavrelle Polymer N.V."),
        ("Pellworth Hydraulics Oy (“Pellworth”)", "Pellworth Hydraulics Oy"),
        ("Bruchwald Pumpen GmbH & Co. KG mit Sitz", "Bruchwald Pumpen GmbH & Co. KG"),
        ("Ventas del Norte S.A. de C.V., con domicilio", "Ventas del Norte S.A. de C.V."),
        ("Orlik Czerwinski sp. z o.o. z siedzibą", "Orlik Czerwinski sp. z o.o."),
        ("Lumen A/S, a company", "Lumen A/S"),
        ("JSC Karatau, hereinafter", "JSC Karatau"),
        ("Acme (Bermuda) Ltd., a limited company", "Acme (Bermuda) Ltd."),
        ("Stone, Field & River-North, Inc., an Ohio", "Stone, Field & River-North, Inc."),
        (
            "Acme Foods do Sul - Comércio de Grãos Ltda., a company",
            "Acme Foods do Sul - Comércio de Grãos Ltda.",
        ),
        ("2205 Elm Street Holdings LLC (", "2205 Elm Street Holdings LLC"),
        ("the University of Elverham, located", "University of Elverham"),
        ("Bank of the North, N.A. (", "Bank of the North, N.A."),
        ("iPumps.com, Inc., a", "iPumps.com, Inc."),
        ("Elver plc, a public company", "Elver plc"),
        ("Mr. Jonas K. Elver, residing", "Jonas K. Elver"),
        ("MARA QUILL (“Quill”)", "MARA QUILL"),
    ],
)
def test_a_name_ends_where_its_description_begins(text: str, name: str) -> None:
    assert _name(text) == name


@pytest.mark.parametrize(
    "text",
    [
        "Delaware corporation",
        "the State of New York",
        "Party",
        "this Agreement",
        "Boulder, CO 80000",
        "AS AMENDED",
        "Supply Agreement dated",
        "Section 5",
        "1.1 The Company",
        "_______",
        "a company",
        "March 2020",
        "U.S.A.",
    ],
)
def test_places_headings_and_words_contracts_use_for_themselves_are_no_names(text: str) -> None:
    assert _name(text) is None


@pytest.mark.parametrize(
    ("bracket", "names"),
    [
        ('("Supplier")', ["Supplier"]),
        ("(the “Supplier” or “Acme”)", ["Supplier", "Acme"]),
        ('(hereinafter referred to as the "Seller")', ["Seller"]),
        ("(the Client)", ["Client"]),
        ("(ACME)", ["ACME"]),
        ("(hereinafter Acme)", ["Acme"]),
        ("(“Acme” and, together with its affiliates, the “Group”)", ["Acme"]),
        ("(together with its successors and assigns, “Acme”)", ["Acme"]),
        ("(each a “Party” and collectively the “Parties”)", []),
        ("(together, Acme and Bolt shall be called “the Sellers”)", []),
        ("(company no. 2085)", []),
        ("(“we,” “us” or “Grantor”)", ["Grantor"]),
    ],
)
def test_short_names_stand_in_brackets_and_those_of_several_parties_are_none(
    bracket: str, names: list[str]
) -> None:
    assert short_names(bracket) == names


def test_places_are_known_by_their_official_names_too() -> None:
    assert is_place("the State of New York")
    assert is_place("U.S.A.")
    assert short_place("the Commonwealth of Massachusetts") == "Massachusetts"
    assert not is_place("Elverham")


@given(st.text(alphabet=st.sampled_from("Ab &,.()\n\"“”'-1/ÉåSA§"), max_size=80), st.integers(0, 20))
def test_whatever_is_read_a_name_is_a_piece_of_the_text(text: str, at: int) -> None:
    found = name_at(text, min(at, len(text)), len(text))
    if found:
        assert 0 <= found.start < found.end <= len(text)
        assert found.text == " ".join(text[found.start : found.end].split())
        assert "\n" not in text[found.start : found.end]
    short_names(f"({text})")
