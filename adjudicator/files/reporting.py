"""Reports written from templates: one template per kind of reader, one macro file per format."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

from adjudicator.core.readers import MJ, Reader
from adjudicator.core.ruleset import Plain
from adjudicator.core.words import fold
from adjudicator.files.campaign import Campaign, Played, seed_hash
from adjudicator.files.paths import data_folder
from adjudicator.files.submission import order_key
from adjudicator.files.templatecache import template_cache
from adjudicator.files.voice import Voice, one_line
from adjudicator.pictures.board_text import board_lines, camp_letters

if TYPE_CHECKING:
    from jinja2 import Environment
    from jinja2.runtime import Context

FORMATS = {"text": "txt", "bbcode": "bbcode"}
"""The formats a report is written in, and the ending of its file."""

_FULLWIDTH = str.maketrans("[]", "［］")


def _escape_text(text: str) -> str:
    return one_line(text)


def _escape_bbcode(text: str) -> str:
    """Square brackets become fullwidth ones: BBCode has no escape that every board understands."""
    return one_line(text).translate(_FULLWIDTH)


_ESCAPE: dict[str, Callable[[str], str]] = {"text": _escape_text, "bbcode": _escape_bbcode}


@cache
def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
    from markupsafe import Markup

    @pass_context
    def finalize(context: Context, value: Any) -> Any:
        """Escape whatever a template shows, in the format that is being written; macros return safe text."""
        if isinstance(value, Markup) or not isinstance(value, str):
            return value
        return Markup(_ESCAPE[context["format"]](value))

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


def render(campaign: Campaign, played: Played, reader: Reader, form: str, language: str | None = None) -> str:
    """Return the report of a stage for ``reader`` in the format ``form`` (a key of ``FORMATS``)."""
    return _write(report_data(campaign, played, reader), campaign, form, campaign.voice(language))


def _write(data: Plain, campaign: Campaign, form: str, voice: Voice) -> str:
    template = _environment().get_template(f"{campaign.game.id}/{data['reader']['kind']}.j2")
    text = template.render(report=data, format=form, markup=f"markup/{form}.j2", **_speech(voice))
    return re.sub(r"\n{3,}", "\n\n", text).strip("\n") + "\n"


def _speech(voice: Voice) -> dict[str, Any]:
    """The functions by which templates speak."""
    return {
        "say": voice.say,
        "count": voice.count,
        "word": voice.word,
        "list": voice.list,
        "cell": lambda cell: f"({cell[0]};{cell[1]})",
        "drawn": lambda board: board_lines(board, camp_letters(board["camps"])),
        "letters": camp_letters,
    }


def report_data(campaign: Campaign, played: Played, reader: Reader) -> Plain:
    """Return what ``reader`` may know, with the campaign's title, his own key, and the seed once the game is over."""
    data = campaign.game.report(campaign.setting, played.before, played.outcome, reader)
    stage = campaign.game.stage(played.outcome.state)
    deadline = campaign.plain.get("deadline")
    return {
        **data,
        **({key: played.table[key] for key in ("absent", "notes", "refused")} if reader == MJ else {}),
        "title": campaign.title,
        "reader": {"kind": reader.kind, "name": reader.name},
        "key": order_key(campaign.seed, stage, reader.name) if stage and reader.kind == "player" else None,
        "seed_hash": seed_hash(campaign.seed),
        "seed": None if stage else campaign.seed,
        "deadline": {"time": "", "timezone": "", **deadline} if stage and deadline else None,
    }


def report_name(campaign: Campaign, reader: Reader, form: str) -> str:
    """Return the file name of a report: safe on every system, different for each reader."""
    ending = FORMATS[form]
    if not reader.name:
        return f"reports/{reader.kind}.{ending}"
    names = list(campaign.camps) if reader.kind == "camp" else campaign.players
    slug = re.sub(r"[^a-z0-9]+", "-", fold(reader.name)).strip("-")
    return f"reports/{reader.kind}-{names.index(reader.name) + 1:02d}-{slug}".rstrip("-") + f".{ending}"


def all_reports(campaign: Campaign, played: Played) -> dict[str, bytes]:
    """Return every report of a stage, in every format, in the campaign's language."""
    voice = campaign.voice()
    written: dict[str, bytes] = {}
    for reader in campaign.game.readers(campaign.setting):
        data = report_data(campaign, played, reader)
        for form in FORMATS:
            written[report_name(campaign, reader, form)] = _write(data, campaign, form, voice).encode()
    return written
