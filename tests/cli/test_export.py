"""``adjudicator export``, and the file verified by anybody: nothing secret in it, and whatever is changed is found."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from support.campaigns import played
from support.clocked import fresh_clock
from support.commands import (
    CHOICES,
    SEED,
    SEED_HASH,
    TINY,
    TWO,
    campaign,
    drop,
    good,
    killed_everywhere,
    orders,
    plain,
    play,
    run,
    send,
    table,
    tree,
)
from support.depth import deep, few

from adjudicator.desk.hash_chain import head_of, leaf_of, salt_of
from adjudicator.desk.session import session
from adjudicator.orders.inbox import DroppedFile
from adjudicator.store.published import sealed

WHY = ("--reason", "une raison secrète", "--public", "Un ordre était faux.")
NOTE = "ne le dis à personne"
ANNA = orders("Anna", 1, "{déplacement: droite}") + f"note: {NOTE}\n"
MAIL = "anna@exemple.fr"


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    yield from fresh_clock()


_room = TemporaryDirectory(prefix="adjudicator-export-")


@cache
def over() -> tuple[Path, dict[str, str]]:
    """A game that is over, in which all has happened; and the codes of some receipts."""
    folder = campaign(Path(_room.name) / "p", "turn-1", TINY)
    text = TINY.replace("[Anna]", f"[{{nom: Anna, courriel: {MAIL}}}]")
    (folder / "campaign.yaml").write_text(text, encoding="utf-8")
    codes = {}
    for name, text in (("anna", ANNA), ("refused", orders("Anna", 1, "{voler: haut}")), ("paul", "")):
        given = text or orders("Paul", 1, "rien")
        [row] = run("submit", folder, "-", "--json", stdin=given).json()
        codes[name] = row.get("code", "")
    good("resolve", folder)
    [row] = run("submit", folder, "-", "--json", stdin=orders("Paul", 2, "rien")).json()
    codes["lost"] = row["code"]
    good("undo", folder, *WHY)
    good("amend", folder, "-", *WHY, stdin="tour: 1\ntable: {pièces: {Paul: {case: (3;1)}}}\n")
    good("resolve", folder, "--force")
    good("replace", folder, "Paul=Nina", *WHY)
    send(folder, table(2, Anna="{arrêter: oui}", Nina="{arrêter: oui}"))
    good("resolve", folder)
    assert good("status", folder, "--json").json()["phase"] == "over"
    return folder, codes


@pytest.fixture
def exported(tmp_path: Path) -> Path:
    path = tmp_path / "partie.json"
    before = tree(over()[0])
    assert "N’importe qui peut le vérifier" in good("export", over()[0], path).out
    assert tree(over()[0]) == before
    return path


def said(path: Path, *more: object) -> str:
    """What ``verify`` says of an export that is not as it was told."""
    done = run("verify", path, *more)
    assert done.code in (1, 2), done
    assert done.err.count("\n") == 1, done
    return done.err


# What it holds ---------------------------------------------------------------------------------------------------


def test_anybody_verifies_it_without_the_campaign(exported: Path) -> None:
    out = good("verify", exported).out
    assert out.startswith("La graine a bien l’empreinte publiée.\n5 étapes rejouées depuis le début")
    assert out.endswith("Tout est tel qu’annoncé.\n")
    head = good("verify", over()[0], "--json").json()["head"]
    found = good("verify", exported, "--json").json()
    heads = found.pop("heads")
    assert found == {"holds": True, "difference": None, "links": 5, "stages": 5, "head": head}
    assert [told["stage"] for told in heads] == ["choix des rôles", "placement", "tour 1", "tour 1", "tour 2"]
    assert [told["withdrawn"] for told in heads] == [False, False, True, False, False]


def test_each_seal_that_a_player_read_is_there_to_be_compared(exported: Path) -> None:
    """Those of stages taken back too: a player has kept the letters."""
    told = [path.read_text(encoding="utf-8") for path in over()[0].rglob("outbox/**/*") if path.is_file()]
    read = {seal for letter in told for seal in re.findall(r"Sceau du journal.*?\s([0-9a-f]{64})", letter, re.S)}
    shown = good("verify", exported).out
    assert len(read) == 5
    assert all(f" : {seal}\n" in shown for seal in read)
    assert SEED_HASH in shown


@pytest.mark.parametrize("example", ["resistance", *deep("demo", "torus", "resistance-targeted")])
def test_examples_are_verified(example: str, tmp_path: Path) -> None:
    good("export", played(example).campaign.folder, tmp_path / "e")
    assert "Tout est tel qu’annoncé." in good("verify", tmp_path / "e", "--language", "fr").out


def test_it_has_no_addresses_no_keys_no_notes_and_no_reasons_of_the_mj(exported: Path) -> None:
    text = exported.read_text(encoding="utf-8")
    for secret in (MAIL, NOTE, "raison secrète"):
        assert secret not in text
    told = [path.read_text(encoding="utf-8") for path in over()[0].rglob("result/reports/player-*.txt")]
    keys = {key for report in told for key in re.findall(r"\b[A-Z2-9]{4}-[A-Z2-9]{4}\b", report)}
    assert keys
    assert not [key for key in keys if key in text]
    assert not [code for code in over()[1].values() if code and code in text]


def test_everybodys_reports_are_in_it_and_the_mjs_are_not(exported: Path) -> None:
    for stage in json.loads(exported.read_bytes())["stages"]:
        assert {"public.txt", "player-01-anna.txt", "camp-01-bleu.txt"} <= stage["reports"].keys()
        assert "mj.txt" not in stage["reports"]


# One's own file --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text", "became"),
    [
        ("anna", ANNA, "(tour 1, envoi 1), et ses ordres sont ceux qui ont été joués"),
        (
            "lost",
            orders("Paul", 2, "rien"),
            "(tour 2, envoi 1) et accepté ; ce ne sont pas ses ordres qui ont été joués : un autre envoi l’a remplacé",
        ),
    ],
)
def test_a_player_sees_that_his_bytes_were_received(
    name: str, text: str, became: str, exported: Path, tmp_path: Path
) -> None:
    own = tmp_path / "own.yaml"
    own.write_text(text, encoding="utf-8")
    code = over()[1][name]
    out = good("verify", exported, "--file", own, "--code", code.lower()).out
    assert became in out
    assert ("Joué pour Anna, à comparer au reçu : tu te déplaces vers la droite." in out) == (name == "anna")
    own.write_text(text + "\n", encoding="utf-8")
    assert "Aucun envoi de cette partie" in said(exported, "--file", own, "--code", code)


@pytest.mark.deep
def test_what_came_for_a_stage_that_was_never_awaited_again_was_not_played(tmp_path: Path) -> None:
    folder, own = campaign(tmp_path / "p", "turn-1", TINY), tmp_path / "own.yaml"
    good("resolve", folder, "--force")
    own.write_text(orders("Paul", 2, "rien"), encoding="utf-8")
    [row] = run("submit", folder, own, "--json").json()
    good("undo", folder, *WHY)
    send(folder, table(1, Anna="{arrêter: oui}", Paul="{arrêter: oui}"))
    good("resolve", folder)
    good("export", folder, tmp_path / "e.json")
    out = good("verify", tmp_path / "e.json", "--file", own, "--code", row["code"]).out
    assert "(tour 2, envoi 1) et accepté ; ses ordres n’ont pas été joués, et l’étape" in out


def test_another_code_shows_nothing(exported: Path, tmp_path: Path) -> None:
    own = tmp_path / "own.yaml"
    own.write_text(ANNA, encoding="utf-8")
    assert "Aucun envoi de cette partie" in said(exported, "--file", own, "--code", "AAAA-BBBB-CCCC")


@pytest.mark.parametrize("given", [("--file", "x"), ("--code", "x")])
def test_file_and_code_go_together(given: tuple[str, str], exported: Path) -> None:
    done = run("verify", exported, *given)
    assert done.code == 2
    assert "--file et --code vont ensemble" in done.err
    assert run("verify", over()[0], "--file", "x", "--code", "y").code == 2


# What is changed -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("every", [40, *deep(1000)])
def test_every_changed_byte_and_every_cut_is_found(every: int, exported: Path) -> None:
    data = exported.read_bytes()
    for part in range(every):
        where = part * len(data) // every
        for bad in (
            data[:where],
            data[:where] + bytes([data[where] ^ 1]) + data[where + 1 :],
            data[:where] + data[where + 1 :],
        ):
            exported.write_bytes(bad)
            assert "partie.json" in said(exported)


def rewritten(path: Path, change: Callable[[Any], object]) -> None:
    """Change an export as somebody does who knows how it is made."""
    export = json.loads(path.read_bytes())
    export.pop("sha256", None)
    change(export)
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(10_000)  # for what is nested as deep as can be read
    path.write_bytes(sealed(export))
    sys.setrecursionlimit(limit)


def other_orders(export: Any) -> None:
    export["stages"][3]["orders"]["Anna"] = {"move": "left"}


def another_digest(export: Any) -> None:
    export["stages"][3]["manifest"]["state.json"] = "0" * 64


def another_leaf(export: Any) -> None:
    entries = export["stages"][3]["link"]["entries"]
    entries[next(iter(entries))] = "0" * 64


def another_report(export: Any) -> None:
    reports = export["stages"][2]["reports"]
    reports["public.txt"] = reports["public.txt"].replace("tour", "jour")


def a_stage_left_out(export: Any) -> None:
    del export["stages"][2]


def a_stage_missing_at_the_end(export: Any) -> None:
    export["stages"].pop()


def two_stages_swapped(export: Any) -> None:
    export["stages"][2:4] = export["stages"][3], export["stages"][2]


def another_seed(export: Any) -> None:
    export["seed"] = "1" + export["seed"][1:]


def another_start(export: Any) -> None:
    export["stages"][3]["before"]["pieces"]["Paul"]["cell"] = [4, 1]


def no_orders(export: Any) -> None:
    del export["stages"][3]["orders"]


def another_amendment(export: Any) -> None:
    export["acts"][1]["table"]["pieces"]["Paul"]["at"] = [2, 1]


def an_act_left_out(export: Any) -> None:
    del export["acts"][0]


def acts_in_another_order(export: Any) -> None:
    export["acts"].reverse()


def a_report_left_out(export: Any) -> None:
    del export["stages"][3]["reports"]["player-01-anna.txt"]


def no_stage_taken_back(export: Any) -> None:
    export["stages"][2]["withdrawn"] = False


def other_orders_received(export: Any) -> None:
    export["stages"][3]["received"][0]["orders"]["Anna"] = {"move": "left"}


def other_orders_received_in_a_table(export: Any) -> None:
    export["stages"][4]["received"][1]["orders"]["Paul"] = {}


def orders_received_that_were_not_played(export: Any) -> None:
    """They came to nothing: that they are left out changes no outcome."""
    del export["stages"][3]["orders"]["Paul"]


def a_refusal_for_a_good_file(export: Any) -> None:
    export["stages"][3]["received"][0]["accepted"] = False


def a_refused_file_accepted(export: Any) -> None:
    export["stages"][3]["received"][1]["accepted"] = True


def a_file_left_out(export: Any) -> None:
    export["stages"][3]["received"].pop()


def a_file_added(export: Any) -> None:
    export["stages"][3]["received"].append({"number": "0004", "accepted": True, "players": ["Anna"], "orders": {}})


def a_file_twice(export: Any) -> None:
    rows = export["stages"][3]["received"]
    rows.insert(0, {**rows[0], "orders": {"Anna": {"move": "left"}}})


def a_refused_file_added(export: Any) -> None:
    export["stages"][3]["received"].append({"number": "0009", "accepted": False})


def another_option(export: Any) -> None:
    export["campaign"]["options"] = {"ghosts": "hidden"}


def another_zone(export: Any) -> None:
    export["campaign"]["camps"]["rouge"]["zone"] = {"columns": [3, 3]}


def another_captain_and_board(export: Any) -> None:
    export["campaign"]["camps"]["bleu"]["captain"] = "Anna"
    export["campaign"]["board"]["size"] = [4, 2]


def camps_in_another_order(export: Any) -> None:
    export["campaign"]["camps"] = dict(reversed(export["campaign"]["camps"].items()))


def another_campaign_pinned(export: Any) -> None:
    row = export["stages"][3]
    row["pinned"] = row["pinned"].replace('"closed"', '"torus"')


def words_for_chance(export: Any) -> None:
    export["stages"][0]["luck"] = {"Anna": "melon"}


def no_link(export: Any) -> None:
    export["stages"][4]["link"] = None


@few(10)
@pytest.mark.parametrize(
    ("change", "what"),
    [
        (other_orders, "tour 1 : rejouée, cette étape ne donne pas ce qui a été publié."),
        (another_digest, "tour 1 : le sceau n’est pas celui"),
        (another_leaf, "tour 1 : le sceau n’est pas celui"),
        (another_report, "tour 1 : public.txt n’est pas le rapport publié."),
        (a_stage_left_out, "tour 1 : la chaîne est rompue"),
        (two_stages_swapped, "tour 1 : la chaîne est rompue"),
        (another_seed, "La graine de cet export n’a pas l’empreinte publiée."),
        (another_start, "tour 1 : la table n’est pas celle que font les amendements montrés."),
        (no_orders, "ne dit pas ce qu’il faut"),
        (no_link, "tour 2 : la chaîne est rompue"),
        (another_amendment, "tour 1 : la table n’est pas celle que font les amendements montrés."),
        (an_act_left_out, "Les actes du MJ que montre cet export ne sont pas ceux que lient ses sceaux."),
        (acts_in_another_order, "Les actes du MJ que montre cet export ne sont pas ceux que lient ses sceaux."),
        (a_report_left_out, "tour 1 : il manque le rapport player-01-anna.txt."),
        (no_stage_taken_back, "tour 1 : cette étape a été retirée et l’export dit que non"),
        (
            other_orders_received,
            "tour 1 : ce que l’export montre du dernier envoi de Anna n’est pas ce qui a été joué.",
        ),
        (other_orders_received_in_a_table, "tour 2 : ce que l’export montre du dernier envoi de Nina"),
        (orders_received_that_were_not_played, "tour 1 : ce que l’export montre du dernier envoi de Paul"),
        (a_refusal_for_a_good_file, "tour 1 : les envois montrés"),
        (a_refused_file_accepted, "tour 1 : les envois montrés"),
        (a_file_left_out, "tour 1 : les envois montrés"),
        (a_file_added, "tour 1 : les envois montrés"),
        (a_file_twice, "tour 1 : les envois montrés"),
        (a_refused_file_added, "tour 1 : les envois montrés"),
        (another_option, "tour 2 : la partie (plateau, camps, zones, capitaines, joueurs, options) n’est pas celle"),
        (another_zone, "tour 2 : la partie (plateau"),
        (another_captain_and_board, "tour 2 : la partie (plateau"),
        (camps_in_another_order, "tour 2 : la partie (plateau"),
        (another_campaign_pinned, "tour 1 : la partie (plateau"),
        (words_for_chance, "choix des rôles : les mots pour le hasard"),
        (a_stage_missing_at_the_end, "s’arrête avant la fin de la partie"),
    ],
)
def test_who_knows_how_it_is_made_is_found_too(change: Callable[[Any], object], what: str, exported: Path) -> None:
    rewritten(exported, change)
    assert what in said(exported)


def sealed_anew(export: Any) -> None:
    """Make each manifest and link again, as an MJ does whose program tells his players something else than it plays."""
    head = ""
    for row in export["stages"]:
        for name, text in row["reports"].items():
            row["manifest"][f"reports/{name}"] = sha256(text.encode()).hexdigest()
        data = (json.dumps({"format": 1, "files": row["manifest"]}, indent=2, sort_keys=True) + "\n").encode()
        name = f"turns/{row['stage']}/result/MANIFEST.json"
        link = row["link"]
        link["before"], link["entries"][name] = head, leaf_of(salt_of(SEED, head, name), sha256(data).hexdigest())
        head = link["head"] = head_of(head, link["entries"])


def test_a_seed_that_is_not_the_one_whose_hash_was_told_is_found(exported: Path) -> None:
    def tell_another(export: Any) -> None:
        for row in export["stages"]:
            row["reports"]["public.txt"] = row["reports"]["public.txt"].replace(SEED_HASH, "0" * 64)
        sealed_anew(export)

    rewritten(exported, sealed_anew)
    before = good("verify", exported).out
    assert "Tout est tel" in before
    rewritten(exported, tell_another)
    assert "choix des rôles : le rapport public n’annonce pas cette empreinte de la graine." in said(exported)


def test_without_a_chain_it_does_not_say_that_one_holds(exported: Path) -> None:
    def unchain(export: Any) -> None:
        for row in export["stages"]:
            row["link"] = None

    rewritten(exported, unchain)
    out = good("verify", exported).out
    assert "version sans chaîne : rien ne prouve" in out
    assert "sceau" not in out


def test_a_stage_cannot_be_built_on_one_that_was_taken_back(exported: Path) -> None:
    """The first stages are shown once more at the end: what follows them was taken back with them."""

    def again(export: Any) -> None:
        rows = export["stages"]
        export["stages"] = [*rows[:4], rows[0], rows[4]]
        for row in export["stages"]:
            row["link"], row["withdrawn"] = None, False

    rewritten(exported, again)
    assert "tour 2 : la chaîne est rompue" in said(exported)


def test_what_came_when_the_game_was_over_is_not_in_it(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "over", TINY)
    run("submit", folder, "-", stdin=orders("Anna", 3, "rien"))
    good("export", folder, tmp_path / "e.json")
    assert all(
        row["number"] != "0002" for row in json.loads((tmp_path / "e.json").read_bytes())["stages"][-1]["received"]
    )
    good("verify", tmp_path / "e.json")


@pytest.mark.deep
def test_stages_taken_back_that_were_of_another_campaign_are_verified(tmp_path: Path) -> None:
    """While nothing is played ``campaign.yaml`` may change: what was taken back was played by what it said then."""
    folder = campaign(tmp_path / "p", "turn-1", TINY)
    good("undo", folder, *WHY, "--yes")
    good("undo", folder, *WHY, "--yes")
    path = folder / "campaign.yaml"
    text = path.read_text(encoding="utf-8").replace("4x1", "5x1").replace("colonnes: 4", "colonnes: 5")
    path.write_text(text, encoding="utf-8")
    play(folder, *CHOICES[TINY])
    play(folder, "camp: bleu\nplacement: {Anna: (1;1)}\n", "camp: rouge\nplacement: {Paul: (5;1)}\n")
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join([*lines[2:], *lines[:2]]), encoding="utf-8")  # the order of keys is the MJ's
    play(folder, orders("Anna", 1, "{arrêter: oui}"), orders("Paul", 1, "{arrêter: oui}"))
    good("export", folder, tmp_path / "e.json")
    assert "5 étapes rejouées" in good("verify", tmp_path / "e.json").out
    rewritten(tmp_path / "e.json", lambda export: export["campaign"]["board"].update(size=[4, 1]))
    assert run("verify", tmp_path / "e.json").code == 1


def _values(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the paths of all values in a document."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inner:
        yield (*path, key)
        yield from _values(part, (*path, key))


ODD: tuple[Any, ...] = (None, True, 7, -1, 1.5, "", "x", [], [None], {}, {"x": None}, 10**400)


@pytest.mark.parametrize("every", [97, *deep(1)])
def test_whatever_stands_in_the_place_of_a_value_is_told_in_a_sentence(every: int, exported: Path) -> None:
    original = exported.read_bytes()
    paths = list(_values(json.loads(original)))
    assert len(paths) > 500
    for index, path in enumerate(paths[::every]):
        exported.write_bytes(original)
        rewritten(exported, lambda export, path=path, index=index: _spoil(export, path, index))
        done = run("verify", exported, "--file", exported, "--code", "AAAA")
        assert done.code in (1, 2), (path, done)
        assert done.err.count("\n") == 1, (path, done)


def _spoil(export: Any, path: tuple[Any, ...], index: int) -> None:
    """Take a value away, or put an odd one in its place."""
    *before, last = path
    for key in before:
        export = export[key]
    if index % 3:
        export[last] = ODD[index % len(ODD)]
    else:
        del export[last]


def a_stage_of_no_game(export: Any) -> None:
    export["stages"][0]["stage"] = "0001-zzz"


def a_stage_of_another_game(export: Any) -> None:
    export["stages"][0]["stage"] = "0001-vote-1"


def a_stage_of_no_number(export: Any) -> None:
    export["stages"][0]["stage"] = f"0001-turn-{'9' * 5000}"


def something_deep(export: Any) -> None:
    nested: list[Any] = []
    for _ in range(980):
        nested = [nested]
    export["nested"] = nested


def something_deep_in_the_orders(export: Any) -> None:
    export["stages"][3]["orders"]["Anna"] = json.loads('{"a": ' * 900 + "1" + "}" * 900)


def a_great_zone(export: Any) -> None:
    export["campaign"]["camps"]["bleu"]["zone"] = {"columns": [1, 1_000_000_000]}


def a_zone_of_some_size(export: Any) -> None:
    export["campaign"]["camps"]["bleu"]["zone"] = {"columns": [1, 900_000], "rows": [1, 900_000]}


def a_zone_from_below(export: Any) -> None:
    export["campaign"]["camps"]["bleu"]["zone"] = {"columns": [-900_000, 1], "rows": [-900_000, 1]}


def a_great_board(export: Any) -> None:
    export["campaign"]["board"]["size"] = [900_000, 900_000]


def a_great_turn(export: Any) -> None:
    export["acts"][1]["turn"] = 10**300


def a_great_board_pinned(export: Any) -> None:
    row = export["stages"][0]
    row["pinned"] = row["pinned"].replace('"size": [\n   4', f'"size": [\n   {10**9}')
    row["manifest"]["pinned.json"] = sha256(row["pinned"].encode()).hexdigest()
    sealed_anew(export)


def something_deep_pinned(export: Any) -> None:
    row = export["stages"][0]
    row["pinned"] = '{"a": ' * 100_000
    row["manifest"]["pinned.json"] = sha256(row["pinned"].encode()).hexdigest()
    sealed_anew(export)


def signs_for_a_terminal(export: Any) -> None:
    export["version"] = "\x1b[2J"


def a_name_for_a_terminal(export: Any) -> None:
    export["acts"][2]["seats"][0]["name"] = "\x1b[2J"


OUT_OF_BOUNDS: list[Callable[[Any], object]] = [
    *(a_stage_of_no_game, a_stage_of_another_game, a_stage_of_no_number, something_deep, something_deep_in_the_orders),
    *(a_great_zone, a_zone_of_some_size, a_zone_from_below, a_great_board, a_great_turn),
    *(a_great_board_pinned, something_deep_pinned, signs_for_a_terminal, a_name_for_a_terminal),
]
IN_A_SHUT_ONE: list[Callable[[Any], object]] = [
    a_stage_of_no_game,
    a_stage_of_another_game,
    a_stage_of_no_number,
    something_deep,
    signs_for_a_terminal,
]
"""Those that an export of a game that goes on can have."""


@few(5)
@pytest.mark.parametrize("change", OUT_OF_BOUNDS)
def test_what_is_out_of_all_bounds_is_told_in_a_sentence(change: Callable[[Any], object], exported: Path) -> None:
    rewritten(exported, change)
    assert "\x1b" not in said(exported)


@pytest.mark.parametrize("change", IN_A_SHUT_ONE)
def test_what_is_out_of_all_bounds_is_told_of_a_game_that_goes_on_too(
    change: Callable[[Any], object], exported: Path, tmp_path: Path
) -> None:
    good("export", campaign(tmp_path / "p", "turn-2", TINY), exported, "--yes")
    rewritten(exported, change)
    assert "\x1b" not in said(exported)


@pytest.mark.parametrize("number", ["abc", "9" * 5000, "0001-zzz"])
def test_an_odd_name_of_a_file_is_no_file(number: str, exported: Path, tmp_path: Path) -> None:
    own = tmp_path / "own.yaml"
    own.write_text(ANNA, encoding="utf-8")
    leaf = leaf_of("AAAA-BBBB-CCCC", sha256(ANNA.encode()).hexdigest())

    def name_it(export: Any) -> None:
        for stage in ("0003-turn-1", "0003-zzz"):
            export["stages"][4]["link"]["entries"][f"turns/{stage}/orders/{number}.yaml"] = leaf
        sealed_anew(export)

    rewritten(exported, name_it)
    said(exported, "--file", own, "--code", "AAAA-BBBB-CCCC")


def as_format_1(export: Any) -> None:
    export["format"] = 1
    for row in export["stages"]:
        del row["pinned"]


def test_one_that_did_not_tell_what_is_pinned_is_held_to_the_same(exported: Path) -> None:
    rewritten(exported, as_format_1)
    good("verify", exported)
    rewritten(exported, another_zone)
    assert "choix des rôles : la partie (plateau" in said(exported)


@pytest.mark.parametrize("odd", [None, [], 7, "x", {"camps": None}])
def test_one_of_format_1_of_whatever_shape_is_told_in_a_sentence(odd: Any, exported: Path) -> None:
    rewritten(exported, as_format_1)
    for key in ("campaign", "stages", "edition", "format", "seed_hash"):
        other = exported.with_name("other.json")
        other.write_bytes(exported.read_bytes())
        rewritten(other, lambda export, key=key: export.update({key: odd}))
        said(other)


def test_one_of_another_version_is_refused_in_a_sentence(exported: Path) -> None:
    rewritten(exported, lambda export: export.update(format=99))
    assert "version" in said(exported)


_HALF = {"seed_hash": "\ud800", "stages": []}
HALF = json.dumps({**_HALF, "sha256": sha256(json.dumps(_HALF, sort_keys=True).encode()).hexdigest()}).encode()


@pytest.mark.parametrize("data", [b"", b"{}", b"[1]", b"joueur: Anna\n", b"\xff\xfe", b"null", HALF])
def test_what_is_no_export_is_refused_in_a_sentence(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(data)
    assert "x.json" in said(path)


# While the game goes on ------------------------------------------------------------------------------------------


@few(1)
@pytest.mark.parametrize("kept", [False, True])
def test_while_the_end_is_secret_it_holds_what_is_public_alone(kept: bool, tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "over" if kept else "turn-2", TWO + ("fin: gardée\n" if kept else ""))
    path = tmp_path / "e.json"
    assert "il n’y a que ce qui est public" in good("export", folder, path).out
    text = path.read_text(encoding="utf-8")
    assert SEED not in text or kept
    export = json.loads(text)
    assert export["seed"] is None
    assert all(stage["reports"].keys() == {"public.txt"} and "orders" not in stage for stage in export["stages"])
    assert all(stage["link"]["entries"] == {} for stage in export["stages"])
    assert "leurs rapports publics et leurs sceaux" in good("verify", path).out
    told = path.read_bytes()
    rewritten(path, lambda export: export["stages"][1]["link"].update(head="0" * 64))
    assert "placement : le rapport public ne porte pas ce sceau" in said(path)
    path.write_bytes(told)
    rewritten(path, lambda export: export["stages"].pop(0))
    assert "placement : la chaîne est rompue" in said(path)


def no_reports(export: Any) -> None:
    export["stages"][2]["reports"] = {}


def an_empty_head(export: Any) -> None:
    export["stages"][2]["link"]["head"] = ""


def a_head_that_is_a_word(export: Any) -> None:
    export["stages"][2]["link"]["head"] = "tour"


def no_stages(export: Any) -> None:
    export["stages"] = []


def a_link_left_out(export: Any) -> None:
    export["stages"][2]["link"] = None


def another_report_alone(export: Any) -> None:
    export["stages"][2]["reports"] = {"x.txt": export["stages"][2]["reports"]["public.txt"]}


@pytest.mark.parametrize(
    "change", [no_reports, an_empty_head, a_head_that_is_a_word, no_stages, a_link_left_out, another_report_alone]
)
def test_what_says_nothing_in_the_middle_of_a_game_is_refused(change: Callable[[Any], object], tmp_path: Path) -> None:
    path = tmp_path / "e.json"
    good("export", campaign(tmp_path / "p", "turn-2", TINY), path)
    rewritten(path, change)
    said(path)


def test_of_stages_without_seals_it_says_that_nothing_is_proved(tmp_path: Path) -> None:
    path = tmp_path / "e.json"
    good("export", campaign(tmp_path / "p", "turn-2", TINY), path)
    rewritten(path, lambda export: [row.update(link=None) for row in export["stages"]])
    out = good("verify", path).out
    assert "3 étapes et leurs rapports publics, d’une version sans sceaux." in out
    assert "rien n’est encore prouvé" in out


def test_a_receipt_cannot_be_shown_yet(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    drop(folder, "anna.yaml", ANNA)
    [row] = good("submit", folder, "--json").json()
    good("export", folder, tmp_path / "e.json")
    (tmp_path / "own").write_text(ANNA, encoding="utf-8")
    assert "ne se vérifie pas encore" in said(tmp_path / "e.json", "--file", tmp_path / "own", "--code", row["code"])


# Where it is written ---------------------------------------------------------------------------------------------


def test_it_replaces_nothing_unless_it_is_told_to(exported: Path) -> None:
    cut = exported.read_bytes()[:-1] + b" \n"
    exported.write_bytes(cut)
    done = run("export", over()[0], exported)
    assert (done.code, exported.read_bytes()) == (2, cut)
    assert "existe déjà" in done.err
    good("export", over()[0], exported, "--yes")
    good("verify", exported)


def test_it_can_be_printed(exported: Path, tmp_path: Path) -> None:
    printed = good("export", over()[0], "-").out
    assert plain(exported.read_text(encoding="utf-8")) == printed


def test_of_a_new_campaign_there_is_nothing(tmp_path: Path) -> None:
    done = run("export", campaign(tmp_path / "p"), tmp_path / "e.json")
    assert done.code == 2
    assert not (tmp_path / "e.json").exists()


def test_orders_that_were_sent_ahead_were_played_in_their_turn(tmp_path: Path) -> None:
    folder, own = campaign(tmp_path / "p", "turn-2", TWO), tmp_path / "own.yaml"
    own.write_text(orders("Anna", 3, "{arrêter: oui}"), encoding="utf-8")
    code = good("submit", folder, own, "--json").json()[0]["code"]
    good("resolve", folder, "--force")
    stop = "{arrêter: oui}"
    good("submit", folder, "-", stdin=table(3, Luc=stop, Max=stop, Paul=stop, Rita=stop, Zoé=stop))
    good("resolve", folder)
    good("export", folder, tmp_path / "e.json")
    said = plain(good("verify", tmp_path / "e.json", "--file", own, "--code", code.lower().replace("-", " ")).out)
    assert "et ses ordres sont ceux qui ont été joués" in said


def test_orders_played_in_a_stage_that_was_taken_back_are_told_so(tmp_path: Path) -> None:
    folder, own = campaign(tmp_path / "p", "turn-2", TWO), tmp_path / "own.yaml"
    own.write_text(orders("Anna", 2, "{déplacement: droite}"), encoding="utf-8")
    code = good("submit", folder, own, "--json").json()[0]["code"]
    good("resolve", folder, "--force")
    good("undo", folder, "--public", "x", "--reason", "x")
    stop = "{arrêter: oui}"
    good("submit", folder, "-", stdin=table(2, Anna=stop, Luc=stop, Max=stop, Paul=stop, Rita=stop, Zoé=stop))
    good("resolve", folder)
    good("export", folder, tmp_path / "e.json")
    said = plain(good("verify", tmp_path / "e.json", "--file", own, "--code", code).out)
    assert "joués dans une étape qui a été retirée depuis" in said


def test_a_file_without_orders_to_play_is_told_so(tmp_path: Path) -> None:
    folder, own = campaign(tmp_path / "p", "turn-2", TINY), tmp_path / "own.yaml"
    own.write_text("joueur: Anna\ntour: 2\npermanents: {déplacement: droite}\n", encoding="utf-8")
    code = good("submit", folder, own, "--json").json()[0]["code"]
    good("submit", folder, "-", stdin=table(2, Anna="{arrêter: oui}", Paul="{arrêter: oui}"))
    good("resolve", folder)
    good("export", folder, tmp_path / "e.json")
    said = plain(good("verify", tmp_path / "e.json", "--file", own, "--code", code).out)
    assert "(tour 2, envoi 1) et accepté ; il n’avait pas d’ordres à jouer." in said


def test_what_was_played_in_the_place_of_other_orders_is_told(tmp_path: Path) -> None:
    """An MJ who plays other orders than those that came cannot say that they were these."""
    folder, own = campaign(tmp_path / "p", "turn-1", TINY), tmp_path / "own.yaml"
    own.write_text(orders("Anna", 1, "{déplacement: gauche}"), encoding="utf-8")
    code = good("submit", folder, own, "--json").json()[0]["code"]
    good("submit", folder, "-", stdin=orders("Anna", 1, "{arrêter: oui}"))
    good("submit", folder, "-", stdin=orders("Paul", 1, "{arrêter: oui}"))
    good("resolve", folder)
    good("export", folder, tmp_path / "e.json")

    def mine(export: Any) -> None:
        export["stages"][2]["received"][0]["orders"] = {"Anna": {"stop": True}}

    rewritten(tmp_path / "e.json", mine)
    said = plain(good("verify", tmp_path / "e.json", "--file", own, "--code", code).out)
    assert "Joué pour Anna, à comparer au reçu : tu ne fais rien ; tu votes pour arrêter la partie." in said


def _ended(folder: Path, path: Path, *texts: str) -> Path:
    """Play a turn with these texts, which ends the game, and export it."""
    for text in texts:
        good("submit", folder, "-", stdin=text)
    good("resolve", folder, "--force")
    good("export", folder, path, "--yes")
    return path


def _sent(folder: Path, own: Path, text: str) -> str:
    own.write_text(text, encoding="utf-8")
    code: str = good("submit", folder, own, "--json").json()[0]["code"]
    return code


def orders_never_read(export: Any) -> None:
    """An MJ whose program plays what it likes says that this is what it read."""
    rows = export["stages"][2]
    rows["received"][0]["orders"] = {"Anna": rows["orders"]["Anna"]}


def orders_not_told(export: Any) -> None:
    del export["stages"][2]["received"][0]["orders"]


def orders_for_another_turn(export: Any) -> None:
    export["stages"][2]["received"][0]["turn"] = 9


@few(1)
@pytest.mark.parametrize("change", [orders_never_read, orders_not_told, orders_for_another_turn])
def test_the_bytes_at_hand_say_what_was_ordered_and_not_the_export(
    change: Callable[[Any], object], tmp_path: Path
) -> None:
    folder, own = campaign(tmp_path / "p", "turn-1", TINY), tmp_path / "own.yaml"
    code = _sent(folder, own, orders("Anna", 1, "{déplacement: gauche}"))
    path = _ended(folder, tmp_path / "e.json", *(orders(who, 1, "{arrêter: oui}") for who in ("Anna", "Paul")))
    rewritten(path, change)
    said = good("verify", path, "--file", own, "--code", code).out
    assert "et accepté ; ce ne sont pas ses ordres qui ont été joués" in said
    assert "Joué pour Anna, à comparer au reçu : tu ne fais rien ; tu votes pour arrêter la partie." in said


def test_good_orders_are_known_though_the_export_does_not_tell_them(exported: Path, tmp_path: Path) -> None:
    own = tmp_path / "own.yaml"
    own.write_text(ANNA, encoding="utf-8")

    def tell_nothing(export: Any) -> None:
        for row in export["stages"]:
            for one in row["received"]:
                one.pop("orders", None)

    rewritten(exported, tell_nothing)
    said = good("verify", exported, "--file", own, "--code", over()[1]["anna"]).out
    assert "et ses ordres sont ceux qui ont été joués" in said
    assert "Joué pour Anna, à comparer au reçu : tu te déplaces vers la droite." in said


def test_bytes_that_this_version_does_not_read_are_told_by_the_export_alone(
    exported: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "own.yaml"
    own.write_text(ANNA, encoding="utf-8")
    monkeypatch.setattr("adjudicator.proof.own_file.readings", lambda *_, **__: iter(()))
    said = good("verify", exported, "--file", own, "--code", over()[1]["anna"]).out
    assert "(tour 1, envoi 1), et ce qui en avait été compris est ce qui a été joué.\n" in said
    assert "Cette version ne sait pas relire ces octets" in said
    assert "Joué pour Anna, à comparer au reçu : tu te déplaces vers la droite." in said
    row = good("verify", exported, "--file", own, "--code", over()[1]["anna"], "--json").json()["file"]
    assert (row["judged"], row["played"]) == (False, True)


def test_who_has_the_seat_of_another_is_read_by_his_own_name(tmp_path: Path) -> None:
    folder, own = campaign(tmp_path / "p", "turn-1", TINY), tmp_path / "own.yaml"
    good("replace", folder, "Paul=Nina", *WHY, "--yes")
    code = _sent(folder, own, orders("Nina", 1, "{arrêter: oui}"))
    path = _ended(folder, tmp_path / "e.json", orders("Anna", 1, "{arrêter: oui}"))
    said = good("verify", path, "--file", own, "--code", code).out
    assert "et ses ordres sont ceux qui ont été joués" in said
    assert "Joué pour Nina" in said


def test_what_was_played_of_a_file_with_standing_orders_alone_is_told(tmp_path: Path) -> None:
    folder, own = campaign(tmp_path / "p", "turn-2", TINY), tmp_path / "own.yaml"
    code = _sent(folder, own, "joueur: Anna\ntour: 2\npermanents: {déplacement: droite}\n")
    path = _ended(folder, tmp_path / "e.json", *(orders(who, 2, "{arrêter: oui}") for who in ("Anna", "Paul")))
    said = good("verify", path, "--file", own, "--code", code).out
    assert "il n’avait pas d’ordres à jouer." in said
    assert "Joué pour Anna, à comparer au reçu : tu ne fais rien ; tu votes pour arrêter la partie." in said


def test_a_mail_that_was_sent_before_another_may_have_come_after_it(tmp_path: Path) -> None:
    """Its orders do not count, and the export says so; nothing proves when it was sent, as ``verify`` says."""
    folder = campaign(tmp_path / "p", "turn-1", TINY)
    with session(folder, lambda: datetime(2026, 11, 20, 12, tzinfo=UTC)) as table:
        for hour, order in ((11, "arrêter: oui"), (10, "déplacement: droite")):
            mail = DroppedFile(f"{hour}", f"{order}\n".encode(), "mail", sender="Anna", turn=1)
            table.receive([mail._replace(dated=f"2026-11-20T{hour}:00:00+00:00")])
    path = _ended(folder, tmp_path / "e.json", orders("Paul", 1, "{arrêter: oui}"))
    rows = json.loads(path.read_bytes())["stages"][2]["received"]
    assert [row.get("passed_over") for row in rows] == [None, ["Anna"], None]
    assert "pourquoi un envoi venu plus tard n’a pas compté" in good("verify", path).out


@pytest.mark.deep
def test_orders_of_who_has_left_since_did_not_count(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    stop = "{arrêter: oui}"
    send(folder, orders("Max", 1, "{déplacement: droite}"))
    good("leave", folder, "Max", *WHY, "--yes")
    send(folder, *(orders(who, 1, stop) for who in ("Anna", "Luc", "Paul", "Rita", "Zoé")))
    good("resolve", folder)
    for turn in (2, 3):
        if good("status", folder, "--json").json()["phase"] != "over":
            send(folder, *(orders(who, turn, stop) for who in ("Anna", "Luc", "Paul", "Rita", "Zoé")))
            good("resolve", folder)
    good("export", folder, tmp_path / "e.json")
    good("verify", tmp_path / "e.json")


def test_orders_that_were_left_out_are_told(tmp_path: Path) -> None:
    folder, own = campaign(tmp_path / "p", "turn-1", TINY), tmp_path / "own.yaml"
    code = _sent(folder, own, orders("Anna", 1, "rien"))
    path = _ended(folder, tmp_path / "e.json", orders("Anna", 1, "{arrêter: oui}"), orders("Paul", 1, "{arrêter: oui}"))

    def leave_out(export: Any) -> None:
        del export["stages"][2]["orders"]["Anna"]

    rewritten(path, leave_out)
    assert "rejouée, cette étape ne donne pas" in said(path, "--file", own, "--code", code)


def test_a_file_that_the_amended_table_refused_had_been_accepted(tmp_path: Path) -> None:
    folder, own = campaign(tmp_path / "p", "turn-1", TINY), tmp_path / "own.yaml"
    code = _sent(folder, own, orders("Anna", 1, "{déplacement supplémentaire: droite}"))
    assert "own.yaml, accepté." in good("journal", folder).out
    good("amend", folder, "-", *WHY, "--yes", stdin="tour: 1\ntable: {pièces: {Anna: {rôle: Brute}}}\n")
    told = good("journal", folder).out
    assert "own.yaml, jugé de nouveau quand la table a été amendée, et refusé." in told
    path = _ended(folder, tmp_path / "e.json", orders("Paul", 1, "{arrêter: oui}"))
    while good("status", folder, "--json").json()["phase"] != "over":
        turn = good("status", folder, "--json").json()["turn"]
        _ended(folder, path, *(orders(who, turn, "{arrêter: oui}") for who in ("Anna", "Paul")))
    said = good("verify", path, "--file", own, "--code", code).out
    assert "(tour 1, envoi 1) ; il avait été accepté, puis il a été refusé quand la table a été amendée." in said


@pytest.mark.parametrize(
    "inside", ["campaign.yaml", "mot.txt", "inbox/e.json", "turns/e.json", "turns/0001-roles/result/MANIFEST.json"]
)
def test_an_export_is_never_written_into_the_campaign(tmp_path: Path, inside: str) -> None:
    """Its file has the seed, and what lies in turns is what was published."""
    folder = campaign(tmp_path / "p", "turn-1", TINY)
    before = tree(folder)
    link = tmp_path / "lien.json"
    link.symlink_to(folder / inside)
    for path, yes in ((folder / inside, ("--yes",)), (folder / inside, ()), (link, ("--yes",))):
        done = run("export", folder, path, *yes)
        assert done.code == 2
        assert "n’a été écrit" in plain(done.err)
        assert tree(folder) == before
    assert link.is_symlink()


def test_an_export_replaces_nothing_but_an_export(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TINY)
    other = tmp_path / "other.json"
    for text in ("ce qui y était", "{}", ""):
        other.write_text(text, encoding="utf-8")
        done = run("export", folder, other, "--yes")
        assert (done.code, other.read_text(encoding="utf-8")) == (2, text)
        assert "n’est pas un export" in plain(done.err)
    (tmp_path / "dossier").mkdir()
    assert run("export", folder, tmp_path / "dossier", "--yes").code == 2


def test_killed_anywhere_an_export_is_the_one_before_or_the_new_one(tmp_path: Path) -> None:
    base = tmp_path / "base"
    good("export", campaign(base / "p", "turn-1", TINY), base / "partie.json")
    play(base / "p", table(1, Anna="rien", Paul="rien"))
    folders = killed_everywhere(base, tmp_path / "work", "export", "{}/p", "{}/partie.json", "--yes")
    assert len(folders) >= 2
    before, whole = tree(base), tree(tmp_path / "work" / "whole")
    assert before != whole
    for folder in folders:
        found = {name: data for name, data in tree(folder).items() if not name.startswith(".tmp-")}
        assert found in (before, whole), folder
