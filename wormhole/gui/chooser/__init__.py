"""Choosing a game, from the catalogue or of one's own, and starting it."""
