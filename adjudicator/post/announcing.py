"""The public report of each stage, posted to a Discord channel or a Discourse topic with the standard library's client.

Each site gets each stage's report from ``public/`` once, with repeated attempts as for a letter. The address of a
webhook works like a password, so nothing that is raised or returned here quotes it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.records import DeliveryState
from adjudicator.core.stage import PUBLIC, Stage
from adjudicator.post import messages
from adjudicator.post.messages import LetterBatch
from adjudicator.reports.markup import escape_markdown
from adjudicator.reports.writing import cut
from adjudicator.speech.voice import short
from adjudicator.store import disk, layout

if TYPE_CHECKING:
    from http.client import HTTPResponse

    from adjudicator.mail.accounts import Accounts, ConnectionDeadline
    from adjudicator.mail.smtp import DeliveryOutcome


MOST_OF_DISCORD = 2000
MOST_OF_DISCOURSE = 30_000
"""The maximum length of a post in characters."""
_LONGEST_WAIT = 86_400.0
_LATER = (408, 425, 429)
_BOUNDARY = "adjudicator-7f3a1c5e9b2d4860"
"""Separates the parts of a message; no report contains it."""


class Attached(NamedTuple):
    """A file attached to a post."""

    name: str
    kind: str
    data: bytes


def to_discord(
    url: str, text: str, files: Sequence[Attached], now: datetime, deadline: ConnectionDeadline | None = None
) -> DeliveryOutcome:
    """Post a text with files to a webhook's channel, without notifying the people that the text names."""
    said = {"content": text[:MOST_OF_DISCORD], "allowed_mentions": {"parse": []}}
    parts = [Attached("", "application/json", json.dumps(said).encode()), *files]
    body = b"".join(_part(number, part) for number, part in enumerate(parts)) + f"--{_BOUNDARY}--\r\n".encode()
    separator = "&" if "?" in url else "?"
    head = {"Content-Type": f"multipart/form-data; boundary={_BOUNDARY}"}
    return _post(f"{url}{separator}wait=true", body, head, now, deadline)


def _part(number: int, part: Attached) -> bytes:
    named = f'name="files[{number - 1}]"; filename="{part.name}"' if number else 'name="payload_json"'
    head = f"--{_BOUNDARY}\r\nContent-Disposition: form-data; {named}\r\nContent-Type: {part.kind}\r\n\r\n"
    return head.encode() + part.data + b"\r\n"


def to_discourse(
    site: str, key: str, user: str, topic: int, text: str, now: datetime, deadline: ConnectionDeadline | None = None
) -> DeliveryOutcome:
    """Post a Markdown text to a topic."""
    head = {"Content-Type": "application/json", "Api-Key": key, "Api-Username": user}
    return _post(f"{site}/posts.json", json.dumps({"topic_id": topic, "raw": text}).encode(), head, now, deadline)


def _post(
    url: str, body: bytes, head: Mapping[str, str], now: datetime, deadline: ConnectionDeadline | None
) -> DeliveryOutcome:
    """Send a request over TLS, or in plain text to this machine only; redirects are not followed.

    A server that has not answered by the ``deadline`` counts as unreachable.
    """
    import http.client
    import ssl
    import urllib.error
    import urllib.request

    from adjudicator.mail.accounts import ANNOUNCING, TIMEOUT, ConnectionDeadline, bound_tls, bounded, is_loopback
    from adjudicator.mail.smtp import DeliveryOutcome

    limit = deadline or ConnectionDeadline(ANNOUNCING)

    class Nowhere(urllib.request.HTTPRedirectHandler):
        """Refuses redirects, because a password is meant for one server only."""

        def redirect_request(self, *args: object) -> None:
            """Do not follow the redirect."""

    class Bounded(http.client.HTTPConnection):
        """A connection that ends at the deadline."""

        def connect(self) -> None:
            super().connect()
            self.sock = bounded(self.sock, limit)

    class Plainly(urllib.request.HTTPHandler):
        """Talks to this machine without TLS."""

        def http_open(self, request: urllib.request.Request) -> HTTPResponse:
            return self.do_open(Bounded, request)

    try:
        parts = urlsplit(url)
        if parts.scheme != "https" and not (parts.scheme == "http" and is_loopback(parts.hostname or "")):
            return DeliveryOutcome("refused", 0, "https")
        request = urllib.request.Request(url, body, {"User-Agent": "adjudicator", **head})
        securely = urllib.request.HTTPSHandler(context=bound_tls(ssl.create_default_context(), limit))
        with urllib.request.build_opener(Nowhere, Plainly, securely).open(request, timeout=TIMEOUT) as answer:
            return _answered(answer.status, answer, now)
    except urllib.error.HTTPError as error:
        with error:
            return _answered(error.code, error, now)
    except urllib.error.URLError as error:
        return DeliveryOutcome("later", 0, short(str(error.reason)))
    except (ValueError, http.client.InvalidURL):  # the error's text would quote the invalid, but secret, address
        return DeliveryOutcome("refused", 0, "URL")
    except (OSError, http.client.HTTPException) as error:
        return DeliveryOutcome("later", 0, type(error).__name__)


def _answered(code: int, answer: HTTPResponse | object, now: datetime) -> DeliveryOutcome:
    from adjudicator.mail.smtp import DeliveryOutcome

    wait = _wait(str(getattr(answer, "headers", {}).get("Retry-After", "")), now)
    if code // 100 == 2:
        return DeliveryOutcome("sent", code)
    what = "later" if code // 100 == 5 or code in _LATER else "refused"
    return DeliveryOutcome(what, code, short(str(getattr(answer, "reason", ""))), wait=wait)


def _wait(said: str, now: datetime) -> float:
    """Return how many seconds a server asks to wait, from a number or a date; 0.0 if it does not say."""
    from email.utils import parsedate_to_datetime

    try:
        wait = float(said) if said.strip() else 0.0
    except ValueError:
        try:
            wait = (parsedate_to_datetime(said) - now).total_seconds()
        except (ValueError, TypeError):
            return 0.0
    return min(max(wait, 0.0), _LONGEST_WAIT) if wait == wait else 0.0  # noqa: PLR0124 - not what is no number


# Announcements.


_LAST = 4
"""How many of the last stages are announced; earlier ones come too late."""
_KINDS = {"txt": "text/plain; charset=utf-8", "png": "image/png"}


def announced(
    batch: LetterBatch, accounts: Accounts, now: datetime, deadline: ConnectionDeadline
) -> Iterator[tuple[str, DeliveryState]]:
    """Announce the stages of a campaign that are due; yield the name of each post and its delivery state.

    Posts not begun before the ``deadline`` wait for the next round. The caller holds the lock of the campaign's
    delivery states. Raises ``OSError``, and ``UnusableError`` if a secret cannot be read.
    """
    campaign = batch.campaign
    if campaign is None or (accounts.discord is None and accounts.discourse is None):
        return
    old = batch.old_stages(now)
    for played in layout.stages_played(batch.folder)[-_LAST:]:
        shown, again = batch.folder / layout.PUBLIC / played.name, messages.times_taken_back(batch.folder, played.name)
        called = layout.stage_called(played.name)
        if called is not None and shown.is_dir() and old.get(played.name) != again:
            yield from _told(batch, accounts, shown, called[1], now, deadline)


def _told(
    batch: LetterBatch, accounts: Accounts, shown: Path, stage: Stage, now: datetime, deadline: ConnectionDeadline
) -> Iterator[tuple[str, DeliveryState]]:
    path = batch.sent / shown.name / f"{PUBLIC.kind}.json"
    marks = messages.marks_of(path, shown.name.encode(), messages.times_taken_back(batch.folder, shown.name))
    assert batch.campaign is not None
    for where, post in _posts(batch.campaign, accounts, shown, stage, now):
        before = marks["to"].get(where)
        if not messages.is_due(before, now):
            if not messages.is_done(before):
                return  # the parts of a report must be posted in order
            continue
        if deadline.is_over:
            return
        mark = messages.begun(before, "", now)
        marks["to"][where] = mark
        messages.keep(path, marks)
        answer = post(deadline=deadline)
        mark = messages.ended(mark, answer.what, answer.code, answer.text, now)
        if answer.wait:
            mark["after"] = (now + timedelta(seconds=answer.wait)).isoformat()
        marks["to"][where] = mark
        messages.keep(path, marks)
        yield where, mark


def _posts(
    campaign: Campaign, accounts: Accounts, shown: Path, stage: Stage, now: datetime
) -> Iterator[tuple[str, Callable[..., DeliveryOutcome]]]:
    """Yield the posts that announce a stage, each with its name."""
    voice = campaign.voice().keeping(escape_markdown)
    if accounts.discord is not None:
        text = voice.say("announce.discord", title=campaign.title, stage=stage.said)
        yield "discord", partial(to_discord, accounts.discord.read(), text, _files(shown), now)
    if accounts.discourse is not None:
        there = accounts.discourse
        report = shown / f"{PUBLIC.kind}.md"
        if report.is_file():
            parts = cut(disk.read_file(report).decode(), "markdown", MOST_OF_DISCOURSE, campaign.voice())
            for number, part in enumerate(parts, 1):
                key = there.key.read()
                yield f"discourse-{number}", partial(to_discourse, there.site, key, there.user, there.topic, part, now)


def _files(shown: Path) -> list[Attached]:
    """Return the public report as attachments: as text, and as a picture if there is an image file."""
    number = layout.stage_number(shown.name)
    found = [shown / f"{PUBLIC.kind}.{ending}" for ending in _KINDS]
    return [
        Attached(f"{number:04d}{path.suffix}", _KINDS[path.suffix[1:]], disk.read_file(path))
        for path in found
        if path.is_file()
    ]
