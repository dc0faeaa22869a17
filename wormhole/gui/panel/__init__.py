"""The cards beside the board: players, move list, result."""
