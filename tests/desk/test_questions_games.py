"""Whole games with questions, whatever the MJ says or leaves: they never hang, and what is kept of them verifies."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.asking import PLAYERS, answers, bids, campaign, installed
from support.clocked import acts, at, cron, fresh_clock
from support.commands import drop, good, run, send
from support.depth import examples

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
    outcome = rules.resolve(setting, rules.begin(setting), orders, "seed", heard)
    places = [one.question.place for one in heard.asked]
    assert len(places) == len(set(places)) and not heard.twice and not heard.beyond
    rows = record(heard.asked)
    again = recorded(rows)
    assert to_plain(rules.resolve(setting, rules.begin(setting), orders, "seed", again)) == to_plain(outcome)
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


SETTINGS = (
    "",
    "mj: {heures: 5, sans moi: proposer}\n",
    "mj: {heures: 5}\n",
    "mj: {heures: 5, sans moi: proposer, soin: {rumeur: exige, présage: fais-le}}\n",
)
"""What the MJ says of himself. He has five hours where he says any, and cron comes once a day."""


def waited_for(asked: list[dict[str, Any]], settings: str, closed: bool) -> bool:
    """Whether a stage waits for him that nobody else holds up: by what is open, as the page of the rules has it."""
    needed = [one for one in asked if one["proposal"] is None or (one["purpose"] == "rumour" and "exige" in settings)]
    return bool(asked) and bool(needed or not closed or "proposer" not in settings)


@given(NUMBERS)
@examples(3)
def test_a_game_never_hangs_and_somebody_is_always_named(number: int) -> None:
    """Whatever comes, each day a stage is played, waits for a deadline to come, or for the MJ, who is told so.

    Nothing is played while he is waited for, and nothing waits for him that he need not answer.
    """
    from tempfile import TemporaryDirectory

    chance = random.Random(number)
    settings = SETTINGS[number % len(SETTINGS)]
    with TemporaryDirectory() as place:
        folder = campaign(Path(place) / "p", settings + "échéance: {jours: 2}\nabsents: rien\n", turns=2)
        for day in range(20):
            now = datetime(2026, 11, 20, 9, tzinfo=UTC) + timedelta(days=day)
            at(now.isoformat())
            turn = good("status", folder, "--json").json()["turn"]
            closed = is_closed(folder)
            if chance.random() < 0.7 and not closed:
                some = {player: chance.choice((1, 7, 7, 12)) for player in PLAYERS if chance.random() < 0.8}
                if some:
                    run("submit", folder, "-", stdin=bids(turn, **some))
            if chance.random() < 0.5:
                run("submit", folder, "-", stdin=said(chance, turn))
            if day > 6:
                for one in good("status", folder, "--json").json().get("asked", []):
                    if one["purpose"] == "judge":
                        good("submit", folder, "-", stdin=answers(turn, {"juge": one["options"][0]}))
                good("submit", folder, "-", stdin=answers(turn, rest="à toi"))
            if closed:
                drop(folder, f"{day}.yaml", f"joueur: Bruno\ntour: {turn}\nordres: {{mise: 20}}\n")
            before = good("status", folder, "--json").json()
            over = closed or not before["missing"] or is_past(before["due"], now)
            asked = waited_for(before.get("asked", []), settings, closed)
            done = cron(folder)
            assert not closed or "refusé : " in done.out
            assert over or not is_closed(folder), "the players have time yet"
            status = good("status", folder, "--json").json()
            if status["held"]:  # the brake: all are missing at the deadline
                assert done.code == 1 and not closed and not before["received"]
                good("release", folder, "--reason", "vu", "--by", "MJ")
                continue
            assert (status["turn"] != turn) is (over and not asked), (before, status)
            if over and asked:
                assert (
                    done.code == 1 and is_closed(folder) and status["cron"]["what"] == "ask" and status["cron"]["look"]
                )
            elif status["phase"] != "over":
                assert not is_past(status["due"], now) or status["cron"]["what"] == "play"
            if status["phase"] == "over":
                break
        assert good("status", folder, "--json").json()["phase"] == "over"
        good("verify", folder)


def is_closed(folder: Path) -> bool:
    """Whether the players' time for the stage awaited was closed."""
    awaited = max((path.name for path in (folder / "turns").glob("*") if not (path / "result").exists()), default="")
    return any(act["act"] == "closed" and act["stage"] == awaited for act in acts(folder))


def is_past(moment: str | None, now: datetime) -> bool:
    return moment is not None and datetime.fromisoformat(moment) <= now


def test_everything_is_left_where_he_says_so_once(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p")
    send(folder, bids(1, Anna=7, Bruno=7, Chloé=7), answers(1, {"juge": "Chloé"}, rest="à toi"))
    good("resolve", folder)
    good("verify", folder)
