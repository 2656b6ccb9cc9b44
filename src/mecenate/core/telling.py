"""Comparing what somebody expects of a position with what a game tells of it.

A game tells its position as a mapping of words. A plain mapping knows all its words, so an unknown one in the expectation is a
slip of the pen. Beside plain values, it may use these:
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from mecenate.core.errors import BadScenario
from mecenate.core.reading import Where, shown, unknown


class Bag(list):
    """Things whose order says nothing, like the cards in a hand."""


class Pile(list):
    """Cards from the top: compared as far as somebody wrote them down."""


class Places(dict):
    """Things and where they lie, a list of places for each. An expectation may name the things alone."""


def differences(expected: Mapping[str, Any], found: Mapping[str, Any], where: Where = ()) -> Iterator[tuple[Where, str, str]]:
    """For the words that are expected and differ: the way to the word, what was expected and what was found."""
    for key, value in expected.items():
        at = (*where, key)
        if key not in found:
            raise BadScenario(unknown(key, found, "word for what can be found out"), at)
        if isinstance(found[key], Mapping) and not isinstance(found[key], Places):
            if not isinstance(value, Mapping):
                raise BadScenario(f"`{key}`: write lines of the form `word: value`, not `{shown(value)}`.", at)
            yield from differences(value, found[key], at)
        elif not same(value, found[key]):
            yield at, shown(value), shown(told(found[key], value))


def same(expected: Any, found: Any) -> bool:
    if isinstance(found, Places):
        return _same_places(expected, found)
    if isinstance(found, list):
        if not isinstance(expected, list):
            expected = [] if expected is None else [expected]
        if isinstance(found, Bag):
            return Counter(map(str, expected)) == Counter(map(str, found))
        if isinstance(found, Pile):
            return expected == found[: len(expected)]
    return expected == found and isinstance(expected, bool) == isinstance(found, bool)


def told(found: Any, expected: Any) -> Any:
    """What was found, in the manner in which somebody asked for it."""
    if isinstance(found, Places) and not isinstance(expected, Mapping):
        named = any(isinstance(item, Mapping) for item in expected) if isinstance(expected, list) else False
        return [{thing: at} if named else thing for thing, places in found.items() for at in places]
    if isinstance(found, Bag):
        return sorted(map(str, found))
    return found


def _same_places(expected: Any, found: Places) -> bool:
    if isinstance(expected, Mapping):
        return all(Counter(map(str, _as_list(at))) == Counter(found.get(thing, [])) for thing, at in expected.items())
    things: Counter[str] = Counter()
    for item in _as_list(expected):
        if isinstance(item, Mapping):
            for thing, at in item.items():
                things[thing] += 1
                if at not in found.get(thing, []):
                    return False
        else:
            things[str(item)] += 1
    return things == Counter({thing: len(places) for thing, places in found.items() if places})


def _as_list(value: Any) -> list[Any]:
    if value is None:
        return []
    return value if isinstance(value, list) else [value]
