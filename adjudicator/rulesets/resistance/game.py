"""Battlestar Galactica Résistance as a game of the program; what only some commands need is imported where needed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.core.faults import Objection
from adjudicator.core.phrase import Phrase
from adjudicator.core.readers import MJ, PUBLIC, Reader, player_reader
from adjudicator.core.ruleset import Choice, Outcome, People, Plain, Receipt, Ruleset, Spelling, Tried
from adjudicator.rulesets.resistance import objections, receipt, rules, setup, words
from adjudicator.rulesets.resistance.standing import orders_of, said
from adjudicator.rulesets.resistance.state import Setting, State


class Resistance(Ruleset):
    """The game; see :class:`adjudicator.core.ruleset.Ruleset` for what each method takes and returns."""

    id = "resistance"
    state_type = State
    kinds = words.KINDS

    def setting(self, campaign: Plain) -> Setting:
        """Build the setting."""
        return setup.make_setting(campaign)

    def campaign_objections(self, campaign: Plain) -> list[Objection]:
        """Judge the players and their characters."""
        return list(setup.people_objections(campaign["players"]))

    def aliases(self, setting: Setting) -> Mapping[str, str]:
        """Return the characters, by which orders may name their players."""
        return {character: player for player, character in setting.characters.items()}

    def suggestion(self, people: People, asked: Plain) -> Plain:
        """Return the characters that command first, for the MJ to know how they are written."""
        return {"characters": rules.FIRST_COMMANDERS}

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

    def resolve(self, setting: Setting, state: State, orders: Mapping[str, Plain], seed: str) -> Outcome:
        """Play the stage."""
        table = rules.play(setting, state, orders, seed)
        return Outcome(table.state, tuple(table.log), (), {})

    def objections(self, setting: Setting, state: State, player: str, orders: Plain) -> list[Objection]:
        """Judge one player's orders on his own view."""
        return list(objections.order_objections(setting, state, player, orders))

    def standing_objections(self, setting: Setting, state: State, player: str, standing: Plain) -> list[Objection]:
        """Judge one player's standing orders on his own view."""
        return list(objections.standing_objections(setting, state, player, standing))

    def standing_orders(self, setting: Setting, state: State, player: str, standing: Plain) -> Plain:
        """Return what standing orders order in this stage."""
        return orders_of(setting, state, player, standing)

    def later_phase(self, setting: Setting, state: State) -> str | None:
        """Return the phase awaited: once the identities are dealt, all phases read orders alike."""
        return None if state.phase in ("deal", "over") else state.phase

    def ahead_objections(self, setting: Setting, state: State, player: str, orders: Plain) -> list[Objection]:
        """Judge orders for a later turn, of whatever phase, on the player's own view."""
        return list(objections.ahead_objections(setting, state, player, orders))

    def without_orders(self, setting: Setting, state: State, player: str) -> Phrase:
        """Say what the rules do in his stead, telling him no more than his identity."""
        from adjudicator.rulesets.resistance import form

        return form.fate(setting, state, player)

    def receipt(self, setting: Setting, state: State, player: str, orders: Plain) -> Receipt:
        """Say orders back in words."""
        return receipt.receipt(setting, state, orders)

    def ahead_receipt(self, setting: Setting, state: State, player: str, orders: Plain) -> Receipt:
        """Say orders for a later turn back in words."""
        return receipt.ahead_receipt(orders)

    def standing_said(self, setting: Setting, player: str, standing: Plain) -> Sequence[Phrase]:
        """Say standing orders in words."""
        return list(said(standing))

    def choices(self, setting: Setting, state: State, player: str) -> list[Choice]:
        """Return what ``player`` owes now."""
        from adjudicator.rulesets.resistance import form

        return form.choices(setting, state, player)

    def standing_choices(self, setting: Setting, state: State, player: str) -> list[Choice]:
        """Return the standing orders that ``player`` may give."""
        from adjudicator.rulesets.resistance import form

        return form.standing_choices(setting, state, player)

    def situation(self, setting: Setting, state: State, player: str) -> list[Phrase]:
        """Say to ``player`` who he is and what is at stake."""
        from adjudicator.rulesets.resistance import form

        return form.situation(setting, state, player)

    def spellings(self, setting: Setting) -> Mapping[str, Spelling]:
        """Return how a squad is written as a sentence: any text, its names are read."""
        return {"squad": Spelling(pattern=r"\S")}

    def changes(self, setting: Setting, before: State, after: State) -> list[Phrase]:
        """Say to the MJ what is different."""
        from adjudicator.rulesets.resistance.changes import changes

        return changes(setting, before, after)

    def readers(self, setting: Setting) -> list[Reader]:
        """Return the public, the players and the MJ."""
        return [PUBLIC, *map(player_reader, setting.players), MJ]

    def report(
        self, setting: Setting, before: State, outcome: Outcome, orders: Mapping[str, Plain], reader: Reader
    ) -> Plain:
        """Return what ``reader`` may know."""
        from adjudicator.rulesets.resistance import reports

        return reports.report(setting, before, outcome, orders, reader)

    def aliases_in_case(self, case: Plain) -> Mapping[str, str]:
        """Return the characters of a case, by which it may name their players."""
        from adjudicator.rulesets.resistance import cases

        return cases.aliases_in_case(case)

    def case_objections(self, case: Plain) -> list[Objection]:
        """Judge the table of a case."""
        from adjudicator.rulesets.resistance import cases

        return cases.case_objections(case)

    def run_case(self, case: Plain, seed: str) -> Tried:
        """Play one case."""
        from adjudicator.rulesets.resistance import cases

        return cases.run_case(case, seed)


GAME = Resistance()
