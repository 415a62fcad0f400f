"""The MJ's words at the head of a stage's reports, public or for the players of one camp.

They are plain text in ``mot.txt`` or a file given with the command: each line is a paragraph, and a line ``camp: NAME``
begins what only that camp reads. Lines that resemble such a marker are refused, so that words meant for one camp never
reach everybody.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.records import MJWords
from adjudicator.campaign.stages import Progress
from adjudicator.core.faults import Listed, Phrase
from adjudicator.core.words import Names, nearest, spaced
from adjudicator.speech.voice import one_line, reason_of, short
from adjudicator.store import disk
from adjudicator.store.disk import UnusableError
from adjudicator.store.layout import FOREWORD

# Most stages are played without such words, so the modules that read them are imported where they are used.

LONGEST = 20_000
"""Maximum size of the words in bytes."""


def foreword(campaign: Campaign, file: Path | None = None) -> list[MJWords]:
    """Return the words that wait for the next stage, or those in ``file``; an empty list if there is no ``mot.txt``.

    Raise ``UnusableError`` if the file cannot be read or is too long, if it names an unknown camp, or if a line may be
    meant for some readers only without being an exact marker.
    """
    path = file or campaign.folder / FOREWORD
    if file is None and not path.exists():
        return []
    return _understood(campaign, path, _read(path))


def _read(path: Path) -> str:
    """Return the text of the file at ``path``. Raise ``UnusableError`` if it is unreadable, too long or no text."""
    try:
        found = disk.read_plain(path, LONGEST)
    except OSError as refusal:
        raise UnusableError("error.words-unread", file=str(path), reason=reason_of(refusal)) from refusal
    try:
        if found is not None and len(found.data) <= LONGEST:
            from adjudicator.reading.unquote import decoded

            return decoded(found.data).data.decode("utf-8-sig")
    except UnicodeDecodeError:
        pass
    raise UnusableError("error.words-no-text", file=str(path), most=str(LONGEST))


def _understood(campaign: Campaign, path: Path, text: str) -> list[MJWords]:
    """Split ``text`` at its camp markers into non-empty parts. Raise ``UnusableError`` for a doubtful line."""
    addressees = Addressees(campaign)
    words: list[MJWords] = [{"camp": "", "lines": []}]
    for number, line in enumerate(map(one_line, text.splitlines()), 1):
        turn = addressees.of(line)
        if turn.doubt:
            where = {"file": str(path), "line": str(number), "text": short(line.strip())}
            raise _doubtful(turn, addressees.camps, where)
        if turn.camp:
            words.append({"camp": turn.camp, "lines": []})
        else:
            words[-1]["lines"] += [line.strip()] if line.strip() else []
    return [one for one in words if one["lines"]]


def _doubtful(turn: Turn, camps: Names, where: dict[str, str]) -> UnusableError:
    """Return the error for a line that may address only some readers: without it, all would read what follows."""
    if not camps.names:
        return UnusableError("error.words-campless", **where)
    if turn.doubt == "player":
        return UnusableError("error.words-player", **where)
    if turn.doubt == "unsure":
        return UnusableError("error.words-unsure", **where, camp=turn.named)
    known = Listed(tuple(camps.names))
    return UnusableError("error.words-camp", camps.nearest(turn.named), **where, camp=turn.named, known=known)


def readers(words: Sequence[MJWords]) -> Phrase | None:
    """Return a sentence that says how many lines are for whom; None if there are no words."""
    parts = [
        Phrase("words.camp", {"camp": one["camp"]}, n=len(one["lines"]))
        if one["camp"]
        else Phrase("words.all", n=len(one["lines"]))
        for one in words
    ]
    return Phrase("words.readers", {"readers": Listed(tuple(parts))}) if parts else None


def trouble(campaign: Campaign) -> UnusableError | None:
    """Return why the waiting words cannot be used; None if they can, or if there are none."""
    try:
        foreword(campaign)
    except UnusableError as error:
        return error
    return None


def forget(progress: Progress) -> None:
    """Remove the waiting words if the last stage's reports contain them; words written since wait for the next stage.

    Raise ``OSError`` when the disk refuses.
    """
    path = progress.campaign.folder / FOREWORD
    if not progress.folders or not path.exists():
        return
    try:
        waiting = foreword(progress.campaign)
    except UnusableError:  # the file was changed since
        return
    if waiting == progress.told_on_table["words"]:
        path.unlink(missing_ok=True)


# Recognising camp markers: a line is a marker, text, or a doubtful line that resembles a marker.
#
# Words meant for one camp must not reach everybody because the marker is spelled differently. So each line is reduced
# to a *shape*, one letter for each word or punctuation mark, and a few patterns tell the shapes apart.


class Turn(NamedTuple):
    """How a line is classified; with neither ``camp`` nor ``doubt`` it is text."""

    camp: str = ""
    """The camp that alone reads what follows."""
    doubt: str = ""
    """Why it may be a marker: ``camp`` (the camp is unknown), ``unsure``, or ``player`` (no part is for one player)."""
    named: str = ""
    """The camp that it names, or what stands in place of one."""


TEXT = Turn()

_LETTERS = {
    "camp": "c",
    "camps": "k",
    "team": "m",
    "player": "p",
    "players": "q",
    "for": "f",
    "to": "t",
    "small": "s",
    "only": "o",
    "others": "b",
}
"""Letter of each kind of word in a shape.

Further letters: ``N`` a camp, ``n`` nearly a camp, ``P`` a player, ``x`` what may be « camp » misspelt, ``u`` others.
"""

_PUBLIC = re.compile(r"[ft]b:")
_MARKER = re.compile(r"(?=.*[ck])(?:[ftscpqo]*N[sco]*:?|[ftso]*[ck][:.,-]s*N[so]*[:.]?)")
_UNSURE = re.compile(
    r"[ckftspqob]*[Nn][,sNn]*[ckftspqob]*(?:[:.]|$)"  # addressing words only, then a mark or the end
    r"|[ckft][ckfts]*[Nn]-"
    r"|[ft]+:[cks]*[Nn]"
    r"|u{0,2}f[ckqs]*[Nn]:|.*[ckft]s*[Nn][so]*:$"
    r"|(?:f|(?=c))s*[ck]?s*[Nn],"
    r"|c[Nn]"  # a sentence would have an article: « le camp vert »
    r"|(?=[^u]*o)o?[ft][^u]*[Nn]|o[:-][cks]*[Nn]"
    r"|.*[ckx]:s*[Nn]|[fts]*[ckx][.,-]s*[Nn]"
)
_PLAYER = re.compile(
    r"[fts]*p:."
    r"|[fts]*q:[sP,]+[:.]?$"
    r"|[ft][ftspq]*P[sPo,]*(?:[:.]|$)"
    r"|fs*[pq]?s*P,"
    r"|[pq]s*P"
    r"|P[sP,]*:$"
    r"|(?=[^u]*o)o?[ft][^u]*P|o[:-][pqs]*P"
)
_UNKNOWN = re.compile(r"[fts]*c:(?P<after>)|(?=[^u]*[ftopq][^u]*c|[ck])[ftsopq]*[ck]s*u{1,2}:|cu$")
_PLURAL = re.compile(r"[fts]*k:u$")

_EXACT = re.compile(r"camp\s*:\s*(.+)", re.IGNORECASE)
_TAGS = "b|i|u|s|p|h[1-6]|em|strong|size|colou?r|font|center|left|right|justify|quote|spoiler|list|li"
_TAG = re.compile(rf"[\[<]/?(?:{_TAGS}|\*)(?:=[^\]>]*)?[\]>]", re.IGNORECASE)
_COLON = "[-–—=]*>|[:=→|]"
_BRACKET = re.compile(r"^\W*[(\[]([^()\[\]]*)[)\]]\s*(?=\w)")
"""Text in brackets at the beginning of a line."""
_MARKS = re.compile(
    rf"(?P<word>[^\W_]+)|(?P<colon>{_COLON})|(?P<dash>(?<=\s)[-–—]+(?=\s))|(?P<comma>,)|(?P<end>[.!?…;])"
)
_AROUND = " \t#*_>•-–—=~`[](){}<«»“”\"'"
"""Characters that may surround a line or a name."""
_CAMPS = ("camp", "camps")
_LONGEST_SLIP = 6
"""Maximum length of a misspelt « camps »: one letter too many. Comparing every word of a long text would be slow."""
_READ = {mark: mark for mark in ("N", "P", "n", ":", "-", ",", ".")}
"""Pieces of a line that have been recognised already, with their letters in a shape."""
_SHOWN = {"colon": ":", "dash": "-", "comma": ",", "end": "."}


class Addressees:
    """Classifier of lines by the words with which they address somebody, for one campaign."""

    def __init__(self, campaign: Campaign) -> None:
        """Take the campaign whose camps and players a line may name."""
        self.camps = Names(list(campaign.camps))
        self._campaign, self._words = campaign, campaign.vocabulary

    def of(self, line: str) -> Turn:
        """Classify a ``line``."""
        # Leave out the markup of bold text, titles and list items.
        text = _BRACKET.sub(r"\1 - ", _TAG.sub(" ", unicodedata.normalize("NFKC", line))).strip(_AROUND)
        exact = _EXACT.fullmatch(text)
        if exact is not None and (camp := self.camps.find(exact[1].strip())) is not None:
            return Turn(camp)
        shape, named = self._shape(text)
        if _PUBLIC.match(shape):
            return TEXT
        camps = [name for name in self.camps.names if name in named]
        if _MARKER.fullmatch(shape) and len(camps) == 1:
            return Turn(camps[0])
        if _UNSURE.match(shape):
            return Turn(doubt="unsure" if named else "camp", named=next(iter(named), text))
        if _PLAYER.match(shape):
            return Turn(doubt="player")
        return self._unknown(shape, text)

    def _unknown(self, shape: str, text: str) -> Turn:
        """Return the doubt about a line that names an unknown camp; ``TEXT`` if it names none."""
        before, _, after = (part.strip(_AROUND) for part in re.sub(_COLON, ":", text).partition(":"))
        if _PLURAL.match(shape):  # « Camps : égalité »
            return Turn(doubt="camp", named=after) if self.camps.nearest(after) or not self.camps.names else TEXT
        found = _UNKNOWN.match(shape)
        if found is None:
            return TEXT
        said = after if found["after"] is not None else before.rpartition(" ")[2]
        return Turn(doubt="camp", named=said or text)

    def _shape(self, text: str) -> tuple[str, list[str]]:
        """Return the shape of a text, for example ``cN:``, and the names of the camps in it."""
        line = "".join(_pieces(text))
        named: list[str] = []
        for form, name, letter in self._forms:
            if form in line:
                line = re.sub(rf"{re.escape(form.rstrip())}(?= )", f" {letter}", line)
                named += [name] if name else []
        shape = "".join(self._letter(piece) for piece in line.split())
        return shape.replace("m", "c" if self.camps.names else "u"), named

    def _letter(self, piece: str) -> str:
        """Return the letter that stands for one word or mark in a shape."""
        if piece in _READ:
            return _READ[piece]
        kind = self._words.meaning("addressing", piece)
        if kind is None:
            return "x" if piece[0] == "c" and len(piece) <= _LONGEST_SLIP and nearest(piece, _CAMPS) else "u"
        return _LETTERS[kind]

    @cached_property
    def _forms(self) -> list[tuple[str, str, str]]:
        """Forms of all names, the longest first: each as spaced text, with its camp (empty if none) and its letter."""
        sides = self._words.all_words("sides") if "sides" in self._words.places else ()
        near = [(form, name, "n") for name in self.camps.names for form in self._nearly(name)]
        players = self._campaign.names
        found = [
            *((spaced(name), name, "N") for name in self.camps.names),
            *near,
            *((spaced(side), "", "n") for side in sides),
            *((spaced(name), "", "P") for name in (*players.names, *players.others)),
        ]
        return sorted(found, key=lambda form: -len(form[0]))

    def _nearly(self, name: str) -> Iterator[str]:
        """Yield forms of a camp's name as they occur in a sentence: without article, in the plural, in the feminine."""
        words = spaced(name).split()
        while len(words) > 1 and self._words.meaning("addressing", words[0]) == "small":
            words = words[1:]
        bare = " ".join(words)
        yield from (f" {bare.removesuffix('s')}{ending} " for ending in ("", "s", "e", "es"))


def _pieces(text: str) -> Iterable[str]:
    """Yield the words, folded, and the punctuation marks of a text, with spaces between them."""
    yield " "
    for found in _MARKS.finditer(text):
        if found.lastgroup == "word":
            yield spaced(found[0]).lstrip()
        else:
            yield f"{_SHOWN[str(found.lastgroup)]} "
