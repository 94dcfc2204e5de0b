"""E. Genuine signatures over payloads that are not this app's, this device's, or of this day."""

import hashlib

import der
import receipts
from receipts import ascii_text
from samples import BUNDLE, PHONE

from .workshop import OPAQUE, VERSION, Case, payload

OTHER_DEVICE = bytes.fromhex("00112233445566778899aabbccddeeff")


def utf8(data):
    """A UTF8String of any bytes."""
    return der.element(der.UTF8_STRING, data)


def bundles():
    """The raw value of attribute 2, and what is wrong with it."""
    name = BUNDLE.encode("ascii")
    return {
        "E01-other-app": (utf8(b"com.example.other"), "it is another app's"),
        "E02-bundle-suffix": (utf8(name + b".pro"), "it is longer than the expected one"),
        "E03-bundle-prefix": (utf8(name[:-1]), "it is shorter than the expected one"),
        "E04-bundle-case": (utf8(b"com.example.App"), "it differs in the case of a letter"),
        "E05-bundle-nul": (utf8(name + b"\x00.evil"), "a NUL, and more, follows the expected one"),
        "E06-bundle-nul-end": (utf8(name + b"\x00"), "a NUL follows the expected one"),
        "E07-bundle-space": (utf8(name + b" "), "a space follows the expected one"),
        "E08-bundle-zero-width": (
            utf8("com.example\u200d.app".encode()), "a zero-width joiner is in it"),
        "E09-bundle-invalid-utf8": (
            utf8(b"com.example\xff.app"), "a byte that is no UTF-8 is in it"),
        "E10-bundle-trailing-in-octets": (
            utf8(name) + b"\x00\x00", "bytes follow the string in the attribute"),
        "E11-bundle-two-strings": (
            utf8(name) + utf8(b"com.example.other"), "the attribute holds two strings"),
        "E13-bundle-octet-string": (der.octet_string(name), "it is an OCTET STRING"),
    }


def hashes():
    """Attribute 5, and what is wrong with it."""
    right = receipts.device_hash(PHONE, OPAQUE, der.utf8_string(BUNDLE))
    text = hashlib.sha1(PHONE + OPAQUE + BUNDLE.encode("ascii")).digest()
    return {
        "E18-hash-empty": (b"", "the hash has no bytes"),
        "E19-hash-prefix": (right[:8], "the first 8 bytes of the right hash"),
        "E20-hash-over-string": (
            text, "the hash covers the bundle identifier's text, not the whole value"),
        "E21-hash-long": (right + b"\x00", "a byte follows the right hash"),
    }


def apps(shop):
    for name, (value, words) in bundles().items():
        yield Case(
            name, "bundleIdentifier", f"the bundle identifier is not the app's: {words}",
            shop.receipt(payload(bundle=value)))
    yield Case(
        "E12-bundle-missing", "bundleIdentifier", "no bundle identifier",
        shop.receipt(payload(without=[receipts.BUNDLE])))
    yield Case(
        "E14-version-differs", "version", f"version {VERSION}0 in place of {VERSION}",
        shop.receipt(payload(version=f"{VERSION}0")))


def devices(shop):
    yield Case(
        "E15-other-device", "device", "made for another device: the receipt was copied",
        shop.receipt(payload(device=OTHER_DEVICE)))
    yield Case(
        "E16-hash-missing", "device", "no hash", shop.receipt(payload(without=[receipts.HASH])))
    # For those to whom absent is as good as empty, the hash is right.
    digest = receipts.device_hash(PHONE, b"", der.utf8_string(BUNDLE))
    yield Case(
        "E17-opaque-missing", "device", "no opaque value",
        shop.receipt(payload(without=[receipts.OPAQUE], digest=digest)))
    for name, (value, words) in hashes().items():
        yield Case(name, "device", words, shop.receipt(payload(digest=value)))


def policies(shop):
    ended = payload(
        environment="ProductionVPP",
        extra=[ascii_text(receipts.EXPIRATION, "2026-01-31T23:59:59Z")])
    yield Case(
        "E22-receipt-expired", "expiration",
        "a volume purchase that ended before the caller's day", shop.receipt(ended),
        expect={"environments": ["Production", "ProductionVPP"]})
    yield Case(
        "E23-sandbox-in-production", "environment",
        "a sandbox receipt where the store's is required",
        shop.receipt(payload(environment="ProductionSandbox")))


def cases(shop):
    for group in (apps, devices, policies):
        yield from group(shop)
