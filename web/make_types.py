"""Writes the TypeScript types of everything that the server sends, from the Python types themselves.

`python web/make_types.py` writes them; `python web/make_types.py --check` says whether they are as they should be.
"""

import sys
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect

from mecenate.server import wire

HERE = Path(__file__).parent / "src"
HEAD = "// Made by web/make_types.py from the Python types. Do not edit.\n"
PLAIN = {
    inspect.NoneType: "null",
    inspect.BoolType: "boolean",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.StrType: "string",
    inspect.AnyType: "unknown",
}


def write(kind: Any) -> str:
    """A Python type, as msgspec sees it, in TypeScript."""
    if type(kind) in PLAIN:
        return PLAIN[type(kind)]
    if isinstance(kind, inspect.Metadata):
        return write(kind.type)
    if isinstance(kind, inspect.LiteralType):
        return " | ".join(f'"{value}"' if isinstance(value, str) else str(value).lower() for value in kind.values)
    if isinstance(kind, inspect.UnionType):
        return " | ".join(write(one) for one in kind.types)
    if isinstance(kind, (inspect.ListType, inspect.VarTupleType)):
        return f"({inner})[]" if "|" in (inner := write(kind.item_type)) else f"{inner}[]"
    if isinstance(kind, inspect.DictType):
        return f"Record<{write(kind.key_type)}, {write(kind.value_type)}>"
    if isinstance(kind, inspect.StructType):
        return kind.cls.__name__
    raise TypeError(f"There is no TypeScript for {kind!r} yet.")


def structs(kind: Any, found: dict[type, inspect.StructType]) -> None:
    """All Structs that a type is made of, each before the ones that need it."""
    if isinstance(kind, inspect.StructType):
        if kind.cls in found:
            return
        for field in kind.fields:
            structs(field.type, found)
        found[kind.cls] = kind
        return
    for name in ("type", "item_type", "key_type", "value_type"):
        if hasattr(kind, name):
            structs(getattr(kind, name), found)
    for one in getattr(kind, "types", ()):
        structs(one, found)


def interface(struct: inspect.StructType) -> str:
    lines = [f"export interface {struct.cls.__name__} {{"]
    if struct.tag_field:
        lines.append(f'  {struct.tag_field}: "{struct.tag}";')
    lines += [f"  {field.encode_name}{'' if field.required else '?'}: {write(field.type)};" for field in struct.fields]
    return "\n".join([*lines, "}"]) + "\n"


def module(kinds: list[Any]) -> str:
    found: dict[type, inspect.StructType] = {}
    for kind in kinds:
        structs(inspect.type_info(kind), found)
    return "\n".join([HEAD, *(interface(struct) for struct in found.values())])


def modules() -> dict[Path, str]:
    """What each file should say."""
    told = [kind for kind in vars(wire).values() if isinstance(kind, type) and issubclass(kind, msgspec.Struct)]
    told = [kind for kind in told if kind is not msgspec.Struct]
    unions = {"Live": wire.Live, "Plan": wire.Plan}
    more = "".join(f"\nexport type {name} = {write(inspect.type_info(union))};" for name, union in unions.items())
    files = {HERE / "lib" / "wire.ts": f"{module(told)}{more}\n"}
    for key, view in wire.view_types().items():
        files[HERE / "games" / key / "view.ts"] = module([view])
    return files


def main() -> None:
    wrong = [path for path, text in modules().items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    if "--check" in sys.argv:
        for path in wrong:
            print(f"{path} is not what the Python types say: run `python web/make_types.py`.")
        sys.exit(1 if wrong else 0)
    for path, text in modules().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
