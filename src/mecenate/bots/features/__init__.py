"""What a network sees of a position, game by game: figures about 0 to 1 that a seat may know."""
