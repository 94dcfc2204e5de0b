"""The notes: what goes wrong, where it did, and the clause."""


def note(text, seen=None, clause=None):
    made = {"note": text}
    if seen:
        made["seen"] = seen
    return made | {"clause": clause} if clause else made


FLAGS = {
    "Genuine": note("As the store makes them. A library that refuses one locks out a paying customer."),
    "ContentChanged": note(
        "The content, or a part of it, is not what was signed.",
        "CycloneCRYPTO 2026 (|| for &&), OpenSSL CVE-2009-0591", "RFC 5652 §5.4"),
    "NoSignature": note(
        "Nothing signs the content, and a verifier that loops over the signers finds no fault.",
        "Bouncy Castle CVE-2026-59639", "RFC 5652 §5.1"),
    "SeveralSigners": note(
        "Two signers, one of whom is wrong. Whether one right signature is enough must not depend on their order; "
        "receipts have exactly one.", clause="RFC 5652 §5.1"),
    "NotAReceipt": note("Something else where a receipt belongs: another type of message, or no message."),
    "Detached": note("A signature without content proves nothing about the content beside it.", clause="RFC 5652 §5.2"),
    "Truncated": note("Bytes are missing at the end. A reader that pads or stops early reads another receipt."),
    "TrailingBytes": note(
        "Bytes follow a complete value. If one reader ignores what another one reads, they see two receipts.",
        "swift-asn1 issue 125"),
    "ChunkedContent": note(
        "The content comes in chunks (BER). The digest covers all of them joined, without their headers.",
        clause="X.690 §8.7.3"),
    "IndefiniteLength": note(
        "Lengths are indefinite, as in Xcode's receipts; end-of-contents closes them, and stands nowhere else.",
        "libtasn1 CVE-2016-4008, swift-asn1 issue 125", "X.690 §8.1.3.6"),
    "NonMinimal": note(
        "Longer than necessary: legal in BER, not in DER, and one value must not have two encodings where they are "
        "compared.", clause="X.690 §10.1, §8.3.2"),
    "DeepNesting": note(
        "Values nest until a recursive reader's stack is used up.",
        "Go encoding/asn1 CVE-2026-33818, node-forge CVE-2025-66031, OpenSSL CVE-2018-0739, pyasn1 CVE-2026-30922"),
    "Costly": note(
        "Time or memory beyond all proportion to the input: many fragments, candidates or attributes, huge keys.",
        "CVE-2018-16875 (Go), CVE-2023-0464 (OpenSSL), libtasn1 CVE-2024-12133"),
    "LengthOverflow": note(
        "A length or tag number that overflows the reader's integers or exceeds the input.",
        "CVE-2012-2110 (OpenSSL), Go CVE-2025-58185, pyasn1 0.6.3"),
    "Tags": note("The right contents under another tag, or a tag in a reserved form.", "CVE-2016-2108 (OpenSSL)"),
    "AttributeNumber": note(
        "The number of an attribute is negative or does not fit: cut to 32 bits, or without its sign, it would be another "
        "one's.", "node-forge CVE-2025-66030 (object identifiers)"),
    "AttributeTwice": note(
        "An attribute stands twice with two values. The first of one reader is the last of another; what decides trust "
        "must be there once."),
    "UnknownAttribute": note("Attributes that nobody has published. They are reserved, and no error."),
    "UnpublishedAttribute": note("An attribute whose number Apple has not published, as it is known from many receipts."),
    "WrongType": note("A value of another ASN.1 type than the attribute has.", "OpenSSL CVE-2026-22796 (type confusion)"),
    "EmptyValue": note("Present and empty: how receipts write that there is none.", "Kvitto, TPInAppReceipt"),
    "LargeInteger": note("Beyond 32 or 53 bits: identifiers are 64-bit numbers.", clause="Apple, receipt-data types"),
    "DateForm": note(
        "Another form of RFC 3339, or Xcode's zone without a colon.",
        "Kvitto issue 13, RevenueCat pull 367, AppReceiptValidator issue 72", "RFC 3339 §5.6"),
    "BadDate": note(
        "No date, or one that does not exist. Lenient parsers accept 30 February, hour 24, and whatever follows.",
        "Foundation's ISO 8601 formatter, and libraries that use it", "RFC 3339 §5.7"),
    "CreationDate": note(
        "The date at which the certificates are judged. Without it there is none to judge them at.",
        "TPInAppReceipt (a trap)", "Apple, Validating receipts on the device"),
    "ExpiredSince": note(
        "The certificates were valid when the receipt was created and have expired since: it remains valid.",
        "2015-11-11: Mac apps 'damaged'; CargoBay 2016-05"),
    "NotValidThen": note("A certificate was not valid when the receipt was created.", clause="RFC 5280 §6.1.3"),
    "EmbeddedRoot": note(
        "The root inside the receipt proves nothing: anyone can make one with the right name.",
        "AppReceiptValidator before 2022 (root by its place)", "RFC 5280 §6.1.1"),
    "WrongIssuer": note(
        "Names lead from one certificate to the next, and the signatures do not, or the signer is named otherwise.",
        "itunes_receipt_decoder issue 1", "RFC 5280 §6.1.3"),
    "NotAnAuthority": note(
        "A certificate that may not issue others has issued one.", "node-forge CVE-2026-33896", "RFC 5280 §4.2.1.9"),
    "PathLength": note("Longer or shorter than Apple's three certificates."),
    "NoMarker": note(
        "Every Apple developer has a certificate under the same root. Only the marker extensions tell the store's from "
        "theirs.", "libraries that stop at the chain", "Apple, receipt validation guide (2016)"),
    "NoPolicy": note(
        "The marker without the certificate policy: Apple's own negative test.",
        "most libraries", "SecPolicyCreateMacAppStoreReceipt"),
    "KeyUsage": note("A key that is not for this use.", clause="RFC 5280 §4.2.1.3"),
    "Extensions": note(
        "Extensions that nobody knows and that are critical, stand twice, or are malformed; unknown ones that are not "
        "critical are no error.", clause="RFC 5280 §4.2"),
    "CertificateForm": note("Version, algorithms or encoding of a certificate contradict each other.",
                            clause="RFC 5280 §4.1"),
    "WeakAlgorithm": note("MD5, short keys, exponent 1: whoever accepts them accepts forgeries.",
                          clause="RFC 8017 §8.2"),
    "AlgorithmConfusion": note(
        "Places that name the algorithm disagree, or name one with which nothing was signed.",
        clause="RFC 5652 §5.3"),
    "KeySize": note("Keys at and beyond the sizes that are accepted."),
    "PaddingForged": note(
        "The padded block is parsed instead of compared, so that a forger may choose the rest. With exponent 3 no key is "
        "needed.",
        "CVE-2006-4339 (OpenSSL), BERserk CVE-2014-1568, node-forge CVE-2026-33894 and CVE-2026-85393, Bouncy Castle "
        "CVE-2026-12860", "RFC 8017 §8.2.2, §9.2"),
    "SignatureRange": note("The signature must be as long as the modulus, and below it.", clause="RFC 8017 §8.2.2"),
    "AttributesUnbound": note(
        "Signed attributes that do not bind the content: content type or digest missing, wrong, twice or of another type.",
        "OpenSSL PKCS7_verify, wolfSSL 2019, CVE-2026-22796", "RFC 5652 §5.3, §11"),
    "AttributesConfusion": note(
        "The payload is a SET, and so are signed attributes: a genuine signature over one must not count for the other.",
        "draft-ietf-lamps-cms-euf-cma-signeddata", "RFC 5652 §5.4"),
    "AttributesEncoding": note(
        "What is signed is the DER of the attributes, whatever was sent.", clause="RFC 5652 §5.4"),
    "SignedAttributes": note("Complete and correct signed attributes. No receipt has them; messages may."),
    "MessageForm": note("Versions, members and identifiers of a message that receipts do not have.",
                        clause="RFC 5652 §5.1, §5.3"),
    "OtherApp": note(
        "A genuine receipt of another app. Identifiers are compared as bytes: no folding, trimming or prefix.",
        "2012: in-app proxies replayed one receipt", "Apple, Validating receipts on the device"),
    "OtherVersion": note("A receipt of another version of the app."),
    "OtherDevice": note(
        "Copied from another device, or without what binds it to one: absent must not count as equal.",
        "Kvitto's demo returns true if the hash is missing", "Apple, Validating receipts on the device"),
    "HashInput": note("The hash covers the raw value of attribute 2, with its header.", "many first attempts"),
    "Sandbox": note("A receipt that cost nothing, where only the store's are accepted."),
    "Xcode": note(
        "Anyone can sign with Xcode's key, for any app. The caller decides about it, never the receipt.",
        "TPInAppReceipt chooses the root by the unverified environment"),
    "VolumePurchase": note("A receipt of an organisation's volume purchase; it may expire.", clause="Apple, attribute 21"),
    "Expired": note("An expiration date that is past, or cannot be read: both mean expired."),
    "Cancelled": note("Refunded, revoked or upgraded: it stays in the receipt and counts as never bought.",
                      clause="Apple, attribute 1712"),
    "Restored": note("A restored purchase or a renewal has a new transaction and the same original one."),
    "Ownership": note("What the customer owns follows from the purchases and a date; their order means nothing."),
    "Order": note("A SET in another order. The digest covers the bytes as they are."),
    "Base64": note("The text in which receipts travel.", clause="RFC 4648 §4"),
    "Base64Alphabet": note("The URL-safe alphabet.", "Apple answers 21002", "RFC 4648 §5"),
    "Base64LooseBits": note("Bits of the last group that mean nothing are not zero: two texts of one receipt.",
                            "Apple ignores them", "RFC 4648 §3.5"),
    "Mangled": note("What forms, logs and printing make of a receipt: plus signs as spaces, percent signs, escapes.",
                    "TN3122: status 21002"),
    "TransactionSignature": note(
        "The signature of a transaction receipt: version, signature, length, certificate; it covers the version and the "
        "purchase."),
    "TransactionSigner": note("The signer of a transaction receipt, and the issuer that is not in it."),
    "UnsignedEnvironment": note(
        "The environment of a transaction receipt is not signed: deleting a line makes a sandbox receipt look paid for.",
        "clients that compare the line"),
    "PropertyList": note("The text form of iOS 6: quotes, escapes, comments; keys once, nothing behind the list."),
    "Request": note("A request to verifyReceipt, and what is none.", clause="Apple, App Store Receipts, requestBody"),
    "Status": note("The status that verifyReceipt answers.", clause="Apple, App Store Receipts, status"),
    "AnswerFields": note("What verifyReceipt's answer says about a receipt, key by key."),
}
