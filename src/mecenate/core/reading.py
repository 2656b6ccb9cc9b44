"""Reading what people wrote by hand. Every refusal says what was written, and what is possible instead."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any

from mecenate.core.errors import BadScenario

Where = tuple[str | int, ...]  # the way to a value: words of mappings, numbers in lists


def shown(value: Any) -> str:
    """A value as a person would write it."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {shown(part)}" for key, part in value.items()) or "none"
    if isinstance(value, (list, tuple)):
        return ", ".join(map(shown, value)) or "none"
    return str(value)


def is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def nearest(word: str, known: Iterable[str]) -> str:
    """` Did you mean ...?` if a known word looks like this one, else nothing."""
    by_lower = {other.lower(): other for other in known}
    close = get_close_matches(word.lower(), by_lower, n=1, cutoff=0.6)
    return f" Did you mean `{by_lower[close[0]]}`?" if close else ""


def unknown(word: str, known: Iterable[str], what: str) -> str:
    """What to tell somebody who wrote a word that does not exist."""
    known = list(known)
    return f"`{word}` is no {what}.{nearest(word, known)} Possible: {', '.join(known) or 'nothing'}."


def number(value: Any, where: Where, what: str, low: int = 0, high: int | None = None, step: int = 1) -> int:
    if not is_number(value):
        raise BadScenario(f"{what}: write a whole number, not `{shown(value)}`.", where)
    if value < low or (high is not None and value > high):
        limits = f"from {low} to {high}" if high is not None else f"{low} or more"
        raise BadScenario(f"{what} can be {limits}, not {value}.", where)
    if value % step:
        raise BadScenario(f"{what}: {value} is not a multiple of {step}.", where)
    return value


def word(value: Any, known: Iterable[str], where: Where, what: str) -> str:
    """One of some known words."""
    known = list(known)
    if isinstance(value, (Mapping, list)):
        raise BadScenario(f"Write one {what} here, not `{shown(value)}`. Possible: {', '.join(known)}.", where)
    if value not in known:
        raise BadScenario(unknown(shown(value), known, what), where)
    return value


def flag(value: Any, where: Where, what: str) -> bool:
    if not isinstance(value, bool):
        raise BadScenario(f"{what} can be yes or no, not `{shown(value)}`.", where)
    return value


def sequence(value: Any, where: Where, what: str, example: str = "one, another") -> list[Any]:
    """A list; a single word stands for a list of one."""
    if isinstance(value, list):
        return value
    if value is None or isinstance(value, (Mapping, bool, int)):
        raise BadScenario(f"{what}: write a list, like [{example}], not `{shown(value)}`.", where)
    return [value]


def words(value: Any, known: Iterable[str], where: Where, what: str) -> list[str]:
    """A list of known words."""
    known = list(known)
    items = sequence(value, where, str(where[-1]), ", ".join(known[:2]))
    return [word(item, known, (*where, n), what) for n, item in enumerate(items)]


def mapping(value: Any, known: Iterable[str] | None, where: Where, what: str) -> Mapping[str, Any]:
    """A mapping whose words are known; None lets every word pass."""
    if not isinstance(value, Mapping):
        raise BadScenario(f"{what}: write lines of the form `word: value`, not `{shown(value)}`.", where)
    if known is not None:
        known = list(known)
        for key in value:
            if key not in known:
                raise BadScenario(unknown(key, known, f"word for {what[0].lower() + what[1:]}"), (*where, key))
    return value
