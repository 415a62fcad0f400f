"""Whole games played by mail alone, over real servers that are killed meanwhile: as if all had been handed in.

Players read what comes to their mailboxes and answer it; cron gets that, judges it, and sends what is to be sent. What
comes of it is what comes of the same orders given by hand, every letter arrives once, and no mail is lost.
"""

from __future__ import annotations

import json
import os
import random
import re
import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email import policy
from email.message import EmailMessage
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from support.commands import SEED, Done, good, results, run, start, unsealed
from support.depth import HANG, deep
from support.disks import killed_at
from support.mail_players import HABITS, MJ, ORDERS, Player, at_domain, is_answer, mails_in, mistaken, text_of, written
from support.mail_server import MailServer, mail_server
from support.mail_servers import PASSWORD, Dovecot, dovecot, free_port

from adjudicator.campaign.loading import load_campaign
from adjudicator.campaign.stages import progress_of
from adjudicator.core.words import slug
from adjudicator.mail.mailbox import folder_name

FOLDERS = ("joué", "refusé", "à voir")
GAMES = {
    "resistance": (
        ("--game", "resistance", "--players", "Anna,Bruno,Chloé,Denis,Emma"),
        ("Anna", "Bruno", "Chloé", "Denis", "Emma"),
    ),
    "tsewnart": (
        ("--game", "tsewnart", "--camp", "bleu=Anna,Luc", "--camp", "rouge=Paul,Zoé", "--set", "taille=5x2"),
        ("Anna", "Luc", "Paul", "Zoé"),
    ),
}
ELSEWHERE = "ailleurs@example.net"
CLOCK = 'échéance: {jours: 1, heure: "20:00", fuseau: Europe/Paris, dès que complet: non}\n'
LONGEST = 150
"""Days after which a game has hung."""


TROUBLES = ("sending", "deadline", "imap", "smtp", "event")
"""What happens, one a day: the program is killed while it sends, nobody can read at the deadline, a server is killed
before cron comes, the program is killed anywhere."""


@dataclass
class Evening:
    """A game that is played twice: by mail below a root, and by hand in a folder of its own."""

    root: Path
    twin: Path
    imap: Dovecot
    smtp: MailServer
    players: dict[str, Player]
    chance: random.Random
    now: datetime = datetime(2026, 11, 24, 8, tzinfo=UTC)
    doubles: int = 0
    """Letters that may have come twice: the program was killed before it knew that they had gone."""
    kills: Counter[str] = field(default_factory=Counter)
    began: Any = None
    """The stage that was awaited yesterday."""

    @property
    def folder(self) -> Path:
        return self.root / "partie"

    def at(self, hour: int, minute: int = 0) -> None:
        """Let it be that hour of the day, in UTC."""
        self.now = self.now.replace(hour=hour, minute=minute)
        os.environ["ADJUDICATOR_NOW"] = self.now.isoformat()

    def cron(self) -> Done:
        """Let cron come; nothing may be amiss but what a test has done."""
        return run("run", self.root)

    def stage(self) -> Any:
        return progress_of(load_campaign(self.folder))


@contextmanager
def evening(folder: Path, game: str, seed: int) -> Iterator[Evening]:
    """Set up servers, a root with one campaign from ``new``, its twin, and the players."""
    options, names = GAMES[game]
    users = {slug(name): slug(name) for name in names} | {ORDERS: PASSWORD, MJ: MJ}
    with dovecot(users=users) as imap:
        for user in users:
            assert imap._replace(user=user, password=users[user]).holds() == []  # makes the Maildir
        with mail_server(free_port(), imap.folder) as smtp:
            root, twin = folder / "root", folder / "twin"
            for one in (root / "partie", twin):
                _begin(one, names, options)
            (root / "courrier.yaml").write_text(_accounts(imap, smtp), encoding="utf-8")
            players = {
                name: Player(name, slug(name), HABITS[(i + seed) % len(HABITS)], imap, smtp, elsewhere=ELSEWHERE)
                for i, name in enumerate(names)
            }
            yield Evening(root, twin, imap, smtp, players, random.Random(seed))


def _begin(folder: Path, names: tuple[str, ...], options: tuple[str, ...]) -> None:
    folder.parent.mkdir(parents=True, exist_ok=True)
    good("new", folder, *options, "--title", "La grande partie", "--seed", SEED)
    path = folder / "campaign.yaml"
    text = path.read_text(encoding="utf-8")
    for name in names:
        text = re.sub(rf"- {name}$", f"- {{nom: {name}, courriel: {at_domain(slug(name))}}}", text, flags=re.MULTILINE)
    path.write_text(text + CLOCK, encoding="utf-8")


def _accounts(imap: Dovecot, smtp: MailServer) -> str:
    return (
        f"adresse: {at_domain(ORDERS)}\nmj: {at_domain(MJ)}\n"
        f"réception: {{imap: localhost, port: {imap.secure}, sécurité: tls, utilisateur: {ORDERS},"
        f" mot de passe: {{variable: SESAME}}, certificat: {imap.certificate}}}\n"
        f"envoi: {{smtp: localhost, port: {smtp.port}, sécurité: aucune}}\n"
    )


@pytest.fixture(autouse=True)
def secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADJUDICATOR_NOW", "")
    monkeypatch.setenv("SESAME", PASSWORD)


# A day -----------------------------------------------------------------------------------------------------------


def choose(game: Evening) -> dict[str, tuple[str, str, int]]:
    """Return what each who is awaited wants to order, something else that he might, and for which turn."""
    campaign = load_campaign(game.folder)
    progress = progress_of(campaign)
    rules, stage = campaign.game.rules, progress.stage
    chosen = {}
    for name in rules.awaited(campaign.setting, progress.state):
        view = rules.view(campaign.setting, progress.state, name)
        listed = list(islice(campaign.game.orders.possible(view), 400))
        if listed:
            texts = [written(name, stage.turn, game.chance.choice(listed)) for _ in range(2)]
            chosen[name] = (texts[0], texts[1], stage.turn)
    return chosen


def write(game: Evening, player: Player, *texts: str) -> None:
    """Let a player write, within minutes."""
    for text in texts:
        game.now += timedelta(minutes=1)
        player.answer(text, game.now)


def read_answers(game: Evening, wrote: Counter[str]) -> None:
    """Let all read their letters: each mail has had an answer; a question is answered with yes."""
    for name, player in game.players.items():
        new = player.read()
        assert len(new) >= wrote[name], (name, wrote[name], [mail["Subject"] for mail in new])
        for letter in new:
            if "est-ce bien toi" in letter["Subject"].lower():
                mail = EmailMessage()
                mail.set_content("oui\n")
                game.now += timedelta(minutes=1)
                player.post(mail, letter, game.now)


def by_hand(game: Evening, wanted: dict[str, tuple[str, str, int]]) -> None:
    """Hand in at the twin what everybody wants in the end."""
    for text, _, _ in wanted.values():
        good("submit", game.twin, "-", stdin=text)


def day(game: Evening) -> None:
    """Play one day: write in the morning, mistakes too; mend them before noon; the deadline is in the evening.

    Where several are awaited something happens, each trouble in its turn.
    """
    wanted = choose(game)
    before, game.began = game.began, game.stage().stage
    trouble = min(TROUBLES, key=game.kills.__getitem__) if game.began != before and len(wanted) > 1 else ""
    late = {name: text for name, (text, _, _) in wanted.items() if game.chance.random() < 0.4}
    game.at(8)
    if trouble == "deadline":
        late = dict([(name, text) for name, (text, _, _) in wanted.items()][:1])
    wrote = mistakes_and_orders(game, wanted, late, silent=trouble == "deadline")
    game.at(9)
    come(game, trouble)
    read_answers(game, wrote)
    game.at(10)
    for name, text in late.items():
        write(game, game.players[name], text)
    by_hand(game, wanted)
    if trouble == "deadline":
        nobody_reads_at_the_deadline(game)
    else:
        game.at(11)
        assert game.cron().code == 0
        read_answers(game, Counter([*late]))
    played = len(game.stage().folders)
    for hour in (20, 21):
        game.at(hour)
        game.cron()
        read_answers(game, Counter())
        if len(game.stage().folders) > played:
            break
    good("run", game.twin)


def mistakes_and_orders(
    game: Evening, wanted: dict[str, tuple[str, str, int]], late: dict[str, str], silent: bool
) -> Counter[str]:
    """Let everybody write, those who are late something wrong, or nothing; return who wrote how many mails."""
    wrote: Counter[str] = Counter()
    for name, (text, before, turn) in wanted.items():
        texts: tuple[str, ...] = (text,)
        if name in late:
            others = [other for other in game.players if other != name]
            texts = () if silent else mistaken(game.chance, name, others, turn, text, before)
        write(game, game.players[name], *texts)
        wrote[name] += len(texts)
    return wrote


def nobody_reads_at_the_deadline(game: Evening) -> None:
    """Let the mailbox be down when the deadline comes, and orders lie in it: nothing is played without them."""
    game.imap.processes.kill()
    game.kills["deadline"] += 1
    game.at(19, 30)
    before = results(game.folder)
    assert game.cron().code == 1
    assert results(game.folder) == before, "played though the mails could not be read"
    game.imap.processes.start()


def come(game: Evening, trouble: str) -> None:
    """Let cron come in the morning, after whatever happens to it or to the servers."""
    if trouble == "imap":
        game.imap.processes.kill()
        assert game.cron().code == 1
        game.imap.processes.start()
    elif trouble == "smtp":
        game.smtp.kill()
        game.cron()
        game.smtp.start()
        game.at(9, 30)  # a server that could not be used is left alone for some minutes
    elif trouble == "sending":
        process = start("run", game.root)
        game.smtp.kill_client(process.pid, 2)
        process.communicate(timeout=HANG)
        assert process.returncode == -signal.SIGKILL
        game.doubles += 1
    elif trouble == "event":
        moment = game.chance.randrange(30, 400)
        done = killed_at(moment, game.root, "-m", "adjudicator", "run", str(game.root))
        assert done.returncode == -signal.SIGKILL, done
        game.doubles += 1
    if trouble not in ("", "deadline"):
        game.kills[trouble] += 1
    done = game.cron()
    assert done.code == 0, done


# The end ---------------------------------------------------------------------------------------------------------


def story(folder: Path) -> dict[str, bytes]:
    """Return what was played: states, accounts, reports of players, without what hangs on how orders came."""
    told = {name: data for name, data in results(folder).items() if "mj." not in name and "MANIFEST" not in name}
    orders = {
        name: json.dumps(json.loads(told.pop(name))["orders"]).encode()
        for name in [*told]
        if name.endswith("orders.json")
    }
    return {name: unsealed(data) for name, data in (told | orders).items()}


def letters_sent(game: Evening) -> dict[str, set[str]]:
    """Return the Message-IDs of the letters that the program knows to have sent, by address; none waits."""
    found: dict[str, set[str]] = {}
    for path in game.root.rglob("sent/*/*.json"):
        for address, mark in json.loads(path.read_bytes())["to"].items():
            assert mark["state"] == "sent", (path, mark)
            found.setdefault(address, set()).add(mark["id"])
    return found


def check_the_end(game: Evening) -> None:
    assert game.stage().stage is None
    assert story(game.folder) == story(game.twin)
    known, twice = letters_sent(game), 0
    for user in [player.user for player in game.players.values()] + [MJ]:
        came = Counter(str(mail["Message-ID"]) for mail in mails_in(game.imap, user))
        assert set(came) == known.get(at_domain(user), set())
        assert max(came.values(), default=0) <= 2
        twice += sum(number == 2 for number in came.values())
    assert twice <= game.doubles
    letters = list(game.root.rglob("outbox/*/*.txt"))
    assert len(letters) == sum(map(len, known.values()))
    for player in game.players.values():
        answers = [str(mail["In-Reply-To"]) for mail in player.letters if is_answer(mail)]
        assert answers and set(answers) <= {*player.sent}, "receipts answer the mails of their player, and no others"
    on_server = [mail["Message-ID"] for folder in FOLDERS for mail in mails_of_orders(game, folder_name(folder))]
    sent = [identity for player in game.players.values() for identity in player.sent]
    assert (sorted(on_server), mails_of_orders(game)) == (sorted(sent), [])
    assert len(list((game.root / "courrier" / "came").glob("*.eml"))) == len(sent)


def mails_of_orders(game: Evening, folder: str = "INBOX") -> list[Any]:
    from email import message_from_bytes

    return [message_from_bytes(data) for data in game.imap.holds(folder)]


@pytest.mark.parametrize(
    ("name", "seed"),
    [("tsewnart", 1), *deep(("resistance", 1), *((name, seed) for name in GAMES for seed in range(10, 16)))],
)
def test_a_whole_game_by_mail_is_the_one_that_is_played_by_hand(name: str, seed: int, tmp_path: Path) -> None:
    with evening(tmp_path, name, seed) as game:
        game.at(7)
        for one in (game.folder, game.twin):
            run("resolve", one)  # deals, in a game that begins so
        game.cron()
        read_answers(game, Counter())
        for _ in range(LONGEST):
            if game.stage().stage is None:
                break
            day(game)
            game.now += timedelta(days=1)
        check_the_end(game)
        assert {*game.kills} == {*TROUBLES}


# A mailbox that is silent ----------------------------------------------------------------------------------------


def written_by_mj(game: Evening, subject: str, text: str = "") -> None:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = at_domain(MJ), at_domain(ORDERS), subject
    mail["Message-ID"] = f"<mj.{game.now.timestamp():.0f}@mail.example.org>"
    mail.set_content(f"{text}\n")
    game.smtp.deliver(mail.as_bytes(policy=policy.SMTP), at_domain(MJ), at_domain(ORDERS))


@pytest.mark.deep
def test_a_mailbox_that_is_silent_holds_the_game_and_the_mj_releases_it_by_mail(tmp_path: Path) -> None:
    """All have standing orders, and no mail comes: what was lost may be theirs. The MJ knows, and says so by mail."""
    with evening(tmp_path, "tsewnart", 2) as game:
        with (game.folder / "campaign.yaml").open("a", encoding="utf-8") as file:
            file.write("absents: permanents\n")
        game.at(7)
        game.cron()
        while (stage := game.stage().stage).turn < 2:
            game.at(8)
            for name, (text, _, turn) in choose(game).items():
                write(game, game.players[name], f"{text}permanents: {{déplacement: droite}}\n" if turn else text)
            for hour in (9, 20):
                game.at(hour)
                game.cron()
                read_answers(game, Counter())
            game.now += timedelta(days=1)
        before = results(game.folder)
        game.at(20)
        held = game.cron().out
        assert "mise en pause, rien n’est joué : aucun courriel" in held, held
        assert results(game.folder) == before
        doubtful, digest = mails_in(game.imap, MJ)  # of who wrote from a new address, and of the pause
        assert "ailleurs@example.net" in text_of(doubtful) and "ailleurs@example.net" not in text_of(digest)
        assert "aucun courriel" in text_of(digest)
        game.at(21)
        written_by_mj(game, "reprendre")
        game.cron()
        (asked,) = mails_in(game.imap, MJ, 2)
        key = re.findall(r"[A-Z2-9]{4}-[A-Z2-9]{4}", text_of(asked))[-1]
        assert results(game.folder) == before
        game.at(22)
        written_by_mj(game, "reprendre : vu", f"clé : {key}")
        assert "joué, tour 2" in game.cron().out
        assert game.stage().stage.turn > stage.turn
