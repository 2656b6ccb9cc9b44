"""Setup options as people write them: `money=open`."""

from collections.abc import Sequence

from mecenate.core.errors import BadOptions
from mecenate.core.game import Game, Option, Value


def read_options(game: Game, pairs: Sequence[str]) -> dict[str, Value]:
    """Values that an option does not have stay texts, for `game.settings` to refuse."""
    found: dict[str, Value] = {}
    for pair in pairs:
        key, equals, text = (part.strip() for part in pair.partition("="))
        if not equals:
            raise BadOptions("option-shape", given=pair, example=_example(game))
        option = next((option for option in game.options if option.key == key), None)
        found[key] = _read(option, text) if option else text
    return found


def _example(game: Game) -> str:
    """An option of this game as it is written; of a game without any, how they are written elsewhere."""
    return next((write_option(option.key, option.values[-1]) for option in game.options), "key=value")


def _read(option: Option, text: str) -> Value:
    return next((value for value in option.values if write_value(value) == text.lower()), text)


def write_option(key: str, value: Value) -> str:
    return f"{key}={write_value(value)}"


def write_value(value: Value) -> str:
    return str(value).lower()


def offered_options(game: Game) -> list[tuple[str, str]]:
    """Every option of a game and what it may be: `money` and `hidden or open`."""
    found = []
    for option in game.options:
        values = " or ".join(map(write_value, option.values))
        if option.seats:
            values += f", with {' or '.join(map(str, option.seats))} players"
        if option.needs:
            values += f", with {option.needs}"
        found.append((option.key, values))
    return found
