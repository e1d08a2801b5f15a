"""A whole `docgrain run` of three collections of contracts, unscored, beside its bare parts.

The bare parts are what no pipeline over these libraries can leave out: `get_text("dict")` of every page,
the sparse embedding of every chunk, writing Lance and tantivy. CPU seconds, so that what else the machine
does counts little; the run's include the interpreter, its imports and Dagster."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import lancedb
import pyarrow as pa
import pymupdf
import tantivy
from rich.console import Console
from rich.table import Table

from bench.shared import shared
from resources.embedder import WordLlamaEmbedder
from resources.lake import Lake
from resources.store import open_store

COLLECTIONS = ("sales", "ip-and-development", "services")


def landing(folder: Path) -> Path:
    """The three collections without their labels, so that nothing is scored."""
    for name in COLLECTIONS:
        source = shared() / "landing" / "atticus" / name
        target = folder / "atticus" / name
        target.mkdir(parents=True)
        for path in source.iterdir():
            if path.name != "labels.jsonl":
                shutil.copyfile(path, target / path.name)
    return folder


def run(documents: Path, store: Path) -> tuple[float, float]:
    """(CPU seconds, seconds) of `docgrain run` in a process of its own."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    command = [sys.executable, "-m", "dagster_project.command", "run", str(documents), "--store", str(store)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own command
    if done.returncode:
        sys.exit(f"docgrain run failed:\n{done.stderr[-2000:]}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return cpu, time.perf_counter() - start


def read_pages(documents: Path) -> None:
    """Every page of every PDF as PyMuPDF's dictionary."""
    for path in documents.rglob("*.pdf"):
        with pymupdf.open(path) as pdf:
            for page in pdf:
                page.get_text("dict")


def write_lance(folder: Path, chunks: pa.Table) -> None:
    """The chunks with their vectors as one table."""
    lancedb.connect(folder).create_table("chunks", chunks)


def write_tantivy(folder: Path, chunks: pa.Table) -> None:
    """The chunks' texts as one index."""
    folder.mkdir()
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("id", stored=True, tokenizer_name="raw")
    builder.add_text_field("body")
    index = tantivy.Index(builder.build(), str(folder))
    writer = index.writer(num_threads=1)
    for name, text in zip(chunks["id"].to_pylist(), chunks["text"].to_pylist(), strict=True):
        writer.add_document(tantivy.Document(id=name, body=text))
    writer.commit()
    writer.wait_merging_threads()


def _timed(work: Callable[[], object]) -> tuple[float, float]:
    cpu, start = time.process_time(), time.perf_counter()
    work()
    return time.process_time() - cpu, time.perf_counter() - start


def main() -> None:
    """Print the table."""
    os.environ["TOKENIZERS_PARALLELISM"] = "false"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        documents = landing(folder / "landing")
        whole = run(documents, folder / "store")
        lake = Lake(open_store(folder / "store"))
        tables = [lake.read("contract_chunks", key) for key in lake.keys("contract_chunks")]
        chunks = pa.concat_tables([table for table in tables if table is not None])
        embedder = WordLlamaEmbedder()
        texts = chunks["text"].to_pylist()
        parts = {
            'get_text("dict") of every page': _timed(lambda: read_pages(documents)),
            "sparse embedding": _timed(lambda: embedder.embed(texts)),
        }
        vectors = pa.FixedSizeListArray.from_arrays(embedder.embed(texts).ravel(), embedder.dimension)
        rows = chunks.append_column("vector", vectors)
        parts["writing Lance"] = _timed(lambda: write_lance(folder / "lance", rows))
        parts["writing tantivy"] = _timed(lambda: write_tantivy(folder / "tantivy", chunks))
    bare = (sum(cpu for cpu, _ in parts.values()), sum(seconds for _, seconds in parts.values()))
    table = Table(title=f"{len(texts)} chunks of three collections")
    for column in ("", "CPU seconds", "seconds"):
        table.add_column(column, justify="right" if column else "left")
    for part, (cpu, seconds) in [*parts.items(), ("all bare parts", bare), ("docgrain run", whole)]:
        table.add_row(part, f"{cpu:.1f}", f"{seconds:.1f}")
    table.add_row("run / bare parts", f"{whole[0] / bare[0]:.1f}", f"{whole[1] / bare[1]:.1f}")
    Console(width=100).print(table)


if __name__ == "__main__":
    main()
