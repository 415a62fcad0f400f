"""An order form as a page: a player chooses by clicks, and it writes the file that he sends.

It holds his own view and what the game says of orders on it, nothing else. Without a script it is the form of text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from adjudicator.core.faults import Phrase
from adjudicator.forms.clausewords import clause_words
from adjudicator.forms.clicks import Clicks
from adjudicator.forms.orderform import awaited_stage, envelope, file_names, order_form, page_names, some_word, told_in
from adjudicator.forms.pagedata import Section, encoded, page_data
from adjudicator.orders.keys import takes_words
from adjudicator.orders.order_file import MOST_AHEAD
from adjudicator.pictures.board import SIDE
from adjudicator.reports.environment import filled, hand_of
from adjudicator.reports.markup import escape_kept
from adjudicator.reports.writing import dialect_of
from adjudicator.speech.voice import Voice
from adjudicator.table.situation import Situation

if TYPE_CHECKING:
    from adjudicator.core.pictures import BoardShown

PLACE = "{}"
"""Where in a sentence a page puts what it knows."""


def form_pages(situation: Situation, players: Iterable[str], voice: Voice) -> dict[str, bytes]:
    """Return a page for each of ``players``, by the names of their files. Raises ``UnusableError`` as forms do."""
    return dict(map(FormPages(situation, voice).page, players))


class FormPages:
    """Makes the forms of players for the stage awaited."""

    def __init__(self, situation: Situation, voice: Voice) -> None:
        """Make them in the language of ``voice``. Raises ``UnusableError`` when the game is over."""
        self.situation, self.voice = situation, voice
        campaign, self.stage = situation.campaign, awaited_stage(situation.progress)
        self._hand = hand_of(campaign, "html", voice, dialect_of(campaign), ("m",))
        self._clicks = Clicks(situation.progress, voice)
        self._names = page_names(campaign.players, voice)
        self._files = file_names(campaign.players, voice.word("envelope", "orders"), "yaml")
        self._words: dict[tuple[tuple[str, ...], bool], str] = {}
        """As JSON what pages say, by what the orders on them go with, and whether they may hang on conditions."""
        self._subject = voice.say("click.subject", title=campaign.title, stage=self.stage.said)

    def page(self, player: str) -> tuple[str, bytes]:
        """Return the name of a player's page, and the page. Raises ``UnusableError`` as his form of text does."""
        progress, voice, stage = self.situation.progress, self.voice, self.stage
        campaign = progress.campaign
        choices = progress.choices(player)
        told = told_in(self.situation, player)
        plain = order_form(self.situation, player, voice, told)
        board = campaign.game.forms.board(progress.view(player))
        sections = self._clicks.sections(player, choices, (board["width"], board["height"]) if board else (0, 0))
        shown = {section.data["name"] for section in sections}
        page = filled(
            "form.html.j2",
            self._hand,
            title=campaign.title,
            stage=stage,
            player=player,
            told=told,
            picture_of=board and {"kind": "board", "title": Phrase("click.board"), "shows": board},
            turns=range(stage.turn, stage.turn + MOST_AHEAD + 1) if "later" in shown else (),
            standing="standing" in shown,
            clauses=any(section.facts for section in sections),
            luck=some_word() if takes_words(progress) else "",
            plain=Markup(escape_kept(plain)),
            file=self._files[player],
            data=self._data(player, sections, board),
        )
        return self._names[player], page.encode()

    def _data(self, player: str, sections: Sequence[Section], board: BoardShown | None) -> str:
        """Return as JSON what a page knows: whose orders these are, what may be chosen, what it puts together."""
        campaign = self.situation.campaign
        before = {
            "envelope": list(envelope(campaign, self.stage, player, self.voice)),
            "board": board and _pointed_at(board),
            "turn": self.stage.turn,
            "me": list(campaign.players).index(player),
            "to": str(campaign.plain.get("email", "")),
            "subject": self._subject,
        }
        return page_data(before, sections, self._said(_groups(sections), any(section.facts for section in sections)))

    def _said(self, groups: Sequence[str], conditions: bool) -> str:
        """Return as JSON the words of a page whose orders go with ``groups``; it may have ``conditions``."""
        key = tuple(groups), conditions
        if key not in self._words:
            rules = self.situation.campaign.game.orders
            self._words[key] = encoded(
                _words(self.voice)
                | (clause_words(self.voice, rules.none_holds) if conditions else {})
                | {f"group-{one}": self.voice.say(f"form.group.{one}") for one in groups}
            )
        return self._words[key]


def _groups(sections: Iterable[Section]) -> list[str]:
    """Return with what orders are said to go, in all sections, each once."""
    groups = (rest.get("group") for section in sections for rest in section.rests)
    return list(dict.fromkeys(filter(None, groups)))


def _pointed_at(board: BoardShown) -> dict[str, Any]:
    """Return what a page knows of its picture, to be pointed at; ``here`` is where the player's own stands."""
    own = [one["cell"] for one in (*board["pieces"], *board["ghosts"]) if one.get("own")]
    return {"width": board["width"], "height": board["height"], "side": SIDE, "here": own[0] if own else None}


SAID = (
    "blank",
    "cell",
    "choice",
    "column",
    "copied",
    "down",
    "none",
    "none-standing",
    "nothing-yet",
    "place",
    "reset",
    "row",
    "uncopied",
    "up",
    "who",
)
"""What the page says besides, by its keys in the catalogue under ``click``."""


def _words(voice: Voice) -> dict[str, str]:
    """Return the sentences with which the page puts together what it says, and the words that it writes."""
    return {
        **{key: voice.say(f"click.{key}") for key in SAID},
        **{key: voice.word("envelope", key) for key in ("turn", "note", "luck")},
        **{key: voice.say(f"receipt.{key}") for key in ("then", "besides")},
        "nothing": voice.word("nothing", "nothing"),
        "missing": voice.say("click.missing", parts=PLACE),
        "point": voice.say("click.point", order=PLACE),
        "repoint": voice.say("click.repoint", order=PLACE),
        "gone": voice.say("click.gone", order=PLACE),
        "elsewhere": voice.say("click.elsewhere", turns=PLACE),
        "standing-one": voice.say("click.standing.one", order=PLACE),
        "sentence": voice.say("receipt.sentence", text=PLACE),
        "standing": voice.say("receipt.standing", list=PLACE),
        "standing-none": voice.say("receipt.standing.none"),
        "later": voice.say("receipt.later", turn=PLACE),
        "at-once": voice.say("receipt.standing.at-once", turn=PLACE),
        "warning": voice.say("submit.warning", what=PLACE).strip(),
        "comma": voice.say("list.comma"),
        "colon": voice.say("colon"),
    }
