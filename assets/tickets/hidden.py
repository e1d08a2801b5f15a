"""What was said of a ticket to fewer than may read it."""

from __future__ import annotations

import pyarrow as pa
import pyarrow.compute as pc

from assets.tickets.links import Links
from assets.tickets.stored import from_json
from assets.tickets.thread import NOTES


def hidden_texts(threads: pa.Table) -> dict[str, list[str]]:
    """The bodies of internal notes, and the ids of duplicates that fewer may read, by the id of their
    ticket."""
    notes = threads.filter(pc.and_(threads["internal"], pc.is_null(threads["error"])))
    rows = zip(notes["file"].to_pylist(), notes["ticket"].to_pylist(), strict=True)
    hidden = {
        name.removesuffix(NOTES): [
            message.body.strip() for message in from_json(kept).messages if message.body.strip()
        ]
        for name, kept in rows
    }
    for name, links in zip(threads["file"].to_pylist(), threads["links"].to_pylist(), strict=True):
        if withheld := Links.from_text(links).withheld:
            hidden[name] = [*hidden.get(name, ()), *withheld]
    return hidden
