"""What everything is drawn with: theme, art, type, widgets, layers."""
