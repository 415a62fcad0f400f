"""Forms of a game by post: sent back as they are, they are taken; what players write in them; and play without cron."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.clocked import at, fresh_clock
from support.commands import calls, good, run

from adjudicator.campaign.loading import load_campaign
from adjudicator.campaign.stages import progress_of
from adjudicator.forms.click_page import Clicks
from adjudicator.forms.controls import place_of
from adjudicator.games.clocktower.roles import SCRIPTS

PLAYERS = "Zoé,Max,Luc,Éva,Ana,Léo,Tom"


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    yield from fresh_clock()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a campaign whose setup is awaited; of its first night, Luc is a Fortune Teller and Zoé chooses nothing."""
    at("2026-11-30 10:00")
    made = tmp_path / "c"
    seed = "0e3a7c55d19b48f2a6c4b7e2931f8d60"
    good("new", made, "--game", "clocktower", "--set", "conduite=courrier", "--players", PLAYERS, "--seed", seed)
    return made


def test_the_storytellers_form_sent_back_agrees_to_everything(folder: Path) -> None:
    assert "2 autres questions dépendent de ces réponses" in good("status", folder).out
    first = good("template", folder, "--for", "mj").out
    assert "étape: mise en place\n" in first and "sac: d’accord\n" in first
    good("submit", folder, "-", stdin=first)
    second = good("template", folder, "--for", "mj").out
    assert "bluffs: d’accord\n" in second
    good("submit", folder, "-", stdin=second)
    good("resolve", folder)


def test_who_is_awaited_without_a_choice_is_not_told_that_nothing_is_awaited(folder: Path) -> None:
    good("resolve", folder, "--force")
    said = run("check", folder, "-", stdin="Zoé : je choisis Tom\n").err
    assert "tu n’as rien à choisir pour l’instant (nuit 1)" in said


@pytest.mark.parametrize(
    ("turn", "order", "told"),
    [
        (2, "tirer: Luc", "tu tires sur Luc"),
        (3, "vote: {Luc: pour, Max: contre}", "tu votes : Luc : oui, Max : non"),
        (3, "voter: {Luc: oui}", "tu votes : Luc : oui"),
    ],
)
def test_shots_and_votes_are_understood_as_players_say_them(folder: Path, turn: int, order: str, told: str) -> None:
    good("resolve", folder, "--force")
    taken = good("check", folder, "-", stdin=f"joueur: Zoé\ntour: {turn}\nordres: {{{order}}}\n").out
    assert told in " ".join(taken.split())


@pytest.mark.parametrize(
    "sent", ["joueur: Zoé\n{}\nordres: rien\n", "{}\nmj: {{réponses: {{annonce: {{Zoé: Saint}}}}}}\n"]
)
def test_the_name_of_a_stage_in_place_of_its_turn_is_told_with_the_turn(folder: Path, sent: str) -> None:
    good("resolve", folder, "--force")
    good("check", folder, "-", stdin=sent.format("tour: 1"))
    refused = run("check", folder, "-", stdin=sent.format("tour: nuit 1"))
    assert "« nuit 1 » n’est pas compris ici ; attendu : un nombre entier.\n    tour: 1\n" in refused.err


def test_who_has_nothing_to_choose_can_send_his_form_as_it_is(folder: Path) -> None:
    good("resolve", folder, "--force")
    form = good("template", folder, "--for", "Zoé").out
    assert "\nordres: rien\n" in form
    good("submit", folder, "-", stdin=form)
    assert "\nordres: rien\n" in good("report", folder, "--for", "joueur:Zoé").out
    assert "choisir:\n" in good("template", folder, "--for", "Luc").out


@pytest.mark.parametrize("names", ["Max et Tom", "Max, Tom", "Max ; Tom", "[Max, Tom]"])
def test_names_are_read_as_a_list_without_brackets(folder: Path, names: str) -> None:
    good("resolve", folder, "--force")
    (row,) = run("check", folder, "-", "--json", stdin=f"joueur: Luc\ntour: 1\nordres:\n  choisir: {names}\n").json()
    assert row["orders"] == {"Luc": {"choose": ["Max", "Tom"]}}, row


def test_of_a_list_without_brackets_the_unknown_name_is_told(folder: Path) -> None:
    good("resolve", folder, "--force")
    told = run("check", folder, "-", stdin="joueur: Luc\ntour: 1\nordres:\n  choisir: Max et Tm\n").err
    assert "« Tm » n’est pas un joueur de cette partie. Peut-être « Tom »" in told.replace("\u00a0", " ")


SEATS = "{Zoé: Empathique, Max: Moine, Luc: Diablotin, Éva: Empoisonneur, Ana: Ivrogne, Léo: Corneille, Tom: Voyante}"
DEALT = f"""étape: mise en place
mj: {{réponses: {{sac: [Empathique, Moine, Diablotin, Empoisonneur, Ivrogne, Corneille, Voyante],
  places: {SEATS}, croit être: {{Ana: Voyante}}}}}}
"""


@pytest.fixture
def dealt(folder: Path) -> Path:
    """Return the campaign in its first night; Ana is the Drunk, and believes to be a Fortune Teller as Tom is."""
    good("submit", folder, "-", stdin=DEALT)
    good("resolve", folder, "--force")
    return folder


def units_offered(folder: Path, player: str, name: str) -> dict[str, dict[str, Any]]:
    """Return the units of a section of a player's page, each by the word of its first order."""
    progress = progress_of(load_campaign(folder))
    choices = progress.campaign.game.forms.choices(progress.view(player))
    made = Clicks(progress, progress.campaign.voice("fr")).sections(player, choices, (0, 0))
    (section,) = (one for one in made if one.data["name"] == name)
    return {one.plain["names"][0]: one.plain for one in section.units}


def standing_choice(folder: Path, player: str) -> dict[str, Any]:
    """Return what a page has on a player's choice in standing orders: the names, what is said and what is refused."""
    unit = units_offered(folder, player, "standing")["choisir"]
    names = [label for _, label, *_ in unit["parts"][0]["options"]]
    return {"names": names, "said": list(unit["said"]), "why": unit["why"]}


def test_a_form_offers_no_choice_that_would_be_refused(dealt: Path) -> None:
    good("resolve", dealt, "--force", "--yes")
    at("2026-12-02 10:00")
    good("resolve", dealt, "--force", "--yes")
    offered = good("template", dealt, "--for", "Max").out.partition("choisir:")[0]
    assert "[Zoé], [Luc], [Éva], [Ana], [Léo], [Tom]" in offered and "[Max]" not in offered


def test_a_page_lets_as_many_names_stand_as_the_shown_role_takes(dealt: Path) -> None:
    """S26. So it does for the Drunk, by the role he believes; a role that takes none may be another's one day."""
    everybody = PLAYERS.split(",")
    offered = {name: standing_choice(dealt, name) for name in everybody}
    assert [offered[name]["said"] for name in ("Luc", "Tom", "Zoé")] == [["0n1"], ["0n2"], ["0n1", "0n2"]]
    assert offered["Ana"] == offered["Tom"] and offered["Tom"]["names"] == everybody
    assert offered["Max"]["names"] == [name for name in everybody if name != "Max"]
    assert "Diablotin" in offered["Luc"]["why"]["0n2"] and "2 au plus, il y en a 3" in offered["Zoé"]["why"]["0n3"]


@pytest.mark.parametrize("names", ["[Zoé]", "[Zoé, Max]", "[Zoé, Max, Luc]", "[Zoé, Zoé]"])
@pytest.mark.parametrize("player", ["Luc", "Tom", "Ana", "Zoé"])
def test_the_door_takes_the_standing_choices_that_a_page_offers(dealt: Path, player: str, names: str) -> None:
    count = names.count(",") + 1
    sent = f"joueur: {player}\ntour: 1\npermanents: {{choisir: {names}}}\n"
    offered = f"0n{count}" in standing_choice(dealt, player)["said"]
    twice = names == "[Zoé, Zoé]"  # a page has each name once
    assert (run("check", dealt, "-", stdin=sent).code == 0) == (offered and (not twice or player == "Zoé"))


@pytest.mark.parametrize("player", PLAYERS.split(","))
def test_a_page_keeps_no_role_for_later_that_the_shown_role_does_not_name(dealt: Path, player: str) -> None:
    assert "rôle" not in units_offered(dealt, player, "later")
    assert "choisir" in units_offered(dealt, player, "later")
    named = f"joueur: {player}\ntour: 4\nordres: {{choisir: [Max], rôle: Moine}}\n"
    assert "aucun rôle n’est à nommer" in run("check", dealt, "-", stdin=named).err


@pytest.mark.parametrize("player", PLAYERS.split(","))
def test_a_page_lets_no_role_stand_that_the_shown_role_does_not_name(dealt: Path, player: str) -> None:
    assert list(units_offered(dealt, player, "standing")) == ["choisir", "si je meurs"]
    named = f"joueur: {player}\ntour: 1\npermanents: {{rôle: Moine}}\n"
    assert "aucun rôle n’est à nommer" in run("check", dealt, "-", stdin=named).err
    behind = f"joueur: {player}\ntour: 1\npermanents: {{si: [{{mort: Max, alors: {{rôle: Moine}}}}]}}\n"
    assert "aucun rôle n’est à nommer" in run("check", dealt, "-", stdin=behind).err


def test_a_storyteller_may_seat_a_role_that_lets_a_role_stand(dealt: Path) -> None:
    amended = "table: {sièges: {Luc: {rôle: Cerenovus}}}\n"
    good("amend", dealt, "-", "--public", "une erreur", "--reason", "x", stdin=f"tour: 1\n{amended}")
    assert "rôle" in units_offered(dealt, "Luc", "standing")
    stands = "joueur: Luc\ntour: 1\npermanents: {choisir: [Zoé], rôle: Moine}\n"
    assert run("check", dealt, "-", stdin=stands).code == 0


def test_a_page_says_of_each_of_many_nominees_how_he_is_voted_on(dealt: Path) -> None:
    """Of three or more the last was said to be voted on as the one before him; « non » may be part of a name, too."""
    good("resolve", dealt, "--force", "--yes")
    days = "".join(f"  {one}: {{nommer: [{of}]}}\n" for one, of in (("Zoé", "Max"), ("Luc", "Ana"), ("Ana", "Tom")))
    good("submit", dealt, "-", stdin=f"tour: 2\njoueurs:\n{days}")
    good("resolve", dealt, "--force", "--yes")
    votes = units_offered(dealt, "Luc", "now")["votes"]
    [[(_, said)]] = votes["said"].values()
    each = [f"{name}\xa0: {place_of(number, 2)}" for number, name in enumerate(("Max", "Ana", "Tom"))]
    assert said == f"tu votes\xa0: {', '.join(each)}"


def test_pages_and_editors_list_the_roles_of_the_script_alone(dealt: Path) -> None:
    """They listed the Travellers too, whom nobody can be."""
    (part,) = units_offered(dealt, "Luc", "later")["annonce"]["parts"]
    claim = good("template", dealt, "--schema").json()["properties"]["ordres"]["properties"]["annonce"]
    listed = claim["anyOf"][0]["enum"]
    assert [label for _, label, *_ in part["options"]] == listed
    assert len(listed) == len(SCRIPTS["trouble_brewing"]) and "Ivrogne" in listed and "Voleur" not in listed


def test_of_thousands_of_roles_misspelt_the_nearest_is_sought_of_those_that_are_told(folder: Path) -> None:
    sent = f"étape: mise en place\nmj: {{réponses: {{sac: [{'Moyne, ' * 4000}Moine]}}}}\n"
    assert calls(lambda: run("check", folder, "-", stdin=sent)) < 5_000_000


@pytest.mark.parametrize("where", ["information: {Zoé: %s}", "déroulement: [{emploie: Zoé, mj: {information: %s}}]"])
@pytest.mark.parametrize(("what", "told"), [("a" * 60_000, "2000 caractères"), (f"[{'Max, ' * 9}Max]", "4 au plus")])
def test_what_somebody_learns_is_no_book(folder: Path, where: str, what: str, told: str) -> None:
    sent = f"étape: mise en place\nmj: {{réponses: {{{where % what}}}}}\n"
    assert told in run("check", folder, "-", stdin=sent).err


def test_without_cron_a_night_ends_at_the_dawn_after_the_first_resolve(folder: Path) -> None:
    good("resolve", folder, "--force")
    at("2026-12-01 19:00")
    assert run("resolve", folder).code == 3
    at("2026-12-01 20:10")
    assert run("resolve", folder).code == 3
    good("submit", folder, "-", stdin=good("template", folder, "--for", "mj").out)
    waits = run("resolve", folder)
    assert waits.code == 3 and "mercredi 2 décembre à 8 h 00" in waits.err.replace("\u00a0", " ").replace("\u202f", " ")
    at("2026-12-02 08:00")
    assert "Joué : nuit 1." in good("resolve", folder).out.replace("\u00a0", " ")


def test_of_a_hundred_roles_a_fault_lists_a_few(folder: Path) -> None:
    good("resolve", folder, "--force")
    done = run("check", folder, "-", stdin="joueur: Luc\ntour: 2\nordres:\n  annonce: je suis gentil\n")
    assert "attendu : Lavandière, " in done.err and "Soldat, et d’autres." in done.err and "Vortox" not in done.err
