"""What the MJ may amend in every game: whatever an amendment says, it is refused or makes a table of the game."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import event, given
from hypothesis import strategies as st
from support.depth import examples, share
from support.leaks import Side
from support.suites import SUITES

from adjudicator.core.plain import to_plain
from adjudicator.reading.schemas import Schema, game_schema, resolve, surely_fits
from adjudicator.speech.voice import vocabulary, voice_of

NUMBERS = st.integers(0, 2**32 - 1)
STAGES = {game: suite.stages for game, suite in SUITES.items()}
GAME = pytest.mark.parametrize("game", SUITES)


class Writer:
    """Writes canonical amendments of a campaign, of whatever its schema lets through."""

    def __init__(self, chance: random.Random, side: Side) -> None:
        self.chance, self.campaign = chance, side.campaign
        self.words = vocabulary(side.campaign.game.id)
        self.size = 4

    def table(self) -> Any:
        """Return what an amendment says of the table."""
        schema = game_schema(self.campaign.game.id, "amendment")
        found = self.some(schema["$defs"]["table"], schema)
        assert surely_fits(found, schema["$defs"]["table"], schema), found
        return found

    def some(self, schema: Schema, root: Schema) -> Any:
        schema, root = resolve(schema, root)
        if "anyOf" in schema:
            return self.some(self.chance.choice(schema["anyOf"]), root)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return self.chance.choice(schema["enum"])
        if "prefixItems" in schema:
            return [self.chance.randint(0, self.size) for _ in schema["prefixItems"]]
        return getattr(self, f"_{schema['type']}")(schema, root)

    def _boolean(self, schema: Schema, root: Schema) -> bool:
        return self.chance.random() < 0.5

    def _integer(self, schema: Schema, root: Schema) -> int:
        return self.chance.randint(schema.get("minimum", 0), min(schema.get("maximum", 3), 5))

    def _string(self, schema: Schema, root: Schema) -> str:
        return self.chance.choice(self._names(schema.get("x-read", ["new-name"])[0]))

    def _array(self, schema: Schema, root: Schema) -> list[Any]:
        least = schema.get("minItems") or 1
        items = [self.some(schema["items"], root) for _ in range(self.chance.randint(least, schema["maxItems"]))]
        named = resolve(schema["items"], root)[0].get("x-read") == ["player"]
        return self._players()[: schema["maxItems"]] if named and self.chance.random() < 0.7 else items

    def _players(self) -> list[str]:
        """Some of the players, each once, as lists of them mostly are."""
        players = self.campaign.players
        return self.chance.sample(players, self.chance.choice([2, 2, 3, 3, len(players)]))

    def _object(self, schema: Schema, root: Schema) -> dict[str, Any]:
        keys = self._keys(schema)
        chosen = self.chance.sample(keys, self.chance.randint(1, min(3, len(keys))))
        chosen += [key for key in schema.get("required", ()) if key not in chosen]
        properties, other = schema.get("properties", {}), schema.get("additionalProperties")
        return {key: self.some(properties.get(key, other), root) for key in chosen}

    def _keys(self, schema: Schema) -> Sequence[str]:
        if "x-names" in schema:
            return self._names(schema["x-names"])
        return list(schema.get("properties") or self.words.canonical(schema["x-keys"]))

    def _names(self, kind: str) -> list[str]:
        if kind == "new-name" or kind in self.campaign.game.kinds:  # any text
            named = SUITES[self.campaign.game.id].names
            return [*named, *self.campaign.players] if named else ["un mot"]
        names = {"player": self.campaign.players, "camp": list(self.campaign.camps)}
        return names[kind] if kind in names else self.words.canonical(kind)


def one_at_a_time(table: dict[str, Any]) -> list[dict[str, Any]]:
    """The amendment, and each of its parts alone: a small one is seldom refused."""
    return [table, *({key: value} for key, value in table.items())]


@GAME
@examples(share(40, SUITES))
@given(st.data(), NUMBERS)
def test_an_amendment_is_refused_or_makes_a_table_of_the_game(game: str, data: st.DataObject, number: int) -> None:
    side = data.draw(STAGES[game])
    rules, setting, before = side.campaign.game.rules, side.campaign.setting, side.played.before
    kept = deepcopy(to_plain(before))
    for table in one_at_a_time(Writer(random.Random(number), side).table()):
        refused = bool(rules.amendment_objections(setting, before, table))
        event(f"{game}: {'refused' if refused else 'amended'}")
        assert to_plain(before) == kept
        if not refused:
            check_amended(side, table)


def check_amended(side: Side, table: dict[str, Any]) -> None:
    """What was amended can be kept, is a table of the game, is all told, and can be played."""
    game, setting, before = side.campaign.game, side.campaign.setting, side.played.before
    rules = game.rules
    after = rules.amended(setting, before, table)
    assert rules.stage(after) == rules.stage(before)
    assert rules.dump(rules.amended(setting, before, json.loads(json.dumps(table)))) == rules.dump(after)
    assert rules.dump(rules.load(rules.dump(after))) == rules.dump(after)
    values = {key: value for key, value in table.items() if key not in SUITES[game.id].added}
    assert rules.dump(rules.amended(setting, after, values)) == rules.dump(after)
    SUITES[game.id].check_state(setting, after)
    told = [voice_of(game.id, "fr").phrase(change) for change in game.reports.changes(setting, before, after)]
    assert bool(told) == (rules.dump(after) != rules.dump(before))
    for player in side.campaign.players:
        list(game.orders.possible(rules.view(setting, after, player)))
    orders = SUITES[game.id].nonsense(random.Random(1), side)
    SUITES[game.id].check_state(setting, rules.resolve(setting, after, orders, side.seed).state)
