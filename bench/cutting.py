"""Cutting speed on contracts, text in memory, beside other splitters in the same process.

Every way of cutting counts with the embedder's own tokenizer: ours through the embedder, which asks the
tokenizer once a word; the others through the tokenizer itself, as their users would give it to them."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from tokenizers import Tokenizer

from assets.contracts.cut import cut
from assets.contracts.tree import build_tree
from assets.documents.reading.model import ParsedDocument
from assets.documents.reading.text import read
from bench.shared import shared
from resources.embedder import load_embedder
from resources.facts import DocumentFacts

RUNS = 5
TOKENS = 512
"""Chunk size given to the others, in tokens; lexichunk's own default."""


def tokenizer() -> Tokenizer:
    """The embedder's tokenizer as its wheel ships it."""
    spec = find_spec("wordllama")
    assert spec is not None
    assert spec.submodule_search_locations is not None
    folder = Path(next(iter(spec.submodule_search_locations)))
    found = Tokenizer.from_file(str(folder / "tokenizers" / "l2_supercat_tokenizer_config.json"))
    found.no_padding()
    found.no_truncation()
    return found


Work = Callable[[], int]


def structure(documents: list[ParsedDocument]) -> Work:
    """Clause tree and cut of every document."""
    embedder = load_embedder()
    facts = [
        DocumentFacts(
            "bench", "cuad", doc.file, doc.file, Path(doc.file).stem, "0" * 32, "contract", acl=["all"]
        )
        for doc in documents
    ]
    return lambda: sum(
        len(cut(doc, build_tree(doc), fact, embedder)[0]) for doc, fact in zip(documents, facts, strict=True)
    )


def counting(texts: list[str]) -> Work:
    """Nothing but the tokenizer on every text: what no splitter that asks it for everything can beat."""
    bare = tokenizer()
    return lambda: sum(len(bare.encode(text, add_special_tokens=False).ids) for text in texts)


def chonkie_recursive(texts: list[str]) -> Work:
    """chonkie's recursive chunker."""
    from chonkie import RecursiveChunker

    bare: Any = tokenizer()  # taken at run time, though not in the annotation
    chunker = RecursiveChunker(tokenizer=bare, chunk_size=TOKENS)
    return lambda: sum(len(chunker.chunk(text)) for text in texts)


def chonkie_token(texts: list[str]) -> Work:
    """chonkie's token windows."""
    from chonkie import TokenChunker

    bare: Any = tokenizer()  # taken at run time, though not in the annotation
    chunker = TokenChunker(tokenizer=bare, chunk_size=TOKENS)
    return lambda: sum(len(chunker.chunk(text)) for text in texts)


def langchain_recursive(texts: list[str]) -> Work:
    """langchain's recursive character splitter, its length function being the tokenizer's count."""
    from langchain_text_splitters import RecursiveCharacterTextSplitter

    bare = tokenizer()
    splitter = RecursiveCharacterTextSplitter(
        chunk_size=TOKENS,
        chunk_overlap=0,
        length_function=lambda text: len(bare.encode(text, add_special_tokens=False).ids),
    )
    return lambda: sum(len(splitter.split_text(text)) for text in texts)


def lexichunk_clauses(texts: list[str]) -> Work:
    """lexichunk's clause splitter. It takes no tokenizer, so its chunks are counted afterwards. What it
    remembers of a document's definitions is off: every run is the first one for its texts."""
    from lexichunk import LegalChunker

    bare = tokenizer()
    chunker = LegalChunker(jurisdiction="us", enable_definition_cache=False)

    def work() -> int:
        made = 0
        for text in texts:
            chunks = [part.content for part in chunker.chunk(text)]
            bare.encode_batch_fast(chunks, add_special_tokens=False)
            made += len(chunks)
        return made

    return work


def main() -> None:
    """Print the table."""
    os.environ["TOKENIZERS_PARALLELISM"] = "false"  # CPU seconds count every thread
    folder = shared() / "data" / "contracts" / "cuad" / "docs"
    documents = [read(path, path.name) for path in sorted(folder.glob("*.txt"))]
    texts = [document.text for document in documents]
    size = sum(len(text.encode()) for text in texts) / 1e6
    rows: list[tuple[str, Work]] = [
        ("docgrain structure", structure(documents)),
        ("chonkie recursive", chonkie_recursive(texts)),
        ("chonkie token windows", chonkie_token(texts)),
        ("langchain recursive", langchain_recursive(texts)),
        ("lexichunk", lexichunk_clauses(texts)),
        ("the tokenizer alone", counting(texts)),
    ]
    table = Table(title=f"Cutting {len(texts)} contracts, {size:.1f} MB, best of {RUNS}")
    for name in ("", "chunks", "MB per CPU-second", "first run"):
        table.add_column(name, justify="right" if name else "left")
    for name, work in rows:
        seconds, made = [], 0
        for _ in range(RUNS):
            start = time.process_time()
            made = work()
            seconds.append(time.process_time() - start)
        table.add_row(name, str(made), f"{size / min(seconds):.2f}", f"{size / seconds[0]:.2f}")
    Console(width=100).print(table)


if __name__ == "__main__":
    main()
