"""What a form tells a player: who he is, what is at stake, what he owes now."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.phrase import Filling, Listed, Phrase, Word
from adjudicator.core.ruleset import Choice
from adjudicator.rulesets.resistance.rules import (
    SQUAD_SIZES,
    missing_card,
    rejections,
    squad_size,
    targets,
    told_cylons,
    who_chooses,
)
from adjudicator.rulesets.resistance.state import COLONS, Setting, State


def identity(setting: Setting, state: State, player: str) -> Phrase:
    """Say to a player which side he is on and, to a Cylon who was told so, who else is."""
    side = state.side(player)
    if side == COLONS:
        return Phrase("identity.colons")
    others = told_cylons(setting, state, player)
    return Phrase("identity.cylons", {"names": Listed(others)}) if others else Phrase("identity.cylons.isolated")


def situation(setting: Setting, state: State, player: str) -> list[Phrase]:
    """Say to a player who he is and how far the game has come."""
    if state.phase == "deal":
        return [Phrase("situation.deal")]
    return [identity(setting, state, player), *_progress(setting, state), *_stake(state)]


def _progress(setting: Setting, state: State) -> Iterator[Phrase]:
    yield Phrase("situation.score", {"successes": state.score(True), "failures": state.score(False)})
    values: dict[str, Filling] = {"round": state.round, "proposal": state.proposal, "commander": state.commander}
    yield Phrase("situation.round", values)
    if setting.options.rejections == "game":
        yield Phrase("rejections.game", {"count": rejections(setting, state)})


def _stake(state: State) -> Iterator[Phrase]:
    if state.squad:
        yield Phrase(f"situation.squad.{state.phase}", {"names": Listed(state.squad), "target": state.target})


def fate(setting: Setting, state: State, player: str) -> Phrase:
    """13, 10, 17. Say to a player what the stage awaited does with him if he sends nothing: what his option says."""
    if player not in who_chooses(state):
        return Phrase("fate.nothing")
    if state.phase == "proposal":
        return Phrase(f"fate.squad.{setting.options.no_squad}")
    if state.phase == "vote":
        return Phrase(f"fate.vote.{setting.options.missing_vote}")
    return Phrase(f"fate.mission.{missing_card(setting, state, player)}")


def choices(setting: Setting, state: State, player: str) -> list[Choice]:
    """Return what the player owes now; nothing when he has no choice."""
    if player not in who_chooses(state):
        return []
    if state.phase == "proposal":
        return list(_proposal(setting, state))
    if state.phase == "vote":
        both = tuple(Word("votes", vote) for vote in ("yes", "no"))
        return [Choice("vote", None, Phrase("choice.vote"), lines=(both,))]
    failing = state.side(player) != COLONS or not setting.options.strict_colons
    cards = tuple(Word("cards", card) for card in ("success", "failure") if failing or card == "success")
    return [Choice("mission", None, Phrase("choice.mission"), lines=(cards,))]


def _proposal(setting: Setting, state: State) -> Iterator[Choice]:
    allowed, players = targets(setting, state), len(state.seats)
    if setting.options.targeted_attacks:
        sizes = tuple(
            Phrase("choice.target.size", {"target": target}, n=squad_size(players, target)) for target in allowed
        )
        yield Choice("target", None, Phrase("choice.target"), lines=(sizes,))
        yield Choice("squad", None, Phrase("choice.squad.targeted"), lines=(state.seats,))
        return
    remark = Phrase("choice.squad", {"target": allowed[0]}, n=squad_size(players, allowed[0]))
    yield Choice("squad", None, remark, lines=(state.seats,))


def standing_choices(setting: Setting, state: State, player: str) -> list[Choice]:
    """Return the standing orders that a player may give, once the identities are dealt."""
    if state.phase in ("deal", "over"):
        return []
    needed = max(SQUAD_SIZES[len(state.seats)])
    at_first = (player, *(other for other in state.seats if other != player))
    return [
        Choice("vote", Word("votes", "no"), Phrase("choice.standing.vote")),
        Choice("mission", Word("cards", "success"), Phrase("choice.standing.mission")),
        Choice("squad", list(at_first[:needed]), Phrase("choice.standing.squad", n=needed)),
    ]
