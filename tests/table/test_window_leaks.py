"""How long a window lasts may tell that an answer was left, and nothing else; planted leaks have to be found."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from support import windowed
from support.clocked import at, cron, fresh_clock
from support.commands import drop, good, run
from support.depth import few, sample
from support.shared import closed_by

from adjudicator.core import standing_orders
from adjudicator.core.faults import Phrase
from adjudicator.core.standing_orders import plain_part
from adjudicator.table import table

CLOCK = "échéance: {{jours: 3, fenêtres: {{heures: 24{}}}}}\nalarmes: [1, 0, 0]\nabsents: permanents\n"
FULL = ", à l’heure: oui"
OTHERS = ("Bruno", "Chloé")
HIDDEN = re.compile(r"[0-9a-f]{16,}")
"""Heads of the chain hang on every file that came, as they have to; so do keys of their player's."""


@pytest.fixture(autouse=True, scope="module")
def _game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    yield from windowed.program_knows(tmp_path_factory.mktemp("vigie"))


@pytest.fixture(autouse=True)
def _clock() -> Iterator[None]:
    yield from fresh_clock()


def seen_by_others(folder: Path) -> dict[str, str]:
    """Return all that others than Anna are shown now, with the hours that are told in it."""
    public = {path.name: path for path in sorted((folder / "public").rglob("*")) if path.suffix in (".txt", ".html")}
    shown = {f"public/{name}": path.read_text("utf-8") for name, path in public.items()}
    for path in sorted((folder / "outbox").glob("*/*.txt")):
        if "anna" not in path.name:
            shown[str(path.relative_to(folder))] = path.read_text("utf-8")
    shown["status"] = run("status", folder, "--public", "--json").out
    for player in OTHERS:
        shown[f"form of {player}"] = run("template", folder, "--for", player).out
    return {name: HIDDEN.sub("…", text) for name, text in shown.items()}


def life(folder: Path, left: str, clock: str = "", red: bool = False) -> list[dict[str, str]]:
    """Play a round in which Anna left something, and return what others see at every visit."""

    def setting(campaign: Any) -> windowed.Setting:
        made = original(campaign)
        return windowed.Setting(made.players, made.rounds, made.alarms, ("Anna",) if red else ())

    original: Callable[..., windowed.Setting] = windowed.make_setting
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(windowed, "make_setting", setting)
        at("2026-11-20 10:00")
        windowed.campaign(folder, CLOCK.format(clock))
        cron(folder)
        for number, player in enumerate(windowed.PLAYERS):
            drop(folder, f"{player}.yaml", f"joueur: {player}\ntour: 1\nordres: {{mise: {number + 1}}}\n", number)
        if left:
            drop(folder, "more.yaml", f"joueur: Anna\ntour: 1\npermanents: {left}\n", 9)
        found = []
        for hour in ("20 10:15", "21 09:00", "21 10:15", "22 09:00", "22 10:15"):
            at(f"2026-11-{hour}")
            cron(folder)
            found.append(seen_by_others(folder))
        return found


def compared(tmp_path: Path, one: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
    """Tell whether two lives look alike to others, at every visit."""
    return life(tmp_path / "1" / "p", *one) == life(tmp_path / "2" / "p", *other)


IF_RED = "{si: [{j’ai le rouge: oui, alors: {alarme: oui}}]}"
PAIRS = {
    "a condition that does not hold, and a card kept": (("{alarme: si rouge}",), ("{alarme: garde}",)),
    "a condition that holds, and a card used": (("{alarme: si rouge}", "", True), ("{alarme: oui}", "", False)),
    "a clause that does not hold, and a card kept": ((IF_RED,), ("{alarme: garde}",)),
    "a clause that holds, and a card used": ((IF_RED, "", True), ("{alarme: oui}", "", False)),
    "a condition and nothing hidden": (("{alarme: garde}", "", True), ("{alarme: garde}", "", False)),
    "nothing left, of either colour": (("", "", True), ("", "", False)),
    "at the hour: nothing left, and a card kept": (("", FULL), ("{alarme: garde}", FULL)),
    "at the hour: nothing left, and a condition that does not hold": (("", FULL), ("{alarme: si rouge}", FULL)),
}


@few(1)
@pytest.mark.parametrize("name", sample(PAIRS, 3))
def test_others_see_the_same_at_the_same_hours(tmp_path: Path, name: str) -> None:
    one, other = (life(tmp_path / str(n) / "p", *args) for n, args in enumerate(PAIRS[name]))
    for visit, (here, there) in enumerate(zip(one, other, strict=True)):
        assert here == there, visit


def test_a_quick_end_tells_that_an_answer_was_left(tmp_path: Path) -> None:
    """Not a leak: it is why a campaign may ask that windows last their full time."""
    assert not compared(tmp_path, ("",), ("{alarme: garde}",))


# Planted ---------------------------------------------------------------------------------------------------------


def answers_if_it_holds(view: Any, standing: Any) -> bool:
    """A condition answers only where it holds, so that the length hangs on the colour."""
    return standing.get("alarm") == "no" or bool(windowed.GAME.orders.standing(view, standing))


def awaited_if_red(setting: windowed.Setting, state: windowed.State) -> list[str]:
    """Who is awaited hangs on what is hidden."""
    held = [player for player in setting.players if state.phase == "bids" or state.alarms[player]]
    return held if state.phase == "bids" or setting.reds else []


def window_if_red(setting: windowed.Setting, state: windowed.State) -> windowed.State:
    """Whether there is a window hangs on what is hidden."""
    return following(setting, state) if setting.reds else following(setting, _without_alarms(state))


following = windowed._next


def _without_alarms(state: windowed.State) -> windowed.State:
    from dataclasses import replace

    return replace(state, alarms=dict.fromkeys(state.alarms, 0))


def clause_if_it_holds(rules: Any, view: Any, phase: str, standing: Any) -> bool:
    """A clause answers only where it acts, so that the length hangs on the colour."""
    _, asked = standing_orders.answer(rules, view, phase, standing)
    return any(one.became == "applied" for one in asked) or rules.answers(view, plain_part(standing))


PLANTED: dict[str, tuple[Any, str, Any, str]] = {
    "answers hang on whether the condition holds": (
        windowed,
        "answers",
        answers_if_it_holds,
        "a condition that does not hold, and a card kept",
    ),
    "a clause answers where it holds": (
        standing_orders,
        "answers",
        clause_if_it_holds,
        "a clause that does not hold, and a card kept",
    ),
    "who is awaited hangs on the colour": (
        windowed,
        "awaited",
        awaited_if_red,
        "nothing left, of either colour",
    ),
    "whether there is a window hangs on the colour": (
        windowed,
        "_next",
        window_if_red,
        "a condition and nothing hidden",
    ),
    "how many have answered is counted": (
        table,
        "counted_openly",
        lambda campaign, state: True,
        "",
    ),
    "what becomes of a seat tells whether it has ordered": (
        windowed.GAME.rules,
        "left_said",
        lambda setting, state, player, ordered: Phrase(
            "seats.left.ordered" if ordered else "seats.left.waits", {"player": player}
        ),
        "",
    ),
}


@few(1)
@pytest.mark.parametrize("name", sample([name for name, planted in PLANTED.items() if planted[3]], 2))
def test_a_leak_in_the_game_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    owner, attribute, leak, pair = PLANTED[name]
    assert compared(tmp_path / "sound", *PAIRS[pair])
    closed_by(monkeypatch)
    monkeypatch.setattr(owner, attribute, leak)
    assert not compared(tmp_path / "leaking", *PAIRS[pair])


def sent(folder: Path, order: str) -> tuple[str, str]:
    """Return what is told in public while a window is open in which Anna has sent something, and when she leaves."""
    at("2026-11-20 10:00")
    windowed.campaign(folder, CLOCK.format("").replace("[1, 0, 0]", "[1, 1, 0]"))
    cron(folder)
    for number, player in enumerate(windowed.PLAYERS):
        drop(folder, f"{player}.yaml", f"joueur: {player}\ntour: 1\nordres: {{mise: {number + 1}}}\n", number)
    cron(folder)
    if order:
        drop(folder, "anna.yaml", f"joueur: Anna\ntour: 2\nordres: {order}\n", 9)
    cron(folder)
    public = run("status", folder, "--public").out
    good("leave", folder, "Anna", "--reason", "x", "--public", "Anna s’en va.", "--by", "MJ", "--yes")
    letter = (folder / "outbox" / "0002-first-2" / "seats-1-02-bruno.txt").read_text("utf-8")
    return public, HIDDEN.sub("…", letter)


def test_nobody_knows_what_has_been_sent_in_a_window(tmp_path: Path) -> None:
    assert sent(tmp_path / "1" / "p", "") == sent(tmp_path / "2" / "p", "{alarme: garde}")


@pytest.mark.parametrize("name", [name for name, planted in PLANTED.items() if not planted[3]])
def test_a_leak_of_what_has_been_sent_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    owner, attribute, leak, _ = PLANTED[name]
    closed_by(monkeypatch)
    monkeypatch.setattr(owner, attribute, leak)
    if owner is table:
        from adjudicator.desk import overview

        monkeypatch.setattr(overview, attribute, leak)
    assert sent(tmp_path / "1" / "p", "") != sent(tmp_path / "2" / "p", "{alarme: garde}")
