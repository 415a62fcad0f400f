"""What people write stays text in every format, and reports are cut into posts that stand on their own."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import commands
from support.depth import deep, examples, few, sample
from support.report_parsers import (
    BOARDS,
    INNOCENT,
    KINDS,
    NASTY,
    Document,
    bbcode_html,
    bbcode_tags,
    bracketed,
    campaign_on,
    form_of,
    html_page,
    invisible,
    markdown_html,
    nasty_report,
    played_on,
    read,
    shown,
    squeezed,
    tags_of,
    written,
)
from tsewnart.pairs import some_tables

from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.stages import Played
from adjudicator.core.stage import MJ, PUBLIC, Reader, camp_reader, player_reader
from adjudicator.games.tsewnart.board import Board
from adjudicator.games.tsewnart.state import ROLES, Camp, Ghost, Piece, Setting, State
from adjudicator.reports.markup import DIALECTS, finished, posts
from adjudicator.reports.writing import ReportOptions, cut, posts_of


def seen(document: Document) -> list[str]:
    return [squeezed(bracketed(text)) for text in document.texts]


# What people write stays text ---------------------------------------------------------------------------------

READERS = ("public", "camp", "player", "mj")


def _reader(kind: str, name: str) -> Reader:
    return {"public": PUBLIC, "mj": MJ, "camp": camp_reader(name), "player": player_reader(name)}[kind]


@few(2)
@pytest.mark.parametrize(("kind", "whose"), sample(product(KINDS, READERS), 7))
def test_what_people_write_shows_as_they_wrote_it(kind: str, whose: str) -> None:
    for text in NASTY:
        campaign, played = nasty_report(text, names=kind != "text")
        name = campaign.players[0]
        say = campaign.voice().catalogue.say
        texts = seen(read(written(campaign, played, _reader(whose, name), kind), kind))
        title = say(f"report.{whose}", title=text, stage=say("phase.turn", turn="8"), name=name)
        assert texts[0] == shown(title)
        if whose == "mj":
            assert shown(say("report.note", player=f"autre {name}", note=text)) in texts
            assert shown(say("report.refused.by", names=name, source=text)) in texts
        if whose != "public":
            assert shown(name) in texts, "no row of this player"
            assert shown(say("unit.piece", role="Mystique", cell="(1;1)")) in texts
        assert shown(name) in texts, "no row of this camp"


@few(2)
@pytest.mark.parametrize(("kind", "whose"), sample(product(KINDS, READERS), 7))
def test_what_people_write_makes_no_element(kind: str, whose: str) -> None:
    """The tree of tags is that of the same report with a harmless word in its place."""
    innocent = _structure(kind, whose, INNOCENT)
    for text in NASTY:
        assert _structure(kind, whose, text) == innocent, text


def _structure(kind: str, whose: str, text: str) -> Any:
    campaign, played = nasty_report(text, names=kind != "text")
    report = written(
        campaign, played, _reader(whose, campaign.players[0] if whose == "player" else next(iter(campaign.camps))), kind
    )
    if kind in BOARDS:
        return bbcode_tags(report, kind), tags_of(html_page(bbcode_html(report, kind), strict=False))
    if kind == "markdown":
        return tags_of(html_page(markdown_html(report), strict=False))
    if kind == "html":
        return tags_of(html_page(report))
    return read(report, kind).shape


@few(2)
@pytest.mark.parametrize("kind", KINDS)
def test_nothing_invisible_gets_through(kind: str) -> None:
    for text in NASTY:
        report = written(*nasty_report(text), MJ, kind)
        assert {c for c in report if invisible(c) and c not in " \n\u2060"} == set(), text


@pytest.mark.parametrize("text", NASTY)
def test_the_page_of_a_nasty_title_is_named_by_it(text: str) -> None:
    page = html_page(written(*nasty_report(text), PUBLIC, "html"))
    assert squeezed("".join(page.find("head/title").itertext())) == shown(f"{text}\u00a0: tour 8")


# Smileys and links: boards make them of text that has no tags ----------------------------------------------

_SMILEYS = (
    *(
        ":D",
        ":-D",
        ":)",
        ":-)",
        ":(",
        ":-(",
        ":o",
        ":-o",
        ":?",
        ":-?",
        "8)",
        "8-)",
        ":x",
        ":-x",
        ":P",
        ":-P",
        ";)",
        ";-)",
    ),
    *(":|", ":-|", ":lol:", ":oops:", ":cry:", ":evil:", ":twisted:", ":roll:", ":wink:", ":!:", ":?:", ":idea:"),
    *(":arrow:", ":mrgreen:", ":shock:", ":grin:", ":smile:", ":sad:", ":eek:", ":cool:", ":mad:", ":razz:"),
)
_SMILEY = re.compile("|".join(rf"(?<!\w){re.escape(smiley)}(?!\w)" for smiley in _SMILEYS), re.IGNORECASE)
_LINK = re.compile(r"[a-z][a-z\d+.-]*://[^\s<>]|\bwww\.\w|[\w.+-]+@[\w-]+\.\w", re.IGNORECASE)


def smileys(report: str) -> list[str]:
    """Return what a board would make smileys of, each with what stands around it."""
    text = re.sub(r"\[code\].*?\[/code\]|```.*?```|\[[^]]*\]", "", report, flags=re.DOTALL)
    return [text[max(0, found.start() - 20) : found.end() + 5] for found in _SMILEY.finditer(text)]


@few(2)
@pytest.mark.parametrize("kind", ["forumotion", "phpbb", "markdown"])
@pytest.mark.parametrize("whose", sample(READERS, 2))
def test_no_smiley_and_no_link_comes_of_what_people_write(kind: str, whose: str) -> None:
    for text in NASTY:
        campaign, played = nasty_report(text)
        report = written(campaign, played, _reader(whose, text), kind)
        assert not _LINK.findall(report), text
        assert not [smiley for smiley in smileys(report) if "8)" not in smiley or kind != "markdown"], text


@pytest.mark.parametrize("kind", ["forumotion", "phpbb"])
@pytest.mark.parametrize("whose", sample(READERS, 2))
def test_no_element_comes_of_what_people_write_on_a_board_that_lets_html_through(kind: str, whose: str) -> None:
    """Read as a page, a post is text from its beginning to its end, with every sign that was in it."""
    for text in NASTY:
        campaign, played = nasty_report(text)
        report = written(campaign, played, _reader(whose, text), kind)
        page = html_page(report, strict=False)
        assert {element.tag for element in page.iter()} == {"html", "head", "body"}, text
        assert "".join(page.itertext()).strip() == report.strip(), text


@few(2)
@pytest.mark.parametrize("kind", ["forumotion", "phpbb"])
@pytest.mark.parametrize("turn", [8, 18])
@pytest.mark.parametrize("language", ["fr", *deep("en")])
def test_no_smiley_comes_of_a_number(kind: str, turn: int, language: str) -> None:
    """A parenthesis that ends in 8 would become a face with dark glasses."""
    for table in some_tables(20):
        setting = replace(table.setting, board=Board(8, 8, "closed"))
        state = table.state.copy()
        state.turn = turn - 1
        for piece in list(state.pieces.values())[:1]:
            piece.cell = (8, 8)
        campaign, played = campaign_on(setting, language=language), played_on(setting, state, table.orders)
        for reader in (PUBLIC, player_reader(next(iter(setting.roster))), MJ):
            assert not smileys(written(campaign, played, reader, kind))


def test_a_cell_copied_from_a_post_is_understood(tmp_path: Path) -> None:
    folder = commands.campaign(tmp_path / "partie", "turn-1", commands.EVERY_ROLE.replace("9x6", "9x8"))
    copied = finished("(8;8)", "bbcode").strip("\n")
    assert copied == "(8;8\u2060)"
    commands.send(folder, commands.orders("Nina", 1, f"{{révéler: {copied}}}"))


# Cutting -------------------------------------------------------------------------------------------------------


@cache
def long_report() -> tuple[Campaign, Played]:
    """Return a turn of four camps on the largest board that is recommended, with much written by the players."""
    camps, state = [], State("turn", 3)
    for i, name in enumerate(("bleu", "rouge", "vert", "noir")):
        zone = tuple((x, y) for x in (3 * i + 1, 3 * i + 2) for y in range(1, 11))
        players = tuple(f"{name} {n}" for n in range(1, 10))
        camps.append(Camp(name, players, players[0], zone))
        for n, player in enumerate(players[:5]):
            role = ("brute", "agile", "dement", "savant", "archer")[n]
            state.pieces[player] = Piece(player, name, role, zone[n], teleports=1, extra_moves=2)
        for n, player in enumerate(players[5:]):
            state.ghosts[player] = Ghost(player, name, "terreur", zone[-n // 2])
    setting = Setting(Board(12, 10, "torus"), tuple(camps))
    orders = {player: {"move": "right"} for player in setting.roster}
    notes = {player: f"Je demande au MJ, {player}, de bien vouloir lire ceci. " * 6 for player in setting.roster}
    return campaign_on(setting), played_on(setting, state, orders, notes=notes)


Cut = tuple[str, list[str], str, int]


def cut_report(campaign: Campaign, played: Played, reader: Reader, kind: str, limit: int) -> Cut:
    whole = written(campaign, played, reader, kind)
    parts = cut(whole, form_of(kind), limit, campaign.voice())
    return whole, parts, kind, limit


def bodies(parts: list[str]) -> list[str]:
    """Return the posts without the lines that number them."""
    if len(parts) == 1:
        return parts
    numbers = [f"Message {i} sur {len(parts)}" for i in range(1, len(parts) + 1)]
    assert [part.splitlines()[-1].replace("\u00a0", " ") for part in parts] == numbers
    return [part.rstrip("\n").rpartition("\n")[0].rstrip("\n") for part in parts]


def units(text: str, kind: str) -> list[str]:
    """Return the lines, or rows of tables, in which there is something to read."""
    if kind == "markdown":
        text = re.sub(r"^\|.*\n\|[-|]+$", "", text, flags=re.MULTILINE).replace("```", "")
    if kind in BOARDS:
        text = re.sub(r"\[/?(?:list|code|table)\b[^\]]*\]", "\n", text.replace("[/tr]", "[/tr]\n"))
    return [line for line in text.split("\n") if line.strip() and line != "[*]…"]  # the entry that goes on


def board_blocks(whole: str, kind: str) -> list[str]:
    pattern = {
        "forumotion": r'\[table [^\]]*cellpadding="6"\].*?\[/table\]',
        "phpbb": r"\[code\].*?\[/code\]",
        "markdown": r"```.*?```",
        "text": r"(?:^ *\d[ \d]*\n)(?:^[ \d]+[+|].*\n)+",
    }[kind]
    return re.findall(pattern, whole, re.DOTALL if kind != "text" else re.MULTILINE)


HEADINGS = {"bbcode": r"\[(b|size).*\[/\1\]", "markdown": "#+ .*", "text": r"(?:.+\n)+(?:=+|-+)"}

BESIDES_A_LINE = 40
"""What a post must have besides a line that is too long for it: its number, the opening of a list."""
BESIDES_A_BOARD = 70
"""What a post must have besides a board: its number, the heading; the first has the title too."""


def check_posts(made: Cut) -> None:
    whole, parts, kind, limit = made
    if len(whole) <= limit:
        assert parts == [whole]
        return
    texts = bodies(parts)
    assert len(parts) > 1
    for part in parts:
        assert len(part) <= limit or max(map(len, units(part, kind))) > limit - BESIDES_A_LINE, part
        assert part.endswith("\n")
        if kind in BOARDS:
            bbcode_tags(part, kind)
            assert not re.search(r"\[(list|table|code)\b[^\]]*\]\s*\[/\1\]", part), "something empty"
            assert not re.search(r"\[table[^\]]*\]\n|\n\[/table\]|\[/tr\]\n", part), "an empty line above a table"
    assert [unit for text in texts for unit in units(text, kind)] == units(whole, kind)
    assert not [text for text in texts if not units(text, kind)], "an empty post"
    for text in texts:
        last = text.split("\n\n")[-1]
        assert not re.fullmatch(HEADINGS[form_of(kind)], last), f"a heading comes last: {last}"
    title = whole.partition("\n\n")[0]
    for board in board_blocks(whole, kind):
        if len(title) + len(board) + BESIDES_A_BOARD <= limit:
            assert any(board.strip("\n") in text for text in texts), f"a board is cut: {board}"


def parsed(made: Cut) -> list[str]:
    """Return what is read of all posts, each by itself."""
    _, parts, kind, _ = made
    return [text for body in bodies(parts) for text in read(body, kind).texts]


CUT_KINDS = ("text", "forumotion", "phpbb", "markdown")


@pytest.fixture(scope="module", autouse=True)
def _drawn() -> None:
    """Draw the tables before a test of Hypothesis begins: one cannot run in another."""
    some_tables(40)


@examples(50)
@given(st.integers(0, 39), st.sampled_from(CUT_KINDS), st.integers(500, 5000), st.integers(0, 5))
def test_any_report_cut_anywhere(number: int, kind: str, limit: int, whose: int) -> None:
    table = some_tables(40)[number]
    played = played_on(table.setting, table.state, table.orders, notes={"Max": "un mot au MJ " * 9})
    readers = [PUBLIC, camp_reader(table.setting.camp_names[0]), player_reader(list(table.setting.roster)[-1])]
    check_posts(cut_report(campaign_on(table.setting), played, [*readers, MJ, MJ, MJ][whose], kind, limit))


@examples(20)
@given(st.sampled_from(CUT_KINDS), st.integers(500, 12000))
def test_a_long_report_cut_anywhere(kind: str, limit: int) -> None:
    check_posts(cut_report(*long_report(), MJ, kind, limit))


@pytest.mark.parametrize("kind", CUT_KINDS)
def test_each_post_reads_on_its_own(kind: str) -> None:
    """Where no board and no table is cut, the posts together say just what the whole says."""
    made = cut_report(*long_report(), MJ, kind, 12_000)
    assert len(made[1]) > 2
    whole = read(made[0], kind).texts
    heads = {"Joueur", "Avant", "Après", "Ordres"}  # stand again in the next post, where the board's markup has them
    assert [text for text in parsed(made) if text not in heads] == [text for text in whole if text not in heads]


@pytest.mark.parametrize("kind", CUT_KINDS)
def test_a_title_on_several_lines_stays_with_what_follows(kind: str) -> None:
    campaign, played = long_report()
    titled = campaign_on(campaign.setting, title="La très grande partie de tous ceux qui jouent au bord du gué, " * 3)
    for limit in (700, 1000, 2000):
        for reader in (PUBLIC, camp_reader("bleu"), MJ):
            check_posts(cut_report(titled, played, reader, kind, limit))


def test_the_limit_is_the_board_s_own() -> None:
    campaign, played = long_report()
    for name, limit in (("forumotion", 50_000), ("phpbb", 60_000)):
        assert DIALECTS[name].max_chars == limit
        longer = played._replace(table={**played.table, "notes": {"bleu 1": "mot " * 200, "bleu 2": "x"}})
        longer.table["notes"] = {f"{player} {i}": "un mot " * 60 for player in campaign.players for i in range(6)}
        whole = written(campaign, longer, MJ, name)
        assert len(whole) > limit
        posts = posts_of(campaign, longer, MJ, "bbcode", ReportOptions(forum=name))
        assert posts == cut(whole, "bbcode", limit, campaign.voice())
        assert len(posts) > 1 and all(len(post) <= limit for post in posts)
    assert posts_of(campaign, longer, MJ, "text") == [written(campaign, longer, MJ, "text")]
    assert posts_of(campaign, longer, MJ, "markdown") == [written(campaign, longer, MJ, "markdown")]
    assert posts_of(campaign, longer, MJ, "html", ReportOptions(max_chars=500)) == [
        written(campaign, longer, MJ, "html")
    ]


CAMPS = ("bleu", "rouge", "vert", "noir")


@pytest.fixture(scope="module")
def talkative(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign of forty players who write much to the MJ."""
    folder = tmp_path_factory.mktemp("long") / "partie"
    players = {camp: [f"{camp} {letter}" for letter in "ABCDEFGHIJ"] for camp in CAMPS}
    zones = [f"{3 * i + 1}-{3 * i + 2}" for i in range(4)]
    camps = [f"  {c}: {{zone: {{colonnes: {z}}}, joueurs: {players[c]}}}" for c, z in zip(CAMPS, zones, strict=True)]
    text = commands.TWO.partition("camps:")[0].replace("6x3", "12x10").replace("fermé", "sphérique")
    folder.mkdir()
    (folder / "inbox").mkdir()
    (folder / "campaign.yaml").write_text(text + "camps:\n" + "\n".join(camps) + f"\ngraine: {commands.SEED}\n")
    for phase, values in (("roles", [*ROLES]), ("placement", [f"({{x}};{y})" for y in range(1, 11)])):
        for i, camp in enumerate(CAMPS):
            each = ", ".join(f"{p}: {g.format(x=3 * i + 1)}" for p, g in zip(players[camp], values, strict=False))
            commands.send(folder, f"camp: {camp}\n{phase}: {{{each}}}\n")
        commands.good("resolve", folder)
    for camp in CAMPS:
        for i, player in enumerate(players[camp]):
            note = f"note: {'un long mot au MJ ' * 100}\n"
            commands.drop(folder, f"{camp}-{i}.yaml", f"joueur: {player}\ntour: 1\nordres: rien\n{note}")
    commands.good("submit", folder)
    commands.play(folder)
    return folder


def test_a_long_report_is_published_in_parts(talkative: Path) -> None:
    reports = commands.stage_folder(talkative, "turn-1") / "reports"
    names = sorted(path.name for path in reports.glob("mj*.bbcode"))
    assert names == ["mj.2.bbcode", "mj.bbcode"]
    asked = ("report", talkative, "--for", "mj", "--format", "bbcode")
    for part, name in ((1, "mj.bbcode"), (2, "mj.2.bbcode")):
        data = (reports / name).read_bytes()
        assert 10_000 < len(data.decode()) <= DIALECTS["forumotion"].max_chars
        assert commands.printed(*asked, "--part", part) == data
        assert data in commands.printed(*asked)
    assert [path.name for path in reports.glob("mj*.txt")] == ["mj.txt"]
    assert commands.printed("report", talkative, "--for", "mj") == (reports / "mj.txt").read_bytes()
    assert commands.printed("report", talkative, "--format", "html") == (reports / "public.html").read_bytes()


@pytest.mark.parametrize("form", sample(["text", "bbcode", "markdown"], 3))
def test_the_command_cuts_and_prints_one_post(talkative: Path, form: str) -> None:
    asked = ("report", talkative, "--for", "mj", "--format", form, "--max-chars", 5000)
    together = commands.printed(*asked).decode()
    first = commands.printed(*asked, "--part", 1).decode()
    total = int(re.findall(r"Message\s1\ssur\s(\d+)", first)[0])
    posts = [commands.printed(*asked, "--part", i).decode() for i in range(1, total + 1)]
    assert total > 2
    for i, post in enumerate(posts, 1):
        assert post in together
        assert re.search(rf"Message\s{i}\ssur\s{total}\n$", post)
    assert commands.run(*asked, "--part", total + 1).code == 2


def test_more_than_a_hundred_posts_keep_to_the_limit() -> None:
    text = "\n\n".join(f"{i} {'x' * 240}" for i in range(400)) + "\n"
    parts = posts(text, 516, "text", lambda number, total: f"Message {number} sur {total}")
    assert len(parts) > 100
    assert max(map(len, parts)) <= 516
    assert "Message 101 sur 200" in parts[100]


def test_a_list_in_a_list_goes_on_under_an_entry() -> None:
    """A list directly in a list is no list to a browser: the entry that goes on is marked."""
    details = "\n".join(f"[*]fantôme {i} perd ses ordres" for i in range(60))
    text = f"[b]1.[/b] terreur\n[list]\n[*]Paul terrorise (1;1)\n[list]\n{details}\n[/list]\n[*]Rita aussi\n[/list]\n"
    parts = posts(text, 700, "bbcode", lambda number, total: f"{number}/{total}")
    assert len(parts) > 2
    assert all(part.startswith("[list]\n[*]…\n[list]\n[*]fantôme") for part in parts[1:])
    assert [line for part in parts for line in part.splitlines() if "perd" in line] == details.splitlines()
    for part in parts:
        bbcode_tags(part, "phpbb")
