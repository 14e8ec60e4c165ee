"""People with papers, their questions, and what a run of the questions came to while something was broken."""

from __future__ import annotations

import asyncio
import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from services.cli.bench import Question, Tally, load_user, read_questions
from services.cli.prediction import predict
from services.cli.session import CallFailed, Session, parse_instant
from services.cli.state import SERVICES
from services.common.errors import Failure
from services.common.tokens import TokenMinter, to_user_id
from services.common.types import date_to_proto
from tests.eval import score as _score
from tests.faults.stack import WiredStack
from tieout.answerer.v1 import answer_pb2
from tieout.retriever.v1 import retriever_service_pb2, search_pb2

# The scorer is one file for everybody's Python and has no types.
score: Any = _score
TOGETHER = 6
OUTCOMES = ("right", "wrong", "right_refusal", "false_refusal", "missing")
COLUMNS = ("asked", "right", "wrong", "rightly refused", "refused", "no answer", "untied", "named", "errors")
EMBEDDED = "embed"
"""The stage of an answer for which the question became a vector, to search by or to compare clauses with."""
PHRASED = "language.phrase"
"""That of one whose text a language model was asked to word."""
WALKED = "walk"
"""That of one for which the graph is walked."""


@dataclass(frozen=True, slots=True)
class Told:
    """What one question came to: an answer with its prediction, or how the call failed."""

    question: Question
    benchmark: str
    """ "vault" or "ledger"."""
    outcome: str
    """ "right", "wrong", "right_refusal", "false_refusal" or "missing"."""
    answer: answer_pb2.Answer | None = None
    prediction: Mapping[str, Any] = field(default_factory=dict)
    failure: Failure | None = None
    untied: tuple[str, ...] = ()
    """Numbers of its text that no evidence of it states, by the scorer's reading."""

    @property
    def degraded(self) -> dict[str, str]:
        """What each part that was missing came to."""
        return {one.part: one.effect for one in self.answer.degraded} if self.answer is not None else {}

    @property
    def stages(self) -> set[str]:
        """The stages that the answer went through."""
        return {one.stage for one in self.answer.timings} if self.answer is not None else set()

    @property
    def figures(self) -> tuple[Any, ...]:
        """What the answer comes to, without its wording: value, figures, citations, refusal."""
        if self.answer is None:
            return ("failed",)
        if self.answer.refusal.reason:
            return ("refused", self.answer.refusal.reason)
        value = answer_pb2.AnswerValue()
        value.CopyFrom(self.answer.grounded.value)
        if value.WhichOneof("value") == "rows":
            value.rows.ClearField("next_page_token")
        shown = sorted((one.value.value, one.currency_code, one.op) for one in self.answer.figures)
        return ("answered", str(value), shown, sorted(one.token for one in self.answer.citations))


@dataclass(frozen=True, slots=True)
class Run:
    """All questions asked once."""

    told: tuple[Told, ...]

    def of(self, benchmark: str) -> Run:
        """Those of one benchmark."""
        return Run(tuple(one for one in self.told if one.benchmark == benchmark))

    @property
    def asked(self) -> list[Question]:
        """The questions, in their order."""
        return [one.question for one in self.told]

    @property
    def wrong(self) -> set[str]:
        """The questions that were answered wrongly."""
        return {one.question.question_id for one in self.told if one.outcome == "wrong"}

    @property
    def failures(self) -> list[Failure]:
        """The calls that came to no answer."""
        return [one.failure for one in self.told if one.failure is not None]

    @property
    def untied(self) -> dict[str, tuple[str, ...]]:
        """Questions whose answer states a number that nothing of it backs."""
        return {one.question.question_id: one.untied for one in self.told if one.untied}

    def unsaid(self, stage: str, *parts: str) -> set[str]:
        """Questions whose answer went through a stage and names none of the parts as missing."""
        return {
            one.question.question_id
            for one in self.told
            if one.answer is not None and stage in one.stages and not one.degraded.keys() & set(parts)
        }

    def changed(self, other: Run) -> dict[str, tuple[Any, Any]]:
        """Questions whose figures, citations or refusal differ between two runs of the same questions."""
        before = {one.question.question_id: one.figures for one in other.told}
        now = {one.question.question_id: one.figures for one in self.told}
        return {name: (before[name], found) for name, found in now.items() if found != before[name]}

    @property
    def answered(self) -> Run:
        """Those that came to an answer or a refusal."""
        return Run(tuple(one for one in self.told if one.answer is not None))

    @property
    def lacking(self) -> list[Question]:
        """Questions that came to no answer, or to one that names something as missing."""
        return [one.question for one in self.told if one.failure is not None or one.degraded]

    def columns(self) -> list[str]:
        """What it came to: a cell for each of `COLUMNS`."""
        outcomes = Counter(one.outcome for one in self.told)
        missed = Counter(f"{part}: {effect}" for one in self.told for part, effect in one.degraded.items())
        failed = Counter(f"{one.code.name} {one.metadata.get('dependency', '')}".strip() for one in self.failures)
        counted = [len(self.told), *(outcomes[one] for one in OUTCOMES), sum(len(one) for one in self.untied.values())]
        said = ("; ".join(f"{what} ({count})" for what, count in one.most_common()) for one in (missed, failed))
        return [*map(str, counted), *said]


class Room:
    """The people of the benchmarks' folders in a running stack. `users`: these only; none named: all."""

    def __init__(self, stack: WiredStack, folders: Sequence[Path], users: Sequence[str] = ()) -> None:
        self.stack = stack
        self.asked_count = 0
        self.questions: list[Question] = []
        self._folders: dict[str, Path] = {}
        self._gold: dict[str, Any] = {}
        self._rows: dict[str, Any] = {}
        self._sessions: dict[str, Session] = {}
        for folder in folders:
            questions = list(read_questions(folder / "questions.jsonl", users))
            self.questions += questions
            self._gold |= {one["id"]: one for one in score.load_gold(str(folder))}
            for user in dict.fromkeys(one.user for one in questions):
                self._folders[user] = folder
                self._rows[user] = score.load_rows(str(folder), user)

    async def open(self, opened: AsyncExitStack) -> None:
        """Sessions for everybody, and all that they have, indexed."""
        minter = TokenMinter.load(self.stack.state)
        targets = {name: self.stack.addresses[name].data for name in SERVICES}
        for user, folder in self._folders.items():
            session = await opened.enter_async_context(Session(targets, minter, to_user_id(user)))
            await load_user(session, folder / "users" / user, Tally())
            self._sessions[user] = session

    def benchmark(self, question: Question) -> str:
        """Which of the benchmarks a question is of."""
        return self._folders[question.user].parent.name

    async def ask(self, questions: Sequence[Question] = (), together: int = TOGETHER) -> Run:
        """Ask, so many at a time; all questions where none are given."""
        at_once = asyncio.Semaphore(together)

        async def one(question: Question) -> Told:
            async with at_once:
                self.asked_count += 1
                return await self._ask(question)

        return Run(tuple(await asyncio.gather(*(one(question) for question in questions or self.questions))))

    async def needs_vector(self, question: Question) -> bool:
        """Whether keywords alone do not settle what the question asks for."""
        session, as_of = self._sessions[question.user], parse_instant(question.as_of)
        request = retriever_service_pb2.SearchRequest(query=question.text, as_of_date=date_to_proto(as_of.date()))
        found = await session._call(session._retriever.Search, request)
        return bool(found.summary.state == search_pb2.SEARCH_STATE_NEEDS_VECTOR)

    async def _ask(self, question: Question) -> Told:
        session, gold = self._sessions[question.user], self._gold[question.question_id]
        benchmark = self.benchmark(question)
        try:
            answer = await session.ask(question.text, parse_instant(question.as_of))
            prediction = await predict(question.question_id, answer, 0.0, session.list_rows, session.find_rows)
        except CallFailed as error:
            return Told(question, benchmark, "missing", failure=error.failure)
        untied = unclosed(answer)
        if prediction["status"] == "answered":
            rows = self._rows[question.user]
            untied += tuple(str(one) for one in score.ungrounded(gold, {**prediction, "text": _unnamed(answer)}, rows))
            held, _ = score.verified_figures(gold, prediction, rows)
            if score.backed(prediction, held) is False:
                untied += ("the value",)
        return Told(question, benchmark, score.judge(gold, prediction)[0], answer, prediction, untied=untied)


_TOKEN = re.compile(r"\[Citation ID: [^\[\]]*\]")
_WORDS = re.compile(
    r"\b(?:two|three|four|five|six|seven|eight|nine|ten|dozen|hundred|thousand|million|billion|percent)\b"
)


def _unnamed(answer: answer_pb2.Answer) -> str:
    """An answer's text without the names of the papers that it cites: the day in a file's name is no figure."""
    text = answer.text
    for name in {citation.passage.document_name for citation in answer.citations} - {""}:
        text = text.replace(name, "")
    return text


def unclosed(answer: answer_pb2.Answer) -> tuple[str, ...]:
    """What of a text has no source, read off the text and its pieces, without the service's own check."""
    found = []
    if answer.text != "".join(piece.rendered for piece in answer.pieces):
        found.append("the text is not its pieces")
    for piece in answer.pieces:
        words = piece.rendered
        if piece.literal and (any(one.isnumeric() for one in words) or _WORDS.search(words.casefold())):
            found.append(f"a literal: {words}")
    own = {citation.token for citation in answer.citations}
    found += [token for token in _TOKEN.findall(answer.text) if token not in own]
    rest = _TOKEN.sub("", answer.text)
    if set(rest) & set("[]{}［］｛｝【】"):
        found.append("looks like a citation or a slot")
    if any(unicodedata.category(one) in ("Cc", "Cf", "Co", "Cs") and one != "\n" for one in rest):
        found.append("a control")
    return tuple(found)


# What is logged as an error because an operator has to know, and was handled.
HANDLED = frozenset(("hosted_misconfigured", "hosted_embedder_refused"))
# The exporter of metrics, on a machine that is too busy to take them in time.
BESIDE = "opentelemetry.exporter"


def faults_in(lines: Iterable[str]) -> list[str]:
    """Lines of a log that tell of something that nobody handled."""
    found = []
    for line in lines:
        try:
            event = json.loads(line)
        except ValueError:
            event = {"level": "error"} if "Traceback" in line else {}
        if event.get("event") in HANDLED or event.get("logger", "").startswith(BESIDE):
            continue
        if event.get("level") in ("error", "critical"):
            found.append(line)
    return found
