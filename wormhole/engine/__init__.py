"""The computer player: evaluation, search, levels, solver, analyst, protocols."""
