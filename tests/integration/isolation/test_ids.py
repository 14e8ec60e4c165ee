"""Promise 4 on the wire: with A's token an id of B's is as good as one that nobody has, in every RPC that takes one."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import pytest
from google.protobuf.message import Message

from tests.integration.isolation.contract import BY_ID, RPCS, Field, Rpc, fields, put
from tests.integration.isolation.samples import sample
from tests.integration.isolation.stack import Outcome, Stack, User
from tieout.retriever.v1 import retriever_service_pb2

# What a field is called when it holds an id of something.
ID = re.compile(r"(?:^|[._])(?:ids?|token|key|citations)$")
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_SHAPES = re.compile(rf"{_UUID.pattern}|[0-9a-f]{{64}}|(?<=_)[a-z2-7]{{12,16}}")
# What differs between any two calls: times, and ids that were just made.
_CHANGING = re.compile(r"(seconds|nanos): -?\d+")
# A sealed token holds the request that it goes on with, and that names another id.
_SEALED = re.compile(r"page_token: \"[^\"]+\"")

Find = Callable[[User], str]


@dataclass(frozen=True, slots=True)
class Theirs:
    """A field that names something of the caller's. `find` takes an id from what a user has."""

    find: Find


@dataclass(frozen=True, slots=True)
class Chosen:
    """A field that the caller makes up; the same text of two users names two things. `find`: what B made up."""

    find: Find


@dataclass(frozen=True, slots=True)
class Public:
    """A field whose values are the same for everybody."""

    why: str


@dataclass(frozen=True, slots=True)
class RequestId:
    """The id of a request."""


@dataclass(frozen=True, slots=True)
class PageToken:
    """A token that a list gave out."""


@dataclass(frozen=True, slots=True)
class ForJobs:
    """An erasure's id: only the worker's jobs give it."""


Case = Theirs | Chosen | Public | RequestId | PageToken | ForJobs


def _accounts(user: User) -> str:
    return user.has.accounts[0]


_COFFEE = "FOOD_AND_DRINK_COFFEE"
_CATEGORY = Public("categories are a vocabulary of ours")
_SPACE = Public("spaces are the models that we serve")
_IN_FILTER: dict[str, Case] = {
    "filter.merchant_ids": Theirs(lambda user: user.has.merchants[0]),
    "filter.excluded_merchant_ids": Theirs(lambda user: user.has.merchants[0]),
    "filter.category_ids": _CATEGORY,
    "filter.excluded_category_ids": _CATEGORY,
    "filter.account_ids": Theirs(_accounts),
    "filter.counterparty_ids": Theirs(lambda user: user.has.counterparties[0]),
    "filter.row_ids": Theirs(lambda user: user.has.rows[0]),
}
_IN_SOURCE: dict[str, Case] = {
    "source.account_id": Theirs(_accounts),
    "source.import_id": Theirs(lambda user: user.has.imports[0]),
    "source.document_id": Theirs(lambda user: user.has.documents[0]),
    "source.statement_id": Theirs(lambda user: user.has.statements[0]),
    "source.fact_id": Theirs(lambda user: user.has.facts[0]),
}
_ERASING = ("embedder", "retriever", "graph", "memory", "answerer")
_TABLE: dict[str, dict[str, Case]] = {
    "embedder.Embed": {"space_id": _SPACE, "usable_space_ids": _SPACE},
    "retriever.ImportTransactions": {
        "header.request_id": RequestId(),
        "header.options.account_key": Chosen(lambda user: f"{user.person.word} Savings"),
    },
    "retriever.ImportTransactionsStream": {
        "header.request_id": RequestId(),
        "header.options.account_key": Chosen(lambda user: f"{user.person.word} Savings"),
    },
    "retriever.PreviewImport": {
        "header.request_id": RequestId(),
        "header.options.account_key": Chosen(lambda user: f"{user.person.word} Savings"),
    },
    "retriever.UploadDocument": {
        "header.request_id": RequestId(),
        "header.caller_key": Chosen(lambda user: f"{user.person.word}-fees.html"),
    },
    "retriever.UploadDocumentStream": {
        "header.request_id": RequestId(),
        "header.caller_key": Chosen(lambda user: f"{user.person.word}-fees.html"),
    },
    "retriever.AnnotateRows": {
        "request_id": RequestId(),
        "annotations.row_id": Theirs(lambda user: user.has.rows[0]),
        "annotations.category_id": _CATEGORY,
        "annotations.splits.category_id": _CATEGORY,
    },
    "retriever.QueryLedger": _IN_FILTER,
    "retriever.ListRows": {**_IN_FILTER, "page_token": PageToken()},
    "retriever.ListRecurring": {"merchant_id": Theirs(lambda user: user.has.recurring)},
    "retriever.Search": {
        "vector.space_id": _SPACE,
        "document_ids": Theirs(lambda user: user.has.documents[0]),
    },
    "retriever.GetEvidence": {"citations": Theirs(lambda user: user.has.row_citations[0])},
    "retriever.ListDocuments": {"page_token": PageToken()},
    "retriever.GetErasure": {"erasure_id": Theirs(lambda user: user.has.erasures[0])},
    "graph.UpsertEvidence": {
        "request_id": RequestId(),
        "supports.support_id": Chosen(lambda user: user.has.supports[0]),
        "supports.source_id": Chosen(_accounts),
        "supports.nodes.node_id": Chosen(lambda user: user.has.nodes[0]),
        "supports.nodes.entity_id": Chosen(lambda user: user.has.merchants[0]),
        "supports.edges.from_node_id": Chosen(lambda user: user.has.nodes[0]),
        "supports.edges.to_node_id": Chosen(lambda user: user.has.nodes[0]),
        "supports.edges.support_ids": Chosen(lambda user: user.has.supports[0]),
        "removed_support_ids": Chosen(lambda user: user.has.supports[0]),
    },
    "graph.Walk": {"start_node_ids": Theirs(lambda user: user.has.nodes[0])},
    "graph.ListNeighbours": {"node_id": Theirs(lambda user: user.has.nodes[0]), "page_token": PageToken()},
    "memory.Remember": {"request_id": RequestId()},
    "memory.ListFacts": {"page_token": PageToken()},
    "memory.Retract": {"request_id": RequestId(), "fact_id": Theirs(lambda user: user.has.facts[0])},
    "memory.Forget": {
        "request_id": RequestId(),
        "fact_id": Theirs(lambda user: user.has.facts[0]),
        "statement_id": Theirs(lambda user: user.has.statements[0]),
    },
    "answerer.Ask": {
        "request_id": RequestId(),
        "question.previous_answer_id": Theirs(lambda user: user.has.answers[0]),
    },
    "answerer.AskStream": {"question.previous_answer_id": Theirs(lambda user: user.has.answers[0])},
    "answerer.GetAnswer": {"answer_id": Theirs(lambda user: user.has.answers[0])},
    "answerer.VerifyAnswer": {"answer_id": Theirs(lambda user: user.has.answers[0])},
    "answerer.Replay": {"answer_id": Theirs(lambda user: user.has.answers[0])},
    **{f"{name}.EraseSource": {"request_id": RequestId(), "erasure_id": ForJobs(), **_IN_SOURCE} for name in _ERASING},
    **{f"{name}.EraseUser": {"request_id": RequestId(), "erasure_id": ForJobs()} for name in _ERASING},
}
CASES = {(rpc, path): case for rpc, paths in _TABLE.items() for path, case in paths.items()}


def _of(kind: type[Any]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        ("rpc", "path"), [pytest.param(*key, id="-".join(key)) for key, case in CASES.items() if isinstance(case, kind)]
    )


def missing_like(text: str) -> str:
    """An id of the same shape that nobody has."""
    made = random.Random(text)

    def another(match: re.Match[str]) -> str:
        old = match[0]
        if _UUID.fullmatch(old):
            # A time-ordered id stays one.
            low, middle, high = made.randrange(16**3), made.randrange(16**3), made.randrange(16**12)
            return f"{old[:15]}{low:03x}-8{middle:03x}-{high:012x}"
        letters = "0123456789abcdef" if len(old) == 64 else "abcdefghijklmnopqrstuvwxyz234567"
        return "".join(made.choice(letters) for _ in old)

    changed = _SHAPES.sub(another, text)
    return changed if changed != text else f"{text} {made.randrange(10**6)}"


def request(rpc: Rpc, user: User, path: str, value: str) -> list[Message]:
    """The user's own request with another value at a path. Of a filter only that field is kept: each may hide rows."""
    messages = sample(rpc, user)
    if path.startswith("filter."):
        for message in messages:
            message.ClearField("filter")
    return put(messages, path, value)


def plain(outcome: Outcome, *ids: str) -> str:
    """What the caller was told, without the ids that were asked for and what no two calls share."""
    text = outcome.told()
    for one in sorted(ids, key=len, reverse=True):
        text = text.replace(one, "<asked>")
    return _SEALED.sub("page_token: <sealed>", _CHANGING.sub(r"\1: #", _UUID.sub("<id>", text)))


def assert_tells_nothing_of(victim: User, outcome: Outcome, *sent: str) -> None:
    """No word, amount or id of the victim's, but for what the caller sent."""
    told = outcome.told()
    for one in sent:
        told = told.replace(one, "")
    has = victim.has
    ids = [*has.accounts, *has.rows, *has.merchants, *has.documents, *has.facts, *has.statements, *has.answers]
    found = [one for one in (*victim.person.secrets, *ids) if one in told]
    assert not found


def _takes_an_id(field: Field) -> bool:
    return ID.search(field.path) is not None and field.descriptor.type != field.descriptor.TYPE_BOOL


def test_every_field_that_takes_an_id_has_a_case() -> None:
    """A new RPC or a new id field is not served untested; a case whose field is gone goes too."""
    there = {(rpc.id, field.path) for rpc in RPCS for field in fields(rpc) if _takes_an_id(field)}
    assert there == set(CASES)


def test_a_missing_id_has_the_shape_of_the_hidden_one() -> None:
    for text in (
        str(uuid4()),
        "acc_pcavktmhglpb",
        "merchant:mer_ujdfwpdfzm5a",
        f"[Citation ID: rows:{'a1' * 32}]",
        "jar",
    ):
        made = missing_like(text)
        assert made != text
        assert made == missing_like(text)
        if text != "jar":
            assert _SHAPES.sub("", made) == _SHAPES.sub("", text)


@_of(Theirs)
async def test_promise_4_nobody_sees_anothers_rows_by_any_rpc(
    rpc: str, path: str, ada: User, cleo: User, bela: User
) -> None:
    """The hidden id and the missing one: same code, same reason, same words, and B's rows are as they were."""
    case, known = CASES[rpc, path], BY_ID[rpc]
    assert isinstance(case, Theirs)
    hidden = case.find(bela)
    missing = missing_like(hidden)
    before = bela.stack.fingerprint(bela)
    stranger = cleo if known.erases else ada
    of_bela = await stranger.call(known, *request(known, stranger, path, hidden))
    of_nobody = await stranger.call(known, *request(known, stranger, path, missing))
    assert plain(of_bela, hidden) == plain(of_nobody, missing)
    assert_tells_nothing_of(bela, of_bela, hidden)
    assert bela.stack.fingerprint(bela) == before


@pytest.mark.parametrize(
    ("rpc", "path"),
    [
        key
        for key, case in CASES.items()
        # A question leaves an answer of its user's behind, and changes nothing else.
        if isinstance(case, Theirs) and (not BY_ID[key[0]].writes or key[0] == "answerer.Ask")
    ],
)
async def test_the_ids_that_hide_from_others_open_to_their_owner(rpc: str, path: str, bela: User) -> None:
    """Else the test above would pass with ids that name nothing at all."""
    case, known = CASES[rpc, path], BY_ID[rpc]
    assert isinstance(case, Theirs)
    own = case.find(bela)
    missing = missing_like(own)
    assert plain(await bela.call(known, *request(known, bela, path, own)), own) != plain(
        await bela.call(known, *request(known, bela, path, missing)), missing
    )


@pytest.mark.parametrize("kind", ["row_citations", "set_citations", "passage_citations", "statements"])
async def test_no_citation_of_anothers_opens(kind: str, ada: User, bela: User) -> None:
    """Rows, whole sets, passages and statements, with and without their brackets."""
    rpc = BY_ID["retriever.GetEvidence"]
    for cited in getattr(bela.has, kind):
        token = f"[Citation ID: memory:{cited}]" if kind == "statements" else cited
        for hidden in (token, token.strip("[]").removeprefix("Citation ID: ")):
            outcome = await ada.call(rpc, retriever_service_pb2.GetEvidenceRequest(citations=[hidden]))
            assert outcome.told() == ""
            own = await bela.call(rpc, retriever_service_pb2.GetEvidenceRequest(citations=[hidden]))
            assert own.told() or kind == "statements"


async def _page_token(user: User, rpc: Rpc) -> str:
    (response,) = (await user.call(rpc, *sample(rpc, user))).responses
    token = str(response.next_page_token)  # type: ignore[attr-defined]
    assert token, "the list has more than one page"
    return token


@_of(PageToken)
async def test_a_page_token_is_good_for_its_own_user_only(rpc: str, path: str, ada: User, bela: User) -> None:
    """Sealed over user, query and place (AIP-158): another's is refused exactly as one that nobody gave out."""
    known = BY_ID[rpc]
    token = await _page_token(bela, known)
    assert (await bela.call(known, *request(known, bela, path, token))).code == "OK"
    # At the node of the token's owner as well: whatever else of the query is the same, the user is not.
    stolen = await ada.call(known, *request(known, ada, path, token))
    assert (stolen.code, stolen.reason, stolen.fields) == ("INVALID_ARGUMENT", "PAGE_TOKEN_INVALID", ("page_token",))
    made_up = await ada.call(known, *request(known, ada, path, token[::-1]))
    assert plain(stolen, token) == plain(made_up, token[::-1])


@_of(PageToken)
async def test_a_page_token_that_was_changed_is_refused(rpc: str, path: str, bela: User) -> None:
    known = BY_ID[rpc]
    token = await _page_token(bela, known)
    middle = len(token) // 2
    changed = token[:middle] + ("A" if token[middle] != "A" else "B") + token[middle + 1 :]
    outcome = await bela.call(known, *request(known, bela, path, changed))
    assert (outcome.code, outcome.reason) == ("INVALID_ARGUMENT", "PAGE_TOKEN_INVALID")


@_of(RequestId)
async def test_a_request_id_of_anothers_is_a_new_request(rpc: str, path: str, stack: Stack, bela: User) -> None:
    """B made a request; the very same bytes of A's are A's own first request, and B's stays answered as it was.

    Nobody here has anything, so that every kind of request, also one that erases, can be made thrice.
    """
    known = BY_ID[rpc]
    first, second, third = stack.new_user(), stack.new_user(), stack.new_user()
    for user in (first, second, third):
        user.has = bela.has
    messages = put(sample(known, first), path, str(uuid4()))
    of_first = await first.call(known, *messages)
    of_second = await second.call(known, *messages)
    of_third = await third.call(known, *put(messages, path, str(uuid4())))
    again = await first.call(known, *messages)
    assert plain(of_second) == plain(of_third) == plain(of_first)
    assert _result(known, again) == _result(known, of_first) or known.name == "PreviewImport" or of_first.code != "OK"
    made = set(_UUID.findall(of_first.told())) - set(_UUID.findall(str(messages)))
    assert not made & set(_UUID.findall(of_second.told()))
    assert_tells_nothing_of(bela, of_second, *([] if of_second.code == "OK" else _ids(bela)), *_sent(known, first))


def _result(rpc: Rpc, outcome: Outcome) -> Any:
    """What a call came to: of an upload that is followed the end, as a repeated one tells less on the way."""
    if not (rpc.is_upload and rpc.is_stream) or outcome.code != "OK":
        return outcome
    last: Any = outcome.responses[-1]
    return getattr(last, last.WhichOneof("event"))


def _ids(user: User) -> list[str]:
    return [*user.has.accounts, *user.has.rows, *user.has.facts]


def _sent(rpc: Rpc, user: User) -> list[str]:
    return _ids(user) if rpc.erases else []


@_of(Chosen)
async def test_a_name_that_another_chose_is_still_free(rpc: str, path: str, stack: Stack, bela: User) -> None:
    """What one user calls something says nothing about what another calls theirs."""
    known, case = BY_ID[rpc], CASES[rpc, path]
    assert isinstance(case, Chosen)
    taken = case.find(bela)
    free = missing_like(taken)
    before = stack.fingerprint(bela)
    outcomes = []
    person = stack.new_user().person
    for name in (taken, free):
        newcomer = stack.new_user()
        newcomer.person, newcomer.has = person, bela.has
        outcomes.append(await newcomer.call(known, *put(sample(known, newcomer), path, name)))
    of_taken, of_free = (re.sub(r"(acc|txn)_[a-z2-7]+", "<made of it>", plain(one, taken, free)) for one in outcomes)
    assert of_taken == of_free
    assert_tells_nothing_of(bela, outcomes[0], taken, *_ids(bela))
    assert stack.fingerprint(bela) == before


@_of(ForJobs)
async def test_an_erasures_id_is_for_jobs_alone(rpc: str, path: str, ada: User, bela: User) -> None:
    """A user's token with the id of an erasure, B's, A's own or nobody's, is refused alike and erases nothing."""
    known = BY_ID[rpc]
    before = ada.stack.fingerprint(ada), bela.stack.fingerprint(bela)
    told = set()
    for erasure_id in (bela.has.erasures[0], ada.has.erasures[0], missing_like(bela.has.erasures[0])):
        outcome = await ada.call(known, *request(known, ada, path, erasure_id))
        assert (outcome.code, outcome.fields) == ("INVALID_ARGUMENT", ("erasure_id",))
        told.add(plain(outcome, erasure_id))
    assert len(told) == 1
    assert (ada.stack.fingerprint(ada), bela.stack.fingerprint(bela)) == before


async def test_what_a_caller_says_of_who_they_are_does_not_count(ada: User, bela: User) -> None:
    """The user comes from the token; metadata that names another is air."""
    rpc = BY_ID["retriever.ListRows"]
    named = [
        (key, str(bela.user_id))
        for key in ("x-user-id", "user-id", "tenant", "x-tenant-id", "sub", "tdb", "tieout-identity")
    ]
    outcome = await ada.stack.call(rpc, [retriever_service_pb2.ListRowsRequest()], [*ada.metadata, *named])
    assert {row.row_id for row in outcome.responses[0].rows} == set(ada.has.rows)  # type: ignore[attr-defined]


async def test_ids_do_erase_and_change_what_is_their_owners(stack: Stack) -> None:
    """The ids that do nothing in A's hands do their work in their owner's: else the promise would be kept by faults."""
    owner = await stack.new_user().load()
    has = owner.has
    boat, gym = has.facts[1], has.facts[0]
    spent: Iterable[tuple[str, str, str]] = (
        ("retriever.AnnotateRows", "annotations.row_id", has.rows[0]),
        ("answerer.EraseSource", "source.fact_id", gym),
        ("answerer.EraseSource", "source.statement_id", has.statements[1]),
        ("answerer.EraseSource", "source.document_id", has.documents[0]),
        ("answerer.EraseSource", "source.account_id", has.accounts[0]),
        ("graph.EraseSource", "source.document_id", has.documents[0]),
        ("graph.EraseSource", "source.account_id", has.accounts[0]),
        ("memory.Retract", "fact_id", gym),
        ("memory.EraseSource", "source.fact_id", gym),
        ("memory.EraseSource", "source.statement_id", has.statements[1]),
        ("memory.Forget", "fact_id", has.facts[2]),
        ("memory.Forget", "statement_id", (await owner.say("My vet is Fern Vets.")).statement_id),
        ("retriever.EraseSource", "source.document_id", has.documents[1]),
        ("retriever.EraseSource", "source.import_id", has.imports[1]),
        ("retriever.EraseSource", "source.account_id", has.accounts[0]),
    )
    assert boat
    idle = []
    for name, path, own in spent:
        rpc = BY_ID[name]
        before = stack.fingerprint(owner)
        outcome = await owner.call(rpc, *put(sample(rpc, owner), path, own))
        assert outcome.code == "OK", f"{name} {path}: {outcome.told()}"
        after = stack.fingerprint(owner)
        books = ("tieout.", "retriever.revision")
        if all(after[table] == before[table] for table in after if not table.startswith(books)):
            idle.append((name, path))
    assert not idle


async def test_two_users_with_the_very_same_files_stay_apart(stack: Stack) -> None:
    """Ids are made of what a thing is, so that these two have the same ones: what one notes and erases is one's own."""
    first, second = stack.new_user(), stack.new_user()
    second.person = first.person
    for user in (first, second):
        await user.load()
    assert first.has.rows == second.has.rows
    assert first.has.accounts == second.has.accounts
    before = stack.fingerprint(second)
    note = retriever_service_pb2.RowAnnotation(row_id=first.has.rows[0], note="mine alone", category_id=_COFFEE)
    annotate = retriever_service_pb2.AnnotateRowsRequest(request_id=str(uuid4()), annotations=[note])
    await first.get("retriever.AnnotateRows", annotate)
    await first.run_jobs()
    assert stack.find_words(second, "mine alone") == []
    for name in ("graph.EraseSource", "retriever.EraseUser"):
        await first.get(name, sample(BY_ID[name], first))
        await first.run_jobs()
    assert stack.fingerprint(second) == before
    assert first.person.spent.split(".")[1] in (await second.ask(second.person.questions[0])).text
