"""Which files make up one document: most are one alone, an export has several tables, and what another parser
wrote about a document belongs to it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from assets.documents.companions import described, names_a_parser
from assets.documents.content import columns_of
from assets.documents.exports import document_sets
from assets.documents.landing import FoundFile
from assets.documents.reading.parser_output import PARSERS, parser_of


@dataclass(frozen=True, slots=True)
class Source:
    """A document's files, the one it is known by first: then the other tables of its set, then its `forms`,
    which other parsers wrote, the best first. `doubts`: what a person should know of those, "what; mend"."""

    files: tuple[FoundFile, ...]
    forms: tuple[FoundFile, ...] = ()
    doubts: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return self.files[0].name

    @property
    def stamp(self) -> str:
        """Changes when any of the files is written, added or removed."""
        return "\n".join(f"{file.name}\t{file.size}\t{file.mtime_ns}" for file in self.files)

    @property
    def parts(self) -> list[str]:
        """Its files but the one it is known by."""
        return [file.name for file in self.files[1:]]


def sources_of(files: Sequence[FoundFile], parser_output: bool = True) -> list[Source]:
    """The documents that the files of a collection make up. Without `parser_output` what other parsers wrote
    about a document that is there is no part of it, and no document either."""
    by_name = {file.name: file for file in files}
    forms, doubts = forms_of(by_name)
    behind = {form.name for found in forms.values() for form in found}
    if not parser_output:
        forms, doubts = {}, {}
    files = [file for file in files if file.name not in behind]
    tables = {
        file.name: columns_of(file.path) for file in files if file.name.lower().endswith((".csv", ".tsv"))
    }
    sets = document_sets(tables) if len(tables) > 1 else {}
    taken = {member for members in sets.values() for member in members}
    sources = []
    for file in files:
        if file.name not in taken:
            tables_of_set = [by_name[member] for member in sets.get(file.name, [])]
            own = tuple(forms.get(file.name, ()))
            said = tuple(doubts.get(file.name, ()))
            sources.append(Source((file, *tables_of_set, *own), own, said))
    return sources


def forms_of(files: Mapping[str, FoundFile]) -> tuple[dict[str, list[FoundFile]], dict[str, list[str]]]:
    """By the document's name, what other parsers wrote about it, the best first, and what is doubtful there.
    What has such a name counts only if its content says so too, or if the name can mean nothing else."""
    found: dict[str, list[tuple[int, str]]] = defaultdict(list)
    doubts: dict[str, list[str]] = defaultdict(list)
    for name, owners in described(files).items():
        try:
            parser = parser_of(files[name].path)
        except OSError:
            continue  # a document of its own, of which is said that it cannot be opened
        if parser is None and not names_a_parser(name):
            continue
        found[owners[0]].append((len(PARSERS) if parser is None else PARSERS.index(parser), name))
        if len(owners) > 1:
            doubts[owners[0]].append(
                f"{name} may be of {' or '.join(owners)}, and is taken for the first's; "
                f"name it {owners[1]}.json if it is of that one"
            )
    forms = {owner: [files[name] for _, name in sorted(rows)] for owner, rows in found.items()}
    for owner, own in forms.items():
        if len(own) > 1:
            others = ", ".join(form.name for form in own[1:])
            doubts[owner].append(
                f"several parsers' output stands beside it: {own[0].name} is read before {others}; "
                "keep the one that is meant"
            )
    return forms, doubts
