"""How people end a mail, in many languages: 'Best regards', 'Thanks and have a nice day'."""

from __future__ import annotations

import re
import unicodedata

_REGARDS = """
    best regards|kind regards|kindest regards|warm regards|warmest regards|with best regards|best greetings|
    with kind regards|with warm regards|with regards|regards|best wishes|all the best|best|sincerely|
    sincerely yours|yours sincerely|yours faithfully|yours truly|yours|respectfully|respectfully yours|
    cheers|take care|br|rgds|kr|warmly|cordially|greetings|have a nice day|have a good day|
    have a great day|have a good one|have a nice weekend|have a great weekend|
    mit freundlichen grüßen|mit freundlichen gruessen|mit freundlichen grüssen|mit freundlichem gruß|
    mit freundlichem gruss|mit besten grüßen|mit besten gruessen|mit besten grüssen|mit lieben grüßen|
    mit herzlichen grüßen|mit vielen grüßen|mit schönen grüßen|mit sonnigen grüßen|freundlichen grüßen|
    freundliche grüße|freundliche gruesse|freundliche grüsse|freundlicher gruß|beste grüße|beste gruesse|
    beste grüsse|liebe grüße|liebe gruesse|liebe grüsse|viele grüße|viele gruesse|viele grüsse|
    viele liebe grüße|herzliche grüße|herzliche grüsse|herzliche gruesse|schöne grüße|schöne gruesse|
    sonnige grüße|schönen gruß|lieben gruß|besten gruß|herzlichen gruß|gruß|gruss|grüße|gruesse|grüsse|
    mfg|lg|vg|bg|hg|fg|mit kollegialen grüßen|hochachtungsvoll|schönen tag|schönen tag noch|
    einen schönen tag|schönes wochenende|
    cordialement|bien cordialement|très cordialement|meilleures salutations|sincères salutations|
    cordiales salutations|bien à vous|bien à toi|salutations|salutations distinguées|amicalement|
    bonne journée|belle journée|bonne journée à vous|belle journée à vous|bonne fin de journée|
    bonne soirée|bonne réception|cdlt|cdt|bien sincèrement|respectueusement|sincèrement|à bientôt|
    saludos|un saludo|saludo|saludos cordiales|un saludo cordial|cordial saludo|un cordial saludo|
    reciba un cordial saludo|atentamente|muy atentamente|atte|un abrazo|abrazos|cordialmente|
    que tenga un buen día|buen día|
    atenciosamente|cumprimentos|os melhores cumprimentos|melhores cumprimentos|meus cumprimentos|
    com os melhores cumprimentos|com os meus cumprimentos|abraço|abraços|um abraço|att|at te|
    cordiais saudações|saudações|bom dia de trabalho|tenha um bom dia|cps|
    cordiali saluti|distinti saluti|cari saluti|tanti saluti|saluti|un saluto|un caro saluto|
    buona giornata|buon lavoro|buona serata|in fede|
    met vriendelijke groet|met vriendelijke groeten|vriendelijke groet|vriendelijke groeten|
    hartelijke groet|hartelijke groeten|met hartelijke groet|beste groet|beste groeten|groet|groeten|
    groetjes|mvg|hoogachtend|fijne dag|prettige dag|fijn weekend|
    med venlig hilsen|venlig hilsen|med vennlig hilsen|vennlig hilsen|venlige hilsner|
    med venlige hilsner|med vennlige hilsener|med de bedste hilsner|de bedste hilsner|bedste hilsner|
    beste hilsen|beste hilsener|med beste hilsen|mange hilsner|mange hilsener|kærlig hilsen|hilsen|
    hilsner|kh|mvh|vh|bh|med vänlig hälsning|med vänliga hälsningar|vänlig hälsning|vänliga hälsningar|
    bästa hälsningar|bästa hälsning|med bästa hälsning|många hälsningar|hjärtliga hälsningar|hälsningar|
    hälsning|hälsn|vänligen|allt gott|ha det bra|ha en bra dag|ha en fin dag|ha en god dag|hav en god dag|
    trevlig helg|god helg|
    pozdrawiam|pozdrawiam serdecznie|serdecznie pozdrawiam|z pozdrowieniami|z poważaniem|
    z wyrazami szacunku|pozdrowienia|serdeczne pozdrowienia|pozdr|miłego dnia|dobrego dnia|
    s pozdravem|s pozdravom|pozdravem|s úctou|zdraví|zdravím|hezký den|přeji hezký den|pěkný den|
    přeji pěkný den|s přáním hezkého dne|s přáním pěkného dne|pekný deň|prajem pekný deň|
    s pozdravom a prianím pekného dňa|lep pozdrav|lijep pozdrav|srdačan pozdrav|pozdrav|lp|
    s poštovanjem|s spoštovanjem|lep dan|ugodan dan|с поштовањем|поздрав|
    с уважением|с ув|с наилучшими пожеланиями|наилучшие пожелания|всего доброго|всего хорошего|
    хорошего дня|приятного дня|з повагою|з найкращими побажаннями|гарного дня|с уважение|поздрави|
    хубав ден|лек ден|
    ystävällisin terveisin|parhain terveisin|terveisin|terv|t|yst terv|yt|mukavaa päivää|
    hyvää päivänjatkoa|üdvözlettel|tisztelettel|üdv|szép napot|további szép napot|
    lugupidamisega|parimate soovidega|parimat|tervitades|ilusat päeva|ar cieņu|ar sveicieniem|
    pagarbiai|geros dienos|linkėjimai|saygılarımla|saygılar|selamlar|iyi günler|iyi günler dilerim|
    iyi çalışmalar|iyi çalışmalar dilerim|kolay gelsin|sevgiler|με εκτίμηση|φιλικά|χαιρετισμούς|
    με φιλικούς χαιρετισμούς|καλή συνέχεια|cu stimă|cu respect|cu deosebită stimă|toate cele bune|
    o zi bună|o zi buna|numai bine|salutări|trân trọng|thân ái|thân mến|kính thư|hormat saya|hormat kami|
    salam|salam hangat|salutacions|atentament|cordialment|ben cordialment|
    בברכה|בכבוד רב|יום טוב|مع التحية|مع تحياتي|تحياتي|مع أطيب التحيات|مع خالص التحية|
    وتفضلوا بقبول فائق الاحترام|با احترام|ขอแสดงความนับถือ|सादर|
    敬具|拝|此致|敬礼|此致敬礼|祝好|顺祝商祺|順頌商祺|敬祝 商祺|商祺|祝工作顺利|祝您工作愉快|祝工作愉快|
    顺颂商祺|敬上|수고하세요|안녕히 계세요|좋은 하루 되세요|드림|올림|배상"""
_THANKS = """
    thanks|many thanks|thank you|thank you very much|thank you so much|thanks a lot|thanks so much|
    thanks in advance|thank you in advance|many thanks in advance|thx|ty|tia|thanks again|
    danke|vielen dank|besten dank|herzlichen dank|danke schön|dankeschön|vielen dank im voraus|
    danke im voraus|danke vorab|vielen dank vorab|besten dank im voraus|merci|merci beaucoup|
    merci d avance|merci par avance|avec mes remerciements|merci et bonne journée|
    gracias|muchas gracias|mil gracias|gracias de antemano|muchas gracias de antemano|
    obrigado|obrigada|muito obrigado|muito obrigada|grato|grata|obrigado desde já|
    muito obrigado desde já|desde já obrigado|
    grazie|grazie mille|molte grazie|tante grazie|grazie in anticipo|ringrazio|
    bedankt|alvast bedankt|dank je|dank u|dank je wel|dank u wel|hartelijk dank|bij voorbaat dank|
    tak|på forhånd tak|mange tak|takk|takk på forhånd|på forhånd takk|mange takk|tusen takk|
    tack|tack på förhand|stort tack|tackar|dziękuję|dzięki|z góry dziękuję|dziękuję bardzo|
    bardzo dziękuję|děkuji|díky|děkuji předem|předem děkuji|děkujeme|ďakujem|ďakujeme|vopred ďakujem|
    hvala|hvala unaprijed|hvala lepa|најлепше хвала|хвала|спасибо|большое спасибо|заранее спасибо|
    благодарю|спасибо заранее|дякую|дуже дякую|щиро дякую|благодаря|мерси|kiitos|kiitos etukäteen|
    kiitoksia|köszönöm|köszönettel|köszönjük|előre is köszönöm|teşekkürler|teşekkür ederim|
    şimdiden teşekkürler|ευχαριστώ|ευχαριστώ πολύ|ευχαριστώ εκ των προτέρων|mulțumesc|mulțumesc anticipat|
    vă mulțumesc|mersi|tänan|aitäh|paldies|ačiū|dėkoju|cảm ơn|xin cảm ơn|terima kasih|gràcies|
    moltes gràcies|תודה|תודה רבה|בתודה|شكرا|شكراً|شكرا جزيلا|شكراً جزيلاً|با تشکر|متشکرم|ขอบคุณ|
    ขอบคุณครับ|ขอบคุณค่ะ|धन्यवाद|谢谢|多谢|非常感谢|感谢|謝謝|多謝|非常感謝|感謝|ありがとうございます|
    ありがとうございました|감사합니다|고맙습니다|감사드립니다|以上"""
_WORD = re.compile(r"[^\W_]+")
_JOINED = frozenset("and und et y e en og och i a ja es si si ve и і та u in και ir un o with mit".split())
_FROM = frozenset("aus from de da van fran fra z ze iz из desde vom du d dal dalla fran".split())
_JAPANESE = re.compile(
    r"^(?:以上|どうぞ|何卒|引き続き|今後とも|それでは|では|お手数ですが|ご(?:確認|対応|検討|返信|連絡)(?:の?(?:ほど|程))?|、)*"
    r"(?:よろしく|宜しく)お?願い?(?:いた|致し?|申し?上げ)?(?:します|ます)[。！!.]*$"
)
_TEAM = re.compile(
    r"^(?:your|the|ihr|euer|dein|votre|su|tu|o seu|il tuo|uw|din|ditt|twój)\b[^.!?,:]{1,40}\b"
    r"(?:team|équipe|equipo|squad|equipe|zespół|tiimi)$|^\S{2,5} ?(?:드림|올림|배상)[.]?$",
    re.IGNORECASE,
)
_MOST_WORDS = 7
_LETTERS = str.maketrans({"ß": "ss", "ł": "l", "ø": "o", "đ": "d", "ı": "i", "æ": "ae"})


def _plain(text: str) -> str:
    """In lower case and without accents, which people leave out."""
    text = text.lower()
    if text.isascii():
        return text
    split = unicodedata.normalize("NFD", text.translate(_LETTERS))
    return unicodedata.normalize("NFC", "".join(c for c in split if not "\u0300" <= c < "\u0370"))


def _phrases(table: str) -> frozenset[str]:
    said = " ".join(table.split()).split("|")
    return frozenset(" ".join(_WORD.findall(_plain(phrase.replace("İ", "I")))) for phrase in said)


_OF_REGARDS, _OF_THANKS = _phrases(_REGARDS), _phrases(_THANKS)


def closing(bare: str) -> tuple[str, bool] | None:
    """(what follows on the line, whether it only thanks) of a line that begins with closing phrases, one or
    several; None for another line."""
    if _JAPANESE.match(bare) or _TEAM.match(bare):
        return "", False
    found = list(_WORD.finditer(bare.replace("İ", "I")))
    words = [_plain(match.group()) for match in found[: _MOST_WORDS * 3]]
    taken, thanks = 0, True
    while True:
        at = taken + (0 < taken < len(words) and words[taken] in _JOINED)
        size, only_thanks = _phrase(words[at : at + _MOST_WORDS])
        if not size:
            break
        taken, thanks = at + size, thanks and only_thanks
    if not taken:
        return None
    if taken + 1 < len(words) and words[taken] in _FROM:
        place = next(
            (i for i in (taken + 1, taken + 2) if i < len(words) and found[i].group()[0].isupper()), None
        )
        if place is not None and place + 2 >= len(words):
            taken = len(words)
    return (bare[found[taken - 1].end() :] if taken else bare), thanks


def _phrase(words: list[str]) -> tuple[int, bool]:
    """How many words the longest phrase at the beginning has, and whether it thanks."""
    for size in range(len(words), 0, -1):
        said = " ".join(words[:size])
        if said in _OF_REGARDS:
            return size, said in ("best", "yours")
        if said in _OF_THANKS:
            return size, True
    return 0, False
