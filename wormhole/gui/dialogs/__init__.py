"""Dialogs: cards over a screen that ask or tell the user something."""
