"""The words of the players for chance, judged as when they came, and found in the report that told them."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.campaign.campaign import Campaign
from adjudicator.core.stage import Stage
from adjudicator.proof.difference import DifferenceError
from adjudicator.reading.validation import fits
from adjudicator.speech.catalogue import LANGUAGES
from adjudicator.speech.voice import wrapped

_FORM = {"$ref": "urn:adjudicator:common#/$defs/luck"}


def check_words(campaign: Campaign, words: Mapping[str, str], stage: Stage) -> None:
    """Refuse words that nobody could have sent: of no player of the ``campaign``, or not of the form that is asked for.

    ``words`` are by player. Raises ``DifferenceError``.
    """
    if not all(player in campaign.players and fits(word, _FORM) for player, word in words.items()):
        raise DifferenceError("verify.luck-form", stage=stage.said)


def are_told(campaign: Campaign, words: Mapping[str, str], report: str) -> bool:
    """Tell whether a first report, as plain text, has a section of these ``words`` in this order, and of no others.

    ``words`` are by the names that players had then. They are compared block by block, each a line of its own: put
    together in one text, the word of one player could read as the words of two.
    """
    blocks = report.rstrip("\n").split("\n\n")
    known = [_section(campaign, some, language) for language in LANGUAGES for some in ({}, {"": ""})]
    begins = [index for index, block in enumerate(blocks) if any(block == section[0] for section in known)]
    sections = [_section(campaign, words, language) for language in LANGUAGES]
    return len(begins) == 1 and any(blocks[begins[0] : begins[0] + len(one)] == one for one in sections)


def _section(campaign: Campaign, words: Mapping[str, str], language: str) -> list[str]:
    """Return the blocks in which a report tells of the words; see ``words_of_luck`` in ``templates/common.j2``."""
    voice = campaign.voice(language)
    if not words:
        return ["\n".join(wrapped(voice.say("report.luck.none")))]
    title = voice.say("report.luck")
    items = [voice.say("report.luck.word", player=player, word=word) for player, word in words.items()]
    lines = [line for item in items for line in wrapped(item, "- ", "  ")]
    text = wrapped(voice.say("report.luck.text"))
    return [f"{title}\n{'-' * len(title)}", "\n".join(lines), "\n".join(text)]
