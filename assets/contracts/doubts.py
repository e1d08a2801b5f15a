"""What makes a clause tree doubtful as a whole, for a person to look at."""

from __future__ import annotations

from assets.contracts.node import ClauseTree
from assets.documents.reading import flags
from assets.documents.reading.model import ParsedDocument

LONG = 25_000
"""Characters (ten pages, about) from which a contract has clauses or headings to go by."""
SPARSE = 5_000
"""Characters for each clause or heading from which they are few: 125 of 126 real contracts have less than
2,900, the other one lost most of its headings."""


def few_headings(document: ParsedDocument, tree: ClauseTree) -> list[str]:
    """The flag of a long document in which hardly a clause or heading was found: its numbers may be lost."""
    found = sum(bool(node.printed or node.title) for node in tree.walk())
    if document.body_end < LONG or document.body_end < SPARSE * (found + 1):
        return []
    seen = f"{found} clauses and headings in {document.pages} pages"
    return [flags.flag(flags.FEW_HEADINGS, [], 0, seen)]
