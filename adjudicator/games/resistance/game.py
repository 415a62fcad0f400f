"""Battlestar Galactica Résistance as a game of the program; what only some commands need is imported where needed."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
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
    """Players, and their characters."""

    about = "game.about"
    characters = rules.FIRST_COMMANDERS

    def setting(self, campaign: Plain) -> Setting:
        """Build the setting."""
        return setup.make_setting(campaign)

    def objections(self, campaign: Plain) -> list[Objection]:
        """Judge the players and their characters."""
        return list(setup.people_objections(campaign["players"]))

    def aliases(self, setting: Setting) -> Mapping[str, str]:
        """Return the characters, by which orders may name their players."""
        return {character: player for player, character in setting.characters.items()}

    def suggestion(self, people: People, asked: Plain) -> Plain:
        """Return the characters that command first, for the MJ to know how they are written."""
        return {"characters": self.characters}


class ResistanceRules(Rules[Setting, State, PlayerView]):
    """The deal, then proposals, votes and missions."""

    state_type = State

    def begin(self, setting: Setting) -> State:
        """Return the state before the deal."""
        return State()

    def awaited(self, setting: Setting, state: State) -> Sequence[str]:
        """Return who has something to choose, in roster order; nobody for the deal."""
        choosing = rules.who_chooses(state)
        return [player for player in setting.players if player in choosing]

    def counts_openly(self, state: State) -> bool:
        """R17. Nobody waits openly for a card: that would say that somebody hesitates."""
        return state.phase != "mission"

    def known_by(self, setting: Setting, state: State, player: str) -> Sequence[Phrase]:
        """Say whose identities a player knows, once they are dealt; not what they are."""
        known = (player, *rules.told_cylons(setting, state, player)) if state.side(player) else ()
        return [Phrase("seats.secret.identity", {"player": one}) for one in known]

    def view(self, setting: Setting, state: State, player: str) -> PlayerView:
        """Return what ``player`` may know when he gives orders."""
        return player_view(setting, state, player)

    def resolve(self, setting: Setting, state: State, orders: Mapping[str, Plain], seed: str) -> Outcome[State]:
        """Play the stage."""
        table = rules.play(setting, state, orders, seed)
        return Outcome(table.state, tuple(table.log), (), {})

    def amended(self, setting: Setting, state: State, table: Plain) -> State:
        """Return the state as an amendment makes it."""
        from adjudicator.games.resistance import amendment

        return amendment.amended(setting, state, table)

    def amendment_objections(self, setting: Setting, state: State, table: Plain) -> list[Objection]:
        """Judge an amendment."""
        from adjudicator.games.resistance import amendment

        return amendment.objections(setting, state, table)

    def by_hand(self, setting: Setting, turn: int) -> State | None:
        """Return the empty table of a turn; a proposal is awaited."""
        from adjudicator.games.resistance import amendment

        return amendment.by_hand(turn)


class ResistanceOrders(Orders[PlayerView]):
    """Squads, votes and cards."""

    @property
    def conditions(self) -> Conditions:
        """What standing orders may hang on."""
        from adjudicator.games.resistance.conditions import CONDITIONS

        return CONDITIONS

    needs: Mapping[str, frozenset[str]] = {"vote": frozenset(), "mission": frozenset()}
    none_holds = Phrase("clause.else.seen")

    def phases_of(self, order: str) -> frozenset[str]:
        """Return the phase of an order."""
        return frozenset({objections.ORDERS[order]})

    def given_when(self, view: PlayerView, order: str, condition: str, argument: Any) -> bool | None:
        """Tell what holds of whoever proposes, and of whoever is on a mission."""
        from adjudicator.games.resistance.conditions import given_when

        return given_when(view, order, condition, argument)

    def condition_hangs_on(self, view: PlayerView, condition: str) -> Hashable:
        """Return how far the game has come, as far as a condition asks for it."""
        from adjudicator.games.resistance.conditions import HANGS_ON

        return HANGS_ON[condition](view) if condition in HANGS_ON else None

    def objections(self, view: PlayerView, orders: Plain) -> list[Objection]:
        """Judge orders for the stage awaited."""
        return list(objections.order_objections(view, orders))

    def possible(self, view: PlayerView) -> Iterator[Plain]:
        """List what he may send."""
        from adjudicator.games.resistance.possible import possible

        return possible(view)

    def receipt(self, view: PlayerView, orders: Plain) -> Receipt:
        """Say orders back in words."""
        return receipt.receipt(view, orders)

    def without(self, view: PlayerView) -> Phrase:
        """Say what the rules do in his stead, telling him no more than his identity."""
        from adjudicator.games.resistance import form

        return form.fate(view)

    def later_phase(self, phase: str) -> str | None:
        """Return the phase awaited: once the identities are dealt, all phases read orders alike."""
        return None if phase in ("deal", "over") else phase

    def ahead_objections(self, view: PlayerView, orders: Plain) -> list[Objection]:
        """Judge orders for a later turn, of whatever phase."""
        return list(objections.ahead_objections(view, orders))

    def ahead_receipt(self, view: PlayerView, orders: Plain) -> Receipt:
        """Say orders for a later turn back in words."""
        return receipt.ahead_receipt(orders)

    def standing_objections(self, view: PlayerView, standing: Plain) -> list[Objection]:
        """Judge standing orders."""
        return list(objections.standing_objections(view, standing))

    def standing(self, view: PlayerView, standing: Plain) -> Plain:
        """Return what standing orders order in this stage."""
        return standing_orders.orders_of(view, standing)

    def standing_said(self, standing: Plain) -> Sequence[Phrase]:
        """Say standing orders in words."""
        return list(standing_orders.said(standing))


class ResistanceForms(Forms[Setting, PlayerView]):
    """What a form tells."""

    def situation(self, view: PlayerView) -> list[Phrase]:
        """Say to a player who he is and what is at stake."""
        from adjudicator.games.resistance import form

        return form.situation(view)

    def choices(self, view: PlayerView) -> list[Choice]:
        """Return what a player owes now."""
        from adjudicator.games.resistance import form

        return form.choices(view)

    def standing_choices(self, view: PlayerView) -> list[Choice]:
        """Return the standing orders that a player may give."""
        from adjudicator.games.resistance import form

        return form.standing_choices(view)

    def spellings(self, setting: Setting) -> Mapping[str, Spelling]:
        """Return how a squad is written as a sentence: any text, its names are read."""
        return {"squad": Spelling(pattern=r"\S")}


class ResistanceReports(Reports[Setting, State]):
    """What everybody reads."""

    def readers(self, setting: Setting) -> list[Reader]:
        """Return the public, the players and the MJ."""
        return [PUBLIC, *map(player_reader, setting.players), MJ]

    def report(
        self, setting: Setting, before: State, outcome: Outcome[State], orders: Mapping[str, Plain], reader: Reader
    ) -> Mapping[str, Any]:
        """Return what ``reader`` may know."""
        from adjudicator.games.resistance import reports

        return reports.report(setting, before, outcome, orders, reader)

    def pictures(self, report: Mapping[str, Any]) -> Sequence[Picture]:
        """Return the missions, and who voted how."""
        from adjudicator.games.resistance.picture import pictures

        return pictures(report)

    def position(self, report: Mapping[str, Any]) -> Sequence[Picture]:
        """Return the missions, and the votes of the round."""
        from adjudicator.games.resistance.picture import position

        return position(report)

    def headline(self, setting: Setting, before: State, outcome: Outcome[State]) -> list[Phrase]:
        """Say what everybody saw."""
        from adjudicator.games.resistance.headline import headline

        return headline(setting, before, outcome)

    def options(self, setting: Setting) -> list[Phrase]:
        """Say what is not played as the sheet has it."""
        from adjudicator.games.resistance.variants import variants

        return variants(setting)

    def epilogue(self, setting: Setting, past: Sequence[Past[State]]) -> list[Chapter]:
        """Tell what was secret."""
        from adjudicator.games.resistance.epilogue import epilogue

        return epilogue(setting, past)

    def winner(self, setting: Setting, state: State) -> Phrase | None:
        """Say who has won."""
        return Phrase(f"report.end.winner.{state.ending.winner}") if state.ending else None

    def changes(self, setting: Setting, before: State, after: State) -> list[Phrase]:
        """Say to the MJ what is different."""
        from adjudicator.games.resistance.changes import changes

        return changes(setting, before, after)


class ResistanceCases(Cases):
    """A table, what is sent stage after stage, and what is expected of it."""

    def aliases(self, case: Plain) -> Mapping[str, str]:
        """Return the characters of a case, by which it may name their players."""
        from adjudicator.games.resistance import cases

        return cases.aliases_in_case(case)

    def objections(self, case: Plain) -> list[Objection]:
        """Judge the table of a case."""
        from adjudicator.games.resistance import cases

        return cases.case_objections(case, GAME.orders)

    def run(self, case: Plain, seed: str) -> Tried:
        """Play one case."""
        from adjudicator.games.resistance import cases

        return cases.run_case(case, GAME.orders, seed)


class Resistance(Game[Setting, State, PlayerView]):
    """The game."""

    id = "resistance"
    kinds = words.KINDS
    setup = ResistanceSetup()
    rules = ResistanceRules()
    orders = ResistanceOrders()
    forms = ResistanceForms()
    reports = ResistanceReports()
    cases = ResistanceCases()


GAME = Resistance()
