"""What each reader is told of a stage: the game's own part, what stands in all reports, what was on the MJ's table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from adjudicator.campaign.campaign import Campaign, lines_of, seed_hash, seed_of_draws
from adjudicator.campaign.stages import Played, progress_of
from adjudicator.core import standing_orders
from adjudicator.core.faults import Phrase
from adjudicator.core.game import Chapter, Past
from adjudicator.core.plain import Plain
from adjudicator.core.stage import MJ, PUBLIC, Reader, Stage
from adjudicator.orders.keys import order_key
from adjudicator.reports.environment import Hand, filled, hand_of, macros_of
from adjudicator.reports.markup import DEFAULT_DIALECT, DIALECTS, PNG, SECTION, finished
from adjudicator.speech.voice import Voice
from adjudicator.store.layout import stage_called
from adjudicator.table.table import ahead_of

if TYPE_CHECKING:
    from adjudicator.campaign.records import Corrected, Decided, OnTable
    from adjudicator.reports.report_records import (
        AheadRefused,
        AlikePart,
        DecidedRow,
        Erratum,
        HeadPart,
        LuckPart,
        MJTable,
        OrdersAhead,
        PlayerTable,
        SharedPart,
    )


class Mended(NamedTuple):
    """What is different for a reader from what he was told, line by line."""

    errata: list[Erratum]
    """In a stage that was played again."""
    amendments: list[Erratum]
    """On the table that was amended before a stage."""


NOTHING_MENDED = Mended([], [])


def report_data(
    campaign: Campaign,
    played: Played,
    reader: Reader,
    chapters: Sequence[Chapter] = (),
    mended: Mended = NOTHING_MENDED,
) -> Plain:
    """Return what ``reader`` may know, as the templates take it; ``chapters`` are what is told at the end.

    ``mended`` is what corrections and amendments changed in what he was told.
    """
    return teller(campaign, played, chapters)(reader, mended)


def teller(campaign: Campaign, played: Played, chapters: Sequence[Chapter] = ()) -> Callable[[Reader, Mended], Plain]:
    """Return what gives each reader's :func:`report_data` of one stage; what all read alike is made once.

    It holds the game's own part, ``SharedPart`` and ``AlikePart``, and for a player and the MJ what was on the table:
    ``PlayerTable``, ``MJTable``; and what is drawn of it: ``pictures``, a list of ``core.pictures.Picture``, and
    ``image``, its address.
    """
    reports, begins = campaign.game.reports, campaign.game.rules.stage(played.outcome.state)
    own = reports.teller(campaign.setting, played.before, played.outcome, played.table["orders"])
    alike = _alike(campaign, played, begins)

    def data(reader: Reader, mended: Mended) -> Plain:
        shared = _shared(campaign, played, reader, begins, mended)
        ending = _ending(campaign, reader, [] if begins else chapters)
        told = {**own(reader), **_table(campaign, played, reader, begins), **shared, **alike, **ending}
        return {**told, "pictures": reports.pictures(told), "image": _image(campaign, played, reader)}

    return data


def _image(campaign: Campaign, played: Played, reader: Reader) -> str | None:
    """Return where the picture of a public report can be fetched; None for the others, and where none is published.

    Only what everybody may see has an address: who knows one could fetch what is not for him.
    """
    address, folder = campaign.plain.get("images"), played.folder.name
    if address is None or reader != PUBLIC or not folder:
        return None
    return f"{address.rstrip('/')}/{folder}/{PUBLIC.kind}.{PNG}"


def epilogue(campaign: Campaign, played: Played) -> Sequence[Chapter]:
    """Return what is told of all stages when ``played`` was the last; nothing before."""
    if campaign.game.rules.stage(played.outcome.state) is not None:
        return ()
    return campaign.game.reports.epilogue(campaign.setting, list(_past(campaign, played)))


def _ending(campaign: Campaign, reader: Reader, chapters: Sequence[Chapter]) -> Plain:
    """Return what is told at the end: to everybody, or where the campaign keeps it to the MJ alone."""
    kept = keeps_the_end(campaign)
    to_mj = {"kept": chapters if kept else []} if reader == MJ else {}
    return {"epilogue": [] if kept else chapters, **to_mj}


def _past(campaign: Campaign, played: Played) -> Iterator[Past[Any]]:
    """Yield all stages up to the one ``played``, those before it as they were published."""
    progress = progress_of(campaign)
    before = takewhile(lambda index: progress.folders[index] != played.folder, range(len(progress.folders)))
    for one in (*map(progress.played, before), played):
        yield Past(one.stage, one.before, one.outcome)


def _corrected(played: Played) -> Corrected | None:
    """Return why a stage was played again; None where nobody had read it before."""
    corrected = played.table["corrected"]
    if corrected is None or not corrected.get("read", corrected["number"]):
        return None
    return {"number": corrected["number"], "said": corrected["said"]}


def _shared(campaign: Campaign, played: Played, reader: Reader, begins: Stage | None, mended: Mended) -> SharedPart:
    """Return what stands in all reports, and is not the same for all readers."""
    camp = reader.name if reader.kind == "camp" else _camp_of(campaign, reader.name)
    next_stage = begins or Stage("over", 0)
    return {
        "phase": played.stage.phase,
        "turn": played.stage.turn,
        "next": {"phase": next_stage.phase, "turn": next_stage.turn},
        "title": campaign.title,
        "corrected": _corrected(played),
        "amended": played.table["amended"],
        "errata": mended.errata,
        "amendments": mended.amendments,
        "words": [words for words in played.table["words"] if reader == MJ or words["camp"] in ("", camp)],
        "reader": {"kind": reader.kind, "name": reader.name},
        "key": _key(campaign, begins, reader) if begins else None,
    }


def _alike(campaign: Campaign, played: Played, begins: Stage | None) -> AlikePart:
    """Return what stands in all reports alike."""
    return {
        "options": _options(campaign),
        "seed_hash": seed_hash(campaign.seed),
        "seed": None if begins else campaign.seed,
        "luck": _luck(campaign, played, over=begins is None),
        "deadline": campaign.time_for(played.outcome.state) if begins else None,
    }


def _luck(campaign: Campaign, played: Played, over: bool) -> LuckPart | None:
    """Return the words on which draws hang, told after the first stage and at the end.

    None where the campaign asks for none.
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


def _key(campaign: Campaign, begins: Stage, reader: Reader) -> str | None:
    """Return a player's key for the stage that begins; None for who is none."""
    return order_key(campaign.seed, begins, campaign.seats.holder(reader.name)) if reader.kind == "player" else None


def _options(campaign: Campaign) -> list[Phrase]:
    kept = [Phrase("variant.ending.kept")] if keeps_the_end(campaign) else []
    words = [Phrase("variant.luck.players")] if campaign.asks_for_words else []
    return [*campaign.game.reports.options(campaign.setting), *kept, *words]


def keeps_the_end(campaign: Campaign) -> bool:
    """Tell whether what was secret stays so when the game is over, for all but the MJ."""
    return campaign.plain.get("ending") == "kept"


def _camp_of(campaign: Campaign, player: str) -> str:
    """Return the camp of a player; empty for who is none, and in a game without camps."""
    return next((camp for camp, players in campaign.camps.items() if player in players), "")


# What was on the MJ's table ----------------------------------------------------------------------------------


def _table(campaign: Campaign, played: Played, reader: Reader, begins: Stage | None) -> Plain:
    if reader == MJ:
        return {**_mj_table(campaign, played.table)}
    if reader.kind == "player":
        return {**_player_table(campaign, played, reader.name, begins)}
    return {}


def _mj_table(campaign: Campaign, table: OnTable) -> MJTable:
    in_force = table["standing"] if _uses_standing(campaign) else {}
    rules, accounted = campaign.game.orders, _clauses_accounted(campaign, table)
    rows = [row for row in table.get("mj", ()) if not _taken_back(campaign, row)]
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


def _taken_back(campaign: Campaign, row: Decided) -> bool:
    """Tell whether nothing was decided: nobody asked, and the MJ leaves to the program what he may have ruled on."""
    known = campaign.game.rules.decisions.get(row["purpose"])
    return row["by"] == "left" and known is not None and known.ruled


def _decided(campaign: Campaign, row: Decided) -> DecidedRow:
    from adjudicator.core.mj import value_said
    from adjudicator.table.questions import said

    value = "" if row["value"] is None else value_said(row.get("kind", ""), row["value"])
    told: DecidedRow = {"what": said(campaign, row["purpose"], row["key"]), "value": value, "by": row["by"]}
    return {**told, "early": True} if row.get("early") else told


def _clauses_accounted(campaign: Campaign, table: OnTable) -> list[Phrase]:
    """Say to the MJ what became of the clauses that were asked."""
    asked = table.get("clauses", {})
    if not asked:
        return []
    from adjudicator.core.standing_orders import accounted

    rules = campaign.game.orders
    return [phrase for player, rows in asked.items() for phrase in accounted(rules, player, rows)]


def _clauses_said(campaign: Campaign, table: OnTable, player: str) -> list[Phrase]:
    """Say to a player what became of his clauses that were asked."""
    rows = table.get("clauses", {}).get(player)
    if not rows:
        return []
    from adjudicator.core.standing_orders import became_said, played_else

    otherwise = played_else(rows) if player in table["stood_in"] else None
    return [*became_said(campaign.game.orders, rows), *([otherwise] if otherwise else [])]


def _uses_standing(campaign: Campaign) -> bool:
    return campaign.when_missing != "nothing"


def _player_table(campaign: Campaign, played: Played, player: str, begins: Stage | None) -> PlayerTable:
    table = played.table
    standing, became = table["standing"].get(player, {}), _clauses_said(campaign, table, player)
    told: PlayerTable = {
        "standing": list(standing_orders.plainly_said(campaign.game.orders, standing, begins is not None)),
        "trouble": _trouble(campaign, played.outcome.state, player, standing) if begins else [],
        "stood_in": player in table["stood_in"],
        "standing_used": _uses_standing(campaign),
        "ahead": _ahead(table, player, begins) if begins else [],
    }
    return {**told, "clauses": became} if became else told


def _trouble(campaign: Campaign, state: Any, player: str, standing: Plain) -> list[Phrase]:
    """Say to ``player`` which of his standing orders cannot be used in the stage that begins."""
    if not standing or not _uses_standing(campaign):
        return []
    return list(standing_orders.trouble(campaign.game.orders, campaign.view(state, player), standing))


def _ahead(table: OnTable, player: str, begins: Stage) -> list[OrdersAhead | AheadRefused]:
    """Return a player's orders for later turns: how they were said, or why they are ``refused`` in what begins now."""
    his = [file for file in table["ahead"] if player in file["players"]]
    usable = ahead_of([file for file in his if "refused" not in file], player)
    rows: list[OrdersAhead | AheadRefused] = [{"turn": turn, "said": text} for turn, text in usable.items()]
    last = next((file for file in reversed(his) if file["turn"] == begins.turn), None)
    if last is not None and "refused" in last:
        rows.insert(0, {"turn": begins.turn, "refused": " ".join(last["refused"])})
    return rows


# What stands above and below a report that is handed on: until when by date, how to answer.
#
# It hangs on the hour, so it is no part of a stage's result: it is put around the report that was published, which
# stays as it was, byte for byte.


class Frame(NamedTuple):
    """What is put around a report: blocks of its format in UTF-8, empty where nothing is."""

    head: bytes
    foot: bytes


class Framer:
    """Makes what is put around the reports of one stage in one format."""

    def __init__(self, hand: Hand) -> None:
        """Write in the format of ``hand``."""
        self._hand = hand
        self._macros = macros_of("frame.j2", hand)
        self._heads: dict[tuple[bool, bool], bytes] = {}

    def frame(self, part: HeadPart) -> Frame:
        """Return what is put around the report of one reader; heads say the same to all who are awaited alike."""
        alike = (part["reader"]["kind"] == "player", part["awaited"])
        if alike not in self._heads:
            self._heads[alike] = self._written(self._macros.head, part)
        return Frame(self._heads[alike], self._foot(part))

    def _foot(self, part: HeadPart) -> bytes:
        return self._written(self._macros.foot, part) if part["form"] or part["chained"] else b""

    def _written(self, macro: Callable[[HeadPart], str], part: HeadPart) -> bytes:
        text = macro(part).strip("\n")
        return finished(text, self._hand["format"]).encode() if text else b""


def framed(posts: Sequence[bytes], form: str, frame: Frame) -> list[bytes]:
    """Return a report, in one post or several, with the head below its title and the foot at its end.

    All else stays byte for byte.
    """
    first = _headed(posts[0], form, frame.head) if frame.head else posts[0]
    posts = [first, *posts[1:]]
    last = _footed(posts[-1], form, frame.foot, len(posts) > 1) if frame.foot else posts[-1]
    return [*posts[:-1], last]


def end_of(page: bytes) -> bytes:
    """Return where the content of a page ends; those of version 0.2 have no ``main``."""
    return b"</main>" if b"</main>" in page else b"</body>"


def _headed(post: bytes, form: str, head: bytes) -> bytes:
    title, end, rest = post.partition(b"</h1>\n" if form == "html" else b"\n\n")
    return b"".join((title, end, head, b"" if form == "html" else b"\n", rest))


def _footed(post: bytes, form: str, foot: bytes, numbered: bool) -> bytes:
    """Put the foot below a post; one of several is ``numbered`` in its last line, which stays the last."""
    if form == "html":
        above, end, below = post.rpartition(end_of(post))
        return b"".join((above, foot, end, below))
    if not numbered:
        return b"\n".join((post, foot))
    above, end, number = post.rpartition(b"\n\n")
    return b"".join((above, end, foot, b"\n", number))


# What a correction changed in what a reader may read: his report as it was and as it is, compared line by line.
#
# Both are written as lines of words, from what he may know alone, so that a correction can tell him nothing else.
# Nothing is said of what stands there still.


Line: TypeAlias = tuple[str, str]
"""A section, and what is said in it."""


Told: TypeAlias = "Callable[[Reader], list[Erratum]]"
"""Says to a reader what is different for him."""


def errata_of(campaign: Campaign, played: Played, voice: Voice) -> Told:
    """Return what says to a reader what is different in a stage that was played again.

    Nothing is, in one that was played for the first time, or of which what was played before is not kept any more.
    """
    corrected = played.table["corrected"]
    if corrected is None or not corrected.get("read", corrected["number"]):
        return _nothing
    from adjudicator.campaign.stages import played_before

    before = played_before(progress_of(campaign), played.folder.name, corrected.get("read", corrected["number"]))
    return errata_between(campaign, before, played, voice) if before is not None else _nothing


def amendments_to(campaign: Campaign, played: Played, voice: Voice) -> Told:
    """Return what says to a reader what the MJ changed on the table before a stage."""
    if not played.table["amended"]:
        return _nothing
    from adjudicator.campaign.stages import last_before

    return amended_since(campaign, last_before(progress_of(campaign), played.folder), played.before, voice)


def amended_since(campaign: Campaign, last: Played | None, state: Any, voice: Voice) -> Told:
    """Return what says to a reader what is different in a ``state`` from what he was told of the ``last`` stage.

    Nothing is told where none has been played: he was told nothing.
    """
    if last is None:
        return _nothing
    return errata_between(campaign, last, last._replace(outcome=last.outcome._replace(state=state)), voice)


def _nothing(reader: Reader) -> list[Erratum]:
    return []


def errata_between(campaign: Campaign, one: Played, other: Played, voice: Voice) -> Told:
    """Return what says to a reader what is different in his report of the ``other`` from that of the ``one``."""
    hand = hand_of(campaign, "words", voice, DIALECTS[DEFAULT_DIALECT])

    def errata(reader: Reader) -> list[Erratum]:
        sides = {"before": one, "after": other}
        before, after = (list(_lines(campaign, played, reader, hand, side)) for side, played in sides.items())
        return list(_compared(before, after))

    return errata


def _lines(campaign: Campaign, played: Played, reader: Reader, hand: Hand, side: str) -> Iterator[Line]:
    """What a reader's report says of the game: neither the MJ's words, nor what is told at the end."""
    data = {**report_data(campaign, played, reader), "corrected": None, "amended": [], "words": [], "side": side}
    section = ""
    for line in filled(f"{campaign.game.id}/{reader.kind}.j2", hand, report=data).split("\n"):
        if line.startswith(SECTION):
            section = line.removeprefix(SECTION)
        elif line.strip():
            yield section, line


def _compared(before: Sequence[Line], after: Sequence[Line]) -> Iterator[Erratum]:
    """What is said no more, and what is new, section by section."""
    gone, new = Counter(before) - Counter(after), Counter(after) - Counter(before)
    for section in dict.fromkeys(section for section, _ in (*after, *before)):
        for lines, old in ((gone, True), (new, False)):
            for where, line in lines.elements():
                if where == section:
                    yield {"section": section, "line": line, "gone": old}
