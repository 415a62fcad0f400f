"""``adjudicator verify``: what is as it was told is found so, and whatever is changed is found and named."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from resistance.campaigns import on_mission
from support.campaigns import played, undo
from support.clocked import at, fresh_clock
from support.commands import TINY, TURNS, TWO, campaign, drop, good, orders, plain, run, send, stage_folder, tree
from support.depth import deep, few, sample
from support.museum import unpacked

from adjudicator.store.layout import data_folder
from adjudicator.store.published import MANIFEST, json_bytes, manifest, sealed

WHY = ("--reason", "Max mal recopié", "--public", "Un ordre avait été mal recopié.")
TIMED = "échéance: {jours: 2, relances: [24]}\nabsents: permanents\n"


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    yield from fresh_clock()


@pytest.mark.parametrize("example", sample(sorted(path.name for path in data_folder("campaigns").iterdir()), 9))
def test_every_example_is_played_again_to_the_same_results(example: str) -> None:
    told = plain(good("verify", played(example).campaign.folder, "--language", "fr").out)
    assert "rejouées depuis le début : les mêmes résultats." in told


_room = TemporaryDirectory(prefix="adjudicator-verify-")


@cache
def _lived() -> Path:
    """A campaign in which there is a file of every kind: refused orders, acts, stages taken back, reminders."""
    folder = campaign(Path(_room.name) / "p", "turn-1", TINY + TIMED)
    at("2026-11-20 10:00")
    run("submit", folder, "-", stdin=orders("Anna", 1, "{voler: haut}"))
    send(folder, orders("Anna", 1, "{déplacement: droite}") + "note: jusqu’à jeudi\n")
    send(folder, orders("Paul", 2, "{déplacement: gauche}"))
    at("2026-11-21 23:00")
    run("run", folder)
    good("hold", folder, "--reason", "pause")
    good("release", folder, "--reason", "suite")
    good("resolve", folder, "--force")
    drop(folder, "anna.yaml", orders("Anna", 2, "rien"))
    good("submit", folder)
    good("undo", folder, *WHY)
    good("resolve", folder, "--force")
    good("resolve", folder, "--force")
    return folder


@pytest.fixture
def lived(tmp_path: Path) -> Path:
    return Path(shutil.copytree(_lived(), tmp_path / "p"))


def differs(folder: Path) -> str:
    """What ``verify`` says of a campaign in which something is not as it was told."""
    done = run("verify", folder)
    assert done.code in (1, 2), done
    assert done.err.count("\n") == 1, done
    return done.err


# What somebody has made over so that it agrees with itself ---------------------------------------------------------


def refused_by_hand(folder: Path, number: str, code: str) -> None:
    """Make a file that was accepted a refused one, with a verdict that says of itself that it is whole."""
    orders_folder = stage_folder(folder, "turn-1") / "orders"
    kept = json.loads((orders_folder / f"{number}.accepted.json").read_bytes())
    fault = {"file": "-", "line": 1, "column": 1, "code": code, "found": None, "expected": [], "suggestion": None}
    verdict = {key: kept[key] for key in ("format", "source", "players", "way", "digest") if key in kept}
    verdict |= {"accepted": False, "faults": [{**fault, "message": "x"}], "table": False, "kinds": ["orders"]}
    (orders_folder / f"{number}.refused.json").write_bytes(sealed(verdict))
    (orders_folder / f"{number}.accepted.json").unlink()


@few(1)
@pytest.mark.parametrize("remark", ["", "# rien\n", "langue: en\n"])
@pytest.mark.parametrize("code", ["unknown-player", "game-over"])
def test_a_verdict_made_over_before_the_stage_was_played_is_found(tmp_path: Path, remark: str, code: str) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    send(folder, orders("Luc", 1, "{déplacement: droite}"))
    refused_by_hand(folder, "0001", code)
    good("resolve", folder, "--force")
    with (folder / "campaign.yaml").open("a", encoding="utf-8") as file:
        file.write(remark)
    assert "0001.yaml" in differs(folder)


def test_what_was_changed_in_the_campaign_since_is_no_reason_to_doubt(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO + "absents: rien\n")
    run("submit", folder, "-", stdin="joueur: Zoé\ntour: 1\npermanents: {déplacement: gauche}\n")
    good("resolve", folder, "--force")
    text = (folder / "campaign.yaml").read_text(encoding="utf-8").replace("absents: rien", "absents: permanents")
    (folder / "campaign.yaml").write_text(text + "langue: en\n", encoding="utf-8")
    assert good("verify", folder, "--json").json()["other_version"] == 0


def test_what_was_changed_in_the_campaign_before_a_stage_was_played_is_none_either(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO + "absents: rien\n")
    run("submit", folder, "-", stdin="joueur: Zoé\ntour: 1\npermanents: {déplacement: gauche}\n")
    text = (folder / "campaign.yaml").read_text(encoding="utf-8").replace("absents: rien", "absents: permanents")
    (folder / "campaign.yaml").write_text(text, encoding="utf-8")
    good("resolve", folder, "--force")
    assert good("verify", folder, "--json").json()["holds"]


def test_orders_put_into_a_stage_that_was_sealed_are_found_though_they_say_that_they_came_late(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "over", TWO)
    run("submit", folder, "-", stdin=orders("Rita", 2, "rien"))
    last = max((folder / "turns").glob("*/orders"))
    number = max(path.name[:4] for path in last.iterdir())
    into = stage_folder(folder, "turn-1") / "orders"
    for path in last.glob(f"{number}.*"):
        path.rename(into / path.name.replace(number, "0099"))
    assert "0003-turn-1/orders/0099" in differs(folder)


@pytest.mark.parametrize("name", ["public/0004-turn-2/public.txt", "public/withdrawn-0001/0003-turn-1/public.html"])
def test_a_public_page_made_over_with_its_manifest_is_found(lived: Path, name: str) -> None:
    path = lived / name
    path.write_bytes(path.read_bytes().replace(b"tour", b"jour"))
    files = {one.name: one.read_bytes() for one in path.parent.iterdir() if one.name != MANIFEST}
    (path.parent / MANIFEST).write_bytes(manifest(files))
    assert name in differs(lived)


# What is as it was told ------------------------------------------------------------------------------------------


def test_a_campaign_is_found_to_be_as_it_was_told_and_not_a_byte_is_written(lived: Path) -> None:
    before = tree(lived)
    out = good("verify", lived).out
    assert "La chaîne est entière : 5 maillons, depuis choix des rôles." in out
    head = json.loads((stage_folder(lived, "turn-2") / "chain.json").read_bytes())["head"]
    assert head in out
    assert "5 étapes rejouées depuis le début : les mêmes résultats.\nParmi elles, 1 étape retirée." in out
    assert out.endswith("Tout est tel qu’annoncé.\n")
    found = good("verify", lived, "--json").json()
    assert found["holds"] is True
    assert (found["links"], found["stages"], found["withdrawn"], found["head"]) == (5, 5, 1, head)
    assert tree(lived) == before


@pytest.mark.deep
@pytest.mark.parametrize("example", ["demo", *deep("torus", "resistance", "resistance-targeted")])
def test_examples_are_as_they_were_told(example: str) -> None:
    assert "Tout est tel qu’annoncé." in good("verify", played(example).campaign.folder, "--language", "fr").out


def test_a_game_of_the_resistance_is(tmp_path: Path) -> None:
    folder = on_mission(tmp_path / "p")
    good("undo", folder, *WHY)
    good("resolve", folder)
    assert good("verify", folder, "--json").json()["withdrawn"] == 1


@pytest.mark.deep
def test_stages_that_were_taken_back_more_than_once_are_played_again_too(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-3", TWO)
    send(folder, orders("Anna", 3, "rien"))
    good("undo", folder, *WHY)
    good("resolve", folder)
    good("undo", folder, *WHY, "--to", "placement")
    good("resolve", folder)
    send(folder, TURNS[0])
    good("resolve", folder)
    good("undo", folder, *WHY)
    found = good("verify", folder, "--json").json()
    assert (found["stages"], found["withdrawn"]) == (4 + 1 + 2, 5)


@pytest.mark.deep
def test_a_table_that_was_amended_is_played_again_as_it_was_amended_then(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    send(folder, TURNS[1])
    good("resolve", folder)
    good("undo", folder, *WHY)
    good("amend", folder, "-", *WHY, stdin="tour: 2\ntable: {pièces: {Anna: {case: (4;1), blessée: oui}}}\n")
    good("resolve", folder, "--force")
    assert good("verify", folder, "--json").json()["withdrawn"] == 1
    good("undo", folder, *WHY, "--to", "tour 1")
    good("replay", folder, "--force")
    good("verify", folder)


@pytest.mark.deep
def test_a_seat_that_somebody_else_has_taken_is_his_who_sat_there_then(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    good("replace", folder, "Anna=Nina", *WHY)
    send(folder, TURNS[1].replace("Anna", "Nina"))
    good("resolve", folder)
    good("undo", folder, *WHY, "--to", "tour 1")
    assert good("verify", folder, "--json").json()["withdrawn"] == 2


SEAT = ("--public", "p", "--reason", "r")


@pytest.mark.deep
def test_who_sent_before_he_had_a_seat_was_refused_and_is_found_to_have_been(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    run("submit", folder, "-", stdin=orders("Nina", 1, "rien"))
    good("replace", folder, "Anna=Nina", *SEAT)
    good("resolve", folder, "--force")
    assert "Tout est tel qu’annoncé." in good("verify", folder).out
    undo(folder)
    good("replay", folder, "--force")
    assert "Tout est tel qu’annoncé." in good("verify", folder).out


@pytest.mark.deep
def test_who_sent_while_another_sat_there_and_sits_there_again_was_refused(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO + "échéance: {jours: 9}\n")
    good("replace", folder, "Anna=Nina", "--until", "2026-11-22 20:00", *SEAT)
    run("submit", folder, "-", stdin=orders("Anna", 1, "rien"))
    at("2026-11-23 10:00")
    good("resolve", folder, "--force")
    assert "Tout est tel qu’annoncé." in good("verify", folder).out


def test_a_captain_who_has_gone_had_placed_his_camp_when_he_still_was_one(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "placement", TWO)
    send(folder, "camp: bleu\nplacement: {Anna: (1;1), Luc: (1;2), Max: (1;3)}\n")
    good("replace", folder, "Anna=Nina", "--captain", "Max", *SEAT)
    for camp, places in (
        ("bleu", "Nina: (1;1), Luc: (1;2), Max: (1;3)"),
        ("rouge", "Paul: (6;1), Rita: (6;2), Zoé: (6;3)"),
    ):
        send(folder, f"camp: {camp}\nplacement: {{{places}}}\n")
    good("resolve", folder)
    assert "Tout est tel qu’annoncé." in good("verify", folder).out


@pytest.mark.deep
def test_what_was_refused_stays_so_on_a_table_on_which_it_would_be_accepted(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    good("resolve", folder, "--force")
    run("submit", folder, "-", stdin=orders("Max", 2, "{tirer: oui}"))  # he had not aimed
    good("resolve", folder, "--force")
    undo(folder, "--to", "tour 1")
    send(folder, orders("Max", 1, "{viser: (3;3)}"))
    good("replay", folder, "--force")
    assert "Tout est tel qu’annoncé." in good("verify", folder).out


@pytest.mark.deep
def test_what_was_taken_back_and_is_played_again_in_a_row_is_as_it_was_told(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-3", TWO)
    send(folder, orders("Anna", 3, "rien"))
    good("undo", folder, *WHY, "--to", "placement")
    good("replay", folder)
    found = good("verify", folder, "--json").json()
    assert (found["stages"], found["withdrawn"]) == (7, 3)


def test_orders_that_come_when_the_game_is_over_change_nothing(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "over", TWO)
    run("submit", folder, "-", stdin=orders("Anna", 3, "rien"))
    assert "Tout est tel qu’annoncé." in good("verify", folder).out


def test_a_new_campaign_has_nothing_to_be_verified(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p")
    assert good("verify", folder).out == "Aucune étape n’a été jouée : il n’y a rien à vérifier.\n"


@pytest.mark.parametrize(
    "name", ["0.1/tsewnart-middle", "0.2/tsewnart-over", "0.2/resistance-over", "0.2/tsewnart-interrupted"]
)
def test_of_campaigns_of_older_versions_it_is_said_what_is_not_proved(name: str, tmp_path: Path) -> None:
    folder = unpacked(name, tmp_path / "p")
    out = good("verify", folder, "--language", "fr").out
    assert "Ces étapes ont été publiées par une version sans chaîne" in out
    if name.endswith("middle"):
        good("resolve", folder, "--force")
        out = good("verify", folder).out
        assert "1 maillon, depuis tour " in out
        assert "Les étapes d’avant ont été publiées sans chaîne" in out


# What is not -----------------------------------------------------------------------------------------------------

BY_DESIGN = (
    r"campaign\.yaml|(visit|lapsed|amended|posted)\.json|.*reminded\.json"
    r"|inbox/.*|(withdrawn/\d+/)?outbox/.*|public/index\.html|.*/forms/[^/]*"
)
"""What no chain binds: see the guide. Of those with a hash of themselves a changed byte is found all the same."""


def kind(name: str) -> str:
    """The kind of a file: its name without numbers, stages and readers."""
    return re.sub(
        r"\d{4}-(roles|placement|turn-\d)(?=/)|(?<=player-)[\w-]+|(?<=camp-)[\w-]+|withdrawn/(?!withdrawn)|\d+",
        "",
        name,
    )


def files(folder: Path) -> list[str]:
    return [name for name in tree(folder) if not name.endswith("/") and not re.fullmatch(BY_DESIGN, name)]


def of_every_kind(folder: Path) -> list[str]:
    """A file of each kind, those of a stage taken back first."""
    names = sorted(files(folder), key=lambda name: (not name.startswith("withdrawn/"), name))
    return list({kind(name): name for name in reversed(names)}.values())


def flipped(data: bytes, where: int) -> bytes:
    return data[:where] + bytes([data[where] ^ 1]) + data[where + 1 :]


def removed(data: bytes, where: int) -> bytes:
    return data[:where] + data[where + 1 :]


def inserted(data: bytes, where: int) -> bytes:
    return data[:where] + b" " + data[where:]


def swapped(data: bytes, where: int) -> bytes:
    """Two bytes beside one another that are not alike, from that place on."""
    pairs = [at for at in (*range(where, len(data) - 1), *range(len(data) - 1)) if data[at] != data[at + 1]]
    at = pairs[0]
    return data[:at] + data[at + 1 : at + 2] + data[at : at + 1] + data[at + 2 :]


CHANGES: list[Callable[[bytes, int], bytes]] = [flipped, removed, inserted, swapped]
HEADS = re.compile(r".*/reports/[^/]*")


def test_there_is_a_file_of_every_kind() -> None:
    kinds = {kind(name) for name in files(_lived())}
    for one in (
        *("acts/-hold.json", "acts/-undo.json", "began.json", "withdrawn.json", "turns//chain.json"),
        *("turns//orders/.yaml", "turns//orders/.came.json", "turns//orders/.accepted.json"),
        *("turns//orders/.refused.json", "turns//published.json", "turns//result/state.json"),
        *("turns//result/orders.json", "turns//result/MANIFEST.json", "public//public.txt", "public//MANIFEST.json"),
        *("turns//result/reports/mj.html", "turns//reports/player-.bbcode"),
    ):
        assert any(found.endswith(one) for found in kinds), (one, sorted(kinds))


@few(1)
@pytest.mark.parametrize("change", sample(CHANGES, 2))
@pytest.mark.parametrize("every", [0, *deep(1)])
def test_every_changed_byte_of_every_kind_of_file_is_found_and_its_file_named(
    lived: Path, change: Callable[[bytes, int], bytes], every: int
) -> None:
    for number, name in enumerate(of_every_kind(lived)):
        path = lived / name
        data = path.read_bytes()
        is_page = name == "bureau.html"  # what is to be posted of it is bound
        framed = is_page or (HEADS.fullmatch(name) and "/result/" not in name)  # its head and foot are bound by nothing
        places = range(0, len(data), every) if every else [(number * 7919) % max(len(data) - 1, 1)]
        begins = data.index(b"[size=") if is_page else 2
        for where in [begins] if framed else places:
            path.write_bytes(change(data, where))
            assert name in differs(lived), (name, where)
        path.write_bytes(data)
    assert "Tout est tel qu’annoncé." in good("verify", lived).out


@pytest.mark.parametrize("some", [3, *deep(1)])
def test_every_file_that_is_gone_is_named(lived: Path, some: int) -> None:
    for name in [*of_every_kind(lived), *files(lived)[::7]][::some]:
        if name == "bureau.html":
            continue  # the next command makes it again
        path = lived / name
        data = path.read_bytes()
        path.unlink()
        assert name in differs(lived), name
        path.write_bytes(data)


def test_files_of_a_kind_that_are_swapped_are_named(lived: Path) -> None:
    names, held = files(lived), tree(lived)
    for name in of_every_kind(lived):
        other = next((one for one in names if kind(one) == kind(name) and held[one] != held[name]), None)
        if other is None:
            continue
        one, two = held[name], held[other]
        (lived / name).write_bytes(two), (lived / other).write_bytes(one)
        said = differs(lived)
        assert name in said or other in said, (name, other, said)
        (lived / name).write_bytes(one), (lived / other).write_bytes(two)


@pytest.mark.parametrize(
    "name",
    [
        "turns/0003-turn-1/orders/0009.yaml",
        "turns/0003-turn-1/orders/0009.accepted.json",
        "turns/0003-turn-1/result/more.json",
        "turns/0003-turn-1/reports/more.txt",
        "withdrawn/0001/turns/0003-turn-1/orders/0009.yaml",
        "withdrawn/0001/turns/0004-turn-2/orders/0009.yaml",
        "public/0003-turn-1/more.txt",
    ],
)
def test_a_file_that_was_put_there_is_named(lived: Path, name: str) -> None:
    source = next(iter(lived.glob("turns/0003-turn-1/orders/*.accepted.json")))
    (lived / name).write_bytes(source.read_bytes() if name.endswith("accepted.json") else b"joueur: Anna\n")
    assert name in differs(lived)


def test_a_stage_thrown_away_is_named(lived: Path) -> None:
    shutil.rmtree(lived / "withdrawn")
    assert "withdrawn/0001/turns/0003-turn-1" in differs(lived)


def test_another_seed_is_named(lived: Path) -> None:
    text = (lived / "campaign.yaml").read_text(encoding="utf-8")
    (lived / "campaign.yaml").write_text(text.replace("graine: 0", "graine: 1"), encoding="utf-8")
    assert "la graine de campaign.yaml n’a pas l’empreinte publiée" in differs(lived)


def test_another_player_is_named(lived: Path) -> None:
    text = (lived / "campaign.yaml").read_text(encoding="utf-8")
    (lived / "campaign.yaml").write_text(text.replace("[Paul]", "[Pau]"), encoding="utf-8")
    assert "campaign.yaml" in differs(lived)


# An MJ who knows how files are made ------------------------------------------------------------------------------


def publish_anew(stage: Path, name: str, data: bytes) -> None:
    """Change a file of a result, and the manifest with it."""
    (stage / "result" / name).write_bytes(data)
    names = [path for path in (stage / "result").rglob("*") if path.is_file() and path.name != MANIFEST]
    digests = {path.relative_to(stage / "result").as_posix(): path.read_bytes() for path in names}
    (stage / "result" / MANIFEST).write_bytes(manifest(digests))


def unchain(folder: Path) -> None:
    """Leave a campaign without any chain, as version 0.2 would have left it, but for its reports."""
    for path in [*folder.rglob("chain.json")]:
        path.unlink()
        kept = json.loads((path.parent / "published.json").read_bytes())
        del kept["sha256"]
        kept["head"] = None
        (path.parent / "published.json").write_bytes(sealed(kept))


def changed_json(path: Path, change: Callable[[dict[str, object]], object], seal: bool = False) -> bytes:
    record = json.loads(path.read_bytes())
    record.pop("sha256", None)
    change(record)
    return sealed(record) if seal else json_bytes(record)


def test_a_changed_order_is_found_by_its_verdict_where_there_is_no_chain(lived: Path) -> None:
    unchain(lived)
    path = next(iter(stage_folder(lived, "turn-1").glob("orders/*.accepted.json")))
    data = changed_json(path, lambda kept: kept.update(orders={"Anna": {"move": "left"}}), seal=True)
    path.write_bytes(data)
    assert "jugé de nouveau, cet envoi ne donne pas le même verdict" in differs(lived)


def test_other_orders_on_the_table_are_found_where_there_is_no_chain(lived: Path) -> None:
    unchain(lived)
    stage = stage_folder(lived, "turn-1")
    data = changed_json(stage / "result" / "orders.json", lambda kept: kept.update(orders={}))
    publish_anew(stage, "orders.json", data)
    assert differs(lived) == "tour 1 : les ordres joués pour Anna ne sont pas ceux qui étaient arrivés.\n"


def test_another_state_is_found_where_there_is_no_chain_and_the_first_difference_told(lived: Path) -> None:
    unchain(lived)
    stage = stage_folder(lived, "turn-1")

    def move(kept: dict[str, object]) -> None:
        kept["pieces"]["Anna"]["cell"] = [3, 1]  # type: ignore[index]

    publish_anew(stage, "state.json", changed_json(stage / "result" / "state.json", move))
    said = differs(lived)
    assert said.startswith("tour 1 : rejouée, cette étape ne donne pas le même résultat. Première différence : ")
    assert "Anna" in said


def test_another_account_is_found_where_there_is_no_chain(lived: Path) -> None:
    unchain(lived)
    stage = stage_folder(lived, "turn-1")
    data = changed_json(stage / "result" / "outcome.json", lambda kept: kept.update(log=[]))
    publish_anew(stage, "outcome.json", data)
    assert differs(lived) == "tour 1 : rejouée, cette étape ne donne pas le même compte rendu.\n"


@pytest.mark.parametrize("changed", [{"value": {"verdict": "fails", "reason": "autre"}}, {"by": "default"}])
def test_a_ruling_that_is_not_the_one_in_the_mjs_file_is_found_where_there_is_no_chain(
    tmp_path: Path, changed: dict[str, object]
) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TINY)
    ruled = "tour: 1\nmj: {réponses: {action: {déplacement d’Anna: {décision: échec, raison: tard}}}}\n"
    send(folder, orders("Anna", 1, "{déplacement: droite}"), orders("Paul", 1, "rien"), ruled)
    good("resolve", folder)
    good("verify", folder)
    unchain(folder)
    good("verify", folder)
    stage = stage_folder(folder, "turn-1")

    def change(kept: dict[str, object]) -> None:
        kept["mj"][0].update(changed)  # type: ignore[index]

    publish_anew(stage, "orders.json", changed_json(stage / "result" / "orders.json", change))
    assert differs(folder) == "tour 1 : joué avec d’autres décisions du MJ que celles de ses fichiers.\n"


@pytest.mark.deep
def test_what_was_played_before_in_silence_is_no_difference(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TINY)
    ruled = "tour: 1\nmj: {réponses: {action: {déplacement d’Anna: {décision: échec, raison: tard}}}}\n"
    send(folder, orders("Anna", 1, "{déplacement: droite}"), orders("Paul", 1, "rien"), ruled)
    for _ in range(3):
        good("resolve", folder, "--force")
        good("verify", folder)
        undo(folder)
    send(folder, ruled.replace("{décision: échec, raison: tard}", "à toi"))
    good("resolve", folder, "--force")
    good("verify", folder)


def test_another_report_is_found_where_there_is_no_chain(lived: Path) -> None:
    unchain(lived)
    stage = stage_folder(lived, "turn-2")
    text = (stage / "result" / "reports" / "public.txt").read_bytes()
    publish_anew(stage, "reports/public.txt", text.replace(b"Initiative", b"initiative"))
    for shown in (stage / "reports" / "public.txt", lived / "public" / stage.name / "public.txt"):
        shown.write_bytes(shown.read_bytes().replace(b"Initiative", b"initiative"))
    pages = {path.name: path.read_bytes() for path in shown.parent.iterdir() if path.name != MANIFEST}
    (shown.parent / MANIFEST).write_bytes(manifest(pages))
    assert "public.txt (tour 2) : refait, ce rapport n’est pas le même" in differs(lived)


def test_a_whole_link_made_anew_breaks_the_one_after_it(lived: Path) -> None:
    from adjudicator.desk.hash_chain import head_of

    stage = stage_folder(lived, "turn-1")

    def forge(kept: dict[str, object]) -> None:
        kept["entries"].popitem()  # type: ignore[attr-defined]
        kept["head"] = head_of(kept["before"], kept["entries"])  # type: ignore[arg-type]

    (stage / "chain.json").write_bytes(changed_json(stage / "chain.json", forge, seal=True))
    assert "0003-turn-1" in differs(lived)


# Bad input -------------------------------------------------------------------------------------------------------


def test_a_folder_that_is_none_is_refused_in_a_sentence(tmp_path: Path) -> None:
    done = run("verify", tmp_path / "rien")
    assert (done.code, done.out) == (2, "")
    assert "rien" in done.err


def test_json_tells_the_difference(lived: Path) -> None:
    (lived / "began.json").unlink()
    done = run("verify", lived, "--json")
    assert (done.code, done.err) == (1, "")
    assert done.json() == {
        "holds": False,
        "difference": plain("began.json : manque ou n’est pas tel qu’il a été écrit."),
    }
