"""The pages of the docs that players and MJs read, in French: what they say is what the program does."""

from __future__ import annotations

import hashlib
import re
import shutil
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from support.campaigns import cases_of, play, write
from support.commands import CASES, ROOT, plain
from support.depth import few
from support.golden import Golden
from support.guide_pages import (
    CODE,
    EXCHANGE,
    MARKUP,
    Followed,
    console,
    prepare,
    sections,
    wrong_answers,
    wrong_from_a_shell,
)
from support.shared import once

from adjudicator.campaign.loading import load_campaign
from adjudicator.campaign.stages import progress_of
from adjudicator.core.dice import Dice
from adjudicator.core.game import CASE_SEED as SEED
from adjudicator.games.resistance import rules as resistance
from adjudicator.games.resistance.state import Options as SecondOptions
from adjudicator.games.tsewnart import rules, rulings, views
from adjudicator.games.tsewnart.adjudication import play_turn
from adjudicator.games.tsewnart.board import TOPOLOGIES
from adjudicator.games.tsewnart.cases import make_setting, make_state
from adjudicator.games.tsewnart.setup import FOUR_CAMPS, PRESETS
from adjudicator.games.tsewnart.state import ROLES, Options, Setting, State
from adjudicator.pictures.board import board_rows, camp_letters, cell_text
from adjudicator.proof.cases import Case, case_files
from adjudicator.reading.schemas import game_schema
from adjudicator.speech.voice import vocabulary

DOCS = ROOT / "docs"
RULES = "tsewnart.md"
INDEX = "| point | en une phrase | cas |"
ORDERS = "joueur.md"
MORE = "joueur-reference.md"
SECOND = "resistance.md"
OF_A_CASE = "cas-resistance.md"
"""How a case of the second game is written."""
CARDS = {"carte-tsewnart.md": "partie", "carte-resistance.md": "flotte"}
"""A card for players of two games, and the campaign in which its first file can be sent."""
POSTED = {
    "carte-overseers.md": ("overseers", {"2": "deal"}),
    "carte-clocktower.md": ("clocktower-post", {"1": "setup", "4": "votes-3"}),
    "card-clocktower.md": ("clocktower-post", {"4": "votes-3"}),
    "carte-zfate.md": ("zfate", {"1": "", "9": "reactions-8"}),
}
"""The cards of the others: an example game, and the stage after which what names a turn can be sent."""
SENT = [ORDERS, MORE, *CARDS]
"""The pages that show what players send and are answered."""
RUN = [RULES, MORE, OF_A_CASE]
"""The pages that show commands."""
PAGES = [*RUN, SECOND]
RULINGS = [f"R{number}" for number in range(1, 28)]
ID = re.compile(r"\b[A-Z]{3,}-[A-Z]?\d+\b")


@cache
def text(page: str) -> str:
    return (DOCS / page).read_text(encoding="utf-8")


def rows(page: str, head: str) -> list[list[str]]:
    """The cells of the table whose first line is ``head``."""
    table = text(page).partition(f"{head}\n")[2].partition("\n\n")[0]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[1:]]


class Named(NamedTuple):
    """A case as the first lines of it say; to read all cases takes seconds."""

    path: Path
    game: str
    rule: str

    def read(self, name: str) -> Case:
        (found,) = [case for case in cases_of(self.path) if case.plain["id"] == name]
        return found


@cache
def cases() -> dict[str, Named]:
    found: dict[str, Named] = {}
    for path in case_files([CASES]):
        for name, lines in re.findall(r"^- id: *(\S+)\n((?:  .*\n)*)", path.read_text("utf-8"), re.MULTILINE):
            rule = re.search(r"^  (?:rule|règle): *(.*)$", lines, re.MULTILINE)
            found[name] = Named(path, path.parent.name, rule[1].strip("\"'") if rule else "")
    return found


PREPARED = """\
mkdir partie début
cat > partie/campaign.yaml <<.
jeu: tsewnart
titre: La partie
plateau: {taille: 6x4, topologie: fermé}
camps:
  bleu: {zone: {colonnes: 1-2}, joueurs: [Anna, Luc, Max, Nina, Omar, Yann]}
  rouge: {zone: {colonnes: 5-6}, joueurs: [Paul, Rita, Zoé, Hugo, Léa, Ugo]}
graine: 8f14e45fceea167a5a36dedd4bea2543
.
adjudicator submit partie - <<.
joueurs:
  Anna: {rôles: {Anna: Brute, Luc: Agile, Max: Mystique, Nina: Religieux, Omar: Professeur, Yann: Dément}}
  Paul: {rôles: {Paul: Archer, Rita: Terreur, Zoé: Tacticien, Hugo: Savant, Léa: Croque-Mort, Ugo: Mystique}}
.
adjudicator resolve partie
adjudicator submit partie - <<.
joueurs:
  Anna: {placement: {Anna: (2;2), Luc: (2;1), Max: (1;1), Nina: (1;2), Omar: (1;3), Yann: (2;3)}}
  Paul: {placement: {Paul: (5;3), Rita: (6;1), Zoé: (5;2), Hugo: (5;4), Léa: (6;3), Ugo: (5;1)}}
.
adjudicator resolve partie
adjudicator submit partie - <<.
tour: 1
joueurs:
  Luc: {déplacement: droite, déplacement supplémentaire: droite}
  Ugo: {déplacement: gauche}
  Paul: {viser: (3;3)}
  Rita: {terroriser: (1;4)}
.
adjudicator resolve partie --force
cat > début/campaign.yaml <<.
jeu: tsewnart
titre: Le début
plateau: {taille: 6x3, topologie: fermé}
camps:
  bleu: {zone: {colonnes: 1}, joueurs: [Anna, Luc, Max]}
  rouge: {zone: {colonnes: 6}, joueurs: [Paul, Rita, Zoé]}
graine: 8f14e45fceea167a5a36dedd4bea2543
.
adjudicator submit début - <<.
joueur: Paul
rôles: {Paul: Terreur, Rita: Savant, Zoé: Tacticien}
.
mkdir flotte raid
mkdir complots
cat > complots/campaign.yaml <<.
jeu: resistance
titre: Les complots
joueurs: [Anna, Bruno, Chloé, Denis, Emma, Farid, Gaëlle, Hugo]
le plan: oui
absents: permanents
graine: 3c6e0b8a9c15224a8228b9a98ca1531d
.
adjudicator resolve complots
cat > flotte/campaign.yaml <<.
jeu: resistance
titre: La flotte
joueurs: [Anna, {nom: Bruno, personnage: Laura Roslin}, Chloé, Denis, {nom: Emma, personnage: Gaius Baltar}]
graine: 3c6e0b8a9c15224a8228b9a98ca1531d
.
adjudicator resolve flotte
sed "s/La flotte/Le raid/" flotte/campaign.yaml > raid/campaign.yaml
echo "options: {attaques ciblées: oui}" >> raid/campaign.yaml
adjudicator resolve raid
"""
"""The campaigns that the players' pages are about: « partie », at its second turn, and « début », at the roles; of the
second game « flotte », « raid » and « complots », whose identities are dealt."""


def prepared() -> Path:
    """Return a folder with these campaigns, made once: nothing may be changed there."""

    def make(folder: Path) -> None:
        folder.mkdir()
        prepare(PREPARED, folder)

    return once("players", make)


# Numbers, anchors and links ----------------------------------------------------------------------------------


def anchors(page: str) -> list[str]:
    return re.findall(r'<a id="([^"]+)"></a>', text(page))


def test_each_section_stands_under_its_number() -> None:
    heads = re.findall(r'^<a id="s(\d+)"></a>\n## §(\d+)\. ', text(RULES), re.MULTILINE)
    assert heads == [(str(n), str(n)) for n in range(1, 11)]
    endings = re.findall(r'^<a id="s4-(\d)"></a>\n\*\*§4\.(\d)\.\*\* ', text(RULES), re.MULTILINE)
    assert endings == [(str(n), str(n)) for n in range(1, 7)]


def test_each_role_stands_under_its_name() -> None:
    heads = re.findall(r'^<a id="([\w-]+)"></a>\n### (\w[\w-]*)$', text(RULES), re.MULTILINE)
    words = vocabulary("tsewnart")
    assert [head for head in heads if head[0] in ROLES] == [(role, words.word("roles", role, "fr")) for role in ROLES]


def test_each_ruling_is_said_once_under_its_number() -> None:
    said = re.findall(r'^<a id="r(\d+)"></a>\n\*\*R(\d+)\.\*\* ', text(RULES), re.MULTILINE)
    assert all(anchor == number for anchor, number in said)
    assert sorted(f"R{number}" for _, number in said) == sorted(RULINGS)


def test_the_index_has_each_ruling_in_order() -> None:
    index = rows(RULES, INDEX)
    assert [row[0] for row in index] == [f"[{ruling}](#{ruling.lower()})" for ruling in RULINGS]
    assert all(sentence.endswith(".") for _, sentence, _ in index)


@pytest.mark.parametrize("page", [*PAGES, ORDERS, *CARDS, *POSTED])
def test_no_anchor_stands_twice_and_every_link_leads_somewhere(page: str) -> None:
    assert len(anchors(page)) == len(set(anchors(page)))
    links = re.findall(r"\]\(([^)\n]+)\)", CODE.sub("x", text(page)))
    assert links
    for link in links:
        path, _, anchor = link.partition("#")
        target = DOCS / path if path else DOCS / page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target.name), link


def test_whatever_cases_call_a_section_or_a_ruling_can_be_looked_up() -> None:
    assert len(cases()) > 1500
    for name, case in cases().items():
        known, rule = anchors(f"{case.game}.md"), case.rule.partition("formats")[0]
        for section in re.findall(r"§(\d+(?:\.\d+)?)", rule):
            assert f"s{section.replace('.', '-')}" in known, name
        for ruling in re.findall(r"\bR(\d+)\b", rule):
            assert f"r{ruling}" in known, name
        for number in re.findall(r"\b(?<!§)(\d+)\b", rule) if case.game == "overseers" else ():
            assert f"o{number}" in known, name


# What the page says is so ------------------------------------------------------------------------------------


def test_the_order_of_play_is_that_of_the_program() -> None:
    words, expected = vocabulary("tsewnart"), []
    for number, step in enumerate(rules.ORDER_OF_PLAY, 1):
        who = words.word("roles", step.role, "fr") if step.role else "chaque fantôme du camp"
        name, order = words.word("steps", step.id, "fr"), words.word("orders", step.order, "fr")
        expected.append([str(number), name, who, f"`{order}`"])
    assert rows(RULES, "| n° | étape | qui agit | ordre à écrire |") == expected


def test_the_sizes_are_those_that_the_program_recommends() -> None:
    tables = [(f"2 camps de {players}", sizes) for players, sizes in PRESETS.items()]
    tables.append(("4 camps de 3 à 5", FOUR_CAMPS))
    expected = []
    for name, sizes in tables:
        known = {topology: "{}×{}".format(*size) for topology, size in sizes.items()}
        expected.append([name, *(known.get(topology, "–") for topology in TOPOLOGIES)])
    assert rows(RULES, "| joueurs | fermé | bouée | sphérique |") == expected


def test_initiative_turns_as_the_page_says() -> None:
    tables = [("bleu", "rouge"), ("bleu", "rouge", "vert")]
    expected = [[str(turn), *(", ".join(rulings.initiative(camps, turn)) for camps in tables)] for turn in range(1, 5)]
    assert rows(RULES, "| tour | à deux camps | à trois camps |") == expected


def test_every_case_that_is_cited_exists() -> None:
    cited = set(ID.findall(MARKUP.sub("", text(RULES))))
    assert len(cited) > 60
    assert not cited - cases().keys()


def test_the_cases_of_the_index_are_about_their_ruling() -> None:
    """A dash stands where no case names the ruling."""
    for ruling, (_, _, cited) in zip(RULINGS, rows(RULES, INDEX), strict=True):
        about = {name for name, case in cases().items() if ruling in re.findall(r"R\d+", case.rule)}
        assert set(ID.findall(cited)) <= about, ruling
        assert (cited == "–") == (not about), ruling


def test_options_and_their_choices_are_those_of_campaigns() -> None:
    words, expected = vocabulary("tsewnart"), {}
    for option in words.canonical("options"):
        if option == "reasons":
            choices = [vocabulary("").word("booleans", value, "fr") for value in ("false", "true")]
        else:
            choices = [words.word(option, choice, "fr") for choice in words.canonical(option)]
        expected[words.word("options", option, "fr")] = choices
    named = [[re.findall(r"`([^`]+)`", cell) for cell in row[:2]] for row in rows(RULES, "| option | choix | effet |")]
    assert {option: choices for [option], choices in named} == expected
    defaults = Options()
    for option, (_, choices) in zip(words.canonical("options"), named, strict=True):
        chosen = getattr(defaults, option)
        place, meant = (vocabulary(""), "false") if chosen is False else (words, chosen)
        assert choices[0] == place.word("booleans" if chosen is False else option, meant, "fr"), option


def marks(setting: Setting, state: State, first: tuple[int, int], last: tuple[int, int]) -> list[list[str]]:
    """The part of a board from one corner to the other, as reports mark it, with the numbers of columns and rows."""
    letters = camp_letters(setting.camp_names, {})
    board = board_rows(views.board_view(setting, state, own=None), letters)
    columns = range(first[0], last[0] + 1)
    lines = [["", *map(str, columns)]]
    for y in range(first[1], last[1] + 1):
        cells = [cell_text(board[y - 1][x - 1]) or "." for x in columns]
        lines.append([str(y), *cells])
    return lines


def drawing(case: Case, first: tuple[int, int], last: tuple[int, int]) -> str:
    """A part of the board of a case before and after its turn, side by side."""
    setting, state = make_setting(case.plain), make_state(case.plain)
    outcome = play_turn(setting, state, case.plain.get("orders", {}), SEED)
    before, after = (marks(setting, table, first, last) for table in (state, outcome.state))
    width = max(len(mark) for line in [*before, *after] for mark in line) + 2
    both = zip(before, after, strict=True)
    halves = [["".join(mark.rjust(width) for mark in line) for line in pair] for pair in both]
    middle = len(halves) // 2
    return "".join(f"{'   →' if i == middle else '    '}".join(pair).rstrip() + "\n" for i, pair in enumerate(halves))


def test_every_drawing_is_that_of_its_case() -> None:
    found = re.findall(
        r"^```text\n([A-Z]+-\w+), de \((\d);(\d)\) à \((\d);(\d)\)\n(.*?)```$", text(RULES), re.MULTILINE | re.DOTALL
    )
    assert len(found) == text(RULES).count("```text\n") >= 5
    for name, x1, y1, x2, y2, drawn in found:
        assert drawn == drawing(cases()[name].read(name), (int(x1), int(y1)), (int(x2), int(y2))), name


def test_a_page_for_players_has_an_example_of_every_order() -> None:
    """In what somebody sends, or in what he may write."""
    for game in ("tsewnart", "resistance"):
        shown, words = text(f"carte-{game}.md") + text(MORE), vocabulary(game)
        for order in words.canonical("orders"):
            assert re.search(rf"(?:^ +|`){words.word('orders', order, 'fr')}:", shown, re.MULTILINE), order


# What the rules of the second game say -----------------------------------------------------------------------


def test_the_numbers_of_cylons_and_the_sizes_of_squads_are_those_of_the_program() -> None:
    counted = [[str(n), str(n - cylons), str(cylons)] for n, cylons in resistance.CYLON_COUNT.items()]
    assert rows(SECOND, "| joueurs | Colons | Cylons |") == counted
    sizes = resistance.SQUAD_SIZES
    expected = [
        [str(n), *(f"{size[n - 1]}{'†' * (n == 4 and p > 6)}" for p, size in sizes.items())] for n in range(1, 6)
    ]
    assert rows(SECOND, f"| mission | {' | '.join(f'{players} joueurs' for players in sizes)} |") == expected


def test_options_of_the_second_game_and_their_choices_are_those_of_campaigns() -> None:
    words, shared = vocabulary("resistance"), vocabulary("")
    for option, row in zip(words.canonical("options"), rows(SECOND, "| option | choix | effet |"), strict=True):
        place, forms = ("cards" if option == "missing_card" else option), words
        if isinstance(default := getattr(SecondOptions(), option), bool):
            place, forms, default = "booleans", shared, str(default).lower()
        named = [re.findall(r"`([^`]+)`", cell) for cell in row[:2]]
        assert named[0] == [words.word("options", option, "fr")]
        assert named[1][0] == forms.word(place, default, "fr"), option
        assert sorted(named[1]) == sorted(forms.word(place, choice, "fr") for choice in forms.canonical(place)), option


def test_a_cylon_is_drawn_as_the_page_says() -> None:
    """The text whose SHA-256 is taken stands on the page, with a word where the seed goes."""
    [shown] = re.findall(r"`(\[\"graine\", .*?\])`", text(SECOND))
    number = int(hashlib.sha256(shown.replace("graine", SEED).encode()).hexdigest(), 16)
    players = [f"Joueur {i}" for i in range(5)]
    assert Dice(SEED, 0).pick("cylon", "0", players) == players[number % 5]


def test_every_case_of_the_second_index_exists() -> None:
    index = rows(SECOND, "| règle | en une phrase | où | cas |")
    cited = [case for *_, cell in index for case in re.findall(r"RES-[\w-]+", cell)]
    assert len(index) == 21 and len(cited) > 40
    assert not set(cited) - cases().keys()


def told(page: str, head: str) -> list[str]:
    """The words between backquotes in the first cells of a table."""
    return [word for first, _ in rows(page, head) for word in re.findall(r"`([^`]+)`", first)]


@pytest.mark.parametrize(
    ("head", "place", "definition"),
    [
        ("| clé | ce qu’on y écrit |", "cases", "case"),
        ("| sous `étapes` | ce qui est envoyé |", "stage", "stage"),
        ("| sous `attendu` | ce qui est comparé |", "expect", "expect"),
    ],
)
def test_every_key_of_a_case_of_the_second_game_is_told(head: str, place: str, definition: str) -> None:
    words = vocabulary("resistance")
    keys = game_schema("resistance", "case")["$defs"][definition]["properties"]
    assert sorted(told(OF_A_CASE, head)) == sorted(words.word(place, key, "fr") for key in keys)


def test_the_words_below_the_keys_of_a_case_are_told() -> None:
    words, page = vocabulary("resistance"), text(OF_A_CASE)
    for place in ("before", "score", "over", "sides", "causes", "everybody"):
        for key in words.canonical(place):
            assert f"`{words.word(place, key, 'fr')}`" in page, key
    assert all(f"`{words.word('phases', phase, 'fr')}`" in page for phase in words.canonical("phases")[1:])


TARGETED = "options: {attaques ciblées: oui}"
GIVING = "le plan: {}, avant: {paquet: [confidence, défiance]}"
ASKED = "le plan: {}, avant: {commandant: Emma, paquet: [confidence, oreille indiscrète]}"
GIVEN = "{donner: [{complot: confidence, à: Anna}, {complot: oreille indiscrète, à: Anna}]}"
HELD = "le plan: {}, avant: {donnés: oui, commandant: Anna, paquet: [défiance, défiance], complots: {"
APPROVED = "{escadron: [Anna, Bruno]}, {oui: [Anna, Bruno, Chloé]}"
REFUSALS = {
    "other-phase": "étapes: [{oui: [Anna]}]",
    "not-commander": "avant: {commandant: Bruno}, étapes: [{ordres: {Anna: {escadron: [Anna, Bruno]}}}]",
    "squad-missing": f"{TARGETED}, étapes: [{{cible: 1}}]",
    "squad-size": "étapes: [{escadron: [Anna, Bruno, Chloé]}]",
    "squad-twice": "étapes: [{escadron: [Anna, Anna]}]",
    "no-target": "étapes: [{cible: 1, escadron: [Anna, Bruno]}]",
    "target-missing": f"{TARGETED}, étapes: [{{escadron: [Anna, Bruno]}}]",
    "target-done": f"{TARGETED}, avant: {{missions: {{1: échec}}, commandant: Anna}}, "
    "étapes: [{cible: 1, escadron: [Anna, Bruno]}]",
    "target-too-early": f"{TARGETED}, étapes: [{{cible: 5, escadron: [Anna, Bruno, Emma]}}]",
    "not-in-squad": "étapes: [{escadron: [Bruno, Emma]}, {oui: [Bruno, Chloé, Emma]}, {réussite: [Anna]}]",
    "colons-succeed": "étapes: [{escadron: [Anna, Emma]}, {oui: [Bruno, Chloé, Emma]}, {échec: [Anna]}]",
    "colons-stand": "permanents: {Anna: {mission: échec}}",
    "standing-squad-short": "permanents: {Anna: {escadron: [Anna, Emma]}}",
    "no-card": "le plan: {}, avant: {rejets: 1, complots: {Emma: [surveillance, leader charismatique]}}, "
    "étapes: [{chef: [Anna]}]",
    "passed": "le plan: {}, avant: {rejets: 1, passés: [Anna], complots: {Anna: [leader charismatique], "
    "Emma: [leader charismatique]}}, étapes: [{chef: [Anna]}]",
    "pass-and-use": "le plan: {}, avant: {rejets: 1, complots: {Anna: [leader charismatique]}}, "
    "étapes: [{passe: [Anna], chef: [Anna]}]",
    "not-giver": "le plan: {}, avant: {commandant: Bruno, paquet: [confidence, défiance]}, "
    "étapes: [{ordres: {Anna: {donner: [{complot: confidence, à: Emma}]}}}]",
    "give-missing": f"{GIVING}, étapes: [{{escadron: [Anna, Bruno]}}]",
    "give-cards": f"{GIVING}, étapes: [{{donner: [{{complot: confidence, à: Bruno}}]}}]",
    "give-self": f"{GIVING}, étapes: [{{donner: [{{complot: confidence, à: Anna}}, {{complot: défiance, à: Bruno}}]}}]",
    "squad-later": f"{GIVING}, étapes: [{{donner: [{{complot: confidence, à: Emma}}, {{complot: défiance, à: Bruno}}], "
    "escadron: [Anna, Bruno]}]",
    "overhear-count": f"{ASKED}, étapes: [{GIVEN}, {{ordres: {{Anna: {{écouter: [gauche, droite]}}}}}}]",
    "show-self": f"{ASKED}, étapes: [{GIVEN}, {{ordres: {{Anna: {{montrer: Anna}}}}}}]",
    "take-not-there": "le plan: {}, avant: {commandant: Emma, paquet: [prendre les choses en main, défiance], "
    "complots: {Bruno: [surveillance], Emma: [surveillance]}}, étapes: [{donner: "
    "[{complot: prendre les choses en main, à: Anna}, {complot: défiance, à: Bruno}]}, "
    "{ordres: {Anna: {prendre: {complot: défiance, de: Chloé}}}}]",
    "not-open-yet": f"{HELD}Emma: [leader d’opinion]}}}}, étapes: [{{escadron: [Anna, Bruno]}}, {{oui: [Anna]}}]",
    "voted-openly": f"{HELD}Anna: [leader d’opinion]}}}}, étapes: [{{escadron: [Anna, Bruno]}}, {{oui: [Anna]}}, "
    "{non: [Anna]}]",
    "spotlight-outside": f"{HELD}Anna: [en pleine lumière]}}}}, étapes: [{APPROVED}, "
    "{ordres: {Anna: {lumière: Emma}}}]",
    "inspect-self": f"{HELD}Anna: [surveillance]}}}}, étapes: [{APPROVED}, {{absents: tous}}, "
    "{ordres: {Anna: {surveiller: [Anna]}}}]",
    "inspect-twice": f"{HELD}Anna: [surveillance]}}}}, étapes: [{APPROVED}, {{absents: tous}}, "
    "{ordres: {Anna: {surveiller: [Bruno, Bruno]}}}]",
    "inspect-outside": f"{HELD}Anna: [surveillance]}}}}, étapes: [{APPROVED}, {{absents: tous}}, "
    "{ordres: {Anna: {surveiller: [Emma]}}}]",
    "one-card": f"{HELD}Anna: [surveillance]}}}}, étapes: [{APPROVED}, {{absents: tous}}, "
    "{ordres: {Anna: {surveiller: [Bruno], deux cartes: oui}}}]",
}
"""How Anna, a Colon who commands first, comes to be refused, by the code of the refusal."""


def clause_codes() -> set[str]:
    """Return the codes by which the page says why a clause is refused."""
    return set(told(OF_A_CASE, "| code | pourquoi une clause est refusée |"))


def test_every_refusal_of_a_clause_is_told_and_comes_about() -> None:
    """In a case of the game's own conditions; what of clauses all games share is told there too."""
    catalogues = ROOT / "adjudicator/locale/fr/LC_MESSAGES"
    sentences = "".join(
        (catalogues / f"{name}.po").read_text(encoding="utf-8") for name in ("adjudicator", "resistance")
    )
    known = set(re.findall(r'^msgid "fault\.((?:condition|clause|bound)-.*)"$', sentences, re.MULTILINE))
    cases = (ROOT / "tests/cases/resistance/conditions.yaml").read_text(encoding="utf-8")
    assert clause_codes() == known
    assert {code for code in known if not re.search(rf": {code}\b", cases)} == set()


def test_every_refusal_that_a_case_may_expect_is_told_and_comes_about(tmp_path: Path) -> None:
    sentences = (ROOT / "adjudicator/locale/fr/LC_MESSAGES/resistance.po").read_text(encoding="utf-8")
    elsewhere = {"not-dealt", "cylon-count", "already-over", "near-character", "unknown-players"}  # no order of a case
    elsewhere |= {"squad-fits-none"}  # orders for a later turn
    elsewhere |= {"mission-skipped", "said-twice"}  # a case that cannot be
    elsewhere |= {"table-lacks", "seats-wrong", "target-not-now", "rejections-over"}  # an amendment
    elsewhere |= {"mission-not-done", "failures-wrong", "plots-wrong", "not-kept", "lit-outside", "window-empty"}
    elsewhere |= {"deck-unwritten", "not-in-the-box", "runs-dry"}  # a campaign
    elsewhere |= {"plan-not-played", "deck-short"}  # a case that cannot be
    elsewhere |= {code for code in clause_codes() if code.startswith("condition-")}
    codes = [*told(OF_A_CASE, "| code | pourquoi c’est refusé |")]
    codes += told(OF_A_CASE, "| code | pourquoi c’est refusé, avec Le Plan |")
    assert set(codes) == set(REFUSALS) == set(re.findall(r'^msgid "fault\.(.*)"$', sentences, re.MULTILINE)) - elsewhere
    people = "joueurs: [Anna, Bruno, Chloé, Denis, Emma], cylons: [Bruno, Chloé]"
    written = [
        f"- {{id: {code}, jeu: resistance, titre: Un refus, {people}, {how}, attendu: {{refusés: {{Anna: {code}}}}}}}\n"
        for code, how in REFUSALS.items()
    ]
    (tmp_path / "refus.yaml").write_text("".join(written), encoding="utf-8")
    assert console("adjudicator cases refus.yaml", tmp_path) == f"{len(REFUSALS)} réussis, 0 en échec\n"


# How it is written, and what its commands print --------------------------------------------------------------


@pytest.mark.parametrize(("page", "section"), [(page, section) for page in RUN for section in sections(text(page))])
def test_a_section_prints_what_the_page_shows(page: str, section: str, golden: Golden) -> None:
    followed = Followed(DOCS / page, anew=golden.anew, prepared=PREPARED if page == MORE else "")
    assert followed.wrong_in(section) == []


@pytest.mark.deep
@few(1)
@pytest.mark.parametrize("page", RUN)
def test_the_page_can_be_followed_in_a_shell(page: str, tmp_path: Path) -> None:
    assert sections(text(page))
    if page == MORE:
        prepare(PREPARED, tmp_path)
    assert wrong_from_a_shell(text(page), tmp_path) == []


# The pages and cards for players -----------------------------------------------------------------------------


@pytest.mark.parametrize("page", SENT)
def test_a_player_is_answered_as_the_page_shows(page: str, tmp_path: Path, golden: Golden) -> None:
    shutil.copytree(prepared(), tmp_path / "all")
    assert EXCHANGE.search(text(page))
    assert wrong_answers(DOCS / page, tmp_path / "all", anew=golden.anew) == []


@pytest.mark.parametrize(
    ("read", "message", "said"),
    [
        ("`déplacement: droite`", "joueur: Anna\ntour: 2\nordres:\n  {}", "tu te déplaces vers la droite"),
        ("`tour: 2`", "joueur: Anna\n{}\nordres: rien", "tu ne fais rien"),
        ("le fichier entier", "{}", "tu te déplaces vers la droite"),
        ("une ligne pour chacun", "{}", "tu te déplaces vers la droite"),
        ("`(3;2)`", "joueur: Max\ntour: 2\nordres:\n  révéler: {}", "tu révèles la case (3;2)"),
        ("`droite`", "joueur: Anna\ntour: 2\nordres:\n  déplacement: {}", "tu te déplaces vers la droite"),
    ],
)
def test_what_the_page_says_is_read_is_read(read: str, message: str, said: str) -> None:
    """What is written in the row of the table that is ``read`` so, in place of what it is read as."""
    [sent] = [sent for sent, meant in rows(MORE, "| tu envoies | c’est lu |") if meant == read]
    for written in re.findall(r"`([^`]+)`", sent):
        file = message.format(written)
        assert said in plain(console(f"adjudicator check partie - <<.\n{file}\n.\n", prepared())), written


def test_every_refusal_of_the_page_is_that_of_the_program() -> None:
    """What somebody writes below « ordres », a line each, and what he is answered."""
    tables = text(MORE).split("| qui | écrit | on lui répond |\n")[1:]
    assert len(tables) == 2
    for campaign, table in zip(("partie", "raid"), tables, strict=True):
        for row in table.partition("\n\n")[0].splitlines()[1:]:
            who, written, told = (cell.strip() for cell in row.strip("|").split("|"))
            lines = "".join(f"  {line}\n" for line in re.findall(r"`([^`]+)`", written))
            turn = 2 if campaign == "partie" else 1
            file = f"joueur: {who.partition(',')[0]}\ntour: {turn}\nordres:\n{lines}"
            assert f": {plain(told)}\n" in plain(console(f"adjudicator check {campaign} - <<.\n{file}.\n", prepared()))


def test_what_the_guide_says_of_refusals_is_said_by_the_program() -> None:
    catalogues = (ROOT / "adjudicator/locale/fr/LC_MESSAGES").glob("*.po")
    said = plain("".join(catalogue.read_text(encoding="utf-8") for catalogue in catalogues).replace('"\n"', ""))
    for heard, _ in rows(ORDERS, "| ce qu’on te dit | ce que tu fais |"):
        assert plain(heard).strip("« »") in said, heard


SCREEN = 45
"""Lines of a page that are seen at once."""


@pytest.mark.parametrize("card", [*CARDS, *POSTED])
def test_a_card_is_one_screen_or_two(card: str) -> None:
    """What is sent every day is on the first."""
    assert len(text(card).splitlines()) <= 2 * SCREEN
    assert len(text(card).partition("## Ce qui sert moins souvent")[0].splitlines()) <= SCREEN or card in POSTED


@pytest.mark.parametrize("card", CARDS)
def test_the_first_file_of_a_card_is_accepted(card: str) -> None:
    file = re.findall(r"```yaml\n(.*?)```", text(card), re.DOTALL)[0]
    assert ": compris." in console(f"adjudicator check {CARDS[card]} - <<.\n{file}.\n", prepared())


@few(3)
@pytest.mark.parametrize("card", POSTED)
def test_every_file_of_a_card_is_accepted_by_an_example(card: str, tmp_path: Path) -> None:
    game, stages = POSTED[card]
    files = re.findall(r"```yaml\n(.*?)```", text(card), re.DOTALL)
    for file in files:
        [turn] = re.findall(r"^(?:tour|turn): (\d+)$", file, re.MULTILINE)
        folder = tmp_path / f"file-{len(list(tmp_path.iterdir()))}"
        if stages[turn]:
            play(game, folder, stages[turn])
        else:
            write(folder, "campaign.yaml", (ROOT / f"campaigns/{game}/campaign.yaml").read_text(encoding="utf-8"))
        assert ": compris." in console(f"adjudicator check {folder.name} - <<.\n{file}.\n", tmp_path)
    assert len(files) >= len(stages)


def test_every_line_of_the_card_of_a_role_is_understood() -> None:
    """By a player of that role, as he would send it; an arrow is shot at what was aimed at the turn before."""
    state, words = progress_of(load_campaign(prepared() / "partie")).state, vocabulary("tsewnart")
    of_role = {words.word("roles", piece.role, "fr"): player for player, piece in state.pieces.items()}
    of_role["fantôme"] = next(iter(state.ghosts))
    lines = rows("carte-tsewnart.md", "| tu es | tu peux écrire | |")
    assert {role for role, *_ in lines} >= of_role.keys() - {"Brute"}
    for role, written, _ in lines:
        player = of_role.get(role, "Anna")
        for order in re.findall(r"`([^`]+:[^`]+)`", written):
            file = f"joueur: {player}\ntour: 2\nordres:\n  {order}\n"
            assert ": compris." in console(f"adjudicator check partie - <<.\n{file}.\n", prepared()), order


def test_every_line_of_the_card_of_a_stage_is_an_order() -> None:
    words = vocabulary("resistance")
    written = " ".join(
        row[2] for row in rows("carte-resistance.md", "| l’étape | qui répond | tu écris | si tu n’envoies rien |")
    )
    for order in re.findall(r"`([^`]+)`", written):
        word, value = order.split(": ")
        assert words.meaning("orders", word)
        assert word == "escadron" or words.meaning({"vote": "votes", "mission": "cards"}[word], value)
