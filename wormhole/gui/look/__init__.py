"""The means of drawing: theme, art, fonts, widgets, layers."""
