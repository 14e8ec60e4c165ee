"""From a person's truth to questions: plans drawn at random, worded from the banks, answered from the latent events."""

from __future__ import annotations

import datetime as dt
import random
import re
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from typing import Any

from tests.eval.exam import wordings
from tests.eval.exam.gold import Expect, Truth
from tests.eval.exam.handwritten import Written
from tests.eval.exam.latent import Event, Spec
from tests.eval.exam.periods import Period, Periods, back, month_of
from tests.eval.exam.plan import CATEGORIES, Plan, Sel, Undefined
from tests.eval.exam.reference import Reference, _key
from tests.eval.exam.refusals import REFUSE
from tests.eval.exam.rendering import fold, ledger

Question = dict[str, Any]
SYMBOL = {"USD": "$", "GBP": "£", "EUR": "€", "CAD": "$", "JPY": "¥"}
CURRENCY_WORDS = {
    "USD": ["US dollars", "USD"],
    "CAD": ["Canadian dollars", "CAD"],
    "EUR": ["euros", "EUR"],
    "GBP": ["pounds", "GBP"],
    "JPY": ["yen", "JPY", "Japanese yen"],
}
COUNTRY_WORDS = {
    "CA": "Canada",
    "PT": "Portugal",
    "ES": "Spain",
    "US": "the US",
    "JP": "Japan",
    "MX": "Mexico",
    "IT": "Italy",
    "BE": "Belgium",
}
DAYS = {
    "weekends": (5, 6),
    "Saturdays and Sundays": (5, 6),
    "weekdays": (0, 1, 2, 3, 4),
    "Fridays": (4,),
    "Mondays": (0,),
    "Saturdays": (5,),
    "Wednesdays": (2,),
}
DROPPABLE = ("Roasters", "Company", "Clinic", "Hospital", "Practice", "Stores", "Salon", "House")
SAID_BY_NAME = ("coffee", "groceries", "pharmacies", "pets", "home improvement", "gym")
LOOKALIKES = [
    "Trader Joe's",
    "Whole Foods",
    "Peet's Coffee",
    "Barnes & Noble",
    "Subway",
    "Burger King",
    "Zara",
    "H&M",
    "Lululemon",
    "Pret A Manger",
    "Waitrose",
    "Nando's",
    "Marks & Spencer",
    "Carrefour",
]


class World:
    """One person with everything derived: events, ledger, truth and reference on any today."""

    def __init__(self, spec: Spec, events: list[Event], seed: int) -> None:
        self.spec, self.events, self.seed = spec, events, seed
        self.ledger, self.live, self.traits = ledger(spec, events, seed)
        self._reference = Reference(spec, self.ledger)
        self._truths: dict[dt.date, tuple[Truth, Reference]] = {}

    def on(self, as_of: dt.date) -> tuple[Truth, Reference]:
        if as_of not in self._truths:
            self._truths[as_of] = Truth(self.spec, self.events, self.live, as_of), self._reference.on(as_of)
        return self._truths[as_of]


class Examiner:
    """Draws questions about one person. `sealed` picks the third of the wordings that practice never sees."""

    def __init__(self, world: World, seed: int, sealed: bool, more: bool = False, blind: bool = False) -> None:
        self.world, self.spec, self.sealed, self.more, self.blind = world, world.spec, sealed, more, blind
        self.rng = random.Random(f"{seed}/{world.spec.user}/questions/{sealed}")
        self.uk = world.spec.pfx == "uk"
        self.used: set[str] = set()
        self.as_of = world.spec.as_of
        self.truth, self.reference = world.on(self.as_of)
        self.disagree: list[str] = []

    def today(self, as_of: dt.date) -> None:
        self.as_of = as_of
        self.truth, self.reference = self.world.on(as_of)

    # ------------------------------------------------------------------------------------------- slots
    @property
    def periods(self) -> Periods:
        return Periods(self.as_of, self.truth.first, self.uk, self.rng)

    def period(self, *kinds: str) -> Period:
        for _ in range(60):
            p = self.periods.pick(*kinds)
            if (
                p.tag == "us-holiday"
                and self.spec.country != "US"
                or p.tag in ("bank-holiday", "tax-year")
                and (self.spec.country != "GB" or self.spec.city == "Glasgow")
            ):
                continue
            return p
        return self.periods.pick("month")

    def merchants(self, low: int = 3) -> list[str]:
        seen: dict[str, int] = {}
        for e in self.truth.events:
            if e.kind == "purchase":
                seen[e.merchant] = seen.get(e.merchant, 0) + 1
        return sorted(k for k, v in seen.items() if v >= low)

    def merchant(self, low: int = 3) -> str:
        names = self.merchants(low)
        weights = [
            1.0 + 2 * any(o != n and (_key(o).startswith(_key(n)) or _key(n).startswith(_key(o))) for o in names)
            for n in names
        ]
        return self.rng.choices(names, weights)[0]

    def subs(self) -> list[str]:
        return sorted(n for n in self.truth.subs if self.truth.sub_charges(n))

    def say_merchant(self, name: str) -> str:
        r, lot = self.rng, self.rng.random()
        others = [_key(n) for n in self.merchants(1) if n != name]
        words = name.split()
        if (
            lot < 0.12
            and len(words) > 2
            and words[-1] in DROPPABLE
            and not any(o.startswith(_key(" ".join(words[:-1]))) for o in others)
        ):
            return " ".join(words[:-1])
        if lot < 0.22:
            return name.replace("'", "").replace("’", "")
        if lot < 0.3:
            plain = "".join(c for c in fold(name))
            return name if plain == name.upper() else plain.title()
        if lot < 0.36 and len(name) > 7 and " " not in name and name.isalpha():
            k = r.randrange(2, len(name) - 2)
            slip = r.choice(
                (
                    name[:k] + name[k + 1 :],
                    name[:k] + name[k + 1] + name[k] + name[k + 2 :],
                    name[:k] + name[k] + name[k:],
                )
            )
            if not any(_near(_key(slip), o) for o in others):
                return slip
        if lot < 0.42:
            return name.upper()
        return name

    def category(self) -> str:
        seen = {e.category for e in self.truth.events if e.kind == "purchase"}
        names = [c for c, codes in CATEGORIES.items() if set(codes) & seen and c != "rent"]
        if not self.spec.categories:
            names = [c for c in names if c in SAID_BY_NAME]
        return self.rng.choice(sorted(names))

    def say_category(self, name: str) -> str:
        return self.rng.choice(wordings.CATEGORY_WORDS[name][1 if self.uk else 0])

    def amount(self, cents: int, currency: str) -> str:
        whole = currency == "JPY"
        text = f"{cents:,}" if whole else f"{cents // 100:,}" if cents % 100 == 0 else f"{cents / 100:,.2f}"
        if currency == "USD" and self.rng.random() < 0.2:
            return f"{text} dollars" if cents % 100 == 0 else f"${text}"
        if currency == "GBP" and self.rng.random() < 0.2 and cents % 100 == 0:
            return self.rng.choice((f"{text} pounds", f"{text} quid"))
        if currency == "EUR" and self.rng.random() < 0.3:
            return f"{text} euros"
        return SYMBOL[currency] + text

    # ------------------------------------------------------------------------------------------- one question
    def ask(
        self,
        family: str,
        plan: Plan,
        slots: dict[str, str],
        names: list[str],
        alts: list[Plan] | None = None,
        template: str = "",
        extra: list[str] | None = None,
    ) -> Question | None:
        """A worded question with its expected answer, or None where the plan has no single clear one."""
        try:
            expect = self.truth.answer(plan)
        except Undefined:
            return None
        fault = self.reference.check(plan, expect)
        if fault:
            self.disagree.append(f"{self.spec.user} {self.as_of} {family} {plan}: {fault}")
            return None
        self._other_readings(expect, alts or [])
        if (
            expect.get("kind") in ("money", "number")
            and not expect.get("rows")
            and Decimal(expect.get("value", "1")) == 0
        ):
            expect.setdefault("also_ok", []).append({"status": "refused", "reason": "no_data"})
        choices = [template] if template else wordings.bank(family, self.sealed, self.more, self.blind)
        text = self.rng.choice(choices)
        if "transaction" in text and any(e.cents < 0 for e in self.truth.rows(plan.sel)):
            return None  # whether a refund is a transaction is open
        return self.finish(family, text, slots, names, expect, extra or [])

    def finish(
        self,
        family: str,
        text: str,
        slots: dict[str, str],
        names: list[str],
        expect: Expect,
        extra: list[str],
        style: str = "",
    ) -> Question | None:
        if "bare2" in slots:
            text = re.sub(r"(between|with|and|Compared with|compared with) \{p2\}", r"\1 {bare2}", text)
            text = text.replace("between {p} ", "between {bare} ")
        for key in ("c", "c2"):
            if key in slots and slots[key] == "the gym" and "on {" + key not in text:
                slots[key] = "gym"
            if key in slots:
                single = wordings.PURCHASE_WORDS.get(slots[key], slots[key])
                text = re.sub(
                    rf"\{{{key}\}}(?= (?:purchase|transaction|charge|merchant|spend|bill|payment|YTD|shop|month))",
                    single,
                    text,
                )
        text = re.sub(r"\{(\w+)\}", lambda m: slots.get(m.group(1), m.group(0)), text)
        text = re.sub(r"\s+([?,.;:])", r"\1", re.sub(r"\s+", " ", text)).strip(" ,")
        text = re.sub(r"^([?.!]\s*)+", "", text)
        style = style or self.rng.choice(wordings.STYLES)
        said = wordings.styled(text, self.rng, names, style)
        if said.lower() in self.used or "{" in said:
            return None
        self.used.add(said.lower())
        tags = [family, *extra, style]
        if self.as_of != self.spec.as_of:
            tags.append("as-of-shift")
        rows = expect.get("rows") or []
        if rows and len(rows) <= 400:
            tags += sorted({t for r in rows for t in self.world.traits.get(r, ())})
        return {
            "id": "",
            "user": self.spec.user,
            "as_of": self.as_of.isoformat(),
            "question": said,
            "tags": list(dict.fromkeys(tags)),
            "expect": expect,
        }

    # ------------------------------------------------------------------------------------------- families
    def draw(self, family: str) -> Question | None:
        for _ in range(60):
            q = FAMILIES[family](self, family)
            if q is not None:
                return q
        return None

    def written(self, w: Written) -> Question:
        """A question that somebody wrote. It must have a clear answer."""
        self.today(dt.date.fromisoformat(w.as_of) if w.as_of else self.spec.as_of)
        if w.plan is None:
            expect: Expect = {"status": "refused", "reason": w.refuse}
        else:
            expect = self.truth.answer(w.plan)
            if fault := self.reference.check(w.plan, expect):
                self.disagree.append(f"{self.spec.user} {w.text}: {fault}")
            self._other_readings(expect, list(w.alts))
            if w.also_refuse:
                expect.setdefault("also_ok", []).append({"status": "refused", "reason": w.also_refuse})
            if w.plan.sel.categories and not self.spec.categories:
                expect.setdefault("also_ok", []).append({"status": "refused", "reason": "not_in_data"})
            if "negated" in w.tags:  # "is it cancelled?": no means that it is active
                flip = {"yes": "no", "no": "yes"}[expect["value"]]
                expect |= {"value": flip, "accept": ["cancelled"] if flip == "yes" else []}
        tags = ["written", *(["refuse", w.refuse] if w.refuse else [w.plan.measure if w.plan else ""]), *w.tags]
        return {
            "id": "",
            "user": self.spec.user,
            "as_of": self.as_of.isoformat(),
            "question": w.text,
            "tags": tags,
            "expect": expect,
        }

    def _other_readings(self, expect: Expect, alts: list[Plan]) -> None:
        for alt in alts:
            try:
                other = self.truth.answer(alt)
            except Undefined:
                other = {"status": "refused", "reason": "no_data"}
            if not all(other.get(k) == expect.get(k) for k in ("kind", "value", "by_currency", "currency")):
                expect.setdefault("also_ok", []).append({k: v for k, v in other.items() if k != "also_ok"})
        if alts and not same_all(expect):
            expect["also_ok"].append({"status": "refused", "reason": "ambiguous"})

    def refusal(self, reason: str) -> Question | None:
        lines = [w for i, w in enumerate(REFUSE[reason]) if (i % 3 == 2) == self.sealed]
        text = self.rng.choice(lines)
        m, c = self.merchant(), self.category()
        while c in ("books", "rent"):
            c = self.category()
        slots = {"m": m, "c": self.say_category(c), "p": self.period("month", "last_month", "year").text, "who": ""}
        names = [m]
        style = self.rng.choice(("plain", "plain", "lower", "chat", "polite"))
        return self.finish("refuse", text, slots, names, {"status": "refused", "reason": reason}, [reason], style)

    def outside(self) -> Question | None:
        p, kind = self.periods.outside()
        family = self.rng.choice(
            ("sum_m", "sum_c", "sum_t", "count_m", "income", "fees", "avg_m", "max_m", "cash", "list_m")
        )
        m = self.merchant()
        slots = {"m": self.say_merchant(m), "c": self.say_category(self.category()), "p": p.text}
        return self.finish(
            "refuse",
            self.rng.choice(wordings.bank(family, self.sealed, self.more, self.blind)),
            slots,
            [slots["m"]],
            {"status": "refused", "reason": "out_of_coverage"},
            ["out_of_coverage", kind, family],
        )

    def stranger(self) -> Question | None:
        """A name that occurs nowhere, near one that does."""
        mine = self.merchants(1)
        names = [n for n in [*NEAR.get(self.spec.user, []), *LOOKALIKES] if n not in mine]
        near = NEAR.get(self.spec.user, [])
        name = self.rng.choice(near) if near and self.rng.random() < 0.7 else self.rng.choice(names)
        family = self.rng.choice(("sum_m", "sum_m", "count_m", "last", "max_m", "list_m", "exists", "avg_m"))
        p = self.period("month", "last", "year")
        expect: Expect = {"status": "refused", "reason": "no_data", "also_ok": []}
        cur = self.truth.currency([], Sel())
        if family in ("sum_m",):
            expect["also_ok"].append(
                {"status": "answered", "kind": "money", "value": "0.00", "currency": cur, "rows": []}
            )
        if family == "count_m":
            expect["also_ok"].append(
                {"status": "answered", "kind": "number", "value": "0", "unit": "count", "rows": []}
            )
        if family == "exists":
            expect["also_ok"] += [
                {"status": "answered", "kind": "text", "value": "no", "rows": []},
                {"status": "answered", "kind": "number", "value": "0", "unit": "count", "rows": []},
            ]
        return self.finish(
            "refuse",
            self.rng.choice(wordings.bank(family, self.sealed, self.more, self.blind)),
            {"m": name, "p": p.text},
            [name],
            expect,
            ["no_data", "near-name" if name in near else "unknown-name", family],
        )

    def unclear(self) -> Question | None:
        """A name or account that fits two."""
        made = UNCLEAR.get(self.spec.user, [])
        if not made:
            return self.refusal("ambiguous")
        return self.finish(
            "refuse",
            self.rng.choice(made),
            {"p": self.period("month", "last_month", "year").text},
            [],
            {"status": "refused", "reason": "ambiguous"},
            ["ambiguous", "near-name"],
        )


def same_all(expect: Expect) -> bool:
    return not [
        a for a in expect.get("also_ok", []) if a.get("status") == "answered" and a.get("value") != expect.get("value")
    ]


def _near(a: str, b: str) -> bool:
    return (
        a == b
        or a.startswith(b)
        or b.startswith(a)
        or (abs(len(a) - len(b)) <= 2 and sum(x != y for x, y in zip(a, b, strict=False)) <= 2)
    )


# Names that nobody here has, each near one that somebody has.
NEAR: dict[str, list[str]] = {
    "p1": [
        "Walmart",
        "Target Optical",
        "Amazon Prime",
        "Spotify Kids",
        "Chick-n-Cone",
        "Delta Dental",
        "Best Western",
        "Old Navajo",
        "Pho Hanoi House",
    ],
    "p2": [
        "Tesco Mobile",
        "Uber Eats",
        "Shell Energy",
        "Argosy Books",
        "Next Door Cafe",
        "First Direct",
        "Greggson",
        "Amazon Prime",
        "Virgin Trains",
        "Everyman Theatre",
        "Boot Barn",
        "Currys Kitchen",
    ],
    "p3": [
        "Lidl Plus Travel",
        "Aldi",
        "Vodafone Rewards",
        "Irish Rails Cafe",
        "Kelly's Garage",
        "Supermarket Direct",
        "Insomniac Games",
        "Google Fi",
        "FLYEfit Kitchen",
        "Chapters Bookstore",
    ],
    "p4": [
        "Metro Pizza",
        "Tim's Garage",
        "Uber Freight",
        "Rogers Centre",
        "Costco Travel",
        "Popeye's Gym",
        "Indigo Airlines",
        "Rootstock",
        "A&W Rentals",
        "Amazon Web Services",
        "Esse Salon",
    ],
    "p5": [
        "Costa Coffee",
        "Victrola Vinyl Cafe",
        "Amazon Prime",
        "Hyatt Dental",
        "Shell Beach Hotel",
        "Uber Freight",
        "Steam Cleaners",
        "Adobe Inn",
        "Verizon Center",
    ],
    "p6": [
        "Circle C Ranch",
        "Planet Hollywood",
        "Ace Cash Express",
        "Saguaro Books",
        "Cox Automotive",
        "Sonora Grill House",
    ],
    "s1": [
        "Loro's Bakery",
        "Amazon Fresh",
        "Lyft Rentals",
        "Dutch Bakery",
        "Apple Store",
        "Austin Eats",
        "Whatapizza",
    ],
    "s2": [
        "Lidl Travel",
        "Co-op Bank",
        "Steam Museum",
        "Greggory's",
        "Glad Rags",
        "Amazon Prime",
        "First Choice",
        "Loganberry",
    ],
    "s3": [
        "Jumbo Hotel",
        "NS Energy",
        "Bolt Food",
        "KLM Cityhopper",
        "Gamma Gym",
        "Broeses Bistro",
        "Bol Wines",
    ],
}
UNCLEAR: dict[str, list[str]] = {
    "p1": ["How much have I sent Megan {p}?", "when did i last pay Megan", "What have I paid to Megan so far?"],
    "p2": ["How much have I sent Soph {p}?", "how much did i send soph in total"],
    "p3": [
        "What did I spend from my checking account {p}?",
        "How much was spent on our current account {p}?",
        "What did I pay Kelly's {p}?",
        "how much have I spent at kellys",
        "How much did I send Nolan {p}?",
    ],
    "p4": [
        "How much did I put on my credit card {p}?",
        "spending on my credit card {p}",
        "How much have I sent Priya {p}?",
        "what did i get from Priya {p}",
        "what did I pay off on my credit card {p}",
    ],
    "p5": [
        "How much did I put on my credit card {p}?",
        "How much have I sent Jordan {p}?",
        "What did I spend at Victrola {p}?",
        "victrola total {p}",
        "when did jordan last get money from me",
        "What did I charge to my card {p}?",
    ],
    "p6": [],
    "s1": [
        "What did I spend from my checking account {p}?",
        "How much did Medina get from me {p}?",
        "what left my checking account {p}",
    ],
    "s2": ["How much have I sent Eilidh {p}?", "when did i last pay eilidh?"],
    "s3": ["How much did I send de Vries {p}?", "How much did I spend at NS {p}?"],
}


# ------------------------------------------------------------------------------------------------ the families
Maker = Callable[[Examiner, str], Question | None]


def _alts(plan: Plan, p: Period) -> list[Plan]:
    return [replace(plan, sel=replace(plan.sel, start=a, end=b)) for a, b in p.alts]


def _m(measure: str, *kinds: str, low: int = 3, no_refund: bool = False) -> Maker:
    def make(x: Examiner, family: str) -> Question | None:
        m, p = x.merchant(low), x.period(*kinds)
        plan = Plan(measure, Sel(merchants=(m,), start=p.start, end=p.end), n=p.weeks or 1)
        if no_refund and any(e.cents < 0 for e in x.truth.rows(plan.sel)):
            return None
        if family == "sum_m" and not x.truth.rows(plan.sel) and x.rng.random() < 0.8:
            return None
        said = x.say_merchant(m)
        q = x.ask(family, plan, {"m": said, "p": p.text}, [said], _alts(plan, p), extra=[p.tag])
        if q and family == "exists_p":  # the amount says as much as a yes
            q["expect"]["also_ok"].append(x.truth.answer(Plan("sum", plan.sel)))
        if q and not q["expect"]["rows"]:
            q["tags"].append("zero")
        return q

    return make


def _c(measure: str, *kinds: str, no_refund: bool = False, **more: Any) -> Maker:
    def make(x: Examiner, family: str) -> Question | None:
        c, p = x.category(), x.period(*kinds)
        plan = Plan(measure, Sel(categories=CATEGORIES[c], start=p.start, end=p.end, **more), n=p.weeks or 1)
        if no_refund and any(e.cents < 0 for e in x.truth.rows(plan.sel)):
            return None
        if not x.truth.rows(plan.sel):
            return None
        said = x.say_category(c)
        q = x.ask(family, plan, {"c": said, "p": p.text}, [said], _alts(plan, p), extra=[p.tag, "category"])
        return _lenient(x, q)

    return make


def _lenient(x: Examiner, q: Question | None) -> Question | None:
    """A bank without categories may be refused for a category (SEMANTICS section 4)."""
    if q and not x.spec.categories:
        q["expect"].setdefault("also_ok", []).append({"status": "refused", "reason": "not_in_data"})
    return q


def _t(measure: str, what: str = "spend", *kinds: str, n: int = 1, zero: bool = False, **more: Any) -> Maker:
    def make(x: Examiner, family: str) -> Question | None:
        p = x.period(*kinds)
        plan = Plan(measure, Sel(what=what, start=p.start, end=p.end, **more), n=p.weeks or n)
        if not zero and not x.truth.rows(plan.sel):
            return None
        return x.ask(family, plan, {"p": p.text, "n": str(n)}, [], _alts(plan, p), extra=[p.tag])

    return make


def _n(measure: str, what: str = "") -> Maker:
    def make(x: Examiner, family: str) -> Question | None:
        n, p = x.rng.choice((2, 3, 3, 4, 5, 5, 10)), x.period("month", "last", "quarter", "year", "rolling", "between")
        sel = Sel(start=p.start, end=p.end)
        slots = {"p": p.text, "n": x.rng.choice((str(n), {2: "two", 3: "three", 4: "four", 5: "five", 10: "ten"}[n]))}
        names: list[str] = []
        if what == "m":
            m = x.merchant(12)
            sel, slots["m"] = replace(sel, merchants=(m,)), x.say_merchant(m)
            names = [slots["m"]]
        if what == "c":
            c = (
                x.rng.choice(("food and drink", "eating out", "groceries", "coffee", "entertainment"))
                if x.spec.categories
                else x.category()
            )
            n = x.rng.choice((2, 3))
            sel, slots["c"], slots["n"] = replace(sel, categories=CATEGORIES[c]), x.say_category(c), str(n)
        plan = Plan(measure, sel, n=n)
        q = x.ask(family, plan, slots, names, _alts(plan, p), extra=[p.tag])
        return _lenient(x, q) if what == "c" else q

    return make


def _pair(measure: str, kind: str) -> Maker:
    def make(x: Examiner, family: str) -> Question | None:
        r = x.rng
        p, slots, names = x.period("month", "last", "quarter", "year", "rolling", "between", "since"), {}, []
        if kind in ("mm", "cc"):
            if kind == "mm":
                a, b = r.sample(x.merchants(8), 2)
                s1, s2, slots["m"], slots["m2"] = (
                    Sel(merchants=(a,)),
                    Sel(merchants=(b,)),
                    x.say_merchant(a),
                    x.say_merchant(b),
                )
                names = [slots["m"], slots["m2"]]
            else:
                a, b = x.category(), x.category()
                if set(CATEGORIES[a]) & set(CATEGORIES[b]):
                    return None
                slots["c"], slots["c2"] = x.say_category(a), x.say_category(b)
                s1, s2, names = Sel(categories=CATEGORIES[a]), Sel(categories=CATEGORIES[b]), [slots["c"], slots["c2"]]
            s1, s2 = replace(s1, start=p.start, end=p.end), replace(s2, start=p.start, end=p.end)
            if measure == "both":
                plan = Plan(
                    "sum", replace(s1, merchants=s1.merchants + s2.merchants, categories=s1.categories + s2.categories)
                )
                if not (x.truth.rows(s1) and x.truth.rows(s2)):
                    return None
            elif measure == "without":
                plan = Plan("sum", replace(s1, not_merchants=s2.merchants, not_categories=s2.categories))
            else:
                plan = Plan(
                    measure,
                    s1,
                    s2,
                    labels=(a, b),
                    wanted={"short": (_synonyms(a, slots.get("c")), _synonyms(b, slots.get("c2")))},
                )
                if p.alts:
                    return None
            slots["p"] = p.text
            return (
                _lenient(
                    x,
                    x.ask(
                        family,
                        plan,
                        slots,
                        names,
                        _alts(plan, p) if measure in ("both", "without") else None,
                        extra=[p.tag],
                    ),
                )
                if kind == "cc"
                else x.ask(
                    family,
                    plan,
                    slots,
                    names,
                    _alts(plan, p) if measure in ("both", "without") else None,
                    extra=[p.tag],
                )
            )
        p, p2 = _two_periods(x)
        if kind == "mp":
            m = x.merchant(12)
            base, slots["m"] = Sel(merchants=(m,)), x.say_merchant(m)
            names = [slots["m"]]
        else:
            c = x.category()
            base, slots["c"] = Sel(categories=CATEGORIES[c]), x.say_category(c)
        s1, s2 = replace(base, start=p.start, end=p.end), replace(base, start=p2.start, end=p2.end)
        slots |= {"p": p.text, "p2": p2.text}
        bare = [re.sub(r"^(in|during|for) ", "", q.text) for q in (p, p2)]
        if measure == "pct" or family in ("diff_pm", "diff_p"):
            slots["bare"], slots["bare2"] = bare
        if measure == "pct":
            slots |= {"p": bare[0], "p2": bare[1]}
        labels = (_label(p), _label(p2))
        plan = Plan(
            measure,
            s1,
            s2,
            labels=labels,
            wanted={
                "short": (_spellings(p, bare[0]), _spellings(p2, bare[1])),
                "winner": {"yes": [(labels[0], _spellings(p, bare[0]))], "no": [(labels[1], _spellings(p2, bare[1]))]},
            },
        )
        q = x.ask(family, plan, slots, names, extra=["two-periods"])
        return q if kind == "mp" else _lenient(x, q)

    return make


def _synonyms(name: str, said: str | None) -> list[str]:
    lists = wordings.CATEGORY_WORDS.get(name, ([], []))
    return sorted({*lists[0], *lists[1], *([said] if said else [])})


def _label(p: Period) -> str:
    assert p.start
    return f"{p.start:%B} {p.start.year}" if p.months == 1 else str(p.start.year) if p.months == 12 else p.text


def _spellings(p: Period, bare: str) -> list[str]:
    assert p.start
    return [
        bare,
        p.text,
        f"{p.start:%B}",
        f"{p.start:%b} {p.start.year}",
        f"Q{(p.start.month + 2) // 3} {p.start.year}",
        _label(p),
    ]


def _two_periods(x: Examiner) -> tuple[Period, Period]:
    r, t = x.rng, x.as_of
    for _ in range(50):
        if r.random() < 0.75:
            i, j = r.sample(range(1, 12), 2)
            dated, out = r.random() < 0.7 or max(i, j) > 10, []
            for k in (i, j):
                y, m = back(t, k)
                a, b = month_of(y, m)
                text = f"in {a:%B} {y}" if dated else "last month" if k == 1 and r.random() < 0.7 else f"in {a:%B}"
                out.append(Period(text, a, b, "month", months=1))
        else:
            out = [
                Period(f"in Q{q} {y}", dt.date(y, q * 3 - 2, 1), month_of(y, q * 3)[1], "quarter", months=3)
                for q, y in ((r.randint(1, 4), t.year - 1), (r.randint(1, 4), t.year - r.randint(0, 1)))
            ]
        p, p2 = out
        if p.start != p2.start and all(q.start and q.end and q.start >= x.truth.first and q.end < t for q in out):
            return p, p2
    (a, b), (c, d) = month_of(*back(t, 1)), month_of(*back(t, 2))
    return Period("last month", a, b, "month", months=1), Period("the month before", c, d, "month", months=1)


def _ytd(x: Examiner, family: str) -> Question | None:
    t, c = x.as_of, x.category()
    try:
        last = t.replace(year=t.year - 1)
    except ValueError:
        last = dt.date(t.year - 1, 2, 28)
    if dt.date(t.year - 1, 1, 1) < x.truth.first:
        return None
    before = Sel(categories=CATEGORIES[c], start=dt.date(t.year - 1, 1, 1), end=last)
    now = Sel(categories=CATEGORIES[c], start=dt.date(t.year, 1, 1), end=t)
    return _lenient(
        x, x.ask(family, Plan("pct", before, now), {"c": x.say_category(c)}, [], extra=["two-periods", "ytd-vs"])
    )


def _share(kind: str) -> Maker:
    def make(x: Examiner, family: str) -> Question | None:
        p = x.period("month", "last", "quarter", "year", "rolling", "between", "since")
        if p.alts:
            return None
        whole, slots, names = Sel(start=p.start, end=p.end), {"p": p.text}, []
        if kind == "c":
            c = x.category()
            part, slots["c"] = replace(whole, categories=CATEGORIES[c]), x.say_category(c)
        elif kind == "m":
            m = x.merchant(5)
            part, slots["m"] = replace(whole, merchants=(m,)), x.say_merchant(m)
            names = [slots["m"]]
        else:
            m = x.merchant(8)
            cats = {e.category for e in x.truth.events if e.merchant == m}
            fits = [
                c
                for c, codes in CATEGORIES.items()
                if cats <= set(codes) and len(cats) == 1 and c != "rent" and (x.spec.categories or c in SAID_BY_NAME)
            ]
            if not fits:
                return None
            c = x.rng.choice(fits)
            whole = replace(whole, categories=CATEGORIES[c])
            part, slots["m"], slots["c"] = replace(whole, merchants=(m,)), x.say_merchant(m), x.say_category(c)
            names = [slots["m"]]
        q = x.ask(family, Plan("share", part, whole), slots, names, extra=[p.tag])
        return q if kind == "m" else _lenient(x, q)

    return make


def _src(measure: str, *kinds: str) -> Maker:
    def make(x: Examiner, family: str) -> Question | None:
        s = x.rng.choice([s for s in x.spec.sources])
        p = x.period(*(kinds or ("month", "last", "quarter", "year", "rolling", "since")))
        plan = Plan(measure, Sel(what="income", source=s.name, start=p.start, end=p.end))
        if not x.truth.rows(plan.sel):
            return None
        return x.ask(family, plan, {"src": s.name, "p": p.text}, [s.name], _alts(plan, p), extra=[p.tag, "income"])

    return make


def _who(measure: str, what: str, *kinds: str) -> Maker:
    def make(x: Examiner, family: str) -> Question | None:
        who = x.rng.choice(x.spec.people).name
        p = x.period(*(kinds or ("month", "last", "quarter", "year", "rolling", "since", "ever")))
        plan = Plan(measure, Sel(what=what, person=who, start=p.start, end=p.end))
        if not x.truth.rows(plan.sel):
            return None
        return x.ask(family, plan, {"who": who, "p": p.text}, [who], _alts(plan, p), extra=[p.tag, "p2p"])

    return make


def _sub(measure: str) -> Maker:
    def make(x: Examiner, family: str) -> Question | None:
        names = x.subs()
        if not names:
            return None
        m = x.rng.choice(names)
        said = m.removeprefix("The ")
        q = x.ask(family, Plan(measure, Sel(merchants=(m,))), {"m": said}, [said], extra=["subscription"])
        if q and family == "cadence":  # "how often" may be meant as a count
            q["expect"].setdefault("also_ok", []).append(x.truth.answer(Plan("count", Sel(merchants=(m,)))))
        if q and measure == "sub_active" and q["expect"]["value"] == "yes":
            q["expect"]["also_ok"].append(
                {
                    "status": "answered",
                    "kind": "money",
                    "value": x.truth.answer(Plan("sub_price", Sel(merchants=(m,))))["value"],
                    "currency": x.truth.active()[m].currency,
                    "rows": [],
                }
            )
        return q

    return make


def _subs(measure: str) -> Maker:
    def make(x: Examiner, family: str) -> Question | None:
        p = x.period("last", "rolling", "year", "since") if measure == "hike_names" else None
        sel = Sel(start=p.start, end=p.end) if p else Sel()
        q = x.ask(
            family,
            Plan(measure, sel),
            {"p": p.text if p else ""},
            [],
            _alts(Plan(measure, sel), p) if p else None,
            extra=["subscription"],
        )
        return _lenient(x, q)

    return make


def _amounts(measure: str, m_slot: bool = False) -> Maker:
    def make(x: Examiner, family: str) -> Question | None:
        p = x.period("month", "last", "quarter", "rolling", "between", "since")
        cur = x.truth.currency([], Sel())
        sel = Sel(start=p.start, end=p.end)
        if len({e.currency for e in x.truth.rows(sel)}) > 1:
            return None
        slots, names = {"p": p.text}, []
        if m_slot:
            m = x.merchant(10)
            cents = x.rng.choice((500, 1000, 1500, 2000, 3000, 5000))
            sel, slots["m"], slots["x"] = (
                replace(sel, merchants=(m,), under=cents),
                x.say_merchant(m),
                x.amount(cents, cur),
            )
            names = [slots["m"]]
        else:
            cents = x.rng.choice((5000, 7500, 10000, 12500, 15000, 20000, 25000, 50000))
            sel, slots["x"] = replace(sel, over=cents), x.amount(cents, cur)
            if family == "between_count":
                high = cents * 2
                sel, slots["y"] = replace(sel, under=high), x.amount(high, cur)
                if any(e.cents in (cents, high) for e in x.truth.events):
                    return None
        if not x.truth.rows(sel):
            return None
        plan = Plan(measure, sel)
        return x.ask(family, plan, slots, names, _alts(plan, p), extra=[p.tag, "amount-filter"])

    return make


def _exact(measure: str) -> Maker:
    def make(x: Examiner, family: str) -> Question | None:
        e = x.rng.choice([e for e in x.truth.events if e.kind == "purchase" and e.cents % 100])
        if sum(abs(o.cents) == e.cents for o in x.truth.events) != 1 or e.currency != x.truth.currency([], Sel()):
            return None
        sel = Sel(over=e.cents - 1, under=e.cents + 1)
        return x.ask(
            family,
            Plan("max_where" if measure == "where" else "max_date", sel),
            {"x": x.amount(e.cents, e.currency), "m": e.merchant},
            [e.merchant],
            extra=["amount-filter"],
        )

    return make


def _dow(kind: str) -> Maker:
    def make(x: Examiner, family: str) -> Question | None:
        word, days = x.rng.choice(list(DAYS.items()))
        p = x.period("month", "last", "quarter", "year", "rolling", "between")
        sel, slots = Sel(start=p.start, end=p.end, weekdays=days), {"d": word, "p": p.text}
        if kind == "c":
            c = x.category()
            sel, slots["c"] = replace(sel, categories=CATEGORIES[c]), x.say_category(c)
        if not x.truth.rows(sel):
            return None
        plan = Plan("sum", sel)
        q = x.ask(family, plan, slots, [], _alts(plan, p), extra=[p.tag, "weekday"])
        return _lenient(x, q) if kind == "c" else q

    return make


def _acct(kind: str) -> Maker:
    def make(x: Examiner, family: str) -> Question | None:
        a = x.rng.choice([a for a in x.spec.accounts if a.subtype != "savings"])
        p = x.period("month", "last", "quarter", "year", "rolling", "between", "since")
        sel, slots, names = Sel(account=a.key, start=p.start, end=p.end), {"a": a.name, "p": p.text}, [a.name]
        if kind == "c":
            c = x.category()
            sel, slots["c"] = replace(sel, categories=CATEGORIES[c]), x.say_category(c)
        elif kind == "m":
            m = x.merchant(10)
            sel, slots["m"] = replace(sel, merchants=(m,)), x.say_merchant(m)
            names.append(slots["m"])
        if not x.truth.rows(sel):
            return None
        plan = Plan("sum", sel)
        q = x.ask(family, plan, slots, names, _alts(plan, p), extra=[p.tag, "account"])
        return _lenient(x, q) if kind == "c" else q

    return make


def _into(measure: str, what: str) -> Maker:
    def make(x: Examiner, family: str) -> Question | None:
        keys = {d for _, d, _, _ in x.spec.savings} if what == "moved_in" else set(x.spec.cards)
        if not keys:
            return None
        key = x.rng.choice(sorted(keys))
        a = next(a for a in x.spec.accounts if a.key == key)
        p = x.period("month", "last", "quarter", "year", "rolling", "since", "ever")
        plan = Plan(measure, Sel(what=what, account=a.key, start=p.start, end=p.end))
        if not x.truth.rows(plan.sel):
            return None
        return x.ask(family, plan, {"a": a.name, "p": p.text}, [a.name], _alts(plan, p), extra=[p.tag, "transfer"])

    return make


def _currency(x: Examiner, family: str) -> Question | None:
    curs = sorted({e.currency for e in x.truth.events if e.kind == "purchase"})
    if len(curs) < 2:
        return None
    p = x.period("month", "last", "quarter", "year", "rolling", "since")
    if family == "by_currency":
        plan, slots = Plan("sum", Sel(start=p.start, end=p.end)), {"p": p.text}
    else:
        cur = x.rng.choice(curs)
        plan, slots = (
            Plan("sum", Sel(currency=cur, start=p.start, end=p.end)),
            {"p": p.text, "u": x.rng.choice(CURRENCY_WORDS[cur])},
        )
    if not x.truth.rows(plan.sel):
        return None
    return x.ask(family, plan, slots, [], _alts(plan, p), extra=[p.tag, "multi-currency"])


def _country(x: Examiner, family: str) -> Question | None:
    found = sorted({e.country for e in x.truth.events if e.merchant and e.country and e.country != x.spec.country})
    if not found:
        return None
    p = x.period("month", "last", "quarter", "year", "rolling", "since", "ever")
    k = x.rng.choice(found) if family == "country" else "abroad"
    plan = Plan("sum", Sel(country=k, start=p.start, end=p.end))
    if not x.truth.rows(plan.sel):
        return None
    return x.ask(
        family,
        plan,
        {"p": p.text, "k": COUNTRY_WORDS.get(k, "")},
        [COUNTRY_WORDS.get(k, "")],
        _alts(plan, p),
        extra=[p.tag, "foreign"],
    )


def _minus(kind: str) -> Maker:
    def make(x: Examiner, family: str) -> Question | None:
        p = x.period("month", "last", "quarter", "year", "rolling", "since", "between")
        sel, slots, names = Sel(start=p.start, end=p.end), {"p": p.text}, []
        if kind == "mc":
            m = x.merchant(8)
            fits = [
                c
                for c, codes in CATEGORIES.items()
                if {e.category for e in x.truth.events if e.merchant == m and e.kind == "purchase"} & set(codes)
                and c != "rent"
                and (x.spec.categories or c in SAID_BY_NAME)
            ]
            if not fits:
                return None
            c = x.rng.choice(fits)
            slots |= {"m": x.say_merchant(m), "c": x.say_category(c)}
            names = [slots["m"]]
            plan = Plan("sum", replace(sel, categories=CATEGORIES[c], not_merchants=(m,)))
            if not x.truth.rows(plan.sel) or not x.truth.rows(replace(sel, categories=CATEGORIES[c], merchants=(m,))):
                return None
        else:
            c = (
                x.rng.choice(("rent", "groceries", "utilities", "eating out", x.category()))
                if x.spec.categories
                else x.category()
            )
            if not x.truth.rows(replace(sel, categories=CATEGORIES[c])):
                return None
            slots["c"] = x.say_category(c)
            plan = Plan("sum", replace(sel, not_categories=CATEGORIES[c]))
        return _lenient(x, x.ask(family, plan, slots, names, _alts(plan, p), extra=[p.tag, "negation"]))

    return make


def _top_source(x: Examiner, family: str) -> Question | None:
    p = x.period("last", "quarter", "year", "rolling")
    return x.ask(
        family,
        Plan("top_source", Sel(what="income", start=p.start, end=p.end)),
        {"p": p.text},
        [],
        _alts(Plan("top_source", Sel(what="income")), p),
        extra=[p.tag, "income"],
    )


def _refund_came(x: Examiner, family: str) -> Question | None:
    p = x.period("month", "last_month", "last", "since", "rolling")
    with_refund = sorted({e.merchant for e in x.truth.events if e.kind == "refund"})
    m = x.rng.choice(with_refund) if x.rng.random() < 0.85 else x.merchant()
    plan = Plan("refund_came", Sel(merchants=(m,), start=p.start, end=p.end))
    if not [e for e in x.truth.rows(plan.sel) if e.kind == "refund"] and x.rng.random() < 0.7:
        return None
    said = x.say_merchant(m)
    return x.ask(family, plan, {"m": said, "p": p.text}, [said], _alts(plan, p), extra=[p.tag, "refund"])


def _twice(x: Examiner, family: str) -> Question | None:
    m = x.rng.choice([*x.subs(), *x.merchants(6)])
    p = x.period("month", "last_month", "month", "day", "week")
    plan = Plan("twice", Sel(merchants=(m,), start=p.start, end=p.end))
    if not x.truth.rows(plan.sel):
        return None
    q = x.ask(family, plan, {"m": m, "p": p.text}, [m], _alts(plan, p), extra=[p.tag, "twice"])
    if q:
        s = x.truth.answer(Plan("sum", plan.sel))
        q["expect"]["also_ok"].append(s)
    return q


P_ALL = (
    "month",
    "month",
    "last",
    "rolling",
    "since",
    "between",
    "quarter",
    "year",
    "ever",
    "named",
    "week",
    "edge",
    "day",
    "weekday",
    "summer",
)
FAMILIES: dict[str, Maker] = {
    "sum_m": _m("sum", *P_ALL),
    "sum_c": _c("sum", *P_ALL),
    "sum_t": _t("sum", "spend", *P_ALL),
    "avg_m": _m("avg"),
    "avg_c": _c("avg"),
    "median_m": _m("median", "quarter", "year", "rolling", low=8),
    "median_c": _c("median", "month", "quarter", "year", "last_month"),
    "avg_month_c": _c("avg_month", "quarter", "year"),
    "avg_month_m": _m("avg_month", "quarter", "year", low=8),
    "avg_month_t": _t("avg_month", "spend", "quarter", "year"),
    "avg_day_t": _t("avg_day", "spend", "month", "last_month", "quarter"),
    "avg_day_c": _c("avg_day", "month", "last_month", "quarter"),
    "count_m": _m("count", *P_ALL),
    "count_c": _c("count", *P_ALL),
    "max_m": _m("max", low=6),
    "max_c": _c("max"),
    "max_t": _t("max"),
    "max_where": _c("max_where"),
    "max_date": _m("max_date", low=6),
    "min_m": _m("min", low=6),
    "min_c": _c("min"),
    "biggest": _n("biggest"),
    "biggest_m": _n("biggest", "m"),
    "top": _n("top"),
    "top1": _t("top", "spend", "month", "last", "quarter", "year", "rolling"),
    "top_c": _n("top", "c"),
    "top1_c": _c("top", "month", "last", "quarter", "year", "rolling"),
    "most_often": _c("most_often", "month", "quarter", "year", "rolling"),
    "first": _m("first", "ever"),
    "last": _m("last", "ever"),
    "last_c": _c("last", "ever"),
    "last_amount": _m("last_amount", "ever"),
    "last_where": _c("last_where", "ever"),
    "days_since": _m("days_since", "ever"),
    "list_m": _m("list", "month", "last", "week", "rolling", "named", "day", no_refund=True, low=6),
    "list_c": _c("list", "month", "last_month", "week", no_refund=True),
    "names_c": _c("names", "month", "last_month", "quarter", no_refund=True),
    "distinct": _c("distinct", "month", "last_month", "quarter", "year", no_refund=True),
    "which_m": _pair("which", "mm"),
    "which_c": _pair("which", "cc"),
    "which_p": _pair("which", "cp"),
    "diff_m": _pair("diff", "mm"),
    "diff_p": _pair("diff", "cp"),
    "diff_pm": _pair("diff", "mp"),
    "pct_c": _pair("pct", "cp"),
    "pct_m": _pair("pct", "mp"),
    "is_more_c": _pair("is_more", "cp"),
    "ytd": _ytd,
    "share_c": _share("c"),
    "share_m": _share("m"),
    "share_mc": _share("mc"),
    "net_m": _m("sum"),
    "gross_m": _m("gross"),
    "refund_m": _m("refunded"),
    "refund_t": _t("refunded"),
    "refund_came": _refund_came,
    "income": _t("sum", "income"),
    "income_from": _src("sum"),
    "income_last": _src("last", "ever"),
    "income_last_amount": _src("last_amount", "ever"),
    "income_count": _src("count"),
    "income_avg": _src("avg"),
    "top_source": _top_source,
    "fees": _t("sum", "fees"),
    "interest": _t("sum", "interest"),
    "feesint": _t("sum", "feesint"),
    "int_earned": _t("sum", "int_earned"),
    "cash": _t("sum", "cash"),
    "cash_n": _t("count", "cash"),
    "cash_last": _t("last", "cash", "ever"),
    "cash_max": _t("max", "cash"),
    "subs_list": _subs("subs_list"),
    "subs_cost": _subs("subs_cost"),
    "subs_count": _subs("subs_count"),
    "top_sub": _subs("top_sub"),
    "sub_price": _sub("sub_price"),
    "sub_year": _sub("sub_year"),
    "sub_active": _sub("sub_active"),
    "sub_last": _sub("last"),
    "cadence": _sub("cadence"),
    "next_charge": _sub("next_charge"),
    "hike_date": _sub("hike_date"),
    "hike_amt": _sub("hike_amt"),
    "hike_pct": _sub("hike_pct"),
    "hike_names": _subs("hike_names"),
    "over_count": _amounts("count"),
    "over_list": _amounts("list"),
    "over_sum": _amounts("gross"),
    "under_count": _amounts("count", True),
    "between_count": _amounts("count"),
    "exact": _exact("where"),
    "exact_date": _exact("date"),
    "weekday_t": _dow("t"),
    "weekday_c": _dow("c"),
    "acct_t": _acct("t"),
    "acct_c": _acct("c"),
    "acct_m": _acct("m"),
    "currency_t": _currency,
    "by_currency": _currency,
    "foreign": _country,
    "country": _country,
    "peak_t": _t("peak", "spend", "quarter", "year"),
    "peak_c": _c("peak", "quarter", "year"),
    "low_c": _c("low", "quarter", "year"),
    "low_t": _t("low", "spend", "quarter", "year"),
    "p2p_out": _who("sum", "p2p_out"),
    "p2p_in": _who("sum", "p2p_in"),
    "p2p_count": _who("count", "p2p_out"),
    "p2p_last": _who("last", "p2p_out", "ever"),
    "moved_in": _into("sum", "moved_in"),
    "card_paid": _into("sum", "card_paid"),
    "outflow": _t("sum", "outflow", "month", "last_month", "quarter"),
    "exists": _m("exists", "ever", low=1),
    "exists_p": _m("exists", "month", "last_month", "week", "named", "day", "weekday"),
    "twice": _twice,
    "two_m": _pair("both", "mm"),
    "two_c": _pair("both", "cc"),
    "minus_mc": _minus("mc"),
    "minus_ct": _minus("ct"),
    "avg_week_c": _c("avg_week", "weeks"),
}
WEIGHT = {"sum_m": 5, "sum_c": 4, "sum_t": 2, "count_m": 2, "exists_p": 2, "list_m": 2, "twice": 1, "last": 2}


__all__ = ["FAMILIES", "WEIGHT", "Examiner", "World"]
