"""Contracts as a family."""

from __future__ import annotations

from assets.contracts.chunker import cut_contract
from assets.contracts.front_matter import read_front_matter
from assets.documents.family import FactReader, Family

FAMILY = Family(
    name="contract",
    module="assets.contracts.chunker",
    cut=cut_contract,
    facts=FactReader("assets.contracts.front_matter", lambda document: read_front_matter(document).all()),
)
