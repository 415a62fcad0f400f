"""The lines of a form that its player fills, with what stands between them: one left blank orders nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any

from adjudicator.core.faults import Phrase, Word
from adjudicator.core.game import Choice
from adjudicator.core.stage import Stage
from adjudicator.core.standing_orders import IF
from adjudicator.core.words import fold
from adjudicator.speech.voice import Voice, wrapped

# Lines are short enough to come through a mail as they are. What begins with # is for the player to read, and holds no
# line of an order file: whoever writes one there is asked what he meant (``remarks``).


_WIDTH = 72


def form_lines(
    choices: Sequence[Choice],
    standing: Sequence[Choice],
    stage: Stage,
    voice: Voice,
    conditions: Sequence[tuple[str, Any]] = (),
) -> Iterator[str]:
    """Return the lines below the head of a form: the orders, the standing ones, a note.

    ``conditions`` are what standing orders may hang on, each with an example of its argument.
    """
    yield from _body(choices, stage, voice)
    yield from _standing(standing, voice)
    if standing and conditions:
        yield from _conditions(standing[0], conditions, voice)
    yield from remark_lines(voice.say("field.envelope.note"))
    yield f"{voice.word('envelope', 'note')}:"


def _body(choices: Sequence[Choice], stage: Stage, voice: Voice) -> Iterator[str]:
    """The lines of the orders: what has to be filled in, or what may be."""
    if choices and choices[0].order == stage.phase and isinstance(choices[0].example, dict):
        return _blanks(choices[0], voice)
    if any(choice.example is None for choice in choices):
        return _owed_orders(choices, voice)
    return _offers(choices, voice) if choices else iter(())


@lru_cache(maxsize=1024)
def remark_lines(text: str, start: str = "#") -> Sequence[str]:
    """Return comment lines, short enough to come through a mail as they are; many forms have the same."""
    return wrapped(text, f"{start} ", f"{start} ", _WIDTH)


def _blanks(choice: Choice, voice: Voice) -> Iterator[str]:
    """The lines of who orders for several players: one for each, left empty so that none is sent unread."""
    yield from remark_lines(voice.phrase(choice.remark))
    yield from _values(choice, voice, "")
    yield f"{voice.word('envelope', choice.order)}:"
    yield from (f"  {scalar(name)}:" for name in choice.example)


def _owed_orders(choices: Sequence[Choice], voice: Voice) -> Iterator[str]:
    """The orders that a player owes, left empty so that none is sent unread."""
    yield f"{voice.word('envelope', 'orders')}:"
    for choice in choices:
        yield from _order(choice, voice)


def _standing(choices: Sequence[Choice], voice: Voice) -> Iterator[str]:
    """Standing orders, to be filled like those of the turn."""
    if not choices:
        return
    word = voice.word("envelope", "standing")
    yield from remark_lines(voice.say("form.standing", standing=word, nothing=voice.word("nothing", "nothing")))
    yield f"{word}:"
    for choice in choices:
        yield from _order(choice, voice)


def _conditions(choice: Choice, conditions: Sequence[tuple[str, Any]], voice: Voice) -> Iterator[str]:
    """How orders with conditions are written, and what they may hang on: to be read, and nothing to be filled in."""
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
    """Every order that may be given, blank; above them how to order nothing."""
    nothing, word = voice.word("nothing", "nothing"), voice.word("envelope", "orders")
    yield from remark_lines(voice.say("form.fill"))
    yield from remark_lines(voice.say("form.nothing", nothing=nothing, orders=word))
    yield f"{word}:"
    for group, offered in groupby(choices, key=lambda choice: choice.group):
        yield from remark_lines(voice.say(f"form.group.{group}"), "  #")
        for choice in offered:
            yield from _order(choice, voice, "  #  ")


def _order(choice: Choice, voice: Voice, start: str = "  #") -> Iterator[str]:
    """The lines of one order: what is to be known of it, and below that its blanks."""
    yield from remark_lines(_told(choice, voice), start)
    yield from _values(choice, voice, "  ")
    yield f"  {voice.word('orders', choice.order)}:"
    yield from (f"    {voice.fill(part)}:" for part in choice.parts)


def _told(choice: Choice, voice: Voice) -> str:
    """Say what an order is, with an example of what its remark does not list."""
    remark = voice.phrase(choice.remark)
    if choice.lines or choice.parts or choice.example is None or isinstance(choice.example, Word):
        return remark
    return voice.say("form.example", remark=remark, example=value_text(choice.example, voice))


def _values(choice: Choice, voice: Voice, indent: str) -> Iterator[str]:
    """The lines of values to copy; none is cut in two."""
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
    """Return an example value in YAML, its words in the voice's language."""
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
    """Return ``text`` as a YAML scalar that is text to every reader: quoted where it could be something else."""
    plain = _PLAIN.fullmatch(text) and not text[0].isdigit() and fold(text) not in _NOT_TEXT
    return text if plain else json.dumps(text, ensure_ascii=False)
