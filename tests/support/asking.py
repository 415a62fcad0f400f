"""A game that asks the MJ all kinds of questions, played by every command in this process; nothing of it is installed.

It is the toy of ``docs/adding-a-game.md``, with more to decide: ``Vigil``.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import adjudicator.games
from adjudicator.reading import schemas
from adjudicator.speech import voice
from adjudicator.store import layout
from support.commands import ROOT

SEED = "0123456789abcdef0123456789abcdef"
TOY, GAME = "mise", "vigil"
PAGE = ROOT / "docs" / "adding-a-game.md"

RULES = '''"""The toy, with more that only the MJ can decide."""

from adjudicator.core.context import read_player
from adjudicator.core.faults import Phrase
from adjudicator.core.game import Game
from adjudicator.core.game_rules import MJDecision
from adjudicator.core.mj import Question
from adjudicator.core.stage import player_reader
from adjudicator.games.mise.game import *


# Who bids 1 is asked about before the orders; who bids 5 or more hears something; a tie is the MJ's to judge.
DECISIONS = {
    "omen": MJDecision("proposed", early=True),
    "rumour": MJDecision("proposed"),
    "echo": MJDecision("auto"),
    "judge": MJDecision("must"),
    "tale": MJDecision("auto"),
}


def resolve(table):
    """Play the turn."""
    state, players, mj, dice = table.state, table.setting.players, table.mj, table.dice
    sent = {player: table.given(player, "bid") for player in players}
    bids = {player: bid for player, bid in sent.items() if type(bid) is int and 1 <= bid <= 20}
    alone = [player for player, bid in bids.items() if list(bids.values()).count(bid) == 1]
    scorer, how = min(alone, key=bids.__getitem__, default=""), "lowest" if alone else "drawn" if bids else "nobody"
    if how == "drawn":
        scorer = dice.pick("point", "", list(bids))
    tale = mj.ask(Question("tale", (), "", kind="text"))
    if how == "drawn":
        judged = mj.ask(Question("judge", (), None, tuple(bids), first=True))
        scorer = judged if judged in players else scorer
    omen = mj.ask(Question("omen", (), dice.pick("proposal", "omen", (0, 1, 2)), (0, 1, 2), why=Phrase("bid.none")))
    heard = {}
    for player, bid in bids.items():
        if bid >= 5:
            false = dice.pick("proposal", player, (True, False))
            then = (Phrase("bid", {"bid": bid}),)
            asked = Question("rumour", (player,), false, (True, False), truth=bid > 10, then=then)
            heard[player] = mj.ask(asked)
            if heard[player] is True:
                mj.ask(Question("echo", (player, scorer), 1, (1, 2)))
    for player, bid in bids.items():
        table.note("bid", player=player, bid=bid)
    table.note(how, player=scorer)
    for player, value in heard.items():
        table.tell(player_reader(player), "rumour", heard=value)
        state.points[player] += value is True
    state.points = {player: points + (player == scorer) for player, points in state.points.items()}
    state.bids, state.scorer, state.how = bids, scorer, how
    state.phase, state.turn = "turn" if state.turn < table.setting.turns else "over", state.turn + 1
    return table.outcome()


def read_pair(node, context):
    """Read two names, ``Anna Bruno``, as ``Anna/Bruno``."""
    first, _, second = str(node).replace("/", " ").partition(" ")
    return "/".join(read_player(name, context) for name in (first, second))


KINDS = {"pair": read_pair}
GAME = Game("vigil", __package__)
'''

ANSWERS = {
    "type": "object",
    "x-keys": "decisions",
    "additionalProperties": False,
    "properties": {
        "omen": {"x-read": ["agreement", "integer"], "anyOf": [{"type": "integer"}, {"enum": ["agreed", "yours"]}]},
        "rumour": {"type": "object", "x-names": "player", "additionalProperties": {"x-read": ["agreement", "boolean"]}},
        "echo": {"type": "object", "x-names": "pair", "additionalProperties": {"x-read": ["agreement", "integer"]}},
        "judge": {"x-read": ["agreement", "player"]},
        "tale": {"type": "string", "maxLength": 2000},
    },
}
WORDS = {
    "omen": {"fr": ["présage"], "en": ["omen"]},
    "rumour": {"fr": ["rumeur"], "en": ["rumour"]},
    "echo": {"fr": ["écho"], "en": ["echo"]},
    "judge": {"fr": ["juge"], "en": ["judge"]},
    "tale": {"fr": ["récit"], "en": ["tale"]},
}


def page_files() -> dict[str, str]:
    """Return the files of the toy, as its page has them."""
    found = re.findall(
        r"^`([^`\n]+)`[^`\n]*(?:`[^`\n]+`[^\n]*)?\n```(\w+)\n(.*?)```$",
        PAGE.read_text(encoding="utf-8"),
        re.MULTILINE | re.DOTALL,
    )
    files: dict[str, str] = {}
    for path, language, content in found:
        if language != "diff":
            files[path] = content
    return files


def _linked(into: Path, folder: Path) -> None:
    into.mkdir(parents=True)
    for path in folder.iterdir():
        (into / path.name).symlink_to(path)


def _written(root: Path) -> None:
    for name in ("schemas", "templates", "campaigns"):
        _linked(root / name, ROOT / name)
    for language in ("fr", "en"):
        _linked(
            root / "adjudicator" / "locale" / language / "LC_MESSAGES",
            layout.locale_folder() / language / "LC_MESSAGES",
        )
    for place, text in page_files().items():
        name = place.replace("adjudicator/games", "games")
        if name.startswith("tests/"):
            continue
        for game in (TOY, GAME):
            own = (
                text
                if game == TOY
                else text.replace("adjudicator:mise", "adjudicator:vigil").replace(
                    '"const": "mise"', '"const": "vigil"'
                )
            )
            path = root / name.replace(TOY, game)
            if game == GAME and "games" in name:
                continue
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(own, encoding="utf-8")
    (root / "games" / GAME).mkdir()
    (root / "games" / GAME / "__init__.py").write_text('"""A vigil."""\n', encoding="utf-8")
    (root / "games" / GAME / "game.py").write_text(RULES, encoding="utf-8")
    answers = {
        "$id": "urn:adjudicator:vigil:answers",
        "x-like": "urn:adjudicator:answers",
        "$defs": {"answers": ANSWERS},
    }
    (root / "schemas" / GAME / "answers.schema.json").write_text(json.dumps(answers), encoding="utf-8")
    path = root / "schemas" / GAME / "vocabulary.json"
    words: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**words, "decisions": WORDS}), encoding="utf-8")
    _compile(root)


def _compile(root: Path) -> None:
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    for language in ("fr", "en"):
        folder = root / "adjudicator" / "locale" / language / "LC_MESSAGES"
        for game in (TOY, GAME):
            with (folder / f"{game}.po").open("rb") as source, (folder / f"{game}.mo").open("wb") as target:
                write_mo(target, read_po(source, locale=language))


@contextmanager
def installed(root: Path) -> Iterator[ModuleType]:
    """Let the toy and the vigil be games of this process, with their files below ``root``; give the vigil's module."""
    _written(root)
    games = adjudicator.games
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(layout, "_PACKAGE", root / "adjudicator")
        patch.setitem(games.GAMES, TOY, "adjudicator.games.mise.game")
        patch.setitem(games.GAMES, GAME, "adjudicator.games.vigil.game")
        games.__path__.append(str(root / "games"))
        try:
            from importlib import import_module

            yield import_module("adjudicator.games.vigil.game")
        finally:
            games.__path__.remove(str(root / "games"))
            for name in [name for name in sys.modules if re.match(r"adjudicator\.games\.(mise|vigil)\b", name)]:
                del sys.modules[name]
            for name in (TOY, GAME):
                if hasattr(games, name):
                    delattr(games, name)
            for cached in (
                schemas.load_schema,
                schemas.edition,
                schemas._validator,
                voice.vocabulary,
                voice.catalogue,
            ):
                cached.cache_clear()


PLAYERS = ("Anna", "Bruno", "Chloé")


def campaign(folder: Path, more: str = "", game: str = GAME, turns: int = 5) -> Path:
    """Make ``folder`` a campaign of the vigil; ``more`` is added to its file."""
    folder.mkdir(parents=True)
    (folder / "inbox").mkdir()
    text = f"jeu: {game}\ntitre: Veillée\njoueurs: [{', '.join(PLAYERS)}]\ntours: {turns}\ngraine: {SEED}\n{more}"
    (folder / "campaign.yaml").write_text(text, encoding="utf-8")
    return folder


def bids(turn: int, **of: int) -> str:
    """Return the MJ's table of a turn."""
    return f"tour: {turn}\njoueurs: {{{', '.join(f'{name}: {{mise: {bid}}}' for name, bid in of.items())}}}\n"


def answers(turn: int, given: Mapping[str, object] | str = "", rest: str = "") -> str:
    """Return a file of the MJ's answers, each a line of YAML."""
    lines = [f"tour: {turn}", "mj:"]
    if given:
        lines.append("  réponses:")
        lines += [f"    {key}: {value}" for key, value in given.items()] if isinstance(given, Mapping) else [given]
    return "\n".join([*lines, *([f"  le reste: {rest}"] if rest else [])]) + "\n"


def copied(source: Path, target: Path) -> Path:
    """Return a copy of a campaign."""
    shutil.copytree(source, target)
    return target
