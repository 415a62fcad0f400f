"""The short key that only a player is told, and the lines of an order file that claim to have it.

A file without a key is as good as the hand that brings it: the MJ's. One that claims to have one must have the right
one. Whatever is wrong in or near such a line is a wrong key, and whoever sent the file is then told nothing else.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.campaign.seats import NOBODY_MOVED, Seats
from adjudicator.campaign.stages import Progress
from adjudicator.core.context import Context
from adjudicator.core.faults import Fault, KeyPath, Mark, Phrase
from adjudicator.core.game import Receipt
from adjudicator.core.stage import Stage
from adjudicator.core.words import fold
from adjudicator.reading.schemas import Schema, game_schema, has_schema

if TYPE_CHECKING:
    from adjudicator.reading.strict_yaml import Document


_ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Letters and digits that nobody takes for one another: no I, O, 0, 1."""


def order_key(seed: str, stage: Stage, holder: str) -> str:
    """Return the short key that only ``holder`` (see ``Seats.holder``) is told: it proves whose orders."""
    import hmac

    digest = hmac.digest(seed.encode(), f"key|{stage.label}|{holder}".encode(), "sha256")
    return in_letters(digest, 2)


def mj_key(seed: str, stage: Stage) -> str:
    """Return the short key that only the MJ is told: by it his mails act on the campaign while ``stage`` is awaited."""
    import hmac

    return in_letters(hmac.digest(seed.encode(), f"mj|{stage.label}".encode(), "sha256"), 2)


def question_code(seed: str, mail: str) -> str:
    """Return by what an answer to the question is known whether a ``mail``, by its hash, is its player's."""
    import hmac

    return in_letters(hmac.digest(seed.encode(), f"question|{mail}".encode(), "sha256"), 3)


def in_letters(digest: bytes, groups: int) -> str:
    """Return so many ``groups`` of four letters and digits by which a ``digest`` can be told."""
    letters = "".join(_ALPHABET[byte % len(_ALPHABET)] for byte in digest[: 4 * groups])
    return "-".join(letters[first : first + 4] for first in range(0, len(letters), 4))


class Claim(NamedTuple):
    """A line for the key: what stands there, and where the line is."""

    text: str
    mark: Mark

    def has(self, key: str) -> bool:
        """Tell whether the key stands there, ignoring case and marks."""
        return key.replace("-", "") in "".join(filter(str.isalnum, self.text.upper()))


class Claims(NamedTuple):
    """The lines for a key in a file of these ``players``, or in a ``table`` of several players' orders."""

    lines: Sequence[Claim]
    players: Sequence[str]
    table: bool
    seed: str
    seats: Seats = NOBODY_MOVED

    def wrong(self, stages: Sequence[Stage]) -> Mark | None:
        """Return where the first line for a key stands if none has that of the player for one of the ``stages``.

        None if one has, if there is no such line, and where nobody knows the player: then nobody is told anything. A
        table has no key that would be right.
        """
        if not self.lines or not (self.players or self.table):
            return None
        holders = list(map(self.seats.holder, self.players))
        right = [order_key(self.seed, stage, holder) for stage in stages for holder in holders]
        proven = not self.table and any(line.has(key) for line in self.lines for key in right)
        marks = [line.mark for line in self.lines]
        return None if proven else min(marks, key=lambda mark: (mark.line, -mark.column))


def stages_of(progress: Progress, turn: int | None) -> list[Stage]:
    """Return the stages of a ``turn`` that have been played."""
    played = [progress.stage_played(index) for index in range(len(progress.folders))]
    return [stage for stage in played if stage.turn == turn]


# In a document that could be read ------------------------------------------------------------------------------


def claims_in(document: Document, context: Context) -> list[Claim]:
    """Return the lines for a key where one belongs, or among somebody's orders; its word may be misspelt."""
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


def _in_map(orders: Mapping[str, Any], path: KeyPath, document: Document, context: Context) -> Iterator[Claim]:
    for key, value in orders.items():
        if _means_key(key, context):
            yield Claim(value if isinstance(value, str) else "", document.keys[(*path, key)])


_LONGEST = 80
"""Characters of what may be meant as the word for the key, with the words around it."""


def _means_key(text: str, context: Context) -> bool:
    """Tell whether a word stands for the key, is one of several that do (« ma clé »), or is it with a slip."""
    vocabulary = context.vocabulary
    if len(text) > _LONGEST or vocabulary.knows(text):
        return vocabulary.meaning("envelope", text[:_LONGEST]) == "key"
    form = fold(_shown(text))
    words = _words(context)
    return any(word in form.split() or _is_near(form, word) for word in words) and not _is_name(form, context)


def _is_name(form: str, context: Context) -> bool:
    return bool(context.players and context.players.find(form)) or bool(context.camps and context.camps.find(form))


def _words(context: Context) -> list[str]:
    """Return the words for a key, folded, but for those that somebody here is called by."""
    words = {*context.vocabulary.forms("envelope", "key"), *_SEVERAL}
    return sorted(word for word in words if not _is_name(word, context))


_SEVERAL = ("cles", "clefs", "keys")


def _is_near(form: str, word: str) -> bool:
    """Tell whether ``form`` is ``word`` with one slip, so that no other word of an order file is."""
    if len(form) <= 3:
        return False
    from difflib import SequenceMatcher

    return SequenceMatcher(None, form, word).ratio() >= 0.8


def _shown(text: str) -> str:
    """Return what is seen of a text: copied from a forum, it may have signs in it that show nothing."""
    return text if text.isascii() else "".join(c for c in text if unicodedata.category(c) != "Cf")


# In the lines of a text, however broken ------------------------------------------------------------------------


def claims_in_lines(text: str, context: Context) -> list[Claim]:
    """Return the lines of a text in which a word for the key stands before a sign for « is », or something like a key.

    Lines that begin with the word for a note are none.
    """
    words = _pattern(context)
    return [
        Claim(line, Mark(number))
        for number, line in enumerate(text.splitlines(), 1)
        if _has_word(line, words) and not _is_note(line, context)
    ]


def claims_outside(text: str, block: str, context: Context) -> list[Claim]:
    """Return the lines of a pasted text that begin with a word for the key, outside the ``block`` that was read."""
    inside = dict(enumerate(block.splitlines(), 1))
    found = claims_in_lines(text, context)
    return [claim for claim in found if not inside.get(claim.mark.line, "").strip() and _begins(claim.text, context)]


_ACCENT = r"(?:e\u0301?|é|=c3=a9|=e9|&eacute;|&#233;|&#xe9;|ã©|\\u00e9|\\xe9)"
"""The accent of « clé » as mails, pages and escapes write it."""


def _pattern(context: Context) -> re.Pattern[str]:
    written = "|".join(re.escape(word).replace("cle", f"cl{_ACCENT}") for word in _words(context))
    return re.compile(rf"(?<![^\W_])(?:{written})(?![^\W_])")


def _has_word(line: str, words: re.Pattern[str]) -> bool:
    seen = _shown(line[:_MOST]).casefold()
    found = words.search(seen)
    if found is None:
        return False
    rest = seen[found.end() :]
    if ":" in rest or "=" in rest or seen.lstrip().startswith("?"):
        return True
    return re.search(r"(?<![A-Za-z0-9])[A-Z0-9]{4}[- ]?[A-Z0-9]{4}(?![A-Za-z0-9])", line) is not None


_MOST = 2000
"""Characters looked at of a line."""


def _is_note(line: str, context: Context) -> bool:
    return context.vocabulary.meaning("envelope", line.partition(":")[0][:_LONGEST]) == "note"


def _begins(line: str, context: Context) -> bool:
    head = re.split(r"[:=]", _shown(line[:_MOST]), maxsplit=1)[0].strip("\"'*_ \t>-")
    return fold(head) in _words(context)


# The word of his own that a player may send with the orders of the first stage, where the campaign asks for it.


def takes_words(progress: Progress) -> bool:
    """Tell whether players may send a word for the stage awaited: the first of a campaign that asks for them.

    None can where the first stage is not the one with which the game begins: it was played by hand until then.
    """
    campaign, stage = progress.campaign, progress.stage
    if not campaign.asks_for_words or progress.folders or stage is None:
        return False
    return has_schema(campaign.game.id, _with_words(stage.phase))


def order_schema(progress: Progress, later: str | None = None) -> Schema:
    """Return the schema of order files for the stage awaited, or for a ``later`` phase."""
    game, stage = progress.campaign.game.id, progress.stage
    if later is not None or stage is None:
        return game_schema(game, later or progress.state.phase)
    return game_schema(game, _with_words(stage.phase) if takes_words(progress) else stage.phase)


def _with_words(phase: str) -> str:
    return f"{phase}-luck"


def with_word(receipt: Receipt | None, word: str) -> Receipt:
    """Return a receipt, of a file with orders or without, that says back a player's word."""
    before = receipt or Receipt(())
    return before._replace(besides=(*before.besides, Phrase("receipt.luck", {"word": word})))


def misplaced(fault: Fault, progress: Progress, context: Context) -> Fault:
    """Return the fault of a word that is not awaited as one that says so; any other as it is."""
    if fault.code != "unknown-word" or context.vocabulary.meaning("envelope", fault.found or "") != "luck":
        return fault
    if takes_words(progress):
        return fault
    return Fault("luck-late" if progress.campaign.asks_for_words else "luck-off", fault.mark, fault.found)
