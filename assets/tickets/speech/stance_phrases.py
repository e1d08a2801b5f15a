"""How who asked says whether it is mended, and that they found out themselves. Written as in `phrases`."""

from __future__ import annotations

FAILS = """
en: (not/didn't/doesn't/hasn't/won't) (help/helped/work/worked/fix/fixed/solve/solved/improve); nothing
    changed; (not/isn't) (fixed/solved/resolved/working/better/gone); no
    (change/difference/improvement/effect/luck/success/help); same
    (error/problem/issue/result/symptom/symptoms/message/behaviour/behavior); (problem/issue/error/fault)
    (persists/remains/continues/reappeared/reappears/came back); (problem/issue/fault) (back/returned);
    persists;
    (happens/happened/happening/occurs/occurred/fails/failed/crashes/crashed/broke/hums/stops/stopped) again
   ; no longer (works/starts/working/runs); never (works/worked/helped); worse; in vain; no avail; keeps
    (happening/failing/crashing/stopping); completely (dead/broken)
de: (nichts/kaum) (gebracht/geholfen/geandert); keine (anderung/besserung/wirkung/verbesserung/veranderung);
    ohne erfolg; (problem/fehler/storung) (besteht/bleibt/tritt/kommt/wieder/noch);
    (gleicher/selber/derselbe/gleiche/gleichen) fehler; (gleiche/gleiches/selbe/dasselbe) problem;
    unverandert; schlimmer; (tritt/trat) (erneut/wieder/weiterhin/noch) [auf]; leider nicht; erfolglos;
    brachte nichts; bringt nichts; hilft nichts
fr: (probleme/erreur/souci/panne) (persiste/reste/revient/revenu/demeure/continue); persiste; aucun
    (changement/effet/resultat); aucune (amelioration/difference); meme (erreur/probleme); rien (change/n'y
    fait); sans (succes/effet/resultat); pire; n'a rien (change/donne); inchange; se reproduit; reproduit
es: (problema/error/fallo) (persiste/continua/sigue/vuelve/permanece/volvio); persiste; sigue
    (igual/fallando/sin/apareciendo); mismo (error/problema); sin (exito/cambios/funcionar/resultado); peor;
    continua (igual/fallando/sin); no (ayudo/sirvio/cambio/cambia/resuelve/soluciona); vuelve a
    (fallar/ocurrir/aparecer/pasar)
it: (problema/errore/guasto) (persiste/rimane/continua/resta/ritorna/ricompare); persiste; stesso
    (errore/problema); nessun (cambiamento/miglioramento/effetto); nessuna differenza; senza
    (successo/esito/risultato); peggio; invariato; non (aiuta/cambia/risolve/aiutato/cambiato/risolto)
pt: (problema/erro/defeito) (persiste/continua/permanece/volta/voltou/mantem); persiste; mesmo
    (erro/problema); sem (sucesso/efeito/funcionar/mudanca); pior; continua (igual/sem/falhando/dando/nao);
    nao (ajudou/adiantou/mudou/resolveu)
nl: (probleem/fout/storing) (blijft/bestaat/terug/houdt/aan); zelfde (fout/probleem); hetzelfde probleem;
    geen (verschil/verandering/verbetering/effect/succes); helpt niet; zonder succes; erger; nog hetzelfde
sv: (problemet/felet) (kvarstar/finns/aterkommer/kvar); samma (fel/problem); ingen
    (skillnad/forandring/forbattring); utan resultat; varre; kvarstar; hjalpte inte; inget (hande/hander)
da no: (problemet/fejlen/feilen) (bestar/fortsaetter/fortsetter/vedvarer/vedvare/tilbage/tilbake); samme
    (fejl/feil/problem); ingen (forskel/forskjell/endring/aendring/bedring/effekt); uten resultat; uden
    resultat; vaerre; verre; vedvarer
fi: (ongelma/vika) (jatkuu/pysyy/toistuu/palasi/ennallaan); sama (ongelma/vika/virhe); ei
    (auttanut/muutosta/vaikutusta/toimi); pahempi; pahemmin; jatkuu
pl: (problem/blad) (nadal/wciaz/utrzymuje/powtarza/powraca/wrocil/pozostaje); ten sam (problem/blad); sam
    (problem/blad); nie (pomoglo/pomaga/pomogla/zmienilo/rozwiazalo); bez (zmian/skutku/rezultatu); gorzej
cs: (problem/chyba) (pretrvava/stale/trva/zustava/vratil/vratila); stejny problem; stejna chyba; nepomohlo;
    nepomaha; nefunguje; nefungovalo; bez (zmeny/vysledku/uspechu); horsi; pretrvava
"""
"""What says by itself that it is not mended."""

STILL = """
en: still; yet again; once more
de: immer noch; noch immer; weiterhin; nach wie vor
fr es it pt: toujours; sigue; todavia; ancora; tuttora; ainda; continua
nl sv da no: (nog/nog altijd) steeds; steeds; stadig; fortsat; fortfarande; fortsatt; fremdeles
fi pl cs: edelleen; vielakin; yha; nadal; wciaz; ciagle; stale; porad
"""
"""That it goes on: the fault, unless it is said beside it that something works."""
STILL_ELSE = frozenset(
    """waiting wait testing test trying try looking need question questions wonder wondering curious working
    thank thanks both warte testen frage wachten vraag attends question espero pregunta duda aspetto
    domanda""".split()
)
"""What else may go on."""

NOT = frozenset(
    """not no nothing never neither nor none cannot can't don't doesn't didn't isn't wasn't won't hasn't
    haven't couldn't nicht nichts kein keine keinen nie pas plus rien jamais n'est n'a sans sin nunca nada
    tampoco non niente mai nemmeno senza nao nenhum nem sem niet geen niets nooit zonder inte ej inget
    aldrig utan ikke ikkje intet ingenting aldri uden uten ei eivat ilman nic bez nikdy neni""".split()
)
NOT_BEHIND = frozenset("nicht nie pas plus rien jamais niet nooit inte ej aldrig ikke ikkje aldri".split())
"""Those that stand behind what they deny too."""
NOT_REACH = 3
"""Words between a negation and what it denies."""

BUT = frozenset(
    """but however unfortunately although except though aber leider jedoch allerdings mais malheureusement
    cependant pero lamentablemente desafortunadamente purtroppo tuttavia mas porem infelizmente maar
    helaas echter men tyvarr desvarre dessverre mutta valitettavasti ale niestety jednak bohuzel avsak
    """.split()
)
"""That something else follows."""

MENDED = """
en: solved; fixed; resolved; helped; (issue/problem) closed; done; no longer
    (hums/hangs/crashes/fails/freezes/stops/leaks/blinks/beeps/drops/reboots/stutters/stalls/appears/occurs
    /happens/shows/humming/hanging/crashing/failing/freezing/stopping/leaking/blinking/beeping/appearing
    /occurring/happening/see/seeing/get/getting); no more
    (hum/hums/noise/crash/crashes/hangs/freezes/leak/leaks/failures/warnings/alarms)
de: gelost; behoben; erledigt
fr es it pt: resolu; resolue; regle; resuelto; solucionado; risolto; resolvido; solucionado
nl sv da no: opgelost; lost; avhjulpet; afhjulpet; atgardat; orden
fi pl cs: ratkesi; ratkaistu; kunnossa; rozwiazane; rozwiazany; naprawione; vyreseno; vyresen; opraveno
"""
"""That it is mended, beside what `phrases` has as a confirmation."""

CONDITION = frozenset(
    """if when whenever should would until unless whether wenn falls sobald bis sollte lorsque quand cuando
    hasta quando als tot wanneer om nar tills hvis nar indtil jos kun jesli gdy kiedy pokud az""".split()
)
"""That it is thought, not seen."""

LATER = """
en: (will/going to) (try/test/check/let/see/order/ask/report/get back); let know; trying; (try/test) [it]
    (tomorrow/later)
de: (werde/probiere/teste/versuche/melde) *; bescheid
fr: (vais/essaierai/essayerai/testerai/essaie) *; tiens au courant
es it: (voy/probare/lo pruebo/provo/provero/faro) *; avisare
pt: (vou/testarei/tentarei) *; aviso
nl: (ga/zal/probeer/test) *; laat weten
sv da no: (ska/skall/provar/testar/vil/skal/prover/tester) *; aterkommer
fi pl cs: (kokeilen/testaan/palaan) *; (sprobuje/przetestuje/sprawdze/dam znac) *;
    (zkusim/vyzkousim/otestuji/dam vedet) *
"""
"""That it is yet to be tried."""

FOUND = """
en: pr; prs; pull (request/requests); (found/figured/fixed/solved/resolved/sorted/got/worked) [it]
    (myself/ourselves/out); (figured/worked) out; found [out]
    (cause/problem/reason/issue/solution/fix/culprit/workaround/answer/what); turned out; turns out;
    (cause/culprit/reason) [simply/just]; (problem/issue/error/fault) (caused/due/simply/because);
    (solved/fixed/resolved) (by/after/with); what (helped/fixed/solved) *; (nevermind/never mind) *
de: (selbst/selber) (gefunden/gelost/behoben/herausgefunden); (gefunden/herausgefunden);
    (ursache/grund/schuld/losung); lag (an/am/daran); (gelost/behoben) (durch/indem/mit); stellte heraus;
    herausgestellt
fr: trouve; (cause/solution/raison); (resolu/regle/corrige) en; venait; provenait; moi-meme resolu; resolu
    moi-meme
es: (encontre/encontramos/encontrado/descubri); (causa/solucion); resuelto [yo] mismo;
    (resolvi/solucione/arregle); era culpa
it: trovato; scoperto; causa; soluzione; (risolto/sistemato) (con/cambiando/sostituendo); era colpa;
    dipendeva
pt: (encontrei/encontramos/descobri/achei); causa; solucao; (resolvi/consertei/resolvemos)
nl: (gevonden/ontdekt); oorzaak; oplossing; (zelf) (opgelost/gevonden); (lag/bleek) *
sv da no: (hittade/hittat/fant/fandt/fundet/funnet); orsaken; losningen; arsagen; arsaken; (sjalv/selv)
    (lost/loste); berodde pa; skyldtes; skyldes; visade; viste
fi pl cs: (loysin/loytyi/selvisi); syy; (znalazlem/znalazlam/znalezlismy); przyczyna; przyczyne; okazalo;
    (nasel/nasla/nasli); pricina; pricinu; pricinou; ukazalo
"""
"""That who asked found what it was, or made what mends it."""

YES = "yes|yep|yeah|yup|ja|jawohl|oui|si|sim|ano|tak|kylla|joo"
NO = "no|nope|nah|nein|leider nein|ne|non|nao|nee|nej|nei|nie|ei|ikke|unfortunately not|sadly not|afraid not"
"""An answer of one word, which means what was asked."""
THAT_IT_WAS = (
    "that was it|that was the (?:problem|issue|cause|culprit|trick)|das war es|das war's|daran lag es"
    "|c'etait (?:bien )?(?:ca|cela)|era (?:eso|quello|isso)|dat was het|det var det|to bylo (?:to|ono)"
)
"""That who helps named what it was."""
PROPOSING = frozenset(
    """can could would did tried try trying kannst konnen konntest konnten versucht probiert wurden
    pouvez pourriez peux pourrais essaye puede podria puedes podrias pueden podrian probado intentado
    puo puoi potrebbe potresti potete potreste provato pode poderia podem poderiam tentou tentado
    kunt kunnen zou geprobeerd kan kunde kunne provat provet voitko voisitko voitteko voisitteko
    moze mozesz moglby moglaby mozecie muzete muzes mohl mohla mohli""".split()
)
"""With one of these among its first words a question proposes what may be done."""
PROPOSING_WITHIN = 5
TRIED = frozenset(
    """verified validated tested retested re-tested re-verified confirmed getestet gepruft verifiziert
    nachgepruft teste testee verifie verifiee probado probada verificado comprobado testato testata provato
    verificato testado testada getest nagekeken testat verifierat testet testattu przetestowane
    przetestowano otestovano overeno""".split()
)
"""That somebody tried what was done."""
DID = frozenset(
    """replaced changed updated upgraded installed reinstalled added removed deleted restarted rebooted
    disabled enabled swapped cleaned adjusted configured plugged unplugged switched reconnected
    ersetzt getauscht ausgetauscht geandert eingestellt aktualisiert installiert neugestartet aktiviert
    deaktiviert remplace redemarre active desactive reemplazado sustituido cambiado reiniciado actualizado
    sostituito cambiato riavviato aggiornato trocado substituido reiniciei atualizei vervangen bytt byttet
    skiftet udskiftet vaihdettu wymieniono vymeneno""".split()
)
"""What who asked did."""
CHECKING = """
en: still; (issue/problem/error); any (update/news/progress); help;
    helped; [got] chance; need anything
de: (problem/fehler/storung) [noch]; geholfen; hilft; neuigkeiten; ruckmeldung
fr es it pt: (probleme/erreur/problema/error/errore/erro); aide; aidee; ayudo; aiutato; ajudou
nl sv da no: (probleem/problemet/fout/felet/fejlen/feilen); geholpen
fi pl cs: (ongelma/problem/blad/chyba)
"""
"""With what who helps asks how it went."""
HELPING = (
    "help; helped; geholfen; hilft; aide; ayudo; aiutato; ajudou; geholpen; hjalp; auttoi; pomogl; pomohlo"
)
"""With what who helps asks whether it helped."""
