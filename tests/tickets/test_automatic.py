"""Mails that nobody wrote, by their headers and, where an export dropped them, by their text."""

from __future__ import annotations

import pytest

from assets.tickets.automatic import automatic


@pytest.mark.parametrize(
    ("headers", "reason"),
    [
        ({"Auto-Submitted": "auto-replied"}, "auto_reply"),
        ({"auto-submitted": "no"}, None),
        ({"X-Autoreply": "yes"}, "auto_reply"),
        ({"Precedence": "auto_reply"}, "auto_reply"),
        ({"Return-Path": "<>", "From": "Ana <ana@halvor.example>"}, "auto_reply"),
        ({"Return-Path": "<>", "From": "MAILER-DAEMON@halvor.example", "Subject": "Pump"}, "bounce"),
        ({"X-Failed-Recipients": "bo@halvor.example"}, "bounce"),
        ({"Content-Type": "multipart/report; report-type=delivery-status"}, "bounce"),
        (
            {"Content-Type": "multipart/report; report-type=delivery-status", "Subject": "Delivery delayed"},
            "delivery_report",
        ),
        ({"Content-Type": "multipart/report; report-type=disposition-notification"}, "delivery_report"),
        ({"Content-Type": "multipart/report; report-type=feedback-report"}, "delivery_report"),
        ({"List-Unsubscribe": "<https://halvor.example/u>", "Precedence": "bulk"}, "bulk"),
        # A person's answer on a list is a person's.
        ({"List-Unsubscribe": "<x>", "List-Post": "<mailto:l@halvor.example>", "In-Reply-To": "<1@x>"}, None),
        ({"From": "Ana <ana@halvor.example>", "X-Auto-Response-Suppress": "All"}, None),
        ({}, None),
    ],
)
def test_headers_decide(headers: dict[str, str], reason: str | None) -> None:
    assert automatic(headers, "The pump stops.") == reason


@pytest.mark.parametrize(
    "subject",
    [
        "Automatic reply: Pump",
        "Out of office",
        "Automatische Antwort: Pumpe",
        "Abwesenheitsnotiz",
        "Réponse automatique : pompe",
        "Respuesta automática: bomba",
        "Resposta automática: bomba",
        "Risposta automatica: pompa",
        "Automatisch antwoord: pomp",
        "Autosvar: pumpe",
        "Automatiskt svar: pump",
        "Autoodpowiedź: pompa",
        "Automatická odpověď: čerpadlo",
        "Автоматический ответ: насос",
        "Automaattinen vastaus: pumppu",
        "Automatikus válasz: szivattyú",
        "Otomatik yanıt: pompa",
        "自動応答: ポンプ",
        "自动回复：泵",
        "자동 회신: 펌프",
    ],
)
def test_a_subject_says_that_nobody_answered(subject: str) -> None:
    assert automatic({}, "...", subject) == "auto_reply"


@pytest.mark.parametrize(
    ("subject", "body"),
    [
        ("Undelivered Mail Returned to Sender", "I'm afraid I wasn't able to deliver your message."),
        ("Unzustellbar: Pumpe", "Ihre Nachricht konnte nicht zugestellt werden."),
        ("Non remis : pompe", "Votre message n'a pas pu être remis."),
        ("No se puede entregar: bomba", "El mensaje no se pudo entregar."),
        ("Returned mail: see transcript", "550 5.1.1 <bo@halvor.example>... User unknown"),
        ("配信不能", "メールを配信できませんでした。"),
    ],
)
def test_subject_and_text_say_that_it_came_back(subject: str, body: str) -> None:
    assert automatic({}, body, subject) == "bounce"


@pytest.mark.parametrize(
    ("subject", "body"),
    [
        ("Re: Undelivered mail", "My mails to you come back with 'user unknown', what is wrong?"),
        (
            "Mails bounce",
            "Since Monday I get 'delivery to the following recipient failed' when I write to you.",
        ),
        ("Pump", "I am on vacation from Friday on, please call me before. The pump stops with error E-17."),
        ("Re: Automatic reply does not work", "The auto responder of our mailbox still sends the old text."),
        ("Vacation planner crashes", "The planner stops when I enter a holiday."),
    ],
)
def test_people_who_write_about_such_mails_are_people(subject: str, body: str) -> None:
    assert automatic({"From": "Ana <ana@halvor.example>"}, body, subject) is None
