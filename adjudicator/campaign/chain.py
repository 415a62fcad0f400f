"""The journal that cannot be rewritten unseen: each stage's ``chain.json`` binds what came since the one before.

A link lists all that has been written since the link before (orders as they came, how they came, what they were judged
to be, acts, the manifest of the stage), each by a *leaf*: the SHA-256 of a salt, a space and the SHA-256 of its bytes.
Its *head* is the SHA-256 of the head before and of the list, as ``sha256sum`` would take them from a file. The head is
told to everybody; from then on nothing of what it binds can be changed without another head. Salts come from the secret
seed, so that nothing can be guessed from a head, and anybody can check it when the seed is published.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TypedDict

from adjudicator.campaign.editions import read_record
from adjudicator.store.layout import CHAIN


class Link(TypedDict):
    """What a stage's ``chain.json`` keeps."""

    before: str
    """The head before; empty for the first link of a campaign."""
    acts: int
    """How many acts had been recorded when the stage was announced."""
    orders: int
    """The number of the last order file that had come for the stage; what comes when the game is over has others."""
    entries: dict[str, str]
    """The leaf of each file that is bound, by its name, in the order in which the head takes them."""
    head: str


def leaf_of(salt: str, digest: str) -> str:
    """Return the leaf of a file by its salt and the SHA-256 of its bytes, in hexadecimal digits."""
    from hashlib import sha256

    return sha256(f"{salt} {digest}".encode()).hexdigest()


def salt_of(seed: str, before: str, name: str) -> str:
    """Return the salt of what is bound by a ``name`` in the link after the head ``before``."""
    import hmac

    return hmac.digest(seed.encode(), f"chain|{before}|{name}".encode(), "sha256").hex()


def head_of(before: str, entries: Mapping[str, str]) -> str:
    """Return the head of a link: the SHA-256 of a line for the head before, and one for each leaf and its name."""
    from hashlib import sha256

    lines = [before, *(f"{leaf}  {name}" for name, leaf in entries.items())]
    return sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()


def link_of(stage: Path) -> Link | None:
    """Return the link of the stage in a folder; None where none is, or it is not as it was written.

    Raises ``UnusableError`` when a later version wrote it, and ``OSError`` when it may not be read.
    """
    kept = read_record("chain", stage / CHAIN)
    if kept is None:
        return None
    link: Link = kept  # type: ignore[assignment]
    return link
