"""Z, second part. More attacks on the chain and on what its certificates say."""

import authority
import der
import signing

from .certificates import BASIC_CONSTRAINTS, KEY_USAGE
from .chain import SECOND_INTERMEDIATE_NAME
from .further_messages import respelled
from .workshop import UNKNOWN, Case, changed, payload

RSASSA_PSS = "1.2.840.113549.1.1.10"
LEAF_MARKER = authority.RECEIPT_SIGNING_MARKER
CA_MARKER = authority.DEVELOPER_RELATIONS_MARKER

TEAM_NAME = authority.Name((
    (authority.COMMON_NAME, der.utf8_string, "StoreKit Test of a Team"),
    (authority.ORGANIZATION, der.utf8_string, authority.ORGANIZATION_NAME),
))


class OddKey(signing.Key):
    """A key whose subjectPublicKeyInfo is written in another way; it signs as ever."""

    def __init__(self, key, algorithm=None, public_key=None):
        super().__init__(key.primes, key.public_exponent)
        self.odd_algorithm = algorithm
        self.odd_public_key = public_key

    @property
    def public_key_info(self):
        return der.sequence(
            self.odd_algorithm or signing.algorithm(signing.RSA_ENCRYPTION),
            der.bit_string(self.odd_public_key or self.public_key))


def links(shop):
    by_leaf = shop.issue_intermediate(key=shop.keys["attacker"], issuer=shop.leaf)
    leaf = shop.issue_leaf(key=shop.keys["developer"], issuer=by_leaf)
    yield Case(
        "Z22-intermediate-by-leaf", "chain",
        "an intermediate of the genuine one's name, issued by the genuine leaf's key",
        shop.receipt(chain=[leaf, by_leaf, *shop.chain]))
    free = changed(
        authority.intermediate_extensions(shop.intermediate.key, shop.root.key),
        BASIC_CONSTRAINTS, authority.basic_constraints(True))
    first = shop.issue_intermediate(extensions=free)
    second = shop.issue_intermediate(
        key=shop.keys["attacker"], issuer=first, subject=SECOND_INTERMEDIATE_NAME)
    leaf = shop.issue_leaf(key=shop.keys["developer"], issuer=second)
    yield Case(
        "Z23-chain-of-four-no-path-length", "chain",
        "four certificates, and no path length forbids it: the length has to be three",
        shop.receipt(chain=[leaf, second, first, shop.root]))
    both = [*shop.leaf_extensions(issuer_key=shop.root.key), authority.marker(CA_MARKER)]
    yield Case(
        "Z24-chain-of-two", "chain",
        "the root itself issued the leaf, which has both markers",
        shop.receipt(chain=[shop.issue_leaf(issuer=shop.root, extensions=both), shop.root]))
    middle = shop.intermediate
    marked = authority.issue(
        middle.subject, middle.key, 0x3C5EED0000000002, middle.not_before, middle.not_after, "sha256",
        authority.intermediate_extensions(middle.key, middle.key))
    yield Case(
        "Z63-marked-root", "chain",
        "the caller's root has the intermediate's marker and issued the leaf itself: two, not three",
        shop.receipt(chain=[shop.issue_leaf(issuer=marked), marked]),
        expect={"root": "Z63-marked-root.cer"}, root=marked.encoding)
    storekit = shop.certificates["storekit-test"]
    yield Case(
        "Z64-xcode-names-production", "chain",
        "Xcode's certificate is allowed and signed it, and the payload says Production",
        shop.receipt(chain=[storekit]),
        expect={"xcodeCertificates": ["../authority/storekit-test.cer"], "allowsXcode": True})
    flipped = bytearray(shop.root.encoding)
    flipped[-1] ^= 1
    yield Case(
        "Z27-embedded-root-bit-flipped", "chain",
        "a bit of the embedded root's signature is another than in the caller's root",
        shop.receipt(bag=[shop.leaf.encoding, shop.intermediate.encoding, bytes(flipped)]))
    middle = shop.issue_intermediate(
        key=shop.keys["attacker"], issuer_key=shop.keys["attacker"])
    leaf = shop.issue_leaf(key=shop.keys["developer"], issuer=middle)
    yield Case(
        "Z39-two-intermediates-of-one-name", "chain",
        "the leaf is by a forged intermediate, and the genuine one of that name is there too",
        shop.receipt(chain=[leaf, middle, shop.intermediate, shop.root]))
    key = shop.keys["attacker"]
    many = [shop.issue_intermediate(key=key, issuer_key=key, serial=0x3C5EED0000000200 + index)
            for index in range(12)]
    leaf = shop.issue_leaf(key=shop.keys["developer"], issuer=many[0])
    yield Case(
        "Z62-twelve-candidate-issuers", "limits",
        "12 intermediates of one name that issued the leaf and that no root has signed: not too "
        "many certificates, but too many signatures to check",
        shop.receipt(chain=[leaf, *many, shop.root]))
    named = authority.Certificate(
        b"", respelled(shop.intermediate.subject), None, 0, "", "", shop.intermediate.key)
    yield Case(
        "Z34-issuer-respelled", "chain",
        "the leaf's issuer is the intermediate's name in another type of string",
        shop.with_leaf(shop.issue_leaf(issuer=named)))


def xcode(shop):
    """A certificate that the caller accepts for Xcode's sake, and what it is not good for."""
    key = shop.keys["developer"]
    team = authority.issue(
        TEAM_NAME, key, 1, "2020-04-01T17:00:00Z", "2040-03-27T17:00:00Z", "sha256",
        [authority.basic_constraints(False), authority.key_usage(authority.DIGITAL_SIGNATURE)])
    storekit = shop.certificates["storekit-test"]

    def path(root):
        middle = shop.issue_intermediate(key=shop.keys["attacker"], issuer=root)
        return [shop.issue_leaf(key=shop.keys["attacker"], issuer=middle), middle, root]

    name = "Z65-xcode-certificate-as-root"
    for suffix, allowed in (("", True), ("-not-allowed", False)):
        yield Case(
            f"{name}{suffix}", "chain",
            "a path of three, for Production, whose root is a team's own certificate for Xcode "
            f"and no authority; Xcode is {'' if allowed else 'not '}allowed",
            shop.receipt(chain=path(team)),
            expect={"xcodeCertificates": [f"{name}.cer"], "allowsXcode": allowed},
            root=b"" if suffix else team.encoding)
    yield Case(
        "Z66-xcode-environment-path", "chain",
        "the same path, and the payload says Xcode: its receipts have one certificate",
        shop.receipt(payload(environment="Xcode"), chain=path(team)),
        expect={"xcodeCertificates": [f"{name}.cer"], "allowsXcode": True,
                "environments": ["Production", "Xcode"]})
    yield Case(
        "Z67-xcode-authority-as-root", "chain",
        "a path of three whose root is a certificate for Xcode that is an authority",
        shop.receipt(chain=path(storekit)),
        expect={"xcodeCertificates": ["../authority/storekit-test.cer"], "allowsXcode": True})
    yield Case(
        "Z68-root-signs-for-xcode", "chain",
        "the payload says Xcode, Xcode is allowed, and the caller's root signed it: a root signs "
        "no receipts",
        shop.receipt(payload(environment="Xcode"), chain=[storekit]),
        expect={"root": "../authority/storekit-test.cer", "allowsXcode": True,
                "environments": ["Production", "Xcode"]})


def encodings(shop):
    key = shop.leaf.key
    behind = OddKey(key, public_key=key.public_key + der.null())
    yield Case(
        "Z25-spki-trailing", "structure", "bytes follow the key in the leaf's subjectPublicKey",
        shop.with_leaf(shop.issue_leaf(key=behind)))
    # A signature whose last bit is zero, so that leaving it out changes no byte but the count.
    serial = 0x7D5EED0000000100
    while shop.issue_leaf(serial=serial).encoding[-1] & 1:
        serial += 1
    cut = shop.issue_leaf(serial=serial, seal=lambda data: der.bit_string(data, unused=1))
    yield Case(
        "Z26-certificate-signature-unused-bit", "structure",
        "the last bit of the leaf's signature is marked as unused", shop.with_leaf(cut))
    usage = authority.extension(KEY_USAGE, der.bit_string(b"\x80"), critical=True)
    yield Case(
        "Z29-key-usage-trailing-zeros", "structure",
        "the leaf's key usage has trailing zero bits, which DER leaves out",
        shop.with_leaf(shop.issue_leaf(
            extensions=changed(shop.leaf_extensions(), KEY_USAGE, usage))))
    short = der.sequence(
        der.element(der.UTC_TIME, b"2407241430Z"), der.time(shop.leaf.not_after))
    yield Case(
        "Z38-validity-without-seconds", "structure", "the leaf's notBefore has no seconds",
        shop.with_leaf(shop.issue_leaf(validity=short)))


def keys(shop):
    key = shop.leaf.key
    named = OddKey(key, algorithm=signing.algorithm(RSASSA_PSS, b""))
    yield Case(
        "Z35-pss-key", "algorithm", "the leaf's key is for RSASSA-PSS only",
        shop.with_leaf(shop.issue_leaf(key=named)))
    # Without the zero byte in front, the modulus is a negative number.
    data = key.modulus.to_bytes(key.size, "big")
    public_key = der.sequence(
        der.element(der.INTEGER, data), der.integer(key.public_exponent))
    yield Case(
        "Z36-negative-modulus", "algorithm", "the leaf's modulus is negative",
        shop.with_leaf(shop.issue_leaf(key=OddKey(key, public_key=public_key))))
    large = signing.Key(key.primes, 2**64 + 13)
    yield Case(
        "Z37-exponent-too-large", "algorithm", "the leaf's public exponent has 65 bits",
        shop.with_leaf(shop.issue_leaf(key=large)))


def purposes(shop):
    extensions = shop.leaf_extensions()

    def case(name, reason, oid, *replacements):
        made = changed(extensions, oid, *replacements)
        return Case(name, "policy", reason, shop.with_leaf(shop.issue_leaf(extensions=made)))

    yield case(
        "Z21-leaf-is-authority", "the leaf is a certification authority",
        BASIC_CONSTRAINTS, authority.basic_constraints(True))
    yield case(
        "Z28-marker-critical", "the leaf's marker is critical, which Apple's never is",
        LEAF_MARKER, authority.extension(LEAF_MARKER, der.null(), critical=True))
    yield case(
        "Z31-marker-one-arc-longer", "the leaf's marker has an arc more",
        LEAF_MARKER, authority.marker(f"{LEAF_MARKER}.1"))
    overflowing = LEAF_MARKER.replace(".11.1", f".{2**32 + 11}.1")
    yield case(
        "Z32-marker-arc-overflow", "an arc of the leaf's marker is right in its lower 32 bits only",
        LEAF_MARKER, authority.marker(overflowing))
    qualifier = der.sequence(
        der.object_identifier(f"{UNKNOWN}.4"),
        der.object_identifier(authority.RECEIPT_SIGNING_POLICY))
    policy = der.sequence(
        der.object_identifier(authority.ROOT_POLICY), der.sequence(qualifier))
    yield case(
        "Z33-policy-as-qualifier", "the policy is a qualifier of another policy",
        "2.5.29.32", authority.extension("2.5.29.32", der.sequence(policy)))
    middle = shop.issue_intermediate(extensions=changed(
        authority.intermediate_extensions(shop.intermediate.key, shop.root.key),
        CA_MARKER, authority.marker(LEAF_MARKER)))
    leaf = shop.issue_leaf(
        extensions=changed(extensions, LEAF_MARKER, authority.marker(CA_MARKER)))
    yield Case(
        "Z30-markers-swapped", "policy", "leaf and intermediate have each other's marker",
        shop.receipt(chain=[leaf, middle, shop.root]))


def cases(shop):
    for group in (links, xcode, encodings, keys, purposes):
        yield from group(shop)
