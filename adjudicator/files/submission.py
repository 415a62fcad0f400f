"""An order file judged: understood and allowed, or refused with all its faults. Nothing is written here."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from adjudicator.core.faults import Fault, Path
from adjudicator.core.phrase import Listed, Phrase
from adjudicator.core.ruleset import Plain, Receipt, Stage
from adjudicator.files.campaign import Campaign
from adjudicator.files.schemas import game_schema
from adjudicator.files.stages import Progress
from adjudicator.files.voice import objected

if TYPE_CHECKING:
    from adjudicator.core.context import Context
    from adjudicator.files.strict_yaml import Document
    from adjudicator.files.understanding import Understood

_ENVELOPE = ("player", "camp", "turn", "key", "note", "players", "orders", "standing")


@dataclass
class Submission:
    """What became of one order file: orders by player if it has no faults, else its faults."""

    source: str
    orders: dict[str, Plain] = field(default_factory=dict)
    standing: dict[str, Plain] = field(default_factory=dict)
    """Standing orders, which hold until others come."""
    receipts: dict[str, Receipt] = field(default_factory=dict)
    players: list[str] = field(default_factory=list)
    """Whose orders the file holds, good or not, as far as that could be read."""
    note: str | None = None
    table: bool = False
    """Whether it is the MJ's: a table of several players' orders, some of which may not even be readable."""
    later: int | None = None
    """The later turn that the orders are for, good or not; None for the stage awaited."""
    kinds: tuple[str, ...] = ("orders",)
    """What the file holds, good or not: ``orders``, ``standing`` ones, or both."""
    fates: dict[str, Phrase] = field(default_factory=dict)
    """By player, what happens in the stage awaited if nothing more comes."""
    faults: list[Fault] = field(default_factory=list)

    @property
    def accepted(self) -> bool:
        """Whether the file was accepted: all of it, or nothing."""
        return not self.faults


def judge(data: bytes, source: str, progress: Progress, language: str | None = None, ahead: bool = False) -> Submission:
    """Judge the bytes of one order file for the stage that is awaited; never raises for what the file holds.

    A file for a later turn is judged by what can be known of that turn now. One that came ``ahead`` and whose turn is
    awaited now has proved its key when it came.
    """
    from adjudicator.files import strict_yaml

    submission = Submission(source)
    stage = progress.stage
    document = strict_yaml.read(unwrapped(data))
    if stage is None:
        submission.faults = [Fault("game-over")]
    elif not document.complete or not isinstance(document.root, dict):
        submission.faults = document.faults or [_no_orders(document)]
    else:
        _judge_document(document, submission, progress, stage, language, ahead)
    return submission


def unwrapped(data: bytes) -> bytes:
    """Return what stands in the one ``[code]`` or fence of a forum's paste, if there is one; lines keep their numbers.

    A greeting before it and a signature after it are no orders; nor is how a forum's post looks.
    """
    data = _without_looks(data)
    opening = _OPENING.search(data)
    closing = _CLOSING.search(data, opening.end()) if opening else None
    if opening is None or closing is None or _OPENING.search(data, closing.end()):
        return data
    end = opening.end()
    return b"\n" * data.count(b"\n", 0, end) + data[end : closing.start()]


def _without_looks(data: bytes) -> bytes:
    """Return a forum's post without the tags that only say how it looks, as ``[b]…[/b]``.

    ``[b]`` may be a list of one name: tags are known by the one that closes, which no YAML holds.
    """
    return _TAG.sub(b"", data) if _CLOSING_TAG.search(data) else data


_LOOKS = rb"(?:b|i|u|s|size|color|font|center|left|right|justify|quote|spoiler|hide)"
_TAG = re.compile(rb"\[/?" + _LOOKS + rb"(?:=[^\]\n]*)?\]", re.IGNORECASE)
_CLOSING_TAG = re.compile(rb"\[/" + _LOOKS + rb"\]", re.IGNORECASE)
_OPENING = re.compile(
    rb"^[ \t\xef\xbb\xbf]*(?:\[code(?:=\w+)?\]|```[a-z]*(?=\s)(?!\s*\Z))[ \t]*\r?\n?", re.IGNORECASE | re.MULTILINE
)
_CLOSING = re.compile(rb"\s*(?:\[/code\]|```)", re.IGNORECASE)


def _no_orders(document: Document) -> Fault:
    if document.root is None:
        return Fault("empty-file")
    kind = "expected.array" if isinstance(document.root, list) else "expected.string"
    return Fault("not-a-map", document.values.get((), Fault("").mark), expected=(kind,))


def _judge_document(
    document: Document, submission: Submission, progress: Progress, stage: Stage, language: str | None, ahead: bool
) -> None:
    from adjudicator.files.strict_yaml import MAX_FAULTS
    from adjudicator.files.understanding import understand
    from adjudicator.files.validation import validate

    campaign = progress.campaign
    context = campaign.context(language)
    later = _later_phase(document, progress, stage, context)
    schema = game_schema(campaign.game.id, later or stage.phase)
    understood = understand(document, schema, context)
    faults = [*document.faults, *understood.faults, *validate(understood, schema, context)]
    envelope = [] if ahead else list(_envelope_faults(understood, campaign, stage, later is not None))
    faults += envelope
    entries, standing = list(_entries(understood.root, progress)), list(_standing(understood.root, campaign))
    if standing and campaign.when_missing == "nothing":
        faults.append(Fault("no-standing-here", understood.mark(("standing",), on_key=True)))
    rules, setting, state = campaign.game, campaign.setting, progress.state
    # Who has not the player's key is told nothing that is judged on that player's view.
    forged = any(fault.code == "wrong-key" for fault in envelope)
    objections = rules.objections if later is None else rules.ahead_objections
    judged = () if forged else ((objections, entries), (rules.standing_objections, standing))
    for judge_one, given in judged:
        for player, orders, base in given:
            faults += [objected(each, understood, base) for each in judge_one(setting, state, player, orders)]
    submission.faults = sorted(faults, key=lambda fault: fault.mark)[:MAX_FAULTS]
    submission.players = list(dict.fromkeys(player for player, _, _ in (*entries, *standing)))
    submission.note = understood.root.get("note")
    submission.table = "players" in understood.root
    submission.kinds = _kinds(understood.root, bool(entries))
    if later is not None and "orders" in submission.kinds:
        submission.later = _turn_named(document, context)
    if not faults:
        submission.orders = {player: orders for player, orders, _ in entries}
        submission.standing = {player: orders for player, orders, _ in standing}
        submission.receipts = {player: _receipt(submission, player, progress) for player in submission.players}


def _kinds(root: Plain, readable: bool) -> tuple[str, ...]:
    """Return what a document holds: orders, unless standing ones are all that there is."""
    standing = "standing" in root
    orders = readable or "orders" in root or not standing
    return (*(("orders",) if orders else ()), *(("standing",) if standing else ()))


MOST_AHEAD = 10
"""Turns that orders may be sent ahead at most: beyond it, a number is a slip of the hand."""


def _later_phase(document: Document, progress: Progress, stage: Stage, context: Context) -> str | None:
    """Return the phase by which a file for a later turn is read; None for one that is for the stage awaited."""
    turn = _turn_named(document, context)
    if turn is None or not stage.turn < turn <= stage.turn + MOST_AHEAD:
        return None
    return progress.campaign.game.later_phase(progress.campaign.setting, progress.state)


def _turn_named(document: Document, context: Context) -> int | None:
    """Return the turn that a file names, before its phase is known: the word for it is that of all games."""
    for key, value in document.root.items() if isinstance(document.root, dict) else ():
        if context.vocabulary.meaning("envelope", key) == "turn":
            return int(value) if isinstance(value, str) and value.isascii() and value.isdigit() else None
    return None


def _receipt(submission: Submission, player: str, progress: Progress) -> Receipt:
    """Return what a player is told of his orders, and of his standing ones if he gave any."""
    rules, setting = progress.campaign.game, progress.campaign.setting
    receipt = Receipt(())
    if player in submission.orders:
        say = rules.receipt if submission.later is None else rules.ahead_receipt
        receipt = say(setting, progress.state, player, submission.orders[player])
    if player in submission.orders and submission.later is not None:
        kept = Phrase("receipt.later", {"turn": submission.later})
        receipt = receipt._replace(besides=(*receipt.besides, kept))
    if player not in submission.standing:
        return receipt
    said = tuple(rules.standing_said(setting, player, submission.standing[player]))
    kept = Phrase("receipt.standing", {"list": Listed(said)}) if said else Phrase("receipt.standing.none")
    return receipt._replace(besides=(*receipt.besides, kept))


def _standing(root: Plain, campaign: Campaign) -> Iterator[tuple[str, Plain, Path]]:
    """The standing orders in a canonical document, as :func:`_entries` gives orders."""
    player = _sender(root, campaign)
    if isinstance(player, str) and isinstance(root.get("standing"), dict):
        yield player, root["standing"], ("standing",)


def _entries(root: Plain, progress: Progress) -> Iterator[tuple[str, Plain, Path]]:
    """Each player's orders in a canonical document, with the path at which they stand."""
    if isinstance(root.get("players"), dict):
        for player, orders in root["players"].items():
            if isinstance(orders, dict):
                yield player, orders, ("players", player)
        return
    player = _sender(root, progress.campaign)
    orders = root.get("orders", {key: value for key, value in root.items() if key not in _ENVELOPE})
    if not orders and "standing" in root and "orders" not in root:
        return
    if isinstance(player, str) and isinstance(orders, dict):
        yield player, orders, ("orders",) if "orders" in root else ()


def _sender(root: Plain, campaign: Campaign) -> str | None:
    """The player whose orders a file holds: the one it names, or the one who speaks for the camp it names."""
    player = root.get("player")
    if player is None and isinstance(root.get("camp"), str):
        return campaign.game.spokesman(campaign.setting, root["camp"])
    return player if isinstance(player, str) else None


def _envelope_faults(understood: Understood, campaign: Campaign, stage: Stage, later: bool) -> Iterator[Fault]:
    root = understood.root
    turn = root.get("turn")
    if isinstance(turn, int) and turn != stage.turn and not later:
        awaited = stage.said
        yield Fault("wrong-turn", understood.mark(("turn",)), str(turn), values={"stage": awaited})
    key, player = root.get("key"), _sender(root, campaign)
    if isinstance(key, str) and isinstance(player, str) and not same_key(key, order_key(campaign.seed, stage, player)):
        yield Fault("wrong-key", understood.mark(("key",)), str(key))


# Keys --------------------------------------------------------------------------------------------------------

_ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Letters and digits that nobody takes for one another: no I, O, 0, 1."""


def order_key(seed: str, stage: Stage, player: str) -> str:
    """Return the short key that only ``player`` is told: it proves that orders for ``stage`` come from him."""
    import hmac

    digest = hmac.digest(seed.encode(), f"key|{stage.label}|{player}".encode(), "sha256")
    letters = "".join(_ALPHABET[byte % len(_ALPHABET)] for byte in digest[:8])
    return f"{letters[:4]}-{letters[4:]}"


def same_key(given: Any, key: str) -> bool:
    """Compare a key as a player typed it, ignoring case and marks."""
    letters = "".join(character for character in str(given).upper() if character.isalnum())
    import hmac

    return hmac.compare_digest(letters.encode(), key.replace("-", "").encode())
