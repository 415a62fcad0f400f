"""Whole games with questions, whatever the MJ says or leaves: they never hang, and what is kept of them verifies."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from asking import PLAYERS, answers, bids, campaign, installed
from clocked import at, cron, fresh_clock
from commands import good, run, send
from depth import examples
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.core.mj import QUESTIONS, Answer, Mj, Question, record, recorded
from adjudicator.core.plain import to_plain

NUMBERS = st.integers(0, 2**32)


@pytest.fixture(scope="module", autouse=True)
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    with installed(tmp_path_factory.mktemp("games") / "root") as module:
        yield module


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    yield from fresh_clock()


ANYTHING: Any = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-3, 3), st.sampled_from(("Anna", "Bruno", "x", ""))),
    lambda inner: st.one_of(
        st.lists(inner, max_size=2), st.dictionaries(st.sampled_from(("a", "b")), inner, max_size=2)
    ),
    max_leaves=4,
)
PLACES = [(purpose, ()) for purpose in ("omen", "judge", "tale")]
PLACES += [("rumour", (player,)) for player in PLAYERS] + [("echo", (one, two)) for one in PLAYERS for two in PLAYERS]


@given(
    st.dictionaries(st.sampled_from(PLAYERS), st.integers(1, 20)),
    st.dictionaries(
        st.sampled_from(PLACES), st.builds(Answer, ANYTHING, st.sampled_from(("mj", "agreed", "left", "default")))
    ),
    st.booleans(),
)
@examples(40)
def test_a_stage_is_played_whatever_is_answered_and_its_record_plays_it_again(
    game: ModuleType, given_bids: dict[str, int], given_answers: dict[Any, Answer], rest: bool
) -> None:
    rules = game.GAME.rules
    setting = game.GAME.setup.setting({"players": list(PLAYERS), "turns": 3})
    orders = {player: {"bid": bid} for player, bid in given_bids.items()}
    heard = Mj(given_answers, rest)
    outcome = rules.adjudicate(setting, rules.begin(setting), orders, "seed", heard)
    places = [one.question.place for one in heard.asked]
    assert len(places) == len(set(places)) and not heard.twice and not heard.beyond
    rows = record(heard.asked)
    again = recorded(rows)
    assert to_plain(rules.adjudicate(setting, rules.begin(setting), orders, "seed", again)) == to_plain(outcome)
    assert [row["print"] for row in record(again.asked)] == [row["print"] for row in rows]


def test_a_rule_that_asks_and_asks_ends() -> None:
    heard = Mj()
    values = [heard.ask(Question("tale", (str(number),), number)) for number in range(QUESTIONS + 7)]
    assert values == list(range(QUESTIONS + 7)) and len(heard.asked) == QUESTIONS and heard.beyond == 7


def test_what_is_asked_twice_and_otherwise_has_its_first_value() -> None:
    heard = Mj()
    assert [heard.ask(Question("tale", (), 1)), heard.ask(Question("tale", (), 2))] == [1, 1]
    assert heard.twice == [("tale", ())] and len(heard.asked) == 1


def said(chance: random.Random, turn: int) -> str:
    """Something that the MJ may write, good or not."""
    given: dict[str, object] = {}
    if chance.random() < 0.6:
        given["présage"] = chance.choice((0, 1, 2, 3, "d’accord", "à toi"))
    if chance.random() < 0.6:
        words = {
            player: chance.choice(("oui", "non", "d’accord", "à toi")) for player in PLAYERS if chance.random() < 0.5
        }
        if words:
            given["rumeur"] = "{" + ", ".join(f"{player}: {word}" for player, word in words.items()) + "}"
    if chance.random() < 0.4:
        given["juge"] = chance.choice(PLAYERS)
    return answers(
        turn, given, chance.choice(("", "", "à toi", "d’accord", "demande-moi")) or ("à toi" if not given else "")
    )


@given(NUMBERS)
@examples(3)
def test_a_game_never_hangs_and_somebody_is_always_named(number: int) -> None:
    """Whatever comes, each day either a stage is played or cron says what the MJ has to do; it ends when he answers."""
    from tempfile import TemporaryDirectory

    chance = random.Random(number)
    more = chance.choice(
        ("", "mj: {heures: 5, sans moi: proposer}\n", "mj: {soin: {rumeur: exige, présage: fais-le}}\n")
    )
    with TemporaryDirectory() as place:
        folder = campaign(Path(place) / "p", more + "échéance: {jours: 2}\nabsents: rien\n", turns=2)
        for day in range(60):
            at(f"2026-{11 + (19 + day) // 30:02d}-{(19 + day) % 30 + 1:02d} 10:00" if day < 41 else "2027-01-15 10:00")
            row = good("status", folder, "--json").json()
            if row["phase"] == "over":
                break
            turn = row["turn"]
            if chance.random() < 0.7:
                some = {player: chance.choice((1, 7, 7, 12)) for player in PLAYERS if chance.random() < 0.8}
                if some:
                    run("submit", folder, "-", stdin=bids(turn, **some))
            if chance.random() < 0.5 or day > 20:
                run("submit", folder, "-", stdin=said(chance, turn))
            if day > 30:
                run("submit", folder, "-", stdin=answers(turn, {"juge": "Anna"}))
                run("submit", folder, "-", stdin=answers(turn, rest="à toi"))
            done = cron(folder)
            assert done.code in (0, 1)
            status = good("status", folder, "--json").json()
            assert status["phase"] == "over" or status["due"] or status["cron"]["look"], status["cron"]
            if status["cron"]["what"] == "brake" or status["held"]:
                good("release", folder, "--reason", "vu", "--by", "MJ")
        assert good("status", folder, "--json").json()["phase"] == "over"
        good("verify", folder)


def test_everything_is_left_where_he_says_so_once(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p")
    send(folder, bids(1, Anna=7, Bruno=7, Chloé=7), answers(1, {"juge": "Chloé"}, rest="à toi"))
    good("resolve", folder)
    good("verify", folder)
