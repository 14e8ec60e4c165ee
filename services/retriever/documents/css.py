"""Which elements of an HTML document a reader sees, by its style sheets and attributes.

CSS 2.2 chapters 6 and 11 as far as they hide text: https://www.w3.org/TR/CSS22/
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import cssselect2
import tinycss2
import tinycss2.color4

# What a style sheet may cost: rules × elements are bounded by dropping rules, which can only show more text.


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


MAX_RULES = 2_000
_HIDING = _words(
    "display visibility opacity font-size position left right top bottom text-indent clip clip-path width "
    "height max-height "
    "max-width overflow color background background-color content-visibility transform"
)
_NEVER_SHOWN = _words("script style template noscript head title meta link object embed iframe svg canvas datalist")
_FAR = -500.0


@dataclass(frozen=True, slots=True)
class Sight:
    """How an element is drawn, with what its children inherit."""

    shown: bool = True
    color: str = "0,0,0"
    background: str = "255,255,255"
    font_size: float = 16.0
    reason: str = ""


class StyleSheet:
    """The document's own style sheets and style attributes, ready to be asked for one element after another."""

    def __init__(self, sheets: Iterator[str] | list[str]) -> None:
        self._matcher = cssselect2.Matcher()
        count = 0
        for sheet in sheets:
            for rule in _style_rules(sheet):
                count += 1
                if count > MAX_RULES:
                    return
                declarations = _declarations(rule.content)
                if not declarations:
                    continue
                try:
                    selectors = cssselect2.compile_selector_list(rule.prelude)
                except cssselect2.SelectorError:
                    continue
                for selector in selectors:
                    if selector.pseudo_element is None:
                        self._matcher.add_selector(selector, declarations)

    def sight(self, element: Any, parent: Sight) -> Sight:
        """How `element` (a `cssselect2.ElementWrapper`) is drawn inside `parent`."""
        tag = element.local_name
        attributes: Mapping[str, str] = element.etree_element.attrib
        if not parent.shown or tag in _NEVER_SHOWN:
            return Sight(False, reason=parent.reason)
        if "hidden" in attributes or attributes.get("aria-hidden", "").strip().lower() == "true":
            return Sight(False, reason="an attribute")
        if tag == "input" and attributes.get("type", "").lower() == "hidden":
            return Sight(False, reason="an attribute")
        style = self._style(element)
        size = _font_size(style.get("font-size", ""), parent.font_size)
        color = _color(style.get("color", "")) or _color(attributes.get("color", "")) or parent.color
        background = (
            _background(style.get("background-color", ""), style.get("background", ""))
            or _color(attributes.get("bgcolor", ""))
            or parent.background
        )
        if size < 1 or color == background or _is_taken_away(style):
            return Sight(False, reason="style")
        return Sight(True, color, background, size)

    def _style(self, element: Any) -> dict[str, str]:
        normal: dict[str, str] = {}
        important: dict[str, str] = {}
        for *_, declarations in self._matcher.match(element):
            for name, value, is_important in declarations:
                (important if is_important else normal)[name] = value
        for name, value, is_important in _declarations(element.etree_element.attrib.get("style", "")):
            (important if is_important else normal)[name] = value
        return normal | important


def _style_rules(sheet: str) -> Iterator[Any]:
    for rule in tinycss2.parse_stylesheet(sheet, skip_comments=True, skip_whitespace=True):
        if rule.type == "qualified-rule":
            yield rule
        elif rule.type == "at-rule" and rule.lower_at_keyword in ("media", "supports", "layer") and rule.content:
            media = tinycss2.serialize(rule.prelude).lower()
            if rule.lower_at_keyword != "media" or re.search(r"\b(?:all|screen)\b", media) or not media.strip():
                yield from (
                    inner
                    for inner in tinycss2.parse_rule_list(rule.content, skip_comments=True, skip_whitespace=True)
                    if inner.type == "qualified-rule"
                )


def _declarations(content: Any) -> tuple[tuple[str, str, bool], ...]:
    return tuple(
        (one.lower_name, tinycss2.serialize(one.value).strip().lower(), one.important)
        for one in tinycss2.parse_blocks_contents(content)
        if one.type == "declaration" and one.lower_name in _HIDING
    )


def _is_taken_away(style: Mapping[str, str]) -> bool:
    get = style.get
    if get("display") == "none" or get("visibility") in ("hidden", "collapse") or get("content-visibility") == "hidden":
        return True
    if re.fullmatch(r"0*\.?0*%?", get("opacity", "1")) or re.search(r"scale\(0[,)]", get("transform", "")):
        return True
    if get("position") in ("absolute", "fixed") and any(
        _pixels(get(side, "")) <= _FAR for side in ("left", "top", "right", "bottom")
    ):
        return True
    if _pixels(get("text-indent", "")) <= _FAR:
        return True
    clip = get("clip", "") + get("clip-path", "")
    if re.search(
        r"rect\(\s*(?:0|1px)(?:px)?[\s,]+(?:0|1px)(?:px)?[\s,]+(?:0|1px)(?:px)?[\s,]+(?:0|1px)(?:px)?\s*\)|"
        r"inset\((?:50|100)%",
        clip,
    ):
        return True
    cut = get("overflow", "") in ("hidden", "clip")
    sizes = (get(name) for name in ("width", "height", "max-height", "max-width"))
    return cut and any(size is not None and -1 < _pixels(size) <= 1 for size in sizes)


def _pixels(value: str) -> float:
    match = re.match(r"(-?\d*\.?\d+)(px|em|rem|pt|vw|vh|%)?", value)
    if not match:
        return 100.0
    unit = {"em": 16.0, "rem": 16.0, "pt": 1.33, "vw": 10.0, "vh": 10.0, "%": 10.0}.get(match[2] or "", 1.0)
    return float(match[1]) * unit


def _font_size(value: str, inherited: float) -> float:
    match = re.match(r"(\d*\.?\d+)(px|em|rem|pt|%)?$", value)
    if not match:
        return inherited
    number = float(match[1])
    factor = {"em": inherited, "rem": 16.0, "pt": 1.33, "%": inherited / 100}
    return number * factor.get(match[2] or "", 1.0)


def _color(value: str) -> str | None:
    if not value:
        return None
    parsed = tinycss2.color4.parse_color(value)
    if parsed is None or isinstance(parsed, str):
        return None
    try:
        channels = parsed.to("srgb")
    except (NotImplementedError, ValueError):
        return None
    if channels.alpha == 0:
        return "transparent"
    return ",".join(str(round((channel or 0) * 255)) for channel in channels.coordinates)


def _background(color: str, shorthand: str) -> str | None:
    found = _color(color)
    for token in shorthand.split() if not found else ():
        found = found or _color(token)
    return None if found == "transparent" else found
