"""``adjudicator new``: create a campaign, from the options or by asking questions on the terminal."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import click

from adjudicator.campaign import new_campaign
from adjudicator.campaign.campaign import Campaign
from adjudicator.cli import console
from adjudicator.core.context import hour_of_day
from adjudicator.core.faults import Fault, PhraseArgument
from adjudicator.core.words import Names, fold
from adjudicator.games import GAMES, default_game, game
from adjudicator.speech.voice import Voice, vocabulary, voice_of


@click.command("new", cls=console.Command)
@click.argument("folder", cls=console.Argument, metavar="DIR")
@console.option("--game", default=None, help="option.game")
@console.option("--camp", "camps", metavar="NAME=PLAYER,…", multiple=True, help="option.camp")
@console.option("--captain", "captains", metavar="PLAYER", multiple=True, help="option.captain")
@console.option("--players", metavar="PLAYER,…", multiple=True, help="option.players")
@console.option("--set", "asked", metavar="KEY=VALUE", multiple=True, help="option.set")
@console.option("--title", default=None, help="option.title")
@console.option("--seed", default=None, help="option.seed")
@console.language_option
def new(folder: str, **given: Any) -> None:
    """Create a campaign; without options, ask for what is needed."""
    target = Path(folder)
    new_campaign.refuse_taken(target)
    plan = new_campaign.Plan(
        game=given["game"] or default_game(),
        title=given["title"],
        people={},
        asked=_answers(given["asked"]),
        seed=given["seed"],
        language=console.common_voice().language,
        captains=[name.strip() for name in given["captains"]],
    )
    plan = _peopled(plan, given["camps"], given["players"])
    asking = given["game"] is None and not plan.people
    campaign = _asked(target, plan) if asking else _begun(target, plan)
    voice = campaign.voice(console.explicit_language())
    console.say(voice, "new.done", folder=folder)
    console.say(voice, "new.next", folder=folder)


_MANY_WORDS = 3
"""Number of words from which one name may be several names whose commas were forgotten."""


def _begun(target: Path, plan: new_campaign.Plan) -> Campaign:
    """Create the campaign and print who plays whom, or exit with what is wrong with the plan."""
    try:
        plan = new_campaign.cast(plan)
        campaign = new_campaign.create(target, plan)
    except new_campaign.RefusedPlanError as refusal:
        _tell(refusal, plan)
        raise click.exceptions.Exit(2) from refusal
    for camp, names in plan.people.items():
        if any(len(name.split()) >= _MANY_WORDS for name in names):
            click.echo(counted_in(campaign.voice(console.explicit_language()), camp, names))
    for line in called_in(campaign.voice(console.explicit_language()), plan) if campaign.game.setup.characters else ():
        click.echo(line)
    return campaign


def _asked(target: Path, plan: new_campaign.Plan) -> Campaign:
    """Ask for what the plan leaves open, and ask again while the answers are refused."""
    questions, told = NewQuestions(console.common_voice()), None
    while True:
        try:
            return new_campaign.create(target, questions.asked(plan))
        except new_campaign.RefusedPlanError as refusal:
            _tell(refusal, plan)
            if told == refusal.faults:  # the faults are not in the answers: asking again is useless
                raise click.exceptions.Exit(2) from refusal
            told = refusal.faults
            click.echo(console.common_voice().say("ask.again"))


def _tell(refusal: new_campaign.RefusedPlanError, plan: new_campaign.Plan) -> None:
    """Print the faults of a refused plan."""
    voice = voice_of(refusal.game, plan.language)
    for sentence in dict.fromkeys(map(voice.fault, refusal.faults)):  # a captain is also a player: once is enough
        console.complain(sentence)


def _peopled(plan: new_campaign.Plan, camps: Sequence[str], players: Sequence[str]) -> new_campaign.Plan:
    """Add the people of ``--camp`` (``bleu=Anna,Luc``) and ``--players`` (``Anna,Luc``) to the plan.

    A camp that is given twice gets both lists. Raise ``UsageError`` for a camp without a name.
    """
    for text in camps:
        name, equals, named = text.partition("=")
        if not equals or not name.strip():
            raise click.UsageError(console.common_voice().say("new.bad-camp", text=text))
        plan = plan.joined(name.strip(), persons_in(named))
    for text in players:
        plan = plan.joined("", persons_in(text))
    return plan


def _answers(texts: Sequence[str]) -> dict[str, str]:
    """Return the answers in options such as ``taille=6x3``, by what the game asks for."""
    answers: dict[str, str] = {}
    for text in texts:
        key, equals, answer = text.partition("=")
        if not equals or not key.strip():
            raise click.UsageError(console.common_voice().say("new.bad-set", text=text))
        answers[key.strip()] = answer.strip()
    return answers


# The questions of ``new``: each is repeated until its answer is understood, and offers the previous answer.


_APART = re.compile(r"(?:[,;]|\s(?:et|and|&)\s)(?![^()]*\))", re.IGNORECASE)
"""What separates the names of a list, outside parentheses."""
_ON_THE_FORUM = re.compile(r"(.+?)\s*\((.+)\)")
_DAYS = re.compile(r"(\d{1,3})(?:\s*(?:j|jours?|d|days?))?", re.IGNORECASE)
_CAMPS: click.ParamType[Any] = click.IntRange(2, 99)
MOST_DAYS = 365
USUAL_DAYS = "3"


def persons_in(text: str) -> list[tuple[str, str]]:
    """Return the names in a list, each with its forum name, which may follow in parentheses, or an empty string."""
    listed = [name.strip() for name in _APART.split(text) if name.strip()]
    matched = [_ON_THE_FORUM.fullmatch(name) for name in listed]
    return [(both[1], both[2].strip()) if both else (name, "") for name, both in zip(listed, matched, strict=True)]


def called_in(voice: Voice, plan: new_campaign.Plan) -> list[str]:
    """Return lines that say which characters the players have, and which names on the forum."""
    played = [voice.say("new.plays", player=player, character=name) for player, name in plan.characters.items()]
    called = [voice.say("new.called", player=player, name=name) for player, name in plan.forum_names.items()]
    return [*played, *called]


def counted_in(voice: Voice, camp: str, names: Sequence[str]) -> str:
    """Return a line with the number and names of a camp's players, which shows names that were run together."""
    camps = {"camp": camp} if camp else {}
    return voice.count("ask.counted" if camp else "ask.counted.all", len(names), names=voice.list(names), **camps)


def _tell_answer(lines: Sequence[str]) -> None:
    """Print indented lines."""
    for line in lines:
        click.echo(f"  {line}")


class NewQuestions:
    """The questions, with the last answer to each."""

    def __init__(self, voice: Voice) -> None:
        """Begin with the ``voice`` of no game, and without answers."""
        self.voice = voice
        self._answered: dict[tuple[str, object], str] = {}

    def asked(self, plan: new_campaign.Plan) -> new_campaign.Plan:
        """Ask for everything that ``plan`` leaves open; return the complete plan."""
        name = self._game()
        title = plan.title or self._ask("ask.title", self.voice.say("ask.title.default"), self._something)
        self.voice = voice_of(name, plan.language)
        plan = replace(plan, game=name, title=title, people={}, forum_names={}, characters={})
        plan = self._camps(plan) if game(name).setup.people == "camps" else self._players(plan, "")
        plan = self._characters(plan) if game(name).setup.characters else plan
        return self._posts(self._board(plan))

    def _ask(
        self,
        question: str,
        default: str | None,
        understood: Callable[[str], str],
        of: object = None,
        **values: PhraseArgument,
    ) -> str:
        """Ask a question until ``understood`` raises no ``UsageError``; ``of`` separates questions with one key."""
        default = self._answered.get((question, of), default)

        def kept(text: str) -> str:
            answer = understood(text)
            self._answered[question, of] = text
            return answer

        answer: str = click.prompt(
            self.voice.say(question, **values),
            prompt_suffix=self.voice.say("colon"),
            default=default or "",
            show_default=bool(default),
            value_proc=kept,
        )
        return answer

    def _something(self, text: str) -> str:
        """Return the text without spaces around it. Raise ``UsageError`` if it is empty."""
        if not text.strip(" ,;"):
            raise click.UsageError(self.voice.say("ask.empty"))
        return text.strip()

    def _word(self, question: str, place: str, default: str) -> str:
        """Ask for one of the words in a ``place`` of the vocabulary; return its canonical form."""
        words, language = vocabulary(""), self.voice.language
        known = words.words(place, language)

        def understood(text: str) -> str:
            meaning = words.meaning(place, text)
            if meaning is None:
                raise click.UsageError(self.voice.say("ask.one-of", text=text, words=", ".join(known)))
            return meaning

        return self._ask(question, words.word(place, default, language), understood, words=", ".join(known))

    # The questions in their order.

    def _game(self) -> str:
        """Ask which game is played."""
        games = click.Choice(list(GAMES))

        def understood(text: str) -> str:
            name: str = games.convert(fold(text) if fold(text) in GAMES else text, None, None)
            return name

        return self._ask("ask.game", default_game(), understood, games=", ".join(GAMES))

    def _camps(self, plan: new_campaign.Plan) -> new_campaign.Plan:
        """Ask for the camps, their players and their captains."""
        count = int(self._ask("ask.camps", "2", self._number))
        for n in range(1, count + 1):
            new = partial(self._new_camp, list(plan.people))
            camp = self._ask("ask.camp", None, new, n, number=n)
            plan = self._captain(self._players(plan, camp, n), camp, n)
        return plan

    def _captain(self, plan: new_campaign.Plan, camp: str, n: int) -> new_campaign.Plan:
        """Ask who sends the orders of a camp with several players, unless the plan says it."""
        players = Names(plan.people[camp])
        if not game(plan.game).setup.has_spokesmen or len(players.names) == 1:
            return plan
        if any(players.find(name) for name in plan.captains):
            return plan

        def understood(text: str) -> str:
            name = players.find(text)
            if name is None:
                fault = Fault("captain-elsewhere", nearest=players.nearest(text), values={"name": text, "camp": camp})
                raise click.UsageError(self.voice.fault(fault))
            return name

        named = self._ask("ask.captain", players.names[0], understood, n, camp=camp)
        return replace(plan, captains=[*plan.captains, named])

    def _number(self, text: str) -> str:
        """Return the number of camps, also from « 2 camps »."""
        number = text.split(maxsplit=1)[:1]
        return str(_CAMPS.convert(number[0] if number else text, None, None))

    def _new_camp(self, taken: Sequence[str], text: str) -> str:
        """Return the name of a new camp. Raise ``UsageError`` if it is taken or impossible."""
        name = self._something(text)
        if same := [camp for camp in taken if fold(camp) == fold(name)]:
            raise click.UsageError(self.voice.say("ask.camp-taken", camp=same[0]))
        self._refuse_names([name])
        return name

    def _players(self, plan: new_campaign.Plan, camp: str, n: int = 0) -> new_campaign.Plan:
        """Ask who plays, in a camp if there are camps."""
        added: list[new_campaign.Plan] = []

        def understood(text: str) -> str:
            persons = persons_in(self._something(text))
            others = [name for names in plan.people.values() for name in names]
            self._refuse_names([name for name, _ in persons], others, hint="new.forum-name")
            added.append(self._unless_refused(partial(new_campaign.cast, plan.joined(camp, persons))))
            return text

        question = "ask.players" if camp else "ask.all-players"
        self._ask(question, None, understood, n, **({"camp": camp} if camp else {}))
        click.echo(counted_in(self.voice, camp, added[-1].people[camp]))
        return added[-1]

    def _characters(self, plan: new_campaign.Plan) -> new_campaign.Plan:
        """Ask which characters players have, besides those that were given after their names."""
        known = game(plan.game).setup.characters
        # Only those who neither have nor are a character yet are asked about.
        open_to, free = (
            [name for name in names if name not in plan.characters and name not in plan.characters.values()]
            for names in (plan.people[""], known)
        )
        _tell_answer(called_in(self.voice, plan))
        if not open_to:
            return plan
        click.echo(self.voice.say("ask.characters.known", names=self.voice.list(known)))
        added: list[new_campaign.Plan] = []

        def understood(text: str) -> str:
            persons = [] if self._is_none(text) else persons_in(self._something(text))
            added.append(self._unless_refused(partial(new_campaign.with_characters, plan, persons)))
            return text

        question = "ask.characters.more" if plan.characters else "ask.characters"
        example = f"{open_to[0]} ({[*free, *known][0]})"
        asked_of = (*plan.people[""], *plan.characters)
        self._ask(question, self.voice.say("ask.characters.none"), understood, asked_of, example=example)
        if added[-1] != plan:
            _tell_answer(called_in(self.voice, replace(added[-1], forum_names={})))
        return added[-1]

    def _is_none(self, text: str) -> bool:
        """Return whether an answer means that there are none."""
        none = fold(self.voice.say("ask.characters.none"))
        return fold(text) == none or vocabulary("").meaning("booleans", text) == "false"

    def _unless_refused(self, planned: Callable[[], new_campaign.Plan]) -> new_campaign.Plan:
        """Return the plan that ``planned`` makes. Raise ``UsageError`` with the reasons if it is refused."""
        try:
            return planned()
        except new_campaign.RefusedPlanError as refusal:
            raise click.UsageError(" ".join(map(self.voice.fault, refusal.faults))) from None

    def _refuse_names(self, names: Sequence[str], others: Sequence[str] = (), hint: str = "") -> None:
        """Raise ``UsageError`` for impossible names; the ``hint`` explains how to give a name from the forum."""
        faults = new_campaign.names_faults(names, others)
        said = [self.voice.fault(fault) for fault in faults]
        found = next((fault.found for fault in faults if fault.code == "bad-name"), None) or ""
        if hint and new_campaign.plain_name(found):
            said.append(self.voice.say(hint, example=f"{new_campaign.plain_name(found)} ({found})"))
        if said:
            raise click.UsageError(" ".join(said))

    def _board(self, plan: new_campaign.Plan) -> new_campaign.Plan:
        """Ask for what the game needs and ``--set`` does not give, offering what the game recommends."""
        asks, known = game(plan.game).setup.asks, new_campaign.told(plan.game, plan.asked)
        recommended = new_campaign.recommended(plan.game, plan.people, self.voice.language)
        if recommended and not known:
            click.echo(self.voice.say("ask.recommended"))
            for row in recommended:
                click.echo(f"  {row[0]:<12} {' '.join(row[1:])}".rstrip())
        rows, answers = recommended, dict(plan.asked)
        for i, ask in enumerate(asks):
            default = rows[0][i] if rows else None
            answer = known.get(ask.key) or self._value(plan.game, ask.kind, f"ask.{ask.key}", default)
            alike = [row for row in rows if new_campaign.same(plan.game, ask.kind, row[i], answer, self.voice.language)]
            rows, answers[ask.key] = alike or rows, answer
        return replace(plan, asked=answers)

    def _value(self, name: str, kind: str, question: str, default: str | None) -> str:
        """Ask for one value; return the answer as text."""

        def understood(text: str) -> str:
            if fault := new_campaign.misread(name, kind, text, self.voice.language):
                raise click.UsageError(self.voice.fault(fault))
            return text

        return self._ask(question, default, understood)

    def _posts(self, plan: new_campaign.Plan) -> new_campaign.Plan:
        """Ask where the game is posted, and how much time players have."""
        try:
            suggested = new_campaign.suggestion(plan)
        except new_campaign.RefusedPlanError:  # the reasons are told when all is asked
            suggested = {}
        forum = self._word("ask.forum", "forums", "forumotion")
        days = int(self._ask("ask.days", str(suggested.get("days", USUAL_DAYS)), self._days))
        if not days:
            return replace(plan, forum=forum)
        time = self._ask("ask.time", "20:00", self._time)
        missing = self._word("ask.missing", "missing", suggested.get("missing", "wait"))
        return replace(plan, forum=forum, days=days, time=time, missing=missing)

    def _days(self, text: str) -> str:
        """Return the number of days in an answer, as text; ``0`` if there are no deadlines."""
        told = _DAYS.fullmatch(text.strip())
        if told and int(told[1]) <= MOST_DAYS:
            return told[1]
        if vocabulary("").meaning("booleans", text) == "false":
            return "0"
        raise click.UsageError(self.voice.say("ask.bad-days", text=text, most=MOST_DAYS))

    def _time(self, text: str) -> str:
        """Return the hour of the day in an answer. Raise ``UsageError`` if there is none."""
        if (time := hour_of_day(text)) is None:
            raise click.UsageError(self.voice.say("ask.bad-time", text=text))
        return time
