"""The examples of the Resistance, played from their files by the real program, show what they are there to show.

Nothing here is a list of what happened: every requirement is looked for in what the program published.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from getpass import getuser
from pathlib import Path
from typing import Any

import pytest
from support.campaigns import (
    NOW,
    Game,
    all_but_who,
    corrections,
    demo,
    examples_of,
    in_english,
    play,
    played,
    received,
    written_so,
)
from support.commands import good, plain, report, run, tree

from adjudicator.campaign.stages import Played
from adjudicator.core.plain import to_plain
from adjudicator.core.words import fold
from adjudicator.games.resistance.state import Mission, Proposal

EXAMPLES = ("resistance", "resistance-targeted")


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
def fleet(games: dict[str, Game]) -> Game:
    return games["resistance"]


@pytest.fixture(scope="module")
def pegasus(games: dict[str, Game]) -> Game:
    return games["resistance-targeted"]


@pytest.fixture(params=EXAMPLES)
def example(request: pytest.FixtureRequest, games: dict[str, Game]) -> Game:
    return games[request.param]


# What was published ------------------------------------------------------------------------------------------


def records(game: Game) -> list[dict[str, Any]]:
    """The verdicts on all files, in the order in which they came."""
    return [record for stage in game.stages for record in received(stage)]


def proposals(game: Game) -> list[Proposal]:
    return list(game.end.proposals)


def missions(game: Game) -> list[Mission]:
    return list(game.end.missions)


def tally(proposal: Proposal) -> tuple[int, int]:
    """How many voted yes, and how many no."""
    votes = list(proposal.votes.values())
    return votes.count("yes"), votes.count("no")


def stages_of(game: Game, phase: str) -> list[Played]:
    return [stage for stage in game.stages if stage.stage.phase == phase]


def published(stage: Played, reader: str) -> str:
    """A report in plain text, on one line, as it was published."""
    (path,) = (stage.folder / "result" / "reports").glob(f"{reader}.txt")
    return " ".join(plain(path.read_text(encoding="utf-8")).split())


# Both examples -----------------------------------------------------------------------------------------------


def test_every_example_of_the_game_is_tested() -> None:
    assert examples_of("resistance") == {*EXAMPLES, "resistance-plan"}  # the last is looked at in test_plan_examples


def test_every_order_file_is_sent(example: Game) -> None:
    sent = [(stage.stage.label, record["source"]) for stage in example.stages for record in received(stage)]
    assert sorted(sent) == sorted((path.parent.name, path.name) for path in example.files)


def test_refused_are_exactly_the_files_that_are_meant_to_be(example: Game) -> None:
    refused = sorted(record["source"] for record in records(example) if not record["accepted"])
    assert refused == sorted(path.name for path in example.files if "refuse" in path.stem)


def test_every_refused_file_is_mended(example: Game) -> None:
    assert any(not record["accepted"] for record in records(example))
    assert [one for stage in example.stages for one in stage.table["refused"]] == []


def test_the_game_comes_to_its_end(example: Game) -> None:
    done = run("status", example.campaign.folder, "--json")
    assert done.code == 0
    assert example.end.phase == "over"
    assert example.end.ending is not None


def test_a_stage_played_again_from_its_files_gives_the_same(example: Game) -> None:
    game, setting, seed = example.campaign.game, example.campaign.setting, example.campaign.seed
    for stage in example.stages:
        again = game.rules.resolve(setting, stage.before, stage.table["orders"], seed)
        assert to_plain(again) == to_plain(stage.outcome)


@pytest.mark.deep
@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_played_again_gives_the_same_bytes(games: dict[str, Game], name: str, tmp_path: Path) -> None:
    again = play(name, tmp_path / "again")
    assert tree(again.campaign.folder) == tree(games[name].campaign.folder)


def test_who_is_who_is_published_at_the_end_and_not_before(example: Game) -> None:
    *before, last = [published(stage, "public") for stage in example.stages]
    cylon = plain(example.campaign.voice(None).say("side.cylons"))
    told = [f"{player} {cylon}" for player in example.end.cylons]
    assert told
    assert all(sentence in last for sentence in told)
    assert not [text for text in before for sentence in told if sentence in text]


# The long one ------------------------------------------------------------------------------------------------


@pytest.mark.deep
def test_the_command_demo_plays_the_same_game(fleet: Game) -> None:
    assert all_but_who(demo("resistance")[1], "adjudicator") == all_but_who(fleet.campaign.folder, getuser())


@pytest.mark.deep
def test_the_command_demo_shows_the_public_reports(fleet: Game) -> None:
    shown = good("demo", "--full", "--game", "résistance")
    last = ("player-01-bruno", "mj")
    reports = [stage.folder / "result" / "reports" / "public.txt" for stage in fleet.stages]
    reports += [fleet.stages[-1].folder / "result" / "reports" / f"{reader}.txt" for reader in last]
    for path in reports:
        assert plain(path.read_text(encoding="utf-8")) in shown.out, path
    for name in (path.name for path in fleet.files if "refuse" in path.stem):
        assert f"{name} : refusé, 1 faute" in shown.err


@pytest.mark.deep
def test_the_command_demo_shows_the_same_again() -> None:
    assert good("demo", "--full", "--game", "resistance") == good("demo", "--full", "--game", "résistance")


def test_the_command_demo_refuses_an_unknown_game_with_the_nearest(tmp_path: Path) -> None:
    done = run("demo", "--game", "resistanse", tmp_path / "demo")
    assert (done.code, done.out) == (2, "")
    assert "« resistanse »" in done.err
    assert "Peut-être « resistance »" in done.err
    assert not (tmp_path / "demo").exists()


def test_eight_players_each_have_a_character_and_some_no_address(fleet: Game) -> None:
    people = fleet.campaign.plain["players"]
    assert len(people) == 8
    assert all(person["character"] for person in people)
    assert 0 < sum("email" not in person for person in people) < len(people)
    assert fleet.campaign.language == "fr"
    assert fleet.campaign.plain["deadline"]


def test_the_commandant_is_the_player_of_william_adama(fleet: Game) -> None:
    first = proposals(fleet)[0].commander
    assert fleet.campaign.setting.characters[first] == "William Adama"


def test_it_is_of_moderate_length(fleet: Game) -> None:
    assert 4 <= len(missions(fleet)) <= 5
    assert 20 <= len(fleet.stages) <= 30


def test_it_is_the_last_mission_that_decides(fleet: Game) -> None:
    assert fleet.stages[-1].before.score(True) == fleet.stages[-1].before.score(False) == 2
    assert fleet.end.ending.cause == "missions"


def missing_vote_decides(game: Game) -> bool:
    """Whether a squad was rejected that one more yes, of somebody who did not vote, would have had approved."""
    voters = len(game.campaign.players)
    return any(
        one.defaulted and not one.approved and 2 * (tally(one)[0] + len(one.defaulted)) > voters
        for one in proposals(game)
    )


def counted_as_no(game: Game) -> bool:
    """Whether those who were absent from a vote are named in public, and counted as no."""
    return any(
        stage.table["absent"]
        and f"Sans vote, comptés « non » : {', '.join(stage.table['absent'])}" in published(stage, "public")
        for stage in stages_of(game, "vote")
    )


def passed_over(game: Game) -> list[Played]:
    """The proposals of those who sent nothing, after which the next seat commands."""
    seats = game.end.seats
    return [
        stage
        for stage in stages_of(game, "proposal")
        if stage.table["absent"] == [stage.before.commander]
        and not received(stage)
        and f"{stage.before.commander} n’a proposé aucun Escadron" in published(stage, "public")
        and stage.outcome.state.commander == seats[(seats.index(stage.before.commander) + 1) % len(seats)]
    ]


def stood_in(game: Game, phase: str) -> bool:
    """Whether a standing order took the place of an order in such a stage."""
    return any(stage.table["stood_in"] for stage in stages_of(game, phase))


def withdrawn(game: Game) -> bool:
    """Whether somebody took his standing orders back."""
    given = [orders for record in records(game) for orders in record.get("standing", {}).values()]
    return bool(given) and given[0] != {} and given[-1] == {} and not game.stages[-1].table["standing"]


def cards_missing(game: Game, cylon: bool) -> list[str]:
    """The players of a side for whom a card was played; no public report names them as absent."""
    return [fact["player"] for fact in game.facts("card-missing") if (fact["player"] in game.end.cylons) is cylon]


def mended(game: Game, code: str) -> Iterator[dict[str, Any]]:
    """Each fault of this code in a refused file, when its player sent a good file after it."""
    for stage in game.stages:
        rows = received(stage)
        for i, record in enumerate(rows):
            later = [name for other in rows[i + 1 :] if other["accepted"] for name in other["players"]]
            if not record["accepted"] and set(record["players"]) <= set(later):
                yield from (fault for fault in record["faults"] if fault["code"] == code)


def colon_who_would_fail(game: Game) -> bool:
    """Whether a Colon was refused a failure, then sent a success, which was played."""
    return any(mended(game, "colons-succeed")) and any(
        fact["card"] == "success"
        for stage in stages_of(game, "mission")
        for record in received(stage)
        if not record["accepted"]
        for fact in (dict(fact.data) for fact in stage.outcome.log if fact.kind == "card")
        if fact["player"] in record["players"]
    )


HAPPENS: dict[str, Callable[[Game], bool]] = {
    "the first squad is approved": lambda game: proposals(game)[0].approved,
    "the first mission is sabotaged": lambda game: not missions(game)[0].success and missions(game)[0].failures > 0,
    "a proposal is rejected by most": lambda game: any(
        one.squad and not one.approved and tally(one)[0] < tally(one)[1] for one in proposals(game)
    ),
    "a proposal is rejected by a tie": lambda game: any(
        not one.approved and tally(one) == (4, 4) and not one.defaulted for one in proposals(game)
    ),
    "a missing vote counts as no": counted_as_no,
    "a missing vote decides": missing_vote_decides,
    "mission 4 succeeds in spite of a failure": lambda game: any(
        one.number == 4 and one.success and one.failures == 1 for one in missions(game)
    ),
    "a Commandant who sends nothing is passed over": lambda game: bool(passed_over(game)),
    "a standing squad is proposed": lambda game: stood_in(game, "proposal"),
    "a standing vote is cast": lambda game: stood_in(game, "vote"),
    "a standing card is played": lambda game: stood_in(game, "mission"),
    "standing orders are taken back": withdrawn,
    "a Colon's card is missing": lambda game: bool(cards_missing(game, cylon=False)),
    "a Cylon's card is missing": lambda game: bool(cards_missing(game, cylon=True)),
    "a squad of the wrong size is mended": lambda game: any(mended(game, "squad-size")),
    "an unknown name is mended": lambda game: any(fault["suggestion"] for fault in mended(game, "unknown-player")),
    "a Colon who would fail sends a success": colon_who_would_fail,
    "somebody changes his mind": lambda game: any(corrections(game)),
    "the same squad is proposed again": lambda game: (
        len({one.squad for one in proposals(game) if one.squad}) < len([one for one in proposals(game) if one.squad])
    ),
    "a Cylon is in a squad that succeeds": lambda game: any(
        one.success and set(one.squad) & set(game.end.cylons) for one in missions(game)
    ),
}


@pytest.mark.parametrize("what", HAPPENS)
def test_in_the_long_one(fleet: Game, what: str) -> None:
    assert HAPPENS[what](fleet)


def test_the_unknown_name_is_answered_with_the_name_that_was_meant(fleet: Game) -> None:
    (fault,) = mended(fleet, "unknown-player")
    assert fault["suggestion"] in fleet.campaign.players
    assert f"Peut-être « {fault['suggestion']} »" in plain(fault["message"])


def test_who_sent_no_card_is_told_to_nobody_but_himself_and_the_mj(fleet: Game) -> None:
    stages = [stage for stage in stages_of(fleet, "mission") if stage.table["absent"]]
    assert stages
    for stage in stages:
        (absent,) = stage.table["absent"]
        told = [
            path.stem
            for path in (stage.folder / "result" / "reports").glob("*.txt")
            if re.search(r"pas joué de carte|rien envoyé", plain(path.read_text(encoding="utf-8")))
        ]
        assert len(told) == 2
        assert all(name == "mj" or name.endswith(fold(absent)) for name in told)


def test_all_cylons_know_one_another_from_the_start(fleet: Game) -> None:
    deal = fleet.stages[0]
    for i, player in enumerate(fleet.campaign.players, 1):
        others = ", ".join(cylon for cylon in fleet.end.cylons if cylon != player)
        text = published(deal, f"player-{i:02}-{fold(player)}")
        assert (f"Tu es Cylon, avec : {others}." if player in fleet.end.cylons else "Tu es Colon.") in text


WRITTEN: dict[str, str] = {
    "with a squad as a list": r"escadron: \[\w+, \w+, \w+\]",
    "with a squad as a list of lines": r"escadron:\n    - \w+\n    - ",
    "with a squad as a sentence": r"escadron: \w+, \w+,? \w+ et \w+|escadron: \w+, \w+, \w+ et \w+",
    "by a player under his character's name": r"^joueur: Kara Thrace$",
    "with characters in a squad": r"escadron: \[William Adama, ",
    "in English": r"^orders:\n  squad: .* and ",
    "in the game's own words": r"vote: Oui, c'est ce que tous nous disons !$",
    "without accents": r"(?:escadron: Anna, Elise,)|(?:joueur: Gaelle)",
    "with spaces before colons": r"^joueur : \w+$",
    "in a code block, with a greeting and a signature": r"\A\w.*\n\n\[code\]\n[\s\S]*\[/code\]\s*\n--\n",
    "by the MJ for several": r"^joueurs:\n  \w+: \{",
    "with a note to the MJ": r"^note: \S",
    "with a key": r"^clé: [A-Z0-9]{4}-[A-Z0-9]{4}$",
    "with standing orders": r"^permanents:\n  vote: ",
    "without standing orders any more": r"^permanents: rien$",
}


@pytest.mark.parametrize("how", WRITTEN)
def test_in_the_long_one_orders_are_written(fleet: Game, how: str) -> None:
    assert written_so(fleet, WRITTEN[how])


def test_the_long_one_is_mostly_in_french(fleet: Game) -> None:
    assert 0 < in_english(fleet) < 1 / 5


def test_notes_reach_the_mj_and_nobody_else(fleet: Game) -> None:
    noted = [(stage, note) for stage in fleet.stages for note in stage.table["notes"].values()]
    assert len(noted) > 10
    for stage, note in noted:
        words = plain(note).replace("\u00a0", " ")
        readers = [
            path.stem
            for path in (stage.folder / "result" / "reports").glob("*.txt")
            if words in published(stage, path.stem)
        ]
        assert readers == ["mj"], note


# The short one -----------------------------------------------------------------------------------------------


def test_the_short_one_is_five_players_without_characters_in_english(pegasus: Game) -> None:
    setting, options = pegasus.campaign.setting, pegasus.campaign.setting.options
    assert (len(setting.players), setting.characters, pegasus.campaign.language) == (5, {}, "en")
    assert options.targeted_attacks
    assert options.isolated_cylons
    french = r"^(joueurs?|tour|ordres|clé|permanents|titre|graine):"
    texts = [path.read_text(encoding="utf-8") for path in [*pegasus.files, pegasus.source / "campaign.yaml"]]
    assert not [text for text in texts if re.search(french, text, re.MULTILINE)]


def test_in_the_short_one_missions_are_not_carried_out_in_their_order(pegasus: Game) -> None:
    numbers = [one.number for one in missions(pegasus)]
    assert numbers
    assert numbers != list(range(1, len(numbers) + 1))


def test_in_the_short_one_a_round_aims_at_several_missions(pegasus: Game) -> None:
    last = [one for one in proposals(pegasus) if one.round == pegasus.end.round and one.squad]
    assert len({one.target for one in last}) > 1


def test_the_short_one_ends_by_five_rejections_one_of_them_without_a_squad(pegasus: Game) -> None:
    ending, rejected = pegasus.end.ending, proposals(pegasus)[-5:]
    assert (ending.winner, ending.cause) == ("cylons", "rejections")
    assert not any(one.approved for one in rejected)
    assert len({one.round for one in rejected}) == 1
    assert [one.squad for one in rejected].count(()) == 1


def test_a_missing_vote_ends_the_short_one(pegasus: Game) -> None:
    last = pegasus.stages[-1]
    (absent,) = last.table["absent"]
    given = {**last.table["orders"], absent: {"vote": "yes"}}
    other = pegasus.campaign.game.rules.resolve(pegasus.campaign.setting, last.before, given, pegasus.campaign.seed)
    assert other.state.ending is None
    assert f"No vote came, counted as no: {absent}" in published(last, "public")


def test_the_short_one_refuses_a_squad_without_a_mission_and_the_fifth_too_early(pegasus: Game) -> None:
    assert any(mended(pegasus, "target-missing"))
    assert any(mended(pegasus, "target-too-early"))


def test_isolated_cylons_learn_nothing_of_each_other(pegasus: Game) -> None:
    for player in pegasus.end.cylons:
        text = report(pegasus.campaign.folder, "--turn", 1, "--for", f"player:{player}")
        assert "You are a Cylon. You do not know who the other Cylons are." in " ".join(text.split())
