"""A cheap look at a file: what it is by its content, whether it can be opened, and a sample of its text.

Nothing is parsed as a whole but what other parsers wrote, and no XML is interpreted: magic bytes, the first
pages of a PDF, the first characters of everything else. This is what routing and quarantine go by.
"""

from __future__ import annotations

import csv
import html
import re
import zipfile
import zlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import pymupdf

from assets.documents import json_sample
from assets.documents.problems import Fault
from assets.documents.reading import scanned, sniff
from assets.documents.reading.model import ParsedDocument, UnreadableDocument
from assets.documents.reading.parser_output import PARSERS, Parser
from assets.documents.reading.read import read
from resources import ocr

Kind = Literal[
    "pdf",
    "docx",
    "xml",
    "json",
    "jsonl",
    "csv",
    "mail",
    "mbox",
    "markdown",
    "text",
    "image",
    "docling",
    "azure",
    "unstructured",
    "unknown",
]
SAMPLE_PAGES = 3
SAMPLE_CHARACTERS = 4_000
"""Of a PDF: no further page is read once they are there. Two pages of a contract take half the time of
three, and decided the same in every case tried."""
SAMPLE_BYTES = 16 * 1024
_EXTENSIONS: dict[Kind, frozenset[str]] = {
    "pdf": frozenset({"pdf"}),
    "docx": frozenset({"docx", "docm", "dotx"}),
    "xml": frozenset({"xml"}),
    "json": frozenset({"json"}),
    "docling": frozenset({"json"}),
    "azure": frozenset({"json"}),
    "unstructured": frozenset({"json"}),
    "jsonl": frozenset({"jsonl", "ndjson", "json"}),
    "csv": frozenset({"csv", "tsv"}),
    "mail": frozenset({"eml"}),
    "mbox": frozenset({"mbox"}),
    "image": frozenset({"png", "jpg", "jpeg", "tif", "tiff", "gif"}),
}
_IMAGES = (b"\x89PNG\r\n", b"\xff\xd8\xff", b"II*\0", b"MM\0*", b"GIF8")
_JSON = re.compile(r"(?:\[\s*)*(?:\{\s*[\"}]|\[\s*[\"\]])")
_TABLES = (".csv", ".tsv")
_NAMED_JSON = (".json", ".jsonl", ".ndjson")
_JSON_LINE = re.compile(r"^[ \t]{0,40}[\[{][ \t]{0,40}\"", re.MULTILINE)
"""What is named JSON and has such a line is no prose, whatever fault stands before it."""
_HEADER = re.compile(
    r"(?:From|To|Cc|Date|Subject|Received|Return-Path|Reply-To|Message-ID|MIME-Version|Delivered-To"
    r"|Content-Type|Sender|X-[\w-]+|Authentication-Results|DKIM-Signature|[\w-]*-?Original-To|References"
    r"|In-Reply-To|Auto-Submitted|Precedence):",
    re.IGNORECASE,
)

pymupdf.TOOLS.mupdf_display_errors(False)
pymupdf.TOOLS.mupdf_display_warnings(False)


@dataclass(slots=True)
class Content:
    """What a look at a file shows. `error`: it cannot be read, with the mend; `notes`: it can, but
    somebody should know ("what" or "what; mend"). Page sizes are width and height in PDF points as
    displayed, of the pages sampled; `text` is a sample; `columns` are the names of a table's columns,
    `records` the fields of JSON's first objects (`json_sample`)."""

    kind: Kind
    text: str = ""
    pages: int = 0
    page_sizes: list[tuple[float, float]] = field(default_factory=list)
    attachments: list[str] = field(default_factory=list)
    xml_root: str | None = None
    columns: list[str] = field(default_factory=list)
    records: list[json_sample.Record] = field(default_factory=list)
    automatic_numbers: int = 0
    """Paragraphs of a Word sample whose number Word computes."""
    error: Fault | None = None
    overran: bool = False
    """It was given up: it took more than it may."""
    notes: list[str] = field(default_factory=list)


def look(path: Path) -> Content:
    """What the file at `path` is. Bad input gives a Content with an error, never an exception, save
    for a file that vanishes while it is read (OSError)."""
    with path.open("rb") as stream:
        head = stream.read(SAMPLE_BYTES)
    content = _look(path, head)
    extension = path.suffix.lower().lstrip(".")
    expected = [kind for kind, extensions in _EXTENSIONS.items() if extension in extensions]
    if expected and content.kind not in expected and not content.error:
        content.notes.append(f"it is named .{extension} but holds {content.kind}, and is read as that")
    return content


def _look(path: Path, head: bytes) -> Content:
    if head.startswith(_IMAGES):
        return Content("image", notes=["its text needs OCR"])
    try:
        found = sniff.kind(path)
    except UnreadableDocument as error:
        return Content("unknown", error=fault_of(error))
    if found in PARSERS:
        return _parsed(path, found)
    if found == "pdf":
        return _pdf(path)
    if found == "docx":
        return _docx(path)
    text = _decode(head, is_table=path.suffix.lower() in _TABLES)
    if text is None:
        fault = Fault("it is neither text nor a known format", "Export it as PDF, DOCX or text.")
        return Content("unknown", error=fault)
    return _text(path, text, whole=len(head) < SAMPLE_BYTES)


def fault_of(error: UnreadableDocument) -> Fault:
    """What a reader says, "what; mend", as a fault."""
    what, _, mend = str(error).rpartition("; ")
    return Fault(what, f"{mend[:1].upper()}{mend[1:]}.")


def _parsed(path: Path, kind: Parser) -> Content:
    """What another parser wrote, in place of the document."""
    try:
        document = read(path, path.name)
    except UnreadableDocument as error:
        return Content(kind, error=fault_of(error))
    return of_form(Content(kind), document)


def of_form(content: Content, document: ParsedDocument) -> Content:
    """The content of a file whose text another parser gave, which is as good as that: what the file itself
    lacks is of no account."""
    error = content.error
    content.text, content.automatic_numbers = document.text[:SAMPLE_BYTES], 0
    content.pages = content.pages or document.pages
    content.error, content.notes = None, []
    if error is not None:
        content.notes.append(f"{error.what}, but another parser's output stands in for it; {error.mend}")
    return content


def _pdf(path: Path) -> Content:
    content = Content("pdf")
    try:
        document = pymupdf.open(path, filetype="pdf")
    except (RuntimeError, ValueError, pymupdf.mupdf.FzErrorBase):
        content.error = Fault("the PDF is damaged beyond repair", "Export or send it again.")
        return content
    with document:
        if document.needs_pass:
            content.error = Fault("the PDF is encrypted", "Save it without a password.")
            return content
        content.pages = document.page_count
        if not content.pages:
            content.error = Fault("the PDF has no pages", "Export or send it again.")
            return content
        if document.is_repaired:
            if not _ends_like_pdf(path):
                content.error = Fault(
                    "the PDF is truncated: its end is missing", "Send the whole file again."
                )
                return content
            content.notes.append("the PDF was damaged and has been repaired in memory")
        texts = []
        for number in range(min(SAMPLE_PAGES, content.pages)):
            try:
                page = document[number]
                content.page_sizes.append((page.rect.width, page.rect.height))
                texts.append(page.get_text("text"))
                if sum(map(len, texts)) > SAMPLE_CHARACTERS:
                    break
            except (RuntimeError, ValueError, pymupdf.mupdf.FzErrorBase):
                content.notes.append(f"page {number + 1} cannot be read")
        content.text = "\n".join(texts)
        content.attachments, content.xml_root = _attachments(document)
        if not content.text.strip():
            content.text = _recognized(document, path.name)
        if not content.text.strip():
            content.notes.append("no text layer on the first pages: it needs OCR")
    return content


def _recognized(document: pymupdf.Document, name: str) -> str:
    """The text of a scan's first page, as far as it can be recognized: its family shows there."""
    engine = ocr.engine() if scanned.missing_text(document[0], []) else None
    scans = scanned.read_pages(document, [1], engine, name) if engine else scanned.Scans()
    return "\n".join(fragment.text for page in scans.pages.values() for fragment in page.fragments)


def _ends_like_pdf(path: Path) -> bool:
    with path.open("rb") as stream:
        stream.seek(max(0, path.stat().st_size - 2048))
        return b"%%EOF" in stream.read()


def _attachments(document: pymupdf.Document) -> tuple[list[str], str | None]:
    """Names of the embedded files, and the root element of the first XML among them."""
    names: list[str] = []
    root: str | None = None
    for number in range(min(document.embfile_count(), 20)):
        try:
            info = document.embfile_info(number)
            name = str(info.get("filename") or info.get("name") or "")
            names.append(name)
            if root is None and name.lower().endswith(".xml"):
                root = _xml_root(_decode(document.embfile_get(number)[:SAMPLE_BYTES]) or "")
        except (RuntimeError, ValueError, pymupdf.mupdf.FzErrorBase):
            continue
    return names, root


def _docx(path: Path) -> Content:
    """The first of its body's markup, inflated no further than the sample, whatever size it claims."""
    try:
        with zipfile.ZipFile(path) as archive, archive.open("word/document.xml") as part:
            markup = part.read(16 * SAMPLE_BYTES).decode("utf-8", "replace")
    except (zipfile.BadZipFile, zlib.error, KeyError, NotImplementedError, RuntimeError, OSError, EOFError):
        return Content("docx", error=Fault("the DOCX is damaged or encrypted", "Save it again."))
    text = re.sub(r"</w:p>|<w:br/>", "\n", markup)
    text = re.sub(r"<w:tab/>", "\t", text)
    text = html.unescape(re.sub(r"<[^>]*>", "", text))
    return Content("docx", text=text[:SAMPLE_BYTES], automatic_numbers=markup.count("<w:numPr>"))


def _decode(data: bytes, *, is_table: bool = False) -> str | None:
    """Text of a sample, or None where it is binary. A cut multi-byte character at the end is no fault, and
    neither are single NUL bytes in a table, which databases write into their exports."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "ignore")
    if is_table and data.count(0) * 1000 <= max(len(data), 1000):
        data = data.replace(b"\0", b"")
    if b"\0" in data:
        return None
    for encoding in ("utf-8-sig", "cp1252"):
        try:
            text = data.decode(encoding)
            break
        except UnicodeDecodeError as error:
            if encoding == "utf-8-sig" and len(data) - error.start < 4:
                text = data[: error.start].decode(encoding)
                break
    else:
        text = data.decode("latin-1")
    controls = sum(character < " " and character not in "\t\n\r\f\x1b" for character in text)
    return text if controls <= len(text) / 100 else None


def _text(path: Path, text: str, whole: bool) -> Content:
    start = text.lstrip()
    if start.startswith("<") and (root := _xml_root(start)):
        return Content("xml", text=re.sub(r"<[^>]*>", " ", start), xml_root=root)
    suffix = path.suffix.lower()
    named = suffix in _NAMED_JSON and (start.startswith(("[", "{")) or _JSON_LINE.search(start))
    if named or _JSON.match(start):
        first, _, rest = start.partition("\n")
        lines = first.rstrip().endswith("}") and (
            rest.lstrip().startswith("{") or (whole and not rest.strip())
        )
        kind: Kind = "jsonl" if lines and suffix != ".json" else "json"
        return Content(kind, text=start, records=json_sample.records(path))
    if re.match(r"From \S+.*\d{4}", start[:400]) and _HEADER.search(start[:2000]):
        return Content("mbox", text=text)
    if _is_mail(start):
        return Content("mail", text=text)
    if suffix in _TABLES:
        return Content("csv", text=text, columns=_columns(text))
    return Content("markdown" if suffix in (".md", ".markdown") else "text", text=text)


def _xml_root(text: str) -> str | None:
    """Local name of the root element."""
    start = re.sub(r"<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>\[]*(?:\[[^\]]*\])?\s*>", "", text, flags=re.DOTALL)
    match = re.match(r"\s*<(?:[\w.-]+:)?([\w.-]+)[\s/>]", start)
    return match[1] if match else None


def _is_mail(text: str) -> bool:
    """Three header fields before the first blank line, one of them From or Subject."""
    header = re.split(r"\r?\n\r?\n", text, maxsplit=1)[0]
    names = {match[0].lower() for line in header.splitlines() if (match := _HEADER.match(line))}
    return len(names) >= 3 and bool(names & {"from:", "subject:", "received:"})


def columns_of(path: Path) -> list[str]:
    """Names of a table's columns in lower case, empty where it cannot be read as text."""
    try:
        with path.open("rb") as stream:
            text = _decode(stream.read(SAMPLE_BYTES), is_table=True)
    except OSError:
        return []
    return _columns(text) if text else []


def _columns(text: str) -> list[str]:
    header, _, rest = text.lstrip().partition("\n")
    if header.lower().startswith("sep="):
        header = rest.partition("\n")[0]
    delimiter = max(",;\t|", key=header.count)
    try:
        return [cell.strip().lower() for cell in next(csv.reader([header], delimiter=delimiter), [])]
    except csv.Error:
        return []
