"""What a form of an exchange tells a player: points, place, skills, what may be invoked, and what waits for him."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from adjudicator.core.actions import Spelling
from adjudicator.core.faults import Listed, Phrase, PhraseArgument
from adjudicator.games.zfate.account import bearer_said, text_said
from adjudicator.games.zfate.reports import borne_said, compel_said, skills_said, stress_said, task_said
from adjudicator.games.zfate.state import Setting
from adjudicator.games.zfate.views import PlayerView


def situation(view: PlayerView) -> Iterator[Phrase]:
    """Tell a player what matters when he acts, or when he answers in a window."""
    if view.phase not in ("exchange", "reactions") or view.sheet is None:
        return
    scene, here = view.scene, view.scene.zone(view.player)
    yield Phrase("situation.points", {"points": view.points})
    yield Phrase("situation.stress", {"stress": Listed(tuple(stress_said(view.sheet)))})
    if here:
        others = tuple(name for name in scene.present if scene.zone(name) == here and name != view.player)
        values: dict[str, PhraseArgument] = {"zone": here, "names": Listed(others)}
        yield Phrase("situation.place" if others else "situation.alone", values)
    if view.sheet.skills:
        yield Phrase("situation.skills", {"skills": Listed(tuple(skills_said(view.sheet)))})
    borne: dict[str, list[PhraseArgument]] = {}
    for aspect in view.state.aspects:
        borne.setdefault(aspect.bearer, []).append(borne_said(aspect))
    for bearer, aspects in borne.items():
        yield Phrase("situation.aspects", {"bearer": bearer_said(bearer), "aspects": Listed(tuple(aspects))})
    if scene.tasks:
        yield Phrase("situation.tasks", {"tasks": Listed(tuple(map(task_said, scene.tasks)))})
    yield from map(compel_said, view.compels)
    if view.hits:
        said = tuple(Phrase("situation.hit", {"name": name, "n": n}) for name, n in view.hits.items())
        yield Phrase("situation.hits", {"hits": Listed(said)})


def spellings(setting: Setting) -> Mapping[str, Spelling]:
    """Return the skills of the campaign, which a form offers by name; what else orders name lives in the state."""
    return {"skill-name": Spelling(tuple(setting.skills))}


def names_now(view: PlayerView) -> Mapping[str, Mapping[str, PhraseArgument]]:
    """Return whom and what the player may name in the orders of an exchange."""
    scene, sheet = view.scene, view.sheet
    others = [name for name in scene.present if name != view.player]
    names: dict[str, Iterable[str]] = {
        "target": others,
        "person": scene.present,
        "against": [*others, *scene.seen],
        "zone-name": scene.zones,
        "own-weapon": sheet.weapons if sheet else (),
        "own-stunt": sheet.stunts if sheet else (),
        "invoked": (each.text for each in view.state.aspects),
    }
    return {kind: {name: text_said(name) for name in listed} for kind, listed in names.items()}
