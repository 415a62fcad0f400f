"""The contents of reports: what each reader is told of a stage, as data for the templates.

This covers the game's own part, the parts common to all reports and the MJ's table, as well as the head and foot put
around a published report and the changes that a correction made.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import takewhile
from typing import Any, NamedTuple, NotRequired, TypeAlias, TypedDict

from adjudicator.campaign.campaign import Campaign, lines_of, seed_hash, seed_of_draws
from adjudicator.campaign.records import Corrected, Decided, MJWords, OnTable, RefusedSource
from adjudicator.campaign.stages import Played, last_before, played_before, progress_of
from adjudicator.core import standing_orders
from adjudicator.core.faults import Phrase, PhraseArgument
from adjudicator.core.game_reports import Chapter, Past
from adjudicator.core.plain import Plain
from adjudicator.core.stage import MJ, PUBLIC, Reader, Stage
from adjudicator.orders.keys import order_key
from adjudicator.reports.environment import Hand, filled, hand_of, macros_of
from adjudicator.reports.markup import DEFAULT_DIALECT, DIALECTS, PNG, SECTION, finished
from adjudicator.speech.voice import Voice
from adjudicator.store.layout import stage_called
from adjudicator.table.table import ahead_of

# What templates get of every game, besides the game's own part.


class Erratum(TypedDict):
    """A line that a correction removed from a report or added to it."""

    section: str
    """The section in which the line stood or stands."""
    line: str
    gone: bool


class LuckPart(TypedDict):
    """The words of the players on which all draws depend."""

    first: bool
    """Whether the words were given for the stage that was played."""
    words: list[Plain]
    """Each ``player`` and his ``word``."""
    lines: list[str]
    """The lines that are hashed with the seed; they name the seats."""
    drawn: str | None
    """The seed of all draws, which is secret: None until the game is over."""


class SharedPart(TypedDict):
    """The part of every report of every game that depends on the reader."""

    phase: str
    """The phase of the stage that was played."""
    turn: int
    named: NotRequired[Phrase]
    """What the state calls it, if it has a name for it."""
    next: Plain
    """The stage that begins: ``Stage.plain``, with the phase ``over`` at the end."""
    title: str
    """The title of the campaign."""
    corrected: Corrected | None
    amended: list[str]
    """The reasons, written by the MJ for everybody, for amending the table before the stage."""
    errata: list[Erratum]
    """Differences from what the reader was told before, in a stage that was played again."""
    amendments: list[Erratum]
    """Differences from what the reader was told of the stage before, made by amending the table."""
    words: list[MJWords]
    """The MJ's words to this reader; the MJ's own report contains all of them."""
    reader: Plain
    """The ``kind`` and the ``name`` of the reader."""
    key: str | None
    """A player's key for orders in the stage that begins; None for other readers and at the end."""


class AlikePart(TypedDict):
    """The part of every report of every game that is the same for all readers."""

    options: list[Phrase]
    """The options of the game that differ from the standard rules."""
    seed_hash: str
    """A hash in hexadecimal digits by which the seed can be verified later."""
    seed: str | None
    """None until the game is over."""
    luck: LuckPart | None
    """None if the campaign does not ask players for words."""
    deadline: Phrase | None
    """How much time there is for the stage that begins; None without a limit and at the end."""


class DecidedRow(TypedDict):
    """A question put to the MJ and the answer that was used."""

    what: Phrase
    value: PhraseArgument
    by: str
    """``mj``, ``agreed``, ``left`` or ``default``; see ``core.mj``."""
    early: NotRequired[bool]
    """Whether the MJ answered before the orders were in; absent if not."""


class MJTable(TypedDict):
    """What was on the MJ's table, for the MJ only."""

    standing: dict[str, list[Phrase]]
    """The standing orders in force by player, in words; empty if the campaign does not use them."""
    absent: list[str]
    """The players who owed orders and sent none."""
    stood_in: list[str]
    """The players whose standing orders were used instead."""
    answered: NotRequired[list[str]]
    """The players whose standing orders answered, in a window, that they do nothing; absent if there are none."""
    notes: dict[str, str]
    """Notes to the MJ, by player."""
    refused: list[RefusedSource]
    clauses: NotRequired[list[Phrase]]
    """What became of the evaluated clauses, with the facts they depend on; absent if there are none."""
    asked: NotRequired[list[Phrase]]
    """Problems with the questions put to the MJ; absent if there are none."""
    decided: NotRequired[list[DecidedRow]]
    """The questions put to the MJ; absent if there are none."""


class PlayerTable(TypedDict):
    """What concerns one player on the MJ's table, for that player."""

    standing: list[Phrase]
    """The player's standing orders, in words."""
    trouble: list[Phrase]
    """The standing orders that cannot be used in the stage that begins, and why."""
    stood_in: bool
    """Whether standing orders were used for the player in the stage that was played."""
    standing_used: bool
    """Whether the campaign uses standing orders."""
    ahead: list[Plain]
    """Orders for later turns, each a ``turn`` and what is ``said``; see ``_ahead``."""
    clauses: NotRequired[list[Phrase]]
    """What became of the player's clauses that were evaluated in the stage played; absent if there are none."""


class HeadPart(TypedDict):
    """What a reader is told around the report of a stage. It changes with time and is not part of the report."""

    next: Plain | None
    """The stage that begins; None at the end of the game."""
    reader: Plain
    """The ``kind`` and the ``name`` of the reader."""
    empty: list[str]
    """The players whose seats are empty, so that the game waits for somebody to take them."""
    awaited: bool
    """Whether orders are expected of the reader; True for readers who are not players."""
    due: Phrase | None
    """The deadline with date, hour and zone; None without a limit and while the campaign is suspended."""
    held: bool
    form: list[str]
    """The lines of a player's order form for the stage that begins; empty if the reader has no orders to send."""
    without: Phrase | None
    """What happens if the stage is played without the player's orders; None if it cannot be, and for other readers."""
    chained: str | None
    """The stage's head of the hash chain, only in the public report; None for stages before hash chains."""
    questions: NotRequired[str]
    """The form for the MJ's answers while the stage that begins waits for them."""


class CorrectedReport(NamedTuple):
    """The lines that differ from what a reader was told before."""

    errata: list[Erratum]
    """Changes in a stage that was played again."""
    amendments: list[Erratum]
    """Changes that the MJ made on the table before a stage."""


NOTHING_MENDED = CorrectedReport([], [])


def report_data(
    campaign: Campaign,
    played: Played,
    reader: Reader,
    chapters: Sequence[Chapter] = (),
    mended: CorrectedReport = NOTHING_MENDED,
) -> Plain:
    """Return what ``reader`` may know of a stage, as the templates take it.

    ``chapters`` are told at the end of the game; ``mended`` is what corrections and amendments changed for the reader.
    """
    return teller(campaign, played, chapters)(reader, mended)


def teller(
    campaign: Campaign, played: Played, chapters: Sequence[Chapter] = ()
) -> Callable[[Reader, CorrectedReport], Plain]:
    """Return a function that gives each reader's :func:`report_data` of one stage; common parts are computed once.

    The data contain the game's own part, ``SharedPart`` and ``AlikePart``; for players ``PlayerTable`` and for the MJ
    ``MJTable``; ``pictures``, a list of ``core.pictures.Picture``; and ``image``, the address of the picture file or
    None.
    """
    reports, begins = campaign.game.reports, campaign.game.rules.stage(played.outcome.state)
    own = partial(reports.report, campaign.setting, played.before, played.outcome, played.table["orders"])
    alike = _alike(campaign, played, begins)

    over, kept = [] if begins else chapters, keeps_the_end(campaign)
    # Only what everybody may see has an address, because anyone who knows an address can fetch the picture.
    images, folder = campaign.plain.get("images"), played.folder.name
    image = f"{images.rstrip('/')}/{folder}/{PUBLIC.kind}.{PNG}" if images is not None and folder else None

    def data(reader: Reader, mended: CorrectedReport) -> Plain:
        told = {
            **own(reader),
            **_table(campaign, played, reader, begins),
            **_shared(campaign, played, reader, begins, mended),
            **alike,
            "epilogue": [] if kept else over,
        }
        if reader == MJ:
            told["kept"] = over if kept else []
        return {**told, "pictures": reports.pictures(told), "image": image if reader == PUBLIC else None}

    return data


def epilogue(campaign: Campaign, played: Played) -> Sequence[Chapter]:
    """Return the chapters about all stages if ``played`` is the last stage, else nothing."""
    if campaign.game.rules.stage(played.outcome.state) is not None:
        return ()
    progress = progress_of(campaign)
    before = takewhile(lambda index: progress.folders[index] != played.folder, range(len(progress.folders)))
    stages = (*map(progress.played, before), played)
    past = [Past(one.stage, one.before, one.outcome) for one in stages]
    return campaign.game.reports.epilogue(campaign.setting, past)


def _shared(
    campaign: Campaign, played: Played, reader: Reader, begins: Stage | None, mended: CorrectedReport
) -> SharedPart:
    """Return the part of all reports that depends on the reader."""
    camp_of_player = next((name for name, players in campaign.camps.items() if reader.name in players), "")
    camp = reader.name if reader.kind == "camp" else camp_of_player
    next_stage = begins or Stage("over", 0)
    corrected = played.table["corrected"]
    if corrected is not None and not corrected.get("read", corrected["number"]):
        corrected = None  # nobody had read the stage before
    shared: SharedPart = {
        "phase": played.stage.phase,
        "turn": played.stage.turn,
        "next": next_stage.plain,
        "title": campaign.title,
        "corrected": {"number": corrected["number"], "said": corrected["said"]} if corrected else None,
        "amended": played.table["amended"],
        "errata": mended.errata,
        "amendments": mended.amendments,
        "words": [words for words in played.table["words"] if reader == MJ or words["camp"] in ("", camp)],
        "reader": {"kind": reader.kind, "name": reader.name},
        "key": None,
    }
    if begins and reader.kind == "player":
        shared["key"] = order_key(campaign.seed, begins, campaign.seats.holder(reader.name))
    if played.stage.named:
        shared["named"] = played.stage.named
    return shared


def _alike(campaign: Campaign, played: Played, begins: Stage | None) -> AlikePart:
    """Return the part that is the same in all reports."""
    kept = [Phrase("variant.ending.kept")] if keeps_the_end(campaign) else []
    words = [Phrase("variant.luck.players")] if campaign.asks_for_words else []
    return {
        "options": [*campaign.game.reports.options(campaign.setting), *kept, *words],
        "seed_hash": seed_hash(campaign.seed),
        "seed": None if begins else campaign.seed,
        "luck": _luck(campaign, played, over=begins is None),
        "deadline": campaign.time_for(played.outcome.state) if begins else None,
    }


def _luck(campaign: Campaign, played: Played, over: bool) -> LuckPart | None:
    """Return the players' words on which all draws depend, or None if the campaign does not ask for any.

    ``first`` says whether they came with this stage; ``drawn``, the seed of all draws, is given once the game is over.
    """
    if not campaign.asks_for_words:
        return None
    known, words = stage_called(played.folder.name), played.table.get("luck", {})
    own = campaign.words_by_seat(words)
    return {
        "first": known is not None and known[0] == 1,
        "words": [{"player": player, "word": word} for player, word in words.items()],
        "lines": lines_of(own),
        "drawn": seed_of_draws(campaign.seed, own) if over else None,
    }


def keeps_the_end(campaign: Campaign) -> bool:
    """Return whether secrets stay secret after the game, except to the MJ."""
    return campaign.plain.get("ending") == "kept"


# The MJ's table ------------------------------------------------------------------------------------------------


def _table(campaign: Campaign, played: Played, reader: Reader, begins: Stage | None) -> Plain:
    if reader == MJ:
        return {**_mj_table(campaign, played.table)}
    if reader.kind == "player":
        return {**_player_table(campaign, played, reader.name, begins)}
    return {}


def _mj_table(campaign: Campaign, table: OnTable) -> MJTable:
    in_force = table["standing"] if _uses_standing(campaign) else {}
    rules, decisions, asked = campaign.game.orders, campaign.game.rules.decisions, table.get("clauses", {})
    accounted = [phrase for player, rows in asked.items() for phrase in standing_orders.accounted(rules, player, rows)]
    # No decision was made where nobody asked for one and the MJ left an optional ruling to the program.
    ruled = {purpose for purpose, decision in decisions.items() if decision.ruled}
    rows = [row for row in table.get("mj", ()) if row["by"] != "left" or row["purpose"] not in ruled]
    decided: list[DecidedRow] = [_decided(campaign, row) for row in rows]
    told: MJTable = {
        "standing": {player: list(standing_orders.plainly_said(rules, orders)) for player, orders in in_force.items()},
        "absent": table["absent"],
        "stood_in": table["stood_in"],
        "notes": table["notes"],
        "refused": table["refused"],
    }
    if accounted:
        told["clauses"] = accounted
    if decided:
        told["decided"] = decided
    if "asked_beyond" in table or "asked_twice" in table:
        from adjudicator.table.questions import troubles_said

        told["asked"] = list(troubles_said(campaign, table.get("asked_beyond", 0), table.get("asked_twice", ())))
    return {**told, "answered": table["answered"]} if "answered" in table else told


def _decided(campaign: Campaign, row: Decided) -> DecidedRow:
    from adjudicator.table.questions import said, value_said

    purpose, value = row["purpose"], row["value"]
    answer = "" if value is None else value_said(campaign, purpose, row.get("kind", ""), value)
    told: DecidedRow = {"what": said(campaign, purpose, row["key"]), "value": answer, "by": row["by"]}
    return {**told, "early": True} if row.get("early") else told


def _clauses_said(campaign: Campaign, table: OnTable, player: str) -> list[Phrase]:
    """Return what a player is told about the evaluated clauses of their standing orders."""
    rows = table.get("clauses", {}).get(player)
    if not rows:
        return []
    otherwise = standing_orders.played_else(rows) if player in table["stood_in"] else None
    return [*standing_orders.became_said(campaign.game.orders, rows), *([otherwise] if otherwise else [])]


def _uses_standing(campaign: Campaign) -> bool:
    return campaign.when_missing != "nothing"


def _player_table(campaign: Campaign, played: Played, player: str, begins: Stage | None) -> PlayerTable:
    table = played.table
    standing, became = table["standing"].get(player, {}), _clauses_said(campaign, table, player)
    told: PlayerTable = {
        "standing": list(standing_orders.plainly_said(campaign.game.orders, standing, begins is not None)),
        "trouble": [],
        "stood_in": player in table["stood_in"],
        "standing_used": _uses_standing(campaign),
        "ahead": _ahead(table, player, begins) if begins else [],
    }
    if begins and standing and _uses_standing(campaign):
        view = campaign.view(played.outcome.state, player)
        told["trouble"] = list(standing_orders.trouble(campaign.game.orders, view, standing))
    return {**told, "clauses": became} if became else told


def _ahead(table: OnTable, player: str, begins: Stage) -> list[Plain]:
    """Return a player's orders for later turns, after the reasons if those for the turn that begins are ``refused``.

    The reasons are empty if the orders came in a table of several players, whose faults would reveal others' orders.
    """
    his = [file for file in table["ahead"] if player in file["players"]]
    usable = ahead_of([file for file in his if "refused" not in file], player)
    rows: list[Plain] = [{"turn": turn, "said": text} for turn, text in usable.items()]
    last = next((file for file in reversed(his) if file["turn"] == begins.turn), None)
    if last is not None and "refused" in last:
        rows.insert(0, {"turn": begins.turn, "refused": " ".join(last["refused"])})
    return rows


# The head and foot of a report that is sent or posted: the deadline and how to answer. They change with time, so they
# are put around the published report, which itself stays unchanged, byte for byte.


class Frame(NamedTuple):
    """What is put around a report: blocks in its format as UTF-8, empty for none."""

    head: bytes
    foot: bytes


class Framer:
    """Writes the heads and feet for the reports of one stage in one format."""

    def __init__(self, hand: Hand) -> None:
        """Write in the format of ``hand``."""
        self._hand = hand
        self._macros = macros_of("frame.j2", hand)
        self._heads: dict[tuple[bool, bool], bytes] = {}

    def frame(self, part: HeadPart) -> Frame:
        """Return the frame for one reader's report.

        Readers who must send orders share one head, and so do the others.
        """
        alike = (part["reader"]["kind"] == "player", part["awaited"])
        if alike not in self._heads:
            self._heads[alike] = self._written(self._macros.head, part)
        foot = self._written(self._macros.foot, part) if part["form"] or part["chained"] else b""
        return Frame(self._heads[alike], foot)

    def _written(self, macro: Callable[[HeadPart], str], part: HeadPart) -> bytes:
        text = macro(part).strip("\n")
        return finished(text, self._hand["format"]).encode() if text else b""


def framed(posts: Sequence[bytes], form: str, frame: Frame) -> list[bytes]:
    """Return a report, in one or more posts, with the head below its title and the foot at its end.

    Everything else stays unchanged, byte for byte.
    """
    if frame.head:
        title, end, rest = posts[0].partition(b"</h1>\n" if form == "html" else b"\n\n")
        first = b"".join((title, end, frame.head, b"" if form == "html" else b"\n", rest))
        posts = [first, *posts[1:]]
    last = _footed(posts[-1], form, frame.foot, len(posts) > 1) if frame.foot else posts[-1]
    return [*posts[:-1], last]


def end_of(page: bytes) -> bytes:
    """Return the tag that ends the content of a page; pages written by version 0.2 have no ``main`` element."""
    return b"</main>" if b"</main>" in page else b"</body>"


def _footed(post: bytes, form: str, foot: bytes, numbered: bool) -> bytes:
    """Return a post with the foot at its end; if it is ``numbered``, the number stays its last line."""
    if form == "html":
        above, end, below = post.rpartition(end_of(post))
        return b"".join((above, foot, end, below))
    if not numbered:
        return b"\n".join((post, foot))
    above, end, number = post.rpartition(b"\n\n")
    return b"".join((above, end, foot, b"\n", number))


# What a correction changed for a reader: the old and the new report are compared line by line. Both are written as
# plain lines from what the reader may know, so that the comparison reveals nothing else. Unchanged lines are not
# mentioned.


Line: TypeAlias = tuple[str, str]
"""A section title and a line in that section."""


Told: TypeAlias = "Callable[[Reader], list[Erratum]]"
"""A function that returns what is different for a reader."""


def errata_of(campaign: Campaign, played: Played, voice: Voice) -> Told:
    """Return a function that gives the changes, for each reader, in a stage that was played again.

    It gives none for a stage played for the first time, or if the earlier version is no longer stored.
    """
    corrected = played.table["corrected"]
    if corrected is None or not corrected.get("read", corrected["number"]):
        return _nothing
    before = played_before(progress_of(campaign), played.folder.name, corrected.get("read", corrected["number"]))
    return errata_between(campaign, before, played, voice) if before is not None else _nothing


def amendments_to(campaign: Campaign, played: Played, voice: Voice) -> Told:
    """Return a function that gives each reader the changes that the MJ made on the table before a stage."""
    if not played.table["amended"]:
        return _nothing
    return amended_since(campaign, last_before(progress_of(campaign), played.folder), played.before, voice)


def amended_since(campaign: Campaign, last: Played | None, state: Any, voice: Voice) -> Told:
    """Return a function that gives the differences between ``state`` and what a reader was told of the ``last`` stage.

    It gives none if no stage has been played, because nobody has been told anything then.
    """
    if last is None:
        return _nothing
    return errata_between(campaign, last, last._replace(outcome=last.outcome._replace(state=state)), voice)


def _nothing(reader: Reader) -> list[Erratum]:
    return []


def errata_between(campaign: Campaign, one: Played, other: Played, voice: Voice) -> Told:
    """Return a function that gives a reader the differences between the reports of stages ``one`` and ``other``."""
    hand = hand_of(campaign, "words", voice, DIALECTS[DEFAULT_DIALECT])

    def errata(reader: Reader) -> list[Erratum]:
        sides = {"before": one, "after": other}
        before, after = (list(_lines(campaign, played, reader, hand, side)) for side, played in sides.items())
        return list(_compared(before, after))

    return errata


def _lines(campaign: Campaign, played: Played, reader: Reader, hand: Hand, side: str) -> Iterator[Line]:
    """Yield the lines of a reader's report about the game, without the MJ's words and what is told at the end."""
    data = {**report_data(campaign, played, reader), "corrected": None, "amended": [], "words": [], "side": side}
    section = ""
    for line in filled(f"{campaign.game.id}/{reader.kind}.j2", hand, report=data).split("\n"):
        if line.startswith(SECTION):
            section = line.removeprefix(SECTION)
        elif line.strip():
            yield section, line


def _compared(before: Sequence[Line], after: Sequence[Line]) -> Iterator[Erratum]:
    """Yield the lines that are gone and those that are new, section by section."""
    gone, new = Counter(before) - Counter(after), Counter(after) - Counter(before)
    for section in dict.fromkeys(section for section, _ in (*after, *before)):
        for lines, old in ((gone, True), (new, False)):
            for where, line in lines.elements():
                if where == section:
                    yield {"section": section, "line": line, "gone": old}
