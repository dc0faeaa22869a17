"""What is legal: boards, men, moves, positions. No window, no files kept, no clock, no opinion."""
