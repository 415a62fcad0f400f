"""§3 of the rules: one exchange, played provisionally or so that it counts, always with the same dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.core.faults import Phrase
from adjudicator.core.mj import TEXT, Question
from adjudicator.core.plain import Plain, Sealed
from adjudicator.core.stage import Fact
from adjudicator.core.words import Names
from adjudicator.games.zfate import absorption
from adjudicator.games.zfate.orders import (
    NEAREST,
    Item,
    action_of,
    alternatives,
    boxes_and_levels,
    conceding,
    defence_of,
    fits_stunt,
    items_of,
    move_of,
    named,
    played,
)
from adjudicator.games.zfate.rolls import BONUS, Invokes, Side, aim_of, outcome_of
from adjudicator.games.zfate.state import (
    BANK,
    CHALLENGE,
    CONFLICT,
    CONTEST,
    ESCROW,
    FREE,
    LEVELS,
    MJ,
    SCENE,
    Aspect,
    Compel,
    Setting,
    State,
    Weapon,
    bare,
)
from adjudicator.games.zfate.views import player_view

if TYPE_CHECKING:
    from adjudicator.core.dice import Dice
    from adjudicator.core.mj import Mj

NONE = "none"
"""Z84. The MJ's word where nothing opposes an action."""
WINS = 3
"""Z61. The victories that win a contest."""
UNTRAINED = -2
DIFFICULTY = {"mild": 2, "moderate": 4, "severe": 6}
"""Z42. How hard it is to treat a consequence in the field."""


class Opposition(NamedTuple):
    """What stands against an action: ``kind`` is none, passive, active or interceptor."""

    kind: str
    value: int = 0
    name: str = ""


class Exchange:
    """One exchange on a copy of a state; ``counts`` is False while a window may still change what is invoked."""

    def __init__(
        self, setting: Setting, state: State, orders: Mapping[str, Any], dice: Dice, mj: Mj, counts: bool
    ) -> None:
        """Begin an exchange with the orders of the players, as they sent them."""
        self.setting, self.state, self.mj, self.counts = setting, state.copy(), mj, counts
        self.state.declared = None
        self.scene = self.state.scene
        self.log: list[Fact] = []
        self.dropped: list[list[str]] = []
        self.hits: dict[str, dict[str, int]] = {}
        self.rolled: list[str] = []
        self.outcomes: dict[str, str] = {}
        self.made: list[str] = []
        self.full: set[str] = set()
        self.failing: set[str] = set()
        self.lost: set[str] = set()
        self.acted: set[str] = set()
        self.helping: dict[str, str] = {}
        self.set_by_mj: dict[str, Any] = {}
        self.vetoed: set[str] = set()
        self.named: set[tuple[str, str]] = set()
        self.helped: set[str] = set()
        self.defence_skill = ""
        self.invokes = Invokes(setting, self.state, dice, self.drop)
        self.orders: dict[str, Plain] = {}
        for name in self.scene.present:
            if name in setting.players:
                sent = orders.get(name)
                view = player_view(setting, state, name)
                self.orders[name] = played(view, sent) if isinstance(sent, Mapping) else {}

    # What is written down

    def note(self, kind: str, **data: Any) -> None:
        """Add a fact to the account."""
        self.log.append(Fact(kind, data))

    def drop(self, name: str, what: str, code: str) -> None:
        """Tell somebody that something he wanted to use was not used, and why."""
        self.dropped.append([name, what, code])
        self.note("dropped", name=name, what=what, code=code)

    def ask(self, purpose: str, key: Sequence[str], proposal: Any, **more: Any) -> Any:
        """Ask the MJ, if the exchange counts; otherwise everything is as proposed."""
        return self.mj.ask(Question(purpose, tuple(key), proposal, **more)) if self.counts else proposal

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
            if self.is_over():
                break
            if self.scene.kind == CONFLICT:
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
            for aspect, text in worsened(self.state, self.mj, "exchanges"):
                self.note("worsened", name=aspect.bearer, aspect=aspect.text, was=text)
        if self.is_over() and self.scene.kind == CONFLICT:
            self.pay_concessions()
            for name in self.scene.out:
                if name in self.setting.players:
                    fate = self.ask("fate", (name,), "alive", kind="fates")
                    self.note("fate", name=name, fate=fate)
                    if fate == "dead":
                        self.state.dead.append(name)
        elif self.scene.kind == CHALLENGE and all(task.outcome for task in self.scene.tasks):
            self.scene.winner = "done"

    def pay_concessions(self) -> None:
        """Z57, Z58. Pay those who have conceded, in the order in which they did."""
        for name in self.scene.conceded:
            if name in self.setting.players:
                self.state.pay(BANK, name, 1 + len(self.scene.suffered.get(name, ())), "concession")

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
                value = self.mj.ask(Question("opposition", (name,), proposal, kind="oppositions", why=self._goal(name)))
                self.set_by_mj[name] = value
                known = known and value is not None
        for name in self.scene.in_order:
            orders = self.orders.get(name, {})
            for what in dict.fromkeys(self.claims(orders)):
                if self.mj.ask(Question("fits", (name, what), True)) is False:
                    self.invokes.unfit.add((name, what))
            if orders.get("detail") and self.mj.ask(Question("detail", (name,), True, why=self._detail(name))) is False:
                self.vetoed.add(name)
            compel = orders.get("compel")
            if isinstance(compel, Mapping) and compel.get("who"):
                valid = self.mj.ask(Question("valid", (name, compel["who"]), True))
                self.set_by_mj[f"valid {name}"] = valid
        if self.counts and known:
            self.ask_objections()
        return known

    def _goal(self, name: str) -> Phrase | None:
        goal = self.orders[name].get("goal")
        return Phrase("question.goal", {"text": goal}) if goal else None

    def _detail(self, name: str) -> Phrase:
        return Phrase("question.detail", {"text": self.orders[name]["detail"].get("text", "")})

    def claims(self, orders: Plain) -> Iterator[str]:
        """Yield the aspects and stunts of which somebody says that they fit."""
        for item in items_of("", orders):
            yield item.aspect
        for _, given in alternatives(orders):
            if isinstance(given, Mapping) and given.get("stunt"):
                yield given["stunt"]
        if stunt := defence_of(orders)[1]:
            yield stunt

    def ask_objections(self) -> None:
        """Z95. Ask the MJ about each invoke or detail to which a player objects."""
        for objector, orders in self.orders.items():
            for each in orders.get("object") or ():
                who = each.get("who")
                theirs = self.orders.get(who, {})
                what = "detail" if each.get("detail") else self._claimed(theirs, each.get("aspect") or "")
                if not what or (what == "detail" and (who in self.vetoed or not theirs.get("detail"))):
                    continue
                why = Phrase("question.objection", {"name": objector, "text": each.get("why", "")})
                if self.mj.ask(Question("objection", (who, what), True, why=why)) is False:
                    if what == "detail":
                        self.vetoed.add(who)
                    else:
                        self.invokes.unfit.add((who, what))

    def _claimed(self, orders: Plain, written: str) -> str:
        return next((item.aspect for item in items_of("", orders) if bare(item.aspect) == bare(written)), "")

    def start(self, name: str) -> str:
        """Return the zone from which somebody acts, if a step before the action succeeds."""
        zone, when = move_of(self.orders.get(name, {}))
        return zone if zone and when == "before" else self.scene.zone(name)

    def needs_value(self, name: str, kind: str, given: Any) -> bool:
        """Return whether the MJ has to say how hard an action is."""
        if kind not in ("create", "overcome") or (self.scene.kind == CONTEST and kind == "overcome"):
            return False
        if given.get("against"):
            return False
        if not given.get("to"):
            return True
        way = self.scene.steps(self.start(name), given["to"]) or []
        return len(way) > 2 and not self._numbers(way)

    def _numbers(self, way: Sequence[str]) -> list[int]:
        return [each.opposition for pair in pairwise(way) for each in self.scene.between(*pair) if not each.guard]

    # Before the first actor

    def first_things(self) -> None:
        """Take the players' answers to compels, their own compels, their details, and what they pass on."""
        for name in (one for one in self.setting.players if one in self.scene.present):
            orders = self.orders.get(name, {})
            if orders.get("story"):
                self.note("narrated", name=name, text=orders["story"])
            self.answer(name, orders.get("answer"))
            if isinstance(orders.get("compel"), Mapping):
                self.compel(name, orders["compel"])
            if orders.get("detail") and name not in self.vetoed:
                self.detail(name, orders["detail"])
            for each in orders.get("pass") or ():
                self.hand_over(name, each)

    def answer(self, name: str, answer: Any) -> None:
        """Z27, Z28, Z30, Z98. Take a player's answer to the compels that wait for it; silence accepts."""
        for pending in [each for each in self.scene.compels if each.who == name]:
            if isinstance(answer, Mapping):
                pending.counter = answer.get("counter", "")
                self.note("countered", name=name, aspect=pending.aspect, text=pending.counter, secret=pending.secret)
                continue
            self.scene.compels.remove(pending)
            refused = answer == "refuse" and self.state.balance(name) >= pending.price
            told = not pending.secret
            if pending.by == MJ:
                source, target, amount = (name, MJ, pending.price) if refused else (BANK, name, 1)
                self.state.pay(source, target, amount, "compel", pending.aspect, told)
            elif refused:
                self.state.pay(ESCROW, MJ, 1, "third", pending.aspect, told)
                self.state.pay(name, MJ, 1, "third", pending.aspect, told)
            else:
                self.state.pay(ESCROW, name, 1, "third", pending.aspect, told)
            if not refused and pending.effect == "fails":
                self.failing.add(name)
            self.note("compel", name=name, by=pending.by, aspect=pending.aspect, text=pending.complication,
                      refused=refused, secret=pending.secret)  # fmt: skip

    def compel(self, name: str, given: Mapping[str, Any]) -> None:
        """Z30, Z97. Take a compel that a player proposes, for himself or for somebody else."""
        who, valid = given.get("who"), self.set_by_mj.get(f"valid {name}")
        if not who or valid is False:
            return
        text = valid if isinstance(valid, str) else given.get("complication", "")
        aspect, secret = given.get("aspect", ""), given.get("secret", False)
        if who == name:
            self.state.pay(BANK, name, 1, "self", aspect, not secret)
            if given.get("effect") == "fails":
                self.failing.add(name)
            self.note("compel", name=name, by=name, aspect=aspect, text=text, refused=False, secret=secret)
        elif self.state.balance(name) >= 1:
            self.state.pay(name, ESCROW, 1, "third", aspect, not secret)
            effect = given.get("effect", "told")
            self.scene.compels.append(Compel(who, name, aspect, text, 1, effect, secret))
            self.note("offered", name=who, by=name, aspect=aspect, text=text, secret=secret)

    def detail(self, name: str, given: Mapping[str, Any]) -> None:
        """Z26. Take a detail of the story, for one point."""
        if self.state.balance(name) < 1:
            self.drop(name, given.get("aspect", ""), "no-points")
            return
        self.state.pay(name, BANK, 1, "detail", given.get("text", ""))
        self.note("detail", name=name, text=given.get("text", ""), aspect=given.get("aspect", ""))

    def hand_over(self, name: str, given: Mapping[str, Any]) -> None:
        """Z24. Pass free invokes on to somebody else."""
        aspect, n, to = self.invokes.aspect(name, given.get("aspect") or ""), given.get("n", 1), given.get("to")
        if aspect is None or aspect.free.get(name, 0) < n or not to:
            self.drop(name, given.get("aspect") or "", "no-free")
            return
        aspect.free[name] -= n
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
            wanted = conceding(self.orders.get(name, {}))
            if wanted is None or not self.scene.can_act(name) or not self.concedes(name, wanted):
                continue
            self.scene.conceded.append(name)
            given = self.orders[name]["concede"]
            terms = given.get("terms", "") if isinstance(given, Mapping) else ""
            agreed = (
                self.ask("terms", (name,), "agreed", kind="agreement", why=Phrase("question.terms", {"text": terms}))
                if terms
                else ""
            )
            self.note("conceded", name=name, terms=terms, said="" if agreed in ("agreed", True) else agreed)
            if self.is_over():
                return

    def concedes(self, name: str, wanted: Plain) -> bool:
        """Return whether one of the conditions of a concession holds; it holds at once without any."""
        suffered = [LEVELS[level] for level in self.scene.suffered.get(name, ())]
        if not wanted:
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
            self.note("failed", name=actor, action=kind)
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
            return given.get("who") in self.scene.present and self.ill(given) is not None
        against = given.get("against")
        if against in self.scene.present and not self.scene.can_act(against):
            return False
        return not (kind == "overcome" and given.get("to") and actor in self.lost)

    def target(self, actor: str, given: Mapping[str, Any]) -> str | None:
        """Return whom an attack is for."""
        target = given.get("target")
        return self.scene.nearest_enemy(actor) if target == NEAREST else target

    def help(self, actor: str, given: str) -> None:
        """Z63. Help as an alternative to what was impossible."""
        self.helping[actor] = given

    def skill_level(self, name: str, skill: str, stunt: str = "") -> int:
        """Z09, Z100. Return the level at which somebody has a skill, with a stunt that swaps or adds."""
        sheet = self.state.sheets[name]
        told = sheet.stunts.get(stunt)
        if told is not None and told.form == "swap":
            skill = told.skill
        untrained = UNTRAINED if (known := self.setting.skills.get(skill)) is not None and known.trained else 0
        more = BONUS if told is not None and told.form == "bonus" else 0
        return sheet.skills.get(skill, untrained) + more

    def usable_stunt(self, name: str, stunt: str, skill: str) -> str:
        """Return a stunt that somebody has and that fits; an empty string otherwise."""
        told = self.state.sheets[name].stunts.get(stunt)
        if told is None or not fits_stunt(told, skill):
            return ""
        if (name, stunt) in self.invokes.unfit:
            self.drop(name, stunt, "unfit")
            return ""
        return stunt

    def paid_stunt(self, name: str, stunt: str) -> str:
        """Pay for a stunt that costs a point; an empty string if there is none to pay with."""
        if stunt and self.state.sheets[name].stunts[stunt].cost:
            if self.invokes.points(name) < 1:
                self.drop(name, stunt, "no-points")
                return ""
            self.state.pay(self.invokes.account(name), BANK, 1, "stunt", stunt)
        return stunt

    def team(self, actor: str, skill: str, own: int) -> tuple[int, list[str], str]:
        """Z63. Return the level of a team, who helps, and who leads."""
        helpers = [one for one in self.scene.in_order if self.helping.get(one) == actor and self.scene.can_act(one)]
        helpers = [one for one in helpers if one not in self.failing]
        self.helped.add(actor)
        levels = {actor: own, **{one: self.skill_level(one, skill) for one in helpers}}
        leader = max(levels, key=lambda one: levels[one])
        more = sum(level >= 1 for one, level in levels.items() if one != leader)
        for one in helpers:
            if levels[one] < 1 and one != leader:
                self.note("no_help", name=one, other=actor)
        return levels[leader] + more, helpers, leader

    # Rolls

    def items(self, name: str, on: str) -> list[Item]:
        """Return what somebody invokes on a roll of his own; for an action, also what others invoke on it."""
        own = [each for each in items_of(name, self.orders.get(name, {})) if each.on == on and not each.against]
        if on == "action":
            for other in self.scene.in_order:
                if other != name:
                    given = items_of(other, self.orders.get(other, {}))
                    own += [each for each in given if each.on == name and not each.against]
        return [each for each in own if (each.owner, each.number) not in self.invokes.spent]

    def against(self, actor: str, opposition: Opposition) -> tuple[Opposition, Side]:
        """Z81. Let others invoke against an action before the dice; return what then opposes it."""
        wall = Side("", "opposition")
        for owner in self.scene.in_order:
            for item in items_of(owner, self.orders.get(owner, {})):
                if item.against != actor or (owner, item.number) in self.invokes.spent:
                    continue
                if opposition.kind in ("active", "interceptor"):
                    self.invokes.spent.add((owner, item.number))
                    self.drop(owner, item.written, "active")
                else:
                    self.invokes.force(wall, [item._replace(effect="bonus")])
        if wall.bonus:
            opposition = Opposition("passive", opposition.value + wall.bonus)
        return opposition, wall

    def defender(self, name: str, attacker: str) -> Side:
        """Z49, Z105. Return the defence of somebody, with the skill that he named or else his best."""
        orders, sheet = self.orders.get(name, {}), self.state.sheets[name]
        skill, stunt = defence_of(orders)
        if not skill:
            harm = self.scene.harm if self.scene.kind == CONFLICT else None
            kinds = self.setting.skills
            defending = [one for one in kinds if kinds[one].defends and harm in (None, kinds[one].defends)]
            skill = max(defending, key=lambda one: self.skill_level(name, one), default="")
        stunt = self.usable_stunt(name, stunt, skill) if stunt in sheet.stunts else ""
        level = (self.skill_level(name, skill, stunt) if skill else 0) + (BONUS if name in self.full else 0)
        side = Side(name, f"defence {attacker}", level, self.items(name, "defence"), aim_of(orders, True), True)
        self.defence_skill = skill
        return side

    def roll(
        self, actor: str, kind: str, given: Mapping[str, Any], opposition: Opposition, difficulty: int = 0
    ) -> Plain | None:
        """Make one roll of an action; return it in plain data, or None if nothing opposes the action (Z84)."""
        opposition, wall = self.against(actor, opposition)
        if opposition.kind == "none":
            self.note("unopposed", name=actor, action=kind, goal=self.orders.get(actor, {}).get("goal", ""))
            return None
        skill = given["skill"]
        stunt = self.paid_stunt(actor, self.usable_stunt(actor, given.get("stunt", ""), skill))
        level, helpers, leader = self.team(actor, skill, self.skill_level(actor, skill, stunt))
        orders = self.orders.get(actor, {})
        side = Side(actor, "action", level, self.items(actor, "action"), aim_of(orders, False))
        other = self.defender(opposition.name, actor) if opposition.kind == "active" else None
        named_skill = self.defence_skill if other is not None else ""
        sides = [side, *([other] if other is not None else [])]

        def shifts(_: Side | None = None) -> int:
            against = other.result if other is not None else opposition.value
            return side.result - against - difficulty

        for each in sides:
            self.invokes.throw(each)
        for each in sides:
            self.invokes.force(each, [item for item in each.items if item.always])
        self.invokes.settle(sides, shifts)
        found: Plain = {
            "actor": actor, "action": kind, "skill": skill, "stunt": stunt, "faces": side.faces, "dice": side.dice,
            "level": level, "result": side.result, "opposition": side.result - shifts(), "shifts": shifts(),
            "outcome": outcome_of(shifts()), "bonus": side.bonus, "uses": side.uses, "helpers": helpers,
            "leader": leader, "difficulty": difficulty, "goal": orders.get("goal", ""), "wall": wall.uses,
            "against": given.get("against") or opposition.name, "defence": None, "kind": opposition.kind,
        }  # fmt: skip
        if other is not None:
            found["defence"] = {
                "name": other.name, "skill": named_skill, "faces": other.faces, "dice": other.dice,
                "level": other.level, "result": other.result, "bonus": other.bonus, "uses": other.uses,
                "full": other.name in self.full,
            }  # fmt: skip
        self._rolled(found)
        return found

    def _rolled(self, found: Plain) -> None:
        self.log.append(Fact("roll", found))
        self.rolled.append(found["actor"])
        self.outcomes[found["actor"]] = found["outcome"]
        if found["defence"] is not None:
            self.rolled.append(found["defence"]["name"])

    # Aspects that come of actions

    def name_of(self, bearer: str, what: str, default: str) -> str:
        """Return the name of a boost or a consequence, asked of the MJ; one that is in play already gets a number."""
        text = default
        if (bearer, what) not in self.named:
            self.named.add((bearer, what))
            answer = self.ask("name", (bearer, what), default, kind=TEXT)
            text = answer if isinstance(answer, str) and answer else default
        return self.unique(text)

    def unique(self, text: str) -> str:
        """Return a text, with a number if an aspect that everybody knows has it: a hidden one must not be found so."""
        taken = {bare(each.text) for each in self.state.aspects if each.known_to is None}
        numbered = (text if n == 1 else f"{text} {n}" for n in range(1, len(taken) + 2))
        return next(each for each in numbered if bare(each) not in taken)

    def boost(self, owner: str) -> None:
        """Z92. Give somebody a boost."""
        text = self.name_of(owner, "boost", f"boost : {owner}")
        self.state.aspects.append(Aspect(text, owner, "boost", free={owner: 1}))
        self.made.append(text)
        self.note("boost", name=owner, aspect=text)

    def give_free(self, aspect: Aspect, owner: str, n: int) -> None:
        """Give somebody free invokes of an aspect."""
        aspect.free[owner] = aspect.free.get(owner, 0) + n
        self.note("free", name=owner, aspect=aspect.text, n=n)

    def new_aspect(self, text: str, bearer: str, owner: str, n: int) -> None:
        """Z87. Bring a new situation aspect into play, with free invokes."""
        aspect = Aspect(self.unique(text), bearer, "situation")
        self.state.aspects.append(aspect)
        self.made.append(aspect.text)
        self.note("aspect", name=owner, aspect=aspect.text, bearer=bearer)
        self.give_free(aspect, owner, n)

    def style_of_defence(self, found: Plain) -> None:
        """Z90. Give a boost to who defended and won by three or more."""
        if found["defence"] is not None and found["shifts"] <= -3:
            self.boost(found["defence"]["name"])

    # Attack

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
        weapons = self.state.sheets[actor].weapons
        if given.get("weapon") in weapons:
            return given["weapon"], weapons[given["weapon"]]
        fitting = [name for name, one in weapons.items() if one.skill in ("", given["skill"])]
        name = max(fitting, key=lambda one: weapons[one].rating, default="")
        return (name, weapons[name]) if name else ("", Weapon(0))

    def protector(self, how: str, target: str, attacker: str) -> str | None:
        """Z50, Z107. Return the first in order who intercepts, or covers, attacks on the target and can."""
        for name in self.scene.in_order:
            ready = name not in (target, attacker) and self.scene.can_act(name)
            near = self.scene.zone(name) == self.scene.zone(target)
            if ready and near and target in named(self.orders.get(name, {}).get(how)):
                return name
        return None

    def hit(self, attacker: str, victim: str, damage: int, if_out: str) -> None:
        """§6. Absorb a hit, or put the victim out."""
        self.hits.setdefault(victim, {})[attacker] = damage
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
        replaced = self.invokes.aspect(victim, given["extreme"]) if given.get("extreme") else None
        can = replaced is not None and replaced.personal and replaced.kind != "concept"
        can = can and replaced is not None and replaced.bearer == victim and not state.extreme.get(victim)
        can = can and "extreme" in state.sheets[victim].slots
        text = replaced.text if can and replaced is not None else ""
        if attacker in (given.get("hits") or {}):
            wanted, levels = boxes_and_levels(given["hits"][attacker])
            levels.sort(key=lambda level: LEVELS[level])
            exact = absorption.Absorbed(tuple(sorted(wanted)), tuple(levels))
            code = self.hit_code(exact, damage, boxes, [*state.free_slots(victim), *(["extreme"] if can else [])], can)
            if not code:
                return exact, text
            self.drop(victim, attacker, code)
        slots = absorption.usable(state.free_slots(victim), never)
        return absorption.best(damage, boxes, slots, several, can and never is None), text

    def hit_code(
        self, exact: absorption.Absorbed, damage: int, boxes: Sequence[int], slots: Sequence[str], can: bool
    ) -> str:
        """Return the code of what is wrong with the boxes and consequences that somebody named for a hit."""
        if exact.total < damage:
            return "not-enough"
        if any(box not in boxes or exact.boxes.count(box) > 1 for box in exact.boxes):
            return "box-taken"
        if "extreme" in exact.levels and not can:
            return "unknown-replaced"
        taken = any(level not in slots or exact.levels.count(level) > 1 for level in exact.levels)
        return "slot-taken" if taken else ""

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
        self.made.append(text)
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
        if tasks := [task for task in self.scene.tasks if task.name == against]:
            return Opposition("passive", tasks[0].opposition)
        if named_ones := [each for each in self.scene.obstacles if each.name == against]:
            return self.obstructed(named_ones[:1], actor)
        return self.on_the_way(actor, given)

    def on_the_way(self, actor: str, given: Mapping[str, Any]) -> Opposition:
        """Z56. Return what opposes a way to another zone, or else what the MJ said."""
        if given.get("to"):
            way = self.scene.steps(self.scene.zone(actor), given["to"]) or []
            if len(way) <= 2:
                return self.obstructed(self.scene.between(*way) if len(way) == 2 else [], actor)
            if numbers := self._numbers(way):
                return Opposition("passive", max(numbers))
        value = self.set_by_mj.get(actor, NONE)
        return Opposition("none") if value in (NONE, None) else Opposition("passive", value)

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
        task = next((each for each in self.scene.tasks if each.name == given.get("against")), None)
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

    def ill(self, given: Mapping[str, Any]) -> Aspect | None:
        """Return the consequence that is to be treated."""
        held, text = self.state.consequences(given.get("who") or ""), given.get("consequence") or ""
        found = [each for each in self.state.found(text) if each in held.values()]
        one = held.get(text) or next(iter(found), None)
        return None if one is None or one.level == "extreme" else one

    def treat(self, actor: str, given: Mapping[str, Any]) -> None:
        """Z42, Z44. Treat a consequence."""
        ill, patient = self.ill(given), given["who"]
        assert ill is not None
        self.scene.cared.append(f"{actor}/{ill.text}")
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
            name = self.ask("name", (patient, ill.level), ill.text, kind=TEXT)
            ill.text, ill.treated, ill.since = str(name), True, self.state.sitting
            self.note("treated", name=patient, by=actor, aspect=ill.text)
        self.succeed(actor, "treat", success, found)

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
        if len(sides) > 1:
            for side in sides:
                self.invokes.throw(side)
            for side in sides:
                self.invokes.force(side, [item for item in side.items if item.always])
            self.invokes.settle(sides, lambda side: side.result - max(o.result for o in sides if o is not side))
        elif sides:
            self.invokes.throw(sides[0])
        best = max((side.result for side in sides), default=0)
        for side in sides:
            others = [other.result for other in sides if other is not side]
            against = max(others, default=side.result)
            given = dict(racing)[side.name]
            self._rolled({
                "actor": side.name, "action": "overcome", "skill": given["skill"], "stunt": given.get("stunt", ""),
                "faces": side.faces, "dice": side.dice, "level": side.level, "result": side.result,
                "opposition": against, "shifts": side.result - against, "outcome": outcome_of(side.result - against),
                "bonus": side.bonus, "uses": side.uses, "helpers": [], "leader": side.name, "difficulty": 0,
                "goal": self.orders[side.name].get("goal", ""), "wall": [], "against": "", "defence": None,
                "kind": CONTEST,
            })  # fmt: skip
        winners = [side.name for side in sides if side.result == best]
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


def worsened(state: State, mj: Mj, unit: str) -> Iterator[tuple[Aspect, str]]:
    """Z104. Count an exchange or a sitting; yield each aspect that becomes worse, with its old text."""
    for aspect in state.aspects:
        told: Any = aspect.worsens
        if not told or told["unit"] != unit:
            continue
        if aspect.treated or told["in"] > 1:
            aspect.worsens = None if aspect.treated else Sealed({**told, "in": told["in"] - 1})
            continue
        aspect.worsens = None
        levels = list(LEVELS)
        higher = levels[levels.index(aspect.level) + 1 :][:1] if aspect.level else []
        up = higher[0] if higher and higher[0] in state.free_slots(aspect.bearer) else ""
        why = Phrase("question.worsens", {"text": told["unless"]}) if told.get("unless") else None
        answer = mj.ask(Question("worsen", (aspect.text,), up or "nothing", kind="worsening", why=why))
        if answer in (False, "nothing") or (answer in LEVELS and answer != up):
            continue
        text = aspect.text
        aspect.level = up or aspect.level
        if isinstance(answer, str) and answer not in LEVELS:
            aspect.text = answer
        yield aspect, text


def concerned(setting: Setting, before: State, found: Exchange) -> list[str]:
    """Return the players whom a window awaits, by what everybody knows: who rolled and could change it, or was hit."""
    able = []
    for name in setting.players:
        if name not in before.scene.present:
            continue
        free = any(each.free.get(name) for each in before.aspects if each.known_to is None)
        rich = before.balance(name, told=True) >= 1 or free
        if found.hits.get(name) or (name in found.rolled and rich):
            able.append(name)
    return able
