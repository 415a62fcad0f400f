"""What a form by post tells a player: the shown role, who lives, who is nominated, and which roles there are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.core.actions import Spelling
from adjudicator.core.faults import Listed, Phrase, Word
from adjudicator.games.clocktower.roles import ROLES
from adjudicator.games.clocktower.state import Setting
from adjudicator.games.clocktower.views import PlayerView


def situation(view: PlayerView) -> Iterator[Phrase]:
    """Tell a player the own role as shown, who lives, and in the votes who was nominated."""
    if not view.post or not view.known.seats:
        return
    yield Phrase("situation.role", {"role": Word("roles", view.seat.shown)})
    yield Phrase("situation.living", {"names": Listed(tuple(view.known.living()))})
    if view.phase == "votes":
        nominees = Listed(tuple(view.known.day.uncounted))
        yield Phrase("situation.nominees", {"names": nominees, "count": view.known.threshold})


def spellings(setting: Setting) -> Mapping[str, Spelling]:
    """Return the roles that pages and editors offer: those of the published scripts from which the campaign's are.

    The others may be written too: the MJ may bring them into play, and anybody may claim them.
    """
    scripts = {ROLES[role].script for role in setting.script}
    roles = tuple(role.id for role in ROLES.values() if role.script in scripts)
    words = {role: Word("roles", role) for role in ROLES}
    also = tuple(word for role, word in words.items() if role not in roles)
    return {"roles": Spelling(tuple(words[role] for role in roles), meant=roles, also=also)}
