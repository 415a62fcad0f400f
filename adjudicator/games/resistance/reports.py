"""The report of each reader, field by field: the public part, the part of one player, and the part of the MJ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from adjudicator.core.dice import hashed
from adjudicator.core.faults import Listed, Phrase, PhraseArgument, Word
from adjudicator.core.plain import Plain
from adjudicator.core.stage import Fact, Outcome, Reader
from adjudicator.games.resistance.actions import ACTIONS
from adjudicator.games.resistance.forms import identity
from adjudicator.games.resistance.rules import (
    MISSIONS,
    PROPOSALS,
    missing_card,
    rejections,
    squad_size,
    starting_character,
    targets,
    who_chooses,
)
from adjudicator.games.resistance.state import CYLONS, Proposal, Setting, State
from adjudicator.games.resistance.views import PlayerView, player_view

if TYPE_CHECKING:
    from adjudicator.games.resistance.records import (
        Awaited,
        CarriedOut,
        Dealt,
        Draw,
        End,
        MissionRow,
        MJPart,
        MJReport,
        Nothing,
        PlayerPart,
        PlayerReport,
        ProposalRow,
        Proposed,
        PublicPart,
        PublicReport,
        SeatRow,
        SideRow,
        Skipped,
        TrustGiven,
        TrustRow,
        Voted,
    )


def report(
    setting: Setting, before: State, outcome: Outcome[State], orders: Mapping[str, Plain], reader: Reader
) -> PublicReport | PlayerReport | MJReport:
    """Return what ``reader`` may know after a stage, as plain values for the template; ``orders`` are by player."""
    after: State = outcome.state
    public = public_part(setting, before, after)
    if reader.kind == "player":
        return {"public": public, **player_part(setting, before, outcome, orders, reader.name)}
    if reader.kind == "mj":
        return {"public": public, **mj_part(setting, outcome)}
    return {"public": public}


# The public part ---------------------------------------------------------------------------------------------


def public_part(setting: Setting, before: State, after: State) -> PublicPart:
    """Return what is public (9, 15): the votes by name, but of a mission only how many cards were failures."""
    return {
        "event": event(setting, before, after),
        "missions": [mission_row(setting, after, number) for number in range(1, MISSIONS + 1)],
        "score": {"successes": after.score(True), "failures": after.score(False)},
        "seats": [seat_row(setting, after, player) for player in after.seats],
        "proposals": [proposal_row(proposal) for proposal in after.proposals],
        "trust": [trust_row(after, player) for player in after.seats],
        "now": now(setting, after),
        "ending": ending(after),
        "two_in_fourth": setting.options.two_failures == "order" and len(after.seats) >= 7,
    }


def event(setting: Setting, before: State, after: State) -> Dealt | Proposed | Skipped | Voted | CarriedOut | None:
    """Return what happened in the stage; None if its proposal was removed by an amendment of the MJ."""
    if before.phase == "deal":
        return {
            "kind": "dealt",
            "commander": after.commander,
            "cylons": len(after.cylons),
            "colons": len(after.seats) - len(after.cylons),
            "draws": draws(setting, after),
        }
    if before.phase == "mission":
        return {"kind": "carried-out", "mission": after.missions[-1].number}
    if after.phase == "vote":
        return {
            "kind": "drawn" if after.drawn else "proposed",
            "commander": after.commander,
            "squad": list(after.squad),
            "target": after.target,
        }
    made = _made(before, after)
    if made is None:
        return None
    if before.phase == "vote":
        return {"kind": "voted", "counted": setting.options.missing_vote, **proposal_row(made)}
    return {"kind": "skipped", **proposal_row(made)}


def _made(before: State, after: State) -> Proposal | None:
    """Return the proposal made in a stage; None if an amendment of the MJ has removed it."""
    this = (before.round, before.proposal)
    return next((one for one in after.proposals if (one.round, one.number) == this), None)


SEED = "…"
"""The placeholder for the seed while it is secret."""


def draws(setting: Setting, after: State) -> list[Draw]:
    """Return the public draws of the deal, each with the text by which it can be repeated (2 to 4)."""
    rows: list[Draw] = []
    if setting.options.seats == "drawn":
        rows.append({"what": "seats", "among": list(setting.players), "text": hashed(SEED, 0, "seat", "0")})
    if setting.options.first_commander == "drawn" and starting_character(setting) is None:
        rows.append({"what": "commander", "among": list(after.seats), "text": hashed(SEED, 0, "commander", "")})
    return rows


def mission_row(setting: Setting, state: State, number: int) -> MissionRow:
    """Return one of the five missions: what it takes and, once it is carried out, its result."""
    players = len(state.seats)
    row: MissionRow = {
        "number": number,
        "size": squad_size(players, number),
        "two": number == 4 and players >= 7 and setting.options.two_failures == "number",
        "result": "",
    }
    for done in state.missions:
        if done.number == number:
            row["result"] = "success" if done.success else "failure"
            row["failures"] = done.failures
            row["squad"], row["round"] = list(done.squad), done.round
    return row


def proposal_row(proposal: Proposal) -> ProposalRow:
    """Return one proposal with its votes by name, in seat order; ``defaulted`` are the players who sent none."""
    votes = proposal.votes
    return {
        "round": proposal.round,
        "number": proposal.number,
        "commander": proposal.commander,
        "target": proposal.target,
        "squad": list(proposal.squad),
        "drawn": proposal.drawn,
        "yes": [player for player in votes if votes[player] == "yes"],
        "no": [player for player in votes if votes[player] == "no"],
        "defaulted": list(proposal.defaulted),
        "result": "approved" if proposal.approved else "rejected" if proposal.squad else "skipped",
    }


def seat_row(setting: Setting, state: State, player: str) -> SeatRow:
    """Return a seat: its player's character, votes and missions, and whether the player is the Commandant."""
    rounds = sorted({proposal.round for proposal in state.proposals})
    return {
        "player": player,
        "character": setting.characters.get(player, ""),
        "commander": player == state.commander and state.ending is None,
        "votes": [
            [_vote_of(proposal, player) for proposal in state.proposals if proposal.round == number]
            for number in rounds
        ],
        "missions": [
            {"number": done.number, "result": "success" if done.success else "failure"}
            for done in state.missions
            if player in done.squad
        ],
    }


def trust_row(state: State, player: str) -> TrustRow:
    """Return how many squads a player has voted yes to, by who was in them; missing votes do not count."""
    voted = [one for one in state.proposals if player in one.votes and player not in one.defaulted]
    said_yes = [one for one in voted if one.votes[player] == "yes"]
    given: list[TrustGiven] = [
        {
            "to": other,
            "yes": sum(other in one.squad for one in said_yes),
            "votes": sum(other in one.squad for one in voted),
        }
        for other in state.seats
    ]
    return {"player": player, "given": given}


def _vote_of(proposal: Proposal, player: str) -> str:
    if not proposal.squad:
        return "skipped"
    if player in proposal.defaulted:
        return f"default-{proposal.votes.get(player, 'uncounted')}"
    return proposal.votes[player]


def now(setting: Setting, state: State) -> Awaited | Nothing:
    """Return what is awaited next, and from whom; empty at the end."""
    if state.ending is not None:
        return {}
    options = setting.options
    # What happens if the order of each phase does not come (10, 13, 17).
    missing = {"proposal": options.no_squad, "vote": options.missing_vote, "mission": options.missing_card}
    return {
        "phase": state.phase,
        "round": state.round,
        "proposal": state.proposal,
        "last_chance": rejections(setting, state) == PROPOSALS - 1,
        "rejections": rejections(setting, state) if options.rejections == "game" else None,
        "commander": state.commander,
        "squad": list(state.squad),
        "target": state.target,
        "targeted": options.targeted_attacks,
        "missing": missing[state.phase],
        "sizes": [
            {"target": target, "size": squad_size(len(state.seats), target)} for target in targets(setting, state)
        ],
    }


def ending(state: State) -> End | None:
    """Return how the game ended, with all identities (19); None while the game goes on."""
    if state.ending is None:
        return None
    return {
        "winner": state.ending.winner,
        "cause": state.ending.cause,
        "sides": [{"player": player, "side": state.side(player)} for player in state.seats],
    }


# The part of one player --------------------------------------------------------------------------------------


def player_part(
    setting: Setting, before: State, outcome: Outcome[State], orders: Mapping[str, Plain], player: str
) -> PlayerPart:
    """Return what only this player is told: their identity, the fellow Cylons they know, and what they ordered."""
    after: State = outcome.state
    owed = player in who_chooses(before)
    given = orders.get(player) if owed else None
    view = player_view(setting, after, player)
    return {
        "you": {
            "character": setting.characters.get(player, ""),
            "identity": identity(view),
            "known": known_sides(view),
        },
        "order": _said(player_view(setting, before, player), given) if given else None,
        "default": _default(setting, before, after, player) if owed and not given else None,
    }


def _said(view: PlayerView, orders: Plain) -> Phrase:
    return next(action.said(view, orders) for action in ACTIONS if view.phase in action.phases)


def known_sides(view: PlayerView) -> list[SideRow]:
    """Return the sides that a player knows, in seat order: their own, and those of the Cylons they were told of."""
    known = {view.player: view.side, **dict.fromkeys(view.fellows, CYLONS)}
    return [{"player": player, "side": known[player]} for player in view.seats if player in known]


def _default(setting: Setting, before: State, after: State, player: str) -> Phrase:
    """Tell a player what the rules did because no order came."""
    if before.phase == "vote":
        made = _made(before, after)
        return Phrase(f"default.vote.{made.votes.get(player, 'uncounted') if made else 'uncounted'}")
    if before.phase == "mission":
        return Phrase(f"default.mission.{missing_card(setting, before, player)}")
    return Phrase("default.squad.drawn" if after.squad else "default.squad.skipped")


# The part of the MJ ------------------------------------------------------------------------------------------


def mj_part(setting: Setting, outcome: Outcome[State]) -> MJPart:
    """Return what only the MJ is told: all identities, and the stage fact by fact with the rules that decided."""
    state: State = outcome.state
    return {
        "sides": [
            {"player": player, "character": setting.characters.get(player, ""), "side": state.side(player)}
            for player in state.seats
        ],
        "account": [happened(fact) for fact in outcome.log],
    }


def happened(fact: Fact) -> Phrase:
    """Return one fact of the log in words, with the rules that decided it."""
    rules = Listed(tuple(fact.data["rules"]))
    return Phrase("account.line", {"what": fact_said(fact), "rules": rules})


def fact_said(fact: Fact) -> Phrase:
    """Return one fact of the log in words."""
    values = dict(_values(fact.data))
    key, count = f"happened.{fact.kind}", None
    if fact.kind == "first-commander":
        key += f".{fact.data['how']}"
    elif fact.kind == "carried-out":
        key += ".success" if fact.data["success"] else ".failure"
        count = fact.data["failures"]
    elif fact.kind == "votes-missing":
        key += f".{fact.data['counted']}"
    return Phrase(key, values, count)


_WORDS = {"card": "cards", "winner": "sides", "cause": "causes"}
"""The keys of facts whose values are canonical words, each with its place in the vocabulary."""


def _values(data: Mapping[str, Any]) -> Iterator[tuple[str, PhraseArgument]]:
    for key, value in data.items():
        if key == "rules" or isinstance(value, bool):
            continue
        if isinstance(value, (list, tuple)):
            yield key, Listed(tuple(value)) if value else Phrase("nobody")
        else:
            yield key, Word(_WORDS[key], value) if key in _WORDS else value


def winner(setting: Setting, state: State) -> Phrase | None:
    """Say who has won; None while the game goes on."""
    return Phrase(f"report.end.winner.{state.ending.winner}") if state.ending else None
