"""Sentences and words for people, in one language at a time."""
