"""What this machine has. Read by itself, also before anything is installed."""

import os
import platform
import sys
from functools import cache
from pathlib import Path

# What processors of the family x86-64-v3 (since 2013) can do, as Linux calls it.
V3 = {"avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe"}
WINDOWS_AVX2 = 40
NEWEST_PYTHON = (3, 15)  # that Numba, which makes machine code, knows


def cores() -> int:
    """How many processor cores this program may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def give_way(steps: int) -> None:
    """Let other processes go before this one, where the system knows such a thing."""
    if hasattr(os, "nice"):
        os.nice(steps)


def too_new() -> str:
    """Why nothing can be compiled with this Python, if that is so."""
    if sys.version_info[:2] <= NEWEST_PYTHON:
        return ""
    own, newest = (".".join(map(str, one)) for one in (sys.version_info[:2], NEWEST_PYTHON))
    return f"Python {own} is newer than Numba knows, which makes machine code (up to {newest})"


@cache
def targets() -> tuple[str, ...]:
    """What machine code this machine can run, the best first: the system and the family of processors."""
    system = {"darwin": "macos", "win32": "windows"}.get(sys.platform, sys.platform)
    machine = platform.machine().lower()
    family = {"x86_64": "x86-64", "amd64": "x86-64", "aarch64": "arm64"}.get(machine, machine)
    families = ("x86-64-v3", "x86-64") if family == "x86-64" and _is_v3() else (family,)
    return tuple(f"{system}-{one}" for one in families)


def _is_v3() -> bool:
    import ctypes
    import ctypes.util

    if sys.platform == "linux":
        told = Path("/proc/cpuinfo")
        lines = told.read_text(encoding="utf-8", errors="replace").splitlines() if told.exists() else []
        return set(next((line.split() for line in lines if line.startswith("flags")), ())) >= V3
    if sys.platform == "win32":
        return bool(ctypes.windll.kernel32.IsProcessorFeaturePresent(WINDOWS_AVX2))
    if sys.platform == "darwin":
        has, size = ctypes.c_int(0), ctypes.c_size_t(ctypes.sizeof(ctypes.c_int))
        libc = ctypes.CDLL(ctypes.util.find_library("c"))
        return libc.sysctlbyname(b"hw.optional.avx2_0", ctypes.byref(has), ctypes.byref(size), None, 0) == 0 and has.value == 1
    return False
