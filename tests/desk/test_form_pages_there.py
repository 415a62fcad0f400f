"""For each player who is awaited there is a form by clicks; over one a game may fail, and the MJ is told."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.clocked import ALL, THREE_DAYS, cron, fresh_clock, put_table, tsewnart
from support.commands import Done, good, run, stage_folder

from adjudicator.games.tsewnart.game import GAME

TOLD = "Il n’y a pas de formulaire par clics pour {} :"


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    yield from fresh_clock()


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Over the forms of these players the game fails."""
    players: set[str] = set()
    board = GAME.forms.board

    def fails(view: Any) -> Any:
        if view.player in players:
            raise ZeroDivisionError
        return board(view)

    monkeypatch.setattr(GAME.forms, "board", fails)
    return players


def words(text: str) -> str:
    return " ".join(text.split())


def forms_of(folder: Path) -> list[str]:
    return sorted(path.name for path in (stage_folder(folder, "turn-1") / "forms").iterdir())


def played_but_for_luc(tmp_path: Path, failing: set[str]) -> tuple[Path, Done]:
    """Let cron play a turn after which the game fails over one form."""
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    put_table(folder, *ALL)
    failing |= {"Luc"}
    played = cron(folder)
    assert played.code == 0
    return folder, played


def formless(folder: Path) -> Any:
    return json.loads(good("status", folder, "--json").out).get("formless")


def test_of_a_form_over_which_the_game_fails_cron_the_status_and_its_page_tell(
    tmp_path: Path, failing: set[str]
) -> None:
    folder, played = played_but_for_luc(tmp_path, failing)
    assert TOLD.format("Luc") in words(played.out)
    assert "formulaire-luc.html" not in forms_of(folder)
    assert len(forms_of(folder)) > 1
    assert TOLD.format("Luc") in words(good("status", folder).out)
    assert formless(folder) == ["Luc"]
    with pytest.raises(ZeroDivisionError):
        run("template", folder, "--for", "Luc", "--html")
    assert TOLD.format("Luc") not in words(cron(folder).out)  # once


def test_where_the_game_fails_over_all_of_them_all_are_named(tmp_path: Path, failing: set[str]) -> None:
    folder = tsewnart(tmp_path / "p", "")
    put_table(folder, *ALL)
    failing |= set(ALL)
    assert TOLD.format(", ".join(ALL)) in words(good("resolve", folder).out)
    assert forms_of(folder) == []
    assert formless(folder) == list(ALL)


def test_what_could_be_made_again_is_there_when_heads_are_written_anew(tmp_path: Path, failing: set[str]) -> None:
    folder, _ = played_but_for_luc(tmp_path, failing)
    failing.clear()
    good("hold", folder, "--reason", "x")
    assert "formulaire-luc.html" in forms_of(folder)
    assert formless(folder) is None
    assert "formulaire" not in good("status", folder).out


def test_a_form_or_a_bureau_that_is_lost_is_made_again_by_the_next_round(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    put_table(folder, *ALL)
    cron(folder)
    stage = stage_folder(folder, "turn-1")
    pages = [*(stage / "forms").iterdir(), folder / "bureau.html"]
    whole = {page: page.read_bytes() for page in pages}
    for page in pages:
        for lose in (Path.unlink, lambda path: path.write_bytes(b"")):
            lose(page)
            cron(folder)
            assert {page: page.read_bytes() for page in pages} == whole


def test_a_form_over_which_the_game_fails_is_not_made_at_each_round(tmp_path: Path, failing: set[str]) -> None:
    folder, _ = played_but_for_luc(tmp_path, failing)
    failing.clear()
    cron(folder)
    assert "formulaire-luc.html" not in forms_of(folder)
