"""A. Content and structure: what the signature covers, and what is read, are not the same."""

import container
import der
import receipts
from receipts import raw, text
from samples import BUNDLE

from .workshop import Case, payload, purchase

TIME_STAMP_INFO = "1.2.840.113549.1.9.16.1.4"


def raw_content(encoding):
    """Anything in the place of the OCTET STRING."""
    return container.Content(encoding, ())


def aliased(kind):
    """The payload with attribute 2 under a number that must not be taken for 2."""
    bundle = raw(kind, der.utf8_string(BUNDLE))
    return payload(without=[receipts.BUNDLE], extra=[bundle])


def signature_values(shop):
    modulus, size = shop.leaf.key.modulus, shop.leaf.key.size
    values = {
        "zero": (0, "zero"), "one": (1, "one"), "n-1": (modulus - 1, "the modulus minus one"),
        "n": (modulus, "the modulus"),
    }
    for name, (value, words) in values.items():
        yield Case(
            f"A07-signature-{name}", "padding", f"the signature is the number {words}",
            shop.receipt(signature=value.to_bytes(size, "big")))


def without_signature(shop):
    made = payload()
    yield Case(
        "A02-no-signers", "signer", "signerInfos is empty: nothing signs the content",
        shop.receipt(signers=[]))
    yield Case(
        "A03-plain-data", "structure", "the content type is data, there is no SignedData",
        der.sequence(
            der.object_identifier(container.DATA), der.explicit(0, der.octet_string(made))))
    yield Case("A04-bare-payload", "structure", "the payload alone, with nothing round it", made)
    yield Case(
        "A05-no-econtent", "structure", "a detached signature: there is no content",
        shop.receipt(content=False))
    yield Case(
        "A06-empty-signature", "padding", "the signature has no bytes",
        shop.receipt(signature=b""))


def cut_and_joined(shop):
    made = payload()
    genuine = shop.receipt(made)
    evil = payload(purchases=[purchase(), purchase(f"{BUNDLE}.everything", "730001800000002")])
    yield Case(
        "A08-truncated", "structure", "the last byte is missing", genuine[:-1])
    yield Case(
        "A09-trailing-byte", "structure", "a byte follows the container", genuine + b"\x00")
    yield Case(
        "A10-two-econtents", "structure",
        "two OCTET STRINGs in eContent: the first is signed, the second has a purchase more",
        shop.receipt(made, content=raw_content(der.octet_string(made) + der.octet_string(evil))))
    cut = 100
    halves = [container.primitive_content(made[:cut]), container.primitive_content(made[cut:])]
    yield Case(
        "A11-first-fragment-signed", "signer",
        "the signature covers the first of two chunks of the content",
        shop.receipt(made, signed=made[:cut], content=container.constructed_content(halves)))
    bad = bytearray(shop.leaf.key.sign(made, "sha256"))
    bad[100] ^= 1
    yield Case(
        "A12-two-signerinfos-one-bad", "signer",
        "a second signer whose signature is wrong: there has to be exactly one",
        shop.receipt(made, signers=[shop.signer(made), shop.signer(made, signature=bytes(bad))]))
    yield Case(
        "A13-econtenttype-not-data", "structure", "the content is typed as a time stamp",
        shop.receipt(content_type=TIME_STAMP_INFO))


def payloads(shop):
    made = payload()
    yield Case(
        "A14-payload-not-a-set", "structure", "the payload is a SEQUENCE",
        shop.receipt(b"\x30" + made[1:]))
    yield Case(
        "A15-payload-trailing", "structure", "signed bytes follow the payload's SET",
        shop.receipt(made + der.null()))
    twice = payload(extra=[text(receipts.BUNDLE, "com.example.other")])
    yield Case(
        "A16-duplicate-bundle-attr", "structure", "two bundle identifiers", shop.receipt(twice))
    yield Case(
        "A17-signeddata-v-huge", "structure", "SignedData.version is 2^64 + 1",
        shop.receipt(version=2**64 + 1))
    yield Case(
        "A18-attr-type-negative", "structure",
        "attribute type -2 in the place of 2: its sign must not be lost",
        shop.receipt(aliased(-2)))
    yield Case(
        "A19-attr-type-2^32+2", "structure",
        "attribute type 2^32 + 2 in the place of 2: it must not be cut to 32 bits",
        shop.receipt(aliased(2**32 + 2)))


def cases(shop):
    made = payload()
    # The last digit of the purchase's transaction identifier.
    position = made.index(b"730001800000001") + 14
    altered = made[:position] + b"7" + made[position + 1 :]
    yield Case(
        "A01-payload-changed", "signer", "a digit of the payload was changed after signing",
        shop.receipt(altered, signed=made))
    yield from without_signature(shop)
    yield from signature_values(shop)
    yield from cut_and_joined(shop)
    yield from payloads(shop)
