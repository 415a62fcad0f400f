"""The rules, in the order and with the numbers of the rule sheet (docs/resistance.md); ``play`` plays one stage.

The rules of Le Plan, the expansion with Complot cards, are in ``plots``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from adjudicator.core.faults import Objection
from adjudicator.core.roles import Ending, seated
from adjudicator.games.resistance import plots
from adjudicator.games.resistance.state import COLONS, CYLONS, Mission, Proposal, Setting, State, Table

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
"""3. The player of the first of these characters that is present is the first Commandant."""

MISSIONS = 5
PROPOSALS = 5
"""7, 12. The greatest number of proposals in a round; the fifth rejection ends the game."""

TO_WIN = 3
"""19. How many missions a side needs to win."""


def deal(table: Table) -> None:
    """1, 2, 4. Fix the seats, deal the identities at random whatever the characters are, and find the Commandant."""
    setting, state = table.setting, table.state
    drawn = setting.options.seats == "drawn"
    state.seats = seated(table, drawn)
    if drawn:
        table.note("seats-drawn", rules=("R4",), seats=state.seats)
    count = CYLON_COUNT[len(state.seats)]
    state.cylons = table.state.in_seat_order(table.dice.deal("cylon", state.seats, count))
    table.note("dealt", rules=("R1", "R2"), cylons=state.cylons, colons=len(state.seats) - count)
    if setting.options.isolated_cylons:
        table.note("isolated", rules=("R5",))
    state.commander = first_commander(table)
    state.phase = "proposal"
    if setting.plan is not None:
        plots.shuffle(table)
        plots.before_proposal(table)


def starting_character(setting: Setting) -> str | None:
    """3. Return the first of the five characters that somebody plays; None if nobody plays one of them."""
    return next((character for character in FIRST_COMMANDERS if character in setting.characters.values()), None)


def first_commander(table: Table) -> str:
    """3. Return the player of the first of the five characters; without them, the first seat or a drawn player."""
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
    """5. Return the other Cylons, of whom a Cylon is told unless they are isolated; empty for a Colon."""
    if player not in state.cylons or setting.options.isolated_cylons:
        return ()
    return tuple(cylon for cylon in state.cylons if cylon != player)


# Round: squad ------------------------------------------------------------------------------------------------


def squad_size(players: int, mission: int) -> int:
    """8. Return how many members the squad of a mission has, by the number of players."""
    return SQUAD_SIZES[players][mission - 1]


def targets(setting: Setting, state: State) -> list[int]:
    """20. Return the missions that may be proposed: the next one or, with *attaques ciblées*, any not yet carried out.

    With *attaques ciblées*, the fifth mission may be attempted only when two have succeeded.
    """
    done = {mission.number for mission in state.missions}
    left = [number for number in range(1, MISSIONS + 1) if number not in done]
    if not setting.options.targeted_attacks:
        return left[:1]
    return [number for number in left if number < MISSIONS or state.score(True) >= 2]


class Proposable(NamedTuple):
    """What may be proposed now; all of it is public."""

    players: int
    """The number of players."""
    targeted: bool
    """Whether the Commandant chooses the mission (*attaques ciblées*)."""
    targets: tuple[int, ...]
    """The missions that may be proposed."""
    done: tuple[int, ...]
    """The missions carried out."""


def proposable(setting: Setting, state: State) -> Proposable:
    """8, 20. Return what may be proposed now."""
    done = tuple(mission.number for mission in state.missions)
    return Proposable(len(state.seats), setting.options.targeted_attacks, tuple(targets(setting, state)), done)


def proposal_objections(allowed: Proposable, given: Mapping[str, Any]) -> Iterator[Objection]:
    """8, 20. Yield what is wrong with a squad and its target, judged only on what is public.

    A name or a target of None could not be read and is not judged.
    """
    if "squad" not in given:
        yield Objection("squad-missing", ("target",), on_key=True)
    yield from _target_objections(allowed, given)
    target = given.get("target") if allowed.targeted else allowed.targets[0]
    if given.get("squad"):
        yield from squad_objections(given["squad"], allowed.players, target)


def _target_objections(allowed: Proposable, given: Mapping[str, Any]) -> Iterator[Objection]:
    """20. Yield an objection if a target is missing with *attaques ciblées*, given without, or not allowed now."""
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


def squad_objections(squad: Sequence[str | None], players: int, target: int | None) -> Iterator[Objection]:
    """8. Yield what is wrong with a squad; its size is not judged if nobody knows for which mission it is."""
    yield from named_twice(squad)
    if target is not None and _exists(target) and len(squad) != (size := squad_size(players, target)):
        yield Objection("squad-size", ("squad",), {"target": target, "size": size, "named": len(squad)})


def named_twice(squad: Sequence[str | None]) -> Iterator[Objection]:
    """8. Yield an objection for each player who is named in a squad again."""
    for i, player in enumerate(squad):
        if player is not None and player in squad[:i]:
            yield Objection("squad-twice", ("squad",), {"name": player})


def named_squad(table: Table) -> tuple[int, tuple[str, ...]] | None:
    """8. Return the target and the squad that the Commandant has sent; None if no allowed squad has come."""
    setting, state = table.setting, table.state
    given = table.orders.get(state.commander)
    given = given if isinstance(given, Mapping) else {}
    squad, target = given.get("squad"), given.get("target", targets(setting, state)[0])
    if not isinstance(squad, list) or not squad or any(player not in state.seats for player in squad):
        return None
    if type(target) is not int or not _exists(target) or any(proposal_objections(proposable(setting, state), given)):
        return None
    return target, table.state.in_seat_order(squad)


def give(table: Table) -> None:
    """L6, L9. Let the Commandant give the cards of the round; a squad that comes with them is proposed at once."""
    plots.give(table)
    if table.state.phase == "proposal" and named_squad(table) is not None:
        propose(table)


def propose(table: Table) -> None:
    """8, 13. Put the Commandant's squad to the vote; if none has come, skip the proposal or draw a squad, by option."""
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
    """13. Draw a squad for the first mission that may be proposed; return this mission and the squad."""
    state, target = table.state, targets(table.setting, table.state)[0]
    size = squad_size(len(state.seats), target)
    return target, table.state.in_seat_order(table.dice.deal("squad", state.seats, size, whose=state.commander))


def _put_to_the_vote(state: State, target: int, squad: tuple[str, ...], drawn: bool) -> None:
    state.target, state.squad, state.drawn, state.phase = target, squad, drawn, "vote"
    if state.plots is not None:
        plots.before_vote(state)


def vote(table: Table) -> None:
    """9, 10. Count the votes: more than half of all players approve a squad, so a tie rejects it.

    If missing votes are uncounted, it takes more than half of the votes cast.
    """
    votes, defaulted = counted_votes(table)
    uncounted = table.setting.options.missing_vote == "uncounted"
    voters = len(votes) if uncounted else len(table.state.seats)
    yes = len(_of(votes, "yes"))
    if 2 * yes > voters:
        table.note("approved", rules=("R10",), yes=yes, voters=voters)
        _record(table, True, votes, defaulted)
        if table.state.plots is None or not plots.opens_after_vote(table.state):
            table.state.phase = "mission"
    else:
        tied = 2 * yes == voters != 0
        table.note("tied" if tied else "rejected", rules=("R10",), yes=yes, voters=voters)
        reject(table, votes, defaulted)


def counted_votes(table: Table) -> tuple[dict[str, str], tuple[str, ...]]:
    """9, 10. Return the votes as they are counted, in seat order, and the players who sent none."""
    state, option = table.state, table.setting.options.missing_vote
    opinions = state.plots.opinions if state.plots else {}
    silent = state.plots.silent if state.plots else ()
    cast = {player: opinions.get(player) or table.given(player, "vote") for player in state.seats}
    sent = {player: vote for player, vote in cast.items() if vote in ("yes", "no") and player not in silent}
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
    """11. Record a rejected proposal and pass the command on."""
    _record(table, False, votes, defaulted)
    _after_rejection(table)


def after_vote(table: Table) -> None:
    """L21 to L23. Send the approved squad on its mission, unless a Vote de défiance turns its approval round."""
    state = table.state
    if overturned := plots.overturns(table):
        state.proposals[-1] = replace(state.proposals[-1], approved=False, overturned=overturned)
        _after_rejection(table)
    else:
        state.phase = "mission"


def _after_rejection(table: Table) -> None:
    """11, 12. Pass the command on; the fifth rejection gives the Cylons the game at once."""
    state = table.state
    count = rejections(table.setting, state)
    if count >= PROPOSALS:
        table.note("fifth", rules=("R12",))
        end(table, CYLONS, "rejections")
        return
    state.proposal += 1
    await_proposal(table, "R11")


def rejections(setting: Setting, state: State) -> int:
    """7, 12, 21. Return how many rejected proposals count: those of the round or, by option, of the whole game."""
    whole = setting.options.rejections == "game"
    return sum(not proposal.approved and (whole or proposal.round == state.round) for proposal in state.proposals)


def await_proposal(table: Table, rule: str) -> None:
    """4, 11, 18. Pass the command to the left, which is the next seat in the list; after the last comes the first.

    ``rule`` is the rule that passes it on, for the MJ's account.
    """
    state = table.state
    clear_squad(state, "proposal")
    state.commander = state.seats[(state.seats.index(state.commander) + 1) % len(state.seats)]
    table.note("next-commander", rules=(rule,), player=state.commander)
    if state.plots is not None:
        plots.before_proposal(table)


def clear_squad(state: State, phase: str) -> None:
    """Begin ``phase`` without a squad and a target."""
    state.target, state.squad, state.drawn, state.phase = 0, (), False, phase
    plots.clear(state)


# Round: mission ----------------------------------------------------------------------------------------------


def carry_out(table: Table) -> None:
    """14, 17. Play a card for each member, and settle the mission unless somebody may look at a card first (L25)."""
    state = table.state
    cards = {player: played_card(table, player) for player in state.squad}
    if state.plots is None or not plots.opens_close_eye(state, cards):
        settle(table, cards)


def close_eye(table: Table) -> None:
    """L24. Let players look at cards, then settle the mission."""
    plots.close_eye(table)
    settle(table, plots.cards_of(table.state).laid)


def settle(table: Table, cards: Mapping[str, str]) -> None:
    """15, 16. Settle a mission; only the number of failures is published, and the card that is in the light (L23)."""
    state = table.state
    failures = list(cards.values()).count("failure")
    needed = failures_needed(table.setting, state)
    success = failures < needed
    lit = state.plots.lit if state.plots else ""
    done = Mission(state.round, state.target, state.squad, failures, success, (lit, cards[lit]) if lit else ())
    table.note("carried-out", rules=("R16",), mission=state.target, failures=failures, needed=needed, success=success)
    state.missions.append(done)
    winner = next((side for side, won in ((COLONS, True), (CYLONS, False)) if state.score(won) == TO_WIN), None)
    if winner is not None:
        end(table, winner, "missions")
    else:
        next_round(table)


def played_card(table: Table, player: str) -> str:
    """14, 17. Return the card that counts for a member of the squad.

    A Colon's failure counts as a success if the option ``strict_colons`` is on. A missing card is a success or, for a
    Cylon, what the option says.
    """
    setting, state = table.setting, table.state
    colon = player not in state.cylons
    card: str = table.given(player, "mission")
    if card not in ("success", "failure"):
        card = missing_card(setting, state, player)
        table.note("card-missing", rules=("R17",), player=player, card=card)
    elif colon and card == "failure" and setting.options.strict_colons:
        card = "success"
        table.note("card-corrected", rules=("R14",), player=player, card=card)
    else:
        table.note("card", rules=("R14",), player=player, card=card)
    return card


def missing_card(setting: Setting, state: State, player: str) -> str:
    """17. Return the card of a member who sends none: a success or, for a Cylon, what the option says."""
    return setting.options.missing_card if player in state.cylons else "success"


def failures_needed(setting: Setting, state: State) -> int:
    """16, 20. Return how many failures make the mission fail: one, but two in mission 4 from seven players on.

    By option, it is not mission 4 but the fourth mission carried out that takes two.
    """
    by_number = setting.options.two_failures == "number"
    fourth = state.target == 4 if by_number else len(state.missions) + 1 == 4
    return 2 if fourth and len(state.seats) >= 7 else 1


def next_round(table: Table) -> None:
    """7, 18. Begin a round: the next seat commands the next mission, and the proposals are counted anew."""
    state = table.state
    state.round += 1
    state.proposal = 1
    if state.plots is not None:
        state.plots.passed = ()
    await_proposal(table, "R18")


# End ---------------------------------------------------------------------------------------------------------


def end(table: Table, winner: str, cause: str) -> None:
    """12, 19. End the game at once; reports publish the identities as soon as there is an ending."""
    state = table.state
    clear_squad(state, "over")
    state.ending = Ending(winner, cause)
    table.note("ended", rules=("R19" if cause == "missions" else "R12",), winner=winner, cause=cause)


PHASES: Mapping[str, Callable[[Table], None]] = {
    "deal": deal,
    "chief": plots.chief,
    "give": give,
    "immediate": plots.immediate,
    "proposal": propose,
    "opinion": plots.opinion,
    "vote": vote,
    "after_vote": after_vote,
    "mission": carry_out,
    "close_eye": close_eye,
}
"""The function that plays each phase; it sets the next phase itself."""


def who_chooses(state: State) -> Sequence[str]:
    """8, 9, 14. Return the players who have something to choose in the phase, in seat order; everybody knows them.

    Every member of a squad counts, even a Colon with only one possible card: waiting for a player must not reveal
    their side.
    """
    choosing: Mapping[str, Iterable[str]] = {
        "proposal": (state.commander,),
        "vote": state.seats,
        "mission": state.squad,
    }
    if state.plots is not None and state.phase not in ("deal", "proposal", "mission", "over"):
        return plots.who_acts(state)
    return tuple(choosing.get(state.phase, ()))
