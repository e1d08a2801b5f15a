"""The optional language model, against a small server that answers as such endpoints do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from evals.context_sentence import WrittenSentences
from evals.variants import vary
from resources.embedder import load_embedder
from resources.lake import Lake
from resources.store import open_store
from resources.writer import KEY, MODEL, URL, Writer, WriterError, WriterSettings, configured
from tests.evals.example import chunk, document
from tests.resources.endpoint import SECRET, Endpoint

DOC = document("1. The Supplier pays.\n2. The Buyer pays.")
CLAUSES = [chunk(DOC, "1. The Supplier pays.", "1"), chunk(DOC, "2. The Buyer pays.", "2", seq=1)]


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    made = Endpoint()
    yield made
    made.close()


def test_off_unless_the_environment_names_one() -> None:
    assert configured({}) is None
    assert configured({MODEL: "small", KEY: SECRET}) is None
    found = configured({URL: "http://localhost:8000/v1/", MODEL: "small", KEY: SECRET})
    assert found == WriterSettings("http://localhost:8000/v1", "small", SECRET)
    assert SECRET not in repr(found)


@pytest.mark.parametrize("half", [{URL: "http://localhost:8000/v1"}, {URL: "localhost", MODEL: "small"}])
def test_half_a_setting_is_told(half: dict[str, str]) -> None:
    with pytest.raises(WriterError, match=URL):
        configured(half)


def test_a_sentence_on_one_line(endpoint: Endpoint) -> None:
    assert Writer(endpoint.settings).write("Describe.", "1. The Supplier pays.") == "From a supply agreement."
    (asked,) = endpoint.asked
    assert (asked["path"], asked["model"]) == ("/v1/chat/completions", "small-model")
    assert [message["content"] for message in asked["messages"]] == ["Describe.", "1. The Supplier pays."]
    assert endpoint.keys == [f"Bearer {SECRET}"]


def test_what_may_pass_is_tried_again(endpoint: Endpoint) -> None:
    endpoint.statuses = [429, 503]
    assert Writer(endpoint.settings, first_wait=0.01).write("Describe.", "x") == "From a supply agreement."
    assert len(endpoint.asked) == 3


@pytest.mark.parametrize(
    ("statuses", "body", "says", "asked"),
    [
        ([401], {}, f"status 401: check {KEY}", 1),
        ([500] * 9, {}, "status 500", 4),
        ([], {"error": "no"}, "does not answer as an OpenAI-compatible endpoint", 1),
        ([], [], "does not answer as an OpenAI-compatible endpoint", 1),
    ],
)
def test_what_does_not_pass_is_told_without_secrets(
    endpoint: Endpoint, statuses: list[int], body: object, says: str, asked: int
) -> None:
    endpoint.statuses, endpoint.body = statuses, body
    with pytest.raises(WriterError, match=says) as raised:
        Writer(endpoint.settings, first_wait=0.01).write("Describe.", "the body of a clause")
    assert len(endpoint.asked) == asked
    assert SECRET not in str(raised.value)
    assert "clause" not in str(raised.value)


def test_nobody_at_the_address(endpoint: Endpoint) -> None:
    endpoint.close()
    with pytest.raises(WriterError, match=r"127\.0\.0\.1 cannot be reached"):
        Writer(endpoint.settings, first_wait=0.01).write("Describe.", "x")


def test_a_sentence_is_written_once_for_a_text(endpoint: Endpoint, tmp_path: Path) -> None:
    lake = Lake(open_store(tmp_path / "store"))
    for _ in range(2):
        sentences = WrittenSentences(Writer(endpoint.settings), lake, "acme/legal")
        varied = vary("context-sentence", CLAUSES, load_embedder(), sentences)
    assert len(endpoint.asked) == len(CLAUSES)
    assert varied[0].text == "From a supply agreement.\n1. The Supplier pays."


def test_what_was_written_is_kept_where_the_model_then_fails(endpoint: Endpoint, tmp_path: Path) -> None:
    lake = Lake(open_store(tmp_path / "store"))
    endpoint.statuses = [200, 401]
    sentences = WrittenSentences(Writer(endpoint.settings), lake, "acme/legal")
    with pytest.raises(WriterError):
        sentences(CLAUSES)
    again = WrittenSentences(Writer(endpoint.settings), lake, "acme/legal")
    assert again(CLAUSES) == ["From a supply agreement."] * 2
    assert len(endpoint.asked) == 3
