"""Names that match whole or not at all: error codes, exceptions, versions, ticket ids; names taken apart."""

from __future__ import annotations

import re
from collections.abc import Iterable

READ = 8_000
"""Characters of one text that are looked through: a log repeats itself."""
# Each begins with a set of characters and looks back from there: a pattern that begins with a word boundary
# is tried at every word of a log and takes several times as long.
CODE = re.compile(
    r"0(?<!\w0)x[0-9A-Fa-f]{4,16}\b"  # Windows' codes, addresses of faults
    r"|[A-Z](?<!\w.)(?:[A-Z]{0,9}[-_]?\d{3,6}[A-Z]?(?!\w|\.\w)"  # ORA-00942, KB4012212, TS2304
    r"|[A-Z0-9]{2,20}(?:_[A-Z0-9]{2,20}){1,5}\b"  # INSTALL_FAILED_INVALID_APK
    r"|(?<=E)[A-Z]{4,12}(?!\w|\.\w)(?<!RROR)"  # ECONNREFUSED
    r"|(?<=S)IG(?:SEGV|ABRT|BUS|ILL|KILL|TERM|FPE|PIPE|TRAP)\b)"
)
"""Error codes that are known by their form."""
NUMBERED = re.compile(
    r"[HSERCFsercf](?<!\w.)(?:TTP|tatus|rror|RROR|xit|eturn|ode|rrno|ehler|rreur|out)"
    r"(?:[ -]?(?:code|status|no\.?|nr\.?|number))?[ :=#(]{1,3}(?P<number>-?\d{2,6})\b"
)
"""A number is a code only where a word before it says so: 'exit code 137', 'HTTP 502'."""
EXCEPTION = re.compile(r"[A-Z](?<!\w.)[\w$]{0,80}?(?:Exception|Error|Fault|Panic)\b")
VERSION = re.compile(
    r"\d(?:(?<![\w.].)|(?<=[vV].)(?<!\w[vV].))\d{0,2}\.\d{1,4}(?:\.\d{1,6}){0,3}"
    r"(?:[.-]?(?:GA|RC\d*|alpha\d*|beta\d*|SNAPSHOT|v?\d{8,14}|r\d+|b\d+))*(?![\w]|\.\d)",
    re.I,
)
TICKET = re.compile(
    r"(?<![\w-])(?:[A-Za-z][A-Za-z0-9_]{0,15}-\d{1,7}(?![\w-])"
    r"|(?:#|(?:ticket|case|issue|incident|request|vorgang|anfrage|fall|demande|caso|chamado|zaak|sak|ärende)"
    r"(?: ?(?:id|no\.?|nr\.?|number|nummer|número|n°))?[ :#]{1,3})(?P<number>\d{1,9})(?![\w-]|[.,]\d))"
    r"|\A\s*(?P<alone>\d{2,9})\s*\Z",
    re.I,
)
"""What a ticket is called by: 'PUMP-112', '#4711', 'ticket 602', a number alone."""
_HUMPS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_NAME = re.compile(r"\w+")
_LONGEST_NAME = 80
"""Characters of a name that is taken apart; a longer one is no name but an encoded file."""
_WORD = re.compile(r"[\w./+#-]*\w")


def codes(text: str) -> list[str]:
    """The error codes of a text; of 'exit code 137' the number."""
    text = text[:READ]
    return _once([*CODE.findall(text), *(match["number"] for match in NUMBERED.finditer(text))])


def exceptions(text: str) -> list[str]:
    """The exceptions of a text, without their packages: 'NullPointerException'."""
    return _once(EXCEPTION.findall(text[:READ]))


def versions(text: str) -> list[str]:
    """The version strings of a text: '3.5.1.GA'."""
    return _once(VERSION.findall(text[:READ]))


def exact_names(text: str) -> list[str]:
    """All that a text names which is looked up whole, ticket ids apart."""
    return _once([*codes(text), *exceptions(text), *versions(text)])


def ticket_ids(text: str) -> list[str]:
    """What a text names that may be a ticket's id, without a '#' or a word in front."""
    return _once(match["number"] or match["alone"] or match[0] for match in TICKET.finditer(text, 0, READ))


def word_runs(text: str, most: int = 3) -> list[str]:
    """Runs of up to `most` words, in which products and components may be named."""
    words = [match[0] for match in _WORD.finditer(text, 0, 400)]
    return _once(
        " ".join(words[at : at + size]) for size in range(1, most + 1) for at in range(len(words) - size + 1)
    )


def taken_apart(text: str) -> str:
    """The text with the words of its joined names behind it: of 'TableViewRow' 'Table View Row', so that who
    writes them apart finds them."""
    parts: list[str] = []
    for name in _NAME.findall(text):
        if len(name) <= _LONGEST_NAME and not (name.islower() or name.isupper()):
            found = _HUMPS.split(name)
            if len(found) > 1:
                parts += found
    return f"{text} {' '.join(parts)}" if parts else text


def _once(found: Iterable[str]) -> list[str]:
    kept: dict[str, str] = {}
    for each in found:
        kept.setdefault(each.casefold(), each)
    return list(kept.values())
