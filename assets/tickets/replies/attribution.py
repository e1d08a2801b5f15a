"""The line above a quoted mail that says who wrote it when: 'On ... wrote:', in any language and wrapped."""

from __future__ import annotations

import re
from collections.abc import Iterator

from assets.tickets.replies.lines import Lines
from assets.tickets.replies.words import ADDRESS, CODE, DATE, LEAD, UNSPACED_VERBS, VERBS, WEAK_VERBS

_LONGEST = 400
"""Characters; longer lines are paragraphs."""
_ZONED = re.compile(
    r"^(?:\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{4}),? \d{1,2}:\d\d(?::\d\d)? "
    r"?(?:(?:GMT|UTC)(?:[+-][\d:]{1,5})?|[+-]\d\d:?\d\d) [^\W\d][^.!?]{1,60}$"
)
"""A moment with its zone and a name, without 'wrote'."""
_DASHED = re.compile(r"-{2,}\s*(?=On\s.{6,120}(?:wrote|said)\b)")
_JOINED = re.compile(r"(?<=\s)On (?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .{6,200}\b(?:wrote|said):$")
"""Written on behind what was said, with marked lines below."""
_BARE_DASHED = re.compile(
    r"^-{2,}\s*[^\W\d].{1,60}\b(?:wrote|schrieb|a écrit|escribió|escreveu|ha scritto|schreef|"
    r"skrev)\s*:?\s*-{2,}$",
    re.I,
)
"""Android's mail: '---- Ana Ruiz wrote ----'."""
_NOTES = re.compile(r"^[^:]{1,60} ?---\d{1,4}[./-]\d{1,2}[./-]\d{2,4} \d{1,2}:\d\d[^-]{0,12}---")
"""Lotus Notes: 'Ana Ruiz ---03/05/2021 10:12:31 AM---Which version ...'."""
_NAMED = re.compile(
    r"^(?:quoting|zitat von|zitiere|citando|citação de|cita de|citation de|citato da|cytat|citerar|"
    r"wiadomość napisana przez|"
    r"mensaje (?:original )?de|messaggio (?:scritto )?da|missatge de|excerpts from|цитирую|вы писали|"
    r"you wrote(?: on| me)?|du schriebst(?: am)?|sie schrieben(?: am)?|vous écriviez)\s.{2,150}[:：]$",
    re.I,
)
_ARROWED = re.compile(r"^>>> ?[^>]{1,80}<[^<>\s]{1,100}> ?[^>]{0,60}\d{1,2}:\d\d[^>]{0,12}>>>$")
"""GroupWise: '>>> Ana Ruiz <ana@...> 03.05.2021 10:12 >>>'."""
_STARRED = re.compile(r"^\* [^<>*]{1,80}<[^<>\s]{1,100}> \[[^\]]{6,40}\]:$")
"""Mutt: '* Ana Ruiz <ana@...> [2021-05-03 10:12]:'."""
_ENDS = frozenset(":：-–—*>_)]")
_AROUND = ":：,.;\"'«»“”*_()[]-–—"
_LAST_WORDS = frozenset(verb.split()[-1].lower().strip(_AROUND) for verb in VERBS)
_TOKEN = re.compile(r"[^\s<>]+")
_ADDRESSED = re.compile(
    r"(?:[<(\[] ?[\w.+'%-]{1,64}@|\b(?:by|von|par|por|da|door|av|af|от|від|od) [\w.+'%-]{1,64}@|님|מאת)"
    r".{0,150}[:：]\s*$"
)
"""An address in brackets right before the colon, or whom it is by."""
_MOMENT = re.compile(r"\d{1,4}[./:-]\d\d")
_BARE_DATE = re.compile(r"\d{4}[/-]\d{1,2}[/-]\d{1,2}[, ][^<>]{1,80}<[^<>\s]{1,100}@[^<>\s]{1,100}>:?$")
"""'2021/5/3 Ana Ruiz <ana@...>', without 'wrote' and colon."""
_CLOCK = re.compile(r"\d{1,2}\s?[:h]\s?\d{2}(?::\d\d)?")
_WRITER = re.compile(r"^[^\W\d_a-zß-ÿ][\w.'’-]*,?(?: [\w.'’(&-][\w.'’)-]*){0,4}$")
_TAIL = re.compile(r"[\s:：.\-–—>*_)\]]+$")
_ONLY_DATE = re.compile(
    r"^[\s,(]*(?:\(?(?:időpont|am|on|at|le|el|il|den|op|em|på|kello|klo)\b[\s:]*)?[^@<>]{0,60}$", re.I
)


def attribution(lines: Lines, index: int) -> tuple[int, int, bool] | None:
    """(first line, line after, sure) of an attribution that begins at this line. A line that it shares
    with the writer's text is split."""
    bare = lines.bare[index]
    if len(bare) > 1000:
        return None
    shared = _shared(lines, index)
    if shared:
        lines.split(index, lines.full[index].find(shared))
        return (index + 1, index + 2, True)
    text = bare
    end = index + 1
    blanks = 0
    while True:
        if len(text) > _LONGEST:
            return None
        if _may_end(lines.bare[end - 1]):
            sure = _said(text, _marked(lines, end))
            if sure is not None:
                return index - _named_above(lines, index), end, sure
        if end >= len(lines) or end - index > 6 or text.endswith((":", "：")) or not _goes_on(text):
            return None
        if not lines.bare[end]:
            blanks += 1
            if blanks > 1 or not _dangling(lines, end + 1):
                return None
        elif lines.reason[end] is not None and not lines.bare[end].startswith(("> wrote", ">:", "> schrieb")):
            return None
        elif _MOMENT.match(lines.bare[end]) and _MOMENT.match(bare):
            return None  # a list of moments
        else:
            text = f"{text} {lines.bare[end]}"
        end += 1


def _shared(lines: Lines, index: int) -> str:
    """An attribution behind what was said on the same line, empty where there is none."""
    bare = lines.bare[index]
    found = _DASHED.search(bare) if "--" in bare and "On " in bare else None
    if found is None and bare[-1] == ":" and " On " in bare and _marked(lines, index + 1):
        found = _JOINED.search(bare)
    return found.group() if found and found.start() > 0 else ""


def _named_above(lines: Lines, index: int) -> int:
    """1 where the line above is the name whose address begins this one, wrapped; else 0."""
    if index < 2 or lines.bare[index][0] != "<" or lines.bare[index - 2] or lines.reason[index - 1]:
        return 0
    return int(len(lines.bare[index - 1]) < 60 and _WRITER.match(lines.bare[index - 1]) is not None)


def _may_end(bare: str) -> bool:
    """Whether an attribution may end with this line; most lines are told by their last character."""
    return (
        bare[-1:] in _ENDS
        or bare.rpartition(" ")[2].lower().strip(_AROUND) in _LAST_WORDS
        or _ZONED.match(bare) is not None
        or _NOTES.match(bare) is not None
    )


def _goes_on(text: str) -> bool:
    """Whether an attribution may begin so and run over the line."""
    head = text.lstrip("-–— *")
    return bool(
        LEAD.match(head) or DATE.search(head[:30]) or ADDRESS.search(head) or head.endswith("<")
    ) and (bool(DATE.search(head)) or bool(ADDRESS.search(head)) or head.endswith("<"))


def _dangling(lines: Lines, index: int) -> bool:
    """Whether the line is the rest of an attribution that a blank line breaks."""
    if index >= len(lines):
        return False
    bare = lines.bare[index]
    return bare.startswith(("<", "wrote", ">")) or (ADDRESS.match(bare) is not None and _may_end(bare))


def _marked(lines: Lines, end: int) -> bool:
    following = lines.next_filled(end)
    if following >= len(lines):
        return False
    return lines.reason[following] == "quote" or lines.bare[following].startswith("| ")


def _said(text: str, marked: bool) -> bool | None:
    """Whether the text is an attribution: None for no, else whether that is sure."""
    if _BARE_DASHED.match(text) or _ARROWED.match(text) or _STARRED.match(text) or _NOTES.match(text):
        return True
    if CODE.search(text):
        return None
    head = text.lstrip("-–—* \"'[(")
    if _NAMED.match(head) and (ADDRESS.search(head) or (marked and DATE.search(head))):
        return True
    dated = DATE.search(head)
    address = ADDRESS.search(head)
    colon = _TAIL.search(text)
    ended = colon is not None and (":" in colon.group() or "：" in colon.group())
    led = bool(LEAD.match(head))
    begins = (led and dated is not None) or (dated is not None and dated.start() <= 25)
    verb = _closing_verb(head)
    if verb is None and marked and _BARE_DATE.match(head):
        return True
    if verb is None:
        if begins and ended and _ADDRESSED.search(text) and (not led or dated is None or len(head) < 160):
            return True
        return False if dated and _ZONED.match(text) else None
    if begins and (ended or address or text.rstrip().endswith("-")):
        if not (marked or address) and (verb in WEAK_VERBS or not DATE.search(_CLOCK.sub("", head))):
            return None
        return bool(address or marked or _time(head))
    if address and ended and (marked or dated or verb not in WEAK_VERBS):
        return True
    if marked and ended and len(head.split()) <= 8:
        return True
    return False if address and marked else None


def _closing_verb(head: str) -> str | None:
    """'Wrote', where nothing but a date follows it, in lower case."""
    last: tuple[str, int, int] | None = None
    for verb, start, end in _verbs(head):
        last = verb, start, end
        rest = _TAIL.sub("", head[end:])
        if not rest or (len(rest) <= 60 and DATE.search(rest) and _ONLY_DATE.match(rest)):
            return verb
    if last is None:
        return None
    verb, start, end = last
    rest = _TAIL.sub("", head[end:]).strip()
    # Verb first, then who: 'El lunes escribió Ana'.
    if rest and rest[0].islower() and "@" not in rest.split()[0]:
        return None
    if rest and ":" in head[-3:] and len(rest) < 80 and (ADDRESS.search(rest) or len(rest.split()) <= 4):
        return verb if DATE.search(head[:start]) else None
    return None


def _verbs(head: str) -> Iterator[tuple[str, int, int]]:
    """The verbs of a line, each with where it begins and ends."""
    for match in _TOKEN.finditer(head):
        word = match.group().strip(_AROUND).lower()
        if word in _LAST_WORDS:
            start = match.start() + match.group().lower().find(word)
            yield word, start, start + len(word)
    if not head.isascii():
        for verb in UNSPACED_VERBS:
            if (at := head.find(verb)) >= 0:
                yield verb, at, at + len(verb)


def _time(head: str) -> bool:
    return re.search(r"\d{1,2}[:.h]\d\d", head) is not None
