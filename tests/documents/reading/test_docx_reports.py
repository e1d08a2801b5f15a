"""Kinds of DOCX on which readers are known to fail: what the clause tree makes of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import docx

from assets.contracts.tree import ClauseTree, build_tree
from assets.documents.reading.model import ParsedDocument
from tests.documents.reading.word_builders import (
    abstract,
    body,
    element,
    in_list,
    item,
    level,
    new,
    num,
    p,
    parsed,
    run,
)


def headings(*extra: str) -> Any:
    """A document whose heading styles are numbered 1 and 1.1."""
    document = new(
        abstract(1, level(0, "%1.", pStyle="Heading1"), level(1, "%1.%2", pStyle="Heading2")),
        num(1, 1),
        *extra,
    )
    for name, at in (("Heading1", 0), ("Heading2", 1)):
        properties = document.styles[f"Heading {at + 1}"].element.get_or_add_pPr()
        properties.append(element(in_list(1, at)))
        assert document.styles[f"Heading {at + 1}"].style_id == name
    return document


def outline(tree: ClauseTree) -> list[tuple[str, str]]:
    return [(node.path, node.title) for node in tree.walk() if node.unit == "clause"]


def text_of(document: ParsedDocument, tree: ClauseTree, path: str) -> str:
    node = next(node for node in tree.walk() if node.path == path)
    return document.text[node.start : node.own_end].strip()


def read_tree(document: Any, folder: Path) -> tuple[ParsedDocument, ClauseTree]:
    result = parsed(document, folder)
    return result, build_tree(result)


def test_numbered_heading_styles_carry_their_numbers(tmp_path: Path) -> None:  # B001, B018
    document = body(
        headings(),
        p("Handing over", style="Heading1"),
        p("Seller hands over at the dock of Buyer."),
        p("Handing over late", style="Heading2"),
        p("Seller pays for each day of delay."),
        p("Handing over early", style="Heading2"),
        p("Buyer may refuse goods that come early."),
        p("Paying", style="Heading1"),
        p("Buyer pays within thirty days."),
    )
    result, tree = read_tree(document, tmp_path)
    assert outline(tree) == [
        ("1", "Handing over"),
        ("1.1", "Handing over late"),
        ("1.2", "Handing over early"),
        ("2", "Paying"),
    ]
    assert text_of(result, tree, "1.1") == "1.1 Handing over late\nSeller pays for each day of delay."


def test_a_level_without_numbers_leaves_typed_ones_alone(tmp_path: Path) -> None:  # B003
    document = new(abstract(1, level(0, "", "none", pStyle="Heading1")), num(1, 1))
    document.styles["Heading 1"].element.get_or_add_pPr().append(element(in_list(1, 0)))
    body(
        document,
        *(
            p(text, style="Heading1" if at % 2 == 0 else "")
            for at, text in enumerate(
                (
                    "Article 8 - Frozen goods",
                    "Frozen goods are kept below zero.",
                    "Article 9 - Chilled goods",
                    "Chilled goods are kept dry.",
                )
            )
        ),
    )
    result, tree = read_tree(document, tmp_path)
    assert [result.line_text(line) for line in result.lines][::2] == [
        "Article 8 - Frozen goods",
        "Article 9 - Chilled goods",
    ]
    assert [path for path, _ in outline(tree)] == ["article-8", "article-9"]


def test_plain_paragraphs_stay_under_the_list_item_before_them(tmp_path: Path) -> None:  # B004
    document = body(
        new(abstract(1, level(0, "%1.")), num(1, 1)),
        item("Place", 1),
        p("Work is done at the north quay."),
        item("Shifts", 1),
        p("The quay opens at seven."),
        item("Noise", 1),
        p("No hammering after ten."),
    )
    result, tree = read_tree(document, tmp_path)
    assert outline(tree) == [("1", "Place"), ("2", "Shifts"), ("3", "Noise")]
    assert text_of(result, tree, "2") == "2. Shifts\nThe quay opens at seven."


def test_a_sentence_in_a_heading_style_is_the_body(tmp_path: Path) -> None:  # B006
    long = (
        '"Quay" means the paved strip between the shed and the water, and it includes the two cranes, the '
        "ramp and the drain."
    )
    document = body(
        headings(),
        p("Words", style="Heading1"),
        p("2.1 Meanings", in_list(0), "Heading3"),
        p(long, in_list(0), "Heading3"),
        p("2.2 Reading", in_list(0), "Heading3"),
        p("Headings are for ease of reading only and change nothing.", in_list(0), "Heading3"),
    )
    # The chapter is the second of its document.
    document.element.body.insert(0, element(p("Opening", style="Heading1")))
    result, tree = read_tree(document, tmp_path)
    assert outline(tree) == [("1", "Opening"), ("2", "Words"), ("2.1", "Meanings"), ("2.2", "Reading")]
    assert text_of(result, tree, "2.1") == f"2.1 Meanings\n{long}"


def test_lists_stay_under_their_numbered_heading(tmp_path: Path) -> None:  # B008
    document = body(
        headings(abstract(2, level(0, "•", "bullet")), num(2, 2)),
        item("boots", 2),
        p("Machines", style="Heading1"),
        item("lathe", 2),
        item("press", 2),
        p("Close", style="Heading1"),
        p("That is all there is."),
    )
    result, tree = read_tree(document, tmp_path)
    assert outline(tree) == [("1", "Machines"), ("2", "Close")]
    assert text_of(result, tree, "1") == "1. Machines\nlathe\npress"


def test_a_heading_of_mixed_runs_is_one_heading(tmp_path: Path) -> None:  # B023
    document = docx.Document()
    body(
        document,
        *(
            block
            for number, title in (
                ("1.", "Goods"),
                ("2.", "Paying"),
                ("2.1", "In time"),
                ("2.2", "Late interest"),
            )
            for block in (
                p(run(f"{number} ", "<w:b/>") + run(title, "<w:i/>")),
                p(f"What is said of {title.lower()} stands here."),
            )
        ),
    )
    result, tree = read_tree(document, tmp_path)
    assert outline(tree) == [("1", "Goods"), ("2", "Paying"), ("2.1", "In time"), ("2.2", "Late interest")]
    assert text_of(result, tree, "2.2") == "2.2 Late interest\nWhat is said of late interest stands here."


def test_a_contents_field_is_no_clause(tmp_path: Path) -> None:  # B024
    begin, separate, end = (
        f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>' for kind in ("begin", "separate", "end")
    )
    code = f"{begin}<w:r><w:instrText> TOC \\o </w:instrText></w:r>{separate}"
    document = body(
        headings(),
        "<w:sdt><w:sdtContent>"
        + p(code + run("1. Handing over\t2"))
        + p("2. Paying\t3")
        + p(end)
        + "</w:sdtContent></w:sdt>",
        p("Handing over", style="Heading1"),
        p("Seller hands over at the dock of Buyer."),
        p("Paying", style="Heading1"),
        p("Buyer pays within thirty days."),
    )
    result, tree = read_tree(document, tmp_path)
    (contents,) = tree.contents
    assert result.text[slice(*contents)].splitlines() == ["1. Handing over 2", "2. Paying 3"]
    assert outline(tree) == [("1", "Handing over"), ("2", "Paying")]
    assert text_of(result, tree, "2") == "2. Paying\nBuyer pays within thirty days."
