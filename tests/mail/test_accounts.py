"""The accounts of a root of campaigns: read with every fault at its place, and no password in the open."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.commands import SEED, run

from adjudicator.mail.accounts import Accounts, MaildirAccount, Secret, Sendmail, Server, load_accounts, read_accounts
from adjudicator.speech.voice import told
from adjudicator.store.disk import FaultyFileError, UnusableError

WHOLE = """\
adresse: orders@exemple.fr
mj: mj@exemple.fr
réception:
  imap: imap.exemple.fr
  utilisateur: orders
  mot de passe: {fichier: secret/imap}
envoi:
  smtp: smtp.exemple.fr
  port: 587
  sécurité: starttls
  utilisateur: orders
  mot de passe: {variable: MAIL_PASSWORD}
confiance: mx.exemple.fr
dossiers: {joué: Archives, à voir: Regarder}
par heure: 5
annonces:
  discord: {fichier: secret/discord}
  discourse: {site: "https://forum.exemple.fr", sujet: 12, utilisateur: robot, clé: {variable: KEY}}
"""
HEAD = "adresse: orders@exemple.fr\nmj: mj@exemple.fr\n"
HIDDEN = "hunter2-Zq"


def faults(text: str, language: str = "fr") -> list[str]:
    with pytest.raises(FaultyFileError) as caught:
        read_accounts(text.encode(), Path("courrier.yaml"), language)
    return told(caught.value, language)


def test_what_is_done_with_does_not_go_back_into_the_inbox() -> None:
    (said,) = faults(f"{HEAD}dossiers: {{joué: Inbox}}\n")
    assert said.startswith("courrier.yaml:3:18: ") and "boîte de réception" in said


@pytest.mark.parametrize("name", ["../../x", "..", "/etc", "a//b", "Parties/../x"])
def test_nor_does_it_go_out_of_the_mailbox(name: str) -> None:
    (said,) = faults(f"{HEAD}dossiers: {{joué: {name}}}\n")
    assert said.startswith("courrier.yaml:3:18: ") and "n’est pas le nom d’un dossier" in said


@pytest.mark.parametrize(
    ("folders", "column"),
    [("joué: x, refusé: X", 18), ("joué: à voir", 18), ("refusé: joué", 20)],
)
def test_each_folder_is_another(folders: str, column: int) -> None:
    said = faults(f"{HEAD}dossiers: {{{folders}}}\n")
    assert said[0].startswith(f"courrier.yaml:3:{column}: ") and "déjà le nom d’un autre" in said[0]


def test_folders_may_change_their_names_and_lie_in_another() -> None:
    text = f"{HEAD}dossiers: {{joué: Parties/refusé, refusé: joué}}\n"
    assert read_accounts(text.encode(), Path("courrier.yaml")).folders["refused"] == "joué"


def test_of_accounts_that_are_too_big_nobody_is_told_to_leave_the_orders() -> None:
    for size in (70_000, 3_000_000):
        (said,) = faults("#" * size)
        assert "trop gros" in said and "ordres" not in said


def test_the_file_that_is_proposed_for_a_password_has_a_name_in_the_language() -> None:
    told_in = {
        language: " ".join(faults(f"{HEAD}envoi: {{smtp: a.fr, utilisateur: o, mot de passe: x}}\n", language))
        for language in ("fr", "en")
    }
    assert "{fichier: mot-de-passe.txt}" in told_in["fr"] and "password.txt" not in told_in["fr"]


def accounts(text: str, root: Path = Path("root")) -> Accounts:
    return read_accounts(text.encode(), root / "courrier.yaml")


def test_what_the_file_says_is_understood() -> None:
    found = accounts(WHOLE)
    imap = Server("imap.exemple.fr", 993, "tls", "orders", Secret(Path("root/secret/imap")))
    smtp = Server("smtp.exemple.fr", 587, "starttls", "orders", Secret(variable="MAIL_PASSWORD"))
    assert (found.receiving, found.sending) == ((imap,), smtp)
    assert (found.address, found.mj, found.trust, found.hourly) == (
        "orders@exemple.fr",
        "mj@exemple.fr",
        "mx.exemple.fr",
        5,
    )
    assert tuple(found.folders.values()) == ("Archives", "refusé", "Regarder")
    assert found.discord == Secret(Path("root/secret/discord"))
    assert found.discourse is not None and found.discourse.topic == 12
    assert (found.root, found.state, found.domain) == (Path("root"), Path("root/courrier"), "exemple.fr")


def test_english_words_are_the_same_accounts() -> None:
    english = """\
address: orders@exemple.fr
gm: mj@exemple.fr
receiving: [{imap: imap.exemple.fr, user: orders, password: {file: secret/imap}}]
sending: {smtp: smtp.exemple.fr, port: 587, security: starttls, user: orders, password: {variable: MAIL_PASSWORD}}
trust: mx.exemple.fr
folders: {played: Archives, to see: Regarder}
hourly: 5
announcements:
  discord: {file: secret/discord}
  discourse: {site: "https://forum.exemple.fr", topic: 12, user: robot, key: {variable: KEY}}
"""
    assert accounts(english) == accounts(WHOLE)


def test_the_patience_with_servers_is_that_of_each() -> None:
    found = accounts(WHOLE + "patience: 20\n")
    assert [server.patience for server in (*found.receiving, found.sending) if isinstance(server, Server)] == [20, 20]
    assert found.patience == 20


def test_a_maildir_and_a_command_need_no_password() -> None:
    found = accounts(
        HEAD + "réception: [{maildir: Maildir}, {imap: localhost, sécurité: aucune}]\nenvoi: {sendmail: /x}"
    )
    assert found.receiving == (MaildirAccount(Path("root/Maildir")), Server("localhost", 143, "none"))
    assert found.sending == Sendmail(Path("/x"))


@pytest.mark.parametrize(
    ("said", "port", "security"),
    [
        ("", 465, "tls"),
        ("port: 587", 587, "starttls"),
        ("port: 2525", 2525, "tls"),
        ("sécurité: starttls", 587, "starttls"),
    ],
)
def test_the_port_says_the_security_and_the_security_the_port(said: str, port: int, security: str) -> None:
    server = accounts(HEAD + "envoi: {smtp: a.fr" + (f", {said}" if said else "") + "}").sending
    assert isinstance(server, Server) and (server.port, server.security) == (port, security)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "courrier.yaml:1:1: Le fichier est vide"),
        ("- a", "courrier.yaml:1:1: Ce n’est pas un fichier de comptes"),
        ("adresse: a@b.fr\n", "courrier.yaml:1:1: Il manque « mj »."),
        (HEAD + "envoie: {}", "courrier.yaml:3:1: « envoie » : mot inconnu ici"),
        (HEAD + "envoi: {port: 25}", "courrier.yaml:3:8: Il manque « smtp » ou « sendmail »."),
        (HEAD + "envoi: {smtp: a.fr, sendmail: /x}", "courrier.yaml:3:9: « smtp » ne va pas avec « sendmail »"),
        (HEAD + "envoi: {smtp: a.fr, port: 99999}", "courrier.yaml:3:27: « 99999 » est trop grand"),
        (HEAD + "envoi: {smtp: a.fr, sécurité: aucune}", "courrier.yaml:3:31: « a.fr » n’est pas cette machine"),
        (
            HEAD + "envoi: {smtp: a.fr, utilisateur: b}",
            "courrier.yaml:3:21: « utilisateur » ne va pas sans « mot de passe »",
        ),
        (HEAD + "envoi: {smtp: http://a.fr/}", "courrier.yaml:3:15: « http://a.fr/ » n’est pas compris ici"),
        (HEAD + "réception: {imap: a.fr, sécurité: tsl}", "courrier.yaml:3:35: « tsl » n’est pas compris ici"),
        ("adresse: '-oX@b.fr'\nmj: a@b.fr", "courrier.yaml:1:10: « -oX@b.fr » n’est pas compris ici"),
        ("adresse: a@b.fr\nmj: 'a,c@b.fr'", "courrier.yaml:2:5: « a,c@b.fr » n’est pas compris ici"),
        ("adresse: moi\nmj: a@b.fr", "courrier.yaml:1:10: « moi » n’est pas compris ici"),
    ],
)
def test_a_fault_is_told_at_its_place(text: str, expected: str) -> None:
    assert faults(text)[0].replace("\u00a0", " ").startswith(expected)


def test_the_nearest_word_is_named() -> None:
    assert faults(HEAD + "envoie: {}")[0].endswith(
        "Peut-être « envoi »\u202f?".replace(" ", "\u00a0").replace("Peut-être\u00a0", "Peut-être ")
    )


@pytest.mark.parametrize(
    "line",
    [
        f"réception: {{imap: a.fr, utilisateur: b, mot de passe: {HIDDEN}}}",
        f"réception: [{{imap: a.fr, utilisateur: b, mot de passe: '{HIDDEN}'}}]",
        f"réception: {{imap: a.fr, utilisateur: b, mot de passe: [{HIDDEN}]}}",
        f"envoi: {{smtp: a.fr, utilisateur: b, mot de passe: {HIDDEN}}}",
        f"annonces: {{discord: 'https://discord.com/api/webhooks/1/{HIDDEN}'}}",
        f"annonces: {{discourse: {{site: 'https://a.fr', sujet: 1, utilisateur: b, clé: {HIDDEN}}}}}",
    ],
)
@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_password_in_the_file_is_refused_and_never_said_again(line: str, language: str) -> None:
    said = faults(HEAD + line, language)
    assert len(said) == 1 and "chmod 600" in said[0]
    assert HIDDEN not in "".join(said)


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "127.9.9.9", '"::1"'])
def test_no_security_is_for_this_machine(host: str) -> None:
    assert accounts(HEAD + f"envoi: {{smtp: {host}, sécurité: aucune}}").sending


@pytest.mark.parametrize("host", ["localhost.evil.fr", "128.0.0.1", "0.0.0.0", "10.0.0.1", "mon-serveur"])
def test_and_for_no_other(host: str) -> None:
    assert faults(HEAD + f"envoi: {{smtp: {host}, sécurité: aucune}}")


def test_a_campaign_has_no_password(tmp_path: Path) -> None:
    text = f"jeu: resistance\nmot de passe: x\ngraine: {SEED}\njoueurs: [Anna, Luc, Max, Zoé, Eve]\n"
    (tmp_path / "campaign.yaml").write_text(text, encoding="utf-8")
    assert "campaign.yaml:2:1" in run("status", tmp_path).err


# Files ---------------------------------------------------------------------------------------------------------


def test_a_root_has_one_file_of_accounts_or_none(tmp_path: Path) -> None:
    assert load_accounts(tmp_path) is None
    (tmp_path / "mail.yaml").write_text(HEAD, encoding="utf-8")
    found = load_accounts(tmp_path)
    assert found is not None and found.file == tmp_path / "mail.yaml"
    (tmp_path / "courrier.yaml").write_text(HEAD, encoding="utf-8")
    with pytest.raises(UnusableError):
        load_accounts(tmp_path)


plain_yaml = st.recursive(
    st.sampled_from(["", "x", "a@b.fr", "25", "tls", "aucune", "localhost", "~"]),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda items: "[" + ", ".join(items) + "]"),
        st.dictionaries(
            st.sampled_from(["imap", "smtp", "maildir", "mot de passe", "fichier", "port", "sécurité", "discord", "x"]),
            inner,
            max_size=4,
        ).map(lambda found: "{" + ", ".join(f"{key}: {value}" for key, value in found.items()) + "}"),
    ),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from(["réception", "envoi", "dossiers", "annonces", "confiance", "mj"]), plain_yaml))
def test_whatever_stands_there_is_understood_or_refused_with_sentences(found: dict[str, Any]) -> None:
    text = "adresse: a@b.fr\n" + "".join(f"{key}: {value}\n" for key, value in found.items())
    try:
        assert accounts(text).address == "a@b.fr"
    except FaultyFileError as error:
        assert all(told(error, "fr")) and all(told(error, "en"))
