"""How tickets are tied to others: what each says itself, and what holds over a whole collection."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field

from assets.tickets.circles import back_links, in_order, originals
from assets.tickets.model import ORIGINAL_MISSING, Ticket
from assets.tickets.values import BadRecord


@dataclass(slots=True)
class Links:
    """What a ticket says of others, by their ids: into which it was merged, of which it is a duplicate, which
    were `merged` into it. Once settled: the duplicates that lead to it, and `flags` to be set on it."""

    merged_into: str | None = None
    duplicate_of: list[str] = field(default_factory=list)
    merged: list[str] = field(default_factory=list)
    duplicates: list[str] = field(default_factory=list)
    flags: list[str] = field(default_factory=list)

    @property
    def targets(self) -> list[str]:
        """Where it leads, the straightest first."""
        return [*([self.merged_into] if self.merged_into else []), *self.duplicate_of]

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


def settle(told: Mapping[str, Links], files: Mapping[str, str], opened: Mapping[str, str]) -> SettledLinks:
    """Make the links of a collection whole. By id, `told`: what tickets say of others; `files`: where each
    ticket of the collection was read; `opened`: when it was opened, as text to be compared. A ticket that
    another says was merged into it says so itself; links that lead back to where they began are taken out and
    reported; duplicates lead to the end of their chain. Links to tickets that are not there stay, and count;
    a duplicate of such tickets alone is flagged.
    The order of what is given does not matter."""
    links = {
        key: Links(one.merged_into, list(one.duplicate_of), list(one.merged))
        for key, one in sorted(told.items(), key=lambda item: in_order(item[0]))
    }
    for key, one in list(links.items()):
        for other in one.merged:
            if other in files and other != key:
                there = links.setdefault(other, Links())
                there.merged_into = there.merged_into or key
    problems = []
    merges = {key: [one.merged_into] for key, one in links.items() if one.merged_into}
    for source, target in back_links(merges):
        links[source].merged_into = None
        problems.append(_circle(links, files, source, target, "was merged into"))
    duplicates = {key: one.duplicate_of for key, one in links.items() if one.duplicate_of}
    for source, target in back_links(duplicates):
        links[source].duplicate_of = [key for key in links[source].duplicate_of if key != target]
        problems.append(_circle(links, files, source, target, "is a duplicate of"))
    leads = {key: [target for target in one.targets if target in files] for key, one in links.items()}
    ends, broken = originals(leads, opened)
    for key in broken:
        links[key].merged_into, links[key].duplicate_of = None, []
        links[key].flags.append(CIRCLE)
    for key, end in ends.items():
        if end != key:
            links.setdefault(end, Links()).duplicates.append(key)
    for one in links.values():
        one.duplicates.sort()
        if one.duplicate_of and not any(key in files for key in one.duplicate_of):
            one.flags.append(ORIGINAL_MISSING)
    dangling = sum(target not in files for one in links.values() for target in {*one.targets, *one.merged})
    return SettledLinks(links, problems, dangling)


CIRCLE = "merged_in_a_circle"
"""Flag of the ticket that a circle of merges and duplicates together is taken to lead to."""
_IN_CIRCLE = "links_in_circle"
"""Flag of the tickets at both ends of a link that was taken out."""


def _circle(
    links: Mapping[str, Links], files: Mapping[str, str], source: str, target: str, relation: str
) -> BadRecord:
    for key in (source, target):
        if key in links and _IN_CIRCLE not in links[key].flags:
            links[key].flags.append(_IN_CIRCLE)
    file = " and ".join(sorted({files[key] for key in (source, target) if key in files}))
    if source == target:
        return BadRecord(file, None, f"ticket {source} {relation} itself", "That link is not used.")
    why = f"ticket {source} {relation} {target}, from where it leads back to {source}"
    return BadRecord(file, None, why, "That link is not used; take the wrong one out in the tracker.")
