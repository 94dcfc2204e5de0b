"""The test certification authority: shaped like the store's, trusted by nobody.

    root ── developer-relations-sha1 ──── receipt-signing-sha1       2013 to 2023, SHA-1
        └── developer-relations-sha256 ── receipt-signing-sha256     2020 to 2030, SHA-256
    storekit-test                                                    self-signed, as Xcode's is

The same string types, validity, key sizes, extensions and marker identifiers as the certificates
in App Store receipts; the names say "Example Test Authority".
"""

import hashlib
from dataclasses import dataclass

import der
import signing

COMMON_NAME, COUNTRY, ORGANIZATION, UNIT = "2.5.4.3", "2.5.4.6", "2.5.4.10", "2.5.4.11"
NAME_LABELS = {COMMON_NAME: "CN", COUNTRY: "C", ORGANIZATION: "O", UNIT: "OU"}

# Apple's arcs. A verifier looks for exactly these, so a test authority has to carry them too.
RECEIPT_SIGNING_MARKER = "1.2.840.113635.100.6.11.1"
DEVELOPER_RELATIONS_MARKER = "1.2.840.113635.100.6.2.1"
RECEIPT_SIGNING_POLICY = "1.2.840.113635.100.5.6.1"
ROOT_POLICY = "1.2.840.113635.100.5.1"

# Bit numbers of KeyUsage (RFC 5280 4.2.1.3).
DIGITAL_SIGNATURE, KEY_CERT_SIGN, CRL_SIGN = 0, 5, 6

ORGANIZATION_NAME = "Example Test Authority"


@dataclass(frozen=True)
class Name:
    """A distinguished name: (attribute type, string type, text), one per RDN, in encoded order."""

    parts: tuple

    @property
    def encoding(self):
        return der.sequence(
            *(
                der.set_of([der.sequence(der.object_identifier(kind), encode(text))])
                for kind, encode, text in self.parts
            )
        )

    def __str__(self):
        return ", ".join(f"{NAME_LABELS[kind]}={text}" for kind, _, text in self.parts)


@dataclass(frozen=True)
class Certificate:
    """An encoding and the values it was made from, so that expectations need no second reader."""

    encoding: bytes
    subject: Name
    issuer: Name
    serial: int
    not_before: str
    not_after: str
    key: signing.Key

    @property
    def sha256(self):
        return hashlib.sha256(self.encoding).hexdigest()

    @property
    def issuer_and_serial_number(self):
        return der.sequence(self.issuer.encoding, der.integer(self.serial))


def extension(oid, value, critical=False):
    # critical is DEFAULT FALSE, so DER leaves it out when false.
    flag = der.boolean(True) if critical else b""
    return der.sequence(der.object_identifier(oid), flag, der.octet_string(value))


def basic_constraints(authority, path_length=None):
    contents = der.boolean(True) if authority else b""
    if path_length is not None:
        contents += der.integer(path_length)
    return extension("2.5.29.19", der.sequence(contents), critical=True)


def key_usage(*bits):
    return extension("2.5.29.15", der.named_bits(*bits), critical=True)


def subject_key_identifier(key):
    return extension("2.5.29.14", der.octet_string(key.identifier))


def authority_key_identifier(key):
    return extension("2.5.29.35", der.sequence(der.implicit_primitive(0, key.identifier)))


def certificate_policies(*oids):
    policies = (der.sequence(der.object_identifier(oid)) for oid in oids)
    return extension("2.5.29.32", der.sequence(*policies))


def extended_key_usage(*oids):
    purposes = (der.object_identifier(oid) for oid in oids)
    return extension("2.5.29.37", der.sequence(*purposes), critical=True)


def marker(oid):
    return extension(oid, der.null())


def issue(subject, key, serial, not_before, not_after, digest, extensions, issuer=None,
          issuer_key=None, outer_digest=None, version=2, validity=None, seal=der.bit_string):
    """Makes a certificate; without an issuer it is self-signed.

    `issuer` and `issuer_key` are apart, and the two algorithm fields are, so that certificates
    with a true name and a false signature can be made with the same function. The signature is
    made with the outer algorithm, the one that verifiers read, and encoded by `seal`.
    """
    issuer = issuer or subject
    issuer_key = issuer_key or key
    outer_digest = outer_digest or digest
    # version is DEFAULT v1, and only v3 has extensions.
    to_be_signed = der.sequence(
        der.explicit(0, der.integer(version)) if version else b"",
        der.integer(serial),
        signing.algorithm(signing.signature_oid(digest)),
        issuer.encoding,
        validity or der.sequence(der.time(not_before), der.time(not_after)),
        subject.encoding,
        key.public_key_info,
        der.explicit(3, der.sequence(*extensions)) if version == 2 else b"",
    )
    encoding = der.sequence(
        to_be_signed,
        signing.algorithm(signing.signature_oid(outer_digest)),
        seal(issuer_key.sign(to_be_signed, outer_digest)),
    )
    return Certificate(encoding, subject, issuer, serial, not_before, not_after, key)


KEY_NAMES = [
    "root",
    "developer-relations-sha1",
    "developer-relations-sha256",
    "receipt-signing-sha1",
    "receipt-signing-sha256",
    "storekit-test",
]

UTF8, PRINTABLE = der.utf8_string, der.printable_string
WORLDWIDE = "Example Worldwide Developer Relations"

ROOT_NAME = Name((
    (COUNTRY, PRINTABLE, "US"),
    (ORGANIZATION, PRINTABLE, ORGANIZATION_NAME),
    (UNIT, PRINTABLE, "Example Certification Authority"),
    (COMMON_NAME, PRINTABLE, "Example Test Root CA"),
))
SHA1_INTERMEDIATE_NAME = Name((
    (COUNTRY, PRINTABLE, "US"),
    (ORGANIZATION, UTF8, ORGANIZATION_NAME),
    (UNIT, UTF8, WORLDWIDE),
    (COMMON_NAME, UTF8, f"{WORLDWIDE} Certification Authority"),
))
SHA256_INTERMEDIATE_NAME = Name((
    (COMMON_NAME, UTF8, f"{WORLDWIDE} Certification Authority"),
    (UNIT, UTF8, "T5"),
    (ORGANIZATION, UTF8, ORGANIZATION_NAME),
    (COUNTRY, PRINTABLE, "US"),
))
LEAF_NAME = Name((
    (COMMON_NAME, UTF8, "Example App Store Receipt Signing"),
    (UNIT, UTF8, WORLDWIDE),
    (ORGANIZATION, UTF8, ORGANIZATION_NAME),
    (COUNTRY, PRINTABLE, "US"),
))
STOREKIT_NAME = Name((
    (COMMON_NAME, UTF8, "StoreKit Test Example"),
    (ORGANIZATION, UTF8, ORGANIZATION_NAME),
    (UNIT, UTF8, "StoreKit Test Example"),
    (COUNTRY, PRINTABLE, "US"),
))


def intermediate_extensions(key, root_key):
    return [
        basic_constraints(True, path_length=0),
        authority_key_identifier(root_key),
        subject_key_identifier(key),
        key_usage(KEY_CERT_SIGN, CRL_SIGN),
        marker(DEVELOPER_RELATIONS_MARKER),
    ]


def leaf_extensions(key, issuer_key):
    return [
        basic_constraints(False),
        authority_key_identifier(issuer_key),
        certificate_policies(RECEIPT_SIGNING_POLICY),
        subject_key_identifier(key),
        key_usage(DIGITAL_SIGNATURE),
        marker(RECEIPT_SIGNING_MARKER),
    ]


def certificates(keys):
    """All certificates by name, from the keys by the same names."""
    root = keys["root"]
    made = {
        "root": issue(
            ROOT_NAME, root, 2, "2006-04-25T20:00:00Z", "2035-02-09T20:00:00Z", "sha1",
            [
                key_usage(KEY_CERT_SIGN, CRL_SIGN),
                basic_constraints(True),
                subject_key_identifier(root),
                authority_key_identifier(root),
                certificate_policies(ROOT_POLICY),
            ],
        ),
        "storekit-test": issue(
            STOREKIT_NAME, keys["storekit-test"], 1,
            "2020-04-01T17:00:00Z", "2040-03-27T17:00:00Z", "sha256",
            [
                basic_constraints(True),
                key_usage(DIGITAL_SIGNATURE, KEY_CERT_SIGN),
                extended_key_usage("1.3.6.1.5.5.7.3.3"),
            ],
        ),
    }
    # Serial numbers as long as the real ones: 8 bytes, then 20 and 16, beyond any fixed width.
    lines = [
        ("sha1", SHA1_INTERMEDIATE_NAME,
         0x01C0FFEE5EED0001, "2013-02-07T21:00:00Z", "2023-02-07T21:00:00Z",
         0x0E1157CA5EED0002, "2015-11-13T02:00:00Z", "2023-02-07T21:00:00Z"),
        ("sha256", SHA256_INTERMEDIATE_NAME,
         0x3C0FFEE00112233445566778899AABBCCDDEEFF0,
         "2020-12-16T19:00:00Z", "2030-12-10T00:00:00Z",
         0x7D0011223344556677889900AABBCCDD, "2024-07-24T14:30:00Z", "2026-08-23T14:29:59Z"),
    ]
    for digest, name, serial, start, end, leaf_serial, leaf_start, leaf_end in lines:
        middle = keys[f"developer-relations-{digest}"]
        leaf = keys[f"receipt-signing-{digest}"]
        made[f"developer-relations-{digest}"] = issue(
            name, middle, serial, start, end, digest, intermediate_extensions(middle, root),
            ROOT_NAME, root)
        made[f"receipt-signing-{digest}"] = issue(
            LEAF_NAME, leaf, leaf_serial, leaf_start, leaf_end, digest,
            leaf_extensions(leaf, middle), name, middle)
    return made
