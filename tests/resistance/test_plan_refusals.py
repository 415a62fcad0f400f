"""Orders of Le Plan that are wrong in several ways: the first refusal is the first of the page, stage by stage."""

from __future__ import annotations

import random
import re
from typing import Any

from resistance.plan import plan_game
from support.commands import ROOT

from adjudicator.core.stage import Table
from adjudicator.games.resistance.actions import objections, standing_objections
from adjudicator.games.resistance.plots import COPIES, SIDES
from adjudicator.games.resistance.views import player_view

PAGE = (ROOT / "docs" / "cas-resistance.md").read_text(encoding="utf-8")
WORDS = {
    "commandement": "chief",
    "complots": "give",
    "effets": "immediate",
    "opinion": "opinion",
    "vote": "vote",
    "après le vote": "after_vote",
    "surveillance": "close_eye",
}
OF_A_PROPOSAL = ("no-target", "target-missing", "target-done", "target-too-early", "squad-twice", "squad-size")


def rows(head: str) -> list[list[str]]:
    """The cells of a table of the page, the codes in its last cell as they stand."""
    table = PAGE.partition(head)[2].partition("\n\n")[0]
    return [line.strip("| ").split(" | ") for line in table.splitlines() if line.startswith("| ")]


def stages() -> dict[str, list[str]]:
    """The codes of each stage in the order of the page."""
    found = {row[0]: re.findall(r"`([a-z-]+)`", row[1]) for row in rows("| étape | codes |\n")}
    return {WORDS.get(word, "left"): codes for word, codes in found.items()}


def some(chance: random.Random, table: Table[Any, Any]) -> dict[str, Any]:
    """Orders of any stage, most of them wrong."""
    players, plots = table.setting.players, table.state.plots
    cards = list(plots.drawn) or chance.sample(list(COPIES), 2)
    names = [chance.choices(players, k=chance.randint(1, 3)), "nobody"]
    give = [{"plot": chance.choice([card, "spotlight"]), "to": chance.choice(players)} for card in cards]
    values: dict[str, Any] = {
        "chief": True,
        "pass": True,
        "give": give
        if chance.random() < 0.5
        else [dict(row, plot=card) for row, card in zip(give, cards, strict=True)],
        "squad": chance.choices(players, k=chance.randint(1, 5)),
        "target": chance.randint(1, 5),
        "overhear": [chance.choice(SIDES) for _ in range(chance.randint(1, 3))],
        "show": chance.choice(players),
        "take": {"plot": chance.choice(list(COPIES)), "from": chance.choice(players)},
        "vote": "yes",
        "no_confidence": False,
        "spotlight": chance.choice(players),
        "inspect": chance.choice(names),
        "both": True,
    }
    return {key: values[key] for key in chance.sample(list(values), chance.choice((0, 1, 2, 3, 13)))}


def test_the_first_refusal_of_a_stage_is_the_first_of_the_page() -> None:
    chance, page, met = random.Random("refusals"), stages(), dict[str, set[str]]()
    for table in [table for number in range(30) for table in plan_game(number)]:
        phase = table.state.phase
        if phase not in page:
            continue
        order = ["other-phase", *page[phase], *(("squad-missing", *OF_A_PROPOSAL) if phase == "give" else ())]
        for player in (*table.setting.players, table.state.commander):
            given = some(chance, table)
            if phase == "give" and chance.random() < 0.7:
                given = {key: value for key, value in given.items() if key in ("give", "squad", "target")}
            elif chance.random() < 0.7:
                given = {key: value for key, value in given.items() if key not in ("give", "squad", "target", "chief")}
            found = [each.code for each in objections(player_view(table.setting, table.state, player), given)]
            assert found == sorted(found, key=order.index), (phase, given)
            met.setdefault(phase, set()).update(found)
    for phase, codes in page.items():
        assert phase == "left" or set(codes) <= met[phase], phase


def test_what_is_left_is_judged_in_the_order_of_the_page() -> None:
    chance, page, met = random.Random("left"), stages()["left"], set[str]()
    for number in range(60):
        (_, table, *_) = plan_game(number % 5)
        player = chance.choice(table.setting.players)
        alone = {key: [player] for key in ("show", "give", "inspect") if chance.random() < 0.5}
        squad = chance.choices(table.setting.players, k=chance.choice((3, 8)))
        left = {**alone, "squad": squad, "mission": "failure"}
        found = [each.code for each in standing_objections(player_view(table.setting, table.state, player), left)]
        assert found == sorted(found, key=page.index), left
        met |= set(found)
    assert met == set(page)


def test_each_code_of_the_stages_has_its_reason_on_the_page() -> None:
    told = {row[0].strip("`") for row in [*rows("| pourquoi c’est refusé |\n"), *rows("avec Le Plan |\n")]}
    assert {code for codes in stages().values() for code in codes} <= told
