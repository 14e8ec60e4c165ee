"""How people say when: phrases with the days that they mean on a given today, and the other reading where there is one."""

from __future__ import annotations

import calendar
import datetime as dt
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tests.eval.exam.latent import month_end

Day = dt.date
ONE = dt.timedelta(days=1)
ORDINAL = {1: "st", 2: "nd", 3: "rd", 21: "st", 22: "nd", 23: "rd", 31: "st"}
WORDS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 8: "eight", 10: "ten", 12: "twelve"}


@dataclass(frozen=True, slots=True)
class Period:
    """`text` fits after a verb phrase ("in March", "last month"). `alts` are other readings that a careful reader could hold."""

    text: str
    start: Day | None
    end: Day | None
    tag: str
    alts: tuple[tuple[Day, Day], ...] = ()
    months: int = 0
    weeks: int = 0


def nth(d: int) -> str:
    return f"{d}{ORDINAL.get(d, 'th')}"


def easter(year: int) -> Day:
    """Gregorian Easter Sunday (Anonymous Gregorian algorithm, Meeus 1991)."""
    a, b, c = year % 19, year // 100, year % 100
    d, e = b // 4, b % 4
    f = (b + 8) // 25
    g = (b - f + 1) // 3
    h = (19 * a + b - d - g + 15) % 30
    i, k = c // 4, c % 4
    el = (32 + 2 * e + 2 * i - h - k) % 7
    m = (a + 11 * h + 22 * el) // 451
    month, day = divmod(h + el - 7 * m + 114, 31)
    return dt.date(year, month, day + 1)


def nth_weekday(year: int, month: int, weekday: int, n: int) -> Day:
    days = [d for d in calendar.Calendar().itermonthdates(year, month) if d.month == month and d.weekday() == weekday]
    return days[n]


def back(as_of: Day, n: int) -> tuple[int, int]:
    k = as_of.year * 12 + as_of.month - 1 - n
    return k // 12, k % 12 + 1


def month_of(y: int, m: int) -> tuple[Day, Day]:
    return dt.date(y, m, 1), month_end(y, m)


def say_day(d: Day, uk: bool, rng: random.Random, year: bool) -> str:
    name = f"{d:%B}"
    tail = f" {d.year}" if year else ""
    if uk:
        return rng.choice((f"{d.day} {name}{tail}", f"the {nth(d.day)} of {name}{tail}", f"{nth(d.day)} {name}{tail}"))
    return rng.choice(
        (f"{name} {d.day}" + (f", {d.year}" if year else ""), f"{name} {nth(d.day)}" + (f", {d.year}" if year else ""))
    )


class Periods:
    def __init__(self, as_of: Day, first: Day, uk: bool, rng: random.Random) -> None:
        self.as_of, self.first, self.uk, self.rng = as_of, first, uk, rng

    def pick(self, *kinds: str) -> Period:
        kinds = kinds or (
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
        )
        for _ in range(80):
            got = getattr(self, "_" + self.rng.choice(kinds))()
            if got is not None and (got.start is None or self.first <= got.start <= self.as_of):
                return got  # type: ignore[no-any-return]
        return self._last_month()

    # ------------------------------------------------------------------------------------------- kinds
    def _month(self) -> Period:
        n = self.rng.randint(1, 14)
        y, m = back(self.as_of, n)
        a, b = month_of(y, m)
        name = f"{a:%B}"
        texts = [
            f"in {name} {y}",
            f"in {name} {y}",
            f"during {name} {y}",
            f"for {name} {y}",
            f"in {a:%b} {y}",
            f"for the month of {name} {y}",
        ]
        if n < 12:
            texts += [f"in {name}", f"for {name}", f"in {name}", f"during {name}", f"back in {name}"]
        if n >= 3 and y == self.as_of.year - 1:
            texts += [f"in {name} last year", f"in {name} of last year"]
        return Period(self.rng.choice(texts), a, b, "month", months=1)

    def _last_month(self) -> Period:
        a, b = month_of(*back(self.as_of, 1))
        return Period(
            self.rng.choice(("last month", "in the last calendar month", "the previous month", "last month")),
            a,
            b,
            "last-month",
            months=1,
        )

    def _last(self) -> Period:
        r, t = self.rng, self.as_of
        kind = r.choice(
            (
                "last month",
                "last month",
                "this month",
                "this year",
                "last year",
                "last quarter",
                "month before last",
                "this quarter",
            )
        )
        if kind == "last month":
            return self._last_month()
        if kind == "this month":
            return Period(
                r.choice(
                    (
                        "this month",
                        "so far this month",
                        "this month so far",
                        "since the start of the month",
                        "month to date",
                    )
                ),
                t.replace(day=1),
                t,
                "this-month",
            )
        if kind == "this year":
            return Period(
                r.choice(
                    (
                        "this year",
                        "so far this year",
                        "year to date",
                        "YTD",
                        "since the start of the year",
                        "since New Year's Day",
                        "this calendar year",
                    )
                ),
                dt.date(t.year, 1, 1),
                t,
                "ytd",
            )
        if kind == "last year":
            return Period(
                r.choice(
                    (
                        "last year",
                        f"in {t.year - 1}",
                        f"over the whole of {t.year - 1}",
                        f"in all of {t.year - 1}",
                        "in the last calendar year",
                        "throughout last year",
                    )
                ),
                dt.date(t.year - 1, 1, 1),
                dt.date(t.year - 1, 12, 31),
                "year",
                months=12,
            )
        if kind == "month before last":
            a, b = month_of(*back(t, 2))
            return Period(
                r.choice(("the month before last", "in the month before last", "two months ago")),
                a,
                b,
                "month-before-last",
                months=1,
            )
        q = (t.month - 1) // 3
        start = dt.date(t.year, q * 3 + 1, 1)
        if kind == "this quarter":
            return Period(r.choice(("this quarter", "so far this quarter", "quarter to date")), start, t, "quarter")
        end = start - ONE
        return Period(
            r.choice(("last quarter", "in the previous quarter", "in the last quarter")),
            dt.date(end.year, end.month - 2, 1),
            end,
            "quarter",
            months=3,
        )

    def _rolling(self) -> Period:
        r, t = self.rng, self.as_of
        if r.random() < 0.5:
            n = r.choice((7, 10, 14, 30, 30, 45, 60, 90, 90, 180))
            say = {
                7: ["in the last 7 days", "over the past seven days"],
                14: ["in the last 14 days", "in the past fortnight", "over the last fortnight"],
                30: ["in the last 30 days", "over the past 30 days", "in the past thirty days"],
            }.get(n, [f"in the last {n} days", f"over the past {n} days"])
            a = t - dt.timedelta(days=n - 1)
            text = r.choice(say)
            alts: tuple[tuple[Day, Day], ...] = ()
            if "fortnight" in text:
                mon = t - dt.timedelta(days=t.weekday())
                alts = ((mon - 14 * ONE, mon - ONE), (a - ONE, t))
            return Period(text, a, t, "last-n-days", alts)
        n = r.choice((2, 3, 3, 6, 6, 12))
        a = month_of(*back(t, n))[0]
        b = month_of(*back(t, 1))[1]
        word = WORDS.get(n, str(n))
        return Period(
            r.choice(
                (
                    f"in the last {n} months",
                    f"over the last {word} months",
                    f"over the past {n} months",
                    f"in the previous {word} months",
                )
            ),
            a,
            b,
            "last-n-months",
            months=n,
        )

    def _week(self) -> Period:
        r, t = self.rng, self.as_of
        mon = t - dt.timedelta(days=t.weekday())
        kind = r.choice(("last week", "this week", "week before last", "yesterday", "weekend", "weeks"))
        if kind == "last week":
            return Period(r.choice(("last week", "in the last full week")), mon - 7 * ONE, mon - ONE, "week", weeks=1)
        if kind == "this week":
            return Period(r.choice(("this week", "so far this week", "since Monday")), mon, t, "week")
        if kind == "week before last":
            return Period(
                r.choice(("the week before last", "in the week before last")),
                mon - 14 * ONE,
                mon - 8 * ONE,
                "week",
            )
        if kind == "yesterday":
            return r.choice(
                (
                    Period("yesterday", t - ONE, t - ONE, "day"),
                    Period("the day before yesterday", t - 2 * ONE, t - 2 * ONE, "day"),
                    Period("today", t, t, "day"),
                )
            )
        if kind == "weekend" and t.weekday() < 5:
            return Period(
                r.choice(
                    (
                        "last weekend",
                        "over the weekend",
                        "at the weekend just gone" if self.uk else "this past weekend",
                        "this past weekend",
                    )
                ),
                mon - 2 * ONE,
                mon - ONE,
                "weekend",
            )
        n = r.choice((2, 3, 4, 6, 8))
        a = t - dt.timedelta(days=7 * n - 1)
        full = (mon - 7 * n * ONE, mon - ONE)
        return Period(
            r.choice((f"in the last {n} weeks", f"over the past {WORDS[n]} weeks")),
            a,
            t,
            "last-n-weeks",
            (full,),
            weeks=n,
        )

    def _since(self) -> Period:
        r, t = self.rng, self.as_of
        d = t - dt.timedelta(days=r.randint(20, 330))
        if r.random() < 0.35:
            y, m = back(t, r.randint(2, 10))
            a = dt.date(y, m, 1)
            name = f"{a:%B}"
            return Period(
                r.choice(
                    (
                        f"since {name}",
                        f"since the start of {name}",
                        f"since the beginning of {name} {y}",
                        f"from {name} onwards",
                        f"since {name} {y}",
                    )
                ),
                a,
                t,
                "since",
            )
        text = say_day(d, self.uk, r, r.random() < 0.4)
        return Period(
            r.choice((f"since {text}", f"from {text} onwards", f"from {text} till now", f"from {text} to today")),
            d,
            t,
            "since",
        )

    def _between(self) -> Period:
        r, t = self.rng, self.as_of
        b = t - dt.timedelta(days=r.randint(3, 200))
        a = b - dt.timedelta(days=r.randint(6, 110))
        lot = r.random()
        if lot < 0.3:
            y, m = back(t, r.randint(4, 10))
            k = r.randint(1, 3)
            y2, m2 = (y, m + k) if m + k <= 12 else (y + 1, m + k - 12)
            s, e = month_of(y, m)[0], month_of(y2, m2)[1]
            tail = f" {y2}" if y == y2 else ""
            left = f"{s:%B}" + ("" if y == y2 else f" {y}")
            right = f"{e:%B}" + ("" if y == y2 else f" {y2}")
            return Period(
                r.choice(
                    (
                        f"from {left} to {right}{tail}",
                        f"from {left} through {right}{tail}",
                        f"between {left} and {right}{tail}",
                    )
                ),
                s,
                e,
                "months",
                months=k + 1,
            )
        x, y3 = say_day(a, self.uk, r, True), say_day(b, self.uk, r, True)
        return Period(
            r.choice(
                (
                    f"between {x} and {y3}",
                    f"from {x} to {y3}",
                    f"from {x} through {y3}",
                    f"between {x} and {y3} inclusive",
                )
            ),
            a,
            b,
            "between",
        )

    def _quarter(self) -> Period:
        r, t = self.rng, self.as_of
        if r.random() < 0.6:
            y, q = t.year - r.randint(0, 1), r.randint(1, 4)
            s = dt.date(y, q * 3 - 2, 1)
            e = month_end(y, q * 3)
            names = ["first", "second", "third", "fourth"]
            texts = [f"in Q{q} {y}", f"in Q{q} of {y}", f"in the {names[q - 1]} quarter of {y}", f"during Q{q} {y}"]
            if y == t.year - 1:
                texts += [f"in Q{q} last year", f"in the {names[q - 1]} quarter of last year"]
            p = Period(r.choice(texts), s, e, "quarter", months=3)
        else:
            y, h = t.year - r.randint(0, 1), r.randint(1, 2)
            s, e = dt.date(y, 1 if h == 1 else 7, 1), month_end(y, 6 if h == 1 else 12)
            p = Period(
                r.choice(
                    (
                        f"in the {'first' if h == 1 else 'second'} half of {y}",
                        f"in H{h} {y}",
                        f"in the {'first' if h == 1 else 'back'} half of {y}",
                    )
                ),
                s,
                e,
                "half",
                months=6,
            )
        return p if p.end and p.end < t else self._last_month()

    def _year(self) -> Period:
        t = self.as_of
        if self.uk and self.rng.random() < 0.4:
            y = t.year - 1
            s, e = dt.date(y, 4, 6), dt.date(y + 1, 4, 5)
            this = dt.date(t.year if t >= dt.date(t.year, 4, 6) else t.year - 1, 4, 6)
            lot = self.rng.random()
            if lot < 0.15:
                return Period(self.rng.choice(("this tax year", "so far this tax year")), this, t, "tax-year")
            if lot < 0.3:
                before = (this.replace(year=this.year - 1), this - ONE)
                return Period("last tax year", before[0], before[1], "tax-year")
            if lot < 0.4:
                civil = (dt.date(this.year - 1, 4, 1), dt.date(this.year, 3, 31))
                text = f"in the {this.year - 1}/{this.year % 100} financial year"
                return Period(text, this.replace(year=this.year - 1), this - ONE, "tax-year", (civil,))
            if e < t:
                return Period(
                    self.rng.choice(
                        (
                            f"in the {y}/{(y + 1) % 100} tax year",
                            f"in tax year {y}/{(y + 1) % 100}",
                            f"in the {y}-{(y + 1) % 100} tax year",
                        )
                    ),
                    s,
                    e,
                    "tax-year",
                )
        return Period(
            self.rng.choice(("last year", f"in {t.year - 1}")),
            dt.date(t.year - 1, 1, 1),
            dt.date(t.year - 1, 12, 31),
            "year",
            months=12,
        )

    def _ever(self) -> Period:
        return Period(
            self.rng.choice(("", "", "so far", "in total", "all told", "altogether", "since my records begin")),
            None,
            None,
            "ever",
        )

    def _day(self) -> Period:
        d = self.as_of - dt.timedelta(days=self.rng.randint(2, 300))
        return Period("on " + say_day(d, self.uk, self.rng, self.rng.random() < 0.5), d, d, "day")

    def _weekday(self) -> Period | None:
        t = self.as_of
        if t.weekday() > 1:
            return None
        k = self.rng.randint(2, 6)
        d = t - dt.timedelta(days=t.weekday()) - 7 * ONE + k * ONE
        return Period(f"last {d:%A}", d, d, "day")

    def _weeks(self) -> Period:
        n = self.rng.choice((2, 3, 4, 6, 8, 12))
        a = self.as_of - dt.timedelta(days=7 * n - 1)
        return Period(
            self.rng.choice((f"over the last {n} weeks", f"in the past {WORDS[n]} weeks")),
            a,
            self.as_of,
            "last-n-weeks",
            weeks=n,
        )

    def _named(self) -> Period | None:
        made = list(self._holidays())
        return self.rng.choice(made) if made else None

    def _holidays(self) -> Iterator[Period]:
        t, uk = self.as_of, self.uk

        def latest(f: Callable[[int], Day]) -> Day:
            d = f(t.year)
            return d if d <= t else f(t.year - 1)

        xmas = latest(lambda y: dt.date(y, 12, 25))
        yield Period("on Christmas Eve", xmas - ONE, xmas - ONE, "holiday")
        hearts, pumpkins = latest(lambda y: dt.date(y, 2, 14)), latest(lambda y: dt.date(y, 10, 31))
        yield Period("on Valentine's Day", hearts, hearts, "holiday")
        yield Period("on Halloween", pumpkins, pumpkins, "holiday")
        nye = latest(lambda y: dt.date(y, 12, 31))
        yield Period("on New Year's Eve", nye, nye, "holiday")
        mon = xmas - dt.timedelta(days=xmas.weekday())
        yield Period(
            f"in Christmas week {xmas.year}",
            mon,
            mon + 6 * ONE,
            "holiday",
            (
                (xmas - ONE, xmas + 6 * ONE),
                (xmas, xmas + 6 * ONE),
                (xmas - 3 * ONE, xmas + 3 * ONE),
                (xmas - 6 * ONE, xmas),
                (xmas - ONE, xmas + 7 * ONE),
            ),
        )
        black = latest(lambda y: nth_weekday(y, 11, 3, 3) + ONE)
        yield Period("on Black Friday", black, black, "holiday")
        yield Period("on Cyber Monday", black + 3 * ONE, black + 3 * ONE, "holiday")
        yield Period(f"on Black Friday {black.year}", black, black, "holiday")
        yield Period("since Black Friday", black, t, "holiday")
        yield Period("since Christmas", xmas, t, "holiday", ((xmas + ONE, t),))
        east = latest(easter)
        if uk:
            yield Period(
                "over the Easter weekend",
                east - 2 * ONE,
                east + ONE,
                "holiday",
                ((east - ONE, east), (east - 2 * ONE, east), (east - ONE, east + ONE)),
            )
            yield Period("on Boxing Day", xmas + ONE, xmas + ONE, "holiday")
            aug = latest(lambda y: nth_weekday(y, 8, 0, -1))
            yield Period("on Easter Monday", east + ONE, east + ONE, "holiday")
            yield Period("on Good Friday", east - 2 * ONE, east - 2 * ONE, "holiday")
            yield Period(
                "over the August bank holiday weekend", aug - 2 * ONE, aug, "bank-holiday", ((aug - 3 * ONE, aug),)
            )
            yield Period("on the August bank holiday", aug, aug, "bank-holiday")
            may = latest(lambda y: nth_weekday(y, 5, 0, 0))
            yield Period("on the early May bank holiday", may, may, "bank-holiday")
        else:
            thu = latest(lambda y: nth_weekday(y, 11, 3, 3))
            yield Period(
                "over Thanksgiving weekend",
                thu,
                thu + 3 * ONE,
                "us-holiday",
                ((thu + ONE, thu + 3 * ONE), (thu + 2 * ONE, thu + 3 * ONE)),
            )
            lab = latest(lambda y: nth_weekday(y, 9, 0, 0))
            yield Period("over Labor Day weekend", lab - 2 * ONE, lab, "us-holiday", ((lab - 3 * ONE, lab),))
            fourth = latest(lambda y: dt.date(y, 7, 4))
            yield Period("on the Fourth of July", fourth, fourth, "us-holiday")
            yield Period("on Easter Sunday", east, east, "holiday")

    def _edge(self) -> Period | None:
        """The days on which calendars go wrong."""
        t, r = self.as_of, self.rng
        made: list[Period] = []
        if t >= dt.date(2024, 2, 29):
            leap = dt.date(2024, 2, 29)
            made.append(Period("on 29 February 2024" if self.uk else "on February 29, 2024", leap, leap, "leap"))
            made.append(Period("in February 2024", dt.date(2024, 2, 1), leap, "leap", months=1))
        y = t.year - 1
        made.append(
            Period(
                f"between {'28 December' if self.uk else 'December 28'}{'' if self.uk else ','} {y} and {'3 January' if self.uk else 'January 3'}{'' if self.uk else ','} {y + 1}",
                dt.date(y, 12, 28),
                dt.date(y + 1, 1, 3),
                "year-turn",
            )
        )
        mm = back(t, r.randint(2, 8))
        a, b = month_of(*mm)
        fm = a + dt.timedelta(days=-a.weekday() % 7)
        made.append(
            Period(
                f"in the first week of {a:%B}" + (f" {a.year}" if r.random() < 0.4 else ""),
                a,
                a + 6 * ONE,
                "first-week",
                (
                    (a - dt.timedelta(days=a.weekday()), a - dt.timedelta(days=a.weekday()) + 6 * ONE),
                    (fm, fm + 6 * ONE),
                ),
            )
        )
        made.append(
            Period(
                f"from the {nth(1)} to the {nth(15)} of {a:%B}" if self.uk else f"from {a:%B} 1st to {a:%B} 15th",
                a,
                a + 14 * ONE,
                "half-month",
            )
        )
        made.append(Period(f"on the last day of {b:%B}", b, b, "month-end"))
        made.append(Period(f"on the first of {a:%B}", a, a, "month-start"))
        q = dt.date(t.year - 1, 10, 1)
        made.append(
            Period(
                f"between {'30 September' if self.uk else 'September 30'}{'' if self.uk else ','} {q.year} and {'1 October' if self.uk else 'October 1'}{'' if self.uk else ','} {q.year}",
                q - ONE,
                q,
                "quarter-edge",
            )
        )
        return r.choice([m for m in made if m.end and m.end <= t])

    def _summer(self) -> Period | None:
        t = self.as_of
        y = t.year - 1
        if t.month > 5:
            return None
        return Period(
            self.rng.choice(("last summer", "over last summer")),
            dt.date(y, 6, 1),
            dt.date(y, 8, 31),
            "season",
            (
                (dt.date(y, 6, 21), dt.date(y, 9, 22)),
                (dt.date(y, 6, 21), dt.date(y, 9, 21)),
                (dt.date(y, 6, 20), dt.date(y, 9, 22)),
                (dt.date(y, 6, 21), dt.date(y, 9, 20)),
                (dt.date(y, 6, 21), dt.date(y, 8, 31)),
            ),
        )

    def outside(self) -> tuple[Period, str]:
        """A period that the data does not cover, wholly or in part."""
        r, t, f = self.rng, self.as_of, self.first
        kind = r.choice(("before", "before", "future", "partial", "partial"))
        if kind == "future":
            n = r.randint(1, 8)
            y, m = back(t, -n)
            a, b = month_of(y, m)
            return Period(
                r.choice((f"in {a:%B} {y}", f"for {a:%B} {y}", f"in {y + 1}" if n > 6 else f"in {a:%B} {y}")),
                a,
                b,
                "future",
            ), "future"
        if kind == "before":
            k = r.randint(2, 20)
            y, m = back(f, k)
            a, b = month_of(y, m)
            return Period(
                r.choice(
                    (f"in {a:%B} {y}", f"back in {a:%B} {y}", f"in {f.year - 1}", f"in Q{r.randint(1, 4)} {f.year - 2}")
                ),
                a,
                b,
                "before",
            ), "before"
        y = f.year
        return Period(
            r.choice(
                (
                    f"in {y}",
                    f"in the whole of {y}",
                    f"since January {y}",
                    f"since {y - 1}",
                    f"since the start of {y}",
                    f"over the last {(t.year - f.year + 1) * 12 + 8} months",
                )
            ),
            dt.date(y, 1, 1),
            t,
            "partial",
        ), "partial"
