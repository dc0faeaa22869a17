"""The set-up editor: a position that the user puts together."""
