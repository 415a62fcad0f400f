"""Where things lie in a campaign's folder, and JSON as it is written there."""

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
"""In the public folder: the positions that its first page shows, as data."""
ACTS = "acts"
TURNS = "turns"
WITHDRAWN = "withdrawn"
RESULT = "result"
REPORTS = "reports"
"""In a stage's folder the reports as they are handed on; in its result as they were published."""
FORMS = "forms"
"""In a stage's folder the forms by clicks for the stage that follows it, handed on with its reports."""
BUREAU = "bureau.html"
"""The MJ's page with all that he still has to post; versions up to 0.3 had one among the reports of each stage."""
POSTED = "posted.json"
"""What he has said that he has posted."""
ORDERS = "orders"
PINNED = "pinned.json"
PUBLISHED = "published.json"
CHAIN = "chain.json"
BEGAN = "began.json"
MOST_COUNTED = 1 << 20
"""Bytes of an order file that are counted: what is larger may not even have been read to its end."""
VISIT = "visit.json"
LAPSED = "lapsed.json"
AMENDED = "amended.json"
SEATED = "seated.json"
NOT_KEPT = ".not-kept.json"
"""Beside the accounts, or in a root: that a mail could not be kept."""
WITHDRAWALS = "withdrawals.json"
"""Of how many withdrawals of orders the players have been told."""


def withdrawn_folder(folder: Path, number: int) -> Path:
    """Return where in the campaign's ``folder`` lies what was taken back by the act that was the ``number``-th to."""
    return folder / WITHDRAWN / f"{number:04d}"


def stage_name(number: int, stage: Stage) -> str:
    """Return the name of the folder of the ``number``-th stage of a campaign: ``0005-turn-3``.

    Raises ``ValueError`` for a phase that is no identifier: its name could not be told from the number of a turn.
    """
    if not stage.phase.isidentifier():
        raise ValueError(f"the name of a phase is an identifier: {stage.phase!r}")
    return f"{number:04d}-{stage.label}"


_STAGE = re.compile(r"([0-9]{4,})-(\w+?)(?:-([1-9][0-9]*))?")


def stage_called(name: str) -> tuple[int, Stage] | None:
    """Return the number and the stage of which :func:`stage_name` made ``name``, or None where it made no such name."""
    found = _STAGE.fullmatch(name)
    if not found or not found[2].isidentifier():
        return None
    number, stage = int(found[1]), Stage(found[2], int(found[3] or 0))
    return (number, stage) if stage_name(number, stage) == name else None


def stage_number(name: str) -> int:
    """Return the number of a stage by the name of its folder; 0 for a name that no stage has."""
    known = stage_called(name)
    return known[0] if known else 0


def stages_played(folder: Path) -> list[Path]:
    """Return the folders of the stages published whole, in order, of the campaign in ``folder``."""
    turns = folder / TURNS
    try:
        names = os.listdir(turns)  # noqa: PTH208 - of each a ``Path`` would be made three times
    except (FileNotFoundError, NotADirectoryError):
        return []
    played = [name for name in names if os.path.isdir(f"{turns}/{name}/{RESULT}")]  # noqa: PTH112
    return [turns / name for name in sorted(played, key=_rank)]


def _rank(name: str) -> tuple[float, str]:
    """Return by what folders of stages are sorted: their number, for 10000 comes after 9999; strange ones last."""
    number = name.partition("-")[0]
    return (int(number) if number.isdecimal() else float("inf")), name


# The post of a root of campaigns -------------------------------------------------------------------------------

ACCOUNTS_FILES = ("courrier.yaml", "mail.yaml")
"""What the file of accounts may be called, beside campaigns or above them."""
MISNAMED_ACCOUNTS = tuple(name.replace(".yaml", ".yml") for name in ACCOUNTS_FILES)
"""What somebody may call it by mistake; it is not read then."""
POST = "courrier"
"""The folder beside it that holds what came, and what is known of what went."""


def accounts_file(root: Path) -> Path | None:
    """Return the file of accounts in ``root``; None if there is none. Raises ``UnusableError`` for two."""
    found = [root / name for name in ACCOUNTS_FILES if (root / name).exists()]
    if len(found) > 1:
        raise UnusableError("error.two-accounts", file=str(found[0]), other=str(found[1]))
    return found[0] if found else None


# Where the schemas, templates and example campaigns lie: inside an installed package, or beside a checkout.


_PACKAGE = Path(__file__).resolve().parent.parent


def data_folder(name: str) -> Path:
    """Return the folder ``schemas``, ``templates`` or ``campaigns``.

    A wheel carries them in ``adjudicator/_data``; a checkout, an editable install and an unpacked sdist have
    them beside the package.
    """
    inside = _PACKAGE / "_data" / name
    return inside if inside.is_dir() else _PACKAGE.parent / name


def locale_folder() -> Path:
    """Return the folder of the message catalogues, which are part of the package."""
    return _PACKAGE / "locale"
