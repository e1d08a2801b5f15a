"""Reading the CSV files that people write beside documents, whatever spreadsheet saved them."""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path

from assets.documents.problems import ManifestError, Problem

_DELIMITERS = (",", ";", "\t")
"""`|` is not among them: it separates the items of a list."""
csv.field_size_limit(1_000_000)


@dataclass(slots=True)
class Rows:
    """The rows of a delimited file: `columns` by their normalised names, each row with its line (from 1)
    and its cells, stripped, without the empty ones."""

    columns: list[str]
    rows: list[tuple[int, dict[str, str]]]
    problems: list[Problem] = field(default_factory=list)


def decode(data: bytes, file: str) -> tuple[str, list[Problem]]:
    """Text of a file saved as UTF-8, UTF-16 (with or without a byte order mark) or, with a warning,
    Windows-1252, which is what a spreadsheet writes where it does not ask. Raises ManifestError where
    it is none of them, or holds NUL, which no text does."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        encodings = ["utf-16"]
    elif data[1:2] == b"\0" and not data[:200:2].count(0):
        encodings = ["utf-16-le"]
    elif data[:1] == b"\0" and not data[1:200:2].count(0):
        encodings = ["utf-16-be"]
    else:
        encodings = ["utf-8-sig", "cp1252"]
    for encoding in encodings:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" in text:
            break
        if encoding != "cp1252":
            return text, []
        what = "it is not UTF-8 and was read as Windows-1252"
        return text, [Problem(file, None, what, "Save it as UTF-8 if names come out wrong.")]
    if b"\0" in data:
        kind = file.rpartition(".")[2].upper()
        raise ManifestError(file, None, f"it is not a {kind}: it holds NUL bytes", "Save the table as UTF-8.")
    raise ManifestError(file, None, "its encoding is not known", "Save the file as UTF-8.")


def column_name(name: str) -> str:
    """`Effective Date ` and `effective-date` are `effective_date`."""
    return re.sub(r"[\s-]+", "_", name.strip().lower())


def read_rows(path: Path, file: str, known: Collection[str], required: str) -> Rows:
    """Rows of a CSV with a header. The delimiter is the one under which most of the header's columns
    are `known`. Raises ManifestError where the column `required` is missing, a column stands twice, a
    row has more cells than the header (a shifted cell could give access to the wrong people) or the
    quoting is broken."""
    text, problems = decode(path.read_bytes(), file)
    head, _, rest = text.partition("\n")
    skipped = 0
    if re.fullmatch(r"sep=.", head.strip(), re.IGNORECASE):
        text, skipped = rest, 1
    if not text.strip():
        raise ManifestError(file, 1, "it is empty", f"Give it a header with the column {required}.")
    delimiter = _delimiter(text, known)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    columns: list[str] = []
    rows: list[tuple[int, dict[str, str]]] = []
    start = 1
    try:
        for cells in reader:
            line, start = start + skipped, reader.line_num + 1
            if not any(cell.strip() for cell in cells):
                continue
            if not columns:
                columns = _header(cells, file, line, required)
                continue
            if any(cell.strip() for cell in cells[len(columns) :]):
                what = f"{len(cells)} cells under {len(columns)} columns"
                raise ManifestError(file, line, what, f"Put cells that hold '{delimiter}' in double quotes.")
            named = zip(columns, cells, strict=False)
            rows.append((line, {name: cell.strip() for name, cell in named if name and cell.strip()}))
    except csv.Error as error:
        mend = "Close the double quote, and write a quote inside a quoted cell twice."
        raise ManifestError(file, start + skipped, str(error), mend) from error
    return Rows(columns, rows, problems)


def _delimiter(text: str, known: Collection[str]) -> str:
    def fit(delimiter: str) -> int:
        try:
            header = next(csv.reader(io.StringIO(text.lstrip(), newline=""), delimiter=delimiter), [])
        except csv.Error:
            return 0
        return sum(column_name(cell) in known for cell in header)

    return max(_DELIMITERS, key=fit)


def _header(cells: list[str], file: str, line: int, required: str) -> list[str]:
    columns = [column_name(cell) for cell in cells]
    while columns and not columns[-1]:
        columns.pop()
    if required not in columns:
        raise ManifestError(
            file,
            line,
            f"no column {required} in the header",
            f"Name one column {required}: {', '.join(columns)}.",
        )
    for name in columns:
        if name and columns.count(name) > 1:
            raise ManifestError(file, line, f"two columns are named {name}", "Rename or remove one of them.")
    return columns
