"""How camps are marked on boards: letters, colours, ghosts, columns of equal width."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.clocked import rewrite
from support.commands import campaign, good, plain, printed, run

from adjudicator.core.pictures import BoardShown
from adjudicator.pictures.board import ARTICLES, board_lines, camp_letters, ghost_text


@pytest.mark.parametrize(
    ("camps", "letters"),
    [
        (("Les Aigles", "Les Loups"), "AL"),
        (("Les Loups", "Les Lions"), "LI"),
        (("L’Aube", "La Lune", "Le Lac"), "ALC"),
        (("The Crows", "A Wolf"), "CW"),
        (("Compagnie du Gué", "Compagnie de l’Est"), "GE"),
        (("Compagnie du Gué", "Confrérie", "Compagnie de l’Est"), "GCE"),
        (("La", "Le"), "LE"),
        (("Camp A", "Camp B"), "AB"),
        (("Les loups gris", "Les loups blancs"), "GB"),
        (("Équipe 1", "Équipe 2", "Équipe 3"), "ABC"),
        (("Compagnie", "Compagnie du Gué"), "CG"),
        (("Église", "Élan"), "EL"),
        (("影", "光"), "AB"),
    ],
)
def test_a_camp_has_the_first_telling_letter_that_is_free(camps: tuple[str, ...], letters: str) -> None:
    assert "".join(camp_letters(camps, {}).values()) == letters


def test_a_letter_that_was_chosen_is_nobody_elses() -> None:
    assert camp_letters(("Aube", "Nuit"), {"Nuit": "a"}) == {"Aube": "U", "Nuit": "A"}


def test_no_two_camps_have_the_same_letter() -> None:
    camps = [f"{article} camp {number}" for number in range(20) for article in sorted(ARTICLES)[:1]]
    assert len(set(camp_letters(camps, {}).values())) == 20
    many = [f"camp {number}" for number in range(99)]
    assert len(set(camp_letters(many, {}).values())) == 99


def test_a_ghost_is_no_letter_that_looks_like_a_stroke() -> None:
    """Nor can two things on a cell run into one another."""
    board: BoardShown = {
        "width": 2,
        "height": 1,
        "lettered": False,
        "camps": ["Les Loups", "Les Iles"],
        "pieces": [{"cell": (1, 1), "camp": "Les Loups"}],
        "ghosts": [{"cell": (1, 1), "camp": "Les Iles", "count": 1}, {"cell": (2, 1), "camp": "Les Loups", "count": 3}],
    }
    assert board_lines(board, camp_letters(board["camps"], {}))[2] == "1 | L °I | °L3 |"
    assert ghost_text("A") == "°A"


def test_the_campaign_says_letter_and_colour(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1")
    rewrite(folder, "  bleu: {", "  bleu: {lettre: z, couleur: orange, ")
    shown = printed("report", folder, "--format", "bbcode", "--language", "en").decode()
    assert re.search(r"\[color=#ea7317\]\[b\]Z\[/b\]", shown)
    assert 'class="token orange"' in printed("report", folder, "--format", "html", "--language", "en").decode()


def test_they_may_be_changed_at_any_time(tmp_path: Path) -> None:
    """They are no part of what a game pins: a campaign of an earlier version may say them now."""
    folder = campaign(tmp_path, "turn-1")
    rewrite(folder, "  bleu: {", "  bleu: {lettre: z, couleur: orange, ")
    good("status", folder)
    assert re.search(r"\n1 \|.*Z", good("report", folder, "--language", "en").out)


@pytest.mark.parametrize(("key", "value"), [("lettre", "Z"), ("couleur", "orange")])
def test_two_camps_may_not_be_marked_alike(tmp_path: Path, key: str, value: str) -> None:
    folder = campaign(tmp_path, "roles")
    rewrite(folder, "  bleu: {", f"  bleu: {{{key}: {value}, ")
    rewrite(folder, "  rouge: {", f"  rouge: {{{key}: {value.lower()}, ")
    done = run("status", folder)
    assert done.code == 2
    assert f"La {key} est déjà celle du camp bleu." in done.err


@pytest.mark.parametrize("letter", ["AB", "1", "é", "''"])
def test_a_letter_is_one_letter(tmp_path: Path, letter: str) -> None:
    folder = campaign(tmp_path, "roles")
    rewrite(folder, "  bleu: {", f"  bleu: {{lettre: {letter}, ")
    assert "attendu : une lettre de A à Z" in run("status", folder).err


def test_cells_of_a_post_are_of_equal_width(tmp_path: Path) -> None:
    """Two no-break spaces are about as wide as a letter."""
    shown = printed("report", campaign(tmp_path, "turn-1"), "--format", "bbcode").decode()
    board = next(line for line in shown.splitlines() if line.startswith("[table") and "[tr][td] [/td]" in line)
    cells = [re.sub(r"\[/?[bi]\]|\[/?color[^\]]*\]", "", cell) for cell in re.findall(r"\[td\](.*?)\[/td\]", board)]
    inner = [cell for cell in cells if "\u00a0" in cell]
    assert len({cell.count("\u00a0") + 2 * len(cell.strip("\u00a0")) for cell in inner}) == 1


def board_of(folder: Path, reader: str) -> str:
    text = plain(printed("report", folder, "--turn", "1", "--for", reader).decode())
    return "\n".join(line for line in text.splitlines() if re.match(r"\d+ \|", line))


def test_my_own_pieces_show_what_they_are_and_those_of_others_do_not(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-2")
    own, all_of_them = board_of(folder, "player:Anna"), board_of(folder, "mj")
    assert re.search(r"\bB·\w\w\b", own)
    assert re.search(r"\bR\b(?!·)", own)
    assert not re.search(r"\bR·", own)
    assert re.search(r"\bB·\w\w\b", all_of_them)
    assert re.search(r"\bR·\w\w\b", all_of_them)
    assert "·" not in board_of(folder, "public")


def test_a_page_tells_the_mj_who_stands_where(tmp_path: Path) -> None:
    page = plain(printed("report", campaign(tmp_path, "turn-2"), "--for", "mj", "--format", "html").decode())
    assert re.search(r"<title>Anna, \w+, pièce du camp bleu</title>", page)
    public = plain(printed("report", tmp_path, "--format", "html").decode())
    titles = "".join(re.findall(r"<title>([^<]*)</title>", public))
    assert "pièce du camp bleu" in titles
    assert "Anna, " not in titles
