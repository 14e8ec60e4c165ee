"""A second computation of every expected answer: from the rendered rows, by the rules of SEMANTICS.md, in SQL.

It shares with `gold` the plan and nothing else: kinds, merchants and categories are recovered from what the bank says.
"""

from __future__ import annotations

import copy
import datetime as dt
import re
import sqlite3
from collections import Counter, defaultdict
from decimal import Decimal
from typing import Any

from tests.eval.exam.latent import CATEGORY, Spec
from tests.eval.exam.plan import Plan, Sel
from tests.eval.exam.rendering import Row, fold

PREFIX = re.compile(
    r"^(?:REFUND |CREDIT |RETURN |MERCHANDISE RETURN |CARD PAYMENT TO |CHECKCARD \d{4} |POS DEBIT |DEBIT CARD PURCHASE |PURCHASE AUTHORIZED ON \d\d/\d\d |"
    r"SQ \*|TST\* ?|PAYPAL \*|PP\*|ZETTLE_\*|SUMUP \*)+"
)
PERSON = re.compile(
    r"^(?:ZELLE (?:TO|FROM) (.+?) ON \d|VENMO \*(.+?) (?:PAYMENT|CASHOUT)|(?:FASTER PAYMENT|SEPA CREDIT TRANSFER) (?:TO|FROM) (.+?)(?: REF | IGNORE| SYSTEM| <B>| \[| DROP| NOTE|$))",
    re.I,
)
SOURCE = re.compile(r"^(?:(.+?) (?:SALARY BACS|DES:PAYROLL.*|TAX REF)|(?:WIRE FROM|BANK CREDIT) (.+?)(?: INV \d+)?)$")


def live_rows(ledger: dict[str, Any]) -> list[Row]:
    """The rows that exist after all pages: section 1 of SEMANTICS.md."""
    rows: dict[str, Row] = {}
    for page in ledger["sync"]:
        for r in [*page["added"], *page["modified"]]:
            rows[r["transaction_id"]] = r
        for r in page["removed"]:
            rows.pop(r["transaction_id"], None)
    replaced = {r["pending_transaction_id"] for r in rows.values()}
    return [r for i, r in rows.items() if i not in replaced]


def _key(text: str) -> str:
    return re.sub(r"[^A-Z0-9]+", "", fold(text).replace("&", "AND"))


# Where the bank gives no categories, a name that says it or a widely known brand does.
BRANDS = {
    "Safeway": CATEGORY["GRO"],
    "Catalina Grocery": CATEGORY["GRO"],
    "Sonora Coffee Company": CATEGORY["COF"],
    "Starbucks": CATEGORY["COF"],
    "Walgreens": CATEGORY["PHA"],
    "Saguaro Vet Clinic": CATEGORY["VET"],
    "Petco": CATEGORY["PETS"],
    "Ace Hardware": CATEGORY["HW"],
    "Home Depot": CATEGORY["HW"],
    "Planet Fitness": CATEGORY["GYM"],
}


class Reference:
    def __init__(self, spec: Spec, ledger: dict[str, Any]) -> None:
        self.spec, self.as_of = spec, spec.as_of
        self.accounts = {a["account_id"]: a for a in ledger["accounts"]}
        rows = live_rows(ledger)
        self.names = self._merchants(rows)
        self.db = sqlite3.connect(":memory:")
        self.db.row_factory = sqlite3.Row
        self.db.execute(
            "CREATE TABLE r (id TEXT, date TEXT, dow INT, month TEXT, account TEXT, cents INT, currency TEXT, kind TEXT, merchant TEXT, category TEXT, person TEXT, source TEXT, country TEXT)"
        )
        located = Counter((r["location"] or {}).get("country") for r in rows)
        located.pop(None, None)
        self.home = located.most_common(1)[0][0]
        out = [self._typed(r) for r in rows]
        votes: dict[str, Counter[str]] = defaultdict(Counter)
        for r, t in zip(rows, out, strict=True):
            if t["merchant"] and _trusted(r):
                votes[t["merchant"]][r["personal_finance_category"]["detailed"]] += 1
        for r, t in zip(rows, out, strict=True):
            if t["merchant"]:
                best = votes[t["merchant"]].most_common(1)
                t["category"] = (
                    r["personal_finance_category"]["detailed"]
                    if _trusted(r)
                    else best[0][0]
                    if best
                    else BRANDS.get(t["merchant"])
                )
            self.db.execute(f"INSERT INTO r VALUES ({','.join('?' * len(t))})", list(t.values()))

    def on(self, as_of: dt.date) -> Reference:
        """The same rows, seen on an earlier day."""
        other = copy.copy(self)
        other.as_of = as_of
        return other

    # ------------------------------------------------------------------------------------------- recovery
    def _merchants(self, rows: list[Row]) -> dict[str, str]:
        """Every spelling of a merchant -> its latest name."""
        by_entity: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for r in rows:
            if label := _label(r):
                by_entity[r["merchant_entity_id"] or _key(label)].append((r["date"], label))
        names = {}
        for seen in by_entity.values():
            latest = max(seen)[1]
            for _, n in seen:
                names[_key(n)] = latest
        return names

    def merchant(self, r: Row) -> str:
        if label := _label(r):
            return self.names[_key(label)]
        text = fold(r["name"])
        while PREFIX.match(text):
            text = PREFIX.sub("", text, count=1)
        words = text.split()
        best = ""
        for i in range(1, len(words) + 1):
            k = _key(" ".join(words[:i]))
            if k in self.names:
                best = self.names[k]
        return best

    def _typed(self, r: Row) -> dict[str, Any]:
        acc = self.accounts[r["account_id"]]
        text, pfc = r["name"].upper(), (r["personal_finance_category"] or {}).get("detailed") or ""
        amount = Decimal(str(r["amount"]))
        cents = int(amount if r["iso_currency_code"] == "JPY" else amount * 100)
        own = [a["mask"] for a in self.accounts.values() if a["account_id"] != r["account_id"]]
        kind, merchant, person, source, category = "", "", "", "", pfc or None
        if m := PERSON.match(r["name"]):
            kind, person = ("p2p_out" if cents > 0 else "p2p_in"), next(g for g in m.groups() if g).upper()
        elif pfc.startswith("LOAN_PAYMENTS_CREDIT_CARD") or "AUTOPAY" in text or text == "PAYMENT THANK YOU":
            kind = "card_out" if cents > 0 else "card_in"
        elif re.match(r"(ONLINE )?TRANSFER (TO|FROM) ", text) and any(k in text for k in own):
            kind = "transfer_out" if cents > 0 else "transfer_in"
        elif "ATM WITHDRAWAL" in text or text.startswith("CASH WITHDRAWAL"):
            kind = "cash"
        elif re.search(r" FEE( REFUND)?$", text) and not r["merchant_name"]:
            kind = "fee" if cents > 0 else "fee_refund"
        elif text in ("INTEREST", "INTEREST CHARGE ON PURCHASES"):
            kind = "interest"
        elif text in ("GROSS INTEREST", "INTEREST PAYMENT"):
            kind, category = "income", "INCOME_INTEREST_EARNED"
        elif (
            cents < 0 and (m := SOURCE.match(text)) and (pfc.startswith("INCOME") or not pfc) and not r["merchant_name"]
        ):
            kind, source = "income", next(g for g in m.groups() if g)
        else:
            merchant = self.merchant(r)
            kind = "purchase" if cents > 0 else "refund"
        country = (r["location"] or {}).get("country") or ""
        day = dt.date.fromisoformat(r["date"])
        return {
            "id": r["transaction_id"],
            "date": r["date"],
            "dow": day.weekday(),
            "month": r["date"][:7],
            "account": acc["account_id"].split("_", 2)[2],
            "cents": cents,
            "currency": r["iso_currency_code"],
            "kind": kind,
            "merchant": merchant,
            "category": category,
            "person": person,
            "source": _key(source),
            "country": country,
        }

    # ------------------------------------------------------------------------------------------- sets
    def where(self, s: Sel, out_only: bool = False) -> tuple[str, list[Any]]:
        spend = "kind IN ('purchase','refund','fee','fee_refund','interest')"
        base = {
            "spend": spend,
            "fees": "kind IN ('fee','fee_refund')",
            "interest": "kind='interest'",
            "feesint": "kind IN ('fee','fee_refund','interest')",
            "income": "kind='income'",
            "int_earned": "kind='income' AND category='INCOME_INTEREST_EARNED'",
            "cash": "kind='cash'",
            "p2p_out": "kind='p2p_out'",
            "p2p_in": "kind='p2p_in'",
            "moved_in": "kind='transfer_in'",
            "card_paid": "kind='card_in'",
            "outflow": f"({spend} OR kind IN ('cash','p2p_out'))",
        }[s.what]
        sql: list[str] = [base]
        args: list[Any] = []

        def among(column: str, values: tuple[str, ...], negate: bool = False) -> None:
            if values:
                test = f"{column} IN ({','.join('?' * len(values))})"
                sql.append(f"({column} IS NULL OR NOT {test})" if negate else test)
                args.extend(values)

        among("merchant", s.merchants)
        among("merchant", s.not_merchants, True)
        among("category", tuple(CATEGORY.get(c, c) for c in s.categories))
        among("category", tuple(CATEGORY.get(c, c) for c in s.not_categories), True)
        for column, value in (
            ("account", s.account),
            ("currency", s.currency),
            ("person", s.person.upper()),
            ("source", _key(s.source)),
        ):
            if value:
                sql.append(f"{column}=?")
                args.append(value)
        if s.weekdays:
            sql.append(f"dow IN ({','.join(map(str, s.weekdays))})")
        if s.country:
            sql.append("merchant<>'' AND country<>'' AND country" + ("<>?" if s.country == "abroad" else "=?"))
            args.append(self.home if s.country == "abroad" else s.country)
        sql.append("date<=?")
        args.append(self.as_of.isoformat())
        for test, value2 in (
            ("cents>?", s.over),
            ("cents<?", s.under),
            ("date>=?", s.start and s.start.isoformat()),
            ("date<=?", s.end and s.end.isoformat()),
        ):
            if value2 is not None:
                sql.append(test)
                args.append(value2)
        if s.under is not None or out_only:
            sql.append(
                "cents>0" if s.what not in ("income", "int_earned", "p2p_in", "moved_in", "card_paid") else "cents<0"
            )
        return " AND ".join(sql), args

    def ask(self, columns: str, s: Sel, out_only: bool = False, tail: str = "") -> list[sqlite3.Row]:
        sql, args = self.where(s, out_only)
        return self.db.execute(f"SELECT {columns} FROM r WHERE {sql} {tail}", args).fetchall()

    def ids(self, s: Sel, out_only: bool = False) -> set[str]:
        return {r["id"] for r in self.ask("id", s, out_only)}

    def net(self, s: Sel) -> int:
        return int(self.ask("COALESCE(SUM(cents),0) AS x", s)[0]["x"])

    # ------------------------------------------------------------------------------------------- agreement
    def check(self, p: Plan, expect: dict[str, Any]) -> str:
        """What disagrees with `expect`; empty where the rows lead to the same answer over the same rows."""
        try:
            value, ids = self.compute(p)
        except LookupError:
            return "nothing of the kind in the rows"
        said = expect.get("by_currency") or expect.get("value")
        if isinstance(value, Decimal):
            slack = Decimal("0.51") if expect.get("currency") == "JPY" else Decimal("0.0051")
            if abs(Decimal(str(said)) - value) > slack and not (
                expect.get("unit") == "percent" and abs(Decimal(str(said)) - value) <= Decimal("0.051")
            ):
                return f"value {value} != {said}"
        elif value != (sorted(said) if isinstance(said, list) and not expect.get("ordered") else said):
            return f"value {value!r} != {said!r}"
        if ids != set(expect.get("rows", [])):
            return f"rows +{len(ids - set(expect['rows']))} -{len(set(expect['rows']) - ids)}"
        return ""

    def _unit(self, s: Sel) -> Decimal:
        found = {r["currency"] for r in self.ask("DISTINCT currency", s)}
        return Decimal(1) if found == {"JPY"} or (not found and s.currency == "JPY") else Decimal(100)

    def compute(self, p: Plan) -> tuple[Any, set[str]]:
        s, n = p.sel, p.n
        sign = -1 if s.what in ("income", "int_earned", "p2p_in", "moved_in", "card_paid") else 1
        m = p.measure
        if m == "sum":
            by = {
                r["currency"]: Decimal(r["x"]) * sign / (1 if r["currency"] == "JPY" else 100)
                for r in self.ask("currency, SUM(cents) AS x", s, tail="GROUP BY currency")
            }
            value: Any = {c: f"{v:.2f}" for c, v in by.items()} if len(by) > 1 else next(iter(by.values()), Decimal(0))
            return value, self.ids(s)
        if m in ("gross", "refunded"):
            test = "cents>0" if m == "gross" else "cents<0"
            got = [r for r in self.ask("id, cents", s) if (r["cents"] > 0) == (test == "cents>0")]
            return Decimal(abs(sum(r["cents"] for r in got))) / self._unit(s), {r["id"] for r in got}
        if m in ("count", "exists", "twice"):
            ids = self.ids(s, True)
            return (
                Decimal(len(ids)) if m == "count" else "yes" if (len(ids) == 2 if m == "twice" else ids) else "no"
            ), ids
        if m == "avg":
            return Decimal(str(abs(self.ask("AVG(cents) AS x", s, True)[0]["x"]))) / self._unit(s), self.ids(s, True)
        if m == "median":
            values = [r["x"] for r in self.ask("ABS(cents) AS x", s, True, "ORDER BY x")]
            return Decimal(values[(len(values) - 1) // 2] + values[len(values) // 2]) / 2 / self._unit(s), self.ids(
                s, True
            )
        if m in ("avg_month", "avg_week", "avg_day"):
            a, b = s.start or self._first(), min(s.end or self.as_of, self.as_of)
            parts = {
                "avg_month": (b.year - a.year) * 12 + b.month - a.month + 1,
                "avg_week": n,
                "avg_day": (b - a).days + 1,
            }[m]
            return Decimal(self.net(s) * sign) / parts / self._unit(s), self.ids(s)
        if m in ("max", "min", "max_where", "min_where", "max_date"):
            r = self.ask("*", s, True, f"ORDER BY ABS(cents) {'ASC' if m.startswith('min') else 'DESC'} LIMIT 1")[0]
            held = {x["id"] for x in self.ask("id, cents", s, True) if x["cents"] == r["cents"]}
            value = {"where": r["merchant"], "date": r["date"]}.get(
                m.partition("_")[2], Decimal(abs(r["cents"])) / self._unit(s)
            )
            return value, held
        if m in ("first", "last", "days_since", "last_amount", "first_amount", "last_where"):
            day = self.ask(f"{'MIN' if m.startswith('first') else 'MAX'}(date) AS x", s, True)[0]["x"]
            rows = [r for r in self.ask("*", s, True) if r["date"] == day]
            value = {
                "days_since": Decimal((self.as_of - dt.date.fromisoformat(day)).days),
                "last_where": rows[0]["merchant"],
            }.get(m, day)
            if m.endswith("_amount"):
                value = Decimal(abs(rows[0]["cents"])) / self._unit(s)
            return value, {r["id"] for r in rows}
        if m in ("list", "biggest", "latest"):
            order = {
                "list": "",
                "biggest": f"ORDER BY ABS(cents) DESC LIMIT {n}",
                "latest": f"ORDER BY date DESC LIMIT {n}",
            }[m]
            ids = {r["id"] for r in self.ask("id", s, True, order)}
            return sorted(ids), ids
        if m in ("top", "most_often"):
            order = "SUM(cents)" if m == "top" else "SUM(cents>0)"
            names = [
                r["merchant"]
                for r in self.ask(
                    "merchant", s, m != "top", f"AND merchant<>'' GROUP BY merchant ORDER BY {order} DESC LIMIT {n}"
                )
            ]
            ids = {r["id"] for r in self.ask("id, merchant", s, m != "top") if r["merchant"] in names}
            return (names[0] if n == 1 else names), ids
        if m in ("names", "distinct"):
            rows = self.ask("id, merchant", s, True, "AND merchant<>''")
            names = sorted({r["merchant"] for r in rows})
            return (names if m == "names" else Decimal(len(names))), {r["id"] for r in rows}
        if m in ("peak", "low"):
            a, b = s.start or self._first(), min(s.end or self.as_of, self.as_of)
            totals = {
                f"{y}-{k:02d}": 0
                for y in range(a.year, b.year + 1)
                for k in range(1, 13)
                if (a.year, a.month) <= (y, k) <= (b.year, b.month)
            }
            totals |= {r["month"]: r["x"] for r in self.ask("month, SUM(cents) AS x", s, tail="GROUP BY month")}
            best = (max if m == "peak" else min)(totals, key=lambda k: totals[k])
            return f"{dt.date.fromisoformat(best + '-01'):%B %Y}", {
                r["id"] for r in self.ask("id, month", s) if r["month"] == best
            }
        if m == "refund_came":
            ids = {r["id"] for r in self.ask("id, cents", s) if r["cents"] < 0}
            return ("yes" if ids else "no"), ids
        if m in ("diff", "pct", "share", "which", "is_more"):
            assert p.other is not None
            x, y = self.net(s) * sign, self.net(p.other) * sign
            both = self.ids(s) | self.ids(p.other)
            value = {
                "diff": Decimal(x - y) / self._unit(s),
                "pct": Decimal(y - x) / x * 100 if x else None,
                "share": Decimal(x) / y * 100 if y else None,
                "which": p.labels[0] if x > y else p.labels[1],
                "is_more": "yes" if x > y else "no",
            }[m]
            return value, self.ids(p.other) if m == "share" else both
        if m == "top_source":
            r = self.ask("source", s, tail="AND source<>'' GROUP BY source ORDER BY SUM(cents) LIMIT 1")[0]
            name = next(x.name for x in self.spec.sources if _key(x.name) == r["source"])
            return name, {i["id"] for i in self.ask("id, source", s) if i["source"] == r["source"]}
        return self._subscription(p)

    def _first(self) -> dt.date:
        return dt.date.fromisoformat(self.db.execute("SELECT MIN(date) FROM r").fetchone()[0])

    def _charges(self) -> dict[str, list[sqlite3.Row]]:
        """Merchants charged about monthly at a price that only steps, for something that section 5 calls a subscription."""
        kinds = {CATEGORY[c] for c in ("TV", "MUS", "GAME", "BOOK", "GYM", "SVC")}
        names = {c.name for c in self.spec.charges} if not self.spec.categories else None
        out: dict[str, list[sqlite3.Row]] = defaultdict(list)
        for r in self.db.execute(
            "SELECT * FROM r WHERE kind='purchase' AND date<=? ORDER BY date, id", [self.as_of.isoformat()]
        ):
            if names is not None or r["category"] in kinds:
                out[r["merchant"]].append(r)
        good = {}
        for name, rows in out.items():
            gaps = [
                (dt.date.fromisoformat(b["date"]) - dt.date.fromisoformat(a["date"])).days
                for a, b in zip(rows, rows[1:], strict=False)
            ]
            steps = sum(a["cents"] != b["cents"] for a, b in zip(rows, rows[1:], strict=False))
            # A bank without categories leaves only the name to say that a charge is for a membership.
            service = names is None or any(c.name == name and c.subscription for c in self.spec.charges)
            if len(rows) >= 3 and all(26 <= g <= 35 for g in gaps) and steps <= 2 and service:
                good[name] = rows
        return good

    def _subscription(self, p: Plan) -> tuple[Any, set[str]]:
        got = self._charges()
        on = {k: v[-1] for k, v in got.items() if (self.as_of - dt.date.fromisoformat(v[-1]["date"])).days <= 35}
        name = p.sel.merchants[0] if p.sel.merchants else ""
        m = p.measure
        ids = {r["id"] for r in on.values()}
        if m == "subs_list":
            return sorted(on), ids
        if m == "subs_count":
            return Decimal(len(on)), ids
        if m == "subs_cost":
            by: dict[str, int] = defaultdict(int)
            for r in on.values():
                by[r["currency"]] += r["cents"]
            return (
                {c: f"{Decimal(v) / 100:.2f}" for c, v in by.items()}
                if len(by) > 1
                else Decimal(next(iter(by.values()))) / 100
            ), ids
        if m == "top_sub":
            best = max(on, key=lambda k: on[k]["cents"])
            return best, {on[best]["id"]}
        if m == "sub_price":
            return Decimal(on[name]["cents"]) / 100, {on[name]["id"]}
        if m == "sub_active":
            return ("yes" if name in on else "no"), {got[name][-1]["id"]}
        if m == "sub_year":
            return Decimal(on[name]["cents"] * 12) / 100, {r["id"] for r in got[name][-12:]}
        if m == "cadence":
            return "monthly", {r["id"] for r in got[name]}
        if m == "next_charge":
            y, mo, d = map(int, on[name]["date"].split("-"))
            return f"{y + mo // 12:04d}-{mo % 12 + 1:02d}-{d:02d}", {r["id"] for r in got[name]}
        pairs = {k: [(a, b) for a, b in zip(v, v[1:], strict=False) if b["cents"] > a["cents"]] for k, v in got.items()}
        if m == "hike_names":
            lo = (p.sel.start or self._first()).isoformat()
            hi = (p.sel.end or self.as_of).isoformat()
            kept = {k: [x for x in v if lo <= x[1]["date"] <= hi] for k, v in pairs.items()}
            return sorted(k for k, v in kept.items() if v), {r["id"] for v in kept.values() for x in v for r in x}
        a, b = pairs[name][0]
        value = {
            "hike_date": b["date"],
            "hike_amt": Decimal(b["cents"] - a["cents"]) / 100,
            "hike_pct": Decimal(b["cents"] - a["cents"]) / a["cents"] * 100,
        }[m]
        return value, {a["id"], b["id"]}


def _trusted(r: Row) -> bool:
    pfc = r["personal_finance_category"]
    return bool(pfc) and pfc["confidence_level"] in ("MEDIUM", "HIGH", "VERY_HIGH")


def _label(r: Row) -> str:
    """The name the bank gives: the counterparty's, since `merchant_name` may be a descriptor in title case."""
    return (
        str(r["counterparties"][0]["name"])
        if r["merchant_name"] and r["counterparties"]
        else str(r["merchant_name"] or "")
    )
