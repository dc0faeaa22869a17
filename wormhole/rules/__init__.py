"""The rules: boards, pieces, moves, positions, games. No window, no stored files, no clock, no evaluation."""
