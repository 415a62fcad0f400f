"""Loading a campaign from its folder, and writing the files from which a played stage can be read back.

If the campaign's file has not changed since the last stage was published, the stored understanding of it is used.
``revisions`` tells what the MJ has changed in the file since then.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, reduce
from hashlib import sha256
from pathlib import Path
from typing import Any, NoReturn

from adjudicator.campaign.acts import SEATING, acts_in
from adjudicator.campaign.campaign import FREE, Campaign, campaign_of
from adjudicator.campaign.deadline import WEEKDAYS, is_clock
from adjudicator.campaign.editions import edition_in, formatted, result_of, state_steps
from adjudicator.campaign.records import OnTable
from adjudicator.campaign.seats import facts_renamed, seats_of
from adjudicator.campaign.stages import Progress
from adjudicator.core.context import address_of, name_of, people_in
from adjudicator.core.faults import Listed, Phrase, PhraseArgument, Word
from adjudicator.core.plain import Plain, to_plain
from adjudicator.core.stage import Outcome
from adjudicator.games import GAMES, game
from adjudicator.reading import schemas
from adjudicator.store.disk import UnusableError, entries, read_file
from adjudicator.store.layout import (
    CAMPAIGN_FILE,
    PINNED,
    RESULT,
    TURNS,
    UNDERSTOOD,
    data_folder,
    locale_folder,
    stages_played,
)
from adjudicator.store.published import json_bytes, json_of, read_published


def load_campaign(folder: Path, language: str | None = None) -> Campaign:
    """Read the campaign in ``folder``; messages use words in ``language``.

    Raises ``UnusableError`` if there is no campaign there, ``FaultyFileError`` with all faults of its file, and
    ``OSError`` if the file cannot be read.
    """
    path = folder / CAMPAIGN_FILE
    try:
        data = read_file(path)
    except OSError:
        refuse_no_campaign(folder)  # whatever the error is: a link that points to itself, for example
        raise
    before = _understood_before(data, folder)
    if before is not None:
        return with_people(before)
    from adjudicator.campaign.campaign_file import read_campaign

    return with_people(read_campaign(data, path, language))


def with_people(campaign: Campaign) -> Campaign:
    """Return a campaign with the people who hold its seats now. Raises ``UnusableError`` if an act is damaged."""
    return campaign.with_seats(seats_of(campaign.as_written, acts_in(campaign.folder, SEATING)))


def is_as_read(campaign: Campaign) -> bool:
    """Return whether the campaign's file is still the one that was read."""
    try:
        return read_file(campaign.folder / CAMPAIGN_FILE) == campaign.data
    except FileNotFoundError:
        return False


def refuse_no_campaign(folder: Path) -> None:
    """Raise ``UnusableError`` if there is no campaign in ``folder``."""
    if (folder / CAMPAIGN_FILE).exists():
        return
    if folder.is_file():
        meant = str(folder.parent) if (folder.parent / CAMPAIGN_FILE).is_file() else None
        raise UnusableError("error.folder-wanted", meant, folder=str(folder))
    if not folder.is_dir():
        raise UnusableError("error.no-folder", folder=str(folder))
    if (folder / TURNS).is_dir():
        raise UnusableError("error.lost-campaign", folder=str(folder), file=CAMPAIGN_FILE)
    _tell_no_campaign(folder)


def _tell_no_campaign(folder: Path) -> NoReturn:
    """Raise ``UnusableError`` for a folder without a campaign; the error names campaigns just above and below it."""
    told = {"folder": str(folder), "file": CAMPAIGN_FILE}
    near = [above for above in folder.resolve().parents[:_NEAR] if (above / CAMPAIGN_FILE).is_file()][:1]
    near += [below for below in entries(folder) if (below / CAMPAIGN_FILE).is_file()]
    if not near:
        raise UnusableError("error.no-campaign", **told)
    raise UnusableError("error.no-campaign-here", **told, names=Listed(tuple(map(str, near[:_FEW]))))


_NEAR = 3
"""How many folders up a campaign is looked for, as from ``turns/0003-turn-1/reports``."""
_FEW = 5
"""The maximum number of campaigns that the error names."""


def to_keep(campaign: Campaign) -> Plain:
    """Return the understanding of the campaign's file for storage, with hashes of the file and the code.

    The seed is left out because it is secret; the record states its position in the file.
    """
    seed = campaign.seed.encode()
    start = campaign.data.find(seed)
    return {
        "game": campaign.game.id,
        "made_of": _made_of(campaign.data, campaign.game.id),
        "made_by": made_by(campaign.game.id),
        "seed_at": [start, start + len(seed)],
        "campaign": {**campaign.as_written, "seed": None},
    }


def _understood_before(data: bytes, folder: Path) -> Campaign | None:
    """Return the campaign as it was understood when the last stage was published, if nothing has changed since.

    Reading and checking the file takes longer than playing a turn. Returns None, so that the file is read anew, if the
    file or the code that reads it has changed, or if the stored record is damaged.
    """
    stages = stages_played(folder)
    if not stages:
        return None
    result = stages[-1] / RESULT
    try:
        files = read_published(result, (UNDERSTOOD, PINNED))
    except (PermissionError, UnusableError):
        return None
    kept = json_of(files[UNDERSTOOD], result / UNDERSTOOD)  # any format: the hash rules out other versions
    if kept.get("game") not in GAMES or kept.get("made_of") != _made_of(data, kept["game"]):
        return None
    start, end = kept["seed_at"]
    if start < 0:  # the file writes the seed in escaped form
        return None
    ruleset, plain = game(kept["game"]), kept["campaign"]
    plain["seed"] = data[start:end].decode()
    edition = edition_in(ruleset, files[PINNED], result / PINNED)
    return replace(campaign_of(folder, plain, ruleset, edition, data), understood_in=stages[-1].name)


@cache
def made_by(name: str) -> str:
    """Return the SHA-256 of all in the program that decides how files of a game are understood and reports worded.

    These are what :func:`schemas.edition` tells, templates and catalogues.
    """
    folder = data_folder("templates")
    paths = [path for place in (folder, folder / "markup", folder / name) for path in entries(place, "*.j2")]
    for language in entries(locale_folder()):
        paths += [language / "LC_MESSAGES" / f"{domain}.mo" for domain in ("adjudicator", name)]
    return sha256(b"\0".join([schemas.edition(name), *map(read_file, paths)])).hexdigest()


def _made_of(data: bytes, name: str) -> str:
    """Return the SHA-256 of everything that decides how a campaign's file is understood: its bytes and the program."""
    return sha256(schemas.edition(name) + data).hexdigest()


# Changes to ``campaign.yaml`` in the middle of a game, since the last stage was published.


def revisions(progress: Progress) -> list[Phrase]:
    """Return sentences about words without effect in the clocks, and one about the changes since the last stage.

    No change is reported if the stored understanding of the file is damaged or was written by a different version: the
    report is not essential to the game.
    """
    deadline = progress.campaign.plain.get("deadline", {})
    if not any(map(is_clock, deadline.values())):
        return _changes(progress)
    from adjudicator.campaign.campaign_file import idle_said

    return [*idle_said(deadline), *_changes(progress)]


def _changes(progress: Progress) -> list[Phrase]:
    if not progress.folders or progress.folders[-1].name == progress.campaign.understood_in:
        return []
    result = progress.folders[-1] / RESULT
    try:
        kept = read_published(result, (UNDERSTOOD,))[UNDERSTOOD]
    except UnusableError:
        return []
    before: Plain | None = result_of("understood", kept, result / UNDERSTOOD).get("campaign")
    now = progress.campaign.as_written
    if before is None or before == {**now, "seed": None}:
        return []
    changes = [*_addresses(before, now), *_keys(before, now)]
    if not changes:
        return []
    listed = reduce(lambda one, other: Phrase("revision.and", {"one": one, "other": other}), changes)
    return [Phrase("revision", {"changes": listed})]


def _keys(before: Plain, now: Plain) -> Iterator[Phrase]:
    for key in FREE:
        old, new = before.get(key), now.get(key)
        if key == "absences":
            old, new = _only(old, new), _only(new, old)
        if old != new:
            word = Word("campaign", key)
            yield Phrase("revision.key", {"key": word, "before": _said(key, old), "after": _said(key, new)})


def _only(some: list[Any] | None, others: list[Any] | None) -> list[Any] | None:
    """Return the items of ``some`` that are not in ``others``; None if there are none."""
    return [item for item in some or () if item not in (others or ())] or None


_PLACES = {
    "language": "languages",
    "forum": "forums",
    "missing": "missing",
    "key": "demand",
    "proof": "proofs",
    "ending": "endings",
    "ahead": "aheads",
}


def _said(key: str, value: Any) -> PhraseArgument:
    """Return the value of a key in words, almost as it is written in the file."""
    if value is None:
        return Phrase("revision.none")
    if key in _PLACES:
        return Word(_PLACES[key], value)
    if isinstance(value, str):
        return value
    if key == "absences":
        return Listed(tuple(map(_absence, value)))
    return Listed(tuple(_pair(key, name, item) for name, item in value.items()))


def _absence(absence: Plain) -> Phrase:
    values: dict[str, PhraseArgument] = {
        "player": absence["player"],
        "start": _day(absence["from"]),
        "end": _day(absence["to"]),
    }
    if "substitute" not in absence:
        return Phrase("revision.absence", values)
    return Phrase("revision.absence.substitute", {**values, "substitute": name_of(absence["substitute"])})


def _day(text: str) -> Phrase:
    year, month, day = text.split("-")
    return Phrase("revision.day", {"year": year, "month": month, "day": day})


def _pair(place: str, name: str, value: Any) -> PhraseArgument:
    if isinstance(value, dict):  # the clock of a phase
        inner = Listed(tuple(_pair(place, key, part) for key, part in value.items()))
        return Phrase("revision.clock", {"name": Word(place, name), "what": inner})
    words = {"weekdays": "weekdays", "skip": "weekdays", "early": "booleans", "on_time": "booleans"}
    parts = value if isinstance(value, list) else [value]
    read = [str(part).lower() if isinstance(part, bool) else part for part in parts]
    said = tuple(_word(words.get(name), part) for part in read) or (Phrase("revision.none"),)
    return Phrase("pair", {"name": Word(place, name), "what": Listed(said)})


def _word(place: str | None, part: Any) -> PhraseArgument:
    """Return a word of a place as such; a number where the place has words is a number of hours."""
    if place is not None and isinstance(part, int):
        return Phrase("revision.hours", {"hours": part})
    if place == "weekdays" and part not in WEEKDAYS:
        return _day(part)
    return str(part) if place is None else Word(place, part)


def _addresses(before: Plain, now: Plain) -> Iterator[Phrase]:
    old = [address_of(person) for people in people_in(before).values() for person in people]
    new = [address_of(person) for people in people_in(now).values() for person in people]
    names = tuple(person["name"] for person in new if person not in old)
    if names:
        yield Phrase("revision.addresses", {"names": Listed(names)}, n=len(names))


def outcome_files(campaign: Campaign, outcome: Outcome[Any], table: OnTable) -> dict[str, bytes]:
    """Return the files, by name, from which a played stage can be read back."""
    rules, own = campaign.game.rules, campaign.seats.own
    written = {
        "log": [{"kind": fact.kind, "data": own(to_plain(fact.data))} for fact in outcome.log],
        "notices": [
            {"kind": notice.kind, "facts": facts_renamed(to_plain(notice.facts), own), "to": own(notice.to._asdict())}
            for notice in outcome.notices
        ],
        "results": own(to_plain(outcome.results)),
    }
    return {
        "orders.json": json_bytes(formatted("orders", campaign.own_in(table))),
        PINNED: json_bytes(formatted("pinned", to_plain(campaign.pinned))),
        UNDERSTOOD: json_bytes(formatted("understood", to_keep(campaign))),
        "state.json": json_bytes(formatted("state", own(rules.dump(outcome.state)), state_steps(rules))),
        "outcome.json": json_bytes(formatted("outcome", written)),
    }
