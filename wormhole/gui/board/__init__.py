"""The board on screen: its state, the events that change it, the drawing that reads it."""
