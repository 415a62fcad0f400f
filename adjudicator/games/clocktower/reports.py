"""What each reader is told of a half: the report, the headline, and at the end all that was secret."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.core.faults import Listed, Phrase, PhraseArgument, Word
from adjudicator.core.game_reports import Chapter, Past
from adjudicator.core.plain import Plain, to_plain
from adjudicator.core.roles import ending, winner
from adjudicator.core.stage import PUBLIC, Outcome, Reader
from adjudicator.games.clocktower.effects import settled
from adjudicator.games.clocktower.explain import why
from adjudicator.games.clocktower.roles import GOOD, SCRIPTS
from adjudicator.games.clocktower.said import account_said, letter_said, reminder, seen_said, sourced
from adjudicator.games.clocktower.state import Setting, State


def report(
    setting: Setting, before: State, outcome: Outcome[State], orders: Mapping[str, Plain], reader: Reader
) -> Plain:
    """Return what ``reader`` may know after a half, for the template."""
    public = {"public": public_part(before, outcome)}
    if reader.kind == "player":
        return {**public, "you": player_part(before, outcome, reader)}
    return {**public, **mj_part(outcome)} if reader.kind == "mj" else public


def public_part(before: State, outcome: Outcome[State]) -> Plain:
    """Return what everybody sees: who lives and who is dead, ghost votes, and each day's nominations and hands."""
    after = outcome.state
    return {
        "happened": list(_happened(before, outcome)),
        "seats": [seat_row(after, name) for name in after.seats],
        "days": to_plain(after.days),
        "threshold": after.threshold,
        "coming": _coming(after),
        "ending": ending(after, role=lambda name: _role_said(after, name), side=lambda name: after.seats[name].side),
    }


def _coming(state: State) -> Phrase | None:
    """Say by post which stage comes next, and who may send what for it."""
    values = {"number": state.number, "turn": state.turn}
    return Phrase(f"coming.{state.phase}", values) if state.post and state.ending is None else None


def seat_row(state: State, name: str) -> Plain:
    """Return what everybody sees of a seat, as it is drawn."""
    return {"name": name, "dead": not state.seats[name].alive, "ghost": state.seats[name].ghost, "notes": []}


def _happened(before: State, outcome: Outcome[State]) -> Iterator[Phrase]:
    """Yield what everybody saw: of a night the dead by seat, without a cause; of a day all in its order."""
    after = outcome.state
    if before.phase == "setup":
        yield Phrase("seen.setup", {"names": Listed(tuple(after.seats))})
        return
    yield from (seen_said(one) for one in outcome.notices if one.to == PUBLIC)
    changed = [name for name, seat in after.seats.items() if seat.alive != before.seats[name].alive]
    revived = tuple(name for name in changed if after.seats[name].alive)
    executed = after.day.execution if after.day.died and not before.by_night else ""
    dead = tuple(name for name in changed if name not in (*revived, executed))
    if dead:
        yield Phrase("seen.died-by-night" if before.by_night else "seen.died-by-day", {"names": Listed(dead)})
    elif before.by_night:
        yield Phrase("seen.nobody-died")
    if not before.by_night and after.phase != "votes" and not after.day.execution:
        yield Phrase("seen.nobody-executed")
    if revived:
        yield Phrase("seen.revived", {"names": Listed(revived)})


def _role_said(state: State, name: str) -> PhraseArgument:
    seat = state.seats[name]
    role = Word("roles", seat.role)
    return Phrase("role.believing", {"role": role, "shown": Word("roles", seat.believed)}) if seat.believed else role


def headline(setting: Setting, before: State, outcome: Outcome[State]) -> list[Phrase]:
    """Say what everybody saw and, if the game is over, who has won."""
    won = winner(setting, outcome.state)
    return [*_happened(before, outcome), *([won] if won else [])]


def options(setting: Setting) -> list[Phrase]:
    """Return the script, if it is not Trouble Brewing, and drawn places, in words."""
    name = next((name for name, roles in SCRIPTS.items() if roles == setting.script), "")
    found = [Phrase("option.script", {"script": Word("scripts", name)}) if name else Phrase("option.own-script")]
    return found[name == "trouble_brewing" :] + (
        [Phrase(f"option.{key}") for key in ("drawn", "post") if getattr(setting, key)]
    )


# The parts of one player, and of the MJ -----------------------------------------------------------------------


def player_part(before: State, outcome: Outcome[State], reader: Reader) -> Plain:
    """Return what one player alone is told, by the role that he believes to have: it hangs on no state."""
    seat = outcome.state.seats[reader.name]
    own = [one for one in outcome.notices if one.to == reader]

    def told(*kinds: str) -> list[Phrase]:
        return [letter_said(one) for one in own if one.kind in kinds]

    return {
        "role": Word("roles", seat.shown),
        "side": Word("sides", seat.known),
        "changed": told("role", "side") if before.phase != "setup" else [],
        "chosen": told("used"),
        "learned": told("learned", "minions", "demon", "bluffs", "lunatic"),
        "grimoire": [_spied(row) for one in own for row in one.facts.get("rows", ())],
        "mad": told("mad"),
        "said": [one.facts["said"] for one in own if one.kind == "said"],
    }


def _spied(row: Plain) -> Phrase:
    """Return a seat as a Spy reads it."""
    lie = tuple(sourced(Word("kinds", kind), by) for kind, by in row["effects"]) or (Phrase("word.nothing"),)
    values: dict[str, PhraseArgument] = {"player": row["player"], "role": Word("roles", row["role"])}
    values |= {"side": Word("sides", row["side"]), "reminders": Listed(lie)}
    return Phrase("spied.living" if row["alive"] else "spied.dead", values)


def mj_part(outcome: Outcome[State]) -> Plain:
    """Return what only the MJ is told: the grimoire, what is to be told, and the half step by step."""
    state = outcome.state
    return {
        "grimoire": [token(state, name) for name in state.seats],
        "why": {name: lines for name in state.seats if (lines := list(why(state, name)))},
        "pending": [
            Phrase("pending.tell", {"player": one.to.name, "what": letter_said(one)})
            for one in outcome.notices
            if one.kind in ("role", "side")
        ],
        "account": [account_said(fact) for fact in outcome.log],
        "bluffs": [Word("roles", role) for role in state.bluffs],
        "hints": state.hints,
        "post": state.post,
    }


def token(state: State, name: str) -> Plain:
    """Return a seat of the grimoire, as it is drawn: the token, evil a square, and what is to be remembered of it."""
    seat, on = state.seats[name], settled(state).on
    marks = {"seat.reversed": seat.reversed, "seat.used": seat.acts.once and seat.used}
    lie = [one for one in state.effects if one.on == name]
    notes = [{"text": Phrase(key), "pale": False} for key, holds in marks.items() if holds]
    return {
        **seat_row(state, name),
        "role": _role_said(state, name),
        "side": "good" if seat.side == GOOD else "bad",
        "reversed": seat.reversed,
        "notes": [*notes, *({"text": reminder(one, one.age in on), "pale": one.age not in on} for one in lie)],
    }


def epilogue(setting: Setting, past: Sequence[Past]) -> list[Chapter]:
    """Return a chapter for each half with all that happened in it."""
    return [Chapter(one.stage.said, list(map(account_said, one.outcome.log))) for one in past]
