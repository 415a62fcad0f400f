"""``status`` and ``template``: what is awaited, and a file to answer it with."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from commands import (
    CHOICES,
    ENGLISH,
    EVERY_ROLE,
    OTHER_ROLES,
    ROLES,
    SEED_HASH,
    TURNS,
    TWO,
    adjudicator,
    campaign,
    drop,
    good,
    make_ghost,
    on_terminal,
    orders,
    play,
    run,
    send,
    table,
    take_all,
    tree,
)

ESCAPE = "\x1b"
EVERYBODY = ["Anna", "Luc", "Max", "Paul", "Rita", "Zoé"]


def status(folder: Path) -> Any:
    return good("status", folder, "--json").json()


# --- Status


def test_a_new_campaign_awaits_its_captains(tmp_path: Path) -> None:
    folder = campaign(tmp_path)
    assert adjudicator("status", folder) == (
        0,
        "La grande partie : choix des rôles\n"
        "Ordres reçus : —\n"
        "Ordres attendus : Anna, Paul\n"
        "Le tour attend ces ordres.\n"
        f"Empreinte de la graine (SHA-256) : {SEED_HASH}\n",
        "",
    )


def test_a_turn_tells_who_has_ordered_and_who_has_not(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-2")
    send(folder, orders("Zoé", 2, "rien"), orders("Anna", 2, "rien"))
    assert good("status", folder).out.startswith(
        "La grande partie : tour 2\n"
        "Ordres reçus : Anna, Zoé\n"
        "Ordres attendus : Luc, Max, Paul, Rita\n"
        "Le tour attend ces ordres.\n"
    )
    send(folder, TURNS[1])
    assert good("status", folder).out.startswith(
        "La grande partie : tour 2\n"
        "Ordres reçus : Anna, Luc, Max, Paul, Rita, Zoé\n"
        "Ordres attendus : —\n"
        "Tout est là : « adjudicator resolve » peut jouer.\n"
    )


def test_a_game_that_is_over_awaits_nothing(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "over")
    assert good("status", folder).out == (
        f"La grande partie : partie terminée\nEmpreinte de la graine (SHA-256) : {SEED_HASH}\n"
    )


def test_status_speaks_english(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "1", "turn-1", ENGLISH)
    assert good("status", folder).out.startswith("The great game: turn 1\nOrders received: —\nOrders awaited: Anna, ")
    assert good("status", folder, "--language", "fr").out.startswith("The great game : tour 1\nOrdres reçus : —\n")


def test_status_tells_what_waits_in_the_inbox(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1")
    drop(folder, "a.yaml", TURNS[0])
    assert "1 fichier attend dans inbox.\n" in good("status", folder).out
    drop(folder, "b.yaml", "")
    assert "2 fichiers attendent dans inbox.\n" in good("status", folder).out
    assert status(folder)["inbox"] == 2
    assert "2 files wait in inbox.\n" in good("status", folder, "--language", "en").out


STAGES = [
    ("roles", "roles", 0, [], ["Anna", "Paul"]),
    ("placement", "placement", 0, [], ["Anna", "Paul"]),
    ("turn-1", "turn", 1, [], EVERYBODY),
    ("turn-3", "turn", 3, [], EVERYBODY),
    ("over", "over", None, [], []),
]


@pytest.mark.parametrize(("stage", "phase", "turn", "received", "missing"), STAGES)
def test_json_at_each_stage(
    tmp_path: Path, stage: str, phase: str, turn: int | None, received: list[str], missing: list[str]
) -> None:
    folder = campaign(tmp_path, stage)
    before = tree(folder)
    assert status(folder) == {
        "title": "La grande partie",
        "game": "tsewnart",
        "phase": phase,
        "turn": turn,
        "received": received,
        "missing": missing,
        "refused": [],
        "notes": {},
        "inbox": 0,
        "ready": False,
        "seed_hash": SEED_HASH,
        "language": "fr",
    }
    assert tree(folder) == before
    assert not (folder / ".lock").exists() or stage != "roles"


def test_json_says_ready_when_all_is_there(tmp_path: Path) -> None:
    folder = campaign(tmp_path)
    send(folder, CHOICES[TWO][0])
    assert (status(folder)["ready"], status(folder)["missing"]) == (False, ["Paul"])
    send(folder, CHOICES[TWO][1])
    assert (status(folder)["ready"], status(folder)["received"]) == (True, ["Anna", "Paul"])
    assert status(folder)["ready"] is (run("resolve", folder, "--dry-run").code == 0)


def test_who_controls_a_ghost_is_awaited_and_who_has_nothing_is_not(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-2")
    make_ghost(folder, "Luc")
    take_all(folder, "Zoé")
    assert status(folder)["missing"] == ["Anna", "Luc", "Max", "Paul", "Rita"]
    send(folder, table(2, **dict.fromkeys(["Anna", "Luc", "Max", "Paul", "Rita"], "rien")))
    assert status(folder)["ready"] is True
    play(folder)


# --- On a terminal and in a pipe


def test_on_a_terminal_status_is_a_table_in_colour(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-2")
    send(folder, orders("Zoé", 2, "rien"))
    code, shown = on_terminal("status", folder)
    assert code == 0
    assert ESCAPE + "[" in shown
    bare = re.sub(r"\x1b\[[0-9;]*m", "", shown)
    rows = [line for line in bare.splitlines() if re.fullmatch(r"  \w+ +(reçu|attendu)", line)]
    assert sorted(row.split()[0] for row in rows) == EVERYBODY
    assert [row.split()[0] for row in rows if row.endswith("reçu")] == ["Zoé"]
    assert len({len(row) - len(row.split()[1]) for row in rows}) == 1  # the column stands straight
    assert "La grande partie : tour 2\n" in bare


def test_on_a_terminal_faults_are_red(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1")
    file = tmp_path / "orders.yaml"
    file.write_text(orders("Luc", 1, "{deplacment: haut}"), encoding="utf-8")
    code, shown = on_terminal("check", folder, file)
    assert code == 1
    assert f"{ESCAPE}[31m{file}:3:10: « deplacment » : mot inconnu ici" in shown


@pytest.mark.parametrize("stage", ["roles", "turn-1", "over"])
@pytest.mark.parametrize("options", [(), ("--json",)])
def test_in_a_pipe_there_are_no_colours(tmp_path: Path, stage: str, options: tuple[str, ...]) -> None:
    folder = campaign(tmp_path, stage)
    done = adjudicator("status", folder, *options)
    assert ESCAPE not in done.out + done.err


def test_in_a_pipe_faults_have_no_colours(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1")
    done = adjudicator("check", folder, "-", stdin=orders("Luc", 1, "{deplacment: haut}"))
    assert done.code == 1
    assert ESCAPE not in done.out + done.err


def test_on_a_terminal_json_has_no_colours(tmp_path: Path) -> None:
    code, shown = on_terminal("status", campaign(tmp_path), "--json")
    assert code == 0
    assert ESCAPE not in shown


# --- Templates


def template(folder: Path, player: str, *options: str) -> str:
    return good("template", folder, "--for", player, *options).out


def check(folder: Path, text: str) -> Any:
    """Return what the only row of ``check`` says of an order file; it must be understood."""
    done = run("check", folder, "-", "--json", stdin=text)
    (row,) = done.json()
    assert row["accepted"], (text, row)
    return row


def offers(text: str) -> list[str]:
    """Return the order lines that a template gives as comments."""
    return [line for line in text.splitlines() if re.match(r"#  \w", line)]


def uncomment(text: str, line: str) -> str:
    """Put one line of a template into force, as its own words tell: in place of "nothing"."""
    lines = [re.sub(r"(: )(rien|nothing).*", r"\1", other) for other in text.splitlines()]
    return "\n".join(line.removeprefix("#") if other == line else other for other in lines) + "\n"


POWERS = {
    "Brute": [],
    "Dément": ["téléport"],
    "Religieux": ["sanctifier"],
    "Mystique": ["révéler"],
    "Agile": ["déplacement supplémentaire"],
    "Professeur": ["modifier"],
    "Croque-Mort": ["autopsie", "conduire fantôme", "anonyme"],
    "Archer": ["viser"],
    "Terreur": ["terroriser"],
    "Tacticien": ["échanger"],
    "Savant": ["attirer"],
}
PLAYERS = {
    **dict(zip(ROLES, ["Anna", "Luc", "Max", "Nina", "Omar", "Jean-Paul"], strict=True)),
    **dict(zip(OTHER_ROLES, ["Paul", "Rita", "Zoé", "Rien", "Null"], strict=True)),
}


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("role", PLAYERS)
def test_the_template_of_a_piece_is_accepted_as_it_stands_and_line_by_line(
    tmp_path: Path, role: str, language: str
) -> None:
    folder = campaign(tmp_path, "turn-1", EVERY_ROLE)
    player = PLAYERS[role]
    text = template(folder, player, "--language", language)
    assert check(folder, text)["orders"] == {player: {}}
    found = {}
    for line in offers(text):
        (given,) = check(folder, uncomment(text, line))["orders"].values()
        (key,) = given
        found[key] = line.removeprefix("#").split(":")[0].strip()
    words = [*POWERS[role], "déplacement", "abandonner", "arrêter"]
    if language == "fr":
        assert sorted(found.values()) == sorted(words)
    assert len(found) == len(words)
    assert all("# " in line[2:] for line in offers(text))  # each says what it is


def test_all_lines_of_a_template_that_go_together_are_understood_together(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1", EVERY_ROLE)
    text = template(folder, "Omar")
    for line in offers(text):
        text = uncomment(text, line)
    assert sorted(check(folder, text)["orders"]["Omar"]) == ["extra_move", "move", "stop", "surrender"]


def test_the_template_of_a_ghost(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-2")
    make_ghost(folder, "Luc")
    text = template(folder, "Luc")
    assert check(folder, text)["orders"] == {"Luc": {}}
    keys = [next(iter(check(folder, uncomment(text, line))["orders"]["Luc"])) for line in offers(text)]
    assert sorted(keys) == ["capture", "move", "stop", "surrender"]


def test_the_template_of_a_player_with_nothing_left(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-2")
    take_all(folder, "Luc")
    text = template(folder, "Luc")
    assert check(folder, text)["accepted"]
    keys = [next(iter(check(folder, uncomment(text, line))["orders"]["Luc"])) for line in offers(text)]
    assert sorted(keys) == ["stop", "surrender"]


def test_powers_that_are_spent_or_not_ready_are_not_offered(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1")
    assert not [line for line in offers(template(folder, "Max")) if "tirer" in line]
    play(folder, TURNS[0])
    text = template(folder, "Max")
    (line,) = [line for line in offers(text) if "tirer" in line]
    assert check(folder, uncomment(text, line))["orders"] == {"Max": {"shoot": True}}


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("stage", ["roles", "placement"])
@pytest.mark.parametrize("captain", ["Anna", "Paul"])
def test_the_template_of_a_captain_is_accepted_as_it_stands(
    tmp_path: Path, stage: str, captain: str, language: str
) -> None:
    folder = campaign(tmp_path, stage, EVERY_ROLE)
    given = check(folder, template(folder, captain, "--language", language))["orders"]
    mates = ["Anna", "Luc", "Max", "Nina", "Omar", "Jean-Paul"] if captain == "Anna" else list(PLAYERS.values())[6:]
    assert list(given[captain][stage]) == mates


@pytest.mark.parametrize("stage", ["roles", "placement"])
def test_a_player_who_has_nothing_to_send_is_told_and_given_no_file_that_is_refused(tmp_path: Path, stage: str) -> None:
    folder = campaign(tmp_path, stage)
    done = run("template", folder, "--for", "Luc")
    if done.code == 0 and done.out:
        check(folder, done.out)
    else:
        assert done.code in (0, 2)
    assert "Anna" in done.out + done.err  # who sends them for him


def test_a_template_names_the_game_the_turn_and_the_player(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-2")
    before = tree(folder)
    lines = template(folder, "zoe").splitlines()
    assert lines[:3] == ["# La grande partie, tour 2", "joueur: Zoé", "tour: 2"]
    assert lines[3].startswith("ordres: rien   # ")
    english = template(folder, "Zoé", "--language", "en").splitlines()
    assert english[:3] == ["# La grande partie, turn 2", "player: Zoé", "turn: 2"]
    assert english[3].startswith("orders: nothing   # ")
    assert tree(folder) == before


def test_a_template_for_nobody_or_after_the_end_is_refused(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "1", "turn-1")
    assert run("template", folder, "--for", "Zoa") == (2, "", "Joueur inconnu : « Zoa ». Peut-être « Zoé » ?\n")
    assert run("template", folder).code == 2
    over = campaign(tmp_path / "2", "over")
    assert run("template", over, "--for", "Zoé") == (
        2,
        "",
        "La partie est terminée : il n’y a plus de tour à jouer.\n",
    )


def test_an_unknown_player_like_nobody_is_not_told_of_a_nameless_one(tmp_path: Path) -> None:
    done = run("template", campaign(tmp_path, "turn-1"), "--for", "Xxxxxx")
    assert done.code == 2
    assert "Joueur inconnu : « Xxxxxx »." in done.err
    assert "« — »" not in done.err
