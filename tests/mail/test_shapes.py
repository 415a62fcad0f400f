"""Mails as programs send them, one file a shape in ``tests/mail/shapes``: whose each is, and what in it are orders.

Beside each lies what it must give: ``sender``, whether it is ``automatic``, whether it is
``answerable`` where that is another thing, the kind of what is ``first`` trusted, its
``text``; and what becomes of it as that player's orders: what is ``understood``, or its ``faults``.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import yaml
from support.commands import EVERY_ROLE, ROOT, campaign

from adjudicator.campaign.loading import load_campaign
from adjudicator.campaign.stages import Progress, progress_of
from adjudicator.desk.session import session
from adjudicator.mail.arrived import Arrived, arrived
from adjudicator.orders.inbox import DroppedFile, MailExtras
from adjudicator.orders.judging import judge
from adjudicator.orders.received import records
from adjudicator.orders.submission import Submission

SHAPES = sorted((ROOT / "tests" / "mail" / "shapes").glob("*.eml"))


@pytest.fixture(scope="module")
def progress(tmp_path_factory: pytest.TempPathFactory) -> Progress:
    return progress_of(load_campaign(campaign(tmp_path_factory.mktemp("m") / "p", "turn-1", EVERY_ROLE)))


def expected(path: Path) -> dict[str, Any]:
    told: dict[str, Any] = yaml.safe_load(path.with_suffix(".yaml").read_text(encoding="utf-8"))
    return told


def as_annas(mail: Arrived, progress: Progress) -> Submission:
    """Judge the orders of a mail as those of the player whose address it has."""
    orders = mail.orders
    assert orders is not None
    besides = MailExtras(orders.other, orders.quoted)
    whence = DroppedFile("mail", b"", "forum", sender="Anna", turn=1, besides=besides)
    return judge(orders.text.encode(), orders.name or "mail", progress, whence=whence)


def test_there_are_many() -> None:
    assert len(SHAPES) > 80


@pytest.mark.parametrize("path", SHAPES, ids=lambda path: path.stem)
def test_a_mail_is_what_it_is(path: Path) -> None:
    found, told = arrived(path.read_bytes()), expected(path)
    assert found.sender == told["sender"]
    assert (found.doubt and found.doubt.key) == told.get("doubt")
    assert found.automatic is told["automatic"]
    assert found.answerable is told.get("answerable", not told["automatic"])
    assert [content.kind for content in found.contents][:1] == ([told["first"]] if told["first"] else [])
    if "text" in told:
        assert found.contents[0].text.replace("\r\n", "\n").strip("\n") == told["text"].strip("\n")


@pytest.mark.parametrize("path", SHAPES, ids=lambda path: path.stem)
def test_what_is_in_it_is_judged_as_any_file(path: Path, progress: Progress) -> None:
    mail, told = arrived(path.read_bytes()), expected(path)
    if mail.sender is None or mail.orders is None:
        assert not told.get("understood")
        return
    submission = as_annas(mail, progress)
    if "faults" in told:
        assert {fault.code for fault in submission.faults} >= {*told["faults"]}
    elif "understood" in told:
        assert (submission.faults, submission.orders) == ([], told["understood"])


def test_the_receipt_says_that_something_was_struck_out_and_nothing_of_spaces(progress: Progress) -> None:
    path = ROOT / "tests" / "mail" / "shapes" / "struck-out-in-the-page-alone.eml"
    told = progress.campaign.voice().receipt(as_annas(arrived(path.read_bytes()), progress).receipts["Anna"])
    assert "sans ce qui est barré" in told and "espaces" not in told


def test_all_of_them_are_received_and_judged_the_same_when_read_back(tmp_path: Path) -> None:
    """As a mailbox brings them; nobody's orders are those of another, and the last of Anna's counts."""
    folder = campaign(tmp_path / "p", "turn-1", EVERY_ROLE)
    mails = [(path, arrived(path.read_bytes())) for path in SHAPES]
    known = [(path, mail.orders) for path, mail in mails if mail.sender == "anna@example.org" and mail.orders]
    dropped = [
        DroppedFile(path.name, orders.text.encode(), "mail", sender="Anna", turn=1)._replace(
            besides=MailExtras(orders.other, orders.quoted)
        )
        for path, orders in known
    ]
    with session(folder, lambda: datetime(2026, 11, 20, 12, tzinfo=UTC)) as there:
        given = there.receive(dropped).submissions
    assert [submission.accepted for submission in given] == ["understood" in expected(path) for path, _ in known]
    assert {player for submission in given for player in submission.players} == {"Anna"}
    progress = progress_of(load_campaign(folder))
    kept = records(progress)
    for path in progress.stage_folder.glob("orders/*ed.json"):
        path.unlink()
    assert records(progress) == kept


def test_each_says_what_it_gives() -> None:
    for path in SHAPES:
        told = expected(path)
        assert {"sender", "automatic", "first"} <= told.keys(), path
        assert {"understood", "faults", "doubt", "text"} & told.keys(), path
    assert {path.stem for path in SHAPES} == {path.stem for path in SHAPES[0].parent.glob("*.yaml")}
