"""A strict verifier of receipts, written from the rules and apart from everything else here: it
knows no key and no certificate but the caller's root. Every rule is a `require`."""

import hashlib

from judge_der import Refusal, certificate_time, integer, joined, oid, read, receipt_date, require

DATA, SIGNED_DATA = oid("1.2.840.113549.1.7.1"), oid("1.2.840.113549.1.7.2")
CONTENT_TYPE, MESSAGE_DIGEST = oid("1.2.840.113549.1.9.3"), oid("1.2.840.113549.1.9.4")
RSA_ENCRYPTION = oid("1.2.840.113549.1.1.1")
DIGESTS = {oid("1.3.14.3.2.26"): "sha1", oid("2.16.840.1.101.3.4.2.1"): "sha256"}
SIGNATURES = {oid("1.2.840.113549.1.1.5"): "sha1", oid("1.2.840.113549.1.1.11"): "sha256"}
# What stands before the digest in the signed block (RFC 8017 9.2, note 1).
PREFIXES = {"sha1": bytes.fromhex("3021300906052b0e03021a05000414"),
            "sha256": bytes.fromhex("3031300d060960864801650304020105000420")}
BASIC_CONSTRAINTS, KEY_USAGE, POLICIES = oid("2.5.29.19"), oid("2.5.29.15"), oid("2.5.29.32")
LEAF_MARKER, LEAF_POLICY = oid("1.2.840.113635.100.6.11.1"), oid("1.2.840.113635.100.5.6.1")
INTERMEDIATE_MARKER = oid("1.2.840.113635.100.6.2.1")
# Universal strings in constructed form, and in primitive one.
STRINGS = {0x20 | tag: tag for tag in (3, 4, 12, *range(18, 23), *range(25, 29), 30)}
MAXIMUM_SIZE, MAXIMUM_CERTIFICATES, MAXIMUM_CHECKS = 16 << 20, 16, 8
# Attributes that a payload has at most once: all that have a name, but for the purchases.
SINGLE = set(range(33)) - {17}


def algorithm(node, table, what):
    """What the table has for an AlgorithmIdentifier, whose parameters are NULL or absent."""
    kind, *rest = node.expect(0x30, what).members(1, 2, what)
    name = table.get(kind.expect(0x06, what).body)
    require(name, "algorithm", f"{what}: not in the list")
    require(b"".join(one.raw for one in rest) in (b"", b"\x05\x00"), "algorithm", "parameters")
    return name


class Certificate:
    def __init__(self, data):
        tbs, self.outer, signature = read(data, "certificate").members(3, 3, "certificate")
        fields = tbs.expect(0x30, "tbsCertificate").members(6, 10, "tbsCertificate")
        self.raw, self.tbs = data, tbs.raw
        self.signature = signature.expect(0x03, "signature").body[1:]
        require(signature.body[0] == 0, "structure", "certificate: unused bits in the signature")
        self.v3 = fields[0].raw == bytes.fromhex("a003020102")
        fields = fields[1:] if fields[0].tag == 0xA0 else fields
        serial, self.inner, issuer, validity, subject, self.key, *rest = fields
        integer(serial, "serialNumber")
        self.serial, self.issuer, self.subject = serial.raw, issuer.raw, subject.raw
        self.not_before, self.not_after = map(certificate_time, validity.members(2, 2, "validity"))
        self.kinds, self.critical, self.values = [], set(), {}
        tagged = rest[-1] if rest and rest[-1].tag == 0xA3 else None
        for extension in tagged.members(1, 1, "extensions")[0].children if tagged else []:
            kind, *flag, value = extension.members(2, 3, "extension")
            self.kinds.append(kind.expect(0x06, "extension").body)
            self.values[kind.body] = value.expect(0x04, "extension").body
            if flag and flag[0].expect(0x01, "critical").body == b"\xff":
                self.critical.add(kind.body)

    def public_key(self):
        what, bits = self.key.expect(0x30, "key").members(2, 2, "key")
        algorithm(what, {RSA_ENCRYPTION: "rsa"}, "key")
        require(bits.expect(0x03, "key").body[0] == 0, "structure", "key: unused bits")
        pair = read(bits.body[1:], "key").expect(0x30, "key").members(2, 2, "key")
        modulus, exponent = (integer(number, "key") for number in pair)
        size = modulus.bit_length()
        require(modulus > 0 and 2048 <= size <= 4096, "algorithm", f"key of {size} bits")
        require(modulus & 1 and exponent & 1 and 3 <= exponent < 2**33, "algorithm", "key: numbers")
        return modulus, exponent, (size + 7) // 8

    def is_authority(self):
        constraints = read(self.values.get(BASIC_CONSTRAINTS, b"\x30\x00"), "basicConstraints")
        return constraints.tag == 0x30 and constraints.body.startswith(b"\x01\x01\xff")

    def may(self, bit):
        body = read(self.values.get(KEY_USAGE, b"\x03\x01\x00"), "keyUsage").expect(0x03, "").body
        require(body == b"\x00" or body[-1] >> body[0] & 1, "structure", "keyUsage: trailing zeros")
        return body != b"\x00" and body[1] & 0x80 >> bit

    def is_issued_by(self, issuer):
        digest = algorithm(self.outer, SIGNATURES, "certificate: signature")
        return matches(issuer.public_key(), self.signature, self.tbs, digest)

    def check(self):
        require(self.v3, "chain", "certificate: version")
        require(self.inner.raw == self.outer.raw, "chain", "certificate: two algorithms")
        require(len(set(self.kinds)) == len(self.kinds), "policy", "certificate: extension twice")
        require(self.critical <= {BASIC_CONSTRAINTS, KEY_USAGE}, "policy", "unknown critical")

    def check_leaf(self):
        self.check()
        require(not self.is_authority(), "policy", "leaf: is an authority")
        require(self.may(0), "policy", "leaf: key is not for signing")
        require(LEAF_MARKER in self.kinds, "policy", "leaf: no marker")
        policies = read(self.values.get(POLICIES, b"\x30\x00"), "policies").children
        names = [policy.members(1, 2, "policy")[0].body for policy in policies]
        require(LEAF_POLICY in names, "policy", "leaf: no policy")

    def check_intermediate(self):
        self.check()
        require(self.is_authority(), "chain", "intermediate: no authority")
        require(self.may(5), "chain", "intermediate: key is not for certificates")
        require(INTERMEDIATE_MARKER in self.kinds, "policy", "intermediate: no marker")


def matches(key, signature, message, digest):
    """Whether it is that key's signature: the whole block is made again and compared."""
    modulus, exponent, size = key
    number = int.from_bytes(signature, "big")
    if len(signature) != size or number >= modulus:
        return False
    info = PREFIXES[digest] + hashlib.new(digest, message).digest()
    expected = b"\x00\x01" + b"\xff" * (size - 3 - len(info)) + b"\x00" + info
    return pow(number, exponent, modulus) == int.from_bytes(expected, "big")


def path(leaf, bag, anchor):
    """The intermediate. The path has three certificates, each issued by the next one's key."""
    names = (leaf.issuer, anchor.subject)
    candidates = [one for one in bag if (one.subject, one.issuer) == names]
    require(2 * len(candidates) <= MAXIMUM_CHECKS, "limits", "too many candidates")
    found = [one for one in candidates if leaf.is_issued_by(one) and one.is_issued_by(anchor)]
    require(found, "chain", "no path of three to the root")
    leaf.check_leaf()
    found[0].check_intermediate()
    return found[0]


def rewritten(node, category):
    """The DER of a node that was read as BER. Strings under context tags are as they are."""
    body = b"".join(rewritten(child, category) for child in node.children) or node.body
    tag, string = node.tag, STRINGS.get(node.tag)
    if string:
        require(string != 0x03, category, "bit string in chunks")
        tag, body = string, joined(node._replace(tag=0x24), "chunks")
    count = len(body)
    data = count.to_bytes((count.bit_length() + 7) // 8, "big")
    return bytes([tag, count] if count < 0x80 else [tag, 0x80 | len(data), *data]) + body


def signed_message(attributes, content, content_type, digest):
    """What the signature covers if there are signed attributes, which must bind the content."""
    category = "signedAttributes"
    node = read(rewritten(attributes, category), "signedAttrs", category=category)
    ordered, values = sorted(child.raw for child in node.children), {}
    require(ordered and b"".join(ordered) == node.body, category, "empty or not in order")
    for child in node.children:
        kind, found = child.expect(0x30, "attribute", category).members(2, 2, "attribute", category)
        require(kind.body not in values, category, "attribute twice")
        values[kind.body] = found.expect(0x31, "attribute", category).raw
    own_digest = PREFIXES[digest][-2:] + hashlib.new(digest, content).digest()
    for kind, value in ((CONTENT_TYPE, content_type.raw), (MESSAGE_DIGEST, own_digest)):
        single = b"\x31" + bytes([len(value)]) + value
        require(values.get(kind) == single, category, "content type or message digest")
    return b"\x31" + node.raw[1:]


def payload_attributes(content, depth):
    """Type to raw value, for the attributes that a payload has once."""
    node = read(content, "payload", depth=depth)
    node = read(node.body, "payload", depth=depth + 1) if node.tag == 0x04 else node
    values = {}
    for child in node.expect(0x31, "payload").children:
        kind, version, value = child.expect(0x30, "attribute").members(3, 3, "attribute")
        number = integer(kind, "type")
        require(0 <= number < 2**31, "structure", "attribute type out of range")
        require(integer(version, "version") >= 0, "structure", "attribute version out of range")
        require(number not in SINGLE & values.keys(), "structure", f"attribute {number} twice")
        values[number] = value.expect(0x04, "value").body
    return values


def text(values, number, category):
    """The bytes of a string that is the whole of an attribute's value."""
    require(number in values, category, f"no attribute {number}")
    node = read(values[number], f"attribute {number}", category=category)
    require(node.tag in (0x0C, 0x16), category, f"attribute {number}: no string")
    return node.body


def bind(values, caller):
    """Whether it is for this app, this device, and this day."""
    bundle, version = text(values, 2, "bundleIdentifier"), text(values, 3, "version")
    require(bundle == caller["bundleIdentifier"].encode(), "bundleIdentifier", "another app")
    require(version == caller["version"].encode(), "version", "another version")
    require({4, 5} <= values.keys(), "device", "no hash or no opaque value")
    hashed = bytes.fromhex(caller["deviceIdentifierHex"]) + values[4] + values[2]
    require(values[5] == hashlib.sha1(hashed).digest(), "device", "another device")
    environment = text(values, 0, "environment").decode("latin-1")
    require(environment in caller["environments"], "environment", "another environment")
    if 21 in values:
        end, now = text(values, 21, "expiration"), caller["now"].encode()
        left = receipt_date(now, "expiration") < receipt_date(end, "expiration")
        require(left, "expiration", "expired")


def examine(data, caller, root):
    """Returns for a receipt that is right, and raises `Refusal` for any other."""
    require(len(data) <= MAXIMUM_SIZE, "limits", "too large")
    outer = read(data, "ContentInfo", ber=True).expect(0x30, "ContentInfo")
    kind, explicit = outer.members(2, 2, "ContentInfo")
    require(kind.expect(0x06, "contentType").body == SIGNED_DATA, "structure", "no SignedData")
    (data,) = explicit.expect(0xA0, "content").members(1, 1, "content")
    version, listed, inner, *rest = data.expect(0x30, "SignedData").members(4, 6, "SignedData")
    certificates = rest.pop(0).children if rest[0].tag == 0xA0 else []
    rest = rest[1:] if rest[0].tag == 0xA1 else rest
    require(len(rest) == 1, "structure", "SignedData: members")
    signers = rest[0].expect(0x31, "signerInfos").children
    require(len(signers) == 1, "signer", "not exactly one signer")
    signer_version, sid, used, *more = signers[0].expect(0x30, "").members(5, 7, "SignerInfo")
    sid.expect(0x30, "sid", "signer").members(2, 2, "sid")
    require(integer(version, "") == integer(signer_version, "") == 1, "structure", "versions")
    content_type, wrapped = inner.expect(0x30, "content").members(2, 2, "content")
    require(content_type.expect(0x06, "type").body == DATA, "structure", "content is not data")
    (string,) = wrapped.expect(0xA0, "eContent").members(1, 1, "eContent")
    content = joined(string, "eContent")
    attributes = more.pop(0) if more[0].tag == 0xA0 else None
    require(len(more) == 2 or [one.tag for one in more[2:]] == [0xA1], "structure", "SignerInfo")
    digest = algorithm(used, DIGESTS, "digestAlgorithm")
    same = [one.raw for one in listed.expect(0x31, "digestAlgorithms").children] == [used.raw]
    require(same, "algorithm", "digestAlgorithms is not the signer's")
    named = algorithm(more[0], SIGNATURES | {RSA_ENCRYPTION: digest}, "signatureAlgorithm")
    require(named == digest, "algorithm", "two digests")
    signature = joined(more[1], "signature")
    require(len(certificates) <= MAXIMUM_CERTIFICATES, "limits", "too many certificates")
    encodings = dict.fromkeys(node.raw for node in certificates if node.tag == 0x30)
    bag, anchor = [Certificate(encoding) for encoding in encodings], Certificate(root)
    name = b"".join(rewritten(part, "signer") for part in sid.children)
    leaves = [one for one in bag if name == one.issuer + one.serial]
    require(len(leaves) == 1, "signer", "not exactly one certificate is the signer's")
    copies = all(one.subject != anchor.subject or one.raw == anchor.raw for one in bag)
    require(copies, "chain", "a certificate with the name of the caller's root is another")
    leaf, others = leaves[0], [one for one in bag if one.raw != anchor.raw]
    intermediate = path(leaf, others, anchor)
    message = attributes and signed_message(attributes, content, content_type, digest)
    right = matches(leaf.public_key(), signature, message or content, digest)
    require(right, "signer", "wrong signature")
    values = payload_attributes(content, string.depth + 1)
    created = receipt_date(text(values, 12, "creationDate"), "creationDate")
    for one in (leaf, intermediate, anchor):
        require(one.not_before <= created <= one.not_after, "validity", "not valid at creation")
    bind(values, caller)
