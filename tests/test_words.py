"""The sentences that people read: the same in each language, all there, none idle, and none in Python."""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import Any, NamedTuple

import click
import jinja2
import pytest
import test_account
from babel.messages.catalog import Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from jinja2 import nodes

import adjudicator
from adjudicator.cli.main import COMMANDS
from adjudicator.core.context import KINDS as COMMON_KINDS
from adjudicator.core.faults import Fault, Mark
from adjudicator.core.phrase import Pairs, Phrase
from adjudicator.core.readers import MJ, PUBLIC, camp_reader, player_reader
from adjudicator.files import strict_yaml, validation
from adjudicator.files.catalogue import DOMAIN, LANGUAGES, catalogue
from adjudicator.files.paths import data_folder, locale_folder
from adjudicator.files.schemas import vocabulary
from adjudicator.files.voice import Voice
from adjudicator.rulesets.tsewnart import form, receipt, reports, rulings, state
from adjudicator.rulesets.tsewnart.account import account
from adjudicator.rulesets.tsewnart.board import TOPOLOGIES
from adjudicator.rulesets.tsewnart.words import KINDS as GAME_KINDS

PACKAGE = Path(adjudicator.__file__).parent
SOURCES = sorted(PACKAGE.rglob("*.py"))
TEMPLATES = sorted(data_folder("templates").rglob("*.j2"))

OLDER_CLICK = {
    "required": "click gives it to gettext by a variable",
    "No such option: {name}": "click 8.1",
    "Error: {e.message}": "click 8.1",
    "Error: The value you entered was invalid.": "click 8.1",
    "(Possible options: {possibilities})": "click 8.1",
}
"""Sentences of click that its installed version does not say so; pyproject.toml allows older ones."""


# The catalogues ----------------------------------------------------------------------------------------------


def po_file(language: str) -> Path:
    return locale_folder() / language / "LC_MESSAGES" / f"{DOMAIN}.po"


@cache
def messages(language: str) -> dict[str, Message]:
    with po_file(language).open("rb") as file:
        return {_first(message.id): message for message in read_po(file, locale=language) if message.id}


def _first(text: Any) -> str:
    return text if isinstance(text, str) else str(text[0])


def texts(message: Message) -> list[str]:
    return [message.string] if isinstance(message.string, str) else list(message.string)


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def is_key(text: str) -> bool:
    """Whether a message is one of ours; click's own sentences have capitals, spaces or braces."""
    return re.fullmatch(r"[a-z][\w-]*(\.[\w-]+)*", text) is not None and text not in OLDER_CLICK


def keys(language: str = "fr") -> set[str]:
    return {key for key in messages(language) if is_key(key)}


def clicks_calls() -> Iterator[list[str]]:
    """The literals of every call of gettext and ngettext in the installed click."""
    for path in sorted(Path(click.__file__).parent.glob("*.py")):
        for call in calls(path, "_", "ngettext"):
            yield [text for arg in call.args for text in constants(arg)]


def test_all_languages_have_the_same_keys() -> None:
    assert keys("fr") == keys("en")


def test_only_french_translates_clicks_own_sentences() -> None:
    assert not [key for key in messages("en") if not is_key(key)]
    foreign = {key for key in messages("fr") if not is_key(key)}
    assert foreign
    assert foreign - OLDER_CLICK.keys() - {text for said in clicks_calls() for text in said} == set()


def test_what_click_counts_is_counted_in_french_too() -> None:
    known = messages("fr")
    singular = [said for said in clicks_calls() if len(said) == 2 and said[0] in known]
    assert singular
    assert not [said[0] for said in singular if not known[said[0]].pluralizable]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty_and_no_plural_form_is_missing(language: str) -> None:
    for key, message in messages(language).items():
        forms = texts(message)
        assert len(forms) == (2 if message.pluralizable else 1), key
        assert all(form.strip() or key == "list.comma" for form in forms), key
        assert not message.fuzzy, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_forms_of_our_plurals_have_the_same_key(language: str) -> None:
    plural = [message.id for key, message in messages(language).items() if is_key(key) and message.pluralizable]
    assert plural
    assert not [ids for ids in plural if ids[0] != ids[1]]


def test_a_sentence_is_plural_in_every_language_or_in_none() -> None:
    assert {key for key in keys() if messages("fr")[key].pluralizable} == {
        key for key in keys() if messages("en")[key].pluralizable
    }


def test_every_language_has_the_same_places_in_a_sentence() -> None:
    for key in keys("fr") & keys("en"):
        found = {language: [places(text) for text in texts(messages(language)[key])] for language in LANGUAGES}
        all_of = {language: set.union(*forms) for language, forms in found.items()}
        assert all_of["fr"] == all_of["en"], key
        for forms in found.values():
            assert all(form | {"n"} == forms[0] | {"n"} for form in forms), key


def test_clicks_sentences_keep_their_places_in_french() -> None:
    for key, message in messages("fr").items():
        if not is_key(key):
            known = set.union(*(places(str(part)) for part in ([key] if isinstance(message.id, str) else message.id)))
            assert set.union(*map(places, texts(message))) <= known, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_recompiling_gives_the_compiled_catalogue_byte_for_byte(language: str) -> None:
    compiled = BytesIO()
    with po_file(language).open("rb") as file:
        write_mo(compiled, read_po(file, locale=language))
    assert compiled.getvalue() == po_file(language).with_suffix(".mo").read_bytes()


@pytest.mark.parametrize("language", LANGUAGES)
def test_compiling_does_not_depend_on_the_clock(language: str) -> None:
    """Babel puts today's date and minute into the compiled file when the source names none."""
    head = po_file(language).read_text(encoding="utf-8").partition("\n\n")[0]
    assert re.search(r"POT-Creation-Date: \d{4}-", head)


# French typography -------------------------------------------------------------------------------------------

TYPOGRAPHY = {
    "U+00A0 before a colon": re.compile(r"(?<!\u00a0):(?=[ \n]|$)"),
    "U+202F before ; ! ?": re.compile(r"(?<![\u202f!?])[;!?](?=[ \n»)\u00a0]|$)"),
    "U+00A0 inside « »": re.compile(r"«(?!\u00a0)|(?<!\u00a0)»"),
    "…": re.compile(r"\.\.\."),
    "’": re.compile(r"[\w}]'[\w{]"),
    "no space that shows twice": re.compile(r"\S[ \u00a0\u202f]{2,}\S"),
}


@pytest.mark.parametrize("rule", TYPOGRAPHY)
@pytest.mark.parametrize(
    "wrong", ["mot :x : y", "quoi ?", "quoi? non", "« mot »", "…ou...", "l'un", "a  b", "mot: x", "«\u00a0mot »", "a;"]
)
def test_the_typography_rules_find_what_is_wrong(rule: str, wrong: str) -> None:
    right = "mot\u00a0: «\u00a0l’un\u00a0», quoi\u202f? (3;5) 12:30 x\u202f; fini\u202f! …"
    assert not TYPOGRAPHY[rule].search(right)
    assert any(pattern.search(wrong) for pattern in TYPOGRAPHY.values())


@pytest.mark.parametrize("rule", TYPOGRAPHY)
def test_french_sentences_are_set_as_french_is(rule: str) -> None:
    found = [text for message in messages("fr").values() for text in texts(message)]
    assert not [text for text in found if TYPOGRAPHY[rule].search(text)]


@pytest.mark.parametrize("rule", TYPOGRAPHY)
def test_french_words_are_set_as_french_is(rule: str) -> None:
    words = vocabulary("tsewnart")
    shown = [word for forms in words._places.values() for known in forms.values() for word in known["fr"]]
    assert len(shown) > 200
    assert not [word for word in shown if TYPOGRAPHY[rule].search(word)]


# What code and templates say ---------------------------------------------------------------------------------


class Said(NamedTuple):
    """A sentence asked for: its key, where, whether as a plural, and the places given (None: not known)."""

    key: str
    where: str
    plural: bool
    given: frozenset[str] | None


SPEAKERS = {"say": (0, 1), "count": (0,), "Phrase": (0,), "UnusableError": (0,)}
"""The functions that take a key, and at which positions it may stand: ``say(voice, key)`` and ``voice.say(key)``."""


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def name_of(call: ast.Call) -> str:
    return getattr(call.func, "attr", getattr(call.func, "id", ""))


def constants(node: ast.AST | None) -> list[str]:
    """The texts that an expression may be: a literal, or either side of a condition."""
    if isinstance(node, ast.IfExp):
        return [*constants(node.body), *constants(node.orelse)]
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def argument(call: ast.Call, position: int, name: str) -> ast.expr | None:
    named = next((keyword.value for keyword in call.keywords if keyword.arg == name), None)
    return named or (call.args[position] if len(call.args) > position else None)


def calls(path: Path, *names: str) -> Iterator[ast.Call]:
    return (n for n in ast.walk(tree(path)) if isinstance(n, ast.Call) and name_of(n) in names)


def said_in_python() -> Iterator[Said]:
    for path in SOURCES:
        for call in calls(path, *SPEAKERS):
            if name_of(call) == "count" and "voice" not in ast.unparse(call.func):
                continue  # of a text
            position = next((i for i in SPEAKERS[name_of(call)] if len(call.args) > i and constants(call.args[i])), 0)
            for key in constants(argument(call, position, "key")):
                yield Said(key, f"{path.name}:{call.lineno}", _is_counted(call), _given(call))
        for call in calls(path, "option", "version_option"):
            for key in constants(argument(call, 99, "help")):
                yield Said(key, f"{path.name}:{call.lineno}", False, frozenset())


def _is_counted(call: ast.Call) -> bool:
    """Whether a sentence is asked for in a plural form: by ``count``, or as a phrase with its number ``n``."""
    return name_of(call) == "count" or (name_of(call) == "Phrase" and argument(call, 2, "n") is not None)


def _given(call: ast.Call) -> frozenset[str] | None:
    if name_of(call) == "Phrase":
        values = argument(call, 1, "values")
        given = frozenset() if values is None else _dict_keys(values)
        return given | {"n"} if given is not None and _is_counted(call) else given
    given = frozenset(keyword.arg for keyword in call.keywords if keyword.arg)
    return None if any(keyword.arg is None for keyword in call.keywords) else given | {"n"}


def _dict_keys(node: ast.expr) -> frozenset[str] | None:
    if isinstance(node, ast.Dict) and all(isinstance(key, ast.Constant) for key in node.keys):
        return frozenset(key.value for key in node.keys if isinstance(key, ast.Constant))
    return None


@cache
def parsed(path: Path) -> nodes.Template:
    environment = jinja2.Environment(extensions=["jinja2.ext.do"])
    return environment.parse(path.read_text(encoding="utf-8"))


def said_in_templates() -> Iterator[Said]:
    for path in TEMPLATES:
        for call in parsed(path).find_all(nodes.Call):
            speaker = getattr(call.node, "name", "")
            if speaker in ("say", "count") and isinstance(call.args[0], nodes.Const):
                given = frozenset(keyword.key for keyword in call.kwargs) | {"n"}
                yield Said(call.args[0].value, f"{path.name}:{call.lineno}", speaker == "count", given)


def literal_keys() -> Iterator[tuple[str, str]]:
    """Every other literal that looks like a key of ours, wherever it stands."""
    spaces = {key.partition(".")[0] for key in keys() if "." in key}
    shape = re.compile(rf"(?:{'|'.join(sorted(spaces))})(?:\.[\w-]+)+")
    for path in SOURCES:
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and shape.fullmatch(node.value):
                yield node.value, f"{path.name}:{node.lineno}"
    for path in TEMPLATES:
        for const in parsed(path).find_all(nodes.Const):
            if isinstance(const.value, str) and shape.fullmatch(const.value):
                yield const.value, f"{path.name}:{const.lineno}"
    for path in sorted(data_folder("schemas").rglob("*.json")):
        for key in re.findall(r'"title": "(expected\.[^"]+)"', path.read_text(encoding="utf-8")):
            yield key, path.name


FILES = {"campaign.yaml", "campaign.yaml.j2", "campaign.json"}
"""File names that look like keys."""


# Faults ------------------------------------------------------------------------------------------------------

FAULTS = {"Fault": (0, "code"), "Objection": (0, "code"), "_about": (1, "code"), "_fault": (0, "code")} | {
    "_tell": (0, "code"),
    "Unread": (2, "code"),
}
"""What makes a fault, and where its code stands."""

HANDED_ON = {
    ("strict_yaml.py", "code"): {*strict_yaml._INDENTS, "anchor", "alias", "tag"},
    ("yaml_trouble.py", "code"): set(),
    ("yaml_trouble.py", "f'unclosed-{kind}'"): {"unclosed-bracket", "unclosed-quote"},
    ("yaml_trouble.py", "f'after-{kind}'"): {"after-bracket", "after-quote"},
    ("context.py", "f'unknown-{kind}'"): {"unknown-player", "unknown-camp"},
    ("understanding.py", "unread.code"): set(),
    ("understanding.py", "telling.code"): set(),
    ("understanding.py", "code"): set(),
    ("newcampaign.py", "unread.code"): set(),
    ("objections.py", "code"): set(),
    ("voice.py", "objection.code"): set(),
}
"""Codes that are no literal where the fault is made: all that they can be, or nothing for one made elsewhere."""


def codes(path: Path, code: ast.expr) -> list[str]:
    """The literals that a code may be: its own, or all those that its function puts into that variable.

    None where some of them cannot be told from here: such a code is handed on.
    """
    if not isinstance(code, ast.Name):
        return constants(code)
    functions = [node for node in ast.walk(tree(path)) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
    within = [node for node in functions if any(each is code for each in ast.walk(node))]
    if not within:
        return []
    inner = list(ast.walk(within[-1]))
    names = [node for node in inner if isinstance(node, ast.arg) and node.arg == code.id]
    names += [n for n in inner if isinstance(n, ast.Name) and n.id == code.id and isinstance(n.ctx, ast.Store)]
    given = [n.value for n in inner if isinstance(n, ast.Assign) and ast.unparse(n.targets[0]) == code.id]
    found = [constants(value) or in_table(path, value) for value in given]
    return [text for texts in found for text in texts] if len(given) == len(names) and all(found) else []


def in_table(path: Path, value: ast.expr) -> list[str]:
    """The literals that looking up in a table of the module may give."""
    if not isinstance(value, ast.Subscript):
        return []
    for node in tree(path).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == ast.unparse(value.value):
            parts = [constants(part) for part in node.value.values] if isinstance(node.value, ast.Dict) else []
            return [text for texts in parts for text in texts] if all(parts) else []
    return []


def fault_calls() -> Iterator[tuple[str, ast.Call, ast.expr, list[str]]]:
    """Where faults are made: file, call, its code, and the literals that the code may be."""
    for path in SOURCES:
        for call in calls(path, *FAULTS):
            position, name = FAULTS[name_of(call)]
            code = argument(call, position, name)
            if code is None or isinstance(code, ast.Call):  # a fault handed on is a call itself
                continue
            if name_of(call) != "_tell" or path.name == "yaml_trouble.py":  # commands tell other things
                yield path.name, call, code, codes(path, code)


def fault_codes() -> dict[str, str]:
    """Every code that a fault can have, with a place where it gets it."""
    found = {"not-understood": "faults.py"}
    for name, call, code, literals in fault_calls():
        for each in literals or HANDED_ON.get((name, ast.unparse(code)), ()):
            if each:
                found[each] = f"{name}:{call.lineno}"
    return found


def test_every_code_of_a_fault_is_a_literal_or_known_from_elsewhere() -> None:
    handed_on = {(name, ast.unparse(code)) for name, _, code, literals in fault_calls() if not literals}
    assert handed_on == HANDED_ON.keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fault_has_its_sentence(language: str) -> None:
    assert len(fault_codes()) > 60
    assert {*validation._LIMITS.values(), "empty", "empty-orders", "missing-key"} <= fault_codes().keys()
    lacking = {code: where for code, where in fault_codes().items() if f"fault.{code}" not in keys(language)}
    assert not lacking


def test_every_place_in_the_sentence_of_a_fault_is_filled() -> None:
    for name, call, _, literals in fault_calls():
        given = {"Fault": _filled_in_fault, "Objection": _filled_in_objection}.get(name_of(call), lambda _: None)(call)
        if given is None:
            continue
        for each in literals:
            if f"fault.{each}" in keys():
                for text in texts(messages("fr")[f"fault.{each}"]) + texts(messages("en")[f"fault.{each}"]):
                    assert places(text) <= given, f"{name}:{call.lineno}: {text}"


def _filled_in_fault(call: ast.Call) -> set[str] | None:
    values = argument(call, 5, "values")
    given = frozenset() if values is None else _dict_keys(values)
    found = {"found"} if argument(call, 2, "found") is not None else set()
    expected = {"expected"} if argument(call, 3, "expected") is not None else set()
    return None if given is None else {*given, *found, *expected}


def _filled_in_objection(call: ast.Call) -> set[str] | None:
    values = argument(call, 2, "values")
    given = frozenset() if values is None else _dict_keys(values)
    related = {"related"} if argument(call, 4, "related") is not None else set()
    return None if given is None else {*given, *related, "word", "found"}


# Composed keys -----------------------------------------------------------------------------------------------

PHASES = {"roles", "placement", "turn", "over"}
FATES = {rulings.fate(role, hurt, holy) for role in state.ROLES for hurt in (True, False) for holy in (True, False)}
DIRECTIONS = list(rulings.DIRECTIONS)
ITEM = {"action": "terrorise rouge", "before": "reveal bleu"}
SAMPLES: dict[str, list[Any]] = {
    "move": [*DIRECTIONS, [1, 2]],
    "teleport": [[1, 2]],
    "sanctify": [[1, 2]],
    "reveal": [[1, 2]],
    "extra_move": [*DIRECTIONS, [1, 2]],
    "reorder": [ITEM, {"action": "terrorise rouge", "after": "reveal bleu"}],
    "examine": [[1, 2], {"cell": [1, 2]}, {"cell": [1, 2], "camp": "bleu"}],
    "steer_ghost": [
        {"cell": [1, 2], "to": "up"},
        {"cell": [1, 2], "camp": "bleu", "to": [1, 3]},
        {"player": "Zoé", "to": "up"},
    ],
    "conceal": [True, False],
    "aim": [[1, 2]],
    "shoot": [True],
    "terrorise": [[1, 2]],
    "swap": [*DIRECTIONS, [1, 2]],
    "pull": DIRECTIONS,
    "capture": ["Zoé", "Max"],
    "surrender": [True, False],
    "stop": [True, False],
}
"""A value of each shape that each order may have."""


def view(phase: str = "turn", unit: str = "piece", role: str | None = "professeur") -> dict[str, Any]:
    rest = {
        "cell": (1, 1),
        "camp": "bleu",
        "camps": ["bleu", "rouge"],
        "mates": ["Zoé"],
        "ghosts": ["Zoé"],
        "zone": [(1, 1)],
    }
    board = {"size": (6, 3), "initiative": ["rouge", "bleu"], "roles": {"Zoé": "brute"}}
    uses = {"teleports": 1, "extra_moves": 1, "aimed": (1, 3), "last_terror": (1, 1), "wounded": True}
    votes = {"surrender": True, "stop": True}
    who = {"player": "Zoé", "captain": "Zoé", "phase": phase, "unit": unit, "role": role}
    return {**who, **rest, **board, **uses, **votes}


SPENT = {"teleports": 0, "extra_moves": 0, "surrender": False, "stop": False}


def phrases_in(value: Any) -> Iterator[Phrase]:
    if isinstance(value, Phrase):
        yield value
        yield from phrases_in(dict(value.values))
    parts: Iterable[Any] = ()
    if isinstance(value, Mapping):
        parts = [*value.keys(), *value.values()]
    elif isinstance(value, Pairs):
        parts = [part for pair in value.pairs for part in pair]
    elif isinstance(value, (list, tuple)):
        parts = value
    for part in parts:
        yield from phrases_in(part)


def said_of_orders() -> list[Phrase]:
    """All that receipts, forms and the MJ's account say of every order there can be."""
    found = [*phrases_in(receipt.receipt(view(), {}))]
    found += phrases_in(receipt.receipt(view("roles"), {"roles": {"Zoé": "brute"}}))
    found += phrases_in(receipt.receipt(view("placement"), {"placement": {"Zoé": [1, 1]}}))
    for order, values in SAMPLES.items():
        for value in values:
            found += phrases_in(receipt.receipt(view(), {order: value}))
            found += phrases_in(receipt.receipt(view() | SPENT, {order: value}))
            found += phrases_in(receipt.given(order, value))
    units = [("turn", "piece", role) for role in state.ROLES] + [("turn", "ghost", "brute"), ("turn", "nothing", None)]
    for phase, unit, role in [*units, ("roles", "nothing", None), ("placement", "nothing", None)]:
        found += phrases_in([choice[1:] for choice in form.choices(view(phase, unit, role))])
        found += phrases_in(form.situation(view(phase, unit, role)))
        found += phrases_in(form.situation(view(phase, unit, role) | SPENT))
    return found


def groups_offered() -> set[str]:
    """The groups in which the orders of every role, of a ghost and of a player with nothing left stand in a form."""
    units = [("piece", role) for role in state.ROLES] + [("ghost", "brute"), ("nothing", None)]
    return {choice.group for unit, role in units for choice in form.choices(view("turn", unit, role))}


def test_there_is_a_sample_of_every_order() -> None:
    assert list(SAMPLES) == vocabulary("tsewnart").canonical("orders")


def assigned(path: Path, node: ast.expr) -> list[str]:
    """The texts that an expression may be, or that its variable is given in that module."""
    found = constants(node)
    for each in ast.walk(tree(path)):
        if isinstance(node, ast.Name) and isinstance(each, ast.Assign) and ast.unparse(each.targets[0]) == node.id:
            found += constants(each.value)
    return found


NO_SENTENCE_OF_ITS_OWN = {"tried", "result", "after"}
"""Facts that the account is cut by: what was tried and what came of it are one sentence."""
IN_SEVERAL_SENTENCES = {"reordered", "spent", "voted"}


def kinds_noted() -> set[str]:
    """The kinds of facts that the rules record."""
    modules = [path for path in SOURCES if path.parent.name == "tsewnart"]
    noted = [(path, call) for path in modules for call in calls(path, "note")]
    kinds = [assigned(path, call.args[0]) or [f"{path.name}:{call.lineno}: what kind?"] for path, call in noted]
    return {kind for each in kinds for kind in each}


def reasons() -> set[str]:
    """The reasons of results: those in the rules, and those that a fate or the agenda gives."""
    folder = PACKAGE / "rulesets" / "tsewnart"
    found: set[str] = set()
    for call in calls(folder / "rules.py", "success", "failure"):
        reason = argument(call, 0, "reason")
        found |= set(constants(reason)) or REASONS_FOUND[ast.unparse(reason) if reason else "None"]
    return found


def agenda_troubles() -> set[str]:
    path = PACKAGE / "rulesets" / "tsewnart" / "agenda.py"
    move = next(node for node in ast.walk(tree(path)) if isinstance(node, ast.FunctionDef) and node.name == "move")
    return {text for node in ast.walk(move) if isinstance(node, ast.Return) for text in constants(node.value)}


REASONS_FOUND: dict[str, set[str]] = {
    "fate": {fate for fate in FATES if not rulings.enters(fate)},
    "f'arrow-{fate}'": {f"arrow-{fate}" for fate in (*FATES, "empty")},
    "trouble": agenda_troubles(),
    "None": set(),
}


def returned_by(function: str) -> set[str]:
    path = PACKAGE / "rulesets" / "tsewnart" / "rules.py"
    node = next(n for n in ast.walk(tree(path)) if isinstance(n, ast.FunctionDef) and n.name == function)
    return {text for inner in ast.walk(node) if isinstance(inner, ast.Return) for text in constants(inner.value)}


def schema_parts() -> Iterator[dict[str, Any]]:
    import json

    todo: list[Any] = [json.loads(path.read_text("utf-8")) for path in data_folder("schemas").rglob("*.schema.json")]
    while todo:
        part = todo.pop()
        if isinstance(part, dict):
            yield part
        todo += list(part.values()) if isinstance(part, dict) else part if isinstance(part, list) else []


def expected_of_schemas() -> set[str]:
    kinds = {kind for part in schema_parts() if isinstance(part.get("x-read"), list) for kind in part["x-read"]}
    types = {part["type"] for part in schema_parts() if isinstance(part.get("type"), str) and "x-read" not in part}
    known = kinds & (COMMON_KINDS.keys() | GAME_KINDS.keys())
    return {f"expected.{kind}" for kind in known | types}


def with_prefix(prefix: str, names: Iterable[str]) -> set[str]:
    return {f"{prefix}.{name}" for name in names}


READERS = (PUBLIC, MJ, camp_reader("bleu"), player_reader("Zoé"))
OF_ORDERS = {phrase.key for phrase in said_of_orders()}
COMPOSED: dict[str, set[str]] = {
    "phase.{}": with_prefix("phase", PHASES),
    "help.{}": with_prefix("help", COMMANDS),
    "help.{}.short": {f"help.{name}.short" for name in COMMANDS},
    "fault.{}": with_prefix("fault", fault_codes()),
    "expected.{}": expected_of_schemas() | {"expected.player", "expected.camp"},
    "receipt.{}": OF_ORDERS,
    "receipt.{}.{}": OF_ORDERS,
    "receipt.reorder.{}": OF_ORDERS,
    "where.{}": OF_ORDERS,
    "side.{}": OF_ORDERS,
    "choice.{}": OF_ORDERS,
    "situation.{}": OF_ORDERS,
    "situation.{}.none": OF_ORDERS,
    "role.{}": OF_ORDERS,
    "power.{}": OF_ORDERS,
    "form.group.{}": {f"form.group.{group}" for group in groups_offered()},
    "field.{}.{}": {
        f"field.{place}.{key}"
        for place in ("envelope", "reorder", "ghost")
        for key in vocabulary("tsewnart").canonical(place)
        if catalogue("fr").has(f"field.{place}.{key}")
    },
    "happened.spent.{}": {"happened.spent.teleports", "happened.spent.extra_moves"},
    "happened.{}": {f"happened.{kind}" for kind in kinds_noted() - {*NO_SENTENCE_OF_ITS_OWN, *IN_SEVERAL_SENTENCES}},
    "happened.voted.{}.{}": {
        f"happened.voted.{vote}.{cast}" for vote in ("surrender", "stop") for cast in ("yes", "no")
    },
    "happened.reordered.{}": with_prefix("happened.reordered", ("before", "after")),
    "given.reorder.{}": with_prefix("given.reorder", ("before", "after")),
    "fate.{}": with_prefix("fate", ("lost", "captured", "taken", "gone")),
    "report.you.{}": with_prefix("report.you", ("piece", "ghost", "nothing", "role")),
    "report.your-orders.{}": with_prefix("report.your-orders", ("nothing", "none", "absent")),
    "report.topology.{}": with_prefix("report.topology", TOPOLOGIES),
    "reason.{}": with_prefix("reason", reasons()),
    "result.{}": with_prefix("result", ("success", "failure")),
    "result.word.{}": with_prefix("result.word", ("success", "failure")),
    "reader.{}": with_prefix("reader", (reader.kind for reader in READERS)),
    "ruling.{}": with_prefix("ruling", rulings.WHERE),
    "fact.hallowed.{}": with_prefix("fact.hallowed", ("yes", "no")),
    "report.awaited.{}": with_prefix("report.awaited", PHASES - {"over"}),
    "report.cause.{}": with_prefix("report.cause", returned_by("cause_of_the_end")),
}
"""The shapes of composed keys, and all the keys that each can become."""


def shape_of(text: ast.JoinedStr) -> str:
    return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in text.values)


def composed() -> Iterator[tuple[str, str]]:
    """The shape of every key that Python or a template composes."""
    spaces = {key.partition(".")[0] for key in keys()}
    for path in SOURCES:
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.JoinedStr):
                shape = shape_of(node)
                if re.fullmatch(r"[a-z]+\.[\w.{}-]*", shape) and shape.partition(".")[0] in spaces:
                    yield shape, f"{path.name}:{node.lineno}"
    for path in TEMPLATES:
        for node in parsed(path).find_all(nodes.Concat):
            shape = "".join(part.value if isinstance(part, nodes.Const) else "{}" for part in node.nodes)
            if shape.partition(".")[0] in spaces:
                yield shape, f"{path.name}:{node.lineno}"


def used() -> dict[str, str]:
    """Every key that code and templates can ask for, with a place that does."""
    found = {said.key: said.where for said in (*said_in_python(), *said_in_templates())}
    found |= {key: where for key, where in literal_keys() if key not in FILES}
    for shape, where in composed():
        found |= dict.fromkeys(COMPOSED.get(shape, ()), where)
    return found


def test_every_shape_of_a_composed_key_is_known_and_used() -> None:
    shapes = {shape for shape, _ in composed()}
    assert shapes == COMPOSED.keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_that_is_used_is_in_the_catalogue(language: str) -> None:
    assert not {key: where for key, where in used().items() if key not in keys(language)}


def test_no_key_of_the_catalogue_is_idle() -> None:
    assert keys() - used().keys() == set()


def test_plurals_are_counted_and_other_sentences_said() -> None:
    for said in (*said_in_python(), *said_in_templates()):
        if said.key in keys():
            assert messages("fr")[said.key].pluralizable == said.plural, said


def test_every_place_of_a_sentence_is_filled_where_it_is_said() -> None:
    for said in (*said_in_python(), *said_in_templates()):
        if said.given is not None and said.key in keys():
            for language in LANGUAGES:
                for text in texts(messages(language)[said.key]):
                    assert places(text) <= said.given, said


def test_all_that_is_said_of_orders_fills_its_sentences() -> None:
    assert {"receipt.capture", "receipt.steer_ghost.player", "side.left", "choice.move", "item"} <= OF_ORDERS
    for language in LANGUAGES:
        for phrase in said_of_orders():
            for text in texts(messages(language)[phrase.key]):
                assert places(text) <= phrase.values.keys() | ({"n"} if phrase.n is not None else set()), phrase
            assert messages(language)[phrase.key].pluralizable == (phrase.n is not None), phrase


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_fact_of_the_log_has_its_sentence_in_the_account(language: str) -> None:
    happened = {key.split(".")[1] for key in keys(language) if key.startswith("happened.")}
    assert kinds_noted() - NO_SENTENCE_OF_ITS_OWN == happened


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_the_golden_accounts_hold_can_be_said(language: str) -> None:
    """They show every reason, ruling and kind of fact; a sentence with a place that nothing fills would not be said."""
    voice = Voice(catalogue(language), vocabulary("tsewnart"))
    for name in test_account.headings(test_account.GOLDEN.read_text(encoding="utf-8")):
        told = account(test_account.play(test_account.CASES[name]).log)
        assert told["play"]
        for row in [*told["first"], *told["afterwards"], *(row for step in told["play"] for row in step["tried"])]:
            assert "{" not in "".join(voice.phrase(phrase) for phrase in (row["text"], *row["details"]))


def test_each_fact_learnt_has_its_sentence() -> None:
    folder = PACKAGE / "rulesets" / "tsewnart"
    told = {kind for call in calls(folder / "rules.py", "tell") for kind in constants(call.args[1])}
    assert told == set(reports._KINDS) == {key.split(".")[1] for key in keys() if key.startswith("fact.")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_fault_with_a_nearest_word_is_two_sentences(language: str) -> None:
    voice = Voice(catalogue(language), vocabulary(""))
    told = voice.fault(Fault("unknown-word", Mark(1, 1), "ordrs", ("ordres", "note"), "ordres"))
    assert re.search("ordrs.*ordres, note.*ordres", told)


# No sentence in Python ---------------------------------------------------------------------------------------

WORD = re.compile(r"[^\W\d_]{2,}")
SPOKEN = {"echo", "complain", "prompt", "confirm", "style", "UsageError", "BadParameter", "ClickException", "print"}
NO_SENTENCES = {
    "{} passed, {} failed": "formats.md §4 fixes this line, in every language",
    "adjudicator %(version)s": "the program's name",
    "while scanning a simple key": "libyaml's words, compared",
    "quoted scalar": "libyaml's words, compared",
    "scanning|a tag|a node$": "libyaml's words, compared",
    "a case hangs on no draw": "the seed of cases",
    "# yaml-language-server: $schema={}": "editors look for these very words",
}


def written(path: Path) -> Iterator[tuple[str, ast.expr]]:
    """The texts of a module, ``{}`` for what is put in; no docstrings, no types, no errors for programmers."""
    passed = {id(part) for node in ast.walk(tree(path)) for part in _not_for_users(node)}
    for node in ast.walk(tree(path)):
        if id(node) in passed:
            continue
        if isinstance(node, ast.JoinedStr):
            yield shape_of(node), node
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value, node


def _not_for_users(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        yield node.value
    if isinstance(node, ast.JoinedStr):
        yield from node.values  # read as a whole
    if isinstance(node, ast.AnnAssign) and "TypeAlias" in ast.unparse(node.annotation) and node.value:
        yield from ast.walk(node.value)
    if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and name_of(node.exc) in PROGRAMMERS_ERRORS:
        yield from ast.walk(node.exc)
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "re.compile":
        yield from ast.walk(node)


PROGRAMMERS_ERRORS = {"ValueError", "TypeError", "KeyError", "AssertionError", "RuntimeError"}


def sentences_in(path: Path) -> list[str]:
    """The texts with a space and at least two words."""
    return [
        f"{path.relative_to(PACKAGE)}:{node.lineno}: {text}"
        for text, node in written(path)
        if " " in text and len(WORD.findall(text.replace("{}", " "))) >= 2 and text not in NO_SENTENCES
    ]


def keys_in(call: ast.Call) -> list[ast.expr]:
    """The keys that a call composes to ask for their sentences: they are not printed themselves."""
    positions = SPEAKERS.get(name_of(call), ())
    found = [call.args[i] for i in positions if len(call.args) > i]
    return [key for key in found if isinstance(key, ast.JoinedStr) and shape_of(key) in COMPOSED]


def words_printed_in(path: Path) -> list[str]:
    """Literals with a word in them that are handed to what prints."""
    found = []
    for call in calls(path, *SPOKEN):
        for argument_node in call.args:
            parts = [argument_node] if isinstance(argument_node, (ast.Constant, ast.JoinedStr)) else []
            parts += [part for part in ast.walk(argument_node) if isinstance(part, ast.JoinedStr)]
            said = {id(key) for call in ast.walk(argument_node) if isinstance(call, ast.Call) for key in keys_in(call)}
            parts = [part for part in parts if id(part) not in said]
            for part in parts:
                pieces = part.values if isinstance(part, ast.JoinedStr) else [part]
                text = " ".join(p.value for p in pieces if isinstance(p, ast.Constant) and isinstance(p.value, str))
                if WORD.search(text):
                    found.append(f"{path.relative_to(PACKAGE)}:{call.lineno}: {text}")
    return found


def test_there_is_no_sentence_in_python() -> None:
    assert not [sentence for path in SOURCES for sentence in sentences_in(path)]


def test_no_word_is_printed_that_does_not_come_from_a_catalogue() -> None:
    assert not [word for path in SOURCES for word in words_printed_in(path)]


def test_every_exception_to_the_rule_is_still_needed() -> None:
    found = {text for path in SOURCES for text, _ in written(path)}
    assert NO_SENTENCES.keys() <= found


def test_there_is_no_word_for_readers_in_a_template() -> None:
    """But for the names of markup, the style of pages, YAML's own words, and the id of the game."""
    marks = re.compile(r"<style>.*?</style>|<[^>]*>|\[[^\]]*\]|: tsewnart\b", re.DOTALL)
    for path in TEMPLATES:
        text = "".join(output.data for output in parsed(path).find_all(nodes.TemplateData))
        assert not WORD.search(marks.sub("", text)), f"{path.name}: {marks.sub('', text)!r}"
