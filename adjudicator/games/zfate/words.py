"""The ladder, and the kinds of values that only this game's files contain."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from adjudicator.core.context import Context, Kind, read_integer
from adjudicator.core.faults import Phrase, PhraseArgument, Unread, Word
from adjudicator.core.words import LONGEST, composed

RUNGS = ("terrible", "poor", "mediocre", "average", "fair", "good", "great", "superb", "fantastic", "epic", "legendary")
LADDER = dict(enumerate(RUNGS, -2))
"""Z06. The levels that have a word; the ladder is open at both ends (Z07)."""
NO_NAME = Word("nothing", "nothing")
"""What a fault says in place of a name that is missing."""
FACES = {"+": 1, "0": 0, "-": -1, "−": -1}
"""Z01. The faces of a die as they are written."""


def level_said(level: int) -> PhraseArgument:
    """Return a level as it is shown: « Bon (+3) », or the number alone beyond the words."""
    if level not in LADDER:
        return signed(level)
    return Phrase("level", {"word": Word("ladder", LADDER[level]), "number": signed(level)})


def signed(number: int) -> str:
    """Return a number with its sign: « +9 », « −3 », « 0 »."""
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"


def read_level(node: Any, context: Context) -> int:
    """Read a level of the ladder, a number or a word."""
    meaning = context.vocabulary.meaning("ladder", node) if isinstance(node, str) else None
    return _read_number(node, context) if meaning is None else RUNGS.index(meaning) - 2


def read_ladder_word(node: Any, context: Context) -> str:
    """Read how a level is shown: one of the words of the ladder, or a number."""
    known = isinstance(node, str) and not node.strip(" +-−").isdigit()
    return word_or_text("ladder")(node, context) if known else str(node)


def _read_number(node: Any, context: Context) -> int:
    """Read a number that may have a sign."""
    return read_integer(node.strip().replace("−", "-").removeprefix("+") if isinstance(node, str) else node, context)


def read_throw(node: Any, context: Context) -> list[int]:
    """Read a throw of four dice: their sum, or the four faces as « +0-+ »."""
    if isinstance(node, str) and len(node) == 4 and all(face in FACES for face in node):
        return [FACES[face] for face in node]
    total = _read_number(node, context)
    if abs(total) > 4:
        raise Unread(("expected.throw",))
    return faces_of(total)


def faces_of(total: int) -> list[int]:
    """Return four faces with this sum."""
    one = 1 if total > 0 else -1
    return [one] * abs(total) + [0] * (4 - abs(total))


def word_or_text(*places: str) -> Kind:
    """Return a reader of the words of some places, which leaves any other text as it is."""

    def read(node: Any, context: Context) -> Any:
        if not isinstance(node, str):
            raise Unread(("expected.free-text",))
        meant = (context.vocabulary.meaning(place, node) for place in places)
        return next((meaning for meaning in meant if meaning), None) or _default_named(node, context)

    return read


def _default_named(text: str, context: Context) -> str:
    """Return a text; « légère : Goule », which the program itself writes, as the table has it."""
    what, colon, whose = text.partition(":")
    level = context.vocabulary.meaning("levels", what.strip()) if colon else None
    return composed(f"{level} : {whose.strip()}" if level else text.strip(), LONGEST)


def read_entry(node: Any, context: Context) -> Any:
    """Read an entry of the ledger in a case: an amount, an account or a reason."""
    with suppress(Unread):
        return read_integer(node, context)
    return word_or_text("accounts", "reasons")(node, context)


def read_place(node: Any, context: Context) -> str:
    """Read the key of a question, whose parts are parted by slashes."""
    parts = node.split("/") if isinstance(node, str) else [""]
    return "/".join(word_or_text("levels", "invoked")(part, context) for part in parts)


KINDS: dict[str, Kind] = {
    "level": read_level,
    "throw": read_throw,
    "roll": word_or_text("rolls"),
    "target": word_or_text("targets"),
    "bearer": word_or_text("bearers"),
    "invoked": word_or_text("invoked"),
    "free-text": word_or_text(),
    **dict.fromkeys(("skill-name", "person", "against", "zone-name", "own-weapon", "own-stunt"), word_or_text()),
    "account": word_or_text("accounts"),
    "absorbing": word_or_text("levels"),
    "ladder-word": read_ladder_word,
    "entry": read_entry,
    "place": read_place,
}
