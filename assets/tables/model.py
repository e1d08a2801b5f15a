"""One table model for all families: header rows, body rows, cells with their text and places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

SOFT_HYPHEN = "\u00ad"
SEPARATOR = " | "
"""Stands between the cells of a row in a document's text."""


class Placed(Protocol):
    """A run of text on one baseline; the box in points, display space, origin top left."""

    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    size: float
    bold: bool


@dataclass(slots=True)
class Place:
    """Where (a part of) a cell stands: page and box in points, display space (zeros where the format has
    no page), and characters start .. end of `ParsedDocument.text` (-1 where not known)."""

    page: int
    x0: float = 0.0
    y0: float = 0.0
    x1: float = 0.0
    y1: float = 0.0
    start: int = -1
    end: int = -1
    line: int = 0
    """Which of its row's printed lines it stands on: 1 behind a page break."""


@dataclass(slots=True)
class Cell:
    """A cell from column `column` (from 0) over `span` columns. It has one place, or one a page where it
    runs over a page break."""

    text: str
    column: int
    span: int = 1
    places: list[Place] = field(default_factory=list)


@dataclass(slots=True)
class Row:
    """A row, its empty cells included. `start` .. `end` are its characters in `ParsedDocument.text`."""

    cells: list[Cell]
    start: int = -1
    end: int = -1

    @property
    def page(self) -> int:
        """The page it begins on (0 where not known)."""
        return next((place.page for cell in self.cells for place in cell.places), 0)

    @property
    def texts(self) -> list[str]:
        """The cells' texts from left to right."""
        return [cell.text for cell in self.cells]


@dataclass(slots=True)
class Table:
    """A table, stitched over pages: the header stands once, rows in order."""

    header: list[Row]
    rows: list[Row]
    columns: int

    @property
    def start(self) -> int:
        """Its first character in `ParsedDocument.text`."""
        return [*self.header, *self.rows][0].start

    @property
    def end(self) -> int:
        """Behind its last character in `ParsedDocument.text`."""
        return [*self.header, *self.rows][-1].end


def from_json(table: Mapping[str, Any]) -> Table:
    """A table of what `dataclasses.asdict` made of it."""
    header, rows = (
        [
            Row(
                [
                    Cell(
                        cell["text"],
                        cell["column"],
                        cell["span"],
                        [Place(**place) for place in cell["places"]],
                    )
                    for cell in row["cells"]
                ],
                row["start"],
                row["end"],
            )
            for row in table[part]
        ]
        for part in ("header", "rows")
    )
    return Table(header, rows, table["columns"])


@dataclass(slots=True)
class FoundCell:
    """A cell as found on a page: its runs of text from top to bottom, none where it is empty."""

    column: int
    span: int = 1
    runs: list[Placed] = field(default_factory=list)

    @property
    def text(self) -> str:
        """Its lines joined; a word broken at a hyphen is not torn apart."""
        text = ""
        for run in self.runs:
            more = " ".join(run.text.replace(SOFT_HYPHEN, "").split())
            broken = text[-1:] == "-" and text[-2:-1].isalpha() and more[:1].islower()
            text += more if broken or not text else f" {more}"
        return text


@dataclass(slots=True)
class FoundRow:
    """A row as found on a page."""

    cells: list[FoundCell]

    @property
    def text(self) -> str:
        """Its cells joined, empty ones included, so that a reader can tell the columns."""
        return " ".join(SEPARATOR.join(cell.text for cell in self.cells).split())

    @property
    def runs(self) -> list[Placed]:
        """All runs of text, cell by cell."""
        return [run for cell in self.cells for run in cell.runs]


@dataclass(slots=True)
class FoundTable:
    """A table on one page. `edges` are x0, x1 of each column; `header` counts the header rows that are set
    apart by a rule (0: nothing said)."""

    rows: list[FoundRow]
    edges: list[tuple[float, float]]
    ruled: bool = False
    header: int = 0


def box(runs: Sequence[Placed]) -> tuple[float, float, float, float]:
    """The box around some runs of text."""
    return (
        min(run.x0 for run in runs),
        min(run.y0 for run in runs),
        max(run.x1 for run in runs),
        max(run.y1 for run in runs),
    )
