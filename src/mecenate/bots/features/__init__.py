"""A position as a row of figures, for what is learnt about it: one file a game."""
