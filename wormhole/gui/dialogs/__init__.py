"""Dialogs: cards over a screen that ask or tell a person something."""
