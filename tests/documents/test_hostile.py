"""Files made to hurt whoever opens them: each is refused with a mend, or read for what is good in it, and the
document beside them is read whatever they hold."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import docx
import pytest

from assets.documents.read_incremental import read_documents
from tests.documents.conftest import AGREEMENT, Folder, pdf
from tests.documents.reading.builders import rezip

OUTPUTS = Path(__file__).parent / "reading" / "parser_outputs"
DOCLING = (OUTPUTS / "docling.json").read_text("utf-8")
AZURE = (OUTPUTS / "azure-pages.json").read_text("utf-8")
DOCUMENT = "word/document.xml"


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sound DOCX."""
    path = tmp_path_factory.mktemp("docx") / "plain.docx"
    document = docx.Document()
    document.add_paragraph("1. Term")
    document.save(str(path))
    return path


Make = Callable[[Path, Path], object]


def with_markup(change: Callable[[str], str], part: str = DOCUMENT) -> Make:
    """A DOCX with one part changed, which begins without an XML declaration."""

    def changed(name: str, data: bytes) -> bytes:
        return change(data.decode().partition("?>")[2]).encode() if name == part else data

    return lambda plain, path: rezip(plain, path, changed)


def with_members(*members: tuple[str, str]) -> Make:
    def made(plain: Path, path: Path) -> None:
        path.write_bytes(plain.read_bytes())
        with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as archive:
            for name, content in members:
                archive.writestr(name, content)

    return made


def file(content: str | bytes) -> Make:
    return lambda plain, path: path.write_bytes(content if isinstance(content, bytes) else content.encode())


def laughs() -> str:
    """Entities that unfold to 10 ** 10 words."""
    entities = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 11))
    return f'<!DOCTYPE x [<!ENTITY e0 "ha">{entities}]>'


def lying(plain: Path, path: Path) -> None:
    """The archive's index says that the text unpacks to ten bytes."""
    data = bytearray(plain.read_bytes())
    at = data.rfind(DOCUMENT.encode()) - 46 + 24
    data[at : at + 4] = (10).to_bytes(4, "little")
    path.write_bytes(bytes(data))


def one_text_by_many_names() -> str:
    """10 KB that are said to stand in ten thousand places; unfolded they are 100 MB."""
    said = json.loads(DOCLING)
    said["texts"][0]["text"] = "dry " * 2_500
    said["body"]["children"] = [{"$ref": f"{number}#/texts/0"} for number in range(10_000)]
    return json.dumps(said)


def table_in_html(markup: str) -> str:
    about = {"page_number": 1, "text_as_html": f"<table><tr><td>Fees{markup}"}
    return json.dumps([{"type": "Table", "text": "Fees", "metadata": about}])


DEEP = "<w:sdt><w:sdtContent>" * 50_000 + "</w:sdtContent></w:sdt>" * 50_000
REFUSED: dict[str, tuple[str, Make]] = {
    "entities that unfold": (
        "a.docx",
        with_markup(lambda markup: laughs() + markup.replace("1. Term", "&e10;")),
    ),
    "a hundred thousand levels": (
        "a.docx",
        with_markup(lambda markup: markup.replace("<w:body>", f"<w:body>{DEEP}")),
    ),
    "no body": ("a.docx", with_markup(lambda markup: "<html/>")),
    "an empty part": ("a.docx", with_markup(lambda markup: "")),
    "a part outside the package": (
        "a.docx",
        with_markup(
            lambda rels: rels.replace('"styles.xml"', '"../../../../etc/passwd"'),
            "word/_rels/document.xml.rels",
        ),
    ),
    "a bomb": (
        "a.docx",
        with_members(("word/media/image1.bmp", "\0" * 40_000_000)),
    ),
    "the text twice": ("a.docx", with_members((DOCUMENT, "<x/>"))),
    "a lie about its size": ("a.docx", lying),
    "a zip file cut off": ("a.docx", lambda plain, path: path.write_bytes(plain.read_bytes()[:-40])),
    "ten thousand levels of JSON": (
        "a.json",
        file('{"schema_name": "DoclingDocument", "x": ' + '{"x":[' * 10_000 + "]}" * 10_000 + "}"),
    ),
    "a page that is not there": ("a.json", file(DOCLING.replace('"page_no": 2', '"page_no": 2000000000000'))),
    "a last page without text, far away": (
        "a.json",
        file(AZURE.replace('"pages": [', '"pages": [{"pageNumber": 1' + "0" * 25 + "},", 1)),
    ),
    "numbers that are none": ("a.json", file(DOCLING.replace('"page_no": 1', '"page_no": NaN'))),
}
READ: dict[str, tuple[str, Make]] = {
    "an entity from a file": (
        "a.docx",
        with_markup(lambda markup: '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>' + markup),
    ),
    "a DTD from the network": (
        "a.docx",
        with_markup(lambda markup: '<!DOCTYPE x SYSTEM "http://127.0.0.1:9/x.dtd">' + markup),
    ),
    "names that lead out": (
        "a.docx",
        with_members(("../../evil.txt", "x"), ("/evil.txt", "x"), ("word/../../evil.txt", "x")),
    ),
    "boxes that are none": ("a.json", file(DOCLING.replace('"l": 72', '"l": NaN'))),
    "an angle without end": ("a.json", file(AZURE.replace('"angle": 0', '"angle": 1e999'))),
    "one text by many names": ("a.json", file(one_text_by_many_names())),
    "tags without end": ("a.json", file(table_in_html("<a " * 20_000))),
    "comments without end": ("a.json", file(table_in_html("<!--" * 20_000))),
    "JSON that only looks deep": ("a.json", file("[" * 100_000)),
    "XML entities in an invoice": ("a.xml", file(laughs() + "<Invoice>&e10;</Invoice>")),
}


def files_below(folder: Path) -> Iterator[str]:
    return (path.name for path in folder.rglob("*") if path.is_file())


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("name", [*REFUSED, *READ])
def test_a_hostile_file_hurts_nobody(name: str, folder: Folder, plain: Path) -> None:
    called, make = (REFUSED | READ)[name]
    folder.write("collection.toml", 'acl = ["legal"]\nfamily = "contract"')
    folder.write("good.txt", AGREEMENT)
    make(plain, folder.dir.path / called)
    scanned = folder.scan()
    rows = {row["file"]: row for row in scanned.documents.to_pylist()}
    ready = {file: row["source_hash"] for file, row in rows.items() if row["status"] == "ready"}
    reading = read_documents(folder.dir.path, ready, {}, None, "1")
    errors = reading.unreadable | {
        f: f"{row['error']}; {row['mend']}" for f, row in rows.items() if row["error"]
    }
    assert set(errors) == ({called} if name in REFUSED else set())
    for error in errors.values():
        assert "; " in error
        assert "\n" not in error
        assert str(folder.dir.path) not in error
    texts = dict(zip(reading.table["file"].to_pylist(), reading.table["text"].to_pylist(), strict=True))
    assert "The Buyer shall unload them." in texts["good.txt"]
    assert "root:" not in texts.get(called, "")
    assert len(texts.get(called, "")) < 1_000_000
    assert "evil.txt" not in files_below(folder.dir.path.parents[2])


def test_a_bomb_beside_its_parsed_form_is_read_from_that(folder: Folder, plain: Path) -> None:
    folder.write("collection.toml", 'acl = ["legal"]')
    REFUSED["a bomb"][1](plain, folder.dir.path / "storage.docx")
    folder.write("storage.docx.json", DOCLING)
    folder.write("torn.pdf", pdf(AGREEMENT)[:300])
    folder.write("torn.pdf.json", DOCLING)
    rows = {row["file"]: row for row in folder.scan().documents.to_pylist()}
    sources = {file: row["source_hash"] for file, row in rows.items()}
    forms = {file: row["form"] for file, row in rows.items()}
    reading = read_documents(folder.dir.path, sources, {}, None, "1", forms)
    assert reading.unreadable == {}
    assert all("The Keeper shall keep" in text for text in reading.table["text"].to_pylist())
