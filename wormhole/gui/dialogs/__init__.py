"""Dialogs: cards over a screen that ask or inform the user."""
