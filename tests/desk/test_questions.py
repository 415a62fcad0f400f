"""Questions to the MJ: asked, answered, closed, taken back, verified; and nothing of it to be seen by players."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from support.asking import answers, bids, campaign, copied, installed
from support.clocked import acts, at, cron, fresh_clock
from support.commands import announced, drop, good, plain, run, send, tree
from support.depth import few
from support.shared import closed_by

from adjudicator.core.faults import Phrase
from adjudicator.core.mj import Mj, Question
from adjudicator.reports import contents


@pytest.fixture(scope="module", autouse=True)
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    with installed(tmp_path_factory.mktemp("games") / "root") as module:
        yield module


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    yield from fresh_clock()


def rows(folder: Path, stage: str = "0001-turn-1") -> list[dict[str, Any]]:
    table = json.loads((folder / "turns" / stage / "result" / "orders.json").read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = table.get("mj", [])
    return found


def by(folder: Path, stage: str = "0001-turn-1") -> dict[str, tuple[Any, str]]:
    return {"/".join([row["purpose"], *row["key"]]): (row["value"], row["by"]) for row in rows(folder, stage)}


def is_played(folder: Path) -> bool:
    return (folder / "turns" / "0001-turn-1" / "result").is_dir()


QUIET = bids(1, Anna=1, Bruno=2, Chloé=3)
"""Of these the omen alone is asked."""
LOUD = bids(1, Anna=7, Bruno=2, Chloé=12)
"""And two rumours."""
TIED = bids(1, Anna=7, Bruno=7, Chloé=7)
"""A tie: the MJ must judge."""


# --- Asked, answered


def test_the_players_time_is_closed_and_the_stage_waits_for_the_mj(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p")
    send(folder, LOUD)
    done = cron(folder)
    assert done.code == 1
    assert "Le MJ a à décider : 3 réponses sont attendues" in done.out and "--for mj" in done.out
    assert [act["act"] for act in acts(folder)] == ["closed"] and not is_played(folder)
    assert cron(folder).code == 1 and len(acts(folder)) == 1, "closed once"
    status = good("status", folder).out
    assert "Le temps des joueurs est clos" in status and "3 questions vous attendent" in status
    assert "- rumeur, Anna" in status and "vrai : non" in status and "- présage" in status
    found = good("status", folder, "--json").json()["asked"]
    assert [(one["purpose"], one["key"], one["stale"]) for one in found] == [
        ("omen", [], False),
        ("rumour", ["Anna"], False),
        ("rumour", ["Chloé"], False),
    ]


def test_an_unchanged_form_agrees_to_all_and_the_night_ends(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p")
    send(folder, LOUD)
    cron(folder)
    form = good("template", folder, "--for", "mj").out
    told = good("submit", folder, "-", stdin=form).out
    assert "rumeur, Anna : d’accord" in told and "attend une réponse" not in told
    assert cron(folder).code == 0 and is_played(folder)
    assert {key: how for key, (_, how) in by(folder).items()} == {
        "tale": "default",
        "omen": "agreed",
        "rumour/Anna": "agreed",
        "rumour/Chloé": "agreed",
        **({"echo/Anna/Bruno": "default"} if by(folder)["rumour/Anna"][0] else {}),
        **({"echo/Chloé/Bruno": "default"} if by(folder)["rumour/Chloé"][0] else {}),
    }
    assert "verify" and good("verify", folder)


def test_a_dry_run_shows_what_is_proposed_where_the_mj_has_not_answered(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p")
    send(folder, LOUD)
    send(folder, answers(1, {"rumeur": "{Anna: oui}"}))
    before = tree(folder)
    shown = good("resolve", folder, "--dry-run").out
    assert "Ce que vous n’avez pas répondu, comme ce serait joué :" in shown
    assert [line for line in shown.splitlines() if line.endswith("(proposé)")] == [
        f"- présage : {proposed(folder, 'omen')} (proposé)",
        f"- rumeur, Chloé : {proposed(folder, 'rumour')} (proposé)",
    ]
    assert "Chloé" in shown and "[1]" not in shown and tree(folder) == before


def proposed(folder: Path, purpose: str) -> str:
    """What is proposed of the first open question of a purpose, in French."""
    rows = good("status", folder, "--json").json()["asked"]
    value = next(row["proposal"] for row in rows if row["purpose"] == purpose)
    return {True: "oui", False: "non"}.get(value, str(value)) if isinstance(value, bool) else str(value)


def test_a_dry_run_shows_nothing_that_hangs_on_what_the_mj_must_say(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p")
    send(folder, TIED)
    assert run("resolve", folder, "--dry-run").code == 3


def test_an_answer_may_call_for_another_and_the_rest_be_left(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "mj: {soin: {écho: propose}}\n")
    send(folder, LOUD)
    told = good("submit", folder, "-", stdin=answers(1, {"rumeur": "{Anna: oui, Chloé: non}", "présage": 2})).out
    assert "rumeur, Anna : oui" in told and "Une question attend encore une réponse" in told
    assert "Vos réponses en appellent une autre : écho, Anna Bruno" in told
    assert "écho, Anna Bruno" in good("status", folder).out
    send(folder, answers(1, rest="à toi"))
    assert good("resolve", folder)
    assert by(folder) == {
        "tale": ("", "left"),
        "omen": (2, "mj"),
        "rumour/Anna": (True, "mj"),
        "echo/Anna/Bruno": (1, "left"),
        "rumour/Chloé": (False, "mj"),
    }
    report = good("report", folder, "--for", "mj").out
    assert "Ce que vous avez décidé" in report and "rumeur, Anna : oui" in report
    good("verify", folder)


def test_a_second_file_overrides_question_by_question(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p")
    send(
        folder,
        LOUD,
        answers(1, {"rumeur": "{Anna: oui, Chloé: oui}", "présage": 0}),
        answers(1, {"rumeur": "{Anna: non}"}),
    )
    good("resolve", folder)
    found = by(folder)
    assert (found["rumour/Anna"], found["rumour/Chloé"], found["omen"]) == ((False, "mj"), (True, "mj"), (0, "mj"))


@pytest.mark.parametrize("care", ["", ", soin: {juge: propose}", ", soin: {juge: fais-le}"])
def test_what_must_be_answered_waits_for_ever_and_is_shown_first(tmp_path: Path, care: str) -> None:
    """What nothing is proposed for must be answered, whatever the campaign says of it."""
    folder = campaign(tmp_path / "p", f"mj: {{heures: 1, sans moi: proposer{care}}}\n")
    send(folder, TIED)
    cron(folder)
    for later in ("2026-11-20 12:00", "2026-11-21 12:00"):
        at(later)
        assert cron(folder).code == 1 and not is_played(folder)
    form = good("template", folder, "--for", "mj").out
    assert "juge" in form and "rien n’est proposé" in form and "rumeur" not in form, "what hangs on it comes afterwards"
    assert run("submit", folder, "-", stdin=form).code == 1, "a blank is no answer"
    assert run("resolve", folder, "--force").code == 3
    told = good("submit", folder, "-", stdin=answers(1, {"juge": "Bruno"})).out
    assert "4 questions attendent encore" in told
    assert good("resolve", folder, "--force")
    assert by(folder)["judge"] == ("Bruno", "mj") and by(folder)["omen"][1] == "default"
    good("verify", folder)


@pytest.mark.parametrize(
    ("more", "plays"),
    [
        ("sans moi: proposer", True),
        ("sans moi: attendre", False),
        ("sans moi: proposer, soin: {rumeur: exige}", False),
    ],
)
def test_silence_at_his_hour_is_what_was_proposed_where_he_wants_that(tmp_path: Path, more: str, plays: bool) -> None:
    folder = campaign(tmp_path / "p", f"mj: {{heures: 24, {more}}}\n")
    send(folder, LOUD)
    cron(folder)
    at("2026-11-21 09:59")
    cron(folder)
    assert not is_played(folder)
    at("2026-11-21 10:01")
    cron(folder)
    assert is_played(folder) is plays
    assert not plays or {how for _, how in by(folder).values()} == {"default"}


def test_an_extension_moves_his_hour_and_a_hold_stops_it(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "échéance: {jours: 3}\nmj: {heures: 24, sans moi: proposer}\n")
    send(folder, LOUD)
    cron(folder)
    letters = announced(folder)
    good("extend", folder, "--until", "2026-11-25 10:00", "--reason", "je réfléchis", "--by", "MJ")
    assert announced(folder) == letters, "it is no affair of the players"
    at("2026-11-22 10:00")
    cron(folder)
    assert not is_played(folder)
    good("hold", folder, "--reason", "pause", "--by", "MJ")
    at("2026-11-25 10:01")
    cron(folder)
    assert not is_played(folder)
    good("release", folder, "--reason", "suite", "--by", "MJ")
    cron(folder)
    assert is_played(folder)


def test_care_decides_only_whether_the_game_waits(tmp_path: Path) -> None:
    """The same stage with every care, nobody answering, comes to the same."""
    found = set()
    for care in ("fais-le", "propose"):
        folder = campaign(
            tmp_path / care, f"mj: {{soin: {{présage: {care}, rumeur: {care}}}, heures: 0, sans moi: proposer}}\n"
        )
        send(folder, LOUD)
        cron(folder)
        at("2026-11-20 10:01")
        cron(folder)
        at("2026-11-20 10:00")
        result = folder / "turns" / "0001-turn-1" / "result"
        found.add(tuple((result / name).read_bytes() for name in ("state.json", "outcome.json", "orders.json")))
        assert ("closed" in [act["act"] for act in acts(folder)]) is (care == "propose")
    assert len(found) == 1


def test_what_he_leaves_to_the_program_once_and_for_all_is_kept_and_verified(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "mj: {soin: {présage: fais-le, rumeur: fais-le, juge: fais-le}}\n")
    send(folder, LOUD)
    assert cron(folder).code == 0 and is_played(folder)
    assert [how for _, how in by(folder).values()] == ["default"] * len(by(folder)) and "omen" in by(folder)
    good("verify", folder)
    toy = campaign(tmp_path / "toy", "mj: {soin: {point: fais-le}}\n", game="mise")
    send(toy, TIED)
    cron(toy)
    assert by(toy)["point"][1] == "default"
    good("verify", toy)


def test_a_dry_run_marks_what_is_only_proposed_and_writes_nothing(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p")
    send(folder, LOUD)
    before = tree(folder)
    shown = good("resolve", folder, "--dry-run", "--force").out
    assert "(proposé" in shown and tree(folder) == before


# --- Late, closed


def test_orders_after_the_closing_are_late_kept_and_told_so(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p")
    send(folder, LOUD)
    cron(folder)
    at("2026-11-20 11:00")
    drop(folder, "tard.yaml", "joueur: Anna\ntour: 1\nordres: {mise: 1}\n")
    done = cron(folder)
    assert "refusé : tard.yaml (Anna)" in done.out
    [letter] = [
        path.read_text(encoding="utf-8")
        for path in (folder / "outbox").rglob("receipt*anna*")
        if "trop tard" in path.read_text(encoding="utf-8")
    ]
    assert "refusés" in letter
    send(folder, answers(1, rest="à toi"))
    cron(folder)
    report = good("report", folder, "--for", "public").out
    assert is_played(folder) and "Anna    7" in report
    good("verify", folder)


def test_the_mj_may_still_hand_in_a_table_and_players_send_ahead_is_another_matter(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p")
    send(folder, LOUD)
    cron(folder)
    at("2026-11-20 11:00")
    send(folder, bids(1, Anna=1))
    send(folder, answers(1, rest="à toi"))
    good("resolve", folder)
    assert "Anna    1" in good("report", folder, "--for", "public").out
    good("verify", folder)


# --- Stale, undone


def test_an_answer_to_what_is_asked_otherwise_since_is_shown_and_not_taken(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p")
    send(folder, LOUD, answers(1, {"rumeur": "{Anna: oui, Chloé: d’accord}", "présage": "à toi"}))
    send(folder, "joueur: Anna\ntour: 1\nordres: {mise: 8}\n")
    status = good("status", folder).out
    assert (
        "à confirmer, la question ayant changé ; vous aviez répondu : oui" in status
        and "1 question vous attend" in status
    )
    send(folder, "joueur: Anna\ntour: 1\nordres: {mise: 7}\n")
    assert "question" not in good("status", folder).out, "it is asked as it was: the answer holds again"


@pytest.mark.parametrize("rest", ["à toi", "d’accord"])
def test_the_rest_is_also_what_he_answered_when_it_was_asked_otherwise(tmp_path: Path, rest: str) -> None:
    folder = campaign(tmp_path / "p")
    send(folder, LOUD, answers(1, {"rumeur": "{Anna: oui, Chloé: non}", "présage": 1}))
    send(folder, "joueur: Anna\ntour: 1\nordres: {mise: 8}\n")
    told = good("submit", folder, "-", stdin=answers(1, rest=rest)).out
    assert "rumeur, Anna" in told and "attend une réponse" not in told and "présage" not in told
    assert ("Le reste : ce qui sera proposé" in told) is (rest == "à toi")
    assert "question" not in good("status", folder).out
    good("resolve", folder)
    found = by(folder)
    how = {"à toi": "left", "d’accord": "agreed"}[rest]
    assert (found["rumour/Anna"][1], found["rumour/Chloé"], found["omen"]) == (how, (False, "mj"), (1, "mj"))
    good("verify", folder)


def test_what_is_asked_otherwise_after_he_left_the_rest_is_open_again(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p")
    send(folder, LOUD, answers(1, {"rumeur": "{Anna: oui}"}, rest="à toi"))
    send(folder, "joueur: Anna\ntour: 1\nordres: {mise: 8}\n")
    assert "1 question vous attend" in good("status", folder).out
    told = good("submit", folder, "-", stdin=answers(1, {"présage": 0})).out
    assert "Une question attend encore une réponse" in told and "reste" not in told


@pytest.mark.parametrize(("later", "left"), [({"présage": 0}, True), ("", False)])
def test_what_he_left_stays_left_until_he_wants_to_be_asked(tmp_path: Path, later: Any, left: bool) -> None:
    folder = campaign(tmp_path / "p")
    send(folder, LOUD, answers(1, rest="à toi"))
    good("submit", folder, "-", stdin=answers(1, later, rest="" if left else "demande-moi"))
    assert ("question" not in good("status", folder).out) is left


def test_he_has_agreed_to_what_was_proposed_and_to_nothing_else(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p")
    send(folder, LOUD, answers(1, rest="d’accord"))
    assert "question" not in good("status", folder).out
    send(folder, "joueur: Anna\ntour: 1\nordres: {mise: 8}\n")
    assert "à confirmer, la question ayant changé ; vous aviez répondu : d’accord" in good("status", folder).out
    send(folder, "joueur: Bruno\ntour: 1\nordres: {mise: 9}\n")
    assert "2 questions vous attendent" in good("status", folder).out


def test_undo_brings_answers_back_and_a_new_one_changes_what_follows(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p")
    send(folder, LOUD, answers(1, {"rumeur": "{Anna: oui, Chloé: non}", "présage": 1}))
    good("resolve", folder)
    before = by(folder)
    good("undo", folder, "--reason", "x", "--public", "y", "--by", "MJ", "--yes")
    again = copied(folder, tmp_path / "again")
    good("resolve", again)
    assert by(again) == before
    send(folder, answers(1, {"rumeur": "{Anna: non}"}))
    good("resolve", folder)
    assert by(folder)["rumour/Anna"] == (False, "mj") and "echo/Anna/Bruno" not in by(folder)
    for one in (folder, again):
        good("verify", one)


@pytest.mark.deep
def test_what_was_played_in_silence_is_played_again_by_a_replay(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "mj: {heures: 0, sans moi: proposer}\n")
    for turn, sent in ((1, LOUD), (2, bids(2, Anna=6, Bruno=3, Chloé=9))):
        send(folder, sent)
        cron(folder)
        at(f"2026-11-20 1{turn}:30")
        cron(folder)
    first, second = by(folder), by(folder, "0002-turn-2")
    good("undo", folder, "--to", "tour 1", "--reason", "x", "--public", "y", "--by", "MJ", "--yes")
    assert "tour 2" in good("replay", folder, "--by", "MJ", "--yes").out
    assert (by(folder), by(folder, "0002-turn-2")) == (first, second)
    good("verify", folder)


def with_a_warning(mj: Mj, question: Question) -> Any:
    return asks(mj, question._replace(warnings=(Phrase("bid.none"),)))


def with_one_more(mj: Mj, question: Question) -> Any:
    if question.purpose == "tale":
        asks(mj, Question("echo", ("Bruno", "Bruno"), 1))
    return asks(mj, question)


def with_one_less(mj: Mj, question: Question) -> Any:
    return question.proposal if question.purpose == "tale" else asks(mj, question)


asks = Mj.ask


@pytest.mark.parametrize("other", [with_a_warning, with_one_more, with_one_less])
def test_verify_finds_what_is_asked_otherwise_though_it_comes_to_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, other: Any
) -> None:
    folder = campaign(tmp_path / "p")
    send(folder, LOUD, answers(1, {"rumeur": "{Anna: oui, Chloé: non}", "présage": 1}))
    good("resolve", folder)
    good("verify", folder)
    monkeypatch.setattr(Mj, "ask", other)
    done = run("verify", folder)
    assert done.code == 1 and "question" in done.err


# --- Bad input


@pytest.mark.parametrize(
    ("given", "place", "said"),
    [
        ({"rumeur": "{Bruno: oui}"}, "-:4:14:", "il n’y a rien à décider de tel dans cette étape"),
        ({"rumeur": "{Ana: oui}"}, "-:4:14:", "Peut-être « Anna » ?"),
        ({"rumeurs": "{Anna: oui}"}, "-:4:5:", "Peut-être « rumeur » ?"),
        ({"présage": 7}, "-:4:14:", "possibles : 0, 1, 2"),
        ({"présage": "sept"}, "-:4:14:", "« sept »"),
        ({"rumeur": "{Anna: 1}"}, "-:4:20:", "« 1 »"),
        ({"juge": "Anna"}, "-:4:5:", "rien à décider"),
        ({"présage": ""}, "-:4:", ""),
    ],
)
def test_a_faulty_answer_is_told_with_its_place_and_nothing_is_kept(
    tmp_path: Path, given: dict[str, object], place: str, said: str
) -> None:
    folder = campaign(tmp_path / "p")
    send(folder, LOUD)
    done = run("submit", folder, "-", stdin=answers(1, given))
    assert done.code == 1
    assert any(line.startswith(place) and said in line for line in done.err.splitlines()), done.err
    assert "3 questions" in good("status", folder).out


@pytest.mark.parametrize("word", ["d’accord", "à toi"])
def test_nobody_agrees_to_what_is_not_proposed(tmp_path: Path, word: str) -> None:
    folder = campaign(tmp_path / "p")
    send(folder, TIED)
    done = run("submit", folder, "-", stdin=answers(1, {"juge": word}))
    assert done.code == 1 and done.err.startswith("-:4:11:") and "propos" in done.err, done.err
    send(folder, answers(1, rest=word))
    assert "juge" in good("status", folder).out and run("resolve", folder, "--force").code == 3
    assert "juge" not in good("submit", folder, "-", stdin=answers(1, rest=word)).out


def test_all_faults_of_a_file_are_told_at_once(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p")
    send(folder, LOUD)
    done = run("submit", folder, "-", stdin=answers(1, {"rumeur": "{Bruno: oui}", "présage": 9}))
    assert len(done.err.splitlines()) == 3


@pytest.mark.parametrize(
    "text", [answers(2, {"présage": 1}), answers(1, {"présage": 1}).replace("tour: 1", "étape: ailleurs")]
)
def test_answers_are_for_the_stage_awaited(tmp_path: Path, text: str) -> None:
    folder = campaign(tmp_path / "p")
    send(folder, LOUD)
    done = run("submit", folder, "-", stdin=text)
    assert done.code == 1 and "attendu maintenant : tour 1" in done.err


def test_a_file_with_answers_of_somebody_without_the_mjs_key_is_told_the_sentence_of_a_wrong_key(
    tmp_path: Path,
) -> None:
    """And the same whether there is anything to decide or not, and whatever it says."""
    letters = set()
    for number, table in enumerate((QUIET.replace("Anna: {mise: 1}, ", ""), LOUD.replace("Anna: {mise: 7}, ", ""))):
        for given in ({"rumeur": "{Chloé: oui}"}, {"n’importe": "quoi"}):
            folder = campaign(tmp_path / f"{number}{len(given)}{next(iter(given))[0]}")
            send(folder, table)
            drop(folder, "a.yaml", "joueur: Anna\n" + answers(1, given))
            cron(folder)
            [letter] = (folder / "outbox").rglob("receipt*anna*")
            letters.add(letter.read_text(encoding="utf-8"))
    [letter] = letters
    assert "La clé n’est pas celle de ce joueur" in letter


def test_with_his_own_key_his_file_is_taken_from_the_inbox(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p")
    send(folder, LOUD)
    form = good("template", folder, "--for", "mj").out
    drop(folder, "mj.yaml", form)
    done = cron(folder)
    assert is_played(folder), done


def test_two_files_at_once_both_count(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p")
    send(folder, LOUD)
    [key] = [line for line in good("template", folder, "--for", "mj").out.splitlines() if line.startswith("clé:")]
    drop(folder, "a.yaml", f"{key}\n" + answers(1, {"rumeur": "{Anna: oui}"}))
    drop(folder, "b.yaml", f"{key}\n" + answers(1, {"rumeur": "{Chloé: non}", "présage": 2}))
    cron(folder)
    assert is_played(folder)
    assert (by(folder)["rumour/Anna"], by(folder)["rumour/Chloé"]) == ((True, "mj"), (False, "mj"))


# --- Nothing of it is to be seen


def test_who_answered_and_how_changes_no_byte_for_anybody_else(tmp_path: Path) -> None:
    """Answered, agreed, left, and played in silence come to the same for every reader but the MJ."""
    shown = shown_of_each_way(tmp_path)
    assert len(shown) == 5 and all(one == shown[0] for one in shown)


def tells_who_answered(game: ModuleType, patch: pytest.MonkeyPatch) -> None:
    """A game that looks at whose word a value was, and gives a point for it."""
    rules, plain = type(game.GAME.rules), game.GAME.rules.resolve

    def leaking(self: Any, setting: Any, state: Any, orders: Any, seed: str, mj: Any) -> Any:
        outcome = plain(setting, state, orders, seed, mj)
        outcome.state.points["Bruno"] += any(one.by == "mj" for one in mj.asked)
        return outcome

    patch.setattr(rules, "resolve", leaking)


def shows_everybody_what_was_asked(game: ModuleType, patch: pytest.MonkeyPatch) -> None:
    """A section in every report, where there was anything to decide."""
    shared = contents._shared

    def leaking(campaign: Any, played: Any, *more: Any) -> Any:
        told = [row["by"] for row in played.table.get("mj", ())]
        return {**shared(campaign, played, *more), "amended": told}

    patch.setattr(contents, "_shared", leaking)


@few(1)
@pytest.mark.parametrize("plant", [tells_who_answered, shows_everybody_what_was_asked])
def test_a_planted_leak_of_who_answered_is_found(
    tmp_path: Path, game: ModuleType, monkeypatch: pytest.MonkeyPatch, plant: Any
) -> None:
    closed_by(monkeypatch)
    plant(game, monkeypatch)
    shown = shown_of_each_way(tmp_path)
    assert any(one != shown[0] for one in shown)


def shown_of_each_way(tmp_path: Path) -> list[dict[str, bytes]]:
    """Return what all but the MJ are shown of a stage of which he let all pass, or answered in some way the same."""
    folder = campaign(tmp_path / "p", "mj: {heures: 0, sans moi: proposer}\n")
    send(folder, LOUD)
    cron(folder)
    silent = copied(folder, tmp_path / "silent")
    at("2026-11-20 12:00")
    cron(silent)
    values = {row["purpose"] + "".join(row["key"]): row["value"] for row in rows(silent)}
    words = {True: "oui", False: "non"}
    written = {
        "rumeur": f"{{Anna: {words[values['rumourAnna']]}, Chloé: {words[values['rumourChloé']]}}}",
        "présage": values["omen"],
    }
    ways = {
        "written": [answers(1, written)],
        "agreed": [good("template", folder, "--for", "mj").out],
        "left": [answers(1, rest="à toi")],
        "wavering": [answers(1, {"présage": 0}), answers(1, written)],
    }
    shown = [_shown(silent)]
    for name, files in ways.items():
        one = copied(folder, tmp_path / name)
        send(one, *files)
        cron(one)
        assert is_played(one)
        shown.append(_shown(one))
    return shown


def _shown(folder: Path) -> dict[str, bytes]:
    """What anybody but the MJ is shown: pages, letters, reports, forms, the public status."""
    reports = {
        name: data
        for name, data in tree(folder).items()
        if "/result/reports/" in name and "/mj." not in name and "MANIFEST" not in name
    }
    status = good("status", folder, "--public", "--json").out
    return {**announced(folder), **reports, "status": status.encode()}


def test_a_game_whose_questions_are_hidden_is_published_at_dawn_asked_or_not(
    tmp_path: Path, game: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(game.GAME.rules), "hidden_questions", True)
    assert hours_of_publication(tmp_path) == {22}, "at eight the next morning, both"


@pytest.mark.deep
def test_a_game_whose_questions_are_hidden_waits_past_dawn_only_where_the_campaign_says_so(
    tmp_path: Path, game: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(game.GAME.rules), "hidden_questions", True)
    for name, without in (("silent", ""), ("waits", "sans moi: attendre, ")):
        assert hours_of_publication(tmp_path / name, without) == {22}
    assert [is_played(tmp_path / name / "loud") for name in ("silent", "waits")] == [True, False]


def test_a_game_whose_questions_are_hidden_is_closed_first_and_played_by_the_next_visit_where_there_is_no_hour(
    tmp_path: Path, game: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(game.GAME.rules), "hidden_questions", True)
    folder = campaign(tmp_path / "p", "mj: {soin: {présage: fais-le}}\n")
    send(folder, QUIET)
    done = cron(folder)
    assert (done.code, is_played(folder), [act["act"] for act in acts(folder)]) == (0, False, ["closed"])
    cron(folder)
    assert is_played(folder)
    good("undo", folder, "--reason", "x", "--public", "y", "--by", "MJ", "--yes")
    good("resolve", folder)
    assert is_played(folder), "what was taken back the MJ plays when he says so"


def test_when_all_is_answered_nothing_waits_for_his_hour(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "mj: {heures: 24}\n")
    send(folder, LOUD)
    cron(folder)
    good("submit", folder, "-", stdin=answers(1, rest="à toi"))
    assert cron(folder).code == 0 and is_played(folder)


def test_where_they_are_not_hidden_the_hour_tells(tmp_path: Path) -> None:
    assert len(hours_of_publication(tmp_path)) == 2


@pytest.mark.parametrize(("planted", "told"), [(False, False), (True, True)])
def test_a_proposal_made_of_the_truth_is_found(game: ModuleType, planted: bool, told: bool) -> None:
    """Over many seeds, what is proposed must come with either truth: else whoever learns it learns the truth."""
    rules = game.GAME.rules
    setting, found = game.GAME.setup.setting({"players": ["Anna", "Bruno"], "turns": 3}), set()
    for seed in map(str, range(40)):
        for bid in (6, 12):
            heard = Mj()
            rules.resolve(setting, rules.begin(setting), {"Anna": {"bid": bid}}, seed, heard)
            [rumour] = [one.question for one in heard.asked if one.question.purpose == "rumour"]
            found.add((rumour.truth, not rumour.truth if planted else rumour.proposal))
    assert (len(found) < 4) is told


def hours_of_publication(tmp_path: Path, without: str = "sans moi: proposer, ") -> set[int]:
    """Return after how many hours a stage is published in which nothing is asked, and one in which something is."""
    hours = set()
    status = set()
    for name, table in (("quiet", QUIET), ("loud", LOUD)):
        folder = campaign(tmp_path / name, f'mj: {{soin: {{présage: fais-le}}, heures: 6, {without}aube: "08:00"}}\n')
        at("2026-11-20 10:00")
        send(folder, table)
        for hour in range(30):
            at(f"2026-11-{20 + (10 + hour) // 24} {(10 + hour) % 24:02d}:00")
            cron(folder)
            if is_played(folder):
                hours.add(hour)
                break
            status.add(good("status", folder, "--public").out)
    assert len(hours) == 2 or (len(status) == 1 and "Le MJ mène la suite" in status.pop())
    return hours


# --- A game that asks nothing


def test_the_toy_of_the_page_asks_where_the_point_is_drawn(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", game="mise")
    send(folder, TIED)
    assert "le MJ a à décider" in run("resolve", folder).err
    form = good("template", folder, "--for", "mj").out
    assert "possible : Anna, Bruno, Chloé" in form
    told = good("submit", folder, "-", stdin=answers(1, {"point": "Chloé"})).out
    assert "point : Chloé" in told
    good("resolve", folder)
    assert by(folder) == {"point": ("Chloé", "mj")}
    assert "va à Chloé" in good("report", folder, "--for", "public").out.replace("\n", " ")
    good("verify", folder)


# --- The desk, mails


def test_the_bureau_shows_what_waits_for_the_mj_and_public_pages_are_not_touched(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p")
    send(folder, QUIET, answers(1, rest="à toi"))
    good("resolve", folder)
    send(folder, bids(2, Anna=7, Bruno=3, Chloé=12))
    public = {name: data for name, data in tree(folder).items() if name.startswith(("public/", "outbox/"))}
    times = {path: path.stat().st_mtime_ns for path in (folder / "public").rglob("*")}
    cron(folder)
    assert {name: data for name, data in tree(folder).items() if name.startswith(("public/", "outbox/"))} == public
    assert {path: path.stat().st_mtime_ns for path in (folder / "public").rglob("*")} == times
    page = (folder / "bureau.html").read_text(encoding="utf-8")
    assert "À décider" in page and "\n  réponses:\n" in page and "\n      Anna: d’accord\n" in page
    assert "Joueurs attendus" not in page, "their time is over"
    assert good("verify", folder)
    send(folder, answers(2, {"rumeur": "{Anna: non}"}))
    page = (folder / "bureau.html").read_text(encoding="utf-8")
    assert "Anna: d’accord" not in page and "Chloé: d’accord" in page


def test_what_hangs_on_no_order_is_told_before_the_orders_are_in(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p")
    send(folder, "joueur: Chloé\ntour: 1\nordres: {mise: 12}\n")
    status = good("status", folder).out
    before, _, after = status.partition("- rumeur, Chloé")
    assert "- présage\n" in before and "d’après les ordres arrivés" not in before and "d’après" in after
    cron(folder)
    assert acts(folder) == [], "the players’ time goes on"
    send(folder, answers(1, {"présage": 2}), bids(1, Anna=1, Bruno=2, Chloé=3))
    good("resolve", folder)
    assert by(folder)["omen"] == (2, "mj")


@pytest.mark.parametrize("by_seat", [False, True])
def test_the_mj_is_told_of_questions_beyond_the_most_and_of_one_asked_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, by_seat: bool
) -> None:
    folder = campaign(tmp_path / "p")
    send(folder, LOUD)
    if by_seat:
        good("replace", folder, "Anna=Nina", "--reason", "x", "--public", "y", "--by", "MJ", "--yes")
    from adjudicator.core import mj

    monkeypatch.setattr(mj, "QUESTIONS", 3)
    ask = Mj.ask

    def twice(self: Mj, question: Any) -> Any:
        value = ask(self, question)
        if question.purpose == "rumour":
            ask(self, question._replace(truth=None, options=()))
        return value

    monkeypatch.setattr(Mj, "ask", twice)
    name = "Nina" if by_seat else "Anna"
    status = " ".join(good("status", folder).out.split())
    assert "une question de plus que 3 n’a pas été posée" in status or "questions de plus que 3" in status
    assert f"« rumeur, {name} » est posée deux fois, autrement" in status
    send(folder, answers(1, rest="à toi"))
    good("resolve", folder)
    report = " ".join(good("report", folder, "--for", "mj").out.split())
    assert "de plus que 3" in report and f"« rumeur, {name} » est posée deux fois, autrement" in report
    kept = json.loads((folder / "turns" / "0001-turn-1" / "result" / "orders.json").read_text(encoding="utf-8"))
    assert kept["asked_twice"] == [["rumour", ["Anna"]]] and kept["asked_beyond"] >= 1
    for reader in ("public", f"joueur:{name}"):
        assert "de plus que 3" not in good("report", folder, "--for", reader).out
    good("verify", folder)


def test_what_was_answered_before_the_orders_is_marked_and_frozen_when_their_time_is_over(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p")
    send(folder, answers(1, {"présage": 0}))
    send(folder, answers(1, {"présage": 2}))  # as long as the players have time he may change it
    send(folder, LOUD)
    cron(folder)
    told = run("submit", folder, "-", stdin=answers(1, {"présage": 1, "rumeur": "{Anna: oui}"}))
    assert told.code == 1 and "répondu avant les ordres" in told.err and ":4:" in told.err
    good("submit", folder, "-", stdin=answers(1, {"présage": 2, "rumeur": "{Anna: oui}"}))
    assert run("submit", folder, "-", stdin=answers(1, {"présage": "à toi"})).code == 1
    good("submit", folder, "-", stdin=answers(1, {"rumeur": "{Anna: non, Chloé: non}"}))
    good("resolve", folder)
    report = good("report", folder, "--for", "mj").out
    assert "présage : 2 (répondu avant les ordres)" in report
    assert "rumeur, Anna : non\n" in report, "it hangs on the orders"
    assert [row["purpose"] for row in rows(folder) if row.get("early")] == ["omen"]
    good("verify", folder)
    good("undo", folder, "--reason", "x", "--public", "y", "--by", "MJ", "--yes")
    good("submit", folder, "-", stdin=answers(1, {"présage": 1}))  # he knows the orders by now, and it says so
    good("resolve", folder, "--force")
    assert by(folder)["omen"] == (1, "mj") and not any(row.get("early") for row in rows(folder))
    good("verify", folder)


def test_what_was_answered_when_their_time_was_over_is_not_marked(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p")
    send(folder, LOUD)
    cron(folder)
    send(folder, answers(1, {"présage": 2}, "à toi"))
    good("resolve", folder)
    assert "avant les ordres" not in good("report", folder, "--for", "mj").out
    assert not any("early" in row for row in rows(folder))


def letters_of_questions(root: Path) -> list[str]:
    return sorted(path.read_text(encoding="utf-8") for path in root.glob("courrier/outbox/post/questions-*.txt"))


def test_the_mj_has_a_letter_with_the_form_when_the_players_time_is_over(tmp_path: Path) -> None:
    root = tmp_path / "parties"
    folder = campaign(root / "p", "mj: {soin: {écho: propose}}\n")
    (root / "courrier.yaml").write_text("adresse: jeu@example.org\nmj: zoe@example.org\n", encoding="utf-8")
    cron(root)
    assert not letters_of_questions(root), "as long as the players have time he is not written to"
    send(folder, LOUD)
    cron(root)
    cron(root)
    (letter,) = letters_of_questions(root)
    head, _, text = letter.partition("\n\n")
    assert "To: zoe@example.org" in head and "Subject: Veillée\u00a0: à décider (tour 1)" in head
    form = text.partition("\n\n")[2]
    assert plain(form) == good("template", folder, "--for", "mj").out
    digests = [path.read_text(encoding="utf-8") for path in root.glob("courrier/outbox/digest/*.txt")]
    assert not any("a à décider" in text for text in digests), "one letter says it"
    drop(folder, "mj.yaml", form.replace("Anna: d’accord", "Anna: oui").replace("Chloé: d’accord", "Chloé: non"))
    cron(root)
    assert len(letters_of_questions(root)) == 2, "an answer called for another"
    assert sum("écho" in letter for letter in letters_of_questions(root)) == 1
    drop(folder, "mj.yaml", answers(1, rest="à toi").replace("mj:", form.splitlines()[3] + "\nmj:"))
    cron(root)
    assert is_played(folder) and len(letters_of_questions(root)) == 2


def test_where_the_letter_cannot_be_written_that_is_told_and_the_next_visit_writes_it(tmp_path: Path) -> None:
    root = tmp_path / "parties"
    folder = campaign(root / "p")
    (root / "courrier.yaml").write_text("adresse: jeu@example.org\nmj: zoe@example.org\n", encoding="utf-8")
    send(folder, LOUD)
    (root / "courrier" / "outbox").mkdir(parents=True)
    (root / "courrier" / "outbox" / "post").write_text("", encoding="utf-8")
    done = cron(root)
    assert done.code == 1 and "outbox/post" in done.out + done.err
    (root / "courrier" / "outbox" / "post").unlink()
    cron(root)
    assert len(letters_of_questions(root)) == 1


# --- Seats, amendments


@pytest.mark.deep
def test_answers_are_of_seats_whoever_sits_there(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p")
    send(folder, LOUD, answers(1, {"rumeur": "{Anna: oui}"}))
    good("replace", folder, "Anna=Nina", "--reason", "x", "--public", "y", "--by", "MJ", "--yes")
    status = good("status", folder).out
    assert "- rumeur, Anna" not in status and "2 questions" in status, "what was answered for her seat holds"
    assert run("submit", folder, "-", stdin=answers(1, {"rumeur": "{Anna: non}"})).code == 1
    assert (
        "rumeur, Nina : oui"
        in good("submit", folder, "-", stdin=answers(1, {"rumeur": "{Nina: oui}", "écho": "{Nina/Bruno: 2}"})).out
    )
    send(folder, answers(1, rest="à toi"))
    good("resolve", folder)
    assert by(folder)["rumour/Anna"] == (True, "mj") and by(folder)["echo/Anna/Bruno"] == (2, "mj")
    assert "rumeur, Nina : oui" in good("report", folder, "--for", "mj").out
    good("verify", folder)


@few(1)
@pytest.mark.parametrize("text", ["Anna", "Nina", "à toi", "d’accord", "yours", "oui"])
def test_a_text_of_his_is_a_text_whatever_else_it_might_be(tmp_path: Path, text: str) -> None:
    folder = campaign(tmp_path / "p")
    send(folder, QUIET, answers(1, {"récit": text}))
    good("replace", folder, "Anna=Nina", "--reason", "x", "--public", "y", "--by", "MJ", "--yes")
    good("submit", folder, "-", stdin=answers(1, {"présage": "à toi"}))
    assert f"récit) : {text}\n" in good("status", folder).out
    good("resolve", folder)
    assert by(folder)["tale"] == (text, "mj") and by(folder)["omen"][1] == "left"
    assert f"récit : {text}\n" in good("report", folder, "--for", "mj").out
    good("verify", folder)


def test_an_amendment_lets_answers_stand_that_are_to_the_same(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p")
    send(folder, LOUD, answers(1, {"rumeur": "{Anna: oui, Chloé: non}", "présage": 1}))
    text = "tour: 1\ntable: {points: {Bruno: 2}}\n"
    good("amend", folder, "-", "--reason", "x", "--public", "y", "--by", "MJ", "--yes", stdin=text)
    good("resolve", folder)
    assert by(folder)["rumour/Anna"] == (True, "mj")
    good("verify", folder)


def test_answers_count_whatever_comes_after_them(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p")
    send(folder, LOUD, answers(1, {"rumeur": "{Anna: oui, Chloé: non}", "présage": 1}))
    for number in range(70):
        drop(folder, f"{number:02d}.yaml", "joueur: Bruno\ntour: 1\nordres: {mise: 2}\n", second=number % 60)
    good("submit", folder)
    assert "question" not in good("status", folder).out
    good("resolve", folder)
    assert by(folder)["omen"] == (1, "mj")


def test_check_says_what_would_become_of_answers_and_keeps_nothing(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p")
    send(folder, LOUD)
    before = tree(folder)
    assert "présage : 2" in good("check", folder, "-", stdin=answers(1, {"présage": 2})).out
    assert run("check", folder, "-", stdin=answers(1, {"présage": 5})).code == 1
    assert tree(folder) == before


def test_an_export_is_verified_by_what_was_played_and_does_not_say_who_decided(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", turns=1)
    send(folder, LOUD, answers(1, {"rumeur": "{Anna: oui, Chloé: non}", "présage": 1}))
    good("resolve", folder)
    file = tmp_path / "export.json"
    good("export", folder, file)
    row = json.loads(file.read_text(encoding="utf-8"))["stages"][0]
    assert {tuple(one) for one in row["mj"]} == {("purpose", "key", "value")}
    good("verify", file)
