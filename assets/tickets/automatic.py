"""Mails that nobody wrote: auto-replies, bounces, delivery reports, bulk; told by header, else by text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from email.errors import HeaderParseError
from email.header import decode_header, make_header

_MACHINE = re.compile(
    r"\b(?:mailer-?daemon|mail delivery (?:sub)?system|postmaster|post_master|mdaemon|double-bounce|"
    r"bounces?@|"
    r"mail-?delivery|delivery-?status|microsoftexchange[0-9a-f]*@)",
    re.IGNORECASE,
)
_NO_REPLY = re.compile(r"\b(?:no|do-?not)[-_.]?reply@", re.IGNORECASE)
_BULK_SENDER = re.compile(
    r"\b(?:newsletter|news|marketing|campaigns?|mailing|notifications?)@", re.IGNORECASE
)
_BOUNCE_SUBJECT = re.compile(
    r"undeliver(?:able|ed)|undelivered mail|mail delivery (?:failed|failure|error|system)|"
    r"delivery (?:status notification ?\(?fail|failure|has failed|failed)|"
    r"delivery status notification|failure notice|failed delivery|returned mail|returned to sender|"
    r"mail system error|message (?:you sent )?blocked|"
    r"non[- ]?(?:delivery|remis)|mail delivery status|delivery notification|could not be delivered|"
    r"message not delivered|"
    r"unzustellbar|nicht zugestellt|zustell(?:ung|fehler|bericht)|unzustellbarkeit|nicht zustellbar|"
    r"fehlgeschlagen|"
    r"non remis|échec (?:de |d.)(?:la )?(?:remise|livraison|envoi)|non distribué|avis de non|"
    r"no se (?:puede|ha podido|pudo) entregar|no entregad|error de entrega|devuelto al remitente|"
    r"não (?:entregue|foi possível entregar)|falha na entrega|mancat[ao] (?:recapito|consegna)|"
    r"impossibile recapitare|non recapitabile|"
    r"onbestelbaar|niet bezorgd|kan ikke leveres|ikke leveret|kunne ikke leveres|kunde inte leverera|"
    r"olevererbart|inte levereras|"
    r"niedostarczaln|nie dostarczono|niemożliw\w+ dostarcz|nedoručiteln|nedoručen|не доставлено|"
    r"недоставлен|не удалось доставить|невозможно доставить|"
    r"toimitta\w+ epäonnistu|ei voitu toimittaa|kézbesíthetetlen|kézbesítés sikertelen|teslim edilemedi|"
    r"iletilemedi|"
    r"配信不能|送信できませんでした|メールエラー|配信エラー|未送達|退信|投递失败|无法投递|系统退信|"
    r"無法傳遞|傳遞失敗|배달 실패|전송 실패|배달되지|반송",
    re.IGNORECASE,
)
_BOUNCE_TEXT = re.compile(
    r"(?:message|mail|e-?mail) (?:that )?(?:you sent )?(?:could not|couldn't|was not|wasn't|"
    r"has not been|cannot) (?:be )?(?:able to be )?deliver|"
    r"could not be delivered to|delivery to the following recipients? failed|"
    r"following address(?:es)? (?:had permanent|failed|rejected)|permanent fatal errors|"
    r"i'm afraid i wasn't able to deliver|recipient address rejected|user unknown|"
    r"mailbox (?:is )?(?:full|unavailable)|"
    r"this is (?:the mail system at host|a permanent error|an automatically generated delivery)|"
    r"undeliverable|"
    r"wurde(?:n)? nicht zugestellt|konnte nicht zugestellt werden|unzustellbar|"
    r"n'a (?:pas )?pu être (?:remis|délivré|livré)|"
    r"no se pudo entregar|no ha podido ser entregado|não pôde ser entregue|"
    r"non è stato possibile (?:recapitare|consegnare)|kon niet worden (?:bezorgd|afgeleverd)|"
    r"kunne ikke leveres|kunde inte levereras|nie mogła zostać dostarczona|nie została dostarczona|"
    r"nebylo možné doručit|не (?:было|может быть|удалось) доставл?|"
    r"toimittaminen epäonnistui|nem (?:volt|sikerült) kézbesít|teslim edilemedi|配信できませんでした|"
    r"送信できませんでした|届けることができません|"
    r"无法(?:投递|送达)|未能送达|無法傳遞|배달할 수 없|전달되지",
    re.IGNORECASE,
)
_STATUS_LINES = re.compile(
    r"(?im)^(?:reporting-mta|final-recipient|original-recipient|diagnostic-code|remote-mta|"
    r"action: ?(?:failed|delayed)|status: ?[45]\.\d+\.\d+)|"
    r"\b(?:5[05]\d|4[25]\d)[ -](?:#?[45]\.\d{1,3}\.\d{1,3}\b|[\w :<>@.-]{0,60}(?:unknown|reject|"
    r"no such user|mailbox|not found|unavailable))"
)
_REPORT_SUBJECT = re.compile(
    r"^\s*(?:read(?: receipt)?:|gelesen:|lu\s?:|leído:|lido:|letto:|gelezen:|läst:|læst:|lest:|"
    r"przeczytano:|přečteno:|прочитано:|luettu:|elolvasva:|okundu:|开封|已读[:：]|읽음:|"
    r"not read:|ungelesen gelöscht:|delivered:|zugestellt:|relayed:|übermittelt:|(?:delivery|read|"
    r"return) receipt\b|lesebestätigung|übermittlungsbestätigung|accusé de (?:réception|lecture)|"
    r"confirmación de (?:lectura|entrega)|conferma di lettura|leesbevestiging|kvittering|"
    r"potwierdzenie (?:przeczytania|doręczenia)|delivery delayed|"
    r"delivery status notification ?\((?:delay|success|relay)|(?:message )?delayed\b|verzögert:|"
    r"e-?mail feedback report|abuse report)",
    re.IGNORECASE,
)
_AWAY_SUBJECT = re.compile(
    r"^\W*(?:re: ?)?(?:auto(?:matic|mated)?[- ]?(?:reply|response|responder|answer|respons\w*)|"
    r"autoreply|auto:|out of (?:the )?office|ooo\b|away from (?:the |my )?(?:office|desk|mail)|"
    r"vacation (?:reply|message)|"
    r"i(?:'m| am) (?:away|out of)|on (?:vacation|leave|holiday)\b|away until|"
    r"automatische (?:antwort|reply|antwoord)|abwesenheits(?:notiz|nachricht|meldung)|abwesend|"
    r"abwesenheit\b|nicht im (?:büro|haus)|automatisch antwoord|afwezig|"
    r"réponse automatique|absen(?:t|ce) du bureau|message d'absence|absence\b|respuesta automática|"
    r"fuera de (?:la )?oficina|ausente|resposta automática|fora do escritório|ausência|"
    r"risposta automatica|fuori (?:sede|ufficio)|autosvar|automatiskt? (?:svar|besvarelse|svarmelding)|"
    r"ikke på kontoret|frånvar(?:o|ande)|fraværende|fravær\b|"
    r"autoodpowiedź|automatyczna odpowiedź|odpowiedź automatyczna|poza biurem|nieobecność|"
    r"automatická odpověď|automatická odpoveď|mimo kancelář|"
    r"автоматический ответ|автоответ|нет на месте|вне офиса|автоматична відповідь|automaattinen vastaus|"
    r"poissa(?:olo)?\b|automatikus válasz|házon kívül|"
    r"otomatik (?:yanıt|cevap)|ofis dışında|răspuns automat|αυτόματη απάντηση|自動応答|自動返信|"
    r"不在(?:通知|の)|自动(?:回复|答复)|自動回覆|不在办公室|외출 중|자동 ?(?:응답|회신)|부재중|"
    r"trả lời tự động|balasan otomatis|תשובה אוטומטית|الرد التلقائي)",
    re.IGNORECASE,
)
_AWAY_TEXT = re.compile(
    r"this is an auto(?:matic|mated|matically)[- ]?(?:generated )?(?:reply|response|message|e-?mail|"
    r"answer)|automatically generated (?:reply|response|message)|please do not (?:reply|respond) to this|"
    r"i am (?:currently )?(?:away|out of (?:the )?office|on (?:vacation|leave|holiday))|i(?:'m|"
    r" will be) (?:currently )?out of (?:the )?office|limited access to (?:my )?e-?mail|"
    r"(?:we|i) (?:have )?received your (?:request|message|e-?mail|enquiry|inquiry) and (?:will|we)|"
    r"your (?:request|ticket) .{0,30}has been (?:received|created|registered)|"
    r"automatisch (?:erstellt|erzeugt|generiert|verzonden|gegenereerd)e?|dies ist eine automatische|"
    r"ich bin (?:derzeit |zurzeit |momentan |bis |vom |ab )?.{0,50}nicht (?:im (?:büro|haus)|"
    r"erreichbar)|außer haus|"
    r"ich bin (?:derzeit|zurzeit|momentan|bis) .{0,40}(?:abwesend|im urlaub)|"
    r"meine e-?mails werden nicht (?:weitergeleitet|gelesen)|"
    r"ceci est (?:un message|une réponse) automatique|je suis (?:actuellement )?(?:absente?|en congés?)|"
    r"en mon absence|esta es una respuesta automática|mensaje automático|estoy fuera de la oficina|"
    r"estaré (?:fuera|ausente)|"
    r"esta é uma (?:mensagem|resposta) automática|estou (?:fora do escritório|ausente|de férias)|"
    r"questa è una risposta automatica|messaggio automatico|sono (?:assente|fuori (?:sede|ufficio)|"
    r"in ferie)|"
    r"dit is een automatisch|ik ben (?:momenteel |tot )?.{0,30}(?:afwezig|niet (?:op kantoor|"
    r"bereikbaar))|dette er (?:et|en) automatisk|jeg er (?:ikke|ute|på ferie|fraværende)|"
    r"detta är ett automatiskt|jag är (?:inte på kontoret|på semester|ledig)|"
    r"to jest automatyczna|wiadomość (?:została )?wygenerowana automatycznie|jestem (?:nieobecn|"
    r"na urlopie|poza biurem)|toto je automatick|jsem mimo kancelář|nejsem v kanceláři|"
    r"это автоматическ|меня (?:нет|не будет) (?:на месте|в офисе)|я в отпуске|це автоматичн|"
    r"tämä on automaattinen|olen (?:poissa|lomalla)|ez egy automatikus|nem vagyok az irodában|"
    r"szabadságon vagyok|"
    r"bu (?:bir )?otomatik|ofis dışındayım|izindeyim|自動(?:返信|応答|送信)(?:メール|メッセージ|です|"
    r"され)|不在にしております|休暇(?:中|を)|这是一封自动|自动回复|我(?:目前|现在)?(?:不在办公室|"
    r"正在休假)|자동으로 발송|부재 중",
    re.IGNORECASE,
)
_SHORT = 1500
"""Characters; people mention bounces and holidays in longer mails, machines say little else."""


def automatic(headers: Mapping[str, str], body: str, subject: str = "") -> str | None:
    """Why nobody wrote this mail: 'auto_reply', 'bounce', 'delivery_report' or 'bulk'; None for a person's.
    Headers (names in any case) decide where they speak: RFC 3834 (Auto-Submitted), RFC 3464 and 8098
    (reports), RFC 5321 4.5.5 (empty return path), RFC 2369 (lists). Without them subject and text must
    agree. `subject` stands in for the header of that name."""
    told = {name.lower(): _plain(value) for name, value in headers.items()}
    subject = subject or told.get("subject", "")
    start = body[:4000]
    return (
        _report(told, subject, start)
        or _bounced(told, subject, start)
        or _replied(told, subject)
        or _bulk(told)
        or _by_text(told, subject, start)
    )


def _plain(value: object) -> str:
    text = " ".join(str(value).split())
    if "=?" in text:
        try:
            return str(make_header(decode_header(text)))
        except (HeaderParseError, LookupError, UnicodeDecodeError, ValueError):
            return text
    return text


def _report(told: Mapping[str, str], subject: str, start: str) -> str | None:
    kind = told.get("content-type", "").lower()
    if "multipart/report" not in kind and "message/delivery-status" not in kind:
        return None
    if "feedback-report" in kind or "disposition-notification" in kind:
        return "delivery_report"
    return "delivery_report" if _REPORT_SUBJECT.search(subject) else "bounce"


def _bounced(told: Mapping[str, str], subject: str, start: str) -> str | None:
    if told.get("x-failed-recipients"):
        return "bounce"
    sender = told.get("from", "")
    path = told.get("return-path")
    empty = path is not None and path.strip(" <>") in {"", "MAILER-DAEMON"}
    machine = bool(_MACHINE.search(sender)) or (path is not None and "mailer-daemon" in path.lower())
    if not (empty or machine):
        return None
    if _REPORT_SUBJECT.search(subject):
        return "delivery_report"
    if _BOUNCE_SUBJECT.search(subject) or _STATUS_LINES.search(start) or _BOUNCE_TEXT.search(start):
        return "bounce"
    # Reports whose text cannot be read have only their sender to tell them.
    return "bounce" if machine and (empty or not start.strip() or "daemon" in sender.lower()) else None


def _replied(told: Mapping[str, str], subject: str) -> str | None:
    submitted = told.get("auto-submitted", "").split(";")[0].strip().lower()
    if submitted and submitted != "no":
        return "delivery_report" if _REPORT_SUBJECT.search(subject) else "auto_reply"
    if any(
        told.get(name)
        for name in ("x-autoreply", "x-autorespond", "x-autoresponder", "x-auto-reply", "x-autogenerated")
    ):
        return "auto_reply"
    if (
        told.get("x-autoreply-from")
        or told.get("x-mail-autoreply")
        or "x-ms-exchange-inbox-rules-loop" in told
    ):
        return "auto_reply"
    if "vacation" in told.get("x-apple-action", "").lower() or told.get("x-vacation"):
        return "auto_reply"
    precedence = told.get("precedence", "").lower()
    if (
        "auto_reply" in precedence
        or "auto-reply" in precedence
        or told.get("preference", "").lower() == "auto_reply"
    ):
        return "auto_reply"
    path = told.get("return-path")
    if path is not None and path.strip() in {"<>", ""} and told.get("from"):
        return "auto_reply"
    return None


def _bulk(told: Mapping[str, str]) -> str | None:
    if told.get("list-unsubscribe") and not (told.get("list-post") and told.get("in-reply-to")):
        return "bulk"
    if told.get("precedence", "").lower() in {"bulk", "junk"} and not told.get("list-post"):
        return "bulk"
    if (
        told.get("x-campaign")
        or told.get("x-campaign-id")
        or told.get("x-mailchimp-campaign-id")
        or told.get("feedback-id")
    ):
        return "bulk"
    return "bulk" if _BULK_SENDER.search(told.get("from", "")) and not told.get("in-reply-to") else None


def _by_text(told: Mapping[str, str], subject: str, start: str) -> str | None:
    bare = re.sub(r"^(?:\s*(?:re|aw|sv|antw|odp|ynt|vs|fwd?|wg)\s*:)+\s*", "", subject, flags=re.IGNORECASE)
    replied = len(bare) < len(subject.strip())
    if _REPORT_SUBJECT.search(bare) and not replied:
        return "delivery_report"
    status = _STATUS_LINES.search(start)
    said = _BOUNCE_TEXT.search(start[:600])
    if not replied and _BOUNCE_SUBJECT.search(bare) and (said or status):
        return "bounce"
    if (
        said
        and status
        and (_MACHINE.search(told.get("from", "")) or len(start) < _SHORT)
        and (_MACHINE.search(start) or not subject)
    ):
        return "bounce"
    if (
        said
        and "multipart/mixed" in told.get("content-type", "").lower()
        and _NO_REPLY.search(told.get("from", ""))
    ):
        return "bounce"
    if _AWAY_SUBJECT.search(bare) and (not replied or _AWAY_TEXT.search(start)):
        return "auto_reply"
    if len(start) < _SHORT and _AWAY_TEXT.search(start[:400]) and not replied and not subject:
        return "auto_reply"
    return None
