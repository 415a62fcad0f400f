"""In memory, what no case of the Resistance can show: the deal (R1 to R4), and what comes past the door."""

from hashlib import sha256
from typing import Any

import pytest
from resistance.campaigns import FIVE, SEVEN
from resistance.tables import SIZES
from support.commands import SEED

from adjudicator.games.resistance.game import GAME
from adjudicator.games.resistance.rules import CYLON_COUNT, SQUAD_SIZES, targets
from adjudicator.games.resistance.state import Mission, Setting, State

TEN = (*SEVEN, "Hélène", "Iris", "Jean")


def deal(setting: Setting, seed: str = SEED) -> State:
    found: State = GAME.rules.resolve(setting, GAME.rules.begin(setting), {}, seed).state
    return found


def setting(players: int = 8, characters: dict[str, str] | None = None, **options: Any) -> Setting:
    people = [{"name": name, "character": (characters or {}).get(name, "")} for name in TEN[:players]]
    return GAME.setup.setting({"players": people, "options": options})


@pytest.mark.parametrize("players", range(5, 11))
def test_r01_the_number_of_cylons_follows_from_the_number_of_players(players: int) -> None:
    assert len(deal(setting(players)).cylons) == CYLON_COUNT[players] == (players - 1) // 3 + 1


def test_r02_the_deal_hangs_on_the_seed_and_not_on_the_characters() -> None:
    cast = dict(zip(TEN, ("William Adama", "Gaius Baltar", "Caprica", "Helo"), strict=False))
    seeds = [f"{number:032x}" for number in range(40)]
    assert [deal(setting(), seed).cylons for seed in seeds] == [deal(setting(8, cast), seed).cylons for seed in seeds]
    assert len({deal(setting(), seed).cylons for seed in seeds}) > 20


def test_r02_a_deal_can_be_drawn_again_by_hand_from_the_seed() -> None:
    """As docs/resistance.md says: one Cylon after another is drawn from the players who are left, in seat order."""
    left, drawn = list(TEN[:5]), []
    for number in range(2):
        text = f'["{SEED}", 0, "cylon", "{number}", 0]'
        drawn.append(left.pop(int(sha256(text.encode()).hexdigest(), 16) % len(left)))
    assert set(deal(setting(5)).cylons) == set(drawn)


@pytest.mark.parametrize(
    ("cast", "first"),
    [
        ({}, "Anna"),
        ({"Denis": "Gaius Baltar"}, "Denis"),
        ({"Denis": "Gaius Baltar", "Emma": "Lee Adama"}, "Emma"),
        ({"Denis": "lee adama", "Bruno": "Saul Tigh"}, "Bruno"),
        ({"Anna": "Saul Tigh", "Farid": "Laura Roslin"}, "Farid"),
        ({"Anna": "Laura Roslin", "Farid": "WILLIAM ADAMA"}, "Farid"),
        ({"Bruno": "Galen Tyrol"}, "Anna"),
    ],
)
def test_r03_the_first_commandant_is_the_first_of_five_characters_else_the_first_seat(
    cast: dict[str, str], first: str
) -> None:
    assert deal(setting(8, cast)).commander == first


def test_r03_by_option_the_first_commandant_is_drawn_when_none_of_the_five_is_there() -> None:
    drawn = {deal(setting(5, first_commander="drawn"), f"{n:032x}").commander for n in range(60)}
    assert drawn == set(FIVE)
    with_character = setting(5, {"Emma": "Saul Tigh"}, first_commander="drawn")
    assert {deal(with_character, f"{n:032x}").commander for n in range(10)} == {"Emma"}


def test_r04_seats_are_the_list_or_by_option_drawn() -> None:
    assert deal(setting(5)).seats == FIVE
    drawn = [deal(setting(5, seats="drawn"), f"{n:032x}").seats for n in range(200)]
    assert all(sorted(seats) == sorted(FIVE) for seats in drawn)
    assert len(set(drawn)) > 80
    assert {seats[0] for seats in drawn} == {seats[4] for seats in drawn} == set(FIVE)


@pytest.mark.parametrize("players", SIZES)
def test_r08_sizes_are_the_tables(players: int) -> None:
    assert SQUAD_SIZES[players] == SIZES[players]


@pytest.mark.parametrize(
    ("done", "listed", "targeted"),
    [
        ({}, [1], [1, 2, 3, 4]),
        ({1: True}, [2], [2, 3, 4]),
        ({1: True, 2: False}, [3], [3, 4]),
        ({1: True, 2: True}, [3], [3, 4, 5]),
        ({1: True, 2: False, 3: True}, [4], [4, 5]),
        ({1: True, 2: False, 3: True, 4: False}, [5], [5]),
        ({1: False, 2: False}, [3], [3, 4]),
    ],
)
def test_r20_the_missions_that_may_be_proposed(done: dict[int, bool], listed: list[int], targeted: list[int]) -> None:
    state = State(missions=[Mission(i, i, ("Anna", "Bruno"), 0, success) for i, success in done.items()])
    assert targets(setting(5), state) == listed
    assert targets(setting(5, targeted_attacks=True), state) == targeted


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"squad": None, "target": 1},
        {"squad": [], "target": 1},
        {"squad": (), "target": 1},
        {"squad": "Anna", "target": 1},
        {"squad": ["Anna", "Zoé"], "target": 1},
        {"squad": ["Anna", "Bruno"]},
        {"squad": ["Anna", "Bruno"], "target": 0},
        {"squad": ["Anna", "Bruno"], "target": 6},
        {"squad": ["Anna", "Bruno"], "target": "1"},
        {"squad": ["Anna", "Bruno"], "target": True},
        {"squad": ["Anna", "Bruno"], "target": [1]},
    ],
)
def test_r13_an_odd_proposal_counts_as_none(given: dict[str, Any]) -> None:
    table = setting(5, targeted_attacks=True)
    before = State("proposal", 1, FIVE, ("Denis", "Emma"), "Anna")
    after = GAME.rules.resolve(table, before, {"Anna": given}, SEED).state
    assert (after.phase, after.commander, after.squad) == ("proposal", "Bruno", ())
    assert not after.proposals[-1].squad
