"""The rules of the Resistance that no case can show: the deal, the draws, what is told to whom, what hangs on a draw.

The number of the rule stands in each name; all other rules are in tests/cases/resistance.
"""

from pathlib import Path

import pytest
from resistance.campaigns import FIVE, SEVEN, alter, begun, dealt, on_mission, order, outcome, play, state, voting
from support.commands import SEED, good, plain, report, run
from support.depth import few


def unchained(folder: Path, *options: str) -> str:
    """A report without the seal of the journal, which hangs on the hour at which orders came, and on all of them."""
    return report(folder, *options).partition("Sceau du journal")[0]


# R1 to R6 ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [4, 11])
def test_r01_five_to_ten_players_else_the_campaign_is_refused(players: int, tmp_path: Path) -> None:
    done = run("resolve", begun(tmp_path / "c", tuple(f"Joueur {i}" for i in range(players))))
    assert done.code == 2
    assert done.err.startswith(f"{tmp_path / 'c' / 'campaign.yaml'}:4:3: ")
    assert ("5" if players == 4 else "10") in done.err
    assert not (tmp_path / "c" / "turns").exists()


def test_r05_cylons_are_told_one_anothers_names_and_colons_none(tmp_path: Path) -> None:
    folder = dealt(tmp_path / "c", SEVEN)
    cylons = state(folder)["cylons"]
    for player in SEVEN:
        told = plain(report(folder, "--for", f"player:{player}")).partition("Ce qui s’est passé")[0]
        others = [name for name in SEVEN if name != player and name in told.partition("Toi")[2]]
        assert others == ([name for name in cylons if name != player] if player in cylons else [])
        assert ("Tu es Cylon, avec" in told, "Tu es Colon." in told) == (player in cylons, player not in cylons)


def test_r05_isolated_cylons_are_not_told(tmp_path: Path) -> None:
    folder = dealt(tmp_path / "c", SEVEN, "{cylons isolés: oui}")
    for player in state(folder)["cylons"]:
        told = plain(report(folder, "--for", f"player:{player}"))
        assert "Tu es Cylon. Tu ne sais pas qui sont les autres Cylons." in told


def test_r06_every_report_reminds_of_the_house_rule_of_secrecy(tmp_path: Path) -> None:
    folder = on_mission(tmp_path / "c")
    for turn in ("deal", "1", "2"):
        for reader in ("public", "player:Bruno", "mj"):
            told = " ".join(plain(report(folder, "--for", reader, "--turn", turn)).split())
            assert "personne ne montre, ne cite ni ne transfère ce que le MJ lui envoie" in told


# R7 to R13 ---------------------------------------------------------------------------------------------------


def test_r08_the_squad_is_published_by_seats_not_in_the_order_in_which_it_was_named(tmp_path: Path) -> None:
    one = voting(tmp_path / "one", "Emma, Bruno")
    other = voting(tmp_path / "other", "Bruno, Emma")
    assert unchained(one) == unchained(other)
    assert "propose pour la mission 1 : Bruno, Emma" in plain(report(one))


def test_r09_votes_are_published_by_name_and_all_together(tmp_path: Path) -> None:
    folder = voting(tmp_path / "c")
    good("submit", folder, "-", stdin=order(folder, Anna="vote: oui"))
    assert "Oui :" not in plain(report(folder))
    play(folder, Bruno="vote: non", Chloé="vote: oui", Denis="vote: frak non !", Emma="vote: oui")
    told = plain(report(folder))
    assert "- Oui : Anna, Chloé, Emma" in told
    assert "- Non : Bruno, Denis" in told


def test_r10_the_report_says_whose_votes_were_missing_and_how_they_were_counted(tmp_path: Path) -> None:
    for option, told in (("non", "comptés « non »"), ("oui", "comptés « oui »"), ("ignoré", "non comptés")):
        folder = voting(tmp_path / option, options=f"{{vote manquant: {option}}}")
        play(folder, Anna="vote: oui", Chloé="vote: oui")
        assert f"- Sans vote, {told} : Bruno, Denis, Emma" in plain(report(folder))


def test_r10_the_mj_may_vote_in_the_place_of_an_absent_player(tmp_path: Path) -> None:
    folder = voting(tmp_path / "c")
    good("submit", folder, "-", stdin=order(folder, Anna="vote: oui", Bruno="vote: oui"))
    good("submit", folder, "-", stdin=order(folder, Chloé="vote: oui", Denis="vote: non", Emma="vote: non"))
    assert good("resolve", folder).code == 0
    assert "est approuvé : 3 oui, 2 non" in plain(report(folder))


def test_r13_by_option_a_missing_squad_is_drawn_and_voted_on(tmp_path: Path) -> None:
    folder = play(dealt(tmp_path / "c", options="{sans escadron: tirage}"))
    after = state(folder)
    assert (after["phase"], len(after["squad"]), after["commander"]) == ("vote", 2, "Anna")
    assert "Escadron tiré au sort" in plain(report(folder, "--for", "mj"))
    told = f"Anna n’a proposé aucun Escadron ; tiré au sort pour la mission 1 : {', '.join(after['squad'])}."
    assert told in " ".join(plain(report(folder)).split())
    assert "Anna (tirage)" in plain(report(play(folder)))
    own = plain(report(folder, "--for", "player:Anna", "--turn", "1"))
    assert "Tu n’as proposé aucun Escadron : il a été tiré au sort." in own


def test_r13_drawn_squads_hang_on_the_seed_and_the_turn(tmp_path: Path) -> None:
    drawn = set()
    for number in range(6):
        folder = begun(tmp_path / str(number), options="{sans escadron: tirage}", seed=f"{number:032x}")
        good("resolve", folder)
        drawn.add(tuple(state(play(folder))["squad"]))
    assert len(drawn) > 3


# R14 to R19 --------------------------------------------------------------------------------------------------


def test_r14_a_colons_failure_is_refused_and_he_alone_reads_why(tmp_path: Path) -> None:
    folder = on_mission(tmp_path / "c", cylons=("Denis", "Emma"))
    refused = run("submit", folder, "-", stdin=order(folder, Anna="mission: échec"))
    assert refused.code == 1
    assert "Tu es Colon : un Colon joue toujours « réussite »" in plain(refused.err)
    play(folder, Bruno="mission: réussite")
    for reader in ("public", "player:Bruno", "player:Denis"):
        assert "refusé" not in report(folder, "--for", reader)


def test_r14_by_option_a_colon_may_fail_a_mission(tmp_path: Path) -> None:
    folder = on_mission(tmp_path / "c", options="{colons stricts: non}", cylons=("Denis", "Emma"))
    play(folder, Anna="mission: échec", Bruno="mission: réussite")
    assert state(folder)["missions"][0]["failures"] == 1


def test_r15_only_the_number_of_failures_is_published(tmp_path: Path) -> None:
    told = set()
    for name, saboteur in (("one", "Anna"), ("other", "Bruno")):
        folder = on_mission(tmp_path / name, cylons=("Anna", "Bruno"))
        loyal = {"Anna", "Bruno"} - {saboteur}
        play(folder, **{saboteur: "mission: échec"}, **dict.fromkeys(loyal, "mission: réussite"))
        told.add(unchained(folder))
        assert "a échoué : 1 carte « échec »" in plain(report(folder))
    assert len(told) == 1


@few(2)
@pytest.mark.parametrize(
    ("option", "cylons", "failures"),
    [("réussite", (), 0), ("échec", ("Anna", "Bruno"), 2), ("échec", ("Bruno", "Emma"), 1), ("échec", (), 0)],
)
def test_r17_a_missing_card_is_a_success_but_for_a_cylon_by_option(
    option: str, cylons: tuple[str, ...], failures: int, tmp_path: Path
) -> None:
    folder = on_mission(tmp_path / "c", options=f"{{carte manquante: {option}}}", cylons=cylons or ("Denis", "Emma"))
    play(folder)
    assert state(folder)["missions"][0]["failures"] == failures


def test_r17_nobody_is_told_who_sent_no_card(tmp_path: Path) -> None:
    silent = play(on_mission(tmp_path / "silent", cylons=("Denis", "Emma")))
    sent = on_mission(tmp_path / "sent", cylons=("Denis", "Emma"))
    play(sent, Anna="mission: réussite", Bruno="mission: réussite")
    for reader in ("public", "player:Chloé", "player:Denis"):
        assert unchained(silent, "--for", reader) == unchained(sent, "--for", reader)
    assert "Anna n’a pas joué de carte" in plain(report(silent, "--for", "mj"))


def test_r17_the_whole_squad_is_awaited_colons_too(tmp_path: Path) -> None:
    folder = on_mission(tmp_path / "c", cylons=("Denis", "Emma"))
    assert "Ordres attendus : Anna, Bruno" in plain(good("status", folder).out)
    assert "2 joueurs en mission." in plain(good("status", folder, "--public").out)


def test_r19_at_the_end_the_identities_are_published_and_nobodys_cards(tmp_path: Path) -> None:
    folder = on_mission(tmp_path / "c", cylons=("Anna", "Bruno"))
    lost = {"round": 1, "squad": ["Anna", "Bruno"], "failures": 1, "success": False}
    alter(folder, missions=[{**lost, "number": 2}, {**lost, "number": 3}])
    play(folder, Anna="mission: échec", Bruno="mission: réussite")
    told = plain(report(folder))
    assert "Trois missions ont échoué." in told
    assert "Les Cylons gagnent." in told
    sides = {line.split()[0]: line.split()[1] for line in told.splitlines() if line.endswith((" Colon", " Cylon"))}
    assert sides == {name: "Cylon" if name in ("Anna", "Bruno") else "Colon" for name in FIVE}
    assert f"Graine de tous les tirages : {SEED}" in " ".join(told.split())
    assert run("resolve", folder).code == 2


# The account -------------------------------------------------------------------------------------------------


def test_each_fact_names_its_rules(tmp_path: Path) -> None:
    folder = on_mission(tmp_path / "c")
    play(folder)
    for fact in outcome(folder)["log"]:
        assert all(rule.startswith("R") and 1 <= int(rule[1:]) <= 21 for rule in fact["data"]["rules"])
        assert fact["data"]["rules"]
