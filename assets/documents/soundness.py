"""What must hold for one document's chunks: nothing lost, nothing twice, nothing too long."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from assets.documents.reading.model import LeftOut, ParsedDocument
from resources.embedder import Embedder
from resources.record import CEILING, Chunk


@dataclass(frozen=True, slots=True)
class Soundness:
    """Characters of the source in no chunk and no named region; characters in more than one; chunks
    whose body is not what stands at their offsets; chunks over the ceiling; the first places at fault."""

    uncovered: int
    overlapping: int
    misplaced: int
    over_ceiling: int
    places: list[str]


def examine(
    document: ParsedDocument, chunks: Sequence[Chunk], left_out: Sequence[LeftOut], embedder: Embedder
) -> Soundness:
    """Hold the chunks against the document's text. White space between units belongs to nobody."""
    size = len(document.text)
    owners = np.zeros(size, dtype=np.int32)
    for chunk in chunks:
        owners[chunk.char_start : chunk.char_end] += 1
    named = np.zeros(size, dtype=bool)
    for region in left_out:
        named[region.start : region.end] = True
    uncovered = [
        at for at in np.flatnonzero((owners == 0) & ~named).tolist() if not document.text[at].isspace()
    ]
    overlapping = np.flatnonzero((owners > 1) | ((owners > 0) & named)).tolist()
    misplaced = [c for c in chunks if document.text[c.char_start : c.char_end] != c.body]
    too_long = [c for c in chunks if not embedder.fits(c.text, CEILING)]
    places = [
        *(f"{document.file}, character {at}: in no chunk" for at in uncovered[:1]),
        *(f"{document.file}, character {at}: in more than one chunk" for at in overlapping[:1]),
        *(f"{document.file}, {c.path}: the body is not the text at its offsets" for c in misplaced[:1]),
        *(f"{document.file}, {c.path}: {c.tokens} tokens" for c in too_long[:1]),
    ]
    return Soundness(len(uncovered), len(overlapping), len(misplaced), len(too_long), places)
