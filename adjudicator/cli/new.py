"""``adjudicator new``: begin a campaign."""

from __future__ import annotations

from collections.abc import Sequence
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
    from adjudicator.campaign.campaign import Campaign
    from adjudicator.campaign.new_campaign import Plan, RefusedPlanError


@click.command("new", cls=Command)
@click.argument("folder", cls=Argument, metavar="DIR")
@option("--game", default=None, help="option.game")
@option("--camp", "camps", metavar="NAME=PLAYER,…", multiple=True, help="option.camp")
@option("--captain", "captains", metavar="PLAYER", multiple=True, help="option.captain")
@option("--players", metavar="PLAYER,…", multiple=True, help="option.players")
@option("--set", "asked", metavar="KEY=VALUE", multiple=True, help="option.set")
@option("--title", default=None, help="option.title")
@option("--seed", default=None, help="option.seed")
@language_option
def command(folder: str, **given: Any) -> None:
    """Begin a campaign; without options, ask."""
    from adjudicator.campaign import new_campaign
    from adjudicator.rulesets import default_game

    target = Path(folder)
    new_campaign.refuse_taken(target)
    plan = new_campaign.Plan(
        game=given["game"] or default_game(),
        title=given["title"],
        people={},
        asked=_answers(given["asked"]),
        seed=given["seed"],
        language=explicit_language() or DEFAULT_LANGUAGE,
        captains=[name.strip() for name in given["captains"]],
    )
    plan = _peopled(plan, given["camps"], given["players"])
    asking = given["game"] is None and not plan.people
    campaign = _asked(target, plan) if asking else _begun(target, plan)
    voice = campaign.voice(explicit_language())
    say(voice, "new.done", folder=folder)
    say(voice, "new.next", folder=folder)


_MANY_WORDS = 3
"""Words of a name that may be several, without the commas between them."""


def _begun(target: Path, plan: Plan) -> Campaign:
    """Begin the campaign, saying who plays whom, or end with what is wrong with it."""
    from adjudicator.campaign import new_campaign
    from adjudicator.campaign.new_campaign import cast
    from adjudicator.cli.questions import called_in, counted_in

    try:
        plan = cast(plan)
        campaign = new_campaign.create(target, plan)
    except new_campaign.RefusedPlanError as refusal:
        _tell(refusal, plan)
        raise click.exceptions.Exit(2) from refusal
    for camp, names in plan.people.items():
        if any(len(name.split()) >= _MANY_WORDS for name in names):
            click.echo(counted_in(campaign.voice(explicit_language()), camp, names))
    for line in called_in(campaign.voice(explicit_language()), plan) if campaign.game.setup.characters else ():
        click.echo(line)
    return campaign


def _asked(target: Path, plan: Plan) -> Campaign:
    """Ask for what the plan leaves open, and again while the campaign cannot be as answered."""
    from adjudicator.campaign import new_campaign
    from adjudicator.cli.questions import Questions

    questions, told = Questions(common_voice()), None
    while True:
        try:
            return new_campaign.create(target, questions.asked(plan))
        except new_campaign.RefusedPlanError as refusal:
            _tell(refusal, plan)
            if told == refusal.faults:  # nothing of what was asked can mend it
                raise click.exceptions.Exit(2) from refusal
            told = refusal.faults
            click.echo(common_voice().say("ask.again"))


def _tell(refusal: RefusedPlanError, plan: Plan) -> None:
    from adjudicator.speech.voice import voice_of

    voice = voice_of(refusal.game, plan.language)
    for sentence in dict.fromkeys(map(voice.fault, refusal.faults)):  # a captain is among the players once more
        complain(sentence)


def _peopled(plan: Plan, camps: Sequence[str], players: Sequence[str]) -> Plan:
    """Read ``bleu=Anna,Luc`` as a camp and its players (named twice, it keeps both lists), ``Anna,Luc`` as players."""
    from adjudicator.cli.questions import persons_in

    for text in camps:
        name, equals, named = text.partition("=")
        if not equals or not name.strip():
            raise click.UsageError(common_voice().say("new.bad-camp", text=text))
        plan = plan.joined(name.strip(), persons_in(named))
    for text in players:
        plan = plan.joined("", persons_in(text))
    return plan


def _answers(texts: Sequence[str]) -> dict[str, str]:
    """Read ``taille=6x3``: what the game asks for, and the answer."""
    answers: dict[str, str] = {}
    for text in texts:
        key, equals, answer = text.partition("=")
        if not equals or not key.strip():
            raise click.UsageError(common_voice().say("new.bad-set", text=text))
        answers[key.strip()] = answer.strip()
    return answers
