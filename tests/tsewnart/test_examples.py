"""The example campaigns, played from their files by the real program, show what they are there to show.

Nothing here is a list of what happened: every requirement is looked for in what the program published.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from getpass import getuser
from typing import Any

import pytest
from support import campaigns
from support.campaigns import NOW, Game, all_but_who, corrections, examples_of, in_english, played, received, written_so

from adjudicator.campaign.stages import Played
from adjudicator.core.plain import to_plain
from adjudicator.core.stage import Outcome
from adjudicator.games.tsewnart.adjudication import play_turn
from adjudicator.games.tsewnart.rules import ORDER_OF_PLAY
from adjudicator.games.tsewnart.state import ROLES

EXAMPLES = ("demo", "torus")
POWERS = [step.order for step in ORDER_OF_PLAY if step.order != "move"]


@pytest.fixture(autouse=True, scope="module")
def one_time() -> Iterator[None]:
    """Let everything happen at one time: when a stage was published is part of what is published."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ADJUDICATOR_NOW", NOW)
        yield


@pytest.fixture(scope="module")
def games() -> dict[str, Game]:
    return {example: played(example) for example in EXAMPLES}


@pytest.fixture(scope="module")
def demo(games: dict[str, Game]) -> Game:
    return games["demo"]


@pytest.fixture(scope="module")
def torus(games: dict[str, Game]) -> Game:
    return games["torus"]


@pytest.fixture(params=EXAMPLES)
def example(request: pytest.FixtureRequest, games: dict[str, Game]) -> Game:
    return games[request.param]


def replayed(game: Game, turn: Played, orders: dict[str, Any]) -> Outcome:
    return game.campaign.game.rules.resolve(game.campaign.setting, turn.before, orders, game.campaign.seed)


def told(outcome: Outcome) -> tuple[Any, Any]:
    """What came of a turn, in the form in which it is published: the state, the success of every order."""
    results = {
        player: {order: result["success"] for order, result in given.items()}
        for player, given in outcome.results.items()
    }
    return to_plain(outcome.state), results


# Both examples -----------------------------------------------------------------------------------------------


def test_every_example_of_the_game_is_tested() -> None:
    assert examples_of("tsewnart") == set(EXAMPLES)


def test_every_order_file_is_sent(example: Game) -> None:
    for stage in example.stages:
        there = sorted(path.name for path in (example.source / "orders" / stage.stage.label).iterdir())
        assert [record["source"] for record in received(stage)] == there
    assert {path.parent.name for path in example.files} == {stage.stage.label for stage in example.stages}


def test_refused_are_exactly_the_files_that_are_meant_to_be(example: Game) -> None:
    records = [record for stage in example.stages for record in received(stage)]
    refused = sorted(record["source"] for record in records if not record["accepted"])
    assert refused == sorted(path.name for path in example.files if "refuse" in path.stem)


def test_the_game_comes_to_its_end_and_the_camp_with_the_most_eliminations_wins(example: Game) -> None:
    assert example.end.phase == "over"
    scores = example.end.scores
    assert list(example.end.ending.winners) == [camp for camp in scores if scores[camp] == max(scores.values())]
    assert len(example.end.ending.winners) == 1


def test_a_turn_played_again_from_its_files_gives_the_same(example: Game) -> None:
    for turn in example.turns:
        assert told(replayed(example, turn, turn.table["orders"])) == told(turn.outcome)


# The long one ------------------------------------------------------------------------------------------------


def test_the_command_demo_plays_the_same_game(demo: Game) -> None:
    assert all_but_who(campaigns.demo("tsewnart")[1], "adjudicator") == all_but_who(demo.campaign.folder, getuser())


def test_demo_is_two_camps_of_six_on_the_recommended_board_in_french(demo: Game) -> None:
    board = demo.campaign.setting.board
    assert [len(players) for players in demo.campaign.camps.values()] == [6, 6]
    assert (board.width, board.height, board.topology) == (9, 6, "closed")
    assert demo.campaign.language == "fr"


def test_demo_ends_by_the_rules_after_ten_turns_or_more(demo: Game) -> None:
    assert 10 <= len(demo.turns) <= 13
    assert demo.end.ending.cause == "eliminated"
    assert len({piece.camp for piece in demo.end.pieces.values()}) == 1


@pytest.mark.parametrize("role", ROLES)
def test_demo_has_every_role(demo: Game, role: str) -> None:
    assert role in demo.end.roles.values()


@pytest.mark.parametrize("success", [True, False], ids=["success", "failure"])
@pytest.mark.parametrize("order", [*POWERS, "capture"])
def test_in_demo_every_power_works_once_and_fails_once(demo: Game, order: str, success: bool) -> None:
    assert demo.results(order, success)


@pytest.mark.parametrize("success", [True, False], ids=["success", "failure"])
@pytest.mark.parametrize("unit", ["pieces", "ghosts"])
def test_in_demo_pieces_and_ghosts_move_and_fail_to(demo: Game, unit: str, success: bool) -> None:
    assert demo.results("move", success, unit)


def reorderings_that_matter(game: Game) -> list[tuple[int, str]]:
    """The reorderings without which the same turn comes out otherwise, for the table or for another order."""
    return [
        (turn.stage.turn, player)
        for turn in game.turns
        for player, given in turn.table["orders"].items()
        if "reorder" in given and comes_out_otherwise(game, turn, player)
    ]


def comes_out_otherwise(game: Game, turn: Played, player: str) -> bool:
    orders = turn.table["orders"]
    without = {key: value for key, value in orders[player].items() if key != "reorder"}
    state, results = told(replayed(game, turn, {**orders, player: without}))
    state_then, results_then = told(turn.outcome)
    del results_then[player]["reorder"]
    return (state, {**results, player: results.get(player, {})}) != (state_then, results_then)


def test_in_demo_the_professeurs_of_both_camps_change_what_happens(demo: Game) -> None:
    found = reorderings_that_matter(demo)
    assert len(found) >= 2
    assert {demo.campaign.setting.camp_of[player] for _, player in found} == set(demo.campaign.camps)


def test_a_reordering_that_failed_changes_nothing(demo: Game) -> None:
    failed = demo.results("reorder", success=False)
    assert failed
    assert not set(failed) & set(reorderings_that_matter(demo))


def conceals_with_effect(game: Game) -> Iterator[bool]:
    """For each ghost that met a piece whose player concealed his name: whether its camp learnt the role alone."""
    for turn in game.turns:
        for fact in turn.outcome.log:
            if fact.kind == "seen-concealed":
                cell = list(fact.data["cell"])
                learnt = [n.kind for n in turn.outcome.notices if list(n.facts.get("cell", ())) == cell]
                yield "role-seen" in learnt and "name-seen" not in learnt


def wounded_and_alive(game: Game) -> Iterator[str]:
    for turn in game.turns:
        pieces = turn.outcome.state.pieces
        hit = [fact.data["player"] for fact in turn.outcome.log if fact.kind == "wounded"]
        yield from (player for player in hit if player in pieces and pieces[player].wounded)


def repairs(game: Game) -> Iterator[tuple[str, str]]:
    """Each refused file whose player sent a good one afterwards."""
    for stage in game.stages:
        records = received(stage)
        for index, record in enumerate(records):
            if not record["accepted"]:
                later = [name for other in records[index:] if other["accepted"] for name in other["players"]]
                yield from ((stage.stage.label, name) for name in record["players"] if name in later)


def suicides(game: Game) -> Iterator[str]:
    """Each Savant who attracted his own end."""
    for turn in game.turns:
        lost = [fact.data["player"] for fact in turn.outcome.log if fact.kind == "eliminated"]
        yield from (player for player in lost if turn.outcome.results.get(player, {}).get("pull", {}).get("success"))


def votes_withdrawn(game: Game) -> list[str]:
    cast = [vote["player"] for vote in game.facts("voted") if vote["cast"]]
    return [vote["player"] for vote in game.facts("voted") if not vote["cast"] and vote["player"] in cast]


HAPPENS: dict[str, Callable[[Game], bool]] = {
    "at least four pieces are eliminated": lambda game: len(game.facts("eliminated")) >= 4,
    "pieces of both camps are eliminated": lambda game: len({fact["by"] for fact in game.facts("eliminated")}) == 2,
    "a Brute is wounded and lives": lambda game: any(wounded_and_alive(game)),
    "a ghost sees a role, which is published": lambda game: any(
        notice.to.kind == "public" for notice in game.notices("role-seen")
    ),
    "a ghost learns a name for its camp": lambda game: bool(game.notices("name-seen")),
    "a Croque-Mort stays without a name": lambda game: any(conceals_with_effect(game)),
    "a ghost of the other camp is examined": lambda game: any(
        notice.facts["camp"] != notice.to.name for notice in game.notices("examined")
    ),
    "a ghost is steered, and loses its own move": lambda game: any(
        result == "steered" for result in reasons(game, "move")
    ),
    "a Mystique learns who stands on a cell": lambda game: bool(game.notices("revealed")),
    "a Savant attracts his own end": lambda game: any(suicides(game)),
    "three ghosts capture a piece": lambda game: any(len(fact["others"]) == 2 for fact in game.facts("captured")),
    "a captured piece eliminates for its new camp": lambda game: bool(game.facts("captured")) and captor_strikes(game),
    "a sanctified cell saves a piece": lambda game: any(reason == "protected" for reason in reasons(game, "move")),
    "a player corrects an order": lambda game: any(corrections(game)),
    "a player repairs a file that was refused": lambda game: any(repairs(game)),
    "a player is absent": lambda game: any(turn.table["absent"] for turn in game.turns),
    "a player with nothing left writes all the same": lambda game: any(
        set(record["players"]) - set(turn.before.pieces) - set(turn.before.ghosts)
        for turn in game.turns
        for record in received(turn)
    ),
    "a vote is withdrawn": lambda game: bool(votes_withdrawn(game)),
}


def reasons(game: Game, order: str) -> list[str]:
    """Why each ``order`` came to what it came to."""
    return [given[order]["reason"] for turn in game.turns for given in turn.outcome.results.values() if order in given]


def captor_strikes(game: Game) -> bool:
    """Whether somebody who captured a piece moves it onto an enemy afterwards."""
    captors = [fact["taker"] for fact in game.facts("captured")]
    return any(
        {"moved", "eliminated"} <= {fact.kind for fact in acts} and acts[0].data["player"] in captors
        for turn in game.turns
        for acts in each_order(turn)
    )


def each_order(turn: Played) -> Iterator[list[Any]]:
    """The facts of each order of a turn that had its item: from its trial to its result."""
    acts: list[Any] = []
    for fact in turn.outcome.log:
        if fact.kind == "tried":
            acts = []
        acts.append(fact)
        if fact.kind == "result" and acts[0].kind == "tried":
            yield acts
            acts = [fact]


@pytest.mark.parametrize("what", HAPPENS)
def test_in_demo(demo: Game, what: str) -> None:
    assert HAPPENS[what](demo)


def test_in_demo_nobody_is_absent_more_than_once_and_never_all(demo: Game) -> None:
    absent = [player for turn in demo.turns for player in turn.table["absent"]]
    assert len(absent) == len(set(absent)) < 4


def test_the_last_turn_of_demo_hangs_on_a_sanctification(demo: Game) -> None:
    last = demo.turns[-1]
    orders = {player: given for player, given in last.table["orders"].items() if "sanctify" not in given}
    other = replayed(demo, last, orders)
    assert [fact.kind for fact in other.log].count("captured") == 1
    assert other.state.ending is None


WRITTEN: dict[str, str] = {
    "with accents": r"déplacement:",
    "without accents": r"deplacement:",
    "in capitals": r"DEPLACEMENT: [A-Z]+",
    "in English": r"^orders:",
    "in a code block": r"\A\[code\]\n[\s\S]*\[/code\]\s*\Z",
    "in the MJ's table": r"^joueurs:",
    "as nothing": r"ordres: rien",
    "with a note": r"^note: \S",
    "with a key": r"^clé: [A-Z0-9]{4}-[A-Z0-9]{4}$",
    "by the MJ in a captain's stead": r"^camp:",
    "by cell": r"déplacement: \(\d;\d\)",
    "with an item in everyday words": r"(action|avant|après): la \w+ ",
}


@pytest.mark.parametrize("how", WRITTEN)
def test_in_demo_orders_are_written(demo: Game, how: str) -> None:
    assert written_so(demo, WRITTEN[how])


def test_demo_is_mostly_in_french(demo: Game) -> None:
    assert 0 < in_english(demo) < 1 / 5


def test_refusals_in_demo_name_mistakes_of_every_sort(demo: Game) -> None:
    records = [record for stage in demo.stages for record in received(stage) if not record["accepted"]]
    codes = {fault["code"] for record in records for fault in record["faults"]}
    assert {"unknown-word", "wrong-turn", "off-board", "exclusive", "spent", "same-cell"} <= codes


# The short one -----------------------------------------------------------------------------------------------


def test_torus_is_three_camps_of_three_in_english(torus: Game) -> None:
    board = torus.campaign.setting.board
    assert [len(players) for players in torus.campaign.camps.values()] == [3, 3, 3]
    assert (board.topology, torus.campaign.language) == ("torus", "en")
    french = r"^(joueurs?|tour|ordres|rôles|clé):"
    texts = [path.read_text(encoding="utf-8") for path in torus.files]
    assert not [text for text in texts if re.search(french, text, re.MULTILINE)]


def test_torus_ends_by_the_votes_of_two_thirds_after_four_to_six_turns(torus: Game) -> None:
    assert 4 <= len(torus.turns) <= 6
    assert torus.end.ending.cause == "stopped"
    assert 3 * len(torus.end.stop) >= 2 * len(torus.campaign.players)
    assert len(torus.turns[-1].before.stop) > 0  # votes stay from one turn to the next


def test_in_torus_pieces_of_every_camp_are_eliminated_by_more_than_one(torus: Game) -> None:
    assert len(torus.facts("eliminated")) >= 4
    assert len({fact["by"] for fact in torus.facts("eliminated")}) == 3


def crosses(start: Any, end: Any) -> bool:
    """Whether one step led over an edge: on a closed board the cells are not adjacent."""
    return abs(start[0] - end[0]) + abs(start[1] - end[1]) > 1


def journeys(game: Game, order: str, kind: str) -> list[tuple[Any, Any]]:
    """The start and the end of each move that an ``order`` led to."""
    return [
        (fact.data["start"], fact.data["end"])
        for turn in game.turns
        for acts in each_order(turn)
        if acts[0].data["order"] == order
        for fact in acts
        if fact.kind == kind
    ]


@pytest.mark.parametrize(
    ("order", "kind"), [("move", "moved"), ("move", "ghost-moved"), ("pull", "moved")], ids=["move", "ghost", "pull"]
)
def test_in_torus_an_edge_is_crossed(torus: Game, order: str, kind: str) -> None:
    assert any(crosses(start, end) for start, end in journeys(torus, order, kind))


def test_in_torus_an_edge_is_crossed_by_a_fatal_arrow(torus: Game) -> None:
    archers = [
        (turn.before.pieces[player].cell, turn.before.pieces[player].aimed)
        for turn in torus.turns
        for player, given in turn.outcome.results.items()
        if given.get("shoot", {}).get("reason") == "arrow-eliminated"
    ]
    assert any(sum(abs(a - b) for a, b in zip(stand, aimed, strict=True)) > 2 for stand, aimed in archers)


def test_in_torus_initiative_goes_round(torus: Game) -> None:
    camps = list(torus.campaign.camps)
    seen = [list(fact["camps"]) for fact in torus.facts("initiative")]
    assert seen == [camps[turn % 3 :] + camps[: turn % 3] for turn in range(len(seen))]
    assert len(seen) > 3


def test_in_torus_initiative_decides_a_turn(torus: Game) -> None:
    always_alike = replace(torus.campaign.setting, initiative=(tuple(torus.campaign.camps),))
    others = [play_turn(always_alike, turn.before, turn.table["orders"], torus.campaign.seed) for turn in torus.turns]
    assert [told(other) for other in others] != [told(turn.outcome) for turn in torus.turns]
