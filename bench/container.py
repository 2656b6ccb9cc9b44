"""Tries deploy/Dockerfile where no Docker runs: every step in a fresh Debian, then the server of the last one.

    python -m bench.container [--kept FOLDER] [--lend FILE ...] [--pass NAME ...]

It takes root and debootstrap. In place of `python:3.12-slim`, which is a Debian too, stands Debian's own Python in a tree that
debootstrap makes; that one is kept in FOLDER for the next time. Steps see the files of the last commit. A network that wants
certificates or variables of its own gets them with --lend and --pass; neither gets into the image. The server runs as the first
process of a container would, without any network but its own, and is asked for its page and for a move of every game.
"""

import argparse
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[1]
SUITE = "trixie"
MIRROR = "http://deb.debian.org/debian"
PACKAGES = "python3,python3-venv,python3-pip,ca-certificates"
VISITOR = Path(__file__).with_name("moving.py")
USUAL = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


def instructions(text: str) -> Iterator[tuple[str, str]]:
    """The steps of a Dockerfile, without comments, each in one line."""
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    for line in re.sub(r"\\\n\s*", " ", "\n".join(lines)).splitlines():
        if line.strip():
            word, _, rest = line.strip().partition(" ")
            yield word.upper(), rest.strip()


@dataclass
class Stage:
    tree: Path
    environment: dict[str, str] = field(default_factory=lambda: {"PATH": USUAL, "HOME": "/root"})
    user: str = "root"
    command: list[str] = field(default_factory=list)
    healthy: list[str] = field(default_factory=list)

    def inside(self, command: Sequence[str], alone: bool, lent: Sequence[Path] = (), given: Sequence[str] = ()) -> list[str]:
        """The command line that runs something in this tree: as its first process, with files and variables of this machine."""
        mounts = ["mount -t proc proc $0/proc", "mount --rbind /dev $0/dev"]
        for file in lent:
            within = f"$0{shlex.quote(str(file))}"
            mounts.append(f"mkdir -p $(dirname {within}) && touch {within} && mount --bind {shlex.quote(str(file))} {within}")
        if alone:
            mounts.append("ip link set lo up")
        home = {"HOME": f"/home/{self.user}"} if self.user != "root" else {}
        variables = {**{name: os.environ[name] for name in given if name in os.environ}, **self.environment, **home}
        entered = "exec chroot --userspec=" + self.user + ' $0 /usr/bin/env -i "$@"'
        return [
            "unshare", "--mount", "--pid", "--fork", "--kill-child", *(["--net"] if alone else []),
            "sh", "-ec", "; ".join([*mounts, entered]), str(self.tree), *(f"{k}={v}" for k, v in variables.items()), *command,
        ]  # fmt: skip


class Build:
    def __init__(self, folder: Path, base: Path, lent: Sequence[Path], given: Sequence[str]):
        self.folder = folder
        self.base = base
        self.lent = lent
        self.given = given
        self.source = folder / "source"
        self.stages: dict[str, Stage] = {}
        self.stage = Stage(base)

    def run(self, text: str) -> Stage:
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(self.source)], check=True)
        for word, rest in instructions(text):
            begun = time.monotonic()
            getattr(self, f"do_{word.lower()}")(rest)
            print(f"{time.monotonic() - begun:7.1f} s  {word} {rest[:100]}", flush=True)
        return self.stage

    def do_from(self, rest: str) -> None:
        _, _, name = rest.partition(" AS ")
        name = name or str(len(self.stages))
        subprocess.run(["cp", "-a", "--reflink=auto", str(self.base), str(self.folder / name)], check=True)
        self.stage = self.stages[name] = Stage(self.folder / name)

    def do_copy(self, rest: str) -> None:
        *sources, target = rest.split()
        origin = self.source
        if sources[0].startswith("--from="):
            origin = self.stages[sources.pop(0).removeprefix("--from=")].tree
        for one in sources:
            source, into = origin / one.lstrip("/"), self.stage.tree / target.lstrip("/")
            if source.is_dir():
                shutil.copytree(source, into, symlinks=True, dirs_exist_ok=True)
            else:
                into.mkdir(parents=True, exist_ok=True)
                shutil.copy2(source, into)

    def do_run(self, rest: str) -> None:
        command = self.stage.inside(["/bin/sh", "-c", rest], False, self.lent, self.given)
        if subprocess.run(command, check=False).returncode:
            sys.exit(f"This step failed: RUN {rest}")

    def do_env(self, rest: str) -> None:
        self.stage.environment |= dict(one.split("=", 1) for one in shlex.split(rest))

    def do_user(self, rest: str) -> None:
        self.stage.user = rest

    def do_volume(self, rest: str) -> None:
        assert (self.stage.tree / rest.lstrip("/")).is_dir()

    def do_expose(self, rest: str) -> None:
        assert rest.isdecimal()

    def do_stopsignal(self, rest: str) -> None:
        assert rest == "SIGTERM"

    def do_healthcheck(self, rest: str) -> None:
        self.stage.healthy = json.loads(rest.partition("CMD ")[2])

    def do_cmd(self, rest: str) -> None:
        self.stage.command = json.loads(rest)


def make_base(tree: Path) -> None:
    """A Debian with a Python that is called as the one of `python:slim` is, and that pip may install into."""
    if (tree / "made").exists():
        return
    shutil.rmtree(tree, ignore_errors=True)
    tree.parent.mkdir(parents=True, exist_ok=True)
    debootstrap = ["debootstrap", "--variant=minbase", f"--include={PACKAGES}", SUITE, str(tree), MIRROR]
    if subprocess.run(debootstrap, stdout=subprocess.DEVNULL, check=False).returncode:
        sys.exit(f"debootstrap could not make a Debian in {tree}.")
    for archive in (tree / "var/cache/apt/archives").glob("*.deb"):
        archive.unlink()
    (tree / "usr/local/bin/python").symlink_to("/usr/bin/python3")
    for marker in (tree / "usr/lib").glob("python3*/EXTERNALLY-MANAGED"):
        marker.unlink()
    shutil.copy("/etc/resolv.conf", tree / "etc/resolv.conf")
    (tree / "made").touch()


def serve(stage: Stage) -> None:
    """The server, as it would run: first process, its user, no network but its own; a visitor; and the end by SIGTERM."""
    shutil.copy(VISITOR, stage.tree / "tmp")
    begun = time.monotonic()
    process = subprocess.Popen(stage.inside(stage.command, True))
    try:
        while not (children := Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()):
            time.sleep(0.05)
        own = ["nsenter", "--target", children[0], "--net", "chroot", str(stage.tree), "/usr/bin/env", "-i"]
        path = f"PATH={stage.environment['PATH']}"
        visited = subprocess.run([*own, path, "python", "/tmp/moving.py", "http://127.0.0.1:8000"], check=False)
        print(f"{time.monotonic() - begun:7.1f} s  CMD {' '.join(stage.command)}, to the last of these moves")
        well = subprocess.run([*own, path, *stage.healthy], check=False)
        told = time.monotonic()
        os.kill(int(children[0]), signal.SIGTERM)
        process.wait(60)
        print(f"{time.monotonic() - told:7.1f} s  from SIGTERM to the end")
    finally:
        process.kill()
        process.wait()
    if visited.returncode or well.returncode:
        sys.exit("The server in the container does not do what it should.")


def size(tree: Path) -> int:
    """MB, as files say how long they are."""
    return sum(path.lstat().st_size for path in tree.rglob("*") if not path.is_symlink() and path.is_file()) // 10**6


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--kept", type=Path, default=ROOT / "build/container", help="where the fresh Debian is kept")
    arguments.add_argument("--lend", type=Path, action="append", default=[], help="a file of this machine that steps may read")
    arguments.add_argument("--pass", dest="given", action="append", default=[], help="a variable of this machine for the steps")
    asked = arguments.parse_args()
    if os.geteuid() or not shutil.which("debootstrap"):
        sys.exit("This takes root and debootstrap: sudo apt-get install debootstrap")
    base = asked.kept.resolve() / SUITE
    make_base(base)
    with tempfile.TemporaryDirectory(dir=base.parent) as folder:
        build = Build(Path(folder), base, asked.lend, asked.given)
        image = build.run((ROOT / "deploy/Dockerfile").read_text(encoding="utf-8"))
        sizes = {name: size(stage.tree) for name, stage in build.stages.items()}
        whole = size(image.tree / "mecenate")
        print(f"MB: the Debian with Python {size(base)}, stages {sizes}, of the last one /mecenate {whole}")
        serve(image)


if __name__ == "__main__":
    main()
