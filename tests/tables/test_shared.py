"""Tables of public reports with their cells as people marked them (ICDAR 2013), and of real contracts."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from pathlib import Path
from xml.etree import ElementTree

import pytest

from assets.documents.reading.read import read
from assets.tables.model import Row
from resources import ocr
from tests.conftest import SHARED
from tests.documents.reading.builders import shown

pytestmark = pytest.mark.shared
REPORTS = SHARED / "data" / "invoices" / "tables-icdar2013"


def plain(text: str) -> str:
    return re.sub(r"\W+", "", text).lower()


def marked(path: Path) -> Counter[tuple[str, ...]]:
    """Rows as marked: the texts of their cells from left to right, empty ones left out."""
    found: Counter[tuple[str, ...]] = Counter()
    for table in ElementTree.parse(path).getroot().iter("table"):
        rows = defaultdict(list)
        for region in table.iter("region"):
            down = int(region.get("row-increment") or 0)
            for cell in region.iter("cell"):
                text = plain(cell.findtext("content") or "")
                if text:
                    place = (int(region.get("page") or 0), int(cell.get("start-row") or 0) + down)
                    rows[place].append((int(cell.get("start-col") or 0), text))
        found.update(tuple(text for _, text in sorted(row)) for row in rows.values())
    return found


def found_rows(rows: list[Row]) -> Counter[tuple[str, ...]]:
    return Counter(cells for row in rows if (cells := tuple(filter(None, map(plain, row.texts)))))


def test_rows_and_cells_of_public_reports(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ocr, "engine", lambda *_: None)  # a page of pictures would be read for its text
    right = {"rows": 0, "cells": 0}
    of = {"rows": [0, 0], "cells": [0, 0]}
    for path in sorted(REPORTS.glob("*.pdf")):
        truth = marked(path.with_name(path.stem + "-str.xml"))
        tables = read(path, path.name).tables
        mine = found_rows([row for table in tables for row in (*table.header, *table.rows)])
        for name, a, b in (
            ("rows", truth, mine),
            ("cells", *(Counter(cell for row in rows.elements() for cell in row) for rows in (truth, mine))),
        ):
            right[name] += (a & b).total()
            of[name][0] += a.total()
            of[name][1] += b.total()
    recall, precision = ({name: right[name] / of[name][i] for name in right} for i in (0, 1))
    assert recall["rows"] > 0.97
    assert recall["cells"] > 0.97
    assert precision["rows"] > 0.95
    assert precision["cells"] > 0.95


def contract(name: str) -> Path:
    return next(
        path for path in sorted((SHARED / "landing" / "atticus").glob("*/*.pdf")) if name in path.name
    )


def test_a_royalty_table_of_a_contract() -> None:
    path = contract("INTRICONCORP")
    table = read(path, path.name).tables[0]
    assert [row.texts for row in table.header] == [
        ["PAYMENT YEAR", "MINIMUM PAYMENT", "ACCESS FEE", "SECOND COMPONENT"]
    ]
    assert table.rows[0].texts == ["Year 1", "$400,000", "$300,000", "$100,000"]
    assert len(table.rows) == 5


def test_a_list_of_patents_over_three_pages() -> None:
    """Wrapped cells, no rules, the header on the first page only, and a row that runs over a page break."""
    path = contract("GSITECHNOLOGYINC")
    table = read(path, path.name).tables[0]
    assert [len(table.header), len(table.rows), table.columns] == [1, 13, 7]
    assert [row.page for row in table.rows] == [21] * 5 + [22] * 6 + [23] * 2
    assert table.rows[10].texts[1].endswith("data bus")
    assert {place.page for place in table.rows[10].cells[1].places} == {22, 23}


def test_contents_and_clauses_of_contracts_are_no_tables() -> None:
    path = contract("INNOVIVA")
    document = read(path, path.name)
    assert document.tables == []
    assert any(line.startswith("7.1 Promotional Materials") for line in shown(document))
