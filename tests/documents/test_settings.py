"""collection.toml: typed, and an unknown key is an error with its line."""

from __future__ import annotations

import pytest

from assets.documents.problems import ManifestError
from assets.documents.settings import CollectionSettings, load_settings
from tests.documents.conftest import Folder


def load(folder: Folder, content: str) -> CollectionSettings:
    folder.write("collection.toml", content)
    return load_settings(folder.dir.path, folder.dir.key)


def test_without_a_file_all_is_default(folder: Folder) -> None:
    settings = load_settings(folder.dir.path, folder.dir.key)
    assert settings == CollectionSettings()
    assert (settings.strategy, settings.acl, settings.gates.max_drop) == ("structure", None, 0.02)


def test_every_setting(folder: Folder) -> None:
    settings = load(
        folder,
        """
        family = "contract"
        strategy = "recursive-1000"
        acl = ["legal", "sales"]
        preview = true
        [gates]
        max_drop = 0
        min_full_recall = 0.7
        [tickets]
        require_resolution = false
        solved_by = "last-answer"
        [defaults]
        counterparty = "Northpier, Inc | Ostrel GmbH"
        locale = "de"
        job = "Pier 4"
        phase = 2
        since = 2024-01-31
        """,
    )
    assert (settings.family, settings.strategy, settings.acl, settings.preview) == (
        "contract",
        "recursive-1000",
        ["legal", "sales"],
        True,
    )
    assert (settings.gates.max_drop, settings.gates.min_full_recall) == (0, 0.7)
    assert (settings.tickets.require_resolution, settings.tickets.solved_by) == (False, "last-answer")
    assert settings.defaults.counterparty == ["Northpier, Inc", "Ostrel GmbH"]
    assert settings.defaults.extra_facts() == {
        "locale": "de",
        "job": "Pier 4",
        "phase": "2",
        "since": "2024-01-31",
    }


def test_groups_may_be_written_as_in_the_manifest(folder: Folder) -> None:
    assert load(folder, 'acl = "legal | sales"').acl == ["legal", "sales"]


@pytest.mark.parametrize(
    ("written", "acl"),
    [('[""]', []), ('["x ", "", "x"]', ["x"]), ('" | "', []), ('""', []), ("[]", [])],
)
def test_blanks_are_no_groups(folder: Folder, written: str, acl: list[str]) -> None:
    assert load(folder, f"acl = {written}").acl == acl


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (
            'acl = ["a"]\nfamly = "prose"',
            "2: unknown key famly. Did you mean family? Known keys: family, strategy",
        ),
        (
            "[gates]\n# strict\nmax_dorp = 0.1",
            "3: unknown key gates.max_dorp. Did you mean max_drop? Known keys: max_drop, min_full_recall.",
        ),
        ("\n[gate]\nmax_drop = 0.1", "2: unknown key gate. Did you mean gates?"),
        ("gates = {max_dorp = 1}", "1: unknown key gates.max_dorp."),
        ('[gates]\nmax_drop = "2 %"', "2: gates.max_drop is wrong: input should be a valid number. Correct"),
        ("[gates]\nmax_drop = 2", "2: gates.max_drop is wrong: input should be less than or equal to 1."),
        ('preview = "yes"', "1: preview is wrong: input should be a valid boolean."),
        ("acl = [1]", "1: acl is wrong: input should be a valid string."),
        (
            'family = "treaty"',
            "1: family is wrong: input should be 'contract', 'ticket', 'invoice', 'drawing' or",
        ),
        ('strategy = "fixed"', "1: strategy is wrong: there is no strategy fixed; known: structure, merged,"),
        ('[defaults]\nlocale = "german"', "2: defaults.locale is wrong: string should match pattern"),
        ("[defaults]\nphases = [1, 2]", "2: defaults.phases is wrong: it holds a list or a table"),
        ("family = contract", '1: invalid value. Write it as TOML, for example: acl = ["legal"]'),
    ],
)
def test_what_is_wrong_is_named_with_line_and_mend(folder: Folder, content: str, message: str) -> None:
    with pytest.raises(ManifestError) as error:
        load(folder, content)
    assert str(error.value).startswith(f"acme/deals/collection.toml:{message}")


def test_another_encoding_is_named(folder: Folder) -> None:
    folder.write("collection.toml", 'acl = ["Räte"]'.encode("cp1252"))
    with pytest.raises(ManifestError, match="it is not UTF-8"):
        load_settings(folder.dir.path, folder.dir.key)


def test_a_byte_order_mark_is_no_fault(folder: Folder) -> None:
    folder.write("collection.toml", 'acl = ["legal"]'.encode("utf-8-sig"))
    assert load_settings(folder.dir.path, folder.dir.key).acl == ["legal"]
