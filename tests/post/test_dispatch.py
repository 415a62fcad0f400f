"""Letters are sent, each once: whatever breaks on the way, none is lost, and at most one comes twice."""

from __future__ import annotations

import itertools
import os
import re
import shutil
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from support.clocked import ALL, START, at, cron, fresh_clock, paris, put, rewrite, tsewnart
from support.commands import good, plain, run
from support.depth import deep, few, sample
from support.disks import full_disk, killed_at
from support.mail_servers import Scripted, Trouble, scripted

from adjudicator.mail import smtp
from adjudicator.mail.accounts import Accounts, load_accounts
from adjudicator.mail.outbox import campaign_mark, mark_in
from adjudicator.post.delivery import SendingResult, send
from adjudicator.post.handlers import to_mj, which_game
from adjudicator.store.published import read_sealed

NOW = paris(START)
PEOPLE = {"Anna": "anna@exemple.fr", "Luc": "luc@exemple.fr", "Zoé": "zoe@exemple.fr"}


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    yield from fresh_clock()


def with_addresses(folder: Path, more: str = "") -> Path:
    """A campaign of Tsewnart of which three players have an address."""
    tsewnart(folder)
    for name, address in PEOPLE.items():
        path = folder / "campaign.yaml"
        text = path.read_text(encoding="utf-8")
        path.write_text(re.sub(rf"([\[ ]){name}\b", rf"\1{{nom: {name}, courriel: {address}}}", text), encoding="utf-8")
    with (folder / "campaign.yaml").open("a", encoding="utf-8") as file:
        file.write(more)
    return folder


def post(root: Path, server: Scripted, more: str = "") -> Accounts:
    """Write the accounts of a root, to send by a server of the test."""
    (root / "courrier.yaml").write_text(
        "adresse: orders@exemple.fr\nmj: mj@exemple.fr\n"
        f"envoi: {{smtp: localhost, port: {server.port}, sécurité: aucune}}\n{more}",
        encoding="utf-8",
    )
    found = load_accounts(root)
    assert found is not None
    return found


def dispatch(root: Path, now: datetime = NOW) -> SendingResult:
    accounts = load_accounts(root)
    assert accounts is not None
    return send(root, accounts, now)


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """A root with a campaign of which turn 1 has just been played: each player has a receipt and a report."""
    root = tmp_path / "root"
    folder = with_addresses(root / "partie")
    put(folder, *ALL, order="{déplacement: haut}")
    assert cron(folder).code == 0
    return root


EACH = sorted([*PEOPLE.values()] * 2)
"""To whom the letters go that lie there then: a receipt and a report."""


def people(server: Scripted) -> list[str]:
    return sorted(mail.person for mail in server.taken)


def mails(server: Scripted, person: str) -> list[Any]:
    return [mail.mail for mail in server.taken if mail.person == person]


# What is sent --------------------------------------------------------------------------------------------------


def test_each_letter_is_sent_once(played: Path) -> None:
    with scripted() as server:
        post(played, server)
        first = dispatch(played)
        assert (first.sent, first.waiting, first.look) == (6, 0, False)
        assert people(server) == EACH
        for later in (NOW, NOW + timedelta(days=30)):
            assert dispatch(played, later) == SendingResult()
        assert people(server) == EACH
    assert len({mail.identity for mail in server.taken}) == 6
    assert server.connections == 1


def test_what_a_mail_says(played: Path) -> None:
    with scripted() as server:
        post(played, server)
        dispatch(played)
    receipt, report = mails(server, "anna@exemple.fr")
    assert report["Subject"] == "[La grande partie] Tour 1\u00a0: ton rapport"
    assert receipt["Subject"] == "[La grande partie] Tour 1\u00a0: tes ordres sont acceptés"
    assert [mail["Auto-Submitted"] for mail in (report, receipt)] == ["auto-generated", "auto-replied"]
    assert report["References"] == receipt["References"] == report["In-Reply-To"]
    assert report["From"] == "La grande partie <orders@exemple.fr>" and report["To"] == "Anna <anna@exemple.fr>"
    text, page = report.iter_parts()
    letter = next((played / "partie" / "outbox").rglob("report-*-anna.txt")).read_text(encoding="utf-8")
    assert text.get_content().replace("\r\n", "\n") == letter.partition("\n\n")[2]
    shown = next((played / "partie" / "turns").rglob("reports/player-01-anna.html")).read_text(encoding="utf-8")
    sent = page.get_content().replace("\r\n", "\n")
    assert sent.replace("<details open>", "<details>") == shown
    figure = sent[sent.index("<figure>") : sent.index("</figure>")]
    assert "<details open>" in figure, "where no drawing is shown the board is a table"


def test_nobody_gets_what_is_anothers(played: Path) -> None:
    with scripted() as server:
        post(played, server)
        dispatch(played)
    for mail in server.taken:
        head = mail.data.partition(b"\r\n\r\n")[0].decode()
        others = set(PEOPLE.values()) - {mail.person}
        assert not [address for address in others if address in head]
        assert not re.search(r"receipt|report|anna|luc|zoe|0001", head.replace(mail.person, "").split("To: ")[0])


def test_who_is_asked_something_by_the_post_has_his_letter_however_his_address_is_written(played: Path) -> None:
    rewrite(played / "partie", "courriel: anna@exemple.fr", "courriel: Anna@Exämple.fr")
    with scripted() as server:
        which_game(post(played, server), "anna@xn--exmple-cua.fr", "mail-1", ["La grande partie"])
        dispatch(played)
    assert people(server).count("anna@xn--exmple-cua.fr") == 1


@few(1)
@pytest.mark.parametrize("own", ["orders@exemple.fr", "Orders+partie@Exemple.fr"])
def test_nothing_is_sent_to_the_own_address(played: Path, own: str) -> None:
    """It would come back as a mail, be answered, and that come back too."""
    rewrite(played / "partie", "courriel: anna@exemple.fr", f"courriel: {own}")
    for path in (played / "partie" / "outbox").rglob("*.txt"):
        path.write_text(path.read_text(encoding="utf-8").replace("anna@exemple.fr", own), encoding="utf-8")
    with scripted() as server:
        accounts = post(played, server)
        which_game(accounts, own, "mail-1", ["La grande partie"])
        found = dispatch(played)
        assert people(server) == [address for address in EACH if address != "anna@exemple.fr"]
        assert [own in line.text for line in found.lines if line.reason == "unsent"] == [True]
        (played / "courrier.yaml").write_text(accounts.file.read_text(encoding="utf-8").replace("mj@exemple.fr", own))
        to_mj(load_accounts(played) or accounts, "mail-2", "mj-key", keys="")
        assert sum(line.reason == "unsent" for line in dispatch(played).lines) == 2
    assert own not in people(server)


def test_message_ids_name_the_campaign(played: Path) -> None:
    from support.commands import SEED

    with scripted() as server:
        post(played, server)
        dispatch(played)
    assert {mark_in(mail.identity) for mail in server.taken} == {campaign_mark(SEED)}


def test_a_receipt_answers_the_mail_by_which_the_orders_came(played: Path) -> None:
    from adjudicator.campaign.editions import read_record, record_bytes

    path = next((played / "partie" / "turns").rglob("0001.came.json"))
    came = read_record("came", path)
    assert came is not None
    path.write_bytes(record_bytes("came", {**came, "message_id": "<abc@client.exemple>"}))
    with scripted() as server:
        post(played, server)
        dispatch(played)
    answered = [mail.mail for mail in server.taken if "<abc@client.exemple>" in mail.mail["References"]]
    assert [mail["In-Reply-To"] for mail in answered] == ["<abc@client.exemple>"]


def test_substitutes_get_theirs(tmp_path: Path) -> None:
    folder = with_addresses(
        tmp_path / "p",
        "absences:\n  - joueur: Anna\n    du: 2026-11-01\n    au: 2026-12-01\n"
        "    remplaçant: {nom: Eve, courriel: eve@exemple.fr}\n",
    )
    put(folder, "Anna", order="{déplacement: haut}")
    cron(folder)
    with scripted() as server:
        post(tmp_path, server)
        dispatch(tmp_path)
    assert people(server) == ["anna@exemple.fr", "eve@exemple.fr"]
    assert len({mail.identity for mail in server.taken}) == 2


def test_no_address_but_those_in_the_campaign_is_written_to(played: Path) -> None:
    folder = next((played / "partie" / "outbox").iterdir())
    (folder / "odd-01-anna.txt").write_text("Player: Anna\nTo: Anna <evil@exemple.org>\nSubject: x\n\nx\n")
    with scripted() as server:
        post(played, server)
        rewrite(played / "partie", "courriel: luc@exemple.fr", "courriel: lucien@exemple.fr")
        dispatch(played)
    assert people(server) == sorted(["anna@exemple.fr", "zoe@exemple.fr"] * 2)


def test_letters_of_no_campaign_go_to_known_addresses_alone(played: Path) -> None:
    folder = played / "courrier" / "outbox" / "post"
    folder.mkdir(parents=True)
    for name, address in {"a": "luc@exemple.fr", "b": "mj@exemple.fr", "c": "evil@exemple.org"}.items():
        (folder / f"{name}.txt").write_text(f"Player: \nTo: {address} <{address}>\nSubject: Laquelle\n\nx\n")
    shutil.rmtree(played / "partie" / "outbox")
    with scripted() as server:
        post(played, server)
        assert dispatch(played).sent == 2
        assert dispatch(played).sent == 0
    assert people(server) == ["luc@exemple.fr", "mj@exemple.fr"]
    assert server.taken[0].mail["Subject"] == "Laquelle"


@pytest.mark.deep
def test_what_lay_there_before_mail_was_sent_is_not_sent_in_a_flood(played: Path) -> None:
    folder = played / "partie"
    for turn in (2, 3):
        put(folder, *ALL, turn=turn, order="{déplacement: haut}")
        cron(folder)
    with scripted() as server:
        post(played, server)
        dispatch(played)
        assert people(server) == EACH
        assert {mail.identity.split(".")[1] for mail in server.taken} == {"0005-turn-3"}
        put(folder, *ALL, turn=4, order="{déplacement: haut}")
        cron(folder)
        dispatch(played)
    assert people(server) == sorted(EACH * 2)


def test_a_stage_played_again_is_told_again(played: Path) -> None:
    folder = played / "partie"
    with scripted() as server:
        post(played, server)
        dispatch(played)
        good("undo", folder, "--reason", "erreur", "--public", "Une erreur.", "--yes")
        dispatch(played)
        undone = people(server)
        assert len(undone) > len(EACH)
        good("resolve", folder, "--force")
        dispatch(played)
    reports = [mail for mail in server.taken if mail.person == "anna@exemple.fr" and "rapport" in mail.mail["Subject"]]
    assert len(reports) == 2 and len({mail.identity for mail in reports}) == 2


def test_letters_leave_as_they_were_written_a_receipt_before_the_report_that_it_foretells(tmp_path: Path) -> None:
    folder = with_addresses(tmp_path / "root" / "partie")
    with scripted() as server:
        post(tmp_path / "root", server)
    for turn in (1, 2):
        put(folder, *ALL, turn=turn, order="{déplacement: haut}")
        cron(folder)
        dispatch(tmp_path / "root")  # nobody answers
    with scripted() as server:
        post(tmp_path / "root", server)
        dispatch(tmp_path / "root")
    told = [mail["Subject"].partition("] ")[2] for mail in mails(server, PEOPLE["Luc"])]
    assert told == [
        f"Tour {turn}\u00a0: {what}" for turn in (1, 2) for what in ("tes ordres sont acceptés", "ton rapport")
    ]


def test_a_reminder_that_has_become_untrue_while_the_server_was_away_is_not_sent(tmp_path: Path) -> None:
    root = tmp_path / "root"
    folder = with_addresses(root / "partie", "échéance: {jours: 3, relances: [80]}\n")
    cron(folder)
    at("2026-11-20 13:00")
    cron(folder)  # the server is away: three reminders lie there
    assert len(list(folder.rglob("outbox/*/reminder-*"))) == 6
    put(folder, "Anna", order="{déplacement: haut}")
    cron(folder)
    shutil.copytree(root, tmp_path / "later")
    with scripted() as server:
        post(root, server)
        assert dispatch(root).waiting == 0
    assert people(server) == [PEOPLE["Anna"], PEOPLE["Luc"], PEOPLE["Zoé"]]  # a receipt, and two reminders
    put(tmp_path / "later" / "partie", *ALL, order="{déplacement: haut}")
    run("resolve", tmp_path / "later" / "partie")
    with scripted() as server:
        post(tmp_path / "later", server)
        dispatch(tmp_path / "later")
    assert not [mail for mail in server.taken if "attendus" in mail.mail["Subject"] or "rappel" in mail.mail["Subject"]]
    assert len(server.taken) == 7  # Anna's two receipts, and of each a receipt and the report


# Whatever breaks -----------------------------------------------------------------------------------------------


def until_done(root: Path, rounds: int = 60) -> list[SendingResult]:
    """Let cron come every ten minutes until nothing waits."""
    found, now = [], NOW
    for _ in range(rounds):
        found.append(dispatch(root, now))
        now += timedelta(minutes=10)
        if not found[-1].waiting:
            return found
    raise AssertionError(found[-1])


def doubles(server: Scripted) -> Counter[str]:
    """Return how often each Message-ID was taken, of those taken more than once."""
    counted = Counter(mail.identity for mail in server.taken)
    return Counter({identity: times for identity, times in counted.items() if times > 1})


WHERE = ("connect", "EHLO", "MAIL", "RCPT", "DATA", "dot", "after", "RSET")


@few(1)
@pytest.mark.parametrize(("step", "what"), sample(product(WHERE, ["drop", "421 bye", "451 later", "babble"]), 5))
@pytest.mark.parametrize("times", [1, *deep(3)])
def test_wherever_a_server_breaks_off_nothing_is_lost(played: Path, step: str, what: str, times: int) -> None:
    with scripted(Trouble(step, what, times)) as server:
        post(played, server)
        until_done(played)
    assert sorted(Counter(mail.identity for mail in server.taken)) == sorted({mail.identity for mail in server.taken})
    assert people(server) == EACH and not doubles(server)


@few(1)
@pytest.mark.parametrize("times", [1, 3])
def test_what_was_taken_without_an_answer_comes_twice_under_one_name(played: Path, times: int) -> None:
    with scripted(Trouble("dot", "took", times)) as server:
        post(played, server)
        until_done(played)
    assert set(people(server)) == set(EACH) and len({mail.identity for mail in server.taken}) == 6
    assert sum(doubles(server).values()) - len(doubles(server)) == times


@few(1)
@pytest.mark.parametrize("step", ["RCPT", "DATA", "dot"])
def test_what_is_refused_for_good_is_told_once_and_not_tried_again(played: Path, step: str) -> None:
    with scripted(Trouble(step, "550 no such mailbox")) as server:
        post(played, server)
        first = dispatch(played)
        assert first.sent == 5 and first.waiting == 0 and first.look
        (line,) = [line.text for line in first.lines if line.reason]
        assert re.search(r"receipt-\d+-\d\d-\w+\.txt", line) and "@exemple.fr" in line and "550 no such mailbox" in line
        assert dispatch(played, NOW + timedelta(days=1)) == SendingResult()
    assert len(server.taken) == 5


def test_of_letters_to_somebody_without_an_address_the_mj_is_told_once(tmp_path: Path) -> None:
    root = tmp_path / "root"
    folder = with_addresses(root / "partie")
    rewrite(folder, "Max", "{nom: Max, forum: '[LG]Max'}")
    put(folder, *ALL, order="{déplacement: haut}")
    with scripted() as server:
        post(root, server)
        said = "À donner à Max ([LG]Max sur le forum), qui n’a pas d’adresse : « La grande partie, tour 1 : "
        done = run("run", root)
        assert done.out.count(said) == 2 and f"ton rapport », dans {folder / 'bureau.html'}\n" in done.out
        assert "qui n’a pas d’adresse" not in run("run", root).out
        told = plain("".join(mail.mail.get_content() for mail in server.taken if mail.person == "mj@exemple.fr"))
    assert told.count(said) == 2 and told.count("qui n’a pas d’adresse") == 6


def test_what_is_refused_for_good_the_mj_gives_by_hand_and_is_written_to_of_it(played: Path) -> None:
    with scripted(refused={PEOPLE["Luc"]: "550 no such mailbox", PEOPLE["Zoé"]: "553 gone"}) as server:
        post(played, server)
        done = run("run", played)
        assert done.err.count("550 no such mailbox") == done.err.count("553 gone") == 2  # a receipt and a report each
        assert "refusée pour de bon" not in run("run", played).err
        (told,) = [mail.mail.get_content() for mail in server.taken if mail.person == "mj@exemple.fr"]
    assert told.count("550 no such mailbox") == told.count("553 gone") == 2
    run("run", played)
    said = run("posted", played / "partie").out
    report = "à Luc : « La grande partie, tour 1 : ton rapport », que le serveur n’a pas prise (550 no such mailbox)\n"
    assert report in said and said.count("(553 gone)") == 2


def test_a_server_that_refuses_the_sender_loses_no_letter(played: Path) -> None:
    with scripted(Trouble("MAIL", "553 not yours")) as server:
        post(played, server)
        first = dispatch(played)
        assert (first.sent, first.waiting, first.look) == (0, 6, True)
        until_done(played)
    assert people(server) == EACH


@pytest.mark.deep
def test_pauses_grow_and_at_last_a_letter_is_given_up(played: Path) -> None:
    with scripted(refused={"anna@exemple.fr": "450 greylisted"}) as server:
        post(played, server)
        tries, now, given_up = list[datetime](), NOW, None
        while given_up is None and now < NOW + timedelta(days=8):
            before = len([line for line in server.said if "anna" in line])
            found = dispatch(played, now)
            if len([line for line in server.said if "anna" in line]) > before:
                tries.append(now)
            given_up = next((line.text for line in found.lines if line.reason), None)
            now += timedelta(minutes=5 if now < NOW + timedelta(hours=2) else 30)
    assert given_up is not None and "450 greylisted" in given_up
    pauses = [later - earlier for earlier, later in itertools.pairwise(tries)]
    assert pauses == sorted(pauses) and pauses[0] <= timedelta(minutes=5) and pauses[-1] == timedelta(hours=4)
    assert people(server) == sorted(set(PEOPLE.values()) - {"anna@exemple.fr"}) * 2 or len(server.taken) == 4


def test_a_server_that_is_down_is_told_and_left_alone_for_a_while(played: Path) -> None:
    with scripted() as server:
        post(played, server)
    first = dispatch(played)
    (told,) = [line for line in first.lines if line.reason is not None]
    assert (first.sent, first.waiting) == (0, 6) and "Personne ne répond" in told.text
    again = dispatch(played, NOW + timedelta(minutes=1))
    assert again.lines[0] == told
    with scripted() as other:
        post(played, other)  # mended: nothing rests
        assert dispatch(played, NOW + timedelta(minutes=2)).sent == 6
    assert people(other) == EACH


def test_a_connection_that_takes_few_letters_is_made_anew(played: Path) -> None:
    with scripted() as server:
        post(played, server)
        server.troubles += [Trouble("after", "drop", 6)]
        assert dispatch(played).sent == 6
    assert people(server) == EACH and server.connections == 6 and not doubles(server)


def test_an_address_gets_so_many_an_hour_and_the_rest_later(played: Path) -> None:
    folder = played / "partie"
    for _ in range(8):
        put(folder, "Anna", turn=2, order="rien")
        cron(folder)
    with scripted() as server:
        post(played, server, "par heure: 3\n")
        first = dispatch(played)
        assert len(mails(server, "anna@exemple.fr")) == 3 and first.waiting == 7
        assert any("rapport" in mail["Subject"] for mail in mails(server, "anna@exemple.fr"))  # a storm leaves room
        assert len(mails(server, "luc@exemple.fr")) == 2
        dispatch(played, NOW + timedelta(minutes=59))
        assert len(mails(server, "anna@exemple.fr")) == 3
        for hour in range(1, 5):
            dispatch(played, NOW + timedelta(hours=hour))
    assert len(mails(server, "anna@exemple.fr")) == 10 and not doubles(server)


def test_one_broken_campaign_stops_no_other(played: Path) -> None:
    shutil.copytree(played / "partie", played / "autre")
    (played / "autre" / "campaign.yaml").write_text("jeu: [")
    (played / "vide").mkdir()
    with scripted() as server:
        post(played, server)
        assert dispatch(played).sent == 6


def test_two_at_a_time_send_each_letter_once(played: Path) -> None:
    from adjudicator.store.disk import locked

    with scripted() as server:
        accounts = post(played, server)
        accounts.state.mkdir()
        with locked(accounts.state):
            assert dispatch(played) == SendingResult()
        (played / "partie" / "sent").mkdir()
        with locked(played / "partie" / "sent"):
            assert dispatch(played) == SendingResult()
        assert dispatch(played).sent == 6


def test_marks_that_are_damaged_send_again_under_the_same_name(played: Path) -> None:
    with scripted() as server:
        post(played, server)
        dispatch(played)
        for path in (played / "partie" / "sent").rglob("*.json"):
            if path.name != "began.json":
                path.write_bytes(b"{")
        dispatch(played)
    assert set(doubles(server).values()) == {2} and len(doubles(server)) == 6


# Killed --------------------------------------------------------------------------------------------------------


CODE = """\
import os, sys
from datetime import datetime
from pathlib import Path
from adjudicator.mail.accounts import load_accounts
from adjudicator.post.delivery import send
root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path({root!r})
send(root, load_accounts(root), datetime.fromisoformat({now!r}))
"""


def killed_send(moment: int, root: Path, now: datetime = NOW) -> int:
    code = CODE.format(root=str(root), now=now.isoformat())
    return killed_at(moment, root, "-c", code).returncode


def moments(rarer: int) -> Iterator[int]:
    """Moments at which a round of sending is killed: nearer one another where letters are on their way."""
    moment = 1
    while True:
        yield moment
        moment += (3 if moment < 30 else 7) * rarer


@pytest.mark.parametrize("rarer", [5, *deep(1)])
def test_killed_anywhere_nothing_is_lost_and_at_most_one_comes_twice(played: Path, tmp_path: Path, rarer: int) -> None:
    kills = 0
    for moment in moments(rarer):
        root = tmp_path / f"copy-{moment}"
        shutil.copytree(played, root)
        with scripted() as server:
            post(root, server)
            code = killed_send(moment, root)
            assert code in (0, -signal.SIGKILL)
            dispatch(root)
        assert set(people(server)) == set(EACH) and len({mail.identity for mail in server.taken}) == 6
        assert sum(doubles(server).values()) - len(doubles(server)) <= 1
        shutil.rmtree(root)
        if code == 0:
            break
        kills += 1
    assert kills > 30 // rarer


def test_killed_between_the_answer_and_our_note_one_comes_twice(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from adjudicator.post import messages

    kept: Callable[..., None] = messages.keep
    with scripted() as server:
        post(played, server)
        child = os.fork()
        if child == 0:

            def keep(path: Path, marks: Any) -> None:
                if any(mark["state"] == "sent" for mark in marks["to"].values()):
                    os.kill(os.getpid(), signal.SIGKILL)
                kept(path, marks)

            monkeypatch.setattr(messages, "keep", keep)
            dispatch(played)
            os._exit(0)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL
        assert len(server.taken) == 1
        dispatch(played)
    assert set(people(server)) == set(EACH) and list(doubles(server).values()) == [2]


@pytest.mark.skipif(sys.platform != "linux", reason="a small disk")
def test_a_full_disk_sends_nothing_that_it_cannot_note(played: Path, tmp_path: Path) -> None:
    with full_disk(tmp_path) as disk, scripted() as server:
        root = disk.folder / "root"
        shutil.copytree(played, root)
        post(root, server)
        disk.fill()
        code = CODE.format(root=str(root), now=NOW.isoformat())
        assert disk.run(sys.executable, "-c", code).returncode == 0
        assert server.taken == []
        disk.free()
        dispatch(root)
        assert people(server) == EACH


def test_what_is_kept_is_its_owners_alone(played: Path) -> None:
    with scripted() as server:
        post(played, server)
        dispatch(played)
    for folder in (played / "courrier", played / "partie" / "sent"):
        for path in (folder, *folder.rglob("*")):
            assert path.stat().st_mode & 0o077 == 0, path
    for path in (played / "partie" / "sent").rglob("*.json"):
        assert read_sealed(path) is not None


def test_rounds_with_nothing_to_send_do_not_read_old_letters(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from adjudicator.post import messages

    with scripted() as server:
        post(played, server)
        dispatch(played)
        outbox = next((played / "partie" / "outbox").iterdir())
        os.utime(outbox, (1, 1))  # long ago
        dispatch(played)
        read: list[bytes] = []
        monkeypatch.setattr(messages, "read_letter", read.append)
        dispatch(played)
        assert read == []


def test_a_program_that_does_not_end_is_stopped_once_and_the_letters_wait(
    played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(smtp, "PROGRAM_TIMEOUT", 0.5)
    program, begun = played.with_name("program"), played.with_name("begun")
    program.write_text(f"#!/bin/sh\necho . >> {begun}\nexec tail -f /dev/null\n", encoding="utf-8")
    program.chmod(0o700)
    accounts = f"adresse: orders@exemple.fr\nmj: mj@exemple.fr\nenvoi: {{sendmail: {program}}}\n"
    (played / "courrier.yaml").write_text(accounts, encoding="utf-8")
    done = dispatch(played)
    assert begun.read_text(encoding="utf-8") == ".\n"
    assert (done.sent, done.waiting) == (0, len(EACH))
    assert sum("Le programme d’envoi ne finit pas" in line.text for line in done.lines) == 1
