"""To whom a line of the MJ's words turns: it begins what a camp alone reads, it is text, or it looks like neither.

What is meant for one camp must not reach all because its marker was written otherwise. So each line is brought to a
*shape*, a letter a word and a mark, and a few patterns say what shapes there are.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from adjudicator.campaign.campaign import Campaign
from adjudicator.core.words import Names, nearest, spaced
from adjudicator.speech.catalogue import vocabulary


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
