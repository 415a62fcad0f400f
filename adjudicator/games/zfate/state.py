"""The setting of a game, which never changes, its state, which each stage changes, and a stage while it is played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pickle import HIGHEST_PROTOCOL, dumps, loads
from typing import NamedTuple, TypeAlias

from adjudicator.core.plain import Plain, Sealed
from adjudicator.core.stage import Table as AnyTable
from adjudicator.core.words import Names, fold

LEVELS = {"mild": 1, "moderate": 2, "severe": 4, "extreme": 6}
"""Z35. What a consequence of each level absorbs."""
PHYSICAL, MENTAL, RESOURCES = TRACKS = ("physical", "mental", "resources")
MJ, BANK, ESCROW = "mj", "bank", "escrow"
"""The accounts of fate points beside those of the players."""
SCENE = "scene"
"""The bearer of an aspect of the whole scene."""

FREE, CONFLICT, CHALLENGE, CONTEST = "free", "conflict", "challenge", "contest"


class Options(NamedTuple):
    """The variants, and the rulings where the rule sheet leaves a choice; docs/zfate.md says what each means."""

    reactions: str = "window"
    boxes: str = "one"
    attack_style: str = "trade"
    personal: str = "bonus"
    surplus: str = "lost"
    refresh_floor: int = 1
    opposition: int | str = "ask"
    severe_sittings: int = 3


OF_THE_SHEET = Options()
"""The options of a campaign that chooses no others."""


class Skill(NamedTuple):
    """What a skill can do: the kind of harm that it attacks with or defends against; ``close`` needs the same zone."""

    attacks: str = ""
    defends: str = ""
    close: bool = False
    trained: bool = False


class Track(NamedTuple):
    """How many boxes a track has by default, and the skill that adds some."""

    boxes: int = 2
    skill: str = ""


SKILLS = {
    "Attention": Skill(),
    "Athlétisme": Skill(defends=PHYSICAL),
    "Bricolage": Skill(),
    "Empathie": Skill(defends=MENTAL),
    "Entente": Skill(),
    "Explosifs": Skill(attacks=PHYSICAL, trained=True),
    "Furtivité": Skill(),
    "Médecine": Skill(trained=True),
    "Mêlée": Skill(attacks=PHYSICAL, defends=PHYSICAL, close=True),
    "Physique": Skill(),
    "Tir": Skill(attacks=PHYSICAL),
    "Tromperie": Skill(attacks=MENTAL),
}
"""The skills of a campaign that lists none of its own."""
STRESS = {PHYSICAL: Track(2, "Physique"), MENTAL: Track(), RESOURCES: Track()}
INITIATIVE = {PHYSICAL: ("Attention", "Athlétisme"), MENTAL: ("Empathie", "Entente")}
"""Z47. The skills by which the order of a conflict is made."""
CARE = {PHYSICAL: "Médecine", MENTAL: "Empathie"}
"""Z43. The skill that treats a consequence."""


@dataclass(frozen=True)
class Setting:
    """What does not change during a game."""

    players: tuple[str, ...]
    characters: Mapping[str, str] = field(default_factory=dict)
    skills: Mapping[str, Skill] = field(default_factory=lambda: SKILLS)
    stress: Mapping[str, Track] = field(default_factory=lambda: STRESS)
    cap: int = 3
    options: Options = OF_THE_SHEET

    @property
    def aliases(self) -> dict[str, str]:
        """The characters, by which orders may name their players, each mapped to its player."""
        return {character: player for player, character in self.characters.items()}

    @property
    def skill_names(self) -> Names:
        """The names of the skills of the campaign."""
        return Names(list(self.skills))

    def people(self, npcs: Iterable[str]) -> Names:
        """Return the names of all players and of NPCs, also those of the players' characters."""
        return Names([*self.players, *npcs], self.aliases)

    def boxes(self, track: str, skills: Mapping[str, int]) -> list[int]:
        """Z68. Return the boxes of a track of somebody who has these ``skills``."""
        told = self.stress[track]
        level = skills.get(told.skill, 0) if told.skill else 0
        return list(range(1, told.boxes + (0 if level < 1 else 1 if level < 3 else 2) + 1))


@dataclass(slots=True)
class Stunt:
    """Z100. A stunt: ``bonus`` adds 2 to a skill, ``swap`` uses ``skill`` in place of ``instead``, ``text`` is told."""

    form: str
    skill: str = ""
    instead: str = ""
    when: str = ""
    cost: int = 0


@dataclass(slots=True)
class Weapon:
    """Z54, Z109. A weapon: what it adds to a hit, the skill that it needs, and what it adds to the opposition."""

    rating: int
    skill: str = ""
    difficulty: int = 0


@dataclass(slots=True)
class Sheet:
    """The numbers of a character; what is written in words is an aspect that the character bears."""

    skills: dict[str, int] = field(default_factory=dict)
    stunts: dict[str, Stunt] = field(default_factory=dict)
    refresh: int = 2
    weapons: dict[str, Weapon] = field(default_factory=dict)
    armour: int = 0
    boxes: dict[str, list[int]] = field(default_factory=dict)
    ticked: dict[str, list[int]] = field(default_factory=dict)
    slots: list[str] = field(default_factory=lambda: list(LEVELS))


@dataclass(slots=True)
class Aspect:
    """An aspect: ``kind`` is concept, personal, situation, boost or consequence; ``free`` are free invokes by owner.

    ``known_to`` lists those who know a hidden aspect beside the MJ; None if everybody knows it.
    """

    text: str
    bearer: str
    kind: str
    known_to: list[str] | None = None
    free: dict[str, int] = field(default_factory=dict)
    level: str = ""
    harm: str = ""
    by: str = ""
    replaces: str = ""
    treated: bool = False
    since: int = 0
    """The sitting in which its recovery began."""
    worsens: Sealed | None = None

    @property
    def label(self) -> str:
        """The text with the bearer, by which it is named where another aspect has the same text."""
        return f"{self.text} ({self.bearer})"

    @property
    def personal(self) -> bool:
        """Z18. Whether it stands on a sheet as the Concept or an aspect."""
        return self.kind in ("concept", "personal")

    def known_by(self, name: str) -> bool:
        """Return whether a character knows the aspect."""
        return self.known_to is None or name == self.bearer or name in self.known_to


@dataclass(slots=True)
class Obstacle:
    """What stands between two zones: a number, or somebody who defends (``guard``)."""

    between: tuple[str, str]
    name: str
    opposition: int = 0
    guard: str = ""


@dataclass(slots=True)
class Compel:
    """A compel that waits for its answer; ``by`` is the MJ or a player."""

    who: str
    by: str
    aspect: str
    complication: str = ""
    price: int = 1
    effect: str = "told"
    secret: bool = False
    counter: str = ""

    @property
    def told(self) -> Plain:
        """What a fact about it tells, besides whether it is secret."""
        return {"name": self.who, "by": self.by, "aspect": self.aspect, "text": self.complication}

    @property
    def about(self) -> str:
        """What its lines of the ledger are about: where nothing else will tell of it, also the complication."""
        return f"{self.aspect} ({self.complication})" if self.secret and self.complication else self.aspect


@dataclass(slots=True)
class Task:
    """A task of a challenge, and how it went; ``outcome`` is empty while nobody has tried."""

    name: str
    opposition: int
    outcome: str = ""


@dataclass(slots=True)
class Scene:
    """A scene: who is there, where, and what has happened in it; ``winner`` is the side that won a conflict."""

    name: str = ""
    kind: str = FREE
    harm: str = PHYSICAL
    present: list[str] = field(default_factory=list)
    sides: dict[str, list[str]] = field(default_factory=dict)
    zones: dict[str, list[str]] = field(default_factory=dict)
    places: dict[str, str] = field(default_factory=dict)
    obstacles: list[Obstacle] = field(default_factory=list)
    oppositions: dict[str, int] = field(default_factory=dict)
    order: list[str] = field(default_factory=list)
    exchange: int = 1
    out: list[str] = field(default_factory=list)
    conceded: list[str] = field(default_factory=list)
    suffered: dict[str, list[str]] = field(default_factory=dict)
    victories: dict[str, int] = field(default_factory=dict)
    tasks: list[Task] = field(default_factory=list)
    used: list[str] = field(default_factory=list)
    compels: list[Compel] = field(default_factory=list)
    cared: list[str] = field(default_factory=list)
    """Who has tried to treat what in this scene: ``CARER/PATIENT/LEVEL``; names of consequences change."""
    winner: str = ""
    met: list[str] = field(default_factory=list)
    """The listed oppositions that somebody has met."""

    @property
    def seen(self) -> list[str]:
        """What everybody knows that an action may be against, besides people."""
        return [*(each.name for each in self.obstacles), *(each.name for each in self.tasks), *self.met]

    @property
    def in_order(self) -> list[str]:
        """Everybody present, in the order in which they act."""
        return self.order or self.present

    def task(self, name: str | None) -> Task | None:
        """Return the task of a challenge that is called so."""
        return next((each for each in self.tasks if each.name == name), None)

    def can_act(self, name: str) -> bool:
        """Return whether somebody is present, and neither out nor has conceded."""
        return name in self.present and name not in self.out and name not in self.conceded

    def side_of(self, name: str) -> str:
        """Return the side of somebody; their own name if they are on none."""
        return next((side for side, names in self.sides.items() if name in names), name)

    def zone(self, name: str) -> str:
        """Return the zone in which somebody is; an empty string in a scene without zones."""
        return self.places.get(name, "")

    def steps(self, start: str, end: str) -> list[str] | None:
        """Return the zones on a shortest way from ``start`` to ``end``, both included; None if there is none."""
        ways = [[start]]
        seen = {start}
        for way in ways:
            if way[-1] == end:
                return way
            for zone in self.zones.get(way[-1], ()):
                if zone not in seen:
                    seen.add(zone)
                    ways.append([*way, zone])
        return None

    def between(self, one: str, other: str) -> list[Obstacle]:
        """Return the obstacles between two zones."""
        return [each for each in self.obstacles if set(each.between) == {one, other}]

    def guards(self, obstacle: Obstacle, against: str = "") -> bool:
        """Z56. Return whether the guard of an obstacle can hinder ``against`` now."""
        guard = obstacle.guard
        return guard not in ("", against) and self.can_act(guard) and self.zone(guard) in obstacle.between

    def is_open(self, name: str, zone: str) -> bool:
        """Z56. Return whether somebody can step freely into a ``zone`` from where they are."""
        here = self.zone(name)
        hinders = (each for each in self.between(here, zone) if not each.guard or self.guards(each, name))
        return zone in self.zones.get(here, ()) and not any(hinders)

    def enemies(self, name: str) -> list[str]:
        """Return those of other sides who can act, in order."""
        return [one for one in self.in_order if self.can_act(one) and self.side_of(one) != self.side_of(name)]

    def nearest_enemy(self, name: str) -> str | None:
        """Return the nearest enemy, obstacles ignored; the first in order if several are equally near."""
        far = {one: len(self.steps(self.zone(name), self.zone(one)) or self.zones) for one in self.enemies(name)}
        return min(far, key=lambda one: far[one], default=None)


@dataclass(slots=True)
class Line:
    """A line of the ledger: fate points that went from one account to another, and why. Lines are never changed."""

    n: int
    turn: int
    source: str
    target: str
    amount: int
    reason: str
    about: str = ""
    told: bool = True


@dataclass(slots=True)
class Declared:
    """What was declared in an exchange, kept until its window has closed.

    ``answers`` is the record of what the MJ was asked, as JSON, in which nothing is taken for the name of a player.
    ``hits`` is the damage of the provisional pass by target and attacker, ``outcomes`` the outcome of each action.
    """

    orders: Sealed
    answers: str
    awaited: list[str]
    hits: dict[str, dict[str, int]]
    outcomes: dict[str, str]
    made: list[str]
    """The aspects that the provisional pass made."""
    out: list[str] = field(default_factory=list)
    """Who is out after the provisional pass."""


@dataclass(slots=True)
class State:
    """The state of a game between two stages."""

    phase: str = "sheets"
    turn: int = 1
    sitting: int = 0
    scene: Scene = field(default_factory=Scene)
    sheets: dict[str, Sheet] = field(default_factory=dict)
    npcs: list[str] = field(default_factory=list)
    aspects: list[Aspect] = field(default_factory=list)
    ledger: list[Line] = field(default_factory=list)
    extreme: dict[str, bool] = field(default_factory=dict)
    """Who has taken an extreme consequence since the last major milestone."""
    cap: int = 3
    rights: dict[str, list[str]] = field(default_factory=dict)
    declared: Declared | None = None
    dead: list[str] = field(default_factory=list)

    def copy(self) -> State:
        """Return a copy that shares nothing with this state; ``deepcopy`` would take ten times as long."""
        copied: State = loads(dumps(self, HIGHEST_PROTOCOL))
        return copied

    def balance(self, account: str, told: bool = False) -> int:
        """Return the fate points of an account; with ``told``, as those see them who know the told lines alone."""
        lines = [line for line in self.ledger if line.told or not told]
        gained = sum(line.amount for line in lines if line.target == account)
        return gained - sum(line.amount for line in lines if line.source == account)

    def pay(self, source: str, target: str, amount: int, reason: str, about: str = "", told: bool = True) -> None:
        """Add a line to the ledger, which changes two balances and nothing else.

        Z83. Where the balance shown to all would fall below 0, untold lines that explain it are told, the oldest first.
        """
        self.ledger.append(Line(len(self.ledger) + 1, self.turn, source, target, amount, reason, about, told))
        for line in self.ledger:
            if source in (MJ, BANK, ESCROW) or self.balance(source, told=True) >= 0:
                break
            line.told = line.told or line.target == source

    def pay_concessions(self, players: Sequence[str]) -> None:
        """Z57, Z58. Pay those of the ``players`` who have conceded, in the order in which they did."""
        for name in self.scene.conceded:
            if name in players:
                self.pay(BANK, name, 1 + len(self.scene.suffered.get(name, ())), "concession")

    def tell_all(self) -> None:
        """Tell every line of the ledger to all."""
        for line in self.ledger:
            line.told = True

    def borne(self, name: str) -> list[Aspect]:
        """Return the aspects of a character."""
        return [aspect for aspect in self.aspects if aspect.bearer == name]

    def consequences(self, name: str) -> list[Aspect]:
        """Return the consequences of a character, the lightest first: one of each level, but of extreme ones several.

        Z38. An extreme one stands in the place of an aspect, so that each major milestone allows another.
        """
        return [each for level in LEVELS for each in self.borne(name) if each.level == level]

    def treatable(self, name: str, written: str) -> Aspect | None:
        """Z42. Return the consequence of a character that a level or a text names; none that is extreme."""
        held = [each for each in self.consequences(name) if each.level != "extreme"]
        named = (each for each in self.found(written) if each in held)
        return next((each for each in held if each.level == written), None) or next(named, None)

    def free_slots(self, name: str) -> list[str]:
        """Z36. Return the levels of consequences that a character can still take, but for an extreme one."""
        held = [each.level for each in self.consequences(name)]
        return [level for level in self.sheets[name].slots if level not in held and level != "extreme"]

    def free_boxes(self, name: str, track: str) -> list[int]:
        """Return the boxes of a track that are not ticked."""
        sheet = self.sheets[name]
        return [box for box in sheet.boxes.get(track, ()) if box not in sheet.ticked.get(track, ())]

    def oldest_boost(self, name: str, but: Sequence[Aspect | None] = ()) -> Aspect | None:
        """Z92. Return the oldest boost of a character, except those in ``but``."""
        mine = (each for each in self.aspects if each.kind == "boost" and each.free.get(name))
        return next((each for each in mine if not any(each is one for one in but)), None)

    def known(self, name: str = "") -> list[Aspect]:
        """Return the aspects that a character knows, or everybody; nothing is known of an NPC who is not there."""
        absent = {npc for npc in self.npcs if npc not in self.scene.present}
        return [each for each in self.aspects if each.known_by(name) and each.bearer not in absent]

    def found(self, written: str, knows: str | None = None) -> list[Aspect]:
        """Return the aspects in play that a text names; with ``knows``, those alone that this character knows."""
        wanted = bare(written)
        known = self.aspects if knows is None else self.known(knows)
        return [each for each in known if wanted in (bare(each.text), bare(each.label))]


_ARTICLES = {"le", "la", "les", "l", "un", "une", "the", "a", "an"}


def bare(text: str) -> str:
    """Return a text in the form in which aspects are compared: without case, accents, and articles at its beginning."""
    words = fold(text).split()
    while len(words) > 1 and words[0] in _ARTICLES:
        del words[0]
    return " ".join(words)


def is_of_the_game(name: str) -> bool:
    """Return whether a name means an account or the scene, so that nobody can be called so."""
    return name in (MJ, BANK, ESCROW) or fold(name) == SCENE


Table: TypeAlias = AnyTable[Setting, State]
"""A stage of the game that is being played."""
