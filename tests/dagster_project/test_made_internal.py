"""What was public and is internal now is found no more from the next run on, proof or no proof."""

import json
from typing import Any

import pytest

from assets.documents.family import Cut
from assets.documents.reading.model import ParsedDocument
from assets.index.exposed import exposed
from assets.index.restored import restore_version
from partitions.keys import CollectionKey
from resources.embedder import Embedder
from resources.facts import DocumentFacts
from resources.published import published_versions
from tests.dagster_project.graph import Edited, Graph
from tests.dagster_project.test_tickets import BELT, KEY, LAMP, ask, graph, write

__all__ = ["graph"]
CODE = "Master code is 7731, tell nobody."


class Losing(Edited):
    """A chunker that makes nothing of anything, so that its candidate is refused."""

    edition = "losing"

    def edit(self, document: ParsedDocument, facts: DocumentFacts, made: Cut, embedder: Embedder) -> Cut:
        return Cut([], [])


def belt(*, public: bool) -> dict[str, Any]:
    said = {"id": 9, "author_id": 2, "body": CODE, "public": public, "created_at": "2024-05-01T09:00:00Z"}
    return {**BELT, "comments": [BELT["comments"][0], said, *BELT["comments"][1:]]}


def told(graph: Graph, *groups: str) -> bool:
    """Whether anything of the code is in what a member of the groups is given, payload and all."""
    answer = graph.answer("master code 7731", *groups)
    return any("7731" in part for hit in answer.ranking for part in (hit.chunk.text, hit.chunk.payload))


def test_it_is_withdrawn_though_the_verdict_refuses_what_is_new(graph: Graph) -> None:
    write(graph, [belt(public=True), LAMP])
    graph.refresh(KEY)
    assert told(graph, "desk")
    write(graph, [belt(public=False), LAMP])
    graph.strategies = Losing()
    assert graph.refresh(KEY).outcome.status == "refused"
    assert not told(graph, "desk")
    assert ask(graph, "the lamp flickers", "desk") == ["12"]


def test_a_restored_version_does_not_bring_it_back(graph: Graph) -> None:
    write(graph, [belt(public=True), LAMP])
    graph.refresh(KEY)
    write(graph, [belt(public=False), LAMP])
    graph.refresh(KEY)
    assert set(ask(graph, "belt or lamp", "desk")) == {"11", "12"}
    assert not told(graph, "desk")
    first, _ = published_versions(graph.store, "acme", "desk")
    restore_version(graph.store, CollectionKey("acme", "desk"), first)
    assert not told(graph, "desk")
    assert ask(graph, "belt or lamp", "desk") == ["12"]


@pytest.mark.parametrize(
    ("published", "hidden", "tells"),
    [
        ("It hums.\n\nok\n\nReplace the fuse.", "ok", True),
        ("It hums, ok?\n\nReplace the fuse.", "ok", False),
        ("It hums.\n\n" + CODE + " Bye, all of you.", CODE + " Bye, all of you.", True),
    ],
)
def test_a_short_text_must_stand_alone(published: str, hidden: str, tells: bool) -> None:
    row = {"doc_id": "11", "text": "Ticket 11", "payload": json.dumps({"thread": published})}
    assert exposed([row], {"11": [hidden]}) == ({"11"} if tells else set())
    assert exposed([row], {"12": [hidden]}) == set()
