"""The lines of an order form that players fill in, and the remarks between them; a line left blank orders nothing.

All lines are short enough not to be broken by mail programs.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, groupby
from typing import Any

from adjudicator.core.actions import Choice
from adjudicator.core.faults import Phrase, Word
from adjudicator.core.stage import Stage
from adjudicator.core.standing_orders import IF
from adjudicator.core.words import fold
from adjudicator.speech.voice import Voice, wrapped

_WIDTH = 72


def form_lines(
    choices: Sequence[Choice],
    standing: Sequence[Choice],
    stage: Stage,
    voice: Voice,
    conditions: Sequence[tuple[str, Any]] = (),
) -> Iterator[str]:
    """Yield the lines below the head of a form: the orders, the standing orders, a note.

    ``conditions`` are the conditions that standing orders may have, each with an example of its argument.
    """
    yield from _body(choices, stage, voice)
    yield from _standing(standing, voice)
    if standing and conditions:
        yield from _conditions(standing[0], conditions, voice)
    yield from remark_lines(voice.say("field.envelope.note"))
    yield f"{voice.word('envelope', 'note')}:"


def _body(choices: Sequence[Choice], stage: Stage, voice: Voice) -> Iterator[str]:
    """Return the lines of the orders: those that must be filled in, or else those that may be given."""
    if choices and choices[0].order == stage.phase and isinstance(choices[0].example, dict):
        return _blanks(choices[0], voice)
    if any(choice.example is None for choice in choices):
        # The lines of the orders that a player owes are left empty, so that no example is sent unread.
        return chain([f"{voice.word('envelope', 'orders')}:"], *(_order(choice, voice) for choice in choices))
    return _offers(choices, voice) if choices else iter(())


@lru_cache(maxsize=1024)
def remark_lines(text: str, start: str = "#") -> Sequence[str]:
    """Return the text as comment lines short enough not to be broken by mail programs.

    The result is cached, because many forms have the same remarks.
    """
    return wrapped(text, f"{start} ", f"{start} ", _WIDTH)


def _blanks(choice: Choice, voice: Voice) -> Iterator[str]:
    """Yield the lines for a player who orders for several: one each, left empty so that no example is sent unread."""
    yield from remark_lines(voice.phrase(choice.remark))
    yield from _values(choice, voice, "")
    yield f"{voice.word('envelope', choice.order)}:"
    yield from (f"  {scalar(name)}:" for name in choice.example)


def _standing(choices: Sequence[Choice], voice: Voice) -> Iterator[str]:
    """Yield the lines of the standing orders, to be filled in like those of the turn."""
    if not choices:
        return
    word = voice.word("envelope", "standing")
    yield from remark_lines(voice.say("form.standing", standing=word, nothing=voice.word("nothing", "nothing")))
    yield f"{word}:"
    for choice in choices:
        yield from _order(choice, voice)


def _conditions(choice: Choice, conditions: Sequence[tuple[str, Any]], voice: Voice) -> Iterator[str]:
    """Yield remarks that show how to write conditional orders, and list the conditions; nothing is filled in there."""
    told = [f"{voice.word('conditions', name)}: {value_text(example, voice)}" for name, example in conditions]
    order = f"{voice.word('orders', choice.order)}: {value_text(choice.example, voice)}"
    line = f"{{{told[0]}, {voice.word('clauses', 'then')}: {{{order}}}}}"
    yield from remark_lines(voice.say("form.conditions"), "  #")
    yield from (f"  #   {voice.word('clauses', IF)}:", f"  #     - {line}")
    yield from remark_lines(voice.say("form.conditions.list"), "  #")
    line = f"  #    {told[0]}"
    for each in told[1:]:
        if len(line) + len(each) + len(_BETWEEN) > _WIDTH:
            yield line
            line = f"  #    {each}"
        else:
            line += f"{_BETWEEN}{each}"
    yield line


_BETWEEN = " · "


def _offers(choices: Sequence[Choice], voice: Voice) -> Iterator[str]:
    """Yield the lines of every order that may be given, left empty, below a remark on how to order nothing."""
    nothing, word = voice.word("nothing", "nothing"), voice.word("envelope", "orders")
    yield from remark_lines(voice.say("form.fill"))
    yield from remark_lines(voice.say("form.nothing", nothing=nothing, orders=word))
    yield f"{word}:"
    for group, offered in groupby(choices, key=lambda choice: choice.group):
        if group:
            yield from remark_lines(voice.say(f"form.group.{group}"), "  #")
        for choice in offered:
            yield from _order(choice, voice, "  #  ")


def _order(choice: Choice, voice: Voice, start: str = "  #") -> Iterator[str]:
    """Yield the lines of one order: a remark that explains it, then its empty lines.

    The remark has an example unless the form already lists the values of the order.
    """
    remark = voice.phrase(choice.remark)
    if not (choice.lines or choice.parts or choice.example is None or isinstance(choice.example, Word)):
        remark = voice.say("form.example", remark=remark, example=value_text(choice.example, voice))
    yield from remark_lines(remark, start)
    yield from _values(choice, voice, "  ")
    yield f"  {voice.word('orders', choice.order)}:"
    yield from (f"    {scalar(voice.fill(part))}:" for part in choice.parts)


def _values(choice: Choice, voice: Voice, indent: str) -> Iterator[str]:
    """Yield remark lines with values to copy; no value is split over two lines."""
    start = f"{indent}#    "
    for values in choice.lines:
        line = start
        for value in (value_text(value, voice) for value in values):
            if line != start and len(line) + len(value) > _WIDTH:
                yield line.rstrip()
                line = start
            line += f"{value}, "
        yield line.rstrip(", ")


def value_text(example: Any, voice: Voice) -> str:
    """Return an example value as YAML, with its words in the voice's language."""
    if isinstance(example, dict):
        return "{" + ", ".join(f"{voice.fill(key)}: {value_text(value, voice)}" for key, value in example.items()) + "}"
    if isinstance(example, (Word, Phrase)):
        return voice.fill(example)
    if isinstance(example, (list, tuple)):
        return "[" + ", ".join(value_text(value, voice) for value in example) + "]"
    return str(example) if type(example) is int else scalar(str(example))


_NOT_TEXT = ("null", "true", "false", "yes", "no", "on", "off", "y", "n")
_PLAIN = re.compile(r"\(?[^\W_](?:[\w .;’-]*\w)?\)?")


def scalar(text: str) -> str:
    """Return ``text`` as a YAML scalar that every reader takes for text; it is quoted if necessary."""
    plain = _PLAIN.fullmatch(text) and not text[0].isdigit() and fold(text) not in _NOT_TEXT
    return text if plain else json.dumps(text, ensure_ascii=False)
