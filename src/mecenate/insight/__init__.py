"""What the bots can teach people: how a game that was played went, and what to answer now and why. It knows no game."""
