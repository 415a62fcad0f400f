"""Which campaign a mail is for and whose orders it holds: a table of cases, hostile ones most of all."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.campaign.records import OwnerQuestion
from adjudicator.mail.arrived import Arrived, plain_address, results_in, vouched
from adjudicator.mail.order_parts import Content
from adjudicator.mail.routing import (
    MOST_KEYS,
    MailedCampaign,
    MailRoot,
    Routing,
    Secrets,
    command_in,
    tokens_in,
    whose,
)

ANNA, PAUL, LUC, EVIL = "anna@example.org", "paul@example.net", "luc@example.org", "anna@evil.example"
ORDERS, MJ = "orders@post.example", "mj@example.org"
KEY_ANNA, KEY_PAUL, KEY_LUC, KEY_MJ = "AAAA-2222", "PPPP-3333", "LLLL-4444", "MMMM-5555"
NIGHT = "a1b2c3d4e5f60718"
CODE = "QQQQ-WWWW-EEEE"
ASKED: dict[str, OwnerQuestion] = {
    CODE: {
        "campaign": "jeux/nuit",
        "player": "Anna",
        "address": EVIL,
        "mail": "f" * 64,
        "at": "2024-05-01T20:00:00+00:00",
    }
}


def sent(text: str = "déplacement: haut", **more: Any) -> Arrived:
    told: dict[str, Any] = {"sender": ANNA, "recipients": (ORDERS,), "subject": "mes ordres", **more}
    return Arrived(**{"contents": (Content("text", "", text),), **told})


def says(text: str, **more: Any) -> Arrived:
    return sent(text, **more)


def night(**more: Any) -> MailedCampaign:
    keys = {KEY_ANNA.replace("-", ""): "Anna", KEY_PAUL.replace("-", ""): "Paul"}
    told: dict[str, Any] = {
        "people": {ANNA: ("Anna",), PAUL: ("Paul",)},
        "thread": NIGHT,
        "look": lambda: Secrets(keys, KEY_MJ),
        **more,
    }
    return MailedCampaign("jeux/nuit", ("nuit", "La nuit de Sorlin"), **told)


def day(**more: Any) -> MailedCampaign:
    told: dict[str, Any] = {
        "people": {LUC: ("Luc",), PAUL: ("Paul",)},
        "look": lambda: Secrets({KEY_LUC.replace("-", ""): "Luc"}, "DDDD-6666"),
        **more,
    }
    return MailedCampaign("jeux/jour", ("jour", "Le jour"), **told)


def post(*games: MailedCampaign, **more: Any) -> MailRoot:
    return MailRoot(ORDERS, MJ, games or (night(), day()), **more)


def taken(player: str, campaign: str = "jeux/nuit") -> Routing:
    return Routing("taken", campaign, (player,))


def told(found: Routing) -> tuple[str, str, str]:
    return found.what, found.why, found.ask


# Which campaign ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "mail",
    [
        sent(),
        sent(sender="anna@EXAMPLE.org"),
        sent(recipients=("Orders+Nuit@post.example",)),
        sent(recipients=("somebody@example.org", "orders+la-nuit-de-sorlin@POST.example")),
        sent(subject="Re: [La Nuit de Sorlin] tour 1 : ton rapport"),
        sent(subject="[liste] [NUIT] ordres"),
        sent(references=("<other@x>", f"<{NIGHT}.0003-turn-1.0011223344556677@post.example>")),
        says(f"clé : {KEY_ANNA}\ndéplacement: haut"),
    ],
)
def test_a_mail_is_for_the_campaign_that_it_names(mail: Arrived) -> None:
    assert whose(mail, post()) == taken("Anna")


@pytest.mark.parametrize(
    ("mail", "player", "campaign"),
    [
        (sent(sender=PAUL, subject="[Le jour] ordres"), "Paul", "jeux/jour"),
        (sent(sender=PAUL, recipients=("orders+jour@post.example",)), "Paul", "jeux/jour"),
        (says(f"clé: {KEY_PAUL}", sender=PAUL), "Paul", "jeux/nuit"),
        (sent(sender=PAUL, references=(f"<{NIGHT}.x.y@z>",)), "Paul", "jeux/nuit"),
    ],
)
def test_of_who_plays_in_several_it_says_which(mail: Arrived, player: str, campaign: str) -> None:
    assert whose(mail, post()) == taken(player, campaign)


@pytest.mark.parametrize(
    "mail",
    [
        sent(sender=PAUL),
        sent(sender=PAUL, subject="[Une autre partie] ordres"),
        sent(sender=PAUL, recipients=("orders+soir@post.example",)),
        sent(sender=PAUL, recipients=("orders+nuit@post.example",), subject="[Le jour]"),
        sent(sender=PAUL, subject="[La nuit de Sorlin] [Le jour]"),
        says(f"clé: {KEY_PAUL}", sender=PAUL, recipients=("orders+jour@post.example",)),
    ],
)
def test_where_two_answers_disagree_or_none_is_sure_who_is_known_is_asked(mail: Arrived) -> None:
    assert told(whose(mail, post())) == ("doubt", "which-game", mail.sender)


@pytest.mark.parametrize("tag", ["Le jour", "jour", "Le soir", "Urgent", "SPAM", "EXTERNAL"])
@pytest.mark.parametrize("state", ["sound", "broken", "damaged"])
def test_the_tag_of_a_campaign_in_which_he_does_not_play_is_as_one_of_none(tag: str, state: str) -> None:
    """Nobody finds out by names which campaigns there are, and what others put into brackets stops no orders."""
    others = {
        "sound": day(),
        "broken": MailedCampaign("jeux/jour", ("jour",), {}, raw=b"courriel: luc@example.org"),
        "damaged": day(look=lambda: Secrets({}, damaged=True)),
    }
    there = post(night(), others[state])
    assert whose(sent(subject=f"Re: [{tag}] ordres"), there) == taken("Anna")
    assert whose(sent(subject=f"[{tag}] [La nuit de Sorlin] ordres"), there) == taken("Anna")
    by_address = sent(recipients=(f"orders+{tag.lower().replace(' ', '-')}@post.example",))
    asked = ("wait", "", "") if state == "broken" else ("doubt", "which-game", ANNA)
    assert told(whose(by_address, there)) == asked
    keyed = says(f"clé: {KEY_ANNA}", sender=EVIL, subject=f"[{tag}] ordres")
    assert whose(keyed, there).what == "confirm"


def test_a_campaign_that_is_over_is_not_meant_where_another_goes_on() -> None:
    over = day(look=lambda: Secrets({}, over=True))
    assert whose(sent(sender=PAUL), post(night(), over)) == taken("Paul")
    assert whose(sent(sender=PAUL, subject="[le jour]"), post(night(), over)) == taken("Paul", "jeux/jour")


def test_two_campaigns_of_one_title_are_told_apart_by_who_plays() -> None:
    twin = MailedCampaign("jeux/deux", ("deux", "La nuit de Sorlin"), {LUC: ("Luc",)})
    assert whose(sent(sender=LUC, subject="[La nuit de Sorlin]"), post(night(), twin)) == taken("Luc", "jeux/deux")
    assert whose(sent(subject="[La nuit de Sorlin]"), post(night(), twin)) == taken("Anna")


def test_what_is_for_a_campaign_that_cannot_be_read_waits() -> None:
    broken = MailedCampaign("jeux/soir", ("soir",), {}, raw=b"joueurs: [{nom: a, courriel: max@example.org}]")
    there = post(night(), broken)
    assert whose(sent(sender="max@example.org"), there) == Routing("wait", "jeux/soir")
    assert whose(sent(sender="somebody@example.org", subject="[soir]"), there) == Routing("wait", "jeux/soir")
    assert whose(says("clé: XXXX-7777", sender="somebody@example.org"), there).what == "wait"
    assert whose(sent(sender="somebody@example.org"), there) == Routing("wait")
    assert whose(sent(sender="somebody@example.org", answerable=False), there) == Routing("wait")
    assert whose(sent(sender=MJ), there) == Routing("wait")
    assert whose(says(f"suspendre: x\nclé: {KEY_LUC}", sender=MJ), there) == Routing("wait")
    assert whose(sent(sender=PAUL), post(night(), day(), broken)) == Routing("wait")
    assert whose(sent(sender=PAUL, subject="[nuit]"), post(night(), day(), broken)) == taken("Paul")
    assert whose(sent(), there) == taken("Anna")
    damaged = night(look=lambda: Secrets({}, damaged=True))
    assert whose(says("clé: XXXX-7777", sender="somebody@example.org"), post(damaged, day())).what == "wait"
    assert whose(says(f"clé: {KEY_LUC}", sender=LUC), post(damaged, day())) == taken("Luc", "jeux/jour")


@pytest.mark.parametrize(
    ("mail", "what"),
    [
        (sent(sender="somebody@example.org"), "wait"),
        (sent(sender=PAUL, recipients=("orders+soir@post.example",)), "wait"),
        (sent(recipients=("orders+soir@post.example",)), "wait"),
        (sent(subject="Re: [Le soir] tour 1"), "wait"),
        (sent(references=(f"<{'0' * 16}.0003-turn-1.0011223344556677@post.example>",)), "wait"),
        (sent(references=(f"<{NIGHT}.0003-turn-1.0011223344556677@post.example>",)), "taken"),
        (sent(subject="[liste] [nuit] ordres"), "taken"),
        (sent(), "taken"),
        (says("oui", sender=LUC, subject=f"Re: ({CODE})"), "taken"),
    ],
)
def test_of_a_campaign_that_is_lost_anybody_may_be_who_names_it(mail: Arrived, what: str) -> None:
    lost = MailedCampaign("jeux/soir", ("soir",), {}, raw=b"")
    assert whose(mail, post(night(), day(), lost)).what == what


def test_nor_is_an_answer_taken_for_orders_as_long_as_its_campaign_cannot_be_read() -> None:
    lost = MailedCampaign("jeux/nuit", ("nuit",), {}, raw=b"")
    found = whose(says("oui", subject=f"Re: ({CODE})"), post(lost, day(), questions=ASKED))
    assert found == Routing("wait", "jeux/nuit")


# Whose -------------------------------------------------------------------------------------------------------

BY = {
    "known": sent(),
    "known, his key": says(f"clé: {KEY_ANNA}"),
    "known, another's key": says(f"clé: {KEY_PAUL}"),
    "known, a wrong key": says("clé: WXYZ-2345"),
    "known, two keys": says(f"clé: {KEY_ANNA}\nclé: {KEY_PAUL}"),
    "stranger": sent(sender=EVIL),
    "stranger, a key": says(f"Clé {KEY_ANNA.lower()}", sender=EVIL),
    "stranger, a wrong key": says("clé: WXYZ-2345", sender=EVIL),
    "nobody, a key": says(f"clé: {KEY_ANNA}", sender=None),
}
ANNAS = ("taken", ("Anna",), "")
NOBODYS = ("unknown", (), "unknown")
WANTED = ("doubt", ("Anna",), "key-wanted")
TABLE = {
    None: [
        *(ANNAS, ANNAS, ("confirm", ("Paul",), "confirm"), ANNAS, ("doubt", ("Anna",), "two-keys")),
        *(NOBODYS, ("confirm", ("Anna",), "confirm"), NOBODYS, ("unknown", (), "odd-sender")),
    ],
    "address": [*[ANNAS] * 5, NOBODYS, NOBODYS, NOBODYS, ("unknown", (), "odd-sender")],
    "key": [
        *(WANTED, ANNAS, ("taken", ("Paul",), ""), WANTED, ("doubt", ("Anna",), "two-keys")),
        *(NOBODYS, ANNAS, NOBODYS, ("unknown", (), "odd-sender")),
    ],
    "both": [
        *(WANTED, ANNAS, ("doubt", ("Anna",), "other-key"), WANTED, ("doubt", ("Anna",), "two-keys")),
        *(NOBODYS, NOBODYS, NOBODYS, ("unknown", (), "odd-sender")),
    ],
}
CASES = [(proof, name, found) for proof, row in TABLE.items() for name, found in zip(BY, row, strict=True)]


@pytest.mark.parametrize(("proof", "name", "found"), CASES)
def test_a_campaign_says_what_proves_a_player(proof: str | None, name: str, found: tuple[Any, ...]) -> None:
    said = whose(BY[name], post(night(proof=proof)))
    assert (said.what, said.players, said.why) == found
    assert said.ask in ("", ANNA)
    assert not said.ask or BY[name].sender == ANNA


def test_where_a_key_was_confirmed_it_counts_from_then_on_and_alone_the_address_does_not() -> None:
    there = post(night(confirmed={(EVIL, "Anna")}))
    assert whose(BY["stranger, a key"], there) == taken("Anna")
    assert whose(BY["stranger"], there).what == "unknown"
    assert whose(says(f"clé: {KEY_PAUL}", sender=EVIL), there).what == "confirm"


def test_who_has_no_address_cannot_be_asked_whether_a_key_was_given_by_him() -> None:
    there = post(night(people={PAUL: ("Paul",)}))
    assert told(whose(BY["stranger, a key"], there)) == ("unknown", "no-address", "")
    assert whose(BY["stranger, a key"], post(night(people={}, proof="key"))) == taken("Anna")


def test_several_may_send_from_one_address_and_a_key_tells_them_apart() -> None:
    there = post(night(people={ANNA: ("Anna", "Paul")}))
    assert whose(sent(), there) == Routing("taken", "jeux/nuit", ("Anna", "Paul"))
    assert whose(says(f"clé: {KEY_PAUL}"), there) == taken("Paul")


@pytest.mark.parametrize(
    "sender",
    [
        "anna@example.org.evil.example",
        "anna@examp1e.org",
        "anna@exam\u0440le.org",
        "anna@xn--examle-p7f.org",
        "ann\u0430@example.org",
        "\u212banna@example.org",
        "anna+x@example.org",
        "anna@example.org ",
        "anna@example.org\u200b",
        "anna\u2024x@example.org",
    ],
)
def test_an_address_that_looks_like_a_known_one_is_another(sender: str) -> None:
    assert whose(sent(sender=sender), post()) == Routing("unknown", why="unknown")


@pytest.mark.parametrize("known", ["clara@ex\u00e4mple.org", "Clara@EX\u00c4MPLE.org", "clara@xn--exmple-cua.org"])
@pytest.mark.parametrize("sender", ["clara@ex\u00e4mple.org", "clara@xn--exmple-cua.org", "Clara@XN--EXMPLE-CUA.org"])
def test_an_accented_domain_is_one_however_it_is_written(known: str, sender: str) -> None:
    there = post(night(people={plain_address(known): ("Anna",)}))
    assert whose(sent(sender=sender), there) == taken("Anna")
    broken = MailedCampaign("jeux/soir", ("soir",), {}, raw=f"courriel: {known}".lower().encode())
    assert whose(sent(sender=sender), post(broken)) == Routing("wait", "jeux/soir")


def test_what_nobody_has_written_is_nobodys() -> None:
    assert whose(sent(automatic=True), post()) == Routing("automatic", "jeux/nuit", ("Anna",), "automatic")
    assert whose(sent(automatic=True, sender=EVIL), post()) == Routing("automatic", why="automatic")
    assert whose(says(f"suspendre: x\n{KEY_MJ}", sender=MJ, automatic=True), post()).what == "automatic"


# Keys --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("clé: abcd-2345", ["ABCD2345"]),
        ("Ma clef est ABCD 2345, merci", ["ABCD2345"]),
        ("key = ABCD2345", ["ABCD2345"]),
        ("voici ABCD-2345", ["ABCD2345"]),
        ("voici abcd-2345 et attaquer", []),
        ("attaquer défendre", []),
        ("XABCD-2345", []),
        ("ABCD-2345-6789", []),
        ("", []),
    ],
)
def test_what_looks_like_a_key_is_found(text: str, found: list[str]) -> None:
    assert tokens_in(text) == found


def test_who_tries_many_keys_has_given_none() -> None:
    tried = [f"clé: {letter * 4}-2222" for letter in "BCDEFGHJ"[:MOST_KEYS]]
    assert whose(says("\n".join([*tried, f"clé: {KEY_ANNA}"]), sender=EVIL), post()).what == "unknown"


# The MJ ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mail", "command"),
    [
        (says(f"clé: {KEY_MJ}", sender=MJ, subject="Suspendre : Noël"), ("hold", "Noël")),
        (says(f"reprendre: tout va bien\n{KEY_MJ}", sender=MJ), ("release", "tout va bien")),
        (says(KEY_MJ, sender=MJ, subject="Re: [La nuit de Sorlin] prolonger: 2 jours"), ("extend", "2 jours")),
        (says(KEY_MJ, sender=MJ, subject="suspendre"), ("hold", "")),
        (says(f"clé: {KEY_MJ}", sender=MJ, subject="prolonger 2 jours"), ("extend", "2 jours")),
        (says(f"prolonger\u00a0: 12 heures, panne\nclé: {KEY_MJ}", sender=MJ), ("extend", "12 heures, panne")),
        (says(f"clé: {KEY_MJ}\nRaison : panne", sender=MJ, subject="prolonger 6h"), ("extend", "6h, panne")),
        (says(f"motif: Noël\nclé: {KEY_MJ}", sender=MJ, subject="suspendre"), ("hold", "Noël")),
        (says(KEY_MJ, sender=MJ, subject="suspendre le tour"), ("hold", "le tour")),
        (says("", sender=MJ, subject=f"prolonger: 2 jours, panne (clé : {KEY_MJ})"), ("extend", "2 jours, panne")),
        (says(f"suspendre: Noël {KEY_MJ}", sender=MJ), ("hold", "Noël")),
        (says(f"suspendre: mini-golf, Clé={KEY_MJ.lower()}", sender=MJ), ("hold", "mini-golf")),
    ],
)
def test_the_mj_acts_by_a_mail_with_his_key(mail: Arrived, command: tuple[str, str]) -> None:
    assert whose(mail, post()) == Routing("command", "jeux/nuit", ask=MJ, command=command)


@pytest.mark.parametrize(
    ("mail", "what"),
    [
        (says("suspendre: x", sender=MJ), "doubt"),
        (says(f"suspendre: x\n{KEY_ANNA}", sender=MJ), "doubt"),
        (says(f"suspendre: x\n{KEY_MJ}\nDDDD-6666", sender=MJ), "doubt"),
        (says(f"suspendre: x\n{KEY_MJ}", sender=EVIL), "unknown"),
        (says(f"suspendre: x\n{KEY_MJ}", sender=None), "unknown"),
        (says(f"suspendre: x\n{KEY_MJ}", sender="mj@example.org.evil.example"), "unknown"),
    ],
)
def test_nobody_else_does_nor_he_without_it(mail: Arrived, what: str) -> None:
    assert whose(mail, post()).what == what


@pytest.mark.parametrize(
    ("mail", "why", "answered"),
    [
        (says("", sender=MJ, subject="prolonger 2 jours"), "mj-key", True),
        (says(f"clé: {KEY_ANNA}", sender=MJ, subject="prolonger: 2 jours"), "mj-other-key", True),
        (says(f"suspendre: x\n{KEY_MJ}\nDDDD-6666", sender=MJ), "mj-keys", True),
        (says(f"clé: {KEY_MJ}", sender=MJ, subject="pause: 12 heures, raison"), "mj-words", True),
        (says(f"clé: {KEY_MJ}", sender=MJ, subject="prolonger la partie"), "mj-words", True),
        (says("", sender=MJ, subject="Re: [La nuit de Sorlin] prolongr: 2 jours"), "mj-words", True),
        (says("suspendre le tour", sender=MJ), "mj-words", True),
        (says("Merci !", sender=MJ, subject="À voir : 1 partie"), "mj-said", False),
    ],
)
def test_what_the_mj_writes_that_is_no_command_is_told_as_his(mail: Arrived, why: str, answered: bool) -> None:
    assert whose(mail, post()) == Routing("doubt", why=why, ask=MJ if answered else "")


def test_an_mj_who_plays_sends_orders_like_anybody() -> None:
    game = night(people={MJ: ("Anna",)})
    assert whose(says("déplacement: haut", sender=MJ), post(game)) == taken("Anna")
    assert whose(says("déplacement: haut", sender=MJ, subject="pauses"), post(game)) == taken("Anna")
    assert whose(says("déplacement: haut", sender=MJ, subject="pause"), post(game)).why == "mj-words"


def test_a_word_in_the_middle_of_a_sentence_is_no_command() -> None:
    assert command_in("il faut suspendre: vite", "bonjour\nsuspendre: x") is None
    assert command_in("prolonger la partie", "") is None
    assert command_in("prolonger la partie", "", keyed=True) is None
    assert command_in("reprendre mes ordres", "") is None


# Answers to questions ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mail", "what"),
    [
        (says("Oui.\n", subject=f"Re: La nuit : est-ce bien toi ? ({CODE})"), "yes"),
        (says("\n\nNON", subject=f"Re: ({CODE})"), "no"),
        (says("oui", subject=f"Re: ({CODE.lower()})"), "yes"),
        (says("Oui, c’est bien moi !", subject=f"Re: ({CODE})"), "yes"),
        (says("Oui c'est moi, merci\n\nAnna", subject=f"Re: ({CODE})"), "yes"),
        (says("Non ce n’est pas moi !", subject=f"Re: ({CODE})"), "no"),
        (says(f"{CODE}\nOui", subject="c’est moi"), "yes"),
        (says("oui mais ce n’est pas moi", subject=f"Re: ({CODE})"), "unclear"),
        (says("oui ou non ?", subject=f"Re: ({CODE})"), "unclear"),
        (says("Bonjour, c’est moi", subject=f"Re: ({CODE})"), "unclear"),
        (says("", subject=f"Re: ({CODE})"), "unclear"),
        (says("déplacement: haut", subject=f"Re: ({CODE})"), "taken"),
        (says("oui", subject="Re: est-ce bien toi ?"), "taken"),
        (says("oui", sender=EVIL, subject=f"Re: ({CODE})"), "unknown"),
        (says("oui", sender=PAUL, subject=f"Re: ({CODE})"), "taken"),
        (says("oui", automatic=True, subject=f"Re: ({CODE})"), "automatic"),
        (says("oui", answerable=False, subject=f"Re: ({CODE})"), "yes"),
    ],
)
def test_a_question_is_answered_from_the_players_own_address_alone(mail: Arrived, what: str) -> None:
    found = whose(mail, post(night(), questions=ASKED))
    assert found.what == what
    assert found.code == (CODE if what in ("yes", "no", "unclear") else "")


def test_who_has_answered_may_write_in_the_same_thread() -> None:
    answered: dict[str, OwnerQuestion] = {CODE: {**ASKED[CODE], "answer": "yes"}}
    assert whose(says("merci", subject=f"Re: ({CODE})"), post(night(), questions=answered)) == taken("Anna")
    assert whose(says("non", subject=f"Re: ({CODE})"), post(night(), questions=answered)).what == "no"


# What the receiving server says ------------------------------------------------------------------------------

PASSES = (
    "dmarc=pass (p=none) header.from=example.org",
    "spf=fail smtp.mailfrom=x@evil.example; dkim=pass header.d=example.org",
    "dkim=pass header.i=@example.org header.s=a",
    "spf=pass (sender permitted) smtp.mailfrom=bounce@example.org",
    'dkim=pass header.d="example.org"',
    "spf=pass smtp.mailfrom = anna@example.org",
    "dkim/1=pass header.d=example.org",
)
FAILS = (
    "",
    "none",
    "dmarc=fail header.from=example.org",
    "dkim=pass header.d=evil.example",
    "dkim=pass",
    "dkim=pass header.d=org",
    "spf=pass smtp.mailfrom=anna@evil.example",
    "spf=fail (dkim=pass header.d=example.org) smtp.mailfrom=x@evil.example",
    'spf=fail smtp.mailfrom="x; dkim=pass header.d=example.org"',
    "spf=fail (a (b) ; dkim=pass header.d=example.org)",
    'dkim=fail reason="(" ; dkim=neutral header.d=example.org',
    "dkim=pass header.d=example.org.evil.example",
    "dkim=pass header.d=evil.example header.i=@example.org",
    "dkim=pass header.d=example.org; dmarc=fail (p=reject) header.from=example.org",
    "spf=pass smtp.mailfrom=x@example.org; dmarc = fail header.from=example.org",
    'spf=pass (domain of "x); dkim=pass header.d=example.org (y"@evil.example) smtp.mailfrom=evil.example',
    "dkim=pass header.d=example.org (",
    'dkim=pass header.d=example.org; spf=fail smtp.mailfrom="x',
    r'spf=fail smtp.mailfrom="\""@x; dmarc=fail; dkim=fail header.i="\""@y; dkim=pass header.d=example.org',
    "iprev=pass policy.iprev=example.org",
    "xdkim=pass header.d=example.org",
)


@pytest.mark.parametrize("result", PASSES)
def test_a_sender_is_believed_for_whom_the_own_server_answers(result: str) -> None:
    results = (("MX.post.example", result), ("other", "dkim=fail"))
    assert vouched(results, "mx.post.example", ANNA)
    assert whose(sent(results=results), post(trust="mx.post.example")) == taken("Anna")


@pytest.mark.parametrize("result", FAILS)
def test_no_other_is(result: str) -> None:
    results = (("mx.post.example", result), ("mx.post.example", PASSES[0]))
    assert not vouched(results, "mx.post.example", ANNA)
    found = whose(sent(results=results), post(trust="mx.post.example"))
    assert (found.what, found.ask) == ("unknown", "")


def test_what_another_server_says_is_nothing() -> None:
    results = (("mx.evil.example", PASSES[0]), ("mx.post.example", PASSES[0]))
    assert whose(sent(results=results), post(trust="mx.post.example")).what == "unknown"
    assert whose(sent(), post(trust="mx.post.example")).what == "unknown"


MX = "mx.post.example"


@pytest.mark.parametrize(
    "name", [MX, MX.upper(), f" {MX} 1", f"{MX} (amavisd-new)", f"(a (b)) {MX} (c) 1 (d)", f'"{MX}"', f'"{MX}" 1']
)
def test_a_server_may_say_more_beside_its_name(name: str) -> None:
    good, bad = f"{name}; {PASSES[0]}", f"{name}; dkim=fail header.d=evil.example"
    assert vouched(results_in([good, bad]), MX, ANNA)
    assert not vouched(results_in([bad, good]), MX, ANNA)


@pytest.mark.parametrize(
    "line",
    [
        *("", ";", "none", "(", f"{MX} x; {PASSES[0]}", f"{MX} (; {PASSES[0]}", f'"{MX}; {PASSES[0]}'),
        *(f"{MX}x; {PASSES[0]}", f"x{MX}; {PASSES[0]}", f"x {MX}; {PASSES[0]}", f"{MX}; {' ' * 9000}{PASSES[0]}"),
        *(f'"{MX}\\"; {PASSES[0]}', f"({MX}); {PASSES[0]}", f"{MX} {PASSES[0]}"),
    ],
)
def test_below_a_line_that_cannot_be_read_no_other_counts(line: str) -> None:
    assert not vouched(results_in([line, f"{MX}; {PASSES[0]}"]), MX, ANNA)


@given(st.text(alphabet='mx.post.example;()"\\ =dkimpass1', max_size=60))
def test_any_line_says_something_or_nothing(line: str) -> None:
    assert len(results_in([line])) == 1


def test_of_who_is_not_believed_a_key_is_asked_back() -> None:
    mail = says(f"clé: {KEY_ANNA}")
    assert whose(mail, post(trust="mx.post.example")).what == "confirm"
    assert whose(says(f"suspendre: x\n{KEY_MJ}", sender=MJ), post(trust="mx.post.example")).what == "unknown"


# Whatever comes ----------------------------------------------------------------------------------------------

SOME = st.text(max_size=60) | st.sampled_from(
    [KEY_ANNA, KEY_PAUL, f"clé: {KEY_MJ}", "[nuit]", "oui", f"({CODE})", "suspendre: x"]
)
MAILS = st.builds(
    Arrived,
    sender=st.sampled_from([None, EVIL, "x@y", "", "@", "anna@", f"{ANNA}.evil.example", f"{ANNA},{EVIL}"])
    | st.text(max_size=30),
    contents=st.lists(st.builds(Content, st.just("text"), st.just(""), SOME), max_size=3).map(tuple),
    recipients=st.lists(
        st.sampled_from([ORDERS, "orders+nuit@post.example", "a", "@", "+@"]) | st.text(max_size=9)
    ).map(tuple),
    subject=st.lists(SOME, max_size=3).map(" ".join),
    references=st.lists(st.sampled_from([f"<{NIGHT}.a.b@c>", "<>"]) | st.text(max_size=20)).map(tuple),
    results=st.lists(
        st.tuples(st.sampled_from(["mx.post.example", "x"]), st.text(max_size=40) | st.sampled_from(PASSES))
    ).map(tuple),
)


@given(MAILS, st.sampled_from([None, "mx.post.example"]), st.sampled_from([None, "address", "both"]))
def test_from_an_address_that_is_no_players_nothing_is_taken_and_nobody_is_asked(
    mail: Arrived, trust: str | None, proof: str | None
) -> None:
    there = post(night(proof=proof), day(proof=proof), trust=trust, questions=ASKED)
    if mail.sender is not None and plain_address(mail.sender) in (ANNA, PAUL, LUC, MJ):
        return
    found = whose(mail, there)
    assert found.what in ("unknown", "doubt", "confirm", "automatic")
    assert found.ask == ""
    if found.what == "confirm":
        assert proof is None
        assert any(key in content.text for key in (KEY_ANNA, KEY_PAUL, KEY_LUC) for content in mail.contents)


@given(MAILS)
def test_where_a_key_suffices_nothing_is_taken_without_a_valid_one(mail: Arrived) -> None:
    found = whose(mail, post(night(proof="key"), questions=ASKED))
    if found.what == "taken":
        assert any(key in content.text for key in (KEY_ANNA, KEY_PAUL) for content in mail.contents)
