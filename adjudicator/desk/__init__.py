"""What an MJ, or cron in his stead, does with a campaign: receive, play, publish, take back, put right."""
