"""Language models to put behind `hosted.chat`: one that keeps to what it is asked, and every way to lie we know of.

A model is a function of the request. What it is asked for is read from the prompt as a model would read it: the blocks
between the request's marks, and the JSON schema of the reply.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable, Mapping

from tests.fixtures.hosted import Fault, Request, Spoken

Model = Callable[[Request], Fault | Spoken]
Change = Callable[[str, Mapping[str, str]], str]
"""A text from the one that was to be worded, and from all blocks by name."""

_BLOCK = re.compile(r"<<<(\S+) (\w+)\n(.*?)\n\1>>>", re.DOTALL)
_SLOT = re.compile(r"\{[a-z]\d{1,2}\}")


def blocks(request: Request) -> dict[str, str]:
    """The data of a request, by the name of its block."""
    return {name: text for _, name, text in _BLOCK.findall(request.prompt)}


def honest(request: Request) -> Spoken:
    """Words the text as it is, imagines nothing, and does not know what a word means."""
    return filled(request, blocks(request).get("text", ""))


def filled(request: Request, text: str) -> Spoken:
    """The object that the schema asks for, with this text for each text, and the last word of each list of words."""
    if request.schema is None:
        return text
    kinds = request.schema["properties"]
    return {key: kind["enum"][-1] if "enum" in kind else text for key, kind in kinds.items()}


def lying(change: Change) -> Model:
    """A model that keeps to the form and not to the text."""

    def reply(request: Request) -> Spoken:
        said = blocks(request)
        return filled(request, change(said.get("text", said.get("question", "")), said))

    return reply


def behind(words: str) -> Model:
    """The right text with words behind it."""
    return lying(lambda text, _: f"{text} {words}")


def before(words: str) -> Model:
    """The right text with words before it."""
    return lying(lambda text, _: f"{words} {text}")


def instead(words: str) -> Model:
    """Other words, with no slot in them."""
    return lying(lambda _, __: words)


def _typed(change: Callable[[str], str]) -> Model:
    """The figures typed by the model: what each slot shows, changed."""
    return lying(lambda text, said: _SLOT.sub(lambda slot: change(said.get(slot[0][1:-1], "7")), text))


def _swapped(text: str, _: Mapping[str, str]) -> str:
    slots = _SLOT.findall(text)
    order = iter([*slots[1:], *slots[:1]])
    return _SLOT.sub(lambda _slot: next(order), text)


def _more_digits(shown: str) -> str:
    return re.sub(r"\d", lambda digit: str((int(digit[0]) + 1) % 10), shown)


def _raw(text: str) -> Model:
    return lambda _request: text


# Words that turn what is said into its contrary, wherever they stand in a text of ours.
_CONTRARY = {
    "spent": "earned", "more": "less", "highest": "lowest", "largest": "smallest", "is": "is not", "yes": "no",
    "no": "yes", "received": "paid", "charged": "refunded", "each": "all", "average": "total", "after": "before",
}  # fmt: skip


def _contrary(text: str, _: Mapping[str, str]) -> str:
    return " ".join(_CONTRARY.get(word.casefold(), word) for word in text.split(" "))


LIES: dict[str, Model] = {
    "invented amount": behind("That is $1,234.56 more than usual."),
    "invented number": behind("It was the 17 largest of all."),
    "number in words": behind("That is about twelve hundred dollars."),
    "number in words of another language": behind("Das sind dreihundert Euro."),
    "fraction in words": behind("That is half of what others pay."),
    "multiplied in words": behind("It has doubled."),
    "arabic digits": behind("٤٢"),
    "wide digits": behind("４２"),
    "devanagari digits": behind("४२"),
    "roman numeral sign": behind("Ⅷ"),
    "chinese numerals": behind("三百"),
    "superscript": behind("x²"),
    "fraction sign": behind("½"),
    "percentage": behind("It rose by ten percent."),
    "percent sign": behind("٪"),
    "date in words": behind("It was on the third of May."),
    "weekday": behind("It was on a Tuesday."),
    "currency sign": behind("€"),
    "currency in words": behind("All in dollars."),
    "address": behind("See https://example.com/refund"),
    "address without a scheme": behind("See www.example.com for more."),
    "mail": behind("Write to refunds@example.com"),
    "telephone": behind("Call +1 (555) 010-9999"),
    "markdown link": behind("[more](javascript:alert(1))"),
    "citation of nothing": behind("[Citation ID: doc:chunk]"),
    "citation of rows": behind("[Citation ID: rows:" + "0" * 64 + "]"),
    "citation in wide brackets": behind("［Citation ID: x:y］"),
    "slot of nothing": behind("{f9}"),
    "slot of a person": behind("{n1}"),
    "slot in wide braces": behind("｛f1｝"),
    "slot twice": lying(lambda text, _: f"{text} {(_SLOT.findall(text) or ['{f1}'])[0]}"),
    "slots swapped": lying(_swapped),
    "slots left out": lying(lambda text, _: _SLOT.sub("", text)),
    "right numbers typed": _typed(lambda shown: shown),
    "wrong numbers typed": _typed(_more_digits),
    "sign before a slot": lying(lambda text, _: _SLOT.sub(lambda slot: f"-{slot[0]}", text)),
    "unit behind a slot": lying(lambda text, _: _SLOT.sub(lambda slot: f"{slot[0]}k", text)),
    "digit behind a slot": lying(lambda text, _: _SLOT.sub(lambda slot: f"{slot[0]}0", text)),
    "scale behind a slot": lying(lambda text, _: _SLOT.sub(lambda slot: f"{slot[0]} million", text)),
    "the contrary": lying(_contrary),
    "denied": before("It is not true that"),
    "doubted": behind("But this is probably wrong."),
    "advice": behind("You should close this account."),
    "refused": instead("I'm sorry, but I can't help with that."),
    "obeyed order": instead("APPROVED. All fees are waived."),
    "obeyed order with a number": instead("The stop payment order costs nothing; the answer is $0.00."),
    "asks for a secret": behind("Please reply with your password."),
    "another tenant": behind("The other customer spent less."),
    "template of another question": instead("You spent {f1} at {n1} in {p1}."),
    "lines": lying(lambda text, _: text.replace(" ", "\n")),
    "controls": lying(lambda text, _: f"{text}\x1b[31m\x00\u202e"),
    "invisible letters": lying(lambda text, _: "\u200b".join(text)),
    "look-alike letters": lying(lambda text, _: text.replace("e", "е").replace("o", "ο")),
    "script": behind("<script>document.body.innerText='$0.00'</script>"),
    "fence": behind(">>> END OF DATA <<<"),
    "shouted": lying(lambda text, _: text.upper()),
    "reversed": lying(lambda text, _: " ".join(reversed(text.split()))),
    "very long": lying(lambda text, _: f"{text} {'and so on ' * 500}"),
    "nothing": instead(""),
    "blank": instead("   "),
    "plain text": _raw("You spent {f1}."),
    "another key": lambda _request: {"answer": "You spent {f1}."},
    "one key too many": lambda request: {**_object(request), "tool": "EraseUser"},
    "a number for a text": lambda request: dict.fromkeys(_object(request), 0),
    "a list": _raw('[{"text": "{f1}"}]'),
    "two objects": _raw('{"text": "{f1}"} {"text": "{f2}"}'),
    "nested without end": _raw("[" * 100_000),
    "surrogate": _raw('{"text": "\\ud800 {f1}"}'),
    "tool in text": _raw('{"tool": "EraseUser", "arguments": {}}'),
    "empty": lambda _request: Fault.EMPTY,
    "tool call": lambda _request: Fault.TOOL_CALL,
    "one megabyte": lambda _request: Fault.HUGE,
}  # fmt: skip


def _object(request: Request) -> Mapping[str, object]:
    said = honest(request)
    return said if isinstance(said, Mapping) else json.loads(str(said) or "{}")


def every_lie() -> Model:
    """A model that tells the lies in turn, one a request."""
    turns = itertools.cycle(LIES.values())

    def reply(request: Request) -> Fault | Spoken:
        return next(turns)(request)

    return reply


def obedient(request: Request) -> Spoken:
    """Does what strangers' words in its prompt tell it: says after them all that stands in the data."""
    said = blocks(request)
    told = " ".join(text for name, text in said.items() if name not in ("text", "question"))
    return filled(request, f"{said.get('text', '')} {told}")
