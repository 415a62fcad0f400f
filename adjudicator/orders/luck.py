"""The word of his own that a player may send with the orders of the first stage, where the campaign asks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.campaign.stages import Progress
from adjudicator.core.faults import Fault, Phrase
from adjudicator.core.game import Receipt
from adjudicator.reading.schemas import Schema, game_schema, has_schema

if TYPE_CHECKING:
    from adjudicator.core.context import Context


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
