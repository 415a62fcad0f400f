"""The boards whose saved pages are read: for each kind of page, where it keeps a message, its author and its date.

A selector is a chain of steps, each a tag, a ``.class`` or an ``#id``, within each other: ``.postprofile/dt/strong``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from adjudicator.reading.htmltree import Element


class Skin(NamedTuple):
    """How one kind of page shows a message."""

    frame: str
    """What holds one message with all that belongs to it; empty for a table that has a row for its author."""
    body: str
    """What holds its words."""
    names: tuple[str, ...] = ()
    """Elements whose whole text is the author's name."""
    lines: tuple[str, ...] = ()
    """Elements in which the name follows a word, as in « par Zoé » or « De : Zoé »."""
    dates: tuple[str, ...] = ()
    cut: bool = False
    """Whether such a page shows the beginning of a message only."""


_LINE = (".author",)
SKINS = (
    # Search results: they look like messages.
    Skin(".search", ".content", (), _LINE, (".postprofile",), cut=True),
    Skin(".search", ".postbody", (), _LINE, (".postprofile",), cut=True),
    Skin(".search-results-posts", ".post-entry", (".username",), (), (".postbody-head",), cut=True),
    Skin(".block-blogrow", ".block-blogrow-content", (), (".block-footer",), (".block-footer",), cut=True),
    # Forumactif, AwesomeBB: topics, private messages.
    Skin(".post-wrap", ".post-content", (".post-author-name",), (), (".post-date",)),
    Skin(".block-post", ".content", (), (".block-post-footer-details",), (".block-post-footer-details",)),
    # Forumactif, ModernBB.
    Skin(".post", ".content", (".postprofile-name",), _LINE, (".topic-date", ".author")),
    # phpBB 3, and Forumactif's skin of that name.
    Skin(".post", ".content", (".postprofile/.username", ".postprofile/.username-coloured"), _LINE, (".author",)),
    Skin(".post", ".content", (".postprofile/dt/strong",), _LINE, (".author",)),
    # Forumactif, PunBB.
    Skin(".post", ".entry-content", (".user/.username", ".user-ident/.username"), (), (".posthead",)),
    # Forumactif, Invision: topics, reviews of them, private messages; and topics as older boards show them.
    Skin(".post", ".post-entry", (".postprofile-details/dt",), _LINE, (".author", ".postbody-head")),
    Skin(".post", ".post-entry", (".postprofile-head/.username",), (), (".postbody-head",)),
    Skin(".post", ".post-entry", (".postprofile-head",), (), (".postbody-head",)),
    Skin(".post", ".postcolor", (".normalname",), (), (".postdetails",)),
    # Forumactif, phpBB 2: topics, private messages.
    Skin(".post", ".postbody", (".name",), (), (".postdetails",)),
    Skin("tr", ".postbody", (".name",), (), (".postdetails",)),
    Skin("", ".postbody"),
)
"""The first by which an element is a message with an author is how it is read, else the first by which it is one."""

STATES = (
    ("deleted", frozenset({"deleted", "post_deleted", "post-deleted", "post_deleted_msg"})),
    ("unapproved", frozenset({"unapproved", "post_unapproved", "post-unapproved"})),
    ("ignored", frozenset({"ignore", "ignored", "post_ignore", "post-ignore", "post-ignored", "post_ignored"})),
    ("hidden", frozenset({"post-hidden", "post_hidden"})),
)
"""Classes outside a message's own words by which boards mark one that does not count, and why it does not."""

BESIDE = frozenset(
    {"signature", "signature_div", "sig-content", "post-signature", "notice", "vote", "attachbox", "edited-message"}
    | {"gensmall", "post-notice", "fa_like_div"}
)
"""Classes of what the board, or a signature, adds below a message."""
SIGNATURES = frozenset({"signature", "signature_div", "sig-content", "post-signature"})
PROFILES = frozenset({"postprofile", "user", "user-ident", "poster-profile", "post-aside"})
RULES = "forum_rules"
"""The identifier of a board's own rules, which it frames like a message."""

BOARDS = (
    ("Forumactif (AwesomeBB)", ("body#awesomebb", ".post-wrap", ".block-post")),
    ("Forumactif (ModernBB)", ("body#modernbb", ".postprofile-name", ".postprofile-avatar")),
    ("Forumactif (PunBB)", ("body#punbb", ".pun", "#pun-intro")),
    ("Forumactif (Invision)", (".ipbtable", ".borderwrap", "#ipbwrapper")),
    ("Forumactif (phpBB2)", (".bodyline", ".forumline")),
    ("Forumactif", (".forumactif", "#fa_toolbar", "#fa_share")),
    ("phpBB 3", ("body#phpbb", "#phpbb")),
    ("Discourse", ("#discourse-modal", ".discourse-root", ".topic-post", "body.discourse")),
    ("XenForo", ("#XF", ".p-pageWrapper", ".message--post", "#XenForo")),
    ("MyBB", (".post_content", ".post_author", "#mybb")),
    ("vBulletin", (".vbmenu_control", ".postbit", "#vbulletin_html", ".postbitlegacy")),
    ("SMF", ("#forumposts", ".post_wrapper", "#smf_header")),
    ("Invision Community", (".ipsApp", ".cPost", ".ipsComment")),
    ("FluxBB", ("#punviewtopic", ".blockpost")),
    ("Flarum", ("#flarum-content", ".PostStream")),
    ("NodeBB", ("#nodebb", ".posts-container")),
)
"""Signs by which a page that is not understood shows of which board it seems to be."""
_GENERATORS = ("Discourse", "XenForo", "vBulletin", "MyBB", "phpBB", "Flarum", "NodeBB", "SMF")
_HOSTS = re.compile(r"illiweb\.|servimg\.|forumactif\.|forumotion\.|forumgratuit\.", re.IGNORECASE)
"""From where pages of Forumactif load scripts and pictures."""


def _all_classes() -> frozenset[str]:
    selectors = (one for skin in SKINS for one in (skin.frame, skin.body, *skin.names, *skin.lines, *skin.dates))
    return frozenset(step[1:] for selector in selectors for step in selector.split("/") if step.startswith("."))


FRAMES = (_all_classes() | PROFILES) - {"user", "name", "search"}
"""Classes that no message's own words have."""


def chosen(within: Element, selector: str, without: frozenset[int]) -> Iterator[Element]:
    """Yield the elements in another one that a selector means, in their order."""
    steps = selector.split("/")
    for element in within.walk(without):
        if element is not within and _fits(element, steps[-1]) and _stands_in(element, steps[:-1], within):
            yield element


def is_a(element: Element, selector: str) -> bool:
    """Tell whether an element itself is what a selector of one step means."""
    return bool(selector) and _fits(element, selector)


def board_of(root: Element) -> str:
    """Return of which board a page seems to be; empty where nothing tells."""
    elements = list(root.walk())
    for element in elements:
        if element.tag == "meta" and element.attributes.get("name", "").lower() == "generator":
            told = element.attributes.get("content", "")
            return next((name for name in _GENERATORS if name.lower() in told.lower()), "")
    for board, signs in BOARDS:
        if any(_fits(element, sign) for sign in signs for element in elements):
            return board
    loaded = " ".join(element.attributes.get("src", "") + element.attributes.get("href", "") for element in elements)
    return "Forumactif" if _HOSTS.search(loaded) else ""


def _fits(element: Element, step: str) -> bool:
    tag, mark, name = _parted(step)
    if tag and element.tag != tag:
        return False
    return not mark or (name in element.classes if mark == "." else element.attributes.get("id") == name)


def _parted(step: str) -> tuple[str, str, str]:
    mark = next((sign for sign in ".#" if sign in step), "")
    tag, _, name = step.partition(mark) if mark else (step, "", "")
    return tag, mark, name


def _stands_in(element: Element, steps: list[str], within: Element) -> bool:
    """Tell whether the elements above one, up to another, are those of some steps."""
    left = list(steps)
    for above in element.ancestors():
        if not left:
            break
        if _fits(above, left[-1]):
            left.pop()
        if above is within:
            break
    return not left
