"""Receipts that one check alone refuses, where two checks usually look at the same place."""

import dataclasses

import authority
import der
import receipts
import signing
import transaction_forgeries
from attacks.workshop import changed, payload
from receipts import raw
from samples import BUNDLE
from transactions import milliseconds, property_list, purchase, receipt

from . import ownership, world
from .case import Case
from .further_keys import many_primes
from .further_signatures import forged
from .transaction_receipts import text


def messages(made):
    shop, body = made.shop, made.payload
    odd = signing.algorithm(signing.digest_oid("sha256"), der.integer(1))
    features = ("algorithm-parameters",)
    yield forged("algorithms", "parameters-of-signer", "the signer's digest algorithm alone has parameters", shop.receipt(
        body, digest_algorithm=odd, digests=["sha256"]), "algorithm", "AlgorithmConfusion", features, "medium")
    yield forged("algorithms", "parameters-of-list", "the listed digest algorithm alone has parameters", shop.receipt(
        body, digests=[odd]), "algorithm", "AlgorithmConfusion", features, "medium")
    old = [made.certificates[name] for name in ("receipt-signing-sha1", "developer-relations-sha1", "root")]
    yield forged("algorithms", "sha1-with-rsa-over-sha1", "sha1WithRSAEncryption with SHA-1: legal, and in no receipt",
                 shop.receipt(payload(created="2016-03-01T10:00:00Z"), old, "sha1",
                              signature_algorithm=signing.signature_oid("sha1")), "algorithm", "AlgorithmConfusion",
                 ("apple-algorithms",), "low")
    for name, issuer, serial in (("serial", shop.leaf.issuer, shop.leaf.serial + 1),
                                 ("issuer", authority.SHA1_INTERMEDIATE_NAME, shop.leaf.serial)):
        identifier = der.sequence(issuer.encoding, der.integer(serial))
        yield forged("chain", f"signer-other-{name}", f"the signer is named by the right certificate but for the {name}",
                     shop.receipt(body, identifier=identifier), "signature", "WrongIssuer")


def resealed(certificate, issuer_key, before, after):
    """The certificate with other bytes in what is signed, signed again."""
    inner = der.contents(certificate.encoding)
    signed = inner[:4 + int.from_bytes(inner[2:4], "big")]
    other = der.sequence(der.contents(signed).replace(before, after, 1))
    assert other != signed
    algorithm = signing.algorithm(signing.signature_oid("sha256"))
    encoding = der.sequence(other, algorithm, der.bit_string(issuer_key.sign(other, "sha256")))
    return dataclasses.replace(certificate, encoding=encoding)


def certificates(made):
    shop = made.shop
    version = bytes.fromhex("a003020102")
    for number, name in ((1, "2"), (3, "4"), (0, "1-encoded")):
        leaf = resealed(shop.leaf, shop.intermediate.key, version, bytes.fromhex("a0030201") + bytes([number]))
        yield forged("certificates", f"leaf-version-{name}", f"the leaf has extensions and calls itself version {number + 1}",
                     shop.with_leaf(leaf), "chain", "CertificateForm", ("strict-der",), "medium")
    middle = resealed(shop.intermediate, shop.root.key, version, bytes.fromhex("a003020103"))
    yield forged("certificates", "intermediate-version-4", "the intermediate calls itself version 4",
                 shop.receipt(chain=[shop.leaf, middle, shop.root]), "chain", "CertificateForm", ("strict-der",), "medium")
    for name, oid in (("leaf-usage-twice-other", "2.5.29.15"),):
        extensions = changed(shop.leaf_extensions(), oid, authority.key_usage(authority.KEY_CERT_SIGN), authority.key_usage(0))
        yield forged("policy", name, "two key usages, the first one wrong", shop.with_leaf(
            shop.issue_leaf(extensions=extensions)), "policy", "Extensions")


def lengths(made):
    """Attributes and purchases whose lengths don't end where the value around them ends."""
    good = receipts.raw(99, b"abc").encoding
    inner = receipts.text(1702, f"{BUNDLE}.pro").encoding
    rows = [
        ("attribute-short", der.element(0x30, der.contents(good)[:-1])), ("attribute-long", good[:1] + bytes([good[1] + 1]) + good[2:]),
        ("value-long", der.element(0x30, der.contents(good)[:-5] + b"\x04\x09abc")),
        ("value-short", der.element(0x30, der.contents(good)[:-5] + b"\x04\x02abc")),
    ]
    for name, encoding in rows:
        body = der.element(0x31, der.contents(made.payload) + encoding)
        yield forged("payload", name, "lengths of an attribute that do not agree", made.around(body), "encoding",
                     "LengthOverflow", ("payload",), "medium")
    own = der.contents(inner)
    value = der.utf8_string(f"{BUNDLE}.pro")
    rows = [
        ("attribute-short", der.element(0x30, own[:-1])), ("attribute-long", inner[:1] + bytes([inner[1] + 1]) + inner[2:]),
        ("value-long", der.element(0x30, own[:-len(value) - 2] + bytes([4, len(value) + 3]) + value)),
        ("value-short", der.element(0x30, own[:-len(value) - 2] + bytes([4, len(value) - 1]) + value)),
    ]
    sets = [(name, der.element(0x31, encoding)) for name, encoding in rows]
    sets += [("set-short", b"\x31" + bytes([len(inner) - 1]) + inner), ("set-long", b"\x31" + bytes([len(inner) + 1]) + inner),
             ("set-not-minimal", b"\x31\x81" + bytes([len(inner)]) + inner),
             ("set-of-four-length-bytes", b"\x31\x84" + len(inner).to_bytes(4, "big") + inner)]
    for name, encoding in sets:
        data = made.around(receipts.attribute_set(world.usual(extra=[raw(17, encoding)]), "der")[0])
        features = ("payload", "strict-der") if "minimal" in name or "four" in name else ("payload",)
        yield forged("payload", f"purchase-{name}", "lengths in a purchase that do not agree", data, "encoding",
                     "LengthOverflow", features, "medium")


def purchases(made):
    bought, changed_purchase = ownership.bought, ownership.changed
    rows = [
        ("copy-of-cancelled", "one transaction twice, once cancelled: it is cancelled", [
            bought(), bought(cancelled=ownership.MIDDLE)], []),
        ("restored-from-cancelled", "restored from a purchase that is cancelled", [
            bought(cancelled=ownership.MIDDLE), bought(transaction="2", original="1", original_date=ownership.PAST)], []),
        ("other-product-cancelled", "another product's purchase is cancelled", [
            bought(f"{BUNDLE}.themes", "7", cancelled=ownership.MIDDLE), bought()], [ownership.LEVELS]),
        ("kind-unreadable", "a kind of product that cannot be read", [
            changed_purchase(bought(), raw(1707, der.utf8_string("0")))], []),
        ("kind-missing", "no kind of product, and no end", [
            receipts.in_app([one for _, one in bought().inner if one.type != 1707])], []),
        ("kind-unreadable-with-end", "a kind of product that cannot be read, in a period", [
            changed_purchase(ownership.period("1", ownership.PAST, "2025-04-15T00:00:00Z"), raw(1707, der.utf8_string("3")))], []),
        ("original-unreadable", "an original transaction that cannot be read, and a cancelled purchase of that product", [
            bought(cancelled=ownership.MIDDLE), changed_purchase(bought(transaction="2"), raw(1705, der.integer(1)))], []),
        ("original-missing", "no original transaction", [
            receipts.in_app([one for _, one in bought().inner if one.type != 1705])], [ownership.LEVELS]),
    ]
    for name, words, found, owned in rows:
        caller = world.caller(deviceIdentifierHex=None, now=ownership.LATER)
        yield Case(f"ownership/{name}", "validate", words, made.sign(purchases=found), features=("ownership",),
                   flags=("Ownership", "Cancelled") if "cancelled" in name else ("Ownership",), importance="high", caller=caller,
                   fields={"/owned": owned})
    bought_at = receipts.ascii_text(1704, ownership.PAST)
    few = receipts.in_app([receipts.number(1701, 1), receipts.text(1702, "a"), receipts.text(1703, "1"), bought_at])
    many = receipts.in_app([receipts.number(1701, 2), receipts.text(1702, "b"), receipts.text(1703, "2"), bought_at,
                            receipts.text(1705, "1"), receipts.text(1721, "spring"), receipts.number(1711, 77)])
    data = made.sign(purchases=[few, many])
    yield Case("purchases/field-of-another", "read", "a field that only the second purchase has", data,
               flags=("EmptyValue",), importance="high", fields={
                   "/inApp/0/originalTransactionIdentifier": None, "/inApp/0/promotionalOfferIdentifier": None,
                   "/inApp/0/webOrderLineItemIdentifier": None, "/inApp/1/originalTransactionIdentifier": "1",
                   "/inApp/1/promotionalOfferIdentifier": "spring", "/inApp/0/quantity": 1, "/inApp/1/quantity": 2})


def transactions(made):
    shop, day = made.transaction_shop, transaction_forgeries.V2_DAY
    caller = world.TRANSACTION_CALLER

    def case(name, words, info, reason, flag, features=(), **changes):
        return Case(f"transactions/{name}", "transaction", words, text(receipt(info, shop.signature(info))), reason, features,
                    (flag,), caller=caller | changes)

    pacific = property_list(purchase(day) | {"expires-date-formatted-pst": "2026-12-02 00:00:00 America/Los_Angeles"})
    yield case("expires-in-pacific-time", "an end in Pacific time alone cannot be read", pacific, "expiration", "Expired",
               ("expiration",))
    pacific = property_list(purchase(day) | {"cancellation-date-pst": "2013-04-01 00:00:00 America/Los_Angeles"})
    yield case("cancelled-in-pacific-time", "a cancellation in Pacific time alone cancels", pacific, "expiration", "Cancelled",
               ("cancellation",))
    many = property_list(purchase(day) | {f"key-{index}": "value" for index in range(1000)})
    yield case("1000-keys", "a thousand keys, signed", many, "limits", "Costly", ("certificate-limits",))
    bad = property_list(purchase(day)).replace(b'"quantity" = "1"', b'"quantity" = "1"; "note" = "\xff\xfe"')
    yield case("invalid-utf8", "bytes that are no UTF-8, signed", bad, "encoding", "PropertyList", ("strict-der",))
    strangers = [name for name in made.blocks if name != "store"]
    yield case("issuers-of-other-names", "many issuers, one of which has signed", property_list(purchase(day)), None,
               "TransactionSigner", issuers=[*strangers, "store"])
    more = {f"stranger-{index}": made.shop.issue_leaf(serial=index + 1).encoding for index in range(16)}
    yield dataclasses.replace(case(
        "17-issuers", "more issuers of other names than certificates are read", property_list(purchase(day)), None,
        "TransactionSigner", issuers=[*more, "store"]), blocks=more)
    info = shop.info()
    yield Case("transactions/sandbox-with-app-item", "transaction", "the unsigned line says Sandbox, the signed part has an "
               "app-item-id", text(receipt(info, shop.signature(info), environment="Sandbox")), "environment",
               ("environment", "judged-environment"), ("UnsignedEnvironment",), caller=caller)
    # One bit short, and the signature is as long as that of a key of 2,048 bits.
    info = shop.info(3)
    yield Case("transactions/v3-2047-bits", "transaction", "version 3, and a key of 2,047 bits", text(receipt(
        info, shop.signature(info, 3, shop.issue_v3(key=many_primes(2047))))), "algorithm", ("key-policy",),
        ("TransactionSigner",), caller=caller)
    none = {key: value for key, value in purchase(day).items() if not key.startswith("purchase-date")}
    words = none | {"purchase-date": day.replace("T", " ").replace("Z", " Etc/GMT"), "other": str(milliseconds(day))}
    yield case("date-in-words-only", "a purchase date in words alone: none to judge certificates at", property_list(words),
               "validity", "TransactionSigner")


def cases(made):
    for group in (messages, certificates, lengths, purchases, transactions):
        yield from group(made)
