"""Rooms in which users learn: lessons, puzzles, and what the coach shows."""
