"""Words of questions, which are never names by themselves, and words for kinds of account."""

from __future__ import annotations

from functools import cache

from services.retriever.ledger import vocabulary

# Everyday words beyond this rank may be a business's name; below it they are taken for words.
COMMON_RANK = 1500

CALENDAR = frozenset(
    "january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct "
    "nov dec monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun mondays tuesdays "
    "wednesdays thursdays fridays saturdays sundays spring summer autumn fall winter christmas easter thanksgiving halloween "
    "q1 q2 q3 q4 h1 h2 ytd".split()
)

# Words that people put around names when they ask about money.
QUESTION_WORDS = frozenset(
    "a about above across add added after afterwards again ago all alone already also altogether always am amount amounts an and annual "
    "annually any anything apart approximately are around as ask at average averaged avg away back balance be because been before beginning "
    "below beside besides between big bigger biggest bill billed bills bit both bought but buy buying by calculate came can cash change "
    "changed charge charged charges cheap cheaper cheapest combined come compare compared comparison cost costing costs could count counted "
    "counting currency currently daily data date dates day days debit deposit deposits did difference do does doing dollar dollars done down "
    "drop due during each earlier earliest earn earned earning earnings else end ending ended entire equal euro euros even ever every everything "
    "exactly except excluding expense expenses expensive far fee fees few figure final find first fiscal following for forward frequent "
    "frequently from full gave get gets getting give given go goes going gone got greater gross grow grew had half happen happened has have having "
    "he hello help her here hey hi him his how however i if ignoring in include included includes including income increase increased "
    "individual instead interest into is it item items its itself just keep know large larger largest last lately latest least left less let "
    "like list little long look lot lots low lower lowest made make many max maximum may maybe me mean median mention merchant merchants min minimum "
    "minus moment money month monthly months more morning most mostly much my myself name near need net never new newest next no not nothing now "
    "number numbers of off often ok okay old oldest on once one ones only onwards or order ordered orders other otherwise our out outflow over overall "
    "own paid part past pay paying payment payments pays per percent percentage period person place places plain please pls plus pound pounds previous "
    "price prices purchase purchased purchases put quarter quarterly quick quickly question range raise raised ran rate rather ratio real really "
    "receive received recent recently record refund refunded refunds regularly relative remaining repeat rest result right rise rough roughly round row rows run "
    "said same saturdays save saved say season second see send sent separate separately set several shall share she shop shopped shopping shops should "
    "show since single size small smaller smallest so some something sorry spend spending spends spent spree start started starting still stop store "
    "stores stuff sub subs subscription subscriptions such sum summed take taken takes tell than thank thanks that the their them then there these "
    "they thing things think third this those though through throughout till time times to today together tomorrow too took top total totally totals "
    "transaction transactions transfer transferred transfers tried true try twice two three four five six seven eight nine ten twelve twenty "
    "type under until up us use used using usual usually value versus visit visited visits vs want wanted was way we week weekday weekdays weekend "
    "weekends weekly weeks well went were what whats when where whether which while who whole whom whose why will with within without worth would year yearly "
    "years yes yesterday yet you your withdraw withdrawal withdrawals withdrew deposited owe owed owing toward towards regarding concerning "
    "hows hasnt havent didnt dont doesnt isnt arent im ive id ill its thats wheres purely strictly apiece altogether cumulative cumulatively "
    "aggregate aggregated tally sums breakdown tab went spends splurge splurged dropped drop blow blew burn burned shelled forked cough coughed moeny mcuh "
    "exclude inclusive solely specifically actual actually instalment installments instalments installment deposits paycheck paychecks salary wage wages "
    "dollars bucks quid cents pence pennies usd eur gbp incl excl approx gimme wanna gonna lemme figure please kindly quickly biggest tiny "
    "outside abroad overseas inside country countries trip trips "
    "neither nor nobody anyone anybody somebody someone whoever hike hikes hiked increases decrease decreases cheaper pricey steepest "
    "customer account accounts card cards bank banks category categories payee payees employer employers".split()
)

# Common words that are often the second half of a business's name: after a name they make it another one.
_NAMELIKE = frozenset(
    "mobile music video web services service center centre bank insurance hotel express one plus pro air home health media market "
    "international network systems games sports world life city park pharmacy food foods fresh prime cloud digital online direct "
    "energy water power club house kitchen bar garden motors books press radio studio studios gold black red blue green "
    "university college school hospital fund capital financial credit america american".split()
)

# Words for accounts → subtypes (folded) that they fit; "credit" as type fits every card.
ACCOUNT_WORDS: dict[tuple[str, ...], tuple[str, ...]] = {
    ("credit", "card"): ("credit card", "type:credit"),
    ("credit", "cards"): ("credit card", "type:credit"),
    ("credit", "card", "account"): ("credit card", "type:credit"),
    ("my", "card"): ("credit card", "type:credit"),
    ("my", "cards"): ("credit card", "type:credit"),
    ("the", "card"): ("credit card", "type:credit"),
    ("charge", "card"): ("credit card", "type:credit"),
    ("checking",): ("checking",),
    ("checking", "account"): ("checking",),
    ("checking", "accounts"): ("checking",),
    ("chequing", "account"): ("checking",),
    ("current", "account"): ("checking",),
    ("current", "accounts"): ("checking",),
    ("debit", "card"): ("checking",),
    ("debit", "account"): ("checking",),
    ("bank", "account"): ("checking",),
    ("giro",): ("checking",),
    ("girokonto",): ("checking",),
    ("savings",): ("savings", "cash isa", "isa"),
    ("savings", "account"): ("savings", "cash isa", "isa"),
    ("savings", "accounts"): ("savings", "cash isa", "isa"),
    ("saving", "account"): ("savings", "cash isa", "isa"),
    ("my", "isa"): ("isa", "cash isa"),
    ("brokerage",): ("brokerage",),
    ("brokerage", "account"): ("brokerage",),
    ("money", "market"): ("money market",),
    ("money", "market", "account"): ("money market",),
}
ACCOUNT_DESCRIPTIVE = frozenset(
    "account accounts acct card cards checking chequing savings current credit debit bank visa mastercard".split()
)


@cache
def is_question_word(word: str) -> bool:
    """Whether a folded word is one that people ask with, or a common one that is no part of names."""
    if word in QUESTION_WORDS or word in CALENDAR or word.isdigit():
        return True
    if word in _NAMELIKE:
        return False
    rank = vocabulary.rank(word)
    return rank is not None and rank < COMMON_RANK
