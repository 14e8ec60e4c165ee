"""Words that mean nothing for a plan: courtesies, fillers, why somebody asks."""

from __future__ import annotations

import re

# Taken out first: whole phrases of courtesy, which could otherwise be read as cues.
CHATTER = tuple(
    re.compile(pattern)
    for pattern in (
        (
            r"^[^\w\ue000-\uf8ff]*(?:(?:so(?! far\b)|ok|okay|right|well|um+|uh+|er+m?|ugh|hmm+|hi|hello|hey|hiya|yo"
            r"|morning|evening|afternoon"
            r"|good (?:morning|evening|afternoon)|alright|anyway|now|btw|by the way)\b(?: (?:there|all|team|folks|again"
            r"|so(?! far\b)|then))?[ ,.!:;…—–-]*)+(?!(?:there|again)\b)"
        ),
        (
            r"\b(?:i'm |i am |we're )?(?:not sure|no idea|don't know|dunno) (?:if|whether) (?:you|this|that|it)(?:'re)?"
            r" (?:can|could|are able to|is able to|will|would)? ?(?:help|do this|do that|tell me|tell|answer"
            r" this|answer"
            r"|know|possible|work)\b(?: (?:me|with this|but|however)\b)*|\b(?:sorry|apologies) (?:to|for)"
            r" (?:bug|bugging"
            r"|bother|bothering|pester|pestering|trouble|troubling|ask|asking|disturb|disturbing|nag)\b(?: you| again"
            r"| but| about this)*|\bi know (?:this|it)(?:'s| is) (?:a )?(?:random|silly|stupid|odd|dumb)(?: one"
            r"| question)?(?: but)?\b|\b(?:just|only) (?:wondering|curious|checking|asking)\b(?: but)?"
        ),
        (
            r"\b(?:many )?thank(?:s| you)(?: very much| so much| a lot| a bunch| a million)?(?: in advance)?\b"
            r"|\b(?:cheers|ta|thx) in advance\b|\bif you (?:don't|wouldn't|do not) mind\b|\bif (?:that's|it's)"
            r" ok(?:ay)?\b"
            r"|\bwhen you (?:can|get a (?:chance|moment))\b|\bmuch appreciated\b|\bappreciate it\b"
        ),
        (
            r"\b(?:i )?(?:just )?(?:need|want|'m doing|am doing|'m making|am making)?(?: (?:it|this|that))? ?(?:for|on)"
            r" (?:my|our|the|a) (?:monthly |household |personal |tax )?(?:budgets?|budgeting|spreadsheets?|records"
            r"|accountant|bookkeeping|taxes|tax return|files|own (?:records|reference)|notes?)\b"
            r"(?! (?:for|on|was|is|of))|\bi(?:'m| am) (?:just )?(?:doing|making|planning|checking|reviewing|sorting"
            r"(?: out)?|updating) (?:my|our|the) (?:monthly |household )?(?:budget|finances|taxes|spreadsheet|accounts"
            r"|books|money)\b|\bi(?:'m| am) budgeting\b"
        ),
        (
            r"\bend(?:ed|ing)? up\b(?= \w+ing\b)|\bend(?:ed)? up(?= (?:pay|spend|spent|paid))|[,(]? ?\bin"
            r" days\b[,)]?|\(days\)"
        ),
        r"(?<=transaction )going out\b(?: on spending)?|(?<=payment )going out\b(?: on spending)?",
        (
            r"\b(?:counting only|only counting|looking only at|just counting|only looking at)\b"
            r"|\b(?:across|over) the board\b|\beverything (?:added up|together|counted|summed(?: up)?"
            r"|taken together|considered|in)\b"
            r"|\b(?:counting|with|including) everything\b|\ball things (?:counted|considered)\b|\bone"
            r" figure\b|\ball in(?=[?.! ]*$)"
        ),
        (
            r"\b(?:chronologically|in"
            r" (?:date|time|chronological) order"
            r"|by date|(?:oldest|newest|latest|most recent|earliest) first|with (?:the )?(?:dates|amounts"
            r"|dates and amounts"
            r"|amounts and dates))\b|(?<!than )(?<!with )(?<!to )(?<!month )(?<!year )(?<!week )(?<!day"
            r" )(?<!from )\b(?:in the past|before)(?=[?.! ]*$)"
            r"|\bat all(?=[?.! ]*$)|\bthat i (?:know|can think|am aware) of\b|\bas far as you (?:know|can"
            r" see|can tell)\b"
        ),
        (
            r"\bremind me (?=(?:what|how|when|where|who|which) (?!.*\b(?:said|told|call(?:ed)?|mean|goal"
            r"|target|want(?:ed)?)\b))"
            r"|\bremind me(?= (?:of )?(?:my|the) (?!.*\b(?:goal|target)\b))"
        ),
        (
            r"\b(?:not including|excluding|without|not counting|apart from|leaving out|ignoring|no)(?: any| the| my"
            r"| own| internal)* transfers?\b(?: between (?:my )?(?:own )?accounts)?"
        ),
        (
            r"\bwhat'?s (?=(?:the|my|our) (?:total|number|figure)[?.! ]*$)|,\s*(?:what'?s|give me|i want) (?:the|that)"
            r" (?:total|number|figure|sum|amount)[?.! ]*$|\bi mean(?:,)? (?:now|right now)\b|\band i mean now\b"
        ),
        (
            r"\b(?:just|only) (?:give me )?(?:the|a|one) (?:number|figure|total|amount|answer)\b|\bone number\b"
            r"|\bto the (?:penny|cent)\b|\byes or no\b"
            r"|\bnumber only\b|\b(?:as )?(?:a|one) single (?:number|figure)\b|\bjust the number\b"
        ),
        (
            r"\b(?:sorry|apologies|apologise) (?:to (?:bother|ask|disturb|trouble)(?: you)?|for (?:bothering|asking"
            r"|the bother)(?: you)?)\b|\bquick (?:one|question|q)\b|\bhelp me out\b|\bquestion(?: for you)?:"
            r"|\bone (?:more|last|quick) (?:thing|question)\b|\banother (?:question|one)\b"
        ),
        (
            r"\b(?:can|could|would|will|may|might) (?:you|i) (?:please |pls |just |kindly |quickly "
            r"|possibly )*(?:tell me|tell|let me know|say|check|look up|work out|figure out|find out|find|calculate"
            r"|compute|see(?! (?:my|all|every|the) )|ask|get|help me (?:see|find|figure out|work out"
            r"|understand)|help|remind me)\b(?: for me"
            r"| me)?"
        ),
        (
            r"\b(?:i'd|i would|we'd|i) (?:really )?(?:like|love|want|need|wanna|am trying|was wondering|wonder"
            r"|wondered) (?:to )?(?:know|see|find out|understand|check|learn|if you (?:can|could) tell me)\b(?: about)?"
            r"|\b(?:i'd|i would|i) (?:was )?wonder(?:ed|ing)?\b"
        ),
        (
            r"\bi(?:'m| am) (?:wondering|curious|trying to (?:find|figure|work) out|interested in|looking for|not sure"
            r"|asking)\b(?: about)?|\bi was (?:just )?(?:wondering|curious)\b|\bi wonder(?:ed)?\b|\bwondering\b"
            r"|\bcurious\b"
        ),
        (
            r"\bi (?:feel|think|believe|guess|suspect|reckon|bet|know|remember|figure|swear) (?:like )?(?:that )?(?=i"
            r"|we"
            r"|my|it)|\bi feel like\b|\bit (?:feels|seems|looks) like\b|\bi have a feeling\b"
        ),
        (
            r"\b(?:please|pls|plz|thanks|thank you|thx|ta|cheers|hey|hi|hello|hiya|yo|ok|okay|well|hmm+|um+|uh|btw"
            r"|by the way|listen|look|good (?:morning|evening|afternoon)|dear \w+|mate|buddy"
            r")\b(?=[ ,.!?:;—-]|$)"
        ),
        (
            r"\btell me\b(?: (?:about|please))?|\bgimme\b|\bshow me (?=how|what|when|where|which|who)"
            r"|\bgive me (?=the (?:total|sum|number|amount|average|median|mean|typical|date|percent)|my (?:total"
            r"|average)|how|what|when"
            r"|a total)|\bdo you know\b|\bany idea\b|\blet me know\b|\bfind (?:me )?(?:out )?(?=how|what|the|my)"
            r"|\bcheck (?=how|what|if|whether|the|my)|\bcalculate\b|\bcompute\b|\bwork out\b|\bfigure out\b|\blook up\b"
            r"|\bsay,? (?:for |in |over )?(?=[\ue400-\ue7ff])|\bsay\b(?= for| in)|\bfor (?:example|instance)\b|\be\.g\."
        ),
        (
            r"\b(?:and )?nothing else\b|\bon its own\b|\bby itself\b"
            r"|\beverything included\b|\ball included\b|\b(?:on |in |over )?all (?:my |our |the )?accounts\b|\brank\b"
            r"|\balone\b|\bspecifically\b|\bin particular\b|\bexactly\b|\bprecisely\b|\bactually\b|\breally\b"
            r"|\bapproximately\b|\broughly\b|\babout how\b|\blargest first\b|\bbiggest first\b|\bin order\b|\bordered\b"
            r"|\branked\b|\bsorted\b(?: by (?:amount|size|spend|spending))?|\bby (?:what|how much|amount|size) (?:i"
            r"|we) (?:spent|paid|spend)\b|\bby (?:spend|spending|amount|value)\b(?! )|\bstarting with the (?:largest"
            r"|biggest)\b|\bby what i spent\b|\bhighest first\b"
        ),
        (
            r"\ba (?:lot|ton|bunch|fortune|small fortune)\b(?: of(?: money)?)?|\blots\b|\bloads\b|\bquite a bit\b"
            r"|\btoo\b(?! much)|\bstay(?:ed)?\b(?= [\ue800-\uebff])|\bam i right\b|\bisn't it\b|\bcorrect\b\??"
            r"|\bright\b"
            r"|\bdidn't (?:i|it|they)\b|\byou know\b|\bi mean\b|\bif (?:i|you) (?:may|can|could|please|don't mind)\b"
            r"|\bmay i ask\b|\bfor (?:my|our) (?:records|taxes|tax return|accountant|own|reference)\b"
        ),
        (
            r"\b(?:while|when|whilst) (?:i|we) (?:was|were) (?=in|abroad|overseas|at|away|travelling|on)|\bwhen (?:i"
            r"|we) (?:buy|shop|go|order|eat|pay|spend|fill|visit|use)\b(?: (?:from|at|to|on|with|up|there|something"
            r"|stuff|out))*"
        ),
        (
            r"\b(?:looking|going|judging) (?:at|by|back (?:at|over|on)?) (?:my|the)? ?(?:data|records|history"
            r"|transactions|accounts?|books)?\b|\baccording to (?:my|the) (?:data|records|bank|transactions|accounts)\b"
            r"|\bbased on (?:my|the) (?:data|records|transactions)\b|\b(?:in|from|across|over) (?:all )?(?:my|our"
            r"|the) (?:data|records|transactions|ledger|bank data|bank records|accounts)\b"
        ),
    )
)

# Words that carry no meaning of their own once the cues are taken.
FILLERS = frozenset(
    """a an the i i've i'd i'm im ive me my mine myself we we've our ours us you your is are was were be been being am
    do does did done doing has have had having in on at to from for of by with within into onto out over during
    throughout through across between about around as so then any anything some all each every both just only even
    still also again now currently right ever what what's whats what're how how's much many that's it's there's
    who's where's when's which's single individual separate different own up off its their period time times data
    such made happen happened happening occur occurred using via let get got gets go took take taken takes came come
    coming put s t ve d m re ll please said same entire whole per something everything stuff thing things stay stays
    stayed can could why 's
    ok what'd how'd where'd who'd when'd that'd you'd need want wanted figures figure basis got gotten been upon per
    yet altogether turn turned please exact rough total saw see's been""".split()  # noqa: SIM905
)

# Clauses of nothing but such words, one of the core at least, say why somebody asks, not what.
ASIDE_CORE = frozenset(
    """finances budget budgeting spreadsheet accountant partner wife husband girlfriend boyfriend mum mom dad flatmate
    roommate wondering curious asking taxes bookkeeping paperwork statements""".split()  # noqa: SIM905
)
# And one of these: somebody or something alone says whose, not why.
ASIDE_VERBS = frozenset(
    """asking asked ask asks wondering curious trying try looking doing need needs needed sorting checking check
    reviewing review updating update filling working making planning looking look
    budgeting bookkeeping tidying keep keeps kept want wants wanted going""".split()  # noqa: SIM905
)
ASIDE = frozenset(
    """i i'm i've ive im we we're we've my our the a an and so but to in of on at it this that me us been be being am is
    are was were keep keeps kept trying try get getting got sort sorting sorted out order looking look through going
    go about again need needs needed for do doing done working work with want wants wanted know just now today here
    there have has had having some quick quickly please check checking reviewing review update updating filling fill
    monthly yearly household personal own files records reference notes note up put together tidy tidying under
    control making make plan planning always bit little really ask asks asked""".split()  # noqa: SIM905
)

# Words that only describe a business, beside the name of one.
BESIDE_NAME = frozenset(
    """ride rides trips trip visits store stores shop shops account card cards category categories spending
    spend expenses costs cost bill bills subscription membership website app online place places branch
    restaurant habit habits addiction run runs tab tally order orders plan shopping usage basket""".split()  # noqa: SIM905
)
