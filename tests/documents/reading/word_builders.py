"""DOCX written for one test: lists as word/numbering.xml has them, paragraphs as markup."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any
from xml.sax.saxutils import quoteattr

import docx
from docx.oxml import parse_xml

from assets.documents.reading.model import ParsedDocument
from assets.documents.reading.read import read
from tests.documents.reading.builders import check_offsets, shown

NS = (
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
)


def level(number: int, text: str, format: str = "decimal", start: int | None = 1, **more: str) -> str:
    """A `w:lvl`; `more` are further elements with their value: pStyle, lvlRestart, suff, isLgl."""
    first = "" if start is None else f'<w:start w:val="{start}"/>'
    rest = "".join(f"<w:{name} w:val={quoteattr(value)}/>" for name, value in more.items())
    return (
        f'<w:lvl w:ilvl="{number}">{first}<w:numFmt w:val="{format}"/>{rest}'
        f"<w:lvlText w:val={quoteattr(text)}/></w:lvl>"
    )


def abstract(number: int, *levels: str, before: str = "") -> str:
    return f'<w:abstractNum w:abstractNumId="{number}">{before}{"".join(levels)}</w:abstractNum>'


def num(number: int, abstract: int, starts: Mapping[int, int] | None = None, levels: str = "") -> str:
    """A list of definition `abstract` that starts levels anew, or redefines them (`levels`, w:lvl)."""
    overrides = "".join(
        f'<w:lvlOverride w:ilvl="{at}"><w:startOverride w:val="{start}"/></w:lvlOverride>'
        for at, start in (starts or {}).items()
    )
    if levels:
        overrides += f'<w:lvlOverride w:ilvl="0">{levels}</w:lvlOverride>'
    return f'<w:num w:numId="{number}"><w:abstractNumId w:val="{abstract}"/>{overrides}</w:num>'


def new(*definitions: str) -> Any:
    """An empty document with these abstract lists and lists, and no others."""
    document = docx.Document()
    root = document.part.numbering_part.element
    for child in list(root):
        root.remove(child)
    for child in parse_xml(f"<w:numbering {NS}>{''.join(definitions)}</w:numbering>"):
        root.append(child)
    return document


def in_list(list_id: int | None, at: int | None = None) -> str:
    """A `w:numPr`."""
    depth = "" if at is None else f'<w:ilvl w:val="{at}"/>'
    list_ = "" if list_id is None else f'<w:numId w:val="{list_id}"/>'
    return f"<w:numPr>{depth}{list_}</w:numPr>"


def style(
    document: Any, name: str, properties: str = "", based_on: str = "", kind: str = "paragraph"
) -> None:
    """A style whose id is its name."""
    base = f'<w:basedOn w:val="{based_on}"/>' if based_on else ""
    document.styles.element.append(
        parse_xml(
            f'<w:style {NS} w:type="{kind}" w:styleId="{name}"><w:name w:val="{name}"/>{base}'
            f"<w:pPr>{properties}</w:pPr></w:style>"
        )
    )


def run(text: str, properties: str = "") -> str:
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def p(content: str = "", properties: str = "", style: str = "") -> str:
    """A paragraph; text without markup becomes a run."""
    inner = content if not content or content.startswith("<") else run(content)
    named = f'<w:pStyle w:val="{style}"/>' if style else ""
    return f"<w:p><w:pPr>{named}{properties}</w:pPr>{inner}</w:p>"


def item(text: str, list_id: int, at: int = 0, style: str = "") -> str:
    return p(text, in_list(list_id, at), style)


def body(document: Any, *blocks: str) -> Any:
    """Appends blocks of markup before the last section's properties."""
    parent = document.element.body
    for block in parse_xml(f"<w:body {NS}>{''.join(blocks)}</w:body>"):
        parent.insert(len(parent) - 1, block)
    return document


def element(markup: str) -> Any:
    """One element."""
    return parse_xml(f"<w:body {NS}>{markup}</w:body>")[0]


def parsed(document: Any, folder: Path) -> ParsedDocument:
    document.save(str(folder / "a.docx"))
    result = read(folder / "a.docx", "a.docx")
    check_offsets(result)
    return result


def lines(document: Any, folder: Path) -> list[str]:
    return shown(parsed(document, folder))
