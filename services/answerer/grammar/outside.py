"""Words that lie outside what the ledger can hold or the product answers."""

from __future__ import annotations

import re

OUT_OF_SCOPE = tuple(
    re.compile(pattern)
    for pattern in (
        (
            r"\b(?:should|shall|ought|afford|recommend\w*|advi[cs]e|suggest\w*|forecast|predict\w*|projected|projection"
            r"|budget me)\b"
        ),
        r"\bwill\b(?! you)|\b(?:i|we)'ll\b|\bwon't\b|\bgoing to (?:spend|cost|pay|be|have|need|run|earn)\b|\bgonna\b",
        r"\bwould (?:it|that|i|my|be|happen|cost)\b(?! (?:like|love) to (?:know|see))|\bcould i (?:save|cut|spend)\b",
        (
            r"\bnext (?:week|month|quarter|year|payday|paycheck|time|summer|few|two|three|\d+)\b|\btomorrow\b"
            r"|\bin (?:two|three|five|ten|\d+) (?:years|months|weeks|days)\b"
        ),
        (
            r"\bhow (?:do|can|could|might|would) (?:i|we|you|one)\b(?! (?:spend|pay|earn|get paid))|\bhow to\b"
            r"|\btips (?:for|to|on)\b"
        ),
        (
            r"\b(?:worth (?:it|buying|keeping|having|paying)|good idea|good deal|too much|too high|overpaying"
            r"|overspend\w*|wise|sensible|normal|healthy|on track|reasonable|better off)\b"
        ),
        (
            r"\b(?:the )?average (?:household|person|american|brit|briton|family|student|couple|user|customer|consumer"
            r"|adult|salary in|rent in|price of|cost of living)\b"
        ),
        (
            r"\b(?:do|does|did|would|can) (?:people|they|others|everyone|everybody|someone|he|she|men|women|families)\b"
            r"|\b(?:other|most|many) (?:people|users|customers|families|households|students)\b|\bpeople (?:like me"
            r"|my age|in)\b|\beveryone else\b|\banother user\b|\bsomeone else\b|\bother users?\b"
        ),
        (
            r"\b(?:my |our |the )?(?:neighbou?r|friend|boss|colleague|co-?worker|flatmate|roommate|landlord|cousin"
            r"|uncle"
            r"|aunt|ex)s?(?:'s)? (?:spend|spent|spends|pay|paid|pays|earn|earns|earned|make|makes|made|buy|bought|get"
            r"|got|have|owe)\b"
        ),
        (
            r"\b(?:my |our )?(?:neighbou?r|friend|boss|colleague|co-?worker|flatmate|roommate|cousin|uncle"
            r"|aunt)'?s'? (?:spending|account|balance|salary|income|purchases?|rent|bills?|bank)\b"
        ),
        (
            r"\b(?:stocks?|shares? (?:to|should)|invest\w*|crypto|bitcoin|etfs?|mortgage rates?|inflation"
            r"|interest rates? (?:go|rise|fall|going)|exchange rates? (?:go|rise|fall|going))\b"
        ),
        (
            r"\bwhat (?:does|do|is|are) .{1,30}\bmean\b(?! (?:size|purchase|charge|spend|amount|monthly|daily"
            r"|weekly|cost))"
            r"|\b(?:capital of|world cup|president|prime minister|weather|recipe|joke|poem|meaning of|population"
            r"|who (?:won|invented|founded|owns|wrote|discovered))\b"
        ),
        (
            r"\bbest (?:savings?|bank|credit|card|account|current|checking|way|deal|price|stock|rate|broker|isa"
            r"|mortgage"
            r"|insurance|time to|place to)\b"
        ),
        (
            r"\b(?:improve|boost|fix|repair|build) my\b|\b(?:increase|raise) my (?:savings?|income|score|credit|salary"
            r"|limit|pay)\b|\b(?:save|cut|reduce|lower) (?:more|money|my|back)\b(?! goal)"
        ),
        (
            r"^[^\w%\ue000-\uf8ff]*(?:please |pls |can you |could you |would you |i want you to "
            r"|i need you to )*(?:cancel|transfer|send|pay|move|buy|open|close|block|freeze|dispute|set up|remind"
            r"|delete"
            r"|change|update|book|order|withdraw|deposit|invest|switch|apply|sign)\b(?! (?:history|amounts?|total|from"
            r"|at|day|sum|count))"
        ),
        (
            r"\bwhy\b(?! (?:was|were|am|did|have|has|do) (?:i|we|my \w+)? ?(?:(?:been |get |got )?(?:charged|billed|pay"
            r"|paid|debited)|.{1,3}(?: \w+)? (?:charge|bill|take|debit)))"
        ),
        r"\bhow come\b|\bdo you think\b|\bwhat do you\b|\byour opinion\b|\bare you\b|\bwho are you\b",
        (
            r"\b(?:am|are) (?:i|we)\b(?! still (?:paying|subscribed|subscribing|being|getting|a member))(?! (?:paid"
            r"|spending|paying|being|subscribed|subscribing|charged|billed))"
        ),
        r"\brun out\b|\blast until\b|\bby the end of\b|\bretire\w*\b",
    )
)

# (what it is, what the ledger holds instead, pattern)
NOT_IN_DATA = tuple(
    (missing, instead, re.compile(pattern))
    for missing, instead, pattern in (
        (
            "balances",
            "the movements on each account",
            (
                r"\bbalances?\b|\b(?:money|cash|much)(?: do i| did i| i)? (?:is |was |have |do i have |had "
                r"|i have )*(?:left|remaining)\b(?! (?:my|our|the|all|from))|\bleft (?:in|on|over|to spend)\b"
                r"|\bhow much(?: money| cash)?(?:'s| is| was| do i have| have i got)(?: there| sitting)? in"
                r" (?:my|our|the) "
                r"(?:[\ue000-\ue3ff]|savings?|checking|current|bank|isa|accounts?|pot)"
                r"|\bhow much (?:money )?(?:do|did|have) (?:i|we) (?:have|got|had)\b(?! (?:\w+ ){0,2}(?:spent|paid|sent"
                r"|to pay|in (?:refunds|fees|income)|going|coming))|\boverdrawn\b|\bavailable (?:funds|credit)\b"
                r"|\bcan i withdraw\b"
            ),
        ),
        ("limits", "the payments made with each card", r"\b(?:credit |spending |card |overdraft |daily )?limits?\b"),
        (
            "rates",
            "the interest charged and earned, as amounts",
            (
                r"\bhow many (?:dollars|euros|pounds|yen|cents|pence|francs)\b"
                r"|\b(?:interest|exchange|conversion|mortgage|savings|fx|tax) rates?\b|\bapr\b|\bapy\b|\baer\b"
                r"|\bthe rate\b|\bconver(?:t|ted|sion)\b|\bexchange\b|\b(?:in|to) (?:dollars|euros|pounds|usd|eur"
                r"|gbp) (?:terms|equivalent|at)\b|\bat today's rate\b"
            ),
        ),
        ("points and rewards", "the amounts paid", r"\b(?:points|miles|rewards?|cash ?back|loyalty|stamps)\b"),
        ("credit scores", "the payments made to lenders", r"\b(?:credit )?(?:score|rating)s?\b|\bcredit report\b"),
        (
            "net worth and debts",
            "the movements on each account",
            (
                r"\bnet worth\b|\bworth\b|\b(?:do|did) (?:i|we) (?:still )?owe\b|\bowed?\b|\boutstanding\b"
                r"|\bmy debts?\b"
                r"|\bminimum payment\b|\bdue (?:date|on|next)\b|\bpay ?off date\b|\bassets\b"
            ),
        ),
        ("tips", "the whole amount of each payment", r"\b(?:tips?|tipped|tipping|gratuity|gratuities)\b"),
        (
            "tax inside a payment",
            "the whole amount of each payment",
            (
                r"\b(?:sales tax|vat|gst)\b|\btax(?:es)?\b(?! (?:refunds?|years?|rebates?|office|returns?|prep|service"
                r"|software))"
            ),
        ),
        (
            "discounts",
            "the amounts that were charged",
            r"\b(?:discounts?|coupons?|vouchers?|promo(?:tion)?s?|on sale|sale price|list price|full price)\b",
        ),
        (
            "items on a receipt",
            "the amount and the merchant of each payment",
            (
                r"\b(?:items?|products?|articles?|units?|gallons?|lit(?:re|er)s?|kilos?|pounds of|ounces|bottles?|cups?"
                r"|packs?|calories|brands?|(?:what|which|shoe|shirt) sizes?|colou?rs?|receipts?|serial|warranty"
                r"|how many (?:coffees|lattes|drinks|beers|meals|books|shirts|tickets|pizzas|burgers|rides|nights"
                r"|miles))\b"
            ),
        ),
        (
            "items on a receipt",
            "the amount and the merchant of each payment",
            (
                r"\b(?:milk|eggs?|bread|butter|cheese|fruits?|vegetables?|snacks?|candy|chocolate|chips|crisps|beers?"
                r"|wines?|alcohol|liquor|spirits|soda|lattes?|espressos?|cappuccinos?|americanos?|croissants?|muffins?"
                r"|bagels?|sandwich(?:es)?|pizzas?|burgers?|fries|salads?|sushi|tacos?|meat|chicken|beef|fish|rice"
                r"|pasta"
                r"|cereal|yogh?urt|nappies|diapers|shampoo|toothpaste|detergent|toilet paper|batter(?:y|ies)|socks"
                r"|shoes"
                r"|shirts?|jeans|dress(?:es)?|jackets?|popcorn|cigarettes?|organic|vegan|delivery fees?|shipping"
                r"|postage"
                r"|service charges?)\b"
            ),
        ),
        (
            "account details",
            "the movements on each account",
            r"\b(?:pin|iban|sort code|routing number|account number|card number|expiry|expiration|password|cvv)\b",
        ),
        (
            "opening hours, addresses and staff of businesses",
            "the amount and the merchant of each payment",
            (
                r"\b(?:opening hours|phone number|address of|website|receptionist|cashier|waiter|time of day|what time"
                r"|which hour|o'clock|in the morning|in the evening|at night|after midnight)\b"
            ),
        ),
    )
)
