"""What a game provides to the rest of the program: six parts, each of which speaks of the game's own types.

``Setting`` is what never changes in a campaign, ``State`` what a stage changes, ``View`` what one player may know of
both. To the rest of the program all three are opaque. What has a body here may be left out by a game that has no use
for it; games inherit from these classes and never from one another.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeAlias, TypeVar

from adjudicator.core.asked_once import AskedOnce
from adjudicator.core.context import Kind, Torn, name_of, names_listed, same_names
from adjudicator.core.faults import Filling, Objection, Phrase, Word
from adjudicator.core.plain import Plain, from_plain, merged, refuse_unknown, to_plain
from adjudicator.core.stage import Outcome, Reader, Stage, State, field_changes, stage_changes

if TYPE_CHECKING:
    from adjudicator.core.conditions import Conditions
    from adjudicator.core.mj import Mj, Question
    from adjudicator.core.pictures import BoardShown, Picture


Setting = TypeVar("Setting")
View = TypeVar("View")


class Ask(NamedTuple):
    """Something that a new campaign of a game needs to know: its key in ``new --set KEY=VALUE``, and its kind."""

    key: str
    kind: str


People: TypeAlias = Mapping[str, Sequence[str]]
"""Who plays in a new campaign: the players of each camp; those of a game without camps under an empty name."""


class Setup(ABC, Generic[Setting]):
    """A campaign of the game: who plays, what it is played on, what may be wrong with it."""

    people: str = "players"
    """How a campaign lists those who play: ``camps`` with their players, or just ``players``."""
    about: str = "demo.about"
    """The sentence that says what is played in the game's example."""
    asks: Sequence[Ask] = ()
    """What ``new`` asks for besides a title and the people, in the order in which it asks."""
    characters: Sequence[str] = ()
    """The characters that matter to the game; where there are none, players are not known by characters."""

    @abstractmethod
    def setting(self, campaign: Plain) -> Setting:
        """Build the setting from a canonical campaign without objections.

        Its ``edition``, where it has one, is that of the rules by which it is played.
        """

    def objections(self, campaign: Plain) -> list[Objection]:
        """Judge a canonical campaign beyond its schema; here: no two names in ``players`` alike."""
        people = campaign.get("players", ())
        return list(same_names((("players", i), name_of(person)) for i, person in enumerate(people)))

    def aliases(self, setting: Setting) -> Mapping[str, str]:
        """Return other names by which orders may call a player: each with the player's own."""
        return {}

    def spokesman(self, setting: Setting, camp: str) -> str:
        """Return the player whose orders are those of the whole ``camp``, in stages that have such orders."""
        return ""

    @property
    def has_spokesmen(self) -> bool:
        """Whether camps have somebody who sends orders for all: whether the game says who."""
        return type(self).spokesman is not Setup.spokesman

    def plan_objections(self, people: People, asked: Plain) -> list[Objection]:
        """Judge what a new campaign is asked to be; ``asked`` holds the answers to ``asks``, None where left open."""
        return []

    def suggestion(self, people: People, asked: Plain) -> Plain:
        """Return the game's own part of a new campaign, for its template ``campaign.yaml.j2``."""
        return {}

    def recommended(self, people: People) -> list[tuple[Filling, ...]]:
        """Return answers to ``asks`` that suit the people, the best first."""
        return []


class DecisionKind(NamedTuple):
    """What a game says of a purpose for which the MJ is asked: see ``core.mj``."""

    care: str = "proposed"
    """How much he wants to be asked, where the campaign does not say otherwise: ``auto``, he is only told;
    ``proposed``, he is asked, and his silence is what was proposed; ``must``, nothing is played without him."""
    early: bool = False
    """Whether it can be asked before the orders are in: it does not hang on them."""
    words: tuple[str, ...] = ()
    """Of what places of the vocabulary the first parts of a key are words; the others are names."""
    parts: str = ""
    """The place of the vocabulary of the parts of an answer, where it may have several."""
    example: Mapping[str, Word] = {}
    """For a form on which nothing is asked, what he might say of himself: a word for each part but his own words."""
    ruled: bool = False
    """Whether he is asked only where he has spoken of it himself: see ``Mj.rules_on``."""


class Rules(ABC, Generic[Setting, State, View]):
    """The course of the game: what is awaited of whom, and what becomes of it."""

    state_type: type[State]
    """The class of the states: a dataclass."""
    decisions: Mapping[str, DecisionKind] = {}
    """What only the MJ can decide, by purpose; a game that asks him nothing has none."""
    hidden_questions: bool = False
    """Whether nobody may know whether he was asked anything: then the players' time is closed whenever it is over."""
    state_steps: Sequence[Callable[[Plain], Plain]] = ()
    """Functions that bring the data of a state, as an earlier version wrote it, from one shape to the next."""

    @abstractmethod
    def begin(self, setting: Setting) -> State:
        """Return the state before the first stage."""

    def dump(self, state: State) -> Plain:
        """Return the state as plain data. Raises ``TypeError`` where :meth:`load` could not build it again."""
        refuse_unknown(self.state_type)
        plain: Plain = to_plain(state)
        return plain

    def load(self, plain: Plain) -> State:
        """Build a state from plain data made by :meth:`dump`."""
        state: State = from_plain(self.state_type, plain)
        return state

    def stage(self, state: State) -> Stage | None:
        """Return what is awaited, or None when the game is over: the phase ``over``."""
        return None if state.phase == "over" else Stage(state.phase, state.turn)

    @abstractmethod
    def awaited(self, setting: Setting, state: State) -> Sequence[str]:
        """Return the players who owe orders for the stage, in roster order."""

    def can_do_without(self, state: State) -> bool:
        """Tell whether the stage may be played while orders are missing."""
        return True

    def is_window(self, state: State) -> bool:
        """Tell whether those awaited in the stage *may* act, and mostly do not: a window; here: no stage is one.

        It has to hang on what everybody knows, as who is awaited does, and on nothing that anybody has left. It can do
        without orders. What a player left answers at once (:meth:`Orders.answers`): a window in which all have answered
        waits for nobody, and any ends at its deadline.
        """
        return False

    @property
    def has_windows(self) -> bool:
        """Whether any stage may be one: whether the game says which are."""
        return type(self).is_window is not Rules.is_window

    def goes_on_without(self, state: State) -> bool:
        """Tell whether the game goes on while somebody has left and nobody has come: nothing is awaited of him then.

        Here it waits for a successor wherever he would be awaited.
        """
        return False

    def left_said(self, setting: Setting, state: State, player: str, ordered: bool) -> Phrase:
        """Say to everybody what becomes of the seat that a ``player`` has left, who has ``ordered`` something or not.

        It has to be true of this stage and of those to come, as :meth:`goes_on_without` and :meth:`awaited` have it. In
        a window it says nothing of whether he has ordered.
        """
        if self.goes_on_without(state):
            return Phrase("seats.left.idle", {"player": player})
        if self.is_window(state) or player not in self.awaited(setting, state):
            return Phrase("seats.left.later", {"player": player})
        return Phrase("seats.left.ordered" if ordered else "seats.left.waits", {"player": player})

    def known_by(self, setting: Setting, state: State, player: str) -> Sequence[Phrase]:
        """Say to the MJ what a ``player`` knows that is hidden from others, a phrase for each thing; here nothing.

        No rule takes it back from who comes to another seat: he is asked before he lets somebody know more.
        """
        return ()

    def counts_openly(self, state: State) -> bool:
        """Tell whether everybody may know how many of those awaited have sent their orders."""
        return True

    @abstractmethod
    def view(self, setting: Setting, state: State, player: str) -> View:
        """Return what ``player`` may know of the stage awaited: plain values, never a part of the state itself."""

    def resolve(self, setting: Setting, state: State, orders: Mapping[str, Plain], seed: str) -> Outcome[State]:
        """Play the stage. Total: no orders that its schemas let through, of whomever, raise an exception.

        A game writes this, or if it asks the MJ anything :meth:`adjudicate`: then this is what comes out where he says
        nothing.
        """
        from adjudicator.core.mj import Mj

        return self.adjudicate(setting, state, orders, seed, Mj())

    # What only the MJ decides, in a game that has ``decisions``

    def adjudicate(
        self, setting: Setting, state: State, orders: Mapping[str, Plain], seed: str, mj: Mj
    ) -> Outcome[State]:
        """Play the stage, and ask the ``mj`` wherever only he can decide; as total as :meth:`resolve`.

        It hangs on the values that he gives and on nothing else of him. Of a game that has :meth:`resolve` alone he is
        asked nothing.
        """
        return self.resolve(setting, state, orders, seed)

    def answer_objections(self, setting: Setting, state: State, question: Question, value: Any) -> list[Objection]:
        """Judge an answer beyond its schema, on the MJ's own table; here: it must be one of those that are offered."""
        from adjudicator.core.mj import is_offered, options_said

        if is_offered(question, value):
            return []
        return [Objection("answer-option", (), {"options": options_said(question)})]

    # What the MJ amends, in a game that has a schema of it: ``amendment``

    def amended(self, setting: Setting, state: State, table: Plain) -> State:
        """Return the state in which what a canonical amendment names is as it says; all else stays.

        Here: its keys are the fields of the state.
        """
        return self.load(merged(self.dump(state), table))

    def amendment_objections(self, setting: Setting, state: State, table: Plain) -> list[Objection]:
        """Judge an amendment beyond its schema: can a game come to the table that it makes?"""
        return []

    def by_hand(self, setting: Setting, turn: int) -> State | None:
        """Return the state to be amended of a game that was played by hand until ``turn``, which is now awaited.

        None where there is no such turn. Here: that of the first stage, if it is a turn already.
        """
        state = self.begin(setting)
        return replace(state, turn=turn) if state.turn else None  # type: ignore[type-var]


class Receipt(NamedTuple):
    """Orders said back: the actions in the order in which they will come, then what is no action."""

    actions: tuple[Phrase, ...]
    besides: tuple[Phrase, ...] = ()


class Orders(AskedOnce[View], ABC, Generic[View]):
    """One player's orders, judged and said back on his own view: a refusal must tell nothing new."""

    @property
    def conditions(self) -> Conditions:
        """What standing orders may hang on, by the names in the game's schema ``conditions``; here: nothing."""
        return {}

    needs: Mapping[str, frozenset[str]] = {}
    """What must be so for an order to be possible in its phase, once it was taken as a standing one: any words.

    An order that needs nothing is always possible then; one that is not listed may be impossible for its value. A game
    that lists some judges each order by itself: :meth:`standing` leaves out those that are impossible alone.
    """
    none_holds: Phrase = Phrase("clause.else.nothing")
    """What is said to whoever left nothing behind orders with conditions: what becomes of him where none holds."""

    @abstractmethod
    def objections(self, view: View, orders: Plain) -> list[Objection]:
        """Judge orders for the stage awaited. A value of None could not be read and is not judged."""

    @abstractmethod
    def possible(self, view: View) -> Iterator[Plain]:
        """List what may be ordered now, each as canonical orders by itself, with no objection to it.

        What may be ordered together is not listed: :meth:`objections` tells. There may be many; take what is needed.
        """

    @abstractmethod
    def receipt(self, view: View, orders: Plain) -> Receipt:
        """Say in words what the orders were understood to be."""

    def warnings(self, view: View, orders: Plain) -> list[Phrase]:
        """Say which orders for the stage awaited, to which there is no objection, will fail as things stand now.

        One clause each, behind « from what you see now: », with the word of its ``order``; they are accepted all the
        same. Judged on his own view, so that it tells him nothing new: where he cannot know, nothing is said. Standing
        orders are warned of too, those that hang on facts on a view on which these hold (``Condition.supposed``).
        """
        return []

    @property
    def warns(self) -> bool:
        """Whether the game ever says so: whether it says of which."""
        return type(self).warnings is not Orders.warnings

    def warned_cells(
        self, view: View, order: str, cells: Iterable[tuple[int, int]]
    ) -> Iterator[tuple[Sequence[Phrase], Sequence[tuple[int, int]]]]:
        """Say of an ``order``, given alone with each of these cells, why it will fail: what :meth:`warnings` says.

        It is said of the first of some cells, and of the others in the same words but for the cell. Here they are
        asked one by one; a game may know a shorter way.
        """
        return ((self.warnings(view, {order: list(cell)}), [cell]) for cell in cells)

    def without(self, view: View) -> Phrase:
        """Say to a player who owes orders what happens if none come, standing ones included."""
        return Phrase("fate.nothing")

    # Ahead

    def later_phase(self, phase: str) -> str | None:
        """Return the phase by whose schema orders for a later turn are read while ``phase`` is awaited.

        None while none can be sent ahead.
        """
        return None

    def ahead_objections(self, view: View, orders: Plain) -> list[Objection]:
        """Judge orders for a later turn: what is wrong whatever happens until then.

        When their turn has come they are judged again, as if they came then. A value of None could not be read.
        """
        return []

    def ahead_receipt(self, view: View, orders: Plain) -> Receipt:
        """Say orders for a later turn back in words, which name nothing that may be another by then."""
        return self.receipt(view, orders)

    # Standing

    def standing_objections(self, view: View, standing: Plain) -> list[Objection]:
        """Judge standing orders, for whatever stage they may be used in."""
        return []

    def standing(self, view: View, standing: Plain) -> Plain:
        """Return what standing orders make an absent player order in this stage; empty for nothing.

        Here: they themselves, where nothing is objected to them now.
        """
        return {} if self.objections(view, standing) else standing

    def phases_of(self, order: str) -> frozenset[str]:
        """Return the phases in which an ``order`` is given; empty, and here, for any."""
        return frozenset()

    def forestalls(self, before: str, order: str | None) -> bool:
        """Tell whether one standing order is possible wherever another is, whatever they say; None: nothing is done."""
        if before not in self.needs:
            return False
        anywhere = frozenset().union(*(condition.phases for condition in self.conditions.values()))
        phases, in_phases = ((each and self.phases_of(each)) or anywhere for each in (before, order))
        needed = self.needs.get(order, frozenset()) if order else frozenset()
        return phases >= in_phases and self.needs[before] <= needed

    def given_when(self, view: View, order: str, condition: str, argument: Any) -> bool | None:
        """Tell whether a fact holds whenever an ``order`` can be given: True, it has to; False, it never does then.

        A clause that asks for the one hears that it goes without saying, one that asks for the other is refused. It is
        asked of conditions that are so (``Condition.with_orders``). Here: None, it may hold or not.
        """
        return None

    def answers(self, view: View, standing: Plain) -> bool:
        """Tell whether standing orders answer for their player in a window, so that it does not wait for him.

        He may have left that he does nothing. It has to hang on what he left, and never on whether a condition holds
        of which others do not know: how long a window lasts is seen by all. A clause that holds acts too where what it
        orders answers, though :meth:`standing` makes nothing of it. Here: what :meth:`standing` gives.
        """
        return bool(self.standing(view, standing))

    def standing_trouble(self, view: View, standing: Plain) -> list[Phrase]:
        """Say which standing orders cannot be used in the stage awaited, and why.

        One clause each, to follow « your standing orders: »; empty when all is well.
        """
        return []

    def standing_said(self, standing: Plain) -> Sequence[Phrase]:
        """Say standing orders in words, one phrase each."""
        return []


class Choice(NamedTuple):
    """One thing that a player may order now, for a form.

    All of it is left for him to fill. ``example`` is a value that would be accepted (text, words, or a dict), None, or
    a dict of names to None for one who orders for several. ``group`` says what the order goes with
    (``form.group.GROUP`` of the catalogue); ``lines`` are other values to copy, several a line. Of an order with
    ``parts`` each is filled on a line of its own.
    """

    order: str
    example: Any
    remark: Phrase
    group: str = ""
    lines: tuple[tuple[Any, ...], ...] = ()
    parts: tuple[Word, ...] = ()


class Spelling(NamedTuple):
    """How the text of a kind of value is written: one of ``values``, or what fits ``pattern``."""

    values: tuple[Filling, ...] = ()
    pattern: str = ""
    meant: tuple[Any, ...] = ()
    """What each of the ``values`` is read as; where it is left out, each is read to know it."""


class Forms(Generic[Setting, View]):
    """What a player's form tells him."""

    def situation(self, view: View) -> list[Phrase]:
        """Say to the player what he should know when he fills a form: what he controls, his votes."""
        return []

    def choices(self, view: View) -> list[Choice]:
        """Return what the player may order now; orders of one group stand together."""
        return []

    def standing_choices(self, view: View) -> list[Choice]:
        """Return what standing orders the player may give."""
        return []

    def board(self, view: View) -> BoardShown | None:
        """Return the board on which he points at cells when he fills a form by clicks; here: there is none.

        Of his pieces those that he orders are his ``own``.
        """
        return None

    def spellings(self, setting: Setting) -> Mapping[str, Spelling]:
        """Return how the values of the game's own kinds are written; nothing here depends on a state."""
        return {}


class Past(NamedTuple, Generic[State]):
    """A stage that was played, when it is told again at the end."""

    stage: Stage
    before: State
    outcome: Outcome[State]


class Chapter(NamedTuple):
    """A part of what is told at the end: a title, and lines without a period at their ends."""

    title: Phrase
    lines: Sequence[Phrase]


class Moment(NamedTuple):
    """A moment of a stage, for the MJ who goes through it: what happened then, and how things stood after it."""

    title: Phrase
    said: Sequence[Phrase]
    pictures: Sequence[Picture]


class Reports(ABC, Generic[Setting, State]):
    """What each reader is told of a stage."""

    functions: Mapping[str, Callable[[Any], Filling]] = {}
    """Functions of the game's own that its templates may call, by name: from a value of a report to what is said."""
    fields: Sequence[str] = ()
    """The fields of a state of which the MJ is told what changes, each by its word of the place ``table``."""

    @abstractmethod
    def readers(self, setting: Setting) -> list[Reader]:
        """Return everybody for whom a report is written."""

    @abstractmethod
    def report(
        self, setting: Setting, before: State, outcome: Outcome[State], orders: Mapping[str, Plain], reader: Reader
    ) -> Mapping[str, Any]:
        """Return what ``reader`` may know after the stage, for his template; ``orders`` are those played."""

    def teller(
        self, setting: Setting, before: State, outcome: Outcome[State], orders: Mapping[str, Plain]
    ) -> Callable[[Reader], Mapping[str, Any]]:
        """Return what gives each reader's :meth:`report` of one stage; a game may make once what several read alike."""
        return partial(self.report, setting, before, outcome, orders)

    def pictures(self, report: Mapping[str, Any]) -> Sequence[Picture]:
        """Return what is drawn of a report, as its templates take it; here: nothing.

        A picture shows what the report tells its reader, and nothing else: see ``core.pictures``.
        """
        return ()

    def position(self, report: Mapping[str, Any]) -> Sequence[Picture]:
        """Return what of a report is drawn where all stages stand in a row; here: all its pictures.

        What shows again what stages before showed is left out: a row of them would grow with their square.
        """
        return self.pictures(report)

    def moments(
        self, setting: Setting, before: State, outcome: Outcome[State], orders: Mapping[str, Plain]
    ) -> Sequence[Moment]:
        """Return a stage moment by moment, for the MJ alone; here: nothing, it is shown as it came out.

        The first shows the state before, the last the state after.
        """
        return ()

    def options(self, setting: Setting) -> list[Phrase]:
        """Say to everybody by what options that are not those of the sheet the game is played; here: none."""
        return []

    def headline(self, setting: Setting, before: State, outcome: Outcome[State]) -> list[Phrase]:
        """Say in a sentence or two what everybody saw of a stage; here: nothing."""
        return []

    def epilogue(self, setting: Setting, past: Sequence[Past[State]]) -> list[Chapter]:
        """Tell everybody, when the game is over, what was secret: who was whom, who did what; here: nothing.

        ``past`` are all stages in their order. A campaign may keep it to itself.
        """
        return []

    def winner(self, setting: Setting, state: State) -> Phrase | None:
        """Say who has won, for everybody; None while the game goes on, and here."""
        return None

    def changes(self, setting: Setting, before: State, after: State) -> list[Phrase]:
        """Say to the MJ what is different in the state after a stage, or amended, one phrase a difference.

        Here: the stage, and what ``fields`` names.
        """
        return [*stage_changes(before, after), *field_changes(before, after, self.fields)]


CASE_SEED = "a case hangs on no draw"
"""The seed by which cases are played; where something was drawn, others are tried too."""


class Tried(NamedTuple):
    """What came of a case: for each key under its ``expect`` what was expected and what was found."""

    expected: Plain
    found: Plain
    drawn: bool = False
    """Whether anything was drawn, so that another seed might have found something else."""


class Cases(ABC):
    """Adjudication cases, of a game that has a schema of them."""

    def names(self, case: Plain) -> tuple[list[str], list[str]]:
        """Return the players and the camps that a case names, before it is checked; here: its list ``players``."""
        return names_listed(case.get("players")), []

    def aliases(self, case: Plain) -> Mapping[str, str]:
        """Return other names by which a case, before it is checked, may call a player: each with the player's own."""
        return {}

    def objections(self, case: Plain) -> list[Objection]:
        """Judge a canonical case beyond its schema: can there be such a table?"""
        return []

    @abstractmethod
    def run(self, case: Plain, seed: str) -> Tried:
        """Play one canonical case without objections, with draws by ``seed``."""


class Game(ABC, Generic[Setting, State, View]):
    """A game. Parts that only some commands need may be made when they are asked for first."""

    id: str
    """The name of its folders of schemas and templates, of its catalogue, and in ``campaign.yaml``."""
    editions: Sequence[int] = (1,)
    """The editions of its rules that it can be played by, the newest last.

    Rules by which the same orders come to something else are another edition; a campaign is played to its end by the
    one with which it began, as long as it stands here.
    """

    @property
    def kinds(self) -> Mapping[str, Kind]:
        """The kinds of values that only this game's files hold; here: none."""
        return {}

    @property
    @abstractmethod
    def setup(self) -> Setup[Setting]:
        """What a campaign is made of."""

    @property
    @abstractmethod
    def rules(self) -> Rules[Setting, State, View]:
        """What a stage comes to."""

    @property
    @abstractmethod
    def orders(self) -> Orders[View]:
        """What players send."""

    @property
    @abstractmethod
    def forms(self) -> Forms[Setting, View]:
        """What players fill in."""

    @property
    @abstractmethod
    def reports(self) -> Reports[Setting, State]:
        """What everybody reads."""

    @property
    @abstractmethod
    def cases(self) -> Cases:
        """What is tried without a campaign."""

    def kinds_in(self, campaign: Plain) -> Mapping[str, Kind]:
        """Return how ``kinds`` are read in the orders of a canonical ``campaign``."""
        return self.kinds

    def torn(self, text: str) -> Torn | None:
        """Tell whether a key is a part of a value that YAML has torn at a comma; here: none ever is."""
        return None


AnyGame: TypeAlias = Game[Any, Any, Any]
"""A game as the rest of the program sees it."""
