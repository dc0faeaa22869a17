"""What lies over a screen and asks something."""
