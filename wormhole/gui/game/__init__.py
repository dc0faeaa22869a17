"""The screen of a game, with everything beside its board."""
