"""What is wrong with something people wrote or sent: where it stands and how to mend it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Fault(NamedTuple):
    """Why a file cannot be used, and the mend, without its place."""

    what: str
    mend: str

    def __str__(self) -> str:
        return f"{self.what}. {self.mend}"


@dataclass(frozen=True, slots=True)
class Problem:
    """One line for a person. `file` is a path below the landing zone, `line` counts from 1."""

    file: str
    line: int | None
    what: str
    mend: str

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        return f"{place}: {Fault(self.what, self.mend)}"


class LandingError(Exception):
    """The landing zone itself cannot be used; the message says why and how to mend it."""


class ManifestError(LandingError):
    """What somebody wrote beside the documents (metadata, collection.toml, structure.csv) cannot be
    trusted, so its collection stops and the others go on."""

    def __init__(self, file: str, line: int | None, what: str, mend: str) -> None:
        self.problem = Problem(file, line, what, mend)
        super().__init__(str(self.problem))
