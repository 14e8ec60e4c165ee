"""A translator in Lisbon: papers in English with a space for thousands and a comma for cents. Bank prices, a rental contract, power, deposits, a fund, health cover, tax."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

from tests.eval.vault_exam.asking import Person
from tests.eval.vault_exam.latent import Fact, Grid, greater, total
from tests.eval.vault_exam.paper import Paper


def person() -> Person:
    u = Person("x3", "2026-05-15", "translator, Lisbon")

    # ------------------------------------------------------------------ bank price list, grouped rows
    fees = Grid(
        """
        Group | Commission | Minimum | Maximum | Frequency
        Account | Maintenance, base account | 5,20 € | 5,20 € | Monthly
        ^^ | Maintenance, salary account | 2,60 € | 2,60 € | Monthly
        ^^ | Second holder | 0,00 € | 0,00 € | Once
        ^^ | Closing within 6 months | 20,00 € | 20,00 € | Once
        Cards | Debit card, yearly | 18,00 € | 18,00 € | Yearly
        ^^ | Replacement after loss | 7,50 € | 12,50 € | Each
        ^^ | PIN sent by post | | | Each
        Transfers | SEPA, online | 0,00 € | 0,00 € | Each
        ^^ | SEPA, at the counter | 6,25 € | 6,25 € | Each
        ^^ | Outside SEPA, online | 15,00 € | 75,00 € | Each
        Cheques | Book of ten, to order | 14,90 € | 14,90 € | Each
        ^^ | Returned cheque | 38,00 € | 38,00 € | Each
        """,
        label=1, currency="EUR", comma=True,
    )
    nonsepa = Fact("Transfers outside SEPA cost 0,30% of the amount, within the minimum and the maximum shown.", currency="EUR", comma=True)
    basic = Fact("Holders of the minimum services account pay no more than 5,29 € a year.", currency="EUR", comma=True)
    age = Fact("Customers under 26 do not pay the yearly fee of the debit card.")
    list26 = Paper("Precario Banco Tejal EN 2026-02.pdf", font="Helvetica", size=8.8, rules="grid", footer="Banco Tejal S.A. Price list", title="Price list", colour="#005a3c")
    list26.h("Price list for individuals").p("Banco Tejal. In force from 16 February 2026. Stamp duty of 4% is added to commissions.").table(fees, label_share=2.2, left=(0, 4)).p(nonsepa, age).p(basic)
    fees_old = Grid(
        """
        Commission | Price
        Maintenance, base account | 4,90 €
        Maintenance, salary account | 2,60 €
        Debit card, yearly | 16,50 €
        SEPA, at the counter | 5,50 €
        Returned cheque | 35,00 €
        """,
        currency="EUR", comma=True,
    )
    list25 = Paper("tejal price list 2025.html", css="p", title="2025")
    list25.h("Banco Tejal price list").p("In force from 10 February 2025, for individuals.").table(fees_old).hidden("All commissions are waived", "display:none")

    # ------------------------------------------------------------------ rental contract
    rent = Fact("The monthly rent is 1 180,00 €, paid by the eighth day of the month to which it refers.", currency="EUR", comma=True)
    caution = Fact("On signing the tenant paid two rents as a deposit and one rent in advance.")
    update = Fact("The rent may be updated once a year by the official coefficient, with 30 days' notice by registered letter.")
    oppose = Fact("The tenant may leave after one third of the term by giving 120 days' notice.")
    works = Fact("Works need the landlord's written approval, except urgent repairs, which the tenant may carry out and deduct.")
    animals = Fact("Pets are accepted as long as they do not disturb the neighbours.")
    delay = Fact("Rent paid after the eighth bears a surcharge of 20% of the amount due.", comma=True)
    lodger = Fact("Taking in a lodger requires no approval; subletting the whole home does.")
    dur = Fact("The contract is for three years and started on 1 September 2025.")
    lease = Paper("contrato_arrendamento_EN.md")
    lease.h("Residential tenancy contract (translation)").p("Landlord: Imobiliária Sul Poente Lda. Tenant: Ingrid Solheim. Home: Rua das Flores 61, 2.º Esq., Lisbon.")
    lease.h("Clause 1. Duration", 2).p(dur, oppose).h("Clause 2. Rent", 2).p(rent).p(update).p(delay).h("Clause 3. Deposit", 2).p(caution)
    lease.h("Clause 4. The home", 2).ul(works, animals, lodger)

    # ------------------------------------------------------------------ power bill
    power = Grid(
        """
        Item | Quantity | Unit price | Amount
        Energy, peak hours | 96 kWh | 0,2274 € | 21,83 €
        Energy, full hours | 141 kWh | 0,1786 € | 25,18 €
        Energy, empty hours | 118 kWh | 0,1098 € | 12,96 €
        Contracted power 6,9 kVA | 31 days | 0,3912 € | 12,13 €
        Audiovisual contribution | 1 month | 2,85 € | 2,85 €
        Discount, e-bill | | | -1,50 €
        VAT | | | 11,72 €
        To pay | | | 85,17 €
        """,
        currency="EUR", comma=True,
    )
    assert total(power.col("Amount", power.rows()[:-1])).value == power["To pay", "Amount"].value
    debit = Fact("The amount is taken from your account on 4 May 2026.")
    reading = Fact("Send your own reading between the 10th and the 13th of each month.")
    hist = Grid(
        """
        Month | Jan | Feb | Mar | Apr
        kWh | 512 | 468 | 401 | 355
        """,
    )
    assert total([power.part(r, "Quantity", q) for r, q in (("Energy, peak", "96"), ("Energy, full", "141"), ("Energy, empty", "118"))]).value == hist["kWh", "Apr"].value
    ebill = Paper("fatura-luzverde-abril.html", lang="pt-PT", title="Invoice", css="inv", top="<div id='menu'>My account | Readings | Contact</div>", style="#menu{background:#eee}.inv td{border:0}")
    ebill.h("Electricity invoice, April 2026", 2).p("Luzverde Energia. Customer Ingrid Solheim, tri-hourly tariff.").table(power).h("Your use this year", 3).table(hist).p(debit, reading)

    # ------------------------------------------------------------------ term deposits
    dep = Grid(
        """
        | Tejal Start | Tejal 12 | Tejal Digital 24
        Term | 3 months | 12 months | 24 months
        Gross yearly rate | 1,75% | 2,10% | 2,40%
        Smallest amount | 500 € | 1 000 € | 2 500 €
        Largest amount | 25 000 € | 100 000 € | 50 000 €
        Interest paid | At the end | At the end | Every 6 months
        Early withdrawal | Not possible | Possible, loses all interest | Possible, loses half the interest
        Top-ups | No | No |
        """,
        currency="EUR", comma=True,
    )
    wht = Fact("Interest is taxed at 28% at source.")
    fgd = Fact("Deposits are guaranteed up to 100 000 € per holder and bank.", currency="EUR", comma=True)
    renew = Fact("A deposit is not renewed unless you ask for it up to the day before it ends.")
    deps = Paper("Depositos a prazo - information sheet.docx", font="Cambria", size=10, table="Medium Grid 1 Accent 3", footer="Banco Tejal, FIN")
    deps.h("Standard information sheet: term deposits").p("Banco Tejal, conditions for new deposits from 4 May 2026.").table(dep).ul(wht, fgd, renew)

    # ------------------------------------------------------------------ fund cost table
    kid = Grid(
        """
        | If you exit after 1 year | If you exit after 5 years
        ## Example investment 10 000 €
        Total costs | 487 € | 1 120 €
        Annual cost impact | 4,9% | 2,1% each year
        Stress scenario, what you might get back | 5 310 € | 5 870 €
        Unfavourable scenario, what you might get back | 8 150 € | 9 020 €
        Moderate scenario, what you might get back | 10 140 € | 13 260 €
        Favourable scenario, what you might get back | 12 990 € | 16 480 €
        """,
        currency="EUR", comma=True,
    )
    comp = Grid(
        """
        Entry charge | 3,00%
        Exit charge | 0,50%
        Management and administration | 1,25% a year
        Transaction costs | 0,14% a year
        Performance fee |
        """,
        heads=0, currency="EUR", comma=True,
    )
    horizon = Fact("The recommended holding period is five years.")
    risk = Fact("We have classified this product as 4 out of 7, which is a medium risk class.")
    kp = Paper("KID Atlantico Equilibrado.pdf", font="Times", size=10, rules="lines", columns=1, header="Key information document", numbering="p. {}")
    kp.h("Atlântico Equilibrado, class R", 2).p("Manager: Gestora Atlântico. Document of 2 March 2026.").p(risk).p(horizon).h("What could I get and what are the costs?", 3)
    kp.table(kid).h("What the costs are made of", 3).table(comp, share=0.6)
    kp.hidden("Entry charge is zero for everyone", "tiny")

    # ------------------------------------------------------------------ health cover
    health = Grid(
        """
        Benefit | In network | << | Outside network | <<
        ^^ | You pay | Yearly limit | We refund | Yearly limit
        Specialist visit | 18,00 € | 1 500 € | 60% | 750 €
        Emergency room | 45,00 € | 1 500 € | 60% | 750 €
        Hospital stay | 10%, at least 250,00 € | 50 000 € | 70% | 25 000 €
        Childbirth | 500,00 € | 3 500 € | 50% | 1 750 €
        Dentist | see price table | | 40% | 300 €
        Physiotherapy session | 9,00 € | 600 € | — | —
        """,
        heads=2, currency="EUR", comma=True,
    )
    wait = Grid(
        """
        Benefit | Waiting period, days
        Specialist visit | 60
        Hospital stay | 90
        Childbirth | 365
        Accidents | none
        """,
    )
    hx = Paper("Saude Tejo benefits.xlsx", sheet="Benefits")
    hx.h("Saúde Tejo, plan Mar").p("Policy year 1 March 2026 to 28 February 2027. Premium 62,40 € a month.").table(health)
    prem = Fact("Premium 62,40 € a month.", currency="EUR", comma=True)
    prem.paper = hx.name
    hx.sheet("Waiting").table(wait).hidden("Childbirth waiting 0 days")

    # ------------------------------------------------------------------ tax
    tax = Grid(
        """
        Taxable income | Rate | Amount to deduct
        up to 8 342 € | 12,50% | 0,00 €
        over 8 342 € to 12 587 € | 15,70% | 266,94 €
        over 12 587 € to 17 838 € | 21,20% | 959,26 €
        over 17 838 € to 23 089 € | 24,10% | 1 476,50 €
        over 23 089 € to 29 397 € | 31,10% | 3 092,75 €
        over 29 397 € to 43 090 € | 34,90% | 4 209,94 €
        """,
        currency="EUR", comma=True,
    )
    notice = Grid(
        """
        Gross professional income | 31 240,00 €
        Taxable income | 23 430,00 €
        Tax before credits | 4 193,98 €
        Tax credits | 612,30 €
        Withheld during the year | 3 910,00 €
        To refund | 328,32 €
        """,
        heads=0, currency="EUR", comma=True,
    )
    assert (notice["Taxable income", 1] * tax["over 23 089", "Rate"] / 100 - tax["over 23 089", "Amount to deduct"]).value.quantize(Decimal("0.01")) == notice["Tax before credits", 1].value
    assert (notice["Withheld", 1] - notice["Tax before", 1] + notice["Tax credits", 1]).value == notice["To refund", 1].value
    refund = Fact("The refund is paid by 31 July 2026 to the account on file.")
    object_ = Fact("You may object within 120 days of receiving this notice.")
    tn = Paper("nota de liquidacao 2025 (EN).txt", leaders=True, width=80, rule=".")
    tn.h("Assessment notice, income of 2025").p("Tax office Lisbon 4. Taxpayer: Ingrid Solheim.").table(notice).p(refund).p(object_)
    tc = Paper("escaloes_2025.csv", delimiter=";")
    tc.table(tax)

    u.has(list26, list25, lease, ebill, deps, kp, hx, tn, tc)

    # ------------------------------------------------------------------ look-ups
    u.money("What does the base account cost each month at Tejal?", fees["Maintenance, base account", "Minimum"], "row-col merged version pdf comma")
    u.money("sepa transfer at the counter tejal", fees["SEPA, at the counter", "Minimum"], "row-col merged version pdf comma lower")
    u.money("How much if a cheque bounces?", fees["Returned cheque", "Minimum"], "row-col merged synonym pdf comma")
    u.money("Highest price for replacing a lost card", fees["Replacement after loss", "Maximum"], "row-col merged pdf comma")
    u.money("debit card yearly fee in 2025", fees_old["Debit card", "Price"], "row-col version old html comma lower")
    u.words("How often is the debit card fee taken?", "Yearly", fees.lookup("Debit card", "Frequency"), tags="row-col words merged pdf", accept=("every year", "once a year"))
    u.money("my rent on rua das flores?", rent.n("1 180,00"), "text md comma lower")
    u.rate("What surcharge applies when I pay the rent late?", delay.n("20%"), "text md")
    u.money("Peak-hours energy on the April bill", power["Energy, peak hours", "Amount"], "row-col html comma")
    u.figure("unit price of the cheapest hours", power["Energy, empty hours", "Unit price"], "row-col html synonym comma lower")
    u.money("What was the total of the electricity invoice?", power["To pay", "Amount"], "lookup html synonym comma")
    u.count("kwh used in february", hist["kWh", "Feb"], "row-col transposed html lower")
    u.rate("Gross rate for the twelve month deposit?", dep["Gross yearly rate", "Tejal 12"], "row-col transposed docx comma")
    u.money("minimum to open the Digital 24", dep["Smallest amount", "Tejal Digital 24"], "row-col transposed docx comma synonym")
    u.words("What happens if I break the Tejal 12 deposit?", "Possible, loses all interest", dep.lookup("Early withdrawal", "Tejal 12"), tags="row-col transposed words docx", accept=("loses all interest",))
    u.rate("tax on deposit interest", wht.n("28%"), "text docx lower")
    u.rate("Front-load of the Atlântico fund?", comp["Entry charge", 1], "lookup pdf synonym hidden comma")
    u.money("Moderate case after five years, per ten thousand", kid["Example investment 10 000 €//Moderate", 2], "row-col pdf comma")
    u.money("worst case (stress) after one year in the fund", kid["Example investment 10 000 €//Stress", 1], "row-col pdf comma lower")
    u.money("Co-pay for a specialist in the network", health["Specialist visit", "In network/You pay"], "row-col multi-header xlsx comma synonym")
    u.rate("How much of a hospital stay outside the network is refunded?", health["Hospital stay", "Outside network/We refund"], "row-col multi-header xlsx")
    u.money("network limit for childbirth per year", health["Childbirth", "In network/Yearly limit"], "row-col multi-header xlsx comma lower")
    u.count("Waiting period for having a baby, in days?", wait["Childbirth", 1], "row-col xlsx hidden synonym", unit="days")
    u.money("refund on my 2025 assessment", notice["To refund", 1], "lookup txt comma lower")
    u.rate("Which tax rate goes with 20 000 € of taxable income?", tax["over 17 838", "Rate"], "row-col range csv comma")
    u.money("tax withheld during 2025", notice["Withheld", 1], "lookup txt comma lower")
    u.money("What's the deposit guarantee limit per person?", fgd.n("100 000"), "text docx comma")

    # ------------------------------------------------------------------ arithmetic
    u.money("Base account maintenance for a full year?", fees["Maintenance, base account", "Minimum"] * 12, "arith yearly pdf comma")
    u.money("How much dearer is the base account per month than in 2025?", fees["Maintenance, base account", "Minimum"] - fees_old["Maintenance, base", "Price"], "arith version change comma")
    u.percent("percentage rise of the debit card fee 2025 to 2026", fees["Debit card", "Minimum"].pct_change(fees_old["Debit card", "Price"]), "arith percent version comma lower")
    u.money("Fee for sending 2 000 € outside SEPA online", greater(nonsepa.n("0,30%") * 2000 / 100, fees["Outside SEPA", "Minimum"]), "arith tier-min comma")
    u.money("and for 9 000 € outside sepa?", nonsepa.n("0,30%").also(fees.lookup("Outside SEPA", "Minimum")) * 9000 / 100, "arith tier comma chat lower")
    u.money("What did I pay as a deposit when I signed the tenancy?", rent.n("1 180,00").also(caution) * 2, "arith text number-word md comma")
    u.money("rent over twelve months", rent.n("1 180,00") * 12, "arith yearly md comma lower")
    u.money("Late surcharge in euros on one month's rent", rent.n("1 180,00") * delay.n("20%") / 100, "arith percent md comma")
    u.money("peak plus full hours energy cost", power["Energy, peak", "Amount"] + power["Energy, full", "Amount"], "arith sum html comma lower")
    u.count("How many kWh did I use from January to March?", total([hist["kWh", m] for m in ("Jan", "Feb", "Mar")]), "arith sum transposed html")
    u.percent("By what percentage did use fall from January to April?", abs(hist["kWh", "Apr"].pct_change(hist["kWh", "Jan"])), "arith percent transposed html", either_sign=True)
    u.points("rate difference between Digital 24 and Start", dep["Gross yearly rate", "Tejal Digital 24"] - dep["Gross yearly rate", "Tejal Start"], "arith points transposed docx comma")
    u.money("Gross interest on 10 000 € in Tejal 12 for its term", dep["Gross yearly rate", "Tejal 12"] * 10000 / 100, "arith percent docx comma")
    u.money("net interest after tax on 10 000 in the Tejal 12", dep["Gross yearly rate", "Tejal 12"].also(wht) * 10000 / 100 * "0.72", "arith percent docx comma lower")
    u.money("entry charge on an investment of 4 000 € in Atlântico", comp["Entry charge", 1] * 4000 / 100, "arith percent pdf comma")
    u.money("Difference between favourable and unfavourable after five years", kid["Example investment 10 000 €//Favourable", 2] - kid["Example investment 10 000 €//Unfavourable", 2], "arith difference pdf comma")
    u.money("I stay in hospital in the network, bill 4 200 €: my part?", greater(health.part("Hospital stay", "In network/You pay", "10%") * 4200 / 100, health.part("Hospital stay", "In network/You pay", "250,00")), "arith tier-min xlsx comma")
    u.money("hospital bill 1 900 in network, what do i pay", greater(health.part("Hospital stay", "In network/You pay", "10%") * 1900 / 100, health.part("Hospital stay", "In network/You pay", "250,00")), "arith tier-min xlsx comma lower")
    u.money("Ten physio sessions in the network", health["Physiotherapy", "In network/You pay"] * 10, "arith xlsx comma synonym")
    u.money("health premium for the year", prem.n("62,40") * 12, "arith yearly text xlsx comma lower")
    u.percent("What share of my gross professional income was withheld?", notice["Withheld", 1].pct_of(notice["Gross professional", 1]), "arith percent txt comma")
    u.money("tax before credits minus credits", notice["Tax before", 1] - notice["Tax credits", 1], "arith difference txt comma lower")

    # ------------------------------------------------------------------ words
    u.words("Which Tejal deposit lets me put in the most?", "Tejal 12", dep.lookup("Largest amount", "Tejal 12"), tags="which max transposed docx", accept=("the Tejal 12 deposit",))
    u.words("deposit with the best rate", "Tejal Digital 24", dep.lookup("Gross yearly rate", "Tejal Digital 24"), tags="which max transposed docx lower", accept=("Digital 24",))
    u.words("In which of the four months did I use least power?", "Apr", hist.lookup("kWh", "Apr"), tags="which min transposed html", accept=("April", "April 2026"))
    u.rule("May I keep a cat in the flat?", animals, "yes", "policy md synonym")
    u.rule("do i need permission to take in a lodger", lodger, "no", "policy md lower")
    u.rule("Can I take money out of Tejal Start early?", _cell(dep, "Early withdrawal", "Tejal Start"), "no", "policy transposed docx")
    u.rule("I'm 24: do I pay for the debit card?", age, "no", "policy pdf condition")
    u.rule("does the deposit renew by itself?", renew, "no", "policy docx synonym lower")
    u.count("How much notice do I give to move out, in days?", oppose.n("120"), "text md synonym", unit="days")
    u.count("how many days before a rent update must they write", update.n("30"), "text md lower", unit="days")
    u.clause("Which works may I do without the landlord's approval?", works, "clause md", accept=("urgent repairs",))
    u.clause("When should I send the meter reading?", reading, "clause html synonym")
    u.count("recommended years to hold the fund", horizon.word("five", 5), "text number-word pdf lower", also_text=("five years",), years=True)
    u.count("Days to object to the tax notice?", object_.n("120"), "text txt", unit="days")
    u.date("By when do I get the tax refund?", refund.day("31 July 2026"), "date txt")
    u.date("when is the power bill debited", debit.day("4 May 2026"), "date html synonym lower")
    u.date("Start of my tenancy?", dur.day("1 September 2025"), "date md")
    u.date("since when does the current tejal price list apply", (dt.date(2026, 2, 16), _shown(list26, "In force from 16 February 2026")), "date version pdf lower")
    u.names("Which deposits can be broken early?", ["Tejal 12", "Tejal Digital 24"], dep.lookup("Early withdrawal", "Tejal 12"), dep.lookup("Early withdrawal", "Tejal Digital 24"), tags="list transposed docx")

    # ------------------------------------------------------------------ refusals
    u.refuse("What does it cost to have a PIN posted?", "blank", "merged pdf", near=list26)
    u.refuse("performance fee of the fund", "blank", "pdf lower", near=kp)
    u.refuse("Can I top up the Digital 24 deposit?", "blank", "transposed docx", near=deps)
    u.refuse("dentist limit in the network", "blank", "xlsx lower", near=hx)
    u.refuse("What is the rate on the deposit?", "ambiguous", "transposed docx", near=deps, offers=("1,75%", "2,10%", "2,40%"))
    u.refuse("account maintenance commission", "ambiguous", "merged pdf lower", near=list26, offers=("5,20 €", "2,60 €"))
    u.refuse("Yearly limit for childbirth?", "ambiguous", "multi-header xlsx", near=hx, offers=("3 500 €", "1 750 €"))
    u.refuse("credit card yearly fee at tejal", "absent-row", "pdf lower", near=list26)
    u.refuse("Rate of a 36-month deposit?", "absent-plan", near=deps)
    u.refuse("How much is glasses cover at Saúde Tejo?", "absent-row", near=hx)
    u.refuse("Electricity invoice for December 2025?", "period", "html", near=ebill)
    u.refuse("tejal debit card fee in 2021", "period", "lower", near=list25)
    u.refuse("My tax refund for 2022?", "period", "txt", near=tn)
    u.refuse("how much of my specialist limit is left", "personal", "xlsx lower", near=hx)
    u.refuse("What's in my Tejal account today?", "personal", near=list26)
    u.refuse("Car insurance excess?", "absent-doc")
    u.refuse("internet contract price", "absent-doc", "lower")
    u.refuse("Product fee of the Penarth five year fix", "other-user")
    u.refuse("redbird chargeback fee", "other-user", "lower")
    u.refuse("Is the Atlântico fund right for me?", "advice", near=kp)
    u.refuse("how will the fund do next year", "forecast", "lower", near=kp)
    u.refuse("What is the average rent in Lisbon?", "general", near=lease)
    u.refuse("how much rent do the neighbours pay", "other-people", "lower", near=lease)
    return u


def _cell(g: Grid, row: str, column: str) -> Fact:
    f = Fact(g.printed(row, column))
    f.paper = g.paper
    return f


def _shown(paper: Paper, text: str) -> Fact:
    f = Fact(text)
    f.paper = paper.name
    assert any(text in b.text for b in paper.blocks)
    return f
