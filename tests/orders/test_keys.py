"""Who sends a file with a key that is not right is told that alone, whatever else the file holds.

Each file is sent in two games that differ in what only the player knows whose name it bears: all that anybody can read
of it must be the same in both, to the byte.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from resistance.campaigns import on_mission
from support.clocked import ALL, THREE_DAYS, cron, fresh_clock, letter, put_table, rewrite, status, tsewnart
from support.commands import CHOICES, SEED, TWO, Done, campaign, drop, good, orders, run, send
from support.depth import few, sample

from adjudicator.core.context import Context
from adjudicator.core.stage import Stage
from adjudicator.core.words import Names
from adjudicator.games import GAMES
from adjudicator.orders import judging
from adjudicator.orders.keys import claims_in_lines, order_key
from adjudicator.speech.voice import vocabulary
from adjudicator.store.layout import data_folder


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    yield from fresh_clock()


TURN_1 = Stage("turn", 1)

# What stands in a file in place of a right key: HEAD is the player's name and the turn, ORDER what he orders.
SHAPES = {
    "another": "HEADclé: AAAA-BBBB\nordres:\n  ORDER\n",
    "nothing": "HEADclé:\nordres:\n  ORDER\n",
    "null": "HEADclé: ~\nordres:\n  ORDER\n",
    "blank": "HEADclé: ' '\nordres:\n  ORDER\n",
    "a list": "HEADclé: [AAAA-BBBB]\nordres:\n  ORDER\n",
    "lines": "HEADclé:\n  - AAAA-BBBB\nordres:\n  ORDER\n",
    "a map": "HEADclé: {AAAA: BBBB}\nordres:\n  ORDER\n",
    "a number": "HEADclé: 12345678\nordres:\n  ORDER\n",
    "a block": "HEADclé: |\n  AAAA-BBBB\nordres:\n  ORDER\n",
    "in English": "HEADkey:\nordres:\n  ORDER\n",
    "by its other word": "HEADclef: AAAA-BBBB\nordres:\n  ORDER\n",
    "misspelt": "HEADclés: AAAA-BBBB\nordres:\n  ORDER\n",
    "with an article": "HEADMa clé: AAAA-BBBB\nordres:\n  ORDER\n",
    "in quotes": 'HEAD"clé": AAAA-BBBB\nordres:\n  ORDER\n',
    "twice": "HEADclé: AAAA-BBBB\nclé: CCCC-DDDD\nordres:\n  ORDER\n",
    "with an anchor": "HEADclé: &a AAAA-BBBB\nordres:\n  ORDER\n",
    "by an alias": "HEADnote: &a x\nclé: *a\nordres:\n  ORDER\n",
    "with a tag": "HEADclé: !!str AAAA-BBBB\nordres:\n  ORDER\n",
    "a question": "HEAD? clé\n: AAAA-BBBB\nordres:\n  ORDER\n",
    "among the orders": "HEADordres:\n  ORDER\n  clé: AAAA-BBBB\n",
    "first among the orders": "HEADordres:\n  clé: AAAA-BBBB\n  ORDER\n",
    "among the standing orders": "HEADordres:\n  ORDER\npermanents:\n  clé: AAAA-BBBB\n  STANDING\n",
    "behind many faults": "HEAD" + "".join(f"x{i}: 1\n" for i in range(150)) + "clé: AAAA-BBBB\nordres:\n  ORDER\n",
    "in a table": "TURNclé: AAAA-BBBB\njoueurs:\n  NAME: {ORDER}\n",
    "in a row of a table": "TURNjoueurs:\n  NAME: {ORDER, clé: AAAA-BBBB}\n",
    "in code": "Voilà :\n[code]\nHEADclé:\nordres:\n  ORDER\n[/code]\n",
    "where nothing can be read": "HEADclé: AAAA-BBBB\nordres:\n  ORDER\nnote: [\n",
    "without a colon": "HEADclé AAAA-BBBB\nordres:\n  ORDER\n",
    "with an equals sign": "HEADclé = AAAA-BBBB\nordres:\n  ORDER\n",
    "for a later turn": "HEADclé: AAAA-BBBB\nordres:\n  ORDER\n",
    "before the code": "Voici.\nclé: AAAA-BBBB\n[code]\nHEADordres:\n  ORDER\n[/code]\n",
    "after the code": "[code]\nHEADordres:\n  ORDER\n[/code]\nclé: AAAA-BBBB\n",
    "after a fence": "```\nHEADordres:\n  ORDER\n```\nClé : AAAA-BBBB\n",
    "in a mail's head": "From: x@example.org\nclé: AAAA-BBBB\n\n[code]\nHEADordres:\n  ORDER\n[/code]\n",
    "as the report says it": "HEADTa clé pour la prochaine étape (tour 3, mission) : AAAA-BBBB\nordres:\n  ORDER\n",
    "quoted-printable": "HEADcl=C3=A9: AAAA-BBBB\nordres:\n  ORDER\n",
    "encoded twice": "HEADclÃ©: AAAA-BBBB\nordres:\n  ORDER\n",
    "an entity": "HEADcl&eacute;: AAAA-BBBB\nordres:\n  ORDER\n",
    "bold on a page": "HEAD<b>clé</b>: AAAA-BBBB\nordres:\n  ORDER\n",
    "with a slash": "HEADclé/key: AAAA-BBBB\nordres:\n  ORDER\n",
    "with signs that show nothing": "HEADc\u200bl\u00adé: AAAA-BBBB\nordres:\n  ORDER\n",
    "one level too deep": "HEADordres:\n  ORDER\n  x: {clé: AAAA-BBBB}\n",
    "below something else": "HEADx:\n  clé: AAAA-BBBB\nordres:\n  ORDER\n",
    "below the turn": "joueur: NAME\ntour: {clé: AAAA-BBBB}\nordres:\n  ORDER\n",
    "in a list": "HEADordres:\n  ORDER\npermanents:\n  - clé: AAAA-BBBB\n",
    "in orders given twice": "HEADordres:\n  ORDER\nordres: {clé: AAAA-BBBB}\n",
    "a key of a key": "HEAD? [clé]\n: AAAA-BBBB\nordres:\n  ORDER\n",
    "beside the players of a table": "TURNjoueurs:\n  NAME: {ORDER}\n  clé: AAAA-BBBB\n",
    "deep in a table": "TURNjoueurs:\n  NAME: {ORDER, x: {clé: AAAA-BBBB}}\n",
    "on the line of the turn": "joueur: NAME\ntour: 3, clé: AAAA-BBBB\nordres:\n  ORDER\n",
    "in brackets that are not closed": "HEADordres: {ORDER, clé: AAAA-BBBB\n",
    "bold where nothing can be read": "HEAD**clé**: AAAA-BBBB\nordres:\n  ORDER\nnote: [\n",
    "behind words where nothing can be read": "HEADvoici ma clé : AAAA-BBBB\nordres:\n  ORDER\nnote: [\n",
    "in a signature": "HEADordres: [\n  ORDER\nNAME, clé AAAA-BBBB\n",
    "behind another line end": "HEADordres: [\u2028clé: AAAA-BBBB\n  ORDER\n",
    "behind 64 KiB": "HEADordres:\n  ORDER\n" + "# \n" * 30_000 + "clé: AAAA-BBBB\n",
    "named in a text": 'note: "\njoueur: NAME\n"\ntour: 3\nclé: AAAA-BBBB\nordres:\n  ORDER\n',
    "two players named": "HEADjoueur: Emma\nclé: AAAA-BBBB\nordres:\n  ORDER\n",
}


def text_of(shape: str, name: str, turn: int, order: str, standing: str) -> str:
    head, its_turn = f"joueur: {name}\ntour: {turn}\n", f"tour: {turn}\n"
    text = SHAPES[shape].replace("HEAD", head).replace("TURN", its_turn).replace("NAME", name)
    return text.replace("ORDER", order).replace("STANDING", standing)


def read_everywhere(folder: Path, text: str) -> list[Any]:
    """Return all that is said of a file, to whomever: the commands, the letters, cron."""
    outputs: list[Done] = [
        run("check", folder, "-", stdin=text),
        run("check", folder, "-", "--json", stdin=text),
        run("submit", folder, "-", stdin=text),
        run("submit", folder, "-", "--json", "--language", "en", stdin=text),
    ]
    drop(folder, "fichier.yaml", text)
    outputs.append(cron(folder))
    letters = {path.name: path.read_bytes() for path in sorted((folder / "outbox").rglob("receipt-*"))}
    without = [re.sub(re.escape(str(folder)), "", f"{done.out}{done.err}{done.code}") for done in outputs]
    return [*without, letters]


def cards(tmp_path: Path, shape: str) -> list[list[Any]]:
    """Send a failure in the name of Bruno, once a Cylon and once a Colon, whose fate his card is."""
    said = []
    for number, cylons in enumerate((("Bruno", "Emma"), ("Chloé", "Emma"))):
        folder = on_mission(tmp_path / str(number) / "p", cylons=cylons)
        (folder / "inbox").mkdir(exist_ok=True)
        rewrite(folder, "graine:", "échéance: {jours: 3}\nabsents: permanents\ngraine:")
        standing = "carte: échec" if number == 0 else "carte: réussite"
        turn = status(folder)["turn"]
        good("submit", folder, "-", stdin=f"joueur: Bruno\ntour: {turn}\npermanents: {{{standing}}}\n")
        for path in (folder / "outbox").rglob("receipt-*"):
            path.unlink()
        said.append(read_everywhere(folder, text_of(shape, "Bruno", turn, "carte: échec", standing)))
    return said


def aims(tmp_path: Path, shape: str) -> list[list[Any]]:
    """Send an arrow in the name of Max, once the Archer and once not, with standing orders that say so."""
    said = []
    for number, player in enumerate(("Max", "Luc")):
        folder = tsewnart(tmp_path / str(number) / "p", THREE_DAYS + "absents: permanents\n")
        if player == "Max":
            send(folder, "joueur: Max\ntour: 1\npermanents: {viser: (3;3)}\n")
        for path in (folder / "outbox").rglob("receipt-*"):
            path.unlink()
        turn = 3 if shape == "for a later turn" else 1
        said.append(read_everywhere(folder, text_of(shape, "Max", turn, "viser: (3;3)", "viser: (3;3)")))
    return said


def same(said: list[list[Any]]) -> bool:
    one, other = said
    numbers = re.compile(rb"receipt-000\d|\.accepted|\.refused")
    letters = [{numbers.sub(b"", name.encode()): data for name, data in told[-1].items()} for told in said]
    return one[:-1] == other[:-1] and letters[0] == letters[1]


@few(3)
@pytest.mark.parametrize(("game", "shape"), sample(product([cards, aims], SHAPES), 19))
def test_a_key_that_is_not_right_tells_nothing(tmp_path: Path, game: Callable[..., Any], shape: str) -> None:
    said = game(tmp_path, shape)
    assert same(said), said
    for told in said:
        shown = "".join(told[:-1])
        assert "AAAA" not in shown
        assert all(b"AAAA" not in data and b"jou\xc3\xa9s" not in data for data in told[-1].values())
        assert "n’est pas celle de ce joueur" in told[0] or "Emma" in text_of(shape, "", 1, "", "")


@few(2)
@pytest.mark.parametrize("shape", ["nothing", "a list", "misspelt", "among the orders", "behind many faults"])
def test_a_key_that_would_count_as_none_is_found(tmp_path: Path, shape: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test above can fail: without the look at the key these files tell apart who is a Colon."""
    monkeypatch.setattr(judging, "_judge_key", lambda *given: None)
    assert not same(cards(tmp_path, shape))


def test_a_fate_told_to_who_has_not_the_key_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "_refuse_unproven", lambda told, fault: setattr(told, "faults", [fault]))
    assert not same(cards(tmp_path, "another"))


# --- Who is not kept out


@pytest.mark.parametrize("word", ["clé", "Clef", "CLE", "key", "Ma clé", "clés"])
def test_a_right_key_under_a_word_that_is_nearly_right_tells_what_is_wrong(tmp_path: Path, word: str) -> None:
    folder = tsewnart(tmp_path / "p")
    right = order_key(SEED, TURN_1, "Luc")
    done = run("check", folder, "-", stdin=f"{orders('Luc', 1, '{viser: (3;3)}')}{word}: {right}\n")
    assert done.code == 1
    assert "Archer" in done.err


def test_a_form_sent_again_under_another_name_does_not_tell_its_key(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p")
    right = order_key(SEED, TURN_1, "Luc")
    assert run("submit", folder, "-", stdin=f"{orders('Max', 1, 'rien')}clé: {right}\n").code == 1
    told = letter(folder, "receipt-0001-03-max")
    assert right not in told
    assert told.startswith("Un fichier est arrivé à ton nom (tour 1), avec une clé qui n’est pas la tienne")


def test_a_key_of_the_past_turn_tells_that_the_turn_is_past_and_no_more(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    right = order_key(SEED, TURN_1, "Luc")
    send(folder, "joueur: Luc\ntour: 1\npermanents: {déplacement: droite}\n")
    put_table(folder, *ALL)
    cron(folder)
    late = run("submit", folder, "-", stdin=f"{orders('Luc', 1, '{voler: haut}')}clé: {right}\n")
    assert late.err.splitlines()[:-1] == ["-:2:7: Ces ordres sont pour le tour 1 ; attendu maintenant : tour 2."]
    assert "droite" not in letter(folder, "receipt-0001-02-luc")


def test_a_key_told_to_a_substitute_is_compared_with_the_players(tmp_path: Path) -> None:
    folder = tsewnart(
        tmp_path / "p", THREE_DAYS + "absences: [{joueur: Luc, du: 2026-11-19, au: 2026-11-30, remplaçant: Yves}]\n"
    )
    done = run("submit", folder, "-", stdin="joueur: Yves\ntour: 1\nclé: AAAA-BBBB\nordres: rien\n")
    assert done.err.splitlines()[0].startswith("-:3:1: La clé n’est pas celle de ce joueur")
    told = letter(folder, "receipt-0001-02-luc")
    assert "tu ne fais rien" not in told


@pytest.mark.parametrize(
    "line",
    [
        "Hey MJ,",
        "Ces ordres sont pour vous :",
    ],
)
def test_words_that_are_like_the_one_for_a_key_are_none(tmp_path: Path, line: str) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    put_table(folder, *ALL)
    drop(folder, "z.txt", f"{line}\njoueur: Max\ntour: 1\nordres:\n  déplacement: droite\n", 9)
    done = cron(folder)
    assert "joué, tour 1" in done.out
    received = letter(folder, "receipt-0002-03-max")
    assert "Tu te déplaces vers la droite" in received
    assert "avec une clé" not in received


@pytest.mark.parametrize("line", ["Ken et Kay vous saluent,", "Léa: bonjour", "Cléo, pour toi :"])
def test_nor_is_such_a_line_told_as_one_where_it_is_asked_about(tmp_path: Path, line: str) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    done = run("check", folder, "-", stdin=f"{line}\njoueur: Max\ntour: 1\nordres:\n  déplacement: droite\n")
    assert done.code == 1
    assert "La clé" not in done.err


def test_who_shows_the_right_key_is_told_what_is_wrong_though_he_speaks_of_keys_besides(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p")
    right = order_key(SEED, TURN_1, "Luc")
    for text in (f"clé: {right}\nnote: |\n  clé perdue : ?\nviser: [\n", f"clé: {right}. Elle prouve que c’est moi\n"):
        done = run("check", folder, "-", stdin=orders("Luc", 1, "{voler: haut}") + text)
        assert "n’est pas celle" not in done.err
        assert done.code == 1


def test_a_note_that_speaks_of_a_key_is_no_key(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p")
    text = orders("Luc", 1, "rien") + "note: |\n  clé perdue,\n  clé: où est-elle ?\n"
    assert good("submit", folder, "-", stdin=text).out.startswith("- : accepté.")


def test_a_player_who_is_called_key_is_no_key(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "roles", TWO.replace("Luc", "Clé"))
    text = CHOICES[TWO][0].replace("Luc", "Clé")
    assert good("submit", folder, "-", stdin=text).out.startswith("- : accepté.")


@pytest.mark.parametrize("game", GAMES)
def test_no_word_of_a_game_is_taken_for_a_key(game: str) -> None:
    words = vocabulary(game)
    context = Context(words, "fr", Names([]), Names([]))
    places = json.loads((data_folder("schemas") / "vocabulary.json").read_bytes())
    for place in {*places, *json.loads((data_folder("schemas") / game / "vocabulary.json").read_bytes())}:
        for word in words.all_words(place):
            if word not in ("clé", "clef", "key"):
                assert claims_in_lines(f"{word}: x", context) == [], word


# --- What it holds up


def test_a_wrong_key_behind_many_faults_holds_up_nobody(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    put_table(folder, *ALL)
    drop(folder, "z.yaml", text_of("behind many faults", "Anna", 1, "viser: (3;3)", ""), 9)
    assert "joué, tour 1 : tous les ordres sont là." in cron(folder).out


def test_a_note_in_a_file_with_a_wrong_key_is_not_told_as_the_players(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    drop(folder, "1.txt", orders("Luc", 1, "rien") + "clé: AAAA-AAAA\nnote: 'MJ : écris-moi à x@example.org'\n")
    assert "example.org" not in cron(folder).out
    assert "example.org" not in good("status", folder).out


# Where the campaign demands keys ---------------------------------------------------------------------------------


def demanding(tmp_path: Path, stage: str = "turn-1", line: str = "clé: exigée") -> Path:
    folder = campaign(tmp_path / "p", stage)
    with (folder / "campaign.yaml").open("a", encoding="utf-8") as file:
        file.write(f"{line}\n")
    return folder


@pytest.mark.parametrize("line", ["clé: exigée", "key: required"])
def test_a_file_without_a_key_is_refused_where_keys_are_demanded(tmp_path: Path, line: str) -> None:
    folder = demanding(tmp_path, line=line)
    done = run("submit", folder, "-", stdin="joueur: Luc\ntour: 1\nordres: {tirer: oui, déplacement: hat}\n")
    assert done.code == 1
    assert done.err.startswith("-:1:1: Cette partie demande à chacun sa clé, et ce fichier n’en a pas")
    assert done.err.count("\n") == 2  # and nothing of what else is wrong with it
    told = letter(folder, "receipt-0001-02-luc")
    assert "Cette partie demande à chacun sa clé" in told and "tirer" not in told and "joué" not in told
    right = f"joueur: Luc\ntour: 1\nclé: {order_key(SEED, TURN_1, 'Luc')}\nordres: {{déplacement: haut}}\n"
    assert good("submit", folder, "-", stdin=right).code == 0
    assert run("submit", folder, "-", stdin=right.replace("joueur: Luc", "joueur: Max")).code == 1


def test_the_form_has_the_key_where_it_is_demanded(tmp_path: Path) -> None:
    folder = demanding(tmp_path)
    form = good("template", folder, "--for", "Luc").out
    assert f"\njoueur: Luc\ntour: 1\nclé: {order_key(SEED, TURN_1, 'Luc')}\n" in form
    assert good("check", folder, "-", stdin=form.replace("  déplacement:", "  déplacement: haut", 1)).code == 0
    assert "clé" not in good("template", campaign(tmp_path / "q", "turn-1"), "--for", "Luc").out


def test_before_the_first_stage_the_key_is_in_the_captains_form(tmp_path: Path) -> None:
    folder = demanding(tmp_path, "roles")
    form = good("template", folder, "--for", "Anna").out
    roles = (
        form.replace("  Anna:", "  Anna: Brute").replace("  Luc:", "  Luc: Agile").replace("  Max:", "  Max: Archer")
    )
    assert good("check", folder, "-", stdin=roles).code == 0
    assert run("check", folder, "-", stdin=re.sub("^clé:.*\n", "", roles, flags=re.M)).code == 1


def test_a_table_has_no_key_and_is_taken_from_the_mj_alone(tmp_path: Path) -> None:
    folder = demanding(tmp_path)
    table = "tour: 1\njoueurs:\n  Luc: {déplacement: haut}\n  Max: rien\n"
    assert good("check", folder, "-", stdin=table).code == 0
    drop(folder, "table.yaml", table)
    done = run("submit", folder)
    assert done.code == 1
    assert "n’est pris que des mains du MJ" in done.err


def test_what_came_ahead_has_proved_its_key(tmp_path: Path) -> None:
    folder = demanding(tmp_path)
    keys = {name: order_key(SEED, TURN_1, name) for name in ("Luc", "Anna", "Max", "Paul", "Rita", "Zoé")}
    ahead = f"joueur: Luc\ntour: 2\nclé: {keys['Luc']}\nordres: {{déplacement: haut}}\n"
    assert good("submit", folder, "-", stdin=ahead).code == 0
    for name, key in keys.items():
        assert good("submit", folder, "-", stdin=f"joueur: {name}\ntour: 1\nclé: {key}\nordres: rien\n").code == 0
    good("resolve", folder)
    assert "Ordres reçus : Luc" in good("status", folder).out.replace("\u00a0", " ")


def test_a_campaign_may_demand_keys_from_one_stage_on(tmp_path: Path) -> None:
    """As the MJ's addresses and his clock: what was accepted stays so."""
    folder = campaign(tmp_path / "p", "turn-1")
    assert good("submit", folder, "-", stdin="joueur: Luc\ntour: 1\nordres: rien\n").code == 0
    with (folder / "campaign.yaml").open("a", encoding="utf-8") as file:
        file.write("clé: exigée\n")
    assert "Ordres reçus : Luc" in good("status", folder).out.replace("\u00a0", " ")
    assert run("submit", folder, "-", stdin="joueur: Luc\ntour: 1\nordres: {déplacement: haut}\n").code == 1
