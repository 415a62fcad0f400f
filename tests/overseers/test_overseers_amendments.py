"""What the MJ may amend in a game of Overseers (O47), and games that were played by hand until a turn."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from overseers.tables import IN_PLAY, some_game
from support.leaks import SEED

from adjudicator.core.dice import Dice
from adjudicator.core.mj import Mj
from adjudicator.games.overseers.game import GAME
from adjudicator.games.overseers.rules import POWERS, all_cards

RULES = GAME.rules


def stage_in(phase: str, players: int = 0) -> tuple[Any, Any]:
    """Return the setting and the state of a stage of a phase, in a game of so many players or of whatever number."""
    for number in range(200):
        for stage in some_game(number):
            if stage.state.phase == phase and players in (0, len(stage.campaign.players)):
                return stage.campaign.setting, stage.state
    raise AssertionError(phase)


def some_powers_without(overseer: str) -> tuple[Any, Any]:
    """Return the setting and the state of a window of the powers in which nobody has an Overseer."""
    stages = (stage for number in range(200) for stage in some_game(number) if stage.state.phase == "powers")
    return next((one.campaign.setting, one.state) for one in stages if not one.state.owner(overseer))


def codes(setting: Any, state: Any, table: dict[str, Any]) -> list[str]:
    """Return what is wrong with an amendment."""
    return [objection.code for objection in RULES.amendment_objections(setting, state, table)]


def cards_of(state: Any) -> Counter[str]:
    """Count the cards of a state, wherever they are."""
    zones = (*state.hands.values(), *state.taken.values(), state.pile, state.aside)
    laid = (card.trait for cards in state.cards.values() for card in cards)
    return Counter(trait for zone in zones for trait in zone) + Counter(laid)


def in_names(value: Any, player: str) -> Any:
    """Return a value with the name of a player where the example has none."""
    if isinstance(value, dict):
        return dict.fromkeys([player], *value.values())
    return player if value == "(player)" else value


def test_two_hands_may_be_exchanged() -> None:
    setting, state = stage_in("pick")
    one, two = setting.players[:2]
    table = {"hands": {one: state.hands[two], two: state.hands[one]}}
    assert codes(setting, state, table) == []
    after = RULES.amended(setting, state, table)
    assert (after.hands[one], after.hands[two]) == (state.hands[two], state.hands[one])
    assert GAME.reports.changes(setting, state, after) or state.hands[one] == state.hands[two]


def test_what_is_missing_was_set_aside() -> None:
    setting, state = stage_in("vote", 3)
    player = setting.players[0]
    down = [card.trait for card in state.cards[player] if not card.up]
    other = next(trait for trait in state.aside if trait not in down)
    table = {"down": {player: [other, *down[1:]]}}
    assert codes(setting, state, table) == []
    after = RULES.amended(setting, state, table)
    assert cards_of(after) == Counter(all_cards(len(setting.players)))
    assert down[0] in after.aside


@pytest.mark.parametrize("phase", ["pick", "vote"])
def test_nobody_has_more_cards_of_a_trait_than_there_are(phase: str) -> None:
    setting, state = stage_in(phase)
    if phase == "pick":
        table = {"hands": {player: ["greed"] * len(hand) for player, hand in state.hands.items()}}
    else:
        table = {"up": {player: ["greed"] * sum(card.up for card in own) for player, own in state.cards.items()}}
    assert codes(setting, state, table) == ["too-many-cards"]


@pytest.mark.parametrize(
    ("phase", "table", "code"),
    [
        ("pick", {"pile": ["greed"]}, "amend-not-now"),
        ("pick", {"accused": "(player)"}, "amend-not-now"),
        ("pick", {"round": 2}, "amend-not-now"),
        ("pick", {"hands": {"(player)": ["greed"]}}, "amend-size"),
        ("pick", {"taken": {"(player)": ["greed"] * 5}}, "amend-size"),
        ("vote", {"hands": {"(player)": ["greed"]}}, "amend-not-now"),
        ("vote", {"pile": []}, "amend-size"),
        ("vote", {"down": {"(player)": ["greed"]}}, "amend-size"),
        ("vote", {"thief": "(player)"}, "amend-not-now"),
        ("judgement", {"thief": "(player)"}, "amend-not-now"),
        ("greed", {"accused": "(player)"}, "amend-not-now"),
    ],
)
def test_an_amendment_is_refused(phase: str, table: dict[str, Any], code: str) -> None:
    setting, state = stage_in(phase)
    named = {key: in_names(value, setting.players[0]) for key, value in table.items()}
    assert code in codes(setting, state, named)


def test_nobody_has_the_overseer_of_another() -> None:
    setting, state = stage_in("vote")
    one, two = setting.players[:2]
    assert codes(setting, state, {"overseers": {one: state.overseers[two]}}) == ["overseer-twice"]


def test_gan_comes_into_the_powers_before_they_open() -> None:
    """O22: his two cards are drawn as they open, so he would be shown nothing of which he could keep one."""
    setting, state = some_powers_without("gan")
    player = next(name for name in setting.players if state.overseers[name] not in POWERS)
    table = {"overseers": {player: "gan"}}
    assert codes(setting, state, table) == ["gan-too-late"]
    assert codes(setting, replace(state, phase="vote"), table) == []


def test_gan_may_be_given_to_another_once_his_cards_are_drawn() -> None:
    setting, state = stage_in("powers")
    one, two = setting.players[:2]
    state = replace(state, overseers={**state.overseers, one: "gan"}, offered=state.pile[:2])
    table = {"overseers": {one: state.overseers[two], two: "gan"}}
    assert codes(setting, state, table) == []
    view = RULES.view(setting, RULES.amended(setting, state, table), two)
    assert view.offered == tuple(state.pile[:2])


def test_another_is_accused_or_thief() -> None:
    for phase, key in (("judgement", "accused"), ("greed", "thief")):
        setting, state = stage_in(phase)
        other = next(player for player in setting.players if player != getattr(state, key))
        assert codes(setting, state, {key: other}) == []
        after = RULES.amended(setting, state, {key: other})
        assert getattr(after, key) == other
        if phase == "judgement":
            assert RULES.awaited(setting, after) == [other]


def by_hand(setting: Any, table: dict[str, Any]) -> tuple[list[str], Any]:
    """Return what is wrong with a game played by hand until turn 12, and its state."""
    state = RULES.by_hand(setting, 12)
    return codes(setting, state, table), RULES.amended(setting, state, table)


def test_a_game_played_by_hand_goes_on_with_a_deal() -> None:
    setting, _ = stage_in("pick")
    players = setting.players
    table = {
        "round": 2,
        "leaders": [players[0]],
        "leader": players[1],
        "scores": {player: [10 + n] for n, player in enumerate(players)},
    }
    found, state = by_hand(setting, table)
    assert found == []
    after = RULES.resolve(setting, state, {}, Dice(SEED, 12), Mj()).state
    assert (after.round, after.leaders, after.turn) == (2, [players[0], players[1]], 13)
    assert after.scores == table["scores"]
    assert after.phase in ("pick", "fushen")
    assert cards_of(after).total() == IN_PLAY[len(players)]


def test_a_game_played_by_hand_says_who_led_and_all_scores() -> None:
    setting, _ = stage_in("pick")
    players = setting.players
    assert set(by_hand(setting, {"round": 2})[0]) == {"table-lacks"}
    whole = {"round": 2, "leaders": [players[0]], "leader": players[1], "scores": {players[0]: [10]}}
    assert by_hand(setting, whole)[0] == ["scores-of-all"]
    scores = {player: [10, 10] for player in players}
    assert "amend-size" in by_hand(setting, {**whole, "scores": scores})[0]


def test_a_first_round_needs_no_leader() -> None:
    setting, _ = stage_in("pick")
    found, state = by_hand(setting, {"round": 1})
    assert found == []
    after = RULES.resolve(setting, state, {}, Dice(SEED, 12), Mj()).state
    assert (after.round, after.leader in setting.players) == (1, True)
    assert after.scores == {player: [] for player in setting.players}
