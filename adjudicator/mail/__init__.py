"""Receiving and sending mail."""
