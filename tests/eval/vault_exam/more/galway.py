"""A marine surveyor in Galway with long papers: terms in two columns, a sheet of exchange rates over pages, charges under two titles, cover, a car on hire purchase."""

from __future__ import annotations

import datetime as dt

from tests.eval.vault_exam.asking import Person
from tests.eval.vault_exam.latent import Fact, Grid, Val, lesser, total
from tests.eval.vault_exam.paper import Paper

CURRENCIES = (
    "US dollar USD 1.1312 1.0655|Sterling GBP 0.8894 0.8372|Swiss franc CHF 0.9871 0.9290|Swedish krona SEK 11.8410 11.0920|Norwegian krone NOK 12.2065 11.4330|"
    "Danish krone DKK 7.7610 7.1630|Polish zloty PLN 4.5520 4.1030|Czech koruna CZK 26.4000 23.7500|Hungarian forint HUF 421.5000 376.9000|Romanian leu RON 5.2870 4.7410|"
    "Icelandic krona ISK 152.3000 137.6000|Turkish lira TRY 49.8200 44.1500|Israeli shekel ILS 4.1180 3.6660|Moroccan dirham MAD 11.4200 10.2200|Tunisian dinar TND 3.5900 3.1400|"
    "Egyptian pound EGP 57.9000 50.4000|South African rand ZAR 21.3200 19.1800|Kenyan shilling KES 153.9000 136.2000|UAE dirham AED 4.2010 3.8240|Saudi riyal SAR 4.2860 3.9010|"
    "Qatari riyal QAR 4.1640 3.7850|Indian rupee INR 104.2000 93.6000|Thai baht THB 38.6500 34.8200|Singapore dollar SGD 1.5120 1.3980|Hong Kong dollar HKD 9.0110 8.1940|"
    "Japanese yen JPY 181.6000 166.9000|Chinese yuan CNY 8.2650 7.4610|South Korean won KRW 1702.0000 1521.0000|Vietnamese dong VND 31500.0000 27100.0000|Indonesian rupiah IDR 19480.0000 17110.0000|"
    "Malaysian ringgit MYR 4.9460 4.4580|Philippine peso PHP 68.4000 60.7000|Australian dollar AUD 1.7640 1.6350|New Zealand dollar NZD 1.9730 1.8180|Fijian dollar FJD 2.6500 2.3500|"
    "Canadian dollar CAD 1.5920 1.4790|Mexican peso MXN 21.9500 19.2600|Brazilian real BRL 6.7400 5.8600|Chilean peso CLP 1109.0000 968.0000|Colombian peso COP 4690.0000 4020.0000|"
    "Peruvian sol PEN 4.2700 3.6800|Jamaican dollar JMD 187.0000 162.0000|Barbados dollar BBD 2.3700 2.0800|East Caribbean dollar XCD 3.1900 2.8100|Costa Rican colon CRC 598.0000 517.0000|"
    "Mauritian rupee MUR 53.9000 47.3000|Georgian lari GEL 3.1900 2.7600|Albanian lek ALL 102.4000 90.1000|Serbian dinar RSD 124.7000 109.9000|Bosnian mark BAM 2.0860 1.8520"
)

TERMS = (
    ("Opening an account", "You must be 18 or older and resident in the State. We ask for proof of who you are and where you live.", "We may refuse an application without giving a reason where the law allows it."),
    ("Joint accounts", "Either holder may give instructions unless the mandate says that both must sign.", "If one of you tells us of a dispute we freeze the account until both of you agree in writing."),
    ("Lodgements", "Cash lodged at a counter is available at once; cash lodged in a night safe is available the next working day.", "A cheque is cleared five working days after it is lodged."),
    ("Withdrawals", "You can withdraw up to 700 euro a day at cash machines.", "Withdrawals of more than 5,000 euro at a counter need two working days' notice."),
    ("Cards", "You must sign a new card as soon as you get it.", "Tell us at once if your card is lost: until you do, you are liable for up to 50 euro of payments you did not make."),
    ("PINs", "You may not write down your PIN or tell it to anyone, including our staff.", "Three wrong PINs in a row block the card until you visit a branch."),
    ("Standing orders", "A standing order can be stopped up to close of business on the working day before it is due."),
    ("Direct debits", "You may claim back an authorised direct debit within eight weeks and an unauthorised one within thirteen months."),
    ("Overdrafts", "An overdraft is repayable on demand.", "The account must be in credit for 30 days in a row in each year."),
    ("Interest", "Interest on credit balances is worked out every day and paid on 31 May and 30 November."),
    ("Statements", "A statement is sent every three months, or every month for accounts with an overdraft.", "You have thirteen months from the date of a payment to tell us that it is wrong."),
    ("Power of attorney", "An attorney may run the account once we have seen the original registered document."),
    ("Death of a holder", "We release up to 25,000 euro to the next of kin without a grant of probate."),
    ("Dormant accounts", "If you do not use the account for fifteen years, the balance goes to the Dormant Accounts Fund; you can claim it back at any time."),
    ("Set-off", "We may use money in one account to clear a debt on another, after giving you fourteen days' notice."),
    ("Complaints", "We answer a complaint in writing within 40 working days.", "If you are not satisfied you may go to the Ombudsman."),
    ("Changes", "We tell you of a change to these terms two months before it applies."),
    ("Closing", "You may close the account at any time without charge.", "We may close it by giving you two months' notice."),
    ("Liability", "We are not liable for a loss caused by events beyond our control, such as a strike or a power cut."),
    ("Data", "We keep records for seven years after the account is closed."),
)


FILLER = (
    "Anything that we do under this clause, we do with reasonable care. A working day is a day other than a Saturday, a Sunday or a public holiday in the State.",
    "Where we must write to you, a message in the app or by electronic mail is enough, and it is treated as received on the day after it was sent.",
    "If a court finds that a part of this clause cannot be enforced, the rest of it goes on as if that part had not been written.",
    "We may ask for further documents before we act, and we are not responsible for a delay that comes from waiting for them.",
    "Nothing in this clause takes away a right that you have under consumer law, whatever else these terms may say.",
    "A reference to a law is to that law as it stands from time to time, and includes rules that are made under it.",
    "Our failure to insist on something once does not mean that we have given up the right to insist on it later.",
)


def person() -> Person:
    u = Person("m1", "2026-12-02", "marine surveyor, Galway")

    # ------------------------------------------------------------------ terms, long, two columns
    facts: dict[str, list[Fact]] = {}
    terms = Paper("Burrishoole Bank personal terms.pdf", columns=2, size=9, font="Times", header="Burrishoole Bank", footer="Personal terms, May 2026", margin=48)
    terms.h("Terms for personal accounts", 2).p("These terms apply from 1 May 2026. In them, we and us are Burrishoole Bank plc, and you are the holder.")
    for n, (title, *sentences) in enumerate(TERMS, 1):
        facts[title] = [Fact(s, currency="EUR") for s in sentences]
        terms.h(f"{n}. {title}", 3).p(*facts[title])
        for k in range(1, 5):
            terms.p(f"{n}.{k} {FILLER[(n * 3 + k) % len(FILLER)]}")

    # ------------------------------------------------------------------ exchange rates over pages
    rows = [c.rsplit(" ", 3) for c in CURRENCIES.split("|")]
    sheet = Grid("Currency | Code | We buy at | We sell at\n" + "\n".join(" | ".join(r) for r in rows))
    fx = Paper("fx notes rates 1 Dec 2026.pdf", size=11, rules="none", header="Burrishoole Bank - foreign notes", footer="Rates per 1 euro")
    commission = Fact("Commission on foreign notes is 1.5%, with a minimum of €3.50 and a maximum of €12.00.", currency="EUR")
    fx.h("Foreign notes: today's rates").p("Tuesday 1 December 2026. Rates are units of currency for one euro. We buy notes from you at the first rate and sell them to you at the second.")
    fx.table(sheet, repeat=False).p(commission).p("Coins are not exchanged.")
    coins = Fact("Coins are not exchanged.")
    coins.paper = fx.name

    # ------------------------------------------------------------------ charges, two titles
    now = Grid(
        """
        Item | Fee
        ## Running the account
        Quarterly fee | €18.00
        Cash machine, euro area | €0.35
        Contactless payment | €0.00
        Counter lodgement or withdrawal | €0.60
        ## One-off
        Unpaid item, outward | €10.00
        Unpaid item, inward | €7.50
        Stop a cheque | €5.00
        Interest certificate | €6.00
        Duplicate statement, each page | €2.50
        Transfer in another currency | €17.50
        Urgent transfer in euro |
        """,
        currency="EUR",
    )
    waive = Fact("The quarterly fee is not charged if at least €2,000 stays in the account on every day of the quarter.", currency="EUR")
    stud = Fact("Students, people over 66 and holders of a Basic account pay none of the charges for running the account.")
    what = Paper("what-you-pay.html", css="wyp", title="What you pay | Burrishoole", top="<nav><a>Accounts</a><a>Loans</a></nav>", end="<footer>Burrishoole Bank plc is regulated.</footer>")
    what.h("What you pay").p("Burrishoole Bank personal current account. Fees from 1 June 2026.").table(now).p(waive).p(stud)
    old = Grid(
        """
        Quarterly fee | €15.00
        Cash machine, euro area | €0.30
        Counter lodgement or withdrawal | €0.60
        Unpaid item, outward | €12.70
        Stop a cheque | €5.00
        Duplicate statement, each page | €2.50
        Transfer in another currency | €15.00
        """,
        heads=0, currency="EUR",
    )
    sched = Paper("Burrishoole_Schedule_of_Fees_2024.pdf", rules="grid", font="Courier", size=9)
    sched.h("Schedule of fees and charges").p("Burrishoole Bank, personal current account, effective 3 June 2024.").table(old, share=0.7)

    # ------------------------------------------------------------------ payslip by mail
    pay = Grid(
        """
        Pay | This week | To date
        Basic, 39 hours | 1,014.00 | 48,672.00
        Overtime at 1.5, 4 hours | 156.00 | 3,939.00
        Mileage (untaxed) | 88.20 | 2,954.70
        PAYE | (171.36) | (7,790.14)
        USC | (29.44) | (1,331.08)
        PRSI | (49.14) | (2,209.66)
        Pension, 5% | (58.50) | (2,630.55)
        Net | 949.76 | 41,604.27
        """,
        currency="EUR",
    )
    for c in ("This week", "To date"):
        assert total(pay.col(c, pay.rows()[:-1])).value == pay["Net", c].value, c
    slip = Paper(
        "Payslip week 48.eml", sender="payroll@corribsurvey.invalid", to="d.oflaherty@post.invalid", subject="Payslip week 48", date="Fri, 27 Nov 2026 09:00:00 +0000", html=True, css="ps",
    )
    slip.p("Corrib Survey Ltd. Week 48, paid 27 November 2026. Amounts in euro.").table(pay)
    rate = Fact("Mileage is paid at €0.42 a kilometre.", currency="EUR")
    slip.p(rate)

    # ------------------------------------------------------------------ health cover: two plans
    plans = Grid(
        """
        Benefit | Plan Inis | Plan Aran
        Public hospital, private room | Full cover | Full cover
        Private hospital, semi-private room | €150 excess a stay | Full cover
        High-tech hospital | Not covered | 90%
        Day case excess | €75 | €50
        GP visits, refund each | €20, up to 4 | €30, up to 10
        Physiotherapist, refund each | €25, up to 6 | €35, up to 12
        MRI scan | Full cover | Full cover
        Maternity, home birth grant | | €3,500
        Yearly price, adult | €1,126.40 | €1,742.90
        Yearly price, child | €298.00 | €361.50
        """,
        currency="EUR",
    )
    pre = Fact("A condition that you had before joining is covered after five years.")
    travel = Fact("Emergency treatment abroad is covered up to €65,000 on both plans.", currency="EUR")
    cool = Fact("You may cancel within 14 days of joining and get all your money back.")
    health = Paper("Inis & Aran table of cover.docx", font="Verdana", size=9.5, table="Table Grid", header="Cuan Health")
    health.h("Table of cover").p("Cuan Health. Valid for policies that start from 1 October 2026.").table(plans).h("Rules", 2).ul(pre, travel, cool)

    # ------------------------------------------------------------------ hire purchase and a scanned letter
    hp = Grid(
        """
        Cash price | €27,450.00
        Deposit | €6,450.00
        Amount of credit | €21,000.00
        Number of instalments | 59
        Monthly instalment | €398.15
        Final payment | €75.00
        Total cost of credit | €2,565.85
        APR | 4.9%
        Documentation fee |
        """,
        heads=0, currency="EUR",
    )
    assert (hp["Monthly instalment", 1] * 59 + hp["Final payment", 1] - hp["Amount of credit", 1]).value == hp["Total cost of credit", 1].value
    half = Fact("You may end the agreement once half of the hire purchase price has been paid, by giving notice in writing.")
    repo = Fact("Once one third of the price has been paid the owner cannot take the car back without going to court.")
    hp_late = Fact("Interest on late instalments runs at 0.75% a month.")
    km = Fact("There is no limit on kilometres.")
    car = Paper("HP agreement Corrib Motors.pdf", font="Times", rules="grid", size=10.5, numbering="Sheet {}")
    car.h("Hire purchase agreement").p("Owner: Slyne Head Finance DAC. Hirer: Daithí O'Flaherty. Date: 14 January 2026. Goods: Skerry Tourer.").table(hp, share=0.75)
    car.p(half, repo).p(hp_late).p(km).page().picture("Slyne Head Finance DAC", "Settlement figure", "To settle on 31 December 2026: EUR 17,902.44", "Valid until 15 January 2027")

    u.has(terms, fx, what, sched, slip, health, car)
    f = facts

    # ------------------------------------------------------------------ look-ups
    u.money("What's the most I can take out at an ATM in a day?", f["Withdrawals"][0].n("700"), "text long-doc two-column synonym")
    u.count("how long for a cheque to clear at burrishoole, days", f["Lodgements"][1].word("five", 5), "text long-doc number-word lower", unit="days")
    u.money("How much am I on the hook for if my card is stolen and I haven't reported it?", f["Cards"][1].n("50"), "text long-doc synonym")
    u.count("weeks to reclaim an authorised direct debit", f["Direct debits"][0].word("eight", 8), "text long-doc number-word lower")
    u.money("How much will the bank release to my family without probate?", f["Death of a holder"][0].n("25,000"), "text long-doc synonym")
    u.count("After how many years does an unused account go to the state fund?", f["Dormant accounts"][0].word("fifteen", 15), "text long-doc number-word synonym", years=True)
    u.figure("rate when i buy japanese yen notes", sheet["Japanese yen", "We sell at"], "row-col page-break long-table lower")
    u.figure("At what rate does the bank buy back Canadian dollars from me?", sheet["Canadian dollar", "We buy at"], "row-col page-break long-table")
    u.figure("sell rate peruvian sol", sheet["Peruvian sol", "We sell at"], "row-col page-break long-table lower")
    u.words("What's the code for the Albanian money on the rate sheet?", "ALL", sheet.lookup("Albanian lek", "Code"), tags="row-col page-break words")
    u.money("quarterly fee on the burrishoole current account now", now["Running the account//Quarterly fee", 1], "lookup version unlike-titles lower")
    u.money("What was the quarterly fee under the 2024 schedule?", old["Quarterly fee", 1], "lookup version old unlike-titles")
    u.money("Cost of stopping a cheque?", now["One-off//Stop a cheque", 1], "lookup same-in-all unlike-titles")
    u.money("sending money in dollars abroad, fee?", now["One-off//Transfer in another currency", 1], "lookup version synonym unlike-titles lower")
    u.money("Fee when one of my own direct debits bounces (outward unpaid)?", now["One-off//Unpaid item, outward", 1], "lookup version synonym unlike-titles")
    u.money("tap to pay charge", now["Running the account//Contactless payment", 1], "lookup nil synonym lower")
    u.money("net pay for week 48", pay["Net", "This week"], "row-col eml lower")
    u.money("How much PAYE have I paid to date?", abs(pay["PAYE", "To date"]), "row-col parens eml", either_sign=True)
    u.money("usc this week", abs(pay["USC", "This week"]), "row-col parens eml lower", either_sign=True)
    u.money("What does Plan Aran cost a year for an adult?", plans["Yearly price, adult", "Plan Aran"], "row-col docx near-dup")
    u.money("child price on inis", plans["Yearly price, child", "Plan Inis"], "row-col docx near-dup lower")
    u.rate("Share of a high-tech hospital bill that Aran covers?", plans["High-tech", "Plan Aran"], "row-col docx near-dup")
    u.money("Excess per stay in a private hospital with Inis", plans["Private hospital", "Plan Inis"], "row-col docx near-dup")
    u.money("limit for emergencies abroad with Cuan", travel.n("€65,000"), "text docx lower")
    u.money("What's the monthly instalment on the Skerry?", hp["Monthly instalment", 1], "lookup pdf")
    u.rate("APR of the hire purchase", hp["APR", 1], "lookup pdf lower")
    u.money("how much deposit did i put on the car", hp["Deposit", 1], "lookup pdf lower")

    # ------------------------------------------------------------------ arithmetic
    u.money("Quarterly fee over a year at today's price?", now["Running the account//Quarterly fee", 1] * 4, "arith yearly unlike-titles")
    u.money("By how much did the quarterly fee rise from the 2024 schedule?", now["Running the account//Quarterly fee", 1] - old["Quarterly fee", 1], "arith version change unlike-titles")
    u.percent("percent rise in the transfer in another currency since 2024", now["One-off//Transfer in another currency", 1].pct_change(old["Transfer in another currency", 1]), "arith percent version unlike-titles lower")
    u.money("20 cash machine withdrawals in Spain, what would they cost in fees?", now["Running the account//Cash machine", 1] * 20, "arith synonym")
    u.money("commission if i change €1,000 into dollar notes", lesser(commission.n("1.5%") * 1000 / 100, commission.n("€12.00")), "arith tier-max text lower")
    u.money("And commission on €150 worth?", commission.n("€3.50"), "arith tier-min text chat")
    u.figure("How many yen do I get for 200 euro, before commission?", Val(sheet["Japanese yen", "We sell at"].value * 200, sheet.ev("Japanese yen", "We sell at")), "arith page-break")
    u.money("Deductions this week, all together (PAYE, USC, PRSI and pension)?", abs(total([pay[r, "This week"] for r in ("PAYE", "USC", "PRSI", "Pension")])), "arith sum parens eml", either_sign=True)
    u.money("basic plus overtime this week", pay["Basic", "This week"] + pay["Overtime", "This week"], "arith sum eml lower")
    u.count("How many kilometres does this week's mileage stand for?", pay["Mileage", "This week"] / rate.n("€0.42"), "arith ratio eml")
    u.money("Price gap between Aran and Inis for an adult", plans["Yearly price, adult", "Plan Aran"] - plans["Yearly price, adult", "Plan Inis"], "arith difference docx")
    u.money("two adults and one child on inis for a year", plans["Yearly price, adult", "Plan Inis"] * 2 + plans["Yearly price, child", "Plan Inis"], "arith sum docx lower")
    u.money("Most I can get back for GP visits on Aran in a year?", plans.part("GP visits", "Plan Aran", "€30") * 10, "arith docx")
    u.money("total of all 59 instalments", hp["Monthly instalment", 1] * 59, "arith yearly pdf lower")
    u.percent("What percent of the cash price did I pay up front?", hp["Deposit", 1].pct_of(hp["Cash price", 1]), "arith percent pdf")

    # ------------------------------------------------------------------ words
    u.words("Which plan has the smaller day case excess?", "Plan Aran", plans.lookup("Day case", "Plan Aran"), plans.lookup("Day case", "Plan Inis"), tags="which compare docx", accept=("Aran",))
    u.rule("Can I tell the branch staff my PIN?", f["PINs"][0], "no", "policy long-doc")
    u.rule("does it cost anything to close the account", f["Closing"][0], "no", "policy long-doc lower")
    u.rule("Would the finance company need a court to take my car back if I've paid half?", repo, "yes", "policy synonym pdf")
    u.rule("is there a mileage limit on the car", km, "no", "policy synonym pdf lower")
    u.rule("Do students pay for running the account?", stud, "no", "policy html")
    u.rule("can i swap leftover foreign coins", coins, "no", "policy pdf synonym lower")
    u.rule("Can they take my savings to clear my overdraft?", f["Set-off"][0], "yes", "policy long-doc synonym")
    u.count("how long until cuan covers something i already had, years", pre.word("five", 5), "text number-word synonym docx lower", also_text=("five years",), years=True)
    u.clause("How do I avoid the quarterly fee?", waive, "clause html synonym")
    u.clause("what happens after three wrong pins", f["PINs"][1], "clause long-doc lower", accept=("block the card",))
    u.count("Working days until they answer a complaint?", f["Complaints"][0].n("40"), "text long-doc", unit="days")
    u.count("cooling off at cuan in days", cool.n("14"), "text docx synonym lower", unit="days")
    u.clause("When is interest paid on my credit balance?", f["Interest"][0], "clause long-doc", accept=("31 May and 30 November",))
    u.date("From when do the personal terms apply?", (dt.date(2026, 5, 1), _shown(terms, "These terms apply from 1 May 2026.")), "date long-doc")
    u.date("when was i paid for week 48", (dt.date(2026, 11, 27), _shown(slip, "paid 27 November 2026")), "date eml lower")

    # ------------------------------------------------------------------ refusals
    u.refuse("Fee for an urgent euro transfer?", "blank", "html", near=what)
    u.refuse("home birth grant on inis", "blank", "docx lower", near=health)
    u.refuse("Documentation fee on the HP agreement?", "blank", "pdf", near=car)
    u.refuse("what do i pay for an adult", "ambiguous", "docx lower", near=health, offers=("€1,126.40", "€1,742.90"), also=("not_in_data",))
    u.refuse("Refund per physio visit?", "ambiguous", "docx", near=health, offers=("€25", "€35"))
    u.refuse("Rate for Nepalese rupees?", "absent-row", "page-break", near=fx)
    u.refuse("fee for a bank draft at burrishoole", "absent-row", "lower", near=what)
    u.refuse("How much would Plan Skellig cost?", "absent-plan", near=health)
    u.refuse("To settle the car at the end of December, what is the figure?", "scan", "pdf", near=car)
    u.questions[-1]["expect"]["also_ok"] += [
        {"status": "answered", "kind": "money", "value": "17902.44", "currency": "EUR"}, {"status": "answered", "kind": "figure", "value": "17902.44", "scale": ""},
    ]
    u.refuse("quarterly fee in 2019", "period", "lower", near=sched)
    u.refuse("Net pay in week 12?", "period", "eml", near=slip)
    u.refuse("dollar note rate on 3 march 2025", "period", "lower", near=fx)
    u.refuse("How many GP visits have I claimed?", "personal", near=health)
    u.refuse("whats my balance with burrishoole", "personal", "lower", near=what)
    u.refuse("Home insurance excess?", "absent-doc")
    u.refuse("CHAPS fee on Marlbeck Classic", "other-user")
    u.refuse("prairie condo reserve fund", "other-user", "lower")
    u.refuse("Should I switch to Aran?", "advice", near=health)
    u.refuse("will the dollar get cheaper by spring", "forecast", "lower", near=fx)
    u.refuse("What's the average price of health insurance in Ireland?", "general", near=health)
    u.refuse("how much does my boss make", "other-people", "lower", near=slip)
    return u


def _shown(paper: Paper, text: str) -> Fact:
    fact = Fact(text)
    fact.paper = paper.name
    assert any(text in b.text for b in paper.blocks)
    return fact
