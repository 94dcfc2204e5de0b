"""Small signed messages at the edges of what is allowed, on both sides, by RFC 5652; each differs in one field from one
with nothing special. And some whose certificates everybody has, or almost.
"""

import hashlib

from edge_seeds import (
    ALGORITHMS, CN, EARLY, INTEGERS, LATE, NAME, NAMES, NULL, RSA, SHA1, certificate, der, edited, member, part)

DATA, SIGNED_DATA = (der.object_identifier(f"1.2.840.113549.1.7.{number}") for number in (1, 2))
CONTENT_TYPE, DIGEST, TIME = (der.object_identifier(f"1.2.840.113549.1.9.{number}") for number in (3, 4, 5))

def attribute(kind, *values):
    return der.sequence(kind, der.unordered_set_of(values))


TYPE, HASH = attribute(CONTENT_TYPE, DATA), attribute(DIGEST, der.octet_string(b"h"))
CHUNKS = attribute(TIME, der.element(0x24, der.octet_string(b"A")))
# The same under a tag of another class.
TAGGED_CHUNKS = attribute(TIME, der.explicit(0, der.element(0x24, der.octet_string(b"A"))))


def deep(levels):
    value = NULL
    for _ in range(levels):
        value = der.sequence(value)
    return attribute(TIME, value)


ATTRIBUTES = [[], [TYPE], [TYPE, HASH], [HASH, TYPE], [TYPE, TYPE], [CHUNKS], [TAGGED_CHUNKS],
              [attribute(TIME)],
              [attribute(TIME, EARLY, LATE)], [attribute(TIME, der.element(0x23, der.bit_string(b"A")))],
              [der.sequence(TIME)], [der.sequence(TIME, NULL)],
              [der.sequence(TIME, der.set_of([]), NULL)], [NULL], [deep(22)], [deep(23)], [deep(24)], [deep(25)]]
SERIAL = der.sequence(NAME, der.integer(1))


def signer(version=der.integer(1), sid=SERIAL, digest=ALGORITHMS[1], signed=b"",
           signature_algorithm=der.sequence(RSA, NULL), signature=der.octet_string(b"sig"), unsigned=b"", behind=b""):
    return der.sequence(version, sid, digest, signed, signature_algorithm, signature, unsigned, behind)


def message(version=der.integer(1), digests=(ALGORITHMS[1],), kind=DATA,
            content=der.explicit(0, der.octet_string(b"\x31\0")),
            certificates=der.explicit(0, der.sequence()), crls=b"", signers=(signer(),), behind=b"",
            content_type=SIGNED_DATA, after=b"", outer=b""):
    data = der.sequence(version, der.unordered_set_of(digests), der.sequence(kind, content), certificates, crls,
                        der.unordered_set_of(signers), behind)
    return der.sequence(content_type, der.explicit(0, data + outer)) + after


def messages():
    yield message()
    for value in [*INTEGERS, b"\2\4\x7f\xff\xff\xff", b"\2\5\0\x80\0\0\0", b"\2\4\x80\0\0\0"]:
        yield message(version=value)
        yield message(signers=[signer(version=value)])
        yield message(signers=[signer(sid=der.sequence(NAME, value))])
    for value in ALGORITHMS:
        yield message(digests=[value])
        yield message(signers=[signer(digest=value)])
        yield message(signers=[signer(signature_algorithm=value)])
    for value in ([], [ALGORITHMS[1], ALGORITHMS[0]], [der.sequence(SHA1, NULL)], [der.sequence(SHA1)]):
        yield message(digests=value)
    for value in NAMES:
        yield message(signers=[signer(sid=der.sequence(value, der.integer(1)))])
    for value in (der.implicit_primitive(0, b""), der.implicit_primitive(0, b"key"),
                  der.explicit(0, der.octet_string(b"key")), der.sequence(), der.sequence(NAME),
                  der.sequence(NAME, der.integer(1), NULL), NULL):
        yield message(signers=[signer(sid=value)])
    for value in ATTRIBUTES:
        yield message(signers=[signer(signed=der.explicit(0, b"".join(value)))])
        yield message(signers=[signer(unsigned=der.explicit(1, b"".join(value)))])
    yield message(signers=[signer(signed=der.explicit(0, TYPE + HASH), unsigned=der.explicit(1, HASH + TYPE))])
    for value in (NULL, der.octet_string(b""), der.element(0x24, der.octet_string(b"sig"))):
        yield message(signers=[signer(signature=value)])
    for value in ([], [signer(), signer(version=der.integer(3))], [NULL], [signer(behind=NULL)]):
        yield message(signers=value)
    for kind in (DATA, SHA1):
        string = der.octet_string(b"\x31\0")
        for value in (b"", der.explicit(0, b""), der.explicit(0, NULL), der.explicit(0, der.octet_string(string)),
                      der.explicit(0, der.element(0x24, string)), string, der.explicit(0, 2 * string),
                      der.explicit(0, string) + NULL):
            yield message(kind=kind, content=value)
    for value in (b"", der.explicit(0, b""), der.explicit(0, NULL), der.explicit(0, b"\0\0"),
                  der.explicit(0, b"\x20\0"), der.explicit(0, b"\x1f\x1f\0"), der.explicit(0, certificate()),
                  der.explicit(0, 2 * der.explicit(2, b"")), der.element(0x80, b"")):
        yield message(certificates=value)
        yield message(certificates=value.replace(b"\xa0", b"\xa1", 1))
        yield message(crls=value.replace(b"\xa0", b"\xa1", 1))
    yield message(certificates=der.explicit(1, b""), crls=der.explicit(0, b""))
    yield message(crls=der.explicit(2, b""))
    for field in ("behind", "after", "outer"):
        yield message(**{field: NULL})
    for kind in (DATA, SHA1):
        yield message(content_type=kind)
        yield der.sequence(kind)
        yield der.sequence(kind, der.explicit(0, b""))
        yield der.sequence(kind, NULL)
    # The common form, which has a reader of its own; and one with everything that there may be.
    certificates = der.explicit(0, der.sequence(NAME))
    yield from edited(message(certificates=certificates))
    yield from edited(message(certificates=certificates, digests=[der.sequence(SHA1, NULL)], signers=[
        signer(digest=der.sequence(SHA1, NULL))]))
    yield from edited(message(certificates=certificates, crls=der.explicit(1, NULL), signers=[
        signer(signed=der.explicit(0, TYPE + HASH), unsigned=der.explicit(1, HASH))]))


def containers():
    """Receipts with certificates that Apple has issued, to itself or to others; and with attributes that end too late."""
    apple, other = (der.sequence(part(member(b"\x0a", der.PRINTABLE_STRING, name)), part(CN))
                    for name in (b"Apple Inc.", b"Jane Doe Inc."))
    unit, longer = (der.sequence(part(member(kind, der.UTF8_STRING, name))) for kind, name in (
        (b"\x0b", b"Apple Inc."), (b"\x0a", b"Apple Inc. of Nowhere")))
    serial, bits = der.integer(0x0123456789ABCDEF), b"\0" + bytes(range(64))
    for issuer, subject in ((apple, apple), (apple, other), (other, apple), (apple, unit), (longer, apple)):
        own = certificate(serial=serial, issuer=issuer, subject=subject, bits=bits, signature=bits)
        yield message(certificates=der.explicit(0, own), signers=[signer(sid=der.sequence(issuer, serial))])
    # Elements that are longer than their types allow.
    for tag in (0x01, 0x05, 0x0A):
        attribute = der.sequence(der.integer(40), der.integer(1), der.octet_string(der.element(tag, b"alice@example")))
        yield message(content=der.explicit(0, der.octet_string(der.set_of([attribute]))))
    # Something behind the element that a value consists of, or around it.
    for kind, value in ((0, "Production"), (2, "com.example"), (3, "1.0"), (12, "2025-04-18T01:02:03Z"), (0x4321, "ABCDE")):
        for text in (der.utf8_string(value) + b"behind it", b"around" + der.utf8_string(value), der.utf8_string(value)[:-2]):
            attribute = der.sequence(der.integer(kind), der.integer(1), der.octet_string(text))
            yield message(content=der.explicit(0, der.octet_string(der.set_of([attribute]))))
    # What an attribute of a signer may have: tag numbers of one to three octets, and few bits.
    for value in (b"\x9f\x48\5alice", b"\x9f\x81\x80\1\5alice", b"\xbf\x81\x48\7" + der.utf8_string("alice"),
                  *(der.element(0x03, b"\0" + b"\xa5" * count) for count in range(1, 5))):
        yield message(signers=[signer(unsigned=der.explicit(1, der.sequence(TIME, der.set_of([value]))))])
    # Of a unique identifier, the last three bits are none.
    for numbers in ((1,), (2,), (1, 2)):
        own = certificate(identifiers=b"".join(der.implicit_primitive(number, b"\3" + b"\xa8" * 8) for number in numbers))
        yield message(certificates=der.explicit(0, own))
    # Two digits of a year, on both sides of the turn.
    for first, last in ((b"550601000000Z", b"440601000000Z"), (b"500101000000Z", b"491231235959Z")):
        validity = der.sequence(der.element(der.UTC_TIME, first), der.element(der.UTC_TIME, last))
        # Another length is another seed for what is random; a serial number has two bytes.
        for count in range(8):
            name = der.sequence(part(member(b"\x0a", der.PRINTABLE_STRING, b"Jane Doe" + count * b"e")))
            yield message(certificates=der.explicit(0, certificate(
                serial=der.integer(0x1234), issuer=name, subject=name, validity=validity)))


def receipts():
    """Receipts for apps whose names have every character that may or may not be shown as it is; some whose certificates
    have serial numbers at the edges of bytes; and some whose certificate isn't DER, although the rest may be made so."""
    # Planes without such characters are left out, and surrogates, which aren't characters.
    planes = [(0, 0x3400), (0xD7A0, 0xD800), (0xE000, 0xE040), (0xF800, 0x10000), (0x11080, 0x11100), (0x13400, 0x13480),
              (0x1BC80, 0x1BCC0), (0x1D140, 0x1D1A0), (0x1FFE0, 0x20010), (0xDFFE0, 0xE0200), (0xEFFF0, 0xF0010),
              (0x10FFE0, 0x110000)]
    for start, end in planes:
        for first in range(start, end, 90):
            text = "".join(map(chr, range(first, min(first + 90, end))))
            attribute = der.sequence(der.integer(2), der.integer(1), der.octet_string(der.utf8_string(text)))
            yield message(content=der.explicit(0, der.octet_string(der.set_of([attribute]))))
    # What is no message, and what is one but for an element.
    for kind in (b"", NULL, der.integer(1), der.sequence(), der.element(0x24, b""), DATA):
        yield der.sequence(kind)
        yield der.sequence(kind, der.explicit(0, NULL))
    for changes in ({"version": NULL}, {"digests": [NULL]}, {"kind": NULL}, {"content": NULL}, {"signers": [NULL]},
                    {"version": b""}, {"content": der.explicit(0, b"")}, {"behind": NULL}, {"outer": NULL}, {"after": NULL}):
        yield message(**changes)
    yield certificate()
    # Every universal type, in both forms.
    types = der.sequence(*(der.element(form | tag, b"") for tag in range(1, 31) for form in (0, 0x20)))
    attribute = der.sequence(der.integer(1800), der.integer(1), der.octet_string(types))
    yield message(content=der.explicit(0, der.octet_string(der.set_of([attribute]))))
    for number in (0, -1, -127, -128, -129, -256, -32768, -32769, 255, 256, -2**64, 2**64):
        yield message(certificates=der.explicit(0, certificate(serial=der.integer(number))))
    # Attribute certificates, and what is no certificate.
    for other in (der.explicit(2, b""), der.explicit(1, NULL), der.sequence(), NULL):
        yield message(certificates=der.explicit(0, other + certificate()))
        yield message(certificates=der.explicit(0, certificate() + other))
    contents = certificate()[3:]
    for form in (b"\x30\x80" + contents + b"\0\0", b"\x30\x82\0" + certificate()[2:],
                 certificate(signature=b"", behind=b"\x24\x80\4\1A\0\0")):
        yield message(certificates=der.explicit(0, form))
        yield message(certificates=der.explicit(0, certificate() + form))
    # As many problems as are listed, and more.
    for count in range(98, 103):
        unreadable = [der.sequence(der.integer(17), der.integer(1), der.octet_string(der.set_of([
            der.sequence(der.integer(1702), der.integer(1), der.octet_string(der.integer(number)))])))
            for number in range(count)]
        yield message(content=der.explicit(0, der.octet_string(der.set_of(unreadable))))
    # Purchases of each kind: ended or not, cancelled or not, and for what price.
    for kind in (0, 1, 2, 3, 4, None):
        bought = [
            purchase(kind, *texts, *numbers) for texts in ((), ((1708, ENDED),), ((1712, BOUGHT),), ((1708, ENDED), (1712, BOUGHT)))
            for numbers in ((), ((1713, 1),), ((1719, 1),), ((1713, 1), (1719, 1)), ((1721, "offer"),))]
        for start in range(0, len(bought), 2):
            yield message(content=der.explicit(0, der.octet_string(der.set_of(bought[start:start + 2]))))


BOUGHT, ENDED = "2025-01-01T00:00:00Z", "2025-05-01T00:00:00Z"


def purchase(kind, *values):
    """An in-app receipt of this kind, with these values besides."""
    number = hashlib.sha1(repr((kind, values)).encode()).hexdigest()[:8]
    values = [(1702, f"product.{kind}"), (1703, str(int(number, 16))), (1704, BOUGHT), *values]
    values += [(1707, kind)] if kind is not None else []
    rows = [der.sequence(der.integer(type), der.integer(1), der.octet_string(
        der.integer(value) if isinstance(value, int) else (der.ia5_string if value in (BOUGHT, ENDED) else der.utf8_string)(value)))
        for type, value in values]
    return der.sequence(der.integer(17), der.integer(1), der.octet_string(der.set_of(rows)))
