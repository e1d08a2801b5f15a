"""What of a DOCX is printed: tracked changes as if accepted, fields as their results, no hidden text,
boxes and merged cells once."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import docx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assets.documents.reading.model import UnreadableDocument
from assets.documents.reading.read import read
from tests.documents.reading.builders import left_out, rezip
from tests.documents.reading.word_builders import (
    abstract,
    body,
    element,
    in_list,
    item,
    level,
    lines,
    new,
    num,
    p,
    parsed,
    run,
    style,
)

GONE = "<w:rPr><w:del/></w:rPr>"
HIDDEN = "<w:vanish/>"


def numbered() -> Any:
    return new(abstract(1, level(0, "%1."), level(1, "%1.%2")), num(1, 1))


def field(code: str, result: str | None, *, inside: str = "") -> str:
    """A complex field; `inside` is a field within its code."""
    shown = "" if result is None else '<w:r><w:fldChar w:fldCharType="separate"/></w:r>' + result
    return (
        f'<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>{code}</w:instrText></w:r>{inside}'
        f'{shown}<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    )


def test_tracked_changes_are_read_as_accepted(tmp_path: Path) -> None:
    document = numbered()
    body(
        document,
        p(f"{run('The fee is ')}<w:del>{run('five')}</w:del><w:ins>{run('six')}</w:ins>"),
        p(f"<w:moveFrom>{run('Moved clause.')}</w:moveFrom>", "<w:rPr><w:moveFrom/></w:rPr>" + in_list(1, 0)),
        item("First", 1),
        p(f"<w:del>{run('Deleted clause.')}</w:del>", in_list(1, 0) + GONE),
        p(f"<w:moveTo>{run('Moved clause.')}</w:moveTo>", in_list(1, 0)),
        # A deleted paragraph end joins two paragraphs; the second one's properties stay.
        p("Half a sentence ", GONE),
        item("and the other half.", 1),
        # What the properties were before does not count.
        p("Plain", f"<w:pPrChange><w:pPr>{in_list(1, 0)}</w:pPr></w:pPrChange>"),
    )
    result = parsed(document, tmp_path)
    assert [result.line_text(line) for line in result.lines] == [
        "The fee is six",
        "1. First",
        "2. Moved clause.",
        "3. Half a sentence and the other half.",
        "Plain",
    ]
    assert result.flags == ["word_numbers:3", "tracked_changes:8"]


def test_a_deleted_end_before_a_table_loses_nothing(tmp_path: Path) -> None:
    document = docx.Document()
    body(
        document,
        p("Before", GONE),
        "<w:tbl><w:tr><w:tc><w:p/></w:tc><w:tc>" + p("In") + "</w:tc></w:tr></w:tbl>",
    )
    body(document, p("Last", GONE))
    assert lines(document, tmp_path) == ["Before", "| In", "Last"]


def test_hidden_text_is_not_printed(tmp_path: Path) -> None:
    document = numbered()
    style(document, "Secret")
    document.styles.element[-1].append(element("<w:rPr><w:vanish/></w:rPr>"))
    body(
        document,
        p(run("Shown ") + run("hidden", HIDDEN) + run("too")),
        p(run("hidden by style") + run("shown again", '<w:vanish w:val="0"/>'), style="Secret"),
        p(run("hidden", HIDDEN), in_list(1, 0) + f"<w:rPr>{HIDDEN}</w:rPr>"),
        item("First", 1),
    )
    result = parsed(document, tmp_path)
    assert [result.line_text(line) for line in result.lines] == ["Shown too", "shown again", "1. First"]
    assert result.flags == ["word_numbers:1", "hidden_text:3"]


def test_a_style_separator_runs_a_heading_into_its_text(tmp_path: Path) -> None:
    document = numbered()
    body(
        document,
        p("Term.", in_list(1, 0) + "<w:rPr><w:vanish/><w:specVanish/></w:rPr>", "Heading2"),
        p("This agreement runs for two years."),
        item("Fees", 1),
    )
    result = parsed(document, tmp_path)
    assert [(result.line_text(line), line.style) for line in result.lines] == [
        ("1. Term. This agreement runs for two years.", "heading 2"),
        ("2. Fees", "Normal"),
    ]


def test_fields_show_their_results(tmp_path: Path) -> None:
    document = docx.Document()
    inner = field("MERGEFIELD state", run("never shown"))
    box = (
        '<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox><w:default w:val="0"/>{}</w:checkBox>'
        "</w:ffData></w:fldChar></w:r><w:r><w:instrText> FORMCHECKBOX </w:instrText></w:r>"
        '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    )
    body(
        document,
        p(run("See Section ") + field(" REF _Ref1 \\r ", run("7.2")) + run(".")),
        p(run("Law of ") + field("IF ", run("Ohio"), inside=inner + run(" = 1"))),
        p(field('XE "term"', None) + run("Indexed")),
        p(f'<w:fldSimple w:instr=" PAGE ">{run("12")}</w:fldSimple>{run(" pages")}'),
        p(box.format("<w:checked/>") + run(" Annual ") + box.format("") + run(" Monthly")),
        p(field(" LISTNUM ", None) + run(" a number that is not in the file")),
        # An end without its field, and a field that never ends, hide nothing.
        p('<w:r><w:fldChar w:fldCharType="end"/></w:r>' + run("Stray")),
        p('<w:r><w:fldChar w:fldCharType="begin"/></w:r>' + run("Stray too")),
    )
    result = parsed(document, tmp_path)
    assert [result.line_text(line) for line in result.lines] == [
        "See Section 7.2.",
        "Law of Ohio",
        "Indexed",
        "12 pages",
        "☒ Annual ☐ Monthly",
        "a number that is not in the file",
        "Stray",
        "Stray too",
    ]
    assert result.flags == ["word_numbers_unread:1"]


def test_characters_that_are_elements(tmp_path: Path) -> None:
    document = docx.Document()
    body(
        document,
        p(
            run("co") + "<w:r><w:softHyphen/></w:r>" + run("operate, re") + "<w:r><w:noBreakHyphen/></w:r>"
            + run("let")
        ),
        p(run("a") + "<w:r><w:tab/></w:r>" + run("b") + "<w:r><w:ptab/></w:r>" + run("c")),
        p(run("one") + "<w:r><w:br/></w:r>" + run("two") + '<w:r><w:cr/></w:r>' + run("three")),
        p('<w:r><w:sym w:char="F0FC"/></w:r>' + run(" agreed") + '<w:r><w:sym w:char="zz"/></w:r>'),
        p(run("Price = ") + "<m:oMath><m:r><m:t>a</m:t></m:r><m:r><m:t>/ b</m:t></m:r></m:oMath>"),
        p(f"<w:r><w:ruby><w:rt>{run('above')}</w:rt><w:rubyBase>{run('base')}</w:rubyBase></w:ruby></w:r>"),
    )  # fmt: skip
    assert lines(document, tmp_path) == [
        "cooperate, re-let", "a b c", "one", "two", "three", "✓ agreed", "Price = a / b", "base",
    ]  # fmt: skip


def test_a_text_box_stands_once_and_counts_apart(tmp_path: Path) -> None:
    document = numbered()
    box = f"<w:txbxContent>{item('In the box', 1)}</w:txbxContent>"
    body(
        document,
        item("First", 1),
        p(
            run("Anchor")
            + f"<w:r><mc:AlternateContent><mc:Choice Requires='wps'><w:drawing>{box}</w:drawing></mc:Choice>"
            f"<mc:Fallback><w:pict>{box}</w:pict></mc:Fallback></mc:AlternateContent></w:r>"
        ),
        p(f"<w:r><w:pict>{box}</w:pict></w:r>"),
        p(f"<w:del><w:r><w:pict>{box}</w:pict></w:r></w:del>"),
        item("Second", 1),
    )
    assert lines(document, tmp_path) == ["1. First", "Anchor", "1. In the box", "2. In the box", "2. Second"]


def test_one_version_of_what_is_there_twice(tmp_path: Path) -> None:
    document = docx.Document()
    twice = (
        "<mc:AlternateContent><mc:Choice Requires='w16'>{}</mc:Choice>"
        "<mc:Fallback>{}</mc:Fallback></mc:AlternateContent>"
    )
    body(
        document,
        twice.format(p("new paragraph"), p("old paragraph")),
        p(twice.format(run("new run"), run("old run"))),
        f"<mc:AlternateContent><mc:Fallback>{p('only the old')}</mc:Fallback></mc:AlternateContent>",
    )
    assert lines(document, tmp_path) == ["new paragraph", "new run", "only the old"]


def test_merged_deleted_and_hidden_cells(tmp_path: Path) -> None:
    document = docx.Document()

    def row(*cells: tuple[str, str], properties: str = "") -> str:
        made = "".join(f"<w:tc><w:tcPr>{tc}</w:tcPr>{p(text)}</w:tc>" for text, tc in cells)
        return f"<w:tr><w:trPr>{properties}</w:trPr>{made}</w:tr>"

    wide, first, rest = '<w:gridSpan w:val="2"/>', '<w:vMerge w:val="restart"/>', "<w:vMerge/>"
    body(
        document,
        "<w:tbl>"
        + row(("Item", ""), ("Price and term", wide))
        + row(("Pump", first), ("5", ""), ("2 years", ""))
        + row(("left over", rest), ("6", ""), ("3 years", ""))
        + row(("Valve", ""), ("7", ""), ("gone", "<w:cellDel/>"))
        + row(("struck", ""), ("out", ""), properties="<w:del/>")
        + row(("hidden", ""), ("row", ""), properties="<w:hidden/>")
        + "</w:tbl>",
    )
    assert lines(document, tmp_path) == [
        "Item | Price and term",
        "Pump | 5 | 2 years",
        "| 6 | 3 years",
        "Valve | 7",
    ]


def test_changes_and_controls_inside_a_table(tmp_path: Path) -> None:
    """Rows, cells and words of it were inserted, deleted and moved; controls wrap rows, cells and text."""

    def cell(content: str, properties: str = "") -> str:
        return f"<w:tc><w:tcPr>{properties}</w:tcPr>{content}</w:tc>"

    def row(*cells: str, properties: str = "") -> str:
        return f"<w:tr><w:trPr>{properties}</w:trPr>{''.join(cells)}</w:tr>"

    def control(content: str) -> str:
        return f"<w:sdt><w:sdtPr/><w:sdtContent>{content}</w:sdtContent></w:sdt>"

    fee = p(f"{run('Fee ')}<w:del>{run('10')}</w:del><w:ins>{run('12')}</w:ins>")
    document = numbered()
    body(
        document,
        item("Fees", 1),
        "<w:tbl>"
        + control(row(cell(fee), control(cell(control(p("a month"))))))
        + row(cell(p("new")), cell(p("row")), properties="<w:ins/>")
        + row(cell(p("old")), cell(p("row")), properties="<w:del/>")
        + row(cell(p("Pump")), cell(p("new cell"), "<w:cellIns/>"), cell(p("old cell"), "<w:cellDel/>"))
        + row(
            cell(p(f"<w:moveFrom>{run('moved')}</w:moveFrom>", "<w:rPr><w:moveFrom/></w:rPr>")),
            cell(p(f"<w:moveTo>{run('moved')}</w:moveTo>")),
        )
        + row(cell(item("x", 1, 1)), cell(p(f"<w:del>{run('struck')}</w:del>", in_list(1, 1) + GONE)))
        + "</w:tbl>",
        "<w:tbl>"
        + row(cell(p(f"<w:del>{run('all')}</w:del>")), cell(p()), properties="<w:del/>")
        + "</w:tbl>",
        control(item("Law", 1)),
    )
    assert lines(document, tmp_path) == [
        "1. Fees",
        "Fee 12 | a month",
        "new | row",
        "Pump | new cell",
        "| moved",
        "1.1 x |",
        "2. Law",
    ]


def test_a_cell_over_the_whole_width_keeps_its_paragraphs(tmp_path: Path) -> None:
    document = docx.Document()
    inner = p("Annex", style="Heading1") + p("What is paid.")
    wide = f'<w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr>{inner}</w:tc>'
    pair = f"<w:tc>{p('Pump')}</w:tc><w:tc>{p('5')}{p('each')}</w:tc>"
    body(document, f"<w:tbl><w:tr>{wide}</w:tr><w:tr>{pair}</w:tr></w:tbl>")
    result = parsed(document, tmp_path)
    assert [(result.line_text(line), line.style, line.table) for line in result.lines] == [
        ("Annex", "heading 1", True),
        ("What is paid.", "Normal", True),
        ("Pump | 5 each", "", True),
    ]


@pytest.mark.parametrize("styled", ["TOC1", ""])
def test_contents_are_told_by_their_field_or_style(tmp_path: Path, styled: str) -> None:
    document = docx.Document()
    style(document, "TOC1")
    entries = [run(f"{number} {name}<w:tab/>{page}".replace("<w:tab/>", "\t")) for number, name, page in (
        (1, "Delivery", 2), (2, "Payment", 3))]  # fmt: skip
    head, tail = field(' TOC \\o "1-3" ', "@").split("@")
    body(
        document,
        "<w:sdt><w:sdtContent>"
        + p("Contents")
        + p(head + entries[0], style=styled)
        + p(f"<w:hyperlink>{entries[1]}</w:hyperlink>", style=styled)
        + p(tail)
        + "</w:sdtContent></w:sdt>",
        p("1 Delivery"),
    )
    result = parsed(document, tmp_path)
    assert [(result.line_text(line), line.style.lower()[:3]) for line in result.lines] == [
        ("Contents", "nor"),
        ("1 Delivery 2", "toc"),
        ("2 Payment 3", "toc"),
        ("1 Delivery", "nor"),
    ]


def test_headers_are_set_apart_and_count_for_themselves(tmp_path: Path) -> None:
    document = numbered()
    document.sections[0].header._element.append(element(item("In the header", 1)))
    body(document, item("First", 1))
    result = parsed(document, tmp_path)
    assert [result.line_text(line) for line in result.lines] == ["1. First"]
    assert left_out(result) == [("1. In the header", "running_header")]


def test_page_and_look_are_each_line_s_own(tmp_path: Path) -> None:
    document = docx.Document()
    page = '<w:r><w:br w:type="page"/></w:r>'
    style(document, "Strong", kind="character")
    document.styles.element[-1].append(element('<w:rPr><w:b/><w:sz w:val="40"/></w:rPr>'))
    body(
        document,
        p(run("Heading", '<w:rStyle w:val="Strong"/>') + "<w:r><w:br/></w:r>" + run("and its text")),
        p(page + run("on the next page")),
        p(run("last of it") + page),
        p("and the third"),
    )
    assert [(line.page, line.bold, line.size) for line in parsed(document, tmp_path).lines] == [
        (1, True, 20), (1, False, 11), (2, False, 11), (2, False, 11), (3, False, 11),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "kind",
    [
        b"openxmlformats-officedocument.wordprocessingml.template.main",
        b"ms-word.document.macroEnabled.main",
        b"ms-word.template.macroEnabledTemplate.main",
    ],
)
def test_templates_and_documents_with_macros_are_read(tmp_path: Path, kind: bytes) -> None:
    body(docx.Document(), p("Term")).save(str(tmp_path / "a.docx"))
    plain = b"openxmlformats-officedocument.wordprocessingml.document.main"
    made = rezip(tmp_path / "a.docx", tmp_path / "b.docx", lambda _, data: data.replace(plain, kind))
    assert read(made, "b.docx").text == "Term"


def test_the_strict_kind_is_named(tmp_path: Path) -> None:
    body(docx.Document(), p("Term")).save(str(tmp_path / "a.docx"))
    usual, strict = b"http://schemas.openxmlformats.org/", b"http://purl.oclc.org/ooxml/"
    made = rezip(
        tmp_path / "a.docx",
        tmp_path / "b.docx",
        lambda _, data: data.replace(usual + b"officeDocument/2006/", strict + b"officeDocument/"),
    )
    with pytest.raises(UnreadableDocument, match="Strict Open XML"):
        read(made, "b.docx")


KINDS = {
    "plain": run("{}"),
    "inserted": f"<w:ins>{run('{}')}</w:ins>",
    "moved here": f"<w:moveTo>{run('{}')}</w:moveTo>",
    "in a control": f"<w:sdt><w:sdtPr/><w:sdtContent>{run('{}')}</w:sdtContent></w:sdt>",
    "linked": f"<w:hyperlink><w:ins>{run('{}')}</w:ins></w:hyperlink>",
    "a result": field("REF x", run("{}")),
    "bold": run("{}", "<w:b/>"),
    "! deleted": f"<w:del>{run('{}')}</w:del>",
    "! moved away": f"<w:moveFrom>{run('{}')}</w:moveFrom>",
    "! hidden": run("{}", HIDDEN),
    "! a code": field("IF", run(""), inside=run("{}")),
    "! the older version": "<mc:AlternateContent><mc:Choice Requires='x'/><mc:Fallback>"
    + run("{}")
    + "</mc:Fallback></mc:AlternateContent>",
}


@settings(max_examples=60)
@given(
    st.lists(st.tuples(st.sampled_from(list(KINDS)), st.sampled_from(["", GONE])), min_size=1, max_size=12)
)
def test_all_that_is_printed_is_read_and_nothing_else(parts: list[tuple[str, str]]) -> None:
    words = [f"word{'abcdefghijkl'[at]}" for at in range(len(parts))]
    document = docx.Document()
    body(
        document,
        *(p(KINDS[kind].format(f" {word} "), mark) for word, (kind, mark) in zip(words, parts, strict=True)),
    )
    with TemporaryDirectory() as folder:
        found = " ".join(lines(document, Path(folder)))
    assert found.split() == [
        word for word, (kind, _) in zip(words, parts, strict=True) if not kind.startswith("!")
    ]
