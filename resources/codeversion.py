"""The version of an asset's code: a hash of what the modules it uses say, comments left out."""

from __future__ import annotations

import ast
import hashlib
import json
import marshal
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

_ROOT = Path(__file__).resolve().parent.parent
_PACKAGES = ("assets", "dagster_project", "evals", "partitions", "resources")


def code_version(*modules: str, settings: Sequence[object] = (), root: Path = _ROOT) -> str:
    """A hash (16 hex digits) over the syntax trees of the modules and of every project module they
    import, directly or not, without comments, docstrings and layout, and over `settings` (anything
    JSON can hold). Files are read again only when they change. Raises ModuleNotFoundError."""
    digest = hashlib.blake2b(digest_size=8)
    digest.update(json.dumps(list(settings), sort_keys=True, default=str).encode())
    for name, path in _used(modules, root).items():
        digest.update(f"\0{name}\0{_read(path)[0]}".encode())
    return digest.hexdigest()


def used_modules(*modules: str, root: Path = _ROOT) -> list[str]:
    """The modules and all project modules that they import, directly or not, sorted."""
    return list(_used(modules, root))


def _used(modules: Sequence[str], root: Path) -> dict[str, Path]:
    """The same with their files; each name is looked for once, however many modules import it."""
    used: dict[str, Path] = {}
    names = set(modules)
    waiting = [(name, _existing(name, root)) for name in names]
    while waiting:
        name, path = waiting.pop()
        used[name] = path
        for imported in _read(path)[1]:
            if imported not in names:
                names.add(imported)
                if (file := _file(imported, root)) is not None:
                    waiting.append((imported, file))
    return dict(sorted(used.items()))


def _existing(name: str, root: Path) -> Path:
    path = _file(name, root)
    if path is None:
        raise ModuleNotFoundError(f"no module of this project is called {name!r}", name=name)
    return path


def _file(name: str, root: Path) -> Path | None:
    place = root.joinpath(*name.split("."))
    for path in (place.with_suffix(".py"), place / "__init__.py"):
        if path.is_file():
            return path
    return None


def _read(path: Path) -> tuple[str, tuple[str, ...]]:
    status = path.stat()
    return _read_at(path, status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=2048)
def _read_at(path: Path, modified: int, size: int) -> tuple[str, tuple[str, ...]]:
    """(hash of the syntax tree, names that may be project modules)."""
    imports: list[ast.Import | ast.ImportFrom] = []
    plain = marshal.dumps(_plain(ast.parse(path.read_bytes(), path.name), imports), 2)
    digest = hashlib.blake2b(plain, digest_size=16).hexdigest()
    return digest, tuple(dict.fromkeys(_imports(imports)))


def _plain(node: object, imports: list[ast.Import | ast.ImportFrom]) -> Any:
    """A syntax tree as plain values without docstrings, of a module, class, function or of the name assigned
    above it. Its imports are noted on the way: each node is visited once."""
    if isinstance(node, list):
        return [_plain(each, imports) for each in node if not _is_text(each)]
    if not isinstance(node, ast.AST):
        return node
    if isinstance(node, ast.Import | ast.ImportFrom):
        imports.append(node)
    kind = node.__class__
    return kind.__name__, [_plain(getattr(node, name, None), imports) for name in kind._fields]


def _is_text(node: object) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _imports(nodes: Sequence[ast.Import | ast.ImportFrom]) -> Iterator[str]:
    """Imported names with their packages; a name imported from a module may itself be a module."""
    for node in nodes:
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        else:
            continue
        for name in names:
            parts = name.split(".")
            if parts[0] in _PACKAGES:
                yield from (".".join(parts[:end]) for end in range(1, len(parts) + 1))
