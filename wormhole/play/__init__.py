"""A game at play: seats, cursor, clocks, offers, undo. It knows no window."""
