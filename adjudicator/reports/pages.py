"""The pages of a campaign's public folder: the first one, and the links that lead from one to another.

Links are no part of a report: they are put around it when it is shown, and put anew when a stage follows.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from adjudicator.campaign.campaign import Campaign, seed_hash
from adjudicator.campaign.stages import Progress
from adjudicator.core.faults import Phrase
from adjudicator.core.plain import Plain
from adjudicator.core.stage import PUBLIC, Stage
from adjudicator.reports.contents import report_data
from adjudicator.reports.environment import Hand, filled
from adjudicator.reports.positions import public_positions, replay_bytes
from adjudicator.reports.templates import hand_of
from adjudicator.reports.writing import dialect_of
from adjudicator.speech.voice import Voice

_LINKS = re.compile(rb"<nav\b[^>]*>.*?</nav>", re.DOTALL)
"""No text that anybody wrote can be taken for it: it is escaped in pages."""
_LINKED = re.compile(_LINKS.pattern + rb"\n", re.DOTALL)


def page_hand(progress: Progress) -> Hand:
    """Return what the templates of these pages are given."""
    return hand_of_pages(progress.campaign)


def hand_of_pages(campaign: Campaign, language: str | None = None) -> Hand:
    """Return the same for pages in another language too."""
    macros = ("m", "common", "parts", "replay")
    return hand_of(campaign, "html", campaign.voice(language), dialect_of(campaign), macros)


class Now(NamedTuple):
    """What hangs on the hour."""

    due: Phrase | None
    """When the stage awaited is played, if ever."""
    held: bool
    """Whether the campaign is."""
    awaited: Phrase | None
    """Of how many orders are awaited; None where that is nobody's business."""
    due_at: str = ""
    """When it is played, for programs: in ISO 8601."""


def index_page(
    progress: Progress,
    now: Now,
    hand: Hand,
    withdrawn: Sequence[tuple[str, Stage, Phrase]] = (),
    chained: str | None = None,
) -> tuple[bytes, bytes]:
    """Return the page of HTML that shows how things stand ``now`` and all positions; and these as data.

    Of the last public report it shows what comes next.
    ``withdrawn`` are the stages that were taken back, with their folders, and when and why; ``chained`` is the last
    stage's head of the chain while it is announced.
    """
    campaign = progress.campaign
    last = progress.played(len(progress.folders) - 1) if progress.folders else None
    data, shown = public_positions(progress, hand, chained)
    page = filled(
        "index.html.j2",
        hand,
        title=campaign.title,
        stages=[(folder.name, progress.stage_played(i), None) for i, folder in enumerate(progress.folders)],
        withdrawn=withdrawn,
        next=progress.stage,
        **now._asdict(),
        last=report_data(campaign, last, PUBLIC) if last else None,
        seed_hash=seed_hash(campaign.seed),
        shown=shown,
        data=for_script(data, campaign.voice()),
    )
    return page.encode(), replay_bytes(data)


def for_script(data: Plain, voice: Voice) -> Plain:
    """Return what the script of these pages reads: what it says, and where there is a position."""
    return {
        "title": data["title"],
        "where": voice.say("positions.where", title="{title}", number="{number}", total="{total}"),
        "here": voice.say("index.here", moment="{moment}"),
        "positions": [{"id": row["id"], "title": row["title"]} for row in data["positions"]],
    }


def linked(page: bytes, progress: Progress, index: int, hand: Hand) -> bytes:
    """Return the page of the stage at ``index`` of those played with its links, at the top and at the end."""
    above, below = _links(progress, index, hand)
    begin, body, rest = page.partition(b"<body>\n")
    content, end, rest = rest.rpartition(b"</body>")
    return begin + body + above + b"\n" + content + below + b"\n" + end + rest


def relinked(page: bytes, progress: Progress, index: int, hand: Hand) -> bytes:
    """Return a page that is shown with its links as they now are; one that has none stays as it is."""
    links = iter(_links(progress, index, hand))
    return _LINKS.sub(lambda found: next(links, found[0]), page)


def without_links(page: bytes) -> bytes:
    """Return a page that is shown as it was before :func:`linked`; what is no page stays as it is."""
    return _LINKED.sub(b"", page)


def unlinked(page: bytes) -> bytes:
    """Return a page without links; what is no page stays as it is."""
    return _LINKS.sub(b"", page)


def _links(progress: Progress, index: int, hand: Hand) -> list[bytes]:
    """Return the links at the top of a page, and those at its end; who listens to it knows them by their names."""
    before, after = _page(progress, index - 1), _page(progress, index + 1)
    written = (filled("links.html.j2", hand, before=before, after=after, top=top) for top in (True, False))
    return [links.strip().encode() for links in written]


def _page(progress: Progress, index: int) -> Plain | None:
    if not 0 <= index < len(progress.folders):
        return None
    stage = progress.stage_played(index)
    return {"folder": progress.folders[index].name, "phase": stage.phase, "turn": stage.turn}
