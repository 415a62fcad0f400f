"""Which amendments hold of which stage: against a model of a campaign that is played, amended and taken back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from hypothesis import given
from hypothesis import strategies as st
from support.depth import examples

from adjudicator.campaign.acts import acts_before, amendments_of

if TYPE_CHECKING:
    from adjudicator.campaign.records import Act

DOINGS = st.lists(st.sampled_from(("play", "amend", "hold", "undo-1", "undo-2", "undo-4")), max_size=30)


class Told(NamedTuple):
    """The acts of a campaign, and for each stage what the model has of its amendments, now and at each undoing."""

    acts: list[Act]
    now: list[list[int]]
    undone: list[tuple[Act, list[list[int]]]]


def lived(doings: Sequence[str]) -> Told:
    """Do one thing after the other; what holds of a stage goes with it, and comes back with it alone."""
    told = Told([], [[]], [])
    for number, doing in enumerate(doings):
        stages = told.now
        act: Act = {"act": doing.partition("-")[0], "at": str(number), "by": "", "stage": f"{len(stages):04d}-turn"}
        if doing == "play":
            stages.append([])
            continue
        if doing == "amend":
            stages[-1].append(number)
        elif doing.startswith("undo"):
            first = max(len(stages) - int(doing[-1]), 1)
            if first == len(stages):
                continue
            act |= {"back_to": f"{first:04d}-turn", "down_from": f"{len(stages) - 1:04d}-turn"}
            told.undone.append((act, [list(each) for each in stages]))
            del stages[first:]
        told.acts.append(act)
    return told


def numbers(acts: Sequence[Act]) -> list[int]:
    return [int(act["at"]) for act in acts]


@examples(200)
@given(DOINGS)
def test_an_amendment_holds_until_a_stage_before_its_own_is_taken_back(doings: list[str]) -> None:
    told = lived(doings)
    for stage, known in enumerate(told.now, 1):
        assert numbers(amendments_of(told.acts, stage)) == known
    assert amendments_of(told.acts, len(told.now) + 1) == []


@examples(200)
@given(DOINGS)
def test_what_held_before_an_undoing_can_be_found(doings: list[str]) -> None:
    told = lived(doings)
    for undo, stages in told.undone:
        for stage, known in enumerate(stages, 1):
            assert numbers(amendments_of(acts_before(told.acts, undo), stage)) == known
