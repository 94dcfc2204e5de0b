"""Z, third part. More attacks on the payload: values given twice, absent, or nearly right."""

import hashlib
from dataclasses import dataclass

import der
import receipts
from receipts import ascii_text, raw, text
from samples import BUNDLE, PHONE

from .workshop import CREATED, ENVIRONMENT, NOW, OPAQUE, VERSION, Case, payload


@dataclass(frozen=True)
class Written(receipts.Attribute):
    """An attribute whose encoding is given."""

    written: bytes = b""

    @property
    def encoding(self):
        return self.written


def duplicates(shop):
    """Some have the right value first and some last: readers keep the one or the other."""
    def case(name, reason, *extra, **changes):
        # In order of type, and of one type in the order given.
        made = payload(order="type", extra=extra, **changes)
        return Case(name, "structure", reason, shop.receipt(made))

    yield case(
        "Z40-creation-date-twice", "two creation dates",
        ascii_text(receipts.CREATION, "2025-04-01T10:00:00Z"))
    yield case(
        "Z41-expiration-twice", "two expiration dates, first the later one",
        ascii_text(receipts.EXPIRATION, "2030-01-01T00:00:00Z"),
        ascii_text(receipts.EXPIRATION, "2026-01-01T00:00:00Z"))
    right = receipts.device_hash(PHONE, OPAQUE, der.utf8_string(BUNDLE))
    yield case(
        "Z42-hash-twice", "two hashes, last the right one", raw(receipts.HASH, right),
        digest=b"\x00" * 20)
    yield case(
        "Z43-opaque-twice", "two opaque values, first the right one",
        raw(receipts.OPAQUE, b"\x00" * 16, version=2))
    yield case(
        "Z44-version-twice", "two versions, last the right one", text(receipts.VERSION, VERSION),
        version="1.2.4")
    yield case(
        "Z45-environment-twice", "two environments, first the right one",
        text(receipts.ENVIRONMENT, "ProductionSandbox"))


def encodings(shop):
    value = der.octet_string(der.utf8_string(BUNDLE))
    kind, version = der.integer(receipts.BUNDLE), der.integer(1)

    def case(name, reason, encoding):
        written = Written(receipts.BUNDLE, b"", written=encoding)
        return Case(name, "structure", reason, shop.receipt(
            payload(without=[receipts.BUNDLE], extra=[written])))

    yield case(
        "Z46-attribute-of-four", "an attribute has a member too many",
        der.sequence(kind, version, value, der.null()))
    yield case(
        "Z59-attribute-type-leading-zero", "an attribute's type has a leading zero byte",
        der.sequence(der.element(der.INTEGER, b"\x00\x02"), version, value))
    made = payload()
    contents = made[4:]
    assert made == der.element(der.SET, contents)
    yield Case(
        "Z47-payload-indefinite", "structure",
        "the payload's SET is of indefinite length: it is signed, so it has to be DER",
        shop.receipt(der.indefinite(der.SET, contents)))
    name = BUNDLE.encode("ascii")
    long_form = b"\x0c\x81" + bytes([len(name)]) + name
    yield Case(
        "Z48-bundle-long-length", "bundleIdentifier",
        "the length of the bundle identifier is not minimal",
        shop.receipt(payload(bundle=long_form)))


def dates(shop):
    yield Case(
        "Z49-creation-date-zone", "creationDate", "the creation date's zone is 24 hours ahead",
        shop.receipt(payload(created="2025-03-01T10:00:00+24:00")))
    yield Case(
        "Z60-creation-date-octet-string", "creationDate",
        "the creation date is an OCTET STRING",
        shop.receipt(payload(created=der.octet_string(CREATED.encode("ascii")))))
    yield Case(
        "Z57-expiration-unreadable", "expiration",
        "the expiration date is none: that does not mean never",
        shop.receipt(payload(extra=[ascii_text(receipts.EXPIRATION, "never")])))
    yield Case(
        "Z58-expires-now", "expiration", "the receipt expires in the caller's present second",
        shop.receipt(payload(extra=[ascii_text(receipts.EXPIRATION, NOW)])))


def devices(shop):
    value = der.utf8_string(BUNDLE)
    yield Case(
        "Z50-device-of-zeros", "device",
        "made for the device of zeros, as those that servers hand out",
        shop.receipt(payload(device=bytes(16))))
    yield Case(
        "Z51-hash-without-device", "device", "the hash covers no device",
        shop.receipt(payload(digest=hashlib.sha1(OPAQUE + value).digest())))
    digest = receipts.device_hash(PHONE, OPAQUE, value)
    yield Case(
        "Z61-hash-in-octet-string", "device", "the right hash in an OCTET STRING of its own",
        shop.receipt(payload(digest=der.octet_string(digest))))


def texts(shop):
    yield Case(
        "Z52-environment-missing", "environment", "no environment",
        shop.receipt(payload(without=[receipts.ENVIRONMENT])))
    yield Case(
        "Z53-environment-nul", "environment", "a NUL, and more, follows the environment",
        shop.receipt(payload(environment=f"{ENVIRONMENT}\x00Sandbox")))
    yield Case(
        "Z54-environment-case", "environment", "the environment differs in the case of a letter",
        shop.receipt(payload(environment=ENVIRONMENT.lower())))
    yield Case(
        "Z55-version-missing", "version", "no version",
        shop.receipt(payload(without=[receipts.VERSION])))
    yield Case(
        "Z56-version-nul", "version", "a NUL follows the version",
        shop.receipt(payload(version=f"{VERSION}\x00")))


def cases(shop):
    for group in (duplicates, encodings, dates, devices, texts):
        yield from group(shop)
