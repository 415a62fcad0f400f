"""A sample of the hostile mails of ``hostile_mails``: whole runs over what may come, and nothing stops or is lost."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from support.hostile_mails import PER_BATCH, play

from adjudicator.mail import routing
from adjudicator.mail.routing import Routing


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADJUDICATOR_NOW", "")


@pytest.mark.parametrize("number", range(3))
def test_hostile_mails_stop_nothing_and_change_nobody_elses_orders(number: int, tmp_path: Path) -> None:
    found = play("every day", number, PER_BATCH, tmp_path)
    assert found["played"] > 3
    assert sum(found.values()) > 40


def test_a_program_that_believed_anybody_would_be_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def believed(game: Any, ask: str) -> Routing:
        return Routing("taken", game.folder, ("Anna",))

    monkeypatch.setattr(routing, "_stranger", believed)
    with pytest.raises(AssertionError):
        for number in range(6):
            play("every day", number, PER_BATCH, tmp_path / str(number))
