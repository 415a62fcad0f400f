"""Battlestar Galactica Résistance, the base game: hidden sides, proposals, public votes, secret missions."""
