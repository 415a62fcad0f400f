"""§4 and §6 of the rules: what the actions of an exchange come to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from adjudicator.core.mj import TEXT, Question
from adjudicator.core.plain import Plain
from adjudicator.core.words import Names
from adjudicator.games.zfate import absorption
from adjudicator.games.zfate.orders import NEAREST, boxes_and_levels
from adjudicator.games.zfate.rolling import Opposition, Rolling
from adjudicator.games.zfate.rolls import BONUS, Side
from adjudicator.games.zfate.state import CHALLENGE, FREE, LEVELS, SCENE, Aspect, Weapon, bare

NONE = "none"
"""Z84. The MJ's word where nothing opposes an action."""
DIFFICULTY = {"mild": 2, "moderate": 4, "severe": 6}
"""Z42. How hard it is to treat a consequence in the field."""


class Outcomes(Rolling):
    """What each kind of action does, once it is rolled."""

    # Attack

    def target(self, actor: str, given: Mapping[str, Any]) -> str | None:
        """Return whom an attack is for."""
        target = given.get("target")
        return self.scene.nearest_enemy(actor) if target == NEAREST else target

    def attack(self, actor: str, given: Mapping[str, Any]) -> None:
        """Z51, Z89. Attack somebody."""
        target = self.target(actor, given) or ""
        name, weapon = self.weapon(actor, given)
        interceptor = self.protector("intercept", target, actor)
        coverer = None if interceptor else self.protector("cover", target, actor)
        kind = Opposition("interceptor") if interceptor else Opposition("active", name=coverer or target)
        found = self.roll(actor, "attack", given, kind, weapon.difficulty)
        assert found is not None
        victim = interceptor or target
        found |= {"target": target, "weapon": name, "interceptor": interceptor or "", "coverer": coverer or ""}
        outcome, shifts = found["outcome"], found["shifts"]
        if outcome == "tie":
            self.boost(actor)
        elif shifts > 0:
            style = outcome == "style"
            traded = style and self.setting.options.attack_style == "trade" and bool(given.get("trade"))
            damage = max(0, shifts - traded + weapon.rating - self.state.sheets[victim].armour)
            if damage:
                self.hit(actor, victim, damage, given.get("if_out", ""))
            if traded or (style and self.setting.options.attack_style == FREE):
                self.boost(actor)
        self.style_of_defence(found)

    def weapon(self, actor: str, given: Mapping[str, Any]) -> tuple[str, Weapon]:
        """Return the weapon of an attack: the one named, or else the best that goes with the skill."""
        weapons, name = self.state.sheets[actor].weapons, given.get("weapon")
        if name not in weapons:
            fitting = [one for one, weapon in weapons.items() if weapon.skill in ("", given["skill"])]
            name = max(fitting, key=lambda one: weapons[one].rating, default="")
        return name, weapons.get(name, Weapon(0))

    def protector(self, how: str, target: str, attacker: str) -> str | None:
        """Z50, Z107. Return the first in order who intercepts, or covers, attacks on the target and can."""
        for name in self.scene.in_order:
            ready = name not in (target, attacker) and self.scene.can_act(name)
            near = self.scene.zone(name) == self.scene.zone(target)
            if ready and near and target in (self.orders.get(name, {}).get(how) or ()):
                return name
        return None

    def hit(self, attacker: str, victim: str, damage: int, if_out: str) -> None:
        """§6. Absorb a hit, or put the victim out."""
        taken, extreme = self.absorbs(attacker, victim, damage)
        if taken is None:
            self.scene.out.append(victim)
            self.note("hit", name=victim, by=attacker, damage=damage, boxes=[], levels=[], out=True, said=if_out)
            return
        sheet = self.state.sheets[victim]
        ticked = sheet.ticked.get(self.scene.harm, [])
        sheet.ticked[self.scene.harm] = sorted([*ticked, *taken.boxes])
        self.note("hit", name=victim, by=attacker, damage=damage, boxes=list(taken.boxes), levels=list(taken.levels),
                  out=False, said="")  # fmt: skip
        for level in taken.levels:
            self.suffer(attacker, victim, level, extreme)

    def absorbs(self, attacker: str, victim: str, damage: int) -> tuple[absorption.Absorbed | None, str]:
        """Return what absorbs a hit, and the aspect that an extreme consequence replaces."""
        given = self.orders.get(victim, {}).get("absorb") or {}
        state, several = self.state, self.setting.options.boxes == "sum"
        boxes = state.free_boxes(victim, self.scene.harm)
        never = given.get("never")
        replaced = self.invokes.aspect(victim, given.get("extreme") or "")
        open_ = "extreme" in state.sheets[victim].slots and not state.extreme.get(victim)
        can = open_ and replaced is not None and replaced.kind == "personal" and replaced.bearer == victim
        text = replaced.text if can and replaced is not None else ""
        if attacker in (given.get("hits") or {}):
            wanted, levels = boxes_and_levels(given["hits"][attacker])
            levels.sort(key=lambda level: LEVELS[level])
            exact = absorption.Absorbed(tuple(sorted(wanted)), tuple(levels))
            codes = list(absorption.wrong(exact, damage, boxes, state.free_slots(victim), can))
            if not codes:
                return exact, text
            self.drop(victim, attacker, "not-enough" if "not-enough" in codes else codes[0])
        slots = absorption.usable(state.free_slots(victim), never)
        return absorption.best(damage, boxes, slots, several, can and never is None), text

    def suffer(self, attacker: str, victim: str, level: str, replaced: str) -> None:
        """Z35, Z38, Z41. Give somebody a consequence, with a free invoke on it for who inflicted it."""
        if level == "extreme":
            gone = next(each for each in self.state.borne(victim) if each.text == replaced)
            self.state.aspects.remove(gone)
            self.state.extreme[victim] = True
        names = (self.orders.get(victim, {}).get("absorb") or {}).get("names") or {}
        text = self.unique(names[level]) if names.get(level) else self.name_of(victim, level, f"{level} : {attacker}")
        made = Aspect(text, victim, "consequence", None, {attacker: 1}, level, self.scene.harm, attacker)
        made.replaces = replaced if level == "extreme" else ""
        self.state.aspects.append(made)
        self.scene.suffered.setdefault(victim, []).append(level)
        self.note("consequence", name=victim, by=attacker, level=level, aspect=text)

    # Create an advantage

    def create(self, actor: str, given: Mapping[str, Any]) -> None:
        """Z87, Z88. Create an advantage."""
        written = given.get("aspect") or ""
        who = None if actor in self.state.npcs else actor
        known = [each for each in self.state.found(written, who) if each.kind != "boost"]
        found = self.roll(actor, "create", given, self.opposition(actor, given))
        outcome = found["outcome"] if found else "success"
        note = {"aspect": known[0].text if known else written}
        if found is not None:
            found |= note
        if outcome == "fail":
            defender = found["defence"]["name"] if found and found["defence"] else "nothing"
            other = self.setback(actor, defender if known else "nothing")
            if other and known:
                self.give_free(known[0], other, 1)
            elif other:
                self.new_aspect(written, given.get("on") or SCENE, other, 1)
        elif known or (outcome != "tie" and (known := self.discovered(actor, given))):
            self.give_free(known[0], actor, 2 if outcome == "style" else 1)
        elif outcome == "tie":
            self.boost(actor)
        else:
            self.new_aspect(written, given.get("on") or SCENE, actor, 2 if outcome == "style" else 1)
        if found is not None:
            self.style_of_defence(found)

    def discovered(self, actor: str, given: Mapping[str, Any]) -> list[Aspect]:
        """Return the hidden aspect of who defended that the MJ lets an advantage reveal, in place of a new one."""
        against = given.get("against")
        hidden = [each for each in self.state.borne(against or "") if not each.known_by(actor)]
        wanted = self.counts and (given.get("discover") or self.mj.rules_on("discovery", (actor,)))
        if against not in self.scene.present or not hidden or not wanted:
            return []
        answer = self.mj.ask(Question("discovery", (actor,), False))
        found = [each for each in hidden if answer is True or bare(str(answer)) == bare(each.text)][:1]
        for aspect in found:
            aspect.known_to = None
            self.note("discovered", name=actor, other=against, aspect=aspect.text)
        return found

    def setback(self, actor: str, proposal: str) -> str:
        """Ask the MJ who profits from an advantage that failed; an empty string if nobody does."""
        answer = self.ask("setback", (actor,), proposal)
        return "" if answer == "nothing" else Names(self.scene.present).find(str(answer)) or ""

    def opposition(self, actor: str, given: Mapping[str, Any]) -> Opposition:
        """Z14. Return what opposes an action: somebody, a number, or nothing."""
        against = given.get("against")
        if against in self.scene.present:
            return Opposition("active", name=against)
        if against in self.scene.oppositions:
            if against not in self.scene.met:
                self.scene.met.append(against)
            return Opposition("passive", self.scene.oppositions[against])
        if task := self.scene.task(against):
            return Opposition("passive", task.opposition)
        if obstacle := next((each for each in self.scene.obstacles if each.name == against), None):
            return self.obstructed([obstacle], actor)
        if found := self.on_the_way(actor, given, self.scene.zone(actor)):
            return found
        value = self.set_by_mj.get(actor, NONE)
        return Opposition("none") if value in (NONE, None) else Opposition("passive", value)

    def on_the_way(self, actor: str, given: Mapping[str, Any], start: str) -> Opposition | None:
        """Z56. Return what opposes a way to another zone; None if only the MJ can say how hard the action is."""
        if not given.get("to"):
            return None
        way = self.scene.steps(start, given["to"]) or []
        if len(way) <= 2:
            return self.obstructed(self.scene.between(*way) if len(way) == 2 else [], actor)
        numbers = [one.opposition for pair in pairwise(way) for one in self.scene.between(*pair) if not one.guard]
        return Opposition("passive", max(numbers)) if numbers else None

    def obstructed(self, obstacles: Sequence[Any], actor: str) -> Opposition:
        """Z56. Return the opposition of what stands between two zones: a guard before a number."""
        guard = next((each.guard for each in obstacles if self.scene.guards(each, actor)), "")
        if guard:
            return Opposition("active", name=guard)
        numbers = [each.opposition for each in obstacles if not each.guard]
        return Opposition("passive", max(numbers)) if numbers else Opposition("none")

    # Overcome and treat

    def overcome(self, actor: str, given: Mapping[str, Any]) -> None:
        """Z86. Overcome an obstacle."""
        task = self.scene.task(given.get("against"))
        if self.scene.kind == CHALLENGE and (code := self.task_code(task, given)):
            self.drop(actor, given.get("against") or "", code)
            return
        found = self.roll(actor, "overcome", given, self.opposition(actor, given))
        outcome = found["outcome"] if found else "success"
        fails = "cost" if given.get("if_fail") == "cost" else "failure"
        success = {"fail": fails, "tie": "minor"}.get(outcome, "success")
        if task is not None:
            task.outcome = outcome
            self.scene.used.append(given["skill"])
        self.succeed(actor, "overcome", success, found)
        if success != "failure" and given.get("to"):
            self.note("moved", name=actor, zone=given["to"], start=self.scene.zone(actor))
            self.scene.places[actor] = given["to"]

    def task_code(self, task: Any, given: Mapping[str, Any]) -> str:
        """Z62. Return what is wrong with a task of a challenge: somebody earlier took it, or the skill."""
        if task is None or task.outcome:
            return "no-task"
        return "skill-used" if given["skill"] in self.scene.used else ""

    def succeed(self, actor: str, action: str, success: str, found: Plain | None) -> None:
        """Write down how an action went, ask for its cost, and give the boost of a success with style."""
        cost = ""
        if success in ("minor", "cost"):
            cost = self.ask("cost", (actor,), "", kind=TEXT)
        self.note("result", name=actor, action=action, success=success, cost=cost)
        if found is not None and found["outcome"] == "style":
            self.boost(actor)

    def treat(self, actor: str, given: Mapping[str, Any]) -> None:
        """Z42, Z44. Treat a consequence."""
        patient = given["who"]
        ill = self.state.treatable(patient, given["consequence"])
        assert ill is not None
        self.scene.cared.append(f"{actor}/{patient}/{ill.level}")
        value = 0 if ill.treated else DIFFICULTY[ill.level]
        if self.mj.rules_on("difficulty", (actor,)):
            value = self.mj.ask(Question("difficulty", (actor,), value))
        value += BONUS if actor == patient else 0
        if self.orders.get(patient, {}).get("deceive"):
            lie = Side(patient, f"defence {actor}", self.skill_level(patient, "Tromperie"))
            self.invokes.throw(lie)
            self.note("deceived", name=patient, faces=lie.faces, dice=lie.dice, result=lie.result, actor=actor)
            value = max(value, lie.result)
        found = self.roll(actor, "treat", given, Opposition("passive", value))
        assert found is not None
        success = {"fail": "failure", "tie": "minor"}.get(found["outcome"], "success")
        if success != "failure" and not ill.treated:
            name = str(self.ask("name", (patient, ill.level), ill.text, kind=TEXT))
            ill.text = name if name == ill.text else self.unique(name)
            ill.treated, ill.since = True, self.state.sitting
            self.note("treated", name=patient, by=actor, aspect=ill.text)
        self.succeed(actor, "treat", success, found)
