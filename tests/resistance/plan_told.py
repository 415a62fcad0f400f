"""What a report of Le Plan must say besides, taken from the states and from what everybody was told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from resistance import told
from resistance.told import Told, capital, rows
from support.report_parsers import Document, read, written

from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.stages import Played
from adjudicator.core.stage import MJ, PUBLIC, Reader, player_reader
from adjudicator.games.resistance.game import GAME
from adjudicator.games.resistance.state import Plots, Proposal, Seen

WINDOWS = ("chief", "give", "immediate", "opinion", "after_vote", "close_eye")
MAY_PASS = ("chief", "after_vote", "close_eye")


class PlanTold(Told):
    """What a reader must be told of a stage of Le Plan."""

    @property
    def table(self) -> Plots:
        assert self.after.plots is not None
        return self.after.plots

    def plots(self, cards: Sequence[str]) -> str:
        return self.names([self.voice.word("plots", card) for card in cards])

    def gifts(self, rows: Sequence[Any]) -> str:
        return ", ".join(self.say("gift", plot=self.plots([row["plot"]]), player=row["to"]) for row in rows)

    def happened(self, kind: str, facts: Any) -> str:
        """Say what everybody was told."""
        said = {key: value if isinstance(value, str) else "" for key, value in facts.items()}
        said |= {key: self.names(facts[key]) for key in ("players", "yes", "no") if key in facts}
        said |= {key: self.plots(facts[key]) for key in ("plots",) if key in facts}
        said |= {"given": self.gifts(facts["given"])} if "given" in facts else {}
        said |= {"plot": self.plots([facts["plot"]])} if "plot" in facts else {}
        key = f"happened.{kind}.{facts['counted']}" if "counted" in facts else f"happened.{kind}"
        return capital(self.say(key, **said)) + "."

    def event(self) -> list[str]:
        """Return the cards that were played, what the base game tells of the stage, and the cards drawn then."""
        public = [notice for notice in self.played.outcome.notices if notice.to == PUBLIC]
        played = [notice for notice in public if notice.kind != "plots-drawn"]
        quiet = self.before.phase in MAY_PASS and not played
        lines = [self.say("report.quiet") + "."] if quiet else []
        lines += [self.happened(notice.kind, notice.facts) for notice in played]
        lines += self.base_event()
        return [*lines, *(self.happened(one.kind, one.facts) for one in public if one not in played)]

    def base_event(self) -> list[str]:
        before, after = self.before.phase, self.after.phase
        if before in ("mission", "close_eye"):
            if after == "close_eye":
                return [self.say("report.cards-down")]
            done = self.after.missions[-1]
            lit = [self.lit(done.lit[0], done.lit[1])] if done.lit else []
            return [self.mission_came_to(done), *lit]
        if before == "give" and not self.after.squad:
            return []
        return super().event() if before in ("deal", "vote", "proposal", "give") else []

    def lit(self, player: str, card: str) -> str:
        return self.say("report.lit-card", player=player, card=self.voice.word("cards", card))

    def proposal(self, told: Proposal) -> list[str]:
        row = super().proposal(told)
        if told.overturned:
            yes, no = (str(list(told.votes.values()).count(vote)) for vote in ("yes", "no"))
            row[2] = self.say("proposal.overturned", yes=yes, no=no, player=told.overturned)
        return row

    def next_lines(self) -> list[str]:
        after = self.after
        if after.phase not in WINDOWS:
            return super().next_lines()
        whole = self.options.rejections == "game"
        counted = [one.approved for one in after.proposals if whole or one.round == after.round].count(False)
        acting = [player for player in after.seats if player in GAME.rules.awaited(self.setting, after)]
        values = {"commander": after.commander, "target": str(after.target), "squad": self.names(after.squad)}
        drawn = self.plots(self.table.drawn)
        missing = {phase: f"awaited.missing.{phase}" for phase in ("give", "immediate")}
        missing["opinion"] = f"awaited.missing.vote.{self.options.missing_vote}"
        lines = [
            self.say(f"awaited.{after.phase}", names=self.names(acting), list=drawn, **values),
            self.say(missing.get(after.phase, "awaited.missing.not-now")),
        ]
        lines += [self.say("awaited.last-chance")] if counted == 4 and after.phase != "close_eye" else []
        return [*lines, *([self.say("rejections.game", count=str(counted))] if whole else [])]

    def hands(self) -> list[list[str]]:
        return [[one, self.plots(self.table.hands[one])] for one in self.after.seats if one in self.table.hands]

    def open_cards(self) -> list[str]:
        """Return what else lies open."""
        table = self.table
        lists = {"discarded": table.discarded, "drawn": table.drawn}
        given = [{"plot": gift.plot, "to": gift.to} for gift in table.given]
        return [
            self.count("report.left", len(table.deck)),
            *(self.say(f"report.{key}", list=self.plots(cards)) for key, cards in lists.items() if cards),
            *([self.say("report.given", list=self.gifts(given))] if given else []),
            *([self.say("report.passed", names=self.names(table.passed))] if table.passed else []),
            *([self.say("report.usurped", player=self.after.commander)] if table.usurped else []),
            *([self.say("report.lit", player=table.lit)] if table.lit else []),
        ]

    # What one player reads

    def learnt(self) -> list[str]:
        lines = []
        for notice in self.played.outcome.notices:
            if notice.to == player_reader(self.reader.name):
                facts = dict(notice.facts)
                if "side" in facts:
                    facts["side"] = self.say(f"side.{facts['side']}")
                words = {"card": "cards", "plot": "plots"}
                said = {key: self.voice.word(words[key], text) if key in words else text for key, text in facts.items()}
                lines.append(self.say(f"learnt.{notice.kind}", **said))
        return lines

    def seen(self) -> list[str]:
        return [self.shown(one) for one in self.table.seen.get(self.reader.name, ())]

    def shown(self, one: Seen) -> str:
        if one.side:
            return self.say("seen.side", of=one.player, side=self.say(f"side.{one.side}"))
        return self.say("seen.card", of=one.player, round=str(one.round), card=self.voice.word("cards", one.card))


def check(campaign: Campaign, played: Played, reader: Reader, kind: str, language: str) -> None:
    """Read a report of any campaign back in one format and compare what it says."""
    if campaign.setting.plan is None:
        told.check(campaign, played, reader, kind, language)
        return
    expected = PlanTold(campaign, played, reader, language)
    document = read(written(campaign, played, reader, kind, language), kind, expected.say("colon"))
    assert bool(document.drawn) == (kind == "html")
    assert document.title == expected.title
    told.check_shared(expected, document)
    told.check_end(expected, document)
    told.check_seed(expected, document)
    _check_plots(expected, document)
    if reader.kind == "player":
        _check_own(expected, document)
    _check_secrets(expected, document)


def _check_plots(told: PlanTold, document: Document) -> None:
    heading = told.say("report.plots")
    if told.hands():
        assert rows(document.table(heading)) == told.hands()
    assert document.items(heading) == told.open_cards()
    if document.drawn:
        assert len(document.drawn) == 2 + bool(told.hands())


def _check_own(told: PlanTold, document: Document) -> None:
    character = told.setting.characters.get(told.reader.name)
    played = [told.say("report.you.character", character=character)] if character else []
    assert document.lines(told.say("report.you")) == [told.identity(), *played, *told.learnt()]
    heading = told.say("report.seen")
    assert (document.items(heading) if heading in document.headings else []) == told.seen()
    orders = told.say("report.your-orders")
    assert (orders in document.headings) == (told.before.phase != "deal")
    if told.before.phase != "deal" and told.reader.name not in GAME.rules.awaited(told.setting, told.before):
        assert document.lines(orders) == [told.say("report.your-order.none")]


def _check_secrets(told: PlanTold, document: Document) -> None:
    """Before the end nobody reads of a side, or of a card played, but what was shown to him or lay in the light."""
    if told.after.phase == "over" or told.reader == MJ:
        return
    own = [told.identity(), *told.learnt(), *told.seen()] if told.reader.kind == "player" else []
    cards = [told.voice.word("cards", card) for card in ("success", "failure")]
    open_cards = [told.lit(*done.lit) for done in told.after.missions if done.lit]
    sides = [told.say(f"side.{side}") for side in ("cylons", "colons")]
    for text in document.texts:
        assert text not in sides
        named = [name for name in told.after.seats if any(text.endswith(f"{name} : {side}") for side in sides)]
        played = [name for name in told.after.seats for card in cards if f"{name} a joué « {card} »" in text]
        assert not named + played or text in own or text in open_cards, text
