"""The answer in words: typed pieces, each with its source. What a literal piece may hold, `closure` says.

Names and descriptors were written by strangers: they are shown as entities or quotations, never as words of ours.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from services.answerer.closure import escape, has_number
from services.answerer.dates import label as days_label
from services.answerer.execution import Outcome
from services.answerer.figures import SYMBOLS, number, render_money
from services.answerer.model import (
    AnswerForm,
    Citation,
    Coverage,
    Figure,
    GroupKey,
    LedgerRow,
    Measure,
    Netting,
    Per,
    Plan,
    RowSet,
    Selection,
    TextPiece,
)

SHOWN_ROWS = 20
_PER = {Per.PURCHASE: "a purchase", Per.DAY: "a day", Per.WEEK: "a week", Per.MONTH: "a month", Per.YEAR: "a year"}


@dataclass(frozen=True, slots=True)
class Composed:
    """Text in pieces with the sources that it names."""

    pieces: tuple[TextPiece, ...]
    citations: tuple[Citation, ...]

    @property
    def text(self) -> str:
        """The pieces in order."""
        return "".join(piece.rendered for piece in self.pieces)


class Words:
    """Pieces in the making."""

    def __init__(self, entities: Mapping[str, str] | None = None) -> None:
        self._pieces: list[TextPiece] = []
        self._citations: list[Citation] = []
        # Longest first, so that a name is not taken for a shorter one inside it.
        self._entities = sorted((entities or {}).items(), key=lambda one: -len(one[0]))

    def say(self, words: str) -> Words:
        """Words of the template."""
        if words:
            self._pieces.append(TextPiece(words, literal=True))
        return self

    def figure(self, figure: Figure) -> Words:
        """A figure."""
        self._pieces.append(TextPiece(figure.rendered, figure_id=figure.figure_id))
        return self

    def plan(self, words: str, name: str) -> Words:
        """A value of the plan."""
        if words:
            self._pieces.append(TextPiece(escape(words), plan_value=name))
        return self

    def name(self, words: str, entity_id: str) -> Words:
        """The name of an entity."""
        self._pieces.append(TextPiece(escape(words), entity_id=entity_id or "name"))
        return self

    def row(self, words: str, row: LedgerRow) -> Words:
        """A date or name of a row."""
        self._pieces.append(TextPiece(escape(words), row_id=row.row_id))
        return self

    def quote(self, words: str, token: str, limit: int = 2000) -> Words:
        """Words of the evidence that `token` names."""
        self._pieces.append(TextPiece(escape(words, limit), quotation_of=token))
        return self

    def cite(self, citation: Citation) -> Words:
        """A citation token."""
        if all(one.token != citation.token for one in self._citations):
            self._citations.append(citation)
        self._pieces.append(TextPiece(citation.token, citation=citation.token))
        return self

    def label(self, words: str) -> Words:
        """A label of the plan: the names in it are entities, the rest is the grammar's own words."""
        rest = words
        while rest:
            found = [
                (rest.find(name), -len(name), name, entity) for name, entity in self._entities if name and name in rest
            ]
            if not found:
                break
            place, _, name, entity = min(found)
            self._own(rest[:place])
            self.name(name, entity)
            rest = rest[place + len(name) :]
        self._own(rest)
        return self

    def _own(self, words: str) -> None:
        if not has_number(words):
            self.say(words)
            return
        start, end = len(words) - len(words.lstrip()), len(words.rstrip())
        self.say(words[:start]).plan(words[start:end], "label").say(words[end:])

    def done(self) -> Composed:
        """What was composed."""
        return Composed(tuple(self._pieces), tuple(self._citations))


def row_set_citation(row_set: RowSet) -> Citation:
    """The token for a whole set."""
    return Citation(f"[Citation ID: rows:{row_set.digest}]", row_set=row_set)


def entities_of(plans: Sequence[Plan], coverage: Coverage | None) -> dict[str, str]:
    """Names that labels of the plans may hold, with their ids."""
    names = {one.account_name: one.account_id for one in (coverage.accounts if coverage else ()) if one.account_name}
    for one in (name for plan in plans for name in plan.names):
        if one.candidate is not None and one.candidate.display_name:
            names[one.candidate.display_name] = one.candidate.entity_id or "name"
    return names


def say_answer(words: Words, plan: Plan, outcome: Outcome, citations: Sequence[Citation] = ()) -> None:
    """What a ledger plan came to. `citations`: the rules that it rests on, and the statements that its names do."""
    writer = {
        Measure.SUM: _sum,
        Measure.COUNT: _count,
        Measure.AVERAGE: _average,
        Measure.MEDIAN: _average,
        Measure.MAXIMUM: _row,
        Measure.MINIMUM: _row,
        Measure.FIRST: _row,
        Measure.LAST: _row,
        Measure.LIST: _list,
        Measure.SHARE: _share,
        Measure.CHANGE: _change,
        Measure.COMPARE: _compare,
        Measure.EXISTS: _exists,
        Measure.DAYS_SINCE: _days_since,
        Measure.TOP: _top,
        Measure.RECURRING: _recurring,
        Measure.PRICE_STEP: _price_step,
    }[plan.measure]
    writer(words, plan, outcome)
    _cite(words, outcome)
    for one in citations:
        words.say(" ").cite(one)


def _cite(words: Words, outcome: Outcome) -> None:
    if outcome.row_set is not None and outcome.row_set.row_count:
        words.say(" ").cite(row_set_citation(outcome.row_set))


def say_money(words: Words, figures: Sequence[Figure]) -> None:
    """Figures in a row."""
    for index, figure in enumerate(figures):
        if index:
            words.say(" and " if index == len(figures) - 1 else ", ")
        words.figure(figure)


def say_reading(words: Words, selection: Selection) -> None:
    """The rows and days that the plan reads the question as."""
    words.label(f" {said}" if (said := selection.label.removeprefix("spending").strip()) else "")
    _bounds(words, selection)
    words.say(", ").plan(selection.period_label, "period")


def _bounds(words: Words, selection: Selection) -> None:
    chosen = selection.filter
    if chosen is None:
        return
    bounds = chosen.amount
    if bounds is not None:
        said = (
            ("over", bounds.over),
            ("at least", bounds.at_least),
            ("under", bounds.under),
            ("at most", bounds.at_most),
        )
        for phrase, value in said:
            if value is not None:
                words.say(f", {phrase} ").plan(_bound(value, chosen.currency_code), "amount")
    if chosen.currency_code:
        words.say(", in ").plan(chosen.currency_code, "currency")


def _bound(value: Decimal, currency: str) -> str:
    return render_money(value, currency) if currency in SYMBOLS else f"{value:,f}"


def _rows_counted(words: Words, outcome: Outcome) -> None:
    if outcome.count is None:
        words.say(": no rows")
        return
    words.say("; ").figure(outcome.count).say(" row" if number(outcome.count) == 1 else " rows")


def _verb(selection: Selection) -> str:
    label = selection.label
    if selection.netting is Netting.REFUNDS:
        return "Refunded:"
    if label.startswith(
        ("paid off", "moved", "cash", "interest", "bank fees", "refunds", "money out", "wages", "income")
    ):
        return "In total:"
    if selection.netting is Netting.INFLOW:
        return "You received"
    return "You sent" if label.startswith("to ") else "You spent"


def _sum(words: Words, plan: Plan, outcome: Outcome) -> None:
    selection = plan.selections[0]
    if plan.group_by is not GroupKey.UNSPECIFIED:
        _breakdown(words, plan, outcome)
        return
    words.say(f"{_verb(selection)} ")
    say_money(words, outcome.value_figures)
    say_reading(words, selection)
    if outcome.refunds is not None:
        words.say(", net of ").figure(outcome.refunds)
        words.say(" refund" if number(outcome.refunds) == 1 else " refunds")
    elif selection.netting is Netting.GROSS and selection.label.startswith(("at ", "on ", "spending")):
        words.say(", refunds not taken off")
    if len(plan.selections) > 1:
        words.say(": spending net of refunds, cash withdrawn and payments to people.")
        return
    _rows_counted(words, outcome)
    words.say(".")


def _breakdown(words: Words, plan: Plan, outcome: Outcome) -> None:
    """The total, then a line for each part."""
    selection = plan.selections[0]
    words.say(f"{_verb(selection)} ")
    say_money(words, outcome.value_figures)
    say_reading(words, selection)
    words.say(":" if outcome.names else ".")
    timed = plan.group_by in (GroupKey.MONTH, GroupKey.YEAR, GroupKey.WEEK, GroupKey.DAY)
    for key, name, figure in outcome.names:
        words.say("\n• ")
        if timed:
            words.plan(name, "part")
        elif key in ("none", "others"):
            words.say(name)
        else:
            words.name(name, key)
        if figure is not None:
            words.say(": ").figure(figure)


def _count(words: Words, plan: Plan, outcome: Outcome) -> None:
    selection = plan.selections[0]
    figure = outcome.value_figures[0]
    if plan.rule == "count.merchants":
        words.figure(figure).say(" merchant" if number(figure) == 1 else " merchants")
        say_reading(words, selection)
        _names(words.say(": " if outcome.names else ""), outcome)
        words.say(" and others." if number(figure) > len(outcome.names) else ".")
        return
    words.figure(figure).say(" ").say(_thing(selection, number(figure) == 1))
    say_reading(words, selection)
    words.say(".")


def _names(words: Words, outcome: Outcome) -> None:
    for index, (key, name, figure) in enumerate(outcome.names):
        words.say(", " if index else "").name(name, key)
        if figure is not None:
            words.say(" (").figure(figure).say(")")


def _thing(selection: Selection, one: bool) -> str:
    if selection.netting is Netting.REFUNDS:
        return "refund" if one else "refunds"
    label = selection.label
    if selection.netting is Netting.INFLOW:
        return "payment" if one else "payments"
    if label.startswith("cash"):
        return "time" if one else "times"
    if label.startswith(("to ", "moved", "paid off")):
        return "payment" if one else "payments"
    return "purchase or charge" if one else "purchases and charges"


def _average(words: Words, plan: Plan, outcome: Outcome) -> None:
    selection = plan.selections[0]
    words.say("The median is " if plan.measure is Measure.MEDIAN else "On average ")
    say_money(words, outcome.value_figures)
    words.say(f" {_PER.get(plan.per, 'a purchase')}")
    say_reading(words, selection)
    if outcome.count is not None:
        words.say("; ").figure(outcome.count).say(" row" if number(outcome.count) == 1 else " rows")
    words.say(".")


def _row(words: Words, plan: Plan, outcome: Outcome) -> None:
    selection = plan.selections[0]
    which = {
        Measure.MAXIMUM: "The largest is ",
        Measure.MINIMUM: "The smallest is ",
        Measure.FIRST: "The earliest is ",
        Measure.LAST: "The latest is ",
    }[plan.measure]
    if plan.measure is Measure.FIRST and plan.limit > 1:
        which = "It is "
    words.say(which)
    say_money(words, outcome.value_figures)
    if outcome.lines and len(outcome.value_figures) == 1:
        row = outcome.lines[0]
        if row.merchant_name or row.counterparty_name:
            words.say(" at " if row.merchant_name else ", ").row(row.merchant_name or row.counterparty_name, row)
        if row.date is not None:
            words.say(" on ").row(days_label(row.date, row.date), row)
    words.say(" (")
    words.label(selection.label)
    _bounds(words, selection)
    words.say(", ").plan(selection.period_label, "period").say(").")


def _list(words: Words, plan: Plan, outcome: Outcome) -> None:
    selection = plan.selections[0]
    if plan.form is AnswerForm.NAMES:
        words.label(selection.label).say(" is on ")
        for index, (key, name, figure) in enumerate(outcome.names):
            words.say(", " if index else "").name(name, key)
            if figure is not None:
                words.say(" (").figure(figure).say(" row)" if number(figure) == 1 else " rows)")
        words.say(".")
        return
    if outcome.count is not None:
        words.figure(outcome.count).say(" row" if number(outcome.count) == 1 else " rows")
    else:
        words.say("The largest")
    say_reading(words, selection)
    words.say(":" if outcome.lines else ".")
    for row in outcome.lines[:SHOWN_ROWS]:
        words.say("\n• ")
        if row.date is not None:
            words.row(days_label(row.date, row.date), row).say(", ")
        words.row(row.merchant_name or row.counterparty_name or row.descriptor, row)
        if row.amount is not None:
            words.say(", ").row(render_money(row.amount.amount, row.amount.currency), row)
    if len(outcome.lines) > SHOWN_ROWS or (outcome.count is not None and number(outcome.count) > SHOWN_ROWS):
        words.say("\nThe rest is in the set that is cited.")


def _share(words: Words, plan: Plan, outcome: Outcome) -> None:
    share, part, whole = outcome.value_figures
    words.figure(share).say(" of your spending")
    if plan.selections[1].label != "all spending":
        words.label(f" {plan.selections[1].label}").say(" was")
    say_reading(words, plan.selections[0])
    words.say(": ").figure(part).say(" of ").figure(whole).say(", net of refunds.")


def _change(words: Words, plan: Plan, outcome: Outcome) -> None:
    change, before, after = outcome.value_figures
    words.say("A change of ").figure(change)
    words.label(f" {plan.selections[0].label}")
    words.say(": from ").figure(before).say(" (").plan(plan.selections[0].period_label, "period").say(") to ")
    words.figure(after).say(" (").plan(plan.selections[1].period_label, "period").say(").")


def _compare(words: Words, plan: Plan, outcome: Outcome) -> None:
    first, second = plan.selections
    if plan.form is AnswerForm.YES_NO:
        one, two = outcome.value_figures
        said = outcome.value.text
        words.say("Yes: " if said is not None and said.text == "yes" else "No: ")
    elif plan.form is AnswerForm.MONEY:
        *differences, one, two = outcome.value_figures
        if len(differences) > 1:
            words.say("The difference is ")
            say_money(words, differences[: len(differences) // 3 + 1])
            words.say(".")
            return
        words.say("The difference is ").figure(differences[0]).say(": ")
    else:
        one, two = outcome.value_figures
        text = outcome.value.text
        words.label(text.text if text is not None else "").say(" is ")
        words.say("less" if plan.order.name == "SMALLEST" else "more").say(": ")
    for index, (figure, selection) in enumerate(((one, first), (two, second))):
        words.say(" and " if index else "").figure(figure)
        words.label(f" {'for ' if plan.form is AnswerForm.NAME else ''}{selection.label}")
        if selection.label != selection.period_label:
            words.say(" (").plan(selection.period_label, "period").say(")")
    words.say(".")


def _exists(words: Words, plan: Plan, outcome: Outcome) -> None:
    words.say("Yes" if outcome.count is not None else "No")
    say_reading(words, plan.selections[0])
    _rows_counted(words, outcome)
    words.say(".")


def _days_since(words: Words, plan: Plan, outcome: Outcome) -> None:
    figure = outcome.value_figures[0]
    words.figure(figure).say(" day" if number(figure) == 1 else " days")
    words.label(f" since the latest {plan.selections[0].label}")
    row = outcome.lines[0]
    if row.date is not None:
        words.say(", on ").row(days_label(row.date, row.date), row)
    words.say(".")


def _top(words: Words, plan: Plan, outcome: Outcome) -> None:
    selection = plan.selections[0]
    words.say("Least" if plan.order.name == "SMALLEST" else "Most").label(f" {selection.label}")
    words.say(", ").plan(selection.period_label, "period").say(": ")
    for index, (key, name, figure) in enumerate(outcome.names):
        words.say(", " if index else "")
        if plan.rule == "peak_month":
            words.plan(name, "month")
        else:
            words.name(name, key)
        if figure is not None:
            words.say(" (").figure(figure).say(")")
    words.say(".")


def _recurring(words: Words, plan: Plan, outcome: Outcome) -> None:
    if plan.rule == "recurring.cadence":
        text = outcome.value.text
        words.label(text.text.capitalize() if text is not None else "").label(f" {plan.selections[0].label}")
        words.say(": ").figure(outcome.value_figures[0]).say(" charges so far.")
        return
    if plan.rule == "recurring.next":
        _next_charge(words, plan, outcome)
        return
    if plan.rule == "recurring.then":
        row, (_, time, _) = outcome.lines[0], outcome.names[0]
        words.figure(outcome.value_figures[0]).say(f" {time}").label(f" {plan.selections[0].label}")
        words.say(", by the last charge before it ended, on ")
        words.row(days_label(row.date, row.date) if row.date is not None else "", row)
        words.say("; none has come since.")
        return
    if plan.rule in ("recurring.price", "recurring.active", "recurring.ended", "recurring.top"):
        _one_charge(words, plan, outcome)
        return
    if plan.form is AnswerForm.MONEY:
        say_money(words, outcome.value_figures)
        words.say(" a month for ")
    if outcome.count is not None:
        words.figure(outcome.count)
        words.say(" active subscription: " if number(outcome.count) == 1 else " active subscriptions: ")
    for index, (key, name, figure) in enumerate(outcome.names):
        words.say(", " if index else "").name(name, key)
        if figure is not None:
            words.say(" (").figure(figure).say(")")
    words.say(".")


def _next_charge(words: Words, plan: Plan, outcome: Outcome) -> None:
    """The rhythm so far and the day on which it comes again, which has gone by where the charge is late."""
    latest, earliest = outcome.lines[0], outcome.lines[-1]
    (_, cadence, _) = outcome.names[0]
    assert outcome.count is not None
    assert outcome.value.date is not None
    assert plan.as_of_date is not None
    words.figure(outcome.count).say(f" {cadence} charges so far").label(f" {plan.selections[0].label}")
    if earliest.date is not None and earliest is not latest:
        words.say(" since ").row(days_label(earliest.date, earliest.date), earliest)
    if latest.date is not None:
        words.say(", the latest on ").row(days_label(latest.date, latest.date), latest)
    late = outcome.value.date < plan.as_of_date
    words.say("; on that rhythm the next day was " if late else "; on that rhythm the next day is ")
    words.figure(outcome.value_figures[0])
    words.say(", which has gone by without a charge." if late else ". The rhythm is of the past and no forecast.")


def _one_charge(words: Words, plan: Plan, outcome: Outcome) -> None:
    """What one subscription costs, or whether it still comes."""
    figure = outcome.value_figures[0]
    if plan.rule == "recurring.top":
        (key, name, _), *_ = outcome.names
        words.name(name, key).say(" costs the least: " if plan.order.name == "SMALLEST" else " costs the most: ")
        words.figure(figure).say(" a month.")
        return
    row = outcome.lines[0]
    day = days_label(row.date, row.date) if row.date is not None else ""
    if plan.rule in ("recurring.active", "recurring.ended"):
        said = outcome.value.text
        words.say("Yes" if said is not None and said.text == "yes" else "No").say(": the latest charge")
        words.label(f" {plan.selections[0].label}").say(" is ").figure(figure)
        words.say(" on ").row(day, row).say(".")
        return
    words.figure(figure).say(" a year" if plan.per is Per.YEAR else " a month").label(f" {plan.selections[0].label}")
    words.say(", by the latest charges, up to " if plan.per is Per.YEAR else ", by the latest charge on ")
    words.row(day, row).say(".")


def _price_step(words: Words, plan: Plan, outcome: Outcome) -> None:
    if not outcome.steps:
        words.say("No subscription rose in price, ").plan(plan.selections[0].period_label, "period").say(".")
        return
    for index, (charge, step) in enumerate(outcome.steps):
        before, after = step.before, step.after
        if before is None or after is None or before.amount is None or after.amount is None or after.date is None:
            continue
        words.say("; " if index else "").name(charge.merchant_name, charge.merchant_id).say(" rose from ")
        words.row(render_money(before.amount.amount, before.amount.currency), before).say(" to ")
        words.row(render_money(after.amount.amount, after.amount.currency), after).say(" on ")
        words.row(days_label(after.date, after.date), after)
    if plan.form in (AnswerForm.MONEY, AnswerForm.PERCENT) and outcome.value_figures:
        words.say(", which is ").figure(outcome.value_figures[0]).say(" more")
    words.say(".")
