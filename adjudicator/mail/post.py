"""The root whose mail is looked at, as the post knows it: its campaigns, and what it has asked."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from adjudicator.mail.addresses import forms_of


class Secrets(NamedTuple):
    """Of a campaign what is made of its seed for the stage awaited."""

    keys: Mapping[str, str]
    """The player whose key it is, by key without its hyphen."""
    mj_key: str = ""
    over: bool = False
    damaged: bool = False
    """Whether what is kept of it cannot be read now."""


NO_SECRETS = Secrets({})


@dataclass(frozen=True)
class Game:
    """A campaign as the post knows it."""

    folder: str
    """Its folder as seen from the root; by it a campaign is told here."""
    names: tuple[str, ...]
    """What it may be called: its title, its folder."""
    people: Mapping[str, tuple[str, ...]]
    """The players whose orders may come from an address, by address in lower case: their own, or of who stands in."""
    proof: str | None = None
    """What suffices: ``address``, ``key``, ``both``; where nothing is said, an address, or a key that was confirmed."""
    thread: str = ""
    """With what the names of its letters begin, up to a point."""
    confirmed: Collection[tuple[str, str]] = ()
    """Addresses from which a player's key was confirmed, each with the player."""
    look: Callable[[], Secrets] = field(default=lambda: NO_SECRETS)
    """Asked for once, and only where a mail needs it."""
    raw: bytes | None = None
    """Of a campaign that cannot be read now, what its file holds, in lower case."""

    @cached_property
    def secrets(self) -> Secrets:
        """What is made of its seed."""
        return self.look()

    def has(self, address: str) -> bool:
        """Tell whether somebody here has an address; of what cannot be read, whether it stands there at all."""
        if self.raw is None:
            return address in self.people
        return bool(address) and any(form.encode("utf-8", "surrogatepass") in self.raw for form in forms_of(address))


class Question(NamedTuple):
    """A question that waits for an answer: whether a mail with a player's key, from an ``address``, is his."""

    campaign: str
    player: str
    address: str
    mail: str
    answered: bool = False


class Post(NamedTuple):
    """What is known of the root whose mail is looked at."""

    address: str
    """To which players write."""
    mj: str
    games: Sequence[Game]
    trust: str | None = None
    """Whose word on senders is believed."""
    questions: Mapping[str, Question] = {}
    """Those asked, by their codes."""

    def plays(self, address: str) -> tuple[str, ...]:
        """Return the folders of the campaigns in which somebody has an ``address``."""
        return tuple(game.folder for game in self.games if game.has(address))
