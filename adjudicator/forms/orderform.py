"""A ready order file: what a player may order now, as lines that he puts into force or fills."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from adjudicator.campaign.stages import Progress
from adjudicator.core.game import Choice
from adjudicator.core.phrase import Listed, Phrase, Word
from adjudicator.core.stage import Stage
from adjudicator.core.words import fold
from adjudicator.speech.plaintext import wrapped
from adjudicator.speech.voice import Voice
from adjudicator.store.errors import UnusableError
from adjudicator.table.fate import fate_in
from adjudicator.table.situation import Situation
from adjudicator.table.table import ahead_of

# Lines are short enough to come through a mail as they are. A line of words begins with « # », a line that is ready
# to be put into force with « # » and no space: whether an editor takes away the mark alone or a space with it, what
# is left stands at the same depth.


_WIDTH = 72


def order_form(situation: Situation, player: str, voice: Voice) -> str:
    """Return the form of ``player`` for the stage awaited: a file that is accepted, or has blanks to fill.

    Raises ``UnusableError`` when the game is over, and when others send orders in his stead.
    """
    progress, table = situation.progress, situation.table
    campaign, stage = progress.campaign, awaited_stage(progress)
    view = progress.view(player)
    choices = campaign.game.forms.choices(view)
    standing = _standing_choices(progress, player)
    in_force = table.standing.get(player, {})
    if not choices and not standing:
        awaited = situation.attendance.awaited
        key = "form.not-awaited" if awaited else "form.nobody-awaited"
        raise UnusableError(key, player=player, names=voice.list(awaited))
    said = fate_in(situation, player)
    title = voice.say("form.title", title=campaign.title, stage=stage.said)
    his_situation = campaign.game.forms.situation(view)
    lines = [
        f"# yaml-language-server: $schema={schema_name(voice)}",
        *_remarks(title),
        *(
            line
            for phrase in (*his_situation, *_kept(situation, player), said)
            for line in _remarks(voice.phrase(phrase))
        ),
        f"{voice.word('envelope', 'player')}: {_scalar(player)}",
        *([f"{voice.word('envelope', 'turn')}: {stage.turn}"] if stage.turn else []),
        *_body(choices, stage, voice),
        *_standing(standing, list(campaign.game.orders.standing_said(in_force)), voice),
        f"#{voice.word('envelope', 'note')}:   # {voice.say('field.envelope.note')}",
    ]
    return "\n".join(lines) + "\n"


def _standing_choices(progress: Progress, player: str) -> Sequence[Choice]:
    """Return the standing orders that ``player`` may give: none, where the campaign plays none."""
    campaign = progress.campaign
    if campaign.when_missing == "nothing":
        return []
    return campaign.game.forms.standing_choices(progress.view(player))


def _kept(situation: Situation, player: str) -> Iterator[Phrase]:
    """Say what is kept of the player's orders: those for the stage awaited, those for later turns, trouble to come."""
    table, progress = situation.table, situation.progress
    rules = progress.campaign.game.orders
    for said in ahead_of(table.ahead, player).values():
        yield Phrase("form.ahead", {"said": said})
    if progress.campaign.when_missing == "nothing":
        return
    for trouble in rules.standing_trouble(progress.view(player), table.standing.get(player, {})):
        yield Phrase("form.trouble", {"what": trouble})


def _body(choices: Sequence[Choice], stage: Stage, voice: Voice) -> Iterator[str]:
    """The lines of the orders: what has to be filled in, or what may be put into force."""
    if choices and choices[0].order == stage.phase and isinstance(choices[0].example, dict):
        return _blanks(choices[0], voice)
    if any(choice.example is None for choice in choices):
        return _blank_orders(choices, voice)
    return _offers(choices, voice) if choices else iter(())


def schema_name(voice: Voice) -> str:
    """Return the name of the schema file that the first line of a form gives to editors."""
    return f"{_slug(voice.word('envelope', 'orders'))}.schema.json"


def form_names(players: Sequence[str], voice: Voice) -> dict[str, str]:
    """Return a file name for the form of each of ``players``: safe everywhere, and no two alike."""
    names: dict[str, str] = {}
    for player in players:
        name = f"{_slug(voice.word('envelope', 'orders'))}-{_slug(player)}".rstrip("-")
        while f"{name}.yaml" in names.values():
            name += "-2"
        names[player] = f"{name}.yaml"
    return names


def _slug(text: str) -> str:
    return "-".join("".join(letter if letter.isalnum() else " " for letter in fold(text)).split())


def awaited_stage(progress: Progress) -> Stage:
    """Return the stage that forms are for. Raises ``UnusableError`` when the game is over."""
    if progress.stage is None:
        raise UnusableError("resolve.over")
    return progress.stage


def _remarks(text: str, start: str = "#") -> list[str]:
    """Return comment lines, short enough to come through a mail as they are."""
    return wrapped(text, f"{start} ", f"{start} ", _WIDTH)


def _blanks(choice: Choice, voice: Voice) -> Iterator[str]:
    """The lines of who orders for several players: one for each, left empty so that none is sent unread."""
    yield from _remarks(voice.phrase(choice.remark))
    yield from _values(choice, voice, "")
    yield f"{voice.word('envelope', choice.order)}:"
    yield from (f"  {_scalar(name)}:" for name in choice.example)


def _blank_orders(choices: Sequence[Choice], voice: Voice) -> Iterator[str]:
    """The orders that a player owes, left empty so that none is sent unread."""
    yield f"{voice.word('envelope', 'orders')}:"
    for choice in choices:
        yield from _remarks(voice.phrase(choice.remark), "  #")
        yield from _values(choice, voice, "  ")
        yield f"  {voice.word('orders', choice.order)}:"


def _standing(choices: Sequence[Choice], in_force: Sequence[Phrase], voice: Voice) -> Iterator[str]:
    """Standing orders, ready to be put into force, below those that hold."""
    if not choices:
        return
    word = voice.word("envelope", "standing")
    yield from _remarks(voice.say("form.standing", standing=word, nothing=voice.word("nothing", "nothing")))
    if in_force:
        yield from _remarks(voice.say("form.standing.now", list=Listed(tuple(in_force))))
    yield f"#{word}:"
    for choice in choices:
        yield f"#  {_line(choice, voice)}"
        yield from _remarks(voice.phrase(choice.remark), "#    #")


def _offers(choices: Sequence[Choice], voice: Voice) -> Iterator[str]:
    """The explicit nothing, and under it every order that may stand in its place."""
    nothing, word = voice.word("nothing", "nothing"), voice.word("envelope", "orders")
    yield from _remarks(voice.say("form.nothing", nothing=nothing))
    yield from _remarks(voice.say("form.replace", nothing=nothing, orders=word))
    yield f"{word}: {nothing}"
    for group, offered in groupby(choices, key=lambda choice: choice.group):
        yield from _remarks(voice.say(f"form.group.{group}"), "  #")
        for choice in offered:
            yield f"  #{_line(choice, voice)}"
            yield from _remarks(voice.phrase(choice.remark), "  #   ")
            yield from _values(choice, voice, "  ")


def _values(choice: Choice, voice: Voice, indent: str) -> Iterator[str]:
    """The lines of values to copy; none is cut in two."""
    start = f"{indent}#    "
    for values in choice.lines:
        line = start
        for value in (_value(value, voice) for value in values):
            if line != start and len(line) + len(value) > _WIDTH:
                yield line.rstrip()
                line = start
            line += f"{value}, "
        yield line.rstrip(", ")


def _line(choice: Choice, voice: Voice) -> str:
    return f"{voice.word('orders', choice.order)}: {_value(choice.example, voice)}"


def _value(example: Any, voice: Voice) -> str:
    """Return an example value in YAML, its words in the voice's language."""
    if isinstance(example, dict):
        return "{" + ", ".join(f"{voice.fill(key)}: {_value(value, voice)}" for key, value in example.items()) + "}"
    if isinstance(example, (list, tuple)):
        return "[" + ", ".join(_value(value, voice) for value in example) + "]"
    return voice.fill(example) if isinstance(example, (Word, Phrase)) else _scalar(str(example))


_NOT_TEXT = ("null", "true", "false", "yes", "no", "on", "off", "y", "n")
_PLAIN = re.compile(r"\(?[^\W_](?:[\w .;’-]*\w)?\)?")


def _scalar(text: str) -> str:
    """Return ``text`` as a YAML scalar that is text to every reader: quoted where it could be something else."""
    plain = _PLAIN.fullmatch(text) and not text[0].isdigit() and fold(text) not in _NOT_TEXT
    return text if plain else json.dumps(text, ensure_ascii=False)
