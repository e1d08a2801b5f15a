"""Tables of a document from its printed rows, stitched over pages."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field

from assets.tables.model import Row, Table
from assets.tables.printed import Block, Printed, PrintedRow, find_blocks
from assets.tables.seams import CARRIED_FORWARD, REPEATED_HEADER, carries, goes_on, repeated_header, seam


@dataclass(slots=True)
class StitchedRow:
    """A row by the printed lines it stands on (two where it runs over a page break)."""

    lines: list[int]
    row: Row


@dataclass(slots=True)
class Stitched:
    """A table before its lines have their place in the text."""

    header: list[StitchedRow] = field(default_factory=list)
    rows: list[StitchedRow] = field(default_factory=list)
    columns: int = 0

    def placed(self, places: Mapping[int, tuple[int, int]]) -> Table:
        """The table, given where each printed line starts and ends in the text."""
        for stitched in (*self.header, *self.rows):
            stitched.row.start = places[stitched.lines[0]][0]
            stitched.row.end = places[stitched.lines[-1]][1]
            for cell in stitched.row.cells:
                for place in cell.places:
                    if place.start >= 0:
                        line = stitched.lines[min(place.line, len(stitched.lines) - 1)]
                        place.start += places[line][0]
                        place.end += places[line][0]
        return Table([r.row for r in self.header], [r.row for r in self.rows], self.columns)


def stitch(printed: Sequence[Printed], left_out: MutableMapping[int, str]) -> list[Stitched]:
    """The tables among a document's lines, in order. Lines that repeat the header at the top of a page and
    rows that carry a sum over the page are added to `left_out`; a row of a table that was taken for a
    running head is taken out of it."""
    blocks = find_blocks(printed, left_out)
    chains: list[list[Block]] = []
    for block in blocks:
        if chains and (between := seam(printed, left_out, chains[-1], block)) is not None:
            left_out.update(between)
            chains[-1].append(block)
        else:
            chains.append([block])
    return [table for chain in chains if (table := _stitched(chain, left_out)) is not None]


def _stitched(chain: Sequence[Block], left_out: MutableMapping[int, str]) -> Stitched | None:
    first = chain[0]
    table = Stitched(columns=max(block.columns for block in chain))
    for block in chain[1:]:
        repeated = repeated_header(first, block)
        left_out.update((line.index, REPEATED_HEADER) for line in repeated)
        block.lines = [line for line in block.lines if line not in repeated]
    for number, block in enumerate(chain):
        lines = block.lines
        if number + 1 < len(chain):
            while len(lines) > 1 and carries(lines[-1]):
                left_out[lines.pop().index] = CARRIED_FORWARD
        if number:
            while lines and carries(lines[0]):
                left_out[lines.pop(0).index] = CARRIED_FORWARD
        for k, line in enumerate(lines):
            row = StitchedRow([line.index], Row(line.cells))
            if number == 0 and k < first.header:
                table.header.append(row)
            elif number and k == 0 and table.rows and goes_on(table.rows[-1].row, line):
                _join(table.rows[-1], line)
            else:
                table.rows.append(row)
    return table if table.rows or table.header else None


def _join(stitched: StitchedRow, line: PrintedRow) -> None:
    number = len(stitched.lines)
    stitched.lines.append(line.index)
    for cell in line.cells:
        if not cell.text:
            continue
        owner = next(c for c in stitched.row.cells if c.column == cell.column)
        broken = owner.text[-1:] == "-" and owner.text[-2:-1].isalpha() and cell.text[:1].islower()
        owner.text += cell.text if broken else f" {cell.text}"
        for place in cell.places:
            place.line = number
        owner.places += cell.places
