"""Positions in figures, for networks that learn what they are worth: one file a game, COUNT and `features`."""
