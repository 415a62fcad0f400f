"""What players may order: sheets, the actions of an exchange, what is sent in its window, and choices at milestones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from adjudicator.core.actions import Action, Choice, open_in
from adjudicator.core.faults import Listed, Objection, Phrase, Word
from adjudicator.core.plain import Plain
from adjudicator.games.zfate import judging, sheets
from adjudicator.games.zfate.orders import IN_WINDOW
from adjudicator.games.zfate.said import order_said
from adjudicator.games.zfate.state import CONFLICT
from adjudicator.games.zfate.views import PlayerView

EXCHANGE, WINDOW, SHEETS, MILESTONE = "exchange", "reactions", "sheets", "milestone"
OF_SHEET = ("concept", "aspects", "skills", "stunts", "refresh", "weapons", "armour", "boxes")
OF_EXCHANGE = (
    "reaction", "goal", "attack", "create", "overcome", "help", "full_defence", "treat", "instead", "move", "defence",
    "cover", "intercept", "invoke", "aim", "at_most", "absorb", "concede", "pass", "detail", "story", "object",
    "compel", "answer", "deceive",
)  # fmt: skip


def _offered(key: str, view: PlayerView) -> Iterator[Choice]:
    """Offer an order in a form, on a line of its own, if the player can give it."""
    open_to = view.phase in (SHEETS, MILESTONE) or view.scene.can_act(view.player)
    rights = view.state.rights.get(view.player, ())
    right = view.phase != MILESTONE or key == "why" or any(key in sheets.ALLOWED[one] for one in rights)
    early = key == "reaction" and view.phase == EXCHANGE  # taken, but alone it would be no action
    here = key not in OF_CONFLICTS or view.scene.kind == CONFLICT
    there = key != "move" or len(view.scene.zones) > 1
    if key in FORM and not early and open_to and right and here and there:
        group = "" if view.phase != EXCHANGE or key == "goal" else "one-of" if key in ALONE else "also"
        skills = Phrase("choice.skills.listed", {"skills": Listed(tuple(view.setting.skills))})
        yield Choice(key, _example(view, key), skills if key == "skills" else Phrase(f"choice.{key}"), group)


def _example(view: PlayerView, key: str) -> Any:
    """Return how an order is written, with names that the player knows; None for what a sheet or milestone asks."""
    part, of_stunt, of_weapon = (partial(Word, place) for place in ("parts", "stunt", "weapon"))
    yes = Word("booleans", "true")
    skill = next(iter(view.sheet.skills if view.sheet else view.setting.skills), "Tir")
    other = next((name for name in view.scene.present if name != view.player), view.player)
    aspect = next((each.text for each in view.state.aspects), Phrase("example.aspect"))
    examples = {
        "reaction": Word("reaction", "none"),
        "goal": Phrase("example.goal"),
        "help": other,
        "full_defence": yes,
        "move": next((zone for zone in view.scene.zones if zone != view.scene.zone(view.player)), ""),
        "defence": skill,
        "at_most": 1,
        "refresh": 2,
        "armour": 1,
        "boxes": {Word("tracks", "physical"): [1, 2, 3]},
        "aspects": [Phrase("example.aspect"), {part("aspect"): Phrase("example.hidden"), part("hidden"): yes}],
        "skills": {skill: 2},
        "stunts": {
            "Sniper": {
                of_stunt("form"): Word("stunt_form", "bonus"),
                of_stunt("skill"): skill,
                of_stunt("when"): Phrase("example.when"),
            }
        },
        "weapons": {"colt": {of_weapon("rating"): 2, of_weapon("skill"): skill}},
        "attack": {part("target"): other, part("skill"): skill},
        "create": {part("aspect"): Phrase("example.aspect"), part("skill"): skill, part("against"): other},
        "overcome": {part("skill"): skill, part("against"): other},
        "invoke": [{part("aspect"): aspect, part("why"): Phrase("example.why")}],
        "aim": {part("action"): Word("aims", "style")},
        "absorb": {part("never"): Word("levels", "severe")},
        "concede": {part("consequence"): Word("levels", "moderate")},
    }
    return examples.get(key)


def _left(key: str, view: PlayerView) -> Iterator[Choice]:
    """Offer a standing order in a form."""
    if key in LEFT:
        yield Choice(key, _example(view, key), Phrase(f"choice.{key}"))


def _without(view: PlayerView) -> Phrase:
    """Z106. Say what somebody does who sends nothing."""
    if view.phase == WINDOW:
        return Phrase("fate.as-sent")
    if not view.scene.can_act(view.player):
        return Phrase("fate.absent")
    return Phrase("fate.full-defence" if view.scene.kind == CONFLICT else "fate.nothing")


LEFT = ("reaction", "aim", "absorb", "defence")
"""The standing orders that a form offers."""
FORM = (*OF_SHEET, *sheets.MAJOR, "why", "reaction", "goal", "attack", "create", "overcome", "help", "full_defence",
        "move", "defence", "invoke", "aim", "at_most", "absorb", "concede")  # fmt: skip
"""The orders that a form offers; the others are in the guide."""
OF_CONFLICTS = ("attack", "full_defence", "concede")
ALONE = ("attack", "create", "overcome", "help", "full_defence")
"""The actions, of which an exchange takes one."""


def _action(key: str, phases: set[str]) -> Action:
    return Action(
        (key,),
        frozenset(phases),
        lambda view: (),
        lambda view, given: order_said(key, given[key]),
        partial(_offered, key),
        said_standing=lambda given: order_said(key, given[key]),
        standing_choices=partial(_left, key),
        without=_without if key in ("goal", "invoke") else None,
    )


ACTIONS = (
    *(_action(key, {SHEETS}) for key in OF_SHEET),
    *(_action(key, {EXCHANGE, WINDOW} if key in IN_WINDOW else {EXCHANGE}) for key in OF_EXCHANGE),
    *(_action(key, {MILESTONE}) for key in (*sheets.MAJOR, "why")),
)


def objections(view: PlayerView, orders: Plain) -> Iterator[Objection]:
    """Judge orders for the stage awaited."""
    if orders and not _takes_part(view):
        yield Objection("no-part", (next(iter(orders)),), on_key=True)
        return
    allowed = {key for action in open_in(ACTIONS, view.phase) for key in action.keys}
    given = {key: value for key, value in orders.items() if key in allowed}
    for key in orders:
        if view.phase == WINDOW and key == "concede":
            yield Objection("late-concession", (key,), on_key=True)
        elif key not in allowed:
            stage = Phrase(f"phase.{view.phase}", {"turn": view.state.turn})
            yield Objection("other-phase", (key,), {"stage": stage}, on_key=True)
    if view.phase == SHEETS:
        yield from sheets.sheet_objections(view.setting, view.state.cap, given)
    elif view.phase == MILESTONE and view.sheet is not None:
        yield from sheets.choice_objections(view.setting, view.state, view.player, given)
    elif view.phase in (EXCHANGE, WINDOW):
        yield from judging.exchange_objections(view, given)


def _takes_part(view: PlayerView) -> bool:
    """Return whether what a player sends can count: in an exchange of who is there, in a window of who is awaited."""
    if view.phase == WINDOW and view.state.declared is not None:
        return view.player in view.state.declared.awaited
    return view.phase != EXCHANGE or view.player in view.scene.present


def answers(view: PlayerView, standing: Mapping[str, Any]) -> bool:
    """Return whether standing orders answer for their player in a window, without a clause for it."""
    return "reaction" in standing
