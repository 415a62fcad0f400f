"""What can be proved of a campaign: that its past is as it was told, and its story."""
