"""A form by clicks as people use it: on a phone, by keys alone, without a script; and what they send.

What is chosen, said and understood is held together for all games in ``tests/games/test_form_pages.py``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page
from support import depth
from support.browser import FORMS, shown_page
from support.campaigns import played
from support.commands import EVERY_ROLE, TWO, campaign, good
from support.depth import few

MOST, MOST_WITH_CONDITIONS = 60_000, 86_000
"""How large a page may be, in bytes: it goes by mail and into forums; one on which orders may hang on conditions."""
EVERY_FORM = [f"{example} {stage} form-{who}" for example, forms in FORMS.items() for stage, who in forms.items()]


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    made = browser.new_context(
        permissions=["clipboard-read", "clipboard-write"], viewport={"width": 390, "height": 800}, has_touch=True
    )
    yield made
    made.close()


def opened(context: BrowserContext, name: str) -> Page:
    page = context.new_page()
    page.goto(shown_page(name).as_uri())
    return page


def tap(page: Page, column: int, row: int) -> None:
    """Touch a cell of the board."""
    width = page.locator("#board .cell").evaluate_all("all => Math.max(...all.map(one => one.x.baseVal.value))")
    side = page.locator("#board .cell").first.evaluate("one => one.width.baseVal.value")
    page.locator("#board .cell").nth((row - 1) * (int(width / side) + 1) + column - 1).tap()


def pressed(page: Page) -> list[str]:
    return page.locator("#ask [aria-pressed=true]").all_inner_texts()


def spaced(text: str) -> str:
    """Return a text with spaces that may break: a console shows no others."""
    return text.replace("\u00a0", " ").replace("\u202f", " ")


def focused(page: Page) -> str:
    found: str = page.evaluate("document.activeElement.id")
    return found


# What it weighs, and what is there without a script ---------------------------------------------------------------


@pytest.mark.parametrize("example", FORMS)
def test_every_form_of_the_examples_is_small(example: str) -> None:
    pages = [path for one in played(example).stages for path in one.folder.glob("forms/*.html")]
    assert len(pages) > 10
    assert too_large(pages) == {}


def too_large(pages: list[Path]) -> dict[str, int]:
    """Return the size of each page that is larger than it may be."""
    sizes = {path: path.stat().st_size for path in pages}
    most = {path: MOST_WITH_CONDITIONS if b'id="clauses"' in path.read_bytes() else MOST for path in pages}
    return {str(path): size for path, size in sizes.items() if size > most[path]}


@pytest.mark.deep
def test_a_form_for_one_of_eighteen_is_small(tmp_path: Path) -> None:
    """On a large board, with standing orders: of nine roles each in two camps."""
    names = [f"Joueur-{chr(65 + n)}" for n in range(18)]
    lines = [
        "jeu: tsewnart\ntitre: Dix-huit\nplateau: {taille: 12x12, topologie: sphérique}\nabsents: permanents\ncamps:\n"
    ]
    for camp, column, players in (("bleu", "1", names[:9]), ("rouge", "12", names[9:18])):
        lines.append(f"  {camp}: {{zone: {{colonnes: {column}}}, joueurs: [{', '.join(players)}]}}\n")
    (tmp_path / "p").mkdir()
    (tmp_path / "p" / "campaign.yaml").write_text(
        "".join([*lines, "graine: 0123456789abcdef0123456789abcdef\n"]), encoding="utf-8"
    )
    roles = ("brute", "dément", "religieux", "mystique", "agile", "professeur", "croque-mort", "archer", "terreur")
    for stage in ("rôles", "placement"):
        for place, players in ((1, names[:9]), (12, names[9:18])):
            values = list(roles) if stage == "rôles" else [f"({place};{row})" for row in range(1, 10)]
            told = ", ".join(f"{player}: {value}" for player, value in zip(players, values, strict=True))
            (tmp_path / "orders.yaml").write_text(f"joueur: {players[0]}\n{stage}: {{{told}}}\n", encoding="utf-8")
            good("submit", tmp_path / "p", tmp_path / "orders.yaml")
        good("resolve", tmp_path / "p")
    forms = list((tmp_path / "p").glob("turns/*-placement/forms/*.html"))
    assert len(forms) == 18
    assert too_large(forms) == {}


@few(1)
@pytest.mark.parametrize("name", depth.sample(EVERY_FORM, 5))
def test_without_a_script_a_form_is_the_form_of_text(browser: Browser, name: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = opened(context, name)
    text = page.inner_text("#plain pre")
    assert page.locator("#form").is_hidden()
    assert page.locator("#plain pre").is_visible()
    player = page.inner_text("h1").rpartition(" ")[2]
    assert any(line.startswith(("joueur:", "player:")) and line.endswith(player) for line in text.split("\n"))
    assert len(text.split("\n")) > 8
    context.close()


@pytest.fixture
def roles(tmp_path: Path) -> Path:
    """The form of a captain for the roles of his camp, in a campaign whose MJ says his address."""
    folder = tmp_path / "p"
    folder.mkdir()
    text = TWO.replace("titre: La grande partie", 'titre: "Anna & « moi » : 100 %"\ncourriel: mj+jeu@exemple.org')
    (folder / "campaign.yaml").write_text(text, encoding="utf-8")
    good("template", folder, "--html", "--into", tmp_path / "forms", "--for", "Anna")
    return tmp_path / "forms" / "formulaire-anna.html"


def test_without_a_script_each_line_is_there(browser: Browser, roles: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(roles.as_uri())
    text = good("template", roles.parent.parent / "p", "--for", "Anna").out
    assert spaced(page.locator("#plain pre").text_content() or "") == spaced(text)
    context.close()


# What is sent -----------------------------------------------------------------------------------------------------


def chosen(context: BrowserContext, path: Path) -> tuple[Page, str]:
    """Return a form on which roles have been chosen and a note written, and the file that it shows."""
    page = context.new_page()
    page.goto(path.as_uri())
    assert page.locator("#sending").is_hidden()
    for number in range(3):
        page.locator("#units select").nth(number).select_option(index=number + 1)
    page.fill("#note", 'À lundi ! 100 % « sûr » & # : "voilà"\nfin')
    return page, page.locator("#file").text_content() or ""


def clipboard(page: Page) -> str:
    text: str = page.evaluate("navigator.clipboard.readText()")
    return text


def test_what_is_shown_is_what_is_copied_and_what_is_saved(context: BrowserContext, roles: Path) -> None:
    page, text = chosen(context, roles)
    assert text.startswith("joueur: Anna\n")
    page.click("#copy")
    page.wait_for_function("document.getElementById('done').textContent")
    assert clipboard(page) == text
    page.click("#code")
    page.wait_for_function("navigator.clipboard.readText().then(text => text.startsWith('[code]'))")
    assert clipboard(page) == f"[code]\n{text}[/code]"
    with page.expect_download() as saving:
        page.click("#download")
    assert saving.value.suggested_filename == "ordres-anna.yaml"
    assert Path(saving.value.path()).read_bytes() == text.encode()
    done = good("check", roles.parent.parent / "p", Path(saving.value.path()))
    assert spaced(page.inner_text("#said")).rstrip(".") in spaced(done.out)  # the receipt speaks of the note besides


def test_a_mail_has_its_address_what_it_is_about_and_the_whole_file(context: BrowserContext, roles: Path) -> None:
    page, text = chosen(context, roles)
    link = urlsplit(page.get_attribute("#mail", "href") or "")
    assert (link.scheme, unquote(link.path), link.fragment) == ("mailto", "mj+jeu@exemple.org", "")
    values = parse_qs(link.query.replace("+", "%2B"), strict_parsing=True)
    assert values == {
        "subject": ["Anna & « moi » : 100 %, choix des rôles\u00a0: mes ordres"],
        "body": [text.replace("\n", "\r\n")],
    }


@pytest.mark.deep
def test_where_there_is_no_clipboard_it_is_copied_all_the_same(context: BrowserContext, roles: Path) -> None:
    context.add_init_script("Object.defineProperty(navigator, 'clipboard', {value: undefined});")
    page, text = chosen(context, roles)
    page.click("#copy")
    page.wait_for_function("document.getElementById('done').textContent")
    other = context.new_page()
    other.set_content("<textarea></textarea>")
    other.focus("textarea")
    other.keyboard.press("Control+V")
    assert other.input_value("textarea") == text
    assert focused(page) == "copy"


def test_where_nothing_can_be_copied_the_page_says_so(context: BrowserContext, roles: Path) -> None:
    context.add_init_script(
        "Object.defineProperty(navigator, 'clipboard', {value: undefined}); document.execCommand = () => false;"
    )
    page, _ = chosen(context, roles)
    page.click("#copy")
    page.wait_for_function("document.getElementById('done').textContent")
    assert page.inner_text("#done").startswith("Ce navigateur refuse de copier")


# The board --------------------------------------------------------------------------------------------------------


@pytest.mark.deep
def test_a_captain_places_one_after_the_other_and_picks_one_up_again(context: BrowserContext) -> None:
    page = opened(context, "demo roles form-agathe")
    assert pressed(page) == ["Agathe"]
    tap(page, 1, 1)
    tap(page, 2, 1)
    assert pressed(page) == ["Céleste"]
    assert page.locator(".cells text").all_text_contents() == ["Agathe", "Bastien"]
    tap(page, 5, 3)  # beyond the zone
    assert "(5;3)" in page.inner_text("#troubles li >> nth=0")
    assert page.locator(".cell.no").count() == 9 * 6 - 2 * 6
    assert pressed(page) == ["Céleste"]
    tap(page, 1, 1)
    assert pressed(page) == ["Agathe"]
    tap(page, 1, 6)
    for row in (2, 3, 4, 5):
        tap(page, 1, row)
    assert pressed(page) == []
    assert page.inner_text("#file").split("\n")[1:] == [
        "placement:",
        *("  Agathe: (1;6)", "  Bastien: (2;1)", "  Céleste: (1;2)", "  Damien: (1;3)", "  Élodie: (1;4)"),
        *("  Gaspard: (1;5)", ""),
    ]
    tap(page, 2, 6)
    assert page.inner_text("#troubles").startswith("Tous ont une case.")
    page.click("#ask >> text=Gaspard")
    tap(page, 2, 6)
    assert "Gaspard: (2;6)" in page.inner_text("#file")


@pytest.mark.deep
def test_his_own_piece_begins_and_says_for_which_order_a_cell_is_to_be_chosen(context: BrowserContext) -> None:
    page = opened(context, "torus turn-3 form-erin")  # the Terreur on (7;3): a move, or a cell to terrorise
    assert page.locator("#ask button").all_inner_texts() == ["move", "terrorise"]
    tap(page, 7, 3)
    assert (pressed(page), page.inner_text("#said")) == (["move"], "You have chosen nothing yet.")
    assert "“move”" in page.inner_text("#pointing")
    tap(page, 7, 3)
    assert pressed(page) == ["terrorise"]
    tap(page, 1, 7)
    assert page.inner_text("#said") == "you terrorise the cell (1;7)."
    page.click("#ask >> text=move")
    tap(page, 7, 4)
    assert page.inner_text("#said") == "you move to (7;4)."
    assert "terrorise" in page.inner_text("#troubles")  # it went, and that is said


@pytest.mark.deep
def test_a_list_in_which_a_cell_is_chosen_is_the_one_that_the_board_fills(context: BrowserContext) -> None:
    page = opened(context, "torus turn-3 form-erin")
    page.locator("#form summary").first.click()
    page.select_option("[id=now-1-0]", "c")
    assert pressed(page) == ["terrorise"]
    page.select_option("[id=standing-0-0]", "c")
    assert pressed(page) == ["move, standing order"]
    tap(page, 3, 3)
    assert page.input_value("[id=standing-0-0-0]") == page.input_value("[id=standing-0-0-1]") == "3"
    page.select_option("#turn", "5")
    assert "standing" not in "".join(pressed(page))


def test_on_the_board_pieces_of_his_camp_have_their_names_and_roles_and_no_others(context: BrowserContext) -> None:
    page = opened(context, "demo turn-4 form-elodie")
    titles = page.locator("#board .token title").all_text_contents()
    named = [title for title in titles if not title.startswith("pièce du camp")]
    assert len(named) == page.locator("#board .name").count() > 1
    assert len(named) == sum("Lune" in title for title in titles) < len(titles)
    assert "Élodie" in "".join(page.locator("#board .own .name").all_text_contents())


@pytest.mark.deep
def test_of_a_cell_nothing_is_chosen_before_it_is(context: BrowserContext) -> None:
    page = opened(context, "torus turn-3 form-erin")
    page.select_option("[id=now-1-0]", "c")
    assert page.inner_text("#troubles") == "terrorise: still missing: column, row"
    assert [page.input_value(f"[id=now-1-0-{axis}]") for axis in (0, 1)] == ["", ""]
    assert (page.locator(".picked").count(), page.inner_text("#file")) == (0, "")
    page.select_option("[id=now-1-0-1]", "7")
    assert page.inner_text("#troubles") == "terrorise: still missing: column"
    assert "for “terrorise”" in page.inner_text("#pointing")
    page.select_option("[id=now-1-0-0]", "1")
    assert page.inner_text("#said") == "you terrorise the cell (1;7)."
    assert page.inner_text("#pointing") == "Click another cell to change “terrorise”."
    page.select_option("[id=now-1-0-0]", "")
    assert "still missing: column" in page.inner_text("#troubles")
    tap(page, 2, 6)
    assert page.inner_text("#said") == "you terrorise the cell (2;6)."


@pytest.mark.deep
def test_what_was_chosen_and_had_to_go_is_told_and_is_nothing_wrong(context: BrowserContext) -> None:
    page = opened(context, "torus turn-3 form-erin")
    page.select_option("[id=now-0-0]", label="up")
    page.select_option("[id=now-1-0]", "c")
    assert page.input_value("[id=now-0-0]")  # no cell is chosen yet
    tap(page, 1, 7)
    assert page.input_value("[id=now-0-0]") == ""
    page.select_option("[id=now-0-0]", label="up")
    told = page.locator("#troubles li").first
    assert told.inner_text().startswith("Taken out of your choices: terrorise. ")
    assert (told.get_attribute("class"), page.locator("#troubles .wrong").count()) == ("", 0)


@pytest.mark.deep
def test_what_is_chosen_for_another_turn_is_a_text_of_its_own_and_is_not_forgotten(context: BrowserContext) -> None:
    page = opened(context, "torus turn-3 form-erin")
    assert page.locator("#go").is_hidden()
    page.select_option("[id=now-0-0]", label="up")
    assert page.inner_text("#go") == "Nothing leaves by itself: To send ↓"
    now = page.input_value("#turn")
    page.select_option("#turn", "5")
    assert "choose under “Orders for”: turn" in page.inner_text("#troubles")
    assert page.locator("#sending").is_hidden()
    page.select_option("[id=later-0-0]", label="down")
    page.select_option("#turn", "6")
    assert page.input_value("[id=later-0-0]") == ""
    assert page.inner_text("#troubles").endswith(f"“Orders for”: turn {now}, turn 5, ahead.")
    page.select_option("#turn", now)
    assert page.inner_text("#troubles").endswith("“Orders for”: turn 5, ahead.")
    assert "move: up" in page.inner_text("#file")
    page.select_option("#turn", "5")
    assert "turn: 5" in page.inner_text("#file") and "move: down" in page.inner_text("#file")


@pytest.mark.deep
def test_a_mission_aimed_at_and_its_squad_are_chosen_together(context: BrowserContext) -> None:
    page = opened(context, "resistance-targeted deal form-maya")
    page.check("#units .box >> text=Peter")
    assert page.inner_text("#troubles").startswith("target: still missing")
    page.locator("#units select").select_option(label="1")
    page.check("#units .box >> text=Rosa")
    assert page.inner_text("#file").split("\n")[2:] == ["orders:", "  target: 1", "  squad: [Peter, Rosa]", ""]
    assert page.inner_text("#said") == "you propose Peter, Rosa for mission 1."
    page.check("#units .box >> text=Maya")
    assert page.locator("#sending").is_hidden()
    assert "takes 2 players" in page.inner_text("#troubles")


@pytest.mark.deep
def test_a_ghost_is_told_by_its_cell_and_its_camp(context: BrowserContext, tmp_path: Path) -> None:
    """All that the random clicks of ``test_form_pages`` hardly ever choose together."""
    folder = campaign(tmp_path / "p", "turn-1", EVERY_ROLE)
    good("template", folder, "--for", "Paul", "--html", "--into", tmp_path / "forms")
    page = context.new_page()
    page.goto(next((tmp_path / "forms").glob("*.html")).as_uri())
    ghost = page.locator("fieldset", has_text="conduire fantôme").first
    ghost.locator("select").first.select_option(index=1)
    for choice in ("3", "2", "bleu", "haut"):
        of = ghost.locator("select").filter(has=page.locator("option", has_text=re.compile(f"^{choice}$")))
        of.nth(1 if choice == "2" else 0).select_option(label=choice)
    said = spaced(page.inner_text("#said"))
    assert said == "tu conduis un fantôme du camp bleu qui est en (3;2), vers le haut."
    (tmp_path / "paul.yaml").write_text(page.inner_text("#file"), encoding="utf-8")
    assert {"case: (3;2)", "camp: bleu", "vers: haut"} <= {
        line.strip() for line in page.inner_text("#file").split("\n")
    }
    assert said in spaced(good("check", folder, tmp_path / "paul.yaml").out)


# Orders that hang on conditions --------------------------------------------------------------------------------------


def left_by_maya(context: BrowserContext) -> Page:
    """Return a form on which two orders with conditions have been chosen, and what is to be played else."""
    page = opened(context, "resistance-targeted deal form-maya")
    page.click("summary >> text=If some day you send nothing")
    page.click("text=Add an order with a condition")
    page.select_option("#si-0-facts-0", label="squad has")
    page.check("#clauses .box >> text=Peter")
    page.click("#si-0-more-unless")
    page.select_option("#si-0-unless-0", label="I am in")
    page.select_option("#si-0-unless-0-0", label="yes")
    page.select_option("#si-0-orders-0", label="vote")
    page.select_option("#si-0-orders-0-0", label="no")
    page.click("#si-add")
    page.select_option("#si-1-facts-0", label="proposal")
    page.select_option("#si-1-facts-0-1", label="4")
    page.click("#si-1-more-facts")
    page.select_option("#si-1-facts-1", label="failures")
    page.select_option("#si-1-facts-1-0", label="2")
    page.select_option("#si-1-either", label="or if")
    page.select_option("#si-1-orders-0", label="vote")
    page.select_option("#si-1-orders-0-0", label="yes")
    page.check("#si-1-once")
    return page


def test_what_is_left_for_some_day_is_put_together_in_sentences(context: BrowserContext) -> None:
    page = left_by_maya(context)
    assert page.inner_text("#file").split("\n")[2:] == [
        "standing:",
        "  if:",
        "    - squad has: [Peter]",
        '      unless: {I am in: "yes"}',
        "      then:",
        '        vote: "no"',
        "    - or:",
        "        - {proposal: {at least: 4}}",
        "        - {failures: 2}",
        '      once: "yes"',
        "      then:",
        '        vote: "yes"',
        "",
    ]
    assert "(1) if the squad has Peter, unless you are in the squad: vote no; (2, only once) if" in page.inner_text(
        "#said"
    )
    page.click("#si-1-up")
    assert page.inner_text("#file").index("once:") < page.inner_text("#file").index("unless")
    page.click("#si-0-remove")
    assert "once" not in page.inner_text("#file")
    page.locator("#standing-none").click()
    assert (page.locator(".clause").count(), "standing: nothing" in page.inner_text("#file")) == (0, True)


@pytest.mark.deep
def test_a_clause_that_will_never_serve_is_told_as_it_is_chosen(context: BrowserContext) -> None:
    page = left_by_maya(context)
    assert page.locator("#si-0-orders-0 option", has_text="squad").count() == 0
    assert "Not yet known when these are given: squad." in page.inner_text("#clauses .clause >> nth=0")
    page.click("#si-0-remove")
    page.uncheck("#si-0-once")
    page.click("#si-add")
    assert page.locator("legend", has_text="(2)").count() == 0
    assert page.locator("#sending").is_visible()  # nothing of it is chosen: it is as if it were not there
    page.select_option("#si-1-orders-0", label="vote")
    assert page.locator("#si-1-facts-0 option", has_text="yes votes").count() == 0
    page.select_option("#si-1-facts-0", label="failures")
    assert "the number of missions that have failed is …" in page.inner_text("#clauses .clause >> nth=1")
    [told] = page.locator("#troubles li").all()
    assert told.inner_text() == "(2) still missing: failures (exactly / at least / at most), vote"
    assert (told.get_attribute("class"), page.locator("#sending").is_hidden()) == ("", True)
    page.select_option("#si-1-orders-0-0", label="yes")
    page.select_option("#si-1-facts-0-1", label="2")
    assert page.locator("#sending").is_visible()


@pytest.mark.deep
def test_of_twelve_clauses_each_can_be_taken_away_by_keys_and_the_focus_is_not_lost(context: BrowserContext) -> None:
    page = left_by_maya(context)
    for number in range(2, 12):
        page.locator("#si-add").focus()
        page.keyboard.press("Enter")
        assert focused(page) == f"si-{number}-facts-0"
    assert (page.locator(".clause").count(), page.locator("#si-add").count()) == (12, 0)
    for _ in range(12):
        page.locator("#clauses .clause").last.locator(".remove").last.focus()
        page.keyboard.press("Enter")
        assert focused(page)
    assert (page.locator(".clause").count(), page.inner_text("#file")) == (0, "")


@pytest.mark.deep
def test_who_adds_a_line_goes_on_in_it_and_what_is_moved_keeps_the_focus(context: BrowserContext) -> None:
    page = left_by_maya(context)

    def press(name: str) -> str:
        page.locator(f"#si-{name}").focus()
        page.keyboard.press("Enter")
        return focused(page)

    assert [press("0-more-facts"), press("0-more-unless"), press("0-more-orders")] == [
        *("si-0-facts-1", "si-0-unless-1", "si-0-orders-1"),
    ]
    assert press("add") == "si-2-facts-0"
    page.select_option("#si-2-facts-0", label="commander")
    assert [press("2-up"), press("1-up"), press("0-down"), press("1-down")] == [
        *("si-1-up", "si-0-down", "si-1-down", "si-2-up"),
    ]
    assert page.locator("#si-2-facts-0 option:checked").inner_text() == "commander"


@pytest.mark.deep
def test_of_what_is_played_otherwise_nothing_is_said_where_there_is_no_if(context: BrowserContext) -> None:
    page = opened(context, "resistance-targeted deal form-maya")
    page.click("summary >> text=If some day you send nothing")
    assert [page.locator(one).is_visible() for one in ("#else", "#first")] == [False, False]
    page.click("#si-add")
    assert [page.locator(one).is_visible() for one in ("#else", "#first")] == [True, True]


# By keys ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["demo turn-4 form-elodie", *depth.deep(*EVERY_FORM)])
def test_keys_alone_reach_all_and_the_focus_is_never_lost(context: BrowserContext, name: str) -> None:
    page = opened(context, name)
    seen: list[str] = []
    for _ in range(250):
        page.keyboard.press("Tab")
        at = focused(page)
        if at == "plain" or (at in seen and at):
            break
        seen.append(at)
        kind = page.evaluate("document.activeElement.tagName")
        if kind == "SELECT":
            page.keyboard.press("ArrowDown")
        elif at == "board":
            page.keyboard.press("ArrowDown")
            page.keyboard.press("Enter")
        elif at.startswith("si-") and kind == "BUTTON":
            pass  # it adds or takes away a line, and leads into what follows: the tests of lines try it
        elif kind in ("BUTTON", "SUMMARY") or page.evaluate("document.activeElement.type") == "checkbox":
            page.keyboard.press("Space")
        assert focused(page) == at, f"{at} lost the focus"
        assert page.evaluate("document.activeElement.tagName") == kind
    assert "note" in seen


@pytest.mark.deep
def test_at_the_end_of_a_list_the_arrow_keeps_the_focus(context: BrowserContext) -> None:
    page = opened(context, "demo turn-4 form-elodie")
    page.locator("[id=now-1-up-1]").focus()
    for _ in range(2):
        page.keyboard.press("Enter")
    assert focused(page) == "now-1-up-1"
    assert page.locator(".items li span").first.inner_text() == "modification Soleil"
    page.locator(".items select").nth(1).select_option(index=40)
    assert page.locator(".items li span").nth(40).inner_text() == "modification Lune"
    assert page.locator(".items .moved").evaluate(
        "one => one.getBoundingClientRect().bottom <= one.parentElement.getBoundingClientRect().bottom + 1"
    )


@pytest.mark.parametrize(
    ("name", "broad", "narrow"),
    [("demo turn-4 form-elodie", "#board", "#units"), ("resistance vote-2 form-bruno", "#units", "#said")],
)
def test_on_a_wide_screen_the_broad_column_holds_the_board_or_else_the_orders(
    context: BrowserContext, name: str, broad: str, narrow: str
) -> None:
    page = opened(context, name)
    page.set_viewport_size({"width": 1000, "height": 800})
    left, right = (page.locator(one).bounding_box() for one in (broad, narrow))
    assert left is not None and right is not None
    assert left["x"] + left["width"] <= right["x"] and left["width"] > right["width"]


@pytest.mark.deep
def test_what_will_be_understood_stays_in_sight_on_a_phone(context: BrowserContext) -> None:
    page = opened(context, "demo turn-4 form-elodie")
    page.locator(".items select").first.select_option(index=40)
    box = page.locator("#said").bounding_box()
    assert box is not None and 0 <= box["y"] < 800


@pytest.mark.deep
@pytest.mark.parametrize("name", ["torus turn-3 form-erin", *depth.deep("demo turn-4 form-elodie")])
def test_what_is_to_be_done_yet_is_in_sight_on_a_phone_after_the_first_touch(
    context: BrowserContext, name: str
) -> None:
    page = opened(context, name)
    page.evaluate("window.scrollTo(0, document.querySelector('#asks').offsetTop)")
    page.locator("#ask button").first.click()
    page.locator("#board .cell:not(.no)").first.tap()
    for one in ("#said", "#go a"):
        box = page.locator(one).bounding_box()
        assert box is not None and box["y"] >= 0 and box["y"] + box["height"] <= 800
    page.locator("#go a").tap()
    box = page.locator("#file").bounding_box()
    assert box is not None and 0 <= box["y"] < 800
