"""What a person should look at in a collection: one row a doubt or a fact that was read, each with the place
and the way to correct it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Literal, get_args

import pyarrow as pa

Topic = Literal["reading", "facts", "links", "numbering"]
TOPICS: tuple[Topic, ...] = get_args(Topic)


@dataclass(frozen=True, slots=True)
class ReviewRow:
    """`subject` is what it is about (a flag, a column of the manifest, a relation, a kind of finding),
    `found` what was found. `confidence` 0 to 1, None where nothing was weighed; `place` a page and more;
    `quote` what stands there, only where the collection allows it; `how` what told it; `mend` how to correct
    it. `look`: a person should look at it."""

    topic: Topic
    file: str
    subject: str
    found: str
    confidence: float | None = None
    place: str = ""
    quote: str = ""
    how: str = ""
    mend: str = ""
    look: bool = False

    @property
    def page(self) -> str:
        """The place without its characters."""
        return self.place.partition(", characters")[0]


SCHEMA = pa.schema(
    [
        pa.field("topic", pa.string(), nullable=False),
        pa.field("file", pa.string(), nullable=False),
        pa.field("subject", pa.string(), nullable=False),
        pa.field("found", pa.string(), nullable=False),
        pa.field("confidence", pa.float64()),
        pa.field("place", pa.string(), nullable=False),
        pa.field("quote", pa.string(), nullable=False),
        pa.field("how", pa.string(), nullable=False),
        pa.field("mend", pa.string(), nullable=False),
        pa.field("look", pa.bool_(), nullable=False),
    ]
)


def in_order(rows: Iterable[ReviewRow]) -> list[ReviewRow]:
    """By topic; in each what should be looked at first, the least sure before the rest; then by file, in the
    order found."""
    return sorted(rows, key=lambda row: (TOPICS.index(row.topic), not row.look, _doubt(row), row.file))


def _doubt(row: ReviewRow) -> float:
    return row.confidence if row.look and row.confidence is not None else 0.0 if row.look else 1.0


def shortened(file: str, most: int = 44) -> str:
    """A file's name with its middle left out, so that it fits into a table: both ends tell it."""
    if len(file) <= most:
        return file
    head = (most - 1) // 2
    return f"{file[:head]}…{file[len(file) - (most - 1 - head) :]}"


def to_table(rows: Iterable[ReviewRow]) -> pa.Table:
    """Rows as a table of `SCHEMA`, in the order given."""
    return pa.Table.from_pylist([asdict(row) for row in rows], schema=SCHEMA)


def from_table(table: pa.Table) -> list[ReviewRow]:
    """Rows of a table of `SCHEMA`."""
    return [ReviewRow(**row) for row in table.select(SCHEMA.names).to_pylist()]
