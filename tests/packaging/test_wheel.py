"""What is in a wheel and in the source distribution, and that a wheel is all that it takes to play."""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Iterator
from email.parser import Parser
from pathlib import Path
from typing import Any

import pytest

from bench.moving import visit
from mecenate.core.machine import targets

ROOT = Path(__file__).parents[2]
PAGES = "src/mecenate/server/web"
BACKEND = """
import json, sys
import hatch_build
print(json.dumps(getattr(hatch_build, sys.argv[1])(*sys.argv[2:])))
"""
IMPORTED = """
import sys
import mecenate.compiler.build, mecenate.compiler.__main__
print(*{one.partition(".")[0] for one in sys.modules})
"""


@pytest.fixture(scope="session")
def clone(tmp_path_factory) -> Path:
    """What is in the repository and nothing else, but with pages: those of this checkout, or something that looks like them."""
    pytest.importorskip("hatchling")
    folder = tmp_path_factory.mktemp("clone") / "mecenate"
    if subprocess.run(["git", "clone", "--quiet", str(ROOT), str(folder)], check=False).returncode:
        pytest.skip("this is no clone of the repository")
    if (ROOT / PAGES).exists():
        shutil.copytree(ROOT / PAGES, folder / PAGES)
    else:
        (folder / PAGES).mkdir()
        (folder / PAGES / "index.html").write_text("<!doctype html><title>Pages</title>")
    (folder / PAGES / "index.html").touch()
    return folder


@pytest.fixture(scope="session")
def newcomer(tmp_path_factory) -> Path:
    """What is in the repository and nothing else; but what npm fetches is not fetched again."""
    folder = tmp_path_factory.mktemp("newcomer") / "mecenate"
    if subprocess.run(["git", "clone", "--quiet", str(ROOT), str(folder)], check=False).returncode:
        pytest.skip("this is no clone of the repository")
    if (fetched := ROOT / "web/node_modules").exists():
        shutil.copytree(fetched, folder / "web/node_modules", symlinks=True)
    return folder


def backend(folder: Path, *command: str, **environment: str) -> subprocess.CompletedProcess:
    environment = {**os.environ, **environment}
    environment.pop("PYTHONPATH", None)
    return subprocess.run(
        [sys.executable, "-c", BACKEND, *command],
        cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=900,
    )  # fmt: skip


def answer(folder: Path, *command: str, **environment: str) -> Any:
    done = backend(folder, *command, **environment)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


@pytest.fixture(scope="session")
def plain(clone, tmp_path_factory) -> zipfile.ZipFile:
    """A wheel without machine code."""
    folder = tmp_path_factory.mktemp("plain")
    return zipfile.ZipFile(folder / answer(clone, "build_wheel", str(folder), MECENATE_WHEEL_PLATFORM="any"))


def test_a_wheel_asks_for_no_compiler(plain):
    name = next(one for one in plain.namelist() if one.endswith("METADATA"))
    needed = Parser().parsestr(plain.read(name).decode()).get_all("Requires-Dist", [])
    assert any(one.startswith("numpy") for one in needed)
    bare = [one for one in needed if "extra ==" not in one]
    assert not [one for one in bare if re.match("numba|llvmlite|ziglang", one)]
    for package in ("numba", "llvmlite"):
        assert [one for one in needed if re.match(rf"{package}.*<.*extra == .compile.", one)]


README = """
import sys
from hatch_build import readme
sys.stdout.buffer.write(readme(sys.argv[1]).encode())
"""
LINK = re.compile(r"(!?)\[[^\]]*\]\(([^)]+)\)")


def test_on_an_index_no_link_leads_nowhere(plain):
    name = next(one for one in plain.namelist() if one.endswith("METADATA"))
    told = Parser().parsestr(plain.read(name).decode()).get_payload()
    assert isinstance(told, str) and told.startswith("# Mecenate") and "| `mecenate play` |" in told
    assert not [target for _, target in LINK.findall(told) if "://" not in target]


def test_where_the_repository_is_public_links_lead_there(clone):
    source = "https://example.org/mecenate"
    told = subprocess.run([sys.executable, "-c", README, source], cwd=clone, capture_output=True, check=True).stdout.decode()
    ours = LINK.findall((clone / "README.md").read_text(encoding="utf-8"))
    theirs = LINK.findall(told)
    assert len(ours) == len(theirs) and any(picture for picture, _ in ours)
    for (picture, target), (_, whole) in zip(ours, theirs, strict=True):
        place = f"{source}/{'raw' if picture else 'blob'}/v{version(clone)}/"
        assert whole == (target if "://" in target else place + target)


def version(folder: Path) -> str:
    return re.findall(r'__version__ = "(.+)"', (folder / "src/mecenate/__init__.py").read_text(encoding="utf-8"))[0]


def test_a_wheel_tells_its_types_and_all_its_licences(plain):
    assert "mecenate/py.typed" in plain.namelist()
    if (ROOT / PAGES / "licences.json").exists():
        assert json.loads(plain.read("mecenate/server/web/licences.json"))
    name = next(one for one in plain.namelist() if one.endswith("METADATA"))
    told = Parser().parsestr(plain.read(name).decode())
    assert told["License-Expression"] == "MIT AND OFL-1.1" and told["License-File"] == "LICENSE"
    assert "Typing :: Typed" in told.get_all("Classifier", [])


def test_a_wheel_has_pages_and_nothing_of_the_workshop(plain):
    names = plain.namelist()
    assert "mecenate/server/web/index.html" in names and "mecenate/games/princes/components.toml" in names
    assert not [one for one in names if not re.match(r"mecenate/|mecenate-[^/]*dist-info/", one)]
    assert plain.filename and plain.filename.endswith("-py3-none-any.whl")


def test_the_source_distribution_has_all_that_a_wheel_is_built_from(clone, tmp_path):
    with tarfile.open(tmp_path / answer(clone, "build_sdist", str(tmp_path))) as archive:
        names = {one.partition("/")[2] for one in archive.getnames()}
    tracked = set(
        subprocess.run(["git", "ls-files"], cwd=clone, capture_output=True, text=True, check=True).stdout.splitlines()
    )
    pages = {path.relative_to(clone).as_posix() for path in (clone / PAGES).rglob("*") if path.is_file()}
    assert f"{PAGES}/index.html" in names
    assert names - {"PKG-INFO"} == {one for one in tracked if not one.startswith(".ci/")} | pages


def test_an_editable_installation_builds_nothing(clone, tmp_path):
    newcomer = tmp_path / "newcomer"
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(newcomer)], check=True)
    assert answer(newcomer, "get_requires_for_build_editable") == []
    name = answer(newcomer, "build_editable", str(tmp_path))
    assert zipfile.ZipFile(tmp_path / name).read("_mecenate.pth").decode().split() == [str(newcomer / "src")]
    assert not (newcomer / PAGES).exists() and not (newcomer / "build").exists()


def test_without_pages_nothing_is_built(clone, tmp_path):
    broken = tmp_path / "broken"
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(broken)], check=True)
    (broken / "web/package.json").write_text("{}")
    (broken / "web/package-lock.json").unlink()
    for what in ("build_wheel", "build_sdist"):
        done = backend(broken, what, str(tmp_path), MECENATE_WHEEL_PLATFORM="any")
        assert done.returncode and "The pages are not as they should be" in done.stderr
    assert not [*tmp_path.glob("*.whl"), *tmp_path.glob("*.tar.gz")]


def test_a_wheel_takes_compiler_and_linker_to_build(clone):
    needed = " ".join(answer(clone, "get_requires_for_build_wheel"))
    assert all(name in needed for name in ("numba", "llvmlite", "ziglang", "numpy"))
    assert "numba" not in " ".join(answer(clone, "get_requires_for_build_wheel", MECENATE_WHEEL_PLATFORM="any"))


@pytest.mark.parametrize("command", ["get_requires_for_build_wheel", "build_wheel"])
def test_for_an_unknown_platform_one_sentence_says_so(clone, tmp_path, command):
    done = backend(clone, command, str(tmp_path), MECENATE_WHEEL_PLATFORM="amiga-m68k")
    assert done.returncode == 1 and not done.stdout
    assert len(done.stderr.splitlines()) == 1 and "amiga-m68k" in done.stderr and "MECENATE_WHEEL_PLATFORM" in done.stderr


def test_all_that_the_compiler_imports_is_asked_for(clone):
    """In the environment that pip makes for building there is nothing but what was asked for."""
    pytest.importorskip("numba")
    done = subprocess.run([sys.executable, "-c", IMPORTED], capture_output=True, text=True, check=True)
    loaded = {{"yaml": "pyyaml"}.get(one, one) for one in done.stdout.split()}
    asked, ours = (
        {re.split(r"[>=[<]", one)[0] for one in some}
        for some in (
            answer(clone, "get_requires_for_build_wheel"),
            tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"],
        )
    )
    assert loaded & ours and loaded & ours <= asked


# A wheel for this machine's own processor: what it takes is compiled already wherever somebody has played here.


@pytest.fixture(scope="module")
def mecenate(newcomer, tmp_path_factory) -> Path:
    """The command, installed from a wheel that was built from a clean clone, into an environment of its own."""
    pytest.importorskip("ziglang")
    folder = tmp_path_factory.mktemp("wheel")
    target = targets()[0]
    wheel = folder / answer(newcomer, "build_wheel", str(folder), MECENATE_WHEEL_PLATFORM=target)
    names = zipfile.ZipFile(wheel).namelist()
    for unit in ("princes", "carrara", "stanza", "shared"):
        assert f"mecenate/native/{unit}-{target}.json" in names
    assert wheel.stat().st_size < 6_000_000
    bin_folder = folder / "own" / ("Scripts" if os.name == "nt" else "bin")
    installing = ["--quiet", "--constraint", str(ROOT / "constraints.txt"), str(wheel)]
    if uv := shutil.which("uv", path=str(Path(sys.executable).parent)):  # that `make` installs by, in a tenth of pip's time
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder / "own")], check=True)
        install = [uv, "pip", "install", "--python", str(bin_folder / "python")]
    else:
        subprocess.run([sys.executable, "-m", "venv", str(folder / "own")], check=True)
        install = [str(bin_folder / "python"), "-m", "pip", "install", "--disable-pip-version-check"]
    subprocess.run([*install, *installing], check=True, timeout=600)
    return bin_folder / "mecenate"


@pytest.fixture
def server(mecenate, tmp_path) -> Iterator[tuple[str, int]]:
    """A server that was installed so: its address and process."""
    own = {name: value for name, value in os.environ.items() if not name.startswith(("MECENATE_", "PYTHON"))}
    own |= {"MECENATE_CACHE": str(tmp_path / "cache"), "MECENATE_DATA": str(tmp_path)}
    own |= {"MECENATE_CONTACT": "mailto:host@example.org"}
    process = subprocess.Popen(
        [str(mecenate), "serve", "--port", "0"], env=own, cwd=tmp_path, stderr=subprocess.PIPE, text=True
    )
    try:
        assert process.stderr
        said = next((found for line in process.stderr if (found := re.search(r"serving at (\S+)/", line))), None)
        assert said
        yield said[1], process.pid
    finally:
        process.terminate()
        rest = process.stderr.read() if process.stderr else ""
        process.wait(60)
    assert "uncompiled" not in rest
    assert rest.count("Web Push needs cryptography. Try: pip install 'mecenate[push]'") == 1
    assert not list(tmp_path.glob("cache/code/*"))  # nothing was compiled


@pytest.mark.slow
@pytest.mark.parametrize(
    "extra, command",
    [
        ("postgres", ["serve", "--port", "0", "--database", "postgresql://anna@127.0.0.1:1/games"]),
        ("lab", ["arena", "stanza", "--bots", "greedy,random", "--seats", "2"]),
    ],
)
def test_a_plain_installation_names_the_extra_that_is_needed(mecenate, tmp_path, extra, command):
    own = {name: value for name, value in os.environ.items() if not name.startswith(("MECENATE_", "PYTHON"))}
    done = subprocess.run([str(mecenate), *command], env=own, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 2 and len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith("mecenate: ") and f"pip install 'mecenate[{extra}]'" in done.stderr


@pytest.mark.slow
def test_a_wheel_is_all_that_it_takes_to_play(server):
    address, process = server
    visit(address)
    if sys.platform == "linux":
        loaded = Path(f"/proc/{process}/maps").read_text()
        assert all(f"native/{unit}-{targets()[0]}.so" in loaded for unit in ("princes", "carrara", "stanza"))
        assert "llvmlite" not in loaded and "numba" not in loaded
