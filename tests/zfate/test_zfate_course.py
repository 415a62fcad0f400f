"""What the MJ is asked in the course of a game of zFate, and what the game waits for."""

from __future__ import annotations

import json
import re
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from support import commands
from support.commands import Done, good, made, run, send

CAMPAIGN = """jeu: zfate
titre: Deux
joueurs: [Ana, Bob]
options: {{réactions: {reactions}}}
mj: {{soin: {{fiche: fais-le}}}}
graine: {seed}
"""
SHEETS = """tour: 1
joueurs:
  Ana: {concept: Ranger, compétences: {Médecine: 3}}
  Bob: {concept: Chauffeur}
"""
FREE = "tour: 2\nmj: {réponses: {cadre: {scène: Le quai, séance: nouvelle}}}\n"


def in_a_scene(room: Path, reactions: str = "jamais") -> None:
    room.mkdir(parents=True, exist_ok=True)
    (room / "campaign.yaml").write_text(CAMPAIGN.format(reactions=reactions, seed=commands.SEED), encoding="utf-8")
    for text in (SHEETS, FREE):
        send(room, text)
        good("resolve", room)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a campaign in the first exchange of a free scene."""
    return made(tmp_path, in_a_scene, "zfate", "free scene")


@pytest.fixture
def windowed(tmp_path: Path) -> Path:
    """Return the same campaign where exchanges have a window."""
    return made(tmp_path, partial(in_a_scene, reactions="fenêtre"), "zfate", "free scene, windows")


def hurt(state: dict[str, Any]) -> None:
    state["aspects"].append({"text": "Coupure", "bearer": "Bob", "kind": "consequence", "level": "mild",
                             "harm": "physical", "treated": True, "since": 1})  # fmt: skip


def test_z46_a_question_with_a_proposal_does_not_keep_the_last_frame_from_being_forced(folder: Path) -> None:
    commands.alter(folder, hurt)
    good("resolve", folder, "--force", "--yes")
    send(folder, "tour: 3\nmj: {réponses: {cadre: {fin: oui}}}\n")
    assert run("resolve", folder).code == 3
    assert "Coupure" in good("status", folder).out
    good("resolve", folder, "--force", "--yes")
    assert "« Coupure »" in commands.report(folder, "--for", "mj")


def test_a_sheet_is_refused_with_or_without_a_reason(tmp_path: Path) -> None:
    (tmp_path / "campaign.yaml").write_text(CAMPAIGN.format(reactions="jamais", seed=commands.SEED), encoding="utf-8")
    send(tmp_path, SHEETS)
    send(tmp_path, "tour: 1\nmj: {réponses: {fiche: {Ana: refusée, Bob: {verdict: refusée, dit: trop court}}}}\n")
    good("resolve", tmp_path)
    assert commands.result(tmp_path, "sheets-1", "state.json")["sheets"] == {}
    told = [line.strip("- ") for line in commands.plain(commands.report(tmp_path)).split("\n") if "à revoir" in line]
    assert told == ["Fiche à revoir : Ana.", "Fiche à revoir : Bob. Le MJ dit : « trop court »"]


def test_a_frame_itself_is_never_forced(folder: Path) -> None:
    good("resolve", folder, "--force", "--yes")
    assert run("resolve", folder, "--force", "--yes").code == 3


def test_z31_a_compel_after_the_fact_names_its_sitting_and_is_refused_for_another(folder: Path) -> None:
    answer = "tour: 2\nmj: {{réponses: {{rétroactif: {{Ana: {{séance: {}}}}}}}}}\n"
    refused = run("submit", folder, "-", stdin=answer.format(2))
    assert refused.code == 1
    assert "ne vaut que dans la même séance" in refused.err
    send(folder, answer.format(1))
    good("resolve", folder, "--force", "--yes")
    assert "rétroactif" in commands.report(folder)


def test_z64_the_mj_reads_why_a_player_chose_what_at_a_milestone(folder: Path) -> None:
    good("resolve", folder, "--force", "--yes")
    send(folder, "tour: 3\nmj: {réponses: {cadre: {jalon: mineur}}}\n")
    good("resolve", folder)
    good("template", folder, "--for", "Bob", "--html")
    choice = "{échanger: [Tir, Mêlée], pourquoi: Il n’a plus de balles}"
    send(folder, f"tour: 3\njoueur: Bob\nordres: {choice}\n")
    send(folder, "tour: 3\njoueur: Ana\nordres: {pourquoi: Rien n’a changé}\n")
    asked = " ".join(good("status", folder).out.split())
    assert "échanger : Tir, Mêlée ; pourquoi : Il n’a plus de balles" in asked.replace("\u00a0", " ").replace(
        "\u202f", " "
    )
    good("resolve", folder, "--force", "--yes")
    assert "Rien n’a changé" not in commands.report(folder)
    assert commands.result(folder, "milestone-3", "state.json")["rights"] == {"Ana": ["minor"], "Bob": []}


def declared(folder: Path, *standing: str, more: str = "récit: Il pleut") -> None:
    """Let both players act, some of whom leave that what they sent stands; the MJ sends ``more`` before the dice."""
    for name in ("Ana", "Bob"):
        left = "permanents: {réaction: aucune}\n" if name in standing else ""
        send(folder, f"tour: 2\njoueur: {name}\nordres: {{surmonter: {{compétence: Tir}}}}\n{left}")
    send(folder, f"tour: 2\nmj: {{réponses: {{opposition: {{Ana: 1, Bob: 1}}, {more}}}}}\n")
    good("resolve", folder)


def test_what_the_mj_tells_before_the_dice_is_published_when_the_window_closes_at_once(windowed: Path) -> None:
    declared(windowed, "Ana", "Bob")
    assert "Il pleut" in commands.report(windowed)


def test_a_compel_that_the_mj_offers_before_the_dice_is_offered_when_the_window_closes_at_once(windowed: Path) -> None:
    offered = "contrainte offerte: {Ana: {aspect: Ranger, complication: il neige}}, rétroactif: {Bob: {séance: 1}}"
    declared(windowed, "Ana", "Bob", more=offered)
    state = commands.result(windowed, "reactions-2", "state.json")
    assert [(one["who"], one["complication"]) for one in state["scene"]["compels"]] == [("Ana", "il neige")]
    assert state["ledger"][-1]["reason"] == "retroactive"
    good("verify", windowed)


def test_what_the_mj_tells_in_the_window_replaces_what_he_told_before_the_dice(windowed: Path) -> None:
    declared(windowed, "Ana")
    assert "Il pleut" not in commands.report(windowed)
    send(windowed, "tour: 2\nmj: {réponses: {récit: Il neige}}\n")
    good("resolve", windowed, "--force", "--yes")
    assert "Il neige" in commands.report(windowed)
    assert "Il pleut" not in commands.report(windowed)


@pytest.mark.parametrize(
    ("left", "answers"), [("viser: {action: rien}", False), ("viser: {action: rien}, réaction: aucune", True)]
)
def test_what_is_left_for_an_exchange_changes_nothing_in_its_window(windowed: Path, left: str, answers: bool) -> None:
    """Ana needs her Concept to succeed; only « réaction: aucune » answers for her in the window."""
    orders = "{surmonter: {compétence: Médecine}, invoquer: [Ranger], viser: {action: réussir}}"
    send(windowed, f"tour: 2\njoueur: Ana\nordres: {orders}\npermanents: {{{left}}}\n")
    send(windowed, "tour: 2\njoueur: Bob\nordres: {but: rien}\n")
    send(windowed, "tour: 2\nmj: {réponses: {opposition: {Ana: 2}}}\n")
    good("resolve", windowed)
    assert ("réactions" in good("status", windowed).out) is not answers
    if not answers:
        good("resolve", windowed, "--force", "--yes")
    state = commands.result(windowed, "reactions-2", "state.json")
    assert [line["reason"] for line in state["ledger"] if line["source"] == "Ana"] == ["invoke"]


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("coût: {Zorro: x}", "« Zorro » : il n’y a rien à décider de tel dans cette étape ; possible : Ana, Bob."),
        ("termes: {Zorro: x}", "possible : Ana, Bob."),
        ("découverte: {Zorro: oui}", "possible : Ana, Bob."),
        ("rétroactif: {Zorro: {séance: 1}}", "possible : Ana, Bob."),
        ("contrainte offerte: {Zorro: {aspect: A, complication: x}}", "possible : Ana, Bob."),
        ("nom: {Zorro/légère: x}", "possible : Ana/légère, Bob/légère."),
        ("nom: {Ana/genou: x}", "possible : Ana/boost, Ana/extrême, Ana/légère, Ana/modérée, Ana/sévère, Bob/boost"),
    ],
)
def test_what_the_mj_tells_before_the_dice_is_of_somebody_who_is_there(windowed: Path, answer: str, told: str) -> None:
    send(windowed, "tour: 2\njoueur: Ana\nordres: {surmonter: {compétence: Tir}}\n")
    refused = run("submit", windowed, "-", stdin=f"tour: 2\nmj: {{réponses: {{{answer}}}}}\n")
    assert refused.code == 1
    assert told in refused.err


@pytest.mark.parametrize(
    "answer",
    ["suite: échange", "rebondissement: x", "sort: {Ana: mort}", "revers: {Ana: Bob}", "objection: {Ana/Ranger: non}"],
)
def test_what_is_decided_once_the_dice_are_thrown_says_so_before(tmp_path: Path, answer: str) -> None:
    given = f"tour: 2\nmj: {{réponses: {{{answer}}}}}\n"
    for reactions, told in (("fenêtre", "une fois les dés jetés, pendant les réactions"), ("jamais", "rien à décider")):
        in_a_scene(tmp_path / reactions, reactions)
        send(tmp_path / reactions, "tour: 2\njoueur: Ana\nordres: {surmonter: {compétence: Tir}}\n")
        refused = run("submit", tmp_path / reactions, "-", stdin=given)
        assert refused.code == 1
        assert told in refused.err


@pytest.mark.parametrize(
    ("orders", "told"),
    [
        ("{attaquer: Goule}", "« Goule » n’est pas compris ici ; attendu : {cible: …, compétence: …}."),
        ("{soigner: Bob}", "attendu : {qui: …, conséquence: …, compétence: …}."),
        ("{sinon: [{attaquer: Goule}]}", "attendu : {cible: …, compétence: …}."),
    ],
)
def test_what_must_be_said_with_an_action_is_told(folder: Path, orders: str, told: str) -> None:
    sent = f"tour: 2\njoueur: Ana\nordres: {orders}\n"
    assert told in run("check", folder, "-", stdin=sent).err


def test_who_has_no_part_in_an_exchange_is_told_so(tmp_path: Path) -> None:
    in_a_scene(tmp_path, "fenêtre")
    good("resolve", tmp_path, "--force", "--yes")
    send(tmp_path, "tour: 3\nmj: {réponses: {cadre: {scène: Le pont, présents: [Ana]}}}\n")
    good("resolve", tmp_path)
    absent = "tour: 3\njoueur: Bob\nordres: {}\n"
    refused = run("check", tmp_path, "-", stdin=absent.format("{surmonter: {compétence: Tir}}"))
    assert "« surmonter » : rien n’est attendu de toi à cette étape" in refused.err
    assert (
        "tu ne fais rien, car tu n’es pas dans la scène"
        in good("check", tmp_path, "-", stdin=absent.format("rien")).out
    )
    send(tmp_path, "tour: 3\njoueur: Ana\nordres: {surmonter: {compétence: Tir}}\n")
    send(tmp_path, "tour: 3\nmj: {réponses: {opposition: {Ana: 1}}}\n")
    good("resolve", tmp_path)
    refused = run("check", tmp_path, "-", stdin=absent.format("{viser: {action: style}}"))
    assert "« viser » : rien n’est attendu de toi à cette étape" in refused.err


def test_a_word_that_a_stage_cannot_follow_with_is_not_said_to_be_expected(windowed: Path) -> None:
    refused = run("check", windowed, "-", stdin="tour: 2\nmj: {réponses: {suite: jalon}}\n")
    assert "« jalon » n’est pas compris ici ; attendu : d’accord, à toi, cadre, échange.\n" in refused.err


def test_z63_who_adds_nothing_is_told_so_and_is_not_said_to_refuse_his_help(folder: Path) -> None:
    send(folder, "tour: 2\njoueur: Ana\nordres: {surmonter: {compétence: Médecine}}\n")
    send(folder, "tour: 2\njoueur: Bob\nordres: {aider: Ana}\n")
    send(folder, "tour: 2\nmj: {réponses: {opposition: {Ana: 1}}}\n")
    good("resolve", folder, "--force", "--yes")
    told = commands.report(folder)
    assert "L’aide de Bob n’ajoute rien à Ana" in told


def at_a_cost(folder: Path, answers: str) -> None:
    """Let Ana succeed at a cost, with answers of the MJ before the dice; the window closes at once."""
    orders = "surmonter: {compétence: Tir, si échec: coût}"
    send(folder, f"tour: 2\njoueur: Ana\nordres: {{{orders}}}\npermanents: {{réaction: aucune}}\n")
    send(folder, f"tour: 2\nmj: {{réponses: {{opposition: {{Ana: 20}}, {answers}}}}}\n")
    good("resolve", folder, "--force", "--yes")


def test_a_cost_that_the_mj_names_before_the_dice_is_told_when_the_window_closes_at_once(windowed: Path) -> None:
    at_a_cost(windowed, "coût: {Ana: le klaxon reste bloqué}")
    assert "le klaxon reste bloqué" in commands.report(windowed)
    good("verify", windowed)


def test_z87_a_discovery_that_the_mj_allows_before_the_dice_is_made_when_the_window_closes_at_once(
    windowed: Path,
) -> None:
    good("resolve", windowed, "--force", "--yes")
    goule = "{scène: La casse, pnj: {Goule: {aspects: [{aspect: Sourde, caché: oui}]}}}"
    send(windowed, f"tour: 3\nmj: {{réponses: {{cadre: {goule}}}}}\n")
    good("resolve", windowed)
    orders = "ordres: {créer un avantage: {aspect: Faille, compétence: Médecine, contre: Goule}}"
    send(windowed, f"tour: 3\njoueur: Ana\n{orders}\npermanents: {{réaction: aucune}}\n")
    send(windowed, "tour: 3\nmj: {réponses: {découverte: {Ana: oui}}}\n")
    good("resolve", windowed, "--force", "--yes")
    found = {each["text"]: each for each in commands.result(windowed, "reactions-3", "state.json")["aspects"]}
    assert "Faille" not in found
    assert found["Sourde"].get("known_to") is None
    good("verify", windowed)


def test_a_compel_that_the_mj_offers_says_how_it_bites_as_its_complication(folder: Path) -> None:
    """A ``why`` would be told to nobody."""
    offered = "contrainte offerte: {Ana: {aspect: Ranger, pourquoi: il neige}}"
    refused = run("submit", folder, "-", stdin=f"tour: 2\nmj: {{réponses: {{{offered}}}}}\n")
    assert refused.code == 1
    assert "« pourquoi »" in commands.plain(refused.err) and "complication" in refused.err


def amended(folder: Path, points: str) -> Done:
    table = f"tour: 2\ntable: {{points: {points}}}\n"
    return run("amend", folder, "-", "--public", "oubli", "--reason", "x", "--by", "MJ", "--yes", stdin=table)


def test_points_in_an_amendment_are_given_or_taken_back_and_never_below_zero(folder: Path) -> None:
    assert amended(folder, "{Ana: 1, Bob: -1}").code == 0
    assert amended(folder, "{Ana: 1}").code == 0
    refused = amended(folder, "{Bob: -2}")
    assert refused.code == 1
    assert "Bob n’a que 1 PF" in refused.err
    good("resolve", folder, "--force", "--yes")
    lines = commands.result(folder, "exchange-2", "state.json")["ledger"]
    found = [(one["source"], one["target"], one["amount"]) for one in lines if one["reason"] == "correction"]
    assert found == [("mj", "Ana", 1), ("Bob", "mj", 1), ("mj", "Ana", 1)]


def test_who_invokes_what_is_not_yet_in_play_is_told_of_the_window(windowed: Path) -> None:
    orders = "{surmonter: {compétence: Tir}, invoquer: [Abri]}"
    refused = run("submit", windowed, "-", stdin=f"tour: 2\njoueur: Ana\nordres: {orders}\n")
    assert refused.code == 1
    assert "ce qui se crée dans un échange s’invoque dans sa fenêtre" in refused.err


@pytest.mark.parametrize(
    ("orders", "told"),
    [
        ("{but: tenir, coûte que coûte, surmonter: {compétence: Tir}}", '"tenir, coûte que coûte"'),
        ("{invoquer: [{aspect: Ranger, pourquoi: il voit, loin}]}", '"il voit, loin"'),
        ("{\n  but: tenir,\n  vite,\n}", "« vite » : mot inconnu"),
        ('{but: "tenir", vite}', "« vite » : mot inconnu"),
    ],
)
def test_a_comma_in_a_text_without_quotes_is_told_with_the_quotes(folder: Path, orders: str, told: str) -> None:
    refused = run("submit", folder, "-", stdin=f"tour: 2\njoueur: Ana\nordres: {orders}\n")
    assert refused.code == 1
    assert told in commands.plain(refused.err)
    assert ("guillemets" in refused.err) == ("mot inconnu" not in refused.err)


@pytest.mark.parametrize(
    ("phase", "orders"),
    [
        ("exchange", "{surmonter: {compétence: Tir, contre: Bob}, sinon: [{surmonter: {compétence: Tir}}]}"),
        ("milestone", "{échanger: [Tir]}"),
    ],
)
def test_a_name_that_is_missing_is_told_as_nothing(folder: Path, phase: str, orders: str) -> None:
    turn = 2
    if phase == "milestone":
        good("resolve", folder, "--force", "--yes")
        send(folder, "tour: 3\nmj: {réponses: {cadre: {jalon: mineur}}}\n")
        good("resolve", folder)
        turn = 3
    refused = run("submit", folder, "-", stdin=f"tour: {turn}\njoueur: Ana\nordres: {orders}\n")
    assert refused.code == 1
    assert "« rien »" in commands.plain(refused.err)


def test_an_npc_does_nothing_if_the_mj_says_so(folder: Path) -> None:
    fight = "cadre: {scène: La casse, genre: conflit, camps: {x: [Ana, Bob], y: [Chien]}, pnj: {Chien: {}}}"
    good("resolve", folder, "--force", "--yes")
    send(folder, f"tour: 3\nmj: {{réponses: {{{fight}}}}}\n")
    good("resolve", folder)
    assert "Chien : tu ne fais rien" in send(folder, "tour: 3\nmj: {réponses: {pnj: {Chien: rien}}}\n").out
    assert (
        "Chien : défense totale : non"
        in send(folder, "tour: 3\nmj: {réponses: {pnj: {Chien: {défense totale: non}}}}\n").out
    )
    good("resolve", folder, "--force", "--yes")


def test_a_form_shows_how_orders_are_written_and_offers_a_reaction_only_in_the_window(
    windowed: Path, tmp_path: Path
) -> None:
    form = good("template", windowed, "--for", "Ana").out
    now, later = form.split("\npermanents:\n")
    assert "réaction:" not in now and "réaction:" in later
    assert "None" not in form and "alors: {réaction: aucune}" in form
    assert "par exemple {compétence: Médecine, contre: Bob}" in " ".join(form.replace("#", "").split())
    pushed = send(windowed, "joueur: Ana\ntour: 2\nordres: {surmonter: {compétence: Médecine}, récit: Elle pousse.}\n")
    assert "Elle pousse.\n" in pushed.out
    send(windowed, "tour: 2\nmj: {réponses: {opposition: {Ana: 1}}}\n")
    good("resolve", windowed, "--force", "--yes")
    good("template", windowed, "--for", "Ana", "--html", "--into", tmp_path / "forms")
    (page,) = tmp_path.glob("forms/*.html")
    (data,) = re.findall('id="data"[^>]*>(.*?)</script>', page.read_text(encoding="utf-8"))
    units = [unit for section in json.loads(data)["sections"] for unit in section["units"]]
    alone = {".".join(unit["parts"][n]["path"][-2:]) for unit in units for n in unit.get("short", ())}
    assert alone == {"défense.compétence"}
    window = good("template", windowed, "--for", "Ana").out
    assert "réaction:" in window.split("\npermanents:\n")[0]
    assert "ce que tu as envoyé vaut" in " ".join(window.replace("#", "").split())
