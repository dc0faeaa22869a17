"""The computer player: evaluation, search, levels, solver, protocols, the thread of the window."""
