"""What pages draw with, and the file of pictures that lies beside a report."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from adjudicator.core.faults import Phrase
from adjudicator.core.plain import Plain
from adjudicator.pictures.board_svg import token_svg
from adjudicator.pictures.colours import COLOURS
from adjudicator.pictures.drawing import Drawer, inline, of_reader, sheet
from adjudicator.pictures.look import Look
from adjudicator.pictures.shapes import SHAPES
from adjudicator.reports.environment import Hand, filled, macros_of
from adjudicator.reports.scripts import data_block, digest, script, script_style
from adjudicator.speech.voice import Voice

if TYPE_CHECKING:
    from adjudicator.core.pictures import Picture


def drawing(hand: Hand, voice: Voice, escaped: Callable[[str], Markup]) -> Hand:
    """Return what templates of pages are given besides ``hand``: functions that draw, the stylesheet, the policy."""
    drawer = Drawer(_look(hand, voice, escaped))

    colours = tuple(hand["palette"])

    def picture(one: Picture, held: bool = False) -> Markup:
        drawn = drawer.held(one["kind"], one["shows"]) if held else of_reader(one, drawer)
        return Markup(inline(drawn, escaped(voice.fill(one["title"]))))

    return {
        "drawer": drawer,
        "picture": picture,
        "token": lambda camp, ghost=False: Markup(token_svg(camp, drawer.look, ghost)),
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
"""The pages, by their scripts, on which there are no pictures but boards: they go by mail."""


@cache
def _rules(path: str, colours: tuple[str, ...], boards: bool = False) -> str:
    """Return the rules of the template at ``path`` for camps of these colours: in one run of cron many are alike.

    For ``boards`` alone there are fewer of them.
    """
    hand = {"format": "html", "palette": {name: COLOURS[name] for name in colours}, "boards": boards}
    return filled(path, hand, drawn=macros_of("picture.css.j2", hand))


@cache
def _style(colours: tuple[str, ...], boards: bool) -> str:
    """Return the stylesheet of pages; where somebody pastes a page its tags stand on lines of their own."""
    rules = _rules("style.css.j2", colours, boards).strip("\n")
    return f"\n{rules}\n"


@cache
def _policy(colours: tuple[str, ...], name: str) -> str:
    """Return what a page may do: look as its rules say and, where it carries the script called ``name``, run that."""
    styles, scripts = digest(_style(colours, name in BOARDS_ALONE)), ""
    if name:
        styles, scripts = f"{styles} {digest(script_style(name))}", f"; script-src {digest(script(name))}"
    return f"default-src 'none'; style-src {styles}{scripts}; base-uri 'none'; form-action 'none'"


def image_of(picture: str) -> bytes:
    """Return a picture, as :func:`picture_file` makes it, as PNG. Raises ``PackageMissingError``."""
    from adjudicator.pictures.png import drawable_svg, png

    return png(drawable_svg(picture))


def need_images() -> None:
    """Raise ``PackageMissingError`` where no PNG can be made, for whatever reason: the smallest one is."""
    from adjudicator.core.packages import PackageMissingError
    from adjudicator.pictures.png import png

    try:
        png('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>')
    except (OSError, ValueError) as error:
        raise PackageMissingError("resvg-py", "png") from error


def picture_file(report: Plain, hand: Hand) -> str:
    """Return the pictures of a report as a file of SVG; empty where it has none. ``hand`` is that of pages."""
    if not report["pictures"]:
        return ""
    key = f"report.{report['reader']['kind']}"
    stage = Phrase(f"phase.{report['phase']}", {"turn": report["turn"]})
    title = Phrase(key, {"title": report["title"], "stage": stage, "name": report["reader"]["name"]})
    drawer: Drawer = hand["drawer"]
    rules = _rules("picture-alone.css.j2", tuple(hand["palette"]))
    return sheet(report["pictures"], drawer, drawer.look.said(title), rules)
