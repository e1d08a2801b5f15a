"""One mail out of its bytes: headers, the text a person reads, names of what is attached."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.errors import HeaderParseError
from email.feedparser import BytesFeedParser
from email.header import decode_header
from email.message import Message as Mime
from email.utils import getaddresses, parsedate_to_datetime
from hashlib import blake2b
from typing import Any

from charset_normalizer import from_bytes

from assets.tickets.bodies import Body, body
from assets.tickets.plain_text import plain_text
from assets.tickets.values import plain

_REFERENCE = re.compile(r"<\s*([^<>\s]{1,998})\s*>")
_SPACE = re.compile(r"\s+")
_ADDRESS = re.compile(r"[\w.+-]{1,64}@[\w.-]{1,200}")
_BASE64 = re.compile(rb"[A-Za-z0-9+/=\s]*")
_BOUNDARY = re.compile(r'^--([^\s"]{1,200})[ \t]*\r?$', re.MULTILINE)
_UNSAFE = frozenset(
    {"idna", "punycode", "unicode-escape", "raw-unicode-escape", "undefined", "mbcs", "utf-7"}
)
"""Python decodes these, some in quadratic time; no mail is written in them (UTF-7 hides markup)."""
_LARGER = {
    "ascii": None,
    "iso8859-1": "cp1252",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "iso2022_jp": "iso2022_jp_ext",
}
"""What programs write that name the smaller charset."""
_SINGLE = re.compile(
    r"us-ascii|ascii|iso-?8859-\d+|latin-?\d|windows-125\d|cp125\d|ansi.*|x-unknown|unknown-8bit", re.I
)
_GUESSED_FROM = 20_000
_PARTS = 10_000
"""Parts of one mail that are looked at."""
_DEEPEST = 20
"""Multiparts within multiparts: every line is compared with the boundaries of all of them."""
_AGAIN = 3
"""How often all of a mail may be read again to find parts whose header names no boundary, or another."""
_SEALED = frozenset({"application/pkcs7-mime", "application/x-pkcs7-mime", "application/pgp-encrypted"})
_NAMED = 50
"""Mails that a mail names which are looked at, beside the first of its thread."""
_LITTLE = 0.1
"""A plain part this much shorter than the HTML beside it is a stub ("view this mail in a browser")."""
_LONGEST_HEADER = 20_000
_LONGEST_PARAMETERS = 4_000


@dataclass(slots=True)
class Mail:
    """One mail. `key` is its Message-ID, or a hash of it; `references` the ids it names, the nearest last;
    addresses are in lower case, `answers_to` where answers shall go instead. `file` and `line` say where it
    stands."""

    key: str
    subject: str
    sender: str
    name: str
    recipients: list[str]
    answers_to: list[str]
    at: datetime | None
    references: list[str]
    headers: dict[str, str]
    body: Body
    attachments: list[str]
    file: str = ""
    line: int | None = None
    flags: list[str] = field(default_factory=list)


def parse(data: bytes) -> Mail:
    """The mail in `data`. Raises ValueError with a reason where it is none: no header, or too deep."""
    try:
        mime = _read(data)
        parts = list(_parts(mime, _AGAIN * len(data)))
    except RecursionError as error:
        raise ValueError("its parts are nested too deep") from error
    headers = _headers(mime)
    if not headers.keys() & {"from", "subject", "date", "to", "message-id", "received", "return-path"}:
        raise ValueError("it has no mail headers")
    flags: list[str] = []
    written, attachments = _content(parts, flags)
    senders = _addresses(headers.get("from", "") or headers.get("sender", ""))
    recipients = [address for key in ("to", "cc") for _, address in _addresses(headers.get(key, ""))]
    own = _REFERENCE.search(headers.get("message-id", ""))
    at, doubt = _date(mime, headers)
    return Mail(
        key=own[1] if own else f"{blake2b(data, digest_size=8).hexdigest()}@no-message-id",
        subject=headers.get("subject", ""),
        sender=senders[0][1] if senders else "",
        name=(senders[0][0] or senders[0][1]) if senders else headers.get("from", ""),
        recipients=list(dict.fromkeys(recipients)),
        answers_to=[address for _, address in _addresses(headers.get("reply-to", ""))[:5]],
        at=at,
        references=_references(headers),
        headers=headers,
        body=written,
        attachments=attachments,
        flags=list(dict.fromkeys([*flags, *doubt, *written.flags])),
    )


def _headers(mime: Mime) -> dict[str, str]:
    """Headers by name in lower case, decoded, on one line each; of several only the first, but all the
    recipients."""
    headers: dict[str, str] = {}
    for name, value in mime.raw_items() if hasattr(mime, "raw_items") else mime.items():
        key = name.lower()
        if key in headers and key not in ("to", "cc"):
            continue
        said = decoded(str(value))
        headers[key] = f"{headers[key]}, {said}" if key in headers else said
    return headers


def decoded(value: str) -> str:
    """A header in words: encoded words decoded, raw bytes read as what they can be."""
    value = _SPACE.sub(" ", value[:_LONGEST_HEADER]).strip()
    if any("\udc80" <= character <= "\udcff" for character in value):
        value = _text(value.encode("utf-8", "surrogateescape"), "", [])
    if "=?" not in value:
        return plain(value)
    try:
        pieces = decode_header(value)
    except (HeaderParseError, ValueError):
        return plain(value)
    words = [
        piece if isinstance(piece, str) else _text(piece, charset or "", []) for piece, charset in pieces
    ]
    return plain(_SPACE.sub(" ", "".join(words)).strip())


def _addresses(value: str) -> list[tuple[str, str]]:
    value = value[:_LONGEST_HEADER]
    try:
        found = getaddresses([value])
    except RecursionError:  # comments within comments within comments
        found = [("", address) for address in _ADDRESS.findall(value)]
    return [(name.strip(), address.lower()) for name, address in found if address]


def _references(headers: dict[str, str]) -> list[str]:
    named = _REFERENCE.findall(headers.get("references", "")) + _REFERENCE.findall(
        headers.get("in-reply-to", "")
    )
    return list(dict.fromkeys([*named[:1], *named[-_NAMED:]]))


def _date(mime: Mime, headers: dict[str, str]) -> tuple[datetime | None, list[str]]:
    """When it was written, else when the last server that says so received it."""
    if at := _moment(headers.get("date", "")):
        return at, []
    for received in mime.get_all("received", [])[:20]:
        if at := _moment(str(received).rpartition(";")[2]):
            return at, ["date_from_received"]
    return None, ["without_date"]


def _moment(value: str) -> datetime | None:
    try:
        at = parsedate_to_datetime(value.strip()[:100])
        at = at if at.tzinfo else at.replace(tzinfo=UTC)
        return at if 1970 <= at.astimezone(UTC).year < 2200 else None
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


def _read(data: bytes) -> Mime:
    """The mail as a tree. Raises RecursionError where it is too deep."""
    parser: Any = BytesFeedParser()

    def part(**said: Any) -> Mime:
        if len(parser._msgstack) > _DEEPEST:
            raise RecursionError
        return Mime(**said)

    parser._factory = part
    parser.feed(data)
    read: Mime = parser.close()
    return read


def _parts(mime: Mime, left: int) -> Iterator[Mime]:
    """The parts that hold no others; a mail inside of the mail is one of them. `left`: how many characters
    may be read again."""
    waiting = [mime]
    seen = 0
    while waiting and seen < _PARTS:
        part = waiting.pop()
        seen += 1
        payload: Any = part.get_payload()
        _shortened(part)
        if part.get_content_maintype() != "multipart":
            yield part
        elif isinstance(payload, list):
            waiting += reversed(payload)
        elif len(text := str(payload)) <= left and (boundary := _BOUNDARY.search(text)):
            # Its header names none, or another: a server that folded it wrongly.
            known = f'Content-Type: multipart/mixed; boundary="{boundary[1]}"\n\n'
            left -= len(text)
            found: Any = _read((known + text).encode("utf-8", "surrogateescape")).get_payload()
            waiting += reversed(found) if isinstance(found, list) else []
        else:
            part.set_type("text/plain")
            yield part


def _shortened(part: Mime) -> None:
    """Take off what makes headers of parameters slow to read: their reading is quadratic."""
    for name in ("content-type", "content-disposition"):
        if len(value := str(part.get(name, ""))) > _LONGEST_PARAMETERS:
            part.replace_header(name, value[:_LONGEST_PARAMETERS])


def _content(parts: list[Mime], flags: list[str]) -> tuple[Body, list[str]]:
    """The text, plain before HTML of the same; and the names of everything else."""
    texts: list[str] = []
    pages: list[str] = []
    attachments = []
    for part in parts:
        name = _file_name(part)
        kind = part.get_content_type()
        attached = part.get_content_disposition() == "attachment" or (name and kind != "text/html")
        if part.get_content_maintype() == "text" and not attached:
            text = _text(_payload(part), part.get_content_charset("") or "", flags)
            if kind == "text/plain":
                text, names = plain_text(text, part.get_params([]))
                attachments += names
            if kind == "text/html":
                pages.append(text)
            elif kind == "text/plain" and text.strip():
                texts.append(text)
        elif kind in _SEALED:
            flags.append("encrypted")
            attachments += [name] if name else []
        elif name:
            attachments.append(name)
        elif kind == "message/rfc822":
            attachments.append(_forwarded(part))
    found = body("\n\n".join(texts), "plain")
    if found.raw.startswith("-----BEGIN PGP MESSAGE-----"):
        flags.append("encrypted")
    if pages:
        # Beside a plain part of the same, HTML is only looked at where that is a stub.
        page = body("\n".join(pages), "html") if len(found.raw) < 2000 else None
        if page and len(found.raw) < _LITTLE * len(page.raw):
            found = page
    return found, list(dict.fromkeys(attachments))


def _file_name(part: Mime) -> str:
    try:
        name = part.get_filename() or ""
    except (LookupError, ValueError, TypeError):
        name = ""
    return decoded(str(name)).replace("\\", "/").rsplit("/", 1)[-1][:255].strip()


def _forwarded(part: Mime) -> str:
    inside: Any = part.get_payload()
    found = isinstance(inside, list) and inside and isinstance(inside[0], Mime)
    subject = _headers(inside[0]).get("subject", "") if found else ""
    return f"{subject[:200] or 'message'}.eml"


def _payload(part: Mime) -> bytes:
    """The bytes of a part; an encoding that is not what was said leaves them as they stand."""
    raw = part.get_payload()
    if isinstance(raw, str) and str(part.get("content-transfer-encoding", "")).strip().lower() == "base64":
        first = raw.lstrip().partition("\n")[0].encode("utf-8", "surrogateescape")
        if not _BASE64.fullmatch(first):
            return raw.encode("utf-8", "surrogateescape")
    try:
        data = part.get_payload(decode=True)
    except (ValueError, LookupError, AssertionError):
        data = None
    if isinstance(data, bytes):
        return data
    return str(raw).encode("utf-8", "surrogateescape") if isinstance(raw, str) else b""


def _text(data: bytes, charset: str, flags: list[str]) -> str:
    """Bytes as text. A charset that does not hold, that Python does not know, or that holds for any bytes
    while they are UTF-8, is a lie: then it is guessed, and flagged."""
    if data.isascii() and b"\x1b" not in data and not charset.lower().startswith("utf-16"):
        return data.decode("ascii").replace("\r\n", "\n")
    codec = _codec(charset)
    if b"\x1b$" in data and "2022" not in (codec or ""):
        codec, charset = "iso2022_jp_ext", ""
    elif codec is None or _SINGLE.fullmatch(charset.strip()):
        try:
            return _told(data.decode("utf-8"), "utf-8", flags)
        except UnicodeDecodeError:
            pass
    for name in (codec, "utf-8"):
        try:
            if name:
                text = data.decode(name)
                return text.replace("\r\n", "\n") if name == codec else _told(text, name, flags)
        except (UnicodeDecodeError, ValueError):
            continue
    # Too short to be told apart: the charset that most such mails were written in.
    best = from_bytes(data[:_GUESSED_FROM]).best() if len(data) >= 32 else None
    guessed = best.encoding if best else "cp1252"
    try:
        text = data.decode(guessed)
    except (UnicodeDecodeError, LookupError):
        text = ""
    common = data.decode("cp1252", "replace")
    return _told(common, "cp1252", flags) if text in ("", common) else _told(text, guessed, flags)


def _told(text: str, charset: str, flags: list[str]) -> str:
    flags.append(f"charset_guessed:{charset.replace('_', '-')}")
    return text.replace("\r\n", "\n")


def _codec(charset: str) -> str | None:
    """Python's name for a charset, the larger one where mail programs say the smaller; None if unknown."""
    try:
        name = codecs.lookup(charset.strip().strip("\"'; ")).name
    except (LookupError, ValueError):
        return None
    if name in _UNSAFE:
        return None
    return _LARGER.get(name, name)
