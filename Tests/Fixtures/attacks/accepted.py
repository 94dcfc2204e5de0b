"""P. Odd, and valid: a verifier that is too strict refuses one of these."""

import authority
import container
import der
import receipts
import signing
from receipts import raw
from samples import BUNDLE

from .signed_attributes import (
    MESSAGE_DIGEST, attribute, content_type, in_chunks, message_digest, sha256, with_attributes)
from .workshop import UNKNOWN, Case, algorithm_without_parameters, payload


def padded(identifier, contents):
    """A definite length in four bytes, however short it is (BER only)."""
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
        "the payload's SET in order of type: the digest covers the bytes as sent",
        shop.receipt(payload(order="type")))


def encodings(shop):
    made = payload()
    yield Case(
        "P04-ber-indefinite", None, "the outer levels have indefinite lengths, as Xcode writes",
        shop.receipt(made, wrap=der.indefinite))
    chunks = [container.primitive_content(made[i : i + 7]) for i in range(0, len(made), 7)]
    yield Case(
        "P05-constructed-econtent", None,
        "the content in chunks of 7 bytes: the digest covers them joined",
        shop.receipt(made, content=container.constructed_content(chunks)))
    yield Case(
        "P11-nonminimal-lengths", None, "lengths outside the signed bytes are longer than needed",
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


def signed_strings(made, write):
    """Signed attributes with strings at several depths, each written by `write`; the smallest
    first, in DER and, as long as `write` makes everything longer by about as much, in BER."""
    deep = der.sequence(
        write(der.octet_string(b"twelve bytes")),
        write(der.utf8_string("ünïcode")),
        der.set_of([write(der.printable_string("Printable"))]),
        der.sequence(write(der.ia5_string("IA5")), write(der.bmp_string("BMP"))),
        der.bit_string(b"\xa5\x5a"),
        der.time("2025-03-01T10:00:00Z"))
    return [
        content_type(),
        attribute(f"{UNKNOWN}.5", write(der.utf8_string("a value of its own"))),
        attribute(MESSAGE_DIGEST, write(der.octet_string(sha256(made)))),
        attribute(f"{UNKNOWN}.6", deep),
    ]


def constructed_strings(shop):
    made = payload()
    plain = der.set_of(signed_strings(made, bytes))

    def receipt(write, **more):
        # What is signed is the DER (RFC 5652 5.4).
        return with_attributes(
            shop, made, signed_strings(made, write), arrange=der.unordered_set_of, signed=plain,
            **more)

    yield Case(
        "P18-signedattrs-strings", None, "signed attributes with strings of many types, in DER",
        receipt(bytes))
    yield Case(
        "P19-messagedigest-constructed", None,
        "the message digest is an OCTET STRING of one chunk, its length definite",
        with_attributes(
            shop, made, [content_type(), attribute(
                MESSAGE_DIGEST, in_chunks(der.octet_string(sha256(made))))],
            signed=der.set_of([content_type(), message_digest(sha256(made))])))
    yield Case(
        "P20-signedattrs-chunks", None,
        "all strings in the signed attributes in chunks of 5 bytes, their lengths definite",
        receipt(lambda string: in_chunks(string, 5)))
    yield Case(
        "P22-signedattrs-order-of-der", None,
        "chunks of one byte make a signed attribute longer than the next, which its DER is not",
        receipt(lambda string: in_chunks(string, 1) if string[0] == der.UTF8_STRING else string))
    middle = shop.leaf.issuer
    name = der.sequence(*(
        der.set_of([der.sequence(der.object_identifier(kind), in_chunks(write(text), 4))])
        for kind, write, text in middle.parts))
    yield Case(
        "P21-signer-name-chunks", None,
        "the strings of the name in the signer's identifier in chunks of 4 bytes",
        shop.receipt(made, identifier=der.sequence(name, der.integer(shop.leaf.serial))))


def cases(shop):
    for group in (payloads, encodings, messages, constructed_strings):
        yield from group(shop)
