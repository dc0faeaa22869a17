"""The board on screen: its state, the events that change it, and the code that draws it."""
