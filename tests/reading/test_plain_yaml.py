"""The quick yes before libyaml makes the very document that libyaml makes, of most files that people send."""

from __future__ import annotations

import pytest
from depth import examples
from hypothesis import example, given
from hypothesis import strategies as st

from adjudicator.reading.document import MAX_BYTES, Document
from adjudicator.reading.plain_yaml import read_plainly
from adjudicator.reading.strict_yaml import read
from adjudicator.store.paths import data_folder

ORDERS = """\
# les ordres du tour 3
joueur : Zoé
tour: 3   # celui-ci

permanents:
clé: null
ordres:
    déplacement: haut
    # en l'air
    conduire fantôme: {case: (6;7), camp : null , vers: l'arrière}
    viser: (5,5) [ou non]
  # fin
note: à demain
"""

DOUBTFUL = {
    "nothing": "",
    "remarks alone": "# a: b\n",
    "no key": "a\n",
    "a list": "- a\n",
    "a list in brackets": "a: [b, c]\n",
    "a quote": "a: 'b'\n",
    "a quoted key": '"a": b\n',
    "a sign": "a: *b\n",
    "a tilde": "a: ~\n",
    "a block of text": "a: |\n  b\n",
    "a text of two lines": "a: b\n  c\n",
    "a value and lines": "a: b\n  c: d\n",
    "a colon in a text": "a: 12:30\n",
    "no space behind a colon": "a:b\n",
    "a key twice": "a: b\na: c\n",
    "a key twice in braces": "a: {b: c, b: d}\n",
    "lines between two levels": "a:\n    b: c\n  d: e\n",
    "lines left of the first": "  a:\nb: c\n",
    "empty braces": "a: {}\n",
    "a brace that stays open": "a: {b: c\n",
    "a word behind braces": "a: {b: c} d\n",
    "braces in braces": "a: {b: {c: d}}\n",
    "nothing behind a key in braces": "a: {b: , c: d}\n",
    "a word alone in braces": "a: {b, c: d}\n",
    "a comma at the end of braces": "a: {b: c,}\n",
    "a remark in braces": "a: {b: c #}\n",
    "two documents": "a: b\n---\nc: d\n",
    "a directive": "%YAML 1.1\n---\na: b\n",
    "a tab": "a:\tb\n",
    "a no-break space": "a:\u00a0b\n",
    "a line end of its own": "a: b\u2028c: d\n",
    "a mark of the order of bytes": "\ufeffa: b\n",
    "an old line end": "a: b\rc: d\n",
    "a control character": "a: b\x07\n",
    "no UTF-8": "a: \udce9\n",
    "a long key": f"{'a' * 101}: b\n",
    "many levels": "".join(f"{' ' * depth}a:\n" for depth in range(20)),
    "many keys": "".join(f"k{number}: 1\n" for number in range(2500)),
    "many bytes": f"a: b{' ' * MAX_BYTES}\n",
}


def same(one: Document, other: Document) -> bool:
    """Whether two documents say the same in the same order, with the same marks."""
    in_order = all(
        list(mine.items()) == list(others.items())
        for mine, others in ((one.values, other.values), (one.keys, other.keys))
    )
    return one == other and in_order and repr(one.root) == repr(other.root)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_plain_lines_are_read_as_libyaml_reads_them(end: str) -> None:
    data = ORDERS.replace("\n", end).encode()
    plain = read_plainly(data)
    assert plain is not None
    assert plain.root == {
        "joueur": "Zoé",
        "tour": "3",
        "permanents": None,
        "clé": None,
        "ordres": {
            "déplacement": "haut",
            "conduire fantôme": {"case": "(6;7)", "camp": None, "vers": "l'arrière"},
            "viser": "(5,5) [ou non]",
        },
        "note": "à demain",
    }
    assert same(plain, read(data))


@pytest.mark.parametrize("text", DOUBTFUL.values(), ids=list(DOUBTFUL))
def test_what_is_more_than_plain_lines_is_left_to_libyaml(text: str) -> None:
    assert read_plainly(text.encode(errors="surrogateescape")) is None


def test_files_that_people_send_are_plain_lines_mostly() -> None:
    files = [file.read_bytes() for file in sorted(data_folder("campaigns").glob("*/orders/*/*.yaml"))]
    plain = [(data, found) for data in files if (found := read_plainly(data)) is not None]
    assert len(files) > 200
    assert len(plain) > 0.8 * len(files)
    assert all(same(found, read(data)) for data, found in plain)


KEYS = st.sampled_from(["a", "b", "c", "é è", "l'a", "(6;7)", "3", "null", "a-b", "x?"])
VALUES = st.sampled_from(
    [
        *("", "", "d", "null", "(6;7)", "(6,7)", "d e", "d'", "1.5", "12:30", "~", "- d", "d #e", "d#e", "'d'", "[d]"),
        *("{a: d}", "{a: d, b: (6;7)}", "{ a : d ,b:  e f }", "{a: d,}", "{a:d}", "{a}", "{}", "{a: d", "{a?: d}"),
        *("d}", "d]", "{a: d} e"),
    ]
)
LINES = st.one_of(
    st.tuples(
        st.sampled_from(["", "", "  ", "  ", "    ", " "]),
        KEYS,
        st.sampled_from([": ", ": ", ": ", ":", " : ", ":   "]),
        VALUES,
        st.sampled_from(["", "", " ", "  # f", "#"]),
    ).map("".join),
    st.sampled_from(["", "  ", "# f", "  # a: b", "#", "---", "a", "\ta: b", "- a: b", "a: b\r"]),
)
PIECES = st.sampled_from([*" \n:#-{}[](),&*!|>'\"%@`?~ab\t\ré\u00a0\u0085\ufeff", ": ", " #", "\n  ", "\r\n", "null"])


@examples(300)
@given(st.lists(LINES, max_size=8).map("\n".join), st.integers(0, 100), st.integers(0, 1), PIECES)
@example("a:\n  b:\nc: d", 0, 0, "")
@example("  a: b\n  c:", 0, 0, "")
def test_it_never_says_anything_else_than_libyaml(text: str, at: int, cut: int, put: str) -> None:
    for given_text in (text, text[:at] + put + text[at + cut :]):
        data = given_text.encode()
        plain = read_plainly(data)
        assert plain is None or same(plain, read(data))
