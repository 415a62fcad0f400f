"""The MJ leads a game from his mailbox and the inbox, with mistakes, and puts it right by amendments and undo."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.commands import adjudicator, drop, good, plain, run, stage_folder, tree
from support.posted import MJ, deliver, letters, mail, root_of

from adjudicator.games.clocktower.roles import ROLES
from adjudicator.reading.schemas import game_schema
from adjudicator.store.layout import data_folder

EXAMPLE = data_folder("campaigns") / "clocktower"
BY_POST = data_folder("campaigns") / "clocktower-post"
NIGHT = """tour: 1
mj:
  réponses:
    déroulement:
      - {emploie: Éva, sur: [Zoé]}
      - {emploie: Zoé}
"""


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a root with one game, whose first night is played by mail, and its first day by the inbox."""
    found = root_of(tmp_path_factory.mktemp("clocktower") / "root")
    folder = found / "soir"
    folder.mkdir()
    text = (EXAMPLE / "campaign.yaml").read_text(encoding="utf-8")
    (folder / "campaign.yaml").write_text(text.replace("Zoé,", "{nom: Zoé, courriel: zoe@example.org},"))
    return found


def key_of(folder: Path) -> str:
    """Return the MJ's key, as his form has it."""
    return str(re.findall("clé: (.*)", good("template", folder, "--for", "mj").out)[0])


def told(root: Path, text: str) -> str:
    """Let the MJ send a mail with his key; return what he is told of it."""
    before = letters(root)
    deliver(root, mail(f"{text}clé: {key_of(root / 'soir')}\n", MJ, subject="ma réponse"))
    run("run", root)
    new = {name: one for name, one in letters(root).items() if name not in before}
    return " ".join(plain(" ".join(one for name, one in new.items() if name.startswith("courrier/"))).split())


def report(root: Path, stage: str, reader: str, name: str = "soir") -> str:
    """Return a report as text, with single spaces."""
    text = (stage_folder(root / name, stage) / "reports" / f"{reader}.txt").read_text(encoding="utf-8")
    return " ".join(plain(text).split())


def test_a_game_is_led_by_mail_and_by_the_inbox(root: Path) -> None:
    folder = root / "soir"
    run("run", root)
    setup = (EXAMPLE / "orders" / "setup" / "mj.yaml").read_text(encoding="utf-8")
    wrong = told(root, setup.replace("Soldat, Cuisinier]", "Juge, Cuisinier]"))
    assert "« Juge » n’est pas joué par ce programme" in wrong
    assert "bluffs : Maire, Soldat, Cuisinier" in told(root, setup)
    good("resolve", folder)  # the game is begun by hand

    assert "Peut-être « emploie » ?" in told(root, NIGHT.replace("emploie: Zoé}", "emploi: Zoé}"))
    assert "information, Zoé" in told(root, NIGHT)
    assert "possibles : 0, 1, 2" in told(root, "tour: 1\nmj: {réponses: {information: {Zoé: 3}}}\n")
    assert "information, Zoé : 1" in told(root, "tour: 1\nmj: {réponses: {information: {Zoé: 1}}}\n")
    assert "Empathique : 1" in report(root, "night-1", "player-01-zoe")

    day = (
        "{annonce: Max, rôle: Saint}, {constat: Max, manquement: oui}, {nomme: [Zoé, Max], mains: [Zoé, Luc, Éva, Ana]}"
    )
    course = f"mj: {{réponses: {{déroulement: [{day}, {{exécute le billot: oui}}]}}}}\nclé: {key_of(folder)}\n"
    (folder / "inbox").mkdir(exist_ok=True)
    drop(folder, "mj.yaml", f"tour: 1\n{course}")
    run("run", root)
    assert "attendu maintenant : jour 1 (tour 2)" in plain(good("status", folder).out)
    drop(folder, "mj.yaml", f"tour: 2\n{course}", 1)
    run("run", root)
    mj = report(root, "day-2", "mj")
    assert "Max annonce Saint. (S60)" in mj and "Constat, Max, manquement : oui." in mj
    assert "4 mains pour Max" in report(root, "day-2", "player-01-zoe")


def test_what_the_mj_amends_is_judged_said_and_told(root: Path) -> None:
    """S15, S44, S58. Each mistake has its place and changes nothing; a new role is told to its player alone."""
    folder, path = root / "soir", root.parent / "amend.yaml"
    options = ("--public", "une erreur", "--reason", "mal lu", "--yes")

    def amend(table: str, ends: int = 0) -> str:
        path.write_text(f"tour: 4\ntable: {table}\n", encoding="utf-8")
        done = adjudicator("amend", folder, path, *options)
        assert done.code == ends
        return plain(done.out + done.err)

    before = tree(folder)
    assert "« Juge » n’est pas joué" in amend("{sièges: {Zoé: {rôle: Juge}}}", 1)
    faults = amend(
        "{sièges: {Zoé: {rôle: Ivrogne}, Luc: {voix: oui}, Ana: {croit être: Moine}}, levés: [{genre: ivre, sur: Luc}],"
        " effets: [{genre: ivre, sur: Luc, de: Max}]}",
        1,
    )
    for fault in ("Dites aussi", "Luc vit", "ne va qu’avec", "Il n’y a pas cet effet", "Max ne vit plus"):
        assert fault in faults
    assert tree(folder) == before
    said = amend(
        "{sièges: {Ana: {camp: mal}, Tom: {rôle: Ivrogne, croit être: Moine}}, exécution: personne,"
        " effets: [{genre: maudit, sur: Zoé, de: Éva, jusqu’à: crépuscule}], dit: {Tom: Courage}}"
    )
    for line in ("camp, Ana : bien → mal", "croit être, Tom : rien → Moine", "exécution : Max → rien", "dit, Tom :"):
        assert line in said
    assert "jusqu’au crépuscule du jour 2" in said
    assert "la capacité ne marche pas, car sans capacité" in plain(good("why", folder, "Tom").out)
    night = "tour: 4\nmj: {réponses: {déroulement: [{emploie: Tom, sur: [Zoé]}, {emploie: Luc, sur: [Zoé]}]}}\n"
    good("submit", folder, "-", stdin=night)
    good("resolve", folder)
    tom, ana = (report(root, "night-4", name) for name in ("player-07-tom", "player-05-ana"))
    assert "Tu es Moine" in tom and "Courage" in tom and "Ivrogne" not in tom
    assert "Tu es du côté du mal" in ana and "Courage" not in ana and "Moine" not in ana
    assert "Morts cette nuit : Zoé" in report(root, "night-4", "public")
    good("undo", folder, "--reason", "un oubli", "--unread", "--yes")
    good("submit", folder, "-", stdin=night.replace("sur: [Zoé]}]", "sur: [Tom]}]"))
    good("resolve", folder)
    assert "Morts cette nuit : Tom" in report(root, "night-4", "public")
    good("verify", folder)


def test_by_post_the_mj_notes_claims_and_breaches_unasked(tmp_path: Path) -> None:
    """§11. A claim is noted; after a breach the MJ may punish the mad, which ends the day before the votes."""
    folder = tmp_path / "tour"
    folder.mkdir()
    text = (BY_POST / "campaign.yaml").read_text(encoding="utf-8")
    (folder / "campaign.yaml").write_text(text, encoding="utf-8")
    good("submit", folder, BY_POST / "orders" / "setup" / "mj.yaml")
    good("resolve", folder)
    wrong = adjudicator("submit", folder, "-", stdin="tour: 1\nmj: {réponses: {annonce: {Max: Soldta}}}\n")
    assert wrong.code == 1 and "Peut-être « Soldat » ?" in plain(wrong.err)
    taken = good("submit", folder, "-", stdin="tour: 1\nmj: {réponses: {annonce: {Max: Soldat}}}\n")
    assert "annonce, Max : Soldat" in plain(taken.out)
    good("resolve", folder, "--force", "--yes")
    assert "Max annonce Soldat. (S60)" in report(folder.parent, "night-1", "mj", "tour")
    assert "Soldat" not in report(folder.parent, "night-1", "public", "tour")

    (tmp_path / "fou.yaml").write_text(
        "tour: 2\ntable: {effets: [{genre: fou, sur: Max, rôle: Maire}]}\n", encoding="utf-8"
    )
    good("amend", folder, tmp_path / "fou.yaml", "--public", "x", "--reason", "x", "--yes")
    good("submit", folder, "-", stdin="tour: 2\njoueurs: {Zoé: {nommer: [Luc]}}\n")
    seen = "{Max: {manquement: oui, source: page 3}}"
    answer = f"tour: 2\nmj: {{réponses: {{manquement: {seen}, sanction: {{Max: oui}}}}}}\n"
    assert "manquement, Max : oui, page 3" in plain(good("submit", folder, "-", stdin=answer).out)
    good("resolve", folder, "--force", "--yes")
    assert "Constat, Max, manquement : oui. Source : page 3. (S50)" in report(folder.parent, "day-2", "mj", "tour")
    day = report(folder.parent, "day-2", "public", "tour")
    assert "Exécution : Max, qui en meurt." in day and "Zoé nomme" not in day
    assert "nuit 2" in good("status", folder).out


def test_the_form_of_the_mj_sent_back_takes_all_that_is_proposed(tmp_path: Path) -> None:
    """§11. So does « ok » to the bag, the bluffs, a loop and an end, which have no key."""
    text = (BY_POST / "campaign.yaml").read_text(encoding="utf-8")
    (tmp_path / "campaign.yaml").write_text(text, encoding="utf-8")

    def taken(*words: str) -> None:
        form = good("template", tmp_path, "--for", "mj").out
        assert [word for word in words if f"{word}: d’accord" not in form] == []
        good("submit", tmp_path, "-", stdin=form)

    taken("sac")
    taken("bluffs")
    good("resolve", tmp_path)
    path, poison = tmp_path.parent / "amend.yaml", "{genre: empoisonné, sur: Max, de: Max}"
    path.write_text(f"tour: 1\ntable: {{effets: [{poison}]}}\n", encoding="utf-8")
    good("amend", tmp_path, path, "--public", "x", "--reason", "x", "--yes")
    good("submit", tmp_path, "-", stdin="tour: 1\nmj: {réponses: {annonce: {Luc: Soldat}}}\n")
    run("resolve", tmp_path, "--force", "--yes")
    good("check", tmp_path, "-", stdin=f"tour: 1\nmj: {{réponses: {{boucle: {poison}}}}}\n")
    taken("boucle")
    good("resolve", tmp_path, "--force", "--yes")
    seats = "{Zoé: {vivante: non}, Luc: {vivante: non}, Ana: {vivante: non}, Léo: {rôle: Saint}}"
    path.write_text(f"tour: 2\ntable: {{sièges: {seats}}}\n", encoding="utf-8")
    good("amend", tmp_path, path, "--public", "x", "--reason", "x", "--yes")
    good("submit", tmp_path, "-", stdin="tour: 2\njoueurs: {Max: {nommer: [Léo]}}\n")
    good("resolve", tmp_path, "--force", "--yes")
    good("submit", tmp_path, "-", stdin="tour: 3\njoueurs: {Max: {votes: {Léo: oui}}, Tom: {votes: {Léo: oui}}}\n")
    run("resolve", tmp_path, "--force", "--yes")
    good("check", tmp_path, "-", stdin="tour: 3\nmj: {réponses: {fin: {vainqueur: mal, cause: Saint}}}\n")
    taken("fin")
    good("resolve", tmp_path, "--force", "--yes")
    assert "Le Mal gagne" in good("status", tmp_path).out


def test_what_came_before_the_last_amendment_stands_when_the_game_is_over(tmp_path: Path) -> None:
    """A visit after the end judges nothing again, so that the past stays as it was published."""
    folder, path = tmp_path / "tour", tmp_path / "amend.yaml"
    folder.mkdir()
    (folder / "campaign.yaml").write_text((BY_POST / "campaign.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    good("submit", folder, BY_POST / "orders" / "setup" / "mj.yaml")
    good("resolve", folder)
    good("resolve", folder, "--force", "--yes")
    good("submit", folder, "-", stdin="tour: 2\njoueurs: {Tom: rien, Éva: {pourfendre: Luc}}\n")
    path.write_text("tour: 2\ntable: {sièges: {Éva: {rôle: Mercenaire}}}\n", encoding="utf-8")
    good("amend", folder, path, "--public", "x", "--reason", "x", "--yes")
    good("submit", folder, "-", stdin="tour: 2\nmj: {réponses: {fin: d’accord}}\n")
    good("resolve", folder, "--force", "--yes")
    assert "partie terminée" in good("status", folder).out
    before = tree(folder / "turns")
    good("run", folder)
    assert tree(folder / "turns") == before
    good("verify", folder)


def test_if_i_die_is_an_order_and_no_condition(tmp_path: Path) -> None:
    """S36. Who may not send it reads why; the Ravenkeeper is not told in night 1 that it is not his."""
    text = (BY_POST / "campaign.yaml").read_text(encoding="utf-8")
    (tmp_path / "campaign.yaml").write_text(text, encoding="utf-8")
    good("submit", tmp_path, BY_POST / "orders" / "setup" / "mj.yaml")
    good("resolve", tmp_path)
    said = {}
    for name in ("Zoé", "Léo"):
        done = run("submit", tmp_path, "-", stdin=f"joueur: {name}\ntour: 1\nordres: {{si je meurs: Max}}\n")
        said[name] = plain(done.err)
    assert "ce n’est pas le tien" in said["Zoé"] and "Une condition" not in said["Zoé"]
    assert "Ton rôle ne choisit rien cette nuit" in said["Léo"]


@pytest.mark.parametrize("place", ["script", "seat"])
def test_a_traveller_has_no_seat(tmp_path: Path, place: str) -> None:
    """S64, K37. A Traveller or a Fabled is refused with that reason wherever a seat would get its role."""
    if place == "script":
        text = (EXAMPLE / "campaign.yaml").read_text(encoding="utf-8").replace("[Empathique,", "[Duchesse,")
        (tmp_path / "campaign.yaml").write_text(text, encoding="utf-8")
        done = adjudicator("status", tmp_path)
    else:
        seats = "[{player: A, role: duchess}, {player: B, role: imp}, {player: C, role: monk}]"
        case = f"- {{id: a, game: clocktower, title: a, seats: {seats}, expect: {{}}}}\n"
        (tmp_path / "case.yaml").write_text(case, encoding="utf-8")
        done = adjudicator("cases", tmp_path / "case.yaml")
    assert game_schema("clocktower", "answers")["$defs"]["seated"]["enum"] == list(ROLES)
    assert done.code != 0 and "n’est pas joué par ce programme" in plain(done.out + done.err)
