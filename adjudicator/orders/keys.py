"""Keys: the short codes that prove who wrote, and the lines of an order file that claim to hold one.

A file without a key is trusted as much as the person who brings it; a campaign may demand keys. A file that claims a
key must have the right one. Any mistake in or near such a line counts as a wrong key, and the sender is told only that.

The module also handles the word that a player may send with his first orders.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.campaign.seats import NOBODY_MOVED, Seats
from adjudicator.campaign.stages import Progress
from adjudicator.core.actions import Receipt
from adjudicator.core.context import Context
from adjudicator.core.faults import Fault, KeyPath, Mark, Phrase
from adjudicator.core.stage import Stage
from adjudicator.core.words import fold
from adjudicator.reading.schemas import Schema, game_schema, has_schema

if TYPE_CHECKING:
    from adjudicator.reading.strict_yaml import Document, Node


_ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Letters and digits that are not easily confused: no I, O, 0 or 1."""


def order_key(seed: str, stage: Stage, holder: str) -> str:
    """Return the short key of ``holder`` (see ``Seats.holder``): it proves whose orders a file holds."""
    return code_of(seed, f"key|{stage.label}|{holder}", 2)


def mj_key(seed: str, stage: Stage) -> str:
    """Return the MJ's short key: with it his mails act on the campaign while ``stage`` is awaited."""
    return code_of(seed, f"mj|{stage.label}", 2)


def question_code(seed: str, mail: str) -> str:
    """Return the code that identifies the answer to the question whether a mail came from its player.

    ``mail`` is the hash of that mail.
    """
    return code_of(seed, f"question|{mail}", 3)


def code_of(seed: str, what: str, groups: int) -> str:
    """Return the code that ``seed`` gives to a text, as ``groups`` groups of four letters and digits: ``ABCD-EFGH``."""
    import hmac

    digest = hmac.digest(seed.encode(), what.encode(), "sha256")
    letters = "".join(_ALPHABET[byte % len(_ALPHABET)] for byte in digest[: 4 * groups])
    return "-".join(letters[first : first + 4] for first in range(0, len(letters), 4))


class Claim(NamedTuple):
    """A line that seems to hold a key: its text, and its place."""

    text: str
    mark: Mark

    def has(self, key: str) -> bool:
        """Return whether the line contains the key; case and punctuation are ignored."""
        return key.replace("-", "") in "".join(filter(str.isalnum, self.text.upper()))


class Claims(NamedTuple):
    """The key lines in a file of these ``players``, or in a ``table`` of several players' orders."""

    lines: Sequence[Claim]
    players: Sequence[str]
    table: bool
    seed: str
    seats: Seats = NOBODY_MOVED

    def wrong(self, stages: Sequence[Stage]) -> Mark | None:
        """Return the place of the first key line if no line has a player's key for one of the ``stages``, else None.

        Also return None if there is no key line, or if the player is unknown, since then nobody is told anything. In a
        table no key is right.
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


# In a document ------------------------------------------------------------------------------


def claims_in(document: Document, context: Context) -> list[Claim]:
    """Return the key lines of a document, at its top and among anybody's orders; the word may be misspelt."""
    found: dict[KeyPath, Node] = {(): document.root}
    for key, value in document.root.items() if isinstance(document.root, dict) else ():
        word = context.vocabulary.meaning("envelope", key)
        if word in ("orders", "standing"):
            found[key,] = value
        elif word == "players" and isinstance(value, dict):
            found |= {(key, name): orders for name, orders in value.items()}
    return [
        Claim(value if isinstance(value, str) else "", document.keys[(*path, key)])
        for path, orders in found.items()
        for key, value in (orders.items() if isinstance(orders, dict) else ())
        if _means_key(key, context)
    ]


_LONGEST = 80
"""The longest text, in characters, that may stand for the word for the key."""


def _means_key(text: str, context: Context) -> bool:
    """Return whether a text means the key: a word for it, also among others (« ma clé ») or misspelt."""
    vocabulary = context.vocabulary
    if len(text) > _LONGEST or vocabulary.knows(text):
        return vocabulary.meaning("envelope", text[:_LONGEST]) == "key"
    form = fold(_shown(text))
    words = _words(context)
    return any(word in form.split() or _is_near(form, word) for word in words) and not _is_name(form, context)


def _is_name(form: str, context: Context) -> bool:
    return bool(context.players and context.players.find(form)) or bool(context.camps and context.camps.find(form))


def _words(context: Context) -> list[str]:
    """Return the words for a key, folded, without those that are also the name of a player or a camp."""
    words = {*context.vocabulary.forms("envelope", "key"), *_SEVERAL}
    return sorted(word for word in words if not _is_name(word, context))


_SEVERAL = ("cles", "clefs", "keys")


def _is_near(form: str, word: str) -> bool:
    """Return whether ``form`` is probably ``word`` with one typing mistake; no other order file word is so close."""
    if len(form) <= 3:
        return False
    from difflib import SequenceMatcher

    return SequenceMatcher(None, form, word).ratio() >= 0.8


def _shown(text: str) -> str:
    """Return the visible characters of a text: one copied from a forum may contain invisible ones."""
    return text if text.isascii() else "".join(c for c in text if unicodedata.category(c) != "Cf")


# In the lines of a text, even a malformed one ------------------------------------------------------------------


def claims_in_lines(text: str, context: Context) -> list[Claim]:
    """Return the lines in which a word for the key is followed by a colon, « = », or something like a key.

    Lines that begin with the word for a note do not count.
    """
    written = "|".join(re.escape(word).replace("cle", f"cl{_ACCENT}") for word in _words(context))
    words = re.compile(rf"(?<![^\W_])(?:{written})(?![^\W_])")
    return [
        Claim(line, Mark(number))
        for number, line in enumerate(text.splitlines(), 1)
        if _has_word(line, words)
        # A note may mention the key.
        and context.vocabulary.meaning("envelope", line.partition(":")[0][:_LONGEST]) != "note"
    ]


def claims_outside(text: str, block: str, context: Context) -> list[Claim]:
    """Return the lines that begin with a word for the key in a pasted text, outside the ``block`` that was read."""
    inside = dict(enumerate(block.splitlines(), 1))
    found = claims_in_lines(text, context)
    return [claim for claim in found if not inside.get(claim.mark.line, "").strip() and _begins(claim.text, context)]


_ACCENT = r"(?:e\u0301?|é|=c3=a9|=e9|&eacute;|&#233;|&#xe9;|ã©|\\u00e9|\\xe9)"
"""The accented « e » of « clé » in the spellings that mails, web pages and escape sequences produce."""


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
"""How many characters of a line are read."""


def _begins(line: str, context: Context) -> bool:
    head = re.split(r"[:=]", _shown(line[:_MOST]), maxsplit=1)[0].strip("\"'*_ \t>-")
    return fold(head) in _words(context)


# The word that each player may send with his first orders, if the campaign asks for it; the draws depend on it.


def takes_words(progress: Progress) -> bool:
    """Return whether players may send a word now: only for the first stage of a campaign that asks for words.

    A campaign that starts in the middle of a game takes none, since its first stage is not the first of the game.
    """
    campaign, stage = progress.campaign, progress.stage
    if not campaign.asks_for_words or progress.folders or stage is None:
        return False
    return has_schema(campaign.game.id, _with_words(stage.phase))


def order_schema(progress: Progress, later: str | None = None) -> Schema:
    """Return the schema of order files for the stage awaited, or for a ``later`` phase."""
    campaign, stage = progress.campaign, progress.stage
    phase = later or progress.state.phase
    if later is None and stage is not None and takes_words(progress):
        return game_schema(campaign.game.id, _with_words(phase))
    return game_schema(campaign.game.id, campaign.game.setup.order_schema(campaign.setting, phase))


def _with_words(phase: str) -> str:
    return f"{phase}-luck"


def with_word(receipt: Receipt | None, word: str) -> Receipt:
    """Return the receipt, or a new one if there is none, with a sentence that repeats a player's word."""
    before = receipt or Receipt(())
    return before._replace(besides=(*before.besides, Phrase("receipt.luck", {"word": word})))


def misplaced(fault: Fault, progress: Progress, context: Context) -> Fault:
    """Return the fault of a word for the draws that is not awaited as one that says so; any other fault unchanged."""
    if fault.code != "unknown-word" or context.vocabulary.meaning("envelope", fault.found or "") != "luck":
        return fault
    if takes_words(progress):
        return fault
    return Fault("luck-late" if progress.campaign.asks_for_words else "luck-off", fault.mark, fault.found)
