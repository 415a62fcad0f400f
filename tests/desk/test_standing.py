"""Standing orders through the commands: what a player leaves for the stages in which he sends nothing."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from resistance.campaigns import FIVE, begun, dealt, on_mission, play, state, submit, voting
from support.commands import (
    Done,
    campaign,
    drop,
    good,
    orders,
    plain,
    received,
    report,
    result,
    results,
    run,
    stage_folder,
    tree,
    verdicts,
)
from support.depth import few, sample

from adjudicator.campaign.loading import load_campaign
from adjudicator.campaign.stages import progress_of
from adjudicator.core.faults import Fault
from adjudicator.core.plain import Plain
from adjudicator.reading.schemas import game_schema

CYLONS = ("Bruno", "Emma")
OTHERS = ("Anna", "Chloé", "Denis", "Emma")
YES = "{vote: oui}"
ALL = "{vote: oui, mission: réussite, escadron: [Denis, Emma, Anna]}"
WITHOUT_HIS = "Le tour attend tes ordres ; si le MJ joue sans eux, tes ordres permanents sont joués : vote oui."
SAID_OF_ALL = "vote oui ; carte réussite ; Escadron choisi dans l’ordre Denis, Emma, Anna"


def proposing(folder: Path) -> Path:
    """Return a campaign in which Anna is to propose a squad."""
    return dealt(folder, cylons=CYLONS)


def leaving(folder: Path, player: str, standing: str, order: str = "") -> str:
    """Return an order file with standing orders and, if there are any, orders for the stage awaited."""
    given = f"ordres: {order}\n" if order else ""
    return f"joueur: {player}\ntour: {state(folder)['turn']}\n{given}permanents: {standing}\n"


def leave(folder: Path, player: str, standing: str, order: str = "") -> Done:
    """Submit standing orders, with orders for the stage awaited if there are any; they must be accepted."""
    return good("submit", folder, "-", stdin=leaving(folder, player, standing, order))


def status(folder: Path) -> Any:
    return good("status", folder, "--json").json()


def report_to_come(folder: Path) -> str:
    """Return the MJ's report of the stage awaited as a dry run shows it."""
    shown = good("resolve", folder, "--dry-run", "--force").out
    shown = shown.partition("Voici ce que le MJ lirait.\n")[2]
    shown, changes, _ = shown.partition("\nCe qui change :\n")
    assert changes
    return shown


def reports(folder: Path, but: tuple[str, ...] = ()) -> Mapping[str, bytes]:
    """Return every report of every stage, but those of some readers, by its name."""
    return {
        name: data
        for name, data in results(folder).items()
        if "/reports/" in name and not any(reader in name for reader in (*but, "/mj."))
    }


# --- Given


def test_given_with_orders_they_are_said_back_together(tmp_path: Path) -> None:
    folder = proposing(tmp_path / "p")
    done = leave(folder, "Anna", ALL, "{escadron: Anna et Bruno}")
    assert done.out == (
        "- : accepté.\n"
        f"  Anna : tu proposes Anna, Bruno pour la mission 1 ; si un jour tu n’envoies rien : {SAID_OF_ALL}.\n"
        "  Sans autre envoi, ces ordres seront joués quand tous les ordres seront là.\n"
    )
    (verdict,) = verdicts(folder, "proposal-1")
    assert verdict["orders"] == {"Anna": {"squad": ["Anna", "Bruno"]}}
    assert verdict["standing"] == {
        "Anna": {"vote": "yes", "mission": "success", "squad": ["Denis", "Emma", "Anna"]},
    }
    assert status(folder)["received"] == ["Anna"]


def test_given_alone_they_are_no_orders_for_the_stage(tmp_path: Path) -> None:
    folder = voting(tmp_path / "p", cylons=CYLONS)
    done = leave(folder, "Bruno", YES)
    assert done.out == f"- : accepté.\n  Bruno : si un jour tu n’envoies rien : vote oui.\n  {WITHOUT_HIS}\n"
    assert verdicts(folder, "vote-2")[0]["orders"] == {}
    assert status(folder)["received"] == []
    assert status(folder)["missing"] == list(FIVE)
    assert run("resolve", folder).code == 3


def without_files(folder: Path) -> dict[str, Any]:
    """Return the status of a campaign but for the list of the files received."""
    return {key: value for key, value in status(folder).items() if key != "files"}


def test_a_player_who_owes_nothing_may_give_them(tmp_path: Path) -> None:
    folder = proposing(tmp_path / "p")
    before = without_files(folder)
    assert leave(folder, "Denis", YES).out.endswith(
        "  Denis : si un jour tu n’envoies rien : vote oui.\n  Rien n’est attendu de toi pour l’instant.\n"
    )
    assert without_files(folder) == {**before, "to_post": before["to_post"] + 1}  # his receipt
    play(folder, Anna="escadron: [Anna, Bruno]")
    assert status(folder)["standing"] == ["Denis"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("ordres permanents: {voter: 'frak, non'}", "vote non"),
        ("PERMANENTS: {carte: mission réussie}", "carte réussite"),
        ("standing orders: {squad: Denis et Emma et Anna}", "Escadron choisi dans l’ordre Denis, Emma, Anna"),
        ('permanents: {escadron: "denis, EMMA & anna"}', "Escadron choisi dans l’ordre Denis, Emma, Anna"),
        ("permanents:\n  escadron: Denis, Emma, Chloe, Bruno et Anna", "Denis, Emma, Chloé, Bruno, Anna"),
    ],
)
def test_they_are_understood_however_they_are_written(tmp_path: Path, text: str, said: str) -> None:
    folder = proposing(tmp_path / "p")
    done = good("submit", folder, "-", stdin=f"joueur: Denis\ntour: 1\n{text}\n")
    assert done.out.splitlines()[1].endswith(f"{said}.")


def test_they_are_said_in_english(tmp_path: Path) -> None:
    folder = proposing(tmp_path / "p")
    text = "player: Denis\nturn: 1\nstanding: {vote: yes, mission: success}\n"
    done = good("submit", folder, "-", "--language", "en", stdin=text)
    fate = "  Nothing is awaited of you for now.\n"
    assert done.out == "-: accepted.\n  Denis: if you send nothing one day: vote yes, card success.\n" + fate
    taken = good("submit", folder, "-", "--language", "en", stdin="player: Denis\nturn: 1\nstanding: nothing\n")
    assert taken.out == "-: accepted.\n  Denis: you have no standing orders any more.\n" + fate


def test_a_check_keeps_none(tmp_path: Path) -> None:
    folder = voting(tmp_path / "p", cylons=CYLONS)
    before = tree(folder)
    done = good("check", folder, "-", stdin=leaving(folder, "Bruno", YES))
    assert done.out == f"- : compris.\n  Bruno : si un jour tu n’envoies rien : vote oui.\n  {WITHOUT_HIS}\n"
    assert tree(folder) == before
    assert status(folder)["standing"] == []


def test_those_brought_in_the_inbox_are_kept_with_the_stage(tmp_path: Path) -> None:
    folder = voting(tmp_path / "p", cylons=CYLONS)
    (folder / "inbox").mkdir(exist_ok=True)
    text = leaving(folder, "Bruno", YES)
    drop(folder, "bruno.yaml", text)
    assert "si un jour tu n’envoies rien : vote oui" in good("submit", folder).out
    assert received(folder, "vote-2") == [text.encode()]
    assert status(folder)["standing"] == ["Bruno"]


# --- Status


def test_status_tells_who_has_some_ready(tmp_path: Path) -> None:
    folder = voting(tmp_path / "p", cylons=CYLONS)
    assert "permanents" not in good("status", folder).out
    leave(folder, "Emma", YES)
    leave(folder, "Bruno", YES)
    good("submit", folder, "-", stdin=orders("Anna", 2, YES))
    shown = good("status", folder).out
    assert shown.startswith(
        "La flotte : tour 2, vote\n"
        "Ordres reçus : Anna\n"
        "Ordres attendus : Bruno, Chloé, Denis, Emma\n"
        "Ordres permanents prêts : Bruno, Emma\n"
        "Le tour attend ces ordres.\n"
    )
    assert "Standing orders ready: Bruno, Emma\n" in good("status", folder, "--language", "en").out
    assert (status(folder)["standing"], status(folder)["ready"]) == (["Bruno", "Emma"], False)


def test_status_names_those_alone_whose_standing_orders_would_be_used_now(tmp_path: Path) -> None:
    folder = voting(tmp_path / "p", cylons=CYLONS)
    leave(folder, "Bruno", "{mission: échec}")  # says nothing of a vote
    leave(folder, "Denis", YES, YES)  # has voted
    assert status(folder)["standing"] == []
    on_its_way = play(folder, Anna="vote: oui", Chloé="vote: oui")
    assert state(on_its_way)["phase"] == "mission"
    assert status(on_its_way)["standing"] == ["Bruno"]  # Denis is not in the squad


def test_the_public_status_says_nothing_of_them(tmp_path: Path) -> None:
    folder = voting(tmp_path / "p", cylons=CYLONS)
    before = [good("status", folder, "--public", *options) for options in ((), ("--json",), ("--language", "en"))]
    leave(folder, "Bruno", ALL)
    assert before == [
        good("status", folder, "--public", *options) for options in ((), ("--json",), ("--language", "en"))
    ]


# --- Used


def test_they_are_used_for_who_sends_nothing_and_for_nobody_else(tmp_path: Path) -> None:
    folder = voting(tmp_path / "p", cylons=CYLONS)
    for player in ("Bruno", "Chloé", "Denis"):
        leave(folder, player, YES)
    good("submit", folder, "-", stdin=orders("Chloé", 2, "{vote: non}"))
    done = good("resolve", folder, "--force")
    assert done.out.startswith("Joué sans attendre les ordres de 4 joueurs : Anna, Bruno, Denis, Emma.\n")
    played = result(folder, "vote-2", "orders.json")
    assert played["orders"] == {"Bruno": {"vote": "yes"}, "Chloé": {"vote": "no"}, "Denis": {"vote": "yes"}}
    assert (played["stood_in"], played["absent"]) == (["Bruno", "Denis"], ["Anna", "Emma"])
    assert "est rejeté : 2 oui, 3 non." in report(folder)


def test_a_squad_is_taken_from_the_first_names(tmp_path: Path) -> None:
    folder = proposing(tmp_path / "p")
    leave(folder, "Anna", ALL)
    done = good("resolve", folder, "--force")
    assert "Maintenant attendu : tour 2, vote.\n" in done.out
    assert "Anna propose pour la mission 1 : Denis, Emma." in report(folder)


def test_a_card_is_played_by_a_cylon_who_sends_none(tmp_path: Path) -> None:
    folder = on_mission(tmp_path / "p", cylons=CYLONS)
    leave(folder, "Bruno", "{mission: échec}")
    leave(folder, "Anna", "{mission: réussite}")
    good("resolve", folder, "--force")
    assert result(folder, "mission-3", "orders.json")["orders"] == {
        "Anna": {"mission": "success"},
        "Bruno": {"mission": "failure"},
    }
    assert "a échoué : 1 carte « échec »." in report(folder)


def test_a_refused_order_is_none_and_the_standing_one_is_used(tmp_path: Path) -> None:
    folder = voting(tmp_path / "p", cylons=CYLONS)
    leave(folder, "Bruno", YES)
    assert run("submit", folder, "-", stdin=orders("Bruno", 2, "{vote: peut-être}")).code == 1
    good("resolve", folder, "--force")
    assert result(folder, "vote-2", "orders.json")["stood_in"] == ["Bruno"]


def test_the_stage_waits_for_who_has_some_unless_forced(tmp_path: Path) -> None:
    folder = voting(tmp_path / "p", cylons=CYLONS)
    leave(folder, "Bruno", YES)
    for player in OTHERS:
        good("submit", folder, "-", stdin=orders(player, 2, YES))
    done = run("resolve", folder)
    assert (done.code, done.err.splitlines()[0]) == (3, "Il manque les ordres d’un joueur : Bruno.")
    good("resolve", folder, "--force")
    assert "est approuvé : 5 oui, 0 non." in report(folder)


# --- Kept, replaced, taken back


def test_they_are_kept_from_stage_to_stage(tmp_path: Path) -> None:
    folder = proposing(tmp_path / "p")
    leave(folder, "Bruno", "{vote: oui, mission: échec}")
    play(folder, Anna="escadron: [Anna, Bruno]")
    assert status(folder)["standing"] == ["Bruno"]
    play(folder, Anna="vote: oui", Denis="vote: oui")
    assert result(folder, "vote-2", "orders.json")["stood_in"] == ["Bruno"]
    assert status(folder)["standing"] == ["Bruno"]
    play(folder, Anna="mission: réussite")
    assert result(folder, "mission-3", "orders.json")["orders"]["Bruno"] == {"mission": "failure"}
    for stage in ("proposal-1", "vote-2", "mission-3"):
        assert result(folder, stage, "orders.json")["standing"] == {"Bruno": {"vote": "yes", "mission": "failure"}}


def test_new_ones_take_the_place_of_all_the_old_ones(tmp_path: Path) -> None:
    folder = proposing(tmp_path / "p")
    leave(folder, "Bruno", ALL)
    leave(folder, "Bruno", "{vote: non}")
    play(folder, Anna="escadron: [Anna, Bruno]")
    assert result(folder, "proposal-1", "orders.json")["standing"] == {"Bruno": {"vote": "no"}}
    leave(folder, "Bruno", "{mission: échec}")
    play(folder, Anna="vote: oui")
    assert result(folder, "vote-2", "orders.json")["standing"] == {"Bruno": {"mission": "failure"}}
    assert result(folder, "vote-2", "orders.json")["stood_in"] == []


def test_new_orders_leave_them_in_force(tmp_path: Path) -> None:
    folder = voting(tmp_path / "p", cylons=CYLONS)
    leave(folder, "Bruno", YES, YES)
    replaced = good("submit", folder, "-", stdin=orders("Bruno", 2, "{vote: non}"))
    assert "Bruno : tu votes non" in replaced.out
    play(folder)
    played = result(folder, "vote-2", "orders.json")
    assert (played["orders"], played["standing"]) == ({"Bruno": {"vote": "no"}}, {"Bruno": {"vote": "yes"}})


@few(2)
@pytest.mark.parametrize("nothing", ["rien", "Je ne fais rien", "nothing", "{}"])
def test_they_are_taken_back(tmp_path: Path, nothing: str) -> None:
    folder = proposing(tmp_path / "p")
    leave(folder, "Bruno", ALL)
    play(folder, Anna="escadron: [Anna, Bruno]")
    done = leave(folder, "Bruno", nothing)
    assert done.out == (
        "- : accepté.\n"
        "  Bruno : tu n’as plus d’ordres permanents.\n"
        "  Le tour attend tes ordres ; si le MJ joue sans eux, ta voix compte « non ».\n"
    )
    assert status(folder)["standing"] == []
    play(folder)
    played = result(folder, "vote-2", "orders.json")
    assert (played["orders"], played["stood_in"], played["standing"]) == ({}, [], {})
    assert "permanents" not in report(folder, "--for", "player:Bruno") + report(folder, "--for", "mj")


def test_taken_back_and_given_anew_in_one_stage_the_last_word_counts(tmp_path: Path) -> None:
    folder = voting(tmp_path / "p", cylons=CYLONS)
    for standing in (YES, "rien", "{vote: non}"):
        leave(folder, "Bruno", standing)
    play(folder)
    assert result(folder, "vote-2", "orders.json")["standing"] == {"Bruno": {"vote": "no"}}


# --- Told


def test_a_player_reads_his_own_in_his_report(tmp_path: Path) -> None:
    folder = voting(tmp_path / "p", cylons=CYLONS)
    leave(folder, "Bruno", ALL)
    play(folder, Anna="vote: oui", Chloé="vote: oui")
    own = " ".join(report(folder, "--for", "player:Bruno").split())
    assert "Tu n’as rien envoyé ; ton ordre permanent a joué : tu votes oui à l’Escadron de la mission 1" in own
    assert (
        "Tes ordres permanents --------------------- - Vote oui - Carte réussite - Escadron choisi dans l’ordre "
        "Denis, Emma, Anna" in own
    )
    english = " ".join(report(folder, "--for", "player:Bruno", "--language", "en").split())
    assert "You have sent nothing; your standing order was played: " in english
    assert "Your standing orders -------------------- - Vote yes - Card success" in english


def test_the_mj_reads_them_all_and_which_were_used(tmp_path: Path) -> None:
    folder = voting(tmp_path / "p", cylons=CYLONS)
    leave(folder, "Bruno", ALL)
    leave(folder, "Denis", YES, "{vote: non}")
    play(folder)
    notes = report(folder, "--for", "mj").partition("À noter")[2].partition("Ce qui s’est passé")[0]
    told = " ".join(notes.split())
    assert "- Absents, sans ordres acceptés : Anna, Chloé, Emma." in told
    assert "- Ordres permanents utilisés : Bruno." in told
    assert f"{SAID_OF_ALL}." in told
    lines = told.removeprefix("------- - ").split(" - ")[2:]
    assert [line.startswith("Ordres permanents ") for line in lines] == [True, True]
    assert ["Bruno" in lines[0] and SAID_OF_ALL in lines[0], "Denis" in lines[1], "vote oui" in lines[1]] == [True] * 3


def test_nobody_else_reads_of_them(tmp_path: Path) -> None:
    """All others read the same whether a player left standing orders or none."""
    here, there = proposing(tmp_path / "1"), proposing(tmp_path / "2")
    leave(here, "Bruno", ALL)
    for folder in (here, there):
        play(folder, Anna="escadron: [Anna, Chloé]")
        play(folder, **dict.fromkeys(FIVE, "vote: oui"))
        play(folder, Anna="mission: réussite")
    assert reports(here, but=("bruno",)) == reports(there, but=("bruno",))
    assert reports(here) != reports(there)


def test_nobody_else_reads_whether_a_vote_was_a_standing_one(tmp_path: Path) -> None:
    here, there = voting(tmp_path / "1", cylons=CYLONS), voting(tmp_path / "2", cylons=CYLONS)
    leave(here, "Bruno", YES)
    votes = dict.fromkeys(OTHERS, "vote: oui")
    play(here, **votes)
    play(there, **votes, Bruno="vote: oui")
    assert reports(here, but=("bruno",)) == reports(there, but=("bruno",))
    assert "comptés" not in report(here)


def test_new_ones_are_said_to_replace_the_old_and_are_no_orders(tmp_path: Path) -> None:
    folder = voting(tmp_path / "p", cylons=CYLONS)
    assert "remplace" not in leave(folder, "Bruno", YES, YES).out
    done = leave(folder, "Bruno", "{vote: non}")
    assert done.out == (
        "- : accepté.\n"
        "  Bruno : si un jour tu n’envoies rien : vote non ; cela remplace tes ordres permanents précédents.\n"
        "  Sans autre envoi, tes ordres pour le tour 2 seront joués quand tous les ordres seront là.\n"
    )
    taken = leave(folder, "Bruno", "rien").out
    assert "  Bruno : tu n’as plus d’ordres permanents.\n  Sans autre envoi, tes ordres pour le tour 2 " in taken
    assert "remplace" not in leave(folder, "Bruno", YES).out
    both = leave(folder, "Bruno", "{vote: non}", "{vote: non}").out
    assert (
        "; cela remplace tes ordres précédents ; tes ordres permanents (vote oui) ne servent donc pas cette fois ; "
        "si un jour tu n’envoies rien : vote non ; "
        "cela remplace tes ordres permanents précédents.\n" in both
    )


def test_where_the_missing_do_nothing_forms_offer_none_and_reports_say_so(tmp_path: Path) -> None:
    """Also when that was decided after some were left."""
    folder = voting(tmp_path / "p", cylons=CYLONS)
    leave(folder, "Bruno", ALL)
    assert "\npermanents:\n" in good("template", folder, "--for", "Bruno").out
    with (folder / "campaign.yaml").open("a", encoding="utf-8") as file:
        file.write("absents: rien\n")
    form = good("template", folder, "--for", "Bruno").out.casefold()
    assert "permanents" not in form
    assert "les tiens" not in form
    play(folder, **dict.fromkeys(OTHERS, "vote: oui"))
    own = " ".join(report(folder, "--for", "player:Bruno").split())
    assert "Escadron choisi dans l’ordre Denis, Emma, Anna En ce moment, la partie ne joue pas les ordres" in own
    assert "permanents" not in report(folder, "--for", "mj")
    assert "permanents" not in report(folder, "--for", "player:Emma")


def test_where_they_are_played_reports_say_nothing_of_the_sort(tmp_path: Path) -> None:
    folder = voting(tmp_path / "p", cylons=CYLONS)
    leave(folder, "Bruno", ALL)
    play(folder)
    assert "En ce moment" not in report(folder, "--for", "player:Bruno")


# --- Rehearsed


@few(1)
@pytest.mark.parametrize("standing", [YES, "{vote: non, mission: échec}", "rien"])
def test_a_dry_run_takes_what_lies_in_the_inbox_as_the_real_run_does(tmp_path: Path, standing: str) -> None:
    folder = voting(tmp_path / "p", cylons=CYLONS)
    (folder / "inbox").mkdir(exist_ok=True)
    leave(folder, "Bruno", "{mission: échec}")
    leave(folder, "Emma", YES)
    drop(folder, "1.yaml", leaving(folder, "Bruno", standing), 1)
    drop(folder, "2.yaml", leaving(folder, "Denis", YES, "{vote: non}"), 2)
    before = tree(folder)
    shown = report_to_come(folder)
    assert tree(folder) == before
    good("resolve", folder, "--force")
    published = stage_folder(folder, "vote-2") / "result" / "reports" / "mj.txt"
    assert shown == plain(published.read_text(encoding="utf-8"))
    assert ("Bruno" in result(folder, "vote-2", "orders.json")["stood_in"]) == ("vote" in standing)


# --- Refused

REFUSED = [
    (
        "a card that is not his",
        "Denis",
        "{mission: échec}",
        "la carte d’un Colon qui n’envoie rien est toujours « réussite ».",
    ),
    ("a squad too short", "Denis", "{escadron: [Anna, Bruno]}", "une liste de préférence d’au moins 3 joueurs"),
    ("a name twice", "Denis", "{escadron: [Anna, Bruno, Anna]}", "Anna est deux fois dans cet Escadron."),
    ("a name unknown", "Denis", "{escadron: [Anna, Bruno, Farid]}", "« Farid » n’est pas un joueur de cette partie."),
    ("a target", "Denis", "{cible: 3}", "« cible » : mot inconnu ici ; mots possibles : escadron, vote, mission, si."),
    ("a word misspelt", "Denis", "{votes: oui}", "Peut-être « vote » ?"),
    ("a vote unknown", "Denis", "{vote: blanc}", "« blanc » n’est pas compris ici ; attendu : oui, non."),
    ("a list", "Denis", "[oui]", "« [oui] » n’est pas compris ici"),
    ("left empty", "Denis", "", "« permanents » est vide : donner des ordres dessous, ou écrire « rien » pour les"),
]


@few(2)
@pytest.mark.parametrize(("player", "standing", "sentence"), [row[1:] for row in REFUSED], ids=[r[0] for r in REFUSED])
def test_what_is_refused_changes_nothing(tmp_path: Path, player: str, standing: str, sentence: str) -> None:
    folder = voting(tmp_path / "p", cylons=CYLONS)
    leave(folder, player, "{vote: non}", YES)
    before = without_files(folder), report_to_come(folder)
    done = run("submit", folder, "-", stdin=leaving(folder, player, standing, "{vote: non}"))
    assert (done.code, sentence in done.err) == (1, True), done
    now = without_files(folder)
    (refused,) = now.pop("refused")
    assert refused["players"] == [player]
    assert now.pop("to_post") == before[0]["to_post"] + 1  # that it is refused
    assert now == {key: value for key, value in before[0].items() if key not in ("refused", "to_post")}
    play(folder)
    played = result(folder, "vote-2", "orders.json")
    assert (played["orders"], played["standing"]) == ({player: {"vote": "yes"}}, {player: {"vote": "no"}})


def test_a_refused_order_refuses_the_standing_ones_of_its_file(tmp_path: Path) -> None:
    folder = voting(tmp_path / "p", cylons=CYLONS)
    done = run("submit", folder, "-", stdin=leaving(folder, "Bruno", YES, "{mission: échec}"))
    assert done.code == 1
    assert status(folder)["standing"] == []
    assert "standing" not in verdicts(folder, "vote-2")[0]


def test_a_cylon_may_leave_the_card_that_a_colon_may_not(tmp_path: Path) -> None:
    folder = voting(tmp_path / "p", cylons=CYLONS)
    assert "carte échec" in leave(folder, "Bruno", "{mission: échec}").out


def test_before_the_deal_nobody_leaves_any(tmp_path: Path) -> None:
    folder = begun(tmp_path / "p")
    done = run("submit", folder, "-", stdin=f"joueur: Anna\ntour: 0\npermanents: {YES}\n")
    assert done.code == 1
    assert "es identités ne sont pas encore distribuées" in done.err
    good("resolve", folder)
    assert result(folder, "deal", "orders.json")["standing"] == {}


def test_orders_or_standing_orders_there_must_be(tmp_path: Path) -> None:
    folder = voting(tmp_path / "p", cylons=CYLONS)
    done = run("submit", folder, "-", stdin="joueur: Anna\ntour: 2\nnote: bonjour\n")
    assert (done.code, done.err.splitlines()[0]) == (1, "-:1:1: Il manque « ordres » ou « permanents ».")


@pytest.mark.parametrize(
    ("head", "sentence"),
    [
        ("joueur: Bruno\ntour: 1\n", "Ces ordres sont pour le tour 1 ; attendu maintenant : tour 2, vote."),
        ("joueur: Bruno\n", "Il manque la ligne du tour attendu (tour 2, vote) :"),
        ("tour: 2\n", "Il manque « joueur »."),
        ("joueur: Bruno\ntour: 2\nclé: AAAA-AAAA\n", "La clé n’est pas celle de ce joueur pour ce tour ;"),
    ],
)
def test_they_need_the_sender_and_the_turn_and_no_wrong_key(tmp_path: Path, head: str, sentence: str) -> None:
    folder = voting(tmp_path / "p", cylons=CYLONS)
    done = run("submit", folder, "-", stdin=f"{head}permanents: {YES}\n")
    assert (done.code, sentence in done.err) == (1, True), done
    assert status(folder)["standing"] == []


def test_when_the_game_is_over_they_are_refused_as_all_orders_are(tmp_path: Path) -> None:
    folder = proposing(tmp_path / "p")
    for _ in range(5):
        play(folder)
    assert state(folder)["phase"] == "over"
    before = results(folder)
    done = run("submit", folder, "-", stdin=leaving(folder, "Bruno", YES))
    assert (done.code, "La partie est terminée" in done.err) == (1, True), done
    assert results(folder) == before


@pytest.mark.parametrize("stage", ["roles", "placement"])
def test_a_stage_without_standing_orders_knows_no_such_word(tmp_path: Path, stage: str) -> None:
    folder = campaign(tmp_path, stage)
    done = run("check", folder, "-", stdin="joueur: Anna\npermanents: rien\n")
    assert done.code == 1
    assert "-:2:1: « permanents » : mot inconnu ici ; mots possibles : joueur, camp, tour, clé, " in done.err


def test_no_standing_order_of_the_resistance_can_become_impossible(tmp_path: Path) -> None:
    """A squad is long enough for every mission, a vote is always one, and who may leave « échec » may play it."""
    folder = proposing(tmp_path / "p")
    leave(folder, "Anna", ALL)
    game, setting, now = in_play(folder)
    left = verdicts(folder, "proposal-1")[0]["standing"]["Anna"]
    for phase in ("proposal", "vote", "mission"):
        now.phase = phase
        assert game.orders.standing_trouble(game.rules.view(setting, now, "Anna"), left) == []


# Without any


def in_play(folder: Path) -> tuple[Any, Any, Any]:
    """Return the game of a campaign, its setting and the state that it has come to."""
    progress = progress_of(load_campaign(folder))
    return progress.campaign.game, progress.campaign.setting, progress.state


def without(folder: Path, player: str, language: str = "fr") -> str:
    """Return what a player is told of what happens if nothing comes from him."""
    game, setting, now = in_play(folder)
    return plain(
        load_campaign(folder).voice(language).phrase(game.orders.without(game.rules.view(setting, now, player)))
    )


@few(1)
@pytest.mark.parametrize(
    ("options", "proposal", "vote", "of_a_cylon"),
    [
        (
            "",
            "ta proposition est passée, et compte comme rejetée",
            "ta voix compte « non »",
            "une « réussite » est jouée",
        ),
        ("{sans escadron: tirage}", "ton Escadron est tiré au sort", "ta voix compte « non »", "une « réussite » est"),
        (
            "{vote manquant: oui, carte manquante: échec}",
            "ta proposition est passée",
            "ta voix compte « oui »",
            "un « échec »",
        ),
        ("{vote manquant: ignoré}", "ta proposition est passée", "ta voix n’est pas comptée", "une « réussite » est"),
    ],
)
def test_what_happens_without_orders_is_what_the_options_say(
    tmp_path: Path, options: str, proposal: str, vote: str, of_a_cylon: str
) -> None:
    folder = dealt(tmp_path / "p", cylons=CYLONS, options=options)
    assert without(folder, "Anna").startswith(proposal)
    assert without(folder, "Bruno") == "tu ne fais rien"  # nothing is awaited from him
    play(folder, Anna="escadron: [Anna, Bruno]")
    assert {without(folder, player) for player in FIVE} == {vote}
    play(folder, **dict.fromkeys(FIVE, "vote: oui"))
    assert without(folder, "Anna") == "une « réussite » est jouée pour toi"
    assert without(folder, "Bruno").startswith(of_a_cylon)
    assert without(folder, "Anna", "en") == "a “success” is played for you"


def test_before_the_deal_nothing_happens_to_anybody(tmp_path: Path) -> None:
    assert without(begun(tmp_path / "p"), "Anna") == "tu ne fais rien"


# Ahead

AHEAD = [
    ("Denis", {"vote": "yes"}, []),
    ("Denis", {"squad": ["Anna", "Denis"]}, []),  # whoever commands then, and whichever mission it is for
    ("Denis", {"squad": ["Anna", "Bruno", "Denis"]}, []),
    ("Denis", {"mission": "success"}, []),
    ("Bruno", {"mission": "failure"}, []),
    ("Denis", {"mission": "failure"}, [("colons-succeed", "mission")]),
    ("Denis", {"squad": ["Anna"]}, [("squad-fits-none", "squad")]),
    ("Denis", {"squad": list(FIVE)}, [("squad-fits-none", "squad")]),
    ("Denis", {"squad": ["Anna", "Anna"]}, [("squad-twice", "squad")]),
    ("Denis", {"squad": ["Anna", "Denis"], "target": 1}, [("no-target", "target")]),
    ("Denis", {"vote": "yes", "mission": "success"}, [("exclusive", "mission")]),
    ("Denis", {"mission": "failure", "vote": "yes"}, [("exclusive", "vote"), ("colons-succeed", "mission")]),
    ("Denis", {"vote": None}, []),
    ("Denis", {}, []),
]
TARGETED_AHEAD = [
    ({"squad": ["Anna", "Denis"], "target": 3}, []),
    ({"squad": ["Anna", "Denis", "Emma"], "target": 5}, []),  # too early today
    ({"squad": ["Anna", "Denis"], "target": 2}, [("squad-size", "squad")]),
    ({"squad": ["Anna", "Denis"], "target": 1}, [("target-done", "target")]),
    ({"squad": ["Anna", "Denis"]}, [("target-missing", "squad")]),
    ({"target": 3}, [("squad-missing", "target")]),
]


def ahead(folder: Path, player: str, given: Plain) -> list[tuple[str, str]]:
    game, setting, now = in_play(folder)
    objections = game.orders.ahead_objections(game.rules.view(setting, now, player), given)
    return [(each.code, ".".join(map(str, each.path))) for each in objections]


@pytest.mark.parametrize(("player", "given", "refused"), AHEAD)
def test_what_no_later_stage_makes_right_is_refused_at_once(
    tmp_path: Path, player: str, given: Plain, refused: list[tuple[str, str]]
) -> None:
    assert ahead(proposing(tmp_path / "1"), player, given) == refused
    assert ahead(on_mission(tmp_path / "2", cylons=CYLONS), player, given) == refused


@pytest.mark.parametrize(
    ("given", "french", "english"),
    [
        ({"vote": "yes"}, "tu votes oui", "you vote yes"),
        ({"mission": "failure"}, "tu joues « échec »", "you play “failure”"),
        ({"squad": ["Emma", "Denis"]}, "tu proposes Emma, Denis", "you propose Emma, Denis"),
        ({"squad": ["Emma"], "target": 3}, "tu proposes Emma pour la mission 3", "you propose Emma for mission 3"),
    ],
)
def test_a_receipt_for_a_later_turn_names_no_squad_of_today(
    tmp_path: Path, given: Plain, french: str, english: str
) -> None:
    for folder in (proposing(tmp_path / "1"), voting(tmp_path / "2"), on_mission(tmp_path / "3")):
        game, setting, now = in_play(folder)
        told = game.orders.ahead_receipt(game.rules.view(setting, now, "Bruno"), given)
        voices = map(load_campaign(folder).voice, ("fr", "en"))
        assert [plain(voice.receipt(told)) for voice in voices] == [f"{french}.", f"{english}."]


@few(1)
@pytest.mark.parametrize(("given", "refused"), sample(TARGETED_AHEAD, 2))
def test_with_a_target_the_squad_is_judged_for_its_mission(
    tmp_path: Path, given: Plain, refused: list[tuple[str, str]]
) -> None:
    folder = dealt(tmp_path / "p", cylons=CYLONS, options="{attaques ciblées: oui}")
    play(folder, Anna="escadron: [Anna, Bruno]\n  cible: 1")
    play(folder, **dict.fromkeys(FIVE, "vote: oui"))
    play(folder, Anna="mission: réussite")
    assert ahead(folder, "Denis", given) == refused


def test_a_mission_that_is_done_takes_no_more_squad(tmp_path: Path) -> None:
    """The sizes that are left are those of the missions that are left; at six, two players go on the first alone."""
    six = (*FIVE, "Farid")
    folder = dealt(tmp_path / "p", six, cylons=CYLONS)
    assert ahead(folder, "Denis", {"squad": ["Anna", "Denis"]}) == []
    play(folder, Anna="escadron: [Anna, Bruno]")
    play(folder, **dict.fromkeys(six, "vote: oui"))
    play(folder, Anna="mission: réussite")
    assert ahead(folder, "Denis", {"squad": ["Anna", "Denis"]}) == [("squad-fits-none", "squad")]
    game, setting, now = in_play(folder)
    (told,) = game.orders.ahead_objections(game.rules.view(setting, now, "Denis"), {"squad": ["Anna", "Denis"]})
    voice = load_campaign(folder).voice()
    assert voice.fault(Fault(told.code, values=told.values)) == (
        "Aucune des missions qui restent ne demande un Escadron de 2 (elles demandent : 3, 4)."
    )


def test_orders_are_sent_ahead_from_the_deal_to_the_end(tmp_path: Path) -> None:
    folder = begun(tmp_path / "p")
    game, _, now = in_play(folder)
    assert game.orders.later_phase(now.phase) is None
    assert ahead(folder, "Anna", {"vote": "yes"}) == [("not-dealt", "")]
    game, _, now = in_play(proposing(tmp_path / "q"))
    assert game_schema("resistance", game.orders.later_phase(now.phase))["properties"].keys() >= {"orders", "standing"}
    now.phase = "over"
    assert game.orders.later_phase(now.phase) is None


def test_a_vote_that_stands_and_is_not_used_and_the_same_vote_twice_are_said(tmp_path: Path) -> None:
    folder = voting(tmp_path / "p", cylons=CYLONS)
    leave(folder, "Bruno", "{vote: non}")
    first = submit(folder, Bruno="vote: oui").out
    assert "; tes ordres permanents (vote non) ne servent donc pas cette fois." in plain(first)
    again = plain(submit(folder, Bruno="vote: oui").out)
    assert "; ce sont les ordres que tu avais déjà envoyés ;" in again
    assert "remplace" not in again
    other = plain(submit(folder, Bruno="vote: non").out)
    assert "; cela remplace tes ordres précédents ;" in other
