"""Files of adjudication cases: they are read, checked against their schema, and played.

:func:`collect` reads the cases of many files, :func:`run_case` gives the verdict on a case, and :func:`worded` turns
canonical values back into the words of a language.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator.campaign.campaign_file import unknown_game
from adjudicator.core.context import KINDS, Context, camp_names
from adjudicator.core.faults import Fault, Mark, Objection
from adjudicator.core.game import CASE_SEED, Game
from adjudicator.core.plain import Plain
from adjudicator.core.played_case import Tried
from adjudicator.core.words import Names, fold
from adjudicator.games import GAMES, default_game, game
from adjudicator.reading import strict_yaml
from adjudicator.reading.schemas import Schema, alternatives, game_schema, resolve
from adjudicator.reading.strict_yaml import Document
from adjudicator.reading.understanding import Understood, objected, shown, understand
from adjudicator.reading.validation import read
from adjudicator.speech.voice import LANGUAGES, TROUBLES, vocabulary
from adjudicator.store.disk import FaultyFileError, UnusableError, read_file

LARGEST = 4 << 20
"""The maximum size of a case file in bytes. It is larger than for an order file, because the MJ writes it."""


SEEDS = (CASE_SEED, *(f"draw-{number}" for number in range(1, 25)))
"""The seed that decides, then the seeds with which a case is played again if something was drawn.

There are enough of them to notice an even chance always and a chance of one in ten nearly always, yet few enough to be
fast.
"""


class Case(NamedTuple):
    """A case of a file in canonical words, with its place in the file and its result.

    The language of ``context`` is the one for messages about the case: the requested language, or that of the file.
    """

    path: Path
    game: Game
    plain: Plain
    mark: Mark
    context: Context
    tried: Tried


class Collected(NamedTuple):
    """The cases of many files, and one exception for each file that could not be read."""

    cases: list[Case]
    troubles: list[Exception]


def collect(paths: Iterable[Path], language: str | None = None) -> Collected:
    """Read the cases of all files and folders, each file once; an unreadable file does not stop the others."""
    found = Collected([], [])
    known: set[str] = set()
    for path in paths:
        try:
            files = list(case_files([path]))
        except TROUBLES as trouble:
            found.troubles.append(trouble)
            continue
        for file in files:
            if (real := os.path.realpath(file)) in known:
                continue
            known.add(real)
            try:
                found.cases.extend(read_cases(file, language))
            except TROUBLES as trouble:
                found.troubles.append(trouble)
    return found


def case_files(paths: Iterable[Path]) -> Iterator[Path]:
    """Yield the named files and every ``*.yaml`` below the named folders, sorted.

    Raises ``UnusableError`` for a path that does not exist and for a folder without cases.
    """
    for path in paths:
        if path.is_dir():
            files = sorted(path.rglob("*.yaml"))
            if not files:
                raise UnusableError("error.no-cases", folder=str(path))
            yield from files
        elif path.exists():
            yield path
        else:
            raise UnusableError("error.no-file", file=str(path), reason="")


def read_cases(path: Path, language: str | None = None) -> list[Case]:
    """Read and play a case file; messages about it are in ``language``, or in the file's own language if that is None.

    Raises ``FaultyFileError`` with every fault of the file, and ``OSError`` if it cannot be read.
    """
    document = strict_yaml.read(read_file(path), largest=LARGEST)
    if not document.complete or not isinstance(document.root, list):
        raise FaultyFileError(path, document.faults or [Fault("not-a-list")])
    name, parts, faults = _of_one_game(_parts(document))
    ruleset, words = game(name), vocabulary(name)
    # Without a language, it is the one to which most keys belong.
    keys = {fold(key) for part in parts if isinstance(part.root, dict) for key in part.root}
    likely = max(LANGUAGES, key=lambda each: len(keys & set(map(fold, words.words("cases", each)))))
    nameless = Context(words, language or likely, kinds=ruleset.kinds, torn=ruleset.torn)
    faults += document.faults
    cases: list[Case] = []
    known: dict[str, int] = {}
    for part in parts:
        case, understood, found = _read_case(path, part, ruleset, nameless)
        faults += found or _same_id(understood, known)
        cases += [case] if case else []
    if faults:
        raise FaultyFileError(path, sorted(faults, key=lambda fault: fault.mark), name)
    return cases


def _same_id(understood: Understood, known: dict[str, int]) -> list[Fault]:
    """Return a fault if an earlier case has the same id.

    ``known`` holds the line of each id so far, and receives this one.
    """
    name, line = understood.root["id"], understood.mark(("id",)).line
    if fold(name) in known:
        return [Fault("same-id", understood.mark(("id",)), name, values={"line": known[fold(name)]})]
    known[fold(name)] = line
    return []


def same_ids(cases: Iterable[Case]) -> Iterator[tuple[Case, Case]]:
    """Yield the cases whose id occurs in an earlier case, each with the first case of that id."""
    known: dict[str, Case] = {}
    for case in cases:
        first = known.setdefault(fold(case.plain["id"]), case)
        if first is not case:
            yield case, first


def _of_one_game(parts: Iterable[Document]) -> tuple[str, list[Document], list[Fault]]:
    """Return the game of a file, the cases for it, and the faults.

    The first case that names a game decides; without one it is the default game. The name is replaced by the canonical
    one. Cases of another or an unknown game are left out.
    """
    known, own, faults = "", [], []
    for part in parts:
        root = part.root if isinstance(part.root, dict) else {}
        key = next((key for key in root if vocabulary("").meaning("cases", key) == "game"), None)
        if key is None:
            own.append(part)
            continue
        name, mark = fold(shown(root[key])), part.values[(key,)]
        if name not in GAMES:
            faults.append(unknown_game(shown(root[key]), mark))
        elif known not in ("", name):
            faults.append(Fault("other-game", mark, name, (known,)))
        else:
            root[key] = known = name
            own.append(part)
    return known or default_game(), own, faults


def _parts(document: Document) -> list[Document]:
    """Split a list into one document per item; each keeps its positions in the whole file."""
    items = document.root if isinstance(document.root, list) else []
    parts = [Document(item) for item in items]
    for marks, name in ((document.values, "values"), (document.keys, "keys")):
        for path, mark in marks.items():
            if path:
                getattr(parts[int(path[0])], name)[path[1:]] = mark
    return parts


def _read_case(
    path: Path, part: Document, ruleset: Game, nameless: Context
) -> tuple[Case | None, Understood, list[Fault]]:
    """Read one case, first its names and then, with these, its orders; play it if it has no faults."""
    schema, meaning = _schema(ruleset), vocabulary("").meaning
    # The orders and what is expected are most of a case and introduce no names.
    root = part.root if isinstance(part.root, dict) else {}
    table = {key: value for key, value in root.items() if meaning("cases", key) not in ("orders", "expect")}
    named = understand(replace(part, root=table) if root else part, schema, nameless).root
    unchecked = named if isinstance(named, dict) else {}
    players, camps = ruleset.cases.names(unchecked)
    names = Names(players, ruleset.cases.aliases(unchecked))
    context = nameless._replace(players=names, camps=camp_names(camps, nameless.vocabulary))
    understood, faults = read(part, schema, context, lambda case, whole: _objections(case, ruleset) if whole else ())
    if faults:
        return None, understood, faults
    tried = ruleset.cases.run(understood.root, SEEDS[0])
    case = Case(path, ruleset, understood.root, understood.mark(("id",)), context, tried)
    return case, understood, [objected(objection, understood) for objection in _hanging(case)]


def _objections(understood: Understood, ruleset: Game) -> Iterator[Fault]:
    return (objected(objection, understood) for objection in ruleset.cases.objections(understood.root))


def _schema(ruleset: Game) -> Schema:
    return {"$ref": f"{game_schema(ruleset.id, 'case')['$id']}#/$defs/case"}


def _hanging(case: Case) -> Iterator[Objection]:
    """Yield an objection for each expectation whose result depends on chance, as another seed gives another one."""
    first = case.tried
    others = [case.game.cases.run(case.plain, seed).found for seed in SEEDS[1:]] if first.drawn else []
    for key, found in first.found.items():
        for other in others:
            if other[key] != found:
                values = {"one": _said(case, key, found)[1], "other": _said(case, key, other[key])[1]}
                yield Objection("hangs-on-draw", ("expect", key), values, on_key=True)
                break


def run_case(case: Case) -> dict[str, Any]:
    """Return the verdict on a case, with the expected and the found values where they differ."""
    wanted, met, _ = case.tried
    expected = {key: want for key, want in wanted.items() if want != met[key]}
    return {
        "id": case.plain["id"],
        "title": case.plain["title"],
        "rule": case.plain.get("rule", ""),
        "file": str(case.path),
        "passed": not expected,
        "expected": expected,
        "found": {key: met[key] for key in expected},
    }


def differences(case: Case) -> list[tuple[str, str, str]]:
    """Return the differences in words: the key under ``expect``, the expected and the found value."""
    wanted, met, _ = case.tried
    return [
        (*_said(case, key, wanted[key]), _said(case, key, met[key])[1]) for key in wanted if wanted[key] != met[key]
    ]


def _said(case: Case, key: str, value: Any) -> tuple[str, str]:
    """Return a key under ``expect`` and one of its values in the case's language."""
    words = worded({"expect": {key: value}}, _schema(case.game), {}, case.context)
    [(word, said)] = next(iter(words.values())).items()
    return word, text_of(said)


# Canonical values put into the words of a language: the reverse of ``reading.understanding``.


_OF_OBJECTS = ("properties", "x-keys", "x-names")


def worded(value: Any, schema: Schema, root: Schema, context: Context) -> Any:
    """Return a canonical value with its keys and words, as far as ``schema`` knows them, in the context's language.

    Names, numbers, cells and unknown values stay as they are.
    """
    schema, root = resolve(schema, root)
    if isinstance(value, dict):
        return _worded_object(value, schema, root, context)
    if isinstance(value, list):
        part, base = next((found for found in alternatives(schema, root) if "items" in found[0]), ({}, root))
        return [worded(item, part["items"], base, context) for item in value] if part else value
    if isinstance(value, bool):
        return context.word("booleans", "true" if value else "false")
    places = [kind for kind in schema.get("x-read", ()) if kind not in KINDS and kind not in context.kinds]
    return next((_word(place, value, context) for place in places), value) if isinstance(value, str) else value


def text_of(value: Any) -> str:
    """Return a value on one line as JSON."""
    return json.dumps(value, ensure_ascii=False)


def _worded_object(value: dict[str, Any], schema: Schema, root: Schema, context: Context) -> dict[str, Any]:
    known = (found for found in alternatives(schema, root) if any(word in found[0] for word in _OF_OBJECTS))
    part, base = next(known, ({}, root))
    place, others = part.get("x-keys"), part.get("additionalProperties")
    inner = {key: part.get("properties", {}).get(key, others) for key in value}
    return {
        _word(place, key, context) if place else key: worded(
            each, inner[key] if isinstance(inner[key], dict) else {}, base, context
        )
        for key, each in value.items()
    }


def _word(place: str, canonical: str, context: Context) -> str:
    known = canonical in context.vocabulary.canonical(place)
    return context.word(place, canonical) if known else canonical
