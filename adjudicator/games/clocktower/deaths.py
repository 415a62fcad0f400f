"""Death and execution: what keeps a player alive, what a death does, and what an execution is."""

from __future__ import annotations

from adjudicator.core.faults import Phrase
from adjudicator.core.mj import NOBODY
from adjudicator.core.stage import PUBLIC
from adjudicator.games.clocktower.effects import able, is_on, refresh, shielded, working, works_as
from adjudicator.games.clocktower.roles import DEMON, EVIL, GOOD, MINION, team
from adjudicator.games.clocktower.rules import Play
from adjudicator.games.clocktower.state import State


def kill(play: Play, victim: str, by: str = "", assassin: bool = False, moved: bool = False) -> None:
    """§6.1. Kill a player, unless something keeps him alive: the first reason that applies is told.

    ``by`` is empty for the MJ's word or an effect; ``moved`` says that a Mayor has handed the attack on.
    """
    state = play.state
    if state.ending is not None:
        return
    demon = bool(by) and team(play.seat(by).role) == DEMON
    if not play.seat(victim).alive:
        why = "dead"
    elif by and not able(state, by):
        why = "unable"
    else:
        why = "" if assassin else _shield(state, victim, "protected", demon)
    if not why and not assassin and not moved and state.by_night and works_as(state, victim, "mayor"):
        why_asked = Phrase("ask.instead", {"player": victim})
        instead = play.ask("instead", (victim,), NOBODY, (NOBODY, *state.seats), kind=NOBODY, why=why_asked)
        if instead not in (NOBODY, victim):
            play.note("instead", player=victim, other=instead)
            kill(play, instead, by, moved=True)
            return
    if why or (not assassin and (why := _fool(play, victim))):
        play.note("spared", _RULES.get(why, ()), player=victim, by=by, why=why)
        return
    own = by == victim and play.seat(victim).role == "imp" and not moved
    die(play, victim, "demon" if demon else "other", own=own)


_RULES = {"dead": ("S06",), "unable": ("S20",)}


def _shield(state: State, name: str, effect: str, demon: bool = False) -> str:
    """Return what keeps a player alive: an ``effect`` or an ability, of which some are against a Demon; else nothing.

    They are in the order in which they are judged.
    """
    shields = {
        "safe": demon and is_on(state, "safe", name),
        "soldier": demon and works_as(state, name, "soldier"),
        effect: is_on(state, effect, name),
        "tealady": shielded(state, name),
        "sailor": works_as(state, name, "sailor"),
    }
    return next((why for why, holds in shields.items() if holds), "")


def _fool(play: Play, name: str) -> str:
    """Return whether a Fool is saved, which spends the ability."""
    saved = works_as(play.state, name, "fool")
    play.seat(name).used = play.seat(name).used or saved
    return "fool" if saved else ""


def die(play: Play, name: str, how: str, own: bool = False, first: tuple[str, str] | None = None) -> None:
    """§6.2. Let a player die, and let what hangs on it happen, as things stood just before.

    ``own`` says that an Imp has chosen himself; ``first`` is the end that the death of a Saint is.
    """
    state, seat = play.state, play.seat(name)
    sweet = seat.role == "sweetheart" and able(state, name)
    executed_minion = how == "execution" and team(seat.role) == MINION
    minstrels = working(state, "minstrel") if executed_minion else []
    women = working(state, "scarletwoman") if len(state.living()) >= 5 else []
    seat.alive, seat.ghost = False, True
    state.deaths[name] = how
    play.note("died", player=name, how=how)
    play.end_those_by(name, "K3")
    refresh(state)
    if sweet:
        drunk = play.choose("drunk_one", name, state.living() or list(state.seats), list(state.seats))
        play.affect("drunk", drunk, name, survives=True)
    for minstrel in minstrels:
        for other in state.seats:
            if other != minstrel:
                play.affect("drunk", other, minstrel, "second_dusk")
    if team(seat.role) == DEMON and women:
        play.note("succeeds", ("K68",), player=women[0], role=seat.role)
        play.acquire({women[0]: seat.role})
    elif own:
        _heir(play, name)
    if first is not None:
        play.end(*first)
    play.check_end()


def _heir(play: Play, imp: str) -> None:
    """K67. Let a living Minion become the Imp who has chosen himself; of several, the MJ says who."""
    if minions := play.state.having(MINION):
        heir = play.choose("heir", imp, minions) if minions[1:] else minions[0]
        play.note("succeeds", ("K67",), player=heir, role="imp")
        play.acquire({heir: "imp"})


def execute(play: Play, name: str) -> None:
    """§6.4. Execute a player, dead or alive: it is the day's one execution."""
    day, seat = play.state.day, play.seat(name)
    day.execution = name
    seat.executions += 1
    play.note("executed", ("S04", "S05"), player=name)
    why = _survives(play, name)
    day.died = not why
    play.tell(PUBLIC, "executed" if day.died else "executed.no-death", player=name)
    if why:
        play.note("spared", ("S02",), player=name, by="", why=why)
        return
    lost = seat.role == "saint" and able(play.state, name)
    die(play, name, "execution", first=((GOOD if seat.side == EVIL else EVIL), "saint") if lost else None)


def _survives(play: Play, name: str) -> str:
    """Return why an execution kills nobody; what asks the MJ or spends an ability is last."""
    if not play.seat(name).alive:
        return "dead"
    if why := _shield(play.state, name, "reprieved"):
        return why
    pacifist = play.seat(name).side == GOOD and working(play.state, "pacifist")
    if pacifist and play.ask("survives", (name,), False, (True, False)):
        return "pacifist"
    return _fool(play, name)
