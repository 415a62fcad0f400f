"""A campaign loaded from its folder: as it was understood before, where its file is the same still, else read."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import NoReturn

from adjudicator.campaign.acts import SEATING, acts_in
from adjudicator.campaign.campaign import Campaign, campaign_of
from adjudicator.campaign.editions import edition_in
from adjudicator.campaign.seats import seats_of
from adjudicator.core.faults import Listed
from adjudicator.core.plain import Plain
from adjudicator.reading import schemas
from adjudicator.rulesets import GAMES, game
from adjudicator.store.disk import UnusableError, entries, read_file
from adjudicator.store.layout import CAMPAIGN_FILE, PINNED, RESULT, TURNS, UNDERSTOOD, stages_played
from adjudicator.store.published import read_published
from adjudicator.store.signed_json import json_of


def load_campaign(folder: Path, language: str | None = None) -> Campaign:
    """Read the campaign in ``folder``; messages name words in ``language``.

    Raises ``UnusableError`` when there is no campaign there, ``FaultyFileError`` with all faults of its file, and
    ``OSError`` when the file cannot be read.
    """
    path = folder / CAMPAIGN_FILE
    try:
        data = read_file(path)
    except OSError:
        refuse_no_campaign(folder)  # in whatever way it is not there: a link may lead to itself
        raise
    before = _understood_before(data, folder)
    if before is not None:
        return with_people(before)
    from adjudicator.campaign.campaignfile import read_campaign  # most files have been read before

    return with_people(read_campaign(data, path, language))


def with_people(campaign: Campaign) -> Campaign:
    """Return a campaign with those who sit there now. Raises ``UnusableError`` when an act is damaged."""
    return campaign.with_seats(seats_of(campaign.as_written, acts_in(campaign.folder, SEATING)))


def is_as_read(campaign: Campaign) -> bool:
    """Tell whether a campaign's file is still the one that was read."""
    try:
        return read_file(campaign.folder / CAMPAIGN_FILE) == campaign.data
    except FileNotFoundError:
        return False


def refuse_no_campaign(folder: Path) -> None:
    """Raise ``UnusableError`` when there is no campaign in ``folder``."""
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
    """Raise ``UnusableError`` for a folder without a campaign, which names those right above and below it."""
    told = {"folder": str(folder), "file": CAMPAIGN_FILE}
    near = [above for above in folder.resolve().parents[:_NEAR] if (above / CAMPAIGN_FILE).is_file()][:1]
    near += [below for below in entries(folder) if (below / CAMPAIGN_FILE).is_file()]
    if not near:
        raise UnusableError("error.no-campaign", **told)
    raise UnusableError("error.no-campaign-here", **told, names=Listed(tuple(map(str, near[:_FEW]))))


_NEAR = 3
"""How far above a folder its campaign is looked for: ``turns/0003-turn-1/reports``."""
_FEW = 5
"""How many campaigns below a folder are named."""


def to_keep(campaign: Campaign) -> Plain:
    """Return what was understood of the campaign's file, and of what it was made.

    The seed stays secret: in its place stands where it is in the file.
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
    """Return the campaign as it was understood when the last stage was published, if its file is the same still.

    Reading and checking the file takes longer than playing a turn. It has to be done, and None is returned, when
    anything of which the understanding was made has changed, or what was kept of it is damaged.
    """
    stages = stages_played(folder)
    if not stages:
        return None
    result = stages[-1] / RESULT
    try:
        files = read_published(result, (UNDERSTOOD, PINNED))
    except (PermissionError, UnusableError):
        return None
    kept = json_of(files[UNDERSTOOD], result / UNDERSTOOD)  # of whatever format: another version has another hash
    if kept.get("game") not in GAMES or kept.get("made_of") != _made_of(data, kept["game"]):
        return None
    start, end = kept["seed_at"]
    if start < 0:  # it was written in the file in other characters
        return None
    ruleset, plain = game(kept["game"]), kept["campaign"]
    plain["seed"] = data[start:end].decode()
    edition = edition_in(ruleset, files[PINNED], result / PINNED)
    return replace(campaign_of(folder, plain, ruleset, edition, data), understood_in=stages[-1].name)


def made_by(name: str) -> str:
    """Return the SHA-256 of what of the program decides how the file of a campaign of a game is understood."""
    return _made_of(b"", name)


def _made_of(data: bytes, name: str) -> str:
    """Return the SHA-256 of all that decides how a campaign's file is understood: its bytes, and the program's."""
    from hashlib import sha256

    return sha256(schemas.edition(name) + data).hexdigest()
