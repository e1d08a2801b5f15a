"""The one line that states a ticket's problem, as an extract and as a language model writes it."""

from __future__ import annotations

from assets.tickets.statement import WrittenStatements, state
from assets.tickets.symptoms import symptoms
from resources.writer import Writer, WriterSettings
from tests.tickets.made import ticket

SAID = [
    "Hello team, a question.\nThe pump hums and does not start since 3.5.1.",
    "See PUMP-9: E4711 or IOException.",
]


class Model(Writer):
    """Answers without a network, and counts."""

    def __init__(self, answer: str) -> None:
        self.settings = WriterSettings("http://model.example/v1", "small")
        self.answer, self.asked = answer, 0

    def write(self, instruction: str, text: str, most_tokens: int = 80) -> str:
        self.asked += 1
        return self.answer


def test_the_extract_names_product_symptom_and_codes_but_no_other_ticket() -> None:
    made = ticket("PUMP-112", "Hums", product="PumpCtl", versions=["3.5.1"])
    assert state(made, SAID, symptoms(SAID)) == (
        "PumpCtl 3.5.1 | The pump hums and does not start since 3.5.1. | IOException, E4711"
    )


def test_a_model_writes_each_statement_once_and_the_extract_stands_in_for_silence() -> None:
    made, kept = ticket("PUMP-112", "Hums"), dict[str, str]()
    model = Model("PumpCtl 3.5.1\nhums and does not start")
    for _ in range(2):
        written = WrittenStatements(model, kept)(made, SAID, symptoms(SAID))
        assert written == "PumpCtl 3.5.1 hums and does not start"
    assert model.asked == 1
    assert WrittenStatements(Model(""), {})(made, SAID, symptoms(SAID)) == state(made, SAID, symptoms(SAID))
