"""What a game's template of a new campaign may say."""

from __future__ import annotations

import jinja2
import pytest

from adjudicator.campaign import new_campaign
from adjudicator.campaign.new_campaign import Plan, campaign_text
from adjudicator.core.faults import Phrase


def test_a_template_says_a_phrase(monkeypatch: pytest.MonkeyPatch) -> None:
    templates = jinja2.Environment(
        loader=jinja2.DictLoader({"resistance/campaign.yaml.j2": "{{ phrase(suggested.said) }}"}), autoescape=False
    )
    monkeypatch.setattr(new_campaign, "_environment", lambda: templates)
    setup = type(new_campaign.game("resistance").setup)
    monkeypatch.setattr(setup, "suggestion", lambda setup, people, asked: {"said": Phrase("phase.vote", {"turn": 3})})
    plan = Plan("resistance", None, {"": list("ABCDE")}, {}, None, "en")
    assert campaign_text(plan) == "turn 3, vote"
