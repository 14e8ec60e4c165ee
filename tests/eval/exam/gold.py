"""The expected answer of a plan, from the latent events alone."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from decimal import Decimal
from typing import Any

from tests.eval.exam.latent import Event, Spec, months
from tests.eval.exam.plan import Plan, Sel, Undefined, half_up, money, month_name

Expect = dict[str, Any]
KINDS = {
    "spend": {"purchase", "refund", "fee", "fee_refund", "interest"},
    "fees": {"fee", "fee_refund"},
    "interest": {"interest"},
    "feesint": {"fee", "fee_refund", "interest"},
    "income": {"income"},
    "int_earned": {"income"},
    "cash": {"cash"},
    "p2p_out": {"p2p_out"},
    "p2p_in": {"p2p_in"},
    "moved_in": {"transfer_in"},
    "card_paid": {"card_in"},
    "outflow": {"purchase", "refund", "fee", "fee_refund", "interest", "cash", "p2p_out"},
}
INFLOW = {"income", "int_earned", "p2p_in", "moved_in", "card_paid"}


class Truth:
    """The events of one person up to a day, with the row id that each has in the ledger."""

    def __init__(self, spec: Spec, events: list[Event], live: dict[str, str], as_of: dt.date) -> None:
        self.spec, self.live, self.as_of = spec, live, as_of
        self.events = [e for e in events if e.date <= as_of]
        self.first = min(e.date for e in self.events)
        self.subs = {c.name for c in spec.charges if c.subscription}

    # ------------------------------------------------------------------------------------------- sets
    def has(self, e: Event, s: Sel) -> bool:
        if e.kind not in KINDS[s.what] or s.what == "int_earned" and e.category != "INCOME_INTEREST_EARNED":
            return False
        abroad = bool(e.merchant) and e.country not in ("", self.spec.country)
        checks = (
            not s.merchants or e.merchant in s.merchants,
            not s.categories or e.category in s.categories,
            not s.not_merchants or e.merchant not in s.not_merchants,
            not s.not_categories or e.category not in s.not_categories,
            not s.account or e.account == s.account,
            not s.currency or e.currency == s.currency,
            s.over is None or e.cents > s.over,
            s.under is None or 0 < e.cents < s.under,
            not s.weekdays or e.date.weekday() in s.weekdays,
            not s.country or (abroad if s.country == "abroad" else bool(e.merchant) and e.country == s.country),
            not s.person or e.person == s.person,
            not s.source or e.source == s.source,
            s.start is None or e.date >= s.start,
            s.end is None or e.date <= s.end,
        )
        return all(checks)

    def rows(self, s: Sel) -> list[Event]:
        return [e for e in self.events if self.has(e, s)]

    def ids(self, events: list[Event]) -> list[str]:
        return [self.live[e.key] for e in events]

    def total(self, events: list[Event], s: Sel) -> int:
        t = sum(e.cents for e in events)
        return -t if s.what in INFLOW else t

    def currency(self, events: list[Event], s: Sel) -> str:
        found = {e.currency for e in events}
        if len(found) > 1:
            raise Undefined("several currencies")
        if found:
            return found.pop()
        if s.currency:
            return s.currency
        if s.account:
            return next(a.currency for a in self.spec.accounts if a.key == s.account)
        return next(a.currency for a in self.spec.accounts if a.key == self.spec.main)

    def span(self, s: Sel) -> tuple[dt.date, dt.date]:
        return s.start or self.first, min(s.end or self.as_of, self.as_of)

    # ------------------------------------------------------------------------------------------- answers
    def answer(self, p: Plan) -> Expect:
        return getattr(self, f"_{p.measure}")(p)  # type: ignore[no-any-return]

    def _sum(self, p: Plan) -> Expect:
        rows = self.rows(p.sel)
        by: dict[str, list[Event]] = defaultdict(list)
        for e in rows:
            by[e.currency].append(e)
        if len(by) > 1:
            return {
                "status": "answered",
                "kind": "money",
                "by_currency": {c: money(self.total(v, p.sel), c) for c, v in sorted(by.items())},
                "rows": self.ids(rows),
            }
        cur = self.currency(rows, p.sel)
        return _money(self.total(rows, p.sel), cur, self.ids(rows))

    def _gross(self, p: Plan) -> Expect:
        rows = self._out(p.sel)
        return _money(self.total(rows, p.sel), self.currency(rows, p.sel), self.ids(rows))

    def _refunded(self, p: Plan) -> Expect:
        rows = [e for e in self.rows(p.sel) if e.kind in ("refund", "fee_refund") and e.cents < 0]
        out = _money(-sum(e.cents for e in rows), self.currency(rows, p.sel), self.ids(rows))
        if not rows:
            out["also_ok"] = [{"status": "answered", "kind": "text", "value": "no", "rows": []}]
        plain = [e for e in rows if e.kind == "refund"]
        if len(plain) < len(rows):  # whether a bank fee handed back is a refund is open
            out["also_ok"] = [_money(-sum(e.cents for e in plain), self.currency(plain, p.sel), self.ids(plain))]
        return out

    def _out(self, s: Sel) -> list[Event]:
        rows = self.rows(s)
        return rows if s.what in INFLOW else [e for e in rows if e.cents > 0]

    def _count(self, p: Plan) -> Expect:
        rows = self._out(p.sel)
        return _number(len(rows), "count", self.ids(rows))

    def _avg(self, p: Plan) -> Expect:
        rows = _some(self._out(p.sel))
        return _money(Decimal(abs(self.total(rows, p.sel))) / len(rows), self.currency(rows, p.sel), self.ids(rows))

    def _median(self, p: Plan) -> Expect:
        rows = _some(self._out(p.sel))
        values = sorted(abs(e.cents) for e in rows)
        k = len(values)
        mid = Decimal(values[k // 2]) if k % 2 else Decimal(values[k // 2 - 1] + values[k // 2]) / 2
        return _money(mid, self.currency(rows, p.sel), self.ids(rows))

    def _per(self, p: Plan, parts: int) -> Expect:
        rows = _some(self.rows(p.sel))
        return _money(Decimal(self.total(rows, p.sel)) / parts, self.currency(rows, p.sel), self.ids(rows))

    def _avg_month(self, p: Plan) -> Expect:
        return self._per(p, len(months(*self.span(p.sel))))

    def _avg_week(self, p: Plan) -> Expect:
        return self._per(p, p.n)

    def _avg_day(self, p: Plan) -> Expect:
        a, b = self.span(p.sel)
        return self._per(p, (b - a).days + 1)

    def _extreme(self, s: Sel, largest: bool) -> list[Event]:
        rows = _some(self._out(s))
        self.currency(rows, s)
        best = (max if largest else min)(abs(e.cents) for e in rows)
        return [e for e in rows if abs(e.cents) == best]

    def _max(self, p: Plan) -> Expect:
        rows = self._extreme(p.sel, True)
        return _money(abs(rows[0].cents), rows[0].currency, self.ids(rows))

    def _min(self, p: Plan) -> Expect:
        rows = self._extreme(p.sel, False)
        return _money(abs(rows[0].cents), rows[0].currency, self.ids(rows))

    def _where(self, rows: list[Event]) -> Expect:
        names = {e.merchant for e in rows}
        if len(names) > 1 or names == {""}:
            raise Undefined("tie, or no merchant")
        return self._name(names.pop(), self.ids(rows))

    def _max_where(self, p: Plan) -> Expect:
        return self._where(self._extreme(p.sel, True))

    def _min_where(self, p: Plan) -> Expect:
        return self._where(self._extreme(p.sel, False))

    def _max_date(self, p: Plan) -> Expect:
        rows = self._extreme(p.sel, True)
        if len(rows) > 1:
            raise Undefined("tie")
        return {"status": "answered", "kind": "date", "value": rows[0].date.isoformat(), "rows": self.ids(rows)}

    def _ends(self, s: Sel, last: bool) -> list[Event]:
        rows = _some(self._out(s))
        day = max(e.date for e in rows) if last else min(e.date for e in rows)
        return [e for e in rows if e.date == day]

    def _first(self, p: Plan) -> Expect:
        rows = self._ends(p.sel, False)
        return {"status": "answered", "kind": "date", "value": rows[0].date.isoformat(), "rows": self.ids(rows)}

    def _last(self, p: Plan) -> Expect:
        rows = self._ends(p.sel, True)
        return {"status": "answered", "kind": "date", "value": rows[0].date.isoformat(), "rows": self.ids(rows)}

    def _last_amount(self, p: Plan) -> Expect:
        rows = self._ends(p.sel, True)
        if len(rows) > 1:
            raise Undefined("two on the last day")
        return _money(abs(rows[0].cents), rows[0].currency, self.ids(rows))

    def _first_amount(self, p: Plan) -> Expect:
        rows = self._ends(p.sel, False)
        if len(rows) > 1:
            raise Undefined("two on the first day")
        return _money(abs(rows[0].cents), rows[0].currency, self.ids(rows))

    def _last_where(self, p: Plan) -> Expect:
        rows = self._ends(p.sel, True)
        if len(rows) > 1 or not rows[0].merchant:
            raise Undefined("two on the last day")
        return self._name(rows[0].merchant, self.ids(rows))

    def _days_since(self, p: Plan) -> Expect:
        rows = self._ends(p.sel, True)
        return _number((self.as_of - rows[0].date).days, "days", self.ids(rows))

    def _list(self, p: Plan) -> Expect:
        rows = _some(self._out(p.sel))
        return {"status": "answered", "kind": "list", "of": "rows", "value": self.ids(rows), "rows": self.ids(rows)}

    def _biggest(self, p: Plan) -> Expect:
        rows = sorted(_some(self._out(p.sel)), key=lambda e: -abs(e.cents))
        self.currency(rows, p.sel)
        if len(rows) <= p.n or len({e.cents for e in rows[: p.n + 1]}) <= p.n:
            raise Undefined("tie or too few")
        return {
            "status": "answered",
            "kind": "list",
            "of": "rows",
            "value": self.ids(rows[: p.n]),
            "rows": self.ids(rows[: p.n]),
        }

    def _latest(self, p: Plan) -> Expect:
        rows = sorted(_some(self._out(p.sel)), key=lambda e: e.date, reverse=True)
        if len(rows) <= p.n or rows[p.n - 1].date == rows[p.n].date:
            raise Undefined("tie or too few")
        return {
            "status": "answered",
            "kind": "list",
            "of": "rows",
            "value": self.ids(rows[: p.n]),
            "rows": self.ids(rows[: p.n]),
        }

    def _ranked(self, s: Sel) -> list[tuple[int, str, list[Event]]]:
        rows = [e for e in self.rows(s) if e.merchant]
        self.currency(rows, s)
        by: dict[str, list[Event]] = defaultdict(list)
        for e in rows:
            by[e.merchant].append(e)
        return sorted(((sum(e.cents for e in v), k, v) for k, v in by.items()), key=lambda x: -x[0])

    def _top(self, p: Plan) -> Expect:
        got = self._ranked(p.sel)
        if len(got) <= p.n or len({t for t, _, _ in got[: p.n + 1]}) <= p.n:
            raise Undefined("tie or too few")
        rows = [e for _, _, v in got[: p.n] for e in v]
        if p.n == 1:
            return self._name(got[0][1], self.ids(rows))
        return {
            "status": "answered",
            "kind": "list",
            "of": "names",
            "ordered": True,
            "value": [k for _, k, _ in got[: p.n]],
            "rows": self.ids(rows),
        }

    def _most_often(self, p: Plan) -> Expect:
        by: dict[str, list[Event]] = defaultdict(list)
        for e in self._out(p.sel):
            if e.merchant:
                by[e.merchant].append(e)
        got = sorted(by.items(), key=lambda kv: -len(kv[1]))
        if len(got) < 2 or len(got[0][1]) == len(got[1][1]):
            raise Undefined("tie or too few")
        return self._name(got[0][0], self.ids(got[0][1]))

    def _names(self, p: Plan) -> Expect:
        rows = [e for e in self._out(p.sel) if e.merchant]
        names = sorted({e.merchant for e in _some(rows)})
        return {"status": "answered", "kind": "list", "of": "names", "value": names, "rows": self.ids(rows)}

    def _distinct(self, p: Plan) -> Expect:
        rows = [e for e in self._out(p.sel) if e.merchant]
        return _number(len({e.merchant for e in _some(rows)}), "count", self.ids(rows))

    def _by_month(self, s: Sel) -> list[tuple[int, str, list[Event]]]:
        rows = self.rows(s)
        self.currency(rows, s)
        by: dict[tuple[int, int], list[Event]] = defaultdict(list)
        for e in rows:
            by[e.date.year, e.date.month].append(e)
        out = sorted(
            ((sum(e.cents for e in by.get(m, [])), month_name(*m), by.get(m, [])) for m in months(*self.span(s))),
            key=lambda x: -x[0],
        )
        if len(out) < 2 or out[0][0] == out[1][0]:
            raise Undefined("tie or one month")
        return out

    def _peak(self, p: Plan) -> Expect:
        _, name, rows = self._by_month(p.sel)[0]
        return {
            "status": "answered",
            "kind": "text",
            "value": name,
            "accept": [name.split()[0]],
            "rows": self.ids(rows),
        }

    def _low(self, p: Plan) -> Expect:
        got = self._by_month(p.sel)
        if got[-1][0] == got[-2][0] or not got[-1][2]:
            raise Undefined("tie or empty month")
        return {
            "status": "answered",
            "kind": "text",
            "value": got[-1][1],
            "accept": [got[-1][1].split()[0]],
            "rows": self.ids(got[-1][2]),
        }

    def _exists(self, p: Plan) -> Expect:
        rows = self._out(p.sel)
        return _yes_no(bool(rows), len(rows), self.ids(rows))

    def _twice(self, p: Plan) -> Expect:
        rows = self._out(p.sel)
        out = _yes_no(len(rows) == 2, len(rows), self.ids(rows))
        if len(rows) > 2:
            raise Undefined("more than twice")
        return out

    def _refund_came(self, p: Plan) -> Expect:
        rows = [e for e in self.rows(p.sel) if e.kind == "refund"]
        ids = self.ids(rows)
        out = _yes_no(bool(rows), len(rows), ids)
        cur = self.currency(rows, p.sel)
        out["also_ok"] += [_money(-sum(e.cents for e in rows), cur, ids)]
        if rows:
            out["also_ok"] += [
                {"status": "answered", "kind": "date", "value": e.date.isoformat(), "rows": ids} for e in rows
            ]
        return out

    # ------------------------------------------------------------------------------------------- two sets
    def _two(self, p: Plan) -> tuple[list[Event], list[Event], int, int, str]:
        assert p.other is not None
        a, b = _some(self.rows(p.sel)), _some(self.rows(p.other))
        return a, b, self.total(a, p.sel), self.total(b, p.other), self.currency(a + b, p.sel)

    def _diff(self, p: Plan) -> Expect:
        a, b, x, y, cur = self._two(p)
        return _money(x - y, cur, list(dict.fromkeys(self.ids(a + b))))

    def _pct(self, p: Plan) -> Expect:
        a, b, x, y, _ = self._two(p)
        if x <= 0:
            raise Undefined("nothing to compare with")
        return _number(half_up(Decimal(y - x) / x * 100, "0.1"), "percent", list(dict.fromkeys(self.ids(a + b))))

    def _share(self, p: Plan) -> Expect:
        _, b, x, y, _ = self._two(p)
        if y <= 0:
            raise Undefined("nothing to share")
        return _number(half_up(Decimal(x) / y * 100, "0.1"), "percent", self.ids(b))

    def _which(self, p: Plan) -> Expect:
        a, b, x, y, _ = self._two(p)
        if x == y:
            raise Undefined("tie")
        name = p.labels[0] if x > y else p.labels[1]
        out = self._name(name, self.ids(a + b))
        if p.wanted.get("short"):
            out["accept"] = [*out.get("accept", []), *p.wanted["short"][0 if x > y else 1]]
        return out

    def _is_more(self, p: Plan) -> Expect:
        a, b, x, y, cur = self._two(p)
        if x == y:
            raise Undefined("tie")
        ids = list(dict.fromkeys(self.ids(a + b)))
        out: Expect = {
            "status": "answered",
            "kind": "text",
            "value": "yes" if x > y else "no",
            "accept": ["true", "y"] if x > y else ["false", "n"],
            "rows": ids,
        }
        out["also_ok"] = [_money(x - y, cur, ids), _money(y - x, cur, ids)]
        if y > 0 and x > 0:
            for u, v in ((x, y), (y, x)):
                out["also_ok"].append(_number(half_up(Decimal(u - v) / v * 100, "0.1"), "percent", ids))
        out["also_ok"] += [
            {"status": "answered", "kind": "text", "value": lab, "accept": list(acc), "rows": ids}
            for lab, acc in p.wanted.get("winner", {}).get("yes" if x > y else "no", [])
        ]
        return out

    # ------------------------------------------------------------------------------------------- subscriptions
    def sub_charges(self, name: str) -> list[Event]:
        rows = sorted((e for e in self.events if e.merchant == name and e.kind == "purchase"), key=lambda e: e.date)
        return rows if name in self.subs and len(rows) >= 3 else []

    def active(self) -> dict[str, Event]:
        out = {}
        for name in sorted(self.subs):
            rows = self.sub_charges(name)
            if rows and (self.as_of - rows[-1].date).days <= 35:
                out[name] = rows[-1]
        return out

    def hikes(self, name: str) -> list[tuple[Event, Event]]:
        rows = self.sub_charges(name)
        return [(a, b) for a, b in zip(rows, rows[1:], strict=False) if b.cents > a.cents]

    def _subs_list(self, p: Plan) -> Expect:
        got = self.active()
        return {
            "status": "answered",
            "kind": "list",
            "of": "names",
            "value": sorted(got),
            "rows": self.ids(list(got.values())),
        }

    def _subs_count(self, p: Plan) -> Expect:
        got = self.active()
        return _number(len(got), "count", self.ids(list(got.values())))

    def _subs_cost(self, p: Plan) -> Expect:
        got = list(self.active().values())
        by: dict[str, int] = defaultdict(int)
        for e in got:
            by[e.currency] += e.cents
        if len(by) > 1:
            return {
                "status": "answered",
                "kind": "money",
                "by_currency": {c: money(v, c) for c, v in sorted(by.items())},
                "rows": self.ids(got),
            }
        return _money(sum(e.cents for e in got), self.currency(got, p.sel), self.ids(got))

    def _top_sub(self, p: Plan) -> Expect:
        got = sorted(self.active().items(), key=lambda kv: -kv[1].cents)
        self.currency([e for _, e in got], p.sel)
        if got[0][1].cents == got[1][1].cents:
            raise Undefined("tie")
        return self._name(got[0][0], self.ids([got[0][1]]))

    def _sub_price(self, p: Plan) -> Expect:
        e = self.active().get(p.sel.merchants[0])
        if e is None:
            raise Undefined("not active")
        return _money(e.cents, e.currency, self.ids([e]))

    def _sub_active(self, p: Plan) -> Expect:
        rows = self.sub_charges(p.sel.merchants[0])
        if not rows:
            raise Undefined("no subscription")
        on = p.sel.merchants[0] in self.active()
        e = rows[-1]
        ids = self.ids([e])
        return {
            "status": "answered",
            "kind": "text",
            "value": "yes" if on else "no",
            "rows": ids,
            "also_ok": [{"status": "answered", "kind": "date", "value": e.date.isoformat(), "rows": ids}],
        }

    def _sub_year(self, p: Plan) -> Expect:
        rows = self.sub_charges(p.sel.merchants[0])
        if (
            not rows
            or p.sel.merchants[0] not in self.active()
            or len({e.cents for e in rows[-12:]}) > 1
            or len(rows) < 13
        ):
            raise Undefined("price moved")
        ids = self.ids(rows[-12:])
        return _money(rows[-1].cents * 12, rows[-1].currency, ids)

    def _cadence(self, p: Plan) -> Expect:
        rows = self.sub_charges(p.sel.merchants[0])
        if not rows:
            raise Undefined("no subscription")
        accept = ["every month", "once a month", "per month", "a month", "month", "monthly subscription"]
        return {"status": "answered", "kind": "text", "value": "monthly", "accept": accept, "rows": self.ids(rows)}

    def _next_charge(self, p: Plan) -> Expect:
        last = self.active().get(p.sel.merchants[0])
        if last is None or last.date.day > 28:
            raise Undefined("not active")
        y, m = (last.date.year + 1, 1) if last.date.month == 12 else (last.date.year, last.date.month + 1)
        ids = self.ids(self.sub_charges(p.sel.merchants[0]))
        due = {
            "status": "answered",
            "kind": "date",
            "value": last.date.replace(year=y, month=m).isoformat(),
            "rows": ids,
        }
        # A next date is a fact of the past rhythm at most; who calls it a forecast refuses rightly.
        said = {"status": "answered", "kind": "date", "value": last.date.isoformat(), "rows": ids}
        return due | {"also_ok": [{"status": "refused", "reason": "out_of_scope"}, said]}

    def _hike(self, p: Plan) -> tuple[Event, Event]:
        got = self.hikes(p.sel.merchants[0])
        if len(got) != 1:
            raise Undefined("not one rise")
        return got[0]

    def _hike_date(self, p: Plan) -> Expect:
        a, b = self._hike(p)
        return {"status": "answered", "kind": "date", "value": b.date.isoformat(), "rows": self.ids([a, b])}

    def _hike_amt(self, p: Plan) -> Expect:
        a, b = self._hike(p)
        return _money(b.cents - a.cents, b.currency, self.ids([a, b]))

    def _hike_pct(self, p: Plan) -> Expect:
        a, b = self._hike(p)
        return _number(half_up(Decimal(b.cents - a.cents) / a.cents * 100, "0.1"), "percent", self.ids([a, b]))

    def _hike_names(self, p: Plan) -> Expect:
        start, end = self.span(p.sel)
        got = {n: [h for h in self.hikes(n) if start <= h[1].date <= end] for n in sorted(self.subs)}
        got = {n: h for n, h in got.items() if h}
        if not got:
            raise Undefined("none")
        return {
            "status": "answered",
            "kind": "list",
            "of": "names",
            "value": sorted(got),
            "rows": self.ids([e for h in got.values() for pair in h for e in pair]),
        }

    # ------------------------------------------------------------------------------------------- income
    def _top_source(self, p: Plan) -> Expect:
        by: dict[str, list[Event]] = defaultdict(list)
        rows = self.rows(p.sel)
        self.currency(rows, p.sel)
        for e in rows:
            if e.source:
                by[e.source].append(e)
        got = sorted(by.items(), key=lambda kv: sum(e.cents for e in kv[1]))
        if len(got) < 2:
            raise Undefined("one source")
        return {"status": "answered", "kind": "text", "value": got[0][0], "rows": self.ids(got[0][1])}

    def _name(self, name: str, ids: list[str]) -> Expect:
        out: Expect = {"status": "answered", "kind": "text", "value": name, "rows": ids}
        accept = [m.old_name for m in self.spec.merchants if m.name == name and m.old_name]
        words = name.split()
        if len(words) > 2 and words[-1] in ("Company", "Markets", "House"):  # a word of the legal form may be dropped
            accept.append(" ".join(words[:-1]))
        return out | ({"accept": accept} if accept else {})


def _some(rows: list[Event]) -> list[Event]:
    if not rows:
        raise Undefined("nothing there")
    return rows


def _money(cents: Decimal | int, currency: str, ids: list[str]) -> Expect:
    return {"status": "answered", "kind": "money", "value": money(cents, currency), "currency": currency, "rows": ids}


def _number(value: Decimal | int, unit: str, ids: list[str]) -> Expect:
    return {"status": "answered", "kind": "number", "value": str(value), "unit": unit, "rows": ids}


def _yes_no(yes: bool, n: int, ids: list[str]) -> Expect:
    also: list[Expect] = [
        _number(n, "count", ids),
        {"status": "answered", "kind": "list", "of": "rows", "value": ids, "rows": ids},
    ]
    if not ids:
        also.append({"status": "refused", "reason": "no_data"})
    return {
        "status": "answered",
        "kind": "text",
        "value": "yes" if yes else "no",
        "accept": ["true", "y"] if yes else ["false", "n"],
        "rows": ids,
        "also_ok": also,
    }
