"""Ways of saying that come to plain words: each is put in the place of what was said before anything else is read.

An idiom is here when its words mean something else one by one ("how deep am I into"); what a single word says belongs
to the lexicon. The plain words are words of the lexicon.
"""

from __future__ import annotations

import re

from services.answerer.grammar.text import ANY_NAME

_I = r"(?:i|we)"
_CASH = r"(?:money|cash|dough|bread|moolah|dosh|wonga|readies|coin|dinero|funds)"
_NAMED = rf"(?P<name>(?:my |our |the )?{ANY_NAME})"

_SUBSCRIBED = r"(?:'s)?(?: subscriptions?| subs?| memberships?| plan| account)?"
_A_CHARGE = (
    r"(?:payments?|charges?|bills?|billing|debits?|direct debits?|renewals?|instal?lments?|fees?|subscriptions?)"
)
_ENDS = r"(?=\W*$|\W*,|\W* on its past)"
_WHEN = r"(?:when|(?:on )?(?:what|which) (?:date|day))"
_CHARGES_ME = (
    r"(?:(?:charge|bill|debit|hit|invoice)(?: (?:me|us|my card|my account|our card))?"
    r"|take(?: its| the| my| a| another)?(?: money| payment| fee)(?: from (?:me|us)| out)?"
    r"|come out|go out|leave)(?: of (?:my|our) account)?"
)

IDIOMS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), plain)
    for pattern, plain in (
        (r"\bper cent\b", "percent"),
        # --- the next day of a charge that comes back
        (
            (
                r"\b(?:going|judging|based|working|to go) (?:by|on|from|off) (?:the |my |their |its )?(?:past|previous"
                r"|earlier|usual) (?:charges?|payments?|ones?|bills?|rhythm|pattern|dates?)\b"
                r"|\b(?:if|assuming) it keeps (?:to )?(?:its|the|that|this) (?:usual )?(?:rhythm|pattern|day)\b"
                r"|\bon (?:its|the) (?:past|usual) (?:rhythm|pattern)\b"
            ),
            "on its past rhythm",
        ),
        (
            (
                rf"\b{_WHEN}(?:'s| is| are| will)? (?:the |my |our )?(?:next|upcoming) {_NAMED}{_SUBSCRIBED}"
                rf"(?: {_A_CHARGE})?(?: date| day)?(?: due| be due| be| happen| going out| coming out| coming"
                rf"| expected| scheduled)*(?: to (?:come out|go out|be taken))?{_ENDS}"
            ),
            r"upcoming charge at \g<name>",
        ),
        (
            rf"\b(?:the |my |our )?(?:next|upcoming) {_NAMED}{_SUBSCRIBED} {_A_CHARGE} (?:due )?(?:date|day)\b",
            r"upcoming charge at \g<name>",
        ),
        (
            (
                rf"\b{_WHEN}(?:'s| is| are| will)? (?:the |my |our )?(?:next|upcoming) {_A_CHARGE}(?: date| day)?"
                rf"(?: be)? (?:to|from|by|for|with|at) {_NAMED}{_SUBSCRIBED}(?: due)?(?!\w)"
            ),
            r"upcoming charge at \g<name>",
        ),
        (
            (
                rf"\b{_WHEN}(?:'s| is| will| does)? {_NAMED}{_SUBSCRIBED}(?: {_A_CHARGE})? (?:(?:going to|gonna|due to"
                rf"|set to|supposed to) (?:next )?(?:be )?{_CHARGES_ME}(?: next| again)?|next {_CHARGES_ME}"
                rf"|{_CHARGES_ME} (?:next|again)|(?:next |be |up for )*(?:renew(?:al|s|ed)?|due)(?: next| again)?)"
                rf"{_ENDS}"
            ),
            r"upcoming charge at \g<name>",
        ),
        (
            rf"\b{_WHEN} will {_NAMED}{_SUBSCRIBED}(?: {_A_CHARGE})? (?:next )?{_CHARGES_ME}{_ENDS}",
            r"upcoming charge at \g<name>",
        ),
        (
            (
                rf"\b{_WHEN} (?:(?:will|am|are) {_I} (?:next |going to |gonna |due to )*(?:be |get )?(?:next )?"
                rf"(?:charged|billed|debited) (?:by|for|from) {_NAMED}{_SUBSCRIBED}(?: next| again)?"
                rf"|(?:do|will|am|are) {_I} (?:next (?:have to |going to )?pay|(?:have to )?pay(?= .{{1,24}} next))"
                rf" (?:for )?(?P<other>(?:my |our |the )?{ANY_NAME}){_SUBSCRIBED}(?: next)?){_ENDS}"
            ),
            r"upcoming charge at \g<name>\g<other>",
        ),
        (
            (
                rf"\b{_WHEN}(?:'s| is| will be) the next time (?:that )?{_NAMED}{_SUBSCRIBED}"
                r" (?:(?:charges|bills|debits|hits) (?:me|us|my card)|takes (?:money|a payment|payment)|comes out"
                r"|will (?:charge|bill) (?:me|us))\b"
            ),
            r"upcoming charge at \g<name>",
        ),
        # --- how much
        (
            rf"\bhow (?:deep|far) (?:am|are|was|were|have) {_I} (?:in|gone|been)?(?:to|with|for|on|at| into)*\b",
            "how much did i spend at",
        ),
        (
            rf"\bwhere (?:am|are|do|was|were) {_I} (?:at|up to|standing|stand|now)?(?: (?:with|on|for|at))+\b",
            "how much did i spend on",
        ),
        (
            (
                rf"\bhow (?:much of|big|large) (?:an? )?(?:dent|hole|bite|chunk) (?:did|has|have|does|do) {_NAMED}"
                r" (?:make|made|leave|left|put|punch\w*|burn\w*|take|taken|took)\b"
                r"(?: (?:in|into|out of) (?:my|our) (?:\w+ )?(?:wallet|pocket|budget|account|finances|purse"
                r"|pay|money))?"
            ),
            r"how much did i spend at \g<name>",
        ),
        (
            rf"\bwhat(?:'s| is| was) {_NAMED} (?:done|doing) to my (?:wallet|bank balance|account|budget|finances)\b",
            r"how much did i spend at \g<name>",
        ),
        (rf"\bwhat am {_I} (?:in for|down|out)(?: (?:at|with|to|on))*\b", "how much did i spend at"),
        (
            rf"\bhow much(?: \w+)? (?:am|are) {_I} (?:down|out|in for)(?: (?:at|with|to|on))*\b",
            "how much did i spend at",
        ),
        (
            (
                rf"\bhow much (?:of (?:my|our) )?(?:hard[- ]earned )?{_CASH}\b(?! (?:is|was|out|left"
                r"|withdrawals?|withdrawn|in|back|did i (?:get|got|take|took|draw|withdraw|pull)|have i"
                r" (?:got|taken|drawn|withdrawn)))"
            ),
            "how much",
        ),
        (r"\bwhat(?:'s| has| have| is) (?:all )?gone (?:out )?(?:to|on|into|at|towards?)\b", "how much went to"),
        (
            (
                rf"\bwhat (?:has|have|did) {_NAMED} (?:had|have|taken?|took|got|get|charged?|cost) (?:off|from"
                r"|out of)? ?(?:me|us)\b"
            ),
            r"how much did i spend at \g<name>",
        ),
        (r"\b(?:did|has|does) (?:it|that|this|those|they) (?:run|set|cost) (?:me|us)(?: back)?\b", "did it cost me"),
        (r"\b(?:ran|run|runs|running) (?:me|us)\b", "cost me"),
        (rf"\bwent {_NAMED}(?:'s|')? way\b", r"went to \g<name>"),
        # --- yes or no
        (rf"\bis it (?:true|correct|right|the case|a fact|fair to say)(?: to say)?,? (?:that )?(?={_I}\b)", "did "),
        (
            (
                rf"\b(?:am|was) {_I} (?:right|correct) (?:in (?:thinking|saying|believing)|to (?:think|say"
                rf"|believe)|that)(?: that)?(?= {_I}\b)"
            ),
            "did",
        ),
        (rf"\b(?:was|were) {_I} (?:ever )?(?:at|in|inside) (?={ANY_NAME})", "did i shop at "),
        (r"\bdid they (?:charge|bill|debit|take (?:money|anything|something) from) (?:me|us)\b", "was i charged"),
        # --- sums
        (
            (
                r"^(?P<lead>[^\w\ue000-\uebff]*(?:(?:so|please|pls|can you|could you|and|just|right|ok"
                r"|now)[ ,]+)*)(?:add|tot|sum|tally|combine)(?: up| together)?(?: for me)? (?=(?:my"
                r" |our |the |all )*[\ue000-\ue3ff])"
            ),
            r"\g<lead>total ",
        ),
        # --- first and last
        (r"\bsince (?:what|which) (?:date|day)\b", "since when"),
        (
            (
                r"\bsince when (?:have|has|am|are|do|did) (?:i|we) (?:been )?(?P<verb>buying|shopping|going"
                r"|using|ordering|paying"
                r"|eating|visiting|subscribing|subscribed)\b(?!.*\bmore\b)"
            ),
            r"when did i start \g<verb>",
        ),
        (
            (
                r"\bhow long (?:have|has|am|are) (?:i|we) been (?:a (?:customer|member|subscriber|client)"
                r" (?:of|at|with)|(?:buying"
                r"|shopping|going|subscribed|subscribing|ordering|paying)(?: (?:from|at|to|with|for))?)(?! more)\b"
            ),
            "when did i start buying from",
        ),
        (
            (
                rf"\b(?:my |the )?other (?P<rest>{ANY_NAME} (?:payment|charge|purchase|order|bill"
                r"|transaction)\b[^?.]*?),? the (?P<nth>second"
                r"|third|fourth) (?:one|time)\b"
            ),
            r"my \g<nth> \g<rest>",
        ),
        # --- differences
        (
            (
                rf"\b(?P<less>minus|less|without) (?P<name>(?:my |the )?{ANY_NAME})(?P<rest>[^?.]*?),? (?:how"
                r" much|what)(?:'s| is| was|)? (?:left|remains|that leave|does that leave)(?: over)?\b"
            ),
            r"\g<less> \g<name>\g<rest>",
        ),
        # --- one by one
        (
            (
                r"\bhow much (?:is|was|does|do|did) (?:one|a single|each|an? individual|a typical|the typical"
                rf"|the average|an average) (?P<thing>(?:my |our )?{ANY_NAME} (?:purchase|charge|visit|order"
                r"|trip|shop|payment|transaction|bill)|(?:purchase|charge|visit|order|trip|shop|payment"
                rf"|transaction|bill) (?:at|from|with|to|for|on) (?:my |the )?{ANY_NAME}|visit to"
                rf" {ANY_NAME})(?: (?:cost|costing|run|set) (?:me|us)(?: back)?| cost| come to)?(?: on"
                r" average)?\b"
            ),
            r"average per purchase \g<thing>",
        ),
        (
            (
                r"\bwhat (?:does|do|did|is|was) (?:one|a single|each|a typical|the typical|the average|an"
                rf" average) (?P<thing>(?:my |our )?{ANY_NAME} (?:purchase|charge|visit|order|trip|shop"
                r"|payment|transaction|bill)|(?:purchase|charge|visit|order|trip|shop|payment|transaction"
                rf"|bill) (?:at|from|with|to|for|on) (?:my |the )?{ANY_NAME}|visit to {ANY_NAME})(?: (?:cost"
                r"|costing|run|set) (?:me|us)(?: back)?| cost| come to)?(?: on average)?\b"
            ),
            r"average per purchase \g<thing>",
        ),
    )
)
