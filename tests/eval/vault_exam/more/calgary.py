"""A paramedic in Calgary: account plans, a mortgage statement, funds, a condominium, a T4 slip, roaming, and shares of an energy firm."""

from __future__ import annotations

from tests.eval.vault_exam.asking import Person
from tests.eval.vault_exam.latent import Fact, Grid, total
from tests.eval.vault_exam.paper import Paper


def person() -> Person:
    u = Person("m2", "2026-07-22", "paramedic, Calgary")

    # ------------------------------------------------------------------ account plans
    plans = Grid(
        """
        | Basic | Everyday | Unlimited | Premier
        Monthly fee | $4.95 | $10.95 | $16.95 | $30.95
        Balance to have it waived | — | $3,000 | $4,000 | $6,000
        Transactions included | 12 | 25 | Unlimited | Unlimited
        Each extra transaction | $1.25 | $1.25 | $0.00 | $0.00
        Non-network ABM in Canada | $2.00 | $2.00 | $2.00 | $0.00
        ABM outside Canada | $5.00 | $5.00 | $5.00 | $3.00
        Interac e-Transfer, sent | $1.00 | $0.00 | $0.00 | $0.00
        Cheque drafts a year | | 0 | 0 | 12
        Senior discount a month | $4.00 | $4.00 | $4.00 | $4.00
        """,
        currency="CAD",
    )
    nsf = Fact("A payment returned for lack of funds costs $10.00, whichever plan you have.", currency="CAD")
    od = Fact("Overdraft protection is $5.00 a month plus interest of 21% a year on what you owe.", currency="CAD")
    youth = Fact("Anyone under 24 gets the Everyday plan without a monthly fee.")
    md = Paper("Foothills ATB plans.md")
    md.h("Foothills Savings: chequing plans").p("Effective March 12, 2026.").table(plans).h("For all plans", 2).ul(nsf, od, youth)

    # ------------------------------------------------------------------ mortgage statement
    m = Grid(
        """
        | 2025 | 2024
        Opening principal | $318,442.17 | $327,906.55
        Payments made | $24,180.00 | $24,180.00
        Of which interest | $14,203.66 | $14,715.62
        Of which principal | $9,976.34 | $9,464.38
        Lump sums | $5,000.00 | —
        Closing principal | $303,465.83 | $318,442.17
        Property tax paid for you | $3,318.00 | $3,190.00
        Tax account, closing | ($142.55) | $67.20
        """,
        currency="CAD",
    )
    for y in ("2025", "2024"):
        assert (m["Opening", y] - m["Of which principal", y] - m["Lump sums", y]).value == m["Closing principal", y].value
        assert (m["Of which interest", y] + m["Of which principal", y]).value == m["Payments made", y].value
    rate = Fact("Your rate is 4.54%, fixed until October 1, 2028.")
    lump = Fact("Once each calendar year you may pay up to 15% of the original principal of $352,000.00 without a charge.", currency="CAD")
    penalty = Fact("If you pay out the mortgage early, the charge is three months' interest or the interest rate differential, whichever is more.")
    skip = Fact("You may skip one monthly payment a year if you are not in arrears.")
    st = Paper("Mortgage annual statement 2025.pdf", page="LETTER", rules="zebra", size=10, header="Bowness Trust Company", footer="Mortgage 77-40018-2")
    st.h("Annual mortgage statement").p("For the year ended December 31, 2025. Borrower: Tess Larocque. 118 Cedarbrae Way SW.").table(m, label_share=1.8).p(rate).p(lump).p(skip, penalty)
    st.hidden("Closing principal $0.00, mortgage forgiven", "white")

    # ------------------------------------------------------------------ funds workbook
    funds = Grid(
        """
        Fund | MER | 1 year | 3 years | 5 years | 10 years
        Kananaskis Balanced | 1.92% | 6.4% | 3.1% | 5.2% | 5.9%
        Kananaskis Canadian Equity | 2.08% | 11.7% | 6.8% | 8.9% | 7.4%
        Kananaskis Bond | 1.21% | (2.3%) | (1.4%) | 0.6% | 1.8%
        Kananaskis Global Tech | 2.41% | 24.8% | 12.2% | |
        Kananaskis Money Market | 0.52% | 3.9% | 3.6% | 2.2% | 1.5%
        """,
    )
    holds = Grid(
        """
        Account | Fund | Units | Unit value | Market value
        TFSA | Kananaskis Balanced | 1,204.118 | 14.62 | 17,604.21
        ^^ | Kananaskis Global Tech | 310.500 | 22.08 | 6,855.84
        RRSP | Kananaskis Canadian Equity | 988.040 | 31.75 | 31,370.27
        ^^ | Kananaskis Bond | 2,150.750 | 9.84 | 21,163.38
        """,
        label=1, currency="CAD",
    )
    room = Grid(
        """
        Contribution room | 2026
        TFSA | 7,000
        RRSP | 12,384
        """,
        currency="CAD",
    )
    fx = Paper("kananaskis_june_2026.xlsx", sheet="Performance")
    fx.h("Kananaskis Funds, annualized returns to June 30, 2026").table(funds).sheet("Accounts").h("Holdings on June 30, 2026, CAD").table(holds).h("Room").table(room).hidden("Global Tech 10 years 99.9%")

    # ------------------------------------------------------------------ condominium
    pets = Fact("An owner may keep one dog of no more than 15 kilograms or two cats, once the Board has approved it in writing.")
    moves = Fact("Moves are allowed between 8 a.m. and 8 p.m. and cost $150.00 for the elevator.", currency="CAD")
    bbq = Fact("Only propane or electric barbecues may be used on balconies.")
    rental = Fact("A unit may not be leased for less than six months.")
    fines = Grid(
        """
        Breach | First | Second | Third and later
        Noise | Warning | $100 | $250
        Parking | $50 | $100 | $200
        Unapproved alteration | $250 | $500 | $1,000
        Smoking in common areas | $100 | ^^ | ^^
        """,
        currency="CAD",
    )
    fees = Grid(
        """
        Unit type | Monthly fee 2025 | Monthly fee 2026
        One bedroom | $388.40 | $412.10
        Two bedroom | $497.75 | $528.60
        Penthouse | $731.20 | $779.95
        Parking stall | $22.00 | $24.00
        Bike cage | $0.00 |
        """,
        currency="CAD",
    )
    reserve = Fact("The reserve fund stood at $1,284,600 on December 31, 2025.", currency="CAD")
    insure = Fact("The corporation's deductible for water damage is $50,000 and is charged to the unit where the leak began.", currency="CAD")
    condo = Paper("Prairie Sky Condominium - owner handbook.docx", size=11, table="Table Grid", footer="Condominium Corporation 101 8826")
    condo.h("Owner handbook 2026").h("Fees", 2).table(fees).h("Living here", 2).p(pets).p(moves, bbq).p(rental).h("Fines", 2).table(fines).h("Money and insurance", 2).p(reserve).p(insure)

    # ------------------------------------------------------------------ T4
    t4 = Grid(
        """
        14  Employment income | 88,214.55
        16  CPP contributions | 4,034.10
        18  EI premiums | 1,077.48
        20  RPP contributions | 7,498.24
        22  Income tax deducted | 17,406.90
        44  Union dues | 1,146.60
        46  Charitable donations |
        52  Pension adjustment | 11,920.00
        """,
        heads=0, currency="CAD",
    )
    slip = Paper("T4 2025.txt", leaders=True, width=66, rule="_")
    slip.h("T4 Statement of remuneration paid, 2025").p("Employer: Rocky View Emergency Services. Employee: LAROCQUE, TESS. Province: AB.").table(t4)

    # ------------------------------------------------------------------ roaming
    zones = Grid(
        """
        Zone | Day pass | Monthly cap of day passes | Without a pass, per MB | Without a pass, per minute
        United States | $12 | 20 passes | $3.00 | $1.50
        Zone 2: Europe, Mexico, Japan | $15 | 20 passes | $8.00 | $2.00
        Zone 3: rest of the world | $18 | none | $10.00 | $4.00
        Cruise ships and aircraft | not offered | — | $20.00 | $6.00
        """,
        currency="CAD",
    )
    text = Fact("Incoming texts are free everywhere; outgoing texts are $0.75 each without a pass.", currency="CAD")
    passday = Fact("A day pass runs until 11:59 p.m. in your home time zone, not for 24 hours.")
    cell = Paper("roaming-rates-wapiti.html", css="z", style=".z td,.z th{border:1px dotted #777}", title="Roaming")
    cell.h("Wapiti Mobile roaming").p("Rates from April 2, 2026.").table(zones).ul(text, passday).hidden("All zones free", "position:absolute;left:-5000px")

    # ------------------------------------------------------------------ annual report in quarters
    q = Grid(
        """
        C$ millions, except per share | Q1 2026 | Q4 2025 | Q1 2025
        Oil and gas sales | 1,318.2 | 1,402.7 | 1,511.0
        Royalties | (171.4) | (190.6) | (214.8)
        Operating costs | (402.9) | (411.3) | (395.0)
        Funds flow | 561.3 | 602.8 | 688.4
        Net earnings (loss) | (38.6) | 112.5 | 240.9
        Net debt | 2,846.0 | 2,779.4 | 2,901.7
        Production, thousand barrels a day | 151.2 | 153.9 | 148.6
        Dividend per share | 0.27 | 0.27 | 0.25
        """,
        currency="CAD", scale="million", row_scale={"Production, thousand barrels a day": "thousand", "Dividend per share": ""},
    )
    guide = Fact("Capital spending in 2026 is planned at $1.15 billion.")
    turn = Fact("The loss in the first quarter of 2026 came from an impairment of the Peace River assets.")
    rep = Paper("Ghost River Energy Q1 2026.html", css="q", lang="en-CA")
    rep.h("Ghost River Energy Ltd.").h("First quarter of 2026", 2).table(q).p(turn, guide)

    u.has(md, st, fx, condo, slip, cell, rep)

    # ------------------------------------------------------------------ look-ups
    u.money("How much is the Premier plan a month?", plans["Monthly fee", "Premier"], "row-col transposed md")
    u.money("foothills basic: extra transaction price", plans["Each extra transaction", "Basic"], "row-col transposed md lower")
    u.money("What balance gets the Unlimited fee dropped?", plans["Balance to have it waived", "Unlimited"], "row-col transposed md synonym")
    u.count("How many transactions come with Everyday?", plans["Transactions included", "Everyday"], "row-col transposed md")
    u.money("cash machine outside canada on premier", plans["ABM outside Canada", "Premier"], "row-col transposed synonym md lower")
    u.money("NSF fee at Foothills?", nsf.n("$10.00"), "text md synonym")
    u.money("What did I owe on the mortgage at the end of 2025?", m["Closing principal", "2025"], "row-col pdf synonym hidden")
    u.money("interest paid on the mortgage in 2024", m["Of which interest", "2024"], "row-col pdf lower")
    u.rate("mortgage rate at bowness trust", rate.n("4.54%"), "text pdf lower")
    u.money("Property tax they paid on my behalf in 2025", m["Property tax", "2025"], "row-col pdf synonym")
    u.money("Balance of the tax account at the end of 2025, sign included", m["Tax account", "2025"], "row-col parens pdf")
    u.rate("MER of the global tech fund?", funds["Kananaskis Global Tech", "MER"], "row-col xlsx")
    u.rate("bond fund one year return with sign", funds["Kananaskis Bond", "1 year"], "row-col parens xlsx lower")
    u.money("Value of my Canadian equity units", holds["Kananaskis Canadian Equity", "Market value"], "row-col merged xlsx")
    u.money("tfsa room this year", room["TFSA", 1], "row-col xlsx synonym lower")
    u.money("Condo fee for a two bedroom this year?", fees["Two bedroom", "Monthly fee 2026"], "row-col docx")
    u.money("second parking fine", fines["Parking", "Second"], "row-col docx lower")
    u.money("Fine for smoking in the lobby a third time?", fines["Smoking", "Third and later"], "row-col merged docx synonym")
    u.money("elevator charge for moving in", moves.n("$150.00"), "text docx lower")
    u.money("How big is the reserve fund?", reserve.n("$1,284,600"), "text docx")
    u.money("Income tax taken off my 2025 pay (T4)?", t4["22", 1], "lookup txt synonym form")
    u.money("union dues 2025", t4["44", 1], "lookup txt form lower")
    u.money("Day pass for Japan?", zones["Zone 2", "Day pass"], "row-col html hidden")
    u.money("per minute in the states without a pass", zones["United States", "Without a pass, per minute"], "row-col html synonym lower")
    u.money("Ghost River funds flow in Q4 2025", q["Funds flow", "Q4 2025"], "row-col scale html")
    u.money("ghost river net result q1 2026 with the sign", q["Net earnings", "Q1 2026"], "row-col scale parens html lower")
    u.money("Dividend per share in the first quarter of 2025?", q["Dividend per share", "Q1 2025"], "row-col per-share html")

    # ------------------------------------------------------------------ arithmetic
    u.money("Unlimited plan for a whole year", plans["Monthly fee", "Unlimited"] * 12, "arith yearly transposed md")
    u.money("Everyday with 31 transactions in a month: total cost including the fee?", plans["Monthly fee", "Everyday"] + plans["Each extra transaction", "Everyday"] * (31 - plans["Transactions included", "Everyday"].value), "arith tier md")
    u.money("What would a senior pay a month on Premier?", plans["Monthly fee", "Premier"] - plans["Senior discount", "Premier"], "arith difference md")
    u.money("gap between premier and unlimited monthly fee", plans["Monthly fee", "Premier"] - plans["Monthly fee", "Unlimited"], "arith difference transposed md lower")
    u.money("How much principal did I pay off in 2025, lump sum included?", m["Of which principal", "2025"] + m["Lump sums", "2025"], "arith sum pdf")
    u.money("how much less interest in 2025 than in 2024", m["Of which interest", "2024"] - m["Of which interest", "2025"], "arith difference pdf lower")
    u.percent("What percent of my 2025 mortgage payments was interest?", m["Of which interest", "2025"].pct_of(m["Payments made", "2025"]), "arith percent pdf")
    u.money("biggest lump sum i can pay in a year without a charge", lump.n("15%") * lump.n("$352,000.00") / 100, "arith percent text pdf lower")
    u.points("One-year return of Canadian equity minus balanced, in points", funds["Kananaskis Canadian Equity", "1 year"] - funds["Kananaskis Balanced", "1 year"], "arith points xlsx")
    u.points("mer difference between balanced and money market", funds["Kananaskis Balanced", "MER"] - funds["Kananaskis Money Market", "MER"], "arith points xlsx lower")
    u.money("What is my whole RRSP worth?", holds["Kananaskis Canadian Equity", "Market value"] + holds["Kananaskis Bond", "Market value"], "arith sum group xlsx")
    u.money("tfsa total at june 30", holds["Kananaskis Balanced", "Market value"] + holds["Kananaskis Global Tech", "Market value"], "arith sum group xlsx lower")
    u.money("By how much did the one-bedroom condo fee go up?", fees["One bedroom", "Monthly fee 2026"] - fees["One bedroom", "Monthly fee 2025"], "arith change docx")
    u.percent("percent increase of the penthouse fee", fees["Penthouse", "Monthly fee 2026"].pct_change(fees["Penthouse", "Monthly fee 2025"]), "arith percent docx lower")
    u.money("Two bedroom plus a stall for all of 2026", (fees["Two bedroom", "Monthly fee 2026"] + fees["Parking stall", "Monthly fee 2026"]) * 12, "arith yearly sum docx")
    u.money("cpp and ei together on the t4", t4["16", 1] + t4["18", 1], "arith sum txt form lower")
    u.percent("What share of my employment income went to income tax?", t4["22", 1].pct_of(t4["14", 1]), "arith percent txt form")
    u.money("nine days in Portugal with day passes", zones["Zone 2", "Day pass"] * 9, "arith html synonym")
    u.money("40 MB in the US without a pass?", zones["United States", "Without a pass, per MB"] * 40, "arith html")
    u.money("Change in Ghost River's net debt from Q4 2025 to Q1 2026", q["Net debt", "Q1 2026"] - q["Net debt", "Q4 2025"], "arith change scale html")
    u.percent("sales drop in percent q1 2026 against q1 2025, ghost river", abs(q["Oil and gas sales", "Q1 2026"].pct_change(q["Oil and gas sales", "Q1 2025"])), "arith percent scale html lower", either_sign=True)
    u.percent("Royalties as a percent of sales in Q1 2026", abs(q["Royalties", "Q1 2026"].pct_of(q["Oil and gas sales", "Q1 2026"])), "arith percent parens html", either_sign=True)

    # ------------------------------------------------------------------ words
    u.words("Which Kananaskis fund has the lowest MER?", "Kananaskis Money Market", funds.lookup("Kananaskis Money Market", "MER"), tags="which min xlsx", accept=("Money Market",))
    u.words("best fund over five years", "Kananaskis Canadian Equity", funds.lookup("Kananaskis Canadian Equity", "5 years"), tags="which max xlsx lower", accept=("Canadian Equity",))
    u.names("Which funds lost money over three years?", ["Kananaskis Bond"], funds.lookup("Kananaskis Bond", "3 years"), tags="list parens xlsx")
    u.questions[-1]["expect"]["also_ok"] = [{"status": "answered", "kind": "text", "value": "Kananaskis Bond", "accept": ["Bond"]}]
    u.rule("May I have a 20 kilo dog in the condo?", pets, "no", "policy docx condition")
    u.rule("can i use a charcoal bbq on the balcony", bbq, "no", "policy docx synonym lower")
    u.rule("Could I lease my unit for three months?", rental, "no", "policy docx condition")
    u.rule("am i able to skip a mortgage payment", skip, "yes", "policy pdf lower")
    u.rule("I'm 22, is there a monthly fee on Everyday for me?", youth, "no", "policy md condition")
    u.rule("does a day pass last 24 hours", passday, "no", "policy html lower")
    u.clause("What is the charge for paying out the mortgage early?", penalty, "clause pdf", accept=("three months' interest or the interest rate differential, whichever is more",))
    u.clause("why did ghost river lose money in q1", turn, "clause html synonym lower", accept=("an impairment of the Peace River assets",))
    u.words("What do I get for a first noise complaint?", "Warning", fines.lookup("Noise", "First"), tags="row-col words docx", accept=("a warning",))
    u.clause("When can I move in or out?", moves, "clause docx", accept=("between 8 a.m. and 8 p.m.",))
    u.date("Until when is my mortgage rate fixed?", rate.day("October 1, 2028"), "date pdf")
    u.count("largest number of day passes billed a month in mexico", zones.part("Zone 2", "Monthly cap of day passes", "20"), "row-col html lower")

    # ------------------------------------------------------------------ refusals
    u.refuse("How many free drafts on Basic?", "blank", "transposed md", near=md)
    u.refuse("ten year return of global tech", "blank", "xlsx lower", near=fx)
    u.refuse("Bike cage fee in 2026?", "blank", "docx", near=condo)
    u.refuse("charitable donations on my t4", "blank", "txt form lower", near=slip)
    u.refuse("What's the monthly fee on my chequing?", "ambiguous", "md", near=md, offers=("$4.95", "$10.95", "$16.95", "$30.95"), also=("not_in_data",))
    u.refuse("condo fee 2026", "ambiguous", "docx lower", near=condo, offers=("One bedroom", "Two bedroom", "Penthouse"))
    u.refuse("Price of a day pass?", "ambiguous", "html", near=cell, offers=("$12", "$15", "$18"))
    u.refuse("mer of the kananaskis dividend fund", "absent-row", "xlsx lower", near=fx)
    u.refuse("Fine for hanging laundry on the balcony?", "absent-row", near=condo)
    u.refuse("Foothills Business plan fee?", "absent-plan", near=md)
    u.refuse("Mortgage interest in 2021?", "period", near=st)
    u.refuse("ghost river sales q3 2023", "period", "lower", near=rep)
    u.refuse("T4 income for 2022?", "period", near=slip)
    u.refuse("how much tfsa room have i used so far", "personal", "lower", near=fx, also=("out_of_scope",))
    u.refuse("Have I paid this month's condo fee?", "personal", near=condo)
    u.refuse("What's my car insurance premium?", "absent-doc")
    u.refuse("gas bill due date", "absent-doc", "lower")
    u.refuse("plan aran price for an adult", "other-user", "lower")
    u.refuse("Should I put the lump sum on the mortgage or in the TFSA?", "advice", near=st)
    u.refuse("where will ghost river shares be next year", "forecast", "lower", near=rep)
    u.refuse("What's the national TFSA limit history?", "general", near=fx, also=("not_in_data",))
    u.refuse("how much do the people in the penthouse owe", "other-people", "lower", near=condo)
    return u
