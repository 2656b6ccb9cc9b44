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
            raise BadOptions("option-shape", given=pair)
        option = next((option for option in game.options if option.key == key), None)
        found[key] = _read(option, text) if option else text
    return found


def _read(option: Option, text: str) -> Value:
    return next((value for value in option.values if write_value(value) == text.lower()), text)


def write_option(key: str, value: Value) -> str:
    return f"{key}={write_value(value)}"


def write_value(value: Value) -> str:
    return str(value).lower()
