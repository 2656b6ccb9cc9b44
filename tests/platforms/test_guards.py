"""Nothing that only some systems have stands unguarded in what players run; how a guard looks is told in guards.py."""

from pathlib import Path

import pytest

import mecenate

from .guards import Source, faults

ROOT = Path(__file__).parents[2]
SRC = Path(mecenate.__file__).parent
SOURCES = sorted(
    [*SRC.rglob("*.py"), ROOT / "hatch_build.py", *(ROOT / "web").glob("*.py"), *(ROOT / "examples").rglob("*.py")]
)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_everything_has_its_guard(path):
    assert faults(path) == []


@pytest.mark.parametrize(
    "text",
    [
        "import os\nos.nice(5)",
        "import os as system\nsystem.getuid()",
        "import os\nif hasattr(os, 'getuid'):\n    os.nice(5)",
        "import os\nif not hasattr(os, 'nice'):\n    os.nice(5)",
        "import os\nif hasattr(os, 'nice') or True:\n    os.nice(5)",
        "import os\nhasattr(os, 'nice') or os.nice(5)",
        "import os\nif hasattr(os, 'nice'):\n    pass\nelse:\n    os.nice(5)",
        "import os\nos.sched_getaffinity(0)",
        "import signal\nsignal.SIGKILL",
        "from signal import SIGKILL",
        "from os import nice",
        "import fcntl",
        "from pwd import getpwnam",
        "def f(loop):\n    loop.add_signal_handler(15, print)",
        "import subprocess\nsubprocess.run([], start_new_session=True)",
        "import subprocess\nsubprocess.run([], text=True)",
        "from multiprocessing import get_context\nget_context('fork')",
        "from pathlib import Path\nPath('/proc/cpuinfo').read_bytes()",
        "from pathlib import Path\nPath('x').read_text()",
        "open('x')",
        "open('x', 'w')",
    ],
)
def test_what_has_none_is_found(text):
    assert list(Source(text).faults())


@pytest.mark.parametrize(
    "text",
    [
        "import os\nif hasattr(os, 'nice'):\n    os.nice(5)",
        "import os\nif not hasattr(os, 'nice'):\n    pass\nelse:\n    os.nice(5)",
        "import os\nok = hasattr(os, 'nice') and os.nice(0) == 0",
        "import os\nok = not hasattr(os, 'nice') or os.nice(0) == 0",
        "import os\nn = os.nice(0) if hasattr(os, 'nice') else 0",
        "try:\n    import fcntl\nexcept ImportError:\n    fcntl = None",
        "from contextlib import suppress\nwith suppress(ImportError):\n    import readline",
        "def f(Path):\n    told = Path('/proc/cpuinfo')\n    return told.read_bytes() if told.exists() else b''",
        "open('x', 'rb')",
        "open('x', encoding='utf-8')",
    ],
)
def test_what_has_one_is_not(text):
    assert list(Source(text).faults()) == []
