"""What a report of the Resistance must say, taken from the states, the orders and the log, never from templates."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest
from resistance import drawn
from resistance.tables import SIZES
from support.campaigns import Game, play
from support.report_parsers import Document, Table, read, written

from adjudicator.campaign.campaign import Campaign, seed_hash
from adjudicator.campaign.stages import Played
from adjudicator.core.stage import MJ, Reader
from adjudicator.games.resistance.game import GAME
from adjudicator.games.resistance.rules import FIRST_COMMANDERS
from adjudicator.games.resistance.state import Mission, Proposal, Setting, State
from adjudicator.orders.keys import order_key

SIDES = {True: "cylons", False: "colons"}
"""The side of a player, by whether he is a Cylon."""


class Told:
    """What a reader must be told of a stage, in the words of a language."""

    def __init__(self, campaign: Campaign, played: Played, reader: Reader, language: str) -> None:
        self.campaign, self.played, self.reader = campaign, played, reader
        self.setting: Setting = campaign.setting
        self.options = self.setting.options
        self.before: State = played.before
        self.after: State = played.outcome.state
        self.orders: Mapping[str, Any] = played.table["orders"]
        self.voice = campaign.voice(language)
        self.say, self.count = self.voice.catalogue.say, self.voice.catalogue.count

    def names(self, players: Sequence[str]) -> str:
        return ", ".join(players) or self.say("nobody")

    def side(self, player: str) -> str:
        return self.say(f"side.{SIDES[player in self.after.cylons]}")

    @property
    def title(self) -> str:
        stage = self.say(f"phase.{self.before.phase}", turn=str(self.before.turn))
        return self.say(f"report.{self.reader.kind}", title=self.campaign.title, stage=stage, name=self.reader.name)

    # What everybody reads

    def event(self) -> list[str]:
        """Return the lines that say what the stage brought about."""
        phase = self.before.phase
        if phase == "deal":
            cylons = len(self.after.cylons)
            counted = {"colons": str(len(self.after.seats) - cylons), "cylons": str(cylons)}
            return [self.say("event.dealt", commander=self.after.commander, **counted), *self.draws()]
        if phase == "mission":
            return [self.mission_came_to(self.after.missions[-1])]
        if phase == "vote":
            return self.voted(self.after.proposals[-1])
        if not self.after.squad:
            return [self.say("event.skipped", commander=self.before.commander)]
        drawn = any(fact.kind == "squad-drawn" for fact in self.played.outcome.log)
        squad, target = self.names(self.after.squad), str(self.after.target)
        key = "event.drawn" if drawn else "event.proposed"
        return [self.say(key, commander=self.before.commander, squad=squad, target=target)]

    def draws(self) -> list[str]:
        """Return what is said of public draws, each with the text to hash."""
        lines = []
        if self.options.seats == "drawn":
            lines += [self.say("event.draw.seats", names=self.names(self.setting.players)), '["…", 0, "seat", "0", 0]']
        if self.options.first_commander == "drawn" and not {*FIRST_COMMANDERS} & {*self.setting.characters.values()}:
            lines += [self.say("event.draw.commander"), '["…", 0, "commander", "", 0]']
        return lines

    def mission_came_to(self, done: Mission) -> str:
        values = {"number": str(done.number), "squad": self.names(done.squad)}
        key = f"event.mission.{'success' if done.success else 'failure'}"
        return self.count(key, done.failures, **values) if done.failures else self.say(f"{key}.none", **values)

    def voted(self, told: Proposal) -> list[str]:
        yes, no = cast(told, "yes"), cast(told, "no")
        tied = len(yes) == len(no) > 0
        result = "approved" if told.approved else "tied" if tied else "rejected"
        values = {"target": str(told.target), "squad": self.names(told.squad)}
        lines = [
            self.say(f"event.{result}", yes=str(len(yes)), no=str(len(no)), **values),
            self.say("event.yes", names=self.names(yes)),
            self.say("event.no", names=self.names(no)),
        ]
        if told.defaulted:
            key = f"event.defaulted.{self.options.missing_vote}"
            lines.append(self.say(key, names=self.names(told.defaulted)))
        return lines

    def missions(self) -> list[list[str]]:
        """Return the rows of the table of missions."""
        done = {mission.number: mission for mission in self.after.missions}
        return [
            [str(number), self.size(number), self.result(done[number]) if number in done else "—"]
            for number in range(1, 6)
        ]

    def size(self, number: int) -> str:
        players = len(self.after.seats)
        two = number == 4 and players >= 7 and self.options.two_failures == "number"
        return self.count("mission.size.two" if two else "mission.size", SIZES[players][number - 1])

    def result(self, done: Mission) -> str:
        key, names = f"mission.result.{'success' if done.success else 'failure'}", self.names(done.squad)
        return self.count(key, done.failures, names=names) if done.failures else self.say(f"{key}.none", names=names)

    def score(self) -> str:
        results = [mission.success for mission in self.after.missions]
        return self.say("report.score", successes=str(results.count(True)), failures=str(results.count(False)))

    def proposals(self) -> list[list[str]]:
        """Return the rows of the table of proposals."""
        return [self.proposal(told) for told in self.after.proposals]

    def proposal(self, told: Proposal) -> list[str]:
        number = self.say("proposal.number", round=str(told.round), number=str(told.number))
        if not told.squad:
            return [number, told.commander, self.say("proposal.skipped"), "—"]
        yes, no = str(len(cast(told, "yes"))), str(len(cast(told, "no")))
        squad = self.say("proposal.squad", target=str(told.target), names=self.names(told.squad))
        result = self.say("proposal.approved" if told.approved else "proposal.rejected", yes=yes, no=no)
        commander = self.say("proposal.drawn", commander=told.commander) if told.drawn else told.commander
        return [number, commander, result, squad]

    def seats(self) -> list[list[str]]:
        """Return the rows of the table of players."""
        characters = self.setting.characters
        rows = []
        for player in self.after.seats:
            commands = player == self.after.commander and self.after.phase != "over"
            name = self.say("seat.commander", player=player) if commands else player
            character = [characters.get(player) or self.say("seat.character.none")] if characters else []
            rows.append([name, *character, self.gone(player), self.votes(player)])
        return rows

    def gone(self, player: str) -> str:
        """Return the marks of the missions that a player was on."""
        marks = [
            self.say(f"seat.mission.{'success' if done.success else 'failure'}", number=str(done.number))
            for done in self.after.missions
            if player in done.squad
        ]
        return " ".join(marks) or self.say("seat.missions.none")

    def votes(self, player: str) -> str:
        """Return the marks of a player's votes, those of each round together."""
        rounds: dict[int, str] = {}
        for told in self.after.proposals:
            rounds[told.round] = rounds.get(told.round, "") + self.mark(told, player)
        return " ".join(rounds.values()) or self.say("seat.votes.none")

    def mark(self, told: Proposal, player: str) -> str:
        """Return the mark of a player's vote on a proposal."""
        if not told.squad:
            return self.say("mark.skipped")
        vote = told.votes.get(player, "uncounted")
        return self.say(f"mark.default-{vote}" if player in told.defaulted else f"mark.{vote}")

    def next(self) -> str:
        """Return the heading above what is awaited next."""
        stage = self.say(f"phase.{self.after.phase}", turn=str(self.before.turn + 1))
        return self.say("report.next.stage", stage=stage)

    def next_lines(self) -> list[str]:
        """Return what is awaited next, and how near the Cylons are to winning by rejections."""
        whole = self.options.rejections == "game"
        counted = [told for told in self.after.proposals if whole or told.round == self.after.round]
        rejected = [told.approved for told in counted].count(False)
        lines = [self.awaited(), self.missing()]
        if rejected == 4 and self.after.phase in ("proposal", "vote"):
            lines.append(self.say("awaited.last-chance"))
        if whole:
            lines.append(self.say("rejections.game", count=str(rejected)))
        return lines

    def missing(self) -> str:
        """Return the line that says what is done where what is awaited does not come."""
        options, phase = self.options, self.after.phase
        worth = {"proposal": options.no_squad, "vote": options.missing_vote, "mission": options.missing_card}[phase]
        return self.say(f"awaited.missing.{phase}.{worth}")

    def awaited(self) -> str:
        """Return the line that says of whom what is awaited next."""
        after = self.after
        values = {"round": str(after.round), "proposal": str(after.proposal), "commander": after.commander}
        aim = {"target": str(after.target), "names": self.names(after.squad)}
        if after.phase == "vote":
            return self.say("awaited.vote", **values, **aim)
        if after.phase == "mission":
            return self.say("awaited.mission", **aim)
        sizes, done = SIZES[len(after.seats)], {mission.number for mission in after.missions}
        left = [number for number in range(1, 6) if number not in done]
        if not self.options.targeted_attacks:
            return self.count("awaited.proposal", sizes[left[0] - 1], target=str(left[0]), **values)
        if [mission.success for mission in after.missions].count(True) < 2:
            left.remove(5)
        named = [self.count("choice.target.size", sizes[number - 1], target=str(number)) for number in left]
        return self.say("awaited.proposal.targeted", list=", ".join(named), **values)

    # What one player reads

    def identity(self) -> str:
        """Say to the player who he is, and who the other Cylons are if he knows."""
        player, cylons = self.reader.name, self.after.cylons
        if player not in cylons:
            return self.say("identity.colons")
        if self.options.isolated_cylons:
            return self.say("identity.cylons.isolated")
        return self.say("identity.cylons", names=self.names([cylon for cylon in cylons if cylon != player]))

    def own_order(self) -> str:
        """Say to the player what he ordered, or what was done in his stead."""
        player, phase = self.reader.name, self.before.phase
        owing = {"proposal": (self.before.commander,), "vote": self.before.seats, "mission": self.before.squad}
        if player not in owing[phase]:
            return self.say("report.your-order.none")
        if player in self.orders:
            stood_in = player in self.played.table["stood_in"]
            return self.say("report.your-order.standing" if stood_in else "report.your-order", what=self.ordered())
        if phase == "vote":
            return self.say(f"default.vote.{self.after.proposals[-1].votes.get(player, 'uncounted')}")
        if phase == "mission":
            card = self.options.missing_card if player in self.before.cylons else "success"
            return self.say(f"default.mission.{card}")
        return self.say("default.squad.drawn" if self.after.squad else "default.squad.skipped")

    def ordered(self) -> str:
        """Say the player's order in words."""
        given, phase = self.orders[self.reader.name], self.before.phase
        if phase == "proposal":
            return self.say("receipt.squad", names=self.names(given["squad"]), target=str(self.after.target))
        target = str(self.before.target)
        if phase == "vote":
            return self.say(f"receipt.vote.{given['vote']}", names=self.names(self.before.squad), target=target)
        return self.say(f"receipt.mission.{given['mission']}", target=target)

    def standing(self, player: str) -> list[str]:
        """Say a player's standing orders in words."""
        given = self.played.table["standing"].get(player, {})
        said: Mapping[str, Callable[[Any], str]] = {
            "vote": lambda vote: self.say("standing.vote", vote=self.voice.word("votes", vote)),
            "mission": lambda card: self.say("standing.mission", card=self.voice.word("cards", card)),
            "squad": lambda squad: self.say("standing.squad", names=self.names(squad)),
        }
        return [say(given[order]) for order, say in said.items() if order in given]


def cast(told: Proposal, vote: str) -> list[str]:
    return [player for player, cast in told.votes.items() if cast == vote]


def bracketed(text: str) -> str:
    """Return a text with plain brackets, which in BBCode are wide ones."""
    return text.translate(str.maketrans("［］", "[]"))


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# Reading and comparing ---------------------------------------------------------------------------------------


def check(campaign: Campaign, played: Played, reader: Reader, kind: str, language: str) -> None:
    """Read a report back in one format and compare all that it says."""
    told = Told(campaign, played, reader, language)
    document = read(written(campaign, played, reader, kind, language), kind, told.say("colon"))
    assert bool(document.drawn) == (kind == "html")
    compare(told, document)


def compare(told: Told, document: Document) -> None:
    assert document.title == told.title
    assert document.boards == []
    _check_pictures(told, document)
    check_shared(told, document)
    check_end(told, document)
    check_seed(told, document)
    if told.reader.kind == "player":
        _check_own(told, document)
    if told.reader == MJ:
        _check_mj(told, document)
    _check_who_learns_what(told, document)


def _check_pictures(told: Told, document: Document) -> None:
    """A page shows pictures, and says how they are read; what is words alone has nothing of them."""
    expected = drawn.pictures(told) if document.drawn else []
    assert document.drawn == expected
    needed = {
        "legend.votes": bool(told.after.proposals) or told.after.phase == "vote",
        "legend.pending": told.after.phase == "vote",
        "legend.sides": bool(drawn.sides(told)),
    }
    for key, is_needed in needed.items():
        assert (told.say(key) in document.texts) == (bool(document.drawn) and is_needed), key


def rows(table: Table) -> list[list[str]]:
    return [[cell.text for cell in row] for row in table.rows]


def _check_heads(told: Told, table: Table, *heads: str) -> None:
    """Compare the heads of a table; the first one is not shown on a board without tables."""
    assert table.heads[1:] == [told.say(f"head.{head}") for head in heads[1:]]
    assert table.heads[0] in ("", told.say(f"head.{heads[0]}"))


def check_shared(told: Told, document: Document) -> None:
    assert list(map(bracketed, document.lines(told.say("report.event")))) == list(map(bracketed, told.event()))
    heading = told.say("report.missions")
    _check_heads(told, document.table(heading), "mission", "size", "mission.result")
    assert rows(document.table(heading)) == told.missions()
    score, *remarks = document.lines(heading)
    assert score == told.score()
    fourth = {"number": "legend.two" if document.drawn else "mission.two", "order": "mission.fourth"}[
        told.options.two_failures
    ]
    assert remarks == ([told.say(fourth)] if len(told.after.seats) >= 7 else [])
    _check_proposals(told, document)
    _check_seats(told, document)


def _check_proposals(told: Told, document: Document) -> None:
    heading, expected = told.say("report.proposals"), told.proposals()
    if not expected:
        assert document.lines(heading) == [told.say("report.proposals.none")]
        return
    _check_heads(told, document.table(heading), "proposal", "commander", "result.vote", "squad")
    assert rows(document.table(heading)) == expected


def _check_seats(told: Told, document: Document) -> None:
    heading, character = told.say("report.seats"), ["character"] if told.setting.characters else []
    _check_heads(told, document.table(heading), "player", *character, "missions", "votes")
    assert rows(document.table(heading)) == told.seats()
    assert (told.say("report.marks") in document.lines(heading)) == bool(told.after.proposals)
    assert (told.say("report.secret") in document.texts) == (told.after.phase != "over")


def check_end(told: Told, document: Document) -> None:
    """What comes next, or how the game has ended and who was who."""
    ending = told.after.ending
    if ending is None:
        assert told.say("report.end") not in document.headings
        assert document.lines(told.next()) == told.next_lines()
        return
    assert not [heading for heading in document.headings if heading.startswith(told.say("report.next"))]
    heading = told.say("report.end")
    cause = told.say(f"report.end.cause.{ending.winner}.{ending.cause}")
    assert document.lines(heading) == [cause, told.say(f"report.end.winner.{ending.winner}")]
    assert rows(document.table(heading)) == [[player, told.side(player)] for player in told.after.seats]


def check_seed(told: Told, document: Document) -> None:
    shown = [text for text in document.texts if told.campaign.seed in text]
    assert bool(shown) == (told.after.phase == "over")
    assert [text for text in document.texts if seed_hash(told.campaign.seed) in text]
    if deadline := told.campaign.time_for(told.after):
        said = told.voice.phrase(deadline)
        assert (said in document.texts) == (told.after.phase != "over")


def _check_own(told: Told, document: Document) -> None:
    player = told.reader.name
    character = told.setting.characters.get(player)
    played = [told.say("report.you.character", character=character)] if character else []
    assert document.lines(told.say("report.you")) == [told.identity(), *played]
    heading = told.say("report.your-orders")
    assert (heading in document.headings) == (told.before.phase != "deal")
    if told.before.phase != "deal":
        assert document.lines(heading) == [told.own_order()]
    standing, heading = told.standing(player), told.say("report.your-standing")
    assert (heading in document.headings) == bool(standing)
    if standing:
        assert document.lines(heading) == [capital(one) for one in standing]
    stage = GAME.rules.stage(told.after)
    assert (told.say("report.key") in document.headings) == bool(stage)
    if stage:
        (line,) = document.lines(told.say("report.key"))
        assert order_key(told.campaign.seed, stage, told.campaign.seats.holder(player)) in line


def _check_mj(told: Told, document: Document) -> None:
    played = told.setting.characters
    none = told.say("seat.character.none")
    expected = [
        [player, *([played.get(player) or none] if played else []), told.side(player)] for player in told.after.seats
    ]
    assert rows(document.table(told.say("report.identities"))) == expected
    lines = document.lines(told.say("report.account"))
    for line, fact in zip(lines, told.played.outcome.log, strict=True):
        assert line.endswith(f" ({', '.join(fact.data['rules'])})")
        # A line begins with a capital, whoever it begins with.
        assert all(name in line or line.startswith(capital(name)) for name in _named(fact.data)), (line, fact)
    assert document.lines(told.say("report.remarks")) == (_remarks(told) or [told.say("report.none")])


def _named(data: Mapping[str, Any]) -> list[str]:
    """Return the players whom a fact of the log names."""
    single = [data[key] for key in ("player", "commander") if key in data]
    return [*single, *(name for key in ("squad", "yes", "no", "players", "cylons") for name in _listed(data, key))]


def _listed(data: Mapping[str, Any], key: str) -> Sequence[str]:
    return data[key] if isinstance(data.get(key), list | tuple) else ()


def _remarks(told: Told) -> list[str]:
    table = told.played.table
    lines = []
    if table["absent"]:
        lines.append(told.say("report.absent", names=told.names(table["absent"])))
    if table["stood_in"]:
        lines.append(told.say("report.stood-in", names=told.names(table["stood_in"])))
    for player in table["standing"]:
        lines.append(told.say("report.standing", player=player, list=told.voice.list(told.standing(player))))
    for one in table["refused"]:
        lines.append(told.say("report.refused.by", names=told.names(one["players"]), source=one["source"]))
    lines += [told.say("report.note", player=player, note=note) for player, note in table["notes"].items()]
    return lines


def _check_who_learns_what(told: Told, document: Document) -> None:
    """Before the end nothing but his own identity, in its one line, tells a reader who is a Cylon."""
    if told.after.phase == "over" or told.reader == MJ:
        return
    assert told.say("head.side") not in document.texts
    own = told.identity() if told.reader.kind == "player" else ""
    sides = {told.say(f"side.{side}") for side in SIDES.values()}
    cells = [text for text in document.texts if text != own and text in sides]
    assert cells == []
    cards = [told.voice.word("cards", card) for card in ("success", "failure")]
    spoken = [
        text for text in document.texts if any(f"{name} {card}" in text for name in told.after.seats for card in cards)
    ]
    assert spoken == []


# The examples ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=["resistance", "resistance-targeted"])
def example(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Game:
    return play(request.param, tmp_path_factory.mktemp("formats") / "game")
