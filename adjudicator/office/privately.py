"""Letters for players whom no mail reaches: as private messages for the campaign's board, beside the letters.

``outbox/<stage>/<letter>.bbcode`` is what the MJ copies into the message; a report that is too long for one has a
``.2.bbcode`` too. They are made of the letter and of the report as it is handed on, and can be made again at any time.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from adjudicator.campaign.campaign import Campaign
from adjudicator.core.phrase import Filling, Phrase
from adjudicator.mail.sending import REPORT, Letter, Person, read_letter
from adjudicator.office import postmarks
from adjudicator.office.mailbag import LETTERS, addresses_of, by_hand
from adjudicator.office.postmarks import Mark
from adjudicator.reports.markup import DEFAULT_DIALECT, DIALECTS, FORMATS, escape_bbcode
from adjudicator.reports.writing import cut
from adjudicator.store import disk
from adjudicator.store.layout import OUTBOX, REPORTS, TURNS, stage_number, stages_played

ENDING = FORMATS["bbcode"]


class Private(NamedTuple):
    """A letter that the MJ has to give to somebody himself."""

    stage: str
    letter: str
    """The name of its file."""
    person: Person
    subject: str
    mark: Mark | None = None
    """What is known of it where the server has refused it for good; else the person has no address."""


def to_give(campaign: Campaign) -> list[Private]:
    """Return the letters about the stage played last, and the one awaited, that no mail takes to whom they are for."""
    return [one for path, letter in _letters(campaign) for one in _of(campaign, path, letter)]


def write_private(campaign: Campaign) -> list[Phrase]:
    """Write these letters as private messages; those that are there already are left. Raises ``OSError``.

    Returns what is new, in words: to whom which file is to be given.
    """
    written = list[Phrase]()
    for path, letter in _letters(campaign):
        given = _of(campaign, path, letter)
        if any(one.mark is None or one.person.forum for one in given):  # else it can be given as it is
            files = dict(_messages(campaign, path.parent.name, path, letter))
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
    key = "to-give.given-up" if postmarks.was_given_up(one.mark) else "to-give.refused"
    return Phrase(key, {**values, "said": postmarks.said_of(one.mark)})


def _of(campaign: Campaign, path: Path, letter: Letter) -> list[Private]:
    """Return to whom the MJ has to give a letter: who has no address, and whose server refuses it for good."""
    stage, known = path.parent.name, addresses_of(campaign)
    marks = postmarks.refused(campaign.folder, path)
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


def _messages(campaign: Campaign, stage: str, path: Path, letter: Letter) -> Iterator[tuple[str, bytes]]:
    """Give the messages that a letter is on the campaign's board, by the names of their files."""
    reports = _reports(campaign.folder / TURNS / stage / REPORTS, path.stem)
    lead = letter.text.partition("\n\n")[0] if reports else letter.text
    text = "\n".join(map(escape_bbcode, lead.removesuffix("\n").split("\n"))) + "\n"
    limit = DIALECTS[str(campaign.plain.get("forum", DEFAULT_DIALECT))].max_chars
    if reports and len(text) + len(reports[0]) < limit:
        reports[0] = f"{text}\n{reports[0]}"
    else:
        reports = [*cut(text, "bbcode", limit, campaign.voice()), *reports]
    for number, message in enumerate(reports, 1):
        yield f"{path.stem}.{ENDING}" if number == 1 else f"{path.stem}.{number}.{ENDING}", message.encode()


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
