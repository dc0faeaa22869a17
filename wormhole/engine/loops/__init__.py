"""The inner loops of the computer player, compiled like those of the rules."""
