"""What a message holds, as plain text: its markup off, its log pastes trimmed, its HTML kept aside."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from assets.tickets.markup import (
    adf_text,
    html_text,
    is_adf,
    is_html,
    wiki_text,
)
from assets.tickets.replies.tagless import HTML_LIMIT, tagless
from assets.tickets.values import LOG_LIMIT, plain, trimmed

Markup = Literal["plain", "html", "wiki", "unknown"]
_LONGEST = 16 * 1024 * 1024
"""Characters of HTML whose tags are taken off; what is longer is trimmed before."""


@dataclass(slots=True)
class Body:
    """`raw` is the text; `html` what it was, where that can be read as a tree, and `raw` then no more than
    its words; `files` are shown in it."""

    raw: str
    html: str = ""
    files: list[str] = field(default_factory=list)
    flags: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The text with its lists and lines, whatever it was."""
        return html_text(self.html) if self.html else self.raw


def body(value: Any, markup: Markup = "unknown") -> Body:
    """The text of a field that holds what somebody wrote: HTML, Jira's wiki markup, Atlassian's document
    format or plain text; where `markup` is unknown, what it looks like as a whole."""
    if is_adf(value):
        text, files = adf_text(value)
        text, flags = trimmed(plain(text))
        return Body(text, files=files, flags=flags)
    source = plain(value)
    if markup == "html" or (markup == "unknown" and is_html(source)):
        return _of_html(source)
    text, flags = trimmed(source)
    if markup == "plain":
        return Body(text.strip(), flags=flags)
    text, files = wiki_text(text)
    return Body(text, files=files, flags=flags)


def _of_html(source: str) -> Body:
    source, cut = trimmed(source, _LONGEST)
    text, flags = trimmed(tagless(source))
    return Body(text, source if not flags and len(source) <= HTML_LIMIT else "", flags=cut or flags)


__all__ = ["LOG_LIMIT", "Body", "Markup", "body"]
