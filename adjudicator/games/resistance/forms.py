"""What a form tells a player: their identity, the state of the game, and the orders they may give or leave standing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.core.actions import Spelling
from adjudicator.core.faults import Listed, Phrase, PhraseArgument
from adjudicator.games.resistance.plot_reports import hands_said, seen_said
from adjudicator.games.resistance.state import COLONS, Setting
from adjudicator.games.resistance.views import PlayerView, PlotsView


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
        before_vote = "vote" if view.phase in ("vote", "opinion") else "mission"
        said.append(Phrase(f"situation.squad.{before_vote}", {"names": Listed(view.squad), "target": view.target}))
    return [*said, *(_cards(view.plots, view.seats) if view.plots else ())]


def _cards(plots: PlotsView, seats: Sequence[str]) -> list[Phrase]:
    """Tell a player which cards lie before whom, and what they were shown."""
    shown = [Phrase("situation.seen", {"list": Listed(tuple(seen_said(plots.seen)))})] if plots.seen else []
    return [Phrase("situation.plots", {"what": line}) for line in (*hands_said(plots.hands, seats), *shown)]


def _progress(view: PlayerView) -> Iterator[Phrase]:
    yield Phrase("situation.score", {"successes": view.score(True), "failures": view.score(False)})
    values: dict[str, PhraseArgument] = {"round": view.round, "proposal": view.proposal, "commander": view.commander}
    yield Phrase("situation.round", values)
    if view.options.rejections == "game":
        yield Phrase("rejections.game", {"count": view.rejections})


def spellings(setting: Setting) -> Mapping[str, Spelling]:
    """Return the spelling of a squad, any text from which the names are read; cards to give are never text."""
    return {"squad": Spelling(pattern=r"\S"), "gifts": Spelling(text=False)}
