"""Words that lie outside what the ledger can hold or the product answers."""

from __future__ import annotations

import re

_KIN = (
    r"(?:wife|husband|partner|spouse|boyfriend|girlfriend|fianc[eé]e?|sister|brother|mum|mom"
    r"|mother|dad|father|parents?|son"
    r"|daughter|kids?|child(?:ren)?|cousin|uncle|aunt(?:ie)?|gran(?:ny|dad|dma|dpa|dmother|dfather)?|nan|nephew|niece"
    r"|neighbou?rs?|friends?|best friend|mate|boss|manager|colleagues?|co-?workers?|flatmates?"
    r"|housemates?|roommates?|landlord"
    r"|in-?laws?|mother-in-law|father-in-law|ex|ex-wife|ex-husband|tenant|teacher|employees?|assistant)"
)

# What belongs to somebody else, and orders, before anything that the ledger may lack.
OUT_OF_SCOPE = tuple(
    re.compile(pattern)
    for pattern in (
        # --- other people's money
        (
            rf"\b(?:do|does|did|is|are|was|were|has|have|can|will) (?:my|our|his|her|their) {_KIN} (?:ever"
            r" |still |usually |even )?(?:spend|spent|spending"
            r"|buy|bought|earn|earned|earning|make|made|making|owe|save|saved|have|get paid|own|pay|paid"
            r"|paying)\b(?! (?:me|us|back)\b)"
        ),
        (
            rf"\b(?:my|our) {_KIN}(?:'s|s')? (?:\w+ )?(?:spend|spent|spends|spending|salary|wages?|income"
            r"|earnings?|earns?|bank|balance|accounts?|purchases"
            rf"|bills?|rent|savings|debts?|net worth|pension|bonus)\b(?! (?:me|us)\b)"
        ),
        r"\b(?:does|do|did|will) [\ue000-\ue3ff] (?:earn|make(?! me)|get paid(?! off)|own|weigh)\b",
        (
            r"\buser (?:[a-z]{1,2}\d+|\d+)\b|\b(?:another|other|different|someone else's|somebody else's)"
            r" (?:user|customer|client|person|account holder)"
            r"|\b(?:someone|somebody|anyone|everybody) else's\b"
        ),
        # --- general knowledge
        (
            r"^\W*(?:please |pls |can you |could you )*(?:explain|define|translate|describe|write|compose"
            r"|draft|sing|spell)\b"
        ),
        (
            r"\bhow (?:does|do) (?!i\b|we\b|my\b|our\b)(?:an? |the )?[\w' -]{2,40}\bworks?\b|\bwhat(?:'s|"
            r" is| are) an? (?!average|total|typical|typical|month|good\b)[\w' -]{2,30}\?*$"
        ),
        (
            r"\bhow(?:'s| is| are| did) (?:the )?(?!my\b|our\b)[\w&'. -]{2,30} (?:doing|performing"
            r"|trading)\b|\bhow (?:rich|old|tall|famous|many people) (?:is|are|was)\b"
        ),
        (
            r"\bhow much (?:is|are|does|do|would) an? (?!month|year|week|day|time|typical|single"
            r"|average)\w+(?: \w+){0,4}(?: to \w+| cost| these days| nowadays|\?*$)"
        ),
        (
            r"^\W*(?:is|are) (?:[\ue000-\ue3ff]|\w+(?: \w+)?) (?:cheaper|better|dearer|more expensive"
            r"|worse|nicer|pricier) than (?!before|it|they|last|in|on|what|when)"
        ),
        (
            r"\bwhat time (?:does|do|is|will) .{1,40}\b(?:open|close|shut|start|opens|closes)\b"
            r"|\b(?:opening|closing) (?:hours|times?)\b|\bwhen does .{1,30}\b(?:open|close|shut)\b"
        ),
        # --- advice
        (
            r"\bworth (?:it|switching|changing|moving|cancelling|canceling|leaving|renewing|upgrading"
            r"|staying)\b|\b(?:good|great|bad|fair|decent) value\b|\boverpa(?:y|id|ying|yment)\b"
        ),
        (
            r"\bdeduct(?:ible|ions?)?\b(?! from my (?:refund|account))|\bwrit(?:e|ten) off\b"
            r"|\bclaim(?:able)? (?:for|back|as|on)?\b|\btax[- ]deductible\b|\bexpense (?:it|this|that"
            r"|them|these)\b"
        ),
        (
            r"\b(?:get|take out|borrow|apply for) a (?:loan|mortgage|credit card|overdraft)\b|\bhow much"
            r" (?:is|are) an? [\ue000-\ue3ff](?: \w+)? to \w+|^\W*a (?:loan|mortgage)\b|\bcan (?:i|we)"
            r" (?:get|take out|take|have|borrow|buy|retire|quit|stop|spend|swap|switch"
            r"|refinance|save|live|manage)\b"
        ),
        r"\b(?:what(?:'s| is)|which is|where is) (?:the )?best\b(?! month| deal i)",
        # --- orders
        (
            r"^[^\w%\ue000-\uf8ff]*(?:please |pls |can you |could you |would you |i want you to |just"
            r" )*(?:categori[sz]e|re-?categori[sz]e|tag|label|rename|classify|flag|merge|archive"
            r"|export|email|e-mail|download|upload|share|forward|hide|mark|round up|set|create|make"
            r" me|notify|alert|refund|return|complain|report|lock|redeem|increase|raise|lower)\b(?! of\b)"
            r"(?=.*\b(?:my|the|a|an|all|as|to|this|that|these|me|it)\b)"
        ),
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
        # The day of a charge that comes back is read before; what it will be, or what will come, is a forecast.
        (
            r"\b(?:next|upcoming) [\ue000-\ue3ff](?: subscription| membership)? (?:payments?|charges?|bills?|renewals?"
            r"|debits?)\b"
        ),
        (
            r"\bhow (?:do|can|could|might|would) (?:i|we|you|one)\b(?! (?:spend|pay|earn|get paid))|\bhow to\b"
            r"|\btips (?:for|to|on)\b"
        ),
        (
            r"\b(?:worth (?:it|buying|keeping|having|paying)|good idea|good deal|too much|too high|overpaying"
            r"|overspend\w*|wise|sensible|normal(?! (?:day|week|month|year))|healthy|on track|reasonable|better off)\b"
        ),
        (
            r"\b(?:the )?average (?:household|person|american|brit|briton|family|student|couple|user|customer|consumer"
            r"|adult|salary in|rent in|price of|cost of living)\b"
        ),
        (
            r"\b(?:do|does|did|would|can) (?:people|they(?! (?:come|add|total|sum|amount|cost|charge|bill|debit|take"
            r"|took|refund|pay|raise|increase|put|send|give|owe))|others|everyone|everybody|someone|he|she|men|women"
            r"|families)\b"
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
            r"|who (?:invented|founded|owns|wrote|discovered)|who won (?:the|in|at))\b"
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

_GOODS = (
    r"(?:milk|eggs?|bread|butter|cheese|fruits?|vegetables?|veg|snacks?|candy|sweets|chocolates?"
    r"|chips|crisps|beers?|pints?|wines?"
    r"|alcohol|booze|liquor|spirits|sodas?|lattes?|espressos?|cappuccinos?|americanos?|flat"
    r" whites?|teas|croissants?|muffins?|bagels?"
    r"|donuts?|doughnuts?|sandwich(?:es)?|pizzas?|burgers?|fries|salads?|sushi|tacos?|burritos?"
    r"|noodles|meat|chicken|beef|pork|steaks?|fish|rice|pasta|cereal"
    r"|yogh?urts?|nappies|diapers|shampoo|toothpaste|detergent|toilet paper|loo roll|batter(?:y"
    r"|ies)|socks|shoes|trainers|sneakers"
    r"|boots(?= did)|shirts?|t-shirts?|jeans|dress(?:es)?|jackets?|coats?|popcorn|cigarettes?"
    r"|organic|vegan|junk food|fast food items|avocados?|bananas?|apples|oranges"
    r"|strawberries|berries|tomato(?:es)?|potato(?:es)?|onions?|carrots?|lemons?|grapes|mangoe?s"
    r"|water bottles|ice cream|cakes?|cookies|biscuits|pies|gum|flowers"
    r"|pens|notebooks|toys|lego|makeup|lipsticks?|perfume|tickets?(?= did)|pillows?|towels?"
    r"|sheets|lamps?|chairs?|screws|nails|paint|tyres|tires|engine oil)"
)

# (what it is, what the ledger holds instead, pattern)
NOT_IN_DATA = tuple(
    (missing, instead, re.compile(pattern))
    for missing, instead, pattern in (
        (
            "items on a receipt",
            "the amount and the merchant of each payment",
            (
                rf"\bhow (?:many|much) {_GOODS}\b|\bitem by item\b|\bjunk\b|\b(?:on|buy|bought|for|was|were"
                r"|of) (?:my |the |any |some"
                rf" )?{_GOODS}\b|\b{_GOODS} (?:did|have|do) (?:i|we)\b"
            ),
        ),
        (
            "items on a receipt",
            "the amount and the merchant of each payment",
            (
                r"\bwhat (?:did|have|had|do) (?:i|we) (?:eat|eaten|drink|drunk|wear|watch|watched|read|play"
                r"|played|cook|order to eat|have (?:for|at|to eat))\b"
                r"|\b(?:what|which) (?:dish|meal|food|drink|film|movie|seat|seats|table|room|flavou?r|model"
                r"|make|size|row|gate|terminal|flight number|platform|size)\b"
                r"|\b(?:seat|room|table|flight|booking|order|tracking|invoice|reference|receipt) (?:number"
                r"|reference|code|id)\b"
            ),
        ),
        (
            "deliveries",
            "the amount and the day of each payment",
            (
                r"\b(?:delivered|deliver(?:y|ies) (?:date|status|time)|shipped|dispatched|tracking|in transit"
                r"|out for delivery)\b|\b(?:parcel|package|order|delivery)s? (?:arrive|arrived|come|coming"
                r"|turn up)\b"
            ),
        ),
        (
            "balances",
            "the movements on each account",
            (
                r"\bstatement balance\b|\ballowances?\b|\b(?:emergency|rainy[- ]day|pension|retirement"
                r"|savings|holiday|house) (?:fund|pot)\b|\bhow (?:big|large|healthy) is (?:my|our)\b"
                r"|\bhow much (?:is|do i have|have i got)(?: left)? in\b|\bwhat(?:'s| is) (?:in|left (?:in|of"
                r"|on)) (?:my|our|the)\b"
            ),
        ),
        (
            "exchange rates",
            "amounts in their own currencies",
            (
                r"\b(?:dollar|euro|pound|sterling|gbp|usd|eur) (?:value|equivalent|worth|amount) of\b|\bin"
                r" (?:dollar|euro|pound|sterling) terms\b|\bworth in (?:dollars|euros|pounds|sterling|yen)\b"
            ),
        ),
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
            "which tax a payment was for",
            "the payments to tax authorities and councils",
            r"\b(?:council|property|road|car|vehicle|income|capital gains|inheritance) tax(?:es)?\b(?! refunds?)",
        ),
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
