"""The form for the next stage at the end of each player's report, in every format, ready to be copied and filled."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from resistance.campaigns import begun, voting
from support.campaigns import around
from support.clocked import THREE_DAYS, fresh_clock
from support.commands import SEED, campaign, good, make_ghost, orders, plain, play, run, stage_folder

from adjudicator.core.stage import Stage
from adjudicator.orders.keys import order_key

FORMATS = {"txt": "text", "bbcode": "bbcode", "md": "markdown", "html": "html"}
NAMES = ("Anna", "Luc", "Max", "Paul", "Rita", "Zoé")


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    yield from fresh_clock()


def feet(stage: Path) -> dict[str, str]:
    """Return what stands at the end of each report as it was handed on, beyond what was published."""
    names = sorted(path.name for path in (stage / "result" / "reports").iterdir() if path.suffix != ".svg")
    return {
        name: around(
            (stage / "reports" / name).read_text(encoding="utf-8"),
            (stage / "result" / "reports" / name).read_text(encoding="utf-8"),
        ).foot
        for name in names
    }


def copied(foot: str, suffix: str) -> str:
    """Return the form out of the end of a report, as whoever copies it has it."""
    around_it = {"bbcode": r"\[code\]\n(.*)\[/code\]", "md": r"```\n(.*)```", "html": r"<pre[^>]*>(.*)</pre>"}
    found = re.search(around_it.get(suffix, r"^(joueur: .*)"), foot, re.DOTALL | re.MULTILINE)
    assert found, foot
    return html.unescape(found[1]) if suffix == "html" else found[1]


def played(folder: Path, more: str = "") -> Path:
    """Return a campaign in which turn 1 has been played."""
    made = campaign(folder, "turn-1")
    with (made / "campaign.yaml").open("a", encoding="utf-8") as file:
        file.write(more)
    keys = {name: f"clé: {order_key(SEED, Stage('turn', 1), name)}\n" if "clé" in more else "" for name in NAMES}
    play(made, *(f"joueur: {name}\ntour: 1\n{keys[name]}ordres: rien\n" for name in NAMES))
    return made


def test_each_players_report_in_every_format_ends_with_a_form_that_is_accepted_once_filled(tmp_path: Path) -> None:
    folder = played(tmp_path / "p")
    found = feet(stage_folder(folder, "turn-1"))
    assert len(found) == 4 * (1 + 2 + 6 + 1)
    for name, foot in found.items():
        suffix = name.rpartition(".")[2]
        if not name.startswith("player-"):
            assert ("Sceau du journal" in plain(foot)) == name.startswith("public."), name
            continue
        form = copied(foot, suffix)
        (row,) = run("check", folder, "-", "--json", stdin=form).json()
        assert [fault["code"] for fault in row["faults"]] == ["unfilled"], name
        (row,) = run(
            "check", folder, "-", "--json", stdin=form.replace("  déplacement:", "  déplacement: haut", 1)
        ).json()
        assert row["orders"] == {NAMES[int(name[7:9]) - 1]: {"move": "up"}}, name
        assert "Copie ces lignes dans ta réponse, ou dans un message au MJ" in " ".join(foot.split())


def test_a_whole_report_sent_back_with_the_form_filled_is_read(tmp_path: Path) -> None:
    """In a block of code, as a forum quotes it or not."""
    folder = played(tmp_path / "p")
    report = good("report", folder, "--for", "joueur:Luc", "--format", "bbcode").out
    sent = report[report.index("[code]\njoueur") :].replace("  déplacement:", "  déplacement: haut", 1)
    (row,) = run("check", folder, "-", "--json", stdin=f"Voilà !\n\n{sent}\nBises").json()
    assert row["orders"] == {"Luc": {"move": "up"}}


@pytest.mark.deep
def test_until_when_stands_in_it_also_after_an_extension(tmp_path: Path) -> None:
    folder = played(tmp_path / "p", THREE_DAYS)
    stage = stage_folder(folder, "turn-1")
    before = {name: " ".join(plain(foot).split()) for name, foot in feet(stage).items() if name.startswith("player")}
    assert all("envoie-les avant le " in foot for foot in before.values())
    good("extend", folder, "--until", "2026-11-28 12:30", "--reason", "Noël")
    after = {name: " ".join(plain(foot).split()) for name, foot in feet(stage).items() if name.startswith("player")}
    assert all("envoie-les avant le " in foot and foot != before[name] for name, foot in after.items())


def test_the_key_stands_in_it_where_it_is_demanded(tmp_path: Path) -> None:
    folder = played(tmp_path / "p", "clé: exigée\n")
    report = good("report", folder, "--for", "joueur:Luc").out
    assert f"\njoueur: Luc\ntour: 2\nclé: {order_key(SEED, Stage('turn', 2), 'Luc')}\n" in report
    assert "\nclé:" not in good("report", played(tmp_path / "q"), "--for", "joueur:Luc").out


def test_each_game_says_in_it_what_happens_without_orders(tmp_path: Path) -> None:
    def said(folder: Path) -> str:
        text = plain(good("report", folder, "--for", "joueur:Anna").out)
        return " ".join(text.split())

    assert "et que tu n’en as pas laissé pour ce cas : tu ne fais rien." in said(played(tmp_path / "p"))
    assert "et que tu n’en as pas laissé pour ce cas : ta voix compte « non »." in said(voting(tmp_path / "c"))
    assert "sans tes ordres" not in said(campaign(tmp_path / "r", "placement"))  # nobody plays without a captain's


def test_who_has_nothing_to_send_has_no_form(tmp_path: Path) -> None:
    voted = voting(tmp_path / "c")
    assert "\njoueur: Anna\n" in good("report", voted, "--for", "joueur:Anna").out
    dealt = begun(tmp_path / "d")
    good("resolve", dealt)
    have = [
        name
        for name in ("Anna", "Bruno", "Chloé", "Denis", "Emma")
        if f"\njoueur: {name}\n" in good("report", dealt, "--for", f"joueur:{name}").out
    ]
    assert len(have) == 1  # the Commandant alone proposes
    over = campaign(tmp_path / "o", "over")
    assert "\njoueur: Anna\n" not in good("report", over, "--for", "joueur:Anna").out


def test_the_form_in_a_report_is_that_of_what_he_then_controls(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2")
    make_ghost(folder, "Luc")
    play(folder, *(orders(name, 2, "rien") for name in NAMES))
    assert "\n  capturer:\n" in good("report", folder, "--for", "joueur:Luc").out
    assert "\n  capturer:\n" not in good("report", folder, "--for", "joueur:Anna").out


def test_the_seal_is_folded_where_a_post_or_a_page_can_fold(tmp_path: Path) -> None:
    folder = played(tmp_path / "p")
    found = {name: plain(foot) for name, foot in feet(stage_folder(folder, "turn-1")).items() if "public" in name}
    assert re.search(r"\[spoiler\]\nSceau du journal : [0-9a-f]{64}\.\n\[/spoiler\]", found["public.bbcode"])
    assert re.search(r"<details[^>]*>.*Sceau du journal : [0-9a-f]{64}\..*</details>", found["public.html"], re.DOTALL)
    assert "Sceau du journal" in found["public.txt"] and "Sceau de cette étape" not in found["public.txt"]


def test_on_a_board_that_cannot_fold_the_seal_stands_at_the_end(tmp_path: Path) -> None:
    folder = played(tmp_path / "p", "forum: phpbb\n")
    foot = plain(feet(stage_folder(folder, "turn-1"))["public.bbcode"])
    assert "Sceau du journal" in foot and "[spoiler]" not in foot
