"""A storm of mails: many to fifty campaigns in one ``run``, from a Maildir, so that no server's time is in it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

from clocks import Spent
from plan import MEGABYTE, Plan
from processes import Failed
from rounds import BEFORE, campaign
from verdicts import Measured, Skipped, against

CAMPAIGNS = 50
PLAYERS = ("Anna", "Luc", "Max", "Paul", "Rita", "Zoé")
ORDERS = ("tour: 1\nordres: {déplacement: %s}\n", "tour: 1\nordres: {déplacement: nulle part}\n")
DIRECTIONS = ("droite", "gauche", "haut", "bas")


def measured(plan: Plan) -> Iterator[Measured | Skipped]:
    """Measure runs over the same campaigns without a mail, with few, and with many; the first round only warms up."""
    if "mails" not in plan.keys:
        return
    few, many = plan.scale.few_mails, plan.scale.mails
    units, taken = [], []
    for number in range(plan.scale.slow_rounds + 1):
        units.append(plan.program.spent(plan.program.imports))
        roots = {count: _root(plan, f"storm-{number}-{count}", count) for count in (0, few, many)}
        taken.append({count: _run(plan, root, count) for count, root in roots.items()})
    each = [spent[many].less(spent[0]).per(many) for spent in taken[1:]]
    yield against("mails", each, units[1:])
    yield against("mails-growth", each, [spent[few].less(spent[0]).per(few) for spent in taken[1:]])
    yield _memory(plan, few, many)


def _memory(plan: Plan, few: int, many: int) -> Measured | Skipped:
    roots = [_root(plan, f"weighed-storm-{count}", count) for count in (few, many)]
    less, more = (plan.program.peak(plan.program.line("run", root), BEFORE) for root in roots)
    if less is None or more is None:
        return Skipped("mails-memory-each", "this system does not tell it")
    return Measured("mails-memory-each", [(more - less) / (many - few) / MEGABYTE])


def _run(plan: Plan, root: Path, count: int) -> Spent:
    """Return what a run took; no mail may be lost, nor left."""
    took = plan.program.spent(plan.program.line("run", root), BEFORE)
    filed = sum(1 for path in root.glob("mails/.*/cur/*"))
    kept = sum(1 for path in root.glob("courrier/came/*.json"))
    taken = sum(1 for path in root.glob("*/turns/*/orders/*.came.json"))
    if (filed, kept, any((root / "mails" / "new").iterdir())) != (count, count, False) or taken < count:
        raise Failed(f"{root}: of {count} mails {filed} were moved, {kept} judged, {taken} taken")
    shutil.rmtree(root)
    return took


def _root(plan: Plan, name: str, count: int) -> Path:
    base, root = campaign(plan.program, plan.room), plan.room / name
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
