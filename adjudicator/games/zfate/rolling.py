"""§5 of the rules: how the actions of an exchange are rolled, and the aspects that come of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from adjudicator.core.dice import Dice
from adjudicator.core.mj import TEXT, Mj, Question
from adjudicator.core.plain import Plain
from adjudicator.core.stage import Fact
from adjudicator.games.zfate.orders import Item, defence_of, fits_stunt, items_of, played
from adjudicator.games.zfate.rolls import BONUS, Invokes, Side, aim_of, outcome_of
from adjudicator.games.zfate.sheets import level_of
from adjudicator.games.zfate.state import BANK, CONFLICT, Aspect, Setting, State, bare
from adjudicator.games.zfate.views import player_view


class Opposition(NamedTuple):
    """What stands against an action: ``kind`` is none, passive, active or interceptor."""

    kind: str
    value: int = 0
    name: str = ""


class Rolling:
    """An exchange on its copy of a state, with all that it takes to roll an action.

    ``counts`` is False while a window may still change what is invoked.
    """

    def __init__(
        self, setting: Setting, state: State, orders: Mapping[str, Any], dice: Dice, mj: Mj, counts: bool
    ) -> None:
        """Begin an exchange with the orders of the players, as they sent them."""
        self.setting, self.state, self.mj, self.counts = setting, state.copy(), mj, counts
        self.state.declared = None
        self.scene = self.state.scene
        self.log: list[Fact] = []
        self.full: set[str] = set()
        self.failing: dict[str, bool] = {}
        """Z117. Whose action fails by a compel, and whether that compel is secret."""
        self.lost: set[str] = set()
        self.acted: set[str] = set()
        self.helping: dict[str, str] = {}
        self.set_by_mj: dict[str, Any] = {}
        """How hard actions are, as the MJ says."""
        self.valid: dict[str, Any] = {}
        """Z30. Whether compels that players propose are valid, or what the MJ makes of them."""
        self.vetoed: set[str] = set()
        self.named: set[tuple[str, str]] = set()
        self.helped: set[str] = set()
        self.invokes = Invokes(setting, self.state, dice, self.drop)
        self.orders: dict[str, Plain] = {
            name: played(player_view(setting, state, name), orders.get(name, {}))
            for name in self.scene.present
            if name in setting.players
        }

    # What is written down

    def note(self, kind: str, **data: Any) -> None:
        """Add a fact to the account."""
        self.log.append(Fact(kind, data))

    def facts(self, *kinds: str) -> list[Mapping[str, Any]]:
        """Return the facts of some kinds in the account."""
        return [fact.data for fact in self.log if fact.kind in kinds]

    def drop(self, name: str, what: str, code: str) -> None:
        """Tell somebody that something he wanted to use was not used, and why."""
        self.note("dropped", name=name, what=what, code=code)

    def ask(self, purpose: str, key: Sequence[str], proposal: Any, **more: Any) -> Any:
        """Ask the MJ, if the exchange counts; otherwise everything is as proposed."""
        return self.mj.ask(Question(purpose, tuple(key), proposal, **more)) if self.counts else proposal

    # Skills and stunts

    def skill_level(self, name: str, skill: str, stunt: str = "") -> int:
        """Z09, Z100. Return the level at which somebody has a skill, with a stunt that swaps or adds."""
        sheet = self.state.sheets[name]
        told = sheet.stunts.get(stunt)
        if told is not None and told.form == "swap":
            skill = told.skill
        more = BONUS if told is not None and told.form == "bonus" else 0
        return level_of(self.setting, sheet, skill) + more

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
        owners = [name, *(one for one in self.scene.in_order if one != name and on == "action")]
        listed = [each for owner in owners for each in items_of(owner, self.orders.get(owner, {}))]
        meant = [each for each in listed if each.on == (on if each.owner == name else name) and not each.against]
        return [each for each in meant if (each.owner, each.number) not in self.invokes.spent]

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
        return Side(name, f"defence {attacker}", level, self.items(name, "defence"), aim_of(orders, True), True, skill)

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
        sides = [side, *([other] if other is not None else [])]

        def shifts(_: Side | None = None) -> int:
            against = other.result if other is not None else opposition.value
            return side.result - against - difficulty

        self.invokes.settle(sides, shifts)
        defence: Plain | None = None
        if other is not None:
            defence = {
                "name": other.name, "skill": other.skill, "faces": other.faces, "dice": other.dice,
                "level": other.level, "result": other.result, "bonus": other.bonus, "uses": other.uses,
                "full": other.name in self.full,
            }  # fmt: skip
        against = given.get("against") or opposition.name
        return self.rolls(side, kind, given, shifts(), stunt=stunt, helpers=helpers, leader=leader, wall=wall.uses,
                          difficulty=difficulty, against=against, defence=defence, kind=opposition.kind)  # fmt: skip

    def rolls(self, side: Side, action: str, given: Mapping[str, Any], shifts: int, **more: Any) -> Plain:
        """Write down a roll of an action, with ``more`` of what it was made with; return it in plain data."""
        found: Plain = {
            "actor": side.name, "action": action, "skill": given["skill"], "stunt": given.get("stunt", ""),
            "faces": side.faces, "dice": side.dice, "level": side.level, "result": side.result,
            "opposition": side.result - shifts, "shifts": shifts, "outcome": outcome_of(shifts),
            "bonus": side.bonus, "uses": side.uses, "helpers": [], "leader": side.name, "difficulty": 0,
            "goal": self.orders.get(side.name, {}).get("goal", ""), "wall": [], "against": "", "defence": None,
            **more,
        }  # fmt: skip
        self.log.append(Fact("roll", found))
        return found

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
        taken = {bare(each.text) for each in self.state.known()}
        numbered = (text if n == 1 else f"{text} {n}" for n in range(1, len(taken) + 2))
        return next(each for each in numbered if bare(each) not in taken)

    def boost(self, owner: str) -> None:
        """Z92. Give somebody a boost."""
        text = self.name_of(owner, "boost", f"boost : {owner}")
        self.state.aspects.append(Aspect(text, owner, "boost", free={owner: 1}))
        self.note("boost", name=owner, aspect=text)

    def give_free(self, aspect: Aspect, owner: str, n: int) -> None:
        """Give somebody free invokes of an aspect."""
        aspect.free[owner] = aspect.free.get(owner, 0) + n
        aspect.known_to = None
        self.note("free", name=owner, aspect=aspect.text, n=n)

    def new_aspect(self, text: str, bearer: str, owner: str, n: int) -> None:
        """Z87. Bring a new situation aspect into play, with free invokes."""
        aspect = Aspect(self.unique(text), bearer, "situation")
        self.state.aspects.append(aspect)
        self.note("aspect", name=owner, aspect=aspect.text, bearer=bearer)
        self.give_free(aspect, owner, n)

    def style_of_defence(self, found: Plain) -> None:
        """Z90. Give a boost to who defended and won by three or more."""
        if found["defence"] is not None and found["shifts"] <= -3:
            self.boost(found["defence"]["name"])
