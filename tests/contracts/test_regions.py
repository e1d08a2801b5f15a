"""Schedules, tables of contents, signatures and attached texts are set apart."""

from __future__ import annotations

from pathlib import Path

import docx
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

from assets.contracts.cut import cut
from assets.contracts.tree import build_tree
from assets.documents.reading.read import read
from tests.contracts.examples import EMBEDDER, FACTS, bodies, chunks_of, outline, paths, report_of, tree_of

SCHEDULES = """
    1. Supply. The supplier delivers the pumps listed in Schedule 1.
    2. Price. The price is set out in
    Schedule 2 of this agreement and may change.
    3. Law. The law of Norway applies.

    SCHEDULE 1
    PUMPS

    1. The large pump weighs ninety kilograms.
    2. The small pump weighs ten kilograms.

    THE SECOND SCHEDULE
    PRICES

    1. The large pump costs ninety euro.
    2. The small pump costs ten euro.
"""


def test_schedules_are_namespaces_of_their_own() -> None:
    assert outline(SCHEDULES) == [
        ("1", "Supply"),
        ("2", "Price"),
        ("3", "Law"),
        ("schedule-1", "PUMPS"),
        ("schedule-1/1", ""),
        ("schedule-1/2", ""),
        ("schedule-2", "PRICES"),
        ("schedule-2/1", ""),
        ("schedule-2/2", ""),
    ]
    assert "Schedule 2 of this agreement" in bodies(SCHEDULES)["2"]
    assert report_of(SCHEDULES).to_json() == {}


def test_the_head_of_a_schedule_again_on_its_next_page_goes_on() -> None:
    text = SCHEDULES + "\n    SCHEDULE 2\n\n    3. The valve costs two euro.\n"
    assert paths(tree_of(text))[-4:] == ["schedule-2", "schedule-2/1", "schedule-2/2", "schedule-2/3"]


def test_a_list_of_schedules_is_not_the_schedules() -> None:
    text = "    SCHEDULE 1 PUMPS\n    SCHEDULE 2 PRICES\n" + SCHEDULES
    found = bodies(text)
    assert found["schedule-1/2"] == "2. The small pump weighs ten kilograms."
    assert [path for path in paths(tree_of(text)) if path == "schedule-1"] == ["schedule-1"]


CONTENTS = """
    TABLE OF CONTENTS

    1. Supply .................... 2
    2. Price ..................... 2
    3. Insurance ................. 3
    4. Law ....................... 3

    1. Supply
    Quennick delivers the pumps that are listed in Schedule 1
    2. Price
    The price is fixed.
    4. Law
    The law of Norway applies.
"""


def test_a_table_of_contents_is_set_apart_and_checks_the_tree() -> None:
    assert outline(CONTENTS) == [("1", "Supply"), ("2", "Price"), ("4", "Law")]
    assert [finding.path for finding in report_of(CONTENTS).contents] == ["3"]
    chunks, left_out = chunks_of(CONTENTS)
    assert "listed in Schedule 1" in chunks[0].body
    assert [region.reason for region in left_out] == ["table_of_contents"]


def test_a_word_table_of_contents_is_not_the_clauses(tmp_path: Path) -> None:
    document = docx.Document()
    entry = "<w:p><w:r><w:t>{}</w:t></w:r><w:r><w:tab/></w:r><w:r><w:t>{}</w:t></w:r></w:p>"
    entries = "".join(entry.format(*e) for e in [("1 Delivery", 2), ("2 Payment", 2), ("3 Insurance", 4)])
    field = f"<w:sdt {nsdecls('w')}><w:sdtContent>{entries}</w:sdtContent></w:sdt>"
    document.element.body.insert(0, parse_xml(field))
    for text in ["1 Delivery", "1.1 The supplier delivers.", "2 Payment", "2.1 The buyer pays."]:
        document.add_paragraph(text)
    document.save(str(tmp_path / "toc.docx"))
    parsed = read(tmp_path / "toc.docx", "toc.docx")
    tree = build_tree(parsed)
    chunks, left_out = cut(parsed, tree, FACTS, EMBEDDER)
    assert paths(tree) == ["1", "1.1", "2", "2.1"]
    assert [chunk.body for chunk in chunks] == ["1.1 The supplier delivers.", "2.1 The buyer pays."]
    assert "table_of_contents" in [region.reason for region in left_out]


def test_blacked_out_amounts_are_no_table_of_contents() -> None:
    rows = "\n".join(f"    […***…] ${n}00 […***…]" for n in range(1, 7))
    text = f"    1. Price. The price is:\n{rows}\n    2. Law. The law of Norway applies."
    assert "$600 […***…]" in bodies(text)["1"]


def test_a_signature_block_is_no_part_of_the_last_clause() -> None:
    clauses = "\n".join(f"    {n}. Clause {n}. The pump number {n} is blue." for n in range(1, 8))
    text = f"{clauses}\n\n    IN WITNESS WHEREOF the parties have signed.\n\n    Quennick: ________\n"
    found = bodies(text)
    assert found["7"] == "7. Clause 7. The pump number 7 is blue."
    assert found["signature"].startswith("IN WITNESS WHEREOF")


def test_a_text_attached_without_a_name_starts_anew() -> None:
    def agreement(title: str) -> str:
        clauses = ["Scope", "Price", "Term", "Notices", "Insurance", "Law"]
        return f"{title}\n\n" + "\n".join(
            f"{n}. {name}\nThe {name.lower()} of {title.lower()} is as follows."
            for n, name in enumerate(clauses, 1)
        )

    text = agreement("PUMP AGREEMENT") + "\n\n" + agreement("INTEGRITY UNDERTAKING")
    tree = tree_of(text)
    undertaking = "text-integrity-undertaking"
    assert paths(tree) == [*"123456", undertaking, *(f"{undertaking}/{n}" for n in range(1, 7))]
    assert bodies(text)[f"{undertaking}/6"] == "6. Law\nThe law of integrity undertaking is as follows."
    assert bodies(text)["6"] == "6. Law\nThe law of pump agreement is as follows."


def test_several_texts_may_be_attached() -> None:
    names = ["Scope", "Price", "Term", "Notices", "Insurance", "Law"]
    clauses = "\n".join(f"{n}. {name}\nThe {name.lower()} is as follows." for n, name in enumerate(names, 1))
    text = "\n\n".join(f"{title}\n\n{clauses}" for title in ("SUPPLY", "INTEGRITY", "SECRECY"))
    found = bodies(text)
    assert found["text-integrity/6"] == found["text-secrecy/6"] == "6. Law\nThe law is as follows."


def test_a_short_text_with_sub_clauses_is_attached_too() -> None:
    """Three clauses are no list where they have sub-clauses, though only its place marks their heading."""
    clauses = "".join(f"{n}. Clause\n{n}.1 The pump is blue.\n{n}.2 It is dry.\n" for n in range(1, 14))
    addendum = "".join(f"{n}. Rule\n{n}.1 The tap is red.\n{n}.2 It is wet.\n" for n in range(1, 4))
    found = bodies(clauses + "AI Addendum\n" + addendum)
    assert found["13.2"] == "13.2 It is dry."
    assert found["text-ai-addendum/3.1"] == "3.1 The tap is red."
    assert report_of(clauses + "AI Addendum\n" + addendum).to_json() == {}


SAYS = "The supplier keeps the yard in good order and pays what it owes for it when it falls due."


def test_amendments_behind_the_last_clause_are_texts_of_their_own() -> None:
    """Each under its title; the title again on the next page begins nothing; signatures are set apart."""
    body = "\n".join(f"{n}. Clause. {SAYS}" for n in range(1, 6))
    amendment = f"{SAYS}\n\nIN WITNESS WHEREOF they have signed.\n\nBerg"
    first, second = (f"AMENDMENT NO. {n} TO SUPPLY AGREEMENT\n\n" for n in (1, 2))
    text = f"{body}\n\n{first}{SAYS}\n\n{first}{SAYS}\n\n{second}{amendment}"
    tree = tree_of(text)
    assert paths(tree)[-2:] == [
        "text-amendment-no-1-to-supply-agreement",
        "text-amendment-no-2-to-supply-agreement",
    ]
    assert bodies(text)["5"] == f"5. Clause. {SAYS}"
    assert bodies(text)["text-amendment-no-1-to-supply-agreement"].count(SAYS) == 2


def test_a_heading_in_a_clause_is_no_other_text() -> None:
    clauses = "\n".join(f"{n}. Clause. {SAYS}" for n in range(1, 5))
    text = f"{clauses}\n\nENTIRE AGREEMENT\n\n{SAYS}\n\nTERM OF AGREEMENT\n\n{SAYS}"
    assert paths(tree_of(text)) == ["1", "2", "3", "4"]


def test_a_list_of_schedules_in_a_clause_is_none_of_them() -> None:
    names = "\n".join(f"ANNEX {n} CAPACITY OF THE YARD" for n in range(1, 5))
    clauses = "\n".join(f"{n} CLAUSE\n{SAYS}" for n in range(1, 5))
    assert paths(tree_of(f"{clauses}\nANNEXES\n\n{names}\n5 TESTIMONIUM\n{SAYS}")) == [*"12345"]


def test_definitions_behind_a_lettered_list_are_not_its_last_items() -> None:
    rules = "\n".join(f"({letter}) {SAYS}" for letter in "abcde")
    terms = "\n".join(f'"Pump {n}" means the pump number {n} of the yard.' for n in range(1, 8))
    text = f"1. Supply. {SAYS}\n2. Law. Norway.\n\nAPPENDIX A\nUSAGE\n\n{rules}\n\n{terms}"
    found = bodies(text)
    assert found["appendix-a/e"] == f"(e) {SAYS}"
    assert found["appendix-a/definitions/pump-7"] == '"Pump 7" means the pump number 7 of the yard.'


def test_numbers_that_carry_their_exhibits_letter() -> None:
    exhibit = "\n".join(f"D.{n} Report. {SAYS}" for n in range(1, 5))
    text = f"1. Supply. {SAYS}\n2. Law. Norway.\n\nEXHIBIT D\nREPORTS\n\n{exhibit}"
    clauses = [f"exhibit-d/D.{n}" for n in range(1, 5)]
    assert paths(tree_of(text)) == ["1", "2", "exhibit-d", *clauses]
    assert report_of(text).to_json() == {}
