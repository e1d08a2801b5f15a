"""What of a DOCX's markup is shown: content controls and insertions opened, deletions passed over, one
version of what is there twice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from docx.oxml.ns import qn

from assets.documents.reading.word_values import child_value, is_on

_MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_ALTERNATIVES, _CHOICE, FALLBACK = f"{_MC}AlternateContent", f"{_MC}Choice", f"{_MC}Fallback"
# What wraps paragraphs, rows, cells or runs without being text itself. Deleted and moved-away text
# (`w:del`, `w:moveFrom`) is not in the list and stays out.
_WRAPPERS = frozenset(
    qn(f"w:{name}")
    for name in (
        "sdt",
        "sdtContent",
        "customXml",
        "ins",
        "moveTo",
        "smartTag",
        "hyperlink",
        "fldSimple",
        "dir",
        "bdo",
    )
)
_GONE = (qn("w:del"), qn("w:moveFrom"))
_CHANGES = (*_GONE, qn("w:ins"), qn("w:moveTo"))
_P, _TEXT_BOX = qn("w:p"), qn("w:txbxContent")
_P_PR, _R_PR, _TR_PR, _TC_PR = qn("w:pPr"), qn("w:rPr"), qn("w:trPr"), qn("w:tcPr")
_SECTION = qn("w:sectPr")


def shown_children(parent: Any) -> Iterator[Any]:
    """The children of a body, cell, paragraph or run that are shown, out of whatever wraps them."""
    for child in parent:
        if child.tag in _WRAPPERS:
            yield from shown_children(child)
        elif child.tag == _ALTERNATIVES:
            version = child.find(_CHOICE)
            version = child.find(FALLBACK) if version is None else version
            if version is not None:
                yield from shown_children(version)
        else:
            yield child


def is_gone(element: Any, root: Any) -> bool:
    """Whether an element below `root` was deleted, moved away, or is the version for older programs."""
    for above in element.iterancestors():
        if above is root:
            return False
        if above.tag in _GONE or (above.tag == FALLBACK and above.getparent().find(_CHOICE) is not None):
            return True
    return False


def text_boxes(paragraph: Any) -> Iterator[Any]:
    """The text boxes anchored in a paragraph, each once; not those inside another's."""
    for box in paragraph.iter(_TEXT_BOX):
        owner = next((above for above in box.iterancestors() if above.tag == _P), None)
        if owner is paragraph and not is_gone(box, paragraph):
            yield box


def count_changes(root: Any) -> int:
    """Tracked insertions, deletions and moves that nobody has accepted or rejected yet."""
    return sum(1 for _ in root.iter(*_CHANGES))


def mark_is_gone(paragraph: Any) -> bool:
    """The end of the paragraph was deleted: what stands in it goes on in the next one."""
    properties = paragraph.find(f"{_P_PR}/{_R_PR}")
    return properties is not None and any(properties.find(tag) is not None for tag in _GONE)


def mark_is_hidden(paragraph: Any) -> bool:
    """The end of the paragraph is hidden: the next one is printed on the same line (Word's style
    separator, with which a heading runs into its text)."""
    properties = paragraph.find(f"{_P_PR}/{_R_PR}")
    return properties is not None and any(
        is_on(properties.find(qn(f"w:{name}"))) is True for name in ("vanish", "specVanish")
    )


def ends_section(paragraph: Any) -> bool:
    """The paragraph carries a section break; where it holds nothing else, Word shows only the break."""
    return paragraph.find(f"{_P_PR}/{_SECTION}") is not None


def row_is_shown(row: Any) -> bool:
    """False for a row that was deleted or is hidden."""
    properties = row.find(_TR_PR)
    if properties is None:
        return True
    return properties.find(_GONE[0]) is None and is_on(properties.find(qn("w:hidden"))) is not True


def cell_is_shown(cell: Any) -> bool:
    """False for a cell that was deleted."""
    properties = cell.find(_TC_PR)
    return properties is None or properties.find(qn("w:cellDel")) is None


def continues_cell(cell: Any) -> bool:
    """The cell is the lower or right part of a merged one; what it holds is not shown."""
    properties = cell.find(_TC_PR)
    if properties is None:
        return False
    for name in ("vMerge", "hMerge"):
        if properties.find(qn(f"w:{name}")) is not None and child_value(properties, name) != "restart":
            return True
    return False
