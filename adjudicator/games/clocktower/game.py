"""Blood on the Clocktower: the setup, then nights and days, of which the MJ writes the steps or players send orders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.core.faults import Objection, Pairs, Phrase, PhraseArgument, Word
from adjudicator.core.game import Game
from adjudicator.core.game_rules import MJDecision, Phase
from adjudicator.core.mj import Question, options_said
from adjudicator.core.stage import Outcome
from adjudicator.games.clocktower.actions import playable
from adjudicator.games.clocktower.deal import COUNTS, deal, knows_evil
from adjudicator.games.clocktower.roles import DEMON, MINION, team
from adjudicator.games.clocktower.rules import fits
from adjudicator.games.clocktower.said import refusal_said, said, step_said
from adjudicator.games.clocktower.stages import STAGES, StageByPost
from adjudicator.games.clocktower.state import Setting, State, Table
from adjudicator.games.clocktower.steps import close, place_of, play_steps, step_objections
from adjudicator.games.clocktower.views import awaited_in

GAME = Game("clocktower", __package__)
ABOUT = "game.about"
PHASES = (
    *(Phase("setup", starts="mj", mode=mode) for mode in ("", "post")),
    *(Phase(name, starts="alone") for name in ("night", "day")),
    *(
        Phase(name, counted=False, ahead=True, on_time=True, hides_questions=True, mode="post")
        for name in ("night", "day", "votes")
    ),
)


def begin(setting: Setting) -> State:
    """Return the state before the setup."""
    return State(post=setting.post)


def awaited(setting: Setting, state: State) -> list[str]:
    """§8.1. Return who owes orders by post, whatever their role, so that nobody learns who acts."""
    return awaited_in(state)


def known_by(setting: Setting, state: State, player: str) -> list[Phrase]:
    """§8.7. Tell the MJ whose role a player knows: the own and, if both are evil from the start, those of others."""
    evil = [name for name in state.having(MINION, DEMON, alive=False) if not state.seats[name].got]
    told = evil if player in evil and knows_evil(state) else []
    known = dict.fromkeys((player, *told)) if state.seats else ()
    return [Phrase("seats.secret.role", {"player": name}) for name in known]


def resolve(table: Table) -> Outcome[State]:
    """Deal the roles; or play what was sent by post, or the steps that the MJ has written for the half."""
    play = StageByPost(table.setting, table.before, table.orders, table.dice, table.mj)  # by hand no more than a half
    state = play.state
    if state.phase == "setup":
        deal(play)
        return play.outcome()
    for name, kind, value in state.pending:
        play.tell_player(name, kind, **{kind: value})
    for name, text in state.told.items():
        play.tell_player(name, "said", said=text)
    state.told, state.pending = {}, []
    if state.post:
        play.orders = playable(play)
        STAGES[state.phase](play)
        return play.outcome()
    steps = play.ask("course", (), None, first=True, warnings=tuple(_checklist(state))) or []
    play_steps(play, steps)
    close(play)
    return play.outcome()


def _checklist(state: State) -> Iterator[Phrase]:
    """Yield who acts in this half by the roles shown, in the order of the night; then an example of steps."""
    acting = [name for name in state.living() if state.by_night and place_of(state, name)]
    acting.sort(key=lambda name: place_of(state, name))
    if acting:
        roles = [(name, Word("roles", state.seats[name].shown)) for name in acting]
        yield Phrase("ask.course", {"names": Pairs(tuple(roles))})
    yield Phrase("ask.course.night" if state.by_night else "ask.course.day")


def foreseen(setting: Setting, outcome: Outcome[State]) -> Iterator[Phrase]:
    """Tell the MJ by hand which of his steps would be refused, and why."""
    number = 0
    for fact in () if setting.post else outcome.log:
        number = fact.data.get("number", number)
        if fact.kind == "refused":
            yield Phrase("foreseen.refused", {"number": number, "why": refusal_said(fact.data)})


# What the MJ answers -----------------------------------------------------------------------------------------


def _steps_said(setting: Setting, value: Any) -> Iterator[PhraseArgument]:
    yield from map(step_said, value) if value else [Phrase("word.nothing")]


def _judge_steps(setting: Setting, state: State, question: Question, value: Any) -> Iterator[Objection]:
    yield from step_objections(value, ())
    for i, step in enumerate(value):
        if "time" in step:
            yield Objection("step-time", (i, "time"), on_key=True)


def _said(setting: Setting, value: Any) -> Iterator[PhraseArgument]:
    yield said(value)


def _bag_said(setting: Setting, value: Any) -> Iterator[PhraseArgument]:
    """Yield the roles of a bag, with a warning where it has not the Minions and the Demon of the table of the setup."""
    teams = Counter(map(team, value))
    counts = {"minions": teams[MINION], "demons": teams[DEMON]}
    wanted = COUNTS[len(setting.players)][2]
    if counts == {"minions": wanted, "demons": 1}:
        yield said(value)
    else:
        yield Phrase("bag.unusual", {"roles": said(value), **counts, "wanted": wanted, "players": len(value)})


def _breach_said(setting: Setting, value: Any) -> Iterator[PhraseArgument]:
    given = value if isinstance(value, Mapping) else {"breach": value}
    yield from (said(part, key) for key, part in given.items())


def _end_said(setting: Setting, value: Any) -> Iterator[PhraseArgument]:
    if value == "goes_on":
        yield Word("going_on", "goes_on")
    else:
        yield Phrase("end.said", {key: said(one, key) for key, one in value.items()})


def _judge(setting: Setting, state: State, question: Question, value: Any) -> Iterator[Objection]:
    """Yield an objection to an answer that is not offered or, where nothing is, has not the shape of the proposal."""
    if fits(question, value):
        return
    if question.options:
        yield Objection("answer-option", (), {"options": options_said(question)})
    elif question.purpose in ("bag", "bluffs"):
        yield Objection("roles-differ", (), {"count": len(question.proposal)})
    else:
        yield Objection("answer-shape")


DECISIONS: Mapping[str, MJDecision] = {
    "course": MJDecision("must", early=True, texts=("source",), said=_steps_said, judge=_judge_steps, parts="steps"),
    "bag": MJDecision("proposed", early=True, said=_bag_said, judge=_judge),
    "seating": MJDecision("auto", early=True),
    "believed": MJDecision("proposed", early=True),
    "bluffs": MJDecision("proposed", early=True, said=_said, judge=_judge),
    "herring": MJDecision("proposed", early=True),
    "truth": MJDecision("auto", said=_said, judge=_judge),
    "absent": MJDecision("auto", said=_said),
    "information": MJDecision("proposed", said=_said, judge=_judge),
    **dict.fromkeys(
        ("registers", "drunk_one", "instead", "heir", "survives", "penalty", "still_drunk"), MJDecision("proposed")
    ),
    # By post; by hand they are steps.
    "claim": MJDecision("auto", ruled=True, said=_said),
    "breach": MJDecision("auto", ruled=True, parts="steps", texts=("source",), said=_breach_said),
    "loop": MJDecision("must", parts="effect"),
    "end": MJDecision("must", said=_end_said, judge=lambda setting, state, question, value: ()),
}
