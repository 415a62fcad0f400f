"""Battlestar Galactica Résistance as a game of the program: ``GAME``, with the parts that ``core.game`` defines.

Modules that only some commands need are imported inside the methods that use them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from adjudicator.core.faults import Objection, Phrase
from adjudicator.core.game import (
    Cases,
    Chapter,
    Choice,
    Forms,
    Game,
    Orders,
    Past,
    People,
    Receipt,
    Reports,
    Rules,
    Setup,
    Spelling,
    Tried,
)
from adjudicator.core.plain import Plain
from adjudicator.core.stage import MJ, PUBLIC, Outcome, Reader, player_reader
from adjudicator.games.resistance import objections, receipt, rules, setup, words
from adjudicator.games.resistance import standing as standing_orders
from adjudicator.games.resistance.state import Setting, State
from adjudicator.games.resistance.views import PlayerView, player_view

if TYPE_CHECKING:
    from adjudicator.core.conditions import Conditions
    from adjudicator.core.pictures import Picture


class ResistanceSetup(Setup[Setting]):
    """The players of a campaign, and their characters."""

    about = "game.about"
    characters = rules.FIRST_COMMANDERS

    def setting(self, campaign: Plain) -> Setting:
        """Build the setting from a canonical campaign."""
        return setup.make_setting(campaign)

    def objections(self, campaign: Plain) -> list[Objection]:
        """Judge the players and their characters."""
        return list(setup.people_objections(campaign["players"]))

    def aliases(self, setting: Setting) -> Mapping[str, str]:
        """Return the characters, by which orders may name their players, each mapped to its player."""
        return {character: player for player, character in setting.characters.items()}

    def suggestion(self, people: People, asked: Plain) -> Plain:
        """Return the characters that command first, so that the MJ sees how they are spelt."""
        return {"characters": self.characters}


class ResistanceRules(Rules[Setting, State, PlayerView]):
    """The course of the game: the deal, then proposals, votes and missions."""

    state_type = State

    def begin(self, setting: Setting) -> State:
        """Return the state before the deal."""
        return State()

    def awaited(self, setting: Setting, state: State) -> Sequence[str]:
        """Return the players who have something to choose, in roster order; none for the deal."""
        choosing = rules.who_chooses(state)
        return [player for player in setting.players if player in choosing]

    def counts_openly(self, state: State) -> bool:
        """R17. Return False for a mission: a public count of the missing cards would show that somebody hesitates."""
        return state.phase != "mission"

    def known_by(self, setting: Setting, state: State, player: str) -> Sequence[Phrase]:
        """Tell the MJ whose identities a player knows after the deal, but not what these are."""
        known = (player, *rules.told_cylons(setting, state, player)) if state.side(player) else ()
        return [Phrase("seats.secret.identity", {"player": one}) for one in known]

    def view(self, setting: Setting, state: State, player: str) -> PlayerView:
        """Return what ``player`` may know when giving orders."""
        return player_view(setting, state, player)

    def resolve(self, setting: Setting, state: State, orders: Mapping[str, Plain], seed: str) -> Outcome[State]:
        """Play the stage awaited."""
        table = rules.play(setting, state, orders, seed)
        return Outcome(table.state, tuple(table.log), (), {})

    def amended(self, setting: Setting, state: State, table: Plain) -> State:
        """Return the state with an amendment applied."""
        from adjudicator.games.resistance import amendment

        return amendment.amended(setting, state, table)

    def amendment_objections(self, setting: Setting, state: State, table: Plain) -> list[Objection]:
        """Judge an amendment by the state that it results in."""
        from adjudicator.games.resistance import amendment

        return amendment.objections(setting, state, table)

    def by_hand(self, setting: Setting, turn: int) -> State | None:
        """Return an empty state with the number ``turn``; a proposal is awaited."""
        from adjudicator.games.resistance import amendment

        return amendment.by_hand(turn)


class ResistanceOrders(Orders[PlayerView]):
    """The orders of the game: squads, votes and cards."""

    @property
    def conditions(self) -> Conditions:
        """The conditions of standing orders."""
        from adjudicator.games.resistance.conditions import CONDITIONS

        return CONDITIONS

    needs: Mapping[str, frozenset[str]] = {"vote": frozenset(), "mission": frozenset()}
    none_holds = Phrase("clause.else.seen")

    def phases_of(self, order: str) -> frozenset[str]:
        """Return the only phase in which an order can be given, as a set."""
        return frozenset({objections.ORDERS[order]})

    def given_when(self, view: PlayerView, order: str, condition: str, argument: Any) -> bool | None:
        """Return whether a fact is fixed for whoever may propose a squad or play a card; None if it may vary."""
        from adjudicator.games.resistance.conditions import given_when

        return given_when(view, order, condition, argument)

    def objections(self, view: PlayerView, orders: Plain) -> list[Objection]:
        """Judge orders for the stage awaited."""
        return list(objections.order_objections(view, orders))

    def possible(self, view: PlayerView) -> Iterator[Plain]:
        """Yield every order that the player may send."""
        from adjudicator.games.resistance.possible import possible

        return possible(view)

    def receipt(self, view: PlayerView, orders: Plain) -> Receipt:
        """Return in words what the orders were understood to be."""
        return receipt.receipt(view, orders)

    def without(self, view: PlayerView) -> Phrase:
        """Tell a player what happens if they send nothing, without revealing more than their own identity."""
        from adjudicator.games.resistance import form

        return form.fate(view)

    def later_phase(self, phase: str) -> str | None:
        """Return the phase awaited, as all phases read orders alike; None before the deal and after the end."""
        return None if phase in ("deal", "over") else phase

    def ahead_objections(self, view: PlayerView, orders: Plain) -> list[Objection]:
        """Judge orders for a later turn, whatever its phase will be."""
        return list(objections.ahead_objections(view, orders))

    def ahead_receipt(self, view: PlayerView, orders: Plain) -> Receipt:
        """Return in words what orders for a later turn were understood to be."""
        return receipt.ahead_receipt(orders)

    def standing_objections(self, view: PlayerView, standing: Plain) -> list[Objection]:
        """Judge standing orders."""
        return list(objections.standing_objections(view, standing))

    def standing(self, view: PlayerView, standing: Plain) -> Plain:
        """Return what standing orders make their player order in this stage."""
        return standing_orders.orders_of(view, standing)

    def standing_said(self, standing: Plain) -> Sequence[Phrase]:
        """Return standing orders in words."""
        return list(standing_orders.said(standing))


class ResistanceForms(Forms[Setting, PlayerView]):
    """What a player's form says and offers."""

    def situation(self, view: PlayerView) -> list[Phrase]:
        """Tell a player their identity and how far the game has come."""
        from adjudicator.games.resistance import form

        return form.situation(view)

    def choices(self, view: PlayerView) -> list[Choice]:
        """Return what the player has to order now."""
        from adjudicator.games.resistance import form

        return form.choices(view)

    def standing_choices(self, view: PlayerView) -> list[Choice]:
        """Return the standing orders that the player may give."""
        from adjudicator.games.resistance import form

        return form.standing_choices(view)

    def spellings(self, setting: Setting) -> Mapping[str, Spelling]:
        """Return the spelling of a squad: it may be any text, from which the names are read."""
        return {"squad": Spelling(pattern=r"\S")}


class ResistanceReports(Reports[Setting, State]):
    """What each reader is told about a stage."""

    def readers(self, setting: Setting) -> list[Reader]:
        """Return the public, the players and the MJ."""
        return [PUBLIC, *map(player_reader, setting.players), MJ]

    def report(
        self, setting: Setting, before: State, outcome: Outcome[State], orders: Mapping[str, Plain], reader: Reader
    ) -> Mapping[str, Any]:
        """Return what ``reader`` may know after the stage."""
        from adjudicator.games.resistance import reports

        return reports.report(setting, before, outcome, orders, reader)

    def pictures(self, report: Mapping[str, Any]) -> Sequence[Picture]:
        """Return the pictures of the missions and of the votes."""
        from adjudicator.games.resistance.picture import pictures

        return pictures(report)

    def position(self, report: Mapping[str, Any]) -> Sequence[Picture]:
        """Return the pictures of the missions and of the votes in the last round."""
        from adjudicator.games.resistance.picture import position

        return position(report)

    def headline(self, setting: Setting, before: State, outcome: Outcome[State]) -> list[Phrase]:
        """Say what everybody saw of a stage."""
        from adjudicator.games.resistance.headline import headline

        return headline(setting, before, outcome)

    def options(self, setting: Setting) -> list[Phrase]:
        """Tell everybody which options differ from those of the rule sheet."""
        from adjudicator.games.resistance.variants import variants

        return variants(setting)

    def epilogue(self, setting: Setting, past: Sequence[Past[State]]) -> list[Chapter]:
        """Tell everybody at the end what was secret."""
        from adjudicator.games.resistance.epilogue import epilogue

        return epilogue(setting, past)

    def winner(self, setting: Setting, state: State) -> Phrase | None:
        """Say who has won; None while the game goes on."""
        return Phrase(f"report.end.winner.{state.ending.winner}") if state.ending else None

    def changes(self, setting: Setting, before: State, after: State) -> list[Phrase]:
        """Tell the MJ what differs between two states."""
        from adjudicator.games.resistance.changes import changes

        return changes(setting, before, after)


class ResistanceCases(Cases):
    """Adjudication cases: a position at the start, the orders sent in each stage, and the expected result."""

    def aliases(self, case: Plain) -> Mapping[str, str]:
        """Return the characters of a case, by which it may name their players, each mapped to its player."""
        from adjudicator.games.resistance import cases

        return cases.aliases_in_case(case)

    def objections(self, case: Plain) -> list[Objection]:
        """Judge the position of a case, and whether a stage gives an order twice."""
        from adjudicator.games.resistance import cases

        return cases.case_objections(case, GAME.orders)

    def run(self, case: Plain, seed: str) -> Tried:
        """Play one canonical case."""
        from adjudicator.games.resistance import cases

        return cases.run_case(case, GAME.orders, seed)


class Resistance(Game[Setting, State, PlayerView]):
    """Battlestar Galactica Résistance, the base game."""

    id = "resistance"
    kinds = words.KINDS
    setup = ResistanceSetup()
    rules = ResistanceRules()
    orders = ResistanceOrders()
    forms = ResistanceForms()
    reports = ResistanceReports()
    cases = ResistanceCases()


GAME = Resistance()
