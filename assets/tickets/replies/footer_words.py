"""Words of the footers that mail programs, servers, companies and lists put under a mail, by language."""

from __future__ import annotations


def stems(table: str) -> tuple[str, ...]:
    """The words of a table: a look for each is far cheaper than one pattern of all."""
    return tuple(word.strip() for word in table.replace("\n", " ").split("|") if word.strip())


SENT = stems("""
    sent|envoyed|posted|gesendet|versendet|verschickt|geschickt|versandt|envoyé|transmis|enviado|
    enviada|enviat|inviato|inviata|spedito|verzonden|verstuurd|sendt|skickat|skickades|wysłane|wysłano|
    wysłana|odesláno|odeslané|odoslané|odoslaná|poslano|poslané|послато|отправлено|послано|надіслано|
    відправлено|изпратено|lähetetty|saadetud|küldve|elküldve|küldtem|gönderildi|gönderilmiştir|στάλθηκε|
    εστάλη|απεστάλη|trimis|nosūtīts|išsiųsta|siųsta|dikirim|gửi|đã gửi|provenance|נשלח|أرسلت|أُرسلت|أرسل|
    مُرسل|مرسل|تم الإرسال|ارسال شده""")
"""'Sent', as the first or the last word of a phone's line."""
GOT = stems("""
    get|download|beziehen|herunterladen|holen sie sich|laden sie|télécharger|téléchargez|obtenir|
    obtenez|obtener|descargar|descarga|obter|obtenha|baixar|baixe|ottieni|scarica|downloaden|ophalen|
    hent|få|last ned|hämta|skaffa|hanki|lataa|pobierz|uzyskaj|získat|získejte|získajte|stáhnout|
    stiahnite|beszerzése|letöltése|obțineți|descărcați|edinin|indirin|скачайте|скачать|получить|
    получите|отримати|завантажити|λήψη|изтегляне|nabavite|preuzmite|prenesite|hankige|lejupielādēt|
    atsisiųsti|dapatkan|unduh|tải|קבל|הורד|الحصول على|احصل على|تنزيل|دریافت|obteniu|baixa""")
"""'Get' or 'download', as the first or the last word where a program recommends itself."""
UNSPACED = stems("""
    から送信|よりスマート|を入手|发自|发送|發送|寄出|傳送|来自|來自|获取|下载|取得|下載|에서 보냄|
    에서 보낸|에서 전송|에서 발송|받기|다운로드|ส่งจาก|ส่งมาจาก|รับ outlook|ดาวน์โหลด|भेजा गया|से भेजा|
    प्राप्त करें""")
"""The same where words are not set apart."""
DEVICES = stems("""
    iphone|ipad|ios|android|galaxy|samsung|huawei|xiaomi|redmi|oneplus|pixel|nokia|motorola|xperia|
    blackberry|windows|outlook|yahoo|proton|gmx|web.de|mail app|spark|superhuman|zoho|aol mail|
    smartphone|smarttelefon|handy|mobil|telefon|telepon|téléphone|portable|móvil|telemóvel|celular|
    cellulare|puhelim|phone|tablet|телефон|смартфон|мобильн|мобільн|почт|пошт|mail.ru|яндекс|айфон|手机|
    手機|小米|华为|華為|网易|邮箱|携帯|スマホ|スマートフォン|네이버|메일|휴대|핸드폰|هاتف|جوال|איפון|
    נייד|k-9|fairemail|bluemail|thunderbird|mailbird|airmail|canary mail|newton|edison|hey.com|fastmail|
    tutanota|icloud|gmail|orange mail|libero|correo|posta|pošta|pošty|e-post|sähköposti|poczta|poczty|
    courrier|email para|mobile""")
"""Devices and programs that say so."""

DISCLAIMER = stems("""
    confidential|privileged|intended recipient|intended solely|intended only|intended for|addressee|
    sole use of|unauthorized|unauthorised|in error|delete this|delete it|delete the|delete all|
    notify the sender|disclos|legally binding|virus|consider the environment|strictly prohibited|
    vertraulich|adressat|kenntnisnahme|rechtlich geschützt|irrtümlich|unbefugt|nicht der richtige|
    nicht der beabsichtigte|vernichten sie|löschen sie|ausschließlich für den|bestimmungsgemäße|
    nicht gestattet|confidentiel|destinataire|par erreur|diffusion|détruire|strictement|confidencial|
    destinatari|por error|por engano|privilegiad|divulga|elimine|elimina|protección de datos|riservat|
    per errore|confidenzial|diffusione|cancellar|vietat|vertrouwelijk|geadresseerde|ten onrechte|
    uitsluitend bestemd|openbaarmaking|per abuis|fortrolig|fejlagtig|uberettiget|konfidensiel|
    konfidentiell|av misstag|ved en feil|ved en fejl|mottagare|mottaker|modtager|luottamuksell|
    vastaanottaj|vahingossa|erehdyksessä|poufn|adresat|omyłkow|zabronion|przez pomyłkę|důvěrn|adresát|
    omylem|dôvern|chybou|bizalmas|címzett|tévedés|confidențial|din greșeală|din eroare|gizli|
    yanlışlıkla|alıcı|конфиденциал|по ошибке|адресат|конфіденц|помилков|поверител|получател|погрешка|
    εμπιστευτικ|παραλήπτ|κατά λάθος|povjerljiv|poverljiv|primatel|primaoc|greškom|zaupn|naslovnik|
    pomotoma|konfidentsiaal|adressaa|ekslikult|konfidenciāl|adresāt|kļūdas dēļ|konfidencial|per klaidą|
    机密|保密|收件人|误收|機密|收件者|誤收|誤って|受信者|기밀|수신인|잘못 수신|סודי|חסוי|נמען|בטעות|
    سرية|سري|المرسل إليه|عن طريق الخطأ|بالخطأ|محرمانه|گیرنده|به اشتباه|bảo mật|nhầm|rahasia|penerima|
    confidencialitat|per error|ความลับ|ผู้รับ|गोपनीय""")
"""Of these a disclaimer has two or more."""
DISCLAIMER_TITLES = stems("""
    disclaimer|confidentiality|confidentiality notice|confidentiality note|legal notice|privacy notice|
    email disclaimer|e-mail disclaimer|haftungsausschluss|vertraulichkeitshinweis|rechtlicher hinweis|
    avertissement|clause de confidentialité|avis de confidentialité|aviso legal|
    aviso de confidencialidad|aviso de confidencialidade|avviso legale|avviso di riservatezza|
    nota di riservatezza|ansvarsfriskrivning|ansvarsfraskrivelse|vastuuvapauslauseke|klauzula poufności|
    nota prawna|prohlášení o důvěrnosti|уведомление о конфиденциальности|免责声明|免責聲明|免責事項|면책""")
COMPANY = stems("""
    handelsregister|amtsgericht|registergericht|sitz der gesellschaft|geschäftsführ|hrb|hra|vorstand:|
    aufsichtsrat|ust-id|ust.-id|ustidnr|firmenbuch|registered in england|registered office|
    registered number|company number|company registration|company no|vat no|vat number|vat reg|siret|
    siège social|au capital de|r.c.s|kvk|btw-nr|btw nummer|cvr|org.nr|orgnr|org. nr|p.iva|partita iva|
    sede legale|cap. soc|capitale sociale|krs|regon|sąd rejonowy|kapitał zakładowy|městským soudem|
    krajským soudem|cégjegyzék|adószám|y-tunnus|registro mercantil|tomo|folio""")
"""Of these a company's line has two or more."""
PRINT = stems("""
    print this|printing|trük|printi|druck|imprim|stampa|afdruk|printen|skriver ut|skrive ut|printer|
    udskriv|tulost|drukuj|drukow|vytiskn|tisk|vytlač|nyomtat|tipări|listați|yazdır|распечат|печат|друк|
    роздрук|εκτυπ|отпечат|ispis|natisn|prindi|drukā|spausdin|印刷|打印|列印|인쇄|הדפס|طباعة|چاپ|in giấy|
    mencetak""")
NATURE = stems("""
    environment|planet|tree|umwelt|environnement|planète|medio ambiente|meio ambiente|ambiente|milieu|
    papier|paper|miljø|miljö|ympäristö|środowisk|prostřed|prostred|környezet|mediu|çevre|окружающ|
    природ|довкілл|περιβάλλον|околна|okoliš|okolj|okolin|keskkon|vidi|aplink|環境|环境|환경|סביב|البيئة|
    محیط|môi trường|lingkungan|medi ambient""")
THINK = stems("""
    consider|think|before|save|need|denken|schonen|bevor|muss|nötig|pensez|pense|avant|respect|piense|
    antes|evite|proteja|protejamos|necesario|necessári|pensa|prima|rispetta|necessario|denk|voordat|
    bespaar|nodig|tænk|tenk|tänk|før|innan|ajattel|ennen|pomyśl|zanim|mysl|než|pred|gondol|mielőtt|
    gândi|înainte|düşün|önce|подумайте|прежде|перш|бережіть|берегите|σκεφτ|πριν|помисл|преди|pomisli|
    prije|preden|mõel|enne|padomā|pirms|pagalv|prieš|前に|考え|请考虑|前请|先考慮|考虑|考慮|생각|לפני|
    חשבו|قبل|مراعاة|trước|sebelum|abans""")
"""A line that asks not to print has one of each of these three."""
SCANNED = stems("""
    scanned for vir|scanned by|checked for virus|checked by avg|checked by eset|virus-free|virus free|
    virenfrei|sans virus|libre de virus|sin virus|auf viren|absence de virus|busca de virus|
    individuare virus|antivírus|antivirus|op virussen|проверено на вирус|перевірено на вірус|
    na obecność wirusów|antivirov|víruskeres|scanned for viruses|message was checked by|
    email security.cloud|virus signature""")
LIST = stems("""
    unsubscribe|mailing list|mailman/listinfo|mailinglist|you are receiving this|you received this|
    are receiving this|you're receiving this|no longer wish to receive|reply to this email directly|
    reply to this e-mail directly|view it on git|visit this group|to post to this group|because you are|
    because you were|because you signed|manage your notification|manage your subscription|
    to stop receiving|mute the thread|delivered by zendesk|email is a service from|abmelden|abbestellen|
    sie erhalten diese|se désabonner|désinscri|désabonne|vous recevez ce|darse de baja|darte de baja|
    cancelar la suscripción|cancelar su suscripción|ha recibido este|recibes este|recibe este|
    cancelar inscrição|cancelar a inscrição|cancelar a subscrição|você está recebendo|você recebeu est|
    recebeu esta|disiscriv|annullare l'iscrizione|ricevi questa|hai ricevuto questa|afmelden|
    uitschrijven|u ontvangt dit|je ontvangt|afmeld|avprenumerera|avregistrera|avsluta prenumeration|
    meld deg av|wypisać się|wypisz się|anulować subskrypcję|odhlásit|odhlásiť|отписаться|відписатися|
    peruuta tilaus|leiratkoz|dezabonare|abonelikten|odjaviti|配信停止|退订|取消订阅|取消訂閱|退訂|
    수신거부|수신 거부|ביטול הרשמה|إلغاء الاشتراك""")
LEARN = stems("""
    learn about sender|learnaboutsender|don't often get email|do not often get email|
    nicht häufig e-mails von|pas souvent d’e-mail|pas souvent d'e-mail|no suele recibir correo|
    non si ricevono spesso|não recebe frequentemente|não costuma receber|ontvangt niet vaak|
    får inte ofta e-post|får ikke ofte|nie otrzymujesz często|from an external sender|
    outside your organization|outside your organisation|outside of the organi|outside of your organi|
    sender might be impersonating|verify the sender|unverified sender""")
"""A server's warning over a mail says one of these."""
