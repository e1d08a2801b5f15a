"""One agreement of two pages as four parsers tell of it: header and page number on each page, a clause over
the page break, items with markers, a table with a merged cell."""

from __future__ import annotations

import hashlib
import json
import math
import os
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pymupdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from assets.contracts.family import FAMILY
from assets.documents.reading.model import ParsedDocument, UnreadableDocument
from assets.documents.reading.read import read
from assets.documents.reading.rows import to_table
from assets.documents.reading.sniff import kind
from resources.embedder import load_embedder
from resources.facts import DocumentFacts
from tests.conftest import SHARED
from tests.documents.reading.builders import check_offsets, left_out, letters, shown

OUTPUTS = Path(__file__).parent / "parser_outputs"
SHAPES = ("azure-pages", "azure-read-results", "docling", "unstructured")


def output(shape: str) -> Path:
    return OUTPUTS / f"{shape}.json"


def told(shape: str) -> Any:
    return json.loads(output(shape).read_text("utf-8"))


def write(folder: Path, value: Any, name: str = "a.json") -> Path:
    text = value if isinstance(value, str) else json.dumps(value)
    (folder / name).write_text(text, "utf-8")
    return folder / name


def parsed(path: Path, original: Path | None = None) -> ParsedDocument:
    document = read(path, path.name) if original is None else read(original, original.name, path)
    check_offsets(document)
    return document


@pytest.mark.parametrize("shape", SHAPES)
def test_lines_with_their_places(shape: str, snapshot: SnapshotAssertion) -> None:
    document = parsed(output(shape))
    lines = [
        f"p{line.page} {line.x0:5.1f} {line.y0:5.1f} {line.x1:5.1f} {line.y1:5.1f}"
        f" {line.style or '-':5} {'gap' if line.gap else '   '} {'table' if line.table else '     '}"
        f" {document.line_text(line)}"
        for line in document.lines
    ]
    assert "\n".join([document.reader, *lines, *map(str, left_out(document))]) == snapshot


@pytest.mark.parametrize("shape", SHAPES)
def test_all_parsers_give_the_same_clauses(shape: str) -> None:
    facts = DocumentFacts("acme", "deals", "a.json", "a.json", "Storage", "0", "contract")
    cut = FAMILY.cut(parsed(output(shape)), facts, (), load_embedder())
    assert [(chunk.path, chunk.page, " ".join(chunk.body.split())) for chunk in cut.chunks] == [
        (
            "preamble",
            1,
            "STORAGE AGREEMENT This Agreement is made between Aldermoor Ltd (the “Owner”) and Kestrel Stores "
            "GmbH (the “Keeper”).",
        ),
        (
            "1.1",
            1,
            "1.1 The Keeper shall keep the Goods dry and apart from the goods of others. It shall: "
            "(a) label each pallet; and (b) count the pallets each month.",
        ),
        (
            "1.2",
            1,
            "1.2 The Owner may visit the store on any working day, if it gives notice of two days.",
        ),
        (
            "2.1",
            2,
            "2.1 The Owner shall pay the fees of this table each quarter. "
            "Goods | Fee a pallet | Handling Dry | 4.10 | 1.20 Chilled | 7.85 |",
        ),
        ("2.2", 2, "2.2 Fees rise by no more than 2 % a year."),
    ]
    assert [round(span[0]) for span in cut.chunks[2].spans] == [1, 2]
    assert cut.chunks[0].heading_path == []
    assert cut.chunks[1].heading_path == ["1. Storage"] or "Storage" in cut.chunks[1].heading_path[0]


@pytest.mark.parametrize("turned", [0, 90])
@pytest.mark.parametrize("shape", SHAPES)
def test_boxes_fit_the_pdf_beside(shape: str, turned: int, tmp_path: Path) -> None:
    """The PDF says how large its page is and how it is shown; the parser saw it as it is stored, here at
    half the size."""
    with pymupdf.open() as pdf:
        for _ in range(2):
            pdf.new_page(width=306, height=396).set_rotation(turned)
        pdf.save(tmp_path / "storage.pdf")
    document = parsed(write(tmp_path, told(shape)), tmp_path / "storage.pdf")
    title = document.lines[shown(document).index("STORAGE AGREEMENT")]
    stored = pymupdf.Rect(110, 36, 196, 44)
    box = stored if not turned else pymupdf.Rect(396 - 44, 110, 396 - 36, 196)
    assert (title.x0, title.y0, title.x1, title.y1) == pytest.approx(tuple(box), abs=0.6)


def test_pages_of_another_shape_have_no_boxes(tmp_path: Path) -> None:
    with pymupdf.open() as pdf:
        for _ in range(2):
            pdf.new_page(width=400, height=400)
        pdf.save(tmp_path / "a.pdf")
    document = parsed(write(tmp_path, told("docling")), tmp_path / "a.pdf")
    assert document.flags == ["boxes_unusable:18"]
    assert not any(line.y1 for line in document.lines)


def test_output_of_an_older_version_of_the_file_is_refused(tmp_path: Path) -> None:
    """docling keeps a hash of what it read; a copy that was stamped before its output came is no new one."""
    with pymupdf.open() as pdf:
        pdf.new_page(width=612, height=792)
        pdf.new_page(width=612, height=792)
        pdf.save(tmp_path / "storage.pdf")
    form, now = write(tmp_path, told("docling")), time.time()
    os.utime(form, (now, now))
    os.utime(tmp_path / "storage.pdf", (now - 60, now - 60))
    assert parsed(form, tmp_path / "storage.pdf").reader == "docling-1"
    os.utime(tmp_path / "storage.pdf", (now + 60, now + 60))
    with pytest.raises(UnreadableDocument, match="an older version of this file; run docling on it again"):
        parsed(form, tmp_path / "storage.pdf")
    digest = hashlib.sha256((tmp_path / "storage.pdf").read_bytes()).hexdigest()
    value = told("docling")
    value["origin"]["binary_hash"] = int(digest[-16:], 16)
    write(tmp_path, value)
    os.utime(form, (now, now))
    assert parsed(form, tmp_path / "storage.pdf").reader == "docling-1"


def test_a_kind_is_told_by_content(tmp_path: Path) -> None:
    for shape in SHAPES:
        copy = tmp_path / "notes.txt"
        copy.write_bytes(b"\xef\xbb\xbf" + output(shape).read_bytes())
        assert kind(copy) == shape.split("-")[0]
    first = ["schema_name", "version"]
    turned = {key: value for key, value in told("docling").items() if key not in first}
    assert kind(write(tmp_path, turned | {key: told("docling")[key] for key in first})) == "docling"
    assert kind(write(tmp_path, told("azure-pages")["analyzeResult"])) == "azure"


@pytest.mark.parametrize(
    "ordinary",
    [
        '{"id": 1, "subject": "Pump", "comments": [{"schema_name": "DoclingDocument"}]}',
        '{"note": "he sent {\\"schema_name\\": \\"DoclingDocument\\"}", "status": "open"}',
        '[{"id": 1, "type": "Title", "subject": "Pump", "status": "solved"}]',
        '[{"type": "incident", "text": "Pump", "metadata": {}}]',
        '{"modelId": "X-12", "pages": 3, "price": "4.10"}',
        "[]",
        "{" * 20_000,
    ],
)
def test_ordinary_json_is_no_parser_s(ordinary: str, tmp_path: Path) -> None:
    assert kind(write(tmp_path, ordinary)) == "text"


class TestDocling:
    """What a DoclingDocument may hold beside the plain case."""

    def test_runs_markers_and_what_hangs_below_a_heading(self, tmp_path: Path) -> None:
        texts = [
            {
                "label": "section_header",
                "text": "1 Glossary",
                "level": 3,
                "children": [{"$ref": "#/groups/0"}],
            },
            {"label": "list_item", "enumerated": True, "marker": "1.1", "children": [{"$ref": "#/groups/1"}]},
            {"label": "text", "text": "Pallet:"},
            {"label": "text", "text": "a platform of wood"},
            {"label": "list_item", "marker": "-", "text": "- typed already"},
            {"label": "checkbox_selected", "text": "insured"},
            {"label": "text", "text": "  "},
        ]
        groups = [
            {"label": "list", "children": [{"$ref": "#/texts/1"}, {"$ref": "#/texts/4"}]},
            {"label": "inline", "children": [{"$ref": "#/texts/2"}, {"$ref": "#/texts/3"}]},
        ]
        body = {"children": [{"$ref": "#/texts/0"}, {"$ref": "#/texts/5"}, {"$ref": "#/texts/6"}]}
        document = parsed(self._written(tmp_path, body=body, groups=groups, texts=texts, pages={}))
        assert shown(document) == [
            "1 Glossary",
            "1.1 Pallet: a platform of wood",
            "- typed already",
            "☒ insured",
        ]
        assert [line.style for line in document.lines] == ["h3", "", "", ""]
        assert not any(line.y1 for line in document.lines)

    def test_tables_of_contents_and_captions(self, tmp_path: Path) -> None:
        cell = {"start_row_offset_idx": 0, "start_col_offset_idx": 0}
        tables = [
            {"label": "document_index", "data": {"table_cells": [cell | {"text": "1. Storage"}]}},
            {
                "label": "table",
                "data": {
                    "table_cells": [cell | {"text": "a\nb"}, cell | {"text": "c", "start_col_offset_idx": 1}]
                },
                "captions": [{"$ref": "#/texts/0"}],
                "children": [{"$ref": "#/texts/0"}],
            },
        ]
        body = {"children": [{"$ref": "#/tables/0"}, {"$ref": "#/tables/1"}]}
        texts = [{"label": "caption", "text": "Table 1. Fees"}]
        document = parsed(self._written(tmp_path, body=body, tables=tables, texts=texts, pages={}))
        assert [(line.style, line.table) for line in document.lines] == [
            ("toc 1", False),
            ("", False),
            ("", True),
        ]
        assert shown(document) == ["1. Storage", "Table 1. Fees", "a b | c"]

    def test_references_in_a_circle_and_to_nothing(self, tmp_path: Path) -> None:
        places = [
            "#/groups/0",
            "#/texts/0",
            "#/body",
            "#/texts/-1",
            "#/texts/99999999999",
            "texts",
            "#/version/0",
        ]
        groups = [{"label": "list", "children": [{"$ref": place} for place in places]}]
        texts = [{"label": "text", "text": "once"}, {"label": "text", "text": "that nothing refers to"}]
        body = {"children": [{"$ref": "#/groups/0"}, {"$ref": "#/groups/0"}]}
        document = parsed(self._written(tmp_path, body=body, groups=groups, texts=texts, pages={}))
        assert shown(document) == ["once", "that nothing refers to"]

    def test_layers_that_are_not_printed(self, tmp_path: Path) -> None:
        texts = [
            {"label": "text", "text": "seen"},
            {"label": "text", "text": "unseen", "content_layer": "invisible"},
            {"label": "text", "text": "DRAFT", "content_layer": "background"},
        ]
        document = parsed(self._written(tmp_path, body={}, texts=texts, pages={}))
        assert shown(document) == ["seen"]
        assert left_out(document) == [("unseen", "hidden_text"), ("DRAFT", "background")]

    def _written(self, folder: Path, **members: Any) -> Path:
        return write(folder, {"schema_name": "DoclingDocument", "version": "1.3.0", **members})


class TestAzure:
    """What an analyzeResult may hold beside the plain case."""

    def test_words_of_the_python_library(self, tmp_path: Path) -> None:
        """It writes snake case, and corners as points."""
        corners = [{"x": 1, "y": 1}, {"x": 5, "y": 1}, {"x": 5, "y": 1.2}, {"x": 1, "y": 1.2}]
        line = {"content": "1. Term", "polygon": corners, "spans": [{"offset": 0, "length": 7}]}
        page = {"page_number": 1, "angle": None, "width": 8.5, "height": 11, "unit": "inch", "lines": [line]}
        paragraph = {"role": "sectionHeading", "content": "1. Term", "spans": line["spans"]}
        document = parsed(
            write(
                tmp_path,
                {
                    "api_version": "1",
                    "model_id": "m",
                    "content": "",
                    "pages": [page],
                    "paragraphs": [paragraph],
                },
            )
        )
        (term,) = document.lines
        assert (term.style, term.x0, term.y1) == ("h1", 72, pytest.approx(86.4))

    def test_a_page_scanned_sideways_keeps_its_indents(self, tmp_path: Path) -> None:
        """Turned clockwise by 90 degrees, lines run downwards and follow each other to the left."""
        lines = [
            {"content": text, "polygon": [x, y, x, 900, x - 20, 900, x - 20, y], "spans": []}
            for text, x, y in (("1. Storage", 700, 100), ("(a) label", 660, 140), ("2. Fees", 620, 100))
        ]
        page = {"pageNumber": 1, "angle": 90, "width": 800, "height": 1000, "unit": "pixel", "lines": lines}
        document = parsed(write(tmp_path, {"analyzeResult": {"pages": [page]}}))
        first, second, third = (line.indent for line in document.lines)
        assert first == pytest.approx(third)
        assert second - first == pytest.approx(40 * 72 / 200)
        assert document.lines[0].x1 == pytest.approx(700 * 72 / 200)

    def test_a_table_that_no_line_stands_in_and_signs(self, tmp_path: Path) -> None:
        cells = [{"rowIndex": 0, "columnIndex": 0, "content": ":selected: dry"}]
        cells.append({"rowIndex": 0, "columnIndex": 1, "content": ":unselected: chilled"})
        result = {"pages": [{"pageNumber": 1}], "tables": [{"cells": cells}]}
        assert shown(parsed(write(tmp_path, {"analyzeResult": result}))) == ["☒ dry | ☐ chilled"]

    def test_a_line_half_in_a_table_is_not_lost(self, tmp_path: Path) -> None:
        """Of the old shape: 'Total due 5.00' of which only the amount is a cell."""
        words = [{"text": word} for word in ("Total", "due", "5.00")]
        line = {"text": "Total due 5.00", "boundingBox": [1, 1, 5, 1, 5, 2, 1, 2], "words": words}
        cell = {
            "rowIndex": 0,
            "columnIndex": 0,
            "text": "5.00",
            "elements": ["#/readResults/0/lines/0/words/2"],
        }
        page = {"page": 1, "width": 8, "height": 11, "unit": "inch", "lines": [line]}
        tables = [{"page": 1, "tables": [{"cells": [cell]}]}]
        result = {"version": "2.1.0", "readResults": [page], "pageResults": tables}
        assert shown(parsed(write(tmp_path, {"analyzeResult": result}))) == ["Total due 5.00", "5.00"]

    def test_lines_are_as_sure_as_their_words(self, tmp_path: Path) -> None:
        def span(offset: int, length: int) -> dict[str, int]:
            return {"offset": offset, "length": length}

        words = [{"content": "1.", "confidence": 0.9, "span": span(0, 2)}]
        words += [{"content": "Term", "confidence": 0.5, "span": span(3, 4)}]
        words += [{"content": "Fees", "confidence": 1.0, "span": span(8, 4)}]
        lines = [{"content": "1. Term", "spans": [span(0, 7)]}, {"content": "Fees", "spans": [span(8, 4)]}]
        page = {"pageNumber": 1, "words": words, "lines": lines}
        old = {"page": 1, "lines": [{"text": "1. Term", "words": words[:2]}, {"text": "Fees", "words": []}]}
        for result in ({"pages": [page]}, {"readResults": [old]}):
            document = parsed(write(tmp_path, {"analyzeResult": result}))
            assert [line.confidence for line in document.lines] == [0.7, 1.0]

    def test_an_answer_without_pages(self, tmp_path: Path) -> None:
        running = write(tmp_path, {"status": "running", "analyzeResult": {}})
        with pytest.raises(UnreadableDocument, match="'running'; keep the answer that comes when"):
            read(running, "a.json")


class TestUnstructured:
    """What a list of elements may hold beside the plain case."""

    def test_points_count_from_the_bottom(self, tmp_path: Path) -> None:
        where = {"points": [[72, 720], [72, 700], [300, 700], [300, 720]], "system": "PointSpace"}
        where |= {"layout_width": 612, "layout_height": 792}
        (line,) = parsed(self._written(tmp_path, [("Text", "1. Term", {"coordinates": where})])).lines
        assert (line.x0, line.y0, line.x1, line.y1) == (72, 72, 300, 92)

    def test_a_number_found_apart_is_joined_to_its_text(self, tmp_path: Path) -> None:
        def at(x: float, y: float, wide: float, high: float) -> dict[str, Any]:
            points = [[x, y], [x, y + high], [x + wide, y + high], [x + wide, y]]
            box = {"points": points, "system": "PixelSpace", "layout_width": 1700, "layout_height": 2200}
            return {"coordinates": box, "page_number": 1}

        elements = [
            ("Title", "1.1", at(100, 100, 40, 30)),
            ("NarrativeText", "The Keeper shall keep the Goods dry.", at(200, 102, 900, 90)),
            ("Title", "(a)", at(100, 300, 40, 30)),
            ("NarrativeText", "stands below it", at(200, 400, 900, 30)),
        ]
        document = parsed(self._written(tmp_path, elements))
        assert shown(document) == ["1.1 The Keeper shall keep the Goods dry.", "(a)", "stands below it"]
        assert document.lines[0].x0 == 36

    def test_tables_in_html_load_and_run_nothing(self, tmp_path: Path) -> None:
        markup = (
            '<table><tr><td colspan="2">Fees<script src="https://example.org/x.js">1</script></td></tr>'
            "<tr><td>Dry &amp; c&oacute;ld<table><tr><td>in</td></tr></table></td>"
            "<td rowspan=x>4.10<tr><td>last"
        )
        document = parsed(self._written(tmp_path, [("Table", "Fees", {"text_as_html": markup})]))
        assert shown(document)[1:] == ["Dry & cóld in | 4.10", "last"]

    def test_elements_that_say_nothing_of_their_place(self, tmp_path: Path) -> None:
        elements = [("Title", "One", None), ("PageBreak", "", {}), ("Text", "Two", {"coordinates": None})]
        document = parsed(self._written(tmp_path, elements))
        assert [(line.page, document.line_text(line)) for line in document.lines] == [(1, "One"), (2, "Two")]
        assert document.flags == []

    def _written(self, folder: Path, elements: list[tuple[str, str, Any]]) -> Path:
        return write(
            folder, [{"type": kind, "text": text, "metadata": about} for kind, text, about in elements]
        )


def damaged(shape: str, old: str, new: str) -> str:
    text = output(shape).read_text("utf-8")
    assert old in text
    return text.replace(old, new, 1)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (damaged("docling", '"version": "1.10.0"', '"version": "2.0.0"'), "version 2.0.0 of its schema"),
        (damaged("docling", '"version": "1.10.0", ', ""), "damaged at version .*; export it again"),
        (damaged("docling", '"page_no": 1', '"page_no": 9'), "on page 9, but the file has 2; run the parser"),
        (damaged("docling", '"page_no": 1', '"page_no": -1'), "on page -1, but there is none"),
        (damaged("docling", '"page_no": 1', '"page_no": "one"'), "damaged at texts/0/prov/0/page_no"),
        (damaged("docling", '"pictures": []', '"pictures": ' + "[" * 10_000), "recursion limit"),
        (
            damaged(
                "azure-pages",
                '"Goods", "boundingRegions": [{"pageNumber": 2',
                '"Goods", "boundingRegions": [{"pageNumber": 5',
            ),
            "on page 5, but the file has 2",
        ),
        (
            damaged("azure-read-results", '"width": 8.5', '"width": {}'),
            "damaged at analyzeResult/readResults/0",
        ),
        (damaged("unstructured", '"page_number": 1', '"page_number": 1e12'), "on page 1000000000000"),
        (output("docling").read_text("utf-8")[:4000], "damaged .*EOF"),
        (output("unstructured").read_text("utf-8")[:4000], "damaged .*EOF"),
    ],
)
def test_damaged_output_is_refused_with_place_and_mend(text: str, says: str, tmp_path: Path) -> None:
    with pytest.raises(UnreadableDocument, match=says) as refused:
        read(write(tmp_path, text), "a.json")
    assert "\n" not in str(refused.value)
    assert "; " in str(refused.value)


def test_output_larger_than_any_document_is_not_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("assets.documents.reading.parser_output.LARGEST", 5_000)
    with pytest.raises(UnreadableDocument, match="has 0 MB; export it without pictures"):
        read(output("docling"), "a.json")


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-1e308"])
def test_a_box_that_is_none_costs_no_text(number: str, tmp_path: Path) -> None:
    path = write(
        tmp_path, damaged("docling", '"l": 220', f'"l": {number}').replace('"r": 392', f'"r": {number}')
    )
    document = parsed(path)
    assert document.flags == ["boxes_unusable:1"]
    assert shown(document) == shown(parsed(output("docling")))


def test_spans_that_no_table_has(tmp_path: Path) -> None:
    cells = [
        {"text": f"c{n}", "row_span": 10**9, "start_row_offset_idx": n, "start_col_offset_idx": n}
        for n in range(400)
    ]
    tables = [{"label": "table", "data": {"table_cells": cells}}]
    value = {"schema_name": "DoclingDocument", "version": "1.0.0", "body": {}, "tables": tables}
    document = parsed(write(tmp_path, value))
    assert len(document.lines) == 400
    assert len(document.text) < 1_000_000


def places(value: Any, above: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where in a JSON value something can be put."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, below in inside:
        yield (*above, key)
        yield from places(below, (*above, key))


PLACES = {shape: list(places(told(shape))) for shape in SHAPES}
ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**30), 10**30),
    st.floats(),
    st.text(max_size=5),
    st.sampled_from(
        ["#/body", "#/texts/0", "#/groups/0", "TOPLEFT", "PointSpace", "inch", "</table><td colspan=9>"]
    ),
    st.just([]),
    st.just({}),
    st.just([[1, 2], [3, 4]]),
)


@settings(max_examples=150)
@given(data=st.data(), shape=st.sampled_from(SHAPES))
def test_whatever_stands_in_a_place_the_file_is_read_or_refused(data: st.DataObject, shape: str) -> None:
    value = told(shape)
    for place in data.draw(st.lists(st.sampled_from(PLACES[shape]), min_size=1, max_size=4)):
        inside = value
        try:
            for key in place[:-1]:
                inside = inside[key]
            inside[place[-1]] = data.draw(ODD)
        except (LookupError, TypeError):
            continue  # an odd value stands there already
    with TemporaryDirectory() as folder:
        path = write(Path(folder), value)
        try:
            document = read(path, "a.json")
        except UnreadableDocument:
            return
        check_offsets(document)
        to_table([document])
        assert all(
            map(math.isfinite, (x for line in document.lines for x in (line.x0, line.y1, line.indent)))
        )


@pytest.mark.shared
@pytest.mark.parametrize("name", ["multi_page.pdf", "2305.03393v1-pg9.pdf", "word_tables.docx"])
def test_docling_and_the_own_reader_tell_the_same(name: str, shared: Path) -> None:
    folder = shared / "data" / "parsers" / "docling"
    form = next(
        path for path in (folder / f"{name}.json", folder / f"{Path(name).stem}.json") if path.exists()
    )
    own, given = read(folder / name, name), read(folder / name, name, form)
    check_offsets(given)
    assert given.pages == own.pages
    missing = letters(own.text) - letters(given.text)
    assert missing.total() < 0.01 * letters(own.text).total()


@pytest.mark.shared
@pytest.mark.parametrize(
    "path", sorted((SHARED / "data" / "parsers").glob("*/*.json")), ids=lambda path: path.name[:30]
)
def test_what_parsers_really_gave(path: Path) -> None:
    document = read(path, path.name)
    check_offsets(document)
    assert document.lines
    assert document.reader == f"{path.parent.name}-1"
    assert all(0 <= line.x0 < line.x1 <= 1000 for line in document.lines if line.y1)
