"""``adjudicator amend``: the MJ's word on the table, judged, told before and after, and back with its stage."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from resistance import campaigns as fleet
from support.campaigns import undo, untimed, written
from support.clocked import fresh_clock, stages
from support.commands import (
    ENGLISH,
    TINY,
    TURNS,
    TWO,
    Done,
    campaign,
    drop,
    good,
    killed_everywhere,
    on_terminal,
    orders,
    plain,
    read_letter,
    report,
    result,
    run,
    send,
    table,
    tree,
    verdicts,
)
from support.depth import deep, few, sample

WHY = ("--reason", "Max mal recopié", "--public", "La table était fausse.")
ANNA = "tour: 2\ntable: {pièces: {Anna: {case: (4;1), blessée: oui}}}\n"
TO_GHOST = "tour: 2\ntable:\n  pièces: {Max: rien}\n  fantômes: {Max: {case: (1;1)}}\n"


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    yield from fresh_clock()


def amend(folder: Path, text: str, *more: str) -> str:
    return good("amend", folder, "-", *WHY, *more, stdin=text).out


def refused(folder: Path, text: str, *more: str) -> Done:
    """What a command says that is refused, and changes nothing."""
    before = tree(folder)
    done = run("amend", folder, "-", *WHY, *more, stdin=text)
    assert done.code in (1, 2), done
    assert tree(folder) == before
    return done


def state_before(folder: Path, index: int = -1) -> Any:
    """The state in which the stage awaited, or one that was played, begins."""
    from adjudicator.campaign.loading import load_campaign
    from adjudicator.campaign.stages import progress_of

    progress = progress_of(load_campaign(folder))
    return progress.state if index < 0 else progress.played(index).before


# What it does ------------------------------------------------------------------------------------------------


def test_only_what_is_named_changes_and_it_is_said_before_and_after(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    before = state_before(folder)
    said = plain(amend(folder, ANNA))
    assert said.startswith(
        "Ce qui change sur la table (tour 2) :\n- Anna : (1;1) → (4;1)\n- Anna (Brute) : pièce blessée\nC’est amendé."
    )
    after = state_before(folder)
    assert (after.pieces["Anna"].cell, after.pieces["Anna"].wounded) == ((4, 1), True)
    after.pieces["Anna"] = before.pieces["Anna"]
    assert after == before


@few(1)
@pytest.mark.parametrize(
    ("text", "said"),
    sample(
        [
            ("pièces: {Anna: {case: (4;2)}}", "Anna : (1;1) → (4;2)"),
            ("pièces: {Anna: {blessée: oui}}", "Anna (Brute) : pièce blessée"),
            ("pièces: {Luc: {rôle: Dément}}", "Luc : Agile → Dément"),
            ("pièces: {Luc: {déplacements supplémentaires: 2}}", "Luc : déplacements supplémentaires restants 1 → 2"),
            ("pièces: {Max: {visé: (1;2)}}", "Max vise (1;2)"),
            ("pièces: {Max: {visé: rien}}", "Max ne vise plus (3;3)"),
            ("pièces: {Paul: {dernière terreur: rien}}", "Paul peut de nouveau terroriser (1;1)"),
            ("pièces: {Max: rien}", "Max : plus rien sur le plateau"),
            ("pièces: {Max: rien}\n  fantômes: {Max: {case: (2;2)}}", "fantôme (Archer) en (2;2)"),
            ("scores: {Rouge: 3}", "Score du camp rouge : 0 → 3"),
            ("votes: {Zoé: {arrêter: oui}}", "Zoé vote pour arrêter la partie"),
        ],
        2,
    ),
)
def test_whatever_the_game_keeps_can_be_put_right(tmp_path: Path, text: str, said: str) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    assert said in plain(amend(folder, f"tour: 2\ntable:\n  {text}\n"))
    good("resolve", folder, "--force")


def test_roles_that_were_chosen_can_be_put_right_until_there_are_pieces(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "placement", TWO)
    amend(folder, "étape: placement\ntable: {rôles: {Anna: dément}}\n")
    assert state_before(folder).roles["Anna"] == "dement"
    assert (
        "n’est pas sur la table à cette étape" in refused(folder, "étape: placement\ntable: {scores: {bleu: 1}}\n").err
    )


def test_a_piece_with_another_role_carries_nothing_of_the_old_one(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    amend(folder, "tour: 2\ntable: {pièces: {Max: {rôle: dément}}}\n")
    max_ = state_before(folder).pieces["Max"]
    assert (max_.role, max_.aimed, max_.teleports, max_.cell) == ("dement", None, 1, (1, 3))


@pytest.mark.deep
def test_several_amendments_count_one_after_the_other(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    amend(folder, ANNA)
    assert "Anna : (4;1) → (4;2)" in plain(amend(folder, "tour: 2\ntable: {pièces: {Anna: {case: (4;2)}}}\n"))
    anna = state_before(folder).pieces["Anna"]
    assert (anna.cell, anna.wounded) == ((4, 2), True)


def test_it_is_kept_with_its_author_its_time_and_both_reasons(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    amend(folder, ANNA, "--by", "Zoé")
    act = json.loads((folder / "acts" / "0001-amend.json").read_bytes())
    kept = {key: act[key] for key in ("act", "by", "stage", "reason", "said", "table")}
    assert kept == {
        "act": "amend",
        "by": "Zoé",
        "stage": "0004-turn-2",
        "reason": "Max mal recopié",
        "said": "La table était fausse.",
        "table": {"pieces": {"Anna": {"at": [4, 1], "wounded": True}}},
    }
    assert act["at"]


def test_all_readers_are_told_why_and_nobody_the_reason_of_the_mj(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    amend(folder, ANNA)
    send(folder, TURNS[1])
    good("resolve", folder)
    for reader in ("public", "mj", "joueur:Zoé", "camp:rouge"):
        told = " ".join(plain(report(folder, "--for", reader)).split())
        assert "Amendé. Le MJ a amendé la table avant cette étape. Il dit pourquoi : La table était fausse." in told
    assert result(folder, "turn-2", "orders.json")["amended"] == ["La table était fausse."]
    everything = tree(folder)
    assert [name for name, data in everything.items() if "Max mal recopié".encode() in data] == ["acts/0001-amend.json"]
    good("resolve", folder, "--force")
    assert "Amendé." not in report(folder, "--for", "mj")


def test_the_players_are_written_to(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    amend(folder, ANNA)
    letters = sorted((folder / "outbox" / "0004-turn-2").iterdir())
    assert [path.name for path in letters][:2] == ["amend-1-01-anna.txt", "amend-1-02-luc.txt"]
    assert [path.name for path in letters][6:] == ["public-amend-1.txt"]
    assert read_letter(letters[4]) == {
        "player": "Rita",
        "to": ["Rita"],
        "forum": [],
        "subject": "La grande partie, tour 2 : la table est amendée",
        "text": [
            "Étape : tour 2. Le MJ a amendé la table qui la précède ; il dit pourquoi : La table était fausse.",
            "Le tour attend tes ordres ; si le MJ joue sans eux, tu ne fais rien.",
            "",
            "Ce qui est différent de ton dernier rapport :",
            "- Plateau. Ne vaut plus : (1;1) : une pièce du camp bleu",
            "- Plateau. Vaut maintenant : (4;1) : une pièce du camp bleu",
        ],
    }


def test_what_players_see_before_they_order_is_the_amended_table(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    amend(folder, TO_GHOST)
    assert "fantôme" in plain(good("template", folder, "--for", "Max").out)
    assert "un fantôme peut seulement" in run("submit", folder, "-", stdin=orders("Max", 2, "{viser: (3;3)}")).err
    (handed_on,) = (folder / "turns/0003-turn-1/reports").glob("*max*.txt")
    assert "  capturer:" in handed_on.read_text(encoding="utf-8")  # in the form at its end


@few(1)
@pytest.mark.parametrize(
    ("game", "text"),
    sample(
        [
            ("tsewnart", ANNA),
            ("tsewnart", TO_GHOST),
            ("tsewnart", "tour: 2\ntable: {pièces: {Luc: {rôle: terreur, case: (3;1)}}}\n"),
            ("tsewnart", "tour: 2\ntable: {scores: {bleu: 3}}\n"),
            ("resistance", "tour: 2\ntable: {commandant: Denis}\n"),
            ("resistance", "tour: 2\ntable: {escadron: [Chloé, Denis]}\n"),
        ],
        2,
    ),
)
def test_what_is_handed_on_is_as_if_all_of_it_were_made_again(tmp_path: Path, game: str, text: str) -> None:
    """Only what says something else is written anew: nothing that should be is left out."""
    folder = campaign(tmp_path / "p", "turn-2", TWO) if game == "tsewnart" else fleet.voting(tmp_path / "p")
    amend(folder, text)
    before = tree(folder)
    last = max(folder.glob("turns/*/reports"))
    for path in last.iterdir():
        path.unlink()
    good("submit", folder)  # makes again what is lost
    assert tree(folder) == before


# Orders that have come ---------------------------------------------------------------------------------------


def test_an_order_that_fits_no_more_is_refused_kept_and_its_player_told(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    send(folder, orders("Anna", 2, "{déplacement: droite}"), orders("Max", 2, "{viser: (3;3)}"))
    kept = (folder / "turns/0004-turn-2/orders/0002.yaml").read_bytes()
    said = plain(amend(folder, TO_GHOST))
    assert "ces ordres déjà reçus ne conviennent plus" in said
    assert "Refusé : texte collé (Max), 1 faute" in said
    status = good("status", folder, "--json").json()
    assert (status["received"], "Max" in status["missing"]) == (["Anna"], True)
    assert (folder / "turns/0004-turn-2/orders/0002.yaml").read_bytes() == kept
    assert [verdict["accepted"] for verdict in verdicts(folder, "turn-2")] == [True, False]
    letter = read_letter(folder / "outbox/0004-turn-2/again-1-0002-03-max.txt")
    assert letter["text"][0].startswith("Cet envoi date d’avant la correction.")
    assert "un fantôme peut seulement" in letter["text"][2]
    assert len(list((folder / "outbox/0004-turn-2").glob("again-*"))) == 1
    assert (
        "Max : ordres reçus (tour 2), texte collé, jugé de nouveau quand la table a été amendée, et refusé."
        in plain(good("journal", folder).out)
    )


def test_an_order_that_was_refused_and_fits_now_is_accepted(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    assert run("submit", folder, "-", stdin=orders("Luc", 2, "{téléport: (2;2)}")).code == 1
    said = plain(amend(folder, "tour: 2\ntable: {pièces: {Luc: {rôle: dément}}}\n"))
    assert "Sur cette table, les ordres refusés de Luc conviennent" in said
    assert [verdict["accepted"] for verdict in verdicts(folder, "turn-2")] == [True]
    assert "acceptés" in read_letter(folder / "outbox/0004-turn-2/again-1-0001-02-luc.txt")["subject"]
    assert "Luc : ordres reçus (tour 2), texte collé, accepté." in plain(good("journal", folder).out)


def test_orders_of_any_kind_are_played_on_the_amended_table(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    send(folder, TURNS[1])
    drop(folder, "zoe.yaml", orders("Zoé", 2, "{déplacement: droite}"))
    amend(folder, TO_GHOST)
    good("resolve", folder, "--force")
    assert stages(folder)[-1] == "0004-turn-2"


# With undo ---------------------------------------------------------------------------------------------------


def played_again(folder: Path, first: str, *rest: str) -> None:
    """Take stages back to the ``first`` and play them again, each with the orders that it had."""
    undo(folder, "--to", first)
    good("resolve", folder, "--force")
    for stage in rest:
        for path in sorted((folder / "withdrawn/0001/turns").glob(f"*-{stage}/orders/*.yaml")):
            good("submit", folder, "-", stdin=path.read_bytes())
        good("resolve", folder, "--force")


@pytest.mark.deep
@pytest.mark.parametrize("later", [2, *deep(0, 1)])
def test_an_amendment_comes_back_with_its_stage(tmp_path: Path, later: int) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    amend(folder, "tour: 1\ntable: {pièces: {Anna: {blessée: oui}, Max: {visé: (1;1)}}, scores: {rouge: 2}}\n")
    for turn in range(1, later + 2):
        send(folder, TURNS[turn - 1] if turn < 3 else table(3, Anna="rien"))
        good("resolve", folder, "--force")
    before = shutil.copytree(folder, tmp_path / "before")
    assert state_before(folder, 2).pieces["Anna"].wounded
    played_again(folder, "tour 1", *("turn-2", "turn-3")[:later])
    assert written(folder) == written(before)
    assert state_before(folder, 2) == state_before(before, 2)


@pytest.mark.deep
def test_in_the_resistance_too(tmp_path: Path) -> None:
    folder = fleet.voting(tmp_path / "p")
    amend(folder, "tour: 2\ntable: {cylons: [Denis, Emma], escadron: [Bruno, Chloé]}\n")
    fleet.play(folder, **dict.fromkeys(fleet.FIVE, "vote: oui"))
    fleet.play(folder, Bruno="carte: réussite", Chloé="carte: réussite")
    before = shutil.copytree(folder, tmp_path / "before")
    assert fleet.state(folder)["cylons"] == ["Denis", "Emma"]
    assert fleet.state(folder)["missions"][0]["squad"] == ["Bruno", "Chloé"]
    played_again(folder, "tour 2", "mission-3")
    assert written(folder) == written(before)


@pytest.mark.deep
def test_an_amendment_goes_with_a_stage_before_its_own(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    amend(folder, ANNA)
    undo(folder, "--to", "tour 1")
    good("resolve", folder, "--force")
    assert not state_before(folder).pieces["Anna"].wounded
    good("resolve", folder, "--force")
    assert "Amendé." not in report(folder)


@pytest.mark.deep
def test_what_had_been_played_before_is_remembered_as_it_was_amended_then(tmp_path: Path) -> None:
    from adjudicator.campaign.loading import load_campaign
    from adjudicator.campaign.stages import played_before, progress_of

    folder = campaign(tmp_path / "p", "turn-1", TWO)
    good("resolve", folder, "--force")
    amend(folder, ANNA)
    good("resolve", folder, "--force")
    then = state_before(folder, 3)
    undo(folder, "--to", "tour 1")
    amend(folder, "tour: 1\ntable: {scores: {bleu: 1}}\n")
    good("resolve", folder, "--force")
    amend(folder, "tour: 2\ntable: {scores: {rouge: 7}}\n")
    good("resolve", folder, "--force")
    played = played_before(progress_of(load_campaign(folder)), "0004-turn-2", 1)
    assert played is not None
    assert played.before == then
    assert state_before(folder, 3).scores == {"bleu": 1, "rouge": 7}
    assert not state_before(folder, 3).pieces["Anna"].wounded


def amended_behind(folder: Path) -> Path:
    """Return a campaign in turn 3, of which turns 2 and 3 have been amended, with its orders for turns 1 and 2."""
    campaign(folder, "turn-1", TWO)
    send(folder, TURNS[0])
    good("resolve", folder)
    amend(folder, ANNA)
    amend(folder, "tour: 2\ntable: {scores: {rouge: 2}}\n")
    send(folder, TURNS[1])
    good("resolve", folder, "--force")
    amend(folder, "tour: 3\ntable: {scores: {bleu: 5}}\n")
    return folder


@pytest.mark.deep
def test_what_is_played_again_in_a_row_is_amended_again(tmp_path: Path) -> None:
    folder = amended_behind(tmp_path / "p")
    before = shutil.copytree(folder, tmp_path / "before")
    undo(folder, "--to", "tour 1")
    assert "À rejouer : tour 2. Rien ne change." in plain(good("replay", folder).out)
    assert written(folder) == written(before)
    assert state_before(folder) == state_before(before)
    acts = [json.loads(path.read_bytes()) for path in sorted((folder / "acts").iterdir())]
    assert [act["act"] for act in acts] == [*["amend"] * 3, "undo", "replay", *["amend"] * 3]
    assert [act["table"] for act in acts[5:]] == [act["table"] for act in acts[:3]]
    good("submit", folder)
    assert len(list((folder / "acts").iterdir())) == len(acts)


def test_it_stops_where_an_amendment_fits_no_more(tmp_path: Path) -> None:
    folder = amended_behind(tmp_path / "p")
    undo(folder, "--to", "tour 1")
    amend(folder, "tour: 1\ntable: {pièces: {Anna: {rôle: dément}}}\n")
    said = plain(good("replay", folder).out)
    assert "l’amendement « La table était fausse. » ne va plus avec la table" in said
    assert stages(folder)[-1] == "0003-turn-1"
    amend(folder, "tour: 2\ntable: {pièces: {Anna: {case: (4;1)}}}\n")
    forced = plain(good("replay", folder, "--force").out)
    assert "À rejouer : tour 2." in forced
    assert state_before(folder).scores == {"bleu": 5, "rouge": 1}


@pytest.mark.deep
@pytest.mark.parametrize("every", [2003, *deep(7)])
def test_killed_while_stages_are_played_again_no_amendment_is_lost(tmp_path: Path, every: int) -> None:
    base = campaign(tmp_path / "base", "turn-2", TINY)
    amend(base, "tour: 2\ntable: {scores: {bleu: 1}}\n")
    amend(base, "tour: 2\ntable: {scores: {rouge: 1}}\n")
    good("resolve", base, "--force")
    undo(base, "--to", "tour 1")
    folders = killed_everywhere(base, tmp_path / "work", "replay", "{}", every=every)
    assert len(folders) >= 3
    whole = tmp_path / "work" / "whole"
    for folder in folders:
        good("submit", folder)
        if stages(folder) != stages(whole):
            good("replay", folder)
        assert state_before(folder) == state_before(whole), folder
        assert len(list((folder / "acts").glob("*-amend.json"))) == 4, folder


def test_the_players_are_told_once(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    amend(folder, ANNA)
    good("resolve", folder, "--force")
    shutil.rmtree(folder / "outbox")
    undo(folder)
    assert not list((folder / "outbox").rglob("amend-*"))


# A game played by hand ---------------------------------------------------------------------------------------

BY_HAND = """\
tour: 7
table:
  pièces:
    Anna: {rôle: brute, case: (2;1), blessée: oui}
    Luc: {rôle: agile, case: (2;2), déplacements supplémentaires: 1}
    Paul: {rôle: terreur, case: (5;1), dernière terreur: (2;1)}
    Zoé: {rôle: archer, case: (5;3), capturée: oui}
  fantômes:
    Max: {rôle: archer, case: (5;3)}
    Rita: {rôle: savant, case: (1;1)}
  rôles: {Zoé: professeur}
  scores: {bleu: 1, rouge: 1}
"""


@pytest.mark.deep
def test_a_game_that_was_played_by_hand_goes_on(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "roles", TWO)
    said = plain(amend(folder, BY_HAND))
    assert "- Étape : choix des rôles → tour 7" in said
    assert "Attendu : tour 7." in said
    status = good("status", folder, "--json").json()
    assert (status["phase"], status["turn"], len(status["missing"])) == ("turn", 7, 6)
    send(folder, table(7, Anna="{déplacement: bas}", Max="{capturer: Max}"))
    good("resolve", folder, "--force")
    assert stages(folder) == ["0001-turn-7"]
    assert "Score" in report(folder, "--for", "mj")
    send(folder, *(orders(player, 8, "{arrêter: oui}") for player in ("Anna", "Luc", "Max", "Paul")))
    undo(folder)
    good("resolve", folder, "--force")
    send(folder, *(orders(player, 8, "{arrêter: oui}") for player in ("Anna", "Luc", "Max", "Paul")))
    good("resolve", folder, "--force")
    assert good("status", folder, "--json").json()["phase"] == "over"
    told = plain(report(folder))
    assert "- Anna (camp bleu) : Brute" in told
    assert "- Zoé (camp rouge) : Professeur" in told


@pytest.mark.deep
def test_a_game_of_the_resistance_that_was_played_by_hand_goes_on(tmp_path: Path) -> None:
    folder = fleet.begun(tmp_path / "p")
    amend(
        folder,
        "tour: 7\ntable:\n  commandant: Bruno\n  cylons: [Anna, Denis]\n  rejets: 1\n  missions:\n"
        "    1: {issue: réussite, escadron: [Bruno, Chloé]}\n    2: {issue: échec, escadron: [Bruno, Chloé, Denis]}\n",
    )
    assert state_before(folder).proposals[0].commander == "Anna"
    send(folder, "joueur: Bruno\ntour: 7\nordres: {escadron: [Bruno, Emma]}\n")
    good("resolve", folder)
    send(folder, *(f"joueur: {name}\ntour: 8\nordres: {{vote: oui}}\n" for name in fleet.FIVE))
    good("resolve", folder)
    send(folder, *(f"joueur: {name}\ntour: 9\nordres: {{carte: réussite}}\n" for name in ("Bruno", "Emma")))
    good("resolve", folder)
    assert [done["success"] for done in fleet.state(folder)["missions"]] == [True, False, True]
    told = plain(report(folder))
    assert "Mission 3" in told or "3" in told


@few(1)
@pytest.mark.parametrize("count", [0, 3])
def test_how_many_proposals_were_rejected_is_amended_after_a_vote_or_none_that_came(count: int, tmp_path: Path) -> None:
    """More of them than were played here, or none at all: what the last stage brought about is told if it counts."""
    folder = fleet.voting(tmp_path / "p")
    fleet.play(folder, **dict.fromkeys(fleet.FIVE[1:], "vote: non"))
    amend(folder, f"tour: 3\ntable: {{rejets: {count}}}\n")
    assert ("est rejeté" in (letters := "".join(_letters(folder)))) == (count == 0), letters
    good("resolve", folder, "--force")
    good("verify", folder)


def _letters(folder: Path) -> list[str]:
    return [plain(path.read_text(encoding="utf-8")) for path in (folder / "outbox").rglob("*amend*") if path.is_file()]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("    Rita: {rôle: savant, case: (1;1)}\n", ""), "Rien n’est dit de Rita"),
        (("case: (5;3), capturée: oui", "case: (5;2)"), None),
        (("Luc: {rôle: agile, ", "Luc: {"), "Il manque « rôle »"),
        (
            ("Luc: {rôle: agile, case: (2;2), déplacements supplémentaires: 1}", "Luc: {rôle: brute, case: (2;2)}"),
            "Le rôle Brute est déjà donné à « ",
        ),
        (("tour: 7", "tour: 0"), "« 0 » est trop petit"),
        (("tour: 7", "étape: placement"), "attendu maintenant : choix des rôles"),
    ],
)
def test_of_a_game_played_by_hand_all_must_be_said(tmp_path: Path, change: tuple[str, str], said: str | None) -> None:
    folder = campaign(tmp_path / "p", "roles", TWO)
    text = BY_HAND.replace(*change)
    assert text != BY_HAND
    if said is None:
        amend(folder, text)
    else:
        assert said in refused(folder, text).err


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ("pièces: {Rita: (1;4)}", "« (1;4) » ne se met pas seul ici : écrivez « {case: (1;4)} »."),
        ("pièces: {Rita: savant}", "« savant » ne se met pas seul ici : écrivez « {rôle: savant} »."),
        ("fantômes: {Rita: 1;2}", "« 1;2 » ne se met pas seul ici : écrivez « {case: 1;2} »."),
        ("pièces: {Rita: blessée}", "« blessée » n’est pas compris ici ; attendu : rien, des lignes « mot : valeur »."),
    ],
)
def test_what_stands_without_its_braces_is_told_with_them(tmp_path: Path, table: str, said: str) -> None:
    """« rien » alone was said to be awaited, which takes the piece off the board."""
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    assert said in plain(refused(folder, f"tour: 1\ntable: {{{table}}}\n").err)


def test_what_has_begun_does_not_jump_to_another_turn(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "roles", TWO)
    good("submit", folder, "-", stdin="joueur: Anna\nrôles: {Anna: brute, Luc: agile, Max: archer}\n")
    assert "Des ordres sont déjà arrivés" in refused(folder, BY_HAND).err
    folder = campaign(tmp_path / "q", "placement", TWO)
    assert "Cet amendement est écrit pour le tour 7 ; attendu maintenant : placement" in refused(folder, BY_HAND).err


def test_the_campaign_is_what_it_was_when_its_first_table_was_amended(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "roles", TWO)
    amend(folder, BY_HAND)
    path = folder / "campaign.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("Rita", "Rosa"), encoding="utf-8")
    done = run("resolve", folder, "--force")
    assert done.code == 2
    assert "« campaign.yaml » a changé depuis le début de la partie (camps)" in done.err
    path.write_text(text.replace("La grande partie", "Autre titre"), encoding="utf-8")
    good("resolve", folder, "--force")


# What cannot be ----------------------------------------------------------------------------------------------


@few(12)
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("tour: 2\ntable: {pièces: {Anna: {case: (2;1)}, Luc: {case: (2;1)}}}", "3:60: La case (2;1) est déjà prise"),
        ("tour: 2\ntable: {pièces: {Anna: {case: (9;9)}}}", "La case (9;9) est hors du plateau"),
        ("tour: 2\ntable: {pièces: {Max: {visé: (9;9)}}}", "La case (9;9) est hors du plateau"),
        ("tour: 2\ntable: {pièces: {Luc: {rôle: brute}}}", "Le rôle Brute est déjà donné à « Anna »"),
        ("tour: 2\ntable: {pièces: {Luc: {blessé: oui}}}", "« blessé » ne va qu’avec le rôle Brute"),
        ("tour: 2\ntable: {pièces: {Luc: {déplacements supplémentaires: 3}}}", "« 3 » est trop grand : 2 au plus"),
        ("tour: 2\ntable: {pièces: {Luc: {visé: (1;1)}}}", "« visé » ne va qu’avec le rôle Archer"),
        ("tour: 2\ntable: {fantômes: {Max: {case: (1;1)}}}", "aurait une pièce et un fantôme"),
        ("tour: 2\ntable: {rôles: {Max: brute}}", "Le rôle Brute est déjà donné à « Anna »"),
        ("tour: 2\ntable: {pièces: {Anna: rien, Luc: rien, Max: rien}}", "la partie serait finie (éliminations)"),
        (
            "tour: 2\ntable: {votes: {Anna: {arrêt: oui}, Luc: {arrêt: oui}, Max: {arrêt: oui}, Zoé: {arrêt: oui}}}",
            "la partie serait finie (arrêt)",
        ),
        (
            "tour: 3\ntable: {scores: {bleu: 1}}",
            "1:7: Cet amendement est écrit pour le tour 3 ; attendu maintenant : tour 2.",
        ),
        (
            "étape: placement\ntable: {scores: {bleu: 1}}",
            "écrit pour l’étape « placement » ; attendu maintenant : tour 2.",
        ),
        ("table: {scores: {bleu: 1}}", "Il manque « tour » ou « étape »."),
        ("tour: 2", "Il manque « table »."),
        ("tour: 2\ntable: {scores: {bleux: 1}}", "Peut-être « bleu » ?"),
        ("tour: 2\ntable: {pièces: {Ana: rien}}", "Peut-être « Anna » ?"),
        ("tour: 2\ntable: {pièces: {Anna: {csae: (1;2)}}}", "Peut-être « case » ?"),
        ("tour: 2\ntable: {pièces: {Anna: rein}}", "Peut-être « rien » ?"),
        ("tour: 2\ntable: {pièces: {Anna: {}}}", "vide"),
        ("", "Le fichier est vide."),
        ("bonjour", "Un amendement est fait de lignes"),
        ("tour: 2\ntable: {scores: {bleu: -1}}", "« -1 » est trop petit"),
    ],
)
def test_what_no_game_can_come_to_is_refused(tmp_path: Path, text: str, said: str) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    assert said.removeprefix("3:60: ") in refused(folder, f"{text}\n").err


def test_all_faults_are_told_at_their_places(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    path = tmp_path / "table.yaml"
    path.write_text("tour: 5\ntable:\n  pièces:\n    Ana: rien\n    Luc: {rôle: brutte}\n  scors: {bleu: 1}\n")
    done = run("amend", folder, path, *WHY)
    assert done.code == 1
    assert [line.removeprefix(str(path)).split(" ")[0] for line in done.err.splitlines()[:-1]] == [
        ":1:7:",
        ":4:5:",
        ":5:17:",
        ":6:3:",
    ]
    assert done.err.splitlines()[-1].endswith("amendement refusé, 4 fautes. Rien n’est changé.")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("cylons: [Anna]", "À 5 joueurs il y a 2 Cylons"),
        ("sièges: [Anna, Bruno]", "Les sièges sont une liste de tous les joueurs (5)"),
        ("commandant: Zora", "n’est pas un joueur de cette partie"),
        ("escadron: [Anna, Bruno, Emma]", "La mission 1 demande 2 joueurs, et cet Escadron en a 3."),
        ("escadron: [Anna, Anna]", "Anna est deux fois dans cet Escadron."),
        ("cible: 3", "La mission 3 n’est pas à tenter maintenant."),
        ("missions: {1: échec}", "La mission 1 n’a pas été faite"),
        ("rejets: 5", "« 5 » est trop grand"),
    ],
)
def test_what_no_game_of_the_resistance_can_come_to_is_refused(tmp_path: Path, text: str, said: str) -> None:
    folder = fleet.voting(tmp_path / "p")
    assert said in refused(folder, f"tour: 2\ntable: {{{text}}}\n").err


@few(1)
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1: échec", "- Mission 1 (manche 1) : échouée, 1 échec (Anna, Bruno)"),
        ("1: {sabotages: 2}", "échouée, 2 échecs (Anna, Bruno)"),
        ("1: {escadron: [Emma, Denis]}", "réussie (Denis, Emma)"),
        ("1: {issue: réussite, sabotages: 1}", None),
        ("1: {sabotages: 3}", None),
        ("1: {escadron: [Emma]}", None),
        ("2: réussite", None),
    ],
)
def test_the_result_of_a_mission_can_be_put_right(tmp_path: Path, text: str, said: str | None) -> None:
    folder = fleet.play(fleet.on_mission(tmp_path / "p"), Anna="carte: réussite", Bruno="carte: réussite")
    whole = f"tour: 4\ntable: {{missions: {{{text}}}}}\n"
    if said is None:
        refused(folder, whole)
    else:
        assert said in plain(amend(folder, whole))


@pytest.mark.parametrize("lacking", ["--reason", "--public"])
def test_both_reasons_are_needed(tmp_path: Path, lacking: str) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    before = tree(folder)
    other = {"--reason": "--public", "--public": "--reason"}[lacking]
    for more in ((), (lacking, " ")):
        done = run("amend", folder, "-", other, "x", *more, stdin=ANNA)
        assert done.code == 2
        assert lacking in done.err
    assert tree(folder) == before


def test_a_damaged_amendment_stops_what_would_go_on_without_it(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    amend(folder, ANNA)
    path = folder / "acts" / "0001-amend.json"
    path.write_bytes(path.read_bytes().replace(b"true", b"false"))
    for command in ("status", "resolve", "report"):
        done = run(command, folder)
        assert done.code == 2
        assert "0001-amend.json » manque ou est abîmé" in done.err


def test_a_game_that_is_over_is_not_amended(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "over", TWO)
    assert "La partie est terminée" in refused(folder, ANNA).err


def test_what_is_so_already_is_not_done(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    before = tree(folder)
    assert "La table est déjà ainsi" in amend(folder, "tour: 2\ntable: {scores: {bleu: 0}}\n")
    assert tree(folder) == before


def test_a_dry_run_says_what_would_change_and_writes_nothing(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    send(folder, orders("Max", 2, "{viser: (3;3)}"), orders("Max", 2, "{viser: (2;2)}"))
    before = tree(folder)
    said = plain(amend(folder, TO_GHOST, "--dry-run"))
    assert tree(folder) == before
    assert said.count("ne conviennent plus") == 1
    assert "fantôme (Archer) en (1;1)" in said
    assert "Refusé : texte collé (Max)" in said


@few(1)
@pytest.mark.parametrize(("answer", "code", "acts"), [("non", 1, 0), ("oui", 0, 1)])
def test_on_a_terminal_it_asks(tmp_path: Path, answer: str, code: int, acts: int) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    path = tmp_path / "table.yaml"
    path.write_text(ANNA, encoding="utf-8")
    done = on_terminal("amend", folder, path, *WHY, answer=f"{answer}\n")
    assert (done[0], len(list(folder.glob("acts/*")))) == (code, acts)


def test_it_speaks_one_language(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2", ENGLISH)
    said = good("amend", folder, "-", *WHY, stdin="turn: 2\ntable: {pieces: {Anna: {at: (4;1)}}}\n").out
    assert said.startswith("What changes on the table (turn 2):\n- Anna: (1;1) → (4;1)\n")


# Nothing is lost ---------------------------------------------------------------------------------------------

TINY_GHOST = "tour: 2\ntable: {pièces: {Paul: {case: (3;1), visé: (1;1)}, Anna: {rôle: savant}}}\n"


@pytest.mark.parametrize(("every", "least"), [(31, 3), *deep((1, 20))])
def test_killed_anywhere_it_is_done_by_the_next_command(tmp_path: Path, every: int, least: int) -> None:
    base = campaign(tmp_path / "base", "turn-2", TINY)
    send(base, orders("Anna", 2, "{déplacement supplémentaire: droite}"), orders("Paul", 2, "rien"))
    folders = killed_everywhere(base, tmp_path / "work", "amend", "{}", "-", *WHY, stdin=TINY_GHOST, every=every)
    assert len(folders) >= least
    whole = tree(tmp_path / "work" / "whole")
    for folder in folders:
        recorded = (folder / "acts" / "0001-amend.json").exists()  # what is not whole yet has another name
        good("submit", folder)
        found, wanted = tree(folder), whole if recorded else tree(base)
        assert untimed(found) == untimed(wanted), folder
        assert {name for name in found if "/orders/" in name} == {name for name in wanted if "/orders/" in name}
