"""A collection answers from an older version again, under the facts of today."""

from __future__ import annotations

from assets.families import FAMILIES
from assets.index.exposed import without_exposed
from assets.index.published import present_version
from partitions.keys import CollectionKey
from resources.lake import Lake
from resources.publish import restore
from resources.published import published_versions
from resources.store import Store, StoreError


def restore_version(store: Store, key: CollectionKey, version: int | None = None) -> int:
    """Publish an older version of the collection again, the one before the present where none is
    named, under the facts of the moment: what has been removed, revoked or made internal since stays gone.
    Returns its number. Raises StoreError."""
    if version is None:
        version = _version_before(store, key)
    facts = Lake(store).read("facts", str(key))
    if facts is not None:
        facts = without_exposed(store, *key, facts, FAMILIES, version)
    restore(store, key.tenant, key.collection, version, facts)
    return version


def _version_before(store: Store, key: CollectionKey) -> int:
    present = present_version(store, key)
    known = published_versions(store, key.tenant, key.collection)
    if present is None:
        raise StoreError(f"{key} is not published, so there is nothing to restore: docgrain run LANDING")
    older = [number for number in known if number < present]
    if not older:
        raise StoreError(f"{key} has no version before the present one; kept are {known}")
    return older[-1]
