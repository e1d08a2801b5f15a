"""What a partial hit leaves out, in one line: how the items and sentences begin that did not come along."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from resources.embedder import Embedder
from resources.record import Chunk
from resources.search.excerpt import sentences

WORDS = 6
"""Words of each sentence left out that are shown: with an item's label they tell what it is about."""
_ITEM = re.compile(r"\(\w{1,5}\)|\w{1,3}[.)](?=\s)|[-•*–·▪◦]")
_GAP = " … "


def digest(unit: Sequence[Chunk], shown: Sequence[tuple[int, int]], room: int, embedder: Embedder) -> str:
    """One line of at most `room` tokens on what of a unit, given as all its parts, lies outside the
    characters `shown` of its document; empty where nothing is left out or no room is. Items come before
    running sentences, both in the order of the document, and every word is the document's own."""
    openings = []
    for chunk in unit:
        for start, end in sentences(chunk.body):
            at, words = chunk.char_start + start, chunk.body[start:end].split()
            apart = all(at + len(chunk.body[start:end]) <= a or b <= at for a, b in shown)
            if apart and len(words) > 1:
                openings.append((at, " ".join(words[:WORDS])))
    ordered = sorted(openings, key=lambda opening: (_ITEM.match(opening[1]) is None, opening[0]))
    sizes = embedder.count([opening for _, opening in ordered])
    lead = "Left out: "
    used = list(itertools.accumulate((size + 2 for size in sizes), initial=embedder.count([lead])[0]))
    fitting = sum(total <= room for total in used[1:])
    chosen = sorted(ordered[:fitting])
    return lead + _GAP.join(opening for _, opening in chosen) + " …" if chosen else ""
