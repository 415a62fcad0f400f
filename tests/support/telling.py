"""A small game whose MJ tells the story, for tests: he sets a scene, then everybody acts in it.

1. The MJ begins when he likes. A scene is his answer: who is present, and the aspects of the place.
2. Those present act: each says in which mood; a campaign may have its own words for moods.
3. Then the MJ says which of the spirits of the campaign stay calm, and whether he likes a mood.
4. The night passes by itself, and the next scene comes; the last one ends in the morning, when the MJ says so.

Spirits and aspects are free text. :func:`program_knows` lets the program know the game while a test runs.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator.core.actions import Action, Choice
from adjudicator.core.context import Context, name_of
from adjudicator.core.faults import Objection, Phrase, Word
from adjudicator.core.game import Game
from adjudicator.core.game_rules import MJDecision, Phase
from adjudicator.core.mj import Mj, Question
from adjudicator.core.plain import Plain
from adjudicator.core.stage import MJ, PUBLIC, Outcome, Reader, Table, player_reader
from support import windowed
from support.windowed import SEED, both

ID = "veillee"
PLAYERS = ("Anna", "Bruno", "Chloé")


@dataclass(frozen=True)
class Setting:
    """Who plays, which spirits there are, and after how many scenes the story ends."""

    players: tuple[str, ...]
    spirits: tuple[str, ...]
    scenes: int
    names: dict[str, str]
    """What the campaign calls the moods."""


@dataclass(frozen=True)
class State:
    """What a stage changes."""

    phase: str = "opening"
    turn: int = 1
    scene: int = 1
    present: tuple[str, ...] = ()
    aspects: tuple[str, ...] = ()
    calm: dict[str, bool] = field(default_factory=dict)

    @property
    def stage_said(self) -> Phrase | None:
        values = {"turn": self.turn, "scene": self.scene - 1}
        return Phrase("stage.night", values) if self.phase == "night" else None


class View(NamedTuple):
    """What a player may know."""

    phase: str
    aspects: tuple[str, ...]


def make_setting(campaign: Plain) -> Setting:
    players, spirits = tuple(map(name_of, campaign["players"])), tuple(campaign.get("spirits", ()))
    return Setting(players, spirits, campaign["scenes"], campaign.get("names", {}))


def labels(setting: Setting) -> Mapping[str, Mapping[str, str]]:
    return {"moods": setting.names}


def judged(setting: Setting, state: State, question: Question, value: Any) -> Iterator[Objection]:
    """Judge a scene: somebody is there."""
    if not value["present"]:
        yield Objection("nobody-there", ("present",))


PHASES = (
    Phase("opening", starts="mj"),
    Phase("scene", starts="answers"),
    Phase("acts"),
    Phase("night", starts="alone"),
    Phase("morning", starts="mj"),
)
DECISIONS = {
    "scene": MJDecision("auto", parts="scene", texts=("aspects",), judge=judged),
    "calm": MJDecision("proposed", key=("text",)),
    "liked": MJDecision(
        "auto", key=("player", "moods"), said=lambda setting, value: [Phrase("liked.yes" if value else "liked.no")]
    ),
}


def begin(setting: Setting) -> State:
    return State()


def awaited(setting: Setting, state: State) -> Sequence[str]:
    return state.present


def player_view(setting: Setting, state: State, player: str) -> View:
    return View(state.phase, state.aspects)


def resolve(table: Table[Setting, State]) -> Outcome[State]:
    table.state = played(table.setting, table.state, table.orders, table.mj)
    table.tell(PUBLIC, "told", calm=table.state.calm)
    return table.outcome()


def played(setting: Setting, state: State, orders: Mapping[str, Plain], mj: Mj) -> State:
    """Return the state after a stage."""
    state = replace(state, turn=state.turn + 1)
    if state.phase in ("opening", "night"):
        return replace(state, phase="scene" if state.scene <= setting.scenes else "morning")
    if state.phase == "morning":
        return replace(state, phase="over")
    if state.phase == "scene":
        told = mj.ask(Question("scene", (), {"present": [setting.players[0]]}))
        return replace(state, phase="acts", present=tuple(told["present"]), aspects=tuple(told.get("aspects", ())))
    for player, given in orders.items():
        mj.ask(Question("liked", (player, given["mood"]), True, (True, False)))
    calm = {spirit: mj.ask(Question("calm", (spirit,), True, (True, False))) is True for spirit in setting.spirits}
    return replace(state, phase="night", scene=state.scene + 1, calm=calm)


ACTIONS = (
    Action(
        ("mood",),
        frozenset({"acts"}),
        lambda view: ({"mood": mood} for mood in VOCABULARY["moods"]),
        lambda view, given: Phrase("said.mood", {"mood": Word("moods", given["mood"])}),
        lambda view: [Choice("mood", None, Phrase("choice"))],
    ),
)


def objections(view: View, orders: Plain) -> list[Objection]:
    return [Objection("not-now", (order,)) for order in orders if view.phase != "acts"]


def readers(setting: Setting) -> list[Reader]:
    return [PUBLIC, *map(player_reader, setting.players), MJ]


def report(
    setting: Setting, before: State, outcome: Outcome[State], orders: Mapping[str, Plain], reader: Reader
) -> Plain:
    moods = [Phrase("told.mood", {"name": name, "mood": Word("moods", orders[name]["mood"])}) for name in orders]
    return {"moods": moods, "aspects": list(outcome.state.aspects)}


def read_spirit(node: Any, context: Context) -> str:
    """Read the name of a spirit as it is written."""
    return str(node).strip()


KINDS = {"spirit": read_spirit}
GAME = Game(ID, __name__)

# Its files -------------------------------------------------------------------------------------------------------

NAMED = {"type": "object", "x-names": "spirit", "additionalProperties": {"x-read": ["agreement", "boolean"]}}
ANSWERS = {
    "$id": f"urn:adjudicator:{ID}:answers",
    "x-like": "urn:adjudicator:answers",
    "$defs": {
        "answers": {
            "type": "object",
            "x-keys": "decisions",
            "properties": {
                "scene": {
                    "type": "object",
                    "x-keys": "scene",
                    "properties": {
                        "present": {"type": "array", "items": {"x-read": ["player"]}},
                        "aspects": {"type": "array", "items": {"type": "string", "minLength": 1, "maxLength": 80}},
                        "reason": {"type": "string"},
                    },
                    "required": ["present"],
                    "additionalProperties": False,
                },
                "calm": NAMED,
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
        "players": {"type": "array", "minItems": 2, "items": {"$ref": "urn:adjudicator:common#/$defs/person"}},
        "spirits": {"type": "array", "items": {"type": "string"}},
        "scenes": {"type": "integer", "minimum": 1},
        "names": {
            "type": "object",
            "x-keys": "moods",
            "properties": {mood: {"type": "string"} for mood in ("brave", "wary")},
            "additionalProperties": False,
        },
    },
    "required": ["game", "players", "scenes", "seed"],
    "additionalProperties": False,
}
ORDERS = {
    "type": "object",
    "x-keys": "orders",
    "x-nothing": "nothing",
    "properties": {
        "mood": {"x-read": ["moods"], "enum": ["brave", "wary"]},
    },
    "required": ["mood"],
    "additionalProperties": False,
}
SCHEMAS = {
    "campaign": CAMPAIGN,
    "answers": ANSWERS,
    **{
        phase: {
            "$id": f"urn:adjudicator:{ID}:{phase}",
            "x-like": "urn:adjudicator:envelope",
            "x-unfilled": ["orders"],
            "$defs": {"orders": ORDERS},
        }
        for phase in ("opening", "scene", "acts", "night", "morning")
    },
}
VOCABULARY = {
    "campaign": {
        "spirits": both("esprits", "spirits"),
        "scenes": both("scènes", "scenes"),
        "names": both("noms", "names"),
    },
    "orders": {"mood": both("humeur", "mood")},
    "moods": {"brave": both("vaillant", "brave"), "wary": both("prudent", "wary")},
    "decisions": {"scene": both("scène", "scene"), "calm": both("calme", "calm"), "liked": both("plaît", "liked")},
    "scene": {
        "present": both("présents", "present"),
        "aspects": both("aspects", "aspects"),
        "reason": both("raison", "reason"),
        "said": both("dit à tous", "said to all"),
    },
    "table": {},
}
SENTENCES = {
    "phase.opening": "tour {turn}, ouverture",
    "phase.scene": "tour {turn}, scène",
    "phase.acts": "tour {turn}, actes",
    "phase.night": "tour {turn}, nuit",
    "stage.night": "tour {turn}, nuit d’après la scène {scene}",
    "phase.morning": "tour {turn}, matin",
    "fault.not-now": "Rien de tel à cette étape.",
    "fault.nobody-there": "Une scène sans personne.",
    "liked.yes": "il aime",
    "liked.no": "il n’aime pas",
    "choice": "à remplir",
    "said.mood": "humeur {mood}",
    "told.mood": "{name} : {mood}",
    "report.told": "Ce qui s’est passé",
}
TEMPLATES = {
    "parts": """{% macro shared(report) %}
{{ m.section(say("report.told")) }}
{% set moods = [] %}
{% for mood in report.moods %}{% do moods.append(phrase(mood)) %}{% endfor %}
{{ m.items(moods + report.aspects) }}
{{ common.coda(report) }}
{% endmacro %}
""",
    "public": """{{ common.heading(report, "report.public") }}
{{ shared(parts.shared, report) }}
{{ m.end() }}
""",
    "player": """{{ common.heading(report, "report.player", report.reader.name) }}
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


def program_knows(folder: Path) -> Iterator[None]:
    """Let the program know the game, its files written below ``folder``, as long as a test runs."""
    yield from windowed.program_knows(folder, toy=sys.modules[__name__])


def campaign(folder: Path, more: str = "", scenes: int = 2) -> Path:
    """Make ``folder`` a campaign of the game; ``more`` is added to its ``campaign.yaml``."""
    (folder / "inbox").mkdir(parents=True)
    text = f"jeu: {ID}\ntitre: Veillée\njoueurs: [{', '.join(PLAYERS)}]\nscènes: {scenes}\ngraine: {SEED}\n{more}"
    (folder / "campaign.yaml").write_text(text, encoding="utf-8")
    return folder


def acts(turn: int, **moods: str) -> str:
    """Return the MJ's table of a turn: the mood of each player."""
    return f"tour: {turn}\njoueurs: {{{', '.join(f'{name}: {{humeur: {mood}}}' for name, mood in moods.items())}}}\n"
