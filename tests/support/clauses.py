"""Orders with conditions drawn from a game's own schema: canonical, and valid by the grammar."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, TypeAlias

from adjudicator.campaign.campaign import Campaign
from adjudicator.core.conditions import ME
from adjudicator.forms.controls import shapes_of
from adjudicator.reading.schemas import Schema, game_schema, resolve

Chance: TypeAlias = random.Random
Clause: TypeAlias = dict[str, Any]


class Drawing:
    """Draws values of the schemas of a campaign's game."""

    def __init__(self, chance: Chance, campaign: Campaign) -> None:
        """Draw by ``chance``, with the names of ``campaign``."""
        self.chance, self.players, self.camps = chance, list(campaign.players), list(campaign.camps)
        self.schema, self.vocabulary = game_schema(campaign.game.id, "conditions"), campaign.vocabulary

    def clauses(self, most: int = 4) -> list[Clause]:
        """Return some clauses."""
        return [self.clause() for _ in range(self.chance.randint(1, most))]

    def clause(self) -> Clause:
        """Return one clause."""
        found = self.facts(0, 2)
        if self.chance.random() < 0.3:
            found["and"] = [self.group(), self.group()]
        if self.chance.random() < 0.3:
            found["or"] = [self.group(), self.group()]
        if self.chance.random() < 0.4:
            found["unless"] = self.group() if self.chance.random() < 0.5 else [self.group()]
        if not found:
            found = self.facts(1, 2)
        if self.chance.random() < 0.2:
            found["once"] = True
        return {**found, "then": self.value(self.schema["$defs"]["then"], self.schema)}

    def group(self) -> Clause:
        """Return a group of facts."""
        return self.facts(1, 2)

    def facts(self, least: int, most: int) -> Clause:
        """Return facts, each of a name of its own."""
        known = list(self.schema["x-conditions"])
        names = self.chance.sample(known, min(len(known), self.chance.randint(least, most)))
        return {name: self.value(self.schema["x-conditions"][name], self.schema) for name in names}

    def value(self, schema: Schema, root: Schema) -> Any:  # noqa: PLR0911
        """Return a value of a part of a schema."""
        schema, root = resolve(schema, root)
        kinds = schema.get("x-read", [])
        if "x-nothing" in schema and self.chance.random() < 0.15:
            return {}
        if "prefixItems" in schema:
            return [self.chance.randint(1, 4), self.chance.randint(1, 4)]
        if "item" in kinds:
            return f"shoot {self.chance.choice(self.camps)}"
        if "anyOf" in schema:
            chosen = self.chance.choice(schema["anyOf"])
            return self.named(kinds) if chosen == {"type": "string"} else self.value(chosen, root)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return self.chance.choice(schema["enum"])
        if "items" in schema:
            return [self.value(schema["items"], root) for _ in range(self.chance.randint(1, 3))]
        if "properties" in schema:
            return self.object(schema, root)
        if isinstance(schema.get("additionalProperties"), Mapping):
            return {self.named(kinds): self.value(schema["additionalProperties"], root)}
        if schema.get("type") == "integer":
            return self.chance.randint(0, 5)
        if schema.get("type") == "boolean":
            return self.chance.random() < 0.5
        return self.named(kinds)

    def named(self, kinds: list[str]) -> str:
        """Return a name, or a role, of the kinds of a value."""
        if kinds == ["roles"]:
            return self.chance.choice(self.vocabulary.canonical("roles"))
        if "myself" in kinds and self.chance.random() < 0.3:
            return ME
        return self.chance.choice(self.camps if "camp" in kinds else self.players)

    def object(self, schema: Mapping[str, Any], root: Schema) -> dict[str, Any]:
        """Return an object with what it needs and some of the rest."""
        if "if" in schema:
            shape = self.chance.choice(shapes_of(dict(schema)))
            return {key: self.value(schema["properties"][key], root) for key in shape}
        needed, keys = schema.get("required", []), list(schema["properties"])
        least = schema.get("minProperties", 0)
        some = [key for key in keys if key in needed or self.chance.random() < 0.4]
        some = some if len(some) >= least else [self.chance.choice(keys)]
        return {key: self.value(schema["properties"][key], root) for key in some}
