"""Pairs of stages that a given reader cannot tell apart, and what a reader may know, written from the sheet alone."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from resistance.tables import CHOICES, SIZES, Chance, Plain, Table, a_squad, some_game, some_setting
from support.leaks import EVERY_DAY, SEED, Pair, campaign_of, file_of, pair_of

from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.editions import EMPTY
from adjudicator.campaign.stages import Played
from adjudicator.core.plain import to_plain
from adjudicator.core.stage import PUBLIC, Reader, Stage, player_reader
from adjudicator.games.resistance.game import GAME
from adjudicator.games.resistance.state import Mission, Proposal, Setting, State
from adjudicator.speech.voice import vocabulary

# One stage, played -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Side:
    """One stage, played: one of the two of a pair. What only the MJ has besides: ``notes``, ``refused`` files."""

    table: Table
    notes: Mapping[str, str] = field(default_factory=dict)
    refused: Sequence[Plain] = ()

    @cached_property
    def campaign(self) -> Campaign:
        """A campaign played with the table's setting."""
        return campaign_with(self.table.setting)

    @property
    def seed(self) -> str:
        """From what is drawn."""
        return self.table.seed

    @property
    def again(self) -> Side:
        """The same stage, to be played anew."""
        return replace(self, table=replace(self.table))

    @cached_property
    def played(self) -> Played:
        """The stage as it is published."""
        table, state = self.table, self.table.state
        refused = [player for player in table.setting.players if player in table.sent and player not in table.accepted]
        kept = {
            "orders": table.orders,
            "stood_in": list(table.stood_in),
            "absent": table.absent,
            "standing": dict(table.standing),
            "notes": dict(self.notes),
            "refused": [*({"source": f"{player}.yaml", "players": [player]} for player in refused), *self.refused],
        }
        return Played(Path(), Stage.of(state), state, table.outcome, {**EMPTY, **kept})


def campaign_with(setting: Setting) -> Campaign:
    """Return a campaign played with ``setting``; nothing of it is on a disk."""
    people = [
        {"name": name, "character": setting.characters[name]} if name in setting.characters else name
        for name in setting.players
    ]
    plan = {"plan": _plan(setting)} if setting.plan else {}
    campaign = campaign_of("resistance", players=people, options=dict(_options(setting)), **plan)
    assert campaign.setting == setting
    return campaign


def _options(setting: Setting) -> Iterator[tuple[str, Any]]:
    words = vocabulary("resistance")
    for name in CHOICES:
        value = getattr(setting.options, name)
        place = "cards" if name == "missing_card" else name
        yield words.word("options", name, "en"), value if isinstance(value, bool) else words.word(place, value, "en")


def _plan(setting: Setting) -> Plain:
    words, plan = vocabulary("resistance"), setting.plan
    assert plan is not None
    deck = {words.word("plots", card, "en"): count for card, count in Counter(plan.deck).items()}
    return {"deck": deck, "draw": plan.draw, "pass": words.word("scopes", plan.passing, "en")}


# What a reader may know --------------------------------------------------------------------------------------


def may_know(side: Side, reader: Reader) -> Plain:
    """Return all that ``reader`` may know of a stage, before and after it."""
    table, after = side.table, side.table.outcome.state
    known: Plain = {"before": public_facts(table.state), "after": public_facts(after)}
    if reader.kind == "player":
        known["own"] = own_facts(side, reader.name)
    return known


PUBLIC_FACTS: Mapping[type, tuple[str, ...]] = {
    State: ("phase", "turn", "seats", "commander", "round", "proposal", "target", "squad", "drawn", "ending"),
    Proposal: ("round", "number", "commander", "target", "squad", "drawn", "approved", "votes", "defaulted"),
    Mission: ("round", "number", "squad", "failures", "success"),
}
"""What everybody knows of a table; of a mission how many cards were failures, and no more."""
WITHOUT_ORDER = ("squad", "defaulted")
"""Names of which nobody may know in what order they were given."""


def public_facts(state: State) -> Plain:
    """Return what everybody knows of a table; the identities when it is over."""
    return {
        **_facts(state),
        "proposals": [_facts(told) for told in state.proposals],
        "missions": [_facts(done) for done in state.missions],
        "cylons": set(state.cylons) if state.ending else None,
    }


def _facts(thing: Any) -> Plain:
    facts = {name: to_plain(getattr(thing, name)) for name in PUBLIC_FACTS[type(thing)]}
    return {name: set(value) if name in WITHOUT_ORDER else value for name, value in facts.items()}


def own_facts(side: Side, player: str) -> Plain:
    """Return what a player alone knows: his side, the other Cylons unless they are isolated, what he sent and left."""
    table, after = side.table, side.table.outcome.state
    isolated = table.setting.options.isolated_cylons
    cylon = player in after.cylons
    return {
        "cylon": cylon,
        "others": set(after.cylons) if cylon and not isolated else None,
        "sent": table.sent.get(player),
        "standing": table.standing.get(player),
        "note": side.notes.get(player),
        "refused": [one for one in side.refused if player in one["players"]],
    }


# Hidden changes ----------------------------------------------------------------------------------------------


def other_cylons(chance: Chance, side: Side) -> Side | None:
    """Let others be Cylons, as many, and often play what those played whose side they take."""
    table, state = side.table, side.table.state
    if not state.cylons:
        return None
    out = chance.choice(state.cylons)
    new = chance.choice([player for player in state.seats if player not in state.cylons])
    drawn = {new, *state.cylons} - {out}
    other = replace(table, state=replace(state, cylons=tuple(one for one in state.seats if one in drawn)))
    if chance.random() < 0.7:
        other = replace(other, sent=_exchanged(other.sent, out, new), standing=_exchanged(other.standing, out, new))
    return replace(side, table=other)


def _exchanged(given: Mapping[str, Plain], one: str, two: str) -> dict[str, Plain]:
    """Let two players exchange what they gave."""
    to = {one: two, two: one}
    return {to.get(player, player): order for player, order in given.items()}


def other_deal(chance: Chance, side: Side) -> Side | None:
    """Draw everything anew; the seed that is published in the end is the campaign's all the same."""
    return replace(side, table=replace(side.table, seed=f"seed {chance.randrange(10**6)}"))


def other_cards(chance: Chance, side: Side) -> Side | None:
    """Let two of those who owe orders exchange what they sent and left."""
    owing = GAME.rules.awaited(side.table.setting, side.table.state)
    if len(owing) < 2:
        return None
    one, two = chance.sample(owing, 2)
    sent, standing = (_exchanged(given, one, two) for given in (side.table.sent, side.table.standing))
    return replace(side, table=replace(side.table, sent=sent, standing=standing))


def another_order(chance: Chance, side: Side) -> Side | None:
    """Let somebody send something else, or nothing, or what is refused."""
    table = side.table
    player = chance.choice(table.setting.players)
    given = chance.choice((None, {"mission": "failure"}, {"mission": "success"}, {"vote": "yes"}, {"vote": "no"}))
    if table.state.phase == "proposal" and chance.random() < 0.5:
        given = a_squad(chance, table.setting, table.state)
    sent = {name: order for name, order in table.sent.items() if name != player}
    return replace(side, table=replace(table, sent={**sent, player: given} if given else sent))


def sent_or_left(chance: Chance, side: Side) -> Side | None:
    """Let somebody have left as a standing order what he sent, or have sent what stood in for him."""
    table, phase = side.table, side.table.state.phase
    orders = {player: given for player, given in table.orders.items() if "target" not in given}
    if not orders:
        return None
    player = chance.choice(list(orders))
    key = {"proposal": "squad"}.get(phase, phase)
    given = orders[player][key]
    if player in table.stood_in:
        return replace(side, table=replace(table, sent={**table.sent, player: orders[player]}))
    others = [name for name in table.setting.players if key == "squad" and name not in given]
    left = {**table.standing.get(player, {}), key: [*given, *others] if key == "squad" else given}
    if GAME.orders.standing_objections(GAME.rules.view(table.setting, table.state, player), left):
        return None
    sent = {name: order for name, order in table.sent.items() if name != player}
    return replace(side, table=replace(table, sent=sent, standing={**table.standing, player: left}))


def other_standing(chance: Chance, side: Side) -> Side | None:
    """Let somebody have left other standing orders, or none."""
    table = side.table
    if table.state.phase == "deal":
        return None
    player = chance.choice(table.setting.players)
    left = {name: given for name, given in table.standing.items() if name != player}
    given = {"vote": chance.choice(("yes", "no")), "mission": chance.choice(("success", "failure"))}
    kept = dict(chance.sample(list(given.items()), chance.randint(0, 2)))
    if kept and not GAME.orders.standing_objections(GAME.rules.view(table.setting, table.state, player), kept):
        left[player] = kept
    return replace(side, table=replace(table, standing=_in_roster_order(table.setting, left)))


def squad_named_otherwise(chance: Chance, side: Side) -> Side | None:
    """Let the Commandant name his squad in another order."""
    table = side.table
    given = table.sent.get(table.state.commander, {})
    if "squad" not in given:
        return None
    named = {**given, "squad": chance.sample(given["squad"], len(given["squad"]))}
    return replace(side, table=replace(table, sent={**table.sent, table.state.commander: named}))


def other_papers(chance: Chance, side: Side, reader: Reader) -> Side:
    """Let others than ``reader`` have sent notes and files that were refused."""
    players = [player for player in side.table.setting.players if player != reader.name]
    notes = {player: f"note {chance.randrange(99)}" for player in players if chance.random() < 0.2}
    files = [
        {"source": f"{chance.randrange(99)}.yaml", "players": chance.sample(players, chance.randrange(2))}
        for _ in range(chance.randrange(3))
    ]
    return replace(side, notes=notes, refused=files)


CHANGES: tuple[Callable[[Chance, Side], Side | None], ...] = (
    other_cylons,
    other_cylons,
    other_cards,
    other_cards,
    another_order,
    another_order,
    sent_or_left,
    other_standing,
    squad_named_otherwise,
    other_deal,
)


def _in_roster_order(setting: Setting, given: Mapping[str, Plain]) -> dict[str, Plain]:
    return {player: given[player] for player in setting.players if player in given}


# Pairs -------------------------------------------------------------------------------------------------------

GAMES = 44
THINNED = 3
"""One pair in so many is looked at where that takes long: an odd number, as pairs for Cylons and Colons alternate."""
STEPS = 30
"""How many hidden changes are tried on the way from one side of a pair to the other."""


def pairs(name: str) -> list[Pair[Side]]:
    """Return pairs for the public, Cylons and Colons, the same for the same name."""
    chance, found = random.Random(name), []
    first = 0 if name == EVERY_DAY else chance.randrange(2**32)
    for number in range(first, first + GAMES):
        setting = some_setting(chance) if number % 3 else some_setting(chance, isolated_cylons=False)
        game = some_game(number, setting, SEED)
        stages = {table.state.phase: table for table in chance.sample(game, len(game))}
        for table in {id(table): table for table in (*stages.values(), game[-1])}.values():
            found += [walk(chance, replace(table), reader) for reader in some_readers(chance, table)]
    return found


def some_readers(chance: Chance, table: Table) -> list[Reader]:
    """Return the public, a Cylon and a Colon; those who choose something are told the most."""
    after = table.outcome.state
    colons = [player for player in after.seats if player not in after.cylons]
    asked = (table.state.commander, after.commander, *table.state.squad)
    likely = [[player for player in side if player in asked] or side for side in (after.cylons, colons)]
    return [PUBLIC, *(player_reader(chance.choice(names)) for names in likely)]


def walk(chance: Chance, table: Table, reader: Reader) -> Pair[Side]:
    """Return a pair that begins with ``table``: every step leaves what ``reader`` may know as it was."""
    one = now = Side(table)
    known, changes = may_know(one, reader), []
    likely = (*CHANGES, *(other_deal,) * 20) if table.state.phase == "deal" else CHANGES
    for change in chance.choices(likely, k=STEPS):
        then = change(chance, now)
        if then is not None and may_know(then, reader) == known:
            changes += [change.__name__] if differ(now, then) else []
            now = then
    now = other_papers(chance, now, reader)
    return pair_of(reader, one, now, changes, may_know)


def differ(one: Side, two: Side) -> bool:
    """Tell whether two stages differ for the MJ: in who is who, in the account, or in what came."""
    return bool(shown_to_mj(one) != shown_to_mj(two))


def shown_to_mj(side: Side) -> Any:
    table = side.table
    return table.outcome.state.cylons, table.outcome.log, table.sent, table.standing


# Looking for leaks -------------------------------------------------------------------------------------------


def files_of(pair: Pair[Side], player: str) -> list[bytes]:
    """Return order files of a player: what he sent, every card and vote, squads good and bad, standing orders."""
    chance, table = random.Random(f"{player_reader(player)} {pair.changes}"), pair.one.table
    state, players = table.state, table.setting.players
    squad = {"squad": list(players[: max(SIZES[len(players)])])}
    given: list[Plain] = [
        {"orders": table.sent.get(player) or {"target": 3}},
        {"orders": {"mission": "failure"}, "note": "for the MJ"},
        {"orders": {"mission": "success"}},
        {"orders": {"vote": "yes"}},
        {"orders": {**squad, "target": chance.randint(1, 5)}},
        {"orders": {"squad": [player, *chance.sample(players, 2)]}},
        {"standing": {"mission": "failure"}},
        {"standing": {**squad, "mission": "success", "vote": "no"}},
    ]
    turns = (state.turn, state.turn + 1)
    files = [file_of(player, turn, **one) for one in given for turn in turns]
    return [*files, f"joueur: {player}\nvote: [oui\n".encode()]
