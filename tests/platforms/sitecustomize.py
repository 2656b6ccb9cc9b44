"""Python runs this at its start where this folder is on PYTHONPATH: our modules then see of the standard library what is
everywhere. Python itself and the libraries that we use keep all they need. The file LACKING says what is taken away.
"""

import builtins
import json
import os
from pathlib import Path
from types import ModuleType
from typing import Any

MODULES, NAMES = json.loads(Path(os.environ["LACKING"]).read_text(encoding="utf-8"))
_import = builtins.__import__
_narrow: dict[str, ModuleType] = {}


def narrow(module: ModuleType) -> ModuleType:
    """A module without what is taken away from it."""
    name = module.__name__
    if name not in _narrow:
        _narrow[name] = ModuleType(name)
        _narrow[name].__dict__.update({key: value for key, value in vars(module).items() if key not in NAMES[name]})
    return _narrow[name]


def import_(name: str, globals: Any = None, *more: Any, **named: Any) -> ModuleType:
    ours = str((globals or {}).get("__name__", "")).partition(".")[0] in ("mecenate", "__main__", "__mp_main__")
    if ours and name.partition(".")[0] in MODULES:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    found = _import(name, globals, *more, **named)
    return narrow(found) if ours and found.__name__ in NAMES else found


builtins.__import__ = import_
