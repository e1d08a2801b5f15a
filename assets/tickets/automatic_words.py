"""What machines say in mails, by language: phrases of whole words, '*' for up to eight words of any kind."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence

WORD = re.compile(r"[^\W_]+")
_GAP = r"(?:\S+ ){0,8}?"


def words_of(text: str) -> list[str]:
    """The words of a text in lower case, without what stands between them."""
    return WORD.findall(text.replace("İ", "I").lower())


class Phrases:
    """Phrases to look for in a text. Only those are tried whose longest word the text has, so that a look
    costs the same however many there are."""

    def __init__(self, table: str, unspaced: str = "") -> None:
        self._by_word: defaultdict[str, list[re.Pattern[str] | str]] = defaultdict(list)
        for phrase in _split(table):
            parts = [" ".join(words_of(part)) for part in phrase.split("*")]
            longest = max(" ".join(parts).split(), key=len)
            if len(parts) == 1:
                self._by_word[longest].append(f" {parts[0]} ")
            else:
                gapped = _GAP.join(re.escape(f"{part.strip()} ") for part in parts)
                self._by_word[longest].append(re.compile(f" {gapped}"))
        self._unspaced = tuple(_split(unspaced))

    @property
    def signs(self) -> frozenset[str]:
        """Words one of which a text has that says one of the phrases, unless its words are not spaced."""
        return frozenset(self._by_word)

    def said(self, words: Sequence[str], text: str) -> bool:
        """Whether one is said in a text of these words."""
        met = self._by_word.keys() & words
        if met:
            joined = f" {' '.join(words)} "
            for word in met:
                for phrase in self._by_word[word]:
                    if phrase in joined if isinstance(phrase, str) else phrase.search(joined):
                        return True
        return not text.isascii() and any(phrase in text for phrase in self._unspaced)


def _prefixes(table: str) -> tuple[str, ...]:
    """The phrases of a table in lower case, the longest first."""
    return tuple(sorted(_split(table.lower()), key=len, reverse=True))


def _split(table: str) -> Iterable[str]:
    return [phrase for part in " ".join(table.split()).split("|") if (phrase := part.strip())]


def _subject(table: str) -> re.Pattern[str]:
    """A subject that is one of these, or begins with one and goes on behind a colon or with a date."""
    said = "|".join(re.escape(phrase).replace(r"\ ", r"\s+") for phrase in _prefixes(table))
    return re.compile(
        rf"^[\W_]*(?:{said})(?:[\])】）]|\s)*(?:$|[:：\-–—,!(]|re\b|from\b|until\b|till\b|bis\b|jusqu|hasta\b|"
        r"fino\b|até\b|tot\b|t\.?o\.?m|til\b|до\b|do \d|\d|【|の?お知らせ)",
        re.IGNORECASE,
    )


MACHINE = Phrases(
    """
    this is an automatic * reply|this is an automated * reply|this is an automatic * response|
    this is an automated * response|this is an automatic message|this is an automated message|
    this is an automated email|this is an automated e-mail|this is an automatic email|
    this message was generated automatically|this message was automatically generated|
    automatically generated * message|automatically generated * reply|
    automatically generated * response|automatically generated email|this is an automatically|
    this is an auto generated|auto generated email|automated notification|
    diese nachricht wurde automatisch|diese mail wurde automatisch|diese e-mail wurde automatisch|
    automatisch generierte|automatisch erzeugte|automatisch erstellte|wurde automatisch erstellt|
    wurde automatisch erzeugt|wurde automatisch generiert|dies ist eine automatische|
    dies ist eine automatisch|ceci est un message automatique|ceci est une réponse automatique|
    message automatique|réponse automatique|message généré automatiquement|
    esta es una respuesta automática|este es un mensaje automático|mensaje automático|
    mensaje generado automáticamente|esta é uma mensagem automática|esta é uma resposta automática|
    mensagem automática|gerada automaticamente|questo è un messaggio automatico|
    questa è una risposta automatica|messaggio automatico|generato automaticamente|
    dit is een automatisch|automatisch gegenereerd|automatisch verzonden|detta är ett automatiskt|
    detta är ett automatgenererat|dette er en automatisk|dette er et automatisk|automatisk generert|
    automatisk genereret|to jest automatyczna|to jest wiadomość automatyczna|wygenerowana automatycznie|
    toto je automatická|toto je automaticky|tämä on automaattinen|ez egy automatikus|ez automatikus|
    acesta este un mesaj automat|bu bir otomatik|bu otomatik|otomatik olarak gönderilmiştir|
    это автоматическое|это автоматический|сформировано автоматически|це автоматична|це автоматичне|
    това е автоматичен|това е автоматично|ovo je automatski|ovo je automatska|to je samodejni|
    to je samodejno|ово је аутоматски|see on automaatvastus|see on automaatne|šī ir automātiska|
    tai automatinis|tai automatiškai|αυτό είναι ένα αυτόματο|αυτό είναι αυτοματοποιημένο|
    αυτόματη απάντηση|זוהי תשובה אוטומטית|זוהי הודעה אוטומטית|هذه رسالة تلقائية|هذا رد تلقائي|
    đây là thư trả lời tự động|đây là email tự động|ini adalah pesan otomatis|
    ini adalah balasan otomatis|missatge automàtic""",
    """
    自動返信メール|自動返信です|自動送信|自動応答|自動的に送信|自动回复|自动发送|自動回覆|自動發送|
    자동으로 발송|자동 회신입니다|자동 응답""",
)
"""The text says of itself that nobody wrote it."""

UNANSWERED = Phrases(
    """
    do not reply to this|do not respond to this|please do not reply|please do not respond|
    replies to this * are not monitored|mailbox is not monitored|bitte antworten sie nicht auf diese|
    merci de ne pas répondre|veuillez ne pas répondre|por favor no responda|no responda a este|
    por favor não responda|não responda a este|não responda a esta|si prega di non rispondere|
    niet op dit bericht antwoorden|svara inte på detta|ikke svar på denne|prosimy nie odpowiadać|
    prosimy na nią nie odpowiadać|neodpovídejte na tento|neodpovedajte na|älä vastaa tähän|
    kérjük ne válaszoljon|vă rugăm să nu răspundeți|lütfen yanıtlamayınız|lütfen cevaplamayınız|
    не отвечайте на это|отвечать на него не нужно|не відповідайте на|נא לא להשיב|يرجى عدم الرد""",
    """返信いただいてもお答え|返信しないでください|请勿直接回复|请勿回复|請勿回覆|회신하지 마|
    회신 불가|발신 전용""",
)
"""Answers to it are not read."""

AWAY = Phrases(
    """
    i am * business trip|i m * business trip|auf dienstreise|bin ich * wieder erreichbar|
    ich bin * wieder erreichbar|ich bin * wieder im büro|suis en déplacement|serai de retour|
    serai en déplacement|estoy de viaje|estaré de vuelta|estou em viagem|sono in viaggio|
    sono in trasferta|sarò di ritorno|op zakenreis|ik ben * weer aanwezig|på tjänsteresa|
    på tjenesterejse|på tjenestereise|w delegacji|w podróży służbowej|na služební cestě|
    na služobnej ceste|в командировке|у відрядженні|i am * out of the office|i am * out of office|
    i m * out of the office|i m * out of office|i will be * out of the office|i will be out of office|
    i ll be out of the office|i am * away|i am * on annual leave|i am * on vacation|i am * on holiday|
    i am * on leave|i m * on vacation|i m * on holiday|i m * on leave|i will be * on vacation|
    i will be * on leave|i will be * away|i am * travelling|i am * traveling|on parental leave|
    on maternity leave|out of the office until|out of the office from|away from my desk|
    i no longer work|no longer work for|no longer with * company|has left the company|
    office is closed until|offices are closed|office will be closed|ich bin * nicht im büro|
    ich bin * nicht im haus|ich bin * nicht erreichbar|ich bin * im urlaub|ich bin * abwesend|
    ich bin * außer haus|ich bin * ausser haus|ich bin * in elternzeit|ich befinde mich * im urlaub|
    bin ich * nicht im büro|bin ich * nicht im haus|bin ich * nicht erreichbar|bin ich * im urlaub|
    bin ich * abwesend|ich habe * urlaub|bin * außer haus|ich arbeite nicht mehr|
    unser büro ist * geschlossen|je suis * absent|je suis * absente|je suis * en congé|
    je suis * en congés|je suis * en vacances|je serai * absent|je serai * absente|je serai * en congé|
    je serai * en congés|actuellement en congé|nos bureaux sont fermés|nos bureaux seront fermés|
    estoy * fuera de la oficina|estoy * de vacaciones|estoy * ausente|estaré * fuera|estaré * ausente|
    estaré * de vacaciones|me encuentro * fuera de la oficina|me encuentro * de vacaciones|
    me encuentro * ausente|estou * fora do escritório|estou * de férias|estou * ausente|estarei * fora|
    estarei * ausente|estarei * de férias|encontro me * ausente|encontro me * de férias|sono * assente|
    sono * in ferie|sono * fuori ufficio|sono * fuori sede|sarò * assente|sarò * in ferie|
    sarò * fuori ufficio|sarò * fuori sede|i nostri uffici sono chiusi|
    i nostri uffici resteranno chiusi|ik ben * afwezig|ik ben * niet op kantoor|ik ben * niet aanwezig|
    ik ben * met vakantie|ik ben * op vakantie|ik ben * niet bereikbaar|ons kantoor is * gesloten|
    jag är * inte på kontoret|jag är * på semester|jag är * ledig|jag har semester|
    jag är * föräldraledig|jag är * borta|jeg er * ikke på kontoret|jeg er * på ferie|
    jeg er * bortreist|jeg er * fraværende|jeg er * ute av kontoret|jeg har ferie|jeg holder ferie|
    jeg er * på barsel|jestem * nieobecny|jestem * nieobecna|jestem * na urlopie|jestem * poza biurem|
    przebywam * na urlopie|będę * nieobecny|będę * nieobecna|będę * na urlopie|jsem * mimo kancelář|
    nejsem v kanceláři|jsem * na dovolené|čerpám dovolenou|budu * mimo kancelář|nebudu v kanceláři|
    som * mimo kancelárie|som * na dovolenke|čerpám dovolenku|olen * poissa|olen * lomalla|
    olen * vapaalla|en ole toimistolla|nem vagyok * irodában|nem leszek * irodában|szabadságon vagyok|
    szabadságon leszek|házon kívül vagyok|sunt * plecat|sunt * plecată|sunt * în concediu|
    nu sunt la birou|lipsesc din birou|ofis dışındayım|ofis dışında olacağım|izindeyim|yıllık izindeyim|
    yıllık izinde olacağım|ofiste değilim|меня * нет в офисе|меня не будет * в офисе|
    меня нет на рабочем месте|меня не будет|я * в отпуске|нахожусь в отпуске|буду * в отпуске|
    мене не буде|я * у відпустці|перебуваю у відпустці|мене немає в офісі|извън офиса съм|в отпуск съм|
    nisam u uredu|nisam u kancelariji|na godišnjem sam|na godišnjem odmoru|odsoten sem|odsotna sem|
    nisem v pisarni|sem na dopustu|olen kontorist eemal|olen * puhkusel|esmu prom no biroja|
    esmu * atvaļinājumā|nesu biure|atostogauju|esu atostogose|είμαι εκτός γραφείου|
    θα είμαι εκτός γραφείου|βρίσκομαι εκτός γραφείου|βρίσκομαι σε άδεια|είμαι σε άδεια|אני לא במשרד|
    איני במשרד|איני נמצא במשרד|איני נמצאת במשרד|אני בחופשה|אני נמצא בחופשה|أنا خارج المكتب|أنا في إجازة|
    سأكون خارج المكتب|سأكون في إجازة|tôi đang nghỉ phép|tôi đi vắng|saya sedang cuti|
    saya sedang tidak di kantor|sóc fora de l oficina|estic de vacances""",
    """
    不在にしております|不在としております|不在です|休暇をいただいて|休暇を取得|休暇中|
    お休みをいただいて|出張中|正在休假|在休假|不在办公室|外出期间|不在辦公室|正在休假中|출장 중|휴가 중|
    부재 중|부재중입니다|자리를 비웠|자리를 비우""",
)
"""The writer is not there."""

MEANWHILE = Phrases(
    """
    limited access|no access to|not have access|in urgent|urgent matters|if urgent|for urgent|
    if it is urgent|immediate assistance|in an emergency|please contact|please reach out|please email|
    will be back|i will return|will return on|i will reply|i will respond|i will answer|upon my return|
    on my return|when i return|when i am back|as soon as i return|not be forwarded|back in the office|
    returning on|in dringenden fällen|in dringenden angelegenheiten|bei dringenden|in dringlichen|
    wenden sie sich|nicht weitergeleitet|nicht gelesen|wieder erreichbar|wieder im büro|wieder für sie|
    wieder im haus|nach meiner rückkehr|vertritt mich|meine vertretung|kontaktieren sie|
    en cas d urgence|pour toute urgence|veuillez contacter|merci de contacter|à mon retour|
    dès mon retour|serai de retour|pas transféré|vous pouvez contacter|vous pouvez joindre|
    para asuntos urgentes|en caso de urgencia|si es urgente|contacte con|contacte a|póngase en contacto|
    escriba a|a mi regreso|a mi vuelta|acceso limitado|no tendré acceso|sin acceso|
    para assuntos urgentes|em caso de urgência|contacte|entre em contato|entrar em contato|
    quando voltar|no meu retorno|quando regressar|no meu regresso|acesso limitado|per urgenze|
    in caso di urgenza|per questioni urgenti|contattare|al mio rientro|al mio ritorno|accesso limitato|
    voor dringende|bij spoed|in dringende gevallen|contact opnemen met|neem contact op|
    na mijn terugkeer|weer aanwezig|weer op kantoor|terug op kantoor|niet doorgestuurd|i brådskande|
    vid brådskande|kontakta|tillbaka den|åter på kontoret|när jag är tillbaka|läser inte min|
    ved hastesaker|hvis det haster|haster det|kontakt venligst|ta kontakt|er tilbage|er tilbake|
    leser ikke|læser ikke|når jeg er tilbage|når jeg er tilbake|w pilnych sprawach|w sprawach pilnych|
    proszę o kontakt|prosimy o kontakt|po powrocie|wracam|v naléhavých případech|v urgentních případech|
    kontaktujte|po návratu|v naliehavých prípadoch|kiireellisissä|ota yhteyttä|ottakaa yhteyttä|palaan|
    palattuani|sürgős ügyben|sürgős esetben|forduljon|visszatérésem után|pentru urgențe|
    în caz de urgență|contactați|la întoarcere|când mă întorc|acil durumlarda|acil durumlar için|
    döndüğümde|iletişime geçebilirsiniz|по срочным вопросам|в срочных случаях|обращайтесь|обратитесь|
    по возвращении|вернусь|з термінових питань|звертайтеся|після повернення|при спешни|свържете се|
    za hitne|u hitnim|obratite se|v nujnih primerih|obrnite se|kiireloomulistes|pöörduge|steidzamos|
    sazinieties|skubiais|kreipkitės|για επείγοντα|σε επείγουσα|επικοινωνήστε|במקרה דחוף|בדחיפות|
    ניתן לפנות|للحالات العاجلة|للأمور العاجلة|يرجى التواصل|liên hệ|silakan hubungi|per a urgències""",
    """
    お急ぎの|緊急の|ご連絡ください|までご連絡|戻りましたら|如有急事|紧急|请联系|返回后|緊急|請聯絡|
    급한 용무|급하신|연락 주십시오|연락 주시기|복귀 후""",
)
"""What is to be done until then."""

UNTIL = Phrases(
    """
    until|till|through|bis|jusqu|hasta|fino|até|tot|t o m|til|do|až|asti|saakka|kadar|до|până|line|kuni|
    līdz|iki|έως|μέχρι|ועד|עד|حتى|đến|hingga|sampai|fins|включительно|dek|ig""",
    """まで|直到|返回|回来|回來|까지|ig """,
)

RECEIVED = Phrases(
    """
    received your request|received your message|received your email|received your e-mail|
    received your inquiry|received your enquiry|received your ticket|your request * has been received|
    your request * was received|your request * has been created|your request * has been registered|
    your ticket * has been created|your ticket * has been received|your message has been received|
    thank you for contacting|thanks for contacting|thank you for your email|thank you for your message|
    thank you for your inquiry|thank you for reaching out|a ticket has been created|
    a support ticket has been|vielen dank für ihre anfrage|vielen dank für ihre nachricht|
    vielen dank für ihre e-mail|vielen dank für ihre mail|danke für ihre nachricht|
    wir haben ihre nachricht erhalten|wir haben ihre anfrage erhalten|wir haben ihre e-mail erhalten|
    ihre anfrage * wurde empfangen|ihre anfrage * ist * eingegangen|ihre nachricht ist * eingegangen|
    ihre e-mail ist * eingegangen|ihre anfrage * wurde * registriert|bien reçu votre|
    votre demande * a bien été|votre message a bien été|merci de nous avoir contacté|
    merci de nous avoir contactés|merci pour votre message|hemos recibido su|
    su solicitud * ha sido recibida|su solicitud * se ha|gracias por contactar|gracias por contactarnos|
    gracias por su mensaje|recebemos o seu|recebemos a sua|recebemos sua|sua solicitação * foi|
    o seu pedido * foi|obrigado por entrar em contato|obrigado pelo seu contato|abbiamo ricevuto la sua|
    abbiamo ricevuto il suo|abbiamo ricevuto la tua|la sua richiesta * è stata|
    grazie per averci contattato|wij hebben uw * ontvangen|we hebben uw * ontvangen|
    uw verzoek * is ontvangen|uw bericht * is ontvangen|bedankt voor uw bericht|
    bedankt voor het contact|vi har mottagit ditt|vi har tagit emot ditt|ditt ärende * har|
    tack för ditt mejl|tack för ditt meddelande|vi har modtaget din|tak for din henvendelse|
    din henvendelse * er modtaget|vi har mottatt din|vi har mottatt henvendelsen|
    takk for din henvendelse|dziękujemy za zgłoszenie|dziękujemy za kontakt|dziękujemy za wiadomość|
    otrzymaliśmy * zgłoszenie|otrzymaliśmy * wiadomość|zgłoszenie * zostało * zarejestrowane|
    děkujeme za váš|děkujeme za vaši|obdrželi jsme|váš požadavek * byl|ďakujeme za váš|
    kiitos yhteydenotostasi|kiitos viestistäsi|olemme vastaanottaneet|köszönjük megkeresését|megkaptuk|
    megkeresését megkaptuk|am primit solicitarea|am primit mesajul|talebiniz * alındı|
    talebiniz alınmıştır|mesajınız * alınmıştır|ваше обращение * зарегистрировано|ваш запрос * принят|
    ваш запрос * зарегистрирован|мы получили ваше|спасибо за обращение|ваше звернення * зареєстровано|
    ми отримали|дякуємо за звернення|λάβαμε το μήνυμά|ευχαριστούμε για την επικοινωνία|primili smo vaš|
    prejeli smo vaš|הפנייה שלך התקבלה|פנייתך התקבלה|تم استلام طلبك|شكرا لتواصلك""",
    """
    お問い合わせありがとうございます|お問い合わせいただき|受け付けました|受付いたしました|来信已收到|
    邮件已收到|已收到您的|收到您的|접수되었|접수됐|문의해 주셔서""",
)
"""Something has come in."""

PROMISE = Phrases(
    """
    get back to you|will respond|will reply|will contact you|respond within|reply within|
    as soon as possible|shortly|within one business day|within * hours|within * business days|
    being reviewed|being processed|add additional comments|to add additional|has been assigned|
    our support staff|our support team|ticket number is|reference number|melden uns|wir melden|
    schnellstmöglich|so schnell wie möglich|innerhalb von|wird * geprüft|wird bearbeitet|in bearbeitung|
    weitere kommentare|in kürze|umgehend|dans les meilleurs délais|dans les plus brefs délais|
    en cours de traitement|nous vous répondrons|reviendrons vers vous|lo antes posible|
    a la mayor brevedad|le responderemos|está siendo revisada|está siendo procesada|
    o mais breve possível|o mais rápido possível|está sendo analisada|está a ser|responderemos|
    entraremos em contato|al più presto|il prima possibile|in fase di esame|risponderemo|in lavorazione|
    zo spoedig mogelijk|zo snel mogelijk|wordt beoordeeld|nemen contact|nemen zo spoedig|
    så snart som möjligt|återkommer|snarest|så hurtigt som muligt|vender tilbage|hurtigst muligt|
    så snart som mulig|tar kontakt|jak najszybciej|wkrótce|niezwłocznie|co nejdříve|
    budeme vás kontaktovat|čo najskôr|mahdollisimman pian|palaamme asiaan|hamarosan|
    a lehető leghamarabb|cât mai curând|în cel mai scurt timp|en kısa sürede|в ближайшее время|
    как можно скорее|уведомление|найближчим часом|σύντομα|το συντομότερο|uskoro|u najkraćem roku|
    v najkrajšem času|בהקדם|قريبا|في أقرب وقت""",
    """折り返し|順次|ご連絡いたします|尽快|盡快|稍后|빠른 시일|확인 후""",
)
"""Somebody will look at it."""

CHALLENGE = Phrases(
    """
    has not been verified|was not verified|address * not verified|is being held|held for * approval|
    protected by * anti spam|protected by * spam|one time verification|confirm that you are * human|
    not a spammer|to have your message delivered|complete the verification|prove you are human""",
    "",
)
VERIFY = Phrases("click * link|click below|verify|verification|confirm|reply to this message to", "")
"""A mailbox that lets strangers in only after they click on something has both of these."""

REPORT_SUBJECT = _subject("""
    read|read receipt|return receipt|delivery receipt|delivered|relayed|not read|delivery delayed|
    message delayed|delayed|delivery status notification (delay)|delivery status notification (success)|
    delivery status notification (relay)|e-mail feedback report|email feedback report|abuse report|
    gelesen|ungelesen gelöscht|nicht gelesen|zugestellt|übermittelt|lesebestätigung|empfangsbestätigung|
    übermittlungsbestätigung|verzögert|lu|non lu|accusé de réception|accusé de lecture|
    confirmation de lecture|leído|no leído|confirmación de lectura|confirmación de entrega|lido|lida|
    não lido|não lida|confirmação de leitura|recibo de leitura|letto|non letto|conferma di lettura|
    gelezen|niet gelezen|leesbevestiging|läst|oläst|läskvitto|læst|ulæst|kvittering|
    kvittering for læsning|lest|ikke lest|lesebekreftelse|przeczytano|nie przeczytano|
    potwierdzenie przeczytania|potwierdzenie doręczenia|přečteno|nepřečteno|prečítané|прочитано|
    прочтено|не прочитано|уведомление о прочтении|прочетено|luettu|ei luettu|elolvasva|olvasatlan|citit|
    necitit|okundu|okunmadı|αναγνώστηκε|διαβάστηκε|pročitano|prebrano|loetud|izlasīts|perskaityta|开封|
    開封済み|開封確認|開封済|已读|已讀|未读|읽음|읽지 않음|נקרא|مقروءة|تمت القراءة|đã đọc|dibaca|llegit""")
CALENDAR_SUBJECT = _subject(
    """
    accepted|declined|tentative|tentatively accepted|canceled|cancelled|canceled event|cancelled event|
    invitation|updated invitation|new time proposed|meeting forward notification|zugesagt|abgesagt|
    abgelehnt|mit vorbehalt|angenommen|vorläufig zugesagt|zusage|absage|einladung|
    aktualisierte einladung|accepté|acceptée|refusé|refusée|provisoire|annulé|annulée|
    invitation acceptée|aceptado|aceptada|rechazado|rechazada|provisional|cancelado|cancelada|
    cancelado este evento|accettato|accettata|rifiutato|rifiutata|provvisorio|annullato|annullata|
    invito|aceito|aceite|aceita|recusado|recusada|provisório|convite|geaccepteerd|geweigerd|afgewezen|
    voorlopig|geannuleerd|uitnodiging|accepterat|accepterad|avböjt|preliminärt|inställt|inbjudan|
    accepteret|afvist|foreløbig|aflyst|godtatt|akseptert|avslått|foreløpig|avlyst|invitasjon|
    zaakceptowano|odrzucono|wstępnie zaakceptowano|odwołano|zaproszenie|přijato|odmítnuto|nezávazně|
    zrušeno|prijaté|odmietnuté|zrušené|hyväksytty|hylätty|alustava|peruutettu|kutsu|elfogadva|
    elutasítva|feltételes|lemondva|acceptat|refuzat|anulat|kabul edildi|reddedildi|iptal edildi|принято|
    отклонено|под вопросом|отменено|приглашение|прийнято|відхилено|скасовано|прието|отказано|αποδοχή|
    απόρριψη|ακύρωση|prihvaćeno|odbijeno|otkazano|sprejeto|zavrnjeno|odpovedano|aktsepteeritud|
    tagasi lükatud|承諾|辞退|仮承諾|キャンセル|招待|已接受|已拒绝|已拒絕|暂定|暫定|已取消|邀请|邀請|
    수락됨|거절됨|미정|취소됨|초대|התקבל|נדחה|בוטל|مقبول|مرفوض|ملغى"""
)
AWAY_SUBJECT = _subject("""
    automatic reply|automatic response|automatic answer|automated reply|automated response|auto reply|
    auto-reply|autoreply|auto response|auto-response|autoresponse|auto responder|autoresponder|
    out of office|out of the office|out of office reply|out of office autoreply|ooo|vacation reply|
    vacation message|automatische antwort|automatische reply|abwesenheitsnotiz|abwesenheitsnachricht|
    abwesenheitsmeldung|abwesenheitsbenachrichtigung|abwesenheitsassistent|nicht im büro|
    réponse automatique|message d'absence|message d’absence|absence du bureau|absent du bureau|
    respuesta automática|fuera de la oficina|fuera de oficina|respuesta automatica|resposta automática|
    fora do escritório|ausente do escritório|mensagem de ausência|risposta automatica|fuori ufficio|
    fuori sede|automatisch antwoord|automatisch bericht|afwezigheidsbericht|niet aanwezig|
    niet op kantoor|autosvar|automatiskt svar|automatisk svar|automatiskt meddelande|frånvaromeddelande|
    ikke på kontoret|inte på kontoret|fraværsmelding|fraværsbesked|autoodpowiedź|automatyczna odpowiedź|
    odpowiedź automatyczna|poza biurem|automatická odpověď|automatická odpoveď|mimo kancelář|
    mimo kancelárie|автоматический ответ|автоответ|нет на месте|вне офиса|отсутствие на рабочем месте|
    автоматична відповідь|автоматичен отговор|аутоматски одговор|automatski odgovor|samodejni odgovor|
    automaattinen vastaus|automaattivastaus|poissaoloviesti|poissaoloilmoitus|automatikus válasz|
    házon kívül|otomatik yanıt|otomatik cevap|ofis dışında|ofis dışındayım|răspuns automat|
    nu sunt la birou|αυτόματη απάντηση|εκτός γραφείου|automaatvastus|automātiska atbilde|
    automatinis atsakymas|自動応答|自動返信|【自動返信】|【自動応答】|不在通知|不在のお知らせ|自动回复|
    自动答复|自動回覆|自動回復|不在办公室|不在辦公室|외출 중|자동 응답|자동응답|자동 회신|자동회신|
    부재중|부재중 알림|trả lời tự động|balasan otomatis|di luar kantor|תשובה אוטומטית|מענה אוטומטי|
    الرد التلقائي|رد تلقائي|خارج المكتب|پاسخ خودکار|ตอบกลับอัตโนมัติ|स्वचालित उत्तर|resposta automàtica""")
GONE_SUBJECT = _subject(
    """
    auto|i'm away|i am away|i'm out|i am out|i am on leave|i'm on leave|i am on vacation|
    i'm on vacation|i am on holiday|on vacation|on leave|on holiday|on annual leave|away|
    away from the office|away from my desk|away from my mail|vacation|holiday|annual leave|abwesend|
    abwesenheit|urlaub|nicht im haus|absent|absente|absence|congés|en congé|ausente|ausencia|vacaciones|
    ausência|férias|assente|assenza|ferie|afwezig|afwezigheid|vakantie|frånvaro|frånvarande|semester|
    fravær|fraværende|nieobecność|nieobecny|urlop|nepřítomnost|dovolená|neprítomnosť|dovolenka|poissa|
    poissaolo|loma|szabadság|szabadságon|concediu|izin|izindeyim|отпуск|в отпуске|відпустка|odsutnost|
    odsotnost|eingangsbestätigung|accusé de réception|acuse de recibo|aviso de recebimento|
    ontvangstbevestiging|休暇|不在|休假|휴가"""
)
"""Subjects that people write as well: the text must agree."""
