"""Lays a source out as DOCX: typed numbers, headings in heading styles, tables as tables, a header."""

from __future__ import annotations

import io
import zipfile
from datetime import datetime
from pathlib import Path

import docx
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.shared import Pt
from docx.text.paragraph import Paragraph

from evals.sample_builder.source import Block, Source, level, runs

STAMP = datetime(2024, 1, 2, 3, 4, 5)
"""Date of every file and of every member of its archive, so that a rebuild gives the same bytes."""


def build(source: Source, target: Path) -> None:
    """Writes the DOCX."""
    document = docx.Document()
    style = document.styles["Normal"]
    style.font.name, style.font.size = source.settings.get("font", "Cambria"), Pt(source.number("size", 10.5))
    properties = document.core_properties
    properties.title, properties.author, properties.comments = source.settings.get("title", ""), "", ""
    properties.created = properties.modified = STAMP
    section = document.sections[0]
    section.header.paragraphs[0].text = source.settings.get("header", "")
    section.footer.paragraphs[0].text = source.settings.get("footer", "")
    for block in source.blocks:
        _add(document, block)
    raw = io.BytesIO()
    document.save(raw)
    with zipfile.ZipFile(raw) as archive, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as out:
        for name in sorted(archive.namelist(), key=lambda n: (n != "[Content_Types].xml", n)):
            out.writestr(
                zipfile.ZipInfo(name, STAMP.timetuple()[:6]), archive.read(name), zipfile.ZIP_DEFLATED
            )


def _add(document: docx.document.Document, block: Block) -> None:
    if block.kind == "table":
        table = document.add_table(rows=0, cols=len(block.rows[0]), style="Table Grid")
        for row in block.rows:
            for cell, text in zip(table.add_row().cells, row, strict=True):
                cell.text = text
    elif block.kind == "title":
        _write(document.add_paragraph(style="Title"), block.text)
    elif block.kind in ("heading", "subheading"):
        depth = 2 if block.kind == "subheading" else 1
        _write(document.add_paragraph(style=f"Heading {depth}"), block.text)
    else:
        paragraph = document.add_paragraph()
        if block.kind == "centred":
            paragraph.alignment = WD_ALIGN_PARAGRAPH.CENTER
        elif block.kind == "paragraph":
            paragraph.paragraph_format.left_indent = Pt(28 * max(0, level(block.text)))
        _write(paragraph, block.text)


def _write(paragraph: Paragraph, text: str) -> None:
    for piece, bold in runs(text):
        for index, line in enumerate(piece.split("{br}")):
            run = paragraph.add_run(line.strip() if "{br}" in piece else line)
            run.bold = bold or None
            if index < piece.count("{br}"):
                run.add_break()
