"""Both legs of a search are exact, each user's own, and fused; vectors of one space never meet those of another."""

from __future__ import annotations

import random
import uuid
from collections.abc import Awaitable, Callable
from types import SimpleNamespace

import grpc
import numpy as np
import pytest
import pytest_asyncio

from services.common import calibration, errors
from services.common.db.tenant import Database
from services.common.identity import Identity
from services.common.local_embedder import LocalEmbedder
from services.common.tokens import TokenMinter, TokenVerifier
from services.common.types import UserId
from services.retriever.documents.lexemes import lexemes, query_lexemes
from services.retriever.documents.ranking import bm25
from tests.fixtures.pg import Copy
from tests.fixtures.server import StartServer
from tests.integration.retriever.document_service import Client
from tests.integration.retriever.ledger_service import LIMITS, METHODS, serve_ledger
from tieout.retriever.v1.document_pb2 import IndexState
from tieout.retriever.v1.search_pb2 import SearchState
from tieout.type.v1.space_pb2 import Vectors

SPACE, WIDTH = "minilm-l6-v2-384-mean-l2", 384
WORDS = [
    "fee",
    "wire",
    "overdraft",
    "atm",
    "rate",
    "card",
    "loan",
    "branch",
    "notice",
    "balance",
    "transfer",
    "deposit",
    "paper",
    "statement",
    "account",
]

NewUser = Callable[[], Awaitable[tuple[Client, Identity]]]


@pytest.fixture(scope="module", autouse=True)
def other_spaces(pg: Copy) -> None:
    """Registered, and never measured."""
    for space in ("unmeasured", "another-space"):
        pg.register_space(space, WIDTH)


@pytest_asyncio.fixture(loop_scope="session")
async def databases(database_for: Callable[[str], Awaitable[Database]]) -> SimpleNamespace:
    return SimpleNamespace(retriever=await database_for("retriever"), worker=await database_for("worker"))


@pytest_asyncio.fixture(loop_scope="session")
async def new_user(
    start_server: StartServer, databases: SimpleNamespace, minter: TokenMinter, verifier: TokenVerifier
) -> NewUser:
    """A client of a user that has nothing yet, and that user's identity."""
    server = await start_server(serve_ledger(databases.retriever), methods=METHODS, limits=LIMITS)

    async def make() -> tuple[Client, Identity]:
        token = minter.mint(UserId(uuid.uuid4())).reveal()
        return Client.on(server.raw_channel(), token), verifier.verify(token)

    return make


def letters(seed: int, count: int) -> list[str]:
    """Texts of random words, each long enough for a passage of its own."""
    rng = random.Random(seed)
    return [" ".join(rng.choices(WORDS, k=rng.randint(20, 120))).capitalize() + "." for _ in range(count)]


async def embed(
    database: Database,
    identity: Identity,
    document: object,
    seed: int,
    *,
    space: str = SPACE,
    at: tuple[np.ndarray, float] | None = None,
) -> dict[int, np.ndarray]:
    """Give every passage of a document a random vector, as the worker does it; by passage id.

    `at`: a vector, and the cosine to it that all of them have.
    """
    rng = np.random.default_rng(seed)
    rows = await database.fetch(
        identity,
        "SELECT passage_id FROM retriever.find_passages_without_vector(%s, %s, %s, %s, 1000)",
        (space, WIDTH, document.document_id, document.version),  # type: ignore[attr-defined]
    )
    vectors = {row["passage_id"]: _unit(rng) if at is None else _near(rng, *at) for row in rows}
    async with database.transaction(identity) as tx:
        for passage_id, vector in vectors.items():
            await tx.fetch(
                "SELECT retriever.store_vector(%s, %s, %s::halfvec)", (space, passage_id, str(vector.tolist()))
            )
    return vectors


def _unit(rng: np.random.Generator) -> np.ndarray:
    vector = rng.normal(size=WIDTH).astype(np.float32)
    return vector / np.linalg.norm(vector)


def _near(rng: np.random.Generator, vector: np.ndarray, cosine: float) -> np.ndarray:
    across = rng.normal(size=WIDTH).astype(np.float32)
    across -= (across @ vector) * vector
    near: np.ndarray = cosine * vector + (1 - cosine**2) ** 0.5 * across / np.linalg.norm(across)
    return near


def question_vector(vector: np.ndarray, space: str = SPACE) -> Vectors:
    return Vectors(space_id=space, width=len(vector), data=vector.astype("<f4").tobytes(), count=1)


async def test_keyword_scores_equal_the_reference_over_several_documents(new_user: NewUser) -> None:
    client, _ = await new_user()
    for number, text in enumerate(letters(7, 12)):
        await client.upload(f"Letter {number}\n\n{text}", f"letter{number}.txt")
    listed = (await client.search("letter", page_size=50, keyword_only=True)).hits
    texts = {(hit.passage.document_id, hit.passage.chunk_id): lexemes(hit.passage.text) for hit in listed}
    assert len(texts) >= 12
    for query in ("overdraft fee", "wire transfer deposit rate", "branch", "paper statement notice unicorn"):
        terms = query_lexemes(query)
        expected = dict(zip(texts, bm25(terms, list(texts.values())), strict=True))
        found = {
            (hit.passage.document_id, hit.passage.chunk_id): hit.keyword_score
            for hit in (await client.search(query, page_size=50, keyword_only=True)).hits
        }
        assert found == pytest.approx({key: score for key, score in expected.items() if score > 0}, rel=1e-6)
        assert list(found) == sorted(found, key=lambda key: -found[key])


async def test_statistics_are_the_users_own(new_user: NewUser) -> None:
    alone, _ = await new_user()
    await alone.upload("Terms\n\nThe overdraft fee is due at once.", "a.txt")
    before = [hit.keyword_score for hit in (await alone.search("overdraft fee")).hits]
    crowd, _ = await new_user()
    for number in range(5):
        await crowd.upload(f"Terms {number}\n\nAn overdraft fee, an overdraft fee.", f"b{number}.txt")
    assert [hit.keyword_score for hit in (await alone.search("overdraft fee")).hits] == before


async def test_vector_search_finds_exactly_the_nearest(new_user: NewUser, databases: SimpleNamespace) -> None:
    client, identity = await new_user()
    vectors: dict[int, np.ndarray] = {}
    for number, text in enumerate(letters(3, 40)):
        document = await client.upload(f"Letter {number}\n\n{text}", f"letter{number}.txt")
        vectors |= await embed(databases.worker, identity, document, number)
    probe = _unit(np.random.default_rng(99))
    response = await client.search("zzz", vector=question_vector(probe), page_size=10, uncalibrated=True)
    halves = {key: vector.astype(np.float16).astype(np.float32) for key, vector in vectors.items()}
    asked = probe.astype(np.float16).astype(np.float32)
    cosines = sorted(
        (float(one @ asked / np.linalg.norm(one) / np.linalg.norm(asked)) for one in halves.values()), reverse=True
    )
    assert [hit.vector_score for hit in response.hits] == pytest.approx(cosines[:10], abs=1e-5)
    assert [hit.vector_rank for hit in response.hits] == list(range(1, 11))
    assert response.summary.state == SearchState.SEARCH_STATE_FUSED
    assert response.summary.space_id == SPACE
    assert response.summary.floor.value
    assert response.summary.missing_vector_count == 0


async def test_both_legs_are_fused_by_reciprocal_rank(new_user: NewUser, databases: SimpleNamespace) -> None:
    client, identity = await new_user()
    for number, text in enumerate(letters(5, 8)):
        document = await client.upload(f"Letter {number}\n\n{text}", f"letter{number}.txt")
        await embed(databases.worker, identity, document, number)
    response = await client.search(
        "overdraft fee", vector=question_vector(_unit(np.random.default_rng(1))), page_size=50
    )
    for hit in response.hits:
        legs = [rank for rank in (hit.keyword_rank, hit.vector_rank) if rank]
        assert hit.fused_score == pytest.approx(sum(1 / (60 + rank) for rank in legs))
    scores = [hit.fused_score for hit in response.hits]
    assert scores == sorted(scores, reverse=True)


async def test_a_passage_in_other_words_is_on_the_page_though_both_legs_share_all_others(
    new_user: NewUser, databases: SimpleNamespace
) -> None:
    client, identity = await new_user()
    probe = _unit(np.random.default_rng(11))
    for number in range(12):
        same = await client.upload(f"Letter {number}\n\nOur branch writes letter {number}.", f"{number}.txt")
        await embed(databases.worker, identity, same, 100 + number, at=(probe, 0.6 - number / 100))
    other = await client.upload("Dwelling\n\nWhat we pay where it burns down.", "dwelling.txt")
    await embed(databases.worker, identity, other, 99, at=(probe, 0.595))
    response = await client.search("branch", vector=question_vector(probe), page_size=10)
    assert len(response.hits) == 10
    (found,) = [hit for hit in response.hits if hit.passage.document_name == "dwelling.txt"]
    assert (found.keyword_rank, found.vector_rank) == (0, 2)
    assert min(hit.fused_score for hit in response.hits) == found.fused_score


async def test_what_is_said_twice_is_shown_once_and_what_differs_by_a_number_twice(new_user: NewUser) -> None:
    client, _ = await new_user()
    said = "The overdraft fee of this account is $35 for each item that is paid while the balance is low."
    for name, text in (("a", said), ("b", said.rstrip(".")), ("c", said.replace("35", "30"))):
        await client.upload(f"Terms of the account\n\n{text}", f"{name}.txt")
    response = await client.search("overdraft fee for each item paid", keyword_only=True)
    assert len(response.hits) == 2
    assert sum("$35" in hit.passage.text for hit in response.hits) == 1
    (kept,) = [hit for hit in response.hits if "$35" in hit.passage.text]
    assert len(kept.collapsed_chunk_ids) == 1


async def test_a_passage_is_found_by_what_it_means_where_it_shares_no_word_with_the_question(
    new_user: NewUser, databases: SimpleNamespace
) -> None:
    client, identity = await new_user()
    model = LocalEmbedder()
    await model.warm_up()
    texts = {
        "cover": "Coverage of the dwelling: we rebuild the residence premises after a fire.",
        "car": "Collision coverage of your vehicle and the cost of a rental while it is repaired.",
        "late": "A charge applies when an instalment arrives after its due date.",
        "wire": "Sending money abroad by SWIFT takes three business days.",
    }
    for name, text in texts.items():
        document = await client.upload(f"Paper\n\n{text}", f"{name}.txt")
        vector = (await model.embed([text])).vectors[0]
        await embed(databases.worker, identity, document, 1, at=(np.asarray(vector), 1.0))
    for question, name in (
        ("Who pays for my house if it burns down?", "cover"),
        ("What happens if I pay too late?", "late"),
        ("How long do international bank transfers need?", "wire"),
    ):
        asked = (await model.embed([question])).vectors[0]
        response = await client.search(question, vector=question_vector(np.asarray(asked)))
        assert response.hits[0].passage.document_name == f"{name}.txt", question
    shared = set(query_lexemes("How long do international bank transfers need?")) & set(lexemes(texts["wire"]))
    assert not shared
    await model.close()


async def test_passages_without_a_vector_are_found_by_keyword_and_counted(
    new_user: NewUser, databases: SimpleNamespace
) -> None:
    client, identity = await new_user()
    first = await client.upload("Rates\n\nThe deposit rate is two percent.", "rates.txt")
    await embed(databases.worker, identity, first, 1)
    await client.upload("Fees\n\nThe overdraft fee is thirty dollars.", "fees.txt")
    response = await client.search("overdraft fee", vector=question_vector(_unit(np.random.default_rng(1))))
    assert response.summary.missing_vector_count == 1
    (found,) = [hit for hit in response.hits if "overdraft" in hit.passage.text]
    assert found.keyword_rank == 1
    assert not found.HasField("vector_score")


async def test_below_the_evidence_floor_a_passage_is_shown_only_where_words_find_it(
    new_user: NewUser, databases: SimpleNamespace
) -> None:
    client, identity = await new_user()
    names = ("near", "far", "far but named")
    texts = ("Sums that the branch holds back.", "How to reach us by telephone.", "The overdraft fee.")
    floor = calibration.load()[SPACE].evidence.floor
    probe = _unit(np.random.default_rng(5))
    for name, text, cosine in zip(names, texts, (float(floor) + 0.05, *[float(floor) - 0.05] * 2), strict=True):
        document = await client.upload(f"Letter\n\n{text}", f"{name}.txt")
        await embed(databases.worker, identity, document, 1, at=(probe, cosine))
    response = await client.search("overdraft", vector=question_vector(probe))
    assert {hit.passage.document_name for hit in response.hits} == {"near.txt", "far but named.txt"}
    assert response.summary.floor.value == str(calibration.load()[SPACE].accept.floor)
    measured = await client.search("overdraft", vector=question_vector(probe), uncalibrated=True)
    assert len(measured.hits) == 3


async def test_a_space_without_a_calibration_is_searched_by_words_only_and_may_be_measured(
    new_user: NewUser, databases: SimpleNamespace
) -> None:
    client, identity = await new_user()
    document = await client.upload("Fees\n\nThe overdraft fee is thirty dollars.", "fees.txt")
    vectors = await embed(databases.worker, identity, document, 1, space="unmeasured")
    same = question_vector(next(iter(vectors.values())), "unmeasured")
    for query, found in (("overdraft", 1), ("zzz", 0)):
        response = await client.search(query, vector=same)
        assert response.summary.state == SearchState.SEARCH_STATE_KEYWORD_ONLY
        assert len(response.hits) == found
        assert not response.summary.space_id
        assert not response.summary.HasField("floor")
    measured = await client.search("zzz", vector=same, uncalibrated=True)
    assert [hit.vector_score for hit in measured.hits] == pytest.approx([1.0], abs=1e-3)
    assert not measured.summary.HasField("floor")


async def test_vectors_of_another_space_are_not_compared(new_user: NewUser, databases: SimpleNamespace) -> None:
    client, identity = await new_user()
    document = await client.upload("Fees\n\nThe overdraft fee is thirty dollars.", "fees.txt")
    await embed(databases.worker, identity, document, 1)
    other = question_vector(_unit(np.random.default_rng(1)), "another-space")
    response = await client.search("overdraft fee", vector=other, uncalibrated=True)
    assert not any(hit.HasField("vector_score") for hit in response.hits)
    assert response.summary.missing_vector_count == 1
    assert not response.summary.HasField("floor")


async def test_a_space_that_nobody_registered_is_refused_and_the_caller_learns_which_there_are(
    new_user: NewUser,
) -> None:
    """A caller's mistake is no search by keyword that looks like an answer."""
    client, _ = await new_user()
    await client.upload("Fees\n\nThe overdraft fee is thirty dollars.", "fees.txt")
    for settled in (False, True):
        vector = question_vector(_unit(np.random.default_rng(3)), "no-such-space")
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await client.search("overdraft fee", vector=vector, uncalibrated=settled)
        told = errors.decode(caught.value)
        assert (told.code, told.reason) == (grpc.StatusCode.INVALID_ARGUMENT, "SPACE_MISMATCH")
        assert [one.field for one in told.violations] == ["vector.space_id"]
        assert told.metadata["space_id"] == "no-such-space"
        assert SPACE in told.metadata["spaces"].split(", ")
        assert "probe" not in told.metadata["spaces"]


async def test_a_vector_of_a_space_that_nobody_registered_is_not_kept(
    new_user: NewUser, databases: SimpleNamespace
) -> None:
    client, identity = await new_user()
    document = await client.upload("Fees\n\nThe overdraft fee is thirty dollars.", "fees.txt")
    found = await databases.worker.fetch(
        identity,
        "SELECT passage_id FROM retriever.find_passages_without_vector(%s, %s, %s, %s, 1000)",
        (SPACE, WIDTH, document.document_id, document.version),
    )
    for space, width in (("no-such-space", WIDTH), (SPACE, 512)):
        vector = str([1.0] * width)
        with pytest.raises(errors.TieoutError):
            await databases.worker.fetch(
                identity, "SELECT retriever.store_vector(%s, %s, %s::halfvec)", (space, found[0]["passage_id"], vector)
            )
        with pytest.raises(errors.TieoutError):
            await databases.worker.fetch(
                identity,
                f"INSERT INTO retriever.vector_{width} (space_id, passage_id, embedding) VALUES (%s, %s, %s::halfvec)",
                (space, found[0]["passage_id"], vector),
            )


async def test_a_passage_whose_text_was_refused_is_counted_apart(new_user: NewUser, databases: SimpleNamespace) -> None:
    client, identity = await new_user()
    for name in ("fees", "rates"):
        await client.upload(f"{name.title()}\n\nThe overdraft {name} are thirty dollars.", f"{name}.txt")
    rows = await databases.worker.fetch(
        identity, "SELECT passage_id FROM retriever.passage WHERE user_id = %s", (identity.user_id,)
    )
    aside = "SELECT retriever.set_aside(%s, %s, 'TEXT_REFUSED')"
    await databases.worker.fetch(identity, aside, (SPACE, rows[0]["passage_id"]))
    vector = question_vector(_unit(np.random.default_rng(3)))
    summary = (await client.search("overdraft", vector=vector)).summary
    assert (summary.missing_vector_count, summary.refused_vector_count) == (len(rows), 1)


async def test_a_document_is_indexed_when_the_local_space_has_all_its_vectors_whatever_others_have(
    new_user: NewUser, databases: SimpleNamespace
) -> None:
    """A hosted model may have the same width."""
    client, identity = await new_user()
    document = await client.upload("Fees\n\nThe overdraft fee is thirty dollars.", "fees.txt")
    states = []
    for space in ("another-space", SPACE):
        await embed(databases.worker, identity, document, 1, space=space)
        states.append((await client.list()).documents[0].index_state)
    assert states == [IndexState.INDEX_STATE_KEYWORD, IndexState.INDEX_STATE_COMPLETE]


@pytest.mark.parametrize(
    "vector",
    [
        Vectors(space_id=SPACE, width=384, data=b"\0" * 10, count=1),
        Vectors(space_id=SPACE, width=512, data=b"\1" * 2048, count=1),
        Vectors(space_id="x", width=100, data=b"\1" * 400, count=1),
        Vectors(space_id=SPACE, width=384, data=b"\0" * 1536, count=1),
    ],
    ids=["cut", "wrong width", "no such table", "zero"],
)
async def test_a_vector_that_is_none_of_the_space_is_refused(new_user: NewUser, vector: Vectors) -> None:
    client, _ = await new_user()
    await client.upload("Fees\n\nThe overdraft fee is thirty dollars.", "fees.txt")
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await client.search("overdraft fee", vector=vector)
    assert caught.value.code() == grpc.StatusCode.INVALID_ARGUMENT
    assert errors.decode(caught.value).reason in ("SPACE_MISMATCH", "FIELD_INVALID")


async def test_a_search_asks_for_a_vector_only_where_keywords_do_not_settle_it(new_user: NewUser) -> None:
    client, _ = await new_user()
    none = await client.search("overdraft fee")
    assert none.summary.state == SearchState.SEARCH_STATE_NO_DOCUMENTS
    await client.upload("Fees\n\nThe overdraft fee is thirty dollars.", "fees.txt")
    await client.upload("Rates\n\nThe deposit rate is two percent.", "rates.txt")
    settled = await client.search("overdraft fee")
    assert settled.summary.state == SearchState.SEARCH_STATE_KEYWORD_CONFIDENT
    assert settled.hits[0].term_coverage == pytest.approx(1.0)
    open_question = await client.search("penalty for going below zero")
    assert open_question.summary.state == SearchState.SEARCH_STATE_NEEDS_VECTOR
    assert "penalty" in open_question.summary.unmatched_terms
    only = await client.search("penalty for going below zero", keyword_only=True)
    assert only.summary.state == SearchState.SEARCH_STATE_KEYWORD_ONLY


async def test_two_products_that_say_the_same_do_not_settle_a_search_however_few_are_asked_for(
    new_user: NewUser,
) -> None:
    client, _ = await new_user()
    await client.upload("Gold account\n\nThe overdraft fee is thirty dollars.", "gold.txt")
    await client.upload("Basic account\n\nThe overdraft fee is ten dollars and a half.", "basic.txt")
    for size in (1, 10):
        response = await client.search("overdraft fee", page_size=size)
        assert response.summary.state == SearchState.SEARCH_STATE_NEEDS_VECTOR
        assert [hit.fused_rank for hit in response.hits] == list(range(1, len(response.hits) + 1))


async def test_a_filter_by_documents_takes_any_of_them(new_user: NewUser) -> None:
    client, _ = await new_user()
    kept = [await client.upload(f"Fees {name}\n\nThe overdraft fee of {name}.", f"{name}.txt") for name in ("aa", "bb")]
    await client.upload("Fees cc\n\nThe overdraft fee of cc.", "cc.txt")
    ids = [document.document_id for document in kept]
    found = await client.search("overdraft fee", document_ids=ids)
    assert {hit.passage.document_id for hit in found.hits} == set(ids)


async def test_another_users_vectors_are_never_neighbours(new_user: NewUser, databases: SimpleNamespace) -> None:
    owner, owner_identity = await new_user()
    document = await owner.upload("Fees\n\nThe overdraft fee is thirty dollars.", "fees.txt")
    vectors = await embed(databases.worker, owner_identity, document, 1)
    stranger, _ = await new_user()
    await stranger.upload("Rates\n\nNothing of the kind.", "rates.txt")
    response = await stranger.search("zzz", vector=question_vector(next(iter(vectors.values()))))
    assert not response.hits


async def test_replacing_a_document_takes_its_vectors_along(new_user: NewUser, databases: SimpleNamespace) -> None:
    client, identity = await new_user()
    first = await client.upload("Fees\n\nThe overdraft fee is thirty-five dollars.", "fees.txt", key="fees")
    vectors = await embed(databases.worker, identity, first, 1)
    second = await client.upload("Fees\n\nThe overdraft fee is thirty dollars.", "fees.txt", key="fees")
    probe = question_vector(next(iter(vectors.values())))
    response = await client.search("zzz", vector=probe)
    assert not response.hits
    assert response.summary.missing_vector_count == second.passage_count
    async with databases.worker.transaction(identity) as tx:
        stored = await tx.fetch(
            "SELECT retriever.store_vector(%s, %s, %s::halfvec) AS stored",
            (SPACE, next(iter(vectors)), str([1.0] * WIDTH)),
        )
    assert stored[0]["stored"] is False


async def test_an_upload_enqueues_its_embedding_with_the_write(new_user: NewUser, databases: SimpleNamespace) -> None:
    client, identity = await new_user()
    document = await client.upload("Fees\n\nThe overdraft fee is thirty dollars.", "fees.txt")
    rows = await databases.retriever.fetch(
        identity, "SELECT payload FROM tieout.job WHERE user_id = %s AND kind = 'embed_passages'", (identity.user_id,)
    )
    assert [row["payload"] for row in rows] == [{"document_id": document.document_id, "version": 1}]


@pytest.mark.parametrize(
    "query", ["'; DROP TABLE retriever.document; --", "\\' OR 1=1", "%s %(x)s {0}", "\U0001f4b8 💸 ﷽"]
)
async def test_strange_queries_are_words_and_nothing_else(new_user: NewUser, query: str) -> None:
    client, _ = await new_user()
    await client.upload("Fees\n\nThe overdraft fee is thirty dollars.", "fees.txt")
    await client.search(query)
    assert await client.texts("overdraft")


async def test_the_vector_scan_reads_only_the_index(new_user: NewUser, databases: SimpleNamespace, pg: object) -> None:
    client, identity = await new_user()
    document = await client.upload("Fees\n\nThe overdraft fee is thirty dollars.", "fees.txt")
    await embed(databases.worker, identity, document, 1)
    plan = await databases.retriever.fetch(
        identity,
        "EXPLAIN (COSTS OFF) SELECT passage_id, embedding <=> %s::halfvec(384) FROM retriever.vector_384 "
        "WHERE user_id = %s AND space_id = %s",
        (str([1.0] * WIDTH), identity.user_id, SPACE),
    )
    text = "\n".join(row["QUERY PLAN"] for row in plan)
    assert "Index Only Scan using vector_384_key" in text
