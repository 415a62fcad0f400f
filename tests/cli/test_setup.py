"""Before turn 1: the choice of roles and the placement, sent by captains or by the MJ."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.commands import (
    CHOICES,
    ENGLISH,
    PLACES,
    THREE,
    TWO,
    campaign,
    good,
    play,
    printed,
    report,
    result,
    run,
    send,
    tree,
    unsealed,
)

ANNA_ROLES, PAUL_ROLES = CHOICES[TWO]
ANNA_PLACES, PAUL_PLACES = PLACES[TWO]
BOTH_ROLES = """\
joueurs:
  Anna: {roles: {Anna: savant, Luc: tacticien, Max: dément}}
  Paul: {roles: {Paul: archer, Rita: religieux, Zoé: croque-mort}}
"""


def received(folder: Path) -> list[str]:
    names: list[str] = good("status", folder, "--json").json()["received"]
    return names


FATE = "Sans autre envoi, ces ordres seront joués quand tous les ordres seront là."

# --- Roles


def test_a_captain_gives_the_roles_and_is_told_so(tmp_path: Path) -> None:
    folder = campaign(tmp_path)
    done = good("submit", folder, "-", stdin=ANNA_ROLES)
    told = "tu donnes les rôles : Anna → Brute, Luc → Agile, Max → Archer."
    assert done.out == f"- : accepté.\n  Anna : {told}\n  {FATE}\n"
    assert received(folder) == ["Anna"]


def test_a_captain_is_told_so_in_english(tmp_path: Path) -> None:
    folder = campaign(tmp_path, text=ENGLISH)
    done = good("submit", folder, "-", stdin="player: Anna\nroles: {Anna: Brute, Luc: Agile, Max: Archer}\n")
    told = "you give the roles: Anna → Brute, Luc → Agile, Max → Archer."
    fate = "If nothing more comes, these orders are played once all orders are there."
    assert done.out == f"-: accepted.\n  Anna: {told}\n  {fate}\n"


def test_the_mj_sends_the_roles_of_any_camp(tmp_path: Path) -> None:
    folder = campaign(tmp_path)
    done = good("submit", folder, "-", stdin="camp: rouge\nrôles: {Paul: Dément, Rita: croque mort, Zoé: MYSTIQUE}\n")
    assert "Paul : tu donnes les rôles : Paul → Dément, Rita → Croque-Mort, Zoé → Mystique." in done.out
    assert received(folder) == ["Paul"]


def test_the_mj_sends_a_table_of_all_captains(tmp_path: Path) -> None:
    folder = campaign(tmp_path)
    play(folder, BOTH_ROLES)
    assert "- bleu : Dément, Tacticien, Savant\n- rouge : Religieux, Croque-Mort, Archer\n" in report(folder)


def test_the_last_choice_counts(tmp_path: Path) -> None:
    folder = campaign(tmp_path)
    send(folder, BOTH_ROLES, ANNA_ROLES)
    play(folder)
    assert result(folder, "roles", "state.json")["roles"] == {
        "Anna": "brute",
        "Luc": "agile",
        "Max": "archer",
        "Paul": "archer",
        "Rita": "religieux",
        "Zoé": "croque-mort",
    }


ROLE_FAULTS = [
    (
        "joueur: Anna\nroles: {Anna: brute, Luc: Brute, Max: archer}\n",
        "-:2:27: Le rôle Brute est déjà donné à « Anna » : pas deux fois le même rôle dans un camp.\n",
    ),
    ("joueur: Anna\nroles: {Anna: brute, Max: archer}\n", "-:2:1: « roles » oublie : Luc.\n"),
    ("joueur: Anna\nroles: {Anna: brute}\n", "-:2:1: « roles » oublie : Luc, Max.\n"),
    (
        "joueur: Anna\nroles:\n  Anna: brute\n  Luc: agile\n  Max: archer\n  Zoé: savant\n",
        "-:6:3: « Zoé » n’est pas un joueur du camp bleu.\n",
    ),
    (
        "joueur: Anna\nroles: {Anna: brute, Luc: agile, Max: archer, Bob: savant}\n",
        "-:2:47: « Bob » n’est pas un joueur de cette partie.\n",
    ),
    ("joueur: Anna\nroles: {Anna: brute, Luc: agile, Max: archet}\n", "-:2:39: « archet » n’est pas compris ici ;"),
    (
        "joueur: Luc\nroles: {Anna: brute, Luc: agile, Max: archer}\n",
        "-:1:9: Seul le capitaine du camp bleu, Anna, envoie ces ordres.\n",
    ),
    (
        "joueur: Paul\nroles: {Anna: brute, Luc: agile, Max: archer}\n",
        "« Anna » n’est pas un joueur du camp rouge.\n",
    ),
    (
        "camp: blou\nroles: {Anna: brute, Luc: agile, Max: archer}\n",
        "-:1:7: « blou » n’est pas un camp de cette partie.",
    ),
    ("joueur: Anna\ncamp: bleu\nroles: {Anna: brute, Luc: agile, Max: archer}\n", "« joueur » ne va pas avec « camp »"),
    ("joueur: Anna\nroles: rien\n", "-:2:8: « rien » n’est pas compris ici"),
    ("joueur: Anna\nordres: rien\n", "-:1:1: Il manque « rôles ».\n"),
    ("joueur: Anna\ntour: 1\nroles: {Anna: brute, Luc: agile, Max: archer}\n", "-:2:7: Ces ordres sont pour le tour 1"),
    (ANNA_PLACES, "-:2:1: « placement » : mot inconnu ici ;"),
]


@pytest.mark.parametrize(("text", "sentence"), ROLE_FAULTS)
def test_a_choice_of_roles_with_a_fault_is_refused(tmp_path: Path, text: str, sentence: str) -> None:
    folder = campaign(tmp_path)
    done = run("submit", folder, "-", stdin=text)
    assert done.code == 1
    assert sentence in done.err
    assert done.out == ""
    assert received(folder) == []


def test_all_faults_of_a_choice_are_told_at_once(tmp_path: Path) -> None:
    done = run("check", campaign(tmp_path), "-", stdin="joueur: Anna\nroles: {Anna: brute, Zoé: brute}\n")
    assert done.err == (
        "-:2:1: « roles » oublie : Luc, Max.\n"
        "-:2:22: « Zoé » n’est pas un joueur du camp bleu.\n"
        "-:2:27: Le rôle Brute est déjà donné à « Anna » : pas deux fois le même rôle dans un camp.\n"
        "- : serait refusé, 3 fautes.\n"
    )


# --- The captain (R2)


def test_the_first_player_of_a_camp_is_its_captain(tmp_path: Path) -> None:
    assert good("status", campaign(tmp_path), "--json").json()["missing"] == ["Anna", "Paul"]


def test_the_campaign_may_name_another_captain(tmp_path: Path) -> None:
    folder = campaign(tmp_path, text=TWO.replace("bleu: {", "bleu: {capitaine: Luc, "))
    assert good("status", folder, "--json").json()["missing"] == ["Luc", "Paul"]
    refused = run("submit", folder, "-", stdin=ANNA_ROLES)
    assert refused.code == 1
    assert "Seul le capitaine du camp bleu, Luc, envoie ces ordres." in refused.err
    send(folder, ANNA_ROLES.replace("joueur: Anna", "joueur: Luc"))
    send(folder, "camp: bleu\nroles: {Anna: savant, Luc: agile, Max: archer}\n")
    assert received(folder) == ["Luc"]


def test_a_captain_of_another_camp_makes_the_campaign_unusable(tmp_path: Path) -> None:
    folder = campaign(tmp_path, text=TWO.replace("bleu: {", "bleu: {capitaine: Paul, "))
    done = run("status", folder)
    assert done.code == 2
    assert "« Paul » n’est pas un joueur du camp bleu et ne peut pas en être le capitaine." in done.err
    assert done.err.startswith(f"{folder / 'campaign.yaml'}:5:")


# --- There is no default: the game waits


@pytest.mark.parametrize(("stage", "one", "name"), [("roles", ANNA_ROLES, "Paul"), ("placement", PAUL_PLACES, "Anna")])
@pytest.mark.parametrize("force", [(), ("--force",)])
def test_the_game_waits_for_every_captain_even_by_force(
    tmp_path: Path, stage: str, one: str, name: str, force: tuple[str, ...]
) -> None:
    folder = campaign(tmp_path, stage)
    send(folder, one)
    before = tree(folder)
    done = run("resolve", folder, *force)
    assert done == (
        3,
        "",
        f"Il manque les ordres d’un joueur : {name}.\n"
        "Rien n’a été joué : l’étape ne peut pas se jouer sans ces ordres, et la partie les attend.\n",
    )
    assert tree(folder) == before
    assert run("resolve", folder, "--dry-run", *force).code == 3
    assert tree(folder) == before


# --- What is published


def test_the_public_learns_the_roles_of_each_camp_in_list_order_and_not_whose(tmp_path: Path) -> None:
    folder = campaign(tmp_path)
    play(
        folder,
        "camp: bleu\nroles: {Anna: savant, Luc: brute, Max: archer}\n",
        "camp: rouge\nroles: {Paul: terreur, Rita: mystique, Zoé: dement}\n",
    )
    public = report(folder)
    assert "Rôles pris\n----------\n\n- bleu : Brute, Archer, Savant\n- rouge : Dément, Mystique, Terreur\n" in public
    assert not [name for name in ("Anna", "Luc", "Max", "Paul", "Rita", "Zoé") if name in public]
    assert "Attendu de chaque capitaine : le placement de son camp." in public


def told(folder: Path, reader: str) -> bytes:
    """A report without the head of the chain, which is as different as anything that came."""
    return unsealed(printed("report", folder, "--for", reader))


def test_who_has_which_role_changes_no_byte_for_others(tmp_path: Path) -> None:
    one, other = campaign(tmp_path / "one"), campaign(tmp_path / "other")
    play(one, ANNA_ROLES, PAUL_ROLES)
    play(other, "camp: bleu\nroles: {Anna: archer, Luc: brute, Max: agile}\n", PAUL_ROLES)
    for reader in ("public", "camp:rouge", "player:Zoé"):
        assert told(one, reader) == told(other, reader)
    assert report(one, "--for", "camp:bleu") != report(other, "--for", "camp:bleu")


def test_each_camp_learns_its_own_roles(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "placement")
    bleu, rouge = report(folder, "--for", "camp:bleu"), report(folder, "--for", "camp:rouge")
    assert "Anna    Brute\nLuc     Agile\nMax     Archer\n" in bleu
    assert "Paul    Terreur\nRita    Savant\nZoé     Professeur\n" in rouge
    assert not [name for name in ("Paul", "Rita", "Zoé") if name in bleu]
    assert not [name for name in ("Anna", "Luc", "Max") if name in rouge]
    assert "Tu joues dans le camp rouge. Ton rôle : Savant." in report(folder, "--for", "player:Rita")


# --- Placement


def test_a_captain_places_the_pieces_and_is_told_so(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "placement")
    done = good("submit", folder, "-", stdin="joueur: Anna\nplacement:\n  Anna: 1;3\n  Luc: (1,1)\n  Max: [1, 2]\n")
    told = "tu places les pièces : Anna → (1;3), Luc → (1;1), Max → (1;2)."
    assert done.out == f"- : accepté.\n  Anna : {told}\n  {FATE}\n"


def test_the_mj_places_for_a_camp_or_for_all(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "placement")
    send(folder, "camp: bleu\nplacement: {Anna: (1;3), Luc: (1;2), Max: (1;1)}\n")
    assert received(folder) == ["Anna"]
    table = "joueurs:\n  Paul: {placement: {Paul: (6;1), Rita: (6;2), Zoé: (6;3)}}\n"
    send(folder, table + "  Anna: {placement: {Anna: (1;1), Luc: (1;2), Max: (1;3)}}\n")
    assert received(folder) == ["Anna", "Paul"]


PLACEMENT_FAULTS = [
    (
        "joueur: Anna\nplacement: {Anna: (1;1), Luc: (1;2), Max: (2;3)}\n",
        "-:2:43: La case (2;3) n’est pas dans la zone de départ du camp bleu.\n",
    ),
    (
        "joueur: Anna\nplacement: {Anna: (1;1), Luc: (1;2), Max: (1;4)}\n",
        "-:2:43: La case (1;4) n’est pas dans la zone de départ du camp bleu.\n",
    ),
    (
        "joueur: Anna\nplacement: {Anna: (1;1), Luc: (1;1), Max: (1;3)}\n",
        "-:2:31: La case (1;1) est déjà prise par « Anna ».\n",
    ),
    ("joueur: Anna\nplacement: {Anna: (1;1), Luc: (1;2)}\n", "-:2:1: « placement » oublie : Max.\n"),
    (
        "joueur: Anna\nplacement: {Anna: (1;1), Luc: (1;2), Max: (1;3), Zoé: (6;1)}\n",
        "-:2:50: « Zoé » n’est pas un joueur du camp bleu.\n",
    ),
    (
        "joueur: Max\nplacement: {Anna: (1;1), Luc: (1;2), Max: (1;3)}\n",
        "-:1:9: Seul le capitaine du camp bleu, Anna, envoie ces ordres.\n",
    ),
    (
        "joueur: Anna\nplacement: {Anna: (1;1), Luc: (1,2), Max: (1;3)}\n",
        "-:2:31: « (1 » : entre crochets ou accolades, une case s’écrit avec un point-virgule, comme (3;5),",
    ),
    (ANNA_ROLES, "-:2:1: « rôles » : mot inconnu ici ;"),
]


@pytest.mark.parametrize(("text", "sentence"), PLACEMENT_FAULTS)
def test_a_placement_with_a_fault_is_refused(tmp_path: Path, text: str, sentence: str) -> None:
    folder = campaign(tmp_path, "placement")
    done = run("submit", folder, "-", stdin=text)
    assert done.code == 1
    assert sentence in done.err
    assert done.out == ""
    assert received(folder) == []


def test_after_the_placement_the_board_shows_camps_only(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "placement")
    play(folder, *PLACES[TWO])
    public = report(folder)
    assert public.startswith("La grande partie : placement\n")
    assert (
        "    1   2   3   4   5   6\n"
        "  +---+---+---+---+---+---+\n"
        "1 | B |   |   |   |   | R |\n"
        "  +---+---+---+---+---+---+\n"
        "2 | B |   |   |   |   | R |\n"
        "  +---+---+---+---+---+---+\n"
        "3 | B |   |   |   |   | R |\n"
        "  +---+---+---+---+---+---+\n"
    ) in public
    words = ("Anna", "Luc", "Max", "Paul", "Rita", "Zoé", "Brute", "Agile", "Archer", "Terreur", "Savant", "Professeur")
    assert not [word for word in words if word in public]
    assert "Attendu de chaque joueur : ses ordres pour le tour 1." in public
    assert "Initiative, dans l’ordre : bleu, rouge." in public


def test_who_stands_where_in_a_camp_changes_no_byte_for_others(tmp_path: Path) -> None:
    one, other = campaign(tmp_path / "one", "placement"), campaign(tmp_path / "other", "placement")
    play(one, ANNA_PLACES, PAUL_PLACES)
    play(other, "camp: bleu\nplacement: {Anna: (1;3), Luc: (1;1), Max: (1;2)}\n", PAUL_PLACES)
    for reader in ("public", "camp:rouge", "player:Zoé"):
        assert told(one, reader) == told(other, reader)
    assert "Anna    Brute en (1;3)\n" in report(other, "--for", "camp:bleu")


def test_three_camps_set_up_on_zones_of_every_kind(tmp_path: Path) -> None:
    folder = campaign(tmp_path, text=THREE)
    play(folder, *CHOICES[THREE])
    assert "- vert : Brute, Agile, Terreur\n" in report(folder)
    refused = run("submit", folder, "-", stdin="camp: vert\nplacement: {Vera: (1;5), Yves: (2;5), Ugo: (5;5)}\n")
    assert "La case (2;5) n’est pas dans la zone de départ du camp vert." in refused.err
    play(folder, *PLACES[THREE])
    assert "Initiative, dans l’ordre : bleu, rouge, vert." in report(folder)
    assert "1 | B | B |   |   |   |\n" in report(folder)
    assert "5 | V |   | V |   | V |\n" in report(folder)
