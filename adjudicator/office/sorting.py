"""Mails that have come are sorted: each to its campaign, which judges it as any order file, or aside for the MJ.

A mail and a campaign are each by themselves: what goes wrong with one stays with it, and mails of a campaign that is
broken or busy wait. Each campaign is opened once, and gets its mails in the order in which they were sent.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.campaign.loading import load_campaign
from adjudicator.core.phrase import Filling, Listed, Phrase
from adjudicator.core.tuples import NamedTuple
from adjudicator.mail.contents import Content
from adjudicator.mail.sending import stage_in
from adjudicator.mail.spool import PLAYED, REFUSED, TO_SEE, Asked, MailVerdict, Spool, twin_of
from adjudicator.mail.whose import Post, Question, Whose, meant_among, whose
from adjudicator.office import postletters, silence
from adjudicator.office.mjmail import act_by_mail
from adjudicator.office.postmarks import answered_players
from adjudicator.office.reception import LettersOwedError
from adjudicator.office.register import games_below
from adjudicator.office.session import Session, opened
from adjudicator.orders.addressed import turn_meant, turns_titled
from adjudicator.orders.dropped import Besides, Dropped
from adjudicator.orders.keys import question_code
from adjudicator.orders.submission import Brief, Submission
from adjudicator.speech.text import short
from adjudicator.speech.trouble import told
from adjudicator.store import disk
from adjudicator.store.layout import ORDERS, TURNS, WITHDRAWN
from adjudicator.store.lock import Busy, locked

if TYPE_CHECKING:
    from adjudicator.mail.accounts import Accounts
    from adjudicator.mail.arrived import Arrived

PATIENCE = 2.0
"""Seconds to wait for a command that is at work on a campaign."""
_TOGETHER = 32
"""Mails that are handed to a campaign at once."""
_KEPT = 4 << 20
"""Bytes of mails that are remembered as they were read at first: many small ones, few large ones."""
_TIDIED = 100
"""Mails after which memory is given back: a command's collector is off."""
_DAY = silence.LASTS.total_seconds()
SHOWN = 12
"""Letters of a mail's hash by which it is told."""


@dataclass
class Sorted:
    """What became of the mails that were sorted."""

    verdicts: dict[str, str] = field(default_factory=dict)
    """By mail, what it was judged to be."""
    waiting: int = 0
    """How many wait for a campaign that is broken or busy."""
    troubles: list[str] = field(default_factory=list)
    """What is wrong, in sentences: the MJ has to see to it."""
    received: dict[str, list[Brief]] = field(default_factory=dict)
    """By campaign the files that it took meanwhile, those of its inbox too, with what is told of them and no more."""

    to_see: list[ToSee] = field(default_factory=list)
    """Of each mail that somebody should look at, what it is and why."""
    given_back: dict[str, Sequence[Phrase]] = field(default_factory=dict)
    """By campaign which seats have just gone back to those who had them."""

    def told(self, campaign: str, submissions: Sequence[Submission]) -> None:
        """Remember what a campaign has taken."""
        self.received.setdefault(campaign, []).extend(map(Brief.of, submissions))


class ToSee(NamedTuple):
    """A mail that somebody should look at."""

    said: Phrase
    """What it is, and why."""
    reason: str
    """By what others like it are known."""
    wakes: bool
    """Whether the MJ is written to for it."""
    his_own: bool = False
    """Whether he has sent it himself."""


_HIS_OWN = ("mj-key", "mj-other-key", "mj-keys", "mj-words", "mj-said")
"""Why a mail is to be looked at that the MJ has sent: nobody need write to him of it."""


class Head(NamedTuple):
    """What the MJ is told a mail by."""

    subject: str = ""
    sender: str = ""
    doubt: Phrase | None = None
    """Why nobody knows who sent it."""

    failed: str = ""
    """The address at which it says that another did not arrive."""

    def to_see(self, verdict: MailVerdict) -> ToSee:
        """Return what he is told of it where he should look, and why he should."""
        why, player = verdict["why"], verdict["player"]
        reason = Phrase(f"run.mail.why.{why}", {"player": player, "address": self.failed})
        reason = self.doubt if why == "odd-sender" and self.doubt is not None else reason
        values: dict[str, Filling] = {"subject": self.subject, "sender": self.sender, "why": reason}
        nobody = "run.mail.seen" if self.sender else "run.mail.seen.nobody"
        said = Phrase("run.mail.seen.mj" if why in _HIS_OWN else nobody, values)
        like = "\n".join((why, verdict["campaign"], player, self.failed))
        return ToSee(said, like, why != "automatic", why in _HIS_OWN)

    @classmethod
    def of(cls, read: Arrived) -> Head:
        """Return by what the MJ is told a mail."""
        return cls(short(read.subject), short(read.sender or ""), read.doubt, short(read.failed))


def seen_again(spool: Spool, mail: str, verdict: MailVerdict) -> ToSee:
    """Return what the MJ is told of a mail that was set aside before, as if it were now. Raises ``OSError``."""
    from adjudicator.mail.arrived import arrived

    return Head.of(arrived(spool.read(mail))).to_see(verdict)


def is_to_see(verdict: MailVerdict) -> bool:
    """Tell whether somebody should look at a mail; the second of two that are one says nothing new."""
    return verdict["kind"] == TO_SEE and verdict["why"] != "twice"


class Letter(NamedTuple):
    """A mail that waits: when it was sent, or came, and whose it is."""

    mail: str
    when: datetime
    whose: Whose
    came: float = 0.0
    """When it was kept: of two that were sent in the same second the one that lay first counts first."""


def sort(root: Path, accounts: Accounts, spool: Spool, now: datetime) -> Sorted:
    """Judge all mails of which nothing has become yet; the caller holds the lock of the ``spool``."""
    pending = spool.pending()
    spool.forget_given(pending)
    if not pending:
        return Sorted()
    asked = spool.asked()
    confirmed = [
        (one["campaign"], one["address"], one["player"]) for one in asked.values() if one.get("answer") == "yes"
    ]
    questions = {
        code: Question(one["campaign"], one["player"], one["address"], one["mail"], "answer" in one)
        for code, one in asked.items()
    }
    games = games_below(root, now, confirmed)
    post = Post(accounts.address, accounts.mj, games, accounts.trust, questions)
    return _Sorter(root, accounts, spool, now, post).sort(pending)


class _Sorter:
    def __init__(self, root: Path, accounts: Accounts, spool: Spool, now: datetime, post: Post) -> None:
        self.root, self.accounts, self.spool, self.now, self.post = root, accounts, spool, now, post
        self.done = Sorted()
        self.given = spool.giving()
        self._read: dict[str, tuple[Arrived, str]] = {}
        self._heads: dict[str, Head] = {}
        self._room = _KEPT
        self._served = 0

    def sort(self, pending: Sequence[str]) -> Sorted:
        """Judge the mails that are pending."""
        by_campaign: dict[str, list[Letter]] = {}
        for letter in sorted(self._looked_at(pending), key=lambda letter: (letter.when, letter.came, letter.mail)):
            found = letter.whose
            if letter.mail in self.given:
                by_campaign.setdefault(self.given[letter.mail], []).append(letter)
            elif found.what == "wait":
                self.done.waiting += 1
            elif found.campaign and found.what != "unknown":
                by_campaign.setdefault(found.campaign, []).append(letter)
            else:
                self._set_aside(letter)
        for campaign, letters in by_campaign.items():
            self._hand_to(campaign, letters)
            self._tidy(len(letters))
        return self.done

    def _tidy(self, mails: int) -> None:
        """Give back memory every so many mails; what was loaded for the first stays, and is not looked at again."""
        import gc

        if gc.isenabled():
            return
        if not self._served:
            gc.freeze()
        self._served += mails
        if self._served >= _TIDIED:
            gc.collect()
            self._served = 1

    def _looked_at(self, pending: Sequence[str]) -> Iterator[Letter]:
        for mail in pending:
            self._tidy(1)
            try:
                yield self._look_at(mail)
            except (MemoryError, OSError):
                self.done.waiting += 1
            except Exception as error:  # what goes wrong with one mail stays with it
                self._close({mail: self._verdict(TO_SEE, why="internal")})
                self.done.troubles += told(error, self.accounts.language)

    def parsed(self, mail: str) -> tuple[Arrived, str]:
        """Return a mail as it is read, and what is the same of its twins; small ones are remembered until then."""
        from adjudicator.mail.arrived import arrived

        if mail in self._read:
            return self._read.pop(mail)
        data = self.spool.read(mail)
        read = arrived(data)
        found = read, twin_of(read.message_id, read.sender, data)
        if len(data) <= self._room:
            self._room -= len(data)
            self._read[mail] = found
        return found

    def _look_at(self, mail: str) -> Letter:
        read, _ = self.parsed(mail)
        self._heads[mail] = Head.of(read)
        came = datetime.fromtimestamp(self.spool.came_at(mail), UTC)
        found = whose(read, self.post)
        if self.spool.is_cut(mail) and found.what != "wait":
            found = found._replace(what="doubt" if found.players else "unknown", why="too-large")
        return Letter(mail, min(sent_at(read) or came, came), found, came.timestamp())

    # What belongs to no campaign

    def _set_aside(self, letter: Letter) -> None:
        """Let the MJ look at a mail that is nobody's; ask who sent it where he is known."""
        found = letter.whose
        about = f"mail-{letter.mail[:SHOWN]}"
        try:
            if found.ask and found.why.startswith("mj-"):
                said = self._heads[letter.mail].subject
                postletters.to_mj(self.accounts, about, found.why, keys=self._mj_keys(), subject=said)
            elif found.why == "which-game" and found.ask and self.has_been_asked(letter, found.why):
                found = found._replace(why="unanswered")
            elif found.why == "which-game" and found.ask:
                titles = [game.names[-1] for game in self.post.games if found.ask in game.people]
                postletters.which_game(self.accounts, found.ask, about, titles)
            self._close({letter.mail: self._verdict(TO_SEE, found.campaign, why=found.why)})
        except OSError as refusal:
            self.done.waiting += 1
            self.done.troubles += told(refusal, self.accounts.language)

    def has_been_asked(self, letter: Letter, why: str) -> bool:
        """Tell whether who sent a mail was asked the same as often as is answered in a day, of that text or any.

        If not, remember that he is now. Whoever forges a thousand mails does not fill a player's mailbox.
        """
        read, _ = self.parsed(letter.mail)
        text = read.orders.text if read.orders is not None else ""
        return self._is_beyond(letter, why, read.sender, text, silence.SAME) or self._is_beyond(
            letter, why, read.sender, "", silence.EMPTY
        )

    def _is_beyond(self, letter: Letter, why: str, sender: str | None, text: str, most: int) -> bool:
        """Tell whether there were as many such mails as are answered; if not, remember that this is one."""
        for number in range(most):
            mark = twin_of(f"{why} {number}", sender, b"\n\n" + " ".join(text.split()).encode("utf-8", "replace"))
            first = self.spool.first_of(mark)
            if first == letter.mail:
                return False
            if not first or not self.spool.has(first) or self.spool.came_at(first) + _DAY < letter.came:
                self.spool.claim({mark: letter.mail})
                return False
        return True

    def _mj_keys(self) -> Listed:
        games = [game for game in self.post.games if game.raw is None and game.secrets.mj_key]
        return Listed(tuple(f"[{game.names[-1]}] {game.secrets.mj_key}" for game in games))

    # What a campaign gets

    def _hand_to(self, campaign: str, letters: Sequence[Letter]) -> None:
        """Hand mails to their campaign; if it cannot take them they wait."""
        folder = self.root / campaign
        left = {letter.mail for letter in letters}
        try:
            with locked(folder, PATIENCE):
                table = opened(load_campaign(folder), self.now)
                self.done.given_back[campaign] = table.given_back
                counter = _Counter(self, table, campaign)
                for mail in counter.serve(letters):
                    left.discard(mail)
        except Busy:
            pass
        except Exception as error:  # one broken campaign never stops the others
            self.done.troubles += [f"{folder}: {sentence}" for sentence in told(error, self.accounts.language)]
        self.done.waiting += len(left)

    def _verdict(self, kind: str, campaign: str = "", player: str = "", why: str = "") -> MailVerdict:
        return {"kind": kind, "campaign": campaign, "player": player, "why": why, "at": self.now.isoformat()}

    def _close(self, verdicts: Mapping[str, MailVerdict]) -> None:
        self.spool.close(verdicts)
        self.done.verdicts |= {mail: verdict["kind"] for mail, verdict in verdicts.items()}
        for mail, verdict in verdicts.items():
            if is_to_see(verdict):
                self.done.to_see.append(self._heads.get(mail, Head()).to_see(verdict))


class _Counter:
    """A campaign that is held, at which mails are handed in."""

    def __init__(self, sorter: _Sorter, table: Session, campaign: str) -> None:
        self.sorter, self.spool, self.table, self.campaign = sorter, sorter.spool, table, campaign

    def serve(self, letters: Sequence[Letter]) -> Iterator[str]:
        """Serve mails in their order; yield each with which we are done."""
        before = [letter for letter in letters if letter.mail in self.sorter.given]
        for letter in before:
            if (found := self._there(letter.mail)) is not None:
                self.sorter._close({letter.mail: found})
                yield letter.mail
        done = self.sorter.done.verdicts
        left = [letter for letter in letters if letter.mail not in done and letter.whose.campaign == self.campaign]
        twins: list[tuple[str, str]] = []
        batch: list[tuple[Letter, Dropped, str]] = []
        for letter in left:
            if letter.whose.what == "taken":
                dropped, twin = self._opened(letter, letter.whose.players)
                first = self.spool.first_of(twin) if twin else ""
                same = next((other.mail for other, _, known in batch if twin and known == twin), first)
                if same and same != letter.mail:
                    twins.append((letter.mail, same))
                    continue
                if dropped is None:
                    yield letter.mail
                    continue
                batch.append((letter, dropped, twin))
                if len(batch) == _TOGETHER:
                    yield from self._receive(batch)
                    batch = []
                continue
            yield from self._receive(batch)
            batch = []
            if self._other(letter):
                yield letter.mail
        yield from self._receive(batch)
        for mail, first in twins:
            known = self.spool.verdict(first)
            if known is not None:
                self.sorter._close({mail: {**known, "why": "twice", "at": self.sorter.now.isoformat()}})
                yield mail
        self.spool.given(self.campaign)

    def _opened(self, letter: Letter, players: Sequence[str]) -> tuple[Dropped | None, str]:
        """Return the orders in a mail as a file, and what is the same of its twins.

        None where its sender has to say more; he has been asked.
        """
        read, twin = self.sorter.parsed(letter.mail)
        player = self._player(read, players)
        if player is None:
            self._ask(letter, players, "which-player")
            return None, twin
        return self._file(letter, read, player), twin

    def _player(self, read: Arrived, players: Sequence[str]) -> str | None:
        """Return whose of several the orders are that may come from an address: the one whom they name."""
        if len(players) == 1:
            return players[0]
        from adjudicator.orders.glance import lines_told, senders

        campaign, context = self.table.campaign, self.table.campaign.context()
        named = {
            name
            for content in read.contents
            for name in senders(lines_told(content.text.encode(), context), campaign, context)
        }
        if not named:
            return meant_among(read, players, answered_players(campaign.folder, read.references))
        meant = [player for player in players if player in named]
        return meant[0] if len(meant) == 1 and len(named) == 1 else None

    def _file(self, letter: Letter, read: Arrived, player: str) -> Dropped:
        """Return the orders of a ``player`` in a mail as a file."""
        source = f"{self.table.campaign.voice().say('post.file')}-{letter.mail[:SHOWN]}"
        sent = sent_at(read)
        dated = sent.isoformat() if sent is not None and sent <= self.sorter.now else None
        progress = self.table.situation.progress
        answered = next((stage for known in read.references if (stage := stage_in(known))), "")
        turn = turn_meant(progress, min(sent, self.sorter.now) if sent else None, answered)
        orders = read.orders or Content("text", "", "")
        file = Dropped(source, orders.text.encode(), "mail", dated=dated, sender=player, turn=turn)
        campaign = self.table.campaign
        names = [name for name in (campaign.title, campaign.folder.resolve().name) if name]
        titled = turns_titled(read.subject, names, campaign.context())
        besides = Besides(orders.other, orders.quoted, titled)
        return file._replace(message_id=read.message_id or None, besides=besides)

    def _receive(self, batch: Sequence[tuple[Letter, Dropped, str]]) -> Iterator[str]:
        """Hand mails to the campaign as order files; yield each that it has judged."""
        if not batch:
            return
        self.spool.claim({twin: letter.mail for letter, _, twin in batch})
        self.spool.give(self.campaign, [letter.mail for letter, _, _ in batch])
        received = self.table.receive([file for _, file, _ in batch])
        if not isinstance(received.trouble, LettersOwedError):  # else all is stored and judged
            received.refuse()  # a file of the inbox may not be read: nothing is taken that came after it
        self.sorter.done.told(self.campaign, received.submissions)
        judged = received.submissions[-len(batch) :]
        verdicts = {
            letter.mail: self._judged(submission.accepted, file.sender or "")
            for (letter, file, _), submission in zip(batch, judged, strict=True)
        }
        self.sorter._close(verdicts)
        for (letter, file, _), submission in zip(batch, judged, strict=True):
            if submission.unanswered == 1:  # the MJ hears of it once, and not of all that follow
                seen = self.sorter._verdict(TO_SEE, self.campaign, file.sender or "", "unanswered")
                self.sorter.done.to_see.append(self.sorter._heads.get(letter.mail, Head()).to_see(seen))
        yield from verdicts
        received.refuse()

    def _judged(self, accepted: bool, player: str, why: str = "") -> MailVerdict:
        return self.sorter._verdict(PLAYED if accepted else REFUSED, self.campaign, player, why)

    def _ask(self, letter: Letter, players: Sequence[str], why: str) -> None:
        """Write to the player of a mail that is not taken; where it may be of several, to their address by no name."""
        if self.sorter.has_been_asked(letter, why):
            self.sorter._close({letter.mail: self.sorter._verdict(TO_SEE, self.campaign, players[0], "unanswered")})
            return
        about, sender = f"mail-{letter.mail[:SHOWN]}", ""
        if len(players) > 1:
            sender = self.sorter.parsed(letter.mail)[0].sender or ""
            postletters.to_address(self.table, self.sorter.accounts, sender, players, about, why)
        else:
            postletters.to_player(self.table, players[0], about, why)
        player = "" if sender else players[0]
        self.sorter._close({letter.mail: self.sorter._verdict(TO_SEE, self.campaign, player, why)})

    # What is no order file

    def _other(self, letter: Letter) -> bool:
        """Do what a mail wants that is no order file; return whether we are done with it."""
        found = letter.whose
        if found.what == "command" and self._is_twin(letter):
            self.sorter._close({letter.mail: self._judged(True, "", "twice")})
        elif found.what == "command":
            act_by_mail(self.table, self.sorter.accounts, found.command, letter.mail[:SHOWN])
            self.sorter._close({letter.mail: self._judged(True, "", "command")})
        elif found.what == "confirm":
            self._confirm(letter, found.players[0])
        elif found.what in ("yes", "no"):
            return self._answered(letter)
        elif found.what == "unclear":
            self._ask_again(letter)
        elif found.players:
            self._ask(letter, found.players, found.why)
        else:
            self.sorter._close({letter.mail: self.sorter._verdict(TO_SEE, self.campaign, why=found.why)})
        return True

    def _is_twin(self, letter: Letter) -> bool:
        """Tell whether a mail came by another way already and was done; else remember it."""
        _, twin = self.sorter.parsed(letter.mail)
        if self.spool.first_of(twin) in ("", letter.mail):
            self.spool.claim({twin: letter.mail})
            return False
        return True

    def _confirm(self, letter: Letter, player: str) -> None:
        """Ask a player whether a mail with his key is his."""
        address = self.sorter.parsed(letter.mail)[0].sender or ""
        code = question_code(self.table.campaign.seed, letter.mail)
        asked: Asked = {
            "campaign": self.campaign,
            "player": player,
            "address": address,
            "mail": letter.mail,
            "at": self.sorter.now.isoformat(),
        }
        self.spool.ask(code, asked)
        about = f"mail-{letter.mail[:SHOWN]}"
        postletters.to_player(self.table, player, about, "confirm", code=code, address=address)
        self.sorter._close({letter.mail: self.sorter._verdict(TO_SEE, self.campaign, player, "confirm")})

    def _answered(self, letter: Letter) -> bool:
        """Take the mail that a player says is his, or never; a no tells the MJ that another may have the key."""
        found = letter.whose
        question = self.spool.asked()[found.code]
        given: str = "no" if found.what == "no" else question.get("answer", found.what)
        self.spool.ask(found.code, {**question, "answer": given})
        before = self.spool.verdict(question["mail"])
        first = Letter(question["mail"], letter.when, found)
        if given == "yes" and (before is None or before["why"] == "confirm"):
            there = self._there(question["mail"])
            if there is not None:
                self.sorter._close({question["mail"]: there})
            else:
                dropped, twin = self._opened(first, found.players)
                if dropped is not None and self.spool.first_of(twin) in ("", question["mail"]):
                    for _ in self._receive([(first, dropped, twin)]):
                        pass
        judged = self._judged(True, found.players[0], f"confirmed-{given}")
        if found.what == "no":
            about = f"mail-{letter.mail[:SHOWN]}"
            postletters.to_player(self.table, found.players[0], about, "confirmed-no", address=question["address"])
            judged["kind"] = TO_SEE
        self.sorter._close({letter.mail: judged})
        return True

    def _ask_again(self, letter: Letter) -> None:
        """Ask a player for the one word that he has not answered a question with."""
        found, about = letter.whose, f"mail-{letter.mail[:SHOWN]}"
        values = {"code": found.code, "address": self.spool.asked()[found.code]["address"]}
        postletters.to_player(self.table, found.players[0], about, "confirm-again", **values)
        self.sorter._close({letter.mail: self._judged(False, found.players[0], "confirm-again")})

    # What was interrupted

    def _there(self, mail: str) -> MailVerdict | None:
        """Return what became of a mail that this campaign has taken already; None where it has not."""
        from adjudicator.orders.received import came, number_of, verdict_at

        mark = f"-{mail[:SHOWN]}"
        if any(act["by"].endswith(mark[1:]) for act in self.table.situation.acts):
            return self._judged(True, "", "command")
        folder = self.table.campaign.folder
        stages = [*disk.entries(folder / TURNS), *folder.glob(f"{WITHDRAWN}/*/{TURNS}/*")]
        for path in (path for stage in stages for path in disk.entries(stage / ORDERS, "*.yaml") if number_of(path)):
            known = came(path)
            if known is not None and known["name"].endswith(mark):
                judged = verdict_at(path)
                return self._judged(judged is not None and judged["accepted"], known.get("sender", ""))
        return None


def sent_at(read: Arrived) -> datetime | None:
    """Return when a mail was sent, in UTC, as far as it says so."""
    if read.date is None:
        return None
    try:
        return (read.date if read.date.tzinfo else read.date.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        return None
