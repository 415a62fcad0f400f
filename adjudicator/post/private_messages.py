"""Private messages on the campaign's forum for players whom mail does not reach, stored beside the letters.

``outbox/<stage>/<letter>.bbcode`` is the text that the MJ copies into a message; a report that is too long for one
message has a ``.2.bbcode`` too. The files are made from the letter and the report, and can be made again at any time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.editions import read_record
from adjudicator.campaign.records import DeliveryState
from adjudicator.core.faults import Filling, Phrase
from adjudicator.mail.outbox import REPORT, Letter, Person, read_letter
from adjudicator.post import delivery_log
from adjudicator.post.messages import LETTERS, addresses_of, by_hand
from adjudicator.reports.environment import hand_of, macros_of
from adjudicator.reports.markup import FORMATS, escape_bbcode, finished
from adjudicator.reports.writing import cut, dialect_of
from adjudicator.store import disk
from adjudicator.store.layout import OUTBOX, PUBLISHED, REPORTS, TURNS, stage_number, stages_played

ENDING = FORMATS["bbcode"]


class Private(NamedTuple):
    """A letter that the MJ must give to a person."""

    stage: str
    letter: str
    """The file name of the letter."""
    person: Person
    subject: str
    mark: DeliveryState | None = None
    """The delivery state if the server refused the letter for good; None if the person has no usable address."""


def to_give(campaign: Campaign) -> list[Private]:
    """Return the letters about the last played stage and the current one that mail cannot deliver."""
    known = addresses_of(campaign)
    return [one for path, letter in _letters(campaign) for one in _of(campaign, path, letter, known)]


def write_private(campaign: Campaign) -> list[Phrase]:
    """Write the private messages that are missing or changed. Raises ``OSError``.

    Returns a sentence for each recipient of a new message: who must be given which file.
    """
    written, known = list[Phrase](), addresses_of(campaign)
    for path, letter in _letters(campaign):
        given = _of(campaign, path, letter, known)
        if any(one.mark is None or one.person.forum for one in given):  # otherwise the letter itself can be given
            posts = messages(campaign, path.parent.name, path, letter)
            files = {_file(path, number): post.encode() for number, post in enumerate(posts, 1)}
            new = {name: data for name, data in files.items() if not disk.holds(path.parent / name, data)}
            if new:
                disk.write_all(path.parent, new, synced=False)
                written += [_in_words(campaign, one) for one in given]
    return written


def in_words(campaign: Campaign) -> list[Phrase]:
    """Return a sentence for each letter that the MJ must give to a person: to whom, and where the file is."""
    return [_in_words(campaign, one) for one in to_give(campaign)]


def _in_words(campaign: Campaign, one: Private) -> Phrase:
    file = campaign.folder / OUTBOX / one.stage / one.letter
    message = file.with_suffix(f".{ENDING}")
    shown = message if message.is_file() else file
    person, name = one.person, Phrase("to-give.name", {"name": one.person.name, "forum": one.person.forum})
    values: dict[str, Filling] = {
        "name": name if person.forum and person.forum != person.name else person.name,
        "subject": one.subject,
        "file": str(shown),
    }
    if one.mark is None:
        return Phrase("to-give", values)
    key = "to-give.given-up" if delivery_log.was_given_up(one.mark) else "to-give.refused"
    return Phrase(key, {**values, "said": delivery_log.said_of(one.mark)})


def not_mailed(campaign: Campaign) -> Callable[[Path, Letter], Iterable[Person]]:
    """Return a function that yields the people to whom the MJ must give a letter.

    If no mail is sent, these are all its recipients. The function raises ``OSError`` and ``UnusableError``.
    """
    if not _sends_mail(campaign.folder):
        return lambda path, letter: letter.to
    known = addresses_of(campaign)
    return lambda path, letter: [one.person for one in _of(campaign, path, letter, known)]


def _sends_mail(folder: Path) -> bool:
    """Return whether the campaign in ``folder`` sends its letters by mail.

    While the accounts file is faulty, it counts as sending, and the letters wait.
    """
    from adjudicator.store.layout import ACCOUNTS_FILES

    folder = folder.resolve()
    root = next((at for at in (folder, *folder.parents) if any((at / name).is_file() for name in ACCOUNTS_FILES)), None)
    if root is None:
        return False
    from adjudicator.mail.accounts_file import load_accounts
    from adjudicator.speech.voice import TROUBLES

    try:
        accounts = load_accounts(root)
    except TROUBLES:
        return True
    return accounts is not None and accounts.sending is not None


def _of(campaign: Campaign, path: Path, letter: Letter, known: frozenset[str]) -> list[Private]:
    """Return whom the MJ must give a letter: people whose server refused it, and people without an address."""
    stage = path.parent.name
    marks = delivery_log.refused(campaign.folder, path)
    given = [
        Private(stage, path.name, person, letter.subject, marks[person.email])
        for person in letter.to
        if person.email in marks
    ]
    without = [person for person in by_hand(letter, known) if person.email not in marks]
    return [*given, *(Private(stage, path.name, person, letter.subject) for person in without)]


def _letters(campaign: Campaign) -> Iterator[tuple[Path, Letter]]:
    """Yield the letters about the last played stage and later ones."""
    played = stages_played(campaign.folder)
    last = stage_number(played[-1].name) if played else 0
    for folder in disk.entries(campaign.folder / OUTBOX):
        if folder.is_dir() and stage_number(folder.name) >= last:
            for path in disk.entries(folder, LETTERS):
                letter = read_letter(disk.read_file(path))
                if letter is not None:
                    yield path, letter


def _file(path: Path, number: int) -> str:
    return f"{path.stem}.{ENDING}" if number == 1 else f"{path.stem}.{number}.{ENDING}"


def messages(campaign: Campaign, stage: str, path: Path, letter: Letter) -> list[str]:
    """Return the messages on the campaign's forum that carry a letter, in order. Raises ``OSError``.

    A letter with a report becomes the report itself, which says everything in the letter, followed by the head of the
    hash chain.
    """
    reports = _reports(campaign.folder / TURNS / stage / REPORTS, path.stem)
    if not reports:
        text = "\n".join(_blocks(letter.text.removesuffix("\n"))) + "\n"
        return cut(text, "bbcode", dialect_of(campaign).max_chars, campaign.voice())
    published = read_record("published", campaign.folder / TURNS / stage / PUBLISHED)
    if published is not None and published["head"]:
        hand = hand_of(campaign, "bbcode", campaign.voice(), dialect_of(campaign), ("m",))
        seal = macros_of("frame.j2", hand).seal(published["head"]).strip("\n")
        reports[-1] = f"{reports[-1]}\n{finished(seal, 'bbcode')}"
    return reports


def _blocks(text: str) -> Iterator[str]:
    """Yield a letter's lines as BBCode; blocks in which spaces matter, such as a form or a table, become code."""
    for number, block in enumerate(text.split("\n\n")):
        if number:
            yield ""
        lines = list(map(escape_bbcode, block.split("\n")))
        is_code = any(line.startswith(" ") or "  " in line for line in lines) and not lines[0].startswith("- ")
        yield from ("[code]", *lines, "[/code]") if is_code else lines


def _reports(folder: Path, letter: str) -> list[str]:
    """Return the posts of the report that a letter holds; none if it holds no single report."""
    if not letter.startswith(REPORT):
        return []
    name = f"player-{letter.removeprefix(REPORT)}"
    first, found = folder / f"{name}.{ENDING}", list[str]()
    while first.is_file():
        found.append(disk.read_file(first).decode())
        first = folder / f"{name}.{len(found) + 1}.{ENDING}"
    return found
