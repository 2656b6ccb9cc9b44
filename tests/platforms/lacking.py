"""What of the standard library this system has and another one lacks, as typeshed says."""

from functools import cache

from typeshed_client import get_search_context, get_stub_names

OLDEST = (3, 11)
WINDOWS, MAC = "win32", "darwin"
NOT_ON_WINDOWS = {  # modules
    "crypt", "curses", "fcntl", "grp", "nis", "ossaudiodev", "posix", "pty", "pwd", "readline", "resource", "spwd", "syslog",
    "termios", "tty",
}  # fmt: skip


@cache
def names(module: str, system: str) -> frozenset[str]:
    return frozenset(get_stub_names(module, search_context=get_search_context(version=OLDEST, platform=system)) or ())


@cache
def lacking(module: str, system: str) -> frozenset[str]:
    """The names in a module that this system has not."""
    return names(module, "linux") - names(module, system)
