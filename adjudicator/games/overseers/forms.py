"""What a form tells a player: the round, the cards that the player holds and has, and how cards are named."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.core.actions import Spelling
from adjudicator.core.faults import Listed, Phrase, Word
from adjudicator.games.overseers.reports import card_said
from adjudicator.games.overseers.state import OVERSEERS, TRAITS, Setting, word_of, words_of
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
    """Return how values that may be a list of one are written, and a card to give: by its number or its trait."""
    traits = tuple(Word("traits", trait) for trait in TRAITS)
    numbers = tuple(range(1, 11))
    gift = Spelling((*numbers, *traits), meant=(*numbers, *TRAITS))
    overseers = Spelling(tuple(Word("overseers", overseer) for overseer in OVERSEERS))
    players = Spelling(setting.players)
    lists = {"trait-list": Spelling(traits), "overseer-list": overseers, "player-list": players, "look": players}
    return {"gift": gift, "gift-list": gift, **lists}
