"""``adjudicator new``: a campaign begun by options or by questions."""

from __future__ import annotations

import os
import re
import stat
import sys
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from support.commands import adjudicator, good, plain, run, tree
from support.depth import few, sample
from support.disks import full_disk, read_only

from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.loading import load_campaign
from adjudicator.games import GAMES, game
from adjudicator.games.tsewnart.state import Options
from adjudicator.speech.voice import LANGUAGES, catalogue, vocabulary

TWO_CAMPS = ("--camp", "bleu=Anna,Luc,Max", "--camp", "rouge=Paul,Rita,Zoé")
KNOWN = ", ".join(GAMES)
WORDS = {"closed": "fermé", "cylinder": "bouée", "torus": "sphérique"}


def camps(*sizes: int) -> list[str]:
    """Options for camps of these sizes; nobody has the same name."""
    names = "ABCDEFGHIJ"
    options: list[str] = []
    for i, size in enumerate(sizes):
        options += ["--camp", f"camp {i + 1}=" + ",".join(f"{names[i]}{number}" for number in range(size))]
    return options


def loaded(folder: Path) -> Campaign:
    return load_campaign(folder)


def size_of(folder: Path) -> tuple[int, int]:
    board = loaded(folder).setting.board
    return board.width, board.height


# --- With options


def test_new_with_options_writes_the_campaign_and_says_where(tmp_path: Path) -> None:
    folder = tmp_path / "partie"
    done = adjudicator(
        "new",
        folder,
        "--game",
        "tsewnart",
        *TWO_CAMPS,
        "--set",
        "taille=8x4",
        "--set",
        "topologie=bouée",
        "--title",
        "Au gué",
    )
    assert done == (
        0,
        f"Partie écrite dans {folder}/campaign.yaml.\n"
        f"Relisez ce fichier, puis « adjudicator status {folder} » dit ce qui est attendu.\n",
        "",
    )
    campaign = loaded(folder)
    assert campaign.title == "Au gué"
    assert campaign.language == "fr"
    assert campaign.camps == {"bleu": ["Anna", "Luc", "Max"], "rouge": ["Paul", "Rita", "Zoé"]}
    board = campaign.setting.board
    assert (board.width, board.height, board.topology) == (8, 4, "cylinder")
    assert [camp.captain for camp in campaign.setting.camps] == ["Anna", "Paul"]
    assert (folder / "inbox").is_dir()


def test_new_begins_in_a_folder_that_is_there_and_empty(tmp_path: Path) -> None:
    good("new", tmp_path, *TWO_CAMPS)
    assert good("status", tmp_path, "--json").json()["missing"] == ["Anna", "Paul"]


def test_new_makes_the_folders_above(tmp_path: Path) -> None:
    good("new", tmp_path / "parties" / "2026", *TWO_CAMPS)
    assert loaded(tmp_path / "parties" / "2026").players[0] == "Anna"


def test_a_french_campaign_is_written_in_french(tmp_path: Path) -> None:
    good("new", tmp_path, *TWO_CAMPS)
    text = (tmp_path / "campaign.yaml").read_text(encoding="utf-8")
    assert [line.partition(":")[0] for line in text.splitlines() if re.match(r"\w", line)] == [
        "jeu",
        "titre",
        "langue",
        "plateau",
        "camps",
        "graine",
    ]
    assert "plateau: {taille: 6x3, topologie: fermé}\n" in text
    assert "secrète jusqu’à la fin" in text


def test_an_english_campaign_is_written_in_english(tmp_path: Path) -> None:
    done = good("new", tmp_path, *TWO_CAMPS, "--set", "topologie=torus", "--language", "en")
    assert done.out.startswith(f"Campaign written to {tmp_path}/campaign.yaml.\n")
    text = (tmp_path / "campaign.yaml").read_text(encoding="utf-8")
    assert [line.partition(":")[0] for line in text.splitlines() if re.match(r"\w", line)] == [
        "game",
        "title",
        "language",
        "board",
        "camps",
        "seed",
    ]
    assert "board: {size: 10x5, topology: torus}\n" in text
    assert loaded(tmp_path).language == "en"
    assert "choice of roles" in good("status", tmp_path).out


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("taken", ["", " "])
def test_the_options_written_as_comments_are_understood_when_uncommented(
    tmp_path: Path, taken: str, language: str
) -> None:
    """Whether the # is taken away alone, or by an editor that takes a space with it."""
    good("new", tmp_path, *TWO_CAMPS, "--language", language)
    file = tmp_path / "campaign.yaml"
    text = file.read_text(encoding="utf-8")
    uncommented, lines = re.subn(r"^#(options:$|  \S.*: )", lambda line: line[1].removeprefix(taken), text, flags=re.M)
    assert lines == 5
    file.write_text(uncommented, encoding="utf-8")
    options = loaded(tmp_path).setting.options
    assert options == Options()


def test_one_option_is_chosen_by_taking_away_its_mark_and_that_of_the_head(tmp_path: Path) -> None:
    good("new", tmp_path, *TWO_CAMPS)
    file = tmp_path / "campaign.yaml"
    text = file.read_text(encoding="utf-8")
    for old, new in (("\n#options:\n", "\noptions:\n"), ("\n#  révéler à: camp ", "\n  révéler à: public ")):
        assert text.count(old) == 1
        text = text.replace(old, new)
    file.write_text(text, encoding="utf-8")
    options = loaded(tmp_path).setting.options
    assert (options.reveal_to, options.ghosts, options.reasons) == ("public", "shown", False)


@pytest.mark.parametrize("name", ["Rien", "null", "oui", "12", "d’Artagnan", "O'Neil", "Jean-Paul", "St. Just", "été"])
def test_names_that_look_like_something_else_stay_names(tmp_path: Path, name: str) -> None:
    good("new", tmp_path, "--camp", f"{name}={name},Luc", "--camp", "rouge=Paul", "--title", f"# {name}: [oui]")
    campaign = loaded(tmp_path)
    assert campaign.camps[name] == [name, "Luc"]
    assert campaign.title == f"# {name}: [oui]"


def test_a_camp_given_twice_gathers_its_players(tmp_path: Path) -> None:
    good("new", tmp_path, "--camp", "bleu=Anna", "--camp", "rouge=Paul", "--camp", "bleu= Luc , Max")
    assert loaded(tmp_path).camps == {"bleu": ["Anna", "Luc", "Max"], "rouge": ["Paul"]}


# --- Without camps

FIVE = ["Anna", "Bruno", "Chloé", "Denis", "Emma"]
RESISTANCE = ("--game", "resistance", "--players", ",".join(FIVE))


@few(1)
@pytest.mark.parametrize("name", ["resistance", "Résistance", "RESISTANCE"])
def test_a_campaign_without_camps_lists_its_players_in_the_order_of_their_seats(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "partie"
    done = adjudicator("new", folder, "--game", name, "--players", "Anna, Bruno,Chloé", "--players", "Denis,Emma")
    assert done == (
        0,
        f"Partie écrite dans {folder}/campaign.yaml.\n"
        f"Relisez ce fichier, puis « adjudicator status {folder} » dit ce qui est attendu.\n",
        "",
    )
    campaign = loaded(folder)
    assert (campaign.game.id, campaign.players, campaign.camps) == ("resistance", FIVE, {})
    assert (folder / "inbox").is_dir()


@pytest.mark.parametrize(
    ("language", "keys"),
    [
        ("fr", ["jeu", "titre", "langue", "joueurs", "graine"]),
        ("en", ["game", "title", "language", "players", "seed"]),
    ],
)
def test_a_campaign_without_camps_is_written_in_its_language(tmp_path: Path, language: str, keys: list[str]) -> None:
    good("new", tmp_path, *RESISTANCE, "--language", language)
    text = (tmp_path / "campaign.yaml").read_text(encoding="utf-8")
    assert [line.partition(":")[0] for line in text.splitlines() if re.match(r"\w", line)] == keys
    assert "Battlestar Galactica Résistance" in text
    assert "William Adama, Laura Roslin, Saul Tigh, Lee Adama, Gaius Baltar" in text
    assert loaded(tmp_path).language == language


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("taken", ["", " "])
def test_the_variants_written_as_comments_are_the_defaults_when_uncommented(
    tmp_path: Path, taken: str, language: str
) -> None:
    good("new", tmp_path, *RESISTANCE, "--language", language)
    file = tmp_path / "campaign.yaml"
    text = file.read_text(encoding="utf-8")
    defaults = loaded(tmp_path).setting.options
    heads = "options:$|(?:le )?plan:$"
    uncommented, lines = re.subn(rf"^#({heads}|  \S.*: )", lambda line: line[1].removeprefix(taken), text, flags=re.M)
    assert lines == 15
    file.write_text(uncommented, encoding="utf-8")
    assert loaded(tmp_path).setting.options == defaults
    assert len(loaded(tmp_path).setting.plan.deck) == 10


OFFERED = r"^#  (\S.*?): (.*?)   # (.*)$"
PASSES = {"fr": "manche, étape", "en": "round, stage"}


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_word_that_a_variant_offers_is_understood(tmp_path: Path, language: str) -> None:
    good("new", tmp_path, *RESISTANCE, "--language", language)
    file = tmp_path / "campaign.yaml"
    text = file.read_text(encoding="utf-8")
    variants, _, plan = re.split(r"^(#(?:le )?plan:)$", text, flags=re.M)
    assert [offered for _, _, offered in re.findall(OFFERED, plan, re.M)] == ["1, 2, 3", PASSES[language]]
    rows = re.findall(OFFERED, variants, re.M)
    assert len(rows) == 10
    options = set()
    for name, default, offered in rows:
        assert offered.split(", ")[0] == default
        for word in offered.split(", "):
            file.write_text(f"{text}options: {{{name}: {word}}}\n", encoding="utf-8")
            options.add(loaded(tmp_path).setting.options)
    others = sum(len(offered.split(", ")) - 1 for _, _, offered in rows)
    assert len(options) == 1 + others


def test_a_character_written_as_the_remark_shows_is_understood(tmp_path: Path) -> None:
    good("new", tmp_path, *RESISTANCE)
    file = tmp_path / "campaign.yaml"
    text = file.read_text(encoding="utf-8")
    (example,) = re.findall(r"^# .*(\{nom: Anna, personnage: Laura Roslin\})", text, re.M)
    file.write_text(text.replace("  - Anna\n", f"  - {example}\n"), encoding="utf-8")
    assert loaded(tmp_path).setting.characters == {"Anna": "Laura Roslin"}
    assert loaded(tmp_path).players == FIVE


def test_a_campaign_without_camps_begins_at_once(tmp_path: Path) -> None:
    good("new", tmp_path, *RESISTANCE)
    assert good("status", tmp_path, "--json").json()["missing"] == []
    done = good("resolve", tmp_path)
    assert done.out == (
        f"Joué : distribution des identités. Rapports dans {tmp_path}/turns/0001-deal/reports\n"
        "Maintenant attendu : tour 1, proposition d’un Escadron.\n"
    )


# --- Boards and start zones

PRESETS = [
    ((3, 3), {"closed": (6, 3), "cylinder": (10, 5), "torus": (10, 5)}),
    ((6, 6), {"closed": (9, 6), "cylinder": (12, 6), "torus": (12, 7)}),
    ((9, 9), {"closed": (9, 7), "cylinder": (12, 7), "torus": (12, 10)}),
    ((3, 3, 3, 3), {"torus": (10, 10)}),
    ((4, 4, 4, 4), {"torus": (10, 10)}),
    ((5, 5, 5, 5), {"torus": (10, 10)}),
]


@few(4)
@pytest.mark.parametrize(
    ("sizes", "topology", "board"),
    [(sizes, topology, board) for sizes, boards in PRESETS for topology, board in boards.items()],
)
def test_the_authors_boards_are_the_default(
    tmp_path: Path, sizes: tuple[int, ...], topology: str, board: tuple[int, int]
) -> None:
    good("new", tmp_path, *camps(*sizes), "--set", f"topologie={WORDS[topology]}")
    assert size_of(tmp_path) == board
    assert loaded(tmp_path).setting.board.topology == topology


def test_a_board_is_closed_unless_one_asks(tmp_path: Path) -> None:
    good("new", tmp_path, *TWO_CAMPS)
    assert loaded(tmp_path).setting.board.topology == "closed"


def check_zones(folder: Path, sizes: tuple[int, ...]) -> None:
    setting = loaded(folder).setting
    zones = [set(camp.zone) for camp in setting.camps]
    for zone, size in zip(zones, sizes, strict=True):
        assert len(zone) >= size
        assert all(cell in setting.board for cell in zone)
    assert all(one.isdisjoint(other) for one, other in combinations(zones, 2))


@few(1)
@pytest.mark.parametrize("topology", list(WORDS))
@pytest.mark.parametrize("count", sample([2, 3, 4, 5, 6], 2))
def test_start_zones_are_apart_large_enough_and_on_the_board(tmp_path: Path, count: int, topology: str) -> None:
    for size in range(1, 11):
        folder = tmp_path / str(size)
        good("new", folder, *camps(*[size] * count), "--set", f"topologie={WORDS[topology]}")
        check_zones(folder, (size,) * count)


@few(1)
@pytest.mark.parametrize("topology", list(WORDS))
def test_start_zones_suit_camps_of_different_sizes(tmp_path: Path, topology: str) -> None:
    for sizes in [(1, 10), (10, 1), (3, 4), (7, 2, 5), (1, 2, 3, 4), (10, 1, 10, 1, 10), (1, 9, 2, 8, 3, 7)]:
        folder = tmp_path / "-".join(map(str, sizes))
        good("new", folder, *camps(*sizes), "--set", f"topologie={WORDS[topology]}")
        check_zones(folder, sizes)


@pytest.mark.parametrize("topology", list(WORDS))
def test_a_board_of_ones_own_size_has_zones_of_its_own(tmp_path: Path, topology: str) -> None:
    for width, height in [(6, 3), (3, 6), (20, 4), (7, 7)]:
        folder = tmp_path / f"{width}x{height}"
        good("new", folder, *TWO_CAMPS, "--set", f"taille={width}x{height}", "--set", f"topologie={WORDS[topology]}")
        assert size_of(folder) == (width, height)
        check_zones(folder, (3, 3))


def test_a_board_of_ten_by_ten_takes_a_hundred_cells_and_ninety_nine_camps(tmp_path: Path) -> None:
    options: list[str] = []
    for number in range(99):
        options += ["--camp", f"c{number}=j{number}"]
    good("new", tmp_path, *options)
    check_zones(tmp_path, (1,) * 99)


# --- The seed


def seed_of(folder: Path) -> str:
    return loaded(folder).seed


def test_the_seed_has_128_bits_and_is_never_the_same_twice(tmp_path: Path) -> None:
    seeds = set()
    for number in range(20):
        good("new", tmp_path / str(number), *TWO_CAMPS)
        seeds.add(seed_of(tmp_path / str(number)))
    assert len(seeds) == 20
    assert all(re.fullmatch("[0-9a-f]{32,}", seed) for seed in seeds)
    # Every bit is drawn: each of the first 128 is sometimes set and sometimes not.
    numbers = [int(seed[:32], 16) for seed in seeds]
    unset, always = (1 << 128) - 1, (1 << 128) - 1
    for number in numbers:
        unset &= ~number
        always &= number
    assert unset.bit_count() + always.bit_count() < 5


@pytest.mark.parametrize("seed", ["0123456789abcdef0123456789", "une graine: assez « longue » # oui", "1" * 22])
def test_a_seed_of_ones_own_is_kept(tmp_path: Path, seed: str) -> None:
    good("new", tmp_path, *TWO_CAMPS, "--seed", seed)
    assert seed_of(tmp_path) == seed


# --- Questions


def test_without_options_new_asks(tmp_path: Path) -> None:
    answers = "tsewnart\nLa belle partie\n2\nbleu\nAnna, Luc,Max\nluc\nrouge\nPaul,Rita,Zoé\n\nsphérique\n\n"
    done = adjudicator("new", tmp_path / "p", stdin=answers + "phpbb\n4\n21h\npermanents\n")
    assert done.code == 0, done
    for recap in ("  camp bleu : 3 joueurs (Anna, Luc, Max)\n", "  camp rouge : 3 joueurs (Paul, Rita, Zoé)\n"):
        assert recap in done.out
    questions = re.sub(r"  camp .*\n", "", done.out)
    assert re.findall(r"(\w[^:\[\n]*?)(?: \[[^\]]*\])?\s: ", questions) == [
        f"Jeu ({KNOWN})",
        "Titre de la partie",
        "Nombre de camps",
        "Nom du camp 1",
        "Joueurs du camp bleu, séparés par des virgules",
        "Capitaine du camp bleu, qui envoie les ordres de tout le camp",
        "Nom du camp 2",
        "Joueurs du camp rouge, séparés par des virgules",
        "Capitaine du camp rouge, qui envoie les ordres de tout le camp",
        "Topologie",
        "Taille",
        "Forum où vous publiez (forumotion, phpbb ; forumactif et forumgratuit sont des forumotion)",
        "Jours pour envoyer ses ordres, à chaque étape (0 sans échéance)",
        "Heure de l’échéance",
        "À l’échéance, si des ordres manquent (attendre, rien, permanents)",
    ]
    assert "Réponses recommandées pour ce nombre de joueurs :\n" in done.out
    for word, size in [("fermé", "6x3"), ("bouée", "10x5"), ("sphérique", "10x5")]:
        assert re.search(rf"^  {word} +{size}$", done.out, re.M)
    campaign = loaded(tmp_path / "p")
    assert campaign.title == "La belle partie"
    assert campaign.camps == {"bleu": ["Anna", "Luc", "Max"], "rouge": ["Paul", "Rita", "Zoé"]}
    assert (campaign.setting.board.topology, size_of(tmp_path / "p")) == ("torus", (10, 5))
    assert (campaign.plain["forum"], campaign.when_missing) == ("phpbb", "standing")
    assert campaign.plain["deadline"] == {"days": 4, "time": "21:00", "timezone": "Europe/Paris"}


def test_the_questions_have_answers_of_their_own(tmp_path: Path) -> None:
    good("new", tmp_path, stdin="\n\n\nbleu\nAnna\nrouge\nPaul\n" + 6 * "\n")
    campaign = loaded(tmp_path)
    assert campaign.plain["deadline"] == {"days": 3, "time": "20:00", "timezone": "Europe/Paris"}
    assert (campaign.plain["forum"], campaign.when_missing) == ("forumotion", "wait")
    assert (campaign.game.id, campaign.title) == ("tsewnart", "Une nouvelle partie")
    assert (campaign.setting.board.topology, size_of(tmp_path)) == ("closed", (6, 3))


def test_new_asks_in_english(tmp_path: Path) -> None:
    done = good("new", tmp_path, "--language", "en", stdin="\n\n2\nblue\nAnn\nred\nPaul\ntorus\n4x4\n\nno\n")
    assert done.out.startswith(f"Game ({KNOWN}) [tsewnart]: ")
    assert "Players of camp blue, separated by commas: " in done.out
    assert "Answers recommended for this number of players:\n" in done.out
    assert loaded(tmp_path).title == "A new game"
    assert size_of(tmp_path) == (4, 4)


def test_new_asks_again_for_a_number_of_camps_that_cannot_be(tmp_path: Path) -> None:
    done = good("new", tmp_path, stdin="\n\n1\ndeux\n2\nbleu\nAnna\nrouge\nPaul\n\n\n\n0\n")
    assert done.out.count("Nombre de camps") == 3
    assert list(loaded(tmp_path).camps) == ["bleu", "rouge"]


def test_questions_left_unanswered_leave_nothing(tmp_path: Path) -> None:
    done = run("new", tmp_path / "p", stdin="\nUn titre\n2\nbleu\n")
    assert done.code != 0
    assert tree(tmp_path) == {}


def test_what_an_option_says_is_not_asked_and_not_lost(tmp_path: Path) -> None:
    options = ("--title", "Mon titre", "--set", "taille=8x4", "--set", "topologie=bouée", "--seed", "x" * 30)
    done = good("new", tmp_path, *options, stdin="\n2\nbleu\nAnna\nrouge\nPaul\n\n0\n")
    assert not [word for word in ("Titre", "recommandées", "Topologie", "Taille") if word in done.out]
    campaign = loaded(tmp_path)
    assert (campaign.title, campaign.seed) == ("Mon titre", "x" * 30)
    assert (campaign.setting.board.topology, size_of(tmp_path)) == ("cylinder", (8, 4))


@pytest.mark.parametrize("answer", ["resistance", "Résistance", "RESISTANCE", " résistance "])
def test_the_game_is_asked_first_and_a_game_without_camps_asks_for_its_players(tmp_path: Path, answer: str) -> None:
    done = good("new", tmp_path, stdin=f"{answer}\nLa flotte\nAnna, Bruno,Chloé , Denis,Emma\n\n\n\n0\n")
    assert done.out == (
        f"Jeu ({KNOWN}) [tsewnart] : "
        f"{answer}\n"
        "Titre de la partie [Une nouvelle partie] : La flotte\n"
        "Joueurs, dans l’ordre de la table, séparés par des virgules : Anna, Bruno,Chloé , Denis,Emma\n"
        "  5 joueurs (Anna, Bruno, Chloé, Denis, Emma)\n"
        "  personnages qui comptent dans ce jeu "
        "(William Adama, Laura Roslin, Saul Tigh, Lee Adama, Gaius Baltar)\n"
        "Personnages, si vous en jouez, comme « Anna (William Adama) » [aucun] : \n"
        "Réponses recommandées pour ce nombre de joueurs :\n"
        "  non\n"
        "  2 × Vote de défiance, 2 × Leader charismatique, 2 × Surveillance, 2 × Leader d’opinion, "
        "1 × Prendre les choses en main, 1 × En pleine lumière\n"
        "  récent\n"
        "Le Plan, l’extension avec les complots "
        "(non, récent, ou vos cartes, comme « 2 défiance, 1 Confidence » ; à cinq ou six, la liste n’est "
        "qu’une supposition ; à sept et plus, ancien) [non] : \n"
        "Forum où vous publiez (forumotion, phpbb ; forumactif et forumgratuit sont des forumotion) [forumotion] : \n"
        "Jours pour envoyer ses ordres, à chaque étape (0 sans échéance) [3] : 0\n"
        f"Partie écrite dans {tmp_path}/campaign.yaml.\n"
        f"Relisez ce fichier, puis « adjudicator status {tmp_path} » dit ce qui est attendu.\n"
    )
    campaign = loaded(tmp_path)
    assert (campaign.game.id, campaign.title, campaign.players) == ("resistance", "La flotte", FIVE)


def test_a_game_without_camps_is_asked_about_in_english(tmp_path: Path) -> None:
    done = good("new", tmp_path, "--language", "en", stdin="resistance\n\nAnna,Bruno,Chloé,Denis,Emma\n\n\n\n0\n")
    assert "Players, in the order of the table, separated by commas: " in done.out
    assert "  5 players (Anna, Bruno, Chloé, Denis, Emma)\n" in done.out
    assert (loaded(tmp_path).title, loaded(tmp_path).language) == ("A new game", "en")


@pytest.mark.parametrize(
    "answers",
    ["resistance\n\n\n , \nAnna,Bruno,Chloé,Denis,Emma\n\n\n\n0\n", "\n\n2\n\nbleu\n\nAnna\nrouge\nZoé\n\n\n\n0\n"],
)
def test_an_empty_answer_is_told_to_be_one_and_asked_again(tmp_path: Path, answers: str) -> None:
    done = good("new", tmp_path, stdin=answers)
    assert (done.out + done.err).count("Il faut répondre quelque chose.") == 2
    assert len(loaded(tmp_path).players) in (2, 5)


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_a_game_asks_for_has_a_word_and_a_question(language: str) -> None:
    for name in GAMES:
        for ask in game(name).setup.asks:
            assert vocabulary(name).word("asked", ask.key, language)
            assert catalogue(language, name).say(f"ask.{ask.key}")


def test_new_asks_again_for_a_game_that_there_is_not(tmp_path: Path) -> None:
    done = good("new", tmp_path, stdin="échecs\nrésistance\n\nAnna,Bruno,Chloé,Denis,Emma\n\n\n\n0\n")
    assert done.out.count(f"Jeu ({KNOWN}) [tsewnart] : ") == 2
    assert loaded(tmp_path).game.id == "resistance"


def test_captains_are_those_that_are_named(tmp_path: Path) -> None:
    camps = ("--camp", "bleu=Anna,Luc", "--camp", "rouge=Paul,Zoé")
    good("new", tmp_path / "p", *camps, "--captain", "zoé")
    said = (tmp_path / "p" / "campaign.yaml").read_text(encoding="utf-8")
    assert re.findall(r"capitaine: (\w+)", said) == ["Anna", "Zoé"]
    for captains, why in (
        (("--captain", "Max"), "Max"),
        (("--captain", "Anna", "--captain", "Luc"), "Le camp bleu ne peut avoir qu’un capitaine : Anna, Luc."),
    ):
        done = run("new", tmp_path / "q", *camps, *captains)
        assert (done.code, why.replace(" ", " ") in done.err.replace(" ", " ")) == (2, True), done
    assert (
        run("new", tmp_path / "q", "--game", "resistance", "--players", ",".join(FIVE), "--captain", "Anna").code == 2
    )


def test_too_few_players_are_refused_after_the_questions(tmp_path: Path) -> None:
    done = run("new", tmp_path / "p", stdin="resistance\n\nAnna,Bruno\n\n\n\n0\n" + 7 * "\n")
    assert (done.code, done.err) == (2, 2 * "« joueurs » : il en faut 5 au moins, il y en a 2.\n")
    assert tree(tmp_path) == {}


def test_after_a_refusal_all_is_asked_again_and_each_answer_offered(tmp_path: Path) -> None:
    again = "\n\nAnna;Bruno et Chloé, Denis ; Emma\n\n\n\n\n\n\n"
    done = good("new", tmp_path, stdin="résistance\nLa flotte\nAnna,Bruno\n\n\nphpbb\n5\n21:30\nrien\n" + again)
    assert "Reprenons : Entrée garde chaque réponse.\n" in done.out
    for question in ("[résistance] : ", "[La flotte] : ", "[Anna,Bruno] : ", "[phpbb] : ", "[5] : ", "[21:30] : "):
        assert question in done.out
    campaign = loaded(tmp_path)
    assert (campaign.title, campaign.players, campaign.plain["forum"]) == ("La flotte", FIVE, "phpbb")
    assert campaign.plain["deadline"] == {"days": 5, "time": "21:30", "timezone": "Europe/Paris"}
    assert campaign.when_missing == "nothing"


def test_a_board_too_small_loses_no_answer(tmp_path: Path) -> None:
    answers = "\nAu gué\n2\nbleu\nAnna,Luc\n\nrouge\nPaul,Zoé\n\n\n2x1\n\n0\n" + 10 * "\n" + "6x3\n\n\n"
    done = good("new", tmp_path, stdin=answers)
    assert "Le plateau « 2x1 » est trop petit pour ces camps." in done.err
    assert loaded(tmp_path).camps == {"bleu": ["Anna", "Luc"], "rouge": ["Paul", "Zoé"]}
    assert (loaded(tmp_path).title, size_of(tmp_path)) == ("Au gué", (6, 3))


@pytest.mark.parametrize("answer", ["bouée", "bouee", "BOUÉE", "cylinder"])
def test_the_size_recommended_is_that_of_the_topology_however_it_is_written(tmp_path: Path, answer: str) -> None:
    good("new", tmp_path, stdin=f"\n\n\nbleu\nAnna\nrouge\nPaul\n{answer}\n\n\n0\n")
    assert (loaded(tmp_path).setting.board.topology, size_of(tmp_path)) == ("cylinder", (10, 5))


def test_what_has_no_answer_to_offer_is_asked_again_until_there_is_one(tmp_path: Path) -> None:
    done = good("new", tmp_path, stdin="overseers\n\nAnna,Bruno,Chloé\n\n1 3 6\n0, 4, 8\n\n0\n")
    assert done.out.count("Ce que valent les cartes courage") == 2
    assert loaded(tmp_path).setting.tables == {"courage": (1, 3, 6), "hope": (0, 4, 8)}


ASKED_AGAIN = [
    ("bleu\nAnna\nBleu\nrouge\nPaul\n", "Il y a déjà un camp « bleu »."),
    ("bleu\nAnna\nrouge\nPaul,anna\nPaul\n", "« anna » et « Anna » ne diffèrent que par la casse"),
    ("bleu\nAnna,Anna\nAnna\nrouge\nPaul\n", "« Anna » et « Anna » ne diffèrent que par la casse"),
    ("bl[e]u\nbleu\nAnna\nrouge\nPaul\n", "« bl[e]u » ne peut pas être un nom"),
    ("bleu\n[LG]Anna\nAnna ([LG]Anna)\nrouge\nPaul\n", "du forum entre parenthèses : Anna ([LG]Anna)"),
    ("bleu\nAnna!\nAnna\nrouge\nPaul\n", "du forum entre parenthèses : Anna (Anna!)"),
    ("bleu\n" + 41 * "a" + "\nAnna\nrouge\nPaul\n", "trop long : 40 caractères au plus, il y en a 41."),
    ("bleu\n\u0410nna\nAnna\nrouge\nPaul\n", "mêle des lettres"),
]


@pytest.mark.parametrize(("answers", "sentence"), ASKED_AGAIN)
def test_a_name_that_cannot_be_is_asked_again_at_once(tmp_path: Path, answers: str, sentence: str) -> None:
    done = good("new", tmp_path, stdin=f"\nUn titre\n\n{answers}\n\n\n0\n")
    assert sentence in done.out + done.err
    assert loaded(tmp_path).camps == {"bleu": ["Anna"], "rouge": ["Paul"]}
    assert loaded(tmp_path).title == "Un titre"


POSTS = [
    ("myspace\n\n0\n", "« myspace » n’est pas compris ; réponses possibles : forumotion, phpbb."),
    ("\nbientôt\n0\n", "« bientôt » n’est pas un nombre de jours, de 0 à 365."),
    ("\n400\nnon\n", "« 400 » n’est pas un nombre de jours"),
    ("\n2 jours\nce soir\n\n\n", "« ce soir » n’est pas une heure, comme 20:00 ou 20h30."),
    ("\n2j\n\nprier\n\n", "« prier » n’est pas compris ; réponses possibles : attendre, rien, permanents."),
]


@pytest.mark.parametrize(("answer", "time"), [("21", "21:00"), ("8", "08:00"), ("20h30", "20:30")])
def test_an_hour_may_be_asked_for_without_minutes(tmp_path: Path, answer: str, time: str) -> None:
    good("new", tmp_path, stdin=f"\n\n\nbleu\nAnna\nrouge\nPaul\n\n\n\n2\n{answer}\n\n")
    assert loaded(tmp_path).plain["deadline"]["time"] == time


@pytest.mark.parametrize(("answers", "sentence"), POSTS)
def test_what_cannot_be_of_the_forum_and_the_clock_is_asked_again(tmp_path: Path, answers: str, sentence: str) -> None:
    done = good("new", tmp_path, stdin=f"\n\n\nbleu\nAnna\nrouge\nPaul\n\n\n{answers}")
    assert sentence in done.out + done.err
    assert loaded(tmp_path).players == ["Anna", "Paul"]


NAMED = [
    "Anna,Luc,Max",
    "Anna;Luc;Max",
    "Anna, Luc et Max",
    "Anna ; Luc ET Max",
    "Anna & Luc and Max",
    "Anna, Luc, et Max",
]


@pytest.mark.parametrize("named", NAMED)
def test_names_are_parted_as_people_part_them(tmp_path: Path, named: str) -> None:
    good("new", tmp_path, "--camp", f"bleu={named}", "--camp", "rouge=Yvette")
    assert loaded(tmp_path).camps == {"bleu": ["Anna", "Luc", "Max"], "rouge": ["Yvette"]}


def test_names_on_the_forum_stand_beside_plain_ones(tmp_path: Path) -> None:
    named = "Toto ([LG]Toto), Lulu (Lulu!) et Max (Max, le vrai ; et seul)"
    good("new", tmp_path, "--camp", f"bleu={named}", "--camp", "rouge=Paul (@pol)")
    campaign = loaded(tmp_path)
    assert campaign.camps == {"bleu": ["Toto", "Lulu", "Max"], "rouge": ["Paul"]}
    forum = [person["forum"] for person in campaign.plain["camps"]["bleu"]["players"]]
    assert forum == ["[LG]Toto", "Lulu!", "Max, le vrai ; et seul"]


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("game_and_people", [TWO_CAMPS, ("--game", "resistance", "--players", "Anna,Luc,Max,Paul,Zoé")])
def test_the_other_lines_stand_there_as_comments_that_are_understood(
    tmp_path: Path, language: str, game_and_people: tuple[str, ...]
) -> None:
    good("new", tmp_path, *game_and_people, "--language", language)
    file = tmp_path / "campaign.yaml"
    text = file.read_text(encoding="utf-8")
    assert (
        loaded(tmp_path).plain.keys().isdisjoint({"forum", "deadline", "missing", "absences", "brake", "key", "luck"})
    )
    uncommented, lines = re.subn(r"^#(\w+: )", r"\1", text, flags=re.M)
    assert lines == 7
    file.write_text(uncommented, encoding="utf-8")
    plain = loaded(tmp_path).plain
    assert plain["deadline"] == {"days": 3, "time": "20:00", "timezone": "Europe/Paris"}
    assert (plain["forum"], plain["missing"], plain["brake"]) == ("forumotion", "wait", {"share": 50, "silence": 48})
    assert (plain["key"], plain["luck"]) == ("required", "players")
    assert plain["absences"] == [{"player": "Anna", "from": "2026-12-24", "to": "2026-12-26"}]


def test_players_given_by_an_option_are_not_asked_for(tmp_path: Path) -> None:
    done = run("new", tmp_path / "p", "--players", "Anna,Bruno,Chloé,Denis,Emma", stdin="")
    assert (done.code, done.out) == (2, "")
    assert done.err == "« tsewnart » se joue par camps : donnez les joueurs par « --camp NOM=JOUEUR,… ».\n"


# --- Refusals

REFUSED: list[tuple[tuple[str, ...], str]] = [
    (
        ("--game", "échecs", *TWO_CAMPS),
        f"« échecs » n’est pas un jeu connu ; jeux connus : {KNOWN}.",
    ),
    (("--game", "resistance", *TWO_CAMPS), "« resistance » se joue sans camps : donnez les joueurs par « --players"),
    (("--players", "Anna,Bruno"), "« tsewnart » se joue par camps : donnez les joueurs par « --camp NOM=JOUEUR,… »."),
    ((*TWO_CAMPS, "--players", "Zoé"), "« tsewnart » se joue par camps"),
    ((*RESISTANCE, "--set", "taille=6x3"), "« taille » : ce jeu ne demande rien de tel ; attendu : plan."),
    (
        (*TWO_CAMPS, "--set", "couleur=rouge"),
        "« couleur » : ce jeu ne demande rien de tel ; attendu : topologie, taille.",
    ),
    ((*TWO_CAMPS, "--set", "topolgie=fermé"), "Peut-être « topologie » ?"),
    ((*TWO_CAMPS, "--set", "fermé"), "--set fermé : il faut un mot, « = » et une valeur"),
    (("--game", "resistance"), "Il faut des joueurs : --players Anna,Bruno,Chloé."),
    (("--game", "resistance", "--players", "Anna,Bruno"), "« joueurs » : il en faut 5 au moins, il y en a 2."),
    ((*RESISTANCE, "--players", "anna"), "« anna » et « Anna » ne diffèrent que par la casse"),
    ((*RESISTANCE, "--players", "[b]"), "« [b] » ne peut pas être un nom"),
    ((*RESISTANCE, "--seed", "court"), "« court » est trop court : 22 caractères au moins, il y en a 5."),
    (("--camp", "bleu=Anna"), "Il faut au moins deux camps : --camp bleu=Anna,Luc --camp rouge=Paul,Rita."),
    (("--game", "tsewnart"), "Il faut au moins deux camps : --camp bleu=Anna,Luc --camp rouge=Paul,Rita."),
    (("--camp", "bleu=Anna", "--camp", "rouge="), "Le camp « rouge » n’a pas de joueur."),
    (
        ("--camp", "bleu=Anna", "--camp", "rouge"),
        "--camp rouge : il faut un nom, « = » et des joueurs, comme --camp bleu=Anna,Luc,Max",
    ),
    (("--camp", "bleu=Anna", "--camp", "=Paul"), "--camp =Paul : il faut un nom"),
    ((*TWO_CAMPS, "--set", "taille=grand"), "« grand » n’est pas compris ici ; attendu : une taille comme 6x3."),
    ((*TWO_CAMPS, "--set", "taille=0x3"), "Le plateau « 0x3 » est trop petit pour ces camps."),
    ((*TWO_CAMPS, "--set", "taille=201x3"), "« 201 » est trop grand : 200 au plus."),
    (
        (*TWO_CAMPS, "--set", "topologie=bouee gonflée"),
        "« bouee gonflée » n’est pas compris ici ; attendu : fermé, bouée",
    ),
    ((*TWO_CAMPS, "--set", "topologie=feremé"), "Peut-être « fermé » ?"),
    ((*TWO_CAMPS, "--seed", "court"), "« court » est trop court : 22 caractères au moins, il y en a 5."),
    ((*TWO_CAMPS, "--title", "t" * 201), "trop long : 200 caractères au plus, il y en a 201."),
    (("--camp", "bleu=Anna,anna", "--camp", "rouge=Paul"), "« anna » et « Anna » ne diffèrent que par la casse"),
    (("--camp", "bleu=Anna", "--camp", "rouge=Anna"), "« Anna » et « Anna » ne diffèrent que par la casse"),
    (("--camp", "bleu=Anna", "--camp", "Bleu=Paul"), "« Bleu » et « bleu » ne diffèrent que par la casse"),
    (("--camp", "bleu=Anna", "--camp", "rouge=[b]Paul[/b]"), "« [b]Paul[/b] » ne peut pas être un nom"),
    (("--camp", "bleu=Anna", "--camp", "rouge=Pa: ul"), "« Pa: ul » ne peut pas être un nom"),
    (
        ("--camp", "bleu=A,B,C,D,E,F,G,H,I,J,K", "--camp", "rouge=Paul"),
        "« joueurs » : il en faut 10 au plus, il y en a 11.",
    ),
    ((*TWO_CAMPS, "--set", "taille=2x2"), "Le plateau « 2x2 » est trop petit pour ces camps."),
    (
        (*TWO_CAMPS, "--set", "taille=6x1", "--set", "topologie=sphérique"),
        "Une dimension qui fait le tour du plateau doit avoir au moins 2 cases.",
    ),
    ((*TWO_CAMPS, "--langage", "en"), "Option inconnue"),
]


@pytest.mark.parametrize(("options", "sentence"), REFUSED)
def test_what_cannot_be_is_refused_with_a_sentence_and_leaves_nothing(
    tmp_path: Path, options: tuple[str, ...], sentence: str
) -> None:
    done = run("new", tmp_path / "p", *options)
    assert done.code == 2
    assert sentence in done.err
    assert done.out == ""
    assert tree(tmp_path) == {}


def test_a_refusal_speaks_english(tmp_path: Path) -> None:
    done = run("new", tmp_path / "p", "--language", "en", "--camp", "bleu=Anna")
    assert done == (2, "", "At least two camps are needed: --camp blue=Anna,Luc --camp red=Paul,Rita.\n")


@pytest.mark.parametrize("what", ["file", ".hidden", "folder"])
def test_a_folder_that_is_not_empty_is_left_alone(tmp_path: Path, what: str) -> None:
    folder = tmp_path / "partie"
    folder.mkdir()
    if what == "folder":
        (folder / what).mkdir()
    else:
        (folder / what).write_text("précieux", encoding="utf-8")
    before = tree(tmp_path)
    done = run("new", folder, *TWO_CAMPS)
    assert done == (2, "", f"« {folder} » existe déjà et n’est pas vide : rien n’a été changé.\n")
    assert tree(tmp_path) == before


@pytest.mark.parametrize("what", ["inbox", "temporary file", "both"])
def test_what_an_interrupted_beginning_left_is_nothing(tmp_path: Path, what: str) -> None:
    folder = tmp_path / "partie"
    folder.mkdir()
    if what in ("inbox", "both"):
        (folder / "inbox").mkdir()
    if what != "inbox":
        (folder / ".tmp-1-x").write_text("jeu: tsew", encoding="utf-8")
    good("new", folder, *TWO_CAMPS)
    assert sorted(path.name for path in folder.iterdir()) == ["campaign.yaml", "inbox"]
    assert loaded(folder).players[0] == "Anna"


def test_an_inbox_with_something_in_it_is_left_alone(tmp_path: Path) -> None:
    folder = tmp_path / "partie"
    (folder / "inbox").mkdir(parents=True)
    (folder / "inbox" / "zoe.yaml").write_text("précieux", encoding="utf-8")
    before = tree(tmp_path)
    done = run("new", folder, *TWO_CAMPS)
    assert done == (2, "", f"« {folder} » existe déjà et n’est pas vide : rien n’a été changé.\n")
    assert tree(tmp_path) == before


def test_a_taken_folder_is_refused_before_anything_is_asked(tmp_path: Path) -> None:
    (tmp_path / "campaign.yaml").write_text("jeu: tsewnart\n", encoding="utf-8")
    done = run("new", tmp_path, stdin="")
    assert (done.code, done.out) == (2, "")


def rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.skipif(sys.platform == "win32", reason="files have no such rights there")
@pytest.mark.parametrize("umask", [0, 0o022, 0o077])
def test_a_campaign_is_its_owners_alone_and_leads_to_what_will_be_public(tmp_path: Path, umask: int) -> None:
    (tmp_path / "parties").mkdir(mode=0o755)
    open_to_all = tmp_path / "parties" / "gue"
    open_to_all.mkdir()
    open_to_all.chmod(0o777)
    rights_above = rights(tmp_path / "parties")
    before = os.umask(umask)
    try:
        for folder in (tmp_path / "parties" / "2026" / "neuve", open_to_all):
            good("new", folder, *TWO_CAMPS)
            assert (rights(folder), rights(folder / "inbox")) == (0o711, 0o700)
            assert rights(folder / "campaign.yaml") == 0o600
    finally:
        os.umask(before)
    assert rights(tmp_path / "parties" / "2026") == 0o711
    assert rights(tmp_path / "parties") == rights_above, "what was there is the MJ's business"


def test_a_file_in_place_of_the_folder_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "partie").write_text("précieux", encoding="utf-8")
    done = run("new", tmp_path / "partie", *TWO_CAMPS)
    assert done.code == 2
    assert tree(tmp_path) == {"partie": "précieux".encode()}


def command(*args: Any) -> list[str]:
    return [sys.executable, "-m", "adjudicator", *map(str, args)]


def test_a_full_disk_leaves_nothing_in_the_way_of_a_second_try(tmp_path: Path) -> None:
    with full_disk(tmp_path) as disk:
        folder = disk.folder / "partie"
        disk.fill()
        done = disk.run(*command("new", folder, *TWO_CAMPS))
        assert done.returncode == 2
        assert "Traceback" not in done.stderr
        assert not (folder / "campaign.yaml").exists()
        disk.free()
        again = disk.run(*command("new", folder, *TWO_CAMPS))
        assert (again.returncode, again.stderr) == (0, "")
        assert loaded(folder).players[0] == "Anna"


def test_a_forbidden_place_is_said(tmp_path: Path) -> None:
    parent = tmp_path / "parent"
    parent.mkdir()
    with read_only(parent) as place:
        done = place.run(*command("new", parent / "partie", *TWO_CAMPS))
    assert done.returncode == 2
    assert (
        plain(done.stderr)
        == f"Accès refusé : « {parent / 'partie'} » ne peut pas être lu ou écrit. Rien n’a été changé.\n"
    )
    assert tree(tmp_path) == {"parent/": b""}


def test_each_fault_is_said_once(tmp_path: Path) -> None:
    """The first player of a camp is its captain too."""
    done = run("new", tmp_path / "p", "--camp", "a=../x", "--camp", "b=Z/é")
    assert done.code == 2
    assert [line.partition(" ne peut")[0] for line in done.err.splitlines()] == ["« ../x »", "« Z/é »"]


def test_new_takes_a_number_of_camps_with_its_word(tmp_path: Path) -> None:
    good("new", tmp_path, stdin="\n\n2 camps\nbleu\nAnna\nrouge\nPaul\n\n\n\n0\n")
    assert list(loaded(tmp_path).camps) == ["bleu", "rouge"]


def test_names_without_commas_are_shown_as_the_one_that_they_are(tmp_path: Path) -> None:
    camps = ["--camp", "rouge=Alma Boris Clara", "--camp", "bleu=Diego,Élise"]
    told = plain(good("new", tmp_path / "p", *camps).out)
    assert "camp rouge : 1 joueur (Alma Boris Clara)" in told
    assert "Diego" not in told
