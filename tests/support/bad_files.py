"""A campaign with every role on the board, and what tests of bad input ask of it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import TypeAlias

from click.testing import CliRunner, Result

from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.campaign_file import read_campaign
from adjudicator.campaign.editions import EMPTY
from adjudicator.campaign.loading import load_campaign, outcome_files
from adjudicator.campaign.stages import Progress
from adjudicator.cli.main import main
from adjudicator.core.stage import Outcome
from adjudicator.games.tsewnart.state import Ghost, Piece, State, new_piece
from adjudicator.store.disk import write_whole
from adjudicator.store.layout import CAMPAIGN_FILE, PUBLISHED
from adjudicator.store.published import publish_folder, sealed

Told: TypeAlias = tuple[int, int, "str | re.Pattern[str]"]
"""A fault as it is told: line, column, sentence (with ordinary spaces), or a pattern that the sentence must fit."""

CAMPAIGN = """\
jeu: tsewnart
titre: La grande partie
plateau: {taille: 9x7, topologie: fermé}
camps:
  bleu:
    zone: {colonnes: 1-2}
    joueurs: [Anna, Luc, Max, Léa, Ugo, Éva, Ida, Tom, Nina, Omar]
  rouge:
    capitaine: Rita
    zone: {colonnes: 8-9}
    joueurs: [Paul, Rita, Zoé, Marc, Jean, Kim, Lou]
graine: 8f14e45fceea167a5a36dedd4bea2543
"""
TURN = 4

_BLEU = {
    "Anna": "dement",
    "Luc": "agile",
    "Max": "professeur",
    "Léa": "croque-mort",
    "Ugo": "archer",
    "Éva": "terreur",
    "Ida": "religieux",
    "Tom": "mystique",
}
_ROUGE = {"Paul": "dement", "Rita": "agile", "Zoé": "brute", "Marc": "savant", "Jean": "tacticien", "Kim": "archer"}


def midgame() -> State:
    """Every role on the board at turn 4: Paul and Rita have no uses left, Kim has aimed, Éva has terrorised (3;3).

    Nina and Lou are ghosts, Omar controls nothing any more.
    """
    pieces: dict[str, Piece] = {}
    for x, camp, roles in ((3, "bleu", _BLEU), (7, "rouge", _ROUGE)):
        for i, (player, role) in enumerate(roles.items()):
            pieces[player] = new_piece(player, camp, role, (x + i // 7, i % 7 + 1))
    pieces["Paul"].teleports = pieces["Rita"].extra_moves = 0
    pieces["Kim"].aimed = (5, 5)
    pieces["Éva"].last_terror = (3, 3)
    ghosts = {"Nina": Ghost("Nina", "bleu", "savant", (1, 1)), "Lou": Ghost("Lou", "rouge", "terreur", (9, 1))}
    roles = {**_BLEU, **_ROUGE, "Nina": "savant", "Omar": "brute", "Lou": "terreur"}
    return State("turn", TURN, roles, pieces, ghosts, {"bleu": 0, "rouge": 0})


@cache
def campaign() -> Campaign:
    """Return the campaign, of which nothing is on disk."""
    return read_campaign(CAMPAIGN.encode(), Path("partie") / CAMPAIGN_FILE)


@cache
def progress(phase: str = "turn") -> Progress:
    """Return the campaign in the middle of the game, or before its choice of roles or its placement."""
    found = Progress(campaign(), [])
    if phase == "turn":
        found.state = midgame()
    elif phase == "placement":
        found.state = State("placement", 0, midgame().roles, scores={"bleu": 0, "rouge": 0})
    return found


def write_campaign(folder: Path, text: str = CAMPAIGN, state: State | None = None) -> Path:
    """Write a campaign into ``folder``: begun, or with one stage played that ended in ``state``."""
    (folder / "inbox").mkdir(parents=True)
    (folder / CAMPAIGN_FILE).write_text(text, encoding="utf-8")
    if state is not None:
        stage = folder / "turns" / ("0001-turn-3" if state.phase == "turn" else "0001-roles")
        stage.mkdir(parents=True)
        files = outcome_files(load_campaign(folder), Outcome(state, (), (), {}), EMPTY)
        publish_folder(stage / "result", {**files, "reports/public.txt": b"Tour 3\n"})
        write_whole(stage / PUBLISHED, sealed({"at": "2026-11-20T12:00:00+00:00", "by": "adjudicator"}))
    return folder


def tree(folder: Path) -> dict[str, tuple[bytes | None, int]]:
    """Return everything below ``folder`` with its time, so that a rewrite with the same bytes shows too."""
    return {
        path.relative_to(folder).as_posix(): (path.read_bytes() if path.is_file() else None, path.stat().st_mtime_ns)
        for path in sorted((folder, *folder.rglob("*")))
    }


def contents(folder: Path) -> dict[str, bytes]:
    """Return the contents of every file below ``folder`` but the lock, which says nothing."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != ".lock"
    }


def adjudicator(*arguments: object, given: bytes | str | None = None) -> Result:
    """Run a command in this process. An exception that is not an exit is a traceback for the user: it fails here."""
    result = CliRunner().invoke(main, [str(argument) for argument in arguments], input=given)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def plain(text: str) -> str:
    """Return ``text`` with ordinary spaces where French typography wants no-break ones."""
    return text.replace("\u00a0", " ").replace("\u202f", " ")


def matches(found: Iterable[Told], expected: Iterable[Told]) -> bool:
    """Tell whether the faults found are those expected: same places, same sentences, same order, no other."""
    found, expected = list(found), list(expected)
    return len(found) == len(expected) and all(
        (line, column) == (wanted_line, wanted_column) and says(sentence, wanted)
        for (line, column, sentence), (wanted_line, wanted_column, wanted) in zip(found, expected, strict=True)
    )


def says(sentence: str | re.Pattern[str], wanted: str | re.Pattern[str]) -> bool:
    """Tell whether a sentence is the one wanted, or fits the pattern where the exact words are left open."""
    assert isinstance(sentence, str)
    return bool(wanted.fullmatch(sentence)) if isinstance(wanted, re.Pattern) else sentence == wanted
