"""The setting of a game, which never changes, its state, which each stage changes, and a stage while it is played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from adjudicator.core.faults import Listed, Phrase, PhraseArgument, Word
from adjudicator.core.stage import Table as AnyTable

TRAITS = ("anger", "benevolence", "lust", "courage", "hope", "greed")
"""2. The traits, in the sheet's order."""
BLANK = "blank"
"""20. What a card counts as that has lost its trait; last in every order."""
OVERSEERS = ("fushen", "wuming", "liu", "yanmei", "gan", "meixiu", "nuying", "xie", "suyin", "lanfei", "liang")
"""4. The Overseers, in the order in which they are drawn; the first two are bonus cards."""
NONE = "none"
"""An Overseer without any power, as only cases have."""


class Options(NamedTuple):
    """The variants, the rule sheet's own values first; docs/overseers.md says what each means."""

    overseers: str = "eleven"
    draft_end: str = "last_card"
    direction: str = "left"
    yanmei: str = "then"
    no_votes: str = "nobody"
    innocent: str = "chosen"
    liang: str = "cards"
    totals: str = "kept"


OF_THE_SHEET = Options()


@dataclass(frozen=True)
class Setting:
    """What does not change during a game: who sits at the table, clockwise, and what Courage and Hope are worth."""

    players: tuple[str, ...]
    tables: Mapping[str, tuple[int, ...]]
    """3. What one, two, and three or more cards of Courage and of Hope are worth together."""
    options: Options = OF_THE_SHEET
    one_round: bool = False
    """Whether the game is a case, which ends when its round is counted."""

    def clockwise(self, first: str) -> tuple[str, ...]:
        """Return all players in the order of the table, from ``first`` on."""
        seat = self.players.index(first)
        return self.players[seat:] + self.players[:seat]

    def left_of(self, player: str) -> str:
        """1. Return the left neighbour of ``player``."""
        return self.clockwise(player)[1]


@dataclass(slots=True)
class Card:
    """18. A card that lies before a player, with the number by which it is named."""

    number: int
    trait: str
    """What is printed on it."""
    up: bool = False
    nature: str = ""
    """20, 24. What it counts as, if that is not what is printed on it."""

    @property
    def counts(self) -> str:
        """Return what it counts as."""
        return self.nature or self.trait


@dataclass(slots=True)
class State:
    """The state of a game between two stages; everything from ``step`` on is of the present round.

    ``phase`` is what is awaited next; ``turn`` numbers the stages, 0 for the deal.
    """

    phase: str = "deal"
    turn: int = 0
    round: int = 1
    leaders: list[str] = field(default_factory=list)
    """The Leaders of the rounds so far; the last one is that of the present round."""
    scores: dict[str, list[int]] = field(default_factory=dict)
    """The points of each player in the rounds counted."""
    lists: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    """5. The lists by which each player would settle ties, by kind."""
    step: int = 0
    """11. The number of the pick, from 1."""
    overseers: dict[str, str] = field(default_factory=dict)
    hands: dict[str, list[str]] = field(default_factory=dict)
    taken: dict[str, list[str]] = field(default_factory=dict)
    held: dict[str, list[list[str]]] = field(default_factory=dict)
    """The hands that each player has held."""
    called: bool = False
    """14. Whether Wuming has called."""
    offered: list[str] = field(default_factory=list)
    """10, 22. The Overseers offered to Fushen, or the cards offered to Gan, while the choice is awaited."""
    shown: dict[str, list[str]] = field(default_factory=dict)
    """What a power has shown to each player."""
    cards: dict[str, list[Card]] = field(default_factory=dict)
    """The cards that lie before each player, by number."""
    shows: dict[str, list[str]] = field(default_factory=dict)
    """The traits that each player laid face up."""
    numbered: dict[str, int] = field(default_factory=dict)
    """18. The highest number that a card of each player has had."""
    pile: list[str] = field(default_factory=list)
    aside: list[str] = field(default_factory=list)
    """2. The cards that are not dealt; they are no pile."""
    turned: str = ""
    """20. The trait that is blank to Yanmei."""
    votes: dict[str, str] = field(default_factory=dict)
    accused: str = ""
    answer: str = ""
    """28, 29. ``admit`` or ``deny``."""
    admitted: list[str] = field(default_factory=list)
    showdown: dict[str, int] = field(default_factory=dict)
    """30. The totals that were compared."""
    guilty: bool | None = None
    """32. Whether the accused is guilty; None if nobody denied."""
    lost: list[str] = field(default_factory=list)
    took: str = ""
    swept: int = 0
    """36. How many cards Lanfei took from the pile."""
    greed: dict[str, int] = field(default_factory=dict)
    """37. How many cards of each player counted as Greed."""
    thief: str = ""
    victim: str = ""
    given: str = ""
    weakened: str = ""
    ties: dict[str, list[str]] = field(default_factory=dict)
    """5. The ties that were settled, by kind: to whom it fell or, for ``lose``, the traits lost."""
    winners: list[str] = field(default_factory=list)

    @property
    def leader(self) -> str:
        """Return the Leader of the round; empty before the deal."""
        return self.leaders[-1] if self.leaders else ""

    @property
    def stage_said(self) -> Phrase | None:
        """43. The stage awaited by its round, and a pick by its number; None where its turn says all."""
        values: dict[str, PhraseArgument] = {"turn": self.turn, "round": self.round, "step": self.step}
        return None if self.phase in ("deal", "scored", "over") else Phrase(f"stage.{self.phase}", values)

    def owner(self, overseer: str) -> str:
        """Return who has an Overseer; empty if nobody."""
        return next((player for player, own in self.overseers.items() if own == overseer), "")


def in_order(traits: Iterable[str]) -> list[str]:
    """Return traits in the sheet's order, blank last."""
    return sorted(traits, key=(*TRAITS, BLANK).index)


def word_of(one: str) -> Word:
    """Return a trait, or a blank card, or an Overseer in words."""
    return Word("natures" if one == BLANK else "traits" if one in TRAITS else "overseers", one)


def words_of(many: Sequence[str]) -> PhraseArgument:
    """Return traits or Overseers in words; there may be none."""
    return Listed(tuple(map(word_of, many))) if many else Phrase("cards.none")


Table: TypeAlias = AnyTable[Setting, State]
"""A stage of the game that is being played."""
