"""Writes pkcs1v15.jsonl: keys, signatures and malformed signatures for RSASSA-PKCS1-v1_5.

Everything follows from the seed: running it again gives the same file. The private keys are made
here and thrown away; nobody uses them. It takes some minutes. Each row is checked with the package `cryptography`
(OpenSSL) before it is written: valid rows must verify there, all others must not.

    python3 make_vectors.py > pkcs1v15.jsonl
"""

import hashlib
import json
import math

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding, rsa

SEED = b"swift-app-store-receipt RSA vectors 1"

# RFC 8017 section 9.2 note 1: DigestInfo up to the digest.
PREFIXES = {
    "SHA-1": "3021300906052b0e03021a05000414",
    "SHA-256": "3031300d060960864801650304020105000420",
    "SHA-384": "3041300d060960864801650304020205000430",
    "SHA-512": "3051300d060960864801650304020305000440",
}
# The same without the NULL parameters.
PREFIXES_WITHOUT_NULL = {
    "SHA-1": "301f300706052b0e03021a0414",
    "SHA-256": "302f300b0609608648016503040201" + "0420",
}
FUNCTIONS = {
    "SHA-1": (hashlib.sha1, hashes.SHA1()),
    "SHA-256": (hashlib.sha256, hashes.SHA256()),
    "SHA-384": (hashlib.sha384, hashes.SHA384()),
    "SHA-512": (hashlib.sha512, hashes.SHA512()),
}


class Generator:
    """Numbers out of SHA-256 in counter mode."""

    def __init__(self, label):
        self.label = label
        self.counter = 0

    def number(self, bits):
        octets = b""
        while 8 * len(octets) < bits:
            text = SEED + b"/" + self.label.encode() + b"/" + str(self.counter).encode()
            octets += hashlib.sha256(text).digest()
            self.counter += 1
        return int.from_bytes(octets, "big") >> (8 * len(octets) - bits)


SMALL_PRIMES = [number for number in range(3, 5000, 2)
                if all(number % divisor for divisor in range(3, 71, 2) if divisor < number)]


def is_prime(candidate):
    if any(candidate % small == 0 for small in SMALL_PRIMES):
        return False  # all candidates here are much greater
    odd, twos = candidate - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    bases = Generator("bases/%x" % (candidate % (1 << 64)))
    for _ in range(20):
        x = pow(bases.number(64) | 2, odd, candidate)
        if x in (1, candidate - 1):
            continue
        for _ in range(twos - 1):
            x = x * x % candidate
            if x == candidate - 1:
                break
        else:
            return False
    return True


class Key:
    def __init__(self, bits, exponent):
        self.name = "rsa%d-e%d" % (bits, exponent)
        self.e = exponent
        generator = Generator(self.name)
        primes = []
        while len(primes) < 2:
            size = bits // 2 if primes else bits - bits // 2
            candidate = generator.number(size) | 3 << (size - 2) | 1
            if math.gcd(candidate - 1, exponent) == 1 and is_prime(candidate):
                primes.append(candidate)
        p, q = primes
        assert p != q
        self.complete(p * q, math.lcm(p - 1, q - 1), bits)

    def complete(self, modulus, order, bits):
        self.n = modulus
        assert self.n.bit_length() == bits
        self.d = pow(self.e, -1, order)
        self.k = (bits + 7) // 8
        self.public = rsa.RSAPublicNumbers(self.e, self.n).public_key()

    def raw(self, encoded):
        """Signs any encoded message, well-formed or not."""
        assert len(encoded) == self.k
        return pow(int.from_bytes(encoded, "big"), self.d, self.n).to_bytes(self.k, "big")

    def encoded(self, tail, start=b"\x00\x01", separator=b"\x00"):
        return start + b"\xff" * (self.k - len(start) - len(separator) - len(tail)) + separator + tail

    def sign(self, function, message):
        return self.raw(self.encoded(digest_info(function, message)))


class PrimeKey(Key):
    """Not a key but a prime close to a power of two: its limbs are all ones, or nearly all zero.

    Checking does not need two primes, and carries that random moduli never have occur here.
    """

    def __init__(self, bits, exponent, start, step):
        self.name = "prime%d%s" % (bits, "-ones" if step < 0 else "-zeros")
        self.e = exponent
        candidate = start
        while math.gcd(candidate - 1, exponent) != 1 or not is_prime(candidate):
            candidate += step
        self.complete(candidate, candidate - 1, bits)


def digest(function, message):
    return FUNCTIONS[function][0](message).digest()


def digest_info(function, message, prefixes=PREFIXES):
    return bytes.fromhex(prefixes[function]) + digest(function, message)


def row(name, key, function, message, signature, expected):
    try:
        key.public.verify(signature, message, padding.PKCS1v15(), FUNCTIONS[function][1])
        verified = True
    except InvalidSignature:
        verified = False
    assert verified == (expected == "valid"), name
    print(json.dumps({
        "name": name, "key": key.name, "hash": function, "message": message.hex(),
        "signature": signature.hex(), "expected": expected}))


def cube_root(number):
    low, high = 0, 1 << (number.bit_length() // 3 + 2)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if middle ** 3 <= number else (low, middle - 1)
    return low


def garbage_at_the_end(key, function, message):
    """Bleichenbacher 2006: right up to the digest, eight octets of padding, anything behind."""
    start = b"\x00\x01" + b"\xff" * 8 + b"\x00" + digest_info(function, message)
    wanted = int.from_bytes(start.ljust(key.k, b"\x00"), "big")
    root = cube_root(wanted + (1 << (8 * (key.k - len(start)))) - 1)
    assert (root ** 3).to_bytes(key.k, "big").startswith(start) and root ** 3 < key.n
    return root.to_bytes(key.k, "big")


def garbage_in_the_middle(key, function, message):
    """BERserk 2014: the digest is at the end; the parameters before it take up the garbage."""
    tail = b"\x04" + bytes([len(digest(function, message))]) + digest(function, message)
    oid = bytes.fromhex(PREFIXES[function])[4:-4]
    start_size = 2 + 8 + 1
    inner = key.k - start_size - 4 - len(tail) - 4
    outer = inner + 4 + len(tail)
    parameters = inner - len(oid) - 4
    start = (
        b"\x00\x01" + b"\xff" * 8 + b"\x00"
        + b"\x30\x82" + outer.to_bytes(2, "big") + b"\x30\x82" + inner.to_bytes(2, "big")
        + oid + b"\x04\x82" + parameters.to_bytes(2, "big"))
    assert start_size + 4 + outer == key.k
    # The low part: a cube root modulo a power of two, bit by bit; the digest is odd.
    bits = 8 * len(tail)
    wanted = int.from_bytes(tail, "big")
    low = 1
    for bit in range(1, bits):
        if (low ** 3 - wanted) >> bit & 1:
            low |= 1 << bit
    assert (low ** 3 - wanted) % (1 << bits) == 0
    # The high part: a cube root, cut where the low part begins.
    middle = int.from_bytes(start + b"\x80".ljust(key.k - len(start), b"\x00"), "big")
    root = cube_root(middle) >> bits << bits | low
    cube = (root ** 3).to_bytes(key.k, "big")
    assert cube.startswith(start) and cube.endswith(tail) and root ** 3 < key.n
    return root.to_bytes(key.k, "big")


def message_such_that(condition):
    for number in range(1 << 20):
        message = b"message %d" % number
        if condition(message):
            return message
    raise AssertionError("no such message")


KEYS = [
    Key(1024, 65537), Key(2048, 3), Key(2048, 65537), Key(2050, 3), Key(3072, 17), Key(3071, 65537),
    Key(4096, 65537), Key(4096, 2 ** 32 + 1), Key(2048, 2 ** 33 - 1),
    PrimeKey(2048, 65537, 2 ** 2048 - 1, -2), PrimeKey(2048, 65537, 2 ** 2047 + 1, 2),
    PrimeKey(2049, 3, 2 ** 2048 + 1, 2),
]
for key in KEYS:
    exponent = key.e.to_bytes((key.e.bit_length() + 7) // 8, "big")
    print(json.dumps({"key": key.name, "modulus": key.n.to_bytes(key.k, "big").hex(),
                      "publicExponent": exponent.hex()}))

for key in KEYS:
    for function in FUNCTIONS:
        for message in (b"", b"The quick brown fox jumps over the lazy dog"):
            row("valid", key, function, message, key.sign(function, message), "valid")
    row("signed with another hash function", key, "SHA-256", b"abc",
        key.sign("SHA-1", b"abc"), "signatureMismatch")
    row("signed over another message", key, "SHA-256", b"abc",
        key.sign("SHA-256", b"abd"), "signatureMismatch")

# The attacks on padding. C10 to C23: see README.md.
e3 = next(key for key in KEYS if key.name == "rsa2048-e3")
for function in ("SHA-1", "SHA-256"):
    odd = message_such_that(lambda message: digest(function, message)[-1] % 2 == 1)
    row("C10 garbage after the digest, no private key", e3, function, odd,
        garbage_at_the_end(e3, function, odd), "signatureMismatch")
    row("C11 garbage in the parameters, no private key", e3, function, odd,
        garbage_in_the_middle(e3, function, odd), "signatureMismatch")

for name in ("rsa2048-e3", "rsa2048-e65537", "rsa2050-e3", "rsa4096-e65537"):
    key = next(key for key in KEYS if key.name == name)
    for function in ("SHA-1", "SHA-256"):
        message = b"padding"
        info = digest_info(function, message)
        value = digest(function, message)
        size = len(value)
        header = bytes.fromhex(PREFIXES[function])
        without_null = digest_info(function, message, PREFIXES_WITHOUT_NULL)

        def malformed(what, encoded):
            row(what, key, function, message, key.raw(encoded), "signatureMismatch")

        malformed("C12 no NULL parameters", key.encoded(without_null))
        malformed("C12b no NULL parameters, last two octets of the digest wrong",
                  key.encoded(without_null[:-2] + bytes([~value[-2] & 255, ~value[-1] & 255])))
        malformed("last two octets of the digest wrong",
                  key.encoded(info[:-2] + bytes([~value[-2] & 255, ~value[-1] & 255])))
        malformed("C13 block type 2", key.encoded(info, start=b"\x00\x02"))
        malformed("C14 block type 0", key.encoded(info, start=b"\x00\x00"))
        good = key.encoded(info)
        for where in (2, 3, key.k // 2, key.k - len(info) - 2):
            malformed("C15 padding octet %d is not FF" % where,
                      good[:where] + b"\xfe" + good[where + 1:])
        malformed("C15 padding of zeros",
                  b"\x00\x01" + b"\x00" * (key.k - 2 - len(info)) + info)
        malformed("C16 no separator", key.encoded(info, separator=b"\xff"))
        malformed("C17 digest without DigestInfo", key.encoded(value))
        malformed("C18 digest one octet short", key.encoded(
            b"\x30" + bytes([header[1] - 1]) + header[2:-1] + bytes([size - 1]) + value[:-1]))
        malformed("C18 digest one octet short, lengths as if not", key.encoded(info[:-1]))
        malformed("C19 long form of a length", key.encoded(b"\x30\x81" + info[1:]))
        malformed("C19 indefinite length", key.encoded(b"\x30\x80" + info[2:] + b"\x00\x00"))
        malformed("C20 octet after the digest, inside DigestInfo",
                  key.encoded(b"\x30" + bytes([header[1] + 1]) + info[2:] + b"\x00"))
        malformed("octet after DigestInfo", key.encoded(info + b"\x00"))
        malformed("eight octets of padding, garbage behind",
                  (b"\x00\x01" + b"\xff" * 8 + b"\x00" + info).ljust(key.k, b"\xa5"))
        malformed("seven octets of padding, zeros before",
                  (b"\x00\x01" + b"\xff" * 7 + b"\x00" + info).rjust(key.k, b"\x00"))
        malformed("no padding at all", (b"\x00\x01\x00" + info).rjust(key.k, b"\x00"))
        malformed("zero octet before 00 01", b"\x00" + good[:2] + good[3:])
        malformed("parameters an empty OCTET STRING instead of NULL",
                  key.encoded(info.replace(b"\x05\x00\x04", b"\x04\x00\x04", 1)))

        fits = message_such_that(
            lambda message: int.from_bytes(key.sign(function, message), "big") + key.n
            < 1 << (8 * key.k))
        signature = key.sign(function, fits)
        increased = (int.from_bytes(signature, "big") + key.n).to_bytes(key.k, "big")
        row("C21 signature + n", key, function, fits, increased, "signatureNotBelowModulus")
        row("C21 the same without + n", key, function, fits, signature, "valid")
        row("C22 zero octet before the signature", key, function, fits, b"\x00" + signature,
            "signatureLength")
        row("C23 last octet missing", key, function, fits, signature[:-1], "signatureLength")
        row("octet after the signature", key, function, fits, signature + b"\x00",
            "signatureLength")
        row("no octets", key, function, fits, b"", "signatureLength")
        zero = message_such_that(lambda message: key.sign(function, message)[0] == 0)
        row("C23 leading zero octet missing", key, function, zero,
            key.sign(function, zero)[1:], "signatureLength")
        row("C23 the same with it", key, function, zero, key.sign(function, zero), "valid")
        for what, number in (("0", 0), ("1", 1), ("n - 1", key.n - 1)):
            row("signature is " + what, key, function, message, number.to_bytes(key.k, "big"),
                "signatureMismatch")
        for what, number in (("n", key.n), ("n + 1", key.n + 1),
                             ("all ones", (1 << (8 * key.k)) - 1)):
            row("signature is " + what, key, function, message, number.to_bytes(key.k, "big"),
                "signatureNotBelowModulus")
