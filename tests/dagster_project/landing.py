"""Small collections for whole runs: contracts as text, long enough that a budget cannot hold one."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

THINGS = (
    "gauges pallets varnish hinges gaskets anvils bobbins castors dowels flanges girders hoppers ingots "
    "joists kilns lathes mandrels nozzles pulleys quoins rivets spindles trestles valves washers winches "
    "augers bellows chisels drums easels ferrules gimbals hasps insulators jigs keels lanterns magnets "
    "nails ovens pistons racks sieves tongs urns vats wedges yokes zippers barrels cables dampers felts "
    "grates hoses irons jacks kettles levers"
).split()
"""One for each clause, so that a question about a thing has one answer."""
SECTIONS = (
    "Deliveries",
    "Quality",
    "Prices",
    "Storage",
    "Transport",
    "Maintenance",
    "Training",
    "Records",
    "Changes",
    "Remedies",
)


def contract(title: str, parties: str, shift: int = 0) -> str:
    """Sixty clauses in ten sections, some 5,000 tokens; clause 2.3 is about the ninth thing, and so on."""
    lines = [title.upper(), "", f"This agreement is made between {parties}.", ""]
    for section, name in enumerate(SECTIONS, start=1):
        lines += [f"{section}. {name}", ""]
        for clause in range(1, 7):
            thing = thing_of(section, clause, shift)
            weeks = 3 + (section * 7 + clause * 5 + shift) % 40
            lines += [
                f"{section}.{clause} {thing.capitalize()}. The supplier keeps the {thing} ready and has",
                f"them looked at every {weeks} weeks by a person who knows {thing} well. What is found is",
                f"written down. Where the {thing} cannot be used for more than {weeks + 2} days the",
                f"buyer may have other {thing} brought at the supplier's cost, if he says so in writing,",
                "and nothing in this clause takes away what the law gives him besides.",
                "",
            ]
    return "\n".join(lines)


def thing_of(section: int, clause: int, shift: int = 0) -> str:
    return THINGS[((section - 1) * 6 + clause - 1 + shift) % len(THINGS)]


def add_contract(
    collection: Path, file: str, title: str, *, parties: str = "Alder Ltd and Birch GmbH", shift: int = 0
) -> None:
    """Put a contract there."""
    collection.mkdir(parents=True, exist_ok=True)
    (collection / file).write_text(contract(title, parties, shift), encoding="utf-8")


def write_manifest(collection: Path, rows: Sequence[tuple[str, str, str]]) -> None:
    """metadata.csv of (file, title, access groups)."""
    lines = ["file,title,counterparty,family,acl"]
    lines += [f"{file},{title},Alder Ltd | Birch GmbH,contract,{acl}" for file, title, acl in rows]
    (collection / "metadata.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")


def write_labels(collection: Path, asked: Sequence[tuple[str, str, int]], clauses: int = 24) -> None:
    """labels.jsonl: for each (file, title, shift) questions about its first clauses."""
    lines = []
    for file, title, shift in asked:
        for number in range(clauses):
            section, clause = number // 6 + 1, number % 6 + 1
            thing = thing_of(section, clause, shift)
            lines.append(
                {
                    "id": f"{file}-{section}.{clause}",
                    "question": f"What does the {title} say about the {thing}, how often are they seen?",
                    "kind": "clause",
                    "gold": [{"file": file, "clause": f"{section}.{clause}"}],
                }
            )
    (collection / "labels.jsonl").write_text(
        "".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8"
    )


def small_collection(landing: Path, key: str = "acme/supply", *, clauses: int = 12) -> Path:
    """Two contracts, readable by `legal` and `buying`, with labels enough for a proof."""
    collection = landing / key
    add_contract(collection, "north.txt", "North Supply Agreement")
    add_contract(collection, "south.txt", "South Works Contract", shift=17)
    write_manifest(
        collection,
        [
            ("north.txt", "North Supply Agreement", "legal | buying"),
            ("south.txt", "South Works Contract", "legal"),
        ],
    )
    write_labels(
        collection,
        [("north.txt", "North Supply Agreement", 0), ("south.txt", "South Works Contract", 17)],
        clauses,
    )
    return collection


def prose_collection(landing: Path, key: str = "acme/notes") -> Path:
    """One text without clauses or labels."""
    collection = landing / key
    collection.mkdir(parents=True, exist_ok=True)
    (collection / "collection.toml").write_text('family = "prose"\nacl = ["everyone"]\n', encoding="utf-8")
    text = "\n\n".join(
        f"On day {day} the mill by the river ground {day * 3} sacks of rye before noon, and the miller wrote "
        f"the number on the door, as he had done on every day before."
        for day in range(1, 30)
    )
    (collection / "diary.md").write_text(f"# The mill\n\n{text}\n", encoding="utf-8")
    return collection
