"""The forms by clicks of the stage awaited, as files: ``forms/`` beside the reports of the stage before it."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from adjudicator.campaign.stages import Progress
from adjudicator.core.faults import Filling, Listed, Phrase
from adjudicator.core.stage import Reader, player_reader
from adjudicator.store import disk, layout
from adjudicator.store.disk import MACHINE_TROUBLES
from adjudicator.table.situation import Situation
from adjudicator.table.table import awaited

# Most commands write none: what makes them is imported where it is used.


def write_form_pages(situation: Situation, among: Collection[Reader] | None) -> None:
    """Write a form for each player whose orders are awaited, of those ``among`` whom it is done anew.

    Those of others are removed. The folder is there once a form was tried: what is then missing could not be made.
    """
    progress = situation.progress
    folder, players = progress.folders[-1] / layout.FORMS, _fillers(progress)
    anew = [player for player in players if among is None or player_reader(player) in among]
    forms = dict(_made(situation, anew)) if anew else {}
    if anew and not folder.exists():
        disk.write_folder(folder, forms)
        return
    if not folder.exists():
        return
    disk.clean(folder)
    names = _names(progress)
    awaited = {names[player] for player in players}
    word = progress.campaign.voice().say("click.file")
    for path in disk.entries(folder, f"{word}-*.html"):  # what else lies there is the MJ's
        if path.name not in awaited and path.is_file():
            path.unlink()
    disk.write_all(folder, forms, synced=False)


def form_pages_there(progress: Progress) -> dict[str, str]:
    """Return the files of the forms that lie there, by player."""
    there = set(disk.names(progress.folders[-1] / layout.FORMS))
    return {player: name for player, name in _names(progress).items() if name in there}


def without_form_page(progress: Progress) -> list[str]:
    """Return whose form could not be made, of those whose orders are awaited; nobody where none was tried."""
    if not progress.folders or not (progress.folders[-1] / layout.FORMS).is_dir():
        return []
    there = form_pages_there(progress)
    return [player for player in _fillers(progress) if player not in there]


def told_without(progress: Progress) -> Phrase | None:
    """Say to the MJ whose form could not be made, and how he learns why; None where none is missing."""
    players = without_form_page(progress)
    if not players:
        return None
    values: dict[str, Filling] = {
        "names": Listed(tuple(players)),
        "player": players[0],
        "folder": str(progress.campaign.folder),
    }
    return Phrase("status.formless", values, n=len(players))


def _fillers(progress: Progress) -> list[str]:
    """Return who fills in a form for the stage awaited, in the order of those awaited."""
    players = awaited(progress) if progress.stage else ()
    return [player for player in players if player not in progress.campaign.left]


def _names(progress: Progress) -> dict[str, str]:
    from adjudicator.forms.order_form import page_names

    return page_names(progress.campaign.players, progress.campaign.voice())


def _made(situation: Situation, players: Collection[str]) -> Iterator[tuple[str, bytes]]:
    """Yield the forms of these players; over one a game may fail: his report has the form of text all the same."""
    from adjudicator.forms.click_page import FormPages

    pages = FormPages(situation, situation.campaign.voice())
    for player in players:
        try:
            yield pages.page(player)
        except MACHINE_TROUBLES:
            raise
        except Exception:  # a stage is announced, whatever a game makes of orders that nobody has sent
            continue  # the MJ is told by ``without_form_page``
