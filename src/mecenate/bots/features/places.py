"""Which figure of a game's features is what."""


class Places:
    """Hands out the numbers of the features, group by group."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, size: int) -> int:
        self.count += size
        return self.count - size
