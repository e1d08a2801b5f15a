"""A collection's own settings: `collection.toml`, typed, where an unknown key is an error."""

from __future__ import annotations

import difflib
import re
import tomllib
import types
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from assets.documents.problems import ManifestError
from partitions.strategies import CUTS, STRUCTURE
from resources.facts import Family

FILE_NAME = "collection.toml"


def split_list(value: str) -> list[str]:
    """Items of a cell, separated by ` | `; empty items and repetitions fall away, order is kept."""
    return list(dict.fromkeys(item for item in (part.strip() for part in value.split("|")) if item))


def _as_list(value: Any) -> Any:
    if isinstance(value, str):
        return split_list(value)
    if isinstance(value, list):
        plain = [item.strip() if isinstance(item, str) else item for item in value]
        return [item for at, item in enumerate(plain) if item != "" and item not in plain[:at]]
    return value


def _known_strategy(name: str) -> str:
    if name not in CUTS:
        raise ValueError(f"there is no strategy {name}; known: {', '.join(CUTS)}")
    return name


def _as_text(value: Any) -> Any:
    if isinstance(value, list | dict):
        raise ValueError("it holds a list or a table where one value is due")
    return str(value)


Names = Annotated[list[str], BeforeValidator(_as_list)]
Text = Annotated[str, BeforeValidator(_as_text)]
Share = Annotated[float, Field(ge=0, le=1)]


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Gates(_Table):
    """When the verdict refuses. `max_drop`: how far full recall may fall below the best ever published;
    `min_full_recall`: a floor that holds however few the labels."""

    max_drop: Share = 0.02
    min_full_recall: Share | None = None


class TicketSettings(_Table):
    """What counts as a solved ticket. `require_resolution = false` keeps solved tickets of a tracker
    whose export has no resolution text; `solved_by = "last-answer"` judges records without a status as mail
    threads always are. `notes_acl`: the groups of which one opens internal notes to who may read their
    ticket; without any, notes are not indexed.
    `statement`: the line that states a problem is an extract of its thread, or written by the language model
    that whoever runs docgrain has configured."""

    require_resolution: bool = True
    solved_by: Literal["status", "last-answer"] = "status"
    notes_acl: Names = []
    statement: Literal["extract", "written"] = "extract"


class LimitSettings(_Table):
    """What reading one document may take; one that takes more is quarantined. `seconds` of processor time
    for a file of up to 5 MB, in proportion for larger ones, text recognition not counted (of 288 PDFs and
    DOCX, the slowest drawing took 3 s, 111 pages of a contract 0.6 s); `memory_mb` for the process that
    reads (0.4 GB there; text recognition takes 0.8 GB a page, four at once)."""

    seconds: Annotated[float, Field(gt=0, strict=False)] = 60
    memory_mb: Annotated[int, Field(ge=256)] = 4096


class Defaults(BaseModel):
    """Facts of documents whose manifest row does not say otherwise. Unknown ones are kept as facts,
    like unknown manifest columns; `locale` (de, en-GB ...) also says how dates are written."""

    model_config = ConfigDict(extra="allow", strict=True, frozen=True)
    __pydantic_extra__: dict[str, Text] = Field(init=False)

    counterparty: Names = []
    doc_type: str | None = None
    locale: Annotated[str, Field(pattern=r"^[a-z]{2,3}(-[A-Z]{2})?$")] | None = None
    currency: str | None = None
    job: str | None = None

    def extra_facts(self) -> dict[str, str]:
        """Defaults without a field of their own in `DocumentFacts`, as text."""
        own = {"locale": self.locale, "currency": self.currency, "job": self.job}
        named = {name: value for name, value in own.items() if value}
        return named | (self.__pydantic_extra__ or {})


class CollectionSettings(_Table):
    """`collection.toml`. `acl` None: not said (nobody may read what has no row of its own), as
    where it holds blanks alone; `preview`:
    body text may show in run metadata, which knows no access groups; `parser_output`: what other parsers
    wrote about a document is read in its place."""

    family: Family | None = None
    strategy: Annotated[str, AfterValidator(_known_strategy)] = STRUCTURE
    acl: Names | None = None
    preview: bool = False
    parser_output: bool = True
    gates: Gates = Gates()
    tickets: TicketSettings = TicketSettings()
    limits: LimitSettings = LimitSettings()
    defaults: Defaults = Defaults()


def load_settings(directory: Path, label: str) -> CollectionSettings:
    """The settings of the collection in `directory`, defaults where it has no file. `label` (its key)
    starts the file's name in messages. Raises ManifestError with the line at fault."""
    path, file = directory / FILE_NAME, f"{label}/{FILE_NAME}"
    if not path.is_file():
        return CollectionSettings()
    try:
        text = path.read_bytes().decode("utf-8-sig")
        raw = tomllib.loads(text)
    except UnicodeDecodeError as error:
        raise ManifestError(file, None, "it is not UTF-8", "Save the file as UTF-8.") from error
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"at line (\d+)", str(error))
        what = _lower_first(re.sub(r"\s*\(at .*\)$", "", str(error)))
        mend = 'Write it as TOML, for example: acl = ["legal"]'
        raise ManifestError(file, int(line[1]) if line else None, what, mend) from error
    try:
        return CollectionSettings.model_validate(raw)
    except ValidationError as error:
        faults = [_explain(fault["loc"], fault["type"], fault["msg"], text) for fault in error.errors()]
        number, what, mend = min(faults, key=lambda fault: fault[0] or 0)
        raise ManifestError(file, number, what, mend) from error


def _explain(loc: tuple[int | str, ...], kind: str, message: str, text: str) -> tuple[int | None, str, str]:
    keys = [str(part) for part in loc if isinstance(part, str) and not part.startswith("function-")]
    name = ".".join(keys)
    if kind == "extra_forbidden":
        known = _known_keys(keys[:-1])
        close = difflib.get_close_matches(keys[-1], known, n=1)
        guess = f"Did you mean {close[0]}? " if close else ""
        return _line_of(keys, text), f"unknown key {name}", f"{guess}Known keys: {', '.join(known)}."
    what = _lower_first(message.removeprefix("Value error, "))
    return _line_of(keys, text), f"{name} is wrong: {what}", f"Correct the value of {name}."


def _lower_first(text: str) -> str:
    return text[:1].lower() + text[1:]


def _known_keys(tables: Sequence[str]) -> list[str]:
    model: type[BaseModel] = CollectionSettings
    for table in tables:
        annotation = model.model_fields[table].annotation
        options = (
            get_args(annotation) if get_origin(annotation) in (Union, types.UnionType) else (annotation,)
        )
        model = next(
            option for option in options if isinstance(option, type) and issubclass(option, BaseModel)
        )
    return list(model.model_fields)


def _line_of(keys: Sequence[str], text: str) -> int | None:
    """The line that sets the dotted `keys`, else the last line that opens a table on the way to it."""
    table: list[str] = []
    best: tuple[int, int] | None = None
    for number, line in enumerate(text.splitlines(), start=1):
        if header := re.match(r"\s*\[+\s*([^\]]+?)\s*\]", line):
            table = [part.strip(" \"'") for part in header[1].split(".")]
            here = table
        elif setting := re.match(r"\s*([\w.\"'-]+)\s*=", line):
            here = table + [part.strip(" \"'") for part in setting[1].split(".")]
        else:
            continue
        if here == list(keys[: len(here)]) and (best is None or len(here) > best[0]):
            best = (len(here), number)
    return best[1] if best else None
