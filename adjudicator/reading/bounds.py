"""Bounds of numbers as people say them: « more than 3 », « > 3 », « three or four », « 2 to 4 »."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from adjudicator.core.context import Context
from adjudicator.core.words import fold

_MOST = 40
"""Characters of a text that is looked at."""
_SIGNS = {">=": "at_least", "≥": "at_least", "=>": "at_least", "<=": "at_most", "≤": "at_most", "=<": "at_most"}
_SIGNS |= {">": "more", "<": "less", "=": "equal", "==": "equal"}
_PART = re.compile(r"\w+|[-–—]|\.\.|,")
_BELOW_NOTHING = re.compile(r"(?:^|[^\d\s])\s*[-–—]\s*\d")
"""A minus before a number, not the dash of a span."""
_DASHES = ("-", "–", "—", "..")


def bound_in(text: str, context: Context) -> str | None:
    """Return a text as a bound is written in a file, « {at least: 4} »; None where it is none, or may be several."""
    if len(text) > _MOST or _BELOW_NOTHING.search(text):
        return None
    found = _listed(text, context) if "comparing" in context.vocabulary.places else []
    return found[0] if len(found) == 1 else None


def _listed(text: str, context: Context) -> list[str]:
    return list(dict.fromkeys(filter(None, _readings(" ".join(text.split()), context))))


def _readings(text: str, context: Context) -> Iterator[str]:
    if (number := _number(text, context)) is not None:
        yield str(number)
        return
    sign = re.match(r"[<>=≤≥]{1,2}", text)
    if sign and sign[0] in _SIGNS and (number := _number(text[sign.end() :], context)) is not None:
        yield _bound(_SIGNS[sign[0]], number, context)
    if text.endswith("+") and (number := _number(text[:-1], context)) is not None:
        yield _bound("at_least", number, context)
    folded = fold(text)
    words = context.vocabulary
    for comparing in words.canonical("comparing"):
        for form in words.forms("comparing", comparing):
            for rest in (folded.removeprefix(f"{form} "), folded.removesuffix(f" {form}")):
                number = _number(rest, context) if rest != folded else None
                if number is not None:
                    yield _bound(comparing, number, context)
    parts = _PART.findall(text)
    numbers = [number for part in parts if (number := _number(part, context)) is not None]
    between = [part for part in parts if _number(part, context) is None]
    if len(numbers) == 2 and _spans(parts, between, context) and numbers[0] < numbers[1]:
        least, most = (words.word("bounds", word, context.language) for word in ("at_least", "at_most"))
        yield f"{{{least}: {numbers[0]}, {most}: {numbers[1]}}}"
    if len(numbers) > 1 and parts[1::2] == between and all(part == "," or _is(part, "or", context) for part in between):
        yield "[" + ", ".join(map(str, numbers)) + "]"


def _spans(parts: Sequence[str], between: Sequence[str], context: Context) -> bool:
    """Tell whether two numbers are the ends of a span: « from 2 to 4 », « 2-4 »."""
    begun = len(parts) == 4 and _is(parts[0], "from", context)
    if len(between) != 1 + begun:
        return False
    last = between[-1]
    return last in _DASHES or _is(last, "to", context) or (begun and _is(last, "and", context))


def _is(part: str, word: str, context: Context) -> bool:
    return fold(part) in context.vocabulary.forms("spanning", word)


def _bound(comparing: str, number: int, context: Context) -> str:
    if comparing == "equal":
        return str(number)
    number += {"more": 1, "less": -1}.get(comparing, 0)
    word = {"more": "at_least", "less": "at_most"}.get(comparing, comparing)
    return f"{{{context.vocabulary.word('bounds', word, context.language)}: {number}}}" if number >= 0 else ""


def _number(text: str, context: Context) -> int | None:
    """Return a number in digits or as a word."""
    text = text.strip(" .")
    if text.isascii() and text.isdigit() and len(text) < 5:
        return int(text)
    counted = context.vocabulary.meaning("counting", text) if text.isalpha() else None
    return None if counted is None else int(counted)
