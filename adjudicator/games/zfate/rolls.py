"""§5 of the rules: rolls, and the aspects that are invoked on them before and after the dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from adjudicator.core.dice import Dice
from adjudicator.core.plain import Plain
from adjudicator.games.zfate.orders import BOOST, Item
from adjudicator.games.zfate.state import BANK, MJ, Aspect, Setting, State

DICE = 4
BONUS = 2
"""Z15. What an aspect that is invoked adds."""
AIMS = {"tie": 0, "succeed": 1, "style": 3, "nothing": None}
"""The shifts at which an action aims; None if nothing is invoked after the dice."""
DEFENCE_AIMS = {"safe": 0, "beat": -1, "style": -3, "nothing": None}
"""The shifts at which a defence aims, likewise."""


def outcome_of(shifts: int) -> str:
    """Z13. Return what shifts amount to: fail, tie, success or style."""
    return "fail" if shifts < 0 else "tie" if shifts == 0 else "success" if shifts < 3 else "style"


@dataclass
class Side:
    """One roll: who throws, what is added, and what may be invoked on it. A passive opposition throws no dice."""

    name: str
    what: str
    level: int = 0
    items: list[Item] = field(default_factory=list)
    aim: int | None = None
    """The shifts aimed at, from the point of view of the action; None if the side never moves."""
    defends: bool = False
    skill: str = ""
    faces: list[int] = field(default_factory=list)
    attempt: int = 0
    bonus: int = 0
    personal: int = 0
    modes: dict[int, Counter[str]] = field(default_factory=dict)
    uses: list[Plain] = field(default_factory=list)

    @property
    def dice(self) -> int:
        """The sum of the four dice."""
        return sum(self.faces)

    @property
    def result(self) -> int:
        """Z10. Dice, skill and bonuses."""
        return self.dice + self.level + self.bonus

    def lacks(self, shifts: int) -> int:
        """Return by how much the side misses its aim; 0 or less if it is there."""
        if self.aim is None:
            return 0
        return shifts - self.aim if self.defends else self.aim - shifts


class Use(NamedTuple):
    """How an item would be used: on which aspect, ``free`` or for a ``point``; or the ``code`` of why it is not."""

    aspect: Aspect | None
    mode: str = ""
    code: str = ""


class Invokes:
    """What can be invoked in one exchange: points and free invokes are spent as rolls are made, first come first."""

    def __init__(self, setting: Setting, state: State, dice: Dice, drop: Callable[[str, str, str], None]) -> None:
        """``drop`` is told what is dropped: of whom, the aspect as it was written, and the code."""
        self.setting, self.state, self.dice, self.drop = setting, state, dice, drop
        self.unfit: set[tuple[str, str]] = set()
        """Who may not invoke what, as the MJ says."""
        self.limits: dict[str, int] = {}
        """How many more points somebody spends on conditional invokes."""
        self.spent: set[tuple[str, int]] = set()

    def account(self, name: str) -> str:
        """Return the account that pays for somebody."""
        return MJ if name in self.state.npcs else name

    def points(self, name: str) -> int:
        """Return how many points somebody can still spend; the MJ always has enough."""
        return 10**6 if name in self.state.npcs else self.state.balance(name)

    def throw(self, side: Side) -> None:
        """Z85. Throw the four dice of a side."""
        key = f"{side.name}/{side.what}/{side.attempt}"
        side.faces = [self.dice.pick("dice", f"{key}/{die}", (-1, 0, 1)) for die in range(1, DICE + 1)]

    # One item

    def aspect(self, owner: str, written: str, beside: Sequence[Aspect | None] = ()) -> Aspect | None:
        """Return the aspect that somebody means now; of several, one that the owner can invoke for free.

        The word for a boost means the oldest one that is not used ``beside`` it.
        """
        if written == BOOST:
            return self.state.oldest_boost(owner, beside)
        found = self.state.found(written, None if owner in self.state.npcs else owner)
        return next((each for each in found if each.free.get(owner)), found[0] if found else None)

    def use(
        self, side: Side, item: Item, with_: Sequence[tuple[Item, Use]] = (), points: bool = True, limit: bool = True
    ) -> Use:
        """Return how an item can be used on a side beside others that are to be used ``with_`` it.

        Without ``points``, points are no object; ``limit`` is whether its owner's limit counts.
        """
        aspect = self.aspect(item.owner, item.aspect, [use.aspect for _, use in with_])
        if aspect is None or not self.state.scene.can_act(item.owner):
            return Use(None, code="gone")
        if (item.owner, item.aspect) in self.unfit:
            return Use(aspect, code="unfit")
        beside = [(one, use) for one, use in with_ if use.aspect is aspect]
        taken = sum(one.owner == item.owner and use.mode == "free" for one, use in beside)
        has_free = aspect.free.get(item.owner, 0) > taken
        mode = item.mode or ("free" if has_free or aspect.kind == "boost" else "point")
        used = side.modes.get(id(aspect), Counter()) + Counter(use.mode for _, use in beside)
        code = ""
        if (mode == "free" and not has_free) or (mode == "point" and aspect.kind == "boost"):
            code = "no-free"
        elif used["point" if mode == "free" else "free"]:
            code = "free-and-paid"
        elif mode == "point" and used["point"]:
            code = "paid-twice"
        elif self._counts(item, aspect) and (side.personal or any(self._counts(one, use.aspect) for one, use in with_)):
            code = "personal-limit"
        elif mode == "point":
            others = sum(one.owner == item.owner and use.mode == "point" for one, use in with_)
            if (points and self.points(item.owner) <= others) or (limit and self.limits.get(item.owner, 99) <= others):
                code = "no-points"
        return Use(aspect, mode, code)

    def _counts(self, item: Item, aspect: Aspect | None) -> bool:
        """Z18, Z82. Return whether an item counts for the limit of personal aspects."""
        counted = item.effect == "bonus" or self.setting.options.personal == "any"
        return counted and aspect is not None and aspect.personal

    def apply(self, side: Side, item: Item, use: Use) -> None:
        """Spend an item on a side; a reroll throws its dice again."""
        aspect = use.aspect
        assert aspect is not None
        self.spent.add((item.owner, item.number))
        side.modes.setdefault(id(aspect), Counter())[use.mode] += 1
        side.personal += self._counts(item, aspect)
        if use.mode == "free":
            aspect.free[item.owner] -= 1
            if not aspect.free[item.owner]:
                del aspect.free[item.owner]
            if aspect.kind == "boost":
                self.state.aspects.remove(aspect)
        else:
            self.state.pay(self.account(item.owner), BANK, 1, "invoke", aspect.text)
            if not item.always and not item.against and item.owner in self.limits:
                self.limits[item.owner] -= 1
        aspect.known_to = None
        told: Plain = {"who": item.owner, "aspect": aspect.text, "mode": use.mode, "effect": item.effect}
        told["why"] = item.why
        if item.effect == "reroll":
            told["faces"] = side.faces
            side.attempt += 1
            self.throw(side)
        else:
            side.bonus += BONUS
        side.uses.append(told)

    def force(self, side: Side, items: Sequence[Item]) -> None:
        """Use items that are used in any case; those that are not allowed are dropped and told."""
        for item in items:
            use = self.use(side, item, limit=False)
            if use.code:
                self.spent.add((item.owner, item.number))
                self.drop(item.owner, item.written, use.code)
            else:
                self.apply(side, item, use)

    # Sides that move in turn

    def settle(self, sides: Sequence[Side], shifts: Callable[[Side], int]) -> None:
        """Throw the dice, then let the sides invoke in turn until none moves, and tell who lacked points."""
        for side in sides:
            self.throw(side)
        for side in sides:
            self.force(side, [item for item in side.items if item.always])
        moved = True
        while moved:
            moved = False
            for side in sides:
                moved = self._moves(side, shifts) or moved
        for side in sides:
            self._tell_points(side, shifts(side))

    def _left(self, side: Side, effect: str) -> list[Item]:
        left = (each for each in side.items if each.effect == effect and not each.always)
        return [each for each in left if (each.owner, each.number) not in self.spent]

    def _moves(self, side: Side, shifts: Callable[[Side], int]) -> bool:
        lacking = side.lacks(shifts(side))
        if lacking <= 0:
            return False
        if found := self.cheapest(side, -(-lacking // BONUS)):
            for item, use in found:
                self.apply(side, item, use)
            return True
        if not (rerolls := self._left(side, "reroll")):
            return False
        if lacking > DICE - side.dice + BONUS * self._most(side):
            return False
        usable = [(item, use) for item in rerolls if not (use := self.use(side, item)).code]
        if not usable:
            return False
        self.apply(side, *min(usable, key=lambda pair: pair[1].mode != "free"))
        return True

    def _most(self, side: Side) -> int:
        """Return how many items can be used together."""
        most = 0
        while self.cheapest(side, most + 1):
            most += 1
        return most

    def cheapest(self, side: Side, count: int, points: bool = True) -> list[tuple[Item, Use]] | None:
        """Return the cheapest allowed set of ``count`` items that add 2: least points, then fewest personal ones.

        Of equally cheap sets it is the one whose items stand earliest in the list.
        """
        items = self._left(side, "bonus")
        best: list[tuple[Item, Use]] | None = None
        least = (10**6, 0)

        def choose(start: int, chosen: list[tuple[Item, Use]], cost: tuple[int, int]) -> None:
            nonlocal best, least
            if len(chosen) == count:
                if cost < least:
                    best, least = list(chosen), cost
                return
            tried: set[tuple[str, str, str]] = set()
            for i in range(start, len(items) - (count - len(chosen)) + 1):
                item = items[i]
                if (same := (item.owner, item.aspect, item.mode)) in tried:
                    continue
                tried.add(same)
                use = self.use(side, item, chosen, points)
                if use.code or use.aspect is None:
                    continue
                more = cost[0] + (use.mode == "point"), cost[1] + use.aspect.personal
                if more < least:
                    choose(i + 1, [*chosen, (item, use)], more)

        choose(0, [], (0, 0))
        return best

    def _tell_points(self, side: Side, shifts: int) -> None:
        """Tell who would have reached the aim with more points: the first who lacks some for what the set takes."""
        lacking = side.lacks(shifts)
        found = self.cheapest(side, -(-lacking // BONUS), points=False) if lacking > 0 else None
        paid = Counter(item.owner for item, use in found or () if use.mode == "point")
        for item, use in found or ():
            if use.mode == "point" and self.points(item.owner) < paid[item.owner]:
                self.drop(item.owner, item.written, "no-points")
                return


def aim_of(orders: Mapping[str, Any], defends: bool) -> int | None:
    """Return the shifts at which orders aim; None if nothing is invoked after the dice."""
    told = orders.get("aim") or {}
    return DEFENCE_AIMS[told.get("defence", "safe")] if defends else AIMS[told.get("action", "succeed")]
