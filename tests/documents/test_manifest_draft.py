"""A drafted manifest by example: it says what is known, loads again as the same facts, and loses nothing."""

from __future__ import annotations

import csv
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from assets.documents.facts import facts_of
from assets.documents.manifest import load_manifest
from assets.documents.manifest_draft import manifest_text, may_write, write_manifest
from assets.documents.problems import ManifestError
from assets.documents.settings import CollectionSettings
from resources.facts import DocumentFacts
from resources.governing_links import Link
from tests.documents.conftest import AGREEMENT, Folder, pdf

OUTPUTS = Path(__file__).parent / "reading" / "parser_outputs"

KNOWN = DocumentFacts(
    "acme", "deals", "in/lease.txt", "in/lease.txt", "PUMP LEASE", "0" * 32, "contract",
    doc_type="lease", counterparty=["Northpier Ltd", "Ostrel | Bau GmbH"], effective_date=date(2021, 4, 5),
    acl=["legal"], amends=["old.txt"], extra={"currency": "EUR", "job": "77"},
)  # fmt: skip
PLAIN = DocumentFacts("acme", "deals", "b.txt", "b.txt", "b", "0" * 32, "contract", acl=["legal"])
SETTINGS = CollectionSettings.model_validate({"acl": ["legal"], "defaults": {"currency": "EUR"}})


def test_a_row_a_document_with_what_was_read_and_further_facts() -> None:
    rows = list(csv.DictReader(manifest_text([KNOWN, PLAIN], {}, SETTINGS).splitlines()))
    assert [row["file"] for row in rows] == ["b.txt", "in/lease.txt"]
    assert {name: cell for name, cell in rows[1].items() if cell} == {
        "file": "in/lease.txt",
        "title": "PUMP LEASE",
        "counterparty": "Northpier Ltd | Ostrel / Bau GmbH",
        "doc_type": "lease",
        "effective_date": "2021-04-05",
        "amends": "old.txt",
        "job": "77",
    }
    assert not any(cell for name, cell in rows[0].items() if name != "file"), "a file's name is no title"


def test_what_holds_for_the_whole_collection_stays_in_its_settings() -> None:
    text = manifest_text([KNOWN], {}, SETTINGS)
    assert "legal" not in text
    assert "EUR" not in text


def test_a_draft_over_a_manifest_keeps_what_it_says(folder: Folder) -> None:
    folder.write("a.txt", AGREEMENT)
    folder.write("b.txt", AGREEMENT)
    folder.write("collection.toml", 'acl = ["everyone"]\n[defaults]\ncurrency = "EUR"\n')
    folder.write("metadata.csv", "file,acl,family,currency,note\na.txt,legal | deal,contract,EUR,by hand\n")
    before = folder.scan()
    said = load_manifest(folder.dir.path, folder.dir.key, ["a.txt", "b.txt"]).rows
    found = [replace(fact, title=f"Lease {fact.file}") for fact in before.facts]
    write_manifest(folder.dir.path, manifest_text(found, said, before.settings))
    after = folder.scan()
    assert not after.problems
    assert after.facts == found
    assert [fact.acl for fact in after.facts] == [["legal", "deal"], ["everyone"]]
    again = load_manifest(folder.dir.path, folder.dir.key, ["a.txt", "b.txt"]).rows
    assert again["a.txt"][0].family == "contract"
    assert again["b.txt"][0].acl is None


def test_a_draft_keeps_who_may_not_read(folder: Folder) -> None:
    folder.write("deal.pdf", pdf("", ""))
    folder.write("deal.json", (OUTPUTS / "docling.json").read_bytes())
    folder.write("note.txt", AGREEMENT)
    folder.write("twice.txt", AGREEMENT)
    folder.write("collection.toml", 'acl = ["legal", "board"]\n')
    rows = "deal.json,board\nnote.txt,|\ntwice.txt,board | audit\ntwice.txt,\n"
    folder.write("metadata.csv", f"file,acl\n{rows}")
    before = folder.scan()
    said = load_manifest(folder.dir.path, folder.dir.key, ["deal.pdf", "deal.json", "note.txt", "twice.txt"])
    write_manifest(folder.dir.path, manifest_text(before.facts, said.rows, before.settings))
    after = folder.scan()
    assert [fact.acl for fact in after.facts] == [["board"], [], ["board"]]
    assert after.facts == before.facts


def test_a_drafted_manifest_loads_as_the_same_facts(tmp_path: Path) -> None:
    known = replace(KNOWN, counterparty=["Northpier Ltd", 'Ostrel "Bau" GmbH, Oslo'], acl=[], amends=[])
    write_manifest(tmp_path, manifest_text([known], {}, SETTINGS))
    row = {name: getattr(known, name) for name in ("tenant_id", "collection", "doc_id", "file", "source_hash",
           "family", "status", "error")}  # fmt: skip
    said = load_manifest(tmp_path, "acme/deals", [known.file]).rows[known.file]
    loaded = facts_of(row, said, CollectionSettings.model_validate({"defaults": {"currency": "EUR"}}))
    assert replace(loaded, extra={}) == replace(known, extra={})
    assert loaded.extra == {"currency": "EUR", "job": "77"}


def test_an_existing_manifest_is_not_written_over_by_mistake(tmp_path: Path) -> None:
    may_write(tmp_path, "acme/deals")
    (tmp_path / "metadata.csv").write_text("file\n", encoding="utf-8")
    with pytest.raises(ManifestError, match=r"acme/deals/metadata.csv: .*Give --force"):
        may_write(tmp_path, "acme/deals")
    may_write(tmp_path, "acme/deals", force=True)
    (tmp_path / "metadata.jsonl").write_text("", encoding="utf-8")
    with pytest.raises(ManifestError, match=r"metadata.jsonl: .*Move it away"):
        may_write(tmp_path, "acme/deals", force=True)


def test_nothing_is_left_behind_beside_the_manifest(tmp_path: Path) -> None:
    path = write_manifest(tmp_path, "file\n")
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name] == ["metadata.csv"]


def test_what_only_the_text_says_is_marked_and_counts_once_the_mark_is_gone(folder: Folder) -> None:
    folder.write("am.txt", AGREEMENT)
    folder.write("msa.txt", AGREEMENT)
    before = folder.scan()
    found = [Link("am.txt", "amends", "msa.txt", 0.7, (3, 9)), Link("am.txt", "supersedes", "old.txt")]
    text = manifest_text(before.facts, {}, before.settings, found)
    rows = {row["file"]: row for row in csv.DictReader(text.splitlines())}
    assert (rows["am.txt"]["amends"], rows["am.txt"]["supersedes"]) == ("? msa.txt", "")

    path = write_manifest(folder.dir.path, text)
    unconfirmed = folder.scan()
    assert [fact.amends for fact in unconfirmed.facts] == [[], []]
    path.write_text(text.replace("? msa.txt", "msa.txt"), encoding="utf-8")
    confirmed = folder.scan()
    assert [fact.amends for fact in confirmed.facts] == [["msa.txt"], []]
    assert not any("amends" in problem.what for problem in unconfirmed.problems + confirmed.problems)


def test_what_the_manifest_says_of_amends_is_not_written_over_by_the_text() -> None:
    said = replace(KNOWN, amends=["none"])
    text = manifest_text([said], {}, SETTINGS, [Link(said.doc_id, "amends", "b.txt", 0.9, (0, 5))])
    assert next(csv.DictReader(text.splitlines()))["amends"] == "none"
