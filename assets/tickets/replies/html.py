"""The visible text of an HTML message, line by line, and which lines stand in a quote or a signature."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice

from lxml import etree

from assets.tickets.replies.lines import Lines
from assets.tickets.replies.tagless import HTML_LIMIT, tagless
from assets.tickets.replies.words import ADDRESS, DATE, VERB

_BLOCKS = frozenset(
    "address article aside blockquote body center dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 "
    "header hr html li main nav ol p pre section table tbody tfoot thead title tr ul".split()
)
_APART = frozenset("p blockquote table ul ol pre".split())
_UNSEEN = frozenset("head style script title meta link template noscript".split())
_QUOTED = frozenset(
    "gmail_quote gmail_attr gmail_extra_quote yahoo_quoted moz-cite-prefix cite-prefix protonmail_quote "
    "zmail_extra tutanota_quote tutanota_quote_attribution ms-outlook-mobile-reference-message quote "
    "quoted-text quotedtext mail-quote email_quote zendesk_quote freshdesk_quote mailru-blockquote "
    "front-blockquote hs_reply replymessage sh-quoted-content wordsection-quoted".split()
)
"""Classes of what mail programs put around a quote, but for what webmail puts before each."""
_SIGNED = frozenset(
    "gmail_signature gmail_signature_prefix moz-signature signature protonmail_signature_block "
    "mail-signature yahoo_signature k9mail-signature sh-signature email-signature "
    "ms-outlook-mobile-signature composer_signature messagesignaturesection".split()
)
"""Classes, ids and names of what they put around a signature."""
_TO_END = re.compile(
    r"(?:x_)*(?:divRplyFwdMsg|appendonsend|mail-editor-reference-message-container|OLK_SRC_BODY_SECTION|"
    r"reply-intro|isForwardContent|zwchr|stopSpelling|yahoo_quoted_?\d*|"
    r"ms-outlook-mobile-reference-message)",
    re.IGNORECASE,
)
"""Ids of marks after which everything is quoted."""
_BEFORE = re.compile(r"^(?:x_|ecx|ydp[0-9a-f]{1,12})+")
"""What webmail puts before the classes and ids of a mail that it shows."""
_BORDER_TOP = re.compile(
    r"border\s*:\s*none;\s*border-top\s*:\s*solid|border-top\s*:\s*(?:solid|\d\S*\s+solid)|"
    r"border-top-style\s*:\s*solid",
    re.I,
)
_HEADER = re.compile(r"^\s*\W{0,3}[^\W\d][^\W\d ]*(?: [^\W\d]+)?\s?[:：]")
_LEVELS = 250
"""Deeper than that libxml2 (256) does not follow HTML."""
_NEAR = 10
"""Elements before a quote that are looked at for who wrote it."""
_SPACE = re.compile(r"[ \t\r\n\f]+")


def to_lines(source: str) -> tuple[Lines, str]:
    """The visible text of HTML as lines, those of quotes and signatures cut, and the text itself. Nothing is
    fetched; broken markup is read as browsers read it."""
    root = _tree(source) if len(source) <= HTML_LIMIT else None
    if root is None:
        text = tagless(source) if "<" in source else source
        return Lines(text), text
    writer = _Writer()
    writer.write(root)
    text = "".join(line for line, _ in writer.lines)
    return Lines(text, [reason for _, reason in writer.lines]), text


def _tree(source: str) -> etree._Element | None:
    """None where it is no HTML, or deeper than libxml2 follows it: it would lose all that is below."""
    parser = etree.HTMLParser(encoding="utf-8", no_network=True, remove_comments=True, remove_pis=True)
    try:
        root = etree.fromstring(source.encode("utf-8", errors="replace"), parser)
    except (etree.XMLSyntaxError, ValueError):
        return None
    deep = source.count("<") >= _LEVELS and any(
        "depth" in entry.message.lower() for entry in parser.error_log
    )
    return None if deep else root


class _Writer:
    """Walks the tree without recursion and writes lines, each with the reason of its innermost container."""

    def __init__(self) -> None:
        self.lines: list[tuple[str, str | None]] = []
        self.held = ""
        self.to_end = False  # a header was met: the quote is what follows it, not what it holds
        self.reasons: list[tuple[etree._Element, str]] = []
        self.heads: set[etree._Element] = set()  # quotes before which who wrote them stands
        self.unseen = 0
        self.pre = 0

    def write(self, root: etree._Element) -> None:
        for event, element in etree.iterwalk(root, events=("start", "end")):
            tag = element.tag
            if not isinstance(tag, str):
                continue
            if event == "start":
                self._open(element, tag)
            else:
                self._close(element, tag)
        self._break()

    def _reason(self) -> str | None:
        return "quote" if self.to_end else (self.reasons[-1][1] if self.reasons else None)

    def _open(self, element: etree._Element, tag: str) -> None:
        if tag in _UNSEEN:
            self.unseen += 1
            return
        block = tag in _BLOCKS
        if block or tag == "br":
            self._break(tag == "br")
        attributes = element.items()
        if attributes or tag == "blockquote":
            self._contain(element, tag, {str(name): str(value) for name, value in attributes})
        if block:
            if tag == "pre":
                self.pre += 1
            elif tag == "li":
                self._say("- ")
        elif tag in ("td", "th") and self.held.strip():
            self._say(" ")
        if text := element.text:
            self._say(text)

    def _contain(self, element: etree._Element, tag: str, attributes: dict[str, str]) -> None:
        if element in self.heads:
            self._break()
            self.heads.discard(element)
            self.reasons.pop()
        kind = _container(element, tag, attributes)
        if kind == "to_end":
            if self.lines or self.held.strip():
                self._break()
                self.to_end = True
        elif kind == "headed":
            quote = _headed(element)
            if quote is not None:
                self._break()
                self.heads.add(quote)
                self.reasons.append((quote, "quote"))
        elif kind is not None:
            self._break()
            self.reasons.append((element, kind))

    def _close(self, element: etree._Element, tag: str) -> None:
        if tag in _UNSEEN:
            self.unseen = max(0, self.unseen - 1)
        else:
            if tag in _BLOCKS:
                self._break()
                if tag in _APART:
                    self._blank()
                if tag == "pre":
                    self.pre -= 1
            if self.reasons and self.reasons[-1][0] is element:
                self._break()
                self.reasons.pop()
        if tail := element.tail:
            self._say(tail)

    def _say(self, text: str) -> None:
        if self.unseen:
            return
        if self.pre:
            first, *rest = text.split("\n")
            self.held += first
            for line in rest:
                self._break(True)
                self.held = line
            return
        text = _SPACE.sub(" ", text)
        held = self.held
        self.held = held + text.lstrip(" ") if not held or held[-1] == " " else held + text

    def _break(self, always: bool = False) -> None:
        held = self.held
        if held:
            held = held.rstrip(" ")
            self.held = ""
        if always or (held and not held.isspace()):
            self.lines.append((held + "\n", self._reason()))

    def _blank(self) -> None:
        if self.lines and self.lines[-1][0].strip():
            self.lines.append(("\n", self._reason()))


def _container(element: etree._Element, tag: str, attributes: dict[str, str]) -> str | None:
    """'quote', 'signature', 'to_end' for a mark after which everything is quoted, or 'headed' for quotes and
    the answers between them, with who wrote the first before it."""
    names = attributes.get("class", "")
    kind = _named(attributes.get("id", ""), names, attributes.get("name", ""))
    if kind == "quote" and "gmail_quote" in names and element.find(".//blockquote") is not None:
        kind = "headed"  # answers in between stand here; the mails quoted stand in its blockquotes
    if tag == "blockquote" and kind not in ("to_end", "signature"):
        cited = attributes.get("type") == "cite" or attributes.get("cite") or "quote" in names
        return "quote" if cited or _attributed(element) else None
    if kind is None and "border-top" in attributes.get("style", ""):
        drawn = _BORDER_TOP.search(attributes["style"]) and _HEADER.match(_text(element, 12)[:80].lstrip())
        return "to_end" if drawn else None
    return "signature" if attributes.get("data-smartmail") == "gmail_signature" else kind


@lru_cache(maxsize=4096)
def _named(identity: str, names: str, name: str) -> str | None:
    """What an element's id, classes and name say of it."""
    if not (identity or names or name):
        return None
    if identity and _TO_END.fullmatch(identity):
        return "to_end"
    classes = {_BEFORE.sub("", each) for each in names.lower().split()}
    if not _SIGNED.isdisjoint(classes | {_BEFORE.sub("", identity.lower()), name.lower()}):
        return "signature"
    if "outlookmessageheader" in classes:
        return "to_end"
    return None if _QUOTED.isdisjoint(classes) else "quote"


def _headed(element: etree._Element) -> etree._Element | None:
    """The first quote in an element where what stands before it says who wrote it."""
    said: list[str] = []
    length = 0
    for _, inside in etree.iterwalk(element, events=("start",)):
        if inside.tag == "blockquote":
            head = "".join(said).strip()
            return inside if head.endswith((":", "：")) and len(head) < 400 else None
        before = inside.getprevious()
        said += [
            inside.text or "",
            (before.tail or "") if before is not None and inside is not element else "",
        ]
        length += len(said[-1]) + len(said[-2])
        if length > 600:
            break
    return None


def _attributed(quote: etree._Element) -> bool:
    """Whether 'On ... wrote:' stands right above a quote that says nothing of itself."""
    above, said = quote.getprevious(), ""
    for _ in range(_NEAR):
        if above is None or said:
            break
        said = (above.tail or "").strip() or _text(above, 200).strip()
        above = above.getprevious()
    parent = quote.getparent()
    if not said and parent is not None:
        said = (parent.text or "").strip()
    end = said[-200:]
    return said.endswith((":", "：")) and any(rx.search(end) for rx in (ADDRESS, DATE, VERB))


def _text(element: etree._Element, parts: int) -> str:
    return "".join(str(part) for part in islice(element.itertext(), parts))
