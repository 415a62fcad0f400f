"""What a form tells a player: their identity, the state of the game, and the orders they may give or leave standing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.core.actions import Spelling
from adjudicator.core.faults import Listed, Phrase, PhraseArgument
from adjudicator.games.resistance.state import COLONS, Setting
from adjudicator.games.resistance.views import PlayerView


def identity(view: PlayerView) -> Phrase:
    """Tell a player their side and, if they are a Cylon who was told, the other Cylons."""
    if view.side == COLONS:
        return Phrase("identity.colons")
    if not view.fellows:
        return Phrase("identity.cylons.isolated")
    return Phrase("identity.cylons", {"names": Listed(view.fellows)})


def situation(view: PlayerView) -> list[Phrase]:
    """Tell a player their identity, the progress of the game and, if there is one, the squad in question."""
    if view.phase == "deal":
        return [Phrase("situation.deal")]
    said = [identity(view), *_progress(view)]
    if view.squad:
        said.append(Phrase(f"situation.squad.{view.phase}", {"names": Listed(view.squad), "target": view.target}))
    return said


def _progress(view: PlayerView) -> Iterator[Phrase]:
    yield Phrase("situation.score", {"successes": view.score(True), "failures": view.score(False)})
    values: dict[str, PhraseArgument] = {"round": view.round, "proposal": view.proposal, "commander": view.commander}
    yield Phrase("situation.round", values)
    if view.options.rejections == "game":
        yield Phrase("rejections.game", {"count": view.rejections})


def spellings(setting: Setting) -> Mapping[str, Spelling]:
    """Return the spelling of a squad: it may be any text, from which the names are read."""
    return {"squad": Spelling(pattern=r"\S")}
