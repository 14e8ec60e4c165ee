"""What is erased is nowhere: in no table of any schema, in no answer, and the receipt counts what went."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from tests.integration.isolation.contract import SERVICES
from tests.integration.isolation.stack import Stack, User, question
from tieout.answerer.v1 import answer_pb2, answerer_service_pb2
from tieout.memory.v1 import memory_service_pb2
from tieout.retriever.v1 import retriever_service_pb2
from tieout.type.v1 import erasure_pb2

# What stays of an erased user: receipts, the responses of erasures (ids and counts, so that a repeated call erases
# nothing anew), and the plan to purge those.
KEPT = {"tieout.erasure", "tieout.erasure_part", "tieout.request", "tieout.job"}
# One row a writer, which each erasure takes its turn by, too.
TURNS = {"graph.writer", "memory.writer"}
# Nobody here has a vector of these widths, or a fact that was derived; `tieout.probe` belongs to the probe tenants.
UNUSED = {
    "retriever.document_file",  # Kept of files with pages to show; tests/integration/retriever/test_page_images.py.
    "retriever.vector_index",  # Of users with very many vectors; tests/integration/indexer.
    "retriever.vector_refusal",  # Of texts that a provider refused; tests/integration/worker/test_backfill.py.
    "retriever.vector_512",
    "retriever.vector_768",
    "retriever.vector_1024",
    "memory.fact_input",
    "memory.fact_row",
    "tieout.probe",
}


async def receipt_of(user: User, erasure_id: str) -> erasure_pb2.ErasureReceipt:
    """The receipt when all jobs are done: closed, and nothing remains in any store."""
    await user.run_jobs()
    request = retriever_service_pb2.GetErasureRequest(erasure_id=erasure_id)
    receipt: erasure_pb2.ErasureReceipt = (await user.get("retriever.GetErasure", request)).receipt
    assert receipt.state == erasure_pb2.ERASURE_STATE_DONE, f"{receipt}\n{user.stack.jobs(user)}\n{user.stack.faults()}"
    assert {store.service for store in receipt.stores} >= set(SERVICES)
    assert not [store for store in receipt.stores if store.remaining_count]
    return receipt


async def erase_source(user: User, **source: str) -> erasure_pb2.ErasureReceipt:
    """Erase one source everywhere, begun where a user begins it."""
    request = retriever_service_pb2.EraseSourceRequest(request_id=str(uuid4()), source=erasure_pb2.Source(**source))
    begun = (await user.get("retriever.EraseSource", request)).receipt
    return await receipt_of(user, begun.erasure_id)


async def answers_of(user: User) -> list[answer_pb2.Answer]:
    """The answers given at loading, as they stand now, in the order of the person's questions."""
    requests = [answerer_service_pb2.GetAnswerRequest(answer_id=one) for one in user.has.answers]
    return [(await user.get("answerer.GetAnswer", request)).answer for request in requests]


def is_tombstone(answer: answer_pb2.Answer) -> bool:
    """Whether nothing is left of an answer but that there was one."""
    emptied = not (answer.text or answer.pieces or answer.citations or answer.figures or answer.HasField("plan"))
    return answer.state == answer_pb2.ANSWER_STATE_ERASED and emptied and not answer.WhichOneof("outcome")


@pytest.fixture
async def owner(stack: Stack) -> User:
    """Somebody with everything, who will erase it."""
    return await stack.new_user().load()


@pytest.mark.parametrize("service", SERVICES)
async def test_an_erased_user_is_in_no_table(service: str, stack: Stack, owner: User, bela: User) -> None:
    """Wherever it is begun. B, who has the same kind of everything, keeps all of it to the last bit."""
    others, before = stack.fingerprint(bela), stack.counts(owner)
    assert {table for table, count in before.items() if not count} == UNUSED
    request: Any = SERVICES[service].EraseUserRequest(request_id=str(uuid4()))
    begun = (await owner.get(f"{service}.EraseUser", request)).receipt
    receipt = await receipt_of(owner, begun.erasure_id)
    after = stack.counts(owner)
    assert {table for table, count in after.items() if count} <= KEPT
    left = stack.admin.execute("SELECT method FROM tieout.request WHERE user_id = %s", (owner.user_id,)).fetchall()
    assert not [method for (method,) in left if "/Erase" not in method]
    assert stack.jobs(owner) == []
    planned = "SELECT kind FROM tieout.job WHERE user_id = %s AND kind <> 'retention'"
    assert stack.admin.execute(planned, (owner.user_id,)).fetchall() == []
    for secret in owner.person.secrets:
        assert stack.find_words(owner, secret) == []
    counted = {f"{store.service}.{store.store}": store.erased_count for store in receipt.stores}
    counts = {table: count for table, count in before.items() if table not in KEPT | UNUSED | TURNS}
    assert {table: counted.get(table) for table in counts} == counts
    assert stack.fingerprint(bela) == others
    again = (await owner.get(f"{service}.EraseUser", request)).receipt
    assert again.erasure_id == begun.erasure_id
    assert stack.counts(owner) == after


async def test_an_erased_account_takes_all_that_it_supported(stack: Stack, owner: User, bela: User) -> None:
    """Rows, sets, names, nodes, edges and the text of answers; what other accounts support stays."""
    others, person = stack.fingerprint(bela), owner.person
    listed = await owner.get("retriever.ListRows", retriever_service_pb2.ListRowsRequest(page_size=500))
    card = owner.has.card
    query = "SELECT count(*) FROM retriever.ledger_row WHERE user_id = %s AND account_id = %s"
    versions = stack.admin.execute(query, (owner.user_id, card)).fetchall()[0][0]
    receipt = await erase_source(owner, account_id=card)
    for words in (person.merchant, person.books, *person.prices, f"for {person.word}"):
        assert stack.find_words(owner, words) == [], words
    counted = {f"{store.service}.{store.store}": store.erased_count for store in receipt.stores}
    assert counted["retriever.ledger_row"] == versions
    assert counted["retriever.account"] == 1
    left = await owner.get("retriever.ListRows", retriever_service_pb2.ListRowsRequest(page_size=500))
    assert [row.row_id for row in left.rows] == [row.row_id for row in listed.rows if row.account_id != card]
    spent, gym, fee, rent, goal, _ = await answers_of(owner)
    assert is_tombstone(spent)
    assert is_tombstone(gym)
    assert not is_tombstone(fee)
    assert not is_tombstone(goal)
    assert rent.state != answer_pb2.ANSWER_STATE_UNSPECIFIED
    assert stack.fingerprint(bela) == others


async def test_an_erased_account_takes_the_names_given_to_its_merchants(stack: Stack, owner: User) -> None:
    assert stack.find_words(owner, f"{owner.person.word} Library")
    await erase_source(owner, account_id=owner.has.card)
    assert stack.find_words(owner, f"{owner.person.word} Library") == []


async def test_an_erased_import_takes_all_that_it_brought(stack: Stack, owner: User, bela: User) -> None:
    others = stack.fingerprint(bela)
    assert stack.find_words(owner, "INTEREST PAID")
    await erase_source(owner, import_id=owner.has.imports[1])
    assert stack.find_words(owner, "INTEREST PAID") == []
    left = await owner.get("retriever.ListRows", retriever_service_pb2.ListRowsRequest(page_size=500))
    assert left.rows
    assert not [row for row in left.rows if row.account_id == owner.has.savings_account]
    _, _, fee, _, goal, _ = await answers_of(owner)
    assert not is_tombstone(fee)
    assert not is_tombstone(goal)
    assert stack.fingerprint(bela) == others


@pytest.mark.parametrize("service", SERVICES)
async def test_an_erased_import_takes_the_text_of_answers_over_its_rows_only(
    service: str, stack: Stack, owner: User
) -> None:
    """Wherever it is begun: answers over rows of accounts that it brought nothing to stay as they were."""
    before = await answers_of(owner)
    interest = await owner.ask("How much interest did I earn in October 2026?")
    assert interest.text
    request: Any = SERVICES[service].EraseSourceRequest(
        request_id=str(uuid4()), source=erasure_pb2.Source(import_id=owner.has.imports[1])
    )
    begun = (await owner.get(f"{service}.EraseSource", request)).receipt
    await receipt_of(owner, begun.erasure_id)
    asked = answerer_service_pb2.GetAnswerRequest(answer_id=interest.answer_id)
    assert is_tombstone((await owner.get("answerer.GetAnswer", asked)).answer)
    assert (await answers_of(owner))[:3] == before[:3]


async def test_an_erased_import_leaves_answers_over_other_rows_of_the_same_account(owner: User) -> None:
    """By row and not by account: a row that another import brought too is not gone either."""
    head, both = "Date,Description,Amount", "2026-09-03,BOTH FILES CAFE,-3.00"
    one = f"{head}\n2026-09-01,FIRST FILE BAKERY,-7.10\n{both}\n".encode()
    two = f"{head}\n{both}\n2026-09-05,SECOND FILE BAKERY,-9.40\n".encode()
    await owner.load_ledger(one, "one.csv", account_key="Two Files", currency_code="USD")
    second = await owner.load_ledger(two, "two.csv", account_key="Two Files", currency_code="USD")
    answers = [
        await owner.ask(f"How much did I spend at {name} in September 2026?")
        for name in ("First File Bakery", "Both Files Cafe", "Second File Bakery")
    ]
    assert [answer.grounded.row_set.row_count for answer in answers] == [1, 1, 1]
    await erase_source(owner, import_id=second.import_id)
    asked = [answerer_service_pb2.GetAnswerRequest(answer_id=answer.answer_id) for answer in answers]
    now = [(await owner.get("answerer.GetAnswer", request)).answer for request in asked]
    assert [is_tombstone(answer) for answer in now] == [False, False, True]
    assert [answer.text for answer in now[:2]] == [answer.text for answer in answers[:2]]


async def test_an_erased_document_takes_all_that_it_said(stack: Stack, owner: User, bela: User) -> None:
    others, before = stack.fingerprint(bela), await answers_of(owner)
    await erase_source(owner, document_id=owner.has.documents[0])
    for words in ("Stop payment order", f"{owner.person.word}-fees.html", owner.person.fee, owner.person.bank):
        assert stack.find_words(owner, words) == []
    spent, gym, fee, rent, goal, _ = await answers_of(owner)
    assert is_tombstone(fee)
    assert [spent, gym, rent, goal] == [before[number] for number in (0, 1, 3, 4)]
    assert stack.fingerprint(bela) == others


@pytest.mark.parametrize("target", ["statement_id", "fact_id"])
async def test_what_is_forgotten_is_forgotten_everywhere(target: str, stack: Stack, owner: User, bela: User) -> None:
    """The words, the fact, and the text of the answer that quoted them; answers from elsewhere stay as they were."""
    others, before = stack.fingerprint(bela), await answers_of(owner)
    known = owner.has.statements if target == "statement_id" else owner.has.facts
    request = memory_service_pb2.ForgetRequest(request_id=str(uuid4()), **{target: known[1]})
    begun = (await owner.get("memory.Forget", request)).receipt
    await receipt_of(owner, begun.erasure_id)
    for words in (f"{owner.person.word} boat", owner.person.goal):
        assert stack.find_words(owner, words) == []
    spent, gym, fee, rent, goal, _ = await answers_of(owner)
    assert is_tombstone(goal)
    assert [spent, gym, fee, rent] == before[:4]
    assert stack.fingerprint(bela) == others


async def test_a_repeated_question_brings_nothing_erased_back(stack: Stack, owner: User) -> None:
    """The response that a request id is answered with again is erased with its answer."""
    request = answerer_service_pb2.AskRequest(question=question(owner.person.questions[2]), request_id=str(uuid4()))
    first = (await owner.get("answerer.Ask", request)).answer
    assert owner.person.fee[:2] in first.text
    await erase_source(owner, document_id=owner.has.documents[0])
    again = (await owner.get("answerer.Ask", request)).answer
    assert again.refusal.reason or is_tombstone(again)
    assert owner.person.fee[:2] not in again.text


async def test_an_erased_user_can_begin_anew(stack: Stack, owner: User) -> None:
    """An erasure is of what there was: nothing stops a later import, and nothing old comes back with it."""
    request = retriever_service_pb2.EraseUserRequest(request_id=str(uuid4()))
    begun = (await owner.get("retriever.EraseUser", request)).receipt
    await receipt_of(owner, begun.erasure_id)
    await owner.load_ledger(owner.person.savings(), f"{owner.person.word} Savings.csv", currency_code="USD")
    rows = (await owner.get("retriever.ListRows", retriever_service_pb2.ListRowsRequest())).rows
    assert len(rows) == 3
    assert (await owner.ask(owner.person.questions[0])).refusal.reason
    assert (await owner.ask(owner.person.questions[1])).refusal.reason
