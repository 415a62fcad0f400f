"""Forms by clicks, in a real browser: the file, the page and ``check`` all say what is chosen.

Situations are drawn from those that the leak tests use: any stage of any game.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from playwright.sync_api import Browser
from support import depth, leaks
from support.browser import Clicker, Written, watch
from support.campaigns import offered, situations
from support.leaks import NOON, progress
from support.suite import drawn
from support.suites import ORDERED, suite_of

from adjudicator.campaign.stages import Progress
from adjudicator.desk.reception import judged
from adjudicator.forms.click_page import form_pages
from adjudicator.games.tsewnart.state import ROLES
from adjudicator.orders.inbox import DroppedFile
from adjudicator.table.situation import Situation, situation_at

EVERY_DAY, DEEP = 3, 300
"""How many situations of each game are tried."""
MORE = 300
"""From how many more those are taken that offer what was not chosen in them."""
TABLES = 8
"""Of how many pairs of tables pages are compared."""
MENDING = 20
"""How many more things are done on a page that says that something is wrong."""


@pytest.mark.parametrize("number", [EVERY_DAY, *depth.deep(DEEP)])
@pytest.mark.parametrize("game", depth.one_of(ORDERED, 0))
def test_what_is_clicked_is_what_is_written_said_and_understood(
    game: str, number: int, browser: Browser, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page, given_so = browser.new_page(), Counter[str]()
    seen = watch(page)
    clicker = Clicker(page, random.Random(f"clicks {game}"))
    more = MORE if number == DEEP else 0
    for n, (now, player) in enumerate(situations(game, number + more)):
        if n >= number and not missing(game, given_so) & set(offered(now, player)):
            continue
        language = ("fr", "en")[n % 2]
        path = tmp_path / f"{n}.html"
        situation = situation_at(now, NOON)
        [data] = form_pages(situation, [player], now.campaign.voice(language)).values()
        path.write_bytes(data)
        clicker.open(path.as_uri())
        clicker.fill(clicker.chance.randrange(1, 12))
        written = clicker.written()
        for _ in range(MENDING):
            if written.chosen and not written.file:
                clicker.fill(1)
                written = clicker.written()
        where = f"{path} {player}: {written}"
        assert bool(written.file) == bool(written.chosen) or written.troubles, where
        if written.file:
            stands = flat(yaml.safe_load(written.file), language, now)
            assert [stands.pop(path) == text for path, text in written.either if path in stands] in ([], [True]), where
            assert stands == dict(written.chosen), where
            given_so.update(understood(situation, written, language, where))
    page.close()
    assert [one for one in seen if not one.startswith("file:")] == []
    with capsys.disabled():
        print(f"\n{game}: {len(given_so)} {dict(sorted(given_so.items()))}")
    assert number < DEEP or not missing(game, given_so), "all that there is to choose was chosen"


def test_a_text_of_blanks_alone_counts_as_empty(browser: Browser, tmp_path: Path) -> None:
    page, path = browser.new_page(), tmp_path / "form.html"
    for now, player in situations("zfate", EVERY_DAY):
        [data] = form_pages(situation_at(now, NOON), [player], now.campaign.voice("fr")).values()
        path.write_bytes(data)
        page.goto(path.as_uri())
        field = page.locator("#units input[type=text]").first
        if field.count():
            break
    for text, is_chosen in (("il rit", True), ("  ", False)):
        field.fill(text)
        field.blur()
        assert bool(page.inner_text("#file") or page.inner_text("#troubles")) is is_chosen
    assert field.input_value() == ""
    page.close()


STEPS = ("up", "down", "left", "right")
YES_NO = ("True", "False")
EVERYTHING = {
    "tsewnart": [
        *(f"{order} {way}" for order in ("move", "extra_move", "swap") for way in (*STEPS, "cell")),
        *(f"{order} cell" for order in ("teleport", "sanctify", "reveal", "aim", "terrorise", "examine", "placement")),
        *(f"{order} {answer}" for order in ("surrender", "stop", "conceal") for answer in YES_NO),
        *(f"pull {way}" for way in STEPS),
        *(f"steer_ghost to {way}" for way in (*STEPS, "cell")),
        *(f"steer_ghost {key}" for key in ("cell", "player")),
        *(f"examine {key}" for key in ("cell", "camp")),
        *(f"reorder {key}" for key in ("action", "before", "after")),
        *(f"roles {role}" for role in ROLES),
        "shoot True",
        "capture",
    ],
    "clocktower": ["choose names", "if_dead", "nominate names", "shoot", "claim", "votes yes", "votes no"],
    "resistance": ["squad names", "target", "vote yes", "vote no", "mission success", "mission failure"],
}
"""Of the games of which all is demanded: each order, each of its keys, each word that a value may be.

Of names, cells and items of the order of play it is one.
A ghost told by its camp, which needs a cell and a way too and no player, is chosen by chance once in a thousand times:
``test_form_in_a_browser`` chooses it. A Butler who votes is as rare, and his ballot is not asked for.
"""


def missing(game: str, given_so: Counter[str]) -> set[str]:
    """Return the orders of which something has not been chosen yet."""
    return {one.split()[0] for one in set(EVERYTHING.get(game, ())) - reduced(given_so)}


def reduced(given_so: Counter[str]) -> set[str]:
    """Return what was chosen without the names among it: with the first two words, with the first and the last."""
    words = [one.split() for one in given_so]
    return {*given_so, *(" ".join(one[:2]) for one in words), *(f"{one[0]} {one[-1]}" for one in words)}


def flat(document: Any, language: str, now: Progress) -> dict[tuple[str, ...], str]:
    """Return what stands in a file below the lines that say whose it is, by the keys that lead to it."""
    words = now.campaign.voice(language)
    envelope = {words.word("envelope", key) for key in ("player", "turn", "key", "note")}
    found: dict[tuple[str, ...], str] = {}

    def walk(value: Any, path: tuple[str, ...]) -> None:
        if isinstance(value, dict):
            for key, inner in value.items():
                walk(inner, (*path, str(key)))
        elif path[0] not in envelope:
            text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
            found[path] = ", ".join(sorted(map(str, value))) if isinstance(value, list) else text

    walk(document, ())
    return found


def understood(situation: Situation, written: Written, language: str, where: str) -> Iterator[str]:
    """Judge what was written as ``check`` does; yield the orders that it holds, with the words in them."""
    dropped = DroppedFile("-", written.file.encode(), "pasted")
    [(submission, _)] = judged(situation, [dropped], language)
    voice = situation.campaign.voice(language)
    assert submission.accepted, (where, [voice.fault(fault) for fault in submission.faults])
    said = {voice.receipt(receipt) for receipt in submission.receipts.values()}
    assert said == {written.said}, where
    for orders in (*submission.orders.values(), *submission.standing.values()):
        for order, value in orders.items():
            yield order
            yield from (f"{order} {word}" for word in words_in(value))


def words_in(value: Any) -> Iterator[str]:
    """Yield what of a value its schema tells apart: words, keys with words under them, a word for cells and lists."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from (f"{key} {word}" for word in words_in(inner))
    elif isinstance(value, list):
        yield "cell" if all(isinstance(one, int) for one in value) else "names"
    elif isinstance(value, (str, bool)):
        yield str(value)


def pages_of(now: Progress) -> dict[str, bytes]:
    """Return the pages of all who may choose something, made one after the other."""
    players = [player for player in now.campaign.players if offered(now, player)]
    return form_pages(situation_at(now, NOON), players, now.campaign.voice())


@depth.few(1)
@pytest.mark.parametrize("game", ORDERED)
def test_what_another_player_was_asked_is_not_what_a_page_tells(game: str) -> None:
    """Pages made one after the other share what is alike for all; each is the page that is made alone."""
    chance = random.Random("kept")
    sides = [side for pair in drawn(suite_of(game), leaks.EVERY_DAY)[:TABLES] for side in (pair.one, pair.two)]
    for now in [progress(side, when) for side in sides for when in ("before", "after")]:
        if now.stage is not None and (pages := pages_of(now)):
            player = chance.choice([player for player in now.campaign.players if offered(now, player)])
            [(name, page)] = form_pages(situation_at(now, NOON), [player], now.campaign.voice()).items()
            assert without_luck(page) == without_luck(pages[name])


def without_luck(page: bytes) -> bytes:
    """Return a page but for the word by chance that it proposes."""
    return re.sub(b'<input id="luck"[^>]*>', b"", page)
