"""A game that a player composes: its draft, and the edits of its board and its pieces."""
