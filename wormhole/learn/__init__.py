"""Lessons, puzzles and coaching: what they say and ask, as data and facts. No window."""
