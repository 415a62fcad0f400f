"""The sentences that people read: in each language, all there, none idle, each game's apart, and none in Python."""

import ast
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from io import BytesIO
from itertools import product
from pathlib import Path
from string import Formatter
from typing import Any, NamedTuple

import click
import jinja2
import pytest
from babel.messages.catalog import Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from jinja2 import nodes
from support.commands import GOLDEN
from support.golden import TYPOGRAPHY
from tsewnart import accounts

import adjudicator
from adjudicator.campaign.acts import KINDS
from adjudicator.cli.main import COMMANDS
from adjudicator.core.context import KINDS as COMMON_KINDS
from adjudicator.core.faults import Fault, Mark, Pairs, Phrase
from adjudicator.core.stage import MJ, PUBLIC, camp_reader, player_reader
from adjudicator.forms import click_page
from adjudicator.games import GAMES, game
from adjudicator.games.overseers import state as overseers_state
from adjudicator.games.resistance import plots as resistance_plots
from adjudicator.games.resistance import rules as resistance_rules
from adjudicator.games.resistance import state as resistance_state
from adjudicator.games.tsewnart import actions, board, reports, rulings, state, warnings
from adjudicator.games.tsewnart import forms as order_forms
from adjudicator.games.tsewnart.account import account
from adjudicator.games.tsewnart.board import TOPOLOGIES
from adjudicator.games.tsewnart.game import GAME as TSEWNART_GAME
from adjudicator.games.tsewnart.views import PlayerView
from adjudicator.games.zfate import account as zfate_account
from adjudicator.games.zfate import actions as zfate_actions
from adjudicator.games.zfate import said as zfate_said
from adjudicator.reading import strict_yaml, validation
from adjudicator.reading.forum_html import STATES
from adjudicator.speech.voice import LANGUAGES, SHARED, Voice, catalogue, vocabulary
from adjudicator.store.layout import data_folder, locale_folder

PACKAGE = Path(adjudicator.__file__).parent
SOURCES = sorted(PACKAGE.rglob("*.py"))
TEMPLATES = sorted(data_folder("templates").rglob("*.j2"))
SCHEMAS = sorted(data_folder("schemas").rglob("*.json"))

OF_GAMES_ALONE = (PACKAGE / "games", data_folder("templates"), data_folder("schemas"))
"""The folders in which each game has one of its own."""

DOMAINS = (SHARED, *GAMES)
"""The catalogues of a language. A domain is a room of the house too: a game's own files, or all the others."""
CLICK = "click"
"""The one that click asks itself, in French alone."""
OURS = tuple(product(LANGUAGES, DOMAINS))
CATALOGUES = (*OURS, ("fr", CLICK))

OLDER_CLICK = {
    "required": "click gives it to gettext by a variable",
    "No such option: {name}": "click 8.1",
    "Error: {e.message}": "click 8.1",
    "Error: The value you entered was invalid.": "click 8.1",
    "(Possible options: {possibilities})": "click 8.1",
}
"""Sentences of click that its installed version does not say so; pyproject.toml allows older ones."""


# The catalogues ----------------------------------------------------------------------------------------------


def domain_of(path: Path) -> str:
    """The domain of a file of code, templates or schemas: the game in whose folder it lies, or what all games share."""
    return next((name for name in GAMES for folder in OF_GAMES_ALONE if folder / name in path.parents), SHARED)


def po_file(language: str, domain: str) -> Path:
    return locale_folder() / language / "LC_MESSAGES" / f"{domain}.po"


@cache
def messages(language: str, domain: str = SHARED) -> dict[str, Message]:
    with po_file(language, domain).open("rb") as file:
        return {_first(message.id): message for message in read_po(file, locale=language) if message.id}


@cache
def known_to(domain: str, language: str) -> dict[str, Message]:
    """What a domain can say: what all games share, and its own."""
    return messages(language) | messages(language, domain)


def _first(text: Any) -> str:
    return text if isinstance(text, str) else str(text[0])


def texts(message: Message) -> list[str]:
    return [message.string] if isinstance(message.string, str) else list(message.string)


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def is_key(text: str) -> bool:
    """Whether a message is one of ours; click's own sentences have capitals, spaces or braces."""
    return re.fullmatch(r"[a-z][\w-]*(\.[\w-]+)*", text) is not None and text not in OLDER_CLICK


@cache
def keys(domain: str, language: str = "fr") -> set[str]:
    """The keys of a domain alone."""
    return {key for key in messages(language, domain) if is_key(key)}


def clicks_calls() -> Iterator[list[str]]:
    """The literals of every call of gettext and ngettext in the installed click."""
    for path in sorted(Path(click.__file__).parent.glob("*.py")):
        for call in calls(path, "_", "ngettext"):
            yield [text for arg in call.args for text in constants(arg)]


def test_there_is_a_catalogue_of_each_game_and_no_other() -> None:
    for language in LANGUAGES:
        for ending in ("po", "mo"):
            found = {path.stem for path in (locale_folder() / language / "LC_MESSAGES").glob(f"*.{ending}")}
            assert found - ({CLICK} if language == "fr" else set()) == set(DOMAINS)


@pytest.mark.parametrize("domain", DOMAINS)
def test_all_languages_have_the_same_keys(domain: str) -> None:
    assert keys(domain, "fr") == keys(domain, "en")


def test_only_french_translates_clicks_own_sentences() -> None:
    assert not [key for language in LANGUAGES for key in messages(language) if not is_key(key)]
    foreign = set(messages("fr", CLICK))
    assert foreign and not any(map(is_key, foreign))
    assert foreign - OLDER_CLICK.keys() - {text for said in clicks_calls() for text in said} == set()


@pytest.mark.parametrize("name", GAMES)
def test_a_game_translates_no_sentence_of_click(name: str) -> None:
    assert not [key for language in LANGUAGES for key in messages(language, name) if not is_key(key)]


def test_what_click_counts_is_counted_in_french_too() -> None:
    known = messages("fr", CLICK)
    singular = [said for said in clicks_calls() if len(said) == 2 and said[0] in known]
    assert singular
    assert not [said[0] for said in singular if not known[said[0]].pluralizable]


@pytest.mark.parametrize(("language", "domain"), CATALOGUES)
def test_no_text_is_empty_and_no_plural_form_is_missing(language: str, domain: str) -> None:
    for key, message in messages(language, domain).items():
        forms = texts(message)
        assert len(forms) == (2 if message.pluralizable else 1), key
        assert all(form.strip() or key == "list.comma" for form in forms), key
        assert not message.fuzzy, key


@pytest.mark.parametrize(("language", "domain"), CATALOGUES)
def test_both_forms_of_our_plurals_have_the_same_key(language: str, domain: str) -> None:
    plural = [m.id for key, m in messages(language, domain).items() if is_key(key) and m.pluralizable]
    assert plural or domain != SHARED
    assert not [ids for ids in plural if ids[0] != ids[1]]


@pytest.mark.parametrize("domain", DOMAINS)
def test_a_sentence_is_plural_in_every_language_or_in_none(domain: str) -> None:
    assert {key for key in keys(domain) if messages("fr", domain)[key].pluralizable} == {
        key for key in keys(domain) if messages("en", domain)[key].pluralizable
    }


@pytest.mark.parametrize("domain", DOMAINS)
def test_every_language_has_the_same_places_in_a_sentence(domain: str) -> None:
    for key in keys(domain, "fr") & keys(domain, "en"):
        found = {language: [places(text) for text in texts(messages(language, domain)[key])] for language in LANGUAGES}
        all_of = {language: set.union(*forms) for language, forms in found.items()}
        assert all_of["fr"] == all_of["en"], key
        for forms in found.values():
            assert all(form | {"n"} == forms[0] | {"n"} for form in forms), key


TYPED = re.compile(r'\("…"\)|--reason "…"|"20:00"|"2026-11-28 20:00"|"YYYY-MM-DD HH:MM"')
"""What is typed with straight quotes, in YAML or in a terminal."""


@pytest.mark.parametrize("domain", DOMAINS)
def test_english_prose_has_one_kind_of_quotes(domain: str) -> None:
    straight = [text for key, message in messages("en", domain).items() if is_key(key) for text in texts(message)]
    assert not [text for text in straight if '"' in TYPED.sub("", text)]


def test_clicks_sentences_keep_their_places_in_french() -> None:
    for key, message in messages("fr", CLICK).items():
        known = set.union(*(places(str(part)) for part in ([key] if isinstance(message.id, str) else message.id)))
        assert set.union(*map(places, texts(message))) <= known, key


@pytest.mark.parametrize(("language", "domain"), CATALOGUES)
def test_recompiling_gives_the_compiled_catalogue_byte_for_byte(language: str, domain: str) -> None:
    compiled = BytesIO()
    with po_file(language, domain).open("rb") as file:
        write_mo(compiled, read_po(file, locale=language))
    assert compiled.getvalue() == po_file(language, domain).with_suffix(".mo").read_bytes()


@pytest.mark.parametrize(("language", "domain"), CATALOGUES)
def test_compiling_does_not_depend_on_the_clock(language: str, domain: str) -> None:
    """Babel puts today's date and minute into the compiled file when the source names none."""
    head = po_file(language, domain).read_text(encoding="utf-8").partition("\n\n")[0]
    assert re.search(r"POT-Creation-Date: \d{4}-", head)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_speaks_with_its_own_sentences_and_with_the_shared_ones(language: str, name: str) -> None:
    spoken = catalogue(language, name)
    for key, message in known_to(name, language).items():
        if is_key(key) and not message.pluralizable:
            assert spoken.has(key)
        elif is_key(key):
            filled = dict.fromkeys(set.union(*map(places, texts(message))) - {"n"}, "x")
            assert [spoken.count(key, n, **filled) for n in (1, 7)] == [
                text.format(n=n, **filled) for n, text in zip((1, 7), texts(message), strict=True)
            ]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_of_a_game_is_unknown_without_it_and_no_other_is_made_up(language: str, name: str) -> None:
    own = keys(name) - keys(SHARED)
    assert own
    assert not [key for key in own if catalogue(language).has(key)]
    for spoken in (catalogue(language), catalogue(language, name)):
        assert not spoken.has("report.no-such-key")
        with pytest.raises(KeyError):
            spoken.say("report.no-such-key")
        with pytest.raises(KeyError):
            spoken.count("report.no-such-key", 2)


def test_a_game_without_a_catalogue_is_a_mistake_of_the_package() -> None:
    with pytest.raises(FileNotFoundError):
        catalogue("fr", "no-such-game")


@pytest.mark.parametrize(("language", "domain"), CATALOGUES)
def test_no_key_stands_twice_in_a_catalogue(language: str, domain: str) -> None:
    """Whoever reads it would take one of the two sentences, without a word."""
    text = po_file(language, domain).read_text(encoding="utf-8")
    told = re.findall(r'^msgid "(.+)"$', text, re.MULTILINE)
    assert len(told) == len(set(told)) > 0


# French typography -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", TYPOGRAPHY)
@pytest.mark.parametrize(
    "wrong", ["mot :x : y", "quoi ?", "quoi? non", "« mot »", "…ou...", "l'un", "a  b", "mot: x", "«\u00a0mot »", "a;"]
)
def test_the_typography_rules_find_what_is_wrong(rule: str, wrong: str) -> None:
    right = "mot\u00a0: «\u00a0l’un\u00a0», quoi\u202f? (3;5) 12:30 x\u202f; fini\u202f! …"
    assert not TYPOGRAPHY[rule].search(right)
    assert any(pattern.search(wrong) for pattern in TYPOGRAPHY.values())


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("rule", TYPOGRAPHY)
def test_french_sentences_are_set_as_french_is(rule: str, domain: str) -> None:
    found = [text for message in messages("fr", domain).values() for text in texts(message)]
    assert not [text for text in found if TYPOGRAPHY[rule].search(text)]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("rule", TYPOGRAPHY)
def test_french_words_are_set_as_french_is(rule: str, name: str) -> None:
    words = vocabulary(name)
    shown = [word for forms in words._places.values() for known in forms.values() for word in known["fr"]]
    assert len(shown) > 100
    assert not [word for word in shown if TYPOGRAPHY[rule].search(word)]


# What code and templates say ---------------------------------------------------------------------------------


class Said(NamedTuple):
    """A sentence asked for: its key, where, whether as a plural, and the places given (None: not known)."""

    key: str
    domain: str
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


@cache
def nodes_of(path: Path) -> list[ast.AST]:
    return [*ast.walk(tree(path))]


@cache
def all_calls(path: Path) -> list[ast.Call]:
    return [node for node in nodes_of(path) if isinstance(node, ast.Call)]


def calls(path: Path, *names: str) -> Iterator[ast.Call]:
    return (call for call in all_calls(path) if name_of(call) in names)


def said_in_python() -> Iterator[Said]:
    for path in SOURCES:
        for call in calls(path, *SPEAKERS):
            if name_of(call) == "count" and "voice" not in ast.unparse(call.func):
                continue  # of a text
            position = next((i for i in SPEAKERS[name_of(call)] if len(call.args) > i and constants(call.args[i])), 0)
            for key in constants(argument(call, position, "key")):
                yield Said(key, domain_of(path), f"{path.name}:{call.lineno}", _is_counted(call), _given(call))
        for call in calls(path, "option", "Option"):
            for key in constants(argument(call, 99, "help")):
                yield Said(key, domain_of(path), f"{path.name}:{call.lineno}", False, frozenset())


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
                where = f"{path.name}:{call.lineno}"
                yield Said(call.args[0].value, domain_of(path), where, speaker == "count", given)


@cache
def said() -> list[Said]:
    return [*said_in_python(), *said_in_templates()]


@cache
def literal_keys() -> list[tuple[str, str, str]]:
    """Every other literal that looks like a key of ours, wherever it stands: key, domain, place."""
    return list(_literal_keys())


def _literal_keys() -> Iterator[tuple[str, str, str]]:
    spaces = {key.partition(".")[0] for domain in DOMAINS for key in keys(domain) if "." in key}
    shape = re.compile(rf"(?:{'|'.join(sorted(spaces))})(?:\.[\w-]+)+")
    for path in SOURCES:
        for node in nodes_of(path):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and shape.fullmatch(node.value):
                yield node.value, domain_of(path), f"{path.name}:{node.lineno}"
    for path in TEMPLATES:
        for const in parsed(path).find_all(nodes.Const):
            if isinstance(const.value, str) and shape.fullmatch(const.value):
                yield const.value, domain_of(path), f"{path.name}:{const.lineno}"
    for path in SCHEMAS:
        for key in re.findall(r'"title": "(expected\.[^"]+)"', path.read_text(encoding="utf-8")):
            yield key, domain_of(path), path.name


FILES = {
    "mail.yaml",
    "campaign.yaml",
    "campaign.yaml.j2",
    "answers.schema.json",
    "campaign.json",
    "posted.json",
    "replay.json",
    "index.html",
    "index.html.j2",
    "frame.j2",
} | {path.name for path in TEMPLATES}
"""File names that look like keys."""


# Faults ------------------------------------------------------------------------------------------------------

FAULTS = {"Fault": (0, "code"), "Objection": (0, "code"), "_about": (1, "code"), "_fault": (0, "code")} | {
    "_tell": (0, "code"),
    "Unread": (2, "code"),
    "Torn": (0, "code"),
}
"""What makes a fault, and where its code stands."""

ZFATE_UNKNOWN = {
    f"unknown-{what}" for what in ("target", "skill", "weapon", "zone", "opposition", "aspect", "replaced")
}
ZFATE_UNKNOWN |= {"no-stunt", "no-task"}
ZFATE_HIT = {"box-taken", "unknown-replaced", "slot-taken", "not-enough"}
HANDED_ON = {
    ("campaign/campaign_file.py", "idle.code"): {"clock-time", "clock-grace"},
    ("reading/strict_yaml.py", "code"): {*strict_yaml._INDENTS, "anchor", "alias", "tag"},
    ("reading/strict_yaml.py", "f'unclosed-{kind}'"): {"unclosed-bracket", "unclosed-quote"},
    ("reading/strict_yaml.py", "f'after-{kind}'"): {"after-bracket", "after-quote"},
    ("core/context.py", "f'unknown-{kind}'"): {"unknown-player", "unknown-camp"},
    ("reading/understanding.py", "unread.code"): set(),
    ("reading/understanding.py", "telling.code"): set(),
    ("reading/understanding.py", "torn.code"): set(),
    ("reading/understanding.py", "code"): set(),
    ("campaign/new_campaign.py", "unread.code"): set(),
    ("campaign/new_campaign.py", "objection.code"): set(),
    ("games/overseers/actions.py", "f'{key}-missing'"): {
        f"{key}-missing" for key in ("become", "pick", "discard", "down", "vote")
    },
    ("games/overseers/actions.py", "code"): {"not-thief", "not-robbed", "not-your-power"},
    ("games/tsewnart/actions.py", "code"): set(),
    ("games/zfate/judging.py", "code"): {"unknown-target", "unknown-opposition"} | ZFATE_HIT,
    ("games/zfate/orders.py", "code"): ZFATE_UNKNOWN,
    ("games/zfate/sheets.py", "code"): {"unknown-person", "unknown-skill", "unknown-zone", "unknown-aspect"},
    ("reading/understanding.py", "objection.code"): set(),
    ("forms/units.py", "objection.code"): set(),
}
"""Codes that are no literal where the fault is made: all that they can be, or nothing for one made elsewhere."""


def codes(path: Path, code: ast.expr) -> list[str]:
    """The literals that a code may be: its own, or all those that its function puts into that variable.

    None where some of them cannot be told from here: such a code is handed on.
    """
    if not isinstance(code, ast.Name):
        return constants(code)
    functions = [node for node in nodes_of(path) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
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


def name_in_package(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


@cache
def fault_calls() -> list[tuple[Path, ast.Call, ast.expr, list[str]]]:
    """Where faults are made: file, call, its code, and the literals that the code may be."""
    return list(_fault_calls())


def _fault_calls() -> Iterator[tuple[Path, ast.Call, ast.expr, list[str]]]:
    for path in SOURCES:
        for call in calls(path, *FAULTS):
            position, name = FAULTS[name_of(call)]
            code = argument(call, position, name)
            if code is None or isinstance(code, ast.Call):  # a fault handed on is a call itself
                continue
            if name_of(call) != "_tell" or path.name == "strict_yaml.py":  # commands tell other things
                yield path, call, code, codes(path, code)


@cache
def fault_codes(domain: str) -> dict[str, str]:
    """Every code that a fault made in the files of ``domain`` can have, with a place where it gets it."""
    found = {"not-understood": "faults.py"} if domain == SHARED else {}
    for path, call, code, literals in fault_calls():
        for each in literals or HANDED_ON.get((name_in_package(path), ast.unparse(code)), ()):
            if each and domain_of(path) == domain:
                found[each] = f"{path.name}:{call.lineno}"
    return found


def test_every_code_of_a_fault_is_a_literal_or_known_from_elsewhere() -> None:
    handed_on = {
        (name_in_package(path), ast.unparse(code)) for path, _, code, literals in fault_calls() if not literals
    }
    assert handed_on == HANDED_ON.keys()


@pytest.mark.parametrize(("language", "domain"), OURS)
def test_every_fault_has_its_sentence(language: str, domain: str) -> None:
    assert fault_codes(domain)
    lacking = {
        code: where for code, where in fault_codes(domain).items() if f"fault.{code}" not in known_to(domain, language)
    }
    assert not lacking


def test_the_faults_of_all_files_are_found() -> None:
    assert len(set().union(*map(fault_codes, DOMAINS))) > 60
    assert {*validation._LIMITS.values(), "empty", "empty-orders", "missing-key"} <= fault_codes(SHARED).keys()


def test_every_place_in_the_sentence_of_a_fault_is_filled() -> None:
    for path, call, _, literals in fault_calls():
        given = {"Fault": _filled_in_fault, "Objection": _filled_in_objection}.get(name_of(call), lambda _: None)(call)
        if given is None:
            continue
        for key in (f"fault.{each}" for each in literals):
            for language in LANGUAGES:
                known = known_to(domain_of(path), language)
                for text in texts(known[key]) if key in known else []:
                    assert places(text) <= given, f"{path.name}:{call.lineno}: {text}"


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
DIRECTIONS = list(board.DIRECTIONS)
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


def view(phase: str = "turn", unit: str = "piece", role: str | None = "professeur", **other: Any) -> PlayerView:
    rest = {
        "cell": (1, 1),
        "camp": "bleu",
        "camps": ["bleu", "rouge"],
        "mates": ["Zoé"],
        "ghost_cells": {"Zoé": (1, 1)},
        "zone": [(1, 1)],
    }
    members = {"Zoé": {"role": "brute"}}
    shown = {"board": {}, "grid": board.Board(6, 3, "closed"), "initiative": ["rouge", "bleu"], "members": members}
    uses = {"teleports": 1, "extra_moves": 1, "aimed": (1, 3), "last_terror": (1, 1), "wounded": True}
    votes = {"surrender": True, "stop": True}
    who = {"player": "Zoé", "captain": "Zoé", "phase": phase, "unit": unit, "role": role}
    return PlayerView(**{**who, **rest, **shown, **uses, **votes, **other})


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
    found = [*phrases_in(actions.receipt(view(), {}))]
    found += phrases_in(actions.receipt(view("roles"), {"roles": {"Zoé": "brute"}}))
    found += phrases_in(actions.receipt(view("placement"), {"placement": {"Zoé": [1, 1]}}))
    for order, values in SAMPLES.items():
        for value in values:
            found += phrases_in(actions.receipt(view(), {order: value}))
            found += phrases_in(actions.receipt(view(**SPENT), {order: value}))
            found += phrases_in(actions.given(order, value))
            found += phrases_in([*actions.standing_said({order: value})])
    units = [("turn", "piece", role) for role in state.ROLES] + [("turn", "ghost", "brute"), ("turn", "nothing", None)]
    for phase, unit, role in [*units, ("roles", "nothing", None), ("placement", "nothing", None)]:
        found += phrases_in([choice[1:] for choice in TSEWNART_GAME.forms.choices(view(phase, unit, role))])
        found += phrases_in([choice[1:] for choice in TSEWNART_GAME.forms.standing_choices(view(phase, unit, role))])
        found += phrases_in(order_forms.situation(view(phase, unit, role)))
        found += phrases_in(order_forms.situation(view(phase, unit, role, **SPENT)))
    return found


def groups_offered() -> set[str]:
    """The groups in which the orders of every role, of a ghost and of a player with nothing left stand in a form."""
    units = [("piece", role) for role in state.ROLES] + [("ghost", "brute"), ("nothing", None)]
    return {choice.group for unit, role in units for choice in TSEWNART_GAME.forms.choices(view("turn", unit, role))}


def test_a_list_is_parted_by_semicolons_where_a_part_has_commas_itself() -> None:
    voice = Voice(catalogue("fr"), vocabulary("tsewnart"))
    assert voice.list(["Anna", "Luc"]) == "Anna, Luc"
    assert voice.list(["vote non", "à Anna, Luc", "carte échec"]) == "vote non\u202f; à Anna, Luc\u202f; carte échec"


def test_there_is_a_sample_of_every_order() -> None:
    assert list(SAMPLES) == vocabulary("tsewnart").canonical("orders")


def assigned(path: Path, node: ast.expr) -> list[str]:
    """The texts that an expression may be, or that its variable is given in that module."""
    found = constants(node)
    for each in nodes_of(path):
        if isinstance(node, ast.Name) and isinstance(each, ast.Assign) and ast.unparse(each.targets[0]) == node.id:
            found += constants(each.value)
    return found


NO_SENTENCE_OF_ITS_OWN = {"tried", "result", "after"}
"""Facts that the account is cut by: what was tried and what came of it are one sentence."""
IN_SEVERAL_SENTENCES = {"reordered", "spent", "voted"}


def kinds_noted(name: str = "tsewnart") -> set[str]:
    """The kinds of facts that the rules of a game record."""
    modules = [path for path in SOURCES if path.parent == PACKAGE / "games" / name]
    both = [(path, call) for path in modules for method in ("note", "change") for call in calls(path, method)]
    noted = [
        (path, call) for path, call in both if ast.unparse(call) != "self.note(kind, **data)"
    ]  # of what is changed
    kinds = [assigned(path, call.args[0]) or [f"{path.name}:{call.lineno}: what kind?"] for path, call in noted]
    return {kind for each in kinds for kind in each}


def reasons() -> set[str]:
    """The reasons of results: those in the rules, and those that a fate or the agenda gives."""
    folder = PACKAGE / "games" / "tsewnart"
    found: set[str] = set()
    for call in [*calls(folder / "rules.py", "success", "failure"), *calls(folder / "adjudication.py", "failure")]:
        reason = argument(call, 0, "reason")
        found |= set(constants(reason)) or REASONS_FOUND[ast.unparse(reason) if reason else "None"]
    return found


def agenda_troubles() -> set[str]:
    path = PACKAGE / "games" / "tsewnart" / "turn.py"
    agenda = next(node for node in nodes_of(path) if isinstance(node, ast.ClassDef) and node.name == "Agenda")
    move = next(node for node in agenda.body if isinstance(node, ast.FunctionDef) and node.name == "move")
    return {text for node in ast.walk(move) if isinstance(node, ast.Return) for text in constants(node.value)}


REASONS_FOUND: dict[str, set[str]] = {
    "fate": {fate for fate in FATES if not rulings.enters(fate)},
    "f'arrow-{fate}'": {f"arrow-{fate}" for fate in (*FATES, "empty")},
    "trouble": agenda_troubles(),
    "None": set(),
}


def returned_by(function: str) -> set[str]:
    path = PACKAGE / "games" / "tsewnart" / "rules.py"
    node = next(n for n in nodes_of(path) if isinstance(n, ast.FunctionDef) and n.name == function)
    return {text for inner in ast.walk(node) if isinstance(inner, ast.Return) for text in constants(inner.value)}


def schema_parts(domain: str | None = None) -> Iterator[dict[str, Any]]:
    """All parts of the schemas, or of those of one domain."""
    files = [path for path in SCHEMAS if path.name.endswith(".schema.json") and domain in (None, domain_of(path))]
    todo: list[Any] = [json.loads(path.read_text("utf-8")) for path in files]
    while todo:
        part = todo.pop()
        if isinstance(part, dict):
            yield part
        todo += list(part.values()) if isinstance(part, dict) else part if isinstance(part, list) else []


def kinds_read(domain: str | None = None) -> set[str]:
    return {kind for part in schema_parts(domain) if isinstance(part.get("x-read"), list) for kind in part["x-read"]}


def expected_of_all() -> set[str]:
    """What a value of any game's file should have been: a type, or one of the kinds that every game knows."""
    types = {part["type"] for part in schema_parts() if isinstance(part.get("type"), str) and "x-read" not in part}
    return with_prefix("expected", types | (kinds_read() & COMMON_KINDS.keys()) | {"player", "camp"})


def expected_of(name: str) -> set[str]:
    """What a value of a game's file should have been: one of the kinds that this game alone knows."""
    return with_prefix("expected", kinds_read(name) & (game(name).kinds.keys() - COMMON_KINDS.keys()))


def with_prefix(prefix: str, names: Iterable[str]) -> set[str]:
    return {f"{prefix}.{name}" for name in names}


READERS = (PUBLIC, MJ, camp_reader("bleu"), player_reader("Zoé"))
OF_ORDERS = {phrase.key for phrase in said_of_orders()}
FIELDS = {"tsewnart": ("reorder", "ghost"), "resistance": ("orders",), "overseers": ("orders",)}
"""The places of a game's vocabulary whose keys have a sentence in the schema for editors."""


def fields(name: str) -> set[str]:
    known = {f"field.{place}.{key}" for place in FIELDS.get(name, ()) for key in vocabulary(name).canonical(place)}
    return known & keys(name)


def variants_of(name: str, **defaults: Any) -> set[str]:
    """What reports say of each option of a game that is not as ``defaults`` have it."""
    (options,) = (part["properties"] for part in schema_parts(name) if part.get("x-keys") == "options")
    choices = {option: part.get("enum", [False, True]) for option, part in options.items()}
    assert choices.keys() == defaults.keys()
    return {
        f"variant.{option}.{value}".lower()
        for option, values in choices.items()
        for value in values
        if value != defaults[option]
    }


LEGENDS = {found for path in TEMPLATES for found in re.findall(r'set legend = "(\w+)"', path.read_text("utf-8"))}
"""By what sentences a format says what stands on a board."""

OF_TSEWNART: dict[str, set[str]] = {
    "condition.{}": with_prefix(
        "condition", game("tsewnart").orders.conditions.keys() - {"controls", "wounded", "enemy_ghost_here"}
    ),
    "condition.{}.{}": with_prefix("condition.controls", ("piece", "ghost", "nothing"))
    | {f"condition.{each}.{a}" for each in ("wounded", "enemy_ghost_here", "aimed") for a in ("yes", "no")}
    | {f"condition.{each}.yes" for each in ("enemy_next", "ally_next", "free_next")},
    "condition.mate.{}": with_prefix("condition.mate", ("piece", "ghost", "nothing")),
    "phase.{}": with_prefix("phase", PHASES),
    "receipt.{}": OF_ORDERS,
    "receipt.{}.{}": OF_ORDERS,
    "where.{}": OF_ORDERS,
    "side.{}": OF_ORDERS,
    "choice.{}": OF_ORDERS,
    "choice.{}.within": {f"choice.{order}.within" for order in ("aim", "shoot")},
    "choice.standing.{}": OF_ORDERS,
    "situation.{}": OF_ORDERS,
    "situation.{}.none": OF_ORDERS,
    "trouble.{}": with_prefix("trouble", actions.TROUBLES),
    "warning.{}": with_prefix("warning", warnings._SAID.values()),
    "role.{}": OF_ORDERS,
    "power.{}": OF_ORDERS,
    "form.group.{}": with_prefix("form.group", groups_offered()),
    "happened.spent.{}": with_prefix("happened.spent", ("teleports", "extra_moves")),
    "happened.{}": with_prefix("happened", kinds_noted() - {*NO_SENTENCE_OF_ITS_OWN, *IN_SEVERAL_SENTENCES}),
    "happened.voted.{}.{}": {
        f"happened.voted.{vote}.{cast}" for vote in ("surrender", "stop") for cast in ("yes", "no")
    },
    "happened.reordered.{}": with_prefix("happened.reordered", ("before", "after")),
    "given.reorder.{}": with_prefix("given.reorder", ("before", "after")),
    "fate.{}": with_prefix("fate", ("lost", "captured", "taken", "gone")),
    "report.you.{}": with_prefix("report.you", ("piece", "ghost", "nothing", "role")),
    "report.displaced.{}": with_prefix("report.displaced", ("piece", "ghost")),
    "report.your-orders.{}": with_prefix("report.your-orders", ("nothing", "none", "absent", "unused", "none-held")),
    "report.topology.{}": with_prefix("report.topology", TOPOLOGIES),
    "reason.{}": with_prefix("reason", reasons()),
    "result.{}": with_prefix("result", ("success", "failure")),
    "result.word.{}": with_prefix("result.word", ("success", "failure")),
    "reader.{}": with_prefix("reader", (reader.kind for reader in READERS)),
    "ruling.{}": with_prefix("ruling", [f"R{number}" for number in range(1, 28)]),
    "fact.hallowed.{}": with_prefix("fact.hallowed", ("yes", "no")),
    "report.awaited.{}": with_prefix("report.awaited", PHASES - {"over"}),
    "report.legend.{}": with_prefix("report.legend", LEGENDS),
    "report.legend.known.{}": with_prefix("report.legend.known", LEGENDS),
    "report.legend.you.{}": with_prefix("report.legend.you", LEGENDS),
    "report.cause.{}": with_prefix("report.cause", returned_by("cause_of_the_end")),
    "change.ended.{}": with_prefix("change.ended", returned_by("cause_of_the_end")),
    "variant.{}.{}": variants_of("tsewnart", **state.Options()._asdict()),
}

RESISTANCE = vocabulary("resistance")
IN_SEVERAL_SENTENCES_OF_THE_RESISTANCE = {
    "first-commander": ("character", *RESISTANCE.canonical("first_commander")),
    "carried-out": ("success", "failure"),
    "votes-missing": RESISTANCE.canonical("missing_vote"),
}
"""Facts that are told in one of several sentences, with how their keys end."""


def happened_in_the_resistance() -> set[str]:
    several = IN_SEVERAL_SENTENCES_OF_THE_RESISTANCE
    path = PACKAGE / "games" / "resistance" / "plots.py"  # where it notes what everybody is told
    told = {kind for call in calls(path, "tell") for kind in constants(call.args[1])} - {"-by-chance"}
    drawn = {kind for call in calls(path, "_told") for kind in constants(call.args[1])}
    kinds = kinds_noted("resistance") | told | drawn | {f"{kind}-by-chance" for kind in drawn}
    found = with_prefix("happened", kinds - several.keys())
    return found | {f"happened.{kind}.{ending}" for kind, endings in several.items() for ending in endings}


def ways_to_end() -> set[str]:
    """Who wins by what: three missions for either side, five rejections for the Cylons."""
    sides, causes = RESISTANCE.canonical("sides"), RESISTANCE.canonical("causes")
    return {f"{side}.{cause}" for side in sides for cause in causes} - {"colons.rejections"}


RESULTS = RESISTANCE.canonical("cards")
DEFAULT_VOTES = RESISTANCE.canonical("missing_vote")
LEFT_OF_PLOTS = ("chief", "give", "overhear", "show", "take", "no_confidence", "spotlight", "inspect")
"""The standing orders of Le Plan that a form offers."""

OF_RESISTANCE: dict[str, set[str]] = {
    "condition.{}": with_prefix(
        "condition", game("resistance").orders.conditions.keys() - {"in_squad", "last_mission", "usurped"}
    ),
    "condition.{}.{}": with_prefix("condition.in_squad", ("yes", "no"))
    | with_prefix("condition.usurped", ("yes", "no"))
    | with_prefix("condition.last_mission", RESULTS),
    "condition.{}.me": {
        f"condition.{each}.me"
        for each in ("squad_has", "squad_has_one", "commander", "voted_yes", "voted_no", "passed", "lit")
    },
    "condition.{}.with-me": {f"condition.{each}.with-me" for each in ("voted_yes", "voted_no")},
    "phase.{}": with_prefix("phase", {*resistance_rules.PHASES, "over"}),
    "status.count.{}": {"status.count.mission"},
    "receipt.vote.{}": with_prefix("receipt.vote", RESISTANCE.canonical("votes")),
    "receipt.mission.{}": with_prefix("receipt.mission", RESULTS),
    "situation.squad.{}": with_prefix("situation.squad", ("vote", "mission")),
    "fate.{}.{}": with_prefix("fate.squad", RESISTANCE.canonical("no_squad"))
    | with_prefix("fate.vote", DEFAULT_VOTES)
    | with_prefix("fate.mission", RESULTS),
    "fate.{}": with_prefix("fate", ("give", "immediate", "not-now")),
    "choice.{}": with_prefix("choice", {*LEFT_OF_PLOTS} - {"give", "inspect"}),
    "choice.standing.{}": with_prefix("choice.standing", ("vote", "mission", *LEFT_OF_PLOTS)),
    "receipt.{}.{}": {f"receipt.{key}.{answer}" for key in ("chief", "no_confidence") for answer in ("yes", "no")},
    "receipt.pass.{}": with_prefix("receipt.pass", RESISTANCE.canonical("scopes")),
    "standing.chief.{}": with_prefix("standing.chief", ("yes", "no")),
    "standing.no_confidence.{}": with_prefix("standing.no_confidence", ("yes", "no")),
    "awaited.{}": with_prefix("awaited", resistance_plots.WINDOWS),
    "awaited.missing.{}": with_prefix("awaited.missing", ("not-now", "give", "immediate")),
    "default.{}": with_prefix("default", ("not-now", "give", "immediate")),
    "learnt.{}": with_prefix("learnt", ("saw-side", "saw-card", "too-late")),
    "report.{}": with_prefix("report", ("discarded", "drawn")),
    "variant.plan.pass.{}": with_prefix("variant.plan.pass", RESISTANCE.canonical("scopes")),
    "change.usurped.{}": with_prefix("change.usurped", ("yes", "no")),
    "awaited.missing.{}.{}": with_prefix("awaited.missing.proposal", RESISTANCE.canonical("no_squad"))
    | with_prefix("awaited.missing.vote", DEFAULT_VOTES)
    | with_prefix("awaited.missing.mission", RESULTS),
    "default.vote.{}": with_prefix("default.vote", DEFAULT_VOTES),
    "default.mission.{}": with_prefix("default.mission", RESULTS),
    "happened.{}": happened_in_the_resistance(),
    "event.{}": with_prefix("event", ("proposed", "drawn", "tied", "approved", "rejected")),
    "event.draw.{}": with_prefix("event.draw", ("seats", "commander")),
    "variant.{}.{}": variants_of("resistance", **resistance_state.Options()._asdict()),
    "event.defaulted.{}": with_prefix("event.defaulted", DEFAULT_VOTES),
    "event.mission.{}": with_prefix("event.mission", (*RESULTS, "success.none")),
    "mission.size{}": {"mission.size", "mission.size.two"},
    "mission.result.{}": with_prefix("mission.result", RESULTS),
    "mission.result.{}.none": {"mission.result.success.none"},
    "mark.{}": with_prefix("mark", ("yes", "no", "skipped", *(f"default-{vote}" for vote in DEFAULT_VOTES))),
    "seat.mission.{}": with_prefix("seat.mission", RESULTS),
    "proposal.{}": with_prefix("proposal", ("approved", "rejected", "skipped", "overturned")),
    "side.{}": with_prefix("side", RESISTANCE.canonical("sides")),
    "report.your-order{}": {"report.your-order", "report.your-order.standing"},
    "report.end.cause.{}.{}": with_prefix("report.end.cause", ways_to_end()),
    "report.end.winner.{}": with_prefix("report.end.winner", RESISTANCE.canonical("sides")),
}
"""What a mission without a failure is told by is a success: a failed one has at least one such card."""

OVERSEERS = vocabulary("overseers")
OVERSEERS_ORDERS = OVERSEERS.canonical("orders")
LEFT_ALONE, SENT_ALONE = {"ranking"}, {"pick", "second", "call", "vote", "ties"}
"""What can only be left, and what can only be sent, in Overseers."""


def told_in_overseers() -> set[str]:
    path = PACKAGE / "games" / "overseers" / "rules.py"
    told = {kind for call in calls(path, "happened") for kind in constants(call.args[2])}
    return told | {"lists-sent"} | {f"tie-{kind}" for kind in OVERSEERS.canonical("ties")}


OF_OVERSEERS: dict[str, set[str]] = {
    "condition.{}": with_prefix("condition", game("overseers").orders.conditions.keys() - {"guilty"}),
    "condition.{}.{}": with_prefix("condition.guilty", ("yes", "no")),
    "condition.{}.me": {f"condition.{each}.me" for each in ("leader", "accused", "thief")},
    "phase.{}": with_prefix("phase", {phase.name for phase in game("overseers").rules.phases}),
    "stage.{}": with_prefix("stage", {phase.name for phase in game("overseers").rules.phases} - {"deal"}),
    "fate.{}": with_prefix("fate", {phase.name for phase in game("overseers").rules.phases} - {"deal"} | {"nothing"}),
    "said.{}": with_prefix("said", {*OVERSEERS_ORDERS} - {"ties"})
    | {"said.rob.nobody", "said.look.player", "said.down_ranking", "said.discard_ranking"},
    "left.{}": with_prefix("left", {*OVERSEERS_ORDERS} - SENT_ALONE) | {"left.rob.nobody", "left.look.player"},
    "ties.{}": with_prefix("ties", OVERSEERS.canonical("ties")),
    "choice.{}": with_prefix("choice", {*OVERSEERS_ORDERS} - LEFT_ALONE),
    "choice.left.{}": with_prefix("choice.left", {*OVERSEERS_ORDERS} - SENT_ALONE),
    "situation.{}": with_prefix("situation", ("offered", "hand", "taken")),
    "event.{}{}": with_prefix("event", told_in_overseers() | {"drawn.of-nobody"}),
    "card.{}{}": with_prefix("card", ("up", "own", "up.as", "own.as")),
    "variant.{}.{}": variants_of("overseers", **overseers_state.Options()._asdict()),
    "report.sums.{}": with_prefix("report.sums", ("showdown", "scored")),
    "report.{}": with_prefix("report", ("hand", "taken", *(reader.kind for reader in READERS))),
    "secret.{}": with_prefix("secret", ("hand", "down", "shown", "pile")),
}

BY_CLICK = {
    "tsewnart": ("roles", "placement", "reorder", "standing.move"),
    "resistance": ("squad", "squad.targeted", "standing.squad", "target", "give"),
    "overseers": ("down", "admit"),
    "clocktower": ("votes",),
}
"""By game, the choices of which a page says something else than a form of text."""

ZFATE = vocabulary("zfate")
ZFATE_DROPPED = (
    *("no-points", "personal-limit", "free-and-paid", "paid-twice", "no-free", "gone", "unfit", "active"),
    *("not-enough", "box-taken", "slot-taken", "unknown-replaced", "skill-used", "no-task"),
)


def told_in_zfate() -> set[str]:
    """What exchanges and frames write down and the account tells by the name of the fact."""
    folder = PACKAGE / "games" / "zfate"
    noted = {
        kind
        for name in ("rolling", "outcomes", "exchange", "frame", "game")
        for call in calls(folder / f"{name}.py", "note")
        for kind in constants(call.args[0])
    }
    return noted - zfate_account.TOLD.keys() - {"provisional", "story", "undecided"} | {"terms", "said"}


OF_ZFATE: dict[str, set[str]] = {
    "condition.{}": with_prefix("condition", game("zfate").orders.conditions.keys() - {"would_be_out"}),
    "condition.{}.{}": {f"condition.{each}.{a}" for each in ("enemy_here", "would_be_out") for a in ("yes", "no")},
    "condition.{}.me": {"condition.out.me"},
    "phase.{}": with_prefix("phase", {phase.name for phase in game("zfate").rules.phases}),
    "event.{}": with_prefix("event", told_in_zfate()),
    "event.result.{}": with_prefix("event.result", ("minor", "cost")),
    "said.{}": with_prefix("said", zfate_said.IN_SENTENCE),
    "sheet.{}": with_prefix("sheet", ("aspects", "consequences", "skills", "kit")),
    "stunt.{}.{}": {f"stunt.{form}.{how}" for form in ZFATE.canonical("stunt_form") for how in ("when", "always")},
    "event.outcome.{}": with_prefix("event.outcome", ZFATE.canonical("outcomes")),
    "event.invoke.{}.{}.{}": {
        f"event.invoke.{effect}.{mode}.{more}"
        for effect in ("bonus", "reroll")
        for mode in ("free", "point")
        for more in ("why", "plain")
    },
    "event.throw.{}.{}": {
        f"event.throw.{how}.{more}" for how in ("npc", "skilled", "unskilled") for more in ("bonus", "plain")
    },
    "dropped.{}": with_prefix("dropped", ZFATE_DROPPED),
    "choice.{}": with_prefix("choice", zfate_actions.FORM),
    "report.{}": with_prefix("report", (reader.kind for reader in READERS)),
}


def said_in_clocktower(*kinds: str) -> set[str]:
    """The sentences of the game whose keys begin so; what is never said of them is found by the game's own tests."""
    return {key for key in known_to("clocktower", "fr") if key.startswith(tuple(f"{kind}." for kind in kinds))}


OF_CLOCKTOWER = {
    "phase.{}": with_prefix("phase", ("setup", "night", "day", "votes")),
    "stage.{}": with_prefix("stage", ("night", "day", "votes")),
    "condition.{}.me": {"condition.dead.me", "condition.alive.me"},
    "said.{}": said_in_clocktower("said") - {"said.votes", "said.nothing"},
    "fate.{}": with_prefix("fate", ("night", "day", "votes")),
    "choice.{}": with_prefix("choice", ("choose", "if_dead", "nominate", "shoot", "claim")),
    "coming.{}": with_prefix("coming", ("night", "day", "votes")),
    "choice.left.{}": with_prefix("choice.left", ("choose", "if_dead", "votes")),
    "option.{}": with_prefix("option", ("drawn", "post")),
    "happened.{}{}": said_in_clocktower("happened"),
    "refusal.{}": said_in_clocktower("refusal"),
    "report.end.winner.{}": with_prefix("report.end.winner", ("good", "evil")),
    "report.end.cause.{}": with_prefix("report.end.cause", ("demon", "two", "saint", "mayor", "vortox")),
    "letter.{}": said_in_clocktower("letter") - {"letter.said"},
    "seen.{}": with_prefix(
        "seen", ("shot", "guessed", "claimed", "nominated", "counted", "executed", "executed.no-death")
    ),
    "change.effect.{}": {"change.effect.new", "change.effect.gone"},
    "seat.{}": {"seat.living", "seat.dead"},
    "seat.ghost.{}": {"seat.ghost.left", "seat.ghost.spent"},
}

OF_GAMES = {
    "tsewnart": OF_TSEWNART,
    "resistance": OF_RESISTANCE,
    "overseers": OF_OVERSEERS,
    "clocktower": OF_CLOCKTOWER,
    "zfate": OF_ZFATE,
}


def composed_of(name: str) -> dict[str, set[str]]:
    """What the shapes of composed keys become in a game, with those that are the same for every game."""
    of_any_game = {
        "fault.{}": with_prefix("fault", fault_codes(name)),
        "expected.{}": expected_of(name),
        "field.{}.{}": fields(name),
        "ask.{}": {f"ask.{ask.key}" for ask in game(name).setup.asks},
        "clicked.{}": with_prefix("clicked.choice", BY_CLICK.get(name, ())),
        "condition.{}": with_prefix("condition", game(name).orders.conditions),
    }
    return of_any_game | OF_GAMES.get(name, {})


def decided() -> set[str]:
    """All that a decision about the stage awaited may be."""
    return {what for call in calls(PACKAGE / "table" / "decision.py", "Decision") for what in constants(call.args[0])}


def causes_of_the_brake() -> set[str]:
    found: set[str] = set()
    for node in ast.walk(tree(PACKAGE / "table" / "decision.py")):
        if isinstance(node, ast.Dict):
            pairs = zip(node.keys, node.values, strict=True)
            found |= {code for key, value in pairs if constants(key) == ["code"] for code in constants(value)}
    return found


def test_the_decisions_and_the_causes_of_the_brake_are_found() -> None:
    assert decided() == {"over", "held", "brake", "wait", "ask", "play"}
    missing, time = {"share", "silent", "unmailed"}, {"backwards", "never-came", "never-could", "silence", "repaired"}
    assert causes_of_the_brake() == {*missing, *time, "moved", "cut"}


BECAME = ("accepted", "refused", "amended", "withdrawn", "unjudged")
OWN = ("played", "told", "replaced", "refused", "amended", "withdrawn", "bare", "unplayed")

FORUM_DOUBTS = ("frame", "two-bodies", "no-author", "above", "end", "head", "quoted", "unbalanced", "typed")
FORUM_DOUBTS = (*FORUM_DOUBTS, "too-deep", "cut", "order", "again", "gone")
"""Why a message of a page of a forum is taken by nobody; « two-authors » is said by its whole key."""

MAILBOXES = ("file-unmoved", "file-unread", "folder", "full", "login", "lost", "maildir", "nonsense", "no-maildir")
MAILBOXES = (*MAILBOXES, "plain", "refused", "slow", "unopened")
ASKED = ("confirm", "key-wanted", "other-key", "two-keys", "which-player")
ASKED = (
    *ASKED,
    "confirm-again",
    "confirmed-no",
    "mj-key",
    "mj-keys",
    "mj-other-key",
    "mj-words",
    "mj.hold",
    "mj.release",
    "mj.extend",
    "mj.withdraw",
    "mj.answers",
    "mj.refused",
)
"""What may be wrong with a mailbox; what players are asked by mail, and the MJ is told."""

TO_BE_SEEN = ("automatic", "confirm", "confirmed-no", "internal", "key-wanted", "no-address", "odd-sender", "other-key")
TO_BE_SEEN = (*TO_BE_SEEN, "mj-key", "mj-keys", "mj-other-key", "mj-said", "mj-words", "undelivered", "undelivered.at")
TO_BE_SEEN = (*TO_BE_SEEN, "not-asked", "program-orders", "refused-unanswered", "taken-unanswered")
TO_BE_SEEN = (*TO_BE_SEEN, "alike", "two-keys", "unanswered", "unknown", "which-game", "which-player")
"""Why the MJ is told of a mail by itself."""


@cache
def composed_keys() -> dict[str, dict[str, set[str]]]:
    """The shapes of composed keys, and all the keys that each can become: in any game, and in each game."""
    shared = {
        "report.{}": with_prefix("report", ("public", "camp", "player", "mj")),
        "positions.whose.{}": with_prefix("positions.whose", ("public", "camp", "player", "mj")),
        "month.{}": with_prefix("month", map(str, range(1, 13))),
        "journal.{}": with_prefix(
            "journal", (*KINDS, *BECAME, "extend.bare", "hold.until", "undo.until", "undo.unread", "replace.back")
        ),
        "verify.own.{}": with_prefix("verify.own", OWN),
        "answers.{}": with_prefix("answers", ("mj", "agreed", "left", "reason", "said")),
        "value.{}": with_prefix("value", ("reason", "said")),
        "asked.example.{}": with_prefix("asked.example", ("reason", "said")),
        "report.decided.{}": with_prefix("report.decided", ("mj", "agreed", "left", "default")),
        "cause.{}": with_prefix("cause", causes_of_the_brake()),
        "mailbox.{}": with_prefix("mailbox", MAILBOXES),
        "post.{}": with_prefix("post", ASKED),
        "post.{}.subject": {f"post.{name}.subject" for name in ASKED},
        "run.mail.{}": with_prefix("run.mail", ("played", "refused", "to-see")),
        "run.mail.why.{}": with_prefix("run.mail.why", TO_BE_SEEN),
        "status.file.{}": with_prefix("status.file", ("accepted", "refused", "withdrawn")),
        "withdraw.{}.orders": {"withdraw.mj.orders", "withdraw.player.orders"},
        "withdraw.{}.standing": {"withdraw.mj.standing", "withdraw.player.standing"},
        "status.cron.{}": with_prefix("status.cron", decided() - {"over"} | {"broken"}),
        "status.alone.{}": with_prefix("status.alone", decided() - {"over"} | {"broken"}),
        "run.{}": with_prefix("run", decided() - {"play", "brake", "wait"}),
        "status.visited.{}": with_prefix("status.visited", ("resolved", "waiting", "held", "broken", "over")),
        "letter.{}": with_prefix("letter", ("accepted", "refused")),
        "forum.doubt.{}": with_prefix("forum.doubt", FORUM_DOUBTS),
        "forum.unseen.{}": with_prefix("forum.unseen", [state for state, _ in STATES]),
        "letter.{}.subject": {f"letter.{what}.subject" for what in ("accepted", "refused", "unasked")},
        "instead.{}": with_prefix("instead", ("people", "seed", "rules")),
        "bound.{}": with_prefix("bound", ("at-least", "at-most", "at-least.at-most")),
        "clause.became.{}": with_prefix("clause.became", ("applied", "objected", "failed", "unseen")),
        "clause.fact.{}": with_prefix("clause.fact", ("true", "false", "unseen")),
        "fate.of.{}": with_prefix("fate.of", ("these", "before", "turn", "stage")),
        "help.{}": with_prefix("help", COMMANDS),
        "help.{}.short": {f"help.{name}.short" for name in COMMANDS},
        "metavar.{}": {key for key in keys(SHARED) if key.startswith("metavar.")},  # test_status.py asks for all help
        "fault.{}": with_prefix("fault", fault_codes(SHARED)),
        "click.{}": with_prefix("click", (*click_page.SAID, *click_page.LABELS)),
        "expected.{}": expected_of_all(),
        "field.{}.{}": with_prefix("field.envelope", vocabulary("").canonical("envelope")),
    }
    return {SHARED: shared} | {name: composed_of(name) for name in GAMES}


FOR_ANY_GAME = (
    with_prefix("form.group", ("one-of", "alone", "also", "votes"))
    | with_prefix("reader", ("public", "camp", "player", "mj"))
    | with_prefix("report", ("next", "end", "your-orders"))
    | with_prefix("head", ("player", "order", "result"))
)
"""Sentences that only the files of games ask for, and that are the same in all games."""


def shape_of(text: ast.JoinedStr) -> str:
    return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in text.values)


@cache
def composed() -> list[tuple[str, str, str]]:
    """The shape of every key that Python or a template composes, with its domain and place."""
    return list(_composed())


def _composed() -> Iterator[tuple[str, str, str]]:
    spaces = {key.partition(".")[0] for domain in DOMAINS for key in keys(domain)}
    for path in SOURCES:
        for node in nodes_of(path):
            if isinstance(node, ast.JoinedStr):
                shape = shape_of(node)
                if re.fullmatch(r"[a-z]+\.[\w.{}-]*", shape) and shape.partition(".")[0] in spaces:
                    yield shape, domain_of(path), f"{path.name}:{node.lineno}"
    for path in TEMPLATES:
        for node in parsed(path).find_all(nodes.Concat):
            shape = "".join(part.value if isinstance(part, nodes.Const) else "{}" for part in node.nodes)
            if shape.partition(".")[0] in spaces:
                yield shape, domain_of(path), f"{path.name}:{node.lineno}"


@cache
def used(domain: str) -> dict[str, str]:
    """Every key that the files of a domain can ask for, or that others ask for on a game's behalf, with a place."""
    found = {each.key: each.where for each in said() if each.domain == domain}
    found |= {key: where for key, room, where in literal_keys() if room == domain and key not in FILES}
    for shape, room, where in composed():
        if room in (domain, SHARED):
            found |= dict.fromkeys(composed_keys()[domain].get(shape, ()), where)
    return found


@pytest.mark.parametrize("domain", DOMAINS)
def test_every_shape_of_a_composed_key_is_known(domain: str) -> None:
    shapes = {shape: where for shape, room, where in composed() if room == domain}
    known = {
        *composed_keys()[domain],
        *(shape for each in (DOMAINS if domain == SHARED else ()) for shape in composed_keys()[each]),
    }
    assert not {shape: where for shape, where in shapes.items() if shape not in known}


@pytest.mark.parametrize("domain", DOMAINS)
def test_every_shape_that_is_known_is_composed(domain: str) -> None:
    shapes = {shape for shape, room, _ in composed() if room in (domain, SHARED)}
    assert composed_keys()[domain].keys() <= shapes


@pytest.mark.parametrize(("language", "domain"), OURS)
def test_every_key_that_is_used_is_in_the_catalogue(language: str, domain: str) -> None:
    assert not {key: where for key, where in used(domain).items() if key not in known_to(domain, language)}


def test_no_shared_key_is_idle() -> None:
    assert keys(SHARED) - set().union(*map(used, DOMAINS)) == set()


@pytest.mark.parametrize("name", GAMES)
def test_no_key_of_a_game_is_idle_in_that_game(name: str) -> None:
    assert keys(name) - used(name).keys() == set()


@pytest.mark.parametrize("name", GAMES)
def test_no_key_of_a_game_is_a_shared_one_too(name: str) -> None:
    assert keys(name) & keys(SHARED) == set()


def test_no_shared_key_is_the_affair_of_one_game() -> None:
    own = keys(SHARED) - used(SHARED).keys() - FOR_ANY_GAME
    askers = {key: [name for name in GAMES if key in used(name)] for key in own}
    assert not {key: names for key, names in askers.items() if len(names) == 1}


def test_every_sentence_for_any_game_is_shared_and_asked_for_by_games_alone() -> None:
    assert keys(SHARED) - used(SHARED).keys() >= FOR_ANY_GAME


def test_plurals_are_counted_and_other_sentences_said() -> None:
    for each in said():
        known = known_to(each.domain, "fr")
        if each.key in known:
            assert known[each.key].pluralizable == each.plural, each


def test_every_place_of_a_sentence_is_filled_where_it_is_said() -> None:
    for each in said():
        for language in LANGUAGES:
            known = known_to(each.domain, language)
            if each.given is not None and each.key in known:
                for text in texts(known[each.key]):
                    assert places(text) <= each.given, each


def test_all_that_is_said_of_orders_fills_its_sentences() -> None:
    assert {"receipt.capture", "receipt.steer_ghost.player", "side.left", "choice.move", "item"} <= OF_ORDERS
    for language in LANGUAGES:
        for phrase in said_of_orders():
            message = known_to("tsewnart", language)[phrase.key]
            for text in texts(message):
                assert places(text) <= phrase.values.keys() | ({"n"} if phrase.n is not None else set()), phrase
            assert message.pluralizable == (phrase.n is not None), phrase


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_fact_of_the_log_has_its_sentence_in_the_account(language: str) -> None:
    happened = {key.split(".")[1] for key in keys("tsewnart", language) if key.startswith("happened.")}
    assert kinds_noted() - NO_SENTENCE_OF_ITS_OWN == happened


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_the_golden_accounts_hold_can_be_said(language: str) -> None:
    """They show every reason, ruling and kind of fact; a sentence with a place that nothing fills would not be said."""
    voice = Voice(catalogue(language, "tsewnart"), vocabulary("tsewnart"))
    for name in accounts.headings((GOLDEN / accounts.GOLDEN).read_text(encoding="utf-8")):
        told = account(accounts.play(accounts.cases()[name]).log)
        assert told["play"]
        for row in [*told["first"], *told["afterwards"], *(row for step in told["play"] for row in step["tried"])]:
            assert "{" not in "".join(voice.phrase(phrase) for phrase in (row["text"], *row["details"]))


def test_each_fact_learnt_has_its_sentence() -> None:
    folder = PACKAGE / "games" / "tsewnart"
    told = {kind for call in calls(folder / "rules.py", "tell") for kind in constants(call.args[1])}
    assert told == set(reports._KINDS) == {key.split(".")[1] for key in keys("tsewnart") if key.startswith("fact.")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_fault_with_a_nearest_word_is_two_sentences(language: str) -> None:
    voice = Voice(catalogue(language), vocabulary(""))
    told = voice.fault(Fault("unknown-word", Mark(1, 1), "ordrs", ("ordres", "note"), "ordres"))
    assert re.search("ordrs.*ordres, note.*ordres", told)


# No sentence in Python ---------------------------------------------------------------------------------------

WORD = re.compile(r"[^\W\d_]{2,}")
SPOKEN = {"echo", "complain", "prompt", "confirm", "style", "UsageError", "BadParameter", "ClickException", "print"}
NO_SENTENCES = {
    "adjudicator {}": "the program's name",
    "while scanning a simple key": "libyaml's words, compared",
    "quoted scalar": "libyaml's words, compared",
    "exceeded maximum nesting depth": "libyaml's words, compared",
    "a case hangs on no draw": "the seed of cases",
    "default-src 'none'; style-src {}{}; base-uri 'none'; form-action 'none'": "what browsers read",
    "; script-src {}": "what browsers read",
    "DejaVu Sans": "the name of a font",
    "# yaml-language-server: $schema={}": "editors look for these very words",
    "unexpected response": "imaplib's words, compared",
    'name="files[{}]"; filename="{}"': "a field of a head",
    "multipart/form-data; boundary={}": "a field of a head",
    "--{}\r\nContent-Disposition: form-data; {}\r\nContent-Type: {}\r\n\r\n": "a field of a head",
    "text/plain; charset=utf-8": "a field of a head",
    **dict.fromkeys(resistance_rules.FIRST_COMMANDERS, "the names of characters"),
}


def written(path: Path) -> Iterator[tuple[str, ast.expr]]:
    """The texts of a module, ``{}`` for what is put in; no docstrings, no types, no errors for programmers."""
    passed = {id(part) for node in nodes_of(path) for part in _not_for_users(node)}
    for node in nodes_of(path):
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
    if isinstance(node, ast.Call) and ast.unparse(node.func) in PATTERNS and node.args:
        yield from ast.walk(node.args[0])


PATTERNS = {f"re.{name}" for name in ("compile", "fullmatch", "match", "search", "sub", "split", "findall")}
PROGRAMMERS_ERRORS = {"ValueError", "TypeError", "KeyError", "AssertionError", "RuntimeError"}


def sentences_in(path: Path) -> list[str]:
    """The texts with a space and at least two words."""
    return [
        f"{path.relative_to(PACKAGE)}:{node.lineno}: {text}"
        for text, node in written(path)
        if " " in text and len(WORD.findall(_bare(text))) >= 2 and text not in NO_SENTENCES
    ]


def _bare(text: str) -> str:
    """Return a text without the markup in it, and what is filled in."""
    return re.sub(r"<[^>]*>|^<.*|.*>$", " ", text).replace("{}", " ")


def keys_in(call: ast.Call) -> list[ast.expr]:
    """The keys that a call composes to ask for their sentences: they are not printed themselves."""
    shapes = {shape for known in composed_keys().values() for shape in known}
    positions = SPEAKERS.get(name_of(call), ())
    found = [call.args[i] for i in positions if len(call.args) > i]
    return [key for key in found if isinstance(key, ast.JoinedStr) and shape_of(key) in shapes]


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
    marks = re.compile(rf"<style>.*?</style>|<[^>]*>|\[[^\]]*\]|: (?:{'|'.join(GAMES)})\b", re.DOTALL)
    for path in (path for path in TEMPLATES if not path.name.endswith(".css.j2")):
        text = "".join(output.data for output in parsed(path).find_all(nodes.TemplateData))
        assert not WORD.search(marks.sub("", text)), f"{path.name}: {marks.sub('', text)!r}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_hour_is_broken_over_two_lines(language: str) -> None:
    """Lines break at ordinary spaces alone: none stands within « 20 h 00 », nor between a number and its hours."""
    for name in (SHARED, *GAMES):
        path = po_file(language, name)
        for hour in re.findall(r"\{hour[^}]*\}.*?\{minute\}", path.read_text(encoding="utf-8")):
            assert " " not in hour, (name, hour)
        if language == "fr":
            assert not re.search(r"\{n\} heure", path.read_text(encoding="utf-8"))
