"""What stands around the orders in an order file: whose they are, for which turn, what of them there is."""

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
    """Return the standing orders in a canonical document."""
    player = sender_in(root, campaign)
    if isinstance(player, str) and isinstance(root.get("standing"), dict):
        yield Given(player, root["standing"], ("standing",))


def words_in(root: Plain, campaign: Campaign) -> Iterator[Given]:
    """Return the word in a canonical document on which draws hang, as that of its player: no orders are with it."""
    player = sender_in(root, campaign)
    if isinstance(player, str) and isinstance(root.get("luck"), str):
        yield Given(player, {}, ("luck",))


def entries_in(root: Plain, progress: Progress) -> Iterator[Given]:
    """Return each player's orders in a canonical document."""
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
    """Return the player whose orders a file holds: the one it names, or the one who speaks for the camp it names."""
    player = root.get("player")
    if player is None and isinstance(root.get("camp"), str):
        return campaign.game.setup.spokesman(campaign.setting, root["camp"])
    return player if isinstance(player, str) else None


def without_camp(fault: Fault, faults: Sequence[Fault], document: Document, context: Context) -> Fault:
    """Return the fault of a line with a camp, of all ``faults`` of a player's file, as one that says that it need not
    stand there; any other as it is, and that of a part of an order: its word, or another part of it, stands beside.
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
    """Return what a document holds: orders, unless standing ones or a word are all of it, or its ``turn`` is past."""
    standing, past = "standing" in root, turn is not None and turn < stage.turn
    orders = (readable or "orders" in root or not (standing or "luck" in root)) and not past
    return (*(("orders",) if orders else ()), *(("standing",) if standing else ()))


MOST_AHEAD = 5
"""Turns that orders may be sent ahead at most: beyond it, a number is a slip of the hand."""


def later_phase(turn: int | None, progress: Progress, stage: Stage) -> str | None:
    """Return the phase by which a file for a later ``turn`` is read; None for one that is for the stage awaited."""
    if turn is None or turn <= stage.turn:
        return None
    return progress.campaign.game.orders.later_phase(stage.phase)


def is_too_far(turn: int | None, stage: Stage) -> bool:
    """Tell whether a turn is later than any that orders may be sent for."""
    return turn is not None and turn > stage.turn + MOST_AHEAD


def turn_named(document: Document, context: Context) -> int | None:
    """Return the turn that a file names, before its phase is known: the word for it is that of all games."""
    for key, value in document.root.items() if isinstance(document.root, dict) else ():
        if context.vocabulary.meaning("envelope", key) == "turn":
            return whole_number(value)
    return None


def whole_number(value: Any) -> int | None:
    """Return a number as it is written in digits, None for anything else."""
    return int(value) if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 10 else None


# What the lines of an order file tell of it even where it cannot be understood: whose it is, and for which turn.


_LONGEST_WORD = 40
_MOST = 1 << 16
"""Characters looked at: more are no order file, and whose it is stands at its beginning."""


class EnvelopeLine(NamedTuple):
    """A line that begins with a word of the envelope: the canonical word, what follows it, where it stands."""

    word: str
    value: str
    mark: Mark


def lines_told(data: bytes, context: Context) -> list[EnvelopeLine]:
    """Return the lines of a file that begin with a word of the envelope and a colon, however broken the rest is."""
    return list(_lines(text_of(data), context))


def _lines(text: str, context: Context) -> Iterator[EnvelopeLine]:
    begun = inside = False
    for number, line in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1):
        key, colon, value = line.partition(":")
        inside = inside and not line.isspace() and line != ""
        if not colon or len(key) > _LONGEST_WORD or key[:1].isspace():
            continue
        word = context.vocabulary.meaning("envelope", key)
        if word != "player":  # an order that has lost its indentation may name a player of its own
            inside = begun and word is None and (inside or not value.strip())
        begun |= word is not None
        if word is not None and not inside:
            yield EnvelopeLine(word, value.partition(" #")[0].strip(" \t\u00a0\u202f\"'«»"), Mark(number))


def text_of(data: bytes, most: int = _MOST) -> str:
    """Return the text of a file, also of one in an encoding of Windows, which is refused for it; not endless."""
    try:
        return data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")[:most]
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")[:most]


def senders(lines: Sequence[EnvelopeLine], campaign: Campaign, context: Context) -> dict[str, Mark]:
    """Return by whom a file says that it is, each with its first place: players' names where they are known.

    Nobody, where it is a table of several players' orders. A substitute's name means the one for whom he stands in.
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
