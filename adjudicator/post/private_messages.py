"""Letters for players whom no mail reaches: as private messages for the campaign's board, beside the letters.

``outbox/<stage>/<letter>.bbcode`` is what the MJ copies into the message; a report that is too long for one has a
``.2.bbcode`` too. They are made of the letter and of the report as it is handed on, and can be made again at any time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.editions import read_record
from adjudicator.core.faults import Filling, Phrase
from adjudicator.mail.outbox import REPORT, Letter, Person, read_letter
from adjudicator.post import delivery_log
from adjudicator.post.delivery_log import DeliveryState
from adjudicator.post.messages import LETTERS, addresses_of, by_hand
from adjudicator.reports.environment import hand_of, macros_of
from adjudicator.reports.markup import FORMATS, escape_bbcode, finished
from adjudicator.reports.writing import cut, dialect_of
from adjudicator.store import disk
from adjudicator.store.layout import OUTBOX, PUBLISHED, REPORTS, TURNS, stage_number, stages_played

ENDING = FORMATS["bbcode"]


class Private(NamedTuple):
    """A letter that the MJ has to give to somebody himself."""

    stage: str
    letter: str
    """The name of its file."""
    person: Person
    subject: str
    mark: DeliveryState | None = None
    """What is known of it where the server has refused it for good; else the person has no address."""


def to_give(campaign: Campaign) -> list[Private]:
    """Return the letters about the stage played last, and the one awaited, that no mail takes to whom they are for."""
    known = addresses_of(campaign)
    return [one for path, letter in _letters(campaign) for one in _of(campaign, path, letter, known)]


def write_private(campaign: Campaign) -> list[Phrase]:
    """Write these letters as private messages; those that are there already are left. Raises ``OSError``.

    Returns what is new, in words: to whom which file is to be given.
    """
    written, known = list[Phrase](), addresses_of(campaign)
    for path, letter in _letters(campaign):
        given = _of(campaign, path, letter, known)
        if any(one.mark is None or one.person.forum for one in given):  # else it can be given as it is
            posts = messages(campaign, path.parent.name, path, letter)
            files = {_file(path, number): post.encode() for number, post in enumerate(posts, 1)}
            new = {name: data for name, data in files.items() if not disk.holds(path.parent / name, data)}
            if new:
                disk.write_all(path.parent, new, synced=False)
                written += [_in_words(campaign, one) for one in given]
    return written


def in_words(campaign: Campaign) -> list[Phrase]:
    """Return of each letter that the MJ has to give to somebody himself, to whom and where it lies."""
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
    """Return what tells to whom the MJ has to give a letter himself: where no mail is sent, to all whom it is for.

    What it returns raises ``OSError`` and ``UnusableError``.
    """
    if not _sends_mail(campaign.folder):
        return lambda path, letter: letter.to
    known = addresses_of(campaign)
    return lambda path, letter: [one.person for one in _of(campaign, path, letter, known)]


def _sends_mail(folder: Path) -> bool:
    """Tell whether letters of the campaign in ``folder`` are sent; while the accounts are faulty, they wait to be."""
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
    """Return to whom the MJ has to give a letter: who has no address, and whose server refuses it for good."""
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
    """Give the letters about the last stages."""
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
    """Return the messages that a letter is on the campaign's board, in their order. Raises ``OSError``.

    A letter with a report is that report, which says all that the letter does, with the seal below.
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
    """Yield the lines of a letter as BBCode; those of which spaces are a part, as a form or a table, as code."""
    for number, block in enumerate(text.split("\n\n")):
        if number:
            yield ""
        lines = list(map(escape_bbcode, block.split("\n")))
        is_code = any(line.startswith(" ") or "  " in line for line in lines) and not lines[0].startswith("- ")
        yield from ("[code]", *lines, "[/code]") if is_code else lines


def _reports(folder: Path, letter: str) -> list[str]:
    """Return the posts of the report that a letter holds; none where it holds none."""
    if not letter.startswith(REPORT):
        return []
    name = f"player-{letter.removeprefix(REPORT)}"
    first, found = folder / f"{name}.{ENDING}", list[str]()
    while first.is_file():
        found.append(disk.read_file(first).decode())
        first = folder / f"{name}.{len(found) + 1}.{ENDING}"
    return found
