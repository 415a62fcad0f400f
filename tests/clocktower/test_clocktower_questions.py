"""What the MJ is asked, what is proposed to him, and what he amends."""

from __future__ import annotations

from typing import Any

from clocktower.tables import half

from adjudicator.core.faults import Listed, Phrase, Word
from adjudicator.core.mj import Answer, Mj, Question, options_said
from adjudicator.core.stage import PUBLIC, player_reader
from adjudicator.games.clocktower.amendment import amended, amendment_objections
from adjudicator.games.clocktower.cases import position
from adjudicator.games.clocktower.game import GAME
from adjudicator.games.clocktower.roles import ROLES
from adjudicator.games.clocktower.rules import Play
from adjudicator.games.clocktower.said import account_said
from adjudicator.games.clocktower.stages import StageByPost
from adjudicator.games.clocktower.state import Setting, State
from adjudicator.games.clocktower.steps import play_steps

PLAYERS = ("Zoé", "Max", "Luc", "Éva", "Ana")
SETTING = Setting(PLAYERS, tuple(ROLES))


def table(*roles: str, **more: Any) -> State:
    seats = [{"player": name, "role": role} for name, role in zip(PLAYERS, roles, strict=True)]
    return position({"seats": seats, **more})


def asked(state: State, steps: list[Any], setting: Setting = SETTING, seed: str = "seed") -> list[Question]:
    play = Play(setting, state, {}, seed)
    assert play_steps(play, steps) == []
    return play.asked


def proposals(state: State, setting: Setting) -> list[Any]:
    return [asked(state, [{"use": "Zoé"}], setting, str(seed))[0].proposal for seed in range(200)]


def test_a_proposal_is_false_as_often_as_the_campaign_says() -> None:
    """K51. Always false would inform; under a Vortox it always is."""
    drunk = table("empath", "chef", "imp", "baron", "soldier", effects=[{"kind": "drunk", "on": "Zoé"}])
    assert 120 <= sum(value != 0 for value in proposals(drunk, SETTING)) <= 180
    assert set(proposals(drunk, SETTING._replace(false=0))) == {0}
    assert 0 not in proposals(drunk, SETTING._replace(false=100))
    vortox = table("empath", "chef", "vortox", "witch", "soldier")
    assert 0 not in proposals(vortox, SETTING._replace(false=0))


def test_a_proposal_supports_a_claim() -> None:
    """S61, S45, S46, S60."""
    state = table("ravenkeeper", "chef", "imp", "baron", "soldier", time="night 2")
    steps = [{"effect": {"kind": "drunk", "on": "Zoé"}}, {"claim": "Éva", "role": "sage"}, {"kill": "Zoé"}]
    evil = asked(state, [*steps, {"use": "Zoé", "on": ["Éva"]}], SETTING._replace(false=100))
    assert evil[-1].proposal == "sage" and evil[-1].truth == "baron"
    good = asked(state, [*steps, {"use": "Zoé", "on": ["Max"]}], SETTING._replace(false=100))
    assert ROLES[good[-1].proposal].side == "evil"


def test_a_true_claim_makes_no_false_proposal_true() -> None:
    """S61, K51. Who claims what he is leaves all other roles to lie with."""
    state = table("undertaker", "chef", "vortox", "baron", "soldier", time="day 1")
    steps = [{"claim": "Max", "role": "chef"}, {"execute": "Max"}, {"time": "dusk"}, {"use": "Zoé"}]
    question = asked(state, steps)[-1]
    assert (question.purpose, question.truth) == ("information", "chef") and question.proposal != "chef"


def test_the_account_marks_what_is_not_the_truth_as_false() -> None:
    """S29, S31. So is what a sober player is told, if the MJ says so; a free hand has no truth to be false to."""

    def marks(role: str, value: Any, *effects: Any) -> list[bool]:
        state = table(role, "chef", "imp", "baron", "soldier", effects=effects)
        purpose = "information" if effects or role == "washerwoman" else "truth"
        play, refused = half(SETTING, state, [{"use": "Zoé", "mj": {purpose: value}}])
        assert refused == []
        said = [account_said(fact) for fact in play.log if fact.kind == "learned"]
        return [one.key.endswith(".false") for one in said]

    drunk = {"kind": "drunk", "on": "Zoé"}
    assert marks("empath", 1) == marks("empath", 1, drunk) == [True]
    assert marks("empath", 0) == marks("empath", 0, drunk) == [False]
    for value in (["chef", "Max", "Luc"], ["monk", "Max", "Luc"]):
        assert marks("washerwoman", value) == marks("washerwoman", value, drunk) == [False]


def by_post(state: State, seed: str, orders: Any) -> StageByPost:
    """Return a stage by post, of which nothing is played yet."""
    return StageByPost(SETTING, state, orders, seed)


def test_a_claim_by_post_is_noted_and_read_by_all() -> None:
    """K50. Anybody claims what he likes by day; who claims again is taken at his last word."""
    state = table("empath", "chef", "imp", "baron", "soldier", time="day 1")
    stage = by_post(state, "seed", {"Luc": {"claim": "saint"}, "Zoé": {"claim": "empath"}})
    stage.day()
    assert [seat.claim for seat in stage.state.seats.values()] == ["empath", "", "saint", "", ""]
    told = [notice for notice in stage.notices if notice.kind == "claimed"]
    assert [(one.to, dict(one.facts)) for one in told] == [
        (PUBLIC, {"player": "Zoé", "role": "empath"}),
        (PUBLIC, {"player": "Luc", "role": "saint"}),
    ]
    assert [notice.kind for notice in stage.notices if notice.to == player_reader("Luc")] == []


def test_who_must_choose_and_is_silent_is_given_a_draw_among_legal_choices() -> None:
    """K75. So is nobody who may decline, names a role, learns without a choice, or is dead."""
    drawn = set()
    for number in range(40):
        state = table("monk", "courtier", "imp", "cerenovus", "empath", time="night 2")
        state.seats["Ana"].alive = False
        stage = by_post(state, str(number), {"Luc": {"choose": ["Max"]}})
        stage.night()
        absent = [question for question in stage.asked if question.purpose == "absent"]
        assert [question.key for question in absent] == [("Zoé",)]
        assert list(absent[0].options) == [["Max"], ["Luc"], ["Éva"], ["Ana"]], "others, the dead too"
        drawn.add(absent[0].proposal[0])
        assert stage.state.seats["Zoé"].chosen == tuple(absent[0].proposal)
        assert stage.state.seats["Max"].alive == (absent[0].proposal == ["Max"])
    assert drawn == {"Max", "Luc", "Éva", "Ana"}


def test_the_mj_may_say_otherwise_than_the_draw_for_the_silent() -> None:
    """K75. What was drawn is a question with that proposal."""
    state = table("monk", "chef", "imp", "baron", "empath", time="night 2")
    stage = by_post(state, "seed", {"Luc": {"choose": ["Max"]}})
    stage.mj = Mj({("absent", ("Zoé",)): Answer(["Max"])})
    stage.night()
    assert stage.state.seats["Max"].alive


def test_every_reason_stands_beside_a_question() -> None:
    """§7.2. A warning names each state and its source."""
    effects = [{"kind": "drunk", "on": "Zoé"}, {"kind": "poisoned", "on": "Zoé", "by": "Éva"}]
    (question,) = asked(table("empath", "chef", "imp", "poisoner", "soldier", effects=effects), [{"use": "Zoé"}])
    poisoned = Phrase("sourced", {"what": Word("states", "poisoned"), "by": "Éva"})
    assert [one.values["reason"] for one in question.warnings] == [Word("states", "drunk"), poisoned]


def test_the_note_on_a_player_stands_in_the_question_of_a_penalty() -> None:
    """S57."""
    state = table("mutant", "chef", "vortox", "witch", "soldier", time="day 1")
    setting = SETTING._replace(notes=(("Zoé", "débute"),))
    (question,) = asked(state, [{"observed": "Zoé", "breach": "yes"}], setting)
    assert question.why is not None and question.why.values == {"note": "débute"}


def test_the_duchess_informs_by_the_word_of_the_mj() -> None:
    """S35, K10, S58. What the MJ writes is told to that player alone, poisoned or not."""
    for effects in ([], [{"kind": "poisoned", "on": "Zoé"}]):
        state = table("empath", "chef", "imp", "poisoner", "soldier", effects=effects)
        after = amended(SETTING, state, {"said": {"Zoé": "un des trois est du Mal"}})
        notices = GAME.rules.resolve(SETTING, after, {}, "seed").notices
        told = [(notice.to, notice.facts) for notice in notices if notice.kind == "said"]
        assert told == [(player_reader("Zoé"), {"said": "un des trois est du Mal"})]


def test_an_amended_role_is_a_new_acquisition_and_is_told() -> None:
    """S15, K18, S44."""
    state = table(
        "courtier", "chef", "imp", "poisoner", "soldier", effects=[{"kind": "drunk", "on": "Max", "by": "Zoé"}]
    )
    after = amended(SETTING, state, {"seats": {"Zoé": {"role": "monk", "side": "evil"}}})
    assert after.effects == [] and after.seats["Zoé"].reversed
    notices = GAME.rules.resolve(SETTING, after, {}, "seed").notices
    assert [(one.kind, one.to.name) for one in notices if one.kind in ("role", "side")] == [
        ("role", "Zoé"),
        ("side", "Zoé"),
    ]
    assert state.seats["Zoé"].role == "courtier"


def test_an_effect_of_a_dead_source_cannot_be_amended() -> None:
    """K3, S64."""
    state = table("courtier", "sweetheart", "imp", "poisoner", "soldier")
    state.seats["Zoé"].alive = state.seats["Max"].alive = False

    def refused(**given: Any) -> list[str]:
        return [one.code for one in amendment_objections(SETTING, state, given)]

    assert refused(effects=[{"kind": "drunk", "on": "Ana", "by": "Zoé"}]) == ["source-dead"]
    assert refused(effects=[{"kind": "drunk", "on": "Ana", "by": "Max"}]) == []
    assert refused(lifted=[{"kind": "drunk", "on": "Ana"}]) == ["no-such-effect"]
    assert refused(seats={"Ana": {"role": "drunk"}}) == ["believed-lacks"]
    assert refused(seats={"Ana": {"role": "drunk", "believed": "lunatic"}}) == ["believed-unaware"]
    assert [one.code for one in amendment_objections(SETTING, State(), {"bluffs": []})] == ["before-setup"]


def test_a_loop_is_told_to_the_mj_once() -> None:
    """K20."""
    state = table("courtier", "chef", "imp", "poisoner", "soldier", time="night 2")
    play, refused = half(
        SETTING,
        state,
        [{"use": "Éva", "on": ["Zoé"]}, {"effect": {"kind": "drunk", "on": "Éva", "by": "Zoé"}}, {"kill": "Ana"}],
    )
    assert refused == []
    [told] = [account_said(fact) for fact in play.log if fact.kind == "loop"]
    assert told.values["what"].values["names"] == Listed(("Éva", "Zoé"))  # type: ignore[union-attr]
    loops = [one for one in play.asked if one.purpose == "loop"]
    assert len(loops) == 1 and loops[0].options == (
        {"kind": "poisoned", "on": "Zoé", "by": "Éva"},
        {"kind": "drunk", "on": "Éva", "by": "Zoé"},
    )


def test_a_loop_that_the_end_leaves_is_not_told() -> None:
    """K20. Nothing more can happen that would hang on it."""
    effects = [{"kind": kind, "on": "Max", "by": by} for kind, by in (("poisoned", "Luc"), ("drunk", "Max"))]
    state = table("empath", "chef", "imp", "baron", "soldier", effects=effects)
    assert [one.purpose for one in asked(state, [{"kill": "Luc"}])] == ["end"]


def test_a_setting_keeps_the_names_of_the_seed() -> None:
    """K73."""
    shown = GAME.setup.labels(SETTING._replace(names="seed"))["roles"]
    assert (shown["goon"], shown["ravenkeeper"], shown["slayer"]) == ("Brute", "Gardien", "Mercenaire")
    assert GAME.setup.labels(SETTING) == {}


def test_what_a_player_is_shown_and_explained_hangs_on_no_state() -> None:
    """S36, S26. All that forms, refusals and help are made of is the view."""
    sober = table("empath", "chef", "imp", "poisoner", "soldier")
    drunk = table("empath", "chef", "imp", "poisoner", "soldier", effects=[{"kind": "drunk", "on": "Zoé"}])
    drunk.seats["Zoé"].role, drunk.seats["Zoé"].believed = "drunk", "empath"
    assert GAME.rules.view(SETTING, sober, "Zoé") == GAME.rules.view(SETTING, drunk, "Zoé")


def test_answers_that_nobody_has_judged_yet_are_played_as_proposed() -> None:
    """A half is played in memory before an answer is judged; the answer is then refused with a sentence."""
    for purpose, value in (("bag", ["thief"] * 5), ("bag", []), ("bluffs", ["imp", "imp", "imp"])):
        mj = Mj({(purpose, ()): Answer(value)})
        dealt = GAME.rules.resolve(Setting(PLAYERS), State(), {}, "seed", mj)
        assert len(dealt.state.seats) == 5 and set(dealt.state.bluffs) <= ROLES.keys()
        question = next(one.question for one in mj.asked if one.question.purpose == purpose)
        assert GAME.rules.answer_objections(Setting(PLAYERS), State(), question, value)


def test_a_step_of_no_kind_is_refused() -> None:
    state = table("empath", "chef", "imp", "poisoner", "soldier")
    steps = [{"on": ["Zoé"]}, {"kill": "Zoé", "hands": ["Max"]}, {}, {"claim": "Zoé"}]
    play, refused = half(SETTING, state, steps)
    assert refused == [1, 2, 3, 4] and play.state == state


def test_the_question_of_a_stand_in_shows_the_word_for_nobody() -> None:
    """§11. The MJ reads the word of his language, and the names as they are."""
    state = table("mayor", "chef", "imp", "baron", "soldier", time="night 2")
    (question,) = asked(state, [{"use": "Luc", "on": ["Zoé"]}])
    assert (question.purpose, question.proposal) == ("instead", "nobody")
    assert options_said(question) == Listed((Word("nobody", "nobody"), *PLAYERS))
    assert question.why == Phrase("ask.instead", {"player": "Zoé"})


def test_the_question_of_who_registers_says_whom_it_is_about() -> None:
    """K27. Its key is two names alone."""
    state = table("empath", "recluse", "imp", "baron", "soldier")
    (question, _) = asked(state, [{"use": "Zoé"}])
    values = {"player": "Max", "role": Word("roles", "recluse"), "asker": "Zoé"}
    assert (question.key, question.why) == (("Max", "Zoé"), Phrase("ask.registers", values))


def test_a_form_shows_the_standing_orders_of_the_shown_role() -> None:
    """§8.1, S26. « si je meurs » is the Ravenkeeper's, also of a Drunk who believes to be one."""
    seats = ({"role": "ravenkeeper"}, {"role": "drunk", "believed": "ravenkeeper"}, {"role": "imp"}, {"role": "chef"})
    state = position({"seats": [{"player": name, **seat} for name, seat in zip(PLAYERS, seats, strict=False)]})
    views = [GAME.rules.view(SETTING._replace(post=True), state, name) for name in PLAYERS[:4]]
    keys = [[one.order for one in GAME.forms.standing_choices(view)] for view in views]
    assert keys == [["if_dead", "votes"], ["if_dead", "votes"], ["choose", "votes"], ["votes"]]
