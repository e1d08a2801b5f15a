"""The outlines written by hand: each entry stands in its contract, in that order."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.samples.conftest import CONTRACTS, lines

OUTLINES = Path(__file__).parent / "outlines"
ROMAN = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")
ORDINAL = ("", "FIRST", "SECOND")


def outline(contract: str) -> list[tuple[str, str]]:
    """The (path, title) pairs of a contract's outline."""
    text = (OUTLINES / f"{contract}.txt").read_text(encoding="utf-8")
    return [(path, title) for path, _, title in (line.partition("\t") for line in text.splitlines())]


def printed(path: str, title: str) -> re.Pattern[str]:
    """How a path and its title look at the start of a line."""
    kind, _, number = path.partition("/")[0].partition("-")
    if "/" in path:
        label = re.escape(path.partition("/")[2]) + r"\.\s"
    elif kind == "article":
        label = rf"ARTICLE {ROMAN[int(number)]}\s"
    elif kind == "schedule":
        label = rf"(?:SCHEDULE {number}|{ORDINAL[int(number)] if int(number) < 3 else '-'} SCHEDULE)\s"
    elif number:
        label = rf"(?:{kind} {number})\s"
    else:
        label = rf"(?:Section )?{re.escape(path)}\.?\s"
    return re.compile(rf"^{label}\s*{re.escape(title)}", re.MULTILINE | (re.IGNORECASE if number else 0))


def test_every_contract_has_its_outline() -> None:
    assert sorted(path.name for path in OUTLINES.iterdir()) == sorted(
        f"{path.name}.txt" for path in CONTRACTS
    )


def test_entries_stand_in_the_contract_in_their_order(contract: Path) -> None:
    text = "\n".join(line.strip() for line in lines(contract))
    place = text.find("CONTENTS") + 1  # a table of contents repeats the headings: the clauses come after it
    place = text.rfind("....", place) + 1 if place else 0
    for path, title in outline(contract.name):
        found = printed(path, title).search(text, place)
        assert found, f"{path} {title} does not follow {text[place : place + 60]!r}"
        place = found.end()


@pytest.mark.parametrize(
    ("contract", "gone"),
    [("tavrelle-toll-manufacturing.docx", "5.3"), ("thistlewick-software-licence.pdf", "4.01")],
)
def test_numbers_missing_on_purpose_are_in_no_outline(contract: str, gone: str) -> None:
    paths = [path for path, _ in outline(contract)]
    assert paths
    assert gone not in paths
    path = next(path for path in CONTRACTS if path.name == contract)
    assert not [line for line in lines(path) if line.startswith(gone)]
