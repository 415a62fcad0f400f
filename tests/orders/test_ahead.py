"""Orders sent ahead: kept for a later turn, said back, judged again when it comes, and never lost."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from resistance import campaigns as resistance
from resistance.campaigns import FIVE
from support.clocked import (
    ALL,
    DUE,
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
    stages,
    status,
    tsewnart,
)
from support.commands import (
    STOP,
    drop,
    good,
    make_ghost,
    orders,
    plain,
    report,
    result,
    run,
    send,
    table,
    take_all,
    tree,
)
from support.depth import few

from adjudicator.core.stage import Stage
from adjudicator.orders.keys import order_key

RIGHT, LEFT, UP = (f"{{déplacement: {where}}}" for where in ("droite", "gauche", "haut"))


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    yield from fresh_clock()


def played(folder: Path, stage: str) -> dict[str, object]:
    """Return the orders with which a stage was played, by player."""
    found: dict[str, object] = result(folder, stage, "orders.json")["orders"]
    return found


def unwrapped(text: str) -> str:
    """Return a text with the lines joined that go on with a list's item."""
    return text.replace("\n  ", " ")


def the_others(folder: Path, turn: int, but: tuple[str, ...] = ("Anna",)) -> None:
    """Put the orders of all others for a turn into the inbox, and let cron come."""
    put_table(folder, *(player for player in ALL if player not in but), turn=turn)
    cron(folder)


# --- Accepted, and said back


def test_they_are_said_back_in_words(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    done = send(folder, orders("Anna", 3, RIGHT))
    assert "  Anna : tu te déplaces vers la droite ; gardé pour le tour 3.\n" in done.out
    assert "Tes ordres sont attendus pour le lundi 23 novembre à 20 h 00" in done.out  # those of turn 1
    assert letter(folder, "receipt-0001-01-anna").startswith(
        "Tes ordres sont acceptés (tour 3).\nTu te déplaces vers la droite ; gardé pour le tour 3."
    )
    row = status(folder)
    assert (row["received"], row["missing"], row["ahead"]) == ([], list(ALL), [{"turn": 3, "players": ["Anna"]}])
    assert "Ordres d’avance pour le tour 3 : Anna\n" in good("status", folder).out
    form = plain(good("template", folder, "--for", "Anna").out)
    assert "# Envoyé d’avance : tu te déplaces vers la droite ; gardé pour le tour" in form
    assert "d’avance" not in plain(good("template", folder, "--for", "Luc").out)


def test_what_becomes_of_those_for_today_is_not_said_of_those_ahead(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    assert "Sans autre envoi, ces ordres seront joués" in send(folder, orders("Anna", 1, "rien")).out
    ahead = send(folder, orders("Anna", 3, RIGHT)).out
    assert "Sans autre envoi, tes ordres pour le tour 1 seront joués" in ahead
    assert "ces ordres" not in ahead
    form = " ".join(line.lstrip("# ") for line in good("template", folder, "--for", "Anna").out.splitlines())
    assert "Sans autre envoi, tes ordres pour le tour 1 seront joués" in form


def test_the_own_report_shows_them_and_no_other(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p")
    send(folder, orders("Anna", 3, RIGHT), orders("Anna", 2, LEFT), orders("Anna", 2, UP))
    form = plain(good("template", folder, "--for", "Anna").out)
    assert "d’avance : tu te déplaces vers le haut" in form
    assert "gauche ;" not in form
    put_table(folder, *ALL)
    cron(folder)
    own = plain(report(folder, "--for", "joueur:Anna"))
    assert (
        "Tes ordres d’avance\n-------------------\n\n"
        "- Tu te déplaces vers le haut ; gardé pour le tour 2.\n"
        "- Tu te déplaces vers la droite ; gardé pour le tour 3.\n"
    ) in own
    for reader in ("joueur:Luc", "camp:bleu", "public"):
        assert "avance" not in report(folder, "--for", reader)


@pytest.mark.parametrize("turn", [2, 6])
def test_as_far_as_five_turns_ahead(tmp_path: Path, turn: int) -> None:
    folder = tsewnart(tmp_path / "p")
    send(folder, orders("Anna", turn, "rien"))
    assert status(folder)["ahead"] == [{"turn": turn, "players": ["Anna"]}]


@pytest.mark.parametrize("turn", [0, 7, 11, 100, 10**14])
def test_what_is_further_is_a_slip_of_the_hand(tmp_path: Path, turn: int) -> None:
    folder = tsewnart(tmp_path / "p")
    done = run("submit", folder, "-", stdin=orders("Anna", turn, "rien"))
    assert done.code == 1
    assert f"Ces ordres sont pour le tour {turn} ; attendu maintenant : tour 1." in done.err
    assert status(folder)["ahead"] == []


def test_not_before_the_game_has_begun(tmp_path: Path) -> None:
    for stage in ("roles", "placement"):
        folder = tsewnart(tmp_path / stage, stage=stage)
        assert run("submit", folder, "-", stdin=orders("Anna", 1, "rien")).code == 1
    folder = fleet(tmp_path / "flotte", stage="deal")
    assert run("submit", folder, "-", stdin=orders("Anna", 2, "{vote: oui}")).code == 1


def test_what_can_never_be_right_is_refused_at_once(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p")
    done = run("submit", folder, "-", stdin=orders("Luc", 3, "{déplacement: (9;9)}"))
    assert done.code == 1
    assert status(folder)["ahead"] == []


def test_a_later_file_for_the_same_turn_takes_its_place(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p")
    send(folder, orders("Anna", 2, RIGHT))
    done = send(folder, orders("Anna", 2, UP))
    assert "gardé pour le tour 2 ; cela remplace tes ordres précédents." in done.out
    assert "cela remplace" not in send(folder, orders("Anna", 3, LEFT)).out
    put_table(folder, *ALL)
    cron(folder)
    own = plain(report(folder, "--for", "joueur:Anna"))
    assert own.count("gardé pour le tour 2") == 1
    assert status(folder)["received"] == ["Anna"]
    the_others(folder, 2)
    assert played(folder, "turn-2")["Anna"] == {"move": "up"}


@pytest.mark.deep
def test_orders_that_come_in_their_turn_take_their_place(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", stage="turn-2")
    send(folder, orders("Anna", 3, RIGHT))
    put_table(folder, *ALL, turn=2)
    cron(folder)
    done = send(folder, orders("Anna", 3, UP))
    assert "cela remplace tes ordres précédents" in done.out
    the_others(folder, 3)
    assert played(folder, "turn-3")["Anna"] == {"move": "up"}


# --- Used


def test_they_are_used_when_their_turn_comes_and_survive_the_turns_before(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    send(folder, orders("Anna", 4, UP), orders("Anna", 2, "{arrêter: non}"))
    the_others(folder, 1, but=())
    assert status(folder)["received"] == ["Anna"]
    assert status(folder)["ahead"] == [{"turn": 4, "players": ["Anna"]}]
    the_others(folder, 2)
    assert stages(folder)[-1] == "0004-turn-2"
    assert status(folder)["missing"] == list(ALL)
    the_others(folder, 3, but=())
    assert status(folder)["ahead"] == []
    assert letter(folder, "report-01-anna").startswith(
        "Maintenant : tour 4.\nSans autre envoi, tes ordres pour le tour 4 seront joués quand tous les ordres seront là"
    )
    the_others(folder, 4)
    assert played(folder, "turn-4")["Anna"] == {"move": "up"}
    assert stages(folder)[-1] == "0006-turn-4"


def test_who_has_sent_ahead_is_not_missing(tmp_path: Path) -> None:
    """He gets no reminder, and does not set off the brake."""
    folder = tsewnart(tmp_path / "p", THREE_DAYS + "absents: rien\n")
    put_table(folder, *ALL[:4], turn=2)
    put_table(folder, *ALL, turn=1, name="un.yaml")
    for when in (START, "2026-11-22 10:00", "2026-11-22 21:00"):
        at(when)
        cron(folder)
    assert list(letters(folder, "reminder")) == [
        "reminder-2026-11-23-20h00-24h-05-rita",
        "reminder-2026-11-23-20h00-24h-06-zoe",
    ]
    at(DUE)
    assert "joué, tour 2 : l’échéance était le" in cron(folder).out


@pytest.mark.deep
def test_the_mjs_table_may_be_ahead_too(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p")
    send(folder, table(2, **dict.fromkeys(ALL, RIGHT)))
    assert status(folder)["ahead"] == [{"turn": 2, "players": list(ALL)}]
    put_table(folder, *ALL)
    assert "joué, tour 1" in cron(folder).out
    assert "joué, tour 2 : tous les ordres sont là." in cron(folder).out
    assert played(folder, "turn-2") == {player: {"move": "right"} for player in ALL}


def test_the_mj_reads_who_has_sent_ahead(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p")
    send(folder, orders("Anna", 2, RIGHT), orders("Zoé", 2, RIGHT), orders("Luc", 3, RIGHT))
    send(folder, orders("Anna", 2, UP))
    shown = good("status", folder).out
    assert "Ordres d’avance pour le tour 2 : Anna, Zoé\n" in shown
    assert "Ordres d’avance pour le tour 3 : Luc\n" in shown


# --- Judged again


def test_refused_in_their_turn_the_player_hears_of_it_before(tmp_path: Path) -> None:
    """His piece has become a ghost since: what he has sent is for a piece."""
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    send(folder, orders("Luc", 2, "{déplacement supplémentaire: droite}"))
    put_table(folder, *ALL)
    make_ghost(folder, "Luc")  # before turn 1, as if he had been captured
    cron(folder)
    text = letter(folder, "report-02-luc")
    assert text.startswith("Maintenant : tour 2.\nTes ordres sont attendus pour le ")
    assert "\n- Des ordres envoyés pour le tour 2 ne peuvent pas servir. " in text
    assert "gardé pour" not in text
    row = status(folder)
    assert (row["missing"], row["received"]) == (list(ALL), [])
    assert [one["players"] for one in row["refused"]] == [["Luc"]]
    assert "Refusé : texte collé (Luc), 1 faute\n  ligne 3, colonne " in good("status", folder).out
    assert "ne peuvent pas servir" not in letter(folder, "report-01-anna")
    the_others(folder, 2, but=())
    assert stages(folder)[-1] == "0004-turn-2"
    assert played(folder, "turn-2")["Luc"] == {}


def test_refused_in_their_turn_the_mj_who_plays_by_hand_hears_of_it_at_once(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p")
    send(folder, orders("Luc", 2, "{déplacement supplémentaire: droite}"))
    put_table(folder, *ALL)
    make_ghost(folder, "Luc")
    said = good("resolve", folder).out.partition("Maintenant attendu : tour 2.\n")[2]
    assert said.startswith("Refusé : texte collé (Luc), 1 faute\n  ligne 3, colonne ")


def test_once_he_has_sent_others_nothing_is_refused_any_more(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p")
    send(folder, orders("Luc", 2, "{déplacement supplémentaire: droite}"))
    put_table(folder, *ALL)
    make_ghost(folder, "Luc")
    cron(folder)
    send(folder, orders("Luc", 2, "rien"))
    assert status(folder)["refused"] == []


def test_of_a_table_refused_each_hears_only_that_it_cannot_be_used(tmp_path: Path) -> None:
    """Its faults tell what others were to do."""
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    drop(folder, "avance.yaml", table(2, Anna=RIGHT, Luc="{déplacement supplémentaire: droite}"))
    cron(folder)
    put_table(folder, *ALL)
    make_ghost(folder, "Luc")
    done = cron(folder)
    assert done.code == 1  # the MJ is the only one who can know why
    assert "joué, tour 1" in done.out
    assert "\n  À VOIR : refusé : avance.yaml (Anna, Luc), 1 faute\n" in done.out
    for name in ("report-01-anna", "report-02-luc"):
        text = letter(folder, name)
        assert "- Des ordres envoyés pour le tour 2 ne peuvent pas servir ; le MJ sait pourquoi.\n" in unwrapped(text)
        assert "déplacement supplémentaire »" not in text
        assert "gardé pour" not in text
    assert "Refusé : avance.yaml (Anna, Luc), 1 faute" in good("status", folder).out
    assert cron(folder) == (0, "", "")


def test_who_has_nothing_left_owes_nothing(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p")
    send(folder, orders("Luc", 2, "{déplacement: droite}"))
    put_table(folder, *(player for player in ALL if player != "Luc"))
    take_all(folder, "Luc")
    cron(folder)
    assert status(folder)["missing"] == [player for player in ALL if player != "Luc"]
    assert "Des ordres envoyés pour le tour 2 ne peuvent pas servir." in letter(folder, "report-02-luc")


def test_a_vote_sent_ahead_for_what_turns_out_to_be_a_mission(tmp_path: Path) -> None:
    folder = fleet(tmp_path / "p", THREE_DAYS)
    done = send(folder, orders("Anna", 3, "{vote: oui}"))
    assert "  Anna : tu votes oui ; gardé pour le tour 3.\n" in done.out
    send(folder, orders("Denis", 3, "{mission: réussite}"))
    put_table(folder, *FIVE, turn=2, order="{vote: oui}")
    assert "Maintenant : tour 3, mission" in cron(folder).out
    text = unwrapped(letter(folder, "report-01-anna"))
    assert (
        "\n- Des ordres envoyés pour le tour 3 ne peuvent pas servir. "
        "« vote » n’est pas ce qui est attendu maintenant : tour 3, mission.\n" in text
    )
    assert [one["players"] for one in status(folder)["refused"]] == [["Anna"], ["Denis"]]
    assert status(folder)["missing"] == ["Anna", "Bruno"]
    assert "Rien n’est attendu de toi pour l’instant." in letter(folder, "report-04-denis")
    put(folder, "Anna", "Bruno", turn=3, order="{mission: réussite}")
    assert "joué, tour 3, mission : tous les ordres sont là." in cron(folder).out


def test_a_vote_sent_ahead_for_what_turns_out_to_be_a_vote(tmp_path: Path) -> None:
    """While the squad is not even proposed: the receipt names none."""
    folder = fleet(tmp_path / "p", THREE_DAYS, stage="proposal")
    done = send(folder, orders("Denis", 2, "{vote: non}"))
    assert "  Denis : tu votes non ; gardé pour le tour 2.\n" in done.out
    put(folder, "Anna", turn=1, order="{escadron: [Anna, Bruno]}")
    cron(folder)
    assert status(folder)["received"] == ["Denis"]
    put_table(folder, *(player for player in FIVE if player != "Denis"), turn=2, order="{vote: oui}")
    cron(folder)
    assert played(folder, "vote-2")["Denis"] == {"vote": "no"}


def own(folder: Path, player: str) -> str:
    return unwrapped(plain(report(folder, "--for", f"joueur:{player}")))


TERROR = "{terroriser: (4;1)}"
SPENT = "- Des ordres envoyés pour le tour 2 ne peuvent pas servir. "


def test_the_report_itself_says_that_they_cannot_serve(tmp_path: Path) -> None:
    """It is what the MJ sends; the letter is the same with what no report may say above it."""
    folder = tsewnart(tmp_path / "p")
    send(folder, orders("Paul", 2, TERROR), orders("Paul", 4, "rien"))
    put_table(folder, *(player for player in ALL if player != "Paul"))
    send(folder, orders("Paul", 1, TERROR))
    good("resolve", folder)
    text = own(folder, "Paul")
    assert f"\n{SPENT}La case (4;1) a déjà été terrorisée au tour précédent.\n" in text
    assert "gardé pour le tour 2" not in text
    assert "- Tu ne fais rien ; gardé pour le tour 4.\n" in text
    sent = letter(folder, "report-04-paul")
    assert sent.count("ne peuvent pas servir") == 1
    unchained = sent.partition("\n\nSceau du journal")[0]
    assert unchained.endswith(plain(report(folder, "--for", "joueur:Paul")).rstrip("\n"))


def test_a_report_made_again_says_the_same_of_them(tmp_path: Path) -> None:
    """In the words of another language only what frames them changes."""
    folder = tsewnart(tmp_path / "p")
    send(folder, orders("Paul", 2, TERROR))
    put_table(folder, *(player for player in ALL if player != "Paul"))
    send(folder, orders("Paul", 1, TERROR))
    good("resolve", folder)
    published = own(folder, "Paul")
    again = good("report", folder, "--for", "joueur:Paul", "--max-chars", "20000").out
    assert unwrapped(again) == published
    assert "Orders sent for turn 2 cannot be used. La case (4;1)" in unwrapped(
        report(folder, "--for", "joueur:Paul", "--language", "en")
    )


def test_the_last_that_came_counts_in_what_the_report_says(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p")
    send(folder, orders("Paul", 2, TERROR), orders("Paul", 2, "{déplacement: gauche}"))  # mended
    send(folder, orders("Luc", 2, "{déplacement: droite}"))
    put_table(folder, *(player for player in ALL if player != "Paul"))
    send(folder, orders("Paul", 1, TERROR))
    good("resolve", folder)
    text = own(folder, "Paul")
    assert "ne peuvent pas servir" not in text
    assert "- Tu te déplaces vers la gauche ; gardé pour le tour 2.\n" in text
    assert "- Tu te déplaces vers la droite ; gardé pour le tour 2.\n" in own(folder, "Luc")


def test_an_earlier_one_stays_when_the_last_cannot_serve(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p")
    send(folder, orders("Paul", 2, "{déplacement: gauche}"), orders("Paul", 2, TERROR))
    put_table(folder, *(player for player in ALL if player != "Paul"))
    send(folder, orders("Paul", 1, TERROR))
    good("resolve", folder)
    text = own(folder, "Paul")
    assert text.index(SPENT) < text.index("- Tu te déplaces vers la gauche ; gardé pour le tour 2.\n")
    assert status(folder)["received"] == ["Paul"]


def test_no_other_reader_learns_that_they_cannot_serve(tmp_path: Path) -> None:
    """Only whose they are, and the MJ by status."""
    here, there = tsewnart(tmp_path / "1"), tsewnart(tmp_path / "2")
    send(here, orders("Paul", 2, TERROR))
    for folder in (here, there):
        put_table(folder, *(player for player in ALL if player != "Paul"))
        send(folder, orders("Paul", 1, TERROR))
        good("resolve", folder)
        assert "ne peuvent pas servir" not in report(folder, "--for", "mj")
    differ = [
        path.name
        for path in (here / "turns" / "0003-turn-1" / "result" / "reports").iterdir()
        if path.read_bytes() != (there / path.relative_to(here)).read_bytes()
    ]
    assert {name.partition(".")[0] for name in differ} == {"player-04-paul"}


def test_of_later_turns_nothing_is_known_yet(tmp_path: Path) -> None:
    """Also of a player who has nothing left: he may capture a piece by then."""
    folder = tsewnart(tmp_path / "p")
    send(folder, orders("Luc", 2, RIGHT), orders("Luc", 3, RIGHT))
    put_table(folder, *(player for player in ALL if player != "Luc"))
    take_all(folder, "Luc")
    good("resolve", folder, "--force")
    text = own(folder, "Luc")
    assert "gardé pour le tour 2" not in text
    assert "- Des ordres envoyés pour le tour 2 ne peuvent pas servir. " in text
    assert "- Tu te déplaces vers la droite ; gardé pour le tour 3.\n" in text


def test_the_line_about_them_says_nothing_of_standing_orders_sent_with_them(tmp_path: Path) -> None:
    """Those may be others since."""
    folder = tsewnart(tmp_path / "p")
    done = send(folder, orders("Anna", 2, RIGHT) + "permanents: {déplacement: bas}\n")
    assert (
        "Anna : tu te déplaces vers la droite ; gardé pour le tour 2 ; si un jour tu n’envoies rien : déplacement "
        "bas ; cela vaut dès maintenant, et pas seulement à partir du tour 2." in done.out
    )
    send(folder, "joueur: Anna\ntour: 1\npermanents: {déplacement: gauche}\n")
    form = " ".join(plain(good("template", folder, "--for", "Anna").out).replace("\n#", "").split())
    assert "Envoyé d’avance : tu te déplaces vers la droite ; gardé pour le tour 2. " in form
    assert "Tes ordres permanents : déplacement gauche." in form
    assert "déplacement bas" not in form
    put_table(folder, *ALL)
    good("resolve", folder)
    text = own(folder, "Anna")
    assert "- Tu te déplaces vers la droite ; gardé pour le tour 2.\n" in text
    assert "Déplacement gauche" in text
    assert "bas" not in text.partition("Ta clé")[0]


def test_the_mj_reads_of_a_refused_file_once_and_of_none_for_a_later_turn(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p")
    put_table(folder, *ALL)
    good("submit", folder)
    for turn in (1, 1, 2):
        assert run("submit", folder, "-", stdin=orders("Paul", turn, "{déplacement: hautt}")).code == 1
    assert run("submit", folder, "-", stdin=orders("Rita", 3, "{déplacement: hautt}")).code == 1
    good("resolve", folder)
    notes = report(folder, "--for", "mj").partition("Plateau")[0]
    assert notes.count("Ordres refusés") == 1
    assert "- Ordres refusés et non corrigés : Paul (texte collé).\n" in notes


def test_a_card_sent_ahead_for_what_turns_out_to_be_a_vote(tmp_path: Path) -> None:
    folder = fleet(tmp_path / "p", stage="proposal")
    send(folder, orders("Emma", 2, "{mission: réussite}") + "permanents: {vote: oui}\n")
    put(folder, "Anna", turn=1, order="{escadron: [Anna, Bruno]}")
    good("resolve", folder)
    text = own(folder, "Emma")
    assert (
        "- Des ordres envoyés pour le tour 2 ne peuvent pas servir. "
        "« mission » n’est pas ce qui est attendu maintenant : tour 2, vote.\n" in text
    )
    assert "gardé pour" not in text


# --- Keys


def key(turn: int, player: str) -> str:
    from support.commands import SEED

    return order_key(SEED, Stage("turn", turn), player)


@pytest.mark.deep
def test_the_key_of_the_day_on_which_they_came_is_enough(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p")
    send(folder, orders("Anna", 3, RIGHT) + f"clé: {key(1, 'Anna')}\n")
    the_others(folder, 1, but=())
    the_others(folder, 2, but=())
    assert status(folder)["received"] == ["Anna"]
    the_others(folder, 3)
    assert played(folder, "turn-3")["Anna"] == {"move": "right"}


def test_a_key_that_is_not_his_is_refused(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p")
    for wrong in (key(3, "Anna"), key(1, "Luc"), "AAAA-AAAA"):
        done = run("submit", folder, "-", stdin=orders("Anna", 3, RIGHT) + f"clé: {wrong}\n")
        assert done.code == 1
        assert "n’est pas celle de ce joueur pour ce tour ;" in done.err
    assert status(folder)["ahead"] == []


# --- Where they lie


def the_file(folder: Path) -> Path:
    return next(folder.glob("turns/0003-turn-1/orders/0001.yaml"))


@few(1)
@pytest.mark.parametrize("damage", ["changed", "cut", "gone"])
def test_what_is_handed_on_is_what_came(tmp_path: Path, damage: str) -> None:
    """Once a stage is published it needs the file in which they came no more."""
    folder = tsewnart(tmp_path / "p")
    send(folder, orders("Anna", 2, RIGHT))
    put_table(folder, *ALL)
    cron(folder)
    path = the_file(folder)
    if damage == "gone":
        path.unlink()
    else:
        path.write_bytes(path.read_bytes().replace(b"droite", b"gauche") if damage == "changed" else b"")
    the_others(folder, 2)
    assert played(folder, "turn-2")["Anna"] == {"move": "right"}


@few(1)
@pytest.mark.parametrize("damage", ["changed", "cut", "gone"])
def test_damaged_on_disk_nothing_is_played(tmp_path: Path, damage: str) -> None:
    folder = tsewnart(tmp_path / "p")
    send(folder, orders("Anna", 2, RIGHT))
    put_table(folder, *ALL)
    cron(folder)
    path = folder / "turns" / "0003-turn-1" / "result" / "orders.json"
    assert b"droite" in path.read_bytes()
    if damage == "gone":
        path.unlink()
    else:
        path.write_bytes(path.read_bytes().replace(b"droite", b"gauche") if damage == "changed" else b"{")
    put_table(folder, *ALL[1:], turn=2)
    before = {name: data for name, data in tree(folder).items() if name != "visit.json"}
    done = cron(folder)
    assert done.code == 1
    assert done.err.startswith(f"À VOIR : {folder} : à réparer. Le fichier « {path} » manque ou est abîmé")
    assert run("resolve", folder).code == run("resolve", "--force", folder).code == run("status", folder).code == 2
    assert {name: data for name, data in tree(folder).items() if name != "visit.json"} == before


def test_a_verdict_lost_before_its_turn_is_made_again(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p")
    send(folder, orders("Anna", 2, RIGHT))
    the_file(folder).with_name("0001.accepted.json").unlink()
    assert status(folder)["ahead"] == [{"turn": 2, "players": ["Anna"]}]
    put_table(folder, *ALL)
    cron(folder)
    assert status(folder)["received"] == ["Anna"]


def test_each_stage_hands_them_on(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p")
    send(folder, orders("Anna", 3, RIGHT))
    for turn in (1, 2):
        put_table(folder, *ALL, turn=turn)
        cron(folder)
        (told,) = result(folder, f"turn-{turn}", "orders.json")["ahead"]
        assert (told["turn"], told["text"], told["players"]) == (3, orders("Anna", 3, RIGHT), ["Anna"])
        assert plain(told["receipts"]["Anna"]) == "tu te déplaces vers la droite ; gardé pour le tour 3."


def test_the_words_that_said_them_back_are_the_campaigns_whatever_the_mj_speaks(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p")
    done = good("submit", "--language", "en", folder, "-", stdin=orders("Anna", 2, RIGHT))
    assert "you move right; kept for turn 2." in done.out
    put_table(folder, *ALL)
    run("run", folder, "--language", "en")
    assert "- Tu te déplaces vers la droite ; gardé pour le tour 2." in plain(report(folder, "--for", "joueur:Anna"))
    assert "- Tu te déplaces vers la droite ; gardé pour le tour 2." in letter(folder, "report-01-anna")


def test_at_the_end_of_the_game_they_are_forgotten(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", stage="turn-2")
    send(folder, orders("Anna", 5, RIGHT))
    put_table(folder, *ALL, turn=2, order="{" + STOP + "}")
    assert "La partie est terminée." in cron(folder).out
    assert status(folder)["ahead"] == []
    assert "avance" not in letter(folder, "report-01-anna")


@pytest.mark.deep
def test_standing_orders_in_a_file_sent_ahead_hold_from_the_day_on_which_it_came(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS + "absents: permanents\n")
    send(folder, orders("Anna", 2, RIGHT) + "permanents: {déplacement: haut}\n")
    assert status(folder)["standing"] == ["Anna"]
    put_table(folder, *ALL[1:])
    send(folder, "joueur: Anna\ntour: 1\npermanents: {déplacement: gauche}\n")  # later ones
    for when in (START, "2026-11-22 10:00", DUE):
        at(when)
        cron(folder)
    assert played(folder, "turn-1")["Anna"] == {"move": "left"}
    assert result(folder, "turn-1", "orders.json")["standing"]["Anna"] == {"move": "left"}
    the_others(folder, 2)
    assert played(folder, "turn-2")["Anna"] == {"move": "right"}
    assert result(folder, "turn-2", "orders.json")["standing"]["Anna"] == {"move": "left"}


def test_a_file_with_standing_orders_alone_is_for_no_turn(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", "absents: permanents\n")
    done = send(folder, "joueur: Anna\ntour: 3\npermanents: {déplacement: haut}\n")
    row = status(folder)
    assert (row["ahead"], row["standing"]) == ([], ["Anna"])
    assert "cela vaut dès maintenant, et pas seulement à partir du tour 3." in unwrapped(done.out)
    assert "dès maintenant" not in send(folder, "joueur: Anna\ntour: 1\npermanents: {déplacement: bas}\n").out


def test_the_deal_takes_nothing_ahead_but_the_first_proposal_does(tmp_path: Path) -> None:
    folder = fleet(tmp_path / "p", stage="proposal")
    commander = resistance.state(folder)["seats"][1]
    send(folder, orders(commander, 3, "{escadron: [Anna, Bruno]}"))
    put(folder, "Anna", turn=1, order="{escadron: [Denis, Emma]}")
    cron(folder)
    put_table(folder, *FIVE, turn=2, order="{vote: non}")
    cron(folder)
    assert status(folder)["received"] == [commander]
    assert "joué, tour 3, " in cron(folder).out


# --- Beside a correction of this turn's orders


def refused_correction(folder: Path) -> Path:
    """Make a campaign in which all have sent, and Anna's correction is refused."""
    tsewnart(folder)
    put_table(folder, *ALL[1:])
    drop(folder, "1.yaml", orders("Anna", 1, "rien"), 1)
    drop(folder, "2.yaml", orders("Anna", 1, "{déplacement: hautt}"), 2)
    return folder


LATER, ALONE = orders("Anna", 2, UP), "joueur: Anna\ntour: 1\npermanents: {déplacement: haut}\n"


@pytest.mark.parametrize("other", [LATER, ALONE])
def test_a_file_about_something_else_mends_no_refused_correction(tmp_path: Path, other: str) -> None:
    folder = refused_correction(tmp_path / "p")
    drop(folder, "3.yaml", other, 3)
    done = cron(folder)
    assert "un dernier fichier est refusé et pas encore corrigé (Anna)" in done.out
    assert stages(folder)[-1] == "0002-placement"
    text = letter(folder, "receipt-0003-01-anna")
    assert "sa correction ; si le MJ joue sans elle, ce sont tes ordres précédents qui seront joués." in text
    drop(folder, "4.yaml", orders("Anna", 1, UP), 4)
    cron(folder)
    assert played(folder, "turn-1")["Anna"] == {"move": "up"}


def test_a_refused_file_for_a_later_turn_holds_up_no_turn(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p")
    put_table(folder, *ALL)
    drop(folder, "1.yaml", orders("Anna", 2, "{déplacement: hautt}"), 1)
    assert "joué, tour 1 : tous les ordres sont là." in cron(folder).out
    text = letter(folder, "receipt-0002-01-anna")
    assert "Tes ordres sont refusés (tour 2)" in text
    assert "Sans autre envoi, tes ordres pour le tour 1 seront joués" in text


BOTH = "joueur: Anna\ntour: 1\nordres: {déplacement: hautt}\npermanents: {déplacement: hautt}\n"


@pytest.mark.parametrize("correction", [orders("Anna", 1, UP), table(1, Anna=UP)])
def test_orders_accepted_since_end_the_wait_though_other_parts_of_the_file_are_not_mended(
    tmp_path: Path, correction: str
) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    put_table(folder, *ALL)
    drop(folder, "1.yaml", BOTH, 1)
    assert "un dernier fichier est refusé et pas encore corrigé (Anna)" in cron(folder).out
    drop(folder, "2.yaml", correction, 2)
    assert "joué, tour 1 : tous les ordres sont là." in cron(folder).out
    assert played(folder, "turn-1")["Anna"] == {"move": "up"}
    receipt = letter(folder, "receipt-0003-01-anna")
    assert "Sans autre envoi, ces ordres seront joués quand tous les ordres seront là" in receipt


def test_the_letter_of_a_refused_correction_says_until_when_it_is_waited_for(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS + "absents: rien\n")
    put_table(folder, *ALL)
    drop(folder, "1.yaml", orders("Anna", 1, "{déplacement: hautt}"), 1)
    cron(folder)
    due = "sa correction est attendue pour le lundi 23 novembre à 20 h 00"
    without = "sans elle, ce sont {} qui seront joués."
    assert f"{due} ; {without.format('tes ordres précédents')}" in letter(folder, "receipt-0002-01-anna")
    form = " ".join(good("template", folder, "--for", "Anna").out.replace("\n#", "").split())
    assert f"{due} ; {without.format('tes ordres pour le tour 1')}" in form


def test_a_file_with_a_wrong_key_holds_up_nobody(tmp_path: Path) -> None:
    """It may be anybody's."""
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    put_table(folder, *ALL)
    drop(folder, "1.yaml", orders("Anna", 1, UP) + "clé: AAAA-AAAA\n", 1)
    assert "joué, tour 1 : tous les ordres sont là." in cron(folder).out
    told = letter(folder, "receipt-0002-01-anna")
    assert told.startswith("Un fichier est arrivé à ton nom (tour 1), avec une clé qui n’est pas la tienne")
    assert "précédents" not in told, "whose hand it was, nobody knows: what will be played is not told"


@pytest.mark.deep
def test_a_correction_refused_ahead_is_waited_for_when_its_turn_comes(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    drop(folder, "1.yaml", orders("Anna", 2, RIGHT), 1)
    drop(folder, "2.yaml", orders("Anna", 2, "{déplacement: hautt}"), 2)
    put_table(folder, *ALL)
    assert "joué, tour 1" in cron(folder).out
    assert "Refusé : 2.yaml (Anna), 1 faute" in good("status", folder).out
    the_others(folder, 2)
    assert "un dernier fichier est refusé et pas encore corrigé (Anna)" in good("status", folder).out
    drop(folder, "3.yaml", orders("Anna", 2, UP), 3)
    cron(folder)
    assert played(folder, "turn-2")["Anna"] == {"move": "up"}
    assert status(folder)["refused"] == []


@pytest.mark.deep
def test_a_correction_refused_and_mended_ahead_holds_up_nobody(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    drop(folder, "1.yaml", orders("Anna", 3, RIGHT), 1)
    drop(folder, "2.yaml", orders("Anna", 3, "{déplacement: hautt}"), 2)
    for turn in (1, 2):
        put_table(folder, *ALL, turn=turn)
        cron(folder)
    assert stages(folder)[-1] == "0004-turn-2"
    assert status(folder)["received"] == ["Anna"]
    the_others(folder, 3)
    assert "pas encore corrigé (Anna)" in good("status", folder).out
    drop(folder, "3.yaml", orders("Anna", 3, LEFT), 3)
    assert "joué, tour 3" in cron(folder).out


def test_orders_mended_ahead_hold_up_nobody_though_the_standing_ones_beside_them_are_not(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p")
    drop(folder, "1.yaml", "joueur: Anna\ntour: 2\nordres: {voler: haut}\npermanents: {déplacement: droite}\n", 1)
    drop(folder, "2.yaml", orders("Anna", 2, UP), 2)
    put_table(folder, *ALL)
    cron(folder)
    put_table(folder, *ALL[1:], turn=2)
    assert "joué, tour 2 : tous les ordres sont là." in cron(folder).out
    assert played(folder, "turn-2")["Anna"] == {"move": "up"}


def test_a_file_refused_for_a_far_turn_is_told_once(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p")
    drop(folder, "loin.yaml", table(4, Anna="{voler: haut}"), 1)
    put_table(folder, *ALL)
    assert "refusé : loin.yaml (Anna)" in cron(folder).out
    put_table(folder, *ALL, turn=2)
    done = cron(folder)
    assert "joué, tour 2" in done.out
    assert (done.code, "refusé" in done.out) == (0, False)


UNREADABLE = "joueur: {name}\ntour: 1\nclé: AAAA-BBBB\nordres: {{déplacement: [haut\n"


def test_a_wrong_key_in_a_file_that_cannot_be_read_holds_up_nobody(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    put_table(folder, *ALL)
    drop(folder, "1.yaml", UNREADABLE.format(name="Anna"), 1)
    assert "joué, tour 1 : tous les ordres sont là." in cron(folder).out
