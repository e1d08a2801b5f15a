"""Parties by example: the parties' paragraph, covers, labelled lines, letters, signature blocks."""

from __future__ import annotations

import pytest

from assets.contracts.front_matter_parties import all_parties
from assets.contracts.front_matter_party import Party
from assets.contracts.front_matter_text import flowing
from tests.contracts.examples import typed

CLAUSES = "\n1. Delivery\n\nThe Supplier delivers the pumps to the Buyer within six weeks.\n"


def _parties(text: str, rest: str = CLAUSES) -> list[Party]:
    document = typed(text)
    whole = typed(document.text.rstrip("\f\n") + "\n" + rest) if rest else document
    found = all_parties(whole, flowing(whole))
    for party in found:
        assert " ".join(whole.text[party.start : party.end].split())
        assert 0 < party.confidence <= 0.99
    return found


def _named(text: str, rest: str = CLAUSES) -> list[tuple[str, list[str]]]:
    return [(party.name, party.short) for party in _parties(text, rest)]


def test_by_and_between_with_descriptions_and_short_names() -> None:
    assert _named(
        """
        SUPPLY AGREEMENT

        This Supply Agreement is made as of May 3, 2022 by and between Acme Fluidics, Inc., a
        Delaware corporation having its principal place of business at 12 Dock Street, Suite 4,
        Port Calloway, Delaware 19801, USA ("Buyer"), and Orrimund Trading, S.L., a Spanish
        limited company ("Supplier" or "Orrimund"). Buyer and Supplier agree as follows.
        """
    ) == [("Acme Fluidics, Inc.", ["Buyer"]), ("Orrimund Trading, S.L.", ["Supplier", "Orrimund"])]


def test_three_parties_and_one_acting_for_its_division() -> None:
    assert _named(
        """
        This Agreement is entered into by and among Farrow & Co. LLC, a division of Great Elver
        Group, Inc. (“Farrow”), Bolt Foundry, LLC, a limited liability company of Vermont
        (“Bolt”), and Quill Gasket Works, Inc., an Ohio corporation (the “Maker”).

        WHEREAS, Great Elver Group, Inc. and Dray Partners LLC (“Dray”) have workshops;
        """
    ) == [
        ("Farrow & Co. LLC", ["Farrow"]),
        ("Bolt Foundry, LLC", ["Bolt"]),
        ("Quill Gasket Works, Inc.", ["Maker"]),
    ]


def test_numbered_parties_of_an_english_deed() -> None:
    assert _named(
        """
        PARTIES

        (1) ACME LIMITED incorporated in England with number 1234567 whose registered office is at
        1 Tannery Wharf, Elverham (the "Seller"); and
        (2) MARA QUILL of 8 Kirk Lane, Invermorlich (the "Buyer").
        """
    ) == [("ACME LIMITED", ["Seller"]), ("MARA QUILL", ["Buyer"])]


def test_between_and_on_lines_of_their_own() -> None:
    assert _named(
        """
        THIS AGREEMENT made as of the 30th day of June 2019

        BETWEEN:

            PELLWORTH HYDRAULICS, L.P.,
            represented herein by its general partner
            Pellworth Management Inc.
            20 Rich Street East
            Elverham
            (hereinafter called "Pellworth")

        - and -

            ACME FLUIDICS LIMITED, a company incorporated in Ontario
            (hereinafter called "Acme")

        WHEREAS Pellworth makes pumps;
        """
    ) == [("PELLWORTH HYDRAULICS, L.P.", ["Pellworth"]), ("ACME FLUIDICS LIMITED", ["Acme"])]


def test_a_cover_page() -> None:
    found = _parties(
        """
        MASTER SUPPLY AGREEMENT

        between

        THE QUILL & DRAY COMPANY

        and

        NORTHMARK

        1 May 2020
        """
    )
    assert [party.name for party in found] == ["QUILL & DRAY COMPANY", "NORTHMARK"]
    assert {party.how for party in found} == {"cover page"}


def test_other_names_stay_with_the_party() -> None:
    assert _named(
        """
        This Agreement is effective as of June 1, 2019 by and between Rook Motors, Inc. d/b/a West
        Elver Garages, located at 2 Kirk Avenue (hereinafter "WEG"), and Lamp Trading, LLC
        f/k/a Lantern LLC located at 3 Hill Street (hereinafter "Lamp").
        """
    ) == [
        ("Rook Motors, Inc. d/b/a West Elver Garages", ["WEG"]),
        ("Lamp Trading, LLC f/k/a Lantern LLC", ["Lamp"]),
    ]


def test_people_are_parties_too() -> None:
    assert _named(
        """
        THIS ENDORSEMENT AGREEMENT is by and between JONAS ELVER (“Elver”) and NORTHMARK BANK, a
        Vermont savings bank (“Northmark”).
        """
    ) == [("JONAS ELVER", ["Elver"]), ("NORTHMARK BANK", ["Northmark"])]


def test_a_blank_party_takes_nobody_s_short_name() -> None:
    assert _named(
        """
        THIS AGREEMENT is made by and between ELVER-TENNIS, INC., an Ohio corporation (the
        "Company"), and _________________ (hereinafter referred to as the "Professional").
        """
    ) == [("ELVER-TENNIS, INC.", ["Company"])]


def test_parties_of_another_agreement_are_not_this_one_s() -> None:
    text = """
        To: Heron Pipes, Inc.

        We own a tenth of Rook Valves, Inc. ("Rook"), which Heron Pipes, Inc. ("Heron") will take
        over as described in the Plan of Merger by and among Heron, Heron Two Corp. ("Two") and
        Rook.
        """
    assert {"Rook Valves, Inc.", "Heron Pipes, Inc."} <= {name for name, _ in _named(text)}


def test_a_letter_introduces_its_parties() -> None:
    assert _named(
        """
        Dear Ms Quill:

        Elver Growth Trust, Inc., a Vermont corporation (the “Owner”), wishes to have its forty
        houses let through Northmark Lettings, LLC, acting as broker (the “Broker”), from May on.
        """
    ) == [("Elver Growth Trust, Inc.", ["Owner"]), ("Northmark Lettings, LLC", ["Broker"])]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (
            "ORDER FORM\n\nCustomer: Acme Fluidics Limited\nProvider: Belmarrow Digital Limited\n",
            ["Acme Fluidics Limited", "Belmarrow Digital Limited"],
        ),
        (
            "SPONSORSHIP AGREEMENT\n\nSPONSOR:\nName: Elver Boat Club\n\nPARTY B: Rook Regatta LLC\n",
            ["Elver Boat Club", "Rook Regatta LLC"],
        ),
    ],
)
def test_labelled_lines(text: str, names: list[str]) -> None:
    assert [name for name, _ in _named(text)] == names


def test_the_signature_block_where_nothing_else_names_them() -> None:
    found = _parties(
        "CONTENT LICENSE AGREEMENT\n",
        CLAUSES
        + """
IN WITNESS WHEREOF, the parties have executed this Agreement.

Quill Media, Inc.               Rook Corporation
By: ______________              By: ______________

For and on behalf of
BC TELWORKS
""",
    )
    assert [party.name for party in found] == ["Quill Media, Inc.", "Rook Corporation", "BC TELWORKS"]
    assert {party.how for party in found} == {"signature block"}


def test_parties_in_other_languages() -> None:
    assert _named(
        """
        LIEFERVERTRAG

        zwischen der Bruchwald Pumpen GmbH & Co. KG mit Sitz in Oberlauten (nachfolgend „Lieferant“)
        und der Elver Werke AG, Werkstrasse 5, Oberlauten (nachfolgend „Besteller“).
        """
    ) == [("Bruchwald Pumpen GmbH & Co. KG", ["Lieferant"]), ("Elver Werke AG", ["Besteller"])]


def test_affiliates_with_like_names_stay_apart() -> None:
    assert [
        name
        for name, _ in _named(
            """
        between

        ELVER MARINE, INC.

        and

        ELVER, INC.

        This Agreement is made by and between ELVER MARINE, INC., a Delaware corporation (“Elver Marine”),
        and ELVER, INC., an Ohio corporation (“Elver”).
        """
        )
    ] == ["ELVER MARINE, INC.", "ELVER, INC."]


def test_a_text_without_parties_has_none() -> None:
    assert _named("STANDARD TERMS\n\nThese terms apply between the parties and their affiliates.\n") == []
