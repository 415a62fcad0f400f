"""What ``submit`` and ``check`` share: reading files, and saying what became of each."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from adjudicator.campaign.campaign import Campaign
from adjudicator.cli.console import agreed, asks, complain, open_campaign, print_json, say
from adjudicator.core.faults import Listed
from adjudicator.orders.inbox import LARGEST, Dropped, read_some, source_name
from adjudicator.orders.verdict import record_of
from adjudicator.reading.lines import BLANK
from adjudicator.speech.voice import Voice

if TYPE_CHECKING:
    from adjudicator.orders.submission import Submission


def read_files(names: Sequence[str], folder: str) -> list[Dropped]:
    """Read the files named, for the campaign in ``folder``; ``-`` is standard input.

    Raises ``OSError`` when one cannot be read.
    """
    return [_read(name, folder) for name in names]


def _read(name: str, folder: str) -> Dropped:
    if name == "-":
        return Dropped("-", standard_input(folder, LARGEST), "pasted")
    return Dropped(source_name(name), read_some(Path(name)))


def standard_input(folder: str, most: int) -> bytes:
    """Read standard input, ``most`` bytes of it; on a terminal say first what is awaited there, and how to end it."""
    if sys.stdin.isatty():
        _, voice = open_campaign(folder)
        key = "submit.paste.windows" if sys.platform == "win32" else "submit.paste"
        click.echo(voice.say(key), err=True)
    return sys.stdin.buffer.read(most)


def tell(submissions: Sequence[Submission], campaign: Campaign, voice: Voice, as_json: bool, stored: bool) -> None:
    """Print a receipt or the faults for each file."""
    if as_json:
        print_json([_row(submission, campaign, voice) for submission in submissions])
    elif not submissions:
        say(voice, "submit.nothing")
    else:
        for submission in submissions:
            tell_one(submission, voice, stored)


def tell_not_taken(campaign: Campaign, voice: Voice) -> None:
    """Say what lies in the inbox and is never taken: whoever put it there may think that it has arrived."""
    from adjudicator.orders.inbox import not_taken

    if names := not_taken(campaign):
        complain(voice.count("status.not-taken", len(names), names=voice.list(names)))


def readings_agreed(submissions: Sequence[Submission], by_hand: Sequence[Dropped], voice: Voice) -> dict[str, Dropped]:
    """Return the orders read in sentences that were refused, by their sources, where a terminal's user takes them.

    He is asked where the sentence has but one reading, whole, and nothing else is wrong with it.
    """
    whole = [one for one in submissions if [fault.code for fault in one.faults] in _OF_ONE_READING]
    whole = [one for one in whole if not any(BLANK in line for line in one.faults[0].lines)]
    named = {dropped.source for dropped in by_hand}
    agreed_to = [one for one in whole if one.source in named and asks(yes=False) and agreed(voice, "submit.take")]
    return {
        one.source: Dropped(one.source, "".join(f"{line}\n" for line in one.faults[0].lines).encode(), "pasted")
        for one in agreed_to
    }


_OF_ONE_READING = (["prose"], ["prose-rest"])


def exit_if_refused(submissions: Sequence[Submission]) -> None:
    """Exit with status 1 when a file was refused."""
    if not all(submission.accepted for submission in submissions):
        click.get_current_context().exit(1)


def _row(submission: Submission, campaign: Campaign, voice: Voice) -> dict[str, Any]:
    fates = {player: voice.phrase(fate) for player, fate in submission.fates.items()}
    code = {"code": submission.code} if submission.code else {}
    return {**record_of(submission, campaign, voice.language), "next": fates, **code}


def tell_one(submission: Submission, voice: Voice, stored: bool) -> None:
    """Print what became of one file."""
    if submission.accepted:
        say(voice, "submit.accepted" if stored else "check.accepted", source=submission.source)
        for phrase in submission.decided:
            say(voice, "submit.decided", what=phrase)
        for player, phrases in submission.receipts.items():
            say(voice, "submit.receipt", player=player, receipt=voice.receipt(phrases))
            if player in submission.warnings:
                say(voice, "submit.warning", what=Listed(tuple(submission.warnings[player])))
        for said in dict.fromkeys(voice.phrase(fate) for fate in submission.fates.values()):
            say(voice, "submit.fate", fate=said)
        if submission.code:
            say(voice, "submit.code", code=submission.code)
        return
    for fault in submission.faults:
        complain(voice.placed(fault, submission.source))
    count = len(submission.faults)
    complain(voice.count("submit.refused" if stored else "check.refused", count, source=submission.source))
