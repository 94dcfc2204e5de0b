"""A second reader of X.690, for `judge.py` alone. It shares nothing with the writer in `der.py`."""

import collections
import datetime
import re

MAXIMUM_DEPTH = 32

# The contents octets that a primitive type may have, by its tag number.
CONTENTS = {
    1: re.compile(rb"[\x00\xff]"),  # BOOLEAN, as in DER
    2: re.compile(rb".|(?!\x00[\x00-\x7f]|\xff[\x80-\xff]).{2,}", re.DOTALL),  # INTEGER
    3: re.compile(rb"\x00.*|[\x01-\x07].+", re.DOTALL),  # BIT STRING
    5: re.compile(rb""),  # NULL
    6: re.compile(rb"((?!\x80)[\x80-\xff]*[\x00-\x7f])+"),  # OBJECT IDENTIFIER
}


class Refusal(Exception):
    """The receipt is refused. The arguments: a class of the manifest, and what is wrong."""


def require(condition, category, reason):
    if not condition:
        raise Refusal(category, reason)


class Node(collections.namedtuple("Node", "tag body raw children depth")):
    """An element: identifier octet, contents octets, whole encoding, and the elements inside."""

    def expect(self, tag, what, category="structure"):
        require(self.tag == tag, category, f"{what}: identifier {self.tag:02x}, not {tag:02x}")
        return self

    def members(self, low, high, what, category="structure"):
        require(low <= len(self.children) <= high, category, f"{what}: number of members")
        return self.children


def read(data, what, ber=False, depth=0, category="structure"):
    """The one element that fills the bytes. BER adds longer and indefinite lengths, and chunks."""
    node, end = element(data, 0, len(data), ber, depth, what, category)
    require(end == len(data), category, f"{what}: bytes follow")
    return node


def element(data, start, end, ber, depth, what, category):
    require(depth < MAXIMUM_DEPTH, "limits", f"{what}: nested too deeply")
    require(end - start >= 2, category, f"{what}: truncated")
    tag, first = data[start], data[start + 1]
    require(tag != 0 and tag & 0x1F != 31, category, f"{what}: tag number")
    constructed, position, children = bool(tag & 0x20), start + 2, []
    indefinite = first == 0x80
    require(not indefinite or ber and constructed, category, f"{what}: indefinite length")
    length = 0 if indefinite else first
    if first > 0x80:
        count = first & 0x7F
        require(count <= min(8, end - position), category, f"{what}: length octets")
        length = int.from_bytes(data[position : position + count], "big")
        minimal = length >= 0x80 and data[position] != 0
        require(ber or minimal, category, f"{what}: length not minimal")
        position += count
    require(length <= end - position, category, f"{what}: longer than what holds it")
    body_start, stop = position, end if indefinite else position + length
    while constructed and position < stop:
        if indefinite and data[position : min(position + 2, end)] == b"\x00\x00":
            break
        child, position = element(data, position, stop, ber, depth + 1, what, category)
        children.append(child)
    require(not indefinite or position < stop, category, f"{what}: no end-of-contents")
    body_end = position if indefinite else stop
    position = body_end + 2 * indefinite
    body, number = data[body_start:body_end], tag & 0x1F
    if tag < 0x40:
        chunks = (3, 4, 12, *range(18, 23), *range(25, 29), 30)
        form = constructed == (number in (16, 17)) or ber and number in chunks
        good = constructed or number not in CONTENTS or CONTENTS[number].fullmatch(body)
        unused = number == 3 and not constructed and body and body[-1] & ((1 << body[0]) - 1)
        require(form and good and not unused, category, f"{what}: malformed type {number}")
    return Node(tag, body, data[start:position], children, depth), position


def joined(node, what):
    """The bytes of an OCTET STRING, whose chunks may have chunks."""
    chunks = [joined(child, what) for child in node.children] if node.tag == 0x24 else None
    return b"".join(chunks) if chunks is not None else node.expect(0x04, what).body


def integer(node, what, category="structure"):
    return int.from_bytes(node.expect(0x02, what, category).body, "big", signed=True)


def oid(dotted):
    """The contents octets of an OBJECT IDENTIFIER: they are only ever compared."""
    first, second, *rest = map(int, dotted.split("."))
    return bytes(arc >> shift & 0x7F | 0x80 * (shift > 0) for arc in (40 * first + second, *rest)
                 for shift in range(63, -1, -7) if arc >> shift or not shift)


def moment(category, *numbers):
    try:
        return datetime.datetime(*map(int, numbers))
    except ValueError:
        raise Refusal(category, "no such date") from None


def certificate_time(node):
    """UTCTime or GeneralizedTime, as DER has them."""
    century = (b"19" if node.body >= b"5" else b"20") if node.tag == 0x17 else b""
    match = re.fullmatch(rb"([0-9]{4})" + rb"([0-9]{2})" * 5 + rb"Z", century + node.body)
    require(node.tag in (0x17, 0x18) and match, "structure", "certificate: time")
    return moment("structure", *match.groups())


DATE = re.compile(
    rb"([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt ]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]+)?"
    rb"(?:[Zz]|([+-])([0-9]{2}):?([0-9]{2}))")


def receipt_date(data, category):
    """RFC 3339, with the space and the zone without a colon of some receipts; no fractions."""
    match = DATE.fullmatch(data)
    require(match, category, "no date")
    *numbers, sign, hours, minutes = match.groups(b"0")
    require(int(hours) < 24 and int(minutes) < 60, category, "no such zone")
    ahead = datetime.timedelta(hours=int(hours), minutes=int(minutes))
    return moment(category, *numbers) + (ahead if sign == b"-" else -ahead)
