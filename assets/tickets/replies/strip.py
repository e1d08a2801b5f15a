"""Take a message apart: what its writer wrote, and what programs, servers and habits put around it."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, field

from assets.tickets.replies import footers, leftovers
from assets.tickets.replies.html import to_lines
from assets.tickets.replies.lines import Lines
from assets.tickets.replies.quotes import cut_quotes
from assets.tickets.replies.second_opinion import cut_known
from assets.tickets.replies.signature import cut_signature

QUOTES = frozenset({"quote", "quote_header", "forwarded", "forwarded_header", "reply_marker"})
"""Reasons that mean: somebody else wrote it."""
_SPACES = re.compile("[\u00a0\u2000-\u200a\u202f\u205f\u3000\t]")
_BLANKS = re.compile(r"\n{3,}")
_LITTLE = 0.1


@dataclass(frozen=True, slots=True)
class Stripped:
    """`body` is what the person wrote; `cut` what was taken out, (reason, text) in order. Reasons: quote,
    quote_header, forwarded, forwarded_header, reply_marker, signature, mobile_footer, disclaimer,
    list_footer, separator, invisible. `pieces` is the whole text in order, reason None for the writer's own:
    their texts join to the text that was read."""

    body: str
    cut: list[tuple[str, str]]
    flags: list[str] = field(default_factory=list)
    pieces: list[tuple[str | None, str]] = field(default_factory=list)

    def keeping(self, reasons: Collection[str]) -> str:
        """The body with what was cut for one of these reasons left in its place."""
        return _tidy("".join(text for reason, text in self.pieces if reason is None or reason in reasons))


def strip(raw: str, *, html: bool = False, subject: str = "") -> Stripped:
    """What the person wrote in a message. `html`: the message is HTML; its visible text is read. Where
    stripping leaves nothing, or under a tenth of what is no undoubted quote, the text is kept and flagged
    'stripping_left_nothing' or 'stripping_left_little'; a short answer over a long undoubted quote is
    flagged 'mostly_quoted'. `subject` tells a forwarded mail. Other flags: 'forwarded',
    'quoted_printable_decoded'. Never raises."""
    flags: list[str] = []
    if html:
        lines, text = to_lines(raw)
    else:
        decoded = leftovers.decode(raw)
        if decoded is not None:
            flags.append("quoted_printable_decoded")
        text = raw if decoded is None else decoded
        lines = Lines(text)
    if not text.strip():
        return Stripped("", [], flags, [(None, text)] if text else [])
    code = lines.in_code() if "```" in text or "~~~" in text or "{" in text or "<pre" in text else set()
    if "-----BEGIN PGP SIG" in text:
        footers.cut_armor(lines)
    footers.cut_top(lines)
    flags += cut_quotes(lines, text, subject, code)
    _cut_after_mobile(lines, code)
    if not any(reason in QUOTES for reason in lines.reason):
        cut_known(lines, code)
    for start, end in _ends(lines):
        footers.cut_end(lines, start, end, code)
        cut_signature(lines, start, end, code)
        footers.cut_end(lines, start, end, code)
    _keep_enough(lines, flags)
    pieces = list(lines.pieces())
    body = _tidy("".join(part for reason, part in pieces if reason is None))
    return Stripped(body, [(reason, part) for reason, part in pieces if reason is not None], flags, pieces)


def _cut_after_mobile(lines: Lines, code: set[int]) -> None:
    """A phone puts its footer under the answer: what stands below it unmarked is the quoted mail."""
    first = lines.first_own()
    for index in range(first + 1, len(lines)):
        bare = lines.bare[index]
        alone = bare and not lines.bare[index - 1] and lines.reason[index] is None and index not in code
        if (
            alone
            and len(bare) < 160
            and index + 1 < len(lines)
            and not lines.bare[index + 1]
            and footers.mobile(bare)
        ):
            following = lines.next_filled(index + 1)
            if any(lines.own(i) for i in range(following, len(lines))):
                lines.cut(index, index + 1, "mobile_footer")
                lines.cut(following, len(lines), "quote", sure=False)
                return


def _ends(lines: Lines) -> list[tuple[int, int]]:
    """Where the writer's text may end: the first stretch of own lines and the last."""
    stretches: list[tuple[int, int]] = []
    start = None
    for index, reason in enumerate(lines.reason):
        if reason in QUOTES:
            if start is not None:
                stretches.append((start, index))
                start = None
        elif start is None:
            start = index
    if start is not None:
        stretches.append((start, len(lines)))
    told = [s for s in stretches if any(lines.own(i) for i in range(*s))]
    return told if len(told) < 3 else [told[0], told[-1]]


def _keep_enough(lines: Lines, flags: list[str]) -> None:
    """Put back what was cut where too little would be left: first what is in doubt, then everything."""
    sizes = [len(bare) for bare in lines.bare]
    left = sum(n for n, reason in zip(sizes, lines.reason, strict=True) if reason is None)
    whole = sum(sizes)
    quoted = sum(n for i, n in enumerate(sizes) if lines.reason[i] is not None and lines.sure[i])
    if left and left >= _LITTLE * whole:
        return
    if left and left >= _LITTLE * (whole - quoted):
        flags.append("mostly_quoted")
        return
    flags.append("stripping_left_little" if left else "stripping_left_nothing")
    for index in range(len(lines)):
        if not left or not lines.sure[index]:
            lines.reason[index] = None


def _tidy(text: str) -> str:
    if not text.isascii() or "\t" in text:
        text = _SPACES.sub(" ", text)
    end = "\r" if "\n" not in text else "\n"
    return _BLANKS.sub("\n\n", "\n".join([line.rstrip() for line in text.split(end)])).strip()
