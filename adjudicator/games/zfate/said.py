"""Orders, and the MJ's answers of several parts, in words: one sentence an action, pairs for everything else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.core.faults import Listed, Phrase, PhraseArgument, Word
from adjudicator.core.plain import Plain
from adjudicator.games.zfate.orders import MAIN
from adjudicator.games.zfate.state import LEVELS

IN_SENTENCE = {
    "attack": ("target", "skill"),
    "create": ("aspect", "skill"),
    "overcome": ("skill",),
    "treat": ("who", "consequence", "skill"),
    "help": (),
    "full_defence": (),
}
"""The parts of each action that its sentence names; the others follow it."""
WORDS: Mapping[str, Mapping[str, Any]] = {
    "rolls": dict.fromkeys(("action", "defence")),
    "targets": dict.fromkeys(("nearest",)),
    "bearers": dict.fromkeys(("scene",)),
    "levels": LEVELS,
}
"""Words of which some stand where there may also be a name or a text, by their place."""
PLACES = {
    **{key: (key,) for key in ("effect", "with", "when", "if_fail", "reaction", "answer")},
    "on": ("rolls", "bearers"), "target": ("targets",), "never": ("levels",), "consequence": ("levels",),
    "hits": ("levels",), "slots": ("levels",), "kind": ("scenes",), "harm": ("harms",), "form": ("stunt_form",),
    "sitting": ("sittings",), "milestone": ("milestones",),
}
"""Where the words of a value are, by its key."""


def order_said(key: str, given: Any) -> Phrase:
    """Return one order in words."""
    if key not in MAIN:
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
    for place in PLACES.get(key, ()):
        if place not in WORDS or value in WORDS[place]:
            return Word(place, value)
    return "" if value is None else value if isinstance(value, int) else str(value)


def _parts(key: str, value: Mapping[str, Any]) -> Iterator[PhraseArgument]:
    """Yield the parts of a value: actions by their sentence, a list of aspects to invoke by its aspects first."""
    for part, given in value.items():
        if key == "instead":
            yield order_said(part, given)
        elif key == "invoke" and part == "aspect":
            yield str(given)
        elif key == "aim":
            yield pair(Word("parts", part), Word("aims" if part == "action" else "defence_aims", given))
        elif key in ("hits", "names", "skills", "swap"):
            yield pair(Word("levels", part) if key == "names" else part, value_said(key, given))
        elif given is not None:
            yield pair(Word("parts", part), value_said(part, given))


def pair(name: PhraseArgument, what: PhraseArgument) -> Phrase:
    """Return a value behind its name."""
    return Phrase("pair", {"name": name, "what": what})


def orders_said(_: Any, value: Any) -> list[PhraseArgument]:
    """Return the orders that the MJ gives to an NPC in words."""
    return [order_said(key, given) for key, given in value.items()] or [Phrase("fate.nothing")]


def frame_said(_: Any, value: Plain) -> list[PhraseArgument]:
    """Return a frame of the MJ's in words: what is long by its names alone."""
    found: list[PhraseArgument] = []
    for key, given in value.items():
        names: Any = list(given) if isinstance(given, Mapping) else given
        if isinstance(names, list):
            names = [each.get("aspect") or each.get("name") if isinstance(each, Mapping) else each for each in names]
        found.append(pair(Word("frame", key), value_said(key, names)))
    return found


def compel_said(_: Any, value: Plain) -> list[PhraseArgument]:
    """Return a compel that the MJ offers in words."""
    return list(_parts("compel", value))
