"""The MJ rules on single orders in the middle of a turn: the rest follows, nobody else sees that it was he, no cost."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.clocked import at, cron, fresh_clock
from support.commands import (
    TINY,
    TWO,
    announced,
    campaign,
    good,
    killed_everywhere,
    orders,
    result,
    results,
    run,
    send,
    table,
    verdicts,
)
from support.depth import deep, examples, few
from tsewnart.suite import check_state
from tsewnart.tables import Table, tables

from adjudicator.core.mj import Answer, Mj, Place, record, recorded
from adjudicator.core.plain import to_plain
from adjudicator.core.stage import Outcome
from adjudicator.games.tsewnart.adjudication import play_turn
from adjudicator.games.tsewnart.game import GAME


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    yield from fresh_clock()


def played(table: Table, mj: Mj | None) -> Outcome[Any]:
    return play_turn(table.setting, table.state, table.orders, table.seed, mj=mj)


def in_a_turn(table: Table) -> bool:
    return table.state.phase == "turn"


def places_of(table: Table) -> list[Place]:
    """Every order on which the MJ might rule, in this turn."""
    heard = Mj()
    played(table, heard)
    return sorted(heard.named)


def rulings(table: Table, number: int) -> dict[Place, Answer]:
    chance, found = random.Random(number), {}
    for place in places_of(table):
        if chance.random() < 0.4:
            verdict = chance.choice(("fails", "stands"))
            more = {"reason": "ainsi"} if chance.random() < 0.5 else {}
            more |= {"said": f"dit {chance.randrange(3)}"} if chance.random() < 0.3 else {}
            found[place] = Answer({"verdict": verdict, **more} if more else verdict)
    return found


@given(tables().filter(in_a_turn))
@examples(25)
def test_where_he_rules_as_the_rules_do_nothing_is_different(one: Table) -> None:
    """Byte for byte: state, account, notices, results."""
    alone = played(one, None)
    first = Mj({place: Answer("stands") for place in places_of(one)})
    played(one, first)
    same = Mj({each.question.place: Answer(each.question.proposal) for each in first.asked})
    again = played(one, same)
    for _ in range(3):  # what he rules changes what follows, so that it takes a few turns to agree to all of it
        if to_plain(again) == to_plain(alone):
            break
        same = Mj({each.question.place: Answer(each.question.proposal) for each in same.asked})
        again = played(one, same)
    assert to_plain(again) == to_plain(alone)


@given(tables().filter(in_a_turn), st.integers(0, 2**32))
@examples(40)
def test_whatever_he_rules_a_turn_is_played_and_its_record_plays_it_again(one: Table, number: int) -> None:
    heard = Mj(rulings(one, number))
    outcome = played(one, heard)
    check_state(one.setting, outcome.state)
    places = [each.question.place for each in heard.asked]
    assert len(places) == len(set(places)) and not heard.twice
    rows = record(heard.asked)
    again = recorded(rows)
    assert to_plain(played(one, again)) == to_plain(outcome)
    assert [row["print"] for row in record(again.asked)] == [row["print"] for row in rows]


@given(tables().filter(in_a_turn), st.integers(0, 2**32))
@examples(25)
def test_how_he_came_to_say_it_is_nothing_to_the_turn(one: Table, number: int) -> None:
    """Written, or agreed to, or left: an answer is its value."""
    answers = rulings(one, number)
    outcome = played(one, Mj(answers))
    other = Mj({place: answer._replace(by="default") for place, answer in answers.items()})
    assert to_plain(played(one, other)) == to_plain(outcome)


def test_where_he_has_said_nothing_nothing_is_asked_and_nothing_kept(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    send(folder, table(1, Anna="{déplacement: droite}", Paul="{déplacement: gauche}"))
    good("resolve", folder, "--force")
    [kept] = (folder / "turns").glob("*turn-1/result/orders.json")
    assert '"mj"' not in kept.read_text(encoding="utf-8")
    assert GAME.rules.decisions["stands"].care == "auto"


def ruling(verdict: str = "échec", **more: str) -> str:
    rest = "".join(f", {key.replace('_', ' ')}: {text!r}" for key, text in more.items())
    return f"tour: 1\nmj: {{réponses: {{action: {{déplacement d’Anna: {{décision: {verdict}{rest}}}}}}}}}\n"


ALL = {
    "Anna": "{déplacement: droite}",
    "Luc": "{déplacement: droite}",
    "Max": "{viser: (3;3)}",
    "Paul": "{terroriser: (5;1)}",
    "Rita": "{déplacement: gauche}",
    "Zoé": "{déplacement: gauche}",
}


def test_he_rules_after_an_undo_and_says_why(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    send(folder, table(1, **ALL))
    good("resolve", folder)
    good("undo", folder, "--reason", "x", "--public", "un ordre mal lu", "--by", "MJ", "--yes")
    told = good(
        "submit",
        folder,
        "-",
        stdin=ruling(raison="le mail est arrivé après", dit_à_tous="Le pas d’Anna ne compte pas."),
    ).out
    assert "action, déplacement Anna : échec" in told
    good("resolve", folder)
    mj = good("report", folder, "--for", "mj").out.replace("\n", " ")
    assert "décidé par le MJ : déplacement (Anna), échec" in " ".join(mj.split())
    assert "le mail est arrivé après" in " ".join(mj.split())
    for reader in ("public", "camp:bleu", "joueur:Rita"):
        report = good("report", folder, "--for", reader).out
        assert "Le pas d’Anna ne compte pas." in report and "arrivé après" not in report
    own = good("report", folder, "--for", "joueur:Anna").out
    assert "échec" in own and "MJ : " not in own.replace("Le MJ dit pourquoi : ", "")
    good("verify", folder)


def test_his_reason_is_his_alone_even_when_the_game_is_over_and_told_to_all(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    send(folder, table(1, **ALL))
    send(folder, ruling(raison="Perdu."))
    good("resolve", folder)
    send(folder, table(2, **dict.fromkeys(ALL, "{arrêter: oui, abandon: oui}")))
    good("resolve", "--force", folder)
    assert "partie terminée" in good("status", folder).out
    assert "Perdu." in good("report", folder, "--for", "mj", "--turn", "1").out
    good("export", folder, tmp_path / "all.json")
    good("verify", tmp_path / "all.json")
    shown = [tmp_path / "all.json", *(folder / "public").rglob("*.*"), *(folder / "outbox").rglob("*.*")]
    shown += [path for path in folder.glob("turns/*/re*/**/*.*") if "mj." not in path.name and path.suffix != ".json"]
    assert not [path for path in shown if path.is_file() and b"Perdu." in path.read_bytes()]


def test_without_a_word_for_everybody_a_ruling_looks_like_any_other_failure(tmp_path: Path) -> None:
    """The same orders, failed by the sheet or by his hand: no reader but the MJ can tell."""
    text = TWO.replace("Anna, Luc, Max", "Anna, Luc, Max")
    shown = []
    for name in ("sheet", "hand"):
        folder = campaign(tmp_path / name, "turn-1", text)
        blocked = {**ALL, "Anna": "{déplacement: bas}", "Luc": "rien"}  # an ally stands there
        send(folder, table(1, **blocked))
        if name == "hand":
            send(folder, ruling(raison="de ma main"))
        good("resolve", folder)
        reports = {
            path.name: path.read_bytes()
            for path in (folder / "turns").glob("*turn-1/result/reports/*")
            if not path.name.startswith("mj.")
        }
        shown.append((reports, announced(folder)))
    assert shown[0] == shown[1]


def test_an_order_that_changes_since_is_asked_about_and_the_players_time_is_closed(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    send(folder, table(1, **ALL), ruling(), orders("Anna", 1, "{déplacement: bas}"))
    done = cron(folder)
    assert done.code == 1 and "une réponse est attendue" in done.out
    at("2026-11-20 11:00")
    assert run("submit", folder, "-", stdin=orders("Anna", 1, "{déplacement: droite}")).code == 1
    assert run("resolve", folder, "--force").code == 3  # no word of his is left aside in silence
    form = good("template", folder, "--for", "mj").out
    assert "vous aviez répondu : échec" in form and "déplacement Anna: d’accord" in form
    send(folder, form)
    cron(folder)
    assert (folder / "turns" / "0003-turn-1" / "result").is_dir()
    good("verify", folder)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (ruling().replace("d’Anna", "d’Ana"), "Peut-être « déplacement Anna » ?"),
        (
            ruling().replace("déplacement d’Anna", "échange d’Anna"),
            "rien à décider de tel dans cette étape ; possible : dépl",
        ),
        (ruling().replace("déplacement d’Anna", "échange d’Anna"), "possible : déplacement Anna.\n"),
        (ruling().replace("déplacement d’Anna", "viser Zoé"), "possible : déplacement Zoé.\n"),
        (ruling().replace("échec", "échecs"), "Peut-être « échec » ?"),
        (
            ruling().replace("échec", "rien"),
            "« rien » n’est pas compris ici ; attendu : d’accord, à toi, échec, joué.\n",
        ),
        (ruling().replace("action", "actoin"), "Peut-être « action » ?"),
        (ruling().replace("tour: 1", "tour: 4"), "attendu maintenant : tour 1"),
    ],
)
def test_a_faulty_ruling_is_told_with_what_was_probably_meant(tmp_path: Path, text: str, said: str) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    send(folder, table(1, **ALL))
    done = run("submit", folder, "-", stdin=text)
    assert done.code == 1 and said in done.err, done.err


def test_status_says_what_he_has_decided_until_he_takes_it_back(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    send(folder, table(1, **ALL), ruling())
    good("submit", folder, *sorted((folder / "inbox").iterdir()))
    assert "Décidé par vous (action, déplacement Anna) : échec" in good("status", folder).out
    good("submit", folder, "-", stdin=orders("Anna", 1, "rien"))
    assert "Décidé par vous (action, déplacement Anna) : ne s’applique à rien" in good("status", folder).out
    good("submit", folder, "-", stdin=orders("Anna", 1, ALL["Anna"]))
    good("submit", folder, "-", stdin="tour: 1\nmj: {réponses: {action: {déplacement d’Anna: à toi}}}\n")
    assert "Décidé par vous" not in good("status", folder).out


def test_what_he_has_taken_back_is_no_decision_of_his(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    send(folder, table(1, **ALL), ruling())
    good("submit", folder)
    good("submit", folder, "-", stdin="tour: 1\nmj: {réponses: {action: {déplacement d’Anna: à toi}}}\n")
    good("resolve", folder)
    assert "Ce que vous avez décidé" not in good("report", folder, "--for", "mj").out


def public_words(folder: Path, kind: str = "text") -> str:
    report = good("report", folder, "--for", "public", "--turn", "1", "--format", kind).out
    return report.partition("Décisions du MJ")[2].partition("Révélé à tous")[0]


@few(1)
@pytest.mark.parametrize("when", ["before", "after"])
def test_his_own_words_stay_as_he_wrote_them_whoever_sits_where(tmp_path: Path, when: str) -> None:
    """Words that are exactly a name are words: of who sits there now, of who sat there, of who has changed seats."""
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    send(folder, table(1, **ALL))
    change = ("replace", folder, "Anna=Nina", "--reason", "x", "--public", "y", "--by", "MJ", "--yes")
    if when == "before":
        good(*change)
    for player, text in (("Luc", "Anna"), ("Rita", "Nina")):
        more = f"{{décision: échec, dit à tous: {text}, raison: {text}}}"
        told = good(
            "submit", folder, "-", stdin=f"tour: 1\nmj: {{réponses: {{action: {{déplacement de {player}: {more}}}}}}}\n"
        )
        assert f"déplacement {player} : échec" in told.out and told.out.count(text) >= 2
    if when == "after":
        good(*change)
    assert good("status", folder).out.count("Anna") >= 2
    good("resolve", folder)
    assert "- Anna\n" in public_words(folder) and "- Nina\n" in public_words(folder)
    mj = " ".join(good("report", folder, "--for", "mj").out.split())
    for player, text in (("Luc", "Anna"), ("Rita", "Nina")):
        assert f"déplacement {player} : échec, raison : « {text} », dit à tous : « {text} »" in mj
    good("verify", folder)
    good("undo", folder, "--reason", "x", "--public", "y", "--by", "MJ", "--yes")
    assert "déplacement Luc) : échec, raison : « Anna »" in good("status", folder).out
    good("resolve", folder, "--force")
    assert "- Anna\n" in public_words(folder)
    good("verify", folder)
    good("export", folder, tmp_path / "all.json")
    good("verify", tmp_path / "all.json")


@pytest.mark.parametrize("wrapped", ["{}", "[code]\n{}[/code]\n"])
def test_tags_that_he_writes_to_his_players_stay_and_are_no_markup(tmp_path: Path, wrapped: str) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    send(folder, table(1, **ALL))
    good("submit", folder, "-", stdin=wrapped.format(ruling(dit_à_tous="un [b]gros[/b] <b>mot</b>")))
    good("resolve", folder)
    assert "- un [b]gros[/b] <b>mot</b>" in public_words(folder)
    assert "un ［b］gros［/b］ <\u2060b>mot<\u2060/b>" in public_words(folder, "bbcode")
    assert "un [b]gros[/b] &lt;b&gt;mot&lt;/b&gt;" in public_words(folder, "html")
    good("verify", folder)


def test_how_his_file_looks_on_a_board_is_no_part_of_it(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    send(folder, table(1, **ALL))
    good("submit", folder, "-", stdin=ruling("[b]échec[/b]"))


def test_a_refused_ruling_is_told_no_more_when_it_was_corrected(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    send(folder, table(1, **ALL))
    assert run("submit", folder, "-", stdin=ruling("échecs")).code == 1
    assert "échecs" in good("status", folder).out
    assert "réponses du MJ (tour 1), texte collé, refusé" in good("journal", folder).out
    send(folder, orders("Anna", 1, "rien"))
    assert "échecs" in good("status", folder).out, "orders of a player mend nothing of his"
    send(folder, orders("Anna", 1, ALL["Anna"]))
    good("submit", folder, "-", stdin=ruling())
    assert "échecs" not in good("status", folder).out
    good("resolve", folder)


def test_a_ruling_in_the_inbox_that_is_refused_stops_the_command_once(tmp_path: Path) -> None:
    """As a file of a player does: what was just refused is to be corrected before the turn is played without it."""
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    send(folder, table(1, **ALL))
    key = next(line for line in good("template", folder, "--for", "mj").out.splitlines() if line.startswith("clé: "))
    (folder / "inbox").mkdir(exist_ok=True)
    (folder / "inbox" / "mj.yaml").write_text(f"{key}\n{ruling('échecs')}", encoding="utf-8")
    done = run("resolve", folder)
    assert done.code == 1 and "rien n’a été joué" in done.out + done.err
    assert not (folder / "turns" / "0003-turn-1" / "result").exists()
    (folder / "inbox" / "mj.yaml").write_text(f"{key}\n{ruling()}", encoding="utf-8")
    good("resolve", folder)
    assert result(folder, "turn-1", "orders.json")["mj"][0]["value"] == {"verdict": "fails"}


def test_the_receipt_says_which_of_his_texts_becomes_public(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    send(folder, table(1, **ALL))
    told = good("submit", folder, "-", stdin=ruling(raison="trop tard", dit_à_tous="Ordre tardif.")).out
    assert "publié, dans tous les rapports : « Ordre tardif. »" in told
    assert "lu de vous seul : « trop tard »" in told
    told = good("submit", folder, "-", stdin=ruling(raison="trop tard")).out
    assert "lu de vous seul : « trop tard »" in told and "rien n’en est publié" in told
    assert "publié" not in good("submit", folder, "-", stdin=ruling().replace("{décision: échec}", "échec")).out


def test_left_to_the_program_is_said_of_a_ruling_as_of_its_word(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    send(folder, table(1, **ALL), ruling())
    good("submit", folder, "-", stdin=ruling("à toi"))
    assert "Décidé par vous" not in good("status", folder).out
    good("submit", folder, "-", stdin=ruling("d’accord"))
    good("resolve", folder)
    assert result(folder, "turn-1", "orders.json")["mj"][0]["value"] == "stands"
    good("verify", folder)
    told = run("check", folder, "-", stdin=ruling("à toi", dit_à_tous="non").replace("tour: 1", "tour: 2"))
    assert told.code == 1 and "à toi" in told.err


def test_a_ruling_to_be_confirmed_is_kept_by_the_line_that_the_form_has_for_it(tmp_path: Path) -> None:
    """The MJ is told of the order in words that are not its player's; his own words come back as they were."""
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    odd = """il a dit : "non", l'air [sûr] # de lui"""
    text = ruling().replace("échec", f"échec, raison: '{odd.replace(chr(39), chr(39) * 2)}', dit à tous: tard")
    send(folder, table(1, **ALL), text, orders("Anna", 1, "{déplacement: bas}"))
    status = good("status", folder).out
    assert "dont dépend : Anna, déplacement bas" in status and "Le tour attend vos réponses." in status
    form = good("template", folder, "--for", "mj").out
    (kept,) = [line for line in form.splitlines() if "# déplacement Anna:" in line]
    lines = [
        kept.replace("# ", "", 1) if line.endswith("déplacement Anna: d’accord") else line for line in form.splitlines()
    ]
    good("submit", folder, "-", stdin="\n".join(lines) + "\n")
    good("resolve", folder)
    value = result(folder, "turn-1", "orders.json")["mj"][0]["value"]
    assert value == {"verdict": "fails", "reason": odd, "said": "tard"}
    told = run("submit", folder, "-", stdin=ruling())
    assert told.code == 1 and "cette étape est jouée ; attendu maintenant : tour 2" in told.err and "undo" in told.err


def test_blanks_around_his_words_are_none_of_them(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    send(folder, table(1, **ALL))
    text = "tour: 1\nmj:\n  réponses:\n    action:\n      déplacement Anna:\n        décision: échec\n"
    told = good("submit", folder, "-", stdin=f"{text}        dit à tous: |\n          Un mot.\n          Deux.\n").out
    assert "« Un mot. Deux. »" in told


def test_at_a_fixed_hour_a_ruling_to_be_confirmed_holds_the_stage_and_it_is_said(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    with (folder / "campaign.yaml").open("a", encoding="utf-8") as file:
        file.write("échéance: {heures: 20, à l’heure: oui}\n")
    send(folder, table(1, **ALL), ruling(), orders("Anna", 1, "{déplacement: bas}"))
    cron(folder)
    assert "se joue le" in good("status", folder).out
    at("2026-11-21 06:05")
    for told in (cron(folder).out, good("status", folder).out):
        assert "une réponse est attendue ; rien ne se joue sans elle, même à l’heure" in told
    assert "même à l’heure" in good("template", folder, "--for", "mj").out.replace("\n    # ", " ")
    send(folder, good("template", folder, "--for", "mj").out)
    cron(folder)
    assert (folder / "turns" / "0003-turn-1" / "result").is_dir()


def test_where_nothing_waits_for_him_his_form_shows_what_he_may_rule(tmp_path: Path) -> None:
    """Without its signs the example is a file that is taken."""
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    form = good("template", folder, "--for", "mj").out
    assert "Aucune question n’attend de réponse" in form and "déplacement" not in form
    send(folder, table(1, **ALL))
    form = good("template", folder, "--for", "mj").out
    assert "# mj:" in form and "viser Max:\n#         décision: échec\n#         raison:" in form
    assert run("submit", folder, "-", stdin=form).code == 1 and not verdicts(folder, "turn-1")[-1]["accepted"]
    lines = form.splitlines()
    begins = lines.index("# mj:")
    filled = "\n".join([*lines[:begins], *(line.removeprefix("# ") for line in lines[begins:])])
    assert "publié, dans tous les rapports" in good("submit", folder, "-", stdin=filled).out
    english = good("template", folder, "--for", "gm", "--language", "en").out
    assert "aim Max:\n#         ruling: fails\n#         reason:" in english
    roles = good("template", campaign(tmp_path / "q", "roles", TWO), "--for", "mj").out
    assert "décision" not in roles and "Renvoyé tel quel" not in roles


def test_he_rules_on_what_somebody_left_for_his_absence_too(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    left = "{si: [{tour: 1, alors: {déplacement: droite}}]}"
    send(
        folder,
        table(1, Paul="rien"),
        f"joueur: Anna\ntour: 1\npermanents: {left}\n",
        ruling(),
    )
    good("resolve", folder, "--force")
    kept = result(folder, "turn-1", "orders.json")
    assert kept["stood_in"] == ["Anna"] and [row["key"] for row in kept["mj"]] == [["move", "Anna"]]
    assert not result(folder, "turn-1", "outcome.json")["results"]["Anna"]["move"]["success"]
    good("verify", folder)


def test_before_the_captains_have_sent_there_is_nothing_to_rule_on(tmp_path: Path) -> None:
    """A stage that is not played without them is not played in memory either."""
    folder = campaign(tmp_path / "p", "roles", TWO)
    text = ruling().replace("tour: 1", "étape: rôles")
    told = run("submit", folder, "-", stdin=text)
    assert told.code == 1 and "il n’y a rien à décider de tel" in told.out + told.err
    good("resolve", campaign(tmp_path / "q", "turn-1", TWO), "--force")
    assert run("check", folder, "-", stdin="étape: rôles\nmj: {le reste: à toi}\n").code in (0, 1)


def test_a_replay_waits_for_him_where_an_order_on_which_he_ruled_has_changed(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    send(folder, table(1, **ALL), ruling())
    good("resolve", folder)
    good("undo", folder, "--reason", "x", "--public", "y", "--by", "MJ", "--yes")
    send(folder, orders("Anna", 1, "{déplacement: bas}"))
    told = run("replay", folder, "--yes", "--force")
    assert "une réponse est attendue" in told.out
    assert not (folder / "turns" / "0003-turn-1" / "result").exists()


def test_a_player_who_writes_one_is_told_of_his_key_alone(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    send(folder, table(1, **ALL))
    (folder / "inbox").mkdir(exist_ok=True)
    (folder / "inbox" / "anna.yaml").write_text("joueur: Anna\n" + ruling(), encoding="utf-8")
    cron(folder)
    [letter] = [
        path.read_text(encoding="utf-8")
        for path in (folder / "outbox").rglob("receipt*anna*")
        if "clé" in path.read_text(encoding="utf-8")
    ]
    assert "La clé n’est pas celle de ce joueur" in letter
    assert '"mj"' not in (folder / "turns" / "0003-turn-1" / "result" / "orders.json").read_text(encoding="utf-8")


RULED = "tour: 1\nmj: {réponses: {action: {déplacement d’Anna: {décision: échec, dit à tous: 'trop tard'}}}}\n"


def ready(folder: Path, *more: str) -> Path:
    campaign(folder, "turn-1", TINY)
    send(folder, table(1, Anna="{déplacement: droite}", Paul="rien"), *more)
    return folder


@pytest.mark.parametrize("every", [67, *deep(1)])
def test_a_turn_on_which_he_has_ruled_killed_anywhere_and_played_again_is_the_same(tmp_path: Path, every: int) -> None:
    folders = killed_everywhere(ready(tmp_path / "base", RULED), tmp_path / "work", "resolve", "{}", every=every)
    whole = tmp_path / "work" / "whole"
    assert any(b"ruled" in data for name, data in results(whole).items() if name.endswith("outcome.json"))
    for folder in folders:
        assert run("resolve", folder).code in (0, 3)
        assert results(folder) == results(whole)
        good("verify", folder)


@pytest.mark.parametrize("every", [23, *deep(1)])
def test_his_answers_killed_anywhere_are_there_whole_or_can_be_sent_again(tmp_path: Path, every: int) -> None:
    """A file that lies there without its verdict is weighed by the next command, against the same orders."""
    folders = killed_everywhere(
        ready(tmp_path / "base"), tmp_path / "work", "submit", "{}", "-", stdin=RULED, every=every
    )
    whole = tmp_path / "work" / "whole"
    good("resolve", whole)
    for folder in folders:
        good("submit", folder)
        if not any("mj" in verdict for verdict in verdicts(folder, "turn-1")):
            send(folder, RULED)
        good("resolve", folder)
        assert result(folder, "turn-1", "orders.json")["mj"] == result(whole, "turn-1", "orders.json")["mj"]
        good("verify", folder)
