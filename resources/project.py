"""The version of the project as a whole: its own code and the libraries that decide its output."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from resources.codeversion import code_version
from resources.ocr import engine_version
from resources.writer import asked_model

READING = ("PyMuPDF", "python-docx", "lxml")
"""Libraries that decide what is read from a document."""
_DECIDING = (*READING, "wordllama", "lancedb", "tantivy", "pyarrow", "numpy")


def library_versions(names: tuple[str, ...] = _DECIDING) -> list[str]:
    """`name==version` of the libraries, as far as they are installed."""
    found = []
    for name in names:
        try:
            found.append(f"{name}=={version(name)}")
        except PackageNotFoundError:
            continue
    return found


def asset_modules() -> list[str]:
    """The modules that define the graph's assets up to the index: assets.py of every folder of `assets`."""
    found = (Path(__file__).resolve().parent.parent / "assets").glob("*/assets.py")
    return sorted(f"assets.{path.parent.name}.assets" for path in found)


def project_version() -> str:
    """Changes with any code that a run uses, with the libraries under it, the engine of text recognition and
    the language model. Raises OcrError."""
    return code_version(
        "dagster_project.definitions",
        *asset_modules(),
        settings=[*library_versions(), engine_version(), asked_model()],
    )
