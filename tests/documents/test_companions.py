"""What another parser wrote beside a document is part of it; alone it is the document."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from assets.documents.companions import described
from assets.documents.read_incremental import read_documents
from tests.documents.conftest import AGREEMENT, STORY, Folder, pdf

OUTPUTS = Path(__file__).parent / "reading" / "parser_outputs"
DOCLING, AZURE, UNSTRUCTURED = (
    (OUTPUTS / f"{name}.json").read_bytes() for name in ("docling", "azure-pages", "unstructured")
)


@pytest.mark.parametrize(
    ("names", "found"),
    [
        (["a.pdf", "a.pdf.docling.json"], {"a.pdf.docling.json": ["a.pdf"]}),
        (["a.pdf", "a.docling.json"], {"a.docling.json": ["a.pdf"]}),
        (["a.pdf", "a.pdf.json", "a.json"], {"a.pdf.json": ["a.pdf"], "a.json": ["a.pdf"]}),
        (["a.docx", "a.docx.json"], {"a.docx.json": ["a.docx"]}),
        (["A.PDF", "a.pdf.JSON"], {"a.pdf.JSON": ["A.PDF"]}),
        (["x/a.pdf", "y/a.json", "x/a.v2.json", "a.v2.pdf"], {}),
        (["a.docx", "a.pdf", "a.json"], {"a.json": ["a.pdf", "a.docx"]}),
        (["a.docx", "a.pdf", "a.docx.azure.json"], {"a.docx.azure.json": ["a.docx"]}),
        (["a.json", "a.docling.json"], {}),
        ([".json", "docling.json", "a.pdf"], {}),
    ],
)
def test_names_tell_what_belongs_together(names: list[str], found: dict[str, list[str]]) -> None:
    assert described(names) == found


def rows(folder: Folder) -> dict[str, dict[str, Any]]:
    return {row["file"]: row for row in folder.scan().documents.to_pylist()}


def said(folder: Folder) -> str:
    return "\n".join(map(str, folder.scan().problems))


def text_of(folder: Folder) -> str:
    """What is read of the only document."""
    ((file, row),) = rows(folder).items()
    forms = {file: row["form"]}
    table = read_documents(folder.dir.path, {file: row["source_hash"]}, {}, None, "1", forms).table
    return str(table["text"][0].as_py())


@pytest.fixture
def deals(folder: Folder) -> Folder:
    """A collection whose documents legal may read."""
    folder.write("collection.toml", 'acl = ["legal"]')
    return folder


def test_the_file_stays_the_document_and_is_read_as_the_parser_gave_it(deals: Folder) -> None:
    deals.write("storage.pdf", pdf("", ""))
    deals.write("storage.pdf.docling.json", DOCLING)
    deals.write("metadata.csv", "file,title\nstorage.pdf,Storage Agreement\n")
    ((file, row),) = rows(deals).items()
    assert (file, row["doc_id"], row["kind"]) == ("storage.pdf", "storage.pdf", "pdf")
    assert (row["form"], row["parser"]) == ("storage.pdf.docling.json", "docling")
    assert row["members"] == ["storage.pdf.docling.json"]
    assert (row["family"], row["status"]) == ("contract", "ready")
    assert said(deals) == ""
    assert deals.scan().facts[0].title == "Storage Agreement"
    assert "The Keeper shall keep the Goods dry" in text_of(deals)


@pytest.mark.parametrize("changed", ["storage.pdf", "storage.docling.json"])
def test_a_change_of_either_reads_again(deals: Folder, changed: str) -> None:
    contents = {"storage.pdf": pdf("", ""), "storage.docling.json": DOCLING}
    for name, content in contents.items():
        deals.write(name, content)
    before = deals.scan()
    deals.write(changed, contents[changed] + b"\n")
    after = deals.scan(before.documents)
    assert after.looked_at == 1
    assert before.documents["source_hash"][0] != after.documents["source_hash"][0]


def test_alone_the_output_is_the_document(deals: Folder) -> None:
    deals.write("storage.json", DOCLING)
    deals.write("story.json", unstructured(STORY))
    found = rows(deals)
    assert {file: (row["kind"], row["family"], row["form"]) for file, row in found.items()} == {
        "storage.json": ("docling", "contract", ""),
        "story.json": ("unstructured", "prose", ""),
    }


def test_what_cannot_be_read_itself_can_be_read_so(deals: Folder) -> None:
    deals.write("storage.png", b"\x89PNG\r\n\x1a\n....")
    deals.write("storage.png.json", AZURE)
    deals.write("locked.pdf", pdf("x", "y", password="secret"))
    deals.write("locked.json", DOCLING)
    found = rows(deals)
    assert {file: (row["status"], row["parser"]) for file, row in found.items()} == {
        "locked.pdf": ("ready", "docling"),
        "storage.png": ("ready", "azure"),
    }
    assert "locked.pdf: the PDF is encrypted, but another parser's output stands in for it" in said(deals)


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("deal.docling.json", DOCLING[:3000], "EOF"),
        ("deal.pdf.json", DOCLING.replace(b'"page_no": 2', b'"page_no": 9'), "page 9, but the file has 2"),
        ("deal.docling.json", b"{}", "it is no parser's output"),
        ("deal.docling.json", b"", "it is no parser's output"),
        ("deal.json", b'{"schema_name": "DoclingDocument", "x": ' + b"[" * 10_000, "recursion limit"),
    ],
)
def test_unreadable_output_costs_a_warning_and_no_document(
    deals: Folder, name: str, content: bytes, reason: str
) -> None:
    deals.write("deal.pdf", pdf(AGREEMENT, ""))
    deals.write(name, content)
    ((file, row),) = rows(deals).items()
    assert (file, row["status"], row["form"]) == ("deal.pdf", "ready", "")
    assert said(deals).startswith(f"acme/deals/deal.pdf: {name} is not used: ")
    assert reason in said(deals)
    assert "The Buyer shall unload them." in text_of(deals)


def test_of_several_outputs_the_one_that_says_most_is_read(deals: Folder) -> None:
    deals.write("storage.pdf", pdf("", ""))
    deals.write("storage.azure.json", AZURE)
    deals.write("storage.json", UNSTRUCTURED)
    deals.write("storage.pdf.json", DOCLING)
    assert rows(deals)["storage.pdf"]["form"] == "storage.pdf.json"
    assert "storage.pdf.json is read before storage.azure.json, storage.json. Keep the one" in said(deals)
    deals.write("storage.pdf.json", DOCLING[:3000])
    assert rows(deals)["storage.pdf"]["form"] == "storage.azure.json"


def test_which_of_two_documents_is_meant_is_said(deals: Folder) -> None:
    deals.write("storage.pdf", pdf("", ""))
    deals.write("storage.txt", AGREEMENT)
    deals.write("storage.docling.json", DOCLING)
    assert {file: row["form"] for file, row in rows(deals).items()} == {
        "storage.pdf": "storage.docling.json",
        "storage.txt": "",
    }
    assert (
        "may be of storage.pdf or storage.txt, and is taken for the first's. Name it storage.txt.json"
        in said(deals)
    )


@pytest.mark.parametrize(
    ("manifest", "readers"),
    [
        ("deal.json,board", ["board"]),
        ("deal.pdf,legal | board | audit\ndeal.json,audit | board | staff", ["board", "audit"]),
        ("deal.pdf,legal\ndeal.json,", ["legal"]),
        ("deal.json,audit", []),
        ("deal.pdf,legal\ndeal.json,|", []),
        ("deal.json,board\ndeal.json,legal", []),
    ],
)
def test_the_text_of_two_files_is_for_those_who_may_read_both(
    manifest: str, readers: list[str], deals: Folder
) -> None:
    deals.write("collection.toml", 'acl = ["legal", "board"]')
    deals.write("deal.pdf", pdf("", ""))
    deals.write("deal.json", DOCLING)
    deals.write("metadata.csv", f"file,acl\n{manifest}\n")
    scanned = deals.scan()
    assert [fact.acl for fact in scanned.facts] == [readers]
    assert ("can be read by nobody: deal.pdf" in said(deals)) == (not readers)
    apart = "no group may read both it and deal.json. Name one in the rows of both."
    assert (f"acme/deals/deal.pdf: {apart}" in said(deals)) == (not readers)
    # Damaged, it is not read, and goes on guarding what it said.
    deals.write("deal.json", DOCLING[:3000])
    assert [fact.acl for fact in deals.scan().facts] == [readers]


def test_of_a_parts_row_the_groups_alone_count(deals: Folder) -> None:
    deals.write("deal.pdf", pdf("", ""))
    deals.write("deal.json", DOCLING)
    deals.write("change.txt", AGREEMENT)
    deals.write("metadata.csv", "file,title,amends\ndeal.json,Storage,\nchange.txt,,deal.json\n")
    change, deal = deals.scan().facts
    assert (deal.title, change.amends) == ("", ["deal.pdf"])
    assert said(deals).startswith(
        "acme/deals/metadata.csv:2: 'deal.json' is a part of 'deal.pdf', so only the acl of its row counts. "
        "Write the rest into the row of deal.pdf."
    )


def test_the_groups_of_an_exports_tables_count_as_well(deals: Folder) -> None:
    deals.write("ticket.csv", "id,subject,description,status,requester_id\n1,Pump,It hums,solved,7\n")
    deals.write("ticket_comment.csv", "id,ticket_id,body,user_id\n1,1,Restarted,7\n")
    deals.write("metadata.csv", "file,acl\nticket.csv,legal | board\nticket_comment.csv,board\n")
    assert [(fact.file, fact.acl) for fact in deals.scan().facts] == [("ticket.csv", ["board"])]


def test_a_collection_may_do_without(deals: Folder) -> None:
    deals.write("collection.toml", 'acl = ["legal"]\nparser_output = false')
    deals.write("deal.pdf", pdf(AGREEMENT))
    deals.write("deal.docling.json", DOCLING)
    deals.write("alone.json", DOCLING)
    assert {file: row["form"] for file, row in rows(deals).items()} == {"alone.json": "", "deal.pdf": ""}
    assert said(deals) == ""


def test_ordinary_json_beside_a_document_is_a_document_of_its_own(deals: Folder) -> None:
    deals.write("deal.pdf", pdf(AGREEMENT))
    ticket = {"id": 1, "subject": "Pump", "status": "solved", "comments": ["It runs again."]}
    deals.write("deal.json", json.dumps([ticket]))
    found = rows(deals)
    assert {file: (row["kind"], row["family"]) for file, row in found.items()} == {
        "deal.json": ("json", "ticket"),
        "deal.pdf": ("pdf", "contract"),
    }


def unstructured(text: str) -> bytes:
    elements = [{"type": "NarrativeText", "text": part, "metadata": {}} for part in text.split("\n")]
    return json.dumps(elements).encode()
