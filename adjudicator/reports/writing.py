"""Writing reports: from templates with one file per kind of reader and one macro file per format, or as JSON.

The module also names report files and splits reports into posts.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.stages import Played
from adjudicator.core.faults import Listed, Pairs, Phrase, Word
from adjudicator.core.plain import Plain
from adjudicator.core.stage import Reader
from adjudicator.core.words import slug
from adjudicator.reports.contents import (
    CorrectedReport,
    Frame,
    amendments_to,
    epilogue,
    errata_of,
    framed,
    report_data,
    teller,
)
from adjudicator.reports.environment import Hand, filled, hand_of, picture_file
from adjudicator.reports.markup import DEFAULT_DIALECT, DIALECTS, FORMATS, SVG, Dialect, finished
from adjudicator.speech.voice import Voice
from adjudicator.store.disk import read_file


def dialect_of(campaign: Campaign, name: str | None = None) -> Dialect:
    """Return the BBCode dialect of the forum called ``name``, or of the campaign's own forum."""
    return DIALECTS[name or str(campaign.plain.get("forum", DEFAULT_DIALECT))]


def render(
    campaign: Campaign,
    played: Played,
    reader: Reader,
    form: str,
    language: str | None = None,
    dialect: Dialect | None = None,
) -> str:
    """Return the whole report of a stage for ``reader`` in the format ``form`` (a key of ``FORMATS``, or ``SVG``).

    ``language`` and ``dialect`` default to those of the campaign.
    """
    voice = campaign.voice(language)
    hand = _hand(campaign, form, voice, dialect or dialect_of(campaign))
    return _write(data_of(campaign, played, reader, voice), campaign, hand, form)


def report_json(campaign: Campaign, played: Played, reader: Reader, language: str | None = None) -> str:
    """Return the report of a stage for ``reader`` as JSON for programs, with phrases in the given language."""
    voice = campaign.voice(language)
    return json_text(spoken_report(data_of(campaign, played, reader, voice), campaign, voice))


def data_of(campaign: Campaign, played: Played, reader: Reader, voice: Voice) -> Plain:
    """Return everything that one reader is told of a stage, as the templates take it."""
    mended = _mended(campaign, played, voice)
    return report_data(campaign, played, reader, epilogue(campaign, played), mended(reader))


def _mended(campaign: Campaign, played: Played, voice: Voice) -> Callable[[Reader], CorrectedReport]:
    errata, amendments = errata_of(campaign, played, voice), amendments_to(campaign, played, voice)
    return lambda reader: CorrectedReport(errata(reader), amendments(reader))


def _hand(campaign: Campaign, form: str, voice: Voice, dialect: Dialect) -> Hand:
    """Return the variables for writing reports in one format; pictures use those of HTML pages."""
    return hand_of(campaign, "html" if form == SVG else form, voice, dialect)


def _write(data: Plain, campaign: Campaign, hand: Hand, form: str) -> str:
    if form == SVG:
        return picture_file(data, hand)
    return finished(filled(f"{campaign.game.id}/{data['reader']['kind']}.j2", hand, report=data), hand["format"])


ENDINGS = {**FORMATS, SVG: SVG}
"""The file extension of each format, pictures included."""


def report_name(campaign: Campaign, reader: Reader, form: str, part: int = 1) -> str:
    """Return the file name of a report, which is valid on every system and unique for each reader and post."""
    ending = ENDINGS[form] if part == 1 else f"{part}.{ENDINGS[form]}"
    if not reader.name:
        return f"reports/{reader.kind}.{ending}"
    names = list(campaign.camps) if reader.kind == "camp" else campaign.players
    return f"reports/{reader.kind}-{names.index(reader.name) + 1:02d}-{slug(reader.name)}".rstrip("-") + f".{ending}"


def cut(text: str, form: str, limit: int | None, voice: Voice) -> list[str]:
    """Return a report in posts of at most ``limit`` characters, or whole if ``limit`` is None.

    HTML and SVG are never split.
    """
    if limit is None or len(text) <= limit or form in ("html", SVG):
        return [text]
    from adjudicator.reports.markup import posts

    return posts(text, limit, form, lambda number, total: voice.say("report.post", number=number, total=total))


class ReportOptions(NamedTuple):
    """The language, forum and post length wanted for a report; None for the campaign's own."""

    language: str | None = None
    forum: str | None = None
    max_chars: int | None = None


NO_WISH = ReportOptions()


def posts_of(
    campaign: Campaign,
    played: Played,
    reader: Reader,
    form: str,
    wish: ReportOptions = NO_WISH,
    framing: Callable[[Hand], Frame] | None = None,
) -> list[str]:
    """Return a report as posts no longer than wished or, in BBCode, than the forum allows; otherwise in one piece.

    ``framing`` makes the head and foot to put around it.
    """
    dialect, voice = dialect_of(campaign, wish.forum), campaign.voice(wish.language)
    hand = _hand(campaign, form, voice, dialect)
    text = _write(data_of(campaign, played, reader, voice), campaign, hand, form)
    if framing is not None and form != SVG:
        text = framed([text.encode()], form, framing(hand))[0].decode()
    limit = wish.max_chars or (dialect.max_chars if form == "bbcode" else None)
    return cut(text, form, limit, voice)


Held: TypeAlias = Callable[[str], bytes | None]
"""A function that returns the bytes of a file by name, or None if there is no such file."""


def published_posts(folder: Path, campaign: Campaign, reader: Reader, form: str) -> list[str]:
    """Return the posts of a report from ``reports/`` in a folder; empty if they are not there."""
    posts = posts_among(_held_in(folder), campaign, reader, form)
    return [post.decode("utf-8", "replace") for post in posts.values()]


def posts_among(held: Held, campaign: Campaign, reader: Reader, form: str) -> dict[str, bytes]:
    """Return the posts of a report by file name, in order; empty if the first one is missing."""
    posts: dict[str, bytes] = {}
    for part in count(1):
        name = report_name(campaign, reader, form, part)
        post = held(name)
        if post is None:
            break
        posts[name] = post
    return posts


def _held_in(folder: Path) -> Held:
    def held(name: str) -> bytes | None:
        try:
            return read_file(folder / name)
        except FileNotFoundError:
            return None

    return held


FRAME = 4_000
"""Characters of a post reserved for the head and the foot that are added when a report is posted."""


def all_reports(
    campaign: Campaign, played: Played, forms: Sequence[str] = tuple(ENDINGS), readers: Sequence[Reader] = ()
) -> dict[str, bytes]:
    """Return every report of a stage by file name, in the campaign's language.

    BBCode is split into posts for the campaign's forum. ``forms`` are the formats, including ``SVG`` for pictures;
    ``readers`` are the readers to write for, all if empty.
    """
    voice, dialect = campaign.voice(), dialect_of(campaign)
    hands = {form: _hand(campaign, form, voice, dialect) for form in forms if form != SVG or "html" not in forms}
    tell, mended = teller(campaign, played, epilogue(campaign, played)), _mended(campaign, played, voice)
    written: dict[str, bytes] = {}
    for reader in readers or campaign.game.reports.readers(campaign.setting):
        data = tell(reader, mended(reader))
        for form in forms:
            limit = dialect.max_chars - FRAME if form == "bbcode" else None
            hand = hands["html"] if form == SVG and "html" in hands else hands[form]
            parts = cut(_write(data, campaign, hand, form), form, limit, voice)
            for number, text in enumerate(filter(None, parts), 1):
                written[report_name(campaign, reader, form, number)] = text.encode()
    return written


# Reports as data for programs: JSON in which each phrase has its key and its text in one language.


FORMAT = 1
"""The version of this data format; ``schemas/report.schema.json`` and ``replay.schema.json`` describe it."""


def spoken(value: Any, voice: Voice) -> Any:
    """Return a value of a report as plain data.

    Phrases get their ``key``, words their ``word``, and both the text in ``said``. Names, numbers and canonical words
    stay as they are.
    """
    if isinstance(value, Phrase):
        return {"key": value.key, "said": voice.phrase(value)}
    if isinstance(value, Word):
        return {"word": value.canonical, "said": voice.fill(value)}
    if isinstance(value, Listed | Pairs):
        return {"said": voice.fill(value)}
    if hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, Mapping):
        return {key: spoken(item, voice) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [spoken(item, voice) for item in value]
    return value


def about(campaign: Campaign, voice: Voice) -> Plain:
    """Return the fields at the top of all such data."""
    return {"format": FORMAT, "game": campaign.game.id, "language": voice.language}


def spoken_report(data: Plain, campaign: Campaign, voice: Voice) -> Plain:
    """Return everything that ``contents.report_data`` tells a reader as plain data."""
    told: Plain = spoken(data, voice)
    return {**about(campaign, voice), **told}


def json_text(value: Plain) -> str:
    """Return plain data as JSON that is also readable for people."""
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"
