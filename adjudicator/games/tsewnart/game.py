"""The game Tsewnart, in the parts that the rest of the program uses.

Modules that only some commands need are imported inside the methods that use them, so that other commands start faster.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from adjudicator.core.context import Kind, SplitValue
from adjudicator.core.faults import Listed, Objection, Phrase, PhraseArgument, Word
from adjudicator.core.game import (
    Ask,
    Cases,
    Chapter,
    Choice,
    Forms,
    Game,
    MJDecision,
    Moment,
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
from adjudicator.core.stage import MJ, PUBLIC, Outcome, Reader, camp_reader, player_reader
from adjudicator.games.tsewnart import objections, receipt, setup
from adjudicator.games.tsewnart import standing as standing_orders
from adjudicator.games.tsewnart.board import Cell, text
from adjudicator.games.tsewnart.orders import NAMING_MATES, VOTES
from adjudicator.games.tsewnart.state import Setting, State
from adjudicator.games.tsewnart.views import PlayerView, player_view

if TYPE_CHECKING:
    from adjudicator.core.conditions import Conditions
    from adjudicator.core.mj import Mj, Question
    from adjudicator.core.pictures import BoardShown, Picture


class TsewnartSetup(Setup[Setting]):
    """The setup of a campaign: camps with their players, on a board with start zones."""

    people = "camps"
    about = "game.about"
    asks = (Ask("topology", "topologies"), Ask("board", "size"))

    def setting(self, campaign: Plain) -> Setting:
        """Build the setting from a canonical campaign."""
        return setup.make_setting(campaign)

    def objections(self, campaign: Plain) -> list[Objection]:
        """Judge a canonical campaign beyond its schema."""
        return setup.campaign_objections(campaign)

    def spokesman(self, setting: Setting, camp: str) -> str:
        """Return the captain of ``camp``."""
        return setting.camp[camp].captain

    def plan_objections(self, people: People, asked: Plain) -> list[Objection]:
        """Object if the start zones of the camps do not fit on the board asked for."""
        return setup.plan_objections(people, asked)

    def suggestion(self, people: People, asked: Plain) -> Plain:
        """Return a board and start zones for the camps."""
        return setup.suggestion(setup.sizes(people), asked["board"], asked["topology"])

    def recommended(self, people: People) -> list[tuple[PhraseArgument, ...]]:
        """Return each topology with a board size that suits the camps on it."""
        return setup.recommended(people)


class TsewnartRules(Rules[Setting, State, PlayerView]):
    """The course of the game: the choice of roles, the placement, then turns."""

    state_type = State
    decisions: Mapping[str, MJDecision] = {
        "stands": MJDecision(
            "auto", words=("orders",), ruled=True, parts="ruling", example={"verdict": Word("verdicts", "fails")}
        )
    }

    def begin(self, setting: Setting) -> State:
        """Return the state before the choice of roles."""
        return State("roles", 0, scores=dict.fromkeys(setting.camp_names, 0))

    def awaited(self, setting: Setting, state: State) -> Sequence[str]:
        """Return the captains before turn 1, then all players who still control something; nobody after the end."""
        if state.phase == "over":
            return []
        if state.phase in ("roles", "placement"):
            return [camp.captain for camp in setting.camps]
        return [player for player in setting.roster if player in state.pieces or player in state.ghosts]

    def can_do_without(self, state: State) -> bool:
        """Return whether orders may be missing: not before turn 1, where there is no default (R2)."""
        return state.phase == "turn"

    def goes_on_without(self, state: State) -> bool:
        """Return whether the game goes on when a player has left: in turns, what that player controls does nothing."""
        return self.can_do_without(state)

    def left_said(self, setting: Setting, state: State, player: str, ordered: bool) -> Phrase:
        """Say what becomes of a seat whose player has left.

        Before turn 1 the captain chooses for the player. If the player is the captain, the choice has been made or is
        still waited for.
        """
        chooses = player in self.awaited(setting, state)
        if self.goes_on_without(state) or (chooses and not ordered):
            return super().left_said(setting, state, player, ordered)
        return Phrase("left.chose" if chooses else "left.chosen-for", {"player": player})

    def known_by(self, setting: Setting, state: State, player: str) -> Sequence[Phrase]:
        """Tell the MJ that a player knows what the camp knows, once roles are chosen."""
        return [] if state.phase == "roles" else [Phrase("seats.secret.camp", {"camp": setting.camp_of[player]})]

    def view(self, setting: Setting, state: State, player: str) -> PlayerView:
        """Return what ``player`` may know when giving orders."""
        return player_view(setting, state, player)

    def resolve(self, setting: Setting, state: State, orders: Mapping[str, Plain], seed: str) -> Outcome[State]:
        """Play the stage by the rule sheet alone."""
        return self._played(setting, state, orders, seed, None)

    def adjudicate(
        self, setting: Setting, state: State, orders: Mapping[str, Plain], seed: str, mj: Mj
    ) -> Outcome[State]:
        """Play the stage; in a turn the MJ may have ruled on any order."""
        return self._played(setting, state, orders, seed, mj)

    def _played(
        self, setting: Setting, state: State, orders: Mapping[str, Plain], seed: str, mj: Mj | None
    ) -> Outcome[State]:
        if state.phase == "roles":
            return Outcome(setup.choose_roles(setting, state, orders), (), (), {})
        if state.phase == "placement":
            return Outcome(setup.place(setting, state, orders), (), (), {})
        from adjudicator.games.tsewnart.adjudication import play_turn

        return play_turn(setting, state, orders, seed, mj=mj)

    def answer_objections(self, setting: Setting, state: State, question: Question, value: Any) -> list[Objection]:
        """Judge a ruling of the MJ on an order."""
        from adjudicator.games.tsewnart import hand

        return hand.objections(question, value)

    def amended(self, setting: Setting, state: State, table: Plain) -> State:
        """Return the amended state."""
        from adjudicator.games.tsewnart import amendment

        return amendment.amended(setting, state, table)

    def amendment_objections(self, setting: Setting, state: State, table: Plain) -> list[Objection]:
        """Judge an amendment beyond its schema."""
        from adjudicator.games.tsewnart import amendment

        return amendment.objections(setting, state, table)

    def by_hand(self, setting: Setting, turn: int) -> State | None:
        """Return the empty state of a turn, for a game that was played by hand until then."""
        from adjudicator.games.tsewnart import amendment

        return amendment.by_hand(setting, turn)


class TsewnartOrders(Orders[PlayerView]):
    """The orders that players and captains send."""

    needs = objections.NEEDS

    @property
    def conditions(self) -> Conditions:
        """The conditions of standing orders."""
        from adjudicator.games.tsewnart.conditions import CONDITIONS

        return CONDITIONS

    def phases_of(self, order: str) -> frozenset[str]:
        """Return the phase ``turn``, the only one in which standing orders are used."""
        return frozenset({"turn"})

    def objections(self, view: PlayerView, orders: Plain) -> list[Objection]:
        """Judge orders for the stage awaited."""
        judge = objections.turn_objections if view.phase == "turn" else objections.captain_objections
        return judge(view, orders)

    def possible(self, view: PlayerView) -> Iterator[Plain]:
        """Yield each order of a turn by itself; before turn 1, each of the many choices for the whole camp."""
        from adjudicator.games.tsewnart.possible import possible

        return possible(view)

    def receipt(self, view: PlayerView, orders: Plain) -> Receipt:
        """Return in words what the orders were understood to be."""
        return receipt.receipt(view, orders)

    def warnings(self, view: PlayerView, orders: Plain) -> list[Phrase]:
        """Return a phrase for each order that will fail as things stand now."""
        from adjudicator.games.tsewnart.warnings import warnings

        return list(warnings(view, orders))

    def warned_cells(
        self, view: PlayerView, order: str, cells: Iterable[Cell]
    ) -> Iterator[tuple[Sequence[Phrase], Sequence[Cell]]]:
        """Yield why an order given with each of these cells will fail, with the cells to which that applies."""
        from adjudicator.games.tsewnart import warnings

        return warnings.of_cells(view, order, cells)

    def hangs_on(self, view: PlayerView, order: str, now: bool) -> Hashable:
        """Return what in the view decides whether an ``order`` is allowed, and how its objections are worded.

        It is the player's own vote, the camp, or for a terror ``now`` the cell terrorised last turn.
        """
        if order in VOTES:
            return view.unit == "nothing", getattr(view, order)
        if order in NAMING_MATES:
            return view.camp, view.mates
        return (view.last_terror,) if now and order == "terrorise" else ()

    def lasting_hangs_on(self, view: PlayerView) -> Hashable:
        """Return what decides about orders for later turns: what the player controls, and its role."""
        return view.unit, view.role

    def pairs_hang_on(self, view: PlayerView) -> Hashable:
        """Return the phase: in a turn, only the names of two orders decide whether they exclude each other."""
        return view.phase

    def may_name(self, view: PlayerView, order: str) -> Sequence[str] | None:
        """Return the player's camp for orders that may name one of its players, and None for other orders."""
        return view.mates if order in NAMING_MATES else None

    def without(self, view: PlayerView) -> Phrase:
        """Say that the player does nothing, or that the game waits for a captain, who has no default (R2)."""
        return Phrase("fate.nothing" if view.phase == "turn" else "fate.waiting")

    def later_phase(self, phase: str) -> str | None:
        """Return ``turn`` from turn 1 on, and None before, when no orders can be sent ahead."""
        return "turn" if phase == "turn" else None

    def given_when(self, view: PlayerView, order: str, condition: str, argument: Any) -> bool | None:
        """Return whether a fact is fixed whenever an order can be given: True or False, or None if it may vary."""
        from adjudicator.games.tsewnart.conditions import given_when

        return given_when(view, order, condition, argument)

    def ahead_objections(self, view: PlayerView, orders: Plain) -> list[Objection]:
        """Judge orders for a later turn."""
        return objections.lasting_objections(view, orders)

    def standing_objections(self, view: PlayerView, standing: Plain) -> list[Objection]:
        """Judge standing orders."""
        return objections.lasting_objections(view, standing)

    def standing(self, view: PlayerView, standing: Plain) -> Plain:
        """Return the orders that standing orders give in this turn."""
        return standing_orders.orders_of(view, standing)

    def standing_trouble(self, view: PlayerView, standing: Plain) -> list[Phrase]:
        """Return a phrase for each standing order that cannot be used in this turn."""
        return list(standing_orders.trouble(view, standing))

    def standing_said(self, standing: Plain) -> Sequence[Phrase]:
        """Return standing orders in words."""
        return list(standing_orders.said(standing))


class TsewnartForms(Forms[Setting, PlayerView]):
    """The contents of a player's form."""

    def situation(self, view: PlayerView) -> list[Phrase]:
        """Tell a player what they control and how they have voted."""
        from adjudicator.games.tsewnart import form

        return form.situation(view)

    def choices(self, view: PlayerView) -> list[Choice]:
        """Return what a player may order now."""
        from adjudicator.games.tsewnart import form

        return form.choices(view)

    def board(self, view: PlayerView) -> BoardShown | None:
        """Return the board of a click form; None in a phase in which no cell is to be selected."""
        from adjudicator.games.tsewnart import form

        return form.board(view)

    def standing_choices(self, view: PlayerView) -> list[Choice]:
        """Return the standing orders that suit most players."""
        from adjudicator.games.tsewnart import form

        return form.standing_choices(view)

    def spellings(self, setting: Setting) -> Mapping[str, Spelling]:
        """Return how cells, items of the order of play, orders of players, sizes and spans are written."""
        from adjudicator.games.tsewnart import form

        return form.spellings((setting.board.width, setting.board.height), setting.camp_names, list(setting.camp_of))


class TsewnartReports(Reports[Setting, State]):
    """The reports and everything else that readers are told."""

    functions: Mapping[str, Callable[[Any], PhraseArgument]] = {"cell": text}

    def readers(self, setting: Setting) -> list[Reader]:
        """Return the public, the camps, the players and the MJ."""
        return [PUBLIC, *map(camp_reader, setting.camp_names), *map(player_reader, setting.roster), MJ]

    def report(
        self, setting: Setting, before: State, outcome: Outcome[State], orders: Mapping[str, Plain], reader: Reader
    ) -> Mapping[str, Any]:
        """Return what ``reader`` may know after the stage."""
        from adjudicator.games.tsewnart import reports

        return reports.report(setting, before, outcome, orders, reader)

    def teller(
        self, setting: Setting, before: State, outcome: Outcome[State], orders: Mapping[str, Plain]
    ) -> Callable[[Reader], Mapping[str, Any]]:
        """Return a function from reader to report; the public part and each camp's part are computed once."""
        from adjudicator.games.tsewnart import reports

        return reports.teller(setting, before, outcome, orders)

    def pictures(self, report: Mapping[str, Any]) -> Sequence[Picture]:
        """Return the pictures of a report: the reader's board, and for the MJ also the board before a turn."""
        from adjudicator.games.tsewnart.picture import pictures

        return pictures(report)

    def position(self, report: Mapping[str, Any]) -> Sequence[Picture]:
        """Return the reader's board after the stage."""
        from adjudicator.games.tsewnart.picture import position

        return position(report)

    def moments(
        self, setting: Setting, before: State, outcome: Outcome[State], orders: Mapping[str, Plain]
    ) -> Sequence[Moment]:
        """Return a turn step by step, one step for each order, for the MJ."""
        from adjudicator.games.tsewnart.moments import moments

        return moments(setting, before, outcome)

    def headline(self, setting: Setting, before: State, outcome: Outcome[State]) -> list[Phrase]:
        """Say in a line what everybody saw of the stage."""
        from adjudicator.games.tsewnart.headline import headline

        return headline(setting, before, outcome)

    def options(self, setting: Setting) -> list[Phrase]:
        """Say which options differ from those of the rule sheet."""
        from adjudicator.games.tsewnart.variants import variants

        return variants(setting)

    def epilogue(self, setting: Setting, past: Sequence[Past[State]]) -> list[Chapter]:
        """Return the chapters that tell everybody what was secret."""
        from adjudicator.games.tsewnart.epilogue import epilogue

        return epilogue(setting, past)

    def winner(self, setting: Setting, state: State) -> Phrase | None:
        """Say who has won; None while the game goes on."""
        if state.ending is None:
            return None
        winners = state.ending.winners
        return Phrase("report.winners", {"camps": Listed(winners)}, len(winners))

    def changes(self, setting: Setting, before: State, after: State) -> list[Phrase]:
        """Return a phrase for each difference between two states, for the MJ."""
        from adjudicator.games.tsewnart.changes import changes

        return changes(setting, before, after)


class TsewnartCases(Cases):
    """Adjudication cases: a position, the orders of one turn, and the expected result."""

    def names(self, case: Plain) -> tuple[list[str], list[str]]:
        """Return the players and the camps that an unchecked case names."""
        from adjudicator.games.tsewnart import cases

        return cases.names_in_case(case)

    def objections(self, case: Plain) -> list[Objection]:
        """Judge the position and the standing orders of a case."""
        from adjudicator.games.tsewnart import cases

        return cases.case_objections(case, GAME.orders)

    def run(self, case: Plain, seed: str) -> Tried:
        """Play one canonical case."""
        from adjudicator.games.tsewnart import cases

        return cases.run_case(case, GAME.orders, seed)


class Tsewnart(Game[Setting, State, PlayerView]):
    """The game Tsewnart."""

    id = "tsewnart"
    setup = TsewnartSetup()
    rules = TsewnartRules()
    orders = TsewnartOrders()
    forms = TsewnartForms()
    reports = TsewnartReports()
    cases = TsewnartCases()

    @property
    def kinds(self) -> Mapping[str, Kind]:
        """The readers of Tsewnart's own kinds of values: cells, items of the order of play, given orders and so on."""
        from adjudicator.games.tsewnart import words

        return words.KINDS

    def kinds_in(self, campaign: Plain) -> Mapping[str, Kind]:
        """Return the readers of values; a cell may also be written ``C3`` if the campaign's columns have letters."""
        from adjudicator.games.tsewnart import words

        lettered = campaign.get("options", {}).get("columns") == "letters"
        return words.LETTERED if lettered else words.KINDS

    def torn(self, text: str) -> SplitValue | None:
        """Recognise a key that is half a cell, as YAML makes of ``(3,5)``; None if it is not."""
        from adjudicator.games.tsewnart import words

        return words.torn_cell(text)


GAME = Tsewnart()
