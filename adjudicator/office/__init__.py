"""What the commands do with a campaign: receive, play, announce, remember."""
