"""L39. What the MJ may amend of the Complot cards, and what changed of them, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from adjudicator.core.faults import Listed, Objection, Phrase, PhraseArgument
from adjudicator.games.resistance.plot_actions import NOBODY, plot
from adjudicator.games.resistance.plots import IMMEDIATE, WINDOWS, in_order, who_acts
from adjudicator.games.resistance.state import Plots, Setting, State

_ALWAYS = ("plots", "deck", "discarded", "passed")
KEYS: Mapping[str, Sequence[str]] = {"give": ("drawn",), "mission": ("lit",), "close_eye": ("lit",)}
"""The keys that an amendment may have in some phases only, besides those that it always may."""
LIKE: Mapping[str, str] = {
    "chief": "proposal",
    "give": "proposal",
    "immediate": "proposal",
    "opinion": "vote",
    "after_vote": "mission",
}
"""The phase of the base game whose keys a window has too."""


def keys_in(state: State) -> tuple[str, ...]:
    """Return the keys of Le Plan that an amendment may have now."""
    return () if state.plots is None else (*_ALWAYS, *KEYS.get(state.phase, ()))


def amended(plots: Plots, after: State, table: Mapping[str, Any]) -> Plots:
    """Return the cards with an amendment applied; whatever it does not name stays."""
    hands = {player: tuple(cards) for player, cards in table.get("plots", {}).items()}
    hands = {player: cards for player, cards in {**plots.hands, **hands}.items() if cards}
    lit = table.get("lit", plots.lit)
    return replace(
        plots,
        hands={player: hands[player] for player in after.seats if player in hands},
        deck=tuple(table.get("deck", plots.deck)),
        discarded=tuple(table.get("discarded", plots.discarded)),
        drawn=tuple(table.get("drawn", plots.drawn)),
        passed=after.in_seat_order(table.get("passed", plots.passed)),
        lit="" if lit == NOBODY else lit,
    )


def objections(setting: Setting, after: State, table: Mapping[str, Any]) -> Iterator[Objection]:
    """Judge amended cards: together they must be those of the deck, and somebody must be able to act in a window."""
    plots = after.plots
    if plots is None or setting.plan is None:
        return
    for player, cards in table.get("plots", {}).items():
        for card in cards:
            if card in IMMEDIATE:
                yield Objection("not-kept", ("plots", player), {"plot": plot(card)})
    held = [card for cards in plots.hands.values() for card in cards]
    cards = [*plots.deck, *plots.discarded, *plots.drawn, *held, *(gift.plot for gift in plots.given)]
    if Counter(cards) != Counter(setting.plan.deck):
        named = next((key for key in ("plots", "deck", "discarded", "drawn") if key in table), "")
        whole = Listed(tuple(map(plot, in_order(setting.plan.deck))))
        yield Objection("plots-wrong", (named,) if named else (), {"list": whole}, on_key=bool(named))
    if plots.lit and plots.lit not in after.squad:
        yield Objection("lit-outside", ("lit",) if "lit" in table else (), {"name": plots.lit})
    if after.phase in WINDOWS and (not who_acts(after) or (after.phase == "give" and not plots.drawn)):
        yield Objection("window-empty")


def changes(before: State, after: State) -> Iterator[Phrase]:
    """Yield the differences between the cards of two states in words."""
    old, new = before.plots or Plots(), after.plots or Plots()
    for player in after.seats:
        yield from _change("change.plots", map(plot, old.of(player)), map(plot, new.of(player)), player=player)
    yield from _change("change.deck", map(plot, old.deck), map(plot, new.deck))
    yield from _change("change.discarded", map(plot, old.discarded), map(plot, new.discarded))
    yield from _change("change.plots-drawn", map(plot, old.drawn), map(plot, new.drawn))
    yield from _change("change.passed", old.passed, new.passed)
    yield from _change("change.lit", [old.lit] if old.lit else [], [new.lit] if new.lit else [])
    if old.usurped != new.usurped:
        yield Phrase(f"change.usurped.{'yes' if new.usurped else 'no'}")


def _change(
    key: str, before: Iterable[PhraseArgument], after: Iterable[PhraseArgument], **values: PhraseArgument
) -> Iterator[Phrase]:
    was, now = (Listed(tuple(parts)) for parts in (before, after))
    if was != now:
        said = {name: one if one.parts else Phrase("change.nothing") for name, one in (("before", was), ("after", now))}
        yield Phrase(key, {**values, **said})
