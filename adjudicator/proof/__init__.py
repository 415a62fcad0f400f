"""Proofs about a campaign: that its past is as it was published, and what happened in it."""
