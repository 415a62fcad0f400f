"""Games tried out, without a campaign."""
