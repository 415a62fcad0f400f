"""What a form by clicks offers: what the game would take, and why it would not take the rest."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from support.commands import campaign, good, run

from adjudicator.campaign.loading import load_campaign
from adjudicator.campaign.stages import progress_of
from adjudicator.core.context import reader_of
from adjudicator.forms.click_page import Clicks
from adjudicator.forms.controls import Section, Spoken
from adjudicator.speech.voice import voice_of
from adjudicator.store.layout import data_folder


def sections(folder: Path, player: str) -> dict[str, Any]:
    """Return what a player is offered on the board of six columns and three rows, by the names of the sections."""
    progress = progress_of(load_campaign(folder))
    choices = progress.campaign.game.forms.choices(progress.view(player))
    made = Clicks(progress, progress.campaign.voice("fr")).sections(player, choices, (6, 3))
    return {section.data["name"]: {"units": units(section)} for section in made}


def units(section: Section) -> list[dict[str, Any]]:
    return [one.plain | rest for one, rest in zip(section.units, section.rests, strict=True)]


def unit(section: dict[str, Any], name: str) -> dict[str, Any]:
    return next(one for one in section["units"] if one["names"] == [name])


def test_the_cell_of_last_turns_terror_is_refused_and_it_says_why(tmp_path: Path) -> None:
    offered = sections(campaign(tmp_path / "p", "turn-2"), "Paul")
    part = unit(offered["now"], "terroriser")["parts"][0]
    assert part["refused"]["at"] == "0" + "." * 17
    assert part["refused"]["why"] == ["La case (\ue000;\ue001) a déjà été terrorisée au tour précédent."]
    assert "refused" not in unit(offered["later"], "terroriser")["parts"][0], "by then it is another"
    assert "refused" not in unit(offered["now"], "déplacement")["parts"][0]


def test_cells_where_an_order_would_fail_are_told(tmp_path: Path) -> None:
    part = unit(sections(campaign(tmp_path / "p", "turn-1"), "Anna")["now"], "déplacement")["parts"][0]
    beside = {place for place, sign in enumerate(part["warned"]["at"]) if sign == "."}
    assert beside == {1}, "below her an ally stands, and she at the upper left"


def test_a_captain_gives_each_role_once_and_places_each_piece_on_a_cell_of_its_own(tmp_path: Path) -> None:
    roles = sections(campaign(tmp_path / "p", "roles"), "Anna")["now"]["units"][0]
    assert [part["path"] for part in roles["parts"]] == [["rôles", name] for name in ("Anna", "Luc", "Max")]
    assert [len(part["options"]) for part in roles["parts"]] == [11, 11, 11]
    assert [(one, other) for one, other, _ in roles["alike"]] == [(0, 1), (0, 2), (1, 2)]
    cells = sections(campaign(tmp_path / "q", "placement"), "Anna")["now"]["units"][0]
    assert {part["refused"]["at"].replace("0", "-") for part in cells["parts"]} == {".-----.-----.-----"}
    assert len(cells["alike"]) == 3


def test_who_orders_for_nobody_is_offered_nothing_before_the_first_turn(tmp_path: Path) -> None:
    assert "now" not in sections(campaign(tmp_path / "p", "roles"), "Luc")


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("example", ["demo", "torus", "resistance", "resistance-targeted"])
def test_what_a_game_says_that_its_values_mean_is_what_they_are_read_as(example: str, language: str) -> None:
    played = load_campaign(data_folder("campaigns") / example)
    voice, context = played.voice(language), played.context(language)
    for kind, spelling in played.game.forms.spellings(played.setting).items():
        if spelling.meant:
            read = [reader_of(kind, context)(voice.fill(value), context) for value in spelling.values]
            assert read == list(spelling.meant)


TARGETED = """\
jeu: résistance
titre: Cibles
joueurs: [Ana, Bob, Cleo, Dan, Eve, Fay, Guy, Hal]
options: {attaques ciblées: oui}
graine: 0123456789abcdef0123456789abcdef
"""
SIZES = (3, 4, 4, 5, 5)
"""Of the five missions, at a table of eight."""


def test_a_squad_for_a_later_turn_has_the_size_that_its_mission_takes_and_no_other(tmp_path: Path) -> None:
    (tmp_path / "campaign.yaml").write_text(TARGETED, encoding="utf-8")
    run("resolve", tmp_path)
    later = sections(tmp_path, "Ana")["later"]
    squad = next(one for one in later["units"] if one["names"] == ["escadron", "cible"])
    good = {(number, mission) for mission, number in enumerate(SIZES)}
    assert {
        tuple(map(int, re.findall(r"\d+", way.replace("0n", "").replace("1:", "")))) for way in squad["said"]
    } == good
    assert "La mission 4 demande 5 joueurs" in squad["why"]["0n4|1:3"]


@pytest.mark.parametrize("name", ["Macon 71000", "70999", "71042", "x71000 72000 y73099", "Anna"])
def test_no_name_of_people_or_camps_is_taken_for_a_place_in_a_sentence(name: str) -> None:
    number = Spoken(voice_of("tsewnart", "fr"), [name, "bleu"]).number
    assert number >= 71_000  # no cell is so far
    assert not [n for n in range(number - 1, number + 100) if str(n) in name]


def test_a_card_is_one_tap_and_a_trait_goes_face_down_as_often_as_it_is_there(tmp_path: Path) -> None:
    (tmp_path / "campaign.yaml").write_text(
        "jeu: overseers\ntitre: Trois\njoueurs: [Anna, Bruno, Chloé]\n"
        "barème: {courage: [2, 7, 15], espoir: [3, 8, 12]}\ngraine: bcc065c12bbc86fb3fc704a3f954c423\n",
        encoding="utf-8",
    )
    good("resolve", tmp_path)
    [pick] = [one["parts"] for one in sections(tmp_path, "Anna")["now"]["units"]]
    assert [(part["taps"], [label for _, label in part["options"]]) for part in pick] == [
        (True, ["colère", "bienveillance", "luxure", "courage"])
    ]
    for player in ("Anna", "Bruno", "Chloé"):
        left = "classement: [courage, espoir, colère, bienveillance, luxure, avidité]"
        good("submit", tmp_path, "-", stdin=f"joueur: {player}\ntour: 1\npermanents: {{{left}}}\n")
    good("resolve", tmp_path)
    now = sections(tmp_path, "Anna")["now"]["units"]
    down = next(part for unit in now for part in unit["parts"] if part["path"][-1] == "cacher")
    assert [label for _, label, *_ in down["options"]].count("bienveillance") == 2, "one taken, one in the hand"
    assert [label for _, label, *_ in down["options"]].count("espoir") == 1


def test_all_face_down_cards_may_be_looked_at_and_those_that_a_player_has_not_are_told(tmp_path: Path) -> None:
    (tmp_path / "campaign.yaml").write_text(
        "jeu: overseers\ntitre: Cinq\njoueurs: [Anna, Bruno, Chloé, Denis, Emma]\n"
        "barème: {courage: [2, 7, 15], espoir: [3, 8, 12]}\ngraine: une-graine-de-partie-nr-176\n",
        encoding="utf-8",
    )
    while (table := good("status", tmp_path, "--json").json())["phase"] != "powers":
        good("resolve", tmp_path, "--force")
    assert table["missing"] == ["Bruno", "Emma"], "Gan, of whom card 6 is the one that he keeps, and Meixiu"
    [look] = sections(tmp_path, "Emma")["now"]["units"]
    player, cards = look["parts"]
    assert [label for _, label in cards["options"]] == ["3", "4", "5", "6"]
    named, numbers = dict(player["options"]), dict(cards["options"])
    assert {(named[n], numbers[m], why.partition("\u202f")[0]) for _, n, _, m, why in look["never"]} == {
        *((each, "6", f"{each} n’a pas de carte cachée 6") for each in ("Anna", "Chloé", "Denis")),
        *((each, "3", f"{each} n’a pas de carte cachée 3") for each in ("Bruno", "Chloé", "Denis")),
    }
    assert look["said"]["0o|1n2"] and not {"0o|1n2"} & {*look["why"]}
