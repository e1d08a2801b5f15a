"""Which folders are collections, which files are documents."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from assets.documents.landing import CollectionDir, collections, fingerprint, is_document, is_gone, walk
from assets.documents.problems import LandingError
from tests.documents.conftest import Folder


def lay(landing: Path, *files: str) -> None:
    for file in files:
        (landing / file).parent.mkdir(parents=True, exist_ok=True)
        (landing / file).write_text("text")


def test_a_collection_is_a_folder_in_a_tenants_folder(tmp_path: Path) -> None:
    lay(tmp_path, "acme/sales/a.txt", "acme/hr/a.txt", "birch/sales/a.txt", ".git/objects/a")
    found, problems = collections(tmp_path)
    assert [collection.key for collection in found] == ["acme/hr", "acme/sales", "birch/sales"]
    assert problems == []


def test_only_takes_the_collections_a_glob_matches(tmp_path: Path) -> None:
    lay(tmp_path, "acme/sales/a.txt", "acme/hr/a.txt", "birch/sales/a.txt")
    assert [collection.key for collection in collections(tmp_path, "acme/*")[0]] == ["acme/hr", "acme/sales"]
    assert [collection.key for collection in collections(tmp_path, "*/sales")[0]] == [
        "acme/sales",
        "birch/sales",
    ]
    assert collections(tmp_path, "nobody/*")[0] == []


def test_names_that_cannot_be_keys_are_reported_and_the_rest_goes_on(tmp_path: Path) -> None:
    lay(
        tmp_path,
        "acme/sales/a.txt",
        "acme/a|b/a.txt",
        "acme/a b/a.txt",
        "big corp/sales/a.txt",
        "acme/.../a.txt",
    )
    found, problems = collections(tmp_path)
    assert [collection.key for collection in found] == ["acme/sales"]
    assert sorted(str(problem) for problem in problems) == [
        "acme/a b: the folder's name 'a b' cannot be a tenant's or a collection's."
        " Rename it to letters, digits, '.', '_' and '-'.",
        "acme/a|b: the folder's name 'a|b' cannot be a tenant's or a collection's."
        " Rename it to letters, digits, '.', '_' and '-'.",
        "big corp: the folder's name 'big corp' cannot be a tenant's or a collection's."
        " Rename it to letters, digits, '.', '_' and '-'.",
    ]


def test_files_beside_collections_are_reported(tmp_path: Path) -> None:
    lay(tmp_path, "acme/sales/a.txt", "acme/lost.pdf", "lost.pdf", "README.md")
    what = "1 file(s) lie outside any collection and are not read: lost.pdf. Move them to TENANT/COLLECTION/."
    assert [str(problem) for problem in collections(tmp_path)[1]] == [f".: {what}", f"acme/: {what}"]


def test_a_linked_folder_that_leads_away_is_no_collection(tmp_path: Path) -> None:
    lay(tmp_path, "landing/acme/sales/a.txt", "landing/birch/secret/a.txt", "elsewhere/a.txt")
    landing = tmp_path / "landing"
    (landing / "acme/outside").symlink_to(tmp_path / "elsewhere")
    (landing / "acme/other-tenant").symlink_to(landing / "birch/secret")
    (landing / "acme/mirror").symlink_to(landing / "acme/sales")
    found, problems = collections(landing, "acme/*")
    assert [collection.key for collection in found] == ["acme/mirror", "acme/sales"]
    assert [problem.file for problem in problems] == ["acme/other-tenant", "acme/outside"]


def test_a_missing_landing_zone_says_what_to_give(tmp_path: Path) -> None:
    with pytest.raises(
        LandingError, match="there is no such folder. Give the folder that holds TENANT/COLLECTION"
    ):
        collections(tmp_path / "nowhere")


def test_a_tenants_folder_that_cannot_be_read_is_reported_and_none_of_it_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(tmp_path, "acme/sales/a.txt", "birch/sales/a.txt")
    listed = os.listdir

    def refuse(path: str | Path) -> list[str]:
        if Path(path).name == "birch":
            raise PermissionError(13, "Permission denied")
        return listed(path)

    monkeypatch.setattr(os, "listdir", refuse)
    found, problems = collections(tmp_path)
    assert [collection.key for collection in found] == ["acme/sales"]
    assert [str(problem) for problem in problems] == [
        "birch: the folder cannot be read (Permission denied), nor what is in it. Mend its permissions."
    ]
    assert not is_gone(tmp_path, "birch/sales")
    assert is_gone(tmp_path, "cedar/sales")


@pytest.mark.parametrize(
    ("name", "document"),
    [
        ("a.pdf", True),
        ("2024/a.pdf", True),
        ("2024/metadata.csv", True),
        ("metadata.csv", False),
        ("metadata.jsonl", False),
        ("collection.toml", False),
        ("structure.csv", False),
        ("labels.jsonl", False),
        ("regions.truth.jsonl", False),
        ("2024/regions.truth.jsonl", False),
        (".DS_Store", False),
        ("~$agreement.docx", False),
        ("Thumbs.db", False),
    ],
)
def test_what_is_a_document(name: str, document: bool) -> None:
    assert is_document(name) is document


def test_documents_lie_in_subfolders_too(folder: Folder) -> None:
    folder.write("b.txt", "b")
    folder.write("2024/a.txt", "a")
    folder.write(".cache/hidden.txt", "no")
    files, problems = walk(folder.dir)
    assert [file.name for file in files] == ["2024/a.txt", "b.txt"]
    assert problems == []


def test_links_that_leave_the_tenant_are_refused(folder: Folder, tmp_path: Path) -> None:
    secret = tmp_path / "landing" / "birch" / "secret.txt"
    secret.parent.mkdir()
    secret.write_text("not for acme")
    own = folder.write("own.txt", "own")
    (folder.dir.path / "secret.txt").symlink_to(secret)
    (folder.dir.path / "same.txt").symlink_to(own)
    (folder.dir.path / "loop").symlink_to(folder.dir.path)
    (folder.dir.path / "gone.txt").symlink_to(folder.dir.path / "nowhere.txt")
    files, problems = walk(folder.dir)
    assert [file.name for file in files] == ["own.txt", "same.txt"]
    assert {problem.file: problem.what for problem in problems} == {
        "acme/deals/secret.txt": "the link leads out of the tenant's folder and is not followed",
        "acme/deals/loop": "a link to a folder is not followed",
        "acme/deals/gone.txt": "it is no regular file",
    }


def test_a_name_that_is_not_utf8_is_reported(folder: Folder) -> None:
    with open(os.fsencode(folder.dir.path) + b"/caf\xe9.txt", "w") as stream:
        stream.write("text")
    files, problems = walk(folder.dir)
    assert files == []
    assert str(problems[0]) == "acme/deals/caf\\udce9.txt: its name is not UTF-8. Rename the file."


def test_the_fingerprint_changes_with_every_file(folder: Folder) -> None:
    seen = {fingerprint(folder.dir.path)}
    for change in (
        lambda: folder.write("a.txt", "one"),
        lambda: folder.write("a.txt", "three"),
        lambda: folder.write("labels.jsonl", "{}"),
        lambda: folder.write("collection.toml", ""),
        lambda: folder.write("sub/b.txt", "b"),
        lambda: (folder.dir.path / "a.txt").rename(folder.dir.path / "c.txt"),
        lambda: (folder.dir.path / "c.txt").unlink(),
    ):
        change()
        assert fingerprint(folder.dir.path) not in seen
        seen.add(fingerprint(folder.dir.path))
    assert fingerprint(folder.dir.path) == fingerprint(folder.dir.path)


def test_a_key_is_tenant_and_collection(folder: Folder) -> None:
    assert CollectionDir("acme", "deals", folder.dir.path).key == folder.dir.key == "acme/deals"
