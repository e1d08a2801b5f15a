"""Pages without a usable text layer: told, read again page by page, and what then stands where."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pymupdf
import pytest

from assets.documents.content import look
from assets.documents.reading import flags, scanned
from assets.documents.reading.model import Line, ParsedDocument
from assets.documents.reading.pdf import read
from assets.documents.routing import evidence_of_content, evidence_of_names, route
from resources import limits, ocr, ocr_cache
from resources.ocr import OcrLine, PageImage
from resources.progress import listening
from tests.documents.reading.builders import body, check_offsets, column, left_out, make_pdf, shown

AGREEMENT = [
    "SUPPLY OF PUMPS",
    "1. Delivery",
    "1.1 The Seller delivers all pumps to the yard.",
    "1.2 The Buyer unloads them within two days.",
    "2. Price",
    "2.1 The price is 4,250 EUR for each pump.",
]


class Stub:
    """An engine that gives the same lines for every page and counts what it is asked."""

    version = "stub 1"

    def __init__(self, lines: Sequence[OcrLine]) -> None:
        self.lines = list(lines)
        self.read_images: list[PageImage] = []

    def read(self, image: PageImage) -> list[OcrLine]:
        self.read_images.append(image)
        return self.lines


def line(text: str, y: float, x: float = 72, confidence: float = 0.9) -> OcrLine:
    right = x + 5.5 * len(text)
    return OcrLine(text, ((x, y), (right, y), (right, y + 10), (x, y + 10)), confidence)


def lines(texts: Sequence[str], confidence: float = 0.9) -> list[OcrLine]:
    return [line(text, 100 + 14 * i, confidence=confidence) for i, text in enumerate(texts)]


@pytest.fixture
def stub(monkeypatch: pytest.MonkeyPatch) -> Stub:
    engine = Stub(lines(AGREEMENT))
    monkeypatch.setattr(ocr, "engine", lambda: engine)
    return engine


def printed(texts: Sequence[str], width: float = 330, height: float = 150) -> pymupdf.Document:
    document = pymupdf.open()
    page = document.new_page(width=width, height=height)
    for x, y, text in column(30, 40, texts, step=16):
        page.insert_text((x, y), text, fontname="tiro", fontsize=11)
    return document


def scan(
    path: Path, originals: Sequence[pymupdf.Document], *, turn: int = 0, skew: float = 0.0, stamp: str = ""
) -> Path:
    """The pages as a scanner would give them: one image each, turned by quarters to the left or skewed."""
    with pymupdf.open() as document:
        for original in originals:
            upright = original[0].rect
            matrix = pymupdf.Matrix(150 / 72, 150 / 72).prerotate(skew)
            image = original[0].get_pixmap(matrix=matrix, colorspace=pymupdf.csGRAY)
            pixels = np.frombuffer(image.samples, np.uint8).reshape(image.height, image.stride)
            pixels = np.ascontiguousarray(np.rot90(pixels[:, : image.width], turn))
            height, width = pixels.shape
            sides = (upright.height, upright.width) if turn % 2 else (upright.width, upright.height)
            page = document.new_page(width=sides[0], height=sides[1])
            drawn = pymupdf.Pixmap(pymupdf.csGRAY, width, height, pixels.tobytes(), False)
            page.insert_image(page.rect, pixmap=drawn, keep_proportion=False)
            if stamp:
                page.insert_text((30, 12), stamp, fontsize=7)
        document.save(path)
    return path


def test_pages_without_text_wait_and_say_what_was_seen(tmp_path: Path) -> None:
    path = scan(tmp_path / "a.pdf", [printed(AGREEMENT)], stamp="FILED 4 May 2026")
    document = read(path, "a.pdf")
    assert document.flags == ["no_text_layer (an image over 100% of the page, 16 characters of text)"]
    assert flags.waiting(document.flags) == (
        "all pages: the pages are images without text, and wait; install text recognition "
        "(pip install 'docgrain[ocr]', or Tesseract) and run again"
    )
    assert ocr.is_outdated(document.reader) is False  # nothing to read it with yet


def test_only_the_pages_in_need_are_read_again(tmp_path: Path, stub: Stub) -> None:
    with pymupdf.open(make_pdf(tmp_path / "text.pdf", [body(1), body(3)])) as document:
        picture = scan(tmp_path / "scan.pdf", [printed(["Exhibit A"], 595, 842)])
        document.insert_pdf(pymupdf.open(picture), start_at=1)
        document.new_page()  # blank: nothing is missing on it
        document.save(tmp_path / "a.pdf")
    parsed = read(tmp_path / "a.pdf", "a.pdf")
    assert len(stub.read_images) == 1
    assert parsed.flags == ["read_by_ocr:2 (stub 1, mean confidence 0.90)"]
    assert {each.confidence for each in parsed.lines if each.page == 2} == {0.9}
    assert {each.confidence for each in parsed.lines if each.page != 2} == {1.0}
    check_offsets(parsed)


def test_a_useless_text_layer_is_set_apart_and_not_lost(tmp_path: Path, stub: Stub) -> None:
    sentence = "NOTICES UNDER THIS AGREEMENT ARE SENT IN WRITING TO THE ADDRESS OF THE OTHER PARTY"
    shift = {ord(c): chr((ord(c) - 65 + 3) % 26 + 65) for c in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}
    path = make_pdf(tmp_path / "a.pdf", [column(72, 100, [sentence.translate(shift)] * 6)])
    parsed = read(path, "a.pdf")
    assert shown(parsed) == AGREEMENT
    assert left_out(parsed) == [(sentence.translate(shift), "text_layer_unusable")] * 6
    check_offsets(parsed)


def test_type_sizes_and_confidence_come_from_the_boxes(tmp_path: Path, stub: Stub) -> None:
    low = line("shipped by the Seller", 600, confidence=0.6)
    stub.lines = [line("1.", 100, x=72), line("Delivery of pumps", 101, x=100, confidence=0.5), low]
    parsed = read(scan(tmp_path / "a.pdf", [printed(["Exhibit A"], 595, 842)]), "a.pdf")
    assert shown(parsed) == ["1. Delivery of pumps", "shipped by the Seller"]
    assert [each.confidence for each in parsed.lines] == [pytest.approx(0.542, abs=0.001), 0.6]
    assert {each.size for each in parsed.lines} == {10.0}
    assert parsed.flags[1] == "ocr_doubtful (confidence down to 0.57)"


def test_a_page_too_large_to_draw_is_refused_and_the_others_are_read(
    tmp_path: Path, stub: Stub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scanned, "MOST_PIXELS", 300_000)
    with pymupdf.open(scan(tmp_path / "a.pdf", [printed(["Exhibit A"], 200, 200)])) as document:
        document.insert_pdf(pymupdf.open(scan(tmp_path / "b.pdf", [printed(["Exhibit A"], 900, 900)])))
        document.save(tmp_path / "c.pdf")
    parsed = read(tmp_path / "c.pdf", "c.pdf")
    assert parsed.flags[0].startswith("no_text_layer:2")
    assert "ocr_refused:2 (images of 4 million pixels)" in parsed.flags
    assert shown(parsed) == AGREEMENT


def test_an_image_that_claims_to_be_huge_costs_nothing(tmp_path: Path, stub: Stub) -> None:
    """The picture says 60,000 x 60,000 pixels: drawing it would take 3.6 GB."""
    with pymupdf.open(scan(tmp_path / "a.pdf", [printed(["Exhibit A"], 200, 200)])) as document:
        image = document[0].get_images()[0][0]
        for side in ("Width", "Height"):
            document.xref_set_key(image, side, "60000")
        document.save(tmp_path / "b.pdf")
    parsed = read(tmp_path / "b.pdf", "b.pdf")
    assert stub.read_images == []
    assert "ocr_refused (images of 3600 million pixels)" in parsed.flags


def test_a_huge_sheet_is_drawn_no_larger_than_can_be_read(tmp_path: Path, stub: Stub) -> None:
    read(scan(tmp_path / "a.pdf", [printed(["Exhibit A"], 3000, 2000)]), "a.pdf")
    assert max(stub.read_images[0].pixels.shape) == 2000


def test_progress_is_reported_page_by_page(tmp_path: Path, stub: Stub) -> None:
    said: list[tuple[str, int, int]] = []
    with listening(lambda *report: said.append(report)):
        read(scan(tmp_path / "a.pdf", [printed(["Exhibit A"]), printed(["Exhibit B"])]), "a.pdf")
    assert said == [("recognize pages of a.pdf", done, 2) for done in (0, 1, 2)]


def test_recognizing_a_page_counts_for_no_limit_of_its_document(
    tmp_path: Path, stub: Stub, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While it is not known how long a page takes, it may take long; afterwards only that is let off."""
    allowed: list[float] = []
    monkeypatch.setattr(limits, "allow_more", allowed.append)
    path = scan(tmp_path / "a.pdf", [printed(["Exhibit A"]), printed(["Exhibit B"])])
    read(path, "a.pdf")
    assert max(allowed) >= 60
    assert 0 <= sum(allowed) < 5

    def broken(image: PageImage) -> list[OcrLine]:
        raise ocr.OcrError("out of order; mend it")

    allowed.clear()
    monkeypatch.setattr(stub, "read", broken)
    assert any(flag.startswith("ocr_refused") for flag in read(path, "a.pdf").flags)
    assert sum(allowed) == 0


def test_a_page_is_read_once_as_long_as_its_image_stays(tmp_path: Path, stub: Stub) -> None:
    cache, sources = tmp_path / "cache", {"one"}
    path = scan(tmp_path / "a.pdf", [printed(["Exhibit A"]), printed(["Exhibit B"])])

    def again(source: str, of: Path, keep: set[str]) -> ParsedDocument:
        with ocr_cache.remembering(cache, keep), ocr_cache.document(source):
            return read(of, "a.pdf")

    first = again("one", path, sources)
    assert len(stub.read_images) == 2
    # The code changed: read again, recognized not.
    assert again("one", path, sources) == first
    assert len(stub.read_images) == 2
    # Another version of the document, with one new page.
    more = scan(tmp_path / "b.pdf", [printed(["Exhibit A"]), printed(["Exhibit B"]), printed(["Exhibit C"])])
    again("two", more, {"two"})
    assert len(stub.read_images) == 3
    # The first version is gone, and so is what was kept of it.
    assert [file.name for file in cache.iterdir()] == ["two.jsonl"]
    stub.version = "stub 2"
    again("two", more, {"two"})
    assert len(stub.read_images) == 6


def test_what_was_kept_is_looked_up_once_for_all_documents(tmp_path: Path, stub: Stub) -> None:
    path = scan(tmp_path / "a.pdf", [printed(["Exhibit A"])])
    cache = tmp_path / "cache"
    with ocr_cache.remembering(cache):
        with ocr_cache.document("one"):
            read(path, "a.pdf")
        (cache / "one.jsonl").unlink()
        with ocr_cache.document("two"):
            read(path, "a.pdf")
    assert len(stub.read_images) == 1
    assert [file.name for file in cache.iterdir()] == ["two.jsonl"]


def test_a_run_that_was_stopped_goes_on_where_it_was(tmp_path: Path, stub: Stub) -> None:
    path = scan(tmp_path / "a.pdf", [printed(["Exhibit A"])])
    with ocr_cache.remembering(tmp_path / "cache", {"one"}), ocr_cache.document("one"):
        first = read(path, "a.pdf")
    kept = tmp_path / "cache" / "one.jsonl"
    kept.write_text(kept.read_text() + '["torn", [["half a li')
    with ocr_cache.remembering(tmp_path / "cache", {"one"}), ocr_cache.document("one"):
        assert read(path, "a.pdf") == first
    assert len(stub.read_images) == 1


def test_a_document_is_read_again_once_there_is_an_engine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = scan(tmp_path / "a.pdf", [printed(["Exhibit A"])])
    waiting = read(path, "a.pdf").reader
    sound = read(make_pdf(tmp_path / "b.pdf", [body(1)]), "b.pdf").reader
    engine = Stub([])
    monkeypatch.setattr(ocr, "engine", lambda: engine)
    assert ocr.is_outdated(waiting)
    assert not ocr.is_outdated(sound)
    recognized = read(path, "a.pdf").reader
    assert not ocr.is_outdated(recognized)
    monkeypatch.setattr(ocr, "engine", lambda: None)
    assert not ocr.is_outdated(recognized)  # good text is not thrown away for none


def test_a_scan_without_a_telling_name_is_routed_by_its_first_page(tmp_path: Path, stub: Stub) -> None:
    said = ["SUPPLY AGREEMENT", "This Agreement is entered into by and between Northpier and Ostrel."]
    said += [f"{n}. The Supplier shall keep and the Buyer shall pay for the goods." for n in range(1, 7)]
    stub.lines = lines(said)
    path = scan(tmp_path / "img_0001.pdf", [printed(["Exhibit A"]), printed(["Exhibit B"])])
    content = look(path)
    assert content.notes == []
    assert len(stub.read_images) == 1
    assert route(evidence_of_names(path.name) + evidence_of_content(content)).family == "contract"


# ------------------------------------------------------------------------------ with real engines

ENGINES = ["rapidocr", "tesseract"]


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv(ocr.SETTING, request.param)
    try:
        ocr.engine()
    except ocr.OcrError as error:
        pytest.skip(str(error))
    return str(request.param)


def _near(box: Line, expected: pymupdf.Rect, within: float = 5) -> bool:
    sides = zip((box.x0, box.y0, box.x1, box.y1), expected, strict=True)
    return all(abs(side - other) < within for side, other in sides)


def test_a_scanned_page_is_read_with_its_boxes(tmp_path: Path, engine: str) -> None:
    original = printed(AGREEMENT)
    parsed = read(scan(tmp_path / "a.pdf", [original]), "a.pdf")
    assert shown(parsed) == AGREEMENT
    assert all(each.confidence > 0.8 for each in parsed.lines)
    assert _near(parsed.lines[2], original[0].search_for(AGREEMENT[2])[0])
    assert parsed.flags[0].startswith(f"read_by_ocr ({engine} ")


@pytest.mark.parametrize(("turn", "skew"), [(0, 1.5), (2, 0.0), (1, 0.0)])
def test_skewed_and_turned_pages_are_read_as_a_reader_would_hold_them(
    tmp_path: Path, engine: str, turn: int, skew: float
) -> None:
    if engine == "rapidocr" and turn == 2:
        pytest.skip("as the page on its side, and slow")
    parsed = read(scan(tmp_path / "a.pdf", [printed(AGREEMENT)], turn=turn, skew=skew), "a.pdf")
    assert shown(parsed) == AGREEMENT
    assert max(each.indent for each in parsed.lines) - min(each.indent for each in parsed.lines) < 4
    first, last = parsed.lines[0], parsed.lines[-1]
    # The boxes are where the lines stand: from the left edge on, or from the lower one up.
    place = [(each.x0, each.y0) for each in (first, last)]
    assert place[0][turn % 2 == 0] < place[1][turn % 2 == 0] or turn == 2
    assert (place[0][1] > place[1][1]) == (turn > 0)


def test_an_engine_that_is_not_there_says_how_to_mend_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ocr.SETTING, "abbyy")
    with pytest.raises(ocr.OcrError, match="none of rapidocr, tesseract, off"):
        ocr.engine()
