"""Rows of a review by example: the doubtful first, each with its place and the way to correct it."""

from __future__ import annotations

import json
from dataclasses import replace

import pyarrow as pa
import pytest

from assets.documents.read_facts import ReadFact, complete
from assets.review.facts import by_document, rows_of_facts
from assets.review.links import rows_of_links
from assets.review.numbering import MOST, rows_of_numbering
from assets.review.reading import rows_of_documents, rows_of_reading
from assets.review.rows import ReviewRow, from_table, in_order, shortened, to_table
from resources.facts import DocumentFacts
from resources.governing_links import Finding, Link

SAID = DocumentFacts("acme", "deals", "lease.txt", "lease.txt", "", "0" * 32, "contract", acl=["legal"])
READ = [
    ReadFact("title", "PUMP LEASE", 0.97, 1, 0, 10, "title line"),
    ReadFact("counterparty", "Northpier Ltd", 0.6, 2, 30, 43, "signature block", short_names=["Lessor"]),
    ReadFact("governing_law", "Norway", 0.3, 3, 90, 96, "the law clause"),
]
TEXT = "PUMP  LEASE" + " " * 40


def test_facts_read_in_doubt_stand_first_and_say_where_to_correct_them() -> None:
    rows = in_order(rows_of_facts([complete(SAID, READ)], {}, frozenset({"contract"})))
    assert [(row.subject, row.found, row.confidence, row.look) for row in rows] == [
        ("counterparty", "Northpier Ltd (Lessor)", 0.6, True),
        ("title", "PUMP LEASE", 0.97, False),
        ("governing_law", "Norway", 0.3, False),
    ]
    assert (rows[0].place, rows[0].mend, rows[0].how) == (
        "page 2, characters 30-43",
        "metadata.csv, column counterparty",
        "signature block",
    )
    assert rows[2].how == "the law clause; too doubtful to be used"
    assert not any(row.quote for row in rows)


def test_texts_are_quoted_only_where_they_are_given() -> None:
    rows = rows_of_facts([complete(SAID, READ[:1])], {"lease.txt": TEXT}, frozenset())
    assert [row.quote for row in rows] == ["PUMP LEAS"]


def test_a_name_that_nobody_gives_is_asked_for_but_not_of_prose() -> None:
    nameless = complete(SAID, ())
    rows = list(rows_of_facts([nameless], {}, frozenset({"contract"})))
    assert [(row.subject, row.found, row.look) for row in rows] == [
        ("title", "not found", True),
        ("counterparty", "not found", True),
    ]
    prose = complete(replace(SAID, family="prose"), ())
    assert list(rows_of_facts([prose], {}, frozenset({"contract"}))) == []


def test_what_is_known_of_each_document_the_least_sure_first() -> None:
    told = replace(SAID, file="told.txt", title="Told", counterparty=["Ostrel"])
    rows = by_document([complete(told, READ[:1]), complete(SAID, READ)])
    assert [(row["file"], row["title"], row["counterparty"]) for row in rows] == [
        ("lease.txt", "PUMP LEASE (0.97)", "? Northpier Ltd (0.60)"),
        ("told.txt", "Told", "Ostrel"),
    ]


def test_links_that_nobody_confirmed_ask_for_it() -> None:
    links = [Link("am.txt", "amends", "msa.txt", 0.7, (40, 60)), Link("b.txt", "supersedes", "a.txt")]
    findings = [Finding("c.txt", "amends 'x', which is not in the collection", "Add the file.")]
    rows = in_order(rows_of_links(links, findings, lambda file, at: 2 if file == "am.txt" else None, {}))
    assert [(row.file, row.subject, row.place, row.look) for row in rows] == [
        ("c.txt", "finding", "", True),
        ("am.txt", "amends", "page 2, characters 40-60", True),
        ("b.txt", "supersedes", "", False),
    ]
    assert rows[1].mend == "metadata.csv, column amends: write 'msa.txt' to confirm it, 'none' to refuse it"


def test_gaps_are_to_be_looked_at_and_lists_that_restart_are_not() -> None:
    item = {"path": "1.2", "page": 4, "detail": "1.1 is followed by 1.3"}
    report = {"gaps": [item] * (MOST + 3), "restarts": [{"path": "2", "page": 5, "detail": "again at 1"}]}
    rows = list(rows_of_numbering(pa.table({"doc_id": ["a.txt"], "report": [json.dumps(report)]})))
    assert (rows[0].subject, rows[0].found, rows[0].place, rows[0].how, rows[0].look) == (
        "gap", "1.2", "page 4", "1.1 is followed by 1.3", True,
    )  # fmt: skip
    assert "structure.csv" in rows[0].mend
    assert rows[MOST].found == "and 3 more"
    assert [(row.subject, row.look) for row in rows[MOST + 1 :]] == [("restart", False)]


def test_flags_say_what_they_mean_and_where() -> None:
    rows = list(rows_of_reading("scan.pdf", None, ["two_columns:3,4", "no_text_layer:2", "sea_water"]))
    assert [(row.subject, row.place, row.look) for row in rows] == [
        ("no_text_layer", "page 2", True),
        ("sea_water", "", True),
        ("two_columns", "pages 3, 4", False),
    ]
    assert rows[1].found == "sea water"
    assert rows[0].mend
    (gone,) = rows_of_reading("bad.pdf", "it is damaged", [])
    assert (gone.subject, gone.found, gone.look) == ("quarantined", "it is damaged", True)


@pytest.mark.parametrize(
    ("found", "acl", "subject"),
    [
        ({"error": "it cannot be opened", "mend": "Mend it."}, ["legal"], "quarantined"),
        ({"status": "waiting", "family": "drawing"}, ["legal"], "waiting"),
        ({"unsure": True}, ["legal"], "family"),
        ({}, [], "access"),
    ],
)
def test_files_that_cannot_be_read_wait_or_belong_to_nobody(
    found: dict[str, object], acl: list[str], subject: str
) -> None:
    usual = {"file": "a.txt", "error": None, "mend": None, "status": "ready", "family": "prose"}
    row = usual | {"unsure": False, "family_confidence": 0.5} | found
    (said,) = rows_of_documents([row], {"a.txt": acl})
    assert (said.subject, said.look) == (subject, True)
    assert said.mend


def test_rows_survive_the_table() -> None:
    rows = [
        ReviewRow("facts", "a.txt", "title", "A", 0.5, look=True),
        ReviewRow("links", "b.txt", "amends", "a.txt"),
    ]
    assert from_table(to_table(rows)) == rows


def test_a_long_name_keeps_both_its_ends() -> None:
    assert shortened("a.pdf") == "a.pdf"
    short = shortened("x" * 40 + "-LEASE AGREEMENT.pdf", 30)
    assert len(short) == 30
    assert short.endswith("LEASE AGREEMENT.pdf"[-15:])
