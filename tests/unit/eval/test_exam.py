"""The exam is the same every time, and its two computations of an answer agree."""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path

import pytest

from tests.eval.exam import blind_wordings, generate, paraphrase, wordings
from tests.eval.exam.asking import FAMILIES
from tests.eval.exam.blind_people import BLIND
from tests.eval.exam.latent import Spec
from tests.eval.exam.people import PRACTICE, SEALED
from tests.eval.exam.periods import easter
from tests.eval.exam.reference import live_rows

SMALL = [next(s for s in PRACTICE if s.user == "p6"), next(s for s in SEALED if s.user == "s2")]


def part_of(spec: Spec) -> str:
    return "practice" if spec in PRACTICE else "sealed"


@pytest.mark.parametrize("spec", SMALL, ids=lambda s: s.user)
def test_the_same_seed_asks_the_same_questions(spec: Spec) -> None:
    part = part_of(spec)
    once, again = (generate.questions(generate.world(spec, generate.SEEDS[part]), part, 1)[0] for _ in range(2))
    assert json.dumps(once) == json.dumps(again)


@pytest.mark.parametrize("spec", SMALL, ids=lambda s: s.user)
def test_answers_from_the_events_equal_answers_from_the_rows(spec: Spec) -> None:
    part = part_of(spec)
    asked, faults = generate.questions(generate.world(spec, generate.SEEDS[part]), part, 1)
    assert faults == []
    assert len(asked) > 100


@pytest.mark.parametrize("spec", SMALL, ids=lambda s: s.user)
def test_a_changed_row_is_noticed_by_the_second_computation(spec: Spec) -> None:
    """A check that can't fail proves nothing: one amount less in the events must show as a disagreement."""
    part = part_of(spec)
    w = generate.world(spec, generate.SEEDS[part])
    i = next(i for i, e in enumerate(w.events) if e.kind == "purchase" and (spec.as_of - e.date).days < 90)
    for e in w.events[i : i + 40]:
        object.__setattr__(e, "cents", e.cents + 1)
    assert generate.questions(w, part, 1)[1] != []


@pytest.mark.parametrize("spec", SMALL, ids=lambda s: s.user)
def test_every_expected_row_is_a_live_row(spec: Spec) -> None:
    part = part_of(spec)
    w = generate.world(spec, generate.SEEDS[part])
    live = {r["transaction_id"] for r in live_rows(w.ledger)}
    for q in generate.questions(w, part, 1)[0]:
        assert set(q["expect"].get("rows", [])) <= live, q["question"]


def test_practice_and_sealed_share_neither_people_nor_wordings() -> None:
    assert not {s.user for s in PRACTICE} & {s.user for s in SEALED}
    for family in FAMILIES:
        banked = wordings.BANKS[family]
        assert len(set(banked)) == len(banked), family
        if len(banked) >= 3:
            practised = {*wordings.bank(family, False), *wordings.bank(family, False, more=True)}
            assert not set(wordings.bank(family, True)) & practised, family


def test_the_blind_part_shares_neither_people_nor_wordings_with_any_other() -> None:
    assert not {s.user for s in BLIND} & {s.user for s in (*PRACTICE, *SEALED)}
    for family in FAMILIES:
        unseen = set(wordings.bank(family, sealed=True, blind=True))
        assert unseen, family
        if family in blind_wordings.BLIND:
            assert not unseen & {*wordings.BANKS[family], *wordings.bank(family, sealed=False, more=True)}, family


def test_about_a_quarter_must_be_refused() -> None:
    spec = SMALL[0]
    asked, _ = generate.questions(generate.world(spec, generate.SEEDS["practice"]), "practice", 1)
    refused = [q for q in asked if q["expect"]["status"] == "refused"]
    assert 0.15 < len(refused) / len(asked) < 0.35
    assert {"no_data", "out_of_coverage", "not_in_data", "out_of_scope", "ambiguous"} <= {
        q["expect"]["reason"] for q in refused
    }


def test_paraphrases_keep_the_expected_answer() -> None:
    asked = {}
    for line in (paraphrase.DEV / "questions.jsonl").read_text("utf-8").splitlines():
        q = json.loads(line)
        asked[q["id"]] = q
    made = list(paraphrase.paraphrases("practice"))
    assert len(made) >= 300
    for q in made:
        origin = asked[q["id"].rsplit("-", 1)[0]]
        assert q["expect"] == origin["expect"]
        assert q["question"] != origin["question"]
    assert not {q["id"] for q in made} & {q["id"] for q in paraphrase.paraphrases("sealed")}


def test_easter_falls_where_the_almanac_says() -> None:
    known = {2024: "2024-03-31", 2025: "2025-04-20", 2026: "2026-04-05", 2038: "2038-04-25", 1943: "1943-04-25"}
    assert {y: easter(y).isoformat() for y in known} == known


def test_a_folder_is_written_in_the_format_of_a_benchmark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generate, "SEALED", (SMALL[1],))
    n, faults = generate.write(tmp_path, "sealed")
    assert faults == []
    lines = (tmp_path / "questions.jsonl").read_text("utf-8").splitlines()
    assert len(lines) == n
    assert len({json.loads(line)["id"] for line in lines}) == n
    ledger = json.loads((tmp_path / "users" / "s2" / "transactions.json").read_text("utf-8"))
    assert {"accounts", "sync"} == set(ledger)
    assert min(dt.date.fromisoformat(r["date"]) for r in live_rows(ledger)) == SMALL[1].first
