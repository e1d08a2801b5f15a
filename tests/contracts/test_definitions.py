"""Defined terms: found by how contracts define them, cut one by one, known where they are used."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assets.contracts.chunker import cut_contract
from assets.contracts.cut import cut
from assets.contracts.definitions import find_definitions, slug
from assets.contracts.tree import build_tree
from assets.documents.reading.read import read
from assets.documents.soundness import examine
from resources.record import Chunk
from tests.contracts.examples import EMBEDDER, FACTS, typed

HERE = Path(__file__).parent
SAMPLES = HERE.parents[1] / "evals" / "samples"


def terms(text: str) -> list[str]:
    return [term for found in find_definitions(text) if not found.headed for term in found.terms]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('"Plant" means the works.', ["Plant"]),
        ("“Net Sales” shall mean all sums received.", ["Net Sales"]),
        ('"Closing" has the meaning given in Section 2.1.', ["Closing"]),
        ('The term "Losses" shall have the meaning ascribed to it in clause 9.', ["Losses"]),
        ('"Affiliate" or "Affiliates" of a party means a company.', ["Affiliate", "Affiliates"]),
        ('"Exploit," "Exploited" or "Exploitation" means to use.', ["Exploit", "Exploited", "Exploitation"]),
        ('"Control" (and "Controlled") means the power to direct.', ["Control", "Controlled"]),
        ('"Works", with respect to a site, means what is built there.', ["Works"]),
        ('"Records" includes drawings.', ["Records"]),
        ('The works (the "Plant") stand by the river.', ["Plant"]),
        ('Quennick Ltd ("Quennick") and its group (together, the "Sellers")', ["Quennick", "Sellers"]),
        ('(each, a "Party" and collectively, the "Parties")', ["Party", "Parties"]),
        ("Quennick Ltd (hereinafter referred to as “Seller”)", ["Seller"]),
        ("referred to jointly as the “Parties” and each as a “Party.”", ["Parties", "Party"]),
        ("Quennick LLP of Elverham (the Contractor); and", ["Contractor"]),
        ('the Arena ("the Arena")', ["Arena"]),
        ('For purposes of this definition, "control" means ownership.', ["control"]),
        ('For the purposes of this Deed "Canadian buyers" shall be buyers there.', ["Canadian buyers"]),
        ('For purposes of this Section a "rival" of Quennick is a maker of pumps.', ["rival"]),
    ],
)
def test_a_definition_in_one_of_its_forms(text: str, found: list[str]) -> None:
    assert terms(text) == found


@pytest.mark.parametrize(
    "text",
    [
        'The mark "Clearline" is printed on each pump.',
        'goods marked "Confidential" are kept apart',
        'The words "include" and "including" are not limiting.',
        'a party (as defined in the "Plan") pays',
        "This means that the buyer pays.",
        'as set out in Exhibit 2 ("Prices")\nEXHIBIT 2 - PRICES',
        '"We can carry on by hand", the keeper said, "and this means six hours".',
    ],
)
def test_no_definition(text: str) -> None:
    assert terms(text) == []


def golden() -> dict[str, tuple[set[tuple[str, str]], set[tuple[str, str]]]]:
    """By file: the definitions, and those of them that are known to be missed."""
    files: dict[str, tuple[set[tuple[str, str]], set[tuple[str, str]]]] = {}
    file = ""
    for line in (HERE / "defined_terms.txt").read_text(encoding="utf-8").splitlines():
        term, bar, path = line.removeprefix("- ").partition(" | ")
        if bar:
            written, missed = files[file]
            written.add((term, path))
            if line.startswith("- "):
                missed.add((term, path))
        elif line and not line.startswith("#"):
            file = line
            files[file] = (set(), set())
    return files


def defined(chunks: list[Chunk]) -> set[tuple[str, str]]:
    facts = [(chunk.path, json.loads(chunk.payload)) for chunk in chunks]
    return {
        (t, path)
        for path, said in facts
        for t in [*said.get("defines", ()), *said.get("defined_elsewhere", ())]
    }


@cache
def sample(name: str) -> list[Chunk]:
    path = next(SAMPLES.rglob(name))
    return cut_contract(read(path, name), FACTS, [], EMBEDDER).chunks


@pytest.mark.parametrize("name", golden())
def test_the_terms_of_the_samples(name: str) -> None:
    written, missed = golden()[name]
    assert defined(sample(name)) == written - missed


def test_precision_and_recall_over_the_samples() -> None:
    written = {(name, *pair) for name, (pairs, _) in golden().items() for pair in pairs}
    found = {(name, *pair) for name in golden() for pair in defined(sample(name))}
    assert len(golden()) >= 10
    assert len(written & found) >= 0.95 * len(found)
    assert len(written & found) >= 0.9 * len(written)


DEFINITIONS = """
    1. Definitions

    1.1 In this Agreement:

    "Plant" means the works at Elverham, and:

    (a) the yard;

    (b) the crane.

    "Plant" does not include the railway.

    “Net Sales” means the sums received for Pumps, less freight. For purposes of this definition, "freight"
    means carriage by land.

    "Pump" has the meaning given in Schedule 1.

    Headings are for convenience only.

    1.2 "Order" means an order for a Pump.

    2. Price

    2.1 The buyer pays for each Pump at the Plant, by Order, within ten days.

    2.2 Where the Pumps' price is late the Plants may close (the "Closing").

    2.3 After the Closing nobody plants anything, and "Plant" is not used of trees.
"""


def checked(text: str) -> list[Chunk]:
    """Chunks, held against the rules that are true for every document."""
    document = typed(text)
    chunks, left_out = cut(document, build_tree(document), FACTS, EMBEDDER)
    sound = examine(document, chunks, left_out, EMBEDDER)
    assert (sound.uncovered, sound.overlapping, sound.misplaced) == (0, 0, 0), sound.places
    assert len({chunk.id for chunk in chunks}) == len(chunks)
    return cut_contract(document, FACTS, [], EMBEDDER).chunks


def units(text: str) -> dict[str, Chunk]:
    """Chunks by path; of those that share one, the last."""
    return {chunk.path: chunk for chunk in checked(text)}


def test_a_definitions_clause_is_its_terms() -> None:
    assert [(c.unit, c.path) for c in checked(DEFINITIONS) if c.path.startswith("1")] == [
        ("clause", "1.1"),
        ("definition", "1.1/plant"),
        ("definition", "1.1/net-sales"),
        ("definition", "1.1/pump"),
        ("clause", "1.1"),
        ("definition", "1.2"),
    ]
    found = units(DEFINITIONS)
    assert found["1.1"].body == "Headings are for convenience only."
    assert found["1.1/plant"].source_keys[:2] == ["pump.txt#1.1/plant", "pump.txt#1.1"]
    assert found["1.1/plant"].heading_path == ["1 Definitions", "1.1", "“Plant”"]
    assert found["1.2"].heading_path == ["1 Definitions", "1.2 “Order”"]


def test_a_definition_keeps_its_items_exclusions_and_what_serves_it() -> None:
    found = units(DEFINITIONS)
    assert found["1.1/plant"].body.startswith('"Plant" means')
    assert found["1.1/plant"].body.endswith('"Plant" does not include the railway.')
    assert found["1.1/net-sales"].body.endswith("carriage by land.")


def test_what_uses_a_term_knows_its_definition() -> None:
    found = units(DEFINITIONS)
    by_id = {chunk.id: path for path, chunk in found.items()}
    uses = {path: {by_id[i] for i in chunk.terms} for path, chunk in found.items()}
    assert uses["2.1"] == {"1.1/plant", "1.1/pump", "1.2"}
    assert uses["2.2"] == {"1.1/plant", "1.1/pump"}  # plural and possessive; the Closing is its own
    assert uses["2.3"] == {"2.2", "1.1/plant"}
    assert uses["1.1/net-sales"] == {"1.1/pump"}
    assert uses["1.1/pump"] == set()


def test_a_definition_of_its_own_schedule_comes_before_the_body_s() -> None:
    found = units(
        """
        1. Definitions. "Fee" means the fee for pumps.
        2. Price. The Fee is due monthly.
        3. Law. Norway.

        SCHEDULE 1
        Services

        1. Terms. In this Schedule "Fee" means the fee for services.
        2. Payment. The Fee is due yearly.
        """
    )
    assert found["2"].terms == [found["1"].id]
    assert found["schedule-1/2"].terms == [found["schedule-1/1"].id]


def test_a_term_that_stands_everywhere_is_known_but_brings_nothing() -> None:
    clauses = "\n".join(f"{n}. Duty {n}. The Seller does what is due." for n in range(2, 30))
    found = units(f'1. Parties. Quennick Ltd (the "Seller") sells.\n{clauses}')
    assert found["9"].terms == [found["1"].id]
    assert "rare_terms" not in found["9"].payload


def test_where_a_term_is_defined_elsewhere_its_users_are_led_there_too() -> None:
    found = units(
        """
        1. Definitions
        1.1 "Closing" has the meaning given in Section 3.1.
        1.2 "Pump" means a pump.
        2. Price. The price is due at the Closing.
        3. End
        3.1 The parties meet at Elverham and exchange papers for pumps.
        3.2 Nothing else is done.
        """
    )
    assert found["2"].terms == [found["1.1"].id, found["3.1"].id]


def test_what_a_term_excludes_comes_with_its_definition() -> None:
    found = units(
        """
        1. Definitions
        1.1 "Plant" means the works.
        1.2 "Pump" means a pump.
        1.3 "Plant" does not include the railway.
        2. Price. The price is paid at the Plant.
        """
    )
    assert found["2"].terms == [found["1.1"].id, found["1.3"].id]


def test_definitions_that_a_person_should_look_at() -> None:
    report = cut_contract(
        typed(
            """
            1. Definitions
            1.1 "Plant" means the works. "Fee" means the Fee agreed from time to time.
            1.2 "Pump" means a pump. It includes spare Pumps.
            2. Place. The works at Elverham (the "Plant") are open.
            3. Price. The Pump is dear.

            SCHEDULE 1
            Services
            1. Terms. In this Schedule "Pump" means a service pump.
            2. Payment. The Pump is free.
            3. End. No Pump is left.
            """
        ),
        FACTS,
        [],
        EMBEDDER,
    ).report
    assert [(f["path"], f["detail"]) for f in report["defined_twice"]] == [
        ("1.1", "“Plant” is defined here and in 2"),
        ("2", "“Plant” is defined here and in 1.1"),
    ]
    assert [(f["path"], f["detail"]) for f in report["defined_by_itself"]] == [
        ("1.1", "“Fee” is defined by itself")
    ]


def test_two_definitions_in_passing_make_no_definitions_clause() -> None:
    long = "The seller keeps the yard dry, the crane greased and the gate shut. " * 12
    said = f'{long}\n"Yard" means the east yard.\n{long}\n"Crane" means the red one.'
    text = f"1. Care. {said}\n2. Law. Norway."
    assert [(c.unit, c.path) for c in units(text).values()] == [("clause", "1"), ("clause", "2")]


def test_a_term_as_part_of_a_path() -> None:
    assert slug("Net Sales") == "net-sales"
    assert slug("Größe/Maß (m²)") == "grosse-mass-m2"
    assert slug("§") == "term"


@given(st.text(alphabet=st.sampled_from('"“”() ABab.,;:\nmeans the'), max_size=300))
def test_any_text_is_gone_through_once(text: str) -> None:
    found = find_definitions(text)
    assert [each.at for each in found] == sorted({each.at for each in found})
    assert all(each.start <= each.at < len(text) and each.terms for each in found)
