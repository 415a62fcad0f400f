"""Which campaign a mail is for, and whose orders it holds: by what it says, and nothing is guessed.

A mail belongs to the campaign that its address (``orders+sorlin@…``), the tag of its subject, the letter it answers,
and the keys in it name; where none of these does, to the one in which its sender plays. Two that disagree are none.

Whose it is says the address from which it comes, as far as that can be believed, or a key. What is odd about a sender
makes a mail nobody's. Everything here is a function of its arguments: no disk, no clock.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.core.words import fold, nearest, slug
from adjudicator.mail.arrived import forms_of, plain_address, tag_of, vouched
from adjudicator.mail.outbox import mark_in

if TYPE_CHECKING:
    from adjudicator.mail.arrived import Arrived


class Whose(NamedTuple):
    """Whose a mail is.

    ``what`` is ``taken`` (orders of one of ``players``), ``confirm`` (whoever has their key must confirm first),
    ``doubt`` (nobody can tell, see ``why``), ``unknown`` (nobody's), ``automatic`` (written by a program, from the
    address of one of ``players`` if any), ``command`` (the MJ's), ``yes`` and ``no`` (an answer to the question with
    the ``code``), ``unclear`` (one that says neither), ``wait`` (whose it is cannot be known before a campaign, or the
    ``campaign``, can be read again).
    """

    what: str
    campaign: str = ""
    players: tuple[str, ...] = ()
    why: str = ""
    ask: str = ""
    """The address to which it may be said: one that is known. Empty for nobody."""
    code: str = ""
    command: tuple[str, str] = ("", "")
    """The MJ's command and what stands behind it."""


def whose(mail: Arrived, post: MailRoot) -> Whose:
    """Return for which campaign a mail is, and whose orders it holds.

    As long as a campaign cannot be read, nobody is unknown for good, and nobody is asked what only it can tell.
    """
    if mail.undelivered:
        return Whose("automatic", why="undelivered.at" if mail.failed else "undelivered")
    if mail.sender is None:
        return Whose("automatic", why="automatic") if mail.automatic else Whose("unknown", why="odd-sender")
    found = _found(mail, post)
    if found.why in _HANGS_ON_ALL and any(game.raw is not None for game in post.games):
        return Whose("wait")
    if found.what != "wait" and mail.automatic:
        his = found if found.what == "taken" else Whose("")
        return Whose("automatic", his.campaign, his.players, "automatic")
    return Whose("automatic", why="automatic") if found.why == "unknown" and not mail.answerable else found


_HANGS_ON_ALL = ("unknown", "which-game", "mj-other-key", "mj-said")
"""Why a mail is nobody's where that may be otherwise as soon as another campaign can be read."""


def _found(mail: Arrived, post: MailRoot) -> Whose:
    assert mail.sender is not None
    sender = plain_address(mail.sender)
    known = sender if post.trust is None or vouched(mail.results, post.trust, sender) else ""
    text = "\n".join(content.text[:MOST] for content in mail.contents)
    is_his = bool(known) and known == plain_address(post.mj)
    wanted = _of_the_mj(mail.subject, text, known, post) if is_his else None
    found = wanted or _answer(mail, known, text, post) or _orders(mail, sender, known, tokens_in(text), post)
    return Whose("doubt", why="mj-said") if is_his and found.why == "unknown" else found


def _orders(mail: Arrived, sender: str, known: str, tokens: Sequence[str], post: MailRoot) -> Whose:
    """Return whose orders a mail holds; ``known`` is its ``sender`` where he can be believed, else empty."""
    found = _campaign(mail, sender, tokens, post)
    if isinstance(found, Whose):
        return found._replace(ask=known if known and any(known in game.people for game in post.games) else "")
    if found.raw is not None or (tokens and found.secrets.damaged):
        return Whose("wait", found.folder)
    return _person(found, known, tokens, post)


# Which campaign ------------------------------------------------------------------------------------------------


def _campaign(mail: Arrived, sender: str, tokens: Sequence[str], post: MailRoot) -> MailedCampaign | Whose:
    """Return the one campaign for which a mail is, or why there is none."""
    games, answers = post.games, list[list[MailedCampaign]]()
    his = _his(sender, tokens, games)
    tags = {tag for address in mail.recipients if (tag := tag_of(address, post.address))}
    if tags:
        named = [game for game in his if tags & {slug(name) for name in game.names}]
        if not named:
            return Whose("doubt", why="which-game")
        answers.append(named)
    subject = fold(mail.subject[:400])
    answers.append([game for game in his if any(f"[{fold(name)}]" in subject for name in game.names)])
    begun = {reference.strip("<> ").partition(".")[0] for reference in mail.references}
    answers.append([game for game in games if game.thread and game.thread in begun])
    if tokens:
        answers.append([game for game in games if any(token in game.secrets.keys for token in tokens)])
    if _names_one_lost(mail, games):
        return Whose("wait")
    given = [answer for answer in answers if answer]
    left = [game for game in games if all(game in answer for answer in given)] if given else []
    if given and not left:
        return Whose("doubt", why="which-game")
    playing = [game for game in left or games if game.has(sender)]
    if len(left) != 1:
        left = _going_on(playing) or left
    if len(left) == 1:
        return left[0]
    if not left:
        hidden = tokens and any(game.secrets.damaged for game in games)
        return Whose("wait") if hidden else Whose("unknown", why="unknown")
    return Whose("doubt", why="which-game")


def _his(sender: str, tokens: Sequence[str], games: Sequence[MailedCampaign]) -> Sequence[MailedCampaign]:
    """Return the campaigns that a sender may name: those in which he plays, by his address or by a key.

    What he calls another is to him as the tag of a list, or no campaign at all: else he could find out by names which
    there are. Who plays in none is not answered, and may name any.
    """
    his = [
        game for game in games if game.has(sender) or (tokens and any(token in game.secrets.keys for token in tokens))
    ]
    return his or games


def _names_one_lost(mail: Arrived, games: Sequence[MailedCampaign]) -> bool:
    """Tell whether a mail may name a campaign of which nothing can be read, not even who plays in it.

    It answers a letter of no other campaign, or its subject has the tag of none.
    """
    if not any(game.raw == b"" for game in games):
        return False
    marks = {mark for reference in mail.references if (mark := mark_in(reference)) is not None}
    known = {f"[{fold(name)}]" for game in games if game.raw is None for name in game.names}
    tags = set(_TAG.findall(fold(mail.subject[:400])))
    return bool(marks - {game.thread for game in games}) or (bool(tags) and not tags & known)


def _going_on(games: Sequence[MailedCampaign]) -> list[MailedCampaign]:
    """Return of several campaigns those that are not over; all of them where every one is."""
    if len(games) < 2:
        return list(games)
    return [game for game in games if not game.secrets.over] or list(games)


# Whose ---------------------------------------------------------------------------------------------------------


def _person(game: MailedCampaign, sender: str, tokens: Sequence[str], post: MailRoot) -> Whose:
    """Return whose orders a mail for a campaign holds; ``sender`` is empty where his address cannot be believed."""
    own = game.people.get(sender, ()) if sender else ()
    ask = sender if sender and any(sender in other.people for other in post.games) else ""
    if game.proof == "address":
        return _by_address(game, own, ask)
    keyed = {game.secrets.keys[token] for token in tokens if token in game.secrets.keys} if tokens else set()
    if len(keyed) > 1:
        return Whose("doubt", game.folder, own, "two-keys", ask)
    if keyed:
        return _by_key(game, next(iter(keyed)), own, sender, ask)
    if game.proof in ("key", "both") and own:
        return Whose("doubt", game.folder, own, "key-wanted", ask)
    return _by_address(game, own, ask)


def _by_key(game: MailedCampaign, player: str, own: tuple[str, ...], sender: str, ask: str) -> Whose:
    """Return what becomes of a mail with the key of a ``player``, from somebody whose ``own`` orders may come so."""
    if player in own or game.proof == "key":
        return Whose("taken", game.folder, (player,))
    if game.proof == "both":
        return Whose("doubt", game.folder, own, "other-key", ask) if own else _stranger(game, ask)
    if sender and (sender, player) in game.confirmed:
        return Whose("taken", game.folder, (player,))
    if not any(player in players for players in game.people.values()):
        return Whose("unknown", game.folder, (player,), "no-address")
    return Whose("confirm", game.folder, (player,), "confirm")


def _by_address(game: MailedCampaign, own: tuple[str, ...], ask: str) -> Whose:
    return Whose("taken", game.folder, own) if own else _stranger(game, ask)


def _stranger(game: MailedCampaign, ask: str) -> Whose:
    """Return what becomes of a mail for a campaign in which nobody has its sender's address; he may play elsewhere."""
    return Whose("doubt", why="which-game", ask=ask) if ask else Whose("unknown", game.folder, why="unknown")


def meant_among(mail: Arrived, players: Sequence[str], answered: Collection[str]) -> str | None:
    """Return whose of several ``players`` the orders of a mail are that no line of it says; None where that is unsure.

    His name begins it (« Boris, tour 1 : … »), or stands in the subject, or it answers a letter that is about him
    (``answered``); and nothing in it names another of them.
    """
    subject = fold(_TAG.sub(" ", mail.subject))
    texts = [fold(content.text[:MOST]) for content in mail.contents]
    named = {player for player in players if any(_names(text, player) for text in (subject, *texts))}
    begun = {player for player in players if any(_begins(text, player) for text in texts)}
    found = begun | {player for player in players if _names(subject, player) or player in answered}
    return found.pop() if len(found) == 1 and named <= found else None


_TAG = re.compile(r"\[[^\]]*\]")


def _names(text: str, player: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(fold(player))}(?!\w)", text) is not None


def _begins(text: str, player: str) -> bool:
    return re.match(rf"\s*{re.escape(fold(player))}\s*[,:]", text) is not None


# The MJ, and answers to questions ------------------------------------------------------------------------------


def _of_the_mj(subject: str, text: str, known: str, post: MailRoot) -> Whose | None:
    """Return what a mail from the MJ's address wants of the program; None where it may be orders, or nothing."""
    tokens = tokens_in(f"{subject}\n{text}")
    keyed = [game for game in post.games if game.raw is None and game.secrets.mj_key.replace("-", "") in tokens]
    command = command_in(subject, text, keyed=bool(keyed)) or answers_in(text)
    if command is not None and len(keyed) == 1:
        return Whose("command", keyed[0].folder, ask=post.mj, command=command)
    if command is not None:
        return Whose("doubt", why="mj-keys" if keyed else "mj-other-key" if tokens else "mj-key", ask=post.mj)
    if is_like_a_command(subject, text, surely=bool(post.plays(known))):
        return Whose("doubt", why="mj-words", ask=post.mj)
    return None


_YES = ("oui", "yes", "ok")
_NO = ("non", "no")
_NOT = ("pas", "jamais", "mais", "not", "never", "but", "don")
"""Words with which a yes is none."""
_WORDS = re.compile(r"[^\W\d_]+")
_ORDERS = re.compile(r"^\s*[^\W\d_]+\s*:\s*\S", re.MULTILINE)
"""A line of an order file."""


def _answer(mail: Arrived, sender: str, text: str, post: MailRoot) -> Whose | None:
    """Return what an answer to one of our questions says; None for any other mail, and from any other address.

    Orders that are sent in its place are orders, and who has answered may write what he likes.
    """
    if not post.questions or not sender:
        return None
    told = "".join(character for character in f"{mail.subject}\n{text}".upper() if character.isalnum())
    for code, question in post.questions.items():
        game = next((game for game in post.games if game.folder == question.campaign), None)
        if code.replace("-", "") not in told or game is None:
            continue
        if game.raw is not None:
            return Whose("wait", game.folder)
        if question.player not in game.people.get(sender, ()):
            continue
        said = _yes_or_no(text.upper().replace(code, " "))
        if said:
            return Whose(said, game.folder, (question.player,), code=code)
        if not question.answered and not _ORDERS.search(text):
            return Whose("unclear", game.folder, (question.player,), code=code)
    return None


def _yes_or_no(text: str) -> str:
    """Return ``yes`` or ``no`` as the first word says, if no other word speaks against it; else nothing."""
    first, *others = _WORDS.findall(fold(text)) or [""]
    if first in _YES and not any(word in (*_NO, *_NOT) for word in others):
        return "yes"
    return "no" if first in _NO and not any(word in _YES for word in others) else ""


# The root whose mail is looked at, as the post knows it: its campaigns, and what it has asked.


class Secrets(NamedTuple):
    """Of a campaign what is made of its seed for the stage awaited."""

    keys: Mapping[str, str]
    """The player whose key it is, by key without its hyphen."""
    mj_key: str = ""
    over: bool = False
    damaged: bool = False
    """Whether what is kept of it cannot be read now."""


NO_SECRETS = Secrets({})


@dataclass(frozen=True)
class MailedCampaign:
    """A campaign as the post knows it."""

    folder: str
    """Its folder as seen from the root; by it a campaign is told here."""
    names: tuple[str, ...]
    """What it may be called: its title, its folder."""
    people: Mapping[str, tuple[str, ...]]
    """The players whose orders may come from an address, by address in lower case: their own, or of who stands in."""
    proof: str | None = None
    """What suffices: ``address``, ``key``, ``both``; where nothing is said, an address, or a key that was confirmed."""
    thread: str = ""
    """With what the names of its letters begin, up to a point."""
    confirmed: Collection[tuple[str, str]] = ()
    """Addresses from which a player's key was confirmed, each with the player."""
    look: Callable[[], Secrets] = field(default=lambda: NO_SECRETS)
    """Asked for once, and only where a mail needs it."""
    raw: bytes | None = None
    """Of a campaign that cannot be read now, what its file holds, in lower case."""

    @cached_property
    def secrets(self) -> Secrets:
        """What is made of its seed."""
        return self.look()

    def has(self, address: str) -> bool:
        """Tell whether somebody here has an address; of what cannot be read, whether it stands there at all."""
        if self.raw is None:
            return address in self.people
        return bool(address) and any(form.encode("utf-8", "surrogatepass") in self.raw for form in forms_of(address))


class PendingOwnerQuestion(NamedTuple):
    """A question that waits for an answer: whether a mail with a player's key, from an ``address``, is his."""

    campaign: str
    player: str
    address: str
    mail: str
    answered: bool = False


class MailRoot(NamedTuple):
    """What is known of the root whose mail is looked at."""

    address: str
    """To which players write."""
    mj: str
    games: Sequence[MailedCampaign]
    trust: str | None = None
    """Whose word on senders is believed."""
    questions: Mapping[str, PendingOwnerQuestion] = {}
    """Those asked, by their codes."""

    def plays(self, address: str) -> tuple[str, ...]:
        """Return the folders of the campaigns in which somebody has an ``address``."""
        return tuple(game.folder for game in self.games if game.has(address))


# What may be keys in what somebody wrote.


MOST = 1 << 16
"""Characters of a text that are looked through."""
_KEY = re.compile(r"(?<![A-Za-z0-9-])([A-Za-z2-9]{4})[-\u2010-\u2015 ]?([A-Za-z2-9]{4})(?![A-Za-z0-9-])")
_HYPHEN = re.compile(r"(?<![A-Za-z0-9-])([A-Z2-9]{4})-([A-Z2-9]{4})(?![A-Za-z0-9-])")
_WORD = re.compile(r"\b(?:cl[eé]s?|clef|key)\b", re.IGNORECASE)
MOST_KEYS = 4
"""What may be keys in a mail at most: who sends more of it tries them out, and none of it counts."""


def tokens_in(text: str) -> list[str]:
    """Return what may be keys in a text: all that looks like one, and after the word for it what nearly does."""
    found = dict.fromkeys("".join(match.groups()) for match in _HYPHEN.finditer(text[:MOST]))
    for line in text[:MOST].splitlines():
        if word := _WORD.search(line[:400]):
            found |= dict.fromkeys("".join(match.groups()).upper() for match in _KEY.finditer(line[word.end() : 400]))
    return list(found) if len(found) <= MOST_KEYS else []


_KEYS_SAID = re.compile(
    r"[\s,;(]*(?:(?i:\b(?:cl[eé]s?|clef|key))\b[\s:=]*[A-Za-z2-9]{4}[-\u2010-\u2015 ]?[A-Za-z2-9]{4}(?![A-Za-z0-9-])"
    r"|(?<![A-Za-z0-9-])[A-Z2-9]{4}-[A-Z2-9]{4}(?![A-Za-z0-9-]))\)?"
)


def without_keys(text: str) -> str:
    """Return a text without what may be keys: a reason is for everybody, and a key beside it is not."""
    return _KEYS_SAID.sub("", text)


# Commands that the MJ writes in a mail: by the first words of its subject, or of its text.


_COMMANDS = {
    "hold": ("suspendre", "suspends", "hold"),
    "release": ("reprendre", "reprends", "release"),
    "extend": ("prolonger", "prolonge", "extend"),
    "withdraw": ("retirer", "retire", "withdraw"),
}
_HINTS = ("pause", "suspension", "stop", "arrêter", "continuer", "reprise", "resume", "prolongation", "délai", "delay")
"""Words with which he may well want one of these, and that say none."""
_REPLY = re.compile(r"^\s*(?:re|tr|fwd?|aw|rép)\s*:\s*|^\s*\[[^\]]*\]\s*", re.IGNORECASE)
_BEGINNING = re.compile(r"\s*([^\W\d_]+)\s*(:?)\s*(.*)", re.DOTALL)
_TIME = re.compile(r"\+?\d{1,9}\s*(?:j|jours?|d|days?|h|heures?|hours?)\b", re.IGNORECASE)
_REASON = re.compile(r"^\s*(?:raison|motif|reason)\s*:[ \t]*(\S.*)$", re.IGNORECASE | re.MULTILINE)
_LONGEST_REASON = 300
_ANSWERS = re.compile(r"^[ \t\u00a0]*(?:mj|gm)[ \u00a0]*:[ \t]*(?:#.*|\{.*)?$", re.IGNORECASE | re.MULTILINE)
"""Below it stand the MJ's answers, as in a file of his."""
_MOST_ANSWERED = 64 * 1024
_SHORT = 4
"""Letters of a word that looks like too many others."""


def command_in(subject: str, text: str, keyed: bool = False) -> tuple[str, str] | None:
    """Return the MJ's command that a subject or a first line is, with what stands behind it; None where none is.

    Behind its word stands a colon, or nothing. Without one a time is meant, and any reason where his key is there
    (``keyed``): then it is no sentence by chance. A line ``raison:`` gives the reason too.
    """
    for line in _beginnings(subject, text):
        found = _BEGINNING.fullmatch(line)
        meant = next((name for name, words in _COMMANDS.items() if found and fold(found[1]) in words), None)
        if found is None or meant is None:
            continue
        rest = " ".join(without_keys(found[3]).split())
        if found[2] or not rest or (_TIME.match(rest) if meant == "extend" else keyed):
            given = _REASON.search(text)
            reason = " ".join(without_keys(given[1]).split()) if given else ""
            words = [rest, reason] if meant in ("extend", "withdraw") else [rest or reason]
            return meant, ", ".join(filter(None, words))[:_LONGEST_REASON]
    return None


def is_like_a_command(subject: str, text: str, surely: bool = False) -> bool:
    """Tell whether a mail that is no command seems to want one: by its first word, as it stands or nearly.

    ``surely``, as it stands alone: who plays too may write any word.
    """
    known = {fold(word): word for word in (*(word for words in _COMMANDS.values() for word in words), *_HINTS)}
    first, second = (_BEGINNING.fullmatch(line) for line in _beginnings(subject, text))
    if any(found is not None and fold(found[1]) in known for found in (first, second)):
        return True
    return not surely and first is not None and len(first[1]) > _SHORT and nearest(first[1], known) is not None


def answers_in(text: str) -> tuple[str, str] | None:
    """Return the command by which a mail is a file of the MJ's answers; None where it is none."""
    return ("answers", text[:_MOST_ANSWERED]) if _ANSWERS.search(text) else None


def _beginnings(subject: str, text: str) -> tuple[str, str]:
    """Return what a subject says besides marks of replies and tags, and the first line of a text."""
    bare = subject
    while (shorter := _REPLY.sub("", bare, count=1)) != bare:
        bare = shorter
    return bare, next((line for line in text.splitlines() if line.strip()), "")
