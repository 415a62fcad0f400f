"""A small game with windows, for tests: each round a bid, then two windows for whoever still holds an alarm.

1. Each round every player bids; the highest bid that one alone has made scores a point.
2. Who holds an alarm may use it in the two windows after that, ``first`` and ``second``: it scores a point and is
   gone. Alarms held are public; a window for nobody is no stage.
3. Each has a colour, drawn, that he alone knows: ``alarme: si rouge`` under ``permanents`` uses his alarm if his is
   red, in whichever window comes first.
4. What is left may hang on conditions (``si``): his colour, the round, and in windows his points.

By :class:`AskingRules` each alarm that is used scores if the MJ says so: ``asking``, then the game has questions.

Every stage has a number of its own. :func:`program_knows` lets the program know the game while a test runs.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest

from adjudicator.core.actions import Action, Choice, Receipt
from adjudicator.core.conditions import Condition, Conditions, bound_objections, bound_said, is_within
from adjudicator.core.context import name_of
from adjudicator.core.dice import Dice, Seed
from adjudicator.core.faults import Objection, Phrase, Word
from adjudicator.core.game import Game
from adjudicator.core.game_rules import MJDecision, Phase, Rules
from adjudicator.core.mj import Mj, Question
from adjudicator.core.plain import Plain
from adjudicator.core.stage import PUBLIC, Outcome, Reader, Table

ID = "vigie"
PLAYERS = ("Anna", "Bruno", "Chloé")
SEED = "70d3b1b0c6b8e6c1f4f4f6a9a3f5f1c3"


@dataclass(frozen=True)
class Setting:
    """Who plays, for how many rounds, and with how many alarms each."""

    players: tuple[str, ...]
    rounds: int
    alarms: tuple[int, ...]
    reds: tuple[str, ...]
    """Whose colour is red: hidden."""


@dataclass(frozen=True)
class State:
    """What a stage changes."""

    phase: str = "bids"
    turn: int = 1
    round: int = 1
    points: dict[str, int] = field(default_factory=dict)
    alarms: dict[str, int] = field(default_factory=dict)


class View(NamedTuple):
    """What a player may know."""

    phase: str
    alarms: int
    red: bool
    round: int
    points: int


def make_setting(campaign: Plain) -> Setting:
    players = tuple(map(name_of, campaign["players"]))
    dice = Dice(str(campaign["seed"]), 0)
    reds = tuple(player for player in players if dice.pick("colour", player, [True, False]))
    return Setting(players, campaign["rounds"], tuple(campaign.get("alarms", [1] * len(players))), reds)


PHASES = (Phase("bids", ahead=True), Phase("first", window=True, ahead=True), Phase("second", window=True, ahead=True))


def begin(setting: Setting) -> State:
    alarms = dict(zip(setting.players, setting.alarms, strict=True))
    return State(points=dict.fromkeys(setting.players, 0), alarms=alarms)


def awaited(setting: Setting, state: State) -> Sequence[str]:
    return [player for player in setting.players if state.phase == "bids" or state.alarms[player]]


def player_view(setting: Setting, state: State, player: str) -> View:
    return View(state.phase, state.alarms[player], player in setting.reds, state.round, state.points[player])


def resolve(table: Table[Setting, State], counts: Callable[[str], bool] = lambda player: True) -> Outcome[State]:
    state = table.state
    points, alarms = dict(state.points), dict(state.alarms)
    bids: dict[str, int] = {}
    used: list[str] = []
    for player in awaited(table.setting, state):
        if state.phase == "bids" and type(bid := table.given(player, "bid")) is int:
            bids[player] = bid
        if state.phase != "bids" and table.given(player, "alarm") == "yes":
            used.append(player)
            alarms[player] -= 1
    made = list(bids.values())
    best = [player for player, bid in bids.items() if bid == max(made) and made.count(bid) == 1]
    for player in (*best, *filter(counts, used)):
        points[player] += 1
    for player in (*bids, *used):
        table.note("done", player=player)
    table.tell(PUBLIC, "stage", best=best, used=used)
    table.state = _next(table.setting, replace(state, turn=state.turn + 1, points=points, alarms=alarms))
    return table.outcome()


def _next(setting: Setting, state: State) -> State:
    following = {"bids": "first", "first": "second"}.get(state.phase)
    if following and any(state.alarms.values()):
        return replace(state, phase=following)
    over = state.round == setting.rounds
    return replace(state, phase="over" if over else "bids", round=state.round + 1)


class AskingRules(Rules):
    """The same rules, but the MJ says whether an alarm counts."""

    decisions = {"counts": MJDecision("proposed")}  # noqa: RUF012 - a game's own table

    def resolve(
        self, setting: Setting, state: State, orders: Mapping[str, Plain], seed: Seed, mj: Mj | None = None
    ) -> Outcome[State]:
        asked = mj or Mj()
        table = Table(setting, state, orders, seed, asked)
        return resolve(table, lambda player: asked.ask(Question("counts", (player,), True, (True, False))) is True)


_ALL, _WINDOWS = frozenset({"bids", "first", "second"}), frozenset({"first", "second"})


def _number(key: str, phases: frozenset[str]) -> Condition:
    return Condition(
        phases,
        lambda view, bound: is_within(getattr(view, key), bound),
        lambda bound: Phrase(f"condition.{key}", {"bound": bound_said(bound)}),
        lambda view: 1,
        lambda view, bound: bound_objections(bound, 0, 1000),
    )


CONDITIONS: Conditions = {
    "red": Condition(
        _ALL,
        lambda view, answer: view.red is answer,
        lambda answer: Phrase(f"condition.red.{'yes' if answer else 'no'}"),
        lambda view: Word("booleans", "true"),
    ),
    "round": _number("round", _ALL),
    "points": _number("points", _WINDOWS),
}


def objections(view: View, orders: Plain) -> list[Objection]:
    possible = "bid" if view.phase == "bids" else "alarm" if view.alarms else ""
    return [Objection("not-now", (order,), {}) for order in orders if order != possible]


def receipt(view: View, orders: Plain) -> Receipt:
    return Receipt(tuple(said(orders)) or (Phrase("said.none"),))


def answers(view: View, standing: Plain) -> bool:
    return "alarm" in standing


def standing_said(standing: Plain) -> Sequence[Phrase]:
    return said(standing)


def said(orders: Mapping[str, Any]) -> list[Phrase]:
    """Say orders, or standing ones."""
    return [Phrase(f"said.{key}", {"value": str(value)}) for key, value in sorted(orders.items())]


def used(view: View, given: Plain) -> Plain:
    uses = given["alarm"] == "yes" or (given["alarm"] == "red" and view.red)
    return {"alarm": "yes"} if uses else {}


ACTIONS = (
    Action(
        ("bid",),
        frozenset({"bids"}),
        lambda view: ({"bid": bid} for bid in range(1, 21)),
        lambda view, given: said(given)[0],
        lambda view: [Choice("bid", None, Phrase("choice"))],
    ),
    Action(
        ("alarm",),
        _WINDOWS,
        lambda view: ({"alarm": word} for word in ("yes", "no")),
        lambda view, given: said(given)[0],
        lambda view: [Choice("alarm", None, Phrase("choice"))],
        standing=used,
    ),
)
FIELDS = ("points",)


def report(
    setting: Setting, before: State, outcome: Outcome[State], orders: Mapping[str, Plain], reader: Reader
) -> Plain:
    learnt = outcome.notices[0].facts
    return {"public": {**learnt, "points": outcome.state.points}, "red": reader.name in setting.reds}


GAME = Game(ID, __name__)

# Its files -------------------------------------------------------------------------------------------------------

ORDERS = {
    "type": "object",
    "x-keys": "orders",
    "x-nothing": "nothing",
    "properties": {
        "bid": {"type": "integer", "minimum": 1, "maximum": 20},
        "alarm": {"x-read": ["alarms"], "enum": ["yes", "no"]},
    },
    "additionalProperties": False,
}
LEFT = {**ORDERS["properties"], "alarm": {"x-read": ["alarms"], "enum": ["yes", "no", "red"]}}  # type: ignore[dict-item]
STANDING = {
    **ORDERS,
    "x-keys": "orders+clauses",
    "properties": {**LEFT, "if": {"$ref": f"urn:adjudicator:{ID}:conditions"}},
}
CLAUSES = {
    "$id": f"urn:adjudicator:{ID}:conditions",
    "x-like": "urn:adjudicator:clauses",
    "x-conditions": {
        "red": {"type": "boolean"},
        "round": {"$ref": "urn:adjudicator:clauses#/$defs/bound"},
        "points": {"$ref": "urn:adjudicator:clauses#/$defs/bound"},
    },
    "$defs": {
        "then": {
            "type": "object",
            "x-keys": "orders",
            "minProperties": 1,
            "properties": ORDERS["properties"],
            "additionalProperties": False,
        }
    },
}


def phase_schema(phase: str) -> dict[str, Any]:
    """Return the schema of the order files of a phase."""
    own = f"urn:adjudicator:{ID}:{phase}"
    return {
        "$id": own,
        "x-like": "urn:adjudicator:envelope",
        "x-unfilled": ["orders", "standing"],
        "properties": {"standing": {"$ref": f"{own}#/$defs/standing"}},
        "else": {
            "required": ["player", "turn"],
            "if": {"required": ["standing"]},
            "else": {"required": ["orders"], "x-or": "standing"},
        },
        "$defs": {"orders": ORDERS, "standing": STANDING},
    }


ANSWERS = {
    "$id": f"urn:adjudicator:{ID}:answers",
    "x-like": "urn:adjudicator:answers",
    "$defs": {
        "answers": {
            "type": "object",
            "x-keys": "decisions",
            "properties": {
                "counts": {
                    "type": "object",
                    "x-names": "player",
                    "additionalProperties": {"x-read": ["agreement", "boolean"]},
                }
            },
            "additionalProperties": False,
        }
    },
}
CAMPAIGN = {
    "$id": f"urn:adjudicator:{ID}:campaign",
    "x-like": "urn:adjudicator:campaign",
    "properties": {
        "game": {"const": ID},
        "players": {
            "type": "array",
            "minItems": 2,
            "maxItems": 20,
            "items": {"$ref": "urn:adjudicator:common#/$defs/person"},
        },
        "rounds": {"type": "integer", "minimum": 1, "maximum": 100},
        "alarms": {"type": "array", "items": {"type": "integer", "minimum": 0, "maximum": 9}},
        "deadline": {
            "x-like": True,
            "properties": {
                "windows": {"$ref": "urn:adjudicator:campaign#/$defs/windows"},
                "bids": {"$ref": "urn:adjudicator:campaign#/$defs/clock"},
            },
        },
    },
    "required": ["game", "players", "rounds", "seed"],
    "additionalProperties": False,
}


def both(french: str, english: str) -> dict[str, list[str]]:
    return {"fr": [french], "en": [english]}


SCHEMAS = {
    **{phase: phase_schema(phase) for phase in ("bids", "first", "second")},
    "campaign": CAMPAIGN,
    "conditions": CLAUSES,
    "answers": ANSWERS,
}
VOCABULARY = {
    "campaign": {"rounds": both("manches", "rounds"), "alarms": both("alarmes", "alarms")},
    "deadline": {"bids": both("mises", "bids")},
    "orders": {"bid": both("mise", "bid"), "alarm": both("alarme", "alarm")},
    "decisions": {"counts": both("alarme compte", "alarm counts")},
    "conditions": {
        "red": both("j’ai le rouge", "I am red"),
        "round": both("manche", "round"),
        "points": both("mes points", "my points"),
    },
    "alarms": {"yes": both("oui", "yes"), "no": both("garde", "keep"), "red": both("si rouge", "if red")},
    "table": {"points": both("points", "points")},
}
SENTENCES = {
    "phase.bids": "tour {turn}, mises",
    "phase.first": "tour {turn}, première fenêtre",
    "phase.second": "tour {turn}, seconde fenêtre",
    "fault.not-now": "Rien de tel à cette étape.",
    "choice": "à remplir",
    "said.bid": "mise {value}",
    "said.alarm": "alarme {value}",
    "said.none": "rien",
    "condition.red.yes": "tu as le rouge",
    "condition.red.no": "tu n’as pas le rouge",
    "condition.round": "la manche est {bound}",
    "condition.points": "le nombre de tes points est {bound}",
    "report.stage": "Étape",
    "report.best": "{n} joueur marque.",
    "report.used": "Alarmes : {names}.",
    "report.colour": "Ta couleur est le rouge.",
    "report.colour.other": "Ta couleur n’est pas le rouge.",
}
TEMPLATES = {
    "parts": """{% macro shared(report) %}
{{ m.section(say("report.stage")) }}
{{ m.paragraph(say("report.used", names=list(report.public.used) or "-")) }}
{{ m.items(report.public.points) }}
{{ common.coda(report) }}
{% endmacro %}
""",
    "public": """{{ common.heading(report, "report.public") }}
{{ shared(parts.shared, report) }}
{{ m.end() }}
""",
    "player": """{{ common.heading(report, "report.player", report.reader.name) }}
{{ m.paragraph(say("report.colour" if report.red else "report.colour.other")) }}
{{ common.own_clauses(report) }}
{{ common.own_key(report) }}
{{ shared(parts.shared, report) }}
{{ m.end() }}
""",
    "mj": """{{ common.heading(report, "report.mj") }}
{{ common.remarks(report) }}
{{ shared(parts.shared, report) }}
{{ m.end() }}
""",
}


def written(folder: Path, toy: ModuleType) -> Path:
    """Write what the program looks for of all games and of a ``toy`` below a ``folder``; return its package there."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    root = Path(__file__).parents[2]
    for name in ("schemas", "templates", "campaigns"):
        (folder / name).mkdir(parents=True)
        for path in (root / name).iterdir():
            (folder / name / path.name).symlink_to(path)
    (folder / "schemas" / toy.ID).mkdir()
    for name, schema in toy.SCHEMAS.items():
        (folder / "schemas" / toy.ID / f"{name}.schema.json").write_text(json.dumps(schema), encoding="utf-8")
    (folder / "schemas" / toy.ID / "vocabulary.json").write_text(json.dumps(toy.VOCABULARY), encoding="utf-8")
    (folder / "templates" / toy.ID).mkdir()
    for name, text in toy.TEMPLATES.items():
        (folder / "templates" / toy.ID / f"{name}.j2").write_text(text, encoding="utf-8")
    entries = "".join(
        f"msgid {json.dumps(key)}\nmsgstr {json.dumps(text, ensure_ascii=False)}\n\n"
        for key, text in toy.SENTENCES.items()
    )
    for language in ("fr", "en"):
        place = folder / "adjudicator" / "locale" / language / "LC_MESSAGES"
        place.mkdir(parents=True)
        for path in (root / "adjudicator" / "locale" / language / "LC_MESSAGES").glob("*.mo"):
            (place / path.name).symlink_to(path)
        head = f'msgid ""\nmsgstr ""\n"Language: {language}\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'
        source = folder / f"{language}.po"
        source.write_text(head + entries, encoding="utf-8")
        with source.open("rb") as known, (place / f"{toy.ID}.mo").open("wb") as file:
            write_mo(file, read_po(known, locale=language))
    return folder / "adjudicator"


def program_knows(folder: Path, asking: bool = False, toy: ModuleType = sys.modules[__name__]) -> Iterator[None]:
    """Let the program know a ``toy``, its files written below ``folder``, as long as a test runs.

    ``asking``, this one is played by :class:`AskingRules`.
    """
    from adjudicator import games
    from adjudicator.store import layout

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(layout, "_PACKAGE", written(folder, toy))
        patch.setitem(games.GAMES, toy.ID, toy.__name__)
        if asking:
            patch.setattr(GAME, "rules", AskingRules(__name__))
        yield


def campaign(folder: Path, more: str = "", players: Sequence[str] = PLAYERS, rounds: int = 3) -> Path:
    """Make ``folder`` a campaign of the game; ``more`` is added to its ``campaign.yaml``."""
    (folder / "inbox").mkdir(parents=True)
    text = f"jeu: {ID}\ntitre: La vigie\njoueurs: [{', '.join(players)}]\nmanches: {rounds}\ngraine: {SEED}\n{more}"
    (folder / "campaign.yaml").write_text(text, encoding="utf-8")
    return folder
