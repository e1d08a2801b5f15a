"""What is the writer's own in mails of many programs and languages, and what only looks as if it were not."""

from __future__ import annotations

import pytest

from assets.tickets.replies import strip

ANSWER = "We replaced the valve and the controller still shows E-17.\n\nShould we update to 3.2.1 first?"
QUOTED = "Which version runs on the controller?\nPlease send the log."


def _own(text: str) -> list[str]:
    return strip(text).body.split()


@pytest.mark.parametrize(
    "header",
    [
        # Attributions, by language
        "El dl., 3 de maig 2021 a les 10:12, Bo Lind (<bo@h.example>) va escriure:",
        "La 03.05.2021 10:12, Bo Lind a scris:",
        "Bo Lind <bo@h.example> escreveu no dia segunda, 3/05/2021 à(s) 10:12:",
        "03.05.21 10:12, Bo Lind пише:",
        "2021-05-03, pr, 10:12 Bo Lind <bo@h.example> rašė:",
        "На пн, 3.05.2021 г. в 10:12 Bo Lind <bo@h.example> написа:",
        "V pon., 3. maj 2021 ob 10:12 je oseba Bo Lind <bo@h.example> napisala:",
        "2021-05-03 오전 10:12에 Bo Lind 이(가) 쓴 글:",
        "Bo Lind <bo@h.example> 於 2021年5月3日 週一 上午10:12寫道：",
        "בתאריך יום ב׳, 3 במאי 2021 ב-10:12 מאת Bo Lind <bo@h.example>:",
        "في الاثنين، 3 مايو 2021 في 10:12 ص تمت كتابة ما يلي بواسطة Bo Lind <bo@h.example>:",
        "در ۳ مه ۲۰۲۱، ساعت ۱۰:۱۲، Bo Lind <bo@h.example> نوشت:",
        "3 मई 2021 को 10:12 बजे, Bo Lind <bo@h.example> ने लिखा:",
        # by program
        "Bo Lind\n<bo@h.example> ezt írta (időpont: 2021. máj. 3., H, 10:12):",
        "On Mon, May 3, 2021 at 10:12 AM, Bo Lind <\n\nbo@h.example [bo@h.example] > wrote:",
        "On Mon, 3 May 2021 10:12:00 +0200\nBo Lind <bo@h.example> wrote:",
        "On Mon, 3 May at 10:12 AM , Halvor Support <support@h.example> wrote:",
        "---- On Mon, 03 May 2021 10:12:00 +0200 Bo Lind <bo@h.example> wrote ----",
        "3 May 2021, 10:12 by bo@h.example:",
        '03.05.2021, 10:12, "Bo Lind" <bo@h.example>:',
        "* Bo Lind <bo@h.example> [2021-05-03 10:12]:",
        ">>> Bo Lind <bo@h.example> 03.05.2021 10:12 >>>",
        "Bo Lind ---05/03/2021 10:12:31 AM---Which version?\n\nFrom: Bo Lind/HQ\nTo: Ana\nSubject: P-3",
        "Bo Lind <bo@h.example> hat am 03.05.2021 10:12 CEST geschrieben:",
        "‐‐‐‐‐‐‐ Original Message ‐‐‐‐‐‐‐\nOn Monday, May 3rd, 2021, Bo Lind <bo@h.example> wrote:",
        # Headers
        "----- Mail original -----\nDe: Bo <bo@h.example>\nÀ: Ana\nEnvoyé: Lundi 3 Mai 2021\nObjet: P-3",
        "Gesendet: Montag, 03. Mai 2021 um 10:12 Uhr\nVon: Bo <bo@h.example>\nAn: Ana\nBetreff: P-3",
        "envoyé : 3 mai 2021 à 10:12\nde : Bo Lind <bo@h.example>\nà : ana@h.example\nobjet : P-3",
        "Od: Bo Lind <bo@h.example>\n\nPoslano: 3. maj 2021\n\nZa: Ana\n\nZadeva: P-3",
        "No: Bo Lind\nNosūtīts: 2021. g. 3. maijs 10:12\nKam: Ana\nTēma: P-3",
        "از: Bo Lind\nارسال شده: ۳ مه ۲۰۲۱\nبه: Ana\nموضوع: P-3",
        "发件人：Bo Lind <bo@h.example>\n发送时间：2021年5月3日 10:12\n收件人：Ana\n主　题：P-3",
        "------------------&nbsp;原始邮件&nbsp;------\n发件人: Bo\n发送时间: 2021年5月3日\n主题: P-3",
        "---- Replied Message ----\n| From | Bo Lind<bo@h.example> |\n| Date | 05/03/2021 10:12 |",
        "From: Bo <bo@h.example>\nSent: 3 May 2021 10:12\nTo: Ana; Carl <c@h.example>;\nDora\n"
        "<dora@h.example>\nSubject: P-3 stops again and shows the error E-17 after\nten minutes",
        "##- Prosím, odpověď napište nad tento řádek -##",
        "-- Bitte antworten Sie über dieser Zeile --",
    ],
)
def test_a_quoted_mail_goes(header: str) -> None:
    assert _own(f"{ANSWER}\n\n{header}\n\n{QUOTED}\n") == ANSWER.split()


@pytest.mark.parametrize(
    "closing",
    [
        "Thanks and best regards,\nAna Ruiz",
        "Have a great day!\n\nAna Ruiz\nHead of Maintenance",
        "With kind regards / Mit freundlichen Grüßen\nAna Ruiz",
        "Beste Grüße aus Berlin\nJana Voss",
        "Vielen Dank und Gruß\nJana",
        "Belle journée à vous,\nLuc Morel",
        "Reciba un cordial saludo,\nEva Soler",
        "Buona giornata\nIda Neri",
        "Obrigado desde já,\nRui",
        "Fijne dag,\nPiet",
        "Allt gott,\nIda",
        "De bedste hilsner\nIda Holm",
        "Yst. terv.\nAino",
        "Z góry dziękuję,\nJan Kos",
        "Z powazaniem\nJan Kos",
        "S přáním hezkého dne\nJan Kos",
        "Előre is köszönöm!\nAnna",
        "Toate cele bune,\nIon",
        "İyi günler dilerim.\nAyşe Kaya",
        "С ув., Иван",
        "З найкращими побажаннями,\nІван",
        "Με φιλικούς χαιρετισμούς,\nΝίκος",
        "S poštovanjem,\nIvan Kos",
        "Parimate soovidega\nJaan",
        "Pagarbiai\nJonas",
        "何卒よろしくお願い申し上げます。\n佐藤",
        "祝工作顺利！\n王芳",
        "감사합니다.\n김민수 드림",
        "בתודה,\nדנה לוי",
        "مع أطيب التحيات،\nسامي",
        "सादर,\nअनिल",
        "Your Halvor support team",
        "**Ana Ruiz**\n*Plant Engineer*\n\nHalvor Pumps Ltd\nT: +44 20 7946 0011\nE: ana@h.example",
        "[cid:image001.png@01D7]\nAna Ruiz\nPlant Engineer\nana@h.example\n+44 20 7946 0011",
        "Ana Ruiz, Plant Engineer, Halvor Pumps Ltd, +44 20 7946 0011",
        "━━━━━━━━━━\n佐藤花子\nTEL：03-1234-5678\nE-mail：sato@h.example\n━━━━━━━━━━",
        # What programs, companies and help desks add
        "Sent from my mobile device. Please excuse any typos.",
        "Diese Nachricht wurde von meinem Android-Mobiltelefon mit GMX Mail gesendet.",
        "Provenance : Courrier pour Windows 10",
        "Descargar Outlook para Android",
        "Az Outlook beszerzése iOS-re",
        "Windows için Posta ile gönderildi",
        "Скачайте Outlook для iOS",
        "取得 iOS 版 Outlook",
        "קבל את Outlook עבור iOS",
        "Ten se vytiskne jen jednou: než tento e-mail vytisknete, myslete na životní prostředí.",
        "הודעה זו סודית ומיועדת לנמען בלבד. אם קיבלת אותה בטעות, נא להודיע לשולח ולמחוק אותה.",
        "本邮件包含机密信息，仅供指定收件人使用。如误收本邮件，请通知发件人并删除。",
        "Halvor GmbH, Sitz der Gesellschaft: Berlin, Amtsgericht Charlottenburg, HRB 1",
        "Disclaimer\n\nThis message is confidential, intended solely for the addressee. Delete it.",
        "--\nDiese E-Mail wurde von einem Antivirus-Programm auf Viren geprüft.\nwww.h.example",
        "This email is a service from Halvor. Delivered by Zendesk\n[ABC123-4DEF]",
        "ref:_00D301abc._500301xyz:ref",
    ],
)
def test_what_ends_a_mail_goes(closing: str) -> None:
    assert _own(f"{ANSWER}\n\n{closing}\n") == ANSWER.split()
    assert _own(f"{ANSWER}\n\n{closing}\n\nOn 3 May 2021 at 10:12, Bo <bo@h.example> wrote:\n> Well?\n") == (
        ANSWER.split()
    )


@pytest.mark.parametrize(
    "banner",
    [
        "[EXTERNAL]",
        "EXTERNAL EMAIL: Do not click any links unless you trust the sender.",
        "You don't often get email from ana@h.example. Learn why<https://h.example/LearnAboutSender>",
        "This Message Is From an External Sender\nThis message came from outside your organization.",
    ],
)
def test_a_servers_warning_goes(banner: str) -> None:
    assert _own(f"{banner}\n\n{ANSWER}\n") == ANSWER.split()


@pytest.mark.parametrize(
    "text",
    [
        "On Monday we wrote:\nthe pump stops at 40 degrees.\nNobody answered.",
        "Yesterday at 10:12 I wrote to bo@h.example:\nno answer so far.",
        "10:12 pump starts\n10:15 pump stops\n10:20 Bo wrote:\n10:25 alarm",
        "2021-05-03 10:12:00 mail to bo@h.example:\nqueued\n2021-05-03 10:12:01 mail to ana@x.example:\nsent",
        "I get this error message:\n\n> E-17: valve stuck\n> E-18: no flow\n\nWhat does it mean?",
        "The manual says:\n\n> Close the valve before you start.\n\nBut which one is meant?",
        "The values are\n> 40: alarm\n> 60: stop\nand we see 50.",
        "I ran\n$ pump --log > out.txt\n> continue\nand nothing happened.",
        "The tag is\n<pump\n>\nand the parser stops.",
        "From: Hamburg\nTo: Bremen\nDate: 3 May 2021\n\nThe shipment is late, where is it?",
        "Von: 8 Uhr\nBis: 16 Uhr\nDatum: 03.05.2021\n\nPasst der Termin?",
        "Od: 8:00\nDo: 16:00\nTemat: serwis pompy\n\nCzy termin pasuje?",
        "I set up a rule:\nFrom: bo@h.example\nSubject: contains pump\nand it does not fire.",
        "Marked as spam:\n\nReceived: from mx.example\nAuthentication-Results: x; spf=fail\n"
        "From: Ana <ana@h.example>\nTo: bo@h.example\nSubject: Offer\nMessage-ID: <1@x>\n\nWhy?",
        "POST /v1/mail HTTP/1.1\nHost: api.example\nFrom: ana@h.example\nDate: 3 May 2021\n\nanswers 400.",
        "The mail looks like this:\n\n    From: web@h.example\n    Sent: 3 May 2021\n    To: us@h.example\n"
        "    Subject: empty\n\nIt should not be empty.",
        "From 1234567890abcdef1234567890abcdef12345678 Mon Sep 17 00:00:00 2001\nFrom: Ana <ana@h.example>\n"
        "Date: Mon, 3 May 2021 10:12:00 +0200\nSubject: [PATCH] Start twice\n\n---\n pump.c | 2 +-\n",
        "Settings:\n---\nname: pump\nstages:\n  - build\n---\nname: valve\n\nIt fails to parse.",
        "select *\nfrom pumps\n-- only the running ones\nwhere running = 1\n-- \norder by id;\n\nAny hint?",
        "Problem\n-------\nIt stops.\n\nWanted\n------\nIt runs.",
        "# Environment\n\n- Version: 3.2.1\n\n---\n\n# Expected\n\nIt runs.",
        "Run it with\npump -- --verbose\n--\nand it prints nothing at all, whatever we try with the valve.",
        "In the drawing, please look above this line:\n--------\nthe valve is missing.",
        "The contact at our plant is:\n\nBo Lind\nPlant Engineer\n+44 20 7946 0011\nbo@h.example",
        "Please add:\n\nBo Lind\nbo@h.example\n+44 20 7946 0011\n\nCarl Dahl\nc@h.example\n+44 20 0012",
        "It stops.\n\nIs what we send confidential? Who are the intended recipients, and is it secure?",
        "How do I\nget Outlook for Mac to show the pump's mails?",
        "Viele Grüße von der Pumpe: sie steht wieder.",
        "שלום,\n\nהתקלה עדיין קיימת.\n\nבברכה,\nיוסי\n\nנ.ב. המסנן נקי, האם להחליף אותו?",
    ],
)
def test_what_only_looks_so_stays(text: str) -> None:
    assert _own(text) == text.split()


def test_answers_between_quotes_stay_and_what_they_answer_goes() -> None:
    text = (
        "Hi Bo,\n\nanswers below.\n\n"
        "On Mon, 3 May 2021 at 10:12, Bo <bo@h.example> wrote:\n\n> Which version?"
        "\n\n3.2.1\n\n> Since when?\n\nMonday\n\nRegards,\nAna\n"
    )
    assert _own(text) == ["Hi", "Bo,", "answers", "below.", "3.2.1", "Monday"]


def test_a_date_and_an_address_over_marked_lines_say_who_wrote_them() -> None:
    header = "2021/5/3 Bo Lind via Support <bo@h.example>"
    assert _own(f"{ANSWER}\n\n{header}\n\n| Which version?\n| Bo\n") == ANSWER.split()
    assert strip(f"Uploaded by\n{header}\nand it fails.").cut == []


def test_a_clear_signature_goes() -> None:
    text = (
        "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nIt stops.\n-----BEGIN PGP SIGNATURE-----\n\n"
        + "iQEzBAEBCAAdFiEE\n" * 9
        + "-----END PGP SIGNATURE-----\n"
    )
    assert strip(text).body == "It stops."


def test_a_short_answer_over_a_sure_disclaimer_stands_alone_and_says_so() -> None:
    stripped = strip(
        "Done.\n\nRegards,\nAna\n\nThis e-mail is confidential and intended solely for the addressee. "
        "If you are not the intended recipient, notify the sender and delete this message. "
        "Any disclosure is prohibited."
    )
    assert (stripped.body, stripped.flags) == ("Done.", ["mostly_quoted"])


@pytest.mark.parametrize(
    "repeated",
    [
     "a", "写道", "İ", "=\n", "~~~\n", "--\n", "> \n", "a@b.c ", "On 3 May 2021 Ana <\n",
     "From: a@b.c\nTo: x\n", "Ana Ruiz\n", "t: 1\n", "<blockquote></blockquote>", "<div class=gmail_quote>",
     "-----BEGIN PGP SIGNATURE-----\n", "Sent from my iPhone\n\n",
    ],
)  # fmt: skip
def test_a_message_that_repeats_itself_is_read(repeated: str) -> None:
    text = repeated * (50_000 // len(repeated))
    for markup in (False, True):
        stripped = strip(text, html=markup)
        assert markup or "".join(part for _, part in stripped.pieces) == text or stripped.flags
