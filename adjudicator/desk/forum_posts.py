"""Forum messages as order files: who wrote each one, whether it is new, and in which order they were written.

A message is recognised by its author, the minute of its date and its text, which its stored file keeps in its name and
hash; nothing else of a page is kept. The board's dates and numbers say which of two messages is later, not the order of
a page or of pages. Where they do not say it, the MJ is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.editions import read_record
from adjudicator.campaign.stages import Progress
from adjudicator.core.faults import Listed, Phrase
from adjudicator.core.words import fold
from adjudicator.mail.outbox import recipients
from adjudicator.orders.attempt import turn_meant
from adjudicator.orders.inbox import DroppedFile, source_name
from adjudicator.orders.received import ReceivedFile as Received
from adjudicator.orders.received import register
from adjudicator.reading.forum_message import ForumPost, Page, named
from adjudicator.store.layout import ORDERS, PUBLISHED, TURNS, WITHDRAWN
from adjudicator.table.clock import dated

WAY = "forum"
"""The ``way`` of a file that came from a forum."""
_SIGN = " · "
_UNDATED = "?"


@dataclass
class ForumRow:
    """A message of a page and its state, with its order file if it is new."""

    post: ForumPost
    state: str
    """``new``, ``seen``, ``unknown`` (author), ``empty``, ``unseen`` (the board does not show it) or ``doubt``."""
    player: str | None = None
    """The player whose orders it may hold; None if unknown."""
    file: DroppedFile | None = None
    why: Phrase | None = None
    """The reason for a doubt, an unknown author or a message that is not shown: a clause."""
    notes: tuple[Phrase, ...] = ()
    """Further clauses for the MJ."""
    to_see: bool = False
    """Whether the MJ must look at a message that is not in doubt."""


@dataclass
class SortedPages:
    """The messages of some pages in page order, and the new ones in the order in which they were written."""

    rows: list[ForumRow]
    new: list[ForumRow] = field(default_factory=list)


def names_on_forum(campaign: Campaign, now: datetime) -> dict[str, set[str]]:
    """Return the names under which people may write on the board, normalised, each with the players they speak for.

    A person's name there is the one that ``campaign.yaml`` gives for the forum, otherwise the person's own. If a forum
    name is given, the own name does not count, since anybody may register it on the board. Whoever stands in for a
    player at ``now`` speaks for that player.
    """
    known: dict[str, set[str]] = {}
    for player in campaign.players:
        if player not in campaign.seats.empty:
            for person in recipients(campaign, player, now):
                known.setdefault(named(person.forum or person.name), set()).add(player)
    return known


def names_shown(campaign: Campaign, now: datetime) -> list[str]:
    """Return all these names as they are written, each once."""
    people = (person for player in campaign.players for person in recipients(campaign, player, now))
    return list(dict.fromkeys(person.forum or person.name for person in people))


def sorted_out(progress: Progress, pages: Iterable[Page], now: datetime, due: datetime | None = None) -> SortedPages:
    """Determine the state of each message of some pages; new messages by known players become files.

    ``due`` is the deadline of the awaited stage. The caller holds the campaign's lock if the files are to be stored.
    """
    campaign = progress.campaign
    authors = names_on_forum(campaign, now)
    seen = _Seen(progress)
    found = SortedPages([_row(post, progress, authors) for page in pages for post in page.posts])
    ready = [row for row in found.rows if row.state == "new"]
    shown = [seen.record_of(row) for row in ready]
    for row in ready:
        what = seen.what_is(row, shown)
        if what == "seen":
            row.state, row.file = "seen", None
        elif what == "again":
            _doubt(row, "again")
    for row in [row for row in ready if row.state == "new"]:
        if seen.is_unordered(row, [other for other in ready if other is not row]):
            _doubt(row, "order")
        elif row.post.first is not None and row.post.when is not None:
            row.notes += (_edited(row.post.when, row.post.first, progress, now, due),)
    found.new = _once(row for row in ready if row.state == "new")
    for row in found.rows:
        if row.state == "unseen" and seen.has_taken(row.post):
            row.notes, row.to_see = (Phrase("forum.unseen.taken"),), True
    return found


def _once(rows: Iterable[ForumRow]) -> list[ForumRow]:
    """Return new messages in the order in which they were written, each only once because pages may overlap."""
    by_time = sorted(
        rows, key=lambda row: (row.post.when is not None and row.post.when.timestamp(), row.post.number or 0)
    )
    first: dict[tuple[str, str, bytes], ForumRow] = {}
    for row in by_time:
        known = (named(row.post.author), _minute(row.post.when), row.file.data if row.file else b"")
        if first.setdefault(known, row) is not row:
            row.state, row.file = "seen", None
    return list(first.values())


def _doubt(row: ForumRow, why: str) -> None:
    """Mark a message as doubtful: nothing says whether it came before or after another one of its player."""
    row.state, row.file = "doubt", None
    row.why = Phrase(f"forum.doubt.{why}", {"line": row.post.line, "player": row.player or ""})


def _edited(when: datetime, first: datetime, progress: Progress, now: datetime, due: datetime | None) -> Phrase:
    """Return the note that a message was edited, and whether that was after the deadline for which it was written."""
    campaign = progress.campaign
    known = read_record("published", progress.folders[-1] / PUBLISHED) if progress.folders else None
    played = datetime.fromisoformat(known["at"]) if known is not None else None
    late = (due is not None and when > due) or (played is not None and first < played <= when)
    told = {"when": dated(campaign, when, now), "first": dated(campaign, first, now)}
    return Phrase("forum.note.edited-late" if late else "forum.note.edited", told)


def _row(post: ForumPost, progress: Progress, authors: dict[str, set[str]]) -> ForumRow:
    """Return a message with its state as far as the page alone shows it, and with its file if it may be new."""
    players = sorted(authors.get(named(post.author), ()))
    player = players[0] if len(players) == 1 else None
    if player is None and post.author:
        return ForumRow(post, "unknown", why=_unknown(post.author, players, authors))
    if post.unseen is not None:
        return ForumRow(post, "unseen", player, why=post.unseen)
    if post.doubt is not None or player is None:
        return ForumRow(post, "doubt", player, why=post.doubt)
    if not post.text.strip():
        return ForumRow(post, "empty", player)
    when = post.when.astimezone(UTC) if post.when else None
    first = post.first or post.when
    turn = turn_meant(progress, first.astimezone(UTC) if first else None)
    data = post.text.encode("utf-8", "replace")
    at = when.isoformat() if when else None
    name = source_name(f"{post.author}{_SIGN}{_minute(post.when)}")  # for example « Anna · 2026-11-24 20:05 »
    file = DroppedFile(name, data, WAY, dated=at, sender=player, turn=turn)
    return ForumRow(post, "new", player, file, notes=post.notes)


def _unknown(author: str, players: Sequence[str], authors: dict[str, set[str]]) -> Phrase:
    """Return why an author is unknown: the name is no player's, several players', or almost a player's."""
    if players:
        return Phrase("forum.unknown.several", {"players": Listed(tuple(players))})
    alike = sorted(player for name, of in authors.items() if fold(name) == fold(author) for player in of)
    if alike:
        return Phrase("forum.unknown.alike", {"player": alike[0]})
    return Phrase("forum.unknown.nobody")


def _minute(when: datetime | None) -> str:
    return when.strftime("%Y-%m-%d %H:%M") if when else _UNDATED


class _Record(NamedTuple):
    """A message that was stored, or that may be stored."""

    stage: str
    author: str
    minute: str
    digest: str
    player: str | None


class _Seen:
    """The messages that were stored before, in any stage, in the order in which they were stored."""

    def __init__(self, progress: Progress) -> None:
        folder = progress.campaign.folder
        self.awaited = progress.stage_folder.name if progress.stage is not None else ""
        self.records: list[_Record] = []
        self.otherwise = [one for one in register(progress) if one.get("way") != WAY] if self.awaited else []
        """Files of the awaited stage that did not come from a forum."""
        for stages in (*sorted(folder.glob(f"{WITHDRAWN}/*/{TURNS}")), folder / TURNS):
            for path in sorted(stages.glob(f"*/{ORDERS}/*.came.json")):
                self._learn(path)

    def _learn(self, path: Path) -> None:
        came = read_record("came", path)
        if came is not None and came.get("way") == WAY:
            author, _, minute = str(came["name"]).rpartition(_SIGN)
            stage, digest = path.parents[1].name, str(came["digest"])
            self.records.append(_Record(stage, named(author), minute, digest, came.get("sender")))

    def record_of(self, row: ForumRow) -> _Record:
        """Return the record that a message of a page would have if it were stored."""
        return _Record(self.awaited, named(row.post.author), _minute(row.post.when), _digest(row.post), row.player)

    def has_taken(self, post: ForumPost) -> bool:
        """Return whether a message of the awaited stage was stored before the board ceased to show it."""
        known = (self.awaited, named(post.author), _digest(post))
        return any((one.stage, one.author, one.digest) == known for one in self.records)

    def what_is(self, row: ForumRow, shown: Sequence[_Record]) -> str:
        """Return ``seen`` for a message that was stored as it is, ``new`` for one that was not, or ``again``.

        ``again`` means that its text was stored, that another text of it was stored later, and that nothing says which
        is the latest: a message may be edited back, and an old page may be brought again. ``shown`` are all messages of
        the pages.
        """
        own = self.record_of(row)
        mine = [one for one in self.records if one.author == own.author]
        there = {(one.author, one.minute, one.digest) for one in shown}
        for place, one in enumerate(mine):
            if one.digest == own.digest and one.minute == own.minute != _UNDATED:
                after = [late for late in mine[place + 1 :] if late.minute == own.minute and late.digest != own.digest]
                return (
                    "again" if any((late.author, late.minute, late.digest) not in there for late in after) else "seen"
                )
        alike = [one for one in mine if one.stage == self.awaited]
        first = _minute(row.post.first)
        edited = any(one.digest == own.digest and one.minute == first != _UNDATED for one in alike)
        # Two dates may be the same: « yesterday » is another day tomorrow, and some boards show none.
        near = any(
            one.digest == own.digest and (_UNDATED in (one.minute, own.minute) or one.minute[-5:] == own.minute[-5:])
            for one in alike
        )
        if (edited or near) and alike[-1].digest == own.digest:
            return "seen"
        return "again" if near else "new"

    def is_unordered(self, row: ForumRow, others: Sequence[ForumRow]) -> bool:
        """Return whether nothing says if a new message came before or after a different one of its player."""
        own = self.record_of(row)
        beside = [other for other in others if other.player == row.player and _digest(other.post) != own.digest]
        mine = [one for one in self.otherwise if row.player in {*one["players"]}.difference(one.get("withdrawn", ()))]
        if row.post.when is None:
            before = [one for one in self.records if one.stage == self.awaited and one.player == row.player]
            return bool(beside or mine) or any(one.digest != own.digest for one in before)
        if any(other.post.when is None or _tied(row.post, other.post) for other in beside):
            return True
        there = {(named(other.post.author), _minute(other.post.when), _digest(other.post)) for other in others}
        return any(_may_be_later(one, row.post.when) for one in mine) or any(
            (one.player, one.minute) == (row.player, own.minute)
            and one.digest != own.digest
            and (one.author, one.minute, one.digest) not in there
            for one in self.records
        )


def _tied(one: ForumPost, other: ForumPost) -> bool:
    """Return whether two messages are of the same minute and no number says which was posted first."""
    counted = one.number is not None and other.number is not None and one.number != other.number
    return one.when == other.when and (not counted or one.first is not None or other.first is not None)


def _may_be_later(file: Received, when: datetime) -> bool:
    """Return whether nothing says if a file that came another way existed before a message of time ``when``.

    If a server dated the file, only the same minute leaves this open. Otherwise the file existed when it was saved or
    came, but nobody knows since when.
    """
    if "dated" in file:
        return datetime.fromisoformat(file["dated"]).replace(second=0, microsecond=0) == when
    there = file.get("saved") or file.get("at")
    return there is None or datetime.fromisoformat(there) >= when


def _digest(post: ForumPost) -> str:
    return sha256(post.text.encode("utf-8", "replace")).hexdigest()
