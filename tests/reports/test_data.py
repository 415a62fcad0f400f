"""Reports and whole games as data: like their schemas for every reader of both games, said in each language."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from support.campaigns import played
from support.commands import good, printed, run
from support.depth import few

from adjudicator.core.stage import Reader
from adjudicator.reports.pages import position_id
from adjudicator.store.layout import data_folder

EXAMPLES = ("demo", "torus", "resistance", "resistance-targeted")


@cache
def validator(name: str) -> Draft202012Validator:
    schemas = [json.loads((data_folder("schemas") / f"{one}.schema.json").read_bytes()) for one in ("report", "replay")]
    registry: Any = Registry().with_resources([(schema["$id"], Resource.from_contents(schema)) for schema in schemas])
    (schema,) = (one for one in schemas if one["$id"].endswith(name))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema, registry=registry)


def wrong(name: str, data: Any) -> list[str]:
    return [f"{error.json_path}: {error.message}" for error in validator(name).iter_errors(data)]


def folder_of(example: str) -> Path:
    return played(example).stages[0].folder.parent.parent


def readers(example: str) -> list[Reader]:
    campaign = played(example).campaign
    return list(campaign.game.reports.readers(campaign.setting))


def asked(example: str, reader: Reader, *more: str) -> Any:
    return json.loads(printed("report", folder_of(example), "--for", str(reader), "--format", "json", *more))


@few(1)
@pytest.mark.parametrize("example", EXAMPLES)
def test_every_report_is_like_its_schema(example: str) -> None:
    """Of three stages for everybody: the first, one amid, the last."""
    stages = played(example).stages
    for stage in (stages[0], stages[len(stages) // 2], stages[-1]):
        for reader in readers(example):
            data = asked(example, reader, "--turn", stage.stage.label)
            assert wrong("report", data) == [], (stage, reader)
            assert data["reader"] == {"kind": reader.kind, "name": reader.name}
            assert (data["phase"], data["turn"]) == (stage.stage.phase, stage.stage.turn)


@few(1)
@pytest.mark.parametrize("example", EXAMPLES)
def test_every_game_is_like_its_schema_and_holds_the_reports_of_its_reader(example: str) -> None:
    game = played(example)
    voice = game.campaign.voice()
    for reader in [*readers(example)[:1], *readers(example)[-3:]]:
        data = asked(example, reader, "--history")
        assert wrong("replay", data) == [], reader
        names = [row["id"] for row in data["positions"]]
        assert len(set(names)) == len(names)
        stages = [row for row in data["positions"] if "report" in row]
        assert [row["id"] for row in stages] == [position_id(one.stage, voice) for one in game.stages]
        assert stages[-1]["report"] == asked(example, reader)
        assert (len(stages) < len(names)) == (reader.kind == "mj" and game.campaign.game.id == "tsewnart")


@pytest.mark.parametrize("example", EXAMPLES)
def test_public_positions_are_like_the_schema_and_their_pages_are_there(example: str) -> None:
    public = folder_of(example) / "public"
    data = json.loads((public / "replay.json").read_bytes())
    assert wrong("replay", data) == []
    assert all((public / row["page"]).is_file() for row in data["positions"])
    asked_for = asked(example, Reader("public"), "--history")
    shared = ("id", "stage", "title", "said", "pictures")
    assert [{key: row[key] for key in shared} for row in data["positions"]] == [
        {key: row[key] for key in shared} for row in asked_for["positions"]
    ]


def test_what_the_schemas_do_not_know_is_found() -> None:
    """In a picture nothing may stand that is not written there: an identity, for one."""
    data = asked("demo", Reader("public"), "--turn", "5")
    data["pictures"][0]["shows"]["pieces"][0]["id"] = 7
    assert wrong("report", data)


def test_phrases_are_said_in_the_language_that_is_asked_for_and_have_the_same_keys() -> None:
    french, english = (asked("demo", Reader("mj"), "--turn", "5", "--language", one) for one in ("fr", "en"))
    assert (french["language"], english["language"]) == ("fr", "en")
    assert keys(french) == keys(english)
    assert french["pictures"][0]["title"]["said"] == "Plateau avant le tour"
    assert english["pictures"][0]["title"]["said"] == "Board before the turn"


def keys(value: Any) -> list[Any]:
    if isinstance(value, dict):
        own = [value["key"]] if isinstance(value.get("said"), str) and "key" in value else []
        return [*own, *(key for part in value.values() for key in keys(part))]
    return [key for part in value for key in keys(part)] if isinstance(value, list) else []


def test_a_whole_game_is_written_to_a_file_outside_the_campaign_alone(tmp_path: Path) -> None:
    folder = folder_of("demo")
    done = run("report", folder, "--for", "mj", "--history", "--output", folder / "public" / "mj.html")
    assert (done.code, (folder / "public" / "mj.html").exists()) == (2, False)
    good("report", folder, "--for", "mj", "--history", "--turn", "3", "--output", tmp_path / "mj.html")
    page = (tmp_path / "mj.html").read_text(encoding="utf-8")
    assert 'id="tour-3-0"' in page
    assert 'id="tour-4"' not in page
    assert (tmp_path / "mj.html").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("form", ["text", "bbcode", "markdown", "svg", "png"])
def test_a_whole_game_is_no_post_and_no_picture(form: str) -> None:
    done = run("report", folder_of("demo"), "--history", "--format", form)
    assert done.code == 2
    assert "html" in done.err
