"""What every forgery is made with: one caller, one small receipt, and every part of it by itself.

A forgery is otherwise perfect. Whatever is changed, the hash of the device and the signatures are
made again with the genuine test keys, unless just that is the attack, so that one check alone can
refuse it.
"""

import itertools
from dataclasses import dataclass

import authority
import container
import der
import receipts
import signing
from receipts import ascii_text, number, raw, text
from samples import BUNDLE, PHONE

# What the app that is given all these receipts expects. Its clock shows a day on which every
# certificate but the root has expired: whoever judges the chain by the clock accepts nothing.
VERSION = "1.2.3"
ENVIRONMENT = "Production"
NOW = "2026-12-01T00:00:00Z"
CREATED = "2025-03-01T10:00:00Z"

OPAQUE = receipts.opaque_bytes("forgeries opaque value", 16)

# Below IANA's enterprise number for examples (RFC 5612): nobody's identifiers.
UNKNOWN = "1.3.6.1.4.1.32473"

CLASSES = (
    "structure", "signer", "chain", "policy", "validity", "algorithm", "padding",
    "signedAttributes", "bundleIdentifier", "version", "device", "expiration", "environment",
    "creationDate", "limits",
)


@dataclass(frozen=True)
class Run:
    """A unit that is repeated; with a counter, two bytes in it are the copy's number."""

    unit: bytes
    count: int
    counter: object = None  # the offset of those two bytes, which are zero in the unit


@dataclass(frozen=True)
class Case:
    """One receipt and the verdict on it; `runs` is for those too large to be committed."""

    id: str
    category: str  # one of CLASSES, or None for a valid receipt
    reason: str
    encoding: bytes
    expect: object = None
    root: bytes = b""  # the caller's root certificate, if it is not the usual one
    runs: tuple = ()  # repetitions, in the order in which they stand in `encoding`

    @property
    def verdict(self):
        return "refuse" if self.category else "accept"


def purchase(product=f"{BUNDLE}.pro", transaction="730001800000001"):
    return receipts.purchase(
        product, transaction, "2025-02-14T09:30:00Z", kind=receipts.NON_CONSUMABLE,
        item=6700000002, fillers=False)


def attributes(bundle=der.utf8_string(BUNDLE), version=VERSION, created=CREATED,
               environment=ENVIRONMENT, device=PHONE, opaque=OPAQUE, digest=None, purchases=None,
               nonce=1, without=(), extra=()):
    """The attributes of the caller's receipt. `bundle` is the raw value of attribute 2."""
    digest = receipts.device_hash(device, opaque, bundle) if digest is None else digest
    made = [
        text(receipts.ENVIRONMENT, environment),
        number(receipts.APP_ITEM, 6444000001),
        raw(receipts.BUNDLE, bundle),
        text(receipts.VERSION, version),
        raw(receipts.OPAQUE, opaque, version=2),
        raw(receipts.HASH, digest),
        ascii_text(receipts.DEVICE_RECEIPT_DATE, CREATED),
        raw(receipts.CREATION, created) if isinstance(created, bytes)
        else ascii_text(receipts.CREATION, created),
        # Free for those who need a payload with a certain digest or signature.
        number(receipts.DOWNLOAD, 504427000000000000 + nonce),
        ascii_text(receipts.ORIGINAL_DATE, "2025-02-10T20:15:00Z"),
        text(receipts.ORIGINAL_VERSION, "1.0"),
        *([purchase()] if purchases is None else purchases),
    ]
    return [attribute for attribute in made if attribute.type not in without] + list(extra)


def payload(order="der", **changes):
    return receipts.attribute_set(attributes(**changes), order)[0]


def search(found, start=1):
    """The first payload from a nonce on that has a property, with what `found` made of it.

    The start is where it was found before: it saves time, and a new key only costs a search.
    """
    for nonce in itertools.count(start):
        made = payload(nonce=nonce)
        if (result := found(made)) is not None:
            return made, result


def changed(extensions, oid, *replacements):
    """The list with others in the place of the extension of that type; with none, without it."""
    identifier = der.object_identifier(oid)
    result = []
    for extension in extensions:
        result += replacements if extension[2:].startswith(identifier) else [extension]
    assert result != extensions
    return result


class Workshop:
    """The test authority's keys and certificates, the attacker's keys, and the assembly."""

    def __init__(self, keys, certificates):
        self.keys = keys
        self.certificates = certificates
        self.root = certificates["root"]
        self.intermediate = certificates["developer-relations-sha256"]
        self.leaf = certificates["receipt-signing-sha256"]
        self.chain = [self.leaf, self.intermediate, self.root]

    def leaf_extensions(self, key=None, issuer_key=None):
        return authority.leaf_extensions(key or self.leaf.key, issuer_key or self.intermediate.key)

    def issue_leaf(self, key=None, extensions=None, issuer=None, issuer_key=None,
                   subject=authority.LEAF_NAME, serial=0x7D5EED0000000001, digest="sha256",
                   start=None, end=None, **more):
        """A certificate like the genuine signer's, by the genuine intermediate unless told."""
        key = key or self.leaf.key
        issuer = issuer or self.intermediate
        extensions = extensions or self.leaf_extensions(key, issuer_key or issuer.key)
        return authority.issue(
            subject, key, serial, start or self.leaf.not_before, end or self.leaf.not_after,
            digest, extensions, issuer.subject, issuer_key or issuer.key, **more)

    def issue_intermediate(self, key=None, extensions=None, issuer=None, issuer_key=None,
                           subject=authority.SHA256_INTERMEDIATE_NAME,
                           serial=0x3C5EED0000000001, **more):
        """A certificate like the genuine intermediate, by the genuine root unless told."""
        key = key or self.intermediate.key
        issuer = issuer or self.root
        extensions = extensions or authority.intermediate_extensions(key, issuer_key or issuer.key)
        return authority.issue(
            subject, key, serial, self.intermediate.not_before, self.intermediate.not_after,
            "sha256", extensions, issuer.subject, issuer_key or issuer.key, **more)

    def fake_root(self):
        """The root's name and extensions; the key is the attacker's."""
        key = self.keys["attacker"]
        return authority.issue(
            authority.ROOT_NAME, key, 2, self.root.not_before, self.root.not_after, "sha1",
            [
                authority.key_usage(authority.KEY_CERT_SIGN, authority.CRL_SIGN),
                authority.basic_constraints(True),
                authority.subject_key_identifier(key),
                authority.authority_key_identifier(key),
                authority.certificate_policies(authority.ROOT_POLICY),
            ])

    def signer(self, message, leaf=None, digest="sha256", signature=None, block=None, **more):
        """A SignerInfo. `block` goes through the private key as it is."""
        leaf = leaf or self.leaf
        if block is not None:
            signature = leaf.key.sign_block(block)
        if signature is None:
            signature = leaf.key.sign(message, digest)
        digest = more.pop("digest_algorithm", digest)
        return container.signer_info(leaf, digest, signature, **more)

    def receipt(self, made=None, chain=None, digest="sha256", content=None, signers=None,
                signed=None, bag=None, digests=None, version=1, content_type=container.DATA,
                wrap=der.element, **signer):
        """A container, signed by the first certificate of the chain.

        `signed` are the bytes under the signature if they are not the payload; what else a
        SignerInfo can have goes there. An empty `content` is left out, `signers` replaces all.
        """
        made = payload() if made is None else made
        chain = chain or self.chain
        if content is None:
            content = container.primitive_content(made)
        if signers is None:
            message = made if signed is None else signed
            signers = [self.signer(message, chain[0], digest, **signer)]
        if digests is None:
            digests = [signer.get("digest_algorithm", digest)]
        if bag is None:
            bag = [certificate.encoding for certificate in chain]
        return container.signed_data(
            content, digests, bag, signers, version=version, content_type=content_type, wrap=wrap)

    def with_leaf(self, leaf, made=None, **more):
        """A receipt whose signer's certificate is this one, by the genuine intermediate."""
        return self.receipt(made, [leaf, self.intermediate, self.root], **more)


def algorithm_without_parameters(oid):
    return signing.algorithm(oid, b"")
