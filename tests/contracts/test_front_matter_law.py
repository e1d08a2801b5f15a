"""Governing law by example."""

from __future__ import annotations

import pytest

from assets.contracts.front_matter_law import governing_law


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (
            "This Agreement shall be governed by and construed under the laws of the State of New York.",
            "New York",
        ),
        ("THIS AGREEMENT IS GOVERNED BY THE LAWS OF ENGLAND AND WALES.", "England and Wales"),
        ("This Contract is governed by the laws of the Federal Republic of Germany.", "Germany"),
        ("This Agreement is governed by New York law, without regard to conflicts.", "New York"),
        ("This Lease shall be construed under the internal laws of Vermont.", "Vermont"),
        ("Governing Law | Ontario", "Ontario"),
        ("Dieser Vertrag unterliegt deutschem Recht.", "Germany"),
        ("Le présent contrat est régi par le droit français.", "France"),
    ],
)
def test_the_law_that_governs(text: str, place: str) -> None:
    found = governing_law(text)
    assert found is not None
    assert found.place == place
    assert 0.7 <= found.confidence < 1


@pytest.mark.parametrize(
    "text",
    [
        "Acme is a corporation organized and existing under the laws of the State of Delaware.",
        "The Supplier keeps all applicable laws.",
        "Subject to the laws of nature.",
    ],
)
def test_other_mentions_of_law_are_none(text: str) -> None:
    assert governing_law(text) is None


def test_the_contract_s_own_clause_comes_before_another_s() -> None:
    text = (
        "Disputes among lenders are governed by the laws of Ohio.\n"
        "9. Governing law. This Agreement is governed by the laws of Texas."
    )
    found = governing_law(text)
    assert found is not None
    assert found.place == "Texas"
    assert text[found.start : found.end] == "Texas"
