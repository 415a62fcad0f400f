"""The MJ's bureau: one page for the campaign with all that he still has to post, the oldest first.

It lies in the campaign's folder, for him alone: it holds what each reader is told, to the character, to be copied into
posts, messages and mails. It is made of what lies there, and can be made again at any time: it is whenever something
that it is made of has been written since. Its file has one name in all languages: that of a campaign may change.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from adjudicator.campaign.campaign import Campaign, seed_hash
from adjudicator.mail.outbox import REPORT
from adjudicator.office.posted import Item, lying, number_all, texts_of_item
from adjudicator.office.postmarks import SENT
from adjudicator.store import disk, layout

if TYPE_CHECKING:
    from pathlib import Path

    from adjudicator.campaign.stages import Progress
    from adjudicator.mail.outbox import Person
    from adjudicator.reports.report_records import DeliveryRow, PostRow, ToRow
    from adjudicator.table.situation import Situation

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

    from adjudicator.office.heads import mj_part
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
    from adjudicator.office.formpages import form_pages_there

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
