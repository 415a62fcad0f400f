"""What the templates of reports are given besides a report: macros of a format, functions that speak and draw."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Any

from jinja2.runtime import Macro
from markupsafe import Markup

from adjudicator.campaign.campaign import Campaign
from adjudicator.core.faults import Filling
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
from adjudicator.reports.environment import Hand, escaped_in, macros_of
from adjudicator.reports.markup import SECTION, Dialect
from adjudicator.speech.voice import Voice, capitalised, columns, wrapped


def hand_of(
    campaign: Campaign, form: str, voice: Voice, dialect: Dialect, macros: Sequence[str] = ("m", "common", "parts")
) -> Hand:
    """Return all that the templates of a stage are given besides the report, for one format.

    Of the ``macros``, ``m`` are those of the format, ``common`` those that all reports share, ``parts`` the game's.
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
        "drawn": lambda board, held=False: Markup("\n".join(board_lines(board, letters, voice.fill, held))),
        "column_heads": column_heads,
        "grid": partial(board_rows, letters=letters, said=voice.fill),
        "fullest": fullest,
        "side": side,
        "OWN": OWN,
        "SECTION": Markup(SECTION),
        "located": lambda text, board, space: Markup(located(text, board, space)),
        "ghost_text": ghost_text,
        "lined": lambda lines: Markup("\n".join(map(escaped, lines))),
        "wrapped": wrapped,
        "columns": columns,
        "once": _once(),
        "shared": _shared(),
        **_speech(voice, escaped, campaign.game.reports.functions),
    }
    if form == "html":
        from adjudicator.reports.drawn import drawing

        hand |= drawing(hand, voice, escaped)
    for name in macros:
        hand[name] = macros_of(_macros(name, form, campaign.game.id), hand)
    return hand


def _macros(name: str, form: str, game: str) -> str:
    """Return the path of the macros that templates call by a ``name``."""
    return {"m": f"markup/{form}.j2", "parts": f"{game}/parts.j2"}.get(name, f"{name}.j2")


def letters_of(campaign: Campaign) -> dict[str, str]:
    """Return the letter by which each camp is marked on boards."""
    return camp_letters(list(campaign.camps), _told_of_camps(campaign, "letter"))


def _told_of_camps(campaign: Campaign, key: str) -> dict[str, str]:
    """Return what the campaign says of each camp under ``key``; those of which it says nothing are left out."""
    camps: Mapping[str, Mapping[str, Any]] = campaign.plain.get("camps", {})
    return {name: camp[key] for name, camp in camps.items() if key in camp}


def _shared() -> Callable[[Macro, Mapping[str, Any]], str]:
    """Return what writes the part of a report that all players of a camp (or of a game without camps) read alike.

    It is given the macro and the report, and writes the part once for each camp; where two reports of each reader are
    compared, once for each ``side``.
    """
    written: dict[tuple[str, str | None, str | None], str] = {}

    def shared(macro: Macro, report: Mapping[str, Any]) -> str:
        key = (macro.name, report.get("camp"), report.get("side"))
        if key not in written:
            written[key] = macro(report)
        return written[key]

    return shared


def _once() -> Callable[..., str]:
    """Return what calls a macro the first time that something is told, and after that remembers what it wrote.

    It is given the macro, all of a report that the macro looks at, and the macro's own arguments.
    """
    written: dict[tuple[str, str], str] = {}

    def once(macro: Macro, looked_at: Sequence[Any], *arguments: Any) -> str:
        key = (macro.name, repr(looked_at))
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

    spoken = voice.keeping(lambda text: text if isinstance(text, Markup) else escaped(text))

    text, fill = voice.catalogue.text, spoken.fill

    @cache
    def bare(key: str) -> Markup:
        return Markup(spoken.say(key))

    def say(key: str, /, **values: Any) -> Markup:
        """As ``Voice.say``, which would make a dictionary more; it is called more than all others."""
        if not values:
            return bare(key)
        for name, value in values.items():
            values[name] = value if type(value) is Markup else fill(value)
        return Markup(text(key).format_map(values))

    def speaking(function: Callable[[Any], Filling]) -> Callable[[Any], Markup]:
        return lambda value: Markup(spoken.fill(function(value)))

    return {
        "say": say,
        "count": lambda key, n, /, **values: Markup(spoken.count(key, n, **values)),
        "list": lambda parts: Markup(spoken.list(map(spoken.fill, parts))),
        "word": lambda place, canonical: Markup(spoken.word(place, canonical)),
        "phrase": lambda phrase: Markup(spoken.fill(phrase)),
        "sentence": lambda phrase: Markup(capitalised(spoken.fill(phrase))),
        **{name: speaking(function) for name, function in own.items()},
    }
