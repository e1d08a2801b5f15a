"""What programs put under (or over) a mail: mobile footers, disclaimers, lists' and trackers' last lines."""

from __future__ import annotations

import re

from assets.tickets.replies.lines import Lines

_LINK = re.compile(r"\[?<?(?:https?://|mailto:|www\.)[^\s>\]]*>?\]?|\[[^\]]*\]")
MOBILE = re.compile(
    r"^[\s\-–—*_>(]*(?:"
    r"(?:sent|envoyed|posted) (?:from|via|with|using|by) \S.*|get outlook for \S.*|get (?:yahoo|"
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
_DISCLAIMER = re.compile(
    r"confidential|privileged|intended (?:recipient|solely|only|for)|addressee|unauthori[sz]ed|"
    r"received (?:this|it) .{0,20}(?:in )?error|"
    r"delete (?:this|it|the|all)|notify the sender|disclos|legally binding|virus|consider the environment|"
    r"vertraulich|rechtlich geschützt|irrtümlich|unbefugt|nicht der (?:richtige|beabsichtigte)|"
    r"vernichten sie|löschen sie|geschäftsführer|handelsregister|"
    r"confidentiel|destinataire|par erreur|diffusion|détruire|strictement|"
    r"confidencial|destinatari|por error|por engano|privilegiad|divulga|elimin[eae]|"
    r"riservat|per errore|confidenzial|diffusione|cancellar|vietat|"
    r"vertrouwelijk|geadresseerde|ten onrechte|uitsluitend bestemd|openbaarmaking|"
    r"fortrolig|fejlagtigt|uberettiget|konfidensiel|konfidentiell|av misstag|mottagare|mottakeren?|"
    r"modtageren?|"
    r"poufn|adresat|omyłkow|zabronion|důvěrn|adresát|omylem|dôvern|"
    r"конфиденциал|адресат|по ошибке|конфіденц|помилков|luottamuksell|vastaanottaj|bizalmas|címzett|"
    r"tévedés|"
    r"gizli|yanlışlıkla|alıcı|机密|保密|收件人|機密|誤って|受信者|기밀|수신인|잘못 수신|εμπιστευτικ|"
    r"παραλήπτ|confiden[țt]ial",
    re.IGNORECASE,
)
_DISCLAIMER_TITLE = re.compile(
    r"^[\W_]*(?:disclaimer|confidentiality(?: notice| note)?|legal notice|privacy notice|"
    r"haftungsausschluss|vertraulichkeitshinweis|"
    r"avertissement|clause de confidentialité|avis de confidentialité|aviso (?:legal|"
    r"de confidencialidad)|aviso de confidencialidade|"
    r"avviso (?:legale|di riservatezza)|ansvarsfriskrivning|klauzula poufności|免责声明|免責事項)\b",
    re.IGNORECASE,
)
_PRINT = re.compile(
    r"(?:before printing|print this (?:e-?mail|message)|avant d.imprimer|bevor sie diese.{0,20}(?:mail|"
    r"nachricht).{0,12}(?:drucken|ausdrucken)|"
    r"antes de imprimir|prima di stampare|voordat u.{0,30}print|zanim wydrukujesz|innan du skriver ut|"
    r"scanned (?:for|by)|"
    r"virus[- ]free|virenfrei|sans virus|libre de virus|avast\.com|checked by avg)",
    re.IGNORECASE,
)
_BANNER = re.compile(
    r"^[\W_]*(?:caution|warning|external(?: e-?mail| sender)?|achtung|extern(?:e e-?mail)?|attention|"
    r"vorsicht|atención|attenzione|let op|ostrożnie)\b"
    r".{0,80}(?:outside|external|extern|außerhalb|extérieur|externo|esterno|esterna|buiten|zewnątrz|"
    r"zewnętrzn)",
    re.IGNORECASE | re.DOTALL,
)
_BANNER_ONLY = re.compile(r"^[\[*_\s(]*(?:external|extern)(?: e-?mail| sender)?[\])*_\s:!]*$", re.IGNORECASE)
_LIST = re.compile(
    r"unsubscribe|mailing list|mailman/listinfo|you (?:are receiving|received) this (?:e-?mail|message|"
    r"because)|you are receiving this|"
    r"reply to this e-?mail directly|view it on git|visit this group|to post to this group|"
    r"because you (?:are|were|signed)|"
    r"manage your (?:notifications|subscription)|to stop receiving|mute the thread|"
    r"abmelden|abbestellen|sie erhalten diese (?:e-?mail|nachricht)|se désabonner|désinscri|"
    r"vous recevez ce|darse de baja|cancelar (?:la|su) suscripción|"
    r"ha recibido este|cancelar (?:a )?inscrição|você (?:está recebendo|recebeu) (?:esta|este)|"
    r"disiscriv|annullare l'iscrizione|ricevi questa|"
    r"afmelden|uitschrijven|u ontvangt dit|afmeld|avprenumerera|avregistrera|wypisać się|"
    r"anulować subskrypcję|odhlásit|отписаться|відписатися|"
    r"peruuta tilaus|leiratkoz|abonelikten çık|配信停止|退订|取消订阅|取消訂閱|수신 ?거부",
    re.IGNORECASE,
)
_RULE = re.compile(r"^[-_=*~#+–—.ᐧ\s]{2,}$|^ᐧ$")


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
    if len(whole) > 6000:
        return None
    if _DISCLAIMER_TITLE.match(whole):
        return "disclaimer"
    if len(whole) > 60 and len({match.lower() for match in _DISCLAIMER.findall(whole)}) >= 2:
        return "disclaimer"
    if _PRINT.search(whole) and len(whole) < 500:
        return "disclaimer"
    if (
        _LIST.search(whole)
        and (len(whole) < 600)
        and (rule(bares[0]) or "http" in whole or "@" in whole or len(whole) < 200)
    ):
        return "list_footer"
    return None
