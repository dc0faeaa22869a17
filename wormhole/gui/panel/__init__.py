"""The cards beside the board: players, moves, result."""
