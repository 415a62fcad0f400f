"""Sheets of characters as players and the MJ write them, and what milestones change in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from adjudicator.core.faults import KeyPath, Listed, Objection, PhraseArgument
from adjudicator.core.plain import Plain
from adjudicator.core.words import Names
from adjudicator.games.zfate.state import LEVELS, TRACKS, Aspect, Setting, Sheet, State, Stunt, Weapon
from adjudicator.games.zfate.words import NO_NAME

MOST_RATING = 4
"""Z54. The highest rating of a weapon but for the MJ's amendments."""
MOST_NEAR = 50
"""More names that nobody has are no slips of the pen, and to look for what they resemble takes seconds."""
MINOR = ("swap", "replace_stunt", "buy_stunt", "rename")
"""Z64. The choices of a minor milestone, of which one may be taken."""
NOTABLE = (*MINOR, "point")
MAJOR = (*NOTABLE, "above", "rename_concept", "rename_extreme")
ALLOWED = {"minor": MINOR, "notable": NOTABLE, "major": MAJOR}


def stunt_of(given: Mapping[str, Any]) -> Stunt:
    """Return a stunt as it is written on a sheet."""
    return Stunt(**{"form": "text", **{"instead" if key == "for" else key: value for key, value in given.items()}})


def put_sheet(setting: Setting, state: State, name: str, given: Mapping[str, Any]) -> None:
    """Give a character the sheet that somebody wrote; what he bore by an earlier one goes."""
    anew = name in state.sheets
    given = with_skills(setting, given)
    skills = given["skills"]
    boxes = {track: setting.boxes(track, skills) for track in TRACKS}
    state.sheets[name] = Sheet(
        skills,
        {one: stunt_of(told) for one, told in given.get("stunts", {}).items()},
        given.get("refresh", 2),
        {one: Weapon(**told) for one, told in given.get("weapons", {}).items()},
        given.get("armour", 0),
        boxes | {track: sorted(listed) for track, listed in given.get("boxes", {}).items()},
        {track: sorted(listed) for track, listed in given.get("ticked", {}).items()},
        list(given.get("slots", LEVELS)),
    )
    concept = [Aspect(given["concept"], name, "concept")] if given.get("concept") else []
    new = [*concept, *(aspect_of(each, name, "personal") for each in given.get("aspects", ()))]
    for each in new:
        if each.bearer != name and each.known_to is not None:
            each.known_to = [name]
    # An aspect of this sheet that lies on another is there already when the sheet is given anew.
    laid = {(each.text, each.bearer) for each in new}
    kept = [each for each in state.aspects if not (anew and each.bearer == name)]
    state.aspects = [*(each for each in kept if (each.text, each.bearer) not in laid), *new]


def aspect_of(given: Any, bearer: str, kind: str) -> Aspect:
    """Return an aspect that is written as a text, or with who does not know it."""
    told = given if isinstance(given, Mapping) else {"aspect": given}
    known: list[str] | None = [] if told.get("hidden") else None
    return Aspect(told["aspect"], told.get("on", bearer), kind, known)


def sheet_objections(setting: Setting, cap: int, given: Mapping[str, Any], whole: bool = True) -> Iterator[Objection]:
    """Z33, Z54, Z67. Judge a player's sheet; with ``whole``, it needs a Concept."""
    if whole and not given.get("concept"):
        yield Objection("no-concept")
    skills = given.get("skills") or {}
    named: list[tuple[KeyPath, str]] = [(("skills", skill), skill) for skill in skills]
    for key in ("weapons", "stunts"):
        for name, told in (given.get(key) or {}).items():
            named += [((key, name, part), told[part]) for part in ("skill", "for") if told and told.get(part)]
    yield from unknown(setting.skill_names, "unknown-skill", named)
    for skill, level in skills.items():
        if isinstance(level, int) and level > cap:
            yield Objection("skill-cap", ("skills", skill), {"cap": cap})
    for name, weapon in (given.get("weapons") or {}).items():
        if weapon and (weapon.get("rating") or 0) > MOST_RATING:
            yield Objection("weapon-rating", ("weapons", name, "rating"), {"most": MOST_RATING})
    refresh = given.get("refresh")
    if isinstance(refresh, int) and refresh < setting.options.refresh_floor:
        yield Objection("refresh-floor", ("refresh",), {"floor": setting.options.refresh_floor})


def unknown(known: Names, code: str, listed: Iterable[tuple[KeyPath, str]]) -> Iterator[Objection]:
    """Object to each name, listed with its path, that is not ``known``; of a few, tell the nearest known one."""
    wrong = [(path, name) for path, name in listed if known.find(name) is None]
    names = Listed(tuple(known.names))
    for path, name in wrong:
        near = known.nearest(name) if len(wrong) <= MOST_NEAR else None
        values: dict[str, PhraseArgument] = {"name": name, "known": names}
        yield Objection(code, path, values, nearest=near)


def written(table: Mapping[str, Any], *keys: str, above: KeyPath = ()) -> Iterator[tuple[KeyPath, str]]:
    """Yield the names under some keys of a table that lies ``above``, each with its path.

    They are the items of a list, or what has names as keys.
    """
    for key in keys:
        given = table.get(key, ())
        for place, name in zip(given, given, strict=True) if isinstance(given, Mapping) else enumerate(given):
            yield (*above, key, place), name


def with_skills(setting: Setting, given: Mapping[str, Any]) -> Plain:
    """Return a sheet with the skills in it as the campaign writes them."""
    known = setting.skill_names

    def spelt(told: Mapping[str, Any]) -> Plain:
        return {key: known.spelt(value) if key in ("skill", "for") else value for key, value in told.items()}

    found = dict(given)
    found["skills"] = {known.spelt(one): level for one, level in (given.get("skills") or {}).items()}
    for key in ("stunts", "weapons"):
        found[key] = {name: spelt(told) for name, told in (given.get(key) or {}).items()}
    return found


def add_boxes(setting: Setting, sheet: Sheet, before: Mapping[str, int]) -> None:
    """Z68. Add the boxes of stress that the skills of a sheet bring, and did not bring ``before``."""
    for track in TRACKS:
        new = {*setting.boxes(track, sheet.skills)} - {*setting.boxes(track, before)}
        sheet.boxes[track] = sorted({*sheet.boxes.get(track, ()), *new})


# Milestones -------------------------------------------------------------------------------------------------------


def level_of(setting: Setting, sheet: Sheet, skill: str) -> int:
    """Z09. Return the level of a skill, also of one that is not on the sheet."""
    known = setting.skills.get(skill)
    return sheet.skills.get(skill, -2 if known is not None and known.trained else 0)


def choice_objections(setting: Setting, state: State, name: str, given: Plain) -> Iterator[Objection]:
    """Z64, Z65, Z66. Judge what a player chooses at a milestone."""
    sheet, cap, rights = state.sheets[name], state.cap, state.rights.get(name, ())
    allowed = {key for right in rights for key in ALLOWED[right]}
    minor = [key for key in given if key in MINOR]
    for key in [*minor[max(1, len(rights)) :], *(key for key in given if key in MAJOR and key not in allowed)]:
        yield Objection("two-choices", (key,), on_key=True)
    known = setting.skill_names
    swap = given.get("swap") or ()
    named: list[tuple[KeyPath, Any]] = [(("swap", i), one) for i, one in enumerate(swap)]
    named += [((key,), given[key]) for key in ("point", "above") if key in given]
    yield from unknown(known, "unknown-skill", (each for each in named if each[1] is not None))
    skills = {path: known.find(skill or "") or "" for path, skill in named}
    if len(swap) not in (0, 2):  # a form tries what it offers alone, and all together
        yield Objection("unknown-skill", ("swap",), {"name": NO_NAME, "known": Listed(tuple(known.names))})
    elif all(skills.values()):
        levels = _levels(setting, sheet, given)
        swapped = [level_of(setting, sheet, skill) for path, skill in skills.items() if path[0] == "swap"]
        if swapped and abs(swapped[0] - swapped[1]) > 1:
            yield Objection("gap", ("swap",))
        if "point" in given and levels[skills["point",]] > cap:
            yield Objection("cap", ("point",), {"cap": cap})
        if "above" in given and levels.get(skills["above",], 0) != cap:
            yield Objection("cap", ("above",), {"cap": cap})
    yield from _stunts(setting, sheet, given)
    yield from _renamed(state.borne(name), given)


def _levels(setting: Setting, sheet: Sheet, given: Plain) -> dict[str, int]:
    """Return the levels of a sheet after a swap, and with a point more."""
    known, levels = setting.skill_names, dict(sheet.skills)
    if given.get("swap"):
        one, other = map(known.spelt, given["swap"])
        levels |= {one: level_of(setting, sheet, other), other: level_of(setting, sheet, one)}
        # A trained skill that is not on the sheet is -2.
        levels = {skill: level for skill, level in levels.items() if level or setting.skills[skill].trained}
    if given.get("point"):
        skill = known.spelt(given["point"])
        levels[skill] = max(levels.get(skill, 0), 0) + 1
    return levels


def _stunts(setting: Setting, sheet: Sheet, given: Plain) -> Iterator[Objection]:
    held, replaced = Names(list(sheet.stunts)), given.get("replace_stunt")
    new: list[tuple[KeyPath, str]] = [(("buy_stunt",), given.get("buy_stunt") or "")]
    if isinstance(replaced, Mapping):
        old = replaced.get("old") or ""
        yield from unknown(held, "no-stunt", [(("replace_stunt", "old"), old)] if old else [])
        new.append((("replace_stunt", "new"), replaced.get("new") or ""))
    for path, name in new:
        found = held.find(name)
        if found is not None and not (replaced and found == held.find(old)):
            yield Objection("same-name", path, {"name": name, "other": found})
    if given.get("buy_stunt") and sheet.refresh - 1 < setting.options.refresh_floor:
        yield Objection("refresh-floor", ("buy_stunt",), {"floor": setting.options.refresh_floor})


RENAMED = {"rename": ("personal",), "rename_concept": ("concept",), "rename_extreme": ("consequence",)}


def _renamed(aspects: list[Aspect], given: Plain) -> Iterator[Objection]:
    for key, kinds in RENAMED.items():
        told = given.get(key)
        if not told or not told.get("old"):
            continue
        found = Names([each.text for each in aspects]).find(told["old"])
        aspect = next((each for each in aspects if each.text == found), None)
        if key == "rename" and aspect is not None and aspect.kind == "concept":
            yield Objection("concept", (key, "old"))
        elif aspect is None or aspect.kind not in kinds or (key == "rename_extreme" and aspect.level != "extreme"):
            yield Objection("unknown-aspect", (key, "old"), {"name": told["old"]})


def choose(setting: Setting, state: State, name: str, given: Plain) -> bool:
    """Apply what a player chose at a milestone, in the order of the rules; return whether the cap rises."""
    sheet, before = state.sheets[name], state.sheets[name].skills
    sheet.skills = _levels(setting, sheet, given)
    if given.get("replace_stunt"):
        old = Names(list(sheet.stunts)).find(given["replace_stunt"]["old"])
        new = given["replace_stunt"]["new"]
        sheet.stunts = {(new if one == old else one): (Stunt("text") if one == old else told)
                        for one, told in sheet.stunts.items()}  # fmt: skip
    if given.get("buy_stunt"):
        sheet.stunts[given["buy_stunt"]] = Stunt("text")
        sheet.refresh -= 1
    for key in RENAMED:
        if given.get(key):
            borne = {each.text: each for each in state.borne(name)}
            borne[str(Names(list(borne)).find(given[key]["old"]))].text = given[key]["new"]
    if given.get("above"):
        sheet.skills[setting.skill_names.spelt(given["above"])] += 1
    add_boxes(setting, sheet, before)
    return bool(given.get("above"))
