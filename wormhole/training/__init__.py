"""Self-play games for puzzles, openings and networks."""
