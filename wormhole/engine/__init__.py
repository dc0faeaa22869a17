"""The computer player: evaluation, search, levels, solver, protocols, and the thread that plays in the window."""
