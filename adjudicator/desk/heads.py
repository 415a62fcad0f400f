"""The reports of a stage as players receive them: the published report with a head and a foot that depend on the hour.

They lie in ``reports/`` beside the stage's ``result/``, from which they can be made again at any time. What their heads
say is kept in ``published.json``; when that is out of date, they are made again. The forms to click, in ``forms/``, are
written with them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from copy import copy
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.editions import read_record, record_bytes
from adjudicator.campaign.records import HeadRecord
from adjudicator.campaign.stages import Progress
from adjudicator.core.faults import Listed, Phrase, PhraseArgument
from adjudicator.core.plain import Plain
from adjudicator.core.stage import MJ, PUBLIC, Reader, player_reader
from adjudicator.store import disk, layout
from adjudicator.store.disk import MACHINE_TROUBLES
from adjudicator.table.clock import moment_anywhere
from adjudicator.table.situation import Situation
from adjudicator.table.table import awaited

if TYPE_CHECKING:
    from adjudicator.reports.contents import Frame, HeadPart
    from adjudicator.reports.environment import Hand
    from adjudicator.reports.writing import Held


# Every run of cron asks whether heads are out of date, but few write reports: what writes them is imported where it is
# used.


def told_now(situation: Situation) -> HeadRecord:
    """Return what heads have to say in this situation."""
    clock = situation.clock
    on = situation.progress.stage is not None
    told: HeadRecord = {"due": clock.due.isoformat() if on and clock.due else None, "held": on and clock.held}
    changes = situation.campaign.seats.acts
    return {**told, "seats": changes} if changes else told


def has_heads(progress: Progress) -> bool:
    """Return whether the last stage's reports have or will have heads: stages announced by version 0.2 have none."""
    if not progress.folders:
        return False
    published = announced(progress)
    return published is None or published["told"] is not None


def out_of_date(situation: Situation, published: Plain) -> bool:
    """Return whether the last stage's heads are no longer true, or one of its reports is missing or empty.

    ``published`` is the record of its announcement.
    """
    if published["told"] is None:
        return False
    return bool(published["told"] != told_now(situation)) or _lost(situation.progress.folders[-1], published)


def _lost(folder: Path, published: Plain) -> bool:
    """Return whether a report or a form is missing or empty: they are not synced, so a power cut may have taken one."""
    sizes = disk.sizes(f"{folder}/{layout.REPORTS}")
    reports = folder.joinpath(layout.RESULT, layout.REPORTS)
    if pages_of(folder) < published.get("pages", 0):
        published_sizes = disk.sizes(reports).values()
        return bool(published_sizes) and all(published_sizes)  # otherwise nothing is left to make reports from
    return any((reports / name).stat().st_size for name in disk.names(reports) if not sizes.get(name))


def pages_of(folder: Path) -> int:
    """Return how many non-empty pages of a stage have no copy in its result: the forms to click."""
    sizes = disk.sizes(f"{folder}/{layout.FORMS}")
    return sum(size > 0 for name, size in sizes.items() if name.endswith(".html"))


def announced(progress: Progress) -> Plain | None:
    """Return the record of the last stage's announcement; None if no stage was played or the last is not announced."""
    return read_record("published", progress.folders[-1] / layout.PUBLISHED) if progress.folders else None


def note_told(situation: Situation) -> None:
    """Update in the last stage's ``published.json``, if there is one, what its heads now say."""
    folder = situation.progress.folders[-1]
    published = announced(situation.progress)
    if published is None:
        return
    now = {**published, "told": told_now(situation), "pages": pages_of(folder)}
    if now != published:
        disk.write_whole(folder / layout.PUBLISHED, record_bytes("published", now))


def write_reports(
    situation: Situation,
    result: Mapping[str, bytes] | None = None,
    chained: str | None = None,
    among: Collection[Reader] | None = None,
    forms: bool = True,
) -> None:
    """Write the last stage's reports as players receive them; files with the right contents are not written again.

    ``result`` are the published files by name, read from the disk if it is None. ``chained`` is the stage's head of the
    hash chain, by default the announced one. ``among`` are the readers whose reports may have changed; None for all.
    ``forms`` says whether the forms to click are written too.

    A bureau of version 0.3 among the reports would be out of date, so it is removed. The reports are not synced,
    because there are many and any that a power cut takes are made again from the result.
    """
    folder = situation.progress.folders[-1]
    into = folder / layout.REPORTS
    if forms:
        write_form_pages(situation, among)
    if not chained:
        published = announced(situation.progress)
        chained = published["head"] if published else None
    files = _files(situation, result, chained, among)
    if not into.exists():
        disk.write_folder(into, files)
        return
    disk.clean(into)
    new = {name: data for name, data in files.items() if not disk.holds(into / name, data)}
    disk.write_all(into, new, synced=False)
    (into / layout.BUREAU).unlink(missing_ok=True)


def others_told(situation: Situation, before: Progress) -> list[Reader]:
    """Return the readers for whom the frame of the last stage's report has changed since ``before``.

    ``before`` is the progress in the same stage with another game state. If people have changed seats since the stage
    was played, these are all readers.
    """
    now, campaign = situation.progress, situation.campaign
    readers = list(campaign.game.reports.readers(campaign.setting))
    if _then(now) is not now:
        return readers
    old, new = _awaited(before), _awaited(now)
    return [one for one in readers if _hangs_on(before, one, old) != _hangs_on(now, one, new)]


def _hangs_on(progress: Progress, reader: Reader, awaited: Collection[str]) -> tuple[Any, ...]:
    """Return those parts of the text around a report that depend on the game state."""
    empty = [player for player in progress.campaign.seats.empty if player in awaited]
    if reader.kind != "player" or progress.stage is None:
        return (empty,)
    return empty, reader.name in awaited, progress.view(reader.name), _without(progress, reader)


def _then(progress: Progress) -> Progress:
    """Return the progress with the people who held the seats in the last stage; its files bear their names."""
    return progress.as_played(len(progress.folders) - 1)


def _parts(
    progress: Progress, then: Progress, told: HeadRecord, chained: str | None
) -> Iterator[tuple[Reader, HeadPart]]:
    """Yield each reader of the last stage with what is said around the report.

    If a seat has changed hands since, its former holder keeps the frame of that time. The new holder gets no report
    here, since this one is another person's, but a letter.
    """
    campaign = progress.campaign
    now, before = _awaited(progress), _awaited(then)
    readers = campaign.game.reports.readers(campaign.setting)
    for reader, reader_then in zip(readers, then.campaign.game.reports.readers(then.campaign.setting), strict=True):
        if campaign.seats.holder(reader.name) == then.campaign.seats.holder(reader_then.name):
            yield reader, _part(progress, told, reader, campaign.language, now, chained)
        else:
            yield reader_then, _part(then, told, reader_then, campaign.language, before, chained)


def _published_in(folder: Path) -> Callable[[str], bytes | None]:
    """Return a function that reads a stage's published report by name, in UTF-8; it returns None for a missing one.

    A report that was edited by hand may be in any encoding.
    """
    there = {f"{layout.REPORTS}/{path.name}": path for path in disk.entries(folder / layout.RESULT / layout.REPORTS)}
    return lambda name: disk.read_file(there[name]).decode("utf-8", "replace").encode() if name in there else None


def _files(
    situation: Situation, result: Mapping[str, bytes] | None, chained: str | None, among: Collection[Reader] | None
) -> dict[str, bytes]:
    """Return the last stage's reports as players receive them, by file name; ``among`` limits them to some readers."""
    from adjudicator.reports.environment import hand_of
    from adjudicator.reports.markup import FORMATS
    from adjudicator.reports.writing import dialect_of

    progress, told = situation.progress, told_now(situation)
    then = _then(progress)
    campaign = then.campaign
    published = _published_in(progress.folders[-1]) if result is None else result.get
    parts = {reader: part for reader, part in _parts(progress, then, told, chained) if among is None or reader in among}
    hands = {form: hand_of(campaign, form, campaign.voice(), dialect_of(campaign), ("m",)) for form in FORMATS}
    return dict(_framed(campaign, published, parts, hands))


def mj_part(situation: Situation) -> HeadPart:
    """Return what the MJ is told about the awaited stage, with the form of his answers if questions are open."""
    progress = situation.progress
    part = _part(progress, told_now(situation), MJ, progress.campaign.language, _awaited(progress), None)
    asking = situation.asking if situation.closing is not None else None
    if asking is None or not asking.open:
        return part
    from adjudicator.forms.order_form import answer_form

    return {**part, "questions": answer_form(situation, progress.campaign.voice())}


def _framed(
    campaign: Campaign, published: Held, parts: Mapping[Reader, HeadPart], hands: Mapping[str, Hand]
) -> Iterator[tuple[str, bytes]]:
    """Yield the file name and contents of each post of some readers' reports, with heads, and of each picture."""
    from adjudicator.reports.contents import Framer, framed
    from adjudicator.reports.markup import SVG
    from adjudicator.reports.writing import posts_among

    for form, hand in hands.items():
        framer = Framer(hand)
        for reader, part in parts.items():
            if posts := posts_among(published, campaign, reader, form):
                names = [name.rpartition("/")[2] for name in posts]
                yield from zip(names, framed([*posts.values()], form, framer.frame(part)), strict=True)
    for reader in parts:
        for name, picture in posts_among(published, campaign, reader, SVG).items():
            yield name.rpartition("/")[2], picture


def framing(progress: Progress, index: int, reader: Reader) -> Callable[[Hand], Frame] | None:
    """Return what frames the report of the stage at ``index`` as it was when it was sent; None if it had no head."""
    from adjudicator.reports.contents import Framer

    published = read_record("published", progress.folders[index] / layout.PUBLISHED)
    if published is None or published["told"] is None:
        return None
    begins = copy(progress)
    begins.state = progress.state_before(index + 1)
    now, told, chained = _awaited(begins), published["told"], published["head"]
    return lambda hand: Framer(hand).frame(_part(begins, told, reader, hand["language"], now, chained))


def _awaited(progress: Progress) -> Collection[str]:
    return awaited(progress) if progress.stage else ()


def _part(
    progress: Progress, told: HeadRecord, reader: Reader, language: str, awaited: Collection[str], chained: str | None
) -> HeadPart:
    """Return the contents of head and foot for one reader."""
    from adjudicator.forms.order_form import form_to_copy

    stage = progress.stage
    due = None if told["held"] or told["due"] is None else datetime.fromisoformat(told["due"])
    form = []
    if reader.kind == "player":  # a camp's report has several readers
        form = form_to_copy(progress, reader.name, progress.campaign.voice(language))
    return {
        "next": stage.plain if stage else None,
        "reader": {"kind": reader.kind, "name": reader.name},
        "empty": [player for player in progress.campaign.seats.empty if player in awaited],
        "awaited": reader.name in awaited if reader.kind == "player" else bool(awaited),
        "due": moment_anywhere(progress.campaign, due) if due else None,
        "held": told["held"],
        "form": form,
        "without": _without(progress, reader),
        "chained": chained if reader == PUBLIC else None,
    }


def _without(progress: Progress, reader: Reader) -> Phrase | None:
    """Return what the game says will happen to a player without orders; None where that does not apply."""
    campaign = progress.campaign
    if reader.kind != "player" or not progress.stage or not progress.phase.default:
        return None
    return campaign.game.orders.without(progress.view(reader.name))


# The order forms to click for the awaited stage: files in ``forms/`` beside the reports of the stage before it.


# Most commands write no forms, so what makes them is imported where it is used.


def write_form_pages(situation: Situation, among: Collection[Reader] | None) -> None:
    """Write a form for each player whose orders are awaited, limited to the readers ``among`` if that is not None.

    Forms of other players are removed. The folder exists once forms were attempted: one missing in it could not be
    made.
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
    for path in disk.entries(folder, f"{word}-*.html"):  # other files there are the MJ's own
        if path.name not in awaited and path.is_file():
            path.unlink()
    disk.write_all(folder, forms, synced=False)


def forms_owed(progress: Progress) -> int:
    """Return how many forms the awaited stage needs."""
    return len(_fillers(progress))


def write_owed_forms(situation: Situation) -> None:
    """Write the forms that were left out when the last stage was announced."""
    write_form_pages(situation, None)
    note_told(situation)


def form_pages_there(progress: Progress) -> dict[str, str]:
    """Return the names of the existing form files by player."""
    there = set(disk.names(progress.folders[-1] / layout.FORMS))
    return {player: name for player, name in _names(progress).items() if name in there}


def without_form_page(progress: Progress) -> list[str]:
    """Return the awaited players whose form could not be made; an empty list if none was attempted."""
    if not progress.folders or not (progress.folders[-1] / layout.FORMS).is_dir():
        return []
    there = form_pages_there(progress)
    return [player for player in _fillers(progress) if player not in there]


def told_without(progress: Progress) -> Phrase | None:
    """Tell the MJ whose form could not be made and how to learn why; None if none is missing."""
    players = without_form_page(progress)
    if not players:
        return None
    values: dict[str, PhraseArgument] = {
        "names": Listed(tuple(players)),
        "player": players[0],
        "folder": str(progress.campaign.folder),
    }
    return Phrase("status.formless", values, n=len(players))


def _fillers(progress: Progress) -> list[str]:
    """Return the players who fill in a form for the awaited stage, in the order in which they are awaited."""
    players = awaited(progress) if progress.stage else ()
    return [player for player in players if player not in progress.campaign.left]


def _names(progress: Progress) -> dict[str, str]:
    """Return the names of the form files by player."""
    from adjudicator.forms.order_form import page_names

    return page_names(progress.campaign.players, progress.campaign.voice())


def _made(situation: Situation, players: Collection[str]) -> Iterator[tuple[str, bytes]]:
    """Yield the name and contents of these players' forms.

    If the game's code fails on a form, it is left out: the player's report still has the form as text.
    """
    from adjudicator.forms.click_page import FormPages

    pages = FormPages(situation, situation.campaign.voice())
    for player in players:
        try:
            yield pages.page(player)
        except MACHINE_TROUBLES:
            raise
        except Exception:  # a failing form must not keep the stage from being announced
            continue  # ``without_form_page`` finds it for the MJ
