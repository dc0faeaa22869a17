"""What is good: evaluation, search, levels, and the player that thinks beside the loop."""
