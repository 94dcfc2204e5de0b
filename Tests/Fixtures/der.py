"""A writer for the part of X.690 that receipts use.

Every function returns the whole encoding (identifier, length and contents octets) as `bytes`, so
that a malformed structure can be built by joining pieces by hand. Nothing here reads.
"""

import datetime

# Identifier octets. A constructed OCTET STRING (BER only) is 24, a context tag [n] is A0 + n.
BOOLEAN, INTEGER, BIT_STRING, OCTET_STRING = 0x01, 0x02, 0x03, 0x04
NULL, OBJECT_IDENTIFIER, UTF8_STRING = 0x05, 0x06, 0x0C
PRINTABLE_STRING, IA5_STRING, UTC_TIME, GENERALIZED_TIME = 0x13, 0x16, 0x17, 0x18
BMP_STRING = 0x1E
SEQUENCE, SET, CONSTRUCTED_OCTET_STRING = 0x30, 0x31, 0x24

END_OF_CONTENTS = b"\x00\x00"


def length(count):
    """Length octets in the shortest form (X.690 10.1)."""
    if count < 0x80:
        return bytes([count])
    data = count.to_bytes((count.bit_length() + 7) // 8, "big")
    return bytes([0x80 | len(data)]) + data


def element(identifier, contents):
    """A definite-length element."""
    return bytes([identifier]) + length(len(contents)) + contents


def indefinite(identifier, contents):
    """An indefinite-length element: BER only, closed by end-of-contents (X.690 8.1.3.6)."""
    return bytes([identifier, 0x80]) + contents + END_OF_CONTENTS


def sequence(*parts):
    return element(SEQUENCE, b"".join(parts))


def set_of(parts):
    """A SET OF in DER order: ascending by encoding (X.690 11.6)."""
    # Comparing the encodings as they are gives the same order as padding the shorter one with
    # zeros: no complete element is a proper prefix of another.
    return element(SET, b"".join(sorted(parts)))


def unordered_set_of(parts):
    """A SET OF in the order given."""
    return element(SET, b"".join(parts))


def explicit(number, contents):
    """[number] EXPLICIT, or [number] IMPLICIT of something constructed."""
    return element(0xA0 | number, contents)


def implicit_primitive(number, contents):
    return element(0x80 | number, contents)


def boolean(value):
    return element(BOOLEAN, b"\xff" if value else b"\x00")


def integer(value):
    """Two's complement in the fewest bytes (X.690 8.3.2), of any size and sign."""
    magnitude = value if value >= 0 else ~value
    return element(INTEGER, value.to_bytes(magnitude.bit_length() // 8 + 1, "big", signed=True))


def null():
    return element(NULL, b"")


def octet_string(contents):
    return element(OCTET_STRING, contents)


def bit_string(contents, unused=0):
    return element(BIT_STRING, bytes([unused]) + contents)


def named_bits(*bits):
    """A named bit list such as KeyUsage: no trailing zero bits (X.690 11.2.2)."""
    highest = max(bits)
    data = bytearray(highest // 8 + 1)
    for bit in bits:
        data[bit // 8] |= 0x80 >> (bit % 8)
    return bit_string(bytes(data), unused=7 - highest % 8)


def object_identifier(dotted):
    first, second, *rest = (int(arc) for arc in dotted.split("."))
    contents = bytearray()
    for arc in [40 * first + second, *rest]:
        septets = [arc & 0x7F]
        while arc := arc >> 7:
            septets.append(0x80 | arc & 0x7F)
        contents += bytes(reversed(septets))
    return element(OBJECT_IDENTIFIER, bytes(contents))


def utf8_string(text):
    return element(UTF8_STRING, text.encode("utf-8"))


def ia5_string(text):
    return element(IA5_STRING, text.encode("ascii"))


def printable_string(text):
    return element(PRINTABLE_STRING, text.encode("ascii"))


def bmp_string(text):
    return element(BMP_STRING, text.encode("utf-16-be"))


def contents(encoding):
    """The contents octets of an element with one identifier octet and a definite length."""
    start = 2 if encoding[1] < 0x80 else 2 + (encoding[1] & 0x7F)
    assert element(encoding[0], encoding[start:]) == encoding
    return encoding[start:]


def elements(encoding):
    """The elements inside a constructed one, each with its header, under the same conditions."""
    rest, found = contents(encoding), []
    while rest:
        start = 2 if rest[1] < 0x80 else 2 + (rest[1] & 0x7F)
        end = start + (rest[1] if start == 2 else int.from_bytes(rest[2:start], "big"))
        found.append(rest[:end])
        rest = rest[end:]
    return found


def time(iso):
    """A certificate date from `YYYY-MM-DDThh:mm:ssZ`: UTCTime through 2049 (RFC 5280 4.1.2.5)."""
    moment = datetime.datetime.strptime(iso, "%Y-%m-%dT%H:%M:%SZ")
    if 1950 <= moment.year < 2050:
        return element(UTC_TIME, moment.strftime("%y%m%d%H%M%SZ").encode("ascii"))
    return element(GENERALIZED_TIME, moment.strftime("%Y%m%d%H%M%SZ").encode("ascii"))
