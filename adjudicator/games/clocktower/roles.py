"""The roles as data: team, place in the order of nights, and when and how each acts.

Identifiers, teams and the order of nights are those of the publisher's release; nobody's text is copied.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

TOWNSFOLK, OUTSIDER, MINION, DEMON = "townsfolk", "outsider", "minion", "demon"
GOOD, EVIL = "good", "evil"


class Role(NamedTuple):
    """A role: the places in the order of nights are 0 where it does not act.

    ``when`` it acts is ``night``, ``dies`` (in the night in which its player dies), ``day`` or empty. It then chooses
    ``number`` players, ``any``, ``other``, ``living`` or ``dead``; and a role, if ``names`` is ``any`` or ``good``.
    A ``prompt`` is played by the MJ alone: the program takes any choice and makes nothing of it.
    """

    id: str
    team: str
    first: int = 0
    other: int = 0
    when: str = ""
    number: int = 0
    who: str = ""
    names: str = ""
    once: bool = False
    prompt: bool = False
    script: str = ""
    seed: str = ""
    """The name in the seed, if it is another one than the official French name."""

    @property
    def side(self) -> str:
        """The side of a player who begins with the role."""
        return EVIL if self.team in (MINION, DEMON) else GOOD


_TEAMS = {"T": TOWNSFOLK, "O": OUTSIDER, "M": MINION, "D": DEMON}
_WHEN = {"n": "night", "x": "dies", "d": "day"}


def _role(script: str, name: str, of: str, first: int, other: int, acts: str = "", seed: str = "") -> Role:
    """Return the role of a row of the table; ``acts`` is written as the rules write it."""
    words = acts.split("/")

    def among(*known: str) -> str:
        return next((word for word in words if word in known), "")

    when, number = _WHEN.get(among(*_WHEN), ""), int(among("1", "2") or 0)
    who, names = among("any", "other", "living", "dead"), among("any-role", "good-role").removesuffix("-role")
    return Role(
        name, _TEAMS[of], first, other, when, number, who, names, "once" in words, "prompt" in words, script, seed
    )


_TABLE = {
    "trouble_brewing": (
        ("washerwoman", "T", 52, 0, "n"),
        ("librarian", "T", 53, 0, "n"),
        ("investigator", "T", 54, 0, "n"),
        ("chef", "T", 55, 0, "n"),
        ("empath", "T", 56, 76, "n"),
        ("fortuneteller", "T", 57, 77, "n/2/any"),
        ("undertaker", "T", 0, 78, "n", "Croque-Mort"),
        ("monk", "T", 0, 24, "n/1/other"),
        ("ravenkeeper", "T", 0, 75, "x/1/any", "Gardien"),
        ("virgin", "T", 0, 0, "once", "Vierge"),
        ("slayer", "T", 0, 0, "d/1/any/once", "Mercenaire"),
        ("soldier", "T", 0, 0),
        ("mayor", "T", 0, 0),
        ("butler", "O", 58, 91, "n/1/other"),
        ("drunk", "O", 0, 0),
        ("recluse", "O", 0, 0),
        ("saint", "O", 0, 0),
        ("poisoner", "M", 33, 17, "n/1/any"),
        ("spy", "M", 72, 92, "n"),
        ("scarletwoman", "M", 0, 33),
        ("baron", "M", 0, 0),
        ("imp", "D", 0, 40, "n/1/any"),
    ),
    "bad_moon_rising": (
        ("grandmother", "T", 59, 73, "prompt"),
        ("sailor", "T", 26, 13, "n/1/living"),
        ("chambermaid", "T", 76, 95, "prompt"),
        ("exorcist", "T", 0, 36, "prompt"),
        ("innkeeper", "T", 0, 19, "n/2/any"),
        ("gambler", "T", 0, 21, "prompt"),
        ("gossip", "T", 0, 58, "prompt"),
        ("courtier", "T", 35, 18, "n/any-role/once"),
        ("professor", "T", 0, 65, "n/1/dead/once"),
        ("minstrel", "T", 0, 0),
        ("tealady", "T", 0, 0, "", "Dame\u00a0de\u00a0Thé"),
        ("pacifist", "T", 0, 0),
        ("fool", "T", 0, 0, "once"),
        ("tinker", "O", 0, 71, "prompt"),
        ("moonchild", "O", 0, 72, "prompt"),
        ("goon", "O", 0, 0, "", "Brute"),
        ("lunatic", "O", 0, 0),
        ("godfather", "M", 38, 57, "prompt"),
        ("devilsadvocate", "M", 40, 26, "n/1/living"),
        ("assassin", "M", 0, 56, "n/1/any/once"),
        ("mastermind", "M", 0, 0, "prompt"),
        ("zombuul", "D", 0, 41, "prompt"),
        ("pukka", "D", 47, 42, "n/1/any"),
        ("shabaloth", "D", 0, 43, "n/2/any"),
        ("po", "D", 0, 44, "prompt"),
    ),
    "sects_and_violets": (
        ("clockmaker", "T", 60, 0, "prompt"),
        ("dreamer", "T", 61, 79, "prompt"),
        ("snakecharmer", "T", 37, 23, "n/1/living"),
        ("mathematician", "T", 77, 96, "prompt"),
        ("flowergirl", "T", 0, 80, "n"),
        ("towncrier", "T", 0, 81, "prompt"),
        ("oracle", "T", 0, 82, "prompt"),
        ("savant", "T", 0, 0, "prompt"),
        ("seamstress", "T", 62, 83, "n/2/other/once"),
        ("philosopher", "T", 14, 11, "prompt"),
        ("artist", "T", 0, 0, "prompt"),
        ("juggler", "T", 0, 84, "n"),
        ("sage", "T", 0, 63, "x"),
        ("mutant", "O", 0, 0, "", "Mutant"),
        ("sweetheart", "O", 0, 61),
        ("barber", "O", 0, 60, "prompt"),
        ("klutz", "O", 0, 0, "prompt"),
        ("eviltwin", "M", 41, 0, "prompt"),
        ("witch", "M", 42, 27, "n/1/any"),
        ("cerenovus", "M", 43, 28, "n/1/any/good-role"),
        ("pithag", "M", 0, 29, "n/1/any/any-role", "Pit-Hag"),
        ("fanggu", "D", 0, 45, "prompt"),
        ("vigormortis", "D", 0, 49, "prompt"),
        ("nodashii", "D", 0, 46, "n/1/any"),
        ("vortox", "D", 0, 47, "n/1/any"),
    ),
}

ROLES: Mapping[str, Role] = {row[0]: _role(script, *row) for script, rows in _TABLE.items() for row in rows}
"""The roles that a seat may have, by identifier, in the order in which draws number them."""
SCRIPTS: Mapping[str, tuple[str, ...]] = {
    script: tuple(role.id for role in ROLES.values() if role.script == script) for script in _TABLE
}
BELIEVING = ("drunk", "lunatic")
"""The roles whose players believe that they have another one."""
ACT_WHEN_DEAD = ("recluse", "spy")


def team(role: str) -> str:
    """Return the team of a role."""
    return ROLES[role].team


def of_team(roles: Iterable[str], *teams: str) -> list[str]:
    """Return those of ``roles`` that belong to ``teams``, in their order."""
    return [role for role in roles if team(role) in teams]


def pool(script: Sequence[str], teams: Sequence[str], held: Sequence[str] = (), count: int = 1) -> list[str]:
    """Return the roles of ``teams`` in a script that are not ``held``; if there are too few, others behind them."""
    own, every = ([role for role in of_team(roles, *teams) if role not in held] for roles in (script, ROLES))
    return own if len(own) >= count else list(dict.fromkeys([*own, *every]))
