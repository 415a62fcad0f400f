"""The public report of a stage, told where everybody reads: a Discord channel, a Discourse topic, if there is one.

Each is told once a stage, tried again like a letter; what is told is what lies in ``public/``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.core.stage import PUBLIC as EVERYBODY
from adjudicator.mail.webhooks import MOST_OF_DISCOURSE, Answer, Attached, to_discord, to_discourse
from adjudicator.office import postmarks
from adjudicator.office.mailbag import Bag
from adjudicator.reports.markup import escape_markdown
from adjudicator.reports.writing import cut
from adjudicator.store import disk
from adjudicator.store.layout import PUBLIC, stage_called, stage_number, stages_played

if TYPE_CHECKING:
    from adjudicator.campaign.campaign import Campaign
    from adjudicator.core.stage import Stage
    from adjudicator.mail.accounts import Accounts
    from adjudicator.mail.connection import Deadline
    from adjudicator.office.postmarks import Mark

_LAST = 4
"""Stages that are told, counted from the last one: of those before it is too late."""
_KINDS = {"txt": "text/plain; charset=utf-8", "png": "image/png"}


def announced(bag: Bag, accounts: Accounts, now: datetime, deadline: Deadline) -> Iterator[tuple[str, Mark]]:
    """Tell of the stages of a campaign what is to be told now; yield where, and what became of it.

    What is not begun before the ``deadline`` is told in the next round. The caller holds what is known of the letters
    of the campaign. Raises ``OSError``, and ``UnusableError`` of a secret.
    """
    campaign = bag.campaign
    if campaign is None or (accounts.discord is None and accounts.discourse is None):
        return
    old = bag.old_stages(now)
    for played in stages_played(bag.folder)[-_LAST:]:
        shown, again = bag.folder / PUBLIC / played.name, postmarks.times_taken_back(bag.folder, played.name)
        called = stage_called(played.name)
        if called is not None and shown.is_dir() and old.get(played.name) != again:
            yield from _told(bag, accounts, shown, called[1], now, deadline)


def _told(
    bag: Bag, accounts: Accounts, shown: Path, stage: Stage, now: datetime, deadline: Deadline
) -> Iterator[tuple[str, Mark]]:
    path = bag.sent / shown.name / f"{EVERYBODY.kind}.json"
    marks = postmarks.marks_of(path, shown.name.encode(), postmarks.times_taken_back(bag.folder, shown.name))
    assert bag.campaign is not None
    for where, post in _posts(bag.campaign, accounts, shown, stage, now):
        before = marks["to"].get(where)
        if not postmarks.is_due(before, now):
            if not postmarks.is_done(before):
                return  # the parts of a report come in order
            continue
        if deadline.is_over:
            return
        mark = postmarks.begun(before, "", now)
        marks["to"][where] = mark
        postmarks.keep(path, marks)
        answer = post(deadline=deadline)
        mark = postmarks.ended(mark, answer.what, answer.code, answer.text, now)
        if answer.wait:
            mark["after"] = (now + timedelta(seconds=answer.wait)).isoformat()
        marks["to"][where] = mark
        postmarks.keep(path, marks)
        yield where, mark


def _posts(
    campaign: Campaign, accounts: Accounts, shown: Path, stage: Stage, now: datetime
) -> Iterator[tuple[str, Callable[..., Answer]]]:
    """Give the posts by which a stage is told, each with its name."""
    voice = campaign.voice().keeping(escape_markdown)
    if accounts.discord is not None:
        text = voice.say("announce.discord", title=campaign.title, stage=stage.said)
        yield "discord", partial(to_discord, accounts.discord.read(), text, _files(shown), now)
    if accounts.discourse is not None:
        there = accounts.discourse
        report = shown / f"{EVERYBODY.kind}.md"
        if report.is_file():
            parts = cut(disk.read_file(report).decode(), "markdown", MOST_OF_DISCOURSE, campaign.voice())
            for number, part in enumerate(parts, 1):
                key = there.key.read()
                yield f"discourse-{number}", partial(to_discourse, there.site, key, there.user, there.topic, part, now)


def _files(shown: Path) -> list[Attached]:
    """Return the public report as it goes with a post: as text, and its picture where it is shown as an image."""
    number = stage_number(shown.name)
    found = [shown / f"{EVERYBODY.kind}.{ending}" for ending in _KINDS]
    return [
        Attached(f"{number:04d}{path.suffix}", _KINDS[path.suffix[1:]], disk.read_file(path))
        for path in found
        if path.is_file()
    ]
