"""Whatever a message holds, each of its characters is in the body or in a named cut."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from assets.tickets.replies import strip
from tests.tickets.replies.messages import MESSAGES

_LINES = [line for text in MESSAGES.values() for line in text.split("\n")]
_line = st.one_of(st.sampled_from(_LINES), st.text(max_size=40), st.just(""), st.just("-- "), st.just("```"))
_message = st.lists(_line, max_size=24).map("\n".join)


@given(_message, st.sampled_from(["", "Fwd: pump", "Re: pump"]))
@example("\r\rOn\r", "")
@example("> \u200b\n\u00a0", "")
@example("reply--- On Wed, Apr 4, 2012 at 3:59 PM, bo@halvor.example wrote:\n> Hi", "")
def test_every_character_is_in_the_body_or_in_a_cut(text: str, subject: str) -> None:
    stripped = strip(text, subject=subject)
    if "quoted_printable_decoded" not in stripped.flags:
        assert "".join(part for _, part in stripped.pieces) == text
    own = "".join(part for reason, part in stripped.pieces if reason is None)
    assert stripped.body.split() == own.split()
    assert stripped.cut == [(reason, part) for reason, part in stripped.pieces if reason is not None]


@given(_message)
def test_a_message_that_says_something_is_never_emptied(text: str) -> None:
    visible = text.replace("\u200b", "").strip()
    stripped = strip(text)
    if visible.isascii() and visible:
        assert stripped.body


@given(_message)
def test_the_text_of_markup_is_lost_nowhere(text: str) -> None:
    words = [word for word in text.split() if word.isalnum() and word.isascii()]
    stripped = strip("".join(f"<div>{word}</div>" for word in words), html=True)
    assert "".join(part for _, part in stripped.pieces).split() == words


@given(st.text(alphabet="<>/divblockquote =\"'&;\n", max_size=80))
def test_broken_markup_is_read(text: str) -> None:
    stripped = strip(text, html=True)
    own = "".join(part for reason, part in stripped.pieces if reason is None)
    assert stripped.body.split() == own.split()
    assert stripped.cut == [(reason, part) for reason, part in stripped.pieces if reason is not None]
