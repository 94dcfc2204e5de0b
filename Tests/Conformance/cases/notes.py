"""The words of the set: operations, reasons, features. `flags.py` has the notes."""

import collections

from .flags import FLAGS

OPERATIONS = ("read", "base64", "verify", "validate", "transaction", "endpoint")
IMPORTANCE = {
    "critical": "an attacker gains something that was not paid for, or the process ends",
    "high": "an attacker gains something in special circumstances, or genuine receipts are refused",
    "medium": "a rule that protects other rules, or an odd receipt that exists",
    "low": "a rule or a form without a known use",
}

REASONS = {
    "encoding": "the input is not a receipt, or its encoding is not what it must be",
    "signature": "there is no signature, or it does not fit the content",
    "chain": "the signer's certificate does not lead to an anchor in the way it must",
    "policy": "a certificate is not for this purpose",
    "validity": "a certificate was not valid when the receipt was created, or that date cannot be read",
    "algorithm": "an algorithm or a key that receipts must not use",
    "signed-attributes": "the signed attributes do not bind the content",
    "app": "the receipt is for another app or version",
    "device": "the receipt is for another device",
    "environment": "the receipt comes from an environment that the caller does not accept",
    "expiration": "the receipt has expired, or its purchase was cancelled",
    "limits": "reading or verifying would cost too much",
}

# What a library may not do at all: such cases are skipped.
CAPABILITIES = {
    "payload": "reads the attributes of the payload and refuses malformed ones, when it verifies",
    "creation-date": "judges certificates at the creation date in the payload, and refuses a receipt without one",
    "apple-policy": "looks for Apple's marker extensions, and for a path of exactly three certificates",
    "app-version": "compares the app's version",
    "bundle-identifier": "compares the bundle identifier",
    "device": "compares the device hash",
    "environment": "compares the environment with those that the caller accepts",
    "expiration": "refuses an expired receipt",
    "ownership": "says which products are owned at a date",
    "cancellation": "refuses a cancelled transaction unless the caller accepts it",
    "unverified-reading": "reads a receipt whose signature cannot be verified",
    "transactions": "takes transaction receipts at the endpoint",
    "raw-attributes": "gives the raw values of attributes that have no name",
    "ber": "reads containers in BER: indefinite lengths, strings in chunks, long forms of lengths",
    "double-wrapped": "reads a payload inside a second OCTET STRING",
    "date-forms": "reads dates in other forms than YYYY-MM-DDThh:mm:ssZ",
    "ia5-strings": "reads IA5String where receipts have UTF8String, and the reverse",
    "base64-forms": "reads Base64 with white space, without padding, or in the URL-safe alphabet",
    "xcode": "can be told to accept receipts signed by Xcode's certificates",
    "vpp": "knows the environments and the expiration date of volume purchases",
    "signed-attributes": "accepts complete and correct signed attributes",
    "key-policy": "refuses weak keys and digests of certificates without being told: MD5, RSA of 1,024 bits, exponent 1",
    "key-usage": "requires that the signer's key is for signatures",
    "several-anchors": "takes more than one anchor",
    "strict-dates": "refuses dates that do not exist or have something more",
}
# Rules about which careful people disagree, or which protect another rule. Results count such cases apart.
RULES = {
    "policy-oid": "requires the certificate policy 1.2.840.113635.100.5.6.1 in the signer's certificate",
    "one-signer": "refuses a second signer, even if the first one's signature is right",
    "listed-digests": "compares the digest algorithms that the message lists with the signer's",
    "apple-algorithms": "refuses algorithms with which Apple never signed receipts, right as the signature may be",
    "algorithm-parameters": "refuses algorithm identifiers with parameters other than NULL, and those that contradict",
    "null-parameters": "requires NULL in the DigestInfo inside the signature",
    "exact-names": "compares names in certificates byte by byte",
    "strict-der": "refuses DER that is not the shortest in payload and certificates, or has further members",
    "duplicates": "refuses an attribute that stands twice, or takes neither of the two",
    "missing-attributes": "reads receipts and purchases without attributes that every genuine one has",
    "embedded-root": "refuses a certificate that only claims to be the anchor",
    "certificate-limits": "refuses a receipt for the number of its certificates or candidate issuers, and reads up to 16",
    "depth-limit": "refuses values that are more than 32 levels deep, and reads up to that",
    "chunk-limit": "refuses content in more than some ten thousand chunks, and reads up to some thousand",
    "message-versions": "refuses versions and signer identifiers that PKCS #7 receipts do not have",
    "last-second": "takes the last second of a certificate's validity as a whole second",
    "trailing-bytes": "refuses bytes behind the container, which Apple's verifyReceipt ignores",
    "revocation-lists": "does not look at revocation lists in the message",
    "anchor-checks": "refuses an anchor that is no authority",
    "judged-environment": "takes a transaction receipt for one of the sandbox if its signed part has no app-item-id",
    "apple-base64": "follows RFC 4648 where Apple's verifyReceipt does not",
    "endpoint-base64": "takes at the endpoint the Base64 that Apple's verifyReceipt takes, and no other",
    "request-status": "answers 21000 to a body that is no JSON object, as Apple's documents had it, and not 21002",
}
FEATURES = {name: {"kind": "capability", "note": note} for name, note in CAPABILITIES.items()}
FEATURES |= {name: {"kind": "rule", "note": note} for name, note in RULES.items()}


def sentence(name, note):
    """An entry of the page."""
    parts = [f"### {name}\n\n{note['note']}"]
    if "seen" in note:
        parts.append(f"Seen: {note['seen']}")
    if "clause" in note:
        parts.append(f"See: {note['clause']}")
    return "\n\n".join(parts)


def page(cases):
    """NOTES.md."""
    by_flag = collections.defaultdict(list)
    for case in cases:
        for flag in case.flags:
            by_flag[flag].append(case.id)
    entries = []
    for name, note in FLAGS.items():
        ids = by_flag[name]
        shown = ", ".join(f"`{one}`" for one in ids[:6]) + (", …" if len(ids) > 6 else "")
        entries.append(f"{sentence(name, note)}\n\n{len(ids)} cases: {shown}")
    return (
        "# Notes\n\nWhat each flag of `receipts.json` means: what goes wrong, where it has, and the clause.\n"
        "Made by `make_set.py`.\n\n" + "\n\n".join(entries) + "\n")
