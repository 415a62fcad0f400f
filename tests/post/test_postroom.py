"""Mail through a whole root: kept, judged by its campaign, moved, answered; nothing lost and nothing taken twice."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from datetime import datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.mime.application import MIMEApplication
from email.mime.base import MIMEBase
from email.mime.image import MIMEImage
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText
from itertools import product
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st
from resistance.campaigns import play, state, voting
from support.commands import adjudicator, good, orders, plain, received, result, run, tree
from support.commands import verdicts as judged
from support.depth import deep, examples, few, sample
from support.disks import killed_at, read_only, unreadable
from support.posted import ANNA, MJ, NOW, PAUL, deliver, game, kinds, letters, mail, maildir, root_of, verdicts

from adjudicator.campaign.loading import load_campaign
from adjudicator.campaign.stages import progress_of
from adjudicator.mail.mailbox import MOST, folder_name
from adjudicator.mail.outbox import message_id
from adjudicator.orders.keys import mj_key, order_key
from adjudicator.store.disk import locked

EVIL = "anna@evil.example"
RIGHT, LEFT, HERE = (f"tour: 1\nordres: {{déplacement: {where}}}\n" for where in ("droite", "gauche", "haut"))


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADJUDICATOR_NOW", NOW)


def in_folder(root: Path, name: str) -> list[bytes]:
    """The mails in a folder of the mailbox."""
    return [path.read_bytes() for path in sorted((maildir(root) / f".{folder_name(name)}" / "cur").glob("*"))]


def inbox(root: Path) -> list[bytes]:
    return [path.read_bytes() for part in ("new", "cur") for path in sorted((maildir(root) / part).iterdir())]


def given_orders(folder: Path, stage: str = "turn-1") -> dict[str, object]:
    """The orders in force, by player."""
    found: dict[str, object] = {}
    for verdict in judged(folder, stage) if list(folder.glob(f"turns/*-{stage}")) else ():
        found |= verdict.get("orders", {})
    return found


def key_of(folder: Path, player: str) -> str:
    campaign = load_campaign(folder)
    stage = progress_of(campaign).stage
    assert stage is not None
    return mj_key(campaign.seed, stage) if player == "MJ" else order_key(campaign.seed, stage, player)


def new_letters(root: Path, before: dict[str, str]) -> dict[str, str]:
    return {name: text for name, text in letters(root).items() if before.get(name) != text}


def addressed(text: str) -> list[str]:
    """The addresses to which a letter goes."""
    return re.findall(r"^To: .*<(.*)>$", text, re.MULTILINE)


# Day by day --------------------------------------------------------------------------------------------------


def test_orders_are_taken_from_players_refused_with_a_letter_and_strangers_set_aside(tmp_path: Path) -> None:
    root = root_of(tmp_path / "root", "duo")
    before = letters(root)
    mails = [
        mail(RIGHT),
        mail("tour: 1\nordres: {déplacement: nulle part}\n", PAUL),
        mail(orders("Paul", 1, "{déplacement: gauche}"), EVIL),
        mail(orders("Paul", 1, "{déplacement: gauche}"), ANNA),
    ]
    deliver(root, *mails)
    done = run("run", root)
    assert "4 courriels reçus" in done.out
    assert given_orders(root / "duo") == {"Anna": {"move": "right"}}
    assert (in_folder(root, "joué"), in_folder(root, "à voir")) == ([mails[0]], [mails[2]])
    assert in_folder(root, "refusé") == [mails[1], mails[3]]
    assert kinds(root) == [("played", ""), ("refused", ""), ("refused", ""), ("to-see", "unknown")]
    told = new_letters(root, before)
    assert sorted(addressed(text) for text in told.values()) == [[ANNA], [ANNA], [PAUL]]
    assert {path.stat().st_mode & 0o077 for path in (root / "courrier").rglob("*")} == {0}
    assert run("run", root, "--quiet").out == ""
    assert len(received(root / "duo", "turn-1")) == 3


def test_of_an_address_that_looks_like_a_players_it_is_told(tmp_path: Path) -> None:
    root = root_of(tmp_path / "root", "duo")
    odd = mail(RIGHT).replace(b"From: anna@", "From: \u0430nna@".encode())
    deliver(root, odd, mail(LEFT, "bella@example.org"))
    said = run("run", root).out
    assert "cette adresse ressemble à celle qui est à Anna dans campaign.yaml, et c’en est une autre" in said
    assert "de bella@example.org : personne ici n’a cette adresse" in said
    assert not any("receipt-" in name and "turn-1" in name for name in letters(root))


def test_of_a_mail_its_name_is_kept_that_its_receipt_answers_it(tmp_path: Path) -> None:
    root = root_of(tmp_path / "root", "duo")
    deliver(root, mail(RIGHT, Message_ID="<abc@client.example>"))
    run("run", root)
    [path] = (root / "duo" / "turns").glob("*-turn-1/orders/0001.came.json")
    assert json.loads(path.read_text(encoding="utf-8"))["message_id"] == "<abc@client.example>"


def test_both_orders_are_there_and_run_plays_at_once(tmp_path: Path) -> None:
    more = 'échéance: {jours: 5, heure: "20:00", fuseau: Europe/Paris, dès que complet: oui}\n'
    root = root_of(tmp_path / "root", "duo")
    with (root / "duo" / "campaign.yaml").open("a", encoding="utf-8") as file:
        file.write(more)
    deliver(root, mail(RIGHT), mail(LEFT, PAUL))
    assert "2 fichiers d’ordres acceptés" in run("run", root).out
    assert result(root / "duo", "turn-1", "orders.json")["orders"] == {
        "Anna": {"move": "right"},
        "Paul": {"move": "left"},
    }


def taken(at: str) -> dict[str, str]:
    """The field that the last server adds to a mail, with its hour."""
    return {"Received": f"from mx.example.org by mail.example.net with ESMTP id 1; Tue, 24 Nov 2026 {at} +0000"}


def test_the_mail_that_its_server_took_last_counts_in_whatever_order_they_lie(tmp_path: Path) -> None:
    root = root_of(tmp_path / "root", "duo")
    late, early, first = (
        mail(LEFT, **taken("10:30:00")),
        mail(HERE, **taken("10:29:00")),
        mail(RIGHT, **taken("10:28:00")),
    )
    deliver(root, late, first, early)
    run("run", root)
    assert [json.loads(path.read_bytes())["name"][:8] for path in root.rglob("*.came.json")].count("courriel") == 3
    status = run("status", root / "duo", "--json").json()
    assert status["received"] == ["Anna"]
    assert judged(root / "duo", "turn-1")[-1]["orders"] == {"Anna": {"move": "left"}}


@pytest.mark.parametrize("field", [{}, taken("10:31:00")], ids=["in the order of the mailbox", "by the server"])
def test_a_senders_own_clock_does_not_say_which_mail_is_the_later(tmp_path: Path, field: dict[str, str]) -> None:
    root = root_of(tmp_path / "root", "duo")
    before = {key: value.replace("10:31", "10:30") for key, value in field.items()}
    wrong = mail(RIGHT, date="Tue, 24 Nov 2026 11:00:00 +0000", **before)  # its clock is half an hour fast
    deliver(root, wrong, mail(LEFT, date="Tue, 24 Nov 2026 10:31:00 +0000", **field))
    run("run", root)
    good("resolve", root / "duo", "--force")
    assert result(root / "duo", "turn-1", "orders.json")["orders"]["Anna"] == {"move": "left"}


def test_of_mails_of_the_same_second_the_one_that_lay_first_counts_first(tmp_path: Path) -> None:
    """Programs send at once what was written while they were away; the clock of a disk knows many of them as one."""
    root, second = root_of(tmp_path / "root", "duo"), "Tue, 24 Nov 2026 11:30:00 +0100"
    deliver(root, *(mail(f"{HERE}note: {number}\n", date=second) for number in range(9)), mail(LEFT, date=second))
    run("run", root)
    notes = [one.get("note", "the last") for one in judged(root / "duo", "turn-1")]
    assert notes == [*map(str, range(9)), "the last"]
    assert judged(root / "duo", "turn-1")[-1]["orders"] == {"Anna": {"move": "left"}}


def test_a_subject_that_names_another_turn_is_asked_about_and_that_of_an_answer_is_nothing(tmp_path: Path) -> None:
    root, date = root_of(tmp_path / "root", "duo"), "Tue, 24 Nov 2026 12:00:00 +0000"
    deliver(root, mail("déplacement: droite\n", subject="[La duo] mes ordres pour le tour 4", date=date))
    run("run", root)
    assert given_orders(root / "duo") == {}
    told = " ".join("".join(letters(root).values()).split())
    assert "parle du tour 4, et ces ordres seraient pris pour le tour 1" in told
    [path] = (root / "duo" / "turns").glob("*-turn-1/orders/0001.came.json")
    assert json.loads(path.read_text(encoding="utf-8"))["titled"] == [4]
    before = path.with_name("0001.refused.json").read_bytes()
    path.with_name("0001.refused.json").unlink()
    run("submit", root / "duo")
    assert path.with_name("0001.refused.json").read_bytes() == before
    deliver(root, mail("déplacement: droite\n", subject="Re: [La duo] Tour 4 : ton rapport", date=date))
    run("run", root)
    assert given_orders(root / "duo") == {"Anna": {"move": "right"}}
    deliver(root, mail("déplacement: gauche\n", subject="tour 1 : mes ordres", date=date))
    run("run", root)
    assert given_orders(root / "duo") == {"Anna": {"move": "left"}}


def test_an_answer_to_the_letter_of_an_earlier_vote_is_asked_which_one_it_is_for(tmp_path: Path) -> None:
    root = root_of(tmp_path / "root")
    folder = voting(root / "raid")
    play(folder, **dict.fromkeys(state(folder)["seats"], "vote: non"))
    play(folder, Bruno="escadron: [Bruno, Denis]")
    people = folder / "campaign.yaml"
    text = people.read_text(encoding="utf-8").replace("- Emma\n", f"- {{nom: Emma, courriel: {ANNA}}}\n")
    people.write_text(text, encoding="utf-8")
    date, vote = "Tue, 24 Nov 2026 12:00:00 +0000", sorted((folder / "turns").glob("*-vote-*"))[0].name
    seed = load_campaign(folder).seed
    proposal = sorted((folder / "turns").glob("*-proposal-*"))[-1].name
    old, new = (message_id(seed, stage, ("report",), "example.org") for stage in (vote, proposal))
    deliver(root, mail("vote: oui\n", subject="Re: vote", date=date, In_Reply_To=old))
    assert "1 refusé" in run("run", root).out
    told = " ".join("".join(letters(root).values()).split())
    assert "Il manque la ligne du tour attendu (tour 4" in told and ") : tour: 4 " in told
    deliver(root, mail("vote: oui\n", subject="Re: le vote", date=date, In_Reply_To=new, References=f"{old} {new}"))
    assert "1 joué" in run("run", root).out


def test_one_mailbox_serves_several_campaigns_and_asks_where_nobody_can_tell(tmp_path: Path) -> None:
    root = root_of(tmp_path / "root", "nuit", "jour")
    deliver(root, mail(RIGHT, subject="[La nuit] ordres"), mail(LEFT, to="orders+jour@example.org"), mail(HERE))
    run("run", root)
    assert given_orders(root / "nuit") == {"Anna": {"move": "right"}}
    assert given_orders(root / "jour") == {"Anna": {"move": "left"}}
    (question,) = [text for name, text in letters(root).items() if name.startswith("courrier/outbox/")]
    assert addressed(question) == [ANNA]
    assert "La jour, La nuit" in question or "La nuit, La jour" in question


def test_the_same_mail_to_two_addresses_is_one(tmp_path: Path) -> None:
    root = root_of(tmp_path / "root", "duo")
    one = mail(RIGHT, Delivered_To="orders@example.org")
    again = one.replace(b"Delivered-To: orders@example.org", b"Delivered-To: orders+duo@example.org")
    deliver(root, one, again)
    run("run", root)
    assert len(received(root / "duo", "turn-1")) == 1
    assert kinds(root) == [("played", ""), ("played", "twice")]
    deliver(root, one, again.replace(b"Delivered-To", b"X-Original-To"))
    run("run", root)
    assert len(received(root / "duo", "turn-1")) == 1
    assert inbox(root) == []


def test_a_mail_that_is_played_back_changes_nothing(tmp_path: Path) -> None:
    root = root_of(tmp_path / "root", "duo")
    old, new = mail(RIGHT), mail(LEFT, date="Tue, 24 Nov 2026 11:00:00 +0000")
    deliver(root, old, new)
    run("run", root)
    deliver(root, old, b"Received: from evil.example\n" + old)
    run("run", root)
    assert len(received(root / "duo", "turn-1")) == 2


def test_nor_does_one_with_other_spaces_or_with_lines_on_top(tmp_path: Path) -> None:
    root = root_of(tmp_path / "root", "duo")
    old, new = mail(RIGHT), mail(LEFT, date="Tue, 24 Nov 2026 11:00:00 +0000")
    deliver(root, old, new)
    run("run", root)
    spaced = old.replace(b": {", b":   \t{").rstrip() + b"  \n\n \n"
    on_top = b"Message-ID: <new@evil.example>\nDate: Tue, 24 Nov 2026 11:59:00 +0000\n" + old
    deliver(root, spaced, on_top)
    done = run("run", root)
    assert len(received(root / "duo", "turn-1")) == 2
    assert kinds(root)[-1] == ("to-see", "odd-sender")
    assert "il a deux lignes « Date »" in plain(done.out)


@pytest.mark.deep
def test_of_a_mail_that_is_too_large_its_player_is_told(tmp_path: Path) -> None:
    root = root_of(tmp_path / "root", "duo")
    before = letters(root)
    deliver(root, mail(RIGHT + "x\n" * 2 * MOST), mail("x\n" * 2 * MOST, EVIL))
    run("run", root)
    assert kinds(root) == [("refused", ""), ("to-see", "unknown")]
    (told,) = new_letters(root, before).values()
    assert addressed(told) == [ANNA]
    assert "Ton courriel est trop gros" in told
    assert given_orders(root / "duo") == {}
    assert max(path.stat().st_size for path in (root / "courrier" / "came").iterdir()) < 2 * MOST


def with_photo(text: str, size: int, *, before: bool = True, file: bytes = b"") -> bytes:
    """Return a mail with a photo behind its text, or before it; and a file of orders behind both."""
    message = message_from_bytes(mail("x"), policy=policy.default)
    assert isinstance(message, EmailMessage)
    for name in ("Content-Type", "Content-Transfer-Encoding", "MIME-Version"):
        del message[name]
    parts: list[MIMEBase] = [MIMEText(text, "plain", "utf-8")] if text else []
    parts.insert(len(parts) if before else 0, MIMEImage(random.Random(1).randbytes(size), "jpeg", name="chat.jpg"))
    if file:
        parts.append(MIMEApplication(file, "yaml", name="ordres.yaml"))
    whole = MIMEMultipart(_subparts=parts)
    for name, value in message.items():
        whole[name] = value
    return whole.as_bytes()


PHOTOS: dict[str, Callable[[], bytes]] = {
    "behind the text": lambda: with_photo(RIGHT, 4 << 20),
    "before the text": lambda: with_photo(RIGHT, 4 << 20, before=False),
    "before a file": lambda: with_photo("Bonjour,\n", 4 << 20, file=RIGHT.encode()),
    "one of many megabytes": lambda: with_photo(RIGHT, 15 << 20),
}


@few(1)
@pytest.mark.parametrize(("place", "way"), sample(product(PHOTOS, ["run", "receive"]), 3))
def test_orders_beside_a_large_photo_are_taken_and_what_is_not_read_is_named(
    place: str, way: str, tmp_path: Path
) -> None:
    root = root_of(tmp_path / "root", "duo")
    before = letters(root)
    if way == "run":
        deliver(root, PHOTOS[place]())
    else:
        run("receive", root, stdin=PHOTOS[place]())
    run("run", root)
    assert given_orders(root / "duo") == {"Anna": {"move": "right"}}
    (told,) = new_letters(root, before).values()
    assert "Ton courriel est trop gros" in told and "chat.jpg" in told
    verdict = next((root / "duo").glob("turns/*-turn-1/orders/0001.accepted.json"))
    kept = verdict.read_bytes()
    verdict.unlink()
    run("status", root / "duo")
    run("run", root)
    assert verdict.read_bytes() == kept
    assert run("verify", root / "duo").code == 0


@pytest.mark.parametrize("step", [120, *deep(12)])
def test_a_text_that_is_not_there_to_its_end_orders_nothing(tmp_path: Path, step: int) -> None:
    """It ends where the middle of a large mail begins, somewhere else in each: nobody knows what is missing."""
    root = root_of(tmp_path / "root", "duo")
    text = f"{RIGHT}permanents: {{déplacement: gauche}}\n"
    there = MOST * 57 // 77  # bytes of a photo, as it is written, that fill what is read of the beginning
    mails = [with_photo(text, size, before=False, file=b"x" * 2 * MOST) for size in range(there - 700, there, step)]
    deliver(root, *mails)
    run("run", root)
    accepted = [json.loads(path.read_bytes()) for path in root.glob("duo/turns/*-turn-1/orders/*.accepted.json")]
    assert 0 < len(accepted) < len(mails)
    assert all(one["standing"] == {"Anna": {"move": "left"}} for one in accepted)


def test_who_sends_but_a_photo_is_told_that_pictures_are_not_read(tmp_path: Path) -> None:
    root = root_of(tmp_path / "root", "duo")
    before = letters(root)
    deliver(root, with_photo("", 2000), with_photo("Bonjour, voici mes ordres.\n", 2000))
    run("run", root)
    told = list(new_letters(root, before).values())
    assert len(told) == 2
    assert all("ne sont pas lues (chat.jpg)" in text for text in told)
    before = letters(root)
    deliver(root, with_photo(RIGHT, 2000))
    run("run", root)
    (text,) = new_letters(root, before).values()
    assert "chat.jpg" not in text


def test_an_address_that_several_may_send_from_needs_a_name(tmp_path: Path) -> None:
    root = root_of(tmp_path / "root", "duo", people={"Anna": ANNA, "Paul": ANNA})
    before = letters(root)
    deliver(root, mail(RIGHT), mail(f"joueur: Paul\n{LEFT}"))
    run("run", root)
    assert given_orders(root / "duo") == {"Paul": {"move": "left"}}
    (asked,) = (text for text in new_letters(root, before).values() if "plusieurs joueurs" in text)
    assert "joueur: Paul" in asked and addressed(asked) == [ANNA] and f"To: {ANNA} <{ANNA}>" in asked
    assert "Subject: [La duo]\u00a0: de qui" in asked


@pytest.mark.parametrize(
    ("subject", "text", "whose"),
    [
        ("ordres", "Paul, tour 1 : déplacement gauche", "Paul"),
        ("ordres de Paul", LEFT, "Paul"),
        ("Re: [La duo] Tour 1 : ton rapport (Paul)", LEFT, "Paul"),
        ("ordres de Paul", f"{LEFT}\n\nAnna", ""),
        ("ordres de Paul et Anna", LEFT, ""),
        ("Pauline", LEFT, ""),
    ],
)
def test_of_several_he_is_meant_whom_the_mail_names_and_no_other(
    tmp_path: Path, subject: str, text: str, whose: str
) -> None:
    root = root_of(tmp_path / "root", "duo", people={"Anna": ANNA, "Paul": ANNA})
    deliver(root, mail(text, subject=subject))
    run("run", root)
    assert list(given_orders(root / "duo")) == [whose] * bool(whose)


def test_or_whose_letter_it_answers(tmp_path: Path) -> None:
    root = root_of(tmp_path / "root", "duo", people={"Anna": ANNA, "Paul": ANNA})
    taken = tmp_path / "taken"
    (tmp_path / "program").write_text(f"#!/bin/sh\ncat >> {taken}\n", encoding="utf-8")
    (tmp_path / "program").chmod(0o700)
    with (root / "courrier.yaml").open("a", encoding="utf-8") as file:
        file.write(f"envoi: {{sendmail: {tmp_path / 'program'}}}\n")
    deliver(root, mail(f"joueur: Paul\n{LEFT}"))
    run("run", root)
    text = taken.read_text(encoding="utf-8")
    head = text[text.index("From: ") :]
    assert re.search(r"acceptés.*\n? .*\(Paul\)|\(Paul\)", head.replace("=28", "(").replace("=29", ")"))
    marks = [json.loads(path.read_bytes()) for path in root.glob("duo/sent/*/receipt-*.json")]
    (identity,) = (mark["id"] for one in marks for mark in one["to"].values())
    deliver(root, mail(HERE, In_Reply_To=identity))
    run("run", root)
    accepted = [one["orders"] for one in judged(root / "duo", "turn-1") if one["accepted"]]
    assert accepted == [{"Paul": {"move": "left"}}, {"Paul": {"move": "up"}}]


def test_a_substitute_sends_for_whom_he_stands_in_as_long_as_he_does(tmp_path: Path) -> None:
    sits_in = "absences: [{joueur: Anna, du: %s, au: %s, remplaçant: {nom: Vera, courriel: vera@example.org}}]\n"
    for name, days in (("now", ("2026-11-20", "2026-11-30")), ("over", ("2026-11-01", "2026-11-23"))):
        root = root_of(tmp_path / name, "duo")
        with (root / "duo" / "campaign.yaml").open("a", encoding="utf-8") as file:
            file.write(sits_in % days)
        deliver(root, mail(f"joueur: Anna\n{RIGHT}", "vera@example.org"))
        run("run", root)
        assert list(given_orders(root / "duo")) == (["Anna"] if name == "now" else [])


def test_of_who_has_an_accented_domain_mails_are_taken_and_he_is_asked(tmp_path: Path) -> None:
    people = {"Anna": "Anna@ex\u00e4mple.org", "Paul": PAUL}
    root = root_of(tmp_path / "root", "duo", people=people)
    deliver(root, mail(RIGHT, "anna@xn--exmple-cua.org"))
    run("run", root)
    assert given_orders(root / "duo") == {"Anna": {"move": "right"}}


# Keys --------------------------------------------------------------------------------------------------------


def with_key(root: Path, player: str, sender: str, text: str = LEFT) -> bytes:
    return mail(f"joueur: {player}\nclé: {key_of(root / 'duo', player)}\n{text}", sender)


def question_in(root: Path) -> tuple[str, str]:
    """The text of the last question that was asked, and its subject."""
    texts = [text for text in letters(root).values() if "est-ce bien toi" in text]
    (subject,) = re.findall(r"^Subject: (.*)$", texts[-1], re.MULTILINE)
    return texts[-1], subject


def test_a_key_from_a_new_address_is_asked_back_and_counts_when_it_is_confirmed(tmp_path: Path) -> None:
    root = root_of(tmp_path / "root", "duo")
    deliver(root, with_key(root, "Paul", "paul@work.example"))
    run("run", root)
    assert given_orders(root / "duo") == {}
    text, subject = question_in(root)
    assert addressed(text) == [PAUL]
    assert "paul@work.example" in text
    deliver(
        root, mail("oui", "paul@work.example", subject=f"Re: {subject}"), mail("oui", ANNA, subject=f"Re: {subject}")
    )
    run("run", root)
    assert given_orders(root / "duo") == {}
    deliver(root, mail("Oui !\n\n-- \nPaul", PAUL, subject=f"Re: {subject}"))
    run("run", root)
    assert given_orders(root / "duo") == {"Paul": {"move": "left"}}
    deliver(root, mail("oui", PAUL, subject=f"Re: {subject}"))
    run("run", root)
    assert len([verdict for verdict in judged(root / "duo", "turn-1") if verdict["accepted"]]) == 1
    deliver(root, with_key(root, "Paul", "paul@work.example", HERE), mail(RIGHT, "paul@work.example"))
    run("run", root)
    accepted = [verdict["orders"] for verdict in judged(root / "duo", "turn-1") if verdict["accepted"]]
    assert accepted == [{"Paul": {"move": "left"}}, {"Paul": {"move": "up"}}]


def test_a_key_that_its_player_has_not_given_is_never_played(tmp_path: Path) -> None:
    root = root_of(tmp_path / "root", "duo")
    deliver(root, with_key(root, "Paul", EVIL))
    run("run", root)
    subject = question_in(root)[1]
    deliver(root, mail("non", PAUL, subject=f"Re: {subject}"))
    run("run", root)
    deliver(root, mail("oui", PAUL, subject=f"Re: {subject}"))
    run("run", root)
    assert given_orders(root / "duo") == {}


def test_of_a_no_the_mj_is_told_and_an_answer_that_is_neither_is_asked_again(tmp_path: Path) -> None:
    root = root_of(tmp_path / "root", "duo")
    deliver(root, with_key(root, "Paul", EVIL))
    run("run", root)
    subject, before = question_in(root)[1], letters(root)
    deliver(root, mail("Bonjour,\nje ne comprends pas.", PAUL, subject=f"Re: {subject}"))
    assert "1 refusé" in run("run", root).out
    (again,) = new_letters(root, before).values()
    assert addressed(again) == [PAUL] and "par un seul mot" in again
    assert re.search(r"^Subject: .*\((.*)\)$", again, re.MULTILINE)[1] in subject  # type: ignore[index]
    assert not run("status", root / "duo", "--json").json()["refused"]  # it is no order that is awaited mended
    before = letters(root)
    deliver(root, mail("Non ce n’est pas moi !", PAUL, subject=f"Re: {subject}"))
    told = run("run", root).out
    assert "1 à voir" in told and f"de {PAUL} : Paul dit qu’un courriel avec sa clé n’est pas de lui" in told
    (answer,) = new_letters(root, before).values()
    assert addressed(answer) == [PAUL] and EVIL in answer
    digests = [path.read_text(encoding="utf-8") for path in root.rglob("outbox/digest/*.txt")]
    assert "Paul dit" in digests[-1]


def test_a_no_that_comes_after_a_yes_takes_it_back(tmp_path: Path) -> None:
    root = root_of(tmp_path / "root", "duo")
    deliver(root, with_key(root, "Paul", "paul@work.example"))
    run("run", root)
    subject = question_in(root)[1]
    for word in ("Oui, c’est bien moi !", "non"):
        deliver(root, mail(word, PAUL, subject=f"Re: {subject}"))
        run("run", root)
    assert given_orders(root / "duo") == {"Paul": {"move": "left"}}
    deliver(root, with_key(root, "Paul", "paul@work.example", HERE))
    run("run", root)
    assert given_orders(root / "duo") == {"Paul": {"move": "left"}}  # it is asked anew


@pytest.mark.parametrize(("proof", "taken"), [("clé", ["Paul"]), ("adresse", ["Anna"]), ("les deux", [])])
def test_a_campaign_says_what_proves_a_player(tmp_path: Path, proof: str, taken: list[str]) -> None:
    root = root_of(tmp_path / "root", "duo", people={"Anna": ANNA, "Paul": PAUL})
    with (root / "duo" / "campaign.yaml").open("a", encoding="utf-8") as file:
        file.write(f"preuve: {proof}\n")
    before = letters(root)
    deliver(root, mail(RIGHT), with_key(root, "Paul", EVIL))
    run("run", root)
    assert list(given_orders(root / "duo")) == taken
    wanted = [text for text in new_letters(root, before).values() if "il manque ta clé" in text]
    assert [addressed(text) for text in wanted] == ([] if proof == "adresse" else [[ANNA]])
    deliver(root, with_key(root, "Anna", ANNA, HERE))
    run("run", root)
    assert "Anna" in given_orders(root / "duo")


def test_a_thousand_forged_mails_do_not_fill_a_players_mailbox(tmp_path: Path) -> None:
    """Each says something else; he is told a few times a day, and the MJ sees them all."""
    root = root_of(tmp_path / "root", "duo", people={"Anna": ANNA, "Paul": PAUL})
    with (root / "duo" / "campaign.yaml").open("a", encoding="utf-8") as file:
        file.write("preuve: les deux\n")
    before = letters(root)
    deliver(root, *(mail(f"{RIGHT}note: {number}\n") for number in range(20)))
    run("run", root)
    deliver(root, *(mail(f"{LEFT}note: {number}\n") for number in range(20)))
    run("run", root)
    wanted = [text for text in new_letters(root, before).values() if "il manque ta clé" in text]
    assert [addressed(text) for text in wanted] == [[ANNA]] * 5
    assert given_orders(root / "duo") == {}


# The MJ ------------------------------------------------------------------------------------------------------


def acts(root: Path) -> list[str]:
    return [path.stem for path in sorted((root / "duo" / "acts").glob("*.json"))]


def test_the_mj_holds_releases_and_extends_by_mail_and_each_once(tmp_path: Path) -> None:
    root = root_of(tmp_path / "root", "duo")
    with (root / "duo" / "campaign.yaml").open("a", encoding="utf-8") as file:
        file.write('échéance: {jours: 5, heure: "20:00", fuseau: Europe/Paris}\n')
    key = key_of(root / "duo", "MJ")
    hold = mail(f"clé: {key}", MJ, subject="suspendre: vacances")
    deliver(root, hold, hold.replace(b"To: orders@", b"Cc: orders+duo@"))
    run("run", root)
    assert acts(root) == ["0001-hold"]
    later = "Tue, 24 Nov 2026 10:00:01 +0000"
    deliver(root, mail(f"reprendre: fini\n{key}", MJ), mail(key, MJ, subject="Re: prolonger: 2 jours", date=later))
    run("run", root)
    assert acts(root) == ["0001-hold", "0002-release", "0003-extend"]
    deliver(root, mail(key, MJ, subject="reprendre"), mail(key, MJ, subject="prolonger: demain"))
    run("run", root)
    assert len(acts(root)) == 3
    told = [text for name, text in letters(root).items() if name.startswith("courrier/outbox")]
    assert len(told) == 5
    assert {address for text in told for address in addressed(text)} == {MJ}


def test_the_mj_withdraws_orders_by_mail_once(tmp_path: Path) -> None:
    root = root_of(tmp_path / "root", "duo")
    deliver(root, mail(RIGHT, ANNA))
    run("run", root)
    assert good("status", root / "duo", "--json").json()["received"] == ["Anna"]
    key = key_of(root / "duo", "MJ")
    wanted = mail(f"clé: {key}", MJ, subject="retirer : anna, c’était l’ordre de Paul")
    deliver(root, wanted, wanted.replace(b"To: orders@", b"Cc: orders+duo@"))
    run("run", root)
    assert acts(root) == ["0001-withdraw"]
    assert good("status", root / "duo", "--json").json()["received"] == []
    told = {name: text for name, text in letters(root).items() if "withdraw-1" in name or "mail-" in name}
    to_anna = next(text for name, text in told.items() if "withdraw-1" in name)
    assert "Le MJ a retiré ce qui était noté à ton nom" in to_anna
    assert "Paul" not in to_anna
    assert "anna, c’était l’ordre de Paul" in next(text for name, text in told.items() if "mail-" in name)
    later = "Tue, 24 Nov 2026 10:00:01 +0000"
    deliver(root, mail(key, MJ, subject="retirer : Anna permanents", date=later))
    run("run", root)
    assert acts(root) == ["0001-withdraw"]
    assert any("Anna n’a rien laissé" in text for text in letters(root).values())


RULING = "tour: 1\nmj:\n  réponses:\n    action:\n      déplacement d’Anna: échec\n"


def test_he_answers_by_a_mail_with_his_key_and_is_told_how_it_was_read(tmp_path: Path) -> None:
    root = root_of(tmp_path / "root", "duo")
    key = key_of(root / "duo", "MJ")
    deliver(root, mail(RIGHT, ANNA))
    run("run", root)
    before = letters(root)
    deliver(root, mail(f"{RULING}clé: {key}\n-- \nLe MJ\n", MJ, subject="le tour 1"))
    run("run", root)
    [told] = [plain(text) for name, text in new_letters(root, before).items() if name.startswith("courrier/")]
    assert addressed(told) == [MJ] and "sont prises : action, déplacement Anna : échec" in told
    deliver(root, mail(LEFT, PAUL))
    run("run", root)
    assert result(root / "duo", "turn-1", "orders.json")["mj"][0]["key"] == ["move", "Anna"]


def test_of_faulty_answers_he_is_told_the_line_and_nothing_is_taken(tmp_path: Path) -> None:
    root = root_of(tmp_path / "root", "duo")
    key = key_of(root / "duo", "MJ")
    deliver(root, mail(RIGHT, ANNA), mail(f"{RULING.replace('Anna', 'Ana')}clé: {key}\n", MJ))
    run("run", root)
    [told] = [plain(text) for name, text in letters(root).items() if name.startswith("courrier/")]
    assert "Ligne 5" in told and "Peut-être « déplacement Anna » ?" in told


@pytest.mark.parametrize(("sender", "line"), [(MJ, ""), (MJ, "clé: ABCD-EFGH\n"), (ANNA, ""), (EVIL, "")])
def test_answers_without_his_key_are_nobodys(tmp_path: Path, sender: str, line: str) -> None:
    root = root_of(tmp_path / "root", "duo")
    deliver(root, mail(RIGHT, ANNA), mail(LEFT, PAUL))
    before = letters(root)
    deliver(root, mail(RULING + line, sender))
    run("run", root)
    assert "mj" not in result(root / "duo", "turn-1", "orders.json")
    told = "\n".join(plain(text) for text in new_letters(root, before).values())
    assert ("La clé n’est pas celle de ce joueur" in told) is (sender == ANNA)


def test_why_he_gives_more_time_the_players_read_if_he_says_it(tmp_path: Path) -> None:
    root = root_of(tmp_path / "root", "duo")
    with (root / "duo" / "campaign.yaml").open("a", encoding="utf-8") as file:
        file.write('échéance: {jours: 5, heure: "20:00", fuseau: Europe/Paris}\n')
    key = key_of(root / "duo", "MJ")

    def said(subject: str, text: str = "") -> str:
        before = letters(root)
        deliver(root, mail(f"clé: {key}\n{text}", MJ, subject=subject))
        run("run", root)
        return "\n".join(text for name, text in new_letters(root, before).items() if name.startswith("duo/"))

    assert "Le MJ dit pourquoi\u00a0: le forum est en panne\n" in said("prolonger 12 heures, le forum est en panne")
    assert "Échéance déplacée par MJ, courriel" in run("status", root / "duo").out
    assert "c’est maintenant" in (bare := said("prolonger: 1 jour")) and "pourquoi" not in bare
    assert re.search(r"Échéance déplacée par MJ, courriel-\w+\.\n", run("status", root / "duo").out)
    assert re.search(r"est déplacée par MJ, courriel-\w+ au [^.]*\.\n", run("journal", root / "duo").out)
    assert "pourquoi\u00a0: Noël" in said("prolonger: 1 jour", "raison: Noël")
    assert said("prolonger: 2 jours, 3 heures") == ""  # two times are none
    assert len(acts(root)) == 3


def test_a_mistyped_command_is_told_as_his_and_answered(tmp_path: Path) -> None:
    root = root_of(tmp_path / "root", "duo")
    key = key_of(root / "duo", "MJ")
    deliver(root, mail(f"clé: {key}", MJ, subject="pause: 12 heures, raison"), mail("Merci", MJ, subject="Merci"))
    deliver(root, mail(f"clé: {key_of(root / 'duo', 'Anna')}", MJ, subject="suspendre: x"))
    told = run("run", root).out
    assert "à voir : « pause: 12 heures, raison », de vous-même : ce n’est pas une commande ; la lettre" in told
    assert "à voir : « Merci », de vous-même : ce n’est pas une commande, et rien" in told
    assert "de vous-même : ce n’est pas la clé du MJ de cette étape" in told
    answers = [text for name, text in letters(root).items() if name.startswith("courrier/outbox/post")]
    assert len(answers) == 2 and all(key in text and addressed(text) == [MJ] for text in answers)
    assert not acts(root)


def test_nobody_else_does_nor_he_with_a_key_of_before(tmp_path: Path) -> None:
    root = root_of(tmp_path / "root", "duo")
    key = key_of(root / "duo", "MJ")
    deliver(
        root,
        mail(key, EVIL, subject="suspendre: x"),
        mail("", MJ, subject="suspendre: x"),
        mail(key_of(root / "duo", "Anna"), MJ, subject="suspendre: x"),
        mail(key, f"MJ <{MJ}>, {EVIL}", subject="suspendre: x"),
    )
    run("run", root)
    assert acts(root) == []
    deliver(root, mail(RIGHT), mail(LEFT, PAUL))
    run("run", root)
    run("resolve", root / "duo")
    deliver(root, mail(key, MJ, subject="suspendre: x"))
    run("run", root)
    assert acts(root) == []


# What answers by itself --------------------------------------------------------------------------------------


def answers(root: Path) -> int:
    return sum("Subject: La duo" in text and "receipt-" in name for name, text in letters(root).items())


@few(1)
@pytest.mark.parametrize("text", ["Je suis absente, à bientôt.\n", "tour: 1\nordres: {déplacement: nulle part}\n"])
def test_the_same_text_is_refused_twice_and_not_answered_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    root = root_of(tmp_path / "root", "duo")
    told = []
    for minute in range(6):
        monkeypatch.setenv("ADJUDICATOR_NOW", NOW.replace(":00:", f":{5 * minute:02d}:"))
        deliver(root, mail(text.replace(" ", " " * (1 + minute % 2)), date=""))
        told.append("tout seul" in run("run", root).out)
    assert (answers(root), told) == (2, [False, False, True, False, False, False])
    assert len(received(root / "duo", "turn-1")) == 6
    deliver(root, mail(RIGHT, date=""))
    run("run", root)
    deliver(root, mail(text, date=""))
    run("run", root)
    assert (answers(root), given_orders(root / "duo")) == (4, {"Anna": {"move": "right"}})
    deliver(root, *(mail(text, date="") for _ in range(9)))
    run("run", root)
    assert answers(root) == 5


def test_nor_are_many_without_any_order_whatever_they_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = root_of(tmp_path / "root", "duo")
    for number in range(8):
        deliver(root, mail(f"Je suis absente jusqu’au {number + 10} mai.\n", date=""))
        run("run", root)
    assert answers(root) == 5
    monkeypatch.setenv("ADJUDICATOR_NOW", NOW.replace("-24T", "-26T"))
    deliver(root, mail("Je suis absente jusqu’au 17 mai.\n", date=""))
    run("run", root)
    assert answers(root) == 6


def test_nor_are_many_that_are_refused_whatever_they_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two texts in turn, and of one that counts, the MJ is told once; a day later it begins anew."""
    root = root_of(tmp_path / "root", "duo")
    told = []
    for number in range(12):
        monkeypatch.setenv("ADJUDICATOR_NOW", NOW.replace(":00:", f":{5 * number:02d}:"))
        text = f"déplacement: zut {number}\n" if number % 3 else "Bonjour.\n"
        deliver(root, mail(text, date=""))
        told.append("tout seul" in run("run", root).out)
    assert (answers(root), told) == (8, [number == 8 for number in range(12)])
    monkeypatch.setenv("ADJUDICATOR_NOW", NOW.replace("-24T", "-26T"))
    deliver(root, mail("déplacement: zut\n", date=""))
    assert "tout seul" not in run("run", root).out
    assert answers(root) == 9


@pytest.mark.deep
def test_one_that_never_rests_is_told_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = root_of(tmp_path / "root", "duo")
    told = []
    for number in range(24):
        when = datetime.fromisoformat(NOW) + timedelta(minutes=150 * number)
        monkeypatch.setenv("ADJUDICATOR_NOW", when.isoformat())
        deliver(root, mail(f"déplacement: zut {number}\n", date=""))
        told.append("tout seul" in run("run", root).out)
    assert (answers(root), told) == (8, [number == 8 for number in range(24)])


def test_who_sends_good_orders_between_is_answered_though_all_are_got_at_once(tmp_path: Path) -> None:
    root = root_of(tmp_path / "root", "duo")
    for number in range(13):
        text = RIGHT if number == 6 else f"déplacement: zut {number}\n"
        deliver(root, mail(text, date=f"Tue, 24 Nov 2026 10:{number:02d}:00 +0000"))
    assert "tout seul" not in run("run", root).out
    assert answers(root) == 13


def timed(base: Path) -> Path:
    """A root with a game that has a deadline."""
    root = root_of(base / "root")
    game(root / "duo", more='échéance: {jours: 5, heure: "20:00", fuseau: Europe/Paris}\n')
    return root


def reply(root: Path, text: str, **head: str) -> bytes:
    """A mail of Anna's that answers a letter of the campaign."""
    identity = message_id(load_campaign(root / "duo").seed, "0002-turn-1", ("a letter",), "example.org")
    return mail(text, date=LATER, **{"In_Reply_To": identity} | head)


LATER = "Tue, 24 Nov 2026 10:05:00 +0000"
AWAY = (
    "Je suis absente jusqu’au 30 novembre.\nEn cas d’urgence : appelez le 06 12 34 56 78.\n",
    "Nous avons reçu votre message le 20/11/2026 à 13:05.\nNuméro de ticket : 12\nTél. : 01 23 45 67 89\n",
    "Absente du 2/11 au 5/11, puis jusqu’au 30/11.\nAnna\n",
    " \n",
)


@few(2)
@pytest.mark.parametrize("text", AWAY)
def test_an_answer_to_a_letter_without_any_order_holds_no_turn_for_which_all_orders_are_there(
    tmp_path: Path, text: str
) -> None:
    root = timed(tmp_path)
    deliver(root, mail(RIGHT), reply(root, text))
    good("run", root)
    refusal = next(letter for name, letter in letters(root).items() if "receipt-0002" in name)
    assert "sa correction est attendue" not in refusal
    deliver(root, mail(LEFT, PAUL, date=""))
    assert "joué, tour 1" in run("run", root).out
    assert run("verify", root / "duo").code == 0


@few(2)
@pytest.mark.parametrize(
    ("text", "head"),
    [
        ("deplacment: zut\n", {}),
        ("tour: 1\nordres: {déplacement: zut}\n", {}),
        ("Finalement, je préfère attendre Paul.\n", {}),
        ("Annule mes ordres.\n", {}),
        ("Je vais à gauche.\n", {}),
        (AWAY[0], {"In_Reply_To": "<1@elsewhere.example>"}),
    ],
)
def test_a_correction_with_a_fault_does(tmp_path: Path, text: str, head: dict[str, str]) -> None:
    root = timed(tmp_path)
    deliver(root, mail(RIGHT), reply(root, text, **head))
    deliver(root, mail(LEFT, PAUL, date=""))
    assert "refusé et pas encore corrigé (Anna)" in run("run", root).out


def test_and_who_has_sent_no_orders_yet_is_awaited(tmp_path: Path) -> None:
    root = timed(tmp_path)
    deliver(root, reply(root, AWAY[0]), mail(LEFT, PAUL, date=""))
    assert "Il manque les ordres d’un joueur" in run("run", root).out


def test_an_answer_is_known_by_its_subject_too(tmp_path: Path) -> None:
    root = timed(tmp_path)
    away = mail(AWAY[0], date=LATER, subject="Re: [La duo] Tour 1 : tes ordres sont acceptés")
    deliver(root, mail(RIGHT), away, mail(LEFT, PAUL))
    assert "joué, tour 1" in run("run", root).out


def test_nobody_is_asked_the_same_of_the_same_text_for_ever(tmp_path: Path) -> None:
    root = root_of(tmp_path / "root", "nuit", "jour", people={"Anna": ANNA, "Paul": ANNA})
    for _ in range(5):
        deliver(root, mail("Je suis absente.\n"), mail("Je suis absente.\n", subject="[La nuit]"))
        run("run", root)
    sent = [text for name, text in letters(root).items() if "/mail-" in name]
    assert len([text for text in sent if "De quelle partie" in text]) == 2, sent
    assert len(sent) == 4  # and twice whose the orders are of the game that is named
    assert inbox(root) == []


# What goes wrong ---------------------------------------------------------------------------------------------


def broken(root: Path) -> Callable[[], None]:
    path = root / "nuit" / "campaign.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("jeu: tsewnart", "jeu: tsewnrt"), encoding="utf-8")
    return lambda: path.write_text(text, encoding="utf-8") and None


def test_mails_of_a_campaign_that_is_broken_wait_and_the_others_go_on(tmp_path: Path) -> None:
    root = root_of(tmp_path / "root", "nuit", "jour")
    mend = broken(root)
    waiting = mail(RIGHT, subject="[La nuit]", to="orders+nuit@example.org")
    deliver(root, mail(HERE, to="orders+jour@example.org"), waiting)
    done = run("run", root)
    assert "1 courriel attend" in done.out
    assert list(given_orders(root / "jour")) == ["Anna"]
    assert inbox(root) == [waiting]
    with patch("adjudicator.mail.mailbox._read", side_effect=AssertionError("it has been read")):
        run("run", root)
    mend()
    run("run", root)
    assert given_orders(root / "nuit") == {"Anna": {"move": "right"}}
    assert inbox(root) == []


@few(2)
@pytest.mark.parametrize("state", ["missing", "empty", "unreadable", "half", "faulty"])
def test_nobody_is_unknown_as_long_as_a_campaign_cannot_be_read(state: str, tmp_path: Path) -> None:
    """Zoe plays in the one that is lost; what she sends meanwhile is taken when it is there again, and is answered."""
    root = root_of(tmp_path / "root", "jour")
    game(root / "nuit", people={"Anna": "zoe@example.org", "Paul": "luc@example.org"})
    path = root / "nuit" / "campaign.yaml"
    text = path.read_text(encoding="utf-8")
    waiting, stranger = mail(RIGHT, "zoe@example.org"), mail("bonsoir", EVIL)
    deliver(root, waiting, stranger, mail(HERE, ANNA))
    if state == "unreadable":
        with unreadable(path) as place:
            out = place.run(sys.executable, "-m", "adjudicator", "run", str(root)).stdout
    else:
        faulty = text.replace("jeu: tsewnart", "jeu: tsewnrt")
        path.write_text({"half": text[:20], "faulty": faulty}.get(state, ""), encoding="utf-8")
        if state == "missing":
            path.unlink()
        out = run("run", root).out
    assert "2 courriels attendent" in out and "personne ici n’a cette adresse" not in out
    assert given_orders(root / "jour") == {"Anna": {"move": "up"}}
    assert sorted(inbox(root)) == sorted([waiting, stranger])
    path.write_text(text, encoding="utf-8")
    before = letters(root)
    out = run("run", root).out
    assert given_orders(root / "nuit") == {"Anna": {"move": "right"}}
    assert f"de {EVIL} : personne ici n’a cette adresse" in plain(out)
    assert ["zoe@example.org"] in [addressed(told) for told in new_letters(root, before).values()]


def test_nothing_is_played_without_who_has_sent_a_mail_that_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It names no campaign of two in which he plays, one of which cannot be read: it may be for the other."""
    root = played_by_mail(root_of(tmp_path / "root", "duo"), monkeypatch)
    game(root / "nuit")
    mend = broken(root)
    deliver(root, mail("tour: 2\nordres: rien\n", date="", subject="[La duo]"))
    visited(root, monkeypatch, "2026-11-25T13:00:00+00:00")
    deliver(root, mail("tour: 2\nordres: {déplacement: gauche}\n", PAUL, date=""))
    out = visited(root, monkeypatch, "2026-11-26T19:05:00+00:00")
    assert "un courriel attend qu’une autre partie puisse l’être" in out and "1 courriel attend" in out
    assert "joué, tour 2" not in out and "De quelle partie" not in "".join(letters(root).values())
    mend()
    visited(root, monkeypatch, "2026-11-26T19:15:00+00:00")
    assert "De quelle partie" in "".join(letters(root).values())


def test_a_mail_that_takes_the_name_of_one_that_waits_is_read(tmp_path: Path) -> None:
    root = root_of(tmp_path / "root", "nuit", "jour")
    mend = broken(root)
    first, second = (mail(text, subject="[La nuit]", to="orders+nuit@example.org") for text in (RIGHT, LEFT))
    (maildir(root) / "new" / "77").write_bytes(first)
    run("run", root)
    (maildir(root) / "new" / "77").unlink()
    (maildir(root) / "new" / "77").write_bytes(second)
    mend()
    run("run", root)
    assert sorted(received(root / "nuit", "turn-1")) == sorted([RIGHT.encode(), LEFT.encode()])
    assert (inbox(root), in_folder(root, "joué")) == ([], [second])


def test_a_mail_whose_name_is_no_text_waits_and_is_taken(tmp_path: Path) -> None:
    root = root_of(tmp_path / "root", "nuit", "jour")
    mend = broken(root)
    name = b"1\xff".decode("utf-8", "surrogateescape")
    (maildir(root) / "new" / name).write_bytes(mail(RIGHT, subject="[La nuit]", to="orders+nuit@example.org"))
    assert "1 courriel attend" in run("run", root).out
    mend()
    run("run", root)
    assert given_orders(root / "nuit") == {"Anna": {"move": "right"}}
    assert inbox(root) == []


def test_a_mail_that_may_not_be_read_is_told_and_the_others_are_taken(tmp_path: Path) -> None:
    root = root_of(tmp_path / "root", "duo")
    deliver(root, mail("note: x"), mail(RIGHT))
    with unreadable(maildir(root) / "new" / "000001.mail") as place:
        done = place.run(sys.executable, "-m", "adjudicator", "run", str(root))
    assert "000001.mail" in done.stderr and done.returncode == 1
    assert list(given_orders(root / "duo")) == ["Anna"]
    assert len(inbox(root)) == 1
    run("run", root)
    assert inbox(root) == []


def test_mails_of_a_campaign_that_is_busy_wait(tmp_path: Path) -> None:
    root = root_of(tmp_path / "root", "duo")
    deliver(root, mail(RIGHT))
    sorting, visits = "adjudicator.post.inbox_run.SORTING_LOCK_WAIT", "adjudicator.desk.scheduler.LOCK_WAIT"
    with locked(root / "duo"), patch(sorting, 0.0), patch(visits, 0.0):
        run("run", root)
    assert len(inbox(root)) == 1
    run("run", root)
    assert list(given_orders(root / "duo")) == ["Anna"]


def test_accounts_with_faults_are_told_and_the_campaigns_go_on(tmp_path: Path) -> None:
    root = root_of(tmp_path / "root", "duo", more="par heures: 3\n")
    done = run("run", root)
    assert done.code == 2
    assert "courrier.yaml:4:" in done.err
    assert "en attente" in done.out


def test_a_file_of_accounts_where_none_is_read_is_told(tmp_path: Path) -> None:
    """Beside the game in place of above it, or with the other ending of YAML."""
    root = root_of(tmp_path / "root", "duo")
    (root / "courrier.yaml").rename(root / "duo" / "courrier.yaml")
    (root / "courrier.yml").touch()
    done = run("run", root)
    assert done.code == 1
    assert done.err.count("À VOIR") == 2
    assert f"« {root / 'duo' / 'courrier.yaml'} » n’est pas lu" in plain(done.err)
    assert f"« {root / 'courrier.yml'} » n’est pas lu" in plain(done.err)
    (root / "courrier.yml").unlink()
    assert "n’est pas lu" not in run("run", root / "duo").err


def test_a_mailbox_that_cannot_be_read_is_told_and_the_campaigns_go_on(tmp_path: Path) -> None:
    root = root_of(tmp_path / "root", "duo")
    shutil.rmtree(maildir(root))
    done = run("run", root)
    assert (done.code, "Maildir" in done.err, "en attente" in done.out) == (1, True, True)


def test_a_disk_that_takes_nothing_leaves_the_mail_where_it_is(tmp_path: Path) -> None:
    root = root_of(tmp_path / "root", "duo")
    run("run", root)
    deliver(root, mail(RIGHT))
    with read_only(root / "courrier") as place:
        done = place.run(sys.executable, "-m", "adjudicator", "run", str(root))
    assert done.returncode == 1
    assert len(inbox(root)) == 1
    run("run", root)
    assert list(given_orders(root / "duo")) == ["Anna"]


def test_a_file_of_the_inbox_that_may_not_be_read_keeps_later_mail_waiting(tmp_path: Path) -> None:
    root = root_of(tmp_path / "root", "duo")
    deliver(root, mail(RIGHT))
    before = root / "duo" / "inbox" / "1.yaml"
    before.write_text(orders("Anna", 1, "{déplacement: gauche}"), encoding="utf-8")
    with unreadable(before) as place:
        done = place.run(sys.executable, "-m", "adjudicator", "run", str(root))
    assert done.returncode == 1
    assert len(inbox(root)) == 1
    run("run", root)
    assert judged(root / "duo", "turn-1")[-1]["orders"] == {"Anna": {"move": "right"}}


# Who wrote it, and who is answered ---------------------------------------------------------------------------

WISHES = {
    "a gateway": {"List-Unsubscribe": "<https://gateway.example/u>"},
    "a list": {"List-Id": "<club.example.org>", "Precedence": "list"},
    "in bulk": {"Precedence": "bulk"},
    "Exchange": {"X-Auto-Response-Suppress": "DR, OOF, AutoReply"},
    "its subject": {"Subject": "Absence du bureau : mes ordres quand même"},
}
PROGRAM = {"Auto-Submitted": "auto-generated"}


def with_head(data: bytes, head: dict[str, str]) -> bytes:
    """Return a mail with other fields in its head."""
    lines = [line for line in data.split(b"\n") if line.partition(b":")[0].decode() not in head]
    return b"\n".join([*(f"{name}: {value}".encode() for name, value in head.items()), *lines])


def reminding(folder: Path) -> Path:
    """Make a root with a campaign that has a deadline in five days, and a reminder this evening."""
    root = root_of(folder, "duo")
    with (root / "duo" / "campaign.yaml").open("a", encoding="utf-8") as file:
        file.write('échéance: {jours: 5, heure: "20:00", fuseau: Europe/Paris, relances: [118]}\n')
    run("run", root)
    return root


def to_the_mj(root: Path) -> str:
    """What the letters say to him of what he has to look at."""
    found = sorted(root.glob("courrier/outbox/digest/*.txt"))
    return plain("".join(path.read_text(encoding="utf-8") for path in found))


def reminder_to(root: Path, player: str) -> str:
    found = [path.read_text(encoding="utf-8") for path in root.glob("duo/outbox/*/reminder-*.txt")]
    (text,) = (text for text in found if f"Player: {player}" in text)
    return plain(" ".join(text.split()))


def test_a_mail_of_a_large_provider_is_judged_and_answered(tmp_path: Path) -> None:
    root = root_of(tmp_path / "root", "duo")
    before = letters(root)
    deliver(root, with_head(mail(RIGHT), {"Feedback-ID": "12345678:user:proton", "X-Pm-Origin": "internal"}))
    assert "1 joué" in run("run", root).out
    assert given_orders(root / "duo") == {"Anna": {"move": "right"}}
    (told,) = new_letters(root, before).values()
    assert "acceptés" in told and addressed(told) == [ANNA]


@pytest.mark.parametrize("wish", WISHES)
def test_a_wish_for_no_answer_takes_nobody_his_orders(wish: str, tmp_path: Path) -> None:
    root = root_of(tmp_path / "root", "duo")
    before = letters(root)
    taken, refused = (
        with_head(mail(RIGHT), WISHES[wish]),
        with_head(mail("déplacement: nulle part\n", PAUL), WISHES[wish]),
    )
    deliver(root, taken, refused)
    assert "1 joué, 1 refusé" in run("run", root).out
    assert given_orders(root / "duo") == {"Anna": {"move": "right"}}
    assert kinds(root) == [("played", "taken-unanswered"), ("refused", "refused-unanswered")]
    assert (in_folder(root, "joué"), in_folder(root, "refusé")) == ([taken], [refused])
    assert new_letters(root, before) == {}
    told = to_the_mj(root)
    assert "dites à Anna qu’ils sont arrivés" in told and "écrivez à Paul" in told


@few(3)
@pytest.mark.parametrize("head", [*WISHES.values(), PROGRAM, {"Return-Path": "<>"}])
def test_who_is_away_says_so_to_nobody(head: dict[str, str], tmp_path: Path) -> None:
    root = reminding(tmp_path / "root")
    before = letters(root)
    texts = (
        "Je suis absente jusqu’au 30 novembre.\n",
        "Bonjour,\n\nmerci de votre message, je le lirai lundi.\n\nAnna\n",
    )
    deliver(root, *(with_head(mail(text), head) for text in texts))
    run("run", root)
    assert kinds(root) == [("to-see", "automatic")] * 2
    assert (new_letters(root, before), to_the_mj(root)) == ({}, "")
    assert not list(root.glob("duo/turns/*-turn-1/orders/*")) and not list(root.rglob("unanswered.json"))


@pytest.mark.parametrize(("head", "why"), [(PROGRAM, "qu’un programme l’a écrit"), (WISHES["a list"], "sont refusés")])
def test_whose_mail_had_no_answer_the_next_reminder_tells_him_and_a_letter_the_mj(
    head: dict[str, str], why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = reminding(tmp_path / "root")
    text = RIGHT if head is PROGRAM else "déplacement: nulle part\n"
    deliver(root, with_head(mail(text), head))
    run("run", root)
    assert given_orders(root / "duo") == {}
    assert why in to_the_mj(root) and "Anna" in to_the_mj(root)
    monkeypatch.setenv("ADJUDICATOR_NOW", "2026-11-24T22:00:00+00:00")
    run("run", root)
    assert "Un courriel de ton adresse, arrivé le mardi 24 novembre" in reminder_to(root, "Anna")
    assert "Un courriel de ton adresse" not in reminder_to(root, "Paul")
    assert run("verify", root / "duo").code == 0


def test_nobody_is_asked_by_an_answer_to_what_wants_none(tmp_path: Path) -> None:
    root = root_of(tmp_path / "root", "nuit", "jour")
    before = letters(root)
    deliver(root, with_head(mail(RIGHT), WISHES["in bulk"]))
    run("run", root)
    assert kinds(root) == [("to-see", "not-asked")]
    assert new_letters(root, before) == {}
    assert "écrivez-lui" in to_the_mj(root)


def test_what_receive_takes_and_does_not_answer_the_mj_hears_of_too(tmp_path: Path) -> None:
    root = root_of(tmp_path / "root", "duo")
    run("receive", root, stdin=with_head(mail(RIGHT), WISHES["in bulk"]))
    run("run", root)
    assert "dites à Anna qu’ils sont arrivés" in to_the_mj(root)


# By a pipe ---------------------------------------------------------------------------------------------------


def test_receive_takes_one_mail_and_says_when_it_is_safe(tmp_path: Path) -> None:
    root = root_of(tmp_path / "root", "duo")
    assert run("receive", root, stdin=mail(RIGHT)).code == 0
    assert given_orders(root / "duo") == {"Anna": {"move": "right"}}
    with locked(root / "courrier"):
        assert run("receive", root, stdin=mail(LEFT)).code == 0
    assert given_orders(root / "duo") == {"Anna": {"move": "right"}}
    run("run", root)
    assert len(received(root / "duo", "turn-1")) == 2
    large = adjudicator("receive", root, stdin=mail("x" * 2 * MOST, EVIL), env_more={"ADJUDICATOR_NOW": NOW})
    assert large.code == 0
    assert ("to-see", "unknown") in kinds(root)


def test_receive_asks_the_server_to_try_again_where_nothing_could_be_kept(tmp_path: Path) -> None:
    root = root_of(tmp_path / "root", "duo")
    lost = run("receive", tmp_path / "nowhere", stdin=mail(RIGHT))
    assert lost.code == 75 and "nowhere" not in lost.err
    with read_only(root) as place:
        done = place.run(sys.executable, "-m", "adjudicator", "receive", str(root), input=mail(RIGHT).decode())
    assert done.returncode == 75
    assert "n’a pas pu être gardé" in run("run", root).err
    (root / "courrier.yaml").unlink()
    assert run("receive", root, stdin=mail(RIGHT)).code == 75


def full(root: Path) -> str:
    """Let something lie where mails are kept, as a disk of which nothing more can be used."""
    (root / "courrier").mkdir()
    (root / "courrier" / "came").write_text("", encoding="utf-8")
    return ""


def faulty(root: Path) -> str:
    with (root / "courrier.yaml").open("a", encoding="utf-8") as file:
        file.write("par heures: 3\n")
    return "par heures"


def gone(root: Path) -> str:
    (root / "courrier.yaml").unlink()
    return ""


@few(1)
@pytest.mark.parametrize("spoil", [full, faulty, gone])
def test_what_a_server_is_told_names_nothing_of_the_mjs_and_he_hears_of_it(
    spoil: Callable[[Path], str], tmp_path: Path
) -> None:
    root = root_of(tmp_path / "root", "duo")
    secret = spoil(root)
    done = adjudicator("receive", root, stdin=mail(RIGHT), env_more={"ADJUDICATOR_NOW": NOW})
    assert done.code == 75
    for word in (str(root), str(tmp_path), "root", "duo", "courrier.yaml", "came", "/", *filter(None, [secret])):
        assert word not in done.err
    assert "n’a pas encore pu être reçu" in done.err and not done.out
    told = run("run", root)
    assert "n’a pas pu être gardé par « receive » le mardi 24 novembre à 13 h 00" in plain(told.err)
    assert "n’a pas pu être gardé" not in run("run", root, "--all").err


def test_so_is_one_that_may_write_nothing_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As behind an alias that lets the program run as nobody."""
    monkeypatch.setenv("TMPDIR", str(tmp_path / "everybodys"))
    monkeypatch.setattr("tempfile.tempdir", None)
    (tmp_path / "everybodys").mkdir()
    (tmp_path / "everybodys").chmod(0o1777)
    root = root_of(tmp_path / "root", "duo")
    with read_only(root) as place:
        done = place.run(sys.executable, "-m", "adjudicator", "receive", str(root), input=mail(RIGHT).decode())
    assert done.returncode == 75 and str(root) not in done.stderr and "accès refusé" in done.stderr
    (note,) = (tmp_path / "everybodys").iterdir()
    assert str(root).encode() not in note.read_bytes()
    assert "accès refusé" in run("run", root).err
    assert not note.exists()


def test_a_program_that_fails_in_any_way_asks_for_the_mail_again(tmp_path: Path) -> None:
    root = root_of(tmp_path / "root", "duo")
    with patch("adjudicator.post.inbox_run.take_in", side_effect=RuntimeError(str(root))):
        done = run("receive", root, stdin=mail(RIGHT))
    assert done.code == 75 and str(root) not in done.err


@few(1)
@pytest.mark.parametrize("same", [True, False])
def test_mails_that_are_handed_over_at_once_are_all_kept(same: bool, tmp_path: Path) -> None:
    """A server does not wait for one to be done before it begins the next, and may hand the same one over twice."""
    root = root_of(tmp_path / "root", "duo")
    mails = [mail(f"{RIGHT}note: {0 if same else number}\n") for number in range(4)]
    line = [sys.executable, "-m", "adjudicator", "receive", str(root)]
    running = [subprocess.Popen(line, stdin=subprocess.PIPE, stderr=subprocess.PIPE) for _ in mails]
    told = [process.communicate(data) for process, data in zip(running, mails, strict=True)]
    assert [process.returncode for process in running] == [0] * len(mails), told
    run("run", root)
    kept = {path.read_bytes() for path in (root / "courrier" / "came").glob("*.eml")}
    assert kept == set(mails)
    assert not list((root / "courrier" / "handed").iterdir())
    assert given_orders(root / "duo") == {"Anna": {"move": "right"}}


def test_what_receive_has_sorted_run_tells_once_as_if_it_had_got_it(tmp_path: Path) -> None:
    mails = [mail(RIGHT), mail("déplacement: nulle part", PAUL), mail(RIGHT, EVIL, subject="[La duo] tour 1")]
    mails.append(mail("bonsoir", "x@evil.example", subject="gagnez"))
    root, piped = (root_of(tmp_path / name, "duo") for name in ("root", "piped"))
    deliver(root, *mails)
    (piped / "courrier.yaml").write_text(f"adresse: orders@example.org\nmj: {MJ}\n", encoding="utf-8")
    for one in mails:
        assert run("receive", piped, stdin=one).out == ""
    told = run("run", root).out.replace(str(root), "R")
    assert "4 courriels reçus pour « R » : 1 joué, 1 refusé, 2 à voir" in told and "gagnez" in told
    assert sorted(run("run", piped).out.replace(str(piped), "R").splitlines()) == sorted(told.splitlines())
    again = run("run", piped, "--all").out
    assert "courriels reçus" not in again and not list((piped / "courrier" / "untold").iterdir())


def test_nor_is_it_kept_from_him_where_receive_was_stopped_or_had_to_wait(tmp_path: Path) -> None:
    root = root_of(tmp_path / "root", "duo")
    run("receive", root, stdin=mail(RIGHT))
    run("run", root)
    with locked(root / "courrier"):
        run("receive", root, stdin=mail("bonsoir", EVIL, subject="gagnez"))
    (untold,) = (root / "courrier" / "untold").iterdir()
    kept = untold.read_bytes()
    assert run("run", root).out.count("gagnez") == 1
    untold.write_bytes(kept)  # what a kill leaves between the telling and our note of it
    assert run("run", root).out.count("gagnez") == 1
    assert "gagnez" not in run("run", root, "--all").out


# Killed ------------------------------------------------------------------------------------------------------

MAILS = 3


def prepared(base: Path) -> Path:
    root = root_of(base, "duo")
    with (root / "duo" / "campaign.yaml").open("a", encoding="utf-8") as file:
        file.write('échéance: {jours: 5, heure: "20:00", fuseau: Europe/Paris}\n')
    key = key_of(root / "duo", "MJ")
    deliver(root, mail(RIGHT), mail(LEFT, PAUL), mail(HERE, EVIL), mail(key, MJ, subject="prolonger: 2 jours"))
    return root


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, int]:
    """A root that is ready, and after how many file events a run is over."""
    with patch.dict(os.environ, {"ADJUDICATOR_NOW": NOW}):
        base = prepared(tmp_path_factory.mktemp("killed") / "root")
    return base, 1400


@few(2)
@pytest.mark.parametrize("moment", sample(range(1, 1400, 3), 94))
def test_killed_anywhere_nothing_is_lost_and_nothing_is_taken_twice(
    tmp_path: Path, killed: tuple[Path, int], moment: int
) -> None:
    root = tmp_path / "root"
    shutil.copytree(killed[0], root)
    shutil.copytree(maildir(killed[0]), maildir(root))
    accounts = root / "courrier.yaml"
    accounts.write_text(accounts.read_text(encoding="utf-8").replace(str(maildir(killed[0])), str(maildir(root))))
    sent = set(inbox(root))
    killed_at(moment, str(tmp_path), "-m", "adjudicator", "run", str(root), env={"ADJUDICATOR_NOW": NOW})
    lying = {*inbox(root), *in_folder(root, "joué"), *in_folder(root, "refusé"), *in_folder(root, "à voir")}
    assert lying == sent
    done = run("run", root)
    assert done.code in (0, 1), done
    assert sorted(received(root / "duo", "turn-1")) == sorted([RIGHT.encode(), LEFT.encode()])
    assert acts(root) == ["0001-extend"]
    assert kinds(root) == [("played", ""), ("played", ""), ("played", "command"), ("to-see", "unknown")]
    assert inbox(root) == []
    left = [name for name in tree(root) if any(part.startswith((".tmp-", ".stage-")) for part in name.split("/"))]
    assert left == []
    assert not list((root / "courrier" / "giving").iterdir())


# Whatever comes ----------------------------------------------------------------------------------------------

HEADS = st.sampled_from(
    [
        EVIL,
        f"{ANNA}, {EVIL}",
        f'"{ANNA}" <{EVIL}>',
        f"Anna <{EVIL}> ({ANNA})",
        "Anna <anna@exam\u0440le.org>",
        "anna@example.org.evil.example",
        "",
        "mj@example.org.evil.example",
        "Mailer-Daemon <>",
    ]
)
BODIES = st.sampled_from(
    [
        f"joueur: Anna\n{RIGHT}",
        RIGHT,
        "clé: ABCD-2345\njoueur: Anna\ntour: 1\nordres: {déplacement: haut}",
        "oui",
        "suspendre: x",
    ]
)
MORE = st.fixed_dictionaries(
    {},
    optional={
        "Reply_To": st.sampled_from([ANNA, EVIL]),
        "Sender": st.just(ANNA),
        "References": st.just("<0123456789abcdef.0003-turn-1.0123456789abcdef@example.org>"),
        "Return_Path": st.just(ANNA),
        "Authentication_Results": st.just("mx.example.org; dmarc=pass header.from=example.org"),
    },
)


@pytest.fixture(scope="module")
def long_lived(tmp_path_factory: pytest.TempPathFactory) -> Path:
    with patch.dict(os.environ, {"ADJUDICATOR_NOW": NOW}):
        return root_of(tmp_path_factory.mktemp("hostile") / "root", "duo")


@examples(25)
@given(
    st.lists(
        st.tuples(HEADS, BODIES, MORE, st.sampled_from(["mes ordres", "[La duo] x", "suspendre: x"])),
        min_size=1,
        max_size=4,
    )
)
def test_whoever_is_no_player_changes_nobodys_orders_and_is_not_answered(
    long_lived: Path, mails: list[tuple[str, str, dict[str, str], str]]
) -> None:
    root = long_lived
    before = {
        name: data
        for name, data in tree(root / "duo").items()
        if not name.startswith(("visit", ".lock", "public", "bureau"))
    }
    known = letters(root)
    built = []
    for sender, body, more, subject in mails:
        try:
            built.append(mail(body, sender, subject=subject, **more))
        except (ValueError, UnicodeError):
            built.append(f"From: {sender}\nSubject: {subject}\n\n{body}".encode())
    deliver(root, *built)
    with patch.dict(os.environ, {"ADJUDICATOR_NOW": NOW}):
        run("run", root)
    after = {
        name: data
        for name, data in tree(root / "duo").items()
        if not name.startswith(("visit", ".lock", "public", "bureau"))
    }
    assert after == before
    assert letters(root) == known
    assert inbox(root) == []


def test_a_storm_of_mails_opens_each_campaign_once(tmp_path: Path) -> None:
    names = [f"jeu{number}" for number in range(5)]
    root = root_of(tmp_path / "root", *names)
    deliver(root, *(mail(RIGHT, to=f"orders+{name}@example.org") for _ in range(8) for name in names))
    from adjudicator.post import inbox_run

    with patch.object(inbox_run, "opened", wraps=inbox_run.opened) as opened:
        run("run", root)
    assert opened.call_count == len(names)
    assert [len(received(root / name, "turn-1")) for name in names] == [8] * 5
    assert len(verdicts(root)) == 40
    game(tmp_path / "root" / "more")


# The brake ---------------------------------------------------------------------------------------------------

DEADLINE = 'échéance: {jours: 1, heure: "20:00", fuseau: Europe/Paris}\nabsents: permanents\n'


def played_by_mail(root: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Play a turn with orders that came by mail, and let Paul have standing ones; Anna's come by hand from then on."""
    with (root / "duo" / "campaign.yaml").open("a", encoding="utf-8") as file:
        file.write(DEADLINE)
    deliver(root, mail(RIGHT), mail(LEFT + "permanents: {déplacement: gauche}\n", PAUL))
    run("run", root)
    run("resolve", root / "duo")
    monkeypatch.setenv("ADJUDICATOR_NOW", "2026-11-25T12:00:00+00:00")
    run("run", root)
    return root


def visited(root: Path, monkeypatch: pytest.MonkeyPatch, when: str) -> str:
    monkeypatch.setenv("ADJUDICATOR_NOW", when)
    return run("run", "--all", root).out


def test_a_campaign_by_mail_that_has_had_none_is_held_at_its_deadline(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = played_by_mail(root_of(tmp_path / "root", "duo"), monkeypatch)
    assert run("submit", root / "duo", "-", stdin=orders("Anna", 2, "rien")).code == 0
    assert "mise en pause, rien n’est joué : aucun courriel" in visited(root, monkeypatch, "2026-11-26T19:05:00+00:00")
    run("release", root / "duo", "--reason", "vu")
    assert "joué, tour 2" in visited(root, monkeypatch, "2026-11-26T19:15:00+00:00")


def test_one_that_has_had_some_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = played_by_mail(root_of(tmp_path / "root", "duo"), monkeypatch)
    deliver(root, mail("tour: 2\nordres: rien\n", date=""))
    assert "joué, tour 2" in visited(root, monkeypatch, "2026-11-26T19:05:00+00:00")


@few(1)
@pytest.mark.parametrize("trouble", ["accounts", "spool"])
def test_nor_as_long_as_the_accounts_or_what_has_come_cannot_be_read(
    trouble: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = played_by_mail(root_of(tmp_path / "root", "duo"), monkeypatch)
    deliver(root, mail("tour: 2\nordres: rien\n", date=""))
    visited(root, monkeypatch, "2026-11-25T13:00:00+00:00")
    deliver(root, mail("tour: 2\nordres: {déplacement: gauche}\n", PAUL, date=""))
    place = root / ("courrier.yaml" if trouble == "accounts" else "courrier/came")
    place.rename(tmp_path / "away")
    place.write_text("adresse: 7\n", encoding="utf-8")
    assert "oîte aux lettres n’a pas pu être lue" in visited(root, monkeypatch, "2026-11-26T19:05:00+00:00")
    told = plain(good("status", root / "duo").out)
    assert ("comptes de courrier a des fautes" if trouble == "accounts" else "Il relève d’abord le courrier") in told
    if trouble == "accounts":  # two files are as bad as one with faults
        (root / "mail.yaml").write_text("adresse: 7\n", encoding="utf-8")
        assert "comptes de courrier a des fautes" in plain(good("status", root / "duo").out)
        (root / "mail.yaml").unlink()
    place.unlink()
    (tmp_path / "away").rename(place)
    assert "joué, tour 2" in visited(root, monkeypatch, "2026-11-26T19:15:00+00:00")
    assert result(root / "duo", "turn-2", "orders.json")["stood_in"] == []


def test_as_long_as_its_mailbox_cannot_be_read_nothing_is_played_without_who_may_have_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = played_by_mail(root_of(tmp_path / "root", "duo"), monkeypatch)
    deliver(root, mail("tour: 2\nordres: rien\n", date=""))
    visited(root, monkeypatch, "2026-11-25T13:00:00+00:00")
    deliver(root, mail("tour: 2\nordres: {déplacement: gauche}\n", PAUL, date=""))
    maildir(root).rename(tmp_path / "away")
    out = visited(root, monkeypatch, "2026-11-26T19:05:00+00:00")
    assert "À VOIR" in out
    assert "oîte aux lettres n’a pas pu être lue" in out
    (tmp_path / "away").rename(maildir(root))
    assert "joué, tour 2" in visited(root, monkeypatch, "2026-11-26T19:15:00+00:00")
    assert result(root / "duo", "turn-2", "orders.json")["stood_in"] == []
