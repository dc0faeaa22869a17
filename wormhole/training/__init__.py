"""Self-play for more than a match: mining puzzles."""
