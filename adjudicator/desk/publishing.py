"""Playing and publishing a stage, and telling the players about it and about the MJ's acts.

A stage is published whole or not at all. Its announcement can be resumed after an interruption.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudicator.campaign.acts import amendments, corrects, last_read, mark_told, set_aside, undoings, untold
from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.editions import read_record, record_bytes
from adjudicator.campaign.loading import outcome_files
from adjudicator.campaign.records import Act, Corrected, MJWords, OnTable, RefusedFile, RefusedSource, SentAhead
from adjudicator.campaign.stages import Played, Progress, table_before
from adjudicator.core.faults import PackageMissingError, Phrase
from adjudicator.core.plain import Plain
from adjudicator.core.stage import PUBLIC, Outcome, player_reader
from adjudicator.core.standing_orders import Consulted, after, kept
from adjudicator.desk.foreword import forget
from adjudicator.desk.hash_chain import link_of, new_link
from adjudicator.desk.heads import forms_owed, has_heads, note_told, others_told, pages_of, told_now, write_reports
from adjudicator.desk.undo import settle, shown_withdrawn
from adjudicator.mail import outbox
from adjudicator.mail.outbox import EXTENSION
from adjudicator.orders.received import judge_ahead
from adjudicator.post.letters import report_letters
from adjudicator.speech.voice import reason_of
from adjudicator.store import disk, layout
from adjudicator.store.disk import UnusableError
from adjudicator.store.layout import RESULT
from adjudicator.store.published import MANIFEST, manifest, publish_folder
from adjudicator.table.clock import moment
from adjudicator.table.consequences import fate_in
from adjudicator.table.situation import Situation
from adjudicator.table.table import counted_openly, owing, words_for

if TYPE_CHECKING:
    from adjudicator.reports.environment import Hand


def play(situation: Situation, said: Sequence[MJWords] = ()) -> Played:
    """Play the awaited stage with the orders received and with standing orders for missing ones. Nothing is written.

    ``said`` are the MJ's words for the head of the reports. Raise ``ValueError`` when the game is over.
    """
    progress, table = situation.progress, situation.table
    campaign, stage = progress.campaign, progress.stage
    if stage is None:
        raise ValueError("the game is over")
    given, asking = situation.to_play, situation.asking
    words = words_for(progress, table)
    answered = [player for player in situation.attendance.answered if player not in given]
    outcome = campaign.resolve(progress.state, given, words) if asking is None else asking.outcome
    on_table: OnTable = {
        "orders": given,
        "stood_in": list(situation.stood_in),
        "absent": [player for player in situation.attendance.absent if player not in (*given, *answered)],
        "standing": table.standing,
        "ahead": _ahead(progress, outcome, table.ahead),
        "refused_ahead": table.refused_ahead,
        "notes": table.notes,
        "refused": _refused(table.refused_now),
        "words": list(said) or _words_before(situation),
        "corrected": _corrected(situation),
        "amended": [act["said"] for act in progress.amendments],
    }
    if table.left_in:
        on_table["left_in"] = table.left_in
    if answered:
        on_table["answered"] = answered
    if words:
        on_table["luck"] = words
    if asking is not None and asking.asked:
        on_table["mj"] = asking.rows
        on_table.update(asking.troubles)  # type: ignore[typeddict-item]
    if campaign.seats.acts:
        on_table["seats"] = campaign.seats.acts
    if situation.left.consulted:
        _note_clauses(on_table, situation.left.consulted)
    return Played(progress.stage_folder, stage, progress.state, outcome, on_table)


def _note_clauses(on_table: OnTable, consulted: Mapping[str, Sequence[Consulted]]) -> None:
    """Record which clauses were consulted, and drop those that were to act once and did."""
    on_table["clauses"] = {player: kept(asked) for player, asked in consulted.items()}
    left = {player: after(on_table["standing"][player], asked) for player, asked in consulted.items()}
    standing = {**on_table["standing"], **left}
    on_table["standing"] = {player: orders for player, orders in standing.items() if orders}


def _words_before(situation: Situation) -> list[MJWords]:
    """Return the MJ's words from when the awaited stage was last played, as their file is gone; else an empty list."""
    stage = situation.progress.stage_folder.name
    before = table_before(situation.campaign, stage, corrects(situation.acts, stage))
    return before["words"] if before is not None else []


def _corrected(situation: Situation) -> Corrected | None:
    """Return why the awaited stage is played again; None if it is played for the first time."""
    stage = situation.progress.stage_folder.name
    number, read = corrects(situation.acts, stage), last_read(situation.acts, stage)
    if not number:
        return None
    corrected: Corrected = {"number": number, "said": undoings(situation.acts)[(read or number) - 1]["said"]}
    return corrected if read == number else {**corrected, "read": read}


def _refused(refused: Sequence[RefusedFile]) -> list[RefusedSource]:
    """Return what is told of the files refused for the stage that is played; identical entries appear once."""
    keys = ("source", "begins", "players")
    sources: list[RefusedSource] = [{key: file[key] for key in keys if key in file} for file in refused]  # type: ignore[literal-required, misc]
    return [source for i, source in enumerate(sources) if source not in sources[:i]]


def _ahead(progress: Progress, outcome: Outcome[Any], ahead: Sequence[SentAhead]) -> list[SentAhead]:
    """Return the files for later turns; one refused for the stage that begins now gets the reasons as ``refused``."""
    begins = copy(progress)
    begins.state = outcome.state
    turn = begins.stage.turn if begins.stage else None
    return [_looked_at(file, begins) if file["turn"] == turn else file for file in ahead]


def _looked_at(file: SentAhead, begins: Progress) -> SentAhead:
    """Return a file sent ahead for the stage that begins now, with its faults as ``refused`` if it is refused there."""
    submission, _ = judge_ahead(file, begins)
    if submission.accepted:
        return file
    voice = begins.campaign.voice()
    return {**file, "refused": [] if submission.table else [voice.fault(fault) for fault in submission.faults]}


def result_files(situation: Situation, played: Played) -> dict[str, bytes]:
    """Return everything that is published of a played stage: contents by name below its result folder."""
    from adjudicator.reports.writing import all_reports

    campaign = situation.campaign
    return {**outcome_files(campaign, played.outcome, played.table), **all_reports(campaign, played)}


def publish(situation: Situation, played: Played) -> dict[str, bytes]:
    """Write the stage's result in one step, and return its files.

    The caller holds the campaign's lock and must announce the stage.
    """
    files = result_files(situation, played)
    disk.make_folder(played.folder)
    publish_folder(played.folder / RESULT, files)
    return files


# What follows from a published stage: the public reports in ``public/``, letters to the players, the deadline.
#
# All of it can be made again from the stage's result. ``published.json`` is written last, so the next command that
# writes announces a stage without it again.


def announce(situation: Situation, by: str, result: Mapping[str, bytes] | None = None, forms: bool = True) -> None:
    """Announce the last played stage unless that has been done; the caller holds the campaign's lock.

    ``situation`` is that of the next stage, which begins now; ``by`` is who played the last one. ``result`` are the
    last one's published files, if they are at hand. Without ``forms``, the forms to click are left to the next session,
    unless this one writes them. Raise ``UnusableError`` when the disk refuses: the stage is published all the same, and
    the next command resumes the announcement.
    """
    folders = situation.progress.folders
    if not folders or read_record("published", folders[-1] / layout.PUBLISHED) is not None:
        return
    campaign = situation.campaign
    try:
        link = new_link(campaign.folder, campaign.seed, folders, situation.acts)
        show(situation, result, link["head"], forms)
        outbox.put(campaign, folders[-1].name, list(report_letters(situation, link["head"])), situation.clock.now)
        forget(situation.progress)
        published = {
            "at": situation.clock.now.isoformat(),
            "by": by,
            "told": told_now(situation),
            "pages": pages_of(folders[-1]) if forms else forms_owed(situation.progress),
            "head": link["head"],
        }
        records = {layout.PUBLISHED: record_bytes("published", published), layout.CHAIN: record_bytes("chain", link)}
        disk.write_all(folders[-1], records)  # in this order, so that a link exists only for an announced stage
    except OSError as error:
        file, reason = str(error.filename or ""), reason_of(error)
        raise UnusableError("error.not-announced", file=file, reason=reason) from error


def finish_link(situation: Situation, published: Plain) -> None:
    """Write the last stage's link of the hash chain if its announcement was interrupted before that.

    ``published`` is the record of the announcement. Raise ``UnusableError`` if the link was damaged or lost later.
    """
    folders, campaign = situation.progress.folders, situation.campaign
    path = folders[-1] / layout.CHAIN
    if published["head"] is None or link_of(folders[-1]) is not None:
        return
    link = new_link(campaign.folder, campaign.seed, folders, situation.acts)
    if link["head"] != published["head"]:
        raise UnusableError("error.damaged", file=str(path))
    disk.write_whole(path, record_bytes("chain", link))


def show(
    situation: Situation,
    result: Mapping[str, bytes] | None = None,
    chained: str | None = None,
    forms: bool = True,
) -> None:
    """Update what depends on the hour: the reports as players receive them, and ``public/``.

    ``public/`` has a folder of reports for each played stage, and a page that links to them. ``result`` are the last
    stage's published files, if they are at hand; ``chained`` is its head of the hash chain while it is being announced.
    ``forms`` says whether the forms to click are written too.
    """
    from adjudicator.reports.pages import linked, page_hand

    progress = situation.progress
    if has_heads(progress):
        write_reports(situation, result, chained, forms=forms)
    public = progress.campaign.folder / layout.PUBLIC
    disk.make_folder(public, readable=True)
    disk.clean(public)
    hand = page_hand(progress.campaign)
    last = len(progress.folders) - 1
    for index, folder in enumerate(progress.folders):
        shown = public / folder.name
        if index == last or not shown.exists():
            files = _public_files(folder, progress.campaign)
            pages = {
                name: linked(data, progress, index, hand) for name, data in files.items() if name.endswith(".html")
            }
            _show_stage(shown, {**files, **pages})
    if last > 0:
        _lead_on(public / progress.folders[last - 1].name, progress, last - 1, hand)
    _write_index(situation, hand, chained)
    if has_heads(progress):
        note_told(situation)


def _write_index(situation: Situation, hand: Hand, chained: str | None) -> None:
    """Write the first page of ``public/`` and, as data, the positions that it shows."""
    from adjudicator.reports.pages import Now, index_page

    progress, clock = situation.progress, situation.clock
    public = progress.campaign.folder / layout.PUBLIC
    due = clock.due if not clock.held else None
    said = moment(progress.campaign, due) if due else None
    at = due.astimezone(progress.campaign.zone).isoformat() if due else ""
    now = Now(said, clock.held, _awaited_said(progress), at)
    withdrawn = []
    for one in shown_withdrawn(public, situation.acts):
        when = moment(progress.campaign, datetime.fromisoformat(one.at))
        withdrawn.append((one.folder, one.stage, Phrase("index.withdrawn.why", {"moment": when, "reason": one.said})))
    page, data = index_page(progress, now, hand, withdrawn, chained)
    disk.write_all(public, {layout.REPLAY: data, "index.html": page}, readable=True)


def _awaited_said(progress: Progress) -> Phrase | None:
    """Say how many orders were expected after the last stage; None if that is not public.

    Everybody knows which players have left. Neither orders that came since nor amendments change the number, because a
    change in it would reveal what they are about.
    """
    campaign, played, idle = progress.campaign, len(progress.folders), progress.idle
    if progress.stage is None or not played or not counted_openly(campaign, progress.state):
        return None
    awaited = [player for player in owing(campaign, progress.state_after(played)) if player not in idle]
    return Phrase("index.awaited", n=len(awaited))


def _show_stage(shown: Path, files: dict[str, bytes]) -> None:
    """Publish the public reports of a stage; if they are shown already, write only what has changed.

    Files that are no longer shown are removed, such as an image that the campaign has stopped publishing. The manifest
    is written last so that an interrupted command can be resumed.
    """
    if not shown.exists():
        publish_folder(shown, files, readable=True)
        return
    for path in disk.entries(shown, f"{PUBLIC.kind}.*"):
        if path.name not in files and path.is_file():
            path.unlink()
    _write_changed(shown, {**files, MANIFEST: manifest(files)})


def _write_changed(shown: Path, files: Mapping[str, bytes]) -> None:
    """Write, in their order, those files whose contents have changed."""
    changed = {name: data for name, data in files.items() if not disk.holds(shown / name, data)}
    if changed:
        disk.write_all(shown, changed, readable=True)


def _lead_on(shown: Path, progress: Progress, index: int, hand: Hand) -> None:
    """Update the links of a shown page to lead to the stage that followed; other edits in the page are kept."""
    from adjudicator.reports.pages import relinked

    files = {path.name: disk.read_file(path) for path in disk.entries(shown, f"{PUBLIC.kind}.*")}
    new = {name: relinked(data, progress, index, hand) for name, data in files.items() if name.endswith(".html")}
    _write_changed(shown, {**new, MANIFEST: manifest({**files, **new})})


def _public_files(folder: Path, campaign: Campaign) -> dict[str, bytes]:
    """Return the reports of a stage that everybody may read, whose names begin with ``public``.

    They include the picture as a PNG if the campaign publishes images.
    """
    handed_on = folder / layout.REPORTS
    reports = handed_on if handed_on.is_dir() else folder / layout.RESULT / layout.REPORTS
    files = {path.name: disk.read_file(path) for path in disk.entries(reports, f"{PUBLIC.kind}.*")}
    picture = files.get(f"{PUBLIC.kind}.svg")
    if picture and campaign.publishes_images:
        files |= _image_of(picture, campaign.folder / layout.PUBLIC / folder.name)
    return files


def _image_of(picture: bytes, shown: Path) -> dict[str, bytes]:
    """Return the picture as a PNG: the one shown for this picture, otherwise a new one; empty if none can be made now.

    Images are required before a stage is played; other work must not fail for lack of a picture.
    """
    from adjudicator.reports.environment import image_of

    image = shown / f"{PUBLIC.kind}.png"
    if disk.holds(image.with_suffix(".svg"), picture) and image.is_file():
        return {image.name: disk.read_file(image)}
    try:
        return {image.name: image_of(picture.decode())}
    except (PackageMissingError, ValueError):
        return {}


# Letters to the players about the MJ's acts.


def tell_undoing(situation: Situation) -> None:
    """Tell the players which stages were taken back, why, and what is awaited again.

    Stages that nobody has read are not mentioned to anybody. After an interruption, the same message files are written
    again. Afterwards the undoing is marked as complete.
    """
    progress, campaign, undone = situation.progress, situation.campaign, undoings(situation.acts)
    stage = progress.stage
    if stage is None:
        return
    voice, last = campaign.voice(), undone[-1]
    subject = voice.say("letter.undo.subject", title=campaign.title, stage=stage.said)
    text = voice.say("letter.undo", stages=_taken_back(last), reason=last["said"])
    now = voice.say("letter.undo.now", stage=stage.said)
    aside = layout.stage_called(set_aside(last) or "")
    later = [voice.say("letter.undo.aside", stage=aside[1].said)] if aside else []
    unread = last.get("unread")
    letters = [] if unread else [outbox.PlayerMessage("", f"undo-{len(undone)}", subject, [text, *later])]
    for player in campaign.players if not unread else ():
        lines = [text, now, *later, voice.phrase(fate_in(situation, player))]
        letters.append(outbox.PlayerMessage(player, f"undo-{len(undone)}", subject, lines))
    outbox.put(campaign, progress.stage_folder.name, letters, situation.clock.now)
    show(situation)
    settle(campaign.folder)


def _taken_back(undo: Act) -> Phrase:
    """Return the names of the stages that were taken back."""
    first, last = (layout.stage_called(name) for name in (undo["back_to"], undo["down_from"]))
    if first is None or last is None:
        raise ValueError(undo)
    if first == last:
        return first[1].said
    return Phrase("undo.stages", {"first": first[1].said, "last": last[1].said})


def amendments_untold(situation: Situation) -> list[tuple[int, Act]]:
    """Return the awaited stage's amendments of which the players have not been told, each with its number."""
    new = untold(situation.campaign.folder, layout.AMENDED, amendments(situation.acts))
    return [(number, act) for number, act in new if act in situation.progress.amendments]


def tell_amendments(situation: Situation) -> Situation:
    """Judge orders again after an amendment, and tell the players that there was one, why, and what is awaited.

    Return the new situation. After an interruption, the same message files are written again. Afterwards the amendments
    are marked as told.
    """
    from adjudicator.desk.reception import judge_again

    campaign, new = situation.campaign, amendments_untold(situation)
    for number, _ in new:
        judge_again(situation.progress, situation.clock, number)
    now = situation.anew()
    different = different_now(now)
    for number, act in new:
        letters = [_amendment_letter(now, player, number, act["said"], different) for player in ("", *campaign.players)]
        outbox.put(campaign, now.progress.stage_folder.name, letters, now.clock.now)
    _show_amended(now, now.progress.without([act for _, act in new]))
    mark_told(campaign.folder, layout.AMENDED, amendments(situation.acts))
    return now


def _show_amended(situation: Situation, before: Progress) -> None:
    """Update the players' reports and ``public/`` after an amendment; often few of them change."""
    progress = situation.progress
    if not has_heads(progress) or progress.stage != before.stage:
        show(situation)
        return
    others = others_told(situation, before)
    if PUBLIC in others:
        show(situation)
    elif others:
        write_reports(situation, among=others)
        note_told(situation)


def different_now(situation: Situation) -> Callable[[str], list[str]]:
    """Return a function that tells a player what an amendment has changed since the player's last report."""
    from adjudicator.reports.contents import amended_since

    progress, voice = situation.progress, situation.campaign.voice()
    last = progress.played(len(progress.folders) - 1) if progress.folders else None
    tell = amended_since(situation.campaign, last, progress.state, voice)

    def different(player: str) -> list[str]:
        rows = tell(player_reader(player))
        keys = ["erratum.gone" if row["gone"] else "erratum.new" for row in rows]
        lines = [voice.say(key, section=row["section"], line=row["line"]) for key, row in zip(keys, rows, strict=True)]
        return (
            ["", voice.say("letter.amend.changes"), *(voice.say("letter.item", line=line) for line in lines)]
            if lines
            else []
        )

    return different


def _amendment_letter(
    situation: Situation, player: str, number: int, said: str, different: Callable[[str], list[str]]
) -> outbox.PlayerMessage:
    """Return the letter about the ``number``-th amendment: its reason, what is awaited, and what is ``different``.

    If ``player`` is empty, the letter is for everybody and gives the reason alone.
    """
    campaign, stage = situation.campaign, situation.progress.awaited
    voice = campaign.voice()
    subject = voice.say("letter.amend.subject", title=campaign.title, stage=stage)
    lines = [voice.say("letter.amend", stage=stage, reason=said)]
    if player:
        lines += [voice.phrase(fate_in(situation, player)), *different(player)]
    return outbox.PlayerMessage(player, f"amend-{number}", subject, lines)


def tell_extension(situation: Situation, reason: str) -> None:
    """Tell the players whose orders are awaited that the deadline was moved, and why if the MJ gives a ``reason``."""
    progress, clock, campaign = situation.progress, situation.clock, situation.campaign
    if progress.stage is None or clock.due is None:
        return
    voice = campaign.voice()
    stage = progress.stage.said
    subject = voice.say("letter.extension.subject", title=campaign.title, stage=stage)
    key = "letter.extension" if reason else "letter.extension.bare"
    text = voice.say(key, stage=stage, moment=moment(campaign, clock.due), reason=reason)
    number = sum(act["act"] == "extend" for act in situation.acts)
    # The number keeps names in the order of the decisions, whatever the dates. The letter n sorts them after older
    # names, which have a date alone.
    about = f"{EXTENSION}n{number:03d}-{clock.due.astimezone(campaign.zone):%Y-%m-%d-%Hh%M}"
    letters = [outbox.PlayerMessage("", about, subject, [text])]
    for player in situation.attendance.awaited:
        said = voice.phrase(fate_in(situation, player))
        letters.append(outbox.PlayerMessage(player, about, subject, [text, said]))
    outbox.put(campaign, progress.stage_folder.name, letters, clock.now)
    show(situation)
