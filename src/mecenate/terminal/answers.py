"""Short answers to questions about the game rather than in it: yes, no, cancel."""

from mecenate.terminal.screen import Screen

YES, NO, CANCEL = "answers.yes", "answers.no", "answers.cancel"  # their words in each language


def meaning(screen: Screen, typed: str, default: str) -> str | None:
    """Which answer was typed, in this language or in English; Enter is the default, None anything else."""
    if not typed:
        return default
    return next((kind for kind in (YES, NO, CANCEL) if typed.casefold() in screen.say(kind).split()), None)


def agreed(screen: Screen, key: str, **values: object) -> bool:
    """Whether a question gets a yes; whatever is no yes is a no."""
    return meaning(screen, screen.ask(key, **values), NO) == YES
