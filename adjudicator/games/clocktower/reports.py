"""What each reader is told of a half: the report, the headline, and at the end all that was secret."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.core.faults import Listed, Pairs, Phrase, PhraseArgument, Word
from adjudicator.core.game import Chapter, Past
from adjudicator.core.plain import Plain
from adjudicator.core.stage import Fact, Notice, Outcome, Reader
from adjudicator.games.clocktower.effects import settled
from adjudicator.games.clocktower.explain import effect_named, until_said, why
from adjudicator.games.clocktower.roles import SCRIPTS
from adjudicator.games.clocktower.said import step_said, value_in_words, word_said
from adjudicator.games.clocktower.state import Day, Effect, Setting, State
from adjudicator.games.clocktower.steps import threshold


def report(
    setting: Setting, before: State, outcome: Outcome[State], orders: Mapping[str, Plain], reader: Reader
) -> Plain:
    """Return what ``reader`` may know after a half, for the template."""
    public = public_part(before, outcome)
    if reader.kind == "player":
        return {"public": public, "you": player_part(before, outcome, reader)}
    if reader.kind == "mj":
        return {"public": public, **mj_part(outcome)}
    return {"public": public}


# The public part ---------------------------------------------------------------------------------------------


def public_part(before: State, outcome: Outcome[State]) -> Plain:
    """Return what everybody sees: who lives and who is dead, ghost votes, and each day's nominations and hands."""
    after = outcome.state
    return {
        "played": before.phase,
        "number": before.turn,
        "happened": list(_happened(before, outcome)),
        "seats": [seat_row(after, name) for name in after.seats],
        "days": [day_row(day) for day in after.days],
        "threshold": threshold(after),
        "ending": ending_said(after),
    }


def seat_row(state: State, name: str) -> Plain:
    """Return what everybody sees of a seat."""
    seat = state.seats[name]
    return {"player": name, "alive": seat.alive, "ghost": seat.ghost}


def day_row(day: Day) -> Plain:
    """Return the nominations of a day with the hands that counted, and its execution."""
    rows = [
        {"by": one.by, "of": one.of, "hands": None if one.hands is None else list(one.hands)} for one in day.nominations
    ]
    return {"number": day.number, "nominations": rows, "execution": day.execution, "died": day.died}


def _happened(before: State, outcome: Outcome[State]) -> Iterator[Phrase]:
    """Yield what everybody saw: of a night the dead by seat, without a cause; of a day all in its order."""
    after = outcome.state
    if before.phase == "setup":
        yield Phrase("seen.setup", {"names": Listed(tuple(after.seats))})
        return
    dead = after.in_seats([name for name in after.seats if before.seats[name].alive and not after.seats[name].alive])
    revived = [name for name in after.seats if not before.seats[name].alive and after.seats[name].alive]
    if before.by_night:
        yield Phrase("seen.died", {"names": Listed(tuple(dead))}) if dead else Phrase("seen.nobody-died")
    else:
        for notice in outcome.notices:
            if notice.to.kind == "public":
                yield _public_said(notice)
        yield from _day_said(after.day)
        others = [name for name in dead if after.day is None or name != after.day.execution]
        if others:
            yield Phrase("seen.died-by-day", {"names": Listed(tuple(others))})
    if revived:
        yield Phrase("seen.revived", {"names": Listed(tuple(revived))})


def _public_said(notice: Notice) -> Phrase:
    facts = notice.facts
    if notice.kind == "shot":
        return Phrase("seen.shot", {"player": facts["player"], "on": Listed(tuple(facts["on"]))})
    guesses = tuple((name, Word("roles", role)) for name, role in facts["guesses"].items())
    return Phrase("seen.guessed", {"player": facts["player"], "guesses": Pairs(guesses)})


def _day_said(day: Day | None) -> Iterator[Phrase]:
    for one in day.nominations if day else ():
        values: dict[str, PhraseArgument] = {"by": one.by, "of": one.of}
        if one.hands is None:
            yield Phrase("seen.nominated", values)
        else:
            hands = Listed(one.hands) if one.hands else Phrase("word.nobody")
            yield Phrase("seen.counted", {**values, "hands": hands}, n=len(one.hands))
    if day and day.execution:
        yield Phrase("seen.executed" if day.died else "seen.executed.no-death", {"name": day.execution})
    else:
        yield Phrase("seen.nobody-executed")


def ending_said(state: State) -> Plain | None:
    """Return how the game ended, with all roles and sides; None while it goes on."""
    if state.ending is None:
        return None
    return {
        "winner": state.ending.winner,
        "cause": state.ending.cause,
        "roles": [
            {"player": name, "role": _role_said(state, name), "side": seat.side} for name, seat in state.seats.items()
        ],
    }


def _role_said(state: State, name: str) -> PhraseArgument:
    seat = state.seats[name]
    role = Word("roles", seat.role)
    return Phrase("role.believing", {"role": role, "shown": Word("roles", seat.believed)}) if seat.believed else role


def winner(setting: Setting, state: State) -> Phrase | None:
    """Say who has won; None while the game goes on."""
    return Phrase(f"report.end.winner.{state.ending.winner}") if state.ending else None


def headline(setting: Setting, before: State, outcome: Outcome[State]) -> list[Phrase]:
    """Say what everybody saw and, if the game is over, who has won."""
    won = winner(setting, outcome.state)
    return [*_happened(before, outcome), *([won] if won else [])]


def options(setting: Setting) -> list[Phrase]:
    """Return the script, if it is not Trouble Brewing, and drawn places, in words."""
    name = next((name for name, roles in SCRIPTS.items() if roles == setting.script), "")
    found = [Phrase("option.script", {"script": Word("scripts", name)})] if name else [Phrase("option.own-script")]
    found = [] if name == "trouble_brewing" else found
    return found + ([Phrase("option.drawn")] if setting.drawn else [])


# The part of one player --------------------------------------------------------------------------------------


def player_part(before: State, outcome: Outcome[State], reader: Reader) -> Plain:
    """Return what one player alone is told, by the role that he believes to have: it hangs on no state."""
    seat = outcome.state.seats[reader.name]
    own = [notice for notice in outcome.notices if notice.to == reader]
    return {
        "role": Word("roles", seat.shown),
        "side": Word("sides", seat.known),
        "changed": [one for notice in own for one in _changed(notice)] if before.phase != "setup" else [],
        "chosen": [_chosen(notice) for notice in own if notice.kind == "used"],
        "learned": [_learned(notice) for notice in own if notice.kind in ("learned", *_FIRST)],
        "grimoire": [line for notice in own for line in map(_spied, notice.facts.get("rows", ()))],
        "mad": [Phrase("letter.mad", {"role": Word("roles", one.facts["role"])}) for one in own if one.kind == "mad"],
        "said": [notice.facts["said"] for notice in own if notice.kind == "said"],
    }


_FIRST = ("minions", "demon", "bluffs")
"""What evil players learn when the game begins."""


def _changed(notice: Notice) -> Iterator[Phrase]:
    """Yield « tu es » for a notice of a new role or side."""
    if notice.kind in ("role", "side"):
        yield Phrase(f"letter.{notice.kind}", {notice.kind: Word(f"{notice.kind}s", notice.facts[notice.kind])})


def _chosen(notice: Notice) -> Phrase:
    facts = notice.facts
    named = [Word("roles", facts["named"])] if facts["named"] else []
    values: dict[str, PhraseArgument] = {"role": Word("roles", facts["role"])}
    return Phrase("letter.chosen", {**values, "chosen": Listed((*facts["on"], *named))})


def _learned(notice: Notice) -> Phrase:
    facts = notice.facts
    if notice.kind in _FIRST:
        names = facts.get("names", ()) or [Word("roles", role) for role in facts.get("roles", ())]
        return Phrase(f"letter.{notice.kind}", {"names": Listed(tuple(names)) if names else Phrase("word.nobody")})
    value = value_in_words(facts["value"])
    values: dict[str, PhraseArgument] = {"role": Word("roles", facts["role"]), "value": value}
    return (
        Phrase("letter.learned.on", {**values, "on": Listed(tuple(facts["on"]))})
        if facts["on"]
        else Phrase("letter.learned", values)
    )


def _spied(row: Plain) -> Phrase:
    """Return a seat as a Spy reads it."""
    reminders = [
        Phrase("spied.by", {"kind": Word("kinds", kind), "by": by}) if by else Word("kinds", kind)
        for kind, by in row["effects"]
    ]
    values: dict[str, PhraseArgument] = {
        "player": row["player"],
        "role": Word("roles", row["role"]),
        "side": Word("sides", row["side"]),
        "reminders": Listed(tuple(reminders)) if reminders else Phrase("word.nothing"),
    }
    return Phrase("spied.living" if row["alive"] else "spied.dead", values)


# The part of the MJ ------------------------------------------------------------------------------------------


def mj_part(outcome: Outcome[State]) -> Plain:
    """Return what only the MJ is told: the grimoire, what is to be told, and the half step by step."""
    state = outcome.state
    told = [(notice.to.name, one) for notice in outcome.notices for one in _changed(notice)]
    return {
        "grimoire": [token(state, name) for name in state.seats],
        "why": {name: lines for name in state.seats if (lines := list(why(state, name)))},
        "pending": [Phrase("pending.tell", {"player": name, "what": what}) for name, what in told],
        "account": [fact_said(fact) for fact in outcome.log],
        "bluffs": [Word("roles", role) for role in state.bluffs],
        "hints": state.hints,
    }


def token(state: State, name: str) -> Plain:
    """Return a seat of the grimoire: its token, what holds of its ability, and its reminders."""
    seat, on = state.seats[name], settled(state).on
    return {
        **seat_row(state, name),
        "role": _role_said(state, name),
        "side": seat.side,
        "reversed": seat.reversed,
        "spent": seat.acts.once and seat.used,
        "reminders": [{"text": reminder(one), "asleep": one.age not in on} for one in state.effects if one.on == name],
    }


def reminder(effect: Effect) -> Phrase:
    """Return an effect as a reminder beside a token: what, by whom, until when."""
    values: dict[str, PhraseArgument] = {"kind": Word("kinds", effect.kind), "until": until_said(effect.ends)}
    return Phrase("reminder.by", {**values, "by": effect.by}) if effect.by else Phrase("reminder.bare", values)


_WORDS = {"role": "roles", "side": "sides", "breach": "breaches", "winner": "sides", "cause": "causes", "code": ""}


def fact_said(fact: Fact) -> Phrase:
    """Return one fact of a half in words, with the rules that decided it."""
    said = Phrase(f"happened.{_kind(fact)}", dict(_values(fact)))
    rules = fact.data.get("rules")
    return Phrase("account.line", {"what": said, "rules": Listed(tuple(rules))}) if rules else said


def _kind(fact: Fact) -> str:
    """Return the end of the key of a fact's sentence."""
    data = fact.data
    if fact.kind in ("spared", "survives"):
        return f"{fact.kind}.{data['why']}"
    if fact.kind == "died":
        return f"died.{data['how']}"
    if fact.kind == "learned" and data["warned"] and data["value"] != data["truth"]:
        return "learned.false"
    return fact.kind


def _values(fact: Fact) -> Iterator[tuple[str, PhraseArgument]]:
    data = fact.data
    if "effect" in data:
        effect = Effect(0, data["effect"], data["on"], data["by"], ends=data["ends"])
        yield from (("effect", effect_named(effect)), ("until", until_said(data["ends"])))
    if fact.kind == "refused":
        yield "why", Phrase(f"refusal.{data['code']}", data["values"])
        return
    for key, value in data.items():
        if key in ("rules", "effect", "ends", "about", "why", "asked", "warned"):
            continue
        if key == "step":
            yield key, step_said(value)
        elif key in ("truth", "value"):
            yield key, Phrase("word.nothing") if value is None else value_in_words(value)
        elif isinstance(value, (list, tuple)):
            yield key, Listed(tuple(value)) if value else Phrase("word.nobody")
        else:
            yield key, word_said(_WORDS.get(key, ""), value) if value != "" else Phrase("word.nobody")


# The end -----------------------------------------------------------------------------------------------------


def epilogue(setting: Setting, past: Sequence[Past]) -> list[Chapter]:
    """Return a chapter for each half with all that happened in it."""
    return [Chapter(one.stage.said, list(map(fact_said, one.outcome.log))) for one in past]
