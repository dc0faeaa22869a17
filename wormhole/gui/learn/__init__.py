"""Rooms in which people learn: lessons, puzzles, and what the coach shows."""
