"""What people do with files that the program takes as it was meant, and what they must not do in mid-game."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from resistance import campaigns as resistance
from support.commands import EVERY_ROLE, ROOT, campaign, good, plain, run

ORDER = "joueur: Zoé\ntour: 1\nordres: {déplacement: gauche}"
FATE = "  Sans autre envoi, ces ordres seront joués quand tous les ordres seront là.\n"
RECEIPT = f"  Zoé : tu te déplaces vers la gauche.\n{FATE}"


@pytest.mark.parametrize(
    "text",
    [
        f"[code]\n{ORDER}\n[/code]\n",
        f"[code]{ORDER}[/code]",
        f"[code=yaml]\n{ORDER}\n[/code]",
        f"[size=12][code]\n{ORDER}\n[/code][/size]\n",
        f"[spoiler]{ORDER}[/spoiler]",
        f"[b]{ORDER.replace(':', ':[/b]', 1)}",
        f"[color=#ff0000][i]{ORDER}[/I][/COLOR]",
        f"\n [CODE]\n{ORDER}\n[/CODE] \n",
        f"```yaml\n{ORDER}\n```\n",
        f"\ufeff[code]\n{ORDER}\n[/code]\n",
        f"\ufeff```\n{ORDER}\n```\n",
        f"[code]\n{ORDER}\n{'# une remarque' * 1000}\n[/code]\n",
        f"[quote]Mettez [code]vos ordres[/code][/quote]\n[code]\n{ORDER}\n[/code]",
        f"[code][/code]\n[code]\n{ORDER}\n[/code]",
        ORDER.replace("gauche", "“gauche”"),
        ORDER.replace("gauche", "« Gauche »"),
        ORDER.replace("gauche", "GAUCHE !"),
        ORDER.replace("gauche", "« (5;3) »"),
        ORDER.replace("{déplacement: gauche}", "\n  déplacement: gauche :lol!:"),
    ],
)
def test_a_forums_dress_is_taken_off(tmp_path, text):
    done = run("check", campaign(tmp_path, "turn-1"), "-", stdin=text)
    where = "en (5;3)" if "(5;3)" in text else "vers la gauche"
    assert (done.code, done.err) == (0, "")
    assert done.out == f"- : compris.\n  Zoé : tu te déplaces {where}.\n{FATE}"


@pytest.mark.parametrize(
    ("text", "around"),
    [
        (
            f"Salut ! Voici : mes ordres\n\n[code]\n{ORDER}\n[/code]\n\n-- \nZoé : à bientôt\n",
            "« Salut ! Voici : mes ordres », « -- », « Zoé : à bientôt »",
        ),
        (f"Bonjour,\r\n[code]\r\n{ORDER}\r\n[/code]\r\nZoé\r\n", "« Bonjour, », « Zoé »"),
        (f"Bonjour,\n```yaml\n{ORDER}\n```\nZoé : à bientôt\n", "« Bonjour, », « Zoé : à bientôt »"),
        (f"\ufeffBonjour,\n[code]\n{ORDER}\n[/code]\nZoé\n", "« Bonjour, », « Zoé »"),
        (
            f"Je mets mes ordres entre [code] et [/code] comme demandé.\n[code]\n{ORDER}\n[/code]",
            "« Je mets mes ordres entre  comme demandé. »",
        ),
        (f"[code]\n{ORDER}\n[/code]\nPardon : j’avais oublié [code]…[/code]", "« Pardon : j’avais oublié »"),
        (f"[code]\n{ORDER}\n[/code]\nles balises [code] sont là\n", "« les balises  sont là »"),
    ],
)
def test_what_stands_around_a_block_is_left_out_and_told(tmp_path, text, around):
    done = run("check", campaign(tmp_path, "turn-1"), "-", stdin=text)
    assert (done.code, done.err) == (0, "")
    said = f"tu te déplaces vers la gauche ; lu ainsi : sans les mots autour, {around}"
    assert done.out == f"- : compris.\n  Zoé : {said}.\n{FATE}"


@pytest.mark.parametrize(
    "line", ["non finalement je reste", "plutôt à droite", "sauf si Bob bouge", "déplacement: droite", "ANNULÉ", "oups"]
)
@pytest.mark.parametrize("text", ["[code]\n{0}\n[/code]\n{1}\n", "{1}\n\n[code]{0}[/code]\n", "{0}\n\n{1}\n"])
def test_a_line_that_may_change_the_orders_is_asked_about(tmp_path, text, line):
    done = run("check", campaign(tmp_path, "turn-1"), "-", stdin=text.format(ORDER, line))
    assert (done.code, done.out) == (1, "")
    assert f"« {line} »" in done.err or "« déplacement » va sous une ligne « ordres: »" in done.err


@pytest.mark.parametrize(
    "line",
    [
        "Désolé, c’est tard et je suis fatigué",
        "dis-moi si c’est bon, s’il te plaît",
        "D’accord avec toi, ça va être bien !",
        "Bravo pour le rapport du tour 1",
    ],
)
def test_what_people_say_besides_is_no_order(tmp_path, line):
    done = run("check", campaign(tmp_path, "turn-1"), "-", stdin=f"{ORDER}\n\n{line}\n")
    assert (done.code, done.err) == (0, "")
    assert f"sans les mots autour, « {line} »" in done.out


@pytest.mark.parametrize(
    ("before", "after", "line"),
    [
        ("[code]\n", "\n[/code]", 4),
        ("\ufeff[code]\n", "\n[/code]\n", 4),
        ("Salut !\n\nVoici : mes ordres\n[code]\n", "\n[/code]\nZoé : à bientôt\n", 7),
        ("\ufeffBonjour,\r\n[code]\r\n", "\r\n[/code]\r\nZoé\r\n", 5),
        ("Bonjour,\n```\n", "\n```\n-- \nZoé\n", 5),
    ],
)
def test_lines_keep_their_numbers_within_a_fence(tmp_path, before, after, line):
    text = before + ORDER.replace("gauche", "gouche") + after
    done = run("check", campaign(tmp_path, "turn-1"), "-", stdin=text)
    assert done.err.startswith(f"-:{line}:23: « gouche » n’est pas compris ici")
    assert done.err.endswith("- : serait refusé, 1 faute.\n")


@pytest.mark.parametrize(("start", "end"), [("[code]", "[/code]"), ("```", "```")])
def test_two_pastes_in_one_mail_are_refused_since_nobody_can_say_which_is_meant(tmp_path, start, end):
    other = ORDER.replace("gauche", "haut")
    folder = campaign(tmp_path, "turn-1")
    text = f"Ceci :\n{start}\n{ORDER}\n{end}\nou plutôt :\n{start}\n{other}\n{end}\nZoé\n"
    told = f"    {ORDER.splitlines()[-1]}\n\n    {other.splitlines()[-1]}\n"
    done = run("submit", folder, "-", stdin=text)
    assert (done.code, done.out) == (1, "")
    assert done.err == f"-:11:1: {TWO_READINGS}\n{told}- : refusé, 1 faute ; rien n’est changé.\n"
    out = good("status", folder).out
    assert "Ordres reçus : —\n" in out
    assert "Refusé : texte collé (Zoé), 1 faute\n" in out


TWO_READINGS = (
    "Ce message peut se lire de deux façons, et rien n’est deviné. Laquelle est la bonne ? Renvoie ton message avec "
    "l’une de ces lignes, ou l’un de ces groupes de lignes, et sans l’autre :"
)


OTHER = ORDER.replace("gauche", "haut")


@pytest.mark.parametrize("second", [ORDER, OTHER], ids=["the same", "another"])
@pytest.mark.parametrize(
    "text",
    [
        f"[code]{ORDER}[/code] et [code]SECOND[/code]",
        f"Voici : [code]{ORDER}[/code]\n[code]\nSECOND\n[/code]\n",
        f"[code]\n{ORDER}\n[/code]\net encore : [code]\nSECOND\n[/code]\n",
        f"[code]\n{ORDER}\n[/code]\n[code]\nSECOND\n",
        f"\ufeff[code]\n{ORDER}\n[/code]\n[CODE=yaml]\nSECOND\n[/CODE]\n",
    ],
)
def test_wherever_the_second_paste_stands_the_first_is_not_taken_for_it(tmp_path, text, second):
    done = run("check", campaign(tmp_path, "turn-1"), "-", stdin=text.replace("SECOND", second))
    if second == OTHER:
        assert (done.code, done.out) == (1, "")
        assert TWO_READINGS in done.err
    else:
        assert (done.code, done.err) == (0, "")
        assert "lu ainsi : " in done.out
        assert "ce bloc de code seul" in done.out


def test_a_paste_that_is_quoted_is_not_the_senders(tmp_path):
    text = f"[quote][code]\n{OTHER}\n[/code][/quote]\n[code]\n{ORDER}\n[/code]\n"
    assert "Zoé : tu te déplaces vers la gauche" in good("check", campaign(tmp_path, "turn-1"), "-", stdin=text).out


def test_two_pastes_of_two_players_are_nobodys(tmp_path):
    folder = campaign(tmp_path, "turn-1")
    run("submit", folder, "-", stdin=f"[code]{ORDER}[/code]\n[code]{ORDER.replace('Zoé', 'Luc')}[/code]")
    assert "Refusé : texte collé, « [code]joueur: Zoé tour: 1" in plain(good("status", folder).out)


def test_what_stands_under_the_orders_and_belongs_above_is_told_where_it_goes(tmp_path):
    folder = campaign(tmp_path, "turn-1")
    text = "joueur: Zoé\ntour: 1\nordres:\n  déplacement: gauche\n  tour: absent jeudi\n"
    done = run("check", folder, "-", stdin=text)
    assert (done.code, done.out) == (1, "")
    told = "-:5:3: « tour » se met au début de la ligne, sans espaces devant.\n"
    assert done.err == told + "- : serait refusé, 1 faute.\n"


def test_a_note_under_the_orders_is_a_note(tmp_path):
    folder = campaign(tmp_path, "turn-1")
    text = "joueur: Zoé\ntour: 1\nordres:\n  déplacement: gauche\n  note: absent jeudi\n"
    assert "lu ainsi : les lignes décalées comme il faut" in good("submit", folder, "-", stdin=text).out
    assert good("status", folder, "--json").json()["notes"] == {"Zoé": "absent jeudi"}


@pytest.mark.parametrize("text", [f'[quote="MJ"]{ORDER}[/quote]', "> " + ORDER.replace("\n", "\n> ")])
def test_orders_in_a_quotation_alone_are_asked_for(tmp_path, text):
    done = run("check", campaign(tmp_path, "turn-1"), "-", stdin=text)
    assert (done.code, done.out) == (1, "")
    assert "Les seuls ordres de ton message sont dans ce qu’il cite" in done.err


def test_a_note_put_where_its_fault_says_is_accepted(tmp_path):
    text = "joueur: Zoé\ntour: 1\nordres:\n  déplacement: gauche\nnote: absent jeudi\n"
    receipt = RECEIPT.replace("la gauche.", "la gauche ; ta note va au MJ, et n’ordonne rien.")
    assert good("check", campaign(tmp_path, "turn-1"), "-", stdin=text).out == f"- : compris.\n{receipt}"


def test_orders_left_under_a_nothing_are_told_so(tmp_path):
    text = "joueur: Zoé\ntour: 1\nordres: rien   # ou\n  déplacement: gauche\n"
    done = run("check", campaign(tmp_path, "turn-1"), "-", stdin=text)
    assert done.code == 1
    assert "-:3:9: « rien » est déjà la valeur de cette ligne" in done.err


@pytest.mark.parametrize("deadline", ["{jours: 3}", '{jours: 1, heure: "20:00"}', "{jours: 2, fuseau: Europe/Paris}"])
def test_every_report_can_be_written_with_any_deadline(tmp_path, deadline):
    folder = campaign(tmp_path, "roles")
    with (folder / "campaign.yaml").open("a", encoding="utf-8") as file:
        file.write(f"echeance: {deadline}\n")
    text = "joueurs:\n  Anna: {rôles: {Anna: brute, Luc: agile, Max: archer}}\n"
    good("submit", folder, "-", stdin=text + "  Paul: {rôles: {Paul: terreur, Rita: savant, Zoé: mystique}}\n")
    good("resolve", folder)
    assert "Délai : " in good("report", folder).out


@pytest.mark.parametrize(
    ("written", "time"),
    [
        ('"8:00"', "8 h 00"),
        ("8:00", "8 h 00"),
        ('"20h00"', "20 h 00"),
        ("20h", "20 h 00"),
        ("20 H", "20 h 00"),
        ("8 h 30", "8 h 30"),
        ("8\u202fh\u202f30", "8 h 30"),
        ("08h05", "8 h 05"),
        ('"00:00"', "0 h 00"),
        ("0h", "0 h 00"),
        ("23:59", "23 h 59"),
        ("21", "21 h 00"),
        ('"21"', "21 h 00"),
        ("8", "8 h 00"),
        ("0", "0 h 00"),
        ("20 heures", "20 h 00"),
        ("8 heures 30", "8 h 30"),
    ],
)
def test_an_hour_is_written_as_people_write_it(tmp_path, written, time):
    folder = campaign(tmp_path, "turn-1")
    with (folder / "campaign.yaml").open("a", encoding="utf-8") as file:
        file.write(f"échéance: {{jours: 3, heure: {written}}}\n")
    (due,) = (line for line in good("status", folder).out.splitlines() if line.startswith("Échéance : "))
    assert due.endswith(f" à {time}")


def test_ten_thousand_files_in_a_stage_lose_none(tmp_path):
    folder = campaign(tmp_path, "turn-1")
    orders = next((folder / "turns").glob("*-turn-1"), folder / "turns" / "0003-turn-1") / "orders"
    orders.mkdir(parents=True, exist_ok=True)
    (orders / "9999.yaml").write_text(ORDER, encoding="utf-8")
    for player in ("Anna", "Luc"):
        good("submit", folder, "-", stdin=f"joueur: {player}\ntour: 1\nordres: rien\n")
    assert sorted(path.name for path in orders.glob("*.yaml")) == ["10000.yaml", "10001.yaml", "9999.yaml"]
    assert "Ordres reçus : Anna, Luc, Zoé\n" in good("status", folder).out


@pytest.mark.parametrize(
    ("old", "new", "what", "instead"),
    [
        (
            "Luc",
            "Lucas",
            "camps",
            "Qui part garde son nom dans ce fichier : donnez sa place à un autre avec « adjudicator replace », ",
        ),
        (
            "6x3",
            "7x3",
            "plateau",
            "Pour jouer avec d’autres règles, commencez une autre partie : « adjudicator new ».\n",
        ),
        (
            "graine: ",
            "graine: un autre texte que ",
            "graine",
            "La graine est dans votre sauvegarde, ou dans le message ",
        ),
    ],
)
def test_what_rules_a_game_cannot_change_in_mid_game(tmp_path, old, new, what, instead):
    folder = campaign(tmp_path, "turn-1")
    file = folder / "campaign.yaml"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new).replace('que "', "que ").replace('"\n', "\n"), encoding="utf-8")
    for command in (("status",), ("resolve", "--force"), ("report",), ("template", "--for", "Anna")):
        done = run(command[0], folder, *command[1:])
        assert done.code == 2
        told = f"« campaign.yaml » a changé depuis le début de la partie ({what}). Rien n’a été fait : "
        assert done.err.startswith(f"{told}remettez ce qui y était. {instead}")


def test_title_and_language_may_change_in_mid_game(tmp_path):
    folder = campaign(tmp_path, "turn-1")
    file = folder / "campaign.yaml"
    lines = [line for line in file.read_text(encoding="utf-8").splitlines() if not line.startswith("titre")]
    file.write_text("\n".join([*lines, "titre: Tout autre"]) + "\n", encoding="utf-8")
    assert good("status", folder).out.startswith("Tout autre : tour 1\n")


def test_output_to_a_pipe_is_utf8_whatever_the_system_says(tmp_path):
    folder = campaign(tmp_path, "roles")
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "cp1252"}
    done = subprocess.run(
        [sys.executable, "-m", "adjudicator", "status", str(folder)], env=environment, capture_output=True, check=False
    )
    assert done.returncode == 0
    assert "Attendus" in done.stdout.decode("utf-8").replace("attendus", "Attendus")


def test_the_bare_command_and_a_short_option_give_help():
    assert run("-h").code == 0
    assert "resolve" in run().out + run().err


# What is told shows how to mend it ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("order", "line"),
    [
        ("conduire fantôme: (5;2) vers le haut", "conduire fantôme: {case: (5;2), vers: le haut}"),
        ("conduire fantôme: 5;2 à droite", "conduire fantôme: {case: (5;2), vers: à droite}"),
        ("conduire fantôme: haut", "conduire fantôme: {joueur: …, vers: haut}"),
        ("conduire fantôme: pas (5;2) vers le haut", "conduire fantôme: {case: …, vers: le haut}"),
        ("modifier: visée bleu après échange rouge", "modifier: {action: visée bleu, après: échange rouge}"),
        ("modifier: visée bleue après échange rouges", "modifier: {action: visée bleue, après: échange rouges}"),
        ("modifier: visée bleu échange rouge", "modifier: {action: …, avant: …}"),
    ],
)
def test_an_order_of_several_parts_is_told_in_its_form(tmp_path, order, line):
    done = run("check", campaign(tmp_path, "turn-1"), "-", stdin=f"joueur: Zoé\ntour: 1\nordres:\n  {order}\n")
    assert done.code == 1
    assert f"    {line}\n" in done.err
    assert ("en remplaçant « … »" in done.err.replace("\u00a0", " ")) == ("…" in line)


def test_the_example_of_a_step_names_a_camp_of_this_game(tmp_path):
    text = "joueur: Zoé\ntour: 1\nordres:\n  modifier: {action: visée vert, avant: visée rouge}\n"
    done = run("check", campaign(tmp_path, "turn-1"), "-", stdin=text)
    assert ("terreur bleu" in done.err.replace("\u00a0", " "), "terreur rouge" in done.err) == (True, False), done.err


@pytest.mark.parametrize("head", ["Luc, tour 1", "Luc tour 1", "Tour 1 - Luc", "Luc\nTour 1"])
def test_a_wrong_word_in_a_form_below_its_head_is_told_where_it_stands(tmp_path, head):
    folder = campaign(tmp_path, "turn-1")
    good("check", folder, "-", stdin=f"{head}\ndéplacement : droite\n")
    done = run("check", folder, "-", stdin=f"{head}\ndéplacement : droite\ndep supp : haut\n")
    line = 3 + head.count("\n")
    assert done.err.replace("\u00a0", " ").startswith(f"-:{line}:1: « dep supp » : mot inconnu ici")
    assert "1 faute" in done.err


@pytest.mark.parametrize("no", ["rien", "aucun", "aucune", "néant", "non", "Non."])
def test_no_standing_orders_are_those_taken_back(tmp_path, no):
    done = run("check", campaign(tmp_path, "turn-1"), "-", stdin=f"{ORDER}\npermanents: {no}\n")
    assert (done.code, done.err) == (0, "")
    assert "tu te déplaces vers la gauche" in done.out
    assert "tu n’as plus d’ordres permanents." in done.out


def test_a_no_that_may_be_a_vote_is_asked_about(tmp_path):
    folder = resistance.awaiting("vote", tmp_path / "p")
    for no, lines in (("aucune", []), ("non", ["permanents: rien", "", "permanents: {vote: non}"])):
        done = run("check", folder, "-", stdin=f"joueur: Anna\ntour: 2\nordres: {{vote: oui}}\npermanents: {no}\n")
        assert [line.strip() for line in done.err.splitlines()[1:-1]] == lines
        assert ("tu n’as plus d’ordres permanents" in done.out) == (not lines)


@pytest.mark.parametrize("heading", ["ordres", "permanents"])
def test_a_name_above_the_heading_is_the_sender_s(tmp_path, heading):
    done = run("check", campaign(tmp_path, "turn-1"), "-", stdin=f"Luc\n{heading}:\n  déplacement: bas\n")
    assert done.err.replace("\u00a0", " ").startswith("-:1:1: Il manque la ligne du tour attendu (tour 1) :"), done.err


@pytest.mark.parametrize("word", ["Joueuse", "pseudo"])
def test_a_player_may_be_called_otherwise(tmp_path, word):
    good("check", campaign(tmp_path, "turn-1"), "-", stdin=f"{word} : Luc\ntour : 1\nordres : rien\n")


def test_a_name_above_what_a_captain_gives_is_enough(tmp_path):
    text = "Anna\nrôles:\n  Anna: Brute\n  Luc: Archer\n  Max: Démente\n"
    assert "lu ainsi : « Anna » comme joueur" in run("check", campaign(tmp_path, "roles"), "-", stdin=text).out


@pytest.mark.parametrize("orders", [" déplacement gauche, anonyme", "\n  déplacement: gauche\n  anonyme"])
def test_an_order_that_says_its_value_needs_no_more(tmp_path, orders):
    folder = campaign(tmp_path, "turn-1", EVERY_ROLE)
    done = good("check", folder, "-", stdin=f"joueur: Paul\ntour: 1\nordres:{orders}\n")
    assert "un fantôme sur ta case n’apprend pas ton nom" in done.out


def test_an_order_left_blank_says_nothing(tmp_path):
    folder = campaign(tmp_path, "turn-1", EVERY_ROLE)
    text = "joueur: Paul\ntour: 1\nordres:\n  déplacement: gauche\n  anonyme:\n"
    assert "fantôme" not in good("check", folder, "-", stdin=text).out


def test_a_captain_may_write_the_role_or_the_cell_before_the_name(tmp_path):
    roles = "joueur: Anna\nrôles:\n  Brute: Anna\n  Archer : Luc\n  Dément: Max\n"
    done = good("check", campaign(tmp_path / "r", "roles"), "-", stdin=roles)
    assert "Anna → Brute, Luc → Archer, Max → Dément" in done.out
    cells = "joueur: Anna\nplacement:\n  (1;1): Anna\n  1,2 : Luc\n  (1;3) Max\n"
    done = good("check", campaign(tmp_path / "p", "placement"), "-", stdin=cells)
    assert "Anna → (1;1), Luc → (1;2), Max → (1;3)" in done.out
