"""The screen of a game, with all that stands beside its board."""
