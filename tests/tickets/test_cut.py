"""Problem-and-fix units: what is embedded, what is read, where it stands, and that nothing gets lost."""

from __future__ import annotations

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from assets.documents.soundness import examine
from assets.tickets.cut import cut_notes, cut_ticket
from assets.tickets.thread import notes_id, notes_text, thread_text
from resources.embedder import load_embedder
from resources.keywords import reference_term, references, ticket_reference
from resources.record import CEILING, to_table
from tests.tickets.made import KEEP, facts, message, ticket

EMBEDDER = load_embedder()


def test_subject_statement_and_first_message_are_embedded_and_the_fix_travels_along() -> None:
    made = ticket(
        "PUMP-112",
        "Controller stops after update",
        message(
            "requester", "Hello.\nThe controller stops with E4711 ten minutes after the update to 3.5.1."
        ),
        message("agent", "Which sensor is fitted?"),
        message("requester", "The new one. The log says java.io.IOException and EPIPEBROKEN."),
        message("agent", "Set the sensor type and restart. Corrected in 3.5.2."),
        product="PumpCtl",
        versions=["3.5.1"],
        duplicates=["PUMP-140"],
    )
    (chunk,) = cut_ticket(made, facts("PUMP-112", "support"), KEEP, EMBEDDER).chunks
    assert chunk.text == (
        "Controller stops after update\n"
        "PumpCtl 3.5.1 | The controller stops with E4711 ten minutes after the update to 3.5.1."
        " | IOException, EPIPEBROKEN\n"
        "Hello.\nThe controller stops with E4711 ten minutes after the update to 3.5.1."
    )
    payload = json.loads(chunk.payload)
    assert payload["resolution"] == "Set the sensor type and restart. Corrected in 3.5.2."
    assert {"IOException", "EPIPEBROKEN", "3.5.1", "3.5.2"} <= set(payload["codes"])
    assert payload["duplicates"] == ["PUMP-140"]
    assert (chunk.doc_id, chunk.source_keys, chunk.unit) == ("PUMP-112", ["PUMP-112"], "problem_fix")


def test_what_is_not_kept_says_why_and_leaves_nothing_unnamed() -> None:
    made = ticket("PUMP-9", "Hums", message("requester", "It hums."), status="open")
    cut = cut_ticket(made, facts("PUMP-9", "support"), KEEP, EMBEDDER)
    assert (cut.chunks, cut.report) == ([], {"dropped": "unsolved"})
    assert {region.reason for region in cut.left_out} == {"subject", "unsolved"}


def test_a_further_problem_in_a_thread_is_a_unit_with_its_own_answer() -> None:
    made = ticket(
        "PUMP-20",
        "Pump hums",
        message("requester", "The pump hums and does not start."),
        message("agent", "Replace fuse F2."),
        message("requester", "Thanks! Another question: the display stays dark since Monday."),
        message("agent", "Press both keys for five seconds."),
    )
    first, second = cut_ticket(made, facts("PUMP-20", "support"), KEEP, EMBEDDER).chunks
    assert json.loads(first.payload)["resolution"] == "Replace fuse F2."
    assert json.loads(second.payload)["resolution"] == "Press both keys for five seconds."
    assert "display stays dark" in second.body
    assert (first.path, second.path) == ("problem-1", "problem-2")
    assert first.source_keys == second.source_keys == ["PUMP-20"]


def test_what_each_problem_is_found_by_is_what_was_said_of_it() -> None:
    made = ticket(
        "PUMP-22",
        "Pump hums",
        message("requester", "The pump hums and does not start."),
        message("agent", "Replace fuse F2."),
        message("requester", "Thanks! Another question: the display stays dark and shows ERR-9001."),
        message("agent", "Press both keys for five seconds."),
        product="PumpCtl",
    )
    first, second = (
        json.loads(chunk.payload) for chunk in cut_ticket(made, facts("PUMP-22"), KEEP, EMBEDDER).chunks
    )
    assert "codes" not in first
    assert second["codes"] == ["ERR-9001"]
    assert "ERR-9001" not in first["statement"] + first["thread"]
    assert "fuse" not in second["thread"]
    assert first["product"] == second["product"] == "PumpCtl"


def test_in_a_long_thread_each_problem_has_its_own_last_answer() -> None:
    line = "We run eight pumps in the hall and the line is fed from the north tank. " * 30
    made = ticket(
        "PUMP-23",
        "Pump hums",
        message("requester", "The pump hums and does not start. " + line),
        message("agent", "Replace fuse F2 by a slow 10 A one."),
        message(
            "requester", "The fuse did not help, the pump still hums and it does not start at all. " + line
        ),
        message("agent", "Then replace the motor."),
        message("requester", "That worked. Since the weekend the display does not show any reading all day."),
        message("agent", "Press both keys for five seconds."),
    )
    chunks = cut_ticket(made, facts("PUMP-23"), KEEP, EMBEDDER).chunks
    assert [json.loads(chunk.payload)["resolution"] for chunk in chunks] == [
        "Then replace the motor.",
        "Press both keys for five seconds.",
    ]


def test_what_the_export_says_solved_it_stays_said() -> None:
    said = [
        message("requester", "The pump hums."),
        message("agent", "See chapter 4 of the manual."),
        message("requester", "Another question: the display stays dark since Monday."),
        message("agent", "Press both keys."),
    ]
    made = ticket("PUMP-24", "Pump hums", *said, resolution="Motor replaced under warranty.")
    payloads = [
        json.loads(chunk.payload) for chunk in cut_ticket(made, facts("PUMP-24"), KEEP, EMBEDDER).chunks
    ]
    assert [(each["resolution"], each["resolution_from"]) for each in payloads] == [
        ("Motor replaced under warranty.", "field"),
        ("Press both keys.", "answer"),
    ]


def test_no_other_problem_is_none() -> None:
    said = [
        message("requester", "The pump hums."),
        message("agent", "Replace F2."),
        message("requester", "Thanks, there was no other issue since then."),
        message("agent", "Good to hear, I close it."),
    ]
    (chunk,) = cut_ticket(ticket("PUMP-25", "Hums", *said), facts("PUMP-25"), KEEP, EMBEDDER).chunks
    assert json.loads(chunk.payload)["resolution"] == "Replace F2."


def test_a_follow_up_in_a_short_thread_is_no_further_problem() -> None:
    said = [
        message("requester", "The pump hums and does not start."),
        message("agent", "Replace fuse F2."),
        message(
            "requester", "Done, but the pump still does not start and the fuse is blown once more, sadly."
        ),
        message("agent", "Then the motor winding is broken. Send it in."),
    ]
    (chunk,) = cut_ticket(ticket("PUMP-21", "Hums", *said), facts("PUMP-21"), KEEP, EMBEDDER).chunks
    assert json.loads(chunk.payload)["resolution"] == "Then the motor winding is broken. Send it in."


def test_a_message_over_the_ceiling_is_cut_at_a_word_and_the_rest_is_named() -> None:
    log = "\n".join(f"[{n:05}] valve {n % 7} reports pressure {n * 3 % 101}" for n in range(20_000))
    made = ticket("PUMP-30", "Log", message("requester", log), message("agent", "Valve 3 leaks."))
    cut = cut_ticket(made, facts("PUMP-30", "support"), KEEP, EMBEDDER)
    (chunk,) = cut.chunks
    assert CEILING * 0.9 < chunk.tokens <= CEILING
    assert log[len(chunk.body)].isspace() or log[len(chunk.body) - 1].isspace()
    assert "long_message" in {region.reason for region in cut.left_out}


def test_ten_thousand_messages_give_a_bounded_number_of_units() -> None:
    turns = [
        message("requester", f"Another problem: valve {n} does not open and the pump stops after minutes.")
        if n % 2 == 0
        else message("agent", f"Clean valve {n}.")
        for n in range(10_000)
    ]
    made = ticket("PUMP-40", "Valves", *turns)
    cut = cut_ticket(made, facts("PUMP-40", "support"), KEEP, EMBEDDER)
    assert len(cut.chunks) == 50
    assert examine(thread_text(made).document, cut.chunks, cut.left_out, EMBEDDER).uncovered == 0


def test_a_ticket_without_messages_is_its_subject() -> None:
    made = ticket("PUMP-50", "Display dark", resolution="Press both keys.")
    (chunk,) = cut_ticket(made, facts("PUMP-50", "support"), KEEP, EMBEDDER).chunks
    assert (chunk.body, chunk.text) == ("Display dark", "Display dark")
    nothing = ticket("PUMP-51", "", resolution="Press both keys.")
    assert len(cut_ticket(nothing, facts("PUMP-51"), KEEP, EMBEDDER).chunks) <= 1


WORDS = st.sampled_from(
    [
        "It hums.",
        "does not start",
        "Another problem: the valve fails",
        "Thanks",
        "E4711",
        "\n\n",
        "Zürich",
        "?",
    ]
)
MESSAGES = st.lists(
    st.builds(
        message,
        st.sampled_from(["requester", "agent", "other", "system"]),
        st.lists(WORDS, max_size=120).map(" ".join),
        public=st.booleans(),
        automatic=st.sampled_from([None, None, None, "auto_reply"]),
    ),
    max_size=9,
)


@settings(max_examples=60)
@given(MESSAGES, st.sampled_from(["", "Pump hums"]), st.sampled_from(["", "Fuse F2 replaced."]))
def test_every_character_is_in_one_chunk_or_a_named_region(
    said: list[object], subject: str, resolution: str
) -> None:
    made = ticket("PUMP-1", subject, *said, resolution=resolution)  # type: ignore[arg-type]
    thread, notes = thread_text(made), notes_text(made)
    cuts = [(thread, cut_ticket(made, facts("PUMP-1", "support"), KEEP, EMBEDDER))]
    if notes is not None:
        cuts.append((notes, cut_notes(made, facts(notes_id("PUMP-1"), "staff"), EMBEDDER)))
    for text, cut in cuts:
        sound = examine(text.document, cut.chunks, cut.left_out, EMBEDDER)
        assert (sound.uncovered, sound.overlapping, sound.misplaced, sound.over_ceiling) == (0, 0, 0, 0)
        assert len({chunk.id for chunk in cut.chunks}) == len(cut.chunks)
    bodies = [each.message for text, _ in cuts for each in text.said]
    assert len(bodies) == sum(bool(each.body.strip()) for each in made.messages)


def test_the_id_that_a_ticket_has_in_its_tracker_finds_it_where_another_has_the_same() -> None:
    note = message("agent", "They pay late.", public=False)
    made = ticket("5@zendesk", "Hums", message("requester", "It hums."), note, known_as="5")
    chunks = cut_ticket(made, facts("5@zendesk"), KEEP, EMBEDDER).chunks
    chunks += cut_notes(made, facts(notes_id("5@zendesk")), EMBEDDER).chunks
    wanted = {reference_term(ticket_reference(name)) for name in ("5", "5@zendesk")}
    for row in to_table(chunks).to_pylist():
        assert wanted <= references(row)
