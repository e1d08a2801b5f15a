"""What is said in a thread and mends nothing, by speech act and language. Small letters without accents; each
phrase covers the words it stands for and no more: with one word beside them a sentence says something.

Phrases are parted by `;`. `[x]` may be missing, `(a/b)` is either, `#` a word with a digit, `*` up to six
words, `{ticket}` a word of `TICKET`, and `…` the rest of the sentence. Words of `LIGHT` do not count, neither
here nor in what is read: "closing the ticket" is 'closing ticket'. Of equal phrases the first act counts.
"""

from __future__ import annotations

LIGHT = frozenset(
    """the a this that these those it its i we you he she they me us my our your i'm i've i'd we've
    we're you're it's that's this's is are was were be been being has have had does so and now just also
    then please pls very really already here there which

    der die das den dem des ein eine einen einem einer eines es ich wir sie ihr ihnen ihre ihren ihrem
    mir mich dir uns sich ist sind war waren wird wurde wurden werden worden hat habe haben hatte hatten
    und nun jetzt auch dann bitte sehr hier damit daher somit dies diese dieses diesen diesem dieser mein
    meine unser unsere unserem dass alles ja

    le la les un une des du de d' je nous vous il elle ce cet cette c'est est sont ai avons avez ete etre
    et maintenant donc que qu'il votre vos notre nos mon ma mes j'ai tres tout ca ici cela l'ai

    el los las una del yo usted ustedes lo es esta esto este son ha he hemos han sido ser fue fueron
    ahora su sus te nuestro nuestra mi muy todo ya se favor o os um uma do da dos eu voce voces foi tem
    temos agora seu sua nosso nossa meu minha muito tudo isso isto e il gli di della dello io noi voi lei
    ho abbiamo stato stata essere ora che vostro vostra suo mio molto tutto ci si questo questa favore

    het een dit dat deze ik wij u uw jij je jouw ons onze mijn zijn wordt werd heb hebben heeft nu en ook
    dan zeer er det ett denna detta jag vi du ni din ert er min vart var ar har blev blivit och ocksa da
    som allt et denne dette jeg dere deres vores blitt blevet og ogsa her alt

    ne tama minun te ovat oli ja etta myos jest sa byl byla bylo zostala zostalo zostal sie juz teraz i
    ze my pan pani je jsou jsem jsme uz nyni ted vas vase""".split()
)
"""Words without which a sentence says as much."""

PLAIN = frozenset(
    """will can could would should may might shall going to for of in on at as by with from per about did go
    ahead since because both ok okay yes well fine good great perfect awesome excellent cool super prima
    top nice wonderful glad happy again back soon shortly today tomorrow finally all any an everything
    anything anyone everyone someone everybody others one first am if it'll kann konnen konnten wollen
    mit auf an zu im am vom zum fur von bei wieder gut schon gern gerne bald gleich heute morgen nochmals
    noch pour par sur dans avec au aux bien bon parfait oui nouveau para por con bueno perfecto vale
    nuevo nel bene perfetto nuovo com em bom otimo perfeito sim voor met op aan van goed weer mooi med pa
    till til om att at godt bra flott fint fin igen igjen nyt hyva hyvin taas kylla na w z dobrze
    swietnie znowu v pro dobre skvele opet""".split()
)
"""Words that may stand beside the phrases."""

TICKET = frozenset(
    """ticket tickets case cases issue issues bug bugs request incident thread task story defect item problem
    problems question fall vorgang anfrage meldung anliegen storung frage dossier demande probleme cas
    souci caso solicitud incidencia consulta problema richiesta segnalazione pratica chamado pedido
    solicitacao melding zaak verzoek aanvraag probleem vraag arende arendet problemet sag sagen
    henvendelse henvendelsen sak saken tiketti tiketin palvelupyynto pyynto tapaus ongelma zgloszenie
    zgloszenia sprawe sprawa tiket pozadavek pripad""".split()
)
"""What is closed, forwarded or looked into; it may stand beside the phrases too."""

HOW = frozenset(
    """by after replace replaced replacing change changed changing set setting because cause caused reason use
    update updated upgrade upgraded install installed reinstall add added remove removed delete restart
    restarted reboot rebooted workaround disable disabled enable enabled need needs must new instead
    swapped cleaned adjusted configure configured durch indem ersetzt getauscht ausgetauscht tauschen
    geandert eingestellt ursache neuem neuen neue neues remplace remplacee change changee cause nouveau
    nouvelle reemplazado sustituido cambiado cambiando causa nueva nuevo sostituito cambiato causa nuovo
    nuova trocado trocada substituido substituida novo nova vervangen oorzaak nieuwe nieuw bytt bytte
    byttes orsak orsaken nytt skiftet byttet udskiftet arsag arsak nyt ny vaihdettu syy uusi uudella
    wymieniono wymieniony wymiana przyczyna nowy vymeneno vymenen pricina novy novym""".split()
)
"""With one of these a verification says how it was mended too."""

PHRASES = {
    "thanks": """
en: thanks [(much/lot/again/advance/ton)]; thank [much]; many thanks; thx; ty; cheers; [much] appreciated;
    appreciate
de: danke [(schon/vielmals/nochmals)]; [(vielen/besten/herzlichen)] dank; dankeschon
fr: merci [(beaucoup/bien/encore/infiniment)]; remercie; remercions
es: [(muchas/mil)] gracias; agradezco; agradecemos
it: grazie [(mille/ancora/tante)]; ringrazio; ringraziamo
pt: obrigado; obrigada; agradeco; valeu
nl: [alvast] bedankt; [hartelijk] dank [wel]; dankjewel
sv da no: tack [mycket]; tackar; [(tusen/mange)] takk; takker; [mange] tak
fi pl cs: kiitos [paljon]; kiitoksia; kiitti; dziekuje [bardzo]; dzieki; dziekujemy; dekuji [mockrat];
    dekujeme; diky [moc]
""",
    "greeting": """
en: hi; hello; hey; dear; good (morning/afternoon/evening/day)
de: hallo; guten (tag/morgen/abend); moin; servus; liebe; lieber; geehrte; geehrter; herr; frau; damen;
    herren
fr: bonjour; bonsoir; salut; cher; chere; monsieur; madame
es it: hola; buenos dias; buenas [tardes]; estimado; estimada; buongiorno; buonasera; ciao; salve; gentile
pt nl: ola; oi; bom dia; boa tarde; prezado; prezada; goedemorgen; goedemiddag; goedendag; beste; geachte
sv da no: hej; hei; heisann; god (dag/morgen/morgon)
fi pl cs: moi; terve; hyvaa (paivaa/huomenta); dzien dobry; witam; czesc; szanowny; szanowna; dobry den;
    ahoj; vazeny
""",
    "farewell": """
en: [(best/kind/warm)] regards; best [wishes]; take care; sincerely; yours (sincerely/truly); greetings; bye
de: [mit] freundlichen grussen; [(freundliche/viele/liebe/beste/schone/herzliche)] grusse;
    [(viele/besten/schonen)] gruss; mfg; lg; vg
fr: [bien] cordialement; [cordiales] salutations
es it: [(cordiales/cordial)] (saludos/saludo); atentamente; [(cordiali/distinti)] saluti; cordialmente
pt nl: atenciosamente; cumprimentos; abraco; abracos; [(vriendelijke/met vriendelijke)] (groet/groeten); mvg
sv da no: [med] [vanliga] halsningar; mvh; [med] [(venlig/vennlig)] hilsen; hilsner
fi pl cs: [ystavallisin] terveisin; pozdrawiam; z powazaniem; s pozdravem; pozdravy
""",
    "courtesy": """
en: confirming; contacting; take [(short/quick/brief)] survey [https …];
    reaching out; rate (support/service/help) …; while investigate; received
    (request/mail/message/enquiry); welcome; no (problem/worries/prob); pleasure; anytime; sorry; apologies;
    (delay/inconvenience/confusion/trouble); (glad/happy/good/great/nice/pleased) [to] (hear/know); helped;
    help; glad could; (nice/great/good/lovely) (day/weekend/evening/week); (quick/fast/prompt/kind)
    (help/support/reply/answer/response); support; reply; replying; answer; response; patience; feedback;
    time; effort; assistance; understanding; cooperation; (reporting/submitting/filing/raising); report;
    input; heads up; letting know; let know [(if/whether/should/in case/when/how) …]; (not/don't) hesitate
    …; feel free [to (contact/reopen/reach/reply/ask/write/open/let/get/comment) …]; reopen
    [(if/with/when/in/as) …]; contact [us] (again/if) …; need (anything/further/more) …; further
    (questions/help/assistance) …; (create/open/file/raise/submit) (new/separate) {ticket} …; no further
    action …; any (questions/problems) …; team; guys; folks; sir; madam; sounds good; makes sense;
    understood; noted; agreed; great news; anything else
de: alles klar; (anfrage/nachricht/mail/meldung) erhalten; erhalten; gern geschehen; gerne geschehen; keine
    ursache; kein problem; nichts zu danken; freut [zu horen]; schon zu horen; schonen (tag/abend); schones
    wochenende; hilfe; unterstutzung; schnelle; rasche; ruckmeldung; antwort; nachricht; geduld;
    verstandnis; bei (weiteren/fragen/ruckfragen/bedarf) …; (stehe/stehen) * verfugung; nicht zu zogern;
    zogern nicht …; melden (gern/gerne/jederzeit/wieder/bei/falls/wenn) …; (wunsche/wunschen) *
    (tag/abend/wochenende); (konnte/konnten) helfen; geholfen; in ordnung; entschuldigung; entschuldigen;
    umstande; verspatung; kollegen; zusammen; freut dass * (konnte/konnten)
fr: bien recu; recu; contents; ravis; de rien; avec plaisir; en prie;
    (ravi/ravie/ravis/heureux/heureuse/content/contente) [d'apprendre]; bonne (journee/soiree/continuation);
    aide; l'aide; reponse; retour; patience; n'hesitez pas …; hesitez pas …; (reste/restons) * disposition;
    desole; desolee; comprehension; rapide; pu aider; avoir (pu/aide)
es: recibido; recibimos; (quedo/quedamos) atento; atentos; de nada; con gusto; (alegro/alegra/alegramos);
    buen dia; buen fin semana; ayuda; la ayuda; respuesta; paciencia; rapida; no dude …; no dudes …;
    (quedamos/quedo) a disposicion; siento; disculpe; disculpas; molestias; cualquier duda …
it: (fa/fa molto) piacere; ricevuto; abbiamo ricevuto; prego; nulla; niente; figurati;
    (lieto/lieta/lieti/felice/contento/contenta) [sentire]; buona (giornata/serata); buon lavoro; aiuto;
    l'aiuto; risposta; pazienza; non esiti …; non esitare …; (resto/restiamo/rimango/rimaniamo) a
    disposizione; a disposizione; scusi; ritardo; disagio
pt: recebemos; que bom; bom; nada; disponha; (fico/ficamos) (feliz/contente/felizes/contentes); bom fim
    semana; ajuda; resposta; paciencia; nao hesite …; a disposicao; desculpe; transtorno; qualquer duvida …;
    saber
nl: ontvangen; graag gedaan; geen (probleem/dank); (fijn/blij) [te] horen; fijne (dag/avond/weekend); hulp;
    reactie; antwoord; geduld; snelle; aarzel niet …; mocht * vragen …; laat weten [(als/of) …]; sorry; tot
    ziens; fijn; blij
sv da no: kul; skont; roligt; trevligt; mottagit; modtaget; mottatt; varsagod; ingen orsak; inga problem;
    (kul/roligt/skont) att hora; trevlig (helg/dag); ha bra dag; hjalpen; svaret; hor garna av …; tveka inte
    …; selv tak; ingen arsag; intet problem; lidt; (godt/dejligt/bra/hyggelig) at hore; god
    (weekend/helg/kveld); hjaelpen; hjelpen; hjelp; bare hyggelig; ikke noe problem; (hyggelig/bra/godt) a
    hore; ta gjerne kontakt …; tov ikke …; nol ikke …; snabba; rask; hurtig; hyggeligt; godt hore; bra hora;
    kul hora
fi pl cs: otrzymalismy; panstwa; obdrzeli; obdrzeli jsme; saimme; ole hyva; olkaa hyva; eipa kesta; ei
    kesta; (kiva/hyva/mukava/hienoa) kuulla; hyvaa (viikonloppua/paivanjatkoa); avusta; ota yhteytta …;
    prosze [bardzo]; nie ma (za co/sprawy); ciesze; cieszymy; milo slyszec; milego dnia; za pomoc; pomoc;
    szybka; w razie (pytan/potrzeby/problemow) …; neni zac; rado stalo; nemate zac; (rad/radi) [to]
    [slysim]; hezky den; pekny den; v pripade (dotazu/potreby/problemu) …; nevahejte …; za szybka; kolego;
    hienoa
""",
    "auto_close": """
en: (not/no) (received/got) [an] (reply/response/answer/feedback) …; no (reply/response/answer/feedback)
    received …; {ticket} (automatically/auto/will automatically) (closed/solved/resolved/archived/close) …;
    {ticket} [will] (closed/solved/resolved/archived) automatically …; [{ticket}] (auto-closed/auto-closing)
    [{ticket}]; automatically [(closed/solved/resolved/closing)] [{ticket}];
    (close/closed/closing/solved/resolved) [{ticket}] automatically; [(close/closed/closing)] [{ticket}]
    (due to/because of/for/after) [# (days/weeks/months)] [of] (inactivity/no response/no reply/no
    activity/no feedback/lack of/time passed) …; (close/closed/closing) [{ticket}] due to …; no
    (response/reply/activity/answer/feedback) [(from/for/since/in) [long/quite/some]
    [customer/user/reporter/side/time]]; (not/haven't/hasn't/didn't) (heard/hear) [anything] [back]
    (from/for/in/back) …; (bulk/mass) (closing/closed/close) …; (bulk-closing/bulk-closed/mass-closing) …;
    closed by system; [(close/closed/closing)] stale {ticket} …; housekeeping; after #
    [(calendar/business/working)] (days/weeks/hours/months) [(of/without)
    [(inactivity/activity/response/reply)]]; [clean] cleaning up (old/stale) {ticket} …
de: automatisch [(geschlossen/gelost/beendet/abgeschlossen)]; {ticket} automatisch
    (geschlossen/gelost/beendet) …; mangels (ruckmeldung/antwort) …; wegen inaktivitat …; keine
    (ruckmeldung/antwort) [mehr] [von] [(erhalten/bekommen)]; nichts [mehr] [von] gehort; nach #
    (tagen/wochen/stunden); ohne (ruckmeldung/antwort); weil
fr: (ferme/fermee/cloture/cloturee/clos) automatiquement …; automatiquement; faute (reponse/retour) …;
    (sans/pas) [eu] (reponse/retour/nouvelles) [part]; pour (inactivite/cause inactivite) …; apres # jours
    [d'inactivite]
es: (cerrado/cerrada/resuelto) automaticamente …; automaticamente; por (inactividad/falta respuesta) …; sin
    respuesta [parte]; no (recibido/tenido) (respuesta/noticias) …; (tras/despues) # dias [inactividad]
it: (chiuso/chiusa) automaticamente …; automaticamente; per (inattivita/mancanza risposta/mancata risposta)
    …; non ricevuto * (risposta/riscontro) …; dopo # giorni [inattivita]
pt: (fechado/encerrado/encerrada) automaticamente …; automaticamente; por (inatividade/falta resposta/falta
    retorno) …; nao (recebemos/recebi) (resposta/retorno) …; apos # dias [inatividade]
nl: automatisch [(gesloten/afgesloten)] …; wegens inactiviteit …; omdat; geen (reactie/antwoord) [meer]
    [(ontvangen/gekregen)]; niets [meer] [van] gehoord; na # dagen
sv da no: (stangts/stangt/stangdes/stangd) automatiskt …; automatiskt (stangt/stangd/stangts) …; pa grund
    (av/af) (inaktivitet/uteblivet svar/manglende svar) …; (lukket/lukkes/afsluttet) automatisk …;
    automatisk (lukket/afsluttet) …; pa grunn av (inaktivitet/manglende svar) …; inte hort av; ikke hort fra
 ; (efter/etter) # (dagar/dage/dager)
fi pl cs: suljettu automaattisesti …; automaattisesti suljettu …; automatycznie (zamkniete/zamkniety) …;
    (zamkniete/zamkniety) automatycznie …; z powodu (braku odpowiedzi/nieaktywnosci) …; po # dniach;
    automaticky (uzavren/uzavreno/uzavreny) …; (uzavren/uzavreno) automaticky …; z duvodu
    (neaktivity/necinnosti) …; po # dnech
""",
    "closing": """
en: (as/since/because) (customer/user/reporter/client/requester) confirmed
    [(fix/solution/resolution)]; as (discussed/agreed) [on (phone/call)];
    per (call/phone/discussion/conversation);
    (close/closes/closed/closing) [out]; mark; marking; marked; setting; resolve; resolved; resolving;
    solve; solved; fixed; done; complete; completed; finished; set to (solved/closed/resolved/done/fixed);
    (as/marked) (invalid/duplicate/incomplete/wontfix/obsolete/stale); (no longer/not) valid; as (not bug/no
    bug/won't fix/will not fix/wont fix/not reproducible); working; (with/in) reference to
    [(above/previous/earlier)] (comment/comments); [as] per [(above/previous)] (comment/comments) [above];
    no longer (needed/relevant/applicable/occurs/occurring); for time being; older; cleaning up *
    (tickets/issues/bugs); (as/since) * no longer (supported/offered/maintained) …; in error; consider;
    considered; status
de: (mache/machen) [{ticket}] zu; schliesse [ab]; schliessen [ab]; schliesst; geschlossen; erledigt; gelost;
    behoben; abgeschlossen; beendet; abschliessen; (setze/setzen/markiere/markieren) *
    (gelost/erledigt/geschlossen); als (gelost/erledigt) [markiert]; mache zu; kann zu; fertig
fr: cloture; cloturons; cloturer; cloturee; clos; ferme; fermons; fermer; fermee; resolu; resolue; termine;
    terminee; marque; comme (resolu/resolue/termine/clos); considere; regle; reglee; reparti
es: cierro; cerramos; cerrar; cerrado; cerrada; cerrando; resuelto; resuelta; solucionado; solucionada;
    marco; marcamos; como (resuelto/cerrado/solucionado/resuelta); (doy/damos) por
    (cerrado/resuelto/solucionado); terminado; listo; hecho
it: chiudo; chiudiamo; chiudere; chiuso; chiusa; risolto; risolta; segno; come (risolto/chiuso); fatto;
    considero; possiamo
pt: fecho; fechamos; fechar; fechado; fechada; fechando; encerro; encerramos; encerrar; encerrado;
    encerrada; encerrando; [nao] vou (fechar/encerrar);
    vamos (fechar/encerrar); resolvido; resolvida; marco como
    (resolvido/fechado); feito; concluido
nl: sluit [af]; sluiten [af]; gesloten; afgesloten; opgelost; afgehandeld; klaar; gereed; (zet/zetten) *
    opgelost; gedaan
sv da no: stanger; stanga; stangt; stangd; stangs; avslutar; avslutat; avslutad; lost; atgardat; atgardad;
    klart; markerar * lost; lukker; lukke; lukket; lukkes; afslutter; afsluttet; klaret; faerdig; avslutter;
    avsluttet; ferdig; markerer * lost; utfort
fi pl cs: suljen; suljemme; suljetaan; suljettu; ratkaistu; ratkesi; valmis; kunnossa; zamykam; zamykamy;
    zamkniete; zamknieta; zamkniety; rozwiazane; rozwiazany; rozwiazana; gotowe; zrobione; zalatwione;
    uzaviram; uzavirame; uzavreno; uzavren; uzavreny; zaviram; vyreseno; vyresen; vyresena; hotovo;
    dokonceno
""",
    "promise": """
en: (developers/engineers/engineering/team/colleagues) [team] (working/looking/investigating) …; aware of
    {ticket} …; fix on way; will fix in (next/future/coming/upcoming) (release/version); get looked at;
    looking (into/at/further) …; look into; (will/let/going to) look …; investigating …; working on [fix];
    (will/going to) (check/ask/try/test/see/investigate/retest) …; let check …; check; checking; (will/let)
    [take] [closer] look …; taking look …; (get/come) back [to]; (will/to) (get/come) back …; keep
    (posted/updated/informed) …; follow up …; will (update/inform/notify/respond/reply) …; will let know …;
    will fix [(soon/asap)]; stay tuned …; [as] soon as possible; asap; work on; should have
    (update/answer/fix) …; under investigation …
de: arbeiten an (losung/behebung); melde [(bald/wieder/morgen/sobald/spater/kurze/in kurze) …]; melden
    [(bald/morgen/sobald/spater/kurze/in kurze) …]; (prufe/prufen) [(nach/gerade)];
    (schaue/schauen/sehe/sehen) [genauer] an; schauen nach; kummere [darum]; kummern [darum]; gehen [sache]
    nach; (gebe/geben) bescheid …; (halte/halten) * laufenden; untersuchen; untersuche; (klaren/klare) [ab];
    (arbeiten/arbeite) daran; (teste/probiere/versuche) (morgen/spater/gleich) …; morgen testen
fr: (reviens/revenons/reviendrai/reviendrons) vers …; regarde; regardons; verifie; verifions; examinons;
    etudions; analysons; m'en occupe …; en occupons …; (tiens/tenons/tiendrai/tiendrons) au courant …;
    (tiens/tenons) (informe/informes) …; (vais/allons) (verifier/regarder/essayer/tester/examiner) …
es: (estamos/estoy) (revisando/investigando/verificando/trabajando) …; revisamos; reviso; revisaremos;
    investigamos; investigaremos …; (avisamos/avisaremos/avisare) …; (pondremos/pondre) en contacto …;
    mantendremos (informado/informados); (voy/vamos) a (revisar/probar/comprobar/verificar) …
it: (stiamo/sto) (verificando/controllando/analizzando/lavorando) …; verifichiamo; verifico; controlliamo;
    controllo; (aggiorniamo/aggiornero/aggiorneremo) …; (faremo/faro/facciamo/faccio) sapere …; terremo
    aggiornati …; ricontatteremo …; provo domani …
pt: (estamos/estou) (verificando/analisando/investigando/trabalhando) …; (vamos/vou)
    (verificar/analisar/investigar/testar/tentar) …; retornaremos …; entraremos em contato …; daremos
    retorno …; avisaremos …; avisamos
nl: (kijken/kijk) (ernaar/naar); (gaan/ga) * (uitzoeken/onderzoeken/bekijken/proberen) …; zoeken uit;
    onderzoeken; (komen/kom) [(erop/hierop)] * terug …; (houden/houd) * hoogte …; (laten/laat) weten
    (zodra/wat) …; laten horen
sv da no: tittar pa [saken]; undersoker [saken]; kollar [(upp/pa)]; pa (sagen/saken); aterkommer …; ska
    (testa/prova/kolla) …
 ; (kigger/tittar) pa [(sagen/saken)]; undersoger [sagen]; vender tilbage …; (vil/skal)
    (prove/teste/undersoge/undersoke) …; kommer tilbake …; (gir/giver/ger) (beskjed/besked) …
fi pl cs: (tutkimme/selvitamme/tarkistamme/selvitan/tutkin/tarkistan) [(asiaa/asian)]; palaamme [asiaan] …;
    palaan asiaan …; ilmoitamme …; sprawdzamy [to]; sprawdzimy [to]; sprawdze [to]; zajmiemy tym; zajme tym;
    odezwiemy …; odezwe …; (damy/dam) znac …; pracujemy nad …; podivame [na] [to]; podivam [na] [to];
    proverime; proverujeme; zjistujeme; ozveme …; ozvu …; (dame/dam) vedet …; pracujeme na …
""",
    "forwarding": """
en: raised [{ticket}] with …; (forwarded/forwarding/escalated/escalating/transferred/transferring)
    [{ticket}] [(over/on)] to …; (passed/passing/handed/handing) (over/on/along/{ticket}) [(over/on/along)]
    to …; (forwarded/escalated) [{ticket}]; (assign/assigned/assigning/reassigned/reassigning/re-assigning)
    [{ticket}] [(over/back)] [to …]; cc
de: (an/zur/zum) * (weitergegeben/weitergeleitet/ubergeben/eskaliert);
    (weitergegeben/weitergeleitet/eskaliert); (leite/leiten/gebe/geben) * weiter
fr: (transmets/transmettons) * (collegues/equipe/service/technique/specialistes);
    (transmis/transmise/transmets/transmettons/transfere/transferons/escalade) [{ticket}]
    [(au/aux/equipe/service) …]
es it pt: (reenviado/derivado/trasladado/escalado/remitido) [{ticket}] [(al/equipo/departamento) …];
    (reenvio/derivo) {ticket} …; (inoltrato/girato/trasmesso/inoltrata) [{ticket}] [(al/alla/agli/reparto)
    …]; (encaminhamos/encaminhei/encaminhado/repassamos/repassei/escalamos) [{ticket}] [(para/ao) …]
nl: (aan/naar) * (doorgestuurd/doorgezet/doorgegeven/overgedragen); (doorgestuurd/doorgezet/doorgegeven);
    geescaleerd
sv da no: (skickat/skickar/sendt/sender) [{ticket}] (vidare/videre) [(till/til) …];
    (vidarebefordrat/vidarebefordrar/videresendt/videresender/eskalerat/eskaleret/eskalert) [{ticket}]
    [(till/til) …]
fi pl cs: (valitin/valitimme/valitetty/siirretty/siirsimme) …;
    (przekazalismy/przekazalem/przekazalam/przekazano/przekazujemy) (zgloszenie/sprawe) …; przekazalismy;
    (predali/predal/predano/preposlali/preposlal) (pozadavek/dotaz/pripad/kolegum) …
""",
    "verification": """
en: (verified/validated/tested/retested/re-tested/re-verified) [and] [(verified/validated/tested)] [as]
    [fix] [(fixed/working/resolved)] [(as expected/fine)] [(in/on/with/using/against/at/by/from/under/via)
    …]; (verified/validated/tested) [fix] for [{ticket}]; verify; verifying; confirmed [(fix/fixed/working)]
    [(in/on/with/using) …]; (works/working/work/behaves/worked) [fine] as (expected/designed/intended) …;
    (works/working) fine [(in/on/with) …]; (fix/fixes/improvement/feature/change/changes) [can]
    (verified/confirmed/seen/validated/observed) [(in/on/with/using) …]; (test/testing) environment; [code]
    changes present [in …]; [test] [and] other information * found …; environment; expected behavior
    [(seen/observed)]; [master] [backport] (pr/pr's/prs/pull/pulls/pull request/pull
    requests/patch/branch/changes/commit) [(tested/reviewed)] merged [(to/into/in/on/for) …]; merged
    [(to/into) …]; merged (pr/prs/pull/pulls); merging; cherry-picked [(to/into) …];
    (cr/fr/ft/qa/code/functional) [(cr/fr/ft/qa)] [(review/test/tests/testing)] (passed/passes/approved)
    [for …]; (review/reviews/test/tests/testing) (passed/approved); (cr/fr/ft) [(cr/fr/ft)];
    (pr/pull request/patch/code/commit) approved; lgtm;
    looks good; reviewed; (waiting/awaiting) (for/on) …; no longer reproducible …;
    (works/worked/working) for me; [no longer] not seeing {ticket}; no longer seeing {ticket}
de: [erfolgreich] (getestet/gepruft/verifiziert/nachgepruft) [(auf/mit/in/unter/am) …]
fr: (teste/testee/verifiee/valide/validee) [(avec/sur/dans/sous) …]
es it pt: (probado/probada/verificado/verificada/comprobado/validado) [(con/sobre) …];
    (testato/testata/verificata/provato) [(con/in/sul) …]; (testado/testada) [(com/em/no) …]
nl: (getest/geverifieerd/nagekeken) [(met/op/in) …]
sv da no: (testat/verifierat/testet/verificeret/verifisert) [(med/pa) …]
fi pl cs: (testattu/todennettu/varmistettu) …; (przetestowane/przetestowano/zweryfikowane/zweryfikowano)
    [(w/z) …]; (otestovano/overeno) [(v/s) …]
""",
    "approval": """
en: [{ticket}] approved
de: [{ticket}] (freigegeben/genehmigt/bewilligt)
fr es it pt: [{ticket}] (approuve/approuvee/aprobado/aprobada/approvato/approvata/aprovado/aprovada)
nl sv da no: [{ticket}] (goedgekeurd/godkant/godkand/godkendt/godkjent)
fi pl cs: [{ticket}] (hyvaksytty/zatwierdzone/zatwierdzony/schvaleno)
""",
    "not_reproduced": """
en: (cannot/can't/couldn't/unable to/not able to/can not/could not) (reproduce/repro) …; unable reproduce …;
    not reproducible …
de: nicht reproduzierbar …; (konnte/konnten/kann/konnen/lasst) * nicht
    (reproduzieren/nachstellen/nachvollziehen) …
fr: impossible [a] reproduire …; non reproductible …
es it pt: no (puedo/pudimos/podemos) reproducir …; non (riesco/riusciamo) a riprodurre …; nao
    (consigo/conseguimos) reproduzir …
nl: niet reproduceerbaar …; (kan/kunnen) * niet (reproduceren/nabootsen)
sv da no: (kan/kunde/kunne) (inte/ikke)
    (aterskapa/genskabe/gjenskape/reproducera/reproducere/reprodusere) …
cs: nelze reprodukovat …; nepodarilo reprodukovat …
""",
    "housekeeping": """
en: (reopened/closed/opened) by (mistake/accident); bump; ping;
    (reopening/re-opening/reopened/re-opened/reopen/opening/open/closing) [{ticket}] [in order] to
    (update/edit/change/add/remove/correct) [(wrong/missing/fix)]
    (label/labels/tag/tags/fields/field/version/component/components/summary/milestone/sprint) …;
    (reopening/re-opening/reopened/re-opened) [{ticket}]; (reopening/re-opening/reopened/re-opened)
    ({ticket}/to/as/since/due/for) …; (added/adding) label *; (reopening/closing);
    (added/adding/updated/updating/edited/removed/removing/changed/standardizing) [fix]
    (label/labels/tag/tags/fixversion/version/milestone/sprint/summary/component/components) [and]
    [(labels/tags)]; (add/remove/edit) (label/labels); (closing/closed) after (adding/updating)
    (labels/label/fixversion/version); (moving/moved) {ticket} (to/from/out) …; rollback wrong update;
    duplicates #; duplicate of #
de fr es it: wieder geoffnet; etiquettes (mises/modifiees); etiquetas (actualizadas/cambiadas); etichette
    aggiornate
""",
    "me_too": """
en: same (problem/issue/error/thing/behaviour/behavior) [(at/on/in/with/for) …];
    (experiencing/having/seeing) same …; same; affected; too; affects; [(can/could/able)] [to] reproduce …;
    reproduced …
de: (gleiches/gleiche/dasselbe/selbes/selbe/gleichen/derselbe/gleicher) (problem/fehler) [(in/an/bei/am/mit)
    …]; ebenfalls; betroffen
fr es it pt: (meme/memes) (probleme/souci/erreur) [(chez/sur/avec) …]; aussi; mismo (problema/error) [con
    …]; tambien; stesso (problema/errore) [con …]; anche; anch'io; mesmo (problema/erro) [(com/em/no) …];
    tambem; aqui
nl sv da no: (zelfde/hetzelfde) (probleem/fout) [(op/bij) …]; samma (problem/fel) [(med/pa/hos) …]; samme
    (problem/fejl/feil) [(med/pa/hos) …]
fi pl cs: sama (ongelma/vika/virhe); minullakin; sam (problem/blad); u mnie tez; tez; stejny problem; stejna
    chyba; taky; take
""",
    "asking": """
en: (provide/attach/share/upload/specify/describe/send/give/tell/show/post/paste)
    [(more/further/full/complete/exact/simple/small/sample/reproducible/some)]
    (log/logs/logfile/details/detail/information/info/testcase/test/screenshot/screenshots/sample/samples/steps/example/code
    /serial/video/trace/stack/output/project) …; (tell/confirm/clarify/say) (if/whether/what/when/how/where)
    …; elaborate; need [(some/bit)] [more] (info/information/details) …; any (update/updates/news/eta) [on
    …]; (could/would/can) [kindly]
    (provide/attach/share/upload/send/test/verify/review/look/tell/confirm/take/retest/check) …
de: (schicken/senden/teilen) * (protokoll/log/logs/details/screenshot/seriennummer/beispiel) [mit];
    (benotigen/brauchen) [noch] (mehr/weitere/folgende) (details/angaben/informationen) …
fr: veuillez (preciser/fournir/joindre/confirmer) …; merci (preciser/fournir/joindre/confirmer/d'envoyer) …
es it pt nl: necesitamos mas (informacion/detalles) …; servono (maggiori/ulteriori) (informazioni/dettagli)
    …; precisamos mais (informacoes/detalhes) …; hebben meer (informatie/gegevens) nodig …
sv da no fi pl cs: behover mer (information/info) …; behover flere oplysninger …; trenger mer informasjon …
 ; tarvitsemme (lisatietoja/lisatiedot) …; prosze o (przeslanie/podanie) …; potrzebujemy
    (wiecej/dodatkowych) informacji …; potrebujeme vice informaci …
""",
    "confirmation": """
en: works; work; worked; running; runs; (all/back) (good/fine/ok/up/normal/to normal); [did] trick; {ticket}
    (gone/solved/fixed/resolved); gone; disappeared; no more (errors/error/problems/issues); sorted; fixes;
    solves; up and running; up running
de: funktioniert; funktionieren; klappt; geklappt; geht; lauft; laufen; lief; tut; half; hilft; passt;
    (kein/keine) (fehler/problem/probleme) mehr; weg; alles (gut/ok/bestens)
fr: marche; fonctionne; fonctionnent; marchent; va mieux; plus (probleme/erreur/d'erreur); disparu; en ordre
es it pt: funcione; funcionen; funzioni; funzionino; funciona; funcionan; funciono; funcionando; va bien;
    sirvio; arreglado; funziona; funzionano; funzionato; va bene; a posto; sparito; funcionam; funcionou;
    deu certo; sumiu
nl: werkt; werken; werkte; gewerkt; doet; draait; geholpen; gelukt; weg
sv da no: fungerar; fungerade; gar bra; hjalpte; hjalpt; virker; virkede; fungerer; fungerte; hjalp;
    hjulpet; korer; kjorer; loste problemet
fi pl cs: toimii; toimivat; toimi; auttoi; dziala; dzialaja; zadzialalo; pomoglo; pomogla; funguje;
    fungujou; fungovalo; pomohlo; bezi; w porzadku; v poradku
""",
}  # fmt: skip
