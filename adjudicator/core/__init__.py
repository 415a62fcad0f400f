"""Code shared by all games: standard library only, with no disk access, no clock and no text for players."""
