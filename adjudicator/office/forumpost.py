"""Messages of a forum as order files: whose each is, which came before, in the order in which they were written.

A message is known again by its author, the minute of its date, and its words: by the name under which its file is
kept, and the hash of its bytes, both in the file that tells how it came. So nothing else is kept of pages.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from typing import TYPE_CHECKING

from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.editions import read_record
from adjudicator.campaign.stages import Progress
from adjudicator.core.phrase import Listed, Phrase
from adjudicator.core.words import fold
from adjudicator.mail.outbox import recipients
from adjudicator.orders.addressed import turn_meant
from adjudicator.orders.dropped import Dropped, source_name
from adjudicator.reading.forummessage import Page, Post, named
from adjudicator.store.layout import ORDERS, TURNS, WITHDRAWN

if TYPE_CHECKING:
    from pathlib import Path

WAY = "forum"
"""How such a file came."""
_SIGN = " · "
_UNDATED = "?"


@dataclass
class Row:
    """A message of a page, and what it is: ``new`` with its file, or why it is none."""

    post: Post
    state: str
    """``new``, ``seen``, ``unknown``, ``empty`` or ``doubt``."""
    player: str | None = None
    """Whose orders it may hold."""
    file: Dropped | None = None
    why: Phrase | None = None
    """Of a doubt and of an unknown author: a clause."""


@dataclass
class Sorted:
    """The messages of some pages: in their order there, and the files that are new in the order of their dates."""

    rows: list[Row]
    new: list[Row] = field(default_factory=list)


def names_on_forum(campaign: Campaign, now: datetime) -> dict[str, set[str]]:
    """Return by which names people may write on the board, as boards compare them, with the players they speak for.

    That is the name that ``campaign.yaml`` gives for the forum; where it gives none, the person's own, since anybody
    may call himself there by the own name of one who has another. Who stands in for a player now speaks for him.
    """
    known: dict[str, set[str]] = {}
    for player in campaign.players:
        if player not in campaign.seats.empty:
            for person in recipients(campaign, player, now):
                known.setdefault(named(person.get("forum", person["name"])), set()).add(player)
    return known


def names_shown(campaign: Campaign, now: datetime) -> list[str]:
    """Return all these names as they are written."""
    people = (person for player in campaign.players for person in recipients(campaign, player, now))
    return list(dict.fromkeys(person.get("forum", person["name"]) for person in people))


def sorted_out(progress: Progress, pages: Iterable[Page], now: datetime) -> Sorted:
    """Return what the messages of pages are; those that are new as files by players who are known.

    The caller holds the campaign's lock, if they are to be taken.
    """
    campaign = progress.campaign
    authors = names_on_forum(campaign, now)
    seen = _Seen(progress)
    found = Sorted([_row(post, progress, authors) for page in pages for post in page.posts])
    ready = [row for row in found.rows if row.state == "new"]
    ready.sort(key=lambda row: (row.post.counts_from or now, row.post.number or 0))
    known = [seen.is_known(row.post, row.file) for row in ready]
    fresh = [row for row, is_known in zip(ready, known, strict=True) if not is_known]
    for row, is_known in zip(ready, known, strict=True):
        if is_known or any(_is_twin(row, other) for other in found.new):
            row.state, row.file = "seen", None
        elif seen.may_be_earlier(row) or any(_is_unordered(row, other) for other in fresh):
            row.state, row.file = "doubt", None
            row.why = Phrase("forum.doubt.which-later", {"line": row.post.line})
        else:
            found.new.append(row)
    return found


def _is_twin(one: Row, other: Row) -> bool:
    """Tell whether two new messages are the same one, on two pages."""
    return _name(one.post) == _name(other.post) and one.post.text == other.post.text


def _is_unordered(one: Row, other: Row) -> bool:
    """Tell whether two new messages of a player differ, and the board does not say which is the later one.

    Boards list messages in one order or the other: where two stand on a page says nothing.
    """
    if one.player != other.player or one.post.text == other.post.text:
        return False
    if one.post.counts_from is None or other.post.counts_from is None:
        return True
    numbers = None not in (one.post.number, other.post.number) and not (one.post.edited or other.post.edited)
    return one.post.counts_from == other.post.counts_from and not numbers


def _row(post: Post, progress: Progress, authors: dict[str, set[str]]) -> Row:
    players = sorted(authors.get(named(post.author), ()))
    player = players[0] if len(players) == 1 else None
    if player is None and post.author:
        return Row(post, "unknown", why=_unknown(post.author, players, authors))
    if post.doubt is not None or player is None:
        return Row(post, "doubt", player, why=post.doubt)
    if not post.text.strip():
        return Row(post, "empty", player)
    when = post.counts_from.astimezone(UTC) if post.counts_from else None
    turn = turn_meant(progress, when)
    data = post.text.encode("utf-8", "replace")
    dated = when.isoformat() if when else None
    return Row(post, "new", player, Dropped(_name(post), data, WAY, dated=dated, sender=player, turn=turn))


def _unknown(author: str, players: Sequence[str], authors: dict[str, set[str]]) -> Phrase:
    """Return why nobody knows whose the orders of an author are: he is no player's, or several; or nearly one's."""
    if players:
        return Phrase("forum.unknown.several", {"players": Listed(tuple(players))})
    alike = sorted(player for name, of in authors.items() if fold(name) == fold(author) for player in of)
    if alike:
        return Phrase("forum.unknown.alike", {"player": alike[0]})
    return Phrase("forum.unknown.nobody")


def _name(post: Post) -> str:
    return source_name(f"{post.author}{_SIGN}{_minute(post)}")


def _minute(post: Post) -> str:
    return post.when.strftime("%Y-%m-%d %H:%M") if post.when else _UNDATED


class _Seen:
    """The messages that were taken before, in whatever stage."""

    def __init__(self, progress: Progress) -> None:
        folder = progress.campaign.folder
        self.awaited = progress.stage_folder.name if progress.stage is not None else ""
        self.known: dict[tuple[str, str], set[tuple[str, str]]] = {}
        self.last: dict[str, str] = {}
        """By author, the hash of the last message that was taken for the stage awaited."""
        for stages in (folder / TURNS, *sorted(folder.glob(f"{WITHDRAWN}/*/{TURNS}"))):
            for path in sorted(stages.glob(f"*/{ORDERS}/*.came.json")):
                self._learn(path)

    def _learn(self, path: Path) -> None:
        came = read_record("came", path)
        if came is not None and came.get("way") == WAY:
            author, _, minute = str(came["name"]).rpartition(_SIGN)
            self._keep(author, str(came["digest"]), path.parents[1].name, minute)

    def _keep(self, author: str, digest: str, stage: str, minute: str) -> None:
        self.known.setdefault((named(author), digest), set()).add((stage, minute))
        if stage == self.awaited:
            self.last[named(author)] = digest

    def is_known(self, post: Post, file: Dropped | None) -> bool:
        """Tell whether a message was taken before.

        For the stage awaited its hour is enough, since « yesterday » is another day tomorrow. Of one without a date
        that is sure only while no other message was taken since: he may have written the same again.
        """
        minute, digest = _minute(post), _digest(file)
        for stage, known in self.known.get((named(post.author), digest), ()):
            if minute == known != _UNDATED:
                return True
            if stage == self.awaited and minute[-5:] == known[-5:] != _UNDATED:
                return True
            undated = _UNDATED in (minute, known)
            if stage == self.awaited and undated and self.last[named(post.author)] == digest:
                return True
        return False

    def may_be_earlier(self, row: Row) -> bool:
        """Tell whether a message without a date may have been written before one that was taken for this stage."""
        return row.post.when is None and self.last.get(named(row.post.author), _digest(row.file)) != _digest(row.file)


def _digest(file: Dropped | None) -> str:
    return sha256(file.data).hexdigest() if file is not None else ""
