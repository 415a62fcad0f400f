"""A few words of the MJ at the head of the reports of a stage: public, or for the players of one camp.

They are plain text: each line is a paragraph, and a line ``camp: NAME`` begins what only that camp reads. They lie in
``mot.txt`` beside the inbox until a stage is played, or are given with the command.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.stages import Progress
from adjudicator.core.faults import Listed, Phrase
from adjudicator.core.words import Names, nearest, spaced
from adjudicator.speech.catalogue import vocabulary
from adjudicator.speech.voice import one_line, short
from adjudicator.store.disk import UnusableError
from adjudicator.store.layout import FOREWORD

if TYPE_CHECKING:
    from adjudicator.campaign.records import MJWords


# Most stages are played without a word: what reads them is imported where it is used.

LONGEST = 20_000
"""Bytes."""


def foreword(campaign: Campaign, file: Path | None = None) -> list[MJWords]:
    """Return the words that wait for the next stage, or those in a ``file``; none where there is no ``mot.txt``.

    Raises ``UnusableError`` for what cannot be read, is too long, is for a camp that there is not, or may be for some
    alone and does not say so as it should.
    """
    path = file or campaign.folder / FOREWORD
    if file is None and not path.exists():
        return []
    return _understood(campaign, path, _read(path))


def _read(path: Path) -> str:
    from adjudicator.speech.voice import reason_of
    from adjudicator.store import drop_folder

    try:
        found = drop_folder.read_plain(path, LONGEST)
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
    """Return what is said of a line that may turn to some alone: all would read what was meant for them."""
    if not camps.names:
        return UnusableError("error.words-campless", **where)
    if turn.doubt == "player":
        return UnusableError("error.words-player", **where)
    if turn.doubt == "unsure":
        return UnusableError("error.words-unsure", **where, camp=turn.named)
    known = Listed(tuple(camps.names))
    return UnusableError("error.words-camp", camps.nearest(turn.named), **where, camp=turn.named, known=known)


def readers(words: Sequence[MJWords]) -> Phrase | None:
    """Return a sentence that says how many lines are for whom; None where nothing is said."""
    parts = [
        Phrase("words.camp", {"camp": one["camp"]}, n=len(one["lines"]))
        if one["camp"]
        else Phrase("words.all", n=len(one["lines"]))
        for one in words
    ]
    return Phrase("words.readers", {"readers": Listed(tuple(parts))}) if parts else None


def trouble(campaign: Campaign) -> UnusableError | None:
    """Return why the words that wait cannot be said; None where they can, or there are none."""
    try:
        foreword(campaign)
    except UnusableError as error:
        return error
    return None


def forget(progress: Progress) -> None:
    """Remove the words that the last stage played has told; others were written since, and wait for the next.

    Raises ``OSError`` when the disk refuses.
    """
    path = progress.campaign.folder / FOREWORD
    if not progress.folders or not path.exists():
        return
    try:
        waiting = foreword(progress.campaign)
    except UnusableError:  # it was changed since
        return
    if waiting == progress.told_on_table["words"]:
        path.unlink(missing_ok=True)


# To whom a line of the MJ's words turns: it begins what a camp alone reads, it is text, or it looks like neither.
#
# What is meant for one camp must not reach all because its marker was written otherwise. So each line is brought to a
# *shape*, a letter a word and a mark, and a few patterns say what shapes there are.


class Turn(NamedTuple):
    """What a line is: with neither part it is text."""

    camp: str = ""
    """The camp which alone reads what follows."""
    doubt: str = ""
    """Why it may be a marker: ``camp`` (none is called so), ``unsure``, or ``player`` (for whom there is none)."""
    named: str = ""
    """The camp that it names, or what it says in place of one."""


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
"""How a word of each kind stands in a shape.

Besides: ``N`` a camp, ``n`` nearly one, ``P`` a player, ``x`` what may be « camp » misspelt, ``u`` all others.
"""

_PUBLIC = re.compile(r"[ft]b:")
_MARKER = re.compile(r"(?=.*[ck])(?:[ftscpqo]*N[sco]*:?|[ftso]*[ck][:.,-]s*N[so]*[:.]?)")
_UNSURE = re.compile(
    r"[ckftspqob]*[Nn][,sNn]*[ckftspqob]*(?:[:.]|$)"  # nothing but that, and then it is said what
    r"|[ckft][ckfts]*[Nn]-"
    r"|[ft]+:[cks]*[Nn]"
    r"|u{0,2}f[ckqs]*[Nn]:|.*[ckft]s*[Nn][so]*:$"
    r"|(?:f|(?=c))s*[ck]?s*[Nn],"
    r"|c[Nn]"  # a sentence has an article: « le camp vert »
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
"""What a line begins with in brackets."""
_MARKS = re.compile(
    rf"(?P<word>[^\W_]+)|(?P<colon>{_COLON})|(?P<dash>(?<=\s)[-–—]+(?=\s))|(?P<comma>,)|(?P<end>[.!?…;])"
)
_AROUND = " \t#*_>•-–—=~`[](){}<«»“”\"'"
"""What may stand around a line, or a name."""
_CAMPS = ("camp", "camps")
_LONGEST_SLIP = 6
"""Letters of « camps » with one too many: to compare every word of a long text would take long."""
_READ = {mark: mark for mark in ("N", "P", "n", ":", "-", ",", ".")}
"""What has been read already, and how it stands in a shape."""
_SHOWN = {"colon": ":", "dash": "-", "comma": ",", "end": "."}


class Addressees:
    """The words by which a line turns to somebody, in one campaign."""

    def __init__(self, campaign: Campaign) -> None:
        """Take the campaign whose camps and players may be named."""
        self.camps = Names(list(campaign.camps))
        self._campaign, self._words = campaign, vocabulary(campaign.game.id)

    def of(self, line: str) -> Turn:
        """Return what a ``line`` is."""
        text = _bare(line)
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
        """Return the doubt that a line raises which names a camp that there is not; text if it names none."""
        before, _, after = (part.strip(_AROUND) for part in re.sub(_COLON, ":", text).partition(":"))
        if _PLURAL.match(shape):  # « Camps : égalité »
            return Turn(doubt="camp", named=after) if self.camps.nearest(after) or not self.camps.names else TEXT
        found = _UNKNOWN.match(shape)
        if found is None:
            return TEXT
        said = after if found["after"] is not None else before.rpartition(" ")[2]
        return Turn(doubt="camp", named=said or text)

    def _shape(self, text: str) -> tuple[str, list[str]]:
        """Return a text as letters and marks, and the camps that stand in it."""
        line = "".join(_pieces(text))
        named: list[str] = []
        for form, name, letter in self._forms:
            if form in line:
                line = re.sub(rf"{re.escape(form.rstrip())}(?= )", f" {letter}", line)
                named += [name] if name else []
        shape = "".join(self._letter(piece) for piece in line.split())
        return shape.replace("m", "c" if self.camps.names else "u"), named

    def _letter(self, piece: str) -> str:
        if piece in _READ:
            return _READ[piece]
        kind = self._words.meaning("addressing", piece)
        if kind is None:
            return "x" if piece[0] == "c" and len(piece) <= _LONGEST_SLIP and nearest(piece, _CAMPS) else "u"
        return _LETTERS[kind]

    @cached_property
    def _forms(self) -> list[tuple[str, str, str]]:
        """What names somebody, the longest first: each as it is spaced, the camp, and its letter."""
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
        """Return a camp's name as it may stand in a sentence: without its article, in the plural, of women."""
        words = spaced(name).split()
        while len(words) > 1 and self._words.meaning("addressing", words[0]) == "small":
            words = words[1:]
        bare = " ".join(words)
        yield from (f" {bare.removesuffix('s')}{ending} " for ending in ("", "s", "e", "es"))


def _bare(line: str) -> str:
    """Return a line without what makes it bold, a title or a point of a list."""
    text = _BRACKET.sub(r"\1 - ", _TAG.sub(" ", unicodedata.normalize("NFKC", line)))
    return text.strip(_AROUND)


def _pieces(text: str) -> Iterable[str]:
    """Return words, folded, and marks, each between spaces."""
    yield " "
    for found in _MARKS.finditer(text):
        if found.lastgroup == "word":
            yield spaced(found[0]).lstrip()
        else:
            yield f"{_SHOWN[str(found.lastgroup)]} "
