"""How much of what other reply parsers' own tests expect is met, and which mails nobody wrote."""

from __future__ import annotations

import email
import json
from email.message import Message
from pathlib import Path
from typing import Any

import pytest

from assets.tickets.automatic import automatic
from assets.tickets.replies import strip
from assets.tickets.replies.strip import QUOTES, Stripped

EVERY_REASON = {"signature", "mobile_footer", "disclaimer", "list_footer", "separator", "invisible"}


def _rows(shared: Path) -> list[dict[str, Any]]:
    with (shared / "data/tickets/replies.jsonl").open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def _got(row: dict[str, Any]) -> Stripped:
    return strip(row["raw"], html=row["format"] == "text/html")


def _met(row: dict[str, Any]) -> bool:
    stripped = _got(row)
    got = " ".join(
        (stripped.body if row["signature"] == "removed" else stripped.keeping(EVERY_REASON)).split()
    )
    expected = " ".join(row["expected"].split())
    match row["kind"]:
        case "exact":
            return got == expected
        case "exact_ws_insensitive":
            return got.replace(" ", "") == expected.replace(" ", "")
        case "starts_with":
            return got.startswith(expected)
        case "contains":
            return expected in got
        case "absent":
            return expected not in got
    raise AssertionError(row["kind"])


@pytest.mark.shared
def test_the_share_of_replies_read_as_expected(shared: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert not EVERY_REASON & QUOTES
    rows = _rows(shared)
    exact = [row["kind"] == "exact" and row["format"] == "text/plain" for row in rows]
    met = [_met(row) for row in rows]
    halves = [(part, [m for i, m in enumerate(met) if exact[i] and i % 2 == part]) for part in (0, 1)]
    plain = [m for m, is_exact in zip(met, exact, strict=True) if is_exact]
    others = [m for m, is_exact in zip(met, exact, strict=True) if not is_exact]
    with capsys.disabled():
        shares = ", ".join(f"{sum(half) / len(half):.3f}" for _, half in halves)
        print(  # noqa: T201
            f"\nreplies: exact {sum(plain)}/{len(plain)} = {sum(plain) / len(plain):.3f} (halves {shares}), "
            f"others {sum(others)}/{len(others)} = {sum(others) / len(others):.3f}"
        )
    assert sum(plain) >= 0.90 * len(plain)
    assert sum(others) >= 0.85 * len(others)


@pytest.mark.shared
def test_no_reply_is_emptied_or_loses_a_character(shared: Path) -> None:
    for row in _rows(shared):
        stripped = _got(row)
        assert stripped.body, row["id"]
        if row["format"] == "text/plain" and "quoted_printable_decoded" not in stripped.flags:
            assert "".join(text for _, text in stripped.pieces) == row["raw"]


def _text(mail: Message) -> str:
    for part in mail.walk():
        if part.get_content_type() == "text/plain":
            data = part.get_payload(decode=True)
            assert isinstance(data, bytes)
            try:
                return data.decode(part.get_content_charset() or "utf-8", errors="replace")
            except LookupError:
                return data.decode("utf-8", errors="replace")
    return ""


@pytest.mark.shared
def test_mails_that_nobody_wrote_are_told_from_replies(shared: Path) -> None:
    for path in sorted((shared / "data/tickets/mail").glob("*/*.eml")):
        mail = email.message_from_bytes(path.read_bytes())
        reason = automatic({name: str(value) for name, value in mail.items()}, _text(mail))
        expected = {"bounce"} if path.parent.name == "bounce" else {"auto_reply", "delivery_report"}
        assert reason in expected, path.name
    for row in _rows(shared):
        assert automatic({}, row["raw"]) is None, row["id"]
        if "\n" in row.get("eml", ""):
            mail = email.message_from_string(row["eml"])
            assert automatic({name: str(value) for name, value in mail.items()}, _text(mail)) is None
