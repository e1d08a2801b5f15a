"""What who asked says of an answer, by example."""

from __future__ import annotations

import pytest

from assets.tickets.speech.another import is_another
from assets.tickets.speech.stance import (
    confirms,
    found_out,
    proposes,
    reply,
    reports_failure,
    says_what_was_done,
    stance,
)
from tests.tickets.speech.test_acts import lines

CONFIRMED = """
    Thanks!
    Thanks a lot, it works now!
    Perfect, that did the trick.
    Works with no problems, thanks.
    Thanks, we have replaced the fuse and all is well.
    Danke, jetzt geht es wieder. Noch einen schönen Tag!
    Vielen Dank, der Fehler ist weg.
    Merci, ça marche maintenant.
    Gracias, ya funciona.
    Grazie, ora funziona.
    Grazie ancora.
    Obrigado, funcionou.
    Bedankt, het werkt weer.
    Tack, nu fungerar det.
    Takk, det virker nå.
    Kiitos, nyt toimii.
    Dzięki, działa.
    Děkuji, nyní to funguje bez problémů.
    Yes that was it.
    Oh, that was it, thanks!
    Thanks, it no longer hums.
    Thanks, replaced the fuse and no more hum.
    Yes, that helped.
    """

FAILED = """
    That did not help at all, it still hums.
    It still hums, with the new fuse as well.
    Thanks. It is worse now.
    Ok, same error with the new fuse, E-417.
    Great, now it is completely dead.
    Thanks, but the problem persists.
    No change.
    It no longer starts with it, no luck.
    Danke, das Problem besteht weiterhin.
    Leider nicht, sie brummt immer noch.
    Es funktioniert noch nicht.
    Merci, le problème persiste.
    Merci, ça ne marche toujours pas.
    Gracias, el problema continúa.
    Gracias, pero sigue sin funcionar.
    Grazie, il problema persiste.
    Grazie, ma non funziona.
    Obrigado, mas continua sem funcionar.
    Dank u, het probleem blijft.
    Bedankt, maar het werkt nog steeds niet.
    Tack, men det fungerar inte.
    Tak, men det virker stadig ikke.
    Takk, men samme feil.
    Kiitos, mutta se ei toimi.
    Dziękuję, ale nadal nie działa.
    Děkuji, ale pořád to nefunguje.
    Works on one machine, but the other one still hums.
    """

NEITHER = """
    Thanks, I will try tomorrow and tell you.
    Danke, ich probiere es morgen.
    Which fuse is F2?
    Thanks. Where do I find it?
    We have ordered the part.
    Thanks, but what about the second pump?
    It showed E-42 and that was it.
    Yes.
    No.
    """


@pytest.mark.parametrize("text", lines(CONFIRMED))
def test_thanks_and_what_works_confirm(text: str) -> None:
    assert confirms(text)
    assert stance(text) != "failed"


@pytest.mark.parametrize("text", lines(FAILED))
def test_what_goes_on_or_got_worse_does_not(text: str) -> None:
    assert not confirms(text)
    assert stance(text) == "failed"


@pytest.mark.parametrize("text", lines(NEITHER))
def test_who_asks_on_or_has_yet_to_try_says_neither(text: str) -> None:
    assert not confirms(text)
    assert stance(text) is None


@pytest.mark.parametrize(
    ("asked", "said", "means"),
    [
        ("Replace the fuse F2.", "Nope.", "failed"),
        ("Replace the fuse F2.", "Leider nein.", "failed"),
        ("Replace the fuse F2.", "Yes.", None),
        ("Did it help?", "Yes.", "helped"),
        ("Did it help?", "No, thanks.", "failed"),
        ("Does it work now?", "Ja, danke.", "helped"),
        ("Is it still humming?", "No.", "helped"),
        ("Is it still humming?", "Yes.", "failed"),
        ("Besteht das Problem noch?", "Nein.", "helped"),
        ("Do you have a log?", "Leider nein.", None),
        ("Have you replaced the fuse?", "Yes.", None),
        ("Is it still humming?", "No, it works.", "helped"),
    ],
)
def test_a_mere_yes_or_no_means_what_was_asked(asked: str, said: str, means: str | None) -> None:
    assert reply(said, asked) == means


@pytest.mark.parametrize(
    ("text", "failed"),
    [
        ("Retested with 4.1.1 and confirmed that the issue is still present.", True),
        ("Tested with 3.1 and the error still occurs.", True),
        ("Verified that it still fails on 4.2.", True),
        ("Confirmed, the problem still exists in 5.0.", True),
        ("Getestet mit 3.1, das Problem besteht weiterhin.", True),
        ("Verified that it still works with the slow fuse.", False),
        ("Verified fixed in 3.5.2.", False),
        ("Tested here, port 80 does not work. Open port 8883.", False),
        ("Old firmware does not work with P-4. Update to 3.5.", False),
        ("You still have to press F5.", False),
        ("Merged to master, the backport is still in progress.", False),
        ("Unable to reproduce.", False),
    ],
)
def test_a_verification_may_have_failed(text: str, failed: bool) -> None:
    assert reports_failure(text) is failed


@pytest.mark.parametrize(
    ("text", "proposed"),
    [
        ("Could you update to 2.3?", True),
        ("Have you tried turning it off and on again?", True),
        ("Did you plug in the cable?", True),
        ("Könnten Sie bitte das Gateway neu starten?", True),
        ("Pouvez-vous vider le cache et vous reconnecter ?", True),
        ("¿Puede reiniciar el equipo, por favor?", True),
        ("Could you please attach the log?", False),
        ("Which pump is it?", False),
        ("Did it help?", False),
        ("Is the issue resolved for you?", False),
        ("Besteht das Problem noch?", False),
        ("Do you need an invoice for the fuse?", False),
        ("Update to 2.3.", False),
    ],
)
def test_what_may_mend_it_may_be_proposed_in_a_question(text: str, proposed: bool) -> None:
    assert proposes(text) is proposed


def test_who_asked_may_say_what_was_done() -> None:
    assert says_what_was_done("It was disabled. Enabled it and it works.")
    assert not says_what_was_done("Enabled it, it still hums.")
    assert not says_what_was_done("It works now, thanks.")


def test_the_last_word_counts() -> None:
    assert stance("It still hums.\nEdit: now it works.") == "helped"
    assert stance("It works. No, now it hums again, no change.") == "failed"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("That did not help. I found it myself: the cable W3 was swapped.", True),
        ("It turned out that the cable W3 was swapped.", True),
        ("Solved it by swapping the cable W3.", True),
        ("Habe es selbst gefunden: Kabel W3 war vertauscht.", True),
        ("J'ai trouvé, le câble W3 était inversé.", True),
        ("Era culpa del cable W3, estaba invertido.", True),
        ("I have not found out what it is.", False),
        ("What was the cause?", False),
        ("Thanks, solved.", False),
        ("It still hums.", False),
    ],
)
def test_who_asked_may_find_out_alone(text: str, found: bool) -> None:
    assert found_out(text) is found


@pytest.mark.parametrize(
    ("text", "another"),
    [
        ("Thanks! Another question: the display stays dark since Monday.", True),
        ("I have a new problem, the display stays dark.", True),
        ("Second: the display stays dark.", True),
        ("Danke. Ein weiteres Problem: die Anzeige bleibt dunkel.", True),
        ("Une autre question : l'écran reste noir depuis lundi.", True),
        ("Otro problema: la pantalla queda negra.", True),
        ("Een ander probleem: het scherm blijft zwart.", True),
        ("Ett annat problem: skärmen är svart sedan måndag.", True),
        ("Další problém: displej zůstává tmavý.", True),
        ("Thanks, there was no other issue since then.", False),
        ("We have no other problem with the display so far.", False),
        ("I opened another request for the invoice, ignore that.", False),
        ("Another question.", False),
        ("Keine weiteren Fragen, kein anderes Problem mehr bei uns.", False),
    ],
)
def test_another_problem_is_one_that_there_is_and_that_is_stated(text: str, another: bool) -> None:
    assert is_another(text) is another
