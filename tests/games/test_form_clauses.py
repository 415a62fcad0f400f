"""Orders with conditions in forms by clicks, in a real browser: the file, the page and ``check`` agree on each of them.

Clauses are put together at random, good and bad ones: what the page finds wrong ``check`` refuses, and nothing else.
"""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml
from playwright.sync_api import Browser
from support import depth
from support.browser import Clauser, Left, watch
from support.campaigns import situations
from support.leaks import NOON
from support.suites import ORDERED

from adjudicator.core.standing_orders import IF
from adjudicator.desk.reception import judged
from adjudicator.forms.click_page import form_pages
from adjudicator.orders.inbox import DroppedFile
from adjudicator.speech.voice import Voice
from adjudicator.table.situation import Situation, situation_at

EVERY_DAY, DEEP = 6, 300
"""How many situations of each game are tried; in some there is nothing that an order could hang on."""
AT_ONCE = 3
"""How many clauses are put together, at most."""


@pytest.mark.parametrize("number", [EVERY_DAY, *depth.deep(DEEP)])
@pytest.mark.parametrize("game", depth.one_of(ORDERED, 1))
def test_clauses_are_written_said_and_refused_as_check_has_it(
    game: str, number: int, browser: Browser, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page, chance, given_so, met = browser.new_page(), random.Random(f"clauses {game}"), Counter[str](), Counter[bool]()
    seen = watch(page)
    clauser = Clauser(page, chance)
    for n, (now, player) in enumerate(situations(game, number)):
        language = ("fr", "en")[n % 2]
        situation, voice = situation_at(now, NOON), now.campaign.voice(language)
        [data] = form_pages(situation, [player], voice).values()
        path = tmp_path / f"{n}.html"
        path.write_bytes(data)
        clauser.open(path.as_uri())
        if not page.locator("#si-add").count():
            continue
        for _ in range(chance.randrange(1, AT_ONCE + 1)):
            clauser.add()
        left = clauser.left()
        where = f"{path} {player}: {left}"
        assert written(left, voice) == [one.sorted() for one in clauser.clauses], where
        met[agreed(situation, left, language, where)] += 1
        given_so.update(clauser.named)
    page.close()
    assert [one for one in seen if not one.startswith("file:")] == []
    with capsys.disabled():
        print(f"\n{game}: {dict(met)} {dict(sorted(given_so.items()))}")
    assert met[True] and (met[False] or number == EVERY_DAY)


def written(left: Left, voice: Voice) -> list[Any]:
    """Return what stands in the file as clauses, each with its facts, those that it excepts, its orders, in order."""
    word = {key: voice.word("clauses", key) for key in (IF, "and", "or", "unless", "then", "once")}
    document = yaml.load(left.file, yaml.BaseLoader)
    standing = document[voice.word("envelope", "standing")]
    return [_parts(clause, word) for clause in standing[word[IF]]]


def _parts(clause: dict[str, Any], word: dict[str, str]) -> Any:
    own = [{key: value} for key, value in clause.items() if key not in word.values()]
    groups = [*clause.get(word["and"], ()), *clause.get(word["or"], ())]
    unless = clause.get(word["unless"], [])
    facts = _facts([*own, *groups])
    excepted = _facts([unless] if isinstance(unless, dict) else unless)
    then = clause.get(word["then"]) or {}
    orders = [("", then)] if isinstance(then, str) else _facts([then])
    return facts, excepted, orders, word["or"] in clause, word["once"] in clause


def _facts(groups: list[dict[str, Any]]) -> list[tuple[str, str]]:
    return sorted((name, flat(value)) for group in groups for name, value in group.items())


def flat(value: Any) -> str:
    """Return an argument or an order as one text."""
    if isinstance(value, dict):
        return " ".join(sorted(f"{key}={flat(inner)}" for key, inner in value.items()))
    return ", ".join(sorted(value)) if isinstance(value, list) else str(value)


def agreed(situation: Situation, left: Left, language: str, where: str) -> bool:
    """Tell whether what was written is accepted, as the page says it is; then both say the same of it."""
    [(submission, _)] = judged(situation, [DroppedFile("-", left.file.encode(), "pasted")], language)
    voice = situation.campaign.voice(language)
    faults = [voice.fault(fault) for fault in submission.faults]
    assert submission.accepted == (not left.wrongs), (where, faults)
    if submission.accepted:
        assert {voice.receipt(receipt) for receipt in submission.receipts.values()} == {left.said}, where
    return submission.accepted
