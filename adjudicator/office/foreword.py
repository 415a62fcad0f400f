"""A few words of the MJ at the head of the reports of a stage: public, or for the players of one camp.

They are plain text: each line is a paragraph, and a line ``camp: NAME`` begins what only that camp reads. They lie in
``mot.txt`` beside the inbox until a stage is played, or are given with the command.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.stages import Progress
from adjudicator.core.faults import Listed, Phrase
from adjudicator.core.words import Names
from adjudicator.speech.voice import one_line, short
from adjudicator.store.disk import UnusableError
from adjudicator.store.layout import FOREWORD

if TYPE_CHECKING:
    from adjudicator.campaign.records import Words
    from adjudicator.office.addressees import Turn

# Most stages are played without a word: what reads them is imported where it is used.

LONGEST = 20_000
"""Bytes."""


def foreword(campaign: Campaign, file: Path | None = None) -> list[Words]:
    """Return the words that wait for the next stage, or those in a ``file``; none where there is no ``mot.txt``.

    Raises ``UnusableError`` for what cannot be read, is too long, is for a camp that there is not, or may be for some
    alone and does not say so as it should.
    """
    path = file or campaign.folder / FOREWORD
    if file is None and not path.exists():
        return []
    return _understood(campaign, path, _read(path))


def _read(path: Path) -> str:
    from adjudicator.speech.voice import reason_of
    from adjudicator.store import drop_folder

    try:
        found = drop_folder.read_plain(path, LONGEST)
    except OSError as refusal:
        raise UnusableError("error.words-unread", file=str(path), reason=reason_of(refusal)) from refusal
    try:
        if found is not None and len(found.data) <= LONGEST:
            from adjudicator.reading.unquote import decoded

            return decoded(found.data).data.decode("utf-8-sig")
    except UnicodeDecodeError:
        pass
    raise UnusableError("error.words-no-text", file=str(path), most=str(LONGEST))


def _understood(campaign: Campaign, path: Path, text: str) -> list[Words]:
    from adjudicator.office.addressees import Addressees

    addressees = Addressees(campaign)
    words: list[Words] = [{"camp": "", "lines": []}]
    for number, line in enumerate(map(one_line, text.splitlines()), 1):
        turn = addressees.of(line)
        if turn.doubt:
            where = {"file": str(path), "line": str(number), "text": short(line.strip())}
            raise _doubtful(turn, addressees.camps, where)
        if turn.camp:
            words.append({"camp": turn.camp, "lines": []})
        else:
            words[-1]["lines"] += [line.strip()] if line.strip() else []
    return [one for one in words if one["lines"]]


def _doubtful(turn: Turn, camps: Names, where: dict[str, str]) -> UnusableError:
    """Return what is said of a line that may turn to some alone: all would read what was meant for them."""
    if not camps.names:
        return UnusableError("error.words-campless", **where)
    if turn.doubt == "player":
        return UnusableError("error.words-player", **where)
    if turn.doubt == "unsure":
        return UnusableError("error.words-unsure", **where, camp=turn.named)
    known = Listed(tuple(camps.names))
    return UnusableError("error.words-camp", camps.nearest(turn.named), **where, camp=turn.named, known=known)


def readers(words: Sequence[Words]) -> Phrase | None:
    """Return a sentence that says how many lines are for whom; None where nothing is said."""
    parts = [
        Phrase("words.camp", {"camp": one["camp"]}, n=len(one["lines"]))
        if one["camp"]
        else Phrase("words.all", n=len(one["lines"]))
        for one in words
    ]
    return Phrase("words.readers", {"readers": Listed(tuple(parts))}) if parts else None


def trouble(campaign: Campaign) -> UnusableError | None:
    """Return why the words that wait cannot be said; None where they can, or there are none."""
    try:
        foreword(campaign)
    except UnusableError as error:
        return error
    return None


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
