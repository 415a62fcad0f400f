"""The handling of one campaign's mails: orders are received, questions answered, the MJ's commands carried out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.campaign.acts import hold_in_force
from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.records import MailVerdict, OwnerQuestion
from adjudicator.core.faults import Listed, Phrase, PhraseArgument
from adjudicator.desk.reception import LettersOwedError, judged
from adjudicator.desk.session import Session
from adjudicator.desk.visit import OpenQuestions
from adjudicator.mail import outbox
from adjudicator.mail.arrived import Arrived, plain_address
from adjudicator.mail.order_parts import Content
from adjudicator.mail.outbox import campaign_mark, mark_in, stage_in, tag
from adjudicator.mail.routing import meant_among
from adjudicator.mail.spool import PLAYED, REFUSED, TO_SEE
from adjudicator.orders.attempt import is_answer, turn_meant, turns_titled
from adjudicator.orders.inbox import DroppedFile, MailExtras
from adjudicator.orders.keys import question_code
from adjudicator.orders.received import came, number_of, verdict_at
from adjudicator.orders.submission import Brief, lines_told, senders
from adjudicator.post.incoming import SHOWN, MailRun, WaitingMail
from adjudicator.post.letters import note_unanswered
from adjudicator.post.messages import answered_players
from adjudicator.speech.voice import one_line, told, voice_of
from adjudicator.store import disk
from adjudicator.store.disk import UnusableError
from adjudicator.store.layout import ORDERS, OUTBOX, TURNS, WITHDRAWN
from adjudicator.table.clock import moment
from adjudicator.table.consequences import Withdrawal, withdrawal
from adjudicator.table.situation import later

if TYPE_CHECKING:
    from adjudicator.mail.accounts import Accounts


_TOGETHER = 32
"""How many mails are handed to a campaign at once."""
_Handed = tuple[WaitingMail, DroppedFile, str]
"""A mail, its orders as a file, and its twin mark: a value shared by all copies of the same mail."""


class MailHandler:
    """A locked campaign that receives mails."""

    def __init__(self, mail_run: MailRun, table: Session, campaign: str) -> None:
        """Take the open campaign and the ``mail_run``, which holds the mails of all campaigns."""
        self.mail_run, self.spool, self.table, self.campaign = mail_run, mail_run.spool, table, campaign
        self.batch: list[_Handed] = []
        self.twins: list[tuple[str, str]] = []

    def serve(self, letters: Sequence[WaitingMail]) -> Iterator[str]:
        """Handle mails in order; yield each mail once it is finished."""
        for letter in letters:  # the campaign had taken some already when an earlier run was interrupted
            if letter.mail in self.mail_run.given and (found := self._there(letter.mail)) is not None:
                self.mail_run.close({letter.mail: found})
                yield letter.mail
        done = self.mail_run.done.verdicts
        left = [letter for letter in letters if letter.mail not in done and letter.whose.campaign == self.campaign]
        for letter in left:
            if letter.whose.what == "taken":
                yield from self._take(letter)
            else:  # no order file: it is handled after all earlier orders have been received
                yield from self._receive_all()
                self._other(letter)
                yield letter.mail
        yield from self._receive_all()
        for mail, first in self.twins:  # a copy is closed as soon as the earlier mail has a verdict
            known = self.spool.verdict(first)
            if known is not None:
                self.mail_run.close({mail: {**known, "why": "twice"}})
                yield mail
        self.spool.given(self.campaign)

    def _take(self, letter: WaitingMail) -> Iterator[str]:
        """Collect the orders in a mail for the next batch; yield each mail that this finishes."""
        dropped, twin = self._opened(letter, letter.whose.players)
        first = self.spool.first_of(twin) if twin else ""
        same = next((held.mail for held, _, known in self.batch if twin and known == twin), first)
        if same and same != letter.mail:
            self.twins.append((letter.mail, same))
        elif dropped is None:
            yield letter.mail
        elif dropped.unanswerable and not self._may_order(dropped):
            self.mail_run.close({letter.mail: self.mail_run.verdict(TO_SEE, why="automatic")})
            yield letter.mail
        else:
            self.batch.append((letter, dropped, twin))
            if len(self.batch) == _TOGETHER:
                yield from self._receive_all()

    def _may_order(self, file: DroppedFile) -> bool:
        """Return whether a mail from a program may hold orders or something close to orders."""
        if self.table.situation.progress.stage is None:
            return False
        [(submission, _)] = judged(self.table.situation, [file._replace(reply=True)])
        return submission.corrects

    def _receive_all(self) -> Iterator[str]:
        batch, self.batch = self.batch, []
        yield from self._receive(batch)

    def _opened(self, letter: WaitingMail, players: Sequence[str]) -> tuple[DroppedFile | None, str]:
        """Return the orders in a mail as a file, and its twin mark.

        The file is None if it is unclear whose orders they are; the sender has then been asked.
        """
        read, twin = self.mail_run.parsed(letter.mail)
        player = self._player(read, players)
        if player is None:
            self._ask(letter, players, "which-player")
            return None, twin
        return self._file(letter, read, player), twin

    def _player(self, read: Arrived, players: Sequence[str]) -> str | None:
        """Return which of the players sharing an address wrote a mail; None if the mail does not say so clearly."""
        if len(players) == 1:
            return players[0]
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

    def _file(self, letter: WaitingMail, read: Arrived, player: str) -> DroppedFile:
        """Return the orders of a ``player`` in a mail as a file.

        Mails are ordered by the time at which the receiving server accepted them, because a sender's clock may be
        wrong.
        """
        source, now = f"{self.table.campaign.voice().say('post.file')}-{letter.shown}", self.mail_run.now
        dated = read.received.isoformat() if read.received is not None and read.received <= now else None
        sent = min((one for one in (read.date, read.received) if one is not None), default=None)
        progress = self.table.situation.progress
        answered = next((stage for known in read.references if (stage := stage_in(known))), "")
        turn = turn_meant(progress, min(sent, now) if sent else None, answered)
        orders = read.orders or Content("text", "", "")
        file = DroppedFile(source, orders.text.encode(), "mail", dated=dated, sender=player, turn=turn)
        campaign = self.table.campaign
        names = [name for name in (campaign.title, campaign.folder.resolve().name) if name]
        titled = turns_titled(read.subject, names, campaign.context())
        besides = MailExtras(orders.other, orders.quoted, titled)
        # Some mail programs write no references to the letter that is replied to, so the subject counts too.
        tags = [tag(name).casefold() for name in names]
        said = is_answer(read.subject) and any(one in read.subject.casefold() for one in tags)
        mark = campaign_mark(campaign.seed)
        replies = said or any(mark_in(known) == mark for known in read.references)
        reply = orders.kind != "attachment" and replies
        file = file._replace(message_id=read.message_id or None, besides=besides, reply=reply)
        cut = self.spool.is_cut(letter.mail)
        return file._replace(unanswerable=not read.answerable, unread=read.unread, cut=cut)

    def _receive(self, batch: Sequence[_Handed]) -> Iterator[str]:
        """Hand mails to the campaign as order files; yield each mail that it has judged."""
        if not batch:
            return
        self.spool.claim({twin: letter.mail for letter, _, twin in batch})
        for letter, file, _ in batch:
            if file.unanswerable:
                self._note_unanswered(letter, file.sender)
        self.spool.give(self.campaign, [letter.mail for letter, _, _ in batch])
        received = self.table.receive([file for _, file, _ in batch])
        if not isinstance(received.trouble, LettersOwedError):  # with that error, all files are stored and judged
            received.refuse()  # an earlier file in the inbox is unreadable, so no later file was taken
        self.mail_run.done.received.setdefault(self.campaign, []).extend(map(Brief.of, received.submissions))
        given = received.submissions[-len(batch) :]
        verdicts: dict[str, MailVerdict] = {}
        for (letter, file, _), submission in zip(batch, given, strict=True):
            # In a run of refused mails left unanswered, the MJ is told of the first only.
            why = "unanswered" if submission.unanswered == 1 else ""
            why = _unanswered_as(submission.accepted) if file.unanswerable else why
            verdicts[letter.mail] = self._judged(submission.accepted, file.sender or "", why)
        self.mail_run.close(verdicts)
        yield from verdicts
        received.refuse()

    def _judged(self, accepted: bool, player: str, why: str = "") -> MailVerdict:
        return self.mail_run.verdict(PLAYED if accepted else REFUSED, self.campaign, player, why)

    def _ask(self, letter: WaitingMail, players: Sequence[str], why: str) -> None:
        """Ask the player of a mail that is not taken to say more; if several share the address, name none of them."""
        if self._is_not_asked(letter, players):
            return
        if self.mail_run.has_been_asked(letter, why):
            self.mail_run.close({letter.mail: self.mail_run.verdict(TO_SEE, self.campaign, players[0], "unanswered")})
            return
        about, sender = letter.about, ""
        if len(players) > 1:
            sender = self.mail_run.parsed(letter.mail)[0].sender or ""
            to_address(self.table, self.mail_run.accounts, sender, players, about, why)
        else:
            to_player(self.table, players[0], about, why)
        player = "" if sender else players[0]
        self.mail_run.close({letter.mail: self.mail_run.verdict(TO_SEE, self.campaign, player, why)})

    def _is_not_asked(self, letter: WaitingMail, players: Sequence[str]) -> bool:
        """Set a mail aside for the MJ if it must not be answered; return whether that is so."""
        if self.mail_run.parsed(letter.mail)[0].answerable:
            return False
        self._note_unanswered(letter, *players)
        self.mail_run.close({letter.mail: self.mail_run.verdict(TO_SEE, self.campaign, players[0], "not-asked")})
        return True

    def _note_unanswered(self, letter: WaitingMail, *players: str | None) -> None:
        """Record for the players' next reminder that a mail of theirs got no answer."""
        note_unanswered(self.table.situation, letter.shown, [player for player in players if player is not None])

    # Mails that are no order file

    def _other(self, letter: WaitingMail) -> None:
        found = letter.whose
        if found.what == "automatic":
            self._set_aside(letter)
        elif found.what == "command":
            _, twin = self.mail_run.parsed(letter.mail)
            is_first = self.spool.first_of(twin) in ("", letter.mail)
            if is_first:
                self.spool.claim({twin: letter.mail})
                act_by_mail(self.table, self.mail_run.accounts, found.command, letter.shown)
            self.mail_run.close({letter.mail: self._judged(True, "", "command" if is_first else "twice")})
        elif found.what == "confirm":
            self._confirm(letter, found.players[0])
        elif found.what in ("yes", "no"):
            self._answered(letter)
        elif found.what == "unclear":
            self._ask_again(letter)
        elif found.players:
            self._ask(letter, found.players, found.why)
        else:
            self.mail_run.close({letter.mail: self.mail_run.verdict(TO_SEE, self.campaign, why=found.why)})

    def _set_aside(self, letter: WaitingMail) -> None:
        """Set aside a mail that a program sent from a player's address, and tell the MJ if it may hold orders."""
        players = letter.whose.players
        read = self.mail_run.parsed(letter.mail)[0]
        if read.orders is not None and self._may_order(self._file(letter, read, players[0])):
            self._note_unanswered(letter, *players)
            found = self.mail_run.verdict(TO_SEE, self.campaign, players[0], "program-orders")
        else:
            found = self.mail_run.verdict(TO_SEE, why="automatic")
        self.mail_run.close({letter.mail: found})

    def _confirm(self, letter: WaitingMail, player: str) -> None:
        """Ask a player whether a mail with his key is his."""
        if self._is_not_asked(letter, [player]):
            return
        address = self.mail_run.parsed(letter.mail)[0].sender or ""
        code = question_code(self.table.campaign.seed, letter.mail)
        asked: OwnerQuestion = {
            "campaign": self.campaign,
            "player": player,
            "address": address,
            "mail": letter.mail,
        }
        self.spool.ask(code, asked)
        to_player(self.table, player, letter.about, "confirm", code=code, address=address)
        self.mail_run.close({letter.mail: self.mail_run.verdict(TO_SEE, self.campaign, player, "confirm")})

    def _answered(self, letter: WaitingMail) -> None:
        """Act on a player's answer whether a mail is his: take it after a yes, never after a no.

        A no also tells the player and the MJ that somebody else may have the key.
        """
        found = letter.whose
        question = self.spool.asked()[found.code]
        given: str = "no" if found.what == "no" else question.get("answer", found.what)
        self.spool.ask(found.code, {**question, "answer": given})
        before = self.spool.verdict(question["mail"])
        if given == "yes" and (before is None or before["why"] == "confirm"):
            self._take_confirmed(WaitingMail(question["mail"], letter.when, found))
        judged = self._judged(True, found.players[0], f"confirmed-{given}")
        if found.what == "no":
            address = question["address"]
            to_player(self.table, found.players[0], letter.about, "confirmed-no", address=address)
            judged["kind"] = TO_SEE
        self.mail_run.close({letter.mail: judged})

    def _take_confirmed(self, letter: WaitingMail) -> None:
        """Take a mail whose player has confirmed that it is his."""
        if (there := self._there(letter.mail)) is not None:
            self.mail_run.close({letter.mail: there})
            return
        dropped, twin = self._opened(letter, letter.whose.players)
        if dropped is not None and self.spool.first_of(twin) in ("", letter.mail):
            for _ in self._receive([(letter, dropped, twin)]):
                pass

    def _ask_again(self, letter: WaitingMail) -> None:
        """Ask a player again for the one word that his answer to a question lacks."""
        found, about = letter.whose, letter.about
        if self._is_not_asked(letter, found.players):
            return
        values = {"code": found.code, "address": self.spool.asked()[found.code]["address"]}
        to_player(self.table, found.players[0], about, "confirm-again", **values)
        self.mail_run.close({letter.mail: self._judged(False, found.players[0], "confirm-again")})

    def _there(self, mail: str) -> MailVerdict | None:
        """Return what became of a mail that this campaign has already taken; None if it has not."""
        mark = f"-{mail[:SHOWN]}"
        if _is_done(self.table, mail[:SHOWN]):
            return self._judged(True, "", "command")
        folder = self.table.campaign.folder
        stages = [*disk.entries(folder / TURNS), *folder.glob(f"{WITHDRAWN}/*/{TURNS}/*")]
        for path in (path for stage in stages for path in disk.entries(stage / ORDERS, "*.yaml") if number_of(path)):
            known = came(path)
            if known is not None and known["name"].endswith(mark):
                verdict = verdict_at(path)
                accepted = verdict is not None and verdict["accepted"]
                why = _unanswered_as(accepted) if known.get("unanswerable") else ""
                return self._judged(accepted, known.get("sender", ""), why)
        return None


def _unanswered_as(accepted: bool) -> str:
    return "taken-unanswered" if accepted else "refused-unanswered"


# The MJ's commands by mail: hold or release a campaign, give more time, withdraw orders, answer questions.


def act_by_mail(table: Session, accounts: Accounts, command: tuple[str, str], mark: str) -> None:
    """Carry out the MJ's ``command`` once in the locked campaign and tell him the result, including a refusal.

    ``mark`` identifies the mail, so that a command is not repeated after an interruption. Raises ``OSError``.
    """
    about, (what, words) = f"mail-{mark}", command
    if what == "answers":
        _answer(table, accounts, words, mark)
        return
    if not _is_done(table, mark):
        try:
            _do(table, what, words, mark)
        except UnusableError as error:
            if not _is_done(table, mark):
                reason = " ".join(told(error, accounts.language))
                to_mj(accounts, about, "mj.refused", table.campaign, reason=reason)
                return
    to_mj(accounts, about, f"mj.{what}", table.campaign, words=words or Phrase("post.no-reason"))


_TIME_AND_REASON = re.compile(
    r"\s*(\+?\d{1,9}\s*[^\W\d_]+)\s*(?:[,;:.(\u2013\u2014-](?!\W*\d+\s*[^\W\d_]+\W*$)(.*))?", re.DOTALL
)
"""Matches a time and, after a punctuation mark, a reason; text that looks like another time is no reason."""


def _later(table: Session, words: str) -> tuple[datetime, str]:
    """Return the deadline that a mail asks for, and the reason.

    Raises ``UnusableError`` with a sentence for the writer of a mail.
    """
    found = _TIME_AND_REASON.fullmatch(words)
    time, reason = (found[1], (found[2] or "").strip()) if found else (words, "")
    reason = reason if "(" in reason else reason.removesuffix(")").strip()
    try:
        return later(table.situation, time), reason
    except UnusableError as refusal:
        if refusal.key == "extend.bad-time":
            raise UnusableError("post.bad-time", text=one_line(words)) from refusal
        raise


_NAME = re.compile(
    r"\s*(?P<name>[^,;:(\u2013\u2014]+?)"
    r"(?:[\s,]+(?:(?P<standing>permanents?|standing)|(?:tour|turn)\s+(?P<turn>\d{1,6})))?"
    r"\s*(?:[,;:(\u2013\u2014](?P<reason>.*))?",
    re.IGNORECASE | re.DOTALL,
)
"""Matches a player's name, then optionally which orders are meant (standing orders or a turn), then a reason.

Without that the last orders for the current stage are meant.
"""


def _withdrawn(table: Session, words: str) -> tuple[Withdrawal, str]:
    """Return what a mail withdraws, and the reason. Raises ``UnusableError`` if there is nothing to withdraw."""
    found = _NAME.fullmatch(words)
    if found is None:
        raise UnusableError("post.no-name")
    turn = int(found["turn"]) if found["turn"] else None
    taken = withdrawal(table.situation, found["name"], turn, found["standing"] is not None)
    return taken, (found["reason"] or "").strip(" )")


_SIGNATURE = re.compile(r"^-- ?$", re.MULTILINE)


def _answer(table: Session, accounts: Accounts, text: str, mark: str) -> None:
    """Receive the MJ's answers from a mail with his key, and tell him how they were understood.

    If an interruption makes a mail arrive twice, the MJ gets the same letter twice.
    """
    about, campaign = f"mail-{mark}", table.campaign
    voice = campaign.voice(accounts.language)
    own = _SIGNATURE.split(text)[0]
    received = table.receive([DroppedFile(about, own.encode(), "mail")])
    taken = received.submissions[-1] if received.submissions else None
    if received.trouble is not None or taken is None:
        reason = " ".join(told(received.trouble, accounts.language)) if received.trouble else ""
        to_mj(accounts, about, "mj.refused", campaign, reason=reason)
    elif taken.accepted:
        said = Listed(tuple(taken.decided))
        to_mj(accounts, about, "mj.answers", campaign, words=said)
    else:
        faults = [voice.say("letter.fault", line=fault.mark.line, what=voice.fault(fault)) for fault in taken.faults]
        to_mj(accounts, about, "mj.refused", campaign, reason=" ".join(faults))


def _is_done(table: Session, mark: str) -> bool:
    return any(act["by"].endswith(mark) for act in table.situation.acts)


def _do(table: Session, what: str, words: str, mark: str) -> None:
    """Carry out a command. Raises ``UnusableError`` if that is impossible."""
    voice = table.campaign.voice()
    by, reason = f"{voice.say('post.by')}-{mark}", words or voice.say("post.no-reason")
    if table.situation.progress.stage is None:
        raise UnusableError("resolve.over")
    if what == "hold":
        table.hold(by, reason)
    elif what == "release":
        if hold_in_force(table.situation.acts) is None:
            raise UnusableError("release.not-held")
        table.release(by, reason)
    elif what == "withdraw":
        withdrawn, said = _withdrawn(table, words)
        table.withdraw(by, withdrawn, said or voice.say("post.no-reason"))
    else:
        due, said = _later(table, words)
        if due <= table.now:
            raise UnusableError("extend.past", moment=moment(table.campaign, due, year=True))
        table.extend(by, said, due)


# Letters about mails that no campaign has judged: questions to senders, and the results of the MJ's commands. They only
# go to addresses in ``campaign.yaml`` or ``courrier.yaml``.


OF_NO_GAME = "post"
"""The folder of the root's outbox for letters that belong to no campaign."""


def to_player(table: Session, player: str, about: str, what: str, **values: PhraseArgument) -> None:
    """Write to a player of the locked campaign; ``what`` names the sentence, for example ``confirm``."""
    campaign = table.campaign
    if player not in campaign.players:
        return
    voice = campaign.voice()
    subject = voice.say(f"post.{what}.subject", title=campaign.title, **values)
    letter = outbox.PlayerMessage(player, about, subject, [voice.say(f"post.{what}", title=campaign.title, **values)])
    outbox.put(campaign, table.situation.progress.stage_folder.name, [letter], table.now)


def to_address(table: Session, accounts: Accounts, sender: str, players: Sequence[str], about: str, what: str) -> None:
    """Write to an address that several ``players`` share, without a name, because the writer is unknown."""
    campaign = table.campaign
    people = [person for player in players for person in outbox.recipients(campaign, player, table.now)]
    known = [person.email for person in people if plain_address(person.email) == plain_address(sender)]
    if not known:
        return
    voice = campaign.voice()
    line = f"{voice.word('envelope', 'player')}: {players[-1]}"
    subject = voice.say(f"post.{what}.subject", title=tag(campaign.title))
    _put(accounts.state, about, known[0], subject, voice.say(f"post.{what}", title=campaign.title, line=line))


def which_game(accounts: Accounts, address: str, about: str, titles: Sequence[str]) -> None:
    """Ask a person who plays in the campaigns with these ``titles`` which of them a mail is for."""
    voice = voice_of("", accounts.language)
    subject = voice.say("post.which-game.subject")
    _put(accounts.state, about, address, subject, voice.say("post.which-game", titles=Listed(tuple(titles))))


def to_mj(
    accounts: Accounts, about: str, what: str, campaign: Campaign | None = None, **values: PhraseArgument
) -> None:
    """Write to the MJ; ``what`` names the sentence, for example ``mj.refused``."""
    voice = campaign.voice(accounts.language) if campaign else voice_of("", accounts.language)
    title = campaign.title if campaign else ""
    subject = voice.say(f"post.{what}.subject", title=title, **values)
    _put(accounts.state, about, accounts.mj, subject, voice.say(f"post.{what}", title=title, **values))


def questions(accounts: Accounts, asked: OpenQuestions) -> None:
    """Write the open questions to the MJ, with the form for his answers.

    The letter is written once, even if it could not be delivered.
    """
    voice = voice_of("", accounts.language)
    values: dict[str, PhraseArgument] = {"title": asked.title, "stage": asked.stage}
    if not _path(accounts.state, f"questions-{asked.mark}").exists():
        text = f"{voice.say('post.questions', **values)}\n\n{asked.form.rstrip()}"
        _put(
            accounts.state, f"questions-{asked.mark}", accounts.mj, voice.say("post.questions.subject", **values), text
        )


def _path(state: Path, about: str) -> Path:
    return state / OUTBOX / OF_NO_GAME / f"{about}.txt"


def _put(state: Path, about: str, address: str, subject: str, text: str) -> None:
    path = _path(state, about)
    disk.make_folder(path.parent)
    fields = [("Player", ""), ("To", f"{address} <{address}>"), ("Subject", subject)]
    disk.write_whole(path, outbox.letter_text(fields, [text]).encode())
