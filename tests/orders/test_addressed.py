"""Files whose sender is known besides what they say: they need not name him, and may name nobody else."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

import pytest
from resistance.campaigns import play, state, voting
from support.commands import EVERY_ROLE, SEED, TINY, TURNS, TWO, campaign, good, run, send, table

from adjudicator.campaign.loading import load_campaign
from adjudicator.campaign.stages import Progress, progress_of
from adjudicator.core.stage import Stage
from adjudicator.desk.session import session
from adjudicator.orders.attempt import asked_before, turn_meant, turns_titled
from adjudicator.orders.inbox import DroppedFile, MailExtras
from adjudicator.orders.judging import judge
from adjudicator.orders.keys import order_key
from adjudicator.orders.received import as_sent, judged_file, stored
from adjudicator.orders.submission import Submission, receipt_code

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)


@pytest.fixture(scope="module")
def progress(tmp_path_factory: pytest.TempPathFactory) -> Progress:
    return progress_of(load_campaign(campaign(tmp_path_factory.mktemp("m") / "p", "turn-1", EVERY_ROLE)))


def of_anna(text: str, progress: Progress, turn: int | None = 1) -> Submission:
    return judge(text.encode(), "o.txt", progress, whence=DroppedFile("o.txt", b"", "forum", sender="Anna", turn=turn))


RIGHT = {
    "déplacement: droite\n",
    "Bonjour,\n\ndéplacement: droite\n\nMerci, à plus\nAnna\n",
    "ordres:\n  déplacement: droite\n",
    "ordres: {déplacement: droite}\n",
    "ordres: à droite\n",
    "tour: 1\nordres:\n  déplacement: droite\n",
    "joueur: Anna\ndéplacement: droite\n",
    "joueur: Anna\ntour: 1\nordres:\n  déplacement: droite\n",
    "Anna, tour 1 : droite\n",
    "déplacement = droite\n",
    "déplacement droite\n",
    "[code]\ndéplacement: droite\n[/code]\n",
}


@pytest.mark.parametrize("camp", ["rouge", "bleu"])
@pytest.mark.parametrize("text", ["tour: 1\nordres: {déplacement: droite}\n", *sorted(RIGHT)])
def test_a_camp_is_no_word_above_orders_of_a_player(progress: Progress, text: str, camp: str) -> None:
    """Whosever camp it is, as in a file; and what stands above is not left out with the words around."""
    found = of_anna(f"Camp : {camp}\n{text}", progress)
    assert ([fault.code for fault in found.faults], found.orders) == (["camp-needless"], {})
    assert found.faults[0].mark.line == 1


@pytest.mark.parametrize(
    "text", ["déplacement: droite\nAnna\ncamp: bleu\n", "ordres:\n  déplacement: haut\n  camp: bleu\n"]
)
def test_nor_below_or_among_them_where_it_is_no_part_of_an_order(progress: Progress, text: str) -> None:
    [fault] = of_anna(text, progress).faults
    assert (fault.code, fault.found) == ("camp-needless", "camp")


def test_a_part_of_an_order_is_told_where_it_goes(progress: Progress) -> None:
    found = of_anna("ordres:\n  camp: bleu\n  case: (1;1)\n  vers: haut\n", progress)
    assert [fault.code for fault in found.faults] == ["belongs-below"] * 3


@pytest.mark.parametrize("text", sorted(RIGHT))
def test_who_sent_it_and_the_turn_awaited_need_not_be_written(progress: Progress, text: str) -> None:
    found = of_anna(text, progress)
    assert (found.faults, found.players, found.orders) == ([], ["Anna"], {"Anna": {"move": "right"}})


def test_the_receipt_says_who_and_when_was_added(progress: Progress) -> None:
    [said] = of_anna("déplacement: droite\n", progress).receipts["Anna"].besides
    text = progress.campaign.voice().phrase(said).replace("\u00a0", " ")
    assert "« Anna » comme joueur" in text and "le tour 1" in text
    assert of_anna("joueur: Anna\ntour: 1\nordres:\n  déplacement: droite\n", progress).receipts["Anna"].besides == ()


AMONG = {
    "déplacement: droite\nclé: {key}\n",
    "déplacement: droite\ntour: 1\n",
    "déplacement: droite\nnote: je pars lundi\n",
    "déplacement: droite\njoueur: Anna\n",
    "Salut,\n\ndéplacement = droite\ntour 1\n\nMerci\nAnna\n",
    "- déplacement: droite\n- tour: 1\n",
    "note: à lundi\ndéplacement: droite\ntour: 1\njoueur: Anna\n",
}
"""Orders above what stands around orders."""


@pytest.mark.parametrize("text", sorted(AMONG))
def test_what_stands_around_orders_may_stand_below_them(progress: Progress, text: str) -> None:
    """With one meaning, whatever the order of the lines: nobody knows that the turn goes first."""
    assert progress.stage is not None
    key = order_key(progress.campaign.seed, progress.stage, "Anna")
    found = of_anna(text.replace("{key}", key), progress)
    assert (found.faults, found.orders) == ([], {"Anna": {"move": "right"}})
    assert found.note == next((note for note in ("je pars lundi", "à lundi") if note in text), None)


def test_orders_on_either_side_of_what_stands_around_them_are_orders(progress: Progress) -> None:
    both = {"Anna": {"move": "right", "stop": True}}
    for text in (
        "déplacement: droite\ntour: 1\narrêter: oui\n",
        "déplacement: droite\nnote: a\njoueur: Anna\narrêter: oui\ntour: 1\n",
    ):
        assert of_anna(text, progress).orders == both, text
    ghost = "conduire fantôme:\n  case: (9;1)\n  camp: rouge\n  vers: haut\ntour: 1\n"
    told = judge(ghost.encode(), "o.txt", progress, whence=DroppedFile("o.txt", b"", "forum", sender="Paul", turn=1))
    assert told.orders == {"Paul": {"steer_ghost": {"cell": [9, 1], "camp": "rouge", "to": "up"}}}
    standing = of_anna("déplacement: droite\ntour: 1\npermanents:\n  déplacement: haut\n", progress)
    assert (standing.orders, standing.standing) == ({"Anna": {"move": "right"}}, {"Anna": {"move": "up"}})


NOT_AMONG = {
    "déplacement: droite\nnote: je vais\n  arrêter: oui\n",
    "déplacement: droite\nnote: |\n  je vais\n  arrêter: oui\n",
    "déplacement: droite\nordres:\n  arrêter: oui\n",
    "déplacement: droite\nnote: la prochaine fois\narrêter: oui\n",
    "note: hier j’avais envoyé\ndéplacement: droite\n",
    "déplacement: droite\ntour: 1\ndéplacement: bas\n",
    "déplacement: droite\npermanents:\n  déplacement: haut\narrêter: oui\n",
    "déplacement: droite\nMax: rien\ntour: 1\n",
    "tour: 2\ndéplacement: droite\ntour: 1\n",
    "déplacement: droite\njoueur: Zoé\n",
}


@pytest.mark.parametrize("text", sorted(NOT_AMONG))
def test_what_may_be_none_of_the_orders_is_not_put_among_them(progress: Progress, text: str) -> None:
    found = of_anna(text, progress)
    assert not found.accepted


ANOTHER = {
    "joueur: Zoé\ntour: 1\nordres:\n  déplacement: gauche\n",
    "joueur: Zoé\ntour: 1\nclé: AAAA-BBBB\nordres:\n  déplacement: gauche\n",
    "joueur: Zoé\ndéplacement: gauche\n",
    "joueur: Zoé\ntour: 1\nordres:\n  déplacement: partout\n",
    "joueur: Zoé\ntour: 1\nordres: [\n",
    "Zoé, tour 1 : à gauche\n",
    "joueur: Anna\ntour: 1\nordres: rien\n---\njoueur: Zoé\ntour: 1\nordres: rien\n",
    "Salut\n[code]\njoueur: Zoé\ntour: 1\nordres:\n  déplacement: gauche\n[/code]\nAnna\n",
}


@pytest.mark.parametrize("text", sorted(ANOTHER))
def test_what_names_another_player_is_refused_and_tells_nothing_of_him(progress: Progress, text: str) -> None:
    found = of_anna(text, progress)
    assert [fault.code for fault in found.faults] == ["not-the-sender"]
    assert (found.players, found.proven, found.note, found.fates) == (["Anna"], False, None, {})
    said = progress.campaign.voice().placed(found.faults[0], "x")
    assert "Anna a envoyé ce message" in said and "gauche" not in said


def test_the_camp_that_one_does_not_speak_for_is_another(tmp_path: Path) -> None:
    progress = progress_of(load_campaign(campaign(tmp_path / "p", "roles", TWO)))
    text = "camp: rouge\nroles: {Paul: terreur, Rita: savant, Zoé: professeur}\n"
    assert [fault.code for fault in of_anna(text, progress, None).faults] == ["not-the-sender"]
    own = "roles: {Anna: brute, Luc: agile, Max: archer}\n"
    assert of_anna(own, progress, None).players == ["Anna"]
    assert of_anna(own, progress, None).accepted
    assert of_anna(f"camp: bleu\n{own}", progress, None).accepted


def test_a_table_is_the_mjs_alone(progress: Progress) -> None:
    found = of_anna("tour: 1\njoueurs:\n  Anna: rien\n  Zoé: rien\n", progress)
    assert ([fault.code for fault in found.faults], found.players) == (["table-of-sender"], ["Anna"])
    assert found.table is False


def test_what_is_wrong_is_told_to_who_sent_it(progress: Progress) -> None:
    for text in (
        "",
        "déplacement: partout\n",
        "ordres: [\n",
        "tour: 0\nordres: rien\n",
        "joueur: Ana\ntour: 1\n",
        "hm",
    ):
        found = of_anna(text, progress)
        assert found.faults and found.players == ["Anna"], text
        assert found.proven


def test_a_name_of_nobody_is_told_as_in_any_file(progress: Progress) -> None:
    found = of_anna("joueur: Ana\ntour: 1\nordres: rien\n", progress)
    assert [fault.code for fault in found.faults] == ["unknown-player"]


def test_a_turn_is_awaited_where_nobody_knows_when_it_was_sent(progress: Progress) -> None:
    assert [fault.code for fault in of_anna("déplacement: droite\n", progress, None).faults] == ["missing-turn"]


def test_what_was_meant_for_a_turn_that_is_past_is_not_for_this_one(tmp_path: Path) -> None:
    progress = progress_of(load_campaign(campaign(tmp_path / "p", "turn-2", TWO)))
    assert "wrong-turn" in [fault.code for fault in of_anna("déplacement: droite\n", progress, 1).faults]


@pytest.mark.parametrize(
    ("answered", "played", "awaited", "before"),
    [
        ("0002-proposal-1", "0001-deal 0002-proposal-1 0003-vote-2 0004-proposal-3", Stage("vote", 4), True),
        ("0003-vote-2", "0001-deal 0002-proposal-1 0003-vote-2 0004-proposal-3", Stage("vote", 4), True),
        ("0004-proposal-3", "0001-deal 0002-proposal-1 0003-vote-2 0004-proposal-3", Stage("vote", 4), False),
        ("0005-vote-4", "0001-deal 0002-proposal-1 0003-vote-2 0004-proposal-3", Stage("vote", 4), False),
        ("0001-deal", "0001-deal 0002-proposal-1 0003-vote-2 0004-proposal-3", Stage("vote", 4), False),
        ("0001-deal", "0001-deal 0002-proposal-1 0003-vote-2", Stage("proposal", 3), True),
        ("0003-turn-1", "0001-roles 0002-placement 0003-turn-1 0004-turn-2 0005-turn-3", Stage("turn", 4), False),
        ("0002-placement", "0001-roles 0002-placement 0003-turn-1 0004-turn-2", Stage("turn", 3), False),
        ("0001-roles", "0001-roles 0002-placement 0003-turn-1", Stage("turn", 2), False),
        ("0001-roles", "", Stage("roles", 0), False),
        ("nothing", "strange 0001-roles other", Stage("turn", 1), False),
        ("strange", "strange 0001-roles other", Stage("turn", 1), False),
    ],
)
def test_who_answers_what_was_asked_before_has_not_said_which_time_he_means(
    answered: str, played: str, awaited: Stage, before: bool
) -> None:
    assert asked_before(answered, played.split(), awaited) is before


def test_an_answer_to_the_letter_of_the_vote_before_must_say_its_turn(tmp_path: Path) -> None:
    folder = voting(tmp_path / "p")
    play(folder, **dict.fromkeys(state(folder)["seats"], "vote: non"))
    play(folder, Bruno="escadron: [Bruno, Denis]")
    progress, later = progress_of(load_campaign(folder)), datetime(2999, 1, 1, tzinfo=UTC)
    *_, vote, proposal = (path.name for path in progress.folders)
    assert progress.stage is not None and progress.stage.phase == "vote"
    assert turn_meant(progress, later, vote) is None
    assert turn_meant(progress, later, proposal) == turn_meant(progress, later) == progress.stage.turn
    [fault] = judge(b"vote: oui\n", "o", progress, whence=DroppedFile("o.txt", b"", "forum", sender="Emma")).faults
    assert (fault.code, fault.lines) == ("missing-turn", (f"tour: {progress.stage.turn}",))


SENTENCE = "Je me déplace vers le haut puis j’échange avec la case 4;2\n"


def test_a_sentence_comes_back_with_his_name_and_is_not_played(progress: Progress) -> None:
    found = of_anna(SENTENCE, progress)
    assert not found.accepted and found.players == ["Anna"]
    [fault, *_] = found.faults
    assert fault.lines[:3] == ("joueur: Anna", "tour: 1", "ordres:")
    assert of_anna("\n".join(fault.lines).replace("…", "haut"), progress).players == ["Anna"]
    for text in ("Merci pour la partie !\n", "Bonjour,\nje ne serai pas là demain.\n-- \nAnna\n"):
        said = of_anna(text, progress)
        assert not said.accepted and said.players == ["Anna"], text


def quoted_back(text: str, progress: Progress) -> str:
    """Return what the first fault of a message says, without its lines to send."""
    return progress.campaign.voice().placed(of_anna(text, progress).faults[0], "x").partition("\n")[0]


def test_what_is_quoted_of_a_sentence_are_his_own_words(progress: Progress) -> None:
    """« Me » is his name where a name may stand, and no word of his is quoted as another."""
    assert "compris" not in quoted_back("Je me déplace à droite", progress)
    assert "compris" not in quoted_back("je me bouge vers la droite", progress)
    assert "compris" not in quoted_back("je vais à gauche d’une case", progress)
    assert "« avec mon chien et moi »" in quoted_back("Je me déplace à droite avec mon chien et moi", progress).replace(
        "\u00a0", " "
    )
    for text in ("moi je pars en voyage, me voilà à droite", "Je me sens mal, à droite moi et mon chat"):
        assert "Anna" not in quoted_back(text, progress)


def test_the_turn_meant_is_the_one_awaited_when_it_was_sent(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    first = progress_of(load_campaign(folder))
    published = json.loads((first.folders[-1] / "published.json").read_bytes())
    began = datetime.fromisoformat(published["at"])
    assert turn_meant(first, began + timedelta(minutes=1)) == 1
    assert turn_meant(first, began - timedelta(minutes=1)) is None
    assert turn_meant(first, None) is None
    assert turn_meant(progress_of(load_campaign(campaign(tmp_path / "q", "roles", TWO))), NOW) is None
    over = progress_of(load_campaign(campaign(tmp_path / "r", "over", TWO)))
    assert turn_meant(over, datetime(2999, 1, 1, tzinfo=UTC)) is None


@pytest.mark.parametrize(
    ("subject", "turns"),
    [
        ("[La nuit] mes ordres pour le tour 4", (4,)),
        ("Tour 1 : mes ordres", (1,)),
        ("ordres T4", (4,)),
        ("orders, turn 4", (4,)),
        ("tour 3, ou tour 4", (3, 4)),
        ("Re: [La nuit] Tour 2 : ton rapport", ()),
        ("[La nuit] RE : Tour 2 : ton rapport", ()),
        ("Rép. : La nuit, tour 2", ()),
        ("Tr: tour 2", ()),
        ("Re[2]: tour 2", ()),
        ("[Le tour 7] mes ordres", ()),
        ("le TOUR 7, mes ordres", ()),
        ("mes ordres", ()),
        ("", ()),
        ("[" * 9999, ()),
        ("tour 4" + " " * 9999, (4,)),
    ],
)
def test_the_turns_that_a_subject_names_are_its_senders_own_words(
    progress: Progress, subject: str, turns: tuple[int, ...]
) -> None:
    assert turns_titled(subject, ["Le tour 7"], progress.campaign.context()) == turns


def of_anna_titled(text: str, progress: Progress, *turns: int) -> list[str]:
    whence = DroppedFile("o.txt", b"", "forum", sender="Anna", turn=1, besides=MailExtras(titled=turns))
    return [fault.code for fault in judge(text.encode(), "o.txt", progress, whence=whence).faults]


def test_a_subject_that_names_another_turn_than_the_orders_are_for_is_a_question(progress: Progress) -> None:
    for text, turn in (("déplacement: droite\n", 1), ("tour: 1\nordres: rien\n", 1), ("tour: 2\nordres: rien\n", 2)):
        assert of_anna_titled(text, progress, turn) == of_anna_titled(text, progress, 3, turn) == []
        assert of_anna_titled(text, progress, 3) == ["titled"]
    assert of_anna_titled("note: je pars lundi\n", progress, 3) == of_anna_titled("note: je pars lundi\n", progress)
    assert of_anna_titled("Merci !\n", progress, 3) == ["thanks"]


CORRECTING = {
    "Correction :\n{orders}",
    "Bonjour,\n\nCORRECTION DE MES ORDRES\n\n{orders}\nMerci\nAnna\n",
    "Je me suis trompé, voici les bons ordres :\n\n{orders}",
    "Désolée, je me suis trompée.\nVoici les bons :\n{orders}",
    "Oubliez mon message précédent, voici :\n{orders}",
    "Sorry, please ignore my last mail. Here are the right ones:\n{orders}",
}
"""What says that the orders below it are the right ones: the last that came count."""
WHOLE = ("déplacement: droite\n", "joueur: Anna\ntour: 1\nordres:\n  déplacement: droite\n")


@pytest.mark.parametrize("text", sorted(CORRECTING))
@pytest.mark.parametrize("orders", WHOLE)
def test_what_introduces_a_correction_above_whole_orders_is_no_doubt(
    progress: Progress, text: str, orders: str
) -> None:
    found = of_anna(text.replace("{orders}", orders), progress)
    assert (found.faults, found.orders) == ([], {"Anna": {"move": "right"}})


UNCERTAIN = {
    "{orders}\nCorrection :\n",
    "{orders}\nCorrection :\ndéplacement: bas\n",
    "{orders}\nJe me suis trompé, voici les bons ordres :\n",
    "Je me suis trompé :\n{orders}",
    "Je me suis trompé, j’avais mis :\n{orders}",
    "Je me suis trompé, voici ce que j’avais mis :\n{orders}",
    "Correction : pas à gauche\n{orders}",
    "Correction du prochain tour :\n{orders}",
    "Correction de Luc :\n{orders}",
    "Correction :\nviser\n{orders}",
    "Oubliez mon message\n{orders}",
    "Oubliez ceci :\n{orders}",
}


@pytest.mark.parametrize("text", sorted(UNCERTAIN))
@pytest.mark.parametrize("orders", WHOLE)
def test_a_correction_that_may_be_of_these_very_orders_is_asked_about(
    progress: Progress, text: str, orders: str
) -> None:
    assert not of_anna(text.replace("{orders}", orders), progress).accepted


def test_my_standing_orders_is_the_heading_of_those_right_below_it(progress: Progress) -> None:
    up = {"Anna": {"move": "up"}}
    for text in (
        "Mes ordres permanents :\ndéplacement: haut\n",
        "Voici mes ordres permanents :\n\ndéplacement: haut\n",
        "tour: 1\nMes ordres permanents :\n  déplacement: haut\n",
    ):
        found = of_anna(text, progress)
        assert (found.faults, found.orders, found.standing) == ([], {}, up), text
    both = of_anna("ordres:\n  déplacement: droite\nMes ordres permanents :\n  déplacement: haut\n", progress)
    assert (both.orders, both.standing) == ({"Anna": {"move": "right"}}, up)
    [said] = both.receipts["Anna"].besides
    assert "« Mes ordres permanents » comme « permanents »" in progress.campaign.voice().phrase(said).replace(
        "\u00a0", " "
    )
    for text in (
        "Mes ordres permanents\ndéplacement: haut\n",
        "Mes ordres permanents de Luc :\ndéplacement: haut\n",
        "Mes ordres permanents :\ntour: 1\ndéplacement: haut\n",
        "déplacement: haut\n\nMes ordres permanents :\n",
        "Pas mes ordres permanents :\ndéplacement: haut\n",
    ):
        assert not of_anna(text, progress).accepted, text


# Kept ------------------------------------------------------------------------------------------------------------


def received(folder: Path, text: str, **whence: object) -> Path:
    with session(folder, lambda: NOW) as open_session:
        open_session.receive([DroppedFile("mail", text.encode(), "mail", **whence)])  # type: ignore[arg-type]
    return stored(progress_of(load_campaign(folder)))[-1]


def test_who_sent_it_is_kept_beside_its_bytes_and_it_is_judged_so_again(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    path = received(folder, "déplacement: droite\n", sender="Anna", turn=1)
    how = json.loads(path.with_name(f"{path.stem}.came.json").read_bytes())
    assert (how["sender"], how["turn"], how["way"], how["format"]) == ("Anna", 1, "mail", 1)
    assert good("status", folder, "--json").json()["received"] == ["Anna"]
    [letter] = folder.glob("outbox/[0-9]*-turn-1/receipt-*.txt")
    assert "à droite" in letter.read_text(encoding="utf-8") or "vers la droite" in letter.read_text(encoding="utf-8")
    kept = path.with_name(f"{path.stem}.accepted.json")
    before = kept.read_bytes()
    kept.unlink()  # as a kill leaves it
    good("submit", folder)
    assert kept.read_bytes() == before


def test_an_empty_mail_is_no_file_and_is_told_where_orders_are_not_read(tmp_path: Path) -> None:
    """Its sender has written them elsewhere in it, or forgotten them; he knows of no file."""
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    path = received(folder, "\n", sender="Anna", turn=1)
    kept = path.with_name(f"{path.stem}.refused.json")
    assert [fault["code"] for fault in json.loads(kept.read_bytes())["faults"]] == ["empty-mail"]
    [letter] = folder.glob("outbox/[0-9]*-turn-1/receipt-*.txt")
    told = " ".join(letter.read_text(encoding="utf-8").split())
    assert "Aucun texte n’a été trouvé dans ton message. Des ordres dans l’objet du courriel" in told
    assert "fichier est vide" not in told
    with session(folder, lambda: NOW) as open_session:
        [other] = open_session.receive([DroppedFile("o.yaml", b"", "inbox")]).submissions
    assert [fault.code for fault in other.faults] == ["empty-file"]
    kept.unlink()  # as a kill leaves it
    good("submit", folder)
    assert "empty-mail" in kept.read_text(encoding="utf-8")


def test_a_file_without_a_known_sender_is_kept_as_before(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    path = received(folder, "joueur: Anna\ntour: 1\nordres: rien\n")
    how = json.loads(path.with_name(f"{path.stem}.came.json").read_bytes())
    assert not {"sender", "turn"} & how.keys()


def test_the_table_of_a_mail_is_not_the_mjs(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    with (folder / "campaign.yaml").open("a", encoding="utf-8") as file:
        file.write("clé: exigée\n")
    path = received(folder, "tour: 1\njoueurs:\n  Anna: rien\n")
    refused = json.loads(path.with_name(f"{path.stem}.refused.json").read_bytes())
    assert [fault["code"] for fault in refused["faults"]] == ["no-key-in-table"]


def test_another_s_orders_are_neither_changed_nor_told(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    send(folder, "joueur: Zoé\ntour: 1\nordres: {déplacement: gauche}\n")
    received(folder, "joueur: Zoé\ntour: 1\nordres: {déplacement: haut}\n", sender="Anna", turn=1)
    told = good("status", folder, "--json", "--files").json()
    assert told["received"] == ["Zoé"]
    assert [file["players"] for file in told["refused"]] == [["Anna"]]
    letters = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("outbox/*-turn-1/*0002*.txt")}
    assert len(letters) == 1
    assert "tes ordres sont refusés" in "".join(letters.values())


def test_orders_sent_ahead_keep_their_sender_until_their_turn(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    received(folder, "tour: 2\nordres:\n  déplacement: gauche\n", sender="Luc", turn=1)
    assert good("status", folder, "--json").json()["received"] == []
    send(folder, TURNS[0])
    good("resolve", folder)
    progress = progress_of(load_campaign(folder))
    assert [file["sender"] for file in progress.ahead_now] == ["Luc"]
    assert good("status", folder, "--json").json()["received"] == ["Luc"]
    good("verify", folder)


def test_a_game_of_such_files_is_verified(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    for name in ("Anna", "Luc", "Max", "Paul", "Rita", "Zoé"):
        received(folder, "ordres: rien\n" if name != "Anna" else "déplacement: droite\n", sender=name, turn=1)
    good("resolve", folder)
    good("verify", folder)


def test_names_mean_who_was_called_so_when_it_came(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    path = received(folder, "déplacement: droite\n", sender="Anna", turn=1)
    done = run("replace", folder, "Anna=Nora", "--public", "partie", "--reason", "partie", "--by", "MJ", "--yes")
    assert done.code == 0, done.err
    file, then = as_sent(path, progress_of(load_campaign(folder)))
    assert (file.sender, file.turn) == ("Anna", 1)
    assert judged_file(file, then)[0].players == ["Anna"]


def test_whoever_sent_it_verifies_it_in_an_export(tmp_path: Path) -> None:
    folder, text = campaign(tmp_path / "p", "turn-1", TINY), "déplacement: droite\n"
    received(folder, text, sender="Anna", turn=1)
    code = receipt_code(SEED, "0003-turn-1", "0001", sha256(text.encode()).hexdigest())
    received(folder, text, sender="Paul", turn=1)
    good("resolve", folder)
    good("submit", folder, "-", stdin=table(2, Anna="{arrêter: oui}", Paul="{arrêter: oui}"))
    good("resolve", folder)
    good("export", folder, tmp_path / "e.json")
    (tmp_path / "own.yaml").write_text(text, encoding="utf-8")
    out = good("verify", tmp_path / "e.json", "--file", tmp_path / "own.yaml", "--code", code).out
    assert "ses ordres sont ceux qui ont été joués" in out
    assert "Joué pour Anna, à comparer au reçu : tu te déplaces vers la droite." in out


def test_what_is_quoted_below_orders_without_a_head_is_not_his(progress: Progress) -> None:
    """As a webmail quotes that marks no line."""
    text = (
        "déplacement: droite\n\nLe jeudi 19 novembre 2026, le MJ <mj@example.org> a écrit :\n\nBonjour\nviser: (3;3)\n"
    )
    assert of_anna(text, progress).orders == {"Anna": {"move": "right"}}


def test_a_refusal_never_tells_of_orders_before_that_there_are_not(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", EVERY_ROLE)
    with session(folder, lambda: NOW) as table:
        doubtful = "déplacement: droite\n\nsauf si tu penses que c’est idiot\n"
        for text in (doubtful, "déplacement: gauche\n"):
            table.receive([DroppedFile(text, text.encode(), "mail", sender="Anna", turn=1)])
    refused, accepted = (
        path.read_text(encoding="utf-8") for path in sorted(folder.glob("outbox/*-turn-1/receipt-*.txt"))
    )
    assert "Ligne 3" in refused.replace("\u00a0", " ") and "précédents" not in refused and "tu ne fais rien" in refused
    assert "remplacent" not in accepted


def test_who_asks_something_of_the_mj_is_told_that_a_program_reads_it(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", EVERY_ROLE)
    with session(folder, lambda: NOW) as table:
        for text in ("Bonjour MJ, où en est-on au juste ?\n", "déplacement: partout\n"):
            table.receive([DroppedFile(text, text.encode(), "mail", sender="Anna", turn=1)])
    asked, wrong = (path.read_text(encoding="utf-8") for path in sorted(folder.glob("outbox/*-turn-1/receipt-*.txt")))
    assert "note\u00a0: MJ" in asked and "note\u00a0: MJ" not in wrong


# Thanks ----------------------------------------------------------------------------------------------------------

THANKS = (
    *("Merci !", "ok", "OK, bien reçu, merci.", "Merci beaucoup, bonne soirée !", "Parfait. Cordialement,\nAnna"),
    *("Bonjour,\n\nmerci pour le rapport.\n\nÀ demain !", "thanks!", "C’est noté, merci MJ"),
)
MORE_THAN_THANKS = (
    *("ok vers la droite", "merci, je me déplace à droite", "non merci", "d’accord pour la case", "super, je passe"),
    *(
        "merci mais non",
        "Merci, même chose qu’hier",
        "ok pour moi, à droite toute",
        "Finalement rien",
        "merci de jouer",
    ),
)


@pytest.mark.parametrize("text", THANKS)
def test_thanks_are_no_orders_and_hold_up_nobody(progress: Progress, text: str) -> None:
    found = of_anna(text, progress)
    assert ([fault.code for fault in found.faults], found.kinds) == (["thanks"], ())


@pytest.mark.parametrize("text", MORE_THAN_THANKS)
def test_what_may_be_more_than_thanks_is_answered_as_before(progress: Progress, text: str) -> None:
    assert "thanks" not in [fault.code for fault in of_anna(text, progress).faults]


def test_after_thanks_the_orders_stand_and_the_turn_is_not_held_up(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", EVERY_ROLE)

    def sent(text: str) -> Submission:
        file = DroppedFile(text, text.encode(), "mail", sender="Anna", turn=1)
        return table.receive([file]).submissions[0]

    with session(folder, lambda: NOW) as table:
        assert sent("déplacement: droite\n").accepted
        assert not sent("Bien reçu, merci !").accepted
        assert table.situation.table.correcting == ()
        assert not sent("Merci, je vais par là").accepted
        assert table.situation.table.correcting == ("Anna",)
    _, thanked, _ = sorted((folder / "outbox").glob("*-turn-1/receipt-*.txt"))
    told = thanked.read_text(encoding="utf-8").replace("\u00a0", " ")
    assert "tour 1 : ton message" in told and "rien n’est changé" in told and "reste tel quel" in told
    assert "refus" not in told and "sans autre envoi" in told.lower()
