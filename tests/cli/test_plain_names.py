"""Players and camps may be called as anything in the program is: nothing of them is taken for something else."""

from __future__ import annotations

from pathlib import Path

from support.commands import SEED, good, orders, play, report, send

TEXT = f"""\
jeu: tsewnart
titre: Les noms
plateau: {{taille: 4x2, topologie: fermé}}
camps:
  values: {{zone: {{colonnes: 1}}, joueurs: [items, keys]}}
  title: {{zone: {{colonnes: 4}}, joueurs: [get, player]}}
absents: permanents
graine: {SEED}
"""


def test_a_report_is_written_whatever_players_and_camps_are_called(tmp_path: Path) -> None:
    folder = tmp_path / "partie"
    (folder / "inbox").mkdir(parents=True)
    (folder / "campaign.yaml").write_text(TEXT, encoding="utf-8")
    play(
        folder,
        "camp: values\nrôles: {items: Brute, keys: Archer}\n",
        "camp: title\nrôles: {get: Dément, player: Brute}\n",
    )
    play(
        folder,
        "camp: values\nplacement: {items: (1;1), keys: (1;2)}\n",
        "camp: title\nplacement: {get: (4;1), player: (4;2)}\n",
    )
    send(folder, "joueur: items\ntour: 1\npermanents: {déplacement: haut}\n")
    send(folder, orders("keys", 1, "rien") + "note: bonjour\n", orders("get", 1, "rien"), orders("player", 1, "rien"))
    good("resolve", folder, "--force")
    for form in ("text", "bbcode", "markdown", "html"):
        for reader in ("public", "camp:values", "joueur:items", "mj"):
            assert "values" in report(folder, "--for", reader, "--format", form)
    told = report(folder, "--for", "mj")
    assert "Ordres permanents (items)" in told
    assert "keys écrit au MJ" in told
