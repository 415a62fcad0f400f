"""Roots of campaigns with a mailbox: players who have addresses, a Maildir, and mails as programs write them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from support.commands import SEED, TINY, campaign

NOW = "2026-11-24T12:00:00+00:00"
ADDRESS, MJ = "orders@example.org", "mj@example.org"
ANNA, PAUL = "anna@example.org", "paul@example.net"


def game(folder: Path, stage: str = "turn-1", more: str = "", people: Mapping[str, str] | None = None) -> Path:
    """Make a campaign of two whose players have addresses; its title is the name of its folder."""
    campaign(folder, stage, TINY)
    path = folder / "campaign.yaml"
    text = path.read_text(encoding="utf-8").replace("titre: À deux", f"titre: La {folder.name}")
    for name, address in (people if people is not None else {"Anna": ANNA, "Paul": PAUL}).items():
        text = text.replace(f"joueurs: [{name}]", f"joueurs: [{{nom: {name}, courriel: {address}}}]")
    if stage == "roles":  # else a seed of its own would make another game of what was played
        text = text.replace(SEED, f"{folder.name}{SEED}")
    path.write_text(text + more, encoding="utf-8")
    return folder


def root_of(folder: Path, *games: str, more: str = "", **options: Any) -> Path:
    """Make a root with campaigns, and the accounts of a Maildir beside it."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in games:
        game(folder / name, **options)
    for part in ("new", "cur", "tmp"):
        (maildir(folder) / part).mkdir(parents=True, exist_ok=True)
    text = f"adresse: {ADDRESS}\nmj: {MJ}\nréception: {{maildir: {maildir(folder)}}}\n"
    (folder / "courrier.yaml").write_text(text + more, encoding="utf-8")
    return folder


def sending_root(folder: Path) -> Path:
    """Make a root beside which lie the accounts of a Maildir, and of a program that takes every letter."""
    program = folder.with_name("program")
    root = root_of(folder, more=f"envoi: {{sendmail: {program}}}\n")
    program.write_text("#!/bin/sh\nexec cat > /dev/null\n", encoding="utf-8")
    program.chmod(0o700)
    return root


def maildir(root: Path) -> Path:
    """Return the Maildir of a root."""
    return root.with_name(f"{root.name}-mails")


_counted = 0


def mail(
    text: str,
    sender: str = ANNA,
    to: str = ADDRESS,
    subject: str = "mes ordres",
    date: str = "Tue, 24 Nov 2026 10:00:00 +0000",
    **head: str,
) -> bytes:
    """Return a mail; ``head`` are more fields, ``_`` for a hyphen; one of which the value is empty is left out."""
    global _counted  # noqa: PLW0603 - each mail is another one
    _counted += 1
    message = EmailMessage()
    fields = {"From": sender, "To": to, "Subject": subject, "Date": date, "Message-ID": f"<{_counted}@mails.example>"}
    fields |= {name.replace("_", "-"): value for name, value in head.items()}
    for name, value in fields.items():
        if value:
            message[name] = value
    message.set_content(text)
    return message.as_bytes()


def deliver(root: Path, *mails: bytes) -> None:
    """Put mails into the inbox of a root, in this order."""
    new = maildir(root) / "new"
    before = len(list(maildir(root).rglob("*.mail*")))
    for number, data in enumerate(mails, before + 1):
        (new / f"{number:06d}.mail").write_bytes(data)


def verdicts(root: Path) -> list[dict[str, Any]]:
    """Return what became of the mails of a root, as it is kept."""
    return [json.loads(path.read_bytes()) for path in sorted((root / "courrier" / "came").glob("*.json"))]


def kinds(root: Path) -> list[tuple[str, str]]:
    """Return what became of the mails of a root, and why."""
    return sorted((one["kind"], one["why"]) for one in verdicts(root))


def letters(root: Path) -> dict[str, str]:
    """Return the letters of the root and of its campaigns, by their places, but for what the MJ has to look at."""
    found = [path for path in root.rglob("outbox/*/*.txt") if path.parent.name != "digest"]
    return {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8") for path in found}
