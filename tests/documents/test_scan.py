"""One look over a collection: hashes, access, quarantine, what is kept from the scan before."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assets.documents import apart
from assets.documents import scan as scan_module
from assets.documents.content import look
from assets.documents.problems import ManifestError
from assets.documents.routing import evidence_of_content, route
from assets.documents.scan import DOCUMENTS_SCHEMA, Scanned
from resources.facts import FACTS_SCHEMA, FAMILIES, DocumentFacts, from_table, to_table
from tests.documents.conftest import AGREEMENT, STORY, Folder, pdf


def facts(scanned: Scanned) -> dict[str, DocumentFacts]:
    return {fact.file: fact for fact in scanned.facts}


def problems(scanned: Scanned) -> list[str]:
    return [str(problem) for problem in scanned.problems]


def test_facts_come_from_the_row_else_from_the_collection(folder: Folder) -> None:
    folder.write(
        "collection.toml", 'acl = ["legal"]\n[defaults]\ncounterparty = "Ostrel GmbH"\njob = "Pier 4"'
    )
    folder.write(
        "metadata.csv", "file,title,counterparty,effective_date,acl\nmsa.txt,MSA,Birch Ltd,2020-05-01,sales\n"
    )
    folder.write("msa.txt", AGREEMENT)
    folder.write("2024/lease.txt", AGREEMENT)
    scanned = folder.scan()
    lease, msa = scanned.facts
    assert (lease.doc_id, lease.title, lease.acl) == ("2024/lease.txt", "", ["legal"])
    assert (lease.counterparty, lease.effective_date) == (["Ostrel GmbH"], None)
    assert (msa.doc_id, msa.title, msa.acl) == ("msa.txt", "MSA", ["sales"])
    assert (msa.counterparty, msa.effective_date) == (["Birch Ltd"], date(2020, 5, 1))
    assert lease.extra == msa.extra == {"job": "Pier 4"}
    assert scanned.documents.schema == DOCUMENTS_SCHEMA
    assert from_table(to_table(scanned.facts)) == scanned.facts
    assert to_table(scanned.facts).schema == FACTS_SCHEMA
    assert problems(scanned) == []


def test_without_groups_nobody_may_read_and_the_scan_warns(folder: Folder) -> None:
    folder.write("metadata.csv", "file,acl\na.txt,legal\n")
    folder.write("a.txt", AGREEMENT)
    folder.write("b.txt", AGREEMENT)
    scanned = folder.scan()
    assert {name: fact.acl for name, fact in facts(scanned).items()} == {"a.txt": ["legal"], "b.txt": []}
    assert problems(scanned) == [
        "acme/deals: 1 document(s) can be read by nobody: b.txt. Give their rows an acl, or collection.toml."
    ]


@pytest.mark.parametrize(
    ("rows", "acl"),
    [
        ('{"file": "a.txt"}', ["legal", "board"]),
        ('{"file": "a.txt", "acl": ""}', ["legal", "board"]),
        ('{"file": "a.txt", "acl": []}', []),
        ('{"file": "a.txt", "acl": "sales"}', ["sales"]),
        ('{"file": "a.txt", "acl": "sales | legal"}\n{"file": "a.txt", "acl": "legal"}', ["legal"]),
        ('{"file": "a.txt", "acl": "sales"}\n{"file": "a.txt"}', []),
    ],
    ids=["no acl", "empty", "nobody", "own", "two rows: what both say", "two rows that share no group"],
)
def test_who_may_read(folder: Folder, rows: str, acl: list[str]) -> None:
    folder.write("collection.toml", 'acl = ["legal", "board"]')
    folder.write("metadata.jsonl", rows)
    folder.write("a.txt", AGREEMENT)
    assert facts(folder.scan())["a.txt"].acl == acl


def truncated() -> bytes:
    whole = pdf(*[AGREEMENT] * 8)
    return whole[: len(whole) // 2]


ZERO_PAGES = (
    b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n"
    b"trailer<</Root 1 0 R/Size 3>>\n%%EOF\n"
)


@pytest.mark.parametrize(
    ("name", "content", "error"),
    [
        (
            "a.pdf",
            lambda: pdf(AGREEMENT, password="secret"),
            "the PDF is encrypted. Save it without a password.",
        ),
        ("a.pdf", lambda: b"", "the file is empty. Copy or export it again."),
        ("a.txt", lambda: b" \n\n ", "the file is empty. Copy or export it again."),
        ("a.pdf", truncated, "the PDF is truncated: its end is missing. Send the whole file again."),
        (
            "a.pdf",
            lambda: b"%PDF-1.7\nnothing more",
            "the PDF is damaged beyond repair. Export or send it again.",
        ),
        ("a.pdf", lambda: ZERO_PAGES, "the PDF has no pages. Export or send it again."),
        (
            "a.pdf",
            lambda: b"\x7fELF\x00\x01\x02",
            "it is neither text nor a known format. Export it as PDF, DOCX or text.",
        ),
        (
            "a.docx",
            lambda: b"PK\x03\x04cut off",
            "the file is a damaged DOCX or zip archive (File is not a zip file). Copy it again.",
        ),
        (
            "a.doc",
            lambda: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600,
            "the file is an old Office file (.doc) or a password-protected one. Save it as DOCX or PDF.",
        ),
        (
            "a.rtf",
            lambda: b"{\\rtf1 text}",
            "the file is an RTF file. Save it as DOCX or PDF.",
        ),
    ],
    ids=[
        "encrypted",
        "empty",
        "blank",
        "truncated",
        "damaged",
        "no pages",
        "binary",
        "cut zip",
        "doc",
        "rtf",
    ],
)
def test_what_cannot_be_read_is_quarantined_and_stops_nobody(
    folder: Folder, name: str, content: Callable[[], bytes], error: str
) -> None:
    folder.write("collection.toml", 'acl = ["legal"]')
    folder.write(name, content())
    folder.write("good.txt", AGREEMENT)
    scanned = folder.scan()
    found = facts(scanned)
    assert (found[name].status, found[name].error) == ("quarantined", error)
    assert (found["good.txt"].status, found["good.txt"].error) == ("ready", None)
    assert problems(scanned) == [f"acme/deals/{name}: {error}"]


@pytest.mark.parametrize(
    ("name", "content", "kind"),
    [
        ("agreement.pdf", AGREEMENT.encode(), "text"),
        ("agreement.txt", pdf(AGREEMENT), "pdf"),
        ("agreement.docx", pdf(AGREEMENT), "pdf"),
    ],
)
def test_a_file_that_lies_about_its_extension_is_read_as_what_it_is(
    folder: Folder, name: str, content: bytes, kind: str
) -> None:
    folder.write("collection.toml", 'acl = ["legal"]')
    folder.write(name, content)
    scanned = folder.scan()
    assert (facts(scanned)[name].status, scanned.documents["kind"].to_pylist()) == ("ready", [kind])
    if name != "agreement.txt":
        extension = name.partition(".")[2]
        assert problems(scanned) == [
            f"acme/deals/{name}: it is named .{extension} but holds {kind}, and is read as that."
            " See whether the original can be had."
        ]


def test_a_pdf_with_a_broken_table_of_objects_is_repaired_with_a_note(folder: Folder) -> None:
    damaged = pdf(AGREEMENT).replace(b"startxref\n", b"startxref\n9")
    content = look(folder.write("a.pdf", damaged))
    assert (content.error, content.notes) == (None, ["the PDF was damaged and has been repaired in memory"])
    assert "SUPPLY AGREEMENT" in content.text


def test_a_broken_manifest_stops_the_collection(folder: Folder) -> None:
    folder.write("metadata.csv", "title\nA\n")
    folder.write("a.txt", AGREEMENT)
    with pytest.raises(ManifestError, match=r"acme/deals/metadata\.csv:1: no column file"):
        folder.scan()


def test_families_that_are_not_built_wait(folder: Folder) -> None:
    folder.write("collection.toml", 'acl = ["all"]\nfamily = "drawing"')
    folder.write("sheet.txt", AGREEMENT)
    scanned = folder.scan()
    assert facts(scanned)["sheet.txt"].status == "waiting"
    row = scanned.documents.to_pylist()[0]
    assert (row["family"], row["family_from"], row["family_routed"]) == (
        "drawing",
        "collection.toml",
        "contract",
    )


def test_json_whose_fields_say_nothing_waits_until_somebody_says_what_it_is(folder: Folder) -> None:
    folder.write("people.json", '[{"name": "Ida", "email": "ida@site.example"}]')
    scanned = folder.scan()
    assert facts(scanned)["people.json"].status == "waiting"
    assert [str(problem) for problem in scanned.problems if "JSON" in str(problem)] == [
        "acme/deals/people.json: it is JSON whose fields are not those of tickets, so it waits. "
        "Name its family in its row or in collection.toml."
    ]
    folder.write("metadata.csv", "file,family\npeople.json,prose\n")
    assert facts(folder.scan(scanned.documents))["people.json"].status == "ready"


def test_a_row_names_its_family(folder: Folder) -> None:
    folder.write("collection.toml", 'acl = ["all"]\nfamily = "contract"')
    folder.write("metadata.csv", "file,family\nstory.txt,Prose\n")
    folder.write("story.txt", STORY)
    row = folder.scan().documents.to_pylist()[0]
    assert (row["family"], row["family_from"], row["status"]) == ("prose", "manifest", "ready")


def test_an_unchanged_file_is_not_read_again(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.write("a.txt", AGREEMENT)
    folder.write("b.pdf", pdf(AGREEMENT))
    first = folder.scan()
    assert (first.hashed, first.looked_at) == (2, 2)
    monkeypatch.setattr(apart, "look", lambda path, limits: pytest.fail(f"{path} was opened"))
    second = folder.scan(first.documents)
    assert (second.hashed, second.looked_at) == (0, 0)
    assert second.documents.equals(first.documents)
    assert second.facts == first.facts


def test_a_changed_manifest_changes_facts_without_reading_files(folder: Folder) -> None:
    folder.write("a.txt", STORY)
    first = folder.scan()
    folder.write("metadata.csv", "file,title,doc_type,acl\na.txt,Supply Agreement,agreement,legal\n")
    second = folder.scan(first.documents)
    assert (second.hashed, second.looked_at) == (0, 0)
    assert (first.facts[0].family, second.facts[0].family) == ("prose", "contract")
    assert (second.facts[0].title, second.facts[0].acl) == ("Supply Agreement", ["legal"])


def test_other_scanning_code_looks_again_but_keeps_the_hash(folder: Folder) -> None:
    folder.write("a.txt", AGREEMENT)
    first = folder.scan(version="1")
    second = folder.scan(first.documents, version="2")
    assert (second.hashed, second.looked_at) == (0, 1)
    assert second.facts == first.facts


def test_a_written_file_is_hashed_again(folder: Folder) -> None:
    path = folder.write("a.txt", AGREEMENT)
    first = folder.scan()
    os.utime(path, ns=(0, 0))
    touched = folder.scan(first.documents)
    assert (touched.hashed, touched.facts) == (1, first.facts)
    folder.write("a.txt", AGREEMENT.replace("Norway", "Sweden"))
    changed = folder.scan(touched.documents)
    assert changed.facts[0].source_hash != first.facts[0].source_hash


def test_a_removed_file_has_no_row(folder: Folder) -> None:
    folder.write("a.txt", AGREEMENT)
    folder.write("b.txt", AGREEMENT)
    first = folder.scan()
    (folder.dir.path / "a.txt").unlink()
    assert [fact.file for fact in folder.scan(first.documents).facts] == ["b.txt"]


def test_a_file_that_cannot_be_opened_is_tried_again(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.write("collection.toml", 'acl = ["legal"]')
    folder.write("a.txt", AGREEMENT)

    def refuse(paths: object) -> str:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patch:
        patch.setattr(scan_module, "_hash", refuse)
        refused = folder.scan()
    assert problems(refused) == [
        "acme/deals/a.txt: it cannot be opened (Permission denied)."
        " Mend its permissions or put it there again."
    ]
    assert folder.scan(refused.documents).facts[0].status == "ready"


def test_the_tables_of_an_export_are_one_document(folder: Folder) -> None:
    folder.write("collection.toml", 'acl = ["support"]')
    folder.write("ticket.csv", "id,subject,description,status,requester_id\n1,Pump,It hums,solved,7\n")
    folder.write("ticket_comment.csv", "id,ticket_id,body,user_id\n1,1,Restarted,7\n")
    folder.write("user_data.csv", "id,name\n7,Ida\n")
    folder.write("prices.csv", "item,price\nbolt,2.00\n")
    first = folder.scan()
    rows = {row["file"]: row for row in first.documents.to_pylist()}
    assert {name: (row["family"], row["members"]) for name, row in rows.items()} == {
        "prices.csv": ("prose", []),
        "ticket.csv": ("ticket", ["ticket_comment.csv", "user_data.csv"]),
    }
    folder.write("user_data.csv", "id,name\n7,Ada\n")
    second = folder.scan(first.documents)
    assert second.hashed == 1
    assert second.facts[1].source_hash != first.facts[1].source_hash


@given(
    start=st.sampled_from(
        [b"", b"%PDF-1.7\n", b"PK\x03\x04", b"\xff\xfe", b"<?xml version='1.0'?>", b'[{"', b"From a@b "]
    ),
    rest=st.binary(max_size=300),
    extension=st.sampled_from(["pdf", "docx", "txt", "csv", "json", "eml"]),
)
def test_no_bytes_break_the_look(start: bytes, rest: bytes, extension: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"a.{extension}"
        path.write_bytes(start + rest)
        content = look(path)
        assert content.error is None or content.error.mend.endswith(".")
        assert route(evidence_of_content(content)).family in FAMILIES
