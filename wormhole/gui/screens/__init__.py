"""The screens that fill the window (home and game), and the messages over them."""
