"""The computer player: evaluation, search, levels, solver, UCI, and the thread that plays in the window."""
