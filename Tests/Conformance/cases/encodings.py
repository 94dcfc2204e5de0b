"""The container: forms of BER that are read, forms of DER and BER that are none, and what is cut off."""

import container
import der
import receipts
import signing
from samples import BUNDLE

from . import world
from .case import Case

FINE = {"/bundleIdentifier": BUNDLE, "/inAppCount": 1}


def padded(count):
    """Definite lengths in so many bytes, however short they are."""
    def wrap(identifier, contents):
        return bytes([identifier, 0x80 | count]) + len(contents).to_bytes(count, "big") + contents

    return wrap


def chunks(data, size, wrap):
    parts = [container.primitive_content(data[start:start + size]) for start in range(0, len(data), size)]
    return container.constructed_content(parts, wrap)


def nested(data, levels, wrap):
    content = container.primitive_content(data)
    for _ in range(levels):
        content = container.constructed_content([content], wrap)
    return content


def forms(made):
    """BER, with a right signature. (name, words, receipt)"""
    shop, payload = made.shop, made.payload
    definite, indefinite = der.element, der.indefinite
    yield "indefinite", "indefinite lengths", shop.receipt(payload, wrap=indefinite)
    for count in (2, 3, 4, 8):
        yield f"lengths-of-{count}", f"lengths in {count} bytes", shop.receipt(payload, wrap=padded(count))
    for size in (1, 16, 100, 1000):
        for name, wrap in (("definite", definite), ("indefinite", indefinite)):
            yield (f"chunks-of-{size}-{name}", f"the content in chunks of {size} bytes, {name}",
                   shop.receipt(payload, content=chunks(payload, size, wrap)))
    for levels in (2, 5, 10):
        yield (f"nested-chunks-{levels}", f"the content {levels} levels deep",
               shop.receipt(payload, content=nested(payload, levels, indefinite)))
    parts = [container.primitive_content(b""), container.primitive_content(payload), container.primitive_content(b"")]
    yield ("empty-chunks", "empty chunks around the content",
           shop.receipt(payload, content=container.constructed_content(parts)))
    both = container.constructed_content([
        container.primitive_content(payload[:50]),
        container.constructed_content([container.primitive_content(payload[50:90])], definite),
        container.primitive_content(payload[90:])])
    yield "mixed-chunks", "chunks of both kinds of lengths and depths", shop.receipt(payload, content=both)
    yield ("indefinite-and-chunks", "as Xcode writes: everything indefinite, one chunk",
           shop.receipt(payload, content=container.one_chunk(payload), wrap=indefinite))


def signature_in_chunks(made):
    """A SignerInfo whose signature comes in two chunks."""
    signature = made.shop.leaf.key.sign(made.payload, "sha256")
    signer = container.signer_info(made.shop.leaf, "sha256", signature)
    primitive = der.octet_string(signature)
    constructed = der.element(0x24, der.octet_string(signature[:100]) + der.octet_string(signature[100:]))
    body = der.contents(signer).replace(primitive, constructed)
    return made.shop.receipt(made.payload, signers=[der.sequence(body)])


def ber(made):
    more = [("signature-in-chunks", "the signature in two chunks", signature_in_chunks(made))]
    for name, words, data in [*forms(made), *more]:
        flag = "NonMinimal" if name.startswith("lengths") else "IndefiniteLength" if name == "indefinite" else "ChunkedContent"
        features = ("ber", "depth-limit") if name == "nested-chunks-10" else ("ber",)
        yield Case(f"encodings/{name}", "validate", words, data, features=features, flags=(flag,),
                   caller=world.caller())
        yield Case(f"encodings/{name}-read", "read", words, data, features=features, flags=(flag,), fields=FINE)


def malformed(made):
    """(name, words, receipt, features): neither DER nor BER, or more than a container."""
    receipt, shop, payload = made.receipt, made.shop, made.payload
    body = receipt[4:]
    open_ended = shop.receipt(payload, wrap=der.indefinite)
    yield "empty", "no bytes", b""
    yield "one-byte", "one byte", b"\x30"
    yield "header-only", "a header alone", b"\x30\x00"
    yield "zeros", "zeros", bytes(100)
    yield "empty-set", "an empty SET", b"\x31\x00"
    yield "trailing-zero", "a zero follows", receipt + b"\x00"
    yield "trailing-end-of-contents", "end-of-contents follows", receipt + b"\x00\x00"
    yield "trailing-receipt", "another receipt follows", receipt + receipt
    yield "trailing-newline", "a line feed follows the binary receipt", receipt + b"\n"
    yield "leading-zero", "a zero precedes", b"\x00" + receipt
    yield "set-outside", "the outermost value is a SET", b"\x31" + receipt[1:]
    yield "octet-string-outside", "the outermost value is an OCTET STRING", b"\x04" + receipt[1:]
    yield "primitive-sequence", "the outermost SEQUENCE is primitive", b"\x10" + receipt[1:]
    yield "application-tag", "the outermost tag is of class application", b"\x70" + receipt[1:]
    yield "long-form-tag", "the outermost tag, 16, in the long form", b"\x3f\x10" + receipt[1:]
    yield "wrapped", "the container inside an OCTET STRING", der.octet_string(receipt)
    yield "length-short", "the outer length is one too small", b"\x30\x82" + (len(body) - 1).to_bytes(2, "big") + body
    yield "length-long", "the outer length is one too large", b"\x30\x82" + (len(body) + 1).to_bytes(2, "big") + body
    for count in (5, 8, 16, 126):
        length = b"\xff" * count
        yield (f"length-of-{count}-bytes", f"an outer length of {count} bytes, all FF",
               bytes([0x30, 0x80 | count]) + length + body)
    yield "end-of-contents-missing", "both last end-of-contents are missing", open_ended[:-4]
    yield "end-of-contents-half", "half of an end-of-contents", open_ended[:-1]
    yield "end-of-contents-long", "an end-of-contents with a length", open_ended[:-2] + b"\x00\x01\x00"
    yield "end-of-contents-twice", "an end-of-contents too many", open_ended + b"\x00\x00"
    odd = container.Content(b"\x24\x80\x0c\x02ab\x00\x00", ())
    yield "chunk-of-text", "a chunk of the content is a UTF8String", shop.receipt(payload, content=odd)
    part = der.octet_string(payload)
    odd = container.Content(der.element(0x24, part + b"\x02\x01\x07"), ())
    yield "chunk-of-integer", "an INTEGER behind the chunk of the content", shop.receipt(payload, content=odd)
    odd = container.Content(b"\x44" + part[1:], ())
    yield "content-application-tag", "the content's tag is of class application", shop.receipt(payload, content=odd)


def other_messages(made):
    """Messages of other types, and messages with other members."""
    shop, payload = made.shop, made.payload
    for arc, name in ((1, "data"), (3, "enveloped"), (4, "signed-and-enveloped"), (5, "digested"), (6, "encrypted")):
        oid = der.object_identifier(f"1.2.840.113549.1.7.{arc}")
        data = made.receipt.replace(der.object_identifier(container.SIGNED_DATA), oid, 1)
        yield f"type-{name}", f"the message calls itself {name} data", data, "NotAReceipt"
    first = der.object_identifier(container.SIGNED_DATA)
    yield "type-missing", "no type of message", der.sequence(der.contents(made.receipt)[len(first):]), "NotAReceipt"
    yield "content-missing", "a type of message and nothing else", der.sequence(first), "NotAReceipt"
    yield ("member-behind-content", "a member behind the message's content",
           der.sequence(der.contents(made.receipt) + der.null()), "MessageForm")
    yield "empty-signed-data", "a SignedData without members", der.sequence(
        first + der.explicit(0, der.sequence())), "MessageForm"
    yield "certificate", "a certificate", made.shop.leaf.encoding, "NotAReceipt"
    yield "payload-bare", "the payload with nothing round it", payload, "NotAReceipt"
    content = der.octet_string(payload)
    yield ("eencap-primitive", "eContent under a primitive tag [0]",
           made.receipt.replace(b"\xa0" + der.length(len(content)) + content,
                                b"\x80" + der.length(len(content)) + content), "Tags")
    for name, oid in (("signed-data", container.SIGNED_DATA), ("tst-info", "1.2.840.113549.1.9.16.1.4"),
                      ("unknown", "1.3.6.1.4.1.32473.9")):
        yield (f"content-type-{name}", f"the content's type is {name}",
               shop.receipt(payload, content_type=oid), "MessageForm")


def refused(made):
    for name, words, data in malformed(made):
        flag = ("TrailingBytes" if name.startswith("trailing") else "LengthOverflow" if name.startswith("length") else
                "IndefiniteLength" if name.startswith("end") else "NotAReceipt" if len(data) < 101 else "Tags")
        features = ("ber",) if name in ("end-of-contents-missing", "end-of-contents-half") else ()
        features += ("trailing-bytes",) if name.startswith("trailing") or name.endswith("twice") else ()
        yield Case(f"encodings/{name}", "verify", words, data, "encoding", features, (flag,))
    for name, words, data, flag in other_messages(made):
        features = ("payload",) if name.startswith("content-type") else ()
        yield Case(f"encodings/{name}", "verify", words, data, "encoding", features, (flag,))


def payloads(made):
    """Payloads that are none, under a right signature."""
    good = made.payload
    attributes = der.contents(good)
    one = attributes[:14]
    assert one[0] == 0x30
    odd = [
        ("empty", b"", "no payload"), ("one-byte", b"\x31", "one byte"),
        ("sequence", b"\x30" + good[1:], "a SEQUENCE in the place of the SET"),
        ("context-tag", b"\xa0" + good[1:], "the SET's tag is [0]"),
        ("trailing", good + b"\x00", "a byte behind the SET"), ("two-sets", good + good, "two SETs"),
        ("cut", good[:-1], "the last byte is missing"), ("leading", b"\x00" + good, "a byte before the SET"),
        ("indefinite", der.indefinite(0x31, attributes), "the SET has an indefinite length"),
        ("long-length", b"\x31\x83" + len(attributes).to_bytes(3, "big") + attributes, "the SET's length is longer than needed"),
        ("integer-inside", der.element(0x31, attributes + der.integer(7)), "an INTEGER among the attributes"),
        ("set-inside", der.element(0x31, attributes + der.element(0x31, b"")), "a SET among the attributes"),
        ("two-members", der.element(0x31, attributes + der.sequence(der.integer(99), der.integer(1))),
         "an attribute without a value"),
        ("four-members", der.element(0x31, attributes + der.sequence(
            der.integer(99), der.integer(1), der.octet_string(b""), der.null())), "an attribute of four members"),
        ("value-integer", der.element(0x31, attributes + der.sequence(
            der.integer(99), der.integer(1), der.integer(1))), "an attribute whose value is an INTEGER"),
        ("type-text", der.element(0x31, attributes + der.sequence(
            der.utf8_string("99"), der.integer(1), der.octet_string(b""))), "an attribute whose type is text"),
        ("value-in-chunks", der.element(0x31, attributes + der.sequence(
            der.integer(99), der.integer(1), der.element(0x24, der.octet_string(b"a")))), "an attribute's value in chunks"),
        ("attribute-long-length", der.element(0x31, attributes + b"\x30\x81\x08\x02\x01\x63\x02\x01\x01\x04\x00"),
         "an attribute's length is longer than needed"),
        ("type-long", der.element(0x31, attributes + b"\x30\x09\x02\x02\x00\x63\x02\x01\x01\x04\x00"),
         "an attribute's type is longer than needed"),
        ("purchase-sequence", receipts.attribute_set(world.usual(extra=[receipts.raw(17, b"\x30\x00")]), "der")[0],
         "a purchase that is a SEQUENCE"),
        ("purchase-trailing", receipts.attribute_set(world.usual(extra=[receipts.raw(17, b"\x31\x00\x00")]), "der")[0],
         "a byte behind a purchase"),
        ("purchase-cut", receipts.attribute_set(world.usual(extra=[receipts.raw(17, b"\x31\x02\x30")]), "der")[0],
         "a purchase that is cut off"),
        ("purchase-empty-value", receipts.attribute_set(world.usual(extra=[receipts.raw(17, b"")]), "der")[0],
         "a purchase without bytes"),
        ("purchase-attribute-of-four", receipts.attribute_set(world.usual(extra=[receipts.raw(17, der.element(
            0x31, der.sequence(der.integer(1701), der.integer(1), der.octet_string(b"\x02\x01\x01"), der.null())))]),
            "der")[0], "an attribute of four members in a purchase"),
        ("triple-wrapped", der.octet_string(der.octet_string(good)), "the SET inside two more OCTET STRINGs"),
    ]
    strict = ("indefinite", "long-length", "attribute-long-length", "type-long", "value-in-chunks", "four-members",
              "purchase-attribute-of-four")
    for name, payload, words in odd:
        content = container.primitive_content(payload)
        yield Case(
            f"payload/{name}", "verify", words, made.shop.receipt(payload, content=content), "encoding",
            ("payload", "strict-der") if name in strict else ("payload",),
            ("NonMinimal",) if "long" in name else ("TrailingBytes",) if "trailing" in name else ("Tags",))
    empty = made.shop.receipt(b"\x31\x00")
    yield Case("payload/no-attributes", "read", "a SET without attributes", empty,
               features=("unverified-reading", "missing-attributes"), flags=("EmptyValue",),
               fields={"/bundleIdentifier": None, "/inAppCount": 0}, importance="low")
    yield Case("payload/no-attributes-verify", "verify", "a SET without attributes: no creation date", empty, "validity",
               ("creation-date",), ("CreationDate",))
    none = receipts.attribute_set(world.usual(extra=[receipts.raw(17, b"\x31\x00")]), "der")[0]
    yield Case("payload/empty-purchase", "read", "a purchase without attributes", made.shop.receipt(none),
               features=("missing-attributes",), flags=("EmptyValue",), fields={"/inAppCount": 2}, importance="low")


def truncated(made):
    """Every place where a value begins or ends near the top, and a few others."""
    receipt = made.receipt
    ends = [1, 2, 3, 4, 10, 15, 19, 23, 26, 30, 41, 60, 100, 500, len(receipt) // 2, len(receipt) - 256,
            len(receipt) - 2, len(receipt) - 1]
    for end in ends:
        yield Case(f"truncated/{end:04}", "read", f"the first {end} bytes of a receipt", receipt[:end], "encoding", (),
                   ("Truncated",))


def algorithms_of_digests(made):
    """Identifiers of the digest without parameters and with NULL, on both sides."""
    for digest, chain in (("sha256", made.shop.chain), ("sha1", None)):
        chain = chain or [made.certificates[name] for name in
                          ("receipt-signing-sha1", "developer-relations-sha1", "root")]
        created = "2025-03-01T10:00:00Z" if digest == "sha256" else "2016-03-01T10:00:00Z"
        payload = world.workshop.payload(created=created)
        bare = der.sequence(der.object_identifier(signing.digest_oid(digest)))
        for name, algorithm in (("null", digest), ("absent", bare)):
            data = made.shop.receipt(payload, chain, digest, digest_algorithm=algorithm, digests=[algorithm])
            yield Case(f"algorithms/{digest}-parameters-{name}", "validate", f"{digest}, parameters {name}", data,
                       flags=("AlgorithmConfusion", "Genuine"), caller=world.caller())


def cases(made):
    for group in (ber, refused, payloads, truncated, algorithms_of_digests):
        yield from group(made)
