"""Matches between computer players, with their Elo difference and its error."""
