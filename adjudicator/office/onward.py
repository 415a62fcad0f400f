"""Played on in one go: windows in which what players left has answered wait for nobody, not even for the next visit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from adjudicator.table.decision import Seen, decide

if TYPE_CHECKING:
    from adjudicator.campaign.stages import Played
    from adjudicator.core.faults import Phrase
    from adjudicator.office.session import Session

MOST = 10
"""Stages played in one go, at most."""


def onward(table: Session, by: str, played: Played, by_hand: bool = False) -> Iterator[tuple[Played, Phrase]]:
    """Play on after a stage was ``played``, as long as nothing is waited for; yield each stage, and why it was.

    Any number of windows, up to ``MOST`` stages; but one other stage in all, and none ``by_hand``: the MJ plays that
    when he says so.
    """
    others = by_hand or not table.campaign.game.rules.is_window(played.before)
    for _ in range(MOST - 1):
        situation = table.situation
        window = situation.progress.window
        if situation.progress.stage is None or (others and not window) or situation.attendance.missing:
            return
        decision = decide(situation, Seen.now(situation), by_hand)
        if decision.what != "play":
            return
        others = others or not window
        yield table.play(by), decision.why
