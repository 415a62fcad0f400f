"""Random games of Le Plan, pairs of their stages that a reader cannot tell apart, and leaks to plant."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any

from resistance.pairs import Side, may_know, other_cylons, other_deal, other_papers
from resistance.tables import Chance, Plain, Table, some_orders, some_setting, some_standing, some_temper
from support.leaks import SEED, Pair, Patch, file_of, pair_of, spoil, spoil_on_the_state

from adjudicator.core.faults import Objection, Phrase, Word
from adjudicator.core.plain import to_plain
from adjudicator.core.stage import PUBLIC, Reader, player_reader
from adjudicator.games.resistance import plots, reports
from adjudicator.games.resistance.game import GAME
from adjudicator.games.resistance.setup import make_setting
from adjudicator.games.resistance.state import Seen, Setting, State

WINDOWS = ("chief", "give", "immediate", "opinion", "after_vote", "close_eye")

# Games -------------------------------------------------------------------------------------------------------


def plan_setting(chance: Chance) -> Setting:
    """Return a setting with Le Plan: any deck, draw and scope of a pass that a campaign may have."""
    setting = some_setting(chance)
    many = len(setting.players) >= 7
    plan = {"deck": chance.choice(("early", "late") if many else ("late", dict(plots.SUPPOSED)))}
    plan["pass"] = chance.choice(("round", "round", "stage"))
    return replace(setting, plan=make_setting({"players": list(setting.players), "plan": plan}).plan)


def plan_game(number: int, seed: str | None = None) -> list[Table]:
    """Return a whole game of Le Plan, stage by stage."""
    return list(plan_stages(Chance(f"plan {number}"), f"seed {number}" if seed is None else seed))


def plan_stages(chance: Chance, seed: str) -> Iterator[Table]:
    setting = plan_setting(chance)
    temper = some_temper(chance)
    state, standing = GAME.rules.begin(setting), dict[str, Plain]()
    while GAME.rules.stage(state) is not None:
        for player in setting.players:
            if state.phase != "deal" and chance.random() < temper.standing / 4:
                standing[player] = plan_standing(chance, setting, state, player)
        in_force = {player: standing[player] for player in setting.players if standing.get(player)}
        table = Table(setting, state, seed, plan_orders(chance, setting, state, temper), in_force)
        yield table
        state = table.outcome.state


def plan_orders(chance: Chance, setting: Setting, state: State, temper: Any) -> dict[str, Plain]:
    """Return what players send: in windows any order that is possible, good and bad ones elsewhere."""
    if state.phase == "deal":
        return {}
    if state.phase in ("proposal", "mission"):
        return some_orders(chance, setting, state, temper)
    if state.phase == "vote":
        sent = some_orders(chance, setting, state, temper)
        return {player: given for player, given in sent.items() if "vote" in given or chance.random() < 0.3}
    awaited = GAME.rules.awaited(setting, state)
    return {player: window_order(chance, setting, state, player) for player in awaited if chance.random() < 0.8}


def window_order(chance: Chance, setting: Setting, state: State, player: str) -> Plain:
    """Return an order that ``player`` may give in a window, or one that is refused."""
    view = GAME.rules.view(setting, state, player)
    possible = [*islice(GAME.orders.possible(view), 200)]
    order = chance.choice([*possible, {}])
    return order if chance.random() < 0.9 else {**order, "pass": True}


def plan_standing(chance: Chance, setting: Setting, state: State, player: str) -> Plain:
    """Return standing orders that ``player`` may leave, those of the base game with them."""
    players = list(setting.players)
    given = {
        "chief": chance.choice((True, False)),
        "give": chance.sample(players, 2),
        "overhear": chance.choice(("left", "right", ["right", "left"])),
        "show": chance.sample(players, 2),
        "take": chance.sample(["strong_leader", "no_confidence", "close_eye", "spotlight"], 2),
        "no_confidence": chance.choice((True, False)),
        "spotlight": chance.choice(("nobody", chance.sample(players, 3))),
        "inspect": chance.choice(("nobody", chance.sample(players, 3))),
        "both": True,
    }
    kept = {order: value for order, value in given.items() if chance.random() < 0.6}
    kept |= some_standing(chance, setting, state, player)
    return {} if GAME.orders.standing_objections(GAME.rules.view(setting, state, player), kept) else kept


# What a reader may know --------------------------------------------------------------------------------------

PUBLIC_PLOTS = ("hands", "discarded", "drawn", "given", "passed", "usurped", "opinions", "silent", "lit", "dealt")
SEEN_BY_ALL = (
    *("given", "given-by-chance", "usurped", "commands-on", "passed", "overheard", "overheard-by-chance"),
    *("established", "opened-up", "opened-up-by-chance", "took", "took-by-chance", "took-nothing"),
    *("overturned", "lit", "inspected"),
)
"""33. The facts of which everybody learns, by their kinds."""


def plan_may_know(side: Side, reader: Reader) -> Plain:
    """Return all that ``reader`` may know of a stage with Le Plan."""
    known = may_know(side, reader)
    for when, state in (("before", side.table.state), ("after", side.table.outcome.state)):
        known[f"plots {when}"] = public_plots(state)
        if reader.kind == "player" and state.plots is not None:
            known[f"seen {when}"] = state.plots.seen.get(reader.name, ())
    known["facts"] = [(fact.kind, to_plain(fact.data)) for fact in side.table.outcome.log if fact.kind in SEEN_BY_ALL]
    return known


def public_plots(state: State) -> Any:
    """Return what everybody knows of the cards."""
    if state.plots is None:
        return None
    shown = {name: to_plain(getattr(state.plots, name)) for name in PUBLIC_PLOTS}
    lit = [done.lit for done in state.missions]
    overturned = [one.overturned for one in state.proposals]
    over = state.phase == "over"  # then the deck's order is told, with who was who
    return shown | {
        "left": len(state.plots.deck),
        "lit": lit,
        "overturned": overturned,
        "over": over and state.plots.deck,
    }


# Pairs -------------------------------------------------------------------------------------------------------


def another_window_order(chance: Chance, side: Side) -> Side | None:
    """Let somebody send something else in a window, or nothing; « not now » is among it."""
    table = side.table
    awaited = GAME.rules.awaited(table.setting, table.state) if table.state.phase in WINDOWS else ()
    if not awaited:
        return None
    player = chance.choice(list(awaited))
    sent = {name: given for name, given in table.sent.items() if name != player}
    if chance.random() < 0.8:
        sent[player] = window_order(chance, table.setting, table.state, player)
    return replace(side, table=replace(table, sent=sent))


USES: Mapping[str, tuple[str, Plain]] = {
    "chief": ("strong_leader", {"chief": True}),
    "after_vote": ("no_confidence", {"no_confidence": True}),
}
"""The windows in which one card counts and others come too late: that card, and the order that uses it."""


def with_two(chance: Chance, table: Table) -> Table | None:
    """Return a window in which one more player holds the card that is used by the first of them; None elsewhere."""
    state = table.state
    if state.phase not in USES or state.plots is None:
        return None
    card, order = USES[state.phase]
    holders = [player for player in GAME.rules.awaited(table.setting, state) if card in state.plots.of(player)]
    others = [player for player in state.seats if player not in (*holders, state.commander, *state.plots.passed)]
    if not holders or not others:
        return None
    second = chance.choice(others)
    hands = {**state.plots.hands, second: (*state.plots.of(second), card)}
    dealt = replace(state, plots=replace(state.plots, hands=hands))
    return replace(table, state=dealt, sent=dict.fromkeys((holders[0], second), order), standing={})


def another_too_late(chance: Chance, side: Side) -> Side | None:
    """Let somebody use the same card too, or not."""
    table, phase = side.table, side.table.state.phase
    if phase not in USES:
        return None
    awaited = GAME.rules.awaited(table.setting, table.state)
    player, order = chance.choice(list(awaited)), USES[phase][1]
    sent = {name: given for name, given in table.sent.items() if name != player}
    return replace(side, table=replace(table, sent=sent if player in table.sent else {**sent, player: order}))


def other_plan_standing(chance: Chance, side: Side) -> Side | None:
    """Let somebody have left something else for windows."""
    table = side.table
    if table.state.phase == "deal":
        return None
    player = chance.choice(table.setting.players)
    left = {**table.standing, player: plan_standing(chance, table.setting, table.state, player)}
    kept = {name: left[name] for name in table.setting.players if left.get(name)}
    return replace(side, table=replace(table, standing=kept))


def other_deck(chance: Chance, side: Side) -> Side | None:
    """Let the cards that are left come in another order."""
    state = side.table.state
    if state.plots is None:
        return None
    deck = tuple(chance.sample(state.plots.deck, len(state.plots.deck)))
    return _with_plots(side, deck=deck)


def others_saw_otherwise(chance: Chance, side: Side) -> Side | None:
    """Let a player have been shown something else."""
    state = side.table.state
    if state.plots is None or not state.plots.seen:
        return None
    player = chance.choice(list(state.plots.seen))
    other = {"cylons": "colons", "colons": "cylons", "": ""}
    cards = {"success": "failure", "failure": "success", "": ""}
    seen = tuple(Seen(one.player, other[one.side], one.round, cards[one.card]) for one in state.plots.seen[player])
    return _with_plots(side, seen={**state.plots.seen, player: seen})


def other_laid(chance: Chance, side: Side) -> Side | None:
    """Let two members have laid each other's cards."""
    state = side.table.state
    if state.plots is None or len(state.plots.laid) < 2:
        return None
    one, two = chance.sample(list(state.plots.laid), 2)
    laid = state.plots.laid
    return _with_plots(side, laid={**laid, one: laid[two], two: laid[one]})


def _with_plots(side: Side, **fields: Any) -> Side:
    state = side.table.state
    return replace(side, table=replace(side.table, state=replace(state, plots=replace(state.plots, **fields))))


CHANGES: tuple[Callable[[Chance, Side], Side | None], ...] = (
    *(another_window_order,) * 4,
    another_too_late,
    other_plan_standing,
    other_deck,
    others_saw_otherwise,
    other_laid,
    other_cylons,
    other_deal,
)
GAMES = 8
STEPS = 25


def plan_pairs(name: str) -> list[Pair[Side]]:
    """Return pairs of stages of Le Plan for the public, a Cylon and a Colon, the same for the same name."""
    chance, found = random.Random(f"plan {name}"), []
    for number in range(GAMES):
        game = plan_game(number if name == "leaks" else chance.randrange(2**32), SEED)
        stages = {table.state.phase: table for table in chance.sample(game, len(game))}
        two = [made for table in stages.values() if (made := with_two(chance, table))]
        for table in (*stages.values(), game[-1], *two):
            after = table.outcome.state
            colons = [player for player in after.seats if player not in after.cylons]
            names = [chance.choice(those) for those in (after.cylons, colons)]
            if table.state.phase == "close_eye":
                names += GAME.rules.awaited(table.setting, table.state)[:1]
            for reader in (PUBLIC, *map(player_reader, names)):
                found.append(_walk(chance, replace(table), reader))
    return found


def _walk(chance: Chance, table: Table, reader: Reader) -> Pair[Side]:
    one = now = Side(table)
    known, changes = plan_may_know(one, reader), []
    for change in chance.choices(CHANGES, k=STEPS):
        then = change(chance, now)
        if then is not None and plan_may_know(then, reader) == known:
            changes.append(change.__name__)
            now = then
    return pair_of(reader, one, other_papers(chance, now, reader), changes, plan_may_know)


def plan_files_of(pair: Pair[Side], player: str) -> list[bytes]:
    """Return order files of a player: what is sent in each window, good and bad, and what is left."""
    table = pair.one.table
    chance, players = random.Random(f"{player} {pair.changes}"), table.setting.players
    other = next(name for name in players if name != player)
    given: list[Plain] = [
        {"orders": {"chief": True}},
        {"orders": {"pass": True}},
        {"orders": {"give": [{"plot": "no_confidence", "to": other}, {"plot": "close_eye", "to": player}]}},
        {"orders": {"overhear": "left", "show": other}},
        {"orders": {"no_confidence": True, "spotlight": other}},
        {"orders": {"inspect": [other, player]}},
        {"orders": {"inspect": chance.sample(players, 2), "both": True}},
        {"orders": {"vote": "yes"}},
        {"standing": {"chief": False, "inspect": "nobody", "no_confidence": True}},
    ]
    turns = (table.state.turn, table.state.turn + 1)
    return [file_of(player, turn, **one) for one in given for turn in turns]


def plan_allowed(chance: Chance, side: Side) -> Plain:
    """Return orders that anybody awaited may send: in windows that nothing is used."""
    phase = side.table.outcome.state.phase
    kept: Mapping[str, Plain] = {
        "chief": {"chief": False},
        "close_eye": {"inspect": "nobody"},
        "vote": {"vote": "no"},
        "opinion": {"vote": "no"},
        "mission": {"mission": "success"},
    }
    return kept.get(phase, {})


# Leaks planted, one at a time --------------------------------------------------------------------------------


def _more(patch: Patch, tell: Callable[[Any], Any]) -> None:
    """Let the public part of all reports tell more of an outcome."""
    spoil(
        patch,
        reports,
        "plots_part",
        lambda part, setting, before, outcome: {**part, "more": tell(outcome)},
    )


def who_came_too_late(patch: Patch) -> None:
    _more(patch, lambda outcome: [fact.data["player"] for fact in outcome.log if fact.kind == "too-late"])


def the_next_card_of_the_deck(patch: Patch) -> None:
    _more(patch, lambda outcome: outcome.state.plots.deck[:1])


def what_others_were_shown(patch: Patch) -> None:
    _more(patch, lambda outcome: to_plain(outcome.state.plots.seen))


def how_many_cards_failed_before_the_result(patch: Patch) -> None:
    _more(patch, lambda outcome: list(outcome.state.plots.laid.values()).count("failure"))


def which_cards_came_by_default(patch: Patch) -> None:
    _more(patch, lambda outcome: [fact.data["player"] for fact in outcome.log if fact.kind == "card-missing"])


def how_long_the_account_is(patch: Patch) -> None:
    _more(patch, lambda outcome: len(outcome.log))


def who_said_not_now(patch: Patch) -> None:
    spoil(
        patch,
        reports,
        "report",
        lambda data, setting, before, outcome, orders, reader: {**data, "sent": sorted(orders)},
    )


def the_deck_of_a_view(patch: Patch) -> None:
    def judged(found: Any, setting: Setting, state: State, player: str, orders: Any) -> Any:
        first = state.plots.deck[0] if state.plots and state.plots.deck else ""
        return [*found, *([Objection("give-self", ("pass",))] if first in ("no_confidence", "close_eye") else [])]

    spoil_on_the_state(patch, GAME, GAME.orders, "objections", judged)


def a_card_that_may_not_be_looked_at_because_it_failed(patch: Patch) -> None:
    def judged(found: Any, setting: Setting, state: State, player: str, orders: Any) -> Any:
        laid = state.plots.laid if state.plots else {}
        return [*found, *([Objection("inspect-self", ("inspect",))] if "failure" in [*laid.values()][:2] else [])]

    spoil_on_the_state(patch, GAME, GAME.orders, "objections", judged)


def sides_that_others_saw(patch: Patch) -> None:
    def telling(found: Any, setting: Setting, state: State, player: str) -> Any:
        seen = [one.side for those in (state.plots.seen.values() if state.plots else ()) for one in those]
        return found._replace(round=found.round + seen.count("cylons"))

    spoil(patch, GAME.rules, "view", telling)


def the_deck_in_public_status(patch: Patch) -> None:
    original = reports.cards_said
    patch.setattr(reports, "cards_said", lambda cards, seats, all_of_them: original(cards, seats, True))


def the_second_user_in_the_headline(patch: Patch) -> None:
    spoil(
        patch,
        reports,
        "events",
        lambda lines, before, outcome: [
            *lines,
            *(
                Phrase("gift", {"plot": Word("plots", "close_eye"), "player": fact.data["player"]})
                for fact in outcome.log
                if fact.kind == "too-late"
            ),
        ],
    )


def too_late_told_to_everybody(patch: Patch) -> None:
    def late(table: Any, player: str, card: str) -> None:
        plots.tell(table, "too-late", ("L11",), player=player, plot=card)

    patch.setattr(plots, "_too_late", late)


def who_failed_in_the_form_of_a_look(patch: Patch) -> None:
    def offered(found: Any, setting: Setting, state: State, player: str) -> Any:
        laid = state.plots.laid if state.plots else {}
        failed = tuple(name for name, card in laid.items() if card == "failure")
        return [one._replace(lines=(failed,)) if one.order == "inspect" else one for one in found]

    spoil_on_the_state(patch, GAME, GAME.forms, "choices", offered)


def failed_cards_in_public_status(patch: Patch) -> None:
    def said(lines: Any, cards: Any, seats: Any, all_of_them: bool) -> Any:
        return [
            *lines,
            *(Phrase("report.left", n=len(cards.laid)) for card in cards.laid.values() if card == "failure"),
        ]

    spoil(patch, reports, "cards_said", said)


PLANTED_IN_DATA = (
    who_came_too_late,
    the_next_card_of_the_deck,
    what_others_were_shown,
    how_many_cards_failed_before_the_result,
    which_cards_came_by_default,
    how_long_the_account_is,
    who_said_not_now,
    too_late_told_to_everybody,
)
PLANTED_AT_THE_DOOR = (
    the_deck_of_a_view,
    sides_that_others_saw,
    who_failed_in_the_form_of_a_look,
    a_card_that_may_not_be_looked_at_because_it_failed,  # found only after many files
)
PLANTED_IN_STATUS = (the_deck_in_public_status, failed_cards_in_public_status)


def counted_again(game: list[Table]) -> tuple[str, int, str]:
    """Return Commandant, rejections of the round and winner of a whole game, from the public log alone.

    Of the log, only what everybody is told is read: proposals and votes, results of missions, and the cards used.
    """
    setting = game[0].setting
    seats, commander, rejected, wins = game[0].outcome.state.seats, game[0].outcome.state.commander, 0, Counter[bool]()
    whole, every, winner = setting.options.rejections == "game", 0, ""

    def next_seat() -> str:
        return seats[(seats.index(commander) + 1) % len(seats)]

    for table in game[1:]:
        for fact in table.outcome.log:
            if winner:
                break
            if fact.kind == "usurped":
                commander = fact.data["player"]
            elif fact.kind in ("tied", "rejected", "no-squad", "overturned"):
                rejected, every, commander = rejected + 1, every + 1, next_seat()
                if (every if whole else rejected) == 5:
                    winner = "cylons"
            elif fact.kind == "carried-out":
                wins[bool(fact.data["success"])] += 1
                won = [side for side, good in (("colons", True), ("cylons", False)) if wins[good] == 3]
                winner = won[0] if won else ""
                if not winner:
                    rejected, commander = 0, next_seat()
    return commander, every if whole else rejected, winner
