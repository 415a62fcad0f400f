"""What Clocktower gives to the tests for all games."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from clocktower import post_pairs
from clocktower.leaks import PLANTED
from clocktower.pairs import differ, files_of, pairs, stage
from hypothesis import strategies as st
from support.leaks import Pair
from support.report_parsers import read, written
from support.suite import Suite

from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.stages import Played
from adjudicator.core.stage import Reader
from adjudicator.games.clocktower.state import Setting, State
from adjudicator.store.layout import data_folder

ODD: tuple[Any, ...] = (
    *(None, 3, "", [], {"use": "nobody"}, {"steps": []}, {"choose": "Zoé"}, {"choose": [None]}, {"if_dead": 3}),
    *({"votes": {"Zoé": {}}}, {"votes": {"nobody": "yes"}}, {"guess": {"Zoé": 1}}, {"nominate": [[]]}, {"role": "x"}),
)


def quiet(number: int) -> Any:
    """Return a stage by post, or a half in which the MJ writes nothing.

    The tests for all games play it again without him.
    """
    return replace(stage(number), steps=()) if number % 2 else post_pairs.stage(number // 2)


def check_state(setting: Setting, state: State) -> None:
    """All players have a seat, the dead alone a ghost vote, and effects lie on players."""
    assert sorted(state.seats) in ([], sorted(setting.players))
    assert not any(seat.alive and seat.ghost for seat in state.seats.values())
    assert all(one.on in state.seats for one in state.effects)


def shuffled(chance: random.Random, side: Any) -> Any:
    """Return the same stage, with what players sent in another order; what the MJ writes has an order."""
    names = chance.sample(list(side.orders), len(side.orders))
    return replace(side, papers=dict(side.papers), orders={name: side.orders[name] for name in names})


def nonsense(chance: random.Random, side: Any) -> Mapping[str, Any]:
    return {player: chance.choice(ODD) for player in (*side.campaign.players, "nobody")}


def read_back(campaign: Campaign, played: Played, reader: Reader, kind: str, language: str) -> None:
    """Compare the stage, the town square, and for the MJ the grimoire, with what was played."""
    voice, after = campaign.voice(language), played.outcome.state
    document = read(written(campaign, played, reader, kind, language), kind, voice.say("colon"))
    assert voice.phrase(played.stage.said) in document.title
    square = [[cell.text for cell in row] for row in document.table(voice.say("report.square")).rows]
    assert [row[1] for row in square] == list(after.seats)
    lives = {True: voice.say("seat.living"), False: voice.say("seat.dead")}
    assert [row[2] for row in square] == [lives[seat.alive] for seat in after.seats.values()]
    if reader.kind == "mj":
        rows = [[cell.text for cell in row] for row in document.table(voice.say("report.grimoire")).rows]
        for row, (name, seat) in zip(rows, after.seats.items(), strict=True):
            assert row[1] == name
            assert row[2].startswith(voice.word("roles", seat.role))
            assert (voice.say("seat.reversed") in row[5]) == seat.reversed


def ready(folder: Path) -> Path:
    """Make a campaign whose second night is to be played, with the MJ's steps in the inbox."""
    example = data_folder("campaigns") / "clocktower"
    (folder / "inbox").mkdir(parents=True)
    (folder / "campaign.yaml").write_bytes((example / "campaign.yaml").read_bytes())
    (folder / "inbox" / "mj.yaml").write_bytes((example / "orders" / "setup" / "mj.yaml").read_bytes())
    return folder


def before_a_night(pair: Pair[Any]) -> bool:
    """Tell whether a night by post follows, and whose role acts then is another's."""
    after = pair.one.played.outcome.state
    return bool(after.post and after.phase == "night" and pair.changes[0] in ("deceived", "exchanged"))


SUITE = Suite(
    stages=st.integers(0, 2**32 - 1).map(quiet),
    pairs=pairs,
    differ=differ,
    files_of=files_of,
    allowed=post_pairs.allowed,
    planted=PLANTED,
    check_state=check_state,
    shuffled=shuffled,
    read_back=read_back,
    nonsense=nonsense,
    ready=ready,
    legends=("legend.square", "legend.grimoire"),
    first=before_a_night,
)
