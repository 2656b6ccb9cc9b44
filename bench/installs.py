"""Installs a wheel in each way that people have, plays a move of every game, and says what it took.

    python -m bench.installs dist/mecenate-*-manylinux_2_17_x86_64.whl

Ways: pip into an environment of its own, pipx, and uvx; pipx and uv come from PyPI. Each begins with nothing kept.
"""

import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.container import size
from bench.moving import visit


def run(*command: str | Path, **environment: str) -> None:
    subprocess.run([*map(str, command)], env={**os.environ, **environment}, check=True)


def serve(folder: Path, *command: str | Path, **environment: str) -> str:
    """Start a server, visit it, stop it; seconds to its address and what was played."""
    own = {name: value for name, value in os.environ.items() if not name.startswith(("MECENATE_", "PYTHON"))}
    own |= {"MECENATE_DATA": str(folder / "data"), "MECENATE_CACHE": str(folder / "cache"), **environment}
    begun = time.monotonic()
    with subprocess.Popen([*map(str, command), "serve", "--port", "0"], env=own, stderr=subprocess.PIPE, text=True) as server:
        try:
            assert server.stderr
            address = next((found[1] for line in server.stderr if (found := re.search(r"serving at (\S+)/", line))), None)
            if not address:
                sys.exit(f"{command[0]}: the server does not start")
            seconds = time.monotonic() - begun
            return f"page after {seconds:.1f} s, {visit(address)}"
        finally:
            server.terminate()


def main() -> None:
    wheel = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        tools, kept = folder / "tools/bin", {"PIP_CACHE_DIR": f"{folder}/pip", "UV_CACHE_DIR": f"{folder}/uv"}
        run(sys.executable, "-m", "venv", folder / "tools")
        run(tools / "python", "-m", "pip", "install", "--quiet", "uv", "pipx", **kept)

        begun = time.monotonic()
        run(sys.executable, "-m", "venv", folder / "own")
        run(folder / "own/bin/python", "-m", "pip", "install", "--quiet", "--no-cache-dir", wheel, **kept)
        print(f"pip:  {time.monotonic() - begun:.1f} s, {size(folder / 'own')} MB; ", end="", flush=True)
        print(serve(folder / "1", folder / "own/bin/mecenate"), flush=True)

        begun = time.monotonic()
        pipx = {"PIPX_HOME": f"{folder}/pipx", "PIPX_BIN_DIR": f"{folder}/bin", "PIPX_DEFAULT_PYTHON": sys.executable, **kept}
        run(tools / "pipx", "install", "--quiet", wheel, PIP_NO_CACHE_DIR="1", **pipx)
        print(f"pipx: {time.monotonic() - begun:.1f} s; ", end="", flush=True)
        print(serve(folder / "2", folder / "bin/mecenate"), flush=True)

        print("uvx, installing included: ", end="", flush=True)
        print(serve(folder / "3", tools / "uvx", "--from", wheel, "mecenate", **kept))
        print("uvx, once more: ", end="", flush=True)
        print(serve(folder / "3", tools / "uvx", "--from", wheel, "mecenate", **kept))


if __name__ == "__main__":
    main()
