"""Messages of our own wording as mail programs send them, one a language or a program."""

from __future__ import annotations

MESSAGES = {
    "english, Gmail, wrapped": """\
The float switch in sump 2 sticks again since Monday.
Version is 3.2.1.

Kind regards,
Ana Ruiz
Plant Engineer | Halvor Pumps Ltd
T: +44 20 7946 0000

On Mon, May 3, 2021 at 10:12 AM Bo Lind via Pump Support <
support@halvor.example> wrote:

> Which version runs on the controller?
>
> Bo
""",
    "english, answers in between": """\
On 3 May 2021, Bo said:


> Which version runs on the controller?
3.2.1 on both.

> Since when does it stick?
Since Monday, after the storm.
""",
    "german, Outlook": """\
Der Schwimmerschalter klemmt wieder.

Mit freundlichen Grüßen

i. A. Jana Voss
Instandhaltung
Tel. +49 30 1234567

-----Ursprüngliche Nachricht-----
Von: Bo Lind
Gesendet: Montag, 3. Mai 2021 10:12
An: Jana Voss
Betreff: Pumpe

Welche Version läuft?
""",
    "french, phone": """\
Le flotteur est bloqué depuis lundi.

Envoyé de mon iPhone

> Le 3 mai 2021 à 10:12, Bo Lind <bo@halvor.example> a écrit :
>
> Quelle version ?
""",
    "spanish": """\
El flotador se atasca otra vez.

Un saludo,
Ana

El lun, 3 may 2021 a las 10:12, Bo Lind (<bo@halvor.example>) escribió:

> ¿Qué versión?
""",
    "portuguese, Outlook": """\
A boia emperrou outra vez.

De: Bo Lind
Enviada em: segunda-feira, 3 de maio de 2021 10:12
Para: Rui Melo
Assunto: Bomba

Qual é a versão?
""",
    "italian, disclaimer": """\
Il galleggiante è bloccato.

Cordiali saluti
Ida Neri

Le informazioni contenute in questo messaggio sono riservate e destinate al solo destinatario.
Se ricevuto per errore si prega di cancellarlo; ogni diffusione è vietata.
""",
    "dutch": """\
De vlotter zit weer vast.

Met vriendelijke groet,
Piet Vos

Op ma 3 mei 2021 om 10:12 schreef Bo Lind <bo@halvor.example>:

Welke versie draait er?
""",
    "polish": """\
Pływak znowu się zaciął.

Pozdrawiam serdecznie
Jan Kos

pon., 3 maj 2021 o 10:12 Bo Lind <bo@halvor.example> napisał(a):

> Jaka wersja?
""",
    "czech": """\
Plovák se zase zasekl.

S pozdravem
Jan Kos

po 3. 5. 2021 v 10:12 odesílatel Bo Lind <bo@halvor.example> napsal:

> Jaká verze?
""",
    "russian, Outlook": """\
Поплавок опять заклинило.

С уважением,
Иван Петров

От: Бо Линд
Отправлено: 3 мая 2021 г. 10:12
Кому: Иван Петров
Тема: Насос

Какая версия?
""",
    "swedish": """\
Flottören har fastnat igen.

Skickat från min iPhone

> 3 maj 2021 kl. 10:12 skrev Bo Lind <bo@halvor.example>:
>
> Vilken version?
""",
    "danish, Outlook": """\
Genstart hjælper ikke.

Fra: Bo Lind
Sendt: 3. maj 2021 10:12
Til: Ida Holm
Emne: Pumpe

Hvilken version?
""",
    "norwegian": """\
Flottøren henger.

man. 3. mai 2021 kl. 10:12 skrev Bo Lind <bo@halvor.example>:

> Hvilken versjon?
""",
    "finnish": """\
Uimuri on taas jumissa.

Ystävällisin terveisin
Aino Salo

ma 3. toukok. 2021 klo 10.12 Bo Lind (bo@halvor.example) kirjoitti:

> Mikä versio?
""",
    "hungarian": """\
Az úszó megint beragadt.

Üdvözlettel:
Kiss Anna

Bo Lind <bo@halvor.example> ezt írta (időpont: 2021. máj. 3., H, 10:12):

> Melyik verzió?
""",
    "turkish": """\
Şamandıra yine takıldı.

Saygılarımla,
Ayşe Kaya

Bo Lind <bo@halvor.example>, 3 May 2021 Pzt, 10:12 tarihinde şunu yazdı:

> Hangi sürüm?
""",
    "japanese": """\
フロートがまた固着しました。

よろしくお願いいたします。
佐藤

2021年5月3日(月) 10:12 Bo Lind <bo@halvor.example>:

> バージョンはいくつですか。
""",
    "chinese": """\
浮球又卡住了。

发自我的iPhone

在 2021年5月3日，10:12，Bo Lind <bo@halvor.example> 写道：

哪个版本？
""",
    "korean": """\
플로트가 또 걸렸습니다.

2021년 5월 3일 (월) 오전 10:12, Bo Lind <bo@halvor.example>님이 작성:

> 어떤 버전입니까?
""",
    "forwarded with a word": """\
FYI

---------- Forwarded message ---------
From: Bo Lind <bo@halvor.example>
Date: Mon, 3 May 2021 at 10:12
Subject: Pump
To: <ana@halvor.example>

The pump in hall 3 stops after ten minutes with error E-17.
We need to know whether the fuse is to blame.
""",
    "mailing list": """\
The seal of the P-3 leaks at 40 degrees.

-Ana Ruiz

_______________________________________________
pump-users mailing list
pump-users@lists.halvor.example
https://lists.halvor.example/listinfo/pump-users
""",
    "help desk's mark": """\
It works after the reset.

##- Please type your reply above this line -##

Your request 4711 was updated.
""",
}
