"""Names of statuses and outcomes, as trackers and people write them."""

from __future__ import annotations

import pytest

from assets.tickets.outcomes import Outcome, outcome_of

ENDED = """Closed|Resolved|closed/resolved|Done|Fixed|Verified|Abgeschlossen|Gelöst|Résolue|Fermé|Solucionado
|Cerrado|Risolto|Resolvido|Opgelost|Åtgärdat|Løst|Lukket|Ratkaistu|Zamknięte|Vyřešeno|RESOLVED_FIXED
|解決済み|完了|已解决|已关闭|Решено|Закрыто|Çözüldü|Kapatıldı|해결됨|Megoldva|Lezárva|Rezolvat|Închis|Επιλύθηκε|Вирішено|Rešeno
|Resolved (no response needed)|Resolved. No issue remaining|Completed - third party|Nu stängd"""
NOT_ENDED = """Open|In Progress|Not Fixed|Not resolved|Not done|Ready to be closed|Waiting to be closed
|Nicht behoben|Non résolu|No resuelto|Niet opgelost|Inte löst|Nie rozwiązane|Nevyřešeno|Pending
|Не решено|Nem megoldva|未解决"""
UNSOLVED = """Won’t Fix|Won't Fix|WONTFIX|wont-fix|won_t_fix|Won't Fix - EOL|Closed - Won't Fix
|Closed (rejected)|By Design|Works as designed|Known Issue|Obsolete|Out of Date|Not an issue|Not a bug|Invalid
|Not Reproducible|Cannot Reproduce.|Unable to Reproduce|Can't reproduce|Deferred|Postponed|Withdrawn
|Expired|Cancelled|On Hold|Unresolved|Partially fixed|Done - won't do|Spam|No response|Resolved, no response
|Third party
|Nicht reproduzierbar|Wird nicht behoben|Kein Fehler|Abgelehnt|Zurückgestellt|Ne sera pas corrigé
|Rejeté|Rechazado|No reproducible|Non riproducibile|Annullato|Não será corrigido|Wordt niet opgelost
|Afgewezen|Åtgärdas inte|Afvist|Avvist|Hylätty|Odrzucone|Zamítnuto"""
SOLVED = "Fixed|Done|Solved|Resolved|Complete|User Error|Behoben|Corrigé|Implemented|Answered"
DUPLICATE = "Duplicate|Duplicate of PUMP-3|Resolved as duplicate|Duplikat|Doublon|Duplicado"


def names(text: str) -> list[str]:
    return [name.strip() for name in text.replace("\n", "").split("|")]


@pytest.mark.parametrize("name", names(ENDED))
def test_these_end_a_ticket(name: str) -> None:
    assert outcome_of(name) == Outcome(ended=True, unsolved=False, duplicate=False)


@pytest.mark.parametrize("name", names(NOT_ENDED))
def test_these_do_not(name: str) -> None:
    found = outcome_of(name)
    assert found.unsolved or not found.ended


@pytest.mark.parametrize("name", names(UNSOLVED))
def test_these_mend_nothing(name: str) -> None:
    assert outcome_of(name).unsolved


@pytest.mark.parametrize("name", names(SOLVED))
def test_these_mend_something(name: str) -> None:
    assert not outcome_of(name).unsolved


@pytest.mark.parametrize("name", names(DUPLICATE))
def test_these_are_duplicates(name: str) -> None:
    assert outcome_of(name).duplicate


def test_no_duplicate_is_none() -> None:
    assert not outcome_of("Not a duplicate").duplicate
