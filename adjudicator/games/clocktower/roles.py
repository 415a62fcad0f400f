"""The roles as data: team, place in the order of nights, and when and how each acts.

Identifiers, teams and the order of nights are those of the publisher's release; nobody's text is copied.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import NamedTuple

TOWNSFOLK, OUTSIDER, MINION, DEMON, FABLED, TRAVELLER = (
    "townsfolk",
    "outsider",
    "minion",
    "demon",
    "fabled",
    "traveller",
)
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


def _read() -> Iterator[Role]:
    """Yield the roles of the table beside this module."""
    text = (files(__package__) / "roles.csv").read_text(encoding="utf-8")
    for row in csv.DictReader(text.splitlines()):
        numbers = {key: int(row[key]) for key in ("first", "other", "number")}
        yield Role(**{**row, **numbers, "once": bool(row["once"]), "prompt": bool(row["prompt"])})  # type: ignore[arg-type]


ROLES: Mapping[str, Role] = {role.id: role for role in _read()}
"""The roles that a seat may have, by identifier, in the order in which draws number them."""
SCRIPTS: Mapping[str, tuple[str, ...]] = {
    script: tuple(role.id for role in ROLES.values() if role.script == script)
    for script in dict.fromkeys(role.script for role in ROLES.values())
}
BELIEVING = ("drunk", "lunatic")
"""The roles whose players believe that they have another one."""
ACT_WHEN_DEAD = ("recluse", "spy")


def team(role: str) -> str:
    """Return the team of a role."""
    return ROLES[role].team


def of_team(roles: tuple[str, ...], *teams: str) -> list[str]:
    """Return those of ``roles`` that belong to ``teams``, in their order."""
    return [role for role in roles if team(role) in teams]
