"""Which tickets have been solved, by what, and why the others stay out."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from assets.documents.settings import TicketSettings
from assets.tickets.model import Message, Ticket

Reason = Literal["unsolved", "empty_resolution", "thanks", "auto_close", "duplicate", "merged", "restricted"]
"""Why a ticket is not kept. `empty_resolution`: solved, and nobody said how; `restricted`: not everybody who
may read the export may read it."""

SOLVED = frozenset(
    """solved resolved closed done fixed complete completed finished answered erledigt gelöst geschlossen
    behoben fertig résolu fermé clos terminé resuelto cerrado risolto chiuso opgelost gesloten løst lukket
    löst stängd zamknięte rozwiązane fechado""".split()
)
"""Names of statuses that end a ticket, in the languages of exports."""
_NOT = frozenset(
    "not un never nicht noch kein non pas no niet nie inte ikke ej não be awaiting waiting".split()
)
"""What is not done, is to be closed or waits to be solved has not ended."""
UNSOLVED_OUTCOMES = frozenset(
    "invalid|cannot reproduce|can't reproduce|won't fix|wont fix|won't do|needs more info|incomplete"
    "|not our bug|hold|on hold|rejected|declined|unresolved|not a bug|works as designed|abandoned"
    "|cancelled|canceled|timed out|spam|no response".split("|")
)
"""Outcomes of a closed ticket that mend nothing."""
DUPLICATE_OUTCOMES = frozenset(("duplicate", "duplicated", "duplikat", "doublon", "duplicado"))

ORIGINAL_MISSING = "original_missing"
"""Flag of a ticket that is a duplicate of tickets none of which is there: it has to stand for itself."""
HELPDESKS = frozenset(("zendesk", "freshdesk"))
"""Exports without a field for the resolution, whose agents' last answer it is."""

# Patterns are of small letters and search what was made small: where upper and lower case are alike to it, an
# alternation takes seven times as long.
_THANKS = re.compile(
    r"\b(?:thanks?(?: you| a lot| so much| again)?|thx|ty|cheers|great|perfect|awesome|ok(?:ay)?|super|prima"
    r"|top|danke(?: schön| sehr)?|vielen dank|besten dank|merci(?: beaucoup)?|gracias|muchas gracias"
    r"|grazie(?: mille)?|obrigad[oa]|bedankt|dank u|takk?|tusen takk|tack|dziękuję)\b",
)
_COURTESY = frozenset(
    """it its it's is that this works worked working now all good fine for your the help support so much very
    again a lot and i we you can please close closing closed ticket issue case solved resolved regards best
    kind hi hello dear team everyone everybody welcome you're youre me to be happy glad have nice day weekend
    mit freundlichen grüßen gruß das ist hat geklappt funktioniert jetzt wieder alles gut für die hilfe und
    schnelle ça marche maintenant pour votre aide c'est bon cordialement funciona ahora por la ayuda saludos
    funziona ora per l'aiuto saluti het werkt nu voor de hulp groeten""".split()
)
"""Words that a thank-you is made of; with nothing else said, it mends nothing."""
_AUTO_CLOSE = re.compile(
    r"(?:automatic(?:ally)?|auto)[- ](?:clos|solv|resolv|archiv)|clos(?:ed|ing)[^.\n]{0,20} automatic"
    r"|clos(?:ed|ing)[^.\n]{0,60}(?:inactivity|no (?:response|reply|activity)|not heard (?:back )?from"
    r"|lack of (?:response|activity|information)|stale|housekeeping)"
    r"|(?:not|n't) heard (?:back )?from you|due to (?:inactivity|no response|no activity)"
    r"|bulk[- ]clos|mass[- ]clos|clean[- ]?up of (?:old|stale)|closed by (?:the )?system"
    r"|automatisch geschlossen|fermé automatiquement|cerrado automáticamente|chiuso automaticamente"
    r"|automatisch gesloten",
)
_GOES_ON = re.compile(
    r"\b(?:but|however|still|yet|unfortunately|again the same|not? (?:work|help|change)\w*|aber|leider"
    r"|immer noch|noch immer|trotzdem|mais|toujours|malheureusement|pero|sigue|todavía|ma|purtroppo|ancora"
    r"|maar|helaas|nog steeds)\b|n't\b",
)
"""Somebody who thanks and says this is not done."""
_CONFIRMED = 40
"""A longer thank-you says something else too."""
_THANKS_WORDS = 30
_AUTO_CLOSE_WORDS = 80
_AUTO_CLOSE_LONGEST = 1_000
"""Words and characters; a longer message says more than that the ticket was closed."""
_ASKING_WORDS = 40
"""A longer message that ends with a question has said something before it."""
_WORD = re.compile(r"[^\W\d_][\w'’]*")


@dataclass(frozen=True, slots=True)
class Standing:
    """Whether a ticket is kept, and by what it was solved. `resolution` is what the asker reads; `by` the
    message it stands in, None where it is the export's own field or none. `reason` says why it is not kept.
    Flags: 'no_resolution' (kept though nothing says what mended it), 'resolution_derived' (the last answer
    stands for it)."""

    kept: bool
    resolution: str = ""
    by: Message | None = None
    reason: Reason | None = None
    flags: list[str] = field(default_factory=list)


def standing(ticket: Ticket, settings: TicketSettings) -> Standing:
    """How a ticket stands under a collection's settings."""
    outcome = (ticket.outcome or "").strip().casefold()
    if ticket.restricted:
        return Standing(False, reason="restricted")
    if ticket.merged_into:
        return Standing(False, reason="merged")
    duplicate = ticket.duplicate_of and ORIGINAL_MISSING not in ticket.flags
    if outcome in DUPLICATE_OUTCOMES or duplicate:
        return Standing(False, reason="duplicate")
    if settings.solved_by == "last-answer" or ticket.source == "mail":
        return _by_last_answer(ticket)
    ended = is_ended(ticket.status) if ticket.ended is None else ticket.ended
    if not ended or outcome in UNSOLVED_OUTCOMES:
        return Standing(False, reason="unsolved")
    said = ticket.resolution.strip()
    if said and (fault := says_nothing(said)) is None:
        return Standing(True, said)
    helpdesk = ticket.source in HELPDESKS
    if settings.require_resolution and not helpdesk:
        return Standing(False, reason=fault if said else "empty_resolution")
    found = last_answer(ticket)
    if helpdesk and (reason := _closed_by_itself(ticket)) is not None:
        return Standing(False, reason=reason)
    if found is None and settings.require_resolution:
        return Standing(False, reason=fault if said else "empty_resolution")
    if found is None:
        return Standing(True, flags=["no_resolution"])
    answer = ticket.messages[found]
    return Standing(True, answer.body.strip(), answer, flags=["resolution_derived"])


def _closed_by_itself(ticket: Ticket) -> Reason | None:
    """Whether the last that anybody wrote is that nobody wrote."""
    spoken = [message for message in ticket.messages if message.public and message.body.strip()]
    ended = bool(spoken) and says_nothing(spoken[-1].body) == "auto_close"
    return "auto_close" if ended and spoken[-1].role != "requester" else None


def _by_last_answer(ticket: Ticket) -> Standing:
    """A thread of mails has no status: it is solved where somebody answered and the asker did not ask on."""
    found = last_answer(ticket)
    if found is None:
        return Standing(False, reason="unsolved")
    behind = [m for m in ticket.messages[found + 1 :] if _spoken(m) and m.role == "requester"]
    if any(not confirms(message.body) for message in behind):
        return Standing(False, reason="unsolved")
    return Standing(True, ticket.messages[found].body.strip(), ticket.messages[found])


def last_answer(ticket: Ticket) -> int | None:
    """The number of the last message by somebody who helps that says more than thanks or that it closes."""
    helping = helping_roles(message for message in ticket.messages if _spoken(message))
    for number in range(len(ticket.messages) - 1, 0, -1):
        message = ticket.messages[number]
        if _spoken(message) and message.role in helping and is_answer(message.body):
            return number
    return None


def is_answer(text: str) -> bool:
    """Whether a text by somebody who helps may mend something: it does not only thank, close or ask back."""
    if says_nothing(text) is not None:
        return False
    return not (text.rstrip().endswith("?") and len(text.split()) <= _ASKING_WORDS)


def helping_roles(messages: Iterable[Message]) -> frozenset[str]:
    """Who helps in a thread: agents; where none speaks, whoever did not ask."""
    return frozenset({"agent"} if any(message.role == "agent" for message in messages) else {"other"})


def confirms(text: str) -> bool:
    """Whether who asked says that it is mended: thanks in a few words, with no question and no but."""
    if says_nothing(text) == "thanks":
        return True
    said = text.lower()
    return (
        len(_WORD.findall(said)) <= _CONFIRMED
        and bool(_THANKS.search(said))
        and "?" not in said
        and not _GOES_ON.search(said)
    )


def says_nothing(text: str) -> Reason | None:
    """Why a text mends nothing: it thanks, or says that the ticket was closed; None where it may mend."""
    if _WORD.search(text) is None:
        return "empty_resolution"
    if len(text) > _AUTO_CLOSE_LONGEST:
        return None
    said = text.lower()
    words = len(_WORD.findall(said))
    if words <= _AUTO_CLOSE_WORDS and _AUTO_CLOSE.search(said):
        return "auto_close"
    if words <= _THANKS_WORDS and _THANKS.search(said):
        rest = _WORD.findall(_THANKS.sub(" ", said).replace("’", "'"))
        if _COURTESY.issuperset(rest):
            return "thanks"
    return None


def _spoken(message: Message) -> bool:
    return message.public and message.automatic is None and bool(message.body.strip())


def is_ended(status: str) -> bool:
    """Whether a status is one that ends a ticket, by its name."""
    words = set(status.casefold().replace("-", " ").replace("_", " ").split())
    return not SOLVED.isdisjoint(words) and _NOT.isdisjoint(words)
