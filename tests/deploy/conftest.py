"""What lies in deploy/, tried: Debian's own programs in front of real servers."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from sites import Program, Site, found, served


@pytest.fixture(scope="session")
def program(tmp_path_factory) -> Program:
    return lambda name, package: found(name, package, tmp_path_factory)


@pytest.fixture(scope="session")
def whole(tmp_path_factory) -> Iterator[Site]:
    """A server that has a name to itself."""
    with served(tmp_path_factory.mktemp("whole")) as site:
        yield site


@pytest.fixture(scope="session")
def below(tmp_path_factory) -> Iterator[Site]:
    """A server below a path."""
    with served(tmp_path_factory.mktemp("below"), "/mecenate") as site:
        yield site


@pytest.fixture(scope="session")
def certificate(program, tmp_path_factory) -> tuple[Path, Path]:
    """For localhost, signed by itself; and its key."""
    folder = tmp_path_factory.mktemp("certificate")
    file, key = folder / "fullchain.pem", folder / "privkey.pem"
    new = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]
    name = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    command = [program("openssl", "openssl"), *new, *name, "-out", str(file), "-keyout", str(key)]
    subprocess.run(command, check=True, capture_output=True)
    return file, key
