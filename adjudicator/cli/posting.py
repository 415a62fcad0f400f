"""What ``run`` does with the mail of a root, and says of it: got before campaigns are visited, sent after."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from adjudicator.cli.console import common_voice, complain, explicit_language

if TYPE_CHECKING:
    from adjudicator.desk.visit import Line, Visit
    from adjudicator.mail.accounts import Accounts
    from adjudicator.post.inbox_run import Gotten


def get_mail(roots: Sequence[str], moment: datetime, silently: bool) -> tuple[list[Gotten], list[Path]]:
    """Get the mail of each root that has accounts; return what came of it, and the roots whose accounts are faulty."""
    from adjudicator.speech.voice import TROUBLES, told
    from adjudicator.store.layout import NOT_KEPT, accounts_file

    gotten: list[Gotten] = []
    faulty: list[Path] = []
    for root in {Path(root).resolve(): Path(root) for root in roots if Path(root).is_dir()}.values():
        notes = list[str]()
        if accounts_file(root) is not None or _is_file(root / NOT_KEPT):
            from adjudicator.post.inbox_run import not_kept

            notes = [common_voice().phrase(said) for said in not_kept(root, moment)]
        try:
            accounts = _accounts_of(root)
        except TROUBLES as error:
            faulty.append(root.resolve())
            for sentence in (*told(error, common_voice().language), *notes):
                complain(common_voice().say("run.look", line=sentence))
            continue
        if accounts is not None:
            from adjudicator.post.inbox_run import get

            gotten.append(get(root, accounts, moment))
            gotten[-1].troubles[:0] = notes
            if not silently:
                _tell_mail(root, gotten[-1])
        else:
            for sentence in notes:
                complain(common_voice().say("run.look", line=sentence))
    return gotten, faulty


def tell_unread_accounts(roots: Sequence[str], folders: Sequence[Path]) -> bool:
    """Say which files of accounts are not read, for they lie beside a game and not in a root, or are called otherwise.

    Return whether there are any.
    """
    from adjudicator.store.layout import ACCOUNTS_FILES, MISNAMED_ACCOUNTS

    voice, given = common_voice(), {Path(root).resolve() for root in roots}
    below = [Path(path) for folder in folders for name in ACCOUNTS_FILES if _is_file(path := f"{folder}/{name}")]
    unread = [path for path in below if path.parent.resolve() not in given]
    misnamed = [file for root in roots for name in MISNAMED_ACCOUNTS if _is_file(file := Path(root) / name)]
    found = [("run.accounts.below", path) for path in unread] + [("run.accounts.name", path) for path in misnamed]
    lines = [voice.say(key, file=str(path), folder=str(path.parent)) for key, path in found]
    for line in lines:
        complain(voice.say("run.look", line=line))
    return bool(lines)


def _is_file(path: Path | str) -> bool:
    """Tell whether a file is there; in a folder that cannot be looked into there is none: that is told elsewhere."""
    return os.path.isfile(path)  # noqa: PTH113 - asked of each campaign, each time


def _accounts_of(root: Path) -> Accounts | None:
    """Return the accounts of a root; most have none, and load nothing for them. Raises what ``load_accounts`` does."""
    from adjudicator.store.layout import accounts_file

    if accounts_file(root) is None:
        return None
    from adjudicator.mail.accounts_file import load_accounts

    return load_accounts(root, explicit_language())


_KINDS = ("played", "refused", "to-see")
_MOST_TOLD = 10
"""Mails to be looked at that are told one by one: a flood of them fills no letter of cron's."""


def _tell_mail(root: Path, gotten: Gotten) -> None:
    """Say how many mails came, and which of them somebody should look at."""
    voice = common_voice()
    kinds = [voice.count(f"run.mail.{kind}", gotten.counts[kind]) for kind in _KINDS if kind in gotten.counts]
    if kinds:
        click.echo(voice.count("run.mail", sum(gotten.counts.values()), root=str(root), kinds=voice.list(kinds)))
        for mail in gotten.to_see[:_MOST_TOLD]:
            click.echo(f"  {voice.phrase(mail.said)}")
        if len(gotten.to_see) > _MOST_TOLD:
            click.echo(f"  {voice.count('run.mail.seen.more', len(gotten.to_see) - _MOST_TOLD)}")
    if gotten.waiting:
        click.echo(voice.count("run.mail.waiting", gotten.waiting, root=str(root)))


def _asked(accounts: Accounts, found: Visit, lines: list[Line]) -> Visit:
    """Write to the MJ what he is asked in a campaign; return the visit, of which that need be told in no other letter.

    Where it cannot be written that is added to the ``lines`` that are told.
    """
    if found.questions is None:
        return found
    from dataclasses import replace

    from adjudicator.desk.visit import Line
    from adjudicator.post.handlers import questions
    from adjudicator.speech.voice import told

    try:
        questions(accounts, found.questions)
    except OSError as error:
        lines += [Line(sentence, "unsent") for sentence in told(error, common_voice().language)]
        return found
    return replace(found, line=replace(found.line, reason=None))


def send_mail(post: Gotten, visits: Sequence[Visit], moment: datetime, silently: bool, everything: bool) -> bool:
    """Write to the MJ if somebody must look, and send all letters; return whether something is to be seen to.

    What is wrong is told once a day; where ``everything`` is asked for, or somebody looks on, each time.
    """
    from adjudicator.desk.visit import Line
    from adjudicator.post.delivery import Dispatched, send
    from adjudicator.post.digest import Event, Heard, digest
    from adjudicator.post.inbox_run import told_all
    from adjudicator.speech.voice import told, voice_of
    from adjudicator.store.disk import UnusableError

    own = [found for found in visits if found.folder.resolve().is_relative_to(post.root)]
    lines = [Line(sentence, "unread") for sentence in post.troubles]
    voice = voice_of("", post.accounts.language)
    seen = [Event(voice.phrase(mail.said), mail.reason, mail.wakes) for mail in post.to_see if not mail.his_own]

    own = [_asked(post.accounts, found, lines) for found in own]

    def last(done: Dispatched) -> None:
        events = [*seen, *(Event(said, gives=True) for said in done.to_give)]
        try:
            digest(post.accounts, own, moment, lines, events)
        except (OSError, UnusableError) as error:
            done.lines += [Line(sentence, "unsent") for sentence in told(error, common_voice().language)]
        else:
            told_all(post)

    done = send(post.accounts.root, post.accounts, moment, explicit_language(), last)
    lines += done.lines
    heard, looks_on = Heard(post.accounts, moment), everything or sys.stdout.isatty()
    for line in lines:
        if line.reason is None:
            if not silently:
                click.echo(line.text)
        elif line.text in done.to_give or heard.is_news(line.text) or looks_on:
            complain(common_voice().say("run.look", line=line.text))
    heard.keep()
    return any(line.reason is not None for line in lines)
