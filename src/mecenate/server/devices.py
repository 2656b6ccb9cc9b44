"""Browsers in which somebody has logged in before: the wrong guesses of strangers do not keep their owners out.

Such a browser keeps a proof of it that only the server can make, good for one person. It lets nobody in.
"""

import hashlib
import hmac
import secrets


def proof(key: str, person: str) -> str:
    """That this person has logged in here, for the browser to keep."""
    device = secrets.token_urlsafe(12)
    return f"{device}.{_sign(key, person, device)}"


def device_of(key: str, person: str, given: str) -> str:
    """The device that a proof is of; empty if it is none of this person's."""
    device, _, sign = given.partition(".")
    return device if hmac.compare_digest(sign.encode(), _sign(key, person, device).encode()) else ""


def _sign(key: str, person: str, device: str) -> str:
    return hmac.new(key.encode(), f"{person}.{device}".encode(), hashlib.sha256).hexdigest()
