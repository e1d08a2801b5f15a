"""Pages whose text layer is missing or useless: what tells them, and their text read from their image."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from statistics import median
from typing import Any

import numpy as np
import pymupdf

from assets.documents.reading import flags
from assets.documents.reading.layout import Fragment
from assets.documents.reading.normalise import clean, squeeze
from resources import limits, ocr_cache
from resources.ocr import Engine, OcrError, OcrLine, PageImage
from resources.progress import report

DPI = 150
"""Enough: on clean pages of 8 to 12 point type, 100, 150 and 200 dpi gave the same letters (0.993 to 1.0 of
them) for 8.8, 12.2 and 12.5 s of processor time; 150 leaves room for worse ones."""
_LONGEST_SIDE = 2_000
"""Pixels: RapidOCR makes larger images smaller itself."""
MOST_PIXELS = 150_000_000
"""An A4 page of 1,200 dpi has 139 million pixels; a page with images of more is not drawn at all."""
MOST_PAGES = 2_000
"""Pages of one document that are read: five hours on two cores."""
_WORKERS = 4
"""Threads at most: each holds 0.8 GB while it reads."""
_AHEAD = 120.0
"""Seconds of processor time that a page may take until it is known what it took: one that lies on its side is
read four times."""
_STAMP = 150
"""Characters at most of a stamp, a file number or a running foot set over the image of a page."""
_COVERING = 0.5
"""Share of a page from which an image is what the page shows."""
_INK, _DARK = 25, 48
"""So many pixels (of 1/72 inch) so much darker than most, and a page is not blank: 'Exhibit A' has 100."""
_UNSURE = 0.75
"""Mean confidence below which a page may lie on its side or upside down."""
_LEAST_SURE = 0.5
"""Lines of less confidence are specks, stamps and signatures."""
_DOUBTFUL = 0.85
"""Mean confidence of a page below which a person should look; clean pages have 0.97 and more."""
_BROKEN = (RuntimeError, ValueError, pymupdf.mupdf.FzErrorBase)
"""What a page that cannot be drawn raises."""
_LONG_RUN = 5.0
"""A line as many times as long as it is high shows how the page is skewed."""
_SAME_SIZE = 1.25
"""Boxes are drawn by eye: heights that differ by less are one type size."""


@dataclass(slots=True)
class ScannedPage:
    """A page as text recognition read it, upright: turned and deskewed, as a reader would hold it. `display`
    takes boxes back to where they stand on the page."""

    fragments: list[Fragment]
    display: Any = field(default_factory=lambda: pymupdf.Matrix(1, 1))
    confidence: float = 0.0
    """Mean over the letters."""
    runs: list[tuple[float, float, float, int]] = field(default_factory=list)
    """Middle (x, y), confidence and letters of each fragment."""

    def on_page(self, box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
        """The smallest box around an upright one where it stands on the page as it is displayed."""
        rect = pymupdf.Rect(box) * self.display
        return round(rect.x0, 2), round(rect.y0, 2), round(rect.x1, 2), round(rect.y1, 2)

    def confidence_of(self, line: Fragment) -> float:
        """Mean confidence of what was joined into a line."""
        inside = [
            (sure, letters)
            for x, y, sure, letters in self.runs
            if line.x0 <= x <= line.x1 and line.y0 <= y <= line.y1
        ]
        letters = sum(count for _, count in inside)
        return sum(sure * count for sure, count in inside) / letters if letters else self.confidence


@dataclass(slots=True)
class Scans:
    """What came of reading pages from their images: pages by number, and those that could not be read with
    the reason."""

    pages: dict[int, ScannedPage] = field(default_factory=dict)
    refused: dict[int, str] = field(default_factory=dict)

    def add(self, number: int, reading: _Reading) -> None:
        """Wait for a page that is being read."""
        try:
            self.pages[number] = reading.result()
        except OcrError as error:
            self.refused[number] = str(error)


def missing_text(page: Any, fragments: Sequence[Fragment]) -> str | None:
    """Why the page shows more than its text layer says, None where it does not: an image of a page, with at
    most a stamp set over it, or letters that are drawn. A blank page misses nothing."""
    letters = sum(len(fragment.text) for fragment in fragments)
    if letters > _STAMP:
        return None
    share = _image_share(page)
    if letters and share < _COVERING:
        return None
    if too_large(page) is None and _ink(page) < _INK:
        return None
    seen = f"an image over {share:.0%} of the page" if share >= _COVERING else "drawn without letters"
    return f"{seen}, {letters} characters of text" if letters else seen


def too_large(page: Any) -> str | None:
    """Why the page is not drawn: images that take too much memory; None where it can be."""
    pixels = sum(image["width"] * image["height"] for image in page.get_image_info())
    if pixels > MOST_PIXELS:
        return f"images of {pixels / 1e6:.0f} million pixels"
    return None


def _image_share(page: Any) -> float:
    width, height = page.rect.width, page.rect.height
    covered = [pymupdf.Rect(image["bbox"]) & page.rect for image in page.get_image_info()]
    # Scanners cut pages into strips and layers: strips add up, and layers do not count twice.
    area = sum(box.width * box.height for box in covered if not box.is_empty)
    return min(1.0, area / (width * height)) if width * height else 0.0


def _ink(page: Any) -> int:
    scale = min(1.0, _LONGEST_SIDE / max(page.rect.width, page.rect.height, 1.0))
    try:
        pixels = _pixels(page, scale, pymupdf.csGRAY).astype(np.int16)
    except _BROKEN:
        return _INK  # not known to be blank
    return int((pixels < np.median(pixels) - _DARK).sum())


def read_pages(document: Any, numbers: Sequence[int], engine: Engine, file: str) -> Scans:
    """The pages (from 1) of an open PDF, recognized several at a time; progress is reported by page."""
    scans = Scans()
    for number in numbers[MOST_PAGES:]:
        scans.refused[number] = f"more than {MOST_PAGES} pages to read"
    wanted = list(numbers[:MOST_PAGES])
    what = f"recognize pages of {file}"
    workers = max(1, min(_WORKERS, os.cpu_count() or 1, len(wanted)))
    with ThreadPoolExecutor(workers) as pool:
        running: list[tuple[int, _Reading]] = []
        for done, number in enumerate(wanted):
            report(what, done, len(wanted))
            page = document[number - 1]
            if reason := too_large(page):
                scans.refused[number] = reason
                continue
            try:
                image = _image(page)
            except _BROKEN as error:
                scans.refused[number] = f"it cannot be drawn: {error}"
                continue
            running.append((number, _Reading(image, engine, pool)))
            # Pages wait as images: no more of them than are needed to keep everybody at work.
            if len(running) > workers:
                scans.add(*running.pop(0))
        for number, reading in running:
            scans.add(number, reading)
    if wanted:
        report(what, len(wanted), len(wanted))
    _settle_sizes(scans.pages.values())
    return scans


def _image(page: Any) -> PageImage:
    longest = max(page.rect.width, page.rect.height, 1.0)
    scale = min(DPI / 72, _LONGEST_SIDE / longest)
    return PageImage(_pixels(page, scale, pymupdf.csRGB), scale)


def _pixels(page: Any, scale: float, colours: Any) -> np.ndarray:
    drawn = page.get_pixmap(matrix=pymupdf.Matrix(scale, scale), colorspace=colours, alpha=False)
    pixels = np.frombuffer(drawn.samples, dtype=np.uint8)
    rows = pixels.reshape(drawn.height, drawn.stride)[:, : drawn.width * drawn.n]
    return rows if drawn.n == 1 else rows.reshape(drawn.height, drawn.width, drawn.n)


class _Reading:
    """A page on its way: kept from before, or read by now or later."""

    def __init__(self, image: PageImage, engine: Engine, pool: ThreadPoolExecutor) -> None:
        self._image = image
        self._key = ocr_cache.page_key(image, engine)
        self._known = ocr_cache.recall(self._key)
        self._future: Future[tuple[list[OcrLine], float]] | None = None
        if self._known is None:
            limits.allow_more(_AHEAD)
            self._future = pool.submit(_timed, image, engine)

    def result(self) -> ScannedPage:
        lines = self._known
        if lines is None:
            assert self._future is not None  # one of the two was there from the start
            try:
                lines, seconds = self._future.result()
            except OcrError:
                limits.allow_more(-_AHEAD)
                raise
            limits.allow_more(seconds - _AHEAD)
            ocr_cache.keep(self._key, lines)
        height, width = (side / self._image.scale for side in self._image.pixels.shape[:2])
        return _page(lines, width, height)


def _timed(image: PageImage, engine: Engine) -> tuple[list[OcrLine], float]:
    """The lines of a page, and the processor time that recognizing them took: a page has so many pixels at
    most, whatever its file says, so it counts for no limit of the document."""
    before = time.thread_time()
    return _read_upright(image, engine), time.thread_time() - before


def _read_upright(image: PageImage, engine: Engine) -> list[OcrLine]:
    """The lines as they stand on the page, read the way round that makes most sense of it."""
    lines = engine.read(image)
    tall = sum(len(line.text) for line in lines if _is_tall(line))
    letters = sum(len(line.text) for line in lines)
    if tall * 2 > letters:
        turns = [1, 3]
    elif lines and _confidence(lines) < _UNSURE:
        turns = [1, 2, 3]
    else:
        return lines
    readings = [lines]
    for turn in turns:
        turned = PageImage(np.ascontiguousarray(np.rot90(image.pixels, turn)), image.scale)
        back = _turned_back(turn, image)
        readings.append([_moved(line, back) for line in engine.read(turned)])
    return max(readings, key=lambda found: sum(line.confidence**4 * len(line.text) for line in found))


def _is_tall(line: OcrLine) -> bool:
    (x0, y0), (x1, y1), _, (x3, y3) = line.quad
    return len(line.text) > 2 and math.hypot(x3 - x0, y3 - y0) > 1.5 * math.hypot(x1 - x0, y1 - y0)


def _turned_back(turn: int, image: PageImage) -> Any:
    """From points of an image turned `turn` times to the left to those of the image."""
    height, width = (side / image.scale for side in image.pixels.shape[:2])
    return {
        1: pymupdf.Matrix(0, 1, -1, 0, width, 0),
        2: pymupdf.Matrix(-1, 0, 0, -1, width, height),
        3: pymupdf.Matrix(0, -1, 1, 0, 0, height),
    }[turn]


def _moved(line: OcrLine, matrix: Any) -> OcrLine:
    a, b, c, d = (tuple(pymupdf.Point(*corner) * matrix) for corner in line.quad)
    return OcrLine(line.text, (a, b, c, d), line.confidence)


def _confidence(lines: Iterable[OcrLine]) -> float:
    found = [(line.confidence, len(line.text)) for line in lines]
    letters = sum(count for _, count in found)
    return sum(sure * count for sure, count in found) / letters if letters else 0.0


def _page(lines: Sequence[OcrLine], width: float, height: float) -> ScannedPage:
    lines = [line for line in lines if line.confidence >= _LEAST_SURE]
    angle = _angle(lines)
    cos, sin = math.cos(angle), math.sin(angle)
    across, down = (width, height) if abs(cos) > abs(sin) else (height, width)
    # Turned about the middle of the sheet, so that the margins of straight and skewed pages are the same.
    display = pymupdf.Matrix(1, 0, 0, 1, -across / 2, -down / 2) * pymupdf.Matrix(cos, sin, -sin, cos, 0, 0)
    display *= pymupdf.Matrix(1, 0, 0, 1, width / 2, height / 2)
    upright = ~display
    page = ScannedPage([], display, _confidence(lines))
    for line in lines:
        text = squeeze(clean(line.text.translate(_WIDE)))
        if not text:
            continue
        corners = [pymupdf.Point(*corner) * upright for corner in line.quad]
        x0, x1 = (corners[0].x + corners[3].x) / 2, (corners[1].x + corners[2].x) / 2
        middle = sum(corner.y for corner in corners) / 4
        half = abs(corners[3].y + corners[2].y - corners[0].y - corners[1].y) / 4
        page.fragments.append(Fragment(text, x0, middle - half, x1, middle + half, 2 * half, False))
        page.runs.append(((x0 + x1) / 2, middle, line.confidence, len(text)))
    return page


def _angle(lines: Sequence[OcrLine]) -> float:
    """How far the lines of a page are turned to the right, in radians: the middle one of its long lines."""
    angles = []
    for line in lines:
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = line.quad
        across, down = (x1 + x2 - x0 - x3) / 2, (y1 + y2 - y0 - y3) / 2
        if math.hypot(across, down) > _LONG_RUN * math.hypot(x3 - x0, y3 - y0):
            angles.append((math.atan2(down, across), len(line.text)))
    if not angles:
        lying = [
            math.atan2(line.quad[1][1] - line.quad[0][1], line.quad[1][0] - line.quad[0][0]) for line in lines
        ]
        quarter = round(median(lying) / (math.pi / 2)) if lying else 0
        return quarter * math.pi / 2
    angles.sort()
    half, passed = sum(weight for _, weight in angles) / 2, 0
    for angle, weight in angles:
        passed += weight
        if passed >= half:
            return angle
    return 0.0


def _settle_sizes(pages: Iterable[ScannedPage]) -> None:
    """One size for all fragments of about the usual height: boxes are drawn by eye."""
    fragments = [fragment for page in pages for fragment in page.fragments]
    heights = [fragment.size for fragment in fragments for _ in range(1 + len(fragment.text) // 20)]
    if not heights:
        return
    usual = median(heights)
    for fragment in fragments:
        if usual / _SAME_SIZE <= fragment.size <= usual * _SAME_SIZE:
            fragment.size = usual


_WIDE: Mapping[int, str] = {
    **{code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)},
    0x3001: ",",
    0x3002: ".",
    0x3010: "[",
    0x3011: "]",
    0x201A: ",",
}
"""Full-width forms, which a model that reads Chinese as well mistakes plain ones for."""


def flags_of(scans: Scans, of: int, engine: str) -> list[str]:
    """What to say of pages that were read, or could not be, in a document `of` so many pages."""
    said = []
    text = [number for number, page in scans.pages.items() if page.fragments]
    if text:
        sure = sum(scans.pages[number].confidence for number in text) / len(text)
        said.append(flags.flag(flags.READ_BY_OCR, text, of, f"{engine}, mean confidence {sure:.2f}"))
    unsure = {number: scans.pages[number].confidence for number in text}
    unsure = {number: sure for number, sure in unsure.items() if sure < _DOUBTFUL}
    if unsure:
        worst = min(unsure.values())
        said.append(flags.flag(flags.OCR_DOUBTFUL, list(unsure), of, f"confidence down to {worst:.2f}"))
    if nothing := [number for number, page in scans.pages.items() if not page.fragments]:
        said.append(flags.flag(flags.OCR_EMPTY, nothing, of))
    if scans.refused:
        reason = next(iter(scans.refused.values()))
        said.append(flags.flag(flags.OCR_REFUSED, list(scans.refused), of, reason))
    return said
