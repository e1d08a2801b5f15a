"""How contracts cite: which clauses a text names, and which of them are another document's."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assets.contracts.citations import citations
from assets.contracts.citations_elsewhere import Elsewhere, is_law, names_of

OWN = Elsewhere()


def own_paths(text: str) -> list[str]:
    return [path for c in citations(text, OWN) if c.document is None for path in c.paths]


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("as set out in Section 7.2", ["7.2"]),
        ("Clause 9(b)(ii) applies", ["9(b)(ii)"]),
        ("Clauses 4.1, 4.3 and 9", ["4.1", "4.3", "9"]),
        ("SECTIONS 3 AND 4", ["3", "4"]),
        ("clauses 4.1 to 4.4", ["4.1", "4.2", "4.3", "4.4"]),
        ("Sections 9 through 11", ["9", "10", "11"]),
        ("Sections 7.2(a)-(d)", ["7.2(a)", "7.2(b)", "7.2(c)", "7.2(d)"]),
        ("Section 7.2(i) through (iii)", ["7.2(i)", "7.2(ii)", "7.2(iii)"]),
        ("clauses 1 to 90", ["1", "90"]),
        ("Sections 3, 5.1 and 9(b)(ii)", ["3", "5.1", "9(b)(ii)"]),
        ("Sections 5 (Payment), 7 (Care) and 9", ["5", "7", "9"]),
        ("subsection 2.1(a), (b) or (c)", ["2.1(a)", "2.1(b)", "2.1(c)"]),
        ("Section 17.B and Section 7.b.iv", ["17(B)", "7(b)(iv)"]),
        ("§ 12, §§ 4-6 and Article 4", ["12", "4", "5", "6", "article-4"]),
        ("Art. 5; Sect. 6.2 and para. 3", ["article-5", "6.2", "3"]),
        ("Articles II and IV", ["article-2", "article-4"]),
        ("Article Three and Articles Seven through Nine", [f"article-{n}" for n in (3, 7, 8, 9)]),
        ("Article IV, Section 4.2", ["article-4/4.2"]),
        ("Section 2 of Article IV", ["article-4/2"]),
        ("clause (ii) of Section 4(a)", ["4(a)(ii)"]),
        ("paragraph (c) above and sub-clause (b)", ["(c)", "(b)"]),
        ("the fees in Schedule 2 and Exhibit “B”", ["schedule-2", "exhibit-b"]),
        (
            "Exhibits A, C-1 and D through F",
            ["exhibit-a", "exhibit-c-1", "exhibit-d", "exhibit-e", "exhibit-f"],
        ),
        ("paragraph 3 of Schedule 2", ["schedule-2/3"]),
        ("Annex 1, paragraphs 2 and 3", ["annex-1/2", "annex-1/3"]),
        ("Schedule 2, Part B", ["schedule-2/part-B"]),
        ("paragraph 3 of Part B of Schedule 2", ["schedule-2/part-B/3"]),
        ("Exhibit A, Section 3", ["exhibit-a/3"]),
        ("under Section 5 of this Agreement", ["5"]),
        ("under Section 5 of the Agreement", ["5"]),
    ],
)
def test_the_clauses_a_text_names(text: str, paths: list[str]) -> None:
    assert own_paths(text) == paths


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("(a) under Section 9 and (b) the buyer pays", "9"),
        ("within Section 5 and 30 days", "5"),
        ("in Section 5, 10% of the price", "5"),
        ("Section 5 or Schedule A party", "5"),
    ],
)
def test_what_only_follows_a_number_is_none(text: str, path: str) -> None:
    assert own_paths(text)[:1] == [path]
    assert len([p for p in own_paths(text) if not p.startswith("schedule")]) == 1


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("under Section 5 of the Companies Act 2006", "Companies Act 2006"),
        ("Section 2(c) of the Original Agreement", "Original Agreement"),
        ("Section 3 of that certain Yard Lease", "Yard Lease"),
        ("the Master Agreement, Section 5", "Master Agreement"),
        ("Article 6 of Regulation (EU) 2016/679", "Regulation (EU) 2016/679"),
        ("Article 6 of the GDPR", "GDPR"),
        ("17 C.F.R. § 240", "C.F.R."),
        ("Code Section 409A", "Code"),
        ("sections 257 and 258 Pensions Act 2004", "Pensions Act 2004"),
        ("Section 13 or Section 14 of the Exchange Act", "Exchange Act"),
        ("Schedule 1 to the Loan Agreement", "Loan Agreement"),
        ("the Yard Lease and Section 4 thereof", "Yard Lease"),
        ("clause 4.6, respectively, of the applicable Order Form", "Order Form"),
        ("Section 8 of such other agreement", "other agreement"),
    ],
)
def test_what_belongs_to_another_document_is_named_with_it(text: str, name: str) -> None:
    found = citations(text, OWN)
    assert found
    assert {c.document for c in found} == {name}


def test_statutes_are_told_from_agreements() -> None:
    assert is_law("Companies Act 2006")
    assert is_law("Regulation (EU) 2016/679")
    assert not is_law("Master Supply Agreement")


def test_a_document_knows_its_own_names_and_an_amendment_that_the_agreement_is_another() -> None:
    opening = 'This Pump Supply Contract (the "Contract") is made between Acme and Bolt.'
    own = names_of(opening, "Pumps for Elverham", amending=False)
    for name in ("Contract", "Pump Supply Contract", "Agreement"):
        assert [c.document for c in citations(f"Section 5 of the {name}", own)] == [None]
    amendment = names_of('This First Amendment (the "Amendment")', "First Amendment", amending=True)
    assert [c.document for c in citations("Section 5 of the Agreement", amendment)] == ["Agreement"]
    assert [c.document for c in citations("Section 5 of this Amendment", amendment)] == [None]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("see clause 3; subject to clause 9.1, the cap", ["9.1", "3"]),
        ("see clause 3, notwithstanding the provisions of clauses 5 and 6", ["5", "6", "3"]),
        ("as Section 1 says, except as provided in Section 2", ["2", "1"]),
        ("in Section 8 save as set out in Schedule 1", ["schedule-1", "8"]),
        ("under Section 8, without limiting Section 2", ["2", "8"]),
        ("under Section 8, without prejudice to clause 2", ["2", "8"]),
        ("under Section 8, notwithstanding anything to the contrary in Section 2", ["2", "8"]),
        ("under Section 8, in accordance with Section 2", ["8", "2"]),
        ("under Section 8 and pursuant to Section 2", ["8", "2"]),
    ],
)
def test_what_bounds_a_clause_comes_first(text: str, first: list[str]) -> None:
    found = sorted(citations(text, OWN), key=lambda c: not c.bounds)
    assert [path for c in found for path in c.paths] == first


def test_units_named_by_where_they_are() -> None:
    text = "this Article, the preceding clause, the next Section and this Schedule"
    assert [(c.relative, c.rank) for c in citations(text, OWN)] == [
        ("this", 3), ("before", 2), ("after", 2), ("this", 5),
    ]  # fmt: skip


def test_the_items_of_a_definition() -> None:
    [found] = citations("clause (b) of the definition of “Plant”", OWN)
    assert (found.paths, found.term) == (("(b)",), "Plant")


def test_a_schedule_s_own_heading_cites_nothing() -> None:
    assert citations("SCHEDULE 2\nPrices", OWN) == []
    assert own_paths("as set out in\nSchedule 2.") == ["schedule-2"]


WORDS = st.lists(
    st.sampled_from(
        "Section Sections clause Article Exhibit Schedule Part § ( ) (a) (b)(ii) 4 4.2 IV A and or to , - of "
        "the this Agreement Act above hereof “Pump” preceding\n".split(" ")
    ),
    max_size=30,
).map(" ".join)


@given(WORDS)
def test_citations_stand_in_order_and_never_over_one_another(text: str) -> None:
    found = citations(text, OWN)
    assert all(0 <= c.start < c.end <= len(text) for c in found)
    assert all(a.end <= b.start for a, b in pairwise(found))
    assert all(c.paths or c.relative for c in found)
