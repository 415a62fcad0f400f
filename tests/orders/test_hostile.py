"""A sample of the hostile files of ``hostile``: whole commands over what may come, and nothing stops or is lost."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from support.commands import campaign, run
from support.depth import is_deep
from support.hostile import BASES, STAGES, Tally, distinct, play
from support.hostile_letters import ENCODINGS, SHAPES, Scene, letter

ROUNDS = (3, 2)
"""How many files come in each stage: fewer than in the long run."""
SEED = 13


def batches(game: str) -> list[int]:
    """Return the numbers of a few batches: one that begins at each stage of a game, of each kind in ``make deep``."""
    by_stage: dict[str, int] = {}
    by_variant: dict[str, int] = {}
    for number, (its_game, stage, variant) in enumerate(BASES):
        if its_game == game:
            by_stage.setdefault(stage, number)
            by_variant.setdefault(variant, number)
    return sorted({*by_stage.values(), *(by_variant.values() if is_deep() else ())})


@pytest.mark.parametrize("game", STAGES)
def test_no_order_file_stops_a_campaign_and_none_is_lost(game: str) -> None:
    total = Tally()
    for number in batches(game):
        total.add(play(SEED, number, rounds=ROUNDS))
    assert {key: failures[0].detail for key, failures in distinct(total.failures).items()} == {}
    assert {key[1].partition("-")[0] for key in total.files} >= {stage.partition("-")[0] for stage in STAGES[game]}
    assert {key[4] for key in total.files} >= {"accepted", "refused"}
    assert total.handed_on > 0


def test_the_files_are_of_every_encoding_and_shape_and_the_same_for_the_same_chance() -> None:
    scene = Scene("tsewnart", "turn", 1, ("Anna", "Luc", "Max", "Paul", "Rita", "Zoé"), {}, ("Anna", "Paul"))

    def made() -> list[tuple[str, str, bytes]]:
        chance = random.Random(SEED)
        letters = [letter(chance, scene, f"{number:03d}") for number in range(400)]
        assert {one.encoding for one in letters} == set(ENCODINGS)
        assert {one.shape for one in letters} == set(SHAPES)
        return [(one.token, one.name, one.data) for one in letters]

    assert made() == made()


@pytest.mark.parametrize(
    "text", ["<p>{}</p>\njoueur: Luc\ntour: 1\nordres:\n  déplacement: haut\n", "{}</p>", "Bonjour {} !"]
)
def test_a_character_reference_of_thousands_of_digits_is_a_text(tmp_path: Path, text: str) -> None:
    folder = campaign(tmp_path / "p", "turn-1")
    done = run("submit", folder, "-", stdin=text.format(f"&#{'1' * 5000};"))
    assert done.code in (0, 1)  # an order that stands by itself is taken, and the rest is told as left out
    assert "Le programme n’a pas su juger" not in done.out + done.err
