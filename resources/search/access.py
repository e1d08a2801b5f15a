"""Who may see what: the one place where tenant, access groups and scope become filters.

Each condition is written twice side by side: as a Lance prefilter and as a test of a row's values. Rows are
filtered before they are searched, by words and by meaning, and every row read back is tested again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import Any, ClassVar, NamedTuple, Protocol

from resources.facts import DocumentFacts
from resources.groups import opened_by, opens, single
from resources.record import Chunk


@dataclass(frozen=True, slots=True)
class Principal:
    """Who asks: a tenant and the access groups the asker belongs to. Group names may be any text and
    are compared whole, case included."""

    tenant: str
    groups: frozenset[str]


@dataclass(frozen=True, slots=True)
class Scope:
    """Where to look. None does not restrict; an empty set finds nothing. `doc_keys` are
    'collection/doc_id'; a row passes `counterparty` where it names any of them, exactly."""

    collections: frozenset[str] | None = None
    doc_keys: frozenset[str] | None = None
    units: frozenset[str] | None = None
    families: frozenset[str] | None = None
    counterparty: frozenset[str] | None = None
    as_of: date | None = None
    """The day on which a row must govern; None looks at all times."""


class FilterRow(NamedTuple):
    """What the filters look at of one row."""

    tenant_id: str
    collection: str
    doc_key: str
    family: str
    unit: str
    acl: tuple[str, ...]
    counterparty: tuple[str, ...]
    governs_from: date | None
    governs_to: date | None

    @classmethod
    def of(cls, chunk: Chunk) -> FilterRow:
        return cls(
            chunk.tenant_id,
            chunk.collection,
            doc_key(chunk.collection, chunk.doc_id),
            chunk.family,
            chunk.unit,
            tuple(chunk.acl),
            tuple(chunk.counterparty),
            chunk.governs_from,
            chunk.governs_to,
        )

    @classmethod
    def of_document(cls, facts: DocumentFacts) -> FilterRow:
        """Of a document as a whole, which is no unit."""
        key = doc_key(facts.collection, facts.doc_id)
        acl, parties = tuple(facts.acl), tuple(facts.counterparty)
        return cls(facts.tenant_id, facts.collection, key, facts.family, "", acl, parties, None, None)


def filter_row(values: Sequence[Any]) -> FilterRow:
    """A row of the columns of `FilterRow`, as a store gives them (lists, or None for an empty one)."""
    tenant, collection, key, family, unit, acl, counterparty, begin, end = values
    return FilterRow(
        tenant, collection, key, family, unit, tuple(acl or ()), tuple(counterparty or ()), begin, end
    )


def doc_key(collection: str, doc_id: str) -> str:
    """A document's name within its tenant. A collection's name holds no slash, so it is unambiguous."""
    return f"{collection}/{doc_id}"


def sql_text(value: str) -> str:
    """A text as an SQL literal."""
    return "'" + value.replace("'", "''") + "'"


class Condition(Protocol):
    """One filter, as Lance takes it and on a row."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of `FilterRow` that it looks at."""
        ...

    def sql(self) -> str: ...

    def admits(self, *values: Any) -> bool:
        """Whether a row with these values of `columns` passes."""
        ...


@dataclass(frozen=True, slots=True)
class OneOf:
    """A text column holds one of the values."""

    column: str
    values: frozenset[str]

    @property
    def columns(self) -> tuple[str, ...]:
        return (self.column,)

    def sql(self) -> str:
        return f"{self.column} IN ({_literals(self.values)})"

    def admits(self, *values: Any) -> bool:
        return values[0] in self.values


@dataclass(frozen=True, slots=True)
class AnyOf:
    """A list column shares a value with the values; an empty list never does."""

    column: str
    values: frozenset[str]

    @property
    def columns(self) -> tuple[str, ...]:
        return (self.column,)

    def sql(self) -> str:
        return f"array_has_any({self.column}, [{_literals(self.values)}])"

    def admits(self, *values: Any) -> bool:
        return not self.values.isdisjoint(values[0])


@dataclass(frozen=True, slots=True)
class OpenTo:
    """The row's access groups, single or joined, are open to who belongs to the groups `values`. As a
    prefilter it lets through no more, and not what two of very many groups open together
    (`resources.groups.PAIRED`)."""

    values: frozenset[str]

    column: ClassVar[str] = "acl"

    @property
    def columns(self) -> tuple[str, ...]:
        return (self.column,)

    def sql(self) -> str:
        return f"array_has_any({self.column}, [{_literals(opened_by(self.values))}])"

    def admits(self, *values: Any) -> bool:
        return opens(self.values, values[0])


@dataclass(frozen=True, slots=True)
class GovernsAt:
    """The row governs on that day: from `governs_from` on and before `governs_to`; a missing end is
    open."""

    day: date

    @property
    def columns(self) -> tuple[str, ...]:
        return ("governs_from", "governs_to")

    def sql(self) -> str:
        day = f"date '{self.day.isoformat()}'"
        return (
            f"(governs_from IS NULL OR governs_from <= {day}) AND (governs_to IS NULL OR governs_to > {day})"
        )

    def admits(self, *values: Any) -> bool:
        begin, end = values
        return (begin is None or begin <= self.day) and (end is None or self.day < end)


@dataclass(frozen=True)
class Access:
    """A principal's view of an index, narrowed by a scope. Hashable, so results can be kept by it."""

    principal: Principal
    scope: Scope = Scope()

    @cached_property
    def conditions(self) -> tuple[Condition, ...]:
        scope = self.scope
        found: list[Condition] = [OneOf("tenant_id", _storable([self.principal.tenant]))]
        for column, values in (
            ("collection", scope.collections),
            ("doc_key", scope.doc_keys),
            ("unit", scope.units),
            ("family", scope.families),
        ):
            if values is not None:
                found.append(OneOf(column, _storable(values)))
        if scope.counterparty is not None:
            found.append(AnyOf("counterparty", _storable(scope.counterparty)))
        found.append(OpenTo(single(_storable(self.principal.groups))))
        if scope.as_of is not None:
            found.append(GovernsAt(scope.as_of))
        return tuple(found)

    @cached_property
    def nothing(self) -> str | None:
        """Why nothing can be found whatever is asked, or None where something may be."""
        if not self.principal.tenant:
            return "no tenant was given, so nothing may be read"
        if not self.principal.groups:
            return "no access groups were given, so nothing may be read: name at least one group"
        for condition in self.conditions:
            if not getattr(condition, "values", True):
                column = getattr(condition, "column", "")
                return f"the search was narrowed to no {column} at all, so nothing can be found"
        return None

    @property
    def counted(self) -> Access:
        """The rows over which words are counted to weigh them: all that the principal may read in the
        collections and families looked at. Never more, or scores would tell of what may not be read; and not
        less, so that a word weighs the same whatever the search is narrowed to. Each family has words of its
        own: what every ticket says is rare beside as many clauses."""
        return Access(self.principal, Scope(collections=self.scope.collections, families=self.scope.families))

    @property
    def known(self) -> Access:
        """The same for documents, which may be known whatever units are looked at and on whatever day."""
        return Access(self.principal, replace(self.scope, units=None, as_of=None))

    @cached_property
    def sql(self) -> str:
        """The Lance prefilter."""
        return " AND ".join(condition.sql() for condition in self.conditions)

    def allows(self, row: FilterRow) -> bool:
        """Whether the row may be returned."""
        if self.nothing is not None:
            return False
        for condition in self.conditions:
            if not condition.admits(*[getattr(row, column) for column in condition.columns]):
                return False
        return True

    def allows_document(self, facts: DocumentFacts) -> bool:
        """Whether the document may be known to the asker; unit and date say nothing of documents."""
        return self.nothing is None and self.known.allows(FilterRow.of_document(facts))


def _storable(values: Iterable[str]) -> frozenset[str]:
    """The values that a store can hold at all: a lone surrogate has no UTF-8 form and matches nothing."""
    return frozenset(value for value in values if value.isascii() or _has_utf8(value))


def _has_utf8(value: str) -> bool:
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def _literals(values: Iterable[str]) -> str:
    return ", ".join(sql_text(value) for value in sorted(values))
