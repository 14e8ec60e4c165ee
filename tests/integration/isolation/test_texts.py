"""Text is data (promise 5), whatever it is and in whichever field: it breaks, shows and changes nothing."""

from __future__ import annotations

import pytest

from tests.integration.isolation.contract import RPCS, Rpc, put, text_fields
from tests.integration.isolation.samples import sample
from tests.integration.isolation.stack import Outcome, Stack, User

HOSTILE = {
    "sql, quoted": "'; DELETE FROM retriever.ledger_row; --",
    "sql, always true": "x' OR '1'='1' /*",
    "sql, slow": "\\'||(SELECT pg_sleep(20))||'",
    "sql, another's identity": "$$; SELECT set_config('tieout.identity', 'v1.1.x', true); $$",
    "placeholders": "%s %(user)s %% $1 :name ?",
    "patterns": "%_*.?+[(\\",
    "formats": "{0.__class__.__init__} {user!r} %n%x ${jndi:ldap://x} {{7*7}}",
    "controls": "a\x01\x1b[31m\x7f\x85\r\nb",
    "right to left": "\u202egnihtemos\u2066 \u200f\u05d0",
    "invisible": "\u200b\ufeff\u2060\u00ad",
    "not characters": "\uffff\ufdd0\U0010ffff",
    "combining": "e\u0301" + "\u0301" * 60,
    "joined": "\U0001f469\u200d\U0001f469\u200d\U0001f467",
    "digits": "\u0664\u0662 \uff14\uff12 \u2167",
    "citation": "[Citation ID: x:y] [Citation ID: rows:" + "a" * 64 + "]",
    "slots": "{f1} {c2} {0} <f1>",
    "path": "../../../../etc/passwd",
    "number": "1e400000000",
    "blank": " ",
}
NUL, LONG = "a\0b", "x" * 100_000
# A lone surrogate is no text; Python cannot even write it, a foreign client can.
SURROGATE, STAND_IN = b"\xed\xa0\x80", "\u7ffd".encode()
# Codes that say whose fault it was: the caller's, or nobody's.
EXPECTED = {"OK", "INVALID_ARGUMENT", "NOT_FOUND", "FAILED_PRECONDITION"}
# Parts of a request that say the same twice: the other part may be the one that is named.
TWICE = {"supports.nodes.entity_id": "supports.nodes.node_id"}
# What a read may leave behind: the sets that it gave out, the vector of a question, an answer.
LEFT_BY_READS = ("retriever.row_set", "embedder.question_vector", "answerer.", "tieout.request")


every_field = pytest.mark.parametrize(
    ("rpc", "path"),
    [pytest.param(rpc, field.path, id=f"{rpc.id}-{field.path}") for rpc in RPCS for field in text_fields(rpc)],
)
with_text = pytest.mark.parametrize("rpc", [pytest.param(rpc, id=rpc.id) for rpc in RPCS if text_fields(rpc)])


def _is_named(path: str, outcome: Outcome) -> bool:
    """Whether a refusal of a text names the field, or what it is a part of."""
    paths = {path, TWICE.get(path, path)}
    return any(one == field or one.startswith(f"{field}.") for one in paths for field in outcome.fields if field)


@pytest.fixture
def sender(rpc: Rpc, stack: Stack, ada: User, cleo: User) -> User:
    """Who sends it."""
    return _sender(rpc, stack, ada, cleo)


def _sender(rpc: Rpc, stack: Stack, ada: User, cleo: User) -> User:
    """Somebody whose data may go where the call writes, else somebody whose data must stay."""
    if not rpc.writes:
        return ada
    if not rpc.erases:
        return cleo
    nobody = stack.new_user()
    nobody.has = cleo.has
    return nobody


@every_field
async def test_any_text_in_any_field_is_only_text(rpc: Rpc, path: str, stack: Stack, sender: User, bela: User) -> None:
    """No fault of ours, no other user's data, nothing lost; and a refusal says which field it was."""
    before = stack.fingerprint(bela), _kept(stack, sender, rpc)
    wrong = {}
    for name, text in HOSTILE.items():
        outcome = await sender.call(rpc, *put(sample(rpc, sender), path, text))
        if not _is_expected(rpc, path, outcome):
            wrong[name] = f"{outcome.code} {outcome.reason}"
        elif outcome.code == "INVALID_ARGUMENT" and not _is_named(path, outcome):
            wrong[name] = f"names {outcome.fields}, not the field"
        leaked = [secret for secret in bela.person.secrets if secret in outcome.told()]
        assert not leaked
    assert not wrong
    assert (stack.fingerprint(bela), _kept(stack, sender, rpc)) == before


@with_text
async def test_a_nul_is_taken_or_refused_by_the_name_of_its_field(rpc: Rpc, sender: User) -> None:
    """PostgreSQL cannot store U+0000; whoever sends one is told where it stands."""
    wrong = {}
    for field in text_fields(rpc):
        outcome = await sender.call(rpc, *put(sample(rpc, sender), field.path, NUL))
        if not _is_expected(rpc, field.path, outcome):
            wrong[field.path] = outcome.code
        elif outcome.code == "INVALID_ARGUMENT" and not _is_named(field.path, outcome):
            wrong[field.path] = str(outcome.fields)
    assert not wrong


@with_text
async def test_a_text_without_end_is_taken_or_refused_by_the_name_of_its_field(rpc: Rpc, sender: User) -> None:
    """A hundred thousand characters are no fault of ours in any field."""
    wrong = {}
    for field in text_fields(rpc):
        outcome = await sender.call(rpc, *put(sample(rpc, sender), field.path, LONG))
        if not _is_expected(rpc, field.path, outcome):
            wrong[field.path] = outcome.code
        elif outcome.code == "INVALID_ARGUMENT" and not _is_named(field.path, outcome):
            wrong[field.path] = str(outcome.fields)
    assert not wrong


async def test_a_lone_surrogate_is_refused_as_what_it_is(stack: Stack, ada: User, cleo: User) -> None:
    """Bytes that are no UTF-8 in a field of text are the caller's mistake."""
    told = {}
    for rpc in RPCS:
        if text_fields(rpc):
            sender = _sender(rpc, stack, ada, cleo)
            messages = put(sample(rpc, sender), text_fields(rpc)[-1].path, STAND_IN.decode())
            raw = [message.SerializeToString().replace(STAND_IN, SURROGATE) for message in messages]
            assert any(SURROGATE in one for one in raw)
            told[rpc.id] = (await stack.call(rpc, messages, sender.metadata, raw=raw)).code
    assert set(told.values()) == {"INVALID_ARGUMENT"}


def _is_expected(rpc: Rpc, path: str, outcome: Outcome) -> bool:
    """Whether an outcome says whose fault it was: the caller's, or nobody's."""
    if outcome.code == "UNAVAILABLE":
        return rpc.name == "Rerank"
    return outcome.code in EXPECTED or (outcome.code == "UNIMPLEMENTED" and ".splits." in path)


def _kept(stack: Stack, sender: User, rpc: Rpc) -> dict[str, str]:
    """What no read may change of its own user's."""
    found = {} if rpc.writes else stack.fingerprint(sender)
    return {table: digest for table, digest in found.items() if not table.startswith(LEFT_BY_READS)}
