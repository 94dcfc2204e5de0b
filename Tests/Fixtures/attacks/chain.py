"""B, first part. The signer and its chain: names, keys, markers, length, and the anchor."""

import authority
import container
import der

from .workshop import Case, Run, changed, payload

DEVELOPER_MARKER = "1.2.840.113635.100.6.1.2"
DEVELOPER_ID_MARKER = "1.2.840.113635.100.6.2.6"
CODE_SIGNING = "1.3.6.1.5.5.7.3.3"

DEVELOPER_NAME = authority.Name((
    (authority.COMMON_NAME, der.utf8_string, "Example Development: Jo Doe"),
    (authority.ORGANIZATION, der.utf8_string, "Jo Doe"),
    (authority.COUNTRY, der.printable_string, "US"),
))
OTHER_INTERMEDIATE_NAME = authority.Name((
    (authority.COMMON_NAME, der.utf8_string, "Example Developer ID Certification Authority"),
    (authority.ORGANIZATION, der.utf8_string, authority.ORGANIZATION_NAME),
    (authority.COUNTRY, der.printable_string, "US"),
))
SECOND_INTERMEDIATE_NAME = authority.Name((
    (authority.COMMON_NAME, der.utf8_string, "Example Second Certification Authority"),
    (authority.ORGANIZATION, der.utf8_string, authority.ORGANIZATION_NAME),
    (authority.COUNTRY, der.printable_string, "US"),
))

CANDIDATES = 300


def encodings(*certificates):
    return [certificate.encoding for certificate in certificates]


def fake_chain(shop):
    """Leaf, intermediate and root with all the right names and extensions, and other keys."""
    root = shop.fake_root()
    intermediate = shop.issue_intermediate(key=shop.keys["attacker"], issuer=root)
    leaf = shop.issue_leaf(key=shop.keys["developer"], issuer=intermediate)
    return [leaf, intermediate, root]


def foreign_roots(shop):
    fake = fake_chain(shop)
    yield Case(
        "B01-root-same-name-other-key", "chain", "the root has the right name and another key",
        shop.receipt(chain=fake))
    yield Case(
        "B02-fake-chain-plus-real-certs", "chain",
        "the attacker's chain, with the genuine intermediate and root thrown in",
        shop.receipt(chain=fake, bag=encodings(*fake, shop.intermediate, shop.root)))
    key = shop.keys["developer"]
    own = shop.issue_leaf(
        key=key, issuer=authority.Certificate(b"", authority.LEAF_NAME, None, 0, "", "", key))
    yield Case(
        "B03-self-signed-leaf", "chain", "the signer's certificate is self-signed",
        shop.receipt(chain=[own]))
    storekit = shop.certificates["storekit-test"]
    yield Case(
        "B27-xcode-storekit-cert", "chain", "signed by Xcode's test certificate",
        shop.receipt(chain=[storekit]))
    yield Case(
        "B29-environment-selects-anchor", "chain",
        "the payload says Xcode and Xcode's test certificate signed it: the caller, who accepts "
        "that environment, gave another anchor",
        shop.receipt(payload(environment="Xcode"), chain=[storekit]),
        expect={"environments": ["Production", "Xcode"]})


def signers(shop):
    made = payload()
    other = fake_chain(shop)[0]
    yield Case(
        "B04-sid-points-to-other-cert", "signer",
        "the signer is named as the genuine one, the signature is by another certificate's key",
        shop.receipt(
            made, bag=encodings(shop.leaf, other, shop.intermediate, shop.root),
            signature=other.key.sign(made, "sha256")))
    stranger = der.sequence(shop.leaf.issuer.encoding, der.integer(shop.leaf.serial + 1))
    yield Case(
        "B05-sid-matches-nothing", "signer", "no certificate has that issuer and serial number",
        shop.receipt(identifier=stranger))
    yield Case(
        "B28-no-certificates", "signer", "the container has no certificates",
        container.signed_data(
            container.primitive_content(made), ["sha256"], None, [shop.signer(made)]))


def links(shop):
    child = shop.issue_leaf(key=shop.keys["developer"], issuer=shop.leaf)
    yield Case(
        "B06-leaf-issued-by-leaf", "chain", "the signer was issued by a receipt signing leaf",
        shop.receipt(chain=[child, *shop.chain]))
    forged = shop.issue_leaf(key=shop.keys["developer"], issuer_key=shop.keys["attacker"])
    yield Case(
        "B07-bad-leaf-signature", "chain",
        "the leaf names the genuine intermediate, another key signed it", shop.with_leaf(forged))
    middle = shop.issue_intermediate(
        key=shop.keys["attacker"], issuer_key=shop.keys["attacker"])
    leaf = shop.issue_leaf(key=shop.keys["developer"], issuer=middle)
    yield Case(
        "B08-bad-intermediate-signature", "chain",
        "the intermediate names the genuine root, another key signed it",
        shop.receipt(chain=[leaf, middle, shop.root]))


def purposes(shop):
    key = shop.keys["developer"]
    extensions = [
        authority.basic_constraints(False),
        authority.authority_key_identifier(shop.intermediate.key),
        authority.certificate_policies(authority.ROOT_POLICY),
        authority.extended_key_usage(CODE_SIGNING),
        authority.subject_key_identifier(key),
        authority.key_usage(authority.DIGITAL_SIGNATURE),
        authority.marker(DEVELOPER_MARKER),
    ]
    developer = shop.issue_leaf(key=key, extensions=extensions, subject=DEVELOPER_NAME)
    yield Case(
        "B09-developer-certificate", "policy",
        "a developer's certificate of the same intermediate signed it", shop.with_leaf(developer))
    bare = changed(shop.leaf_extensions(), "2.5.29.32")
    yield Case(
        "B10-no-policy-oid", "policy", "the leaf has the marker and no certificate policy",
        shop.with_leaf(shop.issue_leaf(extensions=bare)))
    marker = authority.RECEIPT_SIGNING_MARKER
    decoy = authority.extension(DEVELOPER_MARKER, der.object_identifier(marker))
    named = authority.Name((
        *authority.LEAF_NAME.parts,
        (marker, der.utf8_string, marker),
    ))
    hidden = shop.issue_leaf(
        subject=named, extensions=changed(shop.leaf_extensions(), marker, decoy))
    yield Case(
        "B11-marker-as-text-or-inner-oid", "policy",
        "the marker stands in the leaf's subject and inside another extension, and is none",
        shop.with_leaf(hidden))
    other = shop.issue_intermediate(
        subject=OTHER_INTERMEDIATE_NAME,
        extensions=changed(
            authority.intermediate_extensions(shop.intermediate.key, shop.root.key),
            authority.DEVELOPER_RELATIONS_MARKER, authority.marker(DEVELOPER_ID_MARKER)))
    yield Case(
        "B12-other-intermediate", "policy",
        "another intermediate of the same root, without the marker",
        shop.receipt(chain=[shop.issue_leaf(issuer=other), other, shop.root]))


def lengths(shop):
    second = shop.issue_intermediate(
        key=shop.keys["attacker"], issuer=shop.intermediate, subject=SECOND_INTERMEDIATE_NAME)
    leaf = shop.issue_leaf(key=shop.keys["developer"], issuer=second)
    yield Case(
        "B18-chain-of-four", "chain",
        "an intermediate more than the first one's path length allows",
        shop.receipt(chain=[leaf, second, shop.intermediate, shop.root]))
    a, b = shop.keys["attacker"], shop.keys["developer"]
    second_name = authority.Certificate(b"", SECOND_INTERMEDIATE_NAME, None, 0, "", "", b)
    first = shop.issue_intermediate(key=a, issuer=second_name)
    back = shop.issue_intermediate(
        key=b, issuer=first, subject=SECOND_INTERMEDIATE_NAME, serial=0x3C5EED0000000002)
    yield Case(
        "B25-issuer-loop", "chain", "two intermediates have issued each other",
        shop.receipt(
            chain=[shop.issue_leaf(key=b, issuer=first), first, back, shop.root]))


def candidates(shop):
    """Issuers that all made the leaf, as far as keys can tell, and that no root has signed."""
    key = shop.keys["attacker"]
    # The serial number counts, so that no two are equal; the signature is one for all of them.
    base = 0x3C5EED0000000000
    template = shop.issue_intermediate(key=key, issuer_key=key, serial=base)
    head, tail = template.encoding.split(der.integer(base))
    bag = [head + der.integer(base + index) + tail for index in range(CANDIDATES)]
    leaf = shop.issue_leaf(key=shop.keys["developer"], issuer=template)
    made = shop.receipt(chain=[leaf], bag=[leaf.encoding, *bag, shop.root.encoding])
    yield Case(
        "B26-300-candidate-issuers", "limits",
        "300 intermediates of one name, each of which issued the leaf and none of which the root "
        "has signed: the signatures that are checked must be bounded",
        made, runs=(Run(bag[0], CANDIDATES, counter=len(head) + len(der.integer(base)) - 2),))


def cases(shop):
    for group in (foreign_roots, signers, links, purposes, lengths, candidates):
        yield from group(shop)
