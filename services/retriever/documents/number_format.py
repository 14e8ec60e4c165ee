"""Spreadsheet values as their number format prints them (ECMA-376 part 1, 18.8.31; the built-in formats of 18.8.30).

Locale-dependent parts are printed as en-US does. Fractions and scientific numbers are printed plain.
"""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta
from decimal import ROUND_HALF_UP, Decimal
from functools import lru_cache

_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"|\\(?P<escaped>.)|_(?P<space>.)|\*(?P<fill>.)|\[(?P<bracket>[^\]]*)\]'
    r"|(?P<ampm>AM/PM|A/P)|(?P<date>y+|m+|d+|h+|s+(?:\.0+)?)|(?P<digits>[0#?][0#?,.]*|\.[0#?]+)"
    r"|(?P<general>General)|(?P<exponent>[Ee][+-]0+)|(?P<other>.)",
    re.IGNORECASE,
)
_COLORS = re.compile(r"black|blue|cyan|green|magenta|red|white|yellow|color\s?\d+", re.IGNORECASE)
_CONDITION = re.compile(r"([<>]=?|=|<>)(-?\d+(?:\.\d+)?)")
_ELAPSED = re.compile(r"h+|m+|s+", re.IGNORECASE)
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def display(value: object, number_format: str) -> str:
    """What a cell shows. Dates come as `datetime`, numbers as `int` or `float`; a blank cell is None."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    sections = _sections(number_format or "General")
    if isinstance(value, datetime | date | time | timedelta):
        return _print_date(value, _section_for(Decimal(1), sections)[0])
    if isinstance(value, int | float):
        number = Decimal(repr(value)) if isinstance(value, float) else Decimal(value)
        if not number.is_finite():
            return str(value)
        section, absolute = _section_for(number, sections)
        return _print_number(abs(number) if absolute else number, section)
    text = str(value)
    if len(sections) > 3:
        return re.sub(
            r'"([^"]*)"|\\(.)|@', lambda match: text if match[0] == "@" else match[1] or match[2], sections[3]
        )
    return text


@lru_cache(maxsize=512)
def _sections(number_format: str) -> tuple[str, ...]:
    parts = [""]
    for match in re.finditer(r'"[^"]*"|\\.|\[[^\]]*\]|;|[^;"\\\[]+|.', number_format):
        if match[0] == ";":
            parts.append("")
        else:
            parts[-1] += match[0]
    return tuple(parts)


def _section_for(number: Decimal, sections: tuple[str, ...]) -> tuple[str, bool]:
    """The section for a number, and whether it prints it without its sign."""
    conditions = [_CONDITION.fullmatch(text) for one in sections[:2] for text in re.findall(r"\[([^\]]*)\]", one)]
    if any(conditions):
        for section in sections[:2]:
            found = next(
                (m for text in re.findall(r"\[([^\]]*)\]", section) if (m := _CONDITION.fullmatch(text))), None
            )
            if found is not None and _holds(number, found[1], Decimal(found[2])):
                return section, False
        return sections[min(len(sections), 3) - 1], False
    if number < 0 and len(sections) > 1:
        return sections[1], True
    if number == 0 and len(sections) > 2:
        return sections[2], False
    return sections[0], False


def _holds(number: Decimal, operator: str, limit: Decimal) -> bool:
    return {
        "<": number < limit,
        "<=": number <= limit,
        ">": number > limit,
        ">=": number >= limit,
        "=": number == limit,
        "<>": number != limit,
    }[operator]


def _print_number(number: Decimal, section: str) -> str:
    tokens = list(_TOKEN.finditer(section))
    if any(token["date"] for token in tokens) and not any(token["digits"] for token in tokens):
        return _print_date(_from_serial(number), section)
    percents = sum(token["other"] == "%" for token in tokens)
    number = number.scaleb(2 * percents)
    out: list[str] = []
    slots = [index for index, token in enumerate(tokens) if token["digits"]]
    for index, token in enumerate(tokens):
        if token["digits"]:
            if index == slots[0]:
                mask = "".join(tokens[slot]["digits"] for slot in slots)
                printed = _print_digits(abs(number), mask)
                out.append(("-" if number < 0 and re.search(r"[1-9]", printed) else "") + printed)
        elif token["general"]:
            out.append(_print_general(number))
        else:
            out.append(_literal(token))
    text = "".join(out).strip()
    # A sign stands before what else is printed before the number: -$5.00.
    return re.sub(r"^([^\w\s(]{1,3})-(?=\d)", r"-\1", text)


def _print_digits(number: Decimal, mask: str) -> str:
    whole, _, part = mask.partition(".")
    while whole.endswith(","):
        whole, number = whole[:-1], number / 1000
    if not part and mask.endswith(","):
        part = ""
    places = sum(char in "0#?" for char in part)
    rounded = number.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP)
    digits, _, fraction = f"{rounded:f}".partition(".")
    needed = sum(char in "0?" for char in part)
    while len(fraction) > needed and fraction.endswith("0"):
        fraction = fraction[:-1]
    minimum = sum(char == "0" for char in whole)
    digits = digits.lstrip("0").rjust(minimum, "0")
    if "," in whole:
        digits = re.sub(r"(?<=\d)(?=(?:\d{3})+$)", ",", digits)
    return digits + (f".{fraction}" if fraction else "")


def _print_general(number: Decimal) -> str:
    if number == number.to_integral_value():
        return f"{number.to_integral_value():f}"
    text = f"{number.quantize(Decimal(1).scaleb(-10), rounding=ROUND_HALF_UP):f}"
    return text.rstrip("0").rstrip(".")


def _literal(token: re.Match[str]) -> str:
    if token["quoted"] is not None:
        return str(token["quoted"])
    if token["escaped"] is not None:
        return str(token["escaped"])
    if token["space"] is not None or token["fill"] is not None:
        return " " if token["space"] and token["space"] not in ")(-" else ""
    if token["bracket"] is not None:
        # "[$€-407]" prints the sign; colours and conditions print nothing.
        sign = re.match(r"\$([^-]*)", token["bracket"])
        return sign[1] if sign else ""
    return "" if token["other"] in ("@", "?") else str(token["other"] or "")


def _print_date(value: datetime | date | time | timedelta, section: str) -> str:
    if isinstance(value, timedelta):
        total = int(value.total_seconds())
        return f"{total // 3600}:{total // 60 % 60:02d}:{total % 60:02d}"
    tokens = [
        token for token in _TOKEN.finditer(section) if token["bracket"] is None or not _is_silent(token["bracket"])
    ]
    if not any(token["date"] for token in tokens):
        return value.isoformat() if not isinstance(value, datetime) else _plain_datetime(value)
    twelve = any(token["ampm"] for token in tokens)
    out: list[str] = []
    last = ""
    for index, token in enumerate(tokens):
        part = (token["date"] or "").lower()
        if part:
            following = next((t["date"].lower() for t in tokens[index + 1 :] if t["date"]), "")
            minutes = part[0] == "m" and len(part) < 3 and (last[:1] == "h" or following[:1] == "s")
            out.append(_date_part(value, "n" * len(part) if minutes else part, twelve=twelve))
            last = part
        elif token["ampm"]:
            out.append("AM" if isinstance(value, datetime | time) and value.hour < 12 else "PM")
        elif token["digits"]:
            out.append(token["digits"])
        else:
            out.append(_literal(token))
    return "".join(out).strip()


def _date_part(value: datetime | date | time, part: str, *, twelve: bool) -> str:
    kind, length = part[0], len(part)
    if isinstance(value, date):
        texts = {
            "y": f"{value.year:04d}" if length > 2 else f"{value.year % 100:02d}",
            "m": _MONTHS[value.month - 1][: 3 if length == 3 else None]
            if length > 2
            else str(value.month).zfill(length),
            "d": _DAYS[value.weekday()][: 3 if length == 3 else None] if length > 2 else str(value.day).zfill(length),
        }
        if kind == "m" and length == 5:
            return _MONTHS[value.month - 1][0]
        if kind in texts:
            return texts[kind]
    if isinstance(value, datetime | time):
        hour = (value.hour % 12 or 12) if twelve else value.hour
        number = {"h": hour, "n": value.minute, "s": value.second}.get(kind)
        if number is not None:
            return str(number).zfill(min(length, 2))
    return ""


def _is_silent(bracket: str) -> bool:
    return bool(_COLORS.fullmatch(bracket) or bracket.startswith("$") or _CONDITION.fullmatch(bracket))


def _plain_datetime(value: datetime) -> str:
    return value.date().isoformat() if value.time() == time(0) else value.isoformat(sep=" ")


def _from_serial(number: Decimal) -> datetime:
    # Day 60 of the 1900 system is a 29 February that never was; dates before it are not worth the trouble.
    days = min(max(number, Decimal(0)), Decimal(2_958_465))
    return datetime(1899, 12, 30) + timedelta(days=float(days))  # noqa: DTZ001 - a civil date of the sheet
