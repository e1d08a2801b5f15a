"""What trackers write beside plain text, as text."""

from __future__ import annotations

import pytest

from assets.tickets.markup import wiki_text


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("{html}<div><p>The pump<br>\nstops at 4 &lt; 5 bar</p></div>{html}", "The pump\nstops at 4 < 5 bar"),
        ("Log:\n{html}<pre>a\n  b</pre>{html}\nWhat now?", "Log:\n\na\n  b\n\nWhat now?"),
        ("{html}<ul><li>P12</li><li>P13</li></ul>{html}", "- P12\n- P13"),
        ("{html}<p>*not bold*</p>{html} and *bold*", "*not bold*\n and bold"),
        ("{html}<div></div>{html}", ""),
        # No more HTML than it says.
        ("{code}\n{html}<b>x</b>{html}\n{code}", "```\n{html}<b>x</b>{html}\n```"),
        ("The {html} macro shows <b>tags", "The  macro shows <b>tags"),
        ("<b>tags</b> in *text* {{x}}", "<b>tags</b> in text x"),
    ],
)
def test_html_in_wiki_markup_is_what_it_shows(source: str, text: str) -> None:
    assert wiki_text(source)[0] == text
