"""Families are told by evidence: small documents of every kind, then whole real collections."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from assets.documents.content import look
from assets.documents.landing import collections, walk
from assets.documents.routing import (
    Evidence,
    evidence_of_content,
    evidence_of_names,
    from_json,
    is_unclaimed,
    route,
    to_json,
)
from resources.facts import Family
from tests.documents.conftest import AGREEMENT, STORY, Folder, pdf

INVOICE = """INVOICE No. 2024-118
Invoice date: 03.05.2024      Due date: 02.06.2024
Bill to: Northpier Ltd
Qty   Description            Unit price      Amount
4     Pump seal                   12.50       50.00
1     Crane service              980.00      980.00
Subtotal                                   1,030.00
VAT 25 %                                     257.50
Total                                      1,287.50
IBAN NO93 8601 1117 947
"""
SHEET = """FIRST FLOOR PLAN
OFFICE
101
STORE
102
SCALE: 1/4" = 1'-0"
12'-6"
8'-0"
SHEET
A-101
DRAWN BY
"""
SPECIFICATION = """## General

1. SUMMARY
   1. Section Includes: steel lockers, benches and their fixings.
   2. Related Sections: Section 099000 - Painting.
2. SUBMITTALS
   1. The Contractor shall submit shop drawings before work begins.
   2. The Contractor shall submit a sample of each colour.
3. QUALITY ASSURANCE
   1. Lockers shall be the product of one manufacturer.
"""
POLICY = """Travel policy

We want people to travel safely and without fuss. Book early, because early tickets are cheaper. Trains
are fine for trips under four hours, and nobody needs to ask before taking one. Keep the receipts of what
you spend. When in doubt, talk to your team lead, who can decide most things on the spot. Meals are paid
back up to a sensible sum. We do not count coffee. If a trip is cancelled, tell the office on the same day.
"""
MAIL = """From: Ida <ida@example.org>
To: support@example.org
Subject: The pump hums
Date: Mon, 3 May 2021 10:00:00 +0200

It hums since Monday.
"""
UBL = '<?xml version="1.0"?><!-- draft --><Invoice xmlns="urn:example:Invoice-2"/>'
CII = '<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"/>'
TICKETS = '{"id": "T-1", "status": "Resolved", "subject": "Pump", "messages": [{"body": "It hums"}]}\n' * 2
ISSUE = (
    '{"key": "T-1", "fields": {"summary": "Pump", "status": {"name": "Closed"}, "description": "It hums"}}'
)


@pytest.mark.parametrize(
    ("name", "content", "family"),
    [
        ("a.txt", AGREEMENT, "contract"),
        ("a.pdf", pdf(AGREEMENT), "contract"),
        ("a.md", SPECIFICATION, "contract"),
        ("a.txt", INVOICE, "invoice"),
        ("a.pdf", pdf(INVOICE), "invoice"),
        ("a.pdf", pdf(STORY, attach=[("factur-x.xml", CII.encode())]), "invoice"),
        ("a.pdf", pdf(STORY, attach=[("data.xml", CII.encode())]), "invoice"),
        ("a.xml", UBL, "invoice"),
        ("a.xml", CII, "invoice"),
        ("a.xml", "<catalog><item/></catalog>", "prose"),
        ("a.pdf", pdf(SHEET, size=(1224, 792)), "drawing"),
        ("a.pdf", pdf(SHEET), "drawing"),
        ("a.pdf", pdf("", size=(2448, 1584)), "drawing"),
        ("a.eml", MAIL, "ticket"),
        ("a.txt", MAIL, "ticket"),
        ("a.mbox", "From ida@example.org Mon May  3 10:00:00 2021\n" + MAIL, "ticket"),
        ("a.jsonl", TICKETS, "ticket"),
        ("a.json", ISSUE, "ticket"),
        ("a.csv", "Id;Subject;Status;Description\n1;Pump;Closed;It hums\n", "ticket"),
        (
            "a.json",
            json.dumps(
                [
                    {
                        "comments": [{"body": "log " * 9000, "public": True}],
                        "subject": "Pump",
                        "status": "open",
                    }
                ],
                indent=1,
            ),
            "ticket",
        ),
        ("a.json", json.dumps({"users": [{"id": 1}], "tickets": [{"id": 1, "requester_id": 2}]}), "ticket"),
        (
            "a.json",
            json.dumps(
                {
                    "issues": [
                        {
                            "key": "P-1",
                            "fields": {
                                **{f"customfield_{number}": "x" * 500 for number in range(80)},
                                "summary": "Pump",
                                "status": {"name": "Done"},
                                "issuetype": {"name": "Bug"},
                                "project": {"key": "P"},
                                "created": "2024-01-01",
                            },
                        }
                    ]
                }
            ),
            "ticket",
        ),
        (
            "a.jsonl",
            '{"id": 1, "email": "a@x.example"}\n' * 3 + '{"id": 1, "ticket_id": 2, "body": "It hums"}\n',
            "ticket",
        ),
        ("a.jsonl", "not JSON at all\n" + TICKETS, "ticket"),
        ("a.jsonl", '{"author_id": 1, "body": "It hums", "public": false}\n', "ticket"),
        ("a.json", "\ufeff".encode("utf-16-le") + ISSUE.encode("utf-16-le"), "ticket"),
        ("a.json", '{"title": "Pump", "state": "open", "body": "It hums"}', "ticket"),
        ("a.xml", '<rss version="0.92"><channel><title>Jira</title><item/></channel></rss>', "ticket"),
        ("a.xml", "<tickets type='array'><ticket/></tickets>", "ticket"),
        ("a.csv", "Id,ParentId,IsPublished,CommentBody\n1,2,false,It hums\n", "ticket"),
        ("a.csv", "Issue key,Summary,Status\nP-1,Pump,Done\n", "ticket"),
        ("a.csv", "Ticket ID,Subject,Status\n1,Pump,Closed\n", "ticket"),
        ("a.csv", "sep=;\nid;subject;status;description\n1;Pump;open;It hums\n", "ticket"),
        ("a.csv", "id|subject|status|description\n1|Pump|open|It hums\n", "ticket"),
        ("a.csv", "item,price\nbolt,2.00\n", "prose"),
        ("a.txt", STORY, "prose"),
        ("a.md", POLICY, "prose"),
        ("a.pdf", pdf(STORY), "prose"),
        ("a.md", "[1] a link list\n\n" + STORY, "prose"),
    ],
)
def test_the_family_is_told_by_content(
    folder: Folder, name: str, content: str | bytes, family: Family
) -> None:
    routing = route(evidence_of_content(look(folder.write(name, content))))
    assert routing.family == family, routing


@pytest.mark.parametrize(
    "content",
    [
        '{"id": 7, "name": "Ida", "email": "ida@site.example", "role": "agent"}\n' * 2,
        '[{"title": "Supply agreement", "state": "Delaware", "description": "Of seals", "body": "This ..."}]',
        '{"openapi": "3.0", "info": {"title": "Pumps", "description": "x"}, "paths": {"/a": {"get": {'
        '"summary": "s", "responses": {"200": {"status": "ok", "description": "d"}}}}}}',
        '{"title": "News", "body": "We moved.", "public": true}',
        "[1, 2]",
        '{"a": ' * 3000,
    ],
)
def test_json_that_is_no_export_of_tickets_is_nothing_that_is_cut(folder: Folder, content: str) -> None:
    look_at = look(folder.write("agreement.json", content))
    assert is_unclaimed(
        look_at.kind, route(evidence_of_names("agreement.json") + evidence_of_content(look_at))
    )


@pytest.mark.parametrize(
    ("name", "title", "doc_type", "family"),
    [
        ("scan-0012.pdf", "Reseller Agreement", None, "contract"),
        ("MasterSupply_Agreement2.pdf", None, None, "contract"),
        ("Mietvertrag.pdf", None, None, "contract"),
        ("scan-0013.pdf", None, "invoice", "invoice"),
        ("Schlussrechnung 2024.pdf", None, None, "invoice"),
        ("Stock Plan Agreement.pdf", None, None, "contract"),
        ("img_0001.pdf", None, None, "prose"),
    ],
)
def test_a_scan_is_told_by_what_people_call_it(
    folder: Folder, name: str, title: str | None, doc_type: str | None, family: Family
) -> None:
    content = look(folder.write("scan.pdf", pdf("")))
    assert content.notes == ["no text layer on the first pages: it needs OCR"]
    routing = route(evidence_of_names(name, title, doc_type) + evidence_of_content(content))
    assert routing.family == family
    assert routing.unsure is (family == "prose")


def test_evidence_that_disagrees_goes_to_prose_with_a_flag() -> None:
    routing = route(
        [Evidence("contract", 3, "name", "agreement"), Evidence("invoice", 3, "words", "total, vat")]
    )
    assert (routing.family, routing.unsure) == ("prose", True)
    assert routing.confidence < 0.5


def test_evidence_says_what_was_seen_and_survives_storing(folder: Folder) -> None:
    evidence = evidence_of_content(look(folder.write("a.txt", AGREEMENT)))
    assert {item.feature: item.detail for item in evidence if item.family == "contract"} == {
        "heading": "SUPPLY AGREEMENT",
        "phrases": "this agreement, by and between, made and entered into, governing law",
        "obligations": "45 in 1000 words",
        "numbered clauses": "7 of 9 lines",
    }
    assert from_json(to_json(evidence)) == evidence
    assert json.loads(to_json(evidence))[0].keys() == {"family", "weight", "feature", "detail"}


FAMILY_OF_TENANT: dict[str, Family] = {
    "atticus": "contract",
    "billing": "invoice",
    "plans": "drawing",
    "library": "prose",
    "support": "ticket",
}


@pytest.mark.shared
@pytest.mark.parametrize("with_manifest", [True, False], ids=["with manifest", "files alone"])
def test_real_collections_are_routed_without_being_told(shared: Path, with_manifest: bool) -> None:
    wrong: list[str] = []
    total = 0
    for collection in collections(shared / "landing")[0]:
        manifest = collection.path / "metadata.csv"
        said = {}
        if with_manifest and manifest.exists():
            with manifest.open(encoding="utf-8-sig", newline="") as stream:
                said = {row["file"]: row for row in csv.DictReader(stream)}
        for file in walk(collection)[0]:
            row = said.get(file.name, {})
            names = evidence_of_names(file.name, row.get("title"), row.get("doc_type"))
            routing = route(names + evidence_of_content(look(file.path)))
            total += 1
            if routing.family != FAMILY_OF_TENANT[collection.tenant]:
                wrong.append(f"{collection.key}/{file.name}: {routing.family} {routing.confidence:.2f}")
    assert total > 200
    assert len(wrong) <= 0.02 * total, wrong


OTHER_FORMS: list[tuple[str, Family]] = [
    ("contracts/forms/*.*", "contract"),
    ("contracts/contractnli/docs/*", "contract"),
    ("drawings/specs/*.md", "contract"),
    ("invoices/invoice2data/pdf/*.pdf", "invoice"),
    ("invoices/xrechnung/xml/*.xml", "invoice"),
    ("tickets/mail/*/*.eml", "ticket"),
    ("tickets/titanium/raw_jira_sample/*.json", "ticket"),
    ("invoices/tables-icdar2013/*.pdf", "prose"),
]


@pytest.mark.shared
@pytest.mark.parametrize(("pattern", "family"), OTHER_FORMS)
def test_the_same_kinds_in_other_forms(shared: Path, pattern: str, family: Family) -> None:
    files = sorted((shared / "data").glob(pattern))
    routed = {
        path.name: route(evidence_of_names(path.name) + evidence_of_content(look(path))) for path in files
    }
    wrong = {name: routing for name, routing in routed.items() if routing.family != family}
    assert files
    assert len(wrong) <= 0.02 * len(files), wrong
