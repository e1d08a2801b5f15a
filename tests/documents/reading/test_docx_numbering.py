"""Numbers that Word computes: what Word prints stands before the text, and nothing else does."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assets.documents.reading.word_number_formats import format_number
from tests.documents.reading.word_builders import (
    abstract,
    body,
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

OUTLINE = (
    level(0, "%1."),
    level(1, "%1.%2"),
    level(2, "(%3)", "lowerLetter"),
    level(3, "(%4)", "lowerRoman"),
)


def test_a_contract_of_four_levels(tmp_path: Path) -> None:
    document = new(abstract(1, *OUTLINE), num(1, 1))
    body(
        document,
        item("Term", 1),
        item("Start.", 1, 1),
        item("on signing;", 1, 2),
        item("by both parties;", 1, 3),
        item("in writing;", 1, 3),
        item("or on delivery.", 1, 2),
        item("End.", 1, 1),
        item("Fees", 1),
        item("Due dates.", 1, 1),
        item("monthly;", 1, 2),
    )
    document = parsed(document, tmp_path)
    assert [document.line_text(line) for line in document.lines] == [
        "1. Term",
        "1.1 Start.",
        "(a) on signing;",
        "(i) by both parties;",
        "(ii) in writing;",
        "(b) or on delivery.",
        "1.2 End.",
        "2. Fees",
        "2.1 Due dates.",
        "(a) monthly;",
    ]
    assert document.flags == ["word_numbers:10"]


def test_a_level_that_was_skipped_counts_as_begun(tmp_path: Path) -> None:
    document = new(abstract(1, level(0, "%1."), level(1, "%1.%2"), level(2, "%1.%2.%3")), num(1, 1))
    body(document, item("A", 1), item("B", 1, 2), item("C", 1, 1), item("D", 1, 2))
    assert lines(document, tmp_path) == ["1. A", "1.1.1 B", "1.2 C", "1.2.1 D"]


def test_lists_of_one_definition_go_on_counting_unless_they_start_anew(tmp_path: Path) -> None:
    document = new(abstract(1, *OUTLINE), num(1, 1), num(2, 1), num(3, 1, {0: 5}), num(4, 1, {1: 7}))
    body(
        document,
        item("A", 1),
        item("B", 2),
        item("C", 3),
        item("D", 3),
        item("E", 1),
        item("F", 4, 1),
        item("G", 4, 1),
        item("H", 4),
        item("I", 4, 1),
    )
    assert lines(document, tmp_path) == [
        "1. A", "2. B", "5. C", "6. D", "7. E", "7.7 F", "7.8 G", "8. H", "8.7 I",
    ]  # fmt: skip


def test_a_list_may_redefine_a_level(tmp_path: Path) -> None:
    document = new(abstract(1, *OUTLINE), num(1, 1), num(2, 1, levels=level(0, "Article %1", "upperRoman")))
    body(document, item("Term", 1), item("Fees", 2), item("Due", 2, 1))
    assert lines(document, tmp_path) == ["1. Term", "Article II Fees", "II.1 Due"]


@pytest.mark.parametrize(
    ("restart", "numbers"),
    [
        (None, ["1.", "1.1", "a)", "1.2", "a)", "2.", "2.1", "a)"]),
        ("0", ["1.", "1.1", "a)", "1.2", "b)", "2.", "2.1", "c)"]),
        ("1", ["1.", "1.1", "a)", "1.2", "b)", "2.", "2.1", "a)"]),
        ("2", ["1.", "1.1", "a)", "1.2", "a)", "2.", "2.1", "a)"]),
        ("7", ["1.", "1.1", "a)", "1.2", "a)", "2.", "2.1", "a)"]),  # an inner level: ignored
    ],
)
def test_restarts(tmp_path: Path, restart: str | None, numbers: list[str]) -> None:
    more = {} if restart is None else {"lvlRestart": restart}
    document = new(
        abstract(1, level(0, "%1."), level(1, "%1.%2"), level(2, "%3)", "lowerLetter", **more)), num(1, 1)
    )
    body(document, *(item("x", 1, at) for at in (0, 1, 2, 1, 2, 0, 1, 2)))
    assert lines(document, tmp_path) == [f"{number} x" for number in numbers]


def test_legal_style_prints_every_level_in_decimal(tmp_path: Path) -> None:
    document = new(
        abstract(
            1,
            level(0, "Article %1.", "upperRoman"),
            level(1, "%1.%2", "decimalZero"),
            level(2, "%1.%2.%3", "lowerLetter", isLgl="1"),
            level(3, "%1.%3", "lowerLetter", isLgl="0"),
        ),
        num(1, 1),
    )
    body(document, *(item("x", 1, at) for at in range(4)))
    assert lines(document, tmp_path) == ["Article I. x", "I.01 x", "1.1.1 x", "I.a x"]


def test_styles_number_their_paragraphs(tmp_path: Path) -> None:
    document = new(abstract(1, level(0, "%1.", pStyle="Clause"), level(1, "%1.%2", pStyle="Sub")), num(1, 1))
    style(document, "Clause", in_list(1))
    # The level a style belongs to wins over the level it names; a style without numbers of its own
    # has those of the style it is based on.
    style(document, "Sub", in_list(1, 3))
    style(document, "Quiet", in_list(0), based_on="Sub")
    style(document, "SubToo", based_on="Sub")
    style(document, "Depth", in_list(None, 1), based_on="Clause")
    body(
        document,
        p("Term", style="Clause"),
        p("Start", style="Sub"),
        p("End", style="SubToo"),
        p("No number", style="Quiet"),
        p("No number here", in_list(0), style="Sub"),
        p("Length", style="Depth"),
        p("Next", in_list(1), style="Clause"),
        p("Its part", in_list(None, 1), style="Clause"),
    )
    assert lines(document, tmp_path) == [
        "1. Term", "1.1 Start", "1.2 End", "No number", "No number here", "1.3 Length", "2. Next",
        "2.1 Its part",
    ]  # fmt: skip


def test_numbering_styles_lead_to_their_list(tmp_path: Path) -> None:
    document = new(
        abstract(1, before='<w:numStyleLink w:val="House"/>'),
        abstract(2, *OUTLINE, before='<w:styleLink w:val="House"/>'),
        abstract(3, before='<w:numStyleLink w:val="Lost"/>'),
        abstract(4, before='<w:numStyleLink w:val="Circle"/>'),
        num(1, 1),
        num(2, 2),
        num(3, 1, {0: 9}),
        num(4, 3),
        num(5, 4),
    )
    style(document, "House", in_list(2), kind="numbering")
    style(document, "Circle", in_list(5), kind="numbering")
    body(document, *(item("x", list_id) for list_id in (1, 2, 3, 4, 5)))
    assert lines(document, tmp_path) == ["1. x", "2. x", "9. x", "x", "x"]


def test_no_number_is_invented(tmp_path: Path) -> None:
    document = new(
        abstract(1, level(0, "•", "bullet"), level(1, "%2", "none"), level(2, ""), level(3, "%4.", "none")),
        abstract(2, level(0, "%1.%2"), level(1, "%1.%2", "bullet"), level(2, "–")),
        abstract(3, level(0, "%1.").replace("</w:lvl>", "<w:rPr><w:vanish/></w:rPr></w:lvl>")),
        num(1, 1), num(2, 2), num(3, 3), num(4, 77),
    )  # fmt: skip
    texts = [
        "1. Typed",
        "Article 9 - Cold storage",
        "Plain",
        "Plain too",
        "Whole text ignored",
        "Bullet",
        "Dash",
    ]
    places = [(1, 0), (1, 1), (1, 2), (1, 3), (2, 0), (2, 1), (2, 2)]
    more = [("Hidden number", 3, 0), ("No such list", 4, 0), ("Nor this", 99, 0), ("No such level", 1, 8)]
    body(
        document,
        *(item(text, *place) for text, place in zip(texts, places, strict=True)),
        *(item(*it) for it in more),
    )
    result = parsed(document, tmp_path)
    assert [result.line_text(line) for line in result.lines] == [*texts, *(text for text, _, _ in more)]
    assert result.flags == []


@pytest.mark.parametrize(
    ("suffix", "text", "printed"),
    [
        ("tab", "Term", "§ 1 Term"),
        ("space", "Term", "§ 1 Term"),
        ("nothing", "Term", "§ 1 Term"),  # they would run together
        ("nothing", ". Term", "§ 1. Term"),
        ("nothing", "\tTerm", "§ 1 Term"),
    ],
)
def test_one_space_between_number_and_text(tmp_path: Path, suffix: str, text: str, printed: str) -> None:
    document = new(abstract(1, level(0, "§ %1", suff=suffix)), num(1, 1))
    assert lines(body(document, item(text, 1)), tmp_path) == [printed]


def test_numbers_in_tables_controls_and_empty_paragraphs(tmp_path: Path) -> None:
    document = new(abstract(1, level(0, "%1.")), num(1, 1))
    cell = "<w:tc><w:p><w:pPr>{}</w:pPr>{}</w:p></w:tc>"
    body(
        document,
        item("First", 1),
        "<w:tbl>"
        + "".join(
            f"<w:tr>{cell.format(in_list(1, 0), '')}{cell.format('', run(text))}</w:tr>"
            for text in ("Pump", "Valve")
        )
        + "</w:tbl>",
        f"<w:sdt><w:sdtContent>{item('In a control', 1)}</w:sdtContent></w:sdt>",
        item("", 1),
        # A paragraph that is but a section break shows no number and counts for none.
        p("", in_list(1, 0) + "<w:sectPr/>"),
        item("Last", 1),
    )
    assert lines(document, tmp_path) == [
        "1. First",
        "2. | Pump",
        "3. | Valve",
        "4. In a control",
        "5.",
        "6. Last",
    ]


def test_a_page_break_before_the_text_does_not_part_it_from_its_number(tmp_path: Path) -> None:
    document = new(abstract(1, level(0, "%1.")), num(1, 1))
    body(document, item('<w:r><w:br w:type="page"/></w:r>' + run("Term"), 1))
    assert lines(document, tmp_path) == ["1. Term"]


def test_the_list_says_how_far_its_paragraphs_are_indented(tmp_path: Path) -> None:
    indented = level(0, "%1.").replace(
        "</w:lvl>", '<w:pPr><w:ind w:left="720" w:hanging="360"/></w:pPr></w:lvl>'
    )
    document = new(abstract(1, indented), num(1, 1))
    style(document, "Own", in_list(1, 0) + '<w:ind w:left="1440"/>')
    body(
        document,
        item("From the list", 1),
        p("From its style", style="Own"),
        p("Its own", in_list(1, 0) + '<w:ind w:firstLine="0" w:left="200"/>'),
    )
    assert [line.indent for line in parsed(document, tmp_path).lines] == [18, 54, 10]


@pytest.mark.parametrize(
    ("name", "printed"),
    [
        ("decimalZero", {1: "01", 10: "10", 100: "100"}),
        ("lowerLetter", {1: "a", 26: "z", 27: "aa", 28: "bb", 52: "zz", 53: "aaa", 0: ""}),
        ("upperLetter", {3: "C", 30: "DD"}),
        ("lowerRoman", {4: "iv", 9: "ix", 40: "xl"}),
        ("upperRoman", {14: "XIV", 1999: "MCMXCIX"}),
        ("ordinal", {1: "1st", 2: "2nd", 3: "3rd", 11: "11th", 22: "22nd", 112: "112th"}),
        ("cardinalText", {1: "One", 21: "Twenty-one", 340: "Three hundred forty"}),
        (
            "ordinalText",
            {1: "First", 12: "Twelfth", 20: "Twentieth", 32: "Thirty-second", 100: "One hundredth"},
        ),
        ("decimalEnclosedParen", {2: "⑵", 21: "21"}),
        ("chicago", {1: "*", 5: "**"}),
        ("numberInDash", {7: "- 7 -"}),
        ("none", {1: ""}),
        ("bullet", {1: ""}),
        ("aFormatOfTomorrow", {12: "12"}),
    ],
)
def test_formats(name: str, printed: dict[int, str]) -> None:
    assert {value: format_number(value, name) for value in printed} == printed


def test_a_format_newer_than_its_fallback(tmp_path: Path) -> None:
    newer = level(0, "%1)").replace(
        '<w:numFmt w:val="decimal"/>',
        '<mc:AlternateContent><mc:Choice Requires="w14"><w:numFmt w:val="custom" w:format="001, 002, ..."/>'
        '</mc:Choice><mc:Fallback><w:numFmt w:val="decimalZero"/></mc:Fallback></mc:AlternateContent>',
    )
    document = new(abstract(1, newer), num(1, 1))
    assert lines(body(document, item("x", 1), item("y", 1)), tmp_path) == ["001) x", "002) y"]


FORMATS = st.sampled_from(
    "decimal decimalZero upperRoman lowerLetter ordinalText cardinalText bullet none chicago hex x".split()
)
NUMBERS = st.sampled_from(["0", "1", "2", "7", "9", "-3", "781", "99999999999", "", "x", "1.5"])
PATTERNS = st.text("%0123459.()- §A\u00a0\u202e", max_size=12)


@st.composite
def random_levels(draw: st.DrawFn) -> str:
    names = st.sampled_from(["start", "numFmt", "lvlText", "lvlRestart", "isLgl", "suff", "pStyle"])
    made = []
    for _ in range(draw(st.integers(0, 5))):
        number = draw(st.one_of(st.integers(0, 9).map(str), NUMBERS))
        parts = []
        for name in draw(st.lists(names, unique=True)):
            value = {"numFmt": FORMATS, "lvlText": PATTERNS, "pStyle": st.sampled_from(["A", "B"])}.get(
                name, NUMBERS
            )
            parts.append(f'<w:{name} w:val="{draw(value)}"/>')
        made.append(f'<w:lvl w:ilvl="{number}">{"".join(parts)}</w:lvl>')
    return "".join(made)


@st.composite
def random_numbering(draw: st.DrawFn) -> list[str]:
    made = []
    for number in range(draw(st.integers(0, 3))):
        links = st.sampled_from(
            ["", '<w:numStyleLink w:val="A"/>', '<w:styleLink w:val="A"/>', "<w:numStyleLink/>"]
        )
        made.append(abstract(number, draw(random_levels()), before=draw(links)))
    for number in range(1, draw(st.integers(1, 4))):
        starts = draw(st.dictionaries(st.integers(-1, 10), st.integers(-5, 900), max_size=3))
        made.append(num(number, draw(st.integers(0, 3)), starts, draw(random_levels())))
    return made


@settings(max_examples=60)
@given(
    definitions=random_numbering(),
    paragraphs=st.lists(
        st.tuples(
            st.integers(0, 4), st.one_of(st.none(), st.integers(-1, 10)), st.sampled_from(["", "A", "B"])
        ),
        max_size=12,
    ),
    base=st.sampled_from(["", "A", "B"]),
)
def test_whatever_the_definitions_no_text_is_lost(
    definitions: list[str], paragraphs: list[tuple[int, int | None, str]], base: str
) -> None:
    document = new(*definitions)
    style(document, "A", in_list(1, 2), based_on=base)
    style(document, "B", in_list(2), based_on="A")
    texts = [f"Text of paragraph {'abcdefghijkl'[at]}." for at in range(len(paragraphs))]
    body(
        document,
        *(p(text, in_list(*place[:2]), place[2]) for text, place in zip(texts, paragraphs, strict=True)),
    )
    with TemporaryDirectory() as folder:
        result = parsed(document, Path(folder))
    found = [result.line_text(line) for line in result.lines]
    assert len(found) == len(texts)
    numbered = 0
    for line, text in zip(found, texts, strict=True):
        assert line.endswith(text)
        numbered += line != text
    assert result.flags == ([f"word_numbers:{numbered}"] if numbered else [])
