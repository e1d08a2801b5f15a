"""The review of a collection: what was read in doubt, as tables for the people who can correct it."""

from collections.abc import Mapping, Sequence

import dagster as dg

from assets.documents.steps import settings_of
from assets.families import FAMILIES
from assets.review.collect import collect
from assets.review.facts import by_document
from assets.review.rows import TOPICS, ReviewRow, shortened, to_table
from partitions.definitions import collections
from resources.automation import CARRY
from resources.codeversion import code_version
from resources.materialized import OWNERS, Materialized, materialized
from resources.platform import StoreResource

SHOWN = 150
"""Rows of a table in the UI, what is to be looked at first; `docgrain review` shows all."""
_NAME = 30
"""Characters of a file's name in the UI, which draws tables in little room."""
_COLUMNS = {
    "file": "the document, a long name without its middle",
    "subject": "a flag, a column of the manifest, a relation or a kind of finding",
    "found": "what was found",
    "sure": "how sure the reading is, 0 to 1; with a question mark where a person should look",
    "place": "the page; docgrain review --json names the characters",
    "quote": "what stands there; only where collection.toml says preview = true",
    "mend": "how to correct it",
    "how": "what told it",
}


@dg.asset(
    deps=["facts", *(family.documents for family in FAMILIES), *(family.chunks for family in FAMILIES)],
    partitions_def=collections,
    group_name="review",
    kinds={"python", "parquet"},
    owners=OWNERS,
    automation_condition=CARRY,
    code_version=code_version("assets.review.collect"),
    description="What people should look at, and how to correct each: flags of the reading, facts read in "
    "the texts, what amends what, gaps of the numbering. The doubtful stands first.",
)
def review(context: dg.AssetExecutionContext, store: StoreResource) -> Materialized:
    """Gather what the other assets left; nothing waits for it."""
    key, lake = context.partition_key, store.lake
    found = collect(lake, key, FAMILIES, quote=settings_of(lake, key).preview)
    doubts = {topic: [row for row in found.rows if row.topic == topic and row.look] for topic in TOPICS}
    links = [row for row in found.rows if row.topic == "links"]
    facts = [{**row, "file": shortened(row["file"], _NAME)} for row in by_document(found.known)]
    return materialized(
        lake.write("review", key, to_table(found.rows)),
        {
            "to_look_at": sum(map(len, doubts.values())),
            **{f"{topic}_to_look_at": len(rows) for topic, rows in doubts.items()},
            "reading": _table(_cells(doubts["reading"]), _COLUMNS),
            "facts_in_doubt": _table(_cells(doubts["facts"]), _COLUMNS),
            "links": _table(_cells(links), _COLUMNS),
            "numbering": _table(_cells(doubts["numbering"]), _COLUMNS),
            "facts": _table(facts, {}),
            "correct_it": "write into metadata.csv or structure.csv of the collection's folder (docgrain "
            "manifest drafts the first) and run again; docgrain review lists all of this",
        },
    )


def _cells(rows: Sequence[ReviewRow]) -> list[dict[str, str]]:
    quoted = any(row.quote for row in rows)
    return [
        {
            "file": shortened(row.file, _NAME),
            "subject": row.subject,
            "found": row.found,
            "sure": _sure(row),
            "place": row.page,
            **({"quote": row.quote} if quoted else {}),
            "mend": row.mend,
            "how": row.how,
        }
        for row in rows
    ]


def _sure(row: ReviewRow) -> str:
    number = "" if row.confidence is None else f"{row.confidence:.2f} "
    return f"{number}{'?' if row.look else ''}".strip()


def _table(rows: Sequence[Mapping[str, str]], columns: Mapping[str, str]) -> dg.MetadataValue:
    """Rows as the UI draws them; a line where there are more than it should draw."""
    if not rows:
        return dg.MetadataValue.text("none")
    return dg.MetadataValue.table(
        records=[dg.TableRecord(dict(row)) for row in rows[:SHOWN]],
        schema=dg.TableSchema([dg.TableColumn(name, description=columns.get(name)) for name in rows[0]]),
    )
