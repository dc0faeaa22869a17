"""The rules of any game in pages: a text, and a diagram that moves by the rules themselves."""
