"""The Jinja environment for reports and pages, and the functions and macros that their templates use.

Every value that a template shows is escaped for the format that it writes. The module also makes picture files and the
scripts, styles and security policy of interactive pages.
"""

from __future__ import annotations

import json
import re
from binascii import b2a_base64
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeAlias

from jinja2 import Environment, FileSystemLoader, ModuleLoader, StrictUndefined, pass_context
from jinja2.runtime import Macro
from markupsafe import Markup

from adjudicator.campaign.campaign import Campaign
from adjudicator.core.faults import PackageMissingError, Phrase, PhraseArgument
from adjudicator.core.plain import Plain
from adjudicator.core.stage import stage_in
from adjudicator.pictures.board import (
    OWN,
    board_lines,
    board_rows,
    camp_letters,
    column_heads,
    fullest,
    ghost_text,
    side,
    token_svg,
)
from adjudicator.pictures.drawing import drawable_svg, drawing_of, inline, png, sheet
from adjudicator.pictures.style import COLOURS, SHAPES, Look, camp_colours
from adjudicator.reports.markup import ESCAPE, SECTION, Dialect
from adjudicator.speech.voice import Voice, capitalised, columns, wrapped
from adjudicator.store.disk import read_file
from adjudicator.store.layout import data_folder

Hand: TypeAlias = dict[str, Any]
"""The variables that the templates of a stage share for one format, by name; ``format`` is one of them."""

COMPILED = "compiled"
"""The folder below ``templates`` that contains them as Python modules in a wheel (``hatch_build.py``)."""


@cache
def escaped_in(form: str) -> Callable[[str], Markup]:
    """Return a function that escapes text for a format (a key of ``ESCAPE``).

    It caches results, because the same names and cells occur many times in the reports of a stage.
    """
    escape = ESCAPE[form]
    return lru_cache(maxsize=4096)(lambda text: Markup(escape(text)))


class _Environment(Environment):
    """An environment that reads ``a.b`` as the key ``b`` of a record, even where ``dict`` has a method of that name."""

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Return what a template means by ``obj.attribute``."""
        if type(obj) is dict and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)


def environment(form: str, folder: Path | None = None) -> Environment:
    """Return the environment for a format, with templates from ``folder`` or by default the package's own."""
    return _environment(form, folder or data_folder("templates"))


@cache
def _environment(form: str, folder: Path) -> Environment:
    compiled = folder / COMPILED

    @pass_context  # otherwise Jinja escapes constants at compile time, for one format only
    def finalize(_: Any, value: Any) -> Any:
        return value if type(value) is Markup else escaped_in(form)(str(value))

    return _Environment(
        loader=ModuleLoader(compiled) if compiled.is_dir() else FileSystemLoader(folder),
        undefined=StrictUndefined,
        finalize=finalize,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        extensions=["jinja2.ext.do"],
    )


def filled(path: str, hand: Hand, **values: Any) -> str:
    """Return the text of the template at ``path``, given the variables of ``hand`` and ``values``."""
    return environment(hand["format"]).get_template(path).render({**hand, **values})


def macros_of(path: str, hand: Hand) -> Any:
    """Return the macros of the template at ``path`` as attributes; they see the variables of ``hand``."""
    return environment(hand["format"]).get_template(path).make_module(hand)


# The variables of report templates: macros of a format, and functions that speak and draw.


def hand_of(
    campaign: Campaign, form: str, voice: Voice, dialect: Dialect, macros: Sequence[str] = ("m", "common", "parts")
) -> Hand:
    """Return everything that the templates of a stage get besides the report, for one format.

    Of the ``macros``, ``m`` are those of the format, ``common`` those that all reports share, and ``parts`` the game's.
    """
    camps = list(campaign.camps)
    letters, escaped = letters_of(campaign), escaped_in(form)
    colours = camp_colours(camps, voice.vocabulary, _told_of_camps(campaign, "colour"))
    hand: Hand = {
        "format": form,
        "dialect": dialect,
        "language": voice.language,
        "letters": letters,
        "colours": colours,
        "palette": {name: colour for name, colour in COLOURS.items() if name in colours.values()},
        "drawn": lambda board, beside: Markup("\n".join(board_lines(board, letters, voice.fill, beside))),
        "column_heads": column_heads,
        "grid": partial(board_rows, letters=letters, said=voice.fill),
        "fullest": fullest,
        "side": side,
        "OWN": OWN,
        "SECTION": Markup(SECTION),
        "ghost_text": ghost_text,
        "lined": lambda lines: Markup("\n".join(map(escaped, lines))),
        "wrapped": wrapped,
        "columns": columns,
        "shared": _shared(),
        **_speech(voice, escaped, campaign.game.reports.functions),
    }
    if form == "html":
        hand |= drawing(hand, voice, escaped)
    paths = {"m": f"markup/{form}.j2", "parts": f"{campaign.game.id}/parts.j2"}
    for name in macros:
        hand[name] = macros_of(paths.get(name, f"{name}.j2"), hand)
    return hand


def letters_of(campaign: Campaign) -> dict[str, str]:
    """Return the letter that marks each camp on boards."""
    return camp_letters(list(campaign.camps), _told_of_camps(campaign, "letter"))


def _told_of_camps(campaign: Campaign, key: str) -> dict[str, str]:
    """Return the campaign's value of ``key`` for each camp that has one."""
    camps: Mapping[str, Mapping[str, Any]] = campaign.plain.get("camps", {})
    return {name: camp[key] for name, camp in camps.items() if key in camp}


def _shared() -> Callable[[Macro, Mapping[str, Any]], str]:
    """Return a function that writes the part of a report that all players of a camp (or of a game without camps) share.

    It takes the macro and the report, and runs the macro once for each camp, and once for each ``side`` when two
    reports of each reader are compared.
    """
    written: dict[tuple[str, str | None, str | None], str] = {}

    def shared(macro: Macro, report: Mapping[str, Any]) -> str:
        key = (macro.name, report.get("camp"), report.get("side"))
        if key not in written:
            written[key] = macro(report)
        return written[key]

    return shared


def _speech(
    voice: Voice, escaped: Callable[[str], Markup], own: Mapping[str, Callable[[Any], PhraseArgument]]
) -> dict[str, Callable[..., Markup]]:
    """Return the functions with which templates build sentences, including the game's ``own``.

    Text that people wrote is escaped when it goes into a sentence. The result is safe markup, so that sentences can
    contain sentences.
    """
    spoken = voice.keeping(lambda text: text if isinstance(text, Markup) else escaped(text))

    text, fill = voice.catalogue.text, spoken.fill
    bare = cache(lambda key: Markup(spoken.say(key)))

    def say(key: str, /, **values: Any) -> Markup:
        """As ``Voice.say``, without building another dictionary: it is called more often than all the others."""
        if not values:
            return bare(key)
        for name, value in values.items():
            values[name] = value if type(value) is Markup else fill(value)
        return Markup(text(key).format_map(values))

    def speaking(function: Callable[[Any], PhraseArgument]) -> Callable[[Any], Markup]:
        return lambda value: Markup(spoken.fill(function(value)))

    return {
        "say": say,
        "count": lambda key, n, /, **values: Markup(spoken.count(key, n, **values)),
        "list": lambda parts: Markup(spoken.list(map(spoken.fill, parts))),
        "word": lambda place, canonical: Markup(spoken.word(place, canonical)),
        "phrase": lambda phrase: Markup(spoken.fill(phrase)),
        "stage_said": lambda row: Markup(spoken.fill(stage_in(row).said)),
        "sentence": lambda phrase: Markup(capitalised(spoken.fill(phrase))),
        **{name: speaking(function) for name, function in own.items()},
    }


# Drawing functions for pages, and the picture file that accompanies a report.


def drawing(hand: Hand, voice: Voice, escaped: Callable[[str], Markup]) -> Hand:
    """Return what page templates get besides ``hand``: drawing functions, styles, scripts and the security policy."""
    look, colours = _look(hand, voice, escaped), tuple(hand["palette"])
    return {
        "look": look,
        "picture": lambda one: Markup(inline(drawing_of(one, look), escaped(voice.fill(one["title"])))),
        "token": lambda camp, ghost=False: Markup(token_svg(camp, look, ghost)),
        "style": lambda name="": Markup(_style(colours, name in BOARDS_ALONE)),
        "policy": lambda name="": Markup(_policy(colours, name)),
        "script": lambda name: Markup(script(name)),
        "script_style": lambda name: Markup(script_style(name)),
        "data_block": lambda value: Markup(data_block(value)),
    }


def _look(hand: Hand, voice: Voice, escaped: Callable[[str], Markup]) -> Look:
    say, count, letters = hand["say"], hand["count"], hand["letters"]

    def about(one: Any) -> str:
        if "count" in one:
            return str(count("mark.ghosts", one["count"], camp=one["camp"]))
        if "kind" in one:
            return str(say("mark.known", player=one["player"], kind=one["kind"], camp=one["camp"]))
        return str(say("mark.piece", camp=one["camp"]))

    shapes = {camp: number for number, camp in enumerate(letters)}
    marks = letters if len(letters) > SHAPES else dict.fromkeys(letters, "")
    return Look(hand["colours"], shapes, marks, voice.fill, escaped, about)


BOARDS_ALONE = ("form", "clauses")
"""The pages, by their scripts, whose only pictures are boards; they are sent by mail and must stay small."""


@cache
def _rules(path: str, colours: tuple[str, ...], boards: bool = False) -> str:
    """Return the CSS rules of the template at ``path`` for camps of these colours.

    They are cached because many campaigns have the same colours. With ``boards``, the result has only the rules that
    boards need.
    """
    hand = {"format": "html", "palette": {name: COLOURS[name] for name in colours}, "boards": boards}
    return filled(path, hand, drawn=macros_of("picture.css.j2", hand))


@cache
def _style(colours: tuple[str, ...], boards: bool) -> str:
    """Return the stylesheet of pages, between line breaks so that its tags stand on lines of their own.

    That helps whoever pastes a page into another program.
    """
    rules = _rules("style.css.j2", colours, boards).strip("\n")
    return f"\n{rules}\n"


@cache
def _policy(colours: tuple[str, ...], name: str) -> str:
    """Return the security policy of a page: it allows its own styles and, if there is one, the script ``name``."""
    styles, scripts = digest(_style(colours, name in BOARDS_ALONE)), ""
    if name:
        styles, scripts = f"{styles} {digest(script_style(name))}", f"; script-src {digest(script(name))}"
    return f"default-src 'none'; style-src {styles}{scripts}; base-uri 'none'; form-action 'none'"


def image_of(picture: str) -> bytes:
    """Return a picture, as :func:`picture_file` makes it, in PNG. Raise ``PackageMissingError``."""
    return png(drawable_svg(picture))


def need_images() -> None:
    """Raise ``PackageMissingError`` if no PNG can be made for any reason, by trying the smallest possible one."""
    try:
        png('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>')
    except (OSError, ValueError) as error:
        raise PackageMissingError("resvg-py", "png") from error


def picture_file(report: Plain, hand: Hand) -> str:
    """Return the pictures of a report as an SVG file, or an empty string. ``hand`` is that of pages."""
    if not report["pictures"]:
        return ""
    key = f"report.{report['reader']['kind']}"
    title = Phrase(key, {"title": report["title"], "stage": stage_in(report).said, "name": report["reader"]["name"]})
    look: Look = hand["look"]
    rules = _rules("picture-alone.css.j2", tuple(hand["palette"]))
    return sheet(report["pictures"], look, look.said(title), rules)


# Interactive pages: their scripts, additional styles and data.


@cache
def script(name: str) -> str:
    """Return the script of pages called ``name`` (``templates/scripts/NAME.js``), preceded by those it depends on."""
    return "".join(_text(f"{each}.js") for each in (*BEFORE.get(name, ()), name))


BEFORE = {"form": ("orders", "pointing"), "clauses": ("orders", "pointing", "form", "facts")}
"""Scripts that are put before another one, in the same element."""


@cache
def script_style(name: str) -> str:
    """Return the additional CSS rules of these pages (``templates/scripts/NAME.css``)."""
    return "".join(_text(f"{each}.css") for each in (*STYLED.get(name, ()), name))


STYLED = {"clauses": ("form",)}
"""Style files that are put before another one."""


def _text(file: str) -> str:
    """Return a file of ``templates/scripts`` without comments and indentation, because pages are sent by mail."""
    text = read_file(data_folder("templates") / "scripts" / file).decode()
    lines = (line.strip() for line in _COMMENT.sub("", text).split("\n"))
    return "\n" + "".join(f"{line}\n" for line in lines if line and not line.startswith("// "))


_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


@cache
def digest(text: str) -> str:
    """Return the hash by which the policy of a page allows an element with exactly this text."""
    return f"'sha256-{b2a_base64(sha256(text.encode()).digest(), newline=False).decode()}'"


def data_block(value: Any) -> str:
    """Return plain data as JSON for a ``script`` element, escaped so that nothing in the data can end that element.

    A string is taken to be JSON already.
    """
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.replace("&", r"\u0026").replace("<", r"\u003c").replace(">", r"\u003e")
