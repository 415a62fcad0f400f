"""What players may order, and what is wrong with it, judged on the player's view, so that a refusal reveals nothing.

What is left (standing orders) may depend on a draw that comes first: the rankings are then passed on to the rules as
they are, under keys that no player can send (``ranking``, ``discard_ranking``, ``down_ranking``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations, permutations
from typing import Any, TypeAlias

from adjudicator.core.actions import Action, Choice, Receipt, given_in, of_one_stage, open_in, phases_of
from adjudicator.core.conditions import listed
from adjudicator.core.faults import Listed, Objection, Phrase, PhraseArgument, Word, either
from adjudicator.core.plain import Plain
from adjudicator.games.overseers.rules import HAND
from adjudicator.games.overseers.state import TRAITS, Table, in_order, word_of, words_of
from adjudicator.games.overseers.views import PlayerView, player_view

NOBODY = "nobody"

# Orders in words ---------------------------------------------------------------------------------------------

_NAMES = frozenset({"vote", "weaken", "rob", "look", "player", "accuse", "highest", "thief", "next"})


def _part_said(key: str, one: Any) -> PhraseArgument:
    if isinstance(one, Mapping):
        trait, most = next(iter(one.items()))
        return Phrase("ranking.at-most", {"trait": Word("traits", trait), "most": most})
    return one if isinstance(one, int) or key in _NAMES else word_of(str(one))


def _values_said(given: Plain) -> Iterator[tuple[str, PhraseArgument]]:
    """Yield the values of orders as their sentence shows them."""
    for key, value in given.items():
        if key in ("look", "copy"):
            yield from _values_said(value)
        else:
            yield key, Listed(tuple(_part_said(key, one) for one in listed(value)))


def _way(given: Plain) -> str:
    """Return the keys of orders of one action, by which their sentence is named."""
    nobody = ".nobody" if given.get("rob") == NOBODY else ""
    drawn = ".player" if "look" in given and "cards" not in given["look"] else ""
    return ".".join(sorted(given)) + nobody + drawn


def said(given: Plain) -> Phrase:
    """Return orders of one action in words."""
    return Phrase(f"said.{_way(given)}", dict(_values_said(given)))


def left_said(given: Plain) -> Phrase:
    """Return what is left of one action in words."""
    left = {key.removesuffix("_ranking"): value for key, value in given.items()}
    return Phrase(f"left.{_way(left)}", dict(_values_said(left)))


def all_said(orders: Plain) -> Iterator[Phrase]:
    """Yield orders in words, one phrase for each action and each list for ties."""
    for _, given in given_in(ACTIONS, orders):
        lists = given.get("ties", {})
        yield from (Phrase(f"ties.{kind}", dict(_values_said({kind: lists[kind]}))) for kind in lists)
        if not lists:
            yield said(given)


def receipt(view: PlayerView, orders: Plain) -> Receipt:
    """Say orders back to their player, or what it means to order nothing."""
    return Receipt(tuple(all_said(orders)) or (_fate(view),))


# What may be chosen now --------------------------------------------------------------------------------------

Values: TypeAlias = Callable[[PlayerView], Iterable[Any]]


def _nothing(view: PlayerView) -> Iterable[Any]:
    return ()


def _traits(cards: Iterable[str]) -> list[str]:
    return in_order(set(cards))


def _without(cards: Iterable[str], gone: str) -> list[str]:
    left = list(cards)
    left.remove(gone)
    return left


def _calls(view: PlayerView) -> list[bool]:
    return [True] if view.may_call and view.overseer == "wuming" else []


def _picks(view: PlayerView) -> Iterator[Plain]:
    for pick in _traits(view.hand) if view.phase == "pick" else ():
        seconds = _traits(_without(view.hand, pick)) if view.may_call else []
        for second in ({}, *({"second": trait} for trait in seconds)):
            yield {"pick": pick, **second}
            yield from ({"pick": pick, **second, "call": call} for call in _calls(view))


def _discards(view: PlayerView) -> list[str]:
    return _traits(view.taken) if len(view.taken) == HAND else []


def _placements(view: PlayerView) -> Iterator[Plain]:
    """Yield whole placements: the last pick or the card laid aside, and the cards that go face down."""
    first: list[Plain] = [{"pick": trait} for trait in (_traits(view.hand) if view.picks else ())]
    for chosen in first or [{"discard": trait} for trait in _discards(view)] or [{}]:
        for down in dict.fromkeys(permutations(_placed(view, chosen), view.face_down)):
            yield {**chosen, "down": list(down)}


def _placed(view: PlayerView, given: Plain) -> list[str]:
    """Return the cards that lie before a player after the last pick or without the card laid aside."""
    cards = [*view.taken, *([given["pick"]] if given.get("pick") in view.hand else [])]
    return _without(cards, given["discard"]) if given.get("discard") in cards else cards


def _numbers(view: PlayerView) -> list[int]:
    return [card.number for card in view.cards]


def _looks(view: PlayerView) -> Iterator[Plain]:
    for other in view.others:
        yield {"look": {"player": other}}
        for two in combinations(view.hidden.get(other, ()), 2):
            yield {"look": {"player": other, "cards": list(two)}}


def _answers(view: PlayerView) -> Iterator[Plain]:
    yield from ({"admit": list(two)} for two in combinations(_numbers(view), 2))
    yield {"deny": True}
    yield from ({"deny": True, "take": [trait]} for trait in TRAITS)


# What is left, as it is ordered now ----------------------------------------------------------------------------


def _first_offered(view: PlayerView, given: Plain) -> Plain:
    """10, 22. Become, or keep, the first of a list that is offered."""
    [(key, ranking)] = given.items()
    return next(({key: one} for one in ranking if one in view.offered), {})


def _robs_now(view: PlayerView, given: Plain) -> Plain:
    """38. Rob those on the list who can be robbed."""
    names = [name for name in listed(given["rob"]) if name in view.robbable]
    return given if given["rob"] == NOBODY else {"rob": names} if names else {}


# The actions -----------------------------------------------------------------------------------------------------


def _word(key: str, value: Any) -> Any:
    """Return a value of a form in words."""
    if isinstance(value, bool):
        return Word("booleans", "true")
    if isinstance(value, Mapping):
        place = key if key in ("look", "copy", "ties") else "traits"
        return {Word(place, part): _words(part, one) for part, one in value.items()}
    return _part_said(key, value)


def _words(key: str, value: Any) -> Any:
    return [_word(key, one) for one in value] if isinstance(value, list | tuple) else _word(key, value)


def _fate(view: PlayerView) -> Phrase:
    """44. Tell what happens to a player who sends nothing and has left nothing."""
    return Phrase("fate.keep" if "keep" in view.parts else f"fate.{view.phase if view.awaited else 'nothing'}")


def _action(
    key: str,
    phases: tuple[str, ...],
    offered: Values = _nothing,
    values: Values | None = None,
    left: Callable[[PlayerView], Any] | None = None,
    now: Callable[[PlayerView, Plain], Plain] | None = None,
    also: tuple[str, ...] = (),
) -> Action:
    """Return an action of one key; ``offered`` are the values that a form shows, ``left`` an example of what is left.

    Without ``values`` the possible orders are what is offered; without ``left`` it cannot be a standing order, which
    orders ``now`` what it says unless this is given. ``also`` are keys that only the program writes.
    """

    def choices(view: PlayerView) -> Iterator[Choice]:
        mine = view.awaited and (key in view.parts or view.phase not in ("powers", "greed"))
        if mine and (line := tuple(_words(key, one) for one in offered(view))):
            yield Choice(key, None, Phrase(f"choice.{key}", {"count": view.face_down}), lines=(line,))

    return Action(
        (key, *also),
        frozenset(phases),
        values or (lambda view: ({key: value} for value in offered(view))),
        lambda view, given: said(given),
        choices,
        said_standing=left_said if left else None,
        standing=now,
        standing_choices=lambda view: (
            [Choice(key, _words(key, left(view)), Phrase(f"choice.left.{key}"))] if left else []
        ),
        without=_fate,
    )


_RANKING = (TRAITS[0], {TRAITS[1]: 3}, *TRAITS[2:])
"""An example of a ranking with an « at most »."""


def _lists(view: PlayerView) -> Iterable[Any]:
    return ({**dict.fromkeys(("accuse", "highest", "thief", "next"), view.others), "lose": TRAITS},)


ACTIONS = (
    _action("become", ("fushen",), lambda view: view.offered, None, lambda view: ("suyin", "xie"), _first_offered),
    _action("pick", ("pick", "placement"), lambda view: _traits(view.hand) if view.picks else (), _picks),
    _action("second", ("pick",), lambda view: _traits(view.hand) if view.may_call else (), _nothing),
    _action("call", ("pick",), _calls, _nothing),
    _action(
        "ranking",
        ("pick", "placement"),
        left=lambda view: _RANKING,
        now=lambda view, given: given if view.picks else {},
    ),
    _action(
        "discard",
        ("placement",),
        _discards,
        _nothing,
        lambda view: TRAITS,
        lambda view, given: {"discard_ranking": given["discard"]} if _discards(view) else {},
        ("discard_ranking",),
    ),
    _action(
        "down",
        ("placement",),
        lambda view: _traits([*view.taken, *view.hand]),
        _placements,
        lambda view: _RANKING,
        lambda view, given: {"down_ranking": given["down"]},
        ("down_ranking",),
    ),
    _action("turn", ("powers",), _numbers, left=lambda view: 1),
    _action("keep", ("powers",), lambda view: _traits(view.offered), None, lambda view: TRAITS, _first_offered),
    _action(
        "look",
        ("powers",),
        lambda view: (*view.others, {"player": view.others[0], "cards": [4, 5]}),
        _looks,
        lambda view: view.others[0],
    ),
    _action(
        "copy",
        ("powers",),
        lambda view: ({"card": 3, "of": 1},),
        lambda view: ({"copy": {"card": card, "of": of}} for card, of in permutations(_numbers(view), 2)),
        lambda view: {"card": 1, "of": 2},
    ),
    _action("vote", ("vote",), lambda view: view.players),
    _action("ties", ("placement", "vote"), _lists, _nothing),
    _action("admit", ("judgement",), _numbers, _answers, lambda view: [1, 4]),
    _action("deny", ("judgement",), lambda view: (True,), _nothing, lambda view: True),
    _action("take", ("judgement",), lambda view: TRAITS, _nothing, lambda view: TRAITS),
    _action(
        "rob",
        ("greed",),
        lambda view: view.robbable,
        lambda view: ({"rob": names} for names in (*([name] for name in view.robbable), NOBODY)),
        lambda view: view.others,
        _robs_now,
    ),
    _action(
        "give",
        ("greed",),
        lambda view: _traits(card.trait for card in view.cards),
        lambda view: ({"give": [gift]} for gift in (*_numbers(view), *_traits(card.trait for card in view.cards))),
        lambda view: TRAITS[::-1],
    ),
    _action("weaken", ("greed",), lambda view: view.others, left=lambda view: view.others[0]),
)

# What is wrong with orders, in the order of the rule sheet's table -------------------------------------------


def objections(view: PlayerView, orders: Plain) -> Iterator[Objection]:
    """Judge orders for the stage awaited. A value of None could not be read and is not judged."""
    if not view.awaited:
        yield Objection("not-awaited")
        return
    open_keys = {key for action in open_in(ACTIONS, view.phase) for key in action.keys}
    for key in orders:
        if key not in open_keys:
            yield Objection("other-stage", (key,), {"stage": view.stage}, on_key=True)
    yield from _JUDGES[view.phase](view, {key: value for key, value in orders.items() if key in open_keys})


def _not_offered(view: PlayerView, orders: Plain, key: str) -> Iterator[Objection]:
    if orders.get(key) not in (None, *view.offered):
        yield Objection("not-offered", (key,), {"offered": words_of(view.offered)})


def _pick(view: PlayerView, orders: Plain) -> Iterator[Objection]:
    if "call" in orders:
        if view.overseer != "wuming":
            yield Objection("not-your-power", ("call",), on_key=True)
        elif not view.may_call:
            yield Objection("call-not-now", ("call",), on_key=True)
    if "second" in orders and not view.may_call:
        yield Objection("no-second", ("second",), on_key=True)
    yield from _needs(orders, "pick")
    left = list(view.hand)
    for key in ("pick", "second"):
        if orders.get(key) in left:
            left.remove(orders[key])
        elif orders.get(key) is not None:
            yield _not_in_hand(key, orders[key], left)


def _not_in_hand(key: str, trait: str, hand: Sequence[str]) -> Objection:
    return Objection("not-in-hand", (key,), {"trait": Word("traits", trait), "hand": words_of(hand)})


def _needs(orders: Plain, *keys: str) -> Iterator[Objection]:
    return (Objection(f"{key}-missing", incomplete=True) for key in keys if key not in orders)


_CLOSED = {"rob": "not-thief", "give": "not-robbed"}
"""What is said of orders that are not the player's, if it is not that they are another Overseer's power."""


def _of_others(view: PlayerView, orders: Plain) -> Iterator[Objection]:
    for key in dict.fromkeys((*_CLOSED, *orders)):
        code = _CLOSED.get(key, "not-your-power")
        if key in orders and key not in view.parts:
            yield Objection(code, (key,), on_key=True)


def _placement(view: PlayerView, orders: Plain) -> Iterator[Objection]:
    discards = _discards(view)
    if "pick" in orders and not view.picks:
        yield Objection("no-pick", ("pick",), on_key=True)
    if "discard" in orders and not discards:
        yield Objection("no-discard", ("discard",), on_key=True)
    owed = (("pick", view.picks), ("discard", discards), ("down", True))
    yield from _needs(orders, *(key for key, is_owed in owed if is_owed))
    pick, discard, down = (orders.get(key) for key in ("pick", "discard", "down"))
    if view.picks and pick is not None and pick not in view.hand:
        yield _not_in_hand("pick", pick, view.hand)
        return
    if discards and discard is not None and discard not in discards:
        yield Objection("not-yours", ("discard",), {"trait": Word("traits", discard)})
        return
    if down is not None and None not in listed(down):
        yield from _down(view, orders, listed(down))


def _down(view: PlayerView, orders: Plain, down: list[Any]) -> Iterator[Objection]:
    if len(down) != view.face_down:
        yield Objection("down-count", ("down",), {"count": view.face_down, "named": len(down)})
    unread = [key for key in ("pick", "discard") if key in orders and orders[key] is None]
    lacking = () if unread else (Counter(map(str, down)) - Counter(_placed(view, orders)))
    for trait in lacking:
        yield Objection("not-yours", ("down",), {"trait": Word("traits", trait)})


def _powers(view: PlayerView, orders: Plain) -> Iterator[Objection]:
    yield from _of_others(view, orders)
    own = {key: value for key, value in orders.items() if key in view.parts}
    look, copy = own.get("look") or {}, own.get("copy") or {}
    for key, number in (("turn", own.get("turn")), *(("copy", number) for number in copy.values())):
        yield from _no_such_card(view, key, number)
    yield from _not_offered(view, own, "keep")
    yield from sorted(standing_objections(view, own), key=lambda one: one.code == "two-cards")
    numbers = look.get("cards") or ()
    if None not in numbers and look.get("player") in view.others:
        hidden = view.hidden.get(look["player"], ())
        for number in numbers:
            if number not in hidden:
                values = {"number": number, "player": look["player"], "numbers": Listed(hidden)}
                yield Objection("not-face-down", ("look", "cards"), values)


def _no_such_card(view: PlayerView, key: str, number: Any) -> Iterator[Objection]:
    if number not in (None, *_numbers(view)):
        yield Objection("no-such-card", (key,), {"number": number, "numbers": Listed(tuple(_numbers(view)))})


def _judgement(view: PlayerView, orders: Plain) -> Iterator[Objection]:
    if "admit" not in orders and "deny" not in orders:
        yield Objection("answer-missing", incomplete=True)
    yield from standing_objections(view, orders)
    for number in orders.get("admit") or ():
        yield from _no_such_card(view, "admit", number)


def _greed(view: PlayerView, orders: Plain) -> Iterator[Objection]:
    yield from _of_others(view, orders)
    own = {key: value for key, value in orders.items() if key in view.parts}
    yield from standing_objections(view, own)
    for name in listed(own.get("rob")):
        if name not in (None, NOBODY, view.player, *view.robbable):
            yield Objection("cannot-be-robbed", ("rob",), {"name": name, "names": either(view.robbable)})


_JUDGES: Mapping[str, Callable[[PlayerView, Plain], Iterable[Objection]]] = {
    "fushen": lambda view, orders: (*_needs(orders, "become"), *_not_offered(view, orders, "become")),
    "pick": _pick,
    "placement": _placement,
    "powers": _powers,
    "vote": lambda view, orders: _needs(orders, "vote") if orders else (),
    "judgement": _judgement,
    "greed": _greed,
}


def standing_objections(view: PlayerView, orders: Plain) -> Iterator[Objection]:
    """44. Object to what is wrong in any stage, in the order of the rule sheet: of standing orders nothing else is."""
    if "admit" in orders and "deny" in orders:
        yield Objection("admit-and-deny", ("admit",), on_key=True, related=("deny",))
    look, copy, admit = orders.get("look"), orders.get("copy"), orders.get("admit")
    twos = ((("admit",), admit), (("look", "cards"), look.get("cards") if look else None))
    for path, two in twos:
        if two is not None and None not in two and not len(two) == len(set(two)) == 2:
            yield Objection("two-cards", path)
    if copy and copy.get("card") is not None and copy["card"] == copy.get("of"):
        yield Objection("copy-itself", ("copy",))
    for key in ("rob", "weaken"):
        if view.player in listed(orders.get(key)):
            yield Objection("yourself", (key,))
    if look and look.get("player") == view.player:
        yield Objection("yourself", ("look", "player"))


def ahead_objections(view: PlayerView, orders: Plain) -> Iterator[Objection]:
    """44. Judge orders for a later stage: what is wrong in any stage, and orders of two stages together."""
    yield from of_one_stage(orders, partial(phases_of, ACTIONS))
    if "pick" not in orders and orders.keys() & {"second", "call"}:
        yield Objection("pick-missing")
    if "take" in orders and "deny" not in orders:
        yield Objection("answer-missing")
    yield from standing_objections(view, orders)


def answers(view: PlayerView, standing: Plain) -> bool:
    """44. Return whether standing orders answer for their player in a window."""
    if view.phase == "judgement":
        return "admit" in standing or "deny" in standing
    owed = {"fushen": ("become",), "pick": ("ranking",)}.get(view.phase, view.parts)
    return bool(owed) and all(key in standing for key in owed)


def clause_answers(view: PlayerView, orders: Plain) -> bool:
    """44. Return whether a clause answers in a window: as what is left without conditions does, or by « rien »."""
    return not orders or answers(view, orders)


# What the rules are given ------------------------------------------------------------------------------------

_LISTS = frozenset({"down", "ranking", "discard_ranking", "down_ranking", "admit"})
_OBJECTS = {"look": {"player"}, "copy": {"card", "of"}, "ties": set[str]()}


def playable(table: Table, player: str) -> Plain:
    """Return the orders of a player if they have the shape that the schema asks for and no objections, or else none."""
    given = table.orders.get(player)
    if not isinstance(given, dict) or not all(_has_shape(key, value) for key, value in given.items()):
        return {}
    judged = objections(player_view(table.setting, table.state, player), given)
    return given if all(objection.incomplete for objection in judged) else {}


def _has_shape(key: str, value: Any) -> bool:
    if key in _LISTS:
        return isinstance(value, list) and all(isinstance(one, str | int | dict) and one != {} for one in value)
    if key in _OBJECTS:
        return isinstance(value, dict) and value.keys() >= _OBJECTS[key]
    return value is not None and not isinstance(value, dict)
