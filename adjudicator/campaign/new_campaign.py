"""Creating a campaign: its file is written with comments, and checked before anything is on disk.

``create`` writes it according to a ``Plan``; ``cast`` and ``with_characters`` settle who plays which character.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.campaign_file import read_campaign, strange_names, unknown_game
from adjudicator.campaign.deadline import DEFAULT_TIME, DEFAULT_ZONE
from adjudicator.core.context import Context, read_word, same_names
from adjudicator.core.faults import Fault, Listed, Mark, Unread
from adjudicator.core.game import Game, People
from adjudicator.core.plain import Plain
from adjudicator.core.words import Names, fold, nearest
from adjudicator.games import GAMES, game
from adjudicator.reading.schemas import load_schema
from adjudicator.speech.voice import Voice, vocabulary, voice_of
from adjudicator.store import disk
from adjudicator.store.disk import FaultyFileError, UnusableError
from adjudicator.store.layout import CAMPAIGN_FILE, INBOX, data_folder


@dataclass(frozen=True)
class Plan:
    """What the MJ asked for, in his own words; None stands for what he left open."""

    game: str
    title: str | None
    people: People
    asked: Mapping[str, str]
    """The answers to the questions of the game, by the words for their keys."""
    seed: str | None
    language: str
    forum_names: Mapping[str, str] = field(default_factory=dict)
    """The forum names of players, by their names."""
    characters: Mapping[str, str] = field(default_factory=dict)
    """The characters of players, by the players' names."""
    captains: Sequence[str] = ()
    """The players who send orders for their whole camp; by default, the first player of each camp does."""
    forum: str | None = None
    days: int = 0
    """How many days players have for a stage; 0 for no limit."""
    time: str = ""
    missing: str | None = None

    def joined(self, camp: str, persons: Sequence[tuple[str, str]]) -> Plan:
        """Return the plan with more players in ``camp``; each of ``persons`` is a name and a forum name or nothing."""
        people = {**self.people, camp: [*self.people.get(camp, ()), *(name for name, _ in persons)]}
        told = {name: forum for name, forum in persons if forum}
        return replace(self, people=people, forum_names={**self.forum_names, **told})


class RefusedPlanError(Exception):
    """A campaign cannot be created as asked; ``faults`` say why."""

    def __init__(self, faults: Sequence[Fault], game: str = "") -> None:
        """Store the faults, and the game whose words their messages use."""
        super().__init__()
        self.faults, self.game = list(faults), game


def refuse_taken(folder: Path) -> None:
    """Raise ``UnusableError`` if ``folder`` already contains something: no file is ever overwritten.

    What an interrupted creation left behind (an empty inbox, a half-written file) does not count and is removed.
    """
    if not folder.exists():
        return
    if not folder.is_dir() or not all(_left_over(path) for path in folder.iterdir()):
        raise UnusableError("error.folder-taken", folder=str(folder))
    disk.clean(folder)


def _left_over(path: Path) -> bool:
    if path.is_dir():
        return path.name == INBOX and not any(path.iterdir())
    return path.name.startswith(disk.TEMPORARY)


def create(folder: Path, plan: Plan) -> Campaign:
    """Write a new campaign into ``folder`` and return it.

    Only its owner may read it, but others may pass through its folder to files that will be public. Raises
    ``RefusedPlanError`` with all faults before anything is written, and ``OSError`` after removing what had been made.
    """
    text = campaign_text(plan)
    try:
        campaign = read_campaign(text.encode(), folder / CAMPAIGN_FILE, plan.language)
    except FaultyFileError as error:
        raise RefusedPlanError(error.faults, campaign_game(plan)) from error
    made = [path for path in (campaign.inbox, *campaign.inbox.parents) if not path.exists()]
    try:
        disk.make_folder(folder)
        for above in {folder, *made} - {campaign.inbox}:
            disk.let_through(above)
        disk.write_whole(folder / CAMPAIGN_FILE, text.encode())
        disk.make_folder(campaign.inbox)
        disk.close_to_others(campaign.inbox)
    except OSError:
        (folder / CAMPAIGN_FILE).unlink(missing_ok=True)
        for path in made:
            if path.is_dir():
                path.rmdir()
        raise
    return campaign


def campaign_text(plan: Plan) -> str:
    """Return the text of ``campaign.yaml`` in the plan's language. Raises ``RefusedPlanError`` for a bad plan."""
    import secrets

    name = campaign_game(plan)
    voice = voice_of(name, plan.language)
    suggested = suggestion(plan)
    if plan.forum is None:  # where the game is posted and its clock were not asked for
        plan = replace(plan, days=suggested.get("days", 0), missing=suggested.get("missing"))
    template = _environment().get_template(f"{name}/campaign.yaml.j2")
    text: str = template.render(
        plan=plan,
        players=plan.people.get("", ()),
        captain=lambda players: _captain(players, plan),
        everybody=[name for players in plan.people.values() for name in players],
        seed=plan.seed or secrets.token_hex(16),
        title=plan.title or voice.say("ask.title.default"),
        suggested={"brake": 0, **suggested},
        person=lambda name: _person(name, plan, voice),
        time=DEFAULT_TIME,
        zone=DEFAULT_ZONE,
        say=voice.say,
        phrase=voice.phrase,
        word=voice.word,
    )
    return text


def suggestion(plan: Plan) -> Plain:
    """Return what the game suggests for the plan. Raises ``RefusedPlanError`` for a bad plan."""
    ruleset = game(campaign_game(plan))
    return ruleset.setup.suggestion(plan.people, _asked(plan, ruleset))


def _captain(players: Sequence[str], plan: Plan) -> str:
    """Return the player who sends orders for a camp: the one whom the plan names, or the first of ``players``."""
    found = Names(players)
    return next(filter(None, map(found.find, plan.captains)), players[0])


def _person(name: str, plan: Plan, voice: Voice) -> str:
    """Return a player in the form in which the file lists him."""
    more = {"character": plan.characters.get(name), "forum": plan.forum_names.get(name)}
    told = {key: text for key, text in more.items() if text}
    if not told:
        return yaml_text(name)
    pairs = [f"{voice.word('person', key)}: {yaml_text(text)}" for key, text in {"name": name, **told}.items()]
    return f"{{{', '.join(pairs)}}}"


def campaign_game(plan: Plan) -> str:
    """Return the id of the game that the plan names. Raises ``RefusedPlanError`` if there is no such game."""
    name = fold(plan.game)
    if name not in GAMES:
        raise RefusedPlanError([unknown_game(plan.game, Mark())])
    return name


def _asked(plan: Plan, ruleset: Game) -> Plain:
    """Return the parsed answers to the questions of the game. Raises ``RefusedPlanError`` with all faults."""
    context = Context(vocabulary(ruleset.id), plan.language, Names(()), Names(()), ruleset.kinds, ruleset.torn)
    faults = list(_people_faults(plan.people, ruleset))
    faults += _not_asked(plan, ruleset)
    faults += _captain_faults(plan, ruleset)
    answers = told(ruleset.id, plan.asked)
    asked = {ask.key: _read(answers.get(ask.key), ask.kind, context, faults) for ask in ruleset.setup.asks}
    if not faults:
        objections = ruleset.setup.plan_objections(plan.people, asked)
        faults = [Fault(objection.code, values=objection.values) for objection in objections]
    if faults:
        raise RefusedPlanError(faults, ruleset.id)
    return asked


def _people_faults(people: People, ruleset: Game) -> Iterator[Fault]:
    if ruleset.setup.people == "players":
        if any(people):
            yield Fault("no-camps-here", found=ruleset.id)
        elif not people.get(""):
            yield Fault("no-players")
        return
    if "" in people:
        yield Fault("camps-here", found=ruleset.id)
    elif len(people) < 2:
        yield Fault("too-few-camps")
    yield from (Fault("camp-without-players", found=camp) for camp, players in people.items() if not players)


def _captain_faults(plan: Plan, ruleset: Game) -> Iterator[Fault]:
    """Yield the faults of captains: the game has none, the name is unknown, or a camp gets several."""
    if plan.captains and not ruleset.setup.has_spokesmen:
        yield Fault("no-captains-here", found=ruleset.id)
        return
    everybody = Names([name for players in plan.people.values() for name in players])
    for name in plan.captains:
        if everybody.find(name) is None:
            yield Fault("unknown-player", found=name, nearest=everybody.nearest(name))
    for camp, players in plan.people.items():
        named = [name for name in plan.captains if Names(players).find(name)]
        if len(named) > 1:
            yield Fault("captains-of-a-camp", values={"camp": camp, "names": Listed(tuple(named))})


def told(name: str, asked: Mapping[str, str]) -> dict[str, str]:
    """Return the answers to the questions of the game ``name`` by its own keys; leave out all others."""
    words = vocabulary(name)
    keys = {word: words.meaning("asked", word) for word in asked} if game(name).setup.asks else {}
    return {key: asked[word] for word, key in keys.items() if key is not None}


def names_faults(names: Sequence[str], others: Sequence[str]) -> list[Fault]:
    """Return the faults of new names of players or of camps; ``others`` are names that are already accepted."""
    faults = [fault for name in names for fault in misnamed(name)]
    alike = same_names([((n,), name) for n, name in enumerate([*others, *names])])
    faults += [Fault(objection.code, values=objection.values) for objection in alike]
    return faults or list(strange_names((Mark(), name) for name in [*others, *names]))


def misnamed(name: str) -> Iterator[Fault]:
    """Yield a fault if a name is too long or contains characters that are not allowed."""
    schema = load_schema("urn:adjudicator:common")["$defs"]["name"]
    if len(name) > schema["maxLength"]:
        yield Fault("too-long", found=name, values={"limit": schema["maxLength"], "size": len(name)})
    elif not re.search(schema["pattern"], name):
        yield Fault("bad-name", found=name)


def plain_name(name: str) -> str:
    """Return a name from the forum without forbidden parts: «Toto» for ``[LG]Toto``; empty if nothing is left."""
    bare = re.sub(r"\[[^\]]*\]|\([^)]*\)", " ", name)
    return " ".join(re.findall(r"\w+", bare))[:40].strip()


def _not_asked(plan: Plan, ruleset: Game) -> Iterator[Fault]:
    words, asks = vocabulary(ruleset.id), ruleset.setup.asks
    known = [words.word("asked", ask.key, plan.language) for ask in asks]
    for word in plan.asked:
        if not told(ruleset.id, {word: ""}):
            near = words.nearest("asked", word, plan.language) if asks else None
            yield Fault("not-asked" if asks else "nothing-asked", found=word, expected=tuple(known), nearest=near)


def recommended(name: str, people: People, language: str) -> list[tuple[str, ...]]:
    """Return the answers that the game recommends for these people, in the words of ``language``."""
    voice = voice_of(name, language)
    return [tuple(map(voice.fill, row)) for row in game(name).setup.recommended(people)]


def misread(name: str, kind: str, text: str, language: str) -> Fault | None:
    """Return the fault of an answer that cannot be read as ``kind``, or None if it can."""
    faults: list[Fault] = []
    _meaning(name, kind, text, language, faults)
    return faults[0] if faults else None


def same(name: str, kind: str, one: str, other: str, language: str) -> bool:
    """Return whether two answers mean the same, even if they are written differently."""
    said, meant = (_meaning(name, kind, text, language, []) for text in (one, other))
    return said is not None and said == meant


def _meaning(name: str, kind: str, text: str, language: str, faults: list[Fault]) -> Any:
    return _read(text, kind, Context(vocabulary(name), language, kinds=game(name).kinds), faults)


def _read(text: str | None, kind: str, context: Context, faults: list[Fault]) -> Any:
    """Return an answer read as ``kind``; None if it was left out, or if it cannot be read, which adds to ``faults``."""
    if text is None:
        return None
    try:
        return (context.kinds.get(kind) or read_word(kind))(text, context)
    except Unread as unread:
        faults.append(Fault(unread.code, found=text, expected=unread.expected, nearest=unread.nearest))
        return None


def _environment() -> Any:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(data_folder("templates")),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # YAML, not HTML: user text goes through the filter ``yaml``
    )
    environment.filters["yaml"] = yaml_text
    return environment


_PLAIN = re.compile(r"[^\W_](?:[\w .’-]*\w)?")


def yaml_text(text: str) -> str:
    """Return ``text`` as a YAML scalar: unchanged if that is safe, else in double quotes."""
    plain = _PLAIN.fullmatch(text) and fold(text) not in ("null", "true", "false")
    return text if plain else json.dumps(text, ensure_ascii=False)


# Who plays which character, in games whose players may be known by their characters.


_PLAYED_BY = re.compile(r"(.+?)\s*[:=→]\s*(.+)")
"""A player and his character without parentheses, such as «Toto : Alice» or «Toto = Alice»."""


def cast(plan: Plan) -> Plan:
    """Return the plan with forum names that are characters of the game turned into characters.

    Forum names are what was written in parentheses after the players. Raises ``RefusedPlanError`` for one that could be
    either a forum name or a character, or could mean another character.
    """
    name = campaign_game(plan)
    known = game(name).setup.characters
    faults = [fault for each in plan.forum_names.items() for fault in _unclear(*each, known)]
    if faults:
        raise RefusedPlanError(faults, name)
    played = {player: _named(called, known) for player, called in plan.forum_names.items()}
    forum = {player: called for player, called in plan.forum_names.items() if not played[player]}
    characters = {player: named for player, named in played.items() if named}
    return _checked(replace(plan, game=name, forum_names=forum, characters={**plan.characters, **characters}))


def with_characters(plan: Plan, persons: Sequence[tuple[str, str]]) -> Plan:
    """Return the plan with more characters: each of ``persons`` is a player and his character.

    A character that the game does not know is taken as written. Raises ``RefusedPlanError`` if a pair is faulty.
    """
    known, players = game(plan.game).setup.characters, Names(plan.people[""])
    pairs = [_pair(one, other, players) for one, other in persons]
    faults = [fault for pair in pairs for fault in _unfit(*pair, players, known)]
    owners = [players.find(player) for player, _ in pairs]
    faults += [Fault("character-twice", found=name) for name in players.names if owners.count(name) > 1]
    if faults:
        raise RefusedPlanError(faults, plan.game)
    more = {
        players.find(player) or player: next(iter(_partly(character, known)), character) for player, character in pairs
    }
    return _checked(replace(plan, characters={**plan.characters, **more}))


def _pair(one: str, other: str, players: Names) -> tuple[str, str]:
    """Return a player and his character, in whichever order they were written."""
    if not other and (both := _PLAYED_BY.fullmatch(one)):
        one, other = both[1], both[2]
    return (other, one) if players.find(one) is None and players.find(other) else (one, other)


def _unclear(player: str, called: str, known: Sequence[str]) -> Iterator[Fault]:
    """Yield a fault if ``called`` could be a character or a forum name, or if the two names are reversed."""
    if _named(called, known):
        return
    if _named(player, known):
        yield Fault("character-first", found=player)
        return
    # It may mean a character by a part of the name, within other words, or misspelt.
    words = " ".join(re.findall(r"\w+", fold(called)))
    among = [character for character in known if f" {fold(character)} " in f" {words} "]
    near = nearest(called, known)
    if meant := _partly(called, known) or among or ([near] if near else []):
        yield Fault("character-or-forum", found=called, expected=tuple(meant))


def _unfit(player: str, character: str, players: Names, known: Sequence[str]) -> Iterator[Fault]:
    if not character:
        yield Fault("character-alone", found=player)
    elif players.find(player) is None:
        yield Fault("unknown-player", found=player, nearest=players.nearest(player))
    elif len(_partly(character, known)) > 1:
        yield Fault("character-unclear", found=character, expected=tuple(_partly(character, known)))


def _checked(plan: Plan) -> Plan:
    """Return the plan if its characters are acceptable. Raises ``RefusedPlanError`` if they are not."""
    faults = [fault for character in plan.characters.values() for fault in misnamed(character)]
    strange = strange_names((Mark(), character) for character in plan.characters.values())
    faults = faults or list(_objected(plan)) or list(strange)
    if faults:
        raise RefusedPlanError(faults, plan.game)
    return plan


def _objected(plan: Plan) -> Iterator[Fault]:
    if not plan.characters:
        return
    people = [{"name": name, "character": plan.characters.get(name, "")} for name in plan.people[""]]
    for objection in game(plan.game).setup.objections({"players": people}):
        yield Fault(objection.code, values=objection.values, nearest=objection.nearest)


# Finding a character by his name or a part of it ----------------------------------------------------------------------


def _named(text: str, known: Sequence[str]) -> str:
    """Return the one character whose full name or surname is ``text``; empty if there is none or several."""
    form = fold(text)
    whole = [character for character in known if fold(character) == form]
    named = whole or [character for character in known if form and fold(character).endswith(f" {form}")]
    return named[0] if len(named) == 1 else ""


def _partly(text: str, known: Sequence[str]) -> list[str]:
    """Return the characters whose name is ``text``, or begins or ends with it."""
    form = fold(text)
    whole = [character for character in known if fold(character) == form]
    return whole or [character for character in known if _is_part(form, fold(character))]


def _is_part(form: str, character: str) -> bool:
    return bool(form) and (character.startswith(f"{form} ") or character.endswith(f" {form}"))
