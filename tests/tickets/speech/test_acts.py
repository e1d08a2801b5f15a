"""What may mend something and what may not, by example, in the languages of mailboxes."""

from __future__ import annotations

import pytest

from assets.tickets.speech.acts import acts
from assets.tickets.speech.automaton import GAP, Phrases, read

NOTHING = {
    "thanks": """
        Thanks a lot!
        Thank you for your quick help.
        Vielen Dank für die schnelle Hilfe!
        Merci beaucoup pour votre aide.
        Muchas gracias por la ayuda.
        Grazie mille per l'aiuto!
        Muito obrigado!
        Hartelijk dank voor de hulp.
        Tack så mycket!
        Tusen takk!
        Mange tak for hjælpen.
        Kiitos paljon avusta!
        Dziękuję bardzo!
        Děkuji mockrát.
        Hi Ann, thanks for reporting this issue.
        Thank you for contacting support.
        """,
    "courtesy": """
        You're welcome! Have a great day.
        No problem, happy to help!
        Glad that helped! Let me know if you need anything else.
        Sounds good.
        Wir haben Ihre Anfrage erhalten.
        Nous avons bien reçu votre demande.
        Hemos recibido su solicitud.
        Abbiamo ricevuto la vostra richiesta.
        We hebben uw vraag ontvangen.
        Otrzymaliśmy Państwa zgłoszenie.
        Gern geschehen, schönen Tag noch!
        Keine Ursache.
        Je vous en prie, bonne journée.
        De nada, buen día.
        Prego, buona giornata.
        De nada, disponha!
        Graag gedaan.
        Ingen orsak!
        Selv tak.
        Bare hyggelig.
        Ole hyvä.
        Nie ma za co, miłego dnia.
        Není zač.
        Please take our survey: https://survey.example/s
        Gern geschehen. Falls noch etwas ist, einfach melden.
        Perfect. Take care!
        If it hums again, just reply to this mail.
        If you need anything else, please contact us.
        If this happens again, open a new ticket.
        Falls es wieder auftritt, melden Sie sich bitte erneut bei uns.
        """,
    "closing": """
        Closed.
        Done.
        Closing ticket as fixed.
        Closing this issue as won't fix.
        I will mark this ticket as solved.
        Good to hear. I'll close the ticket.
        Thanks for confirming, closing this one.
        As agreed on the phone I am closing this ticket.
        Your request (#4711) has been solved.
        Glad to hear that it works now. I am closing this ticket.
        Cleaning up older fixed issues. If this issue should not have been closed as fixed, please reopen.
        Freut mich, dass es klappt. Ich schließe das Ticket.
        Ticket ist erledigt und wird geschlossen.
        Parfait, je clôture le ticket.
        Le problème est résolu, nous fermons la demande.
        Perfecto, cierro el ticket.
        Caso resuelto.
        Chiudo il ticket.
        Problema risolto, grazie.
        Chamado encerrado.
        Ik sluit de melding.
        Jag stänger ärendet.
        Jeg lukker sagen.
        Da lukker vi saken.
        Suljen tiketin.
        Zamykam zgłoszenie.
        Uzavírám požadavek.
        Marking as resolved since the customer confirmed.
        Não há de quê, vou encerrar o chamado.
        """,
    "auto_close": """
        This ticket was closed automatically after 14 days.
        Closing due to inactivity.
        Closing ticket, no response from the reporter.
        We have not heard back from you for two weeks. If you still need help, just reply to this mail.
        This request has been automatically closed. Please reply to reopen it.
        Das Ticket wurde automatisch geschlossen.
        Mangels Rückmeldung schließe ich das Ticket.
        Le ticket a été fermé automatiquement.
        Faute de réponse, je clôture le ticket.
        El caso fue cerrado automáticamente por inactividad.
        Ticket chiuso automaticamente dopo 10 giorni.
        Chamado encerrado automaticamente.
        De melding is automatisch gesloten.
        Ärendet har stängts automatiskt.
        Sagen er lukket automatisk.
        Tiketti suljettu automaattisesti.
        Zgłoszenie zamknięte automatycznie.
        Tiket byl automaticky uzavřen.
        """,
    "promise": """
        We will look into it and come back to you.
        I'm looking into this now.
        Working on it.
        Our developers are working on it.
        We'll fix this in the next release.
        Wir arbeiten an einer Lösung.
        I will check and let you know tomorrow.
        We'll keep you posted.
        Wir prüfen das und melden uns.
        Ich kümmere mich darum.
        Nous revenons vers vous rapidement.
        Nous vous tenons au courant.
        Estamos investigando el problema.
        Stiamo verificando.
        Vamos verificar e retornaremos.
        We komen er zo snel mogelijk op terug.
        Vi återkommer.
        Vi vender tilbage.
        Vi ser på saken.
        Palaamme asiaan.
        Sprawdzimy to.
        Podíváme se na to.
        """,
    "forwarding": """
        I have forwarded your request to my colleague.
        We have escalated this to our engineers and will get back to you.
        Assigning over to the mobile team.
        Ihre Anfrage haben wir an die Technik weitergegeben, wir melden uns.
        Nous avons transmis votre demande au service technique.
        Hemos derivado su caso al equipo técnico.
        Abbiamo inoltrato la richiesta al reparto tecnico.
        Encaminhamos o chamado para a equipe.
        Ik heb uw vraag naar onze technici doorgestuurd.
        Vi har skickat ärendet vidare till tekniken.
        Vi har sendt sagen videre til teknikken.
        Przekazaliśmy zgłoszenie do działu technicznego.
        """,
    "verification": """
        Verified fixed in 3.5.2.
        Tested and verified with PumpCtl 3.5.2, works as expected.
        PR merged.
        Merged to master.
        Code review passed, waiting for the build.
        PR approved.
        Erfolgreich getestet.
        Testé avec la 3.5.2.
        Getest met 3.5.2.
        """,
    "not_reproduced": """
        Unable to reproduce with 3.5.2.
        Unable to reproduce.
        Nicht reproduzierbar.
        Impossible de reproduire.
        """,
    "approval": """
        Approved.
        Your request was approved.
        Freigegeben.
        Demande approuvée.
        """,
    "me_too": """
        Same problem here.
        Same problem here at line 2.
        Me too!
        Gleiches Problem hier.
        Même problème.
        Mismo problema aquí.
        Stesso problema.
        Samma problem.
        """,
    "confirmation": """
        Many thanks, it works now.
        That did the trick!
        Happy to hear it's sorted, Jane. Best, Al
        Danke, jetzt klappt es wieder.
        Merci, ça marche maintenant.
        Gracias, ya funciona.
        Bedankt, het werkt weer.
        Tack, nu fungerar det.
        Dzięki, działa.
        """,
    "asking": """
        Which pump is it?
        Hello, can you share a video of it? Thanks.
        Could you please attach the log.
        Please provide a test case.
        Welche Pumpe ist es?
        Pouvez-vous nous envoyer le journal ?
        ¿Qué versión usa?
        Che versione usate?
        Welke versie gebruikt u?
        """,
}

ANSWERS = """
    Closing the valve fixed it.
    Close the ticket window with Esc, then the list loads.
    Closing the stale connections in the pool fixes it: set maxIdle=0.
    Closed the bypass valve V7.
    Set dialog.closeDelay=0: the dialog was automatically closed by the watchdog.
    The port was closed by the system firewall; open 8883.
    Fixed, the file handle is automatically closed in 3.2.1 now.
    Use auto-close=false in the settings.
    No response from the sensor means that cable W3 is broken.
    After 3 days the battery is flat, charge it.
    Thanks, the fuse was blown.
    Great, we replaced F2 and cleaned the filter.
    Thank you. Restart the pump.
    Hello, restart the pump.
    Restart.
    Set the limit to 40.
    Fixed in 3.5.2.
    Verified on site: fuse F2 was blown and is replaced.
    Tested with a new cable, so replace W3.
    Checked with a meter: F2 is blown.
    Forward port 8883 to the controller.
    Forwarded port 80 to 8080, now it answers.
    Provide a valid token in the header.
    Share the folder with everyone.
    Attach the cable to W3.
    Wait for five seconds, then press both keys.
    Look at chapter 4 of the manual.
    Check fuse F2.
    Try another cable.
    Update the firmware to 3.5.2, then restart.
    Added missing relay K4.
    Moved the sensor to the left bracket.
    Assign the address 7 to the valve.
    Same fuse as in the other hall: F2, 10 A slow.
    Done: relay K4 replaced.
    Let us swap the motor.
    You need to be an admin to close tickets: ask for the role Editor.
    Open the ticket view and press F5.
    The valve must be closed before start.
    Feel free to use port 81 instead.
    The test environment has another limit: 40.
    If it hums, replace F2.
    If the display stays dark, press both keys and let us know.
    Falls es wieder brummt, melden Sie das Gerät am Gateway neu an.
    Wenn die LED blinkt, öffnen Sie das Ventil.
    Should it fail, write 1 to the register.
    If you see E-42, please reply with R to the prompt.
    If it is blocked, contact your bank.
    Take care of the valve.
    Glad to hear it, Jane: replace F2 in the other hall too.
    Reply with STOP to end the messages.
    File a new claim in the portal.
    Senden Sie uns den Motor zur Reparatur.
    Melden Sie sich am Gerät ab und wieder an.
    Si elle ronfle, remplacez F2.
    I will send you a new fuse today.
    The problem was solved by a new seal.
    Ventil schließen, dann läuft sie wieder.
    Sicherung F2 getauscht.
    Keine Antwort vom Server: Dienst neu starten.
    Prüfen Sie die Sicherung F2.
    Der Fehler wurde mit Version 3.5.2 behoben.
    Danke, es lag am Kabel W3.
    Fermez la vanne V7.
    Remplacez le fusible F2.
    Merci, il suffit de redémarrer la pompe.
    Cierre la válvula V7.
    Cambie el fusible F2.
    Chiudere la valvola V7.
    Sostituire il fusibile F2.
    Feche a válvula V7.
    Troque o fusível F2.
    Sluit klep V7.
    Vervang zekering F2.
    Stäng ventil V7.
    Byt säkring F2.
    Luk ventil V7.
    Skift sikring F2.
    Lukk ventil V7.
    Sulje venttiili V7.
    Vaihda sulake F2.
    Zamknij zawór V7.
    Wymień bezpiecznik F2.
    Zavřete ventil V7.
    Vyměňte pojistku F2.
    """


def lines(text: str) -> list[str]:
    return [line.strip() for line in text.split("\n") if line.strip()]


@pytest.mark.parametrize(
    ("act", "text"), [(act, text) for act, texts in NOTHING.items() for text in lines(texts)]
)
def test_what_mends_nothing(act: str, text: str) -> None:
    done = acts(text)
    assert done is not None
    assert act in done


@pytest.mark.parametrize("text", lines(ANSWERS))
def test_what_may_mend_something(text: str) -> None:
    assert acts(text) is None


def test_one_sentence_that_says_something_is_enough() -> None:
    assert acts("Hi Ann,\nglad to hear from you. Replace F2. Closing the ticket.\nBest regards,\nBo") is None
    assert acts("Replace F2. This ticket will be closed automatically after 14 days.") is None


def test_names_are_no_answer() -> None:
    assert acts("Hi Ann Miller,\nthanks, closing.\nBest regards,\nBo Berg") is not None
    assert acts("Thanks,\nBo") is not None
    assert acts("Hallo Frau Berg, danke für die Rückmeldung.") is not None


def test_what_a_verification_goes_on_with_is_what_was_seen_unless_it_says_how_it_was_mended() -> None:
    seen = "Verified fixed on:\nPumpCtl build: 3.5.2\nWindows 11\nThe pump starts without a hum. Closing."
    assert acts(seen) is not None
    assert acts("Verified the fix. Replace F2 by a slow one as well.") is None


def test_what_is_too_long_says_something() -> None:
    """However often it thanks; it is not looked through."""
    assert acts("thanks " * 50_000) is None
    assert acts("thanks. " * 200) is not None


def test_a_gap_is_looked_through_to_its_end_and_no_further() -> None:
    phrases = Phrases({"gap": read("a * b; a [a] [a] * * b")})
    assert list(phrases.any(["a"] * 2_000)) == []
    assert phrases.at(["a", *["x"] * GAP, "b"], 0) == ("gap", GAP + 2)
    assert phrases.at(["a", *["x"] * (2 * GAP + 1), "b"], 0) is None


def test_phrases_are_written_with_choices() -> None:
    phrases = Phrases({"it": read("en: close [the] (door/{valve}); after # days; wait …")}, classes={
        "valve": frozenset(("valve", "tap"))})  # fmt: skip
    assert phrases.at(["close", "the", "tap", "now"], 0) == ("it", 3)
    assert phrases.at(["close", "door"], 0) == ("it", 2)
    assert phrases.at(["after", "14", "days"], 0) == ("it", 3)
    assert phrases.at(["wait", "and", "see"], 0) == ("it", 3)
    assert phrases.at(["close", "it"], 0) is None


@pytest.mark.parametrize("phrase", ["* door", "[the]", "(the/a) door", "close )"])
def test_a_phrase_of_no_word_is_refused(phrase: str) -> None:
    with pytest.raises(ValueError, match=r"phrase|choice"):
        Phrases({"it": [phrase]}, light=frozenset(("the",)))
