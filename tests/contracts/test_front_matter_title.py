"""Titles by example, and the kind of instrument they name."""

from __future__ import annotations

import pytest

from assets.contracts.front_matter_text import flowing
from assets.contracts.front_matter_title import document_type, find_title
from tests.contracts.examples import typed


def _title(text: str) -> str | None:
    document = typed(text)
    found = find_title(document, flowing(document))
    return found.text if found else None


BODY = "\n\nThis is made between Acme Ltd and Bolt GmbH, who agree as follows for a long time to come.\n"


@pytest.mark.parametrize(
    ("head", "title"),
    [
        ("EXHIBIT 10.1\n\nMASTER SUPPLY AGREEMENT", "MASTER SUPPLY AGREEMENT"),
        ("EXECUTION VERSION\n\nLease", "Lease"),
        (
            "JOINT CASTING, MACHINING, ASSEMBLY AND TESTING\nAGREEMENT",
            "JOINT CASTING, MACHINING, ASSEMBLY AND TESTING AGREEMENT",
        ),
        ("FIRST AMENDMENT TO\nWAREHOUSE AGREEMENT", "FIRST AMENDMENT TO WAREHOUSE AGREEMENT"),
        (
            "AMENDMENT NO. 1\n\nto the Master Supply Agreement dated 14 January 2021",
            "AMENDMENT NO. 1 to the Master Supply Agreement",
        ),
        ("ROOK BAKERIES, INC.\nFRANCHISE AGREEMENT\n\nTABLE OF CONTENTS", "FRANCHISE AGREEMENT"),
        ("Regatta Agreement Between\nPage Corporation and Quill, Inc.", "Regatta Agreement"),
        (
            "PARTS OF THIS COPY HAVE BEEN BLACKED OUT\nBECAUSE THE PRICES ARE A TRADE SECRET OF ROOK.\n\n"
            "SERVICES AGREEMENT",
            "SERVICES AGREEMENT",
        ),
        ("SAMPLE NON-DISCLOSURE AGREEMENT\nNON-DISCLOSURE AGREEMENT", "SAMPLE NON-DISCLOSURE AGREEMENT"),
        ("LIEFERVERTRAG", "LIEFERVERTRAG"),
        ("STANDARD TERMS AND CONDITIONS", "STANDARD TERMS AND CONDITIONS"),
    ],
)
def test_the_line_that_names_the_instrument(head: str, title: str) -> None:
    assert _title(head + BODY) == title


def test_the_opening_sentence_names_a_contract_without_a_title_line() -> None:
    text = (
        'This Toll Manufacturing Agreement (this "Agreement") is made on 1 May 2020 between Acme and Bolt.\n'
    )
    assert _title(text) == "Toll Manufacturing Agreement"


def test_what_the_opening_sentence_repeats_is_the_title() -> None:
    text = """
        FORM OF LETTER OF CREDIT

        [To be added.]

        FIRST AMENDMENT TO
        WAREHOUSE AGREEMENT

        THIS FIRST AMENDMENT TO WAREHOUSE AGREEMENT (this "Amendment") is made by Acme and Bolt.
        """
    assert _title(text) == "FIRST AMENDMENT TO WAREHOUSE AGREEMENT"


def test_headings_and_contents_are_no_titles() -> None:
    assert _title("1. TERM OF AGREEMENT\n\nThe term is two years.\n\n2.1 Lease ........ 4\n") is None


@pytest.mark.parametrize(
    ("title", "kind"),
    [
        ("MASTER SUPPLY AGREEMENT", "supply agreement"),
        ("First Amendment to Distributor Agreement", "amendment"),
        ("Mutual Non Disclosure Agreement", "non-disclosure agreement"),
        ("SOFTWARE LICENSE AND SUPPORT AGREEMENT", "license and support agreement"),
        ("Sublease", "lease"),
        ("STATEMENT OF WORK No. 4", "statement of work"),
        ("Terms of Service", "terms and conditions"),
        ("TRANSPORTATION CONTRACT", "transportation contract"),
        ("Liefervertrag", "liefervertrag"),
        ("Lunch menu", None),
    ],
)
def test_the_kind_of_instrument(title: str, kind: str | None) -> None:
    assert document_type(title) == kind
