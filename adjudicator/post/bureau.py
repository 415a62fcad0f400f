"""The texts that the MJ must post by hand, and the page ``bureau.html`` that lists them for one campaign.

The page is for the MJ alone. It shows each text exactly as it must be copied into a forum post, message or mail, the
oldest first. It is written again whenever a file that it depends on has changed. ``posted.json`` records which texts
the MJ has reported as posted.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from datetime import datetime
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from adjudicator.campaign.campaign import Campaign, seed_hash
from adjudicator.campaign.editions import read_record, record_bytes
from adjudicator.campaign.records import PostedRecord, PostingState
from adjudicator.campaign.stages import Progress
from adjudicator.core.faults import Phrase, PhraseArgument
from adjudicator.core.plain import Plain
from adjudicator.mail import outbox
from adjudicator.post import messages
from adjudicator.post.messages import LETTERS, SENT, addresses_of
from adjudicator.speech.voice import TROUBLES, capitalised
from adjudicator.store import disk, layout
from adjudicator.store.disk import UnusableError
from adjudicator.store.layout import stage_called, stage_number, stages_played
from adjudicator.table.situation import Situation
from adjudicator.table.table import awaited

# Every session checks whether the page is current, but few write it. The modules needed to write it are therefore
# imported inside the functions that use them.


def bring_up_to_date(situation: Situation) -> list[Item]:
    """Write the page again if anything that it shows has changed; return the items that it shows for the first time.

    The caller holds the campaign's lock. Raises ``OSError``. A failed write does no lasting harm, because the next
    command tries again.
    """
    folder = situation.campaign.folder
    if is_current(situation.progress):
        return []
    last = known_of(folder, situation.clock.now)["last"]
    items = number_all(situation)
    disk.write_whole(folder / layout.BUREAU, _written(situation, items))
    return [item for item in items if item.number > last]


def is_current(progress: Progress) -> bool:
    """Return whether nothing that the page depends on has changed since the page was written."""
    page = progress.campaign.folder / layout.BUREAU
    try:
        about = page.stat()
    except OSError:
        return False
    return about.st_size > 0 and all(changed < about.st_mtime_ns for changed in _changes(progress))


def _changes(progress: Progress) -> Iterator[int]:
    """Yield the modification times, in nanoseconds, of the files and folders that the page depends on.

    A file that is replaced as a whole also changes the modification time of its folder.
    """
    folder, stage = progress.campaign.folder, progress.stage_folder
    letters, sent = folder / layout.OUTBOX, folder / SENT
    made_of = [folder / name for name in (layout.CAMPAIGN_FILE, layout.POSTED, layout.ACTS)]
    made_of += [letters, *disk.entries(letters), *disk.entries(sent), stage / layout.ORDERS]
    made_of += [above / name for above in (folder, *folder.resolve().parents) for name in layout.ACCOUNTS_FILES]
    if progress.folders:
        last = progress.folders[-1]
        made_of += [last / name for name in (layout.PUBLISHED, layout.REPORTS, layout.FORMS)]
    for path in made_of:
        try:
            yield path.stat().st_mtime_ns
        except OSError:
            continue  # a missing file has not changed


def offers_else(progress: Progress) -> bool:
    """Return whether the page is current, yet offers a text that the campaign's files do not contain."""
    page = progress.campaign.folder / layout.BUREAU
    if not page.is_file() or not is_current(progress):
        return False
    frame = forum_frame(progress.campaign)
    texts = {text for item in lying(progress, 0) for text in texts_of_item(progress.campaign, item, frame)}
    return not texts.issuperset(texts_of(disk.read_file(page)))


def texts_of(page: bytes) -> list[str]:
    """Return the texts that a page offers for posting; the questions for the MJ are not among them.

    User text is escaped in the page, so it can never look like the end of a text area.
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

    progress, part = situation.progress, mj_part(situation)
    campaign, folders = progress.campaign, progress.folders
    voice = campaign.voice()
    forms, frame = _forms(situation), forum_frame(campaign)
    rows = [(capitalised(voice.phrase(item.about)), _delivery(campaign, item, forms, frame)) for item in items]
    mj_report = folders[-1] / layout.REPORTS / "mj.txt" if folders else None
    has_report = mj_report is not None and mj_report.is_file()
    account = disk.read_file(mj_report).decode("utf-8", "replace") if mj_report is not None and has_report else ""
    return (
        filled(
            "bureau.html.j2",
            hand_of(campaign, "html", voice, dialect_of(campaign), ("m",)),
            title=campaign.title,
            part=part,
            awaited=list(awaited(progress)) if progress.stage else [],
            groups=[(about, [row for _, row in those]) for about, those in groupby(rows, key=lambda row: row[0])],
            total=sum(len(row["posts"]) for _, row in rows),
            account=Markup(escape_kept(account)),
            stage=progress.stage_played(len(folders) - 1).said if folders else None,
            questions=Markup(escape_kept(part.get("questions", ""))),
            account_page=f"{layout.TURNS}/{folders[-1].name}/{layout.REPORTS}/mj.html" if folders else "",
            kept=f"adjudicator {seed_hash(campaign.seed)[:16]}",
        )
        .strip("\n")
        .encode()
    )


def _forms(situation: Situation) -> dict[tuple[str, str], str]:
    """Return the path of each clickable form that goes with the last stage's reports, by stage folder and player."""
    from adjudicator.desk.heads import form_pages_there

    if not situation.progress.folders:
        return {}
    last = situation.progress.folders[-1].name
    there = form_pages_there(situation.progress)
    return {(last, player): f"{layout.TURNS}/{last}/{layout.FORMS}/{name}" for player, name in there.items()}


def _delivery(campaign: Campaign, item: Item, forms: dict[tuple[str, str], str], frame: Any) -> Plain:
    """Return an item for the page; ``form`` is the file of the player's interactive form, to be attached."""
    from markupsafe import Markup

    from adjudicator.reports.markup import escape_kept

    attached = forms.get((item.stage, item.name), "") if item.path.name.startswith(outbox.REPORT) else ""
    texts = texts_of_item(campaign, item, frame)
    return {
        "number": item.number,
        "kind": item.kind,
        "name": item.name,
        "to": [_to(person, item.subject) for person in item.to],
        "subject": item.subject,
        "form": attached,
        # The page recognises a post by its name and its text, so a post with a new text counts as a different post.
        "posts": [
            {"file": f"{item.key} {number}", "text": Markup(escape_kept(text)), "chars": len(text)}
            for number, text in enumerate(texts, 1)
        ],
    }


def _to(person: outbox.Person, subject: str) -> dict[str, str]:
    """Return how to address one recipient; ``link`` is a ``mailto:`` link for a person reached by mail, else empty."""
    if not person.email or person.forum:
        return {"name": person.forum or person.name, "link": ""}
    return {"name": person.email, "link": f"mailto:{quote(person.email, safe='@')}?subject={quote(subject)}"}


# What must be posted: the reports of the played stages and the letters that cannot be sent by mail. ``posted.json``
# gives each item a permanent number and says when it was posted.


class Item(NamedTuple):
    """An item to be posted."""

    number: int
    """The item's number, or 0 while it has none."""
    key: str
    """Identifies the item: the stage, how often that stage was taken back, and the file name without its ending."""
    stage: str
    """The name of the folder of the stage that the item is about."""
    kind: str
    """``public`` or ``camp`` for a report, ``all`` for a text for everybody, ``player`` for a letter."""
    name: str
    """The name of the camp or player; empty for everybody."""
    to: tuple[outbox.Person, ...]
    """The people to whom a letter must be given."""
    letter: outbox.Letter | None
    """The letter or text for everybody; None for a report."""
    path: Path
    """The path of the letter or report."""
    refused: str = ""
    """What a server said of a letter that it refused for good, or did not take in time."""

    @property
    def subject(self) -> str:
        """The subject of a letter or of a text for everybody."""
        return self.letter.subject if self.letter is not None else ""

    @property
    def about(self) -> Phrase:
        """The stage that the item is about, in words."""
        called = stage_called(self.stage)
        assert called is not None, self.stage  # items come from stage folders only
        return called[1].said


# What the MJ has reported as posted ----------------------------------------------------------------------------


def known_of(folder: Path, now: datetime) -> PostedRecord:
    """Return the posting record of the campaign in ``folder``, or a first record if the file does not exist.

    A campaign from a version without this record may already have letters and reports. In a first record all letters
    count as posted, and only the reports of the last stage still wait. Raises ``UnusableError`` if the file is damaged,
    because nobody can tell then what was posted.
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
    told = {key: old for key, path in letters if not path.name.startswith(outbox.REPORTS_OF)}
    return {"since": since, "last": 0, "items": told}


def begin_account(folder: Path, now: datetime) -> None:
    """Write the first posting record unless one exists; everything written from now on must be posted.

    The caller holds the campaign's lock and calls this before it changes anything else. Raises ``OSError``.
    """
    if not (folder / layout.POSTED).exists():
        _keep(folder, known_of(folder, now))


def number_all(situation: Situation) -> list[Item]:
    """Give a number to each waiting item that has none, and return all waiting items. Raises ``OSError``."""
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
    """Record that the items with these ``numbers`` were posted, or were not. Raises ``OSError``."""
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


# Waiting items -------------------------------------------------------------------------------------------------


def waiting(situation: Situation, known: PostedRecord | None = None) -> list[Item]:
    """Return the items still to be posted, the oldest first and those without a number last, and write nothing."""
    known = known or known_of(situation.campaign.folder, situation.clock.now)
    marks = known["items"]
    posted = {key for key, one in marks.items() if one["posted"]}
    items = [item for item in lying(situation.progress, known["since"], posted) if not _is_past(situation, item)]
    numbered = [item._replace(number=marks[item.key]["number"]) if item.key in marks else item for item in items]
    return sorted(numbered, key=_rank)


def lying(progress: Progress, since: int, but: Collection[str] = ()) -> Iterator[Item]:
    """Yield every item to be posted by hand from stage number ``since`` on, except those whose key is in ``but``."""
    yield from _reports(progress, since, but)
    yield from _letters(progress.campaign, since, but)


def _rank(item: Item) -> tuple[object, ...]:
    """Return the sort key of an item: its number, or its stage with earlier texts before the stage's reports."""
    reported = item.kind in ("public", "camp") or item.path.name.startswith(outbox.REPORTS_OF)
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
                yield Item(0, key, folder.name, reader.kind, reader.name, (), None, path)


def _letters(campaign: Campaign, since: int, but: Collection[str]) -> Iterator[Item]:
    """Yield the letters that the MJ must give to somebody, and the texts for everybody."""
    to_whom = not_mailed(campaign)
    for folder in _stages(campaign.folder, since):
        for key, path in _keyed(campaign.folder, folder):
            if key in but:
                continue
            try:
                letter = outbox.read_letter(disk.read_file(path))
                people = to_whom(path, letter) if letter is not None else {}
            except TROUBLES:
                continue  # this file is not a readable letter; the other letters still count
            if letter is None:
                continue
            if people:
                refused = next(filter(None, people.values()), "")
                yield Item(0, key, folder.name, "player", letter.player, tuple(people), letter, path, refused)
            elif path.name.startswith(outbox.PUBLIC) and not letter.to:
                yield Item(0, key, folder.name, "all", "", (), letter, path)


def not_mailed(campaign: Campaign) -> Callable[[Path, outbox.Letter], dict[outbox.Person, str]]:
    """Return a function that gives the people to whom the MJ must hand a letter, each with what the server said of it.

    These are people without an address, of whom no server has said anything, and people whose server refused the
    letter. If no mail is sent, they are all its recipients. The function raises ``OSError`` and ``UnusableError``.
    """
    if not _sends_mail(campaign.folder):
        return lambda path, letter: dict.fromkeys(letter.to, "")
    known = addresses_of(campaign)

    def people(path: Path, letter: outbox.Letter) -> dict[outbox.Person, str]:
        said = {address: messages.said_of(mark) for address, mark in messages.refused(campaign.folder, path).items()}
        reached = {one.email for one in messages.by_mail(letter, known)} - said.keys()
        return {one: said.get(one.email, "") for one in letter.to if one.email not in reached}

    return people


def _sends_mail(folder: Path) -> bool:
    """Return whether the campaign in ``folder`` sends its letters by mail.

    While the accounts file is faulty, it counts as sending, and the letters wait.
    """
    root = layout.accounts_root(folder)
    if root is None:
        return False
    from adjudicator.mail.accounts import load_accounts

    try:
        accounts = load_accounts(root)
    except TROUBLES:
        return True
    return accounts is not None and accounts.sending is not None


def to_give(campaign: Campaign, items: Sequence[Item]) -> Iterator[Phrase]:
    """Yield, in a campaign that sends mail, a sentence for each letter to somebody who has no address.

    Of a letter that a server has refused, the MJ was told when that happened.
    """
    letters = [item for item in items if item.to and not item.refused]
    for item in letters if letters and _sends_mail(campaign.folder) else ():
        for person in item.to:
            called = Phrase("to-give.name", {"name": person.name, "forum": person.forum})
            values: dict[str, PhraseArgument] = {
                "name": called if person.forum not in ("", person.name) else person.name,
                "subject": item.subject,
                "file": str(campaign.folder / layout.BUREAU),
            }
            yield Phrase("to-give", values)


def _is_past(situation: Situation, item: Item) -> bool:
    """Return whether an item no longer concerns anybody.

    That is so if its player has left, if the orders that it asks for have arrived, or if its stage is over.
    """
    progress, campaign = situation.progress, situation.campaign
    if item.kind == "player" and (item.name not in campaign.players or item.name in campaign.seats.empty):
        return True
    name = item.path.name.removeprefix(outbox.PUBLIC)
    if name.startswith(outbox.REMINDER):
        return messages.is_outdated(situation, item.stage, item.name)
    return name.startswith(outbox.EXTENSION) and messages.is_over(progress, item.stage)


def _stages(folder: Path, since: int) -> Sequence[Path]:
    """Return the outbox folders of the stages with a number of at least ``since``, in order."""
    stages = [path for path in disk.entries(folder / layout.OUTBOX) if path.is_dir() and stage_called(path.name)]
    return sorted(
        (path for path in stages if stage_number(path.name) >= since), key=lambda path: stage_number(path.name)
    )


def _keyed(campaign: Path, folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield the letters in a stage's outbox folder, each with its key."""
    about = _key_prefix(campaign, folder.name)
    yield from ((f"{about}/{path.stem}", path) for path in disk.entries(folder, LETTERS))


def _key_prefix(campaign: Path, stage: str) -> str:
    """Return the start of the keys of items about a stage.

    It contains how often the stage was taken back, because texts of a stage played again are new items:
    ``0003-turn-2~1`` after the first time.
    """
    again = messages.times_taken_back(campaign, stage)
    return f"{stage}~{again}" if again else stage


# Texts of an item ----------------------------------------------------------------------------------------------


def texts_of_item(campaign: Campaign, item: Item, frame: Any) -> list[str]:
    """Return an item's texts: posts for the campaign's forum with this ``frame``, or the text of a mail.

    Raises ``OSError``.
    """
    if item.letter is None:
        return _posts(item.path)
    if item.to and item.to[0].email and not item.to[0].forum:  # the MJ mails it
        return [item.letter.text]
    return forum_messages(campaign, item.stage, item.path, item.letter, frame)


def forum_frame(campaign: Campaign) -> Any:
    """Return the macros that write what stands around a report on the campaign's forum."""
    from adjudicator.reports.environment import hand_of, macros_of
    from adjudicator.reports.writing import dialect_of

    return macros_of("frame.j2", hand_of(campaign, "bbcode", campaign.voice(), dialect_of(campaign), ("m",)))


def forum_messages(campaign: Campaign, stage: str, path: Path, letter: outbox.Letter, frame: Any) -> list[str]:
    """Return the messages on the campaign's forum that carry a letter, in order. Raises ``OSError``.

    A letter with a report becomes the report itself, which says everything in the letter, followed by the head of the
    hash chain, written by ``frame``.
    """
    from adjudicator.reports.markup import finished
    from adjudicator.reports.writing import cut, dialect_of

    played = campaign.folder / layout.TURNS / stage
    own = f"player-{path.stem.removeprefix(outbox.REPORT)}.bbcode"
    reports = _posts(played / layout.REPORTS / own) if path.stem.startswith(outbox.REPORT) else []
    if not reports:
        text = "\n".join(_blocks(letter.text.removesuffix("\n"))) + "\n"
        return cut(text, "bbcode", dialect_of(campaign).max_chars, campaign.voice())
    published = read_record("published", played / layout.PUBLISHED)
    if published is not None and published["head"]:
        seal = finished(frame.seal(published["head"]), "bbcode")
        reports[-1] = f"{reports[-1]}\n{seal}"
    return reports


def _posts(first: Path) -> list[str]:
    """Return the posts of a report in order, from the path of its ``first`` one; none if that does not exist."""
    found, post = list[str](), first
    while post.is_file():
        found.append(disk.read_file(post).decode("utf-8", "replace"))
        post = first.with_suffix(f".{len(found) + 1}{first.suffix}")
    return found


def _blocks(text: str) -> Iterator[str]:
    """Yield a letter's lines as BBCode; blocks in which spaces matter, such as a form or a table, become code."""
    from adjudicator.reports.markup import escape_bbcode

    for number, block in enumerate(text.split("\n\n")):
        if number:
            yield ""
        lines = list(map(escape_bbcode, block.split("\n")))
        is_code = any(line.startswith(" ") or "  " in line for line in lines) and not lines[0].startswith("- ")
        yield from ("[code]", *lines, "[/code]") if is_code else lines
