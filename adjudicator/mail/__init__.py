"""Letters to players."""
