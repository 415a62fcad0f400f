"""The rule sheet, in its order and by its numbers (docs/resistance.md): what each phase does to the table.

Le Plan, the expansion of the sheet's rules 22 to 36, is not played. Its cards would be drawn where a round begins
(``next_round``) and used in windows of their own, each a phase between two of ``PHASES``: before a proposal, after a
vote, before the cards of a mission and before they are shown. A window in which nobody holds a card would be no stage,
and orders with a condition would be standing orders (``standing.py``), used when their window comes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from adjudicator.core.faults import Objection
from adjudicator.core.words import fold
from adjudicator.rulesets.resistance.state import COLONS, CYLONS, Ending, Mission, Proposal, Setting, State
from adjudicator.rulesets.resistance.table import Table

# Setup -------------------------------------------------------------------------------------------------------

CYLON_COUNT: Mapping[int, int] = {5: 2, 6: 2, 7: 3, 8: 3, 9: 3, 10: 4}
"""1. How many players are Cylons, by the number of players: five to ten."""

SQUAD_SIZES: Mapping[int, tuple[int, ...]] = {
    5: (2, 3, 2, 3, 3),
    6: (2, 3, 4, 3, 4),
    7: (2, 3, 3, 4, 4),
    8: (3, 4, 4, 5, 5),
    9: (3, 4, 4, 5, 5),
    10: (3, 4, 4, 5, 5),
}
"""8. How many players each mission takes, from the first to the fifth, by the number of players."""

FIRST_COMMANDERS = ("William Adama", "Laura Roslin", "Saul Tigh", "Lee Adama", "Gaius Baltar")
"""3. The first of these characters that is present is the first Commandant."""

MISSIONS = 5
PROPOSALS = 5
"""7, 12. The proposals of a round; the fifth that is rejected ends the game."""

TO_WIN = 3
"""19. The missions that a side needs."""


def deal(table: Table) -> None:
    """1, 2, 4. Take the seats, deal the identities at random whatever the characters are, find the Commandant."""
    setting, state = table.setting, table.state
    state.seats = seats(table)
    count = CYLON_COUNT[len(state.seats)]
    left = list(state.seats)
    drawn = [left.pop(left.index(table.dice.pick("cylon", str(i), left))) for i in range(count)]
    state.cylons = tuple(player for player in state.seats if player in drawn)
    table.note("dealt", rules=("R1", "R2"), cylons=state.cylons, colons=len(left))
    if setting.options.isolated_cylons:
        table.note("isolated", rules=("R5",))
    state.commander = first_commander(table)
    state.phase = "proposal"


def seats(table: Table) -> tuple[str, ...]:
    """4. The order of the seats is the MJ's list, or drawn."""
    listed = table.setting.players
    if table.setting.options.seats == "listed":
        return listed
    drawn = table.shuffled("seat", listed)
    table.note("seats-drawn", rules=("R4",), seats=drawn)
    return drawn


def first_commander(table: Table) -> str:
    """3. The first of five characters in their order; none of them present: the first seat, or one drawn."""
    setting, places = table.setting, table.state.seats
    for wanted in FIRST_COMMANDERS:
        for player in places:
            if fold(setting.characters.get(player, "")) == fold(wanted):
                table.note("first-commander", rules=("R3",), player=player, how="character", character=wanted)
                return player
    drawn = setting.options.first_commander == "drawn"
    player = table.dice.pick("commander", "", places) if drawn else places[0]
    table.note("first-commander", rules=("R3",), player=player, how="drawn" if drawn else "seat", character="")
    return player


def told_cylons(setting: Setting, state: State, player: str) -> tuple[str, ...]:
    """5. The other Cylons, of whom a Cylon is told unless they are isolated."""
    if player not in state.cylons or setting.options.isolated_cylons:
        return ()
    return tuple(cylon for cylon in state.cylons if cylon != player)


# Round: team -------------------------------------------------------------------------------------------------


def squad_size(players: int, mission: int) -> int:
    """8. The table's number of members for a mission."""
    return SQUAD_SIZES[players][mission - 1]


def targets(setting: Setting, state: State) -> list[int]:
    """20. The missions that may be proposed: the next one; with *attaques ciblées* any not yet attempted.

    The fifth may be attempted only when two have succeeded.
    """
    done = {mission.number for mission in state.missions}
    left = [number for number in range(1, MISSIONS + 1) if number not in done]
    if not setting.options.targeted_attacks:
        return left[:1]
    return [number for number in left if number < MISSIONS or state.score(True) >= 2]


def proposal_objections(setting: Setting, state: State, given: Mapping[str, Any]) -> Iterator[Objection]:
    """8, 20. What is wrong with a squad and its target; all of it is public. None could not be read."""
    target = given.get("target")
    if "target" not in given:
        if setting.options.targeted_attacks:
            yield Objection("target-missing", ())
            return
        target = targets(setting, state)[0]
    elif not setting.options.targeted_attacks:
        yield Objection("no-target", ("target",), on_key=True)
        target = targets(setting, state)[0]
    elif target is not None and target not in targets(setting, state):
        done = target in {mission.number for mission in state.missions}
        yield Objection("target-done" if done else "target-too-early", ("target",), {"target": target})
    squad = given.get("squad")
    if squad is None:
        return
    for i, player in enumerate(squad):
        if player is not None and player in squad[:i]:
            yield Objection("squad-twice", ("squad",), {"name": player})
    if target is None or not 1 <= target <= MISSIONS:
        return
    size = squad_size(len(state.seats), target)
    if len(squad) != size:
        yield Objection("squad-size", ("squad",), {"target": target, "size": size, "named": len(squad)})


def named_squad(table: Table) -> tuple[int, tuple[str, ...]] | None:
    """8. Return the target and the squad that the Commandant has sent, or None when he sent none that is allowed."""
    setting, state = table.setting, table.state
    given = table.orders.get(state.commander)
    given = given if isinstance(given, Mapping) else {}
    squad, target = given.get("squad"), given.get("target", targets(setting, state)[0])
    if not isinstance(squad, list) or any(player not in state.seats for player in squad):
        return None
    if type(target) is not int or any(proposal_objections(setting, state, given)):
        return None
    return target, table.in_seat_order(squad)


def propose(table: Table) -> None:
    """8, 13. The Commandant names a squad; if he sends none, his proposal is skipped, or drawn."""
    state, options = table.state, table.setting.options
    named = named_squad(table)
    if named is None and options.no_squad == "drawn":
        target = targets(table.setting, state)[0]
        drawn = table.shuffled("squad", state.seats)[: squad_size(len(state.seats), target)]
        named = target, table.in_seat_order(drawn)
        table.note("squad-drawn", rules=("R13",), commander=state.commander, target=target, squad=named[1])
    elif named is not None:
        table.note("proposed", rules=("R8",), commander=state.commander, target=named[0], squad=named[1])
    if named is None:
        table.note("no-squad", rules=("R13",), commander=state.commander)
        state.target, state.squad = 0, ()
        reject(table, {}, ())
        return
    state.target, state.squad = named
    state.phase = "vote"


def vote(table: Table) -> None:
    """9, 10. Everybody votes; a squad is approved by more than half of all players, so a tie rejects it."""
    state, option = table.state, table.setting.options.missing_vote
    sent = {player: vote for player in state.seats if (vote := table.card(player, "vote", ("yes", "no")))}
    defaulted = tuple(player for player in state.seats if player not in sent)
    counted = sent if option == "uncounted" else sent | dict.fromkeys(defaulted, option)
    votes = {player: counted[player] for player in state.seats if player in counted}
    voters = len(votes) if option == "uncounted" else len(state.seats)
    yes = sum(vote == "yes" for vote in votes.values())
    table.note("voted", rules=("R9",), yes=_of(votes, "yes"), no=_of(votes, "no"))
    if defaulted:
        table.note("votes-missing", rules=("R10",), players=defaulted, counted=option)
    if 2 * yes > voters:
        table.note("approved", rules=("R10",), yes=yes, voters=voters)
        _record(table, True, votes, defaulted)
        state.phase = "mission"
    else:
        table.note("tied" if 2 * yes == voters else "rejected", rules=("R10",), yes=yes, voters=voters)
        reject(table, votes, defaulted)


def _of(votes: Mapping[str, str], cast: str) -> tuple[str, ...]:
    return tuple(player for player, vote in votes.items() if vote == cast)


def _record(table: Table, approved: bool, votes: dict[str, str], defaulted: tuple[str, ...]) -> None:
    state = table.state
    told = Proposal(state.round, state.proposal, state.commander, state.target, state.squad, approved, votes, defaulted)
    state.proposals.append(told)


def reject(table: Table, votes: dict[str, str], defaulted: tuple[str, ...]) -> None:
    """11, 12. A rejected proposal passes the command on; the fifth gives the Cylons the game at once."""
    state = table.state
    _record(table, False, votes, defaulted)
    count = rejections(table.setting, state)
    if count >= PROPOSALS:
        table.note("fifth", rules=("R12",))
        end(table, CYLONS, "rejections")
        return
    state.proposal += 1
    state.target, state.squad, state.phase = 0, (), "proposal"
    pass_command(table, "R11")


def rejections(setting: Setting, state: State) -> int:
    """7, 12, 21. The rejected proposals that count: those of the round, or of the whole game."""
    whole = setting.options.rejections == "game"
    return sum(not told.approved and (whole or told.round == state.round) for told in state.proposals)


def pass_command(table: Table, rule: str) -> None:
    """4, 11, 18. The next Commandant sits to the left: next in the list, and round from its end to its start."""
    state = table.state
    state.commander = state.seats[(state.seats.index(state.commander) + 1) % len(state.seats)]
    table.note("next-commander", rules=(rule,), player=state.commander)


# Round: mission ----------------------------------------------------------------------------------------------


def carry_out(table: Table) -> None:
    """14 to 16. Each member plays a card; only how many were failures is published."""
    state = table.state
    cards = [played_card(table, player) for player in state.squad]
    failures = cards.count("failure")
    needed = failures_needed(table.setting, state)
    success = failures < needed
    done = Mission(state.round, state.target, state.squad, failures, success)
    table.note("carried-out", rules=("R16",), mission=state.target, failures=failures, needed=needed, success=success)
    state.missions.append(done)
    winner = next((side for side, won in ((COLONS, True), (CYLONS, False)) if state.score(won) == TO_WIN), None)
    if winner is not None:
        end(table, winner, "missions")
    else:
        next_round(table)


def played_card(table: Table, player: str) -> str:
    """14, 17. A Colon's card is a success; a missing one too, or for a Cylon what the option says."""
    state, options = table.state, table.setting.options
    colon = player not in state.cylons
    card = table.card(player, "mission", ("success", "failure"))
    if card is None:
        card = "success" if colon else options.missing_card
        table.note("card-missing", rules=("R17",), player=player, card=card)
    elif colon and card == "failure" and options.strict_colons:
        card = "success"
        table.note("card-corrected", rules=("R14",), player=player, card=card)
    else:
        table.note("card", rules=("R14",), player=player, card=card)
    return card


def failures_needed(setting: Setting, state: State) -> int:
    """16, 20. One failure; two in mission 4 from seven players on (option: in the fourth mission carried out)."""
    by_number = setting.options.two_failures == "number"
    fourth = state.target == 4 if by_number else len(state.missions) + 1 == 4
    return 2 if fourth and len(state.seats) >= 7 else 1


def next_round(table: Table) -> None:
    """7, 18. The next seat commands the next mission, and the proposals are counted anew."""
    state = table.state
    state.round += 1
    state.proposal = 1
    state.target, state.squad, state.phase = 0, (), "proposal"
    pass_command(table, "R18")


# End ---------------------------------------------------------------------------------------------------------


def end(table: Table, winner: str, cause: str) -> None:
    """12, 19. The game stops at once, and the identities are published."""
    state = table.state
    state.target, state.squad, state.phase = 0, (), "over"
    state.ending = Ending(winner, cause)
    table.note("ended", rules=("R19" if cause == "missions" else "R12",), winner=winner, cause=cause)


PHASES: Mapping[str, Callable[[Table], None]] = {
    "deal": deal,
    "proposal": propose,
    "vote": vote,
    "mission": carry_out,
}
"""What each phase does; it names the next one itself."""


def who_chooses(state: State) -> Sequence[str]:
    """8, 9, 14. Who has something to choose in a phase, in seat order: as public as the phase itself.

    Every member of a squad counts, though a Colon has but one card: who is waited for must not tell his side.
    """
    choosing: Mapping[str, Iterable[str]] = {
        "proposal": (state.commander,),
        "vote": state.seats,
        "mission": state.squad,
    }
    return tuple(choosing.get(state.phase, ()))
