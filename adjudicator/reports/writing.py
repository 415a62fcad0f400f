"""Reports written from templates: one template per kind of reader, one macro file per format."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache, partial
from typing import TYPE_CHECKING, Any

from adjudicator.campaign.campaign import Campaign, seed_hash
from adjudicator.campaign.stages import Played, Progress
from adjudicator.core.phrase import Filling, Phrase
from adjudicator.core.plain import Plain
from adjudicator.core.readers import MJ, PUBLIC, Reader
from adjudicator.core.stage import Stage
from adjudicator.core.words import slug
from adjudicator.orders.keys import order_key
from adjudicator.pictures.board_text import board_lines, board_rows, camp_letters
from adjudicator.pictures.colours import COLOURS, camp_colours
from adjudicator.reports.markup import DEFAULT_DIALECT, DIALECTS, ESCAPE, FORMATS, Dialect, finished
from adjudicator.reports.templatecache import template_cache
from adjudicator.speech.plaintext import columns, wrapped
from adjudicator.speech.text import capitalised
from adjudicator.speech.voice import Voice
from adjudicator.store.paths import data_folder
from adjudicator.table.table import ahead_of

if TYPE_CHECKING:
    from jinja2 import Environment
    from jinja2.runtime import Context
    from markupsafe import Markup


@cache
def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
    from markupsafe import Markup

    escaped = {form: _escaped(form) for form in FORMATS}

    @pass_context
    def finalize(context: Context, value: Any) -> Any:
        """Escape whatever a template shows, in the format that is being written; macros return safe text."""
        if isinstance(value, Markup) or not isinstance(value, str):
            return value
        return escaped[context["format"]](value)

    return Environment(
        loader=FileSystemLoader(data_folder("templates")),
        autoescape=True,
        finalize=finalize,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=False,
        auto_reload=False,
        bytecode_cache=template_cache(),
        extensions=["jinja2.ext.do"],
    )


@cache
def _escaped(form: str) -> Callable[[str], Markup]:
    """Return what escapes a text in a format; names and cells come many times in the reports of a stage."""
    from markupsafe import Markup

    escape = ESCAPE[form]
    return lru_cache(maxsize=4096)(lambda text: Markup(escape(text)))


def dialect_of(campaign: Campaign, name: str | None = None) -> Dialect:
    """Return the BBCode of the board called ``name``, or of the campaign's own board."""
    return DIALECTS[name or str(campaign.plain.get("forum", DEFAULT_DIALECT))]


def render(
    campaign: Campaign,
    played: Played,
    reader: Reader,
    form: str,
    language: str | None = None,
    dialect: Dialect | None = None,
) -> str:
    """Return the whole report of a stage for ``reader`` in the format ``form`` (a key of ``FORMATS``).

    ``language`` and ``dialect`` are the campaign's own where they are None.
    """
    hand = _hand(campaign, form, campaign.voice(language), dialect or dialect_of(campaign))
    return _write(report_data(campaign, played, reader), campaign, hand)


def _hand(campaign: Campaign, form: str, voice: Voice, dialect: Dialect) -> dict[str, Any]:
    """Return all that the templates of a stage are given besides the report, for one format.

    ``m`` are the macros of the format, ``common`` those that all reports share, ``parts`` those of the game's reports.
    """
    camps = list(campaign.camps)
    hand: dict[str, Any] = {
        "format": form,
        "dialect": dialect,
        "language": voice.language,
        "letters": camp_letters(camps),
        "colours": camp_colours(camps, voice.vocabulary),
        "palette": COLOURS,
        "drawn": board_lines,
        "grid": board_rows,
        "wrapped": wrapped,
        "columns": columns,
        "once": _once(),
        **_speech(voice, _escaped(form), campaign.game.reports.functions),
    }
    for name, path in (("m", f"markup/{form}.j2"), ("common", "common.j2"), ("parts", f"{campaign.game.id}/parts.j2")):
        hand[name] = _environment().get_template(path).make_module(hand)
    written: dict[str | None, str] = {}

    def shared(report: Plain) -> str:
        """Return what all players of a camp (or of a game without camps) read alike, written once."""
        camp = report.get("camp")
        if camp not in written:
            written[camp] = hand["parts"].shared(report)
        return written[camp]

    return {**hand, "shared": shared}


def _once() -> Callable[..., str]:
    """Return what calls a macro the first time that something is told, and after that remembers what it wrote.

    It is given the macro, all of a report that the macro looks at, and the macro's own arguments.
    """
    written: dict[tuple[str, str], str] = {}

    def once(macro: Callable[..., str], told: Sequence[Any], *arguments: Any) -> str:
        key = (macro.name, repr(told))  # type: ignore[attr-defined]
        if key not in written:
            written[key] = macro(*arguments)
        return written[key]

    return once


def _write(data: Plain, campaign: Campaign, hand: dict[str, Any]) -> str:
    template = _environment().get_template(f"{campaign.game.id}/{data['reader']['kind']}.j2")
    text = template.render(report=data, **hand)
    return finished(text, hand["format"])


def _speech(
    voice: Voice, escaped: Callable[[str], Markup], own: Mapping[str, Callable[[Any], Filling]]
) -> dict[str, Any]:
    """Return the functions by which templates speak, with the game's ``own``.

    Each text that people wrote is escaped as it goes into a sentence, and what comes out is safe: sentences can be
    put into sentences.
    """
    from markupsafe import Markup

    safe = partial(str.__new__, Markup)  # as Markup(text), which asks of each text first whether it can escape itself
    spoken = replace(voice, keep=lambda text: text if isinstance(text, Markup) else escaped(text))

    def speaking(function: Callable[[Any], Filling]) -> Callable[[Any], Markup]:
        return lambda value: safe(spoken.fill(function(value)))

    return {
        "say": lambda key, /, **values: safe(spoken.say(key, **values)),
        "count": lambda key, n, /, **values: safe(spoken.count(key, n, **values)),
        "list": lambda parts: safe(spoken.list(map(spoken.fill, parts))),
        "word": lambda place, canonical: safe(spoken.word(place, canonical)),
        "phrase": lambda phrase: safe(spoken.fill(phrase)),
        "sentence": lambda phrase: safe(capitalised(spoken.fill(phrase))),
        **{name: speaking(function) for name, function in own.items()},
    }


def report_data(campaign: Campaign, played: Played, reader: Reader) -> Plain:
    """Return what ``reader`` may know, with the stage and the next, the campaign's title, his own key, and the seed.

    The seed is there only once the game is over.
    """
    data = campaign.game.reports.report(campaign.setting, played.before, played.outcome, played.table["orders"], reader)
    stage = campaign.game.rules.stage(played.outcome.state)
    return {
        **data,
        **_table(campaign, played, reader),
        "phase": played.stage.phase,
        "turn": played.stage.turn,
        "next": stage._asdict() if stage else {"phase": "over", "turn": 0},
        "title": campaign.title,
        "reader": {"kind": reader.kind, "name": reader.name},
        "key": order_key(campaign.seed, stage, reader.name) if stage and reader.kind == "player" else None,
        "seed_hash": seed_hash(campaign.seed),
        "seed": None if stage else campaign.seed,
        "deadline": campaign.deadline if stage else None,
    }


_TABLE = ("absent", "stood_in", "notes", "refused")


def _table(campaign: Campaign, played: Played, reader: Reader) -> Plain:
    """Return what was on the MJ's table, for him; for a player, his own standing orders in words."""
    table, standing = played.table, played.table.get("standing", {})
    said = campaign.game.orders.standing_said
    if reader == MJ:
        used = standing if campaign.when_missing != "nothing" else {}
        in_force = {player: list(said(orders)) for player, orders in used.items()}
        return {"standing": in_force, **{key: table.get(key, ()) for key in _TABLE}}
    if reader.kind == "player":
        own = standing.get(reader.name, {})
        return {
            "standing": list(said(own)),
            "trouble": _trouble(campaign, played, reader.name, own),
            "stood_in": reader.name in table.get("stood_in", ()),
            "standing_used": campaign.when_missing != "nothing",
            "ahead": _ahead(played, reader.name, campaign.game.rules.stage(played.outcome.state)),
        }
    return {}


def _trouble(campaign: Campaign, played: Played, player: str, standing: Plain) -> list[Phrase]:
    """Say to ``player`` which of his standing orders cannot be used in the stage that begins."""
    state = played.outcome.state
    if not standing or campaign.when_missing == "nothing" or campaign.game.rules.stage(state) is None:
        return []
    return campaign.game.orders.standing_trouble(campaign.view(state, player), standing)


def _ahead(played: Played, player: str, begins: Stage | None) -> list[Plain]:
    """Return a player's orders for later turns: how they were said, or why they are ``refused`` in what begins now."""
    if begins is None:
        return []
    told = played.table.get("ahead", ())
    his = [one for one in told if player in one["players"]]
    said = ahead_of([one for one in his if "refused" not in one], player)
    rows = [{"turn": turn, "said": text} for turn, text in said.items()]
    last: Plain = next((one for one in reversed(his) if one["turn"] == begins.turn), {})
    if "refused" in last:
        rows.insert(0, {"turn": begins.turn, "refused": " ".join(last["refused"])})
    return rows


def report_name(campaign: Campaign, reader: Reader, form: str, part: int = 1) -> str:
    """Return the file name of a report: safe on every system, different for each reader and each post."""
    ending = FORMATS[form] if part == 1 else f"{part}.{FORMATS[form]}"
    if not reader.name:
        return f"reports/{reader.kind}.{ending}"
    names = list(campaign.camps) if reader.kind == "camp" else campaign.players
    return f"reports/{reader.kind}-{names.index(reader.name) + 1:02d}-{slug(reader.name)}".rstrip("-") + f".{ending}"


def index_page(progress: Progress, due: Phrase | None, held: bool) -> str:
    """Return the page of HTML that leads to the public reports; ``due`` is when the stage awaited is, if ever.

    ``held`` says that the campaign is.
    """
    campaign = progress.campaign
    hand = _hand(campaign, "html", campaign.voice(), dialect_of(campaign))
    stages = [(folder.name, progress.stage_played(i)) for i, folder in enumerate(progress.folders)]
    template = _environment().get_template("index.html.j2")
    return template.render(
        title=campaign.title,
        stages=stages,
        next=progress.stage,
        due=due,
        held=held,
        last=_last_public(progress),
        seed_hash=seed_hash(campaign.seed),
        **hand,
    )


def _last_public(progress: Progress) -> Plain | None:
    """Return the public report of the last stage of a game that is over: its templates may say in it who has won."""
    if progress.stage is not None:
        return None
    return report_data(progress.campaign, progress.played(len(progress.folders) - 1), PUBLIC)


def cut(text: str, form: str, limit: int | None, voice: Voice) -> list[str]:
    """Return a report in posts of at most ``limit`` characters; None is no limit, and a page is never cut."""
    if limit is None or len(text) <= limit or form == "html":
        return [text]
    from adjudicator.reports.cutting import posts

    return posts(text, limit, form, lambda number, total: voice.say("report.post", number=number, total=total))


def posts_of(
    campaign: Campaign,
    played: Played,
    reader: Reader,
    form: str,
    language: str | None = None,
    forum: str | None = None,
    max_chars: int | None = None,
) -> list[str]:
    """Return a report as posts: of ``max_chars``, else of what the board takes in BBCode, else in one piece."""
    dialect = dialect_of(campaign, forum)
    text = render(campaign, played, reader, form, language, dialect)
    limit = max_chars or (dialect.max_chars if form == "bbcode" else None)
    return cut(text, form, limit, campaign.voice(language))


def all_reports(campaign: Campaign, played: Played) -> dict[str, bytes]:
    """Return every report of a stage, in every format, in the campaign's language; BBCode in posts of its board."""
    voice, dialect = campaign.voice(), dialect_of(campaign)
    hands = {form: _hand(campaign, form, voice, dialect) for form in FORMATS}
    written: dict[str, bytes] = {}
    for reader in campaign.game.reports.readers(campaign.setting):
        data = report_data(campaign, played, reader)
        for form in FORMATS:
            limit = dialect.max_chars if form == "bbcode" else None
            parts = cut(_write(data, campaign, hands[form]), form, limit, voice)
            for number, text in enumerate(parts, 1):
                written[report_name(campaign, reader, form, number)] = text.encode()
    return written
