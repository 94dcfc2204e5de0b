"""C, first part. Algorithm identifiers that contradict each other, or that no receipt has."""

import der
import signing

from .workshop import UNKNOWN, Case, algorithm_without_parameters, payload

RSASSA_PSS = "1.2.840.113549.1.1.10"
MGF1 = "1.2.840.113549.1.1.8"
ECDSA_WITH_SHA256 = "1.2.840.10045.4.3.2"


def pss_algorithm():
    """RSASSA-PSS with SHA-256, MGF1 with SHA-256 and 32 bytes of salt (RFC 4055 3.1)."""
    digest = signing.digest_algorithm("sha256")
    parameters = der.sequence(
        der.explicit(0, digest),
        der.explicit(1, signing.algorithm(MGF1, digest)),
        der.explicit(2, der.integer(32)),
    )
    return signing.algorithm(RSASSA_PSS, parameters)


def cases(shop):
    made = payload()
    size = shop.leaf.key.size
    yield Case(
        "C01-digest-label-sha256-signature-sha1", "padding",
        "the digest algorithm is SHA-256, the signature holds a SHA-1 DigestInfo",
        shop.receipt(made, block=signing.padded_digest(made, "sha1", size)))
    yield Case(
        "C02-md5-signature", "algorithm", "the digest is MD5", shop.receipt(made, digest="md5"))
    yield Case(
        "C03-sigalg-says-sha1", "algorithm",
        "the signature algorithm names SHA-1, the digest algorithm SHA-256",
        shop.receipt(made, signature_algorithm=signing.signature_oid("sha1")))
    yield Case(
        "C04-sigalg-pss", "algorithm",
        "the signature algorithm is RSASSA-PSS, the signature is of PKCS #1 v1.5",
        shop.receipt(made, signature_algorithm=pss_algorithm()))
    yield Case(
        "C05-sigalg-ecdsa", "algorithm", "the signature algorithm is ECDSA, the key is RSA",
        shop.receipt(
            made, signature_algorithm=algorithm_without_parameters(ECDSA_WITH_SHA256)))
    yield Case(
        "C06-digest-oid-none", "algorithm", "the digest algorithm is one that nobody knows",
        shop.receipt(made, digest_algorithm=signing.algorithm(f"{UNKNOWN}.2")))
    yield Case(
        "C07-sha512", "algorithm", "the digest is SHA-512, with which no receipt was ever signed",
        shop.receipt(made, digest="sha512"))
    yield Case(
        "C08-empty-digestalgorithms", "algorithm", "SignedData.digestAlgorithms is empty",
        shop.receipt(made, digests=[]))
    garbage = signing.algorithm(signing.digest_oid("sha256"), der.octet_string(b"garbage"))
    yield Case(
        "C09-digest-params-garbage", "algorithm",
        "the digest algorithm has parameters other than NULL",
        shop.receipt(made, digest_algorithm=garbage))
