"""Long lines of hostile messages: each is read in time that grows with its length, so that none stops the others.

Where one function of a library does all the work, the lines are so long that trying every part would take hours.
"""

from __future__ import annotations

import pytest
from support.commands import EVERY_ROLE, calls, campaign
from support.depth import few

from adjudicator.campaign.loading import load_campaign
from adjudicator.campaign.stages import Progress, progress_of
from adjudicator.orders.judging import judge
from adjudicator.orders.keys import order_schema
from adjudicator.orders.submission import Submission
from adjudicator.reading.line_matcher import LineMatcher
from adjudicator.reading.lines import Row
from adjudicator.reading.normalise import said_by
from adjudicator.reading.unquote import unpaged


@pytest.fixture(scope="module")
def progress(tmp_path_factory: pytest.TempPathFactory) -> Progress:
    return progress_of(load_campaign(campaign(tmp_path_factory.mktemp("m") / "p", "turn-1", EVERY_ROLE)))


def sheet(progress: Progress) -> LineMatcher:
    return LineMatcher(order_schema(progress), progress.campaign.context("fr"))


@pytest.mark.parametrize("text", ["tour 4", "tour4", "Tour n°4", "tour n° 4", "tour n 4", "tour ° 4", "tour   4."])
def test_a_turn_is_named_in_each_of_these_ways(progress: Progress, text: str) -> None:
    assert sheet(progress).turns_named(f"3x, {text}") == [4]


@few(2)
@pytest.mark.parametrize("text", ["x" * 300_000, "x" + " " * 300_000 + "y", "n" * 300_000, "tour " + "n ° " * 100_000])
def test_one_long_word_or_gap_names_no_turn(progress: Progress, text: str) -> None:
    assert sheet(progress).turns_named(text) == []
    assert said_by(sheet(progress), Row(1, text)) is None


def test_an_answer_among_very_many_fillers_is_none(progress: Progress) -> None:
    recogniser = sheet(progress).recogniser
    order = recogniser.place.meaning("déplacement", progress.campaign.context("fr"))
    assert order is not None
    assert recogniser.answers(order, "pour moi droite") is not None
    assert recogniser.answers(order, "à " * 400 + "droite") is None
    assert calls(lambda: recogniser.answers(order, "à " * 200)) < calls(lambda: recogniser.answers(order, "à " * 20))


def test_nothing_is_suggested_for_readings_that_are_given_up(progress: Progress) -> None:
    """Each line is read in very many ways; the nearest word is looked for only where the player is told of it."""
    lines = (f"déplacement je vais pour moi à la case {i}bcdef\n" for i in range(50))
    text = ("Anna, tour 1\n" + "".join(lines)).encode()
    assert calls(lambda: judge(text, "o.txt", progress)) < 3_000_000


def test_blank_lines_are_looked_at_a_few_times_each(progress: Progress) -> None:
    def judged(number: int) -> object:
        text = "joueur: Anna\ntour: 1\nordres:\n  déplacement: droite\n" + "\n" * number + "x y\n"
        return judge(text.encode(), "o.yaml", progress)

    assert calls(lambda: judged(4000)) < 3 * calls(lambda: judged(2000))


def test_thousands_of_words_in_place_of_clauses_are_read_once_each(progress: Progress) -> None:
    """How often each is looked at does not grow with their number; what is told first does not either."""

    def judged(number: int) -> Submission:
        words = ", ".join(f"droit{i}" for i in range(number))
        text = f"joueur: Anna\ntour: 1\npermanents: {{si: [{words}]}}\n"
        return judge(text.encode(), "o.yaml", progress)

    assert [fault.code for fault in judged(2000).faults][:2] == [fault.code for fault in judged(20).faults][:2]
    assert calls(lambda: judged(2000)) < 3 * calls(lambda: judged(1000))


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("a<style>b\nc</style>d", "a\nd"),
        ("a<STYLE>b</Style>c<script x>d</script>e", "ace"),
        ("a<script>'<style>'</script>b<style>c</style>d", "abd"),
        ("a<style>b<script>c</script>d", "a<style>bd"),
        ("a<style>" + "b" * 100_000 + "</style>c</p>", "ac"),
        ("<script>" * 200_000 + "</style>", "<script>" * 200_000 + "</style>"),
    ],
)
def test_styles_and_scripts_of_a_page_are_left_out(page: str, text: str) -> None:
    assert unpaged(page) == text
