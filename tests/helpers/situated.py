"""Players in front of a form, of any stage of any table: the same each day."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import count, islice
from typing import NamedTuple

from hypothesis import HealthCheck, Phase, given, seed, settings
from leaking import Side, progress
from suites import suite_of

from adjudicator.campaign.stages import Progress


class Situated(NamedTuple):
    """A player in front of a form."""

    now: Progress
    player: str


@cache
def situations(game: str, number: int) -> list[Situated]:
    """Return so many players who may order something, of any stage of any table: the same each day."""
    found: list[Situated] = []
    tried, times = count(), Counter[str]()
    chance = random.Random(f"forms {game}")

    @seed(f"forms {game}")
    @settings(max_examples=4 * number, phases=[Phase.generate], deadline=None, suppress_health_check=list(HealthCheck))
    @given(suite_of(game).stages)
    def collect(side: Side) -> None:
        if len(found) < number:
            stages_played = next(tried) % 10
            now = at_first(side, chance, stages_played) if stages_played < 2 else progress(side, "before")
            players = [player for player in now.campaign.players if offered(now, player)] if now.stage else []
            if players:
                player = min(
                    chance.sample(players, len(players)), key=lambda one: min(times[o] for o in offered(now, one))
                )
                times.update(offered(now, player))
                found.append(Situated(now, player))

    collect()
    assert len(found) == number
    return found


def at_first(side: Side, chance: random.Random, stages: int) -> Progress:
    """Return the same campaign when so many stages have been played."""
    campaign, rules = side.campaign, side.campaign.game.rules
    now = Progress(campaign, [])
    now.state = rules.begin(campaign.setting)
    for _ in range(stages):
        orders = {}
        for player in rules.awaited(campaign.setting, now.state):
            view = rules.view(campaign.setting, now.state, player)
            orders[player] = chance.choice([*islice(campaign.game.orders.possible(view), 50)])
        now.state = rules.resolve(campaign.setting, now.state, orders, side.seed).state
    return now


def offered(now: Progress, player: str) -> list[str]:
    """Return what a player may choose, now or as a standing order."""
    forms, view = now.campaign.game.forms, now.view(player)
    standing = forms.standing_choices(view) if now.campaign.when_missing != "nothing" else []
    return [*(choice.order for choice in forms.choices(view)), *(f"standing {choice.order}" for choice in standing)]
