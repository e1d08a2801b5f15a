"""Corrections by hand to the structure a reader finds: structure.csv."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from assets.documents.delimited import read_rows
from assets.documents.problems import ManifestError

FILE_NAME = "structure.csv"
_COLUMNS = ("file", "page", "text", "number", "title")


@dataclass(frozen=True, slots=True)
class Correction:
    """The line that begins with `text` on `page` (from 1; None: any page) of `file` opens the clause
    `number` headed `title`. With neither number nor title the line opens no clause."""

    file: str
    page: int | None
    text: str
    number: str | None
    title: str | None


def load(directory: Path, label: str | None = None) -> dict[str, list[Correction]]:
    """Corrections by file, in the order written, empty where the collection has none. `label` (the
    collection's key) starts the file's name in messages. Raises ManifestError with the line at fault."""
    path, name = directory / FILE_NAME, f"{label or directory.name}/{FILE_NAME}"
    if not path.is_file():
        return {}
    corrections: dict[str, list[Correction]] = {}
    for line, cells in read_rows(path, name, _COLUMNS, required="file").rows:
        if unknown := sorted(cells.keys() - set(_COLUMNS)):
            mend = f"Known columns: {', '.join(_COLUMNS)}."
            raise ManifestError(name, 1, f"unknown column {unknown[0]}", mend)
        file, text, page = cells.get("file"), cells.get("text"), cells.get("page")
        if not file or not text:
            missing = "text" if file else "file"
            mend = "Say in which file and with which words the line begins."
            raise ManifestError(name, line, f"the row has no {missing}", mend)
        if page is not None and not (page.isascii() and page.isdigit() and int(page) > 0):
            raise ManifestError(
                name, line, f"'{page}' is not a page", "Count pages from 1, or leave it empty."
            )
        found = Correction(
            file.replace("\\", "/"),
            int(page) if page else None,
            text,
            cells.get("number"),
            cells.get("title"),
        )
        corrections.setdefault(found.file, []).append(found)
    return corrections
