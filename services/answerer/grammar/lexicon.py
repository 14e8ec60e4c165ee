"""The words that the grammar knows, by what they ask for.

Order matters: an earlier pattern takes its words away from the later ones. Patterns run over the working text, where
names, periods and amounts are single characters (`ANY_NAME`, `ANY_PERIOD`, `ANY_AMOUNT`).
"""

from __future__ import annotations

import re

from services.answerer.dates import NUMBER_WORDS
from services.answerer.grammar.cue import Cue
from services.answerer.grammar.text import ANY_NAME

_COUNTED = r"\d{1,3}|" + "|".join(word for word in NUMBER_WORDS if word != "few")
_SHOPS = r"(?:merchants?|shops?|stores?|places?|business(?:es)?|retailers?|vendors?|compan(?:y|ies)|sellers?|payees?)"
_CHARGES = (
    r"(?:purchases?|charges?|payments?|transactions?|expense|orders?|visits?|bills?|debits?|buys?|outlays?|trips?"
    r"|transfers?|deposits?|paychecks?|payouts?|amounts?|rows?|entries|entry|receipts?)"
)
_ME = r"(?:i|we|me|us)"

_CUES: tuple[tuple[Cue, str], ...] = (
    (Cue.UPCOMING, r"\bupcoming charge at\b"),
    (Cue.RHYTHM, r"\bon its past rhythm\b"),
    (
        Cue.WHEN_HELD,
        (
            r"\b(?:back )?(?:when|while) (?:i|we) (?:still )?(?:had (?:it|one|that|them)|(?:was|were) (?:still )?"
            r"(?:an? (?:member|subscriber|customer)|subscribed|paying(?: for it)?))\b"
            r"|\b(?:before|until|till) (?:i|we) (?:finally )?(?:cancell?ed|quit|stopped|ended|dropped|left|gave up"
            r"|got rid of|unsubscribed)\b(?: (?:it|that|them|paying(?: for it)?|the (?:subscription|membership)|my"
            r" (?:subscription|membership)))?"
            r"|\bbefore (?:cancell?ing|quitting|stopping|ending|dropping|unsubscribing)\b(?: (?:it|that|them|the"
            r" (?:subscription|membership)))?"
            r"|\bbefore it (?:ended|stopped|lapsed|was cancell?ed|got cancell?ed)\b"
        ),
    ),
    (
        Cue.WHEN_HELD,
        (
            rf"(?:\bdid (?:i|we)|\bdid (?:my |our |the )?{ANY_NAME}(?: subscription| membership)?) used? to"
            r" (?:pay|cost|be|charge)\b(?: (?:me|us))?"
        ),
    ),
    (
        Cue.LIST,
        (
            r"\b(?:every|each) time (?:that )?(?:i|we)(?:'ve)? (?:have )?(?:paid|pay|went|go|bought|buy"
            r"|shopped|shop|visited|used|was charged|were charged|got charged)\b|\b(?:charge|payment"
            r"|purchase|transaction) by (?:charge|payment|purchase|transaction)\b"
            r"|\b(?:one by one|line by line|row by row|individually|one at a time)\b|^\W*(?:each|every)"
            r" (?=(?:[\ue000-\ue3ff] )?(?:purchase|charge|payment|transaction|order|visit)\b)|\bpull(?:"
            r" up| out)? (?=(?:my |the |all |every )*[\ue000-\ue3ff])"
            r"|\b(?:the )?(?:dates and amounts|amounts and dates) (?:of|for)\b"
        ),
    ),
    (
        Cue.LIST,
        (
            r"\b(?:which|what) (?=[\ue000-\ue3ff] (?:purchases|charges|payments|transactions|orders)\b)"
            r"|\b(?:break down|print(?: out)?|run through|go through|name) (?:my |the |our |all"
            r" )+(?=(?:[\ue000-\ue3ff] )?(?:purchases|charges|payments|transactions|orders|history"
            r"|subscriptions?|subs)\b)"
            r"|\b(?:transaction |purchase |payment )?history\b|\bstatement of\b"
        ),
    ),
    (
        Cue.LIST,
        (
            r"\b(?:list|show(?: me| us)?|display|itemi[sz]e|give me|pull up|see)(?: out)? (?:each|every"
            rf"|all)(?: single)? (?={_CHARGES}\b)"
        ),
    ),
    (
        Cue.EVERY_SOURCE,
        (
            rf"\b(?:did |have |has |do )?(?:any |the |my |all )*{_SHOPS} (?=(?:ever )?(?:refund|credit"
            r"|reimburs|give back|gave back|paid? back"
            r"|return|gave me back|give me back)\w*)"
        ),
    ),
    # --- what was said, and what only the graph holds
    (Cue.RECALL, r"\b(?:do|did) (?:i|we) (?:call|mean by|mean when i say)\b"),
    (
        Cue.RECALL,
        (
            r"\b(?:what|how much|which \w+(?: of (?:the|my) \w+)?|when|where|who) (?:did|have|had) (?:i"
            r"|we) (?:say|said|tell you|told you"
            r"|mention(?:ed)?|call(?:ed)?|note[d]?|set)\b(?: (?:that|was|is))?|\b(?:did|have) (?:i|we) (?:ever )?(?:say"
            r"|said|tell you|told you|mention(?:ed)?)\b|\b(?:i|we) (?:said|told you|mentioned|set)\b"
            r"|\bremind me (?:what"
            r"|how much|when|which|of)\b|\bdo you remember\b|\bas i (?:said|told you)\b"
        ),
    ),
    (
        Cue.PAY_DAY,
        (
            r"\b(?:which|what|on which|on what) day (?:of the (?:month|week) )?(?:do|am|are|did|is) (?:i|we"
            r"|my \w+)?(?: get(?:ting)?| usually)? ?(?:paid|pay ?day)\b|\bwhen (?:do|am) (?:i|we) (?:usually "
            r"|normally )?(?:get )?paid\b|\b(?:my|our) (?:pay ?day|salary day|payroll day)\b|\bpay ?day\b|\bday (?:i"
            r"|we) get paid\b"
        ),
    ),
    (
        Cue.GOAL,
        (
            r"\b(?:(?:my|our|the) )?saving(?:s)? (?:goal|target)s?\b|\b(?:want(?:ed)?|wish(?:ed)?|hope[d]?|plan(?:ned)?"
            r"|aim(?:ed|ing)?) (?:to have |to )(?:saved?|put aside|set aside|put away)\b(?: up)?|\bwant to have saved\b"
            r"|\b(?:have|had) saved (?:up )?by\b|\bwant saved\b|\b(?:goal|target)\b(?! ?s? (?:store|purchase))"
        ),
    ),
    (
        Cue.BUDGET,
        (
            r"\b(?:(?:my|our|the) )?budgets?\b(?: for| on)?|\bwant(?:ed)? to keep\b|\bstay (?:under|below"
            r"|within)\b(?! [\ue800-\uebff])"
        ),
    ),
    (Cue.HOME, r"\bwhere (?:do|did) (?:i|we) live\b|\bmy home (?:address|town)\b"),
    (
        Cue.ACCOUNT_OF,
        (
            rf"\b(?:the|that|my|our|whichever|what(?:ever)?) (?:same )?(?:bank )?(?:account|card) (?:that "
            rf"|which )?(?:(?:i|we) (?:pay|use|buy|have|get)(?: for| at| with)? (?P<name>{ANY_NAME})(?: from| with| on"
            rf"| out of| for| at)?|(?:pays|is charged by|is used (?:for|at)|gets charged (?:by"
            rf"|for)) (?:for )?{ANY_NAME}"
            rf"|{ANY_NAME} (?:comes out of|is paid (?:from|with)|is charged to|charges|bills|is on|goes (?:on|to"
            rf"|through)|uses|debits|takes (?:from|its money from)))"
        ),
    ),
    (Cue.WHICH_ACCOUNT, r"\b(?:which|what)(?: one)?(?: of (?:my|our|the))? (?:bank )?(?:accounts?|cards?)\b"),
    (
        Cue.ABOUT_DOCUMENT,
        (
            r"\b(?:which|what|any|list|show(?: me)?|find)(?: of)?(?: my| our| the| all)* (?:documents?|files?|papers?"
            r"|paperwork|uploads?|agreements?)\b(?: (?:do i have|are there|have i uploaded|that))?(?: (?:is|are|belong"
            r"|belongs|relate|relates|talk|mention|mentions|go|goes|cover|covers|that are))*(?: (?:about|on|to|for|with"
            r"|of|regarding|concerning|related to))?|\bdocuments? (?:do i have )?(?:about|on|for|regarding)\b"
        ),
    ),
    (
        Cue.SAME_DAY,
        (
            r"\b(?:what else|where else|which other (?:shops?|stores?|places?|merchants?)) (?:do|did|have) (?:i"
            r"|we) (?:usually |often |also |normally |tend to )*(?:buy|go|shop|spend|pay|bought|use)\b(?: at| to"
            r"| from)?(?: (?:on )?(?:the )?(?:same )?days?(?: (?:that|when))?| when)?(?: (?:as|i|we)(?: (?:go to|am at"
            r"|shop at|buy (?:at|from)|visit))?)?"
        ),
    ),
    # --- how refunds count
    (
        Cue.GROSS,
        (
            r"\b(?:if (?:you|i|we) )?(?:ignor(?:e|ing)|disregard(?:ing)?|forget(?:ting)?(?: about)?"
            r"|leav(?:e|ing) out|exclud(?:e|ing)|don't count|skip(?:ping)?) (?:the |any |my |all"
            r" )*(?:refunds?|returns?)\b"
        ),
    ),
    (
        Cue.GROSS,
        (
            r"\b(?:ignoring|excluding|not counting|without counting|without subtracting|without deducting"
            r"|without taking off|without|before|leaving out|disregarding|not including|except for|minus no"
            r"|not netting)(?: any| the| all| my)? (?:refunds?|returns?|money back|anything (?:refunded|returned"
            r"|given back|(?:they|it|he|she) (?:gave|paid|sent|handed) (?:me )?back)|what(?:ever)? (?:was|came)"
            r" (?:refunded|back))\b|\b(?:leaving|taking"
            r"|keeping) (?:the )?refunds? out\b|\b(?:don't|do not|without) (?:take|count|deduct|subtract|net|include"
            r"|taking|counting|deducting)(?: off)?(?: any| the)? refunds?(?: off| out)?\b|\bno (?:refunds?"
            r"|returns?) (?:taken off|deducted|subtracted|netted|counted|removed)\b|\b(?:refunds?|returns?) (?:aside"
            r"|ignored|excluded|not (?:counted|deducted|included))\b|\bgross(?: of refunds)?\b"
            r"|\b(?:leaving|putting|setting|keeping) (?:the |any |my |all )*(?:refunds?|returns?|money"
            r" back) (?:aside|out|apart)\b"
            r"|\b(?:don't|do not|without|not|never) (?:subtract|deduct|count|take off|net off|net|include"
            r"|taking off|subtracting"
            r"|deducting|counting|including)(?:ing)? (?:what(?:ever)?|anything|the money|money|any money"
            r"|amounts?)(?: that)?(?: \w+)? (?:came|was|were|got|went|i got|has come)?"
            r" ?(?:back|refunded|returned|paid back|given back)\b"
        ),
    ),
    (
        Cue.NET,
        (
            r"\b(?:taking|take|with|bringing) (?:any |the |all |my )*(?:refunds?|returns?) (?:in)?to"
            r" (?:account|consideration)\b|\b(?:refunds?|returns?) (?:(?:are |were |is |was )?(?:knocked"
            r" off|considered|factored in|allowed for|offset|already off|come off|back out|accounted"
            r" for))\b"
            r"|\bonce (?:the |any |my |all )*(?:refunds?|returns?|money back) (?:is|are|were|was|has"
            r"|have)(?: been)? (?:in|back|off|taken off|deducted|counted|knocked off|subtracted)\b|\bin"
            r" net terms\b"
        ),
    ),
    (
        Cue.NET,
        (
            r"\b(?:after|net of|minus|less|with|taking off|deducting|subtracting|allowing for)"
            r" (?:what(?:ever)?|anything|everything|the"
            r" bits?)(?: that)?(?: \w+){0,2} (?:refunded|returned|reimbursed|(?:gave|paid|got|came|sent"
            r"|come|put|went) (?:me )?back|back)\b"
            r"|\b(?:after|net of|counting|including|minus|less|with|once|considering|taking off|deducting|subtracting"
            r"|and take off|allowing for)(?: any| the| all| my| in)? (?:refunds?|returns?|money back)\b(?: (?:are "
            r"|were )?(?:taken off|deducted|subtracted|netted|counted|removed|in))?|\b(?:refunds?|returns?) (?:are "
            r"|were )?(?:taken off|deducted|subtracted|netted|included|counted|removed)\b|\bnet\b(?! worth)"
        ),
    ),
    # --- what is left out or taken in, and sizes of single rows
    (
        Cue.NO_INTEREST,
        (
            r"\b(?:excluding|without|not counting|not including|except(?: for)?|but not|but no|leaving out|minus"
            r"|not|no)(?: any| the)? interest(?: charges?)?\b"
        ),
    ),
    (
        Cue.OUTFLOW_PARTS,
        (
            r"\b(?:(?:counting|including|meaning|that is|i\.e\.|so) )?(?:all )?(?:my )?spending(?: \+|,| plus|"
            r" and)* cash"
            r"(?: withdrawals)?(?: \+|,| plus| and)* (?:payments|transfers|money)(?: sent)? to (?:people|persons"
            r"|friends)\b"
            r"|\b(?:counting |including |with |and )+cash(?: withdrawals)?(?: and|,| plus) (?:the"
            r" )?(?:money|payments|transfers|what)(?: that)?(?: i| we)? (?:sent|send|paid|gave"
            r"|transferred|moved)? ?to (?:people|persons|friends|others|family)\b"
            r"|\b(?:with |including |incl\.? )?cash and (?:payments|transfers|money|people|transfers)(?: to (?:people"
            r"|persons|friends))?(?: included)?\b"
        ),
    ),
    (Cue.SPEND, r"\b(?:came|come|comes|coming) in(?: at)?\b(?= ?[\ue800-\uebff])"),
    (
        Cue.BANK,
        (
            r"\b(?<!charges )(?<!charge )(?:by |from |to )?(?:the|my|our) (?:(?:card|account)(?="
            r" (?:charged?|took|take|takes|billed?|hit|skim\w*|cost|costs)\b)|bank|(?:credit )?card"
            r" (?:company|companies|issuer"
            r"|provider)|building society|lender|credit union)\b"
            r"(?! (?:accounts?|fees?|charges)\b)"
        ),
    ),
    (
        Cue.AT_ONCE,
        (
            r"\b(?:all )?(?:in one go|at once|at one time|(?:in|on|for) (?:a single|one) (?:go|payment|purchase|visit"
            r"|charge|transaction|order|trip|shop))\b"
        ),
    ),
    (
        Cue.EXCEPT,
        (
            rf"\b(?:but |and |though )?(?:not|never)(?: at| on| from| for)?(?: the| my)? (?={ANY_NAME})"
            rf"|\b(?:everything|all"
            rf"|anything)(?: else)?"
            rf" (?:but|except(?: for)?|apart from|besides)\b(?: for)?(?: the| my)?|(?<={ANY_NAME}"
            r" )(?:aside|excluded|excepted|left out|not (?:included|counted)|omitted|ignored|removed)\b"
            rf"|\bbar (?=(?:my |the )?{ANY_NAME})|\bother"
            rf" than\b(?= (?:at |on |from )?(?:the |my )?{ANY_NAME})"
        ),
    ),
    # --- comparisons
    (
        Cue.CHANGE,
        (
            r"\b(?:up or down )?by (?:what|how many) (?:percent(?:age)?|%)(?: points?)?\b|\b(?:percent(?:age)?"
            r"|%) (?:change|increase|decrease|rise|fall|drop|growth|difference)\b(?: in)?|% change\b(?: in)?"
            r"|(?<!price )(?<!fee )(?<!cost )\b(?:change"
            r"|changed|increase|increased|rise|rose|risen|grow|grew|grown|fall|fell|fallen|drop|dropped|went up|gone up"
            r"|went down|gone down|go up|go down|decrease|decreased|decline|declined)\b(?: by)?(?: in"
            r"| \w+)? (?:percent(?:age)?|%)(?: terms)?|\bby (?:what|how many) (?:percent(?:age)?"
            r"|%)(?: points?)? (?:did|has|have|was|were)\b|\b(?:what|how many) (?:percent(?:age)?|%)(?:"
            r" points?)? (?:more|less|higher|lower)\b"
        ),
    ),
    (Cue.IN_PERCENT, r"\bin (?:percent(?:age)?|%)(?: terms)?\b(?! of)|\bpercent(?:age)?(?:-| )wise\b"),
    (
        Cue.SHARE,
        (
            r"\b(?:what|which|how (?:big|large) a|how much of a|how many)?\s*(?:is the )?\b(?:percent(?:age)?|share"
            r"|fraction|proportion|portion|part|slice)\b(?: (?:is|was|did|does|do|of (?:my|our|all|total|the|overall)"
            r"|out of))*|\b(?:what|how many) % of\b|% of\b|\bas a (?:percent(?:age)?|share|%|fraction|proportion) of\b"
            r"|\bhow much of (?:my|our|all|the)\b(?! (?:money|cash)\b)|\bhow much of(?= [\ue400-\ue7ff])"
        ),
    ),
    # --- time between
    (
        Cue.DAYS_SINCE,
        (
            r"\b(?:number of )?days (?:that (?:have )?)?(?:elapsed|gone(?: by)?|passed) since\b|\bhow"
            r" long,? in days,? since\b"
        ),
    ),
    (
        Cue.DAYS_SINCE,
        (
            r"\b(?:how many|number of|the number of) days\b(?: (?:have|has|had))?(?: (?:passed|gone by|it been|elapsed"
            r"|been))*(?: (?:is it|was it|are there))?(?: (?:since|ago))?|\bhow long(?: (?:has it been|is it|was it"
            r"|have i gone|it's been))?(?: (?:since|ago))(?: (?:was|did))?|\bhow long has it been\b|\bdays (?:since"
            r"|have passed since|ago)\b(?: did| was)?|\bhow many days ago\b"
        ),
    ),
    # --- recurring charges
    (Cue.CHANGED, r"\b(?:go|goes|went|gone|going) up or down\b(?: by)?|\b(?:up or down)\b(?: by)?"),
    (
        Cue.RISE,
        (
            r"\bhow much (?:dearer|pricier|more expensive|costlier) (?:did|has|is|was) (?:my |the"
            rf" )?{ANY_NAME}(?: (?:get|got|become|gotten|now))?(?! than)\b|\bhow (?:big|large) (?:a|was"
            r" the|is the) (?:rise|increase|hike|jump)\b"
        ),
    ),
    (
        Cue.RISE,
        (
            r"\bsubscriptions? (?:that |which )?(?:increased|rose|went up|got dearer|got pricier)\b(?: in price)?"
            r"|\bsince when (?:am|are|have|has|did|do) (?:i|we|[\ue000-\ue3ff]) (?:been )?(?:pay(?:ing)?|cost(?:ing)?"
            r"|charg(?:ed|ing)|charge)(?: me| us)? more\b(?: for)?|(?<=[\ue000-\ue3ff] )(?:has )?cost"
            r" more\b(?: now)?(?! (?:in|than|on|during|for|at|or|last|this)\b)"
            r"|\b(?:price|cost|rate|subscription|fee)s? (?:increases?|rises?|hikes?|changes?|bumps?|jumps?)\b"
            r"|\b(?:raise[ds]?|raising|increase[ds]?|increasing|upped|bump(?:ed)?|put up|hike[ds]?|change[ds]?"
            r"|jack(?:ed)? up)\b(?: up)?(?: (?:my|its|their|the|our|his|her))?(?: monthly| subscription)? (?:price"
            r"|prices|rate|rates|fee|charge|cost|subscription|bill)s?(?: up| on me| for me)?\b|\b(?:went|go|gone|going"
            r"|goes|got|get|gotten|become|became|has gone|have gone) (?:up|more expensive|dearer|pricier)\b(?: in price"
            r"| in cost)?|\bprice (?:go(?:ne)? up|went up|rose|risen|rise)\b|\bmore per charge\b|\b(?:start(?:ed)?"
            r"|begin"
            r"|began|begun) (?:to )?(?:pay(?:ing)?|charg(?:e|ing)|cost(?:ing)?)(?: (?:me|us))? more\b(?: for)?"
            r"|\bsince (?:it|they|the price|its price|prices?)(?: last)? (?:went|rose|increased|go|jumped|changed"
            r"|was raised|were raised)\b(?: up)?|\bput (?:its|their|the|my) (?:price|rate|fee)s? up\b|\b(?:the"
            r"|its) prices? (?:of"
            r"|for) (?:my |the )?(?=[\ue000-\ue3ff])|\bthan (?:before|it used to(?: be)?|it (?:was"
            r"|were)(?: before)?(?! in| on| last)|it did(?: before)?"
            r"|originally)\b"
            r"|\b(?:now )?compared (?:to|with) before\b|\bsince (?:the|its|their|that) (?:last )?(?:increase|rise|hike"
            r"|price (?:increase|rise|hike))\b|\b(?:the|my|its) (?:increase|rise|hike)\b|\bprices? (?:went|go|gone|rose"
            r"|rise|raised|increased?)\b(?: up)?|\bget(?:ting)? more expensive\b|\bcharg(?:e|ed"
            r"|ing) (?:me )?more\b(?= (?:than (?:before|it used)|now))|\bmore expensive(?: now)?(?= than (?:before"
            r"|it used))"
        ),
    ),
    (
        Cue.CADENCE,
        (
            r"\b(?:monthly|weekly|yearly|annual(?:ly)?|quarterly) or (?:an? )?(?:monthly|weekly|yearly"
            r"|annual(?:ly)?|quarterly)\b|\bhow often (?:am|are) (?:i|we) (?:being |getting )?(?:charged"
            r"|billed)\b"
        ),
    ),
    (
        Cue.CADENCE,
        (
            r"\bhow (?:often|frequently|regularly) (?:does|do|is|are|am|will) (?=(?:i|we|my |our |the"
            rf" )?(?:{ANY_NAME}|(?:being |getting |get |be )?(?:charged|billed|pay|paying)\b))"
            r"|\b(?:billing|payment|charge|charging) (?:cycle|frequency|schedule|rhythm|interval)\b|\bis"
            rf" (?:my |the )?{ANY_NAME}(?: \w+)? (?:a )?(?:monthly|weekly|yearly|annual)(?: or (?:a"
            r" )?(?:monthly|weekly|yearly|annual))"
            r"(?: (?:charge|payment|subscription|plan))?"
        ),
    ),
    (
        Cue.ENDED,
        (
            rf"\b(?:is|was) (?:my |our |the )?{ANY_NAME}(?: subscriptions?| subs?| memberships?| plan)?"
            r" (?:cancell?ed|over|finished|ended|stopped|dead|gone|done)\b"
            rf"|\b(?:has|have|did) (?:my |our |the )?{ANY_NAME}(?: subscriptions?| subs?| memberships?|"
            r" plan)? (?:stop(?:ped)?|end(?:ed)?|ceased?|finish(?:ed)?|lapsed?|been cancell?ed|quit)\b(?:"
            r" (?:charging|billing|taking money from)(?: me| us)?)?"
            r"|\b(?:have|did) (?:i|we) (?:already )?(?:cancel(?:led|ed)?|stop(?:ped)? paying(?: for)?"
            rf"|quit|end(?:ed)?) (?:my |our |the )?{ANY_NAME}(?: subscriptions?| subs?| memberships?|"
            r" plan)?"
        ),
    ),
    (
        Cue.STILL_ACTIVE,
        (
            rf"(?<={ANY_NAME} )still (?:going|active|running|charging|billing|live|on|alive)\b(?: (?:me"
            rf"|us))?|\b(?:have|has) (?:i|we) still got (?:my |the |an? )?(?={ANY_NAME})"
        ),
    ),
    (
        Cue.STILL_ACTIVE,
        (
            r"\b(?:is|are|was) (?:that|it|this|they) still (?:active|running|live|going|alive|on|current"
            r"|charging|billing|being charged|coming out)\b(?: (?:me|us))?"
            rf"|(?:\b(?:is|are) (?:my |our |the )?{ANY_NAME}(?: subscriptions?| subs?| memberships?|"
            r" plan)?|(?<=[:,] )|^\W*)still (?:paying(?: for)?|active|charged|billed)\b"
            r"|\bdo (?:i|we) still (?:get|have to) (?:charged|billed|pay)(?: (?:by|for|from))? (?:my |our"
            rf" |the )?{ANY_NAME}"
            r"|\b(?:have|has) (?:i|we|my|our) (?:still )?got (?:an? )?(?:active |running |live"
            rf" )(?={ANY_NAME})|\bdo (?:i|we) have an? (?:active|running|live) (?:my )?(?={ANY_NAME})"
            r"|\b(?:am i|are we) still (?:being |getting )?(?:charged|billed)(?: by| for| from)? (?:my "
            rf"|our |the )?{ANY_NAME}|"
            rf"\bis (?:my |our |the )?{ANY_NAME}(?: subscriptions?| subs?| memberships?| plan| account)? (?:still"
            rf" )?(?:active"
            rf"|running|live|going|alive)\b|\bis (?:my |our |the )?{ANY_NAME}(?: subscriptions?| subs?|"
            rf" memberships?| plan)?"
            rf" still (?:charging|billing|taking)(?: money from)?(?: me| us)?\b|\b(?:am i|are we) still"
            rf" (?:paying(?: for)?"
            rf"|subscribed to|subscribing to|a member (?:of|at)|being (?:charged|billed) (?:by|for)|getting (?:charged"
            rf"|billed) (?:by|for)) (?:my |our |the )?{ANY_NAME}(?: subscriptions?| subs?| memberships?)?"
            rf"|\bdo (?:i|we) still (?:pay(?: for)?|have|subscribe to) (?:my |our |a |the )?{ANY_NAME}(?:"
            rf" subscriptions?"
            rf"| subs?| memberships?)?|\bdoes {ANY_NAME} still (?:charge|bill)(?: me| us)?\b"
        ),
    ),
    (
        Cue.SUBSCRIPTION,
        (
            r"\b(?:services|things|apps|sites|platforms) (?:(?:am|are|that|do) )?(?:i|we)(?:'m|'re| am|"
            r" are)? (?:subscribed|subscribe|signed up) (?:to|for)\b"
        ),
    ),
    (
        Cue.SUBSCRIPTION,
        (
            r"\b(?:active |current |recurring |running |paid |live |ongoing |open |regular"
            r" )*(?:subscriptions?|subs?"
            r"|memberships?)\b(?: (?:that )?(?:(?:are|is) )?(?:still |currently |now )*(?:active|running"
            r"|current|live|going|ongoing|on the go|open))?"
            r"(?: (?:do|have) (?:i|we) (?:still |currently )*(?:have |got )?(?:still |currently"
            r" )*(?:active|running|live|going|ongoing|on the go|open))?|\brecurring (?:charges?|payments?"
            r"|bills?|costs?|expenses?)\b|\b(?:subscribed|subscribe) to\b|\bsubscribing to\b"
        ),
    ),
    # --- a premise with a number of charges, and the n-th of something
    (
        Cue.PREMISE,
        (
            r"\b(?:charged?|billed?|paid|pay|debited|took|take|taken|hit|double[- ]charged|double[- ]billed)\b(?: (?:me"
            r"|us|my card))? (?:twice|thrice|double|(?:two|three|four|\d) times)\b|\b(?:twice|thrice)\b"
            r"|\bdouble[- ](?:charged?|billed?)\b|\b(?:took|take|taken|made|has|had|have|were there|are there"
            r"|why are there|i see) (?:two|three|four|\d) (?:payments?|charges?)\b|\b(?:two|three|four) times\b"
        ),
    ),
    (Cue.NTH, rf"\b(?P<nth>second|third|fourth|fifth|2nd|3rd|4th|5th) (?={ANY_NAME}|(?:\w+ )?{_CHARGES}|time)"),
    (
        Cue.FREQUENT,
        (
            r"\b(?:visit(?:ed)?|frequent(?:ed)?|stop(?:ped)? (?:at|by))\b[^?.]{0,12}\b(?:the )?most\b(?! (?:money|of|on"
            r"|expensive))"
            r"|\b(?:with|has|had|having|got) (?:the )?most (?:of my )?(?:purchases|visits|transactions"
            r"|charges|payments|orders|trips)\b"
        ),
    ),
    (
        Cue.FREQUENT,
        (
            r"\b(?:the )?most (?:visited|frequented|used|often|frequent(?:ly)?|times)\b|\bmore (?:often"
            r"|frequently) than any\w*"
            r"(?: else| other)?\b"
        ),
    ),
    # --- groups
    (
        Cue.BY_ACCOUNT,
        (
            r"(?:\b(?:and |then )?(?:please )?(?:break|broken|breaking|split|splitting|group|grouped"
            r"|divide|divided|separate|separated|sort|sorted|show|itemi[sz]ed?)"
            r"(?: (?:it|them|that|this))?(?: up| down| out)?,? )?\b(?:by|per|for each|in each|on each|for"
            r" every|in every|into|across|between)(?: the| my| single)?"
            r" (?P<by>spending category|category|categories|merchant|merchants|shop|shops|store|stores"
            r"|payee|account|accounts|card|cards)\b"
            r"|(?:\b(?:break|broken|breaking|split|group|grouped|divided|separated)(?: (?:it|them|that"
            r"|this))?(?: up| down| out)? )?\b(?:by|into|for each|in each|for every|in every|across(?:"
            r" the)?)"
            r" (?:calendar )?(?P<by2>months?|weeks?|days?|years?)\b|\b(?P<by3>month|week|day"
            r"|year)[ -](?:by|for|on|over)[ -](?:month|week|day|year)\b"
            r"|\b(?P<by4>monthly|weekly|daily|yearly|annual|category|categories|merchant|account)"
            r" (?:breakdowns?|split|totals|figures|sums|overview|summary)\b"
            r"|\b(?:a |the )?(?:breakdown|break-down|split of)\b(?: of)?|\bbreak(?: it)? ?down\b(?!"
            r" (?:each|every|all)\b)(?! my (?:[\ue000-\ue3ff] )?(?:purchases|charges|payments"
            r"|transactions|orders))|\bbroken down\b"
        ),
    ),
    (
        Cue.PEAK,
        (
            rf"\b(?:which|what|the) month\b[^?]{{0,40}}?\b(?:peak(?:ed)?|hit (?:its|their|a) (?:highest"
            r"|peak|high)|topped out)\b|\bmonth of (?:the |my )?(?:biggest|highest|most|largest)"
            rf" (?={ANY_NAME}|spend)"
        ),
    ),
    (
        Cue.PEAK,
        (
            rf"\b(?:name |in )?(?:the |my |our )?(?:{ANY_NAME} )?(?:worst|heaviest|dearest|spendiest"
            r"|steepest|highest[- ]spending|biggest[- ]spending|most extravagant|most costly|peak|record"
            r"|priciest|costliest"
            rf"|most expensive|biggest|highest|top) (?:{ANY_NAME} )?(?:spending |calendar )?month\b"
            r"|\b(?:name )?(?:the |my )month (?:(?:that|when|where|in which) )?(?:i|we) (?:spent|paid"
            rf"|spend|pay)\b(?= .{{0,20}}most)"
            rf"|\b(?:which|what)(?: calendar)? month\b[^?]{{0,40}}?\b(?:worst|spendiest|heaviest|hardest"
            r"|dearest|at (?:its|their) (?:highest|peak|most))\b|\b(?:did|has|have) (?:my |the"
            rf" )?{ANY_NAME}(?: spending| spend| costs?)? peak(?:ed)?\b"
            rf"|\b(?:which|what) calendar month\b"
        ),
    ),
    (
        Cue.PEAK,
        (
            r"\b(?:in )?(?:which|what) month\b|\b(?:the |my )?month (?:(?:that|when|where|in which) )?(?:i|we) (?:spent"
            r"|paid|spend|pay)\b(?= .{0,20}most)|\b(?:my |the )?(?:most expensive|priciest|biggest|highest|costliest"
            r"|peak|heaviest|top)(?: spending)? month\b|\bmonth with (?:the )?(?:most|highest|biggest|largest)\b"
            r"|\bmonth (?:was|is) (?:the )?(?:most expensive|priciest|biggest|costliest)\b"
        ),
    ),
    (
        Cue.LOW_MONTH,
        (
            rf"\b(?:the |my |our )?(?:{ANY_NAME} )?(?:lightest|leanest|quietest|thriftiest|slimmest"
            rf"|cheapest|least expensive|lowest|smallest|lowest[- ]spending|most frugal) (?:{ANY_NAME}"
            r" )?(?:spending |calendar )?month\b"
        ),
    ),
    (
        Cue.LOW_MONTH,
        (
            r"\b(?:my |the )?(?:cheapest|least expensive|lowest|smallest)(?: spending)? month\b"
            r"|\bmonth with (?:the )?(?:least|lowest|smallest)\b"
        ),
    ),
    (
        Cue.NEWEST,
        (
            rf"\b(?:my |the |our )?(?:last|latest|newest) (?P<limit3>{_COUNTED}) (?:things|stuff"
            rf"|items)\b(?= (?:that )?(?:i|we))|\b(?:my |the |our )?(?:(?P<limit>{_COUNTED}) (?:most"
            r" recent|latest|last|newest)|(?:most recent|latest"
            rf"|last|newest)"
            rf" (?P<limit2>{_COUNTED}))(?= (?:{ANY_NAME} )?(?:\w+ )?{_CHARGES}| {ANY_NAME})"
        ),
    ),
    (
        Cue.TOP,
        (
            rf"\b(?:my |the )?(?P<limit4>{_COUNTED}) (?:top|biggest|largest|highest|most expensive|priciest"
            rf"|dearest|costliest)"
            rf"(?= (?:single )?(?:things?|stuff|items? i|ones)\b)(?: (?:things?|stuff|ones))?"
            rf"|\b(?:top|biggest|largest|highest|main) (?P<limit>{_COUNTED})\b|\b(?P<limit2>{_COUNTED}) (?:top|biggest"
            rf"|largest|highest|main|most expensive|priciest) (?={_SHOPS}|(?:\w+ ){{0,3}}{_SHOPS}|{ANY_NAME}|{_CHARGES}"
            rf"|(?:\w+ ){{0,2}}{_CHARGES})|\b(?:which|what|the) (?P<limit3>{_COUNTED}) (?={_SHOPS}"
            rf"|{ANY_NAME} {_SHOPS}|(?:\w+ |{ANY_NAME} )?{_CHARGES}\b.*\b(?:largest|biggest"
            rf"|highest|priciest|most expensive|dearest|costliest|most)\b)"
            rf"|\btop (?={_SHOPS}|{ANY_NAME} {_SHOPS})"
        ),
    ),
    (
        Cue.DISTINCT,
        (
            r"\bhow many (?:separate |individual |different |distinct |unique )?(?=(?:[\ue000-\ue3ff]"
            rf" )?{_SHOPS}\b)"
        ),
    ),
    (
        Cue.WHERE,
        (
            r"\bwhat(?:'s| is| was) (?:the|that|this|my) (?=[\ue800-\uebff] (?:charge|payment|transaction"
            r"|purchase|debit|one|amount)\b)|\bwho(?:'s| is| was) (?:it|that|this) (?:from|to|with|by)\b"
            r"|\bwhere (?:was|is) (?:that|it|this)\b"
        ),
    ),
    (
        Cue.WHERE,
        (
            rf"\b(?:which|what) (?={ANY_NAME} (?:did|do|have|has|got|gets|took|takes)\b.{{0,60}}\bmost\b)"
            rf"|\b(?:at |from |with |to )?(?:which|what) (?:single |one )?{_SHOPS}\b|\bwhere\b|\b(?:name of the "
            rf"|the )?{_SHOPS} (?:that|which|where|with the|who)\b"
        ),
    ),
    (Cue.SHOPS, rf"\b(?!shop (?:at|in|with|from|on|for)\b){_SHOPS}\b"),
    # --- how many, how much
    (
        Cue.DISTINCT,
        (
            r"\b(?:how many|the number of|number of|count(?: the)?) (?:different|distinct|unique)\b"
            rf"|\bhow many (?:separate|individual) (?={_SHOPS}\b|[\ue000-\ue3ff] {_SHOPS}\b)"
        ),
    ),
    (
        Cue.COUNT,
        (
            r"\b(?:the )?(?:total )?(?:tally|number|total|count) of (?=(?:my )?(?:visits|trips|times"
            r"|[\ue000-\ue3ff] (?:visits|trips|purchases|transactions|charges))\b)|\btotal (?=visits"
            r"|trips|times)\b"
        ),
    ),
    (
        Cue.COUNT,
        (
            r"\bhow (?:many|often|frequently)(?: (?:separate|single|individual))?\b(?: times)?"
            r"|\b(?:the )?(?:number|count) of(?: times)?\b|\bcount(?: up)?(?: (?:my|the|of|all|how many))?\b|# of\b"
            r"|\bhow many\b|\bno\. of\b"
        ),
    ),
    (
        Cue.HOW_MUCH,
        (
            r"\b(?:what(?:'s| is| was) )?(?:the )?(?:amount|value|size|cost|total|sum)(?: of)?(?= (?:my "
            r"|the |our )?(?:very )?(?:last|latest|most recent|newest|first|biggest|largest|smallest"
            r"|single)\b)"
        ),
    ),
    (
        Cue.HOW_MUCH,
        (
            r"\b(?:how much|what) of (?:my|our) (?:hard[- ]earned )?(?:money|cash)\b|\b(?:what's |what is |what"
            r" was )?the "
            r"damage\b|(?<=[\ue400-\ue7ff]'s )damage\b|\b(?:what(?:'s| is| was) )?(?:the )?size of\b"
            r"|(?<!by )\bhow much(?! (?:more|extra|less|higher|lower|bigger|greater)\b)(?: (?:money|in total|altogether"
            r"|all in all|cash(?= (?:did|do|have|has) (?:i|we) (?:spend|spent|burn|blow|drop|go through|get through)\b)"
            r"|cash(?= went)))?\b|\b(?:what|which) (?:was |is |'s )?(?:the )?amount\b|\b(?:the"
            r"|that) (?:total )?amount\b|\bhow (?:big|large|high|expensive)\b|\bhow (?:small|low|cheap)\b|\bwhat(?:'s"
            r"| is| was| were)? the (?:sum|figure)\b|\bin money\b|\bin cash terms\b|[,:;–—-]"
            r" ?(?:the )?amounts?(?=[?.! ]*$)"
        ),
    ),
    (
        Cue.AVERAGE,
        (
            r"\b(?:an? |my |our |the )?(?:average|mean) (?P<unit>day|week|month|year)\b(?! (?:spend|spending|cost|total"
            r"|expense))|\b(?:my |the |an )?(?:average|avg|mean|typical) (?:basket|ticket|purchase size|size)\b(?:"
            r" (?:of|at|in))?"
            r"|\b(?:my |the |a )?typical\b|\b(?:on )?(?:average|avg|mean)\.?\b(?: of)?|\baverag(?:ed?|es"
            r"|ing)\b|\bon the average\b|\btypically\b"
            r"|\bdo i (?:usually"
            r"|normally) (?=spend|pay)"
        ),
    ),
    (Cue.MEDIAN, r"\b(?:the )?median\b(?: size)?(?: of)?|\b(?:the )?middle value\b(?: of)?"),
    (
        Cue.PER_ROW,
        (
            r"(?<!list )(?<!show )(?<!me )(?<!display )(?<!see )\b(?:per|each|every|for each|for every)"
            r" (?:single )?(?:purchase|charge|payment|transaction|order|visit"
            r"|time|trip|shop|go|bill)\b(?! (?:list|was|did))|\ba (?:time|visit|trip|go|pop)\b|\beach time\b"
            r"|\bper-(?:purchase|visit|charge|order)\b|\bat a time\b"
        ),
    ),
    (
        Cue.EACH,
        r"\b(?:each|every) (?=(?:day|week|month|year)\b)|\b(?:day|week|month|year) by (?:day|week|month|year)\b",
    ),
    (Cue.PER_MONTH, r"\b(?:per|a) month\b|\bmonthly\b|(?<=\uf8ff)month\b|/ ?month\b|\bp\.?m\.?\b"),
    (Cue.PER_WEEK, r"\b(?:per|a) week\b|\bweekly\b|(?<=\uf8ff)week\b"),
    (Cue.PER_DAY, r"\b(?:per|a) day\b|\bdaily\b|(?<=\uf8ff)day\b"),
    (
        Cue.PER_YEAR,
        r"\b(?:per|(?:over |in )?a) year\b(?! ago)|\byearly\b|(?<=\uf8ff)year\b|\bannual(?:ly)?\b|\bper annum\b",
    ),
    # --- extremes and ends
    (
        Cue.LARGEST,
        (
            r"\b(?:(?:my|the|our) )?(?:single |one |top )?(?:largest|biggest|highest|most expensive|priciest|costliest"
            r"|dearest|maximum|max|greatest|heftiest|steepest)\b(?: single| one| individual)?|\btop"
            r" single\b|\btop (?=(?:[\ue000-\ue3ff] )?(?:purchase|charge|payment|transaction|order|visit"
            r"|bill|expense|outlay)\b)"
            r"|\bmost (?:(?:i|we)(?:'ve)? (?:ever )?(?:have )?(?:ever )?(?:spent|paid|spend|pay|dropped) )?(?:at once"
            r"|in one go|in a single (?:go|payment|purchase|charge|transaction|visit)|at one time|on (?:one"
            r"|a single) (?:purchase|charge|payment|transaction|visit|order))\b|\bsingle most\b|\bmost at once\b"
            r"|\b(?:record|peak) (?=purchase|charge|payment|spend)"
        ),
    ),
    (
        Cue.SMALLEST,
        (
            r"\b(?:(?:my|the|our) )?(?:single |one )?(?:smallest|cheapest|lowest|least expensive|minimum|min|tiniest"
            r"|littlest)\b(?: single| one)?|\bleast (?:(?:i|we)(?:'ve)? (?:ever )?(?:have )?(?:spent|paid|spend"
            r"|pay) )?(?:at once|in one go|in a single (?:go|payment|purchase|charge|transaction|visit)|at one time"
            r"|on (?:one|a single) (?:purchase|charge|payment|transaction))\b"
        ),
    ),
    (Cue.MOST, r"\b(?:the )?most(?! recent)(?: of)?\b(?: (?:money|cash))?|\bfavou?rite\b|\bnumber one\b"),
    (Cue.LEAST, r"\b(?:the )?least\b"),
    (
        Cue.WHEN,
        (
            r"\bsince when\b|\bwhen (?:did|was|were|is|have|has|had)\b|\bwhat day\b(?: was| is)?|\b(?:on )?(?:what"
            r"|which) (?:date"
            r"|day)\b|\b(?:the )?dates?(?: of)?\b|\bwhen\b(?!ever)(?! (?:i|we) (?:buy|shop|go|order|eat|pay|spend|fill"
            r"|visit|use|am|get|take))|\bwhat time\b"
        ),
    ),
    (
        Cue.FIRST,
        (
            rf"\b(?:start(?:ed)?|begin|began|begun) (?:going|shopping|buying|paying|using|subscribing|eating|ordering"
            rf"|to (?:go|shop|buy|pay|use))\b(?: (?:to|at|from|for|with))?(?= (?:my |the )?{ANY_NAME})"
            rf"|\b(?:the |my |our )?(?:very )?(?:first|earliest|oldest)\b(?: ever)?(?: time)?"
        ),
    ),
    (
        Cue.LAST,
        (
            r"\b(?:the |my |our )?(?:very )?(?:last|latest|most recent|newest)\b(?: time| day(?! of)| date)?"
            r"|\bmost recently\b|\brecently\b"
        ),
    ),
    (Cue.EXISTS, r"\b(?:have|has) there been (?:any|an?)\b"),
    (
        Cue.EXISTS,
        (
            r"^[^\w\uf8ff\ue000-\ue3ff]*(?:did|has|have) (?:my|our|the|any)\b|\b(?:did|have|has|had) (?:i"
            r"|we) (?:ever|once|already)\b|\bever\b|^[^\w\uf8ff]*(?:so,? |and |but |hey,? "
            r"|hi,? |ok,? )?(?:did|have) (?:i|we)\b(?! (?:spend|spent) more| pay more"
            r"|.{0,80}\bmore\b.{0,40}\bthan\b)|^[^\w\uf8ff\ue000-\ue3ff]*(?:has|have|did|does) (?=[\ue000-\ue3ff])"
            r"|^[^\w\uf8ff]*any (?=(?:[\ue000-\ue3ff] |\w+ )?(?:purchases?|charges?|payments?|transactions?"
            r"|refunds?)\b)"
            r"|^[^\w\uf8ff]*(?:was|were|is|are) there (?:any|a|an)\b|\bdo i have any\b|\bis there (?:any|a)\b|\b(?:was"
            r"|were) (?:i|we) ever\b"
        ),
    ),
    (
        Cue.LIST,
        (
            r"\bname (?:every|all|each|the|any)\b(?: of)?(?: the| my)?|\bbreak ?down (?:each|every|all)(?: my| the"
            r"| of my)?\b"
            r"|\beverything(?= [\ue800-\uebff])|^[^\w\uf8ff]*any(?:thing)?\b(?= [\ue800-\uebff])"
            r"|\b(?:list|itemi[sz]e|enumerate)\b(?: (?:out|of|all|me))*|\bshow(?: me| us)?(?: all| every| the)*\b"
            r"|\b(?:pull|bring) up\b|\bgive me(?! back)(?: all| every| a list of| the)*\b|\bdisplay\b"
            r"|\bwhat (?:did|have"
            r"|do) (?:i"
            r"|we) (?:buy|bought|order|ordered|purchase|purchased)\b|\bwhat (?:did|have|do) (?:i|we)"
            r" get\b(?! (?:refunded|reimbursed|credited|refunds|in refunds|as refunds?|charged|billed"
            r"|stung|hit|dinged|docked|paid"
            r"|back|from|through))|\beverything (?:(?:that )?(?:i|we) (?:bought|ordered|purchased|paid|spent)"
            r"|from|at)\b"
            r"|\bwhat (?:i|we) (?:bought|ordered|purchased|got)\b|\b(?:all|every) (?:the |my |of my"
            r" )?(?=[\ue000-\ue3ff] (?:purchases?|charges?|payments?"
            r"|transactions?|orders?)\b)|\ball (?:the |my |of my )?(?=purchases|charges"
            r"|payments|transactions|expenses|orders)|\bevery (?=purchase|charge|payment|transaction|expense|order)"
            r"|\b(?:which|what) (?:were|are|is|was) (?:all )?(?:the |my |our )?(?=[\ue000-\ue3ff] (?:purchases"
            r"|charges|payments|transactions|orders|visits|bills|expenses)\b)|\b(?:which|what) (?:were "
            r"|are |is |was )?(?:all )?(?:the |my )?(?=purchases|charges|payments"
            r"|transactions"
            r"|expenses|orders|rows)|\blisting\b|\bsee (?:all|every|the|my)\b|\bnames? of\b"
        ),
    ),
    (
        Cue.DIFFERENCE,
        (
            r"\b(?:what(?:'s| is| was) )?(?:the )?difference\b(?: (?:between|in|of))?|\bhow much (?:more|extra|less"
            r"|higher|lower|bigger|greater)\b(?: (?:money|expensive))?|\b(?:gap|spread) between\b|\bby how much\b"
            r"|\bcompared? (?:to|with|against|between|my)?\b|\bcompare\b|\bcomparison\b"
        ),
    ),
    (
        Cue.MINUS,
        (r"\bminus\b|\b(?:subtract(?:ed)?|take away)\b|(?<=[\ue000-\uebff] )less\b(?! than)"),
    ),
    (
        Cue.MORE,
        (
            r"\b(?:bigger|higher|heavier|dearer|worse|pricier|costlier|steeper|more expensive) (?:month"
            r"|quarter|year|one|period|half|week)\b|\b(?:worse|heavier|steeper)\b|\bcame out (?:higher"
            r"|more|ahead|on top|bigger)\b"
        ),
    ),
    (
        Cue.MORE,
        (
            r"(?<=[?:,;.] )(?:who|which(?: one)?|what) (?:won|wins|came out (?:on top|ahead)|comes out"
            r" (?:on top|ahead))\b|\b(?:more|higher|bigger|larger|greater|costlier|dearer|pricier"
            r"|exceed(?:ed|s)?|outspen[dt])\b(?: (?:of my"
            r"|of our|money|often|expensive|in total))*"
        ),
    ),
    (Cue.LESS, r"\b(?:less|fewer|lower|cheaper|smaller)\b(?: (?:of my|of our|money|often|expensive|in total))*"),
    (Cue.THAN, r"\b(?:than|beats?|versus|vs\.?|against|as opposed to|rather than)\b"),
    (Cue.OR, r"\bor\b"),
    (
        Cue.CHANGED,
        (
            r"\b(?:chang(?:e|ed|es|ing)|increas(?:e|ed)|risen|rise|rose|gr[eo]wn?|f[ae]ll(?:en)?|decreas(?:e|ed)"
            r"|declin(?:e|ed))\b(?: by)?"
        ),
    ),
    # --- kinds of movement
    (
        Cue.OUTFLOW,
        (
            r"\b(?:total |overall |net )?(?:outflows?|outgoings?)\b(?! on)|\bmoney (?:that )?(?:went "
            r"|going |go |goes |flowed "
            r"|left |is going )?(?:out|leaving)(?: of (?:my|our|all my|the) (?:accounts?|pocket))?\b|\b(?:left|leaving"
            r"|leave|went out of|gone out of|go out of|flowed out of|came out of) (?:my|our|all my) accounts?\b"
            r"|\b(?:went|go|goes|gone|going|flow(?:ed)?) out\b(?: in total| overall)?"
        ),
    ),
    (
        Cue.FEE_KIND,
        (
            r"\b(?P<fee>atm|cash machine|cashpoint|foreign transaction|foreign exchange|fx|overdraft|insufficient funds"
            r"|nsf) (?:fees?|charges?)\b"
        ),
    ),
    (
        Cue.FEES,
        (
            r"\b(?:in|as) (?:bank )?charges\b(?= ?(?:[\ue400-\ue7ff]|in|since|last|this|during|over|for"
            r"|[?.!]|$))|\bcharges? (?:from|by) (?:my |the )?bank\b"
        ),
    ),
    (
        Cue.FEES,
        (
            r"\b(?:bank(?:ing)?|account|card|service|maintenance)? ?fees?\b(?: (?:charged|paid))?"
            r"|\bbank(?:ing)? charges?\b|\bbank costs?\b|\bcharges? (?:from|by) (?:my |the )?bank\b"
        ),
    ),
    (
        Cue.INTEREST_EARNED,
        (
            r"\binterest (?:did i |do i |have i |i |that i |was |were |we )?(?:earn(?:ed)?|receiv(?:e|ed)"
            r"|(?:get|got)(?! (?:charged|billed|hit|stung))|made?"
            r"|make|paid to me|credited|income)\b|\b(?:earn(?:ed)?|receiv(?:e|ed)|get|got|ma[dk]e"
            r"|credited)(?: \w+){0,2} (?:in |from |of |as )?interest\b|\bsavings interest\b|\binterest (?:on"
            r"|from) (?:my |the )?savings\b|\binterest income\b|\binterest came in\b"
        ),
    ),
    (
        Cue.INTEREST,
        (
            r"\b(?:card |credit card |overdraft |purchase |loan )?interest(?: (?:charges?|charged|payments?|costs?"
            r"|fees?|paid|(?:i |we )?(?:got|get|was|were|been) (?:charged|billed|hit with|stung for)))?\b"
        ),
    ),
    (
        Cue.REFUND,
        (
            r"\brefund(?:s|ed)?\b|\b(?:money|cash|much) (?:did i |i |that i )?(?:got |get |gotten |came |come )?back\b"
            r"|\b(?:got|get|gotten|given|gave|came|come) (?:me )?back\b|\bmoney back\b|\breimburse(?:d|ments?)\b"
            r"|\bcredited back\b|\breversals?\b|\breturns\b|\b(?:gave|give|paid|pay|put|sent|send) (?:me "
            r"|us )?back(?: to (?:me|us))?\b(?! (?:on|to)\b)"
        ),
    ),
    (
        Cue.CASH,
        (
            r"\b(?:get|got|take|took|draw|drew|pull(?:ed)?)? ?(?:out )?(?:of|from|at) (?:the |a )?holes?"
            r" in the wall\b"
        ),
    ),
    (
        Cue.CASH,
        (
            r"\b(?:cash )?(?:did i |do i |have i |i )?(?:pull(?:ed)?|draw|drew|take|took|get|got)(?: out)? (?:from"
            r"|out of|at) (?:the |an |any"
            r" |my )?(?:atms?|cash machines?|cashpoints?)\b|\b(?:get|got|pull(?:ed)?) out of (?:cash machines|atms"
            r"|cashpoints)\b"
            r"|\bcash (?:withdrawals?|withdrawn|out)\b|\bwithdr(?:ew|aw|awn|awals?|awing)\b(?: in)?(?: cash)?|\b(?:took"
            r"|take|taken|get|got|pull(?:ed)?|draw|drew) (?:out )?(?:in )?cash\b(?: out)?|\b(?:take|took"
            r"|taken) out\b(?: in)?(?: (?:of|from) (?:the |an |any )?(?:atms?|cash machines?|cashpoints?))?|\b(?:atm"
            r"|cash machine|cashpoint)s?\b(?: withdrawals?)?|\b(?:hit|hits|at|to) (?:the|an) (?:atm|cash machine"
            r"|cashpoint)s?\b|\bcash\b"
        ),
    ),
    (
        Cue.CARD_PAYMENT,
        (
            rf"\bcredit card (?:payments?|repayments?)\b(?: (?:to|on|for|towards?))?|\b(?:pay(?:ing)?|paid) (?:off"
            rf"|down)\b(?: on)?|\b(?:pay(?:ing)?|paid) back (?:on|to) (?=(?:my |the )?{ANY_NAME})"
            rf"|\b(?:re)?payments? (?:made )?(?:to|on|towards?|into) (?=(?:my |our |the )?(?:{ANY_NAME}"
            rf"|credit card))|\b(?:paid|pay|put) (?:towards?|onto) (?=(?:my |the )?(?:{ANY_NAME}|credit card))"
            rf"|\bpaid (?=(?:to |on )?(?:my |the )?credit card)|\brepa(?:id|y|yments?)\b"
        ),
    ),
    (
        Cue.MOVED,
        (
            r"\b(?:transfer(?:red|s|ring)?|mov(?:e|ed|ing)|shift(?:ed)?|sweep|swept)\b(?: (?:money|over|across|funds"
            r"|from my other accounts))?(?: (?:in)?to| out of| from| between)?|\b(?:put|putting|paid|pay|add(?:ed)?"
            r"|deposit(?:ed)?|set|went|goes|gone|go|going|came|come|flowed|squirrel(?:led)?|stash(?:ed)?|sent|send"
            r"|top(?:ped)? up) (?:money )?(?:into|aside (?:into|in|to)|away (?:into|in)|aside|away)\b"
            r"|\bstash(?:ed)? (?:money )?in\b|\b(?:put|putting|deposit(?:ed|ing)?|tuck(?:ed)?|salt(?:ed)?|bank(?:ed)?)"
            r" (?:money |cash |away )?in(?= (?:my |our |the )?(?:[\ue000-\ue3ff]|savings?|isa|brokerage))"
            r"|\bfrom (?:my|our"
            r"|the) other (?:accounts?|account)\b|\b(?:put|add(?:ed)?|sent|send|went|goes|gone) (?:in)?to"
            r" (?=(?:my |our )?(?:savings|[\ue000-\ue3ff]))"
        ),
    ),
    (Cue.SAVED, r"\bsaved?\b(?: up)?|\bset aside\b|\bput away\b"),
    (
        Cue.ACCOUNT_TYPE,
        (
            r"\b(?:(?:from|on|with|using|to|into|off|out of|in|by|through|via) )?(?:my|our|the|a)? ?(?P<type>checking"
            r"|current|savings?|credit[- ]card|debit[- ]card|credit|joint|business|isa|brokerage)(?: accounts?| cards?"
            r"|)\b(?<!\bcredit)(?<!\bcurrent)(?<!\bjoint)(?<!\bbusiness)|\b(?:(?:from|on|with|using|to|into|off|out of"
            r"|by) )(?:my|our|the) cards?\b"
        ),
    ),
    (
        Cue.EVERY_SOURCE,
        (
            r"\b(?:all|any|every|from all|across all)(?: my| the)? (?:sources?(?! of)|payers?|employers?"
            r"|income sources?"
            r"|streams?)\b|\bin total from all\b"
        ),
    ),
    (
        Cue.WAGES,
        (
            r"\b(?:my |our )?(?:salary|salaries|wages?|pay ?che(?:ck|que)s?|payroll|pay packets?|take[- ]home(?: pay)?"
            r"|net pay)\b"
        ),
    ),
    (
        Cue.PAID_ME,
        (
            r"\b(?:pay|paid|pays|sent|send|sends|gave|give|wired|transferred|venmoed|zelled|deposited|owed) (?:me|us"
            r"|to me|to us|into my account)\b|\b(?:payments?|pay|deposits?|transfers?) to (?:me|us)\b"
            r"|\b(?:get|got|getting|been|was|were|am) paid\b(?: by| from)?|\bwas (?:i"
            r"|we) (?:last |first |ever )?paid\b(?: by| from)?|\bwere we paid\b|\bpaid by\b|\bpayments? from\b"
            r"|\bdid (?:i|we) get (?=from )|\bi (?:got|get) from\b|\breceived? from\b|\b(?:came|come|coming"
            r"|comes) (?:in )?from\b|\bget (?:paid )?from\b(?! (?:me|us)\b)|\bgot from\b"
        ),
    ),
    (
        Cue.RECEIVED,
        (
            r"\b(?:arriv(?:e|ed|es)|land(?:ed|s)?|(?:come|came) through)\b|\breceiv(?:e|ed|ing)\b"
            r"|\b(?:came|come|coming|comes|bring|brought|(?:took|take)(?= in (?![\ue400-\ue7ff]))) in\b|\bdeposits?\b"
            r"|\bdeposited\b|\bmoney in\b(?!\s+[\ue000-\uebff])|\binflows?\b|\bcredited\b|\btake(?:s|n)? home\b"
            r"|\btook home\b"
        ),
    ),
    (
        Cue.INCOME,
        (
            r"\b(?:(?:my |our |the )?(?:main |primary |top |biggest |largest |best )?(?:payers?"
            r"|paymasters?|paying (?:client|customer)s?)\b)"
            r"|\b(?:(?:my |the )?(?:main|primary|top|biggest|largest) )?(?:sources?|streams?) of (?:income|money"
            r"|earnings)\b|\bincome (?:sources?|streams?)\b|\b(?:total"
            r" )?(?:income|earnings|revenue|earn(?:ed|s|ing)?)\b"
        ),
    ),
    (Cue.MADE, r"\b(?:make|made|making)\b"),
    (
        Cue.SENT,
        (
            r"\b(?:sen[dt](?:ing)?|bung(?:ed)?|slip(?:ped)?(?= [\ue000-\ue3ff])"
            r"|wir(?:e|ed)|zelle(?:d)?|venmo(?:ed)?|g[ai]ve|given|lend|lent"
            r"|transfer(?:red)?)\b(?: (?:money|cash|over))?(?: (?:to|via \w+))?|\b(?:on|via|by|through"
            r"|with|over) (?:venmo|zelle|paypal|cash app|revolut|bizum|bank transfer|faster"
            r" payments?)(?:,| or| and) (?:via |by |on )?(?:venmo|zelle|paypal|cash app|revolut|bizum"
            r"|bank transfer|faster payments?)\b|\bmoney to\b|\bpayments? to\b"
        ),
    ),
    # --- which rows
    (Cue.WEEKEND, r"\b(?:on |at |over |during )?(?:the )?weekends?\b|\b(?:on )?saturdays? (?:and|or|&) sundays?\b"),
    (
        Cue.WEEKDAYS,
        (
            r"\b(?:on |during )?(?:the )?(?:weekdays?|week days?|working days?)\b|\bmonday (?:to|through) friday\b"
            r"|\b(?:during|in) the week\b(?! of)"
        ),
    ),
    (Cue.DAY_OF_WEEK, r"\b(?:on |every )?(?P<weekday>monday|tuesday|wednesday|thursday|friday|saturday|sunday)s?\b"),
    (
        Cue.ABROAD,
        (
            r"\b(?:abroad|overseas)\b|\bacross the border,?(?= in (?:the )?[\ue000-\ue3ff])|\b(?:in |from"
            r" )?(?:foreign|other) countries\b|\b(?:outside|out of) (?:of )?(?:the"
            r"|my|our)(?: home)? (?:country|uk|us|usa|states|eu)\b|\binternational(?:ly)?\b"
            r"|\bin (?:a )?foreign (?:country|places)\b|\bforeign(?= spend)|\bnot in my (?:home )?country\b"
        ),
    ),
    (
        Cue.BY_CURRENCY,
        (
            r"\b(?:per|by|in each|for each|each|split (?:it )?by|broken down by|separately (?:by|per))"
            r" currenc(?:y|ies)\b(?:"
            r" separately)?"
        ),
    ),
    (
        Cue.CURRENCY,
        (
            r"\b(?:in |paid in |charged in )?(?:us |u\.s\. |american |british |japanese )?(?P<code>dollars?|usd"
            r"|euros?|eur"
            r"|pounds?(?: sterling)?|sterling|gbp|yen|jpy|swiss francs?|chf|cad|aud|canadian dollars?|sek|nok|dkk|pln"
            r"|zloty)\b(?: (?:only|rows|transactions|payments|purchases))?"
        ),
    ),
    (Cue.CATEGORY_WORD, r"\b(?:(?:which|what) )?(?:spending )?categor(?:y|ies)\b"),
    (
        Cue.PRICE,
        (
            r"\b(?:the |my |its )?(?:going )?(?:prices?|rate)\b(?= (?:of|for) (?:my |the |an? )?[\ue000-\ue3ff])"
            r"|(?<=[\ue000-\ue3ff] )(?:price|rate)\b|(?<=[\ue000-\ue3ff]'s )(?:price|rate)\b|\b(?:monthly"
            r"|yearly|annual|current|latest|present) (?:price|rate|fee)\b"
        ),
    ),
    (
        Cue.NOW,
        (
            r"\b(?:these days|nowadays|at the moment|at present|as it stands|as things stand|(?:as of"
            r" )?right now|currently|now)\b"
            r"|\b(?:current|present|latest)(?= (?:\w+ )?(?:cost|charge|amount|bill)\b)"
        ),
    ),
    # --- the plain words of money
    (
        Cue.SPEND,
        (
            r"\b(?:spend|spent|spends|spending|expenses|expenditures?|outlays?|cost|costs|costing|paid|pay|pays|paying"
            r"|charge(?:d)?|charging|charges (?=me|us)|hand(?:ed)? over|part(?:ed)? with|(?:get|got|gone|go"
            r"|went) through|bill(?:ed)?|blew|blow|blown|drop(?:ped)?|splashed|splurged?|forked|shell(?:ed)? out"
            r"|spunked|disappeared|vanished|frittered|burn(?:ed"
            r"|t)?|fork|invoiced|owe)\b(?: (?:out|over|up)\b)?|\b(?:went|goes|go|gone|going) (?:on|to|towards?|for|at"
            r"|into)\b|\b(?:come|comes|came) to\b|\b(?:took|take|takes|taken|get|got|gets|made|make|makes|eat|ate|eats"
            r"|eaten|swallow(?:ed)?|suck(?:ed)?|had)\b(?= (?:\w+ ){0,3}(?:from|of|out of|up|off) (?:me|us|my|our|i)\b"
            r"| of my)|\b(?:out of|of|from) (?:my|our) (?:money|pocket|wallet)\b|\bset(?:ting)? (?:me|us)"
            r" back\b|\b(?:lost|lose|losing) (?:to|in|on)\b|\b(?:stung|dinged|clipped|docked|skimmed"
            r"|nicked|whacked|handed|tapped|tap|swiped?"
            r")\b(?: (?:off|for|with|to|in|on|at))?(?: me| us)?"
            r"|\b(?:lay|lays|laid|laying|dish(?:ed)?|pay|paid|chuck(?:ed)?|cough(?:ed)?|stump(?:ed)?"
            r"|lash(?:ed)?|fork(?:ed)?|pony|ponied|plunk(?:ed)?"
            r"|plonk(?:ed)?|throw|threw|thrown|pour(?:ed)?|sink|sank|sunk|put) (?:out|up|down|over"
            r"|away)\b(?: (?:on|for|at|to|into|with))?|\b(?:sink|sank|sunk|pour(?:ed)?|pump(?:ed)?"
            r"|plough(?:ed)?"
            r"|plow(?:ed)?|funnel(?:l?ed)?|chuck(?:ed)?|thr[eo]wn?) (?:at|into|in)\b(?=(?: \w+)?"
            r" ?[\ue000-\ue3ff])|\b(?:rack(?:ed|ing)?|run|ran|clock(?:ed)?) up\b"
            r"|\bmoney\b(?: (?:spent|on|to|at|with|for))?|\bbought?\b|\bbuy(?:ing|s)?\b|\bshop(?:ped|ping)?\b"
            r"|\bpurchased\b|\bpurchasing\b|\border(?:ed|ing)\b|(?<=\bi )used?\b|(?<=\bwe )used?\b|\bus(?:e|ed"
            r"|ing)\b(?= (?:at|my|the |[\ue000-\ue3ff]))"
            r"|\b(?:hit|filled up at|filled up with|filled up|nip(?:ped)? into|pop(?:ped)? into|stop(?:ped)? at"
            r"|stop(?:ped)? by"
            r"|set foot in)(?= (?:the |my )?[\ue000-\ue3ff])|\b(?:get|got|took|take|takes"
            r"|gets) (?:from|out of|off) (?:me|us)\b|\bspendings?\b|\bburn(?:ed|t)? through\b|\bgave to\b|\bgive to\b"
            r"|\bvisit(?:ed)?\b|\bgo(?:ne)? to\b|\bwent to\b|\bgoe?s?\b|\bgone\b|\bwent\b|\beat(?:en)?\b|\bate\b"
            r"|\bfrom (?:me|us)\b"
        ),
    ),
    (
        Cue.TOTAL,
        (
            r"(?<=[\ue000-\ue3ff] )(?:number|figure)\b(?! of)|\bsummed(?: up)?\b|\btall(?:y|ied)(?:"
            r" up)?\b|\btot(?:ted|s)? up\b|\badd(?:ed)?(?: it| them)?(?: all)? (?:up|together)\b|\bput"
            r" together\b|\b(?:in )?(?:grand )?total(?:s|led|ling)?\b|\b(?:the"
            r" )?sum\b(?: of)?|\badd(?:s|ed)? up\b(?: to)?"
            r"|\baltogether\b|\bin all\b|\boverall\b|\bcombined\b|\btogether\b|\bcumulative(?:ly)?\b|\ball up\b"
        ),
    ),
    (Cue.CHARGE, rf"\b{_CHARGES}\b"),
    (Cue.WHO, r"\bwho(?:m)?\b"),
    (Cue.WHICH, r"\bwhich(?: (?:one|ones|of (?:my|the)))?\b"),
    (
        Cue.EXCEPT,
        (
            r"\b(?:if (?:you|i|we) )?(?:ignor(?:e|ing)|exclude|disregard(?:ing)?|leav(?:e|ing) (?:out"
            r"|aside)|skip|omit|forget(?:ting)?(?: about)?|don't count|not count"
            r"|set(?:ting)? aside|put(?:ting)? aside|discount(?:ing)?|subtract(?:ing)?|remov(?:e|ing))\b"
            r"|\b(?:excluding|except(?: for)?|other than|besides|apart from|aside from|not counting|not"
            r" including"
            r"|without(?: counting| including)?|omitting|skipping"
            r"|leaving out|leave out|but not|minus)\b"
        ),
    ),
    (Cue.AND, r"(?<=[\ue000-\uebff] )\+(?= )|\b(?:and|plus|as well as|along with)\b|&"),
    (Cue.THERE, r"\bthere\b"),
    (Cue.IT, r"\b(?:it|that|those|these|them|they|this|he|she|his|her|him)\b"),
    (Cue.NEGATION, r"\b(?:not|never|no|none|don't|didn't|haven't|hasn't|wasn't|isn't|doesn't|nothing|nobody)\b"),
)
CUES: tuple[tuple[Cue, re.Pattern[str]], ...] = tuple((cue, re.compile(pattern)) for cue, pattern in _CUES)
