"""General words of finance: which of them mean the same, and which say what kind of answer is wanted.

The vocabulary is that of fee schedules, agreements, statements, tax tables and annual reports at large.
"""

from __future__ import annotations

# Words that a question needs for its grammar; they name nothing.
STOPWORDS = frozenset(
    "a an the of to in on at by for from with without and or nor but is are was were be been being am do does did done has have had having "
    "will would can could should shall may might must this that these those it its it's i i'm me my mine myself we us our ours you your yours "
    "they them their he him his she her one ones what what's whats which who whom whose when when's where where's why how there here as if "
    "then than so such not no any some all every each much many same after please pls plz tell show give say says said know find want wants need needs "
    "about into onto out up off down over under per via vs versus s t d ll re ve also just only even still yet again too exactly really "
    "actually currently current now today nowadays right present moment these days back get gets got getting let lets make makes made go goes "
    "going come comes coming put take takes taken use used using like looking look thanks thank hi hello hey ok okay well roughly about "
    "between within during until till both against toward towards someone anyone somebody people person who's thing things way case long "
    "apply applies applied kick kicks hit hits ding dings set happen happens happened happening mean means meant count counts counted work works "
    "everything own owns cover covers covered state states stated list listed according says quote quoted quotes latest reported itself".split()
)
# Said for emphasis unless a label says them too ("Very good").
OPTIONAL_WORDS = frozenset(
    "very filer filers plain basic regular normal usual ordinary simple whole full number kind type sort level".split()
)
# Said of every product; they pick none.
PRODUCT_WORDS = frozenset("account card loan policy plan fund mortgage scheme document file schedule agreement".split())
# What the answer is a number of; a table says so by its head, or the value by its sign.
MONEY_WORDS = frozenset(
    "amount dollar dollars euro euros pound pounds money sum price figure value total usd eur gbp bucks".split()
)
RATE_WORDS = frozenset("percent percentage percentages pct rate rates apr apy aer yield".split())
FILLER_VERBS = frozenset(
    "pay pays paid paying owe owes owed cost costs charge charges charged spend receive receives received earn earns earned expect expected "
    "start starts started begin begins end ends ended stand stood sit bring brought hold holds held keep kept see apply signed sign become "
    "reach print printed".split()
)

# Phrases that are one notion; the notion's name replaces the phrase in a question and joins it in a document.
PHRASES: tuple[tuple[str, str], ...] = (
    (r"annual percentage rates?|interest rates?|rates? of interest", "apr"),
    (r"annual percentage yields?", "apy"),
    (r"(?:annual|yearly)(?: membership| card)? (?:fee|charge|cost|price)|(?:annual|yearly) membership|membership fee", "annualfee"),
    (r"monthly (?:maintenance |service |account |servicing )?(?:fee|charge|cost)|(?:maintenance|service) fee", "monthlyfee"),
    (r"(?:diluted |basic )?(?:earnings|profit|income|loss) per (?:ordinary |common )?share", "eps"),
    (r"net (?:result|profit|earnings|income|loss)(?: \(loss\)| loss)?|bottom line|profit after tax|profit for the (?:year|period)", "netincome"),
    (r"operating (?:result|profit|income|earnings|loss)(?: \(loss\))?", "operatingincome"),
    (r"capital (?:expenditures?|spending|investments?)|cap ex|purchases of property(?: plant)?(?: and)? equipment", "capex"),
    (r"top line|net sales|total sales|net revenues?", "revenue"),
    (r"take[ -]home pay|net pay|net wages?", "netpay"),
    (r"gross (?:pay|wages?|salary|earnings)", "grosspay"),
    (r"year to date|so far this year|ytd", "yeartodate"),
    (r"(?:six|6)[ -]months?|first half|second half|half[ -]year(?:ly)?|h[12]", "sixmonths"),
    (r"nine[ -]months?|9 months|three quarters|first three quarters", "ninemonths"),
    (r"(?:three|3)[ -]months?|(?:first|second|third|fourth|1st|2nd|3rd|4th) quarter|quarter|q[1-4]", "threemonths"),
    (r"twelve months? ended|full[ -]year|fiscal year|financial year", "fullyear"),
    (r"(?:credit|spending|borrowing) (?:limit|line)|line of credit", "creditlimit"),
    (r"(?:insufficient|not enough|non[ -]sufficient) funds|nsf|bounced (?:check|cheque|payment)s?|not honou?red|returned (?:item|payment|check|cheque|unpaid)", "bounced"),
(
        r"(?:pay|paying|paid|payment|repay|repaying|repaid|repayment|settle|settling|settlement|clear|clearing|payoff)(?: \w+){0,3}? "
        r"(?:early|ahead of (?:time|schedule)|before (?:the )?(?:term|end|time|maturity|due))|early (?:repayment|payoff|settlement|payment)|prepay(?:ment|ing)?",
        "prepayment",
    ),
    (r"(?:past|over)[ -]?due|in arrears|delinquent", "late"),
    (r"(?:foreign|currency|overseas|international) (?:currency |transaction |purchase |exchange |conversion )?(?:fee|charge)|foreign (?:currency|transaction)s?|fx", "foreigncurrency"),
    (r"cash[ -]advances?", "cashadvance"),
    (r"balance[ -]transfers?|transfer(?:red|ring)? (?:a |my )?balance", "balancetransfer"),
    (r"minimum payment(?: due)?|(?:least|minimum) (?:i|you)? ?(?:can|have to|must|need to) pay", "minimumpayment"),
    (r"(?:new|closing|ending|current|outstanding) balance|balance at (?:the )?end", "closingbalance"),
    (r"(?:previous|opening|beginning|prior|starting) balance", "openingbalance"),
    (r"due date|payment due|bill due|payment deadline|when due", "duedate"),
    (r"head of (?:the )?household", "headofhousehold"),
    (r"(?:co|joint)[ -](?:owner|holder|account holder)s?|joint (?:owner|holder)s?", "jointowner"),
    (r"(?:additional|authori[sz]ed|supplementary|extra|second) (?:user|cardholder|card)s?", "authorizeduser"),
    (r"(?:more|less|greater|fewer) than", ""),
    (r"wire (?:transfers?|payments?)|wires?", "wire"),
    (r"stop(?:ping)? (?:a )?payments?(?: orders?)?", "stoppayment"),
    (r"(?:cashier'?s|bank|banker'?s|certified) (?:check|cheque|draft)s?", "cashierscheck"),
    (r"safe deposit box(?:es)?", "safedepositbox"),
    (r"paper statements?|statements? (?:by (?:mail|post)|on paper)|mailed statements?|printed statements?", "paperstatement"),
    (r"origination (?:fee|charge)s?|arrangement fee|set[ -]?up fee|processing fee", "originationfee"),
    (r"monthly (?:payment|instal?lment|repayment)s?|(?:payment|instal?lment|repayment)s? (?:per|each|a|every) month", "monthlypayment"),
    (r"(?:total|overall|whole) (?:cost|repayment|amount repayable|to repay)|(?:total )?amount repayable|total (?:repaid|repayments?|payable|paid|of payments)|(?:pay|paid|repay) back(?: in (?:total|all))?", "totalrepayable"),
    (r"amount (?:financed|borrowed)|loan amount|principal(?: amount)?", "principal"),
    (r"(?:account|portfolio) (?:minimum|value)s?", "accountvalue"),
    (r"margin (?:interest|loan|rate|debit)s?(?: rate)?s?", "margin"),
    (r"expense ratio|ongoing charges?(?: figure)?|management (?:fee|charge)s?|advisory fee", "managementfee"),
    (r"options? (?:contract|trade)s?|per contract", "optioncontract"),
    (r"glide ?path", "glidepath"),
    (r"first[ -]year", "firstyear"),
    (r"years? old|years of age|aged?", "age"),
)  # fmt: skip

# Words that mean the same in a document about money. One group a line; a word may stand in several.
SYNONYMS: tuple[str, ...] = (
    "fee fees charge charges cost costs price pricing prices tariff surcharge commission penalty",
    "annual annually yearly year firstyear",
    "monthly month",
    "daily day",
    "weekly week",
    "quarterly quarter threemonths",
    "late overdue delinquent",
    "foreign international overseas abroad nondomestic",
    "domestic inland home",
    "close closing closure closed shut shutting terminate termination cancel cancellation",
    "open opening opened",
    "withdraw withdrawal withdrawing cashout drawdown",
    "transfer transfers transferring move moving switch",
    "borrow borrowing loan loans lend lending",
    "allow allowed permit permitted permission authorise authorize forbid forbidden prohibited",
    "limit limits maximum max cap ceiling",
    "minimum min least lowest smallest",
    "revenue revenues sales turnover",
    "netincome profit earnings",
    "dividend dividends payout distribution",
    "employee employees staff headcount workforce",
    "debt debts borrowings indebtedness",
    "retire retirement retiring retiree pension pensions",
    "draw drawing drawn access collect",
    "earliest soonest youngest",
    "statement statements bill bills",
    "payment payments pay paying paid repay repayment repayments instalment installment instalments installments",
    "paper mailed postal printed",
    "replace replacement replacing lost stolen",
    "courier express expedited rush overnight",
    "house home dwelling residence",
    "car auto automobile vehicle",
    "pickup truck van",
    "spouse husband wife partner",
    "married marry couple joint jointly",
    "single unmarried",
    "child children dependent dependant kid kids",
    "cheque cheques check checks",
    "introductory intro promotional teaser",
    "join joining enrol enroll enrolment",
    "leave leaving quit resign",
    "die dies death dying deceased pass",
    "duedate due deadline",
    "file files filing filer filers submit lodge return returns",
    "band bands bracket brackets tier tiers slab",
    "allowance allowances deduction deductions relief exemption",
    "rate rates apr apy percentage percent yield",
    "salary wage wages earnings pay",
    "employer company firm",
    "points point rewards reward",
    "expire expires expiry expiring lapse",
    "available availability",
    "inactive inactivity dormant dormancy",
    "phone telephone",
    "divorce divorced separation",
    "increase increases rise rises raise raised growth grow grew higher",
    "decrease decreases fall fell drop drops decline reduction lower",
    "insure insured insurance coverage",
    "excess deductible",
    "flood flooding",
    "theft steal stolen burglary",
    "term duration length",
    "fixed fix",
    "variable floating adjustable",
    "advisor adviser advice advisory",
    "trade trades trading transaction transactions order orders",
    "stock stocks share shares equity equities",
    "bond bonds gilt gilts",
    "broker brokerage",
    "phoned broker-assisted assisted",
    "outgoing out sent send sending",
    "incoming in inbound receive received",
    "approve approved approval accept accepted acceptance",
    "apply application applicant",
    "collateral security secured",
    "guarantee guaranteed warranty",
    "gift gifts present",
    "atm cashpoint",
    "overdraft overdrawn overdraw",
    "tax taxes taxation",
    "penalty penalties fine fines",
    "refund refunds reimburse reimbursement rebate rebates",
    "waive waived waiver",
    "free nil none",
    "fleet trucks tractors",
    "mileage miles mile",
    "member members membership",
    "beneficiary nominee nominated nominate",
    "opened online internet web website",
)

MULTIPLES = {"monthly": 12, "quarterly": 4, "weekly": 52, "annual": 1}
NUMBER_WORDS = {
    word: number
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen "
        "twenty".split()
    )
} | {
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "sixty": 60,
    "ninety": 90,
    "hundred": 100,
    "dozen": 12,
    "couple": 2,
    "twice": 2,
    "once": 1,
}
