"""What players may order where Le Plan is played: cards to give, to use and to keep. All is judged on their view."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, permutations, product
from typing import Any, TypeAlias

from adjudicator.core.actions import Action, Choice
from adjudicator.core.conditions import listed
from adjudicator.core.faults import Listed, Objection, Phrase, Word
from adjudicator.core.plain import Plain
from adjudicator.games.resistance.plots import COPIES, IMMEDIATE, SIDES, around, in_order, needs_answers
from adjudicator.games.resistance.rules import PROPOSALS, named_twice, proposal_objections
from adjudicator.games.resistance.state import Gift
from adjudicator.games.resistance.views import PlayerView, PlotsView

NOBODY = "nobody"
USED_IN: Mapping[str, Mapping[str, str]] = {
    "chief": {"chief": "strong_leader"},
    "after_vote": {"no_confidence": "no_confidence", "spotlight": "spotlight"},
    "close_eye": {"inspect": "close_eye", "both": "close_eye"},
}
"""12, 23, 24. The windows in which a player may pass, with the orders that use a card in each, and that card."""
ANSWERS: Mapping[str, str] = {"overhear": "overheard", "show": "open_up", "take": "responsibility"}
"""16, 17, 19. The orders that answer cards in stage ``immediate``, each with its card."""


def _plots(view: PlayerView) -> PlotsView:
    assert view.plots is not None
    return view.plots


def plot(card: str) -> Word:
    """Return a card in words."""
    return Word("plots", card)


def _others(view: PlayerView) -> list[str]:
    return [player for player in view.seats if player != view.player]


# Cards in words --------------------------------------------------------------------------------------------------


def gifts_said(given: Sequence[Mapping[str, Any]]) -> Listed:
    """Return cards with the players to whom they are given."""
    return Listed(tuple(Phrase("gift", {"plot": plot(row["plot"]), "player": row["to"]}) for row in given))


def _gifts_said(given: Plain) -> Phrase:
    """Return what is given, or to whom cards that are not drawn yet will be given."""
    rows = listed(given["give"])
    if any(isinstance(row, str) for row in rows):
        return Phrase("standing.give", {"names": Listed(tuple(rows))})
    return Phrase("receipt.give", {"list": gifts_said(rows)})


def _taking_said(given: Plain) -> Phrase:
    """Return what is taken, or which cards will be taken."""
    taken = given["take"]
    if isinstance(taken, Mapping):
        return Phrase("receipt.take", {"plot": plot(taken["plot"]), "from": taken["from"]})
    return Phrase("standing.take", {"list": Listed(tuple(map(plot, listed(taken))))})


def _yes_or_no(key: str) -> Callable[[PlayerView, Plain], Phrase]:
    return lambda view, given: Phrase(f"receipt.{key}.{'yes' if given[key] else 'no'}")


def _no_confidence_said(view: PlayerView, given: Plain) -> Phrase:
    """22. Say that on the fifth proposal it gives the Cylons the game."""
    last = given["no_confidence"] and view.rejections == PROPOSALS - 1
    return Phrase("receipt.no_confidence.last") if last else _yes_or_no("no_confidence")(view, given)


def _sides_said(given: Plain) -> Phrase:
    return Phrase(
        "receipt.overhear", {"list": Listed(tuple(Word("neighbours", side) for side in listed(given["overhear"])))}
    )


def _inspect_said(given: Plain) -> Phrase:
    names = _named(given.get("inspect"))
    if not names:
        return Phrase("receipt.inspect.nobody")
    return Phrase("receipt.inspect.both" if given.get("both") else "receipt.inspect", {"names": Listed(tuple(names))})


def _spotlight_said(given: Plain) -> Phrase:
    names = _named(given["spotlight"])
    return Phrase("receipt.spotlight", {"names": Listed(tuple(names))}) if names else Phrase("receipt.spotlight.nobody")


def _named(value: Any) -> list[str]:
    """Return the names in a value that may be a name, a list of names, or nobody."""
    return [] if value in (None, NOBODY) else listed(value)


Lines: TypeAlias = tuple[tuple[Any, ...], ...]
_YES_OR_NO: Lines = (tuple(Word("booleans", word) for word in ("true", "false")),)


def _choice(order: str, lines: Callable[[PlayerView], Lines]) -> Callable[[PlayerView], Iterator[Choice]]:
    """Return what a form offers for an order of a window, while its player may give it."""

    def choices(view: PlayerView) -> Iterator[Choice]:
        if view.chooses and order in _asks(view):
            yield Choice(order, None, Phrase(f"choice.{order}"), lines=lines(view))

    return choices


def in_deck(view: PlayerView, *cards: str) -> list[str]:
    """2. Return those of ``cards`` that are in the deck of the campaign; none where Le Plan is not played."""
    return [card for card in cards if view.plots and card in view.plots.plan.deck]


def kept_in_deck(view: PlayerView) -> list[str]:
    """Return the cards of the deck that stay before their owner, those that serve as examples first."""
    return in_deck(view, *dict.fromkeys(("strong_leader", *(card for card in COPIES if card not in IMMEDIATE))))


_CARD_OF: Mapping[str, str] = {order: card for cards in (*USED_IN.values(), ANSWERS) for order, card in cards.items()}
"""The card without which an order is never possible."""


def _standing_choice(order: str, example: Any) -> Callable[[PlayerView], Iterator[Choice]]:
    def choices(view: PlayerView) -> Iterator[Choice]:
        if view.plots is not None and (order not in _CARD_OF or in_deck(view, _CARD_OF[order])):
            yield Choice(order, example(view) if callable(example) else example, Phrase(f"choice.standing.{order}"))

    return choices


# What may be ordered ---------------------------------------------------------------------------------------------


def _gifts(view: PlayerView) -> Iterator[Plain]:
    drawn = _plots(view).drawn
    for order in dict.fromkeys(permutations(drawn)):
        for receivers in product(_others(view), repeat=len(drawn)):
            yield {"give": [{"plot": card, "to": to} for card, to in zip(order, receivers, strict=True)]}


def _give_choices(view: PlayerView) -> Iterator[Choice]:
    if view.chooses:
        drawn = _plots(view).drawn
        words = Word("gift", "plot"), Word("gift", "to")
        example = [
            dict(zip(words, (plot(card), to), strict=True)) for card, to in zip(drawn, _others(view), strict=False)
        ]
        rows = tuple({"plot": card} for card in drawn)
        yield Choice("give", None, Phrase("choice.give"), lines=((example,),), rows=rows)


def _standing_gifts(view: PlayerView, given: Plain) -> Plain:
    """8. Give the cards drawn to the players named in turn, over again if they are too few."""
    names = [name for name in listed(given["give"]) if name != view.player]
    drawn = _plots(view).drawn if view.plots else ()
    rows = [{"plot": card, "to": names[number % len(names)]} for number, card in enumerate(drawn)] if names else []
    return {"give": rows} if rows else {}


def _overheard(view: PlayerView) -> Iterator[Plain]:
    count = _plots(view).asked.get("overhear", 0)
    yield from ({"overhear": list(sides)} for sides in product(SIDES, repeat=count) if count)


def _standing_sides(view: PlayerView, given: Plain) -> Plain:
    count, sides = _plots(view).asked.get("overhear", 0), given["overhear"]
    return {"overhear": [sides] * count if isinstance(sides, str) else sides[:count]} if count else {}


def _first(order: str, meant: Callable[[PlayerView, str], Sequence[Any]]) -> Callable[[PlayerView, Plain], Plain]:
    """31. Order the first of what was left that can serve now; ``meant`` are the values that a word stands for."""

    def standing(view: PlayerView, given: Plain) -> Plain:
        found = [value for word in listed(given[order]) for value in meant(view, word)]
        return {order: found[0]} if found else {}

    return standing


def may_look_at(view: PlayerView) -> list[str]:
    """24. Return the members whose cards a player may see."""
    return [member for member in view.squad if member not in (view.player, _plots(view).lit)]


def _standing_inspect(view: PlayerView, given: Plain) -> Plain:
    if given.get("inspect") == NOBODY:
        return {"inspect": NOBODY}
    names = [name for name in dict.fromkeys(_named(given.get("inspect"))) if name in may_look_at(view)]
    both = given.get("both") and _plots(view).own.count("close_eye") > 1
    return {"inspect": names, **({"both": True} if both else {})} if names else {}


def _inspections(view: PlayerView) -> Iterator[Plain]:
    members = may_look_at(view)
    two = _plots(view).own.count("close_eye") > 1
    for count in range(1, len(members) + 1):
        for names in combinations(members, count):
            yield {"inspect": list(names)}
            if two:
                yield {"inspect": list(names), "both": True}
    yield {"inspect": NOBODY}


def _takeable_lines(view: PlayerView) -> Lines:
    words = Word("gift", "plot"), Word("gift", "from")
    rows = _plots(view).takeable
    return tuple((dict(zip(words, (plot(row["plot"]), row["from"]), strict=True)),) for row in rows)


def _inspect_choices(view: PlayerView) -> Iterator[Choice]:
    if view.chooses:
        yield Choice(
            "inspect", None, Phrase("choice.inspect"), lines=(tuple(may_look_at(view)), (Word("nobody", NOBODY),))
        )
        if _plots(view).own.count("close_eye") > 1:
            yield Choice("both", None, Phrase("choice.both"), lines=((Word("booleans", "true"),),))


def _without(key: str) -> Callable[[PlayerView], Phrase]:
    """Return a function that tells a player what happens if they send nothing."""
    return lambda view: Phrase(f"fate.{key}" if view.chooses else "fate.nothing")


PLOT_ACTIONS = (
    Action(
        ("chief",),
        frozenset({"chief"}),
        lambda view: ({"chief": answer} for answer in (True, False)),
        _yes_or_no("chief"),
        _choice("chief", lambda view: _YES_OR_NO),
        said_standing=lambda given: Phrase(f"standing.chief.{'yes' if given['chief'] else 'no'}"),
        standing_choices=_standing_choice("chief", Word("booleans", "false")),
        without=_without("not-now"),
    ),
    Action(
        ("give",),
        frozenset({"give"}),
        _gifts,
        lambda view, given: _gifts_said(given),
        _give_choices,
        said_standing=_gifts_said,
        standing=_standing_gifts,
        standing_choices=_standing_choice("give", lambda view: _others(view)[:2]),
        without=_without("give"),
    ),
    Action(
        ("overhear",),
        frozenset({"immediate"}),
        _overheard,
        lambda view, given: _sides_said(given),
        _choice("overhear", lambda view: (tuple(Word("neighbours", side) for side in SIDES),)),
        said_standing=_sides_said,
        standing=_standing_sides,
        standing_choices=_standing_choice("overhear", Word("neighbours", "left")),
        without=_without("immediate"),
    ),
    Action(
        ("show",),
        frozenset({"immediate"}),
        lambda view: ({"show": other} for other in _others(view) if "show" in _plots(view).asked),
        lambda view, given: Phrase("receipt.show", {"names": given["show"]}),
        _choice("show", lambda view: (tuple(_others(view)),)),
        said_standing=lambda given: Phrase("standing.show", {"names": Listed(tuple(listed(given["show"])))}),
        standing=_first("show", lambda view, name: [name] if name != view.player else []),
        standing_choices=_standing_choice("show", lambda view: _others(view)[:2]),
    ),
    Action(
        ("take",),
        frozenset({"immediate"}),
        lambda view: ({"take": row} for row in _plots(view).takeable if "take" in _plots(view).asked),
        lambda view, given: _taking_said(given),
        _choice("take", _takeable_lines),
        said_standing=_taking_said,
        standing=_first("take", lambda view, card: [row for row in _plots(view).takeable if row["plot"] == card]),
        standing_choices=_standing_choice("take", lambda view: list(map(plot, kept_in_deck(view)[:2]))),
    ),
    Action(
        ("no_confidence",),
        frozenset({"after_vote"}),
        lambda view: ({"no_confidence": answer} for answer in (True, False)),
        _no_confidence_said,
        _choice("no_confidence", lambda view: _YES_OR_NO),
        said_standing=lambda given: Phrase(f"standing.no_confidence.{'yes' if given['no_confidence'] else 'no'}"),
        standing_choices=_standing_choice("no_confidence", Word("booleans", "false")),
        without=_without("not-now"),
    ),
    Action(
        ("spotlight",),
        frozenset({"after_vote"}),
        lambda view: ({"spotlight": one} for one in (*view.squad, NOBODY)),
        lambda view, given: _spotlight_said(given),
        _choice("spotlight", lambda view: ((*view.squad, Word("nobody", NOBODY)),)),
        said_standing=_spotlight_said,
        standing=_first("spotlight", lambda view, name: [name] if name in (NOBODY, *view.squad) else []),
        standing_choices=_standing_choice("spotlight", Word("nobody", NOBODY)),
    ),
    Action(
        ("inspect", "both"),
        frozenset({"close_eye"}),
        _inspections,
        lambda view, given: _inspect_said(given),
        _inspect_choices,
        said_standing=_inspect_said,
        standing=_standing_inspect,
        standing_choices=_standing_choice("inspect", Word("nobody", NOBODY)),
        without=_without("not-now"),
    ),
    Action(
        ("pass",),
        frozenset(USED_IN),
        lambda view: iter([{"pass": True}]),
        lambda view, given: Phrase(f"receipt.pass.{_plots(view).plan.passing}"),
        lambda view: iter(
            [Choice("pass", None, Phrase("choice.pass"), lines=((Word("booleans", "true"),),))] if view.chooses else []
        ),
    ),
)


def answers(view: PlayerView, standing: Plain) -> bool:
    """31. Return whether there is a key for each thing that a player may do in a window."""
    return view.plots is not None and bool(asks := _asks(view)) and asks <= standing.keys()


def _asks(view: PlayerView) -> set[str]:
    plots, phase = _plots(view), view.phase
    if phase == "immediate":
        return set(plots.asked)
    if phase in USED_IN:
        return {order for order, card in USED_IN[phase].items() if order != "both" and card in plots.own}
    return {"vote"} if phase == "opinion" else {phase}


# What is wrong with orders ---------------------------------------------------------------------------------------


def window_objections(view: PlayerView, given: Plain) -> Iterator[Objection]:
    """7, 9, 16 to 19, 21 to 27. Judge orders of a stage of Le Plan, in the order in which reasons are told."""
    judges = {"give": _give, "immediate": _answers, "opinion": _opens, "vote": _voted_openly}
    yield from judges.get(view.phase, _window)(view, given)


def _window(view: PlayerView, given: Plain) -> Iterator[Objection]:
    plots, cards = _plots(view), USED_IN[view.phase]
    needed = {order: {card} for order, card in cards.items()} | {"pass": set(cards.values())}
    no_card = [
        Objection("no-card", (order,), {"list": Listed(tuple(map(plot, in_order(needed[order]))))}, on_key=True)
        for order in given
        if not needed[order] & set(plots.own)
    ]
    if not given and not needed["pass"] & set(plots.own):
        needed_said = Listed(tuple(map(plot, in_order(needed["pass"]))))
        no_card = [Objection("no-card", (), {"word": Word("nothing", "nothing"), "list": needed_said})]
    passed = [Objection("passed", tuple(given)[:1], on_key=bool(given))] if view.player in plots.passed else []
    yield from (*passed, *no_card) if view.phase == "after_vote" else (*no_card, *passed)
    if "pass" in given and len(given) > 1:
        yield Objection("pass-and-use", ("pass",), on_key=True)
    if given.get("spotlight") not in (None, NOBODY, *view.squad):
        yield Objection("spotlight-outside", ("spotlight",), {"name": given["spotlight"]})
    if view.phase == "close_eye":
        yield from _inspect(view, given)


def _inspect(view: PlayerView, given: Plain) -> Iterator[Objection]:
    named = _named(given.get("inspect"))
    if view.player in named:
        yield Objection("inspect-self", ("inspect",))
    for twice in named_twice(named):
        yield Objection("inspect-twice", ("inspect",), twice.values)
    for name in named:
        if name not in (None, view.player, *may_look_at(view)):
            yield Objection("inspect-outside", ("inspect",), {"name": name})
    alone = "inspect" not in given or given["inspect"] == NOBODY
    if "both" in given and (alone or _plots(view).own.count("close_eye") < 2):
        yield Objection("one-card", ("both",), on_key=True)


def _give(view: PlayerView, given: Plain) -> Iterator[Objection]:
    drawn = _plots(view).drawn
    if view.player != view.commander:
        code = "not-giver" if "give" in given else "not-commander"
        yield Objection(code, (next(iter(given)),), {"commander": view.commander}, on_key=True)
        return
    if "give" not in given:
        yield Objection("give-missing", (next(iter(given)),), on_key=True)
        return
    if given["give"] is None:
        return
    rows = [row for row in given["give"] if row is not None]
    cards = [row.get("plot") for row in rows]
    if None not in cards and sorted(cards) != sorted(drawn):
        yield Objection("give-cards", ("give",), {"list": Listed(tuple(map(plot, in_order(drawn))))})
    for number, row in enumerate(rows):
        if row.get("to") == view.player:
            yield Objection("give-self", ("give", number, "to"))
    squad = {order: value for order, value in given.items() if order != "give"}
    gifts = [Gift(str(row.get("plot")), str(row.get("to"))) for row in rows]
    if squad and needs_answers(around(view.seats, view.commander), _plots(view).hands, gifts):
        yield Objection("squad-later", (next(iter(squad)),), on_key=True)
    if squad:
        yield from proposal_objections(view.allowed, squad)


def _answers(view: PlayerView, given: Plain) -> Iterator[Objection]:
    asked, plots = _plots(view).asked, _plots(view)
    for order, card in ANSWERS.items():
        if order in given and order not in asked:
            yield Objection("no-card", (order,), {"list": Listed((plot(card),))}, on_key=True)
    sides = listed(given["overhear"]) if given.get("overhear") else []
    if "overhear" in asked and len(sides) > asked["overhear"]:
        yield Objection("overhear-count", ("overhear",), {"count": asked["overhear"]})
    if given.get("show") == view.player:
        yield Objection("show-self", ("show",))
    taken = given.get("take") or {}
    is_whole = taken.get("plot") is not None and taken.get("from") is not None
    if "take" in asked and is_whole and taken not in plots.takeable:
        yield Objection("take-not-there", ("take",), {"plot": plot(taken["plot"]), "name": taken["from"]})


def _opens(view: PlayerView, given: Plain) -> Iterator[Objection]:
    if "opinion_maker" not in _plots(view).own:
        yield Objection("not-open-yet", ("vote",), on_key=True)


def _voted_openly(view: PlayerView, given: Plain) -> Iterator[Objection]:
    if view.player in _plots(view).opinions:
        yield Objection("voted-openly", ("vote",), on_key=True)


def left_objections(standing: Mapping[str, Any], player: str) -> Iterator[Objection]:
    """31. Judge standing orders of Le Plan: nobody shows, gives to or looks at only themself."""
    alone = [order for order in ("show", "give", "inspect") if set(_named(standing.get(order))) == {player}]
    if "show" in alone:
        yield Objection("show-self", ("show",))
    if "give" in alone:
        yield Objection("give-self", ("give",))
    if "inspect" in alone:
        yield Objection("inspect-self", ("inspect",))
