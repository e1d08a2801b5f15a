"""Lays a source out as plain text: wrapped lines, typed indents, a running head on every page."""

from __future__ import annotations

import textwrap
from pathlib import Path

from evals.sample_builder.source import SOFT_HYPHEN, Block, Source, level


def build(source: Source, target: Path) -> None:
    """Writes the text file (UTF-8, newlines as on Unix, form feeds between pages)."""
    width = int(source.number("width", 78))
    lines: list[str] = []
    for block in source.blocks:
        lines += [*_lines(block, source, width), ""]
    per_page = int(source.number("page_lines", 0))
    if per_page:
        pages = [lines[i : i + per_page] for i in range(0, len(lines), per_page)]
        head, foot = source.settings.get("header", ""), source.settings.get("footer", "")
        lines = []
        for number, page in enumerate(pages, 1):
            numbers = (("{n}", str(number)), ("{N}", str(len(pages))))
            top, bottom = (_fill(text, numbers, width) for text in (head, foot))
            lines += [("\f" if number > 1 else "") + top, "", *page, "", bottom]
    text = "\n".join(line.rstrip(" ") for line in lines).strip("\n") + "\n"
    target.write_text(text, encoding="utf-8", newline="\n")


def _fill(text: str, numbers: tuple[tuple[str, str], ...], width: int) -> str:
    for name, value in numbers:
        text = text.replace(name, value)
    left, _, right = (part.strip() for part in text.partition("|"))
    return left + right.rjust(width - len(left)) if right else left.center(width)


def _lines(block: Block, source: Source, width: int) -> list[str]:
    if block.kind == "table":
        columns = [max(len(row[c]) for row in block.rows) for c in range(len(block.rows[0]))]
        rows = ["  ".join(cell.ljust(w) for cell, w in zip(row, columns, strict=True)) for row in block.rows]
        return [rows[0], "  ".join("-" * w for w in columns), *rows[1:]]
    text = block.text.replace("**", "")
    if block.kind in ("title", "caption", "centred"):
        return [line.center(width) for line in textwrap.wrap(text, width - 10)]
    if block.kind in ("heading", "subheading"):
        return [text]
    depth = max(0, level(text)) if block.kind == "paragraph" else 0
    indent = " " * (4 * depth)
    lines = []
    for piece in text.split("{br}"):
        lines += textwrap.wrap(
            piece.strip(),
            width,
            initial_indent=indent,
            subsequent_indent=indent + ("" if source.settings.get("hanging") == "no" else "    "),
            break_long_words=False,
            break_on_hyphens=SOFT_HYPHEN not in piece,
        )
    return lines
