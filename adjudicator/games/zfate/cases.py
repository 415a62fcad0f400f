"""Adjudication cases: sheets, a scene, one exchange or several, and the expected result."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from adjudicator.core.context import name_of, names_listed
from adjudicator.core.faults import Objection
from adjudicator.core.game import CASE_SEED
from adjudicator.core.mj import Answer, Place, Question
from adjudicator.core.plain import Plain, to_plain
from adjudicator.core.played_case import Finding, PlayedCase, answers_in, by_name, unordered
from adjudicator.core.words import Names, fold
from adjudicator.games.zfate import sheets
from adjudicator.games.zfate.frame import make_scene
from adjudicator.games.zfate.game import AHEAD, GAME
from adjudicator.games.zfate.setup import make_setting
from adjudicator.games.zfate.sheets import level_of
from adjudicator.games.zfate.state import BANK, CONFLICT, ESCROW, FREE, MJ, SCENE, Aspect, Compel, Scene, Setting, State
from adjudicator.games.zfate.words import LADDER, signed


def case_names(case: Plain) -> tuple[list[str], list[str]]:
    """Return the players of an unchecked case, with its NPCs, and no camps."""
    npcs = case.get("npcs")
    return [*names_listed(case.get("players")), *(npcs if isinstance(npcs, Mapping) else ())], []


def case_objections(case: Plain) -> list[Objection]:
    """Judge the position of a case: names that nobody has."""
    people = Names([*map(name_of, case["players"]), *case.get("npcs", {})])
    named = sheets.written(case, "sheets", "orders", "reactions")
    return [one._replace(on_key=True) for one in sheets.unknown(people, "unknown-person", named)]


class PlayedFate(PlayedCase):
    """A case of zFate while it is played: the dice that it lists, and all that the MJ was asked."""

    def __init__(self, case: Plain, seed: str, setting: Setting) -> None:
        """Begin a case."""
        super().__init__(GAME, {}, seed, setting)
        self.codes: dict[str, list[str]] = {}
        self.asked: dict[str, list[str]] = {}
        self.throws: Mapping[str, Any] = {}
        self.opening = 0

    def _take(self, purpose: str, whose: str, candidates: Sequence[Any]) -> Any:
        if purpose != "dice":
            return None
        roller, what, attempt, die = whose.split("/")
        key = roller if what == "action" else f"{roller}/{what.removeprefix('defence ')}"
        listed = self.throws.get(fold(key), [])
        throw = listed[int(attempt)] if int(attempt) < len(listed) else [0, 0, 0, 0]
        return throw[int(die) - 1]

    def judged(self, sent: Mapping[str, Plain | None]) -> dict[str, Plain]:
        """Return the orders that are not refused, by name; ``sent`` may have them by character, and None for none."""
        people = Names([*self.setting.players, *self.state.npcs])
        return self.kept({people.spelt(name): given or {} for name, given in sent.items()})

    def _refuses(self, player: str, objections: Any) -> bool:
        """Keep all codes of a refusal, of which a case names any."""
        codes = [one.code for one in objections]
        if codes:
            self.codes.setdefault(player, []).extend(codes)
        return bool(codes)

    def play(self, sent: Mapping[str, Plain], answers: dict[Place, Answer]) -> None:
        """Play one stage with the orders of the players, and the MJ's answers."""
        self._answers = answers
        self.stage(sent)
        untold = ("npc", *(AHEAD if self.state.declared else ()))  # what was sent ahead is asked when it counts
        for one in self.mj.asked:
            if one.question.purpose not in untold:
                keys = self.asked.setdefault(one.question.purpose, [])
                keys.extend([key] if (key := "/".join(one.question.key)) not in keys else [])

    def exchange(self, told: Plain, more: bool) -> bool:
        """Play one exchange with its window; return whether it was decided. ``more`` is whether another follows."""
        self.throws = {fold(who): throws if isinstance(throws[0], list) else [throws]
                       for who, throws in told.get("dice", {}).items()}  # fmt: skip
        kept = self.judged(told.get("orders", {}))
        answers = {place: one for place, one in answers_in(told).items() if not self.objects(*place, one.value)}
        answers |= {("npc", (name,)): Answer(given) for name, given in kept.items() if name in self.state.npcs}
        if more and self.state.scene.kind == FREE:
            answers.setdefault(("next", ()), Answer("exchange"))
        self.play({name: given for name, given in kept.items() if name not in self.state.npcs}, answers)
        if any(fact.kind == "undecided" for fact in self.outcomes[-1].log):
            return False
        if self.state.phase == "reactions":
            self.play(self.judged(told.get("reactions", {})), answers)
        return True

    def objects(self, purpose: str, key: tuple[str, ...], value: Any) -> bool:
        """Return whether an answer of the MJ is refused; its codes are kept under who it is about."""
        question = Question(purpose, key, None)
        return self._refuses("/".join(key[:1]), GAME.rules.answer_objections(self.setting, self.state, question, value))

    def facts(self, kind: str) -> list[Any]:
        """Return the facts of a kind of all exchanges that count."""
        counted = (outcome for outcome in self.outcomes if outcome.state.declared is None)
        return [fact.data for outcome in counted for fact in outcome.log if fact.kind == kind]


def make_state(case: Plain, setting: Setting, dice: Any) -> State:
    """Build the state in which a case begins."""
    state = State("exchange", 1, 1, cap=setting.cap)
    people = Names(setting.players)
    told = {people.spelt(name): sheet for name, sheet in case.get("sheets", {}).items()}
    for name in setting.players:
        put_in(setting, state, name, told.get(name, {}))
    given = case.get("scene", {})
    aspects = [{"aspect": text, "on": one.get("on", SCENE), "hidden": one.get("hidden", False)}
               for text, one in given.get("aspects", {}).items()]  # fmt: skip
    npcs = case.get("npcs", {})
    state.scene = make_scene(setting, state, {**given, "npcs": npcs, "aspects": aspects}, dice)
    for name, sheet in npcs.items():
        consequences(state, name, sheet)
    everybody = Names([*setting.players, *state.npcs])
    for text, each in given.get("aspects", {}).items():
        state.found(text)[-1].free = {everybody.spelt(who): n for who, n in each.get("free", {}).items()}
    for text, owner in given.get("boosts", {}).items():
        state.aspects.append(Aspect(text, everybody.spelt(owner), "boost", free={everybody.spelt(owner): 1}))
    scene = state.scene
    if given.get("order"):
        scene.order = list(map(everybody.spelt, given["order"]))
    for key in ("out", "conceded", "suffered", "victories", "used"):
        setattr(scene, key, given.get(key, getattr(scene, key)))
    for each in case.get("compels", ()):
        who, by = everybody.spelt(each["who"]), everybody.spelt(each["by"])
        scene.compels.append(Compel(**{"aspect": "", **each, "who": who, "by": by}))
        if each["by"] != MJ:
            state.pay(BANK, ESCROW, 1, "third")
    return state


def put_in(setting: Setting, state: State, name: str, sheet: Plain) -> None:
    """Give a player of a case his sheet, his points and his consequences."""
    sheets.put_sheet(setting, state, name, sheet)
    points = sheet.get("points", state.sheets[name].refresh)
    if points:
        state.pay(BANK, name, points, "refresh")
    consequences(state, name, sheet)
    state.extreme[name] = bool(sheet.get("extreme_used"))


def consequences(state: State, name: str, sheet: Plain) -> None:
    """Give somebody the consequences that a sheet of a case lists."""
    for level, each in sheet.get("consequences", {}).items():
        told = {"harm": "physical", **(each if isinstance(each, Mapping) else {"text": each})}
        told["free"] = dict(told.get("free", {}))
        state.aspects.append(Aspect(**told, bearer=name, kind="consequence", level=level))


def play(case: Plain, seed: str = CASE_SEED) -> PlayedFate:
    """Play a canonical case."""
    setting = make_setting(case)
    played = PlayedFate(case, seed, setting)
    played.state = make_state(case, setting, played.dice(1))
    played.opening = len(played.state.ledger)
    for name, sheet in case.get("sheets", {}).items():
        played._refuses(name, sheets.sheet_objections(setting, setting.cap, sheet, whole=False))
    if "frame" in case:
        return _framed(played, case)
    listed = case.get("exchanges") or [case]
    for i, told in enumerate(listed):
        if played.state.phase != "exchange" or not played.exchange(told, i + 1 < len(listed)):
            break
    return played


def _framed(played: PlayedFate, case: Plain) -> PlayedFate:
    played.state.phase = "frame"
    answers = {("frame", ()): Answer(case["frame"]), **answers_in(case)}
    played.play({}, answers)
    if played.state.phase == "milestone":
        played.play(played.judged(case.get("orders", {})), answers)
    return played


# What is found ----------------------------------------------------------------------------------------------------


def _rolls(played: PlayedFate, want: Mapping[str, Any]) -> Plain:
    found: Plain = {}
    for roll in played.facts("roll"):
        own = {key: roll[key] for key in ("dice", "result", "opposition", "shifts", "outcome", "bonus")}
        found[roll["actor"]] = own
        if (defence := roll["defence"]) is not None:
            theirs = {key: defence[key] for key in ("dice", "result", "bonus")}
            found[f"{defence['name']}/{roll['actor']}"] = {**own, **theirs, "opposition": roll["result"]}
    for told in played.facts("deceived"):
        found[f"{told['name']}/{told['actor']}"] = {"dice": told["dice"], "result": told["result"]}
    return {key: found.get(key) for key in want}


def _whole(get: Callable[[Any], Any]) -> Finding:
    return Finding(lambda played, want: get(played), form=to_plain)


def _for_names(get: Callable[[Any, str], Any], form: Callable[[Any], Any] = unordered) -> Finding:
    """Return how what is found under each expected name is found, of which a case names what it wants compared."""
    return by_name(get)._replace(named=True, form=form)


def _refused(played: PlayedFate, want: Mapping[str, str]) -> Plain:
    return {name: want[name] if want.get(name) in codes else codes[0] for name, codes in played.codes.items()}


def _damage(played: PlayedFate) -> Plain:
    found: Plain = {}
    for hit in played.facts("hit"):
        found.setdefault(hit["name"], []).append(hit["damage"])
    return found


def _free(played: PlayedFate, text: str) -> Plain:
    found = played.state.found(text)
    return {name: n for name, n in found[0].free.items() if n} if found else {}


def _invokes(played: PlayedFate, name: str) -> int:
    return sum(each.free.get(name, 0) for each in played.state.aspects if each.kind != "boost")


def _boosts(played: PlayedFate, name: str) -> int:
    return sum(each.kind == "boost" and each.free.get(name, 0) > 0 for each in played.state.aspects)


def _awaited(played: PlayedFate) -> list[str]:
    """Return whom the last window awaited."""
    windows = [outcome.state.declared.awaited for outcome in played.outcomes if outcome.state.declared]
    return list(windows[-1]) if windows else []


def _winner(among: Callable[[Scene], bool]) -> Finding:
    return _whole(lambda played: played.state.scene.winner if among(played.state.scene) else None)


def _texts(there: bool) -> Finding:
    return Finding(lambda played, want: [text for text in want if bool(played.state.found(text)) is there])


def _sheet(played: PlayedFate, name: str) -> Plain:
    sheet = played.state.sheets[name]
    skills = {skill: level_of(played.setting, sheet, skill) for skill in played.setting.skills}
    return {"skills": skills, "refresh": sheet.refresh, "stunts": list(sheet.stunts)}


def _ticked(played: PlayedFate, name: str) -> Plain:
    sheet = played.state.sheets[name]
    return {**{track: [] for track in sheet.boxes}, **sheet.ticked}


FOUND: Mapping[str, Finding] = {
    "order": _whole(lambda played: played.state.scene.order),
    "awaited": _whole(_awaited),
    "over": _winner(lambda scene: scene.winner != "" and scene.kind == CONFLICT),
    "out": Finding(lambda played, want: played.state.scene.out),
    "conceded": _whole(lambda played: played.state.scene.conceded),
    "winner": _winner(lambda scene: scene.winner in scene.present),
    "victories": _whole(lambda played: {name: n for name, n in played.state.scene.victories.items() if n}),
    "tasks": _whole(lambda played: {each.name: each.outcome for each in played.state.scene.tasks if each.outcome}),
    "refused": Finding(_refused, form=to_plain),  # type: ignore[arg-type]
    "dropped": _whole(lambda played: [[each["name"], each["what"], each["code"]] for each in played.facts("dropped")]),
    "ledger": _whole(
        lambda played: [
            [each.source, each.target, each.amount, each.reason] for each in played.state.ledger[played.opening :]
        ]
    ),
    "damage": _whole(_damage),
    "absorbed": by_name(
        lambda played, name: [[*hit["boxes"], *hit["levels"]] for hit in played.facts("hit") if hit["name"] == name]
    ),
    "points": by_name(lambda played, name: played.state.balance(name)),
    "consequences": by_name(lambda played, name: [each.level for each in played.state.consequences(name)]),
    "places": by_name(lambda played, name: played.state.scene.places.get(name)),
    "boosts": by_name(_boosts),
    "invokes": by_name(_invokes),
    "free": by_name(_free),
    "success": by_name(
        lambda played, name: {each["name"]: each["success"] for each in played.facts("result")}.get(name)
    ),
    "asked": by_name(lambda played, purpose: played.asked.get(purpose, []))._replace(form=unordered),
    "rolls": Finding(_rolls, named=True, form=to_plain),  # type: ignore[arg-type]
    "ticked": _for_names(_ticked, to_plain),
    "sheets": _for_names(_sheet),
    "aspects": _texts(True),
    "gone": _texts(False),
    "treated": Finding(
        lambda played, want: [each.text for each in played.state.aspects if each.kind == "consequence" and each.treated]
    ),
    "ladder": by_name(lambda played, level: LADDER.get(int(level)) or signed(int(level))),
}
