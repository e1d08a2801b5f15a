"""Which files are read together: the tables of an export, and the single mails of a folder, whose threads run
over many files."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from pathlib import PurePosixPath
from typing import Any

from assets.tickets.threads import Export

MAIL = "mail"
"""What the scan calls a file of one mail."""


def exports_of(rows: Iterable[Mapping[str, Any]], readers: Mapping[str, Sequence[str]]) -> dict[str, Export]:
    """The exports of a collection by the file each is known by. `rows` of the documents table give file,
    kind, status, error, source_hash and members; `readers` the groups of each file. Mails are read together
    where they lie in one folder and the same groups may read them, so that no thread shows one to somebody
    who may not read it."""
    exports: dict[str, Export] = {}
    boxes: defaultdict[tuple[PurePosixPath, frozenset[str]], dict[str, str]] = defaultdict(dict)
    for row in rows:
        file = row["file"]
        if row["kind"] == MAIL:
            groups = frozenset(readers.get(file, ()))
            boxes[PurePosixPath(file).parent, groups][file] = row["source_hash"]
        else:
            groups = frozenset(readers.get(file, ()))
            error = (
                None if row["status"] == "ready" else row["error"] or "its fields are not those of tickets"
            )
            exports[file] = Export(row["source_hash"], (file,), tuple(row["members"]), groups, error)
    for (_, groups), mails in boxes.items():
        files = sorted(mails)
        together = "\x1f".join(f"{file}\x1f{mails[file]}" for file in files)
        digest = blake2b(together.encode(), digest_size=16).hexdigest()
        exports[files[0]] = Export(digest, tuple(files), tuple(files[1:]), groups)
    return exports
