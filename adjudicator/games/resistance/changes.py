"""The differences between two states, in words for the MJ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from adjudicator.core.faults import Listed, Phrase, PhraseArgument, Word
from adjudicator.core.stage import stage_changes
from adjudicator.games.resistance.reports import proposal_row
from adjudicator.games.resistance.rules import rejections
from adjudicator.games.resistance.state import Mission, Proposal, Setting, State


def changes(setting: Setting, before: State, after: State) -> list[Phrase]:
    """Return the differences between two states in words, in the order of the state's fields.

    The number of rejections is no field: it is counted from the proposals, as the campaign's option says. If a squad
    is gone, its mission is not mentioned.
    """
    return [
        *stage_changes(before, after),
        *_identities(before, after),
        *_command(before, after),
        *_rejections(setting, before, after),
        *_squad(before, after),
        *_proposals(setting, before, after),
        *_missions(before, after),
        *_ending(before, after),
    ]


def _named(players: Sequence[str]) -> PhraseArgument:
    return Listed(tuple(players)) if players else Phrase("nobody")


def _identities(before: State, after: State) -> Iterator[Phrase]:
    if before.seats != after.seats:
        yield Phrase("change.seats", {"names": _named(after.seats)})
    if before.cylons != after.cylons:
        yield Phrase("change.cylons", {"names": _named(after.cylons)})


def _command(before: State, after: State) -> Iterator[Phrase]:
    if before.commander != after.commander:
        commanders = {key: state.commander or Phrase("nobody") for key, state in _both(before, after)}
        yield Phrase("change.commander", commanders)
    if (before.round, before.proposal) != (after.round, after.proposal):
        yield Phrase("change.proposal", {key: _number(s.round, s.proposal) for key, s in _both(before, after)})


def _both(before: State, after: State) -> tuple[tuple[str, State], ...]:
    return ("before", before), ("after", after)


def _number(round_: int, number: int) -> Phrase:
    return Phrase("proposal.number", {"round": round_, "number": number})


def _rejections(setting: Setting, before: State, after: State) -> Iterator[Phrase]:
    old, new = rejections(setting, before), rejections(setting, after)
    if old != new:
        yield Phrase("change.rejections", {"before": old, "after": new})


def _squad(before: State, after: State) -> Iterator[Phrase]:
    if (before.squad, before.target, before.drawn) == (after.squad, after.target, after.drawn):
        return
    if not after.squad:
        yield Phrase("change.squad.none")
    else:
        squad = Phrase("proposal.squad", {"names": Listed(after.squad), "target": after.target})
        yield Phrase("change.squad.drawn" if after.drawn else "change.squad", {"squad": squad})


# Proposals, missions and the end of the game -----------------------------------------------------------------


def _proposals(setting: Setting, before: State, after: State) -> Iterator[Phrase]:
    for old, new in zip_longest(before.proposals, after.proposals):
        if new is None:
            yield Phrase("change.proposed.gone", {"number": _number(old.round, old.number)})
        elif old != new:
            yield _proposal(new)
            yield from _cast(setting, new)


def _proposal(proposal: Proposal) -> Phrase:
    commander = Phrase("proposal.drawn", {"commander": proposal.commander}) if proposal.drawn else proposal.commander
    values: dict[str, PhraseArgument] = {"number": _number(proposal.round, proposal.number), "commander": commander}
    if not proposal.squad:
        return Phrase("change.proposed.skipped", values)
    row = proposal_row(proposal)
    squad = Phrase("proposal.squad", {"names": Listed(proposal.squad), "target": proposal.target})
    result = Phrase(f"proposal.{row['result']}", {"yes": len(row["yes"]), "no": len(row["no"])})
    return Phrase("change.proposed", {**values, "squad": squad, "result": result})


def _cast(setting: Setting, proposal: Proposal) -> Iterator[Phrase]:
    row = proposal_row(proposal)
    if proposal.votes:
        yield Phrase("happened.voted", {"yes": _named(row["yes"]), "no": _named(row["no"])})
    if proposal.defaulted:
        yield Phrase(f"event.defaulted.{setting.options.missing_vote}", {"names": Listed(proposal.defaulted)})


def _missions(before: State, after: State) -> Iterator[Phrase]:
    for old, new in zip_longest(before.missions, after.missions):
        if new is None:
            yield Phrase("change.mission.gone", {"number": old.number})
        elif old != new:
            yield Phrase("change.mission", {"number": new.number, "round": new.round, "result": _result(new)})


def _result(done: Mission) -> Phrase:
    names = {"names": Listed(done.squad)}
    if done.success and not done.failures:
        return Phrase("mission.result.success.none", names)
    return Phrase(f"mission.result.{'success' if done.success else 'failure'}", names, n=done.failures)


def _ending(before: State, after: State) -> Iterator[Phrase]:
    if before.ending == after.ending:
        return
    if after.ending is None:
        yield Phrase("change.resumed")
    else:
        ending = {"winner": Word("sides", after.ending.winner), "cause": Word("causes", after.ending.cause)}
        yield Phrase("happened.ended", ending)
