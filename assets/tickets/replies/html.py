"""The visible text of an HTML message, line by line, and which lines stand in a quote or a signature."""

from __future__ import annotations

import re
from itertools import islice

from lxml import etree

from assets.tickets.replies.lines import Lines
from assets.tickets.replies.words import ADDRESS, DATE, VERB

_BLOCKS = frozenset(
    "address article aside blockquote body center dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 "
    "header hr html li main nav ol p pre section table tbody tfoot thead title tr ul".split()
)
_UNSEEN = frozenset("head style script title meta link template noscript".split())
_QUOTED = re.compile(
    r"\b(?:gmail_quote|gmail_extra_quote|yahoo_quoted|moz-cite-prefix|protonmail_quote|zmail_extra|"
    r"tutanota_quote|ms-outlook-mobile-reference-message|"
    r"OutlookMessageHeader|x_gmail_quote|quote|quoted-text|mail-quote|ecxgmail_quote|cite-prefix|"
    r"email_quote|zendesk_quote|mailru-blockquote)\b",
    re.IGNORECASE,
)
_QUOTED_ID = re.compile(
    r"(?:x_)?(?:divRplyFwdMsg|appendonsend|mail-editor-reference-message-container|OLK_SRC_BODY_SECTION|"
    r"reply-intro|isForwardContent|"
    r"stopSpelling|yahoo_quoted_?\d*|ms-outlook-mobile-reference-message)",
    re.IGNORECASE,
)
_SIGNATURE = re.compile(
    r"\b(?:gmail_signature|moz-signature|signature|protonmail_signature_block|mail-signature|"
    r"yahoo_signature)\b",
    re.I,
)
_BORDER_TOP = re.compile(
    r"border\s*:\s*none;\s*border-top\s*:\s*solid|border-top\s*:\s*(?:solid|\d\S*\s+solid)|"
    r"border-top-style\s*:\s*solid",
    re.I,
)
_HEADER = re.compile(r"^\s*\W{0,3}[^\W\d][^\W\d ]*(?: [^\W\d]+)?\s?[:：]")
_SPACE = re.compile(r"[ \t\r\n\f]+")


def to_lines(source: str) -> tuple[Lines, str]:
    """The visible text of HTML as lines, those of quotes and signatures cut, and the text itself. Nothing is
    fetched; broken markup is read as browsers read it."""
    parser = etree.HTMLParser(encoding="utf-8", no_network=True, remove_comments=True, remove_pis=True)
    try:
        root = etree.fromstring(source.encode("utf-8", errors="replace"), parser)
    except (etree.XMLSyntaxError, ValueError):
        root = None
    if root is None:
        lines = Lines(source)
        return lines, source
    writer = _Writer()
    writer.write(root)
    text = "".join(line for line, _ in writer.lines)
    return Lines(text, [reason for _, reason in writer.lines]), text


class _Writer:
    """Walks the tree without recursion and writes lines, each with the reason of its innermost container."""

    def __init__(self) -> None:
        self.lines: list[tuple[str, str | None]] = []
        self.held = ""
        self.held_reason: str | None = None
        self.to_end = False  # a header was met: the quote is what follows it, not what it holds
        self.reasons: list[tuple[etree._Element, str]] = []
        self.unseen = 0
        self.pre = 0

    def write(self, root: etree._Element) -> None:
        for event, element in etree.iterwalk(root, events=("start", "end")):
            if not isinstance(element.tag, str):
                continue
            if event == "start":
                self._open(element)
            else:
                self._close(element)
        self._break()

    def _reason(self) -> str | None:
        return "quote" if self.to_end else (self.reasons[-1][1] if self.reasons else None)

    def _open(self, element: etree._Element) -> None:
        tag = element.tag.lower()
        if tag in _UNSEEN:
            self.unseen += 1
            return
        if tag in _BLOCKS or tag == "br":
            self._break(tag == "br")
        kind = _container(element, tag)
        if kind == "to_end" and (self.lines or self.held.strip()):
            self._break()
            self.to_end = True
        elif kind in ("quote", "signature"):
            self._break()
            self.reasons.append((element, kind))
        if tag == "pre":
            self.pre += 1
        if tag == "li":
            self._say("- ")
        if tag in {"td", "th"} and self.held.strip():
            self._say(" ")
        self._say(element.text)

    def _close(self, element: etree._Element) -> None:
        tag = element.tag.lower()
        if tag in _UNSEEN:
            self.unseen = max(0, self.unseen - 1)
        else:
            if tag in _BLOCKS:
                self._break()
                if tag in {"p", "blockquote", "table", "ul", "ol", "pre"}:
                    self._blank()
            if tag == "pre":
                self.pre -= 1
            if self.reasons and self.reasons[-1][0] is element:
                self._break()
                self.reasons.pop()
        self._say(element.tail)

    def _say(self, text: str | None) -> None:
        if not text or self.unseen:
            return
        if self.pre:
            first, *rest = text.split("\n")
            self.held += first
            for line in rest:
                self._break(True)
                self.held = line
            return
        text = _SPACE.sub(" ", text)
        self.held += text.lstrip(" ") if not self.held or self.held.endswith(" ") else text

    def _break(self, always: bool = False) -> None:
        if self.held.strip(" ") or always:
            self.lines.append((self.held.rstrip(" ") + "\n", self._reason()))
        self.held = ""

    def _blank(self) -> None:
        if self.lines and self.lines[-1][0].strip():
            self.lines.append(("\n", self._reason()))


def _container(element: etree._Element, tag: str) -> str | None:
    """'quote', 'signature', or 'to_end' for a mark after which everything is quoted."""
    identity = element.get("id") or ""
    if identity and _QUOTED_ID.fullmatch(identity):
        return "to_end"
    names = element.get("class") or ""
    if names and _SIGNATURE.search(names):
        return "signature"
    if tag == "blockquote":
        return (
            "quote"
            if element.get("type") == "cite"
            or element.get("cite")
            or "quote" in names
            or _attributed(element)
            else None
        )
    if "gmail_quote" in names and element.find(".//blockquote") is not None:
        return None  # answers in between stand here; the mails quoted stand in its blockquotes
    if names and _QUOTED.search(names):
        return "to_end" if "OutlookMessageHeader" in names else "quote"
    style = element.get("style") or ""
    if style and _BORDER_TOP.search(style) and _HEADER.match(_text(element, 12)[:80].lstrip()):
        return "to_end"
    return None


def _attributed(quote: etree._Element) -> bool:
    """Whether 'On ... wrote:' stands right above a quote that says nothing of itself."""
    above, said = quote.getprevious(), ""
    while above is not None and not said:
        said = (above.tail or "").strip() or _text(above).strip()
        above = above.getprevious()
    parent = quote.getparent()
    if not said and parent is not None:
        said = (parent.text or "").strip()
    end = said[-200:]
    return said.endswith((":", "：")) and any(rx.search(end) for rx in (ADDRESS, DATE, VERB))


def _text(element: etree._Element, parts: int | None = None) -> str:
    return "".join(str(part) for part in islice(element.itertext(), parts))
