"""Lessons, puzzles, the coach, facts of moves and their captions. Imports no window."""
