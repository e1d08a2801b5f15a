"""Signatures: below '-- ', a name under a closing phrase, a block of telephone numbers and addresses."""

from __future__ import annotations

import re

from assets.tickets.replies.footers import rule
from assets.tickets.replies.lines import Lines

_CLOSINGS = r"""best regards|kind regards|kindest regards|warm regards|warmest regards|with (?:best|kind|
    warm) regards|many thanks and regards|
    regards|best wishes|all the best|best|sincerely|sincerely yours|yours sincerely|yours faithfully|
    yours truly|yours|respectfully|cheers|
    thanks and regards|thanks & regards|thanks|many thanks|thank you|thanks in advance|
    thank you in advance|thx|br|rgds|kr|take care|
    (?:mit )?(?:freundlichen|besten|lieben|herzlichen|vielen|schönen|sonnigen|netten) gr(?:ü|ue)(?:ß|
    ss)en|(?:freundliche|beste|liebe|viele|herzliche|schöne) gr(?:ü|ue)(?:ß|ss)e|
    (?:lieben |besten |schönen |herzlichen )?gru(?:ß|ss)|mfg|lg|vg|bg|hochachtungsvoll|(?:vielen|besten|
    herzlichen) dank|danke|
    (?:bien |très )?cordialement|(?:meilleures|sincères|cordiales) salutations|bien à vous|bien à toi|
    salutations(?: distinguées)?|amicalement|
    (?:bonne|belle) journée|cdlt|respectueusement|merci(?: d'avance| beaucoup| et bonne journée)?|
    (?:un )?saludos?(?: cordiales| cordial)?|(?:un )?cordial saludo|atentamente|atte|
    (?:muchas )?gracias|un abrazo|abrazos|
    atenciosamente|cumprimentos|(?:com os )?(?:melhores|meus) cumprimentos|(?:muito )?obrigad[oa]|
    abraços?|att|grat[oa]|cordiais saudações|
    cordiali saluti|distinti saluti|(?:cari |tanti )?saluti|un saluto|cordialmente|
    (?:molte )?grazie(?: mille)?|
    (?:met )?vriendelijke groet(?:en)?|(?:hartelijke |groetjes|beste )?groet(?:en|jes)?|mvg|hoogachtend|
    (?:alvast )?bedankt|dank(?: je| u)?(?: wel)?|
    (?:med )?(?:venlig|vennlig|de bedste|beste|kærlig|bedste|mange|de venligste) hilsen(?:er)?|(?:kh|
    mvh|vh|hilsen|bh)|på forhånd tak|tak|takk|
    (?:med )?(?:vänlig|vänliga|bästa|många|hjärtliga) hälsning(?:ar)?|hälsningar|mvh|vänligen|
    tack(?: på förhand)?|
    (?:z )?(?:pozdrowieniami|poważaniem|wyrazami szacunku)|pozdrawiam(?: serdecznie)?|
    (?:serdecznie )?pozdrawiam|pozdrowienia|dziękuję|dzięki|
    s pozdravem|s pozdravom|(?:s )?pozdravem|pozdrav|zdraví|hezký den|(?:přeji )?pěkný den|děkuji|díky|
    s úctou|lep pozdrav|lijep pozdrav|srdačan pozdrav|
    с уважением|с наилучшими пожеланиями|всего доброго|спасибо|з повагою|дякую|с уважение|поздрави|
    ystävällisin terveisin|terveisin|parhain terveisin|yst\.? terv\.?|kiitos|üdvözlettel|tisztelettel|
    üdv|köszönöm|köszönettel|
    saygılarımla|saygılar|iyi günler|iyi çalışmalar|teşekkürler|teşekkür ederim|sevgiler|με εκτίμηση|
    ευχαριστώ|φιλικά|cu stimă|cu respect|mulțumesc|
    lugupidamisega|parimate soovidega|pagarbiai|ar cieņu|trân trọng|thân ái|cảm ơn|hormat saya|salam|
    terima kasih|בברכה|תודה|مع التحية|تحياتي|شكرا|
    敬具|以上|よろしくお願い(?:いた|致)?します|(?:以上、?|どうぞ)?(?:よろしく|宜しく)お願い(?:いた|致|
    申し上げ)?(?:します|ます)|此致|祝好|顺祝商祺|谢谢|敬礼|順頌商祺|謝謝|
    감사합니다|수고하세요|안녕히 계세요|드림"""
_CLOSING_WORDS = re.sub(r"\n *", "", _CLOSINGS)
CLOSING = re.compile(
    rf"^[*_\s]*(?:{_CLOSING_WORDS})(?![^\W_])(?P<rest>[\W_]*(?:[^\W\d_][\w.'’-]*[\s,.!*]*){{0,4}})$",
    re.IGNORECASE,
)
"""A closing phrase alone on its line, or with a name."""
_THANKS = re.compile(
    r"thank|thx|dank|merci|gracias|obrigad|grazie|bedankt|tak|tack|dzięk|děkuj|díky|спасибо|дяку|kiitos|"
    r"kösz|teşekk|谢|謝|감사|cảm|ευχαρ|mulțu|best$|yours$|以上",
    re.I,
)
_DELIMITER = re.compile(r"^(?:--|—|––|__|-- ?-+|[-_=*~#–—]{3,})$")
_NAME = re.compile(r"^[*_]*[^\W\d_a-zß-ÿ][^\W\d_]*\.?(?:[ '’-][^\W\d_]+\.?){0,4}[,*_ 🙂😊]*$")
_DASHED_NAME = re.compile(r"^(?:[-–~/]|//|--|—|- ?-)[^\W\d_a-z][^\W\d_]*\.?(?: [^\W\d_]+\.?){0,2}$")
_PHONE = re.compile(
    r"(?:\+|\(|\b)\d[\d\s().\-/]{6,}\d|^(?:t|m|f|p|tel|fon|phone|mob|mobil|mobile|fax|telefon|tél|cell|"
    r"direct)\b\.?\s?[:.+\d(]",
    re.I,
)
_MAIL = re.compile(r"[\w.+-]+@[\w-]+\.[\w.]+")
_URL = re.compile(
    r"\b(?:https?://|www\.)\S+|\bskype\s?:|linkedin\.com|twitter\.com|facebook\.com|📧|📱|☎|📞", re.I
)
_TITLE = re.compile(
    r"\b(?:manager|engineer|director|officer|head of|support|sales|ltd|gmbh|inc|llc|corp|ag|"
    r"s\.?a\.?r?\.?l?|b\.?v|a/s|oy|ab|sp\. z|leiter|"
    r"consultant|developer|analyst|president|founder|ceo|cto|department|abteilung|team|technician|"
    r"administrator|specialist|coordinator)\b",
    re.I,
)
_LONGEST = 75
_LINES = 16


def cut_signature(lines: Lines, start: int, end: int, code: set[int]) -> None:
    """Cut the signature that ends the writer's lines start to end; one that is everything stays."""
    own = [i for i in range(start, end) if lines.own(i)]
    if not own:
        return
    if lines.first_own() < start:
        # A stretch below a quote may be a signature from its first line on.
        own.insert(0, lines.first_own())
    for find in (_delimited, _closed, _dashed, _contact, _over_mobile):
        at = find(lines, own, end)
        if at is not None and at > own[0] and at not in code:
            lines.cut(
                at, end, "signature", sure=find is _delimited and lines.full[at].rstrip("\r\n") == "-- "
            )
            own = [i for i in own if i < at]


def _delimited(lines: Lines, own: list[int], end: int) -> int | None:
    """Below '-- ' (RFC 3676, 4.3) or a drawn line, where nothing but short lines follow."""
    for at in reversed(own[1:]):
        bare = lines.bare[at]
        if not _DELIMITER.match(bare):
            continue
        below = [lines.bare[i] for i in own if i > at]
        if bare == "--":
            if len(below) <= 30:
                return at
            continue
        steps = any(line[:1].isdigit() or line[:1] in "-*•" for line in below)
        few = len(below) <= 2 and all(len(line) <= 60 for line in below)
        if _short(below) and not steps and (few or any(_evidence(line) for line in below)):
            return at
    return None


def _closed(lines: Lines, own: list[int], end: int) -> int | None:
    """At a closing phrase, where only names and the like follow."""
    for at in own[-_LINES:]:
        bare = lines.bare[at]
        if len(bare) > 60:
            continue
        match = CLOSING.match(bare)
        if not match or at == own[0]:
            continue
        below = [lines.bare[i] for i in own if i > at]
        rest = match["rest"].strip(" ,.!*_-")
        thanks = bool(_THANKS.search(bare[: match.start("rest")]))
        if thanks and not below and not (rest and rest[0].isupper() and len(rest.split()) <= 2):
            continue
        if (
            rest
            and ((rest[0].islower() and rest[0].isascii()) or len(rest.split()) > 3)
            and not CLOSING.match(rest)
        ):
            continue
        if not below or (_short(below) and _names(below, len(below))):
            return at
    return None


def _dashed(lines: Lines, own: list[int], end: int) -> int | None:
    """'-Ana Ruiz' as the last line, where it is no item of a list."""
    at = own[-1]
    if len(own) < 2 or not _DASHED_NAME.match(lines.bare[at]):
        return None
    above = lines.bare[own[-2]]
    return at if above[:1] not in "-–—*•" and not above.endswith(":") and not lines.bare[at - 1] else None


def _contact(lines: Lines, own: list[int], end: int) -> int | None:
    """The last paragraph, where a name stands over at least two of telephone, address and link."""
    at = own[-1]
    while at > own[0] and lines.bare[at - 1] and at - 1 in own:
        at -= 1
    block = [lines.bare[i] for i in own if i >= at]
    if not 3 <= len(block) <= _LINES or not _short(block) or not _NAME.match(block[0]):
        return None
    kinds = sum(any(rx.search(line) for line in block) for rx in (_PHONE, _MAIL, _URL))
    return at if kinds >= 2 or (kinds == 1 and any(_TITLE.search(line) for line in block[1:3])) else None


def _over_mobile(lines: Lines, own: list[int], end: int) -> int | None:
    """A name right above a mobile footer."""
    at = own[-1]
    below = at + 1
    if below < len(lines) and lines.reason[below] == "mobile_footer" and len(own) > 1:
        alone = not lines.bare[at - 1]
        return at if alone and _NAME.match(lines.bare[at]) and len(lines.bare[at].split()) <= 3 else None
    return None


def _short(bares: list[str]) -> bool:
    return len(bares) <= _LINES and all(len(line) <= _LONGEST or _evidence(line) for line in bares)


def _evidence(line: str) -> bool:
    return bool(_PHONE.search(line) or _MAIL.search(line) or _URL.search(line))


def _names(bares: list[str], count: int) -> bool:
    """Whether lines below a closing phrase are a name, a title, an address: no sentence of the message."""
    if any(line.endswith("?") or line.startswith(("- ", "* ", "• ", "PS", "P.S")) for line in bares):
        return False
    sentences = sum(
        len(line.split()) > 6 and line.endswith((".", "!", ":")) and not _evidence(line) for line in bares
    )
    if sentences:
        return False
    first = bares[0].strip(" *_-–—/~")
    named = len(first.split()) <= 5 and len(first) <= 45
    return named and (
        count <= 4 or any(_evidence(line) or _TITLE.search(line) for line in bares) or rule(bares[1])
    )
