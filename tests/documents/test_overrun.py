"""Documents that never come to an end, or take all the memory there is: each is given up with its reason, and
those beside it are read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from assets.documents import apart
from assets.documents.content import look
from assets.documents.read_incremental import Reading, read_documents
from assets.documents.reading.model import UnreadableDocument
from assets.documents.reading.read import read
from assets.documents.settings import LimitSettings
from resources.limits import Limits
from resources.workers import Overrun
from tests.documents.conftest import AGREEMENT, Folder, pdf
from tests.documents.overrunning import many_strokes, much_text, nested_forms

OUTPUTS = Path(__file__).parent / "reading" / "parser_outputs"
TIME = "reading it took more than 1 s of processor time"
MEMORY = "reading it took more than 256 MB of memory"
LIMITS = 'acl = ["legal"]\nfamily = "contract"\n[limits]\nseconds = 1\nmemory_mb = 256\n'


def rows_of(scanned: Any) -> dict[str, dict[str, Any]]:
    return {row["file"]: row for row in scanned.documents.to_pylist()}


def test_what_never_ends_is_given_up_and_the_rest_is_read(folder: Folder) -> None:
    folder.write("collection.toml", LIMITS)
    folder.write("a.pdf", nested_forms())
    folder.write("b.pdf", pdf(AGREEMENT))
    folder.write("c.pdf", much_text(1_000_000))
    folder.write("d.txt", AGREEMENT)
    folder.write("e.pdf", many_strokes())
    scanned = folder.scan()
    rows = rows_of(scanned)
    assert {name: row["status"] for name, row in rows.items()} == {
        "a.pdf": "quarantined",
        "b.pdf": "ready",
        "c.pdf": "quarantined",
        "d.txt": "ready",
        "e.pdf": "quarantined",
    }
    assert (rows["a.pdf"]["error"], rows["e.pdf"]["error"]) == (TIME, TIME)
    assert rows["c.pdf"]["error"] in (TIME, MEMORY)
    assert rows["a.pdf"]["mend"] == "Raise limits.seconds in collection.toml if it is sound."
    assert [str(each) for each in scanned.problems if "a.pdf" in each.file] == [
        f"acme/deals/a.pdf: {TIME}. Raise limits.seconds in collection.toml if it is sound."
    ]
    ready = {name: row["source_hash"] for name, row in rows.items() if row["status"] == "ready"}
    reading = read_documents(folder.dir.path, ready, {}, None, "1")
    assert (reading.read, reading.unreadable) == (2, {})


def test_what_was_given_up_is_tried_again_under_other_limits_alone(folder: Folder) -> None:
    folder.write("collection.toml", LIMITS)
    folder.write("a.pdf", nested_forms())
    folder.write("b.pdf", pdf(AGREEMENT))
    first = folder.scan(version="v1")
    assert rows_of(first)["a.pdf"]["error"] == TIME
    assert folder.scan(first.documents, "v1").looked_at == 0
    folder.write("collection.toml", LIMITS.replace("seconds = 1", "seconds = 2"))
    again = folder.scan(first.documents, "v1")
    assert (again.looked_at, rows_of(again)["a.pdf"]["error"]) == (1, TIME.replace("1 s", "2 s"))
    folder.write("a.pdf", pdf(AGREEMENT))
    mended = folder.scan(again.documents, "v1")
    assert (mended.looked_at, rows_of(mended)["a.pdf"]["error"]) == (1, None)


def test_what_cannot_be_read_within_the_limits_is_read_again_under_other_ones(folder: Folder) -> None:
    folder.write("a.pdf", nested_forms())
    folder.write("b.txt", AGREEMENT)
    sources = {"a.pdf": "1", "b.txt": "2"}

    def reading(seconds: float, before: Reading | None = None) -> Reading:
        table = before.table if before else None
        limits = LimitSettings(seconds=seconds)
        return read_documents(folder.dir.path, sources, {}, table, "1", limits=limits)

    first = reading(1)
    mend = "raise limits.seconds in collection.toml if it is sound"
    assert (first.read, first.unreadable) == (2, {"a.pdf": f"{TIME}; {mend}"})
    second = reading(1, first)
    assert (second.read, second.unreadable) == (0, first.unreadable)
    third = reading(2, second)
    assert (third.read, list(third.unreadable)) == (1, ["a.pdf"])


def test_what_another_parser_made_of_it_stands_in_for_it(folder: Folder) -> None:
    folder.write("collection.toml", LIMITS)
    folder.write("storage.pdf", nested_forms())
    folder.write("storage.pdf.json", (OUTPUTS / "docling.json").read_bytes())
    row = rows_of(folder.scan())["storage.pdf"]
    assert (row["status"], row["form"]) == ("ready", "storage.pdf.json")
    assert row["notes"][0].startswith(f"{TIME}, but another parser's output stands in for it; ")


def test_a_large_file_has_more_time(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[Limits] = []

    def call(*_: object, within: Limits) -> None:
        given.append(within)
        raise Overrun("took more than 20 s of processor time", "seconds")

    monkeypatch.setattr(apart, "call", call)
    for size in (1_000, 10_000_000):
        path = folder.write("a.pdf", b" " * size)
        with pytest.raises(UnreadableDocument):
            apart.read(path, "a.pdf", None, LimitSettings(seconds=10, memory_mb=500))
    assert given == [Limits(10, 500), Limits(20, 500)]


def test_another_process_finds_the_same(folder: Folder) -> None:
    path = folder.write("a.pdf", pdf(AGREEMENT, attach=[("x.xml", b"<Invoice/>")]))
    assert apart.look(path) == look(path)
    assert apart.read(path, "a.pdf") == read(path, "a.pdf")
    with pytest.raises(FileNotFoundError) as gone:
        apart.look(path.parent / "gone.pdf")
    assert gone.value.strerror == "No such file or directory"
    assert apart.look(folder.write("empty.pdf", "")) == look(path.parent / "empty.pdf")
    with pytest.raises(UnreadableDocument, match="the file is empty"):
        apart.read(path.parent / "empty.pdf", "empty.pdf")
