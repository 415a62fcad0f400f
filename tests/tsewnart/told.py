"""What a report of Tsewnart must say, taken from the states, the results and the notices, never from templates."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from support.report_parsers import Board, Cell, Document, Line, Run, Table, read, written

from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.stages import Played
from adjudicator.core.stage import MJ, PUBLIC, Notice, Reader, camp_reader
from adjudicator.core.words import sort_key
from adjudicator.games.tsewnart.actions import said
from adjudicator.games.tsewnart.orders import parts_of_item
from adjudicator.games.tsewnart.state import ROLES, State
from adjudicator.orders.keys import order_key

LEARNT = ("revealed", "hallowed", "examined", "role-seen", "name-seen")


class Told:
    """What a reader must be told of a stage, in the words of a language."""

    def __init__(self, campaign: Campaign, played: Played, reader: Reader, language: str) -> None:
        self.campaign, self.played, self.reader = campaign, played, reader
        self.setting, self.outcome = campaign.setting, played.outcome
        self.before: State = played.before
        self.after: State = played.outcome.state
        self.voice = campaign.voice(language)
        self.say = self.voice.catalogue.say
        self.camp = self.setting.camp_of.get(reader.name, reader.name)

    # Words

    def count(self, key: str, n: int, **values: str) -> str:
        return self.voice.catalogue.count(key, n, **values)

    def order(self, order: str) -> str:
        return self.voice.word("orders", order)

    def role(self, role: str) -> str:
        return self.voice.word("roles", role)

    def names(self, names: Any) -> str:
        return ", ".join(names) or self.say("report.nobody")

    @property
    def title(self) -> str:
        stage = self.say(f"phase.{self.before.phase}", turn=str(self.before.turn))
        return self.say(f"report.{self.reader.kind}", title=self.campaign.title, stage=stage, name=self.reader.name)

    # The board

    def sees_ghosts(self, camp: str) -> bool:
        return self.reader == MJ or self.setting.options.ghosts == "shown" or camp == self.camp

    def standing(self, state: State) -> dict[Cell, Counter[tuple[str, str]]]:
        """Return what stands on each cell, as far as the reader sees it: how many pieces and ghosts of which camp."""
        there: dict[Cell, Counter[tuple[str, str]]] = {}
        for piece in state.pieces.values():
            there.setdefault(piece.cell, Counter())[piece.camp, "piece"] += 1
        for ghost in state.ghosts.values():
            if self.sees_ghosts(ghost.camp):
                there.setdefault(ghost.cell, Counter())[ghost.camp, "ghost"] += 1
        return there

    def tally(self, camp: str) -> tuple[int, int | None]:
        pieces = [piece for piece in self.after.pieces.values() if piece.camp == camp]
        ghosts = [ghost for ghost in self.after.ghosts.values() if ghost.camp == camp]
        return len(pieces), len(ghosts) if self.sees_ghosts(camp) else None

    # The players

    def controls(self, state: State, player: str) -> str:
        """Say what a player controls, where, and what it carries."""
        if player in state.ghosts:
            ghost = state.ghosts[player]
            return self.say("unit.ghost", role=self.role(ghost.role), cell=cell(ghost.cell))
        if player not in state.pieces:
            return self.role(state.roles[player]) if state.phase == "placement" else self.say("unit.nothing")
        piece = state.pieces[player]
        return "".join(
            [
                self.say("unit.piece", role=self.role(piece.role), cell=cell(piece.cell)),
                self.say("unit.wounded") if piece.wounded else "",
                self.count("unit.teleports", piece.teleports) if piece.role == "dement" else "",
                self.count("unit.extra-moves", piece.extra_moves) if piece.role == "agile" else "",
                self.say("unit.aimed", cell=cell(piece.aimed)) if piece.aimed else "",
                self.say("unit.last-terror", cell=cell(piece.last_terror)) if piece.last_terror else "",
            ]
        )

    def came_to(self, result: Mapping[str, Any]) -> str:
        """Say what an order came to; the reason only where the campaign tells reasons."""
        word = self.say("result.word.success" if result["success"] else "result.word.failure")
        if not self.setting.options.reasons:
            return word
        return word + self.say("result.reason", reason=self.say(f"reason.{result['reason']}"))

    def results(self, player: str) -> str:
        results = self.outcome.results.get(player, {})
        rows = [f"{self.order(order)}{self.say('colon')}{self.came_to(results[order])}" for order in results]
        return self.voice.list(rows) or "—"

    def own_orders(self) -> dict[str, str]:
        """Return the player's orders as he gave them, in words, each with what it came to."""
        results = self.outcome.results.get(self.reader.name, {})
        return {
            capital(self.voice.phrase(said(self.reader.name, order, value))): self.came_to(results[order])
            if order in results
            else self.say("order.declared")
            for order, value in self.played.table["orders"].get(self.reader.name, {}).items()
        }

    # What was learnt

    def notices(self, to: Reader) -> list[Notice]:
        return [notice for notice in self.outcome.notices if notice.to == to]

    def fact(self, notice: Notice) -> str:
        facts = dict(notice.facts)
        key = f"fact.{notice.kind}"
        if notice.kind == "hallowed":
            key += ".yes" if facts.pop("sanctified") else ".no"
        if "role" in facts:
            bare = notice.kind == "revealed"  # beside a name; elsewhere a sentence says that it is the role
            facts["role"] = self.role(facts["role"]) if bare else self.say(f"role.{facts['role']}")
        return self.say(key, **facts | {"cell": cell(facts["cell"])})

    def why_none(self, player: str) -> str:
        """Whether a player without orders was awaited in vain, had nothing left to order for, or chose nothing."""
        controls = player in self.before.pieces or player in self.before.ghosts
        if controls and player not in self.played.table["orders"]:
            return "absent"
        return "nothing" if controls else "none"

    def learnt(self, to: Reader) -> list[str]:
        return [self.fact(notice) for notice in self.notices(to) if notice.kind in LEARNT]

    def told(self) -> list[str]:
        """Return, for the MJ, who was told what."""
        lines = []
        for notice in self.outcome.notices:
            if notice.kind in LEARNT:
                whom = self.say(f"reader.{notice.to.kind}", name=notice.to.name)
                lines.append(self.say("pair", name=whom, what=self.fact(notice)))
        return lines

    def losses(self) -> list[str]:
        told = sorted(self.notices(PUBLIC), key=lambda notice: sort_key(notice.facts.get("player", "")))
        out = [self.say("report.eliminated", **notice.facts) for notice in told if notice.kind == "eliminated"]
        for notice in told:
            if notice.kind == "captured":
                out.append(self.say("report.captured", **{**notice.facts, "cell": cell(notice.facts["cell"])}))
        return out

    def own_cell(self) -> Cell | None:
        """Return where the reader finds himself on his board: a player, on the cell of what he controls."""
        unit = self.after.pieces.get(self.reader.name) or self.after.ghosts.get(self.reader.name)
        return unit.cell if unit and self.reader.kind == "player" else None


def cell(where: Any) -> str:
    return f"({where[0]};{where[1]})"


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# Reading and comparing ---------------------------------------------------------------------------------------


def readers_of(campaign: Campaign) -> list[Reader]:
    return list(campaign.game.reports.readers(campaign.setting))


def check(campaign: Campaign, played: Played, reader: Reader, kind: str, language: str) -> Document:
    """Read a report back in one format and compare all that it says."""
    told = Told(campaign, played, reader, language)
    document = read(written(campaign, played, reader, kind, language), kind, told.say("colon"))
    assert document.title == told.title
    _check_boards(told, document, kind)
    _check_players(told, document)
    if told.before.phase == "turn":
        _check_turn(told, document)
    if reader == MJ:
        _check_kept(told, document)
    _check_next(told, document)
    return document


def _check_boards(told: Told, document: Document, kind: str) -> None:
    states = {"roles": [], "placement": [told.after], "turn": [told.after]}[told.before.phase]
    if told.reader == MJ and told.before.phase == "turn":
        states = [told.before, told.after]
    assert len(document.boards) == len(states)
    if not states:
        return
    legend = _legend(told, document)
    for board, state in zip(document.boards, states, strict=True):
        size = told.setting.board
        assert (board.width, board.height) == (size.width, size.height)
        assert _stands(board, legend) == told.standing(state)
        _check_own_mark(told, board)
    topology = told.say(f"report.topology.{told.setting.board.topology}")
    assert topology in document.texts


def _check_own_mark(told: Told, board: Board) -> None:
    """A player's own stands between ‹ and › on his own board; nothing else does."""
    own = told.own_cell()
    marked = {where: re.findall("‹(.*?)›", run.text) for where, run in board.cells.items() if "‹" in run.text}
    assert list(marked) == [own] * (own is not None)
    if own:
        kind = "" if told.reader.name in told.after.ghosts else told.role(told.after.pieces[told.reader.name].role)[:2]
        ((text,),) = marked.values()
        assert re.fullmatch(rf"[A-Z]·{kind}" if kind else r"°[A-Z]\d*", text)


def _legend(told: Told, document: Document) -> dict[str, str]:
    """Return the camp of each letter, as the legend says; how many pieces and ghosts it counts must be right."""
    pieces, ghosts = told.say("head.pieces"), told.say("head.ghosts")
    (table,) = (block for block in document.blocks if isinstance(block, Table) and pieces in block.heads)
    camps = {}
    for camp, pieces_cell in table.column(pieces).items():
        letter, count = _counted(told, pieces_cell)
        counted, ghost_letter, shown = count, f"°{letter}", table.column(ghosts)[camp]
        assert letter.isupper()
        seen = None if shown == "—" else _counted(told, shown)
        assert seen is None or seen[0] == ghost_letter
        assert (counted, seen and seen[1]) == told.tally(camp)
        camps[letter] = camp
    assert list(camps.values()) == list(told.setting.camp_names)
    return camps


def _counted(told: Told, text: str) -> tuple[str, int]:
    letter, number = text.split(told.say("legend.count", mark="", n=""))
    return letter, int(number)


def _stands(board: Board, legend: Mapping[str, str]) -> dict[Cell, Counter[tuple[str, str]]]:
    there: dict[Cell, Counter[tuple[str, str]]] = {}
    for where, run in board.cells.items():
        units = [
            re.fullmatch(r"([A-Z])(?:·\w+)?|°([A-Z])(\d*)", text).groups("")
            for text in re.findall(r"[^\s‹›]+", run.text)
        ]  # type: ignore[union-attr]
        there[where] = Counter()
        for piece, ghost, number in units:
            assert number != "1", "one ghost is not numbered"
            unit = (legend[piece], "piece") if piece else (legend[ghost], "ghost")
            there[where][unit] += int(number or 1)
    return there


def _check_players(told: Told, document: Document) -> None:
    controls = "head.role" if told.before.phase == "roles" else "head.controls"
    if told.reader == MJ:
        for camp in told.setting.camps:
            heading = told.say("report.members.camp", camp=camp.name)
            table = document.table(heading)
            if told.before.phase == "turn":
                assert table.column(told.say("head.before")) == {p: told.controls(told.before, p) for p in camp.players}
                _check_members(told, table, camp.players, "head.after")
            else:
                _check_members(told, table, camp.players, controls)
    elif told.reader != PUBLIC:
        table = document.table(told.say("report.members", camp=told.camp))
        _check_members(told, table, told.setting.camp[told.camp].players, controls)
    else:
        assert not set(told.setting.roster) & {run.text for run in _cells(document)}, "players named in public"
    if told.reader.kind == "player":
        _check_own(told, document)


def _cells(document: Document) -> Iterator[Run]:
    for block in document.blocks:
        if isinstance(block, Table):
            for row in block.rows:
                yield from row


def _check_members(told: Told, table: Table, players: tuple[str, ...], head: str) -> None:
    assert table.column(told.say(head)) == {player: told.controls(told.after, player) for player in players}
    assert [row[0].text for row in table.rows] == list(players)
    if told.before.phase == "turn":
        assert table.column(told.say("head.orders")) == {player: told.results(player) for player in players}


def _check_own(told: Told, document: Document) -> None:
    """What a player reads of himself: his unit, his orders, the key that is his alone."""
    player = told.reader.name
    (you, *_) = document.lines(told.say("report.you"))
    unit = told.controls(told.after, player)
    if player in told.after.pieces or player in told.after.ghosts:
        assert unit in you
    assert told.camp in you
    if told.before.phase == "turn":
        heading, expected = told.say("report.your-orders"), told.own_orders()
        if expected:
            table = document.table(heading)
            assert {row[0].text: row[1].text for row in table.rows} == expected
        else:
            none = told.say(f"report.your-orders.{told.why_none(player)}")
            assert document.lines(heading) == [none, *_displaced(told, player)]
    stage = told.campaign.game.rules.stage(told.after)
    if stage:
        key = order_key(told.campaign.seed, stage, told.campaign.seats.holder(player))
        assert [text for text in document.texts if key in text], "no key"


def _displaced(told: Told, player: str) -> list[str]:
    """Return what a player who ordered nothing reads where what he controls stands elsewhere."""
    kinds = ("piece", told.before.pieces, told.after.pieces), ("ghost", told.before.ghosts, told.after.ghosts)
    return [
        told.say(f"report.displaced.{kind}", start=cell(then[player].cell), cell=cell(now[player].cell))
        for kind, then, now in kinds
        if player in then and player in now and then[player].cell != now[player].cell
    ]


def _check_turn(told: Told, document: Document) -> None:
    _check_list(told, document, "report.losses", told.losses(), "report.no-losses")
    surrender, stop = (sorted(votes, key=sort_key) for votes in (told.after.surrender, told.after.stop))
    if told.reader == MJ:
        _check_list(told, document, "report.told", told.told())
        votes = [
            told.say("report.votes.surrender", names=told.names(surrender)),
            told.say("report.votes.stop", names=told.names(stop)),
        ]
        _check_list(told, document, "report.votes", votes if surrender or stop else [], "report.nobody")
        scores = [told.count("report.score", told.after.scores.get(c, 0), camp=c) for c in told.setting.camp_names]
        assert document.lines(told.say("report.scores")) == scores
        _check_account(told, document)
        return
    _check_list(told, document, "report.published", told.learnt(PUBLIC))
    gone = [c.name for c in told.setting.camps if 2 * len({*surrender} & {*c.players}) > len(c.players)]
    votes = [
        told.say("report.surrendered", camps=told.names(gone)),
        told.count("report.stop", len(stop), players=str(len(told.setting.roster))),
    ]
    _check_list(told, document, "report.votes", votes if gone or stop else [], "report.nobody")
    if told.reader != PUBLIC:
        _check_list(told, document, "report.learned", told.learnt(camp_reader(told.camp)))


def _check_list(told: Told, document: Document, key: str, expected: list[str], nothing: str = "report.none") -> None:
    """A section lists what is to be told, in any order; where that is nothing, one line says so in its stead."""
    heading = told.say(key)
    silence = f"{heading}{told.say('colon')}{told.say(nothing)}"
    assert (silence in document.texts) == (not expected)
    assert (heading in document.headings) == bool(expected)
    if expected:
        assert Counter(document.items(heading)) == Counter(expected)


def _check_account(told: Told, document: Document) -> None:
    """Each order stands in the account under its item of the order of play, in that order, with its result."""
    lines = [b for b in document.section(told.say("report.account")) if isinstance(b, Line)]
    if told.say("report.afterwards") in document.headings:
        lines += [b for b in document.section(told.say("report.afterwards")) if isinstance(b, Line)]
    at = 0
    for row in _tried(told):
        result = told.say(f"result.word.{row['result']}")
        words = (told.order(row["order"]), result, told.say(f"reason.{row['reason']}"), *row["rulings"])
        fitting = (i for i, line in enumerate(lines) if i >= at and _says(line.text, row["player"], words))
        at = next(fitting, -1)
        assert at >= 0, f"{row} is not told, or not in its place"
        if row["item"]:
            above = next(line.text for line in reversed(lines[:at]) if not line.depth)
            step, camp = parts_of_item(row["item"])
            assert above.startswith(told.say("account.number", number=str(row["number"]))), (above, row)
            assert told.voice.word("steps", step) in above
            assert camp in above
        at += 1


def _says(line: str, player: str, words: Iterable[str]) -> bool:
    return line.startswith(player) and all(word in line for word in words)


def _tried(told: Told) -> list[dict[str, Any]]:
    """Return what became of each order, in the order of play: under its item, or after the last."""
    (items,) = (list(fact.data["items"]) for fact in told.outcome.log if fact.kind == "after")
    rows: list[dict[str, Any]] = []
    item = None
    for fact in told.outcome.log:
        if fact.kind == "tried":
            item = fact.data.get("item")
        elif fact.kind == "result":
            rows.append({**fact.data, "item": item, "number": items.index(item) + 1 if item else len(items) + 1})
            item = None
    return sorted(rows, key=lambda row: int(row["number"]))


def _check_kept(told: Told, document: Document) -> None:
    table = told.played.table
    lines = document.texts
    if table["absent"]:
        assert told.say("report.absent", names=", ".join(table["absent"])) in lines
    for player, note in table["notes"].items():
        assert told.say("report.note", player=player, note=note) in lines
    for one in table["refused"]:
        names = ", ".join(one["players"])
        assert told.say("report.refused.by" if names else "report.refused", names=names, source=one["source"]) in lines


def _check_next(told: Told, document: Document) -> None:
    after = told.after
    if told.before.phase == "roles":
        taken = {c.name: [r for r in ROLES if r in [after.roles[p] for p in c.players]] for c in told.setting.camps}
        expected = [told.say("pair", name=c, what=", ".join(map(told.role, roles))) for c, roles in taken.items()]
        assert document.lines(told.say("report.roles-taken")) == expected
        zones = {c.name: ", ".join(map(cell, c.zone)) for c in told.setting.camps}
        expected = [told.say("pair", name=c, what=zone) for c, zone in zones.items()]
        assert document.lines(told.say("report.zones")) == expected
    if after.ending:
        lines = document.lines(told.say("report.end"))
        assert told.say(f"report.cause.{after.ending.cause}") in lines
        winners = after.ending.winners
        assert told.count("report.winners", len(winners), camps=", ".join(winners)) in lines
        for camp in told.setting.camp_names:
            assert told.count("report.score", after.scores.get(camp, 0), camp=camp) in lines
        assert [text for text in document.lines(told.say("report.small-print")) if told.campaign.seed in text]
        return
    lines = document.lines(told.say("report.next"))
    assert told.say(f"report.awaited.{after.phase}", turn=str(after.turn)) in lines
    if after.phase == "turn":
        camps = told.setting.camp_names
        start = (after.turn - 1) % len(camps)
        order = [*camps[start:], *camps[:start]]
        if told.setting.initiative:
            order = list(told.setting.initiative[(after.turn - 1) % len(told.setting.initiative)])
        assert told.say("report.initiative", camps=", ".join(order)) in lines
    assert not [text for text in document.texts if told.campaign.seed in text], "the seed is told"


# A campaign, played ------------------------------------------------------------------------------------------

TURN_OF_EVERY_ROLE = """\
tour: 1
joueurs:
  Anna: {déplacement: droite}
  Luc: {téléport: (8;3)}
  Max: {sanctifier: (8;3)}
  Nina: {révéler: (9;2)}
  Omar: {déplacement: droite, déplacement supplémentaire: (3;5)}
  Jean-Paul: {modifier: {action: terreur rouge, après: révélation bleu}}
  Paul: {déplacement: bas, anonyme: oui}
  Rita: {viser: (7;2)}
  Zoé: {terroriser: (2;1), arrêter: oui}
  Rien: {déplacement: gauche, échanger: bas}
  "Null": {attirer: gauche}
"""
