"""Labelled questions: the format of `labels.jsonl`, read with a problem a line instead of a stop."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

TICKET = "ticket "
"""How a gold that is a ticket is written in one line, before its id."""


class Gold(BaseModel):
    """Where an answer stands in the source, never in a chunk: `file` with `clause`, `quote`, `line`
    (+ `quote`), `unit`, or `page` + `region` + `quote`; or a `ticket`. Pages count from 1."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    file: str | None = None
    clause: str | None = None
    quote: str | None = None
    line: str | None = None
    unit: str | None = None
    page: int | None = Field(default=None, ge=1)
    region: str | None = None
    ticket: str | None = None

    @field_validator("clause", "line", mode="before")
    @classmethod
    def _numbers_are_text(cls, value: object) -> object:
        return str(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else value

    @model_validator(mode="after")
    def _points_somewhere(self) -> Gold:
        if self.ticket:
            if self.file or self.clause or self.quote or self.line or self.unit or self.page or self.region:
                raise ValueError("a ticket stands alone: leave the other fields out")
            return self
        if not self.file:
            raise ValueError("give it a file (or a ticket)")
        if not (self.clause or self.quote or self.line or self.unit):
            raise ValueError("say where in the file: clause, quote, line or unit")
        if self.region and not (self.page and self.quote):
            raise ValueError("a region needs its page and a quote from it")
        return self

    def where(self) -> str:
        """The gold in one line, for lists of misses."""
        if self.ticket:
            return f"{TICKET}{self.ticket}"
        parts = [f"{name} {value}" for name in ("page", "region", "clause", "line", "unit")
                 if (value := getattr(self, name))]  # fmt: skip
        if self.quote:
            short = " ".join(self.quote.split())
            parts.append(f'"{short[:77]}..."' if len(short) > 80 else f'"{short}"')
        return f"{self.file}: {', '.join(parts)}"


class Filters(BaseModel):
    """What the asker narrows the search by beside the question; never the gold's own file."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    counterparty: str | None = None
    units: tuple[str, ...] = ()
    families: tuple[str, ...] = ()


class Label(BaseModel):
    """One question with the places that answer it. `route = "ledger"` marks arithmetic."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str = Field(min_length=1)
    question: str = Field(min_length=1)
    kind: str = Field(min_length=1)
    gold: tuple[Gold, ...] = Field(min_length=1)
    answer: str | None = None
    as_of: date | None = None
    filters: Filters | None = None
    topic: str | None = None
    route: Literal["ledger"] | None = None

    @field_validator("id", "question", "kind", mode="after")
    @classmethod
    def _not_blank(cls, value: str) -> str:
        if not value.strip():
            raise ValueError("must not be blank")
        return value

    @property
    def own_units_only(self) -> bool:
        """Whether a gold exists only in our own units, which no other way of cutting could return."""
        return any(gold.unit and not gold.quote for gold in self.gold)

    def fingerprint(self) -> str:
        """Identity of what is asked and what answers it: an edited label is another question, and is
        not compared with what an earlier run made of it."""
        asked = self.model_dump(mode="json", include={"question", "gold", "as_of", "filters"})
        return hashlib.blake2b(json.dumps(asked, sort_keys=True).encode(), digest_size=12).hexdigest()


@dataclass(frozen=True, slots=True)
class LabelProblem:
    """One line of a label file that needs a hand. `line` counts from 1."""

    file: str
    line: int
    problem: str
    mend: str

    def __str__(self) -> str:
        return f"{self.file}, line {self.line}: {self.problem}. {self.mend}"


@dataclass(slots=True)
class LabelSet:
    """The labels that could be read, and what was wrong with the others."""

    labels: list[Label] = field(default_factory=list)
    problems: list[LabelProblem] = field(default_factory=list)


def load_labels(path: Path, files: Collection[str] | None = None) -> LabelSet:
    """Read a label file. A bad line is reported and left out, the rest stays. Where `files` (paths
    inside the collection) is given, golds that name another file are reported, yet keep their label:
    they are misses, not silence. Raises OSError where there is no file."""
    with path.open("rb") as lines:
        return parse_labels(lines, path.name, files)


def parse_labels(lines: Iterable[bytes], name: str, files: Collection[str] | None = None) -> LabelSet:
    """`load_labels` on lines already in hand."""
    found = LabelSet()
    first_seen: dict[str, int] = {}
    present = None if files is None else set(files)

    def report(problem: str, mend: str) -> None:
        found.problems.append(LabelProblem(name, number, problem, mend))

    for number, raw in enumerate(lines, start=1):
        try:
            text = raw.decode("utf-8-sig" if number == 1 else "utf-8").strip()
        except UnicodeDecodeError:
            report("is not UTF-8", "Save the file as UTF-8")
            continue
        if not text:
            continue
        try:
            label = Label.model_validate_json(text)
        except ValidationError as error:
            report(*_explain(error))
            continue
        if label.id in first_seen:
            report(
                f"id {label.id!r} was used on line {first_seen[label.id]}", "Give each question its own id"
            )
            continue
        first_seen[label.id] = number
        found.labels.append(label)
        if present is not None:
            for gold in label.gold:
                if gold.file is not None and gold.file not in present:
                    report(
                        f"question {label.id!r} names {gold.file!r}, which is not in the collection",
                        "Correct the file's path inside the collection, or take the question out",
                    )
    return found


def _explain(error: ValidationError) -> tuple[str, str]:
    """Pydantic's first complaint as (problem, mend)."""
    first = error.errors(include_url=False)[0]
    place = ".".join(str(step) for step in first["loc"]) or "label"
    known = ", ".join(Gold.model_fields if "gold" in first["loc"] else Label.model_fields)
    match first["type"]:
        case "json_invalid":
            return f"is not JSON ({first['msg']})", "One JSON object a line"
        case "extra_forbidden":
            return f"{place} is unknown", f"Known are: {known}"
        case "missing":
            return f"{place} is missing", "A label needs id, question, kind and gold"
        case _:
            return f"{place}: {first['msg'].removeprefix('Value error, ')}", "Correct the value"
