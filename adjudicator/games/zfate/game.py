"""zFate: the course of a campaign, from the sheets through frames and exchanges to its end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from json import dumps, loads
from typing import Any

from adjudicator.core.faults import Listed, Objection, Phrase
from adjudicator.core.game import Game
from adjudicator.core.game_rules import MJDecision, Phase
from adjudicator.core.mj import TEXT, Place, Question, record
from adjudicator.core.stage import Outcome, player_reader
from adjudicator.core.words import Names
from adjudicator.games.zfate import frame, judging, sheets
from adjudicator.games.zfate.exchange import Exchange, concerned, worse_levels
from adjudicator.games.zfate.said import answer_said, compel_said, frame_said, order_said, orders_said
from adjudicator.games.zfate.state import BANK, FREE, LEVELS, MJ, Compel, Declared, Setting, State, Table
from adjudicator.games.zfate.views import player_view

GAME = Game("zfate", __package__)
ABOUT = "game.about"
CREDITS = "game.credits"
PHASES = (
    Phase("sheets", default=False),
    Phase("frame", starts="answers"),
    Phase("exchange", ahead=True),
    Phase("reactions", window=True, plainly=False, ahead=True),
    Phase("milestone"),
)


# Answers of the MJ ------------------------------------------------------------------------------------------------


def _npc(setting: Setting, state: State, question: Question, value: Any) -> Iterator[Objection]:
    view = player_view(setting, replace(state, phase="exchange"), question.key[0])
    return judging.exchange_objections(view, dict(value) if isinstance(value, Mapping) else {})


def _setback(setting: Setting, state: State, question: Question, value: Any) -> Iterator[Objection]:
    if value != "nothing":
        yield from sheets.unknown(Names(state.scene.present), "unknown-person", [((), str(value))])


def _retroactive(setting: Setting, state: State, question: Question, value: Any) -> Iterator[Objection]:
    """Z31. Object to a compel after the fact that is for an earlier sitting."""
    if isinstance(value, Mapping) and value["sitting"] != state.sitting:
        yield Objection("other-sitting", ("sitting",), {"sitting": state.sitting})


def _worsen(setting: Setting, state: State, question: Question, value: Any) -> Iterator[Objection]:
    """Z104. Object to a level that a consequence cannot go up to."""
    found = state.found(question.key[0])[:1]
    if value in LEVELS and not (found and value in worse_levels(state, found[0])):
        yield Objection("slot-taken", ())


def _after_dice(setting: Setting, state: State) -> Objection | None:
    """Return what is told of an answer for the pass that counts, if that is played in a window yet to come."""
    later = state.phase == "exchange" and setting.options.reactions == "window"
    return Objection("after-dice", on_key=True) if later else None


_TEXT = ("text",)
DECISIONS: Mapping[str, MJDecision] = {
    "sheet": MJDecision("must", parts="ruling", judge=lambda *_: ()),
    "frame": MJDecision("must", parts="frame", said=frame_said, judge=frame.frame_objections),
    "opposition": MJDecision("must", key=_TEXT),
    "npc": MJDecision("proposed", early=True, key=_TEXT, parts="orders", said=orders_said, judge=_npc),
    "fits": MJDecision("auto", key=("text", "text")),
    "objection": MJDecision("proposed", key=("text", "text"), unasked=_after_dice),
    "detail": MJDecision("proposed"),
    "setback": MJDecision(
        "auto", key=_TEXT, said=answer_said("setbacks", "nothing"), judge=_setback, unasked=_after_dice
    ),
    "cost": MJDecision("proposed", key=_TEXT),
    "name": MJDecision("auto", key=("text", "named")),
    "terms": MJDecision("proposed", key=_TEXT, said=answer_said("agreement", "agreed")),
    "fate": MJDecision("proposed", said=answer_said("fates", "alive", "dead"), unasked=_after_dice),
    "next": MJDecision("auto", unasked=_after_dice),
    "story": MJDecision("auto"),
    "compel": MJDecision("proposed", parts="parts", said=compel_said, ruled=True),
    "valid": MJDecision("proposed"),
    "twist": MJDecision("proposed", unasked=_after_dice),
    "heal": MJDecision("proposed", key=_TEXT),
    "milestone": MJDecision("proposed"),
    "retroactive": MJDecision("proposed", parts="parts", ruled=True, judge=_retroactive),
    "worsen": MJDecision("proposed", key=_TEXT, judge=_worsen, unasked=_after_dice),
    "discovery": MJDecision("proposed", key=_TEXT, ruled=True),
    "difficulty": MJDecision("proposed", key=_TEXT, ruled=True),
}


# The course -------------------------------------------------------------------------------------------------------


def begin(setting: Setting) -> State:
    """Return the state before the sheets."""
    return State(cap=setting.cap)


def awaited(setting: Setting, state: State) -> Sequence[str]:
    """Return the players who owe something, by what everybody knows."""
    if state.phase == "sheets":
        return [name for name in setting.players if name not in state.sheets]
    if state.phase == "exchange":
        return [name for name in setting.players if state.scene.can_act(name)]
    if state.phase == "reactions":
        return state.declared.awaited if state.declared else []
    return [name for name in setting.players if state.rights.get(name)]


def resolve(table: Table) -> Outcome[State]:
    """Play the stage awaited."""
    {"sheets": _sheets, "frame": _framed, "exchange": _exchange, "reactions": _reactions, "milestone": _milestone}[
        table.state.phase
    ](table)
    return table.outcome()


def _orders(table: Table) -> dict[str, Any]:
    sent = {name: table.orders.get(name) for name in table.setting.players}
    return {name: dict(given) for name, given in sent.items() if isinstance(given, Mapping)}


def _sheets(table: Table) -> None:
    """Take the sheets that the MJ accepts."""
    setting, state = table.setting, table.state
    for name, given in _orders(table).items():
        if name in state.sheets:
            continue
        answer = table.mj.ask(Question("sheet", (name,), "accepted", ("accepted",), kind="verdicts"))
        ruling = answer if isinstance(answer, Mapping) else {"verdict": answer}
        if ruling["verdict"] == "refused":
            table.note("sheet_refused", name=name, said=ruling.get("said", ""))
            continue
        sheets.put_sheet(setting, state, name, given)
        state.pay(BANK, name, state.sheets[name].refresh, "refresh")
        table.note("sheet", name=name)
    state.phase = "sheets" if awaited(setting, state) else "frame"
    state.turn += 1


def _framed(table: Table) -> None:
    """Take the frame; without it nothing happens."""
    state = table.state
    given = table.mj.ask(Question("frame", (), None))
    if not isinstance(given, Mapping):
        return
    frame.play(table, given)
    if given.get("end"):
        state.phase = "over"
    else:
        state.phase = "milestone" if given.get("milestone") else "exchange"


def _finish(table: Table, played: Exchange) -> None:
    """Take the result of an exchange that counts, and find what comes next."""
    state = played.state
    state.turn = table.state.turn + 1
    scene = state.scene
    state.phase = "frame"
    if not scene.winner:
        proposal = "frame" if scene.kind == FREE else "exchange"
        state.phase = table.mj.ask(Question("next", (), proposal, ("frame", "exchange"), kind="phases"))
    for name in table.setting.players:
        if table.mj.rules_on("compel", (name,)):
            _offer(table, played, name)
        if table.mj.rules_on("retroactive", (name,)) and table.mj.ask(Question("retroactive", (name,), True)):
            state.pay(BANK, name, 1, "retroactive")  # Z31
    story = table.mj.ask(Question("story", (), "", kind=TEXT))
    if isinstance(story, str) and story:
        played.note("story", text=story)
    table.state = state
    _publish(table, played)


def _offer(table: Table, played: Exchange, name: str) -> None:
    """Z27. Take a compel that the MJ offers; it is answered in the next exchange."""
    told = table.mj.ask(Question("compel", (name,), {}))
    if told:
        made = Compel(name, MJ, **told)
        played.scene.compels.append(made)
        played.note("offered", **made.told, secret=made.secret)


def _publish(table: Table, played: Exchange) -> None:
    table.log += played.log
    for dropped in played.facts("dropped"):
        if dropped["name"] in table.setting.players:
            table.tell(player_reader(dropped["name"]), "dropped", what=dropped["what"], code=dropped["code"])


AHEAD = ("name", "cost", "terms", "story", "compel", "retroactive", "discovery")
"""What belongs to the pass that counts, and may be answered before that."""


def _ahead(setting: Setting, state: State) -> Iterator[Place]:
    """Yield all that can be answered before the pass that counts."""
    yield "story", ()
    yield from ((purpose, (name,)) for purpose in ("compel", "retroactive") for name in setting.players)
    for name in filter(state.scene.can_act, state.scene.present):
        yield from ((purpose, (name,)) for purpose in ("cost", "terms", "discovery"))
        yield from (("name", (name, what)) for what in (*LEVELS, "boost"))


def _exchange(table: Table) -> None:
    """Play an exchange provisionally; if nobody is concerned, or there are no windows, so that it counts."""
    setting, state = table.setting, table.state
    orders = _orders(table)
    first = Exchange(setting, state, orders, table.dice, table.mj, counts=False)
    decided = first.run()
    names = concerned(setting, state, first) if decided and setting.options.reactions == "window" else []
    if decided and not names:
        _counted(table, orders)
        return
    # If the window closes at once, the MJ has no other moment for these.
    ruled = {place for place in _ahead(setting, state) if table.mj.rules_on(*place)}
    for purpose, key in list(table.mj.answers):
        if (purpose, key) in ruled:
            table.mj.ask(Question(purpose, key, "", kind=TEXT))
    if not decided:
        table.note("undecided")
        return
    sent: Any = orders
    hits: dict[str, dict[str, int]] = {}
    for hit in first.facts("hit"):
        hits.setdefault(hit["name"], {})[hit["by"]] = hit["damage"]
    outcomes = {roll["actor"]: roll["outcome"] for roll in first.facts("roll")}
    made = [each["aspect"] for each in first.facts("aspect", "boost", "consequence")]
    # Who decided is left out: a replay gives the same values, but all of them as the MJ's.
    answers = [{key: row[key] for key in ("purpose", "key", "print", "value")} for row in record(table.mj.asked)]
    state.declared = Declared(sent, dumps(answers), names, hits, outcomes, made, list(first.scene.out))
    state.phase = "reactions"
    table.note("provisional", names=names)
    _publish(table, first)


def _counted(table: Table, orders: Mapping[str, Any]) -> None:
    played = Exchange(table.setting, table.state, orders, table.dice, table.mj, counts=True)
    if played.run():
        _finish(table, played)


def _reactions(table: Table) -> None:
    """Play the exchange once more, with the same dice; what is sent in the window replaces what was declared."""
    declared = table.state.declared
    assert declared is not None
    before: Any = declared.orders
    sent = {name: given for name, given in _orders(table).items() if name in declared.awaited}
    orders = {name: {**before.get(name, {}), **sent.get(name, {})} for name in {**before, **sent}}
    rows = loads(declared.answers)
    table.mj.known(row for row in rows if row["purpose"] not in AHEAD)
    table.mj.ahead(row for row in rows if row["purpose"] in AHEAD)
    _counted(table, orders)


def _milestone(table: Table) -> None:
    """Z64, Z65, Z66. Apply what the players choose; who chooses nothing keeps the right."""
    setting, state = table.setting, table.state
    rises = False
    for name in awaited(setting, state):
        given = _orders(table).get(name, {})
        # An amendment may have taken away what was chosen: the right is kept then too.
        unfit = name not in state.sheets or any(sheets.choice_objections(setting, state, name, given))
        chosen = [] if unfit else [key for key in sheets.MAJOR if key in given]
        said = Listed(tuple(order_said(key, given[key]) for key in (*chosen, "why") if key in given))
        question = Question("milestone", (name,), True, why=Phrase("question.milestone", {"choice": said}))
        if not chosen or table.mj.ask(question) is False:
            continue
        rises = sheets.choose(setting, state, name, given) or rises
        state.rights[name] = []
        table.note("chosen", name=name, orders=chosen)
    state.cap += rises
    state.phase, state.turn = "frame", state.turn + 1
