"""Mails quoted in a mail: the lines that announce them, the lines marked with '>', and answers in between."""

from __future__ import annotations

import re

from assets.tickets.replies.attribution import attribution
from assets.tickets.replies.header_block import field, header_block
from assets.tickets.replies.lines import Lines
from assets.tickets.replies.words import (
    ABOVE_LINE,
    ADDRESS,
    DATE,
    DRAWN_MARK,
    FORWARDED,
    FORWARDED_SUBJECT,
    ORIGINAL,
    REPLY_ABOVE,
)

_MARK = re.compile(r"^(?:>|&gt;|\|\s*>)")
_COMPARED = re.compile(r"^> ?=? ?\d[\d.,]*(?:\s|[:;,%°]|$)")
"""More than so many, no quote."""
_INITIALS = re.compile(r"^[A-Z]{1,3}>(?:\s|$)")
_PROMPT = re.compile(r"^>>> ?(?!>)")
_RULE = re.compile(r"^[-_=*~‐‑–—―─━]{3,}$")
_HINT = re.compile(
    r"(?m)^[ \t]*(?:[>|]|&gt;)|[:：][ \t\r]*$|@|^[- \t]*[-_=*~]{3,}|[A-Z]{1,3}>|\d{4}-\d\d-\d\d|"
    r"^[^\n:：]{1,30}[:：].*\n{1,2}[^\n:：]{1,30}[:：]"
)
"""Without one of these nothing is quoted."""
_DRAWN = frozenset("-_=*~‐‑–—―─━#>")


def cut_quotes(lines: Lines, text: str, subject: str, code: set[int]) -> list[str]:
    """Cut what others wrote before. Returns flags: 'forwarded' where the mail passes another one on and
    says too little itself: then only the header is cut."""
    low = text.lower()
    above = "##-" in low or any(map(low.__contains__, ABOVE_LINE))
    if not above and not _HINT.search(text):
        return []
    flags: list[str] = []
    runs = _cut_marked(lines, code)
    index, announced = 0, False
    while index < len(lines):
        if lines.reason[index] is not None or not lines.bare[index] or index in code:
            index += 1
            continue
        found = _announced(lines, index, above)
        if found is None:
            index += 1
            continue
        start, end, kind, sure = found
        if kind == "shown":
            code.update(range(start, end))
            index = end
            continue
        announced = True
        index = _cut_announced(lines, start, end, kind, sure, subject, flags)
    if runs and not announced and all(_shown(lines, run, len(runs) == 1) for run in runs):
        for index in {index for run in runs for index in run}:
            lines.reason[index] = None
    return flags


def _announced(lines: Lines, index: int, above: bool) -> tuple[int, int, str, bool] | None:
    """(first line, line after, kind, sure) of what announces a quoted mail at this line."""
    bare = lines.bare[index].replace("&nbsp;", " ")
    if len(bare) < 100:
        if above and (DRAWN_MARK.match(bare) or REPLY_ABOVE.match(bare)):
            return index, index + 1, "reply_marker", True
        if bare[0] not in _DRAWN and bare[-1] not in ":：":
            pass  # not drawn as a line between mails
        elif FORWARDED.match(bare):
            block = header_block(lines, lines.next_filled(index + 1))
            return index, block[1] if block else index + 1, "forward", True
        elif ORIGINAL.match(bare):
            block = header_block(lines, lines.next_filled(index + 1))
            return index, block[1] if block else index + 1, "quote", True
    block = header_block(lines, index)
    if block:
        return index, block[1], "quote" if block[2] is not None else "shown", bool(block[2])
    said = attribution(lines, index)
    return (said[0], said[1], "quote", said[2]) if said else None


def _cut_announced(
    lines: Lines, start: int, end: int, kind: str, sure: bool, subject: str, flags: list[str]
) -> int:
    """Cut an announced mail; returns the line to go on from."""
    following = lines.next_filled(end)
    if following < len(lines) and lines.reason[following] == "quote":
        # Its lines are marked and cut already: what follows them is the writer's answer.
        lines.cut(start, end, "quote", sure)
        return following
    first = lines.first_own()
    forward = kind == "forward" or bool(subject and FORWARDED_SUBJECT.match(subject))
    above = sum(
        len(lines.bare[i]) for i in range(first, start) if lines.own(i) and not _RULE.match(lines.bare[i])
    )
    below = 0
    if forward or not above:
        below = sum(len(lines.bare[i]) for i in range(end, len(lines)) if lines.own(i))
    while start > first and (not lines.bare[start - 1] or _RULE.match(lines.bare[start - 1])):
        start -= 1
    if below and (not above or (forward and (above < 0.1 * (above + below) or above < 5))):
        if kind == "reply_marker":
            lines.cut(start, end, kind, sure)
            return end
        lines.cut(start, end, "forwarded_header" if forward else "quote_header", sure)
        if "forwarded" in flags:
            return len(lines)  # a header under a header: a mailbox or a log, no mail
        flags.append("forwarded")
        return end
    lines.cut(start, len(lines), "forwarded" if forward else "quote", sure)
    return len(lines)


def _shown(lines: Lines, run: range, alone: bool) -> bool:
    """Whether marked lines are something the writer shows, no mail: announced, compared, or one in a text."""
    bares = [lines.bare[index] for index in run]
    if all(_COMPARED.match(bare) for bare in bares if bare):
        return True
    if any(field(bare.lstrip("> ")) or ADDRESS.search(bare) for bare in bares):
        return False
    above = run.start - 1
    while above > run.start - 3 and above > 0 and not lines.bare[above]:
        above -= 1
    if above < 0 or lines.reason[above] is not None or not lines.bare[above]:
        return False
    before = lines.bare[above]
    if before.endswith((":", "：")):
        told = DATE.search(before) or ADDRESS.search(before)
        return bool(before.split()[1:] or not before.isascii()) and not told
    return alone and len(run) == 1 and above == run.start - 1 and not before.endswith((",", "!"))


def _cut_marked(lines: Lines, code: set[int]) -> list[range]:
    marked = [i for i, bare in enumerate(lines.bare) if i not in code and _MARK.match(bare)]
    initials = [i for i, bare in enumerate(lines.bare) if i not in code and _INITIALS.match(bare)]
    if len(initials) > 1:
        marked = sorted({*marked, *initials})
    if not marked:
        return []
    runs: list[range] = []
    run: list[int] = []
    for index in [*marked, len(lines) + 9]:
        if run and index > lines.next_filled(run[-1] + 1) and not _wrapped(lines, run[-1], index):
            if _cut_run(lines, run):
                runs.append(range(run[0], run[-1] + 1))
            run = []
        run.append(index)
    return runs


def _wrapped(lines: Lines, last: int, index: int) -> bool:
    """Whether one line between two marked ones is the rest of the first, wrapped by a mail program."""
    if index != last + 2:
        return False
    above, between = lines.bare[last], lines.bare[last + 1]
    open_bracket = any(above.rfind(a) > above.rfind(b) for a, b in ("()", "[]")) or above.rfind(
        "<"
    ) > above.rfind(">")
    return open_bracket or (len(above) > 60 and len(between) < len(above))


def _cut_run(lines: Lines, run: list[int]) -> bool:
    """Whether the lines were cut, as a quote."""
    bares = [lines.bare[i] for i in run]
    if all(_PROMPT.match(bare) for bare in bares):
        return False  # a Python prompt or an arrow, no third level without a second
    if all(bare.endswith("<") and len(bare) > 3 for bare in bares):
        return False
    above = lines.bare[run[0] - 1] if run[0] else ""
    if len(run) == 1 and above.rfind("<") > above.rfind(">"):
        return False  # the bracket that closes a link or a tag
    lines.cut(run[0], run[-1] + 1, "quote")
    roles = {found[0] for bare in bares if (found := field(bare.lstrip("> ")))}
    if len(roles) >= 2 and sum(bool(bare.strip("> ")) for bare in bares) <= len(roles) + 1:
        # Only the header is marked: the mail below it is not.
        lines.cut(run[-1] + 1, len(lines), "quote", sure=False)
    return True
