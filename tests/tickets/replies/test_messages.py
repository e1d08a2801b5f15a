"""What a person wrote, out of messages as mail programs send them in many languages."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from assets.tickets.replies import strip
from tests.tickets.replies.messages import MESSAGES


@pytest.mark.parametrize("name", MESSAGES)
def test_a_message_and_what_was_cut_from_it(name: str, snapshot: SnapshotAssertion) -> None:
    stripped = strip(MESSAGES[name])
    shown = [f"[{reason or 'written'}]\n{text}" for reason, text in stripped.pieces]
    assert "".join(shown) + f"[flags] {', '.join(stripped.flags)}" == snapshot


ANSWER = "We cleaned the filter and it runs."
QUOTED = "The float switch sticks again.\nPlease look at it today."


@pytest.mark.parametrize("marked", [False, True], ids=["plain", "marked"])
@pytest.mark.parametrize(
    "header",
    [
        "Bo Lind <bo@halvor.example> wrote:",
        "---- Bo Lind wrote ----",
        "------On 05/03/2021 10:12 AM, Bo Lind wrote------",
        "On Mon, May 3, 2021 at 10:12 AM, Bo Lind via Support <\n0123456789abcdef\n@halvor.example>wrote:",
        "Sent from Samsung MobileBo Lind <bo@halvor.example> wrote:",
        "2021-05-03 10:12 GMT+02:00 Bo Lind",
        "Zitat von Bo Lind <bo@halvor.example>:",
        "Bo Lind <bo@halvor.example> schrieb am Mo., 3. Mai 2021, 10:12:",
        "Le 03/05/2021 à 10:12, « Bo Lind » <bo@halvor.example> a écrit :",
        "Il giorno lun 3 mag 2021 alle ore 10:12 Bo Lind <bo@halvor.example> ha scritto:",
        "Em 03/05/2021 10:12, Bo Lind escreveu:",
        "Wiadomość napisana przez Bo Lind <bo@halvor.example> w dniu 03.05.2021, o godz. 10:12:",
        "Понедельник, 3 мая 2021, 10:12 +03:00 от Bo Lind <bo@halvor.example>:",
        "În lun., 3 mai 2021 la 10:12, Bo Lind <bo@halvor.example> a scris:",
        "Στις Δευ 3 Μαΐ 2021 στις 10:12 π.μ., ο χρήστης Bo Lind <bo@halvor.example> έγραψε:",
        "Vào Th 2, 3 thg 5, 2021 vào lúc 10:12 Bo Lind <bo@halvor.example> đã viết:",
        "ב-3 במאי 2021, Bo Lind <bo@halvor.example> כתב:",
        "Date: Mon=2C 3 May 2021 10:12:00 +0200\nSubject: Pump\nFrom: bo@halvor.example\nTo: ana@x.example",
        "*From:* Bo Lind [mailto:\nbo@halvor.example]\n*Sent:* May 3, 2021\n*To:* Ana\n*Subject:* Pump",
        "________________________________\nVan: Bo Lind\nVerzonden: 3 mei 2021\nAan: Ana\nOnderwerp: Pomp",
        "보낸 사람: Bo Lind\n보낸 날짜: 2021년 5월 3일\n받는 사람: Ana\n제목: 펌프",
        "差出人: Bo Lind\n送信日時: 2021年5月3日 10:12\n宛先: Ana\n件名: ポンプ",
    ],
)
def test_a_quoted_mail_goes_with_its_header(header: str, marked: bool) -> None:
    quoted = "> " + QUOTED.replace("\n", "\n> ") if marked else QUOTED
    for gap in ("\n", "\n\n"):
        assert strip(f"{ANSWER}\n\n{header}{gap}{quoted}\n").body == ANSWER


@pytest.mark.parametrize(
    "header", ["Sent: 3 May 2021 10:12\nTo: Ana Ruiz", "Von: Bo Lind\nAn: ana@halvor.example"]
)
def test_a_header_of_two_fields_is_one_where_the_library_knows_it(header: str) -> None:
    assert strip(f"{ANSWER}\n\n{header}\n\n{QUOTED}").body == ANSWER


@pytest.mark.parametrize(
    "text",
    [
        "Yesterday Bo wrote to you that the pump stops.\nIt stops again.",
        "From: Hamburg\nTo: Bremen\nWe moved the pump and now it leaks.",
        "Version: 3.2\nDate: 2021-05-03\nError: E17\n\nIt stops.",
        "var pump = {\n  data: rows,\n  top: 10,\n  data: more\n};\nIt never starts.",
        "2021-05-03 10:12:00 WARN pump@hall3: level low\n2021-05-03 10:12:01 WARN pump@hall3: off",
        "10/27/2015, 8:01:17 AM\n\nOperating System\n  Name = Linux",
        ">>> import pump\n>>> pump.start()\nTraceback: error E17",
        "Please check:\n- pump\n- valve\n-Switch",
        "Steps:\n\n-----\n1. open the valve and wait\n2. close it",
        "Thanks,\nthis worked, but now the valve is stuck and water runs over the floor of the hall.",
        "It leaks.\n\nRegards,\nAna\n\nPS: the serial number is 4711-22, set up by your colleague.",
        "Which one of them is\nbest?",
        "The mail was\nSent from my desk, which is easier than the phone.",
        "```\n-- \nselect 1\n> 2\nOn 3 May 2021, bo@halvor.example wrote:\n```\nThis fails.",
        "Please call our plant:\nBo Lind\n+45 12 34 56 78\nbo@halvor.example",
        'Look at <a href=\n"https://halvor.example/a">this</a> and <a href=\n"https://halvor.example/b">that</a>',
    ],
)
def test_what_only_looks_like_a_quote_or_a_signature_stays(text: str) -> None:
    stripped = strip(text)
    assert (stripped.cut, stripped.flags) == ([], [])
    assert stripped.body.split() == text.split()


@pytest.mark.parametrize(
    "footer",
    [
        "Sent from my iPhone",
        "Get Outlook for Android<https://halvor.example/x>",
        "Von meinem iPhone gesendet",
        "Envoyé de mon iPhone",
        "Enviado desde mi iPhone",
        "Enviado do meu iPhone",
        "Inviato da iPhone",
        "Verstuurd vanaf mijn iPhone",
        "Sendt fra min iPhone",
        "Skickat från min iPhone",
        "Lähetetty iPhonesta",
        "Wysłane z iPhone'a",
        "Odesláno z iPhonu",
        "Отправлено с iPhone",
        "iPhone'umdan gönderildi",
        "Az iPhone készülékemről küldve",
        "iPhoneから送信",
        "发自我的iPhone",
        "나의 iPhone에서 보냄",
    ],
)
def test_a_mobile_footer_goes(footer: str) -> None:
    assert strip(f"{ANSWER}\n\n{footer}").cut == [("mobile_footer", footer)]


def test_a_message_that_is_all_quote_is_kept_and_flagged() -> None:
    stripped = strip("> The float switch sticks.\n> Please look.\n")
    assert stripped.body == "> The float switch sticks.\n> Please look."
    assert (stripped.cut, stripped.flags) == ([], ["stripping_left_nothing"])


def test_a_short_answer_over_a_long_doubtful_quote_keeps_it() -> None:
    long = "The lamp is red and the pump in hall 3 stops every ten minutes. " * 4
    stripped = strip(f"Ok\n\nSent from my phone\n\n{long}")
    assert long.strip() in stripped.body
    assert stripped.flags == ["stripping_left_little"]


def test_a_short_answer_over_a_long_undoubted_quote_stands_alone() -> None:
    stripped = strip("Ok\n\nOn 3 May 2021 at 10:12, Bo <bo@halvor.example> wrote:\n" + "> long quote\n" * 20)
    assert (stripped.body, stripped.flags) == ("Ok", ["mostly_quoted"])


def test_quoted_printable_left_in_the_text_is_decoded() -> None:
    stripped = strip("Die T=C3=BCr schlie=C3=9Ft nicht, die Pumpe brummt lau=\nt. Kosten: 5 =E2=82=AC.\n")
    assert stripped.body == "Die Tür schließt nicht, die Pumpe brummt laut. Kosten: 5 €."
    assert stripped.flags == ["quoted_printable_decoded"]


def test_invisible_characters_go_and_hard_spaces_soften() -> None:
    stripped = strip("It\u200b leaks\u00a0again.")
    assert (stripped.body, stripped.cut) == ("It leaks again.", [("invisible", "\u200b")])


def test_a_subject_that_says_forwarded_keeps_the_mail_below() -> None:
    text = (
        "See below.\n\nFrom: Bo <bo@halvor.example>\nSent: 3 May 2021\nTo: Ana\n\n"
        + "The pump stops with E-17. " * 8
    )
    assert strip(text).body == "See below."
    assert "The pump stops" in strip(text, subject="Fwd: pump").body
    assert "bo@halvor.example" not in strip(text, subject="Fwd: pump").body


def test_what_was_cut_can_be_left_in_its_place() -> None:
    stripped = strip(f"{ANSWER}\n\n-- \nAna Ruiz\n\nOn 3 May 2021 at 10:12, Bo wrote:\n> Well?\n")
    assert stripped.body == ANSWER
    assert stripped.keeping({"signature"}) == f"{ANSWER}\n\n--\nAna Ruiz"
