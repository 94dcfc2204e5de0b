"""Attributes that end elsewhere than what is around them, and otherwise look like those of every receipt.

Fast readers compare a whole header at once; each of these has a header that fits.
"""

import der
import receipts
from receipts import raw
from samples import BUNDLE

from . import world
from .further_signatures import forged

BEYOND = 5
UNKNOWN = 1723  # in a purchase, of as many bytes as the known ones


def element(identifier, value, more=0, wide=False):
    """A value whose length says `more` bytes than there are; `wide` lengths have two bytes."""
    count = len(value) + more
    return bytes([identifier]) + (b"\x82" + count.to_bytes(2, "big") if wide else der.length(count)) + value


def attribute(kind, value, more=0, wide=False, member=b""):
    """An attribute whose lengths agree with each other and say `more` bytes than there are."""
    head = der.integer(kind) + der.integer(1)
    return element(0x30, head + element(4, value, more, wide) + member, more, wide)


def purchase(filler, last):
    """The attributes of a purchase, with so much in them."""
    return receipts.text(1702, f"{BUNDLE}.pro").encoding + raw(UNKNOWN, bytes(100)).encoding * filler + last


def rows():
    """(name, words, attribute that stands last in the payload, features)"""
    inner = raw(UNKNOWN, b"abc").encoding
    yield ("attribute-beyond-end", "the last attribute ends behind the payload", attribute(99, b"abc", BEYOND), ())
    yield ("attribute-in-attribute", "the fourth member of an attribute is another attribute",
           attribute(99, b"abc", member=raw(98, b"def").encoding), ("strict-der",))
    small = purchase(0, attribute(UNKNOWN, b"abc", BEYOND))
    yield ("purchase-attribute-beyond-end", "the last attribute of a purchase ends behind the purchase",
           raw(17, der.element(0x31, small)).encoding, ())
    large = purchase(3, inner)
    yield ("attribute-in-purchase", "the fourth member of a purchase's attribute is another attribute",
           attribute(17, der.element(0x31, large), wide=True, member=raw(98, b"def").encoding), ("strict-der",))
    open_ended = element(0x31, purchase(3, attribute(UNKNOWN, b"abc", BEYOND)), BEYOND, wide=True)
    yield ("purchase-beyond-end", "a purchase, its SET and its last attribute end behind the payload",
           attribute(17, open_ended, BEYOND, wide=True), ())
    yield ("purchase-wide-lengths", "lengths of two bytes, where one would do, around a small purchase",
           attribute(17, der.element(0x31, purchase(0, inner)), wide=True), ("strict-der",))


def cases(made):
    usual = b"".join(one.encoding for one in receipts.arranged(world.usual(), "der"))
    for name, words, last, features in rows():
        flag = "LengthOverflow" if "end" in name else "NonMinimal" if "wide" in name else "MessageForm"
        data = made.around(der.element(0x31, usual + last))
        yield forged("payload", name, words, data, "encoding", flag, ("payload", *features), "medium")
