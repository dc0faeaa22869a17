"""Draws the board's state; changes nothing of it."""
