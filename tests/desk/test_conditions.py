"""Orders with conditions through the commands: given, refused, played, told, verified, and told to nobody else."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from resistance.campaigns import dealt, order, play, state, voting
from support import depth
from support.commands import Done, good, plain, result, run, stage_folder, tree, verdicts

from adjudicator.core.plain import Plain

CYLONS = ("Bruno", "Emma")
NO_TO_BRUNO = "- {escadron contient: Bruno, sauf: {j’en suis: oui}, alors: {vote: non}}"
SAID = "(1) si l’Escadron contient Bruno, sauf si tu es de l’Escadron : vote non"


def left(folder: Path, player: str, clauses: str, before: str = "") -> str:
    """Return an order file that leaves clauses, one a line, behind plain standing orders."""
    lines = "".join(f"    {line}\n" for line in clauses.splitlines())
    return f"joueur: {player}\ntour: {state(folder)['turn']}\npermanents:\n{before}  si:\n{lines}"


def leave(folder: Path, player: str, clauses: str, before: str = "") -> Done:
    return good("submit", folder, "-", stdin=left(folder, player, clauses, before))


def refused(folder: Path, clauses: str, player: str = "Chloé") -> str:
    """Return what is said of clauses that are refused: they change nothing."""
    before = tree(folder)
    done = run("check", folder, "-", stdin=left(folder, player, clauses))
    assert (done.code, tree(folder)) == (1, before)
    return done.err


def on_table(folder: Path, stage: str) -> Plain:
    found: Plain = result(folder, stage, "orders.json")
    return found


def read(folder: Path, reader: str) -> str:
    """Return the report of the vote as somebody reads it."""
    (path,) = (stage_folder(folder, "vote-2") / "result" / "reports").glob(f"{reader}*.txt")
    return " ".join(plain(path.read_text(encoding="utf-8")).split())


# Given ---------------------------------------------------------------------------------------------------------


def test_they_are_said_back_with_what_would_act_now(tmp_path: Path) -> None:
    folder = voting(tmp_path / "p", cylons=CYLONS)
    done = leave(folder, "Chloé", NO_TO_BRUNO, "  vote: oui\n")
    assert done.out == (
        "- : accepté.\n"
        f"  Chloé : si un jour tu n’envoies rien : {SAID} ; sinon : vote oui ; "
        "les conditions sont jugées sur ce que tu vois au début de l’étape.\n"
        "  Le tour attend tes ordres ; si le MJ joue sans eux, tes ordres permanents sont joués : vote non.\n"
    )
    assert verdicts(folder, "vote-2")[0]["standing"] == {
        "Chloé": {
            "vote": "yes",
            "if": [{"squad_has": "Bruno", "unless": {"in_squad": True}, "then": {"vote": "no"}}],
        }
    }


def test_who_leaves_nothing_behind_them_is_told_what_silence_looks_like(tmp_path: Path) -> None:
    folder = voting(tmp_path / "p", cylons=CYLONS)
    done = leave(folder, "Chloé", "- {manche: 2, alors: {vote: non}}")
    assert "sinon : comme si tu n’avais rien envoyé, et tous le verront" in done.out
    assert plain(done.out).endswith("si le MJ joue sans eux, ta voix compte « non ».\n")


def test_what_an_order_needs_anyhow_is_taken_and_remarked(tmp_path: Path) -> None:
    """E15, with what the base game has: a card is only played by a member."""
    folder = voting(tmp_path / "p", cylons=CYLONS)
    said = plain(leave(folder, "Chloé", "- {j’en suis: oui, cible: 2, alors: {mission: réussite}}").out)
    assert "dans (1), « tu es de l’Escadron » va de soi : « mission » ne se donne pas autrement" in said
    assert "va de soi" not in plain(leave(folder, "Chloé", "- {j’en suis: oui, alors: {vote: oui}}").out)


SENTENCES = {
    "escadron contient: Bruno": "si l’Escadron contient Bruno",
    "escadron contient: [Bruno, moi]": "si l’Escadron contient Bruno et toi",
    "escadron contient: moi": "si tu es de l’Escadron",
    "escadron contient un de: [Bruno, Denis]": "si l’Escadron contient Bruno ou Denis",
    "escadron contient un de: [moi, Bruno, Denis]": "si l’Escadron contient Bruno, Denis ou toi",
    "escadron contient un de: Bruno": "si l’Escadron contient Bruno",
    "commandant: [Anna, Denis]": "si le Commandant est Anna ou Denis",
    "commandant: moi": "si tu es le Commandant",
    "manche: {au moins: 2}": "si le numéro de la manche est au moins 2",
    "manche: [2, 4]": "si le numéro de la manche est 2 ou 4",
    "proposition: {au moins: 2, au plus: 4}": "si le numéro de la proposition est entre 2 et 4",
    "a voté non: Emma": "si Emma a voté non",
    "a voté non: [Emma, Denis]": "si Emma et Denis ont voté non",
    "a voté oui: moi": "si tu as voté oui",
    "a voté oui: [moi, Emma, Denis]": "si Emma, Denis et toi avez voté oui",
    "voix oui: {au plus: 4}": "si le nombre de voix oui est au plus 4",
    "échecs: 2": "si le nombre de missions échouées est 2",
}


def test_they_are_said_as_a_player_would(tmp_path: Path) -> None:
    folder = voting(tmp_path / "p", cylons=CYLONS)
    for fact, said in SENTENCES.items():
        done = good("check", folder, "-", stdin=left(folder, "Chloé", f"- {{{fact}, alors: {{mission: réussite}}}}"))
        assert f"(1) {said} : carte réussite ; sinon" in plain(done.out), fact


@pytest.mark.parametrize(
    ("clauses", "said"),
    [
        (
            "- {j’en suis: non, alors: {mission: réussite}}",
            "-:5:8: « mission » ne se donne jamais quand « j’en suis » est vrai ainsi : ces ordres",
        ),
        (
            "- {cible: 2, sauf: {escadron contient: moi}, alors: {mission: réussite}}",
            "-:5:25: « mission » ne se donne que quand « escadron contient » est vrai ainsi",
        ),
        (
            "- {commandant: [Bruno, Denis], alors: {escadron: [Chloé, Anna, Bruno]}}",
            "« escadron » ne se donne jamais quand « commandant » est vrai ainsi",
        ),
        (
            "- {je sais Cylon: Bruno, alors: {vote: non}}",
            "-:5:23: « je sais Cylon » ne sera jamais vrai : tu es Colon, et dans cette partie personne ne te dira",
        ),
        (
            "- {escadron contient un de: [Anna, Bruno, Denis, Emma], alors: {vote: non}}",
            "« escadron contient un de » est toujours vrai ainsi : sans ceux-là, il n’y a pas assez",
        ),
        ("- {commandant: [Anna, Bruno, moi, Denis, Emma], alors: {vote: non}}", "tous les joueurs y sont"),
        ("- {voix oui: {au plus: 2}, alors: {mission: réussite}}", "a eu de 3 à 5 voix oui."),
        ("- {j’ai: Bruno, alors: {vote: non}}", "« j’ai » : mot inconnu ici"),
        (
            "- {voix oui: {au plus: 3}, alors: {vote: non}}",
            "-:5:8: « voix oui » n’est pas connu au moment où « vote » se donne : ces ordres ne serviraient jamais.",
        ),
        (
            "- {proposition: 6, alors: {vote: non}}",
            "-:5:21: « proposition » ne sera jamais vrai ainsi : cela va de 1 à 5.",
        ),
        (
            "- {manche: {au moins: 1}, alors: {vote: non}}",
            "-:5:16: « manche » est toujours vrai ainsi : cela va de 1 à 5. Retirer cette condition.",
        ),
        (
            "- {manche: {au moins: 3, au plus: 2}, alors: {vote: non}}",
            "-:5:27: « au moins 3 » et « au plus 2 » ne vont pas ensemble.",
        ),
        ("- {escadron contien: Bruno, alors: {vote: non}}", "Peut-être « escadron contient » ?"),
        (
            "- {escadron contient: Brno, alors: {vote: non}}",
            "-:5:27: « Brno » n’est pas un joueur de cette partie. Peut-être « Bruno » ?",
        ),
        (
            "- {manche: tard, alors: {vote: non}}",
            "-:5:16: « tard » n’est pas compris ici ; attendu : un nombre entier.",
        ),
        (
            "- {manche: 2, alors: {vote: peut-être}}",
            "-:5:33: « peut-être » n’est pas compris ici ; attendu : oui, non.",
        ),
        ("- {manche: 2, alors: {votte: non}}", "Peut-être « vote » ?"),
        ("- {manche: 2, alors: rien}", "-:5:26: « rien » n’est pas un ordre, et une condition en demande un"),
        ("- {manche: 2}", "-:5:7: Il manque « alors »"),
        ("- {alors: {vote: non}}", "-:5:7: Il manque une condition à ces ordres"),
        ("- {manche: 2, et: [{manche: 3}], alors: {vote: non}}", "-:5:"),
        ("- {manche: 2, et: [{ou: [{cible: 1}]}, {cible: 1}], alors: {vote: non}}", "« ou » ne s’emboîte pas ici"),
        ("- {escadron contient: Bruno, Chloé, alors: {vote: non}}", "[Bruno, Chloé]"),
        ("- {manche: 2, sauf: {manche: [2]}, alors: {vote: non}}", "« sauf » excepte ce qui est demandé à côté"),
        (
            "- {manche: 2, alors: {vote: non}}\n- {manche: 2, cible: 1, alors: {vote: oui}}",
            "-:6:7: Ces ordres (2) ne serviraient jamais : ceux d’avant (1) valent chaque fois que ceux-ci valent.",
        ),
        ("\n".join(["- {manche: 2, alors: {vote: non}}"] * 13), "-:5:5: « si » : il en faut 12 au plus, il y en a 13."),
        (
            "- {manche: 2, alors: {mission: échec}}",
            "-:5:36: Tu es Colon : la carte d’un Colon qui n’envoie rien est toujours « réussite ».",
        ),
        ("- {manche: 2, alors: {cible: 3}}", "« cible » : mot inconnu ici ; mots possibles : escadron, vote, mission."),
        ("- {manche: 2, alors: {vote: non, si: [{manche: 3, alors: {vote: oui}}]}}", "« si » : mot inconnu ici"),
        (
            "- {escadron contient: [Anna, Bruno, Chloé, Denis], alors: {vote: non}}",
            "4 noms, et un Escadron a 3 membres au plus",
        ),
    ],
)
def test_what_makes_no_sense_is_told_where_it_stands(tmp_path: Path, clauses: str, said: str) -> None:
    assert said in plain(refused(voting(tmp_path / "p", cylons=CYLONS), clauses))


ROUND = "{manche: 2}"
TAKEN = [
    "{et: [{manche: 2}, {cible: 1}], alors: {vote: non}}",
    f"{{et: [{', '.join([ROUND] * 6)}], alors: {{vote: non}}}}",
    "{ou: [{manche: 2, cible: 3}, {proposition: 5}], alors: {vote: non}}",
    "{sauf: {manche: 2}, alors: {vote: non}}",
    "{sauf: [{manche: 2}], alors: {vote: non}}",
    "{manche: 2, alors: {vote: non, mission: réussite, escadron: [Anna, Bruno, Chloé]}}",
    "{manche: 2, une fois: oui, alors: {vote: non}}",
    f"{{manche: [{', '.join(['2'] * 10)}], alors: {{vote: non}}}}",
    f"{{commandant: [{', '.join(['Anna'] * 10)}], alors: {{vote: non}}}}",
    "{Derniere MISSION: Echouee, SAUF SI: {J'EN SUIS: Non}, UNE fois: OUI, ALORS: {Vote: NON}}",
    "{squad has: [me, bruno], unless: {round: {at least: 2, at most: 3}}, once: yes, then: {vote: no}}",
]
NOT_TAKEN = [
    "{et: [], alors: {vote: non}}",
    f"{{et: [{', '.join([ROUND] * 7)}], alors: {{vote: non}}}}",
    "{ou: [{manche: 2}], alors: {vote: non}}",
    f"{{ou: [{', '.join([ROUND] * 7)}], alors: {{vote: non}}}}",
    "{manche: 2, ou: [{}, {cible: 3}], alors: {vote: non}}",
    "{manche: 2, sauf: [], alors: {vote: non}}",
    f"{{cible: 3, sauf: [{', '.join([ROUND] * 7)}], alors: {{vote: non}}}}",
    "{manche: 2, sauf: {et: [{cible: 3}, {cible: 4}]}, alors: {vote: non}}",
    "{manche: 2, ou: [{sauf: {cible: 3}}, {cible: 4}], alors: {vote: non}}",
    "{manche: 2, et: [{alors: {vote: oui}}, {cible: 4}], alors: {vote: non}}",
    "{manche: 2, une fois: demain, alors: {vote: non}}",
    "{manche: 2, alors: {}}",
    "{manche: [], alors: {vote: non}}",
    "{manche: {}, alors: {vote: non}}",
    f"{{manche: [{', '.join(['2'] * 11)}], alors: {{vote: non}}}}",
    f"{{commandant: [{', '.join(['Anna'] * 11)}], alors: {{vote: non}}}}",
    "{manche: -1, alors: {vote: non}}",
    "{je sais Cylon: [Bruno, Emma], alors: {vote: non}}",
]


def test_the_grammar_has_its_bounds(tmp_path: Path) -> None:
    folder = voting(tmp_path / "p", cylons=CYLONS)
    before = tree(folder)
    for clauses, code in ((TAKEN, 0), (NOT_TAKEN, 1)):
        for clause in clauses:
            assert run("check", folder, "-", stdin=left(folder, "Chloé", f"- {clause}")).code == code, clause
    assert tree(folder) == before


def test_a_condition_is_never_lost_on_the_way(tmp_path: Path) -> None:
    """Lines that have lost their places, or stand in a letter, are understood whole or not at all."""
    folder = voting(tmp_path / "p", cylons=CYLONS)
    head = "joueur: Chloé\ntour: 2\npermanents:\n"
    for text in (
        f"{head}si:\n- vote: non\n",
        f"{head}  si:\n  - vote: non\n",
        f"{head}  si: escadron contient Bruno\n  vote: non\n",
        f"{head}  si\n  escadron contient: Bruno\n  alors:\n    vote: non\n",
        f"{head}  vote: non, si escadron contient Bruno\n",
        f"{head}  vote: oui\n  si: escadron contient: Bruno, alors: vote: non\n",
        f"Bonjour,\n{head}  si:\n  - escadron contient: Bruno\n  alors: vote: non\nMerci !\n",
    ):
        done = run("check", folder, "-", stdin=text)
        assert done.code == 1, text
    whole = f"Bonjour,\n\n{head}  si:\n  {NO_TO_BRUNO}\n\nMerci !\n"
    assert SAID in plain(good("check", folder, "-", stdin=whole).out)


def test_where_nothing_stands_in_they_are_refused(tmp_path: Path) -> None:
    folder = voting(tmp_path / "p", cylons=CYLONS)
    text = (folder / "campaign.yaml").read_text(encoding="utf-8")
    (folder / "campaign.yaml").write_text(f"{text}absents: rien\n", encoding="utf-8")
    assert "permanents" in refused(folder, NO_TO_BRUNO)


# Played --------------------------------------------------------------------------------------------------------


def played(folder: Path, cylons: tuple[str, ...] = CYLONS) -> Path:
    voting(folder, cylons=cylons)
    leave(folder, "Chloé", f"{NO_TO_BRUNO}\n- {{manche: 1, une fois: oui, alors: {{vote: oui}}}}", "  vote: oui\n")
    leave(folder, "Denis", "- {dernière mission: échouée, alors: {vote: non}}\n- {cible: 3, alors: {vote: oui}}")
    leave(folder, "Emma", "- {manche: 1, une fois: oui, alors: {vote: oui}}")
    return play(folder, Anna="vote: oui", Bruno="vote: oui")


def test_what_was_used_stands_with_the_stage(tmp_path: Path) -> None:
    folder = played(tmp_path / "p")
    table = on_table(folder, "vote-2")
    assert table["orders"] == {
        name: {"vote": "no" if name == "Chloé" else "yes"} for name in ("Anna", "Bruno", "Chloé", "Emma")
    }
    assert table["stood_in"] == ["Chloé", "Emma"]
    became = {
        player: [(row["number"], row["became"], row["facts"]) for row in rows]
        for player, rows in table["clauses"].items()
    }
    assert became == {
        "Chloé": [(1, "applied", [True, False])],
        "Denis": [(1, "unseen", [None]), (2, "failed", [False])],
        "Emma": [(1, "applied", [True])],
    }
    assert "Emma" not in table["standing"]
    assert len(table["standing"]["Chloé"]["if"]) == 2
    assert state(folder)["proposals"][-1]["defaulted"] == ["Denis"]


def test_the_players_and_the_mj_are_told_what_became_of_them_and_nobody_else(tmp_path: Path) -> None:
    folder = played(tmp_path / "p")
    chloe = read(folder, "player-03")
    assert "ton ordre permanent a joué : tu votes non" in chloe
    assert "- (1) appliqué : vote non -" not in chloe
    assert "- (1) appliqué : vote non Tes ordres permanents" in chloe
    assert "- 2 ordres à condition (ton formulaire les redit) - Sinon : vote oui" in chloe
    assert "a joué - " not in chloe
    denis = read(folder, "player-04")
    assert "(1) ne se voyait pas" in denis
    assert "(2) ne valait pas" in denis
    mj = read(folder, "mj")
    facts = "l’Escadron contient Bruno : vrai, sauf si tu es de l’Escadron : faux"
    assert f"Chloé : (1) appliqué : vote non (comme il le lit : {facts})" in mj
    assert "Denis : (1) ne se voyait pas (comme il le lit : la dernière mission a échoué : pas visible)" in mj
    for reader in ("public", "player-01", "player-02", "player-05"):
        text = read(folder, reader)
        assert "condition" not in text
        assert "ne se voyait pas" not in text


def test_it_is_told_that_what_was_left_otherwise_was_played(tmp_path: Path) -> None:
    folder = voting(tmp_path / "p", cylons=CYLONS)
    leave(folder, "Chloé", "- {manche: 2, alors: {vote: oui}}", "  vote: non\n")
    play(folder, **dict.fromkeys(("Anna", "Bruno", "Denis", "Emma"), "vote: oui"))
    own = read(folder, "player-03")
    assert "- (1) ne valait pas - Ce que tu as laissé sous « sinon » a joué" in own
    assert "- 1 ordre à condition (ton formulaire le redit) - Sinon : vote non" in own
    assert "sinon" not in read(folder, "public")


def test_status_tells_the_mj_who_left_what_and_what_would_act_and_nobody_else(tmp_path: Path) -> None:
    folder = voting(tmp_path / "p", cylons=CYLONS)
    public = good("status", folder, "--public").out
    leave(folder, "Chloé", NO_TO_BRUNO)
    leave(folder, "Denis", "- {manche: 2, alors: {vote: non}}")
    shown = plain(good("status", folder).out)
    assert f"Ordres à condition (Chloé), comme il les lit : {SAID} ; sinon : comme si tu n’avais rien envoyé" in shown
    assert shown.count("Agirait maintenant : (1).") == 1
    assert shown.count("Aucun n’agirait maintenant.") == 1
    assert [row["now"] for row in good("status", folder, "--json").json()["left"]] == [1, None]
    assert good("status", folder, "--public").out == public


def test_what_is_sent_wins(tmp_path: Path) -> None:
    folder = voting(tmp_path / "p", cylons=CYLONS)
    leave(folder, "Chloé", NO_TO_BRUNO)
    done = good("submit", folder, "-", stdin=order(folder, Chloé="vote: oui"))
    assert "tes ordres permanents (vote non) ne servent donc pas cette fois" in plain(done.out)
    play(folder, Anna="vote: oui")
    table = on_table(folder, "vote-2")
    assert table["orders"]["Chloé"] == {"vote": "yes"}
    assert "clauses" not in table


def test_they_are_taken_back_and_replaced_whole(tmp_path: Path) -> None:
    folder = voting(tmp_path / "p", cylons=CYLONS)
    leave(folder, "Chloé", NO_TO_BRUNO)
    done = leave(folder, "Chloé", "- {manche: 2, alors: {vote: non}}")
    assert "cela remplace tes ordres permanents précédents" in plain(done.out)
    assert f"un ordre à condition d’avant ne vaut plus : {SAID}" in plain(done.out)
    same = leave(folder, "Chloé", "- {manche: 2, alors: {vote: non}}\n- {cible: 2, alors: {vote: oui}}")
    assert "cela remplace" in same.out
    assert "ne vaut plus" not in same.out
    text = f"joueur: Chloé\ntour: {state(folder)['turn']}\npermanents: {{vote: oui}}\n"
    plainly = plain(good("check", folder, "-", stdin=text).out)
    assert (
        "2 ordres à condition d’avant ne valent plus : (1) si le numéro de la manche est 2 : vote non ; (2) si"
        in plainly
    )
    text = f"joueur: Chloé\ntour: {state(folder)['turn']}\npermanents: rien\n"
    assert "2 ordres à condition d’avant ne valent plus" in plain(good("check", folder, "-", stdin=text).out)
    assert "tu n’as plus d’ordres permanents" in plain(good("submit", folder, "-", stdin=text).out)
    assert "left" not in good("status", folder, "--json").json()


def test_a_clause_follows_the_seat_that_it_names_and_its_own(tmp_path: Path) -> None:
    folder = voting(tmp_path / "p", cylons=CYLONS)
    leave(folder, "Chloé", NO_TO_BRUNO)
    leave(folder, "Bruno", "- {j’en suis: oui, alors: {vote: oui}}")
    good("replace", folder, "Bruno=Nina", "--reason", "x", "--public", "y", "--by", "MJ", "--yes")
    said = "si l’Escadron contient Nina, sauf si tu es de l’Escadron : vote non"
    assert said in plain(good("status", folder).out)
    play(folder, Anna="vote: oui")
    table = on_table(folder, "vote-2")
    assert table["orders"]["Chloé"] == {"vote": "no"}
    assert table["clauses"]["Chloé"][0]["clause"]["squad_has"] == "Bruno", "kept by its seat"
    assert "l’Escadron contient Nina : vrai" in read(folder, "mj")


def test_what_was_to_act_once_stands_again_when_its_stage_is_taken_back(tmp_path: Path) -> None:
    folder = played(tmp_path / "p", cylons=())
    before = on_table(folder, "vote-2")
    assert "Emma" not in before["standing"]
    good("undo", folder, "--reason", "x", "--public", "y", "--by", "MJ", "--yes")
    assert [row["player"] for row in good("status", folder, "--json").json()["left"]] == ["Chloé", "Denis", "Emma"]
    good("resolve", folder, "--force")
    again = on_table(folder, "vote-2")
    assert [again[key] for key in ("orders", "clauses", "standing")] == [
        before[key] for key in ("orders", "clauses", "standing")
    ]
    good("verify", folder)


def test_verify_judges_no_condition_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = played(tmp_path / "p", cylons=())  # a deal of a test's own is none of the seed's
    play(folder, **dict.fromkeys(("Anna", "Bruno"), "mission: réussite"))

    def never(*_: Any) -> None:
        raise AssertionError("a condition was judged")

    monkeypatch.setattr("adjudicator.core.standing_orders.Sight.clause", never)
    assert good("verify", folder).code == 0


def test_an_export_holds_no_standing_orders_beyond_what_was_played(tmp_path: Path) -> None:
    folder = played(tmp_path / "p", cylons=())
    while state(folder)["phase"] != "over":
        play(folder)
    good("export", folder, tmp_path / "export.json")
    exported = json.loads((tmp_path / "export.json").read_bytes())
    left = [row for stage in exported["stages"] for row in stage["received"] if not row["orders"]]
    assert [(row["players"], row.keys() - {"players", "number", "accepted", "orders"}) for row in left] == [
        ([player], set()) for player in ("Chloé", "Denis", "Emma")
    ]
    assert not any("stood_in" in stage for stage in exported["stages"])
    assert "escadron contient" not in (tmp_path / "export.json").read_text(encoding="utf-8").casefold()
    assert good("verify", tmp_path / "export.json").code == 0


# Whoever leaves none -------------------------------------------------------------------------------------------


def test_without_a_clause_nothing_of_it_is_loaded_or_written(tmp_path: Path) -> None:
    import subprocess
    import sys

    folder = dealt(tmp_path / "p", cylons=CYLONS)
    text = f"joueur: Chloé\ntour: {state(folder)['turn']}\npermanents: {{vote: non}}\n"
    good("submit", folder, "-", stdin=text)
    play(folder, Anna="escadron: [Anna, Bruno]")
    play(folder, Anna="vote: oui")
    table = on_table(folder, "vote-2")
    assert ("clauses" in table, table["standing"]) == (False, {"Chloé": {"vote": "no"}})
    code = (
        "import sys; from adjudicator.cli.main import main\n"
        f"sys.argv = ['adjudicator', 'resolve', {str(folder)!r}, '--force']\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "names = ('leaving', 'clauses')\n"
        "assert not [name for name in names if f'adjudicator.core.{name}' in sys.modules]\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


# Whatever is written -------------------------------------------------------------------------------------------

HEAD = "joueur: Chloé\ntour: 2\npermanents:\n  si:\n"
ONE = "    - {manche: 2, alors: {vote: non}}\n"
ODD = {
    "ten thousand clauses": HEAD + ONE * 10_000,
    "nine hundred": HEAD + ONE * 900,
    "nested far too deep": HEAD + "    - " + "{et: [" * 30 + "{manche: 2}" + "]}" * 30 + "\n",
    "nested": HEAD + "    - " + "{sauf: " * 15 + "{manche: 2}" + "}" * 15 + "\n",
    "many numbers": f"{HEAD}    - {{manche: [{','.join(['1'] * 1500)}], alors: {{vote: non}}}}\n",
    "a great number": f"{HEAD}    - {{manche: {'9' * 20}, alors: {{vote: non}}}}\n",
    "an alias": f"{HEAD}    - &a {{manche: 2, alors: {{vote: non}}}}\n    - *a\n",
    "the same twice": f"{HEAD}    - {{manche: 2, manche: 3, alors: {{vote: non}}}}\n",
    "a blank": f"{HEAD}    - {{manche: , alors: {{vote: non}}}}\n",
    "nothing": f"{HEAD}    - \n",
    "an empty list": HEAD.replace("si:\n", "si: []\n"),
    "a word": HEAD.replace("si:\n", "si: demain\n"),
    "in a table": "tour: 2\njoueurs:\n  Chloé: {vote: oui, si: [{manche: 2, alors: {vote: non}}]}\n",
    "among orders": "joueur: Chloé\ntour: 2\nordres:\n  si: [{manche: 2, alors: {vote: non}}]\n",
    "at the top": "joueur: Chloé\ntour: 2\nsi: [{manche: 2, alors: {vote: non}}]\n",
}
WORDS = ("escadron contient", "j’en suis", "manche", "voix oui", "et", "ou", "sauf", "alors", "une fois", "commandant")
WORDS = (*WORDS, "vote", "dernière mission", "si", "au moins", "je sais Cylon")
VALUES = ("Bruno", "oui", "non", "3", "[1, 2]", "{au moins: 2}", "moi", "réussite", "[{manche: 2}, {cible: 1}]")
VALUES = (*VALUES, "{vote: non}", "{manche: 2}", "rien", "~", "[]", "{}", "'x'", "[[1]]")


def test_odd_files_are_refused_with_their_places(tmp_path: Path) -> None:
    folder = voting(tmp_path / "p", cylons=CYLONS)
    before = tree(folder)
    for name, text in ODD.items():
        done = run("check", folder, "-", stdin=text)
        assert done.code == 1, name
        assert done.err.startswith("-:"), name
        assert "serait refusé" in done.err, name
    assert tree(folder) == before


def test_whatever_is_written_is_taken_or_refused(tmp_path: Path) -> None:
    folder, chance = voting(tmp_path / "p", cylons=CYLONS), random.Random(5)
    for _ in range(depth.examples(60).max_examples):
        lines = []
        for _ in range(chance.randint(1, 3)):
            pairs = [f"{chance.choice(WORDS)}: {chance.choice(VALUES)}" for _ in range(chance.randint(0, 3))]
            lines.append(f"    - {{{', '.join((*pairs, 'alors: {vote: non}'))}}}\n")
        done = run("check", folder, "-", stdin=HEAD + "".join(lines))
        assert done.code in (0, 1), lines
        assert "Error" not in done.err, lines
