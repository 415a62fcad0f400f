"""The option ``aléa: joueurs``: draws hang on the seed, and on a word of each player sent with the first stage."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.clocked import fresh_clock
from support.commands import (
    CHOICES,
    SEED,
    SEED_HASH,
    TINY,
    TWO,
    campaign,
    good,
    made,
    orders,
    play,
    report,
    result,
    run,
    send,
    tree,
)
from support.depth import examples, few, sample

from adjudicator.campaign.campaign import Campaign, seed_of_draws
from adjudicator.campaign.loading import load_campaign
from adjudicator.core.stage import Stage
from adjudicator.proof.integrity import DifferenceError, are_told, check_words
from adjudicator.store.published import sealed

ASKS = "aléa: joueurs\ngraine:"
PEOPLE = ["Anna", "Bruno", "Chloé", "Denis", "Emma"]
FLEET = f"""\
jeu: resistance
titre: La flotte
joueurs: [{", ".join(PEOPLE)}]
options: {{sièges: tirage, premier commandant: tirage}}
graine: {SEED}
"""
WHY = ("--reason", "une raison secrète", "--public", "Un ordre était faux.", "--yes")
WORD = "pastèque"


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    yield from fresh_clock()


def asking(folder: Path, text: str = TWO) -> Path:
    return campaign(folder, text=text.replace("graine:", ASKS))


def word(player: str, said: str = WORD) -> str:
    return f"joueur: {player}\naléa: {said}\n"


def dealt(folder: Path, text: str = FLEET, **words: str) -> Path:
    """A fleet whose identities have been dealt, with these words."""
    asking(folder, text)
    for player, said in words.items():
        send(folder, word(player, said))
    good("resolve", folder)
    return folder


def state(folder: Path, stage: str = "deal") -> object:
    return result(folder, stage, "state.json")


# What the draws hang on ------------------------------------------------------------------------------------------


@given(st.dictionaries(st.sampled_from(PEOPLE), st.text("ab é.-", min_size=1, max_size=9), max_size=5))
@examples(30)
def test_draws_hang_on_the_hash_that_anybody_can_make(words: Mapping[str, str]) -> None:
    """``printf '%s\\n' SEED 'Anna: …' | sha256sum``; without a word the seed, as in a campaign that asks for none."""
    by_hand = "\n".join([SEED, *(f"{player}: {said}" for player, said in words.items())]) + "\n"
    assert seed_of_draws(SEED, words) == (sha256(by_hand.encode()).hexdigest() if words else SEED)


def test_without_a_word_all_is_as_without_the_option(tmp_path: Path) -> None:
    plain = campaign(tmp_path / "plain", text=FLEET)
    good("resolve", plain)
    assert state(plain) == state(dealt(tmp_path / "asking"))


def test_each_players_word_counts(tmp_path: Path) -> None:
    """Of each player one word is changed: everything is dealt anew each time."""
    words = dict.fromkeys(PEOPLE, WORD)
    tables = [words, *({**words, player: "melon"} for player in PEOPLE)]
    seeds = {seed_of_draws(SEED, table) for table in tables}
    states = [json.dumps(state(dealt(tmp_path / str(i), **table))) for i, table in enumerate(tables)]
    assert len(seeds) == 6
    assert len(set(states)) > 3


def test_what_is_dealt_is_what_the_hash_deals(tmp_path: Path) -> None:
    """A campaign without words whose seed is that hash deals the same."""
    drawn = seed_of_draws(SEED, {"Bruno": "deux mots", "Emma": WORD})
    same = campaign(tmp_path / "same", text=FLEET.replace(SEED, drawn))
    good("resolve", same)
    assert state(dealt(tmp_path / "p", Emma=WORD, Bruno="deux mots")) == state(same)


def test_the_last_word_of_a_player_counts(tmp_path: Path) -> None:
    folder = asking(tmp_path / "p", FLEET)
    send(folder, word("Emma", "melon"), word("Emma"))
    good("resolve", folder)
    assert result(folder, "deal", "orders.json")["luck"] == {"Emma": WORD}


@pytest.mark.deep
def test_draws_of_all_stages_hang_on_the_words(tmp_path: Path) -> None:
    """The squad of a Commandant who sends none is drawn, in the stage after the words."""
    drawing = FLEET.replace("options: {", "options: {sans escadron: tirage, ")
    with_words = dealt(tmp_path / "p", drawing, Emma=WORD)
    same = campaign(tmp_path / "same", text=drawing.replace(SEED, seed_of_draws(SEED, {"Emma": WORD})))
    good("resolve", same)
    for folder in (with_words, same):
        good("resolve", folder, "--force")
    assert state(with_words, "proposal-1") == state(same, "proposal-1")
    assert result(with_words, "proposal-1", "outcome.json") == result(same, "proposal-1", "outcome.json")
    assert result(with_words, "proposal-1", "orders.json")["luck"] == {"Emma": WORD}


# How a word is sent ----------------------------------------------------------------------------------------------


def test_anybody_may_send_a_word_alone_and_the_receipt_says_it_back(tmp_path: Path) -> None:
    folder = asking(tmp_path / "p")
    for player in ("Luc", "Anna"):
        assert (
            f"{player} : ton mot pour le hasard est « {WORD} »" in good("submit", folder, "-", stdin=word(player)).out
        )
    assert good("status", folder, "--json").json()["missing"] == ["Anna", "Paul"]


def test_a_captain_sends_it_with_his_orders(tmp_path: Path) -> None:
    folder = asking(tmp_path / "p")
    both = "joueur: Anna\nrôles: {Anna: Brute, Luc: Agile, Max: Archer}\naléa: pastèque\n"
    out = good("submit", folder, "-", stdin=both).out
    assert "Brute" in out
    assert "ton mot pour le hasard est « pastèque »" in out
    assert good("status", folder, "--json").json()["missing"] == ["Paul"]
    send(folder, word("Anna", "melon"))
    assert good("status", folder, "--json").json()["missing"] == ["Paul"]


@pytest.mark.parametrize(
    "text", ["player: Luc\nluck: pastèque\n", "Bonjour !\n\njoueur: Luc\naléa: pastèque\n\nMerci\n"]
)
def test_it_is_read_in_english_and_in_a_message(tmp_path: Path, text: str) -> None:
    assert "« pastèque »" in good("submit", asking(tmp_path / "p"), "-", stdin=text).out


FAULTY = {
    "aléa: " + "a" * 61: "trop long : 60 caractères au plus, il y en a 61",
    "aléa: |\n  deux\n  lignes": "sur une ligne",
    "aléa: [a, b]": "n’est pas compris ici",
    "aléa: {a: b}": "n’est pas compris ici",
    "aléa:": "« aléa » est vide",
    "aléa: 'a; rm'": "ponctuation simple",
    'aléa: "a\\u202Eb"': "n’est",
    'aléa: "a\\tb"': "n’est",
    "aléa: a\naléa: b": "aléa",
}


@pytest.mark.parametrize("line", FAULTY)
def test_what_is_no_word_is_refused_and_changes_nothing(tmp_path: Path, line: str) -> None:
    folder = asking(tmp_path / "p")
    before = tree(folder)
    done = run("check", folder, "-", stdin=f"joueur: Luc\n{line}\n")
    assert done.code == 1
    assert re.match(r"-:\d+:\d+: ", done.err), done.err
    assert FAULTY[line] in done.err
    assert tree(folder) == before


def test_a_number_is_a_word_too(tmp_path: Path) -> None:
    assert "« 42 »" in good("submit", asking(tmp_path / "p"), "-", stdin=word("Luc", "42")).out


@pytest.mark.parametrize(
    "text",
    [
        "joueurs:\n  Anna: {aléa: a}\n",
        "joueurs:\n  Anna: {rôles: {Anna: Brute, Luc: Agile, Max: Archer}}\naléa: a\n",
    ],
)
def test_no_table_holds_one(tmp_path: Path, text: str) -> None:
    done = run("check", asking(tmp_path / "p"), "-", stdin=text)
    assert done.code == 1
    assert "« aléa »" in done.err


def test_without_the_option_no_word_is_awaited(tmp_path: Path) -> None:
    for text in ("", "aléa: graine\n"):
        folder = campaign(tmp_path / f"p{len(text)}", text=text + TWO)
        done = run("check", folder, "-", stdin=CHOICES[TWO][0] + f"aléa: {WORD}\n")
        assert done.code == 1
        assert "dans cette partie, le hasard ne dépend que de la graine" in done.err


def test_after_the_first_stage_it_is_too_late(tmp_path: Path) -> None:
    folder = dealt(tmp_path / "p")
    done = run("check", folder, "-", stdin="joueur: Anna\ntour: 1\nordres: {escadron: Anna, Emma}\naléa: a\n")
    assert done.code == 1
    assert "les mots pour le hasard s’envoient avec la première étape" in done.err


def test_the_option_may_not_change_once_a_stage_is_played(tmp_path: Path) -> None:
    folder = dealt(tmp_path / "p", Emma=WORD)
    path = folder / "campaign.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("aléa: joueurs\n", ""), encoding="utf-8")
    done = run("status", folder)
    assert done.code == 2
    assert "aléa" in done.err


# The form --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "player"), [(TWO, "Luc"), (FLEET, "Emma")])
def test_the_form_of_who_is_not_awaited_offers_a_random_word(tmp_path: Path, text: str, player: str) -> None:
    folder = asking(tmp_path / "p", text)
    one, other = (good("template", folder, "--for", player).out for _ in range(2))
    offered = [line for line in one.splitlines() if line.startswith("aléa: ")]
    assert len(offered) == 1
    assert offered[0] not in other
    assert "capitaine" not in one
    assert SEED_HASH in one
    assert offered[0].removeprefix("aléa: ") in good("submit", folder, "-", stdin=one).out


def test_everybody_has_a_form(tmp_path: Path) -> None:
    folder = asking(tmp_path / "p")
    good("template", folder, "--into", tmp_path / "forms")
    assert len(list((tmp_path / "forms").glob("*.yaml"))) == 6
    schema = json.loads((tmp_path / "forms" / "ordres.schema.json").read_text(encoding="utf-8"))
    assert "aléa" in schema["properties"]


def test_without_the_option_forms_know_no_word(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p")
    assert "aléa" not in good("template", folder, "--for", "Anna").out
    assert run("template", folder, "--for", "Luc").code != 0


# Who is told -----------------------------------------------------------------------------------------------------


def test_everybody_reads_the_words_after_the_stage_and_nobody_before(tmp_path: Path) -> None:
    folder = asking(tmp_path / "p", FLEET)
    send(folder, word("Emma"))
    letters = {path: path.read_text(encoding="utf-8") for path in (folder / "outbox").rglob("*") if path.is_file()}
    assert {path for path, text in letters.items() if WORD in text} <= {
        path for path in letters if "emma" in path.name.lower()
    }
    assert WORD not in good("status", folder, "--public").out
    assert WORD not in good("template", folder, "--for", "Anna").out
    good("resolve", folder)
    for reader in ((), ("--for", "mj"), *(("--for", f"joueur:{player}") for player in PEOPLE)):
        assert f"- Emma : {WORD}" in report(folder, *reader)
    assert "les tirages dépendent aussi des mots des joueurs" in report(folder)


def test_what_draws_is_told_to_nobody_before_the_end(tmp_path: Path) -> None:
    folder = dealt(tmp_path / "p", Emma=WORD)
    drawn = seed_of_draws(SEED, {"Emma": WORD}).encode()
    assert not [name for name, data in tree(folder).items() if drawn in data]


def test_that_nobody_sent_a_word_is_told_too(tmp_path: Path) -> None:
    assert "Aucun joueur n’a envoyé de mot" in " ".join(report(dealt(tmp_path / "p")).split())


# Taken back, played again, verified ------------------------------------------------------------------------------


def test_a_stage_that_is_played_again_is_drawn_alike(tmp_path: Path) -> None:
    folder = dealt(tmp_path / "p", Emma=WORD, Anna="melon")
    before = state(folder)
    good("undo", folder, *WHY)
    good("replay", folder, "--yes")
    assert state(folder) == before
    assert "Tout est tel qu’annoncé" in good("verify", folder).out


def test_a_word_stays_with_its_seat(tmp_path: Path) -> None:
    """Emma’s word is hers, the seat hers on disk; who takes the seat later changes no draw."""
    folder = dealt(tmp_path / "p", Emma=WORD)
    good("replace", folder, "Emma=Nina", *WHY)
    assert "Tout est tel qu’annoncé" in good("verify", folder).out
    good("undo", folder, *WHY)
    good("replay", folder, "--yes")
    assert result(folder, "deal", "orders.json")["luck"] == {"Emma": WORD}
    assert f"- Nina : {WORD}" in report(folder)
    assert "Tout est tel qu’annoncé" in good("verify", folder).out
    good("journal", folder)


def test_a_word_that_was_changed_is_found(tmp_path: Path) -> None:
    folder = dealt(tmp_path / "p", Emma=WORD)
    [path] = folder.glob("turns/*/orders/0001.yaml")
    path.write_text(path.read_text(encoding="utf-8").replace(WORD, "melon"), encoding="utf-8")
    assert run("verify", folder).code != 0


def over(folder: Path, text: str = TINY) -> Path:
    """A game with words that is over."""
    return _over(folder, text) if folder.exists() else made(folder, lambda new: _over(new, text), "over", text)


def _over(folder: Path, text: str) -> Path:
    other = "Paul" if text == TINY else "Emma"
    if not folder.exists():
        asking(folder, text)
    send(folder, *([word("Anna", "melon"), word("Paul")] if text == TINY else [word(other)]))
    play(folder, "camp: bleu\nrôles: {Anna: Brute}\n", f"camp: rouge\nrôles: {{{other}: Agile}}\n")
    play(folder, "camp: bleu\nplacement: {Anna: (1;1)}\n", f"camp: rouge\nplacement: {{{other}: (4;1)}}\n")
    play(folder, orders("Anna", 1, "{arrêter: oui}"), orders(other, 1, "{arrêter: oui}"))
    assert good("status", folder, "--json").json()["phase"] == "over"
    return folder


def test_the_end_says_how_the_seed_of_the_draws_is_made(tmp_path: Path) -> None:
    folder = over(tmp_path / "p")
    by_hand = sha256(f"{SEED}\nAnna: melon\nPaul: {WORD}\n".encode()).hexdigest()
    for reader in ((), ("--for", "mj"), ("--for", "joueur:Anna")):
        text = report(folder, *reader)
        assert "- Anna : melon" not in text
        assert f"- Anna: melon\n- Paul: {WORD}\n" in text
        assert by_hand in text
        assert SEED in text


def test_an_export_holds_the_words_and_is_verified_with_them(tmp_path: Path) -> None:
    folder, path = over(tmp_path / "p"), tmp_path / "partie.json"
    good("export", folder, path)
    assert run("verify", path).code == 0
    assert "Tout est tel qu’annoncé" in good("verify", folder).out
    export = json.loads(path.read_text(encoding="utf-8"))
    assert [row["luck"] for row in export["stages"]] == [{"Anna": "melon", "Paul": WORD}] * 3


def refused(folder: Path, change: Callable[[Any], object]) -> str:
    """What is said of an export of a campaign that is good, once it was changed, and sealed again."""
    whole, changed = folder.with_name("partie.json"), folder.with_name("autre.json")
    export = json.loads(_exported(folder, whole))
    good("verify", whole)
    del export["sha256"]
    change(export)
    changed.write_bytes(sealed(export))
    done = run("verify", changed)
    assert done.code == 1
    return done.err


def emma_says_melon(export: Any) -> None:
    for row in export["stages"]:
        row["luck"] = {"Emma": "melon"}


def nobody_has_said_anything(export: Any) -> None:
    for row in export["stages"]:
        del row["luck"]


def somebody_else_has_said_something(export: Any) -> None:
    for row in export["stages"]:
        row["luck"] = {"Anna": "melon", **row["luck"]}


def another_word_later(export: Any) -> None:
    export["stages"][1]["luck"] = {"Emma": "melon"}


CHANGES = [emma_says_melon, nobody_has_said_anything, somebody_else_has_said_something, another_word_later]


@few(1)
@pytest.mark.parametrize(("game", "change"), sample(product(["undrawn", "dealt"], CHANGES), 3))
def test_an_export_whose_words_were_changed_is_found(
    game: str, change: Callable[[Any], object], tmp_path: Path
) -> None:
    """The words are those that the first report told everybody, in all stages, be anything drawn in them or not."""
    folder = dealt_to_the_end(tmp_path / "p") if game == "dealt" else over(tmp_path / "p", TINY.replace("Paul", "Emma"))
    assert "les mots pour le hasard ne sont pas ceux que le premier rapport a donnés à tous" in refused(folder, change)


def one_word_that_reads_as_two(export: Any) -> None:
    for row in export["stages"]:
        row["luck"] = {"Anna": "pastèque - Chloé : banane"}


def a_line_end_in_a_word(export: Any) -> None:
    for row in export["stages"]:
        row["luck"] = {"Anna": "pastèque\n- Chloé\u00a0: banane"}


def words_in_another_order(export: Any) -> None:
    for row in export["stages"]:
        row["luck"] = {"Chloé": "banane", "Anna": "pastèque"}


@pytest.mark.deep
@few(1)
@pytest.mark.parametrize(
    ("change", "what"),
    [
        (one_word_that_reads_as_two, "n’a pas pu être envoyé"),
        (a_line_end_in_a_word, "n’a pas pu être envoyé"),
        (words_in_another_order, "ne sont pas ceux que le premier rapport"),
    ],
)
def test_two_words_are_not_one_that_reads_alike(change: Callable[[Any], object], what: str, tmp_path: Path) -> None:
    """Else a program that has read the words could choose among the draws that hang on each reading of them."""
    folder = dealt_to_the_end(tmp_path / "p", Anna="pastèque", Chloé="banane")
    assert what in refused(folder, change)


LONG = "Anna-Wilhelmine Augusta de la Tour"
WORDS = {LONG: "un - deux trois quatre cinq six sept huit neuf dix onze", "Emma": WORD}


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_words_that_a_report_tells_are_read_in_one_way(language: str, tmp_path: Path) -> None:
    text = FLEET.replace("jeu:", f"langue: {language}\njeu:").replace("Anna", LONG)
    campaign, told = _told(dealt(tmp_path / "p", text, **WORDS))
    assert are_told(campaign, WORDS, told)
    for other in ({}, {LONG: WORDS[LONG]}, {**WORDS, "Denis": "a"}, {**WORDS, LONG: WORDS[LONG].replace("- ", "-")}):
        assert not are_told(campaign, other, told)
    _, none = _told(dealt(tmp_path / "none", text))
    assert are_told(campaign, {}, none)
    for both in (f"{told}\n{none}", f"{told}\n{told}"):
        assert not are_told(campaign, WORDS, both)
        assert not are_told(campaign, {}, both)


def _told(folder: Path) -> tuple[Campaign, str]:
    [path] = folder.glob("turns/0001-*/result/reports/public.txt")
    return load_campaign(folder), path.read_text(encoding="utf-8")


@few(3)
@pytest.mark.parametrize(
    "words", [{"Anna": "a: b"}, {"Anna": "a\n"}, {"Anna": "a" * 61}, {"Anna": ""}, {"Anna": "a  b"}, {"Zoé": "a"}]
)
def test_words_that_nobody_could_have_sent_are_found(words: Mapping[str, str], tmp_path: Path) -> None:
    campaign = load_campaign(dealt(tmp_path / "p"))
    with pytest.raises(DifferenceError):
        check_words(campaign, words, Stage("deal", 0))


def test_a_campaign_whose_draws_hang_on_a_word_that_nobody_could_have_sent_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that lets such a word through plays with it, and keeps it as it keeps any other."""
    folder = dealt(tmp_path / "p", Anna="pastèque", Emma=WORD)
    good("verify", folder)
    monkeypatch.setattr("adjudicator.proof.integrity._FORM", {"$ref": "urn:adjudicator:common#/$defs/email"})
    done = run("verify", folder)
    assert done.code == 1
    assert "un des mots pour le hasard n’a pas pu être envoyé" in done.err


@pytest.mark.deep
def test_words_of_who_is_called_otherwise_now_are_verified_too(tmp_path: Path) -> None:
    """Emma’s word was told as hers, then, in the stage that was played again, as that of who has her seat."""
    folder = asking(tmp_path / "p", TINY.replace("Paul", "Emma"))
    send(folder, word("Emma", "deux mots"))
    play(folder, "camp: bleu\nrôles: {Anna: Brute}\n", "camp: rouge\nrôles: {Emma: Agile}\n")
    good("replace", folder, "Emma=Nina", *WHY)
    good("undo", folder, *WHY)
    good("resolve", folder)
    play(folder, "camp: bleu\nplacement: {Anna: (1;1)}\n", "camp: rouge\nplacement: {Nina: (4;1)}\n")
    play(folder, orders("Anna", 1, "{arrêter: oui}"), orders("Nina", 1, "{arrêter: oui}"))
    _exported(folder, tmp_path / "partie.json")
    good("verify", tmp_path / "partie.json")


def test_a_word_alone_was_received_and_had_no_orders(tmp_path: Path) -> None:
    folder, own = asking(tmp_path / "p", TINY), tmp_path / "own.yaml"
    own.write_text(word("Paul"), encoding="utf-8")
    code = good("submit", folder, own, "--json").json()[0]["code"]
    over(folder)
    _exported(folder, tmp_path / "partie.json")
    said = good("verify", tmp_path / "partie.json", "--file", own, "--code", code).out
    assert "(choix des rôles, envoi 1) et accepté ; il n’avait pas d’ordres à jouer." in said


@few(1)
@pytest.mark.parametrize(
    ("later", "said"),
    [
        ([], f"Le mot pour le hasard qui a compté pour Paul est le sien : {WORD}"),
        (["melon"], "Ce n’est pas le mot de ce fichier qui a compté pour Paul, mais : melon"),
    ],
)
def test_a_player_sees_whether_his_word_counted(later: list[str], said: str, tmp_path: Path) -> None:
    """By its bytes: no eye tells an а of another alphabet from an a."""
    folder, own = asking(tmp_path / "p", TINY), tmp_path / "own.yaml"
    own.write_text(word("Paul"), encoding="utf-8")
    code = good("submit", folder, own, "--json").json()[0]["code"]
    for one in later:
        send(folder, word("Paul", one))
    play(folder, "camp: bleu\nrôles: {Anna: Brute}\n", "camp: rouge\nrôles: {Paul: Agile}\n")
    play(folder, "camp: bleu\nplacement: {Anna: (1;1)}\n", "camp: rouge\nplacement: {Paul: (4;1)}\n")
    play(folder, orders("Anna", 1, "{arrêter: oui}"), orders("Paul", 1, "{arrêter: oui}"))
    _exported(folder, tmp_path / "partie.json")
    assert said in good("verify", tmp_path / "partie.json", "--file", own, "--code", code).out


def _exported(folder: Path, path: Path) -> str:
    good("export", folder, path)
    return path.read_text(encoding="utf-8")


def dealt_to_the_end(folder: Path, **words: str) -> Path:
    """A fleet with words that is over: the Cylons win, as nobody agrees on a squad."""
    said = words or {"Emma": WORD}
    return made(folder, lambda new: _to_the_end(new, said), "to the end", *said.items())


def _to_the_end(folder: Path, words: Mapping[str, str]) -> Path:
    dealt(folder, **words)
    while (now := good("status", folder, "--json").json())["phase"] != "over":
        for player in now["missing"]:
            send(folder, orders(player, now["turn"], _any_order(now["phase"], folder)))
        good("resolve", folder)
    return folder


def _any_order(phase: str, folder: Path) -> str:
    return "{vote: non}" if phase == "vote" else "{escadron: [Anna, Bruno]}"
