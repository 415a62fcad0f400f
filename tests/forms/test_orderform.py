"""``template``: a form that a player fills without knowing YAML, and the schema by which his editor helps him."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft7Validator
from resistance import campaigns as resistance
from support.commands import (
    ENGLISH,
    EVERY_ROLE,
    OTHER_ROLES,
    ROLES,
    ROOT,
    THREE,
    TURNS,
    TWO,
    adjudicator,
    campaign,
    good,
    make_ghost,
    orders,
    play,
    printed,
    run,
    send,
    stage_folder,
    table,
    take_all,
    tree,
)
from support.depth import deep, few, sample

from adjudicator.core.words import fold
from adjudicator.speech.voice import vocabulary

SCHEMA_LINE = "# yaml-language-server: $schema="


def template(folder: Path, player: str, *options: str) -> str:
    return good("template", folder, "--for", player, *options).out


def check(folder: Path, text: str) -> Any:
    """Return what the only row of ``check`` says of an order file; it must be understood."""
    done = run("check", folder, "-", "--json", stdin=text)
    (row,) = done.json()
    assert row["accepted"], (text, row)
    return row


def codes(folder: Path, text: str) -> list[str]:
    """Return the codes of the faults that ``check`` finds in an order file."""
    (row,) = run("check", folder, "-", "--json", stdin=text).json()
    return [fault["code"] for fault in row.get("faults", ())]


def refusals(folder: Path, text: str) -> list[tuple[int, str]]:
    """Return the line and the sentence of each fault that ``check`` finds in an order file."""
    (row,) = run("check", folder, "-", "--json", stdin=text).json()
    return [
        (fault["line"], fault["message"].replace("\u00a0", " ").replace("\u202f", " "))
        for fault in row.get("faults", ())
    ]


def offers(text: str) -> list[str]:
    """Return the words of the orders that a form offers: the lines left blank right below « ordres »."""
    below = re.split(
        r"^(?:permanents|standing|note):$", re.split(r"^(?:ordres|orders):$", text, flags=re.M)[1], flags=re.M
    )[0]
    return re.findall(r"^  (\w[^:#]*):$", below, re.MULTILINE)


VALUES = {"move": "haut", "extra_move": "haut", "swap": "haut", "pull": "haut", "conceal": "oui", "shoot": "oui"}
VALUES |= {"surrender": "non", "stop": "non", "steer_ghost": "{case: (2;1), vers: bas}"}
VALUES |= {"reorder": "{action: terreur rouge, après: révélation rouge}"}


def value_of(word: str, text: str = "") -> str:
    """Return what may be written behind the word of an order: the form's own example, where it has one."""
    example = re.search(r"(?:par exemple|for example)[\s#]+([(\[].*)$", remark(text, word)) if text else None
    order = vocabulary("tsewnart").meaning("orders", word)
    listed = re.search(r": (\w+)[^:]*$", remark(text, word).replace("\u00a0", " ")) if order == "capture" else None
    return example[1] if example else listed[1] if listed else VALUES.get(order, "(2;1)")


def filled(text: str, **values: str) -> str:
    """Fill lines of a form, each the first of its word; a space in a word is written _."""
    for word, value in values.items():
        line = f"  {word.replace('_', ' ')}:"
        before, found, after = text.partition(f"\n{line}\n")
        assert found, (line, text)
        while value.startswith("{") and after.startswith("    "):  # its parts stand on lines of their own
            after = after.partition("\n")[2]
        text = f"{before}\n{line} {value}\n{after}"
    return text


def remark(text: str, word: str) -> str:
    """Return what a form says above the line of an order."""
    above = text.partition(f"\n  {word}:\n")[0].splitlines()
    said: list[str] = []
    while above and (found := re.fullmatch(r"  # +(.*)", above.pop())):
        said.insert(0, found[1])
    return " ".join(said)


# What a player may order -------------------------------------------------------------------------------------

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


@few(4)
@pytest.mark.parametrize("language", ["fr", *deep("en")])
@pytest.mark.parametrize("role", PLAYERS)
def test_the_form_of_a_piece_is_refused_as_it_stands_and_accepted_order_by_order(
    tmp_path: Path, role: str, language: str
) -> None:
    folder = campaign(tmp_path, "turn-1", EVERY_ROLE)
    player = PLAYERS[role]
    text = template(folder, player, "--language", language)
    assert codes(folder, text) == ["unfilled"]
    found = {}
    for word in offers(text):
        (given,) = check(folder, filled(text, **{word.replace(" ", "_"): value_of(word, text)}))["orders"].values()
        (key,) = given
        found[key] = word
    words = [*POWERS[role], "déplacement", "abandonner", "arrêter"]
    if language == "fr":
        assert sorted(found.values()) == sorted(words)
    assert len(found) == len(words)
    assert all(remark(text, word) for word in offers(text))


def test_the_whole_form_of_a_piece_as_its_player_sees_it(tmp_path: Path) -> None:
    assert template(campaign(tmp_path, "turn-2"), "zoe") == (
        "# yaml-language-server: $schema=ordres.schema.json\n"
        "# La grande partie, tour 2\n"
        "# Tu es le Professeur, pièce du camp rouge, en (5;3).\n"
        "# Une case s’écrit (colonne;ligne), de (1;1), en haut à gauche, à (6;3),\n"
        "# en bas à droite.\n"
        "# Le tour attend tes ordres ; si le MJ joue sans eux, tu ne fais rien.\n"
        "joueur: Zoé\n"
        "tour: 2\n"
        "# Remplis les lignes que tu veux, après leurs deux-points ; une ligne\n"
        "# laissée vide n’ordonne rien.\n"
        "# Pour ne rien faire, écris « ordres : rien ». Sans rien de rempli, ce\n"
        "# fichier est refusé.\n"
        "ordres:\n"
        "  # Un seul de ces ordres au choix :\n"
        "  #   une direction (haut, bas, gauche, droite) ou une case voisine\n"
        "  déplacement:\n"
        "  #   l’action à déplacer, puis « avant » ou « après » celle près de\n"
        "  #   laquelle la mettre ; dans l’ordre :\n"
        + "".join(f"  #    {step} rouge, {step} bleu\n" for step in vocabulary("tsewnart").words("steps", "fr"))
        + "  modifier:\n"
        "    action:\n"
        "    avant:\n"
        "    après:\n"
        "  # Votes, avec ou sans ordres :\n"
        "  #   pour que ton camp abandonne : oui ou non ; un oui reste jusqu’à un\n"
        "  #   non\n"
        "  abandonner:\n"
        "  #   pour arrêter la partie : oui ou non ; un oui reste jusqu’à un non\n"
        "  arrêter:\n"
        "# Ordres permanents : ils valent pour les tours où tu n’envoies rien,\n"
        "# jusqu’à ce que tu en donnes d’autres. Laissées vides, ces lignes n’y\n"
        "# changent rien ; « permanents : rien » les retire.\n"
        "permanents:\n"
        "  # une direction ou une case ; tout autre ordre que tu pourrais donner\n"
        "  # peut s’ajouter sur une ligne à lui ; ce qui est impossible un tour\n"
        "  # n’est pas joué ce tour-là\n"
        "  déplacement:\n"
        "  # Des ordres à condition : une liste de lignes comme celle-ci, dont la\n"
        "  # première qui vaut est jouée quand tu n’envoies rien.\n"
        "  #   si:\n"
        "  #     - {je contrôle: fantôme, alors: {déplacement: haut}}\n"
        "  # Ce qu’on peut demander :\n"
        "  #    je contrôle: fantôme · ma case: (5;3) · ennemi voisin: gauche\n"
        "  #    allié voisin: gauche · voisine libre: gauche · ennemi en: (5;2)\n"
        "  #    allié en: (5;2) · personne en: (5;2)\n"
        "  #    fantôme ennemi sur moi: oui\n"
        "  #    mes fantômes en: {case: (5;3), au moins: 2}\n"
        "  #    camarade: {joueur: Rita, contrôle: fantôme}\n"
        "  #    pièces de: {camp: bleu, au plus: 2} · rang: 1 · tour: 3\n"
        "# un mot au MJ, jamais publié\n"
        "note:\n"
    )


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("stage", ["roles", "placement", "turn-1"])
def test_no_line_of_a_form_is_long_enough_for_a_mail_to_break_it(tmp_path: Path, stage: str, language: str) -> None:
    folder = campaign(tmp_path, stage, EVERY_ROLE)
    players = good("status", folder, "--json").json()["missing"]
    assert len(players) == (11 if stage == "turn-1" else 2)
    forms = [template(folder, player, "--language", language) for player in players]
    assert not [line for form in forms for line in form.splitlines() if len(line) > 72]


def test_a_long_title_and_the_items_of_many_camps_are_told_in_short_lines(tmp_path: Path) -> None:
    title = "Une très longue partie, " * 6 + "fin"
    folder = campaign(tmp_path, "turn-1", THREE)
    path = folder / "campaign.yaml"
    path.write_text(path.read_text("utf-8").replace("À trois", title), "utf-8")
    text = template(folder, "Vera")
    assert not [line for line in text.splitlines() if len(line) > 72]
    head = text.partition("\n")[2].partition("\n# Tu es ")[0]
    assert " ".join(line.removeprefix("# ") for line in head.splitlines()) == f"{title}, tour 1"


def test_lines_of_a_form_that_go_together_are_understood_together(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1", EVERY_ROLE)
    text = template(folder, "Omar")
    values = {word.replace(" ", "_"): value_of(word, text) for word in offers(text)}
    given = check(folder, filled(text, **values).replace("\nnote:", "\nnote: salut !"))
    assert sorted(given["orders"]["Omar"]) == ["extra_move", "move", "stop", "surrender"]


def test_orders_stand_with_those_that_they_go_with(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1", EVERY_ROLE)
    lines = template(folder, "Paul").splitlines()
    at = {word: lines.index(f"  {word}:") for word in POWERS_OF_PAUL}
    one, also, votes = (lines.index(f"  # {head}") for head in GROUPS)
    assert one < at["déplacement"] < at["conduire fantôme"] < also
    assert also < at["autopsie"] < at["anonyme"] < votes < at["arrêter"]


POWERS_OF_PAUL = ("déplacement", "conduire fantôme", "autopsie", "anonyme", "arrêter")
GROUPS = ("Un seul de ces ordres au choix :", "En plus, si tu veux :", "Votes, avec ou sans ordres :")


def test_the_directions_that_a_form_names_are_the_games(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1")
    for language in ("fr", "en"):
        text = template(folder, "Luc", "--language", language)
        move = remark(text, offers(text)[0])
        assert f"({', '.join(vocabulary('tsewnart').words('directions', language))})" in move


def test_the_items_that_a_form_lists_are_all_understood(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1", EVERY_ROLE)
    text = template(folder, "Jean-Paul")
    rows = re.findall(r"^  #    (.* bleu, .* rouge)$", text, re.MULTILINE)
    items = [item for row in rows for item in row.split(", ")]
    assert len(items) == 2 * 24
    for item in items:
        reference = "révélation rouge" if item == "révélation bleu" else "révélation bleu"
        sent = text.replace("    action:\n", f"    action: {item}\n").replace(
            "    après:\n", f"    après: {reference}\n"
        )
        row = check(folder, sent)
        assert row["orders"]["Jean-Paul"]["reorder"]["action"].endswith(item.rpartition(" ")[2])


def test_the_items_stand_in_the_order_of_the_turn(tmp_path: Path) -> None:
    """Initiative turns: bleu comes first in turn 1, rouge in turn 2."""
    assert "  #    flèche bleu, flèche rouge\n" in template(campaign(tmp_path / "1", "turn-1"), "Zoé")
    assert "  #    flèche rouge, flèche bleu\n" in template(campaign(tmp_path / "2", "turn-2"), "Zoé")


def test_other_values_that_a_form_gives_to_copy_are_accepted(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1", EVERY_ROLE)
    text = template(folder, "Paul")
    assert "  #    {case: (9;1), camp: rouge}\n" in text
    sent = filled(text, autopsie="{case: (9;1), camp: rouge}")
    assert check(folder, sent)["orders"]["Paul"]["examine"] == {"cell": [9, 1], "camp": "rouge"}


def test_an_aim_is_given_as_an_example_at_its_distance(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1")
    assert value_of("viser", template(folder, "Max")) == "(3;3)"  # who stands on (1;3)


@pytest.mark.parametrize(("player", "order"), [("Luc", "téléport"), ("Zoé", "terroriser")])
def test_a_cell_that_would_be_his_own_is_not_the_example(tmp_path: Path, player: str, order: str) -> None:
    text = template(campaign(tmp_path, "turn-1", EVERY_ROLE), player)
    own = re.search(r"^# Tu es .*, en (\(\d;\d\))\.$", text, re.MULTILINE)[1]
    assert value_of(order, text) != own
    assert "exemple" in remark(text, order)


# His situation -----------------------------------------------------------------------------------------------


def test_a_form_tells_a_ghost_what_he_is_and_offers_what_ghosts_may(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-2")
    make_ghost(folder, "Luc", "Max", "Zoé")
    text = template(folder, "Luc")
    assert "# Tu es un fantôme du camp bleu, en (3;2) ; tu étais l’Agile.\n" in text
    assert sorted(offers(text)) == ["abandonner", "arrêter", "capturer", "déplacement"]
    assert remark(text, "capturer").endswith(" les fantômes de ton camp : Luc, Max")  # not Anna, not Zoé


def test_whom_a_form_lists_for_a_capture_may_be_named(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-2")
    make_ghost(folder, "Luc", "Max")
    text = template(folder, "Luc")
    for name in ("Luc", "Max"):
        assert check(folder, filled(text, capturer=name))["orders"] == {"Luc": {"capture": name}}


def test_a_player_with_nothing_left_may_vote(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-2")
    take_all(folder, "Luc")
    text = template(folder, "Luc")
    assert "# Tu ne contrôles plus rien : tu peux seulement voter.\n" in text
    assert sorted(offers(text)) == ["abandonner", "arrêter"]
    assert check(folder, filled(text, arrêter="oui"))["orders"] == {"Luc": {"stop": True}}


def test_a_shot_is_offered_after_an_aim_alone(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1")
    text = template(folder, "Max")
    assert "tirer" not in text and "Tu vises" not in text
    play(folder, TURNS[0])
    text = template(folder, "Max")
    assert "# Tu vises (3;3) depuis le tour dernier.\n" in text
    assert check(folder, filled(text, tirer="oui"))["orders"] == {"Max": {"shoot": True}}


def test_the_cell_of_last_turns_terror_is_told_and_not_offered(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1")
    own = "(6;1)"
    play(folder, table(1, **dict.fromkeys(["Anna", "Luc", "Max", "Rita", "Zoé"], "rien"), Paul=f"{{terreur: {own}}}"))
    text = template(folder, "Paul")
    assert f"# Pas de terreur en {own} ce tour-ci : elle y a frappé au tour dernier.\n" in text
    assert value_of("terroriser", text) != own
    assert check(folder, filled(text, terroriser=value_of("terroriser", text)))


def change_state(folder: Path, player: str, **piece: Any) -> None:
    """Change a piece in the state after the last turn, with the manifest, as if the turn had come out so."""
    from hashlib import sha256

    result = stage_folder(folder, "turn-1") / "result"
    state = json.loads((result / "state.json").read_bytes())
    state["pieces"][player] |= piece
    data = (json.dumps(state, ensure_ascii=False, indent=1) + "\n").encode()
    manifest = json.loads((result / "MANIFEST.json").read_bytes())
    old = sha256((result / "state.json").read_bytes()).hexdigest()
    (result / "state.json").write_bytes(data)
    text = json.dumps(manifest).replace(old, sha256(data).hexdigest())
    (result / "MANIFEST.json").write_text(text, encoding="utf-8")


def test_a_form_tells_a_wound_and_the_uses_left(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-2")
    assert "# Il te reste 1 déplacement supplémentaire.\n" in template(folder, "Luc")  # one was made in turn 1
    change_state(folder, "Luc", extra_moves=0)
    change_state(folder, "Anna", wounded=True)
    text = template(folder, "Luc")
    assert "# Tu n’as plus de déplacement supplémentaire.\n" in text
    assert "déplacement supplémentaire" not in offers(text)
    assert "# Ta pièce est blessée : la prochaine fois, elle sera éliminée.\n" in template(folder, "Anna")


@pytest.mark.deep
def test_a_form_tells_the_votes_that_stand_and_leaves_them_as_they_are(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1")
    rest = dict.fromkeys(["Anna", "Max", "Paul", "Rita", "Zoé"], "rien")
    play(folder, table(1, Luc="{abandonner: oui, arrêter: oui}", **rest))
    text = template(folder, "Luc")
    assert "# Tu votes pour que ton camp abandonne.\n# Tu votes pour arrêter la partie.\n" in text
    given = check(folder, filled(text, abandonner="non", arrêter="non"))["orders"]
    assert given == {"Luc": {"surrender": False, "stop": False}}
    assert "Tu votes" not in template(folder, "Anna")
    play(folder, *(filled(template(folder, player), déplacement="haut") for player in ("Luc", *rest)))
    assert "# Tu votes pour que ton camp abandonne.\n# Tu votes pour arrêter la partie.\n" in template(folder, "Luc")


# The captains ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("stage", ["roles", "placement"])
def test_the_form_of_a_captain_is_refused_unfilled_and_accepted_filled_from_its_own_list(
    tmp_path: Path, stage: str, language: str
) -> None:
    folder = campaign(tmp_path, stage, EVERY_ROLE)
    for captain, mates in (("Anna", list(PLAYERS.values())[:6]), ("Paul", list(PLAYERS.values())[6:])):
        text = template(folder, captain, "--language", language)
        lines = text.splitlines()
        blanks = [i for i, line in enumerate(lines) if re.fullmatch(r"  \S+:", line)]
        words = [
            (i + 1, f"« {lines[i].strip(' :')} » est vide : il faut une valeur après les deux-points.") for i in blanks
        ]
        assert refusals(folder, text) == [(i, said.replace('"', "")) for i, said in words]
        listed = re.findall(r"^#    (.*?)(?:\s:.*|: .*)?$", text, re.MULTILINE)
        listed = [value for line in listed for value in line.split(", ")]
        for i, value in zip(blanks, reversed(listed), strict=False):
            lines[i] += f" {value}"
        given = check(folder, "\n".join(lines) + "\n")["orders"]
        assert list(given[captain][stage]) == mates


def test_a_captain_reads_what_roles_there_are_and_where_his_camp_starts(tmp_path: Path) -> None:
    text = template(campaign(tmp_path / "1", "roles"), "Anna")
    assert "# Tu es le capitaine du camp bleu : tu choisis le rôle de chacun.\n" in text
    assert "#    Archer : vise une case à distance 2, puis y tire au tour suivant\n" in text
    assert text.count("\n#    ") == 11
    text = template(campaign(tmp_path / "2", "placement"), "Paul")
    assert "# Vos rôles : Paul → Terreur, Rita → Savant, Zoé → Professeur.\n" in text
    assert "#    (6;1), (6;2), (6;3)\nplacement:\n  Paul:\n  Rita:\n  Zoé:\n" in text


@pytest.mark.parametrize("stage", ["roles", "placement"])
def test_who_is_not_captain_is_told_who_sends_for_him(tmp_path: Path, stage: str) -> None:
    done = run("template", campaign(tmp_path, stage), "--for", "Luc")
    assert (done.code, done.out) == (2, "")
    assert done.err == "Luc n’a rien à envoyer pour cette étape ; sont attendus : Anna, Paul.\n"


# The command -------------------------------------------------------------------------------------------------


def test_a_form_names_the_game_the_turn_and_the_player_and_writes_nothing(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-2")
    before = tree(folder)
    lines = template(folder, "zoe").splitlines()
    assert lines[:2] == [SCHEMA_LINE + "ordres.schema.json", "# La grande partie, tour 2"]
    assert {"joueur: Zoé", "tour: 2", "ordres:"} < set(lines)
    english = template(folder, "ZOÉ", "--language", "en").splitlines()
    assert english[:2] == [SCHEMA_LINE + "orders.schema.json", "# La grande partie, turn 2"]
    assert {"player: Zoé", "turn: 2", "orders:"} < set(english)
    assert tree(folder) == before


def test_a_title_of_several_lines_stays_a_comment(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1", TWO)
    path = folder / "campaign.yaml"
    path.write_text(path.read_text("utf-8").replace("La grande partie", '"Une\\ntour: 7\\nautre"'), "utf-8")
    assert check(folder, filled(template(folder, "Luc"), déplacement="haut"))["orders"] == {"Luc": {"move": "up"}}


def test_a_form_for_nobody_or_after_the_end_is_refused(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "1", "turn-1")
    assert run("template", folder, "--for", "Zoa") == (2, "", "Joueur inconnu : « Zoa ». Peut-être « Zoé » ?\n")
    over = campaign(tmp_path / "2", "over")
    for options in (("--for", "Zoé"), ("--schema",), ("--into", str(tmp_path / "forms"))):
        told = "La partie est terminée : il n’y a plus de tour à jouer.\n"
        assert run("template", over, *options) == (2, "", told)
    assert not (tmp_path / "forms").exists()


def test_in_a_game_that_asks_its_mj_nothing_there_is_no_form_for_him(tmp_path: Path) -> None:
    done = run("template", resistance.begun(tmp_path / "p"), "--for", "mj")
    assert (done.code, done.out) == (2, "") and "le MJ n’a rien à décider en cours d’étape" in done.err


def test_an_unknown_player_like_nobody_is_not_told_of_a_nameless_one(tmp_path: Path) -> None:
    done = run("template", campaign(tmp_path, "turn-1"), "--for", "Xxxxxx")
    assert done.code == 2
    assert "Joueur inconnu : « Xxxxxx »." in done.err
    assert "« — »" not in done.err


@pytest.mark.parametrize(
    "options",
    [(), ("--schema", "--for", "Zoé"), ("--schema", "--into", "x"), ("--schema", "--for", "Zoé", "--into", "x")],
)
def test_it_must_be_said_for_whom(tmp_path: Path, options: tuple[str, ...]) -> None:
    done = run("template", campaign(tmp_path, "turn-1"), *options)
    schema = "ou --schema, seul ou avec --for mj ou --for campaign.yaml."
    assert done == (2, "", f"Pour qui ? --for NOM, --into DOSSIER (chaque joueur attendu), {schema}\n")


def test_forms_of_a_player_do_not_depend_on_what_others_have_sent(tmp_path: Path) -> None:
    """What a state may hide is the business of test_properties: choices there are a function of his own view."""
    folder = campaign(tmp_path, "turn-2")
    before = [printed("template", folder, "--for", "Zoé"), printed("template", folder, "--schema")]
    send(folder, orders("Anna", 2, "{déplacement: droite}"), orders("Anna", 3, "rien"))
    send(folder, "joueur: Anna\ntour: 2\npermanents: {déplacement: haut}\n")
    assert [printed("template", folder, "--for", "Zoé"), printed("template", folder, "--schema")] == before


def test_a_player_is_found_by_the_name_of_his_character(tmp_path: Path) -> None:
    """As in an order file; ``report`` finds him so too."""
    folder = resistance.begun(tmp_path / "p")
    text = (folder / "campaign.yaml").read_text(encoding="utf-8")
    text = text.replace("- Denis\n", "- {nom: Denis, personnage: Laura Roslin}\n")
    (folder / "campaign.yaml").write_text(text, encoding="utf-8")
    good("resolve", folder)
    assert printed("template", folder, "--for", "laura roslin") == printed("template", folder, "--for", "Denis")
    assert "pour Denis seulement" in good("report", folder, "--for", "joueur:Laura Roslin").out


def test_a_form_offers_no_standing_orders_where_none_are_played(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-2")
    send(folder, "joueur: Zoé\ntour: 2\npermanents: {déplacement: haut}\n")
    with (folder / "campaign.yaml").open("a", encoding="utf-8") as file:
        file.write("absents: rien\n")
    form = good("template", folder, "--for", "Zoé").out
    assert "permanents" not in form.casefold()
    assert "Les tiens" not in form
    assert form.endswith("# un mot au MJ, jamais publié\nnote:\n")
    assert good("check", folder, "-", stdin=filled(form, déplacement="haut")).code == 0


def test_the_head_of_a_form_says_what_is_kept_of_the_players_orders(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-2")
    before = template(folder, "zoe").splitlines()
    waits = "# Le tour attend tes ordres ; si le MJ joue sans eux, tu ne fais rien."
    assert waits in before
    send(folder, orders("Zoé", 4, "{déplacement: haut}"))
    kept = [line for line in template(folder, "zoe").splitlines() if line not in before]
    assert kept == ["# Envoyé d’avance : tu te déplaces vers le haut ; gardé pour le tour 4."]
    send(folder, orders("Zoé", 2, "rien"))
    after = template(folder, "zoe").splitlines()
    assert waits not in after
    assert "# Sans autre envoi, tes ordres pour le tour 2 seront joués quand tous" in after


# A folder of forms -------------------------------------------------------------------------------------------


def test_into_a_folder_there_is_a_form_for_each_player_awaited_and_the_schema(tmp_path: Path) -> None:
    folder, forms = campaign(tmp_path / "partie", "turn-2"), tmp_path / "a" / "forms"
    take_all(folder, "Max")
    before = tree(folder)
    done = good("template", folder, "--into", forms)
    names = {"Anna": "ordres-anna.yaml", "Luc": "ordres-luc.yaml", "Paul": "ordres-paul.yaml"}
    names |= {"Rita": "ordres-rita.yaml", "Zoé": "ordres-zoe.yaml"}
    assert done.out == "".join(f"{player} : {forms / name}\n" for player, name in names.items())
    assert sorted(path.name for path in forms.iterdir()) == [*names.values(), "ordres.schema.json"]
    for player, name in names.items():
        assert (forms / name).read_bytes() == printed("template", folder, "--for", player)
        first = (forms / name).read_text("utf-8").splitlines()[0]
        assert (forms / first.removeprefix(SCHEMA_LINE)).is_file()
    schema = json.loads((forms / "ordres.schema.json").read_bytes())
    assert schema == json.loads(printed("template", folder, "--schema"))
    assert tree(folder) == before


def test_before_turn_1_there_is_a_form_for_each_captain(tmp_path: Path) -> None:
    forms = tmp_path / "forms"
    good("template", campaign(tmp_path / "partie", "roles", ENGLISH), "--into", forms)
    assert sorted(path.name for path in forms.iterdir()) == [
        "orders-anna.yaml",
        "orders-paul.yaml",
        "orders.schema.json",
    ]


def test_into_a_folder_for_one_player(tmp_path: Path) -> None:
    forms = tmp_path / "forms"
    good("template", campaign(tmp_path / "partie", "turn-1"), "--into", forms, "--for", "zoe")
    assert sorted(path.name for path in forms.iterdir()) == ["ordres-zoe.yaml", "ordres.schema.json"]


def test_nothing_is_overwritten_and_the_same_forms_may_be_asked_for_again(tmp_path: Path) -> None:
    folder, forms = campaign(tmp_path / "partie", "turn-1"), tmp_path / "forms"
    good("template", folder, "--into", forms)
    good("template", folder, "--into", forms)
    filled = forms / "ordres-zoe.yaml"
    filled.write_text(orders("Zoé", 1, "{déplacement: haut}"), encoding="utf-8")
    before = tree(forms)
    done = run("template", folder, "--into", forms)
    told = f"« {filled} » existe déjà et il est différent : rien n’a été écrit. Choisissez un autre dossier.\n"
    assert done == (2, "", told)
    assert tree(forms) == before


@pytest.mark.parametrize("place", ["turns/../inbox", "."])
def test_forms_are_never_put_among_the_files_of_the_game(tmp_path: Path, place: str) -> None:
    folder = campaign(tmp_path, "turn-1")
    before = tree(folder)
    done = run("template", folder, "--into", folder / place)
    assert (done.code, done.out) == (2, "")
    assert "des fichiers à remplir n’y ont pas leur place" in done.err
    assert tree(folder) == before


def test_a_folder_that_is_a_file_is_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "forms").write_text("x")
    done = adjudicator("template", campaign(tmp_path / "partie", "turn-1"), "--into", tmp_path / "forms")
    assert (done.code, done.out) == (2, "")
    assert "Traceback" not in done.err and "forms" in done.err


ODD_NAMES = TWO.replace("[Anna, Luc, Max]", '["J.P", "J P", "12"]').replace(
    "[Paul, Rita, Zoé]", '["Éric le Bon", Зоя, "on"]'
)


def test_file_names_are_safe_and_no_two_alike_whatever_the_names(tmp_path: Path) -> None:
    from adjudicator.campaign.loading import load_campaign
    from adjudicator.forms.order_form import form_names

    folder = campaign(tmp_path / "partie", "roles", ODD_NAMES)
    loaded = load_campaign(folder)
    names = form_names(loaded.players, loaded.voice())
    assert names == {
        "J.P": "ordres-j-p.yaml",
        "J P": "ordres-j-p-2.yaml",
        "12": "ordres-12.yaml",
        "Éric le Bon": "ordres-eric-le-bon.yaml",
        "Зоя": "ordres-зоя.yaml",
        "on": "ordres-on.yaml",
    }


# The schema for editors --------------------------------------------------------------------------------------


class CoreLoader(yaml.SafeLoader):
    """YAML 1.2, as editors read it: ``oui`` and ``no`` are text, ``12`` is a number."""


CoreLoader.yaml_implicit_resolvers = {}
CoreLoader.add_implicit_resolver("tag:yaml.org,2002:null", re.compile(r"^(?:null|Null|NULL|~|)$"), ["n", "N", "~", ""])
CoreLoader.add_implicit_resolver(
    "tag:yaml.org,2002:bool", re.compile(r"^(?:true|True|TRUE|false|False|FALSE)$"), [*"tTfF"]
)
CoreLoader.add_implicit_resolver("tag:yaml.org,2002:int", re.compile(r"^[-+]?[0-9]+$"), [*"-+0123456789"])


def mistakes(schema: Any, text: str) -> list[str]:
    """Return what an editor would underline in an order file."""
    return [error.message for error in Draft7Validator(schema).iter_errors(yaml.load(text, CoreLoader))]


def schema_of(folder: Path, *options: str) -> Any:
    return checked(printed("template", folder, "--schema", *options))


@cache
def checked(text: bytes) -> Any:
    """Read a schema that must be one; nobody may change it."""
    schema = json.loads(text)
    Draft7Validator.check_schema(schema)
    return schema


STAGES = [
    (EVERY_ROLE, "turn-1"),
    (TWO, "turn-2"),
    (TWO, "turn-3"),
    (THREE, "turn-1"),
    (ENGLISH, "turn-2"),
    (ODD_NAMES, "turn-1"),
]


@few(3)
@pytest.mark.parametrize("language", ["fr", *deep("en")])
@pytest.mark.parametrize(("text", "stage"), STAGES, ids=lambda value: value[:7] if value.startswith("turn") else None)
def test_an_editor_finds_no_mistake_in_a_form_with_a_line_filled(
    tmp_path: Path, text: str, stage: str, language: str
) -> None:
    folder = prepared(tmp_path, text, stage)
    schema = schema_of(folder, "--language", language)
    players = good("status", folder, "--json").json()["missing"]
    assert players
    for player in players:
        form = template(folder, player, "--language", language)
        assert mistakes(schema, form)
        for word in offers(form):
            sent = filled(form, **{word.replace(" ", "_"): value_of(word, form)})
            if language == "fr":  # an editor proposes the words of one language alone
                assert not mistakes(schema, sent), word
            assert check(folder, sent)


def prepared(folder: Path, text: str, stage: str) -> Path:
    """Return a campaign at a stage; the one with odd names is set up here."""
    if text != ODD_NAMES:
        return campaign(folder, stage, text)
    campaign(folder, "roles", text)
    for key, blue, red in (
        ("rôles", ("Professeur", "Croque-Mort", "Agile"), ("Archer", "Dément", "Terreur")),
        ("placement", ("(1;1)", "(1;2)", "(1;3)"), ("(6;1)", "(6;2)", "(6;3)")),
    ):
        for names, values in ((('"J.P"', "J P", '"12"'), blue), (("Éric le Bon", "Зоя", '"on"'), red)):
            pairs = ", ".join(f"{name}: {value}" for name, value in zip(names, values, strict=True))
            send(folder, f"joueur: {names[0]}\n{key}: {{{pairs}}}\n")
        play(folder)
    return folder


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("stage", ["roles", "placement"])
def test_an_editor_underlines_the_blanks_of_a_captain_and_nothing_once_they_are_filled(
    tmp_path: Path, stage: str, language: str
) -> None:
    folder = campaign(tmp_path, stage, EVERY_ROLE)
    schema = schema_of(folder, "--language", language)
    values = (
        ["Brute", "Archer", "Savant", "Agile", "Terreur"] if stage == "roles" else [f"(9;{y})" for y in range(1, 6)]
    )
    form = template(folder, "Paul", "--language", language)
    assert len(mistakes(schema, form)) == 5
    for value in values:
        form = re.sub(r"^(  \S+:)$", rf"\1 {value}", form, count=1, flags=re.MULTILINE)
    assert not mistakes(schema, form)
    assert check(folder, form)


GOOD = "joueur: Luc\ntour: 1\nordres:\n  déplacement: haut\n"


@pytest.mark.parametrize(
    "text",
    sample(
        [
            GOOD,
            GOOD.replace("haut", "(2;3)"),
            GOOD.replace("haut", "2;3"),
            GOOD + "  arrêter:\npermanents:\n  déplacement:\n",
            GOOD.replace("haut", "") + "permanents:\n  déplacement: haut\n",
            "joueur: Zoé\ntour: 1\nordres:\n"
            "  modifier:\n    action: terreur rouge\n    avant:\n    après: terreur bleu\n",
            GOOD.replace("haut", "[2, 3]"),
            GOOD + "  abandonner: non\nnote: 42\nclé: ABCD-2345\n",
            GOOD.replace("\n  déplacement: haut", " rien"),
            GOOD.replace("déplacement: haut", "conduire fantôme: {joueur: Max, vers: haut}"),
            GOOD.replace("déplacement: haut", "autopsie: {case: (1;1)}"),
            "tour: 1\njoueurs:\n  Luc: rien\n  Max: {viser: (3;3)}\n",
        ],
        3,
    ),
)
def test_an_editor_underlines_nothing_in_orders_that_are_right(tmp_path: Path, text: str) -> None:
    assert not mistakes(schema_of(campaign(tmp_path, "turn-1")), text)


@pytest.mark.parametrize(
    "text",
    sample(
        [
            GOOD.replace("déplacement", "deplacment"),
            GOOD.replace("haut", "hat"),
            GOOD.replace("haut", "(7;1)"),
            GOOD.replace("haut", "(1;4)"),
            GOOD.replace("haut", "(0;1)"),
            GOOD.replace("haut", ""),
            GOOD.replace("haut", "") + "  arrêter:\npermanents:\n  déplacement:\n",
            GOOD.replace("déplacement: haut", "modifier:\n    action:\n    avant:\n    après:"),
            GOOD.replace("haut", "[1, 2, 3]"),
            GOOD.replace("Luc", "Luk"),
            GOOD.replace("tour: 1", "tour: 0"),
            GOOD.replace("tour: 1", "tour: 12"),
            GOOD.replace("tour: 1\n", ""),
            GOOD.replace("\n  déplacement: haut", ""),
            GOOD.replace("\n  déplacement: haut", " nothing at all"),
            GOOD.replace("déplacement: haut", "tirer: non"),
            GOOD.replace("déplacement: haut", "arrêter: peut-être"),
            GOOD.replace("déplacement: haut", "capturer: Personne"),
            GOOD.replace("déplacement: haut", "modifier: {action: terreur rouge}"),
            GOOD.replace("déplacement: haut", "modifier: {action: terreur vert, avant: terreur bleu}"),
            GOOD.replace("déplacement: haut", "conduire fantôme: {joueur: Max, case: (1;1), vers: haut}"),
            GOOD + "joueurs: {Max: rien}\n",
            "tour: 1\njoueurs:\n  Personne: rien\n",
            "joueurs:\n  Luc: rien\n",
        ],
        3,
    ),
)
def test_an_editor_underlines_what_is_wrong(tmp_path: Path, text: str) -> None:
    folder = campaign(tmp_path, "turn-1")
    assert mistakes(schema_of(folder), text)
    assert refusals(folder, text)  # and never what ``check`` would accept


def test_an_editor_lets_orders_for_a_later_turn_pass_and_no_earlier_ones(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-2")
    found = {turn: GOOD.replace("tour: 1", f"tour: {turn}") for turn in (1, 2, 3, 7, 8)}
    assert [turn for turn, text in found.items() if not mistakes(schema_of(folder), text)] == [2, 3, 7]
    assert [turn for turn, text in found.items() if not refusals(folder, text)] == [2, 3, 7]


def test_the_schema_is_plain_and_says_what_each_order_is(tmp_path: Path) -> None:
    schema = schema_of(campaign(tmp_path, "turn-1"))
    assert schema["$schema"] == "http://json-schema.org/draft-07/schema#"
    assert schema["title"] == "La grande partie, tour 1"
    text = json.dumps(schema, ensure_ascii=False)
    assert "x-" not in {key[:2] for key in re.findall(r'"([^"]+)":', text)} and "$ref" not in text
    given = schema["properties"]["ordres"]["properties"]
    assert list(given) == vocabulary("tsewnart").words("orders", "fr")
    assert all(order["description"] for order in given.values())
    assert given["abandonner"]["enum"] == ["oui", "non", None]
    assert given["capturer"]["enum"] == ["Anna", "Luc", "Max", "Paul", "Rita", "Zoé", None]


def other_table(folder: Path) -> Path:
    """Return the campaign of ``campaign(folder, "turn-1")`` in which all but Zoé have other roles and places."""
    campaign(folder)
    for key, blue, red in (
        ("rôles", "Anna: savant, Luc: terreur, Max: agile", "Paul: brute, Rita: archer, Zoé: professeur"),
        ("placement", "Anna: (1;3), Luc: (1;1), Max: (1;2)", "Paul: (6;2), Rita: (6;1), Zoé: (6;3)"),
    ):
        play(folder, f"joueur: Anna\n{key}: {{{blue}}}\n", f"joueur: Paul\n{key}: {{{red}}}\n")
    return folder


def test_forms_and_schema_tell_nothing_that_is_hidden(tmp_path: Path) -> None:
    here, there = campaign(tmp_path / "1", "turn-1"), other_table(tmp_path / "2")
    for options in (("--schema",), ("--for", "Zoé"), ("--for", "Zoé", "--language", "en")):
        assert printed("template", here, *options) == printed("template", there, *options)
    assert printed("template", here, "--for", "Rita") != printed("template", there, "--for", "Rita")


def test_words_of_the_schema_fold_to_no_two_alike(tmp_path: Path) -> None:
    """An editor that proposes a key proposes it once."""
    given = schema_of(campaign(tmp_path, "turn-1"))["properties"]["ordres"]["properties"]
    assert len({fold(word) for word in given}) == len(given)


def test_a_file_in_place_of_the_folder_for_forms_is_named_as_it_was_given(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1")
    file = tmp_path / "fichier.yaml"
    file.write_text("précieux", encoding="utf-8")
    for into in (file, file / "ordres"):
        done = run("template", folder, "--into", into)
        assert (done.code, done.out) == (2, "")
        assert done.err == (
            f"« {into} » ne peut pas être un dossier : un fichier porte déjà ce nom, ou celui d’un dossier au-dessus.\n"
        )
    assert file.read_text(encoding="utf-8") == "précieux"


MJ_FILES = {
    "a word": ("{action: {déplacement Anna: échec}}", 0),
    "by its own words": ("{action: {'déplacement d’Anna': à toi, flèche de Zoé: d’accord}}", 0),
    "with his words": ("{action: {capture Luc: {décision: joué, raison: x, dit à tous: y}}}", 0),
    "left, in the long form": ("{action: {capture Luc: {décision: à toi}}}", 0),
    "no verdict": ("{action: {déplacement Anna: échecs}}", 1),
    "no word of it": ("{action: {déplacement Anna: {décision: échec, motif: x}}}", 1),
    "nothing decided": ("{action: {déplacement Anna: {raison: x}}}", 1),
    "no purpose": ("{actoin: {déplacement Anna: échec}}", 1),
}


@pytest.mark.parametrize("name", MJ_FILES)
def test_an_editor_knows_the_mjs_file(tmp_path: Path, name: str) -> None:
    folder = campaign(tmp_path, "turn-1")
    given, wrong = MJ_FILES[name]
    schema = schema_of(folder, "--for", "mj")
    assert bool(mistakes(schema, f"tour: 1\nmj:\n  réponses: {given}\n  le reste: à toi\n")) == bool(wrong)
    assert mistakes(schema, f"tour: 2\nmj: {{réponses: {given}}}\n"), "another turn"
    offered = schema["properties"]["mj"]["properties"]["réponses"]["properties"]["action"]["properties"]
    assert "échanger Zoé" in offered and len(offered) > 50
    form = template(folder, "mj")
    assert not mistakes(schema, form + "mj: {le reste: d’accord}\n")


@few(2)
@pytest.mark.parametrize("example", ["demo", "torus", "resistance", "resistance-targeted"])
def test_an_editor_knows_the_campaigns_of_the_examples(tmp_path: Path, example: str) -> None:
    own = (ROOT / "campaigns" / example / "campaign.yaml").read_text(encoding="utf-8")
    (tmp_path / "campaign.yaml").write_text(own, encoding="utf-8")
    language = [] if "\njeu:" in f"\n{own}" else ["--language", "en"]
    for synonym, word in (("forumactif", "forumotion"), ("pseudo:", "forum:"), ("echeance:", "échéance:")):
        own = own.replace(synonym, word)  # an editor knows one word for a thing
    assert not mistakes(schema_of(tmp_path, "--for", "campaign.yaml", *language), own)


@pytest.mark.parametrize(
    ("line", "right"),
    [
        ('échéance: {jours: 3, heure: "21:00", grâce: 2, relances: [24, 3], dès que complet: 6h}', True),
        ("échéance: {jours fixes: [lundi, jeudi], heure: 20h, fuseau: Europe/Paris}", True),
        ("échéance: {jours: 3, à l’heure: oui}\nabsents: permanents", True),
        ("échéance: {jours: 3, à l’heure: non, grâce: 5}", True),
        ("absences: [{joueur: Anna, du: 2026-12-01, au: 05/12/2026, remplaçant: Zed}]", True),
        ("frein: {silence: 48, manquants: 50}\nd’avance: attendent\nforum: phpbb", True),
        ("échéance: {jours: trois}", False),
        ("échéance: 24h", False),
        ("échéance: {jours: 3, heures: 5}", False),
        ("échéance: {jours: 3, à l’heure: oui, grâce: 5}", False),
        ("échéance: {heure: 20h}", False),
        ("absents: parfois", False),
        ("durée: 3", False),
    ],
)
def test_an_editor_knows_the_campaigns_own_file(tmp_path: Path, line: str, right: bool) -> None:
    folder = campaign(tmp_path, "turn-1")
    text = f"{(folder / 'campaign.yaml').read_text(encoding='utf-8')}\n{line}\n"
    found = mistakes(schema_of(folder, "--for", "campaign.yaml"), text)
    assert (not found) == right, found
    (folder / "campaign.yaml").write_text(text, encoding="utf-8")
    assert (run("status", folder).code == 0) == right, "as the program has it"


def test_the_clock_of_a_phase_is_known_to_an_editor(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1")
    schema = schema_of(folder, "--for", "campaign.yaml")
    own = (folder / "campaign.yaml").read_text(encoding="utf-8")
    for line, right in (("{heures: 24}", True), ("24h", False), ("{heures: 24, heure: 20h}", False)):
        assert (not mistakes(schema, f"{own}\néchéance: {{jours: 3, tour: {line}}}\n")) == right
    assert run("template", resistance.begun(tmp_path / "p"), "--schema", "--for", "mj").code == 2
