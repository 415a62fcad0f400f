"""The quick yes never says yes where jsonschema would not, and says it for the files that people send."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest
from resistance.campaigns import begun
from support.commands import EVERY_ROLE, TWO, campaign, orders, run

from adjudicator.campaign.loading import load_campaign
from adjudicator.campaign.stages import progress_of
from adjudicator.core.words import fold
from adjudicator.reading import schemas, strict_yaml, validation
from adjudicator.reading.schemas import game_schema, surely_fits, validator
from adjudicator.reading.understanding import understand
from adjudicator.store.layout import data_folder

SCHEMAS = [
    ("tsewnart", "turn"),
    ("tsewnart", "roles"),
    ("tsewnart", "placement"),
    ("tsewnart", "campaign"),
    ("tsewnart", "case"),
    ("resistance", "deal"),
    ("resistance", "proposal"),
    ("resistance", "vote"),
    ("resistance", "mission"),
    ("resistance", "campaign"),
    ("resistance", "case"),
]
STRANGE = [
    None,
    True,
    False,
    0,
    1,
    -3,
    10**9,
    1.0,
    "",
    "x",
    "up",
    "oui",
    "a" * 300,
    [],
    [1],
    [1, 2],
    [1, 2, 3],
    [0, "x"],
]
STRANGE += [{}, {"x": 1}, {"move": "up"}, {"cell": [1, 1]}, {"player": "Anna", "turn": 1, "orders": {}}]
STRANGE += [{"vote": "yes"}, {"squad": ["Anna"]}, {"mission": "maybe"}, {"player": "Anna", "turn": 1, "standing": {}}]
EXAMPLES = sorted((data_folder("campaigns")).glob("*/orders/*/*.yaml"))


def canonical(folder: Path, file: Path) -> tuple[tuple[str, str], Any] | None:
    """An example's order file in canonical words, with its game and phase; None for one that cannot be read whole."""
    example = load_campaign(folder)
    document = strict_yaml.read(file.read_bytes())
    phase = fold(file.parent.name).split()[0]
    name = example.game.id, example.game.setup.order_schema(example.setting, phase)
    understood = understand(document, game_schema(*name), example.context())
    return None if understood.faults or document.faults else (name, understood.root)


@pytest.fixture(scope="module")
def samples() -> list[tuple[tuple[str, str], Any]]:
    """The good order files of the examples, in canonical words."""
    found = [canonical(file.parents[2], file) for file in EXAMPLES if "refuse" not in file.name]
    return [sample for sample in found if sample is not None]


def test_good_orders_are_accepted_at_once(samples: list[tuple[tuple[str, str], Any]]) -> None:
    assert len(samples) > 200
    assert {name for name, _ in samples} >= {("tsewnart", "turn"), *(("resistance", phase) for phase in CHOSEN_IN)}
    assert any("standing" in root for _, root in samples)
    left = [(name, root) for name, root in samples if not accepted(name, root)]
    assert left == []


CHOSEN_IN = ("proposal", "vote", "mission")


def accepted(name: tuple[str, str], root: Any) -> bool:
    schema = game_schema(*name)
    return surely_fits(root, schema, schema)


def spoilt(root: Any, chance: Random) -> Any:
    """The same document with one thing in it changed, added or taken away."""
    changed = deepcopy(root)
    holder, key = chance.choice(list(places(changed)))
    if chance.random() < 0.2:
        del holder[key]
    elif chance.random() < 0.3 and isinstance(holder, dict):
        holder[chance.choice(["x", "move", "note", "camp", "players", "player", "standing", "squad"])] = chance.choice(
            STRANGE
        )
    else:
        holder[key] = chance.choice(STRANGE)
    return changed


def places(node: Any) -> Any:
    steps = node.items() if isinstance(node, dict) else enumerate(node)
    for key, part in steps:
        yield node, key
        if isinstance(part, (dict, list)):
            yield from places(part)


def test_what_jsonschema_refuses_is_never_accepted(samples: list[tuple[tuple[str, str], Any]]) -> None:
    chance = Random(20)
    yes = no = 0
    for name, root in samples * 6:
        document = spoilt(root, chance)
        refused = any(True for _ in validator(game_schema(*name)).iter_errors(document))
        assert not (refused and accepted(name, document)), document
        yes, no = yes + (not refused), no + refused
    assert min(yes, no) > 100


@pytest.mark.parametrize("name", SCHEMAS, ids=":".join)
def test_strange_documents_are_left_to_jsonschema(name: tuple[str, str]) -> None:
    schema = game_schema(*name)
    for document in STRANGE:
        if accepted(name, document):
            assert not list(validator(schema).iter_errors(document)), document


def test_a_word_that_is_not_known_is_a_doubt() -> None:
    assert surely_fits("up", {"type": "string", "title": "t", "x-read": ["where"]}, {})
    for word in ({"format": "email"}, {"not": {}}, {"oneOf": [{}]}, {"multipleOf": 2}, {"dependentRequired": {}}):
        assert not surely_fits("up", {"type": "string", **word}, {})
    assert not surely_fits(1.0, {"type": "integer"}, {})
    assert not surely_fits(True, {"type": "integer"}, {})
    assert not surely_fits({}, {"if": {"properties": {}}, "then": True}, {})


def test_faults_are_the_same_without_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = campaign(tmp_path, "turn-1", EVERY_ROLE)
    files = [
        orders("Anna", 1, text) for text in ("{deplacement: haut}", "{deplacement: }", "{echanger: 3, x: 1}", "[]")
    ]
    with_it = [run("check", folder, "-", stdin=text) for text in files]
    monkeypatch.setattr(validation, "surely_fits", lambda *rest: False)
    assert [run("check", folder, "-", stdin=text) for text in files] == with_it


@pytest.mark.parametrize("standing", ["{}", "{vote: oui}", "{escadron: [Anna, Bruno, Emma], mission: réussite}"])
@pytest.mark.parametrize("given", ["", "ordres: {vote: oui}\n"])
def test_standing_orders_are_accepted_at_once(tmp_path: Path, given: str, standing: str) -> None:
    example = load_campaign(begun(tmp_path / "p"))
    document = strict_yaml.read(f"joueur: Anna\ntour: 2\n{given}permanents: {standing}\n".encode())
    understood = understand(document, game_schema("resistance", "vote"), example.context())
    assert not understood.faults
    assert accepted(("resistance", "vote"), understood.root)


def test_a_file_without_orders_or_standing_orders_is_not_accepted() -> None:
    for phase in CHOSEN_IN:
        assert not accepted(("resistance", phase), {"player": "Anna", "turn": 2})
        assert not accepted(("resistance", phase), {"player": "Anna", "turn": 2, "standing": {"target": 1}})


def test_a_campaign_without_camps_is_accepted_at_once(tmp_path: Path) -> None:
    plain = load_campaign(begun(tmp_path / "p", options="{sièges: tirage, vote manquant: ignoré}")).plain
    assert accepted(("resistance", "campaign"), plain)
    assert not accepted(("resistance", "campaign"), plain | {"camps": {}})


def test_a_campaign_of_every_stage_is_accepted_at_once(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "roles", TWO)
    plain = progress_of(load_campaign(folder)).campaign.plain
    schema = schemas.game_schema("tsewnart", "campaign")
    assert surely_fits(plain, schema, schema)
