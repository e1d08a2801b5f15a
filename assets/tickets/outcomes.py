"""What the names of statuses and outcomes say, however they are written: ended, given up, a duplicate."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from assets.tickets.speech.acts import fold
from assets.tickets.speech.automaton import Phrases, read

_ENDED = frozenset(
    """solved resolved closed done fixed complete completed finished answered verified erledigt gelost
    geschlossen behoben fertig abgeschlossen beendet resolu resolue resolus ferme fermee clos close
    cloture cloturee termine terminee corrige corrigee resuelto resuelta cerrado cerrada solucionado
    solucionada terminado terminada completado finalizado risolto risolta chiuso chiusa completato
    completata resolvido resolvida fechado fechada concluido concluida encerrado encerrada opgelost
    gesloten afgehandeld afgesloten voltooid lost stangd stangt atgardad atgardat avslutad avslutat klar
    lukket afsluttet avsluttet ferdig ratkaistu suljettu valmis zamkniete zamkniety zamknieta rozwiazane
    rozwiazany rozwiazana zakonczone vyreseno vyreseny uzavreno uzavreny dokonceno
    解決済み 解決済 解決 完了 已解决 已解決 已关闭 已關閉 已完成 решено решена решён
    закрыто закрыта закрыт выполнено
    вирішено закрито cozuldu kapatıldı kapatildi tamamlandı tamamlandi
    해결됨 해결 완료 완료됨 종료됨 megoldva megoldott
    lezarva lezárva befejezve rezolvat rezolvata inchis inchisa finalizat επιλύθηκε επιλυθηκε έκλεισε
    ολοκληρώθηκε reseno zatvoreno zakljuceno""".split()
)
"""Names that end a ticket, in the languages of exports."""
_DUPLICATE = frozenset(
    """duplicate duplicated dup duplikat dublette doublon duplicado duplicada duplicato duplicata duplicaat
    dubbel dublett duplikaatti duplicitni""".split()
)
_DENIED = frozenset(
    "not never isn't un no be awaiting waiting nicht noch pas non nao niet nog inte ej ikke ei nie ne"
    " не nem δεν ni nije".split()
)
_UNSOLVED = """
en: invalid; (cannot/can't/cant/can not/could not/unable to) (reproduce/repro/duplicate);
    (not/non/irreproducible) reproducible; irreproducible; (won't/wont/will not/won t) (fix/do/be fixed/be
    done); wontfix; wontdo; needs [more] (info/information); incomplete; not our bug; hold; on hold;
    rejected; declined; unresolved; unsolved; unfixed; not [a/an] (bug/issue/defect/problem); no
    (issue/bug/defect/fault found/response/action/change required); [works/working] (as/by)
    (designed/intended/expected/design); abandoned; cancelled; canceled; timed out; timeout; spam; known
    (issue/error/problem/bug/limitation); obsolete; out of date; outdated; deferred; postponed; withdrawn;
    expired; not (applicable/fixable/feasible/supported/planned); no longer (applicable/relevant/supported);
    unsupported; works for me; worksforme; (partially/partly/partial); (ready/waiting) to be; to be; ready
    (to/for); third party; reopened; re-opened; stale; auto closed; (no/lack of) (feedback/answer); end of
    life
de: wird nicht *; (nicht/un) (behoben/gelost/erledigt/reproduzierbar/nachvollziehbar/umgesetzt/moglich);
    unerledigt; ungelost; kein (fehler/problem/bug); abgelehnt; verworfen; zuruckgestellt; zuruckgezogen;
    veraltet; ungultig; wie vorgesehen; bekannter fehler; bekanntes problem; teilweise; abgebrochen;
    storniert; unvollstandig; aufgeschoben; verschoben
fr: (ne/n'a) * (corrige/resolu/pas); non (resolu/resolue/corrige/corrigee/reproductible/valide); pas un
    (bug/defaut); rejete; rejetee; refuse; refusee; annule; annulee; abandonne; abandonnee; reporte;
    reportee; differe; obsolete; invalide; incomplet; sans suite; partiellement; comportement attendu;
    probleme connu; retire; expire
es: no (se/reproducible/resuelto/solucionado/corregido/es/procede); rechazado; rechazada; cancelado;
    cancelada; aplazado; pospuesto; obsoleto; invalido; incompleto; parcialmente; descartado; desestimado;
    error conocido; por diseno; retirado; expirado
it: non (risolto/riproducibile/verra/sara/valido/corretto/e); rifiutato; respinto; annullato; rimandato;
    rinviato; scartato; incompleto; parzialmente; problema noto; come previsto; ritirato; scaduto
pt: nao (resolvido/sera/reproduzivel/corrigido/e/reproduzido); rejeitado; adiado; parcialmente; descartado;
    erro conhecido; retirado; expirado; por projeto
nl: niet (opgelost/reproduceerbaar/gerepareerd/afgehandeld); wordt niet *; afgewezen; geannuleerd;
    uitgesteld; verouderd; ongeldig; gedeeltelijk; onvolledig; geen (fout/bug/probleem); bekend probleem;
    ingetrokken; verlopen
sv da no: (atgardas/loses/rettes) (inte/ej/ikke); (ej/inte/ikke)
    (lost/atgardad/atgardat/reproducerbar/reproduserbar); avvisad; avbruten; uppskjuten; foraldrad; ogiltig;
    delvis; afvist; annulleret; udskudt; ugyldig; foraeldet; avvist; avbrutt; utsatt; kant fel; kendt fejl;
    kjent feil
fi pl cs: ei (korjata/ratkaistu/toistettavissa/korjattu); hylatty; peruttu; lykatty; vanhentunut; osittain;
    virheellinen; nie (rozwiazane/rozwiazany/bedzie/naprawione/odtworzono); odrzucone; odrzucony; anulowane;
    odlozone; nieaktualne; czesciowo; nevyreseno; nebude opraveno; zamitnuto; zruseno; odlozeno; castecne;
    neplatne; nelze reprodukovat
"""
"""Outcomes that mend nothing, wherever they stand in a name: 'Closed - Won't Fix'."""
_FINE = """
en: no (issue/issues/bug/bugs/response/reply/feedback/answer) [further] (needed/necessary/required/remaining
    /remains/left/outstanding/expected); (solved/resolved/done/fixed/complete/completed) [by] third
    party
"""
"""What only looks like one of those."""
_PART = re.compile(r"[^\W_]+(?:'[^\W_]+)*")


class Outcome(NamedTuple):
    """What a name says: that the ticket has ended, that nothing was mended, that it is a duplicate."""

    ended: bool
    unsolved: bool
    duplicate: bool


_KNOWN = Phrases({"fine": read(_FINE), "unsolved": read(_UNSOLVED)})


@lru_cache(maxsize=4_096)
def outcome_of(name: str) -> Outcome:
    """What a status or an outcome says. Dashes, underscores and kinds of apostrophes make no difference; a
    negation beats what it stands before ('Not fixed')."""
    words = _PART.findall(fold(name[:200]))
    ended = any(word in _ENDED for word in words)
    denied = any(
        word in _DENIED and not _ENDED.isdisjoint(words[number + 1 : number + 4])
        for number, word in enumerate(words)
    )
    duplicate = any(
        word in _DUPLICATE and _DENIED.isdisjoint(words[max(number - 2, 0) : number])
        for number, word in enumerate(words)
    )
    given_up = any(name == "unsolved" for name, _, _ in _KNOWN.any(words))
    return Outcome(ended and not denied, denied or given_up, duplicate and not given_up)
