"""A player may be called by his name on the forum wherever a name may stand, whatever signs are in it."""

from __future__ import annotations

from pathlib import Path

import pytest
from resistance.campaigns import FIVE, begun
from support.commands import TWO, campaign, good, run, tree

FORUM = {"Anna": "[LG]Toto", "Luc": "Lulu!", "Paul": "@pol #1", "Rita": "Ri:ta", "Zoé": "{Z}"}


def named(text: str, names: dict[str, str]) -> str:
    """A campaign whose players have names on the forum."""
    for name, forum in names.items():
        text = text.replace(name, f'{{nom: {name}, forum: "{forum}"}}')
    return text


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return campaign(tmp_path / "partie", "roles", named(TWO, FORUM))


ROLES = [
    "joueur: [LG]Toto\nrôles:\n  [LG]Toto: brute\n  Lulu!: archer\n  Max: dément\n",
    "joueur: [lg]toto\nrôles: {Anna: brute, Luc: archer, Max: dément}\n",
    'joueur: "[LG]Toto"\nrôles: {[LG]Toto: brute, lulu!: archer, Max: dément}\n',
    "joueur: [LG]Toto   # c’est moi\nrôles:\n  [LG]Toto : brute\n  Luc: archer\n  Max: dément\nnote: à vous\n",
    "joueur: [LG]Toto\r\nrôles:\r\n  [LG]Toto: brute\r\n  Lulu!: archer\r\n  Max: dément\r\n",
    "[code]joueur: [LG]Toto\nrôles: {[LG]Toto: brute, Lulu!: archer, Max: dément}\n[/code]\n",
    "Bonjour,\n[b]joueur[/b]: [LG]Toto\nrôles: {[LG]Toto: brute, Lulu!: archer, Max: dément}\n",
]


@pytest.mark.parametrize("text", ROLES)
def test_orders_by_names_of_the_forum(folder: Path, text: str) -> None:
    done = run("check", folder, "-", stdin=text)
    assert "Anna : tu donnes les rôles : Anna → Brute, Luc → Archer, Max → Dément" in done.out, done
    assert done.code == 0


def test_names_that_yaml_would_take_for_something_else(folder: Path) -> None:
    text = "joueur: @pol #1\nrôles:\n  @pol #1: brute\n  Ri:ta: archer\n  {Z}: dément\n"
    done = good("check", folder, "-", stdin=text)
    assert "Paul : tu donnes les rôles : Paul → Brute, Rita → Archer, Zoé → Dément" in done.out


def test_a_fault_stands_where_it_is_and_a_name_begun_is_guessed(folder: Path) -> None:
    done = run(
        "check", folder, "-", stdin="joueur: [LG]Toto\nrôles:\n  [LG]Toto: brute\n  Lulu: bidule\n  Max: dément\n"
    )
    assert done.err.startswith("-:4:3: « Lulu » n’est pas un joueur de cette partie. Peut-être « Lulu! » ?\n")
    assert "oublie" not in done.err


def test_reports_and_forms_by_a_name_of_the_forum(folder: Path) -> None:
    assert "\njoueur: Anna\n" in good("template", folder, "--for", "[LG]Toto").out


def test_players_of_a_table_and_of_a_squad_by_names_of_the_forum(tmp_path: Path) -> None:
    folder = begun(tmp_path / "partie", ("{nom: Anna, forum: '[LG]Toto'}", "{nom: Bruno, forum: Nono}", *FIVE[2:]))
    good("resolve", folder)
    commander = good("status", folder, "--json").json()["missing"][0]
    text = f"joueur: {commander}\ntour: 1\nordres:\n  escadron: [[LG]Toto, nono]\n"
    assert "Anna, Bruno" in good("check", folder, "-", stdin=text).out


REFUSED = [
    ({"Anna": "Luc"}, "Le nom de forum « Luc » désigne déjà Luc."),
    ({"Anna": "Zoe"}, "Le nom de forum « Zoe » désigne déjà Zoé."),
    ({"Anna": "Lulu", "Paul": "lulu"}, "Le nom de forum « lulu » désigne déjà Anna."),
    ({"Anna": "[LG]Toto", "Paul": "[LG] Toto"}, "désigne déjà Anna."),
    ({"Anna": "L\u03bfc", "Paul": "Loc"}, "désigne déjà Anna."),
]


@pytest.mark.parametrize(("names", "sentence"), REFUSED)
def test_two_that_could_be_taken_for_one_another_are_refused(
    tmp_path: Path, names: dict[str, str], sentence: str
) -> None:
    (tmp_path / "campaign.yaml").write_text(named(TWO, names), encoding="utf-8")
    done = run("status", tmp_path)
    assert done.code == 2
    assert sentence in done.err


def test_new_refuses_them_and_writes_nothing(tmp_path: Path) -> None:
    done = run("new", tmp_path / "p", "--camp", "bleu=Anna (Zoé),Luc", "--camp", "rouge=Paul,Zoé")
    assert (done.code, done.err) == (2, "Le nom de forum « Zoé » désigne déjà Zoé.\n")
    assert tree(tmp_path) == {}


def test_a_substitute_of_that_name_is_refused_too(tmp_path: Path) -> None:
    away = "absences: [{joueur: Luc, du: 2026-11-20, au: 2026-11-30, remplaçant: Nina}]\n"
    (tmp_path / "campaign.yaml").write_text(named(TWO, {"Anna": "Nina"}) + away, encoding="utf-8")
    assert "Le nom de forum « Nina » désigne déjà Nina." in run("status", tmp_path).err


def test_an_absence_by_a_name_of_the_forum(tmp_path: Path) -> None:
    away = "absences: [{joueur: Toto, du: 2026-11-20, au: 2026-11-30}]\n"
    (tmp_path / "campaign.yaml").write_text(named(TWO, {"Anna": "Toto"}) + away, encoding="utf-8")
    assert good("status", tmp_path).out


@pytest.mark.parametrize("forum", ["Luc", "Nina", "Lulu"])
def test_in_a_game_that_has_begun_what_could_mean_two_means_nobody(tmp_path: Path, forum: str) -> None:
    """Names of the forum may change in the middle of a game, and older games had them for the MJ's eyes alone."""
    folder = campaign(tmp_path / "partie", "turn-1")
    text = named(TWO, {"Anna": forum, "Rita": "Lulu"})
    away = "absences: [{joueur: Max, du: 2026-11-20, au: 2026-11-30, remplaçant: Nina}]\n"
    (folder / "campaign.yaml").write_text(text + away, encoding="utf-8")
    done = run("check", folder, "-", stdin=f"joueur: {forum}\ntour: 1\nordres: rien\n")
    assert "Anna" not in done.out
    assert ("Luc : tu ne fais rien" in done.out) == (forum == "Luc")


def test_an_unknown_name_is_quoted_without_the_spaces_around_it(folder: Path) -> None:
    done = run(
        "check", folder, "-", stdin='joueur: "  Bob   Dylan  "\nrôles: {Anna: brute, Luc: archer, Max: dément}\n'
    )
    assert "« Bob Dylan » n’est pas un joueur de cette partie." in done.err
