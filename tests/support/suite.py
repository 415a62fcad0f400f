"""What each game gives to the tests that are the same for all games (tests/games).

A game's own module ``tests/<game>/suite.py`` holds its ``SUITE``. What it must give at least is a generator of stages
and what a reader may know of a stage; the rest says what of the game needs telling to be looked at closely.
"""

from __future__ import annotations

import io
import pickle
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Generic, TypeAlias, TypeVar

from hypothesis import strategies as st

from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.stages import Played
from adjudicator.core.stage import Reader
from adjudicator.reports.environment import OWN
from support import depth
from support.leaks import Allowed, Pair, Planted, Side, campaign_read
from support.report_parsers import Table, read
from support.shared import once

Chance: TypeAlias = random.Random
S = TypeVar("S", bound=Side)

NEW = "new"
"""Stands for another name each time that ``make deep`` is run."""


@dataclass(frozen=True)
class Suite(Generic[S]):
    """What a game gives."""

    stages: st.SearchStrategy[S]
    """A generator of tables: any stage of any game, with orders good and bad."""
    pairs: Callable[[str], list[Pair[S]]]
    """Pairs of stages that a reader cannot tell apart, some hundreds, drawn from a chance of this name."""
    differ: Callable[[S, S], bool]
    """Whether the MJ can tell two stages apart."""
    files_of: Callable[[Pair[S], str], list[bytes]]
    """Order files of a player, good and bad, that try the door."""
    allowed: Allowed[S]
    """Orders that anybody awaited after a stage may send, whatever is hidden of him."""
    planted: Planted
    """Leaks of this game, by what has to find them; each is planted, and must be found."""
    check_state: Callable[[Any, Any], None]
    """Whether a state can be, by the rules of the game: given the setting and the state."""
    shuffled: Callable[[Chance, S], S]
    """The same stage with what has no order in another order."""
    read_back: Callable[[Campaign, Played, Reader, str, str], object]
    """Reads a report in a kind of format and a language, and compares all that it says with what happened."""
    nonsense: Callable[[Chance, S], Mapping[str, Any]]
    """Orders that nobody should send: at least what any schema lets through, for anybody."""
    ready: Callable[[Path], Path]
    """Makes a folder a campaign in the middle of a game, with orders in the inbox and a stage to be played."""
    awaited_are_public: bool = True
    """Whether everybody may know who is awaited."""
    account_is_public: bool = False
    """Whether everybody may know all that happened: then how long the account is tells nothing."""
    legends: tuple[str, ...] = ()
    """Keys of the sentences that explain what is drawn: with pictures on pages, with characters elsewhere."""
    names: tuple[str, ...] = ()
    """Names beside those of players that an amendment may hold where a schema lets any text through."""
    added: tuple[str, ...] = ()
    """Keys of an amendment whose numbers are added each time, where all else says how the table is to be."""
    texts: tuple[str, ...] = ()
    """Texts of people that its stages keep, such as aspects: nobody of such a name takes a seat in the tests."""
    keeps_name: str = ""
    """The beginning of texts of its stages that go on with a player's name, even after that player has gone."""
    first: Callable[[Pair[S]], bool] = lambda pair: False
    """Pairs for the public after which ``status --public`` is the likeliest to tell something."""

    def legend(self, campaign: Campaign, language: str | None = None) -> dict[str, str]:
        """Return the sentences that explain what is drawn, by their keys."""
        say = campaign.voice(language).catalogue.say
        return {key: say(key, left=OWN[0], right=OWN[1]) for key in self.legends}

    def told_otherwise(self, campaign: Campaign, texts: Mapping[str, str], language: str | None = None) -> list[str]:
        """Return in which kinds of formats a report does not say what its text says, its legend apart.

        Where rows are stacked the head of their first column is not shown; where it is, it must be that of the page.
        """
        colon, legend = campaign.voice(language).catalogue.say("colon"), [*self.legend(campaign, language).values()]
        documents = {kind: read(text, kind, colon) for kind, text in texts.items()}
        said = {kind: [fact for fact in one.facts if fact[-1] not in legend] for kind, one in documents.items()}
        assert len(said["text"]) > 5
        heads = {
            kind: [block.heads[0] for block in one.blocks if isinstance(block, Table)]
            for kind, one in documents.items()
        }
        return [
            kind
            for kind in texts
            if said[kind] != said["text"]
            or any(head not in ("", shown) for head, shown in zip(heads[kind], heads["html"], strict=True))
        ]

    def public_pairs(self, name: str) -> list[Pair[S]]:
        """Return some pairs for the public, the likeliest to tell something first."""
        looked_at = [pair for pair in drawn(self, name) if pair.reader.kind == "public"]
        return [*filter(self.first, looked_at)][:24] + looked_at[::10]


class _Pickler(pickle.Pickler):
    """Writes pairs; a campaign, whose game is made of modules, as the text from which it was read."""

    def reducer_override(self, obj: Any) -> Any:
        """Return how to read a campaign again; what is no campaign is written as usual."""
        return (campaign_read, (obj.data.decode(),)) if isinstance(obj, Campaign) else NotImplemented


@cache
def _drawn(pairs: Callable[[str], list[Pair[S]]], name: str) -> list[Pair[S]]:
    def fill(folder: Path) -> None:
        written = io.BytesIO()
        _Pickler(written).dump(pairs(name))
        folder.mkdir()
        (folder / "pairs").write_bytes(written.getvalue())

    made = once(f"pairs-{pairs.__module__}-{name}", fill)
    found: list[Pair[S]] = pickle.loads((made / "pairs").read_bytes())
    return found


def drawn(suite: Suite[S], name: str) -> list[Pair[S]]:
    """Return the pairs of a name, drawn and played once for all processes: each reads its own copy."""
    return _drawn(suite.pairs, depth.chance() if name == NEW else name)
