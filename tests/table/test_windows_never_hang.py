"""Whole games with windows, of whatever is left and sent: some deadline to come, or the MJ, is always named."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import windowed
from support.clocked import acts, cron, fresh_clock, stages, status
from support.commands import drop, good
from support.depth import examples

CLOCKS = st.sampled_from(
    [
        "",
        "échéance: {jours: 2}\n",
        "échéance: {jours: 2, grâce: 5, fenêtres: {heures: 24}}\n",
        "échéance: {jours: 1, dès que complet: non, fenêtres: {heures: 3, relances: [1]}}\n",
        "échéance: {heures: 20, à l’heure: oui}\n",
        "échéance: {jours: 2, dès que complet: 6h, mises: {heures: 9}, fenêtres: {heures: 24, à l’heure: oui}}\n",
    ]
)
RULES = st.sampled_from(["", "absents: attendre\n", "absents: rien\n", "absents: permanents\n"])
AHEAD = st.sampled_from(["", "d’avance: attendent\n"])
SENT = st.sampled_from(["", "", "mise: 7", "mise: 3", "alarme: oui", "alarme: garde", "rien", "oups: 1"])
CLAUSES = st.sampled_from(
    [
        "si: [{j’ai le rouge: oui, alors: {alarme: oui}}]",
        "mise: 4, si: [{mes points: {au moins: 1}, alors: {alarme: garde}}, {manche: 1, alors: {mise: 6}}]",
        "si: [{manche: 2, une fois: oui, alors: {alarme: oui, mise: 3}}, {sauf: {manche: 2}, alors: {alarme: garde}}]",
    ]
)
PLAIN = st.sampled_from(["", "", "mise: 4", "alarme: garde", "alarme: si rouge", "alarme: oui, mise: 5", "rien"])
LEFT = PLAIN | CLAUSES
MOVES = st.lists(st.tuples(st.sampled_from(windowed.PLAYERS), SENT, LEFT, st.integers(0, 2)), max_size=5)
MJ = st.sampled_from(["", "mj: {heures: 5, sans moi: proposer}\n", "mj: {soin: {alarme compte: fais-le}}\n"])
LONGEST = 60
"""Steps of a game of two rounds, six stages, each of which may be held and released."""


@pytest.fixture(autouse=True, scope="module")
def _game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    yield from windowed.program_knows(tmp_path_factory.mktemp("vigie"), asking=True)


@pytest.fixture(autouse=True, scope="module")
def _clock() -> Iterator[None]:
    yield from fresh_clock()


@examples(3)
@given(clock=CLOCKS, rules=st.tuples(RULES, AHEAD, MJ).map("".join), moves=st.lists(MOVES, min_size=3, max_size=8))
def test_a_game_goes_on_or_somebody_is_named(clock: str, rules: str, moves: list[Any]) -> None:
    with tempfile.TemporaryDirectory() as above:
        folder = windowed.campaign(Path(above) / "p", f"{clock}{rules}alarmes: [2, 1, 0]\n", rounds=2)
        now = datetime(2026, 11, 20, 9, tzinfo=UTC)
        for step in range(LONGEST):
            os.environ["ADJUDICATOR_NOW"] = now.isoformat()
            over = status(folder)["phase"] == "over"
            for number, move in enumerate(moves[step] if step < len(moves) and not over else ()):
                write(folder, number, *move)
            before = len(stages(folder))
            done = cron(folder)
            played = len(stages(folder)) - before
            assert played <= 10
            found = status(folder)
            if found["phase"] == "over":
                break
            if not played or done.code:  # else the next visit names whom it waits for
                now = following(folder, found, now, done.code, "proposer" in rules)
        assert status(folder)["phase"] == "over", "it hangs"
        good("verify", folder)


def write(folder: Path, number: int, player: str, sent: str, left: str, ahead: int) -> None:
    """Put a file of a player into the inbox."""
    lines = [f"joueur: {player}", f"tour: {status(folder)['turn'] + ahead}"]
    for key, words in (("ordres", sent), ("permanents", left)):
        lines += [f"{key}: {words}" if words == "rien" else f"{key}: {{{words}}}"] if words else []
    drop(folder, f"{number:03d}.yaml", "\n".join([*lines, ""]), number)


def answered(folder: Path, text: str, now: datetime) -> datetime:
    good("submit", folder, "-", stdin=text)
    return now


def following(folder: Path, found: dict[str, Any], now: datetime, code: int, by_himself: bool) -> datetime:
    """Return when it goes on; where no deadline to come is named cron must have called the MJ, who sees to it."""
    if found["cron"]["what"] == "ask":
        assert code == 1 and found["cron"]["look"] and found["asked"]
        text = f"tour: {found['turn']}\nmj: {{le reste: à toi}}\n"
        return now + timedelta(hours=6) if by_himself else answered(folder, text, now)
    if found["held"]:
        assert code == 1
        cause = acts(folder)[-1]["cause"]["code"]
        assert cause in ("share", "silent") and not in_window(found), cause
        good("release", folder, "--reason", "x", "--by", "MJ", "--yes")
        return now
    coming = [moment for name in ("due", "closes") if found[name] and (moment := at(found[name])) > now]
    if coming:
        return min(*coming, now + timedelta(hours=40))
    assert code == 1, json.dumps(found)  # without a deadline, or after one at which it waits
    assert not (in_window(found) and found["due"]), "a window ends at its deadline"
    good("resolve", folder, "--force")
    return now


def in_window(found: dict[str, Any]) -> bool:
    return found["phase"] in ("first", "second")


def at(moment: str) -> datetime:
    return datetime.fromisoformat(moment).astimezone(UTC)
