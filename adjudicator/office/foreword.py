"""A few words of the MJ at the head of the reports of a stage: public, or for the players of one camp.

They are plain text: each line is a paragraph, and a line ``camp: NAME`` begins what only that camp reads. They lie in
``mot.txt`` beside the inbox until a stage is played, or are given with the command.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.stages import Progress
from adjudicator.core.phrase import Listed
from adjudicator.core.words import Names
from adjudicator.speech.text import one_line
from adjudicator.speech.trouble import reason_of
from adjudicator.store import commons
from adjudicator.store.errors import UnusableError
from adjudicator.store.layout import FOREWORD

if TYPE_CHECKING:
    from adjudicator.campaign.records import Words

LONGEST = 20_000
"""Bytes."""

_FOR_CAMP = re.compile(r"camp\s*:\s*(.+)", re.IGNORECASE)


def foreword(campaign: Campaign, file: Path | None = None) -> list[Words]:
    """Return the words that wait for the next stage, or those in a ``file``; none where there is no ``mot.txt``.

    Raises ``UnusableError`` for what cannot be read, is too long, or is for a camp that there is not.
    """
    path = file or campaign.folder / FOREWORD
    if file is None and not path.exists():
        return []
    return _understood(campaign, path, _read(path))


def _read(path: Path) -> str:
    try:
        found = commons.read_plain(path, LONGEST)
    except OSError as refusal:
        raise UnusableError("error.words-unread", file=str(path), reason=reason_of(refusal)) from refusal
    try:
        if found is not None and len(found.data) <= LONGEST:
            from adjudicator.reading.decoding import decoded

            return decoded(found.data).data.decode("utf-8-sig")
    except UnicodeDecodeError:
        pass
    raise UnusableError("error.words-no-text", file=str(path), most=str(LONGEST))


def _understood(campaign: Campaign, path: Path, text: str) -> list[Words]:
    camps = Names(list(campaign.camps))
    words: list[Words] = [{"camp": "", "lines": []}]
    for line in map(one_line, text.splitlines()):
        named = _FOR_CAMP.fullmatch(line.strip())
        if named is None:
            words[-1]["lines"] += [line.strip()] if line.strip() else []
            continue
        camp = camps.find(named[1].strip())
        if camp is None:
            known = Listed(tuple(campaign.camps))
            near = camps.nearest(named[1])
            raise UnusableError("error.words-camp", near, file=str(path), camp=named[1].strip(), known=known)
        words.append({"camp": camp, "lines": []})
    return [one for one in words if one["lines"]]


def forget(progress: Progress) -> None:
    """Remove the words that the last stage played has told; others were written since, and wait for the next.

    Raises ``OSError`` when the disk refuses.
    """
    path = progress.campaign.folder / FOREWORD
    if not progress.folders or not path.exists():
        return
    try:
        waiting = foreword(progress.campaign)
    except UnusableError:  # it was changed since
        return
    if waiting == progress.told_on_table["words"]:
        path.unlink(missing_ok=True)
