"""Plain JSON Schemas for editors, in the words of one language and with all names of a campaign.

There is one for the order files of a stage, one for the MJ's answers and one for ``campaign.yaml``. Each is made from
the game's own schema and its keywords ``x-keys``, ``x-names``, ``x-read`` and ``x-nothing`` (see ``understanding``). It
lists one word for each meaning, so that an editor proposes it once; ``check`` accepts more. Nothing depends on a state.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from adjudicator.campaign.campaign import Campaign
from adjudicator.core.actions import Spelling
from adjudicator.core.stage import Stage
from adjudicator.reading.schemas import Schema, alternatives, game_schema, resolve
from adjudicator.speech.voice import Voice

_DRAFT = "http://json-schema.org/draft-07/schema#"
"""The JSON Schema draft that editors support best."""

_WRITTEN = {
    "time": r"^\s*\d{1,2}(:\d{2}|\s?h(\s?\d{2})?)\s*$",
    "hours": r"^\s*\d{1,4}\s?(h|heures?|hours?)?\s*$",
    "date": r"^\s*\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}\s*$",
}
"""Patterns for the kinds of values that every game has and that are neither names nor words."""

_KEPT = ("minItems", "maxItems", "minProperties", "maxProperties", "minimum", "maximum", "maxLength", "minLength")
_SAME_VALUE = ("if", "then", "else", "not")
"""Keywords whose subschemas apply to the same value as the schema that contains them."""

_TEXT = ["string", "number", "boolean"]
"""The types that count as text: an editor may take text such as ``12`` or ``true`` for another type."""


def answers_schema(campaign: Campaign, stage: Stage, voice: Voice) -> Schema:
    """Return the schema of the MJ's answer file for ``stage``; the game must have such a schema."""
    schema = game_schema(campaign.game.id, "answers")
    made = _Making(campaign, voice).schema(schema, schema, "")
    made["properties"][voice.word("answers", "turn")]["enum"] = [stage.turn]
    return {"$schema": _DRAFT, "title": voice.say("form.title", title=campaign.title, stage=stage.said), **made}


def campaign_schema(campaign: Campaign, voice: Voice) -> Schema:
    """Return the schema of ``campaign.yaml`` for a campaign of the same game."""
    schema = game_schema(campaign.game.id, "campaign")
    return {"$schema": _DRAFT, "title": campaign.title, **_Making(campaign, voice).schema(schema, schema, "")}


def editor_schema(campaign: Campaign, stage: Stage, voice: Voice, schema: Schema, ahead: int = 0) -> Schema:
    """Return the schema of the order files for ``stage``, in the language of ``voice``.

    ``schema`` is the one by which order files are read; ``ahead`` is how many turns in advance orders may be sent.
    """
    made = _Making(campaign, voice).schema(schema, schema, "")
    if stage.turn:
        made["properties"][voice.word("envelope", "turn")]["enum"] = list(range(stage.turn, stage.turn + ahead + 1))
    title = voice.say("form.title", title=campaign.title, stage=stage.said)
    return {"$schema": _DRAFT, "title": title, **made}


class _Making:
    """Converts a game's schema; ``place`` is always the vocabulary place for the keys of the current object."""

    def __init__(self, campaign: Campaign, voice: Voice) -> None:
        self.voice = voice
        self.names = {"player": list(campaign.players), "camp": list(campaign.camps)}
        self.spellings: Mapping[str, Spelling] = campaign.game.spellings(campaign.setting)

    def schema(self, schema: Schema, root: Schema, place: str) -> Schema:
        """Return the editor schema for ``schema``, which is a part of ``root``."""
        schema, root = resolve(schema, root)
        place = schema.get("x-keys", place)
        if "x-nothing" in schema:
            rest = {key: value for key, value in schema.items() if key != "x-nothing"}
            least = {} if "x-blanks" in schema else {"minProperties": 1}
            return self.schema(rest, root, place) | self.nothing(schema["x-nothing"]) | least
        if "x-read" in schema:
            return self.value(schema, root, place)
        made = {key: schema[key] for key in _KEPT if key in schema}
        made |= self.kind(schema)
        made |= {key: self.schema(schema[key], root, place) for key in _SAME_VALUE if key in schema}
        if "dependentSchemas" in schema:
            made["dependencies"] = dict(self.properties(schema["dependentSchemas"], root, place, place))
        if "anyOf" in schema:
            made["anyOf"] = [self.schema(part, root, place) for part in schema["anyOf"]]
        if "items" in schema:
            made["items"] = self.schema(schema["items"], root, "")
        if "required" in schema:
            made["required"] = [self.voice.word(place, key) for key in schema["required"]]
        if "x-names" in schema:
            return made | self.named(schema["x-names"], self.schema(schema["additionalProperties"], root, ""))
        if "properties" in schema:
            made["properties"] = dict(self.properties(schema["properties"], root, place))
            made |= _CLOSED if schema.get("additionalProperties") is False else {}
        elif isinstance(schema.get("additionalProperties"), dict):
            inner = self.schema(schema["additionalProperties"], root, "")
            words = self.voice.vocabulary.words(place, self.voice.language)
            made |= {"properties": dict.fromkeys(words, inner), **_CLOSED}
        return _with_blanks(made) if schema.get("x-blanks") else made | self.filled(schema.get("x-unfilled", ()), place)

    def filled(self, keys: Sequence[str], place: str) -> Schema:
        """Return a schema that requires at least one filled line among the objects under these ``keys``."""
        words = [self.voice.word(place, key) for key in keys]
        nothing = {"properties": dict.fromkeys(words, _UNFILLED), "anyOf": [{"required": [word]} for word in words]}
        return {"allOf": [{"not": nothing}]} if words else {}

    def named(self, kind: str, inner: Schema) -> Schema:
        """Return the schema of an object whose keys are names of ``kind`` and whose values fit ``inner``."""
        if kind in self.names:
            return {"properties": dict.fromkeys(self.names[kind], inner), **_CLOSED}
        known = self.spellings[kind].values if kind in self.spellings else ()
        return {"properties": {self.voice.fill(name): inner for name in known}, "additionalProperties": inner}

    def properties(
        self, properties: Mapping[str, Schema], root: Schema, place: str, inside: str = ""
    ) -> Iterator[tuple[str, Schema]]:
        for key, inner in properties.items():
            made = self.schema(inner, root, inside)
            remark = self.remark(place, key) if made != {"not": {}} else None
            yield self.voice.word(place, key), ({"description": remark} if remark else {}) | made

    def nothing(self, place: str) -> Schema:
        """Return the schema that accepts a word of ``place`` in place of an object.

        It has no alternatives: if a key were misspelt, an editor would report that the whole object should be that
        word.
        """
        words = self.voice.vocabulary.words(place, self.voice.language)
        return {"type": ["object", "string"], "pattern": f"^({'|'.join(words)})$", "default": words[0]}

    def remark(self, place: str, key: str) -> str | None:
        """Return the catalogue's description of a key, as a field of its place or as a choice; None for none."""
        sentences = self.voice.catalogue
        fields = [f"field.{part}.{key}" for part in place.split("+")]
        keys = [each for each in (*fields, f"choice.{key}") if sentences.has(each)]
        return sentences.say(keys[0]) if keys else None

    def kind(self, schema: Schema) -> Schema:
        """Return the type of a value that is not parsed, as an editor sees it."""
        types = schema["type"] if isinstance(schema.get("type"), list) else [schema.get("type")]
        types = ["boolean"] if schema.get("const") is True else types
        if types == ["boolean"]:
            words = ["true"] if schema.get("const") is True else ["true", "false"]
            return {"enum": [self.voice.word("booleans", word) for word in words]}
        if "string" in types:
            return {"type": [*_TEXT, *(each for each in types if each != "string")]}
        return {"type": schema["type"]} if "type" in schema else {}

    def value(self, schema: Schema, root: Schema, place: str) -> Schema:
        """Return the schema of a parsed value: words, names, text of a pattern, or the list or object form."""
        never_text = [kind for kind, spelling in self.spellings.items() if not spelling.text]
        made = [self.spelling(kind) for kind in schema["x-read"] if kind not in never_text]
        for found, base in alternatives(schema, root):
            if "prefixItems" in found:
                items = [self.schema(item, base, "") for item in found["prefixItems"]]
                made.append({"type": "array", "items": items, "minItems": len(items), "maxItems": len(items)})
            elif "properties" in found or "items" in found:
                bare = {key: value for key, value in found.items() if key != "x-read"}
                made.append(self.schema(bare, base, place))
        return made[0] if len(made) == 1 else {"anyOf": made}

    def spelling(self, kind: str) -> Schema:
        """Return the schema for text of ``kind``: a name, what the game defines, or a word of that vocabulary place."""
        if kind == "integer":
            return {"type": "integer"}
        if kind in ("boolean", "yes"):
            return self.kind({"type": "boolean"} if kind == "boolean" else {"type": "boolean", "const": True})
        if kind in _WRITTEN:
            return {"type": ["string", "integer"], "pattern": _WRITTEN[kind]}
        if spelling := self.spellings.get(kind):
            if spelling.values and not spelling.pattern:
                offered = {"enum": [self.voice.fill(value) for value in spelling.values]}
                also = "|".join(map(self.voice.fill, spelling.also))
                return {"anyOf": [offered, {"type": "string", "pattern": f"^({also})$"}]} if also else offered
            pattern = {"pattern": spelling.pattern} if spelling.pattern else {}
            return {"type": ["string", "integer"] if re.match(spelling.pattern, "1") else "string", **pattern}
        return {"enum": self.names.get(kind) or self.voice.vocabulary.words(kind, self.voice.language)}


def _with_blanks(schema: Schema) -> Schema:
    """Return the schema of an object in which lines may be left blank."""
    made = schema | {"properties": {key: _or_blank(value) for key, value in schema["properties"].items()}}
    if "if" in made:  # one line or the other: a blank line counts as missing
        given = made["if"]["required"]
        made["if"] = {"required": given, "properties": {key: {"not": {"type": "null"}} for key in given}}
        others = made["then"]["properties"]
        made["then"] = {"properties": {key: {"type": "null"} for key in others}}
    return {"anyOf": [made, _UNFILLED]} if "required" in made else made


def _or_blank(schema: Schema) -> Schema:
    """Return a schema that also accepts a missing value."""
    if "anyOf" in schema:
        return schema | {"anyOf": [*schema["anyOf"], {"type": "null"}]}
    made = dict(schema)
    if "enum" in made:
        made["enum"] = [*made["enum"], None]
    if "type" in made:
        made["type"] = [*([made["type"]] if isinstance(made["type"], str) else made["type"]), "null"]
    return made


_LEFT: Schema = {"type": ["object", "null"], "additionalProperties": {"type": "null"}}
_UNFILLED: Schema = {"type": "object", "minProperties": 1, "additionalProperties": _LEFT}
"""An object in which all lines are blank, at most two levels deep."""
_CLOSED = {"type": "object", "additionalProperties": False}
