"""The setup: what is in the bag, who believes what, and what each is told first (§8.7)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from adjudicator.core.mj import Mj
from adjudicator.core.stage import Outcome, player_reader
from adjudicator.games.clocktower.game import GAME
from adjudicator.games.clocktower.roles import BELIEVING, ROLES, SCRIPTS, team
from adjudicator.games.clocktower.state import Setting, State

NAMES = tuple("ABCDEFGHIJKLMNO")
TABLE = {
    5: (3, 0, 1),
    6: (3, 1, 1),
    7: (5, 0, 1),
    8: (5, 1, 1),
    9: (5, 2, 1),
    10: (7, 0, 2),
    11: (7, 1, 2),
    12: (7, 2, 2),
    13: (9, 0, 3),
    14: (9, 1, 3),
    15: (9, 2, 3),
}
"""Townsfolk, Outsiders and Minions by the number of players, as the page has them."""


def dealt(players: int, seed: int, script: str = "trouble_brewing") -> Outcome[State]:
    setting = Setting(NAMES[:players], SCRIPTS[script])
    outcome: Outcome[State] = GAME.rules.resolve(setting, GAME.rules.begin(setting), {}, str(seed), Mj())
    return outcome


@pytest.mark.parametrize("players", TABLE)
def test_a_bag_has_as_many_of_each_team_as_the_table_says(players: int) -> None:
    """K60. A Baron brings two Outsiders for two Townsfolk; with five players one Townsfolk is left."""
    barons = set()
    for seed in range(30):
        state = dealt(players, seed).state
        roles = [seat.role for seat in state.seats.values()]
        townsfolk, outsiders, minions = TABLE[players]
        baron = 2 * ("baron" in roles)
        counts = Counter(map(team, roles))
        found = (counts["townsfolk"], counts["outsider"], counts["minion"], counts["demon"])
        assert found == (townsfolk - baron, outsiders + baron, minions, 1)
        assert len(set(roles)) == players and set(roles) <= {*SCRIPTS["trouble_brewing"]}
        assert (state.phase, state.turn) == ("night", 1)
        barons.add(baron)
    assert barons == {0, 2}


@pytest.mark.parametrize("script", SCRIPTS)
def test_bluffs_and_believed_roles_are_of_nobody_else(script: str) -> None:
    """K61, K62. A Drunk believes to be a Townsfolk not in play, a Lunatic a Demon; bluffs are three others."""
    believing = set()
    for seed in range(60):
        state = dealt(12, seed, script).state
        real = {seat.role for seat in state.seats.values()}
        for seat in state.seats.values():
            assert bool(seat.believed) == (seat.role in BELIEVING)
            if seat.role == "drunk":
                assert team(seat.believed) == "townsfolk" and seat.believed not in real
            if seat.role == "lunatic":
                assert team(seat.believed) == "demon"
            believing |= {seat.role} & {*BELIEVING}
        held = real | {seat.believed for seat in state.seats.values()}
        assert len(set(state.bluffs)) == 3 and held.isdisjoint(state.bluffs)
        assert all(ROLES[one].side == "good" and one not in BELIEVING for one in state.bluffs)
    assert believing == {role for role in BELIEVING if role in SCRIPTS[script]}


def test_a_fortune_teller_begins_with_a_good_red_herring() -> None:
    """K63. It may be any good player, he himself too."""
    own = set()
    for seed in range(60):
        state = dealt(12, seed).state
        for name, seat in state.seats.items():
            assert bool(seat.herring) == (seat.shown == "fortuneteller")
            if seat.herring:
                assert state.seats[seat.herring].side == "good"
                own.add(seat.herring == name)
    assert own == {True, False}


@pytest.mark.parametrize("players", [6, 7])
def test_evil_learns_of_evil_from_seven_players_on(players: int) -> None:
    """K63. Each is told his role and side; Minions the Demon, the Demon his Minions and bluffs."""
    for seed in range(10):
        outcome = dealt(players, seed)
        state = outcome.state
        teams: dict[str, list[str]] = {"minion": [], "demon": []}
        for name, seat in state.seats.items():
            teams.setdefault(team(seat.role), []).append(name)
        for name, seat in state.seats.items():
            told: dict[str, Any] = {
                notice.kind: dict(notice.facts) for notice in outcome.notices if notice.to == player_reader(name)
            }
            assert told.pop("role") == {"role": seat.shown} and told.pop("side")["side"] == ROLES[seat.shown].side
            own = team(seat.role)
            if players < 7 or own not in ("minion", "demon"):
                assert told == {}
            else:
                assert sorted(told["minions"]["names"]) == sorted(one for one in teams["minion"] if one != name)
                last = {
                    "demon": {"bluffs": {"roles": list(state.bluffs)}},
                    "minion": {"demon": {"names": teams["demon"]}},
                }
                assert {key: value for key, value in told.items() if key != "minions"} == last[own]
