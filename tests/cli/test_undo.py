"""``adjudicator undo``: stages taken back whole, kept, and played again as they were."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from resistance.campaigns import on_mission
from support.campaigns import WHY, reports, undo, untimed, written
from support.clocked import THREE_DAYS, at, cron, fresh_clock, stages
from support.commands import (
    TINY,
    TURNS,
    TWO,
    campaign,
    good,
    killed_everywhere,
    on_terminal,
    orders,
    plain,
    report,
    run,
    send,
    tree,
)
from support.depth import deep, few, sample


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    yield from fresh_clock()


@few(1)
@pytest.mark.parametrize("back", sample([1, 2, 3, 4], 2))
def test_what_is_taken_back_and_played_again_is_the_same(tmp_path: Path, back: int) -> None:
    folder = campaign(tmp_path / "p", "turn-3", TWO)
    before = shutil.copytree(folder, tmp_path / "before")
    names = stages(folder)
    undo(folder, "--to", ("", "tour 2", "tour 1", "placement", "rôles")[back])
    assert stages(folder) == names[:-back]
    good("resolve", folder)  # with the orders that it had
    for number, stage in enumerate(names[-back:][1:]):
        for path in sorted((folder / "withdrawn/0001/turns" / stage / "orders").glob("*.yaml")):
            good("submit", folder, "-", stdin=path.read_bytes())
        good("resolve", folder), number
    assert written(folder) == written(before)
    assert reports(folder) == reports(before)


def test_what_is_taken_back_is_kept_whole(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-3", TWO)
    send(folder, orders("Anna", 3, "rien"))
    before = tree(folder)
    undo(folder, "--to", "1")
    after = tree(folder)
    for name, data in before.items():
        if name.startswith(("turns/0003", "turns/0004", "turns/0005", "outbox/0003", "outbox/0004", "outbox/0005")):
            assert after[f"withdrawn/0001/{name}"] == data, name
    assert {name for name in after if name.startswith("turns/0003")} == {
        name for name in before if name.startswith("turns/0003-turn-1/orders/")
    } | {"turns/0003-turn-1/"}


def test_the_orders_and_what_they_were_judged_to_be_stand_as_they_stood(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    send(folder, TURNS[1])
    stood = good("status", folder, "--json").json()
    good("resolve", folder)
    undo(folder)
    now = good("status", folder, "--json").json()
    kept = ("phase", "turn", "received", "missing", "refused", "notes", "ahead", "ready")
    assert {key: now[key] for key in kept} == {key: stood[key] for key in kept}


def test_an_order_may_be_put_right_and_the_stage_says_that_it_is_corrected(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    undo(folder)
    send(folder, orders("Max", 1, "{viser: (2;2)}"))
    good("resolve", folder)
    for reader in ("public", "mj", "joueur:Zoé", "camp:rouge"):
        told = " ".join(plain(report(folder, "--for", reader)).split())
        assert "Corrigé." in told
        assert "Un ordre avait été mal recopié." in told
        assert "Max mal recopié" not in told
    good("resolve", folder, "--force")
    assert "Corrigé." not in report(folder, "--for", "mj")


def test_the_public_reports_stay_marked_where_they_were_public(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    before = (folder / "turns/0003-turn-1/result/reports/public.txt").read_text(encoding="utf-8")
    undo(folder)
    shown = folder / "public" / "withdrawn-0001" / "0003-turn-1"
    kept = plain((shown / "public.txt").read_text(encoding="utf-8"))
    title, _, rest = plain(before).partition("\n\n")
    assert kept.startswith(f"{title}\n\nRetiré : ce qui suit ne compte plus.\n\n")
    assert kept.endswith(rest)
    assert not (folder / "public" / "0003-turn-1").exists()
    page = (shown / "public.html").read_text(encoding="utf-8")
    assert "Retiré" in page
    assert "<nav" not in page
    index = (folder / "public" / "index.html").read_text(encoding="utf-8")
    assert 'href="withdrawn-0001/0003-turn-1/public.html"' in index
    good("resolve", folder)
    assert (folder / "public" / "0003-turn-1" / "public.html").exists()


def test_players_are_told_with_the_reason_for_everybody(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-3", TWO)
    undo(folder, "--to", "tour 1")
    for_all, *letters = sorted((folder / "outbox" / "0003-turn-1").iterdir())
    assert for_all.name == "public-undo-1.txt"
    assert "Max mal recopié" not in plain(for_all.read_text(encoding="utf-8"))
    assert [path.name for path in letters][:2] == ["undo-1-01-anna.txt", "undo-1-02-luc.txt"]
    assert len(letters) == 6
    told = plain(letters[0].read_text(encoding="utf-8"))
    assert "Ce qui a été joué est retiré (tour 1 à tour 2)." in told
    assert "Un ordre avait été mal recopié." in told
    assert "Max mal recopié" not in told


def test_a_game_that_is_over_can_be_taken_back(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "over", TWO)
    assert "Attendu à nouveau : tour 2" in plain(undo(folder))
    good("resolve", folder)
    assert good("status", folder, "--json").json()["phase"] == "over"


@pytest.mark.deep
def test_what_the_mj_said_of_the_stage_is_said_again_unless_he_says_something_else(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    send(folder, TURNS[1])
    (folder / "mot.txt").write_text("Bravo à tous.\n", encoding="utf-8")
    good("resolve", folder)
    undo(folder)
    assert "Bravo à tous." in good("resolve", folder, "--dry-run").out
    good("resolve", folder)
    assert "Bravo à tous." in report(folder)
    undo(folder)
    (folder / "mot.txt").write_text("Pardon.\n", encoding="utf-8")
    good("resolve", folder)
    assert "Bravo à tous." not in report(folder)
    assert "Pardon." in report(folder)


def test_in_the_resistance_too(tmp_path: Path) -> None:
    folder = on_mission(tmp_path / "p")
    before = shutil.copytree(folder, tmp_path / "before")
    undo(folder)
    good("resolve", folder)
    assert written(folder) == written(before)
    assert reports(folder) == reports(before)


# Its time ------------------------------------------------------------------------------------------------------


@pytest.mark.deep
def test_the_stage_has_a_new_deadline_and_cron_does_not_play_it_before(tmp_path: Path) -> None:
    at("2026-11-20 10:00")
    folder = campaign(tmp_path / "p", "turn-1", TWO + THREE_DAYS)
    cron(folder)
    at("2026-11-21 10:00")
    send(folder, TURNS[0])
    cron(folder)
    assert len(stages(folder)) == 3
    at("2026-11-22 10:00")
    undo(folder)
    assert "elle se rejoue quand vous le dites, sinon le mercredi 25 novembre à 20 h 00" in plain(cron(folder).out)
    assert len(stages(folder)) == 2
    for day in (23, 24, 25):
        at(f"2026-11-{day} 12:00")
        cron(folder)
    at("2026-11-25 20:01")
    cron(folder)
    assert len(stages(folder)) == 3


def extended(folder: Path) -> Path:
    """Return a campaign whose turn 1 was played long before the deadline that the MJ had given it."""
    at("2026-11-20 10:00")
    campaign(folder, "turn-1", TWO + THREE_DAYS)
    good("extend", folder, "--until", "2026-12-24 12:00", "--reason", "fêtes")
    send(folder, TURNS[0])
    good("resolve", folder)
    return folder


@pytest.mark.deep
def test_the_deadline_may_be_given(tmp_path: Path) -> None:
    folder = extended(tmp_path / "p")
    undo(folder, "--until", "2026-11-30 21:00")
    assert good("status", folder, "--json").json()["due"] == "2026-11-30T20:00:00+00:00"


@pytest.mark.deep
def test_an_extension_of_what_was_taken_back_counts_no_more(tmp_path: Path) -> None:
    folder = extended(tmp_path / "p")
    undo(folder)
    assert good("status", folder, "--json").json()["due"] == "2026-11-23T19:00:00+00:00"
    good("extend", folder, "--until", "2026-11-28 20:00", "--reason", "grippe")
    assert good("status", folder, "--json").json()["due"] == "2026-11-28T19:00:00+00:00"


# What cannot be ------------------------------------------------------------------------------------------------


def unchanged(folder: Path, *args: object) -> str:
    """What a command says that is refused, and changes nothing."""
    before = tree(folder)
    done = run(*args)
    assert done.code == 2, done
    after = tree(folder)
    after.pop(".lock", None), before.pop(".lock", None)
    assert after == before
    return done.err


@pytest.mark.parametrize(
    ("stage", "more", "said"),
    [
        ("roles", (), "Aucune étape n’a été jouée : il n’y a rien à retirer."),
        ("turn-2", ("--to", "tour 2"), "L’étape « tour 2 » n’a pas été jouée."),
        ("turn-2", ("--to", "-1"), "L’étape « -1 » n’a pas été jouée."),
        ("turn-2", ("--to", ""), "n’a pas été jouée"),
        ("turn-2", ("--until", "2026-11-30 21:00"), "échéance"),
    ],
)
def test_what_cannot_be_taken_back_is_said_and_changes_nothing(
    tmp_path: Path, stage: str, more: tuple[str, ...], said: str
) -> None:
    folder = campaign(tmp_path / "p", stage, TWO)
    assert said in unchanged(folder, "undo", folder, *WHY, *more)


@few(5)
@pytest.mark.parametrize(
    ("label", "stage"),
    [
        ("mission 3", "tour 3, mission"),
        ("mission-3", "tour 3, mission"),
        ("Tour 3, mission", "tour 3, mission"),
        ("tour 3 mission", "tour 3, mission"),
        ("turn 3 mission", "tour 3, mission"),
        ("vote 2", "tour 2, vote"),
        ("proposition 1", "tour 1, proposition d’un Escadron"),
        ("tour 2", "tour 2, vote"),
        ("T2", "tour 2, vote"),
        ("turn 2", "tour 2, vote"),
        ("2", "tour 2, vote"),
        ("identités", "distribution des identités"),
        ("deal", "distribution des identités"),
    ],
)
def test_a_label_means_the_stage_that_it_says(tmp_path: Path, label: str, stage: str) -> None:
    folder = after_a_mission(tmp_path / "p")
    said = plain(good("undo", folder, *WHY, "--to", label, "--dry-run").out)
    assert f"Attendu à nouveau : {stage}." in said


@few(2)
@pytest.mark.parametrize(
    ("label", "nearest"),
    [
        ("mission 2", "mission 3"),
        ("tuor 2", "tour 2"),
        ("vote", "vote 2"),
        ("identité", "identités"),
        ("T9", ""),
        ("-2", ""),
    ],
)
def test_a_label_that_means_no_stage_is_refused_with_those_that_do(tmp_path: Path, label: str, nearest: str) -> None:
    folder = after_a_mission(tmp_path / "p")
    known = "Étapes jouées : distribution des identités, proposition 1, vote 2, mission 3."
    near = f" Peut-être « {nearest} » ?" if nearest else ""
    said = plain(unchanged(folder, "undo", folder, *WHY, f"--to={label}"))
    assert said == f"L’étape « {label} » n’a pas été jouée. {known}{near}\n"
    assert said == plain(unchanged(folder, "report", folder, f"--turn={label}"))
    told = unchanged(folder, "report", folder, f"--turn={label}", "--language", "en")
    assert "Stages played: deal of the identities, proposal 1, vote 2, mission 3." in told


@pytest.mark.deep
def test_of_many_stages_the_first_and_the_last_are_named(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    for _ in range(13):
        good("resolve", folder, "--force")
    said = plain(unchanged(folder, "undo", folder, *WHY, "--to", "x"))
    assert "choix des rôles, placement, …, tour 4, tour 5, " in said


def test_the_journal_tells_of_several_in_the_plural(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    undo(folder)
    undo(folder, "--to", "rôles")
    told = plain(good("journal", folder).out)
    assert "tour 1 : retiré par" in told
    assert "choix des rôles, placement : retirés par" in told.lower()


def after_a_mission(folder: Path) -> Path:
    """A campaign of the Resistance in which a mission has been carried out."""
    good("resolve", on_mission(folder), "--force")
    return folder


@pytest.mark.parametrize("lacking", ["--reason", "--public"])
def test_a_reason_that_is_empty_is_refused_by_its_name(tmp_path: Path, lacking: str) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    other = {"--reason": "--public", "--public": "--reason"}[lacking]
    assert f"« {lacking} » est vide" in plain(unchanged(folder, "undo", folder, other, "x", lacking, " "))


def test_it_speaks_one_language(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "over", TWO)
    said = good("undo", folder, *WHY, "--language", "en").out
    assert said.count("Awaited again: turn 2.") == 1


def test_a_stray_file_in_the_public_folder_stops_nothing(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    (folder / "public" / "withdrawn-notes.txt").write_text("x", encoding="utf-8")
    undo(folder)
    good("resolve", folder)


def test_twice_the_same_is_refused(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    undo(folder, "--to", "tour 1")
    assert "n’a pas été jouée" in unchanged(folder, "undo", folder, *WHY, "--to", "tour 1")


@pytest.mark.parametrize("lacking", ["--reason", "--public"])
def test_both_reasons_are_needed(tmp_path: Path, lacking: str) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    other = {"--reason": "--public", "--public": "--reason"}[lacking]
    assert lacking in unchanged(folder, "undo", folder, other, "x")


def test_a_dry_run_says_what_would_come_and_writes_nothing(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-3", TWO)
    send(folder, orders("Anna", 3, "rien"))
    before = tree(folder)
    said = plain(undo(folder, "--to", "tour 1", "--dry-run"))
    assert tree(folder) == before
    assert "Retiré : tour 1, tour 2. Attendu à nouveau : tour 1." in said
    assert "Un fichier d’ordres des étapes suivantes reste dans withdrawn ; « replay » le remet." in said
    assert "Un fichier d’ordres déjà reçu (tour 3) est mis de côté ; il revient quand" in said


@few(1)
@pytest.mark.parametrize(("answer", "code", "left"), sample([("non", 1, 4), ("oui", 0, 3), ("o", 0, 3)], 2))
def test_on_a_terminal_it_asks(tmp_path: Path, answer: str, code: int, left: int) -> None:
    folder = campaign(tmp_path / "p", "turn-3", TWO)
    done = on_terminal("undo", folder, *WHY, answer=f"{answer}\n")
    assert (done[0], len(stages(folder))) == (code, left)


# Nothing is lost -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "every", "least"), [(TINY, 31, 3), *deep((TINY, 1, 30), (TWO, 1, 30))])
def test_killed_anywhere_it_is_done_by_the_next_command(tmp_path: Path, text: str, every: int, least: int) -> None:
    base = campaign(tmp_path / "base", "turn-2", text)
    folders = killed_everywhere(base, tmp_path / "work", "undo", "{}", *WHY, every=every)
    assert len(folders) >= least
    whole = tree(tmp_path / "work" / "whole")
    for folder in folders:
        recorded = (folder / "acts" / "0001-undo.json").exists()  # what is not whole yet has another name
        good("submit", folder)
        wanted = whole if recorded else tree(base)
        assert untimed(tree(folder)) == untimed(wanted), folder


@few(1)
@pytest.mark.parametrize("played", [False, True])
def test_what_was_taken_back_may_be_thrown_away(tmp_path: Path, played: bool) -> None:
    """An MJ may tidy up: no stage that has been played since is taken back with it."""
    folder = campaign(tmp_path / "p", "turn-3", TWO)
    undo(folder, "--to", "tour 1")
    if played:
        good("resolve", folder)
    before = tree(folder)
    shutil.rmtree(folder / "withdrawn")
    good("submit", folder)
    after = tree(folder)
    assert {name: data for name, data in after.items() if not name.startswith("withdrawn/")} == {
        name: data for name, data in before.items() if not name.startswith("withdrawn/")
    }


# Where nobody has read anything


def test_what_nobody_has_read_is_played_again_as_if_for_the_first_time(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    send(folder, TURNS[0])
    good("resolve", folder)
    said = good("undo", folder, "--unread", "--reason", "vu aussitôt").out
    assert "Personne n’en est prévenu." in plain(said)
    assert not list(folder.glob("outbox/*/undo-*"))
    assert not (folder / "public" / "withdrawn-0001").exists()
    assert "sans que personne n’ait rien lu. Motif : « vu aussitôt »" in plain(good("journal", folder).out)
    send(folder, orders("Luc", 1, "{déplacement: bas}"))
    good("replay", folder)
    for reader in ("public", "mj", "joueur:Luc"):
        told = plain(report(folder, "--for", reader))
        assert "Corrigé." not in told
        assert "Ce qui a changé" not in told
    assert "Tout est tel qu’annoncé." in plain(good("verify", folder).out)


def test_what_was_read_before_is_corrected_though_what_came_between_was_not(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    send(folder, TURNS[0])
    good("resolve", folder)
    undo(folder)
    send(folder, orders("Luc", 1, "{déplacement: bas}"))
    good("replay", folder)
    good("undo", folder, "--unread", "--reason", "vu aussitôt")
    good("replay", folder)
    told = plain(report(folder, "--for", "public"))
    assert "Corrigé." in told
    assert "Un ordre avait été mal recopié." in " ".join(told.split())
    assert "Vaut maintenant" in told
    assert "Tout est tel qu’annoncé." in plain(good("verify", folder).out)


def test_it_wants_a_public_reason_or_to_know_that_nobody_has_read(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    before = tree(folder)
    assert run("undo", folder, "--reason", "x").code == 2
    assert run("undo", folder, "--reason", "x", "--public", "y", "--unread").code == 2
    assert tree(folder) == before


@few(1)
@pytest.mark.parametrize(("form", "opens"), [("html", "<details"), ("bbcode", "[spoiler]")])
def test_a_player_reads_his_own_result_before_what_is_corrected(tmp_path: Path, form: str, opens: str) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    undo(folder)
    send(folder, orders("Luc", 1, "{déplacement: bas}"))
    good("replay", folder)
    told = plain(report(folder, "--for", "joueur:Luc", "--format", form))
    changed = told.index("Ce qui a changé")
    own = told.index("Tes ordres", told.index("Corrigé."))
    assert own < changed
    assert told.rindex(opens, 0, changed + 60) > own
