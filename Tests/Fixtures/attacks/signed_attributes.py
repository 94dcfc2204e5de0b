"""D. Signed attributes. Receipts have none; these have some, and none of them binds the content."""

import hashlib

import container
import der
from samples import BUNDLE

from .workshop import UNKNOWN, Case, payload, purchase

CONTENT_TYPE, MESSAGE_DIGEST = "1.2.840.113549.1.9.3", "1.2.840.113549.1.9.4"


def attribute(kind, *values):
    return der.sequence(der.object_identifier(kind), der.set_of(values))


def content_type(kind=container.DATA):
    return attribute(CONTENT_TYPE, der.object_identifier(kind))


def message_digest(*values):
    return attribute(MESSAGE_DIGEST, *map(der.octet_string, values))


def sha256(data):
    return hashlib.sha256(data).digest()


def with_attributes(shop, made, attributes, arrange=der.set_of, signed=None):
    """A receipt with these signed attributes; the signature covers them as the SET they are."""
    encoding = arrange(attributes)
    return shop.receipt(
        made, signed=encoding if signed is None else signed,
        signed_attributes=b"\xa0" + encoding[1:])


def in_chunks(string, size=None):
    """A string in constructed form (BER only), in chunks of so many bytes or in one.

    All lengths are definite. Chunks are OCTET STRINGs, whatever the string is (X.690 8.23.6);
    those of a BIT STRING are BIT STRINGs.
    """
    contents = der.contents(string)
    if string[0] == der.BIT_STRING:
        chunks = [string]
    else:
        size = size or len(contents)
        chunks = [
            der.octet_string(contents[i : i + size]) for i in range(0, len(contents), size)]
    return der.element(string[0] | 0x20, b"".join(chunks))


def borrowed(shop):
    made = payload()
    richer = payload(purchases=[purchase(), purchase(f"{BUNDLE}.everything", "730001800000002")])
    yield Case(
        "D01-payload-as-signedattrs", "signedAttributes",
        "a genuine payload as signed attributes, under its genuine signature, beside another "
        "content: made from one receipt, without any key",
        shop.receipt(richer, signed=made, signed_attributes=b"\xa0" + made[1:]))
    theirs = der.set_of([content_type(), message_digest(sha256(made))])
    yield Case(
        "D12-signedattrs-as-content", "structure",
        "somebody's signed attributes as the content, under their genuine signature",
        shop.receipt(theirs))


def missing(shop):
    made = payload()
    digest = sha256(made)
    yield Case(
        "D02-no-contenttype", "signedAttributes", "signed attributes without a content type",
        with_attributes(shop, made, [message_digest(digest)]))
    yield Case(
        "D03-no-messagedigest", "signedAttributes",
        "signed attributes without a message digest: nothing binds the content",
        with_attributes(shop, made, [content_type()]))
    # The signature is over the content, for those to whom empty is as good as absent.
    yield Case(
        "D08-empty-signedattrs", "signedAttributes", "signed attributes are present and empty",
        with_attributes(shop, made, [], signed=made))


def wrong(shop):
    made = payload()
    digest = sha256(made)
    other = sha256(b"other content")

    def case(name, reason, *attributes, **more):
        return Case(
            name, "signedAttributes", reason, with_attributes(shop, made, attributes, **more))

    yield case(
        "D04-wrong-messagedigest", "the message digest is of other content",
        content_type(), message_digest(other))
    yield case(
        "D05-two-messagedigests", "two message digests, first the right one",
        content_type(), message_digest(digest), message_digest(b"\xff" * 32))
    yield case(
        "D06-multivalued-messagedigest", "a message digest with a right and a wrong value",
        content_type(), message_digest(digest, other))
    yield case(
        "D07-contenttype-mismatch", "the content type is not that of the content",
        content_type(container.SIGNED_DATA), message_digest(digest))
    yield case(
        "D10-messagedigest-prefix", "four bytes of the right message digest",
        content_type(), message_digest(digest[:4]))
    yield case(
        "D11-messagedigest-empty", "the message digest has no bytes",
        content_type(), message_digest(b""))
    yield case(
        "D13-messagedigest-wrong-type", "the message digest is an INTEGER of the right bytes",
        content_type(), attribute(MESSAGE_DIGEST, der.element(der.INTEGER, digest)))
    attributes = [content_type(), message_digest(digest)]
    yield Case(
        "D09-signature-over-a0", "signer",
        "the signature covers the signed attributes under their tag [0], not as a SET",
        with_attributes(
            shop, made, attributes, signed=b"\xa0" + der.set_of(attributes)[1:]))


def in_ber(shop):
    """What X.690 lets BER write in the signed attributes, and its DER is not what is signed."""
    made = payload()
    digest = sha256(made)
    constructed = attribute(MESSAGE_DIGEST, in_chunks(der.octet_string(digest), 8))
    yield Case(
        "D14-signature-over-ber", "signer",
        "a message digest in chunks, and the signature covers them as they stand, not their DER",
        with_attributes(shop, made, [content_type(), constructed]))
    yield Case(
        "D15-chunks-of-another-digest", "signedAttributes",
        "a message digest in chunks, of other content",
        with_attributes(
            shop, made, [content_type(), attribute(
                MESSAGE_DIGEST, in_chunks(der.octet_string(sha256(b"other content")), 8))],
            signed=der.set_of([content_type(), message_digest(sha256(b"other content"))])))
    bits = attribute(f"{UNKNOWN}.7", in_chunks(der.bit_string(b"\xa5")))
    attributes = [content_type(), message_digest(digest)]
    yield Case(
        "D16-constructed-bit-string", "signedAttributes",
        "a signed attribute is a BIT STRING in chunks, about which readers disagree",
        with_attributes(
            shop, made, [bits, *attributes],
            signed=der.set_of([attribute(f"{UNKNOWN}.7", der.bit_string(b"\xa5")), *attributes])))


def cases(shop):
    for group in (borrowed, missing, wrong, in_ber):
        yield from group(shop)
