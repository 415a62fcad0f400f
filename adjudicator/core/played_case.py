"""Adjudication cases while they are played: what is sent and left, draws that are listed, and what comes of it all."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from adjudicator.core import standing_orders
from adjudicator.core.dice import Dice
from adjudicator.core.faults import Listed, Objection
from adjudicator.core.game_orders import Orders
from adjudicator.core.game_rules import Rules
from adjudicator.core.mj import Answer, Mj, Place
from adjudicator.core.plain import Plain, to_plain
from adjudicator.core.stage import Fact, Outcome


class CaseGame(Protocol):
    """What a case needs of its game."""

    rules: Rules
    orders: Orders


def answers_in(case: Mapping[str, Any]) -> dict[Place, Answer]:
    """Return the MJ's answers in a case; one to a question without a key stands alone."""
    return {
        (purpose, tuple(key.split("/")) if key else ()): Answer(value)
        for purpose, given in case.get("mj", {}).items()
        for key, value in (given.items() if isinstance(given, Mapping) else [("", given)])
    }


class PlayedCase:
    """A case that is played, stage by stage.

    ``refused`` holds the code of each player's first refusal, ``became`` what became of the clauses of each player that
    were consulted last, and ``objections`` what is wrong with the case in ways that only playing shows.
    """

    def __init__(self, game: CaseGame, case: Mapping[str, Any], seed: str, setting: Any) -> None:
        """Begin a canonical case, of which ``state`` is still to be set; ``seed`` decides the draws not listed."""
        self.game, self.seed, self.setting = game, seed, setting
        self.state: Any = None
        self.outcomes: list[Outcome[Any]] = []
        self.standing: dict[str, Plain] = {}
        self.refused: dict[str, str] = {}
        self.became: dict[str, list[str]] = {}
        self.objections: list[Objection] = []
        self._answers = answers_in(case)
        self._dice: list[Dice] = []
        self._listed = {
            (purpose, whose): [(("draws", purpose, whose, i), value) for i, value in enumerate(values)]
            for purpose, draws in case.get("draws", {}).items()
            for whose, values in draws.items()
        }

    def dice(self, turn: int) -> Dice:
        """Return dice for a turn that give the draws that the case lists."""
        self._dice.append(Dice(self.seed, turn, self._take))
        return self._dice[-1]

    def _take(self, purpose: str, whose: str, candidates: Sequence[Any]) -> Any:
        left = self._listed.get((purpose, whose))
        if not left:
            return None
        path, value = left.pop(0)
        if value in (plain := list(map(to_plain, candidates))):
            return candidates[plain.index(value)]
        named = {"among": Listed(tuple(candidates))} if all(isinstance(one, str) for one in candidates) else {}
        self.objections.append(Objection("draw-not-among" if named else "draw-impossible", path, named))
        return None

    @property
    def drawn(self) -> bool:
        """Whether chance decided anything."""
        return any(draw.among > 1 and not draw.listed for dice in self._dice for draw in dice.drawn)

    @property
    def log(self) -> list[Fact]:
        """The MJ's account of all stages."""
        return [fact for outcome in self.outcomes for fact in outcome.log]

    def view(self, player: str) -> Any:
        """Return what a player may know now."""
        return self.game.rules.view(self.setting, self.state, player)

    def leave(self, standing: Mapping[str, Plain], codes: Sequence[str] = ()) -> None:
        """Leave the standing orders of each player; those that are refused count as not sent.

        Of several objections to what a player has left, the one whose code stands first among ``codes`` counts.
        """
        for player, given in standing.items():
            found = standing_orders.objections(self.game.orders, self.view(player), given)
            if not self._refuses(player, sorted(found, key=lambda one: [*codes, one.code].index(one.code))):
                self.standing[player] = given

    def kept(self, sent: Mapping[str, Plain]) -> dict[str, Plain]:
        """Return the orders of each player without those that are refused."""
        judge = self.game.orders.objections
        return {one: given for one, given in sent.items() if not self._refuses(one, judge(self.view(one), given))}

    def _refuses(self, player: str, objections: Any) -> bool:
        first = next(iter(objections), None)
        if first is not None:
            self.refused.setdefault(player, first.code)
        return first is not None

    def stage(self, sent: Mapping[str, Plain]) -> None:
        """Play the stage awaited with what was sent and, for those who sent nothing, with what they have left."""
        rules, orders, state = self.game.rules, dict(sent), self.state
        for player in rules.awaited(self.setting, state):
            if player in self.standing and player not in sent:
                left = self.standing[player]
                made, asked = standing_orders.answer(self.game.orders, self.view(player), state.phase, left)
                orders |= {player: dict(made)} if made else {}
                self.became |= {player: [one.became for one in asked]} if asked else {}
                self.standing[player] = standing_orders.after(left, asked)
        dice, self.mj = self.dice(state.turn), Mj(self._answers)
        outcome = rules.resolve(self.setting, state, orders, dice, self.mj)
        self.outcomes.append(outcome)
        self.state = outcome.state

    def finish(self) -> PlayedCase:
        """Object to listed draws that were never made, and return the case as it was played."""
        self.objections += [Objection("draw-unused", path) for left in self._listed.values() for path, _ in left]
        return self


# What is expected, and what was found ------------------------------------------------------------------------


def unordered(value: Any) -> Any:
    """Return a value with its lists of names and of facts sorted, since their order is free; cells are no such list."""
    if isinstance(value, Mapping):
        return {key: unordered(part) for key, part in value.items()}
    if not isinstance(value, (list, tuple)):
        return value
    return sorted(value, key=_rank) if all(isinstance(part, (str, Mapping)) for part in value) else list(value)


def _rank(part: Any) -> Any:
    return sorted((key, str(value)) for key, value in part.items()) if isinstance(part, Mapping) else part


class Finding(NamedTuple):
    """How what is expected under one key is found."""

    get: Callable[[PlayedCase, Any], Any]
    """Return what was found in a case that was played; the second argument is what is expected."""
    named: bool = False
    """Whether only those parts of what was found are compared that the case names."""
    form: Callable[[Any], Any] = unordered
    """Return what is expected, and what was found, in the form in which they are compared."""


FOUND: Mapping[str, Finding] = {
    "refused": Finding(lambda played, want: played.refused),
    "awaited": Finding(lambda played, want: played.game.rules.awaited(played.setting, played.state)),
    "over": Finding(lambda played, want: to_plain(played.state.ending), named=True),
    "clauses": Finding(lambda played, want: {player: played.became.get(player, []) for player in want}, form=to_plain),
}
"""What is found in the cases of any game; ``over`` only if its states have an ``ending``."""


class Tried(NamedTuple):
    """The result of a case: for each key under ``expect``, the expected and the found value."""

    expected: Plain
    found: Plain
    drawn: bool = False
    """Whether anything was drawn, so that another seed might give another result."""


def tried(played: PlayedCase, expect: Mapping[str, Any], found: Mapping[str, Finding]) -> Tried:
    """Compare a case that was played with what is expected; a key that ``found`` lacks is a field of the state."""
    wanted, met = {}, {}
    for key, want in expect.items():
        how = found.get(key) or FOUND.get(key) or field(key)
        value = how.get(played, want)
        wanted[key] = how.form(want)
        met[key] = how.form(_named(value, want) if how.named and isinstance(value, Mapping) else value)
    return Tried(wanted, met, played.drawn)


def field(name: str, named: bool = False) -> Finding:
    """Return how a field of the state is found; an empty text is nothing."""

    def get(played: PlayedCase, want: Any) -> Any:
        value = to_plain(getattr(played.state, name))
        return None if value == "" else value

    return Finding(get, named)


def by_name(get: Callable[[Any, str], Any]) -> Finding:
    """Return how what is found under each expected name is found; ``get`` gets the case and the name."""
    return Finding(lambda played, want: {name: get(played, name) for name in want}, form=to_plain)


def _named(found: Any, want: Any) -> Any:
    """Return of what was ``found`` the parts that are wanted; what is missing is None."""
    if not isinstance(want, Mapping):
        return found
    return {key: _named((found or {}).get(key), part) for key, part in want.items()}
