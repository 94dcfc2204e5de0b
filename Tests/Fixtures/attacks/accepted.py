"""P. Odd, and valid: a verifier that is too strict refuses one of these."""

import authority
import container
import der
import receipts
import signing
from receipts import raw
from samples import BUNDLE

from .signed_attributes import content_type, message_digest, sha256, with_attributes
from .workshop import UNKNOWN, Case, algorithm_without_parameters, payload


def padded(identifier, contents):
    """A definite length in four octets, however short it is (BER only)."""
    return bytes([identifier, 0x84]) + len(contents).to_bytes(4, "big") + contents


def small_purchase(index):
    """The fewest attributes that make sense, so that 400 purchases stay small."""
    transaction = str(730001800000000 + index)
    return receipts.in_app([
        receipts.number(receipts.QUANTITY, 1),
        receipts.text(receipts.PRODUCT, f"{BUNDLE}.coin"),
        receipts.text(receipts.TRANSACTION, transaction),
        receipts.ascii_text(receipts.PURCHASED, "2025-02-14T09:30:00Z"),
    ])


def payloads(shop):
    old = [
        shop.certificates["receipt-signing-sha1"],
        shop.certificates["developer-relations-sha1"],
        shop.root,
    ]
    yield Case(
        "P01-sha1-2015-expired-now", None,
        "SHA-1, of 2015: the certificates have expired since, and were valid at creation",
        shop.receipt(payload(created="2015-12-24T18:00:00Z"), old, digest="sha1"))
    yield Case("P02-sha256-2025", None, "SHA-256, of 2025", shop.receipt())
    odd = [
        raw(24, bytes.fromhex("0c7f00ff")),
        raw(99, b"", version=7),
        raw(70000, bytes.fromhex("3080ffffffff"), version=2),
    ]
    yield Case(
        "P03-unknown-attributes", None,
        "unknown attribute types, other versions, values that are no DER",
        shop.receipt(payload(extra=odd)))
    yield Case(
        "P08-400-inapps", None, "400 purchases",
        shop.receipt(payload(purchases=[small_purchase(index) for index in range(400)])))
    yield Case("P09-no-inapps", None, "no purchase", shop.receipt(payload(purchases=[])))
    yield Case(
        "P16-unsorted-payload", None,
        "the payload's SET in order of type: the digest covers the octets as sent",
        shop.receipt(payload(order="type")))


def encodings(shop):
    made = payload()
    yield Case(
        "P04-ber-indefinite", None, "the outer levels have indefinite lengths, as Xcode writes",
        shop.receipt(made, wrap=der.indefinite))
    chunks = [container.primitive_content(made[i : i + 7]) for i in range(0, len(made), 7)]
    yield Case(
        "P05-constructed-econtent", None,
        "the content in chunks of 7 octets: the digest covers them joined",
        shop.receipt(made, content=container.constructed_content(chunks)))
    yield Case(
        "P11-nonminimal-lengths", None, "lengths outside the signed octets are longer than needed",
        shop.receipt(made, wrap=padded))
    yield Case(
        "P13-double-wrapped", None,
        "the payload in a second OCTET STRING, which the signature covers",
        shop.receipt(der.octet_string(made)))


def messages(shop):
    made = payload()
    yield Case(
        "P06-no-root-embedded", None, "no root in the container: the caller has it",
        shop.receipt(made, shop.chain[:2]))
    stranger = shop.certificates["storekit-test"]
    bag = [shop.root, stranger, shop.intermediate, shop.leaf, shop.leaf]
    yield Case(
        "P07-certs-reordered-duplicated", None,
        "the certificates in another order, one twice, and a stranger among them",
        shop.receipt(made, bag=[certificate.encoding for certificate in bag]))
    yield Case(
        "P10-sigalg-sha256WithRSA", None,
        "the signature algorithm names the hash too, as Xcode writes",
        shop.receipt(made, signature_algorithm=signing.signature_oid("sha256")))
    unknown = authority.extension(f"{UNKNOWN}.1", der.null())
    leaf = shop.issue_leaf(extensions=[*shop.leaf_extensions(), unknown])
    yield Case(
        "P12-unknown-noncritical-ext", None,
        "the leaf has an extension that nobody knows and that is not critical",
        shop.with_leaf(leaf))
    digest = algorithm_without_parameters(signing.digest_oid("sha256"))
    yield Case(
        "P14-digest-params-absent", None, "the digest algorithm without parameters (RFC 5754 2)",
        shop.receipt(made, digest_algorithm=digest))
    unsigned = der.sequence(
        der.object_identifier(f"{UNKNOWN}.3"), der.set_of([der.octet_string(b"nobody's")]))
    yield Case(
        "P15-unsigned-attrs", None, "an attribute that is not signed, to be ignored",
        shop.receipt(made, unsigned_attributes=der.explicit(1, unsigned)))
    yield Case(
        "P17-wellformed-signedattrs", None, "complete and right signed attributes",
        with_attributes(shop, made, [content_type(), message_digest(sha256(made))]))


def cases(shop):
    for group in (payloads, encodings, messages):
        yield from group(shop)
