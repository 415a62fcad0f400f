"""What the account says of each step: why it is refused, and what came of it; and what everybody sees of a day."""

from __future__ import annotations

from typing import Any

import pytest
from clocktower.tables import half, played

from adjudicator.core.mj import Mj
from adjudicator.games.clocktower.cases import position
from adjudicator.games.clocktower.game import GAME
from adjudicator.games.clocktower.reports import public_part
from adjudicator.games.clocktower.roles import ROLES
from adjudicator.games.clocktower.state import Setting, State

PLAYERS = ("Zoé", "Max", "Luc", "Éva", "Ana")
SETTING = Setting(PLAYERS, tuple(ROLES))


def table(*roles: str, time: str, **more: Any) -> State:
    return position(
        {"seats": [{"player": one, "role": of} for one, of in zip(PLAYERS, roles, strict=True)], "time": time, **more}
    )


def account(state: State, *steps: Any) -> list[tuple[str, str]]:
    """Return the kinds of facts of the last step, each with its reason or what it is about."""
    play, _ = half(SETTING, state, list(steps))
    log = play.log
    last = max(i for i, fact in enumerate(log) if fact.kind == "step")
    facts = [(fact.kind, fact.data) for fact in log[last + 1 :]]
    return [
        (kind, str(data.get("code") or data.get("why") or data.get("how") or data.get("effect") or ""))
        for kind, data in facts
    ]


NIGHT = ("monk", "courtier", "imp", "devilsadvocate", "cerenovus")
DAY = ("juggler", "slayer", "imp", "virgin", "empath")
KILLED = ("ravenkeeper", "undertaker", "imp", "professor", "sage")
DONE = {"execute": "Ana"}


@pytest.mark.parametrize(
    ("code", "roles", "time", "steps"),
    [
        ("unclear", NIGHT, "night 2", [{"on": ["Zoé"]}]),
        ("by-night", NIGHT, "night 2", [{"execute": "Zoé"}]),
        ("by-night", DAY, "night 2", [{"use": "Max", "on": ["Luc"]}]),
        ("by-night", NIGHT, "night 2", [{"time": "dusk"}]),
        ("by-day", DAY, "day 2", [{"time": "dawn"}]),
        ("by-day", DAY, "day 2", [{"use": "Ana"}]),
        ("executed", DAY, "day 2", [DONE, {"execute": "Zoé"}]),
        ("executed", DAY, "day 2", [DONE, {"use": "Max", "on": ["Luc"]}]),
        ("executed", DAY, "day 2", [DONE, {"nominate": ["Zoé", "Max"]}]),
        ("over", DAY, "day 2", [{"kill": "Luc"}, {"kill": "Zoé"}]),
        ("role-not-played", DAY, "day 2", [{"become": {"Zoé": "thief"}}]),
        ("role-not-played", DAY, "day 2", [{"become": {"Zoé": "drunk"}, "believed": "thief"}]),
        ("role-not-played", DAY, "day 1", [{"guess": {"Zoé": {"Max": "thief"}}}]),
        ("role-not-played", DAY, "day 2", [{"effect": {"kind": "mad", "on": "Zoé", "role": "thief"}}]),
        ("answer", NIGHT, "night 2", [{"become": {"Zoé": "drunk"}, "mj": {"believed": "drunk"}}]),
        ("twice", DAY, "day 2", [{"nominate": ["Zoé", "Max"], "hands": ["Luc", "Luc"]}]),
        ("twice", DAY, "day 2", [{"swap": ["Zoé", "Zoé"]}]),
        ("must-choose", NIGHT, "night 2", [{"use": "Zoé", "nothing": True}]),
        ("nothing-and", NIGHT, "night 2", [{"use": "Max", "role": "imp", "nothing": True}]),
        ("no-action", NIGHT, "night 1", [{"use": "Luc", "on": ["Zoé"]}]),
        ("no-action", DAY, "day 1", [{"guess": {"Max": {"Zoé": "imp"}}}]),
        ("not-killed", KILLED, "night 2", [{"use": "Zoé", "on": ["Max"]}]),
        ("not-killed", KILLED, "night 2", [{"kill": "Ana"}, {"use": "Ana"}]),
        ("dead", KILLED, "night 2", [{"kill": "Éva"}, {"use": "Éva", "on": ["Éva"]}]),
        ("dead", DAY, "day 2", [{"kill": "Zoé"}, {"nominate": ["Zoé", "Max"]}]),
        ("dead", DAY, "day 1", [{"kill": "Zoé"}, {"guess": {"Zoé": {"Max": "imp"}}}]),
        ("acted", NIGHT, "night 2", [{"use": "Zoé", "on": ["Max"]}, {"use": "Zoé", "on": ["Ana"]}]),
        ("acted", NIGHT, "night 2", [{"use": "Max", "nothing": True}, {"use": "Max", "role": "imp"}]),
        (
            "spent",
            DAY,
            "day 2",
            [{"use": "Max", "on": ["Ana"]}, {"time": "dusk"}, {"time": "dawn"}, {"use": "Max", "on": ["Luc"]}],
        ),
        ("nobody-executed", KILLED, "night 2", [{"use": "Max"}]),
        ("not-guessed", DAY, "night 2", [{"use": "Zoé"}]),
        ("count", NIGHT, "night 2", [{"use": "Zoé", "on": ["Max", "Ana"]}]),
        ("not-himself", NIGHT, "night 2", [{"use": "Zoé", "on": ["Zoé"]}]),
        ("only-dead", KILLED, "night 2", [{"use": "Éva", "on": ["Max"]}]),
        ("only-living", NIGHT, "night 2", [{"kill": "Zoé"}, {"use": "Éva", "on": ["Zoé"]}]),
        ("role-missing", NIGHT, "night 2", [{"use": "Max"}]),
        ("no-role", NIGHT, "night 2", [{"use": "Zoé", "on": ["Max"], "role": "imp"}]),
        ("role-good", NIGHT, "night 2", [{"use": "Ana", "on": ["Max"], "role": "imp"}]),
        (
            "same-again",
            NIGHT,
            "night 1",
            [{"use": "Éva", "on": ["Max"]}, {"time": "dawn"}, {"time": "dusk"}, {"use": "Éva", "on": ["Max"]}],
        ),
        ("guessed", DAY, "day 1", [{"guess": {"Zoé": {"Max": "imp"}}}, {"guess": {"Zoé": {"Luc": "imp"}}}]),
        ("first-day", DAY, "day 2", [{"guess": {"Zoé": {"Max": "imp"}}}]),
        ("guesses", DAY, "day 1", [{"guess": {"Zoé": {}}}]),
        ("nominated-by", DAY, "day 2", [{"nominate": ["Zoé", "Max"]}, {"nominate": ["Zoé", "Luc"]}]),
        ("nominated", DAY, "day 2", [{"nominate": ["Zoé", "Max"]}, {"nominate": ["Luc", "Max"]}]),
        ("believed", DAY, "day 2", [{"become": {"Zoé": "monk"}, "believed": "chef"}]),
        ("believed-unaware", DAY, "day 2", [{"become": {"Zoé": "drunk"}, "believed": "drunk"}]),
        ("living", DAY, "day 2", [{"revive": "Zoé"}]),
        ("source-dead", DAY, "day 2", [{"kill": "Zoé"}, {"effect": {"kind": "drunk", "on": "Max", "by": "Zoé"}}]),
        ("no-effect", DAY, "day 2", [{"lift": {"kind": "drunk", "on": "Zoé"}}]),
    ],
)
def test_a_refused_step_says_why(code: str, roles: tuple[str, ...], time: str, steps: list[Any]) -> None:
    """K25. The steps before it are taken."""
    state = table(*roles, time=time)
    _, refused = half(SETTING, state, steps[:-1])
    assert refused == []
    assert account(state, *steps) == [("refused", code)]


@pytest.mark.parametrize(
    ("facts", "roles", "time", "steps"),
    [
        (
            [("lifted", "drunk")],
            NIGHT,
            "night 2",
            [{"effect": {"kind": "drunk", "on": "Zoé"}}, {"lift": {"kind": "drunk", "on": "Zoé"}}],
        ),
        ([("no-block", "")], DAY, "day 2", [{"execute_block": True}]),
        ([("spared", "dead")], DAY, "day 2", [{"kill": "Zoé"}, {"kill": "Zoé"}]),
        ([("executed", ""), ("spared", "dead")], DAY, "day 2", [{"kill": "Zoé"}, {"execute": "Zoé"}]),
        ([("executed", ""), ("died", "execution")], DAY, "day 2", [{"execute": "Zoé"}]),
        ([("died", "demon")], NIGHT, "night 2", [{"use": "Luc", "on": ["Ana"]}]),
        (
            [("no-effect", "")],
            NIGHT,
            "night 2",
            [{"effect": {"kind": "drunk", "on": "Luc"}}, {"use": "Luc", "on": ["Ana"]}],
        ),
        (
            [("spared", "unable")],
            NIGHT,
            "night 2",
            [{"effect": {"kind": "drunk", "on": "Luc"}}, {"kill": "Ana", "by": "Luc"}],
        ),
        (
            [("out-of-order", ""), ("effect", "safe")],
            NIGHT,
            "night 2",
            [{"use": "Luc", "on": ["Ana"]}, {"use": "Zoé", "on": ["Max"]}],
        ),
        ([("declined", "")], NIGHT, "night 2", [{"use": "Max", "nothing": True}]),
        ([("revived", ""), ("role", "")], DAY, "day 2", [{"kill": "Zoé"}, {"revive": "Zoé"}]),
        (
            [("learned", ""), ("hint", "")],
            KILLED,
            "night 2",
            [
                {"effect": {"kind": "drunk", "on": "Zoé"}},
                {"kill": "Zoé"},
                {"use": "Zoé", "on": ["Max"], "mj": {"information": "mayor"}},
            ],
        ),
        (
            [("learned", "")],
            KILLED,
            "night 2",
            [
                {"effect": {"kind": "drunk", "on": "Zoé"}},
                {"claim": "Max", "role": "mayor"},
                {"kill": "Zoé"},
                {"use": "Zoé", "on": ["Max"], "mj": {"information": "mayor"}},
            ],
        ),
        (
            [("learned", ""), ("truth-told", "")],
            KILLED,
            "night 2",
            [
                {"effect": {"kind": "drunk", "on": "Zoé"}},
                {"kill": "Zoé"},
                {"use": "Zoé", "on": ["Max"], "mj": {"information": "undertaker"}},
            ],
        ),
    ],
)
def test_the_account_says_what_came_of_a_step(facts: Any, roles: tuple[str, ...], time: str, steps: list[Any]) -> None:
    """S04, S06, S20, S28, S31. A use is only said where something came of it."""
    found = account(table(*roles, time=time), *steps)
    assert [one for one in found if one[0] != "spent"] == facts


def test_everybody_sees_the_day_in_its_order() -> None:
    """S02, S26. A shot, nominations with their hands, who is executed and dies or not, and who else died."""
    state = table(
        "slayer",
        "soldier",
        "pukka",
        "devilsadvocate",
        "monk",
        time="day 2",
        effects=[{"kind": "reprieved", "on": "Max"}],
    )
    steps = [
        {"use": "Zoé", "on": ["Ana"]},
        {"nominate": ["Zoé", "Max"], "hands": ["Zoé", "Luc", "Éva"]},
        {"execute_block": True},
        {"kill": "Max"},
    ]
    outcome = played(SETTING, state, steps)
    assert [one.key.removeprefix("seen.") for one in public_part(state, outcome)["happened"]] == [
        "shot",
        "nominated",
        "counted",
        "executed.no-death",
        "died-by-day",
    ]
    outcome = played(SETTING, state, [{"execute": "Zoé"}, {"kill": "Ana"}, {"revive": "Ana"}])
    assert [one.key.removeprefix("seen.") for one in public_part(state, outcome)["happened"]] == ["executed"]
    outcome = played(SETTING, state, [])
    assert [one.key.removeprefix("seen.") for one in public_part(state, outcome)["happened"]] == ["nobody-executed"]


def test_a_spy_reads_all_but_the_states_on_himself() -> None:
    """§14, S26. What else lies on him stands there."""
    effects = [{"kind": "safe", "on": "Zoé"}, {"kind": "drunk", "on": "Max"}]
    play, _ = half(
        SETTING, table("spy", "chef", "imp", "baron", "monk", time="night 2", effects=effects), [{"use": "Zoé"}]
    )
    [rows] = [one.facts["rows"] for one in play.notices if one.kind == "learned"]
    assert [(row["player"], row["effects"]) for row in rows if row["effects"]] == [
        ("Zoé", [["safe", ""]]),
        ("Max", [["drunk", ""]]),
    ]
    poisoned = [*effects, {"kind": "poisoned", "on": "Zoé"}]
    play, _ = half(
        SETTING, table("spy", "chef", "imp", "baron", "monk", time="night 2", effects=poisoned), [{"use": "Zoé"}]
    )
    [again] = [one.facts["rows"] for one in play.notices if one.kind == "learned"]
    assert again == rows


@pytest.mark.parametrize(
    ("role", "teams"), [("washerwoman", "townsfolk"), ("librarian", "outsider"), ("investigator", "minion")]
)
def test_a_true_proposal_shows_a_role_and_two_others_of_whom_one_has_it(role: str, teams: str) -> None:
    """§7.1, S33."""
    state = table(role, "chef", "imp", "baron", "saint", time="night 1")
    play, _ = half(SETTING, state, [{"use": "Zoé"}])
    shown, *two = play.asked[-1].proposal
    assert ROLES[shown].team == teams and len({*two, "Zoé"}) == 3
    assert shown in [state.seats[one].role for one in two]


EVIL = {"Anna": "imp", "Bruno": "baron", "Chloé": "spy", "David": "lunatic", "Emma": "monk", "Farid": "mayor"}


@pytest.mark.parametrize(("last", "known"), [({"Gaël": "soldier"}, ["Anna", "Bruno", "Chloé"]), ({}, [])])
def test_the_mj_is_told_what_a_seat_knows_before_another_takes_it(last: dict[str, str], known: list[str]) -> None:
    """§8.7. All know their own role; from seven players on, evil knows evil, but a Lunatic was told what is not so."""
    roles = EVIL | last
    believed = {"David": {"believed": "imp"}}
    state = position({"seats": [{"player": one, "role": roles[one], **believed.get(one, {})} for one in roles]})
    for player in roles:
        told = GAME.rules.known_by(Setting(tuple(roles)), state, player)
        expected = {player, *known} if player in known else {player}
        assert {phrase.values["player"] for phrase in told} == expected
    state.seats["Farid"].role, state.seats["Farid"].got = "imp", 3
    assert [one.values["player"] for one in GAME.rules.known_by(Setting(tuple(roles)), state, "Farid")] == ["Farid"]
    assert GAME.rules.known_by(Setting(tuple(roles)), State(), "Anna") == []


def test_a_hand_without_a_vote_is_told_to_the_mj() -> None:
    """K32. It is left out of the count, and nobody else reads that it was raised."""
    state = table("mayor", "slayer", "imp", "virgin", "empath", time="day 2")
    state.seats["Zoé"].alive = False
    nominated = {"nominate": ["Max", "Luc"], "hands": ["Zoé", "Max", "Ana"]}
    assert ("no-vote", "") in account(state, nominated)
    play, _ = half(SETTING, state, [nominated])
    assert [fact.data["names"] for fact in play.log if fact.kind == "no-vote"] == [["Zoé"]]
    assert play.state.day.nominations[0].hands == ("Ana", "Max")
    assert "Zoé" not in str([one.facts for one in play.notices])


def test_the_demon_reads_at_dawn_what_the_lunatic_chose() -> None:
    """§14. Nobody else is told, and it hangs on no state."""
    seats = [{"player": "Zoé", "role": "lunatic", "believed": "imp"}, *map(_seat, ("Max", "Luc"), ("imp", "chef"))]
    effects = [{"kind": "poisoned", "on": "Max"}, {"kind": "drunk", "on": "Zoé"}]
    state = position({"seats": seats, "time": "night 2", "effects": effects})
    for steps, chosen in (([{"use": "Zoé", "on": ["Luc"]}], ["Luc"]), ([], [])):
        outcome = played(Setting(("Zoé", "Max", "Luc")), state, steps)
        told = [(one.to.name, one.facts) for one in outcome.notices if one.kind == "lunatic"]
        assert told == [("Max", {"name": "Zoé", "chosen": chosen})]


def _seat(player: str, role: str) -> Any:
    return {"player": player, "role": role}


def test_an_execution_is_not_denied_before_the_votes() -> None:
    """§8.3. After a day with nominations nobody is said to be spared; after the votes it is said."""
    setting = SETTING._replace(post=True)
    state = table("mayor", "slayer", "imp", "baron", "empath", time="day 2")
    state.post = True
    said = []
    for orders in ({"Zoé": {"nominate": ["Max"]}}, {"Max": {"votes": {"Max": "no"}}}):
        outcome = GAME.rules.resolve(setting, state, orders, "seed", Mj())
        said.append([one.key for one in public_part(state, outcome)["happened"]])
        state = outcome.state
    assert said == [["seen.nominated"], ["seen.counted", "seen.nobody-executed"]]
