"""Random games of Trouble Brewing by post: they end, count truly, and tell a player the same whether drunk or sober."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping
from copy import deepcopy
from typing import Any

import pytest
from clocktower.post import SEED, some_game, some_orders
from clocktower.post_pairs import stages
from support.depth import few, is_deep
from support.leaks import LANGUAGES, Drawn, campaign_of, told_apart

from adjudicator.core.mj import Answer, Mj
from adjudicator.core.stage import MJ, PUBLIC, Outcome, player_reader
from adjudicator.games.clocktower.amendment import amended
from adjudicator.games.clocktower.effects import add
from adjudicator.games.clocktower.game import GAME
from adjudicator.games.clocktower.information import grimoire
from adjudicator.games.clocktower.roles import team
from adjudicator.games.clocktower.rules import Play
from adjudicator.games.clocktower.state import Effect, Setting, State
from adjudicator.games.clocktower.steps import place_of

GAMES = range(40 if is_deep() else 4)


@pytest.mark.parametrize("number", GAMES)
def test_any_game_by_post_ends_and_keeps_its_counts(number: int) -> None:
    """K16, S05, K32, S23. The turns count up, one execution a day, one ghost vote for each death."""
    ghosts: Counter[str] = Counter()
    executed: list[str] = []
    for setting, before, _, outcome in some_game(number):
        after = outcome.state
        assert after.turn > before.turn or after.phase == "over"
        assert GAME.rules.load(GAME.rules.dump(after)) == after
        assert [fact for fact in outcome.log if fact.kind == "refused"] == []
        for reader in GAME.reports.readers(setting):
            GAME.reports.report(setting, before, outcome, {}, reader)
        ghosts.update(name for name, seat in before.seats.items() if seat.ghost and not after.seats[name].ghost)
        executed += [fact.data["player"] for fact in outcome.log if fact.kind == "executed"]
        assert len(executed) <= len(after.days)
        assert after.turn == {"night": 3 * after.number - 2, "day": 3 * after.number - 1}.get(after.phase, after.turn)
        assert after.phase != "votes" or after.turn == 3 * after.number
    assert all(count == 1 for count in ghosts.values())
    assert after.ending is not None


# The twin rule -------------------------------------------------------------------------------------------------


def _stages(number: int) -> list[tuple[Setting, State]]:
    return [(setting, before) for setting, before, _, _ in some_game(number) if before.phase != "setup"]


def _poisoned(state: State, name: str) -> State:
    """Return the same table, on which one more player is poisoned by nobody."""
    twin = deepcopy(state)
    add(twin, Effect(0, "poisoned", name))
    return twin


def _drunk(state: State, name: str) -> State:
    """Return the same table, on which a player of a good role is the Drunk, who believes to have it."""
    twin = deepcopy(state)
    seat = twin.seats[name]
    seat.role, seat.believed = "drunk", seat.shown
    add(twin, Effect(0, "drunk", name, about="drunk"))
    return twin


def _moves(state: State, name: str) -> Mapping[str, Callable[[State, str], State]]:
    good = state.seats[name].side == "good" and state.seats[name].role not in ("butler", "recluse", "saint", "drunk")
    return {"poisoned": _poisoned, **({"drunk": _drunk} if good else {})}


def told(setting: Setting, before: State, outcome: Outcome[State], player: str) -> str:
    """Return all that a player reads after a stage."""
    return repr(GAME.reports.report(setting, before, outcome, {}, player_reader(player)))


@pytest.mark.parametrize("number", GAMES)
def test_the_form_and_every_refusal_are_those_of_a_sober_player(number: int) -> None:
    """S26. What a player may send, what is refused and why, does not hang on who is drunk or poisoned."""
    for setting, state in _stages(number):
        for name in state.living():
            view = GAME.rules.view(setting, state, name)
            for make in _moves(state, name).values():
                twin = make(state, name)
                assert GAME.rules.view(setting, twin, name) == view
                assert GAME.rules.awaited(setting, twin) == GAME.rules.awaited(setting, state)


@few(2)
@pytest.mark.parametrize("number", GAMES)
def test_who_is_told_the_same_reads_the_same(number: int) -> None:
    """S26. A drunk or poisoned player to whom the MJ says what the sober one learns reads the very same letter."""
    chance = random.Random(number)
    compared = 0
    for setting, state in _stages(number):
        campaign = campaign_of("clocktower", players=list(setting.players), led="post", mj={"dawn": "08:00"})
        name = chance.choice(state.living())
        orders = some_orders(chance, setting, state)
        sober = Drawn(campaign, state, orders)
        log = sober.played.outcome.log
        learnt = [fact.data["value"] for fact in log if fact.kind == "learned" and fact.data["player"] == name]
        answers = {("information", (name,)): Answer(learnt[-1])} if learnt else {}
        twins = [
            sober,
            *(Drawn(campaign, make(state, name), orders, answers=answers) for make in _moves(state, name).values()),
        ]
        seen = _seen(sober.played.outcome)
        # What the ability did, or did not do, is seen by all; at the end all is published.
        twins = [one for one in twins if _seen(one.played.outcome) == seen]
        if len(twins) > 1 and not _grimoires(sober.played.outcome) and not sober.played.outcome.state.ending:
            compared += 1
            assert told_apart(twins, (PUBLIC, player_reader(name)), LANGUAGES[compared % 2]) == []
    assert compared


def _seen(outcome: Outcome[State]) -> Any:
    """Return what all see, and what the others are told."""
    after = outcome.state
    lives = [(seat.alive, seat.ghost, seat.shown, seat.known) for seat in after.seats.values()]
    return lives, [one for one in outcome.notices if one.to == PUBLIC], after.phase, after.announced


def _grimoires(outcome: Outcome[State]) -> bool:
    return any("rows" in one.facts for one in outcome.notices)


@pytest.mark.parametrize("number", GAMES)
def test_nobody_reads_what_others_send_by_night(number: int) -> None:
    """§14. Choices of others that all see nothing of leave letters as they are, but a Spy reads the grimoire."""
    for setting, state in _stages(number):
        if state.phase != "night":
            continue
        names = [name for name in state.living() if state.seats[name].shown in ("monk", "butler", "fortuneteller")]
        for name in names:
            others = [one for one in state.seats if one != name]
            readers = [one for one in others if state.seats[one].shown != "spy"]
            letters = []
            for first in others[:2]:
                on = [first, others[-1]] if state.seats[name].shown == "fortuneteller" else [first]
                outcome = GAME.rules.resolve(setting, state, {name: {"choose": on}}, SEED, Mj())
                if not letters:
                    dead = outcome.state.announced
                if outcome.state.announced == dead and outcome.state.ending is None:
                    letters.append([told(setting, state, outcome, one) for one in readers if one not in dead])
            assert all(each == letters[0] for each in letters)


def test_the_mj_reads_what_was_sent() -> None:
    """The account has every step with its player."""
    for setting, before, _, outcome in some_game(3):
        if before.phase == "night":
            account = GAME.reports.report(setting, before, outcome, {}, MJ)["account"]
            assert len(account) == len(outcome.log)


def test_who_is_made_the_drunk_is_told_nothing_as_long_as_he_believes_what_he_believed() -> None:
    """S17, S26. An amendment that changes the role shown tells it; one that hides another behind it does not."""
    night = next(one for one in stages(3) if one.state.phase == "night")
    name = next(one for one, seat in night.state.seats.items() if team(seat.role) == "townsfolk")
    shown = night.state.seats[name].shown
    other = "chef" if shown == "monk" else "monk"
    for believed, told in ((shown, []), (other, [other])):
        table = {"seats": {name: {"role": "drunk", "believed": believed}}}
        pending = amended(night.campaign.setting, deepcopy(night.state), table).pending
        assert [which for player, kind, which in pending if (player, kind) == (name, "role")] == told


@pytest.mark.parametrize("number", range(6))
def test_who_is_made_the_drunk_finds_nothing_begun_anew(number: int) -> None:
    """S26. What he used and chose stays, and who learns in his first night alone does not learn again."""
    for stage in [one for one in stages(number) if one.state.half > 1]:
        state, setting = deepcopy(stage.state), stage.campaign.setting
        for name, seat in state.seats.items():
            seat.used = seat.acts.once
            believed = {"role": "drunk", "believed": seat.shown} if seat.side == "good" and not seat.believed else {}
            after = amended(setting, deepcopy(state), {"seats": {name: believed}})
            assert GAME.rules.view(setting, after, name) == GAME.rules.view(setting, state, name)
            assert place_of(after, name) == place_of(state, name)


def test_a_drunk_who_believes_to_be_the_spy_does_not_read_who_he_is() -> None:
    """S17. In the grimoire that he reads he is what he believes to be, of the side that he was told."""
    night = next(one for one in stages(3) if one.state.phase == "night")
    state = deepcopy(night.state)
    name = state.living()[0]
    state.seats[name].role, state.seats[name].believed = "drunk", "spy"
    state.seats[name].side, state.seats[name].known = "good", "evil"
    row = next(row for row in grimoire(Play(night.campaign.setting, state, {}, ""), name) if row["player"] == name)
    assert (row["role"], row["side"]) == ("spy", "evil")
