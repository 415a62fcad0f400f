"""What everybody may read, posted to a Discord channel or a Discourse topic; the standard library's client alone.

The address of a webhook is a password: nothing that is raised or returned here quotes it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.mail.connection import ANNOUNCING, TIMEOUT, Deadline, bound_tls, bounded, is_loopback
from adjudicator.speech.voice import short

if TYPE_CHECKING:
    from datetime import datetime
    from http.client import HTTPResponse

MOST_OF_DISCORD = 2000
MOST_OF_DISCOURSE = 30_000
"""Characters of a post."""
_LONGEST_WAIT = 86_400.0
_LATER = (408, 425, 429)
_BOUNDARY = "adjudicator-7f3a1c5e9b2d4860"
"""Between the parts of a message; no report has it in it."""


class Answer(NamedTuple):
    """What became of a post."""

    what: str
    """``sent``, ``later``, ``refused`` for good."""
    code: int = 0
    text: str = ""
    wait: float = 0.0
    """Seconds that the server wants to be left alone."""


class Attached(NamedTuple):
    """A file with a post."""

    name: str
    kind: str
    data: bytes


def to_discord(
    url: str, text: str, files: Sequence[Attached], now: datetime, deadline: Deadline | None = None
) -> Answer:
    """Post a text with files to the channel of a webhook; whomever it names, nobody is called."""
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
    site: str, key: str, user: str, topic: int, text: str, now: datetime, deadline: Deadline | None = None
) -> Answer:
    """Post a text in Markdown to a topic."""
    head = {"Content-Type": "application/json", "Api-Key": key, "Api-Username": user}
    return _post(f"{site}/posts.json", json.dumps({"topic_id": topic, "raw": text}).encode(), head, now, deadline)


def _post(url: str, body: bytes, head: Mapping[str, str], now: datetime, deadline: Deadline | None) -> Answer:
    """Post to an address, over TLS or on this machine; no other is gone to, whatever is answered.

    A server that has not answered at the ``deadline`` is as one that is not there.
    """
    import http.client
    import ssl
    import urllib.error
    import urllib.request
    from urllib.parse import urlsplit

    limit = deadline or Deadline(ANNOUNCING)

    class Nowhere(urllib.request.HTTPRedirectHandler):
        """Who is sent elsewhere does not go: a password is for one server."""

        def redirect_request(self, *args: object) -> None:
            """Go nowhere."""

    class Bounded(http.client.HTTPConnection):
        """A connection that is over at the deadline."""

        def connect(self) -> None:
            super().connect()
            self.sock = bounded(self.sock, limit)

    class Plainly(urllib.request.HTTPHandler):
        """What is on this machine is spoken with in the clear."""

        def http_open(self, request: urllib.request.Request) -> HTTPResponse:
            return self.do_open(Bounded, request)

    try:
        parts = urlsplit(url)
        if parts.scheme != "https" and not (parts.scheme == "http" and is_loopback(parts.hostname or "")):
            return Answer("refused", 0, "https")
        request = urllib.request.Request(url, body, {"User-Agent": "adjudicator", **head})
        securely = urllib.request.HTTPSHandler(context=bound_tls(ssl.create_default_context(), limit))
        with urllib.request.build_opener(Nowhere, Plainly, securely).open(request, timeout=TIMEOUT) as answer:
            return _answered(answer.status, answer, now)
    except urllib.error.HTTPError as error:
        with error:
            return _answered(error.code, error, now)
    except urllib.error.URLError as error:
        return Answer("later", 0, short(str(error.reason)))
    except (ValueError, http.client.InvalidURL):  # the address is none, and it is in what is said of it
        return Answer("refused", 0, "URL")
    except (OSError, http.client.HTTPException) as error:
        return Answer("later", 0, type(error).__name__)


def _answered(code: int, answer: HTTPResponse | object, now: datetime) -> Answer:
    wait = _wait(str(getattr(answer, "headers", {}).get("Retry-After", "")), now)
    if code // 100 == 2:
        return Answer("sent", code)
    what = "later" if code // 100 == 5 or code in _LATER else "refused"
    return Answer(what, code, short(str(getattr(answer, "reason", ""))), wait)


def _wait(said: str, now: datetime) -> float:
    """Return for how many seconds a server wants to be left alone: a number, or a date."""
    try:
        wait = float(said) if said.strip() else 0.0
    except ValueError:
        try:
            wait = (parsedate_to_datetime(said) - now).total_seconds()
        except (ValueError, TypeError):
            return 0.0
    return min(max(wait, 0.0), _LONGEST_WAIT) if wait == wait else 0.0  # noqa: PLR0124 - not what is no number
