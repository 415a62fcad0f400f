"""Order files are read strictly: what is in them, where it stands, and what is wrong, whatever the bytes."""

import pathlib
import subprocess
import sys
from typing import Any

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st
from support.commands import TINY, calls, campaign, good, run

from adjudicator.core.faults import KeyPath, Mark
from adjudicator.reading import strict_yaml
from adjudicator.reading.strict_yaml import MAX_FAULTS, Document, Node, read
from adjudicator.speech.voice import LANGUAGES
from adjudicator.speech.voice import told as sentences
from adjudicator.store.disk import UnusableError

ORDERS = """\
# les ordres du tour 3
joueur: Zoé
tour: 3
note: "Couvrir la lisière : à tout prix"
ordres:
  - unite: R-101
    type: avancer
    vers: [3, 5]
    allure: ~
  - {unite: 012, type: tirer, cible: 'l''aile', heure: 4:20}
discours: |
  Camarades !
  En avant.
mot: null
secret:
"""

Told = tuple[str, int, int]

ONE_FAULT: dict[str, tuple[str | bytes, Told]] = {
    # bytes and characters
    "too big": (b"#" * (64 * 1024 + 1), ("too-big", 1, 1)),
    "latin 1": ("a: 1\nnotes: lisière\n".encode("latin1"), ("not-utf8", 2, 12)),
    "latin 1 after accents and CRLF": (b"\xef\xbb\xbfa: 1\r\n\xc3\xa9\xc3\xa9\xe9", ("not-utf8", 2, 3)),
    "half a character at the end": (b"a: \xc3", ("not-utf8", 1, 4)),
    "a picture": (b"\xff\xd8\xff\xe0\x00\x10JFIF\x00", ("no-text", 1, 1)),
    "UTF-16": ("a: 1".encode("utf-16"), ("not-utf8", 1, 1)),
    "UTF-16 without a mark": ("a: 1".encode("utf-16-le"), ("control-character", 1, 2)),
    "nul": (b'a: "\x00"\n', ("control-character", 1, 5)),
    "bell": (b"b: 1\na: \x07\n", ("control-character", 2, 4)),
    "delete": (b"a: \x7f\n", ("control-character", 1, 4)),
    "escaped nul": (b'a: "b\\\\\\0"\n', ("control-character", 1, 8)),
    "escaped bell": (b'a: "\\x07"\n', ("control-character", 1, 5)),
    "escaped carriage return": (b'a: "b\\r\\n"\n', ("control-character", 1, 6)),
    "escaped half of a pair": (b'a: "\\ud83d\\ude00"\n', ("control-character", 1, 5)),
    "escape beyond Unicode": (b'a: "\\UFFFFFFFF"\n', ("control-character", 1, 5)),
    "escape just beyond Unicode": (b'a: "\\u00e9\\U00110000"\n', ("control-character", 1, 11)),
    # limits
    "brackets": (b"[" * 60000, ("too-deep", 1, 21)),
    "braces": (b"{a: " * 15000, ("too-deep", 1, 81)),
    "dashes": (b"- " * 30000, ("too-deep", 1, 41)),
    "many keys": (b"\n".join(b"k%d: 1" % i for i in range(6000)), ("too-many", 2500, 8)),
    "many values": (b"- 1\n" * 6000, ("too-many", 5000, 3)),
    "long key": (b"a: 1\n" + b"k" * 101 + b": 1\n", ("key-too-long", 2, 1)),
    "key of 2000": (b"k" * 2000 + b": 1\n", ("key-too-long", 1, 1)),
    "key in quotes of 2000": (b'"' + b"k" * 2000 + b'": 1\n', ("key-too-long", 1, 1)),
    # what YAML has and order files have not
    "anchor": ("é: &a x\n", ("anchor", 1, 4)),
    "long anchor": (b"&" + b"a" * 60000, ("anchor", 1, 1)),
    "anchor of a key": ("&k a: 1\n", ("anchor", 1, 1)),
    "alias": ("a: *b\n", ("alias", 1, 4)),
    "alias as key": ("*b : a\n", ("alias", 1, 1)),
    "merge key": ("a: {b: 1}\n<<: {c: 2}\n", ("merge-key", 2, 1)),
    "merge of an alias": ("a: 1\n<<: [*a, *a]\n", ("merge-key", 2, 1)),
    "tag": (b'a: !!python/object/apply:os.system ["id"]\n', ("tag", 1, 4)),
    "tag alone": ("a: ! b\n", ("tag", 1, 4)),
    "tag of nothing known": ("a: !e!x b\n", ("tag", 1, 4)),
    "tag without a name": ("a: !!\n", ("tag", 1, 4)),
    "duplicate key": ("é: 1\nb: 2\né: 3\n", ("duplicate-key", 3, 1)),
    "duplicate key, CRLF": (b"a: 1\r\nb: 2\r\na: 3\r\n", ("duplicate-key", 3, 1)),
    "duplicate key, CR": (b"a: 1\rb: 2\ra: 3\r", ("duplicate-key", 3, 1)),
    "duplicate key in quotes": ('a: 1\n"a": 2\n', ("duplicate-key", 2, 1)),
    "list as key": ("? [a]\n: b\n", ("complex-key", 1, 3)),
    "list as key in a line": ("[a, *b]: c\n", ("complex-key", 1, 1)),
    "two documents": ("a: 1\n---\nb: 2\n", ("two-documents", 2, 1)),
    "two empty documents": ("---\n---\n", ("two-documents", 2, 1)),
    "more after the end": ("a: 1\n...\nb: 2\n", ("two-documents", 3, 1)),
    "directive after the end": ("a: 1\n...\n%x\n---\nb: 2\n", ("two-documents", 3, 1)),
    "directive": ("# a\n%YAML 1.1\n---\na: 1\n", ("reserved-character", 2, 1)),
    "percents": (b"%" * 65000, ("reserved-character", 1, 1)),
    # indentation
    "tab": (b"a:\n\t- 1\n", ("tab-indent", 2, 1)),
    "tab after a space": (b"a:\n \tb: 1\n", ("tab-indent", 2, 2)),
    "tab before more text": (b"a: x\n\ty\n", ("tab-indent", 2, 1)),
    "no-break space": ("ordres:\n\u00a0 - unite: x\n", ("nbsp-indent", 2, 1)),
    "no-break space after spaces": ("a:\n  \u202f- x\n", ("nbsp-indent", 2, 3)),
    "deeper after a value": ("a: 1\n  b: 2\n", ("value-and-lines", 1, 4)),
    "deeper after a value and comments": ("a: 1  # x: y\n  # c\n\n  #d\n  b: 2\n", ("value-and-lines", 1, 4)),
    "deeper after quotes": ('a: "x"\n  b: 2\n', ("value-and-lines", 1, 4)),
    "between two levels": ("a:\n    b: 1\n  c: 2\n", ("indentation", 3, 3)),
    "list between two levels": ("a:\n  - x\n - y\n", ("indentation", 3, 2)),
    "item's key too far left": ("- a: 1\n b: 2\n", ("indentation", 2, 2)),
    "first line too far right": (" a: 1\nb: 2\n", ("indentation", 2, 1)),
    "list after a value": ("a: b\n- c\n", ("indentation", 2, 1)),
    "key after a list": ("- a\nb: c\n", ("indentation", 2, 1)),
    "less than its block text": ("a: |\n   x\n  y\n", ("indentation", 3, 3)),
    # quotes and brackets
    "double quote": (b'notes: "Couvrir la\nfin: x\n', ("unclosed-quote", 1, 8)),
    "single quote": ("notes: 'Couvrir\nfin: x\n", ("unclosed-quote", 1, 8)),
    "quote closed by the next one": ('a: "x\nb: "y"\n', ("unclosed-quote", 1, 4)),
    "quote before another document": ('a: "b\n---\nc"\n', ("unclosed-quote", 1, 4)),
    "apostrophe in quotes": ("notes: 'l'aile : x'\n", ("after-quote", 1, 11)),
    "text after quotes": ('- "x" y\n', ("after-quote", 1, 7)),
    "text after a quoted item": ('a: [1, "b" c]\n', ("after-quote", 1, 12)),
    "forum tag": ("note: [b]gras[/b]\n", ("after-bracket", 1, 10)),
    "bracket": ("a: 1\nb: [1, 2\nc: 3\n", ("unclosed-bracket", 2, 4)),
    "bracket at the end": ("a: [1,", ("unclosed-bracket", 1, 4)),
    "bracket before a list": ("a: [x\n- y\n", ("unclosed-bracket", 1, 4)),
    "bracket closed by the next one": ("a: [x\nb: [y]\n", ("unclosed-bracket", 1, 4)),
    "brace": ("a: {b: 1\n", ("unclosed-bracket", 1, 4)),
    "inner brace": ("a: [{b: 1]\n", ("unclosed-bracket", 1, 5)),
    "brace closed by a bracket": ("a: {b: 1]\n", ("unclosed-bracket", 1, 4)),
    # colons
    "second colon": ("note: objectif: colline\n", ("colon-space", 1, 15)),
    "second colon, no-break spaces": ("note\u00a0: objectif\u00a0: colline\n", ("colon-space", 1, 17)),
    "second colon in a list": ("- a: b: c\n", ("colon-space", 1, 7)),
    "second colon in braces": ("a: {b: c: d}\n", ("colon-in-text", 1, 8)),
    "no space after the colon": ("joueur:Zoé\nordres:\n- x\n", ("missing-colon", 1, 1)),
    "no space after the first colon of an item": ("- unite:x\n  type: y\n", ("missing-colon", 1, 3)),
    "line without a colon": ("a: 1\nb c\nd: 2\n", ("missing-colon", 2, 1)),
    "last line without a colon": ("a: 1\nb\n", ("missing-colon", 2, 1)),
    # signs
    "at": ("a: @moi\n", ("reserved-character", 1, 4)),
    "backtick": ("```\na: 1\n```\n", ("reserved-character", 1, 1)),
    "percent": ("a: %x\n", ("reserved-character", 1, 4)),
    "stars": ("a: *fort*\n", ("reserved-character", 1, 4)),
    "ampersand": ("a: & b\n", ("reserved-character", 1, 4)),
    "quoted as in mails": ("a: > cité\n", ("reserved-character", 1, 4)),
    "bar": ("a: |x\n", ("reserved-character", 1, 4)),
    # the rest
    "closing bracket": ("a: ]\n", ("syntax", 1, 4)),
    "one bracket too many": ("a: [b]]\n", ("syntax", 1, 7)),
    "two commas": ("[a,,b]\n", ("syntax", 1, 4)),
    "list beside its key": ("ordres: - unite: x\n", ("syntax", 1, 9)),
    "no key": (": a\n", ("syntax", 1, 1)),
    "backslash": ('a: "\\o/"\n', ("syntax", 1, 5)),
    "half an escape": ('a: "\\xZ"\n', ("syntax", 1, 5)),
    "colon before a comma": (b"{" + b"a:," * 20000 + b"}", ("syntax", 1, 3)),
    "colon before a comma, in lines": ("{\n  a:,\n  b: c}\n", ("syntax", 2, 4)),
}

SEVERAL_FAULTS: dict[str, tuple[str | bytes, list[Told]]] = {
    "alias bomb": (b"a: &a [1,1]\nb: *a\n", [("anchor", 1, 4), ("alias", 2, 4)]),
    "anchor and tag": ("a: &x !!set {}\n", [("anchor", 1, 4), ("tag", 1, 7)]),
    "tag and anchor": ("a: !!str &x y\n", [("tag", 1, 4), ("anchor", 1, 10)]),
    "spaces and later faults": ("a:\n\u00a0 b: 1\na: 2\n", [("nbsp-indent", 2, 1), ("duplicate-key", 3, 1)]),
    "faults and a later space": (
        "a: 1\na: 2\nb:\n\u00a0c\n",
        [("duplicate-key", 2, 1), ("nbsp-indent", 4, 1)],
    ),
    "tabs end the reading": ("a: *x\n\u00a0b: 1\n\tc: 2\n", [("nbsp-indent", 2, 1), ("tab-indent", 3, 1)]),
    "faults before the one that ends": ("a: *x\nb: @y\n", [("alias", 1, 4), ("reserved-character", 2, 4)]),
    "questions": (b"? " * 30000, [("complex-key", 1, 3), ("too-deep", 1, 41)]),
}

GOOD: dict[str, tuple[str | bytes, Node]] = {
    "empty": (b"", None),
    "only comments": ("# rien\n\n  # du tout\n", None),
    "only line ends": (b"\n" * 65000, None),
    "only a long comment": (b"#" * 65000, None),
    "BOM": (b"\xef\xbb\xbfa: 1\n", {"a": "1"}),
    "BOM inside": ("a: \ufeffb\n", {"a": "b"}),
    "words and numbers": (
        "[no, oui, on, 4:20, 012, 12, true, 1_000, 0x1F, 2026-11-20, .5, =]",
        ["no", "oui", "on", "4:20", "012", "12", "true", "1_000", "0x1F", "2026-11-20", ".5", "="],
    ),
    "nothing": ("a:\nb: ~\nc: null\nd: {e: }\n", {"a": None, "b": None, "c": None, "d": {"e": None}}),
    "not nothing": ("a: ''\nb: \"~\"\nc: 'null'\nd: Null\n", {"a": "", "b": "~", "c": "null", "d": "Null"}),
    "keys are text": ("no: a\n1: b\nnull: c\n~: d\n", {"no": "a", "1": "b", "null": "c", "~": "d"}),
    "quoted merge key": ('"<<": 1\n', {"<<": "1"}),
    "French colon": (
        "joueur\u00a0: Zoé\nnote\u202f:\u00a0vite\u202f!\n",
        {"joueur": "Zoé", "note": "vite !"},
    ),
    "forum spaces": ("a:\u2007b\u3000c\u2009d\n", {"a": "b c d"}),
    "unusual line ends": ("a: b\u2028c\u0085d\n", {"a": "b c d"}),
    "no-break space on empty lines": ("a:\n\u00a0\n  b: 1\n\u00a0# c\n", {"a": {"b": "1"}}),
    "tab on empty lines": ("a:\n\t\n  b: 1\n\t# c\n", {"a": {"b": "1"}}),
    "tab around the colon": ("a\t:\tb\t# c\n", {"a": "b"}),
    "tab after a dash": ("-\ta: 1\n-\t-\tb\n", [{"a": "1"}, ["b"]]),
    "CRLF in texts": (b'a: |\r\n  b\r\n  c\r\nd: "e\r\n\r\n  f"\r\n', {"a": "b\nc\n", "d": "e\nf"}),
    "spaces in quotes": (b'a: "' + b" \n" * 30000 + b'"', {"a": "\n" * 29999}),
    "emoji": ("😀: é\n", {"😀": "é"}),
    "one word": ("bonjour\n", "bonjour"),
    "list": ("- 1\n- [a, {b: c}]\n", ["1", ["a", {"b": "c"}]]),
    "twenty levels": (b"[" * 20 + b"]" * 20, None),
    "a start": ("---\na: 1\n...\n", {"a": "1"}),
    "a key of 100": (b"k" * 100 + b": 1\n", {"k" * 100: "1"}),
    "5000 nodes": (b"- 1\n" * 4999, ["1"] * 4999),
}


def as_bytes(content: str | bytes) -> bytes:
    return content if isinstance(content, bytes) else content.encode()


def told(document: Document) -> list[Told]:
    return [(fault.code, fault.mark.line, fault.mark.column) for fault in document.faults]


@pytest.mark.parametrize(("content", "fault"), ONE_FAULT.values(), ids=ONE_FAULT.keys())
def test_a_fault_is_told_at_its_place(content: str | bytes, fault: Told) -> None:
    assert told(read(as_bytes(content))) == [fault]


@pytest.mark.parametrize(("content", "faults"), SEVERAL_FAULTS.values(), ids=SEVERAL_FAULTS.keys())
def test_several_faults_are_told_in_the_order_of_the_file(content: str | bytes, faults: list[Told]) -> None:
    assert told(read(as_bytes(content))) == faults


@pytest.mark.parametrize(("content", "root"), GOOD.values(), ids=GOOD.keys())
def test_good_content_is_read_without_fault(content: str | bytes, root: Node) -> None:
    document = read(as_bytes(content))
    assert document.faults == []
    assert root is None or document.root == root


def test_an_empty_file_has_no_root_and_a_place_for_it() -> None:
    assert read(b"") == Document(root=None, values={(): Mark(1, 1)})


def untyped(value: Any) -> Node:
    """What yaml.safe_load makes of the sample, with the words it took for something else."""
    if isinstance(value, dict):
        return {str(key): untyped(one) for key, one in value.items()}
    if isinstance(value, list):
        return [untyped(one) for one in value]
    words = {3: "3", 5: "5", 10: "012", 260: "4:20", None: None}
    return words.get(value, value)


def test_the_sample_has_the_values_of_safe_load_but_for_their_types() -> None:
    document = read(ORDERS.encode())
    assert document.faults == []
    assert document.root == untyped(yaml.safe_load(ORDERS))


def test_places_of_values_and_keys_are_where_they_stand() -> None:
    document = read(ORDERS.encode())
    lines = ORDERS.splitlines()
    assert set(document.values) == {(), *document.keys, ("ordres", 0), ("ordres", 1), *places_in_the_cell()}
    for path, mark in document.keys.items():
        assert lines[mark.line - 1][mark.column - 1 :].startswith(str(path[-1])), path
    starts = {(): "joueur", ("joueur",): "Zoé", ("note",): '"Couvrir', ("ordres", 1): "{", ("discours",): "|"}
    starts |= {("ordres", 0, "vers"): "[3", ("ordres", 0, "vers", 1): "5]", ("ordres", 1, "heure"): "4:20"}
    for path, text in starts.items():
        mark = document.values[path]
        assert lines[mark.line - 1][mark.column - 1 :].startswith(text), path


def places_in_the_cell() -> list[KeyPath]:
    return [("ordres", 0, "vers", 0), ("ordres", 0, "vers", 1)]


def test_a_colon_of_a_text_is_left_to_it_and_places_stay() -> None:
    document = read(b"mot: a : b: c\nautre: [x, *y]\n", is_text=lambda key: key == "mot")
    assert document.root == {"mot": "a : b: c", "autre": ["x", None]}
    assert document.values["mot",] == Mark(1, 6)
    assert told(document) == [("alias", 2, 12)]
    assert told(read(b"autre: a : b\n", is_text=lambda key: key == "mot")) == [("colon-space", 1, 10)]
    assert read(b"  mot: a : b\n", is_text=lambda key: True).faults != []
    for value in ('"a : b"', "[a, {b: c}]", "{a: b}", "|\n  a : b"):
        content = f"mot: {value}\n".encode()
        assert read(content, is_text=lambda key: True) == read(content)


def test_quoted_holds_the_texts_in_quotes_or_blocks() -> None:
    assert read(ORDERS.encode()).quoted == {("note",), ("ordres", 1, "cible"), ("discours",)}
    assert read(b"- >\n  a\n- b\n").quoted == {(0,)}
    assert read(b'"a": b\n').quoted == set()


def test_columns_stay_where_the_player_sees_them() -> None:
    document = read("joueur\u00a0:\u00a0Zoé 😀\n  \u00a0\nnote : *x\n".encode())
    assert document.values["joueur",] == Mark(1, 10)
    assert told(document) == [("alias", 3, 8)]


def test_tabs_inside_a_text_stay() -> None:
    assert read(b"a: b\tc\n").root == {"a": "b\tc"}


FOUND: dict[str, tuple[str | bytes, str | None, dict[str, str | int]]] = {
    "too-big": (b"x" * 70000, None, {"limit": 64, "size": 69}),
    "far-too-big": (b"x" * 3_000_000, None, {"limit": 64, "size": 1024}),
    "too-deep": (b"[" * 21, None, {"limit": 20}),
    "too-many": (b"- 1\n" * 5000, None, {"limit": 5000}),
    "key-too-long": (b"k" * 101 + b": 1", "k" * 40, {"limit": 100}),
    "not-utf8": (b"\xe9", "E9", {}),
    "no-text": (b"%PDF-1.7\n\xe2\xe3", None, {}),
    "control-character": (b"\x07", "U+0007", {}),
    "tab-indent": ("a:\n\tb: 1\n\n\tc: 1\n", None, {"lines": 2}),
    "nbsp-indent": ("a:\n\u00a0 b: 1\n\u00a0\n \u202fc: 1\n", None, {"lines": 2}),
    "anchor": ("[&ancre x]", "&ancre", {}),
    "alias": ("[*ancre]", "*ancre", {}),
    "tag": ("a: !!set {}", "!!set", {}),
    "merge-key": ("<<: 1", None, {}),
    "duplicate-key": ("b: 1\na: 1\nb: 2\n", None, {"key": "b", "line": 1}),
    "complex-key": ("[a]: 1", None, {}),
    "two-documents": ("a\n---\nb\n", None, {}),
    "unclosed-quote": ("a: 'b", "'", {}),
    "after-quote": ("a: 'l'aile gauche'", "aile", {}),
    "unclosed-bracket": ("a: {b", "{", {}),
    "after-bracket": ("note: [RP] Bonjour à tous", "Bonjour", {}),
    "colon-space": ("note: objectif: colline", "objectif: colline", {}),
    "colon-in-text": ("a: {b: c: d, e: f}", "b", {"line": '{b: "c: d, e: f"}'}),
    "missing-colon": ("joueur:Zoé\nordres: x", "joueur:Zoé", {}),
    "indentation": ("a:\n    b: 1\n  c: 2\n", None, {}),
    "value-and-lines": ("a: b\n  c: d", "b", {}),
    "reserved-character": ("a: @b", "@", {}),
    "syntax": ("a: ]", "]", {}),
}


@pytest.mark.parametrize("data", [b"{\\rtf1\\ansi\njoueur: Anna\\par", b"%PDF-1.7\njoueur: Anna\n"])
def test_a_document_that_could_be_read_as_text_is_told_as_one(data: bytes) -> None:
    assert [fault.code for fault in strict_yaml.read(data).faults] == ["no-text"]


@pytest.mark.parametrize("code", FOUND)
def test_a_fault_carries_the_words_of_its_sentence(code: str) -> None:
    content, found, values = FOUND[code]
    [fault] = read(as_bytes(content)).faults
    assert (fault.code, fault.found, dict(fault.values)) == (code, found, values)


def test_faulty_values_stay_and_faulty_keys_are_left_out() -> None:
    document = read(b"a: &x !!str 1\nb: *x\n<<: {c: *x}\n? [d]\n: e\na: 2\nf: [*x, 3]\n")
    assert document.root == {"a": "1", "b": None, "f": [None, "3"]}
    assert set(document.keys) == {("a",), ("b",), ("f",)}
    assert document.values["a",] == Mark(1, 4)
    assert [fault.code for fault in document.faults] == [
        "anchor", "tag", "alias", "merge-key", "complex-key", "duplicate-key", "alias"
    ]  # fmt: skip


def test_what_stands_before_the_end_of_reading_is_kept() -> None:
    assert read(b"a: 1\n---\nb: 2\n").root == {"a": "1"}
    assert read(b"a: 1\nb: @y\n").root == {"a": "1"}


def test_a_hundred_faults_are_enough() -> None:
    assert len(read(b"- *x\n" * 4000).faults) == MAX_FAULTS


def test_a_larger_file_may_be_allowed_with_more_values() -> None:
    data = b"- 1\n" * 20000
    assert [fault.code for fault in read(data).faults] == ["too-big"]
    assert read(data, largest=1 << 20).faults == []
    [fault] = read(data, largest=1 << 10).faults
    assert dict(fault.values) == {"limit": 1, "size": 79}


def test_merge_bombs_cost_nothing() -> None:
    lines = ["base0: &L0 {k0: v0}"]
    lines += [f"L{n}: &L{n} {{<<: [*L{n - 1}, *L{n - 1}], k{n}: v}}" for n in range(1, 21)]
    assert {fault.code for fault in read("\n".join(lines).encode()).faults} == {"anchor", "merge-key"}


MOST = 10
"""More functions than are called for each byte of any file: nothing grows faster than the file does."""
LISTED = {**ONE_FAULT, **SEVERAL_FAULTS, **GOOD}
HOSTILE = {name: as_bytes(case[0]) for name, case in LISTED.items()} | {
    "tabs before nothing": b"\t\n" * 32768,
    "tabs after dashes": b"-\ta\n" * 16384,
    "tabs before text": b"\ta\n" * 21845,
    "tabs in a row": b"\t" * 65535,
    "spaces in a row": b" " * 65535,
    "no-break spaces": "\u00a0".encode() * 32768,
    "no-break spaces before text": "\u00a0a\n".encode() * 16384,
    "carriage returns": b"\r" * 65536,
    "escapes": b'a: "' + b"\\n" * 32000 + b'\\q"',
    "backslashes": b'a: "' + b"\\\\" * 32000 + b'\\q"',
    "hexadecimal escapes": b'a: "' + b"\\xe9" * 16000 + b'\\q"',
    "ends of documents": b"a\n" + b"...\n" * 16000 + b"b",
    "duplicates": b"a: 1\n" * 13000,
    "comments before a directive": b"#\n" * 32000 + b"%x",
    "pairs at the lowest level": b"[" * 19 + b"[]," * 20000,
    "long keys, deep": b"{" + b"a" * 1000 + b": " * 60,
    "lines of one text": b"a\n" * 30000 + b"b: c\n",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_are_answered_with_little_work(name: str) -> None:
    data = HOSTILE[name]
    assert calls(lambda: read(data)) < MOST * (200 + len(data))


def check_any(data: bytes) -> None:
    document = read(data)
    text = data.removeprefix(b"\xef\xbb\xbf").decode(errors="replace")
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    marks = [*document.values.values(), *document.keys.values(), *(fault.mark for fault in document.faults)]
    for mark in marks:
        assert 1 <= mark.line <= len(lines)
        assert 1 <= mark.column <= len(lines[mark.line - 1]) + 1
    assert [fault.mark for fault in document.faults] == sorted(fault.mark for fault in document.faults)
    for fault in document.faults:
        assert fault.found != ""


PIECES = st.sampled_from([
    "a", "b: ", "c", ":", ": ", "- ", "\n", "\n  ", "\n    ", " ", "\t", "\u00a0", "'", '"', "[", "]", "{",
    "}", ",", "? ", "&x ", "*x", "!t ", "!", "|\n", ">", "#", "%", "@", "`", "<<: ", "---\n", "...\n", "\\",
    "\\x07", "\\ud800", "\\UFFFFFFFF", "\r", "\r\n", "é", "😀", "\u2028", "\ufeff", "~", "null", "\x07",
])  # fmt: skip


@given(st.binary(max_size=200))
@example(b"\xff\xfe")
def test_arbitrary_bytes_never_raise_and_places_lie_inside(data: bytes) -> None:
    check_any(data)


@given(st.text(max_size=200))
def test_arbitrary_text_never_raises_and_places_lie_inside(text: str) -> None:
    check_any(text.encode(errors="surrogatepass"))


@given(st.lists(PIECES, max_size=30).map("".join))
def test_text_that_resembles_yaml_never_raises_and_places_lie_inside(text: str) -> None:
    check_any(text.encode())


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_libyaml_one_is_told_what_to_install(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yaml, "__with_libyaml__", False)
    with pytest.raises(UnusableError) as caught:
        read(ORDERS.encode())
    (said,) = sentences(caught.value, language)
    assert "libyaml" in said
    assert "pip install --force-reinstall --only-binary pyyaml pyyaml" in said


def test_without_libyaml_no_order_is_refused(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = campaign(tmp_path / "partie", "turn-1", TINY)
    text = "joueur: Anna\ntour: 1\nordres: {déplacement: haut, }\n"
    with monkeypatch.context() as without:
        without.setattr(yaml, "__with_libyaml__", False)
        assert run("submit", folder, "-", stdin=text).code == 2
    good("hold", folder, "--reason", "x")
    assert [path.name for path in folder.glob("turns/*-turn-1/orders/*ed.json")] == ["0001.accepted.json"]


def test_importing_the_module_does_not_import_yaml() -> None:
    program = "import sys, adjudicator.reading.strict_yaml; sys.exit('yaml' in sys.modules)"
    subprocess.run([sys.executable, "-c", program], check=True)
