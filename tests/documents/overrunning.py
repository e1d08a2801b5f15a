"""Small PDFs that never come to an end, or take all the memory there is."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

_FORM = b"/Type/XObject/Subtype/Form/BBox[0 0 600 800]"
_FONT = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
_TERM = b"BT /F 12 Tf 72 700 Td (1. Term) Tj ET "


def nested_forms(levels: int = 14) -> bytes:
    """Two pages that draw a form, which draws another ten times, which draws another ten times: 10 ** 14
    strokes in 3 KB."""
    forms = [
        _stream(b"/X Do " * 10, _FORM + b"/Resources<</XObject<</X %d 0 R>>>>" % (7 + level))
        for level in range(levels)
    ]
    return _pdf(_TERM + b"/X Do", [*forms, _stream(b"0 0 m 9 9 l S", _FORM)], b"/XObject<</X 6 0 R>>", 2)


def many_strokes(count: int = 2_000_000) -> bytes:
    """A page of so many strokes, without a letter, so that it is drawn to see whether it is blank."""
    return _pdf(b"1 1 m 599 799 l S\n" * count)


def much_text(count: int) -> bytes:
    """A page that says the same word so many times."""
    return _pdf(_TERM + b"BT /F 12 Tf 72 600 Td (word) Tj ET " * count)


def _pdf(content: bytes, further: Sequence[bytes] = (), resources: bytes = b"", pages: int = 1) -> bytes:
    page = (
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<<%s/Font<</F 5 0 R>>>>>>"
    )
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[%s]/Count %d>>" % (b"3 0 R " * pages, pages),
        page % resources,
        _stream(content),
        _FONT,
        *further,
    ]
    out, places = b"%PDF-1.7\n", []
    for number, each in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, each)
    index = b"".join(b"%010d 00000 n \n" % place for place in places)
    size = len(objects) + 1
    return (
        out
        + b"xref\n0 %d\n0000000000 65535 f \n%s" % (size, index)
        + b"trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (size, len(out))
    )


def _stream(data: bytes, entries: bytes = b"") -> bytes:
    packed = zlib.compress(data, 9)
    return b"<<%s/Filter/FlateDecode/Length %d>>\nstream\n%s\nendstream" % (entries, len(packed), packed)
