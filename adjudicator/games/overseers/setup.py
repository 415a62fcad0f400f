"""A campaign of the game: how its setting is built, and what a new campaign asks the MJ."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.context import name_of, same_names
from adjudicator.core.faults import Objection, Word
from adjudicator.core.game import Ask, People
from adjudicator.core.plain import Plain
from adjudicator.games.overseers.state import Options, Setting

ASKS = (Ask("courage", "worths"), Ask("hope", "worths"))


def make_setting(campaign: Plain) -> Setting:
    """Build the setting of a canonical campaign or case."""
    tables = {trait: tuple(worths) for trait, worths in campaign["tables"].items()}
    players = tuple(map(name_of, campaign["players"]))
    return Setting(players, tables, Options(**campaign.get("options", {})))


def campaign_objections(campaign: Plain) -> Iterator[Objection]:
    """1, 3. Judge the players and what Courage and Hope are worth."""
    yield from same_names((("players", i), name_of(person)) for i, person in enumerate(campaign["players"]))
    yield from _worths_objections(campaign["tables"], "tables")


def _worths_objections(tables: Plain, *path: str) -> Iterator[Objection]:
    for trait, worths in tables.items():
        if worths is None:
            yield Objection("worths-missing", (), {"trait": Word("traits", trait)})
        elif sorted(worths) != worths:
            yield Objection("worths-fall", (*path, trait), {"trait": Word("traits", trait)})


def plan_objections(people: People, asked: Plain) -> Iterator[Objection]:
    """1, 3. Refuse a plan with too few or too many players, or without the tables of Courage and Hope."""
    count = sum(map(len, people.values()))
    if not 3 <= count <= 6:
        yield Objection("plan-players", (), {"count": count})
    yield from _worths_objections(asked)


def suggestion(people: People, asked: Plain) -> Plain:
    """3. Return the tables for the template of a new campaign."""
    return {"tables": asked}
