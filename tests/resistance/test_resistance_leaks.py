"""Nothing leaks: who cannot tell two stages apart by what he may know reads the same of both, byte for byte.

A pair begins with any stage of any game; then hidden things are changed one after the other (who is a Cylon, who
played which card, who sent it, left it as a standing order or sent nothing, what was refused, notes, draws), and each
change that leaves all that a reader may know as it was is kept. ``may_know`` is written from the sheet alone. Each pair
is looked at through all that a reader is shown: reports in every format and language, for a player his form, the
receipts and the faults of his files, the editors' schema, the names of files, ``status --public``. Then leaks are
planted, one at a time, and each has to be found.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, partial
from pathlib import Path
from typing import Any

import pytest
from commands import good
from leaking import (
    LANGUAGES,
    SEED,
    Pair,
    Patch,
    Planted,
    a_file_for_each_absent,
    announced_leaks,
    asked,
    campaign_of,
    door_leaks,
    file_leaks,
    file_of,
    finds,
    from_the_table,
    notes_to_the_mj,
    pair_of,
    planted,
    quick_leaks,
    quickly_shown,
    readers_of,
    refused_files,
    rendered,
    report_data,
    report_leaks,
    spoil,
    status_leaks,
    strays,
    the_key_of,
    the_length_of_the_account_under_a_report,
    the_report_of_another_in_a_letter,
    the_seed_before_the_end,
    the_whole_report_in_public,
    who_is_missing_in_public_status,
    who_was_absent,
    written,
)
from resistance.tables import CHOICES, SIZES, Chance, Plain, Table, a_squad, objections, some_game, some_setting

from adjudicator.campaign.campaign import Campaign, read_campaign
from adjudicator.campaign.stages import Played
from adjudicator.core.faults import Objection
from adjudicator.core.phrase import Listed, Phrase
from adjudicator.core.plain import to_plain
from adjudicator.core.readers import MJ, PUBLIC, Reader, player_reader
from adjudicator.core.ruleset import Receipt, Stage
from adjudicator.rulesets.resistance import form, reports, rules
from adjudicator.rulesets.resistance.game import GAME
from adjudicator.rulesets.resistance.state import COLONS, Mission, Proposal, Setting, State
from adjudicator.rulesets.resistance.table import Table as Playing
from adjudicator.speech.vocabulary import vocabulary
from adjudicator.store.layout import CAMPAIGN_FILE, TURNS

# One stage, played -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Side:
    """One stage, played: one of the two of a pair. What only the MJ has besides: ``notes``, ``refused`` files."""

    table: Table
    notes: Mapping[str, str] = field(default_factory=dict)
    refused: Sequence[Plain] = ()

    @cached_property
    def campaign(self) -> Campaign:
        """A campaign played with the table's setting."""
        return campaign_with(self.table.setting)

    @property
    def again(self) -> Side:
        """The same stage, to be played anew."""
        return replace(self, table=replace(self.table))

    @cached_property
    def played(self) -> Played:
        """The stage as it is published."""
        table, state = self.table, self.table.state
        refused = [player for player in table.setting.players if player in table.sent and player not in table.accepted]
        kept = {
            "orders": table.orders,
            "stood_in": list(table.stood_in),
            "absent": table.absent,
            "standing": dict(table.standing),
            "notes": dict(self.notes),
            "refused": [*({"source": f"{player}.yaml", "players": [player]} for player in refused), *self.refused],
        }
        return Played(Path(), Stage(state.phase, state.turn), state, table.outcome, kept)


def campaign_with(setting: Setting) -> Campaign:
    """Return a campaign played with ``setting``; nothing of it is on a disk."""
    people = [
        {"name": name, "character": setting.characters[name]} if name in setting.characters else name
        for name in setting.players
    ]
    campaign = campaign_of("resistance", players=people, options=dict(_options(setting)))
    assert campaign.setting == setting
    return campaign


def _options(setting: Setting) -> Iterator[tuple[str, Any]]:
    words = vocabulary("resistance")
    for name in CHOICES:
        value = getattr(setting.options, name)
        place = "cards" if name == "missing_card" else name
        yield words.word("options", name, "en"), value if isinstance(value, bool) else words.word(place, value, "en")


# What a reader may know --------------------------------------------------------------------------------------


def may_know(side: Side, reader: Reader) -> Plain:
    """Return all that ``reader`` may know of a stage, before and after it."""
    table, after = side.table, side.table.outcome.state
    known: Plain = {"before": public_facts(table.state), "after": public_facts(after)}
    if reader.kind == "player":
        known["own"] = own_facts(side, reader.name)
    return known


PUBLIC_FACTS: Mapping[type, tuple[str, ...]] = {
    State: ("phase", "turn", "seats", "commander", "round", "proposal", "target", "squad", "drawn", "ending"),
    Proposal: ("round", "number", "commander", "target", "squad", "drawn", "approved", "votes", "defaulted"),
    Mission: ("round", "number", "squad", "failures", "success"),
}
"""What everybody knows of a table; of a mission how many cards were failures, and no more."""
WITHOUT_ORDER = ("squad", "defaulted")
"""Names of which nobody may know in what order they were given."""


def public_facts(state: State) -> Plain:
    """Return what everybody knows of a table; the identities when it is over."""
    return {
        **_facts(state),
        "proposals": [_facts(told) for told in state.proposals],
        "missions": [_facts(done) for done in state.missions],
        "cylons": set(state.cylons) if state.ending else None,
    }


def _facts(thing: Any) -> Plain:
    facts = {name: to_plain(getattr(thing, name)) for name in PUBLIC_FACTS[type(thing)]}
    return {name: set(value) if name in WITHOUT_ORDER else value for name, value in facts.items()}


def own_facts(side: Side, player: str) -> Plain:
    """Return what a player alone knows: his side, the other Cylons unless they are isolated, what he sent and left."""
    table, after = side.table, side.table.outcome.state
    isolated = table.setting.options.isolated_cylons
    cylon = player in after.cylons
    return {
        "cylon": cylon,
        "others": set(after.cylons) if cylon and not isolated else None,
        "sent": table.sent.get(player),
        "standing": table.standing.get(player),
        "note": side.notes.get(player),
        "refused": [one for one in side.refused if player in one["players"]],
    }


# Hidden changes ----------------------------------------------------------------------------------------------


def other_cylons(chance: Chance, side: Side) -> Side | None:
    """Let others be Cylons, as many, and often play what those played whose side they take."""
    table, state = side.table, side.table.state
    if not state.cylons:
        return None
    out = chance.choice(state.cylons)
    new = chance.choice([player for player in state.seats if player not in state.cylons])
    drawn = {new, *state.cylons} - {out}
    other = replace(table, state=replace(state, cylons=tuple(one for one in state.seats if one in drawn)))
    if chance.random() < 0.7:
        other = replace(other, sent=_exchanged(other.sent, out, new), standing=_exchanged(other.standing, out, new))
    return replace(side, table=other)


def _exchanged(given: Mapping[str, Plain], one: str, two: str) -> dict[str, Plain]:
    """Let two players exchange what they gave."""
    to = {one: two, two: one}
    return {to.get(player, player): order for player, order in given.items()}


def other_deal(chance: Chance, side: Side) -> Side | None:
    """Draw everything anew; the seed that is published in the end is the campaign's all the same."""
    return replace(side, table=replace(side.table, seed=f"seed {chance.randrange(10**6)}"))


def other_cards(chance: Chance, side: Side) -> Side | None:
    """Let two of those who owe orders exchange what they sent and left."""
    owing = GAME.awaited(side.table.setting, side.table.state)
    if len(owing) < 2:
        return None
    one, two = chance.sample(owing, 2)
    sent, standing = (_exchanged(given, one, two) for given in (side.table.sent, side.table.standing))
    return replace(side, table=replace(side.table, sent=sent, standing=standing))


def another_order(chance: Chance, side: Side) -> Side | None:
    """Let somebody send something else, or nothing, or what is refused."""
    table = side.table
    player = chance.choice(table.setting.players)
    given = chance.choice((None, {"mission": "failure"}, {"mission": "success"}, {"vote": "yes"}, {"vote": "no"}))
    if table.state.phase == "proposal" and chance.random() < 0.5:
        given = a_squad(chance, table.setting, table.state)
    sent = {name: order for name, order in table.sent.items() if name != player}
    return replace(side, table=replace(table, sent={**sent, player: given} if given else sent))


def sent_or_left(chance: Chance, side: Side) -> Side | None:
    """Let somebody have left as a standing order what he sent, or have sent what stood in for him."""
    table, phase = side.table, side.table.state.phase
    orders = {player: given for player, given in table.orders.items() if "target" not in given}
    if not orders:
        return None
    player = chance.choice(list(orders))
    key = {"proposal": "squad"}.get(phase, phase)
    given = orders[player][key]
    if player in table.stood_in:
        return replace(side, table=replace(table, sent={**table.sent, player: orders[player]}))
    others = [name for name in table.setting.players if key == "squad" and name not in given]
    left = {**table.standing.get(player, {}), key: [*given, *others] if key == "squad" else given}
    if GAME.standing_objections(table.setting, table.state, player, left):
        return None
    sent = {name: order for name, order in table.sent.items() if name != player}
    return replace(side, table=replace(table, sent=sent, standing={**table.standing, player: left}))


def other_standing(chance: Chance, side: Side) -> Side | None:
    """Let somebody have left other standing orders, or none."""
    table = side.table
    if table.state.phase == "deal":
        return None
    player = chance.choice(table.setting.players)
    left = {name: given for name, given in table.standing.items() if name != player}
    given = {"vote": chance.choice(("yes", "no")), "mission": chance.choice(("success", "failure"))}
    kept = dict(chance.sample(list(given.items()), chance.randint(0, 2)))
    if kept and not GAME.standing_objections(table.setting, table.state, player, kept):
        left[player] = kept
    return replace(side, table=replace(table, standing=_in_roster_order(table.setting, left)))


def squad_named_otherwise(chance: Chance, side: Side) -> Side | None:
    """Let the Commandant name his squad in another order."""
    table = side.table
    given = table.sent.get(table.state.commander, {})
    if "squad" not in given:
        return None
    named = {**given, "squad": chance.sample(given["squad"], len(given["squad"]))}
    return replace(side, table=replace(table, sent={**table.sent, table.state.commander: named}))


def other_papers(chance: Chance, side: Side, reader: Reader) -> Side:
    """Let others than ``reader`` have sent notes and files that were refused."""
    players = [player for player in side.table.setting.players if player != reader.name]
    notes = {player: f"note {chance.randrange(99)}" for player in players if chance.random() < 0.2}
    files = [
        {"source": f"{chance.randrange(99)}.yaml", "players": chance.sample(players, chance.randrange(2))}
        for _ in range(chance.randrange(3))
    ]
    return replace(side, notes=notes, refused=files)


CHANGES: tuple[Callable[[Chance, Side], Side | None], ...] = (
    other_cylons,
    other_cylons,
    other_cards,
    other_cards,
    another_order,
    another_order,
    sent_or_left,
    other_standing,
    squad_named_otherwise,
    other_deal,
)


def _in_roster_order(setting: Setting, given: Mapping[str, Plain]) -> dict[str, Plain]:
    return {player: given[player] for player in setting.players if player in given}


# Pairs -------------------------------------------------------------------------------------------------------

GAMES = 44
THINNED = 3
"""One pair in so many is looked at where that takes long: an odd number, as pairs for Cylons and Colons alternate."""
STEPS = 30
"""How many hidden changes are tried on the way from one side of a pair to the other."""


@cache
def some_pairs() -> list[Pair[Side]]:
    """Return pairs for the public, Cylons and Colons, the same at every run."""
    chance, found = random.Random("leaks"), []
    for number in range(GAMES):
        setting = some_setting(chance) if number % 3 else some_setting(chance, isolated_cylons=False)
        game = some_game(number, setting, SEED)
        stages = {table.state.phase: table for table in chance.sample(game, len(game))}
        for table in {id(table): table for table in (*stages.values(), game[-1])}.values():
            found += [walk(chance, replace(table), reader) for reader in some_readers(chance, table)]
    return found


def some_readers(chance: Chance, table: Table) -> list[Reader]:
    """Return the public, a Cylon and a Colon; those who choose something are told the most."""
    after = table.outcome.state
    colons = [player for player in after.seats if player not in after.cylons]
    asked = (table.state.commander, after.commander, *table.state.squad)
    likely = [[player for player in side if player in asked] or side for side in (after.cylons, colons)]
    return [PUBLIC, *(player_reader(chance.choice(names)) for names in likely)]


def walk(chance: Chance, table: Table, reader: Reader) -> Pair[Side]:
    """Return a pair that begins with ``table``: every step leaves what ``reader`` may know as it was."""
    one = now = Side(table)
    known, changes = may_know(one, reader), []
    likely = (*CHANGES, *(other_deal,) * 20) if table.state.phase == "deal" else CHANGES
    for change in chance.choices(likely, k=STEPS):
        then = change(chance, now)
        if then is not None and may_know(then, reader) == known:
            changes += [change.__name__] if differ(now, then) else []
            now = then
    now = other_papers(chance, now, reader)
    return pair_of(reader, one, now, changes, may_know)


def differ(one: Side, two: Side) -> bool:
    """Tell whether two stages differ for the MJ: in who is who, in the account, or in what came."""
    return bool(shown_to_mj(one) != shown_to_mj(two))


def shown_to_mj(side: Side) -> Any:
    table = side.table
    return table.outcome.state.cylons, table.outcome.log, table.sent, table.standing


# Looking for leaks -------------------------------------------------------------------------------------------


def files_of(pair: Pair[Side], player: str) -> list[bytes]:
    """Return order files of a player: what he sent, every card and vote, squads good and bad, standing orders."""
    chance, table = random.Random(f"{player_reader(player)} {pair.changes}"), pair.one.table
    state, players = table.state, table.setting.players
    squad = {"squad": list(players[: max(SIZES[len(players)])])}
    given: list[Plain] = [
        {"orders": table.sent.get(player) or {"target": 3}},
        {"orders": {"mission": "failure"}, "note": "for the MJ"},
        {"orders": {"mission": "success"}},
        {"orders": {"vote": "yes"}},
        {"orders": {**squad, "target": chance.randint(1, 5)}},
        {"orders": {"squad": [player, *chance.sample(players, 2)]}},
        {"standing": {"mission": "failure"}},
        {"standing": {**squad, "mission": "success", "vote": "no"}},
    ]
    turns = (state.turn, state.turn + 1)
    files = [file_of(player, turn, **one) for one in given for turn in turns]
    return [*files, f"joueur: {player}\nvote: [oui\n".encode()]


def found_at_the_door(looked_at: Iterable[Pair[Side]]) -> Iterator[str]:
    return door_leaks(looked_at, files_of)


KINDS = ("public", "player")


@pytest.mark.parametrize("kind", KINDS)
def test_what_cannot_be_known_cannot_be_read(kind: str) -> None:
    looked_at = [pair for pair in some_pairs() if pair.reader.kind == kind]
    assert list(quick_leaks(looked_at)) == []
    assert list(report_leaks(looked_at[::THINNED])) == []


@pytest.mark.parametrize("kind", KINDS)
def test_what_cannot_be_known_cannot_be_found_out_at_the_door(kind: str) -> None:
    assert list(found_at_the_door([pair for pair in some_pairs() if pair.reader.kind == kind][::THINNED])) == []


def test_files_of_reports_tell_nothing_either() -> None:
    assert list(file_leaks(some_pairs()[::16])) == []


# What everybody may ask for ----------------------------------------------------------------------------------


def allowed(chance: Chance, side: Side) -> Plain:
    """Return orders that anybody awaited may send: a Cylon and a Colon alike."""
    setting, state = side.table.setting, side.table.outcome.state
    if state.phase == "proposal":
        return a_squad(chance, setting, state)
    return {"vote": chance.choice(("yes", "no"))} if state.phase == "vote" else {"mission": "success"}


def of_the_public() -> list[Pair[Side]]:
    """Return pairs for the public, most of them before a mission: who is then waited for tells the most."""
    looked_at = [pair for pair in some_pairs() if pair.reader == PUBLIC]
    ready = [pair for pair in looked_at if pair.one.table.outcome.state.phase == "mission"]
    return [*ready[:24], *looked_at[::12]]


def test_public_status_tells_nothing_of_it(tmp_path: Path) -> None:
    assert list(status_leaks(of_the_public(), tmp_path, allowed)) == []


def test_letters_and_the_public_folder_tell_nothing_of_it(tmp_path: Path) -> None:
    assert list(announced_leaks(some_pairs()[::25], tmp_path)) == []


def test_a_key_is_told_to_its_player_alone_and_the_seed_to_nobody_before_the_end() -> None:
    assert list(strays(some_pairs()[::6])) == []


# The same card for three reasons -----------------------------------------------------------------------------

SAME_CARD = {
    "a success": {"mission": "success"},
    "a failure that is refused": {"mission": "failure"},
    "nothing": None,
}


def mission_of(order: Plain | None, player: str, cylon: bool) -> Side:
    """Return a mission of two at five players: Max plays a success, and ``player`` (a Cylon or not) that ``order``."""
    players = ("Max", "Ana", "Zoé", "Léo", "Tom")
    setting = Setting(players)
    cylons = tuple(name for name in players if name in (player if cylon else "Léo", "Tom"))
    told = Proposal(1, 1, "Max", 1, players[:2], False, True, dict.fromkeys(players, "yes"))
    state = State("mission", 3, players, cylons, "Max", 1, 1, 1, players[:2], proposals=[told])
    sent = {"Max": {"mission": "success"}, **({player: order} if order else {})}
    return Side(Table(setting, state, SEED, sent))


def test_a_missing_card_a_refused_failure_and_a_success_are_the_same_to_all_others() -> None:
    """To the player himself, and to him alone but the MJ, they are not."""
    sides = [mission_of(order, "Ana", cylon=False) for order in SAME_CARD.values()]
    sides += [mission_of(SAME_CARD[name], "Ana", cylon=True) for name in ("a success", "nothing")]
    assert objections(sides[1].table.setting, sides[1].table.state, "Ana", {"mission": "failure"}) == ["colons-succeed"]
    for language in LANGUAGES:
        for reader in (PUBLIC, player_reader("Max"), player_reader("Zoé")):
            for _, look in (*quickly_shown(reader), *rendered(reader, language)):
                assert len({look(side) for side in sides}) == 1
        assert len({written(player_reader("Ana"), "text", "phpbb", language)(side) for side in sides}) == 4
        assert len({written(MJ, "text", "phpbb", language)(side) for side in sides}) == len(sides)


CAMPAIGN = f"""\
jeu: resistance
titre: La flotte
joueurs: [Max, Ana, Zoé, Léo, Tom]
graine: {SEED}
"""


def resolved(folder: Path, *files: bytes) -> None:
    """Let files come into the inbox, one after the other, and play the stage."""
    for number, data in enumerate(files):
        (folder / "inbox").mkdir(exist_ok=True)
        (folder / "inbox" / f"{number}.yaml").write_bytes(data)
    good("resolve", folder, "--force")


def test_from_the_inbox_to_the_published_files_nothing_leaks(tmp_path: Path) -> None:
    """One campaign on disk, a mission in which the members' cards came to be successes in different ways."""
    setting = read_campaign(CAMPAIGN.encode(), Path("campaign.yaml")).setting
    dealt = GAME.resolve(setting, GAME.begin(setting), {}, SEED).state
    colon = next(player for player in setting.players if player not in dealt.cylons)
    squad = [colon, dealt.cylons[0]]
    card = {name: {"orders": {"mission": name}} for name in ("success", "failure")}
    ways: Sequence[Sequence[tuple[str, Plain]]] = (
        ((squad[0], card["success"]),),
        ((squad[1], card["success"]),),
        ((squad[0], {**card["failure"], "note": "I tried"}), (squad[1], card["success"])),
        ((squad[0], card["failure"]), (squad[1], {"standing": {"mission": "success"}, **card["success"]})),
    )
    published, public = [], []
    for number, way in enumerate(ways):
        folder = tmp_path / f"{number}"
        folder.mkdir()
        (folder / CAMPAIGN_FILE).write_text(CAMPAIGN, encoding="utf-8")
        resolved(folder)
        resolved(folder, file_of(dealt.commander, 1, orders={"squad": squad}))
        resolved(folder, *(file_of(name, 2, orders={"vote": "yes"}) for name in setting.players))
        resolved(folder, *(file_of(player, 3, **given) for player, given in way))
        *_, last = sorted((folder / TURNS).glob("*/result"))
        files = {path.name: path.read_bytes() for path in sorted((last / "reports").iterdir())}
        own = tuple(f"player-{setting.players.index(player) + 1:02d}-" for player in squad)
        assert any(name.startswith(own) for name in files)
        published.append({name: data for name, data in files.items() if not name.startswith((*own, "mj."))})
        public.append(asked(folder))
    assert len(published[0]) == 4 * 4
    assert all(files == published[0] for files in published)
    assert all(told == public[0] for told in public)


# The pairs themselves ----------------------------------------------------------------------------------------


def test_nearly_all_pairs_differ_for_the_mj() -> None:
    looked_at = some_pairs()
    kinds, different = Counter[str](), Counter[str]()
    for pair in looked_at:
        kind = f"{pair.reader.kind} {pair.one.table.state.phase}"
        kinds[kind] += 1
        different[kind] += differ(pair.one, pair.two)
    cannot = sum(len(pair.readers) for pair in looked_at)
    print(f"{len(looked_at)} pairs, {cannot} readers who cannot tell, {different.total()} differ for the MJ")
    for kind in sorted(kinds):
        print(f"  {kind:20} {kinds[kind]:4} {different[kind]:4}")
    print("changes", Counter(change for pair in looked_at for change in pair.changes).most_common())
    assert different.total() >= 0.9 * len(looked_at)
    assert {change for pair in looked_at for change in pair.changes} == {change.__name__ for change in CHANGES}


def test_what_differs_is_everything_that_is_secret() -> None:
    """Each secret differs in many pairs of some reader who has no right to it."""
    found: Counter[str] = Counter()
    for pair in some_pairs():
        found.update(secrets_apart(pair))
    print("secrets", found.most_common())
    for kind in ("public", "colon", "isolated"):
        assert found[f"cylons, for {kind}"] >= 10, kind
    assert found["cylons, for told"] == 0
    for secret in ("absent from a mission", "stood in", "standing", "notes", "refused", "senders"):
        assert found[secret] >= 50, secret
    assert found["who failed"] >= 10
    assert found["who failed, known at the end"] >= 3


def secrets_apart(pair: Pair[Side]) -> Iterator[str]:
    """Yield the secrets that differ between the sides of a pair."""
    one, two = pair.one, pair.two
    table, after = one.table, one.table.outcome.state
    mission = table.state.phase == "mission"
    if set(after.cylons) != set(two.table.outcome.state.cylons) and after.ending is None:
        cylon = "isolated" if table.setting.options.isolated_cylons else "told"
        side = cylon if pair.reader.name in after.cylons else "colon"
        yield f"cylons, for {'public' if pair.reader == PUBLIC else side}"
    if after.ending and failed(one) != failed(two):
        yield "who failed, known at the end"
    if mission and failed(one) != failed(two):
        yield "who failed"
    if mission and one.table.absent != two.table.absent:
        yield "absent from a mission"
    for secret in ("stood_in", "standing", "notes", "refused"):
        if one.played.table[secret] != two.played.table[secret]:
            yield secret.replace("_", " ")
    if set(table.sent) != set(two.table.sent):
        yield "senders"


def failed(side: Side) -> set[str]:
    cards = [fact.data for fact in side.table.outcome.log if fact.kind.startswith("card")]
    return {data["player"] for data in cards if data["card"] == "failure"}


def test_what_may_be_known_is_told() -> None:
    """The pairs are as far apart as they may be: whatever a reader may know of a stage is in his report."""
    chance, apart = random.Random("told"), Counter[str]()
    for pair in some_pairs()[::4]:
        two = chance.choice(CHANGES)(chance, pair.one) or pair.one
        for reader in readers_of(pair.one):
            one_known, two_known = may_know(pair.one, reader), may_know(two, reader)
            told = report_data(pair.one, reader) != report_data(two, reader)
            if told:
                assert one_known != two_known
            if one_known["after"] != two_known["after"]:
                assert told
                apart["public"] += 1
            elif one_known.get("own", {}).get("cylon") != two_known.get("own", {}).get("cylon"):
                assert told
                apart["side"] += 1
    print("told apart by", apart.most_common())
    assert {"public", "side"} <= set(apart)


# Leaks planted, one at a time --------------------------------------------------------------------------------


def in_reports(patch: Patch, more: Callable[[Any], Any]) -> None:
    """Let all reports tell ``more`` of the outcome."""
    spoil(
        patch,
        reports,
        "report",
        lambda data, setting, before, outcome, orders, reader: {**data, "more": more(outcome)},
    )


def cards_of(outcome: Any, kind: str) -> list[Any]:
    return [fact.data for fact in outcome.log if fact.kind == kind]


def who_failed(patch: Patch) -> None:
    in_reports(patch, lambda outcome: [one["player"] for one in cards_of(outcome, "card") if one["card"] == "failure"])


def how_many_cards_were_missing(patch: Patch) -> None:
    in_reports(patch, lambda outcome: len(cards_of(outcome, "card-missing")))


def the_cards_in_the_order_of_the_seats(patch: Patch) -> None:
    in_reports(patch, lambda outcome: [one["card"] for one in cards_of(outcome, "card")])


def sides_at_the_seats(patch: Patch) -> None:
    spoil(
        patch,
        reports,
        "seat_row",
        lambda row, setting, state, player: {**row, "side": state.side(player)},
    )


def how_many_cylons_are_on_the_squad(patch: Patch) -> None:
    spoil(patch, reports, "now", lambda row, setting, state: {**row, "n": len({*state.squad} & {*state.cylons})})


def the_squad_in_the_order_in_which_it_was_named(patch: Patch) -> None:
    patch.setattr(Playing, "in_seat_order", lambda table, players: tuple(players))


def cylons_in_the_order_in_which_they_were_drawn(patch: Patch) -> None:
    def deal(table: Playing) -> None:
        rules.deal(table)
        first = table.dice.pick("cylon", "0", table.state.seats)
        table.state.cylons = (first, *(player for player in table.state.cylons if player != first))

    patch.setattr(rules, "PHASES", {**rules.PHASES, "deal": deal})


def isolated_cylons_told(patch: Patch) -> None:
    patch.setattr(
        form,
        "told_cylons",
        lambda setting, state, player: tuple(name for name in state.cylons if name != player),
    )


def cylons_told_to_colons(patch: Patch) -> None:
    def told(phrase: Phrase, setting: Setting, state: State, player: str) -> Phrase:
        return Phrase("identity.cylons", {"names": Listed(state.cylons)})

    spoil(patch, reports, "identity", told)


def a_side_in_the_form_of_a_colon(patch: Patch) -> None:
    def told(phrase: Phrase, setting: Setting, state: State, player: str) -> Phrase:
        return Phrase("identity.cylons", {"names": state.cylons[0]}) if state.side(player) == COLONS else phrase

    spoil(patch, form, "identity", told)


def standing_orders_of_all(patch: Patch) -> None:
    from_the_table(patch, "standing")


def whose_vote_was_a_standing_one(patch: Patch) -> None:
    from_the_table(patch, "stood_in")


def strict_colons_not_waited_for(patch: Patch) -> None:
    def choosing(names: Any, setting: Setting, state: State) -> Any:
        free = state.phase != "mission" or not setting.options.strict_colons
        return [name for name in names if free or name in state.cylons]

    spoil(patch, GAME, "awaited", choosing)


def a_refusal_that_knows_the_cylons(patch: Patch) -> None:
    def judged_on_the_state(found: Any, setting: Setting, state: State, player: str, orders: Any) -> Any:
        named = [name for name in orders.get("squad") or () if name in state.cylons and name != player]
        return [*found, *(Objection("squad-twice", ("squad",), {"name": name}) for name in named)]

    spoil(patch, GAME, "objections", judged_on_the_state)


def a_receipt_that_knows_the_cylons(patch: Patch) -> None:
    def telling(said: Receipt, setting: Setting, state: State, player: str, orders: Any) -> Receipt:
        sided = any(name in state.cylons for name in state.squad if name != player)
        return said._replace(actions=said.actions * 2) if sided else said

    spoil(patch, GAME, "receipt", telling)


def a_standing_order_refused_to_some(patch: Patch) -> None:
    def judged_on_the_state(found: Any, setting: Setting, state: State, player: str, standing: Any) -> Any:
        more = "squad" in standing and state.side(standing["squad"][0]) != state.side(player)
        return [*found, Objection("not-dealt", on_key=True)] if more else found

    spoil(patch, GAME, "standing_objections", judged_on_the_state)


def whose_card_is_played_for_others(patch: Patch) -> None:
    def of_the_cylons(told: Phrase, setting: Setting, state: State, player: str) -> Phrase:
        sided = state.phase == "mission" and any(name in state.cylons for name in state.squad if name != player)
        return Phrase("fate.mission.failure") if sided else told

    spoil(patch, GAME, "without_orders", of_the_cylons)


def the_key_of_another_player(patch: Patch) -> None:
    the_key_of(patch, "Max")


PLANTED: Planted = {
    quick_leaks: [
        who_failed,
        how_many_cards_were_missing,
        the_cards_in_the_order_of_the_seats,
        sides_at_the_seats,
        how_many_cylons_are_on_the_squad,
        the_squad_in_the_order_in_which_it_was_named,
        cylons_in_the_order_in_which_they_were_drawn,
        isolated_cylons_told,
        cylons_told_to_colons,
        who_was_absent,
        notes_to_the_mj,
        refused_files,
        standing_orders_of_all,
        whose_vote_was_a_standing_one,
    ],
    report_leaks: [the_length_of_the_account_under_a_report],
    found_at_the_door: [
        a_side_in_the_form_of_a_colon,
        strict_colons_not_waited_for,
        a_refusal_that_knows_the_cylons,
        a_receipt_that_knows_the_cylons,
        a_standing_order_refused_to_some,
        whose_card_is_played_for_others,
    ],
    file_leaks: [a_file_for_each_absent],
    strays: [the_key_of_another_player, the_seed_before_the_end],
}


@pytest.mark.parametrize(("look", "plant"), planted(PLANTED))
def test_a_planted_leak_is_found(look: Any, plant: Callable[[Patch], None], monkeypatch: Patch) -> None:
    assert finds(look, plant, some_pairs(), monkeypatch)


def test_a_leak_planted_in_public_status_is_found(tmp_path: Path, monkeypatch: Patch) -> None:
    look = partial(status_leaks, folder=tmp_path, allowed=allowed)
    assert finds(look, who_is_missing_in_public_status, of_the_public(), monkeypatch)


def test_counts_of_public_status_that_leave_out_strict_colons_are_found(tmp_path: Path, monkeypatch: Patch) -> None:
    look = partial(status_leaks, folder=tmp_path, allowed=allowed)
    assert finds(look, strict_colons_not_waited_for, of_the_public(), monkeypatch)


@pytest.mark.parametrize("plant", [the_whole_report_in_public, the_report_of_another_in_a_letter])
def test_a_leak_planted_in_what_is_announced_is_found(
    plant: Callable[[Patch], None], tmp_path: Path, monkeypatch: Patch
) -> None:
    assert finds(partial(announced_leaks, folder=tmp_path), plant, some_pairs()[::25], monkeypatch)
