"""What fills the window: the home screen and the game."""
