"""Keys of every shape, each with a signature that fits it; anchors; and odd certificates."""

import functools
import hashlib
import itertools
import math

import authority
import container
import der
import signing
from attacks.resources import is_prime
from attacks.workshop import UNKNOWN, changed, payload

from .case import Case
from .further_signatures import forged

PSS = "1.2.840.113549.1.1.10"
EC_KEY = bytes.fromhex("3059301306072a8648ce3d020106082a8648ce3d030107034200") + b"\x04" + bytes(range(64))


class ManyPrimes(signing.Key):
    """A key of many small primes: of any size, and quick to sign with."""

    def __init__(self, bits, exponent=65537, even=False):
        primes = [2] if even else []
        candidate = (1 << 128) - 1
        while math.prod(primes).bit_length() < bits - 128:
            if is_prime(candidate) and math.gcd(exponent, candidate - 1) == 1:
                primes.append(candidate)
            candidate -= 2
        # The last one fills what is left.
        rest = bits - math.prod(primes).bit_length()
        candidate = (1 << rest) - 1
        while not (candidate not in primes and is_prime(candidate) and math.gcd(exponent, candidate - 1) == 1 and (
                candidate * math.prod(primes)).bit_length() == bits):
            candidate -= 2
        super().__init__([*primes, candidate], exponent)

    def root(self, number, prime):
        return number % 2 if prime == 2 else super().root(number, prime)


class EvenExponent(signing.Key):
    """A key with exponent 4. Its primes are 3 modulo 4, so that a square has a root that is a square."""

    def __init__(self, bits):
        primes = []
        candidate = (1 << 512) - 1
        while len(primes) < bits // 512:
            if candidate % 4 == 3 and is_prime(candidate):
                primes.append(candidate)
            candidate -= 2
        super().__init__(primes, 4)

    def root(self, number, prime):
        power = (prime + 1) // 4
        return pow(pow(number % prime, power, prime), power, prime)

    def signs(self, message):
        """Whether the message's block is a square for every prime."""
        number = int.from_bytes(signing.padded_digest(message, "sha256", self.size), "big")
        return all(pow(number % prime, (prime - 1) // 2, prime) == 1 for prime in self.primes)


class OtherKey(signing.Key):
    """The genuine key under another SubjectPublicKeyInfo."""

    def __init__(self, key, info):
        super().__init__(key.primes, key.public_exponent)
        self.info = info

    @property
    def public_key_info(self):
        return self.info


@functools.cache
def many_primes(bits, exponent=65537, even=False):
    return ManyPrimes(bits, exponent, even)


def sizes(made):
    shop = made.shop
    for bits in (2048, 2056, 3072, 4096):
        leaf = shop.issue_leaf(key=many_primes(bits))
        yield Case(f"keys/{bits}-bits", "verify", f"a signer's key of {bits} bits", shop.with_leaf(leaf),
                   flags=("KeySize",), importance="low")
    rows = [
        ("1536-bits", "a key of 1,536 bits", many_primes(1536)), ("2047-bits", "a key of 2,047 bits", many_primes(2047)),
        ("4103-bits", "a key of 4,103 bits", many_primes(4103)), ("4104-bits", "a key of 4,104 bits", many_primes(4104)),
        ("even-modulus", "an even modulus", many_primes(2048, even=True)),
        ("exponent-33-bits", "an exponent of 34 bits", many_primes(2048, (1 << 33) + 9)),
    ]
    for name, words, key in rows:
        yield forged("keys", name, words, shop.with_leaf(shop.issue_leaf(key=key)), "algorithm", "KeySize", ("key-policy",),
                     "medium")
    key = EvenExponent(2048)
    signed = next(one for one in (payload(nonce=nonce) for nonce in itertools.count(1)) if key.signs(one))
    yield forged("keys", "even-exponent", "the exponent 4, and a signature that fits", shop.with_leaf(
        shop.issue_leaf(key=key), signed), "algorithm", "WeakAlgorithm", ("key-policy",))
    for bits, exponent in ((2048, 3), (2048, 17), (2048, (1 << 32) + 15)):
        leaf = shop.issue_leaf(key=many_primes(bits, exponent))
        yield Case(f"keys/exponent-{exponent}", "verify", f"a key with exponent {exponent}", shop.with_leaf(leaf),
                   features=("key-policy",), flags=("KeySize",), importance="low")


def infos(made):
    """What stands around the key."""
    shop = made.shop
    key = shop.leaf.key
    algorithm, bits = signing.algorithm(signing.RSA_ENCRYPTION), der.bit_string(key.public_key)
    rows = [
        ("elliptic-curve", "the key is one of an elliptic curve", EC_KEY),
        ("dsa", "the key calls itself DSA's", der.sequence(signing.algorithm("1.2.840.10040.4.1"), bits)),
        ("parameters", "rsaEncryption with parameters", der.sequence(
            signing.algorithm(signing.RSA_ENCRYPTION, der.integer(1)), bits)),
        ("unused-bits", "unused bits in the key", der.sequence(algorithm, der.bit_string(key.public_key + b"\0", unused=7))),
        ("third-number", "a third number in the key", der.sequence(algorithm, der.bit_string(der.sequence(
            der.integer(key.modulus), der.integer(key.public_exponent), der.integer(0))))),
        ("octet-string", "the key in an OCTET STRING", der.sequence(algorithm, der.octet_string(key.public_key))),
    ]
    for name, words, info in rows:
        leaf = shop.issue_leaf(key=OtherKey(key, info))
        strict = ("algorithm-parameters",) if name == "parameters" else ("strict-der",) if "-" in name and name[0] in "ut" else ()
        yield forged("keys", f"info-{name}", words, shop.with_leaf(leaf), "algorithm", "CertificateForm", strict, "medium")


def pss_block(message, size):
    """EMSA-PSS with SHA-256 and an empty salt (RFC 8017 9.1.1)."""
    digest = hashlib.sha256(bytes(8) + hashlib.sha256(message).digest()).digest()
    count = size - 33
    mask = b"".join(hashlib.sha256(digest + index.to_bytes(4, "big")).digest() for index in range(count // 32 + 1))[:count]
    masked = bytes(a ^ b for a, b in zip(bytes(count - 1) + b"\x01", mask))
    return bytes([masked[0] & 0x7F]) + masked[1:] + digest + b"\xbc"


def schemes(made):
    shop, body = made.shop, made.payload
    block = pss_block(body, shop.leaf.key.size)
    digest = der.explicit(0, signing.algorithm(signing.digest_oid("sha256")))
    mask = der.explicit(1, signing.algorithm("1.2.840.113549.1.1.8", signing.algorithm(signing.digest_oid("sha256"))))
    named = signing.algorithm(PSS, der.sequence(digest, mask, der.explicit(2, der.integer(0))))
    yield forged("keys", "pss", "a right signature of RSASSA-PSS", shop.receipt(body, block=block, signature_algorithm=named),
                 "algorithm", "AlgorithmConfusion", ("apple-algorithms",), "medium")
    yield forged("keys", "pss-unnamed", "a signature of RSASSA-PSS that calls itself rsaEncryption",
                 shop.receipt(body, block=block), "signature", "AlgorithmConfusion")
    raw = bytes(256 - 32) + sha256(body)
    yield forged("keys", "no-padding", "the digest without padding, raised to the private exponent",
                 shop.receipt(body, block=raw), "signature", "PaddingForged")


def sha256(data):
    return hashlib.sha256(data).digest()


def anchors(made):
    """The caller's roots."""
    shop, name = made.shop, authority.ROOT_NAME
    root, attacker = shop.root, shop.keys["attacker"]
    usage, basic = authority.key_usage(authority.KEY_CERT_SIGN), authority.basic_constraints(True)

    def issued(key, extensions, end=root.not_after):
        return authority.issue(name, key, 2, root.not_before, end, "sha1", extensions).encoding

    expired = issued(root.key, [usage, basic], "2025-02-01T00:00:00Z")
    namesake = issued(attacker, [usage, basic])
    data = shop.receipt(chain=shop.chain[:2])

    def case(label, words, blocks, reason, features=(), flag="EmbeddedRoot"):
        return Case(f"anchors/{label}", "verify", words, data, reason, features, (flag,), "high", tuple(blocks), blocks={
            key: value for key, value in blocks.items() if value is not None})

    genuine, several = {"root": None}, ("several-anchors",)
    yield case("namesake-first", "two roots of one name; the second one's key has signed",
               {"anchor-namesake": namesake} | genuine, None, several)
    yield case("namesake-only", "a root of the right name with another key", {"anchor-namesake": namesake}, "chain")
    yield case("two-roots", "another root beside the right one", {"storekit-test": None} | genuine, None,
               several)
    yield case("expired", "the root had expired when the receipt was created", {"anchor-expired": expired}, "validity",
               ("creation-date",), "NotValidThen")
    yield case("expired-with-namesake", "the root had expired; a valid one of its name has another key",
               {"anchor-expired": expired, "anchor-namesake": namesake}, "validity",
               ("creation-date", *several), "NotValidThen")
    checks = ("anchor-checks",)
    yield case("not-authority", "the root is no authority", {"anchor-not-authority": issued(root.key, [usage])}, "chain", checks,
               "NotAnAuthority")
    only_lists = [authority.key_usage(authority.CRL_SIGN), basic]
    yield case("key-usage", "the root's key is for revocation lists only", {"anchor-key-usage": issued(root.key, only_lists)},
               "chain", checks, "KeyUsage")
    yield case("intermediate", "the caller trusts the intermediate and no root", {"developer-relations-sha256": None}, "chain",
               ("apple-policy",), "PathLength")


def with_lists(data, bag):
    """The container with a member more behind its certificates."""
    explicit = der.contents(data)[len(der.object_identifier(container.SIGNED_DATA)):]
    body = der.contents(der.contents(explicit)).replace(bag, bag + der.explicit(1, der.sequence(der.null())))
    return der.sequence(der.object_identifier(container.SIGNED_DATA), der.explicit(0, der.sequence(body)))


def certificates(made):
    """Certificates in other forms, and other things among them."""
    shop, body = made.shop, made.payload
    leaf = shop.leaf_extensions()
    long = der.sequence(der.element(der.GENERALIZED_TIME, b"20240724143000Z"), der.element(der.GENERALIZED_TIME, b"20260823142959Z"))
    yield Case("certificates/generalized-time", "verify", "a leaf's dates in GeneralizedTime, though before 2050",
               shop.with_leaf(shop.issue_leaf(validity=long)), flags=("CertificateForm",), importance="low")
    backwards = shop.issue_leaf(start=shop.leaf.not_after, end=shop.leaf.not_before)
    yield forged("certificates", "dates-swapped", "the leaf's first day is after its last", shop.with_leaf(backwards), "validity",
                 "NotValidThen", ("creation-date",))
    loose = authority.extension(f"{UNKNOWN}.4", der.null())
    # critical TRUE as 01, which is BER only.
    value = der.octet_string(der.null())
    odd = der.sequence(der.contents(loose).replace(value, b"\x01\x01\x01" + value))
    yield forged("certificates", "boolean-of-1", "an unknown extension is critical, with a BOOLEAN that is 01",
                 shop.with_leaf(shop.issue_leaf(extensions=[*leaf, odd])), "policy", "Extensions", ("strict-der",))
    many = [authority.extension(f"{UNKNOWN}.5.{index}", der.null()) for index in range(40)]
    yield forged("certificates", "46-extensions", "forty-six extensions", shop.with_leaf(
        shop.issue_leaf(extensions=[*leaf, *many])), "limits", "Costly", ("certificate-limits",), "low")
    bag = [one.encoding for one in shop.chain]
    lists = with_lists(shop.receipt(body, bag=bag), der.explicit(0, b"".join(bag)))
    yield Case("certificates/revocation-lists", "verify", "a revocation list, unreadable, beside the certificates", lists,
               features=("revocation-lists",), flags=("MessageForm",), importance="low")
    policies = authority.extension("2.5.29.32", b"\x30\x02\x05\x00")
    yield forged("certificates", "policies-malformed", "certificate policies that are none", shop.with_leaf(
        shop.issue_leaf(extensions=changed(leaf, "2.5.29.32", policies))), "policy", "Extensions", ("policy-oid",))


def cases(made):
    for group in (sizes, infos, schemes, anchors, certificates):
        yield from group(made)
