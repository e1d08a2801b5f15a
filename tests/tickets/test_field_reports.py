"""What tools of this kind are reported to do wrong with tickets: each a test of its whole kind, from the
message to what is embedded."""

from __future__ import annotations

import pytest

from assets.documents.settings import TicketSettings
from assets.tickets.cleaning import clean_ticket
from assets.tickets.cut import cut_ticket
from assets.tickets.model import Message, Ticket
from resources.embedder import load_embedder
from resources.facts import DocumentFacts
from resources.record import Chunk


def cleaned(text: str, *, html: bool = False) -> Message:
    """The first message of a solved ticket, cleaned."""
    return _ticket(text, html=html).messages[0]


def embedded(text: str, *, html: bool = False) -> Chunk:
    """What is embedded of a ticket that begins with the message."""
    ticket = _ticket(text, html=html)
    facts = DocumentFacts("acme", "desk", ticket.id, "desk.json", ticket.subject, "0", "ticket")
    (chunk,) = cut_ticket(ticket, facts, TicketSettings(), load_embedder()).chunks
    return chunk


def _ticket(text: str, *, html: bool) -> Ticket:
    message = Message("1", "Ask", "requester", None, text, html=text if html else "")
    resolution = "The relay was changed."
    kept = Ticket("T-1", "Drive", "solved", [message], resolution=resolution, source="zendesk")
    return clean_ticket(kept)


@pytest.mark.parametrize(
    "header",
    [
        "Fra: Ida\nSendt: 3. maj 2021\nTil: Drift\nEmne: Pumpe",
        "Von: Ida\nGesendet: Montag, 3. Mai 2021\nAn: Betrieb\nBetreff: Pumpe",
        "De : Ida\nEnvoyé : lundi 3 mai 2021\nÀ : Exploitation\nObjet : Pompe",
        "De: Ida\nEnviado: lunes, 3 de mayo de 2021\nPara: Taller\nAsunto: Bomba",
        "Da: Ida\nInviato: lunedì 3 maggio 2021\nA: Officina\nOggetto: Pompa",
        "Van: Ida\nVerzonden: maandag 3 mei 2021\nAan: Beheer\nOnderwerp: Pomp",
        "Från: Ida\nSkickat: den 3 maj 2021\nTill: Drift\nÄmne: Pump",
        "Od: Ida\nWysłano: poniedziałek, 3 maja 2021\nDo: Dział\nTemat: Pompa",
    ],
)
def test_a_quoted_mail_in_any_language_is_kept_as_quoted_and_not_embedded(header: str) -> None:
    """B059: the header block of a mail program in another language was taken for the writer's own words."""
    text = f"A restart helps with the drive.\n\n{header}\n\nThe old complaint stands here."
    message = cleaned(text)
    assert message.body == "A restart helps with the drive."
    assert any("The old complaint stands here." in part for _, part in message.cut)
    assert "complaint" not in embedded(text).text


@pytest.mark.parametrize(
    "message",
    [
        "<div class='gmail_quote'><div>We changed the fuse and it runs.</div></div>",
        "<div class='gmail_quote'><div class='gmail_quote'>We changed the fuse and it runs.</div></div>",
    ],
)
def test_a_message_that_is_a_quote_as_a_whole_is_kept_and_flagged(message: str) -> None:
    """B061: a message inside a quote's own markup was stripped to nothing."""
    found = cleaned(message, html=True)
    assert "We changed the fuse and it runs." in found.body
    assert any(flag.startswith("stripping_left") for flag in found.flags)
    assert "changed the fuse" in embedded(message, html=True).text


@pytest.mark.parametrize("verb", ["wrote", "said", "schrieb", "a écrit", "escribió"])
@pytest.mark.parametrize("blank", ["\n", "\n\n", "\n\n\n"])
def test_the_line_over_a_quote_goes_whatever_its_verb_and_the_lines_behind_it(verb: str, blank: str) -> None:
    """B063: 'said' for 'wrote', and two empty lines behind it, kept the line and the quote."""
    opening = {"schrieb": "Am 3. Mai 2021", "a écrit": "Le 3 mai 2021", "escribió": "El 3 de mayo de 2021"}
    said = f"{verb} Bo" if verb == "schrieb" else f"Bo {verb}"
    begin = opening.get(verb, "On 3 May 2021")
    text = f"Fixed by a new belt.\n\n{begin}, {said}:{blank}> It hums"
    message = cleaned(text)
    assert message.body == "Fixed by a new belt."
    assert any("It hums" in part for _, part in message.cut)
