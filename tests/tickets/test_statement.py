"""The one line that states a ticket's problem, as an extract."""

from __future__ import annotations

import pytest

from assets.tickets.statement import state
from assets.tickets.symptoms import symptom_sentence, symptoms
from tests.tickets.made import ticket

SAID = [
    "Hello team, a question.\nThe pump hums and does not start since 3.5.1.",
    "See PUMP-9: E4711 or IOException.",
]


def test_the_extract_names_product_symptom_and_codes_but_no_other_ticket() -> None:
    made = ticket("PUMP-112", "Hums", product="PumpCtl", versions=["3.5.1"])
    assert state(made, SAID, symptoms(SAID)) == (
        "PumpCtl 3.5.1 | The pump hums and does not start since 3.5.1. | IOException, E4711"
    )


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        (
            "Sehr geehrte Damen und Herren,\nder Warenkorb ist nach ORD-2207 leer.",
            "der Warenkorb ist nach ORD-2207 leer.",
        ),
        (
            "Buongiorno, da ieri i rapporti non partono più.",
            "da ieri i rapporti non partono più.",
        ),
        ("I use version three. It can’t find the disk.", "It can’t find the disk."),
    ],
)
def test_a_salutation_states_nothing(text: str, stated: str) -> None:
    assert symptom_sentence(text) == stated


def test_a_long_log_hides_no_code_of_a_later_message() -> None:
    said = ["INFO all is well\n" * 900, "It says ORA-00942.", "Here it is ora-00942 and TS2304."]
    assert symptoms(said).codes == ["ORA-00942", "TS2304"]
