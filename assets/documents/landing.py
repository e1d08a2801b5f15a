"""The landing zone on disk: LANDING/<tenant>/<collection>/ and the files in it."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from assets.documents import corrections, manifest, settings
from assets.documents.problems import LandingError, Problem
from partitions.keys import parse_key

_NOT_DOCUMENTS = {settings.FILE_NAME, corrections.FILE_NAME, "labels.jsonl", *manifest.FILE_NAMES}
_LEFT_BY_SYSTEMS = re.compile(r"\.|~\$|(thumbs\.db|desktop\.ini)$", re.IGNORECASE)
"""Hidden files, an office program's locks, what file managers leave."""


@dataclass(frozen=True, slots=True)
class CollectionDir:
    """A collection's folder; `key` is 'tenant/collection', the partition's name."""

    tenant: str
    collection: str
    path: Path

    @property
    def key(self) -> str:
        return f"{self.tenant}/{self.collection}"


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A document's file: `name` is its path inside the collection (posix)."""

    name: str
    path: Path
    size: int
    mtime_ns: int


def collections(landing: Path, only: str | None = None) -> tuple[list[CollectionDir], list[Problem]]:
    """Collections under `landing` whose key matches the glob `only`, sorted by key, and what was
    skipped, with the reason. A folder without documents is a collection too: its documents may have
    been removed. Raises LandingError where there is no such folder."""
    if not landing.is_dir():
        raise LandingError(
            f"{landing}: there is no such folder. Give the folder that holds TENANT/COLLECTION."
        )
    found: list[CollectionDir] = []
    problems: list[Problem] = []
    for tenant in _folders(landing, "", landing, problems):
        for folder in _folders(tenant, f"{tenant.name}/", tenant, problems):
            collection = CollectionDir(tenant.name, folder.name, folder)
            if only is None or fnmatchcase(collection.key, only):
                found.append(collection)
    return sorted(found, key=lambda collection: collection.key), problems


def _folders(parent: Path, label: str, bounds: Path, problems: list[Problem]) -> list[Path]:
    """Sub-folders with usable names that do not lead out of `bounds`; the rest is reported."""
    folders, beside = [], []
    try:
        entries = [(entry, entry.is_dir()) for entry in sorted(parent.iterdir())]
    except OSError as error:
        what = f"the folder cannot be read ({error.strerror}), nor what is in it"
        problems.append(Problem(label.rstrip("/") or str(parent), None, what, "Mend its permissions."))
        return []
    for entry, is_folder in entries:
        if _LEFT_BY_SYSTEMS.match(entry.name):
            continue
        if not is_folder:
            if not entry.name.upper().startswith("README"):
                beside.append(entry.name)
        elif not _is_name(entry.name):
            what = f"the folder's name {entry.name!r} cannot be a tenant's or a collection's"
            mend = "Rename it to letters, digits, '.', '_' and '-'."
            problems.append(Problem(f"{label}{entry.name}", None, what, mend))
        elif entry.is_symlink() and not _inside(entry, bounds):
            what = "the link leads out of the landing zone or to another tenant, and is not followed"
            problems.append(Problem(f"{label}{entry.name}", None, what, "Put the folder itself there."))
        else:
            folders.append(entry)
    if beside:
        what = f"{len(beside)} file(s) lie outside any collection and are not read: {', '.join(beside[:3])}"
        problems.append(Problem(label or ".", None, what, "Move them to TENANT/COLLECTION/."))
    return folders


def is_gone(landing: Path, key: str) -> bool:
    """Whether the folder of the collection `key` was removed or renamed. What cannot be looked at is not
    gone, and a landing zone without any folder is a disk that is not mounted rather than one from which
    everybody's documents were removed."""
    try:
        (landing / key).lstat()
    except (FileNotFoundError, NotADirectoryError):
        return landing.is_dir() and any(entry.is_dir() for entry in landing.iterdir())
    except OSError:
        return False
    return False


def _is_name(name: str) -> bool:
    try:
        parse_key(f"{name}/{name}")
    except ValueError:
        return False
    return True


def _is_unicode(name: str) -> bool:
    """File systems hold bytes; what is not UTF-8 comes as surrogates, which no table stores."""
    return not any("\ud800" <= character <= "\udfff" for character in name)


def _inside(path: Path, bounds: Path) -> bool:
    return path.resolve().is_relative_to(bounds.resolve())


def is_document(name: str) -> bool:
    """Whether a file of this name (path inside a collection) is a document: manifests, corrections,
    labels and truths of the collection are not, nor what systems leave behind."""
    base = name.rsplit("/", 1)[-1]
    return not (name in _NOT_DOCUMENTS or base.endswith(".truth.jsonl") or _LEFT_BY_SYSTEMS.match(base))


def walk(collection: CollectionDir) -> tuple[list[FoundFile], list[Problem]]:
    """The documents of a collection, sub-folders included, sorted by name. Links that lead out of the
    tenant's folder, links to folders and what is no regular file are reported and left."""
    files: list[FoundFile] = []
    problems: list[Problem] = []
    for entry, name in _entries(collection.path):
        if not is_document(name):
            continue
        place = f"{collection.key}/{name}"
        if not _is_unicode(name):
            shown = place.encode("utf-8", "backslashreplace").decode()
            problems.append(Problem(shown, None, "its name is not UTF-8", "Rename the file."))
        elif entry.is_symlink() and not _inside(Path(entry.path), collection.path.parent):
            what = "the link leads out of the tenant's folder and is not followed"
            problems.append(Problem(place, None, what, "Put the file itself there."))
        elif entry.is_dir():
            problems.append(
                Problem(place, None, "a link to a folder is not followed", "Put the folder there.")
            )
        elif not entry.is_file():
            problems.append(Problem(place, None, "it is no regular file", "Remove it, or mend the link."))
        else:
            stat = entry.stat()
            files.append(FoundFile(name, Path(entry.path), stat.st_size, stat.st_mtime_ns))
    return sorted(files, key=lambda file: file.name), problems


def fingerprint(collection: Path) -> str:
    """Changes when any file of the collection (settings, manifest and labels included) is added, removed
    or written. Cheap: names, sizes and times, no contents."""
    lines = []
    for entry, name in _entries(collection):
        stat = entry.stat(follow_symlinks=not entry.is_symlink() or os.path.exists(entry.path))
        lines.append(f"{name}\0{stat.st_size}\0{stat.st_mtime_ns}")
    return hashlib.blake2b(
        "\n".join(sorted(lines)).encode("utf-8", "surrogatepass"), digest_size=16
    ).hexdigest()


def _entries(folder: Path, prefix: str = "") -> Iterator[tuple[os.DirEntry[str], str]]:
    """Everything below `folder` but folders themselves, with its posix path; links are not entered."""
    with os.scandir(folder) as entries:
        for entry in sorted(entries, key=lambda entry: entry.name):
            if entry.is_dir(follow_symlinks=False):
                if not entry.name.startswith("."):
                    yield from _entries(Path(entry.path), f"{prefix}{entry.name}/")
            else:
                yield entry, prefix + entry.name
