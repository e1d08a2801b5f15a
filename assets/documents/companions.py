"""Which file holds what another parser wrote about which document: told by their names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath

_PARSER_WORDS = frozenset(
    "docling azure analyze analyzeresult analyze-result analyze_result layout documentintelligence "
    "unstructured elements parsed".split()
)
"""What people put between a document's name and `.json`."""
_PREFERRED = (".pdf", ".docx")


def described(names: Iterable[str]) -> Mapping[str, list[str]]:
    """JSON file → the documents whose parsed form it may be, by names (paths inside a collection or folder):
    `contract.pdf.json`, `contract.pdf.docling.json`, `contract.json` and `contract.docling.json` for
    `contract.pdf`. The likeliest stands first: the one named in full, then a PDF, then a Word file. Names
    that differ in case alone are the same."""
    names = list(names)
    exact: dict[str, list[str]] = defaultdict(list)
    by_stem: dict[str, list[str]] = defaultdict(list)
    for name in names:
        if not _is_json(name):
            exact[name.casefold()].append(name)
            by_stem[_without_suffix(name).casefold()].append(name)
    found = {}
    for name in names:
        if _is_json(name) and (owners := _owners(name, exact, by_stem)):
            found[name] = owners
    return found


def names_a_parser(name: str) -> bool:
    """Whether a file is called so that it can be nothing but a parser's output: `contract.docling.json`."""
    return PurePosixPath(_without_suffix(name)).suffix.lower().lstrip(".") in _PARSER_WORDS


def _owners(name: str, exact: Mapping[str, list[str]], by_stem: Mapping[str, list[str]]) -> list[str]:
    stem = _without_suffix(name).casefold()
    stems = [stem, _without_suffix(stem)] if names_a_parser(name) else [stem]
    for candidate in stems:
        if candidate in exact:
            return exact[candidate]
    for candidate in stems:
        if candidate in by_stem:
            return sorted(by_stem[candidate], key=_rank)
    return []


def _rank(name: str) -> tuple[int, str]:
    suffix = PurePosixPath(name).suffix.lower()
    return (_PREFERRED.index(suffix) if suffix in _PREFERRED else len(_PREFERRED), name)


def _is_json(name: str) -> bool:
    return name.lower().endswith(".json")


def _without_suffix(name: str) -> str:
    return str(PurePosixPath(name).with_suffix(""))
