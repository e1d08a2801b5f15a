"""HTML without its tags, where it is too large or too deep to be read as a tree."""

from __future__ import annotations

import html
import re

HTML_LIMIT = 500_000
"""Characters of HTML that are read as markup; a log of megabytes is taken for text at once."""
_TAG = re.compile(r"<[/!?]?[a-zA-Z][^<>]*>")
_UNSEEN = (
    (re.compile("<!--"), re.compile("-->")),
    *(
        (re.compile(rf"<{tag}\b", re.IGNORECASE), re.compile(rf"</{tag}\s{{0,9}}>", re.IGNORECASE))
        for tag in ("head", "script", "style")
    ),
)
_BREAK = re.compile(r"<(?:br|/?(?:p|div|li|tr|h[1-6]|pre|blockquote|table|ul|ol))\b[^<>]*>", re.IGNORECASE)
_BLANKS = re.compile(r"\n{3,}")


def tagless(source: str) -> str:
    """The words of HTML without their order in lists and tables, at a tenth of the cost."""
    for opening, closing in _UNSEEN:
        source = _without(source, opening, closing)
    text = html.unescape(_TAG.sub("", _BREAK.sub("\n", source)))
    return _BLANKS.sub("\n\n", text.replace("\u00a0", " ")).strip()


def _without(source: str, opening: re.Pattern[str], closing: re.Pattern[str]) -> str:
    """Without what stands between these; what is never closed stays."""
    parts = []
    at = 0
    while (opened := opening.search(source, at)) and (closed := closing.search(source, opened.end())):
        parts.append(source[at : opened.start()])
        at = closed.end()
    return "".join([*parts, source[at:]])
