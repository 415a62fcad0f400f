"""A ready file of answers for the MJ: every open question, agreed to as it is proposed until he writes otherwise."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

from adjudicator.core.mj import TEXT, WORDS, Asked
from adjudicator.core.words import slug
from adjudicator.forms.orderform import awaited_stage
from adjudicator.orders.keys import mj_key
from adjudicator.orders.remarks import remark_lines, scalar
from adjudicator.speech.voice import Voice, capitalised
from adjudicator.table.decision import why_asked
from adjudicator.table.questions import Asking, asking_of, called, key_said, told_of
from adjudicator.table.situation import Situation
from adjudicator.table.table import words_for


def answer_form(situation: Situation, voice: Voice) -> str:
    """Return the form of the MJ for the stage awaited: sent back as it is, he agrees to all that is proposed.

    Raises ``UnusableError`` when the game is over.
    """
    campaign, stage = situation.campaign, awaited_stage(situation.progress)
    asking = situation.asking
    word = voice.word
    stage_line = f"{word('answers', 'turn')}: {stage.turn}" if stage.turn else _stage_line(stage.phase, voice)
    shown = asking.listed if asking is not None else []
    title = "asked.title" if shown else "asked.title.none"
    start = "#" if shown else _PROSE
    lines = [
        *remark_lines(voice.say(title, title=campaign.title, stage=stage.said), start),
        stage_line,
        f"{word('answers', 'key')}: {mj_key(campaign.seed, stage)}",
    ]
    if asking is None or not shown:
        return _joined([*lines, *remark_lines(voice.say("asked.none"), start), *_example(situation, voice)])
    if situation.closing is not None and situation.clock.ends:
        lines += remark_lines(f"{capitalised(voice.phrase(why_asked(situation)))}.")
    lines += [f"{word('answers', 'mj')}:", f"  {word('answering', 'answers')}:"]
    lines += _questions(asking, shown, voice, situation.closing is not None)
    more = len(asking.open) - len(shown)
    if more:
        lines += [f"  {line}" for line in remark_lines(voice.count("asked.more", more))]
    lines += [f"  {line}" for line in remark_lines(voice.say("asked.rest"))]
    return _joined(lines)


_PROSE = "##"
"""Before words that stay a remark when the lines of an example below them lose their mark."""


def answers_name(voice: Voice, ending: str) -> str:
    """Return the name of a file of the MJ's answers, or of their schema: safe everywhere."""
    return f"{slug(voice.word('answering', 'answers'))}-{slug(voice.word('answers', 'mj'))}.{ending}"


def _stage_line(phase: str, voice: Voice) -> str:
    return f"{voice.word('answers', 'stage')}: {phase}"


def _joined(lines: list[str]) -> str:
    return "\n".join(lines) + "\n"


def _example(situation: Situation, voice: Voice) -> Iterator[str]:
    """Yield as remarks what the MJ might say of himself now, of an order that is there; nothing where there is none."""
    campaign, progress = situation.campaign, situation.progress
    heard = asking_of(progress, situation.to_play, words_for(progress, situation.table), {}).heard
    places = sorted(called(place, campaign.seats.called) for place in heard.named)
    found = next(((place, campaign.game.rules.decisions[place[0]]) for place in places), None)
    if found is None or not found[1].example:
        return
    (purpose, key), known = found
    yield from remark_lines(voice.say("asked.example"), _PROSE)
    yield f"# {voice.word('answers', 'mj')}:"
    yield f"#   {voice.word('answering', 'answers')}:"
    yield f"#     {scalar(voice.word('decisions', purpose))}:"
    yield f"#       {scalar(voice.fill(key_said(campaign, purpose, key)))}:"
    for part, word in known.example.items():
        yield f"#         {voice.word(known.parts, part)}: {voice.fill(word)}"
    for part in WORDS:
        yield f"#         {voice.word(known.parts, part)}: {_quoted(voice.say(f'asked.example.{part}'))}"


def _questions(asking: Asking, shown: list[Asked], voice: Voice, closed: bool) -> Iterator[str]:
    """Yield the lines of the questions, those of a purpose together."""
    by_purpose = sorted(shown, key=lambda one: [each.question.purpose for each in shown].index(one.question.purpose))
    for purpose, these in groupby(by_purpose, key=lambda one: one.question.purpose):
        word = scalar(voice.word("decisions", purpose))
        several = list(these)
        if several[0].question.key:
            yield f"    {word}:"
        for one in several:
            indent = "      " if one.question.key else "    "
            key = scalar(voice.fill(key_said(asking.campaign, *one.question.place))) if one.question.key else word
            yield from (f"{indent}{line}" for line in _question(asking, one, key, voice, closed))


def _question(asking: Asking, one: Asked, key: str, voice: Voice, closed: bool) -> Iterator[str]:
    """Yield what is told of a question, and the line of its answer."""
    for phrase in told_of(asking, one, closed):
        yield from remark_lines(voice.phrase(phrase))
    before = asking.stale.get(one.question.place)
    if before is not None and before.value is not None:
        yield from remark_lines(voice.say("asked.keep"))
        yield f"# {key}: {_written(voice, asking, one, before.value)}"
    answer = voice.word("agreement", "agreed") if one.question.proposal is not None else ""
    yield f"{key}: {answer}".rstrip()


def _written(voice: Voice, asking: Asking, one: Asked, value: Any) -> str:
    """Return an answer to a question as a file has it."""
    kind = one.question.kind
    if isinstance(value, Mapping):
        parts = asking.campaign.game.rules.decisions[one.question.purpose].parts
        said = {
            key: _quoted(part) if key in WORDS else _written(voice, asking, one, part) for key, part in value.items()
        }
        return f"{{{', '.join(f'{voice.word(parts, key)}: {part}' for key, part in said.items())}}}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(_written(voice, asking, one, part) for part in value)}]"
    if isinstance(value, bool):
        return voice.word("booleans", "true" if value else "false")
    if kind == TEXT or not isinstance(value, str):
        return _quoted(value) if isinstance(value, str) else str(value)
    return scalar(voice.word(kind, value) if kind else value)


def _quoted(text: str) -> str:
    """Return a text between quotes, on one line."""
    return json.dumps(text, ensure_ascii=False)
