"""Text recognition behind one small interface: the image of a page in, its lines with boxes out.

RapidOCR (`pip install 'docgrain[ocr]'`, models in its wheel) where it is installed, else Tesseract.
`DOCGRAIN_OCR` = rapidocr, tesseract or off decides otherwise."""

from __future__ import annotations

import csv
import io
import os
import re
import shutil
import subprocess
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from typing import Any, Protocol

import numpy as np

SETTING = "DOCGRAIN_OCR"
_READ_BY = "; text recognition: "
_NONE = "none"
_TIMEOUT = 180
"""Seconds after which Tesseract is stopped; a page of a contract takes two."""

Point = tuple[float, float]
Quad = tuple[Point, Point, Point, Point]
"""Top left, top right, bottom right and bottom left corner of a line, as it is read."""


class OcrError(Exception):
    """Text recognition is set up wrongly or broke down; the message says how to mend it."""


@dataclass(frozen=True, slots=True)
class PageImage:
    """A page as it is displayed. `pixels`: height x width x 3 (RGB), uint8; `scale`: pixels in a point."""

    pixels: np.ndarray
    scale: float


@dataclass(frozen=True, slots=True)
class OcrLine:
    """One recognized run of text. `quad` in PDF points of the image's page, origin top left; confidence
    0 to 1."""

    text: str
    quad: Quad
    confidence: float


class Engine(Protocol):
    """Reads page images, from several threads at once."""

    version: str
    """Name and version of all that decides what is read, 'rapidocr 3.10.0'."""

    def read(self, image: PageImage) -> list[OcrLine]:
        """The lines of a page, in no particular order; specks and signatures, sideways or upside-down text
        come out as nonsense of low confidence. Raises OcrError where the engine breaks down."""


def engine() -> Engine | None:
    """The engine that is installed and allowed; None where there is none. Raises OcrError where
    `DOCGRAIN_OCR` names one that is not there."""
    wanted = os.environ.get(SETTING, "").strip().lower()
    if wanted == "off":
        return None
    if wanted not in ("", *_ENGINES):
        raise OcrError(f"{SETTING}={wanted!r} is none of {', '.join(_ENGINES)}, off")
    for name in [wanted] if wanted else _ENGINES:
        if (found := _ENGINES[name]()) is not None:
            return found
    if wanted:
        raise OcrError(f"{SETTING}={wanted}, but it is not installed: {_MENDS[wanted]}")
    return None


def engine_version() -> str:
    """What `engine` would read with, 'none' where it would not; nothing is loaded for it."""
    found = engine()
    return found.version if found else _NONE


def read_by(reader: str) -> str:
    """The reader's name and version for a document some of whose pages need text recognition."""
    return reader + _READ_BY + engine_version()


def is_outdated(reader: str) -> bool:
    """Whether a document with pages that need text recognition was read by another engine than there is
    now. With none there is now, what was recognized before stays."""
    _, needed, by = reader.partition(_READ_BY)
    return bool(needed) and by != (now := engine_version()) and now != _NONE


class RapidOcr:
    """RapidOCR on onnxruntime. One session a thread with one thread each: pages side by side take 9.6 s of
    processor time each, one page on two threads 12.2 s (150 dpi, two cores)."""

    def __init__(self, version: str) -> None:
        self.version = version
        self._local = threading.local()

    def read(self, image: PageImage) -> list[OcrLine]:
        # Its models want blue first.
        found = self._session()(np.ascontiguousarray(image.pixels[:, :, ::-1]))
        if found.txts is None:
            return []
        texts = [str(text) for text in found.txts]
        if len(found.word_results) == len(texts):
            texts = [_spaced(text, words) for text, words in zip(texts, found.word_results, strict=True)]
        return [
            OcrLine(text, _quad(box, image.scale), float(score))
            for text, box, score in zip(texts, found.boxes.tolist(), found.scores, strict=True)
        ]

    def _session(self) -> Any:
        if not hasattr(self._local, "session"):
            from rapidocr import RapidOCR

            params = {
                "Global.log_level": "error",
                "Global.use_cls": False,
                "Global.text_score": 0.0,
                "Global.return_word_box": True,
                "EngineConfig.onnxruntime.intra_op_num_threads": 1,
                "EngineConfig.onnxruntime.inter_op_num_threads": 1,
            }
            self._local.session = RapidOCR(params=params)
        return self._local.session


def _spaced(text: str, words: Any) -> str:
    """A line's text with a space wherever there is a wide gap: the model leaves out one space in a hundred
    words, and knows all the same where its letters stand."""
    spaced = " ".join(str(word[0]) for word in words if word)
    return spaced if spaced.replace(" ", "") == text.replace(" ", "") else text


class Tesseract:
    """The `tesseract` program, a process a page."""

    def __init__(self, program: str, version: str, languages: str) -> None:
        self.version = f"{version} {languages}"
        self._command = [program, "stdin", "stdout", "-l", languages, "--psm", "3"]

    def read(self, image: PageImage) -> list[OcrLine]:
        height, width, _ = image.pixels.shape
        picture = b"P6 %d %d 255\n" % (width, height) + image.pixels.tobytes()
        command = [*self._command, "--dpi", str(round(72 * image.scale)), "tsv"]
        environment = {**os.environ, "OMP_THREAD_LIMIT": "1"}
        try:
            # Its arguments are our own; what is hostile, the picture, goes in as pixels.
            done = subprocess.run(  # noqa: S603
                command, input=picture, capture_output=True, timeout=_TIMEOUT, env=environment, check=True
            )
        except subprocess.TimeoutExpired:
            return []
        except (subprocess.CalledProcessError, OSError) as error:
            said = (getattr(error, "stderr", None) or b"").decode(errors="replace").strip()
            raise OcrError(
                f"tesseract failed ({said[-200:] or error}): set {SETTING}=off or mend it"
            ) from None
        rows = csv.DictReader(
            io.StringIO(done.stdout.decode(errors="replace")), delimiter="\t", quoting=csv.QUOTE_NONE
        )
        return list(_lines_of_words(rows, image.scale))


def _lines_of_words(rows: Any, scale: float) -> Iterator[OcrLine]:
    """Tesseract's words (level 5 of its TSV) as lines. It reads sideways text as well, in boxes that do not
    say so: the order of the words does."""
    lines: dict[tuple[str, str, str], list[dict[str, str]]] = {}
    for row in rows:
        if row["level"] == "5" and row["text"].strip() and float(row["conf"]) >= 0:
            lines.setdefault((row["block_num"], row["par_num"], row["line_num"]), []).append(row)
    boxes = {
        key: np.array([[float(word[side]) for side in ("left", "top", "width", "height")] for word in words])
        for key, words in lines.items()
    }
    page = sum(_turn(boxes[key]) * len(words) for key, words in lines.items())
    turn = 0 if abs(page) * 2 < sum(map(len, lines.values())) else int(np.sign(page))
    for key, words in lines.items():
        letters = np.array([len(word["text"]) for word in words], dtype=float)
        confidence = float(np.average([float(word["conf"]) for word in words], weights=letters)) / 100
        text = " ".join(word["text"] for word in words)
        yield OcrLine(text, _quad(_corners(boxes[key], turn), scale), confidence)


def _turn(boxes: np.ndarray) -> int:
    """Which way a line's words (left, top, width, height) go on: 0 across, 1 downwards, -1 upwards."""
    middles = boxes[:, :2] + boxes[:, 2:] / 2
    across, down = middles[-1] - middles[0]
    return int(np.sign(down)) if abs(down) > 2 * abs(across) else 0


def _corners(boxes: np.ndarray, turn: int) -> np.ndarray:
    """The corners (4 x 2) of a line that goes on that way, at the slope of its words' middles."""
    start, end = boxes[:, :2], boxes[:, :2] + boxes[:, 2:]
    if turn:
        # As a reader sees it who turns the page: downwards is then to the right.
        start, end = np.stack([start[:, 1], -end[:, 0]], 1), np.stack([end[:, 1], -start[:, 0]], 1)
        if turn < 0:
            start, end = -end, -start
    middles = (start + end) / 2
    x, y = middles[:, 0] - middles[:, 0].mean(), middles[:, 1] - middles[:, 1].mean()
    spread = float((x * x).sum())
    slope = float((x * y).sum()) / spread if len(boxes) > 4 and spread else 0.0
    left, right = float(start[0, 0]), float(end[-1, 0])
    half = float(np.quantile(end[:, 1] - start[:, 1], 0.75)) / 2
    ends = [middles[:, 1].mean() + slope * (at - middles[:, 0].mean()) for at in (left, right)]
    upright = np.array(
        [(left, ends[0] - half), (right, ends[1] - half), (right, ends[1] + half), (left, ends[0] + half)]
    )
    if not turn:
        return upright
    return np.stack([-upright[:, 1], upright[:, 0]], 1) * turn


def _quad(corners: Any, scale: float) -> Quad:
    (a, b), (c, d), (e, f), (g, h) = [(x / scale, y / scale) for x, y in corners]
    return (a, b), (c, d), (e, f), (g, h)


@cache
def _rapidocr() -> Engine | None:
    # rapidocr does not name the runtime that its models need.
    if find_spec("rapidocr") is None or find_spec("onnxruntime") is None:
        return None
    try:
        return RapidOcr(f"rapidocr {version('rapidocr')}")
    except PackageNotFoundError:
        return None


@cache
def _tesseract() -> Engine | None:
    program = shutil.which("tesseract")
    if program is None:
        return None
    said = _said(program, "--version")
    listed = _said(program, "--list-langs").split("\n")[1:]
    languages = [name for name in listed if re.fullmatch(r"[a-z]{3}", name.strip()) and name != "osd"]
    if not said.startswith("tesseract") or not languages:
        return None
    # English first: the first language decides where several would do.
    languages.sort(key=lambda name: (name != "eng", name))
    return Tesseract(program, said.split("\n")[0].strip(), "+".join(languages[:4]))


def _said(program: str, question: str) -> str:
    try:
        return subprocess.run(  # noqa: S603
            [program, question], capture_output=True, timeout=20, check=False, text=True
        ).stdout
    except (OSError, subprocess.TimeoutExpired):
        return ""


_ENGINES = {"rapidocr": _rapidocr, "tesseract": _tesseract}
_MENDS = {"rapidocr": "pip install 'docgrain[ocr]'", "tesseract": "install the program with its languages"}
