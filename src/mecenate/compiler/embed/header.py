"""`mecenate.h`, written from the games' contracts: the same functions and numbers that the kernels have."""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from textwrap import wrap
from typing import Any

import numpy as np

import mecenate
from mecenate.bots.judging import judge, judged
from mecenate.compiler.interface import FUNCTIONS, READING, weights
from mecenate.compiler.modules import Export, exports
from mecenate.core.game import Game, Option
from mecenate.core.header import EVENT, HEADER, EventKind
from mecenate.core.kernel import Array
from mecenate.core.options import write_value

WIDTH = 116
Words = Mapping[str, str]
NOTHING: Mapping[str, Any] = {}
UNBROKEN = "\0"  # a space at which no line ends
TYPES = {"int64": "int64_t", "uint64": "uint64_t", "float64": "double", "float32": "float", "uint8": "uint8_t"}
NAMES = {"states": "state"}  # where C has another one
START = f"""\
/* Mecenate {mecenate.__version__}: board games as functions. No room is reserved and nothing is kept between two calls, so any
   number of threads may play at once. Written by `python -m mecenate.compiler.embed`.

   A state is so many bytes that begin as `mecenate_head` says, at an address that 8 divides: GAME_state is both. Copy it to
   try something, write it to a file to keep it, compare it to know whether two positions are the same. It belongs to this
   version of the rules (..._RULES).

     start    a new game: `options` are numbers, the seats first, see enum ..._option
     legal    who is asked (head: asked, question) may answer so: a bit in `mask` for every move offered, and how many
     step     give an offered answer; the head says what happened. Check what comes from a person with `why` first
     why      0 if a move is offered, or why it is not, see enum ..._reason
     redeal   deal anew, by `seed`, what a seat can't know: the only way to look ahead without looking at hidden cards
     result   `out` gets each seat's points, then each seat's place, 1 for the best
     rollout  answer at random until the game is over; `generator` is one number, moved on; says how many were real choices
     value    how much a seat likes a position, by an evaluation written by hand, in points
     features the figures that a network sees of a position
     search   the answer that a seat should give after so many simulations; -1 when the game is over. The same `seed`, the
              same answer, on every machine. `weights`: ..._WEIGHTS figures, the file GAME.weights as it is (little-endian).
              `memory`: as many bytes as `search_memory` says, at an address that 8 divides; what is in them does not matter.
              `expected` gets each seat's chance to win, then each seat's points.

   Nothing is checked but moves by `why`: options, seats and arrays have to be right.

   With MECENATE_NAMES defined there are texts for all numbers. */
"""


def header(games: Iterable[Game]) -> str:
    parts = [START, "#ifndef MECENATE_H\n#define MECENATE_H\n\n#include <stdint.h>\n", _head()]
    parts += ['#ifdef __cplusplus\nextern "C" {\n#endif\n', *(_game(one) for one in games), "#ifdef __cplusplus\n}\n#endif\n"]
    return "\n".join([*parts, "#endif\n"])


def _head() -> str:
    return "\n".join(
        [
            "/* Something that happened in the last move; what a and b are depends on its kind. */",
            _struct("mecenate_event", EVENT),
            "/* What every state begins with. `asked` is a seat, -1 when the game is over; `ply` counts moves; `revealed`:",
            "   whether the last move brought out something new. Of the events only the first `happened` are there, the rest",
            "   is the game's own. `rng` is for the rules alone. */",
            _struct("mecenate_head", HEADER, {"events": "mecenate_event"}),
        ]
    )


def _struct(name: str, record: np.dtype, known: Mapping[str, str] = NOTHING) -> str:
    lines = []
    for field, (kind, *_) in (record.fields or {}).items():
        count = f"[{kind.shape[0]}]" if kind.shape else ""
        written = known.get(field) or f"{'' if kind.base.kind == 'i' else 'u'}int{8 * kind.base.itemsize}_t"
        lines.append(f"    {written} {field}{count};\n")
    return f"typedef struct {{\n{''.join(lines)}}} {name};\n"


def constant(*words: str) -> str:
    return re.sub(r"\W+", "_", "_".join(words)).strip("_").upper()


def _enum(game: Game, kind: str, keys: Iterable[str], about: Words = NOTHING, first: Mapping[str, int] = NOTHING) -> str:
    keys = list(keys)
    rows = [f"{constant(game.key, kind, key)}{f' = {first[key]}' if first else ''}," for key in keys]
    if about:
        rows = [f"{row}  /* {about[key]} */" if about[key] else row for row, key in zip(rows, keys, strict=True)]
    else:
        rows = wrap(" ".join(rows), WIDTH)
    return "\n".join([f"enum {game.key}_{kind} {{", *(f"    {row}" for row in rows), "};\n"])


def _game(game: Game) -> str:
    sizes = {
        "STATE": (game.state.itemsize, "bytes of a state"),
        "MOVES": (game.moves.size, "moves, numbered from 0"),
        "MASK": (game.moves.words, "words of a mask: move m is bit m % 64 of word m / 64"),
        "LEAST_SEATS": (min(game.seats), ""),
        "SEATS": (max(game.seats), "the most; arrays of two figures a seat have 2 * this"),
        "OPTIONS": (1 + len(game.options), "numbers that a new game takes"),
        "RULES": (game.rules_version, "version of the rules"),
    }
    about_judging = {
        "features": "figures that a network sees",
        "weights": "figures in the file of weights",
        "simulations": "of the bot that is called Master",
    }
    sizes |= {name.upper(): (number, about_judging[name]) for name, number in judging(game).items()}
    lines = [f"\n/* {game.title}, by {', '.join(game.authors)}. */\n"]
    for name, (number, about) in sizes.items():
        lines.append(f"#define {constant(game.key, name)} {number}{f'  /* {about} */' if about else ''}\n")
    state = f"union {{ mecenate_head head; uint8_t bytes[{constant(game.key, 'state')}]; }} {game.key}_state;"
    lines.append(f"\ntypedef {state}\n")
    lines.append(f"\n/* The places of the options in the array. Those that mean nothing are 0. */\n{_options(game)}")
    lines.append(f"\n/* What a seat may be asked. */\n{_enum(game, 'question', game.questions)}")
    lines.append(f"\n/* Why a move is not offered. */\n{_enum(game, 'reason', game.reasons)}")
    events = {kind.key: _about_event(kind) for kind in game.events}
    lines.append(f"\n/* What happens, and what the two figures of an event are. */\n{_enum(game, 'event', events, events)}")
    moves = {kind.word: kind for kind in game.moves.kinds}
    about = {word: _about_moves(kind.about) for word, kind in moves.items()}
    lines.append(f"\n/* The first move of each kind. */\n{_enum(game, 'move', moves, about, game.moves.first)}\n")
    lines += [f"{_prototype(game, one)}\n" for one in functions(game)]
    names = {"questions": game.questions, "reasons": game.reasons, "events": list(events), "moves": notations(game)}
    lines.append("\n#ifdef MECENATE_NAMES\n" + "".join(_names(game, *one) for one in names.items()) + "#endif\n")
    return "".join(lines)


def _options(game: Game) -> str:
    about = {"seats": ""} | {option.key: _about_option(option) for option in game.options}
    chosen = [
        _enum(game, option.key, [write_value(value) for value in option.values])
        for option in game.options
        if option.values != (False, True)
    ]
    return _enum(game, "option", about, about) + "".join(chosen)


def _about_option(option: Option) -> str:
    told = [", ".join(f"{k} {write_value(value)}" for k, value in enumerate(option.values))]
    if option.seats:
        told.append(f"with {'/'.join(map(str, option.seats))} seats")
    if option.needs:
        told.append(f"needs {option.needs}")
    for value, others in option.presets.items():
        told.append(f"{write_value(value)}: usually with {', '.join(f'{k} {write_value(v)}' for k, v in others.items())}")
    return "; ".join(told)


def _about_event(kind: EventKind) -> str:
    figures = [f"{letter}: {what}" for letter, what in (("a", kind.a), ("b", kind.b)) if what]
    return ", ".join(figures) + ("; a is for this seat's eyes only" if kind.private else "")


def _about_moves(about: tuple[str, ...]) -> str:
    return "" if about == ("",) else about[0] if len(about) == 1 else f"{about[0]} ... {about[-1]}"


def notations(game: Game) -> list[str]:
    """Every move by its number, as people write it; a figure that the position fixes is left out."""
    return [f"{kind.word} {about}".strip() for kind in game.moves.kinds for about in kind.about]


def _names(game: Game, what: str, names: Iterable[str]) -> str:
    listed = ", ".join(f'"{name}"'.replace(" ", UNBROKEN) for name in names)
    lines = "".join(f"    {line}\n" for line in wrap(listed, WIDTH, break_on_hyphens=False)).replace(UNBROKEN, " ")
    return f"static const char *const {game.key}_{what}[] = {{\n{lines}}};\n"


@cache
def _exports(key: str) -> dict[str, Export]:
    return {one.name: one for one in exports(key, complete=True) if one.for_c is not None}


def functions(game: Game) -> list[Export]:
    found = _exports(game.key)
    return [found[name] for name in FUNCTIONS if name in found]


def judging(game: Game) -> dict[str, int]:
    """The sizes of what bots know of a game, if they know any."""
    if not judged(game):
        return {}
    judges = judge(game)
    return {"features": judges.inputs, "weights": len(weights(game)), "simulations": judges.simulations["master"]}


def parameters(one: Export) -> list[tuple[str, str]]:
    """What a function takes in C: types and names."""
    found = []
    for kind, argument in zip(one.signature.arguments, one.for_c or (), strict=True):
        if argument.fixed is not None:
            continue
        name = NAMES.get(argument.name, argument.name)
        if isinstance(kind, Array):
            reads = argument.read or (argument.name == "states" and one.name in READING)
            written = "void" if name == "memory" else TYPES[kind.kind.name]
            found.append((f"{'const ' if reads else ''}{written} *", name))
        else:
            found.append((f"{TYPES[kind.kind]} ", name))
    return found


def _prototype(game: Game, one: Export) -> str:
    returns = TYPES[one.signature.returns.kind] if one.signature.returns else "void"
    return f"{returns} {game.key}_{one.name}({', '.join(kind + name for kind, name in parameters(one))});"


def contract(game: Game) -> dict[str, Any]:
    """The same for languages that read JSON."""
    return {
        "title": game.title,
        "state": game.state.itemsize,
        "mask": game.moves.words,
        "seats": game.seats,
        "options": [{"key": one.key, "values": one.values, "seats": one.seats, "needs": one.needs} for one in game.options],
        "questions": game.questions,
        "reasons": game.reasons,
        "events": [{"key": kind.key, "a": kind.a, "b": kind.b, "private": kind.private} for kind in game.events],
        "moves": notations(game),
        "rules": game.rules_version,
        **judging(game),
    }
