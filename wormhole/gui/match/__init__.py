"""The running game, without any drawing."""
