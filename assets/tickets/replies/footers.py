"""What programs put under (or over) a mail: mobile footers, disclaimers, lists' and trackers' last lines."""

from __future__ import annotations

import re

from assets.tickets.replies.lines import Lines

_LINK = re.compile(r"\[?<?(?:https?://|mailto:|www\.)[^\s>\]]*>?\]?|\[[^\]]*\]")
MOBILE = re.compile(
    r"^[\s\-–—*_>(]*(?:"
    r"(?:sent|envoyed|posted) (?:from|via|with|using) \S.*|get outlook for \S.*|get (?:yahoo|"
    r"aol) mail \S.*|"
    r"via (?:mobile|iphone|android)|from my (?:iphone|ipad|mobile|phone|android)\b.*|"
    r"(?:von|aus|mit) (?:meinem|meiner|unterwegs|outlook|der)\b.{0,50}(?:gesendet|versendet|geschickt)|"
    r"(?:diese nachricht wurde |diese mail wurde )?(?:gesendet|verschickt|versandt) (?:von|mit|aus)\b.*|"
    r"von unterwegs gesendet|outlook für \S.* (?:beziehen|herunterladen)|"
    r"(?:envoyé|télécharger|obtenir|téléchargez) (?:de|depuis|à partir|avec|via|outlook|mon)\b.*|"
    r"envoyé d.+|"
    r"(?:enviado|enviada) (?:desde|de|do|da|com|pelo|a partir|con|mediante|via)\b.*|"
    r"obtener outlook para \S.*|obter o outlook para \S.*|"
    r"(?:inviato|inviata|spedito) (?:da|dal|dalla|con|tramite)\b.*|(?:ottieni|scarica) outlook per \S.*|"
    r"(?:verzonden|verstuurd) (?:vanaf|vanuit|met|via|vanop)\b.*|outlook voor \S.* (?:downloaden|ophalen)|"
    r"sendt (?:fra|via|med)\b.*|(?:hent|få) outlook (?:til|for) \S.*|skickat (?:från|via|med)\b.*|"
    r"skickades från\b.*|hämta outlook för \S.*|"
    r"(?:wysłane|wysłano) (?:z|za pomocą|przez|od)\b.*|pobierz (?:program )?outlook dla \S.*|"
    r"(?:odesláno|odoslané|poslano|poslané) (?:z|ze|od|iz|s|pomocí)\b.*|získat outlook pro \S.*|"
    r"(?:отправлено|послано) (?:с|из|от|через)\b.*|надіслано (?:з|із|від|через)\b.*|изпратено от\b.*|"
    r"lähetetty \S.*|lähetetty|saadetud (?:minu )?\S.*|.{0,40}(?:ról|ről|ból|ből|mról|mről) küldve|"
    r".{0,40}küldtem|elküldve \S.*|"
    r".{0,40}(?:dan|den|tan|ten|ımdan|imden) gönderildi|στάλθηκε από\b.*|εστάλη από\b.*|trimis (?:de pe|"
    r"din|cu)\b.*|"
    r"(?:iphone|ipad|android|私の.{1,12}|.{0,20})から送信|发自我的.{1,30}|发自.{1,20}|"
    r"從我的.{1,20}(?:傳送|寄出)|從我的.{1,20}|"
    r"(?:나의 |내 )?\S{1,20}에서 보냄|.{0,20}에서 보낸 메일|.{0,20}에서 전송|đã gửi từ\b.*|gửi từ\b.*|"
    r"dikirim dari\b.*|"
    r"נשלח מ.*|أُ?رسلت? من\b.*|أرسل من\b.*"
    r")$",
    re.IGNORECASE,
)
_DEVICE_END = re.compile(r"[.!?]\s*$")


def stems(table: str) -> tuple[str, ...]:
    """The words of a table, in lower case: a look for each is far cheaper than one pattern of all."""
    return tuple(word.strip("\n").removeprefix("    ") for word in table.replace("|\n    ", "|").split("|"))


_DISCLAIMER = stems("""
    confidential|privileged|intended recipient|intended solely|intended only|intended for|addressee|
    unauthorized|unauthorised|in error|delete this|delete it|delete the|delete all|notify the sender|
    disclos|
    legally binding|virus|consider the environment|vertraulich|rechtlich geschützt|irrtümlich|unbefugt|
    nicht der richtige|nicht der beabsichtigte|vernichten sie|löschen sie|geschäftsführer|handelsregister|
    confidentiel|destinataire|par erreur|diffusion|détruire|strictement|confidencial|destinatari|por error|
    por engano|privilegiad|divulga|elimine|elimina|riservat|per errore|confidenzial|diffusione|
    cancellar|vietat|
    vertrouwelijk|geadresseerde|ten onrechte|uitsluitend bestemd|openbaarmaking|fortrolig|fejlagtig|
    uberettiget|
    konfidensiel|konfidentiell|av misstag|ved en feil|ved en fejl|mottagare|mottaker|modtager|poufn|adresat|
    omyłkow|zabronion|důvěrn|adresát|omylem|dôvern|конфиденциал|по ошибке|конфіденц|помилков|luottamuksell|
    vastaanottaj|bizalmas|címzett|tévedés|gizli|yanlışlıkla|alıcı|机密|保密|收件人|機密|誤って|受信者|
    기밀|수신인|
    잘못 수신|εμπιστευτικ|παραλήπτ|confidențial""")
"""Of these a disclaimer has two or more."""
_DISCLAIMER_TITLE = re.compile(
    r"^[\W_]*(?:disclaimer|confidentiality(?: notice| note)?|legal notice|privacy notice|"
    r"haftungsausschluss|vertraulichkeitshinweis|"
    r"avertissement|clause de confidentialité|avis de confidentialité|aviso (?:legal|"
    r"de confidencialidad)|aviso de confidencialidade|"
    r"avviso (?:legale|di riservatezza)|ansvarsfriskrivning|klauzula poufności|免责声明|免責事項)\b",
    re.IGNORECASE,
)
_PRINT = stems("""
    before printing|print this e|print this mail|print this message|avant d'imprimer|avant d’imprimer|
    diese mail drucken|diese mail ausdrucken|diese e-mail drucken|diese e-mail ausdrucken|antes de imprimir|
    prima di stampare|voordat u deze|zanim wydrukujesz|innan du skriver ut|scanned for vir|scanned by|
    virus-free|
    virus free|virenfrei|sans virus|libre de virus|avast.com|checked by avg""")
_BANNER = re.compile(
    r"^[\W_]*(?:caution|warning|external(?: e-?mail| sender)?|achtung|extern(?:e e-?mail)?|attention|"
    r"vorsicht|atención|attenzione|let op|ostrożnie)\b"
    r".{0,80}(?:outside|external|extern|außerhalb|extérieur|externo|esterno|esterna|buiten|zewnątrz|"
    r"zewnętrzn)",
    re.IGNORECASE | re.DOTALL,
)
_BANNER_ONLY = re.compile(r"^[\[*_\s(]*(?:external|extern)(?: e-?mail| sender)?[\])*_\s:!]*$", re.IGNORECASE)
_LIST = stems("""
    unsubscribe|mailing list|mailman/listinfo|you are receiving this|you received this|are receiving this|
    reply to this email directly|reply to this e-mail directly|view it on git|visit this group|
    to post to this group|because you are |because you were |because you signed|manage your notification|
    manage your subscription|to stop receiving|mute the thread|abmelden|abbestellen|sie erhalten diese|
    se désabonner|désinscri|vous recevez ce|darse de baja|cancelar la suscripción|cancelar su suscripción|
    ha recibido este|cancelar inscrição|cancelar a inscrição|você está recebendo|você recebeu est|disiscriv|
    annullare l'iscrizione|ricevi questa|afmelden|uitschrijven|u ontvangt dit|afmeld|avprenumerera|
    avregistrera|
    wypisać się|anulować subskrypcję|odhlásit|отписаться|відписатися|peruuta tilaus|leiratkoz|
    abonelikten çık|
    配信停止|退订|取消订阅|取消訂閱|수신거부|수신 거부""")
_RULE = re.compile(r"^[-_=*~#+–—ᐧ\s]{2,}$|^ᐧ$")


def mobile(bare: str) -> bool:
    """Whether the line is what a phone or a mail program adds: 'Sent from my iPhone'."""
    if len(bare) > 160 or not MOBILE.match(_LINK.sub("", bare).strip()):
        return False
    plain = _LINK.sub("", bare).strip(" *_-.[]()")
    if "," in plain or len(plain.split()) > 9:
        return False
    return not (_DEVICE_END.search(plain) and len(plain.split()) > 6)


def rule(bare: str) -> bool:
    """Whether the line is only drawn."""
    return bool(_RULE.match(bare))


def cut_top(lines: Lines) -> None:
    """Cut a banner that a mail server put over the message."""
    start = lines.first_own()
    end = start
    while end < len(lines) and lines.own(end) and end - start < 8:
        end += 1
    if end > start and end < len(lines):
        first = lines.bare[start]
        whole = " ".join(lines.bare[start:end])
        if _BANNER_ONLY.match(first):
            lines.cut(start, start + 1, "disclaimer")
        elif len(whole) < 700 and _BANNER.match(whole):
            lines.cut(start, end, "disclaimer", sure=False)


def cut_end(lines: Lines, start: int, end: int, code: set[int]) -> None:
    """Cut footers from the end of the writer's lines start to end, paragraph by paragraph upwards."""
    while True:
        while end > start and not lines.own(end - 1):
            end -= 1
        if end <= start or end - 1 in code:
            return
        if rule(lines.bare[end - 1]):
            end -= 1
            lines.cut(end, end + 1, "separator")
            continue
        if mobile(lines.bare[end - 1]):
            end -= 1
            lines.cut(end, end + 1, "mobile_footer")
            continue
        top = end
        while top > start and lines.own(top - 1):
            top -= 1
        reason = _footer(lines.bare[top:end])
        if reason is None:
            return
        lines.cut(top, end, reason, sure=False)
        end = top


def _footer(bares: list[str]) -> str | None:
    whole = " ".join(bares)
    if not 20 < len(whole) < 6000:
        return None
    if _DISCLAIMER_TITLE.match(whole):
        return "disclaimer"
    low = whole.lower()
    if len(whole) > 60 and sum(stem in low for stem in _DISCLAIMER) >= 2:
        return "disclaimer"
    if len(whole) < 500 and any(stem in low for stem in _PRINT):
        return "disclaimer"
    linked = rule(bares[0]) or "http" in low or "@" in low or len(low) < 200
    return "list_footer" if linked and len(low) < 600 and any(stem in low for stem in _LIST) else None
