"""A half while it is played: what the MJ is asked, what is written down and told, and steps that are refused."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.core.dice import Seed
from adjudicator.core.faults import Listed, Phrase, PhraseArgument, Word
from adjudicator.core.mj import Mj, Question, is_offered
from adjudicator.core.plain import Plain
from adjudicator.core.roles import Ending
from adjudicator.core.stage import PUBLIC, player_reader
from adjudicator.games.clocktower.effects import add, refresh, settled
from adjudicator.games.clocktower.roles import BELIEVING, DEMON, ROLES, TOWNSFOLK, pool
from adjudicator.games.clocktower.state import Effect, Seat, Setting, State, Table, ending_half


class Refused(Exception):  # noqa: N818 - no error of the program: a step that changes nothing
    """Raised for a step that may not be played; the code and the values are those of the sentence that says why."""

    def __init__(self, code: str, **values: PhraseArgument) -> None:
        """Take the code of the sentence ``refusal.CODE`` and the values in it."""
        super().__init__(code)
        self.code, self.values = code, values


class Play(Table):
    """A half that is being played.

    ``beside`` holds the answers that the MJ has written beside the present step, by purpose and, if he likes, by key.
    """

    def __init__(
        self, setting: Setting, state: State, orders: Mapping[str, Plain], seed: Seed, mj: Mj | None = None
    ) -> None:
        """Take what is known as the half begins."""
        super().__init__(setting, state, orders, seed, mj)
        self.beside: Mapping[str, Any] = {}
        self.asked: list[Question] = []
        """All that was asked, also what was answered beside a step."""

    def seat(self, name: str) -> Seat:
        """Return the seat of a player."""
        return self.state.seats[name]

    def show(self, kind: str, rules: Sequence[str] = (), **data: Any) -> None:
        """Write a fact into the account that everybody sees."""
        self.note(kind, rules, **data)
        self.tell(PUBLIC, kind, **data)

    def tell_player(self, player: str, kind: str, **facts: Any) -> None:
        """Let one player learn something, and nobody else."""
        self.tell(player_reader(player), kind, **facts)

    def ask(self, purpose: str, key: tuple[str, ...], proposal: Any, options: Sequence[Any] = (), **more: Any) -> Any:
        """Return the MJ's answer: what stands beside the step, or what he has sent, or else the proposal.

        What is asked a second time in a half, and otherwise than before, is answered beside its step or as proposed.
        """
        question = Question(purpose, key, proposal, tuple(options), **more)
        before = next((one for one in self.asked if one.place == question.place), None)
        self.asked.append(question)
        value = self.beside.get(purpose)
        if isinstance(value, Mapping) and key:
            value = value.get("/".join(key))
        if value is not None:
            if not fits(question, value):
                raise Refused("answer", what=Word("decisions", purpose))
            return value
        value = self.mj.ask(question) if before in (None, question) else proposal
        return value if fits(question, value) else proposal

    def rulings(self, purpose: str) -> Iterator[tuple[str, Any]]:
        """Yield what the MJ has written unasked about players, in the order of seats."""
        named = [name for name in self.state.seats if self.mj.rules_on(purpose, (name,))]
        yield from ((name, self.mj.ask(Question(purpose, (name,), None))) for name in named)

    def choose(self, purpose: str, key: str, candidates: Sequence[str], options: Sequence[str] = ()) -> str:
        """Return the player whom the MJ chooses; the proposal is drawn among the candidates."""
        return str(self.ask(purpose, (key,), self.dice.pick(purpose, key, candidates), options or candidates))

    # Effects, roles and sides

    def affect(self, kind: str, on: str, by: str = "", until: str = "always", about: str = "", **more: Any) -> None:
        """Make an effect; who calls this knows that its source is able."""
        since = self.seat(by).since if by else 0
        self.add(Effect(0, kind, on, by, since, ending_half(self.state, until), about, **more))

    def add(self, effect: Effect) -> None:
        """Add an effect."""
        self.note("effect", **said_of(add(self.state, effect)))

    def lift(self, effect: Effect, *rules: str) -> None:
        """End an effect."""
        self.state.effects.remove(effect)
        self.note("lifted", rules, **said_of(effect))

    def end_those_by(self, name: str, *rules: str) -> None:
        """End the effects whose source has no more the role by which they were made, unless they survive."""
        since = self.seat(name).since
        for effect in [one for one in self.state.effects if (one.by, one.since) == (name, since)]:
            if not effect.survives:
                self.lift(effect, *rules)

    def change_side(self, name: str, side: str) -> None:
        """Change a side; the role stays, and so does all else."""
        if self.seat(name).side != side:
            self.seat(name).side = self.seat(name).known = side
            self.note("side", ("S10", "S12"), player=name, side=side)
            self.tell_player(name, "side", side=side)

    def acquire(
        self, roles: Mapping[str, str], believed: Mapping[str, str] | None = None, told: bool = True, asks: bool = True
    ) -> None:
        """Let players have roles anew: what they used is fresh, what they made ends, what lies on them stays.

        They are told unless ``told`` is False; the MJ is asked what hangs on it unless ``asks`` is False.
        """
        state = self.state
        for name in roles:
            self.end_those_by(name, "K18")
        former = {name: self.seat(name) for name in roles}
        for name, role in roles.items():
            state.acquired += 1
            old, same = former[name], ("side", "known", "alive", "ghost", "executions", "claim")
            kept = {key: getattr(old, key) for key in same}
            state.seats[name] = Seat(role, since=state.acquired, got=state.half, **kept)
        for name, role in roles.items():  # what one believes, and what is asked of one, hangs on the roles of all
            seat = self.seat(name)
            self.note("role", ("S11", "S13") if state.half else (), player=name, role=role)
            if role in BELIEVING:
                seat.believed = (believed or {}).get(name) or self._believed(name, role)
                self.note("believed", player=name, role=seat.believed)
            self._own_drunkenness(name, former[name].role, asks)
            if seat.shown == "fortuneteller" and asks:
                seat.herring = self._herring(name)
            if told:
                self.tell_player(name, "role", role=seat.shown)
        state.demon = state.demon or bool(state.having(DEMON, alive=False))
        refresh(state)

    def exchange(self, one: str, other: str) -> None:
        """S38. Let two players have each other's role, with what they believe; all that lies on them stays."""
        seats = self.seat(one), self.seat(other)
        believed = {name: seat.believed for name, seat in zip((other, one), seats, strict=True) if seat.believed}
        self.acquire({one: seats[1].role, other: seats[0].role}, believed)

    def revive(self, name: str, asks: bool = True) -> None:
        """K18. Let a dead player live: this is a new acquisition of the role."""
        seat = self.seat(name)
        self.note("revived", ("K18",), player=name)
        seat.alive, seat.ghost = True, False
        self.acquire({name: seat.role}, {name: seat.believed} if seat.believed else {}, told=False, asks=asks)

    def _believed(self, name: str, role: str) -> str:
        """Return what a Drunk or a Lunatic believes to be: by proposal a Townsfolk not in play, or a Demon."""
        held = [one for seat in self.state.seats.values() for one in (seat.role, seat.believed)]
        drunk = role == "drunk"
        free = pool(self.setting.script, (TOWNSFOLK if drunk else DEMON,), held if drunk else ())
        options = [one for one in ROLES if one not in BELIEVING]
        return str(self.ask("believed", (name,), self.dice.pick("believed", name, free), options, kind="roles"))

    def _own_drunkenness(self, name: str, old: str, asks: bool) -> None:
        """S37, K4. A Drunk is drunk without a source; the drunkenness stays with the player, unless the MJ ends it."""
        own = [one for one in self.state.effects if (one.named, one.about) == (("drunk", name, ""), "drunk")]
        if self.seat(name).role == "drunk":
            if not own:
                self.affect("drunk", name, about="drunk")
        elif old == "drunk" and own and asks and not self.ask("still_drunk", (name,), True, (True, False)):
            self.lift(own[0], "K4")

    def _herring(self, name: str) -> str:
        """K66. Return the good player whom a new Fortune Teller sees as a Demon; empty if nobody is good."""
        good = [one for one, seat in self.state.seats.items() if seat.side == "good"]
        return self.choose("herring", name, good) if good else ""

    # Ends

    def check_end(self) -> None:
        """§10. Good wins when no Demon lives any more, else evil when two or fewer live."""
        if self.state.demon and not self.state.having(DEMON):
            self.end("good", "demon")
        elif len(self.state.living()) <= 2:
            self.end("evil", "two")

    def end(self, winner: str, cause: str) -> None:
        """§10.3. Propose an end to the MJ, unless the game is over."""
        if self.state.ending is not None:
            return
        answer = self.ask("end", (), {"winner": winner, "cause": cause})
        if answer == "goes_on":
            self.note("goes-on", ("K72",), winner=winner, cause=cause)
            return
        self.state.ending, self.state.phase = Ending(answer["winner"], answer["cause"]), "over"
        self.note("ended", ("K72",), winner=answer["winner"], cause=answer["cause"])

    def decide_loops(self) -> None:
        """K20. Tell the MJ of each new loop; the effect that he takes counts as the oldest from then on."""
        for loop in settled(self.state).loops:
            if all(one.age in self.state.loops for one in loop):
                continue
            options = [plain_of(one) for one in loop]
            sources = list(dict.fromkeys(one.by for one in loop))
            taken = self.ask("loop", (), options[0], options, why=Phrase("ask.loop", {"names": Listed(tuple(sources))}))
            chosen = next((one for one in loop if plain_of(one) == taken), loop[0])
            if chosen is not loop[0]:
                chosen.age = min(0, *(one.age for one in self.state.effects)) - 1
                self.state.effects.sort(key=lambda one: one.age)
            self.state.loops = (*self.state.loops, *(one.age for one in loop))
            self.note("loop", ("K20",), names=sources, **said_of(chosen))


def fits(question: Question, value: Any) -> bool:
    """Return whether an answer can be played: it is offered, or has the shape of what is proposed.

    A half is also played in memory with answers that nobody has judged yet.
    """
    if question.purpose in ("bag", "bluffs"):
        return len(set(value)) == len(value) == len(question.proposal) and set(value) <= ROLES.keys()
    if question.purpose in ("information", "truth") and not question.options:
        return isinstance(value, str) if question.kind == "text" else _is_shown(question.proposal, value)
    return is_offered(question, value)


def _is_shown(proposal: Any, value: Any) -> bool:
    """Return whether a value may be shown where the MJ has a free hand: two players behind a role if one is proposed.

    0 says that no such role is in play.
    """
    if not isinstance(value, list):
        return type(value) is int and value == 0
    count = len(proposal) if isinstance(proposal, list) else 3
    words = all(isinstance(one, str) for one in value) and len(set(value)) == len(value) == count
    return words and (count == 2 or value[0] in ROLES)


def said_of(effect: Effect) -> dict[str, Any]:
    """Return an effect as the data of a fact."""
    return {"effect": effect.kind, "on": effect.on, "by": effect.by, "ends": effect.ends, "about": effect.about}


def plain_of(effect: Effect) -> dict[str, str]:
    """Return an effect as the MJ names it: kind, target and, if it has one, source."""
    return {"kind": effect.kind, "on": effect.on, **({"by": effect.by} if effect.by else {})}
