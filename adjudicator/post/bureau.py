"""The MJ's bureau: one page for the campaign with all that he still has to post, the oldest first.

It lies in the campaign's folder, for him alone: it holds what each reader is told, to the character, to be copied into
posts, messages and mails. It is made of what lies there, and can be made again at any time: it is whenever something
that it is made of has been written since. Its file has one name in all languages: that of a campaign may change.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypedDict

from adjudicator.campaign.campaign import Campaign, seed_hash
from adjudicator.campaign.editions import read_record, record_bytes
from adjudicator.core.faults import Phrase
from adjudicator.mail.outbox import EXTENSION, PUBLIC, REMINDER, REPORT, REPORTS_OF, Person, read_letter, read_public
from adjudicator.post import delivery_log
from adjudicator.post.delivery_log import SENT
from adjudicator.post.messages import LETTERS
from adjudicator.speech.voice import TROUBLES
from adjudicator.store import disk, layout
from adjudicator.store.disk import UnusableError
from adjudicator.store.layout import stage_called, stage_number, stages_played
from adjudicator.table.situation import Situation

if TYPE_CHECKING:
    from adjudicator.campaign.stages import Progress
    from adjudicator.core.stage import Reader
    from adjudicator.reports.report_records import DeliveryRow, PostRow, ToRow
    from adjudicator.reports.writing import Held


# Each session asks whether it is up to date, few write it: what does is imported where it is used.


def bring_up_to_date(situation: Situation) -> None:
    """Write the page anew where what it is made of has changed; the caller holds the campaign's lock.

    Nothing hangs on it: where the disk refuses, the next command writes it.
    """
    page = situation.campaign.folder / layout.BUREAU
    if is_current(situation.progress):
        return
    items = number_all(situation)
    disk.write_whole(page, _written(situation, items))


def is_current(progress: Progress) -> bool:
    """Tell whether nothing that the page is made of was written since it was."""
    page = progress.campaign.folder / layout.BUREAU
    try:
        about = page.stat()
    except OSError:
        return False
    return about.st_size > 0 and all(changed < about.st_mtime_ns for changed in _changes(progress))


def _changes(progress: Progress) -> Iterator[int]:
    """Yield when each file and folder was last changed of which the page is made, in nanoseconds.

    What is written whole in a folder changes the folder.
    """
    folder, stage = progress.campaign.folder, progress.stage_folder
    outbox, sent = folder / layout.OUTBOX, folder / SENT
    made_of = [folder / name for name in (layout.CAMPAIGN_FILE, layout.POSTED, layout.ACTS)]
    made_of += [outbox, *disk.entries(outbox), *disk.entries(sent), stage / layout.ORDERS]
    made_of += [above / name for above in (folder, *folder.resolve().parents) for name in layout.ACCOUNTS_FILES]
    if progress.folders:
        last = progress.folders[-1]
        made_of += [last / name for name in (layout.PUBLISHED, layout.REPORTS, layout.FORMS)]
    for path in made_of:
        try:
            yield path.stat().st_mtime_ns
        except OSError:
            continue  # what is not there has not changed


def offers_else(progress: Progress) -> bool:
    """Tell whether the page, where it should be as things stand, offers a text that does not lie there."""
    page = progress.campaign.folder / layout.BUREAU
    if not page.is_file() or not is_current(progress):
        return False
    texts = {text for item in lying(progress, 0) for text in texts_of_item(progress.campaign, item)}
    return not texts.issuperset(texts_of(disk.read_file(page)))


def texts_of(page: bytes) -> list[str]:
    """Return the texts that a page offers to be handed on; what the MJ is asked is none.

    No text that anybody wrote can be taken for the end of one: it is escaped in pages.
    """
    from adjudicator.reports.markup import kept_text

    texts = re.findall(r"<textarea readonly[^>]*>\n(.*?)</textarea>", page.decode("utf-8", "replace"), re.DOTALL)
    return list(map(kept_text, texts))


# The page ------------------------------------------------------------------------------------------------------


def _written(situation: Situation, items: list[Item]) -> bytes:
    from markupsafe import Markup

    from adjudicator.desk.heads import mj_part
    from adjudicator.reports.environment import filled, hand_of
    from adjudicator.reports.markup import escape_kept
    from adjudicator.reports.writing import dialect_of
    from adjudicator.speech.voice import capitalised
    from adjudicator.table.table import awaited

    progress, part = situation.progress, mj_part(situation)
    campaign, folders = progress.campaign, progress.folders
    voice = campaign.voice()
    forms = _forms(situation)
    rows = [(capitalised(voice.phrase(item.about)), _delivery(campaign, item, forms)) for item in items]
    return (
        filled(
            "bureau.html.j2",
            hand_of(campaign, "html", voice, dialect_of(campaign), ("m",)),
            title=campaign.title,
            part=part,
            awaited=list(awaited(progress)) if progress.stage else [],
            groups=[(about, [row for _, row in those]) for about, those in groupby(rows, key=lambda row: row[0])],
            total=sum(len(row["posts"]) for _, row in rows),
            account=Markup(escape_kept(_account(folders))),
            stage=progress.stage_played(len(folders) - 1).said if folders else None,
            questions=Markup(escape_kept(part.get("questions", ""))),
            account_page=f"{layout.TURNS}/{folders[-1].name}/{layout.REPORTS}/mj.html" if folders else "",
            kept=f"adjudicator {seed_hash(campaign.seed)[:16]}",
        )
        .strip("\n")
        .encode()
    )


def _account(folders: Sequence[Path]) -> str:
    """Return the MJ's report of the last stage; nothing before there is one."""
    path = folders[-1] / layout.REPORTS / "mj.txt" if folders else None
    return disk.read_file(path).decode("utf-8", "replace") if path is not None and path.is_file() else ""


def _forms(situation: Situation) -> dict[tuple[str, str], str]:
    """Return where the forms by clicks lie that go with the reports of the last stage, by that and by player."""
    from adjudicator.desk.heads import form_pages_there

    if not situation.progress.folders:
        return {}
    last = situation.progress.folders[-1].name
    there = form_pages_there(situation.progress)
    return {(last, player): f"{layout.TURNS}/{last}/{layout.FORMS}/{name}" for player, name in there.items()}


def _delivery(campaign: Campaign, item: Item, forms: dict[tuple[str, str], str]) -> DeliveryRow:
    attached = forms.get((item.stage, item.name), "") if item.path.name.startswith(REPORT) else ""
    texts = texts_of_item(campaign, item)
    return {
        "number": item.number,
        "kind": item.kind,
        "name": item.name,
        "to": [_to(person, item.subject) for person in item.to],
        "subject": item.subject,
        "form": attached,
        "posts": [_post(f"{item.key} {number}", text) for number, text in enumerate(texts, 1)],
    }


def _to(person: Person, subject: str) -> ToRow:
    """Return to whom a message goes; a mail may be begun by its link."""
    if not person.email or person.forum:
        return {"name": person.forum or person.name, "link": ""}
    from urllib.parse import quote

    return {"name": person.email, "link": f"mailto:{quote(person.email, safe='@')}?subject={quote(subject)}"}


def _post(name: str, text: str) -> PostRow:
    """Return a post; the page knows it by its name and by what it says, so that one made anew is another."""
    from markupsafe import Markup

    from adjudicator.reports.markup import escape_kept

    return {"file": name, "text": Markup(escape_kept(text)), "chars": len(text)}


# What the MJ still has to post by hand, and what he has told the program that he has posted.
#
# What is to be posted follows from what lies there: the reports of the stages played, and the letters that no mail
# takes to whom they are for. ``posted.json`` gives each a number that stays its own, and says when it was posted.


# Each session loads this module: what writes and reads posts is imported where it is used.


class PostingState(TypedDict):
    """What is known of something to be posted."""

    number: int
    """By which the MJ names it; 0 for what was there before there were numbers."""
    posted: str | None
    """When the MJ said that it was posted, in ISO format; None as long as he has not."""


class PostedRecord(TypedDict):
    """What ``posted.json`` says."""

    since: int
    """The number of the first stage of which it tells; what is about earlier ones is old."""
    last: int
    """The last number that was given."""
    items: dict[str, PostingState]


class Item(NamedTuple):
    """Something to be posted."""

    number: int
    """0 as long as it has none."""
    key: str
    """By which it is known: the stage, how often that was taken back, and the name of the file."""
    stage: str
    """The name of the folder of the stage that it is about."""
    kind: str
    """``public`` or ``camp``, a report; ``all``, a text for everybody; ``player``, a letter."""
    name: str
    """Of the camp, or of the player; empty for everybody."""
    to: tuple[Person, ...]
    """To whom a letter is to be given."""
    subject: str
    """Of a letter, or of a text for everybody."""
    path: Path
    """Where the letter lies, or the report."""

    @property
    def about(self) -> Phrase:
        """The stage that it is about, in words."""
        called = stage_called(self.stage)
        assert called is not None, self.stage  # only folders of stages are looked into
        return called[1].said


# What the MJ has said ------------------------------------------------------------------------------------------


def known_of(folder: Path, now: datetime) -> PostedRecord:
    """Return what is known of the campaign in ``folder``; where nothing is, as of one that begins or an older one.

    Older versions kept no account of what was posted: of what lies there only the reports of the last stage still
    wait, which they offered too. Raises ``UnusableError`` where the account is damaged: nobody knows then what was
    posted.
    """
    found = read_record("bureau", folder / layout.POSTED)
    if found is not None:
        return found  # type: ignore[return-value]
    if os.path.lexists(folder / layout.POSTED):
        raise UnusableError("error.damaged-posted", file=str(folder / layout.POSTED), outbox=layout.OUTBOX)
    played = stages_played(folder)
    since = stage_number(played[-1].name) if played else 0
    letters = [(key, path) for stage in _stages(folder, since) for key, path in _keyed(folder, stage)]
    old: PostingState = {"number": 0, "posted": now.isoformat()}
    told = {key: old for key, path in letters if not path.name.startswith(REPORTS_OF)}
    return {"since": since, "last": 0, "items": told}


def begin_account(folder: Path, now: datetime) -> None:
    """Write down what is known before anything is done, if it has not been: what comes from now on is to be posted.

    The caller holds the campaign's lock. Raises ``OSError``.
    """
    if not (folder / layout.POSTED).exists():
        _keep(folder, known_of(folder, now))


def number_all(situation: Situation) -> list[Item]:
    """Give a number to each thing that waits and has none, and return all that wait. Raises ``OSError``."""
    folder = situation.campaign.folder
    known = known_of(folder, situation.clock.now)
    last, items = known["last"], list[Item]()
    for item in waiting(situation, known):
        last += not item.number
        items.append(item if item.number else item._replace(number=last))
    marks: dict[str, PostingState] = {key: mark for key, mark in known["items"].items() if mark["posted"]}
    marks |= {item.key: {"number": item.number, "posted": None} for item in items}
    after: PostedRecord = {"since": known["since"], "last": last, "items": marks}
    if after != known:
        _keep(folder, after)
    return items


def mark(situation: Situation, numbers: Collection[int], posted: bool) -> None:
    """Write down that what has these ``numbers`` was posted, or was not. Raises ``OSError``."""
    folder, now = situation.campaign.folder, situation.clock.now
    known = known_of(folder, now)
    when = now.isoformat() if posted else None
    changed: dict[str, PostingState] = {
        key: {"number": one["number"], "posted": when}
        for key, one in known["items"].items()
        if one["number"] in numbers and bool(one["posted"]) != posted
    }
    if changed:
        _keep(folder, {**known, "items": {**known["items"], **changed}})


def _keep(folder: Path, known: PostedRecord) -> None:
    disk.write_whole(folder / layout.POSTED, record_bytes("bureau", known))


# What waits ----------------------------------------------------------------------------------------------------


def waiting(situation: Situation, known: PostedRecord | None = None) -> list[Item]:
    """Return what is still to be posted, the oldest first; what has no number yet comes last. Nothing is written."""
    known = known or known_of(situation.campaign.folder, situation.clock.now)
    marks = known["items"]
    posted = {key for key, one in marks.items() if one["posted"]}
    items = [item for item in lying(situation.progress, known["since"], posted) if not _is_past(situation, item)]
    numbered = [item._replace(number=marks[item.key]["number"]) if item.key in marks else item for item in items]
    return sorted(numbered, key=_rank)


def lying(progress: Progress, since: int, but: Collection[str] = ()) -> Iterator[Item]:
    """Yield all that lies there to be posted by hand, from the stage with a number on, ``but`` what has these keys."""
    yield from _reports(progress, since, but)
    yield from _letters(progress.campaign, since, but)


def _rank(item: Item) -> tuple[object, ...]:
    """Return by what things are sorted: numbers; else the stage, what came for it before its reports."""
    reported = item.kind in ("public", "camp") or item.path.name.startswith(REPORTS_OF)
    kind = ("all", "public", "camp", "player").index(item.kind)
    return not item.number, item.number, stage_number(item.stage), reported, kind, item.path.name


def _reports(progress: Progress, since: int, but: Collection[str]) -> Iterator[Item]:
    """Yield the reports for everybody and for camps."""
    from adjudicator.reports.writing import report_name

    campaign = progress.campaign
    readers = [one for one in campaign.game.reports.readers(campaign.setting) if one.kind in ("public", "camp")]
    for folder in progress.folders:
        if stage_number(folder.name) < since:
            continue
        about = _key_prefix(campaign.folder, folder.name)
        for reader in readers:
            path = folder / report_name(campaign, reader, "bbcode")
            key = f"{about}/{path.stem}"
            if key not in but and path.is_file():
                yield Item(0, key, folder.name, reader.kind, reader.name, (), "", path)


def _letters(campaign: Campaign, since: int, but: Collection[str]) -> Iterator[Item]:
    """Yield the letters that the MJ has to give to somebody, and the texts for everybody."""
    from adjudicator.post.private_messages import not_mailed

    to_whom = not_mailed(campaign)
    for folder in _stages(campaign.folder, since):
        for key, path in _keyed(campaign.folder, folder):
            if key in but:
                continue
            try:
                data = disk.read_file(path)
                letter = read_letter(data)
                people = tuple(to_whom(path, letter)) if letter is not None else ()
            except TROUBLES:
                continue  # what lies there is no letter of ours; the others are told
            if letter is not None and people:
                yield Item(0, key, folder.name, "player", letter.player, people, letter.subject, path)
            elif path.name.startswith(PUBLIC) and (text := read_public(data)):
                yield Item(0, key, folder.name, "all", "", (), text.subject, path)


def _is_past(situation: Situation, item: Item) -> bool:
    """Tell whether something is for nobody now: its player has left, what it asks for has come, or its time is over."""
    progress, campaign = situation.progress, situation.campaign
    if item.kind == "player" and (item.name not in campaign.players or item.name in campaign.seats.empty):
        return True
    name = item.path.name.removeprefix(PUBLIC)
    if not name.startswith((REMINDER, EXTENSION)):
        return False
    if progress.stage is None or item.stage != progress.stage_folder.name:
        return True
    return name.startswith(REMINDER) and item.name not in situation.attendance.missing


def _stages(folder: Path, since: int) -> Sequence[Path]:
    """Return the folders of the letters about a stage, from the one with a number on."""
    stages = [path for path in disk.entries(folder / layout.OUTBOX) if path.is_dir() and stage_called(path.name)]
    return sorted(
        (path for path in stages if stage_number(path.name) >= since), key=lambda path: stage_number(path.name)
    )


def _keyed(campaign: Path, folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield the letters in the folder of a stage, each with its key."""
    about = _key_prefix(campaign, folder.name)
    yield from ((f"{about}/{path.stem}", path) for path in disk.entries(folder, LETTERS))


def _key_prefix(campaign: Path, stage: str) -> str:
    """Return what begins the keys of what is about a stage: what comes once it was taken back is something else."""
    again = delivery_log.times_taken_back(campaign, stage)
    return f"{stage}~{again}" if again else stage


# What is posted ------------------------------------------------------------------------------------------------


def is_mail(item: Item) -> bool:
    """Tell whether a letter goes out by the MJ's own mail: to who has an address, and no name on the forum."""
    return bool(item.to) and bool(item.to[0].email) and not item.to[0].forum


def texts_of_item(campaign: Campaign, item: Item) -> list[str]:
    """Return what is posted: posts of the campaign's board, or the text of a mail. Raises ``OSError``."""
    from adjudicator.post.private_messages import messages
    from adjudicator.reports.writing import posts_among

    if item.kind in ("public", "camp"):
        posts = posts_among(_held_beside(item.path), campaign, _reader(campaign, item), "bbcode")
        return [post.decode("utf-8", "replace") for post in posts.values()]
    data = disk.read_file(item.path)
    letter = read_letter(data) if item.to else read_public(data)
    if letter is None:
        return []
    return [letter.text] if is_mail(item) else messages(campaign, item.stage, item.path, letter)


def _reader(campaign: Campaign, item: Item) -> Reader:
    readers = campaign.game.reports.readers(campaign.setting)
    return next(one for one in readers if (one.kind, one.name) == (item.kind, item.name))


def _held_beside(path: Path) -> Held:
    def held(name: str) -> bytes | None:
        post = path.parent / name.rpartition("/")[2]
        return disk.read_file(post) if post.is_file() else None

    return held
