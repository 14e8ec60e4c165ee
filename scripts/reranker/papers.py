"""Writes papers of invented people (fees, card terms, leases, policies, loans, pay, bills) with questions on them.

Everything is made up here from templates: no real institution, no real document, and no question of a benchmark. What a
question asks is said in other words than the paper's, so that a model learns what words stand for each other.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, the paper that answers it, and words that stand only where the answer is."""

    text: str
    paper: str
    needle: str


@dataclass(frozen=True, slots=True)
class Vault:
    """One invented person's papers, Markdown by name, and questions."""

    papers: dict[str, str]
    questions: tuple[Asked, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a table or a clause: its label, how people ask for it, and how its value is printed.

    `clause` has the places {v} (value) and {w} (a second one); empty where it is a row of a table.
    """

    label: str
    asked: tuple[str, ...]
    value: str
    clause: str = ""


def _line(label: str, asked: str, value: str, clause: str = "") -> Line:
    return Line(label, tuple(asked.split("; ")), value, clause)


_FEES = (
    _line("Overdraft item paid", "if I spend more than I have; going below zero; paying me into the red", "fee"),
    _line("Returned item (NSF)", "a bounced check; a payment sent back for lack of funds; insufficient funds", "fee"),
    _line("Stop payment order", "stopping a cheque; cancelling a check I wrote; a stop order", "fee"),
    _line("Outgoing domestic wire", "wiring money within the country; sending a wire; a bank wire out", "fee"),
    _line("Outgoing international wire", "sending money abroad; a wire to another country; an overseas wire", "fee"),
    _line("Incoming wire", "receiving a wire; money wired to me", "fee"),
    _line(
        "Monthly maintenance", "keeping the account each month; the monthly account charge; having the account", "fee"
    ),
    _line(
        "Out-of-network ATM withdrawal",
        "using another bank's cash machine; a foreign ATM; getting cash elsewhere",
        "fee",
    ),
    _line("Replacement debit card", "a lost card; getting a new card; replacing my bank card", "fee"),
    _line("Rush card delivery", "an express card; getting a card quickly; overnight delivery of a card", "fee"),
    _line("Cashier's check", "an official check; a bank check; a certified draft", "fee"),
    _line("Paper statement", "statements by mail; printed statements; a mailed statement", "fee"),
    _line("Account research", "the bank looking something up; research into old records; an hour of research", "fee"),
    _line("Dormant account", "not using the account; an inactive account; leaving it idle", "fee"),
    _line(
        "Early account closure", "closing soon after opening; leaving within months; shutting the account early", "fee"
    ),
    _line("Safe deposit box, small", "a small box in the vault; renting a box for valuables", "fee"),
    _line("Copy of a check image", "a copy of an old check; an image of a cheque", "fee"),
    _line("Legal process", "a levy or garnishment; a court order on the account", "fee"),
    _line("Money order", "buying a money order", "fee"),
    _line("Coin counting", "counting my coins; handing in coins", "pct"),
    _line(
        "Minimum balance to waive the monthly fee",
        "how much to hold so that it is free; avoiding the monthly charge",
        "sum",
    ),
    _line("Minimum opening deposit", "opening an account; the first deposit; starting the account", "sum"),
    _line("Daily ATM limit", "taking out in one day; the most cash a day; the cap at the machine", "sum"),
    _line("Daily card purchase limit", "the most I can spend by card in a day; the card's daily cap", "sum"),
    _line("Savings rate (APY)", "interest on my savings; what the savings earn; the yield", "rate"),
)
_CARD = (
    _line("Annual fee", "having the card for a year; the yearly charge", "fee"),
    _line("APR for purchases", "interest on things I buy; the rate when I don't pay in full", "rate"),
    _line("APR for cash advances", "interest on cash from the card; borrowing cash", "rate"),
    _line("APR for balance transfers", "interest on a balance moved over; moving debt from another card", "rate"),
    _line("Penalty APR", "the rate after I miss payments; interest after paying late", "rate"),
    _line(
        "Foreign transaction fee", "buying things abroad; paying in another currency; using the card on holiday", "pct"
    ),
    _line("Cash advance fee", "taking cash with the credit card; getting cash from the card", "pct"),
    _line("Balance transfer fee", "moving a balance to this card; bringing debt over", "pct"),
    _line("Late payment fee", "paying after the due date; missing the due date", "fee"),
    _line("Returned payment fee", "a card payment that bounces; my payment being sent back", "fee"),
    _line("Credit limit", "the most I may owe; how much I can borrow on it", "sum"),
    _line("Minimum payment", "the least I must pay each month; the smallest payment", "fee"),
    _line(
        "Grace period",
        "how long before interest starts; days without interest",
        "days",
        "You have a grace period of {v} after the close of each billing cycle before interest is charged.",
    ),
    _line(
        "Rewards expiry",
        "when points lapse; how long points are good",
        "months",
        "Points expire {v} after the month in which they were earned unless the account stays in use.",
    ),
    _line(
        "Dispute window",
        "time to contest a charge; reporting a wrong charge",
        "days",
        "Write to us within {v} of the statement on which the error first appeared.",
    ),
    _line(
        "Authorised users",
        "adding my partner to the card; a second card for family",
        "yesno",
        "You may request cards for authorised users; you owe what they charge.",
    ),
)
_LEASE = (
    _line(
        "Rent",
        "what I pay to live here each month; the monthly rent",
        "sum",
        "Tenant shall pay {v} on the first day of each calendar month as base rent.",
    ),
    _line(
        "Security deposit",
        "the deposit; what the landlord holds until I move out",
        "sum",
        "On signing, Tenant deposits {v} with Landlord as security for damage beyond ordinary wear.",
    ),
    _line(
        "Late charge",
        "paying rent late; the penalty for late rent",
        "fee",
        "If an instalment is not received by the fifth day, an additional charge of {v} becomes due.",
    ),
    _line(
        "Pets",
        "keeping a dog; having a cat; whether animals are allowed",
        "fee",
        "No animal may be kept without written consent; consent is subject to a fee of {v} per animal.",
    ),
    _line(
        "Notice",
        "moving out; how long before leaving I must say so; ending the lease",
        "days",
        "Either party may end a month-to-month tenancy by written notice of at least {v}.",
    ),
    _line(
        "Subletting",
        "renting it out to somebody else; letting a friend take over; listing it on a holiday site",
        "yesno",
        "Tenant shall not sublet the premises or assign this agreement without Landlord's prior written consent.",
    ),
    _line(
        "Utilities",
        "who pays for water and power; electricity and gas",
        "yesno",
        "Water and refuse are furnished by Landlord; electricity, gas and internet are at Tenant's expense.",
    ),
    _line(
        "Repairs",
        "something breaking; who fixes things; a leaking tap",
        "days",
        "Landlord shall begin repairs that affect habitability within {v} after notice of the defect.",
    ),
    _line(
        "Return of deposit",
        "getting my deposit back; when the money held is returned",
        "days",
        "Within {v} after the premises are vacated Landlord returns the security deposit with a list of deductions.",
    ),
    _line(
        "Early termination",
        "breaking the lease; leaving before the term is over",
        "sum",
        "Tenant may terminate before the end of the term upon payment of {v} and sixty days of notice.",
    ),
    _line(
        "Parking",
        "a place for my car; the garage",
        "fee",
        "One numbered stall is included; a second one is {v} a month.",
    ),
    _line(
        "Smoking",
        "cigarettes in the flat; lighting up inside",
        "yesno",
        "Smoking of any substance is prohibited in the unit and within the common areas.",
    ),
    _line(
        "Entry",
        "the landlord coming in; visits by the owner",
        "hours",
        "Except in an emergency Landlord gives notice of {v} before entering the premises.",
    ),
    _line(
        "Guests",
        "friends staying over; visitors for a few weeks",
        "days",
        "A person who stays longer than {v} in a quarter is an occupant and must be added to this agreement.",
    ),
    _line(
        "Renewal",
        "staying on after the first year; what happens when the term ends",
        "pct",
        "At the end of the term this agreement continues month to month at rent increased by {v}.",
    ),
)
_POLICY = (
    _line("Collision deductible", "my share after a crash; what I pay first when I hit something", "sum"),
    _line("Comprehensive deductible", "my share when the car is stolen or hit by hail; theft of the car", "sum"),
    _line("Bodily injury liability", "cover if I hurt somebody; injuries to others", "big"),
    _line("Property damage liability", "cover if I damage somebody's fence; damage to others' things", "big"),
    _line("Rental reimbursement", "a hire car while mine is repaired; a replacement car", "fee"),
    _line("Roadside assistance", "towing; a flat battery; a breakdown", "fee"),
    _line("Six-month premium", "the price of the insurance; what the cover costs me", "sum"),
    _line("Personal property", "my belongings; furniture and clothes after a fire", "big"),
    _line("Loss of use", "a hotel while my home cannot be lived in; living elsewhere after damage", "big"),
    _line(
        "Flood",
        "water from a river; a flooded cellar",
        "yesno",
        "We do not insure loss caused by surface water, waves, or overflow of a body of water.",
    ),
    _line(
        "Business use",
        "delivering food with my car; driving for money",
        "yesno",
        "This policy does not apply while the vehicle carries persons or goods for compensation.",
    ),
    _line(
        "Claim notice",
        "reporting an accident; how soon to tell the insurer",
        "days",
        "Notice of a loss must reach us within {v} of the day on which it happened.",
    ),
    _line(
        "Cancellation",
        "ending the policy; getting money back on leaving",
        "pct",
        "If you cancel during the term, unearned premium is refunded less {v} of it.",
    ),
    _line(
        "Jewellery",
        "my wedding ring; a stolen watch",
        "sum",
        "For theft of jewellery and watches our limit is {v} for each loss.",
    ),
)
_LOAN = (
    _line("Amount financed", "how much I borrowed; the sum lent", "big"),
    _line("Interest rate", "the interest on the loan; what the loan costs in percent", "rate"),
    _line("Monthly instalment", "what I pay back each month; the monthly payment", "sum"),
    _line("Term", "how long I pay; number of payments; years until it is paid off", "months"),
    _line("Origination fee", "the charge for making the loan; set-up cost", "pct"),
    _line("Total of payments", "all that I will have paid in the end; the whole cost", "big"),
    _line(
        "Prepayment",
        "paying it off sooner; extra payments",
        "yesno",
        "You may repay all or part of the principal at any time without penalty.",
    ),
    _line(
        "Default",
        "missing several payments; when they can demand everything",
        "days",
        "If an instalment stays unpaid for {v} the lender may declare the entire balance due.",
    ),
    _line(
        "Late instalment",
        "a late loan payment; paying the instalment after the date",
        "pct",
        "An instalment received after ten days carries a charge of {v} of its amount.",
    ),
    _line(
        "Automatic debit discount",
        "paying by standing order; a lower rate for autopay",
        "rate",
        "While payments are collected automatically the rate is reduced by {v}.",
    ),
)
_PAY = (
    _line("Gross pay", "my salary before deductions; what I earned before tax", "sum"),
    _line("Net pay", "what arrived in my account; take-home pay", "sum"),
    _line("Federal income tax withheld", "income tax taken off my wage; tax held back", "fee"),
    _line("Health plan contribution", "what I pay for health cover from my wage; the medical deduction", "fee"),
    _line("Retirement plan contribution", "what goes to my pension; saved for retirement", "fee"),
    _line("Employer match", "what the company adds to my retirement; the match", "pct"),
    _line("Vacation accrued", "days off I have left; paid leave so far", "hours"),
    _line("Overtime", "extra hours; pay beyond forty hours", "fee"),
)
_BILL = (
    _line("Energy charge", "the electricity itself; the price of power used", "fee"),
    _line("Customer charge", "the fixed part of the bill; the standing charge", "fee"),
    _line("Distribution", "bringing power to my house; the grid", "fee"),
    _line("Amount due", "the total to pay; what I owe on this bill", "sum"),
    _line("Due date", "when this must be paid; the last day to pay", "date"),
    _line("Previous balance", "what was left from last time; carried over", "fee"),
    _line("Usage", "how much power I used; my consumption", "kwh"),
    _line(
        "Reconnection",
        "being switched on again; after they cut me off",
        "fee",
        "Where service was disconnected for non-payment, {v} is due before it is restored.",
    ),
    _line(
        "Budget plan",
        "spreading the cost evenly; the same amount each month",
        "yesno",
        "Customers with twelve months of history may choose levelised billing at no charge.",
    ),
)
_NAMES = [
    "Alder Creek",
    "Brightwater",
    "Cobalt",
    "Dunmore",
    "Eastgate",
    "Fairhaven",
    "Granite Peak",
    "Halcyon",
    "Ironbridge",
    "Juniper",
    "Kestrel",
    "Larkspur",
    "Meridian",
    "Northfield",
    "Orchard",
    "Pinnacle",
    "Quarry Hill",
    "Riverbend",
    "Saltmarsh",
    "Thornbury",
    "Umber",
    "Vantage",
    "Westlake",
    "Yarrow",
]


@dataclass(frozen=True, slots=True)
class _Kind:
    name: str
    suffixes: tuple[str, ...]
    title: str
    lines: tuple[Line, ...]
    spoken: str


_KINDS = (
    _Kind("fees", ("Credit Union", "Bank", "Savings Bank"), "Schedule of fees and charges", _FEES, "account"),
    _Kind("card", ("Bank", "Card Services"), "Cardmember agreement", _CARD, "card"),
    _Kind("lease", ("Properties", "Apartments", "Homes"), "Residential lease agreement", _LEASE, "lease"),
    _Kind("policy", ("Mutual", "Insurance", "Assurance"), "Policy declarations and conditions", _POLICY, "insurance"),
    _Kind("loan", ("Lending", "Finance", "Credit Union"), "Loan disclosure", _LOAN, "loan"),
    _Kind("pay", ("Logistics", "Foods", "Systems"), "Earnings statement", _PAY, "payslip"),
    _Kind("bill", ("Power", "Energy", "Utilities"), "Statement of service", _BILL, "bill"),
)
_MONEY = (
    "What do I pay for {a}?", "How much is {a}?", "What does {i} charge for {a}?", "cost of {a}", "{a}, price at {i}",
    "What is the charge for {a} with my {k}?", "Is there a fee for {a}?", "How much would {a} cost me at {i}?",
)  # fmt: skip
_VALUE = (
    "What is {a}?", "{a}, how much at {i}?", "What does my {k} say about {a}?", "How much for {a} under my {k}?",
    "Tell me {a} for the {i} {k}",
)  # fmt: skip
_RULE = (
    "What are the rules on {a}?", "What does my {k} say about {a}?", "Does {i} say anything on {a}?",
    "{a}: what applies?",
    "Am I fine with {a} under the {k}?",
)  # fmt: skip
_SPAN = ("{a}: how long?", "How many {u} for {a}?", "What does the {i} {k} say on {a}?", "Time limit for {a}?")


def write_vaults(count: int, seed: int) -> list[Vault]:
    """Vaults of invented people, each of seven to nine papers; of some kinds there are two, by different firms."""
    return [_vault(random.Random(f"{seed}:{number}")) for number in range(count)]


def _vault(rng: random.Random) -> Vault:
    kinds = [*_KINDS, *rng.sample(_KINDS[:5], rng.choice((0, 1, 2)))]
    names = rng.sample(_NAMES, len(kinds))
    papers: dict[str, str] = {}
    questions: list[Asked] = []
    doubled = {kind.name for kind in kinds if kinds.count(kind) > 1}
    for kind, name in zip(kinds, names, strict=True):
        firm = f"{name} {rng.choice(kind.suffixes)}"
        paper = f"{kind.name}-{name.lower().replace(' ', '-')}.md"
        lines = rng.sample(kind.lines, min(len(kind.lines), rng.randint(8, 18)))
        values = {line.label: _print(line.value, rng) for line in lines}
        papers[paper] = _write(kind, firm, lines, values, rng)
        for line in rng.sample(lines, 2):
            text = _ask(line, kind, firm, rng, named=kind.name in doubled)
            needle = line.clause.replace("{v}", values[line.label]) if line.clause else line.label
            questions.append(Asked(text, paper, needle))
    return Vault(papers, tuple(questions))


def _ask(line: Line, kind: _Kind, firm: str, rng: random.Random, *, named: bool) -> str:
    forms: Sequence[str] = _VALUE
    if line.value in {"fee", "pct"}:
        forms = _MONEY
    elif line.value == "yesno":
        forms = _RULE
    elif line.value in {"days", "months", "hours"}:
        forms = _SPAN
    if named:
        forms = [form for form in forms if "{i}" in form]
    # Now and then in the paper's own words: those must not be unlearned.
    about = line.label.lower() if rng.random() < 0.25 else rng.choice(line.asked)
    unit = {"days": "days", "months": "months", "hours": "hours"}.get(line.value, "")
    text = rng.choice(forms).format(a=about, i=rng.choice((firm, firm.split(maxsplit=1)[0])), k=kind.spoken, u=unit)
    return text[0].upper() + text[1:] if rng.random() < 0.8 else text.lower()


def _write(kind: _Kind, firm: str, lines: Sequence[Line], values: dict[str, str], rng: random.Random) -> str:
    year, month = rng.randint(2021, 2026), rng.choice(("January", "March", "July", "October"))
    parts = [f"# {firm}: {kind.title}", f"Effective {month} {rng.randint(1, 28)}, {year}."]
    rows = [line for line in lines if not line.clause]
    clauses = [line for line in lines if line.clause]
    half = rng.randint(3, 7)
    for number, start in enumerate(range(0, len(rows), half)):
        heads = (("Item", "Amount"), ("Service", "What you pay"), ("", "As of today"), ("Description", "Value"))
        head = rng.choice(heads)
        parts.append(f"## {rng.choice(('Part', 'Section', 'Table'))} {number + 1}")
        chosen = rows[start : start + half]
        table = [f"| {head[0]} | {head[1]} |", "|---|---|"]
        parts.append("\n".join(table + [f"| {line.label} | {values[line.label]} |" for line in chosen]))
    for line in clauses:
        filler = rng.choice(_FILLERS)
        text = line.clause.replace("{v}", values[line.label])
        parts.append(f"## {line.label}\n\n{text} {filler}" if rng.random() < 0.6 else f"{text} {filler}")
    return "\n\n".join(parts) + "\n"


_FILLERS = (
    "This applies to every account holder named above.",
    "Local law may give you further rights, which this paragraph does not limit.",
    "Terms may change with notice as described elsewhere in this document.",
    "Questions can be put to us by telephone or in writing.",
    "The figures are those in force on the effective date.",
    "",
)
_PRINT: dict[str, Callable[[random.Random], str]] = {
    "fee": lambda rng: rng.choice((f"${rng.randint(1, 48)}.00", f"${rng.randint(1, 30)}.50", f"${rng.randint(2, 40)}")),
    "sum": lambda rng: f"${rng.randrange(100, 4000, 25):,}.00",
    "big": lambda rng: f"${rng.randrange(5_000, 300_000, 500):,}",
    "pct": lambda rng: f"{rng.choice((1, 1.5, 2, 2.75, 3, 4, 5))}%",
    "rate": lambda rng: f"{rng.randint(0, 29)}.{rng.randint(10, 99)}%",
    "days": lambda rng: f"{rng.choice((5, 7, 10, 14, 21, 25, 30, 45, 60, 90))} days",
    "months": lambda rng: f"{rng.choice((12, 18, 24, 36, 48, 60))} months",
    "hours": lambda rng: f"{rng.choice((12, 24, 36, 48, 72))} hours",
    "kwh": lambda rng: f"{rng.randint(180, 1900)} kWh",
    "date": lambda rng: f"{rng.choice(('May', 'June', 'August'))} {rng.randint(1, 28)}, 2026",
    "yesno": lambda _: "",
}


def _print(value: str, rng: random.Random) -> str:
    return _PRINT[value](rng)
