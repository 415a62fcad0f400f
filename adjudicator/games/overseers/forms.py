"""What a form tells a player: the round, the cards that the player holds and has, and how cards are named."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.core.actions import Spelling
from adjudicator.core.faults import Listed, Phrase
from adjudicator.games.overseers.reports import card_said
from adjudicator.games.overseers.state import Setting, word_of, words_of
from adjudicator.games.overseers.views import PlayerView


def situation(view: PlayerView) -> Iterator[Phrase]:
    """Tell a player who leads, and the cards that the player holds, has taken, has or is offered."""
    if not view.overseer:
        return
    yield Phrase("situation.round", {"round": view.round, "leader": view.leader, "overseer": word_of(view.overseer)})
    for key, cards in (("offered", view.offered), ("hand", view.hand), ("taken", view.taken)):
        if cards:
            yield Phrase(f"situation.{key}", {"cards": words_of(cards)})
    if view.cards:
        yield Phrase("situation.cards", {"cards": Listed(tuple(card_said(card, True) for card in view.cards))})


def spellings(setting: Setting) -> Mapping[str, Spelling]:
    """Return how it is written at whom to look, if no cards are named."""
    return {"look": Spelling(setting.players)}
