"""A campaign of the game: how its setting is built, and objections to its players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.core.context import name_of, same_names
from adjudicator.core.faults import Listed, Objection, Phrase, PhraseArgument, Word
from adjudicator.core.game import Ask, People
from adjudicator.core.plain import Plain
from adjudicator.core.words import Names, fold, nearest
from adjudicator.games.resistance import plots
from adjudicator.games.resistance.rules import FIRST_COMMANDERS
from adjudicator.games.resistance.state import Options, Plan, Setting


def character_of(person: str | Mapping[str, Any]) -> str:
    """Return the character of a player as listed in a campaign or a case; an empty string if there is none."""
    return "" if isinstance(person, str) else str(person.get("character", ""))


def make_setting(campaign: Mapping[str, Any]) -> Setting:
    """Build the setting of a canonical campaign or case."""
    people = campaign["players"]
    characters = {name_of(person): _as_known(character_of(person)) for person in people if character_of(person)}
    options = Options(**campaign.get("options", {}))
    return Setting(tuple(map(name_of, people)), characters, options, _plan(campaign.get("plan", False), len(people)))


def _plan(given: Any, players: int) -> Plan | None:
    """Return how Le Plan is played; ``given`` may be just yes, or no."""
    if given is False:
        return None
    told: Mapping[str, Any] = given if isinstance(given, Mapping) else {}
    deck = told.get("deck", "early")
    draw = told.get("draw", plots.draw_of(deck, players))
    return Plan(plots.deck_of(deck, players), draw, told.get("pass", "round"), told.get("names", {}))


def order_schema(setting: Setting, phase: str) -> str:
    """Return the schema of order files for a phase: where Le Plan is played, one for all phases after the deal."""
    return phase if setting.plan is None or phase == "deal" else "plan"


def labels(setting: Setting) -> Mapping[str, Mapping[str, str]]:
    """Return the campaign's own names of cards."""
    return {"plots": setting.plan.names} if setting.plan and setting.plan.names else {}


def _as_known(character: str) -> str:
    """Return a character as the rule sheet spells it if it is one of the five named there (R3), or else unchanged."""
    return next((known for known in FIRST_COMMANDERS if fold(known) == fold(character)), character)


CHARACTERS = FIRST_COMMANDERS
ASKS = (Ask("plan", "plan"),)


def campaign_objections(campaign: Plain) -> list[Objection]:
    """Judge the players and their characters."""
    return [*people_objections(campaign["players"]), *_plan_objections(campaign)]


def _plan_objections(campaign: Plain) -> Iterator[Objection]:
    """L2, L3. Yield objections to the deck of Le Plan and to the names of its cards."""
    given, players = campaign.get("plan", False), len(campaign["players"])
    if given is False:
        return
    told: Mapping[str, Any] = given if isinstance(given, Mapping) else {}
    deck, path = told.get("deck", "early"), ("plan", "deck") if "deck" in told else ("plan",)
    if deck == "early" and players < plots.SMALL:
        yield Objection("deck-unwritten", path, {"players": players, "deck": Word("decks", "early")})
        return
    for card, count in deck.items() if isinstance(deck, Mapping) else ():
        if count > plots.COPIES[card]:
            values = {"plot": Word("plots", card), "count": count, "most": plots.COPIES[card]}
            yield Objection("not-in-the-box", ("plan", "deck", card), values)
    cards, needed = len(plots.deck_of(deck, players)), plots.ROUNDS * told.get("draw", plots.draw_of(deck, players))
    if cards < needed:
        yield Objection("runs-dry", path, {"cards": cards, "needed": needed})
    yield from same_names((("plan", "names", card), name) for card, name in told.get("names", {}).items())


def aliases(setting: Setting) -> Mapping[str, str]:
    """Return the characters, by which orders may name their players, each mapped to its player."""
    return {character: player for player, character in setting.characters.items()}


def suggestion(people: People, asked: Plain) -> Plain:
    """Return the characters that command first, so that the MJ sees how they are spelt, and how Le Plan may be played.

    L2. For few players, nobody knows the cards of the early deck: what is suggested is a supposition.
    """
    count = sum(map(len, people.values()))
    deck = asked["plan"] or (plots.SUPPOSED if 0 < count < plots.SMALL else "early")
    named = deck if isinstance(deck, str) else ""
    return {
        "characters": CHARACTERS,
        "played": bool(asked["plan"]),
        "named": named,
        "deck": {} if named else deck,
        "draw": plots.draw_of(deck, count),
    }


def recommended(people: People) -> list[tuple[PhraseArgument, ...]]:
    """Return the decks of Le Plan that these players may use; the first answer is that it is not played."""
    counts = plots.SUPPOSED.items()
    supposed = Listed(
        tuple(Phrase("variant.plan.card", {"count": n, "plot": Word("plots", card)}) for card, n in counts)
    )
    few = sum(map(len, people.values())) < plots.SMALL
    early = supposed if few else Word("decks", "early")
    return [(Word("booleans", "false"),), (early,), (Word("decks", "late"),)]


def people_objections(people: list[Any]) -> Iterator[Objection]:
    """Yield objections to the players of a campaign or a case: equal names or characters, and misspelt characters.

    A character must not be another player's name, because orders may name a player by character. A character that is
    almost one of the five that matter (R3) is refused as misspelt: otherwise nobody would notice that its player does
    not command first.
    """
    yield from same_names((("players", i), name_of(person)) for i, person in enumerate(people))
    played = [(i, character_of(person)) for i, person in enumerate(people) if character_of(person)]
    yield from same_names((("players", i, "character"), character) for i, character in played)
    names = Names([name_of(person) for person in people])
    for i, character in played:
        path = ("players", i, "character")
        if names.find(character) not in (None, name_of(people[i])):
            yield Objection("same-name", path, {"name": character, "other": names.find(character) or ""})
        near = nearest(character, FIRST_COMMANDERS)
        if near is not None and fold(near) != fold(character):
            yield Objection("near-character", path, {"name": character}, nearest=near)
