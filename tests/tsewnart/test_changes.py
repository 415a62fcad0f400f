"""What the MJ is told of a stage before it is played for good: each difference between two states, and nothing else."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import fields, replace
from functools import partial
from typing import Any, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st
from resistance import tables as resistance_tables
from support.depth import examples
from tsewnart.tables import Table, orders_for, settings_of_games, shuffled, tables

from adjudicator.core.faults import Phrase
from adjudicator.core.game import Game
from adjudicator.core.game_reports import Reports
from adjudicator.games import GAMES, game
from adjudicator.games.clocktower import state as clocktower
from adjudicator.games.overseers import state as overseers
from adjudicator.games.resistance import state as resistance
from adjudicator.games.resistance.game import GAME as RESISTANCE
from adjudicator.games.tsewnart import state as tsewnart
from adjudicator.games.tsewnart.board import Board, Cell
from adjudicator.games.tsewnart.game import GAME as TSEWNART
from adjudicator.games.tsewnart.state import Ghost, Piece, new_piece
from adjudicator.games.zfate import state as zfate
from adjudicator.speech.voice import LANGUAGES, Voice, catalogue, vocabulary

Alter: TypeAlias = Callable[[Any], object]

FIRM = examples(20)
NUMBERS = st.integers(0, 2**32 - 1)
VOICES = {
    (name, language): Voice(catalogue(language, name), vocabulary(name)) for name in GAMES for language in LANGUAGES
}


def spoken(of: Game, setting: Any, before: Any, after: Any, language: str = "fr") -> list[str]:
    """The differences as the MJ reads them, with plain spaces."""
    said = map(VOICES[of.id, language].phrase, of.reports.changes(setting, before, after))
    return [line.replace("\u00a0", " ").replace("\u202f", " ") for line in said]


def altered(before: Any, alter: Alter) -> Any:
    after = deepcopy(before)
    alter(after)
    assert after != before
    return after


def puts(**values: Any) -> Alter:
    """Return what sets fields of a state."""

    def alter(state: Any) -> None:
        for name, value in values.items():
            setattr(state, name, value)

    return alter


def test_a_game_without_such_phrases_of_its_own_tells_the_stage() -> None:
    before, after = (tsewnart.State("turn", turn) for turn in (3, 4))
    [said] = Reports("adjudicator.core.dice").changes(None, before, after)
    assert (said.key, said.values["after"]) == ("change.stage", Phrase("phase.turn", {"turn": 4}))
    assert Reports("adjudicator.core.dice").changes(None, before, before) == []


# Tsewnart ----------------------------------------------------------------------------------------------------

TWO_CAMPS = tsewnart.Setting(
    Board(6, 3, "closed"),
    (
        tsewnart.Camp("bleu", ("Anna", "Luc", "Max", "Zoé"), "Anna", ((1, 1), (1, 2), (1, 3), (2, 1))),
        tsewnart.Camp("rouge", ("Éva", "Tom", "Noé", "Ida"), "Éva", ((6, 1), (6, 2), (6, 3), (5, 1))),
    ),
)


def in_the_middle() -> tsewnart.State:
    """A table of all kinds: Anna has aimed, Luc has terrorised, Max is hale, Zoé and three of four reds are ghosts."""
    roles = ("archer", "terreur", "brute", "savant", "agile", "savant", "dement", "brute")
    state = tsewnart.State("turn", 3, dict(zip(TWO_CAMPS.roster, roles, strict=True)), scores={"bleu": 3, "rouge": 1})
    state.pieces = {
        "Anna": Piece("Anna", "bleu", "archer", (1, 2), aimed=(3, 2)),
        "Luc": Piece("Luc", "bleu", "terreur", (2, 3), last_terror=(4, 3)),
        "Max": Piece("Max", "bleu", "brute", (4, 1)),
        "Éva": Piece("Éva", "rouge", "agile", (5, 2), extra_moves=2),
    }
    state.ghosts = {
        "Zoé": Ghost("Zoé", "bleu", "savant", (3, 3)),
        "Tom": Ghost("Tom", "rouge", "savant", (4, 1)),
        "Noé": Ghost("Noé", "rouge", "dement", (4, 1)),
        "Ida": Ghost("Ida", "rouge", "brute", (4, 1)),
    }
    state.stop, state.surrender = ["Max"], ["Tom"]
    return state


def piece(player: str, **values: Any) -> Alter:
    """Return what gives a piece other values."""
    return lambda state: state.pieces.update({player: replace(state.pieces[player], **values)})


def ghost(player: str, **values: Any) -> Alter:
    return lambda state: state.ghosts.update({player: replace(state.ghosts[player], **values)})


def gone(player: str) -> Alter:
    """Return what leaves a player nothing."""
    return lambda state: (state.pieces.pop(player, None), state.ghosts.pop(player, None))


def dies(player: str, cell: Cell) -> Alter:
    """Return what makes a player the ghost of his piece."""

    def alter(state: Any) -> None:
        lost = state.pieces.pop(player)
        state.ghosts[player] = Ghost(player, lost.camp, lost.role, cell)

    return alter


def taken(former: str, taker: str, *others: str) -> Alter:
    """Return what a capture does."""

    def alter(state: Any) -> None:
        lost = state.pieces[former]
        dies(former, lost.cell)(state)
        for player in (taker, *others):
            gone(player)(state)
        state.pieces[taker] = replace(lost, player=taker, camp=TWO_CAMPS.camp_of[taker])

    return alter


def several(*alters: Alter) -> Alter:
    return lambda state: [alter(state) for alter in alters]


ON_THE_BOARD: Mapping[str, tuple[Alter, list[str]]] = {
    "a piece moves": (piece("Anna", cell=(1, 3)), ["Anna : (1;2) → (1;3)"]),
    "a ghost moves": (ghost("Zoé", cell=(3, 2)), ["Zoé (fantôme) : (3;3) → (3;2)"]),
    "all that moved, by the roster": (
        several(
            ghost("Ida", cell=(4, 2)), piece("Éva", cell=(5, 3)), ghost("Zoé", cell=(2, 3)), piece("Luc", cell=(2, 2))
        ),
        [
            "Luc : (2;3) → (2;2)",
            "Zoé (fantôme) : (3;3) → (2;3)",
            "Éva : (5;2) → (5;3)",
            "Ida (fantôme) : (4;1) → (4;2)",
        ],
    ),
    "a wound": (piece("Max", wounded=True), ["Max (Brute) : pièce blessée"]),
    "a use is spent by moving": (
        piece("Éva", cell=(6, 2), extra_moves=1),
        ["Éva : (5;2) → (6;2)", "Éva : déplacements supplémentaires restants 2 → 1"],
    ),
    "a teleport": (piece("Max", teleports=1), ["Max : téléports restants 0 → 1"]),
    "an aim over": (piece("Anna", aimed=None), ["Anna ne vise plus (3;2)"]),
    "another aim": (piece("Anna", aimed=(2, 1)), ["Anna vise (2;1)"]),
    "a terror over": (piece("Luc", last_terror=None), ["Luc peut de nouveau terroriser (4;3)"]),
    "another terror": (piece("Luc", last_terror=(3, 3)), ["Luc ne pourra pas terroriser (3;3) au prochain tour"]),
    "an elimination": (
        several(dies("Luc", (1, 1)), puts(scores={"bleu": 3, "rouge": 2})),
        ["Luc : pièce éliminée → fantôme (Terreur) en (1;1)", "Score du camp rouge : 1 → 2"],
    ),
    "an elimination beside a piece of that role": (
        several(dies("Luc", (1, 1)), piece("Max", role="terreur", cell=(1, 1))),
        [
            "Luc : pièce éliminée → fantôme (Terreur) en (1;1)",
            "Max : Brute → Terreur",
            "Max : (4;1) → (1;1)",
        ],
    ),
    "a capture": (
        taken("Max", "Noé", "Tom", "Ida"),
        [
            "Max : pièce capturée → fantôme (Brute) en (4;1)",
            "Tom : plus rien sur le plateau",
            "Noé : sans pièce → Brute en (4;1)",
            "Ida : plus rien sur le plateau",
        ],
    ),
    "a capture of a piece that carries something": (
        several(piece("Max", wounded=True, aimed=(1, 1), last_terror=(2, 2), teleports=1), taken("Max", "Tom")),
        [
            "Max : pièce capturée → fantôme (Brute) en (4;1)",
            "Tom : sans pièce → Brute en (4;1), blessée, 1 téléport restant, a visé (1;1), a terrorisé (2;2)",
        ],
    ),
    "a ghost of another piece": (ghost("Tom", role="brute"), ["Tom (fantôme) : Savant → Brute"]),
    "votes": (
        puts(stop=["Anna", "Ida"], surrender=[]),
        [
            "Tom retire son vote pour abandonner",
            "Anna vote pour arrêter la partie",
            "Max retire son vote pour arrêter la partie",
            "Ida vote pour arrêter la partie",
        ],
    ),
    "scores by camp": (
        puts(scores={"rouge": 2, "bleu": 5}),
        ["Score du camp bleu : 3 → 5", "Score du camp rouge : 1 → 2"],
    ),
    "the next turn": (puts(turn=4), ["Étape : tour 3 → tour 4"]),
    "the end": (
        puts(phase="over", turn=4, ending=tsewnart.Ending("stopped", ("bleu",))),
        ["Étape : tour 3 → partie terminée", "Fin par vote d’arrêt. Vainqueurs : bleu"],
    ),
    "a tie of those who are left": (
        puts(ending=tsewnart.Ending("eliminated", ("bleu", "rouge"))),
        ["Fin par élimination. Vainqueurs : bleu, rouge"],
    ),
    "a surrender": (
        puts(ending=tsewnart.Ending("surrendered", ("rouge",))),
        ["Fin par abandon. Vainqueurs : rouge"],
    ),
}


@pytest.mark.parametrize("what", ON_THE_BOARD)
def test_of_a_board(what: str) -> None:
    alter, expected = ON_THE_BOARD[what]
    before = in_the_middle()
    assert spoken(TSEWNART, TWO_CAMPS, before, altered(before, alter)) == expected


BACK: Mapping[str, tuple[Alter, list[str]]] = {
    "a wound": (piece("Max", wounded=True), ["Max (Brute) : pièce guérie"]),
    "a piece": (gone("Max"), ["Max : Brute en (4;1)"]),
    "a ghost": (gone("Zoé"), ["Zoé : fantôme (Savant) en (3;3)"]),
    "an aim": (piece("Anna", aimed=None), ["Anna vise (3;2)"]),
    "a camp": (piece("Max", camp="rouge"), ["Max : camp rouge → bleu"]),
    "the game": (
        puts(phase="over", ending=tsewnart.Ending("stopped", ("bleu",))),
        ["Étape : partie terminée → tour 3", "La partie n’est plus finie"],
    ),
}
"""What comes back, as the rules never have it."""


@pytest.mark.parametrize("what", BACK)
def test_of_a_board_that_is_set_right(what: str) -> None:
    alter, expected = BACK[what]
    before = in_the_middle()
    assert spoken(TSEWNART, TWO_CAMPS, altered(before, alter), before) == expected


def test_a_capture_and_an_elimination_that_look_alike_are_not_told_apart() -> None:
    before = altered(in_the_middle(), piece("Luc", role="brute"))
    after = altered(before, several(taken("Max", "Tom"), dies("Luc", (4, 1))))
    assert spoken(TSEWNART, TWO_CAMPS, before, after) == [
        "Luc : pièce perdue → fantôme (Brute) en (4;1)",
        "Max : pièce perdue → fantôme (Brute) en (4;1)",
        "Tom : sans pièce → Brute en (4;1)",
    ]


def test_roles_then_pieces_then_turns() -> None:
    before = TSEWNART.rules.begin(TWO_CAMPS)
    roles = dict(in_the_middle().roles)
    chosen = altered(before, puts(phase="placement", roles=roles))
    told = spoken(TSEWNART, TWO_CAMPS, before, chosen)
    assert told[:3] == [
        "Étape : choix des rôles → placement",
        "Anna : rôle choisi, Archer",
        "Luc : rôle choisi, Terreur",
    ]
    assert len(told) == 1 + len(TWO_CAMPS.roster)
    assert spoken(TSEWNART, TWO_CAMPS, chosen, before)[1] == "Anna : plus de rôle choisi"
    zones = {player: camp.zone[i] for camp in TWO_CAMPS.camps for i, player in enumerate(camp.players)}
    pieces = {player: new_piece(player, "bleu", roles[player], zones[player]) for player in reversed(TWO_CAMPS.roster)}
    placed = altered(chosen, puts(phase="turn", turn=1, pieces=pieces))
    assert spoken(TSEWNART, TWO_CAMPS, chosen, placed) == [
        "Étape : placement → tour 1",
        *("Anna : Archer en (1;1)", "Luc : Terreur en (1;2)", "Max : Brute en (1;3)", "Zoé : Savant en (2;1)"),
        *("Éva : Agile en (6;1)", "Tom : Savant en (6;2)", "Noé : Dément en (6;3)", "Ida : Brute en (5;1)"),
    ]


def test_of_a_board_in_english() -> None:
    before = in_the_middle()
    everything = several(
        piece("Anna", cell=(1, 3), aimed=None),
        dies("Luc", (1, 1)),
        taken("Max", "Noé", "Tom", "Ida"),
        piece("Éva", extra_moves=1),
        puts(turn=4, scores={"bleu": 3, "rouge": 2}, stop=["Max", "Zoé"]),
    )
    assert spoken(TSEWNART, TWO_CAMPS, before, altered(before, everything), "en") == [
        "Stage: turn 3 → turn 4",
        "Anna: (1;2) → (1;3)",
        "Anna no longer aims at (3;2)",
        "Luc: piece eliminated → ghost (Terreur) on (1;1)",
        "Max: piece captured → ghost (Brute) on (4;1)",
        "Éva: extra moves left 2 → 1",
        "Tom: nothing on the board",
        "Noé: no piece → Brute on (4;1)",
        "Ida: nothing on the board",
        "Score of camp rouge: 1 → 2",
        "Zoé votes to stop the game",
    ]


# Whatever the table ------------------------------------------------------------------------------------------


def other(values: tuple[Any, ...], than: Any) -> Any:
    return next(value for value in values if value != than)


OF_A_PIECE: Mapping[str, Callable[[Any, tsewnart.Setting], Any]] = {
    "camp": lambda camp, setting: other(setting.camp_names, camp),
    "role": lambda role, setting: other(tsewnart.ROLES, role),
    "cell": lambda cell, setting: (cell[0] + 1, cell[1]),
    "wounded": lambda wounded, setting: not wounded,
    "teleports": lambda uses, setting: uses + 1,
    "extra_moves": lambda uses, setting: uses + 1,
    "aimed": lambda cell, setting: None if cell else (1, 1),
    "last_terror": lambda cell, setting: None if cell else (1, 1),
}
"""Another value of each field of a piece but its player, who is its key."""


def single_changes(setting: tsewnart.Setting, state: tsewnart.State) -> Iterator[Alter]:
    """One change of each field of a state, and of each field of every piece and ghost."""
    first = next(iter(setting.roster))
    yield puts(phase="placement")
    yield puts(turn=state.turn + 1)
    yield puts(roles={**state.roles, first: other(tsewnart.ROLES, state.roles.get(first))})
    yield puts(scores={**state.scores, setting.camp_names[-1]: 17})
    for vote in ("stop", "surrender"):
        cast = getattr(state, vote)
        yield from (puts(**{vote: [name for name in cast if name != voter]}) for voter in cast)
        yield from (puts(**{vote: [*cast, name]}) for name in setting.roster if name not in cast)
    units: dict[str, Piece | Ghost] = {**state.pieces, **state.ghosts}
    for player, unit in units.items():
        names = [one.name for one in fields(unit) if one.name != "player"]
        change = piece if isinstance(unit, Piece) else ghost
        yield from (change(player, **{name: OF_A_PIECE[name](getattr(unit, name), setting)}) for name in names)
        yield gone(player)
    yield from (dies(player, (1, 1)) for player in state.pieces)
    yield from (taken_by(setting, player) for player in state.ghosts)
    yield from (puts(ending=tsewnart.Ending(cause, ())) for cause in ("eliminated", "surrendered", "stopped"))


def taken_by(setting: tsewnart.Setting, player: str) -> Alter:
    """Return what gives a piece to a player who is a ghost."""

    def alter(state: Any) -> None:
        lost = state.ghosts.pop(player)
        state.pieces[player] = new_piece(player, setting.camp_of[player], lost.role, lost.cell)

    return alter


CHANGED_ALONE = {"phase", "turn", "roles", "scores", "stop", "surrender", "pieces", "ghosts", "ending"}


def test_every_field_of_a_state_of_tsewnart_is_changed_below() -> None:
    assert {one.name for one in fields(tsewnart.State)} == CHANGED_ALONE
    assert {one.name for one in fields(Piece)} == {"player", *OF_A_PIECE}
    assert {one.name for one in fields(Ghost)} <= {"player", *OF_A_PIECE}


@FIRM
@given(tables())
def test_whatever_changes_on_a_board_is_told_and_nothing_else(table: Table) -> None:
    """Each single change is told, in words that no other change is told in; the way back is told too."""
    setting, before = table.setting, table.state
    assert TSEWNART.reports.changes(setting, before, before.copy()) == []
    told = []
    for alter in single_changes(setting, before):
        after = altered(before, alter)
        told.append(tuple(spoken(TSEWNART, setting, before, after)))
        assert told[-1]
        assert TSEWNART.reports.changes(setting, after, before)
    assert len(set(told)) == len(told)


@FIRM
@given(tables(), NUMBERS)
def test_how_a_piece_was_lost_is_told_as_it_was(table: Table, number: int) -> None:
    """Whatever the order in which states keep their pieces, ghosts and votes."""
    setting, before, outcome = table.setting, table.state, table.play()
    told = TSEWNART.reports.changes(setting, before, outcome.state)
    mixed = [shuffled(replace(table, state=state, orders={}), number).state for state in (before, outcome.state)]
    assert TSEWNART.reports.changes(setting, mixed[0], mixed[1]) == told
    found = {phrase.values["player"]: phrase.key for phrase in told if "ghost" in phrase.values}
    happened = {
        notice.facts["player"]: f"change.{notice.kind}"
        for notice in outcome.notices
        if notice.kind in ("eliminated", "captured") and notice.facts["player"] in before.pieces
    }
    assert found.keys() == happened.keys()
    assert all(key in (happened[player], "change.lost") for player, key in found.items())


@st.composite
def games_of_tsewnart(draw: Any) -> list[tuple[tsewnart.Setting, Any, Any]]:
    """Return the stages of a game from its beginning: each with the states before and after."""
    setting = draw(settings_of_games())
    state, played = TSEWNART.rules.begin(setting), []
    while state.phase != "over" and state.turn < 6:
        orders = draw(orders_for(setting, state)) if state.phase == "turn" else prepared(draw, setting, state.phase)
        after = TSEWNART.rules.resolve(setting, state, orders, "graine").state
        played.append((setting, state, after))
        state = after
    return played


def prepared(draw: Any, setting: tsewnart.Setting, phase: str) -> dict[str, Any]:
    """Return each captain's roles or placement."""
    kept = {camp: camp.zone if phase == "placement" else tsewnart.ROLES for camp in setting.camps}
    return {
        camp.captain: {phase: dict(zip(camp.players, draw(st.permutations(known)), strict=False))}
        for camp, known in kept.items()
    }


def look_through(of: Game, setting: Any, before: Any, after: Any) -> None:
    """A stage always changes something; all of it can be said in every language, each on a line.

    A line is short but for the names that it lists."""
    for language in LANGUAGES:
        told = spoken(of, setting, before, after, language)
        assert told
        assert len(set(told)) == len(told)
        assert all("{" not in line and "\n" not in line for line in told)
        assert max(map(len, told)) <= 90, max(told, key=len)
        assert spoken(of, setting, after, after, language) == []


@examples(5)
@given(games_of_tsewnart())
def test_every_stage_of_a_game_of_tsewnart_can_be_told(played: list[tuple[tsewnart.Setting, Any, Any]]) -> None:
    for setting, before, after in played:
        look_through(TSEWNART, setting, before, after)
        assert TSEWNART.reports.changes(
            setting, TSEWNART.rules.load(TSEWNART.rules.dump(before)), after
        ) == TSEWNART.reports.changes(setting, before, after)


# Battlestar Galactica Résistance ------------------------------------------------------------------------------

SEVEN = clocktower.Setting(("Zoé", "Max", "Luc", "Éva", "Ana", "Léo", "Tom"))
THREE = overseers.Setting(("Anna", "Luc", "Max"), {"courage": (2, 7, 15), "hope": (3, 8, 12)})
FIVE = resistance.Setting(("Anna", "Luc", "Max", "Zoé", "Éva"))
OVER_THE_GAME = replace(FIVE, options=resistance.Options(rejections="game", missing_vote="uncounted"))
SQUAD = ("Anna", "Luc")
VOTES = {"Anna": "yes", "Luc": "no", "Max": "no", "Zoé": "yes", "Éva": "no"}
REJECTED = resistance.Proposal(1, 1, "Anna", 1, SQUAD, False, False, VOTES)
DONE = resistance.Mission(1, 1, SQUAD, 1, False)


def voting() -> resistance.State:
    """The second proposal of the first round is voted on."""
    return resistance.State(
        *("vote", 4, FIVE.players, ("Luc", "Éva"), "Luc", 1, 2, 1, ("Luc", "Zoé"), False),
        proposals=[REJECTED],
    )


def adds(kept: str, *records: Any) -> Alter:
    return lambda state: getattr(state, kept).extend(records)


APPROVED = resistance.Proposal(
    *(1, 2, "Luc", 1, ("Luc", "Zoé"), False, True), {**VOTES, "Luc": "yes", "Max": "yes"}, ("Éva",)
)
AT_THE_TABLE: Mapping[str, tuple[resistance.Setting, Alter, list[str]]] = {
    "an approval": (
        FIVE,
        several(puts(phase="mission", turn=5), adds("proposals", APPROVED)),
        [
            "Étape : tour 4, vote → tour 5, mission",
            "Escadron 1.2, Luc : Luc, Zoé (mission 1), approuvé 4–1",
            "Oui : Anna, Luc, Max, Zoé ; non : Éva",
            "Sans vote, comptés « non » : Éva",
        ],
    ),
    "a rejection": (
        FIVE,
        several(
            puts(phase="proposal", turn=5, commander="Max", proposal=3, squad=(), target=0),
            adds("proposals", replace(APPROVED, approved=False, votes=dict.fromkeys(FIVE.players, "no"), defaulted=())),
        ),
        [
            "Étape : tour 4, vote → tour 5, proposition d’un Escadron",
            "Commandant : Luc → Max",
            "Proposition : 1.2 → 1.3",
            "Rejets : 1 → 2",
            "Plus d’Escadron",
            "Escadron 1.2, Luc : Luc, Zoé (mission 1), rejeté 0–5",
            "Oui : personne ; non : Anna, Luc, Max, Zoé, Éva",
        ],
    ),
    "votes that are not counted": (
        OVER_THE_GAME,
        adds("proposals", replace(APPROVED, drawn=True, votes={"Zoé": "yes"}, defaulted=("Anna", "Luc", "Max", "Éva"))),
        [
            "Escadron 1.2, Luc (tirage) : Luc, Zoé (mission 1), approuvé 1–0",
            "Oui : Zoé ; non : personne",
            "Sans vote, non comptés : Anna, Luc, Max, Éva",
        ],
    ),
    "no squad": (
        FIVE,
        adds("proposals", resistance.Proposal(1, 2, "Luc", 0, (), False, False)),
        ["Rejets : 1 → 2", "Escadron 1.2, Luc : aucun"],
    ),
    "a squad drawn": (FIVE, puts(drawn=True), ["Escadron tiré au sort : Luc, Zoé (mission 1)"]),
    "another squad": (FIVE, puts(squad=("Max", "Zoé"), target=3), ["Escadron : Max, Zoé (mission 3)"]),
    "a failed mission and the next round": (
        FIVE,
        several(puts(round=2, proposal=1, commander="Max"), adds("missions", DONE)),
        [
            "Commandant : Luc → Max",
            "Proposition : 1.2 → 2.1",
            "Rejets : 1 → 0",
            "Mission 1 (manche 1) : échouée, 1 échec (Anna, Luc)",
        ],
    ),
    "rejections over the game": (OVER_THE_GAME, puts(round=2, proposal=1), ["Proposition : 1.2 → 2.1"]),
    "missions that succeeded": (
        FIVE,
        adds("missions", replace(DONE, failures=0, success=True), resistance.Mission(2, 4, ("Anna", "Max"), 1, True)),
        ["Mission 1 (manche 1) : réussie (Anna, Luc)", "Mission 4 (manche 2) : réussie malgré 1 échec (Anna, Max)"],
    ),
    "the end": (
        FIVE,
        puts(phase="over", turn=5, ending=resistance.Ending("cylons", "rejections")),
        ["Étape : tour 4, vote → partie terminée", "Fin : victoire des Cylons, par les rejets"],
    ),
    "a record removed": (
        FIVE,
        lambda state: state.proposals.clear(),
        ["Rejets : 1 → 0", "Escadron 1.1 : effacé"],
    ),
}


@pytest.mark.parametrize("what", AT_THE_TABLE)
def test_of_a_table(what: str) -> None:
    setting, alter, expected = AT_THE_TABLE[what]
    before = voting()
    assert spoken(RESISTANCE, setting, before, altered(before, alter)) == expected


def test_the_deal() -> None:
    before, dealt = RESISTANCE.rules.begin(FIVE), resistance.State("proposal", 1, FIVE.players, ("Luc", "Éva"), "Anna")
    assert spoken(RESISTANCE, FIVE, before, dealt) == [
        "Étape : distribution des identités → tour 1, proposition d’un Escadron",
        "Sièges : Anna, Luc, Max, Zoé, Éva",
        "Cylons : Luc, Éva",
        "Commandant : personne → Anna",
    ]
    assert spoken(RESISTANCE, FIVE, dealt, before)[1:] == [
        "Sièges : personne",
        "Cylons : personne",
        "Commandant : Anna → personne",
    ]


def test_a_table_set_right() -> None:
    before = voting()
    over = altered(before, several(puts(ending=resistance.Ending("colons", "missions")), adds("missions", DONE)))
    assert spoken(RESISTANCE, FIVE, over, before) == ["Mission 1 : effacée", "La partie n’est plus finie"]


def test_of_a_table_in_english() -> None:
    before = voting()
    after = several(
        puts(phase="over", turn=5, commander="Max", round=2, proposal=1, squad=(), target=0),
        adds("proposals", APPROVED),
        adds("missions", DONE),
        puts(ending=resistance.Ending("cylons", "missions")),
    )
    assert spoken(RESISTANCE, FIVE, before, altered(before, after), "en") == [
        "Stage: turn 4, vote → game over",
        "Commander: Luc → Max",
        "Proposal: 1.2 → 2.1",
        "Rejections: 1 → 0",
        "No squad any more",
        "Squad 1.2, Luc: Luc, Zoé (mission 1), approved 4–1",
        "Yes: Anna, Luc, Max, Zoé; no: Éva",
        "No vote came, counted as no: Éva",
        "Mission 1 (round 1): failed, 1 failure (Anna, Luc)",
        "End: the Cylons win by missions",
    ]


RECORDED: Mapping[str, Callable[[Any], Any]] = {
    **dict.fromkeys(("round", "number", "target", "failures"), lambda number: number + 1),
    **dict.fromkeys(("drawn", "approved", "success"), lambda so: not so),
    "overturned": lambda name: f"{name}Paul",
    "lit": lambda names: (*names, "Anna"),
    "commander": lambda name: f"{name}-Paul",
    "squad": lambda squad: squad[1:],
    "votes": lambda votes: {**votes, next(iter(votes)): "no" if next(iter(votes.values())) == "yes" else "yes"},
    "defaulted": lambda names: names[1:] if names else ("Anna",),
}
"""Another value of each field of a proposal or a mission."""


def records_changed(state: resistance.State) -> Iterator[Alter]:
    """One change of each field of what is on record; nothing hangs on the target of a squad that was not named."""
    for kept in ("proposals", "missions"):
        records = getattr(state, kept)
        for i, record in enumerate(records):
            for name in (one.name for one in fields(record) if record.squad):
                changed = replace(record, **{name: RECORDED[name](getattr(record, name))})
                yield puts(**{kept: [*records[:i], changed, *records[i + 1 :]]})
        if records:
            yield puts(**{kept: records[:-1]})


def single_changes_of_a_table(setting: resistance.Setting, state: resistance.State) -> Iterator[Alter]:
    names = setting.players
    yield puts(phase=other(("vote", "mission"), state.phase))
    yield puts(turn=state.turn + 1)
    yield puts(seats=state.seats[::-1] or names)
    yield puts(cylons=state.cylons[1:] or names)
    yield puts(commander=other(names, state.commander))
    yield puts(round=state.round + 1)
    yield puts(proposal=state.proposal + 1)
    yield puts(squad=state.squad[1:] or names[:2])
    if state.squad:
        yield puts(target=state.target + 1)
        yield puts(drawn=not state.drawn)
    yield puts(plots=resistance.Plots(usurped=True))
    yield from records_changed(state)
    yield puts(proposals=[*state.proposals, REJECTED])
    yield puts(missions=[*state.missions, DONE])
    endings = [resistance.Ending(winner, "missions") for winner in ("colons", "cylons")]
    yield from (puts(ending=ending) for ending in endings if ending != state.ending)


def test_every_field_of_a_state_of_the_resistance_is_changed_above() -> None:
    after = [altered(voting(), alter) for alter in single_changes_of_a_table(FIVE, voting())]
    names = [one.name for one in fields(resistance.State)]
    assert all(any(getattr(state, name) != getattr(voting(), name) for state in after) for name in names)


@pytest.mark.deep
@examples(10)
@given(NUMBERS)
def test_every_stage_of_a_game_of_the_resistance_can_be_told(number: int) -> None:
    """Each single change is told, in words that no other change is told in; so is every stage of the game."""
    played = resistance_tables.some_game(number)
    for table in played:
        look_through(RESISTANCE, table.setting, table.state, table.outcome.state)
    for table in random.Random(number).sample(played, min(3, len(played))):
        setting, after = table.setting, table.outcome.state
        told = []
        for alter in single_changes_of_a_table(setting, after):
            changed = altered(after, alter)
            told.append(tuple(spoken(RESISTANCE, setting, after, changed)))
            assert told[-1]
            assert RESISTANCE.reports.changes(setting, changed, after)
        assert len(set(told)) == len(told)


@pytest.mark.parametrize("name", GAMES)
def test_what_changes_is_phrases(name: str) -> None:
    of = game(name)
    settings: dict[str, Any] = {"tsewnart": TWO_CAMPS, "resistance": FIVE, "overseers": THREE, "clocktower": SEVEN}
    setting = settings.get(name, zfate.Setting(("Ana",)))
    before = of.rules.begin(setting)
    changed = partial(of.reports.changes, setting)
    assert changed(before, before) == []
    assert all(isinstance(phrase, Phrase) for phrase in changed(before, altered(before, puts(turn=7))))
