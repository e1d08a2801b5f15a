"""How tickets are tied to others: what each says itself, and what holds over a whole collection."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field

from assets.tickets.circles import back_links, in_order, originals
from assets.tickets.model import ORIGINAL_MISSING, Ticket
from assets.tickets.values import BadRecord


@dataclass(slots=True)
class Links:
    """What a ticket says of others, by their ids: into which it was merged, of which it is a duplicate, which
    were `merged` into it. Once settled: the duplicates that lead to it, those of them `withheld` from who may
    read it, since they may not read these, and `flags` to be set on it."""

    merged_into: str | None = None
    duplicate_of: list[str] = field(default_factory=list)
    merged: list[str] = field(default_factory=list)
    duplicates: list[str] = field(default_factory=list)
    withheld: list[str] = field(default_factory=list)
    flags: list[str] = field(default_factory=list)

    @property
    def targets(self) -> list[str]:
        """Where it leads, the straightest first."""
        return [*([self.merged_into] if self.merged_into else []), *self.duplicate_of]

    def renamed(self, name: Callable[[str], str]) -> Links:
        """What it says itself, with other ids."""
        into = name(self.merged_into) if self.merged_into else self.merged_into
        return Links(into, [name(key) for key in self.duplicate_of], [name(key) for key in self.merged])

    def onto(self, ticket: Ticket) -> Ticket:
        """The ticket itself, with these links in the place of what it says."""
        ticket.merged_into, ticket.duplicate_of = self.merged_into, list(self.duplicate_of)
        ticket.duplicates = list(self.duplicates)
        ticket.flags = list(dict.fromkeys([*ticket.flags, *self.flags]))
        return ticket

    def to_text(self) -> str:
        """As text; empty where there is no link."""
        said = {name: value for name, value in asdict(self).items() if value}
        return json.dumps(said, ensure_ascii=False, sort_keys=True) if said else ""

    @classmethod
    def from_text(cls, text: str) -> Links:
        return cls(**json.loads(text)) if text else cls()


@dataclass(frozen=True, slots=True)
class Known:
    """What decides over a ticket's links beside what it says: the file it was read in, when it was opened, as
    text to be compared, the groups that may read it, and why it would not be kept if no link led away from
    it (empty where it would)."""

    file: str
    opened: str = ""
    readers: frozenset[str] = frozenset()
    alone: str = ""


@dataclass(slots=True)
class SettledLinks:
    """The links that hold, of the tickets that have any; what is wrong with them; how many lead to tickets
    that are not there."""

    links: dict[str, Links]
    problems: list[BadRecord]
    dangling: int


def links_of(ticket: Ticket) -> Links:
    """What a ticket says itself, as it was read; of one that not everybody may read others know nothing."""
    if ticket.restricted:
        return Links()
    merged = ticket.extra.get("merged")
    return Links(
        merged_into=ticket.merged_into,
        duplicate_of=list(ticket.duplicate_of),
        merged=[str(key) for key in merged] if isinstance(merged, list) else [],
    )


def settle(told: Mapping[str, Links], known: Mapping[str, Known]) -> SettledLinks:
    """Make the links of a collection whole. By id, `told`: what tickets say of others; `known`: all that are
    there. A ticket that another says was merged into it says so itself; links that lead back to where they
    began are taken out and reported; duplicates lead to the last of their chain that is kept. One that leads
    to none that is kept and read by all who may read it stands for itself, and is flagged. Links to tickets
    that are not there stay, and count. The order of what is given does not matter."""
    links = {
        key: Links(one.merged_into, list(one.duplicate_of), list(one.merged))
        for key, one in sorted(told.items(), key=lambda item: in_order(item[0]))
    }
    for key, one in list(links.items()):
        for other in one.merged:
            if other in known and other != key:
                there = links.setdefault(other, Links())
                there.merged_into = there.merged_into or key
    problems = _without_circles(links, known)
    leads = {key: [target for target in one.targets if target in known] for key, one in links.items()}
    ends, broken = originals(leads, {key: one.opened for key, one in known.items()})
    for key in broken:
        links[key].merged_into, links[key].duplicate_of = None, []
        links[key].flags.append(CIRCLE)
    _gather(links, leads, ends, known)
    for key, one in links.items():
        if one.targets and not leads[key]:
            one.flags.append(ORIGINAL_MISSING)
    for one in links.values():
        one.duplicates.sort()
        one.withheld.sort()
    dangling = sum(target not in known for one in links.values() for target in {*one.targets, *one.merged})
    return SettledLinks(links, problems, dangling)


def _without_circles(links: Mapping[str, Links], known: Mapping[str, Known]) -> list[BadRecord]:
    """Take links out that lead back to where they began; what is to be told of them."""
    problems = []
    merges = {key: [one.merged_into] for key, one in links.items() if one.merged_into}
    for source, target in back_links(merges):
        links[source].merged_into = None
        problems.append(_circle(links, known, source, target, "was merged into"))
    duplicates = {key: one.duplicate_of for key, one in links.items() if one.duplicate_of}
    for source, target in back_links(duplicates):
        links[source].duplicate_of = [key for key in links[source].duplicate_of if key != target]
        problems.append(_circle(links, known, source, target, "is a duplicate of"))
    return problems


def _gather(
    links: dict[str, Links],
    leads: Mapping[str, list[str]],
    ends: Mapping[str, str],
    known: Mapping[str, Known],
) -> None:
    """Name duplicates at the tickets they lead to, unless somebody who may read these may not read them."""
    stands_behind = _originals(leads, ends, known)
    for key, end in ends.items():
        if key == end:
            continue
        original = stands_behind[key] or end
        if original == key:
            links[key].flags.append(ORIGINAL_MISSING)
            original = stands_behind.get(leads[key][0]) or end
        there = links.setdefault(original, Links())
        if not known[original].readers <= known[key].readers or known[key].alone == RESTRICTED:
            there.withheld.append(key)
        elif stands_behind[key] != key:
            there.duplicates.append(key)


RESTRICTED = "restricted"
"""Why a ticket is not kept that not everybody may read who may read its export."""


def _originals(
    leads: Mapping[str, list[str]], ends: Mapping[str, str], known: Mapping[str, Known]
) -> dict[str, str | None]:
    """Which ticket each stands behind: of those its links lead to the last that is kept, itself where it is
    kept since there is none that all its readers may read; None where nothing of it is kept."""
    found: dict[str, str | None] = {}
    for start in ends:
        trail = [start]
        while trail[-1] not in found and (here := trail[-1]) != ends.get(here, here):
            trail.append(leads[here][0])
        behind = found.get(trail[-1])
        for key in reversed(trail):
            if key in found:
                continue
            own = not known[key].alone
            if own and (behind is None or not known[key].readers <= known[behind].readers):
                behind = key
            found[key] = behind
    return found


CIRCLE = "merged_in_a_circle"
"""Flag of the ticket that a circle of merges and duplicates together is taken to lead to."""
_IN_CIRCLE = "links_in_circle"
"""Flag of the tickets at both ends of a link that was taken out."""


def _circle(
    links: Mapping[str, Links], known: Mapping[str, Known], source: str, target: str, relation: str
) -> BadRecord:
    for key in (source, target):
        if key in links and _IN_CIRCLE not in links[key].flags:
            links[key].flags.append(_IN_CIRCLE)
    file = " and ".join(sorted({known[key].file for key in (source, target) if key in known}))
    if source == target:
        return BadRecord(file, None, f"ticket {source} {relation} itself", "That link is not used.")
    why = f"ticket {source} {relation} {target}, from where it leads back to {source}"
    return BadRecord(file, None, why, "That link is not used; take the wrong one out in the tracker.")
