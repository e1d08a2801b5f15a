"""HTML messages: the quote containers of mail programs go, tables and code stay readable."""

from __future__ import annotations

import pytest

from assets.tickets.replies import strip

_WROTE = "On Mon, 3 May 2021 at 10:12, Bo &lt;bo@halvor.example&gt; wrote:"


@pytest.mark.parametrize(
    "markup",
    [
        f'<div>It runs.</div><div class="gmail_quote"><div class="gmail_attr">{_WROTE}</div>'
        '<blockquote class="gmail_quote">Which version?</blockquote></div>',
        '<p>It runs.</p><div style="border:none;border-top:solid #E1E1E1 1.0pt"><p><b>From:</b> Bo<br>'
        "<b>Sent:</b> Monday</p></div><p>Which version?</p>",
        '<div>It runs.</div><hr><div id="divRplyFwdMsg"><b>Von:</b> Bo<br><b>Gesendet:</b> Montag</div>'
        "<div>Welche Version?</div>",
        f'It runs.<br><blockquote type="cite"><div>{_WROTE}</div><div>Which version?</div></blockquote>',
        '<p>It runs.</p><div class="moz-cite-prefix">Am 03.05.21 um 10:12 schrieb Bo:</div>'
        '<blockquote type="cite"><p>Version?</p></blockquote><div class="moz-signature">-- <br>Ana</div>',
        f'<div>It runs.</div><div class="yahoo_quoted"><div>{_WROTE}</div><div>Which?</div></div>',
        f"<p>It runs.</p><p>{_WROTE}</p><blockquote><p>Which version?</p></blockquote>",
        "<style>p{}</style><p>It runs.</p><script>quote()</script>",
    ],
)
def test_a_mail_programs_quote_goes(markup: str) -> None:
    assert strip(markup, html=True).body == "It runs."


def test_answers_between_quotes_stay() -> None:
    markup = (
        f'<div class="gmail_quote"><div class="gmail_attr">{_WROTE}</div>'
        '<blockquote class="gmail_quote">Which version?</blockquote><div>3.2</div>'
        '<blockquote class="gmail_quote">Since when?</blockquote>'
        "<div>Monday</div></div>"
    )
    assert strip(markup, html=True).body.split() == ["3.2", "Monday"]


def test_a_message_that_stands_in_a_quote_container_is_kept_and_flagged() -> None:
    stripped = strip("<div class='gmail_quote'><div>We changed the fuse and it runs.</div></div>", html=True)
    assert stripped.body == "We changed the fuse and it runs."
    assert stripped.flags == ["stripping_left_nothing"]


def test_a_quote_that_the_writer_set_stays() -> None:
    markup = "<p>The screen says:</p><blockquote>Error E-17: valve</blockquote><p>Why?</p>"
    stripped = strip(markup, html=True)
    assert stripped.body.split("\n\n") == ["The screen says:", "Error E-17: valve", "Why?"]


def test_rows_and_code_keep_their_lines() -> None:
    table = "<table><tr><td>Model</td><td>P-3</td></tr><tr><td>Serial</td><td>4711</td></tr></table>"
    assert strip(table, html=True).body == "Model P-3\nSerial 4711"
    assert strip("<p>Log:</p><pre>line 1\n  line 2</pre>", html=True).body == "Log:\n\nline 1\n  line 2"
