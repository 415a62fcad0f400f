"""The markup of forums and mails around a player's own words: quotations, code blocks, styles, faces, encodings.

Functions named ``un…`` remove one kind of markup. Most of them leave each remaining line at its line number, so that
faults can name the line of the original message. `decoded` converts a file to UTF-8.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from adjudicator.reading.html_tree import unescaped
from adjudicator.reading.lines import Row

# Code blocks in files, as bytes ---------------------------------------------------------------------------------


def unwrapped(data: bytes) -> bytes:
    """Return the content of the only ``[code]`` block or fence of a forum post, or the post if it has none or several.

    Lines keep their numbers. A greeting before the block and a signature after it are dropped, and so are style tags.
    """
    return block_of(_without_looks(data))


def block_of(data: bytes) -> bytes:
    """Return the content of the only code block like `unwrapped`, but keep style tags.

    In a text that people read, such as the MJ's answers, these tags belong to the words.
    """
    text, found = _with_blocks(data)
    if len(found) != 1:
        return data
    [block] = found
    if not block.closed or text[: block.start].rpartition("\n")[2].strip(" \t\ufeff"):
        return data
    return ("\n" * block.above + block.content.rstrip()).encode("utf-8", "surrogateescape")


def has_several_blocks(data: bytes) -> bool:
    """Return whether a post has several code blocks that may hold orders."""
    return len(_with_blocks(data)[1]) > 1


def _with_blocks(data: bytes) -> tuple[str, list[CodeBlock]]:
    """Return a post as text, with its code blocks; content without a colon or a line end is no order."""
    text = data.decode("utf-8", "surrogateescape")
    return text, [block for block in blocks(text) if ":" in block.content or "\n" in block.content.strip()]


def _without_looks(data: bytes) -> bytes:
    """Return a forum post without the tags that only give it a style, such as ``[b]…[/b]``.

    ``[b]`` alone may be a YAML list of one name. A closing tag never occurs in YAML, so it proves that tags are used.
    """
    return _TAG.sub(b"", data) if _CLOSING_TAG.search(data) else data


# Each pattern looks at a character a bounded number of times, so that a hostile file takes linear time only.
LOOKS = "b|i|u|size|color|font|center|left|right|justify|spoiler|hide"
"""Names of tags that only give a post a style."""
_LOOKS = rb"(?:" + LOOKS.encode() + rb")"
_TAG = re.compile(rb"\[/?" + _LOOKS + rb"(?:=[^\[\]\n]{0,200})?\]", re.IGNORECASE)
_CLOSING_TAG = re.compile(rb"\[/" + _LOOKS + rb"\]", re.IGNORECASE)


# Markup in messages, as text -----------------------------------------------------------------------------------


_QUOTE_TAG = re.compile(r"\[/?quote(?:=[^\]\n]{0,200})?\]", re.IGNORECASE)
_MARK = re.compile(r"^[ \t]*(?:>[ \t]?)+", re.MULTILINE)
_OPENING = re.compile(r"\[code(?:=\w+)?\]|^[ \t\ufeff]*```[a-z]*[ \t]*\n", re.IGNORECASE | re.MULTILINE)
_CLOSING = re.compile(r"\[/code\]", re.IGNORECASE)
_CLOSING_FENCE = re.compile(r"^[ \t]*```", re.MULTILINE)
_TAGS = re.compile(
    rf"\[/?(?:{LOOKS}|code|list|url|img|email|indent|table|tr|td)(?:=[^\[\]\n]{{0,200}})?\]|```[a-z]*",
    re.IGNORECASE,
)
_STYLE = re.compile(r"<(?P<open>style|script)\b|</(?P<close>style|script)>", re.IGNORECASE)
_PAGE = re.compile(
    r"</?(?:!doctype|html|head|body|title|meta|link|header|footer|main|section|article|nav|aside|div|span|p|pre|code|br|hr|"
    r"h[1-6]|ul|ol|li|dl|dt|dd|b|i|u|em|strong|small|sup|sub|a|img|font|table|caption|thead|tbody|tfoot|tr|td|th|figure|details|summary|svg|g|path)"
    r"(?:\s[^<>\n]{0,300})?/?>",
    re.IGNORECASE,
)
_CELL = re.compile(r"</t[dh]>", re.IGNORECASE)
_ROW = re.compile(r"(?:\[tr\]|<tr\b[^<>\n]{0,200}>)(.{0,1000}?)(?:\[/tr\]|</tr>)", re.IGNORECASE | re.DOTALL)
_CELLS = re.compile(r"(?:\[td\]|<td\b[^<>\n]{0,200}>)(.{0,400}?)(?:\[/td\]|</td>)", re.IGNORECASE | re.DOTALL)
_FACE = re.compile(r"(?:(?<=\s)|(?<=\w))[:;=]['’]?-?(?:[()|/\\*]+|[pP](?!\w))(?=[.,!]*\s|[.,!]*\Z)|(?<!\S)\^\^(?!\S)")
_EMOJI = re.compile(
    r"(?<=\w)[ \t]*[\U0001F300-\U0001F447\U0001F44F-\U0001F5FF\U0001F600-\U0001F64F\U0001F900-\U0001F9FF❤☺]+\uFE0F?"
)
_STARS = re.compile(r"(?<=[^\s\]])[ \t]*\[\*\]")
_STAR = re.compile(r"^([ \t]*)\[\*\][ \t]*", re.MULTILINE)
_MARKED = re.compile(r"\s*(?:>|&gt;)")
_ATTRIBUTION = re.compile(r"\b(?:a écrit|a dit|wrote|said)\s*:?\s*-*\s*$", re.IGNORECASE)
_MAIL_BELOW = re.compile(r"\s*-{2,}\s*(?:message|mail|original|forwarded|transféré).*-{2,}\s*$", re.IGNORECASE)
_FROM = re.compile(r"\s*\*?(?:De|From)\s*:\*?\s", re.IGNORECASE)
_SENT = re.compile(r"\s*\*?(?:Envoyé|Date|À|Objet|Sent|To|Subject)\s*:", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]{3}")
_STRUCK = re.compile(r"\[(s|strike|del)\].{0,2000}?\[/\1\]|~~[^\n~]{1,500}~~", re.IGNORECASE | re.DOTALL)
_BOLD = re.compile(r"\*\*([^\n*]{1,200})\*\*")
_STRESSED = {
    "*": re.compile(r"(?<![\w*\[])(\*{1,3})(?![\s*\]])([^*\n]{1,300}?)\1(?![*])(?:(?!\w)|(?<=:\*)|(?<=:\*\*))"),
    "_": re.compile(r"(?<![\w_])(_)(?![\s_])([^_\n]{1,300}?)_(?!\w)"),
    "/": re.compile(r"(?<!\S)(/)(?=[\w(])([^/\n]{1,300}?)(?<=[\w):.,!?])/(?![\w/])"),
}
"""How mail programs write bold, underlined and italic words in plain text: a sign before and after them."""
_STRESSED_LINES = re.compile(r"^([ \t]*)\*(?![\s*])([^*]{1,1000}?)(?<![\s*])\*(?=[ \t]*$)", re.MULTILINE)
_SMILEY = re.compile(r"(?<=\s):[a-z_]{2,20}!?:(?=\s|$)", re.IGNORECASE)
_FIELD = re.compile(r"(?:[A-Z][a-z]*(?:-[\w]+)*|À|Envoyé|Posté le)\s?:(?:\s|$)")
_ODD = re.compile("[\u00a0\u202f\u2007\u2009\u3000\u0085\u2028\u2029]")


def plain(text: str) -> str:
    """Return a text with plain spaces and line ends, and without struck-out words, smileys and invisible characters."""
    text = _SMILEY.sub("", _BOLD.sub(r"\1", unstruck(evened(text))))
    return text if text.isascii() else "".join(sign for sign in text if unicodedata.category(sign) != "Cf")


def evened(text: str) -> str:
    """Return a text with plain spaces and line ends, and otherwise unchanged."""
    return _ODD.sub(" ", text.replace("\r\n", "\n").replace("\r", "\n")).expandtabs(2)


def untabled(text: str, known: Callable[[str], bool]) -> str:
    """Return a post with « word: value » in place of each two-cell table row whose first cell is a ``known`` word.

    Table rows and list items that share a line get lines of their own.
    """
    return _STARS.sub("\n[*]", _ROW.sub(lambda row: _paired(row, known), text))


def _paired(row: re.Match[str], known: Callable[[str], bool]) -> str:
    cells = [" ".join(untagged(cell).split()) for cell in _CELLS.findall(row[1])]
    if len(cells) != 2 or not cells[1] or not known(word := cells[0].rstrip(" :")):
        return row[0]
    before, after = row.string[: row.start()], row.string[row.end() :]
    begins = before.rpartition("\n")[2].strip() != ""
    ends = after.partition("\n")[0].strip() != "" and not _ROW.match(after)
    return ("\n" if begins else "") + f"{word}: {cells[1]}" + ("\n" if ends else "")


def unpaged(text: str) -> str:
    """Return the text of an HTML page without its tags, each line at its number, or any other text unchanged."""
    if "</" not in text:
        return text
    return unescaped(_PAGE.sub("", _CELL.sub(" ", _without_styles(text))))


def _without_styles(text: str) -> str:
    """Return a page without its styles and scripts, each line at its number; one that is never closed stays."""
    tags = list(_STYLE.finditer(text))
    last = {tag["close"].lower(): tag.start() for tag in tags if tag["close"]}
    kept: list[str] = []
    at, opened = 0, ""
    for tag in tags:
        name = (tag["open"] or tag["close"]).lower()
        if tag["open"] and not opened and tag.start() < last.get(name, 0):
            kept.append(text[at : tag.start()])
            at, opened = tag.start(), name
        elif tag["close"] and name == opened:
            kept.append("\n" * text.count("\n", at, tag.end()))
            at, opened = tag.end(), ""
    return "".join(kept) + text[at:]


def unsmiled(text: str) -> str:
    """Return a text without the faces behind words, « :) » or « ;-) », whose signs mean something in YAML.

    Faces with letters stay, because « :D » may be a direction behind its colon. Arrows and thumbs carry meaning, so
    they stay too, and so do faces that stand alone.
    """
    return _EMOJI.sub("", _FACE.sub("", text))


def unstressed(text: str, names: Iterable[str]) -> str:
    """Return a text without the signs around bold, underlined and italic words.

    A sign that occurs in one of ``names`` stays everywhere. So does a sign alone or before a space, since it may begin
    a list item or mean something.
    """
    kept = "".join(names)
    for sign, pattern in _STRESSED.items():
        if sign in text and sign not in kept:
            text = pattern.sub(r"\2", text)
            text = _STRESSED_LINES.sub(r"\1\2", text) if sign == "*" else text
    return text


def has_struck(text: str) -> bool:
    """Return whether a post has struck-out words."""
    return _STRUCK.search(text) is not None


def unstruck(text: str) -> str:
    """Return a post without its struck-out words, each line at its number."""
    return _STRUCK.sub(_blanked, text)


def without_quotes(text: str) -> str:
    """Return a post with empty lines in place of what it quotes; a quotation that is never closed stays."""
    return quotes_cut(text)[0]


def quotes_cut(text: str) -> tuple[str, bool]:
    """Return a post `without_quotes`, and whether the tags of all its quotations open and close in turn."""
    quotations: list[tuple[int, int]] = []
    opened: list[int] = []
    strays = 0
    for tag in _QUOTE_TAG.finditer(text):
        if not tag[0].startswith("[/"):
            opened.append(tag.start())
        elif opened:
            start = opened.pop()
            while quotations and quotations[-1][0] > start:  # they are quoted within this one
                quotations.pop()
            quotations.append((start, tag.end()))
        else:
            strays += 1
    own, at = [], 0
    for start, end in quotations:
        own += [text[at:start], "\n" * text.count("\n", start, end)]
        at = end
    return "".join(own) + text[at:], not opened and not strays


def _blanked(found: re.Match[str]) -> str:
    return "\n" * found[0].count("\n")


def unmarked(text: str) -> str:
    """Return a text with its quotations as if they were the sender's own words."""
    return _QUOTE_TAG.sub("", _MARK.sub("", text))


def untagged(text: str) -> str:
    """Return a post without its tags, with dashes for the items of its lists."""
    return _STAR.sub(r"\1- ", _TAGS.sub("", text)) if "[" in text or "```" in text else text


class CodeBlock(NamedTuple):
    """A code block of a post: where it starts and ends, its content, and how many line ends are above the content."""

    start: int
    end: int
    content: str
    above: int
    closed: bool
    """Whether a tag closes it; otherwise it extends to the end of the post."""


def blocks(text: str) -> list[CodeBlock]:
    """Return the code blocks of a post, in order; what stands in one is no further block."""
    found: list[CodeBlock] = []
    at = above = counted = 0
    while (tag := _OPENING.search(text, at)) is not None:
        first = tag.end()
        closing = (_CLOSING if tag[0].startswith("[") else _CLOSING_FENCE).search(text, first)
        last, at = (closing.start(), closing.end()) if closing else (len(text), len(text))
        above, counted = above + text.count("\n", counted, first), first
        found.append(CodeBlock(tag.start(), at, text[first:last], above, closing is not None))
    return found


def has_words(rows: Sequence[Row]) -> bool:
    """Return whether a code block holds words. A block with a drawn board does not."""
    return any(_WORD.search(row.text) for row in rows)


def blank(text: str, found: Sequence[CodeBlock]) -> str:
    """Return a post with empty lines in place of the ``found`` blocks."""
    for block in reversed(found):
        text = text[: block.start] + "\n" * text.count("\n", block.start, block.end) + text[block.end :]
    return text


def head(rows: Sequence[Row]) -> int:
    """Return how many of the first rows are the head of a mail, or 0 if there is no head with a sender."""
    lines = 0
    while lines < len(rows) and _FIELD.match(rows[lines].text):
        lines += 1
    names = [row.text.partition(":")[0].strip().lower() for row in rows[:lines]]
    return lines if lines > 1 and {"from", "de"} & set(names) else 0


def is_sender(text: str) -> bool:
    """Return whether a line of a mail's head names its sender."""
    return text.partition(":")[0].strip().lower() in ("from", "de")


def unfaced(text: str) -> str:
    """Return a text without its faces, wherever they stand."""
    return _FACES.sub(" ", text)


_FACES = re.compile(
    r"(?<!\S)(?:[:;=8xX]['’]?-?[()DPpO|\\/*]+|\^_*\^|[oO]_[oO]|<3|:[a-z_]{2,20}!?:)(?=[\s.,!]|\Z)"
    r"|[\U0001F600-\U0001F644\U0001F64C\U0001F64F\U0001F970-\U0001F97A\U0001F910-\U0001F917\U0001F91E\U0001F920-\U0001F92F"
    r"\U0001F389\U0001F38A\U0001F37A\U0001F37B\U0001F44B\U0001F44F\U0001F493-\U0001F49F\U0001F4AA\U0001F525❤☺♥]\uFE0F?"
)
"""Faces, hearts and glasses, but no sign that may mean yes, no or a direction, or that something is discarded."""


def is_footer(text: str) -> bool:
    """Return whether a whole line is a footer that a program or a forum adds to messages."""
    return _FOOTER.fullmatch(text.strip()) is not None


_FOOTER = re.compile(
    r"(?:message |mail |courriel )?(?:envoyé|posté|écrit|sent|posted)\s"
    r"(?:de|depuis|à partir de|avec|via|par|from|with|using)\s"
    r"(?:mon|ma|my|l[’']appli\w*|l[’']application)?\s?[\w.’'+-]+(?:\s(?:for|on|pour|sur)?\s?[\w.’'+-]+){0,3}"
    r"(?:[.,;]? (?:veuillez |merci d[’']|please )?excuse[rz]? .{1,40})?\.?"
    r"|(?:obtenez|téléchargez|télécharger|get)\soutlook\s.{1,60}|provenance\s?: .{1,60}"
    r"|(?:dernière édition|édité|modifié|last edited|edited)\s(?:par|by)\s.{1,120}\d.{0,60}"
    r"|.{0,60}(?:sans virus|virus[- ]free|vérifi\w+ .{1,30}antivirus|checked for viruses|logiciel antivirus).{0,80}"
    r"|(?:ce|cet|this|the)\s.{0,60}(?:message|courriel|mail|e-?mail|information)\b.{0,200}"
    r"(?:confidenti|intended|destinataire|privileged).{0,2000}"
    r"|(?:si vous|if you)\s.{0,120}(?:par erreur|in error|not the intended).{0,2000}"
    r"|(?:n[’']imprimez|pensez à l[’']environnement|please consider the environment).{0,160}"
    r"|(?:https?://|www\.)\S+|[\w.+-]+@[\w.-]+\.\w+|(?:t[ée]l\w*\.?\s?:?\s?)?\+?\d{2,4}(?:[ .-]?\d{2}){4}"
    r"|(?:messages|posts|inscrit le|inscription|localisation|joined|location)\s?: .{1,60}"
    r"|(?:revenir en haut|back to top|voir le profil\b.{0,80})",
    re.IGNORECASE,
)


def is_attribution(text: str) -> bool:
    """Return whether a line names the author of the quotation below it."""
    return _ATTRIBUTION.search(text) is not None


def broken_attribution(lines: Sequence[str]) -> int:
    """Return how many of the first lines together say who wrote what is quoted next and when, or 0.

    Mail programs break such a line if it is long.
    """
    for size in range(2, min(len(lines), _BROKEN) + 1):
        if not all(line.strip() and not is_marked(line) for line in lines[:size]):
            return 0
        if _WRITTEN_ON.match(said := " ".join(line.strip() for line in lines[:size])[:_LONGEST]) and is_attribution(
            said
        ):
            return size
    return 0


_WRITTEN_ON = re.compile(r"\W{0,8}(?:Le|On)\b.*\d", re.IGNORECASE)
_BROKEN, _LONGEST = 3, 600


def is_marked(text: str) -> bool:
    """Return whether a line is marked as a quotation."""
    return _MARKED.match(text) is not None


def begins_a_mail(rows: Sequence[Row]) -> bool:
    """Return whether the first row begins another person's mail, by a rule or by a mail head.

    A rule without words counts only with a head below it, because forums draw such rules above signatures.
    """
    ruled = set(rows[0].text.strip()) == {"_"} and has_head(rows[1:])
    return ruled or _MAIL_BELOW.match(rows[0].text) is not None or _is_head(rows)


def has_head(rows: Sequence[Row]) -> bool:
    """Return whether some row names the sender of a mail, and a later one its date, recipient or subject."""
    return any(_is_head(rows[number:]) for number in range(len(rows)))


def _is_head(rows: Sequence[Row]) -> bool:
    return _FROM.match(rows[0].text) is not None and any(_SENT.match(row.text) for row in rows[1:])


# Encodings ------------------------------------------------------------------------------------------------------


# The characters that players write besides ASCII. In a wrong encoding French accents become other characters.
_WRITTEN = frozenset("àâäæçéèêëîïôöœùûüÿÀÂÄÆÇÉÈÊËÎÏÔÖŒÙÛÜŸáíóúñãõåøÁÍÓÚÑÃÕÅØß«»‹›“”‘’„…–—•·°²€£\u00a0\u00ad")
_WIDE = {
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}


class Decoded(NamedTuple):
    """The bytes of a file as UTF-8, and its original encoding; None if the receipt need not mention one."""

    data: bytes
    encoding: str | None = None


def decoded(data: bytes) -> Decoded:
    """Return a file as UTF-8 if it has a single reading, or its bytes unchanged, which are refused later.

    Windows-1252, which covers Latin-1 for what people type, is accepted if all its characters are used in French or in
    neighbouring languages. UTF-16 is accepted if the file has a byte order mark, or if every other byte is zero.
    """
    if _is(data, "utf-8"):
        return Decoded(data)
    wide = _WIDE.get(data[:2]) or _without_mark(data)
    if wide:
        return _in(data, wide, "UTF-16")
    return _in(data, "cp1252", "Windows-1252")


def _is(data: bytes, encoding: str) -> bool:
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        return False
    return "\0" not in text


def _without_mark(data: bytes) -> str | None:
    """Return the UTF-16 variant that bytes without a byte order mark seem to be, judged by the zero bytes, or None."""
    if len(data) < 4 or len(data) % 2 or b"\0" not in data:
        return None
    high, low = data[0::2].count(0), data[1::2].count(0)
    least = len(data) // 2 * 0.7
    return "utf-16-le" if low > least and not high else "utf-16-be" if high > least and not low else None


def _in(data: bytes, encoding: str, name: str) -> Decoded:
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        return Decoded(data)
    if all(sign.isascii() or sign in _WRITTEN for sign in text.removeprefix("\ufeff")):
        return Decoded(text.encode(), name)
    return Decoded(data)


_MOST = 1 << 16
"""How many characters of a file are read; a longer text is no order file, and the envelope stands at its beginning."""


def text_of(data: bytes, most: int = _MOST) -> str:
    """Return at most ``most`` characters of a file's text.

    A text in a Windows encoding is decoded too, though such a file is refused.
    """
    try:
        return data.decode("utf-16" if data[:2] in _WIDE else "utf-8-sig")[:most]
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")[:most]
