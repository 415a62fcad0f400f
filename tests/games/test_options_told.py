"""Every report says by which options the game is played, where they are not those of the sheet, and what was drawn."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
from resistance.campaigns import SEVEN, begun, dealt, state
from support.commands import CHOICES, SEED, TWO, good, plain, printed

from adjudicator.games import game
from adjudicator.reports.markup import FORMATS
from adjudicator.speech.voice import LANGUAGES, voice_of

ALL_DEFAULT = "Options de la partie : celles d’office."

CHOSEN = {
    "tsewnart": {"reveal_to": "public", "ghosts": "hidden", "reasons": True, "columns": "letters", "reach": "within"},
    "resistance": {
        "targeted_attacks": True,
        "isolated_cylons": True,
        "seats": "drawn",
        "first_commander": "drawn",
        "missing_vote": "yes",
        "no_squad": "drawn",
        "strict_colons": False,
        "missing_card": "failure",
        "two_failures": "order",
        "rejections": "game",
    },
}
"""Every option that has a second choice, with it."""


@pytest.mark.parametrize("name", CHOSEN)
def test_no_option_is_forgotten(name: str) -> None:
    choices = set(game(name).setup.setting(CAMPAIGNS[name]).options._fields)
    assert choices - set(CHOSEN[name]) <= {"victory"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("name", "option"), [(name, option) for name, chosen in CHOSEN.items() for option in chosen])
def test_each_is_said_in_words_of_its_own(name: str, option: str, language: str) -> None:
    reports, speaker = game(name).reports, voice_of(name, language)
    setting = game(name).setup.setting(CAMPAIGNS[name])
    others = {"targeted_attacks": True} if option == "two_failures" else {}
    before = replace(setting, options=setting.options._replace(**others))
    after = replace(setting, options=setting.options._replace(**others, **{option: CHOSEN[name][option]}))
    (said,) = set(map(speaker.phrase, reports.options(after))) - set(map(speaker.phrase, reports.options(before)))
    assert said
    assert not reports.options(setting)


CAMPAIGNS = {
    "tsewnart": {
        "board": {"size": [6, 3], "topology": "closed"},
        "camps": {"bleu": {"zone": [[1, 1]], "players": ["Anna"], "captain": "Anna"}},
    },
    "resistance": {"players": list(SEVEN)},
}


def test_all_readers_are_told_in_every_format(tmp_path: Path) -> None:
    folder = dealt(tmp_path / "p", SEVEN, "{vote manquant: ignoré, colons stricts: non}")
    for form in FORMATS:
        for reader in ("public", "mj", "player:Anna"):
            text = plain(printed("report", folder, "--for", reader, "--format", form).decode())
            assert "un vote manquant ne compte pas, un Colon peut jouer un échec" in " ".join(text.split()), form


def test_the_options_of_the_sheet_need_no_words(tmp_path: Path) -> None:
    assert ALL_DEFAULT in public(dealt(tmp_path / "p"))


def test_a_campaign_that_keeps_the_end_says_so(tmp_path: Path) -> None:
    (tmp_path / "campaign.yaml").write_text(TWO + "fin: gardée\noptions: {fantômes: cachés}\n", encoding="utf-8")
    for choice in CHOICES[TWO]:
        good("submit", tmp_path, "-", stdin=choice)
    good("resolve", tmp_path)
    assert "chaque camp ne voit que ses fantômes, les secrets restent gardés à la fin" in public(tmp_path)


def test_what_was_drawn_is_told_with_the_recipe_to_check_it(tmp_path: Path) -> None:
    """It is followed here to the letter."""
    folder = dealt(tmp_path / "p", SEVEN, "{sièges: tirage, premier commandant: tirage}")
    text = public(folder)
    seat, commander = '["…", 0, "seat", "0", 0]', '["…", 0, "commander", "", 0]'
    assert "tirés au sort parmi Anna, Bruno, Chloé, Denis, Emma, Farid, Gilles" in text
    assert seat in text
    assert commander in text
    left, seats = list(SEVEN), []
    for number in range(len(SEVEN)):
        seats.append(left.pop(drawn(seat.replace('"0"', f'"{number}"')) % len(left)))
    assert seats == state(folder)["seats"]
    assert seats[drawn(commander) % len(seats)] == state(folder)["commander"]


def test_what_was_not_drawn_has_no_recipe(tmp_path: Path) -> None:
    assert "SHA-256 du texte" not in public(dealt(tmp_path / "p", SEVEN))
    cast = begun(tmp_path / "q", SEVEN, "{premier commandant: tirage}")
    text = (cast / "campaign.yaml").read_text(encoding="utf-8")
    text = text.replace("- Denis", "- {nom: Denis, personnage: Laura Roslin}")
    (cast / "campaign.yaml").write_text(text, encoding="utf-8")
    good("resolve", cast)
    assert "SHA-256 du texte" not in public(cast)
    assert ALL_DEFAULT in public(cast)


def drawn(text: str) -> int:
    return int(sha256(text.replace("…", SEED).encode()).hexdigest(), 16)


def public(folder: Path) -> str:
    return " ".join(plain(printed("report", folder, "--for", "public").decode()).split())
