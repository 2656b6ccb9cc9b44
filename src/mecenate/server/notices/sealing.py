"""Web Push for a browser's eyes only: the encryption of RFC 8291 and the server's signature of RFC 8292 (VAPID)."""

import base64
import binascii
import os
from pathlib import Path

import msgspec
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

from mecenate.core.errors import MecenateError
from mecenate.core.files import OWNER, write_whole
from mecenate.server.notices.subscriptions import BadSubscription

RECORD = 4096
# One record holds header (86), text, a delimiter and the tag of the cipher (16), and push services take 4096 bytes in all.
LONGEST_TEXT = RECORD - 86 - 1 - 16
PASS_S = 12 * 3600  # RFC 8292 allows a day


def to_base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def from_base64url(text: str) -> bytes:
    return base64.b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4), altchars=b"-_", validate=True)


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


class BrowserKeys(msgspec.Struct, frozen=True):
    """The two keys of a browser's subscription: `p256dh` (its public key) and `auth` (a shared secret)."""

    public: bytes
    auth: bytes

    def written(self) -> str:
        return f"{to_base64url(self.public)}.{to_base64url(self.auth)}"

    def __repr__(self) -> str:
        return "BrowserKeys(...)"


def read_browser_keys(p256dh: str, auth: str) -> BrowserKeys:
    try:
        keys = BrowserKeys(from_base64url(p256dh), from_base64url(auth))
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), keys.public)
    except (ValueError, binascii.Error):
        raise BadSubscription("push-unusable") from None
    if len(keys.public) != 65 or len(keys.auth) != 16:
        raise BadSubscription("push-unusable")
    return keys


def read_written_keys(text: str) -> BrowserKeys:
    """The keys as `BrowserKeys.written` keeps them."""
    public, _, auth = text.partition(".")
    return read_browser_keys(public, auth)


def seal(text: bytes, keys: BrowserKeys, own: ec.EllipticCurvePrivateKey | None = None, salt: bytes | None = None) -> bytes:
    """The body of a push message (`Content-Encoding: aes128gcm`). `own` and `salt` are fresh for every message."""
    if len(text) > LONGEST_TEXT:
        raise ValueError(f"a push message of {len(text)} bytes; {LONGEST_TEXT} is the most")
    own = own or ec.generate_private_key(ec.SECP256R1())
    salt = salt or os.urandom(16)
    own_point = point(own.public_key())
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), keys.public))
    material = _derive(keys.auth, shared, b"WebPush: info\0" + keys.public + own_point, 32)
    key = _derive(salt, material, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(salt, material, b"Content-Encoding: nonce\0", 12)
    header = salt + RECORD.to_bytes(4, "big") + bytes([len(own_point)]) + own_point
    return header + AESGCM(key).encrypt(nonce, text + b"\x02", None)


def _derive(salt: bytes, material: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(material)


class ServerKey:
    """The key by which push services know this server. Subscriptions are tied to it: a new key makes all of them useless."""

    def __init__(self, private: ec.EllipticCurvePrivateKey):
        self._private = private
        self.public = to_base64url(point(private.public_key()))

    def authorization(self, origin: str, contact: str, now_s: int) -> str:
        """The Authorization header for a push service. `contact` is a mailto: or https: address of the operator."""
        head = to_base64url(b'{"typ":"JWT","alg":"ES256"}')
        claims = to_base64url(msgspec.json.encode({"aud": origin, "exp": now_s + PASS_S, "sub": contact}))
        signed = f"{head}.{claims}"
        r, s = decode_dss_signature(self._private.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
        signature = to_base64url(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
        return f"vapid t={signed}.{signature}, k={self.public}"

    def pem(self) -> str:
        return self._private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()


def new_server_key() -> ServerKey:
    return ServerKey(ec.generate_private_key(ec.SECP256R1()))


def read_server_key(pem: str, where: str = "MECENATE_VAPID_KEY") -> ServerKey:
    try:
        key = load_pem_private_key(pem.encode(), None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        key = None
    if not isinstance(key, ec.EllipticCurvePrivateKey) or not isinstance(key.curve, ec.SECP256R1):
        raise MecenateError(f"{where} is no private key for Web Push: an unencrypted PEM of the curve P-256 is needed.")
    return ServerKey(key)


def server_key_in(folder: Path) -> ServerKey:
    """The key in the operator's data folder, made at the first start. Readable by the server's user alone."""
    path = folder / "vapid.pem"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(path, new_server_key().pem(), OWNER)
    return read_server_key(path.read_text(encoding="ascii", errors="replace"), str(path))
