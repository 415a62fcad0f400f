"""A storm of mails: many to fifty campaigns in one ``run``, from a Maildir, so that no server's time is in it."""

from __future__ import annotations

import shutil
from email.message import EmailMessage
from pathlib import Path
from statistics import median
from typing import NamedTuple

from commands import Failed, peak, program, seconds
from many import BEFORE, at, campaign

CAMPAIGNS = 50
NONE, FEW, MANY = 0, 100, 1000
PLAYERS = ("Anna", "Luc", "Max", "Paul", "Rita", "Zoé")
ORDERS = ("tour: 1\nordres: {déplacement: %s}\n", "tour: 1\nordres: {déplacement: nulle part}\n")
DIRECTIONS = ("droite", "gauche", "haut", "bas")


class Storm(NamedTuple):
    """What a mail costs among many, that against one among few, and by how many bytes memory grows with each."""

    seconds: float
    growth: float
    memory: float | None


def storm(room: Path, rounds: int) -> Storm:
    """Measure runs over the same campaigns without a mail, with few, and with many; the first round only warms up."""
    at(BEFORE)
    each, small = [], []
    for number in range(rounds + 1):
        took = {count: _run(_root(room / f"storm-{number}-{count}", count), count) for count in (NONE, FEW, MANY)}
        each.append((took[MANY] - took[NONE]) / MANY)
        small.append((took[FEW] - took[NONE]) / FEW)
    growth = median(one / other for one, other in zip(each[1:], small[1:], strict=True))
    return Storm(median(each[1:]), growth, _memory(room))


def _memory(room: Path) -> float | None:
    peaks = {count: peak([*program(), "run", _root(room / f"weighed-storm-{count}", count)]) for count in (FEW, MANY)}
    few, many = peaks[FEW], peaks[MANY]
    return None if few is None or many is None else (many - few) / (MANY - FEW)


def _run(root: Path, count: int) -> float:
    """Time a run; no mail may be lost, nor left."""
    took = seconds([*program(), "run", root])
    filed = sum(1 for path in root.glob("mails/.*/cur/*"))
    kept = sum(1 for path in root.glob("courrier/came/*.json"))
    taken = sum(1 for path in root.glob("*/turns/*/orders/*.came.json"))
    if (filed, kept, any((root / "mails" / "new").iterdir())) != (count, count, False) or taken < count:
        raise Failed(f"{root}: of {count} mails {filed} were moved, {kept} judged, {taken} taken")
    return took


def _root(root: Path, count: int) -> Path:
    base = campaign(root.parent)
    for number in range(CAMPAIGNS):
        shutil.copytree(base, root / f"jeu-{number:03d}")
        path = root / f"jeu-{number:03d}" / "campaign.yaml"
        text = path.read_text(encoding="utf-8")
        for player in PLAYERS:
            text = text.replace(player, f"{{nom: {player}, courriel: {_address(player, number)}}}")
        path.write_text(text, encoding="utf-8")
    for part in ("new", "cur", "tmp"):
        (root / "mails" / part).mkdir(parents=True)
    accounts = f"adresse: orders@example.org\nmj: mj@example.org\nréception: {{maildir: {root / 'mails'}}}\n"
    (root / "courrier.yaml").write_text(accounts, encoding="utf-8")
    for number in range(count):
        (root / "mails" / "new" / f"{number:05d}").write_bytes(_mail(number))
    return root


def _address(player: str, number: int) -> str:
    return f"{PLAYERS.index(player)}.{number}@example.org"


def _mail(number: int) -> bytes:
    """Return a mail: three of four are accepted, each is an answer with what it answers below."""
    game, turn = number % CAMPAIGNS, number // CAMPAIGNS
    player = PLAYERS[turn % len(PLAYERS)]
    order = ORDERS[1] if number % 4 == 3 else ORDERS[0] % DIRECTIONS[turn % len(DIRECTIONS)]
    mail = EmailMessage()
    mail["From"] = f"{player} <{_address(player, game)}>"
    mail["To"], mail["Subject"] = f"orders+jeu-{game:03d}@example.org", "Re: tour 1"
    mail["Message-ID"], mail["Date"] = f"<{number}@mails.example>", "Sun, 22 Nov 2026 08:00:00 +0000"
    quoted = "> Rapport du tour.\n" * 40
    mail.set_content(f"{order}\n-- \n{player}\n\nLe dim. 22 nov. 2026 à 08:00, MJ a écrit :\n{quoted}")
    return mail.as_bytes()
