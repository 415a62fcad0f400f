"""Pages of positions in a browser, opened as files: one position at a time, by slider, keys, buttons and links."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from support.browser import shown_page, watch
from support.campaigns import played
from support.clocked import ALL, THREE_DAYS, cron, fresh_clock, put_table, tsewnart
from support.depth import deep, few, sample
from support.report_parsers import nasty_report, shown, squeezed

from adjudicator.core.stage import MJ, PUBLIC, camp_reader, player_reader
from adjudicator.reports.pages import history_page, position_id

PACE = 1200
"""Milliseconds that a position stands while they are played."""
PAGES = ["demo index end", "resistance index end", "demo history player-05", *deep("torus history mj")]


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page of its own, in which time stands still."""
    context = browser.new_context(timezone_id="Europe/Paris", locale="en")
    opened = context.new_page()
    opened.clock.install(time=datetime(2026, 11, 20, tzinfo=UTC))
    yield opened
    context.close()


def ids(page: Page) -> list[str]:
    """Return the positions of a page, the first one first."""
    found: list[str] = page.eval_on_selector_all(".position", "all => all.map(one => one.id).reverse()")
    return found


def seen(page: Page) -> str:
    """Return the one position that is to be seen, after which the slider, what is told and the address go."""
    (one,) = page.eval_on_selector_all(
        ".position", "all => all.filter(one => one.getClientRects().length).map(one => one.id)"
    )
    place = ids(page).index(one) + 1
    heading = page.inner_text(f"[id='{one}'] > h2")
    assert page.input_value("input[type=range]") == str(place)
    told = page.inner_text("output")
    assert told.startswith(heading)
    assert re.findall(r"\d+", told)[-2:] == [str(place), str(len(ids(page)))]
    assert page.get_attribute("input[type=range]", "aria-valuetext") == told
    return str(one)


@few(1)
@pytest.mark.parametrize("name", PAGES)
def test_the_last_position_is_seen_first_and_each_can_be_linked_to(page: Page, name: str) -> None:
    path = shown_page(name)
    said = watch(page)
    page.goto(path.as_uri())
    every = ids(page)
    assert seen(page) == every[-1]
    assert page.url == path.as_uri()
    for one in (every[0], every[len(every) // 2]):
        page.goto("about:blank")
        page.goto(f"{path.as_uri()}#{one}")
        assert seen(page) == one
    page.evaluate(f"location.hash = '{every[1]}'")
    page.wait_for_function(f"!document.getElementById('{every[1]}').hidden")
    assert seen(page) == every[1]
    page.go_back()
    page.wait_for_function(f"document.getElementById('{every[1]}').hidden")
    assert set(said) <= {path.as_uri(), "about:blank", *(f"{path.as_uri()}#{one}" for one in every)}


@few(1)
@pytest.mark.parametrize("link", ["#tour-99", "#", "#%", "#data", "#<b>"])
def test_a_link_that_leads_nowhere_shows_the_last_position(page: Page, link: str) -> None:
    said = watch(page)
    page.goto(shown_page("demo index end").as_uri() + link)
    assert seen(page) == "tour-12"
    assert len(said) == 1


@pytest.mark.deep
def test_links_name_turns_and_phases(page: Page) -> None:
    page.goto(shown_page("demo index end").as_uri() + "#tour-7")
    assert seen(page) == "tour-7"
    assert ids(page)[:3] == ["roles", "placement", "tour-1"]
    voice = played("resistance").campaign.voice()
    page.goto(shown_page("resistance index end").as_uri())
    assert ids(page) == [position_id(stage.stage, voice) for stage in played("resistance").stages]


@few(1)
@pytest.mark.parametrize("name", PAGES)
def test_keys_go_through_all_positions(page: Page, name: str) -> None:
    page.goto(shown_page(name).as_uri())
    every = ids(page)
    presses = [("Home", 0), ("ArrowLeft", 0), ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", -1)]
    for key, place in presses:
        page.keyboard.press(key)
        assert seen(page) == every[place], key
        assert page.url.endswith(f"#{every[place]}")
    page.keyboard.press("ArrowRight")
    assert seen(page) == every[-1]


def test_the_slider_and_buttons_do_too_and_can_be_used_without_a_mouse(page: Page) -> None:
    page.goto(shown_page("demo index end").as_uri())
    every = ids(page)
    page.fill("input[type=range]", "5")
    assert seen(page) == every[4]
    page.focus("input[type=range]")
    page.keyboard.press("ArrowRight")
    assert seen(page) == every[5]
    for does, place in (("before", 4), ("after", 5), ("first", 0), ("last", -1)):
        page.focus(f"[data-does={does}]")
        page.keyboard.press("Enter")
        assert seen(page) == every[place]
    assert page.is_disabled("[data-does=after]")
    assert page.is_disabled("[data-does=last]")
    assert page.is_enabled("[data-does=before]")


@few(1)
@pytest.mark.parametrize("start", ["key", "button"])
def test_positions_are_played_one_after_the_other_to_the_last(page: Page, start: str) -> None:
    page.goto(shown_page("demo index end").as_uri())
    every, button = ids(page), "[data-does=play]"
    play = page.inner_text(button)
    page.keyboard.press(" ") if start == "key" else page.click(button)
    assert seen(page) == every[0]
    stop = page.inner_text(button)
    assert stop != play
    for place in (1, 2, 3):
        page.clock.run_for(PACE)
        assert seen(page) == every[place]
    page.keyboard.press(" ") if start == "key" else page.click(button)
    page.clock.run_for(5 * PACE)
    assert (seen(page), page.inner_text(button)) == (every[3], play)
    page.click(button)
    page.keyboard.press("ArrowLeft")  # whoever goes elsewhere stops it
    page.clock.run_for(5 * PACE)
    assert seen(page) == every[2]
    page.click(button)
    page.clock.run_for(len(every) * PACE)
    assert (seen(page), page.inner_text(button)) == (every[-1], play)


@pytest.mark.deep
def test_keys_mean_what_they_always_do_where_they_are_needed(page: Page) -> None:
    """On a link the space bar plays nothing, and with other keys held down arrows are the browser's."""
    page.goto(shown_page("demo index end").as_uri() + "#tour-5")
    page.focus("#tour-5 summary")
    page.keyboard.press(" ")
    page.clock.run_for(3 * PACE)
    assert seen(page) == "tour-5"
    page.keyboard.press("Control+ArrowRight")
    assert seen(page) == "tour-5"


def test_without_its_script_a_page_has_all_positions_and_no_controls(browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(shown_page("demo index end").as_uri() + "#tour-7")
    assert page.locator(".position").count() == page.locator(".position:visible").count() == 14
    assert page.locator(".controls:visible").count() == 0
    context.close()


@pytest.mark.deep
def test_on_paper_there_is_the_last_position_alone(page: Page) -> None:
    page.goto(shown_page("demo index end").as_uri() + "#tour-7")
    page.emulate_media(media="print")
    visible = page.eval_on_selector_all(
        ".position", "all => all.filter(one => one.getClientRects().length).map(one => one.id)"
    )
    assert visible == ["tour-12"]
    assert page.locator(".controls:visible").count() == 0


# Until when ------------------------------------------------------------------------------------------------------


@pytest.fixture
def clock() -> Iterator[None]:
    yield from fresh_clock()


@few(1)
@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize(
    ("zone", "said"),
    [("Europe/Paris", ""), ("Asia/Tokyo", "(chez vous\u00a0: mardi 24 novembre"), ("America/Cayenne", "16:00 UTC−3)")],
)
def test_the_hour_is_said_in_the_zone_of_whoever_reads_too(
    browser: Browser, tmp_path: Path, zone: str, said: str
) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    put_table(folder, *ALL)
    cron(folder)
    context = browser.new_context(timezone_id=zone)
    page = context.new_page()
    page.goto((folder / "public" / "index.html").as_uri())
    assert page.get_attribute("time", "datetime") == "2026-11-23T20:00:00+01:00"
    text = squeezed(page.inner_text("time"))
    assert text.startswith("lundi 23 novembre à 20\u00a0h\u00a000")
    assert said in text
    assert bool(said) == ("chez vous" in text)
    context.close()


# What people write -----------------------------------------------------------------------------------------------


class Alone:
    """A campaign of which one stage is shown."""

    def __init__(self, campaign: Any, stage: Any) -> None:
        self.campaign, self._stage = campaign, stage

    def played(self, index: int) -> Any:
        return self._stage


TEXTS = "</script><script>alert(1)</script>", "\"'><b onload=alert(1)>", "<!--<script>", "]]>&lt;", "\u202ea\u200fb"


@few(2)
@pytest.mark.parametrize(("text", "kind"), sample(product(TEXTS, ["public", "camp", "player", "mj"]), 5))
def test_whatever_people_write_stays_text(page: Page, tmp_path: Path, text: str, kind: str) -> None:
    """In the data of the script too; and the script goes on."""
    readers = {"public": PUBLIC, "mj": MJ, "camp": camp_reader(text), "player": player_reader(text)}
    campaign, stage = nasty_report(text)
    path = tmp_path / "page.html"
    path.write_text(history_page(campaign, [(Alone(campaign, stage), readers[kind], 0)]), encoding="utf-8")  # type: ignore[list-item]
    said = watch(page)
    page.goto(path.as_uri())
    assert said == [path.as_uri()]
    assert page.locator("script").count() == 2
    page.keyboard.press("Home")
    assert seen(page) == ids(page)[0]
    assert shown(text)[:8] in squeezed(page.text_content("main") or "")
    assert page.locator("b[onload]").count() == 0
