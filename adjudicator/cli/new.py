"""``adjudicator new``: begin a campaign."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from adjudicator.cli.speech import (
    DEFAULT_LANGUAGE,
    Command,
    common_voice,
    complain,
    explicit_language,
    language_option,
    option,
    say,
)

if TYPE_CHECKING:
    from adjudicator.files.voice import Voice


@click.command("new", cls=Command)
@click.argument("folder", metavar="DIR")
@option("--game", default=None, help="option.game")
@option("--camp", "camps", metavar="NAME=PLAYER,…", multiple=True, help="option.camp")
@option("--board", metavar="WxH", default=None, help="option.board")
@option("--topology", metavar="WORD", default=None, help="option.topology")
@option("--title", default=None, help="option.title")
@option("--seed", default=None, help="option.seed")
@language_option
def command(folder: str, **given: Any) -> None:
    """Begin a campaign; without options, ask."""
    from adjudicator.files import newcampaign

    voice = common_voice()
    target = Path(folder)
    newcampaign.refuse_taken(target)
    if given["game"] is None and not given["camps"]:
        given |= _ask(voice, given)
    given["camps"] = _camps(given["camps"])
    plan = newcampaign.Plan(
        game=given["game"] or newcampaign.default_game(),
        title=given["title"],
        camps=given["camps"],
        size=given["board"],
        topology=given["topology"],
        seed=given["seed"],
        language=explicit_language() or DEFAULT_LANGUAGE,
    )
    try:
        campaign = newcampaign.create(target, plan)
    except newcampaign.RefusedPlanError as refusal:
        for fault in refusal.faults:
            complain(voice.fault(fault))
        click.get_current_context().exit(2)
    voice = campaign.voice(explicit_language())
    say(voice, "new.done", folder=folder)
    say(voice, "new.next", folder=folder)


def _camps(camps: Sequence[str] | Mapping[str, Sequence[str]]) -> Mapping[str, Sequence[str]]:
    """Read ``bleu=Anna,Luc`` as a camp and its players; a camp named twice keeps both lists."""
    if isinstance(camps, Mapping):
        return camps
    found: dict[str, list[str]] = {}
    for text in camps:
        name, equals, players = text.partition("=")
        if not equals or not name.strip():
            raise click.UsageError(common_voice().say("new.bad-camp", text=text))
        found.setdefault(name.strip(), []).extend(_names(players))
    return found


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def _ask(voice: Voice, given: Mapping[str, Any]) -> dict[str, Any]:
    """Ask for what a campaign needs and no option says, offering what the game recommends."""
    from adjudicator.files import newcampaign

    game = given["game"] or newcampaign.default_game()
    title = given["title"] or _prompt(voice, "ask.title", default=voice.say("ask.title.default"))
    camps = _ask_camps(voice)
    recommended = newcampaign.recommended(game, camps, voice.language)
    if given["topology"] is None and given["board"] is None:
        click.echo(voice.say("ask.recommended"))
        for word, size in recommended:
            click.echo(f"  {word:<12} {size}")
    topology = given["topology"] or _ask_value(voice, game, "topologies", "ask.topology", recommended[0][0])
    size = next((size for word, size in recommended if word == topology), recommended[0][1])
    board = given["board"] or _ask_value(voice, game, "size", "ask.board", size)
    return {"game": game, "title": title, "camps": camps, "topology": topology, "board": board}


def _prompt(voice: Voice, question: str, /, **options: Any) -> Any:
    """Ask one question; ``number`` and ``camp`` go into its sentence, all else is click's."""
    values = {name: options.pop(name) for name in ("number", "camp") if name in options}
    return click.prompt(voice.say(question, **values), prompt_suffix=voice.say("colon"), **options)


def _ask_value(voice: Voice, game: str, kind: str, question: str, default: str) -> str:
    """Ask until the answer can be read."""
    from adjudicator.files import newcampaign

    def understood(text: str) -> str:
        if fault := newcampaign.misread(game, kind, text, voice.language):
            raise click.UsageError(voice.fault(fault))
        return text

    answer: str = _prompt(voice, question, default=default, value_proc=understood)
    return answer


def _ask_camps(voice: Voice) -> dict[str, list[str]]:
    count = _prompt(voice, "ask.camps", type=click.IntRange(2, 99), default=2)
    camps: dict[str, list[str]] = {}
    for number in range(1, count + 1):
        name = _prompt(voice, "ask.camp", number=number).strip()
        camps[name] = _names(_prompt(voice, "ask.players", camp=name))
        click.echo(voice.count("ask.counted", len(camps[name]), camp=name, names=voice.list(camps[name])))
    return camps
