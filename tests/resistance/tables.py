"""Random tables and whole games of Battlestar Galactica Résistance, the same for the same number.

A game has tempers of its own: how willingly squads are approved, how often Cylons sabotage, how many players send
nothing, send what is refused, or have left standing orders. What is sent is canonical (valid by the schema) and goes
through the game's own objections, as at the door; ``nonsense`` is what no schema would let through.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeAlias

from hypothesis import strategies as st

from adjudicator.core.stage import Outcome
from adjudicator.games.resistance.game import GAME
from adjudicator.games.resistance.state import Options, Setting, State

Chance: TypeAlias = random.Random
Plain: TypeAlias = dict[str, Any]

PLAYERS = ("Zoé", "Max", "Éva", "bob", "Ana", "Léo", "Jean-Luc", "Noé", "Ümit", "Tom")
FIRST = ("William Adama", "Laura Roslin", "Saul Tigh", "Lee Adama", "Gaius Baltar")
"""The characters of whom the first that is present commands first (R3)."""
OTHERS = ("Kara Thrace", "Helena Cain", "Tom Zarek", "Galen Tyrol", "Sharon Valerii")
CHOICES: Mapping[str, tuple[Any, ...]] = {
    "targeted_attacks": (False, True),
    "isolated_cylons": (False, True),
    "seats": ("listed", "drawn"),
    "first_commander": ("seat", "drawn"),
    "missing_vote": ("no", "yes", "uncounted"),
    "no_squad": ("skipped", "drawn"),
    "strict_colons": (True, False),
    "missing_card": ("success", "failure"),
    "two_failures": ("number", "order"),
    "rejections": ("round", "game"),
}
"""Every option and all its values, the default first."""
_SIZES = {5: "23233", 6: "23434", 7: "23344", 8: "34455", 9: "34455", 10: "34455"}
SIZES: Mapping[int, tuple[int, ...]] = {players: tuple(map(int, sizes)) for players, sizes in _SIZES.items()}
"""R8 by the sheet: how many players each mission takes, by the number of players."""
PHASE_OF = {"squad": "proposal", "target": "proposal", "vote": "vote", "mission": "mission"}
NUMBERS = st.integers(0, 2**32 - 1)
"""Numbers of games: what is drawn from one is always the same."""


def cylons_among(players: int) -> int:
    """R1 by the sheet: two Cylons at five, one more for every three players more."""
    return (players - 1) // 3 + 1


@dataclass(frozen=True)
class Table:
    """All that a stage is played from: ``sent`` is what came, good or bad, ``standing`` the orders in force."""

    setting: Setting
    state: State
    seed: str
    sent: Mapping[str, Plain] = field(default_factory=dict)
    standing: Mapping[str, Plain] = field(default_factory=dict)

    @cached_property
    def accepted(self) -> dict[str, Plain]:
        """What was sent and not refused, in roster order."""
        sent = {player: self.sent[player] for player in self.setting.players if player in self.sent}
        return {
            player: given for player, given in sent.items() if not objections(self.setting, self.state, player, given)
        }

    @cached_property
    def stood_in(self) -> dict[str, Plain]:
        """What standing orders make of those whose orders are missing."""
        missing = [player for player in GAME.rules.awaited(self.setting, self.state) if player not in self.accepted]
        made = {
            player: GAME.orders.standing(GAME.rules.view(self.setting, self.state, player), self.standing[player])
            for player in missing
            if player in self.standing
        }
        return {player: given for player, given in made.items() if given}

    @cached_property
    def orders(self) -> dict[str, Plain]:
        """What is played."""
        given = {**self.accepted, **self.stood_in}
        return {player: given[player] for player in self.setting.players if player in given}

    @property
    def absent(self) -> list[str]:
        """Those who owe orders and for whom there are none."""
        return [player for player in GAME.rules.awaited(self.setting, self.state) if player not in self.orders]

    @cached_property
    def outcome(self) -> Outcome:
        """The stage played."""
        return GAME.rules.resolve(self.setting, self.state, self.orders, self.seed)


def objections(setting: Setting, state: State, player: str, given: Plain) -> list[str]:
    """Return the codes of what is wrong with a player's orders."""
    return [objection.code for objection in GAME.orders.objections(GAME.rules.view(setting, state, player), given)]


# The setting -------------------------------------------------------------------------------------------------


def some_setting(chance: Chance, players: int = 0, **options: Any) -> Setting:
    """Return a setting of 5 to 10 players, some with characters, and any options but those that are given."""
    names = tuple(chance.sample(PLAYERS, players or chance.randint(5, 10)))
    drawn = {name: chance.choice((values[0], *values)) for name, values in CHOICES.items()}
    return Setting(names, some_characters(chance, names), Options(**{**drawn, **options}))


def some_characters(chance: Chance, names: Sequence[str]) -> dict[str, str]:
    """Return characters of some players, in most cases with one of those who may command first."""
    known = (*OTHERS, *chance.sample(FIRST, chance.choice((0, 1, 1, 2, 5))))
    played = chance.sample(known, min(len(known), chance.choice((0, 3, len(names)))))
    return dict(zip(chance.sample(names, len(names)), played, strict=False))


# What is sent ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Temper:
    """How a game is played; each number is how likely something is."""

    approving: float
    sabotaging: float
    absent: float
    wrong: float
    standing: float


def some_temper(chance: Chance) -> Temper:
    """Return a temper: few are absent or wrong in most games."""
    return Temper(
        chance.choice((0.3, 0.5, 0.7, 0.95)),
        chance.choice((0.1, 0.4, 0.9)),
        chance.choice((0.0, 0.1, 0.4)),
        chance.choice((0.0, 0.1, 0.3)),
        chance.choice((0.0, 0.3, 0.8)),
    )


def some_orders(chance: Chance, setting: Setting, state: State, temper: Temper) -> dict[str, Plain]:
    """Return what players send in any order: most of it allowed, some refused, some missing."""
    willing = chance.random() < temper.approving
    sent = {}
    for player in chance.sample(setting.players, len(setting.players)):
        if chance.random() < temper.wrong:
            sent[player] = any_order(chance, setting, state)
        elif player in GAME.rules.awaited(setting, state) and chance.random() >= temper.absent:
            sent[player] = _sensible(chance, setting, state, player, temper, willing)
    return sent


def _sensible(
    chance: Chance, setting: Setting, state: State, player: str, temper: Temper, willing: bool
) -> dict[str, Any]:
    if state.phase == "proposal":
        return a_squad(chance, setting, state)
    if state.phase == "vote":
        return {"vote": "yes" if (chance.random() < 0.85) is willing else "no"}
    sabotaging = temper.sabotaging if player in state.cylons else 0.05
    return {"mission": "failure" if chance.random() < sabotaging else "success"}


def allowed_targets(setting: Setting, state: State) -> list[int]:
    """R20 by the sheet: the missions that may be proposed; without *attaques ciblées* the next one."""
    left = sorted({1, 2, 3, 4, 5} - {mission.number for mission in state.missions})
    if not setting.options.targeted_attacks:
        return left[:1]
    two = sum(mission.success for mission in state.missions) >= 2
    return left if two else [number for number in left if number != 5]


def a_squad(chance: Chance, setting: Setting, state: State) -> Plain:
    """Return a proposal that is allowed, its names in any order."""
    target = chance.choice(allowed_targets(setting, state))
    squad = {"squad": chance.sample(setting.players, SIZES[len(setting.players)][target - 1])}
    return {**squad, "target": target} if setting.options.targeted_attacks else squad


def any_order(chance: Chance, setting: Setting, state: State) -> Plain:
    """Return canonical orders of any phase, allowed or not."""
    kinds: tuple[Callable[[], Plain], ...] = (
        lambda: {"vote": chance.choice(("yes", "no"))},
        lambda: {"mission": chance.choice(("success", "failure"))},
        lambda: {"squad": chance.sample(setting.players, chance.randint(1, 5))},
        lambda: {"squad": chance.choices(setting.players, k=chance.randint(1, 5)), "target": chance.randint(1, 5)},
        lambda: {"squad": chance.sample(setting.players, chance.randint(2, 5)), "target": chance.randint(1, 5)},
        lambda: {"target": chance.randint(1, 5)},
        lambda: {**chance.choice(kinds)(), **chance.choice(kinds)()},
    )
    return chance.choice(kinds)()


def some_standing(chance: Chance, setting: Setting, state: State, player: str) -> Plain:
    """Return standing orders that ``player`` may give."""
    longest = max(SIZES[len(setting.players)])
    given = {
        "vote": chance.choice(("yes", "no")),
        "mission": chance.choice(("success", "failure")),
        "squad": chance.sample(setting.players, chance.randint(longest, len(setting.players))),
    }
    kept = {order: value for order, value in given.items() if chance.random() < 0.7}
    return {} if GAME.orders.standing_objections(GAME.rules.view(setting, state, player), kept) else kept


def nonsense(chance: Chance, table: Table) -> dict[str, Any]:
    """Return orders that no schema would let through, among others that it would, by any names."""
    texts = ("yes", "failure", "", "Zoé")
    values: tuple[Any, ...] = (None, True, 0, -1, 2, 2.0, *texts, [], {}, [[]], {"squad": 1}, [None, 3], [1], ["Zoé"])
    names = [*table.setting.players, *table.setting.players, "", "nobody", table.setting.players[0].upper()]
    orders: dict[str, Any] = dict(table.orders)
    for _ in range(chance.randint(1, 8)):
        player = chance.choice([*names, *(table.state.commander,) * 5])
        given = orders.get(player)
        if chance.random() < 0.2 or not isinstance(given, dict):
            orders[player] = chance.choice((*values, any_order(chance, table.setting, table.state)))
        else:
            key = chance.choice((*PHASE_OF, "orders", "7"))
            orders[player] = {**given, key: chance.choice(values)}
    return orders


# Games -------------------------------------------------------------------------------------------------------


def some_game(number: int, setting: Setting | None = None, seed: str | None = None) -> list[Table]:
    """Return a whole game, stage by stage; ``outcome`` of the last one is the end."""
    return list(stages(Chance(f"game {number}"), setting, f"seed {number}" if seed is None else seed))


def stages(chance: Chance, setting: Setting | None, seed: str) -> Iterator[Table]:
    """Play a game to its end."""
    setting = setting or some_setting(chance)
    temper = some_temper(chance)
    state, standing = GAME.rules.begin(setting), dict[str, Plain]()
    while GAME.rules.stage(state) is not None:
        for player in setting.players:
            if state.phase != "deal" and chance.random() < temper.standing / 4:
                standing[player] = some_standing(chance, setting, state, player)
        in_force = {player: standing[player] for player in setting.players if standing.get(player)}
        sent = some_orders(chance, setting, state, temper) if state.phase != "deal" else {}
        table = Table(setting, state, seed, sent, in_force)
        yield table
        state = table.outcome.state


def shuffled(chance: Chance, table: Table) -> Table:
    """Return the same table with every dict of what came in another order."""
    return replace(table, sent=_mixed(chance, table.sent), standing=_mixed(chance, table.standing))


def _mixed(chance: Chance, given: Mapping[str, Plain]) -> dict[str, Plain]:
    return {key: dict(chance.sample(list(order.items()), len(order))) for key, order in _sampled(chance, given)}


def _sampled(chance: Chance, given: Mapping[str, Plain]) -> list[tuple[str, Plain]]:
    return chance.sample(list(given.items()), len(given))


assert set(CHOICES) == set(Options._fields), "every option is drawn"
