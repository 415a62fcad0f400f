"""The words of formats.md §1 are understood where they stand, and every list of words is the same list."""

import dataclasses
import json
import re
import unicodedata
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest
from tsewnart.pairs import campaign_on

from adjudicator.campaign.stages import Progress
from adjudicator.core.context import Context, read_boolean
from adjudicator.core.faults import Unread
from adjudicator.core.played_case import FOUND
from adjudicator.core.standing_orders import IF
from adjudicator.core.words import Names, fold
from adjudicator.forms.order_form import order_form
from adjudicator.games import GAMES, game
from adjudicator.games.resistance import cases as resistance_cases
from adjudicator.games.resistance import rules as resistance_rules
from adjudicator.games.resistance import state as resistance_state
from adjudicator.games.resistance.actions import ACTIONS as RESISTANCE_ACTIONS
from adjudicator.games.tsewnart import board, cases, orders, rules, rulings, state
from adjudicator.games.tsewnart.game import GAME
from adjudicator.games.tsewnart.game import GAME as TSEWNART_GAME
from adjudicator.games.tsewnart.views import PlayerView
from adjudicator.games.tsewnart.words import KINDS, read_cell, read_item
from adjudicator.orders.form_lines import value_text
from adjudicator.reading import strict_yaml
from adjudicator.reading.schemas import game_schema, load_schema
from adjudicator.reading.understanding import Understood, understand
from adjudicator.reading.validation import validate
from adjudicator.speech.voice import LANGUAGES, Voice, catalogue, vocabulary
from adjudicator.store.layout import data_folder
from adjudicator.table.situation import situation_at

if TYPE_CHECKING:
    from pathlib import Path

SCHEMAS = sorted(data_folder("schemas").rglob("*.schema.json"))

WORDS = vocabulary("tsewnart")
CAMPS = ("bleu", "rouge", "bleu clair", "Les Verts", "Terreur", "Équipe A", "L’Or")
CONTEXT = Context(WORDS, "fr", Names(["Anna", "Zoé", "Rien"]), Names(CAMPS), KINDS)

TABLE = {  # formats.md §1, by the place where the words stand
    "envelope": {
        "player": ["joueur"],
        "turn": ["tour"],
        "key": ["cle"],
        "orders": ["ordres"],
        "note": ["note"],
    },
    "nothing": {"nothing": ["rien", "je ne fais rien"]},
    "orders": {
        "move": ["deplacement", "deplacer"],
        "teleport": ["teleport", "teleportation", "se teleporter"],
        "sanctify": ["sanctifier", "sanctification"],
        "reveal": ["reveler", "revelation"],
        "extra_move": ["deplacement supplementaire"],
        "reorder": ["modifier", "modification"],
        "examine": ["autopsie", "examiner"],
        "steer_ghost": ["conduire fantome"],
        "conceal": ["anonyme"],
        "aim": ["viser", "visee"],
        "shoot": ["tirer", "fleche"],
        "terrorise": ["terroriser", "terreur"],
        "swap": ["echanger", "echange"],
        "pull": ["attirer", "attirance"],
        "capture": ["capturer", "capture"],
        "surrender": ["abandonner", "abandon"],
        "stop": ["arreter", "arret"],
    },
    "directions": {"up": ["haut"], "down": ["bas"], "left": ["gauche"], "right": ["droite"]},
    "reorder": {"action": ["action"], "before": ["avant"], "after": ["apres"]},
    "ghost": {"cell": ["case"], "camp": ["camp"], "to": ["vers"], "player": ["joueur"]},
    "topologies": {"closed": ["ferme"], "cylinder": ["bouee"], "torus": ["spherique"]},
    "booleans": {"true": ["oui"], "false": ["non"]},
    "campaign": {  # formats.md §3
        "game": ["jeu"],
        "title": ["titre"],
        "language": ["langue"],
        "board": ["plateau"],
        "camps": ["camps"],
        "options": ["options"],
        "missing": ["absents"],
        "deadline": ["echeance"],
        "seed": ["graine"],
    },
    "board": {"size": ["taille"], "topology": ["topologie"]},
    "camp": {"captain": ["capitaine"], "zone": ["zone"], "players": ["joueurs"]},
    "zone": {"columns": ["colonnes"], "rows": ["lignes"]},
    "person": {"name": ["nom"], "email": ["courriel"], "forum": ["forum"]},
    "options": {"reveal_to": ["reveler_a"]},
    "missing": {"wait": ["attendre"]},
    "deadline": {"days": ["jours"], "time": ["heure"], "timezone": ["fuseau"]},
}
ROWS = [
    (place, canonical, word)
    for place, row in TABLE.items()
    for canonical, words in row.items()
    for word in [canonical, *words]
]
OF_THE_RESISTANCE = {  # docs/resistance.md, by the place where the words stand
    "envelope": {"orders": ["ordres"], "standing": ["permanents", "ordres permanents"]},
    "orders": {
        "squad": ["escadron", "equipe"],
        "target": ["cible"],
        "vote": ["vote"],
        "mission": ["mission", "carte"],
    },
    "votes": {
        "yes": ["oui", "oui c’est ce que tous nous disons", "oui, c'est ce que tous nous disons"],
        "no": ["non", "frak non", "frak, non"],
    },
    "cards": {"success": ["reussite", "mission reussie"], "failure": ["echec", "mission echouee", "sabotage"]},
    "nothing": {"nothing": ["rien"]},
    "campaign": {"game": ["jeu"], "players": ["joueurs"], "options": ["options"], "seed": ["graine"]},
    "person": {"name": ["nom"], "character": ["personnage"]},
    "options": {
        "targeted_attacks": ["attaques ciblees"],
        "isolated_cylons": ["cylons isoles"],
        "seats": ["sieges"],
        "first_commander": ["premier commandant"],
        "missing_vote": ["vote manquant"],
        "no_squad": ["sans escadron"],
        "strict_colons": ["colons stricts"],
        "missing_card": ["carte manquante"],
        "two_failures": ["deux echecs"],
        "rejections": ["rejets"],
    },
}
ROWS_OF_THE_RESISTANCE = [
    (place, canonical, word)
    for place, row in OF_THE_RESISTANCE.items()
    for canonical, words in row.items()
    for word in [canonical, *words]
]
ACCENTED = ["clé", "déplacement", "téléportation", "révélation", "visée", "flèche", "échange", "arrêt", "bouée", "oui"]

STEPS = {  # tsewnart.md §3 and the author's own list, without the camp
    "reorder": ["modification", "modification du Professeur", "la modification du professeur"],
    "shoot": ["flèche", "flèche de l'Archer", "la flèche de l’archer"],
    "terrorise": ["terreur", "la terreur", "terreur de la Terreur", "terrorise"],
    "examine": ["autopsie", "obtention du rôle d'un fantôme par le Croque-Mort", "rôle d'un fantôme"],
    "move-brute": ["déplacement de la Brute", "deplacement brute", "DÉPLACEMENT_BRUTE", "move brute"],
    "sanctify": ["sanctification", "sanctification du Religieux", "la sanctification du religieux"],
    "move-agile": ["déplacement de l'Agile", "déplacement agile"],
    "move-dement": ["déplacement du Dément", "deplacement dement"],
    "move-tacticien": ["déplacement du Tacticien"],
    "move-professeur": ["déplacement du Professeur"],
    "move-mystique": ["déplacement du Mystique"],
    "move-terreur": ["déplacement de la Terreur", "deplacement terreur"],
    "move-savant": ["déplacement du Savant"],
    "move-religieux": ["déplacement du Religieux"],
    "move-croque-mort": ["déplacement du Croque-Mort", "déplacement croque mort", "deplacement-croque-mort"],
    "move-archer": ["déplacement de l'Archer"],
    "teleport": ["téléport", "téléport du Dément", "téléportation du dément"],
    "extra-move": ["déplacement supplémentaire", "déplacement supplémentaire de l'Agile"],
    "swap": ["échange", "échange du Tacticien"],
    "pull": ["attirance", "attirance du Savant"],
    "reveal": ["révélation", "révélation du Mystique", "la révélation du mystique"],
    "aim": ["visée", "visée de l'Archer"],
    "steer-ghost": ["conduite d'un fantôme", "conduite d'un fantôme par le Croque-Mort", "conduite fantôme"],
    "move-ghosts": ["déplacement des fantômes", "deplacement fantomes"],
}
ITEMS = [(f"{text} {camp}", f"{step} {camp}") for step, texts in STEPS.items() for text in texts for camp in CAMPS[:3]]
ITEMS += [(f"{step} rouge", f"{step} rouge") for step in STEPS]
ITEMS += [
    ("la terreur du rouge", "terrorise rouge"),
    ("terreur de la Terreur du camp rouge", "terrorise rouge"),
    ("révélation du Mystique de l’équipe bleu", "reveal bleu"),
    ("TERREUR ROUGE", "terrorise rouge"),
    ("  terreur   rouge ", "terrorise rouge"),
    ("terreur\u00a0rouge", "terrorise rouge"),
    ("terreur bleu clair", "terrorise bleu clair"),
    ("la terreur du bleu clair", "terrorise bleu clair"),
    ("terreur Les Verts", "terrorise Les Verts"),
    ("terreur des verts", "terrorise Les Verts"),
    ("terreur equipe a", "terrorise Équipe A"),
    ("terreur terreur", "terrorise Terreur"),
    ("terreur de la Terreur du camp Terreur", "terrorise Terreur"),
    ("déplacement terreur terreur", "move-terreur Terreur"),
    ("terreur L’Or", "terrorise L’Or"),
    ("terreur de l'or", "terrorise L’Or"),
]
CELLS = ["(3;5)", "3;5", "[3, 5]", "(3,5)", "( 3 ; 5 )", "3 ; 5", '"(3;5)"']
NOT_CELLS = ["3", "(3;5", "3;5)", "(3;5;7)", "[3, 5, 7]", "[3]", "a;b", "3.5", "((3;5))", "haut"]


def meanings_of(game: str) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """All that words of a game mean: the place, the canonical word, and the words by language."""
    for place, meanings in vocabulary(game)._places.items():
        for canonical, forms in meanings.items():
            yield place, canonical, forms


def variants(word: str) -> Iterator[str]:
    """``word`` as people type it: any case, other marks between words, decomposed accents."""
    for marked in {word.replace(" ", mark).replace("_", mark).replace("-", mark) for mark in (" ", "-", "_")} | {word}:
        yield from (marked, marked.upper(), marked.capitalize(), f" {marked} ")
    yield unicodedata.normalize("NFD", word)


def unaccented(word: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))


def in_turn(text: str) -> Understood:
    return understand(strict_yaml.read(text.encode()), game_schema("tsewnart", "turn"), CONTEXT)


def schema_orders() -> dict[str, Any]:
    return dict(game_schema("tsewnart", "turn")["$defs"]["orders"]["properties"])


def table_schema(name: str) -> dict[str, Any]:
    return dict(load_schema("urn:adjudicator:tsewnart:table")["$defs"][name])


# Words understood --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("place", "canonical", "word"), ROWS)
def test_a_word_of_the_table_is_understood_however_it_is_typed(place: str, canonical: str, word: str) -> None:
    assert {WORDS.meaning(place, variant) for variant in variants(word)} == {canonical}


@pytest.mark.parametrize(("place", "canonical", "word"), ROWS_OF_THE_RESISTANCE)
def test_a_word_of_the_resistance_is_understood_however_it_is_typed(place: str, canonical: str, word: str) -> None:
    assert {vocabulary("resistance").meaning(place, variant) for variant in variants(word)} == {canonical}


@pytest.mark.parametrize("game", GAMES)
def test_every_word_is_understood_at_its_place_with_and_without_accents(game: str) -> None:
    known = vocabulary(game)
    for place, canonical, forms in meanings_of(game):
        for word in (canonical, *(word for words in forms.values() for word in words)):
            typed = {*variants(word), *variants(unaccented(word)), word.replace("’", "'")}
            assert {known.meaning(place, variant) for variant in typed} == {canonical}, (place, word)


@pytest.mark.parametrize("word", ACCENTED)
def test_the_accents_of_the_french_words_are_known(word: str) -> None:
    shown = [form for forms in WORDS._places.values() for words in forms.values() for form in words["fr"]]
    assert word in shown


@pytest.mark.parametrize("game", GAMES)
def test_no_two_meanings_of_a_place_share_a_word(game: str) -> None:
    meanings: dict[tuple[str, str], set[str]] = {}
    for place, canonical, forms in meanings_of(game):
        for word in (canonical, *(word for words in forms.values() for word in words)):
            meanings.setdefault((place, fold(word)), set()).add(canonical)
    assert not {form: known for form, known in meanings.items() if len(known) > 1}


@pytest.mark.parametrize("game", GAMES)
def test_every_place_has_words_in_every_language(game: str) -> None:
    for place, canonical, forms in meanings_of(game):
        assert set(forms) == set(LANGUAGES), (place, canonical)
        assert all(words and all(words) for words in forms.values()), (place, canonical)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_word_shown_is_understood_back(game: str, language: str) -> None:
    known = vocabulary(game)
    for place in known._places:
        for canonical in known.canonical(place):
            assert known.meaning(place, known.word(place, canonical, language)) == canonical, place


@pytest.mark.parametrize(("order", "word"), [(o, w) for o, words in TABLE["orders"].items() for w in words])
def test_an_order_may_be_written_by_each_of_its_words_in_a_file(order: str, word: str) -> None:
    understood = in_turn(f"Joueur: zoe\nTOUR: 4\nordres:\n  {word.upper()}: x\n")
    assert list(understood.root) == ["player", "turn", "orders"]
    assert list(understood.root["orders"]) == [order]


@pytest.mark.parametrize("text", ["rien", "Je ne fais rien", "nothing", "RIEN"])
def test_nothing_is_an_order_of_its_own(text: str) -> None:
    understood = in_turn(f"joueur: Rien\ntour: 4\nordres: {text}\n")
    assert (understood.root, understood.faults) == ({"player": "Rien", "turn": 4, "orders": {}}, [])


def test_words_are_understood_by_the_place_where_they_stand() -> None:
    meanings = {place: WORDS.meaning(place, "terreur") for place in ("roles", "steps", "orders", "directions")}
    assert meanings == {"roles": "terreur", "steps": "terrorise", "orders": "terrorise", "directions": None}


def test_the_same_order_in_two_words_is_a_duplicate_key() -> None:
    understood = in_turn("joueur: Zoé\ntour: 4\nordres:\n  move: up\n  déplacement: haut\n")
    assert [(fault.code, fault.mark.line) for fault in understood.faults] == [("duplicate-key", 5)]


@pytest.mark.parametrize(("text", "value"), [("oui", True), ("non", False), ("YES", True), ("No", False)])
def test_yes_and_no_are_read_where_a_boolean_is_wanted(text: str, value: bool) -> None:
    assert read_boolean(text, CONTEXT) is value


# Items of the order of play ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "item"), ITEMS)
def test_an_item_is_read_in_every_spelling(text: str, item: str) -> None:
    assert read_item(text, CONTEXT) == item
    assert read_item(unaccented(text.upper()), CONTEXT) == item


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("step", rules.STEPS)
def test_an_item_shown_is_understood_back(step: str, language: str) -> None:
    shown = f"{WORDS.word('steps', step, language)} bleu clair"
    assert read_item(shown, CONTEXT) == f"{step} bleu clair"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("terreur", "item-without-camp"),
        ("terreur vert pomme", "item-without-camp"),
        ("magie rouge", "unknown-item"),
        ("rouge", "unknown-item"),
        ("déplacement rouge", "unknown-item"),
        ("terreurrouge", "item-without-camp"),
    ],
)
def test_what_is_no_item_is_refused(text: str, code: str) -> None:
    with pytest.raises(Unread) as refusal:
        read_item(text, CONTEXT._replace(camps=Names(("bleu", "rouge"))))
    assert refusal.value.code == code


def test_the_longest_camp_name_that_ends_the_text_is_the_camp() -> None:
    context = Context(WORDS, "fr", None, Names(["clair", "bleu clair", "bleu"]), KINDS)
    read = [read_item(text, context) for text in ("terreur bleu clair", "terreur clair", "terreur bleu")]
    assert read == ["terrorise bleu clair", "terrorise clair", "terrorise bleu"]


# Cells -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", CELLS)
def test_a_cell_is_read_in_every_spelling(text: str) -> None:
    understood = in_turn(f"joueur: Zoé\ntour: 4\nordres:\n  échanger: {text}\n")
    assert (understood.root["orders"], understood.faults) == ({"swap": [3, 5]}, [])


@pytest.mark.parametrize("text", NOT_CELLS)
def test_what_is_no_cell_is_not_understood(text: str) -> None:
    with pytest.raises(Unread):
        read_cell(strict_yaml.read(text.encode()).root, CONTEXT)


def test_a_comma_at_which_yaml_cuts_a_cell_is_told_as_such_in_a_list() -> None:
    text = "camps:\n  bleu:\n    joueurs: [Zoé]\n    zone: [(3,5), (4;5)]\n"
    understood = understand(strict_yaml.read(text.encode()), game_schema("tsewnart", "campaign"), CONTEXT)
    assert "split-cell" in [fault.code for fault in understood.faults]


def test_a_comma_at_which_yaml_cuts_a_cell_is_told_as_such_in_a_mapping() -> None:
    understood = in_turn("joueur: Zoé\ntour: 4\nordres:\n  conduire fantôme: {case: (3,5), vers: haut}\n")
    assert "split-cell" in [fault.code for fault in understood.faults]


# What a form offers ------------------------------------------------------------------------------------------


def form_of(role: str, language: str) -> tuple[str, Progress]:
    """The order form of Zoé, who has a piece of ``role`` and all its uses."""
    camps = {"bleu": {"zone": {"columns": [1, 1]}, "players": ["Zoé"]}, "rouge": {"zone": [[6, 1]], "players": ["Max"]}}
    setting = GAME.setup.setting({"board": {"size": [6, 3], "topology": "closed"}, "camps": camps})
    table = state.State("turn", 4, scores={"bleu": 0, "rouge": 0})
    for player, camp, cell in (("Zoé", "bleu", (2, 2)), ("Max", "rouge", (5, 2))):
        table.pieces[player] = state.new_piece(player, camp, role, cell)
        table.pieces[player].aimed = (2, 2)
    progress = Progress(campaign_on(setting), [])
    progress.state = table
    voice = Voice(catalogue(language, "tsewnart"), WORDS)
    return order_form(situation_at(progress, datetime(2026, 11, 20, tzinfo=UTC)), "Zoé", voice), progress


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("role", state.ROLES)
def test_every_line_of_an_order_form_is_understood_and_allowed(role: str, language: str) -> None:
    text, progress = form_of(role, language)
    head, _, rest = text.partition(f"\n{WORDS.word('envelope', 'orders', language)}:\n")
    orders = rest.partition(f"\n{WORDS.word('envelope', 'standing', language)}:\n")[0]
    blanks = re.findall(r"^  (\w[^:#]*):$", orders, re.MULTILINE)
    choices = {WORDS.word("orders", each.order, language): each for each in GAME.forms.choices(progress.view("Zoé"))}
    assert blanks == list(choices)
    assert len(blanks) >= 3
    voice = Voice(catalogue(language, "tsewnart"), WORDS)
    offers = [f"{word}: {value_text(choices[word].example, voice)}" for word in blanks]
    head += f"\n{WORDS.word('envelope', 'orders', language)}"
    context = Context(WORDS, language, Names(["Zoé", "Max"]), Names(["bleu", "rouge"]), KINDS)
    schema = game_schema("tsewnart", "turn")
    for offer in offers:
        document = strict_yaml.read(f"{head}:\n  {offer}\n".encode())
        understood = understand(document, schema, context)
        faults = [*document.faults, *understood.faults, *validate(understood, schema, context)]
        assert not faults, offer
        campaign = progress.campaign
        assert not GAME.orders.objections(
            GAME.rules.view(campaign.setting, progress.state, "Zoé"), understood.root["orders"]
        ), offer


# One list, wherever it stands --------------------------------------------------------------------------------


VIEWS = [
    PlayerView(
        player="Zoé",
        phase="turn",
        camp="bleu",
        captain="Zoé",
        camps=("bleu", "rouge"),
        mates=("Zoé",),
        board={},
        grid=board.Board(6, 3, "closed"),
        zone=(),
        initiative=("bleu", "rouge"),
        members={},
        surrender=False,
        stop=False,
        unit=unit,
        role=role,
        cell=(1, 1),
        teleports=1,
        extra_moves=1,
        aimed=(1, 3),
        ghost_cells={"Zoé": (1, 1)},
    )
    for unit, role in [*(("piece", role) for role in state.ROLES), ("ghost", "archer"), ("nothing", None)]
]


def test_every_list_of_orders_is_the_same() -> None:
    known = set(schema_orders())
    played = {step.order for step in rules.ORDER_OF_PLAY}
    offered = {choice.order for view in VIEWS for choice in TSEWNART_GAME.forms.choices(view)}
    assert set(WORDS.canonical("orders")) == known
    assert played | {"capture", "conceal", *orders.VOTES} == known
    assert played | set(orders.GHOST_ORDERS) | set(rulings.DECLARATIONS) == known
    assert offered == known
    assert set(orders.EXCLUSIVE) < known


@pytest.mark.parametrize("order", sorted(schema_orders()))
def test_each_order_has_a_word_for_the_account_and_a_remark_for_the_form(order: str) -> None:
    for language in LANGUAGES:
        assert WORDS.word("orders", order, language)
        assert catalogue(language, "tsewnart").say(f"choice.{order}")


def test_every_list_of_roles_is_the_same() -> None:
    assert tuple(table_schema("role")["enum"]) == state.ROLES
    assert tuple(WORDS.canonical("roles")) == state.ROLES
    assert {step.role for step in rules.ORDER_OF_PLAY} - {None} == set(state.ROLES)


def test_every_list_of_directions_is_the_same() -> None:
    known = list(board.DIRECTIONS)
    assert WORDS.canonical("directions") == known
    assert table_schema("direction")["enum"] == known
    assert table_schema("where")["anyOf"][0]["enum"] == known


def test_every_list_of_steps_is_the_same_and_in_the_order_of_play() -> None:
    assert WORDS.canonical("steps") == [step.id for step in rules.ORDER_OF_PLAY] == list(STEPS)


def test_every_list_of_topologies_is_the_same() -> None:
    assert tuple(WORDS.canonical("topologies")) == board.TOPOLOGIES
    assert tuple(table_schema("topology")["enum"]) == board.TOPOLOGIES


def test_every_list_of_options_is_the_same() -> None:
    known = table_schema("options")["properties"]
    assert list(state.Options._fields) == list(known) == WORDS.canonical("options")
    for name, schema in known.items():
        default = getattr(state.Options(), name)
        if "enum" in schema:
            assert schema["enum"] == WORDS.canonical(name)
            assert default in schema["enum"]
        else:
            assert (schema["type"], default) == ("boolean", False)


def test_every_list_of_expectations_is_the_same() -> None:
    schema = game_schema("tsewnart", "case")["$defs"]
    assert list(schema["expect"]["properties"]) == WORDS.canonical("expect")
    assert set(WORDS.canonical("expect")) == {*cases.FOUND, "over", "clauses"}
    assert set(schema["case"]["properties"]) == set(WORDS.canonical("cases"))
    amended = game_schema("tsewnart", "amendment")["$defs"]["piece"]["properties"]
    assert {*schema["piece"]["properties"], *amended} == set(WORDS.canonical("unit"))


def walk(schema: Any) -> Iterator[dict[str, Any]]:
    if isinstance(schema, dict):
        yield schema
    for inner in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from walk(inner)


def games_of(path: "Path") -> list[str]:
    """The games whose files a schema is for: its own, or all of them; the post has words of its own."""
    if path.name == "mail.schema.json":
        return ["mail"]
    return [name for name in GAMES if name == path.parent.name] or list(GAMES)


@pytest.mark.parametrize("path", SCHEMAS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_key_and_fixed_word_of_a_schema_is_in_the_vocabulary(path: "Path") -> None:
    if path.name == "clauses.schema.json":
        return  # each game's is like it, with its own conditions
    for known in map(vocabulary, games_of(path)):
        for part in walk(json.loads(path.read_text(encoding="utf-8"))):
            if "x-keys" in part and "properties" in part:
                assert set(part["properties"]) <= set(known.canonical(part["x-keys"])), part["x-keys"]
            for place in part.get("x-read", ()):
                if place in known._places and "enum" in part and len(part["x-read"]) == 1:
                    assert part["enum"] == known.canonical(place)


# What schemas share ------------------------------------------------------------------------------------------

ALIKE = [path for path in SCHEMAS if "x-like" in json.loads(path.read_text(encoding="utf-8"))]


def assert_a_grammar_of_clauses(own: Any, shared: Any, loaded: Any) -> None:
    """Its conditions stand in clauses and in groups; what structure it has is that of all games."""
    defined, parts = loaded["$defs"], shared["$defs"]
    assert loaded == {
        **shared,
        **own,
        "$defs": {**parts, **own["$defs"], **{k: defined[k] for k in ("clause", "group")}},
    }
    for name in ("clause", "group"):
        structure = parts[name]["properties"]
        assert defined[name] == {**parts[name], "properties": own["x-conditions"] | structure}
        assert not own["x-conditions"].keys() & structure.keys()


def test_every_list_of_conditions_is_the_same() -> None:
    for name in GAMES:
        conditions = game(name).orders.conditions
        schema = "plan-conditions" if name == "resistance" else "conditions"
        written = game_schema(name, schema)["x-conditions"] if conditions else {}
        assert list(conditions) == list(written) == (vocabulary(name).canonical("conditions") if conditions else [])


@pytest.mark.parametrize("path", ALIKE, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_schema_like_another_has_its_words_and_keeps_its_own(path: "Path") -> None:
    own = json.loads(path.read_text(encoding="utf-8"))
    shared, loaded = load_schema(own["x-like"]), load_schema(own["$id"])
    if "x-conditions" in own:
        assert_a_grammar_of_clauses(own, shared, loaded)
        return
    known, more = shared["properties"], own.get("properties", {})
    mixed = {
        key: {**known[key], **part, "properties": known[key]["properties"] | part["properties"]}
        for key, part in more.items()
        if part.get("x-like") is True
    }
    assert loaded == {**shared, **own, "properties": known | more | mixed}
    assert set(loaded["properties"]) <= set(vocabulary(path.parent.name).canonical(loaded["x-keys"]))


def test_every_phase_and_every_campaign_is_like_what_all_games_share() -> None:
    of_any_game = dict(load_schema("urn:adjudicator:campaign")["properties"])  # it is kept for all who ask
    of_any_game.pop("game")
    clocks = of_any_game.pop("deadline")["properties"]
    phases = {
        "tsewnart": {"roles", "placement", "turn"},
        "resistance": {*resistance_rules.PHASES, "windows"} - {"deal"},
    }
    phases |= {"overseers": {"placement", "vote", "windows"}, "clocktower": {"night", "day", "votes"}}
    phases["zfate"] = {"sheets", "exchange", "milestone", "windows"}
    for name in GAMES:
        named = game_schema(name, "campaign")["properties"]["deadline"]["properties"]
        assert named.keys() - clocks.keys() == phases.get(name, set())
        known = game_schema(name, "campaign")["properties"]
        assert {key: known[key] for key in of_any_game} == of_any_game
    played = ("deal", "proposal", "vote", "mission", "plan")
    for name, phase in (("tsewnart", "turn"), *(("resistance", phase) for phase in played)):
        assert {"player", "turn", "key", "orders", "note", "players"} <= game_schema(name, phase)["properties"].keys()
    assert "standing" in game_schema("resistance", "deal")["properties"]
    assert "standing" in game_schema("tsewnart", "turn")["properties"]
    assert not any("standing" in game_schema("tsewnart", phase)["properties"] for phase in ("roles", "placement"))


def test_standing_orders_of_tsewnart_are_the_orders_of_a_turn_but_votes() -> None:
    defined = game_schema("tsewnart", "turn")["$defs"]
    same = {order: f"#/$defs/orders/properties/{order}" for order in defined["orders"]["properties"]}
    assert {key: part["$ref"] for key, part in defined["standing"]["properties"].items() if key != IF} == {
        order: reference for order, reference in same.items() if order not in orders.VOTES
    }


# The lists of the Resistance ---------------------------------------------------------------------------------


def test_every_list_of_orders_of_the_resistance_is_the_same() -> None:
    words, defined = vocabulary("resistance"), game_schema("resistance", "plan")["$defs"]
    base = list(game_schema("resistance", "orders")["$defs"]["orders"]["properties"])
    assert base == words.canonical("orders")[: len(base)] == ["squad", "target", "vote", "mission"]
    declared = {key for action in RESISTANCE_ACTIONS for key in action.keys}
    assert sorted(declared) == sorted(words.canonical("orders"))
    assert words.canonical("orders") == list(defined["orders"]["properties"])
    assert set(defined["standing"]["properties"]) == {*words.canonical("orders"), IF} - {"target", "pass"}
    assert [*resistance_rules.PHASES, "over"] == words.canonical("phases")
    phases = {phase for action in RESISTANCE_ACTIONS for phase in action.phases}
    assert phases == resistance_rules.PHASES.keys() - {"deal"}
    for language in LANGUAGES:
        for order in words.canonical("orders"):
            assert catalogue(language, "resistance").say(f"field.orders.{order}")


def test_every_list_of_options_of_the_resistance_is_the_same() -> None:
    words = vocabulary("resistance")
    known = game_schema("resistance", "campaign")["$defs"]["options"]["properties"]
    defaults = resistance_state.Options()
    assert list(defaults._fields) == list(known) == words.canonical("options")
    for name, schema in known.items():
        if "enum" in schema:
            assert schema["enum"] == words.canonical(schema["x-read"][0])
            assert getattr(defaults, name) == schema["enum"][0]
        else:
            assert schema["type"] == "boolean"
            assert isinstance(getattr(defaults, name), bool)


def test_every_list_of_expectations_of_the_resistance_is_the_same() -> None:
    words, schema = vocabulary("resistance"), game_schema("resistance", "case")["$defs"]
    assert list(schema["expect"]["properties"]) == words.canonical("expect")
    fields = {field.name for field in dataclasses.fields(resistance_state.State)}
    assert set(words.canonical("expect")) <= {*resistance_cases.FOUND, *FOUND, *fields}
    of_other_games = {"orders"}  # the Resistance has its orders stage by stage
    assert set(schema["case"]["properties"]) == set(words.canonical("cases")) - of_other_games
