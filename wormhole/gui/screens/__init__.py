"""What the screens of several rooms share: opening texts, files and games, and their base."""
