"""Mails leak nothing: neither what they say, nor any field of their heads, how long they are, or how many go."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from support.depth import deep, one_of, sample
from support.leaks import EVERY_DAY, Pair, Patch
from support.mail_players import PLANTED, mail_leaks
from support.shared import closed_by
from support.suite import NEW, drawn
from support.suites import SUITES


def looked_at(game: str, name: str, every: int) -> list[Pair]:  # type: ignore[type-arg]
    """Some pairs that at least one player cannot tell apart."""
    pairs = [pair for pair in drawn(SUITES[game], name) if any(one.kind == "player" for one in pair.readers)]
    return pairs[::every]


@pytest.mark.parametrize("game", one_of(SUITES, 0))
@pytest.mark.parametrize(("name", "every"), [(EVERY_DAY, 280), *deep((NEW, 12))])
def test_mails_tell_nothing_that_cannot_be_known(game: str, name: str, every: int, tmp_path: Path) -> None:
    assert list(mail_leaks(looked_at(game, name, every), tmp_path)) == []


@pytest.mark.parametrize(
    ("game", "plant"), sample([(game, plant) for plant in PLANTED for game in ("tsewnart", "resistance")], 7)
)
def test_a_leak_that_is_planted_in_mails_is_found(
    game: str, plant: Callable[[Patch], None], tmp_path: Path, monkeypatch: Patch
) -> None:
    pairs = looked_at(game, EVERY_DAY, 280)[:3]
    closed_by(monkeypatch)
    plant(monkeypatch)
    assert next(mail_leaks(pairs, tmp_path), None) is not None
