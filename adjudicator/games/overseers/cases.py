"""Adjudication cases: one round from its draft, its placement or its vote on, and the expected result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from adjudicator.core.faults import Objection
from adjudicator.core.game import CASE_SEED
from adjudicator.core.mj import Mj
from adjudicator.core.plain import Plain
from adjudicator.core.played_case import Finding, PlayedCase, field
from adjudicator.games.overseers import rules
from adjudicator.games.overseers.game import GAME
from adjudicator.games.overseers.setup import campaign_objections, make_setting
from adjudicator.games.overseers.state import NONE, Card, Setting, State, Table, in_order


def case_objections(case: Plain) -> list[Objection]:
    """Judge the position of a case and, if it is possible, the draws that it lists."""
    found = [*campaign_objections(case), *_position_objections(case)]
    return found or play(case).objections


def _position_objections(case: Plain) -> Iterator[Objection]:
    """11, 13, 16. Judge whether everybody has as many cards, and nobody the same Overseer as another."""
    own = Counter(overseer for overseer in case.get("overseers", {}).values() if overseer != NONE)
    for player, overseer in case.get("overseers", {}).items():
        if own[overseer] > 1:
            yield Objection("overseer-twice", ("overseers", player))
    key, count = ("hands", rules.HAND) if "hands" in case else ("cards", rules.TAKEN)
    all_laid = isinstance(next(iter(case[key].values()), None), Mapping)
    for player in case["players"]:
        cards = case[key].get(player, [])
        laid = isinstance(cards, Mapping)
        if len([*cards["up"], *cards["down"]] if laid else cards) != count:
            yield Objection("case-cards", (key,), {"player": player, "count": count})
        elif key == "cards" and laid != all_laid:
            yield Objection("case-laid", (key, player))
    if key == "cards" and case.get("options", {}).get("draft_end") == "choose" and not all_laid:
        yield Objection("case-choose", ("cards",), on_key=True)


def make_state(case: Plain, setting: Setting, played: PlayedCase) -> State:
    """Build the state in which a case begins, and open its first stage, which may draw what a power shows."""
    before, players = case.get("before", {}), setting.players
    leader = case.get("leader", players[0])
    state = State("placement", 1, case.get("round", 1), [*before.get("leaders", ()), leader])
    state.scores = {player: [before["totals"].get(player, 0)] if "totals" in before else [] for player in players}
    state.lists = {player: dict(lists) for player, lists in case.get("ties", {}).items()}
    state.overseers = {player: case.get("overseers", {}).get(player, NONE) for player in players}
    state.shown = {player: [] for player in players}
    state.pile = in_order(case.get("pile", ()))
    table = Table(setting, state, {}, played.dice(1), Mj())
    if "hands" in case:
        rules.begin_draft(table, {player: case["hands"][player] for player in players})
    elif isinstance(case["cards"][leader], Mapping):
        for player in players:
            rules.lay(table.state, player, case["cards"][player]["up"], case["cards"][player]["down"])
        rules.open_powers(table)
    else:
        table.state.taken = {player: in_order(case["cards"][player]) for player in players}
    return table.state


def play(case: Plain, seed: str = CASE_SEED) -> PlayedCase:
    """Play the stages of a case; what is sent after the round is counted is skipped."""
    setting = make_setting(case)
    played = PlayedCase(GAME, case, seed, Setting(setting.players, setting.tables, setting.options, one_round=True))
    played.state = make_state(case, setting, played)
    played.leave(case.get("standing", {}), LEFT)
    for stage in case.get("stages", ()):
        if played.state.phase not in ("scored", "over"):
            played.stage(played.kept(stage.get("orders", {})))
    return played.finish()


def _of_cards(of: Callable[[Card], str], which: Callable[[Card], bool] = lambda card: True, **found: Any) -> Finding:
    """Return how traits of the cards of players are found, by number."""
    return Finding(
        lambda played, want: {
            player: [of(card) for card in cards if which(card)] for player, cards in played.state.cards.items()
        },
        named=True,
        **found,
    )


LEFT = ("admit-and-deny", "two-cards", "copy-itself", "yourself")
"""The codes of what is wrong in what is left, which is judged as a whole: the first of them that is true."""
FOUND = {
    **{name: field(name, named=True) for name in ("hands", "taken", "overseers", "shown", "showdown", "greed")},
    "votes": Finding(lambda played, want: {p: played.state.votes.get(p) for p in played.setting.players}, named=True),
    "cards": _of_cards(lambda card: card.trait),
    "natures": _of_cards(lambda card: card.counts),
    "up": _of_cards(lambda card: card.trait, lambda card: card.up, form=dict),
    "down": _of_cards(lambda card: card.trait, lambda card: not card.up, form=dict),
    "scores": Finding(lambda played, want: {p: of[-1] for p, of in played.state.scores.items() if of}, named=True),
    "totals": Finding(lambda played, want: rules.totals(played.state), named=True),
    "ties": Finding(
        lambda played, want: {k: to if k == "lose" else to[0] for k, to in played.state.ties.items()},
    ),
}
