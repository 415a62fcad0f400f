"""The code of a receipt: told to the players of a file alone, made of its bytes, and of nothing that is hidden."""

from __future__ import annotations

import hmac
import json
import re
from hashlib import sha256
from pathlib import Path

from support.commands import SEED, TWO, campaign, drop, good, orders, plain, printed, run, stage_folder

CODE = re.compile(r"[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}")
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
ANNA = orders("Anna", 1, "{déplacement: droite}")


def by_hand(stage: str, number: str, data: bytes) -> str:
    text = f"receipt|{stage}|{number}|{sha256(data).hexdigest()}"
    made = hmac.new(SEED.encode(), text.encode(), sha256).digest()[:12]
    return "-".join("".join(LETTERS[byte % 32] for byte in made[at : at + 4]) for at in (0, 4, 8))


def test_an_accepted_file_has_a_code_in_its_receipt_and_in_its_letter(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    drop(folder, "anna.yaml", ANNA)
    said = plain(printed("submit", folder).decode())
    code = by_hand("0003-turn-1", "0001", ANNA.encode())
    assert f"  Code de ce reçu : {code}.\n" in said
    letter = plain((folder / "outbox/0003-turn-1/receipt-0001-01-anna.txt").read_text(encoding="utf-8"))
    assert f"\nCode de ce reçu : {code}.\n" in letter
    assert CODE.findall(good("report", folder).out) == []


def test_by_file_and_code_the_leaf_of_the_chain_can_be_made_without_the_seed(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    drop(folder, "anna.yaml", ANNA)
    [row] = good("submit", folder, "--json").json()
    good("resolve", folder, "--force")
    entries = json.loads((stage_folder(folder, "turn-1") / "chain.json").read_bytes())["entries"]
    leaf = sha256(f"{row['code']} {sha256(ANNA.encode()).hexdigest()}".encode()).hexdigest()
    assert entries["turns/0003-turn-1/orders/0001.yaml"] == leaf


def test_what_is_refused_or_only_checked_has_none(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    drop(folder, "anna.yaml", ANNA)
    assert not CODE.search(printed("check", folder).decode())
    [row] = run("submit", folder, "-", "--json", stdin=orders("Anna", 1, "{voler: haut}")).json()[1:]
    assert "code" not in row


def test_another_file_has_another_code_and_the_same_one_sent_twice_too(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    codes = [good("submit", folder, "-", "--json", stdin=text).json()[0]["code"] for text in (ANNA, ANNA, ANNA + "\n")]
    assert len(set(codes)) == 3
