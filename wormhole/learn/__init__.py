"""What teaches and shows the games: facts of moves, captions, lessons, puzzles. It imports no window."""
