"""The pairs by which leaks are looked for: what is secret differs in them, and what may be known is told."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from resistance.pairs import CHANGES, Side, differ, may_know
from resistance.suite import SUITE
from resistance.tables import Plain, Table, objections
from support.commands import good
from support.depth import is_deep
from support.leaks import (
    EVERY_DAY,
    LANGUAGES,
    SEED,
    Pair,
    asked,
    file_of,
    readers_of,
    report_data,
    told_apart,
    written,
)
from support.suite import drawn

from adjudicator.campaign.campaign_file import read_campaign
from adjudicator.core.stage import MJ, PUBLIC, player_reader
from adjudicator.games.resistance.game import GAME
from adjudicator.games.resistance.state import Proposal, Setting, State
from adjudicator.reports import writing
from adjudicator.store.layout import CAMPAIGN_FILE, TURNS

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
        assert told_apart(sides, (PUBLIC, player_reader("Max"), player_reader("Zoé")), language) == []
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
    dealt = GAME.rules.resolve(setting, GAME.rules.begin(setting), {}, SEED).state
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
    assert len(published[0]) == 4 * len(writing.ENDINGS)
    assert all(files == published[0] for files in published)
    assert all(told == public[0] for told in public)


# The pairs themselves ----------------------------------------------------------------------------------------


def test_nearly_all_pairs_differ_for_the_mj() -> None:
    looked_at = drawn(SUITE, EVERY_DAY)
    kinds, different = Counter[str](), Counter[str]()
    compared = looked_at[:: 1 if is_deep() else 3]
    for pair in compared:
        kind = f"{pair.reader.kind} {pair.one.table.state.phase}"
        kinds[kind] += 1
        different[kind] += differ(pair.one, pair.two)
    cannot = sum(len(pair.readers) for pair in looked_at)
    print(f"{len(looked_at)} pairs, {cannot} readers who cannot tell, {different.total()} differ for the MJ")
    for kind in sorted(kinds):
        print(f"  {kind:20} {kinds[kind]:4} {different[kind]:4}")
    print("changes", Counter(change for pair in looked_at for change in pair.changes).most_common())
    assert different.total() >= 0.9 * len(compared)
    assert {change for pair in looked_at for change in pair.changes} == {change.__name__ for change in CHANGES}


def test_what_differs_is_everything_that_is_secret() -> None:
    """Each secret differs in many pairs of some reader who has no right to it."""
    found: Counter[str] = Counter()
    for pair in drawn(SUITE, EVERY_DAY):
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
    for pair in drawn(SUITE, EVERY_DAY)[:: 1 if is_deep() else 12]:
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
