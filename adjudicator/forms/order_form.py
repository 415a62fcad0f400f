"""Ready-made files to fill in: a player's order file for the stage awaited, and the MJ's file of answers.

A player's form has a line for each order that he may give; a line left blank orders nothing. In the MJ's form, every
open question has the proposed answer already filled in.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from adjudicator.campaign.campaign import Campaign, seed_hash
from adjudicator.campaign.stages import Progress
from adjudicator.core import standing_orders
from adjudicator.core.actions import Choice
from adjudicator.core.faults import Listed, Phrase
from adjudicator.core.mj import TEXT, WORDS, Asked, is_word
from adjudicator.core.stage import Stage
from adjudicator.core.words import fold, slug
from adjudicator.orders.form_lines import form_lines, remark_lines, scalar
from adjudicator.orders.keys import mj_key, order_key, takes_words
from adjudicator.speech.voice import Voice, capitalised
from adjudicator.store.disk import UnusableError
from adjudicator.table.consequences import fate_in
from adjudicator.table.decision import why_asked
from adjudicator.table.questions import Asking, asking_of, key_said, named_places, told_of
from adjudicator.table.situation import Situation
from adjudicator.table.table import ahead_of, owing, words_for


def order_form(situation: Situation, player: str, voice: Voice, told: Sequence[Phrase] | None = None) -> str:
    """Return the form of ``player`` for the stage awaited: a file with blanks, refused if none of them is filled.

    ``told`` is the result of :func:`told_in` if the caller has it already. Raises ``UnusableError`` if the game is over
    or ``player`` has nothing to order.
    """
    progress = situation.progress
    campaign, stage = progress.campaign, awaited_stage(progress)
    view = progress.view(player)
    choices = progress.choices(player)
    standing = _standing_choices(progress, player)
    asks = takes_words(progress)
    idle = owes_nothing(progress, player)
    if not choices and not standing and not asks and not idle:
        awaited = situation.attendance.awaited
        key = "form.not-awaited" if awaited else "form.nobody-awaited"
        raise UnusableError(key, player=player, names=voice.list(awaited))
    title = voice.say("form.title", title=campaign.title, stage=stage.said)
    if told is None:
        told = told_in(situation, player)
    lines = [
        schema_line(schema_name(voice)),
        *remark_lines(title),
        *(line for phrase in told for line in remark_lines(voice.phrase(phrase))),
        *_lines(envelope(campaign, stage, player, voice)),
        *(_word(campaign, voice) if asks else ()),
        *(_lines([_nothing(voice)]) if idle else ()),
        *form_lines(
            choices, standing, stage, voice, standing_orders.examples(campaign.game.orders, view) if standing else ()
        ),
    ]
    return "\n".join(lines) + "\n"


def told_in(situation: Situation, player: str) -> list[Phrase]:
    """Return what a player should know before he fills in a form, as phrases.

    They say what he controls, which of his orders are stored, and what happens if he sends nothing.
    """
    progress = situation.progress
    view, forms = progress.view(player), progress.campaign.game.forms
    his = forms.situation(view) if progress.choices(player) or _standing_choices(progress, player) else ()
    return [*his, *kept(situation, player), fate_in(situation, player)]


def form_to_copy(progress: Progress, player: str, voice: Voice) -> list[str]:
    """Return the lines of a form for the end of a player's report, without standing orders and what the report says.

    The list is empty if nothing is awaited that he could send. It depends on his view alone.
    """
    campaign, stage = progress.campaign, progress.stage
    choices = progress.choices(player) if stage else []
    idle = [_nothing(voice)] if owes_nothing(progress, player) else []
    if stage is None or not (choices or idle):
        return []
    return [*_lines([*envelope(campaign, stage, player, voice), *idle]), *form_lines(choices, (), stage, voice)]


def owes_nothing(progress: Progress, player: str) -> bool:
    """Return whether ``player`` is awaited without a choice, so that his orders can only be the word for nothing."""
    awaited = owing(progress.campaign, progress.state) if progress.stage else ()
    return player in awaited and not progress.choices(player)


def _nothing(voice: Voice) -> tuple[str, str]:
    """Return the line of a player who is awaited and has nothing to choose, as a word with its value."""
    return voice.word("envelope", "orders"), voice.word("nothing", "nothing")


def envelope(campaign: Campaign, stage: Stage, player: str, voice: Voice) -> Iterator[tuple[str, str]]:
    """Yield the lines that identify the player and the turn, as words with values, with his key if it is required."""
    yield voice.word("envelope", "player"), scalar(player)
    if stage.turn:
        yield voice.word("envelope", "turn"), str(stage.turn)
    if campaign.demands_key:
        yield voice.word("envelope", "key"), order_key(campaign.seed, stage, campaign.seats.holder(player))


def _lines(pairs: Iterable[tuple[str, str]]) -> Iterator[str]:
    return (f"{word}: {value}" for word, value in pairs)


def _word(campaign: Campaign, voice: Voice) -> Iterator[str]:
    """Yield the line for the player's word on which draws depend, filled with a random word that he may replace.

    The word must be random: whoever could predict it would know the draws. The hash of the seed stands above it, so
    that the player has it before he sends his word.
    """
    yield from remark_lines(voice.say("report.seed-hash", hash=seed_hash(campaign.seed)))
    yield from remark_lines(voice.say("form.luck"))
    yield f"{voice.word('envelope', 'luck')}: {scalar(some_word())}"


def some_word() -> str:
    """Return a random word that nobody can predict."""
    from secrets import token_hex

    return f"x{token_hex(5)}"


def _standing_choices(progress: Progress, player: str) -> Sequence[Choice]:
    """Return the standing orders that ``player`` may give; none if the campaign does not use them."""
    campaign = progress.campaign
    if campaign.when_missing == "nothing":
        return []
    return campaign.game.forms.standing_choices(progress.view(player))


def kept(situation: Situation, player: str) -> Iterator[Phrase]:
    """Yield what is stored of the player's orders: for later turns, as standing orders, and problems with these."""
    table, progress = situation.table, situation.progress
    rules, standing = progress.campaign.game.orders, situation.table.standing.get(player, {})
    for later in ahead_of(table.ahead, player).values():
        yield Phrase("form.ahead", {"said": later})
    if progress.campaign.when_missing == "nothing":
        return
    for trouble in standing_orders.trouble(rules, progress.view(player), standing):
        yield Phrase("form.trouble", {"what": trouble})
    said = tuple(standing_orders.said(rules, standing)) if _standing_choices(progress, player) else ()
    if said:
        yield Phrase("form.standing.now", {"list": Listed(said)})


def schema_line(name: str) -> str:
    """Return the first line of a form, by which editors find the schema in the same folder."""
    return f"# yaml-language-server: $schema={name}"


def schema_name(voice: Voice) -> str:
    """Return the name of the schema file to which the first line of a form refers."""
    return f"{_slug(voice.word('envelope', 'orders'))}.schema.json"


def form_names(players: Sequence[str], voice: Voice) -> dict[str, str]:
    """Return a file name for the form of each of ``players``; all are distinct and valid on every system."""
    return file_names(players, voice.word("envelope", "orders"), "yaml")


def page_names(players: Sequence[str], voice: Voice) -> dict[str, str]:
    """Return a file name for the form page of each of ``players``; all are distinct and valid on every system."""
    return file_names(players, voice.say("click.file"), "html")


def file_names(players: Sequence[str], word: str, ending: str) -> dict[str, str]:
    """Return a file name that begins with ``word`` for each of ``players``; all are distinct and valid everywhere."""
    names: dict[str, str] = {}
    for player in players:
        name = f"{_slug(word)}-{_slug(player)}".rstrip("-")
        while f"{name}.{ending}" in names.values():
            name += "-2"
        names[player] = f"{name}.{ending}"
    return names


def _slug(text: str) -> str:
    return "-".join("".join(letter if letter.isalnum() else " " for letter in fold(text)).split())


def awaited_stage(progress: Progress) -> Stage:
    """Return the stage that forms are for. Raises ``UnusableError`` if the game is over."""
    if progress.stage is None:
        raise UnusableError("resolve.over")
    return progress.stage


# The MJ's file of answers: unless he changes it, he agrees to every proposal.


def answer_form(situation: Situation, voice: Voice) -> str:
    """Return the MJ's form for the stage awaited; sent back unchanged, it agrees to everything that is proposed.

    Raises ``UnusableError`` if the game is over.
    """
    campaign, stage = situation.campaign, awaited_stage(situation.progress)
    asking = situation.asking
    word = voice.word
    key, value = ("turn", str(stage.turn)) if stage.turn else ("stage", scalar(voice.phrase(stage.said)))
    shown = asking.listed if asking is not None else []
    proposed = any(one.question.proposal is not None for one in shown)
    title = "asked.title" if proposed else "asked.title.none"
    start = "#" if shown else _PROSE
    lines = [
        *remark_lines(voice.say(title, title=campaign.title, stage=stage.said), start),
        f"{word('answers', key)}: {value}",
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
"""The prefix of comments that stay comments when the MJ uncomments the example below them."""


def answers_name(voice: Voice, ending: str) -> str:
    """Return the name of a file of the MJ's answers or of their schema; it is valid on every system."""
    return f"{slug(voice.word('answering', 'answers'))}-{slug(voice.word('answers', 'mj'))}.{ending}"


def _joined(lines: list[str]) -> str:
    return "\n".join(lines) + "\n"


def _example(situation: Situation, voice: Voice) -> Iterator[str]:
    """Yield, as comments, an example of a ruling that the MJ could make now on an order that has arrived.

    Nothing is yielded if there is no such order.
    """
    campaign, progress = situation.campaign, situation.progress
    places = named_places(asking_of(progress, situation.to_play, words_for(progress, situation.table), {}))
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
    """Yield the lines of the questions, grouped by purpose."""
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
    """Yield the explanation of a question and the line for its answer."""
    for phrase in told_of(asking, one, closed):
        yield from remark_lines(voice.phrase(phrase))
    before = asking.stale.get(one.question.place)
    if before is not None and before.value is not None:
        yield from remark_lines(voice.say("asked.keep"))
        decision = asking.campaign.game.rules.decisions[one.question.purpose]
        yield f"# {key}: {_written(voice, one.question.kind, before.value, decision.parts)}"
    answer = voice.word("agreement", "agreed") if one.question.proposal is not None else ""
    yield f"{key}: {answer}".rstrip()


def _written(voice: Voice, kind: str, value: Any, parts: str = "") -> str:
    """Return an answer of a ``kind`` as a file has it; ``parts`` is the vocabulary place of its parts, if known."""
    if isinstance(value, Mapping):
        words = {key: voice.word(parts, key) if parts else scalar(key) for key in value}
        said = {key: _quoted(part) if key in WORDS else _written(voice, kind, part) for key, part in value.items()}
        return f"{{{', '.join(f'{words[key]}: {part}' for key, part in said.items())}}}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(_written(voice, kind, part) for part in value)}]"
    if isinstance(value, bool):
        return voice.word("booleans", "true" if value else "false")
    if kind == TEXT or not isinstance(value, str):
        return _quoted(value) if isinstance(value, str) else str(value)
    return scalar(voice.word(kind, value) if is_word(kind, value) else value)


def _quoted(text: str) -> str:
    """Return a text in double quotes, on one line."""
    return json.dumps(text, ensure_ascii=False)
