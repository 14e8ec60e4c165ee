"""What a question wants made of cells, read from its words: which calculation, over which things, for which periods."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import Enum, auto

from services.answerer.documents.periods import Period, asked_periods, periods_in, without_periods
from services.answerer.documents.terms import fold


class Operation(Enum):
    """What is made of the operands."""

    CHANGE = auto()
    """From one period to another, later less earlier."""
    PERCENT_CHANGE = auto()
    AVERAGE = auto()
    SUM = auto()
    DIFFERENCE = auto()
    """First thing less the second."""
    PERCENT_DIFFERENCE = auto()
    RATIO = auto()
    SHARE = auto()
    WHICH_PERIOD = auto()
    WHICH_ROW = auto()
    EACH_PERIOD = auto()
    COUNT_PERIODS = auto()
    LIST_PERIODS = auto()
    """The periods that a line has values for, or those whose value is beyond a threshold."""


@dataclass(frozen=True, slots=True)
class Calculation:
    """A calculation as read.

    `operands` are the words for what is calculated with, without periods; `periods` those that are named, in order.
    `direction`: for extremes 1 (most) or -1 (least); for changes -1 where the question asks by how much it fell.
    """

    operation: Operation
    operands: tuple[str, ...]
    periods: tuple[Period, ...] = ()
    operand_periods: tuple[tuple[Period, ...], ...] = ()
    direction: int = 1
    averaged: bool = False
    """Whether the operands are averages over the periods ("the difference between the average X and the average Y")."""
    rank: int = 1
    threshold: str = ""
    """What values are compared with, as printed ("exceed $15,000 thousand")."""


_SETTING = re.compile(
    r"^(?:(?:on|for|at|with|in|under|per|according to) (?P<around>[^,:;?]{2,40}),"
    r"|(?P<around2>[^,:;?]{2,40}):)\s+(?=\w+ \w+)"
)
_LEAD = re.compile(
    r"^(?:and |so |but |then )?(?:(?:what|how much|which|how many|by how much|calculate|compute|give|find|tell me|"
    r"show)\b"
    r"(?:(?:'s| is| was| were| are| has| had| did| does| do| would be| will be| would|"
    r" will)\b)?)?\s*(?:been )?(?:the )?"
    r"(?:(?:net |nominal |absolute )(?=change|difference|increase|decrease))?"
    r"(?:(?:company|group|firm|corporation)'?s )?(?:(?:respective |total )?(?:value|amount|figure|"
    r"number)s? of (?:the )?)?",
)
_TAIL = re.compile(
    r"\s(?:respectively|in total|altogether|collectively|combined|together|in all|year on year|year over year|"
    r"that year|"
    r"(?:for|in|between|across)? ?both(?: years| fys| periods)?|(?:across|over|for|between|in) (?:all |the )?(?:all |"
    r"past |last )?(?:\d+|two|three|four|five)(?:[ -](?:years?|fys|periods?)(?: period)?)?|"
    r"compared to (?:the )?(?:prior|previous|last)|by|"
    r"(?:cost|come to|set me back|run to|run me|amount to|add up to|be)(?: me| us)?)$"
)
_PERCENT = r"(?:percent(?:age)?|(?<!\\w)%|per cent)"
_MOVE = (
    r"(?:change|increase/?\s?(?:\(decrease\))?|increase\s?/\s?\(decrease\)|increase|decrease|difference|growth|rise|"
    r"fall|drop|decline|"
    r"reduction|movement|variance)"
)
_PERCENT_CHANGE = re.compile(
    rf"(?<!\w){_PERCENT}(?: (?:point )?)?\s?{_MOVE}(?:\s?/\s?\(?(?:decrease|increase)\)?)?(?: rate)?\s+(?:in|of|for|"
    rf"on)\s+(?P<of>.+)$"
    rf"|(?:\byear[- ](?:on|over)[- ]year )?{_PERCENT}\s{_MOVE}\s(?:in|of|for)\s(?P<of2>.+)$"
    rf"|\b(?:growth rate|rate of (?:growth|change|increase)) (?:in|of|for) (?P<of3>.+)$"
    rf"|\b(?:growth|change|increase|decrease|rise|drop) in (?P<of4>.+?),? (?:in|as a) {_PERCENT}$"
    rf"|\bby (?:what|how many|how much) {_PERCENT}(?: did| does| do| has| have| will)? (?P<of5>.+?) "
    rf"(?:increase|decrease|change|grow|rise|fall|drop|go up|go down|climb|shrink)(?:d|s)?\b(?P<rest5>.*)$"
)
_CHANGE = re.compile(
    rf"\b{_MOVE}(?:\s?/\s?\(?(?:decrease|increase)\)?)?\s+(?:in|of|for|between)\s+(?P<of>.+)$"
    rf"|^(?:by )?how much (?:did|has|have|does|do) (?P<of2>.+?) (?P<verb>increase|decrease|change|grow|rise|fall|"
    rf"drop|go up|"
    rf"go down|come down|climb|shrink|improve|decline)(?:d|s)?\b(?: by)?(?P<rest2>.*)$"
)
_FALL = re.compile(
    r"\b(?<!net )(?:difference|decrease|fell|fall|drop|decline|reduction|go down|come down|shrink|cheaper|less)\b"
)
_RISE = re.compile(r"\b(?:increase|rise|rose|grow|growth|go up|climb|change)\b")
_RATIO = re.compile(
    r"\bratio of (?P<part>.+?) (?:to|over|and|against|vs\.?|versus) (?P<whole>.+)$"
    r"|(?P<part2>.+?) (?:divided by|as a ratio of) (?P<whole2>.+)$"
    r"|\bproportion of (?P<part3>.+?) over (?P<whole3>.+)$"
    r"|(?P<part4>.+?) as a (?:proportion|fraction) of (?P<whole4>.+)$"
)
_SHARE = re.compile(
    rf"(?P<part>.+?),? as an? (?:{_PERCENT}|share) of (?P<whole>.+)$"
    rf"|(?<!\w){_PERCENT}(?: constitution| proportion| composition| share| contribution)? of (?P<part2>.+?) "
    rf"(?:among(?:st)?|out of|over|to|relative to|against|from|within) (?P<whole2>(?:the |its |our )?(?:total|"
    rf"overall|all|gross|net)\b.+)$"
    rf"|^(?:what|which) (?:{_PERCENT}|share|portion|proportion|fraction|part) of (?P<whole3>.+?) "
    rf"(?:is|was|are|were|did|does|do|has|have|had|came|comes|went|goes)(?: made up of| accounted for by|"
    rf" represented by| from| "
    rf"attributable to| due to| in)?\b(?P<part3>.+)$"
)
_AVERAGE = re.compile(r"\b(?:average|mean)(?: annual| yearly)?(?: of)?\b(?! (?:daily|balance))")
_BETWEEN_TWO = re.compile(
    r"\bdifferences? (?:in (?P<about>.+?) )?between (?P<first>.+?) and (?P<second>.+)$"
    r"|\bhow (?:much|many) (?:more|less|higher|lower|greater|fewer|larger|smaller|cheaper) (?:is|was|are|were|did|"
    r"does|do)? ?"
    r"(?P<first2>.+?) (?:than|compared (?:to|with)) (?P<second2>.+)$"
)
_TOTAL = re.compile(
    r"\b(?:total|sum|altogether|collectively|combined|together|in all|in total|cumulative|add(?:ed)? up|aggregate|"
    r"across|over the)\b"
)
_MOST = r"largest|highest|greatest|biggest|most|larger|higher|greater|bigger|best|maximum|top|more"
_LEAST = r"smallest|lowest|least|fewest|smaller|lower|less|fewer|worst|minimum"
_EXTREME = rf"(?P<nth>second |third )?(?P<end>{_MOST}|{_LEAST})"
_WHICH_PERIOD = re.compile(
    rf"^(?:(?:between|among|of|for) .+?, )?(?:in |for )?(?:which|what) (?:fiscal |financial )?(?:year|fy|fiscal year|"
    rf"quarter|period|month)s?\b,?"
    rf"(?: has| had| have| did| does| do| is| was| were| are| saw| shows?| recorded|"
    rf" reported)?(?: there)?(?P<of>.*?)\s(?:the )?{_EXTREME}\b(?P<rest>.*)$"
)
_WHICH_PERIODS = re.compile(
    r"^(?:in |for )?(?:which|what) (?:are the )?(?:fiscal |financial )?(?:years?|fys?|periods?)\b,?(?P<of>.+)$"
)
_HOW_MANY_PERIODS = re.compile(
    r"^(?:from \S+ to \S+, )?(?:in |for )?how many (?:of the )?(?:fiscal |financial )?(?:years?|fys?|periods?|"
    r"quarters?)\b,?(?P<of>.+)$"
)
# What a table does with the figures of a year.
_GIVEN = re.compile(
    r"\b(?:(?:is|was|were|are|been) )?(?:calculated|provided?|provides?|information (?:for|on|about|regarding)|"
    r"recorded|made available|available|"
    r"presented|reported|shown|given|included|disclosed|measured|accounted|information)\b(?: for| in| on| about)?|"
    r"\bthat\b"
)
_EACH = re.compile(r"\brespectively\b|\brespective\b")
_COMPARED = re.compile(
    r"\b(?P<sense>exceed(?:ed|s)?|more than|greater than|higher than|above|over|at least|larger than|less than|"
    r"lower than|"
    r"below|under|fewer than|smaller than)\s+(?P<amount>[$€£]?\s?\(?[\d.,]+\)?\s?%?(?:\s(?:thousands?|millions?|"
    r"billions?|percent))?)$"
)
# What is wanted is words, not a number.
_NO_NUMBER = re.compile(
    r"\b(?:reasons?|why|caused?|due to|driven|driver|drivers|attribut(?:ed|able)|led to|explain\w*|describe|"
    r"result of|because|effect|impact) |"
    r"^how (?:is|are|was|were|do|does|did|can|should|would|could|has|have)\b(?! (?:much|many))|^(?:where|who|why|"
    r"does|do|did|is|are|was|were|can|could|will|should)\b"
)
_AND = re.compile(r"\s(?:and|plus|as well as)\s(?:the |that of )?")


def read_calculation(text: str) -> Calculation | None:
    """The calculation that a question asks for; None where it asks for none that this grammar knows."""
    folded = re.sub(r"\s+", " ", fold(text)).strip(" ?!.").replace("( ", "(")
    if _NO_NUMBER.search(folded):
        return None
    folded = re.sub(
        r"\b(?:over|across|for|in|during) (?:the |all )?(?:\d+|two|three|four|five)[ -]years?(?: period)?\b",
        " ",
        folded,
    )
    folded, setting = _setting(folded)
    periods = asked_periods(f"{folded} {setting}" if setting else folded)
    if len(periods) > 2 and any(one.month for one in periods) and "between" in folded:
        # Stretches of time with both their ends, among other periods.
        return None
    for read in (
        _which_period,
        _list_periods,
        _percent_change,
        _average,
        _ratio,
        _share,
        _two_things,
        _change,
        _sum,
        _each,
    ):
        found = read(folded, periods)
        if found is not None:
            around = _clean(setting)
            return replace(found, operands=tuple(f"{one} {around}" for one in found.operands)) if around else found
    return None


def _setting(folded: str) -> tuple[str, str]:
    """A question without the words before it that say where to look ("on the basic plan, what", "acme: what")."""
    match = _SETTING.match(folded)
    return (folded[match.end() :], match["around"] or match["around2"]) if match else (folded, "")


def _clean(operand: str) -> str:
    operand = without_periods(operand)
    previous = None
    while operand != previous:
        previous = operand
        operand = re.sub(
            r"^(?:in|for|from|of|at|the|its|their|our|my|on|to|as|by|between|and|is|was|were|are|what|value of|"
            r"amount of|number of|"
            r"company's|group's)\s+|\s+(?:in|for|from|of|at|the|on|to|as|by|between|and|is|was|were|during|over|across|"
            r"end|year|years|year end|compared|than|respectively|through|until)$|^[,\s]+|[,\s]+$",
            "",
            operand,
        )
        operand = _TAIL.sub("", operand)
    return operand


def _head(folded: str) -> str:
    """What stands before an operation's word and belongs to what it is about ("for 2018, what is the change in x")."""
    return _clean(_LEAD.sub("", folded))


def _percent_change(folded: str, periods: tuple[Period, ...]) -> Calculation | None:
    match = _PERCENT_CHANGE.search(folded)
    if not match:
        return None
    of = next(value for key in ("of", "of2", "of3", "of4", "of5") if (value := match[key]))
    two = (
        re.match(r"(?:the )?(?P<first>.+?) and (?P<second>.+)$", of)
        if folded[: match.start("of") if match["of"] else 0].rstrip().endswith("between")
        else None
    )
    if two:
        return None
    of += match["rest5"] or ""
    direction = -1 if _FALL.search(folded) and not _RISE.search(folded) else 1
    return Calculation(Operation.PERCENT_CHANGE, (_clean(of),), periods, direction=direction)


def _change(folded: str, periods: tuple[Period, ...]) -> Calculation | None:
    match = _CHANGE.search(folded)
    if not match:
        return None
    of = (match["of"] or match["of2"] or "") + " " + (match["rest2"] or "")
    verb = match["verb"] or match[0]
    direction = -1 if _FALL.search(verb) and not _RISE.search(verb) else 1
    of = of.strip()
    in_percent = re.search(rf",? (?:in )?{_PERCENT}(?=$|,)", of)
    if in_percent:
        of = of[: in_percent.start()] + of[in_percent.end() :]
    operation = Operation.PERCENT_CHANGE if in_percent else Operation.CHANGE
    return Calculation(operation, (_clean(of),), periods, direction=direction)


def _average(folded: str, periods: tuple[Period, ...]) -> Calculation | None:
    match = _AVERAGE.search(folded)
    if not match or (re.search(r"\bweighted[- ]average\b", folded) and folded.count("average") == 1):
        return None
    if _CHANGE.search(folded) and not re.search(r"\baverage (?:difference|change)", folded):
        return None
    if re.search(r"\bdifference between\b", folded):
        return None
    return Calculation(Operation.AVERAGE, (_clean(folded[match.end() :]),), periods)


def _ratio(folded: str, periods: tuple[Period, ...]) -> Calculation | None:
    if re.search(rf"(?<!\w){_PERCENT}(?!\w)", folded):
        return None
    match = _RATIO.search(folded)
    if not match:
        return None
    key = next(number for number in ("", "2", "3", "4") if match["part" + number])
    part, whole = match["part" + key], match["whole" + key]
    return _of_two(Operation.RATIO, _LEAD.sub("", part), whole, periods)


def _share(folded: str, periods: tuple[Period, ...]) -> Calculation | None:
    match = _SHARE.search(folded)
    if match:
        key = next(number for number in ("", "2", "3") if match["part" + number])
        part = _LEAD.sub("", match["part" + key])
        return _of_two(Operation.SHARE, part, match["whole" + key], periods)
    ratio = _RATIO.search(folded)
    if ratio and re.search(rf"(?<!\w){_PERCENT}(?!\w)", folded):
        key = next(number for number in ("", "2", "3", "4") if ratio["part" + number])
        return _of_two(Operation.SHARE, _LEAD.sub("", ratio["part" + key]), ratio["whole" + key], periods)
    return None


def _two_things(folded: str, periods: tuple[Period, ...]) -> Calculation | None:
    match = _BETWEEN_TWO.search(folded)
    if not match:
        return None
    first, second = match["first"] or match["first2"], match["second"] or match["second2"]
    about = _clean(match["about"] or "")
    if not _clean(second) or (not _clean(first) and not about):
        return None
    is_percent = re.search(rf"(?<!\w){_PERCENT} differences? between", folded) is not None
    operation = Operation.PERCENT_DIFFERENCE if is_percent else Operation.DIFFERENCE
    return _of_two(operation, f"{about} {first}", f"{about} {second}", periods)


def _of_two(operation: Operation, first: str, second: str, periods: tuple[Period, ...]) -> Calculation | None:
    own = (periods_in(first), periods_in(second))
    averaged = all(re.search(r"\baverage\b", one) and "weighted" not in one for one in (first, second))
    names = tuple(_clean(re.sub(r"\baverage\b", " ", one) if averaged else one) for one in (first, second))
    if not all(names):
        return None
    return Calculation(operation, names, periods, operand_periods=own, averaged=averaged)


def _sum(folded: str, periods: tuple[Period, ...]) -> Calculation | None:
    if _EACH.search(folded) or not _TOTAL.search(folded) or re.search(r"^(?:which|who)\b", folded):
        return None
    operand = _clean(re.sub(r"^sum of |^(?:total )?sum of ", "", _LEAD.sub("", folded)))
    if len(periods) > 1:
        return Calculation(Operation.SUM, (operand,), periods)
    parts = [
        _clean(one)
        for one in _AND.split(re.sub(r"^(?:total |sum |combined )(?:of |amount of |number of )?", "", operand))
    ]
    if len(parts) > 1 and all(parts):
        return Calculation(Operation.SUM, tuple(parts), periods)
    return None


def _each(folded: str, periods: tuple[Period, ...]) -> Calculation | None:
    if len(periods) < 2 or not _EACH.search(folded):
        return None
    return Calculation(
        Operation.EACH_PERIOD,
        (_clean(re.sub(r"\brespectively\b|\brespective\b", " ", _LEAD.sub("", folded))),),
        periods,
    )


def operand_of(text: str) -> str:
    """The words for what a plain question asks about ("what were the other operating expenses in 2019")."""
    return _clean(_LEAD.sub("", re.sub(r"\s+", " ", fold(text)).strip(" ?!.")))


def _list_periods(folded: str, periods: tuple[Period, ...]) -> Calculation | None:
    match = _WHICH_PERIODS.match(folded) or _HOW_MANY_PERIODS.match(folded)
    if not match:
        return None
    of = match["of"]
    compared = _COMPARED.search(of)
    threshold = compared["amount"] if compared else ""
    if compared:
        of = of[: compared.start()]
        direction = -1 if re.match(r"less|lower|below|under|fewer|smaller", compared["sense"]) else 1
    elif match.re is _HOW_MANY_PERIODS:
        return None
    else:
        direction = 1
        stated = _GIVEN.search(of)
        if stated is None:
            return None
        of = _GIVEN.sub(" ", of)
    of = re.sub(r"^(?:was|is|were|are|did|does|do|has|have|the table|there)\s", "", _clean(of))
    of = _clean(re.sub(r"^(?:the table|the company|the group)\s|\bbe$", "", _clean(of)))
    if not of:
        return None
    operation = Operation.COUNT_PERIODS if match.re is _HOW_MANY_PERIODS else Operation.LIST_PERIODS
    return Calculation(operation, (of,), periods, direction=direction, threshold=threshold)


def _which_period(folded: str, periods: tuple[Period, ...]) -> Calculation | None:
    match = _WHICH_PERIOD.match(folded)
    if not match:
        return None
    end = match["end"]
    direction = 1 if re.fullmatch(_MOST, end) else -1
    nth = {"second ": 2, "third ": 3}.get(match["nth"] or "", 1)
    operand = _clean(f"{match['of']} {match['rest']}")
    operand = _clean(re.sub(r"^(?:was|is|were|are|did|the company (?:have|has)|there)\s", "", operand))
    compared = re.search(r"\bthan\b", match["rest"])
    if compared or not operand:
        return None
    return Calculation(Operation.WHICH_PERIOD, (operand,), periods, direction=direction, rank=nth)
