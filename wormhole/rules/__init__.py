"""What is legal: boards, pieces, moves, positions. No window, no files kept, no clock, no opinion."""
