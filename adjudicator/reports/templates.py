"""The templates of reports, and what they are given besides a report: macros of a format, functions that speak."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache, partial
from typing import TYPE_CHECKING, Any, TypeAlias

from adjudicator.campaign.campaign import Campaign
from adjudicator.core.phrase import Filling
from adjudicator.pictures.board_text import (
    OWN,
    board_lines,
    board_rows,
    camp_letters,
    column_heads,
    fullest,
    ghost_text,
    located,
    side,
)
from adjudicator.pictures.colours import COLOURS, camp_colours
from adjudicator.reports.markup import ESCAPE, SECTION, Dialect
from adjudicator.reports.templatecache import template_cache
from adjudicator.speech.plaintext import columns, wrapped
from adjudicator.speech.text import capitalised
from adjudicator.speech.voice import Voice
from adjudicator.store.paths import data_folder

if TYPE_CHECKING:
    from jinja2 import Environment
    from jinja2.runtime import Context
    from markupsafe import Markup

Hand: TypeAlias = dict[str, Any]
"""What the templates of a stage are given for one format, by the name under which they use it."""


@cache
def environment() -> Environment:
    """Return what reads templates, with all that they may use of Jinja."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from jinja2.runtime import Context

    class Plain(Context):
        """Calls what templates call as it is; Jinja asks of each first, four times, whether it wants the context."""

        def call(self, called: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
            kwargs.pop("_block_vars", None)
            kwargs.pop("_loop_vars", None)
            return called(*args, **kwargs)

    class Records(Environment):
        """Looks for a name in a record first; Jinja tries an attribute before that, and fails each time."""

        def getattr(self, obj: Any, attribute: str) -> Any:
            if type(obj) is dict and attribute in obj:
                return obj[attribute]
            return super().getattr(obj, attribute)

    made = Records(
        loader=FileSystemLoader(data_folder("templates")),
        autoescape=True,
        finalize=_finalizer(),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=False,
        auto_reload=False,
        bytecode_cache=template_cache(),
        extensions=["jinja2.ext.do"],
    )
    made.context_class = Plain
    return made


def _finalizer() -> Callable[[Context, Any], Any]:
    """Return what escapes whatever a template shows, in the format that is being written; macros return safe text."""
    from jinja2 import pass_context
    from markupsafe import Markup

    escaped = {form: _escaped(form) for form in ESCAPE}

    @pass_context
    def finalize(context: Context, value: Any) -> Any:
        if isinstance(value, Markup) or not isinstance(value, str):
            return value
        return escaped[context["format"]](value)

    return finalize


@cache
def _escaped(form: str) -> Callable[[str], Markup]:
    """Return what escapes a text in a format; names and cells come many times in the reports of a stage."""
    from markupsafe import Markup

    escape = ESCAPE[form]
    return lru_cache(maxsize=4096)(lambda text: Markup(escape(text)))


def filled(path: str, hand: Hand, **values: Any) -> str:
    """Return what the template at ``path`` makes of ``values``."""
    return environment().get_template(path).render(**values, **hand)


def macros_of(path: str, hand: Hand) -> Any:
    """Return the macros of the template at ``path``, by their names, for what ``hand`` gives it."""
    return environment().get_template(path).make_module(hand)


def hand_of(
    campaign: Campaign, form: str, voice: Voice, dialect: Dialect, macros: Sequence[str] = ("m", "common", "parts")
) -> Hand:
    """Return all that the templates of a stage are given besides the report, for one format.

    Of the ``macros``, ``m`` are those of the format, ``common`` those that all reports share, ``parts`` the game's.
    """
    camps = list(campaign.camps)
    letters, safe, escaped = letters_of(campaign), _safe(), _escaped(form)
    colours = camp_colours(camps, voice.vocabulary, _told_of_camps(campaign, "colour"))
    hand: Hand = {
        "format": form,
        "dialect": dialect,
        "language": voice.language,
        "letters": letters,
        "colours": colours,
        "palette": {name: colour for name, colour in COLOURS.items() if name in colours.values()},
        "drawn": lambda board, held=False: safe("\n".join(board_lines(board, letters, voice.fill, held))),
        "column_heads": column_heads,
        "grid": partial(board_rows, letters=letters, said=voice.fill),
        "fullest": fullest,
        "side": side,
        "OWN": OWN,
        "SECTION": safe(SECTION),
        "located": lambda text, board, space: safe(located(text, board, space)),
        "ghost_text": ghost_text,
        "lined": lambda lines: safe("\n".join(map(escaped, lines))),
        "wrapped": wrapped,
        "columns": columns,
        "once": _once(),
        "shared": _shared(),
        **_speech(voice, escaped, campaign.game.reports.functions),
    }
    paths = {"m": f"markup/{form}.j2", "common": "common.j2", "parts": f"{campaign.game.id}/parts.j2"}
    if form == "html":
        hand |= _drawing(hand, voice, escaped)
    for name in macros:
        hand[name] = macros_of(paths[name], hand)
    return hand


def _drawing(hand: Hand, voice: Voice, escaped: Callable[[str], Markup]) -> dict[str, Callable[..., Markup]]:
    """Return the functions by which templates of pages draw, for what else they are given: ``hand``."""
    from adjudicator.pictures.board_svg import Look, board_svg, token_svg
    from adjudicator.pictures.shapes import SHAPES

    say, count, letters = hand["say"], hand["count"], hand["letters"]

    def about(one: Any) -> str:
        if "count" in one:
            return str(count("mark.ghosts", one["count"], camp=one["camp"]))
        if "kind" in one:
            return str(say("mark.known", player=one["player"], kind=one["kind"], camp=one["camp"]))
        return str(say("mark.piece", camp=one["camp"]))

    safe, shapes = _safe(), {camp: number for number, camp in enumerate(letters)}
    marks = letters if len(letters) > SHAPES else dict.fromkeys(letters, "")
    look = Look(hand["colours"], shapes, marks, voice.fill, escaped, about)
    return {
        "picture": lambda board, label, held=False: safe(board_svg(board, look, label, held)),
        "token": lambda camp, ghost=False: safe(token_svg(camp, look, ghost)),
    }


@cache
def _safe() -> Callable[[str], Markup]:
    """Return what marks a text as escaped; ``Markup(text)`` asks of each first whether it can escape itself."""
    from markupsafe import Markup

    return partial(str.__new__, Markup)


def letters_of(campaign: Campaign) -> dict[str, str]:
    """Return the letter by which each camp is marked on boards."""
    return camp_letters(list(campaign.camps), _told_of_camps(campaign, "letter"))


def _told_of_camps(campaign: Campaign, key: str) -> dict[str, str]:
    """Return what the campaign says of each camp under ``key``; those of which it says nothing are left out."""
    camps: Mapping[str, Mapping[str, Any]] = campaign.plain.get("camps", {})
    return {name: camp[key] for name, camp in camps.items() if key in camp}


def _shared() -> Callable[[Callable[..., str], Mapping[str, Any]], str]:
    """Return what writes the part of a report that all players of a camp (or of a game without camps) read alike.

    It is given the macro and the report, and writes the part once for each camp; where two reports of each reader are
    compared, once for each ``side``.
    """
    written: dict[tuple[str, str | None, str | None], str] = {}

    def shared(macro: Callable[..., str], report: Mapping[str, Any]) -> str:
        key = (macro.name, report.get("camp"), report.get("side"))  # type: ignore[attr-defined]
        if key not in written:
            written[key] = macro(report)
        return written[key]

    return shared


def _once() -> Callable[..., str]:
    """Return what calls a macro the first time that something is told, and after that remembers what it wrote.

    It is given the macro, all of a report that the macro looks at, and the macro's own arguments.
    """
    written: dict[tuple[str, str], str] = {}

    def once(macro: Callable[..., str], looked_at: Sequence[Any], *arguments: Any) -> str:
        key = (macro.name, repr(looked_at))  # type: ignore[attr-defined]
        if key not in written:
            written[key] = macro(*arguments)
        return written[key]

    return once


def _speech(
    voice: Voice, escaped: Callable[[str], Markup], own: Mapping[str, Callable[[Any], Filling]]
) -> dict[str, Callable[..., Markup]]:
    """Return the functions by which templates speak, with the game's ``own``.

    Each text that people wrote is escaped as it goes into a sentence, and what comes out is safe: sentences can be
    put into sentences.
    """
    from markupsafe import Markup

    safe = _safe()
    spoken = replace(voice, keep=lambda text: text if isinstance(text, Markup) else escaped(text))

    @cache
    def bare(key: str) -> Markup:
        return safe(spoken.say(key))

    def speaking(function: Callable[[Any], Filling]) -> Callable[[Any], Markup]:
        return lambda value: safe(spoken.fill(function(value)))

    return {
        "say": lambda key, /, **values: safe(spoken.say(key, **values)) if values else bare(key),
        "count": lambda key, n, /, **values: safe(spoken.count(key, n, **values)),
        "list": lambda parts: safe(spoken.list(map(spoken.fill, parts))),
        "word": lambda place, canonical: safe(spoken.word(place, canonical)),
        "phrase": lambda phrase: safe(spoken.fill(phrase)),
        "sentence": lambda phrase: safe(capitalised(spoken.fill(phrase))),
        **{name: speaking(function) for name, function in own.items()},
    }
