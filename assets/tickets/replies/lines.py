"""A message as lines, each the writer's own or cut for a named reason; nothing is ever dropped."""

from __future__ import annotations

import re
from collections.abc import Iterator

INVISIBLE = re.compile("[\u00ad\u034f\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]+")
"""Characters that show nothing. The joiners U+200C and U+200D stay: Persian words and emoji need them."""
_FENCE = ("```", "~~~", "{code", "{noformat", "<pre", "</pre")


class Lines:
    """The lines of a text. `full` holds them with their line ends and joins to the text exactly; `bare` is
    the same without surrounding spaces and invisible characters. `reason` says why a line was cut (None: the
    writer's own), `sure` whether the evidence for it leaves no doubt."""

    __slots__ = ("bare", "full", "reason", "sure")

    def __init__(self, text: str, reasons: list[str | None] | None = None) -> None:
        end = "\r" if "\n" not in text and "\r" in text else "\n"
        parts = text.split(end)
        self.full = [part + end for part in parts[:-1]]
        if parts[-1]:
            self.full.append(parts[-1])
        self.bare = [_bare(line) for line in self.full]
        self.reason: list[str | None] = list(reasons) if reasons else [None] * len(self.full)
        self.sure = [reason is not None for reason in self.reason]
        assert len(self.reason) == len(self.full)

    def __len__(self) -> int:
        return len(self.full)

    def cut(self, start: int, end: int, reason: str, sure: bool = True) -> None:
        """Lines start to end (exclusive) are not the writer's own; what was cut before keeps its reason."""
        for index in range(start, end):
            if self.reason[index] is None:
                self.reason[index] = reason
                self.sure[index] = sure

    def split(self, index: int, at: int) -> None:
        """Make two lines of one, the second beginning at character `at` of the full line."""
        line = self.full[index]
        self.full[index : index + 1] = [line[:at], line[at:]]
        self.bare[index : index + 1] = [_bare(line[:at]), _bare(line[at:])]
        self.reason.insert(index, self.reason[index])
        self.sure.insert(index, self.sure[index])

    def own(self, index: int) -> bool:
        """Whether the line is the writer's own and says something."""
        return self.reason[index] is None and bool(self.bare[index])

    def first_own(self) -> int:
        """Index of the first line that is the writer's own; the number of lines where there is none."""
        return next((index for index in range(len(self.full)) if self.own(index)), len(self.full))

    def next_filled(self, index: int) -> int:
        """Index of the next line that is not blank, from `index` on."""
        while index < len(self.bare) and not self.bare[index]:
            index += 1
        return index

    def in_code(self) -> set[int]:
        """Lines inside fenced code, where nothing is taken for a quote or a signature."""
        found: set[int] = set()
        opened: int | None = None
        for index, bare in enumerate(self.bare):
            fence = bare.startswith(_FENCE) and len(bare) < 40 and bare.strip("~") != ""
            if opened is not None:
                if fence:
                    found.update(range(opened, index + 1))
                    opened = None
            elif fence and not (bare.startswith("```") and bare.endswith("```") and len(bare) > 5):
                opened = index
        return found

    def pieces(self) -> Iterator[tuple[str | None, str]]:
        """(reason, text) in order, neighbours of one reason together; reason None is the writer's own."""
        held: str | None = None
        texts: list[str] = []
        for line, line_reason in zip(self.full, self.reason, strict=True):
            # A blank line belongs to what it follows.
            reason = held if texts and not line.strip() else line_reason
            for part_reason, part in _visible(line, reason):
                if part_reason != held and texts:
                    yield held, "".join(texts)
                    texts = []
                held = part_reason
                texts.append(part)
        if texts:
            yield held, "".join(texts)


def _bare(line: str) -> str:
    if not line.isascii():
        line = INVISIBLE.sub("", line)
    return line.strip()


def _visible(line: str, reason: str | None) -> Iterator[tuple[str | None, str]]:
    if reason is not None or line.isascii():
        yield reason, line
        return
    at = 0
    for match in INVISIBLE.finditer(line):
        if match.start() > at:
            yield reason, line[at : match.start()]
        yield "invisible", match.group()
        at = match.end()
    if at < len(line):
        yield reason, line[at:]
