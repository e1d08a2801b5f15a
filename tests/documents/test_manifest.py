"""What people write about their documents, as spreadsheets and people really write it."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assets.documents.corrections import Correction
from assets.documents.corrections import load as load_corrections
from assets.documents.dates import parse_date
from assets.documents.manifest import Manifest, load_manifest
from assets.documents.problems import ManifestError
from assets.documents.settings import split_list
from tests.documents.conftest import Folder

FILES = ["msa.pdf", "msa-amendment.pdf", "2024/lease.pdf", "Zürich.pdf"]


def load(folder: Folder, files: list[str] = FILES) -> Manifest:
    return load_manifest(folder.dir.path, folder.dir.key, files)


def said(folder: Folder, content: str | bytes, name: str = "metadata.csv") -> Manifest:
    folder.write(name, content)
    return load(folder)


def test_every_column_of_a_row(folder: Folder) -> None:
    manifest = said(
        folder,
        "file,title,counterparty,doc_type,effective_date,acl,amends,supersedes,revision,region\n"
        'msa-amendment.pdf,First Amendment,"Northpier, Inc | Ostrel GmbH",amendment,2021-03-01,legal | sales,'
        "msa.pdf,,B,north\n",
    )
    (row,) = manifest.rows["msa-amendment.pdf"]
    assert (row.line, row.title, row.doc_type, row.revision) == (2, "First Amendment", "amendment", "B")
    assert row.counterparty == ["Northpier, Inc", "Ostrel GmbH"]
    assert row.effective_date == date(2021, 3, 1)
    assert row.acl == ["legal", "sales"]
    assert (row.amends, row.supersedes) == (["msa.pdf"], [])
    assert row.extra == {"region": "north"}
    assert manifest.problems == []


@pytest.mark.parametrize("word", ["none", "-", "None"])
def test_amending_nothing_is_said_with_a_word_and_warns_of_nothing(folder: Folder, word: str) -> None:
    manifest = said(folder, f"file,amends,supersedes\nmsa-amendment.pdf,{word},{word}\n")
    (row,) = manifest.rows["msa-amendment.pdf"]
    assert (row.amends, row.supersedes, manifest.problems) == ([word], [word], [])


def test_a_link_that_nobody_confirmed_is_left_to_the_text(folder: Folder) -> None:
    manifest = said(folder, "file,amends\nmsa-amendment.pdf,? msa.pdf | ?gone.pdf | 2024/lease.pdf\n")
    assert manifest.rows["msa-amendment.pdf"][0].amends == ["2024/lease.pdf"]
    assert manifest.problems == []


def test_columns_and_cells_may_be_missing(folder: Folder) -> None:
    manifest = said(folder, "File,ACL\nmsa.pdf\nmsa-amendment.pdf,\n\n,,\n2024/lease.pdf,legal")
    assert {name: rows[0].acl for name, rows in manifest.rows.items()} == {
        "msa.pdf": None,
        "msa-amendment.pdf": None,
        "2024/lease.pdf": ["legal"],
    }


@pytest.mark.parametrize(
    "content",
    [
        "file,title\nmsa.pdf,Überland\n".encode(),
        "file,title\nmsa.pdf,Überland\n".encode("utf-8-sig"),
        "file;title\r\nmsa.pdf;Überland\r\n".encode("utf-8-sig"),
        "file\ttitle\nmsa.pdf\tÜberland\n".encode("utf-16"),
        "file\ttitle\nmsa.pdf\tÜberland\n".encode("utf-16-le"),
        "sep=;\nfile;title\nmsa.pdf;Überland\n".encode(),
        '"file";"title"\n"msa.pdf";"Überland"\n'.encode(),
    ],
    ids=["utf-8", "bom", "semicolon", "utf-16", "utf-16 without bom", "sep line", "quoted"],
)
def test_whatever_spreadsheet_saved_it(folder: Folder, content: bytes) -> None:
    manifest = said(folder, content)
    assert manifest.rows["msa.pdf"][0].title == "Überland"
    assert manifest.problems == []


def test_the_ansi_code_page_is_read_with_a_warning(folder: Folder) -> None:
    manifest = said(folder, "file,title\nmsa.pdf,Überland\n".encode("cp1252"))
    assert manifest.rows["msa.pdf"][0].title == "Überland"
    assert [str(problem) for problem in manifest.problems] == [
        "acme/deals/metadata.csv: it is not UTF-8 and was read as Windows-1252."
        " Save it as UTF-8 if names come out wrong."
    ]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "metadata.csv:1: it is empty. Give it a header with the column file."),
        (
            "title,acl\nA,legal\n",
            "metadata.csv:1: no column file in the header. Name one column file: title, acl.",
        ),
        ("file,acl,acl\n", "metadata.csv:1: two columns are named acl. Rename or remove one of them."),
        (
            "file,counterparty,acl\nmsa.pdf,Northpier, Inc,legal\n",
            "metadata.csv:2: 4 cells under 3 columns. Put cells that hold ',' in double quotes.",
        ),
        (
            "file,acl\nmsa.pdf,\0legal\n",
            "metadata.csv: it is not a CSV: it holds NUL bytes. Save the table as UTF-8.",
        ),
        ("\0\0\0\1file", "metadata.csv: it is not a CSV: it holds NUL bytes. Save the table as UTF-8."),
        (
            'file,title\nmsa.pdf,fine\nmsa.pdf,"never closed\nmore\n',
            "metadata.csv:3: unexpected end of data."
            " Close the double quote, and write a quote inside a quoted cell twice.",
        ),
    ],
)
def test_a_broken_manifest_stops_its_collection_with_line_and_mend(
    folder: Folder, content: str, message: str
) -> None:
    folder.write("metadata.csv", content)
    with pytest.raises(ManifestError) as error:
        load(folder)
    assert str(error.value) == f"acme/deals/{message}"


def test_lines_are_counted_over_cells_with_line_breaks(folder: Folder) -> None:
    manifest = said(folder, 'file,title\nmsa.pdf,"two\nlines"\nnowhere.pdf,x\n')
    assert [problem.line for problem in manifest.problems] == [4]


def test_json_lines_say_the_same(folder: Folder) -> None:
    manifest = said(
        folder,
        '{"file": "msa.pdf", "acl": ["legal", "sales"], "counterparty": "A | B", "floor": 3}\n\n'
        '{"file": "msa-amendment.pdf", "acl": [], "amends": ["msa.pdf"], "title": null}\n',
        "metadata.jsonl",
    )
    (first,), (second,) = manifest.rows["msa.pdf"], manifest.rows["msa-amendment.pdf"]
    assert (first.acl, first.counterparty, first.extra) == (["legal", "sales"], ["A", "B"], {"floor": "3"})
    assert (second.acl, second.amends, second.title) == ([], ["msa.pdf"], None)


def test_broken_json_lines_stop_the_collection(folder: Folder) -> None:
    folder.write("metadata.jsonl", '{"file": "msa.pdf"}\n{"file": \n')
    with pytest.raises(ManifestError, match=r"metadata\.jsonl:2: not JSON: .* Write one JSON object a line"):
        load(folder)


def test_two_manifests_are_one_too_many(folder: Folder) -> None:
    folder.write("metadata.csv", "file\n")
    folder.write("metadata.jsonl", "")
    with pytest.raises(ManifestError, match="there is a metadata.csv as well. Keep one of them"):
        load(folder)


def test_rows_that_fit_no_file_are_reported_and_the_rest_goes_on(folder: Folder) -> None:
    manifest = said(
        folder,
        "file,title\nmsa.pdf,Good\nmsa-amendmend.pdf,Slip\nnowhere.pdf,Gone\n,No file\n../birch/x.pdf,Out\n"
        "/etc/passwd,Out\nC:\\x.pdf,Out\n",
    )
    assert list(manifest.rows) == ["msa.pdf"]
    place = "acme/deals/metadata.csv"
    assert [str(problem) for problem in manifest.problems] == [
        f"{place}:3: there is no file 'msa-amendmend.pdf'. Did you mean msa-amendment.pdf?",
        f"{place}:4: there is no file 'nowhere.pdf'. Add the file or remove the row.",
        f"{place}:5: the row names no file. Fill in its column file.",
        *(
            f"{place}:{line}: '{name}' leads out of the collection and is refused."
            " Name files by their path inside the collection."
            for line, name in ((6, "../birch/x.pdf"), (7, "/etc/passwd"), (8, "C:\\x.pdf"))
        ),
    ]


def test_names_are_found_whatever_machine_wrote_them(folder: Folder) -> None:
    manifest = said(
        folder, "file,title\n2024\\lease.pdf,Back slash\n./msa.pdf,Dot\nZu\u0308rich.pdf,Accent\n"
    )
    assert {name: rows[0].title for name, rows in manifest.rows.items()} == {
        "2024/lease.pdf": "Back slash",
        "msa.pdf": "Dot",
        "Zürich.pdf": "Accent",
    }


def test_a_name_in_another_case_is_the_one_file_it_can_mean(folder: Folder) -> None:
    folder.write("metadata.csv", "file,acl\nMSA.pdf,legal\nLEASE.PDF,board\n")
    manifest = load(folder, ["msa.pdf", "lease.pdf", "Lease.pdf"])
    assert {name: rows[0].acl for name, rows in manifest.rows.items()} == {"msa.pdf": ["legal"]}
    place = "acme/deals/metadata.csv"
    assert [str(problem) for problem in manifest.problems] == [
        f"{place}:2: 'MSA.pdf' is taken for 'msa.pdf', though they differ in case."
        " Write the name as the file's is.",
        f"{place}:3: there is no file 'LEASE.PDF', so its acl guards nothing: the file it may mean is open to"
        " the collection's own groups. Did you mean lease.pdf?",
    ]


@pytest.mark.parametrize(
    ("written", "acl"),
    [
        ('[""]', []),
        ("[null]", []),
        ('" | "', []),
        ('["  ", "legal "]', ["legal"]),
        ('""', None),
        ("null", None),
    ],
)
def test_a_list_of_blanks_is_nobody_and_no_list_says_nothing(
    folder: Folder, written: str, acl: list[str] | None
) -> None:
    manifest = said(folder, f'{{"file": "msa.pdf", "acl": {written}}}\n', "metadata.jsonl")
    assert manifest.rows["msa.pdf"][0].acl == acl


def test_a_cell_of_separators_is_nobody(folder: Folder) -> None:
    manifest = said(folder, "file,acl\nmsa.pdf, | \nmsa-amendment.pdf,\n")
    assert [row.acl for (row,) in manifest.rows.values()] == [[], None]


def test_a_second_row_is_reported(folder: Folder) -> None:
    manifest = said(folder, "file,title\nmsa.pdf,First\nmsa.pdf,Second\n")
    assert [row.title for row in manifest.rows["msa.pdf"]] == ["First", "Second"]
    assert str(manifest.problems[0]) == (
        "acme/deals/metadata.csv:3: 'msa.pdf' has a row already, in line 2, which counts."
        " Remove one of them; until then only groups that both name may read the document."
    )


def test_facts_that_cannot_be_right_are_reported_and_left_out(folder: Folder) -> None:
    manifest = said(
        folder,
        "file,effective_date,amends,family\nmsa.pdf,soon,,\nmsa-amendment.pdf,03/04/2020,lease.doc,treaty\n",
    )
    assert [row.effective_date for (row,) in manifest.rows.values()] == [None, None]
    place = "acme/deals/metadata.csv"
    assert [str(problem) for problem in manifest.problems] == [
        f"{place}:2: effective_date 'soon' is not a date. Write it as YYYY-MM-DD.",
        f"{place}:3: amends names 'lease.doc', which is not in the collection."
        " Name a file of this collection by its path.",
        f"{place}:3: 'treaty' is no family. Write one of contract, ticket, invoice, drawing, prose.",
        f"{place}:3: effective_date '03/04/2020' can be read with the day or the month first."
        " Write it as YYYY-MM-DD.",
    ]


def test_a_column_that_looks_like_a_slip_is_kept_and_reported(folder: Folder) -> None:
    manifest = said(folder, "file,counter_party,colour\nmsa.pdf,Northpier,red\n")
    assert manifest.rows["msa.pdf"][0].extra == {"counter_party": "Northpier", "colour": "red"}
    assert [str(problem) for problem in manifest.problems] == [
        "acme/deals/metadata.csv:1: column counter_party is kept as a fact of its own."
        " Rename it if counterparty is meant."
    ]


@pytest.mark.parametrize(
    ("written", "locale", "day"),
    [
        ("2020-04-03", None, date(2020, 4, 3)),
        ("2020-04-03T10:00:00Z", None, date(2020, 4, 3)),
        ("03.04.2020", None, date(2020, 4, 3)),
        ("31/12/2020", None, date(2020, 12, 31)),
        ("12/31/2020", None, date(2020, 12, 31)),
        ("03/04/2020", "en-GB", date(2020, 4, 3)),
        ("03/04/2020", "en-US", date(2020, 3, 4)),
        ("June 5, 2010", None, date(2010, 6, 5)),
        ("5. März 2021", None, date(2021, 3, 5)),
        ("5 mars 2021", None, date(2021, 3, 5)),
    ],
)
def test_dates_people_write(written: str, locale: str | None, day: date) -> None:
    assert parse_date(written, locale) == day


@pytest.mark.parametrize(
    "written", ["yesterday", "2020", "June 2010", "31.02.2020", "43861", "0001-01-01", "1/2/20"]
)
def test_what_is_not_a_day_is_refused(written: str) -> None:
    with pytest.raises(ValueError, match=written):
        parse_date(written)


@given(st.text(max_size=30))
def test_no_text_breaks_the_date_reader(written: str) -> None:
    try:
        day = parse_date(written)
    except ValueError:
        return
    assert 1800 <= day.year <= 2200


@given(st.lists(st.text("ab c,;é", min_size=1).map(str.strip).filter(bool), unique=True))
def test_lists_survive_the_separator(items: list[str]) -> None:
    assert split_list(" | ".join(items)) == items


def test_corrections_by_hand(folder: Folder) -> None:
    folder.write(
        "structure.csv",
        "file,page,text,number,title\nmsa.pdf,3,Limitation of,12,Liability\nmsa.pdf,,2. crates,,\n"
        "2024\\lease.pdf,1,Term,1,\n",
    )
    assert load_corrections(folder.dir.path) == {
        "msa.pdf": [
            Correction("msa.pdf", 3, "Limitation of", "12", "Liability"),
            Correction("msa.pdf", None, "2. crates", None, None),
        ],
        "2024/lease.pdf": [Correction("2024/lease.pdf", 1, "Term", "1", None)],
    }


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (
            "file,page,text\nmsa.pdf,0,Term\n",
            "structure.csv:2: '0' is not a page. Count pages from 1, or leave it",
        ),
        ("file,page,text\nmsa.pdf,1,\n", "structure.csv:2: the row has no text. Say in which file"),
        (
            "file,line,text\nmsa.pdf,1,Term\n",
            "structure.csv:1: unknown column line. Known columns: file, page, text",
        ),
    ],
)
def test_a_broken_correction_stops_the_collection(folder: Folder, content: str, message: str) -> None:
    folder.write("structure.csv", content)
    with pytest.raises(ManifestError) as error:
        load_corrections(folder.dir.path, folder.dir.key)
    assert str(error.value).startswith(f"acme/deals/{message}")
