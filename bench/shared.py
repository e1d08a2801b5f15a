"""Where the measured material is."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def folder_of_shared() -> Path:
    """Where the shared collections are, if anywhere: DOCGRAIN_SHARED, else ../shared beside the project."""
    return Path(os.environ.get("DOCGRAIN_SHARED", Path(__file__).resolve().parents[2] / "shared"))


def shared() -> Path:
    """The shared collections. Ends the process with exit code 2 where they are not."""
    folder = folder_of_shared()
    if not folder.is_dir():
        sys.exit(f"there is no folder {folder}: set DOCGRAIN_SHARED to the shared collections")
    return folder
