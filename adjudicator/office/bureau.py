"""The MJ's bureau: one page with all that he hands on of a stage, in the order in which it goes out.

It lies among the reports that are handed on, for him alone: it holds what each of them says, to the character, to be
copied into posts, messages and mails. Like their heads it hangs on the hour, and it is made again with them. Its file
has one name in all languages: that of a campaign may change, and what is made again shall lie where it lay.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from adjudicator.campaign.campaign import Campaign, seed_hash
from adjudicator.campaign.stages import Progress
from adjudicator.core.phrase import Phrase
from adjudicator.core.readers import MJ
from adjudicator.mail.outbox import Address, recipients

if TYPE_CHECKING:
    from adjudicator.reports.environment import Hand
    from adjudicator.reports.records import DeliveryRow, HeadPart, PostRow, ToRow
    from adjudicator.reports.writing import Held

# ``verify`` reads bureaus and writes none: what writes them is imported where it is used.

ORDER = ("public", "camp", "player")
"""The kinds of readers to whom something is handed on, the first one first."""


def bureau(
    then: Progress,
    part: HeadPart,
    awaited: Collection[str],
    now: datetime,
    hand: Hand,
    held: Held,
    forms: Mapping[str, str],
) -> bytes:
    """Return the page of the last stage that was played, told with those who sat there ``then``.

    ``part`` is what is said around the MJ's report, ``awaited`` those whose orders are; ``hand`` is that of pages, and
    ``held`` gives the reports as they are handed on; ``forms`` are the files of forms by clicks, by player.
    """
    from markupsafe import Markup

    from adjudicator.reports.environment import filled
    from adjudicator.reports.markup import escape_kept
    from adjudicator.reports.writing import report_name

    campaign, last = then.campaign, len(then.folders) - 1
    stage = then.stage_played(last)
    deliveries = list(_deliveries(campaign, stage.said, now, held, forms))
    account = held(report_name(campaign, MJ, "text")) or b""
    return (
        filled(
            "bureau.html.j2",
            hand,
            title=campaign.title,
            stage=stage,
            part=part,
            awaited=list(awaited),
            groups=[(kind, [one for one in deliveries if one["kind"] == kind]) for kind in ORDER],
            total=sum(len(one["posts"]) for one in deliveries),
            account=Markup(escape_kept(account.decode())),
            questions=Markup(escape_kept(part.get("questions", ""))),
            account_page=report_name(campaign, MJ, "html").rpartition("/")[2],
            kept=f"adjudicator {seed_hash(campaign.seed)[:16]} {then.folders[last].name}",
        )
        .strip("\n")
        .encode()
    )


def texts_of(page: bytes) -> list[str]:
    """Return the texts that a page offers to be handed on; what the MJ is asked is none.

    No text that anybody wrote can be taken for the end of one: it is escaped in pages.
    """
    from adjudicator.reports.markup import kept_text

    texts = re.findall(r"<textarea readonly[^>]*>\n(.*?)</textarea>", page.decode("utf-8", "replace"), re.DOTALL)
    return list(map(kept_text, texts))


def _deliveries(
    campaign: Campaign, stage: Phrase, now: datetime, held: Held, forms: Mapping[str, str]
) -> Iterator[DeliveryRow]:
    """Yield what goes out to each reader, in the order of the game; nobody writes to who has left."""
    from adjudicator.reports.writing import posts_among

    subject = campaign.voice().say("letter.report.subject", title=campaign.title, stage=stage)
    for reader in campaign.game.reports.readers(campaign.setting):
        if reader.kind not in ORDER or reader.name in campaign.seats.empty:
            continue
        people = recipients(campaign, reader.name, now) if reader.kind == "player" else []
        form = "text" if people and _by_mail(people[0]) else "bbcode"
        posts = posts_among(held, campaign, reader, form)
        yield {
            "kind": reader.kind,
            "name": reader.name,
            "to": [_to(person, subject) for person in people],
            "subject": subject if people else "",
            "form": forms.get(reader.name, "") if people else "",
            "posts": [_post(name, post) for name, post in posts.items()],
        }


def _by_mail(person: Address) -> bool:
    """Tell whether someone is written to by mail: who has an address, and no name on the forum."""
    return "email" in person and "forum" not in person


def _to(person: Address, subject: str) -> ToRow:
    """Return to whom a message goes; a mail may be begun by its link."""
    if not _by_mail(person):
        return {"name": person.get("forum", person["name"]), "link": ""}
    from urllib.parse import quote

    return {"name": person["email"], "link": f"mailto:{quote(person['email'], safe='@')}?subject={quote(subject)}"}


def _post(name: str, data: bytes) -> PostRow:
    """Return a post; the page knows it by its file and by what it says, so that one made anew is another."""
    from markupsafe import Markup

    from adjudicator.reports.markup import escape_kept

    text = data.decode()
    return {"file": name.rpartition("/")[2], "text": Markup(escape_kept(text)), "chars": len(text)}
