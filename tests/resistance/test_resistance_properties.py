"""What holds of every game of Battlestar Galactica Résistance, whatever the options and whatever is sent."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from resistance.tables import (
    CHOICES,
    FIRST,
    NUMBERS,
    PHASE_OF,
    PLAYERS,
    SIZES,
    Chance,
    Plain,
    Table,
    allowed_targets,
    any_order,
    cylons_among,
    objections,
    some_characters,
    some_game,
    some_setting,
    some_standing,
)
from support.depth import examples, few

from adjudicator.core.plain import to_plain
from adjudicator.core.stage import PUBLIC, Outcome
from adjudicator.games.resistance import rules
from adjudicator.games.resistance.game import GAME
from adjudicator.games.resistance.state import Options, Setting, State

FIRM = examples(30)
FEW = examples(10)
STAGES = 1 + 5 * (5 * 2 + 1)
"""The most stages of a game: the deal; then at most five rounds, as each carries out one mission of five (or is the
last), of at most five proposals, as the fifth that is rejected ends the game, each with its vote; and the mission."""
STAGES_OF_FEW = 1 + 9 * 2 + 5
"""The most where rejections are counted over the game: four that are rejected and five approved, or fewer."""


def facts(outcome: Outcome, kind: str) -> list[Any]:
    return [fact.data for fact in outcome.log if fact.kind == kind]


def report(table: Table, reader: Any = PUBLIC) -> Plain:
    return GAME.reports.report(table.setting, table.state, table.outcome, table.orders, reader)


def as_json(value: Any) -> str:
    return json.dumps(to_plain(value), ensure_ascii=False, default=repr)


def without(table: Table, player: str) -> State:
    """Return the state after the stage if ``player`` had sent nothing."""
    orders = {name: given for name, given in table.orders.items() if name != player}
    state: State = GAME.rules.resolve(table.setting, table.state, orders, table.seed).state
    return state


# Whole games, told from what is published --------------------------------------------------------------------


class Chronicle:
    """A game as somebody follows it who reads what is published, and knows the sheet."""

    def __init__(self, setting: Setting) -> None:
        self.setting, self.options, self.players = setting, setting.options, len(setting.players)
        self.seats: list[str] = []
        self.phase, self.commander, self.round, self.proposal = "deal", "", 1, 1
        self.squad: list[str] = []
        self.target = 0
        self.rejected: list[int] = []
        self.missions: dict[int, bool] = {}
        self.end: tuple[str, str] | None = None

    def hear(self, public: Plain) -> None:
        """Follow one stage."""
        kind = public["event"]["kind"]
        awaited = {"dealt": "deal", "proposed": "proposal", "drawn": "proposal", "skipped": "proposal", "voted": "vote"}
        assert awaited.get(kind, "mission") == self.phase
        getattr(self, f"on_{kind.replace('-', '_')}")(public, public["event"])

    def on_dealt(self, public: Plain, event: Plain) -> None:
        """R3, R4: the seats are the list unless they are drawn; the first of five characters commands."""
        self.seats = [row["player"] for row in public["seats"]]
        assert sorted(self.seats) == sorted(self.setting.players)
        assert self.options.seats == "drawn" or tuple(self.seats) == self.setting.players
        present = {character: player for player, character in self.setting.characters.items()}
        first = next((present[name] for name in FIRST if name in present), None)
        if first is None and self.options.first_commander == "seat":
            first = self.seats[0]
        self.commander = first or event["commander"]
        self.phase = "proposal"

    def on_proposed(self, public: Plain, event: Plain) -> None:
        """R8, R20: as many as the mission takes, in the order of the seats; a mission not yet carried out."""
        self.squad, self.target = event["squad"], event["target"]
        assert event["commander"] == self.commander
        assert self.target in range(1, 6)
        assert self.target not in self.missions
        assert self.options.targeted_attacks or self.target == len(self.missions) + 1
        assert self.target != 5 or len(self.missions) == 4 or self.score(True) >= 2
        assert len(self.squad) == SIZES[self.players][self.target - 1]
        assert self.squad == [player for player in self.seats if player in self.squad]
        self.phase = "vote"

    def on_drawn(self, public: Plain, event: Plain) -> None:
        """R13: a squad that chance has named in the Commandant's stead, which everybody is told."""
        assert self.options.no_squad == "drawn"
        self.on_proposed(public, event)

    def on_skipped(self, public: Plain, event: Plain) -> None:
        """R13: it counts as a rejection."""
        assert self.options.no_squad == "skipped"
        self.reject()

    def on_voted(self, public: Plain, event: Plain) -> None:
        """R9, R10: more than half of all players; of the votes cast where those that are missing are not counted."""
        yes, no, missing = event["yes"], event["no"], event["defaulted"]
        counted = self.options.missing_vote
        assert sorted({*yes, *no, *missing}) == sorted(self.seats)
        assert len(yes) + len(no) == self.players - (len(missing) if counted == "uncounted" else 0)
        assert set(missing) <= set({"yes": yes, "no": no, "uncounted": missing}[counted])
        assert not set(yes) & set(no)
        voters = len(yes) + len(no) if counted == "uncounted" else self.players
        if len(yes) > voters / 2:
            assert event["result"] == "approved"
            self.phase = "mission"
        else:
            assert event["result"] == "rejected"
            self.reject()

    def reject(self) -> None:
        """R11, R12, R21."""
        self.rejected.append(self.round)
        counting = self.rejected if self.options.rejections == "game" else [n for n in self.rejected if n == self.round]
        self.proposal += 1
        if len(counting) == 5:
            self.end = ("cylons", "rejections")
        else:
            self.next_commander()

    def on_carried_out(self, public: Plain, event: Plain) -> None:
        """R16, R18, R19, R20."""
        row = public["missions"][event["mission"] - 1]
        assert (row["number"], row["squad"], row["round"]) == (self.target, self.squad, self.round)
        fourth = self.target == 4 if self.options.two_failures == "number" else len(self.missions) == 3
        needed = 2 if fourth and self.players >= 7 else 1
        self.missions[self.target] = row["failures"] < needed
        assert row["result"] == ("success" if self.missions[self.target] else "failure")
        for side, won in (("colons", True), ("cylons", False)):
            if self.score(won) == 3:
                self.end = (side, "missions")
        if self.end is None:
            self.round, self.proposal = self.round + 1, 1
            self.next_commander()

    def next_commander(self) -> None:
        """The neighbour to the left: next in the list, and round from its end to its start."""
        self.commander = (self.seats * 2)[self.seats.index(self.commander) + 1]
        self.squad, self.target, self.phase = [], 0, "proposal"

    def score(self, won: bool) -> int:
        return sum(success is won for success in self.missions.values())

    def check(self, public: Plain) -> None:
        """Compare what should be now with what is published."""
        assert public["score"] == {"successes": self.score(True), "failures": self.score(False)}
        ending, now = public["ending"], public["now"]
        assert (ending and (ending["winner"], ending["cause"])) == self.end
        if self.end is None:
            expected = (self.phase, self.round, self.proposal, self.commander, self.squad, self.target)
            keys = ("phase", "round", "proposal", "commander", "squad", "target")
            assert tuple(now[key] for key in keys) == expected
        else:
            assert sum(row["side"] == "cylons" for row in ending["sides"]) == cylons_among(self.players)
            assert [row["player"] for row in ending["sides"]] == self.seats


@FIRM
@given(NUMBERS)
def test_a_game_goes_as_the_sheet_says_and_ends_with_the_right_winner(number: int) -> None:
    game = some_game(number)
    chronicle = Chronicle(game[0].setting)
    for table in game:
        public = report(table)["public"]
        chronicle.hear(public)
        chronicle.check(public)
    assert chronicle.end is not None
    assert len(game) <= (STAGES if game[0].setting.options.rejections == "round" else STAGES_OF_FEW)


def played_by_votes(setting: Setting, votes: Iterator[str], cards: Iterator[str]) -> int:
    """Play a game in which every Commandant proposes; return how many stages it takes."""
    state, count = GAME.rules.begin(setting), 0
    while (stage := GAME.rules.stage(state)) is not None:
        vote, card = (next(votes) if stage.phase == "vote" else "no"), "success"
        if stage.phase == "mission":
            card = next(cards)
        size = SIZES[len(setting.players)][len(state.missions)]
        # Those who are on a squad are the first seats; a Cylon among them is needed for a failure.
        order: dict[str, Plain] = {"deal": {}, "proposal": {"squad": _squad(state, size)}, "vote": {"vote": vote}}
        orders = dict.fromkeys(GAME.rules.awaited(setting, state), order.get(stage.phase, {"mission": card}))
        state, count = GAME.rules.resolve(setting, state, orders, "seed").state, count + 1
    return count


def _squad(state: State, size: int) -> list[str]:
    return [*state.cylons, *(player for player in state.seats if player not in state.cylons)][:size]


@pytest.mark.parametrize("players", SIZES)
def test_the_longest_games_take_as_many_stages_as_can_be(players: int) -> None:
    cards = ("success", "failure", "success", "failure", "success")
    for rejections, votes, most in (
        ("round", ("no", "no", "no", "no", "yes") * 5, STAGES),
        ("game", ("no",) * 4 + ("yes",) * 5, STAGES_OF_FEW),
    ):
        setting = Setting(PLAYERS[:players], {}, Options(rejections=rejections))
        assert played_by_votes(setting, iter(votes), iter(cards)) == most


def test_a_game_in_which_nobody_sends_anything_ends_with_the_fifth_rejection() -> None:
    for number in range(60):
        setting, count = some_setting(Chance(number), no_squad="skipped"), 0
        state = GAME.rules.begin(setting)
        while GAME.rules.stage(state) is not None:
            state, count = GAME.rules.resolve(setting, state, {}, "seed").state, count + 1
        assert (state.ending and state.ending.winner, state.ending and state.ending.cause) == ("cylons", "rejections")
        assert count == 1 + 5


# One stage ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "given",
    [
        {"target": None},
        {"target": [1]},
        {"target": {}},
        {"target": True},
        {"target": 1.0},
        {"target": "1"},
        {"target": 0},
        {"squad": "Zoé, Max"},
        {"squad": ["Zoé", None]},
        {"squad": ["Zoé", ["Max"]]},
        {"squad": {"Zoé": 1, "Max": 2}},
        {"squad": None},
    ],
    ids=str,
)
def test_an_odd_proposal_counts_as_not_sent(given: Plain) -> None:
    setting = Setting(PLAYERS[:5], {}, Options(targeted_attacks=True))
    state = GAME.rules.resolve(setting, GAME.rules.begin(setting), {}, "seed").state
    order = {"squad": ["Zoé", "Max"], "target": 1, **given}
    assert GAME.rules.resolve(setting, state, {state.commander: order}, "seed").state.phase == "proposal"


def test_an_odd_target_does_not_let_a_squad_of_the_wrong_size_through() -> None:
    setting = Setting(PLAYERS[:5], {}, Options(targeted_attacks=True))
    state = GAME.rules.resolve(setting, GAME.rules.begin(setting), {}, "seed").state
    for squad in (["Zoé"], ["Zoé", "Zoé"], list(PLAYERS[:5])):
        after = GAME.rules.resolve(setting, state, {state.commander: {"squad": squad, "target": None}}, "seed").state
        assert (after.phase, after.squad) == ("proposal", ())


@FEW
@given(NUMBERS)
def test_the_order_in_which_a_squad_is_named_changes_nothing(number: int) -> None:
    chance = Chance(number)
    for table in some_game(number):
        commander = table.state.commander
        squad = table.orders.get(commander, {}).get("squad")
        if table.state.phase == "proposal" and squad:
            named = {**table.orders[commander], "squad": chance.sample(squad, len(squad))}
            orders = {**table.orders, commander: named}
            assert GAME.rules.resolve(table.setting, table.state, orders, table.seed) == table.outcome


@FIRM
@given(NUMBERS)
def test_only_those_who_choose_owe_orders(number: int) -> None:
    for table in some_game(number):
        setting, state = table.setting, table.state
        choosing = set(rules.who_chooses(state))
        everybody = set(setting.players)
        by_sheet = {"deal": set(), "proposal": {state.commander}, "vote": everybody, "mission": set(state.squad)}
        assert choosing == by_sheet[state.phase]
        assert list(GAME.rules.awaited(setting, state)) == [player for player in setting.players if player in choosing]
        for player in setting.players:
            assert bool(GAME.forms.choices(GAME.rules.view(setting, state, player))) == (player in choosing)
        orders = dict(table.orders)
        for player in everybody - choosing:
            orders[player] = {"vote": "yes", "mission": "failure", **any_order(Chance(number), setting, state)}
            for order in PHASE_OF:
                given = {order: {"squad": list(setting.players[:2]), "target": 1}.get(order, orders[player].get(order))}
                assert given[order] is None or objections(setting, state, player, given)
        assert GAME.rules.resolve(setting, state, orders, table.seed) == table.outcome


@FIRM
@given(NUMBERS)
def test_what_is_allowed_is_played_and_what_is_refused_counts_as_not_sent(number: int) -> None:
    chance = Chance(number)
    for table in some_game(number):
        setting, state = table.setting, table.state
        assert state.phase == "deal" or rules.targets(setting, state) == allowed_targets(setting, state)
        for player in setting.players:
            given = of_one_phase(chance, any_order(chance, setting, state))
            orders = {**table.orders, player: given}
            outcome = GAME.rules.resolve(setting, state, orders, table.seed)
            assert bool(objections(setting, state, player, given)) != allowed(setting, state, player, given)
            if objections(setting, state, player, given):
                assert outcome.state == without(table, player)
            else:
                check_played(replace(table, sent=orders, standing={}), outcome, player, given)


def allowed(setting: Setting, state: State, player: str, given: Plain) -> bool:
    """Tell by the sheet whether ``player`` may give orders, all of one phase."""
    if {PHASE_OF[order] for order in given} != {state.phase}:
        return False
    if state.phase == "vote":
        return True
    if state.phase == "mission":
        free = player in state.cylons or not setting.options.strict_colons
        return player in state.squad and (free or given["mission"] == "success")
    squad, named = given.get("squad", []), "target" in given
    target = given.get("target", len(state.missions) + 1)
    size = SIZES[len(setting.players)][target - 1]
    fits = target in allowed_targets(setting, state) and named == setting.options.targeted_attacks
    return player == state.commander and fits and len(squad) == len(set(squad)) == size


def of_one_phase(chance: Chance, given: Plain) -> Plain:
    """Return of some orders those of one phase: all of a file is refused, but each is played by itself."""
    phase = chance.choice([PHASE_OF[order] for order in given])
    return {order: value for order, value in given.items() if PHASE_OF[order] == phase}


def check_played(table: Table, outcome: Outcome, player: str, given: Plain) -> None:
    """What was allowed is played exactly as it was given."""
    state, after = table.state, outcome.state
    if state.phase == "proposal":
        assert set(after.squad) == set(given["squad"])
        assert after.target == given.get("target", len(state.missions) + 1)
    elif state.phase == "vote":
        assert after.proposals[-1].votes[player] == given["vote"]
        assert player not in after.proposals[-1].defaulted
    else:
        assert {fact["player"]: fact["card"] for fact in facts(outcome, "card")}[player] == given["mission"]


@FIRM
@given(NUMBERS)
def test_standing_orders_stand_in_for_those_alone_who_send_nothing(number: int) -> None:
    chance = Chance(number)
    for table in some_game(number):
        setting, state = table.setting, table.state
        if state.phase == "deal":
            continue
        standing = {player: some_standing(chance, setting, state, player) for player in setting.players}
        now = replace(table, standing=standing)
        assert set(now.stood_in) <= set(GAME.rules.awaited(setting, state)) - set(now.accepted)
        for player, made in now.stood_in.items():
            assert objections(setting, state, player, made) == []
            check_played(now, now.outcome, player, made)
            ((order, value),) = ((key, value) for key, value in made.items() if key != "target")
            left = standing[player][order]
            if order == "squad":
                assert value == left[: len(value)]
            else:
                assert value == ("success" if order == "mission" and player not in state.cylons else left)
        for player in set(now.absent):
            assert state.phase not in ("vote", "mission") or state.phase not in standing[player]


@FIRM
@given(NUMBERS)
def test_a_mission_counts_the_failures_of_those_who_may_play_them(number: int) -> None:
    """R14, R17: no strict Colon's failure ever counts, even one that nobody refused; the absent play by the sheet."""
    chance = Chance(number)
    for table in some_game(number):
        setting, state = table.setting, table.state
        if state.phase != "mission":
            continue
        for orders in (table.orders, {player: {"mission": "failure"} for player in setting.players}, {}):
            some = {player: given for player, given in orders.items() if chance.random() < 0.8}
            after = GAME.rules.resolve(setting, state, some, table.seed).state
            expected = sum(plays_failure(setting, state, player, some) for player in state.squad)
            assert after.missions[-1].failures == expected
            if setting.options.strict_colons:
                assert expected <= len(set(state.squad) & set(state.cylons))


def plays_failure(setting: Setting, state: State, player: str, orders: Mapping[str, Plain]) -> bool:
    sent = orders.get(player, {}).get("mission")
    if player in state.cylons:
        return (sent or setting.options.missing_card) == "failure"
    return sent == "failure" and not setting.options.strict_colons


# The deal ----------------------------------------------------------------------------------------------------

DEALS = 3000


def dealt(setting: Setting, seed: str) -> State:
    state: State = GAME.rules.resolve(setting, GAME.rules.begin(setting), {}, seed).state
    return state


@FIRM
@given(NUMBERS)
def test_seats_and_cylons_are_as_the_table_says(number: int) -> None:
    setting = some_setting(Chance(number))
    state = dealt(setting, str(number))
    assert sorted(state.seats) == sorted(setting.players)
    assert setting.options.seats == "drawn" or state.seats == setting.players
    assert len(set(state.cylons)) == len(state.cylons) == cylons_among(len(setting.players))
    assert list(state.cylons) == [player for player in state.seats if player in state.cylons]
    assert {players: cylons_among(players) for players in SIZES} == rules.CYLON_COUNT
    assert rules.SQUAD_SIZES == SIZES
    told = {player: rules.told_cylons(setting, state, player) for player in setting.players}
    for player in setting.players:
        knows = player in state.cylons and not setting.options.isolated_cylons
        assert set(told[player]) == (set(state.cylons) - {player} if knows else set())


@FIRM
@given(NUMBERS)
def test_the_deal_hangs_on_the_seed_alone(number: int) -> None:
    """Not on characters, on options other than the seats', on names, or on what somebody tries to send."""
    chance = Chance(number)
    setting = some_setting(chance)
    one, players = dealt(setting, str(number)), setting.players
    options = {name: chance.choice(values) for name, values in CHOICES.items() if name != "seats"}
    other = Setting(players, some_characters(chance, players), setting.options._replace(**options))
    two = dealt(other, str(number))
    assert (two.seats, two.cylons) == (one.seats, one.cylons)
    renamed = dict(zip(players, chance.sample("ABCDEFGHIJ", len(players)), strict=True))
    three = dealt(replace(other, players=tuple(renamed.values()), characters={}), str(number))
    assert three.seats == tuple(renamed[player] for player in one.seats)
    assert three.cylons == tuple(renamed[player] for player in one.cylons)
    sent = {player: {"vote": "yes", "mission": "failure"} for player in players}
    assert GAME.rules.resolve(setting, GAME.rules.begin(setting), sent, str(number)).state == one


def chi_square(found: Iterable[Hashable], possible: Sequence[Hashable]) -> float:
    """Return by how much numbers differ from equal ones, in deviations from what chance makes of them.

    The sum of squares has as its mean one less than the cases, and twice that as its variance.
    """
    counts = Counter(found)
    assert set(counts) <= set(possible)
    mean, free = sum(counts.values()) / len(possible), len(possible) - 1
    square = sum((counts[case] - mean) ** 2 / mean for case in possible)
    return (square - free) / math.sqrt(2 * free)


@cache
def deals(players: int, **options: Any) -> list[State]:
    setting = Setting(PLAYERS[:players], {}, Options(**options))
    return [dealt(setting, f"seed {number}") for number in range(DEALS)]


@few(2)
@pytest.mark.parametrize("players", SIZES)
def test_every_set_of_cylons_is_dealt_about_equally_often(players: int) -> None:
    sets = list(combinations(PLAYERS[:players], cylons_among(players)))
    found = chi_square((state.cylons for state in deals(players)), sets)
    print(f"{players} players: {len(sets)} sets, {found:+.2f} deviations")
    assert abs(found) < 4


@few(2)
@pytest.mark.parametrize("players", SIZES)
def test_seats_are_drawn_about_equally_often(players: int) -> None:
    names, drawn = PLAYERS[:players], [dealt_seats(players, number) for number in range(DEALS)]
    for seat in range(players):
        assert abs(chi_square((state.seats[seat] for state in drawn), names)) < 4
    sets = [frozenset(cylons) for cylons in combinations(names, cylons_among(players))]
    assert abs(chi_square((frozenset(state.cylons) for state in drawn), sets)) < 4
    if players == 5:
        assert abs(chi_square((state.seats for state in drawn), list(permutations(names)))) < 4


@cache
def dealt_seats(players: int, number: int) -> State:
    return dealt(Setting(PLAYERS[:players], {}, Options(seats="drawn", first_commander="drawn")), f"seed {number}")


def test_the_first_commander_and_a_missing_squad_are_drawn_about_equally_often() -> None:
    states = [dealt_seats(7, number) for number in range(DEALS)]
    assert abs(chi_square((state.commander for state in states), PLAYERS[:7])) < 4
    setting = Setting(PLAYERS[:7], {}, Options(no_squad="drawn"))
    state = dealt(setting, "seed")
    squads = [
        frozenset(GAME.rules.resolve(setting, state, {}, f"seed {number}").state.squad) for number in range(DEALS)
    ]
    assert abs(chi_square(squads, [frozenset(squad) for squad in combinations(PLAYERS[:7], 2)])) < 4


def test_a_crooked_deal_would_be_found() -> None:
    sets = list(combinations(PLAYERS[:5], 2))
    honest = [state.cylons for state in deals(5)]
    crooked = [sets[0] if number % 20 == 0 else cylons for number, cylons in enumerate(honest)]
    assert chi_square(crooked, sets) > 4


# What occurs -------------------------------------------------------------------------------------------------

NEVER_LOGGED = {"R6", "R7", "R15", "R20", "R21"}
"""What no fact can cite: talking (R6), what is not done but counted (R7, R15, R21), and a refusal at the door (R20)."""


def test_everything_occurs_in_a_sample() -> None:
    games = [some_game(number) for number in range(300)]
    log = [fact for game in games for table in game for fact in table.outcome.log]
    cited = Counter(rule for fact in log for rule in fact.data["rules"])
    kinds = Counter(fact.kind for fact in log)
    options = Counter((name, getattr(game[0].setting.options, name)) for game in games for name in CHOICES)
    refused = Counter(code for game in games for table in game for code in refusals(table))
    endings = Counter((end.winner, end.cause) for game in games if (end := game[-1].outcome.state.ending))
    for title, counts in (
        ("rules", cited),
        ("facts", kinds),
        ("refused", refused),
        ("endings", endings),
        ("players", Counter(len(game[0].setting.players) for game in games)),
        ("stages", Counter(len(game) for game in games)),
        ("stood in", Counter(table.state.phase for game in games for table in game if table.stood_in)),
    ):
        print(f"{title}: " + ", ".join(f"{key} {count}" for key, count in sorted(counts.items(), key=str)))
    source = Path(rules.__file__).read_text(encoding="utf-8")
    assert set(cited) == set(re.findall(r'"(R\d+)"', source))
    assert set(cited) | NEVER_LOGGED == {f"R{number}" for number in range(1, 22)}
    assert not set(cited) & NEVER_LOGGED
    assert set(kinds) | {"card-corrected"} == set(noted(source)) | {"approved", "tied", "rejected"}
    assert set(options) == {(name, value) for name, values in CHOICES.items() for value in values}
    assert len(endings) == 3
    assert {"not-commander", "not-in-squad", "colons-succeed", "squad-size", "target-done", "target-too-early"} <= set(
        refused
    )


def refusals(table: Table) -> list[str]:
    setting, state = table.setting, table.state
    return [code for player, given in table.sent.items() for code in objections(setting, state, player, given)]


def noted(source: str) -> list[str]:
    """Return the kinds of facts that the rules note, read from their source."""
    return re.findall(r'table\.note\(\s*"([a-z-]+)"', source)
