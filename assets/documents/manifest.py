"""What people say about their documents: metadata.csv or metadata.jsonl, one row a file."""

from __future__ import annotations

import difflib
import json
import unicodedata
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import Any

from assets.documents.dates import parse_date
from assets.documents.delimited import column_name, decode, read_rows
from assets.documents.problems import ManifestError, Problem
from assets.documents.settings import split_list
from resources.facts import FAMILIES, NOTHING, Family

FILE_NAMES = ("metadata.csv", "metadata.jsonl")
COLUMNS = (
    "file", "title", "counterparty", "doc_type", "effective_date", "acl", "amends", "supersedes", "revision",
    "family",
)  # fmt: skip
UNCONFIRMED = "?"
"""Before a name in `amends` or `supersedes`: the text says so and nobody has confirmed it yet. Whoever takes
the sign away confirms it; until then the text goes on counting for what it is."""
_OF_PARTS = frozenset({"file", "acl"})
"""What a row of a document's part may say."""
_AT_ALL_ALIKE = 0.5
"""How alike a name must be to be named where somebody may read what they should not."""


@dataclass(slots=True)
class ManifestRow:
    """What one row says; None and empty lists where it says nothing. `acl` [] (a list without names, or
    of blanks alone) says that nobody may read the document."""

    line: int
    title: str | None = None
    counterparty: list[str] = field(default_factory=list)
    doc_type: str | None = None
    effective_date: date | None = None
    acl: list[str] | None = None
    amends: list[str] = field(default_factory=list)
    supersedes: list[str] = field(default_factory=list)
    revision: str | None = None
    family: Family | None = None
    extra: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class Manifest:
    """Rows by file, most files having one; `problems` are warnings, the rest of the rows stands."""

    rows: dict[str, list[ManifestRow]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)


_NO_PARTS: Mapping[str, str] = MappingProxyType({})


def load_manifest(
    directory: Path,
    label: str,
    files: Collection[str],
    locale: str | None = None,
    parts: Mapping[str, str] = _NO_PARTS,
) -> Manifest:
    """The manifest of the collection in `directory`, empty where it has none. `files` are the paths of
    its documents (posix, inside the collection), `parts` those of further files with the document they belong
    to: of their rows only the groups count. `label` (its key) starts file names in messages.
    Raises ManifestError where the manifest cannot be trusted as a whole."""
    found = [name for name in FILE_NAMES if (directory / name).is_file()]
    if not found:
        return Manifest()
    if len(found) > 1:
        raise ManifestError(
            f"{label}/{found[1]}", None, f"there is a {found[0]} as well", "Keep one of them."
        )
    path, file = directory / found[0], f"{label}/{found[0]}"
    if path.suffix == ".csv":
        table = read_rows(path, file, COLUMNS, required="file")
        rows: list[tuple[int, dict[str, Any]]] = [(line, dict(cells)) for line, cells in table.rows]
        columns, problems = table.columns, table.problems
    else:
        rows, problems = _read_json_lines(path, file)
        columns = list(dict.fromkeys(name for _, cells in rows for name in cells))
    manifest = Manifest(problems=problems + _odd_columns(columns, file))
    resolve = _Resolver([*files, *parts], parts)
    for line, cells in rows:
        _add_row(manifest, file, line, cells, resolve, locale)
    return manifest


def _read_json_lines(path: Path, file: str) -> tuple[list[tuple[int, dict[str, Any]]], list[Problem]]:
    text, problems = decode(path.read_bytes(), file)
    rows: list[tuple[int, dict[str, Any]]] = []
    mend = 'Write one JSON object a line, for example {"file": "a.pdf", "acl": ["legal"]}.'
    for line, content in enumerate(text.split("\n"), start=1):
        if not content.strip():
            continue
        try:
            row = json.loads(content)
        except ValueError as error:
            raise ManifestError(file, line, f"not JSON: {error}", mend) from error
        if not isinstance(row, dict):
            raise ManifestError(file, line, "not a JSON object", mend)
        rows.append((line, {column_name(name): value for name, value in row.items()}))
    return rows, problems


def _odd_columns(columns: Collection[str], file: str) -> list[Problem]:
    """Unknown columns are facts; those that look like a slip of the pen are worth a word."""
    problems = []
    for name in columns:
        close = difflib.get_close_matches(name, COLUMNS, n=1, cutoff=0.8)
        if name and name not in COLUMNS and close and close[0] not in columns:
            what = f"column {name} is kept as a fact of its own"
            problems.append(Problem(file, 1, what, f"Rename it if {close[0]} is meant."))
    return problems


class _Resolver:
    """Finds the document a manifest means, whatever machine wrote the name: back slashes, `./` and
    decomposed accents are put right, a way out of the collection is refused. A name that differs in
    case is taken for the one file it can mean."""

    def __init__(self, files: Collection[str], parts: Mapping[str, str]) -> None:
        self.files, self.parts = files, parts
        self._by_form = {unicodedata.normalize("NFC", name): name for name in files}
        self._by_case: dict[str, list[str]] = {}
        for form, file in self._by_form.items():
            self._by_case.setdefault(form.casefold(), []).append(file)

    def __call__(self, name: str) -> str | None:
        """The file, or None where there is none. Raises ValueError for a path that leaves."""
        if name in self.files:
            return name
        plain = name.replace("\\", "/")
        path = PurePosixPath(plain)
        if path.is_absolute() or ".." in path.parts or (len(plain) > 1 and plain[1] == ":"):
            raise ValueError(name)
        form = unicodedata.normalize("NFC", str(path))
        if form in self._by_form:
            return self._by_form[form]
        alike = self._by_case.get(form.casefold(), [])
        return alike[0] if len(alike) == 1 else None

    def is_other_case(self, name: str, file: str) -> bool:
        """Whether `name` was taken for `file` although they differ in case."""
        form = unicodedata.normalize("NFC", str(PurePosixPath(name.replace("\\", "/"))))
        return name != file and self._by_form.get(form) != file

    def guess(self, name: str, cutoff: float = 0.8) -> str:
        folded = {file.casefold(): file for file in sorted(self.files)}
        close = difflib.get_close_matches(name.casefold(), folded, n=1, cutoff=cutoff)
        return f"Did you mean {folded[close[0]]}?" if close else "Add the file or remove the row."


def _add_row(
    manifest: Manifest, file: str, line: int, cells: Mapping[str, Any], resolve: _Resolver, locale: str | None
) -> None:
    name = _text(cells.get("file"))
    if not name:
        manifest.problems.append(Problem(file, line, "the row names no file", "Fill in its column file."))
        return
    try:
        document = resolve(name)
    except ValueError:
        what = f"'{name}' leads out of the collection and is refused"
        manifest.problems.append(Problem(file, line, what, "Name files by their path inside the collection."))
        return
    if document is None:
        what, mend = f"there is no file '{name}'", resolve.guess(name)
        if _acl(cells.get("acl")) is not None:
            what += ", so its acl guards nothing: the file it may mean is open to the collection's own groups"
            mend = resolve.guess(name, _AT_ALL_ALIKE)
        manifest.problems.append(Problem(file, line, what, mend))
        return
    if resolve.is_other_case(name, document):
        what = f"'{name}' is taken for '{document}', though they differ in case"
        manifest.problems.append(Problem(file, line, what, "Write the name as the file's is."))
    row = ManifestRow(
        line,
        title=_text(cells.get("title")),
        counterparty=_list(cells.get("counterparty")),
        doc_type=_text(cells.get("doc_type")),
        acl=_acl(cells.get("acl")),
        amends=_documents(manifest, file, line, "amends", cells, resolve),
        supersedes=_documents(manifest, file, line, "supersedes", cells, resolve),
        revision=_text(cells.get("revision")),
        extra={key: text for key, value in cells.items() if key not in COLUMNS and (text := _text(value))},
    )
    if family := _text(cells.get("family")):
        row.family = next((known for known in FAMILIES if known == family.lower()), None)
        if row.family is None:
            what = f"'{family}' is no family"
            manifest.problems.append(Problem(file, line, what, f"Write one of {', '.join(FAMILIES)}."))
    if written := _text(cells.get("effective_date")):
        try:
            row.effective_date = parse_date(written, locale)
        except ValueError as error:
            problem = Problem(file, line, f"effective_date {error}", "Write it as YYYY-MM-DD.")
            manifest.problems.append(problem)
    if (whole := resolve.parts.get(document)) and any(
        _text(cells.get(name)) for name in cells.keys() - _OF_PARTS
    ):
        what = f"'{document}' is a part of '{whole}', so only the acl of its row counts"
        manifest.problems.append(Problem(file, line, what, f"Write the rest into the row of {whole}."))
    rows = manifest.rows.setdefault(document, [])
    if rows:
        what = f"'{document}' has a row already, in line {rows[0].line}, which counts"
        mend = "Remove one of them; until then only groups that both name may read the document."
        manifest.problems.append(Problem(file, line, what, mend))
    rows.append(row)


def _documents(
    manifest: Manifest, file: str, line: int, column: str, cells: Mapping[str, Any], resolve: _Resolver
) -> list[str]:
    documents = []
    for name in _list(cells.get(column)):
        if name.startswith(UNCONFIRMED) and name not in resolve.files:
            continue
        if name.casefold() in NOTHING:
            documents.append(name)
            continue
        try:
            found = resolve(name)
        except ValueError:
            found = None
        if found is None:
            what = f"{column} names '{name}', which is not in the collection"
            manifest.problems.append(Problem(file, line, what, "Name a file of this collection by its path."))
        documents.append(resolve.parts.get(found, found) if found else name)
    return documents


def _text(value: Any) -> str | None:
    if value is None:
        return None
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text.strip() or None


def _list(value: Any) -> list[str]:
    if isinstance(value, list):
        return list(dict.fromkeys(text for item in value if (text := _text(item))))
    return split_list(_text(value) or "")


def _acl(value: Any) -> list[str] | None:
    if isinstance(value, list):
        return _list(value)
    text = _text(value)
    return None if text is None else split_list(text)
