"""Reports on the stages of a game, written from templates in several formats."""
