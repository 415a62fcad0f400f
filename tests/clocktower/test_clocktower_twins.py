"""Real campaigns by post that differ in what is hidden from a reader give that reader the same bytes (S26)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from support.clocked import at, cron, fresh_clock, stages
from support.commands import good, read_letter, run, tree
from support.depth import deep, is_deep
from support.shared import closed_by

from adjudicator.games.clocktower.game import GAME
from adjudicator.store.layout import CHAIN

CAMPAIGN = """jeu: clocktower
titre: Jumelles
conduite: courrier
joueurs: [Zoé, Max, Luc, Éva, Ana, Léo, Tom]
faux: 0
mj: {soin: {information: propose}, sans moi: proposer, heures: 6, aube: "08:00"}
échéance: {jours: 1, heure: "20:00", rappels: [1]}
absents: permanents
graine: 0123456789abcdef0123456789abcdef
"""
"""What the MJ is asked about a drunk player is proposed to be true, so that the same is told if he does not answer."""
ROLES = {
    "Zoé": "Empathique",
    "Max": "Diablotin",
    "Luc": "Moine",
    "Éva": "Empoisonneur",
    "Ana": "Voyante",
    "Léo": "Soldat",
    "Tom": "Pourfendeuse",
}
STAGES: tuple[Mapping[str, str], ...] = (
    {"Éva": "choisir: [Tom]", "Ana": "choisir: [Léo, Luc]", "Zoé": "rien"},
    {"Zoé": "nommer: [Léo, Luc]", "Tom": "pourfendre: Ana", "Léo": "paris: {Max: Soldat}"},
    {"Zoé": "votes: {Léo: oui}", "Luc": "votes: {Léo: {mains: 2}}", "Max": "votes: {Léo: oui}"},
    {"Max": "choisir: [Zoé]", "Luc": "choisir: [Zoé]", "Éva": "choisir: [Tom]"},
)
"""What is sent in night 1, day 1, its votes, and night 2, in which Zoé is safe from the Demon."""
ASKED = (
    *("choisir: [Max]", "choisir: [Max, Luc]", "choisir: [Nobody]", "si je meurs: Max", "nommer: [Max, Max]"),
    *("votes: {Max: comme mon maître}", "rôle: Moine", "pourfendre: Max", "votes: {Max: {mains: 2, billot: personne}}"),
)
"""What somebody tries, of which most is refused."""
VARIANTS: Mapping[str, Mapping[str, str]] = {
    "sober": {},
    "drunk": {"drunk": "Zoé"},
    "drunk, answered": {"drunk": "Zoé", "answered": "yes"},
    "poisoned": {"poisoned": "Zoé"},
}


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    yield from fresh_clock()


def sent(folder: Path, text: str) -> str:
    """Return what the door says to a file."""
    done = run("submit", folder, "-", stdin=text)
    return f"{done.code} {done.out} {done.err}"


def played(folder: Path, reader: str, hidden: Mapping[str, str]) -> dict[str, object]:
    """Play two nights and a day; return all that a reader is shown meanwhile."""
    folder.mkdir()
    (folder / "campaign.yaml").write_text(CAMPAIGN, encoding="utf-8")
    drunk = hidden.get("drunk", "")
    roles = {**ROLES, **({drunk: "Ivrogne"} if drunk else {})}
    answers = {
        "sac": f"[{', '.join(roles.values())}]",
        "places": f"{{{', '.join(f'{name}: {role}' for name, role in roles.items())}}}",
        "bluffs": "[Maire, Cuisinier, Immaculée]",
        "faux indice": "{Ana: Luc}",
        **({"croit être": f"{{{drunk}: {ROLES[drunk]}}}"} if drunk else {}),
    }
    at("2026-11-19 10:00")
    lines = "".join(f"    {key}: {value}\n" for key, value in answers.items())
    good("submit", folder, "-", stdin=f"étape: setup\nmj:\n  réponses:\n{lines}")
    good("resolve", folder, "--force")
    shown: dict[str, object] = {}
    for number, orders in enumerate(STAGES if is_deep() else STAGES[:1]):
        day = 20 + 2 * number
        turn = json.loads(good("status", folder, "--public", "--json").out)["turn"]
        at(f"2026-11-{day} 12:00")
        if number in (0, 3):
            for i, line in enumerate(ASKED):
                shown[f"{turn} door {i}"] = sent(folder, f"joueur: {reader}\ntour: {turn}\nordres: {{{line}}}\n")
        for name, line in {**dict.fromkeys(ROLES, "rien"), **orders}.items():
            given = line.replace("[Tom]", "[Zoé]") if name == "Éva" and "poisoned" in hidden else line
            written = given if given == "rien" else f"{{{given}}}"
            told = sent(folder, f"joueur: {name}\ntour: {turn}\nordres: {written}\n")
            if name == reader:
                shown[f"{turn} receipt"] = told
        shown[f"{turn} form"] = good("template", folder, "--for", reader).out
        shown[f"{turn} page"] = good("template", folder, "--html", "--for", reader).out
        visits = [f"{day} 19:10", f"{day} 20:01", f"{day + 1} 02:00", f"{day + 1} 08:01"]
        for when in visits if number == 0 else visits[1::2]:
            at(f"2026-11-{when}")
            cron(folder)
            if when.endswith("20:01") and "answered" in hidden:
                good("submit", folder, "-", stdin=f"tour: {turn}\nmj: {{le reste: à toi}}\n")
            shown[f"{when} status"] = good("status", folder, "--public").out
            shown[f"{when} files"] = sorted(files_for(folder, reader))
    assert len(stages(folder)) == 1 + number + 1
    shown |= files_for(folder, reader)
    return shown


def files_for(folder: Path, reader: str) -> dict[str, bytes]:
    """Return the letters, the pages and the reports that a reader is given."""
    files = tree(folder)
    heads = [json.loads(data)["head"].encode() for name, data in files.items() if name.endswith(CHAIN)]
    slug = {"Zoé": "-zoe.", "Luc": "-luc."}[reader]
    letters = (name for name in sorted(files) if name.startswith("outbox/") and name.endswith(".txt"))
    own = [name for name in letters if read_letter(files[name])["player"] in ("", reader)]
    his = {re.sub(r"-\d{4}-", f"-{n}-", name): files[name] for n, name in enumerate(own)}  # numbers are the MJ's alone
    his |= {
        name: data
        for name, data in files.items()
        if (name.startswith("public/") and "MANIFEST" not in name)
        or ("/reports/" in name and (slug in name or "/public." in name))
        or ("/forms/" in name and slug in name)
    }
    assert len(his) > 5
    return {name: re.sub(b"|".join(heads), b"HEAD", data) for name, data in his.items()}


def differences(one: Mapping[str, object], two: Mapping[str, object]) -> list[str]:
    return [name for name in {**one, **two} if one.get(name) != two.get(name)]


@pytest.mark.parametrize("variant", ["drunk", *deep("drunk, answered", "poisoned")])
def test_who_is_told_the_same_is_given_the_same_bytes(variant: str, tmp_path: Path) -> None:
    """S26, K36. Hours, counts and files too: a stage ends at its deadline and is published at dawn."""
    one, two = (played(tmp_path / name, "Zoé", VARIANTS[name]) for name in ("sober", variant))
    assert differences(one, two) == []


def test_an_hour_that_hangs_on_the_questions_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """K78. A stage that is published as soon as nothing is asked would tell who is drunk."""
    closed_by(monkeypatch)
    monkeypatch.setattr(type(GAME.rules), "hides_questions", lambda self, state: False)
    one, two = (played(tmp_path / name, "Zoé", VARIANTS[name]) for name in ("sober", "drunk"))
    assert any("status" in name for name in differences(one, two))
