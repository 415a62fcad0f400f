"""Overseers: cards are drafted, hidden, stolen and counted; the one who seems to have most is accused."""
