"""Reports read back: each format by a parser that is not ours, all into one and the same document.

A ``Document`` is what a reader sees from top to bottom: headings, lines (paragraphs and items of lists), tables,
boards. BBCode goes through the package ``bbcode``, which knows the tags of one kind of board and no other; Markdown
through ``markdown-it-py``; pages through ``html5lib``, which reads as browsers do and refuses what is not HTML.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import bbcode
import html5lib
from markdown_it import MarkdownIt

from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.editions import EMPTY
from adjudicator.campaign.stages import Played
from adjudicator.core.stage import Reader, Stage
from adjudicator.games.tsewnart.board import Board as Playground
from adjudicator.games.tsewnart.game import GAME
from adjudicator.games.tsewnart.state import Camp, Ghost, Piece, Setting, State
from adjudicator.pictures.board import SIDE
from adjudicator.reports import writing
from adjudicator.reports.markup import DIALECTS
from support.drawings import Drawn, drawn_in, is_board, picture_in

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element


Cell: TypeAlias = tuple[int, int]

WIDTH = 78
"""The longest line of plain text."""

FORUMOTION = frozenset(
    (
        *("b", "i", "u", "strike", "sub", "sup", "color", "font", "size"),
        *("center", "left", "right", "justify", "list", "*", "table", "tr", "td", "hr"),
        *("quote", "code", "spoiler", "img", "url", "email", "scroll", "updown"),
    )
)
"""The tags of Forumotion's boards."""
PHPBB = frozenset(
    ("b", "i", "u", "code", "color", "email", "flash", "img", "list", "*", "quote", "size", "url", "attachment")
)
"""The tags of a phpBB to which its administrator has added none."""
BOARDS = {"forumotion": FORUMOTION, "phpbb": PHPBB}

KINDS = ("text", "forumotion", "phpbb", "markdown", "html")
"""The formats, with BBCode once for each kind of board."""


def form_of(kind: str) -> str:
    """Return the format of a kind: BBCode for those of boards."""
    return "bbcode" if kind in BOARDS else kind


# The document ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Mark:
    """A letter on a board or in its legend: how it is coloured, and what is said of it where one points at it."""

    text: str
    colour: str
    title: str = ""


@dataclass
class Run:
    """A piece of text, with the marks in it."""

    text: str
    marks: list[Mark] = field(default_factory=list)


@dataclass
class Heading:
    """A title or the heading of a section."""

    text: str


@dataclass
class Line(Run):
    """A paragraph (``depth`` 0), or an item of a list in so many lists."""

    depth: int = 0


@dataclass
class Table:
    """A table; the first head is empty where a board without tables shows none."""

    heads: list[str]
    rows: list[list[Run]]

    def column(self, head: str) -> dict[str, str]:
        """Return a column by the first cell of each row."""
        at = self.heads.index(head)
        return {row[0].text: row[at].text for row in self.rows}


@dataclass
class Board:
    """A board: what stands on each cell that is not empty."""

    width: int
    height: int
    cells: dict[Cell, Run]


Block: TypeAlias = Heading | Line | Table | Board


@dataclass
class Document:
    """A report as it is seen; ``drawn`` are its pictures that are no boards."""

    blocks: list[Block]
    drawn: list[Drawn] = field(default_factory=list)

    @property
    def title(self) -> str:
        """The first heading, with which a report begins."""
        first = self.blocks[0]
        assert isinstance(first, Heading), first
        return first.text

    @property
    def headings(self) -> list[str]:
        """All headings but the title."""
        return [block.text for block in self.blocks[1:] if isinstance(block, Heading)]

    def section(self, heading: str) -> list[Block]:
        """Return what stands under ``heading``; it must be there, once."""
        (start,) = (i for i, block in enumerate(self.blocks) if isinstance(block, Heading) and block.text == heading)
        rest = self.blocks[start + 1 :]
        end = next((i for i, block in enumerate(rest) if isinstance(block, Heading)), len(rest))
        return rest[:end]

    def lines(self, heading: str) -> list[str]:
        """Return the lines under ``heading``."""
        return [block.text for block in self.section(heading) if isinstance(block, Line)]

    def items(self, heading: str) -> list[str]:
        """Return the items of lists under ``heading``."""
        return [block.text for block in self.section(heading) if isinstance(block, Line) and block.depth]

    def table(self, heading: str) -> Table:
        """Return the one table under ``heading``."""
        (table,) = (block for block in self.section(heading) if isinstance(block, Table))
        return table

    @property
    def boards(self) -> list[Board]:
        """All boards."""
        return [block for block in self.blocks if isinstance(block, Board)]

    @property
    def texts(self) -> list[str]:
        """Every text in its order: of headings, lines and cells."""
        return [run.text if not isinstance(run, str) else run for block in self.blocks for run in _runs(block)]

    @property
    def facts(self) -> list[Any]:
        """Return what is said, from top to bottom, the same in every format.

        The head of a first column is left out, for rows that are stacked show none; so is how far apart the marks of a
        cell stand.
        """
        return [fact for block in self.blocks for fact in _facts(block)]

    @property
    def shape(self) -> list[Any]:
        """Return what is there, without its words."""
        return [_shape(block) for block in self.blocks]


def _runs(block: Block) -> Iterator[Run | str]:
    if isinstance(block, Heading | Line):
        yield block.text
    elif isinstance(block, Table):
        yield from block.heads
        for row in block.rows:
            yield from row
    else:
        yield from block.cells.values()


def _facts(block: Block) -> Iterator[Any]:
    if isinstance(block, Heading):
        yield "heading", bracketed(block.text)
    elif isinstance(block, Line):
        yield "line", block.depth, bracketed(block.text)
    elif isinstance(block, Table):
        yield "heads", [*map(bracketed, block.heads[1:])]
        for row in block.rows:
            yield "row", [bracketed(run.text) for run in row]
    else:
        yield "board", block.width, block.height
        for cell in sorted(block.cells):
            yield "cell", cell, block.cells[cell].text.split()


def _shape(block: Block) -> Any:
    if isinstance(block, Heading):
        return "heading"
    if isinstance(block, Line):
        return "line", block.depth, [mark.colour for mark in block.marks]
    if isinstance(block, Table):
        return "table", [len(row) for row in [block.heads, *block.rows]]
    return "board", block.width, block.height, sorted(block.cells)


def squeezed(text: str) -> str:
    """Return ``text`` as it shows: line breaks and runs of spaces are one space; joiners have no width."""
    return re.sub(r"[ \n]+", " ", text.replace("\u2060", "")).strip(" \n")


def bracketed(text: str) -> str:
    """Return ``text`` with brackets in place of the fullwidth ones, which stand for those that BBCode cannot show."""
    return text.translate(str.maketrans("［］", "[]"))


def read(text: str, kind: str, colon: str = "\u00a0: ") -> Document:
    """Read a report, or one post of it, in a format; ``colon`` stands between a head and its cell in stacked rows."""
    if kind == "text":
        return Document(list(_text_blocks(text, colon)))
    return _of_tree(tree(text, kind), colon, form_of(kind))


def tree(text: str, kind: str) -> Element:
    """Return the elements of a report in a format with markup; a tag of BBCode is the class of one."""
    if kind in BOARDS:
        return html_tree(bbcode_html(text, kind), strict=False)
    if kind == "markdown":
        return html_tree(markdown_html(text), strict=False)
    return html_tree(text)


# BBCode ------------------------------------------------------------------------------------------------------


@cache
def bbcode_parser(board: str) -> bbcode.Parser:
    """Return a parser that knows the tags of one kind of board."""
    parser = bbcode.Parser(install_defaults=False, replace_cosmetic=False)
    of_a_list = {"transform_newlines": False, "strip": True}
    special: dict[str, dict[str, bool]] = {
        "hr": {"standalone": True},
        "list": {**of_a_list, "swallow_trailing_newline": True},
        "*": {**of_a_list, "newline_closes": True, "same_tag_closes": True},
        "code": {"render_embedded": False, "transform_newlines": False, "replace_links": False},
    }
    for tag in sorted(BOARDS[board]):
        parser.add_formatter(tag, _item if tag == "*" else _tag, replace_cosmetic=False, **special.get(tag, {}))
    return parser


_HTML = {"b": "strong", "i": "em", "list": "ul", "code": "pre", "quote": "blockquote", "spoiler": "div"}
_SAME = ("hr", "table", "tr", "td", "u", "sub", "sup", "img")


def _tag(name: str, value: str | None, options: Mapping[str, str], parent: Any, context: Any) -> str:
    tag = _HTML.get(name) or (name if name in _SAME else "span")
    given = "".join(f' data-{key}="{options[key]}"' for key in options if key.isalpha())
    return f'<{tag} class="{name}"{given}>' + ("" if value is None else f"{value}</{tag}>")


def _item(name: str, value: str, options: Any, parent: Any, context: Any) -> str:
    assert parent is not None and parent.tag_name == "list", f"an item of no list: {value}"
    return f"<li>{value}</li>"


def bbcode_tags(text: str, board: str) -> list[str]:
    """Return the tags of a text in their order, opening and closing; they must be known and balanced."""
    parser = bbcode_parser(board)
    tags, opened = [], []
    for kind, name, options, data in parser.tokenize(text):
        if kind in (parser.TOKEN_TAG_START, parser.TOKEN_TAG_END):
            assert data.isascii(), f"something that boards do not expect in {data!r}"
        if kind == parser.TOKEN_TAG_START:
            tags.append(f"{name} {dict(options)}")
            if name == "*":
                assert opened and opened[-1] == "list", f"an item of no list in {text}"
            elif name != "hr":
                opened.append(name)
        elif kind == parser.TOKEN_TAG_END:
            tags.append(f"/{name}")
            assert opened and opened.pop() == name, f"{data} closes nothing in {text}"
        elif kind == parser.TOKEN_DATA:
            assert "[" not in data and "]" not in data, f"{board} does not know {data}"
    assert not opened, f"{opened} not closed in {text}"
    return tags


def bbcode_html(text: str, board: str) -> str:
    """Return what a board makes of BBCode; every tag must be one that it knows, and balanced."""
    bbcode_tags(text, board)
    return str(bbcode_parser(board).format(text))


# Markdown and HTML -------------------------------------------------------------------------------------------


@cache
def _markdown() -> MarkdownIt:
    return MarkdownIt("commonmark").enable(["table", "strikethrough"])


def markdown_html(text: str) -> str:
    """Return what CommonMark with tables makes of Markdown; HTML in it is let through."""
    return str(_markdown().render(text))


def html_page(text: str, strict: bool = True) -> Element:
    """Return a page as browsers read it; with ``strict`` it must be faultless HTML."""
    page: Element = html5lib.HTMLParser(strict=strict, namespaceHTMLElements=False).parse(text)
    for one in page.iter():
        if isinstance(one.tag, str):
            one.tag = one.tag.removeprefix("{http://www.w3.org/2000/svg}")
    return page


def html_tree(text: str, strict: bool = True) -> Element:
    """Return the body of a page."""
    body = html_page(text, strict).find("body")
    assert body is not None
    return body


def tags_of(element: Element) -> list[Any]:
    """Return the tree of tags with their attributes, without any text and without what shows text."""
    own = {key: value for key, value in element.attrib.items() if key not in ("title", "data-player")}
    return [element.tag, own, *map(tags_of, element)]


_HEADINGS = ("h1", "h2", "h3")


def _of_tree(body: Element, colon: str, form: str) -> Document:
    walker = _Walker(form)
    walker.walk(body, 0)
    walker.flush(0)
    return Document(list(_rows_of_lists(walker.blocks, colon)), walker.drawn)


class _Walker:
    """Goes through a tree of elements from top to bottom."""

    def __init__(self, form: str) -> None:
        self.form = form
        self.blocks: list[Block] = []
        self.drawn: list[Drawn] = []
        self.text = self.plain = ""  # of the line that is being read, and what of it is not bold
        self.marks: list[Mark] = []
        self.begins_bold = False

    def walk(self, element: Element, depth: int) -> None:
        """Take in what stands in ``element``, which lies in ``depth`` lists."""
        self.say(element.text, bold=False)
        for child in element:
            self.take(child, depth)
            self.say(child.tail, bold=False)

    def take(self, child: Element, depth: int) -> None:
        if child.tag in _HEADINGS:
            self.flush(depth)
            self.blocks.append(Heading(squeezed("".join(child.itertext()))))
        elif child.tag in ("table", "pre"):
            self.flush(depth)
            self.blocks.append(_table(child, self.form) if child.tag == "table" else _drawn(_lines_of(child)))
        elif child.tag in ("ul", "ol"):
            self.flush(depth)
            self.walk(child, depth + 1)
            self.flush(depth + 1)
        elif child.tag == "figure" and is_board(picture_in(child)) and next(child.iter("table"), None) is not None:
            self.flush(depth)
            self.blocks += _figure(child, self.form)
        elif child.tag == "figure":
            self.flush(depth)
            if is_board(picture_in(child)):
                _check_zones(child)
            else:
                self.drawn.append(drawn_in(picture_in(child)))
            for part in child.findall("details/*"):
                if part.tag != "summary":
                    self.take(part, depth)
            self.flush(depth)
        elif child.tag == "summary":
            self.flush(depth)
            self.blocks.append(Heading(squeezed("".join(child.itertext()))))
        elif child.tag in ("li", "p", "div", "main", "section", "br", "details"):
            self.flush(depth)
            self.walk(child, depth)
            self.flush(depth)
        else:
            assert child.tag in ("span", "strong", "em", "b", "i"), f"what is <{child.tag}> doing here?"
            self.marks += _marks_in([child])
            self.say("".join(child.itertext()), bold=child.tag == "strong" or _is_title(child))

    def say(self, text: str | None, bold: bool) -> None:
        text = text or ""
        if bold and not squeezed(self.text):
            self.begins_bold = True
        self.text += text
        self.plain += "" if bold else text

    def flush(self, depth: int) -> None:
        """End a line."""
        text, kind = squeezed(self.text), _BoldLine if self.begins_bold else Line
        if text and self.form == "bbcode" and not depth and not squeezed(self.plain):
            self.blocks.append(Heading(text))
        elif text:
            self.blocks.append(kind(text, self.marks, depth))
        self.text = self.plain = ""
        self.marks, self.begins_bold = [], False


class _BoldLine(Line):
    """A line that begins in bold: in a list of a board without tables, a row."""


def _is_title(element: Element) -> bool:
    return element.get("class") == "size"


def _marks_in(elements: Iterable[Element]) -> list[Mark]:
    marks = []
    for element in elements:
        for one in element.iter("span"):
            if one.get("class") == "color":
                marks.append(Mark("".join(one.itertext()), str(one.get("data-color"))))
            elif (one.get("class") or "").split(" ")[0] in ("piece", "ghost"):
                marks.append(Mark(squeezed("".join(one.itertext())), str(one.get("class"))))
    return marks


# Pictures ----------------------------------------------------------------------------------------------------


def _figure(element: Element, form: str) -> Iterator[Block]:
    """Read a picture of a board, with the table that says the same: they must."""
    marks = drawn_on(picture_in(element))
    for table in element.iter("table"):
        board = _table(table, form)
        assert isinstance(board, Board)
        assert board.cells.keys() == marks.keys(), "the picture shows other cells than the table"
        for cell, run in board.cells.items():
            texts = run.text.replace("‹", "").replace("›", "").split(" ")
            assert len(texts) == len(marks[cell]), "the picture shows more or less than the table"
            run.marks = [_named(mark, text) for mark, text in zip(marks[cell], texts, strict=True)]
        yield board


def _check_zones(figure: Element) -> None:
    """A board before there is anything on it: its zones are named in the picture, and listed behind it."""
    flags = [one for one in picture_in(figure).iter("g") if str(one.get("class")).startswith("flag")]
    listed = [squeezed("".join(item.itertext())) for item in figure.iter("li")]
    assert len(flags) == len(listed) > 0
    for flag, item in zip(flags, listed, strict=True):
        assert item.startswith(str(flag.findtext("text")).rstrip("…"))


def _named(mark: Mark, text: str) -> Mark:
    """Return a mark of a picture with its text in the table, which must say the same."""
    number = re.search(r"\d*$", text)
    said = text.partition("·")[2] or (number[0] if number and text.startswith("°") else "")
    assert mark.text == said, f"{text} in the table is {mark.text} in the picture"
    return Mark(text, mark.colour, mark.title)


def drawn_on(picture: Element) -> dict[Cell, list[Mark]]:
    """Return what is drawn on each cell of a picture, pieces first: what stands on it, whose colour, its title."""
    found: dict[Cell, list[Mark]] = {}
    for one in picture.iter("g"):
        kind = (one.get("class") or "").split(" ")
        if kind[0] in ("token", "spirit"):
            x, y = (float(part) for part in re.findall(r"-?[\d.]+", str(one.get("transform"))))
            text = "".join(part.text or "" for part in one.findall("text") if part.get("class") != "name")
            colour = f"{'piece' if kind[0] == 'token' else 'ghost'} {kind[1]}"
            mark = Mark(text, colour, str(one.findtext("title")))
            found.setdefault((int(x // SIDE) + 1, int(y // SIDE) + 1), []).append(mark)
    return found


def _run(element: Element) -> Run:
    return Run(squeezed("".join(element.itertext()).strip("\u00a0")), _marks_in([element]))


def _table(element: Element, form: str) -> Block:
    rows = [[_run(cell) for cell in row if cell.tag in ("td", "th")] for row in element.iter("tr")]
    if rows[0][0].text:
        return Table([cell.text for cell in rows[0]], rows[1:])
    width, height = len(rows[0]) - 1, len(rows) - 1
    assert [cell.text for cell in rows[0][1:]] == [str(x + 1) for x in range(width)]
    assert [row[0].text for row in rows[1:]] == [str(y + 1) for y in range(height)]
    cells = {(x, y): cell for y, row in enumerate(rows[1:], 1) for x, cell in enumerate(row[1:], 1) if cell.text}
    return Board(width, height, cells)


def _rows_of_lists(blocks: list[Block], colon: str) -> Iterator[Block]:
    """Make a table of the lines of a list of which each begins in bold."""
    table: Table | None = None
    for block in blocks:
        if isinstance(block, _BoldLine) and block.depth == 1:
            heads, cells = _stacked(block.text, colon)
            if table is None:
                table = Table(heads, [])
                yield table
            assert table.heads == heads, "another table begins"
            table.rows.append([Run(cell, block.marks if i else []) for i, cell in enumerate(cells)])
        else:
            table = None
            yield Line(block.text, block.marks, block.depth) if isinstance(block, _BoldLine) else block


def _stacked(text: str, colon: str) -> tuple[list[str], list[str]]:
    first, *rest = text.split(" — ")
    pairs = [cell.split(colon, 1) for cell in rest]
    return ["", *(head for head, _ in pairs)], [first, *(squeezed(cell) for _, cell in pairs)]


# Drawn boards and plain text ---------------------------------------------------------------------------------


def _lines_of(element: Element) -> list[str]:
    return "".join(element.itertext()).strip("\n").split("\n")


def _drawn(lines: list[str]) -> Board:
    """Read a board drawn with characters; every line of it must be whole."""
    numbers, rule, *rest = lines
    width = len(numbers.split())
    assert numbers.split() == [str(x + 1) for x in range(width)], numbers
    assert re.fullmatch(rf" +(\+-+){{{width}}}\+", rule), rule
    cells = {}
    for i, line in enumerate(rest):
        assert len(line) == len(rule), (line, rule)
        if i % 2:
            assert line == rule, line
            continue
        number, *texts, end = line.split("|")
        assert (number.strip(), len(texts), end) == (str(i // 2 + 1), width, ""), line
        cells |= {(x, i // 2 + 1): Run(text.strip()) for x, text in enumerate(texts, 1) if text.strip()}
    assert len(rest) % 2 == 0, "the last line of a board is missing"
    return Board(width, len(rest) // 2, cells)


_RULE = re.compile(r"-+(  -+)+")
_BOARD = re.compile(r" +(\+-+)+\+")


def _text_blocks(text: str, colon: str) -> Iterator[Block]:
    for block in text.strip("\n").split("\n\n"):
        lines = block.split("\n")
        if len(lines) > 1 and re.fullmatch("=+|-+", lines[-1]):
            assert len(lines[-1]) == max(map(len, lines[:-1])), f"underlined too long or too short: {block}"
            yield Heading(squeezed(" ".join(lines[:-1])))
        elif len(lines) > 1 and _BOARD.fullmatch(lines[1]):
            yield _drawn(lines)
        elif len(lines) > 1 and _RULE.fullmatch(lines[1]):
            yield _columns(lines)
        elif any(re.match(r"  \S", line) for line in lines) and not lines[0].startswith("- "):
            yield _stacked_rows(lines, colon)
        else:
            yield from _text_lines(lines)


def _columns(lines: list[str]) -> Table:
    starts = [match.start() for match in re.finditer("-+", lines[1])]
    rows: list[list[str]] = []
    for line in [lines[0], *lines[2:]]:
        cells = [line[start:end].strip(" ") for start, end in zip(starts, [*starts[1:], None], strict=True)]
        if cells[0] or not rows:
            rows.append(cells)
        else:
            assert not any(cells[1:-1]), f"only the last column goes on in the next line: {line}"
            rows[-1][-1] += f" {cells[-1]}"
    return Table(rows[0], [[Run(squeezed(cell)) for cell in row] for row in rows[1:]])


def _stacked_rows(lines: list[str], colon: str) -> Table:
    rows: list[list[str]] = []
    for line in lines:
        if not line.startswith(" "):
            rows.append([line])
        elif line.startswith("    "):
            rows[-1][-1] += f" {line.strip(' ')}"
        else:
            rows[-1].append(line.strip(" "))
    heads = ["", *(cell.split(colon, 1)[0] for cell in rows[0][1:])]
    cut = [[row[0], *(cell.split(colon, 1)[1] for cell in row[1:])] for row in rows]
    return Table(heads, [[Run(squeezed(cell)) for cell in row] for row in cut])


def _text_lines(lines: list[str]) -> Iterator[Line]:
    """Join the lines that were wrapped: those whose first word did not fit into the line before."""
    found: list[Line] = []
    full = ""
    for line in lines:
        indent = len(line) - len(line.lstrip(" "))
        item = line.lstrip(" ").startswith("- ")
        wrapped = full and indent >= 2 - (found[0].depth == 0) * 2 and _had_to_wrap(full, line) and not item
        if wrapped:
            found[-1].text += f" {line.strip(' ')}"
        elif item:
            found.append(Line(line.strip(" ")[2:], depth=1 if indent <= 4 else 2))
        else:
            found.append(Line(line.strip(" "), depth=indent // 4))
        full = line
    for line in found:
        yield Line(squeezed(line.text), depth=line.depth)


def _had_to_wrap(before: str, line: str) -> bool:
    return len(before) + 1 + len(line.strip(" ").split(" ")[0]) > WIDTH


# What is read ------------------------------------------------------------------------------------------------

SEED = "the seed of this campaign"


def campaign_on(setting: Setting, title: str = "La grande partie", language: str = "fr") -> Campaign:
    """Return a campaign played on ``setting``, whatever its names; nothing is on a disk or has been checked."""
    camps = {
        camp.name: {"captain": camp.captain, "zone": [list(cell) for cell in camp.zone], "players": list(camp.players)}
        for camp in setting.camps
    }
    plain = {"game": GAME.id, "title": title, "language": language, "camps": camps, "seed": SEED}
    return Campaign(Path(), plain, GAME, setting, b"")


def played_on(setting: Setting, state: State, orders: Mapping[str, Any], **kept: Any) -> Played:
    """Return a stage played with ``orders``; ``kept`` is what else was on the MJ's table."""
    outcome = GAME.rules.resolve(setting, state, orders, SEED)
    table = {"orders": orders, "absent": [], "notes": {}, "refused": [], **kept}
    return Played(Path(), Stage.of(state), state, outcome, {**EMPTY, **table})


def written(campaign: Campaign, played: Played, reader: Reader, kind: str, language: str | None = None) -> str:
    """Return the report of a stage in a format."""
    return writing.render(campaign, played, reader, form_of(kind), language, DIALECTS.get(kind))


# What people may write ---------------------------------------------------------------------------------------

NASTY = (
    "[b]gras",
    "[/b]",
    "[/td][/tr][/table][b]",
    "[/list][/code]",
    "[*]",
    "[img]http://x/y.png[/img]",
    "[url=http://x.fr]ici[/url]",
    "[[b]]x[[/b]]",
    "<script>alert(1)</script>",
    "</title></style><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    '" onmouseover="alert(1)" x="',
    "' onmouseover='alert(1)",
    "<b>gras</b> <!-- caché -->",
    "javascript:alert(1)",
    "{{ 7*7 }}",
    "{% raw %}{% endraw %}",
    "{# rien #}",
    "{n} {player} {0} %s %(x)s",
    "`code` ``",
    "```",
    "**gras** __gras__",
    "_x_ *x* ~~x~~",
    "# titre #",
    "- item",
    "+ item",
    "* item",
    "1. x",
    "1) x",
    "> cité",
    "---",
    "===",
    "| a | b |",
    "|---|---|",
    "[x]: http://x.fr",
    "![x](http://x/y.png)",
    "[x](http://x.fr)",
    "<http://x.fr>",
    "&amp; &lt;b&gt;",
    "&#91;b&#93; &#x5b;",
    "\\[b\\] \\",
    "\\",
    "deux\nlignes",
    "deux\r\n\r\n# lignes",
    "trois\u2028lignes\u2029et\x85une",
    "\u202eà l’envers\u202c",
    "a\u200b\u200d\ufeffb\u2066",
    "nul\x00 \x1b[31mrouge\x07",
    "    en retrait\t!",
    "8) ;) :) :( :-) :D :lol: :o :x :P :| :?: :!: :mrgreen:",
    "http://x.fr/a www.x.fr ftp://x.fr/b HTTPS://X.FR mailto:a@x.fr",
    "@everyone @here <@123> luc@example.org #salon",
    "« $x^2$ » – … ‘x’",
)
INNOCENT = "quelqu’un"

SPACES = "\u00a0\u202f"
"""No-break spaces, which show as they are."""


def shown(sentence: str) -> str:
    """Return what is to be seen of ``sentence``: one line, nothing invisible."""
    return squeezed("".join(" " if invisible(character) else character for character in sentence))


def invisible(character: str) -> bool:
    return unicodedata.category(character)[0] in "CZ" and character not in SPACES


def nasty_report(text: str, names: bool = True) -> tuple[Campaign, Played]:
    """Return a turn in which ``text`` stands wherever somebody may write: in the title, in notes, in names of files.

    With ``names`` it is also the name of a player and of a camp, though no schema lets it through.
    """
    name = text if names else INNOCENT
    other = f"autre {name}"
    zones = tuple((1, y) for y in range(1, 6)), tuple((5, y) for y in range(1, 6))
    camps = (Camp(name, (name, "Luc", "Max"), name, zones[0]), Camp("rouge", (other, "Rita", "Zoé"), other, zones[1]))
    setting = Setting(Playground(5, 5, "closed"), camps)
    state = State("turn", 8)
    state.pieces = {
        name: Piece(name, name, "mystique", (1, 1)),
        "Luc": Piece("Luc", name, "agile", (2, 2), extra_moves=2),
        other: Piece(other, "rouge", "archer", (3, 3)),
        "Rita": Piece("Rita", "rouge", "professeur", (2, 1)),
    }
    state.ghosts = {
        "Max": Ghost("Max", name, "brute", (3, 3)),
        "Zoé": Ghost("Zoé", "rouge", "terreur", (1, 1)),
    }
    orders: dict[str, Any] = {
        name: {"reveal": [3, 3]},
        "Luc": {"move": "right"},
        other: {"aim": [3, 5], "stop": True},
        "Rita": {"reorder": {"action": f"aim {name}", "before": "aim rouge"}},
        "Max": {"capture": name},
    }
    refused = [{"source": text, "players": [name]}]
    kept = {"absent": [name], "notes": {other: text}, "refused": refused}
    return campaign_on(setting, title=text), played_on(setting, state, orders, **kept)
