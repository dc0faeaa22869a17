"""The set-up editor: a position that a person puts together."""
