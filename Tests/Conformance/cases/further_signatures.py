"""Further forgeries of the content, its signature, its algorithms and its signed attributes."""

import hashlib

import container
import der
import signing
from attacks.signed_attributes import attribute, content_type, message_digest, sha256, with_attributes
from attacks.workshop import UNKNOWN, payload

from . import world
from .case import Case


def forged(area, name, words, data, reason, flag, features=(), importance="high", operation="verify"):
    return Case(f"{area}/{name}", operation, words, data, reason, features, (flag,), importance,
                caller=world.caller() if operation == "validate" else {})


def contents(made):
    """One byte changed after signing, in every part of the payload, and in the signature."""
    good, body = made.receipt, made.payload
    start = good.index(body)
    places = {"first-attribute": 12, "quarter": len(body) // 4, "half": len(body) // 2, "last": len(body) - 1}
    for name, place in places.items():
        for bit in (0, 7):
            data = bytearray(good)
            data[start + place] ^= 1 << bit
            yield forged("content", f"bit-{name}-{bit}", "a bit of the payload was changed after signing", bytes(data),
                         "signature", "ContentChanged", importance="critical")
    signature = len(good) - 256
    for name, place in (("first", 0), ("middle", 128), ("last", 255)):
        data = bytearray(good)
        data[signature + place] ^= 1
        yield forged("content", f"signature-bit-{name}", "a bit of the signature was changed", bytes(data), "signature",
                     "ContentChanged", importance="critical")
    richer = payload(purchases=[world.workshop.purchase(), world.workshop.purchase("com.example.app.all", "2")])
    shop = made.shop
    for name, words, message in (
            ("purchase-added", "a purchase was added", richer), ("purchase-removed", "the purchase was removed", payload(purchases=[])),
            ("environment-changed", "sandbox became production", payload()),
            ("date-moved", "the creation date was moved", payload(created="2025-03-02T10:00:00Z"))):
        signed = payload(environment="ProductionSandbox") if name == "environment-changed" else body
        yield forged("content", name, f"{words} under the signature of another payload",
                     shop.receipt(message, signed=signed), "signature", "ContentChanged", importance="critical")
    for name, words, signed in (
            ("with-header", "its header too", der.octet_string(body)), ("without-set", "the SET's contents", der.contents(body)),
            ("hash-of-hash", "the content's digest", sha256(body)), ("nothing", "nothing", b""),
            ("reversed", "the bytes reversed", body[::-1]), ("type-and-content", "type and content", der.object_identifier(
                container.DATA) + body), ("half", "the first half", body[:len(body) // 2])):
        yield forged("content", f"covers-{name}", f"the signature covers {words}", shop.receipt(body, signed=signed),
                     "signature", "ContentChanged")
    for name, value in (("random", bytes(range(256))), ("ones", b"\xff" * 256), ("short", bytes(128)), ("long", bytes(512)),
                        ("one-byte", b"\x01"), ("text", b"signature")):
        yield forged("content", f"signature-{name}", f"the signature is {name}", shop.receipt(body, signature=value),
                     "signature", "SignatureRange", importance="critical")


def signers(made):
    shop, body = made.shop, made.payload
    good = shop.signer(body)
    attacker = shop.issue_leaf(key=shop.keys["attacker"], issuer_key=shop.keys["attacker"])
    for name, words, infos in (
            ("twice", "the same signer twice", [good, good]),
            ("second-by-attacker", "a second signer, an attacker", [good, shop.signer(body, attacker)]),
            ("first-by-attacker", "the first signer is an attacker", [shop.signer(body, attacker), good])):
        yield forged("content", f"signers-{name}", words, shop.receipt(body, signers=infos), "signature", "SeveralSigners",
                     ("one-signer",), "medium")
    for name, words, identifier in (
            ("root", "the root", shop.root), ("intermediate", "the intermediate", shop.intermediate)):
        data = shop.receipt(body, signers=[shop.signer(body, shop.leaf, identifier=identifier.issuer_and_serial_number)])
        yield forged("chain", f"signer-names-{name}", f"the signer is named as {words}", data, "signature", "WrongIssuer")
    by_intermediate = shop.receipt(body, [shop.intermediate, shop.root])
    yield forged("chain", "intermediate-signs", "the intermediate has signed", by_intermediate, "policy", "NoMarker",
                 ("apple-policy",))
    yield forged("chain", "root-signs", "the root has signed", shop.receipt(body, [shop.root]), "chain", "PathLength",
                 ("apple-policy",))


def algorithms(made):
    shop, body = made.shop, made.payload
    for name, oid in (("sha384", "2.16.840.1.101.3.4.2.2"), ("sha224", "2.16.840.1.101.3.4.2.4"), ("md5", "1.2.840.113549.2.5"),
                      ("sha3", "2.16.840.1.101.3.4.2.8"), ("nobody", f"{UNKNOWN}.7")):
        data = shop.receipt(body, digest_algorithm=signing.algorithm(oid))
        yield forged("algorithms", f"digest-{name}", f"the digest algorithm says {name}; the signature is SHA-256's", data,
                     "algorithm", "AlgorithmConfusion")
    for name, oid in (("sha1-with-rsa", "1.2.840.113549.1.1.5"), ("sha512-with-rsa", "1.2.840.113549.1.1.13"),
                      ("md5-with-rsa", "1.2.840.113549.1.1.4"), ("dsa", "1.2.840.10040.4.1"), ("ed25519", "1.3.101.112"),
                      ("ecdsa-sha256", "1.2.840.10045.4.3.2"), ("oaep", "1.2.840.113549.1.1.7")):
        features = ("algorithm-parameters",) if "rsa" in name else ()
        yield forged("algorithms", f"signature-{name}", f"the signature algorithm says {name}",
                     shop.receipt(body, signature_algorithm=oid), "algorithm", "AlgorithmConfusion", features, "medium")
    for name, digests in (("sha1-listed", ["sha1"]), ("both-listed", ["sha1", "sha256"]), ("twice-listed", ["sha256"] * 2),
                          ("none-listed", [])):
        yield forged("algorithms", f"digests-{name}", "digestAlgorithms does not name the signer's digest alone",
                     shop.receipt(body, digests=digests), "algorithm", "AlgorithmConfusion", ("listed-digests",), "low")
    for name, key in (("exponent-3", "exponent-3"),):
        leaf = shop.issue_leaf(key=shop.keys[key])
        yield Case(f"algorithms/{name}", "verify", "a key with exponent 3, and a right signature", shop.with_leaf(leaf),
                   flags=("KeySize",), importance="low")


def attributes(made):
    """Signed attributes, in further wrong forms."""
    shop, body = made.shop, made.payload
    digest = sha256(body)
    rows = [
        ("only-others", [attribute(f"{UNKNOWN}.1", der.null())], "neither content type nor digest", "AttributesUnbound"),
        ("digest-of-nothing", [content_type(), message_digest(sha256(b""))], "the digest of no content", "AttributesUnbound"),
        ("digest-sha1", [content_type(), message_digest(hashlib.sha1(body).digest())],
         "a SHA-1 digest where SHA-256 is named", "AttributesUnbound"),
        ("digest-long", [content_type(), message_digest(digest + b"\0")], "the digest and a byte more", "AttributesUnbound"),
        ("digest-empty-set", [content_type(), attribute("1.2.840.113549.1.9.4")], "a digest without a value",
         "AttributesUnbound"),
        ("digest-utf8", [content_type(), attribute("1.2.840.113549.1.9.4", der.element(0x0C, digest))],
         "the digest in a UTF8String", "AttributesUnbound"),
        ("type-signed-data", [content_type(container.SIGNED_DATA), message_digest(digest)], "another content type",
         "AttributesUnbound"),
        ("type-two-values", [attribute("1.2.840.113549.1.9.3", der.object_identifier(container.DATA), der.object_identifier(
            container.SIGNED_DATA)), message_digest(digest)], "two content types in one attribute", "AttributesUnbound"),
        ("two-digests-right-last", [content_type(), message_digest(bytes(32)), message_digest(digest)],
         "two digests", "AttributesUnbound"),
    ]
    for name, found, words, flag in rows:
        yield forged("signed-attributes", name, words, with_attributes(shop, body, found), "signed-attributes", flag)
    good = [content_type(), message_digest(digest)]
    yield forged("signed-attributes", "signature-over-content", "right attributes, and the signature covers the content",
                 with_attributes(shop, body, good, signed=body), "signature", "AttributesEncoding")
    yield forged("signed-attributes", "signature-over-contents", "the signature covers the attributes without their header",
                 with_attributes(shop, body, good, signed=der.contents(der.set_of(good))), "signature", "AttributesEncoding")
    yield forged("signed-attributes", "changed-content", "right attributes of another content",
                 with_attributes(shop, payload(nonce=77), good), "signed-attributes", "AttributesUnbound", importance="critical")
    unsigned = der.explicit(1, der.set_of([])[2:] + message_digest(digest))
    yield forged("signed-attributes", "digest-unsigned", "a right digest among the unsigned attributes, a wrong signature",
                 shop.receipt(body, signed=b"other", unsigned_attributes=unsigned), "signature", "ContentChanged",
                 importance="critical")
    more = [content_type(), message_digest(digest), attribute("1.2.840.113549.1.9.5", der.time("2025-03-01T10:00:00Z"))]
    yield Case("signed-attributes/with-signing-time", "verify", "complete attributes and a signing time",
               with_attributes(shop, body, more), None, ("signed-attributes",), ("SignedAttributes",))


def cases(made):
    for group in (contents, signers, algorithms, attributes):
        yield from group(made)
