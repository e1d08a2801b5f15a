"""What a text says it does to another agreement: which one, and which of its clauses."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assets.contracts.amendments import amendments
from assets.contracts.amendments_changes import changes
from assets.contracts.amendments_cited import cited
from assets.contracts.amendments_claims import claims
from tests.contracts.examples import chunks_of, typed

WHOLE = [
    ("Section 2(c) is removed in its entirety and replaced with the following:", {"2(c)": "replaced"}),
    ("Clause 9.2 of the Master Agreement is deleted and replaced by: “9.2 New.”", {"9.2": "replaced"}),
    ("The Parties agree to remove Section 2(c) in its entirety and replace it.", {"2(c)": "replaced"}),
    ("Schedule C-1 is hereby deleted.", {"schedule-c-1": "deleted"}),
    ("Sections 3.1 through 3.3 shall be deleted.", dict.fromkeys(("3.1", "3.2", "3.3"), "deleted")),
    ("Sections 2(a) and (b) are deleted.", {"2(a)": "deleted", "2(b)": "deleted"}),
    ("Article IV is amended and restated to read as follows:", {"article-4": "replaced"}),
    (
        "Sections 3.1 and 3.2 of the Lease are amended to read as follows:",
        {"3.1": "replaced", "3.2": "replaced"},
    ),
    ("Section 7 is hereby amended by deleting it in its entirety and inserting:", {"7": "replaced"}),
    ("Exhibit D is replaced in its entirety with Exhibit D attached hereto.", {"exhibit-d": "replaced"}),
    ("The definition of “Batch” in Section 1 shall be deleted and replaced with:", {"“Batch”": "replaced"}),
    (
        "The definition of “Net Sales” is amended to read as follows: “all sales”.",
        {"“Net Sales”": "replaced"},
    ),
    ("Section 4 (Insurance) of the Agreement shall be deleted.", {"4": "deleted"}),
    ("Article 7 of the Agreement (“Insurance”) is deleted in its entirety.", {"article-7": "deleted"}),
    ("Section 5 shall be deleted and intentionally left blank.", {"5": "deleted"}),
    ("Section 5 is deleted and the following is substituted in lieu thereof:", {"5": "replaced"}),
    (
        "Exhibit B is deleted and Exhibit B attached hereto is substituted therefor.",
        {"exhibit-b": "replaced"},
    ),
    ("Clause 9.2 shall be deleted and shall be replaced by the following clause:", {"9.2": "replaced"}),
    ("Paragraph 2 of Schedule 1 is substituted by the following:", {"schedule-1/2": "replaced"}),
    ("For clause 7 there shall be substituted the following clause:", {"7": "replaced"}),
    ("Sections 5.1 (Price) and 5.2 (Invoices) are deleted:", {"5.1": "deleted", "5.2": "deleted"}),
    ("The Parties agree that Section 3 be deleted.", {"3": "deleted"}),
    ("Delete Section 3.4 in its entirety and replace it with the following:", {"3.4": "replaced"}),
    ("3. Delete Section 3.4 in its entirety.", {"3.4": "deleted"}),
    (
        "This Amendment replaces Schedule 2 to the Agreement with the attached one.",
        {"schedule-2": "replaced"},
    ),
    ("With effect from 1 May 2024, clause 3 is deleted.", {"3": "deleted"}),
    ("Section 5 shall no longer apply.", {"5": "deleted"}),
    ("Section 5 shall be of no further force or effect from that day.", {"5": "deleted"}),
    ("Clause 5 ceases to have effect from the Effective Date.", {"5": "deleted"}),
    ("Clause (ii) of Section 3.4(b) is deleted and replaced with:", {"3.4(b)(ii)": "replaced"}),
    ("Section 1 (Law) and Section 2 (Courts) are each deleted.", {"1": "deleted", "2": "deleted"}),
]
PART = [
    ("In clause 2.1 the words “four years” are replaced by “six years”.", ["2.1"]),
    ("The second sentence of Section 4.1 is deleted.", ["4.1"]),
    ("Section 4.1 is amended by deleting the second sentence.", ["4.1"]),
    ("Section 2, TERRITORY, is amended to be the United States and Canada.", ["2"]),
    ("The Territory listed in Section 2 of the Agreement is amended to be Canada.", ["2"]),
    ("From May the rows for parts A-1 and A-2 in paragraph 1 of Schedule 1 are replaced.", ["schedule-1/1"]),
    ("Clause 2.2 stays as it is, except that the notice is nine months.", ["2.2"]),
    ("In line with Paragraph 4(b)(iii), Exhibit A is amended to name the new pumps.", ["exhibit-a"]),
    ("Exhibits A and C are amended to replace “Untitled” with “Heaven”.", ["exhibit-a", "exhibit-c"]),
    ("The following shall be added to Section 2.1 of the Agreement:", ["2.1"]),
    ("The figure in clause 10.1 is raised from five to eight million pounds.", ["10.1"]),
    ("Drive Ltd is hereby substituted for Pump Ltd as “Buyer” under the Agreement.", ["“Buyer”"]),
    ("All references to “Pump Ltd” are amended to read “Drive Ltd”.", ["“Pump Ltd”"]),
    ("Each reference in the Agreement to “Pump Ltd” shall be deemed one to “Drive Ltd”.", ["“Pump Ltd”"]),
    ("Each reference to “Pump Ltd” in the Agreement is replaced by “Drive Ltd”.", ["“Pump Ltd”"]),
    ("All references to Section 5 shall be deleted.", ["5"]),
    ("Section 4 is hereby amended by adding the following at the end thereof:", ["4"]),
    ("Section 4 is amended by inserting “or groups” after “Buyer”.", ["4"]),
    ("Section 4 is amended by striking “ten” and inserting “twenty” in its place.", ["4"]),
    ("In the first sentence of Section 3.2, “30 days” is replaced with “45 days”.", ["3.2"]),
    ("In Section 3, the words “ten” shall be deleted and “twenty” substituted therefor.", ["3"]),
    ("The definition of “Net Sales” is amended by deleting clause (c) thereof.", ["“Net Sales”"]),
    ("The following definitions are added to Section 1 in alphabetical order:", ["1"]),
    ("Delete the second sentence of Section 3.4.", ["3.4"]),
    ("Section 3.4: Delete “10” and insert “20”.", ["3.4"]),
    ("Clause 9.2 is varied so that the cap is five million.", ["9.2"]),
    ("Clause 9.2 shall be read as if the words “or more” were omitted.", ["9.2"]),
    ("Section 2.1 is supplemented by the following:", ["2.1"]),
    ("Section 7 is renumbered as Section 8.", ["7"]),
    ("The table in Schedule 1 is replaced by the table below.", ["schedule-1"]),
    ("Section 5 shall no longer apply to pumps.", ["5"]),
    ("If the Closing occurs, Section 5 is deleted.", ["5"]),
    ("Delete Section 3 in Supplement 1 in its entirety.", ["3"]),
]
NEW = [
    ("A new Section 1(a)(xi) is inserted after Section 1(a)(x):", ["1(a)(xi)"]),
    ("The following new Sections 2.2 (b) and 2.2 (c) shall be added to Section 2.2:", ["2.2(b)", "2.2(c)"]),
    ("Section 4.15 set forth below is hereby added.", ["4.15"]),
    ("A new Section 3A shall be inserted into the old Agreement and reads:", ["3A"]),
    ("Add the following as a new Section 3.9:", ["3.9"]),
    ("Insert the following new Section 3.9 after Section 3.8:", ["3.9"]),
    ("The following shall be inserted as Clause 4A:", ["4A"]),
]
NOTHING = [
    "Section 5.2 may be amended only in writing.",
    "The headings of Sections 1 and 2 are inserted for convenience only.",
    "Schedules A and B shall be amended from time to time.",
    "Payment follows Section 3 of this Amendment, and Paragraph 2 below is amended.",
    "Clause 2 was written by hand. Pumps are replaced within a week.",
    "Except as changed by this Amendment the Agreement continues in full.",
    "Except as amended hereby, Section 3.4 shall remain in full force and effect.",
    "Section 7(b) is waived for one year. Section 3.4 remains unchanged.",
]


def told(text):
    return {change.path or f"“{change.term}”": change.how for change in changes(text)}


@pytest.mark.parametrize(("text", "expected"), WHOLE, ids=[text[:30] for text, _ in WHOLE])
def test_a_clause_replaced_or_deleted_whole(text, expected):
    assert told(text) == expected


@pytest.mark.parametrize(("text", "expected"), PART, ids=[text[:30] for text, _ in PART])
def test_a_change_inside_a_clause_leaves_it_in_force(text, expected):
    assert told(text) == dict.fromkeys(expected, "changed")


@pytest.mark.parametrize(("text", "expected"), NEW, ids=[text[:30] for text, _ in NEW])
def test_a_clause_that_is_new(text, expected):
    assert {path: how for path, how in told(text).items() if how == "inserted"} == dict.fromkeys(
        expected, "inserted"
    )


@pytest.mark.parametrize("text", NOTHING, ids=[text[:30] for text in NOTHING])
def test_what_is_no_amendment_changes_nothing(text):
    assert changes(text) == []


CITED = ("Section 4", "clause 4", "Schedule 4", "Section 4(a)", "the definition of “Pump”")
HAPPENS = (
    "is deleted", "is hereby amended", "is replaced by the following:", "shall no longer apply",
    "is amended by deleting the second sentence", "is changed so that ten is twenty",
)  # fmt: skip
BESIDE = (
    "Section 9 stays as it is.", "Section 9 is not changed.", "Subject to Section 9, the rest stands.",
    "After Section 9 nothing is added.", "Section 9 applies to it.", "In Section 9 “ten” is deleted.",
    "Notwithstanding Section 9, the price is ten.", "The second sentence of Section 9 is deleted.",
)  # fmt: skip


@given(st.sampled_from(CITED), st.sampled_from(HAPPENS), st.lists(st.sampled_from(BESIDE), max_size=3))
def test_nothing_outside_the_clause_named_is_ended(place, happens, beside):
    """Whatever else a sentence before or behind speaks of: only what is deleted or replaced by name ends."""
    rest, begins = " ".join(beside), place[0].upper() + place[1:]
    for text in (f"{rest} {begins} {happens}", f"{begins} {happens}. {rest}"):
        ended = {c.path or c.term for c in changes(text) if c.how in ("replaced", "deleted")}
        assert ended <= {"4", "schedule-4", "4(a)", "Pump"}, text


def test_new_wording_changes_nothing_itself():
    quoted = (
        'Clause 9 is replaced by: "9 Clause 8 is deleted when the last pump is paid for and Schedule 2 ends."'
    )
    announced = "Clause 9 is replaced with the following:\n9 When a pump fails, clause 8 is deleted."
    assert told(quoted) == told(announced) == {"9": "replaced"}


def test_one_sentence_may_delete_one_clause_and_change_others():
    text = (
        "Section 2 of the Agreement shall be deleted and the provisions that relate to it, including, "
        "without limitation, Sections 5 and 6, shall be amended to delete the references."
    )
    assert told(text) == {"2": "deleted", "5": "changed", "6": "changed"}


def test_a_change_says_where_it_stands_and_in_which_amendment():
    text = "By letter. Section 2 of Amendment No. 1 is deleted."
    [change] = changes(text)
    assert text[change.start : change.end] == "Section 2 of Amendment No. 1 is deleted"
    assert change.amendment == "Amendment No. 1"


def test_places_are_named_as_the_clause_tree_names_them():
    found = cited("Articles II and III, Schedule 2 and the term “Pump” in Section 1; Exhibit C-1, Section 3")
    assert [place.paths or place.terms for place in found] == [
        ("article-2", "article-3"),
        ("schedule-2",),
        ("Pump",),
        ("exhibit-c-1/3",),
    ]


AMENDMENT = """\
FIRST AMENDMENT TO SUPPLY AGREEMENT
This First Amendment (the "Amendment") is made as of 1 May 2022 by and between Acme Ltd and Bolt GmbH
and amends that certain Pump Supply Agreement dated as of March 1, 2020 between the parties."""


def test_an_amendment_names_its_agreement_and_the_date():
    strongest = claims(AMENDMENT)[0]
    assert (strongest.relation, strongest.name, strongest.dated) == (
        "amends",
        "Pump Supply Agreement",
        date(2020, 3, 1),
    )
    assert AMENDMENT[strongest.start : strongest.end] == "Pump Supply Agreement"


@pytest.mark.parametrize(
    ("text", "relation", "name", "dated"),
    [
        (
            "AMENDED AND RESTATED LEASE\nThe parties entered into that certain Office Lease dated 2 May 2019",
            "supersedes",
            "Office Lease",
            date(2019, 5, 2),
        ),
        (
            "FRAMEWORK AGREEMENT\nIt replaces Revision A of 1 March 2022 for all call-offs.",
            "supersedes",
            "Revision A",
            date(2022, 3, 1),
        ),
        (
            "ADDENDUM\nAcme and Bolt have entered into a certain Service Contract No. 77 dated 2020-01-31.",
            "amends",
            "Service Contract No. 77",
            date(2020, 1, 31),
        ),
    ],
    ids=["restated", "revision", "addendum"],
)
def test_restatements_revisions_and_addenda(text, relation, name, dated):
    [claim] = claims(text)
    assert (claim.relation, claim.name, claim.dated) == (relation, name, dated)


def test_an_agreement_that_mentions_others_amends_none():
    text = (
        "SUPPLY AGREEMENT\nThe parties have entered into a Quality Agreement dated 3 May 2020. This "
        "Agreement supersedes all prior agreements and replaces the letter of intent of 9 January 2023."
    )
    assert claims(text) == []


def test_both_are_noted_on_the_chunks_that_say_so():
    document = typed(
        AMENDMENT
        + """

        1. Price
        1.1 Clause 4.2 of the Agreement is deleted and replaced by: "4.2 The price is ten pounds a pump."
        1.2 All other clauses go on.
        """.replace("        ", "")
    )
    chunks, _ = chunks_of(document)
    noted = amendments(document, chunks, "First Amendment").payload
    said = {chunk.path: noted.get(at, {}) for at, chunk in enumerate(chunks)}
    [claim, *_] = said["preamble"]["claims"]
    assert document.text[slice(*claim["at"])] == claim["name"] == "Pump Supply Agreement"
    assert claim["dated"] == "2020-03-01"
    [change] = said["1.1"]["changes"]
    assert (change["how"], change["path"]) == ("replaced", "4.2")
    assert said["1.2"] == {}
