"""A campaign: the contents of the MJ's ``campaign.yaml`` in canonical words, and what follows from them.

The players' words on which draws may depend, and the seed made of them, are at the end (``seed_of_draws``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudicator.campaign.deadline import DEFAULT_TIME, WEEKDAYS, clock_for, is_clock, zone_of
from adjudicator.campaign.seats import NOBODY_MOVED, Record, Seats, called_in, facts_renamed, led, own_seats, seated
from adjudicator.core.context import Context, camp_names, forum_names, name_of, people_in, shorter_names
from adjudicator.core.faults import Listed, Phrase, Word
from adjudicator.core.game import Game
from adjudicator.core.plain import Plain
from adjudicator.core.stage import Fact, Notice, Outcome, Reader
from adjudicator.core.words import Names, Vocabulary
from adjudicator.speech.voice import DEFAULT_LANGUAGE, Voice, catalogue, vocabulary, voice_of
from adjudicator.store.layout import INBOX

if TYPE_CHECKING:
    from zoneinfo import ZoneInfo

    from adjudicator.core.mj import Mj


@dataclass(frozen=True, eq=False, repr=False)  # generates only the methods in use: faster start-up
class Campaign:
    """A campaign as the MJ describes it, in canonical words."""

    folder: Path
    plain: Plain
    """The contents of the file, with the people who hold the seats now."""
    game: Game
    setting: Any
    data: bytes
    """The bytes of the file."""
    edition: int = 1
    """The edition of the game's rules by which the campaign is played."""
    seats: Seats = NOBODY_MOVED
    written: Plain = field(default_factory=dict)
    """The contents of the file with the seats' own names, if people have changed; empty if nobody has."""
    former: Mapping[str, str] = field(default_factory=dict)
    """Earlier names of people, with their present ones, for reading orders that were sent under the earlier names."""

    left: tuple[str, ...] = ()
    """The names of players who have left a seat that is empty: nobody may send orders under these names."""

    understood_in: str = ""
    """The folder name of the stage published with the same campaign file; empty if the file was read anew."""

    @property
    def as_written(self) -> Plain:
        """The contents of the campaign file, with the names that stand in it."""
        return self.written or self.plain

    @property
    def all_seats(self) -> Seats:
        """The seats with the people who hold them now, also if nobody has changed."""
        return self.seats if self.seats.acts else own_seats(self.plain)

    @property
    def language(self) -> str:
        """The language of the reports."""
        return str(self.plain.get("language", DEFAULT_LANGUAGE))

    @property
    def title(self) -> str:
        """The title, or words that say that there is none."""
        return str(self.plain.get("title") or catalogue(self.language).say("campaign.untitled"))

    @property
    def seed(self) -> str:
        """The seed of all draws, secret until the end."""
        return str(self.plain["seed"])

    def clock(self, state: Any) -> Plain | None:
        """Return the clock for the stage awaited in ``state``, from the canonical ``deadline``; None for none."""
        told: Plain | None = self.plain.get("deadline")
        stage = self.game.rules.stage(state)
        if not told or stage is None:
            return None
        phase = self.game.rules.phase(state)
        clock = (
            clock_for(told, stage.phase, phase.window) if phase.window or any(map(is_clock, told.values())) else told
        )
        if not phase.on_time:
            return clock
        return {**{key: value for key, value in clock.items() if key not in ("early", "grace")}, "on_time": True}

    def time_for(self, state: Any) -> Phrase | None:
        """Return how long players have for the stage awaited in ``state``, as a sentence; None if there is no limit.

        The sentence names no date, so that a report does not depend on when it is written.
        """
        deadline = self.clock(state)
        if not deadline or self.game.rules.phase(state).starts != "orders":
            return None
        said = _length_said(deadline)
        skipped = tuple(Word("weekdays", day) for day in deadline.get("skip", ()) if day in WEEKDAYS)
        return Phrase("report.deadline.skipping", {"time": said, "days": Listed(skipped)}) if skipped else said

    @property
    def zone(self) -> ZoneInfo:
        """The time zone of the campaign's deadlines."""
        return zone_of(self.plain.get("deadline", {}))

    @property
    def when_missing(self) -> str:
        """What happens at the deadline to players without orders: ``wait``, ``nothing`` or ``standing``."""
        return str(self.plain.get("missing", "wait"))

    @property
    def counts_ahead(self) -> bool:
        """Whether orders sent ahead count as complete when their stage comes; if not, it waits for its deadline."""
        return self.plain.get("ahead") != "wait"

    @property
    def demands_key(self) -> bool:
        """Whether each order file must contain its player's key."""
        return self.plain.get("key") == "required"

    @property
    def proof(self) -> str | None:
        """What proves the sender of a mail: ``address``, ``key`` or ``both``; None for address or confirmed key."""
        proof: str | None = self.plain.get("proof")
        return proof

    @property
    def asks_for_words(self) -> bool:
        """Whether draws also depend on words that the players send."""
        return self.plain.get("luck") == "players"

    @cached_property
    def inbox(self) -> Path:
        """The folder into which order files may be dropped."""
        return self.folder / INBOX

    @property
    def pinned(self) -> Plain:
        """What may not change once a stage has been played: everything but ``FREE``, addresses and looks of camps.

        It contains the hash of the seed in place of the seed.
        """
        kept = {key: value for key, value in self.as_written.items() if key not in FREE}
        if "players" in kept:
            kept["players"] = _without_addresses(kept["players"])
        if "camps" in kept:
            camps = kept["camps"].items()
            kept["camps"] = {name: _without_looks(camp) for name, camp in camps}
        return {"edition": self.edition, **kept, "seed": seed_hash(self.seed)}

    @cached_property
    def camps(self) -> dict[str, list[str]]:
        """The players of each camp, in roster order; empty where the game has no camps."""
        return {side: list(map(name_of, people)) for side, people in people_in(self.plain).items() if side}

    @cached_property
    def players(self) -> list[str]:
        """The names of all players, in roster order."""
        return [name_of(person) for people in people_in(self.plain).values() for person in people]

    @cached_property
    def names(self) -> Names:
        """The names by which players may be called: their own, those on the forum, and those that the game gives them.

        One word of a longer name is enough if it is nobody else's and not a word used in orders.
        """
        aliases, words = self.game.setup.aliases(self.setting), self.vocabulary
        shorter = {word: name for word, name in shorter_names(self.plain, aliases).items() if not words.knows(word)}
        titles = words.all_words("titles") if "titles" in words.places else ()
        return Names(self.players, {**shorter, **forum_names(self.plain), **aliases}, titles, self.former)

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The words of the game, with the campaign's own labels."""
        words, labels = vocabulary(self.game.id), self.game.setup.labels(self.setting)
        return words.labelled(labels) if labels else words

    def context(self, language: str | None = None) -> Context:
        """Return the context for reading orders, with messages in ``language`` (the campaign's own if None)."""
        return Context(
            self.vocabulary,
            language or self.language,
            self.names,
            camp_names(list(self.camps), self.vocabulary),
            self.game.kinds_in(self.plain),
            self.game.torn,
        )

    def view(self, state: Any, player: str) -> Any:
        """Return the game's view for ``player``: what he may know in ``state``."""
        return self.game.rules.view(self.setting, state, player)

    def named_in(self, record: Record) -> Record:
        """Return a record of orders with the names of the people who hold the seats now."""
        return called_in(record, self.seats.called, self.game.rules.decisions)

    def own_in(self, record: Record) -> Record:
        """Return a record of orders with the seats' own names, as it is stored."""
        own = {name: seat for seat, name in self.seats.called.items()}
        return called_in(record, own, self.game.rules.decisions)

    def with_seats(self, seats: Seats) -> Campaign:
        """Return the campaign with the people who hold ``seats``."""
        if seats == self.seats:
            return self
        written = self.as_written
        plain = seated(written, seats)
        setting = self.game.setup.setting({**plain, "edition": self.edition})
        return replace(self, plain=plain, setting=setting, seats=seats, written=written, former={}, left=seats.empty)

    def called_as(self, then: Seats) -> Campaign:
        """Return the campaign in which names are read as of the time of ``then``.

        A name means the person who now holds the seat of the one who was called that.
        """
        if then == self.seats:
            return self
        left = tuple(self.seats.name_of(seat) for seat, sitter in then.sitters.items() if sitter.left)
        return replace(self, former=self.seats.since(then), left=left)

    def words_by_seat(self, words: Mapping[str, str]) -> dict[str, str]:
        """Return the ``words`` of players by the seats' own names, in roster order."""
        seats = self.all_seats.sitters.items()
        return {seat: words[sitter.name] for seat, sitter in seats if sitter.name in words}

    def resolve(
        self, state: Any, orders: Mapping[str, Plain], words: Mapping[str, str], mj: Mj | None = None
    ) -> Outcome[Any]:
        """Play the stage awaited; ``words`` are the players' words on which draws depend.

        The rules, the draws and the questions to the ``mj`` know seats by their own names, whoever holds them. Without
        ``mj`` the stage is played as if he had answered nothing. What is told is as it will be once it is read back.
        """
        rules, seed = self.game.rules, seed_of_draws(self.seed, self.words_by_seat(words))
        if not self.seats.acts:
            return rules.resolve(self.setting, state, orders, seed, mj).as_read_back
        own = led(self.as_written, self.seats.captains)
        setting = self.game.setup.setting({**own, "edition": self.edition})
        before = rules.load(self.seats.own(rules.dump(state)))
        return self.named(rules.resolve(setting, before, self.seats.own(orders), seed, mj).as_read_back)

    def care(self, purpose: str) -> str:
        """Return how much the MJ wants to be asked about ``purpose``: see ``MJDecision.care``."""
        told: str | None = self.plain.get("mj", {}).get("care", {}).get(purpose)
        known = self.game.rules.decisions.get(purpose)
        return told or (known.care if known is not None else "proposed")

    @property
    def never_asks(self) -> bool:
        """Whether the MJ is asked only about matters on which he has ruled beforehand."""
        return all(decision.ruled for decision in self.game.rules.decisions.values())

    def named(self, outcome: Outcome[Any]) -> Outcome[Any]:
        """Return ``outcome`` with the names of the people who hold the seats now in place of the seats' own names."""
        rules, named = self.game.rules, self.seats.named
        if not self.seats.called:
            return outcome
        return Outcome(
            rules.load(named(rules.dump(outcome.state))),
            tuple(Fact(fact.kind, named(fact.data)) for fact in outcome.log),
            tuple(
                Notice(n.kind, facts_renamed(n.facts, named), Reader(**named(n.to._asdict()))) for n in outcome.notices
            ),
            named(outcome.results),
        )

    @property
    def publishes_images(self) -> bool:
        """Whether pictures are written to ``public/`` as PNG files that forum posts can show."""
        return "images" in self.plain

    def voice(self, language: str | None = None) -> Voice:
        """Return a voice for the campaign in ``language`` (the campaign's own if None)."""
        voice = voice_of(self.game.id, language or self.language)
        return voice if self.vocabulary is voice.vocabulary else Voice(voice.catalogue, self.vocabulary)


FREE = (
    "title",
    "language",
    "forum",
    "email",
    "images",
    "ending",
    "missing",
    "deadline",
    "absences",
    "brake",
    "key",
    "proof",
    "ahead",
    "mj",
)
"""The keys that may change in the middle of a game, in addition to addresses."""


def _without_looks(camp: Mapping[str, Any]) -> Plain:
    """Return a camp without addresses and without its mark and colour on boards."""
    kept = {key: value for key, value in camp.items() if key not in ("letter", "colour")}
    return {**kept, "players": _without_addresses(camp["players"])}


def _without_addresses(people: Sequence[Any]) -> list[Any]:
    """Return a list of people without addresses; a person with nothing else but a name becomes that name."""
    listed = [{"name": person} if isinstance(person, str) else person for person in people]
    kept = [{key: value for key, value in person.items() if key not in ("email", "forum")} for person in listed]
    return [person["name"] if list(person) == ["name"] else person for person in kept]


def campaign_of(folder: Path, plain: Plain, ruleset: Game, edition: int, data: bytes) -> Campaign:
    """Return the campaign in ``folder`` from its canonical contents ``plain`` and the bytes ``data`` of its file."""
    return Campaign(folder, plain, ruleset, ruleset.setup.setting({**plain, "edition": edition}), data, edition)


def seed_hash(seed: str) -> str:
    """Return the SHA-256 of the seed, which is public from the start."""
    from hashlib import sha256

    return sha256(seed.encode()).hexdigest()


def _length_said(deadline: Mapping[str, Any]) -> Phrase:
    """Return how long players have by a clock, as a sentence."""
    if "hours" in deadline:
        return Phrase("report.deadline.hours", n=deadline["hours"])
    key = "report.deadline.zone" if "timezone" in deadline else "report.deadline.time"
    hour, minute = deadline.get("time", DEFAULT_TIME).split(":")
    time = Phrase("report.time", {"hour": int(hour), "minute": minute})
    at = Phrase(key, {"time": time, "timezone": deadline.get("timezone", "")})
    if "days" in deadline:
        return Phrase("report.deadline", {"at": at}, n=deadline["days"])
    days = Listed(tuple(Word("weekdays", day) for day in deadline["weekdays"]))
    return Phrase("report.deadline.weekdays", {"days": days, "at": at})


# The players' words, on which draws depend in addition to the seed if the campaign asks for them.


def seed_of_draws(seed: str, words: Mapping[str, str]) -> str:
    """Return the seed of all draws: ``seed`` itself, or its hash with ``words`` if there are any.

    ``words`` are by seat, in roster order. The hash is the SHA-256 of the seed and of ``seat: word`` for each word,
    each on a line of its own. This keeps draws fair: the MJ chose the seed before he knew a word, and no player knew
    the seed.
    """
    from hashlib import sha256

    if not words:
        return seed
    lines = [seed, *lines_of(words)]
    return sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()


def lines_of(words: Mapping[str, str]) -> list[str]:
    """Return the lines ``seat: word`` that are hashed after the seed."""
    return [f"{seat}: {word}" for seat, word in words.items()]
