"""Small certificates, attributes and dates at the edges of what is allowed, on both sides: by RFC 5280,
RFC 5652, RFC 3339, and Apple's rules for attributes.

Each differs in one field from one with nothing special, so that a reader that skips a rule is found at the start. In
small ones a mutator also hits the field that matters more often.
"""

import base64
import itertools
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "Tests" / "Fixtures"))

import der

TRUE, FALSE, NULL = der.boolean(True), der.boolean(False), der.null()
SHA256 = der.object_identifier("2.16.840.1.101.3.4.2.1")
SHA1 = der.object_identifier("1.3.14.3.2.26")
RSA = der.object_identifier("1.2.840.113549.1.1.1")


def identifier(contents):
    return der.element(der.OBJECT_IDENTIFIER, contents)


def part(*members):
    """A part of a name, of members in the order given."""
    return der.unordered_set_of(members)


def member(kind, tag, text):
    return der.sequence(identifier(b"\x55\x04" + kind), der.element(tag, text))


CN, OU = member(b"\x03", der.UTF8_STRING, b"A"), member(b"\x0b", der.PRINTABLE_STRING, b"B")
NAME = der.sequence(part(CN))
EARLY, LATE = der.element(der.UTC_TIME, b"250418010203Z"), der.element(der.GENERALIZED_TIME, b"20500101000000Z")
INTEGERS = [der.element(der.INTEGER, contents) for contents in (
    b"", b"\0", b"\x7f", b"\x80", b"\0\x7f", b"\0\x80", b"\xff", b"\xff\x7f", b"\xff\x80", b"\0" + 20 * b"\xff",
    21 * b"\x7f")]
BITS = [b"", b"\0", b"\0\x41", b"\1", b"\1\2", b"\1\1", b"\4\x10", b"\4\x08", b"\7\x80", b"\7\x40", b"\x08\0"]
ALGORITHMS = [der.sequence(SHA256), der.sequence(SHA256, NULL), der.sequence(SHA256, b"\5\1\0"),
              der.sequence(SHA256, NULL, NULL), der.sequence(SHA256, der.sequence()), der.sequence(), der.sequence(NULL),
              der.sequence(RSA, der.octet_string(b"")), der.set_of([SHA256])]
NAMES = [der.sequence(), der.sequence(part()), der.sequence(part(CN, OU)), der.sequence(part(OU, CN)),
         der.sequence(part(CN, CN)), der.sequence(part(OU), part(CN)), der.sequence(CN),
         der.sequence(part(der.sequence())),
         der.sequence(part(der.sequence(identifier(b"\x55\x04\x03"), der.element(0x2C, der.octet_string(b"A"))))),
         der.sequence(part(der.sequence(identifier(b"\x55\x04\x03"), der.sequence()))),
         der.sequence(part(member(b"\x81\x03", 0x16, b"A"))), der.sequence(part(member(b"\x83", 0x16, b"A"))),
         der.sequence(part(der.sequence(identifier(b"\x55\x04\x03"), NULL, NULL)))]
# Strings with characters that their types do not have, and with all that they have.
NAMES += [der.sequence(part(der.sequence(identifier(b"\x55\x04\x03"), der.element(tag, text))))
          for tag in (0x0C, 0x12, 0x13, 0x14, 0x16, 0x1A, 0x1C, 0x1E)
          for text in (b"", b"A", b"\xe9", b"\xc3\xa9", b"*@", b"\0A\xe9", b"\0A\4\x10", b"\xd8\0\xdc\0", b"\0\1\xf6\0")]
# Attributes that have a short name, in one part and in several.
NAMES += [der.sequence(part(member(kind, der.PRINTABLE_STRING, b"US"))) for kind in (b"\x06", b"\x07", b"\x08", b"\x0a")]
NAMES += [der.sequence(part(CN), part(der.sequence(der.object_identifier(kind), der.ia5_string("a@b"))))
          for kind in ("0.9.2342.19200300.100.1.1", "1.2.840.113549.1.9.1")]
TIMES = [der.element(tag, text) for tag, texts in (
    (der.UTC_TIME, (b"491231235959Z", b"500101000000Z", b"000229235959Z", b"230229000000Z", b"250418010260Z",
                    b"250418240000Z", b"2504180102Z", b"250418010203+0000", b"250418010203.5Z", b"250418010203", b"")),
    (der.GENERALIZED_TIME, (b"19500101000000Z", b"19491231235959Z", b"00000101000000Z", b"99991231235959Z",
                            b"20250418010203.5Z", b"20250418010203.123456789Z", b"20250418010203.0Z",
                            b"20250418010203.0000000001Z", b"20250418010203.1234567891234Z",
                            b"20250418010203.123456789xZ", b"20250418010203.123456789x1Z", b"20250418010203.1234567890x1Z",
                            b"20250418010203.000000000Z", b"20250418010203.50Z", b"20250418010203.Z",
                            b"20250418010203+0000", b"202504180102Z", b"19000229000000Z")),
    (der.IA5_STRING, (b"250418010203Z",))) for text in texts]


def elements():
    """Single elements at the edges of their types."""
    yield from INTEGERS
    yield from (der.element(der.BIT_STRING, bits) for bits in BITS)
    yield from TIMES
    # Identifiers of as many bytes as there may be, in one number and in many, and of one more.
    for count in (15, 16, 17, 24, 62, 63, 64):
        for contents in (count * b"\1", (count - 1) * b"\xff" + b"\x7f", b"\x82" + (count - 2) * b"\x80" + b"\0"):
            yield identifier(contents)
    # One character that is not ASCII, at each place of a string.
    for count in (7, 8, 9, 15, 16, 17, 24):
        for place in range(count):
            yield der.element(der.IA5_STRING, place * b"A" + b"\xe9" + (count - place - 1) * b"A")
    # Headers of as many bytes as there may be, and more.
    for tag in ("1f1f", "1f81808000", "1f8180808000", "3fffffff7f"):
        yield from (bytes.fromhex(tag + length) for length in ("00", "8100", "820100", "8401000000", "880000000000000001"))


def extension(kind, *critical, value=b""):
    return der.sequence(identifier(b"\x55\x1d" + kind), *critical, der.octet_string(value))


EXTENSIONS = [[], [extension(b"\x01")], [extension(b"\x01", TRUE)], [extension(b"\x01", FALSE)],
              [extension(b"\x01", b"\1\1\1")], [extension(b"\x01", TRUE, TRUE)], [extension(b"\x01")] * 2,
              [extension(b"\x01", TRUE), extension(b"\x02", FALSE)],
              [der.sequence(identifier(5 * b"\x2a"), TRUE, der.octet_string(b""))],
              [der.sequence(identifier(b"\x2a"), NULL)], [der.sequence(identifier(b"\x2a"))], [NULL]]
EXTENSIONS += [[extension(b"\x13", TRUE, value=der.sequence(*parts))] for parts in (
    [], [TRUE], [FALSE], [TRUE, der.integer(0)], [TRUE, der.integer(-1)], [der.integer(1)],
    [TRUE, der.integer(0), NULL], [b"\1\1\1"])]
AUTHORITY = extension(b"\x13", TRUE, value=der.sequence(TRUE))
EXTENSIONS += [[AUTHORITY, extension(b"\x0f", TRUE, value=bits)] for bits in (
    der.named_bits(5), der.named_bits(6), der.named_bits(0, 5), der.bit_string(b""), der.bit_string(b"\x04"),
    der.bit_string(b"\4", unused=1), der.bit_string(b"\4\0\0\0\x80", unused=7), der.named_bits(5) + NULL, b"")]
EXTENSIONS += [[AUTHORITY, extension(b"\x20", value=value)] for value in (
    b"", der.sequence(), der.sequence(der.sequence(SHA1)), der.sequence(SHA1),
    der.sequence(der.sequence(SHA1, der.sequence())), der.sequence(der.sequence(SHA1, NULL)),
    der.sequence(der.sequence(SHA1, der.sequence(), NULL)), der.sequence(der.sequence(SHA1)) + NULL)]
EXTENSIONS += [[AUTHORITY, extension(b"\x01", TRUE)], [AUTHORITY, extension(b"\x25", TRUE)], [AUTHORITY, AUTHORITY],
               *([AUTHORITY] + [extension(bytes([n])) for n in range(0x30, 0x30 + count)] for count in (31, 32))]

# The modulus of the key in every Xcode, whose private part everybody has.
XCODES = base64.b64decode("""
    23+QPCxzD9uXJkuTuwr4oSE+yGHZJMheH3U+2pPbMRqRgLm/5QzLPLsORGIm+gQptknnb+Ab5g1ozSVuw3YI9UoLrnp0PMSpC7PPYg/7tLz324Re
    KOtHDfHti6z1n7AJOKNue8smUAoa4YnRcnYLOUzLT27As1+3lbq5qF1KdKvvb0GlfgmNuj09zXBX2O3v1dp3yJMEHO8JiHhlzoHyjXLnBxpuJhL3
    MrENuziQawbE/A3llVDNkci6JfRYyYzhcdtKRfMtGZYDVoGmRO51d1tTz3isXbo+X1ArXCmM3cLXKhffIrTX5Hior6htp8HaaC1mzM8pC1As48L7
    5l8SwQ==""")


def certificate(version=der.explicit(0, der.integer(2)), serial=der.integer(1), inner=ALGORITHMS[1], issuer=NAME,
                validity=der.sequence(EARLY, LATE), subject=NAME, key=ALGORITHMS[1], bits=b"\0\x41", identifiers=b"",
                extensions=(AUTHORITY,), more=b"", outer=ALGORITHMS[1], signature=b"\0\x41", behind=b"", after=b""):
    listed = b"" if extensions is None else der.explicit(3, der.sequence(*extensions))
    info = der.sequence(key, der.element(der.BIT_STRING, bits))
    signed = der.sequence(version, serial, inner, issuer, validity, subject, info, identifiers, listed, more)
    return der.sequence(signed, outer, der.element(der.BIT_STRING, signature), behind) + after


def certificates():
    yield certificate()
    for contents in (b"", b"\0", b"\1", b"\2", b"\3", b"\4", b"\xff", b"\0\2"):
        yield certificate(version=der.explicit(0, der.element(der.INTEGER, contents)))
    yield certificate(version=b"")
    yield certificate(version=der.integer(2))
    yield certificate(version=der.explicit(0, der.integer(2) + NULL))
    for value in INTEGERS:
        yield certificate(serial=value)
    for value in ALGORITHMS:
        for field in ("inner", "outer", "key"):
            yield certificate(**{field: value})
        yield certificate(inner=value, outer=value)
    for value in NAMES:
        yield certificate(issuer=value)
        yield certificate(subject=value)
    for value in TIMES:
        yield certificate(validity=der.sequence(value, LATE))
        yield certificate(validity=der.sequence(EARLY, value))
    for times in ((), (EARLY,), (LATE, EARLY), (EARLY, EARLY), (EARLY, LATE, LATE)):
        yield certificate(validity=der.sequence(*times))
    for value in BITS:
        yield certificate(bits=value)
        yield certificate(signature=value)
        for number in (1, 2):
            yield certificate(identifiers=der.implicit_primitive(number, value))
    issuer, subject = (der.implicit_primitive(number, b"\0" + letter) for number, letter in ((1, b"A"), (2, b"BC")))
    for value in (issuer + subject, subject + issuer, issuer + issuer, der.explicit(1, b"\0A"),
                  der.element(0x83, b"\0A")):
        yield certificate(identifiers=value)
    for value in [None, *EXTENSIONS]:
        yield certificate(extensions=value)
    # A key that may be no anchor's, whatever the certificate says.
    xcodes = b"\0" + der.sequence(der.integer(int.from_bytes(XCODES, "big")), der.integer(65537))
    for changes in ({}, {"extensions": None}, {"validity": der.sequence(LATE, EARLY)}, {"version": b""}):
        yield certificate(key=der.sequence(RSA, NULL), bits=xcodes, **changes)
    yield certificate(more=NULL)
    yield certificate(behind=NULL)
    yield certificate(after=NULL)
    yield certificate(after=b"\0")
    yield from edited(certificate(identifiers=issuer + subject, extensions=EXTENSIONS[7]))


def parsed(data):
    """Elements as lists of an identifier octet and contents: bytes, or elements."""
    nodes = []
    while data:
        tag, length, start = data[0], data[1], 2
        if length >= 0x80:
            start += length & 0x7F
            length = int.from_bytes(data[2:start], "big")
        contents, data = data[start : start + length], data[start + length :]
        nodes.append([tag, parsed(contents) if tag & 0x20 else contents])
    return nodes


def written(nodes):
    return b"".join(der.element(tag, written(contents) if isinstance(contents, list) else contents)
                    if tag is not None else contents for tag, contents in nodes)


def edited(data):
    """Each element once in every other form, missing, twice, behind the next one, cut, or with something more; the lengths
    around it fit."""
    nodes = parsed(data)
    yield from edited_nodes(nodes, lambda: written(nodes))


def edited_nodes(nodes, whole):
    for place, node in enumerate(nodes):
        tag, contents = node
        is_list = isinstance(contents, list)
        inside = written(contents) if is_list else contents
        raw = [lengthened(tag, inside, more) for more in (1, 2)] + [b"", bytes([tag ^ 0x20]) + der.element(tag, inside)[1:]]
        for size in (127, 128, 255, 256):
            # Also 81 7F and 82 00 FF, which are one byte too long, and next to the shortest of a form.
            filled = (inside + size * b"\1")[:size]
            raw += [lengthened(tag, filled, more) for more in (0, 1)]
            # 80, which is not a length of 128.
            raw += [bytes([tag, size]) + filled] if size == 128 else []
        # Other classes, no type, and the identifier that more bytes of a tag number would follow.
        raw += [bytes([other]) + der.element(tag, inside)[1:] for other in (0, 0x20, tag ^ 0x40, tag ^ 0x80, tag | 0x1F)]
        raw += [der.element(tag + 1, inside), der.element(tag, inside[:-1]), der.element(tag, b""),
                der.element(tag, inside + NULL), 2 * der.element(tag, inside)]
        for form in raw:
            nodes[place] = [None, form]
            yield whole()
        nodes[place] = node
        if place + 1 < len(nodes):
            nodes[place], nodes[place + 1] = nodes[place + 1], node
            yield whole()
            nodes[place], nodes[place + 1] = node, nodes[place]
        if is_list:
            yield from edited_nodes(contents, whole)


def dates():
    usual = ("2025", "-", "04", "-", "18", "T", "01", ":", "02", ":", "03", "", "Z")
    others = {
        0: ("0000", "0004", "1899", "1900", "2000", "2024", "9999", "+025", "10000"), 1: ("", "/"),
        2: ("00", "12", "13", "2"), 4: ("00", "29", "30", "31", "32"), 5: ("t", " ", "_", ""),
        6: ("00", "23", "24", "1"), 7: ("", "."),
        8: ("00", "59", "60"), 10: ("59", "60", "61"),
        11: (".", ".0", ".5", ".99", ".999", ".9994", ".9995", ".99999", ".123456789", ".1234567890123", ",5", ".5 "),
        12: ("", "z", "Z ", "+", "+0", "+00", "+000", "+0000", "-0000", "+00:00", "+00:0", "+00:000", "+0059", "+0060",
             "-00:60", "+2359", "-23:59", "+2360", "+2400", "-24:00", "+1", "+01.30", "0100", "+01:-1"),
    }
    for place, texts in others.items():
        for text in texts:
            yield "".join((*usual[:place], text, *usual[place + 1 :])).encode()
    for day in ("2024-02-29", "2023-02-29", "2000-02-29", "1900-02-29", "2025-04-31", "2016-12-31", "2015-06-30",
                "2015-06-29"):
        for time in ("T01:02:03Z", "T23:59:60Z", "T22:59:60-01:00", "T23:59:60+01:00"):
            yield (day + time).encode()
    # Leap seconds on another day than in UTC, and what only looks like that.
    for time in ("2017-01-01T00:59:60+01:00", "2017-01-01T05:29:60+05:30", "2016-12-31T00:00:60-23:59",
                 "2015-07-01T23:58:60+23:59", "2017-01-01T00:59:60-01:00", "2017-01-02T00:59:60+01:00"):
        yield time.encode()
    for time in ("00:00:00Z", "00:00:00+00:01", "00:00:59.999+00:01", "00:01:00+00:01", "00:00:00-23:59"):
        yield f"0000-01-01T{time}".encode()
    for time in ("23:59:59Z", "23:59:59.999Z", "23:59:60Z", "23:59:59-00:01", "23:58:59-00:01", "23:59:00-00:01",
                 "23:59:59+23:59"):
        yield f"9999-12-31T{time}".encode()
    for count in (19, 20, 37, 38, 39, 40):
        yield b"2025-04-18T01:02:03." + (count - 21) * b"1" + b"Z"
    # Devices whose last digit is any character.
    for character in map(chr, range(0x20, 0x7F)):
        yield ("00:1B:63:84:45:E" + character).encode()
        yield ("E621E1F8-C36C-495A-93FC-0C247A3E6E5" + character).encode()


def lengthened(tag, contents, more):
    """An element whose length has so many bytes more than it needs."""
    if more == 0:
        return der.element(tag, contents)
    size = der.length(len(contents))
    count = more + (len(size) - 1 if len(size) > 1 else 0)
    return bytes([tag, 0x80 | count]) + len(contents).to_bytes(count, "big") + contents


def attribute_of(kind, value, version=der.integer(1), outer=0, inner=0, behind=b""):
    kind = der.integer(kind) if isinstance(kind, int) else kind
    return lengthened(0x30, kind + version + lengthened(4, value, inner) + behind, outer)


def purchase(*attributes, more=0, **forms):
    return attribute_of(17, lengthened(0x31, b"".join(attributes), more), **forms)


TEXTS = [(tag, text) for tag in (der.UTF8_STRING, der.IA5_STRING) for text in (
    b"", b"A", b"\x7f", b"\x80", b"\xc3\xa9", b"\xc1\xbf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", 127 * b"A",
    128 * b"A")]
TEXTS += [(der.IA5_STRING, place * b"A" + b"\xe9" + (23 - place) * b"A") for place in range(0, 24, 4)]
TEXTS += [(tag, b"A") for tag in (0x04, 0x13, 0x1E, 0x2C, 0x8C)]
VALUES = [b"", NULL, b"\x0c", b"\x0c\1", b"\x0c\x81\1A", *(der.element(*text) for text in TEXTS),
          der.utf8_string("A") + NULL, *INTEGERS, *(der.element(2, contents) for contents in (
              b"\1", b"\2", b"\x7f" + 7 * b"\xff", b"\x80" + 7 * b"\0", b"\0\x80" + 7 * b"\0", b"\1" + 8 * b"\0")),
          *(der.ia5_string(f"2025-{date}") for date in (
              "02-29T01:02:03Z", "04-18T01:02:03+0100", "04-18T01:02:03Z"))]


def payloads():
    """Contents of the SET of attributes."""
    usual = attribute_of(1702, der.utf8_string("a"))
    for kind in (0, 1, 2, 16, 17, 127, 128, 255, 256, 1535, 1536, 1700, 1791, 1792, 32767, 32768, 2**31 - 1, 2**31, -1):
        value = der.set_of([]) if kind == 17 else b""
        yield attribute_of(kind, value)
        yield purchase(attribute_of(kind, value))
    for kind in (3, 1702):
        wrap = purchase if kind > 127 else lambda attribute: attribute
        for number in (0, 127, 128, 255, 256, 0xFFFFFF, 0x1000000, 2**31, -1):
            yield wrap(attribute_of(kind, b"", version=der.integer(number)))
        for form in (b"\2\2\0\1", b"\2\0", b"\2\x81\1\1", b"\x0a\1\1", b""):
            yield wrap(attribute_of(kind, b"", version=form))
        # Of both numbers: none, too many bytes, negative, and beyond 32 bits.
        for contents in (b"", b"\0\6\xa6", b"\0\0", b"\xff\x80", b"\x80", b"\xff", b"\0\x80\0\0\0", b"\1\0\0\0\0",
                         b"\x80\0\0\0", b"\xff\x7f\xff\xff\xff", b"\0\xff\xff\xff\xff\xff\xff\xff\xff"):
            number = der.element(0x02, contents)
            yield wrap(attribute_of(number, b""))
            yield wrap(attribute_of(kind, b"", version=number))
        yield wrap(attribute_of(kind, b"", behind=NULL))
        # Where lengths get a byte more.
        for count in (0, 115, 116, 117, 118, 119, 120, 126, 127, 128, 129, 243, 244, 245, 246, 247, 248, 255, 256, 257):
            for forms in ({}, {"outer": 1}, {"inner": 1}, {"outer": 1, "inner": 1}, {"inner": 2}):
                yield wrap(attribute_of(kind, count * b"A", **forms))
    for count in (0, 100, 107, 108, 109, *range(225, 241), 256):
        for forms in ({}, {"outer": 1}, {"inner": 1}, {"more": 1}, {"outer": 1, "inner": 1, "more": 1}):
            yield purchase(attribute_of(1799, count * b"A"), **forms)
    for kind in (0, 1, 2, 4, 12, 21):
        for value in VALUES:
            yield attribute_of(kind, value)
    # As many characters as sentences show, and one more, which are those of names or not.
    for text in (count * letter for count in (99, 100, 101) for letter in ("a", "\u00e9")):
        yield purchase(attribute_of(1702, der.utf8_string(text)), attribute_of(1703, der.utf8_string(text)))
    # The same text for Unicode, in other bytes.
    for text in ("caf\u00e9", "cafe\u0301", "\u212b", "\u00c5", "A\u030a", "\uac00", "\u1100\u1161", "e\u0327\u0301",
                 "e\u0301\u0327"):
        yield from (attribute_of(2, der.utf8_string(text)), purchase(attribute_of(1702, der.utf8_string(text))))
    for first in (*range(0xC0, 0xC3), *range(0xDE, 0x100)):
        for second in (0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0):
            # As many bytes as the first one says, behind one of ASCII.
            count = 2 + (first > 0xDF) + (first > 0xEF)
            text = (bytes([first, second]) + b"\x80\x80")[:count]
            yield attribute_of(2, der.element(0x0C, b"A" + text))
            yield attribute_of(2, der.element(0x0C, text + b"A"))
    for kind in (1701, 1702, 1704, 1708, 1711, 1712, 1713):
        for value in VALUES:
            yield purchase(usual, attribute_of(kind, value))
        yield purchase(attribute_of(kind, VALUES[-1]), attribute_of(kind, VALUES[-1]))
    for kind in (0, 2, 3, 4, 5, 12, 21):
        yield 2 * attribute_of(kind, VALUES[-1])
    # Types that share their last bits are others.
    for kind, wrap in ((2, bytes), (3, bytes), (4, bytes), (5, bytes), (12, bytes), (1702, purchase)):
        alike = [kind, *(kind + (1 << bit) for bit in range(5, 30)), kind % 256, kind % 64]
        yield wrap(b"".join(attribute_of(other, VALUES[-1]) for other in dict.fromkeys(alike)))
    # What an App Attest receipt says, last or not.
    for kind in (b"ATTEST", b"RECEIPT", b"attest", b"RECEIPTS", b"ATTES", b""):
        says = attribute_of(6, kind)
        for identifier in (b"", attribute_of(2, b"A1.b"), attribute_of(2, b""), attribute_of(2, der.utf8_string("A1.b"))):
            yield from (says + identifier, identifier + says, says + identifier + attribute_of(6, b"\1"),
                        attribute_of(6, b"\1") + says + identifier)
    yield from refunds()
    # Purchases that don't have the same attributes at the same places.
    some = [purchase(*(attribute_of(kind, der.utf8_string(str(kind))) for kind in kinds))
            for count in range(4) for kinds in itertools.permutations((1702, 1703, 1705), count)]
    for first, second in itertools.product(some, repeat=2):
        yield first + second + some[-1]
        yield some[1] + first + second


def refunds():
    """A purchase, and a refund that may be its own: with some of its attributes, or of a period with one date missing,
    unreadable or another. And two subscriptions to one product, of which none was refunded."""
    def two(*entries):
        return b"".join(purchase(*(attribute_of(*each) for each in entry.items() if each[1] is not None))
                        for entry in entries)

    def both(sold, refund):
        return two(sold, refund | {1712: VALUES[-3]})

    sold = {kind: der.utf8_string("10") for kind in (1703, 1705)} | {1702: der.utf8_string("a"), 1704: VALUES[-3], 1707: der.integer(0)}
    for count in (1, 2):
        for kinds in itertools.combinations((1702, 1703, 1705), count):
            yield both(sold, {kind: sold[kind] for kind in kinds})
    start, end, other = (der.ia5_string(f"2025-0{month}-18T01:02:03Z") for month in (4, 5, 6))
    period = sold | {1704: start, 1708: end, 1707: der.integer(3)}
    copy = period | {1703: der.utf8_string("11")}
    own = {kind: der.utf8_string("11") for kind in (1703, 1705)}
    yield two(period, period | own | {1708: der.ia5_string("2025-05-20T01:02:03Z")})
    for dates in itertools.product((start, None, NULL, other), (end, None, NULL, other)):
        changes = dict(zip((1704, 1708), dates))
        yield from (both(period, copy | changes), both(period, copy | changes | {1703: None}), both(period | changes, copy))


def keys():
    """For the modulus: its first byte, size, form and the least size that is demanded, and exponents."""
    for size in range(10):
        for first in (0x01, 0x7F, 0x80, 0xFF):
            for form in (0x01, 0x05, 0x11, 0x21, 0x31):
                yield bytes([first, 0, 0, 0, 0, 3, size, form, 0x10])
    for exponent in range(256):
        if exponent & 8 == 0:
            yield bytes([0xFF, 0, 0, 0, 0, 3, 2, 1, exponent])
