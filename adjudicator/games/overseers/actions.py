"""What players may order, and what is wrong with orders. All is judged on the player's view, so a refusal reveals nothing.

What is left (standing orders) may depend on a draw that comes first: the rankings are then passed on to the rules as
they are, under keys that no player can send (``ranking``, ``discard_ranking``, ``down_ranking``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations, permutations
from typing import Any

from adjudicator.core.actions import Action, Choice, open_in
from adjudicator.core.conditions import listed
from adjudicator.core.faults import Listed, Objection, Phrase, PhraseArgument, Word
from adjudicator.core.plain import Plain
from adjudicator.games.overseers.rules import HAND, by_ranking
from adjudicator.games.overseers.state import OVERSEERS, TRAITS, Table, card_of, in_order
from adjudicator.games.overseers.views import PlayerView, player_view

NONE_HOLDS = Phrase("clause.else.seen")
NOBODY = "nobody"

# Orders in words ---------------------------------------------------------------------------------------------


def trait_said(one: Any) -> PhraseArgument:
    """Return a trait in words, or a number, or a trait of a ranking with its « at most »."""
    if isinstance(one, Mapping):
        trait, most = next(iter(one.items()))
        return Phrase("ranking.at-most", {"trait": Word("traits", trait), "most": most})
    return Word("traits", one) if isinstance(one, str) else Phrase("card.number", {"number": one})


def traits_said(traits: Any) -> Listed:
    """Return a list of traits and numbers in words."""
    return Listed(tuple(map(trait_said, listed(traits))))


def _values_said(given: Plain) -> dict[str, PhraseArgument]:
    """Return the values of an order as its sentence shows them."""
    said: dict[str, PhraseArgument] = {}
    for key, value in given.items():
        if key in ("become", "become_list"):
            said[key] = Listed(tuple(Word("overseers", one) for one in listed(value)))
        elif key in ("pick", "second"):
            said[key] = Word("traits", value)
        elif key in ("vote", "weaken"):
            said[key] = value
        elif key == "turn":
            said[key] = value
        elif key == "rob":
            said[key] = Listed(tuple(listed(value)))
        elif key in ("look", "copy"):
            said |= {name: Listed(tuple(one)) if isinstance(one, list) else one for name, one in value.items()}
        elif key == "admit":
            said[key] = Listed(tuple(value))
        elif key == "ties":
            kinds = [Phrase(f"ties.{kind}", {"list": _list_said(kind, names)}) for kind, names in value.items()]
            said[key] = Listed(tuple(kinds))
        elif value is not True:
            said[key] = traits_said(value)
    return said


def _list_said(kind: str, names: Any) -> Listed:
    return traits_said(names) if kind == "lose" else Listed(tuple(listed(names)))


def _said(given: Plain) -> Phrase:
    """Return orders of one action in words; the sentence is named by the keys that are given."""
    keys = [key for key in given if key not in ("deny",) or len(given) == 1]
    if given.get("rob") == NOBODY:
        return Phrase("said.rob.nobody")
    if "look" in given and "cards" not in given["look"]:
        return Phrase("said.look.player", _values_said(given))
    return Phrase(f"said.{'.'.join(sorted(keys))}", _values_said(given))


# What may be chosen now --------------------------------------------------------------------------------------


def _traits(cards: Iterable[str]) -> list[str]:
    return in_order(set(cards))


def _picks(view: PlayerView) -> Iterator[Plain]:
    for pick in _traits(view.hand) if view.picks else ():
        yield {"pick": pick}
        left = list(view.hand)
        left.remove(pick)
        for second in _traits(left) if view.may_call else ():
            yield {"pick": pick, "second": second}
            if view.overseer == "wuming":
                yield {"pick": pick, "second": second, "call": True}
        if view.may_call and view.overseer == "wuming":
            yield {"pick": pick, "call": True}


def _placements(view: PlayerView) -> Iterator[Plain]:
    """Yield whole placements: the last pick or the card laid aside, and the cards that go face down."""
    first: Iterable[Plain] = ({},)
    if view.picks:
        first = ({"pick": trait} for trait in _traits(view.hand))
    elif len(view.taken) == HAND:
        first = ({"discard": trait} for trait in _traits(view.taken))
    for chosen in first:
        cards = _placed(view, chosen)
        for down in dict.fromkeys(permutations(cards, view.face_down)):
            yield {**chosen, "down": list(down)}


def _placed(view: PlayerView, given: Plain) -> list[str]:
    """Return the cards that lie before a player after the last pick or without the card laid aside."""
    cards = [*view.taken, *([given["pick"]] if given.get("pick") in view.hand else [])]
    if given.get("discard") in cards:
        cards.remove(given["discard"])
    return cards


def _numbers(view: PlayerView) -> list[int]:
    return [card.number for card in view.cards]


def _looks(view: PlayerView) -> Iterator[Plain]:
    for other in view.others:
        yield {"look": {"player": other}}
        for two in combinations(view.hidden.get(other, ()), 2):
            yield {"look": {"player": other, "cards": list(two)}}


def _copies(view: PlayerView) -> Iterator[Plain]:
    return ({"copy": {"card": card, "of": of}} for card, of in permutations(_numbers(view), 2))


def _answers(view: PlayerView) -> Iterator[Plain]:
    yield from ({"admit": list(two)} for two in combinations(_numbers(view), 2))
    yield {"deny": True}
    yield from ({"deny": True, "take": [trait]} for trait in TRAITS)


def _gifts(view: PlayerView) -> Iterator[Plain]:
    yield from ({"give": [number]} for number in _numbers(view))
    yield from ({"give": [trait]} for trait in _traits(card.trait for card in view.cards))


def _one(key: str, values: Callable[[PlayerView], Iterable[Any]]) -> Callable[[PlayerView], Iterator[Plain]]:
    return lambda view: ({key: value} for value in values(view))


# The actions, in the order in which they are refused ---------------------------------------------------------


def _choices(key: str, if_open: Callable[[PlayerView], bool], lines: Callable[[PlayerView], Iterable[Any]]) -> Any:
    """Return a function that offers an order on a form where it is open to the player, with the values to copy."""

    def choices(view: PlayerView) -> Iterator[Choice]:
        if view.awaited and if_open(view):
            values = tuple(lines(view))
            yield Choice(key, None, Phrase(f"choice.{key}"), lines=(values,) if values else ())

    return choices


def _words(traits: Iterable[str]) -> tuple[Word, ...]:
    return tuple(Word("traits", trait) for trait in traits)


def _left(key: str, example: Any) -> Callable[[PlayerView], list[Choice]]:
    return lambda view: [Choice(key, example, Phrase(f"choice.left.{key}"))]


def _power(key: str) -> Callable[[PlayerView], bool]:
    return lambda view: view.power == key


def _part(key: str) -> Callable[[PlayerView], bool]:
    return lambda view: key in view.parts


def _fate(view: PlayerView) -> Phrase:
    return Phrase(f"fate.{view.phase}" if view.awaited else "fate.nothing")


def _first_offered(view: PlayerView, given: Plain) -> Plain:
    """10. Return the first Overseer of a list left that is offered."""
    chosen = next((one for one in listed(given["become"]) if one in view.offered), None)
    return {"become": chosen} if chosen else {}


def _keeps(view: PlayerView, given: Plain) -> Plain:
    """22. Return the first trait of a ranking left that is offered to Gan."""
    chosen = by_ranking(listed(given["keep"]), view.offered, ())
    return {"keep": chosen} if chosen else {}


def _robs(view: PlayerView, given: Plain) -> Plain:
    """38. Return those on a list left who can be robbed."""
    names = [name for name in listed(given["rob"]) if name in (*view.robbable, NOBODY)]
    return {"rob": names if NOBODY not in names else NOBODY} if names else {}


def _as_left(key: str) -> Callable[[PlayerView, Plain], Plain]:
    return lambda view, given: {f"{key}_ranking": listed(given[key])}


def _denies(view: PlayerView, given: Plain) -> Plain:
    """29, 44. Deny where only the cards to take were left."""
    return given if "admit" in given else {**given, "deny": True}


_STANDING_RANKING = [Word("traits", trait) for trait in TRAITS]
_IN_POWERS = frozenset({"powers"})
_IN_GREED = frozenset({"greed"})

ACTIONS = (
    Action(
        ("become",),
        frozenset({"fushen"}),
        _one("become", lambda view: view.offered),
        lambda view, given: _said(given),
        _choices("become", lambda view: True, lambda view: [Word("overseers", one) for one in view.offered]),
        said_standing=_said,
        standing=_first_offered,
        standing_choices=_left("become", [Word("overseers", one) for one in OVERSEERS[2:]]),
        without=_fate,
    ),
    Action(
        ("pick", "second", "call"),
        frozenset({"pick", "placement"}),
        lambda view: _picks(view) if view.phase == "pick" else (),
        lambda view, given: _said(given),
        lambda view: (
            choice
            for key, is_open in (("pick", view.picks), ("second", view.may_call), ("call", view.may_call))
            for choice in _choices(key, lambda view: key != "call" or view.overseer == "wuming", _hand_of(key))(view)
            if is_open
        ),
        without=_fate,
    ),
    Action(
        ("ranking",),
        frozenset({"pick", "placement"}),
        lambda view: (),
        lambda view, given: _said(given),
        said_standing=_said,
        standing=lambda view, given: {"ranking": listed(given["ranking"])} if view.picks else {},
        standing_choices=_left("ranking", _STANDING_RANKING),
    ),
    Action(
        ("discard", "discard_ranking"),
        frozenset({"placement"}),
        lambda view: (),
        lambda view, given: _said(given),
        _choices("discard", lambda view: len(view.taken) == HAND, lambda view: _words(_traits(view.taken))),
        said_standing=_said,
        standing=lambda view, given: _as_left("discard")(view, given) if len(view.taken) == HAND else {},
        standing_choices=_left("discard", _STANDING_RANKING[::-1]),
    ),
    Action(
        ("down", "down_ranking"),
        frozenset({"placement"}),
        _placements,
        lambda view, given: _said(given),
        _choices("down", lambda view: True, lambda view: ()),
        said_standing=_said,
        standing=_as_left("down"),
        standing_choices=_left("down", _STANDING_RANKING),
        without=_fate,
    ),
    Action(
        ("turn",),
        _IN_POWERS,
        _one("turn", _numbers),
        lambda view, given: _said(given),
        _choices("turn", _power("turn"), _numbers),
        said_standing=_said,
        standing_choices=_left("turn", 1),
        without=_fate,
    ),
    Action(
        ("keep",),
        _IN_POWERS,
        _one("keep", lambda view: _traits(view.offered)),
        lambda view, given: _said(given),
        _choices("keep", _power("keep"), lambda view: _words(view.offered)),
        said_standing=_said,
        standing=_keeps,
        standing_choices=_left("keep", _STANDING_RANKING),
    ),
    Action(
        ("look",),
        _IN_POWERS,
        _looks,
        lambda view, given: _said(given),
        _choices("look", _power("look"), lambda view: view.others),
        said_standing=_said,
    ),
    Action(
        ("copy",),
        _IN_POWERS,
        _copies,
        lambda view, given: _said(given),
        _choices("copy", _power("copy"), lambda view: ()),
        said_standing=_said,
    ),
    Action(
        ("vote",),
        frozenset({"vote"}),
        _one("vote", lambda view: view.players),
        lambda view, given: _said(given),
        _choices("vote", lambda view: True, lambda view: view.players),
        without=_fate,
    ),
    Action(
        ("ties",),
        frozenset({"placement", "vote"}),
        lambda view: (),
        lambda view, given: _said(given),
        _choices("ties", lambda view: True, lambda view: ()),
    ),
    Action(
        ("admit", "deny", "take"),
        frozenset({"judgement"}),
        _answers,
        lambda view, given: _said(given),
        lambda view: (
            choice
            for key in ("admit", "deny", "take")
            for choice in _choices(key, lambda view: True, _numbers if key == "admit" else lambda view: ())(view)
        ),
        said_standing=_said,
        standing=_denies,
        without=_fate,
    ),
    Action(
        ("rob",),
        _IN_GREED,
        lambda view: ({"rob": value} for value in (*([name] for name in view.robbable), NOBODY)),
        lambda view, given: _said(given),
        _choices("rob", _part("rob"), lambda view: view.robbable),
        said_standing=_said,
        standing=_robs,
        without=_fate,
    ),
    Action(
        ("give",),
        _IN_GREED,
        _gifts,
        lambda view, given: _said(given),
        _choices("give", _part("give"), lambda view: _words(_traits(card.trait for card in view.cards))),
        said_standing=_said,
        standing_choices=_left("give", _STANDING_RANKING[::-1]),
    ),
    Action(
        ("weaken",),
        _IN_GREED,
        _one("weaken", lambda view: view.others),
        lambda view, given: _said(given),
        _choices("weaken", _part("weaken"), lambda view: view.others),
        said_standing=_said,
    ),
)


def _hand_of(key: str) -> Callable[[PlayerView], Iterable[Any]]:
    return lambda view: (Word("booleans", "true"),) if key == "call" else _words(_traits(view.hand))


# What is wrong with orders, in the order of the rule sheet's table -------------------------------------------


def objections(view: PlayerView, orders: Plain) -> Iterator[Objection]:
    """Judge orders for the stage awaited. A value of None could not be read and is not judged."""
    if not view.awaited:
        yield Objection("not-awaited")
        return
    open_keys = {key for action in open_in(ACTIONS, view.phase) for key in action.keys}
    open_keys -= {"second", "call"} if view.phase == "placement" else set()
    for key in orders:
        if key not in open_keys:
            yield Objection("other-stage", (key,), {"stage": Phrase(f"phase.{view.phase}", {"turn": view.turn})}, True)
    yield from _JUDGES[view.phase](view, {key: value for key, value in orders.items() if key in open_keys})


def _fushen(view: PlayerView, orders: Plain) -> Iterator[Objection]:
    if "become" not in orders:
        yield Objection("become-missing")
    elif orders["become"] is not None and orders["become"] not in view.offered:
        offered = Listed(tuple(Word("overseers", one) for one in view.offered))
        yield Objection("not-offered", ("become",), {"offered": offered})


def _pick(view: PlayerView, orders: Plain) -> Iterator[Objection]:
    if "call" in orders:
        if view.overseer != "wuming":
            yield Objection("not-your-power", ("call",), on_key=True)
        elif not view.may_call:
            yield Objection("call-not-now", ("call",), on_key=True)
    if "second" in orders and not view.may_call:
        yield Objection("no-second", ("second",), on_key=True)
    if "ranking" not in orders:
        yield from _needs(orders, "pick")
    left = list(view.hand)
    for key in ("pick", "second"):
        if orders.get(key) in left:
            left.remove(orders[key])
        elif orders.get(key) is not None:
            yield Objection("not-in-hand", (key,), {"trait": Word("traits", orders[key])})


def _needs(orders: Plain, *keys: str) -> Iterator[Objection]:
    for key in keys:
        if key not in orders:
            yield Objection(f"{key}-missing")


def _placement(view: PlayerView, orders: Plain) -> Iterator[Objection]:
    lays_aside = len(view.taken) == HAND
    if "pick" in orders and not view.picks:
        yield Objection("no-pick", ("pick",), on_key=True)
    if "discard" in orders and not lays_aside:
        yield Objection("no-discard", ("discard",), on_key=True)
    if not any(key.endswith("ranking") for key in orders):
        owed = (("pick", view.picks), ("discard", lays_aside), ("down", True))
        yield from _needs(orders, *(key for key, is_owed in owed if is_owed))
    pick, discard, down = (orders.get(key) for key in ("pick", "discard", "down"))
    if view.picks and pick is not None and pick not in view.hand:
        yield Objection("not-in-hand", ("pick",), {"trait": Word("traits", pick)})
        return
    if lays_aside and discard is not None and discard not in view.taken:
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
    for key in orders:
        if key != view.power:
            yield Objection("not-your-power", (key,), on_key=True)
    given = orders.get(view.power)
    if given is None:
        return
    named = [given] if view.power == "turn" else [*given.values()] if view.power == "copy" else []
    for number in named:
        if number is not None and card_of(view.cards, number) is None:
            yield Objection("no-such-card", (view.power,), {"number": number})
    if view.power == "keep" and given not in view.offered:
        yield Objection("not-offered", ("keep",), {"offered": traits_said(list(view.offered))})
    yield from _anywhere(view, {view.power: given})
    if view.power == "look" and None not in listed(given.get("cards", [])) and given["player"] in view.others:
        for number in given.get("cards", ()):
            if number not in view.hidden.get(given["player"], ()):
                yield Objection("not-face-down", ("look", "cards"), {"number": number, "player": given["player"]})


def _vote(view: PlayerView, orders: Plain) -> Iterator[Objection]:
    if orders:
        yield from _needs(orders, "vote")


def _judgement(view: PlayerView, orders: Plain) -> Iterator[Objection]:
    if "admit" not in orders and "deny" not in orders:
        yield Objection("answer-missing")
    yield from _anywhere(view, orders)
    for number in orders.get("admit") or ():
        if number is not None and card_of(view.cards, number) is None:
            yield Objection("no-such-card", ("admit",), {"number": number})


def _greed(view: PlayerView, orders: Plain) -> Iterator[Objection]:
    for key, code in (("rob", "not-thief"), ("give", "not-robbed"), ("weaken", "not-your-power")):
        if key in orders and key not in view.parts:
            yield Objection(code, (key,), on_key=True)
    yield from _anywhere(view, {key: orders[key] for key in ("rob", "weaken") if key in orders and key in view.parts})
    for name in listed(orders.get("rob")) if "rob" in view.parts else ():
        if name not in (None, NOBODY, view.player, *view.robbable):
            yield Objection("cannot-be-robbed", ("rob",), {"name": name})


_JUDGES: Mapping[str, Callable[[PlayerView, Plain], Iterator[Objection]]] = {
    "fushen": _fushen,
    "pick": _pick,
    "placement": _placement,
    "powers": _powers,
    "vote": _vote,
    "judgement": _judgement,
    "greed": _greed,
}


def _anywhere(view: PlayerView, orders: Plain) -> Iterator[Objection]:
    """Object to what is wrong in any stage, in the order of the rule sheet."""
    if "admit" in orders and ("deny" in orders or "take" in orders):
        yield Objection("admit-and-deny", ("admit",), on_key=True, related=("deny" if "deny" in orders else "take",))
    look, copy, admit = orders.get("look"), orders.get("copy"), orders.get("admit")
    twos = ((("admit",), admit), (("look", "cards"), look.get("cards") if look else None))
    for path, two in twos:
        if two is not None and None not in two and len(set(two)) != 2:
            yield Objection("two-cards", path)
    if copy and copy["card"] is not None and copy["card"] == copy["of"]:
        yield Objection("copy-itself", ("copy",))
    for key in ("rob", "weaken"):
        if view.player in listed(orders.get(key)):
            yield Objection("yourself", (key,))
    if look and look["player"] == view.player:
        yield Objection("yourself", ("look", "player"))


def standing_objections(view: PlayerView, standing: Plain) -> Iterator[Objection]:
    """44. Judge standing orders: only what is wrong in any stage."""
    return _anywhere(view, standing)


def ahead_objections(view: PlayerView, orders: Plain) -> Iterator[Objection]:
    """44. Judge orders for a later stage: what is wrong in any stage, and orders of two stages together."""
    first = next(iter(orders), "")
    together = {key for action in ACTIONS if _phases(first) & action.phases for key in action.keys}
    for key in orders:
        if key not in together:
            yield Objection("exclusive", (key,), on_key=True, related=(first,))
    yield from _anywhere(view, orders)


def _phases(key: str) -> frozenset[str]:
    return next((action.phases for action in ACTIONS if key in action.keys), frozenset())


def answers(view: PlayerView, standing: Plain) -> bool:
    """44. Return whether standing orders answer for their player in a window."""
    if view.phase == "greed":
        return bool(view.parts) and all(part in standing for part in view.parts)
    if view.phase == "judgement":
        return "admit" in standing or "deny" in standing
    return {"fushen": "become", "pick": "ranking", "powers": view.power}.get(view.phase) in standing


# What the rules are given ------------------------------------------------------------------------------------

_LISTS = frozenset({"down", "ranking", "discard_ranking", "down_ranking", "admit"})
_OBJECTS = {"look": {"player"}, "copy": {"card", "of"}, "ties": set[str]()}


def playable(table: Table, player: str) -> Plain:
    """Return the orders of a player if they have the shape that the schema asks for and no objections, or else none."""
    given = table.orders.get(player)
    if not isinstance(given, dict) or not all(_has_shape(key, value) for key, value in given.items()):
        return {}
    objected = next(objections(player_view(table.setting, table.state, player), given), None)
    return {} if objected else given


def _has_shape(key: str, value: Any) -> bool:
    if key in _LISTS:
        return isinstance(value, list) and all(isinstance(one, str | int | dict) and one != {} for one in value)
    if key in _OBJECTS:
        return isinstance(value, dict) and value.keys() >= _OBJECTS[key]
    return value is not None and not isinstance(value, dict)
