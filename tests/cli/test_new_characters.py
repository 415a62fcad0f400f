"""``adjudicator new``: the characters of a game whose players are known by such."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.commands import good, run, tree

from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.loading import load_campaign

OTHERS = ", Chloé, Denis, Emma"
DONE = "\n\n\n0\n"
"""No more characters, no Plan, the forum offered, no deadline."""


def asked(folder: Path, players: str, more: str = "", *options: str) -> tuple[str, Campaign]:
    """What is said to an MJ who answers so, and the campaign that it comes to."""
    done = good("new", folder, *options, stdin=f"resistance\n\n{players}\n{more}{DONE}")
    return done.out + done.err, load_campaign(folder)


def forum_names(campaign: Campaign) -> dict[str, str]:
    people = [person for person in campaign.plain["players"] if not isinstance(person, str)]
    return {person["name"]: person["forum"] for person in people if "forum" in person}


@pytest.mark.parametrize(
    "written", ["William Adama", "william adama", "WILLIAM  ADAMA", "Wílliam Adàma", " William Adama "]
)
def test_a_character_behind_a_name_is_one_and_said_to_be(tmp_path: Path, written: str) -> None:
    said, campaign = asked(tmp_path, f"Anna ({written}), Bruno{OTHERS}")
    assert "  Anna joue William Adama\n" in said
    assert campaign.setting.characters == {"Anna": "William Adama"}
    assert forum_names(campaign) == {}
    text = (tmp_path / "campaign.yaml").read_text(encoding="utf-8")
    assert "  - {nom: Anna, personnage: William Adama}\n  - Bruno\n" in text


def test_a_surname_that_is_one_characters_alone_is_enough(tmp_path: Path) -> None:
    said, campaign = asked(tmp_path, f"Anna (roslin), Bruno (TIGH){OTHERS}")
    assert "  Anna joue Laura Roslin\n  Bruno joue Saul Tigh\n" in said
    assert campaign.setting.characters == {"Anna": "Laura Roslin", "Bruno": "Saul Tigh"}


def test_a_name_on_the_forum_stays_one_beside_characters_and_is_said_to_be(tmp_path: Path) -> None:
    said, campaign = asked(tmp_path, f"Anna (Gaius Baltar), Bruno ([LG]Bru){OTHERS}")
    assert "  Anna joue Gaius Baltar\n  Bruno est « [LG]Bru » sur le forum\n" in said
    assert campaign.setting.characters == {"Anna": "Gaius Baltar"}
    assert forum_names(campaign) == {"Bruno": "[LG]Bru"}


NOT_CLEAR = [
    ("Anna (Adama)", "« Adama » peut être un personnage : William Adama, Lee Adama."),
    ("Anna (Laura)", "« Laura » peut être un personnage : Laura Roslin."),
    ("Anna (Laura Roslyn)", "« Laura Roslyn » peut être un personnage : Laura Roslin."),
    ("Anna (Saul Tigh, Toto!)", "« Saul Tigh, Toto! » peut être un personnage : Saul Tigh."),
    ("Anna (Saul Tigh) (Toto!)", "« Saul Tigh) (Toto! » peut être un personnage : Saul Tigh."),
    ("William Adama (Anna)", "« William Adama » est un personnage : écrivez d’abord le joueur"),
    ("Anna (Saul Tigh), Max (Saul Tigh)", "« Saul Tigh » et « Saul Tigh » ne diffèrent"),
]


@pytest.mark.parametrize(("written", "sentence"), NOT_CLEAR)
def test_what_may_be_a_character_or_not_is_asked_again(tmp_path: Path, written: str, sentence: str) -> None:
    said, campaign = asked(tmp_path, f"{written}, Bruno{OTHERS}\nAnna (Lee Adama), Bruno{OTHERS}")
    assert sentence in said
    assert campaign.setting.characters == {"Anna": "Lee Adama"}
    assert forum_names(campaign) == {}


@pytest.mark.parametrize(("written", "sentence"), NOT_CLEAR)
def test_what_may_be_a_character_or_not_is_refused_from_an_option(tmp_path: Path, written: str, sentence: str) -> None:
    done = run("new", tmp_path / "p", "--game", "resistance", "--players", f"{written}, Bruno{OTHERS}")
    assert (done.code, done.out) == (2, "")
    assert sentence in done.err
    assert tree(tmp_path) == {}


def test_characters_of_an_option_are_said_too(tmp_path: Path) -> None:
    done = good("new", tmp_path, "--game", "résistance", "--players", f"Anna (Roslin), Bruno (@bru){OTHERS}")
    assert done.out.startswith("Anna joue Laura Roslin\nBruno est « @bru » sur le forum\nPartie écrite dans")
    assert load_campaign(tmp_path).setting.characters == {"Anna": "Laura Roslin"}


# --- The question


@pytest.mark.parametrize("answer", ["", "aucun", "Aucun", "non", "no"])
def test_no_character_is_needed(tmp_path: Path, answer: str) -> None:
    said, campaign = asked(tmp_path, f"Anna, Bruno{OTHERS}", answer)
    assert "Personnages, si vous en jouez, comme « Anna (William Adama) » [aucun] : " in said
    assert (
        "  personnages qui comptent dans ce jeu (William Adama, Laura Roslin, Saul Tigh, Lee Adama, Gaius Baltar)\n"
        in said
    )
    assert campaign.setting.characters == {}
    assert "  - Anna\n  - Bruno\n" in (tmp_path / "campaign.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "answer",
    [
        "Anna (Laura Roslin), Emma (Starbuck)",
        "anna (laura) et EMMA (Starbuck)",
        "Anna : Roslin ; Emma = Starbuck",
        "Laura Roslin (Anna), Starbuck (Emma)",
        "Roslin: Anna, Emma → Starbuck",
    ],
)
def test_a_player_and_his_character_are_written_as_people_write_them(tmp_path: Path, answer: str) -> None:
    said, campaign = asked(tmp_path, f"Anna, Bruno{OTHERS}", answer)
    assert "  Anna joue Laura Roslin\n  Emma joue Starbuck\n" in said
    assert campaign.setting.characters == {"Anna": "Laura Roslin", "Emma": "Starbuck"}
    assert campaign.players == ["Anna", "Bruno", "Chloé", "Denis", "Emma"]


def test_a_player_may_have_a_character_and_a_name_on_the_forum(tmp_path: Path) -> None:
    _, campaign = asked(tmp_path, f"Anna ([LG]Anna), Bruno{OTHERS}", "Anna (Baltar)")
    assert campaign.plain["players"][0] == {"name": "Anna", "character": "Gaius Baltar", "forum": "[LG]Anna"}


def test_those_behind_the_names_are_kept_when_others_are_added(tmp_path: Path) -> None:
    said, campaign = asked(tmp_path, f"Anna (William Adama), Bruno{OTHERS}", "chloe (Lee Adama)")
    assert "Autres personnages, comme « Bruno (Laura Roslin) » [aucun] : " in said
    assert campaign.setting.characters == {"Anna": "William Adama", "Chloé": "Lee Adama"}


def test_nothing_is_asked_where_all_have_a_character(tmp_path: Path) -> None:
    known = "Anna (William Adama), Bruno (Laura Roslin), Chloé (Tigh), Denis (Lee Adama), Emma (Baltar)"
    done = good("new", tmp_path, stdin=f"resistance\n\n{known}\n\n\n0\n")
    assert "Autres personnages" not in done.out
    assert len(load_campaign(tmp_path).setting.characters) == 5


ASKED_AGAIN = [
    ("Laura Roslin", "« Laura Roslin » : il faut un joueur et son personnage, comme « Anna (Laura Roslin) »."),
    ("Ana (Laura Roslin)", "« Ana » n’est pas un joueur de cette partie. Peut-être « Anna » ?"),
    ("Anna (Adama)", "« Adama » peut être : William Adama, Lee Adama. Écrivez le nom entier."),
    ("Anna (Laura Roslyn)", "presque un des cinq personnages qui peuvent commander en premier"),
    ("Anna (Lee Adama), anna (Tigh)", "« Anna » a deux personnages : il n’en faut qu’un."),
    ("Anna (Tigh), Bruno (Saul Tigh)", "« Saul Tigh » et « Saul Tigh » ne diffèrent"),
    ("Anna (Emma)", "« Emma » et « Emma » ne diffèrent"),
    ("Anna ([b])", "« [b] » ne peut pas être un nom"),
    (f"Anna ({41 * 'x'})", "trop long : 40 caractères au plus, il y en a 41."),
    ("Anna (\u0410dar Crashdown)", "mêle des lettres"),
]


@pytest.mark.parametrize(("answer", "sentence"), ASKED_AGAIN)
def test_a_character_that_cannot_be_is_asked_again_at_once(tmp_path: Path, answer: str, sentence: str) -> None:
    said, campaign = asked(tmp_path, f"Anna, Bruno{OTHERS}", f"{answer}\nBruno (Baltar)")
    assert sentence in said
    assert said.count("Joueurs, dans l’ordre") == 1
    assert campaign.setting.characters == {"Bruno": "Gaius Baltar"}


def test_characters_are_asked_for_in_english(tmp_path: Path) -> None:
    said, campaign = asked(
        tmp_path,
        "Ann (Adama), Bob, Cid, Dee, Eve\nAnn (roslin), Bob, Cid, Dee, Eve",
        "Bob: Starbuck",
        "--language",
        "en",
    )
    assert "“Adama” may be a character: William Adama, Lee Adama." in said
    assert "  Ann plays Laura Roslin\n" in said
    assert "Other characters, like “Bob (William Adama)” [none]: " in said
    assert campaign.setting.characters == {"Ann": "Laura Roslin", "Bob": "Starbuck"}
    text = (tmp_path / "campaign.yaml").read_text(encoding="utf-8")
    assert "  - {name: Ann, character: Laura Roslin}\n" in text


def test_an_answer_refused_with_the_rest_is_offered_again(tmp_path: Path) -> None:
    again = "\n\nAnna (Roslin), Bruno, Chloé, Denis, Emma\nBruno (Starbuck)\n\n\n\n"
    done = good("new", tmp_path, stdin="resistance\n\nAnna (Roslin), Bruno\nBruno (Starbuck)\n\n\n0\n" + again)
    assert "Reprenons : Entrée garde chaque réponse.\n" in done.out
    assert load_campaign(tmp_path).setting.characters == {"Anna": "Laura Roslin", "Bruno": "Starbuck"}


def test_a_game_without_characters_takes_all_for_names_on_the_forum(tmp_path: Path) -> None:
    done = good("new", tmp_path, "--camp", "bleu=Anna (William Adama)", "--camp", "rouge=Paul")
    assert "William Adama" not in done.out
    (anna,) = load_campaign(tmp_path).plain["camps"]["bleu"]["players"]
    assert anna == {"name": "Anna", "forum": "William Adama"}
