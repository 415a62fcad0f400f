"""Hostile mails through whole runs: no exception, an answer to nobody unknown, and nobody's orders but his own.

A batch is a root of two campaigns with a Maildir: mails of all shapes that are known (``tests/mail/shapes``), and real
answers of players, are damaged and delivered, cron comes, and what must hold is looked at. In the end one honest mail
of a player is taken as if nothing had been. The same seed makes the same batches::

    python tests/support/hostile_mails.py --mails 10000 --seed 1 --jobs 2
    python tests/support/hostile_mails.py --seed 1 --batch 17
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shutil
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from pathlib import Path

from support.hostile import fast_folder
from support.posted import ANNA, MJ, NOW, PAUL, deliver, kinds, letters, mail, maildir, root_of

PER_BATCH = 50
SHAPES = Path(__file__).resolve().parents[1] / "mail" / "shapes"
KNOWN = {ANNA, PAUL, MJ}
RIGHT = "tour: 1\nordres: {déplacement: droite}\n"
STRANGERS = ("eve@evil.example", "anna@example.org.evil.example", "Anna@exаmple.org", "paul@example.com")
"""One has a letter of another alphabet."""


@cache
def _shapes() -> tuple[bytes, ...]:
    return tuple(path.read_bytes() for path in sorted(SHAPES.glob("*.eml")))


# Mails -----------------------------------------------------------------------------------------------------------


def hostile_mail(chance: random.Random) -> bytes:
    """Return a mail that somebody may send: a shape, or an answer, damaged some times over."""
    data = chance.choice(_shapes()) if chance.random() < 0.7 else _answer(chance)
    for _ in range(chance.choice((0, 1, 1, 2, 3, 6))):
        data = chance.choice(DAMAGES)(chance, data)
    return data


def _answer(chance: random.Random) -> bytes:
    """Return an answer of a player, or of somebody who would like to be one."""
    sender = chance.choice((ANNA, PAUL, *STRANGERS))
    player = chance.choice(("Anna", "Paul", "MJ", "Personne"))
    order = chance.choice(("droite", "gauche", "haut", "nulle part"))
    subject = chance.choice(
        ("Re: [La kamenka] tour 1", "[La jour]", "suspendre", "prolonger : 9 jours", "oui", "(AAAA-BBBB-CCCC)")
    )
    to = chance.choice(
        ("orders@example.org", "orders+kamenka@example.org", "orders+jour@example.org", "orders+x@example.org")
    )
    key = chance.choice(("", "clé: ABCD-EFGH\n", "clé: 2222-3333\nclé: 4444-5555\n"))
    text = f"{key}joueur: {player}\ntour: {chance.choice((1, 1, 0, 2, 10**30))}\nordres: {{déplacement: {order}}}\n"
    honest = mail(text, "x@x.example", to, subject)
    name = chance.choice(("Anna", ANNA, "Paul <paul@example.net>", "", "=?utf-8?q?Anna=0A?="))
    return honest.replace(b"From: x@x.example", f'From: "{name}" <{sender}>'.encode(), 1)


def _somewhere(chance: random.Random, data: bytes) -> int:
    return chance.randrange(len(data) + 1)


def _flip(chance: random.Random, data: bytes) -> bytes:
    changed = bytearray(data)
    for _ in range(chance.choice((1, 3, 20))):
        if changed:
            changed[chance.randrange(len(changed))] = chance.randrange(256)
    return bytes(changed)


def _cut(chance: random.Random, data: bytes) -> bytes:
    start, end = sorted((_somewhere(chance, data), _somewhere(chance, data)))
    return chance.choice((data[:start], data[:start] + data[end:], data[end:]))


def _put(chance: random.Random, data: bytes) -> bytes:
    place = _somewhere(chance, data)
    return data[:place] + chance.choice(ODDS) + data[place:]


ODDS = (
    b"\0",
    b"\r\n\r\n",
    b"\n.\n",
    b"\xff\xfe",
    b"=?utf-8?b?////?=",
    b"=?x-nobody?q?=0D=0AFrom:_eve@evil.example?=",
    b"\r\nFrom: eve@evil.example\r\n",
    b"\nBcc: eve@evil.example\n",
    b"\nReply-To: eve@evil.example\n",
    b"\nReturn-Path: <eve@evil.example>\n",
    b"\nAuthentication-Results: mx.example.org; dmarc=pass header.from=example.org\n",
    b'\nContent-Type: multipart/mixed; boundary=""\n',
    b'\nContent-Type: text/plain; charset="utf-\0"\n',
    b"\nContent-Transfer-Encoding: base64\n",
    b"\nContent-Type: message/rfc822\n",
    b"--\n--\n--",
    b"<div>" * 3000,
    b"> " * 3000,
    b"&#0;&#x110000;&nbsp;",
    b"a" * 70_000,
    "\u202e\u200b\ufeff".encode(),
    b"\xed\xa0\x80",
)


def _head(chance: random.Random, data: bytes) -> bytes:
    """Change a field of the head: twice, gone, of somebody else, or very long."""
    lines = data.split(b"\n")
    number = chance.randrange(min(len(lines), 12))
    line = lines[number]
    stranger = chance.choice(STRANGERS).encode()
    changed = chance.choice(
        (
            [line, line],
            [],
            [re.sub(rb"[\w.+-]+@[\w.-]+", stranger, line)],
            [b"From: " + stranger, line],
            [line + b", " + stranger],
            [line + b" " * 40_000 + b"x"],
            [line.partition(b":")[0] + b":"],
            [b"Date: Mon, 99 Foo 99999 99:99:99 +9999", line],
            [b"Message-ID: <" + b"x" * 3000 + b">", line],
            [b"In-Reply-To: <" + b"0" * 16 + b".roles.x@example.org>", line],
        )
    )
    return b"\n".join([*lines[:number], *changed, *lines[number + 1 :]])


def _in_another(chance: random.Random, data: bytes) -> bytes:
    """Put it into a mail of somebody else, some times over."""
    for number in range(chance.choice((1, 3, 60))):
        head = f"From: {chance.choice(STRANGERS)}\nContent-Type: multipart/mixed; boundary=b{number}\n\n--b{number}\n"
        data = head.encode() + b"Content-Type: message/rfc822\n\n" + data + f"\n--b{number}--\n".encode()
    return data


def _spliced(chance: random.Random, data: bytes) -> bytes:
    other = chance.choice(_shapes())
    return data[: _somewhere(chance, data)] + other[_somewhere(chance, other) :]


DAMAGES: tuple[Callable[[random.Random, bytes], bytes], ...] = (
    _flip, _flip, _cut, _put, _put, _head, _head, _head, _in_another, _spliced,
)  # fmt: skip


# Batches ---------------------------------------------------------------------------------------------------------


def play(seed: object, number: int, count: int, folder: Path) -> Counter[str]:
    """Play a batch in a folder that is not there yet; return what became of its mails. Raises ``AssertionError``."""
    from support.commands import run

    os.environ["ADJUDICATOR_NOW"] = NOW
    chance = random.Random(f"{seed} {number}")
    root = root_of(folder / "root", "kamenka", "jour")
    mails = list(dict.fromkeys(hostile_mail(chance) for _ in range(count)))
    before = letters(root)
    deliver(root, *mails)
    done = run("run", root)
    assert "Traceback" not in done.out + done.err and "imprévu" not in done.out + done.err, done
    found = kinds(root)
    assert not [why for _, why in found if why == "internal"], "a mail made the program stumble"
    filed = [path.read_bytes() for path in maildir(root).glob(".*/cur/*")]
    assert sorted(filed) == sorted(mails), "mails are lost"
    answered = {name: text for name, text in letters(root).items() if before.get(name) != text}
    people = {one for text in answered.values() for one in re.findall(r"^To: .*<(.*)>$", text, re.MULTILINE)}
    assert people <= KNOWN, people - KNOWN
    _whose(root)
    assert not list(root.glob("*/acts/*.json")), "somebody has held or moved a game"
    deliver(root, mail(RIGHT, to="orders+kamenka@example.org", date="Tue, 24 Nov 2026 11:59:00 +0000"))
    assert run("run", root).err == ""
    last = max((root / "kamenka" / "turns").glob("*/orders/*.accepted.json"))
    assert "Anna" in json.loads(last.read_bytes())["orders"], "a player can be heard no more"
    return Counter(f"{kind} {why}".strip() for kind, why in found)


def _whose(root: Path) -> None:
    """Look that what was accepted came from the one address of the player whose orders it holds."""
    from adjudicator.mail.arrived import arrived, plain_address

    came = {path.stem[:12]: path for path in (root / "courrier" / "came").glob("*.eml")}
    owner = {"Anna": ANNA, "Paul": PAUL}
    for path in root.glob("*/turns/*/orders/*.accepted.json"):
        known = json.loads(path.with_name(f"{path.name[:4]}.came.json").read_bytes())
        if known["way"] != "mail":
            continue
        sender = arrived(came[known["name"].rpartition("-")[2]].read_bytes()).sender
        for player in json.loads(path.read_bytes())["orders"]:
            assert plain_address(sender or "") == owner[player], (path, sender, player)


def _one(seed: object, number: int) -> tuple[int, Counter[str], str]:
    folder = Path(tempfile.mkdtemp(prefix="adjudicator-mails-", dir=fast_folder()))
    try:
        return number, play(seed, number, PER_BATCH, folder), ""
    except Exception:
        return number, Counter(), traceback.format_exc()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _batches(arguments: argparse.Namespace) -> Iterator[tuple[int, Counter[str], str]]:
    if arguments.batch is not None:
        yield _one(arguments.seed, arguments.batch)
        return
    with ProcessPoolExecutor(arguments.jobs) as pool:
        yield from pool.map(partial(_one, arguments.seed), range(-(-arguments.mails // PER_BATCH)))


def main() -> int:
    """Play batches, tell what became of the mails and of which batch something is wrong; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mails", type=int, default=10_000)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--batch", type=int)
    parser.add_argument("--jobs", type=int, default=1)
    total, wrong = Counter[str](), 0
    for number, found, trouble in _batches(parser.parse_args()):
        total += found
        wrong += bool(trouble)
        if trouble:
            print(f"batch {number}:\n{trouble}", flush=True)
    print(f"{sum(total.values())} mails: {dict(total.most_common())}; {wrong} batches went wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
