"""The fields of a click form for values of several places of the vocabulary."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.campaign.loading import load_campaign
from adjudicator.forms.controls import Controls
from adjudicator.store.layout import data_folder

VOTES, CARDS = {"x-read": ["votes"], "enum": ["no"]}, {"x-read": ["cards"], "enum": ["failure"]}


@pytest.mark.parametrize(
    ("schema", "values"),
    [
        ({"x-read": ["votes", "cards"], "enum": ["no", "failure"]}, {"no": "non", "failure": "échec"}),
        ({"x-read": ["votes", "cards"], "anyOf": [VOTES, CARDS]}, {"no": "non", "failure": "échec"}),
        ({"x-read": ["votes"], "enum": ["no", "yes"]}, {"no": "non", "yes": "oui"}),
        ({"x-read": ["cards"]}, {"success": "réussite", "failure": "échec"}),
    ],
)
def test_a_word_is_offered_as_one_of_its_own_place(schema: Any, values: dict[str, str]) -> None:
    campaign = load_campaign(data_folder("campaigns") / "resistance")
    part = Controls(campaign, campaign.voice("fr")).part(("x",), "x", schema, schema)
    assert {one.value: one.label for one in part.options} == values
