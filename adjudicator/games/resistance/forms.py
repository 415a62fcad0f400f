"""What a form tells a player: their identity, the state of the game, and the orders they may give or leave standing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.core.faults import Listed, Phrase, PhraseArgument, Word
from adjudicator.core.game import Choice, Spelling
from adjudicator.games.resistance.rules import SQUAD_SIZES, squad_size
from adjudicator.games.resistance.state import COLONS, Setting
from adjudicator.games.resistance.views import PlayerView


def identity(view: PlayerView) -> Phrase:
    """Tell a player their side and, if they are a Cylon who was told, the other Cylons."""
    if view.side == COLONS:
        return Phrase("identity.colons")
    return (
        Phrase("identity.cylons", {"names": Listed(view.fellows)})
        if view.fellows
        else Phrase("identity.cylons.isolated")
    )


def situation(view: PlayerView) -> list[Phrase]:
    """Tell a player their identity, the progress of the game and, if there is one, the squad in question."""
    if view.phase == "deal":
        return [Phrase("situation.deal")]
    said = [identity(view), *_progress(view)]
    if view.squad:
        squad = Phrase(f"situation.squad.{view.phase}", {"names": Listed(view.squad), "target": view.target})
        said.append(squad)
    return said


def _progress(view: PlayerView) -> Iterator[Phrase]:
    yield Phrase("situation.score", {"successes": view.score(True), "failures": view.score(False)})
    values: dict[str, PhraseArgument] = {"round": view.round, "proposal": view.proposal, "commander": view.commander}
    yield Phrase("situation.round", values)
    if view.options.rejections == "game":
        yield Phrase("rejections.game", {"count": view.rejections})


def choices(view: PlayerView) -> list[Choice]:
    """Return what the player has to order now; an empty list if the player has no choice."""
    if not view.chooses:
        return []
    if view.phase == "proposal":
        return list(_proposal(view))
    if view.phase == "vote":
        both = tuple(Word("votes", vote) for vote in ("yes", "no"))
        return [Choice("vote", None, Phrase("choice.vote"), lines=(both,))]
    failing = view.side != COLONS or not view.options.strict_colons
    cards = tuple(Word("cards", card) for card in ("success", "failure") if failing or card == "success")
    return [Choice("mission", None, Phrase("choice.mission"), lines=(cards,))]


def _proposal(view: PlayerView) -> Iterator[Choice]:
    allowed, players = view.allowed.targets, view.allowed.players
    if view.options.targeted_attacks:
        sizes = tuple(
            Phrase("choice.target.size", {"target": target}, n=squad_size(players, target)) for target in allowed
        )
        yield Choice("target", None, Phrase("choice.target"), lines=(sizes,))
        yield Choice("squad", None, Phrase("choice.squad.targeted"), lines=(view.seats,))
        return
    remark = Phrase("choice.squad", {"target": allowed[0]}, n=squad_size(players, allowed[0]))
    yield Choice("squad", None, remark, lines=(view.seats,))


def standing_choices(view: PlayerView) -> list[Choice]:
    """Return the standing orders that a player may give; none before the identities are dealt or after the end."""
    if view.phase in ("deal", "over"):
        return []
    needed = max(SQUAD_SIZES[len(view.seats)])  # a standing squad must be long enough for every mission
    at_first = (view.player, *(other for other in view.seats if other != view.player))
    return [
        Choice("vote", Word("votes", "no"), Phrase("choice.standing.vote")),
        Choice("mission", Word("cards", "success"), Phrase("choice.standing.mission")),
        Choice("squad", list(at_first[:needed]), Phrase("choice.standing.squad", n=needed)),
    ]


def spellings(setting: Setting) -> Mapping[str, Spelling]:
    """Return the spelling of a squad: it may be any text, from which the names are read."""
    return {"squad": Spelling(pattern=r"\S")}
