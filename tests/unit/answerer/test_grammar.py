"""Ways to ask that the grammar was not written from, on a made-up user: each is read as it is meant, or refused."""

from __future__ import annotations

from datetime import date

import pytest

from services.answerer.grammar import Declined, OwnName, Planned, read
from services.answerer.model import (
    AmountSide,
    Candidate,
    EntityKind,
    MatchKind,
    MovementKind,
    Netting,
    Per,
    Period,
    Plan,
    RefusalReason,
    ResolutionSource,
)
from tests.unit.answerer.ledger_fake import TODAY, FakeLedger, sample_rows

LEDGER = FakeLedger(sample_rows())

READ = (
    ("How much have I spent at Juniper Roast?", "sum"),
    ("juniper roast last month, total?", "sum"),
    ("What has Juniper Roast cost me so far this year?", "sum"),
    ("how much money did i give Juniper Roast in May", "sum"),
    ("total at Marlpit Grocers for May 2026", "sum"),
    ("What did Marlpit Grocers set me back last month", "sum"),
    ("what's the damage at Osteria Blu in May", "sum"),
    ("Spending at Tramway, Q2 2026", "sum"),
    ("how much did i drop at Fenwick & Daughters in 2026", "sum"),
    ("Give me my Streamly total for 2026", "sum"),
    ("My Marlpit Grocers bill for May?", "sum"),
    ("how much does Streamly cost me altogether", "sum"),
    ("money I've spent at Juniper Roast since January", "sum"),
    ("sum up what I paid Holt Lettings in April and May 2026", "sum"),
    ("I'd like to know how much I paid Holt Lettings this year", "sum"),
    ("How much went to Juniper Roast between 1 May and 31 May 2026?", "sum"),
    ("what's been my spend on groceries since the start of the year", "sum"),
    ("how much do i shell out on eating out last month", "sum"),
    ("food and drink: how much last month?", "sum"),
    ("Transport costs in May", "sum"),
    ("What were my rent payments in total in 2026", "sum"),
    ("What did rent come to in May?", "sum"),
    ("how much was rent in May", "sum"),
    ("How much in total did I spend in May?", "sum"),
    ("overall spending last month", "sum"),
    ("What did I spend this week?", "sum"),
    ("how much have we spent yesterday", "sum"),
    ("Before refunds, how much did I spend at Fenwick & Daughters this year?", "sum"),
    ("gross spend at Fenwick & Daughters this year", "sum"),
    ("what did I spend at Fenwick & Daughters in 2026, without deducting refunds", "sum"),
    ("How much did I spend at Fenwick & Daughters in 2026 with refunds taken off?", "sum"),
    ("How much did Fenwick & Daughters refund me in March?", "sum"),
    ("What did I get back from Fenwick & Daughters this year?", "sum"),
    ("refunds last quarter?", "sum"),
    ("How much money was refunded to me in 2026?", "sum"),
    ("how much did fenwick & daughters give back in march 2026", "sum"),
    ("How many times have I been to Juniper Roast this year?", "count"),
    ("how often do I go to Juniper Roast", "count"),
    ("number of visits to Juniper Roast in May", "count"),
    ("How many coffee purchases did I make in May?", "count"),
    ("count of transactions at Marlpit Grocers in 2026", "count"),
    ("How many payments did I make to Holt Lettings in 2026?", "count"),
    ("How many times did I eat at Osteria Blu", "count"),
    ("how many charges under £5 in May", "count"),
    ("How many purchases over £50 did I make last month?", "count"),
    ("in May how many times did I spend more than £100", "count"),
    ("How many refunds did I get this year?", "count"),
    ("how many paychecks did I get from Lintel Studio this year", "count"),
    ("How many times did Lintel Studio pay me in 2026?", "count"),
    ("How many ATM withdrawals did I make in May?", "count"),
    ("how many times did I get cash out last month", "count"),
    ("How many cash withdrawals last month?", "count"),
    ("How many Juniper Roast purchases were below £5.00 this year?", "count"),
    ("was I charged twice by Streamly in May?", "count"),
    ("Did Streamly bill me twice in May 2026?", "count"),
    ("How often was I charged by Streamly this year?", "count"),
    ("What's my average purchase at Juniper Roast?", "average.purchase"),
    ("On average, what do I pay per visit at Marlpit Grocers in 2026", "average.purchase"),
    ("how much do I spend per transaction at Marlpit Grocers this year", "average.purchase"),
    ("average monthly spend on groceries in Q2 2026", "average.month"),
    ("how much do i spend on coffee per month this year", "average.month"),
    ("What do I spend on average each month on eating out in 2026?", "average.month"),
    ("monthly average spending in the first half of 2026", "average.month"),
    ("weekly average on groceries over the last 4 weeks", "average.week"),
    ("How much a week have I spent on coffee over the last 6 weeks?", "average.week"),
    ("Average total spend per month over the last 3 months?", "average.month"),
    ("what is my mean monthly spending this year", "average.month"),
    ("What was my biggest purchase in May?", "maximum.money"),
    ("most expensive thing I bought at Marlpit Grocers", "maximum.money"),
    ("largest single charge in May 2026 and where was it", "maximum.name"),
    ("Where did I make my biggest purchase last month?", "maximum.name"),
    ("when was my largest purchase at Marlpit Grocers", "maximum.date"),
    ("cheapest coffee purchase this year", "minimum.money"),
    ("What's the most I've spent at Marlpit Grocers in one go?", "maximum.money"),
    ("smallest amount paid to Juniper Roast in 2026", "minimum.money"),
    ("what is the largest amount I ever paid Marlpit Grocers", "maximum.money"),
    ("What was the highest charge from Marlpit Grocers this year?", "maximum.money"),
    ("the least I ever paid at Juniper Roast in one go", "minimum.money"),
    ("top 3 merchants last month", "top"),
    ("Which three shops got most of my money in May?", "top"),
    ("What are my top five merchants this year?", "top"),
    ("Where did I spend the most last month?", "top"),
    ("Which shop did I spend most at in May?", "top"),
    ("who got the most of my money in May", "top"),
    ("my biggest merchant in May", "top"),
    ("What are the 5 largest purchases in May?", "list.largest"),
    ("show my 3 biggest purchases last month", "list.largest"),
    ("When did I last go to Juniper Roast?", "last"),
    ("when was my most recent purchase at Marlpit Grocers", "last"),
    ("What was the date of my first Juniper Roast purchase?", "first"),
    ("When did I first shop at Marlpit Grocers?", "first"),
    ("last time I was at Osteria Blu?", "last"),
    ("When did Lintel Studio last pay me?", "last"),
    ("when was the last time I got paid by Lintel Studio", "last"),
    ("How long ago did I last eat at Osteria Blu?", "days_since"),
    ("how many days has it been since my last Juniper Roast purchase", "days_since"),
    ("days since I was last at Osteria Blu", "days_since"),
    ("How much was my last Marlpit Grocers purchase?", "last"),
    ("how much did I pay at my first visit to Juniper Roast", "first"),
    ("On what date did I last buy something at Marlpit Grocers?", "last"),
    ("Show me everything I bought at Juniper Roast in May", "list"),
    ("list all my purchases over £100 in May", "list"),
    ("What purchases did I make at Juniper Roast in May?", "list"),
    ("give me all coffee transactions in May 2026", "list"),
    ("Which payments did I make to Holt Lettings this year?", "list"),
    ("list my juniper roast charges for may", "list"),
    ("what did I buy at Marlpit Grocers last month", "list"),
    ("Did I spend more at Juniper Roast or Marlpit Grocers last month?", "which.names"),
    ("Which was more in May, coffee or groceries?", "which.names"),
    ("how much more did I spend on groceries than on coffee in May", "difference.names"),
    ("What's the difference between May and April spending on rent?", "difference.periods"),
    ("how much less did I spend at Juniper Roast in April than in May", "difference.periods"),
    ("spending May 2026 minus April 2026", "difference.periods"),
    ("Did I spend more in May or in April?", "which.periods"),
    ("In which did I spend more, May or April 2026?", "which.periods"),
    ("which month did I spend more in, April or May", "which.periods"),
    ("What percentage of my spending in May was groceries?", "share"),
    ("how much of my spending went on rent last month, in percent", "share"),
    ("groceries as a share of total spending in May", "share"),
    ("What share of May's spending was at Marlpit Grocers?", "share"),
    ("What share of my spending went to Juniper Roast this year?", "share"),
    ("percentage change in groceries between April and May 2026", "change"),
    ("How much did my spending on groceries change, in percent, from October 2025 to May 2026?", "change"),
    ("groceries % change May 2026 vs October 2025", "change"),
    ("Which month was my most expensive this year?", "peak_month"),
    ("In what month did I spend the most on groceries?", "peak_month"),
    ("What was my biggest spending month in 2026?", "peak_month"),
    ("month with the highest spending in the first half of 2026", "peak_month"),
    ("which month had the highest spending in 2026", "peak_month"),
    ("How much did I earn last month?", "sum"),
    ("What was my total income in May?", "sum"),
    ("how much did Lintel Studio pay me in 2026", "sum"),
    ("what did I get from Lintel Studio in May", "sum"),
    ("how much money came in last month", "sum"),
    ("What did I make in May?", "sum"),
    ("payments from Lintel Studio this year, total", "sum"),
    ("How much have I received from Lintel Studio since April?", "sum"),
    ("salary in May", "sum"),
    ("What did I pay in bank fees last month?", "sum"),
    ("total fees in May", "sum"),
    ("how much interest did I pay in May", "sum"),
    ("how much interest did I earn last month", "sum"),
    ("Interest earned in May?", "sum"),
    ("How much did the bank charge me in fees this year?", "sum"),
    ("fees and interest together in May", "sum"),
    ("ATM fees in 2026", "sum"),
    ("What have bank fees cost me this year?", "sum"),
    ("How much cash did I take out in May?", "sum"),
    ("cash withdrawn last month", "sum"),
    ("How much did I withdraw from ATMs in May?", "sum"),
    ("how much did I move into Rainy Day Saver in May", "sum"),
    ("How much did I put into savings last month?", "sum"),
    ("transfers to Rainy Day Saver this year", "sum"),
    ("How much did I pay off on Amber Card in May?", "sum"),
    ("payments to my credit card in May", "sum"),
    ("What did I pay towards Amber Card last month", "sum"),
    ("how much did I pay off my credit card in May", "sum"),
    ("total outflow in May", "outflow"),
    ("How much money left my accounts in May?", "outflow"),
    ("What went out in May overall?", "outflow"),
    ("how much went out of my accounts last month", "outflow"),
    ("money out in May", "outflow"),
    ("How much did I send Priya Anand in May?", "sum"),
    ("How much did Priya Anand send me?", "sum"),
    ("what did Priya Anand pay me back in May", "sum"),
    ("money from Priya Anand this year", "sum"),
    ("how much have I given to Priya Anand", "sum"),
    ("payments to Priya Anand in 2026", "sum"),
    ("What did I receive from Priya Anand in May?", "sum"),
    ("How much did I spend on weekends in May?", "sum"),
    ("weekend coffee spending in May", "sum"),
    ("what did I spend on Saturdays in May", "sum"),
    ("how much on weekdays in May did I spend on coffee", "sum"),
    ("What did I spend with Amber Card last month?", "sum"),
    ("spending on my credit card in May", "sum"),
    ("how much did I spend on eating out using Amber Card in May", "sum"),
    ("What did I spend abroad in May?", "sum"),
    ("foreign spending this year", "sum"),
    ("how much did I spend in Spain last month", "sum"),
    ("What did I spend while I was in Spain?", "sum"),
    ("What subscriptions do I have?", "recurring.list"),
    ("list my active subscriptions", "recurring.list"),
    ("How many subscriptions am I paying for?", "recurring.count"),
    ("how many active subscriptions do I have right now", "recurring.count"),
    ("What do my subscriptions cost per month?", "recurring.cost"),
    ("How much do I pay for subscriptions every month?", "recurring.cost"),
    ("total monthly subscription cost", "recurring.cost"),
    ("Which subscriptions am I subscribed to?", "recurring.list"),
    ("when did Streamly get more expensive?", "price_step"),
    ("When did the price of Streamly go up?", "price_step"),
    ("By how much did Streamly raise its price?", "price_step"),
    ("How much did Streamly's price go up by?", "price_step"),
    ("how much did streamly go up", "price_step"),
    ("Has Streamly raised its price?", "price_step"),
    ("When did Streamly increase its price?", "price_step"),
    ("What was the Streamly price increase?", "price_step"),
    ("Which of my subscriptions got more expensive this year?", "price_step"),
    ("did any subscription go up in price this year", "price_step"),
    ("how much more does Streamly cost now than before", "price_step"),
    ("Have I ever been to Osteria Blu?", "exists"),
    ("Did I buy anything at Marlpit Grocers in May?", "exists"),
    ("have I paid Holt Lettings this month?", "exists"),
    ("Did I get any refund from Fenwick & Daughters?", "exists"),
    ("Was there any charge from Streamly in May?", "exists"),
    ("do I have any charges from Tramway", "exists"),
    ("how mcuh did i spned at juniper roast lsat month", "sum"),
    ("hiya could you tell me waht i spent on groceries in may pls", "sum"),
    ("Hi! I was wondering how many times I went to Juniper Roast in May, thanks", "count"),
    ("ok so, groceries, how much, last month?", "sum"),
    ("For May 2026, what's my spending on groceries?", "sum"),
    ("In May, at Marlpit Grocers, how much did I spend?", "sum"),
    ("Which account does Streamly come out of?", "graph.account"),
    ("Which of my accounts do I use at Juniper Roast?", "graph.account"),
    ("What else do I buy on days when I go to Juniper Roast?", "graph.same_day"),
    ("Which documents are about my Amber Card?", "graph.documents"),
    ("How much did I spend last month from the account I pay Streamly from?", "sum"),
    ("what did I spend in May on the card that Casa Lola is charged to", "sum"),
)

REFUSED = (
    "How much did I spend at Juniper Lane?",
    "What will I spend on groceries in July?",
    "How much did I spend on oat milk at Marlpit Grocers?",
    "How much tax did I pay last year?",
    "What did Priya spend at Juniper Roast?",
    "how much did my wife spend on coffee",
    "What's my balance?",
    "And in April?",
    "How much was it?",
    "what did they charge",
    "How much did I spend at Juniper Roast in 2019?",
    "How much did I spend in August 2026?",
    "is my rent too high",
    "Cancel Streamly",
    "How many croissants did I buy at Juniper Roast?",
    "How much did I spend on coffee except Juniper Roast?",
    "how much did I not spend on coffee in May",
    "how much did I spend at juniper roast before noon",
    "what was the weather in May",
    "How much do people spend on coffee",
    "What's the exchange rate",
    "Convert my May spending to dollars",
    "How much did I tip at Osteria Blu?",
    "Which category did I spend most on?",
    "how much did I spend on coffee with Priya Anand",
    "What did I spend at Tramway and Osteria last month?",
    "How much did I spend at Marlpit Grocers Express in May?",
    "how much did I spend on red wine last month",
    "How much do I need to save each month?",
    "How much did Juniper Roast earn last year?",
    "who is Priya Anand?",
    "What time did I go to Juniper Roast?",
    "how much have I spent since I moved house",
    "How much did I spend on my birthday?",
    "what is the interest rate on Amber Card",
    "How much did I lose last month?",
    "how much did I spend per person at Osteria Blu",
    "How much did I spend on lunch in May?",
    "What does Streamly cost in Germany?",
    "how much would I save without Streamly",
    "How much did I spend the first week of May?",
    "What was my second largest purchase in May?",
    "How much have I spent on average people?",
)


def _read(question: str, today: date = TODAY, **settings: str | bool) -> Planned | Declined:
    return read(question, today, LEDGER.spans(question), (), LEDGER.coverage(today), **settings)  # type: ignore[arg-type]


def _plan(question: str, today: date = TODAY) -> Plan:
    reading = _read(question, today)
    assert isinstance(reading, Planned), reading
    return reading.plan


@pytest.mark.parametrize(("question", "rule"), READ, ids=[question for question, _ in READ])
def test_a_question_is_read_as_it_is_meant(question: str, rule: str) -> None:
    assert _plan(question).rule == rule


@pytest.mark.parametrize("question", REFUSED)
def test_what_no_plan_expresses_is_refused(question: str) -> None:
    assert isinstance(_read(question), Declined)


def test_a_reading_is_the_same_every_time() -> None:
    assert _read("What did I spend on coffee in May?") == _read("What did I spend on coffee in May?")


def test_last_month_is_the_calendar_month_before() -> None:
    chosen = _plan("How much did I spend at Juniper Roast last month?").selections[0].filter
    assert chosen is not None
    assert chosen.period == Period(date(2026, 5, 1), date(2026, 5, 31))


def test_spending_is_net_and_refunds_alone_are_positive() -> None:
    assert _plan("What did I spend at Fenwick & Daughters this year?").selections[0].netting is Netting.NET
    refunds = _plan("What did Fenwick & Daughters refund me this year?").selections[0]
    assert refunds.netting is Netting.REFUNDS
    assert refunds.filter is not None
    assert refunds.filter.side is AmountSide.IN


def test_purchases_are_counted_by_rows_with_money_out() -> None:
    chosen = _plan("How many purchases did I make at Fenwick & Daughters?").selections[0].filter
    assert chosen is not None
    assert chosen.side is AmountSide.OUT


def test_neither_transfers_nor_card_payments_are_spending() -> None:
    chosen = _plan("How much did I spend in May?").selections[0].filter
    assert chosen is not None
    assert not {MovementKind.TRANSFER, MovementKind.CARD_PAYMENT, MovementKind.CASH_WITHDRAWAL} & set(chosen.kinds)


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("How much did I spend at Juniper Lane?", RefusalReason.NO_DATA),
        ("How much did I spend at Marlpit Grocers Express?", RefusalReason.NO_DATA),
        ("How much did I spend at Juniper Roast in 2019?", RefusalReason.OUT_OF_COVERAGE),
        ("How much did I spend at Juniper Roast in August 2026?", RefusalReason.OUT_OF_COVERAGE),
        ("How much of my Marlpit Grocers spending was on flour?", RefusalReason.NOT_IN_DATA),
        ("What's my balance?", RefusalReason.NOT_IN_DATA),
        ("What did the tax on my lunch come to?", RefusalReason.NOT_IN_DATA),
        ("Should I shop at Marlpit Grocers less?", RefusalReason.OUT_OF_SCOPE),
        ("What will I spend next month?", RefusalReason.OUT_OF_SCOPE),
        ("How much did I spend there?", RefusalReason.AMBIGUOUS),
        ("And the month before?", RefusalReason.AMBIGUOUS),
        ("How much did I spend on flights?", RefusalReason.NO_DATA),
        ("How much did I spend on coffee except in May?", RefusalReason.UNSUPPORTED),
    ],
)
def test_promise_3_a_refusal_has_its_reason(question: str, reason: RefusalReason) -> None:
    reading = _read(question)
    assert isinstance(reading, Declined)
    assert reading.reason is reason


def test_a_word_that_nothing_explains_refuses_the_whole_question() -> None:
    explained = _read("How much did I spend at Juniper Roast in May?")
    assert isinstance(explained, Planned)
    for word in ("frobnicated", "quietly", "vegan", "Extra"):
        assert isinstance(_read(f"How much did I spend {word} at Juniper Roast in May?"), Declined)


def test_a_name_of_two_things_is_ambiguous() -> None:
    question = "How much did I spend at Juniper in May?"
    two = tuple(
        Candidate(EntityKind.MERCHANT, entity, name, MatchKind.SHORTENED, 0.9, (), 3)
        for entity, name in (("m-1", "Juniper Roast"), ("m-2", "Juniper Books"))
    )
    place = question.index("Juniper")
    own = [OwnName(place, place + len("Juniper"), two, "")]
    reading = read(question, TODAY, (), own, LEDGER.coverage(TODAY))
    assert isinstance(reading, Declined)
    assert reading.reason is RefusalReason.AMBIGUOUS
    assert reading.choices == two


def test_a_name_of_the_users_own_stands_for_the_merchant() -> None:
    question = "How much did I spend at my local café in May?"
    place = question.index("my local café")
    own = [OwnName(place, place + len("my local café"), tuple(LEDGER.names["juniper roast"]), "fact-1")]
    reading = read(question, TODAY, LEDGER.spans(question), own, LEDGER.coverage(TODAY))
    assert isinstance(reading, Planned)
    assert reading.plan.selections[0].filter is not None
    assert reading.plan.selections[0].filter.merchant_ids == ("m-juniper-roast",)
    assert reading.plan.names[0].source is ResolutionSource.MEMORY


def test_an_own_name_that_was_never_said_is_no_data_of_the_memory() -> None:
    reading = _read("How much did I spend at my florist in May?")
    assert isinstance(reading, Declined)
    assert (reading.reason, reading.needs) == (RefusalReason.NO_DATA, "memory")


def test_a_name_is_not_read_as_a_cue() -> None:
    rows = [*sample_rows()]
    ledger = FakeLedger(rows)
    merchant = Candidate(EntityKind.MERCHANT, "m-best", "Best First Total", MatchKind.EXACT, 1.0, (), 2)
    ledger.names["best first total"] = [merchant]
    question = "How many times did I pay Best First Total in May?"
    reading = read(question, TODAY, ledger.spans(question), (), ledger.coverage(TODAY))
    assert isinstance(reading, Planned)
    assert reading.plan.rule == "count"


def test_slips_of_the_keyboard_are_undone_and_other_words_are_left_alone() -> None:
    assert _plan("how mcuh did I spned at Juniper Roast in May").rule == "sum"
    assert isinstance(_read("How much did I pay for shipping in May?"), Declined)
    assert isinstance(_read("How much did I spend at Costa in May?"), Declined)


def test_an_average_without_its_unit_has_two_readings() -> None:
    reading = _read("What's my average spending on coffee?")
    assert isinstance(reading, Planned)
    assert {reading.plan.per, *(one.per for one in reading.others)} == {Per.PURCHASE, Per.MONTH}


def test_the_past_week_has_two_readings() -> None:
    reading = _read("How much did I spend in the past week?")
    assert isinstance(reading, Planned)
    assert len(reading.others) == 1


def test_private_characters_of_a_question_do_not_pass_for_names() -> None:
    assert isinstance(_read("How much did I spend at \ue000 in May?"), Planned | Declined)
    reading = _read("How much did I spend at \ue000\ue001?")
    assert not isinstance(reading, Planned) or not reading.plan.names
