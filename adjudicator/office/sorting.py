"""Mails that have come are sorted: each to its campaign, which judges it as any order file, or aside for the MJ.

A mail and a campaign are each by themselves: what goes wrong with one stays with it, and mails of a campaign that is
broken or busy wait. Each campaign is opened once, and gets its mails in the order in which they were sent.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.campaign.loading import load_campaign
from adjudicator.core.faults import Listed
from adjudicator.mail.arrived import plain_address
from adjudicator.mail.routing import Post, Question, whose
from adjudicator.mail.spool import TO_SEE, Spool
from adjudicator.office import postletters
from adjudicator.office.counter import Counter
from adjudicator.office.register import games_below
from adjudicator.office.session import opened
from adjudicator.office.tray import Letter, Sorted, Tray
from adjudicator.speech.voice import told
from adjudicator.store.disk import Busy, locked

if TYPE_CHECKING:
    from adjudicator.mail.accounts import Accounts

PATIENCE = 2.0
"""Seconds to wait for a command that is at work on a campaign."""
_TIDIED = 100
"""Mails after which memory is given back: a command's collector is off."""


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
    return _Sorter(root, post, Tray(accounts, spool, now)).sort(pending)


class _Sorter:
    def __init__(self, root: Path, post: Post, tray: Tray) -> None:
        self.root, self.post, self.tray = root, post, tray
        self.accounts, self.done = tray.accounts, tray.done
        self._served = 0

    def sort(self, pending: Sequence[str]) -> Sorted:
        """Judge the mails that are pending."""
        by_campaign: dict[str, list[Letter]] = {}
        for letter in sorted(self._looked_at(pending), key=lambda letter: (letter.when, letter.came, letter.mail)):
            found = letter.whose
            if letter.mail in self.tray.given:
                by_campaign.setdefault(self.tray.given[letter.mail], []).append(letter)
            elif found.what == "wait":
                self.done.waiting += 1
                sender = plain_address(self.tray.head(letter.mail).sender)
                self.done.awaited_by |= {found.campaign} if found.campaign else {*self.post.plays(sender)}
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
                self.done.unread = True
            except Exception as error:  # what goes wrong with one mail stays with it
                self.tray.close({mail: self.tray.verdict(TO_SEE, why="internal")})
                self.done.troubles += told(error, self.accounts.language)

    def _look_at(self, mail: str) -> Letter:
        spool, read = self.tray.spool, self.tray.first_read(mail)
        seconds = spool.came_at(mail)
        came = datetime.fromtimestamp(seconds, UTC)
        found = whose(read, self.post)
        return Letter(mail, min(read.received or came, came), found, seconds)

    # What belongs to no campaign

    def _set_aside(self, letter: Letter) -> None:
        """Let the MJ look at a mail that is nobody's; ask who sent it where he is known."""
        found, about = letter.whose, letter.about
        try:
            if found.ask and not self.tray.parsed(letter.mail)[0].answerable:
                found = found._replace(why="automatic" if found.why.startswith("mj-") else "not-asked")
            elif found.ask and found.why.startswith("mj-"):
                said = self.tray.head(letter.mail).subject
                postletters.to_mj(self.accounts, about, found.why, keys=self._mj_keys(), subject=said)
            elif found.why == "which-game" and found.ask and self.tray.has_been_asked(letter, found.why):
                found = found._replace(why="unanswered")
            elif found.why == "which-game" and found.ask:
                titles = [game.names[-1] for game in self.post.games if found.ask in game.people]
                postletters.which_game(self.accounts, found.ask, about, titles)
            like = self._looks_like(letter) if found.why == "unknown" else ""
            why = "alike" if like else found.why
            self.tray.close({letter.mail: self.tray.verdict(TO_SEE, found.campaign, like, why)})
        except OSError as refusal:
            self.done.waiting += 1
            self.done.troubles += told(refusal, self.accounts.language)

    def _looks_like(self, letter: Letter) -> str:
        """Return the player whose address that of a mail seems to be, to the eye alone; empty for nobody."""
        from adjudicator.campaign.campaign_file import skeleton

        seen = skeleton(self.tray.head(letter.mail).sender)
        people = ((address, players) for game in self.post.games for address, players in game.people.items())
        return next((players[0] for address, players in people if seen and players and skeleton(address) == seen), "")

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
                table = opened(load_campaign(folder), self.tray.now)
                self.done.given_back[campaign] = table.given_back
                for mail in Counter(self.tray, table, campaign).serve(letters):
                    left.discard(mail)
        except Busy:
            pass
        except Exception as error:  # one broken campaign never stops the others
            self.done.troubles += [f"{folder}: {sentence}" for sentence in told(error, self.accounts.language)]
        self.done.waiting += len(left)
        self.done.awaited_by |= {campaign} if left else set()
