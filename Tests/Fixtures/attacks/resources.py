"""F. Inputs that cost time, memory or stack, or that make a reader lose count."""

import math

import container
import der
import signing
from receipts import raw

from .workshop import Case, Run, payload

LEVELS = 200_000
FRAGMENTS = 300_000
STRING_LEVELS = 60

MODULUS_BITS, EXPONENT_BITS = 65_536, 4_096


def lengths(shop):
    genuine = shop.receipt()
    # The outer SEQUENCE has a length of two bytes: 30 82 hh ll.
    body = genuine[4:]
    yield Case(
        "F02-length-2^63-1", "structure", "the outer length is 2^63 - 1",
        b"\x30\x88\x7f" + b"\xff" * 7 + body)
    yield Case(
        "F03-length-2^64-1", "structure", "the outer length is 2^64 - 1",
        b"\x30\x88" + b"\xff" * 8 + body)
    yield Case(
        "F04-length-of-length-127", "structure", "the first length octet is FF, which is reserved",
        b"\x30\xff" + body)
    made = payload()
    open_ended = container.Content(b"\x04\x80" + made + der.END_OF_CONTENTS, ())
    yield Case(
        "F05-primitive-indefinite", "structure",
        "the content is a primitive OCTET STRING of indefinite length",
        shop.receipt(made, content=open_ended))
    # 31 septets that say 2^210 + 16: cut to 64 bits it is the tag number of SEQUENCE.
    septets = b"\x81" + b"\x80" * 29 + b"\x10"
    yield Case(
        "F06-high-tag-overflow", "structure",
        "the outer tag number has 217 bits, the lowest of which are those of SEQUENCE",
        b"\x3f" + septets + genuine[1:])


def ends(shop):
    open_ended = shop.receipt(wrap=der.indefinite)
    yield Case(
        "F07-eoc-missing", "structure", "the last end-of-contents is missing", open_ended[:-2])

    def ended(identifier, contents):
        return der.element(identifier, contents + der.END_OF_CONTENTS)

    yield Case(
        "F08-eoc-inside-definite", "structure",
        "end-of-contents stands inside definite lengths", shop.receipt(wrap=ended))


def nested(shop):
    levels = b"\x30\x80" * LEVELS + der.END_OF_CONTENTS * LEVELS
    yield Case(
        "F01-deep-indefinite", "limits", f"{LEVELS} SEQUENCEs of indefinite length in each other",
        levels, runs=(Run(b"\x30\x80", LEVELS), Run(der.END_OF_CONTENTS, LEVELS)))
    filler = b"\x5a" * 100_000
    made = payload(extra=[raw(70001, filler)])
    content = der.octet_string(made)
    for _ in range(STRING_LEVELS):
        content = der.indefinite(der.CONSTRUCTED_OCTET_STRING, content)
    yield Case(
        "F10-nested-constructed-strings", "limits",
        f"the content is {STRING_LEVELS} levels of constructed OCTET STRING round 100 kB",
        shop.receipt(made, content=container.Content(content, ())),
        runs=(
            Run(b"\x24\x80", STRING_LEVELS),
            Run(b"\x5a", len(filler)),
            Run(der.END_OF_CONTENTS, STRING_LEVELS),
        ))


def fragmented(shop):
    filler = b"\x5a" * FRAGMENTS
    made = payload(extra=[raw(70001, filler)])
    pieces = b"".join(b"\x04\x01" + made[i : i + 1] for i in range(len(made)))
    content = der.indefinite(der.CONSTRUCTED_OCTET_STRING, pieces)
    yield Case(
        "F09-one-byte-fragments", "signer",
        f"the content is in {len(made)} chunks of one byte, and the signature is of another",
        shop.receipt(
            made, signed=b"other content", content=container.Content(content, ())),
        runs=(Run(b"\x04\x01\x5a", FRAGMENTS),))


SMALL_PRIMES = math.prod(number for number in range(3, 1000, 2) if all(number % other for other in range(3, number, 2)))


def is_prime(number):
    """Miller-Rabin with fixed bases, enough for a key that is meant to be weak."""
    if math.gcd(number, SMALL_PRIMES) not in (1, number):
        return False
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in (2, 3, 5, 7, 11, 13, 17, 19):
        value = pow(base, odd, number)
        if value in (1, number - 1):
            continue
        for _ in range(twos - 1):
            value = value * value % number
            if value == number - 1:
                break
        else:
            return False
    return True


class HugeKey(signing.Key):
    """A key of many small primes: as long as one likes, and still quick to sign with."""

    def __init__(self):
        count = MODULUS_BITS // 128
        exponent = (1 << EXPONENT_BITS) - 1
        primes = []
        candidate = (1 << 128) - 1
        while len(primes) < count:
            if is_prime(candidate) and math.gcd(exponent, candidate - 1) == 1:
                primes.append(candidate)
            candidate -= 2
        super().__init__(primes, exponent)
        assert self.modulus.bit_length() == MODULUS_BITS


def costly_key(shop):
    yield Case(
        "F11-rsa-modulus-huge", "algorithm",
        f"the leaf's modulus has {MODULUS_BITS} bits, its exponent {EXPONENT_BITS}, and the "
        "signature is right: refuse by size, before any arithmetic",
        shop.with_leaf(shop.issue_leaf(key=HugeKey())))


def cases(shop):
    for group in (lengths, ends, nested, fragmented, costly_key):
        yield from group(shop)
