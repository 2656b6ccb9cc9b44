"""Random ids and tokens. An id is shown; a token is known to its owner alone, and only its hash is stored."""

import hashlib
import secrets

ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"  # 32 signs, none that looks like another; fit for URLs and command lines
PERSON_LENGTH = 16  # 80 bits
TABLE_LENGTH = 20  # 100 bits: who knows the id of a private table was given it


def new_id(length: int = TABLE_LENGTH) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def new_token() -> str:
    return secrets.token_urlsafe(32)


def hash_token(token: str) -> str:
    """A plain hash will do: there is nothing to guess in 256 random bits."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
