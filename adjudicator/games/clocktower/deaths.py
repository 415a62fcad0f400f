"""Death and execution: what keeps a player alive, what a death does, and what an execution is."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.stage import PUBLIC
from adjudicator.games.clocktower.effects import able, is_on, refresh, shielded, working, works
from adjudicator.games.clocktower.roles import DEMON, EVIL, GOOD, MINION, team
from adjudicator.games.clocktower.rules import Play


def kill(play: Play, victim: str, by: str = "", assassin: bool = False, moved: bool = False) -> None:
    """§6.1. Kill a player, unless something keeps him alive: the first reason that applies is told.

    ``by`` is empty for the MJ's word or an effect; ``moved`` says that a Mayor has handed the attack on.
    """
    state = play.state
    if state.ending is not None:
        return
    why = next(_spared(play, victim, by, assassin), None)
    if why is not None:
        play.note("spared", *_RULES.get(why, ()), player=victim, by=by, why=why)
        return
    seat, demon = play.seat(victim), bool(by) and team(play.seat(by).role) == DEMON
    if not assassin and seat.role == "mayor" and state.by_night and not moved and works(state, victim):
        instead = play.ask("instead", (victim,), "nobody", ("nobody", *state.seats))
        if instead not in ("nobody", victim):
            play.note("instead", player=victim, other=instead)
            kill(play, instead, by, moved=True)
            return
    if not assassin and _foolish(play, victim):
        return
    own = by == victim and seat.role == "imp" and not moved
    die(play, victim, "demon" if demon else "other", own=own)


_RULES = {"dead": ("S06",), "unable": ("S20",)}


def _spared(play: Play, victim: str, by: str, assassin: bool) -> Iterator[str]:
    """Yield why an attack kills nobody, in the order in which this is judged."""
    state, role = play.state, play.seat(victim).role
    if not play.seat(victim).alive:
        yield "dead"
    if by and not able(state, by):
        yield "unable"
    if assassin:
        return
    if by and team(play.seat(by).role) == DEMON:
        if is_on(state, "safe", victim):
            yield "safe"
        if role == "soldier" and works(state, victim):
            yield "soldier"
    if is_on(state, "protected", victim):
        yield "protected"
    if shielded(state, victim):
        yield "tealady"
    if role == "sailor" and works(state, victim):
        yield "sailor"


def _foolish(play: Play, victim: str) -> bool:
    """Return whether a Fool is saved, which spends the ability."""
    if play.seat(victim).role != "fool" or not works(play.state, victim):
        return False
    play.seat(victim).used = True
    play.note("spared", player=victim, by="", why="fool")
    return True


def die(play: Play, name: str, how: str, own: bool = False, first: tuple[str, str] | None = None) -> None:
    """§6.2. Let a player die, and let what hangs on it happen, as things stood just before.

    ``own`` says that an Imp has chosen himself; ``first`` is the end that the death of a Saint is.
    """
    state, seat = play.state, play.seat(name)
    sweet = seat.role == "sweetheart" and able(state, name)
    executed_minion = how == "execution" and team(seat.role) == MINION
    minstrels = [one for one in working(state, "minstrel") if one != name] if executed_minion else []
    women = [one for one in working(state, "scarletwoman") if one != name] if len(state.living()) >= 5 else []
    seat.alive, seat.ghost = False, True
    state.deaths[name] = how
    play.note("died", player=name, how=how)
    play.end_those_by(name, "K3")
    refresh(state)
    if sweet:
        _sweetheart(play, name)
    for minstrel in minstrels:
        for other in state.seats:
            if other != minstrel:
                play.affect("drunk", other, minstrel, "second_dusk")
    if team(seat.role) == DEMON and women:
        play.note("succeeds", "K68", player=women[0], role=seat.role)
        play.acquire({women[0]: seat.role})
    elif own:
        _heir(play, name)
    if first is not None:
        play.end(*first)
    play.check_end()


def _sweetheart(play: Play, name: str) -> None:
    living = play.state.living() or list(play.state.seats)
    proposal = play.draw("drunk_one", name, living)
    play.affect("drunk", play.ask("drunk_one", (name,), proposal, list(play.state.seats)), name, survives=True)


def _heir(play: Play, imp: str) -> None:
    """K67. Let a living Minion become the Imp who has chosen himself; of several, the MJ says who."""
    minions = [name for name in play.state.living() if team(play.seat(name).role) == MINION]
    if minions:
        heir = minions[0]
        if minions[1:]:
            heir = play.ask("heir", (imp,), play.draw("heir", imp, minions), minions)
        play.note("succeeds", "K67", player=heir, role="imp")
        play.acquire({heir: "imp"})


def execute(play: Play, name: str) -> None:
    """§6.4. Execute a player, dead or alive: it is the day's one execution."""
    day, seat = play.state.day, play.seat(name)
    day.execution = name
    seat.executions += 1
    play.note("executed", "S04", "S05", player=name)
    why = next(_survives(play, name), None)
    day.died = not why
    play.table.tell(PUBLIC, "executed" if day.died else "executed.no-death", player=name)
    if why:
        play.note("survives", "S02", player=name, why=why)
        return
    lost = seat.role == "saint" and able(play.state, name)
    die(play, name, "execution", first=((GOOD if seat.side == EVIL else EVIL), "saint") if lost else None)


def _survives(play: Play, name: str) -> Iterator[str]:
    """Yield why an execution kills nobody; what asks the MJ or spends an ability is last."""
    state, seat = play.state, play.seat(name)
    if not seat.alive:
        yield "dead"
    if is_on(state, "reprieved", name):
        yield "reprieved"
    if shielded(state, name):
        yield "tealady"
    if seat.role == "sailor" and works(state, name):
        yield "sailor"
    if seat.side == GOOD and working(state, "pacifist") and play.ask("survives", (name,), False, (True, False)):
        yield "pacifist"
    if _foolish(play, name):
        yield "fool"
