"""A campaign of the game: its setting, the names of its roles, and how a bag of roles is made up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.core.context import name_of, same_names
from adjudicator.core.faults import Objection, PhraseArgument, Word
from adjudicator.core.game import Ask, People
from adjudicator.core.plain import Plain
from adjudicator.games.clocktower.roles import ROLES, SCRIPTS
from adjudicator.games.clocktower.state import Setting

ASKS = (Ask("led", "led"), Ask("script", "scripts"), Ask("seats", "seats"))


def make_setting(campaign: Mapping[str, Any]) -> Setting:
    """Build the setting of a canonical campaign."""
    people, script = campaign["players"], campaign.get("script", "trouble_brewing")
    notes = [(name_of(one), str(one["note"])) for one in people if isinstance(one, Mapping) and "note" in one]
    return Setting(
        tuple(map(name_of, people)),
        SCRIPTS[script] if isinstance(script, str) else tuple(script),
        campaign.get("false", 75),
        campaign.get("seats") == "drawn",
        campaign.get("names", "official"),
        tuple(notes),
        campaign.get("led") == "post",
    )


def order_schema(setting: Setting, phase: str) -> str:
    """Return the schema of order files, which is the same in all phases: by hand it holds nothing to order."""
    return "orders" if setting.post else "hand"


def campaign_objections(campaign: Plain) -> Iterator[Objection]:
    """Refuse a game by post where the hour of a stage would tell something, or whose roles need more than orders."""
    people = campaign["players"]
    yield from same_names((("players", i), name_of(person)) for i, person in enumerate(people))
    if campaign.get("led") != "post":
        return
    if "deadline" not in campaign or "dawn" not in campaign.get("mj", {}):
        yield Objection("post-hour", ("led",), incomplete=True)
    script = campaign.get("script", "trouble_brewing")
    if not set([script] if isinstance(script, str) else script) <= {"trouble_brewing", *SCRIPTS["trouble_brewing"]}:
        yield Objection("post-script", ("script",))


def recommended(people: People) -> list[tuple[PhraseArgument, ...]]:
    """Return how the game may be led, with the script that both ways can play, and seats as listed."""
    script, seats = Word("scripts", "trouble_brewing"), Word("seats", "listed")
    return [(Word("led", led), script, seats) for led in ("hand", "post")]


def plan_objections(people: People, asked: Plain) -> Iterator[Objection]:
    """Refuse to begin a game by post with a script of which orders alone cannot play the roles."""
    if asked["led"] == "post" and asked["script"] not in (None, "trouble_brewing"):
        yield Objection("post-script")


def suggestion(people: People, asked: Plain) -> Plain:
    """Return what was asked for; by post there must be a deadline, and who is silent is given his standing orders.

    Many have nothing to send by night and are silent: that brakes a game by post only if everybody is.
    """
    by_default = {"led": "hand", "script": "trouble_brewing", "seats": "listed"}
    found = {key: asked[key] or value for key, value in by_default.items()}
    return {**found, "days": 1, "missing": "standing", "brake": 100} if found["led"] == "post" else found


def labels(setting: Setting) -> Mapping[str, Mapping[str, str]]:
    """Return the names of the seed for roles, if the campaign shows these."""
    if setting.names != "seed":
        return {}
    return {"roles": {role.id: role.seed for role in ROLES.values() if role.seed}}
