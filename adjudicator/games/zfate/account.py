"""An exchange in words: the goal first, then how each roll was made, then what came of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from adjudicator.core.faults import Listed, Phrase, PhraseArgument, Word
from adjudicator.core.plain import Plain
from adjudicator.core.stage import Fact
from adjudicator.games.zfate.state import LEVELS, MJ, SCENE
from adjudicator.games.zfate.words import level_said, signed

FACE = {1: "+", 0: "0", -1: "−"}
SECRET = {"dropped", "undecided", "help_lost"}
"""The kinds of facts that are told to nobody but the MJ and, where they are somebody's, their player.

So are facts that say ``secret``.
"""


def told(log: Sequence[Fact], npcs: Collection[str], secret: bool = False) -> Iterator[Phrase]:
    """Yield what a log tells, in order; with ``secret``, also what the MJ alone may know."""
    for fact in log:
        if secret or not (fact.kind in SECRET or fact.data.get("secret")):
            yield from _fact(fact.kind, fact.data, npcs, secret)


def in_scenes(log: Sequence[Fact], npcs: Collection[str], secret: bool = False) -> list[Plain]:
    """Return what a log tells, action by action: its ``heads`` are who wants what and does what, ``lines`` the rest."""
    groups: list[dict[str, list[Phrase]]] = []
    for phrase in told(log, npcs, secret):
        head = phrase.key in HEADS
        if not groups or (head and groups[-1]["lines"]):
            groups.append({"heads": [], "lines": []})
        groups[-1]["heads" if head else "lines"].append(phrase)
    return groups


HEADS = ("event.goal", "event.action", "event.action.on")
"""With what the account of an action begins."""


def _fact(kind: str, data: Mapping[str, Any], npcs: Collection[str], secret: bool) -> Iterator[Phrase]:
    if kind == "roll":
        yield from _roll(data, npcs, secret)
    elif kind in TOLD:
        yield from TOLD[kind](data)
    else:
        if data.get("goal"):
            yield Phrase("event.goal", {"name": data["name"], "text": data["goal"]})
        yield Phrase(f"event.{kind}", {key: _value(key, value) for key, value in data.items()})


def _result(data: Mapping[str, Any]) -> Iterator[Phrase]:
    if data["success"] in ("minor", "cost"):  # a plain success or failure stands in the line before
        yield Phrase(f"event.result.{data['success']}", {"name": data["name"]})
    if data.get("cost"):
        yield Phrase("event.cost", {"text": data["cost"]})


def _compel(data: Mapping[str, Any]) -> Iterator[Phrase]:
    answered = {None: "event.offered", True: "event.compel.refused", False: "event.compel.accepted"}
    by: PhraseArgument = Phrase("the-mj") if data["by"] == MJ else data["by"]
    values = {key: _value(key, data[key]) for key in ("name", "aspect", "text")}
    yield Phrase(answered[data.get("refused")], {**values, "by": by})


def _free(data: Mapping[str, Any]) -> Iterator[Phrase]:
    yield Phrase("event.free", {"name": data["name"], "aspect": text_said(data["aspect"])}, n=data["n"])


def _conceded(data: Mapping[str, Any]) -> Iterator[Phrase]:
    yield Phrase("event.conceded", {"name": data["name"]})
    yield from (Phrase(f"event.{key}", {"text": data[key]}) for key in ("terms", "said") if data[key])


def _sheet_refused(data: Mapping[str, Any]) -> Iterator[Phrase]:
    key = "event.sheet_refused.said" if data["said"] else "event.sheet_refused"
    yield Phrase(key, {"name": data["name"], "text": data["said"]})


def _draw(data: Mapping[str, Any]) -> Iterator[Phrase]:
    yield Phrase("event.draw", {"names": Listed(tuple(data["names"]))})
    if data["said"]:
        yield Phrase("event.twist", {"text": data["said"]})


WORDS = {"level": "levels", "genre": "scenes", "milestone": "milestones", "action": "orders", "orders": "orders"}
"""Where the words of facts are, by their key."""


def _value(key: str, value: Any) -> PhraseArgument:
    found: PhraseArgument = str(value) if isinstance(value, bool) else value
    if key == "faces":
        found = faces_said(value)
    elif isinstance(value, list):
        found = Listed(tuple(_value(key, one) for one in value))
    elif key in WORDS:
        found = Word(WORDS[key], value)
    elif key == "fate" and value in ("alive", "dead"):
        found = Word("fates", value)
    elif key == "code":
        found = Phrase(f"dropped.{value}")
    elif key == "bearer":
        found = bearer_said(value)
    elif key in ("aspect", "what", "was"):
        found = text_said(value)
    return found


def bearer_said(bearer: str) -> PhraseArgument:
    """Return who or what bears an aspect."""
    return Word("bearers", SCENE) if bearer == SCENE else bearer


def text_said(text: str) -> PhraseArgument:
    """Return the text of an aspect as it is shown: the name that a consequence or boost has by default, in words."""
    what, colon, whose = text.partition(" : ")
    if colon and what in LEVELS:
        return Phrase("aspect.default", {"what": Word("levels", what), "whose": whose})
    return text


def faces_said(faces: Sequence[int]) -> str:
    """Return four dice as their faces."""
    return " ".join(FACE[face] for face in faces)


def _roll(data: Mapping[str, Any], npcs: Collection[str], secret: bool) -> Iterator[Phrase]:
    actor = data["actor"]
    if data["goal"]:
        yield Phrase("event.goal", {"name": actor, "text": data["goal"]})
    target = text_said(data.get("target") or data.get("aspect") or data["against"] or "")
    values: dict[str, PhraseArgument] = {"name": actor, "action": Word("orders", data["action"]), "target": target}
    yield Phrase("event.action.on" if target else "event.action", values)
    if data.get("interceptor"):
        yield Phrase("event.intercepted", {"name": data["interceptor"], "other": target})
    elif data.get("coverer"):
        yield Phrase("event.covered", {"name": data["coverer"], "other": target})
    yield from _thrown(actor, data, actor in npcs and not secret)
    if data["helpers"]:
        helpers = [name for name in (actor, *data["helpers"]) if name != data["leader"]]
        yield Phrase("event.helped", {"name": data["leader"], "names": Listed(tuple(helpers))})
    for use in data["wall"]:
        yield _use(use)
    defence = data["defence"]
    if defence is not None:
        yield from _thrown(defence["name"], defence, defence["name"] in npcs and not secret)
    else:
        yield Phrase("event.opposition", {"level": level_said(data["opposition"])})
    yield Phrase(f"event.outcome.{data['outcome']}", {"shifts": signed(data["shifts"])})


def _thrown(name: str, data: Mapping[str, Any], hidden: bool) -> Iterator[Phrase]:
    values: dict[str, PhraseArgument] = {
        "name": name,
        "faces": faces_said(data["faces"]),
        "level": signed(data["level"]),
        "bonus": signed(data["bonus"]),
        "result": level_said(data["result"]),
    }
    values |= {} if hidden else {"skill": data["skill"]}
    how = "npc" if hidden else "skilled" if data["skill"] else "unskilled"
    more = "bonus" if data["bonus"] else "plain"
    yield Phrase(f"event.throw.{how}.{more}", values)
    for use in data["uses"]:
        yield _use(use)


def _use(use: Mapping[str, Any]) -> Phrase:
    effect, mode, more = use["effect"], use["mode"], "why" if use["why"] else "plain"
    values = {"name": use["who"], "aspect": text_said(use["aspect"]), "why": use["why"]}
    return Phrase(f"event.invoke.{effect}.{mode}.{more}", values)


def _hit(data: Mapping[str, Any]) -> Iterator[Phrase]:
    values: dict[str, PhraseArgument] = {"name": data["name"], "by": data["by"], "damage": data["damage"]}
    if data["out"]:
        yield Phrase("event.hit.out", values)
        if data["said"]:
            yield Phrase("event.if-out", {"text": data["said"]})
        return
    taken = [Phrase("box", {"n": box}) for box in data["boxes"]]
    taken += [Phrase("consequence", {"level": Word("levels", level)}) for level in data["levels"]]
    yield Phrase("event.hit", {**values, "taken": Listed(tuple(taken))})


TOLD: Mapping[str, Callable[[Mapping[str, Any]], Iterator[Phrase]]] = {
    "hit": _hit,
    "result": _result,
    "compel": _compel,
    "offered": _compel,
    "free": _free,
    "conceded": _conceded,
    "sheet_refused": _sheet_refused,
    "draw": _draw,
}
"""How facts are told that are more than one sentence of their own name."""
