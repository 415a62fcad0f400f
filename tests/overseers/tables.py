"""Random tables and whole games of Overseers, the same for the same number."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, TypeAlias

from hypothesis import strategies as st
from support.leaks import SEED, Drawn, campaign_of

from adjudicator.campaign.campaign import Campaign
from adjudicator.games.overseers.game import GAME
from adjudicator.games.overseers.state import TRAITS
from adjudicator.speech.voice import vocabulary

Chance: TypeAlias = random.Random
Plain: TypeAlias = dict[str, Any]

PLAYERS = ("Zoé", "Max", "Éva", "bob", "Jean-Luc", "Ümit")
CHOICES: Mapping[str, tuple[str, str]] = {
    "overseers": ("eleven", "nine"),
    "draft_end": ("last_card", "choose"),
    "direction": ("left", "alternate"),
    "yanmei": ("then", "ever"),
    "no_votes": ("nobody", "leader"),
    "innocent": ("chosen", "drawn"),
    "liang": ("cards", "steal4"),
    "totals": ("kept", "open"),
}
"""Every option and its values, the default first."""
WORTHS = {"courage": [2, 7, 15], "hope": [3, 8, 12]}
NUMBERS = st.integers(0, 2**32 - 1)
IN_PLAY = {3: 25, 4: 25, 5: 32, 6: 36}
"""How many cards are in play, by the number of players."""
KINDS = ("accuse", "highest", "thief", "next")


def some_campaign(chance: Chance) -> Campaign:
    """Return a campaign of 3 to 6 players with any options."""
    words = vocabulary("overseers")
    chosen = {option: chance.choice(values) for option, values in CHOICES.items()}
    options = {
        words.word("options", option, "en"): words.word("decks" if option == "overseers" else option, value, "en")
        for option, value in chosen.items()
    }
    players = chance.sample(PLAYERS, chance.randint(3, 6))
    return campaign_of("overseers", players=players, tables=WORTHS, options=options)


def some_order(chance: Chance, campaign: Campaign, state: Any, player: str) -> Plain:
    """Return an order that is allowed, or none where there is none."""
    view = GAME.rules.view(campaign.setting, state, player)
    possible = list(islice(GAME.orders.possible(view), 300))
    given: Plain = dict(chance.choice(possible)) if possible else {}
    if state.phase in ("placement", "vote") and given and chance.random() < 0.4:
        given["ties"] = {kind: chance.sample(view.players, 2) for kind in KINDS} | {"lose": chance.sample(TRAITS, 3)}
    return given


def some_left(chance: Chance, players: tuple[str, ...], player: str) -> Plain:
    """Return standing orders that may be left."""
    others = [other for other in players if other != player]
    ranking = [one if chance.random() < 0.7 else {one: chance.randint(1, 3)} for one in chance.sample(TRAITS, 4)]
    left: Plain = {
        "become": chance.sample(("gan", "xie", "liang", "suyin", "wuming"), 3),
        "ranking": ranking,
        "discard": chance.sample(TRAITS, 3),
        "down": chance.sample(ranking, 3),
        "keep": chance.sample(TRAITS, 2),
        "take": chance.sample(TRAITS, 4),
        "turn": chance.randint(1, 7),
        "look": {"player": chance.choice(others)},
        "copy": {"card": 1, "of": 2},
        "rob": chance.sample(others, 2),
        "give": [chance.randint(1, 7), *chance.sample(TRAITS, 2)],
        "weaken": chance.choice(others),
    }
    return {key: left[key] for key in chance.sample(list(left), chance.randint(0, len(left)))}


def some_orders(chance: Chance, campaign: Campaign, state: Any) -> dict[str, Plain]:
    """Return what is played in a stage: what is sent, what was left, or nothing."""
    orders, absent = {}, chance.choice((0.0, 0.2, 0.8))
    for player in GAME.rules.awaited(campaign.setting, state):
        if chance.random() < absent:
            left = some_left(chance, campaign.setting.players, player)
            given = GAME.orders.standing(GAME.rules.view(campaign.setting, state, player), left)
        else:
            given = some_order(chance, campaign, state, player)
        orders |= {player: given} if given else {}
    return orders


def some_game(number: int) -> Iterator[Drawn]:
    """Yield the stages of a game."""
    chance = random.Random(number)
    campaign = some_campaign(chance)
    state = GAME.rules.begin(campaign.setting)
    while state.phase != "over":
        stage = Drawn(campaign, state, some_orders(chance, campaign, state), seed=f"{SEED}")
        yield stage
        state = stage.played.outcome.state


def some_stage(number: int, part: float) -> Drawn:
    """Return a stage of a game; its first is part 0, its last part 1."""
    game = list(some_game(number))
    return game[round(part * (len(game) - 1))]


def nonsense(chance: Chance, stage: Drawn) -> dict[str, Any]:
    """Return orders that no schema would let through, and some that it would, for anybody."""
    values = (None, 7, -1, "x", [], {}, [7], ["anger"], [{}], {"player": "x"}, {"card": 1}, True, "gan", ["x", 3], [[]])
    keys = (
        *("become", "pick", "second", "call", "discard", "down", "turn", "keep", "look", "copy", "vote", "ties"),
        *("admit", "deny", "take", "rob", "give", "weaken", "ranking", "down_ranking", "discard_ranking", "other"),
    )
    names = (*stage.campaign.players, "nobody")
    return {
        name: chance.choice(
            ({key: chance.choice(values) for key in chance.sample(keys, chance.randint(0, 6))}, chance.choice(values))
        )
        for name in chance.sample(names, chance.randint(0, len(names)))
    }
