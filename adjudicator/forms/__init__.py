"""Order files to fill in."""
