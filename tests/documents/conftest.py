"""A landing zone to fill, and small PDFs to fill it with."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa
import pymupdf
import pytest

from assets.documents.landing import CollectionDir
from assets.documents.scan import Scanned, scan_collection

AGREEMENT = """SUPPLY AGREEMENT

This Agreement is made and entered into by and between Northpier Ltd and Ostrel GmbH.

1. Delivery
1.1 The Supplier shall deliver the goods to Pier 4 within ten days.
1.2 The Buyer shall unload them.
2. Payment
2.1 The Buyer shall pay each invoice within thirty days.
3. Governing law
3.1 This Agreement is governed by the law of Norway.
"""
STORY = """The harbour was quiet that morning. Two gulls sat on the crane and watched the ferry come in.
Nobody had expected it before noon, and the coffee was still cold. A boy ran down the quay to tell the
master, who only nodded. By the time the ropes were fast, half the town had come to look at the horses
that were led off one by one, shy of the light and of the smell of tar and fish. It was a good day.
"""


class Folder:
    """A collection's folder: `write` puts files into it, `scan` scans it."""

    def __init__(self, path: Path) -> None:
        self.dir = CollectionDir(path.parent.name, path.name, path)

    def write(self, name: str, content: str | bytes) -> Path:
        path = self.dir.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    def scan(self, previous: pa.Table | None = None, version: str = "") -> Scanned:
        return scan_collection(self.dir, previous, version, built={"contract", "prose"})


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """The empty collection `acme/deals`."""
    path = tmp_path / "landing" / "acme" / "deals"
    path.mkdir(parents=True)
    return Folder(path)


def pdf(
    *pages: str,
    size: tuple[float, float] = (595, 842),
    attach: Sequence[tuple[str, bytes]] = (),
    password: str | None = None,
) -> bytes:
    """A PDF with one text a page, on pages of `size` points."""
    document = pymupdf.open()
    for text in pages:
        document.new_page(width=size[0], height=size[1]).insert_textbox(
            (50, 50, size[0] - 50, size[1] - 50), text
        )
    for name, data in attach:
        document.embfile_add(name, data)
    if password:
        return document.tobytes(encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw=password, owner_pw="owner")
    return document.tobytes()
