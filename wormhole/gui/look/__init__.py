"""What everything is drawn with: theme, art, fonts, widgets, layers."""
