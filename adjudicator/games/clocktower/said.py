"""Effects, reasons, steps, facts and what is learnt, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.core.faults import Listed, Pairs, Phrase, PhraseArgument, Word
from adjudicator.core.plain import Plain
from adjudicator.core.stage import Fact, Notice
from adjudicator.games.clocktower.effects import Reason
from adjudicator.games.clocktower.roles import ROLES
from adjudicator.games.clocktower.state import Effect

PLACES = {
    "time": "moments",
    "role": "roles",
    "shown": "roles",
    "believed": "roles",
    "become": "roles",
    "guess": "roles",
    "guesses": "roles",
    "side": "sides",
    "winner": "sides",
    "cause": "causes",
    "kind": "kinds",
    "until": "untils",
    "breach": "breaches",
}
"""The parts of a step or a fact whose values are words, with the places of these."""


# Effects and reasons -----------------------------------------------------------------------------------------


def sourced(what: Word, by: str) -> PhraseArgument:
    """Return a word with the player whose ability made it so, if there is one."""
    return Phrase("sourced", {"what": what, "by": by}) if by else what


def reason_said(reason: Reason) -> PhraseArgument:
    """Return a reason, with the source of a state."""
    return sourced(Word("states", reason.state), reason.effect.by if reason.effect else "")


def effect_named(effect: Effect) -> Phrase:
    """Return an effect as it is named within a sentence: what, by whom, on whom."""
    return Phrase("effect.named", {"what": sourced(Word("kinds", effect.kind), effect.by), "on": effect.on})


def effect_said(effect: Effect, on: bool) -> Phrase:
    """Return an effect: on or asleep, until when, and what a madness is about."""
    mad = effect.kind == "mad" and effect.about
    about: PhraseArgument = Phrase("effect.about", {"role": Word("roles", effect.about)}) if mad else ""
    values = {"effect": effect_named(effect), "about": about, "until": until_said(effect.ends)}
    return Phrase("effect.on" if on else "effect.asleep", values)


def reminder(effect: Effect, on: bool) -> Phrase:
    """Return an effect as a reminder beside a token: what, by whom, until when."""
    values = {"what": sourced(Word("kinds", effect.kind), effect.by), "until": until_said(effect.ends)}
    return Phrase("reminder.on" if on else "reminder.asleep", values)


def until_said(half: int) -> Phrase:
    """Return when an effect ends: at the end of a half, or never."""
    if not half:
        return Phrase("until.always")
    return Phrase("until.dawn" if half % 2 else "until.dusk", {"number": (half + 1) // 2})


# Steps and values --------------------------------------------------------------------------------------------


def step_said(step: Plain) -> PhraseArgument:
    """Return a step as the MJ writes it."""
    return Phrase("step.said", {"parts": _parts(step, "steps")})


def _parts(given: Mapping[str, Any], place: str) -> Pairs:
    return Pairs(tuple((Word(place, key), said(value, key)) for key, value in given.items() if key != "mj"))


def said(value: Any, key: str = "") -> PhraseArgument:
    """Return a value, such as what is learnt, which stands under a ``key`` that tells of which place its words are.

    Without a place a text that is a role is that role.
    """
    if value is None or value == "":
        return Phrase("word.nothing" if value is None else "word.nobody")
    if isinstance(value, Mapping):
        if key in ("effect", "lift"):
            return _parts(value, "effect")
        return Pairs(tuple((name, said(one, key)) for name, one in value.items()))
    if isinstance(value, (list, tuple)):
        return Listed(tuple(said(one, key) for one in value)) if value else Phrase("word.nobody")
    if isinstance(value, bool):
        return Word("booleans", "true" if value else "false")
    place = PLACES.get(key, "roles" if key in ("", "value", "truth", "roles", "chosen") and value in ROLES else "")
    return Word(place, value) if place else str(value)


# Facts -------------------------------------------------------------------------------------------------------


def refusal_said(facts: Mapping[str, Any]) -> Phrase:
    """Return why a step is refused; the record of a stage has a word as the list of its place and canonical form."""
    words = {name: Word(*one) if isinstance(one, list) else one for name, one in facts["values"].items()}
    return Phrase(f"refusal.{facts['code']}", words)


def letter_said(notice: Notice) -> Phrase:
    """Return what one player is told."""
    kind = "learned.on" if notice.facts.get("on") else notice.kind
    return Phrase(f"letter.{kind}", dict(_values(notice.facts)))


def seen_said(notice: Notice) -> Phrase:
    """Return what everybody sees; ``n`` is the number of its plural."""
    return Phrase(f"seen.{notice.kind}", dict(_values(notice.facts)), notice.facts.get("n"))


def account_said(fact: Fact) -> Phrase:
    """Return one fact of a half for the MJ, with the rules that decided it."""
    data, variant = fact.data, ""
    if fact.kind == "died":
        variant = f".{data['how']}"
    elif fact.kind == "spared":
        variant = f".{data['why']}"
    elif fact.kind == "learned" and data["truth"] not in (None, data["value"]):
        variant = ".false"
    happened = Phrase(f"happened.{fact.kind}{variant}", dict(_values(data)))
    rules = tuple(data.get("rules", ()))
    return Phrase("account.line", {"what": happened, "rules": Listed(rules)}) if rules else happened


def _values(facts: Mapping[str, Any]) -> Iterator[tuple[str, PhraseArgument]]:
    if "effect" in facts:
        yield "until", until_said(facts["ends"])
        yield "effect", effect_named(Effect(0, facts["effect"], facts["on"], facts["by"]))
        facts = {"names": facts.get("names", ())}  # of a loop
    for key, value in facts.items():
        if key == "code":
            yield "why", refusal_said(facts)
        elif key == "step":
            yield key, step_said(value)
        elif key not in ("rules", "values", "why", "how", "n", "rows", "warned", "asked"):
            yield key, said(value, key)
