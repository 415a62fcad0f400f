"""Windows of Le Plan in a campaign: nobody is late in one, none sets off a brake, none is counted in public."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from resistance.campaigns import alter, begun, play, state
from resistance.pairs import Side
from resistance.plan import WINDOWS, plan_game
from support.clocked import acts, at, cron, fresh_clock, letters, rewrite, stages, status
from support.commands import good, plain, report, run
from support.leaks import progress

from adjudicator.forms.click_page import Clicks
from adjudicator.games.resistance.game import GAME

DECK = (
    "{défiance: 2, leader charismatique: 2, surveillance: 2, leader d’opinion: 2, en pleine lumière: 1, confidence: 1}"
)


@pytest.fixture(autouse=True)
def _clock() -> Iterator[None]:
    yield from fresh_clock()


def given(folder: Path, more: str = "") -> Path:
    """Return a campaign of Le Plan in which the first cards are to be given."""
    begun(folder)
    text = f"le plan: {{paquet: {DECK}}}\néchéance: {{jours: 3, fenêtres: {{heures: 24}}}}\n{more}graine: "
    rewrite(folder, "graine: ", text)
    (folder / "inbox").mkdir()
    good("resolve", folder)
    assert status(folder)["phase"] == "give"
    return folder


def test_that_nobody_acts_sets_off_no_brake_and_a_reminder_calls_nobody_late(tmp_path: Path) -> None:
    folder = given(tmp_path / "p", "absents: permanents\nfrein: {manquants: 1}\n")
    rewrite(folder, "heures: 24", "heures: 24, relances: [6]")
    (commander,) = status(folder)["missing"]
    for hour in ("2026-11-20 12:00", "2026-11-21 04:00", "2026-11-21 10:00"):
        at(hour)
        cron(folder)
    assert stages(folder)[1:2] == ["0002-give-1"] and acts(folder) == []
    (reminder,) = letters(folder, "reminder").values()
    assert reminder["player"] == commander
    text = "\n".join(reminder["text"])
    assert "Tu peux encore agir (" in text and "retard" not in text


def test_public_status_tells_how_many_are_awaited_only_where_no_window_is(tmp_path: Path) -> None:
    folder = given(tmp_path / "p")
    public = good("status", folder, "--public").out
    assert "peut agir" not in public and "attendu" not in public
    told = run("status", folder, "--public", "--json").json()
    assert (told["received"], told["awaited"]) == (None, None)
    while status(folder)["phase"] != "proposal":
        good("resolve", folder, "--force")
    told = run("status", folder, "--public", "--json").json()
    assert (told["received"], told["awaited"]) == (0, 1)


def test_a_form_offers_nothing_for_which_a_card_is_needed_that_is_not_in_the_deck(tmp_path: Path) -> None:
    folder = begun(tmp_path / "p")
    deck = "{défiance: 3, surveillance: 2, leader d’opinion: 2, oreille indiscrète: 2, prendre les choses en main: 1}"
    rewrite(folder, "graine: ", f"le plan: {{paquet: {deck}}}\ngraine: ")
    good("resolve", folder)
    form = plain(good("template", folder, "--for", "Anna").out)
    for known in ("écouter:", "prendre:", "défiance:", "surveiller:", "a passé: Bruno", "j’ai: Vote de défiance"):
        assert known in form
    assert "par exemple [Vote de défiance, Surveillance]" in " ".join(form.replace("#", "").split())
    for unknown in ("chef:", "montrer:", "lumière:", "Leader charismatique", "usurpé:", "en lumière:"):
        assert unknown not in form


def test_whatever_may_be_sent_in_a_window_can_be_clicked() -> None:
    """Each order that a player may give now has its place on his page."""
    clicked: set[str] = set()
    for table in [table for number in range(25) for table in plan_game(number)]:
        now = progress(Side(table), "before")
        for player in GAME.rules.awaited(table.setting, table.state) if table.state.phase in WINDOWS else ():
            choices = now.choices(player)
            orders = {choice.order for choice in choices}
            if orders - clicked:
                voice = now.campaign.voice("fr")
                first, *_ = Clicks(now, voice).sections(player, choices, (0, 0))
                offered = {name for unit in first.units for name in unit.plain["names"]}
                assert offered == {voice.word("orders", order) for order in orders}
                clicked |= orders
    assert {
        "chief",
        "give",
        "overhear",
        "show",
        "take",
        "vote",
        "no_confidence",
        "spotlight",
        "inspect",
        "both",
        "pass",
    } <= clicked


def test_who_leaves_orders_by_clicks_is_not_offered_himself_where_he_would_be_refused() -> None:
    table = plan_game(1)[1]
    now, player = progress(Side(table), "before"), table.setting.players[0]
    *_, standing = Clicks(now, now.campaign.voice("fr")).sections(player, now.choices(player), (0, 0))
    offered = {unit.plain["names"][0]: unit.plain["parts"][0]["options"] for unit in standing.units}
    own = {order: player in [text for _, text, *_ in options] for order, options in offered.items()}
    found = {order: own[order] for order in ("escadron", "donner", "montrer", "lumière", "surveiller")}
    assert found == {"escadron": True, "donner": False, "montrer": False, "lumière": True, "surveiller": False}


def test_who_takes_a_seat_keeps_its_cards_and_passes_and_sees_what_was_shown(tmp_path: Path) -> None:
    """L36. What was left stays too, as in every game, and the newcomer is told."""
    folder = given(tmp_path / "p", "absents: permanents\n")
    commander = status(folder)["missing"][0]
    one, other, *_ = [name for name in state(folder)["seats"] if name != commander]
    plots = {**state(folder)["plots"], "hands": {one: ["close_eye"]}, "passed": [one]}
    alter(folder, plots={**plots, "seen": {one: [[other, "cylons", 0, ""]]}})
    good("submit", folder, "-", stdin=f"joueur: {one}\ntour: 1\npermanents:\n  surveiller: [{other}]\n")
    good("replace", folder, f"{one}=Nina", "--reason", "parti", "--public", "Nina vient.")
    table = plain(good("status", folder).out)
    assert "Devant Nina : Surveillance." in table and "Ont passé : Nina." in table and one not in table
    (letter,) = [one for one in letters(folder, "seat").values() if one["player"] == "Nina"]
    assert f"tu surveilles {other} (le premier encore libre)." in plain("\n".join(letter["text"]))
    play(folder)
    told = plain(report(folder, "--for", "joueur:Nina"))
    assert f"{other} : Cylon" in told and one not in told
    assert f"{other} : Cylon" not in plain(report(folder, "--for", "public"))
