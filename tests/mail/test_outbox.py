"""What leaves a campaign: letters to players in ``outbox/``, and ``public/``, which everybody may read."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from resistance import campaigns as resistance
from support.clocked import (
    ALL,
    START,
    THREE_DAYS,
    at,
    cron,
    fleet,
    fresh_clock,
    letter,
    letters,
    put,
    put_table,
    rewrite,
    tsewnart,
)
from support.commands import (
    ENGLISH,
    SEED,
    SEED_HASH,
    STOP,
    drop,
    good,
    orders,
    plain,
    run,
    send,
    tree,
    uncoded,
    unlinked,
)
from support.depth import few
from support.disks import full_disk

import adjudicator


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    yield from fresh_clock()


def modes(folder: Path) -> dict[str, int]:
    """Return the rights of a folder and of everything in it."""
    return {
        path.relative_to(folder.parent).as_posix(): stat.S_IMODE(path.stat().st_mode)
        for path in [folder, *folder.rglob("*")]
    }


def turn_over(folder: Path) -> Path:
    """Play turn 1 of a campaign of Tsewnart."""
    put_table(folder, *ALL, order="{déplacement: haut}")
    assert cron(folder).code == 0
    return folder


# --- Letters


def test_a_letter_is_text_below_a_head(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p")
    rewrite(folder, "joueurs: [Anna,", "joueurs: [{nom: Anna, courriel: anna@exemple.fr, forum: annette},")
    send(folder, orders("Anna", 1, "{déplacement: droite}"))
    (path,) = (folder / "outbox").rglob("*.txt")
    assert path.relative_to(folder).as_posix() == "outbox/0003-turn-1/receipt-0001-01-anna.txt"
    assert uncoded(plain(path.read_bytes().decode())) == (
        "Player: Anna\n"
        "To: Anna <anna@exemple.fr>\n"
        "Forum: annette\n"
        "Subject: La grande partie, tour 1 : tes ordres sont acceptés\n"
        "\n"
        "Tes ordres sont acceptés (tour 1).\n"
        "Tu te déplaces vers la droite.\n"
        "Sans autre envoi, ces ordres seront joués quand tous les ordres seront là.\n"
    )


def test_a_title_cannot_add_to_the_head(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p")
    rewrite(folder, "titre: La grande partie", 'titre: "La grande\\nTo: Paul <paul@exemple.fr>\\n\\nBonjour"')
    send(folder, orders("Anna", 1, "rien"))
    ((_, told),) = letters(folder).items()
    assert (told["player"], told["to"]) == ("Anna", ["Anna"])
    assert told["subject"].startswith("La grande To: Paul <paul@exemple.fr>  Bonjour, tour 1")


def test_names_of_files_are_safe_and_different(tmp_path: Path) -> None:
    folder = turn_over(tsewnart(tmp_path / "p", THREE_DAYS))
    names = sorted(path.name for path in (folder / "outbox" / "0003-turn-1").iterdir())
    assert names == [
        *(
            f"receipt-0001-{number:02d}-{name}.txt"
            for number, name in enumerate(("anna", "luc", "max", "paul", "rita", "zoe"), 1)
        ),
        *(
            f"report-{number:02d}-{name}.txt"
            for number, name in enumerate(("anna", "luc", "max", "paul", "rita", "zoe"), 1)
        ),
    ]
    assert all(re.fullmatch(r"[a-z0-9-]+\.txt", name, re.IGNORECASE) for name in names)


def test_only_who_is_meant_reads_them(tmp_path: Path) -> None:
    """Whatever the umask is: they hold keys and secrets."""
    before = os.umask(0)
    try:
        folder = turn_over(tsewnart(tmp_path / "p", THREE_DAYS))
        good("extend", folder, "--more", "1j", "--reason", "x")
    finally:
        os.umask(before)
    found = modes(folder / "outbox")
    assert len(found) > 10
    for name, mode in found.items():
        assert mode == (0o600 if name.endswith(".txt") else 0o700), name
    for private in ("turns", "acts", "outbox"):
        assert stat.S_IMODE((folder / private).stat().st_mode) & 0o077 == 0, private
    assert stat.S_IMODE((folder / "campaign.yaml").stat().st_mode) & 0o077 == 0


def test_a_substitute_reads_for_whom_he_plays(tmp_path: Path) -> None:
    """Only where somebody stands in now."""
    away = "absences: [{joueur: Anna, du: 2026-11-20, au: 2026-11-21, remplaçant: Jo}]\n"
    folder = turn_over(tsewnart(tmp_path / "p", away))
    said = "Jo : tu remplaces Anna ; signe tes ordres « joueur : Anna »."
    for name in ("receipt-0001-01-anna", "report-01-anna"):
        assert letter(folder, name).startswith(f"{said}\n\n"), name
    assert "tu remplaces" not in letter(folder, "report-02-luc")
    at("2026-11-22 10:00")
    put_table(folder, *ALL, turn=2)
    cron(folder)
    assert "tu remplaces" not in letter(folder, "report-01-anna")


def test_each_player_is_sent_his_own_report_and_no_other(tmp_path: Path) -> None:
    folder = turn_over(tsewnart(tmp_path / "p"))
    for number, player in enumerate(ALL, 1):
        told = next(one for name, one in letters(folder, f"report-{number:02d}").items())
        assert told["player"] == player
        (path,) = (folder / "turns" / "0003-turn-1" / "reports").glob(f"player-{number:02d}-*.txt")
        report = plain(path.read_text(encoding="utf-8")).splitlines()
        assert told["text"][-len(report) :] == report
        assert told["text"][0] == "Maintenant : tour 2."
        between, seal = reversed(told["text"][-len(report) - 2 : -len(report)])
        assert (between, seal.partition(" : ")[0]) == ("", "Sceau du journal")


def test_keys_are_in_the_letters_of_their_players_alone(tmp_path: Path) -> None:
    folder = turn_over(tsewnart(tmp_path / "p"))
    keys = {
        name: re.findall(r"\b[A-Z2-9]{4}-[A-Z2-9]{4}\b", "\n".join(one["text"]))
        for name, one in letters(folder, "report").items()
    }
    assert [len(found) for found in keys.values()] == [1] * 6
    assert len({found[0] for found in keys.values()}) == 6


def test_a_refusal_tells_every_fault_and_what_happens_now(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS + "absents: rien\n")
    drop(folder, "luc.yaml", orders("Luc", 1, "{terroriser: (1;1), viser: (9;9)}"))
    cron(folder)
    text = letter(folder, "receipt-0001-02-luc")
    first, *faults, last = text.splitlines()
    assert first == "Tes ordres sont refusés (tour 1) ; rien n’est changé. Corrige, et renvoie tous tes ordres."
    assert len(faults) >= 2
    assert all(line.startswith("luc.yaml:3:") for line in faults)
    assert last == "Si rien n’arrive de toi avant le lundi 23 novembre à 20 h 00, tu ne fais rien."


def test_a_letter_names_a_file_without_the_folders_of_the_mjs_machine(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p")
    file = tmp_path / "luc.yaml"
    file.write_text(orders("Luc", 1, "{terroriser: (1;1)}"), encoding="utf-8")
    done = run("submit", folder, file)
    assert f"{file}:3:10:" in done.err
    assert letter(folder, "receipt-0001-02-luc").splitlines()[1].startswith("luc.yaml:3:10: « terroriser »")


@pytest.mark.deep
def test_letters_speak_the_language_of_the_campaign(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", "deadline: {days: 3}\n", text=ENGLISH)
    put(folder, "Anna")
    drop(folder, "luc.yaml", orders("Luc", 1, "{terroriser: (1;1)}"), 5)
    cron(folder)
    good("extend", folder, "--more", "2d", "--reason", "flu")
    assert letter(folder, "receipt-0002-02-luc").startswith("Your orders are refused (turn 1)")
    assert "Wednesday 25 November" in letter(folder, "extension-n001-2026-11-25-20h00-01")
    for when in ("2026-11-22 10:00", "2026-11-24 10:00", "2026-11-24 20:00"):
        at(when)
        cron(folder)
    assert "Wednesday 25 November" in letter(folder, "reminder-2026-11-25-20h00-24h-03")
    put(folder, *ALL[1:])
    cron(folder)
    for name, told in letters(folder).items():
        assert not re.search(r"\b(tour|ordres|tu)\b", " ".join([told["subject"], *told["text"]])), name
    assert letters(folder, "report-01")["report-01-anna"]["subject"] == "The great game, turn 1: your report"


def test_letters_come_once_however_often_cron_comes(tmp_path: Path) -> None:
    folder = turn_over(tsewnart(tmp_path / "p", THREE_DAYS))
    before = tree(folder / "outbox")
    stamps = {path: path.stat().st_mtime_ns for path in (folder / "outbox").rglob("*")}
    for _ in range(2):
        cron(folder)
    assert tree(folder / "outbox") == before
    assert {path: path.stat().st_mtime_ns for path in (folder / "outbox").rglob("*")} == stamps


def test_who_sends_the_letters_may_take_them_away(tmp_path: Path) -> None:
    folder = turn_over(tsewnart(tmp_path / "p", THREE_DAYS))
    shutil.rmtree(folder / "outbox")
    assert cron(folder) == (0, "", "")
    assert not (folder / "outbox").exists()
    send(folder, orders("Anna", 2, "rien"))
    assert list(letters(folder)) == ["receipt-0001-01-anna"]


def test_at_the_end_the_letter_awaits_nothing(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS, stage="turn-2")
    put_table(folder, *ALL, turn=2, order="{" + STOP + "}")
    cron(folder)
    seal, _, text = letter(folder, "report-01-anna").partition("\n\n")
    assert seal.startswith("Sceau du journal : ")
    assert text.startswith("La grande partie : tour 2, pour Anna seulement\n")


# --- public/


def test_public_holds_the_public_reports_and_a_page(tmp_path: Path) -> None:
    folder = turn_over(tsewnart(tmp_path / "p", THREE_DAYS))
    names = sorted(name for name in tree(folder / "public") if not name.endswith("/"))
    stages = ("0001-roles", "0002-placement", "0003-turn-1")
    files = ("MANIFEST.json", "public.bbcode", "public.html", "public.md", "public.svg", "public.txt")
    assert names == [*(f"{stage}/{file}" for stage in stages for file in files), "index.html", "replay.json"]
    for stage in stages:
        reports = folder / "turns" / stage / "reports"
        if not reports.is_dir():  # of a campaign that came so far before reports had heads
            reports = folder / "turns" / stage / "result" / "reports"
        assert sorted(path.name for path in reports.glob("public.*")) == list(files[1:])
        for name, data in unlinked(tree(folder / "public" / stage)).items():
            assert data == (reports / name).read_bytes()


@few(2)
@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077, 0o777])
def test_everybody_may_read_it_whatever_the_umask(tmp_path: Path, umask: int) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    shutil.rmtree(folder / "public")
    put_table(folder, *ALL)
    before = os.umask(umask)
    try:
        done = cron(folder)
    finally:
        os.umask(before)
    assert done.code == 0
    for name, mode in modes(folder / "public").items():
        assert mode == (0o644 if Path(name).suffix else 0o755), name
    assert stat.S_IMODE(folder.stat().st_mode) == 0o711  # others pass through it, and list nothing
    assert {stat.S_IMODE(path.stat().st_mode) for path in (folder / "outbox").rglob("*.txt")} == {0o600}


def secrets(folder: Path) -> dict[str, str]:
    """Return what must not be public, by what it is: the seed, the players' keys, who they are."""
    found: dict[str, Any] = {"seed": SEED}
    for path in (folder / "turns").glob("*/result/reports/player-*.txt"):
        found |= {f"key of {path}": key for key in re.findall(r"\b[A-Z2-9]{4}-[A-Z2-9]{4}\b", path.read_text())}
    return found


def test_nothing_in_it_names_a_secret(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    rewrite(folder, "joueurs: [Anna,", "joueurs: [{nom: Anna, courriel: anna@exemple.fr},")
    turn_over(folder)
    good("hold", folder, "--reason", "le MJ est malade")
    ships = fleet(tmp_path / "q", THREE_DAYS, stage="mission")
    put(ships, "Anna", "Bruno", turn=3, order="{mission: réussite}")
    cron(ships)
    for place in (folder, ships):
        hidden = secrets(place)
        assert len(hidden) > 5
        everything = b"".join(tree(place / "public").values()).decode()
        assert SEED_HASH in everything
        for what, secret in hidden.items():
            assert secret not in everything, what
        assert "malade" not in everything
        assert "exemple.fr" not in everything
    public = b"".join(tree(folder / "public").values()).decode().casefold()
    for role in ("brute", "agile", "archer", "terreur", "savant", "professeur"):
        assert f"{role} en" not in public
    assert "cylon" not in re.sub(
        r"[0-9] cylons?|cylons? :", "", (ships / "public" / "index.html").read_text().casefold()
    )


def test_the_page_leads_to_the_reports_and_says_what_is_awaited(tmp_path: Path) -> None:
    folder = turn_over(tsewnart(tmp_path / "p", THREE_DAYS))
    page = (folder / "public" / "index.html").read_text(encoding="utf-8")
    links = re.findall(r'href="([^"]+)"', page)
    reports = ["0003-turn-1/public.html", "0002-placement/public.html", "0001-roles/public.html"]
    positions = ["#tour-1", "#placement", "#roles"]
    assert links == [link for pair in zip(positions, reports, strict=True) for link in pair] + reports
    assert all((folder / "public" / link).is_file() for link in reports)
    assert [f"#{name}" for name in re.findall(r' id="([^"]+)"', page) if name != "data"] == positions
    words = re.sub(r"<[^>]+>", "", page).replace("\u00a0", " ").replace("\u202f", " ")
    assert "Maintenant : tour 2." in words
    assert "Ordres attendus avant le lundi 23 novembre à 20 h 00." in words
    for player in ALL:
        assert player not in words


def test_the_page_says_at_once_that_the_game_is_held(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)

    def shown() -> str:
        return re.sub("</?time[^>]*>", "", plain((folder / "public" / "index.html").read_text(encoding="utf-8")))

    awaited, held = (
        "Ordres attendus avant le lundi 23 novembre à 20 h 00.",
        "La partie est en pause : rien n’est joué avant que le MJ ne la reprenne.",
    )
    good("hold", folder, "--reason", "Noël")
    assert held in shown()
    assert "Ordres attendus" not in shown()
    assert "Noël" not in shown()
    good("extend", folder, "--more", "2j", "--reason", "x")
    assert held in shown()
    assert "Ordres attendus" not in shown()
    good("release", folder, "--reason", "x")
    assert held not in shown()
    assert awaited.replace("lundi 23", "mercredi 25") in shown()
    good("extend", folder, "--until", "2026-11-23 20:00", "--reason", "x")
    assert awaited in shown()


def test_a_title_cannot_break_the_page(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p")
    rewrite(folder, "titre: La grande partie", "titre: '<script>alert(1)</script> & \"moi\"'")
    turn_over(folder)
    page = (folder / "public" / "index.html").read_text(encoding="utf-8")
    assert "<script>alert" not in page
    assert "&lt;script&gt;" in page


@few(2)
@pytest.mark.parametrize(
    ("text", "language", "said"),
    [
        ("{jours: 2}", "fr", "Délai : 2 jours, à 20 h 00."),
        ('{jours: 2, heure: "09:05"}', "fr", "Délai : 2 jours, à 9 h 05."),
        ('{jours: 2, heure: "09:05"}', "en", "Deadline: 2 days, at 09:05."),
        ('{jours: 1, heure: "00:30", fuseau: Europe/Paris}', "fr", "Délai : 1 jour, à 0 h 30 (Europe/Paris)."),
    ],
)
def test_a_report_says_the_hour_as_letters_do(tmp_path: Path, text: str, language: str, said: str) -> None:
    folder = turn_over(tsewnart(tmp_path / "p", f"échéance: {text}\n"))
    assert said in " ".join(plain(good("report", folder, "--language", language).out).split())


def test_at_the_end_the_page_says_so(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS, stage="turn-2")
    put_table(folder, *ALL, turn=2, order="{" + STOP + "}")
    cron(folder)
    page = (folder / "public" / "index.html").read_text(encoding="utf-8")
    assert "Ordres attendus" not in page
    assert "La partie est terminée." in page
    assert "Vainqueurs à égalité : bleu, rouge." in plain(page)


def test_at_the_end_the_page_says_who_has_won(tmp_path: Path) -> None:
    """In the Resistance that is a side."""
    folder = fleet(tmp_path / "p", stage="mission")
    end = {"number": 1, "round": 1, "squad": ["Anna", "Bruno"], "failures": 1, "success": False}
    resistance.alter(folder, missions=[{**end, "number": number, "round": number} for number in (1, 2)])
    put(folder, "Anna", turn=3, order="{mission: réussite}")
    put(folder, "Bruno", turn=3, order="{mission: échec}")
    cron(folder)
    page = plain((folder / "public" / "index.html").read_text(encoding="utf-8"))
    assert "<b>La partie est terminée.</b> Les Cylons gagnent." in page


def test_what_is_missing_is_made_again_when_a_stage_is_announced_and_not_before(tmp_path: Path) -> None:
    folder = turn_over(tsewnart(tmp_path / "p", THREE_DAYS))
    before = tree(folder / "public")
    shutil.rmtree(folder / "public" / "0001-roles")
    (folder / "public" / "0002-placement" / "public.txt").write_text("corrigé à la main\n")
    cron(folder)
    good("status", folder)
    assert not (folder / "public" / "0001-roles").exists()
    put_table(folder, *ALL, turn=2)
    cron(folder)
    after = tree(folder / "public")
    assert after["0001-roles/public.txt"] == before["0001-roles/public.txt"]
    assert after["0002-placement/public.txt"] == "corrigé à la main\n".encode()  # what the MJ mends stays
    assert "0004-turn-2/public.html" in after


def test_an_older_campaign_gets_its_public_folder_with_the_next_command(tmp_path: Path) -> None:
    """One that was begun before there were letters: all of its stages are shown, the last is announced."""
    folder = tsewnart(tmp_path / "p")
    shutil.rmtree(folder / "public")
    for name in ("published.json", "chain.json"):
        for path in (folder / "turns").glob(f"*/{name}"):
            path.unlink()
    (folder / "began.json").unlink()
    cron(folder)
    assert sorted(path.name for path in (folder / "public").iterdir()) == [
        *("0001-roles", "0002-placement", "index.html", "replay.json")
    ]
    assert len(letters(folder, "report")) == 6


# --- Who is missing


def test_one_function_only_decides_who_is_missing() -> None:
    """``status``, reminders, letters, reports, cron and the engine ask it; nobody asks the game behind its back."""
    home = Path(adjudicator.__file__).parent
    asking = [
        path.relative_to(home).as_posix()
        for path in sorted(home.rglob("*.py"))
        if "games" not in path.parts and path.parts[-2:] != ("core", "game_rules.py")  # what a game says of itself
        if path.parts[-2:] != ("core", "played_case.py")  # a case has no campaign
        if "awaited" in (text := path.read_text(encoding="utf-8"))
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "awaited"
    ]
    assert asking == ["table/table.py"]


def test_all_say_the_same_of_who_is_missing(tmp_path: Path) -> None:
    """One is away, one has a substitute, one has sent, one has standing orders, one was refused, one is silent."""
    absences = (
        "absences:\n  - {joueur: Anna, du: 2026-11-20, au: 2026-11-30}\n"
        "  - {joueur: Luc, du: 2026-11-20, au: 2026-11-30, remplaçant: {nom: Greta}}\n"
    )
    folder = tsewnart(tmp_path / "p", THREE_DAYS + "absents: permanents\nfrein: {manquants: 100}\n" + absences)
    put(folder, "Max")
    drop(folder, "paul.yaml", "joueur: Paul\ntour: 1\npermanents: {déplacement: haut}\n", 1)
    drop(folder, "rita.yaml", orders("Rita", 1, "{déplacemen: haut}"), 2)
    for when in (START, "2026-11-22 10:00", "2026-11-22 21:00"):
        at(when)
        cron(folder)
    missing = ["Luc", "Paul", "Rita", "Zoé"]
    assert good("status", folder, "--json").json()["missing"] == missing
    assert [one["player"] for one in letters(folder, "reminder").values()] == missing
    assert "il manque les ordres de 4 joueurs" in good("status", folder).out
    public = good("status", folder, "--public", "--json").json()
    assert (public["received"], public["awaited"]) == (1, 6)
    at("2026-11-23 20:00")
    assert "il manque les ordres de 4 joueurs (" in cron(folder).out
    kept = json.loads((folder / "turns/0003-turn-1/result/orders.json").read_bytes())
    assert (kept["stood_in"], kept["absent"]) == (["Paul"], ["Anna", "Luc", "Rita", "Zoé"])


def test_the_fleet_too(tmp_path: Path) -> None:
    folder = fleet(tmp_path / "p", stage="mission")
    assert good("status", folder, "--json").json()["missing"] == ["Anna", "Bruno"]
    assert "Il manque les ordres de 2 joueurs (Anna, Bruno)." in cron(folder).out


@pytest.mark.parametrize("entry", ["Paul: terroriser (1;1)", "Paull: {terroriser: (1;1)}"])
def test_of_a_table_that_is_refused_nobody_hears_the_faults(tmp_path: Path, entry: str) -> None:
    """Even if one player's orders alone can be read: the fault speaks of what another ordered."""
    folder = tsewnart(tmp_path / "p")
    drop(folder, "t.yaml", f"tour: 1\njoueurs:\n  Anna: {{déplacement: droite}}\n  {entry}\n")
    done = cron(folder)
    assert done.code == 1
    assert "refusé" in done.out
    assert letters(folder) == {}


def test_an_order_file_that_changes_while_it_is_taken_comes_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was read is stored and judged; what has been written since is taken the next time."""
    from adjudicator.desk import session

    folder = tsewnart(tmp_path / "p")
    drop(folder, "anna.yaml", orders("Anna", 1, "{déplacement: droite}"))
    honest = session.receive

    def meanwhile(*given: Any, **named: Any) -> Any:
        drop(folder, "anna.yaml", orders("Anna", 1, "{déplacement: haut}"))
        return honest(*given, **named)

    with monkeypatch.context() as patch:
        patch.setattr(session, "receive", meanwhile)
        good("submit", folder)
    assert "Tu te déplaces vers la droite" in letter(folder, "receipt-0001-01-anna")
    assert [path.name for path in (folder / "inbox").iterdir()] == ["anna.yaml"]
    put_table(folder, *ALL[1:])
    cron(folder)
    kept = json.loads((folder / "turns/0003-turn-1/result/orders.json").read_bytes())
    assert kept["orders"]["Anna"] == {"move": "up"}


def test_an_inbox_on_another_disk(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p")
    with full_disk(tmp_path) as disk:
        (folder / "inbox").rmdir()
        (folder / "inbox").symlink_to(disk.folder)
        put(folder, *ALL)
        assert "joué, tour 1" in cron(folder).out
        assert list(disk.folder.iterdir()) == []


def test_status_for_everybody_does_not_tell_the_grace(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", "échéance: {jours: 3, grâce: 5, relances: [6]}\n")
    row = good("status", folder, "--public", "--json").json()
    assert row["deadline"] == {"days": 3}
    assert row["due"] == "2026-11-23T19:00:00+00:00"


def test_somebody_s_copies_are_no_orders_and_no_acts(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p")
    send(folder, orders("Anna", 1, "{déplacement: haut}"))
    good("hold", folder, "--reason", "x")
    came = folder / "turns/0003-turn-1/orders"
    (came / "0001 (copie).yaml").write_text(orders("Paul", 1, "rien"), encoding="utf-8")
    (folder / "acts" / "1-hold.json").write_text("{}", encoding="utf-8")
    assert good("status", folder, "--json").json()["received"] == ["Anna"]
    good("release", folder, "--reason", "x")
    assert sorted(path.name for path in (folder / "outbox/0003-turn-1").iterdir()) == ["receipt-0001-01-anna.txt"]
