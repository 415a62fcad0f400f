"""The campaign's own file, ``campaign.yaml``: read, and judged beyond its schema."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudicator.campaign.absences import absence_faults
from adjudicator.campaign.acts import SEATING, acts_in
from adjudicator.campaign.campaign import DEFAULT_LANGUAGE, FREE, Campaign, campaign_of
from adjudicator.campaign.editions import edition_of
from adjudicator.campaign.idleclocks import idle_faults, never_due, with_lines
from adjudicator.campaign.lookalikes import forum_name_faults, name_faults
from adjudicator.campaign.seats import NOBODY_MOVED, seats_of
from adjudicator.core.context import Context
from adjudicator.core.faults import Fault, Mark
from adjudicator.core.game import AnyGame
from adjudicator.core.plain import Plain
from adjudicator.core.words import fold, nearest
from adjudicator.reading import strict_yaml
from adjudicator.reading.schemas import game_schema
from adjudicator.reading.understanding import objected, shown
from adjudicator.reading.validation import read
from adjudicator.rulesets import GAMES, game
from adjudicator.speech.catalogue import vocabulary
from adjudicator.store.disk import FaultyFileError
from adjudicator.store.layout import stages_played

if TYPE_CHECKING:
    from adjudicator.campaign.records import Act
    from adjudicator.reading.strict_yaml import Document
    from adjudicator.reading.understanding import Understood


def read_campaign(data: bytes, path: Path, language: str | None = None) -> Campaign:
    """Read the bytes of a campaign's file, which lies (or will lie) at ``path``.

    Raises ``FaultyFileError`` with all its faults.
    """
    document = strict_yaml.read(
        data, beside=lambda key, other: any(vocabulary(each).beside(key, other) for each in GAMES)
    )
    if not document.complete or document.root is None:
        raise FaultyFileError(path, strict_yaml.of_settings(document.faults) or [Fault("empty-file")])
    if not isinstance(document.root, dict):
        raise FaultyFileError(path, [Fault("not-a-campaign", document.values[()])])
    language = language or DEFAULT_LANGUAGE
    ruleset = game(_game_named(document, document.root, path, language))
    context = Context(vocabulary(ruleset.id), language, kinds=ruleset.kinds, torn=ruleset.torn)
    edition, new = edition_of(ruleset, path.parent), not stages_played(path.parent)
    changes = acts_in(path.parent, SEATING)

    def objections(understood: Understood, whole: bool) -> Iterator[Fault]:
        yield from _objections(understood, ruleset, edition if whole else None, new, changes)
        if new:
            yield from idle_faults(understood, context)

    understood, faults = read(document, game_schema(ruleset.id, "campaign"), context, objections)
    if faults:
        raise FaultyFileError(path, list(with_lines(faults, understood, context)), ruleset.id)
    return campaign_of(path.parent, understood.root, ruleset, edition, data)


def _objections(
    understood: Understood, ruleset: AnyGame, edition: int | None, new: bool, changes: Sequence[Act]
) -> Iterator[Fault]:
    """Judge a campaign beyond its schema; the game is asked only where what it would judge makes sense.

    ``edition`` is that of its rules, None when something else is wrong with it already. A game that is not ``new`` goes
    on with the names that it has; ``changes`` are the acts by which its seats changed.
    """
    zone = _timezone_faults(understood)
    yield from zone
    if edition is not None and not zone:
        yield from never_due(understood)
    senseless = understood.troubled | understood.incomplete | understood.faulty
    needed = set(game_schema(ruleset.id, "campaign")["required"]) - {"seed"}
    if not understood.root.keys() >= needed or not all(path[:1] in _APART for path in senseless):
        return
    judged = copy(understood)  # without what makes no sense: nothing may be looked up in it
    judged.root = {key: value for key, value in understood.root.items() if (key,) not in {p[:1] for p in senseless}}
    objections = [objected(objection, judged) for objection in ruleset.setup.objections(judged.root)]
    yield from objections
    sound = edition is not None and not zone and not objections
    aliases = _aliases(judged.root, ruleset, edition) if sound else {}
    yield from absence_faults(judged, aliases, seats_of(judged.root, changes) if sound else NOBODY_MOVED)
    if new:
        yield from name_faults(judged)
        yield from forum_name_faults(judged)


def _aliases(plain: Plain, ruleset: AnyGame, edition: int | None) -> Mapping[str, str]:
    return ruleset.setup.aliases(ruleset.setup.setting({**plain, "edition": edition}))


_APART = ((), ("game",), ("seed",), *((key,) for key in FREE))
"""What can be wrong without making the rest of a campaign senseless; () is a word that is not known."""


def _game_named(document: Document, root: dict[str, Any], path: Path, language: str) -> str:
    """Return the game that the campaign names: its words are needed to read the rest.

    Raises ``FaultyFileError`` when it names none that is known.
    """
    words = vocabulary("")
    fault = Fault("missing-key", values={"key": words.word("campaign", "game", language)})
    for key, value in root.items():
        if words.meaning("campaign", key) == "game":
            if isinstance(value, str) and fold(value) in GAMES:
                root[key] = fold(value)
                return fold(value)
            mark = document.values[(key,)]
            fault = (
                unknown_game(shown(value), mark) if value is not None else Fault("empty", document.keys[(key,)], key)
            )
            break
        near = words.nearest("campaign", key, language)
        if near is not None and words.meaning("campaign", near) == "game":
            fault = Fault("unknown-word", document.keys[(key,)], key, (words.word("campaign", "game", language),), near)
    raise FaultyFileError(path, sorted([fault, *document.faults], key=lambda fault: fault.mark))


def unknown_game(found: str, mark: Mark) -> Fault:
    """Return the fault of a game that is not known, with the nearest one."""
    return Fault("unknown-game", mark, found, tuple(GAMES), nearest(found, GAMES))


def _timezone_faults(understood: Understood) -> list[Fault]:
    """A time zone that the system does not know."""
    deadline = understood.root.get("deadline")
    name = deadline.get("timezone") if isinstance(deadline, dict) else None
    if not isinstance(name, str):
        return []
    from zoneinfo import ZoneInfo, available_timezones

    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        mark = understood.mark(("deadline", "timezone"))
        return [Fault("unknown-timezone", mark, name, nearest=nearest(name, sorted(available_timezones())))]
    return []
