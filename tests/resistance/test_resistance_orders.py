"""Orders of the Resistance as players write them: what is understood, what is refused and with which words."""

import re
from pathlib import Path

import pytest
from resistance.campaigns import alter, awaiting, begun, dealt, order, play, state, submit
from support.commands import good, plain, run

from adjudicator.games.resistance.actions import ACTIONS
from adjudicator.games.resistance.plots import WINDOWS

ADDRESS = re.compile(r"^-:(\d+):(\d+): ")


def faults(text: str) -> list[str]:
    """The faults told, each as ``line:column sentence``."""
    lines = plain(text).splitlines()
    return [f"{found[1]}:{found[2]} {line[found.end() :]}" for line in lines if (found := ADDRESS.match(line))]


# What is understood ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stage", "player", "text", "receipt"),
    [
        ("proposal", "Anna", "escadron: [Emma, bruno]", "tu proposes Emma, Bruno pour la mission 1."),
        ("proposal", "Anna", "Escadron: Emma et Bruno", "tu proposes Emma, Bruno pour la mission 1."),
        ("proposal", "anna", "ÉQUIPE: Chloe, Denis", "tu proposes Chloé, Denis pour la mission 1."),
        ("proposal", "Anna", "squad: Anna & Denis", "tu proposes Anna, Denis pour la mission 1."),
        ("proposal", "Anna", "team:\n    - Anna\n    - Denis", "tu proposes Anna, Denis pour la mission 1."),
        ("vote", "Denis", "vote: oui", "tu votes oui à l’Escadron de la mission 1 (Anna, Bruno)."),
        ("vote", "Denis", "vote: Oui, c'est ce que tous nous disons !", "tu votes oui à l’Escadron de la mission 1"),
        ("vote", "Denis", "voter: CONTRE", "tu votes non à l’Escadron de la mission 1 (Anna, Bruno)."),
        ("vote", "Denis", "vote: Frak, non !", "tu votes non à l’Escadron de la mission 1 (Anna, Bruno)."),
        ("vote", "Denis", "vote: so say we all", "tu votes oui à l’Escadron de la mission 1 (Anna, Bruno)."),
        ("mission", "Anna", "mission: réussie", "tu joues « réussite » à la mission 1."),
        ("mission", "Bruno", "carte: échouée", "tu joues « échec » à la mission 1."),
        ("mission", "Bruno", "mission: sabotage", "tu joues « échec » à la mission 1."),
        ("mission", "Bruno", "card: fail", "tu joues « échec » à la mission 1."),
    ],
)
def test_orders_are_understood_in_many_words(stage: str, player: str, text: str, receipt: str, tmp_path: Path) -> None:
    folder = awaiting(stage, tmp_path / "c")
    done = submit(folder, **{player: text})
    assert (done.code, done.err) == (0, "")
    assert receipt in plain(done.out)


def test_a_player_may_be_named_by_his_character(tmp_path: Path) -> None:
    folder = begun(tmp_path / "c")
    file = folder / "campaign.yaml"
    cast = "- {nom: Denis, personnage: Laura Roslin}"
    file.write_text(file.read_text(encoding="utf-8").replace("- Denis", cast), encoding="utf-8")
    good("resolve", folder)
    done = good("submit", folder, "-", stdin="joueur: Laura Roslin\ntour: 1\nordres: {escadron: laura roslin et Anna}")
    assert "Denis : tu proposes Denis, Anna pour la mission 1." in plain(done.out)


def test_one_word_of_a_character_is_enough_where_it_is_nobody_elses(tmp_path: Path) -> None:
    folder = begun(tmp_path / "c")
    file = folder / "campaign.yaml"
    text = file.read_text(encoding="utf-8")
    cast = {"Denis": "Laura Roslin", "Emma": "Saul Tigh", "Chloé": "Ellen Tigh", "Bruno": "Anna Laura Agathon"}
    for player, character in cast.items():
        text = text.replace(f"- {player}", f"- {{nom: {player}, personnage: {character}}}")
    file.write_text(
        text + "absences:\n  - {joueur: Anna, du: 2026-01-01, au: 2026-01-02, remplaçant: Helo Agathon}\n",
        encoding="utf-8",
    )
    good("resolve", folder)

    def proposed(squad: str) -> str:
        return plain(run("check", folder, "-", stdin=f"joueur: Roslin\ntour: 1\nordres: {{escadron: [{squad}]}}\n").out)

    assert "Denis : tu proposes Denis, Anna pour la mission 1." in proposed("roslin, Anna")
    assert "tu proposes Emma, Anna" in proposed("Saul, Anna")
    for several in ("Tigh", "Laura", "Agathon", "Inconnu"):
        assert proposed(f"{several}, Emma") == ""


def test_a_name_may_hold_an_and_of_its_own(tmp_path: Path) -> None:
    folder = dealt(tmp_path / "c", ("Anna", "Tom et Lola", "Chloé", "Denis", "Emma"))
    for text in ("Tom et Lola et Emma", "Tom et Lola, Emma", "[Tom et Lola, Emma]"):
        assert "tu proposes Tom et Lola, Emma pour la mission 1" in plain(submit(folder, Anna=f"escadron: {text}").out)


def test_thousands_of_names_that_nobody_has_are_refused_as_a_few_are(tmp_path: Path) -> None:
    """Each way to put the words between two commas together was tried: for hours, by every command."""
    names = " et ".join(f"q{n}" for n in range(6000))
    done = run("submit", dealt(tmp_path / "c"), "-", stdin=f"joueur: Anna\ntour: 1\nordres: {{escadron: {names}}}\n")
    assert done.code == 1 and "ne sont pas des joueurs de cette partie." in done.err


@pytest.mark.parametrize("text", ["escadron: [b, i]", "escadron: [b]b[/b], i", "escadron: [b], [i]"])
def test_names_in_brackets_are_no_tags_of_a_forum_unless_they_are_closed(text: str, tmp_path: Path) -> None:
    folder = dealt(tmp_path / "c", ("b", "i", "u", "Denis", "Emma"))
    done = submit(folder, b=text)
    assert (done.code == 0) is (text != "escadron: [b], [i]")
    assert ("tu proposes b, i pour la mission 1" in plain(done.out)) is (done.code == 0)


@pytest.mark.parametrize(
    ("text", "place", "shown"),
    [
        ("joueur: Anna\ntour: 1\nordres: {escadron: Anna, Emma}\n", "3:20", "[Anna, Emma]"),
        ("joueur: Anna\ntour: 1\nordres: {escadron: Anna, Emma, Chloé}\n", "3:20", "[Anna, Emma, Chloé]"),
        ("tour: 1\njoueurs: {Anna: {squad: anna, Wxyz}}\n", "2:25", "[anna, Wxyz]"),
        ("joueur: Anna\ntour: 1\npermanents: {escadron: Anna, Emma, vote: oui}\n", "3:24", "[Anna, Emma]"),
    ],
)
def test_a_list_without_its_brackets_is_shown_with_them(text: str, place: str, shown: str, tmp_path: Path) -> None:
    done = run("check", dealt(tmp_path / "c"), "-", stdin=text)
    assert faults(done.err) == [f"{place} Une liste sur une seule ligne se met entre crochets : {shown}."]


def test_a_word_without_a_value_is_no_part_of_a_list(tmp_path: Path) -> None:
    folder = dealt(tmp_path / "c")
    assert "crochets" not in submit(folder, Anna="{vote: oui, Emma}").err
    assert "« voe » : mot inconnu ici" in submit(folder, Anna="{escadron: [Anna, Emma], voe: }").err


def test_orders_too_far_ahead_are_told_how_far_they_may_be_sent_and_nothing_else(tmp_path: Path) -> None:
    folder = dealt(tmp_path / "c")
    text = "joueur: Denis\ntour: 12\nordres: {vote: oui}\n"
    assert faults(run("check", folder, "-", stdin=text).err) == [
        "2:7 Ces ordres sont pour le tour 12 ; attendu maintenant : tour 1, proposition d’un Escadron. "
        "Est-ce une faute de frappe ? D’avance, on peut aller jusqu’au tour 6."
    ]
    assert run("check", folder, "-", stdin=text.replace("12", "6")).code == 0


def test_standing_orders_in_a_table_are_told_where_they_go(tmp_path: Path) -> None:
    text = "tour: 1\njoueurs: {Denis: {permanents: {vote: oui}}}\n"
    assert faults(run("check", dealt(tmp_path / "c"), "-", stdin=text).err) == [
        "2:19 « permanents » : les ordres permanents ne vont pas dans un tableau. Les envoyer dans un fichier à part, "
        "qui commence par « joueur : Denis »."
    ]


def test_the_last_accepted_file_counts(tmp_path: Path) -> None:
    folder = awaiting("vote", tmp_path / "c")
    submit(folder, Anna="vote: oui")
    assert "cela remplace tes ordres précédents" in plain(submit(folder, Anna="vote: non").out)
    submit(folder, Anna="vote: peut-être")
    play(folder)
    assert state(folder)["proposals"][0]["votes"]["Anna"] == "no"


# What is refused ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stage", "player", "text", "told"),
    [
        (
            "deal",
            "Anna",
            "vote: oui",
            ["1:9 Les identités ne sont pas encore distribuées : rien n’est attendu des joueurs."],
        ),
        ("proposal", "Bruno", "escadron: [Anna]", ["4:3 Seul le Commandant, Anna, propose un Escadron."]),
        (
            "proposal",
            "Anna",
            "escadron: [Anna]",
            ["4:13 La mission 1 demande 2 joueurs, et cet Escadron en a 1."],
        ),
        (
            "proposal",
            "Anna",
            "{escadron: [Anna], cible: 1}",
            [
                "4:14 La mission 1 demande 2 joueurs, et cet Escadron en a 1.",
                "4:22 La mission ne se choisit pas : cette partie se joue sans attaques ciblées.",
            ],
        ),
        ("proposal", "Anna", "escadron: [Emma, Emma]", ["4:13 Emma est deux fois dans cet Escadron."]),
        (
            "proposal",
            "Anna",
            "escadron:\n    - Emma\n    - Brunot",
            ["6:7 « Brunot » n’est pas un joueur de cette partie. Peut-être « Bruno » ?"],
        ),
        (
            "proposal",
            "Anna",
            "escadron: Emma et Brunot",
            ["4:13 « Brunot » n’est pas un joueur de cette partie. Peut-être « Bruno » ?"],
        ),
        (
            "proposal",
            "Anna",
            "escadron: Boomer, Emma et Six",
            ["4:13 « Boomer, Six » ne sont pas des joueurs de cette partie."],
        ),
        (
            "proposal",
            "Anna",
            "vote: oui",
            ["4:3 « vote » n’est pas ce qui est attendu maintenant : tour 1, proposition d’un Escadron."],
        ),
        (
            "proposal",
            "Anna",
            "{escadron: [Anna, Emma], cible: 1}",
            ["4:28 La mission ne se choisit pas : cette partie se joue sans attaques ciblées."],
        ),
        (
            "proposal",
            "Anna",
            "cible: 1",
            [
                "4:3 Il manque l’Escadron : les noms de ceux qui partent.",
                "4:3 La mission ne se choisit pas : cette partie se joue sans attaques ciblées.",
            ],
        ),
        ("proposal", "Anna", "escadron:", ["4:3 « escadron » est vide : il faut une valeur après les deux-points."]),
        (
            "vote",
            "Anna",
            "vote: ouais",
            ["4:9 « ouais » n’est pas compris ici ; attendu : oui, non. Peut-être « oui » ?"],
        ),
        ("vote", "Anna", "vote: [oui]", ["4:9 « [oui] » n’est pas compris ici ; attendu : oui, non."]),
        (
            "vote",
            "Anna",
            "mission: échec",
            ["4:3 « mission » n’est pas ce qui est attendu maintenant : tour 2, vote."],
        ),
        ("mission", "Denis", "mission: échec", ["4:3 Tu n’es pas dans l’Escadron : tu n’as pas de carte à jouer."]),
        (
            "mission",
            "Anna",
            "mission: échec",
            ["4:12 Tu es Colon : un Colon joue toujours « réussite ». Le MJ et toi êtes les seuls à voir ce refus."],
        ),
        (
            "mission",
            "Bruno",
            "mision: échec",
            ["4:3 « mision » : mot inconnu ici ; mots possibles : mission. Peut-être « mission » ?"],
        ),
    ],
)
def test_a_fault_is_told_where_it_stands_and_changes_nothing(
    stage: str, player: str, text: str, told: list[str], tmp_path: Path
) -> None:
    folder = awaiting(stage, tmp_path / "c")
    if stage == "deal":
        done = run("submit", folder, "-", stdin=f"joueur: {player}\ntour: 0\nordres: {{{text}}}\n")
    else:
        done = submit(folder, **{player: text})
    assert done.code == 1
    assert faults(done.err) == told
    assert "rien n’est changé" in plain(done.err)
    assert "Ordres reçus : —" in plain(good("status", folder).out)


@pytest.mark.parametrize(
    ("missions", "text", "told"),
    [
        ({}, "{escadron: [Anna, Emma]}", "Avec les attaques ciblées, il faut dire la mission visée"),
        (
            {},
            "{escadron: [Anna, Emma], cible: 5}",
            "-:3:41: La mission 5 ne peut être tentée qu’après deux missions réussies",
        ),
        ({3: True}, "{escadron: [Anna, Emma], cible: 3}", "-:3:41: La mission 3 a déjà été tentée"),
        ({}, "{escadron: [Anna, Emma], cible: 2}", "La mission 2 demande 3 joueurs, et cet Escadron en a 2"),
        ({}, "{escadron: [Anna, Emma], cible: 6}", "« 6 »"),
        ({}, "{escadron: [Anna, Emma], cible: deux}", "« deux » n’est pas compris ici"),
    ],
)
def test_r20_targets_are_judged(missions: dict[int, bool], text: str, told: str, tmp_path: Path) -> None:
    folder = dealt(tmp_path / "c", options="{attaques ciblées: oui}")
    done = [
        {"round": i, "number": number, "squad": ["Anna", "Emma"], "failures": 0, "success": success}
        for i, (number, success) in enumerate(missions.items(), 1)
    ]
    alter(folder, missions=done)
    refused = run("submit", folder, "-", stdin=f"joueur: Anna\ntour: 1\nordres: {text}\n")
    assert refused.code == 1
    assert told in plain(refused.err)


def test_an_order_at_the_top_of_the_file_is_read_as_one(tmp_path: Path) -> None:
    folder = awaiting("vote", tmp_path / "c")
    done = good("submit", folder, "-", stdin="joueur: Anna\ntour: 2\nvote: oui\n")
    assert "lu ainsi : « ordres » ajouté au-dessus d’eux" in done.out


@pytest.mark.parametrize("squad", ["Bruno et moi", "moi, Bruno", "Bruno/Moi-même"])
def test_who_names_himself_me_is_named(squad: str, tmp_path: Path) -> None:
    folder = awaiting("proposal", tmp_path / "c")
    done = good("check", folder, "-", stdin=f"joueur: Anna\ntour: 1\nordres:\n  escadron: {squad}\n")
    assert "« moi » : Anna" in done.out


def test_a_hint_is_never_the_opposite(tmp_path: Path) -> None:
    folder = awaiting("vote", tmp_path / "c")
    assert "Peut-être" not in run("check", folder, "-", stdin=order(folder, Anna="vote: pas contre")).err


def test_an_order_at_the_top_beside_orders_is_told_where_it_goes(tmp_path: Path) -> None:
    folder = awaiting("vote", tmp_path / "c")
    done = run("submit", folder, "-", stdin="joueur: Anna\ntour: 2\nordres: {vote: non}\nvote: oui\n")
    assert faults(done.err) == ["4:1 « vote » va sous une ligne « ordres: », deux espaces plus à droite."]


@pytest.mark.parametrize("sentence", ["échec", "mission échec", "je joue échec", "carte : échec !", "je sabote"])
def test_a_sentence_without_the_key_tells_nothing_of_a_side(sentence: str, tmp_path: Path) -> None:
    """Whoever writes it in a player's name, and whatever that player may play."""
    folder = awaiting("mission", tmp_path / "c")
    with (folder / "campaign.yaml").open("a", encoding="utf-8") as file:
        file.write("clé: exigée\n")
    told = {
        player: run("submit", folder, "-", stdin=f"{player}, tour 3 : {sentence}\n").err.replace(player, "X")
        for player in ("Anna", "Bruno")
    }
    assert told["Anna"] == told["Bruno"]
    assert "sa clé" in told["Anna"]


def test_a_sentence_is_refused_for_the_reason_for_which_a_file_is(tmp_path: Path) -> None:
    folder = awaiting("mission", tmp_path / "c")
    by_file = {
        player: run("submit", folder, "-", stdin=order(folder, **{player: "mission: échec"}))
        for player in ("Anna", "Bruno")
    }
    for player, done in by_file.items():
        said = run("submit", folder, "-", stdin=f"{player}, tour 3 : mission échec\n")
        assert said.code == done.code
        assert [fault.partition(" ")[2] for fault in faults(said.err)] == [
            fault.partition(" ")[2] for fault in faults(done.err)
        ]


@pytest.mark.parametrize("text", ["ordres: {mission: échec}", "permanents: {mission: échec}"])
def test_who_has_not_the_key_is_told_nothing_of_a_side(text: str, tmp_path: Path) -> None:
    folder = awaiting("mission", tmp_path / "c")
    told = {
        player: faults(run("submit", folder, "-", stdin=f"joueur: {player}\ntour: 3\nclé: AAAA-AAAA\n{text}\n").err)
        for player in ("Anna", "Bruno")
    }
    assert told["Anna"] == told["Bruno"]
    assert told["Anna"][0].startswith(
        "3:1 La clé n’est pas celle de ce joueur pour ce tour ; du reste du fichier, rien"
    )
    assert len(told["Anna"]) == 1


def test_faults_in_english(tmp_path: Path) -> None:
    folder = awaiting("mission", tmp_path / "c")
    done = run("submit", folder, "-", "--language", "en", stdin=order(folder, Anna="mission: failure"))
    assert "You are a Colonial: a Colonial always plays “success”." in done.err


def test_a_table_by_the_mj_is_all_or_nothing(tmp_path: Path) -> None:
    folder = awaiting("vote", tmp_path / "c")
    assert submit(folder, Anna="vote: oui", Bruno="vote: nan").code == 1
    assert "Ordres reçus : —" in plain(good("status", folder).out)
    assert submit(folder, Anna="vote: oui", Bruno="vote: non").code == 0
    assert "Ordres reçus : Anna, Bruno" in plain(good("status", folder).out)


# Forms -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stage", ["proposal", "vote", "mission"])
@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_form_is_refused_as_it_stands_and_accepted_when_filled(stage: str, language: str, tmp_path: Path) -> None:
    folder = awaiting(stage, tmp_path / "c")
    form = good("template", folder, "--for", "Anna", "--language", language).out
    assert run("check", folder, "-", stdin=form).code == 1
    values = {"proposal": "Anna, Emma", "vote": "oui", "mission": "success"}
    filled = re.sub(r"^(  \w+:)$", rf"\1 {values[stage]}", form, count=1, flags=re.MULTILINE)
    assert filled != form
    assert good("check", folder, "-", stdin=filled).code == 0
    assert all(len(line) <= 72 for line in form.splitlines() if not line.startswith("# yaml"))


def test_the_standing_orders_of_a_form_are_accepted_when_filled(tmp_path: Path) -> None:
    folder = awaiting("vote", tmp_path / "c")
    form = good("template", folder, "--for", "Anna").out
    orders, word, standing = form.partition("permanents:\n")
    for given, value in (("vote", "non"), ("mission", "réussite"), ("escadron", "Anna, Bruno, Chloé")):
        assert f"\n  {given}:\n" in standing
        standing = standing.replace(f"\n  {given}:\n", f"\n  {given}: {value}\n")
    done = good("check", folder, "-", stdin=orders.replace("  vote:", "  vote: oui") + word + standing)
    assert "tu votes oui" in plain(done.out)
    assert "si un jour tu n’envoies rien : vote non ; carte réussite ; Escadron" in plain(done.out)
    alone = good("check", folder, "-", stdin=orders + word + standing)
    assert "tu votes" not in plain(alone.out)
    assert "si un jour tu n’envoies rien : vote non ; carte réussite ; Escadron" in plain(alone.out)


def test_a_form_tells_a_colon_the_one_card_that_he_may_play_and_a_cylon_both(tmp_path: Path) -> None:
    folder = awaiting("mission", tmp_path / "c")
    assert "#    réussite\n" in plain(good("template", folder, "--for", "Anna").out)
    assert "#    réussite, échec\n" in plain(good("template", folder, "--for", "Bruno").out)


def test_who_owes_nothing_has_a_form_for_standing_orders_alone(tmp_path: Path) -> None:
    folder = awaiting("proposal", tmp_path / "c")
    form = plain(good("template", folder, "--for", "Denis").out)
    assert "\nordres:" not in form
    assert "\npermanents:\n" in form
    done = run("check", folder, "-", stdin=form)
    assert done.code == 1
    assert "Rien n’est rempli sous « permanents »" in plain(done.err)
    assert "Tu es Colon." in form


def test_before_the_deal_nobody_has_a_form(tmp_path: Path) -> None:
    done = run("template", begun(tmp_path / "c"), "--for", "Anna")
    assert done.code == 2
    assert "personne n’a de choix à faire dans cette étape" in plain(done.err)


@pytest.mark.parametrize("stage", ["proposal", "vote", "mission"])
def test_the_editors_schema_knows_the_orders_and_the_players(stage: str, tmp_path: Path) -> None:
    folder = awaiting(stage, tmp_path / "c")
    schema = good("template", folder, "--schema").out
    assert all(f'"{word}"' in schema for word in ("escadron", "vote", "mission", "permanents", "Chloé", "réussite"))


def test_every_order_has_its_phase() -> None:
    phases = {phase for action in ACTIONS for phase in action.phases}
    assert phases == {"proposal", "vote", "mission", *WINDOWS}


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("joueur: Anna\ntour: 1\nordres: {escadron: [Anna, Bruno]}\n", "3:10"),
        ("tour: 1\njoueurs: {Anna: {escadron: [Anna, Bruno]}}\n", "2:18"),
    ],
)
def test_a_target_that_is_missing_is_told_where_the_squad_is(tmp_path: Path, text: str, place: str) -> None:
    folder = dealt(tmp_path / "p", options="{attaques ciblées: oui}")
    done = run("submit", folder, "-", stdin=text)
    assert done.code == 1
    assert done.err.startswith(f"-:{place}: ")
