"""Z, first part. More attacks on the message: its versions, its signer, its attributes."""

import hashlib

import authority
import container
import der
import signing

from .signed_attributes import content_type, message_digest, sha256, with_attributes
from .workshop import Case, payload


def respelled(name):
    """The same name with the other kind of string for the country."""
    kind, encode, value = name.parts[-1]
    assert (kind, encode) == (authority.COUNTRY, der.printable_string)
    return authority.Name((*name.parts[:-1], (kind, der.utf8_string, value)))


def versions(shop):
    yield Case(
        "Z01-other-digest-listed", "algorithm",
        "digestAlgorithms lists SHA-1, the signer uses SHA-256", shop.receipt(digests=["sha1"]))
    yield Case(
        "Z04-signeddata-version-3", "structure", "SignedData.version is 3",
        shop.receipt(version=3))
    made = payload()
    three = shop.signer(made, version=3)
    yield Case(
        "Z05-signerinfo-version-3", "structure",
        "SignerInfo.version is 3, that of signers named by key identifier",
        shop.receipt(made, signers=[three]))
    by_key = shop.signer(
        made, version=3, identifier=der.implicit_primitive(0, shop.leaf.key.identifier))
    yield Case(
        "Z06-sid-key-identifier", "signer",
        "the signer is named by key identifier, which is CMS, but in no receipt",
        shop.receipt(made, signers=[by_key], version=3))

    def longer(identifier, contents):
        # Only the contents of SignedData begin with its version.
        more = der.null() if contents.startswith(der.integer(1)) else b""
        return der.element(identifier, contents + more)

    yield Case(
        "Z10-member-behind-signerinfos", "structure", "SignedData has a member too many",
        shop.receipt(wrap=longer))
    yield Case(
        "Z11-member-behind-signature", "structure", "SignerInfo has a member too many",
        shop.receipt(unsigned_attributes=der.null()))


def identifiers(shop):
    serial = der.integer(shop.leaf.serial)
    data = serial[2:]
    padded = der.element(der.INTEGER, b"\x00" + data)
    yield Case(
        "Z07-sid-serial-leading-zero", "structure",
        "the signer's serial number has a leading zero byte",
        shop.receipt(identifier=der.sequence(shop.leaf.issuer.encoding, padded)))
    yield Case(
        "Z08-sid-issuer-respelled", "signer",
        "the signer's issuer is the same text in another type of string",
        shop.receipt(
            identifier=der.sequence(respelled(shop.leaf.issuer).encoding, serial)))
    twin = shop.issue_leaf(
        key=shop.keys["developer"], serial=shop.leaf.serial, issuer_key=shop.keys["attacker"])
    made = payload()
    yield Case(
        "Z09-two-certificates-of-one-sid", "signer",
        "two certificates of that issuer and serial number: one has the key of the signature, the "
        "other has the genuine chain",
        shop.receipt(
            made, signature=twin.key.sign(made, "sha256"),
            bag=[certificate.encoding for certificate in [twin, *shop.chain]]))
    tagged = b"\xa1" + shop.leaf.encoding[1:]
    yield Case(
        "Z03-leaf-under-context-tag", "signer",
        "the leaf stands in the container under the tag of an attribute certificate",
        shop.receipt(bag=[tagged, shop.intermediate.encoding, shop.root.encoding]))


def contents(shop):
    made = payload()
    first = container.primitive_content(made[:200])
    second = container.Content(der.element(der.UTF8_STRING, made[200:]), ())
    yield Case(
        "Z12-chunk-of-other-type", "structure", "a chunk of the content is a UTF8String",
        shop.receipt(made, content=container.constructed_content([first, second])))
    wrapped = der.octet_string(made)
    yield Case(
        "Z13-signature-over-inner-payload", "signer",
        "the payload in a second OCTET STRING, which the signature does not cover",
        shop.receipt(wrapped, signed=made))
    yield Case(
        "Z14-signature-over-identifier-and-length", "signer",
        "the signature covers the OCTET STRING with its identifier and length",
        shop.receipt(made, signed=wrapped))
    yield Case(
        "Z15-triple-wrapped", "structure", "the payload in a third OCTET STRING",
        shop.receipt(der.octet_string(wrapped)))
    garbage = signing.algorithm(signing.RSA_ENCRYPTION, der.octet_string(b"garbage"))
    yield Case(
        "Z16-sigalg-params-garbage", "algorithm",
        "the signature algorithm has parameters other than NULL",
        shop.receipt(made, signature_algorithm=garbage))


def attributes(shop):
    made = payload()
    right = message_digest(sha256(made))

    def case(name, reason, *parts, **more):
        return Case(
            name, "signedAttributes", reason, with_attributes(shop, made, parts, **more))

    yield case(
        "Z02-two-messagedigests-wrong-first", "two message digests, first a wrong one",
        content_type(), right, message_digest(b"\x00" * 32))
    unsorted = sorted([content_type(), right], reverse=True)
    yield case(
        "Z17-signedattrs-unsorted", "the signature covers signed attributes that are not in order",
        *unsorted, arrange=der.unordered_set_of)
    yield case(
        "Z18-empty-signedattrs-signed",
        "signed attributes are present and empty, and the signature covers just that")
    yield case(
        "Z19-messagedigest-of-other-digest",
        "the message digest is SHA-1, the digest algorithm SHA-256",
        content_type(), message_digest(hashlib.sha1(made).digest()))
    yield case(
        "Z20-two-contenttypes", "two content types, first the right one",
        content_type(), content_type(container.SIGNED_DATA), right)


def cases(shop):
    for group in (versions, identifiers, contents, attributes):
        yield from group(shop)
