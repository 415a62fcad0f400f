"""What abilities do when they are used, apart from what they tell."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from adjudicator.games.clocktower.deaths import kill
from adjudicator.games.clocktower.effects import works_as
from adjudicator.games.clocktower.information import registers
from adjudicator.games.clocktower.roles import DEMON, TOWNSFOLK, team
from adjudicator.games.clocktower.rules import Play

Ability: TypeAlias = Callable[[Play, str, Sequence[str], str], None]
"""What an able player does: a function of who acts, the players chosen, and the role named."""


def goon(play: Play, name: str, target: str) -> None:
    """K21. The first who chooses a working Goon in a night is drunk until dusk, and the Goon takes his side."""
    state = play.state
    chosen = state.by_night and target != name and target not in state.goons
    if not chosen or not works_as(state, target, "goon"):
        return
    state.goons = (*state.goons, target)
    play.affect("drunk", name, target, "dusk")
    play.change_side(target, play.seat(name).side)


def _makes(kind: str, until: str) -> Ability:
    """Return the ability that makes one effect on each player chosen, about the role named, if one is."""

    def ability(play: Play, name: str, on: Sequence[str], named: str) -> None:
        for one in on:
            play.affect(kind, one, name, until, about=named)

    return ability


def _kills(play: Play, name: str, on: Sequence[str], named: str) -> None:
    for one in on:
        kill(play, one, name)


def _slayer(play: Play, name: str, on: Sequence[str], named: str) -> None:
    """S19. A chosen Demon is killed; so is a Recluse, if the MJ lets him register as one."""
    seat = play.seat(on[0])
    recluse = seat.alive and works_as(play.state, on[0], "recluse")
    if team(seat.role) == DEMON or (recluse and registers(play, on[0], name)):
        kill(play, on[0], name)


def _one_drunk(play: Play, name: str, of: Sequence[str]) -> None:
    """Let one be drunk until dusk, as the MJ says."""
    drunk = play.choose("drunk_one", name, of) if of[1:] else of[0]
    play.affect("drunk", drunk, name, "dusk")


def _innkeeper(play: Play, name: str, on: Sequence[str], named: str) -> None:
    for one in on:
        play.affect("protected", one, name, "dawn")
    _one_drunk(play, name, on)


def _courtier(play: Play, name: str, on: Sequence[str], named: str) -> None:
    """S22. Whoever has the role is drunk for three nights and three days."""
    for one in play.state.having(named, alive=False):
        play.affect("drunk", one, name, "third_dusk")


def _pithag(play: Play, name: str, on: Sequence[str], named: str) -> None:
    """S11. A player becomes a role that nobody has, dead or alive."""
    if not play.state.having(named, alive=False):
        play.acquire({on[0]: named})
        play.check_end()


def _professor(play: Play, name: str, on: Sequence[str], named: str) -> None:
    if team(play.seat(on[0]).role) == TOWNSFOLK:
        play.revive(on[0])


def _snake_charmer(play: Play, name: str, on: Sequence[str], named: str) -> None:
    """A Demon who is chosen swaps role and side with the Snake Charmer, and is poisoned for good."""
    if team(play.seat(on[0]).role) != DEMON:
        return
    since, sides = play.seat(name).since, (play.seat(name).side, play.seat(on[0]).side)
    play.exchange(name, on[0])
    play.change_side(name, sides[1])
    play.change_side(on[0], sides[0])
    play.affect("poisoned", on[0], name, survives=True)
    play.state.effects[-1].since = since  # the ability by which it was made is no more
    play.check_end()


def _pukka(play: Play, name: str, on: Sequence[str], named: str) -> None:
    """K70. The chosen is poisoned; then who was poisoned before is killed, and that poison ends."""
    since = play.seat(name).since
    before = [one for one in play.state.effects if (one.kind, one.by, one.since) == ("poisoned", name, since)]
    play.affect("poisoned", on[0], name)
    for effect in before:
        kill(play, effect.on, name)
        if effect in play.state.effects:
            play.lift(effect)


ABILITIES: Mapping[str, Ability] = {
    "monk": _makes("safe", "dawn"),
    "poisoner": _makes("poisoned", "dusk"),
    "witch": _makes("cursed", "dusk"),
    "devilsadvocate": _makes("reprieved", "dusk"),
    "cerenovus": _makes("mad", "dusk"),  # S51: that the victim reads it hangs on nothing, and is told where it is used
    **dict.fromkeys(("imp", "vortox", "nodashii", "shabaloth"), _kills),
    "assassin": lambda play, name, on, named: kill(play, on[0], name, assassin=True),
    "slayer": _slayer,
    "innkeeper": _innkeeper,
    "sailor": lambda play, name, on, named: _one_drunk(play, name, list(dict.fromkeys((name, *on)))),
    "courtier": _courtier,
    "pithag": _pithag,
    "professor": _professor,
    "snakecharmer": _snake_charmer,
    "pukka": _pukka,
}
"""What is done when a role is used; other roles that act choose without an effect, or learn."""
