"""The rule sheet, in its order and by its numbers (docs/resistance.md): what each phase does to the table.

Le Plan, the expansion of the sheet's rules 22 to 36, is not played. Its cards would be drawn where a round begins
(``next_round``) and used in windows of their own, each a phase between two of ``PHASES``: before a proposal, after a
vote, before the cards of a mission and before they are shown. A window in which nobody holds a card would be no stage,
and orders with a condition would be standing orders (``standing.py``), used when their window comes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from adjudicator.core.faults import Objection
from adjudicator.games.resistance.state import COLONS, CYLONS, Ending, Mission, Proposal, Setting, State
from adjudicator.games.resistance.table import Table

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
    state.cylons = table.in_seat_order(table.drawn("cylon", state.seats, count))
    table.note("dealt", rules=("R1", "R2"), cylons=state.cylons, colons=len(state.seats) - count)
    if setting.options.isolated_cylons:
        table.note("isolated", rules=("R5",))
    state.commander = first_commander(table)
    state.phase = "proposal"


def seats(table: Table) -> tuple[str, ...]:
    """4. The order of the seats is the MJ's list, or drawn."""
    listed = table.setting.players
    if table.setting.options.seats == "listed":
        return listed
    drawn = table.drawn("seat", listed, len(listed))
    table.note("seats-drawn", rules=("R4",), seats=drawn)
    return drawn


def starting_character(setting: Setting) -> str | None:
    """3. The first of the five characters who is played; None where none of them is."""
    return next((character for character in FIRST_COMMANDERS if character in setting.characters.values()), None)


def first_commander(table: Table) -> str:
    """3. The first of five characters in their order; none of them present: the first seat, or one drawn."""
    setting, places = table.setting, table.state.seats
    present = starting_character(setting)
    if present is not None:
        player = next(player for player, character in setting.characters.items() if character == present)
        table.note("first-commander", rules=("R3",), player=player, how="character", character=present)
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


class Proposable(NamedTuple):
    """What may be proposed now, which everybody knows."""

    players: int
    targeted: bool
    """Whether the Commandant chooses the mission (*attaques ciblées*)."""
    targets: tuple[int, ...]
    """The missions that may be proposed."""
    done: tuple[int, ...]
    """Those carried out."""


def proposable(setting: Setting, state: State) -> Proposable:
    """8, 20. Return what may be proposed."""
    done = tuple(mission.number for mission in state.missions)
    return Proposable(len(state.seats), setting.options.targeted_attacks, tuple(targets(setting, state)), done)


def proposal_objections(allowed: Proposable, given: Mapping[str, Any]) -> Iterator[Objection]:
    """8, 20. What is wrong with a squad and its target; all of it is public. None could not be read."""
    yield from _target_objections(allowed, given)
    target = given.get("target")
    if not allowed.targeted:
        target = allowed.targets[0]
    squad = given.get("squad")
    if squad:
        yield from named_twice(squad)
    if squad and target is not None and _exists(target):
        size = squad_size(allowed.players, target)
        if len(squad) != size:
            yield Objection("squad-size", ("squad",), {"target": target, "size": size, "named": len(squad)})


def _target_objections(allowed: Proposable, given: Mapping[str, Any]) -> Iterator[Objection]:
    """20. A target is named with *attaques ciblées* and only then, and may be attempted now."""
    targeted, target = allowed.targeted, given.get("target")
    if not targeted and "target" in given:
        yield Objection("no-target", ("target",), on_key=True)
    elif targeted and "target" not in given:
        yield Objection("target-missing", ("squad",), on_key=True)
    elif targeted and target is not None and _exists(target) and target not in allowed.targets:
        code = "target-done" if target in allowed.done else "target-too-early"
        yield Objection(code, ("target",), {"target": target})


def _exists(mission: int) -> bool:
    return 1 <= mission <= MISSIONS


def named_twice(squad: Sequence[str | None]) -> Iterator[Objection]:
    """8. Nobody is in a squad twice."""
    for i, player in enumerate(squad):
        if player is not None and player in squad[:i]:
            yield Objection("squad-twice", ("squad",), {"name": player})


def named_squad(table: Table) -> tuple[int, tuple[str, ...]] | None:
    """8. Return the target and the squad that the Commandant has sent, or None when he sent none that is allowed."""
    setting, state = table.setting, table.state
    given = table.orders.get(state.commander)
    given = given if isinstance(given, Mapping) else {}
    squad, target = given.get("squad"), given.get("target", targets(setting, state)[0])
    if not isinstance(squad, list) or not squad or any(player not in state.seats for player in squad):
        return None
    if type(target) is not int or not _exists(target) or any(proposal_objections(proposable(setting, state), given)):
        return None
    return target, table.in_seat_order(squad)


def propose(table: Table) -> None:
    """8, 13. The Commandant names a squad; if he sends none, his proposal is skipped, or drawn."""
    state, named = table.state, named_squad(table)
    if named is not None:
        table.note("proposed", rules=("R8",), commander=state.commander, target=named[0], squad=named[1])
        _put_to_the_vote(state, *named, drawn=False)
    elif table.setting.options.no_squad == "drawn":
        target, squad = drawn_squad(table)
        table.note("squad-drawn", rules=("R13",), commander=state.commander, target=target, squad=squad)
        _put_to_the_vote(state, target, squad, drawn=True)
    else:
        table.note("no-squad", rules=("R13",), commander=state.commander)
        reject(table, {}, ())


def drawn_squad(table: Table) -> tuple[int, tuple[str, ...]]:
    """13. Draw a squad for the first mission that may be proposed."""
    seats, target = table.state.seats, targets(table.setting, table.state)[0]
    return target, table.in_seat_order(table.drawn("squad", seats, squad_size(len(seats), target)))


def _put_to_the_vote(state: State, target: int, squad: tuple[str, ...], drawn: bool) -> None:
    state.target, state.squad, state.drawn, state.phase = target, squad, drawn, "vote"


def vote(table: Table) -> None:
    """9, 10. Everybody votes; a squad is approved by more than half of all players, so a tie rejects it."""
    votes, defaulted = counted_votes(table)
    uncounted = table.setting.options.missing_vote == "uncounted"
    voters = len(votes) if uncounted else len(table.state.seats)
    yes = len(_of(votes, "yes"))
    if 2 * yes > voters:
        table.note("approved", rules=("R10",), yes=yes, voters=voters)
        _record(table, True, votes, defaulted)
        table.state.phase = "mission"
    else:
        tied = 2 * yes == voters != 0
        table.note("tied" if tied else "rejected", rules=("R10",), yes=yes, voters=voters)
        reject(table, votes, defaulted)


def counted_votes(table: Table) -> tuple[dict[str, str], tuple[str, ...]]:
    """9, 10. Return the votes as they are counted, in seat order, and the players who sent none."""
    state, option = table.state, table.setting.options.missing_vote
    sent = {player: vote for player in state.seats if (vote := table.card(player, "vote", ("yes", "no")))}
    defaulted = tuple(player for player in state.seats if player not in sent)
    counted = sent if option == "uncounted" else sent | dict.fromkeys(defaulted, option)
    votes = {player: counted[player] for player in state.seats if player in counted}
    table.note("voted", rules=("R9",), yes=_of(votes, "yes"), no=_of(votes, "no"))
    if defaulted:
        table.note("votes-missing", rules=("R10",), players=defaulted, counted=option)
    return votes, defaulted


def _of(votes: Mapping[str, str], cast: str) -> tuple[str, ...]:
    return tuple(player for player, vote in votes.items() if vote == cast)


def _record(table: Table, approved: bool, votes: dict[str, str], defaulted: tuple[str, ...]) -> None:
    state = table.state
    state.proposals.append(
        Proposal(
            round=state.round,
            number=state.proposal,
            commander=state.commander,
            target=state.target,
            squad=state.squad,
            drawn=state.drawn,
            approved=approved,
            votes=votes,
            defaulted=defaulted,
        )
    )


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
    await_proposal(table, "R11")


def rejections(setting: Setting, state: State) -> int:
    """7, 12, 21. The rejected proposals that count: those of the round, or of the whole game."""
    whole = setting.options.rejections == "game"
    return sum(not proposal.approved and (whole or proposal.round == state.round) for proposal in state.proposals)


def await_proposal(table: Table, rule: str) -> None:
    """4, 11, 18. The next Commandant sits to the left: next in the list, and round from its end to its start."""
    state = table.state
    clear_squad(state, "proposal")
    state.commander = state.seats[(state.seats.index(state.commander) + 1) % len(state.seats)]
    table.note("next-commander", rules=(rule,), player=state.commander)


def clear_squad(state: State, phase: str) -> None:
    """Let no squad stand any more as ``phase`` begins."""
    state.target, state.squad, state.drawn, state.phase = 0, (), False, phase


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
    setting, state = table.setting, table.state
    colon = player not in state.cylons
    card = table.card(player, "mission", ("success", "failure"))
    if card is None:
        card = missing_card(setting, state, player)
        table.note("card-missing", rules=("R17",), player=player, card=card)
    elif colon and card == "failure" and setting.options.strict_colons:
        card = "success"
        table.note("card-corrected", rules=("R14",), player=player, card=card)
    else:
        table.note("card", rules=("R14",), player=player, card=card)
    return card


def missing_card(setting: Setting, state: State, player: str) -> str:
    """17. Who sends no card plays a success; a Cylon what the option says."""
    return setting.options.missing_card if player in state.cylons else "success"


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
    await_proposal(table, "R18")


# End ---------------------------------------------------------------------------------------------------------


def end(table: Table, winner: str, cause: str) -> None:
    """12, 19. The game stops at once, and the identities are published."""
    state = table.state
    clear_squad(state, "over")
    state.ending = Ending(winner, cause)
    table.note("ended", rules=("R19" if cause == "missions" else "R12",), winner=winner, cause=cause)


PHASES: Mapping[str, Callable[[Table], None]] = {
    "deal": deal,
    "proposal": propose,
    "vote": vote,
    "mission": carry_out,
}
"""What each phase does; it names the next one itself."""


def play(setting: Setting, state: State, orders: Mapping[str, Any], seed: str) -> Table:
    """Play the stage that is awaited; return the table after it."""
    table = Table(setting, state, orders, seed)
    PHASES[state.phase](table)
    table.state.turn += 1
    return table


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
