"""What not everybody may read is told to nobody else: exports of every format through the whole graph, with
a word of its own in each hidden place, and two thousand searches for these words."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterable
from dataclasses import asdict
from functools import cached_property
from pathlib import Path

import pytest

from assets.families import FAMILIES
from assets.tickets.document import document_of
from assets.tickets.family import FAMILY
from evals.strategies import CollectionStrategies
from partitions.strategies import OF_TICKETS
from resources.embedder import load_embedder
from resources.facts import DocumentFacts, from_table
from resources.groups import opened_by
from resources.published import open_published
from resources.record import Chunk, from_rows
from resources.search.access import Principal
from resources.search.ask import Answer, Search
from tests.dagster_project.graph import Graph
from tests.tickets.planted import Planted, exports

EMBEDDER = load_embedder()
KEY = "acme/desk"
READERS, NOTES = frozenset({"desk"}), frozenset({"desk", "staff"})
OTHERS = [READERS, frozenset({"staff"}), frozenset({"desk", "sales"}), frozenset({"sales", "staff"})]
"""Whoever is not in both groups that a note asks for."""


class Desk:
    """A collection of all formats, published. `rows` are all chunks, `facts` all documents."""

    def __init__(self, folder: Path) -> None:
        self.graph = Graph(folder)
        landing = self.graph.landing / KEY
        landing.mkdir(parents=True)
        (landing / "collection.toml").write_text(
            'acl = ["desk"]\n[tickets]\nnotes_acl = ["staff"]\nrequire_resolution = false\n'
        )
        self.planted: Planted = exports(landing)
        assert self.graph.refresh(KEY).outcome.status == "unproven"

    @cached_property
    def rows(self) -> list[Chunk]:
        tables = [self.graph.lake.read(family.chunks, KEY) for family in FAMILIES]
        return [row for table in tables if table is not None for row in from_rows(table.to_pylist())]

    @cached_property
    def facts(self) -> list[DocumentFacts]:
        table = self.graph.lake.read("facts", KEY)
        assert table is not None
        return from_table(table)

    @cached_property
    def search(self) -> Search:
        return Search(open_published(self.graph.store, "acme"), EMBEDDER)

    def ask(self, question: str, groups: Iterable[str]) -> Answer:
        return self.search.ask(question, Principal("acme", frozenset(groups)))


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    return Desk(tmp_path_factory.mktemp("secrets"))


def told(everything: Iterable[Chunk | DocumentFacts]) -> str:
    """All that is said in these, every field of them."""
    return "\n".join(json.dumps(asdict(each), default=str, ensure_ascii=False) for each in everything)


def places(words: dict[str, str], text: str) -> list[str]:
    return [place for place, word in words.items() if word in text]


def test_every_format_is_taken_for_tickets(desk: Desk) -> None:
    assert {row.family for row in desk.rows} == {"ticket"}
    files = {place.partition(":")[0] for place in desk.planted.shown}
    assert len({row.file for row in desk.rows}) == len(files) == 9


def test_what_is_everybodys_is_in_the_public_rows_and_nothing_else_is(desk: Desk) -> None:
    public = opened_by(READERS)
    everything: list[Chunk | DocumentFacts] = [*desk.rows, *desk.facts]
    text = told(each for each in everything if public.intersection(each.acl))
    assert places(desk.planted.shown, text) == list(desk.planted.shown)
    assert places(desk.planted.notes, text) == []
    assert places(desk.planted.withheld, text) == []


def test_what_nobody_may_read_is_in_no_row(desk: Desk) -> None:
    assert places(desk.planted.withheld, told([*desk.rows, *desk.facts])) == []


@pytest.mark.parametrize("strategy", OF_TICKETS)
def test_no_other_way_of_cutting_tells_more(desk: Desk, strategy: str) -> None:
    table = desk.graph.lake.read(FAMILY.documents, KEY)
    assert table is not None
    cut, _ = CollectionStrategies().cutter(FAMILY, strategy)
    of = {fact.doc_id: fact for fact in desk.facts}
    rows = [row for row in table.to_pylist() if row["file"] in of and not row["internal"]]
    text = told(
        chunk for row in rows for chunk in cut(document_of(row), of[row["file"]], (), EMBEDDER).chunks
    )
    assert places(desk.planted.shown, text)
    assert places(desk.planted.notes, text) == places(desk.planted.withheld, text) == []


def test_whoever_may_read_notes_finds_each(desk: Desk) -> None:
    for place, word in desk.planted.notes.items():
        assert any(word in hit.text for hit in desk.ask(word, NOTES).hits), place


def test_two_thousand_searches_tell_nobody_else_of_them(desk: Desk) -> None:
    planted, chance = desk.planted, random.Random(7)
    secrets = [*planted.notes.values(), *planted.withheld.values()]
    hidden = re.compile("|".join(secrets))
    words = [*secrets, *planted.shown.values(), *{row.doc_id for row in desk.rows}, "note-1", "private",
             "paid", "N-2", "SPOOL-2", "owe", "loom jams", "spool stuck", "who said so?"]  # fmt: skip
    clean = {row.id for row in desk.rows if not hidden.search(told([row]))}
    open_to = {
        groups: {row.id for row in desk.rows if opened_by(groups).intersection(row.acl)} for groups in OTHERS
    }
    found = 0
    for number in range(2_000):
        groups = OTHERS[number % len(OTHERS)]
        question = " ".join(chance.choices(words, k=chance.randint(1, 8)))
        answer = desk.ask(question, groups)
        for hit in [*answer.hits, *answer.ranking]:
            assert hit.chunk.id in clean & open_to[groups], question
            assert not hidden.search(f"{hit.text} {hit.citation} {hit.via} {hit.digest}"), question
        # What was asked may be said back, as it is of a word that stands nowhere.
        said = set(hidden.findall(" ".join([*answer.resolved, *answer.notes])))
        assert said <= set(question.split()), question
        assert not any("internal-notes" in key for key in answer.resolved), question
        found += len(answer.hits)
    assert found > 2_000
