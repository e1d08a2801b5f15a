"""Which tickets have been solved, by what, and why the others stay out."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal

from assets.documents.settings import TicketSettings
from assets.tickets.model import Message, Ticket

Reason = Literal["unsolved", "empty_resolution", "thanks", "auto_close", "duplicate", "merged"]
"""Why a ticket is not kept. `empty_resolution`: solved, and nobody said how."""

SOLVED = frozenset(
    """solved resolved closed done fixed complete completed finished answered erledigt gelöst geschlossen
    behoben fertig résolu fermé clos terminé resuelto cerrado risolto chiuso opgelost gesloten løst lukket
    löst stängd zamknięte rozwiązane fechado""".split()
)
"""Names of statuses that end a ticket, in the languages of exports."""
UNSOLVED_OUTCOMES = frozenset(
    (
        "invalid", "cannot reproduce", "can't reproduce", "won't fix", "wont fix", "won't do", "needs more info",
        "incomplete", "not our bug", "hold", "on hold", "rejected", "declined", "unresolved", "not a bug",
        "works as designed", "abandoned", "cancelled", "canceled", "timed out", "spam", "no response",
    )
)  # fmt: skip
"""Outcomes of a closed ticket that mend nothing."""
DUPLICATE_OUTCOMES = frozenset(("duplicate", "duplicated", "duplikat", "doublon", "duplicado"))

_THANKS = re.compile(
    r"\b(?:thanks?(?: you| a lot| so much| again)?|thx|ty|cheers|great|perfect|awesome|ok(?:ay)?|danke(?: schön| sehr)?"
    r"|vielen dank|besten dank|merci(?: beaucoup)?|gracias|muchas gracias|grazie(?: mille)?|obrigad[oa]"
    r"|bedankt|dank u|takk?|tusen takk|tack|dziękuję|super|prima|top)\b",
    re.I,
)
_COURTESY = frozenset(
    """it its it's is that this works worked working now all good fine for your the help support so much very
    again a lot and i we you can please close closing closed ticket issue case solved resolved regards best kind
    hi hello dear team everyone everybody welcome you're youre me to be happy glad have nice day weekend
    mit freundlichen grüßen gruß das ist hat geklappt funktioniert jetzt wieder alles gut für die hilfe und
    schnelle ça marche maintenant pour votre aide c'est bon cordialement funciona ahora por la ayuda saludos
    funziona ora per l'aiuto saluti het werkt nu voor de hulp groeten""".split()
)
"""Words that a thank-you is made of; with nothing else said, it mends nothing."""
_AUTO_CLOSE = re.compile(
    r"(?:automatic(?:ally)?|auto)[- ](?:clos|solv|resolv|archiv)|clos(?:ed|ing)[^.\n]{0,60}(?:inactivity|no (?:response|reply|activity)"
    r"|not heard (?:back )?from|lack of (?:response|activity|information)|stale|housekeeping)"
    r"|(?:not|n't) heard (?:back )?from you|due to (?:inactivity|no response|no activity)"
    r"|bulk[- ]clos|mass[- ]clos|clean[- ]?up of (?:old|stale)|closed by (?:the )?system"
    r"|automatisch geschlossen|fermé automatiquement|cerrado automáticamente|chiuso automaticamente"
    r"|automatisch gesloten",
    re.I,
)
_AUTO_CLOSE_WORDS = 80
"""A longer message says more than that the ticket was closed."""
_WORD = re.compile(r"[^\W\d_][\w'’]*")


@dataclass(frozen=True, slots=True)
class Standing:
    """Whether a ticket is kept, and by what it was solved. `resolution` is what the asker reads; `message`
    the number (in `Ticket.messages`) of the message it stands in, None where it is the export's own field
    or none. `reason` says why it is not kept. Flags: 'no_resolution' (kept though nothing says what mended
    it), 'resolution_derived' (the last answer stands for it)."""

    kept: bool
    resolution: str = ""
    message: int | None = None
    reason: Reason | None = None
    flags: list[str] = field(default_factory=list)


def standing(ticket: Ticket, settings: TicketSettings) -> Standing:
    """How a ticket stands under a collection's settings."""
    outcome = (ticket.outcome or "").strip().casefold()
    if ticket.merged_into:
        return Standing(False, reason="merged")
    if outcome in DUPLICATE_OUTCOMES or ticket.duplicate_of:
        return Standing(False, reason="duplicate")
    if settings.solved_by == "last-answer" or ticket.source == "mail":
        return _by_last_answer(ticket)
    if not _ended(ticket.status) or outcome in UNSOLVED_OUTCOMES:
        return Standing(False, reason="unsolved")
    said = ticket.resolution.strip()
    if said and (fault := says_nothing(said)) is None:
        return Standing(True, said)
    if settings.require_resolution:
        return Standing(False, reason=fault if said else "empty_resolution")
    found = last_answer(ticket)
    if found is None:
        return Standing(True, flags=["no_resolution"])
    return Standing(True, ticket.messages[found].body.strip(), found, flags=["resolution_derived"])


def _by_last_answer(ticket: Ticket) -> Standing:
    """A thread of mails has no status: it is solved where somebody answered and the asker did not ask on."""
    found = last_answer(ticket)
    if found is None:
        return Standing(False, reason="unsolved")
    behind = [m for m in ticket.messages[found + 1 :] if _spoken(m) and m.role == "requester"]
    if any(says_nothing(message.body) != "thanks" for message in behind):
        return Standing(False, reason="unsolved")
    return Standing(True, ticket.messages[found].body.strip(), found)


def last_answer(ticket: Ticket) -> int | None:
    """The number of the last message by somebody who helps that says more than thanks or that it closes."""
    roles = {m.role for m in ticket.messages if _spoken(m)}
    helping = ("agent",) if "agent" in roles else ("other",)
    for number in range(len(ticket.messages) - 1, 0, -1):
        message = ticket.messages[number]
        if _spoken(message) and message.role in helping and says_nothing(message.body) is None:
            return number
    return None


def says_nothing(text: str) -> Reason | None:
    """Why a text mends nothing: it thanks, or says that the ticket was closed; None where it may mend."""
    plain = [word.casefold().replace("’", "'") for word in _WORD.findall(text)]
    if not plain:
        return "empty_resolution"
    if len(plain) <= _AUTO_CLOSE_WORDS and _AUTO_CLOSE.search(text):
        return "auto_close"
    if len(plain) <= 30 and _THANKS.search(text):
        rest = _WORD.findall(_THANKS.sub(" ", text))
        if all(word.casefold().replace("’", "'") in _COURTESY for word in rest):
            return "thanks"
    return None


def _spoken(message: Message) -> bool:
    return message.public and message.automatic is None and bool(message.body.strip())


def _ended(status: str) -> bool:
    return not SOLVED.isdisjoint(status.casefold().replace("-", " ").replace("_", " ").split())
