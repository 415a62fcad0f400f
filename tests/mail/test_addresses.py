"""Addresses: two that are one, and none that only looks like another."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.mail.arrived import plain_address, tag_of


@pytest.mark.parametrize(
    "domain",
    [
        *("stra\u00dfe.de", "\uff45xample.org", "example\u3002org", "example.org\u200b", "\u212aelvin.org"),
        *("\ufb01.org", "ex\u00e4\u00admple.org", "\u00e4" * 64, "\ud800.org", "xn--\u00e4.org", ".."),
    ],
)
def test_what_is_only_folded_into_another_domain_stays_as_it_is(domain: str) -> None:
    assert plain_address(f"anna@{domain}") == f"anna@{domain}"


@given(st.text(max_size=30))
def test_any_address_has_one_plain_form(address: str) -> None:
    once = plain_address(address)
    assert plain_address(once) == once


def test_only_the_capitals_of_ascii_are_small_ones_too() -> None:
    assert plain_address("Anna@EXAMPLE.org") == "anna@example.org"
    assert plain_address("\u212aaren@example.org") != "karen@example.org"


def test_the_tag_of_an_address_counts_for_our_own_alone() -> None:
    assert tag_of("orders+La.Nuit@post.example", "orders@post.example") == "la-nuit"
    assert tag_of("orders@post.example", "orders@post.example") == ""
    assert tag_of("others+nuit@post.example", "orders@post.example") == ""
    assert tag_of("orders+nuit@other.example", "orders@post.example") == ""
