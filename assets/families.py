"""The families that are built. A new one is a new folder, whose assets.py the graph takes up, and one line
here."""

from assets.contracts.family import FAMILY as CONTRACTS
from assets.documents.family import Family
from assets.prose.family import FAMILY as PROSE
from assets.tickets.family import FAMILY as TICKETS
from resources.facts import Family as FamilyName

FAMILIES: tuple[Family, ...] = (
    CONTRACTS,
    PROSE,
    TICKETS,
)

BUILT: frozenset[FamilyName] = frozenset(family.name for family in FAMILIES)


def family_named(name: str) -> Family | None:
    """The family of that name, None where it is not built."""
    return next((family for family in FAMILIES if family.name == name), None)
