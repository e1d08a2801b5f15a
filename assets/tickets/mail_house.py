"""Whose mailbox it is: the domain, or the one address, that everybody else there writes to and hears from."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence

_DESK = re.compile(
    r"(?:[\w.-]*[._-])?(?:support|help|help-?line|(?:help|service)-?desk|service|desk|hotline|care|tickets?|info|"
    r"kontakt|contact|kundenservice|kundendienst|soporte|suporte|atendimento|assistance|assistenza|pomoc|"
    r"podpora|asiakaspalvelu|kundtjanst|kundeservice|klantenservice)(?:[._-][\w.-]*)?@",
    re.IGNORECASE,
)
_ANYBODY = re.compile(
    r"(?:gmail|googlemail|outlook|hotmail|live|msn|yahoo|ymail|icloud|me|mac|aol|gmx|web|t-online|freenet|"
    r"orange|wanadoo|free|sfr|laposte|libero|virgilio|alice|mail|inbox|list|bk|yandex|ya|rambler|ukr|qq|163|126|"
    r"sina|foxmail|naver|hanmail|daum|proton|protonmail|pm|zoho|fastmail|hey|seznam|centrum|wp|onet|o2|interia|"
    r"abv|bol|uol|terra|bigpond|optonline|comcast|verizon|btinternet|telenet|ziggo|kpnmail|bluewin|telia|"
    r"hotmail\.co|yahoo\.co|yahoo\.com|live\.co)\.(?:com|net|org|de|at|ch|fr|it|es|pt|nl|be|uk|dk|se|no|fi|pl|"
    r"cz|sk|hu|ro|bg|ru|ua|by|kz|gr|tr|il|br|mx|ar|au|in|jp|cn|kr|tw|hk|vn|id|ca|us|me|eu|ie|za)",
    re.IGNORECASE,
)
"""Providers where anybody may have a mailbox: who writes from there has nothing in common."""
_LOOKED_AT = 10
"""People of a mail that are looked at."""
_OPENS = 4
"""Mails for each that the house begins, without being asked more: it tells its customers of something."""


def party_of(address: str) -> str:
    """Whom an address belongs to: its domain, or itself where anybody may have one of that domain."""
    domain = address.rpartition("@")[2]
    return address if _ANYBODY.fullmatch(domain) else domain


def of_house(address: str, houses: Collection[str]) -> bool:
    """Whether an address is one of these, or of one of these domains."""
    return bool(houses) and (address in houses or address.rpartition("@")[2] in houses)


def outside(people: Iterable[str], houses: Collection[str]) -> frozenset[str]:
    """Who of these people is not of the house."""
    return frozenset(person for person in people if not of_house(person, houses))


def house_of(mails: Sequence[Sequence[str]], asked: Iterable[tuple[str, str]]) -> tuple[str, bool]:
    """The house of a mailbox, a domain or an address, '' where that cannot be told, and whether it helps: its
    people are asked more often than they ask. `mails`: who takes part in each; `asked`: of mails that open a
    conversation, who wrote to whom."""
    asked = list(asked)
    house = _most_met(mails, asked, party_of)
    within = sum(len(set(map(party_of, people[:_LOOKED_AT]))) == 1 for people in mails)
    if 2 * within > len(mails):
        house = _most_met(mails, asked, str)  # the people of one house ask each other: somebody is asked
    asks = sum(of_house(sender, (house,)) for sender, _ in asked)
    is_asked = sum(of_house(other, (house,)) for _, other in asked)
    return house, is_asked >= asks or _OPENS * asks < len(mails)


def _most_met(
    mails: Sequence[Sequence[str]], asked: Sequence[tuple[str, str]], name: Callable[[str], str]
) -> str:
    """Who is in most mails and met the most others; of several who is asked most, else who is named like a
    desk."""
    met: defaultdict[str, set[str]] = defaultdict(set)
    there: Counter[str] = Counter()
    for people in mails:
        together = {name(person) for person in people[:_LOOKED_AT]}
        for each in together:
            met[each] |= together
        there.update(together)
    often = [each for each, count in there.items() if 2 * count > len(mails) and len(met[each]) > 1]
    most = max((len(met[each]) for each in often), default=0)
    found = [each for each in often if len(met[each]) == most]
    if len(found) > 1:
        times = Counter(name(other) for _, other in asked)
        times.subtract(name(sender) for sender, _ in asked)
        most = max(times[each] for each in found)
        found = [each for each in found if times[each] == most]
    if len(found) > 1:
        desks = {name(person) for people in mails for person in people if _DESK.match(person)}
        found = [each for each in found if each in desks]
    return found[0] if len(found) == 1 else ""
