"""What each reader is told about a stage: what happened, how the scene stands, and the sheets as he may see them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.core.faults import Listed, Phrase, PhraseArgument, Word
from adjudicator.core.plain import Plain
from adjudicator.core.stage import Outcome, Reader
from adjudicator.games.zfate.account import bearer_said, in_scenes, text_said, told
from adjudicator.games.zfate.state import (
    CONTEST,
    MJ,
    OF_THE_SHEET,
    TRACKS,
    Aspect,
    Compel,
    Line,
    Obstacle,
    Setting,
    Sheet,
    State,
    Stunt,
    Task,
    Weapon,
)
from adjudicator.games.zfate.words import level_said, signed

FIELDS = ("sitting", "cap")


def report(
    setting: Setting, before: State, outcome: Outcome[State], orders: Mapping[str, Plain], reader: Reader
) -> Plain:
    """Return what a reader may know after a stage."""
    after, log = outcome.state, outcome.log
    kinds = {fact.kind for fact in log}
    played = [fact for fact in log if fact.kind not in UNTOLD]
    found: Plain = {
        "public": {
            "provisional": "provisional" in kinds,
            "awaited": [name for fact in log if fact.kind == "provisional" for name in fact.data["names"]],
            "undecided": "undecided" in kinds,
            "story": next((fact.data["text"] for fact in log if fact.kind == "story"), ""),
            "events": in_scenes(played, after.npcs),
            "scene": scene_part(after),
            "ledger": [line_said(line) for line in newly_told(before, after)],
            "people": [person(setting, after, name) for name in dict.fromkeys((*setting.players, *after.scene.present))
                       if name in after.sheets],
        }
    }  # fmt: skip
    if reader.kind == "player":
        found["you"] = own_part(setting, after, reader.name)
        found["own"] = [
            Phrase("dropped", {"what": notice.facts["what"], "code": Phrase(f"dropped.{notice.facts['code']}")})
            for notice in outcome.notices
            if notice.to == reader and notice.kind == "dropped"
        ]
    elif reader.kind == "mj":
        found["account"] = in_scenes(played, after.npcs, secret=True)
        new = after.ledger[len(before.ledger) :]
        found["ledger"] = [Phrase("ledger.numbered", {"n": line.n, "line": line_said(line)}) for line in new]
        hiding = [name for name in setting.players if after.balance(name) != after.balance(name, told=True)]
        found["sheets"] = [own_part(setting, after, name) for name in (*after.npcs, *hiding)]
        found["hidden"] = [aspect_said(each) for each in after.aspects if each.known_to is not None]
    return found


HEADLINES = ("scene", "milestone", "conceded", "victory", "won", "over")


def headline(setting: Setting, before: State, outcome: Outcome[State]) -> list[Phrase]:
    """Return what a stage that counts is remembered for: a scene, who fell or gave in, and who has won."""
    log = [fact for fact in outcome.log if fact.kind in HEADLINES or (fact.kind == "hit" and fact.data["out"])]
    provisional = any(fact.kind == "provisional" for fact in outcome.log)
    return [] if provisional else list(told(log, outcome.state.npcs))


def newly_told(before: State, after: State) -> list[Line]:
    """Return the lines of the ledger that a stage told to all: new ones, and older ones that were untold."""
    known = {line.n for line in before.ledger if line.told}
    return [line for line in after.ledger if line.told and line.n not in known]


UNTOLD = ("provisional", "story", "undecided")


def scene_part(state: State) -> Plain:
    """Return the scene as everybody sees it: who stands where, what is in the way, the aspects in play."""
    scene = state.scene
    shown = [each for each in state.known() if each.kind in ("situation", "boost") or each.bearer not in state.sheets]
    zones = {zone: [name for name in scene.present if scene.zone(name) == zone] for zone in scene.zones}
    return {
        "name": scene.name,
        "kind": scene.kind,
        "exchange": scene.exchange,
        "order": list(filter(scene.can_act, scene.order)),
        "zones": [{"zone": zone, "names": names, "next": scene.zones[zone]} for zone, names in zones.items()],
        "obstacles": list(map(obstacle_said, scene.obstacles)),
        "aspects": [aspect_said(each) for each in shown],
        "out": scene.out,
        "conceded": scene.conceded,
        "victories": [Phrase("victories.of", {"name": name, "n": scene.victories.get(name, 0)})
                      for name in (scene.present if scene.kind == CONTEST else ())],
        "tasks": list(map(task_said, scene.tasks)),
    }  # fmt: skip


def task_said(task: Task) -> Phrase:
    """Return a task of a challenge, with how it went if somebody has tried."""
    if not task.outcome:
        return Phrase("task.open", {"name": task.name})
    return Phrase("task", {"name": task.name, "outcome": Word("outcomes", task.outcome)})


def compel_said(compel: Compel) -> Phrase:
    """Return a compel that waits for its answer."""
    values: dict[str, PhraseArgument] = {"aspect": compel.aspect, "text": compel.complication, "price": compel.price}
    return Phrase("compel.pending", values)


def skills_said(sheet: Sheet) -> list[str]:
    """Return the skills of a sheet with their levels."""
    return [f"{skill} {signed(level)}" for skill, level in sheet.skills.items()]


def obstacle_said(obstacle: Obstacle) -> Phrase:
    """Return what stands between two zones, with the number or who defends it."""
    one, other = obstacle.between
    against: PhraseArgument = obstacle.guard or level_said(obstacle.opposition)
    return Phrase("obstacle", {"name": obstacle.name, "one": one, "other": other, "against": against})


def aspect_said(aspect: Aspect, secret: bool = False) -> Phrase:
    """Return an aspect with its bearer and its free invokes; if ``secret``, also whether it is hidden, and its kind."""
    values: dict[str, PhraseArgument] = {
        "text": text_said(aspect.text),
        "bearer": bearer_said(aspect.bearer),
        "free": free_said(aspect),
    }
    said = Phrase("aspect.free" if aspect.free else "aspect", values)
    if not secret:
        return said
    kind = Word("invoked" if aspect.kind == "boost" else "kinds", aspect.kind)
    return Phrase("aspect.hidden" if aspect.known_to is not None else "aspect.kind", {"aspect": said, "kind": kind})


def borne_said(aspect: Aspect) -> PhraseArgument:
    """Return an aspect as it stands on a sheet: hidden or not, with its free invokes."""
    said = text_said(aspect.text)
    if aspect.known_to is not None:
        said = Phrase("borne.hidden", {"aspect": said})
    return Phrase("borne.free", {"aspect": said, "free": free_said(aspect)}) if aspect.free else said


def free_said(aspect: Aspect) -> Listed:
    """Return who has how many free invokes of an aspect."""
    return Listed(tuple(Phrase("free.of", {"name": name, "n": n}) for name, n in aspect.free.items()))


def consequence_said(aspect: Aspect) -> Phrase:
    """Return a consequence with its level, and whether it is treated."""
    key = "consequence.treated" if aspect.treated else "consequence.named"
    return Phrase(key, {"level": Word("levels", aspect.level), "text": text_said(aspect.text)})


def weapon_said(name: str, weapon: Weapon) -> Phrase:
    """Return a weapon with what it adds and needs."""
    key = "weapon.skill" if weapon.skill else "weapon.any"
    said = Phrase(key, {"name": name, "rating": signed(weapon.rating), "skill": weapon.skill})
    if not weapon.difficulty:
        return said
    return Phrase("weapon.difficult", {"weapon": said, "difficulty": signed(weapon.difficulty)})


def stunt_said(name: str, stunt: Stunt) -> Phrase:
    """Return a stunt with what it does, when, and what it costs."""
    values = {"name": name, "skill": stunt.skill, "instead": stunt.instead, "when": stunt.when}
    said = Phrase(f"stunt.{stunt.form}.{'when' if stunt.when else 'always'}", values)
    return Phrase("stunt.cost", {"stunt": said}) if stunt.cost else said


def worsens_said(aspect: Aspect) -> Phrase:
    """Return in how many exchanges or sittings an aspect becomes worse, and unless what."""
    told: Any = aspect.worsens
    values = {"n": told["in"], "unit": Word("units", told["unit"]), "unless": told.get("unless", "")}
    return Phrase("worsens.unless" if told.get("unless") else "worsens", values)


def person(setting: Setting, state: State, name: str) -> Plain:
    """Return what everybody sees of somebody; of an NPC, neither the sheet nor aspects that were not revealed."""
    sheet, npc = state.sheets[name], name in state.npcs
    seen = [each for each in state.borne(name) if each.known_to is None and each.kind != "boost"]
    return {
        "name": name,
        "character": setting.characters.get(name, ""),
        "npc": npc,
        "points": None if npc else state.balance(name, told=True),
        "refresh": None if npc else sheet.refresh,
        "aspects": [borne_said(each) for each in seen if each.kind != "consequence"],
        "consequences": [consequence_said(each) for each in seen if each.kind == "consequence"],
        "stress": stress_said(sheet),
        **kit(Sheet() if npc else sheet),
        "out": name in state.scene.out,
        "conceded": name in state.scene.conceded,
    }  # fmt: skip


def stress_said(sheet: Sheet) -> list[Phrase]:
    """Return the boxes of each track, ticked ones with a cross."""
    told = ((track, sheet.boxes.get(track, ()), sheet.ticked.get(track, ())) for track in TRACKS)
    drawn = ((track, " ".join(f"[{'×' if box in ticked else box}]" for box in boxes)) for track, boxes, ticked in told)
    return [Phrase("stress", {"track": Word("tracks", track), "boxes": boxes}) for track, boxes in drawn if boxes]


def kit(sheet: Sheet) -> Plain:
    """Return the skills, stunts, weapons and armour of a sheet, as they are shown."""
    return {
        "skills": skills_said(sheet),
        "kit": [
            *(stunt_said(*each) for each in sheet.stunts.items()),
            *(weapon_said(*each) for each in sheet.weapons.items()),
            *([Phrase("armour", {"n": sheet.armour})] if sheet.armour else ()),
        ],
    }


def own_part(setting: Setting, state: State, name: str) -> Plain:
    """Return what the player of a character and the MJ see: the whole sheet."""
    sheet = state.sheets.get(name)
    if sheet is None:
        return {}
    npc = name in state.npcs
    known = [each for each in state.aspects if each.bearer == name or name in (each.known_to or ())]
    return {
        **person(setting, state, name),
        "points": None if npc else state.balance(name),
        **kit(sheet),
        "aspects": [borne_said(each) for each in known if each.kind not in ("consequence", "boost")],
        "untold": [line_said(line) for line in state.ledger if not line.told and name in (line.source, line.target)],
        "compels": [compel_said(each) for each in state.scene.compels if each.who == name],
    }  # fmt: skip


def line_said(line: Line) -> Phrase:
    """Return a line of the ledger: from, to, how much, why; its number would tell how many lines are untold."""
    values: dict[str, PhraseArgument] = {
        "source": account_said(line.source),
        "target": account_said(line.target),
        "amount": line.amount,
        "reason": Word("reasons", line.reason),
        "about": line.about,
    }
    return Phrase("ledger.about" if line.about else "ledger", values)


def account_said(account: str) -> PhraseArgument:
    """Return the name of an account."""
    return Word("accounts", account) if account in (MJ, "bank", "escrow") else account


def options(setting: Setting) -> list[Phrase]:
    """Tell everybody which options differ from the usual ones."""
    found = []
    for key, value in setting.options._asdict().items():
        if value != getattr(OF_THE_SHEET, key):
            said = value if isinstance(value, int) else Word("oppositions" if key == "opposition" else key, value)
            found.append(Phrase("variant", {"option": Word("options", key), "value": said}))
    return found
