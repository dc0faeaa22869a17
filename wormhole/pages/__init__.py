"""Pages for any browser: games, positions, puzzles, lessons and rules as one HTML file each."""
