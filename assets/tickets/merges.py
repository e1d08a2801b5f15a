"""Tickets that were merged, told by the note a help desk leaves."""

from __future__ import annotations

import re

from assets.tickets.model import Message, Ticket

_NUMBER = (
    r"(?:#|n[.º°o]{1,3}\s*|nr\.?\s*|no\.?\s*|id\s*:?\s*|ticket\s+|request\s+)?\s*#?\s*"
    r"([A-Z][A-Z0-9]{1,9}-\d{1,9}|\d{1,18})"
)
_MERGED = (
    r"(?:merged|zusammengef(?:ü|ue)hrt|zusammengelegt|fusionn(?:é|e)e?s?|fusion(?:ó|ado|ada)|unit[oa]|samengevoegd"
    r"|mesclad[oa]|scalon[oea]|slået sammen|slogs samman|sammenslått|объедин\w+|統合|合并)"
)
_INTO_THIS = re.compile(
    rf"{_NUMBER}[^\n]{{0,200}}?\b{_MERGED}\b[^\n]{{0,20}}?\b(?:this|diese[nrms]?|cette|ce|esta|este|questa|questo|deze|dit|denne|dette)\b"
    rf"|{_NUMBER}[^\n]{{0,200}}?\b(?:diese[nrms]?|cette|ce|esta|este|questa|questo|deze|dit|denne|dette)\b[^\n]{{0,40}}?\b{_MERGED}",
    re.IGNORECASE,
)
_AWAY = re.compile(
    rf"\b{_MERGED}\b[^\n#\d]{{0,60}}?\b{_NUMBER}"
    rf"|\b(?:in|mit|avec|à|con|met|com|med|with|into)\b[^\n#\d]{{0,40}}?{_NUMBER}[^\n]{{0,200}}?\b{_MERGED}",
    re.IGNORECASE,
)
_TICKET = re.compile(
    r"request|ticket|case|issue|anfrage|vorgang|demande|solicitud|richiesta|verzoek|aanvraag|solicitaç|pedido|ärende"
    r"|\bsag|\bsak|forespørsel|zgłosze|обращени|заявк|チケット|リクエスト|工单|请求",
    re.IGNORECASE,
)
_ENDED = frozenset({"closed", "solved", "resolved"})
_LONGEST = 400
"""Characters of a note that says so; what people write about merging is longer, or says no number."""


def note(message: Message, ticket: Ticket) -> None:
    """Where `message` is a merge's note, say so in the ticket: it was merged into another, or another into
    it (kept in `extra["merged"]`, ids). A note with nothing else in it was written by the system."""
    text = message.raw.strip()
    start = text[:_LONGEST].split("\n", 1)[0]
    if not _TICKET.search(start):
        return
    if into := _INTO_THIS.search(start):
        merged = ticket.extra.setdefault("merged", [])
        if isinstance(merged, list):
            merged.append(into[1] or into[2])
    elif (away := _AWAY.search(start)) and len(text) <= _LONGEST and ticket.status in _ENDED:
        ticket.merged_into = ticket.merged_into or away[1] or away[2]
    else:
        return
    if text == start and message.role != "requester":
        message.role = "system"
