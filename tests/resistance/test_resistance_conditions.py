"""Each condition of the Resistance on a view: where it is seen, when it holds, what is wrong with it, how it is said.

``tests/cases/resistance/conditions.yaml`` plays whole stages by them; here stands each by itself, and each boundary.
"""

from __future__ import annotations

from typing import Any

import pytest
from support.commands import plain

from adjudicator.core import standing_orders
from adjudicator.core.conditions import ME
from adjudicator.core.plain import Plain
from adjudicator.core.standing_orders import accounted, became_said, kept
from adjudicator.games.resistance.game import GAME
from adjudicator.games.resistance.state import Mission, Proposal, Setting, State
from adjudicator.games.resistance.views import PlayerView
from adjudicator.orders.form_lines import value_text
from adjudicator.speech.voice import Voice, catalogue, vocabulary

PLAYERS = ("Anna", "Bruno", "Chloé", "Denis", "Emma")
CYLONS = ("Bruno", "Emma")
SQUAD = ("Anna", "Bruno", "Chloé")
VOTES = {"Anna": "yes", "Bruno": "no", "Chloé": "yes", "Denis": "yes"}
"""Emma’s was not counted."""
RULES = GAME.orders
SETTING = Setting(PLAYERS)
TRUTHS = {"+": True, "-": False, "?": None}


def view(player: str = "Anna", phase: str = "mission", **changes: Any) -> PlayerView:
    """What a player sees of the third round, its second proposal: a mission has succeeded, and one has failed."""
    state = State(
        phase=phase,
        turn=9,
        seats=PLAYERS,
        cylons=CYLONS,
        commander="Bruno",
        round=3,
        proposal=2,
        target=3,
        squad=() if phase == "proposal" else SQUAD,
        proposals=[Proposal(3, 2, "Bruno", 3, SQUAD, False, True, VOTES, ("Emma",))] if phase == "mission" else [],
        missions=[Mission(1, 1, ("Anna", "Chloé"), 0, True), Mission(2, 2, ("Anna", "Emma"), 1, False)],
    )
    return GAME.rules.view(SETTING, state, player)._replace(**changes)


def truth(of: PlayerView, name: str, argument: Any) -> bool | None:
    """Whether a fact holds; one over which the game fails is an error here, though players are not told of it."""
    known = RULES.conditions[name]
    return known.holds(of, argument) if of.phase in known.phases else None


# When each holds -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "argument", "found"),
    [
        ("squad_has", "Anna", "+"),
        ("squad_has", ["Anna", "Chloé"], "+"),
        ("squad_has", ["Anna", "Denis"], "-"),
        ("squad_has", [ME, "Bruno"], "+"),
        ("squad_has_one", ["Denis", "Chloé"], "+"),
        ("squad_has_one", ["Denis", "Emma"], "-"),
        ("squad_has_one", [ME, "Emma"], "+"),
        ("in_squad", True, "+"),
        ("in_squad", False, "-"),
        ("commander", "Bruno", "+"),
        ("commander", ["Anna", "Bruno"], "+"),
        ("commander", "Anna", "-"),
        ("commander", ME, "-"),
        ("round", 3, "+"),
        ("round", {"at_most": 2}, "-"),
        ("proposal", 2, "+"),
        ("proposal", 3, "-"),
        ("target", [3, 5], "+"),
        ("target", 2, "-"),
        ("successes", 1, "+"),
        ("successes", {"at_least": 2}, "-"),
        ("failures", 1, "+"),
        ("failures", 0, "-"),
        ("last_mission", "failure", "+"),
        ("last_mission", "success", "-"),
        ("sabotages", 1, "+"),
        ("sabotages", {"at_least": 2}, "-"),
        ("yes_votes", 3, "+"),
        ("yes_votes", {"at_least": 4}, "-"),
        ("voted_yes", ["Anna", "Chloé", "Denis"], "+"),
        ("voted_yes", ["Anna", "Bruno"], "-"),
        ("voted_yes", ME, "+"),
        ("voted_no", "Bruno", "+"),
        ("voted_no", ["Bruno", "Anna"], "-"),
        ("voted_no", "Emma", "-"),
        ("voted_yes", "Emma", "-"),
        ("known_colon", "Anna", "+"),
        ("known_colon", "Chloé", "?"),
        ("known_colon", "Bruno", "?"),
        ("known_cylon", "Bruno", "?"),
        ("known_cylon", "Anna", "?"),
    ],
)
def test_what_holds_in_a_mission(name: str, argument: Any, found: str) -> None:
    assert truth(view(), name, argument) is TRUTHS[found]


def test_missions_are_told_by_the_last_one_and_the_score_by_all() -> None:
    three = (*view().missions, Mission(3, 3, SQUAD, 0, True))
    assert truth(view(missions=three), "last_mission", "success") is True
    assert truth(view(missions=three), "sabotages", 0) is True
    assert [truth(view(missions=three), each, 2) for each in ("successes", "failures")] == [True, False]


@pytest.mark.parametrize("name", ["last_mission", "sabotages"])
def test_before_the_first_mission_there_is_no_last_one(name: str) -> None:
    argument = "failure" if name == "last_mission" else 0
    assert truth(view(missions=()), name, argument) is None


@pytest.mark.parametrize(("name", "argument"), [("squad_has", "Anna"), ("squad_has_one", "Anna"), ("in_squad", False)])
def test_of_no_squad_nothing_is_seen(name: str, argument: Any) -> None:
    assert truth(view(phase="vote", squad=()), name, argument) is None


def test_who_is_not_in_the_squad_is_not() -> None:
    assert truth(view("Denis"), "in_squad", False) is True
    assert truth(view("Denis"), "squad_has", ["Anna", ME]) is False
    assert truth(view("Bruno"), "commander", ME) is True


def test_where_the_mj_sent_the_squad_nobody_voted() -> None:
    sent = view(votes=None)
    assert [truth(sent, *fact) for fact in (("yes_votes", 0), ("voted_yes", "Anna"), ("voted_no", "Anna"))] == [
        None
    ] * 3


def test_a_cylon_knows_himself_and_his_fellows_and_of_nobody_that_he_is_not_one() -> None:
    bruno = view("Bruno")
    assert [truth(bruno, "known_cylon", each) for each in PLAYERS] == [None, True, None, None, True]
    assert [truth(bruno, "known_colon", each) for each in PLAYERS] == [None] * 5
    isolated = bruno._replace(fellows=())
    assert truth(isolated, "known_cylon", "Emma") is None


# Where each is seen ----------------------------------------------------------------------------------------------

FACTS = {
    "squad_has": "Anna",
    "squad_has_one": "Anna",
    "in_squad": True,
    "commander": "Bruno",
    "round": 3,
    "proposal": 2,
    "target": 3,
    "successes": 1,
    "failures": 1,
    "last_mission": "failure",
    "sabotages": 1,
    "yes_votes": 3,
    "voted_yes": "Anna",
    "voted_no": "Bruno",
    "known_cylon": "Bruno",
    "known_colon": "Anna",
}
"""Of each one that holds for Anna in that mission; for Bruno, that he is a Cylon."""
OF_A_SQUAD = {"squad_has", "squad_has_one", "in_squad", "target"}
VOTED = {"yes_votes", "voted_yes", "voted_no"}
OF_THE_PLAN = {"usurped", "i_hold", "holds", "passed", "drawn", "lit"}


@pytest.mark.parametrize("phase", ["proposal", "vote", "mission"])
def test_each_is_seen_in_its_phases(phase: str) -> None:
    hidden = {"proposal": OF_A_SQUAD | VOTED, "vote": VOTED, "mission": set[str]()}[phase]
    assert set(FACTS) | OF_THE_PLAN == set(RULES.conditions)
    for name, argument in FACTS.items():
        of = view("Bruno" if name == "known_cylon" else "Anna", phase)
        assert truth(of, name, argument) is (None if name in hidden else True), name


# What is wrong with one ------------------------------------------------------------------------------------------


def wrong(name: str, argument: Any) -> list[tuple[str, tuple[Any, ...], Plain]]:
    return [(one.code, one.path, dict(one.values)) for one in RULES.conditions[name].objections(view(), argument)]


@pytest.mark.parametrize(
    ("name", "least", "most"),
    [
        ("proposal", 1, 5),
        ("sabotages", 0, 3),
    ],
)
def test_a_number_goes_from_one_to_another(name: str, least: int, most: int) -> None:
    span = {"least": least, "most": most}
    assert wrong(name, least) == wrong(name, most) == []
    assert wrong(name, most + 1) == wrong(name, {"at_least": most + 1}) == [("condition-never", (), span)]
    assert wrong(name, {"at_least": least}) == wrong(name, {"at_most": most}) == [("condition-always", (), span)]
    assert wrong(name, {"at_least": least + 1}) == wrong(name, {"at_most": most - 1}) == []
    if least:
        assert wrong(name, {"at_most": least - 1}) == [("condition-never", (), span)]
    crossed = {"at_least": most, "at_most": least}
    assert wrong(name, crossed) == [("bound-crossed", ("at_least",), crossed)]


def test_what_is_past_does_not_come_again() -> None:
    """It is round 3; one mission has succeeded, one has failed."""
    assert [one[0] for one in wrong("round", [1, 2])] == ["condition-round-past"]
    assert [one[0] for one in wrong("target", {"at_most": 2})] == ["condition-mission-done"]
    assert (
        [one[0] for one in wrong("successes", 0)]
        == [one[0] for one in wrong("failures", 0)]
        == ["condition-score-past"]
    )
    for name in ("round", "target"):
        assert wrong(name, [2, 3]) == wrong(name, 5) == wrong(name, {"at_least": 3}) == []
        assert wrong(name, 6) == [("condition-never", (), {"least": 1, "most": 5})]
        assert wrong(name, {"at_least": 1}) == [("condition-always", (), {"least": 1, "most": 5})]
    assert wrong("successes", 1) == wrong("failures", [0, 2]) == []
    assert wrong("successes", 3) == [("condition-never", (), {"least": 0, "most": 2})]


def test_a_squad_that_goes_has_been_approved() -> None:
    for never in (2, {"at_most": 2}, [0, 1]):
        assert wrong("yes_votes", never) == [("condition-approved", (), {"least": 3, "most": 5})]
    assert wrong("yes_votes", 3) == wrong("yes_votes", {"at_most": 4}) == []
    assert [one[0] for one in wrong("yes_votes", 6)] == ["condition-never"]


def test_no_squad_has_more_names_than_the_largest() -> None:
    assert wrong("squad_has", ["Anna", "Bruno", "Denis"]) == []
    assert (
        wrong("squad_has", ["Anna", "Bruno", "Denis", "Anna"])
        == wrong("squad_has", ["Anna", "Bruno", "Denis", ME])
        == []
    )
    assert wrong("squad_has", [*PLAYERS, "Anna"]) == [("condition-squad", (), {"most": 3, "named": 5})]


def test_each_squad_has_one_of_nearly_all() -> None:
    assert wrong("squad_has_one", ["Anna", "Bruno", "Denis"]) == []
    assert wrong("squad_has_one", list(PLAYERS[:4])) == [("condition-squad-always", (), {"least": 2})]
    assert [one[0] for one in wrong("commander", [*PLAYERS[1:], ME])] == ["condition-everybody"]
    assert wrong("commander", list(PLAYERS[:4])) == []


# In words --------------------------------------------------------------------------------------------------------

VOICE = Voice(catalogue("fr", "resistance"), vocabulary("resistance"))


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        ({"squad_has": "Bruno"}, "l’Escadron contient Bruno"),
        ({"squad_has": [ME, "Bruno"]}, "l’Escadron contient Bruno et toi"),
        ({"squad_has_one": ["Bruno", "Denis"]}, "l’Escadron contient Bruno ou Denis"),
        ({"in_squad": True}, "tu es de l’Escadron"),
        ({"in_squad": False}, "tu n’es pas de l’Escadron"),
        ({"commander": "Bruno"}, "le Commandant est Bruno"),
        ({"commander": ["Bruno", "Denis"]}, "le Commandant est Bruno ou Denis"),
        ({"commander": ME}, "tu es le Commandant"),
        ({"commander": [ME]}, "tu es le Commandant"),
        ({"commander": [ME, "Bruno"]}, "le Commandant est Bruno ou toi"),
        ({"round": 2}, "le numéro de la manche est 2"),
        ({"round": [2]}, "le numéro de la manche est 2"),
        ({"round": [2, 3]}, "le numéro de la manche est 2 ou 3"),
        ({"proposal": {"at_least": 2}}, "le numéro de la proposition est au moins 2"),
        ({"target": {"at_most": 2}}, "le numéro de la mission visée est au plus 2"),
        ({"successes": {"at_most": 2, "at_least": 1}}, "le nombre de missions réussies est entre 1 et 2"),
        ({"failures": 1}, "le nombre de missions échouées est 1"),
        ({"last_mission": "success"}, "la dernière mission a réussi"),
        ({"last_mission": "failure"}, "la dernière mission a échoué"),
        ({"sabotages": 1}, "le nombre de sabotages de la dernière mission est 1"),
        ({"yes_votes": 1}, "le nombre de voix oui est 1"),
        ({"voted_yes": "Anna"}, "Anna a voté oui"),
        ({"voted_no": ["Anna", ME]}, "Anna et toi avez voté non"),
        ({"known_cylon": "Anna"}, "Anna est Cylon, et tu le sais"),
        ({"known_colon": "Anna"}, "Anna est Colon, et tu le sais"),
    ],
)
def test_each_is_said(fact: Plain, said: str) -> None:
    (phrase,) = standing_orders.said(RULES, {"if": [{**fact, "then": {"vote": "no"}}]})
    assert plain(VOICE.phrase(phrase)).startswith(f"(1) si {said} : vote non ; sinon : comme si")


BRUNO, TWO, CHLOE = {"squad_has": "Bruno"}, {"round": 2}, {"commander": "Chloé"}
SAID_BRUNO, SAID_TWO = "l’Escadron contient Bruno", "le numéro de la manche est 2"
SAID_CHLOE = "le Commandant est Chloé"


@pytest.mark.parametrize(
    ("clause", "said"),
    [
        ({**BRUNO, **TWO}, f"(1) si {SAID_BRUNO} et si {SAID_TWO} : vote non"),
        ({"and": [BRUNO, TWO]}, f"(1) si {SAID_BRUNO} et si {SAID_TWO} : vote non"),
        ({"or": [BRUNO, TWO]}, f"(1) si {SAID_BRUNO} ou si {SAID_TWO} : vote non"),
        ({"or": [{**BRUNO, **TWO}, CHLOE]}, f"(1) si ({SAID_BRUNO} et si {SAID_TWO}) ou si {SAID_CHLOE} : vote non"),
        ({**CHLOE, "or": [BRUNO, TWO]}, f"(1) si {SAID_CHLOE} et si ({SAID_BRUNO} ou si {SAID_TWO}) : vote non"),
        ({"unless": BRUNO}, f"(1) sauf si {SAID_BRUNO} : vote non"),
        ({**TWO, "unless": BRUNO}, f"(1) si {SAID_TWO}, sauf si {SAID_BRUNO} : vote non"),
        ({**TWO, "unless": [BRUNO, CHLOE]}, f"(1) si {SAID_TWO}, sauf si {SAID_BRUNO} ou si {SAID_CHLOE} : vote non"),
        (
            {**TWO, "unless": {**BRUNO, **CHLOE}},
            f"(1) si {SAID_TWO}, sauf si ({SAID_BRUNO} et si {SAID_CHLOE}) : vote non",
        ),
        ({**TWO, "once": True}, f"(1, une seule fois) si {SAID_TWO} : vote non"),
        ({**TWO, "then": {"vote": "no", "mission": "success"}}, f"(1) si {SAID_TWO} : vote non, carte réussite"),
    ],
)
def test_a_clause_is_said_with_all_that_stands_in_it(clause: Plain, said: str) -> None:
    (phrase,) = standing_orders.said(RULES, {"if": [{"then": {"vote": "no"}, **clause}]})
    assert plain(VOICE.phrase(phrase)).startswith(f"{said} ; sinon : comme si")


def test_clauses_are_said_in_their_order_with_the_plain_ones_behind() -> None:
    standing = {"vote": "yes", "if": [{**TWO, "then": {"vote": "no"}}, {**BRUNO, "then": {"mission": "success"}}]}
    (phrase,) = standing_orders.said(RULES, standing)
    assert plain(VOICE.phrase(phrase)) == (
        f"(1) si {SAID_TWO} : vote non ; (2) si {SAID_BRUNO} : carte réussite ; sinon : vote oui"
    )
    plainly = [plain(VOICE.phrase(each)) for each in standing_orders.plainly_said(RULES, standing)]
    assert plainly == ["2 ordres à condition", "sinon : vote oui"]
    assert [VOICE.phrase(each) for each in standing_orders.plainly_said(RULES, {"vote": "yes"})] == ["vote oui"]


def test_what_became_of_them_is_said_and_to_the_mj_with_the_facts_that_were_read() -> None:
    standing = {
        "if": [
            {"last_mission": "failure", "round": 1, "then": {"vote": "yes"}},
            {"voted_yes": "Anna", "then": {"mission": "success"}},
            {"round": 3, "unless": {"last_mission": "success"}, "then": {"vote": "no"}},
        ]
    }
    _, asked = standing_orders.answer(RULES, view(phase="vote"), "vote", standing)
    rows = kept(asked)
    assert [plain(VOICE.phrase(each)) for each in became_said(RULES, rows)] == [
        "(1) ne valait pas",
        "(3) appliqué : vote non",
    ]
    assert [plain(VOICE.phrase(each)) for each in accounted(RULES, "Anna", rows)] == [
        "Anna : (1) ne valait pas (comme il le lit : la dernière mission a échoué : vrai, "
        "le numéro de la manche est 1 : faux)",
        "Anna : (3) appliqué : vote non (comme il le lit : le numéro de la manche est 3 : vrai, "
        "sauf si la dernière mission a réussi : faux)",
    ]
    _, (unseen,) = standing_orders.answer(RULES, view(phase="vote", missions=()), "vote", {"if": standing["if"][2:]})
    (said,) = (plain(VOICE.phrase(each)) for each in accounted(RULES, "Anna", kept([unseen])))
    assert said.startswith("Anna : (1) ne se voyait pas (") and said.endswith(
        "la dernière mission a réussi : pas visible)"
    )


# An example of each -------------------------------------------------------------------------------------------


def test_examples_name_others_and_what_a_player_may_write() -> None:
    found = {name: value_text(example, VOICE) for name, example in standing_orders.examples(RULES, view())}
    assert found == {
        **dict.fromkeys(("squad_has", "voted_yes", "voted_no"), "Bruno"),
        "squad_has_one": "[Bruno, Chloé]",
        "in_squad": "oui",
        "commander": "moi",
        "round": "4",
        "proposal": "5",
        "target": "5",
        "successes": "2",
        "failures": "2",
        "last_mission": "échec",
        "sabotages": "{au moins: 1}",
        "yes_votes": "{au plus: 4}",
    }
    assert RULES.conditions["squad_has"].example(view("Bruno")) == "Anna"
