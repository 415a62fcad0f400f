"""The public report on a Discord channel and a Discourse topic: each stage once, and nobody is called."""

from __future__ import annotations

import json
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import NamedTuple

import pytest
from support.clocked import ALL, START, cron, fresh_clock, paris, put, rewrite, tsewnart
from support.depth import deep, few

from adjudicator.mail.accounts import load_accounts
from adjudicator.post.announcing import to_discord
from adjudicator.post.delivery import SendingResult, send

NOW = paris(START)
TOKEN = "t0k3n-of-the-webhook"


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    yield from fresh_clock()


class Asked(NamedTuple):
    path: str
    head: dict[str, str]
    body: bytes


class Site:
    """A server of the web: what it was asked, and the answers that it gives before all goes well."""

    def __init__(self) -> None:
        self.asked: list[Asked] = []
        self.answers: list[tuple[int, dict[str, str]] | None] = []
        self.port = 0


@contextmanager
def site(*answers: tuple[int, dict[str, str]] | None) -> Iterator[Site]:
    """Run a server on loopback; None is to hang up without an answer."""
    found = Site()
    found.answers += answers

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            found.asked.append(Asked(self.path, dict(self.headers), body))
            answer = found.answers.pop(0) if found.answers else (200, {})
            if answer is None:
                self.close_connection = True
                return
            self.send_response(answer[0])
            for name, value in answer[1].items():
                self.send_header(name, value)
            self.send_header("Content-Length", "2")
            self.end_headers()
            self.wfile.write(b"{}")

        do_GET = do_POST  # noqa: N815

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    found.port = server.server_port
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield found
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def played(tmp_path: Path) -> Path:
    root = tmp_path / "root"
    folder = tsewnart(root / "partie")
    rewrite(folder, "titre: La grande partie", "titre: La @everyone partie *")
    put(folder, *ALL, order="{déplacement: haut}")
    assert cron(folder).code == 0
    return root


def dispatch(root: Path, server: Site, now: datetime = NOW, where: str = "discord") -> SendingResult:
    lines = {
        "discord": "annonces: {discord: {fichier: hook}}",
        "discourse": "annonces:\n  discourse:\n"
        f"    {{site: 'http://127.0.0.1:{server.port}', sujet: 12, utilisateur: robot, clé: {{fichier: hook}}}}",
    }
    secret = f"http://127.0.0.1:{server.port}/api/webhooks/1/{TOKEN}" if where == "discord" else TOKEN
    (root / "hook").touch(0o600)
    (root / "hook").write_text(secret)
    (root / "courrier.yaml").write_text(f"adresse: a@b.fr\nmj: m@b.fr\n{lines[where]}\n", encoding="utf-8")
    accounts = load_accounts(root)
    assert accounts is not None
    found = send(root, accounts, now)
    assert TOKEN not in " ".join(line.text for line in found.lines)
    return found


def test_a_stage_is_told_once_and_nobody_is_called(played: Path) -> None:
    with site() as server:
        for _ in range(3):
            assert dispatch(played, server) == SendingResult()
    (asked,) = server.asked
    assert asked.path == f"/api/webhooks/1/{TOKEN}?wait=true"
    report = next((played / "partie" / "public").rglob("public.txt")).read_bytes()
    said = json.loads(asked.body.split(b"\r\n\r\n")[1].split(b"\r\n")[0])
    assert said["allowed_mentions"] == {"parse": []}
    assert said["content"].replace("\u2060", "") == "**La @everyone partie \\***\u00a0: tour 1, le rapport public."
    assert "@everyone" not in said["content"]
    assert report in asked.body


def test_the_next_stage_is_told_too(played: Path) -> None:
    with site() as server:
        dispatch(played, server)
        put(played / "partie", *ALL, turn=2, order="{déplacement: haut}")
        cron(played / "partie")
        dispatch(played, server)
    assert len(server.asked) == 2


def test_discourse_is_given_markdown(played: Path) -> None:
    with site() as server:
        for _ in range(2):
            dispatch(played, server, where="discourse")
    (asked,) = server.asked
    assert (asked.path, asked.head["Api-Key"], asked.head["Api-Username"]) == ("/posts.json", TOKEN, "robot")
    report = next((played / "partie" / "public").rglob("public.md")).read_text(encoding="utf-8")
    assert json.loads(asked.body) == {"topic_id": 12, "raw": report}


@few(1)
@pytest.mark.parametrize(
    "answers",
    [
        [(500, {})],
        [(503, {}), (502, {})],
        [None],
        [(429, {"Retry-After": "2"})],
        [(429, {"Retry-After": "nonsense"})],
        [(408, {}), None, (500, {})],
    ],
)
@pytest.mark.parametrize("where", ["discord", *deep("discourse")])
def test_a_server_that_is_not_well_is_asked_again_later(played: Path, where: str, answers: list[object]) -> None:
    with site(*answers) as server:  # type: ignore[arg-type]
        assert dispatch(played, server, where=where).lines == []
        dispatch(played, server, NOW + timedelta(minutes=1), where)
        assert len(server.asked) == 1  # not at once
        for hour in range(1, 5):
            dispatch(played, server, NOW + timedelta(hours=hour), where)
    assert len(server.asked) == len(answers) + 1


def test_who_wants_to_be_left_alone_for_long_is(played: Path) -> None:
    with site((429, {"Retry-After": "3600"})) as server:
        dispatch(played, server)
        dispatch(played, server, NOW + timedelta(minutes=59))
        assert len(server.asked) == 1
        dispatch(played, server, NOW + timedelta(minutes=61))
    assert len(server.asked) == 2


@few(1)
@pytest.mark.parametrize("code", [400, 401, 403, 404])
def test_what_is_refused_is_told_once(played: Path, code: int) -> None:
    with site((code, {})) as server:
        first = dispatch(played, server)
        assert first.look and str(code) in first.lines[0].text
        assert not dispatch(played, server, NOW + timedelta(days=1)).look
    assert len(server.asked) == 1


def test_a_password_goes_to_one_server_alone(played: Path) -> None:
    with site() as other, site((302, {"Location": f"http://127.0.0.1:{other.port}/"})) as server:
        assert dispatch(played, server, where="discourse").look
    assert other.asked == []


@pytest.mark.parametrize(
    "url",
    [f"http://exemple.fr/{TOKEN}", f"ftp://exemple.fr/{TOKEN}", TOKEN, f"https://[{TOKEN}", f"https://a b/{TOKEN}"],
)
def test_an_address_that_is_none_is_refused_without_being_told(url: str) -> None:
    answer = to_discord(url, "x", [], NOW)
    assert answer.what == "refused" and TOKEN not in answer.text


def test_a_site_whose_certificate_is_not_trusted_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def untrusted(_: object) -> None:
        raise ssl.SSLCertVerificationError(1, "certificate verify failed")

    monkeypatch.setattr("http.client.HTTPSConnection.connect", untrusted)
    answer = to_discord(f"https://exemple.fr/{TOKEN}", "x", [], NOW)
    assert (answer.what, answer.text) == ("later", "certificate verify failed")


def test_nobody_there_is_tried_again(played: Path) -> None:
    with site() as server:
        pass
    assert dispatch(played, server).lines == []
    with site() as again:
        dispatch(played, again, NOW + timedelta(hours=1))
    assert len(again.asked) == 1


def test_what_was_played_before_is_not_told(played: Path) -> None:
    folder = played / "partie"
    for turn in (2, 3):
        put(folder, *ALL, turn=turn, order="{déplacement: haut}")
        cron(folder)
    with site() as server:
        dispatch(played, server)
    assert len(server.asked) == 1
