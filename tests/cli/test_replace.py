"""``adjudicator replace``: others take seats; what was played, and what chance gives, is the same."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from resistance.campaigns import begun, dealt, on_mission
from support.campaigns import untimed
from support.clocked import THREE_DAYS, at, cron, fresh_clock, rewrite
from support.commands import (
    PLACES,
    TINY,
    TURNS,
    TWO,
    campaign,
    good,
    killed_everywhere,
    on_terminal,
    orders,
    plain,
    read_letter,
    report,
    run,
    send,
    stage_folder,
    tree,
)
from support.depth import deep, few

AWAY = "joueur: Anna, du: 2026-11-01, au: 2026-12-30"
WHY = ("--reason", "mail d’Anna", "--public", "Anna n’a plus le temps.")


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    yield from fresh_clock()


def replace(folder: Path, *more: str) -> str:
    return plain(good("replace", folder, *more, *WHY).out)


def more(folder: Path, text: str) -> None:
    """Add lines to ``campaign.yaml``."""
    file = folder / "campaign.yaml"
    file.write_text(file.read_text(encoding="utf-8") + text, encoding="utf-8")


def refused(folder: Path, *args: object) -> str:
    """What a command says that is refused, and changes nothing."""
    before = tree(folder)
    done = run(*args)
    assert done.code in (1, 2), done
    assert tree(folder) == before
    return plain(done.err or done.out)


def not_replaced(folder: Path, *more: str) -> str:
    return refused(folder, "replace", folder, *more, *WHY)


def letters(folder: Path, name: str) -> dict[str, dict[str, object]]:
    """The letters of the outbox whose names begin so, by the names of their files."""
    return {path.name: read_letter(path) for path in sorted((folder / "outbox").glob(f"*/{name}*"))}


def key_of(text: str) -> str:
    return text.partition("personne d’autre ne connaît : ")[2][:9]


def states(folder: Path) -> dict[str, bytes]:
    names = ("result/state.json", "result/outcome.json", "result/pinned.json")
    return {name: data for name, data in tree(folder).items() if name.startswith("turns/") and name.endswith(names)}


# Who plays now -------------------------------------------------------------------------------------------------


def test_who_comes_plays_on_and_the_game_is_the_same(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    same = shutil.copytree(folder, tmp_path / "same")
    replace(folder, "Anna=Yann", "Zoé=Anne")
    good("submit", same, "-", stdin=TURNS[1])
    good("submit", folder, "-", stdin=TURNS[1].replace("Anna", "Yann").replace("Zoé", "Anne"))
    for each in (folder, same):
        good("resolve", each)
    assert states(folder) == states(same)
    assert "pour Yann seulement" in plain(report(folder, "--for", "joueur:Yann"))
    for reader in ("public", "mj", "joueur:Luc", "camp:rouge"):
        assert "Anna" not in report(folder, "--for", reader)
        assert "Zoé" not in report(folder, "--for", reader)


def test_a_name_is_kept_in_one_form_however_it_is_typed(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    assert "Rémi Ève remplace désormais Anna." in replace(folder, "anna = Re\u0301mi  E\u0300ve ")
    send(folder, orders("remi eve", 2, "rien"))
    assert good("status", folder, "--json").json()["received"] == ["Rémi Ève"]


def test_past_reports_stay_and_are_found(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    before = {name: data for name, data in tree(folder).items() if "/result/" in name}
    told = report(folder, "--for", "joueur:Anna", "--turn", "placement")
    replace(folder, "Anna=Yann")
    assert {name: data for name, data in tree(folder).items() if "/result/" in name} == before
    assert report(folder, "--for", "joueur:Yann", "--turn", "placement") == told
    assert report(folder, "--for", "joueur:Anna", "--turn", "placement") == told
    assert "for Anna only" in report(folder, "--for", "joueur:Yann", "--turn", "placement", "--language", "en")
    good("resolve", folder, "--force")
    assert report(folder, "--for", "joueur:Yann", "--turn", "placement") == told
    assert "pour Yann" in plain(report(folder, "--for", "joueur:Yann"))


def test_orders_of_the_one_who_left_are_refused_and_of_the_one_who_comes_taken(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    send(folder, orders("Anna", 2, "rien"))
    assert "Anna avait déjà envoyé des ordres" in replace(folder, "Anna=Yann")
    assert good("status", folder, "--json").json()["received"] == ["Yann"]
    done = run("submit", folder, "-", stdin=orders("Anna", 2, "{déplacement: haut}"))
    assert done.code == 1
    assert "« Anna » ne joue plus : Yann a pris sa place." in done.err
    assert "cela remplace tes ordres précédents" in send(folder, orders("Yann", 2, "{déplacement: droite}")).out


def test_the_letter_of_the_one_who_comes_has_all_that_he_needs(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    send(folder, orders("Anna", 2, "{déplacement: droite}"))
    replace(folder, "Anna=Yann", "--email", "yann@example.org", "--forum", "[LG] Yann")
    (letter,) = letters(folder, "seat-1").values()
    text = "\n".join(letter["text"])  # type: ignore[arg-type]
    assert letter["to"] == ["Yann <yann@example.org>"]
    assert letter["forum"] == ["[LG] Yann"]
    for part in ("Yann remplace désormais Anna.", "Anna n’a plus le temps.", "joueur: Yann", "Brute en (1;1)"):
        assert part in text
    assert "Déjà ordonné à cette place : tu te déplaces vers la droite." in text
    assert "mail d’Anna" not in text
    others = letters(folder, "seats-1")
    assert [each["player"] for each in others.values()] == ["Luc", "Max", "Paul", "Rita", "Zoé"]
    for each in others.values():
        assert each["text"] == ["Yann remplace désormais Anna.", "Anna n’a plus le temps."]
    assert not any("example.org" in data.decode() for name, data in tree(folder).items() if "/result/" in name)


def test_the_key_is_his_and_the_old_one_is_dead(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    more(folder, "clé: exigée\n")
    before = good("template", folder, "--for", "Anna").out
    old = before.partition("clé: ")[2][:9]
    replace(folder, "Anna=Yann")
    (letter,) = letters(folder, "seat-1").values()
    new = key_of("\n".join(letter["text"]))  # type: ignore[arg-type]
    assert new != old
    assert f"clé: {new}" in good("template", folder, "--for", "Yann").out
    file = "joueur: Yann\ntour: 2\nclé: {}\nordres: rien\n"
    assert run("submit", folder, "-", stdin=file.format(old)).code == 1
    good("submit", folder, "-", stdin=file.format(new))
    replace(folder, "Yann=Anna")
    again = good("template", folder, "--for", "Anna").out.partition("clé: ")[2][:9]
    assert again not in (old, new)


def test_two_seats_change_people_at_once(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    same = shutil.copytree(folder, tmp_path / "same")
    said = replace(folder, "Anna=Paul", "Paul=Anna", "--yes")  # each then knows both camps
    assert "Paul remplace désormais Anna." in said
    assert "Anna remplace désormais Paul." in said
    swapped = TURNS[1].replace("Anna", "?").replace("Paul", "Anna").replace("?", "Paul")
    good("submit", same, "-", stdin=TURNS[1])
    good("submit", folder, "-", stdin=swapped)
    for each in (folder, same):
        good("resolve", each)
    assert states(folder) == states(same)
    assert [each["player"] for each in letters(folder, "seat-1").values()] == ["Paul", "Anna"]


@pytest.mark.deep
def test_a_newcomer_with_the_name_of_one_who_left_has_the_seat_that_he_took(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    replace(folder, "Anna=Yann")
    replace(folder, "Paul=Anna", "--yes")
    send(folder, orders("Anna", 2, "{déplacement: gauche}"))
    assert good("status", folder, "--json").json()["received"] == ["Anna"]
    assert result_orders(folder) == {"Paul"}


def result_orders(folder: Path) -> set[str]:
    good("resolve", folder, "--force")
    return set(json.loads((stage_folder(folder, "turn-2") / "result" / "orders.json").read_bytes())["orders"])


def test_until_a_date_the_seat_goes_back_by_itself(tmp_path: Path) -> None:
    at("2026-11-20 10:00")
    folder = campaign(tmp_path / "p", "turn-2", TWO + THREE_DAYS)
    cron(folder)
    said = replace(folder, "Anna=Yann", "--until", "2026-11-21 20:00")
    assert "Yann remplace Anna jusqu’au samedi 21 novembre 2026 à 20 h 00." in said
    at("2026-11-21 19:00")
    cron(folder)
    assert "Yann" in good("status", folder).out
    at("2026-11-21 20:01")
    cron(folder)
    assert "Yann" not in good("status", folder).out
    send(folder, orders("Anna", 2, "rien"))
    assert "« Yann » ne joue plus : Anna a repris sa place." in plain(
        run("check", folder, "-", stdin=orders("Yann", 2, "rien")).err
    )
    (letter,) = letters(folder, "seat-2").values()
    assert letter["player"] == "Anna"
    assert letter["text"][0] == "Anna reprend sa place, tenue par Yann."  # type: ignore[index]


def test_the_captaincy_goes_with_the_seat_or_to_whom_the_mj_names(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "placement", TWO)
    placing = "joueur: {}\nplacement: {{{}: (1;1), Luc: (1;2), Max: (1;3)}}\n"
    replace(folder, "Anna=Yann")
    send(folder, placing.format("Yann", "Yann"))
    assert "Luc est désormais capitaine du camp bleu." in replace(folder, "Yann=Nina", "--captain", "Luc")
    assert run("check", folder, "-", stdin=placing.format("Nina", "Nina")).code == 1
    send(folder, placing.format("Luc", "Nina"))
    send(folder, "joueur: Paul\nplacement: {Paul: (6;1), Rita: (6;2), Zoé: (6;3)}\n")
    good("resolve", folder)
    assert "Nina" in report(folder, "--for", "camp:bleu")


def test_what_a_captain_has_chosen_counts_no_more_once_another_is_captain(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "placement", TWO)
    send(folder, PLACES[TWO][1])
    said = replace(folder, "Paul=Yann", "--captain", "Rita")
    assert "restent en vigueur" not in said
    assert "Les ordres de camp déjà envoyés (Paul) ne comptent plus : Rita est désormais capitaine." in said
    status = good("status", folder, "--json").json()
    assert (status["received"], status["missing"]) == ([], ["Anna", "Rita"])
    (letter,) = letters(folder, "seat-1").values()
    assert "Déjà ordonné" not in "\n".join(letter["text"])  # type: ignore[arg-type]


def test_what_a_captain_has_chosen_counts_for_who_takes_his_seat(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "placement", TWO)
    send(folder, PLACES[TWO][1])
    assert "Paul avait déjà envoyé des ordres : ils restent en vigueur" in replace(folder, "Paul=Yann", "Luc=Nina")
    status = good("status", folder, "--json").json()
    assert (status["received"], status["missing"]) == (["Yann"], ["Anna"])


def test_orders_sent_ahead_are_played_for_who_sits_there_then(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    send(folder, orders("Anna", 2, "{déplacement: droite}"), orders("Paul", 2, "{terroriser: (1;1)}"))
    good("resolve", folder, "--force")
    replace(folder, "Anna=Paul", "Paul=Anna", "--yes")
    assert good("status", folder, "--json").json()["received"] == ["Paul", "Anna"]
    good("resolve", folder, "--force")
    kept = json.loads((stage_folder(folder, "turn-2") / "result" / "orders.json").read_bytes())
    assert kept["orders"] == {"Anna": {"move": "right"}, "Paul": {"terrorise": [1, 1]}}


def test_stages_are_taken_back_and_people_stay(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    send(folder, *(orders(name, 2, "rien") for name in ("Anna", "Luc", "Max", "Paul", "Rita", "Zoé")))
    good("resolve", folder)
    replace(folder, "Anna=Yann")
    good("undo", folder, "--to", "tour 1", *WHY)
    assert "Yann" in good("status", folder, "--json").json()["received"]
    good("replay", folder)
    assert "Yann" in report(folder, "--for", "mj")
    assert "Anna" not in report(folder, "--for", "mj").replace("Anna n’a plus", "")


@pytest.mark.deep
def test_the_past_is_verified_with_those_who_played_then(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    send(folder, orders("Anna", 1, "{déplacement: droite}"), orders("Paul", 2, "rien"))
    replace(folder, "Anna=Yann")
    send(folder, orders("Yann", 2, "{déplacement: haut}"), orders("Luc", 1, "rien"))
    good("resolve", folder, "--force")
    replace(folder, "Yann=Paul", "Paul=Yann", "--yes")
    send(folder, orders("Paul", 2, "{déplacement: droite}"))
    good("resolve", folder, "--force")
    good("leave", folder, "Luc", *WHY)
    good("verify", folder)
    good("undo", folder, "--to", "1", *WHY)
    good("replay", folder)
    good("verify", folder)


def test_the_journal_tells_who_sent_what_by_the_names_of_then(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    send(folder, orders("Anna", 2, "rien"))
    replace(folder, "Anna=Yann")
    send(folder, orders("Yann", 2, "rien"))
    told = good("journal", folder).out
    for said in ("Anna : ordres reçus (tour 2)", "Yann : ordres reçus (tour 2)", "Anna (Yann)"):
        assert said in told


def test_an_absence_of_the_one_who_came_is_announced_like_any_other(tmp_path: Path) -> None:
    at("2026-11-20 10:00")
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    replace(folder, "Anna=Yann")
    more(folder, f"absences:\n  - {{{AWAY.replace('Anna', 'Yann')}}}\n")
    assert good("status", folder, "--json").json()["away"] == ["Yann"]
    replace(folder, "Yann=Nina")
    more(folder, "langue: fr\n")
    assert good("status", folder, "--json").json()["away"] == []


def test_who_came_cannot_stand_in_for_another_camp(tmp_path: Path) -> None:
    at("2026-11-20 10:00")
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    replace(folder, "Anna=Yann")
    away = AWAY.replace("Anna", "Paul")
    more(folder, f"absences:\n  - {{{away}, remplaçant: Yann}}\n")
    assert "« Yann » joue aussi cette partie" in refused(folder, "status", folder)


def test_an_address_is_changed_with_a_new_key_and_only_he_is_told(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    replace(folder, "Anna=Yann", "--email", "yan@example.org")
    (first,) = letters(folder, "seat-1").values()
    assert "Nouvelle adresse : Yann." in replace(folder, "Yann=Yann", "--email", "yann@example.org")
    (second,) = letters(folder, "seat-2").values()
    assert second["to"] == ["Yann <yann@example.org>"]
    assert key_of("\n".join(first["text"])) != key_of("\n".join(second["text"]))  # type: ignore[arg-type]
    assert not letters(folder, "seats-2")


def test_the_substitute_becomes_the_owner(tmp_path: Path) -> None:
    at("2026-11-20 10:00")
    away = f"absences:\n  - {{{AWAY}, remplaçant: {{nom: Nina, email: n@example.org}}}}\n"
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    more(folder, away)
    assert "n@example.org" in replace(folder, "Anna=Nina")
    send(folder, orders("Nina", 2, "rien"))
    (letter,) = letters(folder, "seat-1").values()
    assert letter["to"] == ["Nina <n@example.org>"]


@pytest.mark.deep
def test_who_sits_there_until_a_date_stays_longer_or_for_good(tmp_path: Path) -> None:
    at("2026-11-20 10:00")
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    replace(folder, "Anna=Yann", "--until", "2026-11-21 20:00")
    assert "Yann garde, jusqu’au lundi 23 novembre 2026 à 20 h 00, la place qui revient ensuite à Anna." in replace(
        folder, "Yann=Yann", "--until", "2026-11-23 20:00"
    )
    replace(folder, "Yann=Yann", "--email", "yann@example.org")  # says nothing of when he goes
    longer = shutil.copytree(folder, tmp_path / "longer")
    said = "Yann garde pour de bon la place qui devait revenir à Anna."
    assert said in replace(folder, "Yann=Yann")
    assert said in (folder / "outbox").glob("*/seats-4*").__next__().read_text(encoding="utf-8")
    assert "Yann a déjà cette place." in not_replaced(folder, "Yann=Yann")
    at("2026-11-24 20:00")
    for each, name in ((folder, "Yann"), (longer, "Anna")):
        good("submit", each)
        assert name in good("status", each).out


def test_only_who_has_not_played_enters_the_game(tmp_path: Path) -> None:
    at("2026-11-20 10:00")
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    more(folder, f"absences:\n  - {{{AWAY}, remplaçant: Nina}}\n")
    changes = (("Luc=Yann",), ("Yann=Yann", "--email", "y@example.org"), ("Yann=Luc",), ("Max=Luc", "Luc=Max"))
    for change in (*changes, ("Anna=Nina",)):
        replace(folder, *change)
    subjects = [(each["player"], each["subject"]) for each in letters(folder, "seat-").values()]
    came, there = "La grande partie : tu entres dans la partie", "La grande partie : ta place"
    others = [("Yann", there), ("Luc", there), ("Luc", there), ("Max", there), ("Nina", there)]
    assert sorted(subjects) == sorted([("Yann", came), *others])
    texts = ["\n".join(each["text"]) for each in letters(folder, "seat-").values()]  # type: ignore[arg-type]
    assert sum("Bienvenue" in text for text in texts) == 1


def test_in_the_resistance_too(tmp_path: Path) -> None:
    folder = on_mission(tmp_path / "p")
    same = shutil.copytree(folder, tmp_path / "same")
    replace(folder, "Anna=Yann", "Chloé=Nina")
    for each in (folder, same):
        good("resolve", each, "--force")
    assert states(folder) == states(same)
    for reader in ("public", "mj", "joueur:Yann", "joueur:Denis"):
        assert not {"Anna", "Chloé"} & set(report(folder, "--for", reader).replace(",", " ").split())


# Whose time is over --------------------------------------------------------------------------------------------


def lent(folder: Path) -> Path:
    """A campaign in which Yann has sat for Anna until an hour that is past, and no command has come since."""
    at("2026-11-20 10:00")
    campaign(folder, "turn-2", TWO + THREE_DAYS)
    cron(folder)
    replace(folder, "Anna=Yann", "--until", "2026-11-21 20:00")
    at("2026-11-21 20:01")
    return folder


@pytest.mark.deep
def test_whose_time_is_over_plays_no_more_before_any_command_has_written_that(tmp_path: Path) -> None:
    folder = lent(tmp_path / "p")
    before = tree(folder)
    for told in (good("status", folder).out, good("resolve", folder, "--dry-run", "--force").out):
        assert "Anna" in told
        assert "Yann" not in told
    assert "joueur: Anna\n" in good("template", folder, "--for", "Anna").out
    assert "Yann" in refused(folder, "template", folder, "--for", "Yann")
    good("check", folder, "-", stdin=orders("Anna", 2, "rien"))
    assert "« Yann » ne joue plus" in refused_file(folder, orders("Yann", 2, "rien"))
    good("report", folder, "--for", "joueur:Anna")
    assert "« Yann » ne joue plus" in refused(folder, "report", folder, "--for", "joueur:Yann")
    assert tree(folder) == before
    more(folder, "clé: exigée\n")
    form = good("template", folder, "--for", "Anna").out
    good("submit", folder)
    assert good("template", folder, "--for", "Anna").out == form


def refused_file(folder: Path, text: str) -> str:
    done = run("check", folder, "-", stdin=text)
    assert done.code == 1
    return plain(done.err)


def test_status_foresees_when_a_seat_goes_back(tmp_path: Path) -> None:
    folder = lent(tmp_path / "p")
    at("2026-11-21 19:00")
    assert "Yann" in good("status", folder).out
    assert "Yann" in good("status", folder, "--at", "2026-11-21 19:59").out
    assert "Yann" not in good("status", folder, "--at", "2026-11-21 20:00").out


def test_cron_says_that_a_seat_has_gone_back(tmp_path: Path) -> None:
    folder = lent(tmp_path / "p")
    said = "Anna reprend sa place, tenue par Yann : messages écrits dans outbox"
    assert said in plain(cron(folder).out)
    assert said not in plain(run("run", folder, "--all").out)


@pytest.mark.deep
def test_the_seats_are_judged_as_they_are_once_the_time_is_over(tmp_path: Path) -> None:
    folder = lent(tmp_path / "p")
    gone = "« Yann » ne joue plus : Anna a repris sa place."
    assert gone in not_replaced(folder, "Yann=Yann")
    assert gone in not_replaced(folder, "Yann=Yann", "--dry-run")
    tried = replace(folder, "Anna=Yann", "--dry-run")
    assert "Yann remplace désormais Anna." in tried
    assert tried.splitlines()[0] in replace(folder, "Anna=Yann")


@pytest.mark.deep
def test_a_game_that_is_over_gives_no_seat_back(tmp_path: Path) -> None:
    at("2026-11-20 10:00")
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    replace(folder, "Anna=Yann", "--until", "2026-11-21 20:00")
    names = ("Yann", "Luc", "Max", "Paul", "Rita", "Zoé")
    send(folder, *(orders(name, 2, "{arrêter: oui}") for name in names))
    assert "terminée" in good("resolve", folder).out
    at("2026-11-21 20:01")
    good("report", folder, "--for", "joueur:Yann")


# What cannot be ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("Anna=Paul",), "« Paul » joue déjà dans cette partie."),
        (("Anna=paul",), "« Paul » joue déjà dans cette partie."),
        (("Anna=Anna",), "Anna a déjà cette place."),
        (("Anna",), "« Anna » ne dit pas qui prend quelle place"),
        (("=Yann",), "ne dit pas qui prend quelle place"),
        (("Ana=Yann",), "Personne ne s’appelle « Ana » dans cette partie. Peut-être « Anna » ?"),
        (("Anna=Yann", "Luc=Yann"), "« Yann » joue déjà dans cette partie."),
        (("Anna=Yann", "anna=Nina"), "La même place est donnée deux fois."),
        (("Anna=Yann", "Luc=Nina", "--email", "a@b.c"), "avec une seule place"),
        (("Anna=Yann", "--email", "ici"), "« ici » n’est pas une adresse électronique."),
        (("Anna=bleu",), "« bleu » est un mot du jeu ou le nom d’un camp"),
        (("Anna=Bleu",), "écrire ce nom autrement, par exemple « Bleu 2 »"),
        (("Anna=archer",), "écrire ce nom autrement, par exemple « Archer »"),
        (("Anna=Y: a",), "Y: a"),
        (("Anna=Аnnа",), "Аnnа"),
        (("Anna=" + "Y" * 41,), "41"),
        (("Anna=Yann", "--until", "2020-01-01 20:00"), "passé"),
        (("Anna=Yann", "--until", "demain"), "demain"),
        (("Anna=Yann", "--captain", "Ida"), "Personne ne s’appelle « Ida »"),
        (("Anna=Yann", "--captain", "Anna"), "« Anna » ne joue plus : Yann a pris sa place."),
    ],
)
def test_what_cannot_be_is_said_and_changes_nothing(tmp_path: Path, more: tuple[str, ...], said: str) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    assert said in not_replaced(folder, *more)


def test_what_is_proposed_for_a_word_is_accepted(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    replace(folder, "Luc=Bleu 2")
    assert "par exemple « Bleu 3 »" in not_replaced(folder, "Anna=bleu")
    replace(folder, "Anna=Bleu 3")


def test_who_has_gone_is_named_with_who_has_come(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    replace(folder, "Anna=Yann")
    assert "« Anna » ne joue plus : Yann a pris sa place." in not_replaced(folder, "Anna=Nina")


def test_an_absence_of_the_same_name_and_another_side_are_asked_about(tmp_path: Path) -> None:
    at("2026-11-20 10:00")
    away = f"absences:\n  - {{{AWAY}, remplaçant: Nina}}\n"
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    more(folder, away)
    assert "« Nina » remplace Anna" in not_replaced(folder, "Paul=Nina")
    replace(folder, "Anna=Yann")
    assert "une absence de « Anna »" in not_replaced(folder, "Paul=Anna")


@few(1)
@pytest.mark.parametrize(
    ("change", "found", "other"),
    [
        (("Anna=Yann", "--forum", "Paul"), "Paul", "Paul"),
        (("Anna=Yann", "--forum", "paul"), "paul", "Paul"),
        (("Anna=Yann", "--forum", "Le Grand Zack"), "Le Grand Zack", "Zoé"),
        (("Anna=Anna", "--forum", "Nina"), "Nina", "Nina"),
        (("Anna=le grand zack",), "le grand zack", "Zoé"),
    ],
)
def test_a_forum_name_is_one_person_s(tmp_path: Path, change: tuple[str, ...], found: str, other: str) -> None:
    at("2026-11-20 10:00")
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    more(folder, f"absences:\n  - {{{AWAY.replace('Anna', 'Luc')}, remplaçant: Nina}}\n")
    replace(folder, "Zoé=Zoé", "--forum", "Le Grand Zack")
    assert f"Le nom de forum « {found} » désigne déjà {other}." in not_replaced(folder, *change)
    replace(folder, "Anna=Yann", "--forum", "Yann")
    replace(folder, "Yann=Yann", "--forum", "Anna")  # who has gone


@pytest.mark.parametrize("stage", ["roles", "turn-1"])
def test_a_seat_that_has_changed_hands_keeps_its_name_in_the_file(tmp_path: Path, stage: str) -> None:
    """Who writes another name there is told so; by the acts nobody could tell any more who sits on it."""
    folder = campaign(tmp_path / "p", stage)
    good("replace", folder, "Max=Nina", "--reason", "x", "--public", "y")
    rewrite(folder, "Max", "Maxime")
    for command in (("status",), ("submit",), ("hold", "--reason", "x"), ("run",)):
        done = run(command[0], folder, *command[1:])
        assert done.code == (1 if command[0] == "run" else 2)
        assert "« campaign.yaml » n’a pas de joueur « Max », dont la place a changé de mains" in done.err
    rewrite(folder, "Maxime", "Max")
    good("status", folder)


def test_a_game_that_is_over_changes_nobody(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "over", TWO)
    not_replaced(folder, "Anna=Yann")


def test_there_are_no_captains_in_the_resistance(tmp_path: Path) -> None:
    folder = dealt(tmp_path / "p")
    assert "« Bruno » ne peut pas être capitaine." in not_replaced(folder, "Anna=Yann", "--captain", "Bruno")


def test_a_dry_run_says_what_would_come_and_writes_nothing(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    before = tree(folder)
    said = replace(folder, "Anna=Yann", "--dry-run")
    assert tree(folder) == before
    assert "Yann remplace désormais Anna." in said
    assert "Son adresse n’est pas connue (Yann)" in said
    assert "À blanc : rien n’est écrit." in said


@few(1)
@pytest.mark.parametrize(("answer", "code", "acts"), [("non", 1, 0), ("oui", 0, 1)])
def test_on_a_terminal_it_asks(tmp_path: Path, answer: str, code: int, acts: int) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    done = on_terminal("replace", folder, "Anna=Yann", *WHY, answer=f"{answer}\n")
    assert (done[0], len(list(folder.glob("acts/*.json")))) == (code, acts)
    assert done[1].endswith(" Rien n’est changé.\n") == (answer == "non")


# Nothing is lost -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "every", "least"), [(TINY, 29, 2), *deep((TINY, 1, 20), (TWO, 1, 20))])
def test_killed_anywhere_it_is_done_by_the_next_command(tmp_path: Path, text: str, every: int, least: int) -> None:
    base = campaign(tmp_path / "base", "turn-2", text)
    folders = killed_everywhere(base, tmp_path / "work", "replace", "{}", "Anna=Yann", *WHY, every=every)
    assert len(folders) >= least
    whole = tree(tmp_path / "work" / "whole")
    for folder in folders:
        recorded = (folder / "acts" / "0001-replace.json").exists()
        good("submit", folder)
        wanted = whole if recorded else tree(base)
        assert untimed(tree(folder)) == untimed(wanted), folder


@pytest.mark.deep
@pytest.mark.parametrize("every", [29, *deep(1)])
def test_killed_while_a_seat_goes_back_it_is_done_by_the_next_command(tmp_path: Path, every: int) -> None:
    at("2026-11-20 10:00")
    base = campaign(tmp_path / "base", "turn-2", TINY)
    replace(base, "Anna=Yann", "--until", "2026-11-21 20:00")
    at("2026-11-21 20:01")
    folders = killed_everywhere(base, tmp_path / "work", "submit", "{}", every=every)
    assert len(folders) >= 3
    whole = tree(tmp_path / "work" / "whole")
    assert "acts/0002-replace.json" in whole
    for folder in folders:
        good("submit", folder)
        assert untimed(tree(folder)) == untimed(whole), folder


@pytest.mark.deep
def test_a_stage_that_is_played_again_tells_nobody_that_names_have_changed(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    good("resolve", folder, "--force")
    replace(folder, "Anna=Yann")
    good("undo", folder, *WHY)
    good("resolve", folder, "--force")
    for reader in ("joueur:Luc", "joueur:Paul", "camp:bleu", "public"):
        assert "Anna" not in report(folder, "--for", reader).replace("Anna n’a plus", "")
        assert "rien" in report(folder, "--for", reader)


def test_who_comes_is_told_of_the_table_as_it_was_amended(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    amendment = "tour: 2\ntable: {pièces: {Luc: {case: (3;1)}}}\n"
    good("amend", folder, "-", "--public", "Luc avait été mal placé.", "--reason", "x", stdin=amendment)
    good("replace", folder, "Luc=Zack", "--public", "x", "--reason", "x")
    (letter,) = (folder / "outbox/0004-turn-2").glob("seat-*zack*")
    text = plain(letter.read_text(encoding="utf-8"))
    assert "Luc avait été mal placé." in text
    assert "Agile en (3;1)" in text.partition("Luc avait été mal placé.")[2]


# What nobody can forget


def moved(folder: Path, *pairs: str, yes: bool = False) -> tuple[int, str]:
    """Change seats; return the status, and what is said."""
    before = tree(folder)
    done = run("replace", folder, *pairs, *WHY, *(["--yes"] if yes else []))
    assert (tree(folder) == before) == (done.code != 0)
    return done.code, plain(done.out + done.err)


def test_who_would_know_two_identities_is_named_and_nothing_is_done_without_a_yes(tmp_path: Path) -> None:
    folder = on_mission(tmp_path / "p", cylons=("Bruno", "Emma"))
    code, said = moved(folder, "Anna=Bruno", "Bruno=Anna")
    assert code == 2
    assert "Bruno saurait alors aussi : qui est Anna." in said
    assert "Anna saurait alors aussi : qui est Bruno, qui est Emma." in said
    assert "donnez la même commande avec « --yes »" in said
    assert moved(folder, "Anna=Bruno", "Bruno=Anna", yes=True)[0] == 0


def test_who_comes_back_in_another_seat_knows_two_too_and_in_his_own_nothing_new(tmp_path: Path) -> None:
    folder = on_mission(tmp_path / "p", cylons=("Bruno", "Emma"))
    assert moved(folder, "Anna=Gaston")[0] == 0  # he has sat nowhere
    code, said = moved(folder, "Denis=Anna")
    assert code == 2
    assert "Anna saurait alors aussi : qui est Denis." in said
    assert moved(folder, "Gaston=Anna")[0] == 0


def test_before_anything_is_dealt_and_within_a_camp_nobody_learns_anything(tmp_path: Path) -> None:
    folder = begun(tmp_path / "p")
    assert moved(folder, "Anna=Bruno", "Bruno=Anna")[0] == 0
    camps = campaign(tmp_path / "q", "turn-2", TWO)
    assert moved(camps, "Anna=Luc", "Luc=Anna")[0] == 0
    code, said = moved(camps, "Max=Zoé", "Zoé=Max")
    assert code == 2
    assert "Zoé saurait alors aussi : ce que sait le camp bleu." in said


# What is told to who plays no more -----------------------------------------------------------------------------


@few(2)
@pytest.mark.parametrize(
    "text",
    ["Anna va à droite", "Anna T2 déplacement droite", "Bonjour, je suis Anna, je vais à droite", "Anna\nà droite"],
)
def test_the_sentence_of_who_plays_no_more_is_refused_for_that(tmp_path: Path, text: str) -> None:
    folder = campaign(tmp_path / "p", "turn-2")
    replace(folder, "Anna=Yann")
    said = plain(run("submit", folder, "-", stdin=text).err)
    assert "« Anna » ne joue plus : Yann a pris sa place." in said
    assert "Je n’ai pas compris" not in said
