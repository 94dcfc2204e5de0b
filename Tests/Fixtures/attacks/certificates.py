"""B, second part. Certificates at the creation date, the date itself, and single certificates."""

import authority
import der
import receipts
import signing

from .workshop import UNKNOWN, Case, changed, payload

BASIC_CONSTRAINTS, KEY_USAGE = "2.5.29.19", "2.5.29.15"

# Bit 7 of KeyUsage.
ENCIPHER_ONLY = 7

# Attribute 12 as it must not be: bytes of the IA5String, and what is wrong with them.
MALFORMED_DATES = {
    "feb30": (b"2025-02-30T10:00:00Z", "February has no 30th day"),
    "hour24": (b"2025-03-01T24:00:00Z", "a day has no hour 24"),
    "no-zone": (b"2025-03-01T10:00:00", "it has no time zone"),
    "trailing": (b"2025-03-01T10:00:00Zx", "something follows the zone"),
    "empty": (b"", "it is empty"),
    "nul": (b"2025-03-01T10:00:00Z\x00", "a NUL follows the zone"),
}


def validity(shop):
    # The genuine leaf's first and last second are 2024-07-24T14:30:00Z and 2026-08-23T14:29:59Z.
    yield Case(
        "B13-leaf-expired-at-creation", "validity",
        "created one second after the leaf's last",
        shop.receipt(payload(created="2026-08-23T14:30:00Z")))
    yield Case(
        "B14-leaf-not-yet-valid", "validity", "created one second before the leaf's first",
        shop.receipt(payload(created="2024-07-24T14:29:59Z")))
    old = shop.certificates["developer-relations-sha1"]
    leaf = shop.issue_leaf(
        issuer=old, digest="sha1", start="2015-11-13T02:00:00Z", end="2024-02-07T21:00:00Z")
    yield Case(
        "B15-intermediate-expired-at-creation", "validity",
        "created one second after the intermediate's last, in the leaf's validity",
        shop.receipt(
            payload(created="2023-02-07T21:00:01Z"), [leaf, old, shop.root], digest="sha1"))


def creation_date(shop):
    yield Case(
        "B16-no-creation-date", "creationDate",
        "no creation date: there is none to judge the certificates at",
        shop.receipt(payload(without=[receipts.CREATION])))
    for name, (data, words) in MALFORMED_DATES.items():
        yield Case(
            f"B17-creation-date-{name}", "creationDate", f"the creation date is none: {words}",
            shop.receipt(payload(created=der.element(der.IA5_STRING, data))))
    # The digits are outside ASCII, so only a UTF8String can have them.
    wide = "".join(chr(ord(digit) + 0xFEE0) for digit in "2025") + "-03-01T10:00:00Z"
    yield Case(
        "B17-creation-date-unicode-digits", "creationDate",
        "the creation date is none: its year is written in full-width digits",
        shop.receipt(payload(created=der.utf8_string(wide))))


def leaves(shop):
    extensions = shop.leaf_extensions()
    critical = authority.extension(f"{UNKNOWN}.1", der.null(), critical=True)
    changes = [
        ("B19-leaf-ku-encipher-only", "the leaf's key is for enciphering only",
         changed(extensions, KEY_USAGE, authority.key_usage(ENCIPHER_ONLY))),
        ("B19-leaf-unknown-critical", "the leaf has a critical extension that nobody knows",
         [*extensions, critical]),
        ("B19-leaf-duplicate-ext", "the leaf has the marker twice",
         [*extensions, authority.marker(authority.RECEIPT_SIGNING_MARKER)]),
    ]
    for name, reason, made in changes:
        yield Case(name, "policy", reason, shop.with_leaf(shop.issue_leaf(extensions=made)))


def intermediates(shop):
    key = shop.intermediate.key
    extensions = authority.intermediate_extensions(key, shop.root.key)

    def case(name, reason, category="chain", **changes):
        middle = shop.issue_intermediate(**changes)
        return Case(name, category, reason, shop.receipt(chain=[shop.leaf, middle, shop.root]))

    yield case(
        "B20-int-not-ca", "the intermediate is no certification authority",
        extensions=changed(
            extensions, BASIC_CONSTRAINTS, authority.basic_constraints(False)))
    yield case(
        "B20-int-no-basicconstraints", "the intermediate has no basicConstraints",
        extensions=changed(extensions, BASIC_CONSTRAINTS))
    yield case(
        "B20-int-no-keycertsign", "the intermediate's key is not for signing certificates",
        extensions=changed(extensions, KEY_USAGE, authority.key_usage(authority.CRL_SIGN)))
    yield case(
        "B20-int-v1", "the intermediate is of version 1: it has no extensions at all", version=0)


def algorithms(shop):
    yield Case(
        "B21-inner-outer-alg-differ", "chain",
        "the leaf names SHA-1 inside and SHA-256, its true algorithm, outside",
        shop.with_leaf(shop.issue_leaf(digest="sha1", outer_digest="sha256")))
    yield Case(
        "B22-md5-certificate", "algorithm", "the leaf is signed with MD5",
        shop.with_leaf(shop.issue_leaf(digest="md5")))
    yield Case(
        "B23-rsa-1024-leaf", "algorithm", "the leaf's key has 1024 bits",
        shop.with_leaf(shop.issue_leaf(key=shop.keys["rsa-1024"])))
    # Anybody signs with it: the signature is the padded digest itself.
    identity = signing.Key(shop.keys["developer"].primes, 1)
    yield Case(
        "B24-exponent-1", "algorithm", "the leaf's public exponent is 1",
        shop.with_leaf(shop.issue_leaf(key=identity)))


def cases(shop):
    for group in (validity, creation_date, leaves, intermediates, algorithms):
        yield from group(shop)
