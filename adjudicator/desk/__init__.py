"""What the MJ, or cron in his place, does with a campaign: receive, play, publish, take back, correct."""
