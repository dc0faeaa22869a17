"""Self-play for more than matches: puzzles, and the openings that are played."""
