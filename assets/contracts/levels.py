"""Which numbers make one level: of the styles that a stretch of lines holds, the outermost good sequence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from assets.contracts.evidence import Candidate, Evidence
from assets.contracts.numbering import CLAUSE_STYLES, Component, Label
from assets.contracts.sequence import SAME_INDENT, Chain, Support, best_chain

FALLBACK_STYLES = ("paren_number", "paren_upper", "paren", "letter_lower", "paren_roman")
"""Top-level styles tried where a document has no clause numbers of the usual kind."""
WORTH = 1.0
"""Least score of a sequence: two labels that hardly fit together are none."""
LATE = 0.5
"""A short list that begins behind this share of a text is a list in it, not the text's own numbering."""
EARLY = 0.25
"""Articles that begin within this share of a text are its own."""
PAGE = 40
"""Lines of a page, about."""
ALIKE = 0.8
"""Share of a level's members in bold from which bold type marks its headings."""
FEW = 5
"""Members below which a sequence is a short list."""


@dataclass(frozen=True, slots=True)
class Span:
    """Lines first .. stop-1 in which a level is looked for. `parent` is the label above it, if any;
    `continued` gives, by style, the number that would go on from the section before."""

    first: int
    stop: int
    parent: Label | None = None
    styles: Sequence[str] = CLAUSE_STYLES
    continued: Mapping[str, Component] = field(default_factory=dict)

    @property
    def inner(self) -> int:
        """The first line behind the parent's own."""
        return self.first + (self.parent is not None)


def find_level(evidence: Evidence, span: Span) -> tuple[list[Candidate], str]:
    """The members of the level and their style, none where there is no sequence."""
    parent = span.parent
    if parent is not None and parent.style in ("decimal", "section"):
        # Below a number only longer numbers open clauses; a list restarting at 1 stays inside.
        return _longer(evidence, span, parent.number).members, "decimal"
    chains = {style: _chain(evidence, span, style) for style in span.styles}
    good = {style: chain for style, chain in chains.items() if _is_enough(evidence, span, style, chain)}
    for style in ("part", "article"):
        if style in good and not _is_attached(span, good, style):
            return good[style].members, style
    if good:
        style = max(good, key=lambda name: good[name].score)
        style = _outermost(evidence, span, good, style)
        return good[style].members, style
    if parent is None:
        return _fallback(evidence, span)
    return [], ""


def _chain(evidence: Evidence, span: Span, style: str) -> Chain:
    decimals = evidence.between(span.inner, span.stop, "decimal")
    if style == "decimal":
        return _top_decimals(decimals, span)
    longer = [c for c in decimals if len(c.label.number) > 1] if style in ("article", "section") else []
    found = evidence.between(span.inner, span.stop, style)
    support = Support(longer) if longer else None
    return best_chain(
        found, expected=span.continued.get(style), support=support, first=span.first, stop=span.stop
    )


def _is_enough(evidence: Evidence, span: Span, style: str, chain: Chain) -> bool:
    members = chain.members
    if len(members) == 1 and span.parent is None and _stands_alone(evidence, span, members[0]):
        return True
    if not members or chain.score <= WORTH:
        return False
    if style == "decimal" and span.parent is not None:
        return True
    if len(members) == 1:
        return style in ("article", "part") and members[0].title_like
    return span.parent is not None or not _is_late(span, chain)


def _stands_alone(evidence: Evidence, span: Span, only: Candidate) -> bool:
    """One chapter is all there is (an excerpt): its own sub-clauses follow, or it was given by hand."""
    if only.forced:
        return True
    longer = evidence.between(only.line + 1, span.stop, "decimal")
    own = [c for c in longer if len(c.label.number) > 1 and c.label.number[0] == only.label.number[0]]
    return only.label.style == "decimal" and len(own) >= 2 and len(own) > 0.5 * len(longer)


def _is_late(span: Span, chain: Chain) -> bool:
    """A list near the end of a text that is not numbered otherwise."""
    lead = chain.members[0].line - span.first
    return len(chain.members) < FEW and lead > max(LATE * (span.stop - span.first), PAGE)


def _is_attached(span: Span, good: Mapping[str, Chain], style: str) -> bool:
    """The articles begin late, behind a text that is numbered otherwise: they are another text's."""
    begin = good[style].members[0].line
    if span.parent is not None or begin - span.first < EARLY * (span.stop - span.first):
        return False
    return any(sum(c.line < begin for c in good[other].members) >= FEW for other in good if other != style)


def used_again(evidence: Evidence, members: Sequence[Candidate], span: Span) -> list[Candidate]:
    """Headings set exactly as those of the members, in bold on one margin, whose number was used before or
    does not fit: clauses all the same, of a text that lost its numbers ('1. Orders', '1. Delivery')."""
    first = members[0]
    if sum(c.bold and c.title_like for c in members) < ALIKE * len(members) or len(first.label.number) > 1:
        return []
    taken = {c.line for c in members}
    found = evidence.between(members[0].line, span.stop, first.label.style)
    return [
        c
        for c in found
        if c.line not in taken
        and c.bold
        and c.title_like
        and len(c.label.number) == 1
        and c.label.nought == first.label.nought
        and c.label.dotted == first.label.dotted
        and abs(c.indent - first.indent) <= SAME_INDENT
    ]


def _outermost(evidence: Evidence, span: Span, good: Mapping[str, Chain], best: str) -> str:
    """Among good sequences the one in whose members the best one starts over again and again: headings
    I, II, III under each of which A, B, C begin anew are above them, however many letters there are."""
    for style, chain in good.items():
        if style == best or len(chain.members) < 2:
            continue
        if style in span.styles[: span.styles.index(best)] and _are_recitals(span, good[best], chain):
            return style
        if _restarts(evidence, span, chain, best) >= 2 > _restarts(evidence, span, good[best], style):
            return style
    return best


def _are_recitals(span: Span, before: Chain, behind: Chain) -> bool:
    """Recitals A, B, C end where clauses 1, 2, 3 begin, and are the shorter text."""
    begin = behind.members[0].line
    return before.members[-1].line < begin and begin - before.members[0].line < span.stop - begin


def _restarts(evidence: Evidence, span: Span, outer: Chain, style: str) -> int:
    """In how many members of `outer` a sequence of the style begins at 1."""
    ones = [c.line for c in evidence.between(span.first, span.stop, style) if c.label.number == ((1, ""),)]
    edges = [*(c.line for c in outer.members), span.stop]
    return sum(any(a < one < b for one in ones) for a, b in pairwise(edges))


def _fallback(evidence: Evidence, span: Span) -> tuple[list[Candidate], str]:
    best, best_style = Chain([], 0.0), ""
    for style in FALLBACK_STYLES:
        chain = best_chain(evidence.between(span.first, span.stop, style))
        if len(chain.members) >= 3 and chain.score > best.score and not _is_late(span, chain):
            best, best_style = chain, style
    return best.members, best_style


def _longer(evidence: Evidence, span: Span, number: tuple[Component, ...]) -> Chain:
    depth = len(number)
    found = evidence.between(span.first, span.stop, "decimal")
    deeper = [c for c in found if len(c.label.number) > depth and c.label.number[:depth] == number]
    return best_chain(with_implied(deeper, depth + 1))


def _top_decimals(decimals: list[Candidate], span: Span) -> Chain:
    longer = [c for c in decimals if len(c.label.number) > 1]
    if span.parent is not None and span.parent.style in ("part", "article", "roman") and longer:
        own = [c for c in longer if c.label.number[0] == span.parent.number[-1]]
        if not own:
            firsts = [c.label.number[0] for c in longer]
            common = max(set(firsts), key=firsts.count)
            own = [c for c in longer if c.label.number[0] == common]
        chain = best_chain(with_implied(own, 2))
        if chain.score > WORTH:
            return chain
    return best_chain(
        with_implied(decimals, 1),
        expected=span.continued.get("decimal"),
        support=Support(longer) if longer else None,
        first=span.first,
        stop=span.stop,
    )


def with_implied(candidates: list[Candidate], depth: int) -> list[Candidate]:
    """The candidates of one depth, and for each number that only deeper ones carry an implied one at
    the first of them ('7.1' without a '7.' before it stands for the missing heading)."""
    explicit = {c.label.number[:depth] for c in candidates if len(c.label.number) == depth}
    out: list[Candidate] = []
    implied: set[tuple[Component, ...]] = set()
    for c in candidates:
        number = c.label.number[:depth]
        if len(c.label.number) == depth:
            out.append(c)
        elif number not in explicit and number not in implied:
            implied.add(number)
            label = Label("decimal", number, "", 0, dotted=True)
            out.append(
                Candidate(c.line, label, min(c.strength, 0.5), c.indent, c.bold, c.title_like, implied=True)
            )
    return out
