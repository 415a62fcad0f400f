"""Tsewnart as a game of the program; what only some commands need is imported by the methods that need it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.core.faults import Objection
from adjudicator.core.phrase import Filling, Phrase
from adjudicator.core.readers import MJ, PUBLIC, Reader, camp_reader, player_reader
from adjudicator.core.ruleset import Ask, Choice, Outcome, People, Plain, Receipt, Ruleset, Spelling, Tried
from adjudicator.rulesets.tsewnart import receipt, setup, views, words
from adjudicator.rulesets.tsewnart.objections import lasting_objections, turn_objections
from adjudicator.rulesets.tsewnart.standing import orders_of, said, trouble
from adjudicator.rulesets.tsewnart.state import Setting, State


class Tsewnart(Ruleset):
    """The game; see :class:`adjudicator.core.ruleset.Ruleset` for what each method takes and returns."""

    id = "tsewnart"
    state_type = State
    kinds = words.KINDS
    people = "camps"
    asks = (Ask("topology", "topologies"), Ask("board", "size"))

    def setting(self, campaign: Plain) -> Setting:
        """Build the setting."""
        return setup.make_setting(campaign)

    def campaign_objections(self, campaign: Plain) -> list[Objection]:
        """Judge a campaign."""
        return setup.campaign_objections(campaign)

    def begin(self, setting: Setting) -> State:
        """Return the state before the choice of roles."""
        return State("roles", 0, scores=dict.fromkeys(setting.camp_names, 0))

    def awaited(self, setting: Setting, state: State) -> Sequence[str]:
        """Return the captains before turn 1, then every player who still controls something; nobody at the end."""
        if state.phase == "over":
            return []
        if state.phase in ("roles", "placement"):
            return [camp.captain for camp in setting.camps]
        return [player for player in setting.roster if player in state.pieces or player in state.ghosts]

    def can_do_without(self, state: State) -> bool:
        """Tell whether missing orders can be taken for nothing: not before turn 1, where there is no default (R2)."""
        return state.phase == "turn"

    def spokesman(self, setting: Setting, camp: str) -> str:
        """Return the captain of ``camp``."""
        return setting.camp[camp].captain

    def objections(self, setting: Setting, state: State, player: str, orders: Plain) -> list[Objection]:
        """Judge one player's orders on his own view."""
        view = views.player_view(setting, state, player)
        if state.phase == "turn":
            return turn_objections(view, orders)
        camp = setting.camp[view["camp"]]
        if player != camp.captain:
            return [Objection("captain-only", (), {"captain": camp.captain, "camp": camp.name}, on_key=True)]
        if orders.get(state.phase) is None:
            return []
        judge = setup.roles_objections if state.phase == "roles" else setup.placement_objections
        return list(judge(camp, orders[state.phase]))

    def standing_objections(self, setting: Setting, state: State, player: str, standing: Plain) -> list[Objection]:
        """Judge one player's standing orders on his own view."""
        return lasting_objections(views.player_view(setting, state, player), standing)

    def standing_orders(self, setting: Setting, state: State, player: str, standing: Plain) -> Plain:
        """Return what standing orders order in this turn."""
        return orders_of(views.player_view(setting, state, player), standing)

    def standing_trouble(self, setting: Setting, state: State, player: str, standing: Plain) -> list[Phrase]:
        """Say which standing orders cannot be used in this turn."""
        return list(trouble(views.player_view(setting, state, player), standing))

    def later_phase(self, setting: Setting, state: State) -> str | None:
        """Return the one phase that there is from turn 1 on."""
        return "turn" if state.phase == "turn" else None

    def ahead_objections(self, setting: Setting, state: State, player: str, orders: Plain) -> list[Objection]:
        """Judge orders for a later turn on the player's own view."""
        return lasting_objections(views.player_view(setting, state, player), orders)

    def without_orders(self, setting: Setting, state: State, player: str) -> Phrase:
        """Say that he does nothing, or that the game waits for a captain, who has no default (R2)."""
        return Phrase("fate.nothing" if self.can_do_without(state) else "fate.waiting")

    def receipt(self, setting: Setting, state: State, player: str, orders: Plain) -> Receipt:
        """Say orders back in words."""
        return receipt.receipt(views.player_view(setting, state, player), orders)

    def standing_said(self, setting: Setting, player: str, standing: Plain) -> Sequence[Phrase]:
        """Say standing orders in words."""
        return list(said(standing))

    def choices(self, setting: Setting, state: State, player: str) -> list[Choice]:
        """Return what ``player`` may order now."""
        from adjudicator.rulesets.tsewnart import form

        mates = setting.camp[setting.camp_of[player]].players
        ghosts = [mate for mate in mates if mate in state.ghosts]
        return form.choices({**views.player_view(setting, state, player), "ghosts": ghosts})

    def standing_choices(self, setting: Setting, state: State, player: str) -> list[Choice]:
        """Return standing orders that ``player`` may give."""
        from adjudicator.rulesets.tsewnart import form

        return form.standing_choices(views.player_view(setting, state, player))

    def situation(self, setting: Setting, state: State, player: str) -> list[Phrase]:
        """Say to ``player`` what he controls."""
        from adjudicator.rulesets.tsewnart import form

        return form.situation(views.player_view(setting, state, player))

    def spellings(self, setting: Setting) -> Mapping[str, Spelling]:
        """Return how cells and items are written."""
        from adjudicator.rulesets.tsewnart import form

        return form.spellings((setting.board.width, setting.board.height), setting.camp_names)

    def resolve(self, setting: Setting, state: State, orders: Mapping[str, Plain], seed: str) -> Outcome:
        """Play the stage."""
        if state.phase == "roles":
            return Outcome(setup.choose_roles(setting, state, orders), (), (), {})
        if state.phase == "placement":
            return Outcome(setup.place(setting, state, orders), (), (), {})
        from adjudicator.rulesets.tsewnart.adjudication import play_turn

        return play_turn(setting, state, orders, seed)

    def changes(self, setting: Setting, before: State, after: State) -> list[Phrase]:
        """Say to the MJ what is different."""
        from adjudicator.rulesets.tsewnart.changes import changes

        return changes(setting, before, after)

    def readers(self, setting: Setting) -> list[Reader]:
        """Return the public, the camps, the players and the MJ."""
        return [PUBLIC, *map(camp_reader, setting.camp_names), *map(player_reader, setting.roster), MJ]

    def report(
        self, setting: Setting, before: State, outcome: Outcome, orders: Mapping[str, Plain], reader: Reader
    ) -> Plain:
        """Return what ``reader`` may know."""
        from adjudicator.rulesets.tsewnart import reports

        return reports.report(setting, before, outcome, orders, reader)

    def plan_objections(self, people: People, asked: Plain) -> list[Objection]:
        """Judge whether the camps have room on the board asked for."""
        return setup.plan_objections(people, asked)

    def suggestion(self, people: People, asked: Plain) -> Plain:
        """Return a board and start zones."""
        return setup.suggestion(setup.sizes(people), asked["board"], asked["topology"])

    def recommended(self, people: People) -> list[tuple[Filling, ...]]:
        """Return each topology with the size that suits the camps on it."""
        return setup.recommended(people)

    def run_case(self, case: Plain, seed: str) -> Tried:
        """Play one case."""
        from adjudicator.rulesets.tsewnart import cases

        return cases.run_case(case, seed)

    def case_objections(self, case: Plain) -> list[Objection]:
        """Judge the table of a case."""
        from adjudicator.rulesets.tsewnart import cases

        return cases.case_objections(case)

    def names_in_case(self, case: Plain) -> tuple[list[str], list[str]]:
        """Return the players and the camps of a case."""
        from adjudicator.rulesets.tsewnart import cases

        return cases.names_in_case(case)


GAME = Tsewnart()
