"""§3 of the rules: one exchange, played provisionally or so that it counts, always with the same dice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from typing import Any

from adjudicator.core.faults import Phrase
from adjudicator.core.mj import TEXT, Mj, Question
from adjudicator.core.plain import Plain, Sealed
from adjudicator.games.zfate import absorption
from adjudicator.games.zfate.orders import action_of, alternatives, defence_of, items_of, move_of, played, stunts_of
from adjudicator.games.zfate.outcomes import Outcomes
from adjudicator.games.zfate.rolling import Opposition
from adjudicator.games.zfate.rolls import Side, aim_of
from adjudicator.games.zfate.state import (
    BANK,
    CHALLENGE,
    CONFLICT,
    CONTEST,
    ESCROW,
    LEVELS,
    MJ,
    Aspect,
    Compel,
    Setting,
    State,
    bare,
)
from adjudicator.games.zfate.views import player_view

WINS = 3
"""Z61. The victories that win a contest."""


class Exchange(Outcomes):
    """One exchange, from the first question to the MJ to its last actor."""

    # The whole exchange

    def run(self) -> bool:
        """Play the exchange; return False, before any die is thrown, while the MJ owes the value of an opposition."""
        self.npc_orders()
        if not self.ask_first():
            return False
        for name, orders in self.orders.items():
            if (most := orders.get("at_most")) is not None:
                self.invokes.limits[name] = most
        self.first_things()
        self.begin()
        if self.scene.kind == CONTEST:
            self.contest()
        else:
            self.actors()
        self.end()
        return True

    def begin(self) -> None:
        """Z49, Z106. Find who is in full defence from the start, and who helps whom."""
        for name in self.scene.in_order:
            orders = self.orders.get(name, {})
            action = action_of(orders)
            if action is not None and action[0] == "help":
                self.helping[name] = action[1]
            silent = action is None and self.scene.kind == CONFLICT and name in self.setting.players
            if silent or (action is not None and action[0] == "full_defence"):
                self.full.add(name)

    def actors(self) -> None:
        """Let everybody act in order."""
        for actor in list(self.scene.in_order):
            if self.scene.kind == CONFLICT and not self.is_over():
                self.concessions()
            if self.is_over():
                break
            if not self.scene.can_act(actor):
                continue
            self.step(actor, "before")
            self.act(actor)
            self.acted.add(actor)
            self.step(actor, "after")

    def is_over(self) -> bool:
        """Z60. Return whether one side alone of a conflict is left; that ends it at once."""
        if self.scene.kind != CONFLICT or self.scene.winner:
            return bool(self.scene.winner)
        sides = {self.scene.side_of(name) for name in self.scene.present}
        left = {self.scene.side_of(name) for name in self.scene.present if self.scene.can_act(name)}
        if len(sides) > 1 and len(left) <= 1:
            self.scene.winner = next(iter(left), "")
            self.note("over", side=self.scene.winner)
        return bool(self.scene.winner)

    def end(self) -> None:
        """Z57, Z60. End the exchange, and the scene if it is over."""
        for name, other in self.helping.items():
            if name not in self.acted or other not in self.helped:
                self.note("help_lost", name=name, other=other)
        self.scene.exchange += 1
        if self.counts:
            worsen(self.state, self.mj, "exchanges", self.note)
        if self.is_over() and self.scene.kind == CONFLICT:
            self.state.pay_concessions(self.setting.players)
            for name in self.scene.out:
                if name in self.setting.players:
                    fate = self.ask("fate", (name,), "alive", kind="fates")
                    self.note("fate", name=name, fate=fate)
                    if fate == "dead":
                        self.state.dead.append(name)
        elif self.scene.kind == CHALLENGE and all(task.outcome for task in self.scene.tasks):
            self.scene.winner = "done"

    # What the MJ is asked before any die

    def npc_orders(self) -> None:
        """Ask for the orders of each NPC; without an answer it acts as the rules propose."""
        for name in self.scene.in_order:
            if name in self.state.npcs and self.scene.can_act(name):
                answer = self.mj.ask(Question("npc", (name,), self.npc_proposal(name)))
                given = answer if isinstance(answer, Mapping) else {}
                self.orders[name] = played(player_view(self.setting, self.state, name), dict(given))

    def npc_proposal(self, name: str) -> Plain:
        """Return what an NPC does without orders: it attacks the nearest enemy, or goes there."""
        if self.scene.kind != CONFLICT:
            return {}
        sheet, kinds = self.state.sheets[name], self.setting.skills
        usable = [skill for skill in kinds if skill in sheet.skills and kinds[skill].attacks == self.scene.harm]
        skill = max(usable, key=lambda one: sheet.skills[one], default=None)
        enemy = self.scene.nearest_enemy(name)
        if skill is None or enemy is None:
            return {"full_defence": True}
        attack = {"attack": {"target": enemy, "skill": skill}}
        here, there = self.scene.zone(name), self.scene.zone(enemy)
        if not kinds[skill].close or here == there:
            return attack
        way = self.scene.steps(here, there) or [here]
        if len(way) == 1 or not self.scene.is_open(name, way[1]):
            return {"full_defence": True}
        return {**(attack if way[1] == there else {"full_defence": True}), "move": way[1]}

    def ask_first(self) -> bool:
        """Ask what hangs on declarations alone; return whether every opposition has a value."""
        known = True
        for name in self.scene.in_order:
            action = action_of(self.orders.get(name, {}))
            if action is not None and self.scene.can_act(name) and self.needs_value(name, *action):
                default = self.setting.options.opposition
                proposal = default if isinstance(default, int) else None
                goal = self.orders[name].get("goal")
                why = Phrase("question.goal", {"text": goal}) if goal else None
                value = self.mj.ask(Question("opposition", (name,), proposal, kind="oppositions", why=why))
                self.set_by_mj[name] = value
                known = known and value is not None
        for name in self.scene.in_order:
            orders = self.orders.get(name, {})
            claimed = [*(item.aspect for item in items_of(name, orders)), *stunts_of(orders), defence_of(orders)[1]]
            for what in dict.fromkeys(filter(None, claimed)):
                if self.mj.ask(Question("fits", (name, what), True)) is False:
                    self.invokes.unfit.add((name, what))
            if detail := orders.get("detail"):
                why = Phrase("question.detail", {"text": detail.get("text", "")})
                if self.mj.ask(Question("detail", (name,), True, why=why)) is False:
                    self.vetoed.add(name)
            if who := orders.get("compel", {}).get("who"):
                self.valid[name] = self.mj.ask(Question("valid", (name, who), True))
        if self.counts and known:
            self.ask_objections()
        return known

    def ask_objections(self) -> None:
        """Z95. Ask the MJ about each invoke or detail to which a player objects."""
        for objector, orders in self.orders.items():
            for each in orders.get("object") or ():
                who = each.get("who")
                theirs = self.orders.get(who, {})
                meant = bare(each.get("aspect") or "")
                claimed = (item.aspect for item in items_of("", theirs) if bare(item.aspect) == meant)
                what = "detail" if each.get("detail") else next(claimed, "")
                if not what or (what == "detail" and (who in self.vetoed or not theirs.get("detail"))):
                    continue
                why = Phrase("question.objection", {"name": objector, "text": each.get("why", "")})
                if self.mj.ask(Question("objection", (who, what), True, why=why)) is False:
                    if what == "detail":
                        self.vetoed.add(who)
                    else:
                        self.invokes.unfit.add((who, what))

    def start(self, name: str) -> str:
        """Return the zone from which somebody acts, if a step before the action succeeds."""
        zone, when = move_of(self.orders.get(name, {}))
        return zone if zone and when == "before" else self.scene.zone(name)

    def needs_value(self, name: str, kind: str, given: Any) -> bool:
        """Return whether the MJ has to say how hard an action is."""
        if kind not in ("create", "overcome") or (self.scene.kind == CONTEST and kind == "overcome"):
            return False
        return not given.get("against") and self.on_the_way(name, given, self.start(name)) is None

    # Before the first actor

    def first_things(self) -> None:
        """Take the players' answers to compels, their own compels, their details, and what they pass on."""
        pending = list(self.scene.compels)  # what is proposed now is answered in the next exchange
        for name in (one for one in self.setting.players if one in self.scene.present):
            orders = self.orders.get(name, {})
            if orders.get("story"):
                self.note("narrated", name=name, text=orders["story"])
            self.answer(name, orders.get("answer"), [each for each in pending if each.who == name])
            if "compel" in orders:
                self.compel(name, orders["compel"])
            if orders.get("detail") and name not in self.vetoed:
                self.detail(name, orders["detail"])
            for each in orders.get("pass") or ():
                self.hand_over(name, each)

    def answer(self, name: str, answer: Any, compels: Iterable[Compel]) -> None:
        """Z27, Z28, Z30, Z98. Take a player's answer to the ``compels`` that wait for it; silence accepts."""
        for pending in compels:
            if isinstance(answer, Mapping):
                pending.counter = answer.get("counter", "")
                self.note("countered", name=name, aspect=pending.aspect, text=pending.counter, secret=pending.secret)
                continue
            self.scene.compels.remove(pending)
            refused = answer == "refuse" and self.state.balance(name) >= pending.price
            if pending.by == MJ:
                paid = [(name, MJ, pending.price, "compel")] if refused else [(BANK, name, 1, "compel")]
            else:
                paid = [(ESCROW, MJ, 1, "third"), (name, MJ, 1, "third")] if refused else [(ESCROW, name, 1, "third")]
            for line in paid:
                self.state.pay(*line, pending.about, told=not pending.secret)
            if not refused:
                self.obey(pending)
            self.note("compel", **pending.told, refused=refused, secret=pending.secret)

    def compel(self, name: str, given: Mapping[str, Any]) -> None:
        """Z30, Z97. Take a compel that a player proposes, for himself or for somebody else."""
        who, valid = given.get("who"), self.valid.get(name)
        if not who or valid is False:
            return
        made = Compel(**{**given, "by": name, **({"complication": valid} if isinstance(valid, str) else {})})
        if who == name:
            self.state.pay(BANK, name, 1, "self", made.about, not made.secret)
            self.obey(made)
            self.note("compel", refused=False, **made.told, secret=made.secret)
        elif self.state.balance(name) >= 1:
            self.state.pay(name, ESCROW, 1, "third", made.about, not made.secret)
            self.scene.compels.append(made)
            self.note("offered", **made.told, secret=made.secret)

    def obey(self, compel: Compel) -> None:
        """Z117. Let an action fail by a compel that was accepted; it shows only by one that is no secret."""
        if compel.effect == "fails":
            self.failing[compel.who] = compel.secret and self.failing.get(compel.who, True)

    def detail(self, name: str, given: Mapping[str, Any]) -> None:
        """Z26. Take a detail of the story, for one point."""
        if self.state.balance(name) < 1:
            self.drop(name, given.get("aspect", ""), "no-points")
            return
        self.state.pay(name, BANK, 1, "detail", given.get("text", ""))
        if (aspect := self.invokes.aspect(name, given.get("aspect") or "")) is not None:
            aspect.known_to = None
        self.note("detail", name=name, text=given.get("text", ""), aspect=given.get("aspect", ""))

    def hand_over(self, name: str, given: Mapping[str, Any]) -> None:
        """Z24. Pass free invokes on to somebody else."""
        aspect, n, to = self.invokes.aspect(name, given.get("aspect") or ""), given.get("n", 1), given.get("to")
        if aspect is None or aspect.free.get(name, 0) < n or not to:
            self.drop(name, given.get("aspect") or "", "no-free")
            return
        aspect.free[name] -= n
        aspect.known_to = None
        aspect.free = {owner: held for owner, held in {**aspect.free, to: aspect.free.get(to, 0) + n}.items() if held}
        self.note("passed", name=name, to=to, aspect=aspect.text, n=n)

    # Moves and concessions

    def step(self, actor: str, when: str) -> None:
        """Z56. Take the free step of somebody, if it comes now; one that is impossible is lost."""
        zone, told = move_of(self.orders.get(actor, {}))
        if not zone or told != when or not self.scene.can_act(actor):
            return
        if self.scene.is_open(actor, zone):
            self.note("moved", name=actor, zone=zone, start=self.scene.zone(actor))
            self.scene.places[actor] = zone
        else:
            self.lost.add(actor)
            self.note("step_lost", name=actor, zone=zone)

    def concessions(self) -> None:
        """Z57. Let everybody concede whose condition holds now."""
        for name in self.scene.in_order:
            wanted = self.orders.get(name, {}).get("concede")
            if wanted is None or not self.scene.can_act(name) or not self.concedes(name, wanted):
                continue
            self.scene.conceded.append(name)
            terms = wanted.get("terms", "")
            why = Phrase("question.terms", {"text": terms})
            said = self.ask("terms", (name,), "agreed", kind="agreement", why=why) if terms else "agreed"
            self.note("conceded", name=name, terms=terms, said="" if said in ("agreed", True) else said)
            if self.is_over():
                return

    def concedes(self, name: str, wanted: Plain) -> bool:
        """Return whether one of the conditions of a concession holds; it holds at once without any."""
        suffered = [LEVELS[level] for level in self.scene.suffered.get(name, ())]
        if not wanted.keys() - {"terms"}:
            return True
        if "consequence" in wanted and max(suffered, default=0) >= LEVELS[wanted["consequence"]]:
            return True
        if "margin" in wanted:
            never = (self.orders[name].get("absorb") or {}).get("never")
            slots = absorption.usable(self.state.free_slots(name), never)
            boxes = self.state.free_boxes(name, self.scene.harm)
            if absorption.greatest(boxes, slots, self.setting.options.boxes == "sum") < wanted["margin"]:
                return True
        other = wanted.get("out")
        return bool(other) and (other in self.scene.out or other in self.scene.conceded)

    # Actions

    def act(self, actor: str) -> None:
        """Z48. Do the one action of somebody, or the first alternative that is possible."""
        orders = self.orders.get(actor, {})
        if actor in self.failing and action_of(orders):
            kind, given = next(alternatives(orders))
            self.note("failed", name=actor, action=kind, secret=self.failing[actor])
            if kind in ("overcome", "treat"):
                self.note("result", name=actor, action=kind, success="failure", to="")
            return
        choices = list(alternatives(orders))
        for kind, given in choices:
            if kind == "full_defence" or (kind == "help" and (kind, given) == choices[0]):
                return
            if self.can_do(actor, kind, given):
                getattr(self, kind)(actor, given)
                return
            self.note("impossible", name=actor, action=kind)
        if choices and self.scene.kind == CONFLICT:
            self.full.add(actor)

    def can_do(self, actor: str, kind: str, given: Any) -> bool:
        """Return whether an action can be done now."""
        if kind == "help":
            return self.scene.can_act(given) and given not in self.acted
        if kind == "attack":
            target = self.target(actor, given)
            if target is None or not self.scene.can_act(target) or self.scene.kind != CONFLICT:
                return False
            skill = self.setting.skills.get(given.get("skill", ""))
            near = self.scene.zone(target) == self.scene.zone(actor)
            return skill is not None and (near or not skill.close)
        if kind == "treat":
            who = given["who"]
            return self.scene.can_act(who) and self.state.treatable(who, given["consequence"]) is not None
        against = given.get("against")
        if against in self.scene.present and not self.scene.can_act(against):
            return False
        return not (kind == "overcome" and given.get("to") and actor in self.lost)

    def help(self, actor: str, given: str) -> None:
        """Z63. Help as an alternative to what was impossible."""
        self.helping[actor] = given

    # Contest

    def contest(self) -> None:
        """Z61, Z113. Compare the rolls of all who race; creates come first, and who creates has no result."""
        racing: list[tuple[str, Mapping[str, Any]]] = []
        for actor in self.scene.in_order:
            kind, given = action_of(self.orders.get(actor, {})) or ("", {})
            self.step(actor, "before")
            if kind == "create" or (kind == "overcome" and actor in self.failing):
                self.act(actor)
            elif kind == "overcome":
                racing.append((actor, given))
            self.acted.add(actor)
            self.step(actor, "after")
        sides = [self.racer(*each, alone=len(racing) == 1) for each in racing]

        def shifts(side: Side) -> int:
            return side.result - max((other.result for other in sides if other is not side), default=side.result)

        if len(sides) > 1:
            self.invokes.settle(sides, shifts)
        elif sides:
            self.invokes.throw(sides[0])
        for side in sides:
            self.rolls(side, "overcome", dict(racing)[side.name], shifts(side), kind=CONTEST)
        winners = [side.name for side in sides if shifts(side) >= 0]
        if len(winners) == 1:
            self.scene.victories[winners[0]] = self.scene.victories.get(winners[0], 0) + 1
            self.note("victory", name=winners[0], n=self.scene.victories[winners[0]])
            if self.scene.victories[winners[0]] >= WINS:
                self.scene.winner = winners[0]
                self.note("won", name=winners[0])
        elif winners:
            twist = self.ask("twist", (), "", kind=TEXT)
            self.note("draw", names=winners, said=twist)

    def racer(self, actor: str, given: Mapping[str, Any], alone: bool) -> Side:
        """Return the roll of somebody in a contest; who rolls alone spends nothing."""
        self.against(actor, Opposition("active"))
        stunt = self.usable_stunt(actor, given.get("stunt", ""), given["skill"])
        stunt = stunt if alone else self.paid_stunt(actor, stunt)
        level, _, _ = self.team(actor, given["skill"], self.skill_level(actor, given["skill"], stunt))
        return Side(actor, "action", level, self.items(actor, "action"), aim_of(self.orders[actor], False))


def worsen(state: State, mj: Mj, unit: str, note: Callable[..., None]) -> None:
    """Z104. Count an exchange or a sitting, and ask the MJ about each aspect whose time is over."""
    for aspect in state.aspects:
        told: Any = aspect.worsens
        if not told or told["unit"] != unit:
            continue
        if aspect.treated or told["in"] > 1:
            aspect.worsens = None if aspect.treated else Sealed({**told, "in": told["in"] - 1})
            continue
        aspect.worsens = None
        higher, was = worse_levels(state, aspect), aspect.text
        up = next((level for level in higher if level == NEXT.get(aspect.level)), "")
        why = Phrase("question.worsens", {"text": told["unless"]}) if told.get("unless") else None
        answer = mj.ask(Question("worsen", (was,), up or "nothing", kind="worsening", why=why))
        if answer == "nothing" or (answer in LEVELS and answer not in higher):
            continue
        if answer in LEVELS:
            aspect.level = answer
        else:
            aspect.level, aspect.text = up or aspect.level, answer
        note("worsened", name=aspect.bearer, aspect=aspect.text, was=was, secret=aspect.known_to is not None)


NEXT = dict(pairwise(LEVELS))
"""The level above each level."""


def worse_levels(state: State, aspect: Aspect) -> list[str]:
    """Return the levels to which a consequence can go up: the worse ones that are free, but for an extreme one."""
    least = LEVELS.get(aspect.level)
    return [level for level in state.free_slots(aspect.bearer) if LEVELS[level] > least] if least else []


def concerned(setting: Setting, before: State, found: Exchange) -> list[str]:
    """Return the players whom a window awaits, by what everybody knows: who rolled and could change it, or was hit."""
    rolls = found.facts("roll")
    rolled = {roll["actor"] for roll in rolls} | {roll["defence"]["name"] for roll in rolls if roll["defence"]}
    able = {owner for each in before.aspects if each.known_to is None for owner, n in each.free.items() if n}
    able |= {name for name in setting.players if before.balance(name, told=True) >= 1}
    either = {each["name"] for each in found.facts("hit")} | (rolled & able)
    return [name for name in setting.players if name in before.scene.present and name in either]
