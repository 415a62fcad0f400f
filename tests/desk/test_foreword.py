"""A few words of the MJ at the head of the reports: public, or for the players of a camp; markup stays text."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.clocked import ALL, THREE_DAYS, cron, fleet, fresh_clock, put_table, tsewnart
from support.commands import good, plain, printed, run, stage_folder, tree, unannounced

from adjudicator.campaign.loading import load_campaign
from adjudicator.core.words import fold
from adjudicator.desk.foreword import Addressees

WORDS = "Bravo à tous.\n[b]Relisez[/b] **R3** <script>alert(1)</script>\n\ncamp: ROUGE\nPatience.\n"


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    yield from fresh_clock()


def played_with(folder: Path, words: bytes | str) -> Path:
    """Return the folder of turn 1, which cron played with words of the MJ."""
    tsewnart(folder, THREE_DAYS)
    put_table(folder, *ALL)
    (folder / "mot.txt").write_bytes(words if isinstance(words, bytes) else words.encode())
    assert cron(folder).code == 0
    return stage_folder(folder, "turn-1")


def texts(stage: Path, ending: str) -> dict[str, str]:
    return {path.stem: plain(path.read_text(encoding="utf-8")) for path in (stage / "reports").glob(f"[!b]*.{ending}")}


def test_everybody_reads_public_words_and_a_camp_its_own(tmp_path: Path) -> None:
    for ending in ("txt", "md", "html", "bbcode"):
        shutil.rmtree(tmp_path / "p", ignore_errors=True)
        for name, text in texts(played_with(tmp_path / "p", WORDS), ending).items():
            assert "Un mot du MJ" in text, name
            assert "Bravo à tous." in text, name
            red = name in ("mj", "camp-02-rouge", "player-04-paul", "player-05-rita", "player-06-zoe")
            assert ("Patience." in text) == red, name


def test_markup_stays_text(tmp_path: Path) -> None:
    stage = played_with(tmp_path / "p", WORDS)
    assert "[b]Relisez" not in texts(stage, "bbcode")["public"]
    assert "<script>" not in texts(stage, "html")["public"]
    assert "\\*\\*R3\\*\\*" in texts(stage, "md")["public"]
    assert "[b]Relisez[/b] **R3** <script>alert(1)</script>" in texts(stage, "txt")["public"]


def test_they_are_said_once_and_told_again_the_same(tmp_path: Path) -> None:
    folder = tmp_path / "p"
    stage = played_with(folder, WORDS)
    assert not (folder / "mot.txt").exists()
    sent = printed("report", folder, "--for", "camp:rouge")
    before = tree(stage / "result" / "reports")
    shutil.rmtree(stage / "reports")
    shutil.rmtree(stage / "result" / "reports")
    assert printed("report", folder, "--for", "camp:rouge") == sent
    assert b"Bravo" in before["public.txt"]
    put_table(folder, *ALL, turn=2)
    cron(folder)
    assert "Bravo" not in printed("report", folder).decode()


def test_words_written_while_a_stage_is_announced_wait_for_the_next(tmp_path: Path) -> None:
    """As after a kill between the result and what follows: what was told is forgotten, what is new is not."""
    folder = tmp_path / "p"
    stage = played_with(folder, WORDS)
    unannounced(stage)
    (folder / "mot.txt").write_text(WORDS)
    good("submit", folder)
    assert not (folder / "mot.txt").exists()
    unannounced(stage)
    (folder / "mot.txt").write_text("Autre chose.")
    good("submit", folder)
    assert (folder / "mot.txt").read_text() == "Autre chose."


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16", "utf-16-le"])
def test_they_may_be_given_with_the_command(tmp_path: Path, encoding: str) -> None:
    folder = fleet(tmp_path / "p", stage="deal")
    file = tmp_path / "words.txt"
    file.write_bytes("Bienvenue à bord, équipage.".encode(encoding))
    shown = good("resolve", folder, "--dry-run", "--words", file).out
    assert "Bienvenue à bord, équipage." in shown
    good("resolve", folder, "--words", file)
    assert "Bienvenue à bord, équipage." in printed("report", folder).decode()
    assert file.exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (b"camp: vert\nBonjour", "ligne 1, s’adresse au camp « vert », qui n’est pas de cette partie : bleu, rouge."),
        (b"a" * 20_001, "doit être un fichier de texte de 20000 octets au plus."),
    ],
)
def test_words_that_cannot_be_said_stop_the_turn(tmp_path: Path, words: bytes, said: str) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    put_table(folder, *ALL)
    (folder / "mot.txt").write_bytes(words)
    done = run("resolve", folder)
    assert done.code == 2
    assert said in plain(done.err)
    assert not (stage_folder(folder, "turn-1") / "result").exists()


@pytest.mark.parametrize(
    ("language", "said"), [("fr", "(il n’y a rien de ce nom)"), ("en", "(there is nothing of that name)")]
)
def test_words_that_are_not_there_stop_the_turn_and_it_is_said_in_plain_words(
    language: str, said: str, tmp_path: Path
) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    put_table(folder, *ALL)
    done = run("--language", language, "resolve", folder, "--words", tmp_path / "mots.txt")
    assert done.code == 2
    assert said in plain(done.err)
    assert not (stage_folder(folder, "turn-1") / "result").exists()


def test_no_file_and_an_empty_one_say_nothing(tmp_path: Path) -> None:
    for words in (b"", b"\n \n", b"camp: rouge\n"):
        shutil.rmtree(tmp_path / "p", ignore_errors=True)
        assert all("Un mot du MJ" not in text for text in texts(played_with(tmp_path / "p", words), "txt").values())


# A marker written otherwise -----------------------------------------------------------------------------------------

MARKERS = (
    *(
        "camp rouge",
        "camps: rouge",
        "camp = rouge",
        "- camp: rouge",
        "# camp: rouge",
        "[b]camp: rouge[/b]",
        "Camp：rouge",
    ),
    *(
        "Pour le camp rouge :",
        "**camp: ROUGE**",
        "camp; rouge",
        "[camp=rouge]",
        "camp: « rouge »",
        "=== camp rouge ===",
    ),
    *(
        "équipe: rouge",
        "Message pour le camp rouge :",
        "For camp rouge:",
        "camp -> rouge",
        "Pour le camp rouge seulement :",
        "camp:\u00a0rouge",
    ),
)
"""What plainly begins the words for a camp."""
DOUBTS = (
    *(
        "Camp rouge : attaquez",
        "rouge",
        "rouge :",
        "[rouge]",
        "Aux rouges : attaquez",
        "capm: rouge",
        "camp: rouge, bleu",
    ),
    *(
        "Tous sauf le camp rouge :",
        "Camp rouge, attaquez",
        "Camp rouge attaquez",
        "Note pour le camp rouge : attaquez",
        "(pour le camp rouge) Attaquez",
        "pour: rouge",
        "Confidentiel — camp rouge",
        "Bravo. camp: rouge attaquez",
        "camp:",
    ),
    *("joueur: Anna", "joueur Anna", "Pour Anna : attaque", "Anna :", "Pour le camp rouge, attaquez", "camp jaune"),
    *("Pour le camp jaune :", "camps: roug", "Seulement pour le camp rouge, attaquez"),
)
"""What may be meant for some alone."""
SENTENCES = (
    *("Le camp rouge a bien joué.", "Bravo au camp rouge !", "Anna : joli coup", "Joueurs : vérifiez vos ordres"),
    *(
        "Camps : égalité",
        "Les rouges jouent bien.",
        "À tous : rouge : 3, bleu : 2",
        "Le camp rouge, lui, a perdu : bravo",
    ),
    *(
        "Pour rappel : demain à 20 h.",
        "Le camp qui a gagné : bravo",
        "Au camp rouge, rien ne va.",
        "Bonjour,",
        "Seul le camp rouge a marqué.",
        "Seule Anna est sortie.",
        "Confidentiel : rien",
    ),
)
"""What all may read."""


def rehearsed(folder: Path, words: str) -> tuple[int, str]:
    (folder / "mot.txt").write_text(words, encoding="utf-8")
    done = run("resolve", folder, "--dry-run", "--force")
    return done.code, plain(done.out + done.err)


def test_what_plainly_is_the_marker_is_taken_as_it_and_it_is_said_for_whom(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    for marker in MARKERS:
        code, said = rehearsed(folder, f"Bravo.\nEncore.\n{marker}\nAttaquez.\n")
        assert code == 0, (marker, said)
        assert "Le mot du MJ : 2 lignes pour tous, une ligne pour le camp rouge seulement." in said, marker


def test_what_looks_like_a_marker_stops_the_turn_and_says_what_to_write(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    for doubt in DOUBTS:
        code, said = rehearsed(folder, f"Bravo.\n{doubt}\nAttaquez.\n")
        assert code == 2, (doubt, said)
        assert "ligne 2" in said, doubt
        assert "Rien n’est joué tant qu’il en est ainsi." in said, doubt
    assert "« camp : rouge »" in rehearsed(folder, "Camp rouge : attaquez")[1]
    assert "joueur seul" in rehearsed(folder, "joueur: Anna")[1]


def test_a_sentence_that_speaks_of_a_camp_is_for_all(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    code, said = rehearsed(folder, "\n".join(SENTENCES))
    assert code == 0, said
    assert f"Le mot du MJ : {len(SENTENCES)} lignes pour tous." in said


def test_in_a_game_without_camps_nothing_is_for_some_alone(tmp_path: Path) -> None:
    folder = fleet(tmp_path / "p", stage="deal")
    for doubt in ("camp: vert", "camps: vert", "camp vert", "Pour le camp vert :", "Pour les Cylons : x", "Cylons :"):
        code, said = rehearsed(folder, doubt)
        assert code == 2, (doubt, said)
        assert "Dans cette partie, il est lu de tous." in said, doubt
        assert ": ." not in said
    code, said = rehearsed(folder, "Équipe : soyez prêts\nLe camp des humains tient bon.\nLes Cylons sont deux.")
    assert (code, "3 lignes pour tous" in said) == (0, True), said


@pytest.fixture(scope="module")
def camps(tmp_path_factory: pytest.TempPathFactory) -> Addressees:
    return Addressees(load_campaign(tsewnart(tmp_path_factory.mktemp("camps") / "p", THREE_DAYS), None))


@given(
    before=st.sampled_from(["", "- ", "# ", "**", "[b]", "> ", "• ", "« ", "== "]),
    word=st.sampled_from(["camp", "Camp", "CAMP", "camps", "le camp", "pour le camp", "équipe", "team"]),
    mark=st.sampled_from([":", " :", " : ", "=", "：", " -> ", " – ", " ", "\u00a0: "]),
    camp=st.sampled_from(["rouge", "Rouge", "ROUGE", "bleu", "rouges", "bleue"]),
    after=st.sampled_from(
        ["", "**", "[/b]", " :", ".", " !", " seulement", " : attaquez", ", attaquez", " et attaquez"]
    ),
)
def test_no_marker_however_it_is_written_is_for_all(
    camps: Addressees, before: str, word: str, mark: str, camp: str, after: str
) -> None:
    """A line that begins like a marker is one, for the camp that it names, or raises a doubt."""
    if mark == " " and word in ("le camp", "pour le camp") and after in (" et attaquez", ", attaquez"):
        return  # a sentence
    line = f"{before}{word}{mark if mark.strip() else ' '}{camp}{after}"
    turn = camps.of(line)
    assert turn.camp or turn.doubt, line
    assert turn.camp in ("", fold(camp)), line


# A turn that is not played for it -----------------------------------------------------------------------------------


def test_nothing_is_said_to_be_played_for_wrong_words(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    (folder / "mot.txt").write_text("camp: vert\nBonjour", encoding="utf-8")
    done = run("resolve", folder, "--force")
    assert done.code == 2
    assert "Joué" not in done.out
    assert "Rien n’est joué" in plain(done.err)


def test_wrong_words_are_told_before_they_stop_the_turn(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    (folder / "mot.txt").write_text("Camp rouge : attaquez", encoding="utf-8")
    for waiting in (run("status", folder), cron(folder)):
        assert "Est-ce pour un camp seul ?" in plain(waiting.out + waiting.err)
    assert cron(folder).code == 1
    put_table(folder, *ALL)
    status = run("status", folder)
    assert status.code == 2
    assert "il ne pourrait rien faire. Le mot du MJ" in plain(status.out)
    assert plain(status.out + status.err).count("Est-ce pour un camp seul ?") == 1
    assert "Est-ce pour un camp seul ?" in plain(cron(folder).err)


def test_it_is_said_for_whom_words_are(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    (folder / "mot.txt").write_text("Bravo.\n- camp: rouge\nAttaquez.", encoding="utf-8")
    said = "Le mot du MJ : une ligne pour tous, une ligne pour le camp rouge seulement."
    assert said in plain(good("status", folder).out)
    put_table(folder, *ALL)
    assert said in plain(cron(folder).out)
    put_table(folder, *ALL, turn=2)
    (folder / "mot.txt").write_text("Bravo.\n- camp: rouge\nAttaquez.", encoding="utf-8")
    assert said in plain(good("resolve", folder, "--force").out)
