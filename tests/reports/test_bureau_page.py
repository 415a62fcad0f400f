"""The MJ's bureau in a browser: what is copied, ticked and shown, by hand and by keyboard, and in poorer browsers."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.base import AXE_FILE_PATH
from playwright.sync_api import Browser, BrowserContext, Page
from support.browser import found, last_bureau, show, watch
from support.clocked import fresh_clock
from support.commands import TWO, campaign, good, table
from support.depth import deep, few

from adjudicator.post.bureau import texts_of
from adjudicator.speech.voice import one_line

SAYS_COPIED = "span:text-is('Copié'):visible"
NO_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', {value: undefined});"
CANNOT_COPY = f"{NO_CLIPBOARD} document.execCommand = () => false;"
KEEPS_NOTHING = (
    "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('x', 'SecurityError'); }});"
)


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """What one MJ's browser keeps."""
    made = browser.new_context(
        permissions=["clipboard-read", "clipboard-write"], viewport={"width": 900, "height": 800}
    )
    yield made
    made.close()


def bureau(example: str = "demo") -> Path:
    return last_bureau(example)


def opened(context: BrowserContext, path: Path, script: str = "") -> Page:
    page = context.new_page()
    if script:
        page.add_init_script(script)
    page.goto(path.as_uri())
    return page


def clipboard(context: BrowserContext) -> str:
    """What the clipboard holds, as another page reads it."""
    page = context.new_page()
    page.goto("about:blank")
    page.set_content("<textarea></textarea>")
    page.focus("textarea")
    page.keyboard.press("Control+V")
    text = page.input_value("textarea")
    page.close()
    return text


def done(page: Page) -> int:
    return int(page.inner_text("#done"))


def until_done(page: Page, count: int) -> None:
    page.wait_for_function("count => document.getElementById('done').textContent === String(count)", arg=count)


def ticks(page: Page) -> list[bool]:
    found: list[bool] = page.eval_on_selector_all(".tick input", "all => all.map(one => one.checked)")
    return found


def focused(page: Page) -> str:
    """The file of the post on which the focus is."""
    file: str = page.evaluate("document.activeElement.closest('.post')?.dataset.file ?? ''")
    return file


# Copies ------------------------------------------------------------------------------------------------------


@few(1)
@pytest.mark.parametrize(
    ("example", "script"),
    [
        pytest.param("resistance-targeted", "", id="clipboard"),
        pytest.param("resistance-targeted", NO_CLIPBOARD, id="selection"),
        *deep(("demo", "")),
    ],
)
def test_each_post_is_copied_to_the_character_one_after_the_other(
    context: BrowserContext, example: str, script: str
) -> None:
    path = bureau(example)
    page = opened(context, path, script)
    texts = texts_of(path.read_bytes())
    for number, text in enumerate(texts, 1):
        page.click("#next")
        until_done(page, number)
        assert clipboard(context) == text
    assert page.locator("#all").is_visible()
    assert page.locator("#next").is_hidden()
    assert f"{len(texts)}" in page.inner_text("[role=status]")
    assert page.evaluate("document.activeElement.id") == "bar"


@pytest.mark.deep
def test_a_copy_is_ticked_and_the_next_that_is_not_comes_under_the_finger(context: BrowserContext) -> None:
    page = opened(context, bureau())
    page.locator(".long").nth(1).click()
    until_done(page, 1)
    assert ticks(page)[:3] == [False, True, False]
    assert "/camp-02" in focused(page)
    assert page.evaluate("document.activeElement.matches('.long')")
    page.locator(".tick input").nth(3).check()
    page.locator(".long").nth(2).click()
    until_done(page, 3)
    assert focused(page) == page.locator(".post").nth(4).get_attribute("data-file")
    box = page.locator(".post").nth(4).bounding_box()
    assert box is not None and 0 < box["y"] < 800
    page.locator(".long").last.click()
    until_done(page, 4)
    assert focused(page) == page.locator(".post").first.get_attribute("data-file")
    assert page.locator(SAYS_COPIED).count() == 1


@pytest.mark.deep
def test_a_line_is_copied_and_ticks_nothing(context: BrowserContext) -> None:
    page = opened(context, bureau())
    page.locator("section .short").first.click()
    page.wait_for_selector(f".short {SAYS_COPIED}")
    assert clipboard(context) == page.locator("section .line input").first.input_value() == "Agathe"
    assert done(page) == 0


@pytest.mark.deep
def test_where_nothing_can_be_copied_the_text_is_selected_and_the_page_says_what_to_do(context: BrowserContext) -> None:
    path = bureau()
    page = opened(context, path, CANNOT_COPY)
    assert page.locator("#refused").is_hidden()
    page.click("#next")
    page.wait_for_selector("#refused:visible")
    chosen = (
        "document.activeElement.value.slice(document.activeElement.selectionStart, document.activeElement.selectionEnd)"
    )
    assert page.evaluate(chosen) == texts_of(path.read_bytes())[0]
    assert done(page) == 0
    page.keyboard.press("Control+C")
    assert clipboard(context) == texts_of(path.read_bytes())[0]


def test_the_keyboard_alone_is_enough(context: BrowserContext) -> None:
    path = bureau()
    page = opened(context, path)
    for _ in range(3):
        page.keyboard.press("Tab")  # the account, and what copies the next one
        if page.evaluate("document.activeElement.id") == "next":
            break
    texts = texts_of(path.read_bytes())
    for number, text in enumerate(texts[:4], 1):
        page.keyboard.press("Enter")
        until_done(page, number)
        if number in (1, 4):
            assert clipboard(context) == text
    page.keyboard.press("Shift+Tab")
    assert page.evaluate("document.activeElement.matches('.tick input')")
    page.keyboard.press("Space")
    until_done(page, 5)
    page.keyboard.press("Space")
    until_done(page, 4)


# Ticks -------------------------------------------------------------------------------------------------------


def two_turns(folder: Path) -> Path:
    """The page of a campaign whose last stage is turn 1, and of which all before its reports has been posted."""
    campaign(folder, "turn-2", TWO)
    rows = good("posted", folder, "--json").json()
    first = next(row["number"] for row in rows if row["stage"] == "0003-turn-1" and row["kind"] == "public")
    good("posted", folder, f"1-{first - 1}")
    return folder / "bureau.html"


@pytest.mark.deep
def test_ticks_stay_but_not_for_a_post_that_was_made_anew(context: BrowserContext, tmp_path: Path) -> None:
    path = two_turns(tmp_path / "p")
    page = opened(context, path)
    for number in range(1, 5):
        page.click("#next")
        until_done(page, number)
    page.locator(".tick input").nth(1).uncheck()
    page.reload()
    assert (done(page), ticks(page)[:5]) == (3, [True, False, True, True, False])
    text = path.read_text(encoding="utf-8")
    (stays, *_) = re.findall(r"La grande partie[^<]*pour le camp rouge", text)
    path.write_text(text.replace(stays, f"{stays} "), encoding="utf-8")
    page.reload()
    assert (done(page), ticks(page)[:5]) == (2, [True, False, False, True, False])
    page.locator(".tick input").first.uncheck()
    page.reload()
    assert ticks(page)[:5] == [False, False, False, True, False]


@pytest.mark.deep
def test_ticks_are_those_of_one_campaign_and_are_seen_in_each_window(context: BrowserContext) -> None:
    one, same, other = (opened(context, bureau(example)) for example in ("demo", "demo", "resistance"))
    one.click("#next")
    until_done(one, 1)
    until_done(same, 1)
    other.reload()
    assert done(other) == 0


# What the program is told --------------------------------------------------------------------------------------


@pytest.mark.deep
def test_it_shows_the_command_that_notes_what_is_ticked(context: BrowserContext, tmp_path: Path) -> None:
    path = two_turns(tmp_path / "une partie")
    page = opened(context, path)
    assert page.locator("#told").is_hidden()
    for number in range(1, 4):
        page.click("#next")
        until_done(page, number)
    page.locator("#told .short").click()
    page.wait_for_selector(f"#told {SAYS_COPIED}")
    _, command, *args = shlex.split(clipboard(context))
    good(command, *args)
    page.reload()
    total = page.locator(".post").count()
    assert (done(page), total) == (0, 1 + 2 + 6 - 3)
    assert page.locator("#told").is_hidden()


@pytest.mark.deep
def test_of_what_has_several_posts_all_must_be_ticked(context: BrowserContext, tmp_path: Path) -> None:
    path = two_turns(tmp_path / "p")
    text = path.read_text(encoding="utf-8")
    post = text[text.index('<div class="post"') : text.index("</section>")]
    path.write_text(text.replace(post, post + post.replace("public 1", "public 2"), 1), encoding="utf-8")
    page = opened(context, path)
    page.click("#next")
    until_done(page, 1)
    assert page.locator("#told").is_hidden()
    page.click("#next")
    until_done(page, 2)
    assert page.locator("#told").is_visible()


def test_where_nothing_waits_nothing_is_shown_to_be_done(context: BrowserContext, tmp_path: Path) -> None:
    path = two_turns(tmp_path / "p")
    good("posted", path.parent, "--all")
    page = context.new_page()
    seen = watch(page)
    page.goto(path.as_uri())
    assert seen == [path.as_uri()]
    assert "Rien n’attend d’être publié." in page.inner_text("main")
    assert page.locator("button").count() == 0


@pytest.mark.deep
def test_where_a_browser_keeps_nothing_ticks_last_as_long_as_the_page(context: BrowserContext) -> None:
    page = opened(context, bureau(), KEEPS_NOTHING)
    page.click("#next")
    until_done(page, 1)
    page.reload()
    assert done(page) == 0


@pytest.mark.deep
@pytest.mark.parametrize("kept", ["{", *deep("{}", "7", '["x"]')])
def test_what_else_lies_there_does_not_matter(context: BrowserContext, kept: str) -> None:
    page = opened(context, bureau())
    page.evaluate("kept => localStorage.setItem(JSON.parse(document.getElementById('data').text).kept, kept)", kept)
    page.reload()
    assert done(page) == 0
    assert page.locator("#next").is_visible()


# What it is shown with ---------------------------------------------------------------------------------------


def test_without_a_script_all_texts_can_be_read_and_selected(browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False)
    path = bureau()
    page = opened(context, path)
    assert [one.input_value() for one in page.locator("textarea").all()] == texts_of(path.read_bytes())
    assert all(one.is_visible() for one in page.locator("textarea").all())
    assert not any(one.is_visible() for one in page.locator("button, input[type=checkbox], #bar").all())
    context.close()


def test_it_asks_for_nothing_says_nothing_and_lets_nothing_in(context: BrowserContext) -> None:
    path = bureau()
    page = context.new_page()
    seen = watch(page)
    page.goto(path.as_uri())
    page.click("#next")
    until_done(page, 1)
    page.locator("section .short").first.click()
    page.wait_for_selector(f".short {SAYS_COPIED}")
    assert seen == [path.as_uri()]
    policy = page.get_attribute("meta[http-equiv=Content-Security-Policy]", "content") or ""
    told = {directive: sources for directive, *sources in (part.split() for part in policy.split(";"))}
    assert told.pop("default-src") == told.pop("base-uri") == told.pop("form-action") == ["'none'"]
    assert told.keys() == {"style-src", "script-src"}
    assert all(re.fullmatch(r"'sha256-[\w+/=]+'", source) for sources in told.values() for source in sources)
    assert len(told["script-src"]) == 1


HOSTILE = (
    "</textarea><script>document.title = 1</script>",
    "\\\" onfocus='document.title = 2' autofocus x=\\\"",
    "\u202e&lt;b&gt;<img src=x onerror=document.title=3>",
)


def test_what_people_wrote_stays_text(context: BrowserContext, tmp_path: Path) -> None:
    path = two_turns(tmp_path / "p")
    yaml = tmp_path / "p" / "campaign.yaml"
    text = yaml.read_text(encoding="utf-8")
    people = [f'{{nom: {name}, forum: "{forum}"}}' for name, forum in zip(("Anna", "Luc", "Max"), HOSTILE, strict=True)]
    assert "joueurs: [Anna, Luc, Max]" in text
    text = text.replace("joueurs: [Anna, Luc, Max]", f"joueurs: [{', '.join(people)}]")
    yaml.write_text(text.replace("titre: La grande partie", f'titre: "{HOSTILE[0]}"'), encoding="utf-8")
    good("submit", tmp_path / "p", "-", stdin=table(2, Anna="rien", Luc="rien", Max="rien"))
    page = context.new_page()
    seen = watch(page)
    page.goto(path.as_uri())
    assert seen == [path.as_uri()]
    lines = {one.input_value() for one in page.locator(".line input").all()}
    assert {one_line(name.replace('\\"', '"')) for name in HOSTILE} <= lines
    assert HOSTILE[0] in page.title()
    assert page.locator("img, [onfocus], [autofocus], [style]").count() == 0
    assert page.locator("script").count() == 2
    page.click("#next")
    until_done(page, 1)


@pytest.fixture(scope="module")
def window(browser: Browser) -> Iterator[Page]:
    context = browser.new_context()
    context.add_init_script(path=AXE_FILE_PATH)
    yield context.new_page()
    context.close()


@few(1)
@pytest.mark.parametrize(
    ("example", "scheme"),
    [("demo", "light"), ("resistance", "dark"), *deep(("torus", "dark"))],
)
def test_axe_finds_nothing(window: Page, example: str, scheme: Any) -> None:
    window.goto(bureau(example).as_uri())
    show(window, scheme=scheme)
    assert found(window) == []
    window.locator(".tick input").first.check()
    show(window, 360, scheme)
    assert found(window, colours="of none") == []
    window.locator(".tick input").first.uncheck()


@few(1)
@pytest.mark.parametrize("width", [320, 390, 800])
def test_nothing_is_wider_than_the_window(window: Page, width: int) -> None:
    window.goto(bureau().as_uri())
    show(window, width)
    assert window.evaluate("document.scrollingElement.scrollWidth <= innerWidth")


@pytest.mark.deep
def test_what_is_said_is_of_the_language_of_the_campaign(context: BrowserContext) -> None:
    page = opened(context, bureau("torus"))
    assert page.inner_text("[role=status]").startswith("Posted: 0 of")
    assert page.get_attribute("html", "lang") == "en"


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    yield from fresh_clock()
