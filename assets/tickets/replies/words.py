"""What mail programs write around a quoted mail, in the languages they speak."""

from __future__ import annotations

import re

_FIELDS = {
    "from": """From|Von|Absender|De|De la|Expéditeur|Remitente|Remetente|Da|Mittente|Van|Afzender|Fra|
    Afsender|
        Avsender|Från|Avsändare|Od|Nadawca|Odesílatel|Odosielateľ|От|Отправитель|Від|Відправник|
        Lähettäjä|Saatja|
        Feladó|Kimden|Gönderen|Από|Nuo|No|差出人|送信者|发件人|發件人|寄件者|寄件人|보낸 사람|보낸사람|
        발신|Từ|Người gửi|จาก|מאת|من|
        Dari|Expeditor|Pošiljatelj|Подател|Šalje|Шаље|Од|Sūtītājs|Siuntėjas|Remitent|از|فرستنده|प्रेषक""",
    "sent": """Sent|Date|Sent at|Sent on|Gesendet|Gesendet am|Datum|Envoyé|Envoyé le|Envoyée|
    Date d'envoi|Message du|
        Enviado|Enviado el|Enviado em|Enviada em|Enviada|Enviat|Fecha|Data|Inviato|Data invio|Verzonden|
        Verzonden op|Sendt|Dato|Skickat|Skickat den|Wysłano|Wysłane|Data wysłania|Odesláno|Odoslané|
        Poslano|Poslané|
        Отправлено|Дата|Дата отправки|Надіслано|Lähetetty|Päivämäärä|Päiväys|Pvm|Saadetud|Kuupäev|
        Elküldve|Küldve|
        Dátum|Küldés ideje|Gönderildi|Gönderme Tarihi|Tarih|Στάλθηκε|Ημερομηνία|Išsiųsta|送信日時|日時|
        日付|发送时间|
        发送日期|日期|時間|时间|傳送時間|寄件日期|傳送日期|보낸 날짜|보낸날짜|날짜|Đã gửi|Ngày|Ngày gửi|
        วันที่|תאריך|נשלח|التاريخ|
        تاريخ|تم الإرسال|تاريخ الإرسال|Dikirim|Dikirim pada|Tanggal|Trimis|Datums|Изпратено|Enviat el|
    Datum odeslání|Dátum odoslania|Послато|Nosūtīts|Data trimiterii|Αποστολή|Ημ/νία|ส่ง|
    ส่งเมื่อ|ارسال شده|تاریخ|भेजा गया|दिनांक|Message du|Envoyé par""",
    "to": """To|An|Empfänger|À|A|Destinataire|Para|Destinatario|Destinatário|Aan|Ontvanger|Til|Till|Do|
    Komu|Adresat|
        Кому|Получатель|Vastaanottaja|Saaja|Címzett|Kime|Alıcı|Προς|Kam|Kam|宛先|收件人|收件者|
        받는 사람|받는사람|수신|Đến|Tới|
        Người nhận|ถึง|אל|إلى|Kepada|Către|Catre|Za|Prima|Primalac|До|За|Per a|Adressaat|به|گیرنده|प्रति""",
    "cc": """Cc|Bcc|CC|Kopie|Kopie (CC)|Copie|Copie à|Cc :|Copia|Con copia|Com cópia|Kopia|Kopi|DW|UDW|
    Копия|Копія|
        Kopio|Másolat|Másolatot kap|Bilgi|Κοιν|Κοινοποίηση|抄送|副本|参照|참조|สำเนา|עותק|نسخة|Kópia|
    Kopija|Kp|
    Koopia|Копие|A/c|رونوشت|प्रतिलिपि|Tembusan""",
    "subject": """Subject|Betreff|Betr|Objet|Sujet|Asunto|Assunto|Oggetto|Onderwerp|Emne|Ämne|Temat|
    Předmět|Predmet|
        Тема|Aihe|Teema|Tárgy|Konu|Θέμα|Tema|Subiect|件名|主题|主題|主旨|제목|Chủ đề|Tiêu đề|เรื่อง|
        หัวเรื่อง|נושא|الموضوع|
        Subjek|Perihal|Zadeva|Tēma|Относно|Ogg|主　题|主 题|标题|標題|موضوع|विषय""",
    "other": """Reply-To|Reply to|Organization|Importance|Priority|Attachments|Sensitivity|Antwort an|
    Wichtigkeit|
        Priorität|Anlagen|Anhänge|Répondre à|Importance :|Pièces jointes|Responder a|Importancia|
        Datos adjuntos|
        Rispondi a|Allegati|Priorità|Bijlagen|Urgentie|Ważność|Załączniki|Bilagor|Prioritet|
        Vedhæftede filer|Vedlegg|
        Důležitost|Přílohy|Важность|Вложения|Liitteet|Mellékletek|重要性|附件|添付ファイル|첨부 파일|
        Anexos|Prioridade|
        Mailed-By|Signed-By|Message-ID|In-Reply-To|Resent-From""",
}


def _words(table: str) -> list[str]:
    return [word.strip() for word in table.replace("\n", " ").split("|") if word.strip()]


FIELDS = {word.lower(): role for role, table in _FIELDS.items() for word in _words(table)}
"""A header's name as mail programs translate it, in lower case, and what it stands for."""

_VERBS = """wrote|writes|said|sent|schrieb|schrieben|schreibt|geschrieben|hat geschrieben|a écrit|écrit|
    a ecrit|écrivait|
    escribió|escribio|escribió lo siguiente|ha escrito|va escriure|escreveu|escreveu o seguinte|
    ha scritto|scrive|scritto|
    schreef|het volgende geschreven|geschreven|skrev|skriver|skrev følgende|napisał|napisała|napisał(a)|
    napisal|napisal(a)|
    napísal|napísal(a)|napísala|pisze|napsal|napsal(a)|napsala|píše|napisao|napisala|je napisao|
    je napisala|je napisal|
    je napisal/-a|написал|написал(а)|написала|пишет|писал|писала|написав|написала|написав(ла)|пише|
    писав|писа|написа|
    kirjoitti|kirjutas|ezt írta|írta|şunu yazdı|yazdı|şunları yazdı|έγραψε|a scris|parašė|rakstīja|
    menulis|đã viết|
    写道|寫道|写到|撰写|的邮件|のメッセージ|のメール|は書きました|が書きました|書きました|さんの発言|
    님이 작성|작성|님이 썼습니다|썼습니다|
    님의 말|님이 쓴 글|쓴 글|เขียนว่า|ได้เขียน|כתב|כתבה|כתב/ה|كتب|كتبت|نوشت|ने लिखा|napisali|
    pisze do mnie|folgendes geschrieben|ha escrit|rašė|rašo|raksta|je napisao/la|napisao/la|
    је написао|је написала|је написао/ла|je napisal(a)|napisal/-a|писали|пишут|писавши|
    schreven|skrev så här|dice|yazmış|ha scritto quanto segue|scrisse|menulis pesan|viết"""
VERBS = sorted(_words(_VERBS), key=len, reverse=True)
_SPACED = [re.escape(verb) for verb in VERBS if verb.isascii() or verb[0] < "\u0590"]
UNSPACED_VERBS = tuple(verb for verb in VERBS if verb[0] >= "\u0590")
_UNSPACED = [re.escape(verb) for verb in UNSPACED_VERBS]
VERB = re.compile(rf"(?<![^\W\d])(?:{'|'.join(_SPACED)})(?!\w)|(?:{'|'.join(_UNSPACED)})", re.IGNORECASE)
"""'Wrote', as the line above a quoted mail says it."""
WEAK_VERBS = frozenset({"said", "sent", "dice"})
"""Verbs that sentences of one's own use too: more evidence must be beside them."""

LEAD = re.compile(
    r"(?:on|am|le|el|il|in data|op|w dniu|dnia|den|på|em|a|à|dne|dňa|dana|dne|в|у|на|vào|vào lúc|pada|"
    r"στις|în data de|în|"
    r"el día|no dia|il giorno|at|date|vom|de|din data|kuupäeval|nuo|pe|v|u|em data|på|в|пн|вт|ср|чт|пт|"
    r"сб|вс|нд|"
    r"mensaje original de|il messaggio di|missatge de|quoting|zitat von|citando|citation de|op datum|la|"
    r"excerpts from|plkst|בתאריך|ב|في|در|در تاریخ|ในวันที่|เมื่อ|在|于|於)"
    r"[\s,.:־-]",
    re.IGNORECASE,
)
"""How such a line begins."""
DATE = re.compile(
    r"\b(?:19|20)\d\d\b|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{1,2}\s?[:.h]\s?\d{2}\b|\d{1,2}\s?[月월]|"
    r"\d{4}\s?[年년]|\b\d{1,2} \w{3,9}\.? \d{2,4}"
)
ADDRESS = re.compile(
    r"[\w.+'%-]{1,64}@(?:[^\W\d]|\d{1,20}\.[a-z])[\w-]*\.?[\w.-]*|<[^<>\s]{1,200}@[^<>\s]*|mailto:"
)

CODE = re.compile(r"[{};|=]|\dT\d\d:")
"""What code and logs hold, and no name or date of a mail."""

_ORIGINAL = """Original Message|Original Appointment|Original E-?Mail|Reply Message|Replied Message|
    Ursprüngliche Nachricht|
    Urspr[uü]ngliche Mail|Originalnachricht|Original-?Nachricht|Originalmeldung|Message d['’]origine|
    Message original|Mail original|Courriel original|E-mail d['’]origine|Message initial|
    Messaggio originale|Messaggio Originale|Mensaje original|
    Mensagem original|
    Missatge original|Oorspronkelijk bericht|Oorspronkelijke mail|Original melding|Opprinnelig melding|
    Oprindelig meddelelse|
    Oprindelig besked|Ursprungligt meddelande|Ursprungligt mail|Originalmeddelande|Oryginalna wiadomość|
    Wiadomość oryginalna|Wiadomość pierwotna|Původní zpráva|Pôvodná správa|Исходное сообщение|
    Исходное письмо|
    Оригинальное сообщение|Вихідне повідомлення|Оригінальне повідомлення|Alkuperäinen viesti|Eredeti üzenet|
    Orijinal Mesaj|Orijinal İleti|Özgün İleti|Özgün Mesaj|Mesaj original|Αρχικό μήνυμα|Izvorna poruka|
    Originalna poruka|
    Izvirno sporočilo|Algne kiri|Pirminis laiškas|元のメッセージ|オリジナルメッセージ|原始邮件|原始郵件|
    原邮件|原件|回复的原邮件|原始信件|
    원본 메시지|원본 메일|원본메시지|Thư gốc|Tin nhắn gốc|Pesan Asli|ข้อความต้นฉบับ|הודעה מקורית|
    الرسالة الأصلية|پیام اصلی|मूल संदेश|Оригинално съобщение|Изворна порука|Pradinis laiškas|Pirminė žinutė|
    Sākotnējais ziņojums|Originalbesked|Mensaje Original|Mail originale|Originele e-?mail|Původní e-?mail|
    원본 이메일|原信|原始信息"""
_FORWARDED = """Forwarded message|Forwarded Message|Forwarded by .{1,60}|Forwarded mail|
    Begin forwarded message|Weitergeleitete Nachricht|
    Weitergeleitet von .{1,60}|Anfang der weitergeleiteten Nachricht|
    Anfang der weitergeleiteten E-?Mail|Message transféré|
    Message transmis|Message réexpédié|Début du message réexpédié|Début du message transféré|
    Transféré par .{1,60}|
    Mensaje reenviado|Inicio del mensaje reenviado|Mensagem encaminhada|Mensagem reencaminhada|
    Início da mensagem encaminhada|Início da mensagem reencaminhada|Messaggio inoltrato|
    Inizio messaggio inoltrato|
    Messaggio Inoltrato|Doorgestuurd bericht|Begin doorgestuurd bericht|Doorgezonden bericht|
    Videresendt meddelelse|
    Videresendt besked|Start på videresendt besked|Videresendt melding|Videresendt e-post|
    Vidarebefordrat meddelande|
    Vidarebefordrat brev|Vidarebefordrat mail|Przekazana wiadomość|Wiadomość przekazana dalej|
    Treść przekazanej wiadomości|
    Přeposlaná zpráva|Preposlaná správa|Пересылаемое сообщение|Пересланное сообщение|Переслане повідомлення|
    Начало переадресованного сообщения|Välitetty viesti|Edelleenlähetetty viesti|Továbbított üzenet|
    Továbbított levél|
    İletilmiş mesaj|Yönlendirilen ileti|İletilen Mesaj|Mesaj redirecționat|Προωθημένο μήνυμα|
    Proslijeđena poruka|
    Prosleđena poruka|Posredovano sporočilo|転送されたメッセージ|転送メッセージ|转发的邮件|转发邮件|
    转发邮件信息|轉寄的郵件|轉寄郵件|
    전달된 메시지|전달된 메일|Thư đã chuyển tiếp|Pesan terusan|הודעה שהועברה|رسالة مُعاد توجيهها|
    Początek przekazywanej wiadomości|Začátek přeposílané zprávy|Začátek přeposlané zprávy|
    Začiatok preposlanej správy|Továbbított levél kezdete|Továbbított üzenet kezdete|
    Începutul mesajului redirecționat|Mesaj redirecționat|Îndepărtat de .{1,60}|
    İletilen ileti başlangıcı|İletilen mesajın başlangıcı|Начало пересылаемого сообщения|
    Початок пересланого повідомлення|Έναρξη προωθημένου μηνύματος|Αρχή προωθημένου μηνύματος|
    Начало на препратено съобщение|Препратено съобщение|Početak proslijeđene poruke|
    Početak prosleđene poruke|Začetek posredovanega sporočila|Edastatud kirja algus|Edastatud kiri|
    Välitetty viesti alkaa|Vidarebefordrat meddelande börjar|Starten på den videresendte meldingen|
    開始轉寄郵件|开始转发的邮件|轉寄郵件開始|転送されたメッセージの先頭|전달된 메시지의 시작|
    Bắt đầu thư được chuyển tiếp|Thư được chuyển tiếp|Awal pesan terusan|Pesan yang diteruskan|
    Missatge reenviat|Inici del missatge reenviat|Inicio de mensaje reenviado|
    Initial forwarded message|Weitergeleitete E-?Mail|Message renvoyé|
    Doorgestuurde mail|Persiųstas laiškas|Pārsūtīts ziņojums"""
_RULE = r"[-_=*~‐‑–—―─━#\s>]"
ORIGINAL = re.compile(rf"^{_RULE}{{2,}}(?:{'|'.join(_words(_ORIGINAL))})\s*:?{_RULE}*$", re.IGNORECASE)
"""The line between an answer and the mail it answers."""
FORWARDED = re.compile(
    rf"^(?:{_RULE}{{2,}}(?:{'|'.join(_words(_FORWARDED))})\s*:?{_RULE}*|"
    rf"(?:{'|'.join(w for w in _words(_FORWARDED) if ' ' in w or w[0] > chr(0x2E80))})\s?[:：])$",
    re.IGNORECASE,
)
"""The line above a mail that is passed on."""
FORWARDED_SUBJECT = re.compile(
    r"^\s*(?:\[[^\]]*\]\s*)?(?:fwd?|wg|tr|rv|enc|i|vs|vb|vl|pd|doorst|továbbítva|ilt|转发|轉寄|转寄|"
    r"転送|전달)\s*[:：]",
    re.IGNORECASE,
)
_ABOVE_LINE = """
    above this line|reply above this|über dieser zeile|oberhalb dieser zeile|über dieser linie|
    oberhalb dieser linie|au-dessus de cette ligne|en dessus de cette ligne|por encima de esta línea|
    encima de esta línea|arriba de esta línea|acima desta linha|acima da linha|sopra questa riga|
    sopra questa linea|al di sopra di questa riga|boven deze lijn|boven deze regel|over denne linje|
    ovenfor denne linje|over linjen|ovanför den här raden|ovanför denna rad|ovanför denna linje|
    tämän rivin yläpuolelle|tämän viivan yläpuolelle|powyżej tej linii|nad tą linią|nad tento řádek|
    nad tímto řádkem|nad tento riadok|nad týmto riadkom|e sor fölé|a sor fölé|e vonal fölé|
    deasupra acestei linii|bu satırın üzerine|bu satırın üstüne|bu çizginin üzerine|выше этой строки|
    над этой строкой|выше этой линии|над этой линией|над цим рядком|вище цього рядка|над този ред|
    πάνω από αυτήν τη γραμμή|πάνω από αυτή τη γραμμή|iznad ovog retka|iznad ove linije|iznad ovog reda|
    nad to vrstico|selle rea kohale|virs šīs līnijas|virš šios eilutės|per sobre d'aquesta línia|
    この行より上|この線より上|在此行上方|在此行以上|在此行之上|在這行上方|이 줄 위|이 선 위|מעל שורה זו|
    מעל לשורה זו|
    أعلى هذا السطر|فوق هذا السطر|phía trên dòng này|di atas baris ini|เหนือบรรทัดนี้|بالای این خط"""
ABOVE_LINE = tuple(_words(_ABOVE_LINE))
"""A help desk's mark says one of these, in lower case."""
DRAWN_MARK = re.compile(r"^##-.{5,150}-##$")
"""Zendesk's mark, in whatever language."""
REPLY_ABOVE = re.compile(
    rf"^\W{{0,60}}(?:\w[^.!?]{{0,80}})??(?:{'|'.join(map(re.escape, ABOVE_LINE))})[^.!?:]{{0,40}}[^\w:]*$",
    re.I,
)
"""A help desk's mark, alone on its line: what stands below is its own mail."""
