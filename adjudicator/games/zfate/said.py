"""Orders, and the MJ's answers of several parts, in words: one sentence an action, pairs for everything else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.core.faults import Listed, Phrase, PhraseArgument, Word
from adjudicator.core.plain import Plain
from adjudicator.games.zfate.orders import MAIN, SHORT
from adjudicator.games.zfate.rolls import AIMS, DEFENCE_AIMS
from adjudicator.games.zfate.sheets import ALLOWED
from adjudicator.games.zfate.state import CHALLENGE, CONFLICT, CONTEST, FREE, LEVELS, MENTAL, PHYSICAL

IN_SENTENCE = {
    "attack": ("target", "skill"),
    "create": ("aspect", "skill"),
    "overcome": ("skill",),
    "treat": ("who", "consequence", "skill"),
    "help": (),
    "full_defence": (),
}
"""The parts of each action that its sentence names; the others follow it."""
WORDS: Mapping[str, Mapping[str, str]] = {
    "on": {"action": "rolls", "defence": "rolls", "scene": "bearers"},
    "target": {"nearest": "targets"},
    "effect": {"bonus": "effect", "reroll": "effect", "told": "compel_effect", "fails": "compel_effect"},
    "with": dict.fromkeys(("free", "point"), "with"),
    "when": dict.fromkeys(("before", "after"), "when"),
    "if_fail": dict.fromkeys(("fail", "cost"), "if_fail"),
    "reaction": {"none": "reaction"},
    "answer": dict.fromkeys(("accept", "refuse"), "answer"),
    "form": dict.fromkeys(("bonus", "swap", "text"), "stunt_form"),
    "kind": dict.fromkeys((FREE, CONFLICT, CHALLENGE, CONTEST), "scenes"),
    "harm": dict.fromkeys((PHYSICAL, MENTAL), "harms"),
    "sitting": dict.fromkeys(("new", "cliffhanger"), "sittings"),
    "milestone": dict.fromkeys(ALLOWED, "milestones"),
    "action": dict.fromkeys(AIMS, "aims"),
    "defence": dict.fromkeys(DEFENCE_AIMS, "defence_aims"),
    **dict.fromkeys(("never", "consequence", "hits", "slots"), dict.fromkeys(LEVELS, "levels")),
}
"""The words of a value, by its key, with their places; under the same key there may also be a name or a text."""
NAMED = {"skills": "", "stunts": "stunt", "weapons": "weapon", "hits": "hits"}
"""What has names as keys, with what stands under each."""
PARTS = {"stunt": "stunt", "weapon": "weapon", "boxes": "tracks", "names": "levels"}
"""Where the words for the parts of a value are, if not at the place ``parts``."""


def order_said(key: str, given: Any) -> Phrase:
    """Return one order in words."""
    if key in SHORT and isinstance(given, Mapping) and [*given] == [SHORT[key]]:
        (given,) = given.values()
    if key not in MAIN or given is False:
        return pair(Word("orders", key), value_said(key, given))
    if not isinstance(given, Mapping):
        return Phrase(f"said.{key}", {"name": given} if key == "help" else {})
    values = {part: value_said(part, given.get(part)) for part in IN_SENTENCE[key]}
    more = {part: value for part, value in given.items() if part not in values and value is not None}
    said = Phrase(f"said.{key}", values)
    return Phrase("said.more", {"what": said, "more": value_said("", more)}) if more else said


def value_said(key: str, value: Any) -> PhraseArgument:
    """Return a value of an order in words; ``key`` is what it stands under."""
    if isinstance(value, bool):
        return Word("booleans", "true" if value else "false")
    if isinstance(value, (list, tuple)):
        return Listed(tuple(value_said(key, each) for each in value))
    if isinstance(value, Mapping):
        return Listed(tuple(_parts(key, value)))
    if place := WORDS.get(key, {}).get(value):
        return Word(place, value)
    return "" if value is None else value if isinstance(value, int) else str(value)


def _parts(key: str, value: Mapping[str, Any]) -> Iterator[PhraseArgument]:
    """Yield the parts of a value; of an aspect to invoke, the aspect stands alone."""
    for part, given in value.items():
        if key == "instead":
            yield order_said(part, given)
        elif key in ("invoke", "aspects") and part == "aspect":
            yield str(given)
        elif key in NAMED:
            yield pair(part, value_said(NAMED[key], given))
        elif given is not None:
            yield pair(Word(PARTS.get(key, "parts"), part), value_said(part, given))


def pair(name: PhraseArgument, what: PhraseArgument) -> Phrase:
    """Return a value behind its name."""
    return Phrase("pair", {"name": name, "what": what})


def orders_said(_: Any, value: Any) -> list[PhraseArgument]:
    """Return the orders that the MJ gives to an NPC in words."""
    orders = value if isinstance(value, Mapping) else {}
    return [order_said(key, given) for key, given in orders.items()] or [Phrase("fate.nothing")]


def frame_said(_: Any, value: Plain) -> list[PhraseArgument]:
    """Return a frame of the MJ's in words: what is long by its names alone."""
    found: list[PhraseArgument] = []
    for key, given in value.items():
        names: Any = list(given) if isinstance(given, Mapping) else given
        if isinstance(names, list):
            names = [each.get("aspect") or each.get("name") if isinstance(each, Mapping) else each for each in names]
        found.append(pair(Word("frame", key), value_said(key, names)))
    return found


def answer_said(place: str, *words: str) -> Any:
    """Return a function that says an answer of one of some words, or else the name or the text that it is."""
    return lambda _, value: [Word(place, value) if value in words else str(value)]


def compel_said(_: Any, value: Plain) -> list[PhraseArgument]:
    """Return a compel that the MJ offers in words."""
    return list(_parts("compel", value))
