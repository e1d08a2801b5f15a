"""How the last run of a collection ended, kept in the store: what `docgrain run` reports again, without
a run, as long as neither files nor code have changed."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Literal

from partitions.keys import CollectionKey
from resources.store import Store, check_name

Status = Literal["published", "unproven", "waiting", "empty", "removed", "refused", "stopped", "failed"]
"""published: proven and answering. unproven: answering, on its checks alone. waiting: no document can be
cut yet (its family is not built, or it is quarantined), and nothing is published. empty: its folder holds
no document. removed: its folder is gone. refused: a gate or a check said no. stopped: what people wrote
beside the documents is to be mended. failed: a fault of ours, or of the machine, or the run was stopped,
so that the next run tries again."""


@dataclass(slots=True)
class Outcome:
    """One collection's result. `files` and `code` are what it was made from; `figures` are numbers by name;
    `misses` say (question, files, share returned, what ranks first now, 'yes' if it was answered before)
    of the worst."""

    collection: str
    status: Status
    message: str = ""
    run_id: str = ""
    files: str = ""
    code: str = ""
    figures: dict[str, float] = field(default_factory=dict)
    misses: list[list[str]] = field(default_factory=list)


def keep(store: Store, outcome: Outcome) -> None:
    """Put the outcome in the place of the one before."""
    path = _path(store, outcome.collection)
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f"{path.name}.{os.getpid()}")
    beside.write_text(json.dumps(asdict(outcome), ensure_ascii=False), encoding="utf-8")
    os.replace(beside, path)


def last(store: Store, key: str) -> Outcome | None:
    """The outcome last kept of the collection; None where there is none that can be read."""
    try:
        return Outcome(**json.loads(_path(store, key).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def _path(store: Store, key: str) -> Path:
    tenant, collection = CollectionKey(*key.split("/"))
    folder = store.path / "outcomes" / check_name(tenant, "tenant")
    return folder / f"{check_name(collection, 'collection')}.json"
