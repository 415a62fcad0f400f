"""What players send by post, and what is wrong with it, judged on what they know: the same whether drunk or sober."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations
from typing import Any

from adjudicator.core.actions import Action, Choice, Receipt, given_in
from adjudicator.core.faults import Listed, Objection, Phrase, PhraseArgument, Word
from adjudicator.core.plain import Plain
from adjudicator.games.clocktower.roles import ROLES, SCRIPTS
from adjudicator.games.clocktower.rules import Refused
from adjudicator.games.clocktower.said import said as value_said
from adjudicator.games.clocktower.state import State, Table
from adjudicator.games.clocktower.steps import allowed, place_of, refuse_choice, refuse_use
from adjudicator.games.clocktower.views import PlayerView, player_view

MASTER = "master"
"""The ballot of a Butler: as his master."""


def chooses(state: State, name: str) -> bool:
    """Return whether the shown role chooses somebody or something this night, and may do so."""
    role = state.seats[name].acts
    by_night = role.when == "night" and not role.prompt and bool(role.number or role.names)
    return by_night and allowed(refuse_use, state, name)


# Orders in words ---------------------------------------------------------------------------------------------


def _ballot_said(ballot: Any) -> PhraseArgument:
    if not isinstance(ballot, Mapping):
        return Word("ballots", ballot)
    block: Any = ballot.get("block")
    parts = [Phrase("ballot.hands", {"count": ballot["hands"]}, ballot["hands"])] if "hands" in ballot else []
    if "block" in ballot:
        parts.append(Phrase("ballot.free") if block == "nobody" else Phrase("ballot.block", {"count": block}))
    both = parts[0] if len(parts) == 1 else Phrase("ballot.both", {"one": parts[0], "other": parts[1]})
    return Phrase("ballot.if", {"conditions": both})


def _said(key: str, given: Any) -> Phrase:
    """Return one order in words."""
    if key == "votes":
        lines = [Phrase("ballot.of", {"name": of, "ballot": _ballot_said(one)}) for of, one in given.items()]
        return Phrase("said.votes", {"votes": Listed(tuple(lines))})
    return Phrase(f"said.{key}", {key: value_said(given, "role" if key == "claim" else key)})


def standing_said(standing: Plain) -> list[Phrase]:
    """Say each order that is left, in the order of the actions."""
    return [
        _said(key, given[key]) for action, given in given_in(ACTIONS, standing) for key in action.keys if key in given
    ]


def receipt(view: PlayerView, orders: Plain) -> Receipt:
    """Say orders back to their player, also that there are none."""
    return Receipt(tuple(standing_said(orders)) or (Phrase("said.nothing"),))


# What may be chosen now --------------------------------------------------------------------------------------


def _choices_by_night(view: PlayerView) -> Iterator[Plain]:
    if not chooses(view.known, view.player):
        return
    role = view.seat.acts
    for on in combinations([one for one in view.players if role.who != "other" or one != view.player], role.number):
        for named in ROLES if role.names else ("",):
            yield {"choose": list(on), **({"role": named} if named else {})}


def _when_dead(view: PlayerView) -> list[str]:
    acts = view.seat.acts.when == "dies" and view.seat.acts.number and view.known.half > 1
    return view.players if acts else []


def _is_butler(view: PlayerView) -> bool:
    return view.seat.alive and view.seat.shown == "butler"


def _ballots(view: PlayerView) -> list[Any]:
    return [MASTER, "no"] if _is_butler(view) else ["yes", "no", {"hands": 3}, {"block": "nobody"}, {"block": 3}]


def _ballot_written(ballot: Any) -> Any:
    if not isinstance(ballot, Mapping):
        return Word("ballots", ballot)
    return {Word("ballot", key): Word("nobody", one) if one == "nobody" else one for key, one in ballot.items()}


def _choice(key: str, lines: Callable[[PlayerView], Iterable[Any]]) -> Callable[[PlayerView], Iterator[Choice]]:
    def choices(view: PlayerView) -> Iterator[Choice]:
        if line := tuple(lines(view)):
            yield Choice(key, None, Phrase(f"choice.{key}"), lines=(line,))

    return choices


def _votes_offered(view: PlayerView) -> Iterator[Choice]:
    if nominees := tuple(view.known.day.uncounted):
        ballots = tuple(map(_ballot_written, _ballots(view)))
        remark = Phrase("choice.votes.butler" if _is_butler(view) else "choice.votes")
        yield Choice("votes", None, remark, lines=(ballots,), parts=nominees)


def _action(
    phase: str,
    keys: tuple[str, ...],
    values: Callable[[PlayerView], Iterable[Plain]],
    choices: Callable[[PlayerView], Iterable[Choice]],
    left: Callable[[PlayerView], Any] | None = None,
) -> Action:
    """Return an action of a phase; ``left`` gives an example of it as a standing order, if it may be one.

    The example is empty for those whose shown role has no such order.
    """
    key = keys[0]

    def standing_choices(view: PlayerView) -> Iterator[Choice]:
        if left and (example := left(view)):
            yield Choice(key, example, Phrase(f"choice.left.{key}"))

    return Action(
        keys,
        frozenset({phase}),
        lambda view: values(view) if view.awaited else (),
        lambda view, given: standing_said(given)[0],  # not asked: a receipt says each key by itself
        lambda view: choices(view) if view.awaited else (),
        standing_choices=standing_choices,
        without=lambda view: Phrase(f"fate.{view.phase}"),
    )


ACTIONS = (
    _action(
        "night",
        ("choose", "role"),
        _choices_by_night,
        _choice("choose", lambda view: (list(one["choose"]) for one in _choices_by_night(view))),
        lambda view: view.others[: view.seat.acts.number] if view.seat.acts.when == "night" else [],
    ),
    _action(
        "night",
        ("if_dead",),
        lambda view: ({"if_dead": one} for one in _when_dead(view)),
        _choice("if_dead", _when_dead),
        lambda view: view.others[0] if view.seat.acts.when == "dies" else "",
    ),
    _action(
        "day",
        ("nominate",),
        lambda view: ({"nominate": [one]} for one in view.players),
        _choice("nominate", lambda view: view.players),
    ),
    _action(
        "day",
        ("shoot",),
        lambda view: ({"shoot": one} for one in view.players),
        _choice("shoot", lambda view: view.players),
    ),
    _action("day", ("guess",), lambda view: ({"guess": {one: "imp"}} for one in view.players), lambda view: ()),
    _action(
        "day",
        ("claim",),
        lambda view: ({"claim": one} for one in ROLES),
        _choice("claim", lambda view: [Word("roles", one) for one in SCRIPTS["trouble_brewing"]]),
    ),
    _action(
        "votes",
        ("votes",),
        lambda view: ({"votes": {of: one}} for of in view.known.day.uncounted for one in _ballots(view)),
        _votes_offered,
        lambda view: {view.others[0]: Word("ballots", "no")},
    ),
)  # fmt: skip


# What is wrong with orders -----------------------------------------------------------------------------------


def objections(view: PlayerView, orders: Plain) -> Iterator[Objection]:
    """Judge orders for the stage awaited. A value of None could not be read and is not judged."""
    if not view.awaited:
        yield Objection("not-awaited")
        return
    for key in orders:
        if view.phase not in _PHASES[key]:
            yield Objection("other-stage", (key,), {"stage": Word("stages", view.phase)}, on_key=True)
    for path, role in _roles(orders):
        if role is not None and role not in ROLES:
            why = Phrase("refusal.role-not-played", {"role": Word("roles", role)})
            yield Objection("not-possible", path, {"why": why})
            return
    judged = {key: value for key, value in orders.items() if view.phase in _PHASES[key]}
    yield from _JUDGES[view.phase](view, judged)


def _roles(orders: Plain) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield the roles that orders name, with their places."""
    yield from (((key,), orders[key]) for key in ("role", "claim") if key in orders)
    yield from ((("guess", name), role) for name, role in (orders.get("guess") or {}).items())


_PHASES = {key: action.phases for action in ACTIONS for key in action.keys}


def _night(view: PlayerView, orders: Plain) -> Iterator[Objection]:
    """§5.3. Judge choices of a night by the shown role."""
    state, name, role = view.known, view.player, view.seat.acts
    if "if_dead" in orders and not _when_dead(view):
        yield Objection("no-choice" if role.when == "dies" else "not-when-dead", ("if_dead",), on_key=True)
    key = next((key for key in ("choose", "role") if key in orders), "")
    if key and role.when == "dies":
        yield Objection("choose-when-dead" if _when_dead(view) else "no-choice", (key,), on_key=True)
    elif key and not (role.when == "night" and (role.number or role.names) and place_of(state, name)):
        yield Objection("no-choice", (key,), on_key=True)
    elif key:
        yield from _choice_refused(view, orders, key, refuse_use)
    elif not key and not role.once and chooses(state, name):
        yield Objection("choice-missing", (), {"role": Word("roles", role.id)}, incomplete=True)


def _choice_refused(
    view: PlayerView, orders: Plain, key: str, *first: Callable[[State, str], None]
) -> Iterator[Objection]:
    """Object to a choice that the shown role cannot make, also by what refuses ``first``, once all of it is read."""
    chosen, named = orders.get("choose", []), orders.get("role")
    if None in (*orders.values(), *(chosen or [])):
        return
    try:
        for refuse in first:
            refuse(view.known, view.player)
        refuse_choice(view.known, view.player, chosen, named)
    except Refused as why:
        yield Objection("not-possible", (key,), {"why": Phrase(f"refusal.{why.code}", why.values)})


def _day(view: PlayerView, orders: Plain) -> Iterator[Objection]:
    """K34. Anybody living may do all that can be done by day, so little can be wrong."""
    named = [one for one in orders.get("nominate") or () if one is not None]
    if len(set(named)) != len(named):
        yield Objection("named-twice", ("nominate",))


def _votes(view: PlayerView, orders: Plain) -> Iterator[Objection]:
    """K33. Judge ballots: a living Butler, by the shown role, follows his master or keeps his hand down."""
    for of, ballot in (orders.get("votes") or {}).items():
        if _is_butler(view) and ballot not in (None, MASTER, "no"):
            yield Objection("butler-only", ("votes", of))
        elif not _is_butler(view) and ballot == MASTER:
            yield Objection("no-butler", ("votes", of))


_JUDGES: Mapping[str, Callable[[PlayerView, Plain], Iterator[Objection]]] = {
    "night": _night,
    "day": _day,
    "votes": _votes,
}


def standing_objections(view: PlayerView, standing: Plain) -> Iterator[Objection]:
    """Judge standing orders: by hand there are none; a choice is judged if the shown role makes any by night."""
    if not view.post:
        yield Objection("not-awaited")
    elif "role" in standing and not view.seat.acts.names:
        yield _names_no_role()
    elif "choose" in standing and view.seat.acts.when == "night" and view.seat.acts.number:
        yield from _choice_refused(view, standing, "choose")


def _names_no_role() -> Objection:
    return Objection("not-possible", ("role",), {"why": Phrase("refusal.no-role")})


def ahead_objections(view: PlayerView, orders: Plain) -> Iterator[Objection]:
    """Judge orders for a later stage: what is wrong in any, and orders of two stages together."""
    if not view.post:
        yield Objection("not-awaited")
        return
    first = next(iter(orders), "")
    for key in orders:
        if _PHASES[key] != _PHASES[first]:
            yield Objection("other-key", (key,), on_key=True, related=(first,))
    if "role" in orders and not view.seat.acts.names:
        yield _names_no_role()
    yield from _day(view, orders)


# What the rules are given ------------------------------------------------------------------------------------


def playable(table: Table) -> dict[str, Plain]:
    """Return the orders of each player that have the shape of the schema and no objections."""
    found: dict[str, Plain] = {}
    for name in table.state.seats:
        given = table.orders.get(name)
        if not isinstance(given, Mapping) or not all(_has_shape(table.state, key, one) for key, one in given.items()):
            continue
        view = player_view(table.setting, table.before, name)
        if not [one for one in objections(view, dict(given)) if not one.incomplete]:
            found[name] = dict(given)
    return found


def _has_shape(state: State, key: str, value: Any) -> bool:
    """Return whether the value of an order is of the shape that the schema gives it."""
    names, roles = tuple(state.seats), tuple(ROLES)
    if key in ("choose", "nominate"):
        return isinstance(value, list) and all(one in names for one in value)
    if key == "votes":
        return isinstance(value, Mapping) and all(of in names and _is_ballot(one) for of, one in value.items())
    if key == "guess":
        given = isinstance(value, Mapping) and all(of in names and one in roles for of, one in value.items())
        return given and 1 <= len(value) <= 5
    return value in {"if_dead": names, "shoot": names, "role": roles, "claim": roles}.get(key, ())


def _is_ballot(ballot: Any) -> bool:
    if not isinstance(ballot, Mapping):
        return ballot in ("yes", "no", MASTER)
    counts = [part for word, part in ballot.items() if (word, part) != ("block", "nobody")]
    return bool(ballot) and ballot.keys() <= {"hands", "block"} and all(type(one) is int and one >= 0 for one in counts)
