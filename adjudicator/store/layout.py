"""The names of the files and folders of a campaign, of a root of campaigns, and of the program's own data."""

from __future__ import annotations

import os
import re
from pathlib import Path

from adjudicator.core.stage import Stage
from adjudicator.store.disk import UnusableError

CAMPAIGN_FILE = "campaign.yaml"
UNDERSTOOD = "campaign.json"
INBOX = "inbox"
FOREWORD = "mot.txt"
OUTBOX = "outbox"
PUBLIC = "public"
REPLAY = "replay.json"
"""In the public folder: the positions shown by its main page, as data."""
ACTS = "acts"
TURNS = "turns"
WITHDRAWN = "withdrawn"
RESULT = "result"
REPORTS = "reports"
"""In a stage's folder, the reports as they are handed out; in its result folder, the reports as published."""
FORMS = "forms"
"""In a stage's folder, the click forms for the following stage, handed out with its reports."""
BUREAU = "bureau.html"
"""The MJ's page with everything still to be posted; older campaigns have one among the reports of each stage."""
POSTED = "posted.json"
"""What the MJ has marked as posted."""
ORDERS = "orders"
PINNED = "pinned.json"
PUBLISHED = "published.json"
CHAIN = "chain.json"
BEGAN = "began.json"
MOST_COUNTED = 1 << 20
"""The most bytes of an order file that are counted; a larger file may not have been read completely."""
VISIT = "visit.json"
LAPSED = "lapsed.json"
AMENDED = "amended.json"
SEATED = "seated.json"
NOT_KEPT = ".not-kept.json"
"""Beside the accounts file, or in a root folder: the note that a mail could not be stored."""
WITHDRAWALS = "withdrawals.json"
"""The number of order withdrawals that the players have been told about."""


def withdrawn_folder(folder: Path, number: int) -> Path:
    """Return the path in the campaign's ``folder`` of what the undoing with this ``number`` took back."""
    return folder / WITHDRAWN / f"{number:04d}"


def stage_name(number: int, stage: Stage) -> str:
    """Return the folder name of the ``number``-th stage of a campaign, for example ``0005-turn-3``.

    Raise ``ValueError`` if the phase is not an identifier: it could not be told from the turn number in the name.
    """
    if not stage.phase.isidentifier():
        raise ValueError(f"the name of a phase is an identifier: {stage.phase!r}")
    return f"{number:04d}-{stage.label}"


_STAGE = re.compile(r"([0-9]{4,})-(\w+?)(?:-([1-9][0-9]*))?")


def stage_called(name: str) -> tuple[int, Stage] | None:
    """Return the number and the stage for which :func:`stage_name` returns ``name``, or None if there are none."""
    found = _STAGE.fullmatch(name)
    if not found or not found[2].isidentifier():
        return None
    number, stage = int(found[1]), Stage(found[2], int(found[3] or 0))
    return (number, stage) if stage_name(number, stage) == name else None


def stage_number(name: str) -> int:
    """Return the number of a stage from the name of its folder; 0 if no stage has such a name."""
    known = stage_called(name)
    return known[0] if known else 0


def stages_played(folder: Path) -> list[Path]:
    """Return the folders of the completely published stages of the campaign in ``folder``, in order."""
    turns = folder / TURNS
    try:
        names = os.listdir(turns)  # noqa: PTH208 - of each a ``Path`` would be made three times
    except (FileNotFoundError, NotADirectoryError):
        return []
    played = [name for name in names if os.path.isdir(f"{turns}/{name}/{RESULT}")]  # noqa: PTH112
    return [turns / name for name in sorted(played, key=_rank)]


def _rank(name: str) -> tuple[float, str]:
    """Return the sort key of a stage folder: its number, as 10000 comes after 9999; other names come last."""
    number = name.partition("-")[0]
    return (int(number) if number.isdecimal() else float("inf")), name


# Mail, for a root of campaigns --------------------------------------------------------------------------------

ACCOUNTS_FILES = ("courrier.yaml", "mail.yaml")
"""The possible names of the file of mail accounts, which stands beside campaigns or above them."""
MISNAMED_ACCOUNTS = tuple(name.replace(".yaml", ".yml") for name in ACCOUNTS_FILES)
"""Names that people may give it by mistake; the program does not read them."""
POST = "courrier"
"""The folder beside the accounts file that holds the received mail and the record of what was sent."""


def accounts_file(root: Path) -> Path | None:
    """Return the file of accounts in ``root``, or None if there is none. Raise ``UnusableError`` if there are two."""
    found = [root / name for name in ACCOUNTS_FILES if (root / name).exists()]
    if len(found) > 1:
        raise UnusableError("error.two-accounts", file=str(found[0]), other=str(found[1]))
    return found[0] if found else None


def accounts_root(folder: Path) -> Path | None:
    """Return the nearest folder with a file of accounts, ``folder`` itself or above it; None if there is none."""
    folder = folder.resolve()
    above = (folder, *folder.parents)
    return next((at for at in above if any((at / name).is_file() for name in ACCOUNTS_FILES)), None)


# The program's own data: schemas, templates and example campaigns.


_PACKAGE = Path(__file__).resolve().parent.parent


def data_folder(name: str) -> Path:
    """Return the folder ``schemas``, ``templates`` or ``campaigns``.

    A wheel contains it in ``adjudicator/_data``; in a checkout, an editable install and an unpacked sdist it is beside
    the package.
    """
    inside = _PACKAGE / "_data" / name
    return inside if inside.is_dir() else _PACKAGE.parent / name


def locale_folder() -> Path:
    """Return the folder of the message catalogues, which are part of the package."""
    return _PACKAGE / "locale"
