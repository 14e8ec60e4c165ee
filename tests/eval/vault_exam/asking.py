"""Questions and what is expected of them, in the shape of `../FORMAT.md`."""

from __future__ import annotations

import datetime as dt
import hashlib
from decimal import Decimal
from typing import Any

from tests.eval.vault_exam.latent import Fact, Grid, Source, Val, rounded
from tests.eval.vault_exam.paper import Paper

Proof = Val | Fact | tuple[Source, str]

# What a refusal of this kind may also be called (SEMANTICS.md, "Refusals").
ALSO = {
    "blank": ("not_in_data", ("no_data",)),
    "absent-row": ("not_in_data", ("no_data",)),
    "absent-plan": ("not_in_data", ("no_data",)),
    "personal": ("not_in_data", ("no_data",)),
    "absent-doc": ("no_data", ("not_in_data",)),
    "other-user": ("no_data", ("not_in_data",)),
    "period": ("out_of_coverage", ("no_data", "not_in_data")),
    "advice": ("out_of_scope", ()),
    "general": ("out_of_scope", ("no_data",)),
    "forecast": ("out_of_scope", ()),
    "other-people": ("out_of_scope", ("no_data", "not_in_data")),
    "ambiguous": ("ambiguous", ()),
    "scan": ("not_in_data", ("no_data",)),
}


def _proofs(proofs: tuple[Proof, ...]) -> tuple[tuple[Source, str], ...]:
    out: list[tuple[Source, str]] = []
    for p in proofs:
        out += list(p.ev) if isinstance(p, Val | Fact) else [p]
    return tuple(dict.fromkeys(out))


class Person:
    """One user: their papers and the questions that they ask."""

    def __init__(self, user: str, as_of: str, who: str) -> None:
        self.user, self.as_of, self.who = user, as_of, who
        self.papers: list[Paper] = []
        self.questions: list[dict[str, Any]] = []
        self.proofs: list[tuple[str, str, str]] = []  # question, paper, string that it must show

    def has(self, *papers: Paper) -> None:
        self.papers += papers

    def _put(self, text: str, tags: str, expect: dict[str, Any], ev: tuple[tuple[Source, str], ...], as_of: str) -> None:
        at = as_of or self.as_of
        key = f"{self.user}-{hashlib.blake2s((at + text).encode(), digest_size=3).hexdigest()}"
        if any(q["id"] == key for q in self.questions):
            raise ValueError(f"asked twice: {text}")
        if ev:
            strings = list(dict.fromkeys(s for _, s in ev))
            papers = list(dict.fromkeys(src.paper for src, _ in ev))
            if "" in papers:
                raise ValueError(f"{text}: evidence that is in no paper: {[s for src, s in ev if not src.paper]}")
            expect["evidence"] = strings
            expect["document"] = papers[0]
            if len(papers) > 1:
                expect["documents"] = papers
            self.proofs += [(text, src.paper, s) for src, s in ev]
            for alt in expect.get("also_ok", []):
                if alt["status"] == "answered":
                    alt.setdefault("evidence", strings)
        self.questions.append(
            {"id": key, "user": self.user, "as_of": at, "question": text, "tags": tags.split(), "expect": expect}
        )

    # ------------------------------------------------------------------ figures
    def money(
        self,
        text: str,
        v: Val,
        tags: str = "lookup",
        *,
        as_of: str = "",
        either_sign: bool = False,
        also: tuple[Val, ...] = (),
        named: str = "",
        refusal_too: str = "",
        places: int = 2,
    ) -> None:
        """An amount in the paper's currency, whole units whatever the scale of the table."""
        power = {"": 0, "thousand": 3, "million": 6}[v.scale]
        currency = v.currency
        assert currency, text

        def one(x: Decimal) -> list[dict[str, Any]]:
            full = rounded(x.scaleb(power), places)
            out: list[dict[str, Any]] = [
                {"status": "answered", "kind": "money", "value": f"{full:f}", "currency": currency}
            ]
            if power:
                short = rounded(x, max(-x.as_tuple().exponent, 0) if x == x.to_integral_value() else 2)
                out.insert(0, {"status": "answered", "kind": "figure", "value": f"{short:f}", "scale": v.scale})
            else:
                out.append({"status": "answered", "kind": "figure", "value": f"{full:f}", "scale": ""})
            return out

        all_of = one(v.value)
        for other in also:
            all_of += one(other.value)
        if either_sign and v.value:
            all_of += one(-v.value)
        expect, rest = all_of[0], all_of[1:]
        if not v.value and v.ev and not any(c.isdigit() for c in v.ev[-1][1]):  # "Free", "no charge": the words are as right
            rest.append({"status": "answered", "kind": "text", "value": v.ev[-1][1]})
        if refusal_too:
            rest.append({"status": "refused", "reason": refusal_too})
        expect["also_ok"] = rest
        if named:
            expect["date_named"] = named
        self._put(text, tags, expect, v.ev, as_of)

    def rate(self, text: str, v: Val, tags: str = "lookup", *, as_of: str = "", named: str = "") -> None:
        """A printed percentage."""
        expect: dict[str, Any] = {"status": "answered", "kind": "figure", "value": f"{v.value:f}", "scale": "percent"}
        expect["also_ok"] = [{"status": "answered", "kind": "number", "value": f"{v.value:f}", "unit": "percent", "tolerance": "0.004"}]
        if named:
            expect["date_named"] = named
        self._put(text, tags, expect, v.ev, as_of)

    def percent(self, text: str, v: Val, tags: str = "arith percent", *, as_of: str = "", either_sign: bool = False) -> None:
        """A computed percentage, in percent points, to 0.1."""
        x = rounded(v.value, 2)
        out: list[dict[str, Any]] = []
        for y in (x, -x) if either_sign else (x,):
            out.append({"status": "answered", "kind": "number", "value": f"{y:f}", "unit": "percent"})
            out.append({"status": "answered", "kind": "figure", "value": f"{y:f}", "scale": "percent", "tolerance": "0.1"})
        self._put(text, tags, {**out[0], "also_ok": out[1:]}, v.ev, as_of)

    def points(self, text: str, v: Val, tags: str = "arith points", *, as_of: str = "", either_sign: bool = True) -> None:
        """A difference between two rates, in percentage points (or basis points)."""
        x = v.value
        out: list[dict[str, Any]] = []
        for y in (x, -x) if either_sign and x else (x,):
            out.append({"status": "answered", "kind": "number", "value": f"{y:f}", "unit": "percent", "tolerance": "0.004"})
            out.append({"status": "answered", "kind": "figure", "value": f"{y:f}", "scale": "percent"})
            out.append({"status": "answered", "kind": "figure", "value": f"{y:f}", "scale": ""})
            out.append({"status": "answered", "kind": "figure", "value": f"{y * 100:f}", "scale": ""})
        self._put(text, tags, {**out[0], "also_ok": out[1:]}, v.ev, as_of)

    def count(
        self, text: str, v: Val, tags: str = "lookup", *, unit: str = "count", as_of: str = "", places: int = 0,
        also_text: tuple[str, ...] = (), years: bool = False,
    ) -> None:
        """A number of things, days, months, or a plain ratio. FORMAT.md has no unit for `years`: months are as right."""
        x = rounded(v.value, places) if places else v.value
        value = f"{x:f}"
        out: list[dict[str, Any]] = [{"status": "answered", "kind": "number", "value": value, "unit": unit}]
        if places:
            out[0]["tolerance"] = str(Decimal(1).scaleb(-places))
        if unit != "count":
            out.append({"status": "answered", "kind": "number", "value": value, "unit": "count"})
        out.append({"status": "answered", "kind": "figure", "value": value, "scale": ""})
        if years:
            out.append({"status": "answered", "kind": "number", "value": f"{x * 12:f}", "unit": "months"})
        for t in also_text:
            out.append({"status": "answered", "kind": "text", "value": t, "match": "clause"})
        self._put(text, tags, {**out[0], "also_ok": out[1:]}, v.ev, as_of)

    def figure(self, text: str, v: Val, tags: str = "lookup", *, as_of: str = "", either_sign: bool = False) -> None:
        """A printed figure with the scale of its table."""
        out: list[dict[str, Any]] = []
        for x in (v.value, -v.value) if either_sign else (v.value,):
            out.append({"status": "answered", "kind": "figure", "value": f"{x:f}", "scale": v.scale})
        self._put(text, tags, {**out[0], "also_ok": out[1:]} if out[1:] else out[0], v.ev, as_of)

    # ------------------------------------------------------------------ words
    def words(
        self, text: str, value: str, *proofs: Proof, tags: str = "lookup", accept: tuple[str, ...] = (), as_of: str = "",
        also: tuple[dict[str, Any], ...] = (), named: str = "",
    ) -> None:
        expect: dict[str, Any] = {"status": "answered", "kind": "text", "value": value}
        if accept:
            expect["accept"] = list(accept)
        if also:
            expect["also_ok"] = list(also)
        if named:
            expect["date_named"] = named
        self._put(text, tags, expect, _proofs(proofs), as_of)

    def clause(self, text: str, f: Fact, tags: str = "clause", *, accept: tuple[str, ...] = (), as_of: str = "", named: str = "") -> None:
        expect: dict[str, Any] = {"status": "answered", "kind": "text", "value": f.text, "match": "clause"}
        if accept:
            expect["accept"] = list(accept)
        if named:
            expect["date_named"] = named
        self._put(text, tags, expect, f.ev, as_of)

    def rule(
        self, text: str, f: Fact, polarity: str, tags: str = "policy", *, accept: tuple[str, ...] = (), as_of: str = "",
        also: tuple[Fact, ...] = (),
    ) -> None:
        """A yes/no question that a clause settles."""
        expect: dict[str, Any] = {"status": "answered", "kind": "text", "value": f.text, "match": "clause", "polarity": polarity}
        if accept:
            expect["accept"] = list(accept)
        if also:
            expect["also_ok"] = [
                {"status": "answered", "kind": "text", "value": g.text, "match": "clause", "polarity": polarity, "evidence": [g.text]}
                for g in also
            ]
        self._put(text, tags, expect, f.ev, as_of)

    def date(self, text: str, at: tuple[dt.date, Proof], tags: str = "date", *, as_of: str = "") -> None:
        expect = {"status": "answered", "kind": "date", "value": at[0].isoformat()}
        self._put(text, tags, expect, _proofs((at[1],)), as_of)

    def names(self, text: str, values: list[str], *proofs: Proof, tags: str = "list", as_of: str = "") -> None:
        expect = {"status": "answered", "kind": "list", "value": values, "of": "names", "ordered": False}
        self._put(text, tags, expect, _proofs(proofs), as_of)

    # ------------------------------------------------------------------ refusals
    def refuse(
        self, text: str, kind: str, tags: str = "", *, near: Paper | None = None, also: tuple[str, ...] = (), as_of: str = "",
        offers: tuple[str, ...] = (),
    ) -> None:
        reason, others = ALSO[kind]
        expect: dict[str, Any] = {"status": "refused", "reason": reason}
        if near:
            expect["near"] = near.name
        if offers:
            expect["offers"] = list(offers)
        rest: list[dict[str, Any]] = [{"status": "refused", "reason": r} for r in dict.fromkeys(others + also)]
        if rest:
            expect["also_ok"] = rest
        self._put(text, f"refuse refuse-{kind} {tags}".strip(), expect, (), as_of)


def same(a: Val, b: Val, text: str) -> Val:
    """Both papers print the same figure."""
    if a.value != b.value:
        raise ValueError(f"{text}: {a.value} and {b.value}")
    return a


def cells(g: Grid, column: str | int, *rows: str) -> tuple[Val, ...]:
    """Evidence of these cells, whatever they hold."""
    return tuple(g.lookup(r, column) for r in rows)


def quotable(u: Person, kinds: tuple[str, ...] = ("money", "number", "date")) -> None:
    """A figure or a day that one clause states in so many words may be answered with that clause."""
    for q in u.questions:
        expect, proof = q["expect"], q["expect"].get("evidence", [])
        stated = {"text", "date"} & set(q["tags"]) and expect.get("kind") in kinds
        if stated and len(proof) == 1 and " " in proof[0]:
            quoted = {"status": "answered", "kind": "text", "value": proof[0], "match": "clause", "evidence": proof}
            expect["also_ok"] = [*(x for x in expect.get("also_ok", []) if x.get("kind") != "text"), quoted]
