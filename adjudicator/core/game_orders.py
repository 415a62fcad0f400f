"""The orders and forms of a game as the program sees them: all that is judged and offered on a player's view."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from adjudicator.core.actions import Action, Choice, Receipt, Spelling, given_in, open_in, phases_of
from adjudicator.core.conditions import Conditions
from adjudicator.core.faults import Objection, Phrase, PhraseArgument
from adjudicator.core.game_rules import Constant, Part, Phase, Setting, View, found_in
from adjudicator.core.plain import Plain

if TYPE_CHECKING:
    from adjudicator.core.pictures import BoardShown


class ActionsPart(Part):
    """A part that needs what players may order, and in which phases."""

    actions = Constant[Sequence[Action]]("actions", "ACTIONS", ())
    """What players may order."""
    phases = Constant[Sequence[Phase]]("game", "PHASES", ())
    """The kinds of stages; ``over`` is none of them."""


class Orders(ActionsPart):
    """The orders of one player, judged and confirmed on that player's view, so that a refusal reveals nothing."""

    conditions = Constant[Conditions]("conditions", "CONDITIONS", {})
    """The conditions of standing orders, by their names in the game's schema ``conditions``; none by default."""
    none_holds = Constant[Phrase]("actions", "NONE_HOLDS", Phrase("clause.else.nothing"))
    """What a player is told who leaves only conditional standing orders: what happens if no condition holds."""

    @property
    def needs(self) -> Mapping[str, frozenset[str]]:
        """Labels of what a standing order needs to be possible in its phase, by order: see ``Action.needs``.

        An order that is not listed may be impossible because of its value.
        """
        return {key: action.needs for action in self.actions if action.needs is not None for key in action.keys}

    @found_in("actions")
    def objections(self, view: View, orders: Plain) -> list[Objection]:
        """Judge orders for the stage awaited. A value of None could not be read and is not judged."""
        return []

    def against(self, view: View, orders: Plain) -> list[Objection]:
        """Judge orders that may be a part of what is owed: return the objections to what is there."""
        return [objection for objection in self.objections(view, orders) if not objection.incomplete]

    def possible(self, view: View) -> Iterator[Plain]:
        """Yield every order possible now, each as canonical orders without objections.

        Combinations of actions are not listed: ask :meth:`objections` about them. There may be many orders, so callers
        should take only as many as they need.
        """
        listed = (orders for action in open_in(self.actions, view.phase) for orders in action.values(view))
        return (orders for orders in listed if not self.objections(view, orders))

    @found_in("actions")
    def receipt(self, view: View, orders: Plain) -> Receipt:
        """Return in words what the orders were understood to be; by default, if they are none, what that means."""
        said = tuple(action.said(view, given) for action, given in given_in(self.actions, orders))
        return Receipt(said or (self.without(view),))

    @found_in("warnings")
    def warnings(self, view: View, orders: Plain) -> list[Phrase]:
        """Say which orders for the stage awaited, though they are allowed, will fail as things stand now.

        Return one clause each, to follow « from what you see now: », with the word of its ``order``; the orders are
        accepted anyway. They are judged on the player's own view, so a warning reveals nothing; where the player cannot
        know, nothing is said. Standing orders are judged too, conditional ones on a view on which their conditions hold
        (``Condition.supposed``).
        """
        return []

    @property
    def warns(self) -> bool:
        """Whether the game ever gives warnings, that is, whether it overrides :meth:`warnings`."""
        return self.own("warnings", "warnings") is not None

    def without(self, view: View) -> Phrase:
        """Tell a player what happens if neither orders nor standing orders come from them."""
        told = (action.without(view) for action in open_in(self.actions, view.phase) if action.without)
        return next(told, Phrase("fate.nothing"))

    # Orders for later turns

    def later_phase(self, phase: str, mode: str = "") -> str | None:
        """Return the phase whose schema is used to read orders for a later turn while ``phase`` of a mode is awaited.

        Return None while no orders can be sent ahead.
        """
        here = phase, mode
        return phase if any((each.name, each.mode) == here and each.ahead for each in self.phases) else None

    @found_in("actions")
    def ahead_objections(self, view: View, orders: Plain) -> list[Objection]:
        """Judge orders for a later turn: object only to what is wrong whatever happens until then.

        When their turn comes they are judged again, as if they had just arrived. A value of None could not be read.
        """
        return []

    def ahead_receipt(self, view: View, orders: Plain) -> Receipt:
        """Return orders for a later turn in words that name nothing which may be different by then."""
        if not any(action.said_ahead for action in self.actions):
            return self.receipt(view, orders)
        given_by = given_in(self.actions, orders)
        return Receipt(tuple((action.said_ahead or action.said)(view, given) for action, given in given_by))

    # Standing orders

    @found_in("actions")
    def standing_objections(self, view: View, standing: Plain) -> list[Objection]:
        """Judge standing orders, for any stage in which they may be used."""
        return []

    def standing(self, view: View, standing: Plain) -> Plain:
        """Return what standing orders make their player order in this stage; empty if nothing.

        Only actions of the phase count, and of these only the orders to which there is no objection; that more is owed
        (``Objection.incomplete``) is no objection to those that are there.
        """
        action_of = {key: action for action in open_in(self.actions, view.phase) for key in action.keys}
        now: Plain = {}
        for key in standing:
            if action := action_of.get(key):
                now |= action.standing(view, action.of(standing)) if action.standing else {key: standing[key]}
        objected = self.against(view, now) if now else ()
        left_out = {str(objection.path[0]) for objection in objected if objection.path}
        return {} if any(not one.path for one in objected) else {key: now[key] for key in now if key not in left_out}

    def phases_of(self, order: str) -> frozenset[str]:
        """Return the phases in which an ``order`` can be given; an empty set means any phase."""
        return phases_of(self.actions, order)

    def forestalls(self, before: str, order: str | None) -> bool:
        """Return whether standing order ``before`` is possible whenever ``order`` is; None means doing nothing."""
        if before not in self.needs:
            return False
        anywhere = frozenset().union(*(condition.phases for condition in self.conditions.values()))
        phases, in_phases = ((each and self.phases_of(each)) or anywhere for each in (before, order))
        needed = self.needs.get(order, frozenset()) if order else frozenset()
        return phases >= in_phases and self.needs[before] <= needed

    @found_in("conditions")
    def given_when(self, view: View, order: str, condition: str, argument: Any) -> bool | None:
        """Return whether a fact is fixed whenever an ``order`` can be given: True or False, or None if it may vary.

        If it is always true, the player is told that a clause need not ask for it; if it is always false, the clause is
        refused. Only conditions with ``Condition.with_orders`` are asked about. The default is None.
        """
        return None

    @found_in("actions")
    def answers(self, view: View, standing: Plain) -> bool:
        """Return whether standing orders answer for their player in a window, which then need not wait for that player.

        The player may have left the order to do nothing. The result may depend on the standing orders but not on
        whether a condition holds that others do not know, because everybody sees how long a window lasts. By default,
        standing orders answer if :meth:`standing` returns any orders.
        """
        return bool(self.standing(view, standing))

    @found_in("actions")
    def clause_answers(self, view: View, orders: Plain) -> bool:
        """Return whether a clause with ``orders`` for a window answers for its player there; by default it does.

        Whether the clause holds does not matter: see :meth:`answers`.
        """
        return True

    @found_in("actions")
    def idles(self, view: View, orders: Plain) -> bool:
        """Return whether a clause that holds applies although :meth:`standing` makes nothing of its ``orders``.

        The player may have left the order to do nothing; otherwise the clause gives way to the next. By default, it
        applies if its orders answer: see :meth:`answers`.
        """
        return self.answers(view, orders)

    @found_in("actions")
    def standing_trouble(self, view: View, standing: Plain) -> list[Phrase]:
        """Say which standing orders cannot be used in the stage awaited, and why.

        Return one clause each, to follow « your standing orders: »; an empty list if all can be used.
        """
        return []

    @found_in("actions")
    def standing_said(self, standing: Plain) -> Sequence[Phrase]:
        """Return standing orders in words, by default one phrase for each action.

        The orders that they result in are said by it too: « then » of a clause, and what is ordered in a stage.
        """
        return [
            action.said_standing(given) for action, given in given_in(self.actions, standing) if action.said_standing
        ]


class Forms(ActionsPart):
    """What a player's form says and offers."""

    @found_in("forms")
    def situation(self, view: View) -> list[Phrase]:
        """Tell the player what matters when filling in a form, such as the pieces controlled and the votes cast."""
        return []

    @found_in("forms")
    def choices(self, view: View) -> list[Choice]:
        """Return what the player may order now; orders of the same group follow one another."""
        return [choice for action in open_in(self.actions, view.phase) for choice in action.choices(view)]

    @found_in("forms")
    def names_now(self, view: View) -> Mapping[str, Mapping[str, PhraseArgument]]:
        """Return the names living in the state that the player may know, by the kind of values that they may be.

        Each is mapped to how it is shown, which must read as that name. A click form offers them one by one where an
        order has a value of that kind.
        """
        return {}

    def standing_choices(self, view: View) -> list[Choice]:
        """Return the standing orders that the player may give; none in a phase that takes no orders for later."""
        here = view.phase, getattr(view, "mode", "")
        if not any(phase.ahead for phase in self.phases if (phase.name, phase.mode) == here):
            return []
        return [choice for action in self.actions for choice in action.standing_choices(view)]

    @found_in("forms")
    def board(self, view: View) -> BoardShown | None:
        """Return the board on which the player selects cells in a click form; None by default.

        Only the pieces that the player gives orders to are marked ``own``.
        """
        return None

    @found_in("forms")
    def spellings(self, setting: Setting) -> Mapping[str, Spelling]:
        """Return how the values of the game's own kinds are written; this may not depend on a state."""
        return {}
