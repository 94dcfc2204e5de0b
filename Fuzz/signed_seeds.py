#!/usr/bin/env python3
"""Receipts that the test authority has signed with its own keys: a mutator has none.

    Fuzz/signed_seeds.py            write Tests/Fixtures/genuine.hex and broken.tsv
    Fuzz/signed_seeds.py --check    exit 1 if one of them differs, or has a receipt that is too long for the fuzzer

`broken()` has one rule broken in each, or several of which one has to be named, and the code that this has: broken.tsv
lists the codes by the receipts' length and SHA-256. `genuine()` goes to the edge of a rule, so that a verifier that is
stricter refuses one: `SignedFixtures` reads genuine.hex and stops if any is not verified. `crowded()` are inputs alone.
"""

import base64
import dataclasses
import hashlib
import pathlib
import sys

sys.dont_write_bytecode = True

FIXTURES = pathlib.Path(__file__).resolve().parent.parent / "Tests" / "Fixtures"
sys.path.insert(0, str(FIXTURES))

import attacks
import authority
import container
import der
import fuzzing
import make_fixtures
import receipts
import samples
import signing
from attacks import workshop
from attacks.workshop import CREATED, changed

CONSTRAINTS, USAGE, POLICIES = "2.5.29.19", "2.5.29.15", "2.5.29.32"
SECOND = der.sequence(der.time(CREATED), der.time(CREATED))
BEFORE, AFTER = CREATED.replace("10:00:00", "09:59:59"), CREATED.replace("10:00:00", "10:00:01")


def make_shop():
    keys = make_fixtures.load_keys()
    certificates = authority.certificates(keys)
    keys |= {name: signing.Key.from_pem(FIXTURES / "attacks" / "keys" / f"{name}.pem") for name in attacks.KEYS}
    return workshop.Workshop(keys, certificates)


def primes(name):
    """Those of one of the attackers' keys."""
    return signing.Key.from_pem(FIXTURES / "attacks" / "keys" / f"{name}.pem").primes


def key_of(*primes):
    """A key of another length: of primes that belong to several."""
    return signing.Key(primes, 65537)


def short_key():
    """1,536 bits."""
    return key_of(primes("attacker")[0], primes("rsa-1024")[0])


def long_keys():
    """Two of 3,072 bits."""
    (first, second), (third, fourth) = primes("attacker"), primes("developer")
    return key_of(first, second, third), key_of(second, third, fourth)


def constraints(*parts, behind=b""):
    return authority.extension(CONSTRAINTS, der.sequence(*parts) + behind, critical=True)


def usage(bits):
    return authority.extension(USAGE, bits, critical=True)


def policies(*parts):
    return authority.extension(POLICIES, der.sequence(*parts))


def common_changes(extensions):
    """What no certificate may have among its extensions."""
    unknown = [authority.extension(f"{workshop.UNKNOWN}.{index}", der.null()) for index in range(32)]
    critical = authority.extension(f"{workshop.UNKNOWN}.1", der.null(), critical=True)
    yield "tooManyExtensions", [*extensions, *unknown]
    yield "repeatedExtension", [*extensions, unknown[0], unknown[0]]
    yield "unknownCriticalExtension", [*extensions, critical]
    yield "unknownCriticalExtension", [critical, *extensions]
    yield "unknownCriticalExtension", [
        critical, *extensions, authority.extension(f"{workshop.UNKNOWN}.2", der.null(), critical=True)]
    yield "unknownCriticalExtension", [*extensions, authority.extended_key_usage("1.3.6.1.5.5.7.3.3")]
    yield "wrongKeyUsage", changed(extensions, USAGE)
    yield "wrongKeyUsage", changed(extensions, USAGE, usage(der.bit_string(b"")))
    for bits in (der.bit_string(b"\x84\x00"), der.bit_string(b"\x84") + der.null(), der.bit_string(b"\x84", unused=1),
                 der.bit_string(b"\x84\0\0\0\x80", unused=7), der.octet_string(b"\x84")):
        yield "malformedExtension", changed(extensions, USAGE, usage(bits))


def leaf_extensions(shop):
    extensions = shop.leaf_extensions()
    yield from common_changes(extensions)
    yield "leafMarkerMissing", changed(extensions, authority.RECEIPT_SIGNING_MARKER)
    yield "leafPolicyMissing", changed(extensions, POLICIES)
    name = der.object_identifier(authority.RECEIPT_SIGNING_POLICY)
    for code, wrong in (("malformedExtension", policies()), ("malformedExtension", policies(name)),
                        ("malformedExtension", policies(der.sequence(name, der.null()))),
                        ("malformedExtension", policies(der.sequence(name, der.sequence(), der.null()))),
                        ("leafPolicyMissing", policies(der.sequence(der.object_identifier(authority.ROOT_POLICY)))),
                        # Nobody has to understand policies, so nobody may ask for it.
                        ("unknownCriticalExtension",
                         authority.extension(POLICIES, der.sequence(der.sequence(name)), critical=True))):
        yield code, changed(extensions, POLICIES, wrong)
    for code, wrong in (("isAnAuthority", constraints(der.boolean(True))),
                        ("isAnAuthority", constraints(der.boolean(True), der.integer(0))),
                        *(("malformedExtension", wrong) for wrong in (
                            constraints(der.integer(-1)), constraints(behind=der.null()),
                            constraints(b"\1\1\1"), constraints(der.null())))):
        yield code, changed(extensions, CONSTRAINTS, wrong)
    for bit in range(1, 9):
        yield "wrongKeyUsage", changed(extensions, USAGE, authority.key_usage(bit))
    # The marks come before what the certificate may do, and that before what is critical.
    critical = authority.extension(f"{workshop.UNKNOWN}.1", der.null(), critical=True)
    wrong = [*changed(extensions, USAGE), critical]
    yield "wrongKeyUsage", wrong
    wrong = changed(wrong, CONSTRAINTS, constraints(der.boolean(True)))
    yield "isAnAuthority", wrong
    wrong = changed(wrong, POLICIES)
    yield "leafPolicyMissing", wrong
    yield "leafMarkerMissing", changed(wrong, authority.RECEIPT_SIGNING_MARKER)


def intermediate_extensions(shop):
    extensions = authority.intermediate_extensions(shop.intermediate.key, shop.root.key)
    yield from common_changes(extensions)
    yield "intermediateMarkerMissing", changed(extensions, authority.DEVELOPER_RELATIONS_MARKER)
    yield "notAnAuthority", changed(extensions, CONSTRAINTS)
    for code, wrong in (("notAnAuthority", constraints()), ("notAnAuthority", constraints(der.boolean(False))),
                        *(("malformedExtension", wrong) for wrong in (
                            constraints(b"\1\1\1"), constraints(der.boolean(True), der.integer(-1)),
                            constraints(der.boolean(True), der.integer(0), der.null()),
                            constraints(der.boolean(True), behind=der.null())))):
        yield code, changed(extensions, CONSTRAINTS, wrong)
    for bit in (0, 4, 6):
        yield "wrongKeyUsage", changed(extensions, USAGE, authority.key_usage(bit))
    # The role comes before what the certificate may do, and that before the mark.
    wrong = changed(extensions, authority.DEVELOPER_RELATIONS_MARKER)
    wrong = changed(wrong, USAGE)
    yield "wrongKeyUsage", wrong
    yield "notAnAuthority", changed(wrong, CONSTRAINTS)


def validities():
    early, late = "certificateNotYetValid", "certificateExpired"
    for code, start, end in ((early, AFTER, "2026-08-23T14:29:59Z"), (late, "2024-07-24T14:30:00Z", BEFORE),
                             (early, AFTER, BEFORE)):
        yield code, der.sequence(der.time(start), der.time(end))


def small_certificate():
    algorithm, name = signing.algorithm(signing.signature_oid("sha256")), der.sequence()
    validity = der.sequence(der.time(BEFORE), der.time(AFTER))
    key = der.sequence(algorithm, der.bit_string(b""))
    return der.sequence(
        der.sequence(der.integer(1), algorithm, name, validity, name, key), algorithm, der.bit_string(b""))


def resigned(shop, old, new, outer=None):
    """A leaf with other bytes in what is signed, and with another algorithm outside."""
    digest = "sha256"
    usual = signing.algorithm(signing.signature_oid(digest))
    leaf = shop.issue_leaf(seal=lambda signature: b"")
    fields = der.contents(der.contents(leaf.encoding)[: -len(usual)])
    assert old in fields
    signed = der.sequence(fields.replace(old, new, 1))
    signature = shop.intermediate.key.sign(signed, digest)
    return dataclasses.replace(leaf, encoding=der.sequence(signed, outer or usual, der.bit_string(signature)))


def with_parameters(shop, parameters):
    """A leaf whose algorithm, inside and outside, has other parameters than NULL, or none."""
    oid = signing.signature_oid("sha256")
    other = signing.algorithm(oid, parameters)
    return resigned(shop, signing.algorithm(oid), other, other)


def unusable_keys(shop):
    """What may not stand for the leaf's key: RFC 3279 §2.3.1 wants NULL behind rsaEncryption."""
    key, rsa = shop.leaf.key, "1.2.840.113549.1.1.1"
    for algorithm in (der.sequence(der.object_identifier(rsa)), signing.algorithm(rsa, der.sequence()),
                      signing.algorithm(rsa, der.octet_string(b"")), signing.algorithm("1.2.840.113549.1.1.10")):
        yield der.sequence(algorithm, der.bit_string(key.public_key))
    yield der.sequence(signing.algorithm(rsa), der.bit_string(key.public_key + der.null()))


def issuers(shop, payload):
    """Two certificates of the issuer's name, none of which is right: what is wrong with the first, but for a root."""
    expired = shop.issue_intermediate(validity=der.sequence(der.time("2024-07-24T14:30:00Z"), der.time(BEFORE)))
    other_key = shop.issue_intermediate(key=shop.keys["attacker"])
    no_authority = shop.issue_intermediate(
        extensions=changed(authority.intermediate_extensions(shop.intermediate.key, shop.root.key), CONSTRAINTS))
    rootless = shop.issue_intermediate(issuer=shop.issue_intermediate(subject=authority.Name(authority.ROOT_NAME.parts[:-1])))
    wrong = {"certificateExpired": expired, "certificateSignatureMismatch": other_key, "notAnAuthority": no_authority}

    def receipt(*candidates):
        certificates = [shop.leaf, *candidates, shop.root]
        return shop.receipt(payload, bag=[certificate.encoding for certificate in certificates])

    yield "untrustedRoot", receipt(rootless)
    for code, first in wrong.items():
        yield code, receipt(first, rootless)
        yield code, receipt(rootless, first)
        for second in wrong.values():
            if second != first:
                yield code, receipt(first, second)
                yield code, receipt(rootless, first, second)


def apples_root(number):
    """The name of a root of Apple's that issues no receipts."""
    return authority.Name((
        (authority.COMMON_NAME, authority.UTF8, f"Apple Root CA - G{number}"),
        (authority.UNIT, authority.UTF8, "Apple Certification Authority"),
        (authority.ORGANIZATION, authority.UTF8, "Apple Inc."), (authority.COUNTRY, authority.PRINTABLE, "US")))


# The name of the one that does, byte by byte: to nobody but Apple's policy is it more than another root's.
APPLES_NAME = authority.Name((
    (authority.COUNTRY, authority.PRINTABLE, "US"), (authority.ORGANIZATION, authority.PRINTABLE, "Apple Inc."),
    (authority.UNIT, authority.PRINTABLE, "Apple Certification Authority"),
    (authority.COMMON_NAME, authority.PRINTABLE, "Apple Root CA")))


def broken():
    """Pairs of the code that is to be named and a receipt."""
    shop = make_shop()
    # The fixtures' payload: if a mutator mends the broken rule, the property still knows the receipt.
    payload = workshop.payload()

    def by_leaf(**changes):
        return shop.with_leaf(shop.issue_leaf(**changes), payload)

    def by_intermediate(**changes):
        return shop.receipt(payload, [shop.leaf, shop.issue_intermediate(**changes), shop.root])

    for code, extensions in leaf_extensions(shop):
        yield code, by_leaf(extensions=extensions)
    for code, extensions in intermediate_extensions(shop):
        yield code, by_intermediate(extensions=extensions)
    for code, validity in validities():
        yield code, by_leaf(validity=validity)
        yield code, by_intermediate(validity=validity)
    mismatch = "certificateSignatureMismatch"
    # Signed by the root, and of the name of the signer's issuer, but not its key.
    yield mismatch, by_intermediate(key=shop.keys["attacker"])
    yield from issuers(shop, payload)
    for number in (2, 3):
        yield "unsupportedAppleRoot", by_intermediate(issuer=shop.issue_intermediate(subject=apples_root(number)))
    # Said to be issued by Apple's root, which has not signed it.
    yield "untrustedRoot", by_intermediate(issuer=shop.issue_intermediate(subject=APPLES_NAME))
    # One more between the intermediate certificate and the root.
    above = shop.issue_intermediate(subject=authority.Name(authority.ROOT_NAME.parts[:-1]))
    yield "pathTooLong", shop.receipt(payload, [shop.leaf, shop.issue_intermediate(issuer=above), above, shop.root])
    # Version 1 has no extensions, and there is no version 4.
    for code, version in (("unsupportedCertificateVersion", 0), ("unsupportedCertificateVersion", 1),
                          ("malformedCertificate", 3)):
        yield code, by_leaf(version=version)
    yield mismatch, by_leaf(seal=lambda signature: der.bit_string(
        signature[:-1] + bytes([signature[-1] & 0xFE]), unused=1))
    yield mismatch, by_leaf(seal=lambda signature: der.bit_string(b"\0" + signature))
    for parameters in (der.sequence(), der.octet_string(b""), der.integer(0)):
        yield "unsupportedCertificateAlgorithm", shop.with_leaf(with_parameters(shop, parameters), payload)
    # Signed over SHA-256, which the algorithm does not say.
    for digest in ("sha1", "sha384", "sha512"):
        other = signing.algorithm(signing.signature_oid(digest))
        yield mismatch, shop.with_leaf(
            resigned(shop, signing.algorithm(signing.signature_oid("sha256")), other, other), payload)
    for info in unusable_keys(shop):
        yield "keyNotUsable", shop.with_leaf(resigned(shop, shop.leaf.key.public_key_info, info), payload)
    # Between the shortest key that a caller may allow and the shortest by default.
    yield "keyNotUsable", by_leaf(key=short_key())
    for version in (b"", der.explicit(0, der.integer(0)), der.explicit(0, der.integer(1))):
        yield "unsupportedCertificateVersion", shop.with_leaf(
            resigned(shop, der.explicit(0, der.integer(2)), version), payload)
    root = shop.root.encoding
    yield "embeddedRootDiffers", shop.receipt(
        payload, bag=[shop.leaf.encoding, shop.intermediate.encoding, root[:-1] + bytes([root[-1] ^ 1])])
    certificates = [certificate.encoding for certificate in shop.chain]
    yield "tooManyCertificates", shop.receipt(payload, bag=certificates + 14 * [small_certificate()])
    for digest in ("sha1", "sha256"):
        # Of nothing, and of the content with its identifier and length.
        for signed in (b"", der.octet_string(payload)):
            yield "signatureMismatch", shop.receipt(payload, digest=digest, signed=signed)
    yield "severalSigners", shop.receipt(payload, signers=2 * [shop.signer(payload, shop.leaf, "sha256")])
    # The message's own list says more than the digest, which is not signed.
    disagree = "digestAlgorithmsDisagree"
    for parameters in (der.sequence(), der.octet_string(b"")):
        yield disagree, shop.receipt(payload, digests=[signing.algorithm(signing.digest_oid("sha256"), parameters)])
    # Or it says nothing, or another digest, or two.
    for digest in ("sha1", "sha256"):
        own, *others = (signing.algorithm(signing.digest_oid(name)) for name in (digest, "sha1", "sha256", "sha512"))
        for digests in ([], *([other] for other in others if other != own), [own, own],
                        *(sorted([own, other]) for other in others if other != own)):
            yield disagree, shop.receipt(payload, digest=digest, digests=digests)
    # Not signed by the root that it names, though it is in no path: a bit of it could change unnoticed.
    stray = shop.issue_intermediate(
        subject=authority.Name(authority.ROOT_NAME.parts[:-1]), issuer_key=shop.keys["attacker"])
    yield mismatch, shop.receipt(payload, [*shop.chain, stray])
    # A second too early and too late for paths that are right between them, and may be remembered: that of either
    # certificate below the root.
    for code, created in (("certificateNotYetValid", BEFORE), ("certificateExpired", AFTER)):
        for chain in (short_lived(shop), [shop.issue_leaf(validity=SECOND), *shop.chain[1:]]):
            yield code, shop.receipt(workshop.payload(created=created), chain)
    # Signed by Xcode's certificate, and not said to be Xcode's.
    yield "xcodeNotAllowed", shop.receipt(workshop.payload(), chain=[shop.certificates["storekit-test"]])
    # One of Xcode's, with one more certificate.
    xcode, _ = receipts.attribute_set(samples.xcode_attributes(), "type")
    yield "xcodeNotAllowed", container.apple(xcode, "sha256", [shop.certificates["storekit-test"], shop.root]).encoding
    # A right signature, whose algorithm says another digest, or SHA-1, which no receipt says.
    for digest, named in (("sha1", "sha256"), ("sha1", "sha1"), ("sha1", "sha512"), ("sha256", "sha1"), ("sha256", "sha512")):
        yield "unsupportedSignatureAlgorithm", shop.receipt(
            payload, digest=digest, signature_algorithm=signing.signature_oid(named))


def short_lived(shop):
    """A chain whose intermediate certificate is valid for one second, in which the receipts are made."""
    return [shop.leaf, shop.issue_intermediate(validity=SECOND), shop.root]


def genuine():
    shop = make_shop()
    payload = workshop.payload()
    chain = [shop.issue_leaf(validity=SECOND), *short_lived(shop)[1:]]
    # The first and the last second of both, and a fraction behind it.
    yield shop.receipt(payload, chain)
    yield shop.receipt(workshop.payload(created=CREATED.replace("Z", ".999Z")), chain)
    # Another serial number of the same key.
    yield shop.with_leaf(shop.issue_leaf(), payload)
    # Absent parameters mean what NULL does: RFC 4055 §5.
    yield shop.with_leaf(with_parameters(shop, b""), payload)
    extensions, below = shop.leaf_extensions(), authority.intermediate_extensions(shop.intermediate.key, shop.root.key)
    name = der.object_identifier(authority.RECEIPT_SIGNING_POLICY)
    other = der.sequence(der.object_identifier(authority.ROOT_POLICY))
    purpose = der.sequence(
        der.object_identifier("2.5.29.37"), der.octet_string(der.sequence(der.object_identifier("1.3.6.1.5.5.7.3.3"))))
    leaves = [
        # Not said to be no authority, and said in a way that DER does not know.
        changed(extensions, CONSTRAINTS), changed(extensions, CONSTRAINTS, constraints(der.boolean(False))),
        changed(extensions, USAGE, authority.key_usage(*range(9))),
        changed(extensions, POLICIES, policies(other, der.sequence(name, der.sequence()))),
        changed(extensions, POLICIES, policies(der.sequence(name, der.sequence()), other)),
        # As many as there may be, one with a purpose that is not critical.
        [*extensions, purpose, *(authority.extension(f"{workshop.UNKNOWN}.{index}", der.null())
                                 for index in range(31 - len(extensions)))],
    ]
    for extensions in leaves:
        yield shop.with_leaf(shop.issue_leaf(extensions=extensions), payload)
    for replaced in (changed(below, CONSTRAINTS, constraints(der.boolean(True))),
                     changed(below, USAGE, authority.key_usage(*range(9)))):
        yield shop.receipt(payload, [shop.leaf, shop.issue_intermediate(extensions=replaced), shop.root])
    for digest in ("sha1", "sha384", "sha512"):
        yield shop.with_leaf(shop.issue_leaf(digest=digest, end="2051-01-01T00:00:00Z"), payload)
    yield shop.receipt(payload, short_lived(shop))
    yield shop.with_leaf(shop.issue_leaf(validity=SECOND), payload)
    # Longer keys than the root's.
    key, above = long_keys()
    middle = shop.issue_intermediate(key=above)
    yield shop.receipt(payload, [shop.issue_leaf(key=key, issuer=middle), middle, shop.root])
    # Without the root, which may end between them: see `SignedFixtures`.
    for created in (BEFORE, CREATED, AFTER):
        yield shop.receipt(workshop.payload(created=created), bag=[certificate.encoding for certificate in shop.chain[:2]])
    # As many certificates as there may be.
    yield shop.receipt(payload, bag=[certificate.encoding for certificate in shop.chain] + 13 * [small_certificate()])


def apples_intermediate():
    """The last of those that the library knows."""
    text = (fuzzing.ROOT / "Sources" / "ReceiptTrust" / "AppleIntermediates.swift").read_text()
    return base64.b64decode(text.split('"""')[-2])


def crowded():
    """Genuine ones with more certificates than their paths. Their signatures are those of others: they are in no file."""
    shop = make_shop()
    payload = workshop.payload()
    # Behind two copies of one of the issuer's name and another key, which is tried once.
    other_key = shop.issue_intermediate(key=shop.keys["attacker"])
    yield shop.receipt(payload, [shop.leaf, other_key, other_key, shop.intermediate])
    # With one that Apple's root has signed.
    yield shop.receipt(payload, bag=[*(certificate.encoding for certificate in shop.chain[:2]), apples_intermediate()])


def main():
    kept, refused = list(genuine()), list(broken())
    texts = {
        "genuine.hex": "".join(f"{data.hex()}\n" for data in kept),
        "broken.tsv": "".join(f"{len(data)}\t{hashlib.sha256(data).hexdigest()}\t{code}\n" for code, data in refused),
    }
    longest = max(map(len, [*kept, *crowded(), *(data for _, data in refused)]))
    if longest > fuzzing.TARGETS["verifier"]["bytes"]:
        sys.exit(f"the fuzzer `verifier` has to take {longest} bytes, or never sees one of these: Fuzz/Package.swift")
    for name, text in texts.items():
        file = FIXTURES / name
        if sys.argv[1:] != ["--check"]:
            file.write_text(text)
        elif file.read_text() != text:
            sys.exit(f"{name} differs: Fuzz/signed_seeds.py writes it")


if __name__ == "__main__":
    main()
