"""Blood on the Clocktower: the setup, then nights and days, each a list of steps that the MJ writes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.core.faults import Objection, Pairs, Phrase, PhraseArgument, Word
from adjudicator.core.game import Game, MJDecision, Phase
from adjudicator.core.mj import Question, is_offered, options_said
from adjudicator.core.stage import Outcome
from adjudicator.games.clocktower import deal
from adjudicator.games.clocktower.roles import ROLES
from adjudicator.games.clocktower.rules import Play, fits
from adjudicator.games.clocktower.said import step_said, value_in_words
from adjudicator.games.clocktower.state import Setting, State, Table
from adjudicator.games.clocktower.steps import place_of, play_steps, step_objections

GAME = Game("clocktower", __package__)
ABOUT = "game.about"
PHASES = (Phase("setup", starts="mj"), Phase("night", starts="alone"), Phase("day", starts="alone"))


def begin(setting: Setting) -> State:
    """Return the state before the setup."""
    return State()


def resolve(table: Table) -> Outcome[State]:
    """Deal the roles, or play the steps that the MJ has written for the half, which then ends."""
    if table.state.phase == "setup":
        deal.deal(Play(table))
        return table.outcome()
    play = Play(table)
    for name, kind, value in table.state.pending:
        play.tell(name, kind, **{kind: value})
    for name, text in table.state.told.items():
        play.tell(name, "said", said=text)
    table.state.told, table.state.pending = {}, []
    steps = play.ask("course", (), None, first=True, warnings=tuple(_checklist(table.state))) or []
    play_steps(play, steps)
    if table.state.ending is None:
        play_steps(play, [{"time": "dawn" if table.state.by_night else "dusk"}], 0)
    return table.outcome()


def _checklist(state: State) -> Iterator[Phrase]:
    """Yield who acts in this half by the roles shown, in the order of the night; then an example of steps."""
    acting = [name for name in state.living() if state.by_night and place_of(state, name)]
    acting.sort(key=lambda name: place_of(state, name))
    if acting:
        roles = [(name, Word("roles", state.seats[name].shown)) for name in acting]
        yield Phrase("ask.course", {"names": Pairs(tuple(roles))})
    yield Phrase("ask.course.night" if state.by_night else "ask.course.day")


# What the MJ answers -----------------------------------------------------------------------------------------


def _steps_said(setting: Setting, value: Any) -> Iterator[PhraseArgument]:
    yield from map(step_said, value) if value else [Phrase("word.nothing")]


def _judge_steps(setting: Setting, state: State, question: Question, value: Any) -> Iterator[Objection]:
    yield from step_objections(value, ())
    for i, step in enumerate(value):
        if "time" in step:
            yield Objection("step-time", (i, "time"), on_key=True)


def _learnt_said(setting: Setting, value: Any) -> Iterator[PhraseArgument]:
    yield value_in_words(value)


def _judge_learnt(setting: Setting, state: State, question: Question, value: Any) -> Iterator[Objection]:
    if not is_offered(question, value):
        yield Objection("answer-option", (), {"options": options_said(question)})
    elif not fits(question, value):
        yield Objection("answer-shape")


def _end_said(setting: Setting, value: Any) -> Iterator[PhraseArgument]:
    if value == "goes_on":
        yield Word("going_on", "goes_on")
    else:
        yield Phrase("end.said", {"winner": Word("sides", value["winner"]), "cause": Word("causes", value["cause"])})


def _judge_bag(setting: Setting, state: State, question: Question, value: Any) -> Iterator[Objection]:
    """Yield an objection to a bag that has not one playable role for each seat, all different."""
    odd = [role for role in value if role not in ROLES]
    if odd:
        yield Objection("role-not-played", (), {"role": Word("roles", odd[0])})
    elif len(value) != len(setting.players) or len(set(value)) != len(value):
        yield Objection("bag-count", (), {"count": len(setting.players), "found": len(set(value))})


def _judge_bluffs(setting: Setting, state: State, question: Question, value: Any) -> Iterator[Objection]:
    """Yield an objection to anything but three different roles."""
    if len(set(value)) != 3 or any(role not in ROLES for role in value):
        yield Objection("bluffs-three")


_LEARNT = MJDecision("proposed", said=_learnt_said, judge=_judge_learnt)
DECISIONS: Mapping[str, MJDecision] = {
    "course": MJDecision("must", early=True, texts=("source",), said=_steps_said, judge=_judge_steps, parts="steps"),
    "bag": MJDecision("proposed", early=True, said=_learnt_said, judge=_judge_bag),
    "seating": MJDecision("auto", early=True),
    "believed": MJDecision("proposed", early=True),
    "bluffs": MJDecision("proposed", early=True, said=_learnt_said, judge=_judge_bluffs),
    "herring": MJDecision("proposed", early=True),
    "truth": MJDecision("auto", said=_learnt_said, judge=_judge_learnt),
    "information": _LEARNT,
    "registers": MJDecision(),
    "drunk_one": MJDecision(),
    "instead": MJDecision(),
    "heir": MJDecision(),
    "survives": MJDecision(),
    "penalty": MJDecision(),
    "still_drunk": MJDecision(),
    "loop": MJDecision("must", parts="effect"),
    "end": MJDecision("must", said=_end_said, judge=lambda setting, state, question, value: ()),
}
