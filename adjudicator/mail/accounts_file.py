"""Reading and validating ``courrier.yaml``, the file of mail accounts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudicator.core.faults import Fault
from adjudicator.core.words import fold, slug
from adjudicator.mail.accounts import (
    Accounts,
    Discourse,
    MaildirAccount,
    Secret,
    Sendmail,
    Server,
    Source,
    is_loopback,
)
from adjudicator.speech.catalogue import vocabulary
from adjudicator.store.disk import FaultyFileError, read_file
from adjudicator.store.layout import accounts_file

if TYPE_CHECKING:
    from adjudicator.core.context import Context
    from adjudicator.core.faults import KeyPath as Place
    from adjudicator.core.plain import Plain
    from adjudicator.reading.understanding import Understood


DEFAULT_LANGUAGE = "fr"
DEFAULT_HOURLY = 20
_SECRETS = (
    ("sending", "password"),
    ("announcing", "discord"),
    ("announcing", "discourse", "key"),
)


def load_accounts(root: Path, language: str | None = None) -> Accounts | None:
    """Return the accounts of a ``root`` folder of campaigns, or None if it has no accounts file.

    Messages name words in ``language``. Raise ``FaultyFileError`` with all faults of the file, ``UnusableError`` or
    ``OSError``. Passwords are not read yet.
    """
    path = accounts_file(root)
    return read_accounts(read_file(path), path, language) if path is not None else None


def read_accounts(data: bytes, path: Path, language: str | None = None) -> Accounts:
    """Return the accounts in the bytes of a file at ``path``. Raise ``FaultyFileError`` with all its faults."""
    from adjudicator.core.context import Context
    from adjudicator.reading import strict_yaml
    from adjudicator.reading.schemas import load_schema
    from adjudicator.reading.validation import read

    document = strict_yaml.read(data)
    if not document.complete or document.root is None:
        raise FaultyFileError(path, [*strict_yaml.of_settings(document.faults)] or [Fault("empty-file")])
    if not isinstance(document.root, dict):
        raise FaultyFileError(path, [Fault("not-accounts", document.values[()])])
    context = Context(vocabulary("mail"), language or DEFAULT_LANGUAGE)

    def objections(understood: Understood, whole: bool) -> Iterator[Fault]:
        yield from _odd_addresses(understood)
        yield from _plain_secrets(understood, context)
        yield from _server_faults(understood, context)
        yield from _folder_faults(understood)

    understood, faults = read(document, load_schema("urn:adjudicator:mail"), context, objections)
    if faults:
        raise FaultyFileError(path, faults)
    return _accounts(understood.root, path)


# Validation ----------------------------------------------------------------------------------------------------


def _odd_addresses(understood: Understood) -> Iterator[Fault]:
    """Yield a fault for each address that could mean more than one mailbox."""
    from adjudicator.mail.outbox import is_sendable

    for key in ("address", "mj"):
        address, path = understood.root.get(key), (key,)
        if isinstance(address, str) and path not in understood.troubled and not is_sendable(address):
            yield Fault("not-understood", understood.mark(path), address, ("expected.email",))


def _plain_secrets(understood: Understood, context: Context) -> Iterator[Fault]:
    """Yield a fault for each secret written in the file itself. The fault does not quote it."""
    words, language = context.vocabulary, context.language
    for path in _secrets(understood.root):
        if isinstance(_at(understood.root, path), str | list):
            word, key = understood.word(path), words.word("secret", "file", language)
            line = f"{word}: {{{key}: {slug(word)}.txt}}"
            yield Fault("plain-secret", understood.mark(path), values={"word": word}, lines=(line,))


def _folder_faults(understood: Understood) -> Iterator[Fault]:
    """Yield a fault for each folder of handled mails that lies outside the mailbox or has the name of another one.

    The inbox itself is none of them: each run would find the mails again.
    """
    given = {key: name for key, name in (understood.root.get("folders") or {}).items() if isinstance(name, str)}
    unsure = ("language",) in understood.troubled
    all_named = _named_folders(given, DEFAULT_LANGUAGE if unsure else understood.root.get("language", DEFAULT_LANGUAGE))
    for key, name in given.items():
        path = ("folders", key)
        mark, others = understood.mark(path), [all_named[other] for other in all_named if other != key]
        if fold(name) == "inbox" and path not in understood.troubled:
            yield Fault("inbox-folder", mark, name)
        if any(part.strip() in ("", ".", "..") for part in name.split("/")):
            yield Fault("odd-folder", mark, name)
        elif fold(name) in map(fold, others):
            yield Fault("same-folder", mark, name)


def _server_faults(understood: Understood, context: Context) -> Iterator[Fault]:
    """Yield a fault for each unencrypted server on a network, and for a user without a password or the reverse."""
    for path in _servers(understood.root):
        server = _at(understood.root, path)
        host = server.get("imap", server.get("smtp"))
        if server.get("security") == "none" and isinstance(host, str) and not is_loopback(host):
            yield Fault("in-the-clear", understood.mark((*path, "security")), host)
        for key, other in (("password", "user"), ("user", "password")):
            if key in server and other not in server and path not in understood.incomplete:
                on_key = understood.mark((*path, key), on_key=True)
                wanted = context.vocabulary.word(str(path[0]), other, context.language)
                yield Fault("goes-with", on_key, values={"word": understood.word((*path, key)), "key": wanted})


def _secrets(root: Plain) -> Iterator[Place]:
    """Yield the paths in the file at which a secret may stand."""
    yield from (path for path in _SECRETS if _at(root, path) is not None)
    yield from (
        (*path, "password") for path in _servers(root) if path[0] == "receiving" and "password" in _at(root, path)
    )


def _servers(root: Plain) -> Iterator[Place]:
    """Yield the paths in the file at which servers stand."""
    receiving = root.get("receiving")
    if isinstance(receiving, list):
        yield from (("receiving", number) for number, source in enumerate(receiving) if isinstance(source, dict))
    yield from ((key,) for key in ("receiving", "sending") if isinstance(root.get(key), dict))


def _at(root: Any, path: Place) -> Any:
    """Return the value at a path, or None if there is none."""
    for step in path:
        if isinstance(root, dict):
            root = root.get(step)
        elif isinstance(root, list) and isinstance(step, int):
            root = root[step]
        else:
            return None
    return root


# Building the accounts -----------------------------------------------------------------------------------------


def _accounts(plain: Plain, path: Path) -> Accounts:
    language = plain.get("language", DEFAULT_LANGUAGE)
    received = plain.get("receiving", [])
    sources = received if isinstance(received, list) else [received]
    announcing = plain.get("announcing", {})
    discord, patience = announcing.get("discord"), plain.get("patience")
    discourse = None
    if "discourse" in announcing:
        topic = announcing["discourse"]
        key = _secret(topic["key"], path.parent)
        discourse = Discourse(topic["site"].rstrip("/"), topic["topic"], topic["user"], key)
    return Accounts(
        path,
        plain["address"],
        plain["mj"],
        language,
        tuple(_source(source, path.parent, patience) for source in sources),
        _sending(plain["sending"], path.parent, patience) if "sending" in plain else None,
        plain.get("trust"),
        _named_folders(plain.get("folders", {}), language),
        plain.get("hourly", DEFAULT_HOURLY),
        _secret(discord, path.parent) if discord is not None else None,
        discourse,
        patience,
    )


def _source(plain: Plain, folder: Path, patience: float | None) -> Source:
    if "maildir" in plain:
        return MaildirAccount(folder / Path(plain["maildir"]).expanduser())
    return _server(plain, plain["imap"], _IMAP_PORTS, folder, patience)


def _sending(plain: Plain, folder: Path, patience: float | None) -> Server | Sendmail:
    if "sendmail" in plain:
        return Sendmail(folder / Path(plain["sendmail"]).expanduser())
    return _server(plain, plain["smtp"], _SMTP_PORTS, folder, patience)


_IMAP_PORTS: Mapping[str, int] = {"tls": 993, "starttls": 143, "none": 143}
_SMTP_PORTS: Mapping[str, int] = {"tls": 465, "starttls": 587, "none": 25}


def _server(plain: Plain, host: str, ports: Mapping[str, int], folder: Path, patience: float | None) -> Server:
    """Return a server. If the file gives no security, it follows from the port, and is TLS for an unusual port."""
    port = plain.get("port")
    by_port = {usual: security for security, usual in ports.items() if security != "none"}
    security = plain.get("security") or by_port.get(port or 0, "tls")
    return Server(
        host,
        port or ports[security],
        security,
        plain.get("user", ""),
        _secret(plain["password"], folder) if "password" in plain else None,
        folder / Path(plain["certificate"]).expanduser() if "certificate" in plain else None,
        patience,
    )


def _secret(plain: Plain, folder: Path) -> Secret:
    if "variable" in plain:
        return Secret(variable=plain["variable"])
    return Secret(folder / Path(plain["file"]).expanduser())


def _named_folders(plain: Plain, language: str) -> dict[str, str]:
    """Return the folder names by key; a folder that the file does not name gets the default word of the language."""
    words = vocabulary("mail")
    return {key: plain.get(key) or words.word("mail-folders", key, language) for key in ("played", "refused", "to-see")}
