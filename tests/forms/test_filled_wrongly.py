"""A form filled as people fill forms: read where it has one meaning, else asked about, never « nothing »."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from resistance.campaigns import alter, dealt, on_mission, voting
from support.commands import EVERY_ROLE, campaign, good, run

Change = Callable[[str], str]


def judged(folder: Path, text: str) -> Any:
    (row,) = run("check", folder, "-", "--json", stdin=text).json()
    return row


def form_of(folder: Path, player: str, *options: str) -> str:
    return good("template", folder, "--for", player, *options).out


def line(word: str, value: str) -> Change:
    """Return what writes a value behind the first line of a word."""
    return swap(f"  {word}:\n", f"  {word}: {value}\n")


def swap(old: str, new: str) -> Change:
    def change(form: str) -> str:
        assert old in form, (old, form)
        return form.replace(old, new, 1)

    return change


def both(*changes: Change) -> Change:
    def change(form: str) -> str:
        for each in changes:
            form = each(form)
        return form

    return change


def pulled_left(form: str) -> str:
    return "".join(row.lstrip(" ") for row in form.splitlines(keepends=True))


def without_remarks(form: str) -> str:
    return re.sub(r"^ *#.*\n", "", form, flags=re.MULTILINE)


UP = line("déplacement", "haut")
NOTHING = swap("ordres:\n", "ordres: rien\n")
EVERYTHING = both(
    UP,
    line("modifier", "{action: terreur rouge, après: révélation rouge}"),
    swap("    action:\n    avant:\n    après:\n", ""),
    line("abandonner", "non"),
    line("arrêter", "non"),
)

READ: dict[str, tuple[Change, dict[str, Any]]] = {
    "one line": (UP, {"move": "up"}),
    "the word of nothing": (NOTHING, {}),
    "the word of nothing with a space before the colon": (swap("ordres:\n", "ordres : rien\n"), {}),
    "a space taken away": (swap("  déplacement:\n", "  déplacement:haut\n"), {"move": "up"}),
    "no colon": (swap("  déplacement:\n", "  déplacement haut\n"), {"move": "up"}),
    "an equals sign": (swap("  déplacement:\n", "  déplacement= haut\n"), {"move": "up"}),
    "on the line below, moved in": (swap("  déplacement:\n", "  déplacement:\n    haut\n"), {"move": "up"}),
    "on the line below, not moved in": (swap("  déplacement:\n", "  déplacement:\nhaut\n"), {"move": "up"}),
    "on a line of its own, below the blank one": (
        swap("  déplacement:\n", "  déplacement:\n  déplacement: haut\n"),
        {"move": "up"},
    ),
    "all pushed to the left": (both(UP, pulled_left), {"move": "up"}),
    "the parts pushed to the left": (
        both(swap("action:\n", "action: terreur rouge\n"), swap("après:\n", "après: révélation rouge\n"), pulled_left),
        {"reorder": {"action": "terrorise rouge", "after": "reveal rouge"}},
    ),
    "remarks deleted": (both(UP, without_remarks), {"move": "up"}),
    "blanks deleted": (both(UP, swap("  abandonner:\n", ""), swap("note:\n", "")), {"move": "up"}),
    "quoted by a mail, and sent below": (
        both(UP, lambda form: form + "\n> joueur: Zoé\n> ordres: rien\n"),
        {"move": "up"},
    ),
    "with a greeting": (both(UP, lambda form: "Salut, voilà !\n\n" + form + "\nBises\n"), {"move": "up"}),
    "in a block of code": (both(UP, lambda form: f"[code]\n{form}[/code]\n"), {"move": "up"}),
    "a remark of his own that orders nothing": (
        both(UP, swap("  arrêter:\n", "  arrêter:  # pas encore\n")),
        {"move": "up"},
    ),
    "what a value is, behind it": (line("déplacement", "haut  # vers (5;2)"), {"move": "up"}),
    "standing orders taken back": (both(UP, swap("permanents:\n", "permanents: rien\n")), {"move": "up"}),
}


@pytest.mark.parametrize("case", READ)
def test_a_form_with_one_meaning_is_read(tmp_path: Path, case: str) -> None:
    folder = campaign(tmp_path, "turn-2")
    change, orders = READ[case]
    row = judged(folder, change(form_of(folder, "Zoé")))
    assert row["accepted"], row
    assert row["orders"] == {"Zoé": orders}


def to_a_remark(old: str, new: str) -> Change:
    return both(NOTHING, swap(old, new))


ASKED: dict[str, tuple[Change, set[str]]] = {
    "as it came": (lambda form: form, {"unfilled"}),
    "everything deleted but the words": (without_remarks, {"unfilled"}),
    "pushed to the left, blank": (pulled_left, {"unfilled"}),
    "a note alone": (swap("note:\n", "note: je ne sais pas encore\n"), {"unfilled"}),
    "a blank put behind a mark": (swap("  déplacement:\n", "  #déplacement: gauche\n"), {"remark-order"}),
    "a blank put behind a mark, and nothing": (
        to_a_remark("  déplacement:\n", "  #déplacement: gauche\n"),
        {"remark-order"},
    ),
    "a line added behind a mark": (
        both(line("arrêter", "oui"), swap("permanents:", "# déplacement : gauche\npermanents:")),
        {"remark-order"},
    ),
    "the value behind a mark": (swap("  déplacement:\n", "  déplacement: # gauche\n"), {"remark-order"}),
    "a sentence behind a mark": (
        both(line("arrêter", "non"), swap("  déplacement:\n", "  déplacement:  # je vais à gauche\n")),
        {"remark-order"},
    ),
    "a choice among the words of a remark": (
        both(line("arrêter", "non"), swap("une direction (haut, bas, gauche, droite) ou", "une direction (gauche) ou")),
        {"remark-order"},
    ),
    "a remark made into a line": (
        swap("  #   une direction (haut, bas, gauche, droite) ou une case voisine\n", "  # gauche\n"),
        {"remark-order"},
    ),
    "all of it behind marks": (
        lambda form: form.replace("ordres:\n", "#ordres:\n").replace("  déplacement:\n", "#  déplacement: haut\n"),
        {"remark-order"},
    ),
    "one order twice": (
        swap("  déplacement:\n", "  déplacement: haut\n  déplacement: bas\n"),
        {"duplicate-key"},
    ),
    "both alternatives": (EVERYTHING, {"exclusive"}),
    "a part missing": (swap("action:\n", "action: terreur rouge\n"), {"missing-either"}),
    "another part missing": (swap("après:\n", "après: terreur rouge\n"), {"empty"}),
    "nothing, and something": (both(NOTHING, UP), {"value-and-lines"}),
    "an order that is not his": (swap("  déplacement:\n", "  attirer: haut\n"), {"other-role"}),
    "the turn before": (both(UP, swap("tour: 2", "tour: 1")), {"wrong-turn"}),
    "a word that is none": (line("déplacement", "oui"), {"not-understood"}),
}


@pytest.mark.parametrize("case", ASKED)
def test_a_form_with_another_meaning_or_none_is_asked_about(tmp_path: Path, case: str) -> None:
    folder = campaign(tmp_path, "turn-2")
    change, codes = ASKED[case]
    row = judged(folder, change(form_of(folder, "Zoé")))
    assert not row["accepted"], row
    assert {fault["code"] for fault in row["faults"]} & codes or not codes, row


@pytest.mark.parametrize("language", ["fr", "en"])
def test_no_remark_of_any_form_is_taken_for_an_order(tmp_path: Path, language: str) -> None:
    folder = campaign(tmp_path, "turn-1", EVERY_ROLE)
    for player in good("status", folder, "--json").json()["missing"]:
        form = form_of(folder, player, "--language", language)
        sent = re.sub(r"^(ordres|orders):$", r"\1: rien", form, flags=re.MULTILINE)
        row = judged(folder, sent)
        assert row["accepted"], row
        assert row["orders"] == {player: {}}


def test_the_form_of_another_player_is_not_his(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1", EVERY_ROLE)
    row = judged(folder, line("terroriser", "(2;1)")(form_of(folder, "Zoé")).replace("joueur: Zoé", "joueur: Luc"))
    assert not row["accepted"]
    assert "other-role" in {fault["code"] for fault in row["faults"]}


def test_what_an_asked_player_is_told_shows_what_to_write(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-2")
    form = form_of(folder, "Zoé")
    done = run("check", folder, "-", stdin=form)
    assert "écris « ordres : rien »".replace("écris ", "") in done.err.replace("\u00a0", " ")
    done = run("check", folder, "-", stdin=swap("  déplacement:\n", "  #déplacement: gauche\n")(form))
    assert (
        done.err.replace("\u00a0", " ")
        .replace("\u202f", " ")
        .startswith(
            "-:16:3: Ce qui suit un # est un commentaire et n’est pas lu : « déplacement: gauche ». "
            "Si cela compte, l’écrire à sa place, sans le # ; sinon, l’effacer."
        )
    )


def test_a_captain_who_writes_behind_marks_is_asked(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "roles")
    form = form_of(folder, "Anna")
    roles = {"Anna": "Brute", "Luc": "Agile", "Max": "Archer"}
    sent = form
    for name, role in roles.items():
        sent = sent.replace(f"  {name}:\n", f"  {name}: {role}\n")
    assert judged(folder, sent)["orders"] == {"Anna": {"roles": {"Anna": "brute", "Luc": "agile", "Max": "archer"}}}
    half = sent.replace("  Max: Archer", "  Max:  # Archer")
    assert not judged(folder, half)["accepted"]
    more = sent + "# Max: Savant\n"
    assert {fault["code"] for fault in judged(folder, more)["faults"]} == {"remark-order"}


# The Resistance, where nobody may send nothing ---------------------------------------------------------------

RESISTANCE_READ = {
    "vote": [line("vote", "oui"), both(line("vote", "oui"), pulled_left), swap("  vote:\n", "  vote oui\n")],
    "mission": [line("mission", "réussite"), both(line("mission", "réussite"), without_remarks)],
    "proposal": [line("escadron", "Anna, Emma"), line("escadron", "[Anna, Emma]"), line("escadron", "Anna et Emma")],
}
RESISTANCE_ASKED = {
    "vote": [
        lambda form: form,
        pulled_left,
        swap("  vote:\n", "  #vote: oui\n"),
        swap("  vote:\n", "  vote: # oui\n"),
        swap("ordres:\n", "ordres: rien\n"),
        swap("#    oui, non\n", "#    oui\n"),
        swap("  vote:\n", "  vote: oui\n  vote: non\n"),
    ],
    "mission": [
        lambda form: form,
        swap("  mission:\n", "  mission: #réussite\n"),
        swap("  mission:", "  #mission: échec"),
    ],
    "proposal": [
        lambda form: form,
        swap("  escadron:\n", "  #escadron: Anna, Emma\n"),
        line("escadron", "Anna"),
        line("escadron", ""),
    ],
}


@pytest.mark.parametrize("stage", RESISTANCE_READ)
def test_the_resistance_reads_a_form_with_one_meaning_and_asks_about_others(tmp_path: Path, stage: str) -> None:
    folder = {"proposal": dealt, "vote": voting, "mission": on_mission}[stage](tmp_path / "c")
    alter(folder, cylons=["Bruno", "Emma"])
    form = form_of(folder, "Anna")
    for change in RESISTANCE_READ[stage]:
        assert judged(folder, change(form))["accepted"], change(form)
    for change in RESISTANCE_ASKED[stage]:
        assert not judged(folder, change(form))["accepted"], change(form)
