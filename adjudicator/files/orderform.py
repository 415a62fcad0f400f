"""A ready order file: what a player may order now, as comments that he uncomments."""

from __future__ import annotations

from typing import Any

from adjudicator.core.phrase import Phrase, Word
from adjudicator.files.campaign import Progress
from adjudicator.files.errors import UnusableError
from adjudicator.files.newcampaign import yaml_text
from adjudicator.files.voice import Voice


def order_form(progress: Progress, player: str, voice: Voice) -> str:
    """Return the form of ``player`` for the stage awaited.

    Raises ``UnusableError`` when the game is over, and when others send orders in his stead.
    """
    campaign, stage = progress.campaign, progress.stage
    if stage is None:
        raise UnusableError("resolve.over")
    head = [
        f"# {voice.say('form.title', title=campaign.title, stage=voice.say(f'phase.{stage.phase}', turn=stage.turn))}",
        f"{voice.word('envelope', 'player')}: {yaml_text(player)}",
        *([f"{voice.word('envelope', 'turn')}: {stage.turn}"] if stage.turn else []),
    ]
    choices = campaign.game.choices(campaign.setting, progress.state, player)
    if not choices:
        awaited = campaign.game.awaited(campaign.setting, progress.state)
        raise UnusableError("form.not-awaited", player=player, names=voice.list(awaited))
    if any(choice.order == stage.phase for choice in choices):
        body = [_line(choice.order, choice.example, voice, "envelope") for choice in choices]
        return "\n".join([*head, *_remarks(choices, voice), *body]) + "\n"
    nothing = voice.word("nothing", "nothing")
    lines = [f"{voice.word('envelope', 'orders')}: {nothing}   # {voice.say('form.replace')}"]
    for choice in choices:
        lines.append(f"#  {_line(choice.order, choice.example, voice, 'orders')}   # {voice.phrase(choice.remark)}")
    return "\n".join([*head, *lines]) + "\n"


def _remarks(choices: Any, voice: Voice) -> list[str]:
    return [f"# {voice.phrase(choice.remark)}" for choice in choices]


def _line(order: str, example: Any, voice: Voice, place: str) -> str:
    return f"{voice.word(place, order)}: {_value(example, voice, order)}"


def _value(example: Any, voice: Voice, place: str) -> str:
    """Return an example value in YAML, its words in the voice's language."""
    if isinstance(example, Word):
        return voice.word(example.place, example.canonical)
    if isinstance(example, Phrase):
        return voice.phrase(example)
    if isinstance(example, dict):
        parts = [f"{_key(key, voice)}: {_value(value, voice, place)}" for key, value in example.items()]
        return "{" + ", ".join(parts) + "}"
    return str(example)


def _key(key: str | Word, voice: Voice) -> str:
    return voice.word(key.place, key.canonical) if isinstance(key, Word) else yaml_text(key)
