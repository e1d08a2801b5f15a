"""What programs put under (or over) a mail: mobile footers, disclaimers, lists' and trackers' last lines."""

from __future__ import annotations

import re

from assets.tickets.replies.footer_words import (
    COMPANY,
    DEVICES,
    DISCLAIMER,
    DISCLAIMER_TITLES,
    GOT,
    LEARN,
    LIST,
    NATURE,
    PRINT,
    SCANNED,
    SENT,
    THINK,
    UNSPACED,
)
from assets.tickets.replies.lines import Lines

_LINK = re.compile(r"\[?<?(?:https?://|mailto:|www\.)[^\s>\]]*>?\]?|\[[^\]]*\]")
MOBILE = re.compile(
    r"^(?:(?:sent|posted) (?:from|via|with|using) \S.*|get (?:yahoo|aol) mail \S.*|"
    r"via (?:mobile|iphone|android)|from my (?:iphone|ipad|mobile|phone|android)\b.*|"
    r"(?:von|aus|mit) (?:meinem|meiner|unterwegs|outlook|der)\b.{0,50}(?:gesendet|versendet|geschickt)|"
    r"(?:gesendet|verschickt|versandt) (?:von|mit|aus)\b.*|von unterwegs gesendet|"
    r"envoyé d.+|envoyé (?:avec|via)\b.*|"
    r"(?:enviado|enviada) (?:desde|de|do|da|com|pelo|a partir|con|mediante|via)\b.*|"
    r"(?:inviato|inviata|spedito) (?:da|dal|dalla|con|tramite)\b.*|"
    r"(?:verzonden|verstuurd) (?:vanaf|vanuit|met|via|vanop)\b.*|"
    r"sendt (?:fra|via|med)\b.*|(?:skickat|skickades) (?:från|via|med)\b.*|"
    r"(?:wysłane|wysłano) (?:z|za pomocą|przez|od)\b.*|"
    r"(?:odesláno|odoslané|poslano|poslané) (?:z|ze|od|iz|s|pomocí)\b.*|"
    r"(?:отправлено|послано) (?:с|из|от|через)\b.*|надіслано (?:з|із|від|через)\b.*|изпратено от\b.*|"
    r"lähetetty(?: \S.*)?|saadetud (?:minu )?\S.*|elküldve \S.*|στάλθηκε από\b.*|εστάλη από\b.*|"
    r"trimis (?:de pe|din|cu)\b.*|私の.{1,12}から送信|发自.{1,30}|從我的.{1,20}|đã gửi từ\b.*|gửi từ\b.*|"
    r"dikirim dari\b.*|נשלח מ.*|أُ?رسلت? من\b.*)$",
    re.IGNORECASE,
)
"""'Sent from ...' of things that nobody can name: a mail program, a person's car."""
_EXCUSE = re.compile(
    r"[.!,;-]\s+[^.!]{0,40}(?:excuse|typo|brevity|brief|kürze|tippfehler|kurz|pardon|fautes|concis|disculp|"
    r"brevedad|desculp|erros|scus|errori|excuus|typefout|ursäkta|undskyld|unnskyld|błęd|překlep|опечат)"
    r"[^?]{0,60}$",
    re.IGNORECASE,
)
"""What people let their phone say as well."""
_SENT_FIRST = tuple(word + end for word in SENT for end in (" ", ": "))
_GOT_FIRST = tuple(word + " " for word in GOT)
_SENT_LAST = frozenset({"gesendet", "versendet", "verschickt", "geschickt", "versandt"})
_GERMAN = frozenset({"von", "vom", "aus", "mit", "diese", "unterwegs"})
_AT_END = frozenset({"küldve", "küldtem", "gönderildi", "gönderilmiştir"})
_PROGRAMS = ("outlook", "yahoo", "proton", "gmx")
_FIRST = ("az outlook", "ios ", "iphone", "ipad", "outlook ", "android ")
_CARRIER = re.compile(r"sent from my (?:verizon|at&t|t-mobile|sprint|u\.s\. cellular)")
_TOKEN = re.compile(
    r"^(?:ref:_\w{4,40}\._\w{4,40}:ref|thread::[\w-]{6,60}::|Ref:(?:MSG|TIS)\w{4,40}|"
    r"\{#HS:[\d-]{4,40}#?\}|\[[A-Z0-9]{6}-[A-Z0-9]{4}\])$"
)
"""By what help desks find the ticket of a reply."""
_BANNER = re.compile(
    r"^[\W_]*(?:(?:caution|warning|external(?: e-?mail| sender| message)?|achtung|extern(?:e e-?mail)?|"
    r"attention|vorsicht|atención|attenzione|atenção|let op|ostrożnie|uwaga|advarsel|varning|внимание|"
    r"upozornění)\b.{0,80}(?:outside|external|extern|außerhalb|extérieur|externo|esterno|esterna|buiten|"
    r"zewnątrz|zewnętrzn|utanför|udefra|внешн|mimo)|"
    r"external (?:e-?mail|sender|message)\b.{0,40}(?:do not|don't|careful|caution|be aware|click|links))",
    re.IGNORECASE | re.DOTALL,
)
_BANNER_ONLY = re.compile(r"^[\[*_\s(]*(?:external|extern)(?: e-?mail| sender)?[\])*_\s:!]*$", re.IGNORECASE)
_BANNER_GOES_ON = re.compile(
    r"click|links?\b|attachment|sender\b|organi[sz]ation|recogni[sz]e|klick|anhäng|absender|cliqu|pièces|"
    r"expéditeur|enlace|adjunt|remitente|allegat|mittente|anexo|remetente|bijlage|afzender|^[-=*_]{3,}$",
    re.IGNORECASE,
)
_TITLED = tuple(title + end for title in DISCLAIMER_TITLES for end in (":", " -", " –", ".", " *", "*"))
_OWN = re.compile(r"\b(?:our|please|my|unsere?|bitte|notre|nuestr|nostr|nossa)\b")
"""Who gives a company's number for a reason says so."""
_RULE = re.compile(r"^[-_=*~#+‐‑–—―─━═ᐧ\s]{2,}$|^[ᐧ━]$")


def cut_armor(lines: Lines) -> None:
    """Cut what signs a text in the open (OpenPGP, RFC 9580, 7): its first lines and the block at its end."""
    opened: int | None = None
    for index, bare in enumerate(lines.bare):
        if bare == "-----BEGIN PGP SIGNED MESSAGE-----":
            end = index + 1
            while end < len(lines) and lines.bare[end].startswith(("Hash:", "NotDashEscaped:")):
                end += 1
            lines.cut(index, end, "separator")
        elif bare == "-----BEGIN PGP SIGNATURE-----" and opened is None:
            opened = index
        elif bare == "-----END PGP SIGNATURE-----" and opened is not None:
            lines.cut(opened, index + 1, "signature")
            opened = None


def mobile(bare: str) -> bool:
    """Whether the line is what a phone or a mail program adds: 'Sent from my iPhone'."""
    if len(bare) > 220:
        return False
    plain = (_LINK.sub("", bare) if "<" in bare or "[" in bare or "/" in bare else bare).strip(
        " *_-–—.![]()\t"
    )
    if excused := _EXCUSE.search(plain):
        plain = plain[: excused.start()]
    words = plain.lower().split()
    if not words or len(plain) > 160 or len(words) > 12 or plain.endswith("?"):
        return False
    sentence = len(words) > 6 and not excused and bare.endswith((".", "!"))
    if "," not in plain and len(words) <= 9 and not sentence and MOBILE.match(plain):
        return True
    return _of_device(plain, words)


def _of_device(plain: str, words: list[str]) -> bool:
    """'Sent' where a language says it first or last, and a device or a mail program."""
    low = plain.lower()
    if not low.isascii() and len(plain) <= 40 and any(map(low.__contains__, UNSPACED)):
        return any(map(low.__contains__, DEVICES))
    if plain[0].islower() and not low.startswith(_FIRST):
        return False
    if "," in low and not _CARRIER.match(low):
        return False
    sent = low.startswith(_SENT_FIRST) or (words[-1] in _SENT_LAST and words[0] in _GERMAN)
    if sent or (len(words) <= 7 and words[-1] in _AT_END):
        return any(map(low.__contains__, DEVICES))
    got = len(words) <= 9 and (low.startswith((*_GOT_FIRST, *_FIRST)) or words[-1] in GOT)
    return got and any(map(low.__contains__, _PROGRAMS)) and any(map(low.__contains__, GOT))


def rule(bare: str) -> bool:
    """Whether the line is only drawn."""
    return bool(_RULE.match(bare))


def cut_top(lines: Lines) -> None:
    """Cut banners that a mail server put over the message."""
    while (start := lines.first_own()) < len(lines):
        end = start
        while end < len(lines) and lines.own(end) and end - start < 8:
            end += 1
        taken = _banner(lines.bare[start:end])
        if not taken or not any(lines.own(i) for i in range(start + taken, len(lines))):
            return
        lines.cut(start, start + taken, "disclaimer", sure=False)


def _banner(bares: list[str]) -> int:
    """How many lines at the top of a paragraph are a server's warning."""
    if _BANNER_ONLY.match(bares[0]):
        return 1
    for taken in range(1, len(bares) + 1):
        whole = " ".join(bares[:taken])
        if len(whole) > 700:
            return 0
        low = whole.lower()
        if _BANNER.match(whole) or any(map(low.__contains__, LEARN)):
            while taken < len(bares) and _BANNER_GOES_ON.search(bares[taken]):
                taken += 1
            return taken
    return 0


def cut_end(lines: Lines, start: int, end: int, code: set[int]) -> None:
    """Cut footers from the end of the writer's lines start to end, paragraph by paragraph upwards."""
    while True:
        while end > start and not lines.own(end - 1):
            end -= 1
        if end <= start or end - 1 in code:
            return
        if rule(lines.bare[end - 1]):
            end -= 1
            lines.cut(end, end + 1, "separator")
            continue
        if mobile(lines.bare[end - 1]):
            end -= 1
            lines.cut(end, end + 1, "mobile_footer")
            continue
        top = end
        while top > start and lines.own(top - 1):
            top -= 1
        footer = _footer(lines.bare[top:end])
        if footer is None:
            return
        lines.cut(top, end, *footer)
        end = top


def _footer(bares: list[str]) -> tuple[str, bool] | None:
    """Why a paragraph is none of the writer's, and whether that is sure; None for the writer's own."""
    whole = " ".join(bares)
    if len(bares) == 1 and _TOKEN.match(whole):
        return "list_footer", False
    low = whole.lower()
    if low.strip(" *_:-=#") in DISCLAIMER_TITLES:
        return "disclaimer", False
    dense = not low.isascii() and any("\u2e80" < character < "\ud7b0" for character in low)
    if not (8 if dense else 15) < len(whole) < 6000:
        return None
    asks = low.endswith(("?", "？"))
    if len(low) > (25 if dense else 60) and not asks:
        said = sum(map(low.__contains__, DISCLAIMER))
        if said >= 2:
            return "disclaimer", said >= 3 or len(low) > 200
    if _disclaims(low, asks):
        return "disclaimer", sum(map(low.__contains__, COMPANY)) >= 2
    return ("list_footer", False) if not asks and _of_list(low, bares[0]) else None


def _disclaims(low: str, asks: bool) -> bool:
    """Whether a paragraph is titled so, is a company's entry in a register, or asks not to print."""
    if low.lstrip(" *_-=#").startswith(_TITLED):
        return True
    if len(low) < 500 and _all_of(low, PRINT, NATURE, THINK):
        return True
    if asks or len(low) >= 700:
        return False
    if len(low) < 500 and any(map(low.__contains__, SCANNED)):
        return True
    return not _OWN.search(low) and sum(map(low.__contains__, COMPANY)) >= 2


def _all_of(low: str, *kinds: tuple[str, ...]) -> bool:
    return all(any(map(low.__contains__, kind)) for kind in kinds)


def _of_list(low: str, first: str) -> bool:
    """Whether a paragraph is what a mailing list or a help desk puts below."""
    if len(low) >= 600:
        return False
    linked = rule(first) or "http" in low or "@" in low or len(low) < 200
    return linked and any(map(low.__contains__, LIST))
