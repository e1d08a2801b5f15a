"""The one line that states a ticket's problem, as an extract."""

from __future__ import annotations

from assets.tickets.statement import state
from assets.tickets.symptoms import symptoms
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
