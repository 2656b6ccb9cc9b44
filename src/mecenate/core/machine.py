"""What this machine has."""

import os


def cores() -> int:
    """How many processor cores this program may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
