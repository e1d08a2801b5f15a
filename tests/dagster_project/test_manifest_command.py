"""`docgrain manifest` on small folders: what it shows, what it writes, what it refuses."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from assets.documents.problems import ManifestError
from dagster_project.command import manifest
from dagster_project.command.output import CommandError
from tests.dagster_project.landing import contract

LEASE = """LEASE AGREEMENT

This Lease Agreement is made on 5 April 2021 between Alder Ltd (the "Landlord") and Birch GmbH ("Tenant").

1. Rent
1.1 The Tenant shall pay the rent each month.
2. Law
2.1 This Agreement is governed by the laws of Vermont.
"""
AMENDMENT = """FIRST AMENDMENT TO LEASE AGREEMENT

This First Amendment is made on 1 March 2023 between Alder Ltd (the "Landlord") and Birch GmbH ("Tenant") and
amends the Lease Agreement dated 5 April 2021.

1. Rent
1.1 Section 1.1 of the Lease Agreement is deleted and replaced with: "The Tenant shall pay each week."
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two contracts and a file that cannot be read, without a manifest."""
    path = tmp_path / "acme" / "deals"
    path.mkdir(parents=True)
    (path / "lease.txt").write_text(LEASE, encoding="utf-8")
    (path / "supply.txt").write_text(
        contract("North Supply Agreement", "Alder Ltd and Elm SA"), encoding="utf-8"
    )
    (path / "broken.pdf").write_bytes(b"%PDF-1.7 nothing more")
    return path


def _run(*arguments: str | Path) -> Result:
    app = typer.Typer()
    manifest.register(app)
    return CliRunner().invoke(app, [str(each) for each in arguments])


def test_a_manifest_to_correct_and_keep(folder: Path) -> None:
    said = _run(folder)
    assert said.exit_code == 0
    assert "broken.pdf" in said.stderr
    with (folder / "metadata.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["file"]: row for row in csv.DictReader(file)}
    assert set(rows) == {"broken.pdf", "lease.txt", "supply.txt"}
    assert (rows["lease.txt"]["title"], rows["lease.txt"]["doc_type"]) == ("LEASE AGREEMENT", "lease")
    assert rows["lease.txt"]["counterparty"] == "Alder Ltd | Birch GmbH"
    assert rows["lease.txt"]["effective_date"] == rows["lease.txt"]["agreement_date"] == "2021-04-05"
    assert rows["lease.txt"]["governing_law"] == "Vermont"
    assert rows["supply.txt"]["counterparty"] == "Alder Ltd | Elm SA"
    assert "read" not in rows["lease.txt"]


def test_it_is_not_written_over_what_people_wrote(folder: Path) -> None:
    (folder / "metadata.csv").write_text("file,title\nlease.txt,Our lease\n", encoding="utf-8")
    refused = _run(folder)
    assert isinstance(refused.exception, ManifestError)
    assert (folder / "metadata.csv").read_text(encoding="utf-8") == "file,title\nlease.txt,Our lease\n"
    assert _run(folder, "--force").exit_code == 0
    text = (folder / "metadata.csv").read_text(encoding="utf-8")
    assert "lease.txt,Our lease,Alder Ltd | Birch GmbH," in text


def test_a_dry_run_shows_and_writes_nothing(folder: Path) -> None:
    said = _run(folder, "--dry-run", "--json")
    assert not (folder / "metadata.csv").exists()
    rows = [json.loads(line) for line in said.stdout.splitlines()]
    title = next(row for row in rows if (row["file"], row["subject"]) == ("lease.txt", "title"))
    assert (title["found"], title["look"], title["place"]) == (
        "LEASE AGREEMENT",
        False,
        "page 1, characters 0-15",
    )


def test_what_amends_what_is_read_from_the_text_and_marked_to_be_confirmed(folder: Path) -> None:
    (folder / "change.txt").write_text(AMENDMENT, encoding="utf-8")
    said = _run(folder, "--json")
    link = next(row for row in map(json.loads, said.stdout.splitlines()) if row["topic"] == "links")
    assert (link["file"], link["subject"], link["found"], link["look"]) == (
        "change.txt",
        "amends",
        "lease.txt",
        True,
    )
    with (folder / "metadata.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["file"]: row["amends"] for row in csv.DictReader(file)}
    assert rows == {"broken.pdf": "", "change.txt": "? lease.txt", "lease.txt": "", "supply.txt": ""}


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    said = _run(tmp_path / "nowhere")
    assert isinstance(said.exception, CommandError)
    assert "nowhere: there is no such folder" in str(said.exception)
