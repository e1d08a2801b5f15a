"""`docgrain eval`: the strategies side by side on a collection's labels."""

from __future__ import annotations

from collections.abc import Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dagster_project.command.output import (
    DEFAULT_STORE,
    CommandError,
    Json,
    Store,
    explain,
    progress,
    shorten,
    warn,
    write_json,
    write_table,
)
from partitions.strategies import CUTS, STRUCTURE, compared

if TYPE_CHECKING:
    from evals.collection import EvalCollection
    from evals.labels import Label
    from evals.score import QuestionRecord, Scores
    from partitions.keys import CollectionKey
    from resources import store as stores
    from resources.lake import Lake

_WIDEST = 64
"""Characters of a cell that names a ticket."""
KINDS_ACROSS = 10
"""Most kinds of questions that are shown side by side; more do not fit a terminal."""


def register(app: typer.Typer) -> None:
    """Make it a subcommand."""
    app.command(name="eval")(evaluate)


def evaluate(
    collection: Annotated[
        str, typer.Argument(metavar="TENANT/COLLECTION", help="A collection that was run, or a glob.")
    ],
    strategy: Annotated[str, typer.Option(help="One strategy, several with commas, or all.")] = STRUCTURE,
    budget: Annotated[int, typer.Option(min=1, help="Most tokens returned for a question.")] = 2000,
    labels: Annotated[Path | None, typer.Option(help="Other questions than the collection's own.")] = None,
    levers: Annotated[
        bool,
        typer.Option("--levers", help="Structure, then with each lever changed alone."),
    ] = False,
    misses: Annotated[int, typer.Option(min=0, help="Print so many of the worst misses.")] = 0,
    store: Store = DEFAULT_STORE,
    json: Json = False,
) -> None:
    """Score ways of cutting on labelled questions; structure is compared with every other. Several
    collections (a glob) are scored each and all together."""
    from evals.collection import EvalCollection
    from evals.score import combined
    from partitions.keys import parse_key
    from resources.embedder import load_embedder
    from resources.lake import Lake
    from resources.store import open_store

    try:
        if not _is_glob(collection):
            parse_key(collection)
        named = [] if strategy == "all" else _strategies(strategy)
        opened = open_store(store, make=False)
        lake = Lake(opened)
        found = [EvalCollection(lake, key, load_embedder()) for key in _keys(lake, collection)]
        if labels is not None and len(found) > 1:
            raise ValueError(f"{collection} is {len(found)} collections: name the one that --labels asks")
    except (ValueError, LookupError) as error:
        raise CommandError(str(error.args[0])) from error
    by_strategy: dict[str, list[Scores]] = {}
    titles: dict[str, str] = {}
    for each in found:
        asked = _labels(each, labels)
        if levers:
            from evals.levers import score_levers

            with progress(str(each.key)):
                scored = score_levers(opened, each, asked, each.finder(asked), budget)
        else:
            wanted = named or compared(set(each.family_of.values()))
            scored = _score(opened, each, asked, wanted, budget, strategy == "all")
        for scores in scored:
            by_strategy.setdefault(scores.strategy, []).append(scores)
        called = {fact.doc_id: fact.title for fact in each.facts.values()}
        titles |= called
        _show(scored, misses, json, called)
    if len(found) > 1:
        # Only what was scored everywhere can be compared on all questions.
        _show([combined(each, collection) for each in by_strategy.values() if len(each) == len(found)],
              misses, json, titles)  # fmt: skip


def _is_glob(collection: str) -> bool:
    return not {"*", "?", "["}.isdisjoint(collection)


def _keys(lake: Lake, asked: str) -> list[CollectionKey]:
    """The collection asked for, or those with labels that a glob matches."""
    from evals.collection import materialized_labels
    from partitions.keys import parse_key

    if not _is_glob(asked):
        return [parse_key(asked)]
    matching = sorted(key for key in lake.keys("facts") if fnmatchcase(key, asked))
    if not matching:
        raise LookupError(f"no collection that was run matches {asked!r}: docgrain run LANDING first")
    labelled = [key for key in matching if materialized_labels(lake, key)]
    for key in sorted(set(matching) - set(labelled)):
        warn(f"{key} has no labels and is left out")
    if not labelled:
        raise LookupError(f"no collection that matches {asked!r} has labels: write labels.jsonl and run")
    return [parse_key(key) for key in labelled]


def _score(
    store: stores.Store,
    collection: EvalCollection,
    asked: list[Label],
    strategies: list[str],
    budget: int,
    skip: bool,
) -> list[Scores]:
    """The strategies' scores on one collection; with `skip` one that cannot be used here is left out."""
    from evals.compare import score_strategy

    finder = collection.finder(asked)
    scored: list[Scores] = []
    for name in strategies:
        try:
            with progress(str(collection.key)):
                scores = score_strategy(store, collection, asked, finder, name, budget)
        except Exception as error:
            if not skip or (line := explain(error)) is None:
                raise
            warn(f"{name} is left out: {line}")
            continue
        if not scored:
            for question, gold, why in scores.unlocated[:10]:
                warn(f"question {question!r}: {why} ({gold})")
        scored.append(scores)
    return scored


def _labels(collection: EvalCollection, file: Path | None) -> list[Label]:
    from evals.collection import materialized_labels
    from evals.labels import load_labels

    if file is None:
        key = str(collection.key)
        if asked := materialized_labels(collection.lake, key):
            return asked
        raise CommandError(
            f"{key} has no labels: write {key}/labels.jsonl and run, or name a file with --labels"
        )
    if not file.is_file():
        raise CommandError(f"{file} is no file: name a labels.jsonl with --labels")
    read = load_labels(file, set(collection.facts))
    for problem in read.problems:
        warn(str(problem))
    if not read.labels:
        raise CommandError(f"{file} holds no label that can be read: mend the lines above")
    return read.labels


def _strategies(said: str) -> list[str]:
    names = [name.strip() for name in said.split(",")]
    for name in names:
        if name not in CUTS:
            raise ValueError(f"there is no strategy {name!r}: use all or one of {', '.join(CUTS)}")
    return names


def _show(scored: list[Scores], misses: int, json: bool, titles: Mapping[str, str]) -> None:
    """`titles`: what people call the documents, by id."""
    from evals.miss_kinds import worst

    if json:
        for scores in scored:
            shown = [_miss(record) for record in worst(scores.records, misses)]
            write_json({**scores.to_json(), **({"misses": shown} if misses else {})})
        return
    if not scored:
        return
    compared = scored if len(scored) == 1 else [scores.without_own_units() for scores in scored]
    first = next((scores for scores in compared if scores.strategy == STRUCTURE), compared[0])
    about = f"{first.collection}: {first.questions} questions at {first.budget} tokens"
    _show_strategies(compared, about)
    if first.questions:
        from evals.table import kind_rows

        columns, kinds = kind_rows(first)
        write_table(columns, kinds, f"{first.strategy}: kinds of questions, and where the misses sit")
    if missed := worst(first.records, misses):
        columns = ["question", "kind", "lost", "returned", "gold", "its rank", "first is"]
        rows = [row for record in missed for row in _miss_rows(record, titles)]
        write_table(columns, rows, "The worst misses")


def _show_strategies(compared: list[Scores], about: str) -> None:
    from evals.bootstrap import paired_bootstrap
    from evals.miss_kinds import count_misses, kinds_among
    from evals.table import TICKET_COLUMNS, columns_of
    from evals.verdict import measure_of

    own = next((scores for scores in compared if scores.strategy == STRUCTURE), None)
    measures = columns_of(compared)
    measure = measure_of([record for scores in compared for record in scores.records])
    # Among few tickets every way of cutting finds the right one somewhere: what is first tells them apart.
    ahead = [measure, "hit_at_1"] if measures == TICKET_COLUMNS else [measure]
    columns = ["strategy", "chunks", "median", *map(_headed, measures)]
    columns += (
        [f"ahead in {_headed(name)}" for name in ahead] if len(ahead) > 1 else ["structure is ahead by"]
    )
    rows, lost = [], []
    kinds = kinds_among([record for scores in compared for record in scores.records])
    for scores in sorted(compared, key=lambda one: [-one.totals[name] for name in ahead]):
        figures: list[object] = [scores.totals.get(name, 0.0) for name in measures]
        figures[measures.index("tokens_used")] = round(scores.totals["tokens_used"])
        gains = ["" if own is None or scores is own else str(paired_bootstrap(own, scores, name))
                 for name in ahead]  # fmt: skip
        rows.append([scores.strategy, scores.chunks, round(scores.median_tokens), *figures, *gains])
        lost.append([scores.strategy, *count_misses(scores.records, kinds).values()])
    write_table(columns, rows, about)
    if len(compared) > 1:
        write_table(["strategy", *kinds], lost, "Questions not answered, by where they are lost")
    asked = list(compared[0].by_kind)
    if len(compared) > 1 and 1 < len(asked) <= KINDS_ACROSS:
        means = [[scores.strategy, *(scores.by_kind[kind][ahead[-1]] for kind in asked)]
                 for scores in compared]  # fmt: skip
        write_table(["strategy", *asked], means, f"By kind of question: {_headed(ahead[-1])}")


def _headed(measure: str) -> str:
    """A measure as the head of a column on a terminal: short."""
    from evals.table import spoken

    short = {"right_document_first": "right doc", "tokens_used": "tokens", "fix_rate": "with its fix"}
    return short.get(measure, spoken(measure).replace(" at ", "@"))


def _miss(record: QuestionRecord) -> dict[str, object]:
    """A miss as `--json` prints it."""
    from evals.miss_kinds import lost_golds, miss_kind

    lost = [{"gold": gold, "returned": share, "rank": rank} for gold, share, rank in lost_golds(record)]
    return {
        "id": record.id,
        "kind": record.kind,
        "question": record.question,
        "lost": miss_kind(record),
        "golds": lost,
        "first": record.first,
    }


def _miss_rows(record: QuestionRecord, titles: Mapping[str, str]) -> list[list[object]]:
    from evals.labels import TICKET
    from evals.miss_kinds import lost_golds, miss_kind

    first = [_named(key, titles) for key in record.first[: 1 if record.of_tickets else 2]]
    rows: list[list[object]] = []
    for gold, share, rank in lost_golds(record):
        about = ["", "", ""] if rows else [record.id, record.kind, miss_kind(record)]
        shown = _named(gold.removeprefix(TICKET), titles) if record.of_tickets else gold
        rows.append([*about, share, shown, rank or "", "" if rows else ", ".join(first)])
    return rows


def _named(key: str, titles: Mapping[str, str]) -> str:
    """A ticket with what people call it; anything else as it is."""
    return shorten(f"{key} {titles.get(key, '')}".strip(), _WIDEST)
