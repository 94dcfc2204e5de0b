"""Every attribute, with each form that its value can have."""

import der
import receipts
from receipts import raw
from samples import BUNDLE

from . import world
from .world import reading

# (type, name of the field, kind of value)
OWN = [
    (0, "environment", "text"), (1, "appItemIdentifier", "number"), (2, "bundleIdentifier", "text"),
    (3, "appVersion", "text"), (4, "opaqueValue", "bytes"), (5, "sha1Hash", "bytes"), (10, "ageRating", "ascii"),
    (12, "creationDate", "date"), (15, "downloadIdentifier", "number"), (16, "versionExternalIdentifier", "number"),
    (18, "originalPurchaseDate", "date"), (19, "originalAppVersion", "text"), (21, "expirationDate", "date"),
]
OF_PURCHASE = [
    (1701, "quantity", "number"), (1702, "productIdentifier", "text"), (1703, "transactionIdentifier", "text"),
    (1704, "purchaseDate", "date"), (1705, "originalTransactionIdentifier", "text"),
    (1706, "originalPurchaseDate", "date"), (1707, "productType", "number"), (1708, "expiresDate", "date"),
    (1711, "webOrderLineItemIdentifier", "number"), (1712, "cancellationDate", "date"), (1713, "isTrialPeriod", "flag"),
    (1719, "isInIntroOfferPeriod", "flag"), (1720, "cancellationReason", "number"),
    (1721, "promotionalOfferIdentifier", "text"),
]
PUBLISHED = {2, 3, 4, 5, 12, 17, 19, 21, 1701, 1702, 1703, 1704, 1705, 1706, 1708, 1711, 1712, 1719}
NAMELESS = (6, 7, 8, 9, 11, 13, 14, 20, 22, 23, 24, 25, 32, 1700, 1709, 1710, 1714, 1715, 1716, 1717, 1718, 1722)

DATE = "2025-04-05T06:07:08Z"
VALUES = {
    "text": (der.utf8_string("Räksmörgås 1.0"), "Räksmörgås 1.0"),
    "ascii": (der.ia5_string("17+"), "17+"),
    "number": (der.integer(123456789), 123456789),
    "date": (der.ia5_string(DATE), DATE),
    "flag": (der.integer(1), True),
    "bytes": (bytes.fromhex("30030201ff"), "30030201ff"),
}
# What is none of the kind: the field must not have a value.
WRONG = {
    "text": {"integer": der.integer(7), "octet-string": der.octet_string(b"com.example.app"), "raw": b"com.example.app"},
    "ascii": {"integer": der.integer(7)},
    "number": {"text": der.utf8_string("123456789"), "raw": b"\x07", "boolean": der.boolean(True)},
    "date": {"integer": der.integer(1743833228), "utc-time": der.time(DATE)},
    "flag": {"boolean": der.boolean(True), "two": der.integer(2)},
    "bytes": {},
}
EMPTY = {"text": der.utf8_string(""), "ascii": der.ia5_string(""), "date": der.ia5_string(""), "bytes": b""}


def purchase_with(attribute, without=()):
    """A purchase of few attributes, one of them another."""
    usual = [
        receipts.number(1701, 1), receipts.text(1702, f"{BUNDLE}.pro"), receipts.text(1703, "730001800000001"),
        receipts.ascii_text(1704, "2025-02-14T09:30:00Z"),
    ]
    kept = [one for one in usual if one.type not in (*without, attribute.type if attribute else -1)]
    return receipts.in_app(kept + ([attribute] if attribute else []))


# What every genuine receipt, and every purchase, has.
MANDATORY = (2, 3, 4, 5, 12, 1701, 1702, 1703, 1704)


def receipt_with(made, number, value):
    """A receipt with this value of an attribute, and the pointer to what it says; `None` leaves it out."""
    attribute = raw(number, value) if value is not None else None
    if number < 1700:
        attributes = world.usual(without=(number,), extra=[attribute] if attribute else [])
        return made.around(receipts.attribute_set(attributes, "der")[0]), ""
    bought = purchase_with(attribute, without=(number,))
    attributes = world.usual(without=(17,), extra=[bought])
    return made.around(receipts.attribute_set(attributes, "der")[0]), "/inApp/0"


def values(made):
    for number, name, kind in OWN + OF_PURCHASE:
        flag = "Genuine" if number in PUBLISHED else "UnpublishedAttribute"

        def case(form, value, result, comment, flags, features=()):
            data, base = receipt_with(made, number, value)
            expected = {f"{base}/{name}": result}
            if number == 1712:
                expected[f"{base}/isCancelled"] = value is not None and value != EMPTY["date"]
            if number == 12 and form != "value":
                features = (*features, "unverified-reading")
            if number in MANDATORY and form in ("absent", "empty"):
                features = (*features, "missing-attributes")
            return reading(
                f"attributes/{number}-{form}", f"attribute {number} ({name}): {comment}", data, fields=expected,
                flags=tuple(dict.fromkeys((flag, *flags))), features=features)

        value, shown = VALUES[kind]
        yield case("value", value, shown, "a value", ())
        yield case("absent", None, None, "not there", ())
        if kind in EMPTY:
            yield case("empty", EMPTY[kind], None, "empty, which means none", ("EmptyValue",))
        for form, wrong in WRONG[kind].items():
            yield case(form, wrong, None, f"of another type, {form}", ("WrongType",), ("strict-der",))
        if kind == "flag":
            yield case("false", der.integer(0), False, "false", ())
        if kind == "number":
            yield case("zero", der.integer(0), 0, "zero is a value", ())


def nameless(made):
    """Attributes that no caller needs; a reader keeps them or skips them, and never stumbles."""
    for number in NAMELESS:
        value = bytes.fromhex("0c7f00ff") + number.to_bytes(2, "big")
        data, base = receipt_with(made, number, value)
        fields = {"/bundleIdentifier": BUNDLE, "/inAppCount": 1}
        if number >= 1700:
            fields["/inApp/0/productIdentifier"] = f"{BUNDLE}.pro"
        yield reading(
            f"attributes/{number}-not-der", f"attribute {number}: bytes that are no DER, which is no error", data,
            fields=fields, flags=("UnknownAttribute",))
        yield reading(
            f"attributes/{number}-raw", f"attribute {number}: its bytes", data,
            fields={f"{base}/attributes/{number}": value.hex()}, flags=("UnknownAttribute",),
            features=("raw-attributes",))


def numbers(made):
    """Types and versions at the ends of their ranges."""
    def data(number, version=1):
        extra = [receipts.Attribute(number, b"\x05\x00", version)]
        return made.around(receipts.attribute_set(world.usual(extra=extra), "der")[0])

    fine = {"/bundleIdentifier": BUNDLE}
    for number in (26, 127, 128, 255, 256, 32767, 32768, 65535, 65536, 2**31 - 1):
        yield reading(f"attributes/type-{number}", f"an attribute of type {number}", data(number), fields=fine,
                      flags=("UnknownAttribute", "AttributeNumber"))
    for version in (0, 2, 128, 2**24 - 1):
        yield reading(f"attributes/version-{version}", f"an attribute of version {version}", data(99, version),
                      fields=fine, flags=("UnknownAttribute",))
    for number in (-1, 2**31, 2**32 + 12, 2**64 + 2):
        yield reading(f"attributes/type-{number}", f"an attribute of type {number}: it would alias another one",
                      data(number), reason="encoding", flags=("AttributeNumber",), features=("payload",))
    for version in (-1, 2**24, 2**64):
        yield reading(f"attributes/version-{version}", f"an attribute of version {version}", data(99, version),
                      reason="encoding", flags=("AttributeNumber",), features=("payload", "strict-der"))


def twice(made):
    """An attribute with two values. Those that decide trust are an error; of the others neither counts."""
    for number, name, kind in OWN:
        first, other = VALUES[kind][0], {
            "text": der.utf8_string("other"), "ascii": der.ia5_string("4+"), "number": der.integer(2),
            "date": der.ia5_string("2025-03-02T00:00:00Z"), "bytes": bytes(20)}[kind]
        attributes = world.usual(without=(number,), extra=[raw(number, first), raw(number, other)])
        data = made.around(receipts.attribute_set(attributes, "der")[0])
        words = f"attribute {number} ({name}) stands twice"
        if number in (2, 3, 4, 5, 12):
            yield reading(f"attributes/{number}-twice", f"{words}: readers of the first and of the last disagree", data,
                          reason="encoding", flags=("AttributeTwice",), features=("duplicates",), importance="high")
        else:
            yield reading(f"attributes/{number}-twice", f"{words}: neither value counts", data,
                          fields={f"/{name}": None}, flags=("AttributeTwice",), features=("duplicates",))
    for number, name, kind in OF_PURCHASE:
        other = {"text": der.utf8_string("other"), "number": der.integer(2), "flag": der.integer(0),
                 "date": der.ia5_string("2025-03-02T00:00:00Z")}[kind]
        bought = purchase_with(None, without=(number,))
        inner = [attribute for _, attribute in bought.inner] + [raw(number, VALUES[kind][0]), raw(number, other)]
        attributes = world.usual(without=(17,), extra=[receipts.in_app(inner)])
        data = made.around(receipts.attribute_set(attributes, "der")[0])
        yield reading(f"attributes/{number}-twice", f"attribute {number} ({name}) stands twice: neither value counts",
                      data, fields={f"/inApp/0/{name}": None}, flags=("AttributeTwice",), features=("duplicates",))


def cases(made):
    for group in (values, nameless, numbers, twice):
        yield from group(made)
