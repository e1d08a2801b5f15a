"""What governs when: windows and links of a collection's chunks, from its facts and what its texts say."""

import json
from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from resources import facts, record
from resources.governing import govern
from tests.resources.corpus import chunk, document

Y = {year: date(year, 1, 1) for year in range(2018, 2030)}


def changing(*done, claims=()):
    """A payload as cutting an amendment leaves it: (how, path) or (how, path, amendment) each."""
    changes = [
        {"how": how, **({"term": path[1:-1]} if path.startswith("“") else {"path": path}), "at": [0, 5]}
        | ({"in": within[0]} if within else {})
        for how, path, *within in done
    ]
    return json.dumps({"changes": changes} | ({"claims": list(claims)} if claims else {}))


def clause(doc_id, path, body="Text.", *, seq=0, keys=(), part=(1, 1), **fields):
    made = chunk(doc_id, path, body, seq=seq, part=list(part), **fields)
    made.source_keys = [f"{doc_id}#{key}" for key in (path, *keys)]
    made.id = record.chunk_id("acme", "sales", doc_id, "structure", made.unit, path, part[0], seq)
    return made


def numbered(doc_id, *paths):
    return [clause(doc_id, path, seq=seq) for seq, path in enumerate(paths)]


class Ruled:
    """A governed collection, asked by (document, path)."""

    def __init__(self, chunks, documents):
        told = govern(record.to_table(chunks), facts.to_table(documents))
        self.links, self.findings = told.links, [str(finding) for finding in told.findings]
        self.facts = {fact.doc_id: fact for fact in facts.from_table(told.facts)}
        self.rows = record.from_rows(told.chunks.to_pylist())
        self.by_id = {row.id: (row.doc_id, row.path) for row in self.rows}

    def window(self, doc_id, path, part=1):
        row = self.row(doc_id, path, part)
        return row.governs_from, row.governs_to

    def noted(self, doc_id, path, name, part=1):
        found = json.loads(self.row(doc_id, path, part).payload).get(name, [])
        return [self.by_id.get(each, each) for each in found]

    def row(self, doc_id, path, part=1):
        return next(r for r in self.rows if (r.doc_id, r.path, r.part[0]) == (doc_id, path, part))

    def found(self, words):
        return [line for line in self.findings if words in line]


def msa(*, day=Y[2020], **more):
    return document("msa.pdf", title="Master Supply Agreement", effective_date=day, **more)


def amendment(number=1, day=Y[2022], target="msa.pdf", **more):
    return document(
        f"am{number}.pdf",
        title=f"Amendment No. {number} to the Master Supply Agreement",
        effective_date=day,
        amends=[target] if target else [],
        **more,
    )


def test_a_replaced_clause_governs_until_the_amendment_and_the_new_one_from_then_on():
    ruled = Ruled(
        [
            *numbered("msa.pdf", "9.1", "9.2", "9.3"),
            clause("am1.pdf", "preamble"),
            clause("am1.pdf", "4.1", seq=1, payload=changing(("replaced", "9.2"))),
        ],
        [msa(), amendment()],
    )
    assert ruled.window("msa.pdf", "9.2") == (None, Y[2022])
    assert ruled.window("am1.pdf", "4.1") == ruled.window("am1.pdf", "preamble") == (Y[2022], None)
    assert ruled.window("msa.pdf", "9.1") == ruled.window("msa.pdf", "9.3") == (None, None)
    assert ruled.noted("am1.pdf", "4.1", "amends") == [("msa.pdf", "9.2")]
    assert ruled.noted("msa.pdf", "9.2", "amended_by") == [("am1.pdf", "4.1")]
    assert ruled.findings == []


def test_a_changed_clause_stays_in_force_and_a_new_one_says_where_it_belongs():
    ruled = Ruled(
        [
            *numbered("msa.pdf", "6.4", "9.2"),
            clause("am1.pdf", "1", payload=changing(("changed", "9.2"), ("inserted", "6.5"))),
        ],
        [msa(), amendment()],
    )
    assert ruled.window("msa.pdf", "9.2") == (None, None)
    assert ruled.noted("msa.pdf", "9.2", "amended_by") == [("am1.pdf", "1")]
    first = ruled.row("msa.pdf", "6.4").id
    assert ruled.noted("am1.pdf", "1", "adds") == [f"{first} 6.5"]
    assert ruled.noted("msa.pdf", "6.4", "amended_by") == []


def test_a_section_goes_with_all_below_it_but_changing_its_heading_changes_none_of_them():
    chunks = numbered("msa.pdf", "8.1", "8.2", "9.1", "exhibit-d", "exhibit-d/1")
    gone = clause("am1.pdf", "1", payload=changing(("deleted", "8"), ("replaced", "exhibit-d")))
    ruled = Ruled([*chunks, gone], [msa(), amendment()])
    ended = [
        path for path in ("8.1", "8.2", "9.1", "exhibit-d", "exhibit-d/1") if ruled.window("msa.pdf", path)[1]
    ]
    assert ended == ["8.1", "8.2", "exhibit-d", "exhibit-d/1"]
    ruled = Ruled([*chunks, clause("am1.pdf", "1", payload=changing(("changed", "9")))], [msa(), amendment()])
    assert ruled.noted("msa.pdf", "9.1", "amended_by") == []


def test_an_item_goes_alone_only_where_parts_of_a_split_clause_hold_it_alone():
    split = [
        clause("msa.pdf", "2", "2. Duties\n(a) First.", keys=["2(a)"], part=(1, 4), seq=0),
        clause("msa.pdf", "2", "(b) Second.", keys=["2(b)"], part=(2, 4), seq=1),
        clause("msa.pdf", "2", "and on it goes", part=(3, 4), seq=2),
        clause("msa.pdf", "2", "(c) Third. (d) Fourth.", keys=["2(c)", "2(d)"], part=(4, 4), seq=3),
    ]
    gone = clause("am1.pdf", "1", payload=changing(("deleted", "2(b)")))
    ruled = Ruled([*split, gone], [msa(), amendment()])
    assert [ruled.window("msa.pdf", "2", part)[1] for part in (1, 2, 3, 4)] == [None, Y[2022], Y[2022], None]
    gone = clause("am1.pdf", "1", payload=changing(("deleted", "2(d)")))
    ruled = Ruled([*split, gone], [msa(), amendment()])
    assert {ruled.window("msa.pdf", "2", part) for part in (1, 2, 3, 4)} == {(None, None)}
    assert ruled.noted("msa.pdf", "2", "amended_by", part=4) == [("am1.pdf", "1")]


def test_a_defined_term_goes_alone_where_it_has_a_chunk_of_its_own():
    chunks = [
        clause("msa.pdf", "1/batch", "“Batch” means ten pumps.", unit="definition"),
        clause("msa.pdf", "2", "Acme Ltd (the “Buyer”) buys a Batch.", seq=1),
        clause("am1.pdf", "1", payload=changing(("replaced", "“batch”"), ("changed", "“Buyer”"))),
    ]
    ruled = Ruled(chunks, [msa(), amendment()])
    assert ruled.window("msa.pdf", "1/batch") == (None, Y[2022])
    assert ruled.window("msa.pdf", "2") == (None, None)
    assert ruled.noted("msa.pdf", "2", "amended_by") == [("am1.pdf", "1")]


def test_the_second_amendment_changes_what_the_first_put_in_place():
    chunks = [
        *numbered("msa.pdf", "9.2"),
        clause("am1.pdf", "1", payload=changing(("replaced", "9.2"))),
        clause("am2.pdf", "1", payload=changing(("replaced", "9.2"))),
        clause("am3.pdf", "1", payload=changing(("changed", "9.2"))),
    ]
    documents = [msa(), amendment(1, Y[2021]), amendment(2, Y[2023]), amendment(3, Y[2024])]
    ruled = Ruled(chunks, documents)
    assert ruled.window("msa.pdf", "9.2") == (None, Y[2021])
    assert ruled.window("am1.pdf", "1") == (Y[2021], Y[2023])
    assert ruled.window("am2.pdf", "1") == (Y[2023], None)
    assert ruled.noted("am3.pdf", "1", "amends") == [("am2.pdf", "1")]
    named = clause("am2.pdf", "1", payload=changing(("deleted", "1", "Amendment No. 1")))
    ruled = Ruled([*chunks[:2], named], documents[:3])
    assert ruled.window("am1.pdf", "1") == (Y[2021], Y[2023])
    assert ruled.window("msa.pdf", "9.2") == (None, Y[2021])


def test_new_wording_set_behind_as_a_clause_of_its_own_belongs_to_the_change():
    chunks = [
        *numbered("msa.pdf", "exhibit-d", "6.5"),
        clause("am1.pdf", "1", seq=0, payload=changing(("replaced", "exhibit-d"))),
        clause("am1.pdf", "exhibit-d", seq=1),
        clause("am2.pdf", "1", payload=changing(("replaced", "exhibit-d"))),
    ]
    ruled = Ruled(chunks, [msa(), amendment(1, Y[2021]), amendment(2, Y[2023])])
    assert ruled.window("am1.pdf", "exhibit-d") == (Y[2021], Y[2023])


@pytest.mark.parametrize(
    ("body", "ends"), [("Clause 2 is replaced as follows:", Y[2023]), ("Clause 2 goes.", None)]
)
def test_the_number_behind_is_new_wording_only_where_it_is_announced(body, ends):
    chunks = [
        *numbered("msa.pdf", "2"),
        clause("am1.pdf", "1", body, seq=0, payload=changing(("replaced", "2"))),
        clause("am1.pdf", "2", seq=1),
        clause("am2.pdf", "1", payload=changing(("replaced", "2"))),
    ]
    ruled = Ruled(chunks, [msa(), amendment(1, Y[2021]), amendment(2, Y[2023])])
    assert ruled.window("am1.pdf", "2") == (Y[2021], ends)


def test_a_newer_revision_supersedes_the_whole_and_amendments_end_with_their_agreement():
    ruled = Ruled(
        [*numbered("msa.pdf", "1", "2"), *numbered("am1.pdf", "1"), *numbered("new.pdf", "1")],
        [
            msa(),
            amendment(1, Y[2021]),
            document("new.pdf", effective_date=Y[2024], supersedes=["msa.pdf"]),
        ],
    )
    assert ruled.window("msa.pdf", "1") == ruled.window("msa.pdf", "2") == (None, Y[2024])
    assert ruled.window("am1.pdf", "1") == (Y[2021], Y[2024])
    assert ruled.window("new.pdf", "1") == (Y[2024], None)


def test_an_agreement_that_changes_no_other_governs_from_ever():
    ruled = Ruled(numbered("msa.pdf", "1"), [msa(day=Y[2029])])
    assert ruled.window("msa.pdf", "1") == (None, None)


def test_without_both_dates_old_and_new_govern_and_it_is_said():
    chunks = [*numbered("msa.pdf", "1"), clause("am1.pdf", "1", payload=changing(("replaced", "1")))]
    ruled = Ruled(chunks, [msa(), amendment(day=None)])
    assert ruled.window("msa.pdf", "1") == ruled.window("am1.pdf", "1") == (None, None)
    assert ruled.noted("msa.pdf", "1", "amended_by") == [("am1.pdf", "1")]
    assert ruled.found("am1.pdf: changes another document, but from when on is not known")


CLAIM = {"relation": "amends", "name": "Master Supply Agreement", "dated": "2020-01-01", "at": [3, 26]}
PARTIES = ["Acme Ltd", "Bolt GmbH"]


def silent(**more):
    return amendment(target=None, counterparty=PARTIES, **more)


def with_claim(*claims):
    return [
        *numbered("msa.pdf", "9.2"),
        clause("am1.pdf", "1", payload=changing(("replaced", "9.2"), claims=claims or [CLAIM])),
    ]


def test_where_the_manifest_is_silent_the_text_links_and_hides_nothing_until_it_is_confirmed():
    ruled = Ruled(with_claim(), [msa(counterparty=PARTIES), silent()])
    [link] = ruled.links
    assert (link.doc_id, link.target, link.confidence, link.at) == ("am1.pdf", "msa.pdf", 1.0, (3, 26))
    assert ruled.facts["am1.pdf"].amends == ["msa.pdf"]
    assert ruled.noted("msa.pdf", "9.2", "amended_by") == [("am1.pdf", "1")]
    assert ruled.window("msa.pdf", "9.2") == (None, None)
    assert ruled.window("am1.pdf", "1") == (Y[2022], None)


@pytest.mark.parametrize(
    ("claim", "linked"),
    [
        (CLAIM | {"dated": "2019-12-20"}, True),
        (CLAIM | {"dated": "2015-06-01"}, False),
        ({**CLAIM, "name": "Supply Agreement"}, True),
        ({**CLAIM, "name": "Office Lease"}, False),
    ],
    ids=["signed before it took effect", "other year", "shorter name", "other agreement"],
)
def test_a_text_means_the_document_that_title_date_and_parties_fit(claim, linked):
    others = [document(f"other{n}.pdf", title="Lease", counterparty=["Acme Ltd", f"P{n}"]) for n in range(4)]
    ruled = Ruled(with_claim(claim), [msa(counterparty=["Acme Ltd"]), silent(), *others])
    assert [link.target for link in ruled.links] == (["msa.pdf"] if linked else [])
    assert linked or ruled.found("no document here fits well enough")


def test_two_documents_that_fit_equally_are_not_told_apart():
    twin = document("twin.pdf", title="Master Supply Agreement", effective_date=Y[2020], counterparty=PARTIES)
    ruled = Ruled(with_claim(), [msa(counterparty=PARTIES), twin, silent()])
    assert ruled.links == []
    assert ruled.found("msa.pdf or twin.pdf. Say in the manifest which one")


def test_the_manifest_can_say_that_a_document_amends_nothing():
    withdrawn = amendment(target="none", counterparty=PARTIES)
    ruled = Ruled(with_claim(), [msa(counterparty=PARTIES), withdrawn])
    assert (ruled.links, ruled.facts["am1.pdf"].amends) == ([], [])
    assert ruled.window("am1.pdf", "1") == (None, None)


def test_what_is_wrong_is_reported_per_document_and_the_rest_goes_on():
    sound = clause("am1.pdf", "1", payload=changing(("replaced", "9.2"), ("deleted", "77")))
    chunks = [*numbered("msa.pdf", "9.2", "3"), *numbered("a.pdf", "1"), *numbered("b.pdf", "1"), sound]
    chunks.append(clause("msa.pdf", "3", seq=9))
    chunks.append(clause("am2.pdf", "5", payload=changing(("replaced", "3"), ("inserted", "9.2"))))
    ruled = Ruled(
        chunks,
        [
            msa(),
            amendment(1),
            amendment(2, Y[2023]),
            amendment(3, target="mas.pdf"),
            document("a.pdf", amends=["b.pdf"], effective_date=Y[2021]),
            document("b.pdf", amends=["a.pdf"], effective_date=Y[2021]),
            document("self.pdf", amends=["self.pdf"]),
            document("r1.pdf", supersedes=["old.pdf"], effective_date=Y[2021]),
            document("r2.pdf", supersedes=["old.pdf"], effective_date=Y[2022]),
            document("old.pdf", effective_date=Y[2019]),
            document("early.pdf", supersedes=["old.pdf"], effective_date=Y[2018]),
        ],
    )
    for said in (
        "am3.pdf: amends 'mas.pdf', which is not in the collection. Did you mean msa.pdf?",
        "a.pdf: amends b.pdf, which in turn goes back to it",
        "b.pdf: amends a.pdf, which in turn goes back to it",
        "self.pdf: amends self.pdf, which in turn goes back to it",
        "r1.pdf: r1.pdf and r2.pdf both supersede old.pdf",
        "r2.pdf: r1.pdf and r2.pdf both supersede old.pdf",
        "early.pdf: supersedes old.pdf, which is dated no earlier",
        "am1.pdf: 1 changes 77, which is not found in what it amends",
        "am2.pdf: 5 changes 3, a number that Master Supply Agreement uses more than once",
        "am2.pdf: 5 adds 9.2, a number that Master Supply Agreement has already",
    ):
        assert len(ruled.found(said)) == 1, said
    assert ruled.window("msa.pdf", "9.2") == (None, Y[2022])
    assert ruled.window("msa.pdf", "3") == (None, None)
    assert ruled.window("a.pdf", "1") == (None, None)


def test_two_amendments_that_replace_one_clause_on_one_day_both_govern():
    chunks = [
        *numbered("msa.pdf", "9.2"),
        clause("am1.pdf", "1", payload=changing(("replaced", "9.2"))),
        clause("am2.pdf", "1", payload=changing(("replaced", "9.2"))),
    ]
    ruled = Ruled(chunks, [msa(), amendment(1), amendment(2)])
    assert ruled.window("am1.pdf", "1") == ruled.window("am2.pdf", "1") == (Y[2022], None)
    assert ruled.found("replaces 9.2 of Master Supply Agreement on the day that am2.pdf does")


def test_applied_again_to_its_own_result_nothing_moves():
    chunks = with_claim()
    documents = facts.to_table([msa(counterparty=PARTIES), silent()])
    once = govern(record.to_table(chunks), documents).chunks
    assert govern(once, documents).chunks.equals(once)
    without = govern(once.filter(pc_not(once, "am1.pdf")), facts.to_table([msa()])).chunks
    assert without.equals(record.to_table(chunks[:1]))


def pc_not(table, doc_id):
    return [owner != doc_id for owner in table["doc_id"].to_pylist()]


CLAUSES = ("1", "2.1", "2.2", "3")
days = st.integers(0, 40).map(lambda n: date(2021, 1, 1) + timedelta(days=n))


@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.tuples(
            days,
            st.lists(
                st.tuples(st.sampled_from(["replaced", "deleted"]), st.sampled_from(CLAUSES)), max_size=4
            ),
        ),
        max_size=6,
        unique_by=lambda made: made[0],
    )
)
def test_on_any_day_a_clause_has_exactly_the_version_that_the_latest_amendment_gave_it(amendments):
    chunks = numbered("msa.pdf", *CLAUSES)
    documents = [msa()]
    versions = {path: [(date.min, ("msa.pdf", path))] for path in CLAUSES}
    for number, (day, done) in enumerate(amendments, 1):
        documents.append(amendment(number, day))
        for at, (how, path) in enumerate({path: (how, path) for how, path in done}.values(), 1):
            chunks.append(clause(f"am{number}.pdf", str(at), seq=at, payload=changing((how, path))))
            versions[path].append((day, (f"am{number}.pdf", str(at))))
    ruled = Ruled(chunks, documents)
    for day in {date(2020, 6, 1), *(day + timedelta(d) for day, _ in amendments for d in (-1, 0, 1))}:
        for made in versions.values():
            expected = max((begin, place) for begin, place in made if begin <= day)[1]
            governing = [
                place
                for _, place in made
                for begin, end in [ruled.window(*place)]
                if (begin is None or begin <= day) and (end is None or day < end)
            ]
            assert governing == [expected]
