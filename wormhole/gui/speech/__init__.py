"""What is said of boards: moves, positions, and what a board shows."""
