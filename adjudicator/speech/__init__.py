"""Sentences and words for people, in one language."""
