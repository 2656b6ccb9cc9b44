"""YAML as people write it by hand: every value with its line, no word twice, and no surprises.

Plain whole numbers, `yes`, `no`, `true` and `false` have a meaning of their own; everything else is text. The parts of YAML
that make a file hard to read (aliases, tags) are refused.
"""

import re
from dataclasses import dataclass, field
from typing import Any

import yaml

from mecenate.core.errors import BadScenario
from mecenate.core.reading import Where

WHOLE = re.compile(r"[-+]?[0-9]+")
MEANINGS: dict[str, Any] = {"yes": True, "true": True, "no": False, "false": False, "": None, "~": None, "null": None}
STANDARD = "tag:yaml.org,2002:"
KINDS = {f"{STANDARD}{kind}" for kind in ("map", "seq", "str", "int", "float", "bool", "null", "timestamp", "merge", "value")}
LONGEST_NUMBER = 20  # digits; longer ones are a slip, and slow to read


@dataclass
class Document:
    """A YAML document: its values, and the line on which each begins."""

    value: Any
    lines: dict[Where, int] = field(default_factory=dict)

    def line(self, where: Where) -> int:
        """The line of a value, or of the nearest one around it that has a line."""
        while where and where not in self.lines:
            where = where[:-1]
        return self.lines.get(where, 1)


class Loader(yaml.SafeLoader):
    def compose_node(self, parent: Any, index: Any) -> Any:
        if self.check_event(yaml.AliasEvent):
            event = self.peek_event()
            raise _bad(event.start_mark, f"`*{event.anchor}` refers to another place; write the values out, or use `like`.")
        return super().compose_node(parent, index)


def documents(text: str) -> list[Document]:
    """All documents of a file. Raises BadScenario, its message beginning with the line."""
    try:
        nodes = list(yaml.compose_all(text, Loader=Loader))
        found = []
        for node in nodes:
            document = Document(None)
            document.lines[()] = node.start_mark.line + 1
            document.value = _value(node, (), document.lines)
            if document.value is not None:
                found.append(document)
        return found
    except yaml.reader.ReaderError as error:
        raise BadScenario(f"this is not a text file: there is an odd character at position {error.position}.") from None
    except yaml.MarkedYAMLError as error:
        raise _bad(error.problem_mark or error.context_mark, _explained(error)) from None
    except RecursionError:
        raise BadScenario("the lines are nested too deeply to be a scenario.") from None


def _explained(error: yaml.MarkedYAMLError) -> str:
    """What a YAML error means, for people who write their first file."""
    problem = error.problem or error.context or "something is wrong"
    if "\\t" in problem:
        return "there is a tab; YAML wants spaces to indent."
    if "mapping values are not allowed here" in problem:
        return (
            "there is a second `: ` on one line; put text that has one in quotes, or look for a missing line break or indent."
        )
    if "expected <block end>" in problem:
        return "this line does not fit the ones above it; look at how far it is indented."
    if "could not find expected ':'" in problem:
        return "a `:` is missing here, or on the line above."
    if "while parsing a flow" in (error.context or ""):
        return "a list or mapping in brackets is not closed, or a comma is missing."
    return f"this is not YAML: {problem}."


def _bad(mark: Any, message: str) -> BadScenario:
    return BadScenario(f"line {mark.line + 1}: {message}" if mark else message)


def _value(node: Any, where: Where, lines: dict[Where, int]) -> Any:
    if node.tag not in KINDS:
        tag = node.tag.replace(STANDARD, "!!")
        raise _bad(node.start_mark, f"`{tag}` is a YAML tag, which scenarios don't use; put text that begins with ! in quotes.")
    if isinstance(node, yaml.MappingNode):
        return _mapping(node, where, lines)
    if isinstance(node, yaml.SequenceNode):
        items = []
        for n, item in enumerate(node.value):
            lines[*where, n] = item.start_mark.line + 1
            items.append(_value(item, (*where, n), lines))
        return items
    text = node.value
    if node.style is not None:  # in quotes
        return text
    if WHOLE.fullmatch(text):
        if len(text) > LONGEST_NUMBER:
            raise _bad(node.start_mark, f"the number {text[:LONGEST_NUMBER]}... is too long.")
        return int(text)
    return MEANINGS.get(text, text)


def _mapping(node: Any, where: Where, lines: dict[Where, int]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key_node, value_node in node.value:
        if not isinstance(key_node, yaml.ScalarNode):
            raise _bad(key_node.start_mark, "what stands before `:` must be one word or name.")
        key = " ".join(key_node.value.split())
        line = key_node.start_mark.line + 1
        if key in found:
            first = lines[*where, key]
            raise _bad(key_node.start_mark, f"`{key}` stands here twice, first on line {first}; write it once.")
        lines[*where, key] = line
        found[key] = _value(value_node, (*where, key), lines)
    return found
