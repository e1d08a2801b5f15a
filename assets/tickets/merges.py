"""Tickets that were merged, told by the note a help desk leaves."""

from __future__ import annotations

import re

from assets.tickets.model import Message, Ticket

_TITLE = re.compile(r"\"[^\"\n]*\"|“[^”\n]*”|„[^“”\n]*[“”]|«[^»\n]*»|「[^」\n]*」")
"""A ticket's subject, which may say anything."""
_KEY = r"#?\s?([A-Z][A-Z0-9]{1,9}-\d{1,9}|\d{1,18})"
_NUMBERED = re.compile(r"\b(?:n\.?\s?[º°o]|n[ro]?\.|nr|no|id:?)\s?(?=#?\d)", re.IGNORECASE)
_WORD = re.compile(rf"{_KEY}(?![\w-])|[^\W\d_]+", re.IGNORECASE)
_END = re.compile(r"[.!](?=\s|$)|\n|$")
_THIS = frozenset(
    """this diese dieser diesen dieses diesem cette ce esta este questa questo deze dit denne dette
    denna detta här ten tego niniejsze этот это данный эту этим""".split()
)
_TICKET = frozenset(
    """request requests ticket tickets case issue anfrage vorgang demande solicitud caso richiesta verzoek
    aanvraag solicitação pedido ärende ärendet sag sagen sak saken forespørsel forespørselen anmodning
    zgłoszenie zgłoszenia zgłoszeniem обращение обращением запрос запросом заявка заявкой""".split()
)
_MERGED = re.compile(
    r"merged|zusammengef(?:ü|ue)hrt|zusammengelegt|fusionn(?:é|e)e?s?|fusion(?:ó|ado|ada)|unit[oa]|samengevoegd"
    r"|mesclad[oa]|scalon[oea]|sammen|samman|sammenslått|slået|slått|slogs|объедин\w+"
)
_BETWEEN = frozenset(
    """is are was were has have been be with the into in to and closed solved ids by agent
    die der das dem den mit ist wurde wurden sind geschlossen und
    la le les el los l il lo a à été est sont fermée fermé et dans avec se cerró cerrada cerrado y con en
    è stata stato chiusa chiuso e nella nel alla al con
    het de en is werd gesloten met in foi fechada fechado com na no
    blev er ble har lukket lukkede lukkes og med i stängdes har och ihop slagits det den to
    zostało zostały zamknięte i z do był было была закрыт закрыто закрыта и с в со""".split()
)
"""What stands between these in a help desk's sentence, in its languages; in a person's stand other words."""
_UNSPACED = re.compile(
    rf"(?P<this>この(?:リクエスト|チケット)は|此(?:工单|请求)已?)[^\d#\n]{{0,20}}(?:リクエスト|チケット|工单|请求)\s?{_KEY}\s?(?:に(?:統合|マージ)されました)?"
    rf"|(?:リクエスト|チケット|工单|请求)\s?{_KEY}\s?[^\d#\n]{{0,20}}(?:この(?:リクエスト|チケット)に(?:統合|マージ)されました|(?:合并|合併)到此(?:工单|请求))"
)
_ENDED = frozenset({"closed", "solved", "resolved"})
_LONGEST = 400
"""Characters of a note that says so; what people write about merging is longer, or says no number."""


def note(message: Message, ticket: Ticket) -> None:
    """Where `message` is a merge's note, say so in the ticket: it was merged into another, or another into
    it (kept in `extra["merged"]`, ids). Only a whole sentence as help desks write it counts, and only by
    somebody who helps: whoever asks could else have any ticket taken out. A note with nothing else in it
    was written by the system."""
    if message.role not in ("agent", "system"):
        return
    text = message.raw.strip()
    said = _sentence(text[:_LONGEST], ticket.id)
    if said is None:
        return
    keys, away, rest = said
    if not away:
        merged = ticket.extra.setdefault("merged", [])
        if isinstance(merged, list):
            merged += keys
    elif len(text) <= _LONGEST and len(keys) == 1 and ticket.status in _ENDED:
        ticket.merged_into = ticket.merged_into or keys[0]
    else:
        return
    if not rest:
        message.role = "system"


def _is_known(word: str) -> bool:
    return word in _THIS or word in _TICKET or word in _BETWEEN


def _sentence(text: str, own: str) -> tuple[list[str], bool, bool] | None:
    """The ids of the tickets in a merge's sentence, whether this one was merged into the other, and whether
    something else follows; None where a text does not begin with such a sentence."""
    begins = _WORD.search(text)
    if begins is None or not (begins[1] or text[begins.start()] > "\u3000" or _is_known(begins[0].lower())):
        return None
    plain = _NUMBERED.sub("", _TITLE.sub(" ", text))
    if match := _UNSPACED.match(plain):
        return [next(filter(None, match.groups()[1:]))], bool(match["this"]), False
    end = _END.search(plain)
    assert end is not None  # the end of the text is one
    sentence, rest = plain[: end.start()], plain[end.end() :].strip()
    if re.sub(r"[\s,#()]", "", _WORD.sub("", sentence)):
        return None
    keys: list[str] = []
    this = number = merged = ticket = None
    for at, word in enumerate(_WORD.finditer(sentence)):
        said = word[0].lower()
        if word[1] == own:
            this = at if this is None else this
        elif word[1]:
            keys.append(word[1])
            number = at if number is None else number
        elif _MERGED.fullmatch(said):
            merged = at
        elif said in _TICKET:
            ticket = at
        elif said in _THIS:
            this = at if this is None else this
        elif said not in _BETWEEN:
            return None
    if this is None or number is None or merged is None or ticket is None:
        return None
    return keys, this < number, bool(rest)
