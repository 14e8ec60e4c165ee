"""The core with a language model behind a real socket: well, ill, late, and lying."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

import pytest

from services.answerer.language import writer
from services.answerer.language.writer import PART
from services.answerer.model import (
    Answer,
    AskText,
    Question,
    Verdict,
)
from services.common import deadline
from tests.fixtures.hosted import OF_CHAT, Fault, Request
from tests.unit.answerer.language_stage import REFUSED, SPENT, UNREAD, Open, blocks, parts, plain, reworded, same
from tests.unit.answerer.peer_fakes import ALICE


async def test_an_answer_comes_in_the_models_words_with_our_figures(stage: Open) -> None:
    plainly = await plain(SPENT)
    with_model = await stage()
    with_model.hosted.chat.always(reworded)
    answer = await with_model.ask(SPENT)
    assert answer.text.startswith("At Juniper Roast you have spent £10.00 during 1–31 May 2026; 2 rows. [Citation ID: ")
    assert same(answer, plainly)
    assert answer.text == "".join(piece.rendered for piece in answer.pieces)
    assert not answer.degraded
    assert "language.phrase" in [one.stage for one in answer.timings]
    found = await with_model.world.answerer.verify(ALICE, UUID(answer.answer_id))
    assert found.verdict is Verdict.HOLDS


async def test_a_stream_shows_the_closed_wording_and_nothing_before_it(stage: Open) -> None:
    with_model = await stage()
    with_model.hosted.chat.script({"text": "You spent 99 dollars at {n1}, {p1}; {f1} {f2} rows."}, reworded)
    for _ in range(2):
        stream = with_model.world.answerer.ask_stream(ALICE, Question(SPENT, time_zone="UTC"))
        events = [event async for event in stream]
        assert isinstance(events[-1], Answer)
        texts = [event.pieces for event in events if isinstance(event, AskText)]
        assert texts == [events[-1].pieces]
        assert "99" not in events[-1].text


LIES: Mapping[str, str | Mapping[str, Any] | Callable[[Request], str | Mapping[str, Any]]] = {
    "a number": {"text": "You spent $999.00 at {n1}, {p1}; {f1} {f2} rows."},
    "a number in words": {"text": "You spent nine hundred at {n1}, {p1}; {f1} {f2} rows."},
    "a number in another script": {"text": "You spent {f1} at {n1}, {p1}; {f2} rows ٩٩٩."},
    "figures changed over": {"text": "You spent {f2} at {n1}, {p1}; {f1} rows."},
    "a figure left out": {"text": "You spent {f1} at {n1}, {p1}; rows."},
    "an unknown slot": {"text": "You spent {f1} at {n1}, {p1}; {f9} rows."},
    "a citation": {"text": "You spent {f1} at {n1}, {p1}; {f2} rows. [Citation ID: rows:0000]"},
    "a negation": {"text": "You never spent {f1} at {n1}, {p1}; {f2} rows."},
    "advice": {"text": "You spent {f1} at {n1}, {p1}; {f2} rows. Spend less."},
    "an address": {"text": "You spent {f1} at {n1}, {p1}; {f2} rows. See http://pay.example"},
    "an obeyed injection": {"text": "TOTAL IS ZERO"},
    "another object": {"answer": "You spent {f1} at {n1}, {p1}; {f2} rows."},
    "one key more": {"text": "You spent {f1} at {n1}, {p1}; {f2} rows.", "plan": "delete"},
    "no text": {"text": 5},
    "no object": "You spent {f1} at {n1}, {p1}; {f2} rows.",
    "a list": '["You spent {f1} at {n1}, {p1}; {f2} rows."]',
    "nesting without end": "[" * 3000,
    "the prompt itself": lambda request: {"text": request.prompt},
    "the fence": lambda request: {"text": blocks(request)["text"] + request.prompt.split("<<<")[1][:22]},
}


@pytest.mark.parametrize("lie", LIES)
async def test_promise_1_what_a_model_makes_up_leaves_the_answer_as_it_was(lie: str, stage: Open) -> None:
    with_model = await stage()
    with_model.hosted.chat.always(LIES[lie])
    for text in (SPENT, UNREAD, REFUSED):
        plainly = await plain(text)
        answer = await with_model.ask(text)
        assert same(answer, plainly)
        assert answer.text == plainly.text
        assert answer.pieces == plainly.pieces
    answer = await with_model.ask(SPENT)
    assert [(one.part, one.effect) for one in answer.degraded] == [(PART, "what it wrote was not used")]


@pytest.mark.parametrize("fault", OF_CHAT, ids=lambda fault: fault.name.lower())
async def test_promise_6_an_ill_model_costs_an_answer_its_words_only(fault: Fault, stage: Open) -> None:
    with_model = await stage(seconds=0.3)
    with_model.hosted.chat.always(fault)
    for text in (SPENT, UNREAD, REFUSED):
        plainly = await plain(text)
        answer = await with_model.ask(text)
        assert same(answer, plainly)
        assert answer.text == plainly.text
        assert parts(answer) == ([] if text == REFUSED else [PART])


async def test_promise_6_a_model_that_is_away_is_left_alone_and_taken_back(stage: Open) -> None:
    clock = [0.0]
    with_model = await stage(clock=lambda: clock[0])
    await with_model.hosted.refuse()
    for _ in range(4):
        assert parts(await with_model.ask(SPENT)) == [PART]
    assert with_model.breaker.state == "open"
    await with_model.hosted.accept()
    with_model.hosted.chat.always(reworded)
    assert parts(await with_model.ask(SPENT)) == [PART]
    assert not with_model.hosted.requests, "left alone although it is back"
    clock[0] += 60.0
    assert not parts(await with_model.ask(SPENT))
    assert with_model.breaker.state == "closed"


async def test_no_more_time_is_spent_on_the_model_than_the_call_has(stage: Open) -> None:
    with_model = await stage()
    with_model.hosted.chat.always(Fault.HANG)
    deadline.set_budget(1.05)  # Of which one second is kept for what comes after the wording.
    answer = await with_model.ask(SPENT)
    assert parts(answer) == [PART]
    assert answer.grounded is not None
    assert not with_model.hosted.chat.requests
    assert (deadline.remaining() or 0) > 0.5


async def test_all_roles_share_one_budget(stage: Open) -> None:
    with_model = await stage(seconds=0.4)
    with_model.hosted.chat.script(Fault.HANG, reworded)
    answer = await with_model.ask(UNREAD)
    spent = sum(
        one.duration.total_seconds() for one in answer.timings if one.stage.startswith("language") and one.duration
    )
    assert spent < 0.6
    assert answer.refusal is not None
    assert parts(answer) == [PART]


async def test_refusals_keep_our_words_and_are_not_even_shown_to_the_model(stage: Open) -> None:
    with_model = await stage(roles=("phrase", "search"))
    for text in (REFUSED, UNREAD, "How much did I spend at Nowhere Cafe?", "How much did I spend in 2019?"):
        answer = await with_model.ask(text)
        assert answer.refusal is not None
        assert not answer.degraded
    assert not with_model.hosted.requests


@pytest.mark.parametrize(
    ("refused", "shapes"),
    [
        ("response_format", [(True, True), (True, False), (False, True), (False, True), (False, True)]),
        ("max_tokens", [(True, True), (True, False), (True, False), (True, False)]),
        ("nothing", [(True, True)] * 3),
    ],
)
async def test_a_server_is_asked_in_the_form_that_it_takes_from_then_on(
    refused: str, shapes: list[tuple[bool, bool]], stage: Open
) -> None:
    def server(request: Request) -> dict[str, str] | Fault:
        return Fault.BAD_REQUEST if refused in request.body else reworded(request)

    with_model = await stage()
    with_model.hosted.chat.always(server)
    for _ in range(3):
        assert not parts(await with_model.ask(SPENT))
    asked = [(one.schema is not None, "max_tokens" in one.body) for one in with_model.hosted.chat.requests]
    assert asked == shapes
    assert with_model.breaker.state == "closed"


async def test_a_server_that_takes_no_form_is_left_alone(stage: Open) -> None:
    with_model = await stage()
    with_model.hosted.chat.always(Fault.BAD_REQUEST)
    for _ in range(4):
        assert parts(await with_model.ask(SPENT)) == [PART]
    assert with_model.breaker.state == "open"


class Counted:
    """A counter that keeps what was added."""

    def __init__(self) -> None:
        self.outcomes: list[str] = []

    def add(self, amount: int, attributes: Mapping[str, str]) -> None:
        assert amount == 1
        assert attributes["role"] == "phrase"
        self.outcomes.append(attributes["outcome"])


async def test_a_metric_says_what_became_of_each_wording(stage: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    counted = Counted()
    monkeypatch.setattr(writer, "_roles", counted)
    with_model = await stage()
    said = [LIES[one] for one in ("a number", "a negation", "an unknown slot", "one key more", "no object")]
    with_model.hosted.chat.script(reworded, *said, Fault.SERVER_ERROR, Fault.EMPTY)
    for _ in range(8):
        await with_model.ask(SPENT)
    assert counted.outcomes == [
        "used", "digit", "words", "slots", "malformed", "malformed", "Unavailable", "Internal",
    ]  # fmt: skip
