"""``adjudicator posted``: what waits to be posted by hand, and what the MJ has posted."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from adjudicator.cli.console import (
    Argument,
    Command,
    at_work,
    common_voice,
    folder_argument,
    json_option,
    language_option,
    now,
    open_seated,
    option,
    print_json,
    say,
)

if TYPE_CHECKING:
    from adjudicator.post.bureau import Item
    from adjudicator.speech.voice import Voice


@click.command("posted", cls=Command)
@folder_argument
@click.argument("numbers", nargs=-1, cls=Argument, metavar="[N|N-N]...")
@option("--all", "everything", is_flag=True, help="option.posted-all")
@option("--again", is_flag=True, help="option.again")
@json_option
@language_option
def command(folder: str, numbers: Sequence[str], everything: bool, again: bool, as_json: bool) -> None:
    """Note what the MJ has posted; without numbers, list what waits."""
    if (everything and (numbers or again)) or (again and not numbers):
        raise click.UsageError(common_voice().say("posted.which"))
    named = [number for text in numbers for number in _numbers(text)]
    if not named and not everything:
        items, voice = _waiting(folder)
    else:
        items, voice = _noted(folder, named, everything, again, as_json)
    if as_json:
        print_json([_row(item, voice) for item in items])
    else:
        _tell(items, voice, folder)


_MOST = 10_000
"""Numbers in a row."""


def _numbers(text: str) -> Iterator[int]:
    """Yield the numbers that a word of the line names. Raises ``UsageError`` where it names none."""
    found = re.fullmatch(r"(\d{1,9})(?:[-–](\d{1,9}))?,?", text)
    first, last = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if not 0 < first <= last < first + _MOST:
        raise click.UsageError(common_voice().say("posted.bad-number", text=text))
    yield from range(first, last + 1)


def _waiting(folder: str) -> tuple[list[Item], Voice]:
    """Return what waits; nothing is written, but for what has no number yet."""
    from adjudicator.post.bureau import number_all, waiting
    from adjudicator.table.situation import situation_of

    campaign, voice = open_seated(folder)
    items = waiting(situation_of(campaign, now()))
    if all(item.number for item in items):
        return items, voice
    with at_work(folder) as (table, voice):
        return number_all(table.situation), voice


def _noted(
    folder: str, named: Sequence[int], everything: bool, again: bool, silently: bool
) -> tuple[list[Item], Voice]:
    """Note what was posted, or was not, and return what waits then. Raises ``UnusableError`` for an unknown number."""
    from adjudicator.post.bureau import known_of, number_all
    from adjudicator.store.disk import UnusableError

    with at_work(folder) as (table, voice):
        before = number_all(table.situation)
        if everything:
            named = [item.number for item in before]
        known = {one["number"] for one in known_of(table.campaign.folder, table.now)["items"].values()}
        if unknown := [number for number in named if number not in known]:
            raise UnusableError("posted.unknown", numbers=voice.list(map(str, unknown)), folder=folder)
        table.posted(named, not again)
        after = number_all(table.situation)
        changed = {item.number for item in before} ^ {item.number for item in after}
        if not silently:
            click.echo(voice.count("posted.again" if again else "posted.noted", len(changed)))
        return after, voice


def _row(item: Item, voice: Voice) -> dict[str, object]:
    return {
        "number": item.number,
        "stage": item.stage,
        "kind": item.kind,
        "name": item.name,
        "to": [person.forum or person.name for person in item.to],
        "subject": item.subject,
        "file": str(item.path),
        "said": voice.say("posted.row", number=item.number, stage=item.about, what=_what(item, voice)),
    }


def _tell(items: Sequence[Item], voice: Voice, folder: str) -> None:
    from pathlib import Path

    from adjudicator.store.layout import BUREAU

    if not items:
        say(voice, "posting.nothing")
        return
    click.echo(voice.count("status.bureau", len(items), file=str(Path(folder) / BUREAU)))
    for item in items:
        say(voice, "posted.row", number=item.number, stage=item.about, what=_what(item, voice))


def _what(item: Item, voice: Voice) -> str:
    if item.kind == "public":
        return voice.say("posted.report")
    if item.kind == "camp":
        return voice.say("posted.camp", name=item.name)
    if item.kind == "all":
        return voice.say("posted.text", subject=item.subject)
    names = voice.list(person.forum or person.name for person in item.to)
    return voice.say("posted.letter", names=names, subject=item.subject)
