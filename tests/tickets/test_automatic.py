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
        # A rule of the desk passed it on; the desk's service of mails counts complaints.
        ({"From": "Ana <ana@halvor.example>", "X-MS-Exchange-Inbox-Rules-Loop": "info@halvor.example"}, None),
        ({"From": "Bo <bo@halvor.example>", "In-Reply-To": "<1@x>", "Feedback-ID": "1.eu.x:AmazonSES"}, None),
        ({"Feedback-ID": "1.eu.x:AmazonSES", "List-Unsubscribe": "<https://halvor.example/u>"}, "bulk"),
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
        ("", "Your message could not be delivered to bo@halvor.example.\n550 5.1.1 User unknown"),
        ("Returned mail: see transcript", "550 5.1.1 <bo@halvor.example>... User unknown"),
        ("配信不能", "メールを配信できませんでした。"),
    ],
)
def test_subject_and_text_say_that_it_came_back(subject: str, body: str) -> None:
    assert automatic({}, body, subject) == "bounce"


@pytest.mark.parametrize(
    ("subject", "body"),
    [
        ("", "Mails to bo@halvor.example come back. 550 5.1.1 User unknown. Please help."),
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


@pytest.mark.parametrize(
    "body",
    [
        "I am out of the office until 12 May with limited access to e-mail. If urgent, contact Bo.",
        "Thank you for contacting us. We have received your request and will get back to you shortly.",
        "Ich bin bis zum 12. Mai nicht im Büro. In dringenden Fällen wenden Sie sich bitte an Bo.",
        "Je suis en congé jusqu'au 12 mai inclus et répondrai à votre message à mon retour.",
        "Estaré de vacaciones hasta el 12 de mayo y no tendré acceso al correo.",
        "Sarò in ferie fino al 12 maggio e risponderò al mio rientro.",
        "Estou de férias até 12 de maio e responderei quando voltar.",
        "Wij hebben uw bericht ontvangen. Dit is een automatisch gegenereerd bericht.",
        "Jag har semester till den 12 maj och läser inte min e-post.",
        "Przebywam na urlopie do 12 maja.",
        "Меня не будет в офисе до 12 мая. По срочным вопросам пишите Бо.",
        "Ваше обращение зарегистрировано. Это автоматическое уведомление.",
        "12 Mayıs'a kadar yıllık izindeyim.",
        "5月12日まで休暇をいただいております。お急ぎの方はご連絡ください。",
        "您好，我正在休假，5月12日返回。",
        "5월 12일까지 부재 중입니다.",
        "שלום, איני נמצאת במשרד. זוהי תשובה אוטומטית.",
        "أنا خارج المكتب حتى 12 مايو. هذه رسالة تلقائية.",
        "Your message is being held because your address was not verified. Click the link to confirm.",
    ],
)
def test_a_text_says_that_nobody_wrote_it(body: str) -> None:
    assert automatic({}, body) == "auto_reply"
    assert automatic({"From": "Ana <ana@halvor.example>"}, body, "Re: Pump") == "auto_reply"


@pytest.mark.parametrize(
    "subject", ["Accepted: Pump", "Zugesagt: Pumpe", "Refusé : pompe", "承諾: ポンプ", "已接受: 泵"]
)
def test_an_answer_to_an_invitation_is_a_persons_where_they_wrote_something(subject: str) -> None:
    assert automatic({}, "", subject) == "calendar"
    assert automatic({"Content-Type": "text/calendar; method=REPLY"}, "x", subject) == "calendar"
    assert automatic({}, "I come, but the pump stops again.", subject) is None


@pytest.mark.parametrize(
    "subject", ["Read: Pump", "Lida: bomba", "Läst: pump", "Прочитано: насос", "開封済み: ポンプ"]
)
def test_a_receipt_is_told_by_its_subject(subject: str) -> None:
    assert automatic({}, "", subject) == "delivery_report"
    assert automatic({}, "Your message was read on 3 May 2021, 10:12.", subject) == "delivery_report"
    assert automatic({}, "Please look at the pump, it stops.", subject) is None


@pytest.mark.parametrize(
    ("subject", "body"),
    [
        ("", "I am on vacation from Friday on. Can you repair the pump before that?"),
        ("", "I am out of the office next week, so call Bo. The pump stops with error E-17."),
        ("", "Ich bin derzeit nicht im Büro, aber die Pumpe zeigt E-17. Bitte rufen Sie die Halle an."),
        ("", "We received your e-mail and will test it tomorrow. But the filter is still blocked."),
        ("", "It takes a while, then I will be back to 100 MB. Please contact me if you have an idea."),
        ("Out of office calendar", "The calendar shows 'out of office' for everyone."),
        ("Auto-reply settings", "How do I set an automatic reply? I am out of office next week."),
        (
            "Autoreply loop",
            "Two mailboxes answer each other: 'This is an automatic reply'. How do we stop it?",
        ),
        ("Absence de pression", "La pompe n'a pas de pression depuis lundi."),
        ("Ausente en el pedido", "La válvula falta en el pedido."),
        ("Poissa käytöstä", "Pumppu on poissa käytöstä."),
        ("不在通知が届かない", "不在通知メールの設定方法を教えてください。"),
        ("Unzustellbar", "Unsere Mails an Sie kommen seit Montag als unzustellbar zurück."),
        ("Mail problem", "When I write to Bo I get back: 550 5.1.1 User unknown. What is wrong?"),
        (
            "FW: Undelivered Mail Returned to Sender",
            "See below, why?\n\nYour message could not be delivered. 550",
        ),
        ("Delivered: wrong pump", "You delivered the wrong pump."),
        ("Delivery delayed", "The delivery of the valve is delayed again."),
        ("Accepted: but wrong price", "You accepted our order with a wrong price."),
        ("Kvittering mangler", "Vi mangler kvitteringen for pumpen."),
    ],
)
def test_people_who_are_away_or_write_of_it_are_people(subject: str, body: str) -> None:
    assert automatic({"From": "Ana <ana@halvor.example>"}, body, subject) is None


def test_who_opens_a_discussion_on_a_list_is_a_person() -> None:
    listed = {"List-Post": "<mailto:l@halvor.example>", "List-Unsubscribe": "<x>", "Precedence": "list"}
    assert automatic({**listed, "From": "Ana <ana@halvor.example>"}, "It stops.", "Pump") is None
    assert automatic({**listed, "List-Post": "NO"}, "Our news.", "News") == "bulk"


@pytest.mark.parametrize(
    "repeated", ["i am ", "your request ", "ich bin ", "550 ", "re: ", "İ", "message could "]
)
def test_a_text_that_repeats_itself_is_read(repeated: str) -> None:
    text = repeated * (50_000 // len(repeated))
    assert automatic({"Subject": text[:20_000]}, text) is None
