"""``adjudicator new``: begin a campaign."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from adjudicator.cli.console import (
    DEFAULT_LANGUAGE,
    Argument,
    Command,
    common_voice,
    complain,
    explicit_language,
    language_option,
    option,
    say,
)

if TYPE_CHECKING:
    from adjudicator.speech.voice import Voice


@click.command("new", cls=Command)
@click.argument("folder", cls=Argument, metavar="DIR")
@option("--game", default=None, help="option.game")
@option("--camp", "camps", metavar="NAME=PLAYER,…", multiple=True, help="option.camp")
@option("--players", metavar="PLAYER,…", multiple=True, help="option.players")
@option("--set", "asked", metavar="KEY=VALUE", multiple=True, help="option.set")
@option("--title", default=None, help="option.title")
@option("--seed", default=None, help="option.seed")
@language_option
def command(folder: str, **given: Any) -> None:
    """Begin a campaign; without options, ask."""
    from adjudicator.campaign import beginning
    from adjudicator.rulesets import default_game
    from adjudicator.speech.voice import voice_of

    voice = common_voice()
    target = Path(folder)
    beginning.refuse_taken(target)
    people, asked = _people(given.pop("camps"), given.pop("players")), _answers(given.pop("asked"))
    if given["game"] is None and not people:
        name, title, people = _ask(voice, given)
        given |= {"game": name, "title": title}
        asked = _ask_more(voice_of(name, voice.language), name, asked, people)
    plan = beginning.Plan(
        game=given["game"] or default_game(),
        title=given["title"],
        people=people,
        asked=asked,
        seed=given["seed"],
        language=explicit_language() or DEFAULT_LANGUAGE,
    )
    try:
        campaign = beginning.create(target, plan)
    except beginning.RefusedPlanError as refusal:
        voice = voice_of(refusal.game, voice.language)
        for sentence in dict.fromkeys(map(voice.fault, refusal.faults)):  # a captain is among the players once more
            complain(sentence)
        click.get_current_context().exit(2)
    voice = campaign.voice(explicit_language())
    say(voice, "new.done", folder=folder)
    say(voice, "new.next", folder=folder)


def _people(camps: Sequence[str], players: Sequence[str]) -> dict[str, list[str]]:
    """Read ``bleu=Anna,Luc`` as a camp and its players (named twice, it keeps both lists), ``Anna,Luc`` as players."""
    found: dict[str, list[str]] = {}
    for text in camps:
        name, equals, named = text.partition("=")
        if not equals or not name.strip():
            raise click.UsageError(common_voice().say("new.bad-camp", text=text))
        found.setdefault(name.strip(), []).extend(_names(named))
    for text in players:
        found.setdefault("", []).extend(_names(text))
    return found


def _answers(texts: Sequence[str]) -> dict[str, str]:
    """Read ``taille=6x3``: what the game asks for, and the answer."""
    answers: dict[str, str] = {}
    for text in texts:
        key, equals, answer = text.partition("=")
        if not equals or not key.strip():
            raise click.UsageError(common_voice().say("new.bad-set", text=text))
        answers[key.strip()] = answer.strip()
    return answers


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def _ask(voice: Voice, given: Mapping[str, Any]) -> tuple[str, str, dict[str, list[str]]]:
    """Ask for the game, the title and those who play."""
    from adjudicator.core.words import fold
    from adjudicator.rulesets import GAMES, default_game, game

    games = click.Choice(list(GAMES))

    def understood(text: str) -> str:
        name: str = games.convert(fold(text) if fold(text) in GAMES else text, None, None)
        return name

    name = _prompt(voice, "ask.game", default=default_game(), type=games, value_proc=understood)
    title = given["title"] or _prompt(voice, "ask.title", default=voice.say("ask.title.default"))
    return name, title, _ask_camps(voice) if game(name).setup.people == "camps" else _ask_players(voice)


def _ask_more(voice: Voice, name: str, asked: Mapping[str, str], people: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Ask for what the game ``name`` needs and ``--set`` does not say, offering what it recommends."""
    from adjudicator.campaign import beginning
    from adjudicator.rulesets import game

    asks, known = game(name).setup.asks, beginning.told(name, asked)
    recommended = beginning.recommended(name, people, voice.language)
    if recommended and not known:
        click.echo(voice.say("ask.recommended"))
        for row in recommended:
            click.echo(f"  {row[0]:<12} {' '.join(row[1:])}")
    answers: list[str] = []
    for i, ask in enumerate(asks):
        fitting = [row[i] for row in recommended if list(row[:i]) == answers] or [row[i] for row in recommended]
        answers.append(known.get(ask.key) or _ask_value(voice, name, ask.kind, f"ask.{ask.key}", fitting[0]))
    return {**asked, **{ask.key: answer for ask, answer in zip(asks, answers, strict=True)}}


def _prompt(voice: Voice, question: str, /, **options: Any) -> Any:
    """Ask one question; ``number`` and ``camp`` go into its sentence, all else is click's."""
    values = {name: options.pop(name) for name in ("number", "camp") if name in options}
    return click.prompt(voice.say(question, **values), prompt_suffix=voice.say("colon"), **options)


def _ask_text(voice: Voice, question: str, /, **values: Any) -> str:
    """Ask until something is answered, and say so when nothing is."""

    def something(text: str) -> str:
        if not text.strip(" ,"):
            raise click.UsageError(voice.say("ask.empty"))
        return text

    answer: str = _prompt(voice, question, default="", show_default=False, value_proc=something, **values)
    return answer


def _ask_value(voice: Voice, game: str, kind: str, question: str, default: str) -> str:
    """Ask until the answer can be read."""
    from adjudicator.campaign import beginning

    def understood(text: str) -> str:
        if fault := beginning.misread(game, kind, text, voice.language):
            raise click.UsageError(voice.fault(fault))
        return text

    answer: str = _prompt(voice, question, default=default, value_proc=understood)
    return answer


def _ask_players(voice: Voice) -> dict[str, list[str]]:
    players = _names(_ask_text(voice, "ask.all-players"))
    click.echo(voice.count("ask.counted.all", len(players), names=voice.list(players)))
    return {"": players}


def _ask_camps(voice: Voice) -> dict[str, list[str]]:
    count = _prompt(voice, "ask.camps", type=click.IntRange(2, 99), default=2)
    camps: dict[str, list[str]] = {}
    for number in range(1, count + 1):
        name = _ask_text(voice, "ask.camp", number=number).strip()
        camps[name] = _names(_ask_text(voice, "ask.players", camp=name))
        click.echo(voice.count("ask.counted", len(camps[name]), camp=name, names=voice.list(camps[name])))
    return camps
