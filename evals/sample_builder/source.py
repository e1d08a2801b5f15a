"""The source form of a sample: a head of `key: value` lines, a line `---`, then blocks between blank lines.

A block opens with its mark: `=== ` title, `== ` centred and bold, `-- ` centred, `# ` and `## ` headings,
`! ` a paragraph at the left margin whatever its number, `|` table rows, `{toc}`, `{page}`; anything else is a
paragraph. Inside a paragraph `**x**` is bold, `{br}` a forced line break and `\\-` a soft hyphen.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

MARKS = {
    "=== ": "title",
    "== ": "caption",
    "-- ": "centred",
    "# ": "heading",
    "## ": "subheading",
    "! ": "flush",
}
NUMBER = re.compile(
    r"(?:ARTICLE\s+[IVX]+\.?|Section\s+\d[\d.]*|\d+(?:\.\d+)*[A-Z]?\.?|\([a-z]{1,4}\)|\(\d+\))\s+"
)
SOFT_HYPHEN = "\u00ad"


@dataclass
class Block:
    """One block of a source: `kind` is a value of `MARKS`, or 'paragraph', 'table', 'toc', 'page'."""

    kind: str
    text: str = ""
    rows: list[list[str]] = field(default_factory=list)


@dataclass
class Source:
    """A sample before layout: where it goes (relative to evals/samples), how it looks, what it says."""

    target: str
    settings: dict[str, str]
    blocks: list[Block]

    def switch(self, name: str) -> bool:
        return self.settings.get(name, "no") == "yes"

    def number(self, name: str, default: float) -> float:
        return float(self.settings.get(name, default))


def load(path: Path) -> Source:
    """The source at `path`; raises ValueError, naming it, where the head is not closed or has no target."""
    head, separator, body = path.read_text(encoding="utf-8").partition("\n---\n")
    pairs = (line.partition(":") for line in head.splitlines())
    settings = {key.strip(): value.strip() for key, _, value in pairs}
    if not separator or "target" not in settings:
        raise ValueError(
            f"{path}: the head needs a line 'target: tenant/collection/file' and a closing '---'"
        )
    return Source(settings["target"], settings, [_block(text) for text in re.split(r"\n\s*\n", body.strip())])


def _block(text: str) -> Block:
    if text in ("{toc}", "{page}"):
        return Block(text.strip("{}"))
    if text.startswith("|"):
        return Block(
            "table", rows=[[c.strip() for c in row.strip("|").split("|")] for row in text.splitlines()]
        )
    joined = " ".join(text.split()).replace("\\-", SOFT_HYPHEN)
    for mark, kind in MARKS.items():
        if joined.startswith(mark):
            return Block(kind, joined[len(mark) :])
    return Block("paragraph", joined)


def level(text: str) -> int:
    """Depth of indentation a paragraph's own number asks for: 0 clause, 1 letter, 2 roman, -1 none."""
    bare = text.replace("**", "")
    match = NUMBER.match(bare)
    if not match:
        return -1
    if not bare.startswith("("):
        return 0
    return 2 if re.fullmatch(r"[ivx]{2,4}|\d+", match[0].strip(" ()")) else 1


def runs(text: str) -> list[tuple[str, bool]]:
    """The pieces of a paragraph with their weight: (text, is bold)."""
    return [(piece, index % 2 == 1) for index, piece in enumerate(text.split("**")) if piece]
