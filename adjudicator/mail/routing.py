"""Routing of received mail: which campaign a mail is for, and whose orders or which command it holds.

Nothing is guessed. A mail belongs to the campaign named by its address (``orders+sorlin@…``), by the tag in its
subject, by the letter it answers, and by the keys in it; if there are none of these, to the one its sender plays in. If
two of them disagree, it belongs to none. The sender's address, as far as it can be believed, or a key says whose orders
it holds. The functions here use neither the disk nor the clock; what they need of a campaign's files is read through
``MailedCampaign.look``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from adjudicator.campaign.records import OwnerQuestion
from adjudicator.core.words import fold, nearest, slug
from adjudicator.mail.arrived import Arrived, forms_of, plain_address, tag_of, vouched
from adjudicator.mail.outbox import mark_in


class Routing(NamedTuple):
    """Whose mail it is and what to do with it.

    ``what`` is one of:

    - ``taken``: orders of one of ``players``
    - ``confirm``: orders with the key of the player in ``players``, which that player must first confirm
    - ``doubt``: nobody can tell, for the reason ``why``
    - ``unknown``: nobody's mail
    - ``automatic``: written by a program, from the address of one of ``players`` if there are any
    - ``command``: a command of the MJ
    - ``yes``, ``no``: an answer to the question with the ``code``
    - ``unclear``: an answer to that question that is neither yes nor no
    - ``wait``: cannot be decided until a campaign (``campaign``, if it is given) can be read again
    """

    what: str
    campaign: str = ""
    players: tuple[str, ...] = ()
    why: str = ""
    ask: str = ""
    """The known address to which questions or explanations may be sent; empty for none."""
    code: str = ""
    command: tuple[str, str] = ("", "")
    """The MJ's command and the text after it."""


def whose(mail: Arrived, post: MailRoot) -> Routing:
    """Return which campaign a mail is for and whose orders it holds.

    While a campaign cannot be read, the result is ``wait`` instead of any verdict that this campaign might change.
    """
    if mail.undelivered:
        return Routing("automatic", why="undelivered.at" if mail.failed else "undelivered")
    if mail.sender is None:
        return Routing("automatic", why="automatic") if mail.automatic else Routing("unknown", why="odd-sender")
    found = _found(mail, post)
    if found.why in _HANGS_ON_ALL and any(game.raw is not None for game in post.games):
        return Routing("wait")
    if found.what != "wait" and mail.automatic:
        his = found if found.what == "taken" else Routing("")
        return Routing("automatic", his.campaign, his.players, "automatic")
    return Routing("automatic", why="automatic") if found.why == "unknown" and not mail.answerable else found


_HANGS_ON_ALL = ("unknown", "which-game", "mj-other-key", "mj-said")
"""Reasons that may no longer hold once another campaign can be read."""


def _found(mail: Arrived, post: MailRoot) -> Routing:
    assert mail.sender is not None
    sender = plain_address(mail.sender)
    known = sender if post.trust is None or vouched(mail.results, post.trust, sender) else ""
    text = "\n".join(content.text[:MOST] for content in mail.contents)
    is_his = bool(known) and known == plain_address(post.mj)
    wanted = _of_the_mj(mail.subject, text, known, post) if is_his else None
    found = wanted or _answer(mail, known, text, post) or _orders(mail, sender, known, tokens_in(text), post)
    return Routing("doubt", why="mj-said") if is_his and found.why == "unknown" else found


def _orders(mail: Arrived, sender: str, known: str, tokens: Sequence[str], post: MailRoot) -> Routing:
    """Return whose orders a mail holds; ``known`` is the ``sender`` if that address can be believed, else empty."""
    found = _campaign(mail, sender, tokens, post)
    if isinstance(found, Routing):
        return found._replace(ask=known if known and any(known in game.people for game in post.games) else "")
    if found.raw is not None or (tokens and found.secrets.damaged):
        return Routing("wait", found.folder)
    return _person(found, known, tokens, post)


# Which campaign ------------------------------------------------------------------------------------------------


def _campaign(mail: Arrived, sender: str, tokens: Sequence[str], post: MailRoot) -> MailedCampaign | Routing:
    """Return the one campaign that a mail is for or, if there is none, why."""
    games = post.games
    # The name of a campaign in which the sender does not play, according to the address or a key, is treated as if it
    # did not exist; otherwise a player could find out by trying names which campaigns there are. Whoever plays in none
    # gets no answer and so may name any.
    keyed = [game for game in games if any(token in game.secrets.keys for token in tokens)] if tokens else []
    his = [game for game in games if game.has(sender) or game in keyed] or games
    tags = {tag for address in mail.recipients if (tag := tag_of(address, post.address))}
    addressed = [game for game in his if tags & {slug(name) for name in game.names}]
    if tags and not addressed:
        return Routing("doubt", why="which-game")
    if _names_one_lost(mail, games):
        return Routing("wait")
    subject = fold(mail.subject[:400])
    tagged = [game for game in his if any(f"[{fold(name)}]" in subject for name in game.names)]
    begun = {reference.strip("<> ").partition(".")[0] for reference in mail.references}
    answered = [game for game in games if game.thread and game.thread in begun]
    signs = [sign for sign in (addressed, tagged, answered, keyed) if sign]
    meant = [game for game in games if all(game in sign for sign in signs)]
    if signs and len(meant) == 1:
        return meant[0]
    playing = [game for game in meant if game.has(sender)]
    going_on = [game for game in playing if not game.secrets.over] if len(playing) > 1 else playing
    left = going_on or playing or (meant if signs else [])
    if len(left) == 1:
        return left[0]
    if left or signs:
        return Routing("doubt", why="which-game")
    hidden = tokens and any(game.secrets.damaged for game in games)
    return Routing("wait") if hidden else Routing("unknown", why="unknown")


def _names_one_lost(mail: Arrived, games: Sequence[MailedCampaign]) -> bool:
    """Return whether a mail may be meant for a campaign whose file cannot be read at all.

    This is so if it answers a letter of no other campaign, or if its subject has tags and none is that of another
    campaign.
    """
    if not any(game.raw == b"" for game in games):
        return False
    marks = {mark for reference in mail.references if (mark := mark_in(reference)) is not None}
    known = {f"[{fold(name)}]" for game in games if game.raw is None for name in game.names}
    tags = set(_TAG.findall(fold(mail.subject[:400])))
    return bool(marks - {game.thread for game in games}) or (bool(tags) and not tags & known)


# Whose orders --------------------------------------------------------------------------------------------------


def _person(game: MailedCampaign, sender: str, tokens: Sequence[str], post: MailRoot) -> Routing:
    """Return whose orders a mail for a campaign holds; ``sender`` is empty if the address cannot be believed."""
    own = game.people.get(sender, ()) if sender else ()
    ask = sender if sender and any(sender in other.people for other in post.games) else ""
    reads_keys = game.proof != "address" and tokens
    keyed = {game.secrets.keys[token] for token in tokens if token in game.secrets.keys} if reads_keys else set()
    if len(keyed) > 1:
        return Routing("doubt", game.folder, own, "two-keys", ask)
    if keyed:
        return _by_key(game, next(iter(keyed)), own, sender, ask)
    if game.proof in ("key", "both") and own:
        return Routing("doubt", game.folder, own, "key-wanted", ask)
    return Routing("taken", game.folder, own) if own else _stranger(game, ask)


def _by_key(game: MailedCampaign, player: str, own: tuple[str, ...], sender: str, ask: str) -> Routing:
    """Return what to do with a mail that contains the key of ``player``.

    ``own`` are the players whose orders the sender may send. ``sender`` is empty if the address cannot be believed.
    """
    if player in own or game.proof == "key":
        return Routing("taken", game.folder, (player,))
    if game.proof == "both":
        return Routing("doubt", game.folder, own, "other-key", ask) if own else _stranger(game, ask)
    if sender and (sender, player) in game.confirmed:
        return Routing("taken", game.folder, (player,))
    if not any(player in players for players in game.people.values()):
        return Routing("unknown", game.folder, (player,), "no-address")
    return Routing("confirm", game.folder, (player,), "confirm")


def _stranger(game: MailedCampaign, ask: str) -> Routing:
    """Return what to do with a mail whose sender has no part in the campaign.

    ``ask`` is the sender's address if they play in another campaign.
    """
    return Routing("doubt", why="which-game", ask=ask) if ask else Routing("unknown", game.folder, why="unknown")


def meant_among(mail: Arrived, players: Sequence[str], answered: Collection[str]) -> str | None:
    """Return which of several ``players`` a mail is about if its orders do not say; None if that is uncertain.

    A player is meant if a text starts with their name (« Boris, tour 1 : … »), if the subject names them, or if the
    mail answers a letter about them (``answered``). Exactly one must be meant, and no other may be named anywhere.
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


# The MJ's mails and answers to questions -----------------------------------------------------------------------


def _of_the_mj(subject: str, text: str, known: str, post: MailRoot) -> Routing | None:
    """Return what a mail from the MJ's address asks of the program, or None if it may be orders or nothing."""
    tokens = tokens_in(f"{subject}\n{text}")
    keyed = [game for game in post.games if game.raw is None and game.secrets.mj_key.replace("-", "") in tokens]
    answers = ("answers", text[:_MOST_ANSWERED]) if _ANSWERS.search(text) else None
    command = command_in(subject, text, keyed=bool(keyed)) or answers
    if command is not None and len(keyed) == 1:
        return Routing("command", keyed[0].folder, ask=post.mj, command=command)
    if command is not None:
        return Routing("doubt", why="mj-keys" if keyed else "mj-other-key" if tokens else "mj-key", ask=post.mj)
    if is_like_a_command(subject, text, surely=bool(post.plays(known))):
        return Routing("doubt", why="mj-words", ask=post.mj)
    return None


_YES = ("oui", "yes", "ok")
_NO = ("non", "no")
_NOT = ("pas", "jamais", "mais", "not", "never", "but", "don")
"""Words that turn a yes into no answer."""
_WORDS = re.compile(r"[^\W\d_]+")
_ORDERS = re.compile(r"^\s*[^\W\d_]+\s*:\s*\S", re.MULTILINE)
"""A line of an order file."""


def _answer(mail: Arrived, sender: str, text: str, post: MailRoot) -> Routing | None:
    """Return the answer that a mail gives to one of our questions, or None.

    The answer must come from the address of the player in question. Orders sent instead of an answer are orders, and
    mail after the answer is treated like any other.
    """
    if not post.questions or not sender:
        return None
    told = "".join(character for character in f"{mail.subject}\n{text}".upper() if character.isalnum())
    for code, question in post.questions.items():
        game = next((game for game in post.games if game.folder == question["campaign"]), None)
        if code.replace("-", "") not in told or game is None:
            continue
        if game.raw is not None:
            return Routing("wait", game.folder)
        if question["player"] not in game.people.get(sender, ()):
            continue
        said = _yes_or_no(text.upper().replace(code, " "))
        if said:
            return Routing(said, game.folder, (question["player"],), code=code)
        if "answer" not in question and not _ORDERS.search(text):
            return Routing("unclear", game.folder, (question["player"],), code=code)
    return None


def _yes_or_no(text: str) -> str:
    """Return ``yes`` or ``no`` according to the first word if no other word contradicts it, or an empty string."""
    first, *others = _WORDS.findall(fold(text)) or [""]
    if first in _YES and not any(word in (*_NO, *_NOT) for word in others):
        return "yes"
    return "no" if first in _NO and not any(word in _YES for word in others) else ""


# The root folder whose mail is sorted: its campaigns, and the questions it has asked.


class Secrets(NamedTuple):
    """What is derived from a campaign's seed for the stage that awaits orders."""

    keys: Mapping[str, str]
    """The player of each key; the keys are written without their hyphen."""
    mj_key: str = ""
    over: bool = False
    damaged: bool = False
    """Whether the stored files of the campaign cannot be read now."""


NO_SECRETS = Secrets({})


@dataclass(frozen=True)
class MailedCampaign:
    """What sorting mail needs to know of a campaign."""

    folder: str
    """Its folder relative to the root, which identifies the campaign here."""
    names: tuple[str, ...]
    """The names it may be called by: its title and its folder."""
    people: Mapping[str, tuple[str, ...]]
    """The players whose orders an address may send, by normalised address: its owner and those they substitute."""
    proof: str | None = None
    """The proof required: ``address``, ``key`` or ``both``. With None, an address or a confirmed key suffices."""
    thread: str = ""
    """The string that starts the Message-IDs of its letters; see ``outbox.campaign_mark``."""
    confirmed: Collection[tuple[str, str]] = ()
    """Pairs of an address and a player whose key was confirmed for it."""
    look: Callable[[], Secrets] = field(default=lambda: NO_SECRETS)
    """Return the secrets; called at most once, and only if a mail needs them."""
    raw: bytes | None = None
    """For a campaign that cannot be read now, the bytes of its file in lower case; else None."""

    @cached_property
    def secrets(self) -> Secrets:
        """The values derived from its seed."""
        return self.look()

    def has(self, address: str) -> bool:
        """Return whether somebody in the campaign has an address; in an unreadable one, whether the file has it."""
        if self.raw is None:
            return address in self.people
        return bool(address) and any(form.encode("utf-8", "surrogatepass") in self.raw for form in forms_of(address))


class MailRoot(NamedTuple):
    """What is known of the root folder whose mail is sorted."""

    address: str
    """The address that players write to."""
    mj: str
    games: Sequence[MailedCampaign]
    trust: str | None = None
    """The server whose ``Authentication-Results`` are believed. If it is None, every sender address is believed."""
    questions: Mapping[str, OwnerQuestion] = {}
    """The questions asked, by their codes: whether a mail with a player's key, from an address, is from that player."""

    def plays(self, address: str) -> tuple[str, ...]:
        """Return the folders of the campaigns in which somebody has an ``address``."""
        return tuple(game.folder for game in self.games if game.has(address))


# Keys in the text of a mail


MOST = 1 << 16
"""Characters of a text that are searched."""
_KEY = re.compile(r"(?<![A-Za-z0-9-])([A-Za-z2-9]{4})[-\u2010-\u2015 ]?([A-Za-z2-9]{4})(?![A-Za-z0-9-])")
_HYPHEN = re.compile(r"(?<![A-Za-z0-9-])([A-Z2-9]{4})-([A-Z2-9]{4})(?![A-Za-z0-9-])")
_WORD = re.compile(r"\b(?:cl[eé]s?|clef|key)\b", re.IGNORECASE)
MOST_KEYS = 4
"""The maximum number of possible keys in a mail: whoever sends more is guessing, and none of them counts."""


def tokens_in(text: str) -> list[str]:
    """Return what may be keys in a text: exact matches anywhere and, after the word for key, looser ones too."""
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
    """Return a text without possible keys: the MJ's reasons are published, and a key next to one must not be."""
    return _KEYS_SAID.sub("", text)


# Commands of the MJ, recognised by the first words of the subject or of the text.


_COMMANDS = {
    "hold": ("suspendre", "suspends", "hold"),
    "release": ("reprendre", "reprends", "release"),
    "extend": ("prolonger", "prolonge", "extend"),
    "withdraw": ("retirer", "retire", "withdraw"),
}
_HINTS = ("pause", "suspension", "stop", "arrêter", "continuer", "reprise", "resume", "prolongation", "délai", "delay")
"""Words that suggest one of these commands without naming it."""
_REPLY = re.compile(r"^\s*(?:re|tr|fwd?|aw|rép)\s*:\s*|^\s*\[[^\]]*\]\s*", re.IGNORECASE)
_BEGINNING = re.compile(r"\s*([^\W\d_]+)\s*(:?)\s*(.*)", re.DOTALL)
_TIME = re.compile(r"\+?\d{1,9}\s*(?:j|jours?|d|days?|h|heures?|hours?)\b", re.IGNORECASE)
_REASON = re.compile(r"^\s*(?:raison|motif|reason)\s*:[ \t]*(\S.*)$", re.IGNORECASE | re.MULTILINE)
_LONGEST_REASON = 300
_ANSWERS = re.compile(r"^[ \t\u00a0]*(?:mj|gm)[ \u00a0]*:[ \t]*(?:#.*|\{.*)?$", re.IGNORECASE | re.MULTILINE)
"""The line above the MJ's answers, as in an answer file."""
_MOST_ANSWERED = 64 * 1024
_SHORT = 4
"""Words of up to this many letters resemble too many others to be matched approximately."""


def command_in(subject: str, text: str, keyed: bool = False) -> tuple[str, str] | None:
    """Return the MJ's command in a subject or first line with the text after it, or None.

    The command word must be followed by a colon or by nothing. Without a colon, ``extend`` may be followed by a time
    and the others, if the MJ's key is in the mail (``keyed``), by any reason, since it is then not just a sentence that
    starts with that word. A line ``raison:`` also gives a reason.
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
    """Return whether a mail that is no command seems to want one: its first word is, or nearly is, a known word.

    With ``surely``, only exact matches count, because an MJ who also plays may start a mail with any word.
    """
    known = {fold(word): word for word in (*(word for words in _COMMANDS.values() for word in words), *_HINTS)}
    first, second = (_BEGINNING.fullmatch(line) for line in _beginnings(subject, text))
    if any(found is not None and fold(found[1]) in known for found in (first, second)):
        return True
    return not surely and first is not None and len(first[1]) > _SHORT and nearest(first[1], known) is not None


def _beginnings(subject: str, text: str) -> tuple[str, str]:
    """Return a subject without reply marks and tags, and the first line of a text."""
    bare = subject
    while (shorter := _REPLY.sub("", bare, count=1)) != bare:
        bare = shorter
    return bare, next((line for line in text.splitlines() if line.strip()), "")
