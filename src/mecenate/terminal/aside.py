"""Long work beside the main thread, which alone hears Ctrl-C and must not be deep in compiled code then."""

import threading
from collections.abc import Callable
from typing import Any

LISTEN_S = 0.1


def aside(work: Callable[..., Any], *args: Any) -> Any:
    """What the work gives, or what it raises. Ctrl-C leaves it behind."""
    found: list[Any] = []
    wrong: list[BaseException] = []

    def run() -> None:
        try:
            found.append(work(*args))
        except BaseException as error:
            wrong.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(LISTEN_S)
    if wrong:
        raise wrong[0]
    return found[0]
