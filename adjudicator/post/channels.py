"""Private messages on the campaign's forum for players whom mail does not reach, stored beside the letters.

``outbox/<stage>/<letter>.bbcode`` is the text that the MJ copies into a message; a report that is too long for one
message has a ``.2.bbcode`` too. The files are made from the letter and the report, and can be made again at any time.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.editions import read_record
from adjudicator.campaign.records import DeliveryState
from adjudicator.core.faults import Phrase, PhraseArgument
from adjudicator.core.stage import PUBLIC, Stage
from adjudicator.mail.outbox import REPORT, Letter, Person, read_letter
from adjudicator.post import messages
from adjudicator.post.messages import LETTERS, LetterBatch, addresses_of, by_hand
from adjudicator.reports.environment import hand_of, macros_of
from adjudicator.reports.markup import FORMATS, escape_bbcode, escape_markdown, finished
from adjudicator.reports.writing import cut, dialect_of
from adjudicator.speech.voice import TROUBLES, short
from adjudicator.store import disk, layout

if TYPE_CHECKING:
    from http.client import HTTPResponse

    from adjudicator.mail.accounts import Accounts, ConnectionDeadline
    from adjudicator.mail.smtp import DeliveryOutcome


ENDING = FORMATS["bbcode"]


class PrivateMessage(NamedTuple):
    """A letter that the MJ must give to a person."""

    stage: str
    letter: str
    """The file name of the letter."""
    person: Person
    subject: str
    mark: DeliveryState | None = None
    """The delivery state if the server refused the letter for good; None if the person has no usable address."""


def to_give(campaign: Campaign) -> list[PrivateMessage]:
    """Return the letters about the last played stage and the current one that mail cannot deliver."""
    known = addresses_of(campaign)
    return [one for path, letter in _letters(campaign) for one in _of(campaign, path, letter, known)]


def write_private(campaign: Campaign) -> list[Phrase]:
    """Write the private messages that are missing or changed. Raises ``OSError``.

    Returns a sentence for each recipient of a new message: who must be given which file.
    """
    written, known, frame = list[Phrase](), addresses_of(campaign), forum_frame(campaign)
    for path, letter in _letters(campaign):
        given = _of(campaign, path, letter, known)
        if any(one.mark is None or one.person.forum for one in given):  # otherwise the letter itself can be given
            posts = forum_messages(campaign, path.parent.name, path, letter, frame)
            files = {
                f"{path.stem}.{ENDING}" if number == 1 else f"{path.stem}.{number}.{ENDING}": post.encode()
                for number, post in enumerate(posts, 1)
            }
            new = {name: data for name, data in files.items() if not disk.holds(path.parent / name, data)}
            if new:
                disk.write_all(path.parent, new, synced=False)
                written += [_in_words(campaign, one) for one in given]
    return written


def in_words(campaign: Campaign) -> list[Phrase]:
    """Return a sentence for each letter that the MJ must give to a person: to whom, and where the file is."""
    return [_in_words(campaign, one) for one in to_give(campaign)]


def _in_words(campaign: Campaign, one: PrivateMessage) -> Phrase:
    file = campaign.folder / layout.OUTBOX / one.stage / one.letter
    message = file.with_suffix(f".{ENDING}")
    shown = message if message.is_file() else file
    person, name = one.person, Phrase("to-give.name", {"name": one.person.name, "forum": one.person.forum})
    values: dict[str, PhraseArgument] = {
        "name": name if person.forum and person.forum != person.name else person.name,
        "subject": one.subject,
        "file": str(shown),
    }
    if one.mark is None:
        return Phrase("to-give", values)
    key = "to-give.given-up" if messages.was_given_up(one.mark) else "to-give.refused"
    return Phrase(key, {**values, "said": messages.said_of(one.mark)})


def not_mailed(campaign: Campaign) -> Callable[[Path, Letter], Iterable[Person]]:
    """Return a function that yields the people to whom the MJ must give a letter.

    If no mail is sent, these are all its recipients. The function raises ``OSError`` and ``UnusableError``.
    """
    if not _sends_mail(campaign.folder):
        return lambda path, letter: letter.to
    known = addresses_of(campaign)
    return lambda path, letter: [one.person for one in _of(campaign, path, letter, known)]


def _sends_mail(folder: Path) -> bool:
    """Return whether the campaign in ``folder`` sends its letters by mail.

    While the accounts file is faulty, it counts as sending, and the letters wait.
    """
    root = layout.accounts_root(folder)
    if root is None:
        return False
    from adjudicator.mail.accounts import load_accounts

    try:
        accounts = load_accounts(root)
    except TROUBLES:
        return True
    return accounts is not None and accounts.sending is not None


def _of(campaign: Campaign, path: Path, letter: Letter, known: frozenset[str]) -> list[PrivateMessage]:
    """Return whom the MJ must give a letter: people whose server refused it, and people without an address."""
    stage = path.parent.name
    marks = messages.refused(campaign.folder, path)
    given = [
        PrivateMessage(stage, path.name, person, letter.subject, marks[person.email])
        for person in letter.to
        if person.email in marks
    ]
    without = [person for person in by_hand(letter, known) if person.email not in marks]
    return [*given, *(PrivateMessage(stage, path.name, person, letter.subject) for person in without)]


def _letters(campaign: Campaign) -> Iterator[tuple[Path, Letter]]:
    """Yield the letters about the last played stage and later ones."""
    played = layout.stages_played(campaign.folder)
    last = layout.stage_number(played[-1].name) if played else 0
    for folder in disk.entries(campaign.folder / layout.OUTBOX):
        if folder.is_dir() and layout.stage_number(folder.name) >= last:
            for path in disk.entries(folder, LETTERS):
                letter = read_letter(disk.read_file(path))
                if letter is not None:
                    yield path, letter


def forum_frame(campaign: Campaign) -> Any:
    """Return the macros that write what stands around a report on the campaign's forum."""
    return macros_of("frame.j2", hand_of(campaign, "bbcode", campaign.voice(), dialect_of(campaign), ("m",)))


def forum_messages(campaign: Campaign, stage: str, path: Path, letter: Letter, frame: Any) -> list[str]:
    """Return the messages on the campaign's forum that carry a letter, in order. Raises ``OSError``.

    A letter with a report becomes the report itself, which says everything in the letter, followed by the head of the
    hash chain, written by ``frame``.
    """
    reports = _reports(campaign.folder / layout.TURNS / stage / layout.REPORTS, path.stem)
    if not reports:
        text = "\n".join(_blocks(letter.text.removesuffix("\n"))) + "\n"
        return cut(text, "bbcode", dialect_of(campaign).max_chars, campaign.voice())
    published = read_record("published", campaign.folder / layout.TURNS / stage / layout.PUBLISHED)
    if published is not None and published["head"]:
        seal = finished(frame.seal(published["head"]), "bbcode")
        reports[-1] = f"{reports[-1]}\n{seal}"
    return reports


def _blocks(text: str) -> Iterator[str]:
    """Yield a letter's lines as BBCode; blocks in which spaces matter, such as a form or a table, become code."""
    for number, block in enumerate(text.split("\n\n")):
        if number:
            yield ""
        lines = list(map(escape_bbcode, block.split("\n")))
        is_code = any(line.startswith(" ") or "  " in line for line in lines) and not lines[0].startswith("- ")
        yield from ("[code]", *lines, "[/code]") if is_code else lines


def _reports(folder: Path, letter: str) -> list[str]:
    """Return the posts of the report that a letter holds; none if it holds no single report."""
    if not letter.startswith(REPORT):
        return []
    name = f"player-{letter.removeprefix(REPORT)}"
    first, found = folder / f"{name}.{ENDING}", list[str]()
    while first.is_file():
        found.append(disk.read_file(first).decode())
        first = folder / f"{name}.{len(found) + 1}.{ENDING}"
    return found


# The public report of each stage, posted to a Discord channel or a Discourse topic with the standard library's client.
#
# The address of a webhook works like a password, so nothing that is raised or returned here quotes it.


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


# Announcements: each site gets each stage's report from ``public/`` once, with repeated attempts as for a letter.


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
