r"""The interface between a game and the rest of the program.

A game is a package of modules with plain functions. The program finds each function by its name, in the module named in
this table, or in the module ``game`` if the game has no such module; a small game may be a single module. Modules are
loaded when they are first needed. :class:`Game` is what the rest of the program sees: six parts whose methods call the
functions of the game, declared in the modules beside this one: ``game_rules``, ``game_orders`` (also forms),
``game_reports``, and here what a campaign and a case are. How a function is found is told in ``game_rules``.

=========================  ==============  ============================================================================
the game                   module          functions and constants
=========================  ==============  ============================================================================
must have                  ``game``        ``GAME``, ``PHASES``, ``begin``, ``resolve``
\                          ``state``       ``State``, and ``Setting`` or, in ``setup``, ``make_setting``
\                          ``views``       ``player_view``
\                          ``actions``     ``ACTIONS``, ``objections``
\                          ``reports``     ``report``
has camps                  ``setup``       ``PEOPLE``, ``spokesman``
\                          ``game``        ``awaited``
\                          ``reports``     ``readers``
\                          ``cases``       ``case_names``
has characters             ``setup``       ``CHARACTERS``, ``aliases``
\                          ``cases``       ``case_aliases``
has rules for a campaign   ``setup``       ``campaign_objections``, ``ASKS``, ``plan_objections``, ``suggestion``,
                                           ``recommended``, ``order_schema``
has words by campaign      ``setup``       ``labels``
has options                ``reports``     ``options``
asks the MJ                ``game``        ``DECISIONS``, ``HIDDEN_QUESTIONS``, ``foreseen``
can be amended             ``amendment``   ``amended``, ``amendment_objections``, ``by_hand``, ``changes``
\                          ``reports``     ``FIELDS``
has standing orders        ``actions``     ``standing_objections``, ``standing_said``, ``standing_trouble``,
                                           ``NONE_HOLDS``
has windows                ``actions``     ``answers``, ``clause_answers``, ``idles``
has conditions             ``conditions``  ``CONDITIONS``, ``given_when``
takes orders ahead         ``actions``     ``ahead_objections``
words orders itself        ``actions``     ``receipt``
warns of what will fail    ``warnings``    ``warnings``
has values of its own      ``words``       ``KINDS``, ``kinds_in``, ``torn``
\                          ``forms``       ``spellings``
has a board                ``forms``       ``board``
has pictures               ``pictures``    ``pictures``, ``position``
\                          ``account``     ``moments``
says more in forms         ``forms``       ``situation``, ``choices``, ``names_now``
tells more                 ``reports``     ``headline``, ``epilogue``, ``winner``, ``FUNCTIONS``
\                          ``game``        ``ABOUT``, ``CREDITS``, ``known_by``, ``left_said``
\                          ``reports``     ``table_said``
explains to the MJ         ``explain``     ``explain``
has cases of its own       ``cases``       ``play``, ``FOUND``, ``case_objections``
changed its formats        ``game``        ``EDITIONS``, ``STATE_STEPS``
never mind                                 everything else has a default that suits most games
=========================  ==============  ============================================================================

The *setting* is what never changes in a campaign, the *state* what a stage changes, and a *view* what one player may
know of both. The rest of the program treats all three as opaque.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from adjudicator.core.actions import Spelling
from adjudicator.core.context import Kind, SplitValue, name_of, names_listed, same_names
from adjudicator.core.faults import Objection, PhraseArgument
from adjudicator.core.game_orders import Forms, Orders
from adjudicator.core.game_reports import Reports
from adjudicator.core.game_rules import Constant, Part, Rules, Setting, found_in
from adjudicator.core.plain import Plain, from_plain

if TYPE_CHECKING:
    from adjudicator.core.played_case import PlayedCase, Tried


class Ask(NamedTuple):
    """Something a new campaign of a game needs to know: its key in ``new --set KEY=VALUE``, and its kind."""

    key: str
    kind: str


People: TypeAlias = Mapping[str, Sequence[str]]
"""The players of each camp in a new campaign; for a game without camps, all players under an empty name."""


class Setup(Part):
    """A campaign of the game: who plays, the fixed setting, and what may be wrong with the campaign file."""

    people = Constant[str]("setup", "PEOPLE", "players")
    """How a campaign lists its players: ``camps`` with their players, or just ``players``."""
    about = Constant[str]("game", "ABOUT", "demo.about")
    """The catalogue key of the sentence that describes the game's example campaign."""
    credits = Constant[str]("game", "CREDITS", "")
    """The catalogue key of the attribution that the licence of the rules asks for; ``demo`` shows it."""
    asks = Constant[Sequence[Ask]]("setup", "ASKS", ())
    """What ``new`` asks for besides a title and the players, in this order."""
    characters = Constant[Sequence[str]]("setup", "CHARACTERS", ())
    """The characters a player may have in the game; empty if the game has no characters."""

    @found_in("setup", "make_setting")
    def setting(self, campaign: Plain) -> Setting:
        """Build the setting from a canonical campaign that has no objections.

        If it has an ``edition``, that is the edition of the rules by which the campaign is played. By default, the
        setting is the dataclass ``Setting``, whose fields are keys of the campaign; ``players`` are their names.
        """
        return from_plain(
            self.own("state", "Setting"), {**campaign, "players": list(map(name_of, campaign["players"]))}
        )

    @found_in("setup", "campaign_objections")
    def objections(self, campaign: Plain) -> list[Objection]:
        """Judge a canonical campaign beyond its schema; by default, refuse two equal names in ``players``."""
        people = campaign.get("players", ())
        return list(same_names((("players", i), name_of(person)) for i, person in enumerate(people)))

    @found_in("setup")
    def aliases(self, setting: Setting) -> Mapping[str, str]:
        """Return other names by which orders may call a player, each mapped to the player's own name."""
        return {}

    @found_in("setup")
    def labels(self, setting: Setting) -> Mapping[str, Mapping[str, str]]:
        """Return the campaign's own names for words of the vocabulary, by place and canonical word.

        They are shown in place of the vocabulary's words in every language, and read as well as these.
        """
        return {}

    @found_in("setup")
    def order_schema(self, setting: Setting, phase: str) -> str:
        """Return the name of the schema of order files for a phase, by default that of the phase itself."""
        return phase

    @found_in("setup")
    def spokesman(self, setting: Setting, camp: str) -> str:
        """Return the player who gives orders for the whole ``camp`` in stages with such orders, or an empty string."""
        return ""

    @property
    def has_spokesmen(self) -> bool:
        """Whether the game names players who give orders for their whole camp."""
        return self.own("setup", "spokesman") is not None

    @found_in("setup")
    def plan_objections(self, people: People, asked: Plain) -> list[Objection]:
        """Judge the plan of a new campaign; ``asked`` holds the answers to ``asks``, None where one was left open."""
        return []

    @found_in("setup")
    def suggestion(self, people: People, asked: Plain) -> Plain:
        """Return the game's own values for its template ``campaign.yaml.j2`` of a new campaign.

        ``days`` and ``missing`` are the clock with which it begins, if the MJ was not asked for one; ``brake`` is the
        share of players without orders that stops it.
        """
        return {}

    @found_in("setup")
    def recommended(self, people: People) -> list[tuple[PhraseArgument, ...]]:
        """Return sets of answers to ``asks`` that suit these players, the best first."""
        return []


CASE_SEED = "a case hangs on no draw"
"""The seed with which cases are played; if anything was drawn, other seeds are tried too."""


class Cases(Part):
    """Adjudication cases, for a game that has a schema for them."""

    @found_in("cases", "case_names")
    def names(self, case: Plain) -> tuple[list[str], list[str]]:
        """Return the players and the camps that an unchecked case names; by default, those in its list ``players``."""
        return names_listed(case.get("players")), []

    @found_in("cases", "case_aliases")
    def aliases(self, case: Plain) -> Mapping[str, str]:
        """Return other names by which an unchecked case may call a player, each mapped to the player's own name."""
        return {}

    @found_in("cases", "case_objections")
    def objections(self, case: Plain) -> list[Objection]:
        """Judge a canonical case beyond its schema: whether such a position is possible."""
        return []

    found = Constant[Mapping[str, Any]]("cases", "FOUND", {})
    """How what a case expects is found, each key by a ``Finding``; a key that is not here is a field of the state."""

    @found_in("cases")
    def play(self, case: Plain, seed: str) -> PlayedCase:
        """Play one canonical case that has no objections, with draws from ``seed``.

        By default, a case is a campaign with ``orders`` for its first stage, and its keys may be fields of the state.
        """
        from adjudicator.core.played_case import PlayedCase

        game: Game = self.own("game", "GAME")
        setting = game.setup.setting(case)
        begun = game.rules.begin(setting)
        played = PlayedCase(game, case, seed, setting)
        played.state = game.rules.amended(setting, begun, {key: case[key] for key in case if hasattr(begun, key)})
        played.stage(played.kept(case["orders"]))
        return played.finish()

    def run(self, case: Plain, seed: str) -> Tried:
        """Play one canonical case that has no objections, and compare what is expected of it with what is found."""
        from adjudicator.core.played_case import tried

        return tried(self.play(case, seed), case["expect"], self.found)


class Game(Part):
    """A game, in the six parts that the rest of the program uses; its module ``game`` holds it as ``GAME``."""

    editions = Constant[Sequence[int]]("game", "EDITIONS", (1,))
    """The editions of the rules that the game can be played by, the newest last.

    Rules that give another result for the same orders are another edition. A campaign is played to its end by the
    edition with which it began, which must be listed here.
    """
    kinds = Constant[Mapping[str, Kind]]("words", "KINDS", {})
    """The kinds of values that only this game's files contain; none by default."""

    def __init__(self, id: str, package: str) -> None:
        """Describe the game whose modules are in ``package``.

        ``id`` is its name in ``campaign.yaml``, and that of its folders of schemas and templates and of its catalogue.
        """
        super().__init__(package)
        self.id = id
        self.setup = Setup(package)
        """What a campaign consists of."""
        self.rules = Rules(package)
        """What a stage results in."""
        self.orders = Orders(package)
        """What players send."""
        self.forms = Forms(package)
        """What players fill in."""
        self.reports = Reports(package)
        """What everybody reads."""
        self.cases = Cases(package)
        """What can be tried without a campaign."""

    @found_in("words")
    def kinds_in(self, campaign: Plain) -> Mapping[str, Kind]:
        """Return the readers of the game's own kinds of values in the orders of a canonical ``campaign``."""
        return self.kinds

    def spellings(self, setting: Setting) -> Mapping[str, Spelling]:
        """Return how the values of all the game's own kinds are written: any text, if its ``spellings`` do not say."""
        return {**dict.fromkeys(self.kinds, Spelling()), **self.forms.spellings(setting)}

    @found_in("words")
    def torn(self, text: str) -> SplitValue | None:
        """Recognise a key that is part of a value YAML has split at a comma; None, also by default, if it is not."""
        return None
