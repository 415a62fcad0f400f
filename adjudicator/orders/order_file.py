"""The envelope of an order file, that is, what stands around the orders: player, turn, kind of content.

It is read from a canonical document, or line by line where the file cannot be understood.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.seats import stood_in_for
from adjudicator.campaign.stages import Progress
from adjudicator.core.context import Context
from adjudicator.core.faults import Fault, KeyPath, Mark
from adjudicator.core.plain import Plain
from adjudicator.core.stage import Stage
from adjudicator.core.words import fold

if TYPE_CHECKING:
    from adjudicator.reading.strict_yaml import Document


_ENVELOPE = ("player", "camp", "turn", "key", "note", "players", "orders", "standing", "luck")


class Given(NamedTuple):
    """One player's orders in a canonical document, with the path at which they stand."""

    player: str
    orders: Plain
    path: KeyPath


def standing_in(root: Plain, campaign: Campaign) -> Iterator[Given]:
    """Yield the standing orders in a canonical document."""
    player = sender_in(root, campaign)
    if isinstance(player, str) and isinstance(root.get("standing"), dict):
        yield Given(player, root["standing"], ("standing",))


def words_in(root: Plain, campaign: Campaign) -> Iterator[Given]:
    """Yield the word for the draws in a canonical document, as that of its player; ``orders`` is empty there."""
    player = sender_in(root, campaign)
    if isinstance(player, str) and isinstance(root.get("luck"), str):
        yield Given(player, {}, ("luck",))


def entries_in(root: Plain, progress: Progress) -> Iterator[Given]:
    """Yield each player's orders in a canonical document."""
    if isinstance(root.get("players"), dict):
        for player, orders in root["players"].items():
            if isinstance(orders, dict):
                yield Given(player, orders, ("players", player))
        return
    player = sender_in(root, progress.campaign)
    orders = root.get("orders", {key: value for key, value in root.items() if key not in _ENVELOPE})
    if not orders and ("standing" in root or "luck" in root) and "orders" not in root:
        return
    if isinstance(player, str) and isinstance(orders, dict):
        yield Given(player, orders, ("orders",) if "orders" in root else ())


def sender_in(root: Plain, campaign: Campaign) -> str | None:
    """Return the player whose orders a file holds: the one it names, or the spokesman of the camp it names."""
    player = root.get("player")
    if player is None and isinstance(root.get("camp"), str):
        return campaign.game.setup.spokesman(campaign.setting, root["camp"])
    return player if isinstance(player, str) else None


def without_camp(fault: Fault, faults: Sequence[Fault], document: Document, context: Context) -> Fault:
    """Return the fault of a needless line with a camp as one that says so, and any other fault unchanged.

    ``faults`` are all faults of a player's file. The fault of a camp that is a part of an order stays as it is: the
    word of that order, or another part of it, stands beside.
    """
    words, found = context.vocabulary, fault.found or ""
    if words.meaning("envelope", found) != "camp":
        return fault
    word = fault.values.get("word")
    parts = [other for other in faults if other.code == "belongs-below" and other.values.get("word") == word]
    given = any(words.meaning("orders", str(path[-1])) == words.meaning("orders", str(word)) for path in document.keys)
    above = fault.code == "unknown-word" and document.keys.get((found,)) == fault.mark
    among = fault.code == "belongs-below" and not given and len(parts) == 1
    return Fault("camp-needless", fault.mark, found) if above or among else fault


def kinds_in(root: Plain, readable: bool, turn: int | None, stage: Stage) -> tuple[str, ...]:
    """Return what a document holds: ``orders``, ``standing``, or both.

    It holds no orders if it has only standing ones or a word for the draws, or if its ``turn`` is past.
    """
    standing, past = "standing" in root, turn is not None and turn < stage.turn
    orders = (readable or "orders" in root or not (standing or "luck" in root)) and not past
    return (*(("orders",) if orders else ()), *(("standing",) if standing else ()))


MOST_AHEAD = 5
"""How many turns ahead orders may be sent; a higher number is taken for a typing mistake."""


def later_phase(turn: int | None, progress: Progress, stage: Stage) -> str | None:
    """Return the phase by which a file for a later ``turn`` is read; None if it is for the stage awaited."""
    if turn is None or turn <= stage.turn:
        return None
    return progress.campaign.game.orders.later_phase(stage.phase)


def is_too_far(turn: int | None, stage: Stage) -> bool:
    """Return whether a turn is later than any that orders may be sent for."""
    return turn is not None and turn > stage.turn + MOST_AHEAD


def turn_named(document: Document, context: Context) -> int | None:
    """Return the turn that a file names, or None.

    This works before the phase is known, because the word for the turn is the same in all games.
    """
    for key, value in document.root.items() if isinstance(document.root, dict) else ():
        if context.vocabulary.meaning("envelope", key) == "turn":
            return whole_number(value)
    return None


def whole_number(value: Any) -> int | None:
    """Return the number written in digits; None for anything else."""
    return int(value) if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 10 else None


# The envelope read line by line, for a file that cannot be understood.


_LONGEST_WORD = 40
_MOST = 1 << 16
"""How many characters are read; a longer text is no order file, and the envelope stands at its beginning."""


class EnvelopeLine(NamedTuple):
    """A line that begins with an envelope word: the canonical word, what follows it, and its place."""

    word: str
    value: str
    mark: Mark


def lines_told(data: bytes, context: Context) -> list[EnvelopeLine]:
    """Return the lines of a file that begin with an envelope word and a colon, even if the rest is malformed."""
    return list(_lines(text_of(data), context))


def _lines(text: str, context: Context) -> Iterator[EnvelopeLine]:
    begun = inside = False
    for number, line in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1):
        key, colon, value = line.partition(":")
        inside = inside and not line.isspace() and line != ""
        if not colon or len(key) > _LONGEST_WORD or key[:1].isspace():
            continue
        word = context.vocabulary.meaning("envelope", key)
        if word != "player":  # but "player" may also be an argument of an order that has lost its indentation
            inside = begun and word is None and (inside or not value.strip())
        begun |= word is not None
        if word is not None and not inside:
            yield EnvelopeLine(word, value.partition(" #")[0].strip(" \t\u00a0\u202f\"'«»"), Mark(number))


def text_of(data: bytes, most: int = _MOST) -> str:
    """Return at most ``most`` characters of a file's text.

    A text in a Windows encoding is decoded too, though such a file is refused.
    """
    try:
        return data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")[:most]
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")[:most]


def senders(lines: Sequence[EnvelopeLine], campaign: Campaign, context: Context) -> dict[str, Mark]:
    """Return the players that a file names as its own, each with the place of the first mention.

    Known players appear by their proper names. A substitute's name stands for the player whom he replaces. The result
    is empty for a table of several players' orders.
    """
    found: dict[str, Mark] = {}
    if any(line.word == "players" for line in lines):
        return found
    for line in lines:
        if line.word == "player" and fold(line.value):
            found.setdefault(_meant(line.value, campaign, context), line.mark)
    return found


def _meant(name: str, campaign: Campaign, context: Context) -> str:
    known = context.players.find(name) if context.players else None
    stood_in = stood_in_for(campaign.plain, name)
    return known or (stood_in[0] if len(stood_in) == 1 else name)
