"""Pages of boards cut into messages: real shapes, each with what must come of it; and what spite can do: nothing."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import datetime
from itertools import product
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st
from support.commands import calls
from support.depth import examples, few, is_deep, sample, share
from support.golden import Golden

from adjudicator.core.faults import Phrase
from adjudicator.reading.forum_message import Page, dated, same_author
from adjudicator.reading.forum_page import LARGEST_PAGE, page

PAGES = Path(__file__).parent / "forum"
NOW = datetime(2025, 11, 25, 12, 0, tzinfo=ZoneInfo("Europe/Paris"))
NAMES = ("Anna", "Luc", "Max", "Zoé")


def cut(text: str | bytes, messages: int | None = None, saved: bool = False) -> Page:
    return page(text.encode() if isinstance(text, str) else text, NOW, NAMES, messages, saved)


def told(found: Page) -> dict[str, Any]:
    """What a page came to, as the files beside the pages say it."""
    posts = []
    for post in found.posts:
        row: dict[str, Any] = {"author": post.author, "line": post.line, "text": post.text}
        row |= {"when": post.when.strftime("%Y-%m-%d %H:%M")} if post.when else {"written": post.written}
        row |= {"doubt": [post.doubt.key, post.doubt.values["line"]]} if post.doubt else {}
        row |= {"unseen": post.unseen.key} if post.unseen else {}
        posts.append(row)
    return {"posts": posts} | ({"doubt": found.doubt.key} if found.doubt else {})


@pytest.mark.parametrize("name", sorted(path.name for path in PAGES.glob("*") if path.suffix != ".yaml"))
def test_a_page_is_cut_into_what_stands_beside_it(name: str, golden: Golden) -> None:
    data = (PAGES / name).read_bytes()
    beside = PAGES / f"{name}.yaml"
    found = told(cut(data, saved=name.endswith(".html")))
    if golden.anew:
        beside.write_text(yaml.safe_dump(found, allow_unicode=True, sort_keys=False, width=110), encoding="utf-8")
    assert found == yaml.safe_load(beside.read_text(encoding="utf-8"))


def test_there_are_pages_of_every_board() -> None:
    names = [path.name for path in PAGES.glob("*.html")]
    for skin in ("phpbb2", "phpbb3", "punbb", "invision", "ipb", "modernbb", "awesomebb"):
        assert {f"forumotion-{skin}-sujet.html", f"forumotion-{skin}-mp.html"} <= {*names}
    assert {"phpbb33-sujet.html", "phpbb33-mp.html"} <= {*names}


@pytest.mark.parametrize("skin", ["phpbb2", "phpbb3", "punbb", "invision", "modernbb", "awesomebb"])
@pytest.mark.parametrize(
    "shown",
    [
        '<a href="/u31"><span style="color:#0099FF"><strong>Zoé</strong></span></a>',
        '<a href="/u31">Zoé</a>',
        "Zoé",
    ],
    ids=["in a group", "in none", "guest"],
)
def test_an_author_is_known_with_and_without_a_group(skin: str, shown: str) -> None:
    text = (PAGES / f"forumotion-{skin}-sujet.html").read_text(encoding="utf-8")
    text = text.replace("Anna", "Zoé")
    text = re.sub(r'<a href="/u\d+">(?:<span[^>]*>)?(?:<strong>)?Zoé(?:</strong>)?(?:</span>)?</a>', shown, text)
    assert shown in text
    post = cut(text, saved=True).posts[0]
    assert (post.author, post.doubt) == ("Zoé", None)


@pytest.mark.parametrize(
    ("around", "seen"),
    [
        ('<div hidden="">{}</div>', False),
        ('<span style="display: none">{}</span>', False),
        ('<p style="VISIBILITY:hidden;">{}</p>', False),
        ('<div class="spoiler"><div class="spoiler_content hidden" style="display:none">{}</div></div>', True),
        ("<b>{}</b>", True),
    ],
)
def test_what_a_browser_does_not_show_of_a_message_is_not_in_it(around: str, seen: bool) -> None:
    text = (PAGES / "forumotion-modernbb-mp.html").read_text(encoding="utf-8")
    found = cut(text.replace("haut\n</div>", "haut" + around.format("ou bas") + "</div>"), saved=True)
    assert ("ou bas" in found.posts[0].text) is seen


@pytest.mark.parametrize("end", ["déplacement: ha[...]", "[…]", "Lire la suite…", "Read more", "(…)"])
def test_a_message_that_the_board_cuts_short_is_not_whole(end: str) -> None:
    text = (PAGES / "forumotion-modernbb-mp.html").read_text(encoding="utf-8")
    (post,) = cut(text.replace("haut\n</div>", f"haut<br />{end}</div>"), saved=True).posts
    assert post.doubt is not None and post.doubt.key == "forum.doubt.cut"


def test_a_page_without_messages_is_told_as_such() -> None:
    page = '<!DOCTYPE html><html id="XF"><body>x</body></html>'
    assert cut(page, saved=True).doubt == Phrase("forum.unread-page")


@pytest.mark.parametrize(
    ("text", "when"),
    [
        ("Lun 24 Nov - 16:02", "2025-11-24 16:02"),
        ("Aujourd'hui à 10:12", "2025-11-25 10:12"),
        ("Aujourd’hui, 10:12", "2025-11-25 10:12"),
        ("Hier à 9:05", "2025-11-24 09:05"),
        ("Sam 22 Nov 2025 - 18:07", "2025-11-22 18:07"),
        ("lun. 24 nov. 2025 16:02", "2025-11-24 16:02"),
        ("Lundi 1er Décembre 2025 à 8h30", "2025-12-01 08:30"),
        ("Mon Nov 24, 2025 4:02 pm", "2025-11-24 16:02"),
        ("Mon 24 Nov - 16:02", "2025-11-24 16:02"),
        ("Today at 12:05 am", "2025-11-25 00:05"),
        ("Yesterday at 9:05 pm", "2025-11-24 21:05"),
        ("24/11/2025 16:02", "2025-11-24 16:02"),
        ("2025-11-24 16:02", "2025-11-24 16:02"),
        ("Mar 30 Déc - 16:02", None),  # to come, or of long ago: that day was no Tuesday in a year that could be meant
        ("Lun 31 Fév - 16:02", None),
        ("il y a 5 minutes", None),
        ("Il y a moins d’une minute", None),
        ("2 hours ago", None),
    ],
)
def test_dates_of_boards(text: str, when: str | None) -> None:
    found = dated(f"par Zoé {text}", NOW)
    assert found is not None
    assert found.end == len(f"par Zoé {text}")
    assert (found.when.strftime("%Y-%m-%d %H:%M") if found.when else None) == when


@pytest.mark.parametrize("text", ["tour: 4", "déplacement: (3;5)", "à 18:30 je pars", "en 2025", "12:30", "Lun 24 Nov"])
def test_what_is_no_date(text: str) -> None:
    assert dated(text, NOW) is None


def test_a_page_that_is_too_large_or_no_text() -> None:
    for data, why in ((b" " * (LARGEST_PAGE + 1), "too-big"), (b"\x89PNG\r\n\0\0", "no-text"), (b" \n", "empty")):
        found = cut(data)
        assert found.doubt is not None
        assert (found.doubt.key, found.posts) == (f"forum.{why}", ())


# What spite can do -------------------------------------------------------------------------------------------

ORDER = "tour: 1\nordres:\n  déplacement: haut"
FORGED = "tour: 1\nordres:\n  déplacement: bas"


def by(name: str, subject: str, body: str, hour: str) -> str:
    return f"{name}\n    Messages : 12\n\n{subject}\nMessage par {name} » lun. 24 nov. 2025 {hour}\n\n{body}\nHaut\n\n"


def subject_line(name: str, subject: str, body: str, hour: str) -> str:
    head = f"MessageSujet: {subject}   Lun 24 Nov - {hour}"
    return f"{name}\nAventurier\n\nMessages : 12\n\n{head}\n\n{body}\nRevenir en haut Aller en bas\n"


def numbered(name: str, subject: str, body: str, hour: str) -> str:
    return f"1 {subject} Lun 24 Nov - {hour}\n\n{name}\nAventurier\nMessages : 12\n\n{body}\n\nRevenir en haut\n"


def labelled(name: str, subject: str, body: str, hour: str) -> str:
    return f"De :\t{name}\nÀ :\tMJ\nPosté le :\tLun 24 Nov - {hour}\nSujet :\t{subject}\n\n{body}\n\n"


def private(name: str, subject: str, body: str, hour: str) -> str:
    head = f"Envoyé : lun. 24 nov. 2025 {hour}\nDe : {name}\nÀ : MJ"
    return f"{name}\n    Messages : 12\n\n{subject}\n{head}\n\n{body}\nHaut\n\n"


def bare(name: str, subject: str, body: str, hour: str) -> str:
    return f"par {name} » lun. 24 nov. 2025 {hour}\n\n{body}\n\n"


def in_row(name: str, subject: str, body: str, hour: str) -> str:
    return f"{name}\tSujet: {subject}   Lun 24 Nov - {hour}\nAventurier\nMessages: 12\n\n{body}\n\nRevenir en haut\n"


def trailing(name: str, subject: str, body: str, hour: str) -> str:
    return f"{subject}\npar {name} Lun 24 Nov - {hour}\n\n{body}\n{name}\nMessages : 12\nHaut\n"


Board = Callable[[str, str, str, str], str]
BOARDS: list[Board] = [by, subject_line, numbered, labelled, private, bare, in_row, trailing]

LINES = [
    "",
    "Zoé",
    "Luc",
    "Max",
    "Aventurier",
    "Messages : 12",
    "Localisation : Zoé",
    "Haut",
    "Revenir en haut",
    "Revenir en haut Aller en bas",
    "Répondre",
    "2 messages • Page 1 sur 1",
    "Re: Ordres",
    "MessageSujet: Re: Ordres   Lun 24 Nov - 17:00",
    "2 Re: Ordres Lun 24 Nov - 17:00",
    "Message par Zoé » lun. 24 nov. 2025 17:00",
    "par Zoé » lun. 24 nov. 2025 17:00",
    "par Zoé Lun 24 Nov - 17:00",
    "par Zoé le Lun 24 Nov - 17:00",
    "Zoé\tSujet: Re: Ordres   Lun 24 Nov - 17:00",
    "De : Zoé",
    "De :\tZoé",
    "À : MJ",
    "Posté le : Lun 24 Nov - 17:00",
    "Envoyé : lun. 24 nov. 2025 17:00",
    "Sujet : Ordres",
    "__________________",
    "Dernière édition par Zoé le Lun 24 Nov - 16:10, édité 1 fois",
    "Zoé a écrit :",
    "[quote]",
    '[quote="Zoé";p=13]',
    "[quote=Zoé post_id=13 time=1764000000 user_id=3]",
    "[/quote]",
    "[code]",
    "Nous sommes le lun. 24 nov. 2025 16:02",
    "tour: 1",
    "ordres:",
    "  déplacement: bas",
    "déplacement: bas",
    "joueur: Zoé",
    FORGED,
    "<div class='post'>",
    "</div>",
]
HOSTILE = st.lists(st.sampled_from(LINES) | st.text(max_size=20), max_size=14).map("\n".join)
ONE_LINE = st.sampled_from([line for line in LINES if "\n" not in line]) | st.text(max_size=20).map(
    lambda text: " ".join(text.split())
)


def sure(found: Page) -> list[tuple[str, str]]:
    """The messages that would be taken, whose, and what they say."""
    return [(post.author, post.text) for post in found.posts if post.doubt is None and post.unseen is None]


def refuse_forged(found: Page, written: Sequence[tuple[str, str]], spiteful: str) -> None:
    """All that is sure of anybody but one is what he wrote, once for each time that he wrote it."""
    others = Counter(each for each in sure(found) if each[0].casefold() != spiteful.casefold())
    assert others <= Counter((author, f"{text}\n") for author, text in written)


@pytest.mark.parametrize("board", BOARDS)
def test_without_spite_all_is_cut_and_sure_when_counted(board: Board) -> None:
    written = [("Zoé", ORDER), ("Luc", ORDER), ("Zoé", FORGED)]
    text = "".join(board(name, "Re: Ordres", body, f"1{n}:00") for n, (name, body) in enumerate(written))
    found = cut(text, 3)
    expected = [(name, f"{body}\n") for name, body in written]
    if board in (trailing, bare):  # above the first head stand words that could be anybody's; no end is to be seen
        assert [(post.author, post.text) for post in found.posts] == expected
    else:
        assert sure(found) == expected
    assert len(sure(cut(text))) <= 1
    assert len(sure(cut(text, 2))) <= 1


@few(5)
@pytest.mark.parametrize("board", BOARDS)
@examples(40)
@given(
    hostile=st.lists(HOSTILE, min_size=1, max_size=2),
    subject=ONE_LINE,
    order=st.permutations([0, 1, 2, 3]),
    counted=st.booleans(),
)
@example(hostile=[""], subject="Zoé\tSujet: Re: Ordres   Lun 24 Nov - 17:00", order=[2, 1, 0, 3], counted=False)
@example(
    hostile=["a[quote][/quote]", f'[/quote][/quote][quote="Max"]x[/quote][quote="Zoé"]{FORGED}'],
    subject="",
    order=[1, 0, 2, 3],
    counted=True,
)
def test_whatever_somebody_writes_nobody_elses_message_is_made_or_changed(
    board: Board, hostile: list[str], subject: str, order: list[int], counted: bool
) -> None:
    """In a copied page. What he writes may leave others in doubt."""
    theirs = [("Zoé", ORDER, "Re: Ordres"), ("Luc", ORDER, "Re: Ordres")]
    pool = [*((*each,) for each in theirs), *(("Max", body, subject) for body in hostile)]
    posts = [pool[n] for n in order if n < len(pool)]
    text = "".join(board(name, about, body, f"1{n}:00") for n, (name, body, about) in enumerate(posts))
    found = cut(text, len(posts) if counted else None)
    refuse_forged(found, [(name, body) for name, body, _ in theirs], "Max")


@pytest.mark.parametrize("board", BOARDS)
@examples(30)
@given(
    hostile=HOSTILE, subject=ONE_LINE, name=st.sampled_from(["Zoé »", "Zoé le", "Zoe", "Zoé -", "Zоé", "X Zoé", "Zoé,"])
)
def test_a_name_that_looks_like_another_is_another(board: Board, hostile: str, subject: str, name: str) -> None:
    found = cut(board(name, subject, hostile, "16:00"))
    for author, _ in sure(found):
        assert author.casefold() != "zoé" or "Zoé" in hostile.split("\n", maxsplit=1)[0]


@examples(40)
@given(text=st.text() | HOSTILE, saved=st.booleans())
def test_no_text_is_more_than_it_can_bear(text: str, saved: bool) -> None:
    cut(text.encode("utf-8", "surrogatepass"), saved=saved)


@examples(30)
@given(data=st.binary(max_size=300))
def test_no_bytes_are(data: bytes) -> None:
    cut(data)
    cut(b"<html>" + data, saved=True)


# Spite in saved pages ----------------------------------------------------------------------------------------

OF_FORUMACTIF = [
    f"forumotion-{skin}" for skin in ("phpbb2", "phpbb3", "punbb", "invision", "ipb", "modernbb", "awesomebb")
]
SKINS = ["phpbb33", *OF_FORUMACTIF]
OF_MAX = re.compile(r"<blockquote.*?déplacement: bas", re.DOTALL)
TAGS = [
    "div",
    "span",
    "p",
    "table",
    "tr",
    "td",
    "dl",
    "dd",
    "dt",
    "ul",
    "li",
    "b",
    "strong",
    "a",
    "section",
    "blockquote",
]
CLASSES = ["post", "postbody", "content", "entry-content", "username", "name", "author", "postprofile", "posthead", "x"]


def saved_page(skin: str, body: str) -> str:
    """A saved page in which Max has written that, as it stands in the page."""
    text = (PAGES / f"{skin}-sujet.html").read_text(encoding="utf-8")
    made, count = OF_MAX.subn(lambda _: body, text)
    assert count == 1
    return made


def others_of(found: Page) -> list[tuple[str, str]]:
    return [each for each in sure(found) if each[0] != "Max"]


@few(2)
@pytest.mark.parametrize("skin", SKINS)
@examples(30)
@given(hostile=HOSTILE)
def test_no_text_in_a_saved_page_is_more_than_text(skin: str, hostile: str) -> None:
    honest = others_of(cut(saved_page(skin, "rien"), saved=True))
    assert len(honest) >= 2
    body = "<br />".join(html.escape(line) for line in hostile.split("\n"))
    found = cut(saved_page(skin, body), saved=True)
    assert others_of(found) == honest
    assert [post.author for post in found.posts].count("Max") == 1


def elements() -> st.SearchStrategy[str]:
    """Elements within each other, all closed."""
    words = st.sampled_from(["Zoé", "par Zoé", "De :", "lun. 24 nov. 2025 18:00", "tour: 1<br>déplacement: bas", "x"])
    return st.recursive(
        words,
        lambda inner: st.builds(
            lambda tag, name, parts: f'<{tag} class="{name}">{"".join(parts)}</{tag}>',
            st.sampled_from(TAGS),
            st.sampled_from(CLASSES),
            st.lists(inner, max_size=3),
        ),
        max_leaves=12,
    )


@few(2)
@pytest.mark.parametrize("skin", SKINS)
@examples(share(120, SKINS))
@given(body=st.lists(elements(), max_size=3).map("".join))
def test_no_element_in_a_message_is_another_message(skin: str, body: str) -> None:
    honest = others_of(cut(saved_page(skin, "rien"), saved=True))
    found = cut(saved_page(skin, body), saved=True)
    assert others_of(found) in (honest, [])


@few(2)
@pytest.mark.parametrize("skin", SKINS)
@examples(share(120, SKINS))
@given(
    parts=st.lists(
        st.sampled_from(["<div>", "</div>", "<table>", "</table>", "</td></tr></table>", "<tr>", "</dd></dl>"])
        | elements(),
        max_size=8,
    )
)
def test_a_page_that_is_not_closed_as_it_was_opened_is_refused(skin: str, parts: list[str]) -> None:
    """Where a board lets HTML through."""
    honest = others_of(cut(saved_page(skin, "rien"), saved=True))
    body = "".join(parts)
    loose = sum(body.count(f"<{tag}") - body.count(f"</{tag}>") for tag in ("div", "table", "tr"))
    found = cut(saved_page(skin, body), saved=True)
    if loose:
        assert Counter(others_of(found)) <= Counter(honest)


BOXES = ["table><tr><td", "blockquote><div", "b", "ul><li", "span"]


@few(1)
@pytest.mark.parametrize(("skin", "box"), sample(product(SKINS, BOXES), 6))
def test_of_a_message_of_too_many_boxes_within_each_other_it_is_told_and_the_others_are_taken(
    skin: str, box: str
) -> None:
    honest = others_of(cut(saved_page(skin, "rien"), saved=True))
    closed = "".join(f"</{tag.rstrip('>')}>" for tag in reversed(f"{box}>".split("<")))
    few, many = (cut(saved_page(skin, f"<{box}>" * n + closed * n), saved=True) for n in (40, 3000))
    assert (others_of(few), others_of(many)) == (honest, honest)
    assert "Max" in dict(sure(few))
    doubts = {post.author: post.doubt.key for post in many.posts if post.doubt}
    assert doubts == {"Max": "forum.doubt.too-deep"}


# What a board shows ------------------------------------------------------------------------------------------

NAMED = ["{}", "<strong>{}</strong>", '<span class="guest">{}</span>', '<a href="/u7">{}</a>']
NAMED += ['<a href="/u7"><span style="color:#CC0000"><strong>{}</strong></span></a>']
NAMED += ['<span style="color:#CC0000"><a href="/u7"><b>{}</b></a></span>']


@pytest.mark.parametrize("kind", ["sujet", "mp"])
@pytest.mark.parametrize("shown", NAMED)
@pytest.mark.parametrize("skin", OF_FORUMACTIF)
def test_members_with_and_without_a_group_and_guests_are_read(skin: str, shown: str, kind: str) -> None:
    text = (PAGES / f"{skin}-{kind}.html").read_text(encoding="utf-8")
    honest = sure(cut(text, saved=True))
    linked = re.compile(r'<a href="/u(?:3|31)">(?:<span[^>]*><strong>)?Zoé(?:</strong></span>)?</a>')
    made, count = linked.subn(shown.format("Zoé"), text)
    assert count
    found = sure(cut(made, saved=True))
    needs_a_link = kind == "mp" and skin == "forumotion-awesomebb" and shown == "{}"  # « De Zoé à Luc à Max »
    assert found == ([] if needs_a_link else honest)


HIDDEN = ['style="display: none;"', 'style="color:red; DISPLAY:none !important"', 'style="visibility:hidden"', "hidden"]
HIDDEN += ['style="opacity: 0"', 'hidden="until-found"']


@few(16)
@pytest.mark.parametrize("how", HIDDEN)
@pytest.mark.parametrize("skin", SKINS)
def test_what_a_browser_does_not_show_is_not_there(skin: str, how: str) -> None:
    honest = others_of(cut(saved_page(skin, "rien"), saved=True))
    found = cut(saved_page(skin, f"tour: 1<br />vote: oui<span {how}><br />vote: non</span>"), saved=True)
    assert others_of(found) == honest
    assert dict(sure(found))["Max"] == "tour: 1\nvote: oui\n"
    assert [post.notes for post in found.posts if post.author == "Max"] == [(Phrase("forum.note.hidden-part"),)]
    whole = cut(saved_page(skin, f"<div {how}>tour: 1<br />vote: non</div>"), saved=True)
    assert {post.author: post.unseen for post in whole.posts}["Max"] == Phrase("forum.unseen.hidden")


@pytest.mark.parametrize("skin", SKINS)
def test_what_an_author_has_folded_a_click_opens(skin: str) -> None:
    folded = '<div class="spoiler"><div style="display:none">tour: 1<br />vote: oui</div></div>'
    assert dict(sure(cut(saved_page(skin, folded), saved=True)))["Max"] == "tour: 1\nvote: oui\n"


@pytest.mark.parametrize("skin", OF_FORUMACTIF)
def test_a_message_of_somebody_ignored_is_shown_as_such(skin: str) -> None:
    """Forumactif folds it away whole, below a line of its own."""
    text = (PAGES / f"{skin}-sujet.html").read_text(encoding="utf-8")
    frame = re.compile(r'(?=<(?:div|tr)[^>]* class="post[^>]*post--33")')
    if "awesomebb" in skin:
        note = '<div class="post-wrap post-hidden"><div class="block"><div class="block-footer" style="display: none;">'
        made = frame.sub(note, text, count=1).replace("\n</div></body>", "</div></div></div>\n</div></body>")
    else:
        made = re.sub(
            r'(<(?:div|tr)(?:(?! style)[^>])* class="post[^>]*post--33[^>]*?)(?: style="")?>',
            r'\1 style="display:none">',
            text,
        )
    found = cut(made, saved=True)
    assert [name for name, _ in sure(found)] == ["Zoé", "Luc"]
    assert [(post.author, post.doubt) for post in found.posts if post.unseen] == [("Max", None)]


STATES = [("deleted", "deleted"), ("unapproved", "unapproved"), ("post_ignore", "ignored"), ("post-hidden", "hidden")]


@pytest.mark.parametrize(("mark", "why"), STATES)
@pytest.mark.parametrize("folded", [True, False])
def test_what_phpbb_shows_to_moderators_alone(mark: str, why: str, folded: bool) -> None:
    """Opened by a click, too, before the page was saved."""
    text = (PAGES / "phpbb33-supprime.html").read_text(encoding="utf-8")
    bare = (
        text.replace('bg2 deleted"', f'bg2 {mark}"')
        .replace("post-notice deleted", "x")
        .replace("post_deleted_msg", "x")
    )
    made = bare if folded else bare.replace(' style="display: none;"', "")
    made = made.replace('class="ignore"', 'class="x"')
    found = cut(made, saved=True)
    assert sure(found) == [("Anna", "tour: 2\nvote: oui\n"), ("Bruno", "tour: 2\nvote: non\n")]
    assert found.posts[2].unseen == Phrase(f"forum.unseen.{why}")


def test_a_search_result_is_the_beginning_of_a_message() -> None:
    phpbb = (
        '<div class="search post bg2"><div class="inner"><dl class="postprofile"><dt class="author">par '
        '<a href="./u7" class="username">Zoé</a></dt><dd class="search-result-date">lun. 24 nov. 2025 16:02</dd></dl>'
        '<div class="postbody"><h3><a href="#p7">Re: Ordres</a></h3><div class="content">tour: 1</div></div>'
        "</div></div>"
    )
    awesome = (
        '<div class="block block-blogrow"><div class="block-content"><h2><a href="/t4#7">Ordres</a></h2>'
        '<div class="block-blogrow-content">tour: 1</div><div class="block-footer">par <a href="/u7">Zoé</a> le '
        "Lun 24 Nov - 16:02<br />Forum: <strong>Ordres</strong></div></div></div>"
    )
    for result in (phpbb, awesome):
        [post] = cut(f"<html><body>{result}</body></html>", saved=True).posts
        assert (post.author, post.doubt and post.doubt.key) == ("Zoé", "forum.doubt.cut")


def test_a_topic_of_phpbb2_with_one_message_has_the_author_whom_it_names() -> None:
    """Above it stands « Auteur | Message », which is no row of a private message."""
    text = (PAGES / "forumotion-phpbb2-sujet.html").read_text(encoding="utf-8")
    first, last = text.index('<tr class="post post--32"'), text.rindex("</table>\n</div>")
    alone = text[:first].replace(' colspan="2">Message</th>', ">Message</th>") + text[last:]
    assert [name for name, _ in sure(cut(alone, saved=True))] == ["Zoé"]


def test_a_private_message_of_phpbb2_may_show_a_picture_of_its_author() -> None:
    text = (PAGES / "forumotion-phpbb2-mp.html").read_text(encoding="utf-8")
    named = '<a href="/u3">Zoé</a></span></td>'
    assert named in text
    pictured = text.replace(named, f'{named}<td rowspan="4"><img src="a.png" alt="Luc" /></td>')
    assert sure(cut(pictured, saved=True)) == sure(cut(text, saved=True)) != []


TAKEN_AWAY = [
    "Ce message a été supprimé par Zoé le lun. 24 nov. 2025 17:45. Afficher ce message",
    "Message supprimé par Zoé le lun. 24 nov. 2025 17:45.",
    "This post has been deleted.",
    "Ce message est en attente d’approbation.",
    "This post is not visible to other users until it has been approved",
    "Ce message a été rédigé par Zoé, que vous ignorez actuellement. Afficher ce message",
]


@pytest.mark.parametrize("line", TAKEN_AWAY)
@pytest.mark.parametrize("board", [by, private, bare])
def test_what_a_board_says_of_a_message_that_it_does_not_show_is_doubt_in_a_copy(line: str, board: Board) -> None:
    """It may stand in that message, or below another: the head of the one that is hidden is hidden with it."""
    found = cut(board("Luc", "Re: Ordres", f"{ORDER}\nHaut\nZoé\n{line}", "16:02"))
    assert sure(found) == []
    found = cut(board("Zoé", "Re: Ordres", f"{line}\n{ORDER}", "16:02"))
    assert [post.doubt and post.doubt.key for post in found.posts] in (["forum.doubt.gone"], ["forum.doubt.above"])


def test_a_board_s_rules_are_no_message() -> None:
    text = (PAGES / "forumotion-modernbb-sujet.html").read_text(encoding="utf-8")
    words = '<table class="postbody"><tr><td class="rules content">Soyez sages</td></tr></table>'
    rules = f'<div class="post row1" id="forum_rules">{words}</div>'
    found = cut(text.replace("\n</div></body>", f"{rules}\n</div></body>"), saved=True)
    assert len(found.posts) == 3


@few(2)
@pytest.mark.parametrize(
    "text",
    [
        '<div class="post">' * 100_000,
        "<table><tr><td>" * 60_000,
        "<table><tr><td>" * 4_000,
        "<div>" + "<b>" * 20_000 + "</i>" * 60_000,
    ],
    ids=["messages", "many tables", "tables", "never closed"],
)
def test_what_would_take_for_ever_is_refused_early(text: str) -> None:
    """Each message, or table, within another is looked at as if it were the one that frames all below it."""
    assert cut(f"<html>{text}", saved=True).doubt == Phrase("forum.entangled")


MESSAGE = '<div class="post"><div class="content">x</div>'
PROFILE = MESSAGE + '<div class="postprofile">'
WITHIN = {
    "messages": '<div class="post">' * 2000,
    "authors": MESSAGE + '<div class="author">' * 2000 + "par <a>Zoé</a>",
    "a long text": PROFILE + '<b class="username">' * 300 + "Zoé " * 200_000,
    "a long style": PROFILE + '<b class="username">' * 300 + f'<i style="{"a " * 400_000}">',
}


@few(1)
@pytest.mark.parametrize("name", WITHIN)
def test_elements_within_each_other_are_refused_after_a_bounded_number_of_visits(name: str) -> None:
    """All that is done again for each level is counted, also for a page that has few elements for a page."""
    assert cut(f"<html>{WITHIN[name]}", saved=True).doubt == Phrase("forum.entangled")


def test_each_element_of_an_unknown_page_is_compared_with_the_signs_of_boards_once() -> None:
    small, large = ("<html>" + '<i class="x"></i>' * number for number in (500, 2000))
    assert calls(lambda: cut(large, saved=True)) < 100 * 2000
    assert calls(lambda: cut(large, saved=True)) < 5 * calls(lambda: cut(small, saved=True))


@pytest.mark.parametrize("saved", [True, False])
def test_comments_by_the_thousand_above_a_page_are_read_once(saved: bool) -> None:
    """With a way to end each comment at any later one, these would be tried for years."""
    doubts = {"<p>": "forum.nothing", "<html>": "forum.unread-page" if saved else "forum.html"}
    for begun, doubt in doubts.items():
        assert cut("<!-- x -->\n" * 1000 + begun, saved=saved).doubt == Phrase(doubt)


@pytest.mark.parametrize("begun", ["<!--", "<![CDATA[", "<![if ", "<?x ", '<a href="', "<", "</"])
@pytest.mark.parametrize("end", ["", ">"])
def test_what_begins_again_and_again_and_never_ends_is_read_once(begun: str, end: str) -> None:
    page_of = "<html>{}" + begun * 100_000 + end
    assert cut(page_of.format(""), saved=True).doubt == Phrase("forum.unread-page")


@pytest.mark.parametrize("odd", ["<![foo>", "<![1>", "<![temp[x]]>", "<!-->", "</>", "<!>", f"&#{'9' * 5000};"])
def test_odd_markup_outside_messages_changes_none(odd: str) -> None:
    text = (PAGES / "phpbb33-sujet.html").read_text(encoding="utf-8")
    assert told(cut(text.replace("</body>", f"{odd}</body>"), saved=True)) == told(cut(text, saved=True))


def test_one_comment_that_never_ends_hides_no_message() -> None:
    text = (PAGES / "phpbb33-sujet.html").read_text(encoding="utf-8")
    odd = text.replace("</body>", "<script>var a = '<!--' + '<![CDATA[';</script></body>")
    assert odd != text
    assert told(cut(odd, saved=True)) == told(cut(text, saved=True))


def test_names_of_pictures_by_the_thousand_are_looked_at_once() -> None:
    """To look up for each what stands above them all would take hours."""
    below = "Voir le profil de l'utilisateur\n" * (60_000 if is_deep() else 12_000)
    found = cut(f"Zoé\nMessages : 3\n\nMessageSujet: a   Lun 24 Nov 2025 - 16:02\n\n{ORDER}\nRevenir en haut\n{below}")
    assert [post.author for post in found.posts] == ["Zoé"]


def test_a_name_is_anothers_if_one_letter_of_it_is_another() -> None:
    assert same_author("Zoé", "ZOÉ") and same_author("Jean  Luc", "jean\u00a0luc")
    for other in ("Boriſ", "Boris\u200b", "Ｂoris", "Bоris"):
        assert not same_author(other, "Boris"), other
    assert not same_author("So\ufb01a", "Sofia")
