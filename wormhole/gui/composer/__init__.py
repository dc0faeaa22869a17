"""The composer: a game of one's own, composed on a board."""
