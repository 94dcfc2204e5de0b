"""Private keys of the test authority, and RSA signatures made by hand.

The signature is textbook RSASSA-PKCS1-v1_5 (RFC 8017 8.2.1) on Python integers: libraries refuse
to sign certificates with SHA-1, as the store's old ones are, and a forgery suite must be able to
sign blocks that no library would pad that way. Only making a key needs the `cryptography` package.
"""

import base64
import hashlib
import math

import der

RSA_ENCRYPTION = "1.2.840.113549.1.1.1"

DIGESTS = {
    # name: (digest, RSA signature with it); receipts use the first two, forgeries all
    "sha1": ("1.3.14.3.2.26", "1.2.840.113549.1.1.5"),
    "sha256": ("2.16.840.1.101.3.4.2.1", "1.2.840.113549.1.1.11"),
    "sha384": ("2.16.840.1.101.3.4.2.2", "1.2.840.113549.1.1.12"),
    "sha512": ("2.16.840.1.101.3.4.2.3", "1.2.840.113549.1.1.13"),
    "md5": ("1.2.840.113549.2.5", "1.2.840.113549.1.1.4"),
}


def digest_oid(digest):
    return DIGESTS[digest][0]


def signature_oid(digest):
    return DIGESTS[digest][1]


def algorithm(oid, parameters=None):
    """An AlgorithmIdentifier; the parameters are NULL unless given as an encoding."""
    parameters = der.null() if parameters is None else parameters
    return der.sequence(der.object_identifier(oid), parameters)


def digest_algorithm(digest):
    """The AlgorithmIdentifier of a digest by name; an encoding passes through as it is."""
    return digest if isinstance(digest, bytes) else algorithm(digest_oid(digest))


def digest_info(message, digest):
    value = hashlib.new(digest, message).digest()
    return der.sequence(digest_algorithm(digest), der.octet_string(value))


def padded_digest(message, digest, size):
    """EMSA-PKCS1-v1_5 (RFC 8017 9.2): the block of `size` bytes that is raised to d."""
    info = digest_info(message, digest)
    padding = b"\xff" * (size - 3 - len(info))
    assert len(padding) >= 8
    return b"\x00\x01" + padding + b"\x00" + info


class Key:
    """An RSA key pair as plain integers: the primes of the modulus, two or more, and the public exponent."""

    def __init__(self, primes, public_exponent):
        self.primes = primes
        self.modulus = math.prod(primes)
        self.public_exponent = public_exponent
        self.size = (self.modulus.bit_length() + 7) // 8

    @classmethod
    def from_pem(cls, path):
        """Reads PrivateKeyInfo (RFC 5208 5) with RSAPrivateKey (RFC 8017 A.1.2) in it."""
        lines = path.read_text().splitlines()
        _, _, key = der.elements(base64.b64decode("".join(lines[1:-1]), validate=True))
        numbers = [int.from_bytes(der.contents(number), "big") for number in der.elements(der.contents(key))]
        return cls(numbers[4:6], numbers[2])

    @property
    def public_key(self):
        """The contents of subjectPublicKey (RFC 8017 A.1.1)."""
        return der.sequence(der.integer(self.modulus), der.integer(self.public_exponent))

    @property
    def public_key_info(self):
        return der.sequence(algorithm(RSA_ENCRYPTION), der.bit_string(self.public_key))

    @property
    def identifier(self):
        """The usual key identifier: SHA-1 of the public key (RFC 5280 4.2.1.2, method 1)."""
        return hashlib.sha1(self.public_key).digest()

    def sign(self, message, digest):
        return self.sign_block(padded_digest(message, digest, self.size))

    def sign_block(self, block):
        """The private-key operation on a block that the caller padded, rightly or wrongly."""
        number, result = int.from_bytes(block, "big"), 0
        # One power for each prime (RFC 8017 5.1.2) takes a quarter of the time of one for the modulus.
        for prime in self.primes:
            others = self.modulus // prime
            result += self.root(number, prime) * others * pow(others, -1, prime)
        return (result % self.modulus).to_bytes(self.size, "big")

    def root(self, number, prime):
        """What gives the number, modulo the prime, if raised to the public exponent."""
        return pow(number % prime, pow(self.public_exponent, -1, prime - 1), prime)


def generate_pem(path, bits=2048, public_exponent=65537):
    """Writes a new private key. The only random thing here, so it runs once per key, ever."""
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import rsa

    key = rsa.generate_private_key(public_exponent=public_exponent, key_size=bits)
    path.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
