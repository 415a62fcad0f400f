"""What all games share: standard library only; no disk, no clock, no words for players."""
