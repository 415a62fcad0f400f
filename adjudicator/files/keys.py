"""The short key that only a player is told, and the lines of an order file that claim to have it.

A file without a key is as good as the hand that brings it: the MJ's. One that has a line for it must have the right
one there. Whatever is wrong in or near that line is a wrong key, and whoever sent the file is then told nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.core.context import Context
from adjudicator.core.faults import Mark, Path
from adjudicator.core.ruleset import Stage
from adjudicator.core.words import fold
from adjudicator.files.stages import Progress

if TYPE_CHECKING:
    from adjudicator.files.strict_yaml import Document

_ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Letters and digits that nobody takes for one another: no I, O, 0, 1."""


def order_key(seed: str, stage: Stage, player: str) -> str:
    """Return the short key that only ``player`` is told: it proves that orders for ``stage`` come from him."""
    import hmac

    digest = hmac.digest(seed.encode(), f"key|{stage.label}|{player}".encode(), "sha256")
    letters = "".join(_ALPHABET[byte % len(_ALPHABET)] for byte in digest[:8])
    return f"{letters[:4]}-{letters[4:]}"


def same_key(given: Any, key: str) -> bool:
    """Compare a key as a player typed it, ignoring case and marks; what is no text is none."""
    import hmac

    letters = "".join(filter(str.isalnum, given.upper())) if isinstance(given, str) else ""
    return hmac.compare_digest(letters.encode("utf-8", "replace"), key.replace("-", "").encode())


def wrong_key(
    document: Document, players: Sequence[str], table: bool, progress: Progress, context: Context
) -> Mark | None:
    """Return the first line for a key, in a document of these ``players``, that has not theirs; None if all is well.

    A ``table`` of several players' orders has no key that would be right. Where the player is not known none can be
    compared: a key of any other shape than text is wrong all the same.
    """
    claimed = claims(document, context)
    if table and claimed:
        return claimed[0].mark
    return _wrong(claimed, players, progress.campaign.seed, [progress.stage] if progress.stage else [])


def had_key(document: Document, players: Sequence[str], turn: int | None, progress: Progress, context: Context) -> bool:
    """Tell whether each line for a key has the one of a stage of that ``turn``, which has been played."""
    played = [progress.stage_played(index) for index in range(len(progress.folders))]
    stages = [stage for stage in played if stage.turn == turn]
    return bool(players) and _wrong(claims(document, context), players, progress.campaign.seed, stages) is None


def wrong_key_in_lines(data: bytes, players: Sequence[str], progress: Progress, context: Context) -> Mark | None:
    """Return what :func:`wrong_key` does, of the lines of a file that cannot be read as a document."""
    from adjudicator.files.glance import text_of

    claimed = claims_in_lines(text_of(data), context)
    return _wrong(claimed, players, progress.campaign.seed, [progress.stage] if progress.stage else [])


def _wrong(claimed: Sequence[Claim], players: Sequence[str], seed: str, stages: Sequence[Stage]) -> Mark | None:
    for claim in claimed:
        right = [order_key(seed, stage, player) for stage in stages for player in players]
        known = any(same_key(claim.value, key) for key in right) if players else isinstance(claim.value, str)
        if not known:
            return claim.mark
    return None


class Claim(NamedTuple):
    """A line for the key: what stands there, of whatever shape, and where the line is."""

    value: Any
    mark: Mark


def claims(document: Document, context: Context) -> list[Claim]:
    """Return the lines for a key in a document that could be read: where it belongs, or among somebody's orders."""
    return list(_claims(document, context))


def _claims(document: Document, context: Context) -> Iterator[Claim]:
    root = document.root if isinstance(document.root, dict) else {}
    yield from _in_map(root, (), document, context)
    for key, value in root.items():
        word = context.vocabulary.meaning("envelope", key)
        if word in ("orders", "standing") and isinstance(value, dict):
            yield from _in_map(value, (key,), document, context)
        for name, orders in value.items() if word == "players" and isinstance(value, dict) else ():
            if isinstance(orders, dict):
                yield from _in_map(orders, (key, name), document, context)


def _in_map(orders: Mapping[str, Any], path: Path, document: Document, context: Context) -> Iterator[Claim]:
    for key, value in orders.items():
        if _means_key(key, context):
            yield Claim(value, document.keys[(*path, key)])


def claims_in_lines(text: str, context: Context) -> list[Claim]:
    """Return the lines that begin with a word for the key, in a text that could not be read as a document."""
    return [
        Claim(line[2].partition(" #")[0], Mark(number, 1 + line.start(1)))
        for number, written in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1)
        if (line := _LINE.match(written)) and _means_key(line[1], context)
    ]


_LINE = re.compile(r"[^\w\n]{0,40}(\w[^:=\n]{0,40}?)(?:\s*[:=]|\s|$)(.*)")
"""The first word of a line, or all that stands before its colon, and the rest."""

_LONGEST = 40
"""Characters of what may be meant as the word for the key."""


def _means_key(text: str, context: Context) -> bool:
    """Tell whether a word stands for the key, is one of several that do (« ma clé »), or is it with a slip."""
    vocabulary = context.vocabulary
    if len(text) > _LONGEST or vocabulary.knows(text):
        return vocabulary.meaning("envelope", text[:_LONGEST]) == "key"
    form = fold(text)
    words = vocabulary.forms("envelope", "key")
    return any(word in form.split() or _is_near(form, word) for word in words)


def _is_near(form: str, word: str) -> bool:
    """Tell whether ``form`` is ``word`` with one slip, so that no other word of an order file is."""
    if len(form) < 3:
        return False
    from difflib import SequenceMatcher

    return SequenceMatcher(None, form, word).ratio() >= (0.66 if len(form) == 3 else 0.8)
