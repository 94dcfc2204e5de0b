"""The container round a receipt's payload: ContentInfo and SignedData (RFC 5652, RFC 2315).

`apple` and `xcode` make the two shapes that exist. They are put together from parts that take
every field as an argument, for containers that should not exist.
"""

from dataclasses import dataclass

import der
import signing

DATA = "1.2.840.113549.1.7.1"
SIGNED_DATA = "1.2.840.113549.1.7.2"


@dataclass(frozen=True)
class Content:
    """An encoded OCTET STRING and where the bytes it carries stand in it."""

    encoding: bytes
    segments: tuple  # (offset in `encoding`, count), in order

    @property
    def data(self):
        return b"".join(self.encoding[offset : offset + count] for offset, count in self.segments)


@dataclass(frozen=True)
class Container:
    """A finished file and, for each payload byte, its offset in the file."""

    encoding: bytes
    payload_offsets: tuple


def primitive_content(payload):
    encoding = der.octet_string(payload)
    return Content(encoding, ((len(encoding) - len(payload), len(payload)),))


def constructed_content(parts, wrap=der.indefinite):
    """A constructed OCTET STRING of other contents, which may be constructed themselves."""
    inner = b"".join(part.encoding for part in parts)
    encoding = wrap(der.CONSTRUCTED_OCTET_STRING, inner)
    offset = encoding.index(inner)
    segments = []
    for part in parts:
        segments += [(offset + start, count) for start, count in part.segments]
        offset += len(part.encoding)
    return Content(encoding, tuple(segments))


def signer_info(certificate, digest, signature, signature_algorithm=signing.RSA_ENCRYPTION,
                version=1, identifier=None, signed_attributes=b"", unsigned_attributes=b""):
    """A SignerInfo. The attributes are given as encodings of [0] and [1]; stores send neither.

    An algorithm is a name or an identifier, or an encoding for one that is neither.
    """
    if not isinstance(signature_algorithm, bytes):
        signature_algorithm = signing.algorithm(signature_algorithm)
    return der.sequence(
        der.integer(version),
        identifier or certificate.issuer_and_serial_number,
        signing.digest_algorithm(digest),
        signed_attributes,
        signature_algorithm,
        der.octet_string(signature),
        unsigned_attributes,
    )


def signed_data(content, digest_algorithms, certificates, signer_infos, version=1,
                content_type=DATA, wrap=der.element):
    """A ContentInfo with SignedData.

    `wrap` writes the five outer levels, `der.element` or `der.indefinite`. The certificates stay
    in the order given although they are a SET OF: stores put the leaf first. Without content the
    signature is a detached one; with `None` for certificates the field is absent.
    """
    carried = wrap(0xA0, content.encoding) if content else b""
    inner = wrap(der.SEQUENCE, der.object_identifier(content_type) + carried)
    bag = b"" if certificates is None else der.explicit(0, b"".join(certificates))
    body = wrap(
        der.SEQUENCE,
        der.integer(version)
        + der.set_of([signing.digest_algorithm(digest) for digest in digest_algorithms])
        + inner
        + bag
        + der.set_of(signer_infos),
    )
    return wrap(der.SEQUENCE, der.object_identifier(SIGNED_DATA) + wrap(0xA0, body))


def locate(encoding, content):
    """Pairs a finished container with the offsets of the payload bytes in it."""
    # The content is far too long to occur twice by chance; the count says so if it ever does.
    assert encoding.count(content.encoding) == 1
    start = encoding.index(content.encoding)
    offsets = []
    for offset, count in content.segments:
        offsets += range(start + offset, start + offset + count)
    return Container(encoding, tuple(offsets))


def apple(payload, digest, chain):
    """DER, leaf first, signed by the leaf, no attributes, no hash named beside rsaEncryption."""
    content = primitive_content(payload)
    leaf = chain[0]
    signer = signer_info(leaf, digest, leaf.key.sign(payload, digest))
    encoding = signed_data(
        content, [digest], [certificate.encoding for certificate in chain], [signer])
    return locate(encoding, content)


def xcode(payload, certificate, content):
    """BER as StoreKit testing writes it: the outer levels are indefinite, the rest is not."""
    assert content.data == payload
    signer = signer_info(
        certificate, "sha256", certificate.key.sign(payload, "sha256"),
        signature_algorithm=signing.signature_oid("sha256"))
    encoding = signed_data(
        content, ["sha256"], [certificate.encoding], [signer], wrap=der.indefinite)
    return locate(encoding, content)


def one_chunk(payload):
    """A constructed OCTET STRING with a single chunk: what Xcode sends."""
    return constructed_content([primitive_content(payload)])


def several_chunks(payload, cuts, nested):
    """Chunks that end at `cuts`, those numbered in `nested` together one level further down."""
    edges = [0, *cuts, len(payload)]
    chunks = [primitive_content(payload[a:b]) for a, b in zip(edges, edges[1:])]
    first, last = min(nested), max(nested) + 1
    assert list(range(first, last)) == sorted(nested)
    inner = constructed_content(chunks[first:last])
    return constructed_content([*chunks[:first], inner, *chunks[last:]])
