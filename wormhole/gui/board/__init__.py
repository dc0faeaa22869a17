"""The board on screen: its state, the events that change it, the plans of its motion. `drawing` draws it."""
